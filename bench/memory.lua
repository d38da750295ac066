-- Reads one tag, the plies and the diagnostics of every game of a file, with checks of all moves, and prints the number
-- of games and the peak resident memory in KiB. It also reads 200 games with an illegal move, and games with an error
-- that may be in another language, so that all dialects are tested.
-- Usage: lucena run bench/memory.lua FILE      (Linux)

local chess = require "lucena"

local FOREIGN = "1. e5 *\n\n1. e4 e5 2. Ke3 *\n\n1. d4 Nf6 2. Bg5 Bg9 *\n\n1. e4 e5 2. Qxh9 *\n\n"
local ERRORS = '[Event "e"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ke3 *\n\n'

local games, errors = 0, 0
local function read(iterator)
  for game in iterator do
    if game.tags.White ~= "" and game.plies >= 0 then
      games = games + 1
    end
    errors = errors + (#game.diagnostics > 0 and 1 or 0)
  end
end

read(chess.games(arg[1]))
read(chess.games_in(ERRORS:rep(200) .. FOREIGN))
assert(errors >= 204)

for line in io.lines("/proc/self/status") do
  local peak = line:match("^VmHWM:%s*(%d+) kB")
  if peak then
    print(games, peak)
  end
end
