--- Reads the names of the players in the heading of a game.
-- @module lucena.text.players

local letters = require("lucena.notation.letters")
local lexicon = require("lucena.lexicon")
local words = require("lucena.text.words")

local M = {}

local function lower(text)
  return utf8.len(text) and letters.lower(text) or text
end

-- ---- names ---------------------------------------------------------------------------------------

--- Remove blanks and punctuation around a text.
function M.trim(text)
  return (text:gsub("^[%s,;:_*]+", ""):gsub("[%s,;:_*]+$", ""))
end

local trim = M.trim

--- Remove the full stop after a name, but keep the full stop of an initial ("J. H. B.").
function M.name(text)
  text = trim(text)
  if text:find(",%s*%u%l?%l?%.$") then
    return text -- "Lasker, Ed."
  end
  return text:match("^(.*[^%u.]..*[%l\x80-\xFF])%.$") or text:match("^(.*[%l\x80-\xFF])%.$") or text
end

local QUOTES = { "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}", '"', "\u{2018}", "\u{2019}" }

-- Remove quotation marks around a text.
local function unquoted(text)
  for _, mark in ipairs(QUOTES) do
    text = text:gsub("^" .. mark .. "%s*", ""):gsub("%s*[.,]?" .. mark .. "$", "")
  end
  return text
end

--- Return a name without quotation marks, and without the title before a surname: "Herr Anderssen", but not "Mr. M.".
function M.plain_name(text)
  text = M.name(unquoted(trim(text)))
  local title, rest = text:match("^(%S+)%s+(.+)$")
  local is_title = title and words.is_title[title:lower():gsub("%.$", "")] and rest:find("[%a\x80-\xFF][%l\x80-\xFF]")
  return is_title and M.plain_name(rest) or text
end

local name_of = M.plain_name

--- Return the name of a player, without a place after it: "Tartakower. Vienna, 1910.", "Legal   Paris, 1750".
function M.person(text)
  text = trim(text):gsub("^%.+%s*", ""):gsub("%.%.+$", ".") -- "White ..ABEL, J......"
  text = text:match("^%(([^()]+)%)%.?$") or text -- "WHITE. (Mr. M.)"
  text = text:match("^(.-%S)%s*%b()%.?$") or text -- "Ferrante (4° turno)"
  text = text:gsub("%s+[\u{2013}\u{2014}-]+$", "")
  for at, word in text:gmatch("()%f[%a\x80-\xFF]([%a\x80-\xFF][%l\x80-\xFF]+)%.%s+%f[%u\xC3-\xD0]") do
    local plain = lower(word)
    if not words.is_title[plain] and not words.is_degree[plain] then
      return name_of(text:sub(1, at + #word - 1))
    end
  end
  return name_of(text:match("^(.-)%s%s%s") or text)
end

local person_of = M.person

local COLORS = {}
for _, row in ipairs { { "white", words.white }, { "black", words.black } } do
  for _, word in ipairs(row[2]) do
    COLORS[lower(word)] = row[1]
  end
end

--- Return whether a word is one for White or Black, with small letters or capitals.
function M.is_label(word)
  return COLORS[lower(word)] ~= nil
end

--- Return the color of a word for White or Black: "white" or "black"; nil for other words.
function M.color_of(word)
  return COLORS[lower(word)]
end

local LONGEST_NAME = 50 -- bytes

--- Return whether a text may be a name: up to six words, the first with a capital, and no digits. "WHITE." is none.
function M.is_name(text)
  return #text >= 2 and #text <= LONGEST_NAME and not text:find("%d") and text:find("^[%u\xC3-\xD0(]") ~= nil
    and select(2, text:gsub("%S+", "")) <= 6 and not COLORS[lower((text:gsub("[.:]+$", "")))]
end

local is_name = M.is_name

-- Small words inside names.
local PARTICLES = { de = true, du = true, des = true, la = true, le = true, van = true, von = true, der = true,
  den = true, di = true, da = true, ["do"] = true, dos = true, y = true, af = true, zu = true, ter = true, ten = true,
  ["v."] = true,
  del = true, della = true,
  the = true, et = true, und = true, ["and"] = true, ["&"] = true, ["e"] = true, i = true, ["и"] = true }
local LONGEST_PROPER = 5 -- words

--- Return whether each word of a text begins with a capital letter or is a particle of names.
function M.is_proper(text)
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

local is_proper = M.is_proper

--- Return whether a word is a small word inside names.
function M.is_particle(word)
  return PARTICLES[word] ~= nil
end

-- ---- lines ---------------------------------------------------------------------------------------

--- Remove a result at the end of a line. Returns the line and the result.
function M.without_result(line)
  line = line:gsub("([01\xBD]) ([:-]) ([01\xC2]\xBD?%)?[%s.]*)$", "%1%2%3") -- "1 : 0"
  local head, found = line:match("^(.-)[,:]?%s+%(?([01/2½:\u{2013}-]+)%)?[%s.]*$")
  local value = found and lexicon.read_result(found)
  return value and head or line, value
end

-- Remove a rating after a name: "Martin (1850)". Returns the name and the rating.
local function without_rating(name)
  local head, rating = name:match("^(.-)%s*%((%d%d%d%d?)%)$")
  return head or name, rating
end

-- Return a line without the code of its opening ("[C44]", "(C44)"), and the code. A code without brackets separates the
-- opening from the names: "SICILIAN B76 Short - Long".
local function without_eco(line)
  local head, code, rest = line:match("^(.-)%s*[%[(]([A-E]%d%d)%d?[%])](.*)$")
  if head then
    return head .. rest, code
  end
  local letter, number, more = line:match("^%s*([A-E]) ?(%d%d)%s%s+(.+)$")
  if letter then
    return more, letter .. number
  end
  code, rest = line:match("^[%u\x80-\xFF][%w\x80-\xFF' ]-[ ,:]+([A-E]%d%d)%s+([%u\x80-\xFF].*)$")
  return rest or line, code
end

-- Kinds of words in two names without a sign between them: an initial, a title, a name.
local function kind_of(word)
  local plain = word:gsub("%.$", ""):lower()
  if words.is_title[plain] or words.is_degree[plain] then
    return "t"
  end
  local is_initial = word:find("^%u%.$") or word:find("^[\xC3-\xD0][\x80-\xBF]%.$")
  return is_initial and "i" or word:find("^[%u\xC3-\xD0][%a\x80-\xFF'-]+$") and #word >= 3 and "n" or "?"
end

local UNSEPARATED = { "^(t*i+n)()(t*i+n)$", "^(t*ni+)()(t*ni+)$", "^(t+i*n)()(t+i*n)$" }

-- Return two names without a sign between them: "A. Alekhine S. Flohr", "Dr. Tartakower S. Dr. Brody M.".
local function unseparated(line)
  local list, kinds = {}, {}
  for word in trim(line):gmatch("%S+") do
    list[#list + 1], kinds[#list + 1] = word, kind_of(word)
  end
  local text = table.concat(kinds)
  for _, form in ipairs(UNSEPARATED) do
    local _, at = text:match(form)
    if at then
      return table.concat(list, " ", 1, at - 1), table.concat(list, " ", at)
    end
  end
end

-- Return whether a hyphen without blanks is between the names of two players: "Martin-Petit, Paris", but not
-- "Caro-Kann", "Baden-Baden", "Lasker-Falle:".
local function is_glued_pair(white, black, rest)
  local is_opening = words.is_of_opening(white) or words.is_of_opening(black)
  return not white:find("%s") and not black:find("%s") and white ~= black and not is_opening
    and not words.is_of_town[white]
    and not rest:find(":%s*$")
end

-- Return White's name and the rest of a line without the words for the colors: "Abel (White) against Cobb (Black)", and
-- whether the first player has Black.
local function without_colors(white, rest)
  local head, color = white:match("^(.-)%s*%(([^()]+)%)$")
  local first = color and COLORS[lower(color)]
  local second = COLORS[lower(rest:match("^[^(]-%s*%(([^()]+)%)") or "")]
  rest = second and rest:gsub("%s*%b()", "", 1) or rest
  return first and head or white, first == "black" or second == "white", rest
end

-- Return whether two texts with a dash between them name something else than two players: "Sizilianisch -
-- Drachenvariante", "Přebor kraje - finále", "Schachklub Bad Homburg - Vereinsmeisterschaft".
local function is_other_pair(white, black)
  return words.is_event(white) or words.is_event(black:match("^%S+")) or words.is_club(white) or words.is_club(black)
    or words.is_variation(white) or words.is_variation(black)
end

-- Return whether a text may be the name of a player on a server.
local function is_handle(text)
  return text:find("^[%w_\x80-\xFF-]+$") ~= nil and text:find("%a") ~= nil
end

-- Return the text after two names, up to the sentence after a year: "Paris, 1858. The next game".
local function after_names(rest, black)
  local after = rest:match("%((.-)%)") or rest:sub(#black + 1):match("^[.,]?[%s-]*(.+)$")
  return after and (after:match("^([^.]-%f[%d]%d%d%d%d)%.%s")
    or after:match("^([^.]-%f[%d]%d%d%d%d)%s+[\xD0\xD1][\xB3\x80]%.%s")) or after
end

-- Return the text after a colon and before it, if that has a number: "Round 1 (3 May): Dupont", "Cup, game 4: Dupont".
local function without_number(text)
  local before, name = text:match("^([^:]*%d[^:]*):%s+([^:]+)$")
  return name or text, before
end

-- Split a line at the sign between two names. Returns {white, black, white_elo, black_elo, before, rest, after}; nil if
-- they are no names.
local function split(line, first, last)
  local white, rest = trim(line:sub(1, first - 1)), trim(line:sub(last + 1))
  -- "Partie: Dupont - Martin", "Board 2: Dupont - Martin", "2. Dupont - Martin", "(2) Dupont - Martin"
  white = white:match("^[%a\x80-\xFF]+%s*%d*%s*:%s*(.+)$") or white:match("^%(?%d+[.)]%s*(.+)$")
    or white:match("^[%a\x80-\xFF]+%s+%d+[.)]%s+(.+)$") or white
  local before
  white, before = without_number(white)
  local white_elo, black_elo, is_reversed
  white, is_reversed, rest = without_colors(white, rest)
  white, white_elo = without_rating(white)
  if white_elo then
    local name, rating, more = rest:match("^([^(]-)%s*%((%d%d%d%d?)%)(.*)$")
    rest, black_elo = name and name .. "," .. more or rest, rating
  end
  -- "Morphy, Paul - Rousseau, Eugene": the text after the first comma is part of the name, as in White's.
  local whole = rest:gsub("%s*%(.*$", ""):gsub("%s+%-%-+%s.*$", "") -- "Dupont vs. Martin --- Sun Sep 29"
  local has_comma = white:find("^[^,]+,[^,]+$") and not white_elo
  local self_word, self_name = whole:match("^(%S+)$"), rest:match("^%S+%s*%(([^()%d]+)%)")
  whole = self_word and self_name and words.is_self[lower(self_word)] and self_name or whole
  local black = trim(has_comma and whole:match("^[^,]+,[^,]+") or white_elo and white:find("^[^,]+,[^,]+$")
    and whole:match("^[^,]+,%s*[^,%s][^,]*") or whole:gsub(",.*$", ""))
  black = black:match("^([^:]+):%s") or black -- "Short vs Long: a sharp game"
  -- "Lasker - Thomas.   London", "Short - Long 1993"
  local sentence = black:match("^(.-[%l\x80-\xFF][%l\x80-\xFF])%.%s+%u")
  if sentence and words.is_title[lower(sentence)] then -- "Dhr. Tuinstra"
    sentence = trim(black:sub(#sentence + 2))
  end
  black = sentence or black:match("^(.-)%s%s%s") or black
  black = black:match("^(.-)%s+%d%d%d%d$") or black
  local has_handles = white_elo and black_elo and is_handle(white) and is_handle(black)
  local is_pair = (has_handles or is_name(white) and (is_name(black) or words.is_self[black])
    or words.is_self[white] and is_name(black)) and not white:find("[%l][%l][.!?]%s")
    and not black:find("[%l][%l][.!?]%s")
  if is_pair and is_reversed then
    white, black = black, white
  end
  return is_pair and { white = name_of(white), black = name_of(black), white_elo = white_elo, black_elo = black_elo,
    before = before, rest = rest,
    after = after_names(rest, black) } or nil
end

--- Return the names of the players in a line: {white, black, white_elo, black_elo, result, eco, before, after}; nil if
-- there are none. `after`: the text after the names, as in "Morphy - Anderssen, Paris, 1858"; `before`: that before a
-- colon, as in "Round 1 (3 May): Morphy - Anderssen".
function M.pair(line)
  local result, eco
  line, eco = without_eco(line)
  line, result = M.without_result(line)
  for _, pattern in ipairs(words.between) do
    local first, last = line:find(pattern)
    local pair = first and split(line, first, last)
    local is_glued = pair and not line:sub(first, last):find("%s") and line:sub(first, last):find("[-\x80-\xFF]")
    local is_other = is_glued and (words.is_of_opening(pair.white) or words.is_of_opening(pair.black)
      or words.is_event(pair.black))
    is_other = is_other or pair and is_other_pair(pair.white, pair.black)
    if pair and not is_other and (pattern ~= "%-" or is_glued_pair(pair.white, pair.black, pair.rest)) then
      pair.result, pair.eco = result, eco
      return pair
    end
  end
  local white, black = unseparated(line)
  return white and { white = name_of(white), black = name_of(black), result = result, eco = eco } or nil
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

-- Signs between a word for a color and a name; a blank only if words with capitals follow.
local SIGNS = { "%s*:%s*()", "%s*[,=]%s*()", "%s+[\u{2013}\u{2014}-]+%s+()", "%s+()" } -- a dash has three bytes

-- Return the end of a word for a color that begins at an offset: the offset of the name after it, and whether only a
-- blank is between them.
local function after_label(text, label, at)
  for i, sign in ipairs(SIGNS) do
    local stop = text:match("^" .. label .. sign, at)
    if stop then
      return stop, i == #SIGNS
    end
  end
end

-- Call a function for each word of a list that is in a text as a label, with the offset of the name after it, whether
-- only a blank is between them, and the offset of the label.
local function each_label(text, labels, visit)
  for _, label in ipairs(labels) do
    for at in text:gmatch("%f[%w\x80-\xFF]()" .. label .. "%f[^%w\x80-\xFF]") do
      local stop, is_blank = after_label(text, label, at)
      if stop then
        visit(stop, is_blank, at)
      end
    end
  end
end

-- Return a name after a label: the words with capitals up to the next sign.
local function labelled_name(text, is_blank)
  local name = person_of((text:gsub("^(.-)%s*[;,]%s.*$", "%1"):gsub("[;,]$", "")))
  local first = name:match("^(%l+)%.?%s")
  local is_possible = (is_name(name) or first and words.is_degree[first]) and name:find("[%a\x80-\xFF]")
    and (not is_blank or is_proper(name) and name:find("%s"))
  return is_possible and name or nil
end

--- Return the players that a paragraph names with "White: A. Black: B.", anywhere in it: also "White, A; Black, B",
-- "Alb – A, Negru – B", "Weiß A, Schwarz B".
---@param text string without line breaks
---@return string? white
---@return string? black
function M.labelled(text)
  local white, black
  each_label(text, words.white, function(first, is_blank)
    each_label(text, words.black, function(second, is_other_blank, at)
      local between = at > first and text:sub(first, at - 1)
      local one = not white and between and #between <= 2 * LONGEST_NAME and labelled_name(between, is_blank)
      local is_apart = is_blank == is_other_blank and (not is_blank or (between or ""):find( "[,;.]%s*$"))
      local other = one and is_apart and labelled_name(text:sub(second, second + 3 * LONGEST_NAME), is_other_blank)
      if other then
        white, black = one, other
      end
    end)
  end)
  return white, black
end

-- ---- between A and B --------------------------------------------------------------------------------

-- Return the name at the end or the beginning of a text, without its remarks, and the color in brackets after it.
local function person(text)
  local name, color = text:match("^(.-)%s*%(([^()]+)%)")
  color = color and COLORS[lower(color)]
  name = trim(name or text):gsub("[,(].*$", "")
  name = person_of(name)
  return is_name(name) and is_proper((name:gsub("%f[%a]%l%l?%.", "A"))) and name or nil, color
end

-- Return the name at the beginning of a text, and brackets after it: "Mr. Pemberton the latter of whom".
local function leading_name(text)
  local last = 0
  for word, stop in text:gmatch("(%S+)()") do
    local plain = lower((word:gsub("[.,;:]+$", "")))
    if not (is_proper(word) or PARTICLES[plain] or words.is_title[plain] or words.is_degree[plain]) then
      return text:sub(1, last) .. (text:sub(last + 1):match("^%s*%b()") or "")
    end
    last = stop - 1
    if word:find("[,;:]$") then
      break
    end
  end
  return text:sub(1, last)
end

-- Return whether words before "between" speak of a game: "the choice between Bishop and Knight" does not.
local function names_game(text)
  for word in text:gmatch("[%w\x80-\xFF]+") do
    if words.is_game[lower(word)] then
      return true
    end
  end
  for _, word in ipairs(words.played) do
    if text:find("%f[%w\x80-\xFF]" .. word) then
      return true
    end
  end
  return words.is_event(text)
end

--- Return the players that a sentence names with "between A and B".
function M.between(sentence)
  for _, row in ipairs(words.betweens) do
    local before, first, second = sentence:match("^(.-)%f[%w\x80-\xFF]" .. row[1] .. "%s+(.-)%s+" .. row[2]
      .. "%s+(.+)$")
    if first and names_game(before) then
      local white, color = person(first)
      local black, other = person(leading_name(second))
      if white and black and white ~= black then
        if color == "black" or other == "white" then
          white, black = black, white
        end
        return white, black
      end
    end
  end
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

return M
