--- A folder of its own for a test that writes files; gone when the test's block is left.
--
--     local folder <close> = require "spec.support.folder" ()
--     folder:write("a.pgn", "1. e4 *")
--     folder:path "a.pgn"    --> "/tmp/lua_x1y2z3/a.pgn"
--     folder:read "a.pgn"    --> "1. e4 *"
--     folder:names()         --> { "a.pgn" }, hidden ones too, sorted

local Folder = {}
Folder.__index = Folder

function Folder:path(name)
  return self.root .. "/" .. name
end

function Folder:write(name, text)
  local file = assert(io.open(self:path(name), "wb"))
  assert(file:write(text))
  assert(file:close())
  return self:path(name)
end

--- The file's bytes, or nil when there is none.
function Folder:read(name)
  local file = io.open(self:path(name), "rb")
  local text = file and file:read("a")
  if file then
    file:close()
  end
  return text
end

function Folder:names()
  local list = {}
  local pipe = assert(io.popen(("ls -A '%s'"):format(self.root)))
  for name in pipe:lines() do
    list[#list + 1] = name
  end
  pipe:close()
  table.sort(list)
  return list
end

--- Run a shell command inside; true when it succeeds.
function Folder:run(command)
  return os.execute(("cd '%s' && %s"):format(self.root, command)) == true
end

function Folder:__close()
  os.execute(("rm -rf '%s'"):format(self.root))
end

return function()
  local root = os.tmpname()
  assert(os.remove(root))
  assert(os.execute(("mkdir '%s'"):format(root)))
  return setmetatable({ root = root }, Folder)
end
