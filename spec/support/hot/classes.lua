--- The classes of the core and their names, read from the tables of the core itself.

local core = require "lucena.core"

local M = {}

-- Upvalues of __index and __newindex: see csrc/binding/binding.c.
local FIELDS, SETTERS = 9, 11

local NOT_CALLED = { __index = true, __newindex = true, __name = true, __metatable = true, __gc = true, __close = true }

local function upvalue(f, n)
  local _, value = debug.getupvalue(f, n)
  return value
end

-- Methods are called, properties are read and set.
local function add_fields(names, meta)
  for name, value in pairs(upvalue(meta.__index, FIELDS)) do
    local is_own = type(value) ~= "function" or debug.getinfo(value, "S").what == "C"
    names[name] = is_own and (type(value) == "function" and "method" or "property") or nil
  end
  local setters = upvalue(meta.__newindex, SETTERS)
  for name in pairs(type(setters) == "table" and setters or {}) do
    names["=" .. name] = "setter"
  end
end

--- Return the names of each class: class -> name -> "method", "property", "setter" ("=name") or "metamethod".
function M.names()
  local out = {}
  for key, meta in pairs(debug.getregistry()) do
    local class = type(key) == "string" and key:match "^lucena%.(%u%a+)$"
    if class and type(meta) == "table" and rawget(meta, "__name") then
      local names = {}
      local index = rawget(meta, "__index")
      if index and type(upvalue(index, FIELDS)) == "table" then
        add_fields(names, meta)
      end
      for name, value in pairs(meta) do
        if type(value) == "function" and not NOT_CALLED[name] then
          names[name] = "metamethod"
        end
      end
      out[class] = next(names) and names or nil
    end
  end
  return out
end

--- Return the functions of the core: name -> "function". Those of its tables have names such as "parts.cut".
function M.functions(classes)
  local out = {}
  for name, value in pairs(core) do
    if type(value) == "function" then
      out[name] = "function"
    elseif type(value) == "table" and not classes[name] then
      for inner in pairs(value) do
        out[name .. "." .. inner] = "function"
      end
    end
  end
  return out
end

return M
