--- Selects games for `lucena filter`. The reader runs tests of tags and as much of the query as it can; Lua runs the
-- rest.
-- @module lucena.run.filter.test

local parts = require("lucena.core").parts

local M = {}

local MAX_TESTS = 16 -- the reader's maximum

-- Return the name of the query that a test means: `Result=draw` and `Result=1/2` are results in other words than those
-- of PGN, `ECO=B90-B99` is a range. As texts, they would be in no tag.
local function meaning(name, operator, value)
  if operator ~= "=" then
    return nil
  elseif name == "ECO" then
    return value:find("^%a%d%d?%-%a?%d") and "eco" or nil
  end
  local is_text = value == "*" or value:find("^[%d/]+%-[%d/]+$") -- a result as PGN writes it
  return name == "Result" and not is_text and "result" or nil
end

-- Return the query with a value. Another value is a usage error.
local function meant(query, text, value, parser)
  local done, made = require("lucena.argument").attempt(require("lucena.query").query[query], value)
  return done and made or parser:error(("'%s': %s"):format(text, made:match("%((.*)%)$") or made))
end

--- Parse the tests of -t.
---@param texts string[]
---@param parser table
---@return table[] tests of tags, {name, operator, value}, as `chess.open` takes them
---@return lucena.Query[] queries the tests of computed fields
function M.tags(texts, parser)
  local tests, queries = {}, {}
  for _, text in ipairs(texts) do
    local name, operator, value = text:match("^([%w_:/]+)([<>]=?)(.*)$")
    if not name then
      name, operator, value = text:match("^([%w_:/]+)([=~^])(.*)$")
    end
    local is_usual = name and not value:find("[=~^$*|\\/%[]") and not value:find(".+", 1, true)
    local problem = not is_usual and require("lucena.run.filter.tag_hint").problem(text, name, operator, value)
    if problem then
      parser:error(("'%s': %s"):format(text, problem))
    elseif not name then
      parser:error(("'%s' is not a tag test; give NAME=VALUE, with ~ ^ < <= > >= instead of = if needed"):format(text))
    elseif operator:find("[<>]") and not value:find("^%-?%d+$") then
      parser:error(("'%s': the operator %s needs a number"):format(text, operator))
    end
    local fields = require("lucena.run.fields")
    local field, query = fields.computed(name, "-t", parser), meaning(name, operator, value)
    if query then
      queries[#queries + 1] = meant(query, text, value, parser)
    elseif field then
      queries[#queries + 1] = require("lucena.run.filter.field_test").query(field, operator, value)
    else
      tests[#tests + 1] = { fields.tag(name, "-t", parser), operator, value }
    end
  end
  if #tests > MAX_TESTS then
    parser:error(("at most %d tests are allowed"):format(MAX_TESTS))
  end
  return tests, queries
end

--- Split the test of games into a program for the reader, which runs as much of the query as it can, and a rest for
-- Lua. If `asks` is true, games that do not match are needed, too. The reader then returns all games, and Lua asks the
-- reader whether each game matches.
---@param where any the field of a filter
---@param asks boolean
---@return any where
---@return userdata? program
function M.split(where, asks)
  if getmetatable(where) ~= "lucena.Query" or asks then
    return where, nil
  end
  local program, has_functions = require("lucena.query").compiled(where)
  return has_functions and where or nil, program
end

local function refuse(source, what, answer)
  error(("%s: %s, not %s"):format(source, what, require("lucena.argument").no_answer(answer)), 0)
end

--- Return whether the answer of a filter's function selects a game, and the Node that it may be.
---@param source string
---@param answer any
---@return boolean
---@return lucena.Node?
function M.interpret(source, answer)
  local truth = require("lucena.argument").truth(answer)
  if truth ~= nil then
    return truth
  elseif getmetatable(answer) == "lucena.Node" then
    return true, answer
  end
  refuse(source, "filter must return true or false", answer)
end

--- Call `each` for a matching game. Returns false if `each` drops the game.
---@param source string
---@param each function
---@param game lucena.Game
---@param state table
---@return boolean
function M.keeps(source, each, game, state)
  local answer = each(game, state)
  if answer == nil or type(answer) == "boolean" then
    return answer ~= false
  end
  refuse(source, "each returns false to drop a game, or nothing", answer)
end

--- Return the only test of a request, if it is a function of a game. The reader can call it: see `lucena.run.loop`.
---@param request table of `lucena.run.filter.request`
---@return function?
function M.only(request)
  local is_only = type(request.where) == "function" and not request.each and not request.asks
  return is_only and request.where or nil -- with `invert`, `asks` is true
end

--- Return the test for the games that the reader returns, or nil if the reader runs all tests. The test is a function
-- of a game, its reader and the state of `each`. It returns whether the game is selected, and the matching Node.
---@param request table of `lucena.run.filter.request`
---@return function?
function M.make(request)
  local source, where, asks, each, invert = request.source, request.where, request.asks, request.each, request.invert
  if not where and not each and not asks then
    return nil
  end
  return function(game, reader, state)
    local answer, node = not asks or parts.passes(reader, game), nil
    if answer and where then
      answer, node = M.interpret(source, where(game))
    end
    if answer and each then
      answer = M.keeps(source, each, game, state)
    end
    return answer ~= invert, node
  end
end

return M
