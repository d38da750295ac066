-- Makes a large file of games from a smaller one, for bench/explore.lua.
-- Usage: lucena run bench/large_index.lua FILE COPIES > LARGE.pgn
--
-- The first copy has the games of FILE. The later copies differ from them:
--   - the mainline is played up to a random ply, then up to 12 random legal moves follow, so the positions differ;
--   - the first name of each player gets a letter for each copy, so players have as many games as in FILE;
--   - the ratings are 7 points higher for each copy.
-- The random numbers have a fixed seed: the same FILE gives the same bytes. FILE has no comments and variations.

local chess = require "lucena"

local path, copies = arg[1], assert(math.tointeger(tonumber(arg[2])), "see the head of bench/large_index.lua")
local WALK = 12
local TAGS = { "Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO" }

-- Return the moves of a game without comments and variations, as an array of texts.
local function moves_of(text)
  local list = {}
  for word in (text:match("\n\r?\n(.*)$") or ""):gmatch("[^%s.]+") do
    if word:find("^[%aO]") then
      list[#list + 1] = word
    end
  end
  return list
end

-- Cut the moves at a random ply, and add random legal moves. Returns false if a move is not legal.
local function change(moves)
  local kept = table.move(moves, 1, math.random(math.min(10, #moves), #moves), 1, {})
  local position = chess.position():play(kept)
  if not position then
    return false
  end
  for _ = 1, math.random(0, WALK) do
    local legal = position:moves()
    if #legal == 0 then
      break
    end
    local move = legal[math.random(#legal)]
    kept[#kept + 1] = position:san(move)
    position = position:play(move)
  end
  return kept
end

local function write(game, moves, copy)
  local tags, lines = game.tags, {}
  for _, name in ipairs(TAGS) do
    local value = tags[name]
    if value and copy > 0 and (name == "White" or name == "Black") then
      value = value:gsub("^%a+", "%0" .. string.char(96 + copy))
    elseif value and name:find("Elo$") and tonumber(value) then
      value = ("%d"):format(tonumber(value) + 7 * copy)
    end
    lines[#lines + 1] = value and ('[%s "%s"]'):format(name, value)
  end
  io.write(table.concat(lines, "\n"), "\n\n", table.concat(moves, " "), " ", game.result or "*", "\n\n")
end

math.randomseed(1)
io.stdout:setvbuf("full", 1 << 20)
for copy = 0, copies - 1 do
  for game in chess.games(path) do
    local moves = game.tags.FEN == nil and moves_of(game.text)
    local changed = moves and #moves > 0 and (copy == 0 and moves or change(moves))
    if changed then
      write(game, changed, copy)
    end
  end
end
