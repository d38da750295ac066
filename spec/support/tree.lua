--- A game's tree as nested tables, which specs can write and compare.
--
--     tree.shape(chess.game "1. e4 e5 (1... c5 2. Nf3) 2. d4 *")
--     --> { "e4", "e5", { "c5", "Nf3" }, "d4" }
--
-- A line is an array of moves in SAN. After a move, each variation on it follows as an array. With notes, a move is
-- followed by "$n" for each NAG and "{text}" for each comment, and preceded by "<text>" for a comment before the move.
-- The comments of the root are first.

local M = {}

local function put_notes(line, node)
  for _, nag in ipairs(node.nags) do
    line[#line + 1] = "$" .. nag
  end
  for _, comment in ipairs(node.comments) do
    line[#line + 1] = "{" .. comment .. "}"
  end
end

local function put_move(line, node, notes)
  if notes then
    for _, comment in ipairs(node.comments_before) do
      line[#line + 1] = "<" .. comment .. ">"
    end
  end
  line[#line + 1] = node.san
  if notes then
    put_notes(line, node)
  end
end

-- The line that begins with `node`. The siblings of `node` are not included.
local function line_of(line, node, notes)
  put_move(line, node, notes)
  while node do
    local main = node[1]
    if main then
      put_move(line, main, notes)
      for i = 2, #node do
        line[#line + 1] = line_of({}, node[i], notes)
      end
    end
    node = main
  end
  return line
end

---@param g lucena.Game
---@param notes? boolean NAGs and comments too
function M.shape(g, notes)
  local line = {}
  local root = g.root
  if notes then
    put_notes(line, root)
  end
  local first = root[1]
  if first then
    put_move(line, first, notes)
    for i = 2, #root do
      line[#line + 1] = line_of({}, root[i], notes)
    end
    local behind = line_of({}, first, notes)
    -- The array already has the first move and its notes, so they are omitted here.
    local head = {}
    put_move(head, first, notes)
    table.move(behind, #head + 1, #behind, #line + 1, line)
  end
  return line
end

return M
