--- Read-only records. Setting a field raises an error, and so does reading an unknown field. So a misspelled name is an
--- error at once, and no part of a command can change the options of another part.
-- Reading a field is a function call, so fields are copied to local variables before a loop.
-- @module lucena.run.frozen

local M = {}

local function names_of(words)
  local names = {}
  for name in words:gmatch("%S+") do
    names[name] = true
  end
  return names
end

--- Define a kind of frozen record.
---@param kind string for messages: "option"
---@param words string the names of the fields, with blanks between
---@param methods? table functions by name
---@return fun(values: table): table new makes a record; missing fields are nil
function M.kind(kind, words, methods)
  local names = names_of(words)
  return function(values)
    for name in pairs(values) do
      if not names[name] then
        error(("there is no %s '%s'"):format(kind, tostring(name)), 2)
      end
    end
    local function index(_, name)
      local value = values[name]
      if value ~= nil or names[name] then
        return value
      elseif methods and methods[name] then
        return methods[name]
      end
      error(("there is no %s '%s'"):format(kind, tostring(name)), 2)
    end
    local function newindex(_, name)
      error(("the %s '%s' cannot be set: it was read once"):format(kind, tostring(name)), 2)
    end
    return setmetatable({}, { __index = index, __newindex = newindex, __pairs = function() return next, values end,
      __metatable = false })
  end
end

return M
