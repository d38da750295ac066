-- King of the Hill and Three-check: the end of the game, the FEN, and counts of moves. The moves are those of chess, so
-- a model plays each game as standard chess, and counts checks and kings in the center itself.

local chess = require "lucena"

local HILL, CHECKS = "King of the Hill", "Three-check"
local START = chess.START_FEN

local function position(fen, variant)
  return assert(chess.position(fen, { variant = variant }))
end

describe("perft", function()
  -- variant, FEN, counts by depth, source
  local ROWS = {
    { HILL, "8/5k2/1pp2p2/8/3P1PP1/P3K3/1P6/8 b - -", { 10, 120, 1000, 12460, 104314 }, "shakmaty" },
    { HILL, "rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 4 12", { [3] = 19003 }, "Fairy-Stockfish" },
    { CHECKS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1", { 48, 2039, 97848 },
      "python-chess" },
    { CHECKS, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1", { 26, 562, 13410 }, "python-chess" },
    { CHECKS, "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39", { [3] = 12407 }, "Fairy-Stockfish" },
    { CHECKS, "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1 39 +2+0", { [3] = 12407 }, "Fairy-Stockfish" },
  }
  for _, row in ipairs(ROWS) do
    it(("counts %s as %s does"):format(row[2], row[4]), function()
      local p = position(row[2], row[1])
      for depth, nodes in pairs(row[3]) do
        assert.equal(nodes, p:perft(depth))
      end
    end)
  end

  -- Count with standard chess, and end each line by the rules of the variant.
  local function model(p, depth, variant, given)
    if depth == 0 then
      return 1
    end
    local total = 0
    for _, move in ipairs(p:moves()) do
      local after, mover = p:play(move), p.turn
      local checks = { white = given.white, black = given.black }
      checks[mover] = checks[mover] + (after.is_check and 1 or 0)
      local king = after:squares(mover == "white" and "K" or "k")[1]
      local is_over = variant == HILL and king:find("^[de][45]$") or variant == CHECKS and checks[mover] == 3
      total = total + (is_over and (depth == 1 and 1 or 0) or model(after, depth - 1, variant, checks))
    end
    return total
  end

  it("agrees with a count that plays standard chess", function()
    local fens = { "8/8/1k1q4/8/2K5/8/4R3/8 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
      "2k5/P7/8/8/8/3K2p1/8/8 w - - 0 1" }
    for _, fen in ipairs(fens) do
      local standard = position(fen)
      for depth = 0, 3 do
        local none, one = { white = 0, black = 0 }, { white = 2, black = 1 }
        assert.equal(model(standard, depth, HILL, none), position(fen, HILL):perft(depth))
        assert.equal(model(standard, depth, CHECKS, none), position(fen, CHECKS):perft(depth))
        assert.equal(model(standard, depth, CHECKS, one), position(fen .. " +2+1"):perft(depth))
      end
      local whole = standard:perft(3)
      assert.is_true(position(fen, HILL):perft(3) < whole or position(fen .. " +2+1"):perft(3) < whole)
    end
  end)
end)

describe("the outcome", function()
  -- variant, FEN, moves, reason, winner, FEN after the moves
  local ROWS = {
    { HILL, "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "Ke4", "king_in_center", "white" },
    { HILL, "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "Kf4" },
    { HILL, "8/8/3k4/8/8/8/8/4K3 b - - 0 1", "Kd5", "king_in_center", "black" },
    { HILL, "8/8/3k4/8/8/8/8/4K3 b - - 0 1", "Ke5", "king_in_center", "black" },
    { HILL, "8/8/8/8/2k5/8/8/4K3 b - - 0 1", "Kd4", "king_in_center", "black" },
    { HILL, "8/8/4k3/8/8/3K1N2/8/8 w - - 0 1", "Kc3" }, -- a king is enough to win
    { HILL, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "", "checkmate", "black" },
    { HILL, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "stalemate" },
    { HILL, "8/8/8/8/k7/2K5/8/1R6 w - - 0 1", "Kd4", "king_in_center", "white" },
    { HILL, "k7/1R6/K7/8/8/8/8/8 b - - 150 90", "", "stalemate" },
    { HILL, "k6R/8/8/8/8/K7/8/8 b - - 150 90", "", "seventyfive_moves" },
    -- the last move also stalemates; both kings are in the center
    { HILL, "8/8/8/7p/4K2P/8/6Q1/7k b - - 0 1", "", "king_in_center", "white" },
    { HILL, "8/8/8/3k4/8/4K3/8/8 w - - 0 1", "", "king_in_center", "black" },
    { HILL, "8/8/8/3k4/5K2/8/8/8 w - - 0 1", "", "king_in_center", "black" },
    { CHECKS, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Rh8 Ke7 Rh7 Kd6 Rh6", "three_checks", "white" },
    { CHECKS, "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+0", "Rh8 Ke7 Rh7", "three_checks", "white" },
    { CHECKS, "4k2r/8/8/8/8/8/8/4K3 b - - 0 1 +1+2", "Rh1", "three_checks", "black" },
    { CHECKS, "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1 +1+0", "Nf6" }, -- a double check is one check
    { CHECKS, "k7/8/1K6/8/8/8/8/7R w - - 0 1 +2+0", "Rh8", "checkmate", "white" },
    { CHECKS, "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "", "insufficient_material" },
    { CHECKS, "8/8/4k3/8/8/3K1N2/8/8 w - - 0 1", "" }, -- any piece can give checks
    { CHECKS, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 +2+0", "", "stalemate" },
  }
  for _, row in ipairs(ROWS) do
    it(("of %s %s in %s is %s"):format(row[2], row[3], row[1], row[4] or "open"), function()
      local p = position(row[2], row[1])
      p = row[3] == "" and p or assert(p:play(row[3]))
      assert.same(row[4] and { reason = row[4], winner = row[5] }, p:outcome())
    end)
  end

  it("ends the game: no move is legal, and none is read", function()
    local p = position("4k3/8/8/8/8/4K3/8/8 w - - 0 1", HILL):play "Ke4"
    assert.equal(0, #p:moves())
    assert.equal(0, p:perft(1))
    assert.equal(1, p:perft(0))
    local standard = chess.position(p:fen())
    assert.is_false(p:is_legal(standard:moves()[1]))
    for dialect, text in pairs { pgn = "Ke7", german = "Ke7", french = "Re7", long = "Ke8-e7", uci = "e8e7" } do
      local move, _, code = p:parse(text, dialect)
      assert.is_nil(move)
      assert.equal("game_over", code)
    end
    assert.equal("game_over", select(3, p:play "--"))
    assert.equal("illegal_move", select(3, p:pass()))
    assert.equal("illegal_move", select(3, p:parse_uci "0000"))
    assert.equal("illegal_move", select(3, p:parse_uci "e8e7"))
    assert.is_truthy(tostring(p:explain "Ke7"):find("The game is over: king in center.", 1, true))
  end)

  it("ends the game also for a dialect that remembers the move from chess", function()
    -- A dialect remembers moves if a program or file defines it, or a file is read in it, and it is not PGN with other
    -- letters.
    for _, style in ipairs { "long", "lan:french", "iccf" } do
      local own = assert(chess.dialect { name = "own", extend = style })
      for _, row in ipairs { { HILL, "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "Ke4" },
                             { CHECKS, "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0", "Rh8" } } do
        local p = position(row[2], row[1]):play(row[3])
        local standard = chess.position((p:fen():gsub(" %+%d%+%d$", "")))
        local text = standard:write(standard:parse "Kd7", own)
        for _ = 1, 3 do
          assert.equal("e8d7", tostring(standard:parse(text, own)))
        end
        for dialect, written in pairs { pgn = "Kd7", [own] = text } do
          local move, _, code = p:parse(written, dialect)
          assert.is_nil(move)
          assert.equal("game_over", code)
        end
      end
    end
  end)

  it("is not marked in SAN: # means checkmate", function()
    local p = position("4k3/8/8/8/8/4K3/8/8 w - - 0 1", HILL)
    assert.equal("Ke4", p:san(p:parse "Ke4#"))
    p = position "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0"
    assert.equal("Rh8+", p:san(p:parse "Rh8#"))
    p = position "k7/8/1K6/8/8/8/8/7R w - - 0 1 +2+0"
    assert.equal("Rh8#", p:san(p:parse "Rh8+"))
  end)

  it("depends on the pieces that can still win", function()
    local bare = "8/8/4k3/8/8/3K1N2/8/8 w - - 0 1"
    assert.same({ true, true, false, true, false, false }, {
      position(bare):is_insufficient "white", position(bare):is_insufficient "black",
      position(bare, CHECKS):is_insufficient "white", position(bare, CHECKS):is_insufficient "black",
      position(bare, HILL):is_insufficient "white", position(bare, HILL):is_insufficient "black" })
  end)
end)

describe("the FEN of Three-check", function()
  local BOARD = "4k3/8/8/8/8/8/8/4K2R"
  -- read, written
  local ROWS = {
    { BOARD .. " w - - 3 7 +0+0", BOARD .. " w - - 3 7 +0+0" },
    { BOARD .. " b - - 3 7 +2+1", BOARD .. " b - - 3 7 +2+1" },
    { BOARD .. " w - - 3+3 3 7", BOARD .. " w - - 3 7 +0+0" },
    { BOARD .. " w - - 1+2 3 7", BOARD .. " w - - 3 7 +2+1" },
    { BOARD .. " w - - 0+2 3 7", BOARD .. " w - - 3 7 +3+1" },
    { BOARD .. " w - - 1+2", BOARD .. " w - - 0 1 +2+1" },
    { BOARD .. " w K - 1+2 5", BOARD .. " w K - 5 1 +2+1" },
    { BOARD .. "  w - -  0 1  +0+2 ", BOARD .. " w - - 0 1 +0+2" },
    -- errors: message, code
    { BOARD .. " w - - 0 1 +4+0", nil, "fen:32: bad numbers of checks", "bad_checks" },
    { BOARD .. " w - - 0 1 +3+3", nil, "fen:32: bad numbers of checks", "bad_checks" },
    { BOARD .. " w - - 3+4 0 1", nil, "fen:28: bad numbers of checks", "bad_checks" },
    { BOARD .. " w - - 0+0 0 1", nil, "fen:28: bad numbers of checks", "bad_checks" },
    { BOARD .. " w - - 0 1 2+0", nil, "fen:32: text after the sixth field", "trailing_text" },
    { BOARD .. " w - - 0 1 +2", nil, "fen:32: text after the sixth field", "trailing_text" },
    { BOARD .. " w - - 0 1 +2+0+0", nil, "fen:32: text after the sixth field", "trailing_text" },
    { BOARD .. " w - - 0 1 +x+0", nil, "fen:32: text after the sixth field", "trailing_text" },
    { BOARD .. " w - - 0 1 +2+0 x", nil, "fen:37: text after the sixth field", "trailing_text" },
    { BOARD .. " w - - 1+3 0 1 +2+0", nil, "fen:36: text after the sixth field", "trailing_text" },
    { BOARD .. " w - - +2+0 0 1", nil, "fen:28: bad move counter, a number of 0 to 65535 is expected", "bad_clock" },
    { BOARD .. " w - - 0 3+3 1", nil, "fen:30: bad move counter, a number of 0 to 65535 is expected", "bad_clock" },
  }
  for _, row in ipairs(ROWS) do
    it(("%s is %s"):format(row[1], row[2] or row[4]), function()
      local p, message, code = chess.position(row[1])
      assert.same({ row[2], row[3], row[4] }, { p and p:fen(), message, code })
      assert.equal(row[2] and "Three-check", p and p.variant)
      local s, problem, why = chess.setup(row[1])
      assert.same({ row[2], row[3], row[4] }, { s and s:fen(), problem, why })
    end)
  end

  it("has the numbers of checks", function()
    local p = position(BOARD .. " w - - 0 1 +2+1")
    assert.equal(2, p:checks_given "white")
    assert.equal(1, p:checks_given "black")
    assert.is_nil(position(START):checks_given "white")
    assert.is_nil(position(START, HILL):checks_given "black")
    assert.equal("4k2r/8/8/8/8/8/8/4K3 b - - 0 1 +1+2", p:mirror():fen())
    assert.equal("3k4/8/8/8/8/8/8/R2K4 w - - 0 1 +2+1", p:flip("horizontal"):fen())
  end)

  it("is accepted in strict mode", function()
    assert.equal(BOARD .. " w - - 0 1 +1+0", tostring(chess.position(BOARD .. " w - - 0 1 +1+0", { strict = true })))
    assert.equal(BOARD .. " w - - 0 1 +1+0", tostring(chess.position(BOARD .. " w - - 2+3 0 1", { strict = true })))
    assert.equal("fen_spaces", select(3, chess.position(BOARD .. " w - - 0 1  +1+0", { strict = true })))
  end)
end)

describe("the variant", function()
  it("has the names of servers and programs", function()
    local names = {
      [HILL] = { "King of the Hill", "KOTH", "kingOfTheHill", "kingofthehill", "king-of-the-hill" },
      [CHECKS] = { "Three-check", "Three check", "threeCheck", "3-check", "3 Check", "3check", "Three Check Chess" },
      Standard = { "Standard", "chess", "", "From Position" }, Chess960 = { "Chess960", "Fischer Random" },
    }
    for variant, list in pairs(names) do
      for _, name in ipairs(list) do
        assert.equal(variant, chess.position(nil, { variant = name }).variant, name)
        assert.equal(variant, chess.position(START, { variant = name }).variant, name)
      end
    end
    local message = "bad argument #2 to 'position' (option 'variant': \"Standard\", \"Chess960\","
      .. ' "King of the Hill" or "Three-check" expected, got '
    assert.has_error(function() chess.position(nil, { variant = "Foo" }) end, message .. "'Foo')")
    assert.has_error(function() chess.position(START, { variant = 3 }) end, message .. "number)")
  end)

  it("may not contradict the numbers of checks in the FEN", function()
    local fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+1"
    assert.equal(fen, tostring(chess.position(fen, { variant = "Standard" })))
    assert.equal(fen, tostring(chess.position(fen, { variant = "3check" })))
    for _, name in ipairs { HILL, "Chess960" } do
      local p, message, code = chess.position(fen, { variant = name })
      assert.same({ nil, "fen:32: bad numbers of checks", "bad_checks" }, { p, message, code })
    end
  end)

  it("can be set in a Setup", function()
    local s = chess.setup(START)
    assert.equal("Standard", s.variant)
    s.variant = "koth"
    assert.equal(HILL, s:position().variant)
    s.variant = "3check"
    assert.equal(START .. " +0+0", s:position():fen())
    s = chess.setup "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+1"
    s.variant = "Three-check"
    assert.equal("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+1", s:fen())
    s.variant = "Standard"
    assert.equal("4k3/8/8/8/8/8/8/4K2R w - - 0 1", s:position():fen())
    s.variant = "Chess960"
    assert.is_true(s.chess960)
    assert.has_error(function() s.variant = "Foo" end, "lucena.Setup field 'variant': \"Standard\", \"Chess960\","
      .. " \"King of the Hill\" or \"Three-check\" expected, got 'Foo'")
  end)

  it("is part of the identity of a position, and so are the checks given", function()
    local all = { position(START), position(START, HILL), position(START, CHECKS), position(START .. " +1+0"),
      position(START .. " +0+1"), position(START .. " +2+0") }
    for i, p in ipairs(all) do
      for k, other in ipairs(all) do
        assert.equal(i == k, p == other)
        assert.equal(i == k, p.key == other.key)
      end
    end
    assert.equal(all[1]:polyglot_key(), all[3]:polyglot_key()) -- opening books have no keys for variants
  end)

  it("prevents repetitions after each check", function()
    local moves = "1. Ra8+ Kd7 2. Ra1 Ke8 3. Ra8+ Kd7 4. Ra1 Ke8 *"
    local fen = '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1%s"]\n\n'
    local function times(text)
      local node
      for it in assert(chess.game(text)):mainline() do
        node = it
      end
      return node:repetitions()
    end
    assert.equal(3, times(fen:format "" .. moves))
    assert.equal(1, times(fen:format " +0+0" .. moves))
  end)

  it("is refused by EPD, and by engines that do not play it", function()
    local record, message, code = chess.epd(position(START, HILL))
    assert.same({ nil, "epd:1:1: EPD has no positions of King of the Hill", "unsupported_variant" },
      { record, message, code })
    assert.equal("unsupported_variant", select(3, chess.epd(position(START, CHECKS))))
  end)
end)

describe("random games", function()
  local seed = math.tointeger(tonumber(os.getenv "LUCENA_SEED" or "")) or os.time()
  -- Play random moves on a Board and in standard chess. Compare moves, checks, ends and FENs; then undo all moves.
  local function play(variant, rng)
    local board, standard = chess.board(position(START, variant)), chess.position()
    local given, history = { white = 0, black = 0 }, {}
    for _ = 1, 200 do
      local moves, expected = board:moves(), standard:moves()
      local fen = standard:fen()
      history[#history + 1] = board:fen()
      local checks = variant == CHECKS and (" +%d+%d"):format(given.white, given.black) or ""
      assert.equal(fen .. checks, board:fen())
      local mover = standard.turn == "white" and "black" or "white"
      local king = standard:squares(mover == "white" and "K" or "k")[1]
      local is_over = variant == HILL and king:find("^[de][45]$") or variant == CHECKS and given[mover] == 3
      assert.equal(is_over and 0 or #expected, #moves)
      if is_over then
        local outcome = board:outcome()
        assert.equal(mover, outcome.winner)
        break
      elseif #moves == 0 then
        assert.same(standard:outcome(), board:outcome())
        break
      end
      -- Prefer checks and steps of the king, so that games end.
      local move = moves[rng(#moves)]
      for _ = 1, 8 do
        local other = moves[rng(#moves)]
        local is_step = variant == HILL and standard:piece(other.from):upper() == "K" and not other.is_castling
        if is_step or variant == CHECKS and standard:gives_check(other) then
          move = other
        end
      end
      assert.equal(standard:san(move), board:san(move))
      local turn = standard.turn
      board:play(move)
      standard = standard:play(move)
      given[turn] = given[turn] + (standard.is_check and 1 or 0)
    end
    for i = board.ply, 1, -1 do
      board:undo()
      assert.equal(history[i], board:fen())
    end
    return #history
  end

  for _, variant in ipairs { HILL, CHECKS } do
    it(("of %s agree with standard chess until they end (seed %s)"):format(variant, seed), function()
      math.randomseed(seed)
      for _ = 1, 40 do
        assert.is_true(play(variant, math.random) > 3)
      end
    end)
  end
end)
