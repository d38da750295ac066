-- Compares numbers of legal moves with Stockfish's: in each position, and after each legal move. The positions are
-- those of random games of standard chess and Chess960. Each run prints its seed; set LUCENA_SEED to it to repeat the
-- run. With LUCENA_LONG=1 there are 1,000 positions.

local chess = require "lucena"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"

local seed = tonumber(os.getenv("LUCENA_SEED")) or 19721011
local EACH, DEPTH = 20, 2
if os.getenv("LUCENA_LONG") == "1" then
  EACH, DEPTH = 500, 3
end

local random = math.random

-- A random back rank of Chess960: bishops on squares of both colours, the king between the rooks.
local function back_rank()
  local rank = {}
  rank[2 * random(1, 4)] = "b"
  rank[2 * random(1, 4) - 1] = "b"
  local function put(piece, number)
    for at = 1, 8 do
      number = number - (rank[at] and 0 or 1)
      if number == 0 then
        rank[at] = piece
        return
      end
    end
  end
  put("q", random(1, 6))
  put("n", random(1, 5))
  put("n", random(1, 4))
  put("r", 1)
  put("k", 1)
  put("r", 1)
  return table.concat(rank)
end

local function start(is_960)
  if not is_960 then
    return chess.position()
  end
  local rank = back_rank()
  return assert(chess.position(("%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1"):format(rank, rank:upper()),
    { chess960 = true }))
end

-- Returns a position after some random moves. The game is not over.
local function wander(is_960)
  local position = start(is_960)
  for _ = 1, random(0, 120) do
    local moves = position:moves()
    local after = position:play(moves[random(#moves)])
    if #after:moves() == 0 then
      break
    end
    position = after
  end
  return position
end

-- Stockfish's counts: for each position a table move -> count.
local function ask(engine, positions, is_960)
  local folder <close> = new_folder()
  local lines = { "setoption name UCI_Chess960 value " .. tostring(is_960) }
  for _, position in ipairs(positions) do
    lines[#lines + 1] = ("position fen %s\ngo perft %d"):format(position:fen(), DEPTH)
  end
  local input = folder:write("input", table.concat(lines, "\n") .. "\nquit\n")
  -- LD_PRELOAD is cleared, because the sanitizer library of the Lua interpreter must not be loaded into Stockfish.
  local pipe <close> = assert(io.popen(("LD_PRELOAD= '%s' <'%s'"):format(engine, input)))
  local answers, counts = {}, {}
  for line in pipe:lines() do
    local move, count = line:match("^(%l%d%l%d%l?): (%d+)$")
    if move then
      counts[move] = math.tointeger(count)
    elseif line:find("^Nodes searched") then
      answers[#answers + 1], counts = counts, {}
    end
  end
  return answers
end

local function compare(is_960)
  local engine, positions = need.program "stockfish", {}
  for i = 1, EACH do
    positions[i] = wander(is_960)
  end
  local answers = ask(engine, positions, is_960)
  assert.equal(EACH, #answers)
  for i, position in ipairs(positions) do
    local counts = {}
    for _, move in ipairs(position:moves()) do
      counts[position:uci(move)] = position:play(move):perft(DEPTH - 1)
    end
    assert.same(answers[i], counts, ("seed %d: %s"):format(seed, position:fen()))
  end
end

describe("legal moves of random positions agree with Stockfish", function()
  before_each(function()
    math.randomseed(seed)
  end)

  it("in chess", function()
    compare(false)
  end)

  it("in Chess960", function()
    compare(true)
  end)
end)
