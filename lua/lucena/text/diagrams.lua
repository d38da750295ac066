--- The positions of boards that a text shows. A drawing shows neither the side to move nor castling rights. The side
-- to move is that of the first move played from the board, or the side that the caption names. Castling is allowed if
-- king and rook are on their original squares, as in problems (Codex for Chess Composition, article 16).
-- @module lucena.text.diagrams

local core = require("lucena.core")
local line = require("lucena.text.line")

local M = {}

-- The king, the rook and the letter of each castling right, by rank (1: White, 8: Black) and columns of the rank.
local RIGHTS = { { 1, "K", 8, "R", "K" }, { 1, "K", 1, "R", "Q" }, { 8, "k", 8, "r", "k" }, { 8, "k", 1, "r", "q" } }

local function rights_of(placement)
  local ranks = {}
  for rank in placement:gmatch("[^/]+") do
    ranks[#ranks + 1] = rank:gsub("%d", function(digit) return ("."):rep(tonumber(digit)) end)
  end
  local rights = ""
  for _, row in ipairs(RIGHTS) do
    local rank = ranks[9 - row[1]] or ""
    if rank:sub(5, 5) == row[2] and rank:sub(row[3], row[3]) == row[4] then
      rights = rights .. row[5]
    end
  end
  return rights ~= "" and rights or "-"
end

-- Return the position of a board after a number of plies, or false if it is not legal.
local function position_of(board, ply)
  local known = board.positions or {}
  board.positions = known
  if known[ply] == nil then
    local fen = ("%s %s %s - 0 %d"):format(board.placement, ply % 2 == 0 and "w" or "b", rights_of(board.placement),
      ply // 2 + 1)
    known[ply] = core.position(fen) or false
  end
  return known[ply]
end

--- Return a root for a game that starts from a board.
---@param board table of lucena.text.boards
---@param ply integer the ply of the last move before the position
---@return table? root nil if the position is not legal, or the caption names the other side
function M.root(board, ply)
  local turn = ply % 2 == 0 and "white" or "black"
  local position = (board.turn or turn) == turn and position_of(board, ply)
  return position and line.root(position, ply) or nil
end

-- Return whether a state has the pieces of a board.
local function has_pieces(state, board)
  return state.position:fen():match("^%S+") == board.placement
end

--- Return the states of a node that have the pieces of a board.
---@param node table
---@param board table
---@return table[]
function M.states(node, board)
  local kept = {}
  for _, state in ipairs(node.states) do
    kept[#kept + 1] = has_pieces(state, board) and state or nil
  end
  return kept
end

local FARTHEST = 40 -- plies before the latest move that a board may show

--- If a board shows a position of a line, return its node, without the states that have other pieces. Its
-- `board` is set if there were such states.
---@param node table? the end of the line
---@param board table
---@return table? node
function M.shown(node, board)
  local count = 0
  while node and count < FARTHEST do
    local kept = M.states(node, board)
    if #kept > 0 then
      if #kept < #node.states and #node.children == 0 then
        node.states, node.board = kept, board
      end
      return node
    end
    node, count = node.parent, count + 1
  end
end

return M
