-- Usage: scripts/dev/with-build lua5.4 scripts/dev/web_variants.lua PACKAGE...
-- Runs commands that together use all time-critical loops with the command of this tree, and under node with each
-- package that `make npm` has built. All outputs must be the same, byte for byte. The input includes damaged games.
-- Exit status: 0 they are the same, 1 otherwise.

local new_folder = require "spec.support.folder"
local variants = require "spec.support.variants"

local NATIVE = ("LUCENA_CPU=base '%s' scripts/lucena"):format(os.getenv("LUA") or "lua5.4")

-- Start a command. Returns its name and the pipe of its output.
local function start(lucena, line)
  return { name = lucena, pipe = assert(io.popen(("%s %s 2>&1; echo \"status $?\""):format(lucena, line))) }
end

-- The place of the first byte that differs, and the text of both there.
local function first_difference(expected, text)
  local at = 1
  while text:byte(at) == expected:byte(at) do
    at = at + 1
  end
  local from = math.max(1, at - 40)
  return ("byte %d: %q\n    instead of: %q"):format(at, text:sub(from, at + 40), expected:sub(from, at + 40))
end

local programs = { NATIVE }
for i, package in ipairs(arg) do
  programs[i + 1] = ("node '%s/bin/lucena.js'"):format(package)
end

local folder <close> = new_folder()
variants.write_input(folder)

local bytes, differences = 0, 0
for _, command in ipairs(variants.commands) do
  local line = command.line:gsub("%%s", folder.root)
  local runs = {}
  for i, lucena in ipairs(programs) do
    runs[i] = start(lucena, line)
  end
  local expected
  for _, run in ipairs(runs) do
    local text = run.pipe:read("a")
    run.pipe:close()
    expected = expected or text
    bytes = bytes + #text
    if text ~= expected then
      differences = differences + 1
      print(("web-variants: %s %s: %s"):format(run.name, command.name, first_difference(expected, text)))
    end
  end
end
print(("web-variants: %d commands with %d builds, %.1f MB of output, %d differences"):format(
  #variants.commands, #programs, bytes / 1e6, differences))
os.exit(differences == 0, true)
