-- Writes all modules in Lua as one block of bytes, for programs of one file. csrc/program/embedded.c describes the
-- format.
-- Usage: lua5.4 scripts/dev/bundle.lua OUTPUT FILE...      (from the top of the tree)
-- FILE is lua/lucena/*.lua, and for a program that is a command scripts/lucena, which becomes the module lucena.start.
-- Added are argparse and dkjson, the modules of others that Lucena uses.
--
-- Lines that are comments become empty lines, so that messages have the lines of the file. Doc comments stay in the
-- modules whose comments `:help` reads, and all comments in the modules of others, which have their licences there.

package.path = "./lua/?.lua;./lua/?/init.lua;" .. package.path

local OTHERS = { "argparse", "dkjson" }

local HAS_HELP = {}
for _, name in ipairs(require("lucena.repl.reference").MODULES) do
  HAS_HELP[name] = true
end

-- Return the text of a module without its comments. The lines of a string may look like comments: then the text is not
-- changed.
local function without_comments(name, text)
  local out, is_doc = {}, false
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local is_comment = line:find("^%s*%-%-") ~= nil
    is_doc = is_comment and HAS_HELP[name] and (is_doc or line:find("^%s*%-%-%-") ~= nil)
    out[#out + 1] = (not is_comment or is_doc) and line or ""
  end
  local short = table.concat(out, "\n", 1, #out - 1) .. "\n"
  local is_same = load(short) and string.dump(load(short), true) == string.dump(assert(load(text)), true)
  return is_same and short or text
end

local output = assert(arg[1], "usage: bundle.lua OUTPUT FILE...")
local heads, texts = {}, {}

local function add(name, shown, path, change)
  local file <close> = assert(io.open(path, "rb"))
  local text = change(name, (file:read("a"):gsub("^#", "--"))) -- the line that names the interpreter
  heads[#heads + 1] = ("%s %s %d\n"):format(name, shown, #text)
  texts[#texts + 1] = text
end

for i = 2, #arg do
  local inner = arg[i] == "scripts/lucena" and "lucena/start" or assert(arg[i]:match("^lua/(.*)%.lua$"), arg[i])
  add(inner:gsub("/init$", ""):gsub("/", "."), inner .. ".lua", arg[i], without_comments)
end
for _, name in ipairs(OTHERS) do
  add(name, name .. ".lua", assert(package.searchpath(name, package.path)), function(_, text) return text end)
end

local file <close> = assert(io.open(output, "wb"))
assert(file:write(table.concat(heads), "\n", table.concat(texts)))
