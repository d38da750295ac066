--- Finds the tags in the text of a game, so that one tag can be changed without changing other bytes. Tags are read as
-- the core reads them: a line may have several tags, with comments and % lines between them. Some unusual tags are
-- found only by the core. This is not an error here, because the caller reads the edited game with the core and
-- compares the tags.
-- @module lucena.run.tag_section

local M = {}

-- Return the index after any white space, comments and % lines that begin at `at`.
local function skip_between(text, at)
  while true do
    local before = at
    at = text:match("^[ \t\r\n\v\f]+()", at) or at
    local begins_line = at == 1 or text:find("^[\r\n]", at - 1)
    at = begins_line and text:match("^%%[^\r\n]*()", at) or text:match("^;[^\r\n]*()", at)
      or text:match("^{[^}]*}()", at) or at
    if at == before then
      return at
    end
  end
end

-- Return the index of the closing quotation mark of a string. Its text starts at `at`.
local function string_end(text, at)
  while true do
    local stop = text:find('[\\"\r\n]', at)
    local sign = stop and text:sub(stop, stop)
    if sign == '"' then
      return stop
    elseif sign ~= "\\" then
      return nil
    end
    at = stop + 2
  end
end

-- Return the tag at `at`: its name, the bytes of its value between the quotation marks, and its first and last byte;
-- or nil.
local function read_tag(text, at)
  local name, value = text:match('^%[[ \t]*([%w_+#=:%-]+)[ \t]*"()', at)
  local stop = name and string_end(text, value)
  local after = stop and text:match("^[ \t]*%]()", stop + 1)
  return after and { name = name, value = value, stop = stop - 1, first = at, last = after - 1 }
end

--- Return the tags in a game's text in order, and the index of the text after them.
---@param text string
---@return table[] tags {name, value, stop, first, last}: bytes value to stop are the escaped value
---@return integer at
function M.read(text)
  local tags, at = {}, 1
  while true do
    local here = skip_between(text, at)
    local tag = read_tag(text, here)
    if not tag then
      return tags, #tags > 0 and at or here
    end
    tags[#tags + 1] = tag
    at = tag.last + 1
  end
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
  local tags, at = M.read(text)
  local line_end = text:find("\r\n", 1, true) and "\r\n" or "\n"
  if #tags > 0 then
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
