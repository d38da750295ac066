--- A temporary folder for a test that writes files. It is removed at the end of the block that declares it.
--
--     local folder <close> = require "spec.support.folder" ()
--     folder:write("a.pgn", "1. e4 *")
--     folder:path "a.pgn"    --> "/tmp/lua_x1y2z3/a.pgn"
--     folder:read "a.pgn"    --> "1. e4 *"
--     folder:names()         --> { "a.pgn" }, sorted, including hidden files
--     folder:renew "out"     --> "/tmp/lua_x1y2z3/out", an empty folder
--
-- It uses LuaFileSystem, which busted requires, because mkdir, ls and rm would start thousands of processes.

local lfs = require "lfs"

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

local function names_in(path)
  local list = {}
  for name in lfs.dir(path) do
    if name ~= "." and name ~= ".." then
      list[#list + 1] = name
    end
  end
  table.sort(list)
  return list
end

function Folder:names()
  return names_in(self.root)
end

--- Runs a shell command in the folder. Returns true if it succeeds.
function Folder:run(command)
  return os.execute(("cd '%s' && %s"):format(self.root, command)) == true
end

-- Removes a file, or a folder and its contents. A symbolic link is removed, and not what it points to. Most paths are
-- removed at once. Only a path that remains is examined, because under WebAssembly this starts a process.
local function remove(path)
  if os.remove(path) then
    return true
  end
  if lfs.symlinkattributes(path, "mode") == "directory" then
    for _, name in ipairs(names_in(path)) do
      remove(path .. "/" .. name)
    end
  end
  return os.remove(path)
end

--- Makes an empty folder in the folder. If it already exists, it is removed first, with its files.
---@param name string
---@return string path
function Folder:renew(name)
  remove(self:path(name))
  assert(lfs.mkdir(self:path(name)))
  return self:path(name)
end

function Folder:__close()
  remove(self.root)
end

return function()
  local root = os.tmpname()
  assert(os.remove(root))
  assert(lfs.mkdir(root))
  return setmetatable({ root = root }, Folder)
end
