--- Draws a position as an SVG picture: squares, pieces, the last move, coloured squares and arrows.
--
-- The picture needs no font, style sheet or other file. Its units are hundredths of a square. All squares of one colour
-- are one path, and each piece is a <use> of a drawing in lucena.render.pieces. Screen readers read the title and the
-- list of pieces. A board with all 32 pieces has 7 KB, and takes about a tenth of a millisecond.
-- @module lucena.render.board

local argument = require("lucena.argument")
local escape = require("lucena.render.escape")
local pieces = require("lucena.render.pieces")

local M = {}

--- Themes of boards, by colours. `light`, `dark`: the squares; `last`: the squares of the last move; `on_light`,
-- `on_dark`: the names of squares printed on them; `white`, `black`: silhouette, outline and inner lines of the pieces.
-- With `margin`, the names of squares are outside the board.
---@type table
M.THEMES = {
  brown = { light = "#f0dcb9", dark = "#b98b62", last = "#e2c74a", on_light = "#9c6f47", on_dark = "#f7e8cd" },
  blue = { light = "#e6ebf1", dark = "#8aa3bd", last = "#8fc7a0", on_light = "#6a88a8", on_dark = "#f4f7fa" },
  green = { light = "#f0f0dc", dark = "#7c9a63", last = "#e3d552", on_light = "#66854e", on_dark = "#f6f6e6" },
  grey = { light = "#ececec", dark = "#a9a9a9", last = "#f2d675", on_light = "#757575", on_dark = "#fafafa" },
  print = { light = "#ffffff", dark = "#ffffff", hatch = "#777777", last = "#d9d9d9", on_light = "currentColor",
    margin = 44, black = { "#111111", "#000000", "#ffffff" } },
}

local WHITE, BLACK = { "#ffffff", "#1b1b1b", "#1b1b1b" }, { "#35322f", "#0e0e0e", "#f3f0ea" }

--- Colors of coloured squares and arrows, by the names in `node.marks`.
---@type table
M.COLORS = {
  red = "#c8322b", green = "#2e8b3d", yellow = "#d9a900", blue = "#2a67c4", orange = "#e0761a", cyan = "#1a9aa8",
  magenta = "#b0399a", purple = "#7a4bb5",
}

local FILES = "abcdefgh"

local OPTIONS = {
  size = "number", flip = "boolean", coordinates = "boolean", arrows = "list", marks = "list",
  theme = "string", title = "string", desc = "string", symbols = "boolean",
}

-- ---- squares -------------------------------------------------------------------------------------

-- Return the upper left corner of a square on a board with White at the bottom; nil if it is not a square.
local function corner(square)
  local file, rank = tostring(square):match("^([a-h])([1-8])$")
  if file then
    return (FILES:find(file, 1, true) - 1) * 100, (8 - tonumber(rank)) * 100
  end
end

local function decimal(value)
  return (("%.1f"):format(value):gsub("%.0$", ""):gsub("^%-0$", "0"))
end

--- Return the outline of an arrow between the centers of two squares as path data, with White at the bottom.
---@param from string square
---@param to string another square
---@return string? path nil if they are not two different squares
-- @usage require("lucena.render.board").arrow("e2", "e4"):match("^M%S+ %S+")  --> M442 650L442
function M.arrow(from, to)
  local x1, y1 = corner(from)
  local x2, y2 = corner(to)
  if not x1 or not x2 or from == to then
    return nil
  end
  x1, y1, x2, y2 = x1 + 50, y1 + 50, x2 + 50, y2 + 50
  local length = ((x2 - x1) ^ 2 + (y2 - y1) ^ 2) ^ 0.5
  local ux, uy = (x2 - x1) / length, (y2 - y1) / length
  local tip, neck = length - 4, length - 40
  local out = {}
  -- {distance along the arrow, distance to its right}
  for i, point in ipairs { { 0, -8 }, { neck, -8 }, { neck, -23 }, { tip, 0 }, { neck, 23 }, { neck, 8 }, { 0, 8 } } do
    local along, aside = point[1], point[2]
    out[i] = decimal(x1 + ux * along - uy * aside) .. " " .. decimal(y1 + uy * along + ux * aside)
  end
  return "M" .. table.concat(out, "L") .. "Z"
end

-- Return all squares of one color as one path.
local function squares_path(is_dark)
  local out = {}
  for row = 0, 7 do
    for column = 0, 7 do
      if ((row + column) % 2 == 1) == is_dark then
        out[#out + 1] = ("M%d %dh100v100h-100z"):format(column * 100, row * 100)
      end
    end
  end
  return table.concat(out)
end

-- Return hatching for the dark squares, for print without grey.
local function hatch_path()
  local out = {}
  for row = 0, 7 do
    for column = (row + 1) % 2, 7, 2 do
      for at = 20, 180, 20 do
        local near, far = math.max(0, at - 100), math.min(100, at)
        out[#out + 1] = ("M%d %dL%d %d"):format(column * 100 + near, row * 100 + far, column * 100 + far,
          row * 100 + near)
      end
    end
  end
  return table.concat(out)
end

local LIGHT_SQUARES, DARK_SQUARES, HATCH = squares_path(false), squares_path(true), nil

--- Draw the empty squares of a theme.
---@param theme table one of THEMES
---@return string svg
function M.squares(theme)
  local out = ('<path class="light" fill="%s" d="%s"/><path class="dark" fill="%s" d="%s"/>'):format(theme.light,
    LIGHT_SQUARES, theme.dark, DARK_SQUARES)
  if theme.hatch then
    HATCH = HATCH or hatch_path()
    out = out .. ('<path fill="none" stroke="%s" stroke-width="2.5" d="%s"/><path fill="none" stroke="%s"'
      .. ' stroke-width="4" d="M0 0H800V800H0Z"/>'):format(theme.hatch, HATCH, theme.hatch)
  end
  return out
end

-- ---- names of the squares ------------------------------------------------------------------------

local OUTSIDE = "0.38" -- the scale of the names in a margin, which are printed small

local function sign(text, x, y, color, scale)
  return ('<path transform="translate(%s %s) scale(%s)" stroke="%s" d="%s"/>'):format(decimal(x), decimal(y),
    scale or "0.25", color, pieces.sign(text))
end

--- Draw the names of files and ranks, at the lower and left edges.
---@param theme table one of THEMES
---@param flip? boolean
---@return string svg
function M.coordinates(theme, flip)
  local out, margin = {}, theme.margin
  for i = 0, 7 do
    local file, rank = FILES:sub(flip and 8 - i or i + 1, flip and 8 - i or i + 1), tostring(flip and i + 1 or 8 - i)
    if margin then
      out[#out + 1] = sign(rank, -38, i * 100 + 32, theme.on_light, OUTSIDE)
        .. sign(file, i * 100 + 40, 800, theme.on_light, OUTSIDE)
    else
      out[#out + 1] = sign(rank, 4, i * 100 + 3, i % 2 == 0 and theme.on_light or theme.on_dark)
        .. sign(file, i * 100 + 83, 771, i % 2 == 1 and theme.on_light or theme.on_dark)
    end
  end
  return '<g fill="none" stroke-width="11" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">'
    .. table.concat(out) .. "</g>"
end

-- ---- pieces --------------------------------------------------------------------------------------

--- Return the colors of one player's pieces as attributes of an element.
---@param theme table one of THEMES
---@param is_white boolean
---@return string
function M.men_colors(theme, is_white)
  local colors = is_white and (theme.white or WHITE) or theme.black or BLACK
  return ('fill="%s" stroke="%s" color="%s"'):format(table.unpack(colors))
end

--- Draw the pieces of a position as <use> elements, in one group for White and one for Black.
---@param position lucena.Position|lucena.Board|lucena.Setup
---@param theme table one of THEMES
---@param flip? boolean
---@return string svg
---@return string kinds the letters of the pieces on the board
---@return string list the pieces and their squares, for screen readers
function M.men(position, theme, flip)
  local groups, kinds, lists = { {}, {} }, {}, { {}, {} }
  for rank = 8, 1, -1 do
    for file = 1, 8 do
      local square = FILES:sub(file, file) .. rank
      local piece = position:piece(square)
      if piece then
        local side, kind = piece:find("%u") and 1 or 2, piece:upper()
        local x, y = corner(square)
        kinds[kind] = true
        groups[side][#groups[side] + 1] = ('<use href="#lc-%s" x="%d" y="%d"/>'):format(kind, flip and 700 - x or x,
          flip and 700 - y or y)
        lists[side][#lists[side] + 1] = (kind ~= "P" and kind or "") .. square
      end
    end
  end
  local names = {}
  for kind in pairs(kinds) do
    names[#names + 1] = kind
  end
  local drawing = ("<g %s>%s</g><g %s>%s</g>"):format(M.men_colors(theme, true), table.concat(groups[1]),
    M.men_colors(theme, false), table.concat(groups[2]))
  return drawing, table.concat(names), ("White: %s. Black: %s."):format(table.concat(lists[1], " "),
    table.concat(lists[2], " "))
end

-- ---- coloured squares and arrows -----------------------------------------------------------------

local function fail(text, ...)
  argument.bad(0, 1, "svg", text, ...)
end

--- Return the code of a colour.
---@param name? string a name of COLORS or "#rrggbb"; default green
---@return string? code nil if it is not a colour
function M.color(name)
  name = name or "green"
  return M.COLORS[name] or type(name) == "string" and name:match("^#%x%x%x%x%x%x$") or nil
end

local function color_of(name)
  return M.color(name) or fail("'%s' is no colour", tostring(name))
end

--- The letters of colours in comments of games ([%cal Ge2e4], [%csl Re4]) and in `lucena board --arrows`.
M.LETTERS = { G = "green", R = "red", Y = "yellow", B = "blue", O = "orange", C = "cyan", M = "magenta",
  P = "purple" }

-- Return the text without the letter of its colour, and the colour; the value itself if it has no such letter.
local function take_color(value)
  local letter, rest = tostring(value):match("^([GRYBOCMP])(%l%d.*)$")
  return rest or value, M.LETTERS[letter]
end

-- Return the two squares of a value: "e2e4", {from =, to =} or a Move.
local function ends(value, what)
  local from, to
  if type(value) == "string" then
    from, to = value:match("^(%w%w)(%w%w)%w?$")
  elseif type(value) == "table" or getmetatable(value) == "lucena.Move" then
    from, to = value.from, value.to
  end
  if not (from and to and corner(from) and corner(to)) then
    fail("option '%s': '%s' is not a pair of squares", what, tostring(value))
  end
  return from, to
end

--- Draw a coloured square.
---@param square string
---@param color string code
---@param opacity number
---@return string? svg nil if it is not a square
function M.field(square, color, opacity)
  local x, y = corner(square)
  return x and ('<path fill="%s" fill-opacity="%s" d="M%d %dh100v100h-100z"/>'):format(color, opacity, x, y) or nil
end

local function opacity_of(mark)
  local opacity = mark.opacity or 0.6
  if type(opacity) ~= "number" or not (opacity >= 0 and opacity <= 1) then
    fail("option 'marks': opacity %s is not between 0 and 1", tostring(opacity))
  end
  return ("%.2f"):format(opacity):gsub("%.?0+$", "")
end

-- Draw the layer below the pieces: the squares of the last move and the coloured squares.
local function fields(options, theme)
  local out = {}
  if options.last_move then
    local from, to = ends(options.last_move, "last_move")
    out[1] = M.field(from, theme.last, 0.65) .. M.field(to, theme.last, 0.65)
  end
  for _, mark in ipairs(options.marks or {}) do
    if type(mark) ~= "table" then
      local square, color = take_color(mark)
      mark = { square = square, color = color }
    end
    out[#out + 1] = M.field(mark.square, color_of(mark.color), (opacity_of(mark)))
      or fail("option 'marks': '%s' is not a square", tostring(mark.square))
  end
  return table.concat(out)
end

local function arrows(options)
  local out = {}
  for _, arrow in ipairs(options.arrows or {}) do
    local plain, color = take_color(arrow)
    local from, to = ends(plain, "arrows")
    local path = M.arrow(from, to) or fail("option 'arrows': '%s' has no length", from .. to)
    color = color or type(arrow) == "table" and arrow.color or nil
    out[#out + 1] = ('<path fill="%s" d="%s"/>'):format(color_of(color), path)
  end
  return #out > 0 and '<g fill-opacity="0.8">' .. table.concat(out) .. "</g>" or ""
end

-- ---- the picture ---------------------------------------------------------------------------------

-- Arrows and coloured squares are drawn for White at the bottom. If Black is at the bottom, they are rotated.
local function turned(content, flip)
  return (not flip or content == "") and content or '<g transform="rotate(180 400 400)">' .. content .. "</g>"
end

local function draw(position, options)
  local theme = M.THEMES[options.theme or "brown"] or fail("unknown theme '%s'", tostring(options.theme))
  local size, flip, has_names = options.size or 360, options.flip, options.coordinates ~= false
  if size < 1 or size > 10000 then
    fail("option 'size': %s is not between 1 and 10000", tostring(size))
  end
  local margin = has_names and theme.margin or 0
  local drawing, kinds, list = M.men(position, theme, flip)
  local box = ("%d -2 %d %d"):format(margin > 0 and -margin or -2, 800 + margin + (margin > 0 and 2 or 4),
    800 + margin + (margin > 0 and 2 or 4))
  if not theme.hatch then
    box = "0 0 800 800"
  end
  local title = options.title or (position.turn == "black" and "Black to move" or "White to move")
  return ('<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="%s" width="%s" height="%s" role="img"'
    .. ' aria-label="%s">'):format(box, decimal(size), decimal(size), escape.attribute(title))
    .. ("<title>%s</title><desc>%s</desc>"):format(escape.html(title), escape.html(options.desc or list))
    .. (options.symbols ~= false and "<defs>" .. pieces.symbols(kinds) .. "</defs>" or "") .. M.squares(theme)
    .. turned(fields(options, theme), flip)
    .. (has_names and '<g class="names">' .. M.coordinates(theme, flip) .. "</g>" or "") .. drawing
    .. turned(arrows(options), flip) .. "</svg>"
end

local CLASSES = { ["lucena.Position"] = true, ["lucena.Board"] = true, ["lucena.Setup"] = true }

--- Draw a position. It is also the method `svg` of Positions, Boards and Setups.
---@param position lucena.Position|lucena.Board|lucena.Setup
---@param options? {size?: number, flip?: boolean, coordinates?: boolean, last_move?: any, arrows?: table, ...}
-- `size`: pixels, default 360; `flip`: Black at the bottom; `coordinates`: default true; `last_move`: a Move, "e2e4"
-- or {from =, to =}; `arrows`: array of "e2e4", "Ge2e4" or {from =, to =, color =}; `marks`: "e4", "Re4"
-- or {square =, color =, opacity = 0 to 1, default 0.6}, as in `node.marks`; colours are names in COLORS or "#rrggbb";
-- `theme`: brown, blue, green, grey or print (black and white); `title`, `desc`: texts for screen readers, default the
-- side to move and the pieces; `symbols`: false if the page already has the drawings of the pieces
---@return string svg without a line end at the end
-- @usage chess.position():svg{theme = "print", marks = {"e4"}}:match("<title>(.-)</title>")  --> White to move
function M.svg(position, options)
  if not CLASSES[getmetatable(position)] then
    argument.bad(3, 1, "svg", "lucena.Position expected, got %s", argument.kind(position))
  end
  local given = {}
  if type(options) == "table" then
    for name, value in pairs(options) do
      given[name] = value
    end
    given.last_move = nil -- one of three types, checked where it is used
  else
    given = options
  end
  given = argument.options(given, 1, "svg", OPTIONS)
  given.last_move = options and options.last_move
  local done, result = pcall(draw, position, given)
  return done and result or error(result, 2)
end

return M
