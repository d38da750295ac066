--- Data and programs that a spec needs and that may not be installed. Each function returns a path or skips the test
-- that calls it, so call it inside `it`. With LUCENA_REQUIRE_ALL=1, it is an error if a data file or program is
-- missing.
--
--     local need = require "spec.support.need"
--     it("counts moves", function()
--       for line in io.lines(need.data("perft/standard.epd")) do ... end
--     end)

local lfs = require "lfs"

local M = {}

-- busted gives `pending` only to the running test. This event is the only way to skip a test from another file.
local test
local subscribe = require "busted".subscribe -- nil outside busted, when a script uses a helper of the specs
if subscribe then
  subscribe({ "test", "start" }, function(element)
    test = element
    return nil, true
  end)
end

local function missing(what)
  if os.getenv("LUCENA_REQUIRE_ALL") == "1" then
    error(what .. " is missing, and LUCENA_REQUIRE_ALL=1", 3)
  end
  test.env.pending("skipped: no " .. what)
end

local function is_readable(path)
  local file = io.open(path, "rb")
  if file then
    file:close()
  end
  return file ~= nil
end

--- A file of the larger data folder (LUCENA_DATA).
---@param name string path inside the folder, such as "perft/standard.epd"
---@return string path
function M.data(name)
  local folder = os.getenv("LUCENA_DATA")
  local path = folder and folder .. "/" .. name
  if not (path and is_readable(path)) then
    missing("data file " .. name .. " (set LUCENA_DATA)")
  end
  return path
end

--- A file that a package of the operating system installs.
---@param path string such as "/usr/share/scid/data/scid.eco"
---@return string path
function M.file(path)
  if not is_readable(path) then
    missing("file " .. path)
  end
  return path
end

local function find_program(name)
  for folder in (os.getenv("PATH") .. ":/usr/games"):gmatch("[^:]+") do
    local path = folder .. "/" .. name
    if lfs.attributes(path, "mode") == "file" and lfs.attributes(path, "permissions"):find("x") then
      return path
    end
  end
end

local programs = {} -- found once, because under node lfs starts a process for each folder

--- A program in PATH, or in the folder in which Debian installs games.
---@param name string such as "stockfish"
---@return string path
function M.program(name)
  programs[name] = programs[name] or find_program(name)
  if not programs[name] then
    missing("program " .. name)
  end
  return programs[name]
end

local npm_folder -- once asked

--- A file of a package that npm has installed for all users.
---@param name string such as "axe-core/axe.min.js"
---@return string path
function M.npm(name)
  if not npm_folder then
    local pipe = io.popen("npm root -g 2>/dev/null")
    npm_folder = pipe:read("l") or ""
    pipe:close()
  end
  local path = npm_folder .. "/" .. name
  if not is_readable(path) then
    missing("npm package with " .. name)
  end
  return path
end

--- A Lua module that is not a dependency of Lucena.
---@param name string such as "lpeg"
---@return table module
function M.module(name)
  local found, module = pcall(require, name)
  if not found then
    missing("Lua module " .. name)
  end
  return module
end

local has_terminal -- once tested

--- A terminal on which commands can run; containers may not have one.
---@return string path of script(1), which creates the terminal
function M.terminal()
  local script = M.program "script"
  if has_terminal == nil then
    local line = "LD_PRELOAD= %s -qec true /dev/null >/dev/null 2>&1 </dev/null"
    has_terminal = os.execute(line:format(script)) == true
  end
  if not has_terminal then
    missing("terminal for script(1)")
  end
  return script
end

return M
