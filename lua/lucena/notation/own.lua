--- Finds the user's dialect files by name. The file NAME.lua is searched first in the folders of --dialect-path, then
-- in $XDG_DATA_HOME/lucena/dialects (default: ~/.local/share/lucena/dialects).
-- @module lucena.notation.own

local core = require("lucena.core")
local file = require("lucena.file")

local M = {}

local added = {} -- folders of --dialect-path

--- Add a folder. It is searched after the folders that were added before.
---@param folder string
function M.add_folder(folder)
  added[#added + 1] = folder
end

--- Return the folders in the order in which they are searched.
---@return string[]
function M.folders()
  local list = table.move(added, 1, #added, 1, {})
  local data = require("lucena.user_folder").path("data")
  list[#list + 1] = data and data .. "/lucena/dialects"
  return list
end

--- Return the path of the dialect file with a name, or nil.
---@param name string
---@return string?
-- @usage require("lucena.notation.own").path("no-such-dialect") --> nil
function M.path(name)
  if not name:find("^[%w][%w_.-]*$") then
    return nil
  end
  for _, folder in ipairs(M.folders()) do
    local path = ("%s/%s.lua"):format(folder, name)
    if file.exists(path) then
      return path
    end
  end
end

--- Return the files in all folders. A name that occurs in two folders is listed once.
---@return {name: string, path: string}[] files sorted by folder and name
function M.files()
  local list, seen = {}, {}
  for _, folder in ipairs(M.folders()) do
    for _, base in ipairs(core.list_folder(folder) or {}) do
      local name = base:match("^([%w][%w_.-]*)%.lua$")
      if name and not seen[name] then
        seen[name], list[#list + 1] = true, { name = name, path = folder .. "/" .. base }
      end
    end
  end
  return list
end

return M
