-- Games whose notation is detected: the dialect "auto", and files that are not PGN.

local chess = require "lucena"

local function read(text, dialect)
  return assert(chess.game(text, { dialect = dialect }))
end

describe("dialect = auto", function()
  local MIXED = [[
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *

1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 7. Fb3 d6 8. c3 O-O 9. h3 Cb8 10. d4 Cbd7 *

1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5 7. Lb3 d6 8. c3 O-O 9. h3 Sb8 10. d4 Sbd7
(10... Dd7) *

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Zz9 *
]]

  it("reads each game in its own notation, with a diagnostic", function()
    local seen = {}
    for g in chess.games_in(MIXED, { dialect = "auto" }) do
      local record = g.diagnostics[1]
      seen[#seen + 1] = { g.dialect, g.plies, record and record.code, record and record.column }
    end
    assert.same({
      { "pgn", 9 }, { "french", 20, "dialect_detected", 13 }, { "german", 20, "dialect_detected", 13 },
      { "pgn", 6, "bad_move", 34 },
    }, seen)
  end)

  it("reports the dialect as a repair", function()
    local g
    for game in chess.games_in(MIXED, { dialect = "auto" }) do
      g = game.dialect == "french" and game or g
    end
    local record = g.diagnostics[1]
    assert.equal("repair", record.severity)
    assert.equal("notation was detected automatically: french", record.message)
    assert.equal(1, #g.diagnostics)
  end)

  it("detects the dialect in any order of access", function()
    local function german(ask)
      local games = {}
      for g in chess.games_in(MIXED, { dialect = "auto" }) do
        games[#games + 1] = g
      end
      return ask(games[3])
    end
    assert.equal("german", german(function(g) return g.dialect end))
    assert.equal(20, german(function(g) return g.plies end))
    assert.is_nil(german(function(g) return g.rest end))
    assert.equal(20, german(function(g) return select(2, g.final:fen():gsub("%S+$", "")) and g.plies end))
    assert.equal("Nf3", german(function(g) return g.root[1][1][1].san end))
    assert.truthy(german(function(g) return g:export "uci" end):find("^e2e4 e7e5 g1f3"))
    assert.truthy(german(function(g) return g:movetext() end):find("10... Qd7", 1, true))
    assert.truthy(german(function(g) return g:movetext { dialect = "french" } end):find("10... Dd7", 1, true))
    assert.same({ true, 1 }, german(function(g) return { (g:check()), select(2, g:check()).total } end))
  end)

  it("is done in one pass of a reader", function()
    local folder <close> = require "spec.support.folder" ()
    folder:write("mixed.pgn", MIXED)
    for _, check in ipairs { true, false } do
      local reader <close> = assert(chess.open(folder:path "mixed.pgn", { dialect = "auto", check = check }))
      local plies = {}
      for g in function() return reader:read() end do
        plies[#plies + 1] = g.plies
      end
      assert.same({ 9, 20, 20, 6 }, plies)
      assert.equal(check and 55 or 0, reader.plies)
      assert.equal(check and 1 or 0, reader.errors)
    end
  end)

  -- Counts the calls of the detection until the test ends. Returns a function that returns their number.
  local function count_detections()
    local detect = require "lucena.notation.detect"
    local find, asked = detect.game_with_errors, 0
    finally(function() detect.game_with_errors = find end)
    function detect.game_with_errors(...)
      asked = asked + 1
      return find(...)
    end
    return function() return asked end
  end

  it("is not called for games in PGN, and once for each other game", function()
    local asked = count_detections()
    for g in chess.games_in(MIXED, { dialect = "auto" }) do
      assert.is_truthy(g.plies and g.root and g.diagnostics and g:movetext() and g:export "fen" and g.dialect)
    end
    assert.equal(3, asked())
  end)

  it("is called once for the annotated games of a file in one language", function()
    local asked = count_detections()
    local text = "1. e4 e5 2. Cf3 {(oui)} Cc6 (2... d6 {ou} 3. d4 (3. Fc4)) (2... Cf6) 3. Fb5 $1 a6 (3... Cf6)\n\n"
    for game in chess.games_in(text:rep(5), { dialect = "auto" }) do
      assert.same({ "french", 6 }, { game.dialect, game.plies })
    end
    assert.equal(1, asked())
  end)

  local SEED = 11
  it("gives each game of a file the same dialect as the game alone, seed " .. SEED, function()
    local games, texts = {}, {}
    for game in chess.games("spec/data/engine/engine.pgn") do
      games[#games + 1] = game
    end
    math.randomseed(SEED)
    for _, class in ipairs(require("lucena.notation.letters").classes()) do
      for i, style in ipairs { class.name, "lan:" .. class.name } do
        local dialect, odds = chess.dialect(style), i == 1 and 1 or 4
        for _ = 1, dialect and math.random(odds) == 1 and math.random(3) or 0 do
          local text = games[math.random(#games)]:pgn { dialect = style }
          -- A wrong move, a figurine, a sign that is skipped, variations, and the moves of another language in one.
          local kind = math.random(10)
          text = kind == 1 and text:gsub("( 8%.+ *)%S+", "%1Zz9", 1) or kind == 2 and text:gsub("( 8%.)", " ,%1", 1)
            or kind == 3 and text:gsub("( [78]%. )%a+([a-h][1-8])", "%1\u{265E}%2")
            or kind == 4 and text:gsub("( %d+%.)", " ({a)} -- (--) $3)%1", 6)
            or kind == 5 and text:gsub("( %d+%.)", " (Sf3 Cc6)%1", 1) or text
          texts[#texts + 1] = text
        end
      end
    end
    -- Without bishops, French may be Spanish: detection alone decides, and not the language of the game before.
    for _, class in ipairs(require("lucena.notation.letters").classes()) do
      texts[#texts + 1] = games[math.random(#games)]:pgn { dialect = class.name }
      texts[#texts + 1] = chess.game("1. d4 d5 2. Nf3 Nf6 3. Qd3 Qd6 4. Kd1 Rg8 *"):pgn { dialect = class.name }
    end
    local all, i, detected = table.concat(texts, "\n"), 0, 0
    for game in chess.games_in(all, { dialect = "auto" }) do
      i = i + 1
      local alone = chess.game(texts[i], { dialect = "auto" })
      assert.same({ alone.dialect, alone.plies }, { game.dialect, game.plies }, texts[i])
      detected = detected + (game.dialect and 1 or 0)
    end
    assert.equal(#texts, i)
    assert.is_true(detected > 60, detected)
  end)

  it("does not accept a dialect of functions", function()
    local detect = require "lucena.notation.detect"
    local find = detect.game_with_errors
    finally(function() detect.game_with_errors = find end)
    function detect.game_with_errors()
      return { name = "descriptive" }
    end
    local g = read("1. P-K4 P-K4 *", "auto")
    assert.equal("pgn", g.dialect)
    assert.equal("bad_move", g.diagnostics[1].code)
    assert.is_truthy(g.diagnostics[2].text:find("lucena translate --from descriptive reads it", 1, true))
  end)
end)

describe("a game that is not PGN", function()
  local FRENCH = "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 7. Fb3 d6 8. c3 O-O 9. h3 Cb8 *"

  -- Replaces the detection of dialects by answer(). Returns a list of the texts and positions with which it was called.
  local function with_guess(answer)
    local guess = require "lucena.notation.guess"
    local real, asked = guess.name, {}
    finally(function() guess.name = real end)
    function guess.name(text, start)
      asked[#asked + 1] = { text, start }
      return answer(text)
    end
    return asked
  end

  local function records(game)
    local list = {}
    for i, record in ipairs(game.diagnostics) do
      list[i] = record.code
    end
    return list
  end

  it("has a diagnostic with the dialect that reads it", function()
    local list = chess.game(FRENCH).diagnostics
    assert.same({ "bad_move", "other_dialect" }, { list[1].code, list[2].code })
    assert.equal("warning", list[2].severity)
    assert.same({ list[1].line, list[1].column }, { list[2].line, list[2].column })
    assert.equal('moves are in another notation: french; read it with --dialect french (dialect = "french" in Lua)',
      list[2].message)
  end)

  it("is not tested if it is readable, has no start position, or has other errors", function()
    local asked = with_guess(function() end)
    for _, text in ipairs { "1. e4 e5 *", "1. e4 ( *", "1. e4 (1. Cf3) *", '[FEN "x"]\n\n1. Cf3 *',
      '[Variant "Atomic"]\n\n1. Cf3 *', '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8 *' } do
      local _ = chess.game(text).diagnostics
    end
    assert.equal(0, #asked)
    assert.same({ "bad_move" }, records(read("1. e4 e5 2. Nf3 *", "french")))
    assert.equal(0, #asked)
  end)

  it("is tested with at most 64 KiB of movetext, and its start position", function()
    local asked = with_guess(function() end)
    local _ = chess.game('[White "x"]\n[FEN "4k3/8/8/8/8/8/8/4K2N w - - 0 1"]\n\n1. Cf2 *').diagnostics
    assert.equal("1. Cf2 *", asked[1][1]:match("^%s*(.*)$"))
    assert.equal("4k3/8/8/8/8/8/8/4K2N w - - 0 1", tostring(asked[1][2]))
    local _ = chess.game("1. Cf3 " .. ("{long} "):rep(20000) .. "*").diagnostics
    assert.equal(1 << 16, #asked[2][1])
  end)

  it("gets a diagnostic with the command that reads a descriptive notation", function()
    with_guess(function() return "descriptive" end)
    assert.equal("moves are in another notation: descriptive; lucena translate --from descriptive reads it",
      chess.game("1. P-K4 *").diagnostics[2].message)
  end)

  -- The offsets of games decide, so that a worker that reads a part of a file tests the same games.
  it("is tested by its offset: each in the first 64 KiB, then fewer and fewer", function()
    local asked = with_guess(function() end)
    local text, counts = ("1. e4 e5 2. Zz3 *" .. (" "):rep(238) .. "\n"):rep(2048), {}
    for g in chess.games_in(text) do
      local before = #asked
      assert.same({ "bad_move" }, records(g))
      local block = (g.offset >> 16) == 0 and 0 or math.floor(math.log(g.offset >> 16, 2)) + 1
      counts[block] = (counts[block] or 0) + #asked - before
    end
    assert.equal(256, counts[0])
    for block = 1, 3 do
      assert.is_true(math.abs(counts[block] - 128) < 40, counts[block])
    end
    local whole = #asked
    local folder <close> = require "spec.support.folder" ()
    folder:write("a.pgn", text)
    local reader <close> = assert(chess.open(folder:path "a.pgn", { check = true }))
    assert.equal(2048, reader:count())
    assert.equal(2 * whole, #asked)
  end)

  it("gets the same diagnostic after any other games", function()
    local guess, asked = require "lucena.notation.guess", 0
    local real = guess.name
    finally(function() guess.name = real end)
    function guess.name(...)
      asked = asked + 1
      return real(...)
    end
    local texts = { FRENCH,
      "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. d3 d6 6. De2 De7 7. Kf1 *", "1. e4 e5 2. Zz3 *",
      "1. e4 e5 2. Df3 Dh4 *", "1. e4 e5 2. Cf3 Cf6 *", "1. P-K4 P-K4 2. N-KB3 *" }
    local function hints(list)
      local out = {}
      for g in chess.games_in(table.concat(list, "\n\n")) do
        local record = g.diagnostics[2]
        out[#out + 1] = record and record.message or "none"
      end
      return out
    end
    local alone = {}
    for i, text in ipairs(texts) do
      alone[i] = hints({ text })[1]
    end
    assert.matches("french", alone[1])
    assert.matches("german", alone[2])
    for i, one in ipairs(texts) do
      for k, other in ipairs(texts) do
        assert.same({ alone[i], alone[k] }, hints { one, other }, one .. other)
      end
    end
    asked = 0
    hints { FRENCH, FRENCH, FRENCH, FRENCH }
    assert.equal(1, asked) -- a game whose letters prove the language is read in it at once
  end)
end)
