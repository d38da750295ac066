--- JSON for scripts and for readers of other formats: `chess.json`. Games as JSON are in `lucena.json`.
-- @module lucena.plain_json

local argument = require("lucena.argument")
local plugin = require("lucena.plugin")
local system = require("lucena.system")

local DEEPEST = 100 -- levels of tables

local Json = { __name = "lucena.Json", __metatable = "lucena.Json",
  __tostring = function()
    return "lucena.Json: JSON for scripts"
  end,
}

local function unknown(_, name)
  error(require("lucena.suggestion").unknown("lucena.Json", name, { decode = true, encode = true }), 2)
end

local M = { json = setmetatable({}, { __index = unknown }) }

local function library()
  local dkjson, missing = system.module("dkjson", "lua-dkjson")
  plugin.refuse(not dkjson and missing or nil)
  return dkjson
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
  local done, value, after, problem = argument.attempt(library().decode, text, 1, nil, nil, nil)
  if not done then
    return nil, "not JSON: nested too deeply", "bad_json" -- the recursive decoder has exhausted Lua's stack
  elseif problem then
    return nil, "not JSON: " .. problem, "bad_json"
  elseif text:find("%S", after) then
    return nil, "text after the JSON value", "bad_json"
  end
  return value
end

-- Return the reason why a value has no JSON, or nil. The library would write null for a number that is not finite, and
-- call __tojson of a metatable.
local function obstacle(value, depth)
  local kind = type(value)
  if kind == "number" and (value ~= value or value == math.huge or value == -math.huge) then
    return "a number is not finite"
  elseif kind == "string" and not utf8.len(value) then
    return "a text is not UTF-8"
  elseif kind ~= "table" then
    return nil
  elseif debug.getmetatable(value) then
    return "a table has a metatable"
  elseif depth > DEEPEST then
    return "it is nested too deeply, or contains itself"
  end
  for key, item in pairs(value) do
    local problem = obstacle(key, depth + 1) or obstacle(item, depth + 1)
    if problem then
      return problem
    end
  end
end

--- Encode a value as JSON text. A table whose keys are positive integers becomes an array, with null for missing ones,
-- unless most are missing; another table becomes an object.
-- @function chess.json.encode
---@param value any a table, string, number or boolean; tables may contain these
---@return string? text
---@return string? err the value contains another type, or itself
---@return string? code bad_json
-- @usage chess.json.encode({name = "Morphy"}) --> {"name":"Morphy"}
function M.json.encode(value)
  local problem, done, text = obstacle(value, 1), false, nil
  if not problem then
    done, text, problem = argument.attempt(library().encode, value)
  end
  if not done or not text then
    return nil, "cannot be JSON: " .. tostring(problem or text), "bad_json"
  end
  return text
end

return { json = argument.sealed("chess.json", M.json, Json) }
