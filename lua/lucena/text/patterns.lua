--- Tests several patterns at once.
-- @module lucena.text.patterns

local M = {}

--- Return whether one of several patterns is found in a text.
---@param text string
---@param patterns string[]
---@param at? integer where the search begins; default: 1
---@return boolean
-- @usage patterns.any("Nf3", { "^x", "^N" })  --> true
function M.any(text, patterns, at)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern, at) then
      return true
    end
  end
  return false
end

return M
