-- Standard Algebraic Notation: canonical output, other accepted spellings, and rejected texts with their messages.

local chess = require "lucena"
local need = require "spec.support.need"

local function position(fen)
  return assert(chess.position(fen))
end

local START = chess.position()

describe("SAN is written", function()
  -- tested rule, FEN, move (UCI), SAN
  local ROWS = {
    { "a pawn", chess.START_FEN, "e2e4", "e4" },
    { "a knight", chess.START_FEN, "g1f3", "Nf3" },
    { "a pawn's capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5" },
    { "an en passant capture, as any other", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6" },
    { "a capture", "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", "Nxd5" },
    { "a promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N" },
    { "a capture with promotion and check", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+" },
    { "castling short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O" },
    { "castling long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O" },
    { "castling with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+" },
    { "castling with mate", "R7/1R3pkp/6p1/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O" },
    { "check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8+" },
    { "mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#" },
    { "double check as check", "4k3/8/8/8/8/4N3/8/4R1K1 w - - 0 1", "e3c4", "Nc4+" },
    { "a king's move, without an origin", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", "Ke2" },
    -- PGN 8.2.3.4: add the file, else the rank, else both. Only pieces that can legally make the move count.
    { "the file", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2" },
    { "the file, of the other", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", "Nfd2" },
    { "the rank", "4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2", "N1d2" },
    { "the rank, of the other", "4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b3d2", "N3d2" },
    { "the file where both would tell", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1" },
    { "the file of rooks on one rank", "6k1/8/8/8/R6R/8/8/4K3 w - - 0 1", "a4e4", "Rae4" },
    { "the rank of rooks on one file", "7k/R7/8/8/8/8/R7/4K3 w - - 0 1", "a2a4", "R2a4" },
    { "file and rank", "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 60", "h4e1", "Qh4e1" },
    { "file alone of three queens", "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 60", "e4e1", "Qee1" },
    { "rank alone of three queens", "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 60", "h1e1", "Q1e1" },
    { "file and rank with a capture", "6k1/8/8/8/4Q2Q/8/8/K3r2Q w - - 0 1", "h4e1", "Qh4xe1" },
    { "none when the other is pinned", "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 1 5", "g1e2",
      "Ne2" },
    { "none when the other would leave a check", "4r1k1/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2" },
    { "one when the other moves along its pin", "4r1k1/8/8/8/4R3/8/8/R3K3 w - - 0 1", "a1a4", "Ra4" },
    { "one when the pinned rook may go there too", "4r1k1/8/8/R7/4R3/8/8/4K3 w - - 0 1", "a5e5", "Rae5" },
    { "none when the other is of the other side", "7k/8/8/8/8/8/1n6/1N2K3 w - - 0 1", "b1d2", "Nd2" },
    { "bishops of one colour", "4k3/8/8/8/8/8/1B3B2/4K3 w - - 0 1", "b2d4", "Bbd4" },
  }
  for _, row in ipairs(ROWS) do
    it("for " .. row[1] .. ": " .. row[4], function()
      local p = position(row[2])
      local move = assert(p:parse_uci(row[3]))
      assert.equal(row[4], p:san(move))
      assert.equal(move, p:parse(row[4]))
    end)
  end

  it("for Chess960 castling if the king does not move", function()
    local p = position "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1"
    assert.equal("O-O", p:san(p:parse_uci "c1h1"))
    assert.equal("O-O-O", p:san(p:parse_uci "c1b1"))
  end)

  it("for the null move", function()
    assert.equal("--", START:san(START:parse "--"))
  end)

  it("but not for illegal moves", function()
    local san, message, code = START:san(position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"):parse "Ra5")
    assert.is_nil(san)
    assert.equal("illegal move a1a5 (move 1, White)", message)
    assert.equal("illegal_move", code)
  end)
end)

describe("SAN accepts", function()
  local PROMOTES = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
  local PASSES = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
  local CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
  local MATES = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"
  local TAKES = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1"
  -- FEN, the canonical SAN, other spellings of it
  local ROWS = {
    { CASTLES, "O-O", "0-0", "o-o", "O-O+", "0-0!", "O-O#", "e1g1", "Ke1g1", "e1-g1", "e1h1", "Ke1h1", "e1-h1" },
    { CASTLES, "O-O-O", "0-0-0", "o-o-o", "O-O-O+", "e1c1", "Ke1-c1", "e1a1" },
    { PROMOTES, "a8=Q", "a8Q", "a8(Q)", "a8/Q", "a8=Q+", "a8Q#", "a8Q!", "a7a8=Q", "a7-a8Q", "a7a8(Q)", "Pa8=Q" },
    { PROMOTES, "axb8=N", "axb8N", "axb8(N)", "axb8/N", "ab8=N", "ab8N", "a7xb8=N", "a:b8N", "axb8=N!?" },
    { PASSES, "exd6", "exd6e.p.", "exd6ep", "exd6e.p", "exd6ep.", "exd6(ep)", "exd6ep+", "exd6+ep", "ed6", "ed6ep",
      "e5xd6ep", "e5d6", "e5-d6", "e:d6", "exd6ep!" },
    { chess.START_FEN, "Nf3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "g1f3", "g1-f3", "Nxf3", "N-f3", "Nf3+", "Nf3#",
      "Nf3++", "Nf3!", "Nf3?", "Nf3!!", "Nf3??", "Nf3!?", "Nf3?!", "Nf3+!", "Ng1xf3" },
    { chess.START_FEN, "e4", "e2e4", "e2-e4", "Pe4", "Pe2e4", "Pe2-e4", "ee4", "e4+", "e4#", "e4?!", "e2xe4" },
    { MATES, "Ra8#", "Ra8", "Ra8+", "Ra8++", "Ra8#!", "Raa8", "R1a8", "Ra1a8", "Ra1-a8", "a1a8" },
    { TAKES, "Nxd5", "Nd5", "Ncxd5", "N3d5", "Nc3xd5", "Nc3:d5", "c3d5", "N:d5" },
    { TAKES, "exd5", "ed5", "e4xd5", "e4d5", "Pexd5", "Pexd5" },
    { "6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 60", "Qh4e1", "Qh4-e1", "h4e1", "Qh4e1+" },
    { "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 1 5", "Ne2", "Nge2", "N1e2", "Ng1e2" },
    { chess.START_FEN, "--", "Z0", "@@@@", "0000", "null", "pass", "<>", "--!?", "Z0!" },
  }
  for _, row in ipairs(ROWS) do
    for i = 3, #row do
      it(("%s as %s in %s"):format(row[i], row[2], row[1]), function()
        local p = position(row[1])
        local move, message = p:parse(row[i])
        assert.is_nil(message)
        assert.equal(row[2], p:san(move))
      end)
    end
  end
end)

describe("SAN refuses", function()
  local ROWS = {
    bad_move = {
      [chess.START_FEN] = {
        "", " ", "e4 ", " e4", "e", "4", "e9", "i4", "x", "+", "!", "#", "e4x", "xe4x", "4e", "nf3", "NF3", "nF3",
        "Cf3",        "Sf3", "\u{2658}f3", "\u{041a}f3", "Nf3!!!", "Nf3??!", "Nf3\0", "N\0f3", "\0",
        "NNf3", "N11f3", "Ngg3f3", "2e4", "Nf3=Q", "Nf3(Q)",
        "e4=K", "e4=P", "e4=Q)", "e4(Q", "e4==Q", "e2e4e5", "O-O-O-O", "OO", "O-OO", "00", "0-0O", "O", "O-",
        "-O", "1-0", "0-1", "*", "...", "1.e4", "e4;", "e4,", "Kg8f", "--+", "Z", "@@",
        "000", "00000", "NULL", "Pass", "\u{2013}",
        ("N"):rep(1000), ("f3"):rep(500), "N" .. ("!"):rep(500),
      },
    },
    illegal_move = {
      [chess.START_FEN] = {
        "e5", "Nf6", "Nd2", "Ke2", "O-O", "0-0-0", "exd3", "ed3", "Qd4", "Bb5", "e2e5", "a1a1", "Nb1f3", "Nbf3", "N2f3",
        "e4=Q", "e8=Q", "e1", "Rxa2",
      },
      ["4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"] = { "--", "0000", "Kd2", "Ke3" },
      ["4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1"] = { "d5", "xd5", "Bd5", "Kd5" },
      ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"] = { "Kg1", "Kc1", "Kh1", "Ke2h1", "Rg1f1", "Keg1", "K1g1",
        "Kd1g1", "Ke2g1", "Re1g1", "e1b1" },
      ["1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1"] = { "e1g1", "Ke1c1" },
      ["r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1"] = { "O-O", "O-O-O", "e1g1" },
      ["4r1k1/8/8/8/8/8/4N3/N3K3 w - - 0 1"] = { "Nec3", "Nc3", "Ne2c3" },
    },
    ambiguous_move = {
      ["4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"] = { "Nd2" },
      ["6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 60"] = { "Qe1", "Qhe1", "Q4e1" },
      ["7k/R7/8/8/8/8/R7/4K3 w - - 0 1"] = { "Ra4", "Raa4" },
    },
    missing_promotion = {
      ["1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"] = { "a8", "axb8", "a7a8", "a7xb8", "ab8", "a8!", "Pa8", "a8+" },
    },
    game_over = {
      ["rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"] = { "a3", "Kf2", "O-O" },
      ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] = { "Kg8", "--", "a3", "a1=Q" },
    },
  }
  for code, fens in pairs(ROWS) do
    for fen, tokens in pairs(fens) do
      for _, token in ipairs(tokens) do
        it(("'%s' as %s in %s"):format(token:sub(1, 20):gsub("%c", "?"), code, fen), function()
          local move, message, found = position(fen):parse(token)
          assert.is_nil(move)
          assert.equal(code, found, message)
          assert.equal("string", type(message))
        end)
      end
    end
  end

  -- FEN, token, message
  local MESSAGES = {
    { chess.START_FEN, "Cf3", "not a move Cf3 (move 1, White)" },
    { chess.START_FEN, "Nf6", "illegal move Nf6 (move 1, White)" },
    { "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 7", "Nd2", "ambiguous move Nd2: Nbd2 or Nfd2 (move 7, White)" },
    { "4k3/8/8/8/8/8/p7/4K3 b - - 0 9", "a1", "promotion piece missing a1 (move 9, Black)" },
    { "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Kg8", "move after the end of play Kg8 (move 1, Black)" },
    { chess.START_FEN, "e4\27[2J", "not a move \"e4\\x1b[2J\" (move 1, White)" },
    { chess.START_FEN, "", "not a move \"\" (move 1, White)" },
  }
  for _, row in ipairs(MESSAGES) do
    it("with: " .. row[3], function()
      local _, message = position(row[1]):parse(row[2])
      assert.equal(row[3], message)
    end)
  end
end)

describe("SAN is read", function()
  it("in the same way alone, in a game, and on a board", function()
    for _, token in ipairs {
      "Nf3", "Ng1f3", "e2-e4", "0-0", "Cf3", "nf3", "Nf6", "e9", "Pe4", "--", "a8=Q", "e4e.p.",
    } do
      local move, _, code = START:parse(token)
      local g = chess.game("1. " .. token .. " *")
      local first = g.diagnostics[1]
      assert.equal(move and 1 or 0, g.plies, token)
      assert.equal(code, first and first.code, token)
      local after = START:play(token)
      assert.equal(move ~= nil, after ~= nil, token)
      if move then
        assert.equal(tostring(after), tostring(g.final))
        assert.equal(move, g.root[1].move)
      end
    end
  end)
end)

-- ---- reading written moves -----------------------------------------------------------------------

local MODES = { "legal", "xfen", "always" }

-- Writes every legal move as SAN and UCI, and the position as FEN in each mode, and reads them again.
local function check(p)
  local moves = p:moves()
  for i = 1, #moves do
    local move = moves[i]
    local san, uci = p:san(move), p:uci(move)
    if p:parse(san) ~= move or p:parse_uci(uci) ~= move then
      error(("%s or %s is not read as what it was written for, in %s"):format(san, uci, tostring(p)))
    end
  end
  for _, mode in ipairs(MODES) do
    local opts = { ep = mode }
    local fen = p:fen(opts)
    local again = chess.position(fen, { chess960 = p.chess960 })
    if not again or again:fen(opts) ~= fen or again ~= p then
      error(("%s is not read as it was written (%s)"):format(fen, mode))
    end
  end
  return #moves
end

-- Calls check() for every `stride`th position of at most `limit` games. Returns the numbers of positions, moves and
-- games.
local function check_games(games, limit, stride)
  local positions, moves, number = 0, 0, 0
  for g in games do
    number = number + 1
    local ply = 0
    for board in g:boards() do
      ply = ply + 1
      if ply % stride == 0 then
        positions, moves = positions + 1, moves + check(board:position())
      end
    end
    if number == limit then
      break
    end
  end
  return positions, moves, number
end

describe("written moves are read back", function()
  it("for every legal move of the positions in the sample database", function()
    local positions, moves = check_games(chess.games("spec/data/engine/engine.pgn"), nil, 3)
    assert.equal(13301, positions)
    assert.equal(350040, moves)
  end)

  it("in Chess960", function()
    local positions, moves = check_games(chess.games("spec/data/pgn/chess960.pgn"), nil, 1)
    assert.equal(19, positions)
    assert.is_true(moves > 300)
  end)

  it("for every legal move of 200 games from tournaments", function()
    local packed, zstd = need.data "throughput/otb.pgn.zst", need.program "zstd"
    local path = os.tmpname()
    -- The first megabytes contain more games than needed.
    assert(os.execute(("'%s' -dcq '%s' 2>/dev/null | head -c 1000000 > '%s'"):format(zstd, packed, path)))
    local good, positions, moves, number = pcall(check_games, chess.games(path), 200, 1)
    os.remove(path)
    assert.is_true(good, positions)
    assert.equal(200, number)
    assert.is_true(positions > 12000 and moves > 300000, positions .. " positions, " .. moves .. " moves")
  end)
end)
