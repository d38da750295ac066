--- Holds a descriptor in reserve for modules and other files that are read whole. A command at its limit of descriptors
-- (`ulimit -n`) must still load the modules that report the error, or that finish what it has begun. A search for a
-- module that finds nothing is repeated while the reserve is given back; it needs one descriptor at a time. Only the
-- command holds a reserve; a program that uses the library decides about its descriptors itself.
-- @module lucena.spare

-- luacheck: globals package.searchpath

local M = {}

local is_held = false

local function hold_again(done, ...)
  require("lucena.core").hold_spare(true)
  if not done then
    error((...), 0)
  end
  return ...
end

--- Call a function while the reserve is given back.
---@param f function
---@param ... any its arguments
---@return any ... its results
-- @usage require("lucena.spare").lend(require("lucena.core").is_folder, "csrc") --> true
function M.lend(f, ...)
  if not is_held then
    return f(...)
  end
  require("lucena.core").hold_spare(false)
  return hold_again(pcall(f, ...)) -- pcall also keeps the place of this line out of the messages of searchers
end

-- Repeat a search with the reserve, unless it has found something. Lending the reserve to each search would close and
-- open a descriptor for each module.
local function unless_found(f, name, done, found, ...)
  if done and type(found) == "function" then
    return found, ...
  end
  return M.lend(f, name)
end

local function lender(f)
  return function(name)
    return unless_found(f, name, pcall(f, name))
  end
end

--- Hold the reserve from now on, and lend it to a search for a module that needs it.
function M.hold()
  if is_held then
    return
  end
  is_held = true
  require("lucena.core").hold_spare(true)
  local searchpath = package.searchpath
  package.searchpath = function(...)
    return M.lend(searchpath, ...)
  end
  for i = 2, #package.searchers do -- the first one looks only into package.preload
    package.searchers[i] = lender(package.searchers[i])
  end
end

return M
