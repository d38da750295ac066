--- Writes reports as text for a terminal or a mail: tables with aligned columns.
-- A bar chart becomes a column of bars next to its numbers. A line chart becomes one row of small columns above the
-- table. Widths are terminal columns (`lucena.render.width`). If a table is too wide, three steps make it narrower:
--
-- 1. Bars are shortened.
-- 2. Columns with `spare = true` are omitted, beginning at the right. A line below the table lists them.
-- 3. Columns of text are cut. Columns with moves are cut last.
--
-- No text takes more than 1,000 columns.
-- @module lucena.render.text

local escape = require("lucena.render.escape")
local fit = require("lucena.render.width").fit
local trim = require("lucena.format").trim
local value = require("lucena.render.value")
local width_of = require("lucena.render.width").of

local M = {}

local GAP = "  "
local BAR, SHORT = 20, 8 -- width of a bar in columns: normal, and if there is little room
local LEAST = 8          -- minimum width of a cut text; the field `least` of a column can be greater
-- Maximum width of a text. All rows are as wide as the widest one, so one very long name would make the whole table
-- huge. Other formats contain the whole text.
local MOST = 1000

-- ---- bars ----------------------------------------------------------------------------------------

-- The parts for White, draw and Black. The first is dark on paper and light on most terminals: titles give the order.
local PARTS = { "█", "▒", "░" }
local EIGHTHS = { "▏", "▎", "▍", "▌", "▋", "▊", "▉" }

-- Draw the parts of one bar. To avoid that rounding errors add up, each part ends at the rounded sum of the counts so
-- far.
local function stacked(counts, size)
  local total, sum, at, out = 0, 0, 0, {}
  for _, count in ipairs(counts) do
    total = total + count
  end
  if total == 0 then
    return ""
  end
  for i, count in ipairs(counts) do
    sum = sum + count
    local stop = math.floor(sum * size / total + 0.5)
    out[i] = PARTS[math.min(i, #PARTS)]:rep(stop - at)
    at = stop
  end
  return table.concat(out)
end

-- Draw a bar whose length is in proportion to a number; the greatest number has the longest bar.
local function bar(number, greatest, size)
  local eighths = greatest > 0 and math.min(math.ceil(number * size * 8 / greatest), 8 * size) or 0
  return ("█"):rep(eighths // 8) .. (EIGHTHS[eighths % 8] or "")
end

local HEIGHTS = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }

-- Draw a row of small columns, with the lowest value as the base line. This base line shows differences of ratings and
-- scores better than 0.
local function spark(numbers)
  local low, high, out = math.huge, -math.huge, {}
  for _, number in ipairs(numbers) do
    low, high = math.min(low, number), math.max(high, number)
  end
  for i, number in ipairs(numbers) do
    out[i] = HEIGHTS[1 + math.floor((number - low) * 7 / math.max(high - low, 1e-9) + 0.5)]
  end
  return table.concat(out)
end

-- ---- cells ---------------------------------------------------------------------------------------

local function has_graph(section)
  for _, column in ipairs(section.columns) do
    if column.kind == "graph" then
      return true
    end
  end
end

local function is_charted(row)
  return not row.is_total and not row.is_rest
end

-- Return the bars of a section's chart, one text per row. Returns nil if it has no bars, or if cells have bars already.
local function bars_of(section, size)
  local chart = section.chart
  if not chart or chart.kind == "line" or has_graph(section) then
    return nil
  end
  local list, greatest = {}, 0
  for _, row in ipairs(section.rows) do
    greatest = math.max(greatest, is_charted(row) and row[chart.y[1]] or 0)
  end
  for i, row in ipairs(section.rows) do
    local counts = {}
    for j, key in ipairs(chart.y) do
      counts[j] = row[key] or 0
    end
    list[i] = not is_charted(row) and "" or chart.kind == "stacked" and stacked(counts, size)
      or bar(counts[1], greatest, size)
  end
  return list
end

-- Return the width to which a column is cut before other columns are cut further.
local function least_of(column, page)
  return column.kind == "moves" and (page.width or 0) // 2 or column.least or LEAST
end

-- Return the texts of a table by columns; `columns[i].cells[0]` is the head.
local function grid(section, page, size)
  local columns = { is_tree = section.tree }
  for i, column in ipairs(section.columns) do
    local title = size == SHORT and column.short or column.title or ""
    local is_tree = i == 1 and section.tree
    local it = { align = value.align(column), least = least_of(column, page), is_spare = column.spare and i > 1,
      is_graph = column.kind == "graph",
      can_shrink = not is_tree and ((column.kind or "text") == "text" or column.kind == "moves") }
    it.cells = { [0] = escape.terminal(page.words(title)) }
    for j, row in ipairs(section.rows) do
      local cell = row[column.key]
      local text = column.kind == "graph" and cell and stacked(cell, size)
        or escape.terminal(value.show(cell, column, page))
      it.cells[j] = is_tree and (" "):rep(2 * (row.level or 0)) .. text or text
    end
    columns[i] = it
  end
  local bars = bars_of(section, size)
  if bars then
    bars[0] = ""
    columns[#columns + 1] = { align = "left", cells = bars, is_graph = true }
  end
  return columns
end

local function measure(columns)
  local total = -#GAP
  for _, column in ipairs(columns) do
    column.width = 0
    for i = 0, #column.cells do
      column.width = math.max(column.width, math.min(width_of(column.cells[i]), MOST))
    end
    total = total + column.width + #GAP
  end
  return total
end

-- Shorten the widest columns in turn. Returns by how many terminal columns the table is still too wide.
local function shrink(columns, excess, is_last)
  while excess > 0 do
    local widest
    for _, column in ipairs(columns) do
      if column.can_shrink and column.width > (is_last and LEAST or column.least)
        and (not widest or column.width > widest.width) then
        widest = column
      end
    end
    if not widest then
      break
    end
    widest.width, excess = widest.width - 1, excess - 1
  end
  return excess
end

-- Remove the last column with `spare`. Returns its title.
local function drop_spare(columns)
  for i = #columns, 1, -1 do
    if columns[i].is_spare then
      return table.remove(columns, i).cells[0]
    end
  end
end

-- Return whether the last column may be removed: bars of any table, and all but two columns of a tree. The moves of a
-- tree are read by their indentation, which wrapped lines would destroy.
local function can_drop_last(columns)
  return #columns > 2 and (columns.is_tree or columns[#columns].is_graph)
end

-- Halve the indentation of a tree.
local function outdent(column)
  for i = 1, #column.cells do
    column.cells[i] = column.cells[i]:gsub("^ +", function(blanks) return blanks:sub(1, #blanks // 2) end)
  end
end

-- Cut columns to their minimum, and remove columns from the right until the table fits. Returns by how many terminal
-- columns it is still too wide.
local function drop_last(columns, width, dropped)
  if columns.is_tree then
    outdent(columns[1])
  end
  local excess = shrink(columns, measure(columns) - width, true)
  while excess > 0 and can_drop_last(columns) do
    local title = table.remove(columns).cells[0]
    if title ~= "" then
      table.insert(dropped, 1, title)
    end
    excess = shrink(columns, measure(columns) - width, true)
  end
  return excess
end

-- Fit the columns into the width as well as possible. Returns the titles of the omitted columns.
local function squeeze(columns, width)
  local dropped = {}
  local excess = shrink(columns, measure(columns) - width)
  while excess > 0 do
    local title = drop_spare(columns)
    if not title then
      -- If the rows are too long even with all columns at their minimum, leave the columns of names readable.
      if drop_last(columns, width, dropped) > 0 then
        shrink(columns, measure(columns) - width)
      end
      break
    end
    table.insert(dropped, 1, title)
    excess = shrink(columns, measure(columns) - width)
  end
  return dropped
end

local function line_of(columns, row)
  local cells = {}
  for i, column in ipairs(columns) do
    cells[i] = fit(column.cells[row], column.width, column.align)
  end
  return trim(table.concat(cells, GAP), " ")
end

local function rule_of(columns)
  local parts = {}
  for i, column in ipairs(columns) do
    parts[i] = (column.cells[0] == "" and " " or "─"):rep(column.width)
  end
  return trim(table.concat(parts, GAP), " ")
end

-- ---- sections ------------------------------------------------------------------------------------

local function put_line(out, section, page)
  local chart = section.chart
  local numbers = {}
  for _, row in ipairs(chart and chart.kind == "line" and section.rows or {}) do
    numbers[#numbers + 1] = row[chart.y[1]]
  end
  if #numbers > 1 and #numbers <= (page.width or 79) then
    out[#out + 1] = spark(numbers)
    out[#out + 1] = ""
  end
end

-- Write a table. Returns the titles of the omitted columns.
local function put_table(out, section, page)
  local columns = grid(section, page, BAR)
  local total = measure(columns)
  local dropped = {}
  if page.width and total > page.width then
    columns = grid(section, page, SHORT)
    dropped = squeeze(columns, page.width)
  end
  local head = line_of(columns, 0)
  if head ~= "" then
    out[#out + 1] = head
    out[#out + 1] = rule_of(columns)
  end
  for i, row in ipairs(section.rows) do
    if row.is_total and i > 1 then
      out[#out + 1] = rule_of(columns)
    end
    out[#out + 1] = line_of(columns, i)
  end
  return dropped
end

local function put_notes(out, notes, page)
  for _, note in ipairs(notes) do
    out[#out + 1] = escape.terminal(page.note(note))
  end
end

local function put_title(out, text, sign)
  text = escape.terminal(text)
  out[#out + 1] = text
  out[#out + 1] = sign:rep(width_of(text))
  out[#out + 1] = ""
end

--- Write sections as text, with a line end.
---@param sections table[]
---@param page table lang, words, moves as for `lucena.render.value`; title; width: available columns, nil for no limit
---@return string
function M.text(sections, page)
  local out = {}
  if page.title then
    put_title(out, page.title, "═")
  end
  for i, section in ipairs(sections) do
    if i > 1 then
      out[#out + 1] = ""
    end
    if section.title then
      put_title(out, page.words(section.title), "─")
    end
    local notes = table.move(section.notes or {}, 1, #(section.notes or {}), 1, {})
    if #section.rows > 0 then
      put_line(out, section, page)
      local dropped = put_table(out, section, page)
      if #dropped > 0 then
        notes[#notes + 1] = { "No room for: %s", table.concat(dropped, ", ") }
      end
      out[#out + 1] = #notes > 0 and "" or nil
    elseif #notes == 0 then
      out[#out + 1] = page.words("Nothing to show.")
    end
    put_notes(out, notes, page)
  end
  return table.concat(out, "\n") .. "\n"
end

return M
