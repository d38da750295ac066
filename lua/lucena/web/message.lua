--- The messages between the browser page and its session: JSON objects, read with dkjson and written here.
--
-- A table with items or made by `list` is an array, any other table is an object. Text that is not UTF-8 is converted,
-- so a message never has invalid characters. Messages nest only as deeply as the code that makes them.
-- @module lucena.web.message

local quote = require("lucena.json").quote

local M = {}

local LIST = {}

--- Mark a table as an array, also if it is empty.
---@param items? table
---@return table
-- @usage require("lucena.web.message").encode(require("lucena.web.message").list {}) --> []
function M.list(items)
  return setmetatable(items or {}, LIST)
end

local encode

local function array(value)
  local out = {}
  for i, item in ipairs(value) do
    out[i] = encode(item)
  end
  return "[" .. table.concat(out, ",") .. "]"
end

-- Fields are sorted, so that the same value gives the same text.
local function object(value)
  local names, out = {}, {}
  for name in pairs(value) do
    names[#names + 1] = name
  end
  table.sort(names)
  for i, name in ipairs(names) do
    out[i] = quote(name) .. ":" .. encode(value[name])
  end
  return "{" .. table.concat(out, ",") .. "}"
end

--- Write a value as JSON.
---@param value any
---@return string
-- @usage require("lucena.web.message").encode { b = 1, a = "x" } --> {"a":"x","b":1}
function M.encode(value)
  local kind = type(value)
  if kind == "table" then
    return (getmetatable(value) == LIST or value[1] ~= nil) and array(value) or object(value)
  elseif kind == "string" then
    return quote(value)
  elseif math.type(value) == "float" then
    return value - value == 0 and ("%.14g"):format(value) or "null"
  end
  return value == nil and "null" or tostring(value)
end

encode = M.encode

--- Read a message. Fields that are null are missing.
---@param text string
---@return table? message
---@return string? err
-- @usage require("lucena.web.message").decode('{"do": "hello"}')["do"] --> hello
function M.decode(text)
  local value, _, err = require("dkjson").decode(text, 1, nil)
  if type(value) ~= "table" then
    return nil, ("not a message: %s"):format(err or "no object")
  end
  return value
end

return M
