--- Plays the words of a game in one dialect, as far as the dialect reads them: the test that detection
-- (lucena.notation.detect) makes with one dialect after another. A dialect without hooks plays the whole list in one
-- call of the core. A dialect with hooks is asked word by word, because its moves may have blanks.
-- @module lucena.notation.attempt

local core = require("lucena.core")
local tokens = require("lucena.notation.tokens")

local M = {}

-- Repairs that do not indicate a style: check signs are often missing in any style.
local NEUTRAL = { check_sign = true }

-- Play the moves of a game, as a dialect reads them. Returns the number of words that were read, the number of repairs,
-- and the number of moves with figurines instead of letters.
local function replay(dialect, game)
  local count, repairs = dialect:replay(game.board, game.plain)
  local total = 0
  for name, times in pairs(repairs) do
    total = NEUTRAL[name] and total or total + times
  end
  return game.places and game.places[count + 1] - 1 or count, total, repairs.piece_glyph or 0
end

-- The maximum number of words in a move. In dialects with hooks, moves may contain blanks ("P pr PD"). A move ends
-- after the fewest words that form a move.
local MOST_WORDS = 4

-- A cache: for each dialect, the beginnings of games that it cannot read, from the initial position. Many games begin
-- with the same moves, and reading with hooks is slow.
local unreadable, unreadable_size = {}, 0
local MOST_UNREADABLE = 4096

local function is_unreadable(dialect, game, beginning)
  return game.is_usual and unreadable[dialect] ~= nil and unreadable[dialect][beginning] == true
end

local function note_unreadable(dialect, game, beginning)
  if not game.is_usual then
    return
  elseif unreadable_size == MOST_UNREADABLE then
    unreadable, unreadable_size = {}, 0
  end
  unreadable[dialect] = unreadable[dialect] or {}
  unreadable[dialect][beginning], unreadable_size = true, unreadable_size + 1
end

local function play_words(dialect, game)
  local board, words, at, total = game.board, game.words, 1, 0
  while at <= #words do
    local move, repairs, size
    for count = 1, math.min(MOST_WORDS, #words - at + 1) do
      move, repairs = dialect:read(board, table.concat(words, " ", at, at + count - 1))
      size = count
      if move then
        break
      end
    end
    if not move then
      return at - 1, total, 0
    end
    total, at = total + #repairs, at + size
    board:play(move)
  end
  return #words, total, 0
end

-- The same as replay(), for a dialect with hooks.
local function replay_words(dialect, game)
  local beginning = table.concat(game.words, " ", 1, math.min(MOST_WORDS, #game.words))
  if is_unreadable(dialect, game, beginning) then
    return 0, 0, 0
  end
  local read, repairs, glyphs = play_words(dialect, game)
  game.board:reset(game.start)
  if read == 0 then
    note_unreadable(dialect, game, beginning)
  end
  return read, repairs, glyphs
end

local INITIAL = core.position()

--- Return a game for M.play: {words, start, is_usual, board, plain, places}. `is_usual`: it begins in the
-- initial position. `plain` are the words without signs that look like letters. If there are such signs, `places` has
-- the index in `words` of each word of `plain`, and #words + 1 at the end.
---@param words string[]
---@param start? lucena.Position the start position, default the initial position
---@return table game
function M.game(words, start)
  local plain, places = {}, {}
  for i, word in ipairs(words) do
    if not tokens.is_letter_sign(word) then
      plain[#plain + 1], places[#plain + 1] = word, i
    end
  end
  places[#plain + 1] = #words + 1
  local board = core.board(start)
  return {
    words = words, start = start, is_usual = not start or start == INITIAL, board = board, plain = plain,
    places = #plain < #words and places or nil,
  }
end

--- Play a game in a dialect. Its board is at the start position before and after it.
---@param dialect Dialect
---@param game table as returned by M.game
---@return integer read the number of words that were read
---@return integer repairs
---@return integer glyphs the number of moves with figurines instead of letters
function M.play(dialect, game)
  return (dialect.has_hooks and replay_words or replay)(dialect, game)
end

return M
