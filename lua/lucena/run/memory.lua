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

Memory.export = require("lucena.run.output").export

--- Return the text written so far.
---@return string
function Memory:take()
  return table.concat(self)
end

return M
