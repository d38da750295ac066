-- Queries that follow a piece through the game, compared with a walk in Lua that has a table of start squares; and
-- queries with exchanged colours, compared with games whose colours are exchanged.

local chess = require "lucena"
local q = chess.query

local SAMPLE = "spec/data/engine/engine.pgn"

-- ---- the walk ------------------------------------------------------------------------------------

local ROOK_TO = { g = "f", c = "d" }

-- Removes the piece on a square from the table; returns its start square.
local function take(homes, square)
  local home = homes[square]
  homes[square] = nil
  return home
end

-- Makes a move. Returns {start square = target square} for the pieces that moved, and the start square of a
-- captured piece.
local function play(homes, before, move)
  local from, to, rank = move.from, move.to, move.from:sub(2)
  local is_capture, taken = before:is_capture(move), nil
  if move.rook then
    local king, rook = take(homes, from), take(homes, move.rook)
    local king_to = (move.rook > from and "g" or "c")
    homes[king_to .. rank], homes[ROOK_TO[king_to] .. rank] = king, rook
    return { [king] = king_to .. rank, [rook] = ROOK_TO[king_to] .. rank }, nil
  elseif is_capture then
    taken = take(homes, homes[to] and to or to:sub(1, 1) .. rank)
  end
  homes[to] = take(homes, from)
  return { [homes[to]] = to }, taken
end

local function load_games()
  local list = {}
  for game in chess.games(SAMPLE) do
    if game.number % 9 == 2 then
      local entry, homes = { game = game, moves = {}, kinds = {}, homes = {} }, {}
      for _, letter in ipairs { "P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k" } do
        for _, square in ipairs(game.start:squares(letter)) do
          homes[square], entry.kinds[square] = square, letter
        end
      end
      for node in game:mainline() do
        local deeds, taken = play(homes, node.parent.position, node.move)
        local copy = {}
        for square, home in pairs(homes) do
          copy[home] = square
        end
        entry.moves[node.ply] = { deeds = deeds, taken = taken, at = copy, position = node.position, node = node }
      end
      list[#list + 1] = entry
    end
  end
  return list
end

local GAMES = load_games()

-- The ply at which one piece has completed all parts in order; nil if no piece does. A part is {squares =} or {fact =}.
-- With `is_taken`, it is the ply at which this piece is then captured.
local function follow_one(entry, home, parts, is_taken)
  local done = 0
  for ply, move in ipairs(entry.moves) do
    local part, to = parts[done + 1], move.deeds[home]
    if part and to and (part.squares and part.squares:find(to, 1, true) or part.fact and part.fact(move)) then
      done = done + 1
      if done == #parts and not is_taken then
        return ply
      end
    elseif move.taken == home then
      return done == #parts and is_taken and ply or nil
    end
  end
end

local FACTS = {
  { q.check, function(move) return move.position:in_check() end },
  { q.capture, function(move) return move.node.parent.position:is_capture(move.node.move) end },
  { q.promotion, function(move) return move.node.move.promotion ~= nil end },
  { q.at(function(board) return board.halfmove_clock > 1 end), function(move)
    return move.position.halfmove_clock > 1
  end },
}

-- ---- tests ---------------------------------------------------------------------------------------

local seed = 20260103

local function random(n)
  seed = seed * 6364136223846793005 + 1442695040888963407
  return (seed >> 33) % n + 1
end

local SQUARES = { "e4 d4 e5 d5", "f1 g1 f8 g8", "f3 c3 f6 c6", "f7 f2 g7 g2", "e1 d1 e8 d8", "c4 f4 c5 f5" }

local function random_follow()
  local opts, parts = { taken = random(3) == 1 or nil, piece = random(2) == 1 and "NBrpK" or nil }, {}
  for i = 1, random(3) do
    if random(2) == 1 then
      opts[i] = SQUARES[random(#SQUARES)]
      parts[i] = { squares = opts[i] }
    else
      local fact = FACTS[random(#FACTS)]
      opts[i], parts[i] = fact[1], { fact = fact[2] }
    end
  end
  return opts, parts
end

describe("a piece that a query follows", function()
  it("matches at the same place as in a walk of the game", function()
    local found, total = 0, 0
    for _ = 1, 150 do
      local opts, parts = random_follow()
      local entry, best = GAMES[random(#GAMES)], nil
      for home, letter in pairs(entry.kinds) do
        local ply = (not opts.piece or opts.piece:find(letter, 1, true)) and follow_one(entry, home, parts, opts.taken)
        best = ply and math.min(ply, best or ply) or best
      end
      local query = q.follow(opts)
      local node = query:find(entry.game)
      assert.equal(best, node and node.ply, ("game %d: %s"):format(entry.game.number, tostring(query)))
      total, found = total + 1, found + (best and 1 or 0)
    end
    assert.is_true(found > total / 5 and found < total * 4 / 5, found .. " of " .. total)
  end)

  it("is on the same square as in a walk of the game", function()
    for _ = 1, 150 do
      local entry, home = GAMES[random(#GAMES)], ("abcdefgh"):sub(random(8)):sub(1, 1) .. random(2)
      local on = SQUARES[random(#SQUARES)]
      local expected
      for ply, move in ipairs(entry.moves) do
        local square = move.at[home]
        expected = expected or square and on:find(square, 1, true) and move.deeds[home] and ply
      end
      local node = q.man({ from = home, on = on, moved = true }):find(entry.game)
      assert.equal(expected or nil, node and node.ply, home .. " " .. on)
    end
  end)

  local function at(query, text)
    local node = query:find((assert(chess.game(text))))
    return node and (node.san or "start")
  end

  it("keeps its identity in castling, also in Chess960, and in promotion", function()
    local short = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. Re1 *"
    assert.equal("O-O", at(q.follow { from = "h1", "f1" }, short))
    assert.equal("Re1", at(q.follow { from = "h1", "f1", "e1" }, short))
    assert.equal("O-O", at(q.man { from = "e1", on = "g1", piece = "K" }, short))
    local crossed = '[Variant "Chess960"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"]\n\n1. O-O Kd8 *'
    assert.equal("O-O", at(q.man { from = "f1", on = "g1" } & q.man { from = "g1", on = "f1" }, crossed))
    local queen = '[SetUp "1"]\n[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=Q Kg7 2. Qa7+ *'
    assert.equal("a8=Q", at(q.man { from = "a7", piece = "Q" }, queen))
    assert.equal("Qa7+", at(q.follow { from = "a7", q.promotion, q.check }, queen))
    assert.is_nil(at(q.follow { from = "a1", q.check }, queen))
  end)

  it("ends at its capture, also en passant", function()
    local text = "1. e4 a6 2. e5 d5 3. exd6 Qxd6 *"
    assert.equal("exd6", at(~q.man "d7", text))
    assert.equal("Qxd6", at(~q.man "e2", text))
    assert.equal("Qxd6", at(q.follow { from = "e2", "d6", taken = true }, text))
    assert.is_nil(at(q.follow { from = "d7", "d5", q.check }, text))
  end)

  it("starts again in each game, and shows its progress", function()
    local query = q.follow { from = "g1", "f3", "e5", q.capture }
    local game = chess.game "1. Nf3 d6 2. Nd4 *"
    assert.is_false(query(game))
    assert.is_true(query(chess.game("1. Nf3 d6 2. Ne5 a6 3. Nxf7 *")))
    assert.is_truthy(q.follow { "f3", q.at(print) }:describe():find("(with Lua)", 1, true))
    assert.equal('no  follow{"f3", "e5", capture, from = "g1"}\n  yes "f3"  (1.Nf3)\n  no  "e5"', query:explain(game))
  end)

  it("must be described by valid words", function()
    local rows = {
      { function() q.follow {} end, "'follow' %(1 to 64 parts expected" },
      { function() q.follow { from = "g1", q.checkmate } end, "'follow' %(part 1: .*checkmate is about the game" },
      { function() q.follow { form = "g1", "f3" } end, "unknown option 'form'" },
      { function() q.man { on = "e4" } end, "'man' %(option 'from': home squares expected" },
      { function() q.man { from = "i9" } end, "'man' %(squares, files or ranks expected" },
      { function() return q.man & q.check end, "man needs a home square" },
    }
    for _, row in ipairs(rows) do
      local ok, message = pcall(row[1])
      assert.is_false(ok)
      assert.is_truthy(message:find("^.*men_spec%.lua:%d+: .*" .. row[2]), message)
    end
  end)
end)

-- ---- colours -------------------------------------------------------------------------------------

-- The game with colours exchanged. White makes Black's moves, so it starts with Black to move.
local function exchanged(game)
  local parts = { game.start:fen():match("^(%S+)") }
  local ranks = {}
  for rank in parts[1]:gmatch("[^/]+") do
    table.insert(ranks, 1, (rank:gsub("%a", function(c) return c:upper() == c and c:lower() or c:upper() end)))
  end
  local fen = table.concat(ranks, "/") .. " b KQkq - 0 1"
  local moves = {}
  for node in game:mainline() do
    moves[#moves + 1] = node.san:gsub("%d", function(digit) return tostring(9 - digit) end)
  end
  return assert(chess.game(('[SetUp "1"]\n[FEN "%s"]\n\n1... %s *'):format(fen, table.concat(moves, " "))))
end

describe("a query with exchanged colors", function()
  local ROWS = {
    q.capture "white", q.capture { takes = "n", to = "5" }, q.check "black" & q.capture, q.piece("N", "f5 e5"),
    q.passed { side = "white", on = "6" }, q.bishop_pair "white" & ~q.bishop_pair "black", q.half_open_file "black",
    q.imbalance { min = 2 }, q.material("q*r2-l*p* q=r*l*p2>", { first = "white" }), q.attacks("N", "q"),
    q.pattern "*/*/*/*/*/*/?????PPP/*", q.pinned { side = "white", piece = "N" }, q.ply(13) & q.check "black",
    q.repeated(2), q.man { from = "g1", on = "e5" }, q.at(function(b) return #b:squares "Q" == 0 end),
    q.held(q.isolated "white", 6), q.seq(q.capture "white", 1, q.capture "white"), q.follow { from = "d1", "e4 d4 d5" },
    q.played "O-O" & q.to_move "black", q.promotion "white", q.en_passant "white",
  }

  it("matches like the query in the game with exchanged colors", function()
    local found, total = 0, 0
    for i, entry in ipairs(GAMES) do
      local other = exchanged(entry.game)
      for j, query in ipairs(ROWS) do
        if (i + j) % 5 == 0 then
          local expected, node = query:find(other), q.flipped(query):find(entry.game)
          assert.equal(expected and expected.ply, node and node.ply, entry.game.number .. " " .. tostring(query))
          total, found = total + 1, found + (node and 1 or 0)
        end
      end
    end
    assert.is_true(found > total / 4 and found < total, found .. " of " .. total)
  end)

  it("restores the colors afterwards, also without Lua functions", function()
    local game = chess.game "1. e4 e5 2. Nf3 Nc6 *"
    local asked = q.at(function(b) return b:piece "f3" == "N" end)
    assert.equal("Nc6", (q.flipped(q.piece("N", "c3")) & q.piece("N", "f3")):find(game).san)
    assert.equal("Nf3", (~q.flipped(asked) & q.piece("N", "f3")):find(game).san)
    assert.equal("e4", q.flipped(q.flipped(q.piece("P", "e4"))):find(game).san)
    assert.equal("Nf3", q.flipped(q.move_number(2)):find(game).san)
    assert.equal("Nc6", q.flipped(q.move_number(2) & q.to_move "black"):find(game).san)
    local n = 0
    local query = q.flipped(q.piece("P", "e4") & asked) & q.checkmate
    for _ in chess.games(SAMPLE, { query = query }) do
      n = n + 1
    end
    local alone = 0
    for each in chess.games(SAMPLE) do
      alone = alone + (query(each) and 1 or 0)
    end
    assert.equal(alone, n)
    assert.is_true(alone > 5, alone)
  end)

  it("exchanges the colours in joined queries of games", function()
    local white, black = q.castled { side = "white", kind = "short" }, q.castled { side = "black", kind = "short" }
    local asked = white & ~black | ~q.held(q.check "white", 1)
    local expected = black & ~white | ~q.held(q.check "black", 1)
    local count = 0
    for game in chess.games("spec/data/sample/sample.pgn") do
      local found = expected:test(game)
      assert.equal(found, q.flipped(asked):test(game))
      count = count + (found and 1 or 0)
    end
    assert.is_true(count > 9 and count < 305)
  end)

  it("does not exchange comments and tags", function()
    assert.has_error(function() q.flipped(q.time_trouble) end)
    assert.has_error(function() q.flipped(q.white "Morphy") end)
  end)
end)
