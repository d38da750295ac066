--- The queries of `find` and `filter`, and the games that `filter` selected.
-- @module lucena.repl.selection

local M = {}

-- Tests that are true at some position of nearly every game.
local LOOSE = { move_number = true, ply = true, to_move = true }

-- Return a hint if a query combines such a test with other tests. Each test may be true at a different position, so the
-- combination may select more games than the user expects.
local function hint(text)
  if not text:find("&", 1, true) or text:find("%f[%w_]within%s*[%({]") or text:find("%f[%w_]at[%w_]*%s*[%({]") then
    return nil
  end
  for name in text:gmatch("%f[%w_][%a_]+") do
    if LOOSE[name] then
      return ("(%s holds at some position of nearly every game: within(QUERY, FIRST, LAST) requires QUERY in a range "
        .. "of moves, plies{max = N} a short game)"):format(name)
    end
  end
end

--- Return the query that the user gave as text, as the name of a variable, as a Query, or as a function of a game.
---@param session table
---@param given string|lucena.Query|function
---@param command string the command's name, for error messages
---@return lucena.Query
---@return boolean? is_portable whether the text means the same outside the session: it has no variables of the user
function M.query(session, given, command)
  local chess = require("lucena")
  if getmetatable(given) == "lucena.Query" then
    return given
  elseif type(given) == "function" then
    return chess.query.where(given)
  elseif type(given) ~= "string" then
    session:fail(("usage: %s(query), with a query or its text"):format(command))
  end
  local own = require("lucena.repl.environment").value(session, given)
  if getmetatable(own) == "lucena.Query" then
    return own
  elseif type(own) == "function" and session:is_own(given) then
    return chess.query.where(own)
  end
  local is_portable = true
  local query, problem = require("lucena.query.source").evaluate(given, nil, function(name)
    local value = rawget(session.environment, name)
    is_portable = is_portable and value == nil
    return value
  end)
  if problem then
    local message = problem:gsub("^%-e:%d+: ", "query: ")
    session:fail(message .. require("lucena.repl.caret").near(given, message, session.settings.width))
  elseif type(query) == "function" then
    return chess.query.where(query), is_portable
  elseif getmetatable(query) ~= "lucena.Query" then
    session:fail(("'%s' is not a query; :help queries lists the queries"):format(given))
  end
  local advice = hint(given)
  if advice then
    session:say(advice)
  end
  return query, is_portable
end

--- Call a function with each selected game of the loaded file. Without a filter, all games are selected.
---@param shelf table
---@param f fun(game: lucena.Game)
function M.each(shelf, f)
  if shelf.games then
    for number, game in ipairs(shelf.games) do
      if not shelf.query or shelf.query(game) then
        f(game, number)
      end
    end
    return
  end
  for game in require("lucena").games(shelf.path, { dialect = shelf.dialect, query = shelf.query }) do
    f(game, game.number)
  end
end

return M
