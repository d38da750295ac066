--- Draws charts as SVG: bars (side by side or stacked) and lines. This module is independent of chess.
--
-- Text and axes have the colour of the surrounding text (currentColor), so that one picture works on light and dark
-- pages and on paper. Every chart has a title and a description for screen readers. If the pointer is on a bar or a
-- point, its value is shown. The chart uses the fonts of the reader's browser, and loads no files.
-- If names are too long to fit side by side, bars are drawn horizontally. Cost: one pass over the values.
-- @module lucena.render.chart

local argument = require("lucena.argument")
local escape = require("lucena.render.escape")

local M = {}

-- Colors that can be distinguished with color blindness, and are readable on white and on black.
local COLORS = { "#3f7fc1", "#d9822b", "#4c9f70", "#a46bbd", "#b8a038", "#4fa6b8" }

local WIDTH, HEIGHT = 640, 260
local LETTER = 6.6 -- the approximate width of a letter at font size 12
local ROW = 24     -- height of a horizontal bar with its gap

local OPTIONS = {
  title = "string", desc = "string", labels = "table", series = "table", stacked = "boolean", width = "number",
  height = "number", format = "function", min = "number", max = "number",
}

-- ---- text and numbers ----------------------------------------------------------------------------

-- Format a coordinate with at most one digit after the point.
local function coord(value)
  local text = ("%.1f"):format(value)
  return (text:gsub("%.0$", ""):gsub("^%-0$", "0"))
end

local function plain(value)
  return math.tointeger(value) and ("%d"):format(value) or (("%.2f"):format(value):gsub("%.?0+$", ""))
end

local function attributes(list)
  local out = {}
  for i = 1, #list, 2 do
    local value = list[i + 1]
    out[#out + 1] = (' %s="%s"'):format(list[i],
      type(value) == "number" and coord(value) or escape.attribute(tostring(value)))
  end
  return table.concat(out)
end

local function element(name, list, content)
  return content and ("<%s%s>%s</%s>"):format(name, attributes(list), content, name)
    or ("<%s%s/>"):format(name, attributes(list))
end

local function tip(text)
  return "<title>" .. escape.html(text) .. "</title>"
end

local function label(x, y, anchor, text)
  return element("text", { "x", x, "y", y, "text-anchor", anchor }, escape.html(text))
end

-- ---- the scale -----------------------------------------------------------------------------------

-- Return a step of 1, 2 or 5 times a power of ten. With it, the scale has about five steps.
local function step_of(span)
  local power = 10 ^ math.floor(math.log(span / 5, 10))
  for _, factor in ipairs { 1, 2, 5 } do
    if span / (factor * power) <= 6 then
      return factor * power
    end
  end
  return 10 * power
end

local function extent(options, is_stacked)
  local low, high = math.huge, -math.huge
  for i = 1, #options.labels do
    local sum = 0
    for _, series in ipairs(options.series) do
      local value = series.values[i]
      if value then
        sum = sum + value
        low, high = math.min(low, value), math.max(high, value)
      end
    end
    high = is_stacked and math.max(high, sum) or high
  end
  return low, high
end

-- Return {min, max, step} of the scale. Without values, the scale is from 0 to 1.
local function scale_of(options, is_bars)
  local low, high = extent(options, options.stacked)
  if low > high then
    low, high = 0, 1
  end
  low, high = options.min or is_bars and math.min(0, low) or low, options.max or is_bars and math.max(0, high) or high
  if high <= low then
    high = low + 1
  end
  local step = step_of(high - low)
  return { step = step, min = options.min or math.floor(low / step) * step,
    max = options.max or math.ceil(high / step - 1e-9) * step }
end

local function ticks(scale)
  local out, first = {}, math.ceil(scale.min / scale.step - 1e-9)
  for i = first, math.floor(scale.max / scale.step + 1e-9) do
    out[#out + 1] = i * scale.step
  end
  return out
end

-- ---- the frame -----------------------------------------------------------------------------------

local function widest(texts)
  local most = 0
  for _, text in ipairs(texts) do
    most = math.max(most, utf8.len(text) or #text)
  end
  return most * LETTER
end

local function color_of(series, number)
  return series.color or COLORS[(number - 1) % #COLORS + 1]
end

-- Draw the names of the series above the chart. Returns the height of this text.
local function legend(options, left, width)
  if #options.series < 2 then
    return "", 8
  end
  local out, x, y = {}, left, 14
  for i, series in ipairs(options.series) do
    local size = 18 + widest { series.name or "" } + 16
    if x > left and x + size > width then
      x, y = left, y + 18
    end
    out[#out + 1] = element("rect", { "x", x, "y", y - 10, "width", 12, "height", 12, "fill", color_of(series, i),
      "stroke", "currentColor", "stroke-opacity", "0.4" }) .. label(x + 18, y, "start", series.name or "")
    x = x + size
  end
  return table.concat(out), y + 14
end

-- Describe the picture for screen readers, with at most sixty values.
local function describe(options)
  local out = {}
  for i, name in ipairs(options.labels) do
    local values = {}
    for _, series in ipairs(options.series) do
      local value = series.values[i]
      values[#values + 1] = (series.name and series.name .. " " or "") .. (value and options.format(value) or "-")
    end
    out[#out + 1] = name .. ": " .. table.concat(values, ", ")
    if i == 60 and #options.labels > 60 then
      out[#out + 1] = "..."
      break
    end
  end
  return table.concat(out, "; ")
end

local function svg(options, width, height, parts)
  return ('<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 %s %s" width="%s" height="%s" role="img"'
    .. ' aria-label="%s" font-family="system-ui, sans-serif" font-size="12" fill="currentColor">'):format(coord(width),
    coord(height), coord(width), coord(height), escape.attribute(options.title or ""))
    .. "<title>" .. escape.html(options.title or "") .. "</title><desc>"
    .. escape.html(options.desc or describe(options)) .. "</desc>" .. table.concat(parts) .. "</svg>"
end

local function checked(options, name)
  options = argument.options(options, 1, name, OPTIONS)
  local copy = { labels = {}, series = options.series or {} }
  for key, value in pairs(options) do
    copy[key] = copy[key] or value
  end
  for i, text in ipairs(options.labels or {}) do
    copy.labels[i] = tostring(text)
  end
  copy.format = options.format or plain
  return copy
end

-- Draw the grid lines with their numbers, for charts with vertical bars or lines.
local function grid(options, scale, box)
  local out = {}
  for _, value in ipairs(ticks(scale)) do
    local y = box.y(value)
    out[#out + 1] = element("path", { "d", ("M%s %sH%s"):format(coord(box.left), coord(y), coord(box.right)),
      "stroke", "currentColor", "stroke-opacity", value == 0 and "0.6" or "0.18" })
    out[#out + 1] = label(box.left - 6, y + 4, "end", options.format(value))
  end
  return table.concat(out)
end

-- Draw names below the chart. If there is no room for all, draw every second, third, ... name.
local function names_below(options, box)
  local slot = (box.right - box.left) / math.max(1, #options.labels)
  local every = math.max(1, math.ceil((widest(options.labels) + 8) / slot))
  local out = {}
  for i = 1, #options.labels, every do
    out[#out + 1] = label(box.x(i), box.bottom + 18, "middle", options.labels[i])
  end
  return table.concat(out)
end

-- Return the frame of the chart, for charts with vertical bars or lines.
local function frame(options, scale)
  local numbers = {}
  for i, value in ipairs(ticks(scale)) do
    numbers[i] = options.format(value)
  end
  local width, height = options.width or WIDTH, options.height or HEIGHT
  local box = { left = widest(numbers) + 14, right = width - 12, bottom = height - 28, width = width, height = height }
  local head
  head, box.top = legend(options, box.left, width)
  local slot = (box.right - box.left) / math.max(1, #options.labels)
  function box.x(i)
    return box.left + (i - 0.5) * slot
  end
  function box.y(value)
    return box.bottom - (value - scale.min) / (scale.max - scale.min) * (box.bottom - box.top)
  end
  box.slot = slot
  return box, head
end

-- ---- bars ----------------------------------------------------------------------------------------

-- Call draw(i, lane, from, to, series, number, value) for every bar. Bars at the same label are drawn side by
-- side; `lane` is the number of the bar among them. Stacked bars all have lane 1.
local function each_bar(options, draw)
  for i = 1, #options.labels do
    local up, down = 0, 0
    for number, series in ipairs(options.series) do
      local value, from = series.values[i], 0
      if value and options.stacked then
        from = value >= 0 and up or down
        up, down = up + math.max(value, 0), down + math.min(value, 0)
      end
      if value then
        draw(i, options.stacked and 1 or number, from, from + value, series, number, value)
      end
    end
  end
end

local function bar(x, y, width, height, fill, text)
  return element("rect", { "x", x, "y", y, "width", math.max(width, 0.5), "height", math.max(height, 0.5), "fill", fill,
    "stroke", "currentColor", "stroke-opacity", "0.25" }, tip(text))
end

-- Draw the margin of a value, as a line with ends. `is_upright`: the line is vertical. `at` is its place on the other
-- axis.
local function whisker(from, to, at, is_upright)
  local shape = is_upright and "M%s %sh8M%s %sV%sM%s %sh8" or "M%s %sv8M%s %sH%sM%s %sv8"
  local first, last, middle, side = coord(from), coord(to), coord(at), coord(at - 4)
  local path = is_upright
    and shape:format(side, first, middle, first, last, side, last) -- results: a text
    or shape:format(first, side, first, middle, last, last, side)
  return element("path", { "d", path, "fill", "none", "stroke", "currentColor", "stroke-width", "1.5" })
end

local function bar_text(options, series, i, value)
  return (series.name and series.name .. ", " or "") .. options.labels[i] .. ": " .. options.format(value)
end

local function standing(options, scale)
  local box, head = frame(options, scale)
  local parts = { head, grid(options, scale, box), names_below(options, box) }
  local lanes = options.stacked and 1 or math.max(1, #options.series)
  local width = box.slot * 0.8 / lanes
  each_bar(options, function(i, lane, from, to, series, number, value)
    local top, bottom = box.y(math.max(from, to)), box.y(math.min(from, to))
    parts[#parts + 1] = bar(box.x(i) - width * lanes / 2 + (lane - 1) * width, top, width, bottom - top,
      color_of(series, number), bar_text(options, series, i, value))
    local margin = series.margins and series.margins[i]
    parts[#parts + 1] = margin and whisker(box.y(math.min(scale.max, value + margin)),
      box.y(math.max(scale.min, value - margin)), box.x(i) - width * lanes / 2 + (lane - 0.5) * width, true) or nil
  end)
  return svg(options, box.width, box.height, parts)
end

-- Cut a name that is longer than a third of the picture.
local function shortened(text, most)
  if (utf8.len(text) or #text) <= most then
    return text
  end
  return text:sub(1, (utf8.offset(text, most) or most + 1) - 1) .. "…"
end

local function lying(options, scale)
  local width = options.width or WIDTH
  local left = math.min(widest(options.labels) + 14, width / 3)
  local head, top = legend(options, left, width)
  local lanes = options.stacked and 1 or math.max(1, #options.series)
  local right, height = width - 60, top + ROW * #options.labels + 8
  local parts = { head }
  local function x_of(value)
    return left + (value - scale.min) / (scale.max - scale.min) * (right - left)
  end
  for i, name in ipairs(options.labels) do
    parts[#parts + 1] = label(left - 8, top + ROW * (i - 0.5) + 4, "end", shortened(name, (left - 14) // LETTER | 0))
  end
  local thick = ROW * 0.75 / lanes
  each_bar(options, function(i, lane, from, to, series, number, value)
    local x, y = x_of(math.min(from, to)), top + ROW * (i - 1) + ROW * 0.125 + (lane - 1) * thick
    local size = x_of(math.max(from, to)) - x
    parts[#parts + 1] = bar(x, y, size, thick, color_of(series, number), bar_text(options, series, i, value))
    local margin = series.margins and series.margins[i]
    parts[#parts + 1] = margin and whisker(x_of(math.max(scale.min, value - margin)),
      x_of(math.min(scale.max, value + margin)), y + thick / 2, false) or nil
    if lanes == 1 and not options.stacked then
      parts[#parts + 1] = label(x + size + 6, y + thick / 2 + 4, "start", options.format(value))
    end
  end)
  parts[#parts + 1] = element("path", { "d", ("M%s %sV%s"):format(coord(x_of(0)), coord(top),
    coord(top + ROW * #options.labels)), "stroke", "currentColor", "stroke-opacity", "0.6" })
  return svg(options, width, height, parts)
end

--- Draw bars: vertical if their names are short, else horizontal.
---@param options {title?: string, desc?: string, labels: string[], series: table[], stacked?: boolean}
-- `labels`: the names below the bars; `series`: array of {name, values, margins?, color?}, in which `values` has a
-- number or false for each label, and `margins` the half length of its error bar or false; `stacked`: bars are on top
-- of each other; `desc`: default the values in words; also `width` and `height` (of vertical bars) in pixels, `min` and
-- `max` of the scale, and `format`, a function from a number to text
---@return string svg
-- @usage require("lucena.render.chart").bars{labels = {"a"}, series = {{values = {3}}}}:match("a: 3")  --> a: 3
function M.bars(options)
  options = checked(options, "bars")
  local scale = scale_of(options, true)
  local slot = ((options.width or WIDTH) - 60) / math.max(1, #options.labels)
  local has_words = widest(options.labels) > math.max(slot - 4, 5 * LETTER)
  return (has_words and #options.labels <= 60 and lying or standing)(options, scale)
end

-- ---- lines ---------------------------------------------------------------------------------------

--- Draw one line per series; a false value is a gap.
---@param options table as for `bars`, without `stacked`
---@return string svg
-- @usage require("lucena.render.chart").line{labels = {"1", "2"}, series = {{values = {3, 5}}}}:match("<svg")  --> <svg
function M.line(options)
  options = checked(options, "line")
  local scale = scale_of(options, false)
  local box, head = frame(options, scale)
  local parts = { head, grid(options, scale, box), names_below(options, box) }
  for number, series in ipairs(options.series) do
    local path, points, is_down = {}, {}, false
    for i = 1, #options.labels do
      local value = series.values[i]
      if value then
        local x, y = box.x(i), box.y(math.max(scale.min, math.min(scale.max, value)))
        path[#path + 1] = ("%s%s %s"):format(is_down and "L" or "M", coord(x), coord(y))
        points[#points + 1] = element("circle", { "cx", x, "cy", y, "r", #options.labels > 80 and 1.5 or 3 },
          tip(bar_text(options, series, i, value)))
      end
      is_down = value and true or false
    end
    local color = color_of(series, number)
    parts[#parts + 1] = element("path", { "d", table.concat(path), "fill", "none", "stroke", color, "stroke-width", 2,
      "stroke-linejoin", "round" }) .. element("g", { "fill", color }, table.concat(points))
  end
  return svg(options, box.width, box.height, parts)
end

return M
