-- The property of ctest/fuzz_translate.c. The first two bytes of the input choose the dialects from and to which a
-- game is translated. The rest is its text. core.translated() must refuse this text and parts of it, or write the text,
-- moves and repairs of lucena.notation.walk.

local chess = require("lucena")
local core = require("lucena.core")
local walk = require("lucena.notation.walk")

local NAMES = { "pgn", "english", "french", "lan", "fide:german", "uci", "figurine", "iccf", "russian", "smith" }

local DIALECTS = {}
for i, name in ipairs(NAMES) do
  DIALECTS[i] = chess.dialect(name)
end

local function is_true(holds, words)
  if not holds then
    error(words, 2)
  end
end

local function is_same_table(one, other)
  for name, value in pairs(one) do
    is_true(other[name] == value, name)
  end
end

local function check(text, first, last, start, from, to)
  local out, moves, repairs = core.translated(text, first, last, start, from, to)
  if not out then
    return
  end
  local slow = walk.walk { text = text, first = first, last = last, start = start, from = from, to = to }
  is_true(#slow.left == 0, "the walk left a word")
  is_true(slow.text == out, "the walk writes another text")
  is_true(slow.moves == moves, "the walk reads another number of moves")
  is_same_table(repairs, slow.repairs)
  is_same_table(slow.repairs, repairs)
end

return function(input)
  local one, other = input:byte(1, 2)
  if not other then
    return
  end
  local from, to, text = DIALECTS[one % #NAMES + 1], DIALECTS[other % #NAMES + 1], input:sub(3)
  local game = chess.game(text)
  local start = game and game.start
  if start then
    check(text, 1, #text, start, from, to)
    check(text, (text:find("\n", 1, true) or 0) + 1, #text, start, from, to) -- a game begins a line
    check(text, 1, #text // 2, start, from, to)
  end
end
