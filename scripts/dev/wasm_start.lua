-- Starts a Lua program under node, with the WebAssembly build of Lua. Its arguments are those of the interpreter: a
-- script and its arguments, or -e and a chunk.
--
-- This Lua loads no modules in C and has no io.popen(). Here are the parts of lfs, term and system that busted and the
-- specs use, and io.popen(). They run shell commands with os.execute(), which node supports: 10 ms each.

-- luacheck: globals os.execute io.popen

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- ---- processes ------------------------------------------------------------------------------

local execute = os.execute

-- emscripten's system() returns a status as waitpid() does, but its Lua takes it as an exit status.
function os.execute(line)
  if not line then
    return execute()
  end
  local _, _, status = execute(line)
  if status == 0 then
    return true, "exit", 0
  elseif status < 256 then
    return nil, "signal", status
  end
  return nil, "exit", status >> 8
end

local Pipe = {}
Pipe.__index = Pipe
Pipe.__name = "FILE*"

function Pipe:read(...)
  return self.file:read(...)
end

function Pipe:lines(...)
  return self.file:lines(...)
end

function Pipe:close()
  self.file:close()
  os.remove(self.path)
  return table.unpack(self.status, 1, 3)
end

Pipe.__close = Pipe.close

-- The program runs to its end before the first read.
function io.popen(line, mode)
  assert(not mode or mode == "r", "io.popen here only reads")
  local path = os.tmpname()
  local status = table.pack(os.execute(("{ %s\n} >%s"):format(line, quote(path))))
  return setmetatable({ path = path, file = assert(io.open(path, "rb")), status = status }, Pipe)
end

local function output_of(line)
  local pipe = io.popen(line .. " 2>/dev/null")
  local text = pipe:read("a")
  return pipe:close() and text
end

-- ---- lfs ------------------------------------------------------------------------------------

local lfs = {}

local KINDS = { ["regular file"] = "file", ["regular empty file"] = "file", ["directory"] = "directory",
  ["symbolic link"] = "link", ["fifo"] = "named pipe", ["character special file"] = "char device" }

local function attributes(path, name, options)
  local text = output_of(("stat %s -c '%%F,%%A,%%s,%%Y' -- %s"):format(options, quote(path)))
  if not text then
    return nil, path .. ": No such file or directory", 2
  end
  local kind, permissions, size, modification = text:match("^([^,]+),.([^,]+),(%d+),(%d+)")
  local all = { mode = KINDS[kind] or "other", permissions = permissions, size = tonumber(size),
    modification = tonumber(modification) }
  if name then
    return all[name]
  end
  return all
end

function lfs.attributes(path, name)
  return attributes(path, name, "-L")
end

function lfs.symlinkattributes(path, name)
  return attributes(path, name, "")
end

local function succeeds(line)
  if os.execute(line .. " 2>/dev/null") then
    return true
  end
  return nil, line .. " fails"
end

function lfs.mkdir(path)
  return succeeds("mkdir -- " .. quote(path))
end

function lfs.rmdir(path)
  return succeeds("rmdir -- " .. quote(path))
end

function lfs.dir(path)
  local text = assert(output_of("ls -a -- " .. quote(path)))
  return text:gmatch("[^\n]+")
end

local here

function lfs.currentdir()
  here = here or output_of("pwd"):match("[^\n]+")
  return here
end

-- busted changes to the folder in which it starts.
function lfs.chdir(path)
  if path == "." or path == lfs.currentdir() then
    return true
  end
  return nil, "chdir: not available here"
end

-- ---- the other modules ----------------------------------------------------------------------

local system = { gettime = os.time, monotime = os.clock, sleep = function(seconds)
  os.execute("sleep " .. seconds)
end }

local term = { isatty = function()
  return false
end }

for name, module in pairs { lfs = lfs, system = system, term = term } do
  package.preload[name] = function()
    return module
  end
end

-- ---- the program ----------------------------------------------------------------------------

local words = table.pack(...)
local chunk
if words[1] == "-e" then
  chunk = assert(load(words[2], "=(command line)"))
  _G.arg = table.move(words, 3, words.n, 1, { [0] = "lua" })
else
  chunk = assert(loadfile(words[1]))
  _G.arg = table.move(words, 2, words.n, 1, { [0] = words[1] })
end
return chunk(table.unpack(arg))
