--- The folders of the user's own files, as in the XDG Base Directory Specification. Variables with relative paths are
-- ignored, as it requires: the current folder may hold a stranger's files, and some of these files are run.
-- @module lucena.user_folder

local M = {}

-- The variable of each kind, and the folder below the home folder if it is not set.
local KINDS = {
  config = { "XDG_CONFIG_HOME", ".config" },
  data = { "XDG_DATA_HOME", ".local/share" },
  state = { "XDG_STATE_HOME", ".local/state" },
}

local function absolute(variable)
  local path = os.getenv(variable)
  return path and path:sub(1, 1) == "/" and path or nil
end

--- Return the folder of a kind of files, without a slash at the end.
---@param kind string "config", "data" or "state"
---@return string? folder nil if there is no home folder
-- @usage require("lucena.user_folder").path("data"):sub(1, 1) --> /
function M.path(kind)
  local variable, default = table.unpack(KINDS[kind])
  local home = absolute("HOME")
  return absolute(variable) or home and home .. "/" .. default
end

return M
