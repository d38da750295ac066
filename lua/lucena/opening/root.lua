--- Parses the position from which an opening report starts.
-- @module lucena.opening.root

local chess = require("lucena")

local M = {}

--- Return the position given by a text: a FEN, or moves from the initial position ("e4 c5", "1. e4 c5 2. Nf3").
-- Without a text, return the initial position.
---@param text? string
---@return lucena.Position? position
---@return string? err
-- @usage require("lucena.opening.root").parse("1. e4 c5").fullmove_number --> 2
function M.parse(text)
  if not text or text:match("^%s*$") then
    return chess.position()
  elseif text:find("/", 1, true) then
    local position, err = chess.position(text)
    return position, err and "position: " .. err
  end
  local position, err = chess.position():play((text:gsub("%d+%.+", " ")))
  return position, err and "position: " .. err
end

return M
