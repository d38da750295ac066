--- Formats the values of a report for readers and for programs.
-- The `kind` of a column determines the format and the alignment of its values:
--
--     text      a string; with `words = true` it is translated; or {en =, fr =}
--     integer   148,318           an integer with thousands separators; other numbers are shown as decimals
--     year      1999              an integer without separators: a year, a rating
--     decimal   12.5              `digits` after the point, default 1
--     share     45.3%             a number from 0 to 1
--     points    6½                an integer, the number of half points
--     moves     1. e4 e5          SAN, translated to the requested notation; `fen`: the start position. A value may
--                                 have its own start position: {san =, fen =}
--     date      1999.05.??        shown without its unknown parts: 1999.05
--     graph {12, 5, 3} integers, drawn as parts of one bar
-- In a column with `has_colors`, the letters of the colours are those of the language: 12w1 is 12b1 in French, and 12b1
-- is 12n1.
-- @module lucena.render.value

local M = {}

local RIGHT = { integer = true, year = true, decimal = true, share = true, points = true }

--- Return the alignment of a column's values.
---@param column table
---@return string "left" or "right"
function M.align(column)
  return column.align or RIGHT[column.kind] and "right" or "left"
end

-- ---- for readers ---------------------------------------------------------------------------------

-- Group digits. French separates thousands by a narrow no-break space, and uses a decimal comma.
local function group(n, lang)
  local text = ("%d"):format(n):reverse():gsub("(%d%d%d)", "%1,"):reverse()
  text = text:gsub("^(%-?),", "%1")
  return lang == "fr" and (text:gsub(",", "\u{202F}")) or text
end

local function decimal(value, digits, lang)
  local text = ("%." .. digits .. "f"):format(value)
  text = text:gsub("^%-(0%.?0*)$", "%1")
  return lang == "fr" and (text:gsub("%.", ",")) or text
end

local function points(halves)
  local whole = halves // 2
  if halves % 2 == 0 then
    return ("%d"):format(whole)
  end
  return (whole == 0 and "" or ("%d"):format(whole)) .. "½"
end

local SHOWN = {
  integer = function(value, _, page)
    return math.type(value) == "integer" and group(value, page.lang) or decimal(value, 1, page.lang)
  end,
  year = function(value) return ("%d"):format(value) end,
  decimal = function(value, column, page) return decimal(value, column.digits or 1, page.lang) end,
  share = function(value, column, page)
    return decimal(value * 100, column.digits or 1, page.lang) .. (page.lang == "fr" and "\u{202F}%" or "%")
  end,
  points = points,
  date = function(value) return require("lucena.format").trim(value, ".?") end,
  moves = function(value, column, page)
    local san, fen = value, column.fen
    if type(value) == "table" then
      san, fen = value.san, value.fen
    end
    return page.moves and (page.moves(san, fen)) or san -- results: other text is shown as it is
  end,
  graph = function(value) return table.concat(value, " / ") end,
}

--- Format a value for readers, without escaping.
---@param value any nil gives an empty text
---@param column table
---@param page table lang = "en" or "fr", words = a function of words.of(), moves = a function of SAN text
---@return string
-- @usage require("lucena.render.value").show(13, {kind = "points"}, {lang = "en"}) --> 6½
function M.show(value, column, page)
  if value == nil then
    return ""
  elseif column.has_colors then
    local letters = page.words("wb")
    return (value:gsub("(%d)([wb])", function(row, color)
      local at = color == "w" and 1 or 2
      return row .. letters:sub(at, at)
    end))
  elseif type(value) == "string" and column.kind ~= "date" and column.kind ~= "moves" then
    return column.words and page.words and page.words(value) or value -- results: a text
  elseif type(value) == "table" and value.en then
    return value[page.lang] or value.en
  end
  local show = SHOWN[column.kind]
  return show and show(value, column, page) or tostring(value)
end

-- ---- for programs --------------------------------------------------------------------------------

-- Format a number with at most six significant decimals.
local function short(value)
  return (("%.6f"):format(value):gsub("0+$", ""):gsub("%.$", ""))
end

local PLAIN = {
  decimal = short,
  share = short,
  points = function(value) return short(value / 2) end,
  graph = function(value) return table.concat(value, "/") end,
  moves = function(value) return value.san end,
}

--- Format a value for programs: numbers with a point and no grouping, half points as 6.5, parts of a bar as 12/5/3.
---@param value any
---@param column table
---@return string? text nil for nil
-- @usage require("lucena.render.value").plain(13, {kind = "points"}) --> 6.5
function M.plain(value, column)
  if value == nil then
    return nil
  elseif type(value) == "table" and value.en then
    return value.en
  end
  local plain = type(value) ~= "string" and PLAIN[column.kind]
  return plain and plain(value) or tostring(value)
end

return M
