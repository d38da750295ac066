-- Dialects with hooks, which are Lua functions: dialects that a program defines, and descriptive notation.

local chess = require "lucena"

local START = chess.position()

local function custom(hooks)
  return assert(chess.dialect { name = "custom", hooks = hooks })
end

local function sans(position, moves)
  local out = {}
  for i, move in ipairs(moves) do
    out[i] = position:san(move)
  end
  table.sort(out)
  return table.concat(out, " ")
end

describe("a dialect with hooks", function()
  local backwards = custom {
    print = function(position, move) return not move.is_null and position:uci(move):reverse() or nil end,
  }

  it("requires only a function that writes moves", function()
    assert.is_true(backwards.has_hooks)
    assert.equal("4e2e", backwards:write(START, START:parse "e4"))
    assert.same({ START:parse "e4", {} }, { backwards:read(START, "4e2e") })
    assert.is_true(backwards:check({ positions = 60 }).good)
  end)

  it("reads marks after a move, and ignores blanks", function()
    assert.equal(START:parse "e4", (backwards:read(START, " 4e2e!? ")))
  end)

  it("reports values that are not text", function()
    local number = custom { print = function() return 42 end }
    local words = custom { spell = function() return "e4" end }
    local nothing = custom { spell = function() end }
    assert.error_matches(function() number:write(START, START:parse "e4") end,
      "the hook print returned a number, it must return text or nil")
    assert.error_matches(function() words:read(START, "e4") end,
      "the hook spell returned a string, it must return an array of texts")
    assert.equal("unsayable_move", select(3, nothing:write(START, START:parse "e4")))
  end)

  it("explains errors", function()
    local message = select(2, backwards:read(START, "5e2e"))
    assert.equal("illegal move 5e2e (move 1, White)", message)
    assert.equal("illegal_move", select(3, backwards:read(START, "5e2e")))
    assert.equal('not a move " \\x0a" (move 1, White)', (select(2, backwards:read(START, " \n"))))
    assert.equal("bad_move", (select(3, backwards:read(START, " "))))
    local nothing, err, code = backwards:write(START, chess.move(0))
    assert.same({ false, "custom cannot say the move 0000", "unsayable_move" }, { nothing or false, err, code })
    local elsewhere = chess.position("8/8/8/8/8/8/K7/7k w - - 0 1"):parse "Kb3"
    assert.equal("illegal_move", (select(3, backwards:write(START, elsewhere))))
  end)

  it("never chooses one of two moves", function()
    local goal = custom { print = function(position, move) return position:uci(move):sub(3) end }
    local nothing, message, code = goal:read(START, "a3")
    assert.is_nil(nothing)
    assert.equal("ambiguous_move", code)
    assert.equal("ambiguous move a3: a3 or a3 (move 1, White)", message)
    assert.equal("Na3 a3", sans(START, (goal:candidates(START, "a3"))))
    local report = goal:check { positions = 1 }
    assert.is_false(report.good)
    assert.equal("a3", report.collisions[1].text)
  end)

  it("writes the shortest unique spelling", function()
    local short = custom {
      spell = function(position, move)
        local uci = position:uci(move)
        return { uci, uci:sub(3), uci:sub(2), "move " .. uci:sub(3) }
      end,
    }
    assert.equal("e4", short:write(START, START:parse "e4"))
    assert.equal("2a3", short:write(START, START:parse "a3"))
    assert.equal("1a3", short:write(START, START:parse "Na3"))
    assert.equal(START:parse "e4", (short:read(START, "move e4")))
  end)

  it("can normalize spellings, and is read automatically", function()
    local loose = custom {
      print = function(position, move) return position:san(move) end,
      fold = function(text) return text:lower():gsub("%W", "") end,
    }
    assert.equal(START:parse "Nf3", (loose:read(START, "N - F3")))
    local own = custom {
      print = function(position, move) return position:san(move) end,
      parse = function(position, text) return text == "best" and position:parse "e4" or nil end,
    }
    assert.equal(START:parse "e4", (own:read(START, "best")))
    assert.equal("illegal_move", select(3, own:read(START, "e4")))
  end)

  it("works with a Board as with a Position", function()
    local board = chess.board()
    assert.equal("4e2e", backwards:write(board, START:parse "e4"))
    board:play "e4"
    assert.equal("5e7e", backwards:write(board, board:parse "e5"))
    assert.equal(board:parse "e5", (backwards:read(board, "5e7e")))
  end)

  it("returns errors of a hook", function()
    local broken = custom { print = function() error("oops", 0) end }
    assert.error(function() broken:read(START, "e4") end, "oops")
    assert.error(function() broken:write(START, START:parse "e4") end, "oops")
  end)
end)

describe("descriptive notation", function()
  local function read(name, fen, text)
    local position = chess.position(fen)
    local move, message = chess.dialect(name):read(position, text)
    return move and position:san(move) or message:match("^%l+ %l+")
  end

  local function check(name, fen, rows)
    for text, san in pairs(rows) do
      assert.equal(san, read(name, fen, text), text)
    end
  end

  it("identifies one of several moves by its check sign", function()
    check("descriptive", "4k3/3p4/8/p7/Q7/8/8/4K3 w - - 0 1", {
      QxP = "ambiguous move", ["QxP ch"] = "Qxd7+", ["QxP+!"] = "Qxd7+", QxQP = "Qxd7+", QxRP = "Qxa5",
    })
    -- In this order: both captures give check; none does; the text has a check sign, but there is no check.
    check("descriptive", "3k4/8/8/4p3/8/p5Q1/3p4/K7 w - - 0 1", { ["QxP ch"] = "ambiguous move" })
    check("descriptive", "7k/8/8/p7/Q7/8/p7/4K3 w - - 0 1", { ["QxP ch"] = "ambiguous move" })
    check("descriptive", "7k/8/8/p7/Q7/8/8/4K3 w - - 0 1", { ["QxP ch"] = "Qxa5" })
    check("descriptive:spanish", "4k3/3p4/8/p7/Q7/8/8/4K3 w - - 0 1", { DxP = "ambiguous move", ["DxP+"] = "Qxd7+" })
  end)

  it("accepts many spellings", function()
    check("descriptive", chess.START_FEN, {
      ["P-K4"] = "e4", ["P—K4"] = "e4", ["p-k4"] = "e4", ["P - K4"] = "e4", ["PK4"] = "e4", ["P-K4!"] = "e4",
      ["N-KB3"] = "Nf3", ["Kt-KB3"] = "Nf3", ["Kt.-KB3"] = "Nf3", ["KN-B3"] = "Nf3", ["QN-B3"] = "Nc3",
      ["N-B3"] = "ambiguous move", ["P-B4"] = "ambiguous move", ["P-QB4"] = "c4", ["N-K3"] = "illegal move",
      ["P-K5"] = "illegal move", ["P. to K's 4th"] = "e4", ["Kt. to K. B's 3rd."] = "Nf3", ["P to Q’s 4th!"] = "d4",
    })
    check("descriptive", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1", {
      ["QxP mate"] = "Qxf7#", ["QxBP"] = "Qxf7#", ["QxKBP#"] = "Qxf7#", ["BxP ch"] = "Bxf7+", ["Q x P"] = "Qxf7#",
      ["QxP/B7"] = "Qxf7#", ["QxP(B7)"] = "Qxf7#", ["Q takes P"] = "Qxf7#", ["KN-K2"] = "Ne2", ["B-Kt5"] = "Bb5",
      ["PxP"] = "illegal move",
    })
    check("descriptive", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", {
      ["PxP"] = "exd6", ["PxP e.p."] = "exd6", ["PxPe.p."] = "exd6", ["P x P (e.p.)"] = "exd6",
      ["PxP ep ch"] = "exd6", ["P takes P en passant"] = "exd6", ["P. takes P. in passing"] = "exd6",
    })
    check("descriptive", "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 2", {
      ["P-R8(Q)"] = "a8=Q+", ["P-R8=Q"] = "a8=Q+", ["P-R8/N"] = "a8=N",
      ["P-QR8=Q dbl ch"] = "a8=Q+",
      ["Castles"] = "ambiguous move", ["Castles KR"] = "O-O", ["Castles Q"] = "O-O-O", ["Castles (K)"] = "O-O",
      ["O-O"] = "O-O", ["0-0-0"] = "O-O-O", ["R-R2"] = "ambiguous move", ["KR-R2"] = "Rh2", ["R-Qsq"] = "Rd1",
      ["R-Q sq."] = "Rd1", ["R-KB1"] = "Rf1", ["R ch"] = "Rh8+",
    })
  end)

  it("names a rook the king's rook only if that is known", function()
    -- Neither rook is on its original square, so each may be the king's or the queen's.
    check("descriptive", "6k1/5ppp/8/8/8/8/8/2R1R1K1 w - - 0 1", {
      ["R-Q1"] = "ambiguous move", ["KR-Q1"] = "ambiguous move", ["R(K1)-Q1"] = "Red1", ["R/K1-Q1"] = "Red1",
      ["R(B1)-Q1"] = "Rcd1",
    })
    -- The rook on a1 is the queen's, so the other rook is the king's.
    check("descriptive", "6k1/5ppp/8/8/8/8/8/R4RK1 w - - 0 1", { ["KR-Q1"] = "Rfd1", ["QR-Q1"] = "Rad1" })
    -- Bishops are identified by the colour of their squares.
    check("descriptive", "6k1/5ppp/8/8/8/4b3/8/2B2B1K w - - 0 1", { ["QBxB"] = "Bxe3", ["KB-B4"] = "Bc4" })
  end)

  it("counts ranks from the mover's side", function()
    local black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    check("descriptive", black, { ["P-K4"] = "e5", ["N-KB3"] = "Nf6", ["P-K5"] = "illegal move" })
  end)

  it("follows Spanish and French conventions", function()
    check("descriptive:spanish", chess.START_FEN, { ["P4R"] = "e4", ["C3AR"] = "Nf3", ["P 4 D"] = "d4" })
    check("descriptive:french", chess.START_FEN, { ["P4R"] = "e4", ["P. 4D"] = "d4", ["C. 3FR"] = "Nf3" })
    check("descriptive:french", "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 2", {
      ["P pr PD"] = "exd5", ["C pr P"] = "Nxd5", ["P x P"] = "exd5", ["F5C échec"] = "Bb5+",
    })
  end)

  it("works with any alphabet", function()
    for _, name in ipairs { "descriptive:german", "descriptive:russian", "descriptive:dutch" } do
      assert.is_true(chess.dialect(name):check({ positions = 60 }).good, name)
    end
  end)
end)
