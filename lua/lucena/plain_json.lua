--- JSON for scripts and for readers of other formats: `chess.json`. Games as JSON are in `lucena.json`.
-- @module lucena.plain_json

local argument = require("lucena.argument")
local quote = require("lucena.json").quote
local plugin = require("lucena.plugin")
local system = require("lucena.system")

local DEEPEST = 100 -- levels of tables

local Json = { __name = "lucena.Json", __metatable = "lucena.Json",
  __tostring = function()
    return "lucena.Json: JSON for scripts"
  end,
}

local function unknown(_, name)
  error(require("lucena.suggestion").unknown("lucena.Json", name, { decode = true, encode = true, object = true }), 2)
end

-- Marks tables that are objects even if they are empty; dkjson reads the field.
local Object = { __jsontype = "object" }

local M = { json = setmetatable({}, { __index = unknown }) }

local function library()
  local dkjson, missing = system.module("dkjson", "lua-dkjson")
  plugin.refuse(not dkjson and missing or nil)
  return dkjson
end

--- Mark a table as an object: an empty one is encoded as `{}`, where other empty tables are `[]`. The objects that
-- decode() returns are marked.
-- @function chess.json.object
---@param value table without a metatable; it is changed
---@return table value
-- @usage chess.json.encode { moves = chess.json.object {} } --> {"moves":{}}
function M.json.object(value)
  argument.check(value, 1, "object", "table")
  if debug.getmetatable(value) and debug.getmetatable(value) ~= Object then
    argument.bad(2, 1, "object", "the table has a metatable")
  end
  return setmetatable(value, Object)
end

--- Decode JSON text. Null in an object or array becomes nil.
-- @function chess.json.decode
---@param text string
---@return any value
---@return string? err
---@return string? code bad_json
-- @usage chess.json.decode('{"white": {"rating": 2100}}').white.rating --> 2100
function M.json.decode(text)
  argument.check(text, 1, "decode", "string")
  local done, value, after, problem = argument.attempt(library().decode, text, 1, nil, Object, nil)
  if not done then
    return nil, "not JSON: nested too deeply", "bad_json" -- the recursive decoder has exhausted Lua's stack
  elseif problem then
    return nil, "not JSON: " .. problem, "bad_json"
  elseif text:find("%S", after) then
    return nil, "text after the JSON value", "bad_json"
  end
  return value
end

-- ---- encoding ------------------------------------------------------------------------------------

-- Write a number so that it is read as the same number.
local function number(value)
  if math.type(value) == "integer" then
    return ("%d"):format(value)
  end
  for digits = 14, 17 do
    local text = ("%." .. digits .. "g"):format(value)
    if tonumber(text) == value then
      return text
    end
  end
end

-- An array has at least one value for two places, unless it is short.
local SHORT = 10

-- Return the length of an array; nil for an object.
local function length_of(value)
  local most, count = 0, 0
  for key in pairs(value) do
    if math.type(key) ~= "integer" or key < 1 then
      return nil
    end
    most, count = math.max(most, key), count + 1
  end
  local is_object = most > SHORT and most > 2 * count or most == 0 and debug.getmetatable(value) == Object
  return not is_object and most or nil
end

-- Return the keys of an object as texts, sorted, each with its key; nil and the reason if a key is no text or number.
local function keys_of(value)
  local names, key_of = {}, {}
  for key in pairs(value) do
    local name = type(key) == "number" and number(key) or key
    if type(name) ~= "string" or not utf8.len(name) then
      return nil, "a key is neither a number nor a text in UTF-8"
    elseif key_of[name] ~= nil then
      return nil, ("the keys %s and '%s' are the same in JSON"):format(name, name)
    end
    names[#names + 1], key_of[name] = name, key
  end
  table.sort(names)
  return names, key_of
end

local put

local function put_table(out, value, depth)
  if debug.getmetatable(value) and debug.getmetatable(value) ~= Object then
    return "a table has a metatable"
  elseif depth > DEEPEST then
    return "it is nested too deeply, or contains itself"
  end
  local length = length_of(value)
  local names, key_of = nil, nil
  if not length then
    names, key_of = keys_of(value)
    if not names then
      return key_of
    end
  end
  out[#out + 1] = length and "[" or "{"
  for i = 1, length or #names do
    out[#out + 1] = i > 1 and "," or nil
    local item = value[i]
    if names then
      out[#out + 1], item = quote(names[i]) .. ":", value[key_of[names[i]]]
    end
    local problem = put(out, item, depth + 1)
    if problem then
      return problem
    end
  end
  out[#out + 1] = length and "]" or "}"
end

-- Add a value. Returns the reason why it has no JSON, or nil.
function put(out, value, depth)
  local kind = type(value)
  if kind == "table" then
    return put_table(out, value, depth)
  elseif kind == "number" and (value ~= value or value == math.huge or value == -math.huge) then
    return "a number is not finite"
  elseif kind == "string" and not utf8.len(value) then
    return "a text is not UTF-8"
  elseif kind == "userdata" then
    local name = argument.kind(value)
    return ("a %s is no data%s"):format(name, name == "lucena.Game" and "; write game:json()" or "")
  elseif kind ~= "nil" and kind ~= "boolean" and kind ~= "number" and kind ~= "string" then
    return ("a %s is no data"):format(kind)
  end
  out[#out + 1] = kind == "string" and quote(value) or kind == "number" and number(value)
    or kind == "nil" and "null" or tostring(value)
end

--- Encode a value as JSON text. A table whose keys are positive integers becomes an array, with null for missing ones,
-- unless the last key is above 10 and above twice the number of values. So does an empty table, unless object() has
-- marked it. Another table becomes an object with its keys in order.
-- @function chess.json.encode
---@param value any a table, string, number or boolean; tables may contain these
---@return string? text
---@return string? err the value contains another type, or itself
---@return string? code bad_json
-- @usage chess.json.encode({name = "Morphy"}) --> {"name":"Morphy"}
function M.json.encode(value)
  local out = {}
  local problem = put(out, value, 1)
  if problem then
    return nil, "cannot be JSON: " .. problem, "bad_json"
  end
  return table.concat(out)
end

return { json = argument.sealed("chess.json", M.json, Json) }
