-- Written by scripts/dev/gen_rockspec.lua (`make rockspec`): do not edit.
rockspec_format = "3.0"
package = "lucena"
version = "0.3.0-1"
-- The release archive; `luarocks make` builds the current tree instead.
source = {
  url = "file://lucena-0.3.0.tar.gz",
  dir = "lucena-0.3.0",
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
