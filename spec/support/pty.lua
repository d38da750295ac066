--- Runs a command on a terminal, sends keys to it and waits for its output.
--
--     local pty = require "spec.support.pty"
--     local code, seen = pty({ "lua5.4", "program.lua" }, {
--       { expect = "> " }, { send = "e4\r" }, { expect = "e5" }, { resize = "40 10" }, { send = "\4" },
--     }, { columns = 80, rows = 24, env = { INPUTRC = "/dev/null" } })
--
-- There are no fixed delays: every step waits for its text. If the text does not come, it fails with the output so far.
-- Call it inside `it`: the test is skipped if there is no terminal.

local need = require "spec.support.need"
local file = require "spec.support.file"

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Compiles the helper program on first use, into the build folder. The sanitizer library is not loaded into the
-- compiler.
local program
local function helper()
  if not program then
    local build = os.getenv("LUCENA_BUILD") or "build"
    local path, new = build .. "/spec/pty", build .. "/spec/pty." .. os.time() .. tostring({}):match("%w+$")
    local done = os.execute(("mkdir -p %s/spec && LD_PRELOAD= cc -std=c11 -O1 -o %s spec/support/pty.c && mv -f %s %s")
      :format(quote(build), quote(new), quote(new), quote(path)))
    assert(done, "spec/support/pty.c does not compile")
    program = path
  end
  return program
end

local function escape(text)
  return (text:gsub("[%c\\\128-\255]", function(byte)
    return ("\\x%02x"):format(byte:byte())
  end))
end

---@param command string[]
---@param steps table[] each {expect = text}, {send = text}, {resize = "COLUMNS ROWS"}, or {insist =
-- {expected, sent}}, which sends a text repeatedly (with Ctrl-C before each repetition) until the expected text comes
---@param options? table columns, rows, env
---@return integer code exit status of the command
---@return string seen all that the terminal showed
return function(command, steps, options)
  options = options or {}
  local lines, words = {}, { "env", "PAGER=cat" } -- a pager waits for keys
  for _, step in ipairs(steps) do
    local verb, text = next(step)
    text = type(text) == "string" and escape(text)
      or escape(text[1]):gsub(" ", "\\x20") .. " " .. escape(text[2]):gsub(" ", "\\x20")
    lines[#lines + 1] = ("%s %s\n"):format(verb, text)
  end
  for name, value in pairs(options.env or {}) do
    words[#words + 1] = quote(name .. "=" .. value)
  end
  for _, word in ipairs { helper(), options.columns or 80, options.rows or 24, table.unpack(command) } do
    words[#words + 1] = quote(tostring(word))
  end
  local script = os.tmpname()
  local out, err = os.tmpname(), os.tmpname()
  file.write(script, table.concat(lines))
  local _, _, code = os.execute(("%s <%s >%s 2>%s"):format(table.concat(words, " "), script, out, err))
  local seen, complaint = file.read(out), file.read(err)
  os.remove(script)
  os.remove(out)
  os.remove(err)
  if code == 125 then
    need.terminal() -- skips the test if script(1) cannot make one either
  end
  assert(code ~= 124, complaint)
  return code, seen
end
