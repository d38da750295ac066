-- The spellings of results: every entry of the lexicon by every door that reads or writes results.

local chess = require("lucena")
local core = require("lucena.core")
local run = require("spec.support.run")

local ENTRIES = core.lexicon()

-- Return a game with a Result tag and a last word.
local function game_of(tag, word)
  return ('[Result "%s"]\n\n1. e4 e5 %s\n'):format(tag, word)
end

local function codes(game)
  local list = {}
  for _, record in ipairs(game.diagnostics) do
    list[#list + 1] = record.code
  end
  return table.concat(list, " ")
end

describe("each spelling of a result", function()
  it("is in the lexicon once", function()
    local seen = {}
    for _, entry in ipairs(ENTRIES) do
      assert.is_nil(seen[entry.text], entry.text)
      seen[entry.text] = true
      assert.equal(entry.result, core.read_result(entry.text))
    end
    assert.is_true(#ENTRIES >= 33)
  end)

  for _, entry in ipairs(ENTRIES) do
    it(("is the result at the end of a game with the same tag: %s"):format(entry.text), function()
      local game = assert(chess.game(game_of(entry.text, entry.text)))
      assert.equal(entry.result, game.result)
      assert.same({ 2, nil }, { game.plies, game.rest })
      assert.is_nil(codes(game):find("mismatch"), codes(game))
      assert.equal(entry.result, require("lucena.result").of(game))
      assert.is_true(chess.query.result(entry.result)(game))
      assert.is_true(chess.query.result(entry.text)(game))
    end)

    it(("is written so that it is read again: %s"):format(entry.text), function()
      local game = assert(chess.game(game_of(entry.text, entry.text)))
      local back = assert(chess.game(game:pgn()))
      assert.same({ entry.result, entry.text, 2 }, { back.result, back.tags.Result, back.plies })
      local json = assert(chess.from_json(game:json()))
      assert.same({ entry.result, entry.text, 2 }, { json.result, json.tags.Result, json.plies })
    end)

    it(("is written from the tag if the movetext has none: %s"):format(entry.text), function()
      local game = assert(chess.game(game_of(entry.text, "")))
      assert.is_truthy(game:pgn():find("\n1. e4 e5 " .. entry.result .. "\n", 1, true), game:pgn())
      assert.is_truthy(game:json():find(('"result":"%s"'):format(entry.result), 1, true))
    end)

    it(("can be assigned: %s"):format(entry.text), function()
      local game = assert(chess.game "1. e4 e5 *")
      game.result = entry.text
      assert.equal(entry.result, game.result)
      assert.equal(entry.result, require("lucena.result").of(game))
    end)
  end
end)

describe("a result that other text looks like", function()
  local CASTLING = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 "

  it("is castling without such a tag, with a warning", function()
    local game = assert(chess.game(CASTLING .. "0-0"))
    assert.same({ 7, nil }, { game.plies, game.result })
    assert.equal("no_result castling_or_result", codes(game))
  end)

  it("is castling if it is not the last word, or the tag has another result", function()
    for _, text in ipairs {
      '[Result "0-0"]\n\n' .. CASTLING .. "0-0 Nf6",
      '[Result "1-0"]\n\n' .. CASTLING .. "0-0",
    } do
      local game = assert(chess.game(text))
      assert.is_true(game.plies > 6, text)
      assert.is_nil(game.result)
    end
    assert.equal(8, assert(chess.game('[Result "0-0"]\n\n' .. CASTLING .. "0-0 Nf6 0-0")).plies)
  end)

  it("is the result before comments and escapes", function()
    for _, rest in ipairs { "{both late}", "; x\n{y}", "\n% z\n" } do
      local game = assert(chess.game('[Result "0-0"]\n\n' .. CASTLING .. "0-0 " .. rest))
      assert.same({ 6, "0-0" }, { game.plies, game.result }, rest)
    end
  end)

  it("is a sign and no result inside a game", function()
    local game = assert(chess.game '[Result "+/-"]\n\n1. e4 +/- e5 +/-')
    assert.same({ 2, "1-0", 16 }, { game.plies, game.result, game.root[1].nags[1] })
  end)

  it("is the result of a game without moves", function()
    assert.same({ 0, "0-0" }, { assert(chess.game '[Result "0-0"]\n\n0-0').plies,
      assert(chess.game '[Result "0-0"]\n\n0-0').result })
  end)

  it("is written as * where no Result tag is written", function()
    local game = assert(chess.game('[Result "0-0"]\n\n' .. CASTLING .. "0-0"))
    assert.is_truthy(game:movetext():find("Bc5 %*\n$"))
    assert.is_truthy(game:pgn { tags = { "White" } }:find("Bc5 %*\n$"))
  end)
end)

describe("dashes of results", function()
  it("may be of any kind, with blanks around them", function()
    for _, dash in ipairs { "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}" } do
      assert.equal("1-0", core.read_result("1" .. dash .. "0"))
      assert.equal("1/2-1/2", core.read_result(" ½ " .. dash .. " ½ "))
    end
    assert.is_nil(core.read_result "1-")
    assert.is_nil(core.read_result "1-00")
    assert.is_nil(core.read_result "")
  end)
end)

describe("the result after an unreadable move", function()
  it("is that of the tag", function()
    local game = assert(chess.game '[Result "0-1"]\n\n1. e4 e5 2. Kf5 Nf6')
    assert.is_truthy(game:pgn():find("0%-1\n$"), game:pgn())
    assert.equal(2, chess.game(game:pgn()).plies)
  end)
end)

describe("a star", function()
  it("is written without an invented number if it is no result", function()
    local game = assert(chess.game "1. e4 *foo e5 1-0")
    assert.is_nil(game:pgn():find("1*", 1, true), game:pgn())
    assert.equal(game:pgn(), chess.game(game:pgn()):pgn())
  end)
end)

describe("the result of a game with a Result tag and no marker", function()
  it("is that of the tag in lists and on pages", function()
    local text = '[White "A"]\n[Result "1/2"]\n\n1. e4 e5\n'
    local listed = run { "filter", "-q", "--list", "-e", "plies{max = 9}", stdin = text }
    assert.is_truthy(listed.out:find(" 1/2 ", 1, true), listed.out)
    assert.is_truthy(run({ "show", "-", stdin = text }).out:find("1/2-1/2", 1, true))
  end)
end)
