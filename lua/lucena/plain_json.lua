--- JSON for scripts and for readers of other formats: `chess.json`. Games as JSON are in `lucena.json`.
-- @module lucena.plain_json

local argument = require("lucena.argument")
local plugin = require("lucena.plugin")
local system = require("lucena.system")

local Json = { __name = "lucena.Json", __metatable = "lucena.Json",
  __tostring = function()
    return "lucena.Json: JSON for scripts"
  end,
}

function Json.__index(_, name)
  error(require("lucena.suggestion").unknown("lucena.Json", name, { decode = true, encode = true }), 2)
end

local M = { json = setmetatable({}, Json) }

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
  local done, value, behind, problem = argument.attempt(library().decode, text, 1, nil, nil, nil)
  if not done then
    return nil, "not JSON: nested too deeply", "bad_json" -- the recursive decoder has exhausted Lua's stack
  elseif problem then
    return nil, "not JSON: " .. problem, "bad_json"
  elseif text:find("%S", behind) then
    return nil, "text after the JSON value", "bad_json"
  end
  return value
end

--- Encode a value as JSON text. A table with the keys 1 to n becomes an array, another table an object.
-- @function chess.json.encode
---@param value any a table, string, number or boolean; tables may contain these
---@return string? text
---@return string? err the value contains another type, or itself
---@return string? code bad_json
-- @usage chess.json.encode({name = "Morphy"}) --> {"name":"Morphy"}
function M.json.encode(value)
  local done, text, problem = argument.attempt(library().encode, value)
  if not done or not text then
    return nil, "cannot be JSON: " .. tostring(problem or text), "bad_json"
  end
  return text
end

return M
