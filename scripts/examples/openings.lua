-- White's score with each opening code (the ECO tag), the most frequent code first.
-- Usage: lucena run scripts/examples/openings.lua games.pgn [ROWS]

local chess = require "lucena"

local path, rows = arg[1], tonumber(arg[2]) or 15
if not path then
  io.stderr:write("usage: lucena run openings.lua FILE [ROWS]\n")
  os.exit(2)
end

local POINTS = { ["1-0"] = 2, ["1/2-1/2"] = 1, ["0-1"] = 0 } -- half points for White

local openings, codes = {}, {}
for game in chess.games(path) do
  local points = POINTS[game.result]
  local code = game.tags.ECO or "?"
  if points then
    local opening = openings[code]
    if not opening then
      opening = { games = 0, points = 0 }
      openings[code] = opening
      codes[#codes + 1] = code
    end
    opening.games = opening.games + 1
    opening.points = opening.points + points
  end
end

table.sort(codes, function(a, b)
  local first, second = openings[a].games, openings[b].games
  return first > second or first == second and a < b
end)

print("ECO   games  White scores")
for i = 1, math.min(rows, #codes) do
  local opening = openings[codes[i]]
  print(("%-4s %6d  %5.1f %%"):format(codes[i], opening.games, 50 * opening.points / opening.games))
end
