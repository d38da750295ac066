--- Divides the files of a command line into files of games and files of positions (EPD and FEN), and remembers which
-- they are. `lucena.position_file` recognises files of positions. Standard input always has games.
-- @module lucena.run.position_files

local position_file = require("lucena.position_file")

local M = {}

local known = {} -- path -> whether the file has positions

--- Return whether a file has positions, but look at each file once.
---@param path string
---@return boolean
-- @usage require("lucena.run.position_files").has "spec/data/sample/sample.pgn" --> false
function M.has(path)
  if known[path] == nil then
    known[path] = position_file.has(path)
  end
  return known[path]
end

--- Divide paths into files of games and files of positions.
---@param paths string[]
---@return string[] games
---@return string[] positions
function M.divide(paths)
  local games, positions = {}, {}
  for _, path in ipairs(paths) do
    local list = M.has(path) and positions or games
    list[#list + 1] = path
  end
  return games, positions
end

return M
