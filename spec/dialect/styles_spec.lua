-- Every style, tested with moves as its sources print them. Each text must be written, and read without a repair.

local chess = require "lucena"
local folder = require "spec.support.folder"
local need = require "spec.support.need"

local START = chess.START_FEN
local CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
local EP = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
local PROMOTING = "6n1/5P2/8/8/8/8/8/4K2k w - - 0 1"
local TAKING = "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 2"
local CHESS960 = "1k6/8/8/8/8/8/8/RK5R w AH - 0 1"
local TWO_ROOKS = "6k1/5ppp/8/8/8/8/8/2R1R1K1 w - - 0 1"

-- Style -> rows of { FEN, UCI, text }.
local VECTORS = {
  pgn = { { START, "g1f3", "Nf3" }, { CASTLING, "e1g1", "O-O" }, { EP, "e5d6", "exd6" },
    { PROMOTING, "f7g8q", "fxg8=Q" },
    { CASTLING, "a1a8", "Rxa8+" } },
  fide = { { START, "g1f3", "Nf3" }, { CASTLING, "e1c1", "0-0-0" }, { EP, "e5d6", "exd6 e.p." },
    { PROMOTING, "f7f8q", "f8Q" }, { PROMOTING, "f7g8n", "fxg8N" } },
  fide2009 = { { CASTLING, "e1c1", "0-0-0" }, { PROMOTING, "f7f8q", "f8Q" }, { EP, "e5d6", "exd6 e.p." } },
  lan = { { START, "g1f3", "Ng1-f3" }, { START, "e2e4", "e2-e4" }, { TAKING, "c3d5", "Nc3xd5" },
    { TAKING, "e4d5", "e4xd5" }, { CASTLING, "e1g1", "O-O" }, { PROMOTING, "f7f8q", "f7-f8=Q" } },
  lalg = { { START, "g1f3", "g1f3" }, { TAKING, "e4d5", "e4d5" }, { CASTLING, "e1g1", "e1g1" },
    { PROMOTING, "f7f8q", "f7f8Q" } },
  halg = { { START, "e2e4", "e2-e4" }, { TAKING, "e4d5", "e4-d5" }, { CASTLING, "e1g1", "e1-g1" } },
  elalg = { { START, "g1f3", "Ng1f3" }, { TAKING, "c3d5", "Nc3d5" }, { EP, "e5d6", "e5d6ep" } },
  xlalg = { { START, "g1f3", "Ng1-f3" }, { TAKING, "c3d5", "Nc3xd5" }, { CASTLING, "e1g1", "Ke1-g1" } },
  xolalg = { { START, "g1f3", "Ng1-f3" }, { CASTLING, "e1g1", "O-O" } },
  ran = { { START, "g1f3", "Ng1-f3" }, { TAKING, "c3d5", "Nc3xPd5" }, { PROMOTING, "f7g8q", "f7xNg8=Q" },
    { PROMOTING, "f7f8q", "f7-f8=Q" } },
  primer = { { START, "g1f3", "Cg1-f3" }, { TAKING, "c3d5", "Cc3xPd5" }, { CASTLING, "a1a8", "Ta1xTa8+" },
    { "2r3k1/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7c8r", "d7xTc8=T+" },
    { "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4f6", "Ce4-f6++" }, { CASTLING, "e1g1", "0-0" } },
  minimal = { { TAKING, "c3d5", "Nd5" }, { TAKING, "e4d5", "ed5" }, { PROMOTING, "f7f8q", "f8Q" },
    { CASTLING, "e1g1", "O-O" }, { CASTLING, "a1a8", "Ra8" } },
  ["old-german"] = { { TAKING, "c3d5", "Sd5:" }, { TAKING, "e4d5", "ed5:" }, { PROMOTING, "f7f8q", "f8=D" },
    { CASTLING, "a1a8", "Ta8:+" } },
  informant = { { TAKING, "c3d5", "♘d5" }, { TAKING, "e4d5", "ed5" }, { CASTLING, "e1g1", "0-0" } },
  iccf = { { START, "e2e4", "5254" }, { PROMOTING, "f7f8r", "67682" }, { CASTLING, "e1g1", "5171" },
    { CASTLING, "e1c1", "5131" } },
  uci = { { START, "g1f3", "g1f3" }, { PROMOTING, "f7f8q", "f7f8q" }, { CASTLING, "e1c1", "e1c1" },
    { CHESS960, "b1h1", "b1h1" } },
  xboard = { { START, "g1f3", "g1f3" }, { PROMOTING, "f7f8q", "f7f8q" }, { CASTLING, "e1g1", "e1g1" } },
  coordinate = { { START, "e2e4", "E2-E4" }, { TAKING, "e4d5", "E4xD5" }, { CASTLING, "e1g1", "E1-G1" } },
  smith = { { START, "e2e4", "e2e4" }, { TAKING, "e4d5", "e4d5p" }, { PROMOTING, "f7g8q", "f7g8nQ" },
    { PROMOTING, "f7f8q", "f7f8Q" }, { EP, "e5d6", "e5d6E" }, { CASTLING, "e1g1", "e1g1c" },
    { CASTLING, "e1c1", "e1c1C" } },
  descriptive = { { START, "e2e4", "P-K4" }, { START, "g1f3", "N-KB3" }, { TAKING, "c3d5", "NxP" },
    { EP, "e5d6", "PxPe.p." },
    { CASTLING, "e1c1", "O-O-O" }, { PROMOTING, "f7f8q", "P-B8(Q)" }, { CASTLING, "a1a8", "RxQRch" },
    { TWO_ROOKS, "e1d1", "R(K1)-Q1" },
    { "4r1k1/8/8/8/4r3/8/8/6K1 b - - 0 1", "e4e5", "R(5)-K4" }, { TWO_ROOKS, "e1e8", "R-K8mate" },
    { "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4f6", "N-B6dbl.ch" },
    { "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c3", "N-B3dis.ch" } },
  gringmuth = { { START, "e2e4", "GEGO" }, { PROMOTING, "f7f8n", "TETAK" }, { CASTLING, "e1g1", "GAKA" } },
  nores = { { START, "e2e4", "GEGO" }, { EP, "e5d6", "SORIP" }, { CASTLING, "e1g1", "GALAL" },
    { CASTLING, "a1a8", "BAMAC" },
    { TWO_ROOKS, "e1e8", "GASAM" } },
  uedemann = { { START, "e2e4", "DOGO" } },
  tcn = { { START, "e2e4", "mC" }, { PROMOTING, "f7f8q", "1~" }, { PROMOTING, "f7g8n", "1)" } },
  ordinal = { { START, "b1a3", "0" }, { START, "b1c3", "1" }, { START, "a2a3", "4" }, { START, "h2h4", "19" } },
  braille = { { START, "e2e4", "⠑⠲" }, { START, "g1f3", "⠎⠋⠒" } },
  -- in other languages
  french = { { START, "g1f3", "Cf3" }, { CASTLING, "e1g1", "O-O" }, { EP, "e5d6", "exd6" },
    { PROMOTING, "f7f8q", "f8=D" } },
  ["fide:french"] = { { CASTLING, "e1g1", "0-0" }, { PROMOTING, "f7f8q", "f8D" }, { EP, "e5d6", "exd6 e.p." } },
  ["descriptive:spanish"] = { { START, "e2e4", "P4R" }, { START, "g1f3", "C3AR" }, { TAKING, "c3d5", "CxP" },
    { CASTLING, "e1g1", "0-0" }, { EP, "e5d6", "PxPd.p." } },
  ["descriptive:french"] = { { START, "e2e4", "P4R" }, { START, "g1f3", "C3FR" }, { TAKING, "c3d5", "C pr P" },
    { TWO_ROOKS, "e1d1", "T1R-1D" } },
  ["descriptive:english-old"] = { { START, "g1f3", "Kt-KB3" }, { TAKING, "c3d5", "KtxP" } },
  figurine = { { START, "g1f3", "♘f3" }, { PROMOTING, "f7f8q", "f8=♕" } },
  ["figurine-colour"] = { { START, "g1f3", "♘f3" },
    { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "g8f6", "♞f6" } },
  russian = { { "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", "e1d2", "Крd2" }, { START, "g1f3", "Кf3" } },
}

local function position_of(fen)
  return assert(chess.position(fen, { chess960 = fen == CHESS960 }))
end

describe("the style", function()
  for name, rows in pairs(VECTORS) do
    it(name .. " agrees with its source", function()
      local dialect = assert(chess.dialect(name))
      for _, row in ipairs(rows) do
        local position = position_of(row[1])
        local move = assert(position:parse_uci(row[2]))
        assert.equal(row[3], dialect:write(position, move))
        local read, repairs = dialect:read(position, row[3])
        assert.same({ row[2], {} }, { read and position:uci(read) or repairs, repairs })
      end
    end)
  end

  it("has a row in the tests, for each style", function()
    for _, row in ipairs(chess.dialects()) do
      assert.is_truthy(row.is_alphabet or VECTORS[row.name], row.name)
    end
  end)
end)

-- Plays the moves of a text in a dialect from the initial position.
local function replay(dialect, text)
  local position = chess.position()
  for token in text:gsub("%d+%.%s*", ""):gsub(" e%.p%.", "_e.p."):gmatch("%S+") do
    local move, message = dialect:read(position, (token:gsub("_", " ")))
    position = position:play(assert(move, message))
  end
  return position
end

describe("the sample game of FIDE's Laws of Chess", function()
  -- Appendix C prints this game in three notations; the third version has a different move 8.
  local FULL = "1.e4 e5 2.Nf3 Nf6 3.d4 exd4 4.e5 Ne4 5.Qxd4 d5 6.exd6 e.p. Nxd6 7.Bg5 Nc6 8.Qe3+ Be7 9.Nbd2 0-0 "
    .. "10.0-0-0 Re8 11.Kb1"
  local SHORT = "1.e4 e5 2.Nf3 Nf6 3.d4 ed4 4.e5 Ne4 5.Qd4 d5 6.ed6 Nd6 7.Bg5 Nc6 8.Qe3 Be7 9.Nbd2 0-0 "
    .. "10.0-0-0 Re8 11.Kb1"
  local LONG = "1.e2e4 e7e5 2.Ng1f3 Ng8f6 3.d2d4 e5xd4 4.e4e5 Nf6e4 5.Qd1xd4 d7d5 6.e5xd6 e.p. Ne4xd6 7.Bc1g5 Nb8c6 "
    .. "8.Qd4d3 Bf8e7 9.Nb1d2 0-0 10.0-0-0 Rf8e8 11.Kb1"

  it("can be read in all three editions, with the same position in two of them", function()
    local fide = chess.dialect "fide"
    local final = "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R b - - 9 11"
    assert.equal(final, tostring(replay(fide, FULL)))
    assert.equal(final, tostring(replay(fide, SHORT)))
    assert.equal((final:gsub("4QN2", "3Q1N2")), tostring(replay(fide, LONG)))
  end)

  it("requires an x in 2009", function()
    local position = position_of(TAKING)
    assert.same({ "capture_sign" }, (select(2, chess.dialect("fide2009"):read(position, "Nd5"))))
    assert.same({}, (select(2, chess.dialect("fide"):read(position, "Nd5"))))
  end)

  it("needs no repairs in the first two", function()
    local strict = chess.dialect("fide"):tolerating {}
    replay(strict, FULL)
    replay(strict, SHORT)
    assert.error(function() replay(strict, LONG) end)
  end)
end)

describe("the signs of a user's French game", function()
  local french = chess.dialect "french"

  local function read(fen, text)
    local position = position_of(fen)
    local move, repairs = french:read(position, text)
    return move and position:san(move), move and table.concat(repairs, " ")
  end

  it("are read without repairs", function()
    local knights = "4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1"
    local pawns = "1n2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert.same({ "N1c3", "" }, { read(knights, "C1c3") })
    assert.same({ "Nd2", "superfluous_origin" }, { read(knights, "Cbd2") })
    assert.same({ "a8=Q", "" }, { read(pawns, "a8=D") })
    assert.same({ "axb8=N", "" }, { read(pawns, "axb8=C") })
    assert.same({ "exd6", "ep_mark superfluous_origin" }, { read(pawns, "e5xd6ep") })
    assert.same({ "exd6", "ep_mark" }, { read(pawns, "exd6ep") })
  end)
end)

describe("a dialect whose castling looks like a sign of the Informant", function()
  it("reads its own castling, before or after a move", function()
    for _, words in ipairs { { "N", "~" }, { "=", "D" }, { "RR", "@" } } do
      local dialect = assert(chess.dialect { extend = "fide", short = words[1], long = words[2] })
      local game = chess.game '[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n1. O-O O-O-O 2. Kh1 Kb8 *'
      local text = assert(game:movetext { dialect = dialect })
      local again = assert(chess.game(assert(game:pgn { dialect = dialect }), { dialect = dialect }))
      assert.equal("1. O-O O-O-O 2. Kh1 Kb8 *", (again:movetext():gsub("%s+", " "):gsub(" $", "")), text)
    end
  end)

  it("still reads the sign in other dialects", function()
    local game = assert(chess.game("1. e4 N 1... e5 ~ *", { dialect = "fide" }))
    assert.same({ 146, 13 }, { game.root[1].nags[1], game.root[1][1].nags[1] })
  end)
end)

describe("pgn-extract's options", function()
  -- Differences of pgn-extract: the castling king has no letter, and b7a8Q lacks the hyphen that halg has otherwise.
  local KNOWN = { elalg = { ["Ke1g1"] = "e1g1", ["Ke8g8"] = "e8g8" },
    xlalg = { ["Ke1-g1"] = "e1-g1", ["Ke8-g8"] = "e8-g8" }, halg = { ["b7-a8Q"] = "b7a8Q" } }
  local GAME = "1. e4 Nf6 2. e5 d5 3. exd6 Qxd6 4. Nf3 g6 5. Bc4 Bg7 6. O-O O-O 7. Bxf7+ Rxf7 8. d4 Nc6 9. d5 Nb4 "
    .. "10. c4 a5 11. c5 Qxd5 12. c6 Kh8 13. cxb7 Qe4 14. bxa8=Q Qe5 15. Qxc8+ *"

  for _, name in ipairs { "lalg", "halg", "elalg", "xlalg", "xolalg" } do
    it(name .. " are implemented", function()
      local program = need.program "pgn-extract"
      local place <close> = folder()
      place:write("game.pgn", GAME .. "\n")
      place:run(("'%s' -s -W%s --notags --nomovenumbers game.pgn > out"):format(program, name))
      local dialect, words = chess.dialect(name), {}
      for node in chess.game(GAME):mainline() do
        local text = dialect:write(node.parent.position, node.move)
        words[#words + 1] = (KNOWN[name] or {})[text] or text
      end
      assert.equal(table.concat(words, " ") .. " *", (place:read("out"):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")))
    end)
  end
end)
