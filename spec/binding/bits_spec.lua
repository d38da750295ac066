-- chess.bits: sets of squares as integers. Each function is compared with a model that walks over a board of names.

local chess = require "lucena"

local bits = chess.bits

local SQUARES = {}
for rank = 1, 8 do
  for file in ("abcdefgh"):gmatch "." do
    SQUARES[#SQUARES + 1] = file .. rank
  end
end

-- Return the name of a square by file and rank from 1 to 8; nil outside the board.
local function name(file, rank)
  return file >= 1 and file <= 8 and rank >= 1 and rank <= 8 and ("abcdefgh"):sub(file, file) .. rank or nil
end

local function place(square)
  return ("abcdefgh"):find(square:sub(1, 1)), tonumber(square:sub(2))
end

-- Return the set of the squares whose names are keys of a table.
local function set_of(names)
  local set = 0
  for i, square in ipairs(SQUARES) do
    set = names[square] and set | 1 << (i - 1) or set
  end
  return set
end

local ORTHOGONAL = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }
local DIAGONAL = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }
local BOTH = { table.unpack(ORTHOGONAL) }
table.move(DIAGONAL, 1, 4, 5, BOTH)
local JUMPS = { { 1, 2 }, { 2, 1 }, { 2, -1 }, { 1, -2 }, { -1, -2 }, { -2, -1 }, { -2, 1 }, { -1, 2 } }

-- Letter -> directions, and the number of steps.
local MOVES = {
  R = { ORTHOGONAL, 7 }, B = { DIAGONAL, 7 }, Q = { BOTH, 7 }, K = { BOTH, 1 }, N = { JUMPS, 1 },
  P = { { { -1, 1 }, { 1, 1 } }, 1 }, p = { { { -1, -1 }, { 1, -1 } }, 1 },
}
for letter in ("RBQKN"):gmatch "." do
  MOVES[letter:lower()] = MOVES[letter]
end

local function attacked(piece, square, occupied)
  local directions, most = table.unpack(MOVES[piece])
  local file, rank = place(square)
  local found = {}
  for _, way in ipairs(directions) do
    for steps = 1, most do
      local target = name(file + steps * way[1], rank + steps * way[2])
      found[target or ""] = true
      if not target or occupied[target] then
        break
      end
    end
  end
  return set_of(found)
end

-- Return the squares between two squares, and the line through them; two empty sets if they are not on one line.
local function line(from, to)
  local file, rank = place(from)
  local f, r = place(to)
  local df, dr = f - file, r - rank
  if from == to or df ~= 0 and dr ~= 0 and math.abs(df) ~= math.abs(dr) then
    return 0, 0
  end
  local steps = math.max(math.abs(df), math.abs(dr))
  local inner, all = {}, {}
  for i = -7, 7 do
    local square = name(file + i * df // steps, rank + i * dr // steps)
    if square then
      all[square] = true
      inner[square] = i > 0 and i < steps or nil
    end
  end
  return set_of(inner), set_of(all)
end

describe("chess.bits", function()
  it("numbers the squares from a1 to h8", function()
    for i, square in ipairs(SQUARES) do
      assert.equal(1 << (i - 1), bits.of(square))
      assert.same({ square }, bits.squares(1 << (i - 1)))
    end
  end)

  it("makes sets of files and ranks", function()
    for i = 1, 8 do
      local file, rank = {}, {}
      for j = 1, 8 do
        file[name(i, j)], rank[name(j, i)] = true, true
      end
      assert.equal(set_of(file), bits.of(("abcdefgh"):sub(i, i)))
      assert.equal(set_of(rank), bits.of(tostring(i)))
    end
  end)

  it("joins texts and arrays", function()
    local wanted = set_of { e4 = true, f5 = true, a1 = true }
    for _, set in ipairs { bits.of { "e4", "f5", "a1" }, bits.of " e4\tf5  a1\n", bits.of("e4", { "f5" }, "a1 e4"),
                           bits.of { "e4 f5", "a1" } } do
      assert.equal(wanted, set)
    end
    for _, set in ipairs { bits.of(), bits.of "", bits.of " ", bits.of {} } do
      assert.equal(0, set)
    end
    assert.equal(-1, bits.of("a b c d e f g h"))
  end)

  local SEED = 20240717
  it("converts 2,000 random sets to squares and back, seed " .. SEED, function()
    math.randomseed(SEED)
    for _ = 1, 2000 do
      local set = math.random(0) & math.random(0)
      local names, mirrored = {}, {}
      local list = bits.squares(set)
      for _, square in ipairs(list) do
        names[square] = true
        local file, rank = place(square)
        mirrored[name(file, 9 - rank)] = true
      end
      assert.equal(set, set_of(names))
      assert.equal(set, bits.of(list))
      assert.equal(#list, bits.count(set))
      assert.equal(set_of(mirrored), bits.mirror(set))
    end
    assert.same({ 0, 64 }, { bits.count(0), bits.count(-1) })
    assert.same({}, bits.squares(0))
    assert.equal(64, #bits.squares(-1))
  end)

  it("finds attacks like a walk over the board, with random occupied squares, seed " .. SEED, function()
    math.randomseed(SEED)
    local compared = 0
    for piece in pairs(MOVES) do
      for _, square in ipairs(SQUARES) do
        assert.equal(attacked(piece, square, {}), bits.attacks(piece, square), piece .. square)
        for _ = 1, 5 do
          local occupied = {}
          for _, other in ipairs(SQUARES) do
            occupied[other] = math.random(4) == 1 or nil
          end
          local set = set_of(occupied)
          assert.equal(attacked(piece, square, occupied), bits.attacks(piece, square, set), piece .. square)
          compared = compared + 1
        end
      end
    end
    assert.equal(12 * 64 * 5, compared)
  end)

  it("finds the squares between all pairs of squares, and the lines through them", function()
    for _, from in ipairs(SQUARES) do
      for _, to in ipairs(SQUARES) do
        local between, ray = line(from, to)
        assert.equal(between, bits.between(from, to), from .. to)
        assert.equal(ray, bits.ray(from, to), from .. to)
      end
    end
  end)

  it("agrees with the sets and attacks of positions", function()
    local count = 0
    for game in chess.games "spec/data/sample/sample.pgn" do
      if game.number > 4 then
        break
      end
      for node in game:mainline() do
        local p = node.position
        local occupied = p:bits "white" | p:bits "black"
        for _, square in ipairs(bits.squares(occupied)) do
          assert.equal(bits.of(p:attacks(square)), bits.attacks(p:piece(square), square, occupied))
          count = count + 1
        end
      end
    end
    assert.is_true(count > 1000, count)
  end)
end)

describe("wrong use of chess.bits", function()
  local WRONG = {
    { "bad argument #1 to 'of' (squares, files or ranks (e4, e, 7) expected, got 'e4 e9')",
      function() bits.of "e4 e9" end },
    { "bad argument #2 to 'of' (squares, files or ranks (e4, e, 7) expected, got 'e4f5')",
      function() bits.of("e4", "e4f5") end },
    { "bad argument #1 to 'of' (squares, files or ranks (e4, e, 7) expected, got nil)", function() bits.of(nil) end },
    { "calling 'of' on bad self (squares, files or ranks (e4, e, 7) expected, got lucena.Bits)",
      function() bits:of() end },
    { "bad argument #1 to 'of' (item 2: squares, files or ranks (e4, e, 7) expected, got 'E4')",
      function() bits.of { "e4", "E4" } end },
    { "bad argument #1 to 'of' (item 1: squares, files or ranks (e4, e, 7) expected, got number)",
      function() bits.of { 7 } end },
    { "bad argument #1 to 'squares' (integer expected, got table)", function() bits.squares { "e4" } end },
    { "bad argument #1 to 'squares' (integer expected, got 'e4')", function() bits.squares "e4" end },
    { "bad argument #1 to 'count' (integer expected, got no value)", function() bits.count() end },
    { "bad argument #1 to 'count' (number has no integer representation)", function() bits.count(1.5) end },
    { "bad argument #1 to 'mirror' (number has no integer representation)", function() bits.mirror(2.0 ^ 63) end },
    { "bad argument #1 to 'attacks' (piece letter expected, got 'x')", function() bits.attacks("x", "e4") end },
    { "bad argument #1 to 'attacks' (piece letter expected, got 'knight')",
      function() bits.attacks("knight", "e4") end },
    { "bad argument #2 to 'attacks' (square expected, got 'e9')", function() bits.attacks("N", "e9") end },
    { "bad argument #2 to 'attacks' (square expected, got number)", function() bits.attacks("N", 28) end },
    { "bad argument #3 to 'attacks' (integer expected, got 'e4')", function() bits.attacks("R", "e1", "e4") end },
    { "bad argument #1 to 'between' (square expected, got '')", function() bits.between("", "e4") end },
    { "bad argument #2 to 'ray' (square expected, got no value)", function() bits.ray("e4") end },
    { "lucena.Bits has no field 'squarse'; did you mean 'squares'?", function() return bits.squarse end },
    { "lucena.Bits has no field 'popcount'; use count", function() return bits.popcount end },
    { "lucena has no field 'SquareSet'; use bits.of(squares)", function() return chess.SquareSet end },
  }
  for _, row in ipairs(WRONG) do
    it("raises: " .. row[1], function()
      local done, message = pcall(row[2])
      assert.is_false(done)
      assert.equal(row[1], (message:gsub("^spec/binding/bits_spec%.lua:%d+: ", "")))
    end)
  end

  it("accepts numbers that Lua's operators accept", function()
    assert.equal(2, bits.count(3.0))
  end)
end)
