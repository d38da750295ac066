--- Hides the marks of tables in wikis and in plain text, so that each row is a line with blanks between its cells:
--
--     {| class="wikitable"                | No | White | Black |
--     | 1. || e4 || e5                    |---:|-------|-------|
--     |-                                  |  1 | e4    | e5    |
--     | 2. || Nf3 || Nc6
--     |}
--
-- A row is hidden if its first cell is a number and the next one has the shape of a move. So drawn boards remain.
-- Cost: one pass over the lines.
-- @module lucena.text.tables

local token = require("lucena.text.decoder.token")

local M = {}

local LONGEST = 400 -- bytes of a row
local EMPTY = { ["-"] = true, ["--"] = true, ["..."] = true, [""] = true }

local function blank(part)
  return (part:gsub("[^\r\n]", " "))
end

-- The attributes of a cell in a wiki: `align="right" |`.
local ATTRIBUTES = "[%w-]+%s*=%s*\"[^\"\n|]*\"%s*|%f[^|]"

-- Return the cells of a row, without blanks and marks of emphasis.
local function cells_of(line)
  local cells = {}
  for cell in line:gsub("||", "|"):gmatch("[^|]+") do
    cell = cell:gsub("[%s'*\1]", "")
    cells[#cells + 1] = cell ~= "" and cell or nil
  end
  return cells
end

-- Return whether a line is a row of a score: a number and a move, or a number alone.
local function is_row(line)
  local cells = cells_of(line)
  local one, other = cells[1], cells[2]
  local is_number = one ~= nil and one:find("^%d%d?%d?%.*$") ~= nil
  if other then
    return is_number and (EMPTY[other] or token.parse(other) ~= nil)
  end
  return is_number and line:find("^%s*|[^|]*|?%s*$") ~= nil -- not the row of a drawn board: "8 |  |  |  |"
end

local function hide_row(line)
  local plain = line:gsub(ATTRIBUTES, blank)
  return is_row(plain) and plain:gsub("|", " ") or line
end

-- Lines that begin or end a table or a row.
local MARKS = { "^%s*{|%s*$", "^%s*{|%s*%a[%w-]*=", "^%s*|}%s*$", "^%s*|%-+%s*$", "^%s*|%-+%s+%a[%w-]*=" }

local function hide_line(line)
  if #line > LONGEST then
    return line
  end
  for _, mark in ipairs(MARKS) do
    if line:find(mark) then
      return line:find("^%s*{") and line:gsub("[{|]", " ") or blank(line) -- the words of a table's attributes remain
    end
  end
  return hide_row(line) -- a head of columns ("! White !! Black") remains
end

local CELLS = "(\n\"?%d%d?%d?%.?\"?),(\"?)([^,\n]+),([^\n]*)" -- 1,e4,e5

-- Replace the commas of a row of cells.
local function hide_commas(number, quote, move, rest)
  if token.parse((move:gsub('"', ""))) then
    return number:gsub('"', " ") .. " " .. (" "):rep(#quote) .. move:gsub('"', " ") .. " " .. rest:gsub('[,"]', " ")
  end
end

--- Replace the marks of tables by blanks.
---@param text string
---@return string text of the same length
-- @usage #tables.hide("| 1. || e4 || e5")  --> 16
function M.hide(text)
  if text:find(CELLS) then
    text = ("\n" .. text):gsub(CELLS, hide_commas):sub(2)
  end
  if not text:find("|", 1, true) then
    return text
  end
  return (text:gsub("[^\n]+", function(line)
    return line:find("|", 1, true) and hide_line(line) or nil
  end))
end

return M
