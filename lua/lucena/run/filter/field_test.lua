--- The tests of -t for computed fields, such as Month=2. They are queries; the reader runs the tests of tags.
-- @module lucena.run.filter.field_test

local fields = require("lucena.run.fields")

local M = {}

local COMPARE = {
  ["="] = function(text, value) return text == value end,
  ["~"] = function(text, value) return text:lower():find(value:lower(), 1, true) ~= nil end,
  ["^"] = function(text, value) return text:sub(1, #value):lower() == value:lower() end,
  ["<"] = function(number, value) return number < value end,
  ["<="] = function(number, value) return number <= value end,
  [">"] = function(number, value) return number > value end,
  [">="] = function(number, value) return number >= value end,
}

-- Return a function that tests the value of a field, as the reader tests a tag. A number is also equal to its text:
-- Month=2 and Month=February.
local function value_test(field, operator, value)
  local compare = COMPARE[operator]
  if operator:find("[<>]") then
    local limit = tonumber(value)
    return function(key)
      local number = key and tonumber(tostring(key):match("^%-?%d+"))
      return number ~= nil and compare(number, limit)
    end
  end
  return function(key)
    return key ~= nil and (compare(tostring(key), value) or compare(fields.text(field, key), value))
  end
end

--- Return the query for a test of a field.
---@param field table of `lucena.field`
---@param operator string = ~ ^ < <= > or >=
---@param value string a number for < <= > and >=
---@return lucena.Query
function M.query(field, operator, value)
  local query, passes = require("lucena.query").query, value_test(field, operator, value)
  if not field.tags then
    return query.where(function(game) return passes(field.of(game)) end)
  end
  local names, tags = {}, {}
  for i, name in ipairs(field.tags) do
    names[i] = "tag:" .. name
  end
  names[#names + 1] = function(...)
    for i, name in ipairs(field.tags) do
      tags[name] = select(i, ...)
    end
    return passes(field.of { tags = tags })
  end
  return query.tags(table.unpack(names))
end

return M
