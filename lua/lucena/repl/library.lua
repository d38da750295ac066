--- Keeps the standard library of Lua intact for the prompt, even if the user's code changes it.
--
-- User code may remove or replace functions, as in `string.find = nil`, and expects to see its own changes. But the
-- prompt uses the same tables. So after user code has run, its changes are stored and the original functions are
-- restored. The changes are applied again before the next user code runs. Fields that the user adds are never removed.
--
-- This file uses only raw accesses and its own locals, because the user may have changed the globals.
-- @module lucena.repl.library

local next, rawget, rawset = next, rawget, rawset
local getmetatable, setmetatable = debug.getmetatable, debug.setmetatable

local M = {}

-- The original fields of each table, and the user's changes to them. The value REMOVED means that the user set the
-- field to nil.
local originals, changes, REMOVED = {}, {}, {}
for _, name in ipairs { "_G", "coroutine", "debug", "io", "math", "os", "package", "string", "table", "utf8" } do
  local library = package.loaded[name]
  originals[library], changes[library] = {}, {}
  for key, value in next, library do
    originals[library][key] = value
  end
end

local strings = getmetatable("") -- the metatable of all strings, for ("e4"):find "e"
local string_index = rawget(strings, "__index")

local is_users = false -- true while the tables contain the user's changes

--- Store the user's changes and restore the original functions. Does nothing if they are already restored.
function M.restore()
  if not is_users then
    return
  end
  is_users = false
  setmetatable("", strings)
  rawset(strings, "__index", string_index)
  for library, fields in next, originals do
    for key, value in next, fields do
      local now = rawget(library, key)
      changes[library][key] = nil
      if now ~= value then
        changes[library][key] = now == nil and REMOVED or now
        rawset(library, key, value)
      end
    end
  end
end

--- Forget all changes.
function M.forget()
  M.restore()
  for library in next, changes do
    changes[library] = {}
  end
end

--- Apply the user's changes again, before user code runs.
function M.lend()
  is_users = true
  for library, fields in next, changes do
    for key, value in next, fields do
      if value == REMOVED then
        value = nil
      end
      rawset(library, key, value)
    end
  end
end

local function restored(...)
  M.restore()
  return ...
end

--- Call user code. If it raises an error, the caller that catches it must call `restore`.
---@param f function
---@param ... any
---@return any ... its results
-- @usage require("lucena.repl.library").call(math.max, 1, 2) --> 2
function M.call(f, ...)
  M.lend()
  return restored(f(...))
end

--- Apply the user's changes again, and return the arguments. This is the last step of each function that `own` wraps,
-- before user code continues.
---@param ... any
---@return any ... the arguments
-- @usage require("lucena.repl.library").lent(1) --> 1
function M.lent(...)
  M.lend()
  return ...
end

--- Wrap a function of the prompt that user code may call. While the function runs, Lua's standard library is the
-- original library, without the user's changes.
---@param f function
---@return function
-- @usage require("lucena.repl.library").own(math.max)(1, 2) --> 2
function M.own(f)
  return function(...)
    if not is_users then
      return f(...)
    end
    M.restore()
    return M.lent(f(...))
  end
end

return M
