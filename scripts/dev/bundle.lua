-- Writes all modules in Lua as one block of bytes, for programs of one file. csrc/program/embedded.c describes the
-- format.
-- Usage: lua5.4 scripts/dev/bundle.lua OUTPUT FILE...      (from the top of the tree)
-- FILE is lua/lucena/*.lua, and for a program that is a command scripts/lucena, which becomes the module lucena.start.
-- Added are argparse and dkjson, the modules of others that Lucena uses.

local OTHERS = { "argparse", "dkjson" }

local output = assert(arg[1], "usage: bundle.lua OUTPUT FILE...")
local heads, texts = {}, {}

local function add(name, shown, path)
  local file <close> = assert(io.open(path, "rb"))
  local text = file:read("a"):gsub("^#", "--") -- the line that names the interpreter
  heads[#heads + 1] = ("%s %s %d\n"):format(name, shown, #text)
  texts[#texts + 1] = text
end

for i = 2, #arg do
  local inner = arg[i] == "scripts/lucena" and "lucena/start" or assert(arg[i]:match("^lua/(.*)%.lua$"), arg[i])
  add(inner:gsub("/init$", ""):gsub("/", "."), inner .. ".lua", arg[i])
end
for _, name in ipairs(OTHERS) do
  add(name, name .. ".lua", assert(package.searchpath(name, package.path)))
end

local file <close> = assert(io.open(output, "wb"))
assert(file:write(table.concat(heads), "\n", table.concat(texts)))
