-- Sacrifices. In random games, the query is compared with the definition, computed in Lua from the FENs. Then it is
-- tested on games with known sacrifices.

local chess = require "lucena"
local q = chess.query

local SEED, GAMES, ASKED = 20261123, 120, 20

local seed = SEED
local function random(n)
  seed = seed * 6364136223846793005 + 1442695040888963407
  return (seed >> 33) % n + 1
end

-- ---- random games --------------------------------------------------------------------------------

local STARTS = { chess.START_FEN, "r1bqk2r/pPp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PpP2PPP/R1BQK2R w KQkq - 0 1",
  "3rr1k1/1ppq1pp1/p1nb1n1p/3p4/3P4/P1NBBN1P/1PPQ1PP1/R2R2K1 w - - 0 1",
  "r3k2r/ppp2ppp/8/4n3/8/2N2R2/PPP2PPP/2KR4 b kq - 0 1" }

-- Texts that are put between two moves of a game.
local BETWEEN = { " ", " ", " ", "\n", " {a comment, Qxf7# in it} ", " $1 ", " (1. e4 (1. d4) e5) ", "! ",
  " ; rest Kxh7\n" }

-- A random move; captures are preferred.
local function random_move(position)
  local moves = position:moves()
  for _ = 1, 3 do
    local move = moves[random(#moves)]
    if position:is_capture(move) then
      return move
    end
  end
  return moves[random(#moves)]
end

-- A random game: {game =, positions = by ply from 0, moves = in UCI, plies =}
local function random_game(plies)
  local position = chess.position(STARTS[random(#STARTS)])
  local text = { ('[FEN "%s"]\n[SetUp "1"]\n\n'):format(position:fen()) }
  local it = { positions = { [0] = position }, plies = 0, moves = {} }
  while it.plies < plies and #position:moves() > 0 do
    local move = random_move(position)
    text[#text + 1] = position:san(move) .. BETWEEN[random(#BETWEEN)]
    position = position:play(move)
    it.plies = it.plies + 1
    it.positions[it.plies], it.moves[it.plies] = position, tostring(move)
  end
  it.game = assert(chess.game(table.concat(text) .. " *"))
  assert(it.game.plies == it.plies)
  return it
end

-- ---- the definition ------------------------------------------------------------------------------

local VALUES = { p = 1, n = 3, b = 3, r = 5, q = 9, k = 0 }

local function placement(position)
  return (position:fen():match("^%S+"))
end

-- The material balance in points, from the view of `color`.
local function balance(position, color)
  local sum = 0
  for man in placement(position):gmatch("%a") do
    sum = sum + (man:find("%u") and 1 or -1) * VALUES[man:lower()]
  end
  return color == "white" and sum or -sum
end

-- The number of a colour's pieces with these letters, minus the opponent's number.
local function lead(position, color, letters)
  local _, white = placement(position):gsub("[" .. letters:upper() .. "]", "")
  local _, black = placement(position):gsub("[" .. letters .. "]", "")
  return color == "white" and white - black or black - white
end

-- The piece of `color` that the opponent's move captured, and its square.
local function taken(before, after, color)
  for square = 0, 63 do
    local name = ("%s%d"):format(("abcdefgh"):sub(square % 8 + 1, square % 8 + 1), square // 8 + 1)
    local man = before:piece(name)
    if man and (man:find("%u") and "white" or "black") == color and after:piece(name) ~= man then
      return man, name
    end
  end
end

local function is_exchange(before, after, color)
  return lead(after, color, "r") == lead(before, color, "r") - 1
    and lead(after, color, "nb") == lead(before, color, "nb") + 1
    and lead(after, color, "q") == lead(before, color, "q")
end

local WORTH = { p = 1, n = 3, b = 3, r = 5, q = 9, k = 100 }

-- Whether a piece of `color` that is worth at least `least` is attacked by a piece of lower value, or attacked and not
-- protected.
local function loses_piece(position, color, least)
  local enemy = color == "white" and "black" or "white"
  for i = 0, 63 do
    local square = ("%s%d"):format(("abcdefgh"):sub(i % 8 + 1, i % 8 + 1), i // 8 + 1)
    local man = position:piece(square)
    local value = man and (man:find("%u") and "white" or "black") == color and WORTH[man:lower()] or 0
    if value >= least and value < 100 then
      local attackers = position:attackers(square, enemy)
      local is_lower = false
      for _, from in ipairs(attackers) do
        is_lower = is_lower or WORTH[position:piece(from):lower()] < value
      end
      if is_lower or #attackers > 0 and #position:attackers(square, color) == 0 then
        return true
      end
    end
  end
  return false
end

-- Whether some move would have kept a piece of this kind.
local function is_voluntary(before, man)
  local value = WORTH[man:lower()]
  for _, move in ipairs(before:moves()) do
    local captured = before:piece(tostring(move):sub(3, 4))
    local is_own = captured and (captured:find("%u") and "white" or "black") == before.turn -- castling
    if captured and not is_own and WORTH[captured:lower()] >= value
      or not loses_piece(before:play(move), before.turn, value) then
      return true
    end
  end
  return false
end

-- Whether the move that leads to position `ply` is a sacrifice by the side that made it.
local function is_sacrifice(it, ply, opts)
  local color = it.positions[ply].turn == "white" and "black" or "white"
  if opts.side and opts.side ~= color or ply + 1 > it.plies then
    return false
  end
  local man, square = taken(it.positions[ply], it.positions[ply + 1], color)
  if not man or opts.piece and not opts.piece:find(man, 1, true) or opts.on and not opts.on:find(square, 1, true) then
    return false
  end
  local before, last = it.positions[ply - 1], ply + opts.plies - (opts.plies + 1) % 2
  for at = ply + 1, math.min(last, it.plies), 2 do
    if #it.moves[at] == 5 or balance(before, color) - balance(it.positions[at], color) < opts.points then
      return false
    end
  end
  local position = it.positions[math.min(last, it.plies)]
  local outcome = position:outcome()
  local is_mated = outcome and outcome.reason == "checkmate" and position.turn ~= color or false
  return (last <= it.plies or is_mated) and (not opts.exchange or is_exchange(before, position, color))
    and (opts.is_any or is_voluntary(before, man))
end

-- ---- tests ---------------------------------------------------------------------------------------

local FORMS = {
  { query = q.sacrifice, points = 2, plies = 6 },
  { query = q.sacrifice(1), points = 1, plies = 6 },
  { query = q.sacrifice "black", points = 2, plies = 6, side = "black" },
  { query = q.sacrifice { plies = 1, points = 3 }, plies = 1, points = 3 },
  { query = q.sacrifice { plies = 1, points = 3, voluntary = false }, plies = 1, points = 3, is_any = true },
  { query = q.sacrifice { plies = 2, piece = "Qq", voluntary = false }, plies = 2, points = 2, piece = "Qq",
    is_any = true },
  { query = q.sacrifice { plies = 3, points = 1 }, plies = 3, points = 1 },
  { query = q.sacrifice { piece = "RrQ", plies = 2 }, piece = "RrQ", points = 2, plies = 2 },
  { query = q.sacrifice { on = "c e", plies = 4, points = 1 }, on = "c1c2c3c4c5c6c7c8e1e2e3e4e5e6e7e8", plies = 4,
    points = 1 },
  { query = q.sacrifice { exchange = true, plies = 2 }, exchange = true, points = 1, plies = 2 },
  { query = q.sacrifice { exchange = true, plies = 4, piece = "Rr" }, exchange = true, points = 1, plies = 4,
    piece = "Rr" },
}

describe("a sacrifice agrees with its definition,", function()
  it(("seed %d"):format(SEED), function()
    local yes, no = 0, 0
    for _ = 1, GAMES do
      local it = random_game(50)
      for _ = 1, ASKED do
        local form, ply = FORMS[random(#FORMS)], random(it.plies)
        local wanted = is_sacrifice(it, ply, form)
        assert.equal(wanted, (q.ply(ply) & form.query)(it.game), ("%s, ply %d of\n%s"):format(tostring(form.query), ply,
          it.game.text))
        yes, no = yes + (wanted and 1 or 0), no + (wanted and 0 or 1)
      end
    end
    assert.is_true(yes > 20 and no > 100, ("%d yes, %d no"):format(yes, no))
  end)
end)

-- {game, query, SAN of the first matching move; false for no match}
local LEGALL = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0"
local GIFT = "1. e4 e6 2. d4 d5 3. Nc3 Bb4 4. Bd3 Bxc3+ 5. bxc3 Nf6 6. Nf3 O-O 7. e5 Nfd7 8. Bxh7+ Kxh7 9. Ng5+ Kg8 "
  .. "10. Qh5 Re8 11. Qxf7+ Kh8 12. Qh5+ Kg8 13. Qh7+ Kf8 14. Qh8+ Ke7 15. Qxg7# 1-0"
local SICILIAN = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 Bd7 7. f3 Qa5 8. Qd2 e6 9. O-O-O Be7 "
  .. "10. a3 O-O 11. h4 Rc8 12. g4 Rxc3 13. Qxc3 Qxc3 14. bxc3 Nc6 15. Be2 Ne5 *"
-- The queen is lost to a fork, which is no sacrifice.
local FORKED = '[FEN "q3k3/8/8/3N4/8/8/8/4K3 w - -"]\n\n1. Nc7+ Kd7 2. Nxa8 Kc6 3. Ke2 Kb5 *'
local KNOWN = {
  { LEGALL, q.sacrifice, "Nxe5" }, -- the queen for a knight and the bishop's pawn, up to the mate
  { LEGALL, q.sacrifice { piece = "Q", plies = 50 }, "Nxe5" },
  { (LEGALL:gsub(" 7%..*", " *")), q.sacrifice, false }, -- the game ends before enough plies were played
  { (LEGALL:gsub(" 7%..*", " *")), q.sacrifice { plies = 3 }, "Nxe5" },
  { LEGALL, q.sacrifice(9), false },
  { GIFT, q.sacrifice { piece = "B", on = "h7" }, "Bxh7+" },
  { GIFT, q.sacrifice & q.check, "Bxh7+" },
  { GIFT, q.sacrifice { piece = "B", on = "h7", plies = 7 }, false }, -- Qxf7+ captures a second pawn within 7 plies
  { GIFT, q.sacrifice { piece = "B", on = "h7", plies = 7, points = 1 }, "Bxh7+" },
  { GIFT, q.seq(q.sacrifice, 1, q.played "Ng5+"), "Bxh7+" },
  { GIFT, q.sacrifice { exchange = true }, false },
  { SICILIAN, q.sacrifice { exchange = true }, "Rxc3" }, -- the queens are exchanged afterwards
  { SICILIAN, q.sacrifice { exchange = true, side = "white" }, false },
  { FORKED, q.sacrifice { piece = "q", plies = 2 }, false },
  { FORKED, q.sacrifice { piece = "q", plies = 2, voluntary = false }, "Kd7" },
  { "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 1-0", q.sacrifice, "Qxf7+" }, -- the side has won
  { "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 0-1", q.sacrifice, false },
}

describe("a famous sacrifice:", function()
  for _, row in ipairs(KNOWN) do
    it(("%s in %s ..."):format(tostring(row[2]), row[1]:sub(1, 24)), function()
      local node = row[2]:find(chess.game(row[1]))
      assert.equal(row[3], node and node.san or false)
    end)
  end

  it("is found in games with comments and variations, and in French", function()
    local game = chess.game((GIFT:gsub("Bxh7%+ ", "Bxh7+ {Greek} (8. O-O Qe7) 8... ")))
    assert.equal("Bxh7+", (q.sacrifice & q.check):find(game).san)
    local french = assert(chess.game((GIFT:gsub("[NBRQK]", { N = "C", B = "F", R = "T", Q = "D", K = "R" })),
      { dialect = "french" }))
    assert.equal("Bxh7+", (q.sacrifice & q.check):find(french).san)
  end)

  it("is found for the other side with exchanged colors", function()
    for _, opts in ipairs { { piece = "b", on = "h2", side = "black" }, { piece = "B", on = "h7", side = "white" } } do
      local node = q.flipped(q.sacrifice(opts)):find(chess.game(GIFT))
      assert.equal(opts.piece == "b" and "Bxh7+" or false, node and node.san or false)
    end
  end)

  it("is explained, and described", function()
    local explained = (q.sacrifice & q.checkmate "black"):explain(chess.game(GIFT))
    assert.is_truthy(explained:find("yes sacrifice  (8.Bxh7+)", 1, true), explained)
    assert.is_truthy(q.sacrifice { on = "h7" }:describe():find('moves: sacrifice{on = "h7"}', 1, true))
  end)
end)
