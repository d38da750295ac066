--- Turns a piece of a text into a comment: one line, without the layout of the page. These are omitted:
--
-- - page numbers: "{162}", "[Pg 162]", and a number alone between blank lines or after a form feed;
-- - the header of a page: a line in capitals next to a page number ("CHESS FUNDAMENTALS   43"), or after a form feed;
-- - the marks of pictures ("[Illustration]"), but not their captions, and boards drawn with characters;
-- - forum markup ("[quote=Bob]", "[/b]") and the sign ">" before quoted lines.
--
-- A word that is divided at the end of a line is joined without its hyphen, as pdftotext does.
-- @module lucena.text.comment

local forum = require("lucena.text.forum")

local M = {}

local find = string.find

--- The length of the longest header of a page, in bytes.
M.LONGEST_HEADER = 80

-- Patterns of page numbers in brackets, anywhere.
local NUMBERS = { "{%s*%d+%s*}", "%[[Pp]g?%.?%s?%d+%]", "%[[Pp]age%s%d+%]", "%[S%.%s?%d+%]" }

local function is_number(line)
  return find(line, "^[%s%-(%[]*%d%d?%d?%d?[%s%-)%]]*$") ~= nil or find(line, "^%s*[Pp]age%s+%d+%s*$") ~= nil
    or find(line, "^%s*Seite%s+%d+%s*$") ~= nil
end

-- Return whether a line in capitals has a number before it or after it, with a gap of three blanks.
local function is_numbered_header(line)
  return #line <= M.LONGEST_HEADER and not find(line, "%l") and find(line, "%u%u%u") ~= nil
    and (find(line, "^%s*%d%d?%d?%s%s%s+%D+$") ~= nil or find(line, "^%D+%s%s%s+%d%d?%d?%s*$") ~= nil)
end

-- Return whether a line may be the header of a page. If the line has no page number, the line next to it has one.
local function is_header(line, is_first)
  if #line > M.LONGEST_HEADER or find(line, "%d") then
    return false
  end
  return is_first and not find(line, "[.!?,;:]%s*$") or find(line, "%u%u%u") ~= nil and not find(line, "%l")
end

-- Return whether a line is a board drawn with characters, or the letters of its files.
local function is_board(line)
  local first = find(line, "%S")
  return find(line, "^[1-8]?%s*[|+][-|+ #^%a]*[|+]%s*$", first)
    or find(line, "^a%s+b%s+c%s+d%s+e%s+f%s+g%s+h%s*$", first)
end

-- Return the lines of a text as {text, is_alone, is_first}: alone between blank lines, first on its page.
local function lines_of(text)
  local lines = {}
  for line in text:gmatch("[^\r\n]*\r?") do
    local plain, feeds = line:gsub("[\f\r]", " ")
    local is_first = feeds > 0 and find(line, "\f", 1, true) ~= nil
    lines[#lines + 1] = { text = plain, is_blank = not find(plain, "%S"), is_first = is_first }
  end
  for i, line in ipairs(lines) do
    local before, after = lines[i - 1], lines[i + 1]
    line.is_first = line.is_first or before ~= nil and before.is_blank and before.is_first
    line.is_alone = (not before or before.is_blank or line.is_first) and (not after or after.is_blank or after.is_first)
  end
  return lines
end

-- Mark the lines that are page numbers or page headers. `is_whole`: the first and the last line of the text are whole
-- lines.
local function mark_pages(lines)
  local latest
  for i, line in ipairs(lines) do
    if i > 1 and i < #lines and not line.is_blank then
      local text = line.text:gsub("\u{2013}", "-"):gsub("\u{2014}", "-")
      line.is_mark = line.is_alone and (is_number(text) or is_numbered_header(text))
      local is_near = latest and latest.is_mark and is_number(latest.text)
      if line.is_alone and not line.is_mark and (is_near or line.is_first) then
        line.is_mark = is_header(text, line.is_first)
      end
      latest = line
    end
  end
end

--- Turn text into a comment. Braces become round brackets, because a PGN comment ends at the first closing brace.
---@param text string
---@return string
-- @usage comment.of("a {12}\nb") --> a b
function M.of(text)
  text = text:gsub("\1", ""):gsub("%[[Ii]llustration%s*%]", " "):gsub("%[[Ii]llustration:%s*([^%[%]]*)%]", "%1")
  for _, pattern in ipairs(NUMBERS) do
    text = text:gsub(pattern, " ")
  end
  -- The frontier keeps a long word without a closing bracket from being tried with each of its lengths.
  text = text:gsub("%[/?(%l+)%f[%L][^%[%]\n]*%]", function(name) return forum.TAGS[name] and " " or nil end)
  local lines = lines_of(text)
  mark_pages(lines)
  local kept = {}
  for _, line in ipairs(lines) do
    if not line.is_mark and not line.is_blank and not is_board(line.text) then
      kept[#kept + 1] = line.text:gsub("^%s*>[>%s]*", "")
    end
  end
  text = table.concat(kept, "\n")
  text = text:gsub("(%l%l)%-[ \t]*\n[ \t]*(%l%l)", "%1%2"):gsub("\u{AD}[ \t]*\n[ \t]*", ""):gsub("\u{AD}", "")
  text = text:gsub("[{]", "("):gsub("[}]", ")"):gsub("%s+", " ")
  return (text:gsub("^ ", ""):gsub(" $", ""))
end

return M
