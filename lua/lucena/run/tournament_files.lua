--- Reads tournament report files (TRF) for reports on tournaments, as games without moves: see
--- `lucena.tournament.trf_reader`. The name of such a file ends in .trf, .trfx or .trf26, or its first line is one of
-- the format's. Standard input always has games.
-- @module lucena.run.tournament_files

local core = require("lucena.core")
local file = require("lucena.file")
local position_file = require("lucena.position_file")

local M = {}

local known = {} -- path -> whether it is such a file

local function is_one(path)
  if path == "-" or core.is_folder(path) then
    return false
  end
  local suffix = position_file.suffix(path)
  if suffix == "trf" or suffix == "trfx" or suffix == "trf26" then
    return true
  end
  return suffix ~= "pgn" and require("lucena.tournament.trf").begins(position_file.first_line(path))
end

--- Return whether a file is a tournament report file, but look at each file once.
---@param path string
---@return boolean
-- @usage require("lucena.run.tournament_files").has "spec/data/sample/sample.pgn" --> false
function M.has(path)
  if known[path] == nil then
    known[path] = is_one(path)
  end
  return known[path]
end

--- Open the games of a file, as `core.parts.open` does.
---@param path string
---@param options table
---@param settings? table {scoring: the points "3-1-0" with which the points of players are compared}
---@return lucena.Reader? reader
---@return string|table[] problem the diagnostics of the lines; or a message
function M.open(path, options, settings)
  local text, message = file.read(path)
  if not text then
    return nil, message
  end
  local games, problems = require("lucena.tournament.trf_reader").read(text, path, settings)
  options.part = { offset = 0, line = 1, column = 1, games = 0, text = games }
  return core.parts.open(path, options), problems
end

return M
