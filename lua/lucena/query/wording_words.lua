--- The words of a phrase, for the rules of lucena.query.wording. A word is a table {raw =, key = in lower case,
-- number = its digits}.
-- @module lucena.query.wording_words

local M = {}

--- Words without a meaning of their own.
M.FILLER = {}
for word in ([[a an the of in with to on by and where which that who when all any some every game games
  position positions is are was were be been has have had do does did there it its his their plays played playing
  find show list search me for at as won't board occurs occurred happened happens get gets got give gives gave giving
  please side sides player players file files ending's but still already yet also really
  day during kind result ended ends finished finishes]]):gmatch("%S+") do
  M.FILLER[word] = true
end

--- Words that negate.
M.NEGATIONS = { no = true, ["not"] = true, never = true, without = true, neither = true, nobody = true,
  none = true, ["nor"] = true, ["didn't"] = true, ["doesn't"] = true, ["isn't"] = true, missing = true }
--- The sides.
M.SIDES = { white = "white", black = "black" }

local DIGITS = { one = "1", two = "2", three = "3", four = "4", five = "5", six = "6", seven = "7", eight = "8",
  nine = "9", ten = "10", twenty = "20", thirty = "30", forty = "40", fifty = "50", hundred = "100" }

local SIGNS = { [">"] = " over ", [">="] = " at least ", ["<"] = " under ", ["<="] = " at most " }

--- Return the words of a phrase.
---@param phrase string
---@return table[]
-- @usage require("lucena.query.wording_words").of("Three queens")[1].number --> 3
function M.of(phrase)
  local words = {}
  phrase = phrase:gsub("(%d%d%d)%-(%d%d%d)", "%1 to %2"):gsub("[<>]=?", SIGNS)
    :gsub("%f[%w]([a-h])%-files?%f[%W]", "%1 file"):gsub("%f[%w]([a-h])%-pawns?%f[%W]", "pawn on %1 file")
    :gsub("%f[%w]entre (%d+) et (%d+)", "between %1 and %2")
  for raw in phrase:gmatch("[^%s,;]+") do
    raw = raw:gsub("[.!?:]+$", "")
    local key = raw:lower()
    words[#words + 1] = raw ~= "" and { raw = raw, key = key, number = DIGITS[key] or key:match("^%d+$") } or nil
  end
  return words
end

--- Return the text from a word on, in lower case and with numbers as digits.
---@param words table[]
---@param at integer
---@return string
function M.text(words, at)
  local list = {}
  for i = at, #words do
    list[#list + 1] = words[i].number or words[i].key
  end
  return table.concat(list, " ")
end

--- Return some words as they were written.
---@param words table[]
---@param at integer
---@param last integer
---@return string
function M.raw(words, at, last)
  local list = {}
  for i = at, last do
    list[#list + 1] = words[i].raw
  end
  return table.concat(list, " ")
end

--- Return a word in lower case; "" after the last one.
---@param words table[]
---@param at integer
---@return string
function M.key(words, at)
  return words[at] and words[at].key or ""
end

--- Return the position of the first word from `at` that has a meaning.
---@param words table[]
---@param at integer
---@return integer
function M.skip(words, at)
  while words[at] and M.FILLER[M.key(words, at)] do
    at = at + 1
  end
  return at
end

--- Return the other side.
---@param side string
---@return string
-- @usage require("lucena.query.wording_words").other "white" --> black
function M.other(side)
  return side == "white" and "black" or "white"
end

return M
