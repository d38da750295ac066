-- Counts of legal moves, compared with tables made by other programs.

local chess = require "lucena"
local need = require "spec.support.need"

-- Some positions of own.epd have more pieces than a game can produce.
local ALLOW = { "too_many_white_pawns", "too_many_black_pawns", "too_much_material" }

-- Compares the counts of a line "FEN ;D1 20 ;D2 400" up to depth `deepest`. Returns the number of counts compared.
local function check_line(line, deepest)
  local fen, counts = line:match("^(.-)%s*(;.*)$")
  local p = assert(chess.position(fen, { allow = ALLOW }))
  local compared = 0
  for depth, nodes in counts:gmatch(";D(%d+) (%d+)") do
    depth = math.tointeger(depth)
    if depth <= deepest then
      assert.equal(math.tointeger(nodes), p:perft(depth), ("depth %d of %s"):format(depth, fen))
      compared = compared + 1
    end
  end
  return compared
end

local function check_file(path, deepest)
  local lines, compared = 0, 0
  for line in io.lines(path) do
    lines, compared = lines + 1, compared + check_line(line, deepest)
  end
  return lines, compared
end

describe("perft", function()
  it("counts the start position to depth 6", function()
    local p = chess.position()
    for depth, nodes in pairs { [0] = 1, 20, 400, 8902, 197281, 4865609, 119060324 } do
      assert.equal(nodes, p:perft(depth))
    end
  end)

  it("agrees with every count in own.epd", function()
    local lines, compared = check_file("spec/data/perft/own.epd", 12)
    assert.equal(52, lines)
    assert.equal(225, compared)
  end)

  it("agrees with the list of moves, and with the counts after each of them", function()
    for line in io.lines("spec/data/perft/own.epd") do
      local p = assert(chess.position(line:match("^[^;]+"), { allow = ALLOW }))
      local sum, moves = 0, p:moves()
      for _, move in ipairs(moves) do
        sum = sum + p:play(move):perft(1)
      end
      assert.equal(p:perft(1), #moves, line)
      assert.equal(p:perft(2), sum, line)
    end
  end)

  it("agrees with every line in standard.epd to depth 4", function()
    local lines, compared = check_file(need.data "perft/standard.epd", 4)
    assert.equal(128, lines)
    assert.equal(505, compared)
  end)

  it("agrees with every line in chess960.epd to depth 3", function()
    local lines, compared = check_file(need.data "perft/chess960.epd", 3)
    assert.equal(960, lines)
    assert.equal(2880, compared)
  end)

  it("agrees with every line in tricky.perft", function()
    local p, fen
    local positions, compared = 0, 0
    for line in io.lines(need.data "perft/tricky.perft") do
      local key, value = line:match("^(%l+) (.*)$")
      if key == "epd" then
        fen, p, positions = value, assert(chess.position(value)), positions + 1
      elseif key == "perft" then
        local depth, nodes = value:match("^(%d+) (%d+)$")
        assert.equal(math.tointeger(nodes), p:perft(math.tointeger(depth)), ("depth %s of %s"):format(depth, fen))
        compared = compared + 1
      end
    end
    assert.equal(19, positions)
    assert.equal(67, compared)
  end)
end)
