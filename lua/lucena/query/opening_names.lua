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

-- Each opening with its folded names, {opening, English, French, the folded family}, and all names as one text.
local rows, whole

-- The short names of families, such as "kings indian" for "kings indian defence": {name =, end of the name =}.
local ENDINGS = { " defence", " opening", " game" }

local function load_names()
  rows = {}
  local texts = {}
  for opening in require("lucena").eco.openings() do
    local row = { opening, M.folded(opening.name), opening.name_fr and M.folded(opening.name_fr) or "",
      M.folded(opening.name:match("^[^:]+")) }
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

-- Return the openings of a family whose names have all words of a text. The family is that of a row with this name,
-- "french defence", and those that begin with it, as "queens gambit declined" with "queens gambit". For "slav", it is
-- that of rows whose name ends with "slav defence".
local function of_family(family, text)
  local list, is_name = {}, false
  for _, row in ipairs(rows) do
    is_name = is_name or row[4] == family
  end
  for _, row in ipairs(rows) do
    local is_family = is_name and (row[4] .. " "):sub(1, #family + 1) == family .. " "
    for _, ending in ipairs(ENDINGS) do
      is_family = is_family or (" " .. row[4]):sub(-#family - #ending - 1) == " " .. family .. ending
    end
    list[#list + 1] = is_family and has_words(row[2], text) and row[1] or nil
  end
  return list
end

-- Return the openings for a text that begins with the name of a family: "kings indian", "french defence winawer". The
-- longest name counts: "kings indian attack".
local function in_family(text)
  local family = text
  while family do
    local list = of_family(family, text:sub(#family + 2))
    if list[1] then
      return list
    end
    family = family:match("^(.+) ")
  end
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

--- Return the openings with a name. A family and words, as in "King's Indian" or "French Defence Winawer", mean the
-- openings of this family with these words; so "King's Indian" is not the King's Indian Attack. For another text, these
-- are the openings whose English or French name contains it; if there are none, those with all of its words.
---@param name string
---@return table[] openings
-- @usage #require("lucena.query.opening_names").find("Sicilian Najdorf") > 0 --> true
function M.find(name)
  local text = words_of(name)
  local family = text ~= "" and in_family(text)
  if family then
    return family
  end
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
