-- For a researcher: for each difference in Elo, the score of the higher rated player, and the score that Elo's formula
-- predicts.
-- Usage: lucena filter scripts/examples/elo_curve.lua games.pgn

local q = require("lucena").query

local STEP = 100 -- Elo points per row

local function add(rows, band, games, points, expected)
  local row = rows[band] or { games = 0, points = 0, expected = 0 }
  row.games, row.points, row.expected = row.games + games, row.points + points, row.expected + expected
  rows[band] = row
end

return {
  where = q.elo_diff(0) & (q.result "decisive" | q.result "draw"),
  pure = true,
  each = function(game, state)
    local difference = tonumber(game.tags.WhiteElo) - tonumber(game.tags.BlackElo)
    local points = game.result == "1-0" and 1 or game.result == "0-1" and 0 or 0.5
    if difference < 0 then
      difference, points = -difference, 1 - points
    end
    add(state, math.tointeger(difference // STEP), 1, points, 1 / (1 + 10 ^ (-difference / 400)))
  end,
  merge = function(a, b)
    for band, row in pairs(b) do
      add(a, band, row.games, row.points, row.expected)
    end
    return a
  end,
  finish = function(state)
    local rows, bands = { { "difference", "games", "score %", "expected %" } }, {}
    for band in pairs(state) do
      bands[#bands + 1] = band
    end
    table.sort(bands)
    for _, band in ipairs(bands) do
      local row = state[band]
      rows[#rows + 1] = { ("%d-%d"):format(band * STEP, band * STEP + STEP - 1), row.games,
        ("%.1f"):format(100 * row.points / row.games), ("%.1f"):format(100 * row.expected / row.games) }
    end
    return rows
  end,
}
