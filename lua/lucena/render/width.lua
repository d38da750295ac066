--- Computes the number of terminal columns of a text, and makes texts and lines of a given width. East Asian characters
-- and emoji take two columns; combining characters take none (Unicode 15, UAX #11 and general categories Mn and Me).
-- The table lacks the combining characters of a few scripts, so texts in these scripts are counted as too wide.
-- @module lucena.render.width

local M = {}

-- First and last code points, in ascending order.
local NONE = {
  0x300, 0x36F, 0x483, 0x489, 0x591, 0x5BD, 0x5BF, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7, 0x5C7, 0x610, 0x61A,
  0x64B, 0x65F, 0x670, 0x670, 0x6D6, 0x6DC, 0x6DF, 0x6E4, 0x6E7, 0x6E8, 0x6EA, 0x6ED, 0x900, 0x902, 0x93A, 0x93A,
  0x93C, 0x93C, 0x941, 0x948, 0x94D, 0x94D, 0x951, 0x957, 0x981, 0x981, 0x9BC, 0x9BC, 0x9C1, 0x9C4, 0x9CD, 0x9CD,
  0xE31, 0xE31, 0xE34, 0xE3A, 0xE47, 0xE4E, 0x1AB0, 0x1AFF, 0x1DC0, 0x1DFF, 0x200B, 0x200F, 0x202A, 0x202E,
  0x2060, 0x2064, 0x20D0, 0x20FF, 0x302A, 0x302D, 0x3099, 0x309A, 0xFE00, 0xFE0F, 0xFE20, 0xFE2F, 0xFEFF, 0xFEFF,
  0xE0100, 0xE01EF,
}
local TWO = {
  0x1100, 0x115F, 0x2E80, 0x303E, 0x3041, 0x4DBF, 0x4E00, 0xA4CF, 0xA960, 0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAFF,
  0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x1F300, 0x1F64F, 0x1F680, 0x1F6FF, 0x1F900, 0x1F9FF,
  0x20000, 0x3FFFD,
}

local function is_in(ranges, code)
  for i = 1, #ranges, 2 do
    if code < ranges[i] then
      return false
    elseif code <= ranges[i + 1] then
      return true
    end
  end
  return false
end

local function width_of(code)
  return code < 0x300 and 1 or is_in(NONE, code) and 0 or is_in(TWO, code) and 2 or 1
end

--- Return the number of terminal columns of a UTF-8 text without control characters. For other encodings, return the
-- number of bytes.
---@param text string
---@return integer
-- @usage require("lucena.render.width").of("Nà é 王") --> 7
function M.of(text)
  if not text:find("[\128-\255]") then
    return #text
  end
  local length = utf8.len(text)
  if not length then
    return #text
  elseif not text:find("[\xCC-\xFF]") then -- all codes are below U+0300, so each letter has one column
    return length
  end
  local width = 0
  for _, code in utf8.codes(text) do
    width = width + width_of(code)
  end
  return width
end

--- Fit a text to exactly N columns: padded with blanks, or cut with "…".
---@param text string
---@param width integer
---@param align? string "right" or "left", the default
---@return string
-- @usage require("lucena.render.width").fit("Capablanca", 6) --> Capab…
function M.fit(text, width, align)
  local own = M.of(text)
  if own > width then
    local used, last = 1, 0
    for at, code in utf8.codes(text) do
      used = used + width_of(code)
      if used > width then
        break
      end
      last = at + #utf8.char(code) - 1
    end
    text = text:sub(1, last) .. "…"
    own = M.of(text)
  end
  local blanks = (" "):rep(width - own)
  return align == "right" and blanks .. text or text .. blanks
end

local LONGEST_CHARACTER = 4 -- bytes in UTF-8

-- If a word is longer than N columns from a byte on, return its last byte that fits and is a sign after which code and
-- paths may be broken; nil if there is none.
local function break_of(word, from, room)
  if not (room >= 1 and room < #word) then
    return nil -- the width may be any number
  end
  local part = word:sub(from, from + room * LONGEST_CHARACTER // 1)
  local last
  if M.of(part) > room then
    for at in part:gmatch("[,(/|=.;]()") do
      if M.of(part:sub(1, at - 1)) > room then
        break
      end
      last = at > 2 and from + at - 2 < #word and from + at - 2 or last
    end
  end
  return last
end

--- Wrap a text to lines of N columns. A word that is longer than N is broken after a comma, bracket or other sign, or
-- else gets a line of its own.
---@param text string may be broken at its blanks and line ends
---@param width integer
---@param indent? string put before all lines except the first
---@param keeps_blanks? boolean several blanks between two words on a line remain, for columns; default: one blank
---@return string
-- @usage require("lucena.render.width").fold("1. e4 e5", 6):gsub("\n", "|") --> 1. e4|e5
function M.fold(text, width, indent, keeps_blanks)
  indent = indent or ""
  local lines, line, used = {}, nil, 0
  local function begin(word)
    local from = 1
    repeat
      lines[#lines + 1] = line
      local start = line and indent or ""
      local last = break_of(word, from, width - M.of(start))
      line, from = start .. word:sub(from, last), last and last + 1
    until not from
    used = M.of(line)
  end
  for blanks, word in text:gmatch("(%s*)(%S+)") do
    local gap, size = keeps_blanks and blanks or " ", M.of(word)
    if line and used + #gap + size <= width then
      line, used = line .. gap .. word, used + #gap + size
    else
      begin(word)
    end
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

--- Wrap only the lines that are longer than N columns. They keep their indentation; the lines after a break get two
-- blanks more.
---@param text string
---@param width integer
---@return string
-- @usage require("lucena.render.width").fold_lines("no move\n Kd1 no", 6):gsub("\n", "|") --> no|  move| Kd1|   no
function M.fold_lines(text, width)
  if #text <= width then
    return text
  end
  return (text:gsub("[^\n]+", function(line)
    if M.of(line) <= width then
      return nil
    end
    local indent = line:match("^ *")
    return indent .. M.fold(line, width - #indent, indent .. "  ", true)
  end))
end

return M
