--- A position as a diagram of text, with the figures of Unicode: it can be sent in a mail, and read back by
-- `chess.diagram`.
-- @module lucena.sheet.diagram

local M = {}

local FIGURES = {
  K = "♔", Q = "♕", R = "♖", B = "♗", N = "♘", P = "♙",
  k = "♚", q = "♛", r = "♜", b = "♝", n = "♞", p = "♟",
}

--- The board as nine lines. Positions have the method `board`; a Setup, which need not be legal, is drawn here.
---@param setup lucena.Setup
---@param flip? boolean Black below
---@return string text without a newline at the end
-- @usage require("lucena.sheet.diagram").text(chess.setup(chess.START_FEN)):match("^[^\n]+")  --> 8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
function M.text(setup, flip)
  local lines = {}
  for row = 1, 8 do
    local rank, cells = flip and row or 9 - row, {}
    for column = 1, 8 do
      local file = string.char(96 + (flip and 9 - column or column))
      local piece = setup:piece(file .. rank)
      cells[column] = piece and FIGURES[piece] or "·"
    end
    lines[row] = rank .. " " .. table.concat(cells, " ")
  end
  lines[9] = flip and "  h g f e d c b a" or "  a b c d e f g h"
  return table.concat(lines, "\n")
end

return M
