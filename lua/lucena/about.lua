--- What a value is, and what this build can do.
-- @module lucena.about

local M = {}

--- The class of a value of Lucena without its prefix ("Game", "Position", "Query" ...), or Lua's type for others.
---@param value any
---@return string
-- @usage chess.type(chess.position()) --> Position
-- @usage chess.type("e4") --> string
function M.type(value)
  local kind = require("lucena.argument").kind(value)
  return kind:match("^lucena%.(.*)$") or type(value)
end

-- Feature -> whether this build has it; made by the first question.
local features

local function find_features()
  local found = require("lucena.core").formats()
  found.tablebases = package.searchpath("lucena.syzygy", package.cpath) ~= nil
  found.readline = package.searchpath("lucena.readline", package.cpath) ~= nil
  found.json = package.searchpath("dkjson", package.path) ~= nil
  return found
end

--- Whether this build has a feature: "gzip", "bzip2", "zstd": it reads such files; "tablebases"; "json": it reads JSON;
-- "readline": the prompt edits lines. False also for a name that it does not know, such as that of a later feature.
---@param feature string
---@return boolean
-- @usage chess.has "time travel" --> false
function M.has(feature)
  require("lucena.argument").check(feature, 1, "has", "string")
  features = features or find_features()
  return features[feature] == true
end

--- The metatable of a class whose values are tables with fields: it names the class and prints a value.
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
