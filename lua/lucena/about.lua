--- Reports the class of a value, and the features of this build.
-- @module lucena.about

local M = {}

--- Return the class of a value of Lucena without its prefix ("Game", "Position", "Query" ...), or Lua's type for other
-- values.
---@param value any
---@return string
-- @usage chess.type(chess.position()) --> Position
-- @usage chess.type("e4") --> string
function M.type(value)
  local kind = require("lucena.argument").kind(value)
  return kind:match("^lucena%.(.*)$") or type(value)
end

-- Maps a feature to whether this build has it. Computed on first use.
local features

local function find_features()
  local found = require("lucena.core").formats()
  found.tablebases = package.searchpath("lucena.syzygy", package.cpath) ~= nil
  found.readline = package.searchpath("lucena.readline", package.cpath) ~= nil
  found.json = package.searchpath("dkjson", package.path) ~= nil
  return found
end

--- Report whether this build has a feature. "gzip", "bzip2", "zstd": it reads such files. "tablebases", "json": it
-- reads JSON. "readline": the prompt edits lines. Returns false for unknown names, such as that of a later feature.
---@param feature string
---@return boolean
-- @usage chess.has "time travel" --> false
function M.has(feature)
  require("lucena.argument").check(feature, 1, "has", "string")
  features = features or find_features()
  return features[feature] == true
end

--- Return the metatable of a class whose values are tables with fields. It names the class and prints a value.
---@param name string with its prefix
---@param text_of fun(value: table): string
---@return table metatable
function M.class(name, text_of)
  return {
    __name = name, __metatable = name,
    __tostring = function(value)
      return name .. ": " .. text_of(value)
    end,
  }
end

return M
