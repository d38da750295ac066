--- Named filters: each is a file of lua/lucena/filter/, found by its name.
-- `greek-gift` is greek_gift.lua. The file returns
--
--     summary   one line
--     options   array of {name =, kind =, default =, help =}: see `lucena.run.own_options`. An option without a default
--               must be given, unless it is boolean.
--     examples  array of {"--moves 20 games.pgn", passes = 3, files = {}}: the arguments of `lucena filter NAME`, and
--               the number of games that match; spec/contract runs them. games.pgn is the sample; `files` has other
--               texts
--     make      function(values), values of the options by name: a query, a function or the table that a script may
--               return
--
-- A script may return such a table, too; only `make` is then required.
--
-- `lucena.run.filter.named_options` declares their options.
-- @module lucena.run.filter.named

local plugin = require("lucena.plugin")

local M = {}

--- Return the filter with a name, or nil. The name of its file is also accepted: greek_gift for greek-gift.
---@param name string
---@return table?
function M.find(name)
  local module = "lucena.filter." .. name:gsub("-", "_")
  if not name:find("^%l[%l%d_-]*$") or not plugin.is_there(module) then
    return nil
  end
  return plugin.load("filter", module)
end

--- Return the path of the user's own script with a name, or nil. A built-in filter comes first.
---@param name string
---@return string?
-- @usage require("lucena.run.filter.named").own("nonesuch") --> nil
function M.own(name)
  return require("lucena.own_files").path("filter", name)
end

-- Return the summaries of all filters by name.
local function summaries()
  local list = require("lucena.own_files").summaries("filter")
  for _, name in ipairs(plugin.names("lucena.filter")) do
    name = name:gsub("_", "-")
    list[name] = M.find(name).summary
  end
  return list
end

--- Return all names, sorted: built-in filters and the user's own.
---@return string[]
function M.names()
  local names = {}
  for name in pairs(summaries()) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

--- Return the text that --list-filters prints.
---@return string
function M.overview()
  local names, widest, summary = M.names(), 0, summaries()
  for _, name in ipairs(names) do
    widest = math.max(widest, #name)
  end
  local lines = {}
  for i, name in ipairs(names) do
    lines[i] = ("%s%s  %s\n"):format(name, (" "):rep(widest - #name), summary[name])
  end
  return table.concat(lines)
end

--- Return the query that a word or phrase of chess means: "fork" is `motif "fork"`.
---@param phrase string
---@return string?
function M.query_of(phrase)
  return require("lucena.query.phrase").whole(phrase) or phrase:find("^%u[%a'-]+$")
    and ('player "%s"'):format(phrase) or nil
end

-- Return the query that the advice about a text ends with, or nil.
local function query_in(problem)
  local query = (problem or ""):match("; write (.*)$")
  return query and require("lucena.query.source").plain(query) and query
end

--- Return the error message for a first argument with words or signs of a query, which is not a file. It has the same
-- query as the message of -e.
---@param text string
---@return string
function M.as_expression(text)
  local value, problem = require("lucena.query.source").evaluate(text)
  local query = value ~= nil and text or query_in(problem)
  if query then
    return ("'%s' is not a file; write lucena filter -e '%s' FILE"):format(text, (query:gsub("'", "'\\''")))
  end
  return ("'%s' is not a file; as a query: %s"):format(text, problem)
end

--- Return the error message for a first argument that is not a filter, script or file.
---@param word string
---@return string
function M.unknown(word)
  local hint = require("lucena.suggestion").find(word, M.names())
  local query = not hint and M.query_of(word)
  if query then
    return ("'%s' is not a file, a script or the name of a filter; write lucena filter -e '%s' FILE"):format(word,
      query)
  end
  return ("'%s' is not a file, a script or the name of a filter; %s"):format(word,
    hint and ("did you mean '%s'?"):format(hint) or "`lucena filter --list-filters` lists the names")
end

return M
