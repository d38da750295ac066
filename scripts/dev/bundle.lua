-- Writes all modules in Lua as one block of bytes, for programs of one file. csrc/program/embedded.c describes the
-- format.
-- Usage: lua5.4 scripts/dev/bundle.lua OUTPUT FILE...      (from the top of the tree)
-- FILE is lua/lucena/*.lua, and for a program that is a command scripts/lucena, which becomes the module lucena.start.
-- Added are argparse and dkjson, the modules of others that Lucena uses.
--
-- Lines that are comments become empty lines, so that messages have the lines of the file, and other lines lose their
-- indentation. Doc comments and indentation stay in the modules that `:help` and `??` show, and the modules of others
-- are not changed, because they have their licences in comments.

package.path = "./lua/?.lua;./lua/?/init.lua;" .. package.path

local OTHERS = { "argparse", "dkjson" }

local HAS_HELP = {}
for _, name in ipairs(require("lucena.repl.reference").MODULES) do
  HAS_HELP[name] = true
end

-- Return the text of a module without its comments, and perhaps without its indentation.
local function shorter(name, text, keeps_indentation)
  local out, is_doc = {}, false
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local is_comment = line:find("^%s*%-%-") ~= nil
    is_doc = is_comment and HAS_HELP[name] and (is_doc or line:find("^%s*%-%-%-") ~= nil)
    out[#out + 1] = (not is_comment or is_doc) and (keeps_indentation and line or line:match "^%s*(.*)$") or ""
  end
  return table.concat(out, "\n", 1, #out - 1) .. "\n"
end

-- Return the shortest text of a module with the same code. The lines of a string may look like comments, or begin with
-- blanks.
local function short_text(name, text)
  local code = string.dump(assert(load(text)), true)
  for _, keeps_indentation in ipairs { HAS_HELP[name] or name:find "^lucena%.repl" or false, true } do
    local short = shorter(name, text, keeps_indentation)
    if load(short) and string.dump(load(short), true) == code then
      return short
    end
  end
  return text
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
  add(inner:gsub("/init$", ""):gsub("/", "."), inner .. ".lua", arg[i], short_text)
end
for _, name in ipairs(OTHERS) do
  add(name, name .. ".lua", assert(package.searchpath(name, package.path)), function(_, text) return text end)
end

local file <close> = assert(io.open(output, "wb"))
assert(file:write(table.concat(heads), "\n", table.concat(texts)))
