--- Methods of positions that are written in Lua. They belong to Positions and Boards; the methods that draw also
-- belong to Setups.
-- @module lucena.position

local argument = require("lucena.argument")
local core = require("lucena.core")

local M = {
  board = core.board,
  move = core.move,
  position = core.position,
  setup = core.setup,
}

-- Modules that few programs need are loaded on first use.
for class, module in pairs { [core.Position] = "lucena.eco", [core.Board] = "lucena.eco" } do
  class.opening = class.opening or function(...)
    require(module)
    return class.opening(...)
  end
end

local FILES = { "a", "b", "c", "d", "e", "f", "g", "h" }

local FIGURINES = {
  K = "♔", Q = "♕", R = "♖", B = "♗", N = "♘", P = "♙",
  k = "♚", q = "♛", r = "♜", b = "♝", n = "♞", p = "♟",
}

-- Terminal colours (ECMA-48, 256 colours): backgrounds of light, dark and marked squares, with black pieces.
local LIGHT, DARK, RESET = "\27[48;5;223;30m", "\27[48;5;173;30m", "\27[0m"
local LIGHT_MARKED, DARK_MARKED = "\27[48;5;229;30m", "\27[48;5;179;30m"

local OPTIONS = {
  unicode = "boolean", flip = "boolean", coordinates = "boolean", color = "boolean", alphabet = "string",
  marks = "table",
}

-- Return a square as text: one letter; or three columns, with colours, or in brackets if the square is marked.
local function cell(piece, is_light, is_marked, opts, signs)
  local text = piece and signs[piece] or piece or (opts.color and " " or ".")
  if opts.color then
    local ground = is_marked and (is_light and LIGHT_MARKED or DARK_MARKED) or is_light and LIGHT or DARK
    return ground .. " " .. text .. " "
  elseif opts.marks then
    return is_marked and "[" .. text .. "]" or " " .. text .. " "
  end
  return text
end

local function marks_of(opts)
  local marked = {}
  for _, square in ipairs(opts.marks or {}) do
    if type(square) ~= "string" or not square:find("^[a-h][1-8]$") then
      argument.bad(3, 1, "draw", "option 'marks': '%s' is not a square", tostring(square))
    end
    marked[square] = true
  end
  return marked
end

-- Return a table from English piece letters to the signs to draw.
local function signs_of(opts)
  if opts.alphabet then
    local drawn = require("lucena.notation.diagram").drawn(opts.alphabet)
    if not drawn then
      argument.bad(3, 1, "draw", "unknown alphabet '%s'", opts.alphabet)
    end
    return drawn
  end
  return opts.unicode and FIGURINES or {}
end

--- Draw the board as text: eight lines, White at the bottom, "." for an empty square, without a line end after the
-- last line.
---@param opts? {unicode?: boolean, flip?: boolean, coordinates?: boolean, color?: boolean, alphabet?: string,
-- marks?: string[]}
-- `unicode`: figurines instead of letters; `flip`: Black at the bottom; `coordinates`: ranks on the left and files
-- below, default true; `color`: coloured squares (ECMA-48 escapes); `alphabet`: piece letters of a language, "french";
-- `marks`: squares to draw in brackets or in another colour, such as those of the last move. With `marks` (also an
-- empty list), each square is three columns wide
---@return string drawing lines separated by a newline
-- @usage print(chess.position():draw{unicode = true})
local function draw(self, opts)
  local class = getmetatable(self)
  if class ~= "lucena.Position" and class ~= "lucena.Board" and class ~= "lucena.Setup" then
    argument.bad(2, 1, "draw", "lucena.Position expected, got %s", argument.kind(self))
  end
  opts = argument.options(opts, 1, "draw", OPTIONS)
  local coordinates, signs, marked = opts.coordinates ~= false, signs_of(opts), marks_of(opts)
  local is_wide = opts.color or opts.marks
  local lines = {}
  for row = 1, 8 do
    local rank = opts.flip and row or 9 - row
    local cells = {}
    for column = 1, 8 do
      local file = opts.flip and 9 - column or column
      local square = FILES[file] .. rank
      cells[column] = cell(self:piece(square), (file + rank) % 2 == 1, marked[square], opts, signs)
    end
    local line = table.concat(cells, is_wide and "" or " ") .. (opts.color and RESET or "")
    lines[row] = coordinates and rank .. " " .. line or line
  end
  if coordinates then
    local names = table.concat(FILES, is_wide and "  " or " ")
    lines[9] = (is_wide and "   " or "  ") .. (opts.flip and names:reverse() or names)
  end
  return table.concat(lines, "\n")
end

--- Explain the text of a move: its parts, the dialects that can read it, why it is legal or not, why it is written
-- this way, and how other dialects write it. tostring() of the result is a page of text.
---@param text string one move
---@param dialect? string|Dialect the dialect of the text, by default "pgn", as for `parse`; "auto": all are tried
---@return lucena.Explanation? explanation
---@return string? err for an unknown dialect
---@return string? code bad_dialect
-- @usage chess.position():explain("Ke3").headline  --> White cannot play that.
local function explain(self, text, dialect)
  local of = require("lucena.notation.explain").of
  if dialect == nil then
    return of(self, text, "pgn", true)
  elseif dialect == "auto" then
    dialect = nil
  end
  return of(self, text, dialect) -- tail calls, so that error messages name the caller
end

--- Draw a picture of the board.
---@param opts? {size?: number, flip?: boolean, coordinates?: boolean, last_move?: Move|string, arrows?: table[],
-- marks?: table[], theme?: "brown"|"blue"|"green"|"grey"|"print", title?: string, desc?: string, symbols?: boolean}
-- `arrows` and `marks` as those of a Node
---@return string svg without a line end at the end
-- @usage chess.position():svg{size = 200}:match("^<svg") --> <svg
local function svg(self, opts)
  return require("lucena.render.board").svg(self, opts)
end

--- Look up an ending in Syzygy tablebases. The result depends on the half-move clock. `chess.tablebase` opens the
-- files.
---@return table? found {wdl = "win", "cursed_win", "draw", "blessed_loss" or "loss"; dtz, plies to the next capture or
-- pawn move; winner; moves, an array of {move, san, wdl, dtz}, best first}, from the point of view of the side to move
---@return string? err
---@return string? code `no_tablebase`, `not_in_tablebase`
-- @usage chess.position():tablebase()
local function tablebase(self)
  return require("lucena.tablebase").probe(self)
end

--- The older name of `draw`.
---@param opts? table the options of `Position:draw`
---@return string drawing
-- @usage print(chess.position():board())
local function board(self, opts)
  return draw(self, opts)
end

core.Position.draw, core.Position.explain, core.Position.svg = draw, explain, svg
core.Board.draw, core.Board.explain, core.Board.svg = draw, explain, svg
core.Position.board, core.Board.board, core.Setup.board = board, board, board
core.Position.tablebase, core.Board.tablebase = tablebase, tablebase
core.Setup.draw, core.Setup.svg = draw, svg

return M
