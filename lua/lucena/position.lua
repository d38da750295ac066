--- Positions: the core's, and what Lua adds to them.
-- Methods written here stand beside those of the core, on Positions and Boards alike.
-- @module lucena.position

local core = require("lucena.core")

local M = {
  board = core.board,
  move = core.move,
  position = core.position,
  setup = core.setup,
}

local FILES = { "a", "b", "c", "d", "e", "f", "g", "h" }

local FIGURINES = {
  K = "♔", Q = "♕", R = "♖", B = "♗", N = "♘", P = "♙",
  k = "♚", q = "♛", r = "♜", b = "♝", n = "♞", p = "♟",
}

-- Terminal colours (ECMA-48, 256-colour mode): backgrounds of light and dark squares, men in black.
local LIGHT, DARK, RESET = "\27[48;5;223;30m", "\27[48;5;173;30m", "\27[0m"

local OPTIONS = { unicode = true, flip = true, coordinates = true, color = true }

local function check_options(opts)
  if opts == nil then
    return {}
  end
  if type(opts) ~= "table" then
    error("bad argument #1 to 'board' (table expected, got " .. type(opts) .. ")", 3)
  end
  for name, value in pairs(opts) do
    if not OPTIONS[name] then
      error(("bad argument #1 to 'board' (unknown option '%s')"):format(tostring(name)), 3)
    elseif type(value) ~= "boolean" then
      error(("bad argument #1 to 'board' (option '%s': boolean expected, got %s)"):format(name, type(value)), 3)
    end
  end
  return opts
end

-- One square as drawn: "N", or a coloured field three columns wide.
local function cell(piece, is_light, opts)
  local text = piece or (opts.color and " " or ".")
  if piece and opts.unicode then
    text = FIGURINES[piece]
  end
  if opts.color then
    return (is_light and LIGHT or DARK) .. " " .. text .. " "
  end
  return text
end

--- Draw the board for a terminal: eight lines, White below, "." for an empty square, no final newline.
---@param opts? {unicode?: boolean, flip?: boolean, coordinates?: boolean, color?: boolean}
-- `unicode`: chess figures instead of letters; `flip`: Black below; `coordinates`: ranks on the left and files
-- below, default true; `color`: squares coloured by ECMA-48 escapes
---@return string drawing lines separated by a newline
-- @usage print(chess.position():board{unicode = true})
local function board(self, opts)
  local class = getmetatable(self)
  if class ~= "lucena.Position" and class ~= "lucena.Board" then
    error("bad argument #1 to 'board' (lucena.Position expected, got " .. type(self) .. ")", 2)
  end
  opts = check_options(opts)
  local coordinates = opts.coordinates ~= false
  local lines = {}
  for row = 1, 8 do
    local rank = opts.flip and row or 9 - row
    local cells = {}
    for column = 1, 8 do
      local file = opts.flip and 9 - column or column
      cells[column] = cell(self:piece(FILES[file] .. rank), (file + rank) % 2 == 1, opts)
    end
    local line = table.concat(cells, opts.color and "" or " ") .. (opts.color and RESET or "")
    lines[row] = coordinates and rank .. " " .. line or line
  end
  if coordinates then
    local names = table.concat(FILES, opts.color and "  " or " ")
    lines[9] = (opts.color and "   " or "  ") .. (opts.flip and names:reverse() or names)
  end
  return table.concat(lines, "\n")
end

core.Position.board = board
core.Board.board = board

return M
