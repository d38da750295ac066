--- Modules beside a script: `require` in a script, filter or report that the user named by its path also searches the
-- folder of that file, after all other places. The current folder is never searched: it may hold a stranger's files.
-- Modules of Lucena itself are not searched there, so that a folder cannot replace or add one.
-- @module lucena.beside

local file = require("lucena.file")
local spare = require("lucena.spare")

local M = {}

local folders = {} -- a list, and a set

-- The searcher; its results are those of the searchers of Lua. package.searchpath would read `;` in the name of a
-- folder as the beginning of another one.
local function search(name)
  local inner, tried = name:gsub("%.", "/"), {}
  for _, folder in ipairs(name:find("^lucena%f[.\0]") and {} or folders) do
    for _, ending in ipairs { ".lua", "/init.lua" } do
      local path = folder .. "/" .. inner .. ending
      if file.exists(path) then
        local chunk, message = spare.lend(loadfile, path, "t")
        return chunk or error(("error loading module '%s' from file '%s':\n\t%s"):format(name, path, message), 0), path
      end
      tried[#tried + 1] = ("no file '%s'"):format(path)
    end
  end
  return table.concat(tried, "\n\t")
end

-- Return the folder of a file, as an absolute path: a script may change the current folder.
local function folder_of(path)
  local here = path:sub(1, 1) ~= "/" and require("lucena.core").current_folder()
  return ((here and here .. "/" or "") .. path):match("^(.*)/") or "."
end

--- Search the folder of a file, too.
---@param path string of a script
function M.add(path)
  local folder = folder_of(path)
  if not folders[1] then
    table.insert(package.searchers, search)
  end
  if not folders[folder] then
    folders[folder], folders[#folders + 1] = true, folder
  end
end

return M
