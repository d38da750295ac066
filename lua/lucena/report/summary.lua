--- What is in a database, at a glance.
-- @module lucena.report.summary

local tally = require("lucena.tally")

local M = {
  summary = "what is in a database: games, players, years, results, lengths, ratings",
  title = "Database summary",
  options = {},
  columns = { { key = "name", title = "", words = true }, { key = "value", title = "", kind = "integer" } },
}

local RESULT_COLUMNS = {
  { key = "result", title = "Result", words = true }, { key = "games", title = "Games", kind = "integer" },
  { key = "share", title = "Share", kind = "share" },
}

local Summary = {}
Summary.__index = Summary

function M.new()
  return setmetatable({ counts = { games = 0, results = {} } }, Summary)
end

function Summary:add(game)
  tally.result(self.counts.results, game.tags.Result)
  tally.bump(self.counts, "games")
end

function Summary:merge(other)
  tally.merge(self.counts, other.counts)
end

local function result_rows(counts)
  local rows, results = {}, counts.results
  for i, it in ipairs { { "White wins", "white" }, { "Draws", "draw" }, { "Black wins", "black" } } do
    local games = results[it[2]] or 0
    rows[i] = { result = it[1], games = games, share = counts.games > 0 and games / counts.games or nil }
  end
  return rows
end

function Summary:sections()
  return {
    { title = "Overview", columns = M.columns, rows = { { name = "Games", value = self.counts.games } } },
    { title = "Results", columns = RESULT_COLUMNS, rows = result_rows(self.counts),
      chart = { kind = "bars", x = "result", y = { "games" } } },
  }
end

M.examples = {
  { pgn = '[Result "1-0"]\n\n1. e4 1-0\n', rows = { { name = "Games", value = 1 } } },
}

return M
