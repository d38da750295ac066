-- Requirements for every dialect. In each position, every legal move that the dialect can express has a text that no
-- other move has. This text is read as the same move without any repair.
--
-- Every dialect of chess.dialects() is tested in 300 positions, and every combination of style and alphabet in 20. If
-- alphabets have the same letters, only one of them is tested in the second part. Styles with hooks are Lua functions,
-- and a hundred times slower, so only every third alphabet is tested with them. The list of positions begins with
-- promotions, en passant, double disambiguation, pins and Chess960 castling. Random positions follow. With
-- LUCENA_LONG=1 there are ten times as many positions, and every alphabet is tested.

local chess = require "lucena"
local positions = require "lucena.notation.positions"

local IS_LONG = os.getenv("LUCENA_LONG") == "1"
local TIMES = IS_LONG and 10 or 1

-- Dialect -> number of moves that it cannot express.
local UNSAYABLE = {}

-- Describes the first three errors; "" when there are none.
local function complaints(report)
  local out = {}
  for _, c in ipairs(report.collisions) do
    out[#out + 1] = ("%s is %s and %s in %s"):format(c.text, c.move, c.other, c.fen)
  end
  for _, f in ipairs(report.faults) do
    out[#out + 1] = ("%s as %s in %s: %s"):format(f.move, f.text, f.fen, f.err)
  end
  return table.concat(out, "\n", 1, math.min(3, #out))
end

local function try(name, count)
  local report = assert(chess.dialect(name)):check { positions = count, seed = 4 }
  assert.equal("", complaints(report), name)
  assert.is_true(report.good)
  assert.equal(UNSAYABLE[name] or 0, report.unsayable, report.unsayable_example)
  return report
end

-- The names of the alphabets, without those whose letters equal those of an earlier one.
local function distinct_alphabets(list)
  local names, seen = {}, {}
  for _, row in ipairs(list) do
    local letters = {}
    for _, piece in ipairs { "K", "Q", "R", "B", "N", "P" } do
      letters[#letters + 1] = row.letters[piece]
    end
    local key = table.concat(letters, " ")
    if row.is_alphabet and (IS_LONG or not seen[key] or row.name == "figurine-colour") then
      seen[key] = true
      names[#names + 1] = row.name
    end
  end
  return names
end

describe("the test positions", function()
  local list = positions.list(500, 4)

  it("are difficult for notations", function()
    local count = { promotion = 0, ep = 0, double = 0, chess960 = 0, check = 0, total = 0 }
    for _, position in ipairs(list) do
      for _, move in ipairs(position:moves()) do
        local san = position:san(move)
        count.total = count.total + 1
        count.promotion = count.promotion + (move.promotion and 1 or 0)
        count.check = count.check + (san:find("[+#]") and 1 or 0)
        count.double = count.double + (san:find("^%u%l%d[x]?%l%d") and 1 or 0)
        count.chess960 = count.chess960 + (position.chess960 and move.is_castling and 1 or 0)
        count.ep = count.ep + (position:is_capture(move) and not position:piece(move.to) and 1 or 0)
      end
    end
    for kind, least in pairs { total = 10000, promotion = 100, ep = 10, double = 5, chess960 = 5, check = 200 } do
      assert.is_true(count[kind] >= least, ("%s: %d"):format(kind, count[kind]))
    end
  end)

  it("depend only on the seed", function()
    local again, other = positions.list(120, 4), positions.list(120, 5)
    for i = 1, 120 do
      assert.equal(tostring(list[i]), tostring(again[i]))
    end
    assert.are_not.equal(tostring(list[120]), tostring(other[120]))
  end)
end)

describe("the dialect", function()
  for _, row in ipairs(chess.dialects()) do
    it(row.name .. " writes and reads every move", function()
      assert.is_true(try(row.name, 300 * TIMES).moves > 6000)
    end)
  end
end)

describe("every style with every alphabet", function()
  local list = chess.dialects()
  local alphabets = distinct_alphabets(list)

  for _, row in ipairs(list) do
    if not row.is_alphabet then
      it("such as " .. row.name, function()
        local tried = {}
        for i = 1, #alphabets, row.has_hooks and not IS_LONG and 3 or 1 do
          local name = chess.dialect(row.name .. ":" .. alphabets[i]).name
          if not tried[name] then
            tried[name] = true
            try(name, 20 * TIMES)
          end
        end
      end)
    end
  end

  it("are a large number", function()
    assert.is_true(#alphabets >= 45)
  end)
end)
