--- Draws the evaluations and clocks of a game sheet as two small SVG graphs, with one column per ply of the mainline.
-- The script of the page moves the cursor in them: the element `line.cursor`. `data-plies` is the number of columns.
-- @module lucena.sheet.graph

local escape = require("lucena.render.escape")
local heading = require("lucena.sheet.heading")

local M = {}

local WIDTH, HEIGHT = 600, 110

local function number(value)
  return (("%.1f"):format(value):gsub("%.0$", ""))
end

local function svg(kind, count, title, content)
  return ('<svg xmlns="http://www.w3.org/2000/svg" class="graph %s" viewBox="0 0 %d %d" role="img" aria-label="%s"'
    .. ' preserveAspectRatio="none" data-plies="%d"><title>%s</title>%s<path class="cursor" d="M0 0V%d" fill="none"'
    .. ' stroke="#c8322b" stroke-width="2" vector-effect="non-scaling-stroke"/></svg>'):format(kind, WIDTH, HEIGHT,
    escape.attribute(title), count, escape.html(title), content, HEIGHT)
end

-- Return the points of areas and lines, one per ply. A missing value is interpolated.
local function points_of(sheet, main, value_of)
  local out, count = {}, 0
  for ply, at in ipairs(main) do
    local y = value_of(sheet.nodes[at])
    if y then
      out[#out + 1] = number((ply - 0.5) * WIDTH / #main) .. " " .. number(y)
      count = count + 1
    end
  end
  return out, count
end

-- The colours of marks on the evaluations, by judgement.
local MARKS = { inaccuracy = "#56b4e9", mistake = "#e69f00", blunder = "#db3031" }

-- Draw a dot for each move that Lichess's rules judge. A line without length and with round ends stays a circle when
-- the graph is stretched.
local function marks(sheet, main, page, moves)
  local out = {}
  for ply, at in ipairs(main) do
    local node = sheet.nodes[at]
    local y = node.judged and (1 - heading.chances(node)) * HEIGHT / 2
    out[#out + 1] = y and ('<path class="judged" data-n="%d" stroke="%s" stroke-width="9" stroke-linecap="round"'
      .. ' vector-effect="non-scaling-stroke" d="M%s %sh0"><title>%s (%s)</title></path>'):format(at,
      MARKS[node.judged], number((ply - 0.5) * WIDTH / #main), number(math.max(4, math.min(HEIGHT - 4, y))),
      escape.html(heading.name(sheet, at, moves, page)), escape.html(page.words(node.judged))) or nil
  end
  return table.concat(out)
end

local function evaluations(sheet, main, page, moves)
  local points, count = points_of(sheet, main, function(node)
    local chances = heading.chances(node)
    return chances and (1 - chances) * HEIGHT / 2
  end)
  if count < 2 then
    return ""
  end
  -- If one or two values are missing at the beginning or the end, the curve is extended to the edge.
  local from, to = tonumber(points[1]:match("^%S+")), tonumber(points[#points]:match("^%S+"))
  from, to = from < 2 * WIDTH / #main and 0 or from, to > WIDTH - 2 * WIDTH / #main and WIDTH or to
  points[1] = points[1]:gsub("^%S+", number(from))
  points[#points + 1] = number(to) .. points[#points]:match(" %S+$")
  return svg("evals", #main, page.words("Evaluation"),
    ('<path fill="#3c3a37" d="M%s 0H%sV%dH%sZ"/>'):format(number(from), number(to), HEIGHT, number(from))
    .. ('<path fill="#f2efe6" d="M%s %dL%sV%dZ"/>'):format(number(from), HEIGHT, table.concat(points, "L"), HEIGHT)
    .. ('<path fill="none" stroke="#8c877c" stroke-width="1" vector-effect="non-scaling-stroke" d="M0 %dH%d"/>')
      :format(HEIGHT // 2, WIDTH) .. marks(sheet, main, page, moves))
end

--- How the lines of the clocks are drawn, by side.
M.CLOCK_LINES = {
  white = { color = "#d9822b", dashes = "" }, black = { color = "#3f7fc1", dashes = ' stroke-dasharray="5 3"' },
}

local function clocks(sheet, main, page)
  local most = 0
  for _, at in ipairs(main) do
    most = math.max(most, sheet.nodes[at].clock or 0)
  end
  local lines, total = {}, 0
  for _, side in ipairs { "white", "black" } do
    local points, count = points_of(sheet, main, function(node)
      return node.side == side and node.clock and HEIGHT - 4 - node.clock / math.max(1, most) * (HEIGHT - 8)
    end)
    total = total + count
    lines[#lines + 1] = count > 1 and ('<path class="%s" fill="none" stroke="%s" stroke-width="2"%s'
      .. ' vector-effect="non-scaling-stroke" stroke-linejoin="round" d="M%s"/>'):format(side,
      M.CLOCK_LINES[side].color, M.CLOCK_LINES[side].dashes, table.concat(points, "L")) or nil
  end
  return total > 2 and svg("clocks", #main, page.words("Clocks"), table.concat(lines)) or ""
end

--- Draw the graphs of a sheet.
---@param sheet table
---@param page table as for lucena.report
---@param moves string[] made by lucena.sheet.layout
---@return string evaluations SVG, or "" if there are none
---@return string clocks
function M.graphs(sheet, page, moves)
  local main = heading.mainline(sheet)
  return evaluations(sheet, main, page, moves), clocks(sheet, main, page)
end

local BARS = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }

--- Return the evaluations as a text with one bar per move. A higher bar is better for White. Returns nil if there are
-- no evaluations.
---@param sheet table
---@return string?
-- @usage require("lucena.sheet.graph").line(require("lucena.sheet.model").of(chess.game "1. e4 *"))  --> nil
function M.line(sheet)
  local out = {}
  for _, at in ipairs(heading.mainline(sheet)) do
    local chances = heading.chances(sheet.nodes[at])
    out[#out + 1] = chances and BARS[math.min(8, math.floor((chances + 1) * 3.5 + 1.0))]
  end
  return #out > 1 and table.concat(out) or nil
end

return M
