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

  it("is not called for games in PGN with a mistyped move, and once for each other game", function()
    local asked = count_detections()
    for g in chess.games_in(MIXED, { dialect = "auto" }) do
      assert.is_truthy(g.plies and g.root and g.diagnostics and g:movetext() and g:export "fen" and g.dialect)
    end
    assert.equal(2, asked())
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
end)

describe("a game that is not PGN", function()
  local FRENCH = "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. O-O Fe7 6. Te1 b5 7. Fb3 d6 8. c3 O-O 9. h3 Cb8 *"

  -- Each text with the notation in which it is read and the plies that are read.
  local RULE = {
    { "is read in its notation", FRENCH, "french", 18 },
    { "is read in its notation up to an error", (FRENCH:gsub("h3 Cb8", "h3 Cb2 10. Cg1")), "french", 17 },
    { "may be short", "1. e4 e5 2. Cf3 Cc6 *", "french", 4 },
    { "may have only pieces in figures", "1.5254 5755 2.7163 2836 *", "iccf", 4 },
    { "is PGN with one mistyped letter", "1. e4 e5 2. Cf3 *", "pgn", 2 },
    { "is PGN with one mistyped letter before moves of pawns", "1. e4 e5 2. Lc4 d6 3. d3 h6 4. h3 a6 5. a3 b6 *",
      "pgn", 2 },
    { "is PGN with captures that lack the file", "1. e4 d5 2. xd5 Qxd5 3. Nc3 Qa5 4. d4 xd4 *", "pgn", 2 },
    { "is PGN with captures that lack the rank", "1. e4 d5 2. exd Qxd5 3. Nc3 Qa5 *", "pgn", 2 },
    { "is PGN with a check sign that would decide",
      '[FEN "5rk1/4R2R/5r2/8/8/8/5PPP/6K1 w - - 0 1"]\n\n1. Rg7+ Kh8 *', "pgn", 0 },
    { "is PGN with a dash of a word processor", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0\u{2013}0 Nf6 *", "pgn", 8 },
    { "is PGN with figurines", "1. e4 e5 2. \u{2658}f3 \u{265E}c6 3. \u{2657}b5 a6 *", "pgn", 6 },
    { "is PGN if no other notation reads clearly more", "1. e4 e5 2. Nf3 Sc6 3. Bb5 Sf6 4. O-O Sxe4 *", "pgn", 3 },
    { "is PGN if no word has a foreign letter", "1. e4 e5 2. Re2 Re7 3. Rd3 Rd6 *", "pgn", 2 },
  }
  for _, row in ipairs(RULE) do
    local name, text, dialect, plies = table.unpack(row)
    it(name, function()
      local game, at_detect = read(text), chess.game(text, { dialect = "auto" })
      assert.same({ dialect, plies }, { game.dialect, game.plies })
      assert.same({ dialect, plies }, { at_detect.dialect, at_detect.plies })
      local reader <close> = chess.open({ text = text }, { check = true })
      assert.equal(plies, reader:read().plies)
      assert.equal(plies, reader.plies)
    end)
  end

  it("is PGN if nothing may be repaired, except with dialect = auto", function()
    for dialect, plies in pairs { pgn = 2, auto = 18, none = 2 } do
      dialect = dialect ~= "none" and dialect or nil
      assert.equal(plies, chess.game(FRENCH, { skip = false, dialect = dialect }).plies)
      assert.equal(plies, chess.open({ text = FRENCH }, { strict = true, dialect = dialect }):read().plies)
      assert.equal(plies, chess.open({ text = FRENCH }, { skip = false, dialect = dialect }):read().plies)
    end
  end)

  it("has a diagnostic with the dialect that would read it", function()
    local list = read(FRENCH, "pgn").diagnostics
    assert.same({ "bad_move", "other_dialect" }, { list[1].code, list[2].code })
    assert.equal("warning", list[2].severity)
    assert.same({ list[1].line, list[1].column }, { list[2].line, list[2].column })
    assert.equal('moves are in another notation: french; read it with --dialect french (dialect = "french" in Lua)',
      list[2].message)
  end)

  -- Replaces the detection of dialects by answer(). Returns a list of the texts and positions with which it was called.
  local function with_detection(answer)
    local detect = require "lucena.notation.detect"
    local real, asked = detect.game_with_errors, {}
    finally(function() detect.game_with_errors = real end)
    function detect.game_with_errors(text, start, plies)
      asked[#asked + 1] = { text, start, plies }
      return answer and answer(text)
    end
    return asked
  end

  it("is not tested if it is readable, has no start position, or has other errors", function()
    local asked = with_detection()
    for _, text in ipairs { "1. e4 e5 *", "1. e4 ( *", "1. e4 (1. Cf3 Cf6) *", '[FEN "x"]\n\n1. Cf3 Cf6 *',
      '[Variant "Atomic"]\n\n1. Cf3 Cf6 *', '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8 Cf6 Cf3 *' } do
      local _ = chess.game(text).diagnostics
    end
    assert.equal(0, #asked)
    assert.equal("bad_move", read("1. e4 e5 2. Nf3 Zz9 Zz9 *", "french").diagnostics[1].code)
    assert.equal(0, #asked)
  end)

  it("is tested with its start position and the plies that PGN reads", function()
    local asked = with_detection()
    local game = chess.game('[White "x"]\n[FEN "4k3/8/8/8/8/8/8/4K2N w - - 0 1"]\n\n1. Kd1 Cf2 2. Cf3 *')
    assert.equal(1, game.plies)
    assert.equal("1. Kd1 Cf2 2. Cf3 *", asked[1][1]:match("^%s*(.*)$"))
    assert.equal("4k3/8/8/8/8/8/8/4K2N w - - 0 1", tostring(asked[1][2]))
    assert.equal(1, asked[1][3])
    assert.equal(1, #asked)
  end)

  it("gets a diagnostic with the command that reads a descriptive notation", function()
    for _, dialect in ipairs { "auto", "pgn" } do
      assert.equal("moves are in another notation: descriptive; lucena translate --from descriptive reads it",
        read("1. P-K4 P-K4 2. N-KB3 *", dialect).diagnostics[2].message)
    end
  end)
end)
