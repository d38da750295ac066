--- Hides the markup of forums and mails, so that the moves of their posts remain:
--
-- - quotes that repeat moves of another post: "[quote=Tom]...[/quote]", and lines with ">" before them. They would be
--   played twice, or begin a game of their own. A quote with other moves remains: it may be the only place of a game;
-- - tags: "[code]", "[/b]".
-- Cost: one pass over the text, and one search of its moves for each quote, of which at most MOST_QUOTES are read.
-- @module lucena.text.forum

local M = {}

local MOST_QUOTES = 64

--- The names of tags.
---@type table<string, boolean>
M.TAGS = { b = true, i = true, u = true, s = true, quote = true, url = true, img = true, code = true,
  pgn = true, list = true, size = true, color = true, center = true, spoiler = true, chess = true, fen = true }

local function blank(part)
  return (part:gsub("[^\r\n]", " "))
end

-- Return the first and last byte of the next quote in tags.
local function tagged_at(text, at)
  local first, from = text:find("%[quote[^%[%]\n]*%]", at)
  return first, first and select(2, text:find("%[/quote%]", from))
end

-- Return the first and last byte of the next lines with ">" before them.
local function marked_at(text, at)
  local first = text:find("^>", at) or text:find("\n>", at, true)
  local stop = first
  repeat
    local _, last = text:find("^\n?>[^\n]*", stop)
    stop = last and last + 1 or stop
  until not last
  return first, first and stop - 1
end

-- Return the parts of a text {first, last, is_quote}: quotes, and the text between them.
local function divided(text, quote_at)
  local parts, at = {}, 1
  local first, last = quote_at(text, at)
  while last and #parts < 2 * MOST_QUOTES do
    parts[#parts + 1] = { first = at, last = first - 1 }
    parts[#parts + 1] = { first = first, last = last, is_quote = true }
    at = last + 1
    first, last = quote_at(text, at)
  end
  parts[#parts + 1] = { first = at, last = #text }
  return parts
end

-- Return the moves of a text, each with a blank after it.
local function moves_of(text)
  local list = {}
  for word in text:gmatch("[%w\x80-\xFF:=-]+") do
    list[#list + 1] = (word:find("[a-h][1-8]") or word:find("^[O0]%-[O0]")) and word or nil
  end
  list[#list + 1] = ""
  return table.concat(list, " ")
end

-- Return a text without the quotes of one form that repeat moves of the text outside quotes.
local function without_quotes(text, quote_at)
  local parts, own, out = divided(text, quote_at), { " " }, {}
  for i, part in ipairs(#parts > 1 and parts or {}) do
    out[i] = text:sub(part.first, part.last)
    part.moves = moves_of(out[i])
    own[#own + 1] = not part.is_quote and part.moves or nil
  end
  local all = table.concat(own)
  for i, part in ipairs(#parts > 1 and parts or {}) do
    local repeats = part.is_quote and #part.moves > 0 and all:find(" " .. part.moves, 1, true)
    out[i] = repeats and blank(out[i]) or out[i]
  end
  return #parts > 1 and table.concat(out) or text
end

local function hide_tag(tag, name)
  return M.TAGS[name:lower()] and (" "):rep(#tag) or nil
end

--- Replace the markup and the repeated quotes by blanks.
---@param folded string
---@return string folded of the same length
-- @usage forum.hide("1. e4 e5 [quote]1. e4[/quote]"):gsub(" +$", "") --> 1. e4 e5
function M.hide(folded)
  if folded:find("[/", 1, true) then
    folded = without_quotes(folded, tagged_at):gsub("(%[/?(%a+)[^%[%]\n]*%])", hide_tag)
  end
  return folded:find("\n>", 1, true) and without_quotes(folded, marked_at) or folded
end

return M
