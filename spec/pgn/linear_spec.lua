-- Time must be linear in the length of the text. For some kinds of text, a program can easily need quadratic time. A
-- text of twice the length may take at most 2.8 times as long. Measured are reading from memory and from a file,
-- walking, checking, writing.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local shapes = require "spec.support.shapes"

-- Returns the minimum time of several rounds.
local function cost_of(text, folder, rounds)
  local path = folder:write("a.pgn", text)
  local least = math.huge
  for _ = 1, rounds do
    least = math.min(least, shapes.cost_of(text, path))
  end
  return least
end

-- Three doublings show the growth better than one: linear time grows 8 times, quadratic time 64 times. The limit is
-- between the two: linear time grew up to 12 times where other programs filled the processor's caches.
local DOUBLINGS, MOST = 3, 2.8 ^ 3
-- If a time is too small to measure, a longer text is tested. It must take less than this.
local SMALL, LONG, NS_A_BYTE = 1 << 15, 1 << 20, 100

-- Measures a small and a large text in turn, and keeps the minimum time of each. Returns the ratio. Other programs can
-- only increase a time, so for quadratic time the ratio of the minimum times is still large.
local function growth_of(shape, folder, least)
  least.large = math.min(least.large, cost_of(shape(SMALL << DOUBLINGS), folder, 1))
  if least.large < 0.01 and cost_of(shape(LONG), folder, 1) < LONG * NS_A_BYTE * 1e-9 then
    return 0
  end
  least.small = math.min(least.small, cost_of(shape(SMALL), folder, 2))
  return least.large / least.small
end

describe("twice the text takes at most 2.8 times as long:", function()
  for _, shape in ipairs(shapes.shapes) do
    it(shape[1], function()
      local folder <close> = new_folder()
      local least, growth = { small = math.huge, large = math.huge }
      for _ = 1, 16 do
        growth = growth_of(shape[2], folder, least)
        if growth <= MOST then
          return
        end
      end
      error(("twice as much takes %.2f times the time"):format(growth ^ (1 / DOUBLINGS)), 0)
    end)
  end
end)

describe("a pipe", function()
  it("supplies a long tag in parts, and its beginning is not read again", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", '[Event "' .. ("x"):rep(10 << 20))
    local file, pipe = math.huge, math.huge
    for _ = 1, 3 do
      file = math.min(file, shapes.seconds(shapes.from_file, path))
      pipe = math.min(pipe, shapes.seconds(shapes.from_pipe, path))
    end
    assert.is_true(pipe < 6 * file + 0.1, ("%.3f s, of the file %.3f s"):format(pipe, file))
  end)
end)

describe("tags after the thousandth", function()
  it("are not compared with earlier ones, and need no memory for their names", function()
    local lines = {}
    for i = 1, 1001 do
      lines[i] = ('[T%d "x"]\n'):format(i)
    end
    local game = assert(chess.game(table.concat(lines) .. '[T2 "y"]\n\n1. e4 *\n'))
    game:check()
    local codes = {}
    for i, diagnostic in ipairs(game.diagnostics) do
      codes[i] = diagnostic.code
    end
    assert.same({ "too_many_tags" }, codes)
    assert.equal("x", game.tags.T1)
  end)
end)
