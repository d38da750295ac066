local run = require "spec.support.run"

local BARE = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
local DOUBLE_STEP = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"
local NO_TAKER = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"

local function ok(out, err)
  return { code = 0, out = out, err = err or "" }
end

describe("lucena fen", function()
  it("prints a correct FEN unchanged", function()
    assert.same(ok(BARE .. "\n"), run { "fen", BARE })
  end)

  it("accepts the fields of a FEN as separate words, and several FENs", function()
    local words = { "fen" }
    for word in (BARE .. " " .. DOUBLE_STEP):gmatch("%S+") do
      words[#words + 1] = word
    end
    assert.same(ok(BARE .. "\n" .. DOUBLE_STEP .. "\n"), run(words))
  end)

  it("accepts a list of pieces in any language", function()
    for list, fen in pairs {
      ["White: Kd8, Pd7. Black: Kg7, Rc2."] = "3K4/3P2k1/8/8/8/8/2r5/8 w - - 0 1",
      ["Blancs : Rg1, Tf1, f2. Noirs : Rg8, Ta8, f7. Trait aux noirs"] = "r5k1/5p2/8/8/8/8/5P2/5RK1 b - - 0 1",
      ["Weiß: Kg1, Bauern f2, g2; Schwarz: Kg8"] = "6k1/8/8/8/8/8/5PP1/6K1 w - - 0 1",
    } do
      assert.same(ok(fen .. "\n"), run { "fen", list })
      assert.same(run { "board", fen }, run { "board", list })
    end
    assert.equal(1, run({ "fen", "White: Kd8, Pd7. Black: Kd7" }).code)
  end)

  it("writes en passant as requested", function()
    local without = NO_TAKER:gsub("e3", "-")
    assert.same(ok(without .. "\n"), run { "fen", NO_TAKER })
    assert.same(ok(without .. "\n"), run { "fen", "--ep", "xfen", NO_TAKER })
    assert.same(ok(NO_TAKER .. "\n"), run { "fen", "--ep", "always", NO_TAKER })
    assert.same(ok(DOUBLE_STEP .. "\n"), run { "fen", "--ep", "legal", DOUBLE_STEP })
    assert.equal(2, run { "fen", "--ep", "never", NO_TAKER }.code)
  end)

  it("writes castling rights as files", function()
    assert.same(ok "4k3/8/8/8/8/8/8/R3K3 w A - 0 1\n", run { "fen", "--shredder", BARE })
  end)

  it("repairs a FEN and reports it", function()
    assert.same(ok("4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n", "fen:21: repair: FEN fields are missing\n"),
      run { "fen", "4k3/8/8/8/8/8/8/R3K3" })
  end)

  it("rejects repairs with --strict", function()
    local r = run { "fen", "--strict", "4k3/8/8/8/8/8/8/R3K3" }
    assert.equal(1, r.code)
    assert.equal("", r.out)
    assert.is_truthy(r.err:find("^fen:%d+: FEN fields are missing\n$"), r.err)
  end)

  it("draws the board", function()
    local r = run { "fen", "--board", BARE, env = { LC_ALL = "C" } }
    assert.equal(BARE .. "\n" .. [[
8 . . . . k . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . . . . . .
4 . . . . . . . .
3 . . . . . . . .
2 . . . . . . . .
1 R . . . K . . .
  a b c d e f g h

]], r.out)
    assert.is_truthy(run { "fen", "--board", BARE, env = { LC_ALL = "C.UTF-8" } }.out:find("♚", 1, true))
  end)

  it("prints a line for each invalid FEN, and continues", function()
    local r = run { "fen", "-", stdin = "x\n\n" .. BARE .. "\r\n8/8/8/8/8/8/8/4K3 w - - 0 1" }
    assert.same({ code = 1, out = BARE .. "\n",
      err = "stdin:1:1: bad piece placement\nstdin:4:1: not a legal position: Black has no king\n" }, r)
  end)

  it("reads standard input without arguments", function()
    assert.same(ok(BARE .. "\n"), run { "fen", stdin = BARE })
    assert.same(ok "", run { "fen" })
  end)

  it("numbers several FENs, and lists the reasons", function()
    local r = run { "fen", "--problems", BARE, "8/8/8/8/8/8/8/4K3 w - - 0 1" }
    assert.same({ code = 1, out = BARE .. "\n",
      err = "fen 2:1: not a legal position: Black has no king\nfen 2: no_black_king\n" }, r)
    assert.same({ code = 1, out = BARE .. "\n", err = "fen 1:1: bad piece placement\n" }, run { "fen", "x", BARE })
  end)
end)
