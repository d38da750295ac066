--- Finds openings by a part of their names, for the query `opening` and for phrases.
-- @module lucena.query.opening_names

local core = require("lucena.core")

local M = {}

-- Other names in English, without case: names of the table contain the second name only.
local ALIASES = { spanish = "ruy lopez", ["spanish opening"] = "ruy lopez", ["spanish game"] = "ruy lopez",
  qgd = "queens gambit declined", qga = "queens gambit accepted", kid = "kings indian defence",
  ["russian game"] = "petrov defence", petroff = "petrov", ["petroff defence"] = "petrov defence" }

--- Return a name without case, accents and punctuation, and with the British spelling of "defence", so that "Caro Kann
--- Defense" is part of "Caro-Kann Defence".
---@param name string
---@return string
-- @usage require("lucena.query.opening_names").folded("Caro-Kann Defense") --> caro kann defence
function M.folded(name)
  local text = core.fold_name((name:gsub("[-:,;/()]+", " "):gsub("['’]", ""))) or ""
  return (text:gsub("%s+", " "):gsub("defense", "defence"))
end

-- Each opening with its folded names, {opening, English, French}, and all of them as one text.
local rows, whole

local function load_names()
  rows = {}
  local texts = {}
  for opening in require("lucena").eco.openings() do
    local row = { opening, M.folded(opening.name), opening.name_fr and M.folded(opening.name_fr) or "" }
    rows[#rows + 1] = row
    texts[#texts + 1] = " " .. row[2] .. "\n " .. row[3]
  end
  whole = table.concat(texts, "\n")
end

-- Return whether a name has all words of a text, each at the beginning of a word: "sicilian najdorf".
local function has_words(name, text)
  for word in text:gmatch("%S+") do
    if not (" " .. name):find(" " .. word, 1, true) then
      return false
    end
  end
  return true
end

-- Return the openings of whose names one passes a test.
local function select_by(test)
  local list = {}
  for _, row in ipairs(rows) do
    if test(row[2]) or test(row[3]) then
      list[#list + 1] = row[1]
    end
  end
  return list
end

-- Return the folded words of a name, of which some opening's name has the usual form. Loads the names.
local function words_of(name)
  if not rows then
    load_names()
  end
  local text = M.folded(name)
  return ALIASES[text] or text
end

--- Return the openings whose English or French name contains a text; if there are none, those with all of its words.
---@param name string
---@return table[] openings
-- @usage #require("lucena.query.opening_names").find("Sicilian Najdorf") > 0 --> true
function M.find(name)
  local text = words_of(name)
  local list = text ~= "" and select_by(function(it) return it:find(text, 1, true) end) or {}
  if not list[1] and text:find(" ", 1, true) then
    return select_by(function(it) return has_words(it, text) end)
  end
  return list
end

--- Return whether the words of a text begin at a word of some opening's name. This is faster than `find`.
---@param name string
---@return boolean
-- @usage require("lucena.query.opening_names").has("sicilian") --> true
function M.has(name)
  local text = words_of(name)
  return text ~= "" and whole:find(" " .. text, 1, true) ~= nil
end

return M
