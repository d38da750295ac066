--- Which games `lucena filter` takes: tag tests, a query as far as the reader can ask it, Lua for the rest.
-- @module lucena.run.filter.test

local M = {}

local MAX_TESTS = 16 -- of the reader

--- The tag tests of -t.
---@param texts string[]
---@param parser table
---@return table[] tests {name, operator, value}, as `chess.open` takes them
function M.tags(texts, parser)
  local tests = {}
  for i, text in ipairs(texts) do
    local name, operator, value = text:match("^([%w_]+)([<>]=?)(.*)$")
    if not name then
      name, operator, value = text:match("^([%w_]+)([=~^])(.*)$")
    end
    if not name then
      parser:error(("'%s' is no tag test; NAME=VALUE, and ~ ^ < <= > >= in place of ="):format(text))
    elseif operator:find("[<>]") and not value:find("^%-?%d+$") then
      parser:error(("'%s': %s compares with a number"):format(text, operator))
    end
    tests[i] = { name, operator, value }
  end
  if #tests > MAX_TESTS then
    parser:error(("at most %d tests are possible"):format(MAX_TESTS))
  end
  return tests
end

-- What is asked of games that the reader delivers, and what the reader asks itself: a query, as far as it can.
local function split(where, asks)
  if getmetatable(where) ~= "lucena.Query" or asks then
    return where, nil
  end
  local program, has_functions = where:compiled()
  return has_functions and where or nil, program
end

local function refuse(job, what, answer)
  error(("%s: %s, not a %s"):format(job.source, what, type(answer)), 0)
end

-- Whether `where` takes a game, and the Node that it named.
local function ask(job, where, game)
  local answer = where(game)
  if answer == true then
    return true
  elseif not answer then
    return false
  elseif getmetatable(answer) == "lucena.Node" then
    return true, answer
  end
  refuse(job, "filter must return true or false", answer)
end

-- Whether `each` keeps a game that passed.
local function keeps(job, game)
  local answer = job.each(game, job.state)
  if answer == nil or type(answer) == "boolean" then
    return answer ~= false
  end
  refuse(job, "each returns false to drop a game, or nothing", answer)
end

--- The test of the games that the reader delivers: a function that gives its answer, and the Node it was given, or nil
-- when the reader's own tests are all. Sets `job.options.query`, what the reader is to ask. Where the games that fail
-- are wanted (`job.asks`), the reader delivers every game, and is asked about each.
---@param job table `where`, `each`, `asks`, `invert`
---@return function?
function M.make(job)
  local where, program = split(job.where, job.asks)
  job.options.query = program
  if not where and not job.each and not job.asks then
    return nil
  end
  local asks, each, invert = job.asks, job.each, job.invert
  return function(game)
    local answer, node = not asks or job.reader:passes(game), nil
    if answer and where then
      answer, node = ask(job, where, game)
    end
    if answer and each then
      answer = keeps(job, game)
    end
    return answer ~= invert, node
  end
end

return M
