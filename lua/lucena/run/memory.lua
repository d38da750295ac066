--- A Writer that keeps its text in memory. Workers of --jobs write to it, and send the text as their answer.
-- @module lucena.run.memory

local Memory = {}
Memory.__index = Memory

local M = {}

--- Create a Writer without text.
---@return table writer with the methods write, export and take
-- @usage local writer = require("lucena.run.memory").new()
--   writer:write("1. e4", " *") return writer:take() --> 1. e4 *
function M.new()
  return setmetatable({}, Memory)
end

--- Add texts and games. A game is written as it was read.
---@param ... string|lucena.Game
function Memory:write(...)
  for i = 1, select("#", ...) do
    local item = select(i, ...)
    self[#self + 1] = type(item) == "string" and item or item.text
  end
  return self
end

--- Add a game in a format, as `Writer:export` writes it.
---@param game lucena.Game
---@param format string
---@param opts? table of the format
---@return table? writer nil if the game cannot be written
---@return string? err
---@return string? code
function Memory:export(game, format, opts)
  local text, err, code = game:export(format, opts)
  if not text then
    return nil, err, code
  end
  return self:write(text, format == "pgn" and "\n" or "")
end

--- The method `export` for other Writers with a method `write`.
M.export = Memory.export

--- Return the text written so far.
---@return string
function Memory:take()
  return table.concat(self)
end

return M
