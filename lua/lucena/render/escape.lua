--- Escapes text from data. There is one function per context, such as a terminal or HTML. Each accepts any bytes. Text
-- that is not UTF-8 is converted first (as by `chess.to_utf8`), so the result is UTF-8. Control characters become
-- escapes, or blanks if the context has no escapes.
-- @module lucena.render.escape

local M = {}

-- Convert text to UTF-8. Plain ASCII, the most frequent case, needs only one search.
local function utf8_of(text)
  return text:find("[\128-\255]") and require("lucena.format").to_utf8(text) or text
end

local function without_controls(text)
  text = utf8_of(text)
  -- C1 controls, U+0080 to U+009F, are C2 80 to C2 9F in UTF-8.
  return (text:gsub("\xC2[\x80-\x9F]", " "):gsub("%c", " "))
end

-- ---- terminals -----------------------------------------------------------------------------------

-- Characters that reorder the text around them (Unicode 15, UAX #9), and characters that end a line or a paragraph.
local HAZARD = {}
for _, code in ipairs { 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067,
  0x2068, 0x2069 } do
  HAZARD[code] = true
end

-- Report whether a text is UTF-8 without control characters and without a character of HAZARD. Most texts are.
local function is_harmless(text)
  return utf8.len(text) and not text:find("%c") and not text:find("\xC2[\x80-\x9F]")
    and not (text:find("[\xD8\xE2]") and (text:find("\xD8\x9C") or text:find("\xE2\x80[\x8E\x8F\xA8-\xAE]")
    or text:find("\xE2\x81[\xA6-\xA9]")))
end

--- Escape text for a terminal: control characters (C0, DEL, C1), bidi controls, and bytes that are not UTF-8.
---@param text string
---@return string
-- @usage require("lucena.render.escape").terminal("a\27[2J") --> a\x1B[2J
function M.terminal(text)
  if not text:find("[%c\127-\255]") or is_harmless(text) then
    return text
  end
  local parts, at = {}, 1
  while at <= #text do
    -- Each character is decoded alone, so that one invalid byte does not affect the text after it.
    local code = utf8.len(text, at, at) and utf8.codepoint(text, at)
    local stop = at + (code and #utf8.char(code) or 1)
    if not code then
      parts[#parts + 1] = ("\\x%02X"):format(text:byte(at))
    elseif code < 0x20 or code == 0x7F then
      parts[#parts + 1] = ("\\x%02X"):format(code)
    elseif code >= 0x80 and code < 0xA0 or HAZARD[code] then
      parts[#parts + 1] = ("\\u{%X}"):format(code)
    else
      parts[#parts + 1] = text:sub(at, stop - 1)
    end
    at = stop
  end
  return table.concat(parts)
end

--- Escape a text of several lines for a terminal. Line ends and tabs are kept.
---@param text string
---@return string
-- @usage #require("lucena.render.escape").terminal_lines("a\n\tb") --> 4
function M.terminal_lines(text)
  return (text:gsub("[^\n\t]+", M.terminal))
end

-- ---- HTML ----------------------------------------------------------------------------------------

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;", ["'"] = "&#39;" }

--- Escape text between the tags of HTML or SVG.
---@param text string
---@return string
-- @usage require("lucena.render.escape").html("<b> & co") --> &lt;b&gt; &amp; co
function M.html(text)
  return (without_controls(text):gsub("[&<>]", ENTITIES))
end

--- Escape text for an attribute in single or double quotation marks.
---@param text string
---@return string
-- @usage require("lucena.render.escape").attribute('" onload="x') --> &quot; onload=&quot;x
function M.attribute(text)
  return (without_controls(text):gsub("[&<>\"']", ENTITIES))
end

-- ---- other formats -------------------------------------------------------------------------------

-- Characters with a meaning in a paragraph or a table of Markdown. A backslash before a character removes its meaning.
-- `<` and `&` would be HTML.
local MARKDOWN = { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;" }

--- Escape text for a line or a table cell of Markdown (CommonMark with GitHub's tables).
---@param text string
---@return string
-- @usage require("lucena.render.escape").markdown("a|b *c*") --> a\|b \*c\*
function M.markdown(text)
  return (without_controls(text):gsub("[<>&]", MARKDOWN):gsub("[\\`*_%[%]|~#!$]", "\\%0"))
end

local LATEX = {
  ["\\"] = "\\textbackslash{}", ["{"] = "\\{", ["}"] = "\\}", ["$"] = "\\$", ["&"] = "\\&", ["#"] = "\\#",
  ["_"] = "\\_", ["%"] = "\\%", ["^"] = "\\textasciicircum{}", ["~"] = "\\textasciitilde{}",
  ["<"] = "\\textless{}", [">"] = "\\textgreater{}", ["|"] = "\\textbar{}", ['"'] = "\\textquotedbl{}",
  -- LaTeX replaces two of these characters in sequence by another sign. After \\, it would read [ or * as an argument.
  ["'"] = "{'}", ["`"] = "{`}", ["-"] = "{-}", ["["] = "{[}", ["]"] = "{]}",
  ["*"] = "{*}", ["\u{202F}"] = "\\,", ["½"] = "\\textonehalf{}", ["■"] = "\\rule{1.2ex}{1.2ex}",
  ["…"] = "\\dots{}", ["–"] = "--",
}

-- Characters that change the direction of text are removed. Characters that end a line become blanks.
for code in pairs(HAZARD) do
  LATEX[utf8.char(code)] = ""
end
LATEX["\u{2028}"], LATEX["\u{2029}"] = " ", " "

--- Escape text for a paragraph or a cell of LaTeX with T1 fonts.
---@param text string
---@return string
-- @usage require("lucena.render.escape").latex("50% of R&D_1") --> 50\% of R\&D\_1
function M.latex(text)
  return (without_controls(text):gsub("[%z\1-\127\194-\244][\128-\191]*", LATEX))
end

--- Format a cell of CSV, as `lucena.csv.cell` does.
---@param value string|number|boolean|nil
---@return string
-- @usage require("lucena.render.escape").csv("=1+1") --> '=1+1
function M.csv(value)
  return require("lucena.csv").cell(value)
end

return M
