-- A tour of Lucena: reads a database, filters and summarises it, and shows a board.
-- Usage: lucena run scripts/examples/tour.lua spec/data/sample/sample.pgn

local chess = require "lucena"

local path = arg[1] or "spec/data/sample/sample.pgn"

-- ---- drawing: colors if the terminal supports them, ASCII if it does not use UTF-8 ---------------------

local is_terminal = os.execute("test -t 1") == true
local has_color = is_terminal and os.getenv("TERM") ~= "dumb" and (os.getenv("NO_COLOR") or "") == ""

local function locale()
  for _, name in ipairs { "LC_ALL", "LC_CTYPE", "LANG" } do
    local value = os.getenv(name)
    if value and value ~= "" then
      return value
    end
  end
  return "C"
end

local is_unicode = locale():lower():find("utf%-?8") ~= nil
local BLOCK, DASH, RULE = "#", "-", "-"
if is_unicode then
  BLOCK, DASH, RULE = "█", "–", "─"
end

local function paint(code, text)
  return has_color and "\27[" .. code .. "m" .. text .. "\27[0m" or text
end

local function title(text)
  print()
  print("  " .. paint("1", text) .. " " .. paint("2", RULE:rep(75 - #text)))
  print()
end

-- Return text cut or padded with blanks to a width.
local function fit(text, width)
  local length = utf8.len(text) or #text
  if length > width then
    return text:sub(1, (utf8.offset(text, width + 1) or width + 1) - 1)
  end
  return text .. (" "):rep(width - length)
end

local function group(n)
  return (("%d"):format(n):reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

local function moves_of(plies)
  return (plies + 1) // 2
end

-- ---- read the games once -----------------------------------------------------------------------------

local started = os.clock()
local games, plies = 0, 0
local results = { ["1-0"] = 0, ["1/2-1/2"] = 0, ["0-1"] = 0 }
local mates, players, names = 0, {}, {}
local longest, most, shortest, least = nil, -1, nil, math.huge

local function score(name, points)
  local player = players[name]
  if not player then
    player = { games = 0, points = 0 }
    players[name] = player
    names[#names + 1] = name
  end
  player.games, player.points = player.games + 1, player.points + points
end

local function is_mate(game)
  local outcome = game.final and game.final:outcome()
  return outcome and outcome.reason == "checkmate"
end

for game in chess.games(path) do
  games, plies = games + 1, plies + game.plies
  local result = game.result
  if results[result] then
    results[result] = results[result] + 1
    score(game.tags.White, result == "1-0" and 1 or result == "0-1" and 0 or 0.5)
    score(game.tags.Black, result == "0-1" and 1 or result == "1-0" and 0 or 0.5)
  end
  if is_mate(game) then
    mates = mates + 1
  end
  if game.plies > most then
    longest, most = game, game.plies
  end
  if game.plies < least then
    shortest, least = game, game.plies
  end
end
local seconds = os.clock() - started

if games == 0 then
  print(path .. ": no games")
  return
end

-- ---- print the results -------------------------------------------------------------------------------

print()
print("  " .. paint("1", chess._VERSION) .. ": " .. path)
title("The database")
print(("  %s games, %s plies, each checked against the rules in %d ms"):format(
  group(games), group(plies), math.ceil(seconds * 1000)))
print()
for _, row in ipairs { { "White won", "1-0" }, { "drawn", "1/2-1/2" }, { "Black won", "0-1" } } do
  local n = results[row[2]]
  local share = n / games
  print(("  %-10s %6s  %3.0f %%  "):format(row[1], group(n), 100 * share)
    .. paint("36", BLOCK:rep(math.floor(50 * share + 0.5))))
end

local function describe(game)
  return ("%d moves, %s %s %s, %s"):format(moves_of(game.plies), game.tags.White, DASH, game.tags.Black,
    (game.tags.Date or "?"):match("^[%d?]+"))
end
print()
print(("  %-10s %6s"):format("by mate", group(mates)))
print("  longest    " .. describe(longest))
print("  shortest   " .. describe(shortest))

table.sort(names, function(a, b)
  local p, q = players[a].points / players[a].games, players[b].points / players[b].games
  return p > q or p == q and a < b
end)
title("Who scored best in twenty games or more")
print("  " .. paint("2", "  player              games   points   score"))
local place = 0
for _, name in ipairs(names) do
  local player = players[name]
  if player.games >= 20 and place < 5 then
    place = place + 1
    print(("  %d %s %5d %8.1f   %3.0f %%"):format(place, fit(name, 19), player.games, player.points,
      100 * player.points / player.games))
  end
end

-- ---- a filter ------------------------------------------------------------------------------------------

-- A file that returns this function is a script for `lucena filter`.
local function is_quick_mate(game)
  return game.plies <= 56 and is_mate(game)
end

title("A filter: mate in 28 moves or fewer")
print("  " .. paint("2", "  no  White                 Black                 moves  the last one"))
local best
for game in chess.games(path) do
  if is_quick_mate(game) then
    local last
    for node in game:mainline() do
      last = node
    end
    print(("  %4d  %s %s %5d  %s"):format(game.number, fit(game.tags.White, 21), fit(game.tags.Black, 21),
      moves_of(last.ply), last.san))
    if not best or game.plies < best.plies then
      best = game
    end
  end
end

-- ---- a board -------------------------------------------------------------------------------------------

best = best or shortest
title("A board")
local side = {
  best.tags.White .. " " .. DASH .. " " .. best.tags.Black,
  (best.tags.Site or "?") .. ", " .. (best.tags.Date or "?"):match("^[%d?]+") .. ", " .. (best.result or "*"),
  "",
}
local line = ""
for node in best:mainline() do
  if moves_of(node.ply) > moves_of(best.plies) - 4 then
    local number = node.ply % 2 == 1 and moves_of(node.ply) .. ". " or ""
    line = line .. (number == "" and " " or line ~= "" and "\n" or "") .. number .. node.san
  end
end
for text in line:gmatch("[^\n]+") do
  side[#side + 1] = "  " .. text
end
local row = 0
for text in (best.final:draw { unicode = is_unicode, color = has_color } .. "\n"):gmatch("(.-)\n") do
  row = row + 1
  print("    " .. text .. ((side[row] or "") ~= "" and (has_color and "    " or "      ") .. side[row] or ""))
end
print()
print("    " .. best.final:fen())

title("What to try next")
print([[
  export PATH="$PWD/scripts:$PATH"     # makes lucena a command
  lucena help
  lucena spec/data/sample/sample.pgn
  lucena filter scripts/examples/miniature.lua \
      spec/data/sample/sample.pgn > short.pgn
  lucena report crosstable --event "Norway Chess" \
      spec/data/sample/sample.pgn]])
