-- `structure "NAME"` and `phase "NAME"`: examples, and slow second definitions on random positions and games.

local chess = require "lucena"

local q = chess.query
local SAMPLE = "spec/data/sample/sample.pgn"

-- ---- structures --------------------------------------------------------------------------------------

-- For each structure of White, sets of pawns that are one, and sets that are none. Capitals are White's.
local EXAMPLES = {
  isolani = {
    yes = { "Pd4 Pa2 Pf2 pe6 pa7", "Pd4 pc6 pe6", "Pd5 Pb2 Pf2 pe7 pc7" },
    no = { "Pd4 pd5", "Pd4 Pc2 pe6", "Pe4 Pc2 pe5" },
  },
  ["hanging pawns"] = {
    yes = { "Pc4 Pd4 Pa2 Pf2 pe6 pb6", "Pc4 Pd4 pe6", "Pc4 Pd4 Pa2 Pg2 pa7 pe7" },
    no = { "Pc4 Pd4 Pe3 pe6", "Pc4 Pd4 pd5", "Pc4 Pd4 Pb3 pe6" },
  },
  Carlsbad = {
    yes = { "Pa2 Pb2 Pd4 Pe3 Pf2 pa7 pb7 pc6 pd5 pf7", "Pd4 Pe3 pc6 pd5", "Pb4 Pd4 Pe3 pc6 pd5 pg7" },
    no = { "Pc4 Pd4 Pe3 pc6 pd5", "Pd4 Pe3 pc6 pd5 pe6", "Pd4 Pe4 pc6 pd5" },
  },
  Maroczy = {
    yes = { "Pc4 Pe4 Pa2 pd6 pe7", "Pc4 Pe4 pd7 pg6", "Pb3 Pc4 Pe4 Pf3 pa6 pd6" },
    no = { "Pc4 Pe4 Pd3 pd6", "Pc4 Pe4 pd6 pc5", "Pc4 Pe4 pd5" },
  },
  hedgehog = {
    yes = { "Pa3 Pb3 Pd3 Pe3 pc5 pe5", "Pa3 Pb3 Pd3 Pe3 Pg2 pc5 pe5 pf6", "Pa3 Pb3 Pd3 Pe3 Ph2 pa7 pc5 pe5" },
    no = { "Pa3 Pb3 Pc2 Pd3 Pe3 pc5 pe5", "Pa3 Pb3 Pd3 Pe3 pc5 pd6 pe5", "Pa2 Pb3 Pd3 Pe3 pc5 pe5" },
  },
  stonewall = {
    yes = { "Pc3 Pd4 Pe3 Pf4 pd5 pe6", "Pd4 Pe3 Pf4 pd5", "Pa2 Pd4 Pe3 Pf4 Pg2 pc5 pd5" },
    no = { "Pd4 Pe3 Pf4 pd6", "Pd4 Pe3 Pf3 pd5", "Pd4 Pe4 Pf4 pd5" },
  },
  ["minority attack"] = {
    yes = { "Pa2 Pb4 Pd4 Pe3 pa7 pb7 pc6 pd5", "Pb5 Pd4 Pe3 pa6 pb7 pc6 pd5", "Pb4 Pd4 Pe3 pa7 pb6 pc6 pd5" },
    no = { "Pa2 Pb2 Pd4 Pe3 pa7 pb7 pc6 pd5", "Pb4 Pd4 Pe3 pb7 pc6 pd5", "Pb4 Pd4 Pe3 pa7 pb7 pc6 pd5 pe6" },
  },
  tripled = {
    yes = { "Pc2 Pc3 Pc4", "Ph2 Ph3 Ph6 pa7", "Pa2 Pa3 Pa4 Pa5" },
    no = { "Pc2 Pc3 pc4", "Pa2 Pa3 Pb2 Pb3", "pc7 Pc2 Pd2" },
  },
}

-- A position of two kings and pawns such as "Pd4 pe6".
local function position_of(pawns)
  local setup = chess.position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"):setup()
  for piece, square in pawns:gmatch "(%a)(%a%d)" do
    setup:put(square, piece)
  end
  return assert(chess.position(setup:fen()))
end

-- The second definition: lists of pawns that must be there, and files without pawns ("-c" of White, "-C" of Black).
local MODEL = {
  ["hanging pawns"] = "Pc4 Pd4 -b -e -C -D", Carlsbad = "Pd4 Pe3 pc6 pd5 -c -E",
  hedgehog = "Pa3 Pb3 Pd3 Pe3 pc5 pe5 -c -D", stonewall = "Pd4 Pe3 Pf4 pd5",
}

local function count(position, piece, file)
  local found = 0
  for rank = 2, 7 do
    found = found + (position:has(piece, file .. rank) and 1 or 0)
  end
  return found
end

local function fits(position, list)
  for sign, rest in list:gmatch "(%S)(%S+)" do
    if sign == "-" and count(position, rest:find "%u" and "p" or "P", rest:lower()) > 0
      or sign ~= "-" and not position:has(sign, rest) then
      return false
    end
  end
  return true
end

local function model(name, position)
  if MODEL[name] then
    return fits(position, MODEL[name])
  elseif name == "isolani" then
    return (position:has("P", "d4") or position:has("P", "d5")) and fits(position, "-c -e -D")
  elseif name == "Maroczy" then
    return fits(position, "Pc4 Pe4 -d -C") and position:has("p", "d6") ~= position:has("p", "d7")
  elseif name == "minority attack" then
    local is_ahead = position:has("P", "b4") ~= position:has("P", "b5")
    return model("Carlsbad", position) and is_ahead and count(position, "p", "a") + count(position, "p", "b") == 2
  end
  for file in ("abcdefgh"):gmatch "." do
    if count(position, "P", file) >= 3 then
      return true
    end
  end
  return false
end

describe("structure", function()
  for name, set in pairs(EXAMPLES) do
    it("finds three examples of " .. name .. ", and not three others", function()
      assert.same({ 3, 3 }, { #set.yes, #set.no })
      for _, kind in ipairs { "yes", "no" } do
        for _, pawns in ipairs(set[kind]) do
          local position = position_of(pawns)
          assert.equal(kind == "yes", q.structure { name, side = "white" }:test(position), pawns)
          assert.equal(kind == "yes", q.structure { name, side = "black" }:test(position:mirror()), pawns)
          assert.equal(kind == "yes", model(name, position), pawns)
        end
      end
    end)
  end

  it("equals a slow definition for random pawns", function()
    local seed = os.time()
    math.randomseed(seed)
    for _ = 1, 300 do
      for name, set in pairs(EXAMPLES) do
        local used, list = {}, {}
        for pawn, square in set.yes[math.random(3)]:gmatch "(%a)(%a%d)" do
          used[square], list[#list + 1] = true, math.random() < 0.95 and pawn .. square or nil
        end
        for _ = 1, math.random(0, 3) do
          local square = ("abcdefgh"):sub(math.random(8)):sub(1, 1) .. math.random(3, 6) -- no check
          if not used[square] then
            used[square], list[#list + 1] = true, (math.random() < 0.5 and "P" or "p") .. square
          end
        end
        local pawns = table.concat(list, " ")
        local position = position_of(pawns)
        assert.equal(model(name, position), q.structure { name, side = "white" }:test(position),
          ("seed %d, %s: %s"):format(seed, name, pawns))
      end
    end
  end)

  it("is about either side by default", function()
    local position = position_of(EXAMPLES.isolani.yes[1])
    assert.is_true(q.structure "isolani":test(position))
    assert.is_true(q.structure "isolani":test(position:mirror()))
  end)

  it("reads names in French, in any case, and registered queries", function()
    for _, name in ipairs { "ISOLANI", "pion isolé", "isolated queen's pawn" } do
      assert.is_true(q.structure(name):test(position_of(EXAMPLES.isolani.yes[1])), name)
    end
    chess.register("query", "spec_wall", q.piece("P", "a4 b4", 2))
    assert.is_true(q.structure "spec_wall":test(position_of "pa5 pb5"))
    assert.is_false(q.structure { "spec_wall", side = "white" }:test(position_of "pa5 pb5"))
  end)

  it("rejects other names", function()
    assert.has_error(function() q.structure "isolanu" end,
      "bad argument #1 to 'structure' (there is no structure 'isolanu'; did you mean 'isolani'?)")
    assert.has_error(function() q.structure { "isolani", sid = "white" } end)
    assert.has_error(function() q.structure(3) end)
  end)
end)

-- ---- phases --------------------------------------------------------------------------------------------

-- The piece on each square of a position, 1 for a1 to 64 for h8; "" if it is empty.
local function board_of(position)
  local board = {}
  for rank = 1, 8 do
    for file in ("abcdefgh"):gmatch "." do
      board[#board + 1] = position:piece(file .. rank) or ""
    end
  end
  return board
end

-- lichess's score of a square of 2 x 2, as its source writes it.
local function score(y, white, black)
  local key = white * 10 + black
  if key == 1 then return 1 + y
  elseif key == 2 then return y < 6 and 2 + (6 - y) or 0
  elseif key == 3 or key == 4 then return y < 7 and 3 + (7 - y) or 0
  elseif key == 10 then return 1 + (8 - y)
  elseif key == 11 then return 5 + math.abs(4 - y)
  elseif key == 12 then return 4 + (7 - y)
  elseif key == 13 then return 5 + (7 - y)
  elseif key == 20 then return y > 2 and 2 + (y - 2) or 0
  elseif key == 21 then return 4 + (y - 1)
  elseif key == 22 then return 7
  elseif key == 30 or key == 40 then return y > 1 and 3 + (y - 1) or 0
  elseif key == 31 then return 5 + (y - 1)
  end
  return 0
end

local function mixedness(board)
  local sum = 0
  for y = 1, 7 do
    for x = 1, 7 do
      local white, black = 0, 0
      for _, square in ipairs { 8 * y - 8 + x, 8 * y - 7 + x, 8 * y + x, 8 * y + 1 + x } do
        white = white + (board[square]:find "%u" and 1 or 0)
        black = black + (board[square]:find "%l" and 1 or 0)
      end
      sum = sum + score(y, white, black)
    end
  end
  return sum
end

-- The phase of each ply of a game.
local function phases_of(game)
  local list, is_over = {}, false
  local phase = "opening"
  local node = game.root
  while node do
    local board, pieces, white, black = board_of(node.position), 0, 0, 0
    for square, piece in ipairs(board) do
      pieces = pieces + (piece:find "[NBRQnbrq]" and 1 or 0)
      white = white + (square <= 8 and piece:find "%u" and 1 or 0)
      black = black + (square > 56 and piece:find "%l" and 1 or 0)
    end
    is_over = is_over or pieces <= 6
    if is_over then
      phase = "endgame"
    elseif phase == "opening" and (pieces <= 10 or white < 4 or black < 4 or mixedness(board) > 150) then
      phase = "middlegame"
    end
    list[node.ply], node = phase, node.next
  end
  return list
end

describe("phase", function()
  it("divides games as lichess does", function()
    local seed, number = os.time(), 0
    math.randomseed(seed)
    for game in chess.games(SAMPLE) do
      number = number + 1
      if math.random() < 0.2 then
        local wanted = phases_of(game)
        for _, name in ipairs { "opening", "middlegame", "endgame" } do
          local found = {}
          for node in q.phase(name):places(game) do
            found[node.ply] = true
          end
          for ply = 0, game.plies do
            assert.equal(wanted[ply] == name, found[ply] == true,
              ("seed %d, game %d, ply %d: %s"):format(seed, number, ply, name))
          end
        end
      end
    end
  end)

  it("begins with the phase of a set-up position", function()
    assert.is_true(q.always(q.phase "endgame")(chess.game '[FEN "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"]\n\n1. Ra8+ *'))
    assert.is_false(q.phase "opening"(chess.game '[FEN "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"]\n\n1. Ra8+ *'))
  end)

  it("is a query of positions", function()
    local game = chess.game "1. e4 e5 2. Nf3 Nc6 *"
    assert.is_true(q.at_end(q.phase "opening")(game))
    assert.is_false(q.phase "middlegame"(game))
    assert.equal('phase "opening"', tostring(q.phase "opening"))
  end)

  it("rejects other names", function()
    assert.has_error(function() q.phase "ending" end,
      "bad argument #1 to 'phase' ('opening', 'middlegame' or 'endgame' expected, got 'ending')")
  end)
end)
