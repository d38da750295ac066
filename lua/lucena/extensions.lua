--- Finds and loads the modules lucena.extension.NAME, which rocks install. A module is loaded when a name that it
-- registers is asked for, and only then: lists, completion and suggestions of similar names run no code of rocks.
--
-- The names are in tags of the first comment of the module, with an optional summary for lists:
--
--     -- @registers report short_wins who won the most short games
--
-- A module without tags is loaded if its own name is asked for. The folders are lucena/extension in the templates of
-- package.path; they are read once.
-- @module lucena.extensions

local argument = require("lucena.argument")
local file = require("lucena.file")
local plugin = require("lucena.plugin")
local spare = require("lucena.spare")

local M = {}

local KINDS = { dialect = true, format = true, query = true, reader = true, report = true }
local LONGEST = 1 << 16 -- bytes of a module that are read

-- By kind and name, the modules that register the name: {module =, path =, summary =, is_tagged =}.
local modules

local function declare(kind, name, entry)
  modules[kind][name] = modules[kind][name] or {}
  table.insert(modules[kind][name], entry)
end

-- Read the tags of a module.
local function read(own_name, path)
  local module, has_tags = "lucena.extension." .. own_name, false
  local text = file.read(path, LONGEST) or "" -- if it cannot be read, loading it reports that
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local kind, name, summary = line:match("^%-%-+%s*@registers%s+(%S+)%s+(%S+)%s*(.-)%s*$")
    if kind and not KINDS[kind] then
      plugin.refuse(("%s: @registers: unknown kind '%s'%s"):format(path, argument.shown(kind),
        require("lucena.suggestion").hint(kind, KINDS)))
    elseif kind then
      has_tags = true
      declare(kind, name, { module = module, path = path, summary = summary, is_tagged = true })
    elseif not line:find("^%-%-") then
      break
    end
  end
  for kind in pairs(has_tags and {} or KINDS) do
    declare(kind, kind == "dialect" and own_name:gsub("_", "-") or own_name, { module = module, path = path })
  end
end

-- Return the files of the modules by NAME, and a sorted list of the names.
local function find()
  local paths, names = {}, {}
  for template in package.path:gmatch("[^;]+") do
    local folder = template:match("^(.*)%?%.lua$")
    folder = folder and folder .. "lucena/extension"
    for _, base in ipairs(folder and spare.lend(require("lucena.core").list_folder, folder) or {}) do
      local name = base:match("^([%w_]+)%.lua$")
      if name and not paths[name] then
        paths[name], names[#names + 1] = folder .. "/" .. base, name
      end
    end
  end
  table.sort(names)
  return paths, names
end

local function of_kind(kind)
  if not modules then
    modules = { dialect = {}, format = {}, query = {}, reader = {}, report = {} }
    local paths, names = find()
    for _, name in ipairs(names) do
      read(name, paths[name])
    end
  end
  return modules[kind]
end

-- Load a module. Return its error, or nil.
local function load_module(module, path)
  local done, message = argument.attempt(require, module)
  if not done then
    local text = tostring(message):gsub("^error loading module [^\n]*\n%s*", "")
    -- An error at a line of the module begins with the module's path.
    return text:sub(1, #path) == path and text or ("%s: %s"):format(path, text)
  end
end

--- Load the modules that register a name, at the first call for this name; after an error, at the next one again.
---@param kind string
---@param name string
---@return string? path of a module whose tags have the name
-- @usage require("lucena.extensions").load("report", "nonesuch") --> nil
function M.load(kind, name)
  local entries = of_kind(kind)[name] or {}
  of_kind(kind)[name] = nil -- while a module is being loaded, it may ask for this name itself
  local tagged
  for _, entry in ipairs(entries) do
    local problem = load_module(entry.module, entry.path)
    of_kind(kind)[name] = problem and entries or nil
    plugin.refuse(problem)
    tagged = entry.is_tagged and entry.path or tagged
  end
  return tagged
end

--- Return the names of a kind in the tags of modules that were not loaded yet, with their summaries.
---@param kind string
---@return table<string, string> summaries by name
-- @usage next(require("lucena.extensions").summaries("format")) --> nil
function M.summaries(kind)
  local summaries = {}
  for name, entries in pairs(of_kind(kind)) do
    summaries[name] = entries[1].is_tagged and entries[1].summary or nil
  end
  return summaries
end

return M
