--- A temporary folder for a test that writes files. It is removed at the end of the block that declares it.
--
--     local folder <close> = require "spec.support.folder" ()
--     folder:write("a.pgn", "1. e4 *")
--     folder:path "a.pgn"    --> "/tmp/lua_x1y2z3/a.pgn"
--     folder:read "a.pgn"    --> "1. e4 *"
--     folder:names()         --> { "a.pgn" }, sorted, including hidden files

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

--- The bytes of a file, or nil if there is none.
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

--- Runs a shell command in the folder. Returns true if it succeeds.
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
