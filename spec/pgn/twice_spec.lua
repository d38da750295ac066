-- A game that is written, read and written again has the same bytes. All short sequences of these texts are tested, at
-- several places of a game.

local chess = require "lucena"
local tree = require "spec.support.tree"

local TEXTS = {
  "d2", "(", ")", "{", "}", ";", "\n", "*", "1-0", "1/2", "[", "e4", "$", " ", "1.", "\r", "%", "<", "x", "N",
}
local MORE = {
  "Ke3", "{a}", "1/2-1/", " D", " ", "\n\n", "(1. d4", "1-0", "[x", "+0.3", '\n[Event "', "e5*", "!", "\u{2026}", "<<",
  "+-", "0-0", "2",
}
local PLACES = { "", "1. e4 ", '[White "A"]\n\n1. ', '[FEN "x"]\n\n', "1. e4 e5 2. d2 ", "1. e4 e5 (1... c5 ",
  '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n' }

-- The result and the rest of a game are the same whether or not its tree has been read.
local function check_facts(text)
  local plain, whole = chess.game(text), chess.game(text)
  local _ = whole.root
  assert.equal(plain.result, whole.result, text)
  assert.equal(plain.rest, whole.rest, text)
end

-- Returns 1 if the text is one game.
local function check(text)
  local game = chess.game(text)
  if not game then
    return 0
  end
  check_facts(text)
  local once = assert(game:pgn())
  assert.equal(once, assert(chess.game(once)):pgn(), text)
  return 1
end

-- Calls `f` with each sequence of `length` texts.
local function each(texts, length, f, before)
  if length == 0 then
    return f(before or "")
  end
  for _, text in ipairs(texts) do
    each(texts, length - 1, f, (before or "") .. text)
  end
end

describe("a game that is written twice is the same", function()
  for _, place in ipairs(PLACES) do
    it(("after %q"):format(place), function()
      local games = 0
      for _, texts in ipairs { TEXTS, MORE } do
        for length = 1, 3 do
          each(texts, length, function(text) games = games + check(place .. text) end)
        end
      end
      assert.is_true(games > 4000, games)
    end)
  end
end)

describe("a game in JSON is written as the same PGN", function()
  for _, place in ipairs(PLACES) do
    it(("after %q"):format(place), function()
      local function check_json(text)
        local game = chess.game(place .. text)
        if game and not text:find "%(.*%(" then -- in JSON, a variation inside another one may be beside it
          local back, err = chess.from_json(game:json())
          assert(back, ("%s: %q"):format(err, text))
          assert.equal(game:pgn { nags = false }, back:pgn { nags = false }, place .. text)
          assert.same(tree.shape(game, true), tree.shape(back, true), place .. text) -- NAGs before comments
        end
      end
      each(TEXTS, 2, check_json)
      each(MORE, 2, check_json)
    end)
  end
end)
