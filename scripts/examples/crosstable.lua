-- The crosstable of one event: each player's score against each other player.
-- Usage: lucena run scripts/examples/crosstable.lua games.pgn EVENT

local chess = require "lucena"

local path, event = arg[1], arg[2]
if not (path and event) then
  io.stderr:write("usage: lucena run crosstable.lua FILE EVENT\n")
  os.exit(2)
end

local POINTS = { ["1-0"] = 1, ["1/2-1/2"] = 0.5, ["0-1"] = 0 }

-- points[a][b]: the points of player a against player b
local points, totals, names = {}, {}, {}

local function add(player, opponent, score)
  if not points[player] then
    points[player], totals[player] = {}, 0
    names[#names + 1] = player
  end
  points[player][opponent] = (points[player][opponent] or 0) + score
  totals[player] = totals[player] + score
end

-- The reader compares the Event tag in C, so Lua gets only the games of this event.
for game in chess.games(path, { tags = { { "Event", "=", event } } }) do
  local score = POINTS[game.result]
  if score then
    add(game.tags.White, game.tags.Black, score)
    add(game.tags.Black, game.tags.White, 1 - score)
  end
end

if #names == 0 then
  print(("no finished game of the event '%s'"):format(event))
  return
end

table.sort(names, function(a, b)
  return totals[a] > totals[b] or totals[a] == totals[b] and a < b
end)

local heads = {}
for i = 1, #names do
  heads[i] = ("%4d"):format(i)
end
print((" %-22s"):format(event) .. table.concat(heads) .. "  total")
for i, name in ipairs(names) do
  local cells = {}
  for j, opponent in ipairs(names) do
    local score = points[name][opponent]
    cells[j] = ("%4s"):format(i == j and "*" or score and ("%g"):format(score) or ".")
  end
  print(("%2d %-20s"):format(i, name) .. table.concat(cells) .. ("%7g"):format(totals[name]))
end
