--- Makes `lucena --jobs` divide small files into many parts.
--
--     local r = run { "sort", "--jobs", 2, path, env = small_parts(folder) }
--
-- The modules of --jobs are loaded with other sizes. The sizes decide only where parts begin, so no option sets them.

local CODE = [[
local function change(name, pattern, numbers)
  package.preload[name] = function(...)
    local path = assert(package.searchpath(name, package.path))
    local file = assert(io.open(path, "rb"))
    local text, count = file:read("a"):gsub(pattern, numbers)
    file:close()
    assert(count == 1, name)
    return assert(load(text, "@" .. path))(...)
  end
end
change("lucena.run.workers", "SMALLEST, LARGEST = 1 << 16, 1 << 20", "SMALLEST, LARGEST = %d, %d")
]]

--- Return the environment of such a command.
---@param folder table a temporary folder
---@param smallest? integer bytes of the first part, default 200
---@param largest? integer bytes of the largest part, default 1000
---@return table env
return function(folder, smallest, largest)
  return { LUA_INIT = "@" .. folder:write("small_parts.lua", CODE:format(smallest or 200, largest or 1000)) }
end
