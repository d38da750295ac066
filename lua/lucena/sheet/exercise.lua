--- Makes exercises for worksheets from games: a position, and the moves that solve it.
--
-- The position of an exercise is the match position of a query. If the game ends there, the position before the last
-- move is used, so that a query for checkmates gives mates in one. Without a query, it is the start position of a game
-- with the tag FEN. The solution is the rest of the mainline. A record of EPD has its solution in `bm`, `am` and `pv`.
--
-- An exercise is {file, offset, fen, side, mate, is_avoided, source, lines}. `mate` is the number of moves of a mate
-- that the record announces. `lines` has the solutions, each an array of {san, fen =, side =, number =}, in which `fen`
-- is before the move. With `is_avoided`, the lines are the moves to avoid. It is plain data, as a sheet is: see
-- lucena.sheet.model.
-- @module lucena.sheet.exercise

local heading = require("lucena.sheet.heading")

local M = {}

local function to_utf8(text)
  return require("lucena.format").to_utf8(text)
end

-- Return where the position comes from: the players, the event and the date, or the name of the record.
local function source_of(game)
  local tag, out = {}, {}
  for name, value in pairs(game.tags) do
    tag[name] = to_utf8(value)
  end
  if heading.is_known(tag.White) or heading.is_known(tag.Black) then
    out[1] = (heading.is_known(tag.White) and tag.White or "?") .. " – "
      .. (heading.is_known(tag.Black) and tag.Black or "?")
  end
  out[#out + 1] = heading.is_known(tag.Event) and tag.Event or nil
  out[#out + 1] = heading.is_known(tag.Date) and (tag.Date:match("^%d%d%d%d")) or nil
  return table.concat(out, ", ")
end

-- ---- the position --------------------------------------------------------------------------------

local function up(node, plies)
  while plies > 0 and node.parent do
    node, plies = node.parent, plies - 1
  end
  return node
end

-- Return the node of the exercise, or nil.
local function node_of(game, query, before)
  local node = game.root
  if query then
    node = query:find(game)
    node = node and up(node, before)
    node = node and (node[1] or not node.parent) and node or node and node.parent
  end
  return node and (node.parent or game.tags.FEN) and node or nil
end

-- ---- the solution --------------------------------------------------------------------------------

local function move_of(position, san)
  return { san, fen = tostring(position), side = position.turn, number = position.fullmove_number }
end

local function mainline_of(node, plies)
  local line = {}
  while node[1] and #line < plies do
    line[#line + 1] = move_of(node.position, node[1].san)
    node = node[1]
  end
  return line
end

local function line_of(position, moves, plies)
  local line = {}
  for i = 1, math.min(plies, #moves) do
    line[i] = move_of(position, position:write(moves[i], "pgn"))
    position = position:play(moves[i])
  end
  return line
end

-- Read the operations of EPD in the comment of a start position. Other comments give nil.
local function record_of(position, comment)
  local fields = comment and comment:find("%f[%a][abdp][mv] ") and tostring(position):match("^%S+ %S+ %S+ %S+")
  local record = fields and require("lucena").epd(fields .. " " .. comment:gsub("[\r\n]", " "))
  return record and record.position and record or nil
end

local function put_record(out, record, plies)
  local position, moves = record.position, record.bm or record.am or {}
  out.mate = math.type(record.dm) == "integer" and record.dm > 0 and record.dm or nil
  out.is_avoided = not record.bm and record.am ~= nil
  for i, move in ipairs(moves) do
    out.lines[i] = line_of(position, { move }, plies)
  end
  local variation = record.pv and line_of(position, record.pv, plies)
  if variation and #variation > 0 and not out.is_avoided
    and (#out.lines == 0 or #out.lines == 1 and out.lines[1][1][1] == variation[1][1]) then
    out.lines[1] = variation
  end
end

--- Make the exercise of a game.
---@param game lucena.Game
---@param query? lucena.Query
---@param options {before?: integer, solution: integer} `before`: plies before the match position; `solution`: the
-- most plies of a solution
---@return table? exercise nil if the game has no position for one
-- @usage require("lucena.sheet.exercise").of(chess.game "1. e4 *", nil, {solution = 1}) --> nil
function M.of(game, query, options)
  local node = node_of(game, query, options.before or 0)
  local position = node and node.position
  if not position then
    return nil
  end
  local out = { file = game.file, offset = game.offset, fen = tostring(position), side = position.turn,
    source = source_of(game), lines = {} }
  local record = not node.parent and not node[1] and record_of(position, node.comment)
  if record then
    put_record(out, record, options.solution)
  elseif node[1] then
    out.lines[1] = mainline_of(node, options.solution)
  end
  return out
end

--- Make exercises without a position, a side to move and a solution: empty boards.
---@param count integer
---@return table[] exercises
-- @usage #require("lucena.sheet.exercise").empty(6) --> 6
function M.empty(count)
  local out = {}
  for i = 1, count do
    out[i] = { fen = "8/8/8/8/8/8/8/8 w - - 0 1", source = "", lines = {} }
  end
  return out
end

-- ---- texts ---------------------------------------------------------------------------------------

-- Longer mates are for programs: nobody is asked to find a mate in 11.
local MOST_MOVES = 5

--- Return the task: "White to move", or "White mates in 3"; "" for an empty board.
---@param exercise table
---@param page table as for lucena.report
---@return string
function M.task(exercise, page)
  if not exercise.side then
    return ""
  end
  local is_white = exercise.side == "white"
  if exercise.mate and exercise.mate <= MOST_MOVES then
    return page.note { is_white and "White mates in %s" or "Black mates in %s", exercise.mate }
  end
  return page.words(is_white and "White to move" or "Black to move")
end

local function line_text(line, page)
  local out = {}
  for i, move in ipairs(line) do
    local dots = move.side == "white" and ". " or i == 1 and "... " or nil
    out[i] = (dots and move.number .. dots or "") .. require("lucena.sheet.layout").written(move[1], move.fen, page)
  end
  return table.concat(out, " ")
end

--- Return the solution as text; "" if there is none.
---@param exercise table
---@param page table as for lucena.report
---@return string
function M.solution(exercise, page)
  local out = {}
  for i, line in ipairs(exercise.lines) do
    out[i] = line_text(line, page)
  end
  local text = table.concat(out, "; ")
  return text ~= "" and exercise.is_avoided and page.words("Avoid") .. page.words(": ") .. text or text
end

return M
