--- The operating system: programs, a clock, and Lua modules of other projects.
-- @module lucena.system

local core = require("lucena.core")

local M = {}

--- Start a program. This is core.process.
-- @usage require("lucena.system").process({"echo", "e4"}):read_line() --> e4
M.process = core.process

--- Return the seconds of a clock that never goes back. This is core.monotonic.
-- @usage require("lucena.system").monotonic() > 0 --> true
M.monotonic = core.monotonic

--- Load a Lua module of another project.
---@param name string
---@param debian string the Debian package of the module
---@return any? module nil if it is missing
---@return string? err how to install it
-- @usage require("lucena.system").module("no_such", "lua-none") == nil --> true
function M.module(name, debian)
  local is_there, module = require("lucena.argument").attempt(require, name)
  if is_there then
    return module
  end
  return nil, ("the Lua module %s is missing: apt-get install %s, or luarocks --lua-version 5.4 install %s;"
    .. " check LUA_PATH, too"):format(name, debian, name)
end

return M
