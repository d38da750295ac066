--- Finds the modules of Lucena: whether one exists, the names in a folder, and the text of a module.
--
-- Lists such as the commands, reports and dialects are the files of a folder. In the program of one file that `make
-- static` builds, there are no files: all modules are in package.preload, and the module `lucena.embedded` returns
-- their text. Only this file knows the difference.
-- @module lucena.modules

local M = {}

--- Return whether this program contains all modules and needs no interpreter and no files.
---@return boolean
-- @usage require("lucena.modules").are_embedded() --> false
function M.are_embedded()
  return package.preload["lucena.embedded"] ~= nil
end

--- Return the file name of a module, for messages. A module without a file has the name that its file would have.
---@param name string such as "lucena.filter.upset"
---@return string
function M.path(name)
  return package.searchpath(name, package.path) or name:gsub("%.", "/") .. ".lua"
end

--- Return whether a module can be required.
---@param name string
---@param path? string the templates to search, package.path by default; package.cpath for modules in C
---@return boolean
-- @usage require("lucena.modules").is_there "lucena.filter.upset" --> true
function M.is_there(name, path)
  return package.preload[name] ~= nil or package.searchpath(name, path or package.path) ~= nil
end

-- The folder in which lucena/ is, or nil if the modules have no files.
local function home()
  local path = package.searchpath("lucena.modules", package.path)
  return path and path:match("^(.*)lucena/modules%.lua$")
end

--- Return the last parts of the names of a folder's modules, sorted. Only names of small letters, digits and `_` count,
-- and `init` does not.
---@param folder string such as "lucena.filter"
---@return string[]
-- @usage require("lucena.modules").names("lucena.dialect")[1] --> alphabets
function M.names(folder)
  local names, seen = {}, { init = true }
  local function add(name)
    if name and not seen[name] then
      seen[name], names[#names + 1] = true, name
    end
  end
  local pattern = "^" .. folder:gsub("%.", "%%.") .. "%.(%l[%l%d_]*)$"
  for name in pairs(package.preload) do
    add(name:match(pattern))
  end
  local top = home()
  for _, file in ipairs(top and assert(require("lucena.core").list_folder(top .. folder:gsub("%.", "/"))) or {}) do
    add(file:match("^(%l[%l%d_]*)%.lua$"))
  end
  table.sort(names)
  return names
end

--- Return an iterator over the lines of a module's text. If it has none, as a module in C, there are no lines.
---@param name string
---@return fun(): string?
function M.lines(name)
  local path = package.searchpath(name, package.path)
  if path then
    return io.lines(path)
  end
  local text = M.are_embedded() and require("lucena.embedded")(name)
  return (text or ""):gmatch("([^\n]*)\n")
end

return M
