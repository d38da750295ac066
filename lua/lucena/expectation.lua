--- Compares a player's scores with the scores that FIDE's table expects for the ratings (`lucena.elo`).
--
-- The counts of a group are integers, so that reports can add them: {games, halves, squares, rated, rated_halves,
-- expected, elos, elo, elo_halves}. `halves` are half points, `squares` the sum of their squares. `rated` games have
-- both ratings; `expected` is the sum of their expected scores in hundredths. `elos` games have the opponent's rating.
--
-- The margin is the half width of the 95 % interval of the score: 1.96 standard errors of the mean. It is shown from
-- LEAST games on, and not if all results are equal, because this approximation is then wrong. A performance is shown
-- from 3 games on, because that of a single win is always 800 points above the opponent.
-- @module lucena.expectation

local elo = require("lucena.elo")
local tally = require("lucena.tally")

local M = {}

local LEAST, LEAST_PERFORMANCE, DEVIATIONS = 10, 3, 1.96

--- Count a game with a result in a group.
---@param groups table<string, table>
---@param key string
---@param halves integer half points of the player: 0, 1 or 2
---@param own? integer the player's rating
---@param other? integer the opponent's rating
function M.count(groups, key, halves, own, other)
  groups[key] = groups[key] or {}
  local it = groups[key]
  tally.bump(it, "games")
  tally.bump(it, "halves", halves)
  tally.bump(it, "squares", halves * halves)
  if own and other then
    tally.bump(it, "rated")
    tally.bump(it, "rated_halves", halves)
    tally.bump(it, "expected", elo.expected(own, other))
  end
  if other then
    tally.bump(it, "elos")
    tally.bump(it, "elo", other)
    tally.bump(it, "elo_halves", halves)
  end
end

local function margin_of(it)
  if it.games < LEAST then
    return nil
  end
  local mean = it.halves / it.games
  local variance = (it.squares / it.games - mean * mean) / 4
  return variance > 1e-9 and DEVIATIONS * math.sqrt(variance / (it.games - 1)) or nil
end

--- Return the row of a group.
---@param name string
---@param it table
---@return table row
-- @usage require("lucena.expectation").row("x", {games = 1, halves = 1, squares = 1}).score --> 0.5
function M.row(name, it)
  local row = { group = name, games = it.games, score = it.halves / (2 * it.games), margin = margin_of(it) }
  if it.rated then
    row.expected = it.expected / (100 * it.rated)
    row.gain = it.rated_halves / 2 - it.expected / 100
  end
  if it.elos and it.elos >= LEAST_PERFORMANCE then
    row.performance = elo.performance(it.elo, it.elo_halves, it.elos)
  end
  return row
end

--- Return the columns of a section.
---@param title string of the groups
---@param has_words? boolean whether the names of the groups are translated
---@return table[]
function M.columns(title, has_words)
  return {
    { key = "group", title = title, kind = "text", words = has_words },
    { key = "games", title = "Games", kind = "integer" }, { key = "score", title = "Score", kind = "share" },
    { key = "margin", title = "±", kind = "share", optional = true, hint = "95 % interval" },
    { key = "expected", title = "Expected", kind = "share", optional = true },
    { key = "gain", title = "Points above expected", kind = "decimal", optional = true },
    { key = "performance", title = "Performance", kind = "year", optional = true },
  }
end

return M
