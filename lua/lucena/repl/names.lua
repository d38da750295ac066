--- Completes names in Lua code without running the user's code. Tables, and the tables in the __index fields of their
-- metatables, are read with rawget and next. Properties are read only from values of Lucena, because Lucena's own
-- functions compute them.
-- @module lucena.repl.names

local argument = require "lucena.argument"
local core = require "lucena.core"

local M = {}

local KEYWORDS = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat return then true
               until while]]):gmatch("%S+") do
  KEYWORDS[word] = true
end

-- The maximum length of a chain of __index tables that is followed.
local DEEPEST = 10

-- Return the fields of a userdata of Lucena: methods are functions, properties are numbers. Returns nil for other
-- values.
local function fields_of(value)
  local meta = type(value) == "userdata" and debug.getmetatable(value)
  local name = meta and rawget(meta, "__name")
  local class = type(name) == "string" and name:match("^lucena%.(%u%w*)$")
  return class and core[class] or nil
end

-- Return the names in the two tables that load their fields on first use: lucena itself and chess.query.
local function lazy_names(value)
  local chess = package.loaded["lucena"]
  if chess and value == chess then
    return debug.getmetatable(chess).__fields
  elseif chess and value == rawget(debug.getmetatable(chess).__index, "query") then
    pairs(value) -- loads all fields
  end
end

-- Return the tables in which a value's fields are looked up, in order.
local function tables_of(value)
  local list = {}
  if type(value) == "table" then
    list[1] = value
    list[2] = lazy_names(value)
  else
    list[1] = fields_of(value)
  end
  for _ = 1, DEEPEST do
    local meta = debug.getmetatable(value)
    value = meta and rawget(meta, "__index")
    if type(value) ~= "table" then
      break
    end
    list[#list + 1] = value
  end
  return list
end

-- Return a field, or nil if reading it would run the user's code. Properties of Lucena's values, and fields that
-- Lucena loads on first use, are safe to read.
local function field(value, name)
  local ours = fields_of(value) or lazy_names(value)
  if ours and rawget(ours, name) ~= nil then
    local done, result = pcall(function() return value[name] end)
    return done and result or nil
  end
  for _, fields in ipairs(tables_of(value)) do
    local found = rawget(fields, name)
    if found ~= nil then
      return found
    end
  end
end

-- Return the value of a global name. The environment's metamethods belong to Lucena, so they may run.
local function global(environment, name)
  local done, value = pcall(function() return environment[name] end)
  return done and value or nil
end

-- Collect the tags of a game, and the usual ones.
local function collect_tags(tags, word, into)
  for _, list in ipairs { tags, require("lucena.tag_names").names() } do
    for name, text in pairs(list) do
      name = type(name) == "string" and name or text
      into[name] = name:sub(1, #word) == word and name:find("^[%a_][%w_]*$") and true or into[name]
    end
  end
end

-- Collect names that begin with `word`: after a colon, only functions. Names that begin with `_` are collected only if
-- `word` does.
local function collect(value, word, is_method, into)
  if not is_method and argument.kind(value) == "lucena.Tags" then
    collect_tags(value, word, into)
  end
  for _, fields in ipairs(tables_of(value)) do
    for name, found in next, fields do
      if type(name) == "string" and name:find("^[%a_][%w_]*$") and name:sub(1, #word) == word
        and (word ~= "" or name:sub(1, 1) ~= "_") and (not is_method or type(found) == "function") then
        into[name] = true
      end
    end
  end
end

local function sorted(set)
  local list = {}
  for name in pairs(set) do
    list[#list + 1] = name
  end
  table.sort(list)
  return list
end

--- Return the names that complete the word at the end of a text.
---@param text string Lua code up to the cursor
---@param environment table in which the code will run
---@return integer? start of the word in `text`; nil if the value before it is unknown
---@return string[]? names in order
-- @usage table.concat(select(2, require("lucena.repl.names").find("x = string.re", _ENV)), " ") --> rep reverse
function M.find(text, environment)
  local path = text:match("[%a_][%w_]*[%w_.:]*$") or ""
  local start = #text - #path + 1
  if path == "" and text:find("[^%s%(%[{,=~&|+*/%%<>-]$") or text:sub(1, start - 1):find("[.:%d]$") then
    return nil
  end
  local set = {}
  local base, mark = path:match("^([%a_][%w_]*)([.:])")
  if not base then
    collect(environment, path, false, set)
    collect(KEYWORDS, path, false, set)
    return start, sorted(set)
  end
  local value, at = global(environment, base), #base + 2
  for name, next_mark in path:sub(at):gmatch("([%a_][%w_]*)([.:])") do
    if value == nil or mark == ":" then
      return nil
    end
    value, mark, at = field(value, name), next_mark, at + #name + 1
  end
  if value == nil then
    return nil
  end
  collect(value, path:sub(at), mark == ":", set)
  return start + at - 1, sorted(set)
end

return M
