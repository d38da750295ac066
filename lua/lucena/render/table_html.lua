--- Tables in HTML pages. On a wide screen, the column of names stays in view when the table is scrolled. On a narrow
-- screen, a table of a few numbers gets a smaller font and wraps its titles. Another table keeps its names and the main
-- columns there (`is_main`; by default, games, score and points), and each row opens and closes its other values, which
-- have their titles (`card_title` replaces that of a result). Without a script, all rows are open. So no column is cut
-- off on screen or paper.
--
-- In a crosstable, points and other values come before the results of the games (columns with `is_cell`). The width of
-- a table is estimated from its letters. Styles of columns are written once per table and not in each cell. Tables of
-- more than 2,000 rows omit HTML end tags that are optional, and `scope`, because a <th> before <td> heads its row
-- anyway. This makes a page with 10,000 players a third smaller.
-- @module lucena.render.table_html

local escape = require("lucena.render.escape")
local value = require("lucena.render.value")
local width_of = require("lucena.render.width").of

local M = {}

-- Sizes of text in em. Other sizes are in pixels.
local LETTER, PADDING, ARROW = 0.68, 1.1, 1.2
local NORMAL, DENSE, TIGHT = 15, 12.5, 11 -- font sizes
local CELL_PADDING = 0.6       -- of the columns with `is_cell`, in tables with a smaller font
local SCREEN = 1230            -- the width of a table in a window of 1,280 pixels
local PAPER, LARGEST, SMALLEST = 1020, 12, 5.5 -- A4 landscape; font sizes
local PORTRAIT, READABLE = 690, 10.5 -- A4 portrait; a table that needs a smaller font there takes landscape
local READABLE_TREE = 9.7      -- the same of a tree, without its spare columns
local TALL, PAPER_GAP = 40, 24 -- rows; on paper, a narrow table with more is in columns; pixels
local PAPER_TEXTS, PAPER_PADDING = { 30, 20 }, 0.8 -- letters of a text before it is wrapped in portrait; em
local LONG, SHORT = 60, 16      -- letters; longer texts are wrapped; SHORT in tables that are too wide otherwise
local FEW = 4                  -- columns; tables with fewer or as many wrap their texts and are never shown as cards
local MANY = 2000              -- rows; longer tables omit optional end tags

local INDENT = 1.2 -- em, of a row in a tree, per level

-- The main columns on a narrow screen: the widths in rem of a letter of a title, of a digit, of a sign that is wider,
-- and of a gap; the letters of a text that is not wrapped; and the keys of the usual ones.
local HEAD, DIGIT, SIGN, GAP, TEXT = 0.57, 0.62, 0.4, 0.5, 8
local YEAR = 4 -- letters
local USUAL = { games = true, score = true }

-- A table of numbers on a narrow screen: the width of the narrowest screen without its margins and the smallest font
-- size in pixels, the widths in em of a letter of a number and of the space between columns, and the size of titles.
local NARROWEST, SMALL_FONT = 328, 10.5
local NUMBER, BETWEEN, SMALL_HEAD = 0.64, 0.5, 0.85
local SMALL_TEXTS = { 16, 12 } -- letters; longer texts are wrapped

local BAR_WIDTH, BAR_HEIGHT = 96, 12

-- ---- bars ----------------------------------------------------------------------------------------

local PARTS = { graph = { "Won", "Drawn", "Lost" }, results = { "White", "Draw", "Black" } }

-- Draw counts as the parts of one bar. The counts are shown next to it; a tooltip has them with their names.
local function bar(counts, column, page)
  local total, at, rects, words = 0, 0, {}, {}
  for _, count in ipairs(counts) do
    total = total + count
  end
  local names, colon = PARTS[column.key] or PARTS.graph, page.words(": ")
  for i, count in ipairs(counts) do
    local width = total > 0 and count * BAR_WIDTH / total or 0
    rects[i] = ('<rect class="p%d" x="%.1f" width="%.1f" height="%d"/>'):format(math.min(i, 3), at, width, BAR_HEIGHT)
    words[i] = ("%s%s%d"):format(page.words(names[math.min(i, #names)]), colon, count)
    at = at + width
  end
  local text = escape.html(table.concat(words, ", "))
  return ('<svg class="bar" width="%d" height="%d" role="img" aria-label="%s"><title>%s</title>%s<rect class="frame"'
    .. ' x="0.5" y="0.5" width="%d" height="%d"/></svg> <span class="parts">%s</span>'):format(BAR_WIDTH, BAR_HEIGHT,
      text, text, table.concat(rects), BAR_WIDTH - 1, BAR_HEIGHT - 1, escape.html(table.concat(counts, " / ")))
end

-- ---- layout --------------------------------------------------------------------------------------

-- Return the columns in the order in which the page shows them, and the index of the column that names the rows.
local function ordered(columns)
  local first, cells, name = {}, {}, 1
  for _, column in ipairs(columns) do
    table.insert(column.is_cell and cells or first, column)
  end
  for i, column in ipairs(first) do
    if column.key == "name" then
      name = i
    end
  end
  if name > 1 and #cells > 0 then -- the points come directly after the name
    for i, column in ipairs(first) do
      if column.key == "points" then
        table.remove(first, i)
        table.insert(first, name + 1, column)
        break
      end
    end
  end
  return table.move(cells, 1, #cells, #first + 1, first), name
end

local function longest_word(text)
  local most = 0
  for word in text:gmatch("%S+") do
    most = math.max(most, width_of(word))
  end
  return most
end

-- Return the letters of a column, the letters without those of the title, and those of the longest word.
local function letters_of(section, column, page)
  local title, most = width_of(page.words(column.title or "")) + (column.is_cell and 0 or ARROW), 0
  local word, is_text = 0, column.kind ~= "graph" and value.align(column) ~= "right"
  local indent = section.tree and column.key == section.columns[1].key and INDENT / LETTER or 0
  for _, row in ipairs(section.rows) do
    local cell = row[column.key]
    local text = cell ~= nil and value.show(cell, column, page) or ""
    local width = width_of(text) + (row.level or 0) * indent
    word = is_text and math.max(word, longest_word(text)) or word
    most = math.max(most, column.kind == "graph" and width + BAR_WIDTH / 8 or width)
  end
  return math.max(title, most), most, word
end

-- Return a text as a CSS string. All characters except ASCII letters, digits and blanks are escaped, so that no
-- character can end the string.
local function css_text(text)
  return '"' .. text:gsub("[\0-\127]", function(letter)
    return letter:find("[%w ]") and letter or ("\\%06x"):format(letter:byte())
  end) .. '"'
end

-- The rows of a table on a narrow screen. The other values of a row are on lines of their own, after the main ones.
local FOLDED = [[
ID, ID thead, ID tbody { display: block; min-width: 0; font-size: .92rem; }
ID thead { font-size: .72rem; overflow-wrap: normal; }
ID tr { display: flex; flex-wrap: wrap; gap: .1rem .5rem; padding: .3rem 0; border-bottom: 1px solid var(--line); }
ID tr > * { display: block; border: 0; padding: 0; white-space: normal; min-width: 0; max-width: 100%; order: 1;
  position: static; text-align: left; }
ID tr > th { background: none; }
ID tbody th { padding-left: calc(var(--level, 0) * .6em + 1.1em); text-indent: -1.1em; }
ID thead th, ID.folds tr:not(.open) > *, ID tbody td:empty { display: none; }
ID span.day { display: none; }
ID button.fold { display: inline; }
ID button.sort::after { content: none; }
]]

-- A table of numbers on a narrow screen. SIZE is its width in em.
local SMALL = [[
ID { font-size: clamp(10.5px, calc((100vw - 32px) / SIZE), 15px); }
ID :is(td, th) { padding: .3em .25em; }
ID thead th { white-space: normal; vertical-align: bottom; font-size: .85em; }
ID button.sort { text-align: inherit; }
ID button.sort::after { content: none; }
ID svg.bar { transform: scaleX(.5); transform-origin: 0; margin-right: -HALFpx; }
ID span.parts { display: none; }
]]

-- Return whether a column is a bar of counts that have columns of their own.
local function is_repeated(column, columns)
  if column.kind ~= "graph" then
    return false
  end
  local found = 0
  for _, other in ipairs(columns) do
    found = found + ((other.key == "won" or other.key == "drawn" or other.key == "lost") and 1 or 0)
  end
  return found == 3
end

-- Return the width in em of a wrapped text. Only its longest words are broken.
local function text_width(column, limit)
  return math.max(math.min(column.letters, limit), math.min(column.word, SMALL_TEXTS[1])) * LETTER
end

-- Return the width in em of a table with wrapped titles and texts, half bars, and without repeated bars.
local function width_at(columns, limit)
  local em = BETWEEN
  for _, column in ipairs(columns) do
    if not is_repeated(column, columns) then
      local is_number = value.align(column) == "right"
      local cell = column.kind == "graph" and BAR_WIDTH / 2 / SMALL_FONT
        or is_number and column.letters * NUMBER or text_width(column, limit)
      em = em + math.max(cell, longest_word(column.shown) * LETTER * SMALL_HEAD) + BETWEEN
    end
  end
  return em
end

-- Return the width in em of a table on a narrow screen, and the letters of its texts; nil if it does not fit.
local function small_width(columns)
  for _, column in ipairs(columns) do
    if column.is_cell or column.letters > 2 * SMALL_TEXTS[1] and column.kind ~= "graph" then
      return nil
    end
  end
  for _, limit in ipairs(SMALL_TEXTS) do
    local em = width_at(columns, limit)
    if em * SMALL_FONT <= NARROWEST then
      return em, limit
    end
  end
end

local function put_small(out, id, columns, em, limit)
  out[#out + 1] = SMALL:gsub("ID", "#" .. id):gsub("SIZE", ("%.1f"):format(em)):gsub("HALF", BAR_WIDTH // 2)
  for i, column in ipairs(columns) do
    if column.letters > limit and column.kind ~= "graph" then
      out[#out + 1] = ("#%s tbody :is(td, th):nth-child(%d) { white-space: normal; overflow-wrap: anywhere;"
        .. " min-width: %.1fem; }"):format(id, i, text_width(column, limit))
    end
  end
end

-- Return whether a column is shown in each row on a narrow screen. `name`: the index of the column with the names.
local function is_main(columns, i, name)
  local column = columns[i]
  if i <= name then
    return column.key ~= "rank" and (i == name or column.letters <= TEXT)
  end
  local is_usual = column.key == "points" or not columns.has_main and USUAL[column.key]
  return column.is_main or is_usual and column.is_main == nil
end

-- Return the main columns on a narrow screen: a list of indexes. Of numbers only, the first two are taken.
local function main_columns(columns, name)
  local list, numbers = {}, {}
  for _, column in ipairs(columns) do
    columns.has_main = columns.has_main or column.is_main or column.is_cell
  end
  for i, column in ipairs(columns) do
    if is_main(columns, i, name) then
      list[#list + 1] = i
    elseif i > name and value.align(column) == "right" and #numbers < 2 then
      numbers[#numbers + 1] = i
    end
  end
  return list[#list] > name and list or table.move(numbers, 1, #numbers, #list + 1, list)
end

-- Put the styles of the main columns. The names and other long texts share the width that the others leave.
local function main_styles(out, id, columns, name, list)
  local widths, texts, others = {}, {}, 0
  for _, i in ipairs(list) do
    local column = columns[i]
    local letters = column.kind == "date" and YEAR or column.letters
    local width = math.ceil(10 * math.max(letters * DIGIT + SIGN, HEAD * longest_word(column.shown))) / 10
    texts[i] = letters > TEXT and value.align(column) ~= "right" or nil
    widths[i] = width -- as it is written, so that the sum fits the line
  end
  texts[name] = texts[name] or next(texts) == nil or nil
  local count = 0
  for i, width in pairs(widths) do
    count, others = count + (texts[i] and 1 or 0), others + (texts[i] and 0 or width) + GAP
  end
  for _, i in ipairs(list) do
    local width = texts[i] and ("calc((100%% - %.1frem) / %d)"):format(others - GAP, count) or ("%.1frem"):format(
      widths[i])
    out[#out + 1] = ("#%s tr > :nth-child(%d):nth-child(%d) { display: block; order: 0; flex: 0 0 %s; min-width: 0;"
      .. "%s }"):format(id, i, i, width, value.align(columns[i]) == "right" and " text-align: right;" or "")
  end
end

-- Return the width of a table in em, its width with less space around the results of games, and the number of other
-- columns. Texts longer than `limit` are wrapped.
local function widths_of(columns, letters, limit)
  local em, cells = 0, 0
  for i, column in ipairs(columns) do
    em = em + math.min(letters[i], column.kind == "graph" and LONG or limit) * LETTER + PADDING
    cells = cells + (column.is_cell and 1 or 0)
  end
  return em, em - cells * (PADDING - CELL_PADDING), #columns - cells
end

local function column_styles(out, id, columns, letters, limit)
  for i, column in ipairs(columns) do
    if is_repeated(column, columns) then
      out[#out + 1] = ("#%s tr > :nth-child(%d) span.parts { display: none; }"):format(id, i)
    end
    if column.is_cell or value.align(column) == "right" then
      out[#out + 1] = ("#%s td:nth-child(%d) { text-align: %s; }"):format(id, i, column.is_cell and "center" or "right")
    end
    if letters[i] > limit and column.kind ~= "graph" then
      out[#out + 1] = ("#%s td:nth-child(%d), #%s th:nth-child(%d) { white-space: normal; min-width: %dem; }")
        :format(id, i, id, i, limit // 3)
    end
  end
end

-- Put the style for a window narrower than the table, without repeated bars. Returns whether the rows open.
local function narrow_styles(out, id, columns, name, table_width)
  out[#out + 1] = ("@media screen and (max-width: %dpx) {"):format(math.ceil(table_width) + 48)
  local em, limit
  if #columns > FEW and not columns.is_tree then
    em, limit = small_width(columns)
  end
  local folds = not em and #columns > FEW
  if em then
    put_small(out, id, columns, em, limit)
  elseif folds then
    local list, shown = main_columns(columns, name), {}
    out[#out + 1] = FOLDED:gsub("ID", "#" .. id)
    main_styles(out, id, columns, name, list)
    for _, i in ipairs(list) do
      shown[i] = true
    end
    for i, column in ipairs(columns) do
      if not shown[i] and (column.title or "") ~= "" then
        out[#out + 1] = ("#%s td:nth-child(%d)::before { content: %s; }"):format(id, i,
          css_text(column.card_title or column.shown))
      end
    end
  else
    out[#out + 1] = ("#%s :is(th, td) { white-space: normal; padding-left: .3rem; padding-right: .3rem; }"):format(id)
  end
  for i, column in ipairs(columns) do
    if is_repeated(column, columns) then
      out[#out + 1] = ("#%s tr > :nth-child(%d):nth-child(%d) { display: none; }"):format(id, i, i)
    end
  end
  out[#out + 1] = "}"
  return folds
end

-- Return the width in em of a column on portrait paper. Titles have no arrows, and those of numbers are wrapped; texts
-- longer than `limit` are wrapped.
local function portrait_width(column, columns, limit)
  local is_text = column.kind ~= "graph" and value.align(column) ~= "right"
  local title = is_text and width_of(column.shown) or longest_word(column.shown)
  if is_repeated(column, columns) then
    return math.max(title * LETTER, (BAR_WIDTH + 4) / READABLE) + PAPER_PADDING
  end
  local letters = math.max(column.letters, title)
  return (is_text and math.min(letters, limit) or letters) * LETTER + PAPER_PADDING
end

-- Return the columns of a tree that are not worth landscape paper to readers.
local function spare_of(columns)
  local list = {}
  for i, column in ipairs(columns) do
    list[#list + 1] = columns.is_tree and column.spare and i or nil
  end
  return list
end

-- Return the width in em of a table on portrait paper, and the limit of its texts. Returns nil if it does not fit.
local function portrait_of(columns)
  for _, limit in ipairs(PAPER_TEXTS) do
    local em = 0
    for _, column in ipairs(columns) do
      em = em + portrait_width(column, columns, limit)
    end
    if em * (columns.is_tree and READABLE_TREE or READABLE) <= PORTRAIT then
      return em, limit
    end
  end
end

-- Put the style for paper. Returns whether the table needs landscape paper; `em` is its width there.
local function paper_styles(out, id, columns, em)
  local portrait, limit = portrait_of(columns)
  local spare = portrait and {} or spare_of(columns)
  if spare[1] then
    local rest = {}
    for _, column in ipairs(columns) do
      rest[#rest + 1] = not column.spare and column or nil
    end
    rest.is_tree = true
    portrait, limit = portrait_of(rest)
  end
  out[#out + 1] = ("@media print {\n#%s { font-size: %.1fpx; }"):format(id,
    math.max(SMALLEST, math.min(LARGEST, portrait and PORTRAIT / portrait or PAPER / em)))
  for i, column in ipairs(columns) do
    if portrait and column.kind ~= "graph" and column.letters > limit then
      out[#out + 1] = ("#%s tr > :nth-child(%d) { white-space: normal; min-width: 0; }"):format(id, i)
    end
  end
  local count = portrait and columns.rows > TALL and (PORTRAIT + PAPER_GAP) // (portrait * LARGEST + PAPER_GAP) | 0 or 1
  if count > 1 then
    out[#out + 1] = ("div.wide:has(> #%s) { columns: %d; column-gap: %dpx; }"):format(id, count, PAPER_GAP)
  end
  for _, i in ipairs(portrait and spare or {}) do
    out[#out + 1] = ("#%s tr > :nth-child(%d) { display: none; }"):format(id, i)
  end
  out[#out + 1] = "}"
  return not portrait
end

local function styles_of(id, columns, name, letters)
  local limit, size, out = LONG, NORMAL, {}
  local em, least, first_cells = widths_of(columns, letters, limit)
  if least * TIGHT > SCREEN then
    limit = SHORT
    em, least = widths_of(columns, letters, limit)
  end
  column_styles(out, id, columns, letters, limit)
  if em * NORMAL > SCREEN then
    em, size = least, math.min(DENSE, SCREEN / least)
    size = size < TIGHT and DENSE or size
    out[#out + 1] = ("#%s { font-size: %.1fpx; }"):format(id, size)
    out[#out + 1] = ("#%s :is(td, th):nth-child(n+%d) { padding-left: %gem; padding-right: %gem; }"):format(id,
      first_cells + 1, CELL_PADDING / 2, CELL_PADDING / 2)
  end
  local is_wide = paper_styles(out, id, columns, em)
  local folds = narrow_styles(out, id, columns, name, em * size)
  return table.concat(out, "\n") .. "\n", is_wide, em * size, folds
end

-- ---- rows ----------------------------------------------------------------------------------------

local RESULTS = { ["1-0"] = true, ["0-1"] = true, ["1/2-1/2"] = true }

local function links_of(parts, column, page)
  local out = {}
  for i, part in ipairs(parts) do
    local text = escape.html(value.show(part.text, column, page))
    out[i] = part.link and ('<a href="%s">%s</a>'):format(escape.attribute(part.link), text) or text
  end
  return table.concat(out, parts.separator or "")
end

-- Browsers may break a line after a hyphen or a number. They break no result that follows names, as in "Levon 1-0,
-- 2014", and no line before the move in the name of an opening, as in "Slav Defence, 5. a4".
-- In material, three pawns or more are a number: "KBN+6P v KBN+5P".
local function html_of(cell, column, page)
  local text = escape.html(value.show(cell, column, page))
  if column.is_material then
    return (text:gsub("PPP+", function(pawns) return ("+%dP"):format(#pawns) end))
  end
  if column.is_main and column.kind == "date" then -- a narrow screen shows the year
    return (text:gsub("^(%d%d%d%d)(%..*)$", '%1<span class="day">%2</span>'))
  elseif type(cell) == "table" then
    return (text:gsub("%d+%. %S+", '<span class="result">%0</span>'))
  end
  return (text:gsub(" ([01][%d/]*%-[01][%d/]*)%f[^%d/%-]", function(result)
    return RESULTS[result] and (' <span class="result">%s</span>'):format(result)
  end))
end

local function text_of(row, column, page)
  local cell = row[column.key]
  if cell == nil then
    return ""
  elseif column.kind == "graph" and type(cell) == "table" then
    return bar(cell, column, page)
  end
  local text = html_of(cell, column, page)
  local link = row.links and row.links[column.key]
  if type(link) == "table" then -- the cell has several parts, each with its own link
    return links_of(link, column, page)
  end
  return link and ('<a href="%s">%s</a>'):format(escape.attribute(link), text) or text
end

local function attributes_of(row, column, section, is_name)
  local hint = row.hints and row.hints[column.key]
  local out = hint and (' title="%s"'):format(escape.attribute(hint)) or ""
  if is_name and section.tree then
    out = out .. (' style="--level: %d"'):format(row.level or 0)
  end
  return out
end

local POINTS = { ["1"] = 2, ["+"] = 2, ["½"] = 1, ["0"] = 0, ["-"] = 0 }

-- Return the class of a result: "won" or "lost" if a player has more or less than half of the points of the games. The
-- cells are like "1", "½0" for two games, "12w1" for a game with the player 12, or "+1" for a bye, which has no class.
local function outcome_of(text)
  local results = text:match("^%d+[wbn](.+)$") or not text:find("^%+.") and text or ""
  local sum = 0
  for sign in results:gmatch("[%z\1-\127\xC2-\xF4][\x80-\xBF]*") do
    if not POINTS[sign] then
      return nil
    end
    sum = sum + POINTS[sign] - 1
  end
  return sum > 0 and "won" or sum < 0 and "lost" or nil
end

local function put_rows(out, section, columns, name, page)
  local is_long = #section.rows > MANY
  local ends = is_long and { td = "", th = "", tr = "" } or { td = "</td>", th = "</th>", tr = "</tr>" }
  local head = is_long and "<th" or '<th scope="row"'
  for _, row in ipairs(section.rows) do
    local cells, has_attributes = {}, row.hints or section.tree
    for i, column in ipairs(columns) do
      local attributes = has_attributes and attributes_of(row, column, section, i == name) or ""
      local result = column.is_cell and not column.has_points and not is_long and row[column.key]
      local outcome = type(result) == "string" and outcome_of(result)
      attributes = outcome and (' class="%s"'):format(outcome) .. attributes or attributes
      local text = text_of(row, column, page)
      local is_head = i == name and text ~= "" -- an empty cell names nothing
      cells[i] = (is_head and head or "<td") .. attributes .. ">" .. text .. (is_head and ends.th or ends.td)
    end
    local start = row.is_total and '<tr class="total">' or row.keep and '<tr class="keep">'
      or row.id and ('<tr id="%s">'):format(row.id) or "<tr>"
    out[#out + 1] = start .. table.concat(cells) .. ends.tr
  end
end

--- Write the table of a section.
---@param out string[] the HTML is appended
---@param section table
---@param page table
---@param id string
---@param label string the name of the table
---@return string style CSS for the head of the page
---@return boolean is_wide whether the table needs landscape paper
---@return number width of the table in pixels, estimated
function M.put(out, section, page, id, label)
  local columns, name = ordered(section.columns)
  local heads, letters, has_head = {}, {}, false
  columns.is_tree, columns.rows = section.tree, #section.rows
  for i, column in ipairs(columns) do
    local title = page.words(column.title or "")
    columns[i] = setmetatable({ shown = title }, { __index = column })
    has_head = has_head or title ~= ""
    letters[i], columns[i].letters, columns[i].word = letters_of(section, column, page)
    heads[i] = title == "" and "<td></td>" or ('<th scope="col"%s%s>%s</th>'):format(
      column.is_cell and ' class="cell"' or
      i ~= name and value.align(column) == "right" and ' class="number"' or "", column.hint and (' title="%s"')
      :format(escape.attribute(page.words(column.hint))) or "", escape.html(title))
  end
  local style, is_wide, width, folds = styles_of(id, columns, name, letters)
  out[#out + 1] = ('<div class="wide" tabindex="0" role="region" aria-label="%s">\n<table class="report%s%s" id="%s"'
    .. ' data-filter="%s">'):format(escape.attribute(label), section.tree and " tree" or "",
      folds and " foldable" or "", id, escape.attribute(page.words("Filter")))
  if has_head then
    out[#out + 1] = "<thead><tr>" .. table.concat(heads) .. "</tr></thead>"
  end
  out[#out + 1] = "<tbody>"
  put_rows(out, section, columns, name, page)
  out[#out + 1] = "</tbody></table>\n</div>"
  return style, is_wide, width
end

return M
