-- The tables of constants must equal the output of their generator. The attacks computed with them must equal the
-- attacks that a step-by-step walk over the board finds.

local chess = require "lucena"

local read = require("spec.support.file").read

describe("the attack tables", function()
  it("equal the output of scripts/dev/gen_tables.lua", function()
    local lua = os.getenv("LUCENA_LUA") or "lua5.4"
    local pipe = assert(io.popen(("'%s' scripts/dev/gen_tables.lua"):format(lua), "r"))
    local made = pipe:read("a")
    assert.is_true(pipe:close())
    assert.is_true(#made > 100000)
    assert.is_true(made == read "csrc/chess/attacks_tables.c", "csrc/chess/attacks_tables.c is out of date")
  end)
end)

local DIAGONAL = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }
local STRAIGHT = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }

local function name(file, rank)
  return string.char(97 + file, 49 + rank)
end

-- Squares of the pieces that a slider attacks from (file, rank). `occupied`: the set of occupied squares.
local function seen_from(occupied, file, rank, directions)
  local found = {}
  for _, step in ipairs(directions) do
    local f, r = file + step[1], rank + step[2]
    while f >= 0 and f < 8 and r >= 0 and r < 8 do
      if occupied[name(f, r)] then
        found[#found + 1] = name(f, r)
        break
      end
      f, r = f + step[1], r + step[2]
    end
  end
  return found
end

describe("slider attacks", function()
  local SEED = 20240611

  -- Random boards with white queens, rooks or bishops. A step-by-step walk finds the pieces that attack each square.
  it("agree with a walk along the lines on 500 random boards, seed " .. SEED, function()
    math.randomseed(SEED)
    local compared = 0
    for round = 1, 500 do
      local s = chess.setup("8/8/8/8/8/8/8/8 w - - 0 1")
      local occupied = { a1 = true, h8 = true }
      local letter = ({ "Q", "R", "B" })[round % 3 + 1]
      for file = 0, 7 do
        for rank = 0, 7 do
          if math.random(6) == 1 then
            s:put(name(file, rank), letter)
            occupied[name(file, rank)] = true
          end
        end
      end
      s:put("a1", "K")
      s:put("h8", "k")
      s.turn = "white"
      local p = s:position { allow = { "too_much_material", "too_many_white_pieces" } }
      if p then
        local own = {}
        for _, square in ipairs(p:squares(letter)) do
          own[square] = true
        end
        for _ = 1, 16 do
          local file, rank = math.random(0, 7), math.random(0, 7)
          local wanted = {}
          for _, directions in ipairs(letter == "Q" and { DIAGONAL, STRAIGHT } or
                                      { letter == "R" and STRAIGHT or DIAGONAL }) do
            for _, square in ipairs(seen_from(occupied, file, rank, directions)) do
              wanted[#wanted + 1] = own[square] and square or nil
            end
          end
          local found = {}
          for _, square in ipairs(p:attackers(name(file, rank), "white")) do
            found[#found + 1] = own[square] and square or nil
          end
          table.sort(wanted)
          table.sort(found)
          assert.same(wanted, found, ("%s in %s"):format(name(file, rank), tostring(p)))
          compared = compared + 1
        end
      end
    end
    assert.is_true(compared > 500, "only " .. compared .. " squares")
  end)
end)
