--- Explains how the decoder reads a line of a text: the words of its best path with their moves and costs, and the
-- cheapest rival, a path with another move.
-- Cost: that of the decoder, and one pass over the pieces.
-- @module lucena.text.decoder.explain

local decoder = require("lucena.text.decoder")

local M = {}

local function move_text(node)
  local san = node.prev.position:san(node.move) -- results: it is legal
  return ("%d%s %s"):format((node.ply + 1) // 2, node.ply % 2 == 1 and "." or "...", san)
end

-- Return the nodes of an answer by the offsets of their words, those of the game first.
local function nodes_of(answer)
  local by_offset = {}
  local function add(node, kind)
    while node.prev do
      by_offset[node.first] = by_offset[node.first] or { node = node, kind = kind }
      node = node.prev
    end
  end
  add(answer.tip, "game")
  for _, tip in ipairs(answer.lines) do
    add(tip, "variation")
  end
  return by_offset
end

-- Return the cheapest rival whose first other move is printed between two offsets: its cost, and both moves.
local function rival_of(answer, first, last)
  local best
  for _, other in ipairs(answer.others) do
    local at = decoder.node_at(answer.tip, other.ply + 1)
    if at and at.first >= first and at.first <= last and (not best or other.difference < best.difference) then
      best = { difference = other.difference, own = at, other = decoder.node_at(other.tip, other.ply + 1) }
    end
  end
  return best
end

-- Return the lines about one game.
local function game_lines(answer, folded, first, last)
  local out, by_offset = { ("best path: cost %.1f"):format(answer.cost) }, nodes_of(answer)
  local lost = {}
  for _, piece in ipairs(answer.lost) do
    lost[piece] = true
  end
  for _, piece in ipairs(answer.pieces) do
    local found = by_offset[piece.first]
    if piece.first >= first and piece.first <= last and (found or lost[piece]) then
      local text = folded:sub(piece.first, found and found.node.last or piece.last):gsub("\1", ""):gsub("%s+", " ")
      out[#out + 1] = found and ("  %s: %s, %s, cost %.1f"):format(text, found.kind, move_text(found.node),
        found.node.cost) or ("  %s: not read"):format(text)
    end
  end
  local rival = rival_of(answer, first, last)
  out[#out + 1] = rival and ("rival: %s in place of %s, cost %.1f more"):format(move_text(rival.other),
    move_text(rival.own), rival.difference) or "rival: none"
  return out
end

--- Return the explanation of the bytes from `first` to `last`, as lines; nil if they are in no game of the decoder.
---@param folded string of lucena.text.fold
---@param start lucena.Position
---@param forced table<integer, table> of lucena.text.corrections
---@param first integer
---@param last integer
---@return string[]?
function M.lines(folded, start, forced, first, last)
  for _, answer in ipairs(decoder.games(folded, start, forced)) do
    local pieces = answer.pieces
    if pieces[1].first <= last and pieces[#pieces].last >= first then
      return game_lines(answer, folded, first, last)
    end
  end
end

return M
