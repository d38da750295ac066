#!/usr/bin/env lua5.4
--- Write two rockspecs: for the development version (scm), and for the version in lua/lucena/init.lua.
-- Usage: lua5.4 scripts/dev/gen_rockspec.lua [--check]      (`make rockspec`; from the top of the tree)
-- With --check, nothing is written, and the exit status is 1 if a rockspec is out of date or superfluous. The rockspecs
-- do not list modules, because the Makefile installs all files that it finds. So a new Lua file changes no rockspec.

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path
local tree = require("tree")

local TEMPLATE = [[
-- Written by scripts/dev/gen_rockspec.lua (`make rockspec`): do not edit.
rockspec_format = "3.0"
package = "lucena"
version = "$VERSION"
-- The release archive; `luarocks make` builds the current tree instead.
source = {
  url = "file://$ARCHIVE",$FOLDER
}
description = {
  summary = "A chess notation interpreter scripted in Lua",
  detailed = [=[
Lucena reads and writes chess: FEN, EPD, PGN, and moves in any notation and language. It is a
library for Lua 5.4 with a core in C, and a command to explore, check, filter and report on games.]=],
  license = "MIT",
  labels = { "chess", "parser", "pgn" },
}
supported_platforms = { "unix" }
dependencies = {
  "lua >= 5.4, < 5.5",
  "argparse >= 0.7",
  "dkjson >= 2.5",
}
-- The build folder is a separate one, because LuaRocks and `make` have different flags. The Makefile installs the
-- modules and the command. It also installs the manual pages and completions, into the rock's folder. LuaRocks installs
-- library/ and docs/.
build = {
  type = "make",
  install_target = "install-rock",
  build_variables = {
    BUILD = "build/rock",
    CC = "$(CC)",
    CFLAGS = "$(CFLAGS)",
    LIBFLAG = "$(LIBFLAG)",
    LUA_INCDIR = "$(LUA_INCDIR)",
  },
  install_variables = {
    BUILD = "build/rock",
    CC = "$(CC)",
    CFLAGS = "$(CFLAGS)",
    LIBFLAG = "$(LIBFLAG)",
    LUA_INCDIR = "$(LUA_INCDIR)",
    LIBDIR = "$(LIBDIR)",
    LUADIR = "$(LUADIR)",
    BINDIR = "$(BINDIR)",
    LUA = "$(LUA)",
    PREFIX = "$(PREFIX)",
  },
  copy_directories = { "docs", "library" }, -- the pages, and definitions for editors
}
-- A wrapper of LuaRocks would load luarocks.loader, which is also searched in the current folder, before the command
-- runs. The command finds its modules itself.
deploy = { wrap_bin_scripts = false }
]]

local function rockspec(version, name)
  local values = { VERSION = version, ARCHIVE = name .. ".tar.gz", FOLDER = ('\n  dir = "%s",'):format(name) }
  return (TEMPLATE:gsub("%$(%u+)", values))
end

local version = assert(
  tree.read("lua/lucena/init.lua"):match('VERSION = "(%d+%.%d+%.%d+)'), "init.lua names no version")
local wanted = {
  ["rockspec/lucena-scm-1.rockspec"] = rockspec("scm-1", "lucena-" .. version),
  [("rockspec/lucena-%s-1.rockspec"):format(version)] = rockspec(version .. "-1", "lucena-" .. version),
}

if arg[1] == "--check" then
  local faults = {}
  for path, text in pairs(wanted) do
    if tree.read(path) ~= text then
      faults[#faults + 1] = path .. " is not what `make rockspec` writes"
    end
  end
  for _, path in ipairs(tree.list("ls rockspec/*.rockspec")) do
    faults[#faults + 1] = not wanted[path] and path .. " is of another version: remove it" or nil
  end
  if #faults > 0 then
    io.stderr:write(table.concat(faults, "\n"), "\n")
    os.exit(1)
  end
  print("rockspec: complete")
else
  for path, text in pairs(wanted) do
    local file = assert(io.open(path, "wb"))
    assert(file:write(text))
    assert(file:close())
  end
end
