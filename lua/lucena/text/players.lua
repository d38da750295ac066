--- Reads the names of the players in the heading of a game.
-- @module lucena.text.players

local lexicon = require("lucena.lexicon")
local words = require("lucena.text.words")

local M = {}

-- ---- names ---------------------------------------------------------------------------------------

--- Remove blanks and punctuation around a text.
function M.trim(text)
  return (text:gsub("^[%s,;:_*]+", ""):gsub("[%s,;:_*]+$", ""))
end

local trim = M.trim

--- Remove the full stop after a name, but keep the full stop of an initial ("J. H. B.").
function M.name(text)
  text = trim(text)
  return text:match("^(.*[^%u.]..*[%l\x80-\xFF])%.$") or text:match("^(.*[%l\x80-\xFF])%.$") or text
end

local name_of = M.name

-- Return the name of a player, without a place after it: "Tartakower. Vienna, 1910.", "Legal   Paris, 1750".
local function person_of(text)
  text = trim(text)
  text = text:match("^%(([^()]+)%)%.?$") or text -- "WHITE. (Mr. M.)"
  text = text:match("^(.-[%l\x80-\xFF][%l\x80-\xFF])%.%s+[%u\xC3-\xD0]") or text:match("^(.-)%s%s%s") or text
  return name_of(text)
end

local LABELS = {}
for _, list in ipairs { words.white, words.black } do
  for _, word in ipairs(list) do
    LABELS[word] = true
  end
end

--- Return whether a text may be a name: up to six words, the first with a capital, and no digits.
function M.is_name(text)
  return #text >= 2 and #text <= 50 and not text:find("%d") and text:find("^[%u\xC3-\xD0(]") ~= nil
    and select(2, text:gsub("%S+", "")) <= 6 and not LABELS[text]
end

local is_name = M.is_name

-- Small words inside names.
local PARTICLES = { de = true, du = true, des = true, la = true, le = true, van = true, von = true, der = true,
  den = true, di = true, da = true, ["do"] = true, dos = true, y = true, af = true, zu = true, ter = true, ten = true,
  the = true, et = true, und = true, ["and"] = true, ["&"] = true, ["e"] = true, i = true, ["и"] = true }
local LONGEST_PROPER = 5 -- words

-- Return whether each word of a text begins with a capital letter or is a particle of names.
local function is_proper(text)
  local count, capitals = 0, 0
  for word in text:gmatch("%S+") do
    local is_capital = word:find("^%(?%u") or word:find("^\xC3[\x80-\x9E]") or word:find("^[\xC4-\xCF].")
      or word:find("^\xD0[\x80-\xAF]")
    if not is_capital and not PARTICLES[word] then
      return false
    end
    count, capitals = count + 1, capitals + (is_capital and 1 or 0)
  end
  return capitals > 0 and count <= LONGEST_PROPER
end

-- ---- lines ---------------------------------------------------------------------------------------

-- Remove a result at the end of a line. Returns the line and the result.
local function without_result(line)
  local head, found = line:match("^(.-)[,:]?%s+%(?([01/2½\u{2013}-]+)%)?[%s.]*$")
  local value = found and lexicon.read_result(found)
  return value and head or line, value
end

-- Remove a rating after a name: "Martin (1850)". Returns the name and the rating.
local function without_rating(name)
  local head, rating = name:match("^(.-)%s*%((%d%d%d%d?)%)$")
  return head or name, rating
end

--- Return the names of the players in a line: {white, black, white_elo, black_elo, result, after}; nil if there are
-- none. `after`: the text after the names, as in "Morphy - Anderssen, Paris, 1858".
function M.pair(line)
  local result
  line, result = without_result((line:gsub("%s*%[%u%d%d%]%s*$", ""))) -- without "[C44]"
  for _, pattern in ipairs(words.between) do
    local first, last = line:find(pattern)
    if first then
      local white, rest = trim(line:sub(1, first - 1)), trim(line:sub(last + 1))
      -- "Partie: Dupont - Martin", "Board 2: Dupont - Martin", "2. Dupont - Martin", "(2) Dupont - Martin"
      white = white:match("^[%a\x80-\xFF]+%s*%d*%s*:%s*(.+)$") or white:match("^%(?%d+[.)]%s*(.+)$") or white
      local white_elo, black_elo
      white, white_elo = without_rating(white)
      if white_elo then
        local name, rating, more = rest:match("^([^(]-)%s*%((%d%d%d%d?)%)(.*)$")
        rest, black_elo = name and name .. more or rest, rating
      end
      -- "Morphy, Paul - Rousseau, Eugene": the text after the first comma is part of the name, as in White's.
      local whole = rest:gsub("%s*%(.*$", ""):gsub("%s+%-%-+%s.*$", "") -- "Dupont vs. Martin --- Sun Sep 29"
      local black = trim(white:find("^[^,]+,[^,]+$") and whole:match("^[^,]+,[^,]+") or whole:gsub(",.*$", ""))
      if is_name(white) and is_name(black) and not white:find("[.!?]%s") and not black:find("[.!?]%s") then
        return { white = white, black = name_of(black), white_elo = white_elo, black_elo = black_elo, result = result,
          after = rest:match("%((.-)%)") or rest:sub(#black + 1):match(",%s*(.+)$") }
      end
    end
  end
end

--- Return whether a line is a heading: two names, each word of them with a capital, and nothing else but a place, a
-- date, ratings and a result. "Un bon coup - une belle partie" is not.
function M.is_heading(line)
  local pair = M.pair(line)
  if not pair then
    return false
  end
  local after = pair.after and trim(pair.after) or ""
  return is_proper(pair.white) and is_proper(pair.black) and (after == "" or is_proper((after:gsub("[%d.,]+%l*", "A"))))
end

-- ---- labels --------------------------------------------------------------------------------------

local function labelled(text, labels)
  for _, label in ipairs(labels) do
    local value = text:match("%f[%w\xC3-\xD0]" .. label .. "%s*[:.%-]%s*([^\n]+)")
      or text:match("%f[%w\xC3-\xD0]" .. label:upper() .. "%s*[:.%-]%s*([^\n]+)")
    if value then
      return value
    end
  end
end

-- Cut a name before the label of the other player ("White: Zukertort Black: ...").
local function without(value, labels)
  for _, label in ipairs(labels) do
    local at = value:find("%f[%w\xC3-\xD0]" .. label .. "%s*[:.]") or value:find(label:upper() .. "%s*[:.]")
    value = at and value:sub(1, at - 1) or value
  end
  return value
end

--- Return whether a line begins with a word for White or Black and a colon: "Blancs : Martin".
function M.is_labelled(line)
  for _, list in ipairs { words.white, words.black } do
    for _, word in ipairs(list) do
      if line:find("^%s*" .. word .. "%s*:") or line:find("^%s*" .. word:upper() .. "%s*:") then
        return true
      end
    end
  end
  return false
end

-- Return whether a line begins with "White", in one of the languages.
local function begins_with_white(line)
  for _, word in ipairs(words.white) do
    if line:find("^" .. word) then
      return true
    end
  end
  return false
end

-- Return the name in a heading of a column that has a label: "WHITE (Mr. Morphy).", "Morphy (Weiß)".
local function of_column(text)
  local head, inner = text:match("^(.-)%s*%((.-)%)[.,:]?$")
  for label in pairs(head and LABELS or {}) do
    if inner == label or inner == label:upper() then
      return head
    elseif head:gsub("%.$", "") == label or head:gsub("%.$", "") == label:upper() then
      return inner
    end
  end
  return text
end

-- ---- tags ----------------------------------------------------------------------------------------

--- Set a tag if it is missing and the value is not empty.
---@param tags table<string, string>
---@param name string
---@param value? string
function M.set(tags, name, value)
  if value and value ~= "" and not tags[name] then
    tags[name] = value
  end
end

-- Set the tags of the ratings, if a line has the names of the players and their ratings.
local function set_ratings(tags, lines)
  for _, line in ipairs(lines) do
    local pair = M.pair(line)
    if pair and pair.white == tags.White and pair.black == tags.Black then
      M.set(tags, "WhiteElo", pair.white_elo)
      M.set(tags, "BlackElo", pair.black_elo)
    end
  end
end

--- Set the tags of the players, and the result if the heading gives it. The text after two names is added to the lines.
---@param tags table<string, string>
---@param text string the heading
---@param lines string[] its lines
function M.tags(tags, text, lines)
  local white, black = labelled(text, words.white), labelled(text, words.black)
  if white and black then
    M.set(tags, "White", person_of(without(white, words.black)))
    M.set(tags, "Black", person_of(without(black, words.white)))
    return
  end
  local first, second = text:gsub("%s+", " "):match("between Messrs%.? (.-) and (.-)[,;:.]?%s*$")
  if not first then
    first, second = text:gsub("%s+", " "):match("[Bb]etween (.-) and (.-)[,;:]?%s*$")
  end
  if first and is_name(first) and is_name(name_of(second)) then
    M.set(tags, "White", first)
    M.set(tags, "Black", name_of(second))
    return
  end
  -- Two names above the two columns of moves, with or without the words "White" and "Black" over them.
  for i = #lines, 1, -1 do
    local left, right = lines[i]:match("^%s*(%S.-)%s%s%s+(%S.-)%s*$")
    if left then
      left = left:match("%s%s(%S.*)$") or left -- after the heading of the numbers: "Move  Dupont"
      left, right = of_column(left), of_column(right)
    end
    if left and not begins_with_white(left) and is_name(left) and is_name(right) then
      M.set(tags, "White", name_of(left))
      M.set(tags, "Black", name_of(right))
      set_ratings(tags, lines)
      return
    end
  end
  for _, line in ipairs(lines) do
    local pair = M.pair(line)
    if pair then
      M.set(tags, "White", pair.white)
      M.set(tags, "Black", pair.black)
      M.set(tags, "WhiteElo", pair.white_elo)
      M.set(tags, "BlackElo", pair.black_elo)
      M.set(tags, "Result", pair.result)
      lines[#lines + 1] = pair.after
      return
    end
  end
end

return M
