--- Reports the class of a value, and the features of this build.
-- @module lucena.about

local M = {}

--- Return the class of a value without the prefix "lucena.": "Game", "Position", "Query" ... For other values, return
-- Lua's type.
---@param value any
---@return string
-- @usage chess.type(chess.position()) --> Position
-- @usage chess.type("e4") --> string
function M.type(value)
  local kind = require("lucena.argument").kind(value)
  return kind:match("^lucena%.(.*)$") or type(value)
end

-- The features of this build; computed on first use.
local features

local function find_features()
  local found = require("lucena.core").formats()
  local is_there = require("lucena.plugin").is_there
  found.tablebases = is_there("lucena.syzygy", package.cpath)
  found.readline = is_there("lucena.readline", package.cpath)
  found.json = is_there("dkjson")
  return found
end

--- Return whether this build has a feature: "gzip", "bzip2" or "zstd" (it reads such files), "tablebases" (it contains
-- libfathom), "json" (it reads JSON) or "readline" (the prompt edits lines). An unknown name raises an error.
---@param feature string
---@return boolean
-- @usage chess.has "gzip" --> true
function M.has(feature)
  require("lucena.argument").check(feature, 1, "has", "string")
  features = features or find_features()
  local is_there = features[feature]
  if is_there == nil then
    local argument = require("lucena.argument")
    argument.bad(2, 1, "has", "unknown feature '%s'%s", argument.shown(feature),
      require("lucena.suggestion").hint(feature, features))
  end
  return is_there
end

return M
