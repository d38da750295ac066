local run = require "spec.support.run"

local PINNED = "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1"

describe("lucena explain", function()
  it("explains a move of the initial position", function()
    local r = run { "explain", "Cf3" }
    assert.same({ 0, "" }, { r.code, r.err })
    assert.is_truthy(r.out:find("^Cf3: The knight on g1 goes to f3%.\n\nIts parts\n  C   a knight\n"), r.out)
    assert.is_truthy(r.out:find("\n  Nf3 +PGN, FIDE English"), r.out)
  end)

  it("explains the parts of a text that is not a legal move", function()
    local r = run { "explain", "exd6ep" }
    assert.same({ 0, "" }, { r.code, r.err })
    assert.is_truthy(r.out:find("^exd6ep: A pawn takes on d6%.\n\nIts parts\n  e   the file of departure"), r.out)
    assert.is_truthy(r.out:find("\n  exd6 e.p.  FIDE English, FIDE French\n", 1, true), r.out)
  end)

  it("plays the preceding moves", function()
    local r = run { "explain", "1.", "e4", "c5", "2.", "e5", "d5", "exd6", "e.p." }
    assert.same({ 0, "" }, { r.code, r.err })
    assert.is_truthy(r.out:find("^exd6 e%.p%.: The pawn on e5 takes the pawn on d5 en passant and goes to d6%."), r.out)
  end)

  it("accepts a position, and explains why a move is illegal in it", function()
    local r = run { "explain", "Nf3", "--fen", PINNED }
    assert.same({ 1, "" }, { r.code, r.err })
    assert.is_truthy(r.out:find("^Nf3: White cannot play that%."), r.out)
    assert.is_truthy(r.out:find("\n  The knight on d2 is pinned by the bishop on b4.\n", 1, true), r.out)
  end)

  it("accepts a dialect", function()
    local r = run { "explain", "Nf3", "--dialect", "french" } -- N is no piece letter in French
    assert.same({ 1, "Nf3: Not a move Nf3 (move 1, White).\n" }, { r.code, r.out })
    r = run { "explain", "Cxe4", "--dialect", "french" }
    assert.equal(0, r.code)
    assert.is_truthy(r.out:find("^Cxe4: A"), r.out)
    r = run { "explain", "Nf3", "--dialect", "frensh" }
    assert.same({ 2, "" }, { r.code, r.out })
    assert.is_truthy(r.err:find("\nlucena: unknown dialect 'frensh'; did you mean 'french'?\n", 1, true), r.err)
  end)

  it("reads the preceding moves in the dialect, or else in PGN's notation", function()
    for _, moves in ipairs { { "e4", "d5", "exd5", "Dxd5" }, { "e4", "d5", "exd5", "Qxd5" } } do
      local r = run { "explain", "--dialect", "french", moves[1], moves[2], moves[3], moves[4], "Cc3" }
      assert.same({ 0, "" }, { r.code, r.err })
      assert.is_truthy(r.out:find("^Cc3: The knight on b1 goes to c3%."), r.out)
    end
  end)

  it("reports that a text is not a move", function()
    local r = run { "explain", "hello" }
    assert.same({ 1, "" }, { r.code, r.err })
    assert.is_truthy(r.out:find("^hello: This is not a move in any notation that Lucena knows%.\n\nNor is it a token of"
      .. " another kind\n  FEN "), r.out)
  end)

  it("fits a width, and has colors only on a terminal or on request", function()
    local r = run { "explain", "Cf3", "--width", "40" }
    for line in r.out:gmatch("[^\n]+") do
      assert.is_true(utf8.len(line) <= 40, line)
    end
    assert.is_falsy(r.out:find("\27", 1, true))
    assert.is_truthy(run { "explain", "Cf3", "--color", "always" }.out:find("\27[1mIts parts\27[0m", 1, true))
    assert.equal(2, run { "explain", "Cf3", "--width", "x" }.code)
  end)

  it("shows no control characters", function()
    local r = run { "explain", "Nf3\27[2J" }
    assert.is_falsy(r.out:find("\27", 1, true))
  end)

  it("refuses an invalid FEN, and preceding moves that are illegal", function()
    local r = run { "explain", "e4", "--fen", "8/8" }
    assert.same({ 2, "" }, { r.code, r.out })
    r = run { "explain", "e5", "Nf3" }
    assert.same({ 2, "" }, { r.code, r.out })
    assert.is_truthy(r.err:find("illegal move e5", 1, true), r.err)
  end)
end)
