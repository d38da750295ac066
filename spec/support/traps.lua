--- Modules that nobody asked for, in a folder in which commands run. Each writes a line to a file when it runs.
--
--     local traps = require "spec.support.traps"
--     traps.set(folder.root, { "lucena/command/chek" })   -- and those of the list below
--     ... run commands there ...
--     assert.equal("", traps.sprung(folder.root))
--
-- There is one for each module of Lucena, for the modules that it uses, for the wrappers of LuaRocks, and for names of
-- modules in C. A program with Lua's own rules, such as the base of a test, springs them.

local file = require "spec.support.file"

local M = {}

local OTHERS = {
  "init", "lucena", "lucena/core", "lucena/core/init", "lucena/readline", "lucena/syzygy", "lucena/embedded",
  "lucena/start", "lucena/init", "lucena/extension/x", "lucena/extension/init", "argparse", "argparse/init", "dkjson",
  "readline", "lfs", "luarocks/loader", "luarocks/core/hardcoded", "inspect", "socket",
}
local IN_C = { "readline", "lucena", "core", "argparse", "dkjson", "loadall", "lucena/core", "lucena/readline",
  "lucena/syzygy", "lucena/extension/x" }

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function lua_trap(seen, name)
  return ([[
local file = io.open(%q, "a")
file:write(%q, " by: ", table.concat(arg or {}, " "), "\n")
file:close()
return {}
]]):format(seen .. "/sprung", name)
end

-- A shared library that writes a line as soon as it is loaded.
local C_TRAP = [[
#include <stdio.h>
__attribute__((constructor)) static void spring(void) {
  FILE *file = fopen(SPRUNG, "a");
  if (!file) return;
  fputs("a module in C\n", file);
  fclose(file);
}
]]

local function set_in_c(root, seen)
  file.write(root .. "/trap.c", C_TRAP)
  local line = "cd %s && LD_PRELOAD= cc -shared -fPIC -DSPRUNG='\"%s/sprung\"' -o trap.so trap.c"
  assert(os.execute(line:format(quoted(root), seen)))
  for _, name in ipairs(IN_C) do
    file.write(("%s/%s.so"):format(root, name), file.read(root .. "/trap.so"))
  end
end

--- Fill a folder with traps.
---@param root string
---@param more? string[] names of further modules in Lua, with slashes
---@param seen? string the folder as commands see it that have another root folder
function M.set(root, more, seen)
  local names = table.move(more or {}, 1, #(more or {}), #OTHERS + 1, table.move(OTHERS, 1, #OTHERS, 1, {}))
  local pipe = io.popen("cd lua && find lucena -name '*.lua'")
  for path in pipe:lines() do
    names[#names + 1] = path:match("^(.*)%.lua$")
  end
  pipe:close()
  local folders, is_listed = {}, {}
  for _, name in ipairs(names) do
    local folder = root .. "/" .. (name:match("^(.*)/") or "")
    folders[#folders + 1], is_listed[folder] = not is_listed[folder] and quoted(folder) or nil, true
  end
  assert(os.execute("mkdir -p " .. table.concat(folders, " ")))
  for _, name in ipairs(names) do
    file.write(("%s/%s.lua"):format(root, name), lua_trap(seen or root, name))
  end
  set_in_c(root, seen or root)
end

--- Return the lines of the traps that ran, and forget them.
---@param root string
---@return string
function M.sprung(root)
  local found = io.open(root .. "/sprung")
  local text = found and found:read("a") or ""
  if found then
    found:close()
    os.remove(root .. "/sprung")
  end
  return text
end

return M
