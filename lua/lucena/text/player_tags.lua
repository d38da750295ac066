--- Takes the players of a game from its heading: two names with labels, in a sentence, above the columns of moves, or
-- with a dash between them. Their ratings and the text after them are read, too.
-- @module lucena.text.player_tags

local players = require("lucena.text.players")
local words = require("lucena.text.words")

local M = {}

-- ---- labels --------------------------------------------------------------------------------------

-- Labels of one letter, which count only together: "W: Kuhlman   B: Pulaski".
local INITIALS = { white = "W", black = "B" }

-- Return a name with a rating and more text without the rating, and the rating: "Martin (1850), Paris".
local function with_rating(text)
  local name, rating, more = text:match("^([^(,;]-)%s*%((%d%d%d%d?)%)(.*)$")
  return name and name .. more or text, rating
end

-- Return the names after the labels of one letter, if a line begins with that of White.
local function after_initials(lines)
  for _, line in ipairs(lines) do
    local white, black = line:match("^%s*" .. INITIALS.white .. ":%s*(%S.-)%s+" .. INITIALS.black .. ":%s*(%S.-)%s*$")
    if white then
      return white, black
    end
  end
end

local function labelled(text, labels)
  for _, label in ipairs(labels) do
    for _, form in ipairs { label, label:upper() } do
      local value = text:match("%f[%w\xC3-\xD0]" .. form .. "[ \t]*:%s*([^\n]+)")
        or text:match("%f[%w\xC3-\xD0]" .. form .. "[ \t]*[.%-][ \t]*([^\n]+)")
      if value then
        return value
      end
    end
  end
end

local ARTICLES = { les = true, le = true, las = true, los = true, el = true, il = true, i = true, as = true, os = true,
  de = true, die = true, der = true, the = true, con = true, avec = true, mit = true, with = true }

-- Cut a name before the label of the other player, with its article ("White: Zukertort - the Black: ...").
local function without(value, labels)
  for _, label in ipairs(labels) do
    local at = value:find("%f[%w\xC3-\xD0]" .. label .. "%s*[:.]") or value:find(label:upper() .. "%s*[:.]")
    value = at and value:sub(1, at - 1) or value
    local head, article = value:match("^(.*)%s(%a+)%s*$")
    if at and article and ARTICLES[article:lower()] then
      value = head
    end
  end
  return (value:gsub("%s+[-\u{2013}\u{2014}/|]+%s*$", ""))
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

-- Return a name without the result after it, and the result: "Green. 1-0", "Green; Result: 1-0".
local function with_result(name)
  local head, result = players.without_result(name)
  for _, label in ipairs(result and words.labels.Result or {}) do
    for _, form in ipairs { label, label:gsub("^%l", string.upper) } do
      head = head:gsub("[%s.,;:(]+" .. form .. "$", "")
    end
  end
  return head, result
end

-- Return the name in a heading of a column that has a label: "WHITE (Mr. Morphy).", "Morphy (Weiß)".
local function of_column(text)
  local head, inner = text:match("^(.-)%s*%((.-)%)[.,:]?$")
  if head == "" then
    return inner -- "(Mr. Morphy.)"
  end
  if head and players.is_label(inner) then
    return head
  elseif head and players.is_label((head:gsub("%.$", ""))) then
    return inner
  end
  return text
end

-- ---- tags ----------------------------------------------------------------------------------------

--- Return a text without the ratings of the players in brackets, which may look like years.
---@param text string
---@param tags table<string, string>
---@return string
function M.without_ratings(text, tags)
  for _, rating in ipairs { tags.WhiteElo, tags.BlackElo } do
    text = text:gsub("%(" .. rating .. "%)", "")
  end
  return text
end

-- Set the tags of the ratings, if a line has the names of the players and their ratings. Its other text is added to the
-- lines.
local function set_ratings(tags, lines)
  for _, line in ipairs(lines) do
    local pair = players.pair(line)
    if pair and pair.white == tags.White and pair.black == tags.Black then
      players.set(tags, "WhiteElo", pair.white_elo)
      players.set(tags, "BlackElo", pair.black_elo)
      lines[#lines + 1] = pair.after
      return
    end
  end
end

-- Return the two players of a heading: the first pair of names, because places may look like names ("London - Paris").
-- But a list of results ("Adams - Bauer 1-0") has several; the pair of the game is then the last.
local function pair_of(lines)
  local first, last, results = nil, nil, 0
  for _, line in ipairs(lines) do
    local pair = players.pair(line)
    first, last = first or pair, pair or last
    results = results + (pair and pair.result and 1 or 0)
  end
  return results > 1 and last or first
end

-- Return whether two cells in brackets are the places of the players above them: "Kurnatowski     Dr Olszyna" and
-- "(Poznań)       (Kraków)".
local function are_places(left, right, above)
  local are_bracketed = left:find("^%(.*%)$") and right:find("^%(.*%)$")
  local white, black = (are_bracketed and above or ""):match("^%s*(%S.-)%s%s%s+(%S.-)%s*$")
  return white ~= nil and players.is_name(white) and players.is_name(black)
end

--- Set the tags of the players, and the result if the heading gives it. The text after two names is added to the lines.
---@param tags table<string, string>
---@param text string the heading
---@param lines string[] its lines
function M.add(tags, text, lines)
  local white, black = labelled(text, words.white), labelled(text, words.black)
  if not (white and black) then
    white, black = after_initials(lines)
  end
  if white and black then
    local white_result, black_result
    white, white_result = with_result(without(white, words.black))
    black, black_result = with_result(without(black, words.white))
    players.set(tags, "Result", black_result or white_result)
    local unrated, white_elo = with_rating(white)
    local other_unrated, black_elo = with_rating(black)
    if white_elo and black_elo then
      white, black = unrated, other_unrated:gsub(",%s*", "   ", 1) -- "Schmidt (1988), Kiel 1961"
      players.set(tags, "WhiteElo", white_elo)
      players.set(tags, "BlackElo", black_elo)
      for i, line in ipairs(lines) do
        lines[i] = M.without_ratings(line, tags)
      end
    end
    players.set(tags, "White", players.person(white))
    players.set(tags, "Black", players.person(black))
    local last = tags.Black and select(2, black:find(tags.Black, 1, true))
    lines[#lines + 1] = last and players.trim(black:sub(last + 1):gsub("^[.%s]+", "")) -- "Black: Brie. Paris, 1750"
    return
  end
  white, black = players.between((text:gsub("%s+", " ")))
  if white then
    players.set(tags, "White", white)
    players.set(tags, "Black", black)
    return
  end
  -- Two names above the two columns of moves, with or without the words "White" and "Black" over them.
  for i = #lines, 1, -1 do
    local left, right = lines[i]:match("^%s*(%S.-)%s%s%s+(%S.-)%s*$")
    if left and are_places(left, right, lines[i - 1]) then
      left, right = lines[i - 1]:match("^%s*(%S.-)%s%s%s+(%S.-)%s*$")
    end
    if left then
      left = left:match("%s%s(%S.*)$") or left -- after the heading of the numbers: "Move  Dupont"
      left, right = of_column(left), of_column(right)
    end
    local are_names = left and not begins_with_white(left) and players.is_proper(left) and players.is_proper(right)
      and players.is_name(left) and players.is_name(right)
    if are_names then
      players.set(tags, "White", players.plain_name(left))
      players.set(tags, "Black", players.plain_name(right))
      set_ratings(tags, lines)
      return
    end
  end
  local pair = pair_of(lines)
  if pair then
    players.set(tags, "White", pair.white)
    players.set(tags, "Black", pair.black)
    players.set(tags, "WhiteElo", pair.white_elo)
    players.set(tags, "BlackElo", pair.black_elo)
    players.set(tags, "Result", pair.result)
    players.set(tags, "ECO", pair.eco)
    lines[#lines + 1] = pair.after
    for part in (pair.before or ""):gmatch("[^,;]+") do
      lines[#lines + 1] = part
    end
  end
end

return M
