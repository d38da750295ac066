-- Counts the words of a text that its reading lacks: the bag of its words without those of the tags, the comments, the
-- printed moves, and the reported rest. A word has two or more letters. Markup of HTML is no text.

local core = require "lucena.core"
local fold = require "lucena.text.fold"
local html = require "lucena.text.html"
local letters = require "lucena.notation.letters"
local words = require "lucena.text.words"

local M = {}

-- Call a function for each word of a text, in lower case.
local function each_word(text, visit)
  words.each((text:gsub(fold.FILL, "")), 1, function(word) visit(utf8.len(word) and letters.lower(word) or word) end)
end

local function add(bag, text, sign)
  each_word(text, function(word) bag[word] = (bag[word] or 0) + sign end)
end

local function add_game(bag, game)
  for name, value in pairs(game.tags) do
    add(bag, name .. " " .. value, -1)
  end
  local stack = { game.root }
  while #stack > 0 do
    local node = table.remove(stack)
    for _, comment in ipairs(node.comments) do
      add(bag, comment, -1)
    end
    for _, child in ipairs(node) do
      stack[#stack + 1] = child
    end
  end
end

--- Return the words of a text that are missing in its reading, as a list, and the number of its words.
---@param text string
---@param games lucena.Game[]
---@param report table of chess.read_text
function M.missing(text, games, report)
  text = core.to_utf8(text) or text
  text = html.is(text) and html.plain(text) or text
  local bag, total, list = {}, 0, {}
  each_word(text, function() total = total + 1 end)
  add(bag, text, 1)
  for _, game in ipairs(games) do
    add_game(bag, game)
  end
  for _, mention in ipairs(report.mentions) do
    add(bag, mention.token, -1)
  end
  for _, part in ipairs(report.rest or {}) do
    add(bag, text:sub(part.offset + 1, part.offset + part.length), -1)
  end
  for word, count in pairs(bag) do
    for _ = 1, count do
      list[#list + 1] = word
    end
  end
  table.sort(list)
  return list, total
end

return M
