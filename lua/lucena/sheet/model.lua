--- Converts a game to a sheet, a table from which all formats of the game sheet are written.
--
-- A sheet is {pgn, file, offset, number, tags = {{name, value}...}, tag = {name = value}, result, rest, start, nodes}.
-- `nodes` is an array in the order of the text. `start` is node 0, the start position. A node has the fields:
--
--     parent      number of its parent, 0 for the start
--     children    numbers of its children, the mainline first
--     ply, move_number, side ("white" or "black": the side that moved), san
--     fen         after the move;  from, to   squares of the move (castling: of the king)
--     is_check    the side to move is in check
--     depth       0 in the mainline, 1 in its variations ...
--     nags        numbers, except diagram signs;  diagram = "white" or "black": the side at the bottom
--     before, comment text of the comments before and after the move, without commands
--     clock, eval, mate, arrows, marks   as in Node
--     judged      in the mainline: Lichess's judgement, "inaccuracy", "mistake" or "blunder"
--
-- All text is UTF-8. A sheet does not refer to the game, so it can be stored, sent to other processes and merged.
-- @module lucena.sheet.model

local nags = require("lucena.nag")

local M = {}

local function to_utf8(text)
  return require("lucena.format").to_utf8(text)
end

-- Join comments to one text. Commands such as [%clk] are omitted, because they are for programs, and so is ChessBase's
-- [#], which requests a diagram.
local function text_of(comments)
  local out = {}
  for _, comment in ipairs(comments) do
    local text = comment:gsub("%[%%%w+[^%]]*%]", " "):gsub("%[#%]", " "):gsub("%s+", " "):match("^ ?(.-) ?$")
    if text ~= "" then
      out[#out + 1] = to_utf8(text)
    end
  end
  return #out > 0 and table.concat(out, " ") or nil
end

local function put_notes(out, node)
  out.nags = {}
  for _, nag in ipairs(node.nags) do
    if nag ~= 0 and not nags.diagram_side(nag) then
      out.nags[#out.nags + 1] = nag
    end
  end
  out.diagram = nags.diagram_after(node)
  if not node.comment then
    return
  end
  out.comment = text_of(node.comments)
  out.clock, out.eval, out.mate = node.clock, node.eval, node.mate
  local arrows, marks = node.arrows, node.marks
  out.arrows, out.marks = #arrows > 0 and arrows or nil, #marks > 0 and marks or nil
end

-- The fields of a node that other parts of a page show, too: its diagram, the graphs and the players' clocks.
local SHARED = { "diagram", "clock", "eval", "mate" }

--- Read the comment, signs and drawings of a node again, after they were changed.
---@param out table the node of a sheet
---@param node lucena.Node
---@return boolean is_alone false if other parts of a page show them, too
function M.read_notes(out, node)
  local is_alone = node.parent ~= nil and not out.judged and not out.diagram
  local old = {}
  for _, name in ipairs(SHARED) do
    old[name] = out[name]
  end
  for _, name in ipairs { "comment", "arrows", "marks", table.unpack(SHARED) } do
    out[name] = nil
  end
  put_notes(out, node)
  for _, name in ipairs(SHARED) do
    is_alone = is_alone and out[name] == old[name]
  end
  return is_alone
end

local function new_node(node, parent, number, depth, nodes)
  local before = node.parent.position
  local position = node.position
  local out = {
    parent = parent, children = {}, ply = node.ply, move_number = before.fullmove_number, side = before.turn,
    san = node.san, fen = tostring(position), depth = depth, before = text_of(node.comments_before),
  }
  out.is_check = position and position.is_check or nil
  local move = node.move
  if move then
    out.from, out.to = move.from, move.to
  end
  put_notes(out, node)
  nodes[number] = out
  local siblings = nodes[parent].children
  siblings[#siblings + 1] = number
end

-- Read the tree in the order of the text, with an explicit stack. A stack entry is an open mainline or variation: its
-- last move, the number of this move, and the next variation that replaces this move. A variation comes after the move
-- that it replaces.
local function read_tree(root, nodes)
  local stack, count = { { node = root, number = 0 } }, 0
  while #stack > 0 do
    local line = stack[#stack]
    local variation, main = line.variation, line.node[1]
    if variation then
      line.variation = variation.sibling
      count = count + 1
      new_node(variation, line.before, count, #stack, nodes)
      stack[#stack + 1] = { node = variation, number = count }
    elseif main then
      count = count + 1
      new_node(main, line.number, count, #stack - 1, nodes)
      line.node, line.before, line.number, line.variation = main, line.number, count, main.sibling
    else
      stack[#stack] = nil
    end
  end
end

-- Judge the moves of the mainline by the evaluations in its comments.
local function judge(game, nodes)
  local facts, at, ply = require("lucena.annotation").of(game), nodes[0].children[1], 0
  while at and nodes[at].depth == 0 do
    ply = ply + 1
    nodes[at].judged = facts:judged(ply)
    at = nodes[at].children[1]
  end
end

-- Return the PGN that readers of the sheet can copy: the game as it was read, or without comments or variations.
local function pgn_of(game, parts)
  if not parts or parts.comments and parts.variations then
    return game.text
  end
  return game:pgn { comments = parts.comments, variations = parts.variations, braces = "replace" }
end

-- The board of a sheet whose game has no start position.
local NO_PIECES = "8/8/8/8/8/8/8/8 w - - 0 1"

--- Return the parts of a sheet for its heading.
---@param game lucena.Game
---@return table sheet without `nodes`, `start`, `pgn` and `rest`
function M.heading(game)
  local sheet = { file = game.file, offset = game.offset, number = game.number, tags = {}, tag = {},
    result = require("lucena.result").of(game) }
  for name, value in pairs(game.tags) do
    local text = to_utf8(value)
    sheet.tags[#sheet.tags + 1] = { to_utf8(name), text }
    sheet.tag[name] = sheet.tag[name] or text
  end
  return sheet
end

--- Make the sheet of a game.
---@param game lucena.Game
---@param parts? { comments: boolean, variations: boolean } whether the PGN of the sheet has them; default: it has both
---@return table sheet
-- @usage require("lucena.sheet.model").of(chess.game "1. e4 (1. d4) e5 *").nodes[2].san  --> d4
function M.of(game, parts)
  local root = game.root
  local start = { children = {}, ply = 0, fen = tostring(root.position or NO_PIECES), depth = 0, side = nil,
    has_position = root.position ~= nil, is_check = root.position and root.position.is_check or nil }
  put_notes(start, root)
  local sheet = M.heading(game)
  sheet.pgn, sheet.rest = to_utf8(pgn_of(game, parts)), game.rest and to_utf8(game.rest)
  sheet.start, sheet.nodes = start, {}
  -- While the tree is read, the start position is node 0, so that it can be a parent. The finished array begins at 1.
  sheet.nodes[0] = start
  read_tree(root, sheet.nodes)
  judge(game, sheet.nodes)
  sheet.nodes[0] = nil
  return sheet
end

return M
