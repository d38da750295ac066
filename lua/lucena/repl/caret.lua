--- Shows the place of an error in a typed line: the line, and a caret below the place.
-- @module lucena.repl.caret

local widths = require("lucena.render.width")

local M = {}

-- The columns of a line before the place, if the whole line is wider than the screen.
local BEFORE = 30

-- Return the offset before `at`, at most at the first byte of a character.
local function first_of_character(text, at)
  while at > 1 and (text:byte(at) or 0) & 0xC0 == 0x80 do
    at = at - 1
  end
  return at
end

--- Return two lines, which begin with a line end: the text, and a caret below a byte. A text that is wider than the
-- screen is shown in part.
---@param text string one line
---@param at integer the byte, 1 to #text + 1
---@param columns integer of the screen
---@return string
-- @usage require("lucena.repl.caret").under("a + + b", 5, 79):gsub("\n", "|") --> |  a + + b|      ^
function M.under(text, at, columns)
  text = text:gsub("%c", " ")
  if not utf8.len(text) then
    return ""
  end
  local first = widths.of(text) + 2 < columns and 1 or first_of_character(text, math.max(1, at - BEFORE))
  local shown = widths.fit(text:sub(first), columns - 3):gsub(" +$", "")
  return ("\n  %s\n  %s^"):format(shown, (" "):rep(widths.of(text:sub(first, at - 1))))
end

-- Return the byte at which a token occurs in a text; nil if it occurs several times. "<eof>" is the end.
local function place_of(text, token)
  if token == "<eof>" then
    return #text + 1
  end
  local at = text:find(token, 1, true)
  return at and not text:find(token, at + 1, true) and at or nil
end

--- Return the caret below the token that a message of Lua's compiler names ("... near 'end'"), or "".
---@param text string the code
---@param message string
---@param columns integer of the screen
---@return string
-- @usage require("lucena.repl.caret").near("f(1", "')' expected near <eof>", 79)
function M.near(text, message, columns)
  local token = message:match("near '(.*)'$") or message:match("near (<eof>)$")
  text = text:gsub("%s+$", "")
  local at = token and not text:find("\n") and place_of(text, token)
  return at and M.under(text, at, columns) or ""
end

return M
