-- An example of a LuaRocks package that extends Lucena: a dialect, a report, a query and a format of a chess club.
-- docs/extending.md explains it. Lucena loads this file if one of these names is asked for:
--
-- @registers dialect club German, captures with a colon
-- @registers query short_win
-- @registers format players
-- @registers report short_wins who won the most short games

local chess = require "lucena"

-- German letters, castling with zeros, and captures with a colon.
chess.register("dialect", "club", { extend = "fide:german", capture = ":" })

-- A decided game of at most N moves: short_win(20).
chess.register("query", "short_win", function(moves)
  return chess.query.plies { max = 2 * moves } & (chess.query.result "1-0" | chess.query.result "0-1")
end)

-- One line per game: the players and the number of moves.
chess.register("format", "players", function(game)
  local tags = game.tags
  return ("%s - %s, %d moves\n"):format(tags.White or "?", tags.Black or "?", (game.plies + 1) // 2)
end)

-- The number of games that each player won in at most N moves.
local Winners = {}
Winners.__index = Winners

function Winners:add(game)
  local winner = game.result == "1-0" and game.tags.White or game.result == "0-1" and game.tags.Black
  if winner and game.plies <= 2 * self.moves then
    self.counts[winner] = (self.counts[winner] or 0) + 1
  end
end

function Winners:merge(other)
  for name, count in pairs(other.counts) do
    self.counts[name] = (self.counts[name] or 0) + count
  end
end

function Winners:sections()
  local rows = {}
  for name, count in pairs(self.counts) do
    rows[#rows + 1] = { player = name, wins = count }
  end
  table.sort(rows, function(a, b) return a.wins > b.wins or a.wins == b.wins and a.player < b.player end)
  local columns = { { key = "player", title = "Player" }, { key = "wins", title = "Short wins", kind = "integer" } }
  return { { title = "Short wins", columns = columns, rows = rows, notes = {} } }
end

chess.register("report", "short_wins", {
  summary = "who won the most short games",
  title = "Short wins",
  options = { { name = "moves", kind = "integer", default = 20, help = "Count games of at most N moves." } },
  state = { "counts" },
  new = function(options)
    return setmetatable({ moves = options.moves, counts = {} }, Winners)
  end,
})
