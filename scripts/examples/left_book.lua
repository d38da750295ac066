-- For a coach: the moves with which games first leave the prepared lines, and the moves that were prepared instead.
-- Usage: lucena filter scripts/examples/left_book.lua games.pgn
-- To get the games if mine.pgn has the prepared lines: lucena filter repertoire --lines mine.pgn games.pgn

local chess = require "lucena"
local tally = require("lucena.tally")

local LINES = [[
1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6 3. d4) 3. d4) 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O) 4. Ba4 *]]

-- The prepared moves of each position: prepared[key] = { move = true }, and their names.
local prepared, names = {}, {}
assert(chess.game(LINES)):walk(function(node)
  local key = node.parent.position.key
  prepared[key] = prepared[key] or {}
  prepared[key][node.move] = true
  names[key] = (names[key] and names[key] .. " or " or "") .. node.san
end)

local function leave(game)
  for node in game:mainline() do
    local moves = prepared[node.parent.position.key]
    if not moves or not moves[node.move] then
      return moves and node
    end
  end
end

return {
  each = function(game, state)
    local node = leave(game)
    if node then
      local before = node.parent.position
      local text = ("%d%s%s\tnot %s"):format(before.fullmove_number, before.turn == "white" and "." or "...", node.san,
        names[before.key])
      tally.merge(state, { [text] = 1 })
    end
  end,
  finish = function(state)
    local rows = {}
    for i, text in ipairs(tally.ranked(state)) do
      rows[i] = { state[text], text }
    end
    return rows
  end,
}
