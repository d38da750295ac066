-- `motif "NAME"`: the definitions of lichess, examples of each, a slow second definition on random lines, and the gain.

local chess = require "lucena"
local model = require "spec.support.motif_model"
local names = require "lucena.motif_names"

local q = chess.query
local SAMPLE = "spec/data/sample/sample.pgn"

-- Lines from positions: the first move is the mistake, the other side has the motif or not.
local EXAMPLES = {
  fork = {
    yes = {
      { "4R3/2k4p/6r1/2p2p2/2B1b3/1PP3P1/5K2/8 b - -", "f4 Re7+ Kb6 Bf1" },
      { "r1br4/p5pp/2p5/4k3/3N4/2KBP3/PP4PP/7R b - -", "h5 Nxc6+ Kd6 Rc1" },
      { "5k2/p4p2/1p6/7R/3q4/1P2nQ2/P7/6K1 w - -", "Qxe3 Qg4+ Kf1 Qg1+" },
    },
    no = {
      { "3k4/2q5/8/5K2/3P3Q/8/8/8 b - -", "Kd7 Qd8+" },
      { "8/8/4r1pp/6k1/5R2/6PK/8/8 b - -", "Rf6 Rf5+" },
      { "8/4R1Q1/K5k1/P4qp1/8/7p/8/8 b - -", "Kh5 Qf7+" },
    },
  },
  pin = {
    yes = {
      { "3R4/5p1k/1p2q1p1/2p5/P2p3P/3Q2P1/1P3PK1/4r3 b - -", "Qe3 h5" },
      { "2r5/5R2/1kq2pQ1/4p3/pP1r4/Pp4P1/1P5P/KR6 b - -", "Qc7 Rg7" },
      { "6kr/pp3q1p/5p1B/2br4/6Q1/8/PPP2PPP/4R1K1 b - -", "Qg6 Ra1" },
    },
    no = {
      { "8/8/6pk/7p/4r3/R5PK/8/8 w - -", "Re3 Rxe3" },
      { "8/8/8/1kn4R/8/6r1/4K3/8 b - -", "Rg2+ Ke3" },
      { "8/8/5bk1/5pp1/8/2p2P2/1pK5/6R1 b - -", "Kh6 Rxg5" },
    },
  },
  skewer = {
    yes = {
      { "8/p3k1pp/1n1Np1b1/2r5/1R6/1B3P2/1P1K2PP/8 w - -", "Rh4 Rc2+ Kd1 Rxg2" },
      { "2rq1rk1/pp2npp1/1b2bn1p/3pN3/8/P1N1P1B1/1P2BPPP/2RQ1RK1 w - -", "f3 Bd4 Nxd5 Bxb2" },
      { "5R2/8/1kp5/8/4PKPP/rp6/8/8 b - -", "Ra5 Rb8+ Kc7 Rxb3 Kd8 Rc3" },
    },
    no = {
      { "8/4N3/5K2/2k5/5P2/8/8/1b6 w - -", "Ng8 Kb6 f5 Bxf5" },
      { "8/8/8/4pk1p/R7/1r3K1P/8/8 w - -", "Kf2 e4 Rxe4 Rxh3" },
      { "8/8/3k2p1/R5P1/6r1/4K3/P7/8 w - -", "Rd5+ Kc7 a4 Rxg5" },
    },
  },
  ["discovered attack"] = {
    yes = {
      { "r3b3/P2qb1kp/R2p4/1p1PNp2/4P1p1/2QP3P/6K1/R7 b - -", "Bh4 Nc6+" },
      { "kr6/3b1p1p/p1qP1p2/Q4p1N/2p5/P4R1P/1bP3P1/1K2R3 w - -", "Rxf5 Bc1+" },
      { "r1bqkb1r/pp3ppp/3p2n1/1N1Pp3/Q1P5/8/PP3PPP/R1B1KB1R b KQkq -", "Qg5 Nd4+" },
    },
    no = {
      { "8/8/8/R2Pk3/8/p7/3r1KPP/8 w - -", "Kg1 Ra2" },
      { "8/8/3p1kp1/8/8/2P4P/5KP1/8 b - -", "Kf5 g4+" },
      { "R7/P4p2/5k2/8/7p/r7/5PK1/8 w - -", "f3 Ra2+" },
    },
  },
  ["double check"] = {
    yes = {
      { "7r/4k1p1/p1pp3r/1pn1p1n1/4P3/1BN1R1Pb/PPP2PK1/4RN2 w - -", "Kh1 Bg2+ Kxg2 Rh2+" },
      { "4rk2/3R2p1/5p1p/3p4/3B4/b1PbNPP1/6KP/8 w - -", "Kg1 Rxe3 Bc5+ Bxc5 Rxd5 Re1+" },
      { "3r3k/4N3/1R3b1r/5R2/1P2B3/4P2P/8/3b2K1 b - -", "Bxe7 Rxh6+ Kg7 Rh7+ Kg6 Rg5+" },
    },
    no = {
      { "8/8/8/R2Pk3/8/p7/3r1KPP/8 w - -", "Kg1 Ra2" },
      { "8/8/3p1kp1/8/8/2P4P/5KP1/8 b - -", "Kf5 g4+" },
      { "8/5kp1/5p2/2P5/6R1/1P6/r4K1P/8 w - -", "Kg1 g6" },
    },
  },
  ["hanging piece"] = {
    yes = {
      { "8/8/6pk/7p/4r3/R5PK/8/8 w - -", "Re3 Rxe3" },
      { "8/8/2k5/2n5/6r1/8/3K3R/8 b - -", "Nd3 Kxd3" },
      { "4r3/6p1/2R1Pk2/8/5K2/8/6P1/8 b - -", "Rc8 Rxc8" },
    },
    no = {
      { "8/8/5pKn/4kPbP/8/3B4/8/8 b - -", "Nxf5 Bxf5" },
      { "8/5pk1/p7/P3q2p/5rP1/6P1/Q6K/R7 b - -", "Qf5 gxf4" },
      { "8/5k2/5p2/2pKpN2/3b1pP1/1P3P2/8/8 b - -", "Ke8 Nxd4" },
    },
  },
  ["trapped piece"] = {
    yes = {
      { "4r3/pp3pk1/2p2p2/4nBp1/P1P3Pq/4P2P/2Q2PK1/7R b - -", "Nxg4 hxg4 Rxe3 Rxh4" },
      { "rnb1k2r/ppp2ppp/4pn2/3q4/1b1P4/2N5/PPQ1PPPP/R1B1KBNR w KQkq -", "a3 Qxg2 axb4 Qxh1" },
      { "8/p5Nk/6pp/8/2PP1q2/4p3/P3PnB1/R2R1K2 w - -", "c5 Qe4 Bxe4 Kxg7 d5 a5" },
    },
    no = {
      { "8/8/5pKn/4kPbP/8/8/2B5/8 w - -", "Bb3 Ke4 Bd5+ Kxd5" },
      { "5k2/8/8/3Q4/3PK3/8/6q1/8 w - -", "Kf5 Qe2 Qf7+ Kxf7" },
      { "8/8/8/2Kb1p2/k1N2P2/P7/8/8 b - -", "Bxc4 Kd4 Kxa3 Kxc4" },
    },
  },
  sacrifice = {
    yes = {
      { "8/6pp/4rk2/R7/8/6PK/8/8 b - -", "g6 Rh5 gxh5 Kh2" },
      { "8/8/5Rp1/8/4p2P/5k2/P6r/4K3 b - -", "Ke3 Rf3+ Kxf3 a4" },
      { "8/8/K4p2/1pk5/5P2/P1P1Nb2/8/8 w - -", "Ng4 Bb7+ Kxb7 b4" },
    },
    no = {
      { "8/8/3k4/3P2P1/4KN2/6b1/8/8 b - -", "Bxf4 g6" },
      { "8/6k1/6pp/5p2/3r3P/5N2/5K2/8 w - -", "Nxd4 g5" },
      { "8/6k1/6pp/5p2/3r3P/5N2/5K2/8 w - -", "Nxd4 Kh7" },
    },
  },
  ["back-rank mate"] = {
    yes = {
      { "6k1/p4ppp/4p3/3pPqP1/3B3P/PpQ3K1/8/8 b - -", "a5 Qc8#" },
      { "1R6/5pkp/4p3/6p1/4P3/3r4/5PPP/6K1 w - -", "Rb2 Rd1#" },
      { "8/4k1p1/pp5p/3B4/P7/1P6/1b3PPP/2rR2K1 w - -", "Re1+ Rxe1#" },
    },
    no = {
      { "5k2/3p4/1p3Q2/7p/1q2B3/7P/4K3/4b3 b - -", "Ke8 Bg6#" },
      { "3kr3/7R/2r1p3/2P5/1R6/1P2P3/5P2/4K3 b - -", "Rd6 Rb8#" },
      { "r1br3k/1p4pB/8/p5N1/5R2/8/n1P2PPP/4R1K1 b - -", "Rd2 Rf8#" },
    },
  },
  ["smothered mate"] = {
    yes = {
      { "5Qbk/pp4pp/2nN2q1/8/2P1p3/P1P5/6PP/5BK1 b - -", "Qh6 Nf7#" },
      { "5Qbk/pp4pp/2nN2q1/8/2P1p3/P1P5/6PP/5BK1 b - -", "Qxg2+ Bxg2 Nb8 Nf7#" },
      { "r1bqkbnr/pppppppp/8/8/3nP3/8/PPPPNPPP/RNBQKB1R w KQkq -", "g3 Nf3#" },
    },
    no = {
      { "6k1/p4ppp/4p3/3pPqP1/3B3P/PpQ3K1/8/8 b - -", "a5 Qc8#" },
      { "1R6/5pkp/4p3/6p1/4P3/3r4/5PPP/6K1 w - -", "Rb2 Rd1#" },
      { "5k2/3p4/1p3Q2/7p/1q2B3/7P/4K3/4b3 b - -", "Ke8 Bg6#" },
    },
  },
}

local function game_of(example)
  local game = chess.game(assert(chess.position(example[1] .. " 0 1")))
  game.root:add_line(example[2])
  return game
end

-- Whether the side that replies to the first move has a motif.
local function has(name, game, options)
  local wanted = { name, side = game.start.turn == "white" and "black" or "white" }
  for key, value in pairs(options or {}) do
    wanted[key] = value
  end
  return q.motif(wanted)(game)
end

describe("motif", function()
  for _, row in ipairs(names.ROWS) do
    local name = row[1]
    it("finds three examples of " .. name .. ", and not three others", function()
      assert.same({ 3, 3 }, { #EXAMPLES[name].yes, #EXAMPLES[name].no })
      for _, example in ipairs(EXAMPLES[name].yes) do
        assert.is_true(has(name, game_of(example)), example[1])
        assert.is_true(model.holds(name, model.line(game_of(example))), example[1])
      end
      for _, example in ipairs(EXAMPLES[name].no) do
        assert.is_false(has(name, game_of(example)), example[1])
        assert.is_false(model.holds(name, model.line(game_of(example))), example[1])
      end
    end)
  end

  it("equals a slow definition on random lines", function()
    local seed = os.time()
    math.randomseed(seed)
    local starts = {}
    for game in chess.games(SAMPLE) do
      starts[#starts + 1] = game:node_at(math.random(game.plies)).position
    end
    for i = 1, os.getenv "LUCENA_LONG" and 5000 or 600 do
      local game = model.random(starts[math.random(#starts)], 2 * math.random(4))
      local count = game.plies - game.plies % 2
      local line = count >= 2 and model.line(game)
      for _, row in ipairs(count == game.plies and line and names.ROWS or {}) do
        assert.equal(model.holds(row[1], line), has(row[1], game, { gain = false }),
          ("seed %d, line %d: %s in %s"):format(seed, i, row[1], game:pgn()))
      end
    end
  end)

  it("is the same for both colours", function()
    for name, set in pairs(EXAMPLES) do
      for _, example in ipairs(set.yes) do
        local game = game_of(example)
        local mirrored = chess.game(game.start:mirror())
        local node = mirrored.root
        for move in game:moves() do
          local text = tostring(move):gsub("%d", function(rank) return tostring(9 - rank) end)
          node = node:add(node.position:parse(text, "uci"))
        end
        assert.is_true(has(name, mirrored), name)
        assert.is_true(q.motif(name)(mirrored), name)
        local side = game.start.turn == "white" and "black" or "white"
        assert.is_true(q.flipped(q.motif { name, side = side })(mirrored), name)
        assert.is_false(q.flipped(q.motif { name, side = side })(game), name)
      end
    end
  end)

  it("is no back-rank mate in a puzzle if the squares in front of the king are attacked", function()
    local guarded = { "6k1/p4ppp/8/8/2B5/8/8/4R2K b - -", "a5 Re8#" }
    local free = { "6k1/p4ppp/8/8/8/8/8/4R2K b - -", "a5 Re8#" }
    assert.same({ false, true }, { has("back-rank mate", game_of(guarded)), has("back-rank mate", game_of(free)) })
    assert.same({ false, true }, { model.holds("back-rank mate", model.line(game_of(guarded))),
      model.holds("back-rank mate", model.line(game_of(free))) })
  end)

  it("is in a puzzle a motif of the side with the last move", function()
    for name, set in pairs(EXAMPLES) do
      for _, example in ipairs(set.yes) do
        local game = game_of(example)
        assert.is_true(q.motif(name)(game), name)
        assert.is_false(q.motif { name, side = game.start.turn }(game), name)
      end
      for _, example in ipairs(set.no) do
        assert.is_false(q.motif(name)(game_of(example)), example[1])
      end
    end
  end)

  it("knows its names in English and French, in any spelling", function()
    for _, name in ipairs { "discovered attack", "discoveredAttack", "DISCOVERED_ATTACK", "attaque a la decouverte" } do
      assert.equal(q.motif "discovered attack"(game_of(EXAMPLES["discovered attack"].yes[1])),
        q.motif(name)(game_of(EXAMPLES["discovered attack"].yes[1])))
    end
    assert.has_error(function() q.motif "forck" end,
      "bad argument #1 to 'motif' (there is no motif 'forck'; did you mean 'fork'?)")
    assert.has_error(function() q.motif { "fork", plies = 0 } end,
      "bad argument #1 to 'motif' (option 'plies': a whole number, 1 to 100, expected)")
    assert.has_error(function() q.motif { "fork", side = "red" } end)
    assert.has_error(function() q.motif(3) end)
  end)

  it("is a query of positions", function()
    local game = game_of(EXAMPLES.fork.yes[2])
    local fork = q.motif "fork"
    assert.equal("Nxc6+", fork:find(game).san)
    assert.is_true((fork & q.check "black")(game))
    assert.is_false((fork & q.check "white")(game))
    assert.is_true((fork * q.move { piece = "k" })(game))
    assert.is_true(q.never(fork)(chess.game "1. e4 e5 *"))
    assert.equal('motif{"fork", side = "white"}', tostring(q.motif { "fork", side = "white" }))
    assert.is_false(fork(chess.game "*"))
    assert.has_error(function() q.instead(fork) end,
      "bad argument #1 to 'instead' (motif \"fork\" cannot be tested after a move that was not played)")
  end)
end)

-- The knight forks king and rook. What follows decides whether it gains.
local FORK = '[FEN "r3k3/8/8/3N4/8/8/7p/4K3 w - - 0 1"]\n[Result "%s"]\n\n1. Nc7+ %s %s\n'

local function fork_gains(result, moves, options)
  local game = chess.game(FORK:format(result, moves, result))
  local wanted = { "fork", side = "white" }
  for key, value in pairs(options or {}) do
    wanted[key] = value
  end
  return q.motif(wanted)(game)
end

describe("a motif in a game", function()
  it("holds if the side has more material afterwards", function()
    assert.is_true(fork_gains("1/2-1/2", "Kd7 2. Nxa8 h1=B 3. Nb6+ Kc6 4. Nc4 Kc5 5. Ne3 Kd4"))
    assert.is_false(fork_gains("1/2-1/2", "Kd7 2. Nd5 Ra1+ 3. Kd2 Rd1+ 4. Kxd1 h1=Q+ 5. Kd2 Qxd5+"))
    assert.is_true(fork_gains("1/2-1/2", "Kd7 2. Nd5 Ra1+ 3. Kd2 Rd1+ 4. Kxd1 h1=Q+ 5. Kd2 Qxd5+", { gain = false }))
  end)

  it("holds if the side wins at once, and not if it loses or draws at once", function()
    assert.is_true(fork_gains("1-0", "Kd7"))
    assert.is_false(fork_gains("0-1", "Kd7"))
    assert.is_false(fork_gains("0-1", "Kd7 2. Nxa8 h1=Q+"))
    assert.is_false(fork_gains("1/2-1/2", "Kd7"))
  end)

  it("must gain in a number of plies", function()
    local moves = "Kd7 2. Nd5 Kd6 3. Nc7 Kd7 4. Nd5 Kd6 5. Nc7 Rb8 6. Ne8+ Kd7 7. Ng7 h1=N 8. Nf5 Rb1+"
    assert.is_false(fork_gains("1-0", moves))
    assert.is_true(fork_gains("1-0", moves, { plies = 20 }))
  end)

  it("is a hanging piece only if the move before was not forcing", function()
    local function hangs(moves)
      return q.motif { "hanging piece", side = "white", gain = false }(chess.game(moves .. " 1-0"))
    end
    assert.is_true(hangs "1. e4 e5 2. Nf3 Qh4 3. Nxh4")
    assert.is_false(hangs "1. e4 b6 2. Qf3 Nc6 3. Bc4 Ba6 4. Qxf7+ Kxf7 5. Bxa6 Ke8 6. Bb7 Rb8 7. Bxc6")
  end)

  -- A null move is no move of a piece: it opens no line, forces nothing, and cannot be the reply that a motif needs.
  local ODD_MOVES = {
    { true, "skewer", "4k2r/8/8/7q/8/8/K7/R7 w - - 0 1", "1. Rh1 Qg5 2. Rxh8+" },
    { false, "skewer", "4k2r/8/8/7q/8/8/K7/R7 w - - 0 1", "1. Rh1 -- 2. Rxh5" },
    { false, "skewer", "4k2r/8/8/7q/8/8/K7/R7 w - - 0 1", "1. Rh1 -- 2. --" },
    { true, "discovered attack", "4k3/8/8/r7/8/B7/8/R3K3 w - - 0 1", "1. Bb2 Kd7 2. Rxa5" },
    { false, "discovered attack", "4k3/8/8/r7/8/2B5/8/R3K3 w - - 0 1", "1. -- Kd7 2. Rxa5" },
    { false, "discovered attack", "4k3/8/8/r7/8/B7/8/R3K3 w - - 0 1", "1. Bb2 -- 2. --" },
    -- Castling opens no line.
    { false, "discovered attack", "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "1. O-O-O Rd8 2. Rxd8+" },
    { true, "hanging piece", "3qk3/8/8/8/8/5N2/8/4K3 w - - 0 1", "1. -- Qh4+ 2. Nxh4" },
    -- A promotion forces.
    { false, "hanging piece", "3qk3/P7/8/8/8/5N2/8/4K3 w - - 0 1", "1. a8=N Qh4+ 2. Nxh4" },
    { true, "hanging piece", "3qk1n1/8/8/8/8/5N2/4K3/R7 w - - 0 1", "1. Rb1 Qh4 2. Nxh4" },
    -- An attack forces.
    { false, "hanging piece", "3qk1n1/8/8/8/8/5N2/4K3/R7 w - - 0 1", "1. Rg1 Qh4 2. Nxh4" },
    -- Takes a rook for a knight.
    { true, "hanging piece", "4k3/8/8/8/8/r3N3/8/2BN1K2 w - - 0 1", "1. Kg2 Rxe3 2. Nxe3" },
    -- Takes a rook for a rook.
    { false, "hanging piece", "4k3/8/8/3r4/8/4N3/8/2BR1K2 w - - 0 1", "1. Kg2 Rxd1 2. Nxd1" },
    { false, "hanging piece", "4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", "1. --" },
    -- A capture and a check force, an attack on a protected piece does not.
    { false, "hanging piece", "3qk3/8/8/4p3/8/5N2/2K5/7R w - - 0 1", "1. Nxe5 Qh4 2. Rxh4" },
    { false, "hanging piece", "3q3k/8/8/8/8/8/2K5/R7 w - - 0 1", "1. Rh1+ Qh4 2. Rxh4+" },
    { true, "hanging piece", "3q1kn1/8/8/8/8/5N2/4K3/R7 w - - 0 1", "1. Rg1 Qh4 2. Nxh4" },
    { true, "hanging piece", "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "1. Nxd5" },
    -- The captured piece has just moved; the piece has opened its own line; a knight is worth less than the rook behind
    -- it; the capture ends the game.
    { false, "discovered attack", "4k3/8/8/r7/8/B7/8/R3K3 w - - 0 1", "1. Bb2 Ra6 2. Rxa6" },
    { false, "discovered attack", "r3k3/8/8/8/R7/8/8/4K3 w - - 0 1", "1. Ra1 Kd7 2. Rxa8" },
    { false, "skewer", "4k2r/8/8/7n/8/8/K7/R7 w - - 0 1", "1. Rh1 Nf6 2. Rxh8+" },
    { false, "skewer", "3bk2r/3ppp2/8/7q/8/8/1K6/R7 w - - 0 1", "1. Rh1 Qa5 2. Rxh8#" },
    -- The knight can be captured.
    { false, "smothered mate", "4b1rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", "1. Nf7+ Bxf7" },
    { true, "sacrifice", "8/6pp/4rk2/R7/8/6PK/8/8 w - - 0 1", "1. Kh2 g6 2. Kh3 Re7 3. Rh5 gxh5 4. Kh2 Re6" },
    -- The rook has just come.
    { false, "trapped piece", "6kr/8/8/8/8/8/8/4KR2 w h - 0 1", "1. Ke2 O-O 2. Rxf8+" },
    { false, "trapped piece", "4k3/8/8/8/8/4b3/3P4/4K3 w - - 0 1", "1. dxe3 -- 2. e4" },
    { false, "fork", "r3k3/8/8/3N4/8/8/7p/4K3 w - - 0 1", "1. -- Kd8 2. --" },
    -- Black promotes.
    { false, "sacrifice", "4k3/8/8/8/8/6p1/3p4/2R1K1N1 w - - 0 1", "1. Kd1 dxc1=Q+ 2. Kxc1 g2" },
  }

  for _, row in ipairs(ODD_MOVES) do
    local wanted, name, fen, moves = table.unpack(row)
    it(("%s a %s in %s"):format(wanted and "is" or "is not", name, moves), function()
      local text = ('[FEN "%s"]\n[Variant "Chess960"]\n[Result "1-0"]\n\n%s 1-0\n'):format(fen, moves)
      local game = assert(chess.game(text))
      assert.equal(0, #game.diagnostics)
      assert.equal(wanted, q.motif { name, side = "white", gain = false }(game))
    end)
  end
end)

describe("the field Motif", function()
  it("is the first motif of a game, in English and French", function()
    local field = require "lucena.field".find "Motif"
    assert.equal(1, field.of(game_of(EXAMPLES.fork.yes[2])))
    assert.same({ en = "fork", fr = "fourchette" }, field.label(1))
    assert.is_nil(field.of(chess.game "1. e4 *"))
  end)
end)
