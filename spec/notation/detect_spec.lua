-- Detection of dialects: each language is found by its moves, no language is mistaken for another language, and an
-- unknown alphabet gives no result.

local chess = require "lucena"
local detect = require "lucena.notation.detect"
local letters = require "lucena.notation.letters"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local FRENCH = require "spec.support.french_game"
local SEED = tonumber(os.getenv("LUCENA_SEED")) or 1992

-- The moves of a game in a dialect, without signs of check.
local function write(game, dialect)
  local words = {}
  for node in game:mainline() do
    if node.ply > 0 then
      words[#words + 1] = assert(dialect:write(node.parent.position, node.move)):gsub("[+#]+$", "")
    end
  end
  return words
end

-- The first moves of a game in UCI notation.
local function moves_of(game, count)
  local moves = {}
  for node in game:mainline() do
    moves[node.ply] = node.ply <= count and tostring(node.move) or nil
  end
  return moves
end

local function contains(list, name)
  for _, one in ipairs(list) do
    if one == name then
      return true
    end
  end
  return false
end

-- Up to `count` games of at least 20 plies from a file. Each game is chosen with a chance of 1 in `odds`.
local function draw(path, count, odds)
  local games = {}
  math.randomseed(SEED)
  for game in chess.games(path) do
    if game.plies >= 20 and math.random(odds) == 1 then
      games[#games + 1] = game
      if #games == count then
        break
      end
    end
  end
  return games
end

-- Detects the dialect of games in each class of alphabets (languages with the same letters): one of `each` games per
-- class, other games for other classes. A wrong result is an error. Returns the percentage of games with a result, and
-- the median of the plies that detection needed.
local function detect_all(games, each)
  local decided, all, plies = 0, 0, {}
  for number, class in ipairs(letters.classes()) do
    local dialect = assert(chess.dialect(class.name))
    for i = 1 + number % each, #games, each do
      local game = games[i]
      local words = write(game, dialect)
      local result, err, code = detect.words(words, game.start, { is_brief = i % 2 == 0 })
      all = all + 1
      if result then
        assert.is_true(result.name == class.name or contains(result.same, class.name),
          ("%s for %s: %s"):format(result.name, class.name, table.concat(words, " ")))
        decided, plies[#plies + 1] = decided + 1, i % 2 == 1 and result.plies or nil
      else
        assert.equal("unclear_dialect", code, err)
      end
    end
  end
  table.sort(plies)
  return decided / all * 100, plies[#plies // 2 + 1]
end

-- A dialect with five random letters. No known alphabet has these letters in this order.
local function made_up()
  local known = {}
  for _, class in ipairs(letters.classes()) do
    known[class.row.key] = true
  end
  local pieces, used, key
  repeat
    pieces, used, key = {}, {}, {}
    for i, piece in ipairs { "K", "Q", "R", "B", "N" } do
      local letter
      repeat
        letter = string.char(math.random(65, 90))
      until not used[letter] and letter ~= "O"
      used[letter], pieces[piece], key[i] = true, letter, letter .. "/" .. letter
    end
  until not known[table.concat(key, " ")]
  return assert(chess.dialect { extend = "pgn", name = "made-up", pieces = pieces })
end

local function count_found_in_made_up(games)
  math.randomseed(SEED)
  local found = 0
  for i, game in ipairs(games) do
    local result, _, code = detect.words(write(game, made_up()), game.start, { is_brief = i % 2 == 0 })
    found = found + ((result or code ~= "no_dialect") and 1 or 0)
  end
  return found
end

describe("the French game", function()
  it("is detected as French or Occitan only", function()
    local result = assert(chess.detect(FRENCH))
    assert.equal("french", result.name)
    assert.same({ "occitan" }, result.same)
    assert.equal(5, result.plies)
    assert.same({ name = "interlingua", plies = 4, at = "Fb5" }, result.runner_up)
    assert.equal(#letters.classes() - 1, #result.failures)
    assert.same({ name = "interlingua", ply = 5, token = "Fb5" }, result.failures[1])
    for i = 2, #result.failures do
      assert.is_true(result.failures[i].ply <= result.failures[i - 1].ply)
    end
  end)

  it("is also found by the fast detection", function()
    assert.equal("french", detect.game(FRENCH).name)
    assert.equal("french", detect.game_with_errors(FRENCH).name)
  end)

  it("is detected with comments and variations in other languages", function()
    local text = FRENCH:gsub("2%. Cf3", "2. Cf3 {Sf3 Zz9} (2. Lc4 Sf6) ; Nf3\n")
    assert.equal("french", chess.detect(text).name)
  end)
end)

describe("detection finds", function()
  -- dialect of the text -> expected name
  local STYLES = {
    ["fide:german"] = "fide:german", ["lan:spanish"] = "lan:spanish", ["ran:polish"] = "ran:polish",
    ["old-german"] = "old-german", primer = "primer",
    figurine = "figurine", ["figurine-black"] = "figurine-black", english = "english",
    iccf = "iccf", uci = "uci", smith = "smith", descriptive = "descriptive",
    ["descriptive:french"] = "descriptive:french", gringmuth = "gringmuth",
  }
  -- The game contains castling, captures, a promotion and checks.
  local GAME = "1. e4 d5 2. exd5 c6 3. Nf3 cxd5 4. Bb5+ Bd7 5. O-O Nf6 6. Re1 e6 7. Bxd7+ Qxd7 8. d4 Bd6 9. Ne5 Qc7"
    .. " 10. Nc3 a6 11. Bg5 Nbd7 12. Bxf6 Nxf6 13. Qf3 O-O 14. Rad1 Rac8 15. h4 b5 16. h5 h6 17. g4 b4 18. Na4 *"
  for name, expected in pairs(STYLES) do
    it(name, function()
      local text = assert(chess.translate(GAME, { from = "pgn", to = name }))
      local result = assert(chess.detect(text))
      assert.equal(expected, result.name)
    end)
  end

  it("the language of the player's country among those with the same letters", function()
    local text = '[Site "Aarhus DEN"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5 7. Lb3 *'
    local result = assert(chess.detect(text))
    assert.equal("danish", result.name)
    assert.is_true(contains(result.same, "german") and not contains(result.same, "danish"))
    assert.equal("german", chess.detect((text:gsub("%[.-%]", ""))).name)
  end)

  it("the notation at the start position of the FEN tag", function()
    local text = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/R3K2C w - - 0 1"]\n\n*'
    assert.equal("no_dialect", select(3, chess.detect(text)))
    text = '[SetUp "1"]\n[FEN "r3k3/8/8/8/8/5n2/8/B3K2Q w - - 0 1"]\n\n1. Rf2 Td8 2. Fd4 Cxd4 3. Dh8+ *'
    assert.equal("french", chess.detect(text).name)
    local start = chess.position "r3k3/8/8/8/8/5n2/8/B3K2Q w - - 0 1"
    assert.equal("french", chess.detect("1. Rf2 Td8 2. Fd4 Cxd4 3. Dh8+", { start = start }).name)
  end)

  it("the notation of the first game whose moves determine one", function()
    assert.equal("french", chess.detect("1. e4 e5 1-0\n\n" .. FRENCH).name)
  end)
end)

describe("detection does not decide", function()
  it("if several languages fit", function()
    local result, err, code = chess.detect "e4 e5"
    assert.is_nil(result)
    assert.equal("unclear_dialect", code)
    assert.is_truthy(err:find("^the moves do not tell the language, it may be english, german, french, spanish,"), err)
  end)

  it("if no language fits", function()
    local result, err, code = chess.detect "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. Zg9"
    assert.same({ nil, "no dialect reads the game: french reads 8 moves, and not Zg9", "no_dialect" },
      { result, err, code })
    assert.is_nil(detect.game_with_errors "1. e4 e5 2. Zg9")
  end)

  it("a text without moves", function()
    assert.same({ nil, "there are no moves", "no_dialect" }, { chess.detect "" })
    assert.same({ nil, "there are no moves", "no_dialect" }, { chess.detect '[Event "x"]\n\n{e4} *' })
  end)

  it("without a text", function()
    assert.has_error(function() chess.detect() end, "bad argument #1 to 'detect' (string expected, got nil)")
    assert.has_error(function() chess.detect("", { x = 1 }) end, "bad argument #2 to 'detect' (unknown option 'x')")
  end)
end)

describe("the games of the sample", function()
  local games
  setup(function()
    games = draw("spec/data/engine/engine.pgn", 8, 12)
  end)

  it(("are detected in every alphabet, seed %d"):format(SEED), function()
    local percent = detect_all(games, 1)
    assert.is_true(percent >= 97, ("%.1f %%"):format(percent))
  end)

  -- A wrong move at a random place after the tenth ply. The text ends four plies after it or with the game.
  local function with_error(words)
    local at = math.random(11, #words)
    local before = table.concat(words, " ", 1, at - 1)
    return before .. " " .. words[at]:gsub("[a-h][1-8]", "%0%0", 1) .. " " .. table.concat(words, " ", at), before, at
  end

  it(("are detected in every alphabet if one move is wrong, or not at all, seed %d"):format(SEED), function()
    math.randomseed(SEED)
    local decided, all, in_english = 0, 0, 0
    for _, class in ipairs(letters.classes()) do
      local dialect = assert(chess.dialect(class.name))
      for _, game in ipairs(games) do
        local text, before, at = with_error(write(game, dialect))
        local result = detect.game_with_errors(text, game.start)
        if result then
          -- The same moves, if not the same language: without queen moves, Russian may be Ukrainian.
          local tags = ('[SetUp "1"]\n[FEN "%s"]\n\n'):format(game.start:fen())
          local read = chess.game(tags .. before .. " *", { dialect = result.name })
          assert.same(moves_of(game, at - 1), moves_of(read, at - 1), result.name .. " for " .. class.name)
          in_english = in_english + (class.name == "english" and 1 or 0)
          decided = decided + 1
        end
        all = all + 1
      end
    end
    assert.equal(0, in_english)
    assert.is_true(decided >= 0.8 * all, ("%d of %d"):format(decided, all))
  end)

  it(("are not detected in random alphabets, seed %d"):format(SEED), function()
    assert.equal(8, #games)
    assert.equal(0, count_found_in_made_up(games))
  end)
end)

describe("200 games played over the board", function()
  local games
  local function load()
    games = games or draw(need.data("throughput/otb.pgn.zst"), 200, 60)
    return games
  end

  it(("are detected in every alphabet: 97 %% or more, no errors, median at most 8 plies; seed %d"):format(SEED),
    function()
      local percent, median = detect_all(load(), os.getenv("LUCENA_LONG") == "1" and 1 or 3)
      assert.equal(200, #games)
      assert.is_true(percent >= 97, ("%.1f %%"):format(percent))
      assert.is_true(median <= 8, median)
    end)

  it(("are not detected in 50 random alphabets, seed %d"):format(SEED), function()
    assert.equal(0, count_found_in_made_up(table.move(load(), 1, 50, 1, {})))
  end)
end)

describe("detection is quick, and prints nothing,", function()
  for what, text in pairs {
    ["of a megabyte in one word"] = ("a"):rep(1000000), ["of a million braces"] = ("{"):rep(1000000),
    ["of very many moves"] = ("Cf3 "):rep(200000), ["of brackets"] = ("(e4"):rep(300000),
  } do
    it(what, function()
      local before = os.clock()
      assert.is_nil(detect.game_with_errors(text))
      assert.is_true(os.clock() - before < 2)
    end)
  end
end)

describe("the fast detection of a game that no dialect reads", function()
  local COUNT = [[
    local core = require "lucena.core"
    local count, make = 0, core.dialect
    function core.dialect(...)
      count = count + 1
      return make(...)
    end
    local result, _, code = require("lucena.notation.detect").game(arg[1])
    print(result == nil, code, count <= tonumber(arg[2]), count)]]

  -- There are about a thousand combinations of a style and an alphabet.
  for movetext, most in pairs {
    ["1. e4 e5 2. Ke3 Nc6 3. Nf3 Qh4 4. Rg1 Bc5 *"] = 60, ["1. e4 e5 2. Nf3 nonsense 3. Bc4 *"] = 60,
  } do
    it("makes few dialects: " .. movetext, function()
      local folder <close> = new_folder()
      local r = run { folder:write("count.lua", COUNT), movetext, most }
      assert.equal("true\tno_dialect\ttrue", r.out:match("^%S+\t%S+\t%S+"), r.out .. r.err)
    end)
  end

  it("finds the same as the detection with all alphabets", function()
    local game = chess.game "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *"
    for _, style in ipairs { "lan", "minimal", "ran", "halg", "elalg", "xolalg" } do
      for _, alphabet in ipairs { "english", "german", "polish", "russian" } do
        local text = game:movetext { dialect = style .. ":" .. alphabet, width = 0 }
        local expected = chess.detect(text)
        assert.equal(expected and expected.name, (detect.game(text) or {}).name, text)
      end
    end
  end)
end)

describe("an English game with an illegal move", function()
  local LOADED = [[
    local chess = require "lucena"
    local game = chess.game(arg[1], {dialect = arg[2]})
    print(#game.diagnostics, package.loaded["lucena.notation.detect"] ~= nil)]]

  local function loads(movetext, dialect)
    local folder <close> = new_folder()
    local r = run { folder:write("loaded.lua", LOADED), movetext, dialect }
    return r.out:match "^[1-9]%d*\t(%a+)" or r.out .. r.err
  end

  it("loads no dialect", function()
    local text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Kd5 {Sf3} (3... Sf6) 4. O-O! a1=Q+ *"
    assert.equal("false", loads(text, "pgn"))
    assert.equal("false", loads(text, "auto"))
  end)

  it("loads no dialect if fewer than two words have foreign letters", function()
    for _, words in ipairs {
      "e4 e5 Sf3 Nc6 Bb5 Ke5", "e4 e5 Nf3 Nc6 Bb5 Kd5 0-0", "e4 e5 Nf3 Nc6 Bb5 Kd5 Ng1-f3", "e4 e5 Nf3 Nc6 Bb5 Kd5 Nf",
      "e4 e5 Nf3 Nc6 Nb5", "e4 e5 Bf4", "e4 e5 Nf3 Nc6 Bb5 Kd5 e8Q", "e4 d5 xd5 Qxd5 xd4", "e4 e5 Zz9",
    } do
      assert.equal("false", loads(words .. " *"), words)
    end
  end)

  it("loads no dialect after pieces of an English game", function()
    assert.equal("false", loads("e4 e5 Nf3 Nc6 Bb5 time forfeit *"))
    assert.equal("false", loads("e4 e5 Sf3 Nc6 Bb5 Sf6 *"))
    assert.equal("false", loads("e4 e5 nf3 nc6 Nc3 Bb4 *"))
  end)

  it("loads dialects if two words have foreign letters, and the others are not English", function()
    for _, words in ipairs {
      "e4 e5 Sf3 Sc6", "e4 e5 Sf3 Nc6 Sc3 d6 a3 a6 a4 Bb4", "Nb1-c3 Nb8-c6 Nc3-d5 Nc6xPd5 e7xNd5",
    } do
      assert.equal("true", loads(words .. " *"), words)
    end
  end)

  local STYLES = { "pgn", "pgn", "fide", "lan", "minimal", "ran:english", "elalg", "xlalg", "french", "russian", "uci" }
  local WRONG = { "Kh5", "Nd5", "Bb5", "Qh4", "e4", "Rd1", "Nbd2", "O-O", "exd5", "Sf3", "Nxx", "e8=Q", "Kt3" }

  -- Return a game's moves in a style, a few of them replaced by other words.
  local function damaged(game, style)
    local dialect, words = chess.dialect(style), {}
    for node in game:mainline() do
      words[#words + 1] = math.random(40) == 1 and WRONG[math.random(#WRONG)]
        or dialect:write(node.parent.position, node.move)
    end
    return table.concat(words, " ") .. " *"
  end

  it("is read as detection in all dialects reads it", function()
    local seed = os.time()
    math.randomseed(seed)
    local count = 0
    for game in chess.games "spec/data/sample/sample.pgn" do
      if game.start == chess.position() and game.plies > 20 and count < 60 then
        count = count + 1
        for _, style in ipairs(STYLES) do
          local text = damaged(game, style)
          local whole = "[Round \"1\"]\n\n" .. text
          local read = assert(chess.game(whole))
          if #read.diagnostics > 0 and read.diagnostics[1].severity == "error" then
            local found = detect.game_with_errors(text, nil, chess.game(whole, { dialect = "pgn" }).plies)
            assert.equal(found and found.name or "pgn", read.dialect, ("seed %d: %s"):format(seed, text))
          end
        end
      end
    end
    assert.equal(60, count)
  end)
end)
