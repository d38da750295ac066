--- Turns the text between the moves of a game into comments.
-- @module lucena.text.notes

local heading = require("lucena.text.heading")

local M = {}

local find, sub = string.find, string.sub

local LONGEST_TITLE = 200 -- bytes
local LONGEST = 1 << 16 -- bytes of one comment; longer text is cut into several

--- Turn text into a comment: one line, without page numbers, pictures and drawn boards. Braces become square brackets,
-- because a PGN comment ends at the first closing brace.
---@param text string
---@return string
-- @usage notes.clean("a {12}\nb") --> a b
function M.clean(text)
  local lines = {}
  text = text:gsub("\1", ""):gsub("{%s*%d+%s*}", " "):gsub("%[[Ii]llustration[^%[%]]*%]", " ")
  for line in text:gmatch("[^\r\n]*") do
    local is_board = find(line, "^%s*[1-8]?%s*[|+][-|+ #^%a]*[|+]%s*$")
      or find(line, "^%s*a%s+b%s+c%s+d%s+e%s+f%s+g%s+h%s*$")
    lines[#lines + 1] = not is_board and line or nil
  end
  text = table.concat(lines, " "):gsub("[{]", "("):gsub("[}]", ")"):gsub("%s+", " ")
  return (text:gsub("^ ", ""):gsub(" $", ""))
end

-- Return whether a text contains words, not only numbers and signs.
local function has_words(text)
  return find(text, "%a%a") ~= nil or find(text, "[\xC3-\xF4][\x80-\xBF]") ~= nil and find(text, "%w") ~= nil
end

-- Return the text between two moves as a comment, or nil.
local function between(text, from, to)
  if to < from then
    return nil
  end
  local note = M.clean(sub(text, from, to))
  note = note:gsub("^[%s.,;:)]+", ""):gsub("%s+$", "")
  return has_words(note) and note or nil
end

-- Return the offset at which a move begins. Its move number is not part of the comment before it.
local function start_of(mention)
  return mention.number and mention.number.first or mention.first
end

local function add(node, note)
  local comments = node.comments
  for first = 1, #note, LONGEST do
    comments[#comments + 1] = sub(note, first, first + LONGEST - 1)
  end
  node.comments = comments
end

-- Find the end of the text that belongs to a game after its last move. It ends before a line in capitals, a row of
-- stars, or the heading of another game. Returns the offset of its last byte.
local function tail_end(text, from, to)
  local next_game = to < #text and heading.first(text, from, to)
  to = next_game and next_game - 1 or to
  local at = from
  while at <= to do
    local stop = find(text, "\n", at, true) or to + 1
    local line = sub(text, at, math.min(stop - 1, to, at + LONGEST_TITLE))
    local is_title = find(line, "%u%u%u") and not find(line, "%l") or find(line, "^[%s*]+%*[%s*]+$")
      or find(line, "^%[%a+%s+\"")
    if is_title then
      return at - 1
    end
    at = stop + 1
  end
  return to
end

--- Add the text between the moves of the mainline as comments.
---@param text string
---@param mentions table[] the mentions of the mainline in the order of the text, each with `target`
---@param game table of lucena.text.place
---@param to integer the last byte before the next game
---@param root lucena.Node
---@return integer last the last byte of the text that is part of the game
function M.add(text, mentions, game, to, root)
  local start = mentions[1] and start_of(mentions[1]) - 1 or tail_end(text, game.first, to)
  local before = between(text, game.first, start)
  if before then
    add(root, before)
  end
  to = mentions[1] and to or start
  local result = game.result_event
  for i, mention in ipairs(mentions) do
    local following = mentions[i + 1]
    local first = mention.last + 1
    local last = following and start_of(following) - 1
    if not following then
      local is_next = result and result.first >= first and not find(sub(text, first, result.first - 1), "%a")
      first = is_next and result.last + 1 or first
      last = tail_end(text, first, to)
    end
    local note = between(text, first, last)
    if note then
      add(mention.target, note)
    end
    to = not following and last or to
  end
  return to
end

return M
