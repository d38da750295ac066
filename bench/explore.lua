-- Measures how fast an index answers: 50th and 95th percentiles of the times of random queries.
-- Usage: lucena run bench/explore.lua FILE [QUERIES]       (default: 50 queries)
--
-- FILE.lci must exist. bench/large_index.lua makes a large FILE.
--
-- Positions are those of random games at random plies, players are those of random games. So frequent positions and
-- players are measured more often.
--
--   warm  the least processor time of five runs, after one that does not count
--   cold  the least real time of two runs; before each, `dd iflag=nocache` (GNU) removes the pages of both files from
--         the page cache

local chess = require "lucena"
local search = require "lucena.index.search"
local now = require("lucena.system").monotonic

local path, count = arg[1], math.tointeger(tonumber(arg[2] or 50))
local q = chess.query

math.randomseed(1)
local index = assert(chess.index(path))

local samples = {}
while #samples < count do
  local number = math.random(index.count)
  local entry, game = index:entry(number), index:game(number)
  if game.plies > 0 and entry.white and entry.white ~= "?" then
    local ply, position = math.random(0, game.plies), game.start
    for node in game:mainline() do
      position = node.ply <= ply and node.position or position
    end
    samples[#samples + 1] = { position = position, player = entry.white, query = q.player(entry.white)
      & q.eco((game.tags.ECO or "C"):sub(1, 1)) & q.elo { min = tonumber(game.tags.WhiteElo) or 2400 } }
  end
end

local start = chess.position()
local ROWS = {
  { "open the index", function() assert(chess.index(path)):close() end },
  { "numbers of all games of a position", function(it) assert(index:find(it.position)) end },
  { "the same as a set, for a filter", function(it) search.select(index, q.position(it.position)) end },
  { "the first 20 games of a position, read", function(it)
    local left = 20
    for _ in index:games(it.position) do
      left = left - 1
      if left == 0 then
        break
      end
    end
  end },
  { "moves of a position", function(it) assert(index:moves(it.position)) end },
  { "moves of the initial position", function() assert(index:moves(start)) end },
  { "games of a player", function(it) assert(index:players(it.player)) end },
  { "moves of a player, initial position", function(it) assert(index:moves(start, { player = it.player })) end },
  { "player, ECO and Elo", function(it)
    assert(search.select(index, it.query))
  end },
  { "the same, with opening the index and comparing the games", function(it)
    local found, problem, code = search.find(path, it.query)
    assert(found or not code, problem)
  end },
}

local function evict()
  for _, file in ipairs { path, path .. ".lci" } do
    assert(os.execute(("dd if='%s' iflag=nocache count=0 status=none"):format(file:gsub("'", "'\\''"))))
  end
end

-- Return the 50th and 95th percentiles and the maximum of the times, in milliseconds.
local function percentiles(times)
  table.sort(times)
  local function at(share)
    return times[math.max(1, math.ceil(#times * share))] * 1000
  end
  return at(0.5), at(0.95), at(1)
end

local function measure(run, is_cold)
  local times = {}
  for i, it in ipairs(samples) do
    local clock, least = is_cold and now or os.clock, math.huge
    if not is_cold then
      run(it)
    end
    for _ = 1, is_cold and 2 or 5 do
      if is_cold then
        evict()
      end
      local before = clock()
      run(it)
      least = math.min(least, clock() - before)
    end
    times[i] = least
  end
  return percentiles(times)
end

print(("%d games, %d queries; milliseconds"):format(index.count, count))
print("| query | warm 50% | warm 95% | most | cold 50% | cold 95% | most |\n|---|---|---|---|---|---|---|")
for _, row in ipairs(ROWS) do
  local warm = { measure(row[2], false) }
  local cold = { measure(row[2], true) }
  print(("| %s | %.2f | %.2f | %.2f | %.1f | %.1f | %.1f |"):format(row[1], warm[1], warm[2], warm[3], cold[1], cold[2],
    cold[3]))
end
