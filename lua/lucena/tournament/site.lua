--- The sections of the report "event" after its table: the standings after each round, the matches of a knockout or of
-- teams, the games, the openings, and a card for each player.
--
-- A game's record may have the fields `number`, the game's number on the page, and `opening` {eco, name, name_fr}.
-- @module lucena.tournament.site

local cells = require("lucena.tournament.cells")
local knockout = require("lucena.tournament.knockout")
local playoff = require("lucena.tournament.playoff")
local standings = require("lucena.tournament.standings")
local tally = require("lucena.tally")

local M = {}

local function game_link(record)
  return record and record.number and "#g" .. record.number or nil
end

-- Return the name of a card's place on the page. A page of teams has cards of teams and of their players.
local function card_id(player)
  return (player.team and "m" or "p") .. player.place
end

local function card_link(player)
  return "#" .. card_id(player)
end

--- Add links to the rows of the table: from names to cards, from results to games.
---@param it table made by `lucena.tournament.table`
---@param section table the section of the table
function M.link(it, section)
  for i, player in ipairs(it.sorted) do
    local row = section.rows[i]
    row.links = { name = card_link(player) }
    for key, parts in pairs(row.games_of or {}) do
      row.links[key] = { separator = key:find("^r") and " " or "" }
      for j, part in ipairs(parts) do
        row.links[key][j] = { text = part.text, link = game_link(part.record) }
      end
    end
    row.hints = {}
    for _, tiebreak in ipairs(it.tiebreaks) do
      row.hints[tiebreak.name] = M.addends(player, tiebreak)
    end
  end
end

--- Add links from the names of players of teams to their cards.
---@param it table
---@param sections table[] the sections of the table: that of the teams first
function M.link_members(it, sections)
  local by_name = {}
  for _, player in ipairs(it.players) do
    by_name[player.name] = player
  end
  for i = 2, #sections do
    for _, row in ipairs(sections[i].rows) do
      row.links = { name = card_link(by_name[row.name]) }
    end
  end
end

-- ---- tie-breaks ----------------------------------------------------------------------------------

-- The parts of a point in a Sonneborn-Berger. Signs are the same in all languages, unlike the decimal point.
local QUARTERS = { [0.0] = "", [0.25] = "¼", [0.5] = "½", [0.75] = "¾" }

local function number_text(value, tiebreak)
  if tiebreak.kind == "points" then
    return cells.halves(value)
  end
  local whole, part = value // 1, QUARTERS[value % 1.0]
  if not part then
    return ("%.2f"):format(value)
  end
  return (whole == 0 and part ~= "" and "" or ("%d"):format(whole)) .. part
end

--- Return the addends of a tie-break as text, in the order of the rounds: "4½ + (3) + 5½". Values in parentheses do not
-- count, because the tie-break omits the lowest or highest values.
---@param player table
---@param tiebreak table
---@return string?
function M.addends(player, tiebreak)
  local out = {}
  for i, term in ipairs(standings.addends(player, tiebreak) or {}) do
    out[i] = (term.is_omitted and "(%s)" or "%s"):format(number_text(term.value, tiebreak))
  end
  return out[1] and table.concat(out, " + ") or nil
end

-- ---- rounds --------------------------------------------------------------------------------------

--- Return each player's points after each round. Returns nil for knockouts, for teams, and for events with fewer than
-- two numbered rounds.
---@param it table
---@return table? section
function M.progress(it)
  if it.rounds < 2 or it.kind == "knockout" or it.kind == "teams" then
    return nil
  end
  local columns, rows = { { key = "place", title = "#", kind = "integer" }, { key = "name", title = "Player" } }, {}
  for round = 1, it.rounds do
    columns[round + 2] = { key = "r" .. round, title = tostring(round), card_title = "R" .. round, kind = "points",
      is_cell = true, is_main = round == it.rounds }
  end
  for i, player in ipairs(it.sorted) do
    rows[i] = { place = i, name = player.name, links = { name = card_link(player) } }
    local sum, at = 0, 1
    for round = 1, it.rounds do
      while player.entries[at] and (player.entries[at].round or 0) <= round do
        sum, at = sum + (player.entries[at].score or 0), at + 1
      end
      rows[i]["r" .. round] = sum
    end
  end
  return { title = "Standings after each round", columns = columns, rows = rows, notes = {} }
end

local function match_score(match)
  return cells.halves(match.own) .. "–" .. cells.halves(match.other)
end

--- Return the matches of a knockout, sorted by round. Returns nil for other kinds of event.
---@param it table
---@return table? section
function M.bracket(it)
  if it.kind ~= "knockout" then
    return nil
  end
  local _, matches = knockout.progress(it.players, it.rounds)
  local rows, notes = {}, {}
  for round = 1, it.rounds do
    for _, player in ipairs(it.sorted) do
      local match = matches[player][round]
      if match and player.place < match.opponent.place then
        if match.is_undecided then
          notes[#notes + 1] = { "Winner unknown: %s – %s", player.name, match.opponent.name }
        end
        rows[#rows + 1] = { round = round, stage = match.is_for_third and "third place" or nil, name = player.name,
          score = match_score(match), opponent = match.opponent.name,
          links = { name = card_link(player), opponent = card_link(match.opponent) } }
      end
    end
  end
  return { title = "Bracket", rows = rows, notes = notes, columns = {
    { key = "round", title = "Round", kind = "integer" },
    { key = "stage", title = "Stage", words = true, optional = true },
    { key = "name", title = "Player" }, { key = "score", title = "Score", align = "right" },
    { key = "opponent", title = "Opponent" },
  } }
end

--- Return the matches of teams, sorted by round. Returns nil for other kinds of event.
---@param it table
---@return table? section
function M.matches(it)
  if it.kind ~= "teams" then
    return nil
  end
  local rows, by_name = {}, {}
  for _, team in ipairs(it.sorted) do
    by_name[team.name] = team
  end
  for i, match in ipairs(it.matches) do
    rows[i] = { round = match.round, date = match.date, name = match.a, opponent = match.b,
      score = match.is_over and match_score(match) or "*",
      links = { name = card_link(by_name[match.a]), opponent = card_link(by_name[match.b]) } }
  end
  return { title = "Matches", rows = rows, notes = {}, columns = {
    { key = "round", title = "Round", kind = "integer", optional = true },
    { key = "date", title = "Date", kind = "date", optional = true, spare = true }, { key = "name", title = "Team" },
    { key = "score", title = "Score", align = "right" }, { key = "opponent", title = "Opponent" },
  } }
end

-- ---- games ---------------------------------------------------------------------------------------

local KEPT = 12 -- games; a page break may divide longer rounds

-- Mark the rows that a page break must not separate from the next row, because both are of the same round.
local function keep_rounds(rows)
  local first = 1
  for i = 1, #rows do
    local round, following = (rows[i].round or ""):match("^%d+"), rows[i + 1]
    if not round or not following or (following.round or ""):match("^%d+") ~= round then
      for j = first, i - first < KEPT and i - 1 or 0 do
        rows[j].keep = true
      end
      first = i + 1
    end
  end
end

-- Return the records of all games. Those of teams are sorted by match and board.
local function all_games(it)
  local games = {}
  for _, match in ipairs(it.matches or {}) do
    for _, record in ipairs(match.games) do
      games[#games + 1], record.match = record, ("%s – %s %s"):format(match.a, match.b, match_score(match))
    end
  end
  return games[1] and games or playoff.all(it.event)
end

--- Return the games, sorted by round; those of teams by match and board, too.
---@param it table
---@return table section
function M.games(it)
  local rows = {}
  for i, record in ipairs(all_games(it)) do
    local opening = record.opening
    rows[i] = { match = record.match, board = record.match_board,
      round = record.round ~= "?" and record.round ~= "-" and record.round or nil, date = record.date,
      white = record.white, result = cells.result(record), black = record.black,
      moves = record.plies > 0 and (record.plies + 1) // 2 or nil, eco = opening and opening.eco,
      opening = opening and { en = opening.name, fr = opening.name_fr or opening.name },
      links = { result = game_link(record) },
    }
  end
  keep_rounds(rows)
  return { title = "Games", rows = rows, notes = {}, columns = {
    { key = "round", title = "Round", align = "right" }, { key = "date", title = "Date", kind = "date", spare = true },
    { key = "match", title = "Match", optional = true }, { key = "board", title = "Board", kind = "integer",
      optional = true },
    { key = "white", title = "White", is_main = true }, { key = "result", title = "Result", is_main = true },
    { key = "black", title = "Black", is_main = true },
    { key = "moves", title = "Moves", kind = "integer", optional = true },
    { key = "eco", title = "ECO", optional = true, spare = true },
    { key = "opening", title = "Opening", optional = true, spare = true },
  } }
end

local WINNERS = { [0] = "black", [1] = "draw", [2] = "white" }

--- Return the openings, the most frequent first.
---@param it table
---@return table section
function M.openings(it)
  local groups, rows = {}, {}
  for _, record in ipairs(it.event.records) do
    local opening = record.opening
    if opening then
      local key = opening.eco .. "\0" .. opening.name
      groups[key] = groups[key] or { games = 0, opening = opening }
      tally.bump(groups[key], "games")
      if record.white_halves and record.white_halves + record.black_halves == 2 then
        tally.bump(groups[key], WINNERS[record.white_halves])
      end
    end
  end
  for i, key in ipairs(tally.largest(groups)) do
    local it_is = groups[key]
    local results = { it_is.white or 0, it_is.draw or 0, it_is.black or 0 }
    rows[i] = { eco = it_is.opening.eco, games = it_is.games, results = results, score = tally.score(it_is),
      name = { en = it_is.opening.name, fr = it_is.opening.name_fr or it_is.opening.name } }
  end
  return { title = "Openings", rows = rows, notes = {}, columns = {
    { key = "eco", title = "ECO" }, { key = "name", title = "Opening" },
    { key = "games", title = "Games", kind = "integer" },
    { key = "results", title = "White / draw / Black", kind = "graph", short = "W / D / B" },
    { key = "score", title = "White's score", kind = "share" },
  } }
end

-- ---- cards ---------------------------------------------------------------------------------------

local CARD = {
  { key = "round", title = "Round", align = "right", optional = true },
  { key = "color", title = "Colour", words = true, optional = true },
  { key = "opponent", title = "Opponent" }, { key = "rating", title = "Rating", kind = "year", optional = true },
  { key = "result", title = "Result", align = "right" },
  { key = "points", title = "Points", kind = "points" },
}

local COLORS = { white = "White", black = "Black" }

-- Return whether a player has a card beside the cards of teams.
local function is_member(it, player)
  return it.kind == "teams" and not player.game_points
end

local function card_notes(it, player)
  local notes = {}
  if player.rating then
    notes[1] = { "Rating: %s", ("%d"):format(player.rating) }
  end
  local performance = not player.game_points and standings.rating(player, it.k)
  if performance then
    notes[#notes + 1] = { "Performance: %s", ("%d"):format(performance) }
  end
  for _, tiebreak in ipairs(is_member(it, player) and {} or it.tiebreaks) do
    local sum = M.addends(player, tiebreak)
    if sum then
      notes[#notes + 1] = { "%s = %s", tiebreak.name .. " " .. number_text(standings.value(player, tiebreak), tiebreak),
        sum }
    end
  end
  return notes
end

local function card_result(entry)
  if entry.board_points then
    return cells.halves(entry.board_points) .. "–" .. cells.halves(entry.other_points)
  end
  return entry.opponent and cells.sign(entry) or "+" .. (entry.points and cells.halves(entry.points) or "")
end

local function card_of(it, player)
  local rows, sum = {}, 0
  for j, entry in ipairs(player.entries) do
    sum = sum + (entry.score or 0)
    local opponent = entry.opponent
    rows[j] = { round = entry.round and tostring(entry.round) or nil, color = COLORS[entry.color],
      opponent = opponent and opponent.name or "–", rating = entry.opponent_rating, result = card_result(entry),
      points = sum, links = { opponent = opponent and card_link(opponent), result = game_link(entry.record) } }
  end
  local columns = { table.unpack(CARD) }
  if player.game_points then
    columns[6] = { key = "points", title = "Match points", kind = "integer" }
  end
  local title = is_member(it, player) and ("%s (%s)"):format(player.name, player.team or "?")
    or ("%d. %s"):format(player.place, player.name)
  return { title = title, id = card_id(player), is_card = true, columns = columns, rows = rows,
    notes = card_notes(it, player) }
end

--- Return the cards: of each player, or of each team and then of their players.
---@param it table
---@return table[] sections
function M.cards(it)
  local sections = {}
  for i, player in ipairs(it.sorted) do
    sections[i] = card_of(it, player)
  end
  local members = it.kind == "teams" and table.move(it.players, 1, #it.players, 1, {}) or {}
  table.sort(members, function(a, b) return a.place < b.place end)
  for _, player in ipairs(members) do
    sections[#sections + 1] = card_of(it, player)
  end
  return sections
end

return M
