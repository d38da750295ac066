-- Reads one tag and the plies of every game of a file, and prints the peak resident memory in KiB.
-- Usage: lucena run bench/memory.lua FILE      (Linux)

local chess = require "lucena"

local games = 0
for game in chess.games(arg[1]) do
  if game.tags.White ~= "" and game.plies >= 0 then
    games = games + 1
  end
end

for line in io.lines("/proc/self/status") do
  local peak = line:match("^VmHWM:%s*(%d+) kB")
  if peak then
    print(games, peak)
  end
end
