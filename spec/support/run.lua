--- Runs the lucena command in a child process.
--
--     local run = require "spec.support.run"
--     local r = run { "fen", "--ep", "xfen", stdin = "e4 e5" }
--     assert.equal(0, r.code)
--     assert.equal("", r.err)
--
-- The arguments reach the command unchanged, without a shell. `stdin`: text of its standard input (default: empty);
-- `cwd`: the folder in which it runs; `env`: a table of environment variables.

local function quote(text)
  assert(not text:find("\0"), "an argument cannot hold NUL")
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local file = require("spec.support.file")

-- Reads a file and removes it.
local function take(path)
  local text = file.read(path)
  os.remove(path)
  return text
end

local ROOT = require("lfs").currentdir()

local function command_line(request, input, out, err)
  local words = {}
  for name, value in pairs(request.env or {}) do
    words[#words + 1] = ("export %s=%s;"):format(name, quote(value))
  end
  if request.cwd then
    words[#words + 1] = "cd " .. quote(request.cwd) .. " &&"
  end
  words[#words + 1] = "exec"
  words[#words + 1] = quote(os.getenv("LUCENA_LUA") or "lua5.4")
  words[#words + 1] = quote(ROOT .. "/scripts/lucena")
  for _, argument in ipairs(request) do
    words[#words + 1] = quote(tostring(argument))
  end
  return ("%s <%s >%s 2>%s"):format(table.concat(words, " "), quote(input), quote(out), quote(err))
end

---@param request table the arguments in order, and the fields described above
---@return { code: integer, out: string, err: string } result  `code` is 128 + N if signal N ended the command
return function(request)
  local input, out, err = os.tmpname(), os.tmpname(), os.tmpname()
  file.write(input, request.stdin or "")
  local _, how, code = os.execute(command_line(request, input, out, err))
  os.remove(input)
  return { code = how == "signal" and 128 + code or code, out = take(out), err = take(err) }
end
