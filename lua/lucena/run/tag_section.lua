--- Finds the tags in the text of a game, so that one tag can be changed without changing other bytes.
-- @module lucena.run.tag_section

local tag_places = require("lucena.core").tag_places

local M = {}

local FIELDS = 5 -- values of tag_places() for each tag

--- Return the tags of some names in a game's text in order.
---@param text string
---@param names table<string, boolean>
---@return table[] tags {name, value, stop, first, last}: bytes value to stop are the escaped value
---@return integer at the index after all tags
---@return boolean has_tags
function M.read(text, names)
  local places, at, has_tags = tag_places(text, names)
  local tags = {}
  for i = 1, #places, FIELDS do
    tags[#tags + 1] = { name = places[i], value = places[i + 1], stop = places[i + 2], first = places[i + 3],
      last = places[i + 4] }
  end
  return tags, at, has_tags
end

--- Escape a value for PGN, where it is written between quotation marks.
---@param value string
---@return string
function M.escape(value)
  return (value:gsub('[\\"]', "\\%0"))
end

--- Insert a comment before the movetext.
---@param text string
---@param comment string with its braces
---@return string
function M.mark(text, comment)
  local _, at, has_tags = tag_places(text, {})
  local line_end = text:find("\r\n", 1, true) and "\r\n" or "\n"
  if has_tags then
    local _, blank = text:find("^[ \t]*\r?\n[ \t]*\r?\n", at)
    if blank then
      at = blank + 1
    else
      -- Tags and moves are on one line.
      return text:sub(1, at - 1) .. line_end:rep(2) .. comment .. line_end .. text:sub(at):gsub("^%s+", "")
    end
  end
  return text:sub(1, at - 1) .. comment .. line_end .. text:sub(at)
end

return M
