--- Prints the results of `eval` in a session. Whenever the engine sends better results, they replace the earlier ones
-- on the terminal. The commands `play best` and `vary best` play the best move of the last `eval`.
--
-- Each variation is stored when the engine sends it. So if Ctrl-C ends the search, the results so far are printed.
-- @module lucena.repl.analysis

local widths = require("lucena.render.width")
local wording = require("lucena.repl.wording")

local M = {}

-- session -> {position, name, lines, drawn}: `lines` has the engine's variations by rank, `drawn` is the number of
-- rows on the terminal.
local searches = setmetatable({}, { __mode = "k" })

local NAMES = { white = "White", black = "Black" }

--- Return a score in words, from White's point of view.
---@param score lucena.Score
---@return string
function M.score_text(score)
  if score.mate then
    return ("%s mates in %d"):format(NAMES[score.mate], score.moves)
  end
  return ("%+.2f"):format(score.pawns)
end

-- Return the rows that show a search. The first row has the best score, the depth and the engine's name. Each other
-- row has the moves of one variation. If there are several variations, rank and score precede the moves.
local function block(session, search)
  local first = search.lines[1]
  local depth = first.depth and (", depth %d"):format(first.depth) or ""
  local width = session.settings.width -- a row that the terminal breaks would not be erased as a whole
  local rows = { widths.fold(("%s%s (%s)"):format(M.score_text(first.score), depth, search.name), width, "  ") }
  for rank, line in ipairs(search.lines) do
    local text = wording.line(session, search.position, line.pv)
    local label = #search.lines > 1 and ("%d  %s  "):format(rank, M.score_text(line.score)) or ""
    rows[#rows + 1] = widths.fold(label .. text, width, "  ")
  end
  return table.concat(rows, "\n")
end

-- Print the rows in place of the previous ones. Without `session.redraw`, rows are printed only when the search ends.
local function redraw(session, search)
  if not session.redraw then
    return
  end
  local text = block(session, search)
  session.redraw(text, search.drawn)
  search.drawn = 1 + select(2, text:gsub("\n", ""))
end

--- Begin a search.
---@param session table
---@param name string the engine's name
---@param position lucena.Position
---@return fun(line: table) each the callback for Engine:analyse
function M.begin(session, name, position)
  local search = { position = position, name = name, lines = {}, drawn = 0 }
  searches[session] = search
  return function(line)
    if not line.score.bound and #line.pv > 0 then
      local is_new = not search.lines[line.rank] or search.lines[line.rank].depth ~= line.depth
      search.lines[line.rank] = line
      if is_new and search.lines[1] then
        redraw(session, search)
      end
    end
  end
end

--- Print the result of a search, also of a search that was interrupted.
---@param session table
---@param result? lucena.Analysis nil: print the results so far
---@return boolean is_known
function M.finish(session, result)
  local search = searches[session]
  if result and result.move then
    search.lines = #result.lines > 0 and result.lines or { result }
    if #search.lines[1].pv == 0 then
      search.lines[1] = setmetatable({ pv = { result.move } }, { __index = search.lines[1] })
    end
  end
  if not search or search.is_done or not search.lines[1] then
    return false
  end
  search.is_done = true
  if session.redraw and search.drawn > 0 then
    session.redraw("", search.drawn)
  end
  session:say(block(session, search))
  return true
end

--- Play the best move of the last `eval`, with its evaluation as [%eval].
---@param session table
---@param node lucena.Node the move is played after this node
function M.play(session, node)
  local search = searches[session]
  local best = search and search.lines[1]
  if not best then
    session:fail("eval has found no move yet")
  elseif search.position ~= node.position then
    session:fail(search.position == session.position and "the last eval was for this position: play best"
      or "the last eval was for another position")
  end
  session:remember()
  local added = node:add(best.pv[1])
  if best.score.mate then
    added.mate = best.score.mate == "white" and best.score.moves or -best.score.moves
  else
    added.eval = best.score.pawns
  end
  session:go(added)
end

return M
