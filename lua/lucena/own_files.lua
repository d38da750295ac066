--- The user's own filters, formats, queries, readers and reports: $XDG_DATA_HOME/lucena/KINDs/NAME.lua (default:
-- ~/.local/share/lucena), such as filters/upsets.lua for `lucena filter upsets`. A filter is a script; the other files
-- return the value that `chess.register` takes. A file is loaded when its name is asked for, and only then: lists take
-- the names of files and their first lines. Dialects are in the folder dialects, which `lucena.notation.own` searches.
-- @module lucena.own_files

local argument = require("lucena.argument")
local core = require("lucena.core")
local plugin = require("lucena.plugin")
local spare = require("lucena.spare")
local user_folder = require("lucena.user_folder")

local M = {}

local FOLDERS = { filter = "filters", format = "formats", query = "queries", reader = "readers", report = "reports" }
local LONGEST = 400 -- bytes of a file in which its summary is

local function folder_of(kind)
  local data = user_folder.path("data")
  return data and FOLDERS[kind] and ("%s/lucena/%s"):format(data, FOLDERS[kind])
end

--- Return the path of the file with a name, or nil.
---@param kind string "filter", "format", "query", "reader" or "report"
---@param name string
---@return string?
-- @usage require("lucena.own_files").path("filter", "nonesuch") --> nil
function M.path(kind, name)
  local folder = name:find("^%l[%l%d_-]*$") and folder_of(kind)
  local path = folder and ("%s/%s.lua"):format(folder, name)
  return path and core.file_size(path) and path or nil
end

--- Return the value that a file returns. An error in the file is raised without a traceback.
---@param path string
---@return any value
function M.load(path)
  local chunk, message = spare.lend(loadfile, path, "t")
  local done, value
  if chunk then
    done, value = argument.attempt(chunk)
    message = not done and tostring(value) or nil
  end
  if message then
    plugin.refuse(message:find(path, 1, true) and message or path .. ": " .. message)
  end
  return value
end

-- The summary of a file: its first line, if it is a comment.
local function summary_of(path)
  local stream <close> = io.open(path, "rb")
  local line = stream and (stream:read(LONGEST) or ""):match("^[^\r\n]*") or ""
  return line:match("^%-%-+%s*(%S.-)%s*$") or ""
end

--- Return the names of the files of a kind, with their summaries.
---@param kind string
---@return table<string, string> summaries by name
-- @usage next(require("lucena.own_files").summaries("filter")) --> nil
function M.summaries(kind)
  local folder, summaries = folder_of(kind), {}
  for _, base in ipairs(folder and spare.lend(core.list_folder, folder) or {}) do
    local name = base:match("^(%l[%l%d_-]*)%.lua$")
    if name then
      summaries[name] = summary_of(folder .. "/" .. base)
    end
  end
  return summaries
end

return M
