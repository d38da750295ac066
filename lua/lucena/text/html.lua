--- Reads the text of an HTML page in place: tags become blanks and line breaks, entities their characters, and the
-- items of ordered lists have their numbers, as in a browser: `<ol><li>e4 e5` is a way to print a score. The text keeps
-- its length, so that each offset is also one of the page. Unused bytes are the byte FILL of lucena.text.fold.
-- Cost: one pass over the page for each kind of markup. A closing mark is searched for after each opening one until
-- one is missing; then no later opening mark has one.
-- @module lucena.text.html

local html_entity = require("lucena.html_entity")
local fold = require("lucena.text.fold")
local numbers = require("lucena.number")
local patterns = require("lucena.text.patterns")

local M = {}

-- Replaces the first byte of a tag inside a line, until the words around it are known.
local INLINE = "\2"

local LARGEST_HEAD = 4000 -- bytes at the beginning that are searched for tags

-- Tags that begin a new paragraph, a new line, or a new cell of a table.
local PARAGRAPHS = { p = true, div = true, h1 = true, h2 = true, h3 = true, h4 = true, h5 = true, h6 = true, ul = true,
  ol = true, table = true, blockquote = true, pre = true, section = true, article = true }
local LINES = { br = true, tr = true, li = true, dt = true, dd = true }
local CELLS = { td = true, th = true }
local LISTS = { ol = true, ul = true }

local DEEPEST, MOST_ITEMS = 100, 9999 -- nested lists; number of an item

-- The no-break space, and spaces of one or half the size of a letter and less.
local BLANKS = { ["\u{A0}"] = true, ["\u{2002}"] = true, ["\u{2003}"] = true, ["\u{2009}"] = true }

-- Return a text with unused bytes up to a size, or blanks if it is too long.
local function padded(text, size)
  return #text <= size and text .. fold.FILL:rep(size - #text) or (" "):rep(size)
end

-- Return blanks for bytes of the page, with its line breaks.
local function blank(part)
  return (part:gsub("[^\r\n]", " "))
end

-- Return the first and last byte of the next part with an opening and a closing mark, at or after an offset; nil if
-- there is none. `head_end`: the mark that ends the head of the opening tag, or nil.
local function next_part(page, at, opening, head_end, closing)
  local first, stop = page:find(opening, at)
  if first and head_end then
    stop = select(2, page:find(head_end, stop + 1, true))
  end
  local last = stop and select(2, page:find(closing, stop + 1, true))
  return last and first, last
end

-- Return the page with blanks in place of all such parts.
local function without_parts(page, opening, head_end, closing)
  local out, at = {}, 1
  local first, last = next_part(page, at, opening, head_end, closing)
  while first do
    out[#out + 1] = page:sub(at, first - 1)
    out[#out + 1] = blank(page:sub(first, last))
    at = last + 1
    first, last = next_part(page, at, opening, head_end, closing)
  end
  out[#out + 1] = page:sub(at)
  return table.concat(out)
end

-- The next number of an ordered list, or false, for each open list, the innermost last.
local Lists = {}
Lists.__index = Lists

-- Note the opening or closing tag of a list.
function Lists:note(part, name)
  if part:find("^</") then
    self[#self] = nil
  elseif #self < DEEPEST then
    self[#self + 1] = name == "ol" and numbers.whole(part:match("start%s*=%s*[\"']?(%d+)") or "1", 0, MOST_ITEMS)
  end
end

-- Return the number of an item as a browser shows it, which must fit in the place of its tag; nil without one.
function Lists:number_of(part)
  local number = not part:find("^</") and self[#self]
  if not number then
    return nil
  end
  self[#self] = number + 1
  for _, form in ipairs { "\n%d. ", "\n%d.", "%d." } do
    local text = form:format(number)
    if #text <= #part then
      return text
    end
  end
end

local function tag(lists, part, name)
  name = name:lower()
  if LISTS[name] then
    lists:note(part, name)
  end
  local number = name == "li" and lists:number_of(part)
  local breaks = number or PARAGRAPHS[name] and "\n\n" or LINES[name] and "\n" or CELLS[name] and "    " or ""
  if part:find("\n", 1, true) then
    return blank(part)
  end
  breaks = breaks == "" and INLINE or breaks
  return breaks .. fold.FILL:rep(math.max(0, #part - #breaks))
end

-- The end of a move or a number, and the beginning of the next.
local ENDS = { "[a-h][1-8][+#!?]*$", "[18]=?%u[+#!?]*$", "[Oo0]%-[Oo0][+#!?]*$" }
local STARTS = { "^%d+%.", "^%d+$", "^[%u\xD0\xD1\xE2][a-h1-8x:\x80-\xBF]", "^[a-h][1-8x:]", "^[O0]%-[O0]", "^[10½]%-" }

local NEAR = 80 -- bytes around a tag that decide: a move is shorter, but may contain tags

-- Inline tags separate two moves, as on pages with a <span> for each move, but not the parts of one ("<b>N</b>f3").
local function with_blanks(text)
  return (text:gsub("()\2([\1\2]*)()", function(first, rest, last)
    local before = text:sub(math.max(1, first - NEAR), first - 1):gsub("[\1\2]", "")
    local after = text:sub(last, last + NEAR):gsub("[\1\2]", "")
    local is_between = patterns.any(before, ENDS) and patterns.any(after, STARTS)
    return (is_between and " " or fold.FILL) .. rest:gsub(INLINE, fold.FILL)
  end))
end

local function entity(part, name)
  local character = html_entity.character(name)
  character = character and BLANKS[character] and " " or character
  return character and padded(character, #part) or nil
end

--- Return whether a text is an HTML page, or a part of one that begins with a tag and has its closing tag.
---@param text string
---@return boolean
-- @usage html.is("<!DOCTYPE html><p>1. e4</p>") --> true
function M.is(text)
  local head = text:sub(1, LARGEST_HEAD):lower()
  local name = head:match("^%s*<(%a%w*)%f[%W][^<>]*>")
  return head:find("^%s*<!doctype html") ~= nil or name ~= nil and head:find("</" .. name .. ">", 1, true) ~= nil
    or head:find("^%s*<html") ~= nil
end

--- Return the text of a page, of the same length.
---@param page string
---@return string
function M.plain(page)
  local text = without_parts(page, "<!%-%-", nil, "-->"):gsub("<![%a%[][^<>]*>", blank)
  for _, name in ipairs { "script", "style", "head" } do
    text = without_parts(text, "<" .. name .. "%f[%W]", ">", "</" .. name .. ">")
  end
  -- Without the frontier, a long name that is never closed would be tried with each of its lengths.
  local lists = setmetatable({}, Lists)
  text = with_blanks(text:gsub("\2", " "):gsub("(</?(%a%w*)%f[%W][^<>]*>)", function(part, name)
    return tag(lists, part, name)
  end))
  return (text:gsub("(&(#?%w+);)", entity))
end

return M
