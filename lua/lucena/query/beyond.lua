--- Answers phrases that are no queries: what Lucena does not search ("zugzwang") with the nearest query, and questions
-- that another command answers ("longest game", "first moves").
-- @module lucena.query.beyond

local catalogue = require("lucena.query.catalogue")

local M = {}

--- What is not searched, because no definition of it can be tested without judgement: {words, the nearest query}.
M.NOT_SEARCHED = {
  { "zugzwang", "mobility(1) & ~check" },
  { "fortress, forteresse", "quiet_plies(60)" },
  { "opposition, triangulation, tempo", 'material "P* v P*"' },
  { "zwischenzug, intermezzo, in between move, intermediate move, coup intermédiaire",
    "capture * move{check = true}" },
  { "deflection, decoy, attraction, overloading, overload, overloaded piece, overworked piece, "
    .. "surcharge, pièce surchargée, surchargé, déviation, attraction",
    'motif "sacrifice"' },
  { "interference, clearance, desperado, undermining, removing the defender", 'motif "hanging piece"' },
  { "cross pin, pinning piece pinned", 'motif "pin"' },
  { "trapped bishop, trapped knight, trapped rook, trapped queen", 'motif "trapped piece"' },
  { "lucena position, position de lucena",
    'material "RP v R" & (passed{side = "white", on = "7"} | passed{side = "black", on = "2"})' },
  { "philidor position, position de philidor", 'material "RP v R"' },
  { "bad bishop, good bishop, good knight, good knight bad bishop, mauvais fou",
    'piece("B", "dark") & piece("P", "dark", {min = 4})' },
  { "king safety, weak king, exposed king", "king_attackers{min = 3}" },
  { "initiative, compensation, brilliancy, beautiful game", "sacrifice & result \"decisive\"" },
  { "connected passed pawns, connected passers, pions passés liés, deux pions passés liés, "
    .. "two connected passed pawns", 'passed{side = "white", min = 2} | passed{side = "black", min = 2}' },
  { "pawn majority, majorité de pions", 'passed{on = "a b g h"}' },
}

-- Questions for another command: {words, the answer}.
local ELSEWHERE = {
  { "first moves, first move, most common first moves, most played first moves", "lucena explore FILE" },
  { "opening moves, opening tree, most common openings, most played openings", "lucena report openings FILE" },
  { "longest game, longest games", "lucena filter --list --sort=-plies --limit 10 FILE" },
  { "shortest game, shortest games", "lucena filter --list --sort=plies --limit 10 FILE" },
  { "biggest upset, biggest upsets, greatest upset",
    "lucena filter -e 'lower_won(1)' --list --sort=-EloDiff FILE (Black won), or --sort=EloDiff (White won)" },
  { "most checks", "lucena filter --list --sort='-(count(check))' --limit 10 FILE" },
  { "most captures", "lucena filter --list --sort='-(count(capture))' --limit 10 FILE" },
  { "longest series of checks, most checks in a row",
    "lucena filter --list --sort='-(longest(check))' --limit 10 FILE" },
  { "number of games, how many games, count", "lucena filter --count FILE" },
  { "highest rated games, highest rating", "lucena filter --list --sort=-MeanElo --limit 10 FILE" },
}

local function index(rows)
  local found = {}
  for _, row in ipairs(rows) do
    for phrase in row[1]:gmatch("[^,]+") do
      found[catalogue.key_of(phrase)] = row[2]
    end
  end
  return found
end

-- "shortest draws": {the sign of the order, the rest}.
local function ordered(phrase)
  local rest = phrase:match("^%s*[Ss]hortest%s+(.+)$")
  if rest then
    return "plies", rest
  end
  rest = phrase:match("^%s*[Ll]ongest%s+(.+)$")
  return rest and "-plies", rest
end

-- "below 2000", "over 2700": a rating or a year, which only the player knows.
local function of_number(phrase)
  local word, number = phrase:lower():match("^%s*(%a+)%s+(%d%d%d%d)%s*$")
  local is_least, is_most = word == "over" or word == "above", word == "below" or word == "under"
  if is_least or is_most then
    local limit = is_least and "min = " .. number + 1 or "max = " .. number - 1
    local is_year = tonumber(number) <= 2100
    return ("'%s' is not a query; write elo{%s}%s"):format(phrase, limit,
      is_year and (", or year{%s}"):format(limit) or "")
  end
end

--- Return the answer to a phrase, or nil.
---@param phrase string
---@return string? answer
-- @usage require("lucena.query.beyond").answer("fork") --> nil
function M.answer(phrase)
  local wanted = catalogue.key_of(phrase)
  local near, command = index(M.NOT_SEARCHED)[wanted], index(ELSEWHERE)[wanted]
  if near then
    return ("'%s' is not searched; the nearest query is %s"):format(phrase, near)
  elseif command then
    return ("'%s' is not a query; write %s"):format(phrase, command)
  end
  local of_limit = of_number(phrase)
  if of_limit then
    return of_limit
  end
  local order, rest = ordered(phrase)
  local query, _, is_whole = require("lucena.query.wording").read(rest or "")
  local it = query and is_whole and require("lucena.query").query.parse(query)
  if it and order == "-plies" and it.level == "position" then
    return ("'%s' is not a query; write lucena filter --list --sort='-(longest(%s))' FILE"):format(phrase, query)
  elseif it then
    return ("'%s' is not a query; write %s, with --list --sort=%s"):format(phrase, query, order)
  end
end

return M
