--- Dialects, reports, formats, readers and queries that programs and rocks register, in addition to the built-in ones.
--
-- A program calls `chess.register`. A rock installs modules `lucena.extension.NAME` that call it, so that commands find
-- the names, too (`lucena.extensions`).
-- @module lucena.registry

local argument = require("lucena.argument")
local extensions = require("lucena.extensions")
local own_files = require("lucena.own_files")
local plugin = require("lucena.plugin")

local M = {}

-- The module for each kind. Its function `adopt(name, value)` checks a value and returns the value to store, or nil
-- and a message.
local KINDS = {
  dialect = "lucena.dialect", format = "lucena.format", query = "lucena.query", reader = "lucena.reader",
  report = "lucena.report",
}

local values = { dialect = {}, format = {}, query = {}, reader = {}, report = {} }
-- The values that callers passed. Registering the same value again is not an error.
local given = { dialect = {}, format = {}, query = {}, reader = {}, report = {} }

local OPTIONS = { replace = "boolean" }

local function keep(kind, name, kept, value)
  values[kind][name], given[kind][name] = kept, value
end

--- Register a value under a name, which can then be used like a built-in one. Registering a name again with another
-- value raises an error, unless the option `replace` is true. A built-in name cannot be replaced.
---@param kind string "dialect", "report", "format", "reader" or "query"
---@param name string letters, digits and _, beginning with a small letter; of a dialect also "-"
---@param value any for a dialect: a table as for chess.dialect, or a Dialect; for a report: the table that its file
-- returns; for a format: a function(game, options) that returns text with a line end; for a query: a Query, or a
-- function that returns one. If this function has no parameters, queries use its name without a call; otherwise they
-- must call it; for a reader: a function(file, options) that returns an iterator of games
---@param opts? {replace?: boolean} `replace`: replace an earlier value of this name
-- @usage chess.register("query", "short_win", chess.query.plies{max = 40} & chess.query.checkmate)
function M.register(kind, name, value, opts)
  local module = KINDS[kind]
  if not module then
    argument.bad(2, 1, "register", "dialect, report, format, reader or query expected, got '%s'%s",
      argument.shown(kind),
      require("lucena.suggestion").hint(kind, KINDS))
  elseif type(name) ~= "string" or not name:find(kind == "dialect" and "^%l[%l%d_-]*$" or "^%l[%l%d_]*$") then
    argument.bad(2, 2, "register", "name expected, got '%s'", argument.shown(name))
  end
  opts = argument.options(opts, 4, "register", OPTIONS)
  local kept, problem = require(module).adopt(name, value)
  if kept == nil then
    argument.bad(2, problem.is_name and 2 or 3, "register", "%s", problem.text or problem)
  elseif given[kind][name] ~= nil and not rawequal(given[kind][name], value) and not opts.replace then
    argument.bad(2, 2, "register", "the %s '%s' is already registered; {replace = true} replaces it", kind, name)
  end
  keep(kind, name, kept, value)
end

-- Register the value of the user's file with a name, if there is one.
local function load_own(kind, name)
  local path = own_files.path(kind, name)
  if path then
    local value = own_files.load(path)
    local kept, problem = require(KINDS[kind]).adopt(name, value)
    plugin.refuse(kept == nil and ("%s: %s"):format(path, problem.text or problem) or nil)
    keep(kind, name, kept, value)
  end
end

--- Return the value registered under a name, or nil. Modules of rocks that register this name, and the user's own file
-- with this name, are loaded.
---@param kind string
---@param name string
---@return any value
-- @usage require("lucena.registry").find("report", "nonesuch") --> nil
function M.find(kind, name)
  if values[kind][name] == nil then
    local path = extensions.load(kind, name)
    plugin.refuse(path and values[kind][name] == nil
      and ("%s: it does not register the %s '%s', as its first comment says"):format(path, kind, name) or nil)
  end
  if values[kind][name] == nil then
    load_own(kind, name)
  end
  return values[kind][name]
end

-- Return the names that are not registered yet, with their summaries.
local function summaries_of(kind)
  local summaries = own_files.summaries(kind)
  for name, summary in pairs(extensions.summaries(kind)) do
    summaries[name] = summary
  end
  return summaries
end

--- Return the names of a kind that are registered, that modules of rocks register when they are loaded, or that the
-- user's own files have.
---@param kind string
---@return string[] names sorted
-- @usage #require("lucena.registry").names("format") --> 0
function M.names(kind)
  local names = {}
  for name in pairs(values[kind]) do
    names[#names + 1] = name
  end
  for name in pairs(summaries_of(kind)) do
    names[#names + 1] = values[kind][name] == nil and name or nil
  end
  table.sort(names)
  return names
end

--- Return the value registered under a name, or nil and the summary that the module of a rock, or the user's own file,
-- has for lists. Nothing is loaded.
---@param kind string
---@param name string
---@return any value
---@return string? summary
-- @usage require("lucena.registry").listed("report", "nonesuch") --> nil
function M.listed(kind, name)
  local value = values[kind][name]
  return value, value == nil and summaries_of(kind)[name] or nil
end

return M
