--- Copies the functions `print` and `read` of a program's dialect into the Lua state in which the functions of dialect
-- files run. So they have the same form and the same limits everywhere, and cannot change a game that is being read.
--
-- The functions and their variables are written as a text that the sandbox runs (csrc/binding/sandbox.c). A variable of
-- the program is copied with its value: a text, a number, a boolean, a table of these, or a Lua function. The functions
-- of Lua that the sandbox has are replaced by its own. Other values are refused. The limits are those of data files.
-- @module lucena.notation.closure

local argument = require("lucena.argument")

local M = {}

local MOST_DEPTH, MOST_VALUES = 50, 10000

-- The names of Lua's functions and tables in the sandbox, by value. The sandbox lacks some of the functions of a table.
local known
local function known_names()
  if not known then
    known = {}
    for name in ("assert error ipairs next pairs select tonumber tostring type"):gmatch("%a+") do
      known[_G[name]] = name
    end
    for name in ("string table math utf8"):gmatch("%w+") do
      known[_G[name]] = name
      for field, value in pairs(_G[name]) do
        if type(value) == "function" then
          known[value] = ("%s.%s"):format(name, field)
        end
      end
    end
  end
  return known
end

local function refuse(name, text, ...)
  error({ problem = ("the variable '%s' holds %s"):format(argument.shown(name), text:format(...)) }, 0)
end

local write_value

local function write_table(out, value, name, depth)
  if getmetatable(value) ~= nil then
    refuse(name, "a %s, which cannot be copied", argument.kind(value))
  end
  out.count = out.count + 1
  local slot = ("v[%d]"):format(out.count)
  out.seen[value] = slot
  out[#out + 1] = slot .. " = {}"
  for key, field in next, value do
    local left, right = write_value(out, key, name, depth + 1), write_value(out, field, name, depth + 1)
    out[#out + 1] = ("%s[%s] = %s"):format(slot, left, right)
  end
  return slot
end

-- Write a variable of a function. Two functions that use one variable use one copy.
local function write_variable(out, f, slot, index, depth)
  local name, value = debug.getupvalue(f, index)
  local id = debug.upvalueid(f, index)
  if out.variables[id] then
    out[#out + 1] = ("join(%s, %d, %s)"):format(slot, index, out.variables[id])
    return
  end
  out.variables[id] = ("%s, %d"):format(slot, index)
  local expression = name == "_ENV" and "_ENV" or write_value(out, value, name, depth + 1)
  out[#out + 1] = ("set(%s, %d, %s)"):format(slot, index, expression)
end

local function write_function(out, f, name, depth)
  if debug.getinfo(f, "S").what == "C" then
    refuse(name, "a function in C, which cannot be copied")
  end
  out.count = out.count + 1
  local slot = ("v[%d]"):format(out.count)
  out.seen[f] = slot
  out[#out + 1] = ("%s = load(%q)"):format(slot, string.dump(f))
  for index = 1, debug.getinfo(f, "u").nups do
    write_variable(out, f, slot, index, depth)
  end
  return slot
end

-- Write the statements that make a value. Returns an expression of it.
function write_value(out, value, name, depth)
  local kind = type(value)
  if out.seen[value] or known_names()[value] then
    return out.seen[value] or known_names()[value]
  elseif out.count >= MOST_VALUES or depth > MOST_DEPTH then
    refuse(name, "more than %d values, or tables that are nested more than %d deep", MOST_VALUES, MOST_DEPTH)
  elseif kind == "table" then
    return write_table(out, value, name, depth)
  elseif kind == "function" then
    return write_function(out, value, name, depth)
  elseif kind == "userdata" or kind == "thread" then
    refuse(name, "a %s, which cannot be copied", argument.kind(value))
  end
  return ("%q"):format(value)
end

--- Write functions as a text for the sandbox. The text returns a table with the functions.
---@param functions table<string, function> Lua functions by name
---@return string? text
---@return string? err the problem of a variable that cannot be copied
-- @usage closure.text { print = function(san) return san end }:match "return.*" --> return { print = v[1] }
function M.text(functions)
  local out = { "local load, set, join = ...", "local v = {}", seen = {}, variables = {}, count = 0 }
  local fields = {}
  for _, field in ipairs { "print", "read" } do
    if functions[field] then
      local done, slot = argument.attempt(write_value, out, functions[field], field, 1)
      if not done then
        return nil, ("%s: %s"):format(field, type(slot) == "table" and slot.problem or tostring(slot))
      end
      fields[#fields + 1] = ("%s = %s"):format(field, slot)
    end
  end
  out[#out + 1] = ("return { %s }"):format(table.concat(fields, ", "))
  return table.concat(out, "\n")
end

return M
