-- Queries of pawn structure, square control and king safety, and patterns that may be shifted. They are compared with a
-- computation in Lua that uses only the FEN, in positions of random games.

local chess = require "lucena"
local squares_of = require "spec.support.squares"
local q = chess.query

local read_board, color_of, other, square_at = squares_of.read_board, squares_of.color_of, squares_of.other,
  squares_of.square_at
local attackers_on, is_attacked = squares_of.attackers_on, squares_of.is_attacked
local DIAGONAL = squares_of.DIAGONAL

local SEED, POSITIONS, ASKED = 2, 1200, 10

local seed = SEED
local function random(n)
  seed = seed * 6364136223846793005 + 1442695040888963407
  return (seed >> 33) % n + 1
end

-- The number of pieces of a colour for which holds(square, letter) is true. If `letters` is given, only these pieces
-- count.
local function count_men(b, color, letters, holds)
  local n = 0
  for _, at in ipairs(b.occupied) do
    local piece = b[at]
    if color_of(piece) == color and (not letters or letters:find(piece, 1, true)) and holds(at, piece) then
      n = n + 1
    end
  end
  return n
end

local function on_either(count)
  return function(b) return count(b, "white") > 0 or count(b, "black") > 0 end
end

-- ---- facts ---------------------------------------------------------------------------------------

local WORTH = { p = 1, n = 3, b = 3, r = 5, q = 9, k = 100 }
local MEN = {}

function MEN.attacked(b, at, color)
  return is_attacked(b, at, other(color))
end

function MEN.guarded(b, at, color)
  return is_attacked(b, at, color)
end

function MEN.loose(b, at, color)
  return b[at]:lower() ~= "k" and not is_attacked(b, at, color)
end

function MEN.hanging(b, at, color)
  return MEN.loose(b, at, color) and MEN.attacked(b, at, color)
end

function MEN.en_prise(b, at, color)
  if MEN.hanging(b, at, color) then
    return true
  end
  for _, from in ipairs(b.attackers[at]) do
    local is_enemy = color_of(b[from]) ~= color
    if is_enemy and b[at]:lower() ~= "k" and WORTH[b[from]:lower()] < WORTH[b[at]:lower()] then
      return true
    end
  end
  return false
end

function MEN.outpost(b, at, color)
  local file, rank, up = at & 7, at >> 3, color == "white" and 1 or -1
  local own, enemy = color == "white" and "P" or "p", color == "white" and "p" or "P"
  local seen = color == "white" and rank or 7 - rank
  if not b[at]:find("[nNbB]") or seen < 4 or seen > 6 then
    return false
  end
  local is_guarded = false
  for _, beside in ipairs { file - 1, file + 1 } do
    local behind = square_at(beside, rank - up)
    is_guarded = is_guarded or behind and b[behind] == own
    for r = 0, 7 do
      local ahead = square_at(beside, r)
      if ahead and b[ahead] == enemy and (r - rank) * up > 0 then
        return false
      end
    end
  end
  return is_guarded
end

local function men_that(kind)
  return function(b, color, letters, on)
    return count_men(b, color, letters, function(at)
      return (not on or on[at]) and MEN[kind](b, at, color)
    end)
  end
end

local function squares(names)
  local set = {}
  for file, rank in names:gmatch("(%l)(%d)") do
    set[file:byte() - 97 + 8 * (tonumber(rank) - 1)] = true
  end
  return set
end

local CENTER = "c4 d4 e4 f4 c5 d5 e5 f5"

local function shield(b, color)
  local king, up = b.king[color], color == "white" and 1 or -1
  return count_men(b, color, "Pp", function(at)
    local ahead = ((at >> 3) - (king >> 3)) * up
    return math.abs((at & 7) - (king & 7)) <= 1 and (ahead == 1 or ahead == 2)
  end)
end

local function king_files(b, color, is_open)
  local n, king = 0, b.king[color] & 7
  for file = math.max(king - 1, 0), math.min(king + 1, 7) do
    local pawns = 0
    for _, at in ipairs(b.occupied) do
      local is_pawn = b[at]:lower() == "p" and at & 7 == file
      pawns = pawns + (is_pawn and (is_open or color_of(b[at]) == color) and 1 or 0)
    end
    n = n + (pawns == 0 and 1 or 0)
  end
  return n
end

-- The number of opposing pieces that attack the king's square or a neighbouring square. `letters`: only these pieces.
local function king_attackers(b, color, letters)
  local king, attackers = b.king[color], {}
  for at = 0, 63 do
    if math.abs((at & 7) - (king & 7)) <= 1 and math.abs((at >> 3) - (king >> 3)) <= 1 then
      for _, from in ipairs(b.attackers[at]) do
        local piece = b[from]
        local is_meant = color_of(piece) ~= color and piece:lower() ~= "k"
          and (not letters or letters:find(piece, 1, true))
        attackers[from] = is_meant or nil
      end
    end
  end
  local n = 0
  for _ in pairs(attackers) do
    n = n + 1
  end
  return n
end

-- The lengths of all pawn chains of a colour, with the squares of their leading pawns.
local function chains(b, color)
  local pawn, up, list = color == "white" and "P" or "p", color == "white" and 1 or -1, {}
  for _, side in ipairs { -1, 1 } do
    for _, at in ipairs(b.occupied) do
      local function at_distance(n)
        local square = square_at((at & 7) + n * side, (at >> 3) + n * up)
        return square and b[square] == pawn
      end
      if b[at] == pawn and not at_distance(1) then
        local length = 1
        while at_distance(-length) do
          length = length + 1
        end
        list[#list + 1] = { length = length, head = at }
      end
    end
  end
  return list
end

local function has_chain(b, color, least, most, on)
  for _, chain in ipairs(chains(b, color)) do
    if chain.length >= least and chain.length <= most and (not on or on[chain.head]) then
      return true
    end
  end
  return false
end

-- Counts batteries: two pieces that move along the same line, with no piece between. Pairs for which fits(rear,
-- front, beyond) is false are not counted. `beyond` has the squares that the pair attacks past both of its ends.
local function batteries(b, color, ways, fits)
  local n, movers = 0, ways == DIAGONAL and "[bq]" or "[rq]"
  local function walk(at, way, sign)
    local seen, file, rank = {}, at & 7, at >> 3
    repeat
      file, rank = file + sign * way[1], rank + sign * way[2]
      local square = square_at(file, rank)
      seen[#seen + 1] = square
    until not square or b[square]
    return seen
  end
  for _, rear in ipairs(b.occupied) do
    for i, way in ipairs(ways) do
      local path = walk(rear, way, 1)
      local front = path[#path]
      -- Each rank, file and diagonal is walked in only one direction, so that no pair counts twice.
      if (ways == DIAGONAL and i <= 2 or ways ~= DIAGONAL and i == 1) and front and b[front]
        and color_of(b[rear]) == color and color_of(b[front]) == color
        and b[rear]:lower():find(movers) and b[front]:lower():find(movers) then
        local beyond = walk(front, way, 1)
        table.move(walk(rear, way, -1), 1, 8, #beyond + 1, beyond)
        n = n + (fits(rear, front, beyond) and 1 or 0)
      end
    end
  end
  return n
end

local FILE, RANK = { { 0, 1 } }, { { 1, 0 } }

local function any_pair()
  return true
end

local function count_batteries(b, color)
  return batteries(b, color, FILE, any_pair) + batteries(b, color, DIAGONAL, any_pair)
end

local function pair_of(letters, at)
  return function(b)
    return function(rear, front, beyond)
      local pair = (b[rear] .. b[front]):upper()
      local is_at = not at
      for _, square in ipairs(beyond) do
        is_at = is_at or at[square]
      end
      return (pair == letters or pair == letters:reverse()) and is_at
    end
  end
end

local QB_AT = pair_of("QB", squares "h7 g7 f7 h2 g2 f2")
local RQ = pair_of("QR")

-- ---- shifted patterns ----------------------------------------------------------------------------

-- {file, rank, item} for each restricted square of a pattern. Here an item is a single letter.
local function cells_of(text)
  local cells, rank = {}, 7
  for part in (text .. "/"):gmatch("(.-)/") do
    local file = 0
    for item in part:gmatch(".") do
      if item:find("%d") then
        for _ = 1, tonumber(item) do
          cells[#cells + 1] = { file, rank, "." }
          file = file + 1
        end
      else
        if item ~= "?" and item ~= "*" then
          cells[#cells + 1] = { file, rank, item }
        end
        file = file + 1
      end
    end
    rank = rank - 1
  end
  return cells
end

local function swapped(item)
  return item:find("%u") and item:lower() or item:upper()
end

local function changed(cells, is_mirrored, is_swapped)
  local out = {}
  for i, cell in ipairs(cells) do
    out[i] = { is_mirrored and 7 - cell[1] or cell[1], is_swapped and 7 - cell[2] or cell[2],
      is_swapped and swapped(cell[3]) or cell[3] }
  end
  return out
end

local function fits_item(piece, item)
  if item == "A" or item == "a" then
    return piece ~= nil and color_of(piece) == (item == "A" and "white" or "black")
  elseif item == "!" then
    return piece ~= nil
  end
  return (piece or ".") == item
end

local function fits_at(b, cells, files, ranks)
  for _, cell in ipairs(cells) do
    local at = square_at(cell[1] + files, cell[2] + ranks)
    if not at or not fits_item(b[at], cell[3]) then
      return false
    end
  end
  return true
end

local function fits_anywhere(b, cells)
  for files = -7, 7 do
    for ranks = -7, 7 do
      if fits_at(b, cells, files, ranks) then
        return true
      end
    end
  end
  return false
end

-- {pattern, options}
local PATTERNS = {
  { "????????/????????/????????/????????/????????/?????P??/????P???/????????", {} },
  { "*/*/*/*/*/P?P?????/?P??????/*", { colors = true } },
  { "*/*/*/*/*/*/?PP?????/?.?K????", { mirror = true } },
  { "*/*/???k????/*/???Q????/*/*/*", { colors = true, mirror = true } },
  { "*/*/*/pp??????/?P??????/*/*/*", { mirror = true } },
  { "*/*/*/*/8/*/*/*", {} },
  { "*/*/*/?aA?????/?.!?????/*/*/*", { colors = true } },
  { "*/*/*/?b??????/*/???R????/*/*", {} },
  { "*/*/*/*/R???????/*/*/k???????", { colors = true } },
}

-- ---- queries with their facts ----------------------------------------------------------------------

local ROWS = {}

local function row(query, holds)
  ROWS[#ROWS + 1] = { query, holds, yes = 0, no = 0 }
end

-- Minimum counts for facts that are true in nearly every position. With them, the queries are false in some positions.
local COMMON = { guarded = 9, loose = 6 }

for _, kind in ipairs { "attacked", "guarded", "loose", "hanging", "en_prise", "outpost" } do
  local count, on = men_that(kind), squares(CENTER)
  local least = COMMON[kind] or 1
  row(q[kind] { min = least }, function(b) return count(b, "white") >= least or count(b, "black") >= least end)
  row(q[kind] { side = "white", piece = "NB" }, function(b) return count(b, "white", "NB") > 0 end)
  row(q[kind] { piece = "rqbnp", min = 2 }, function(b) return count(b, "black", "rqbnp") >= 2 end)
  row(q[kind] { side = "black", on = CENTER }, function(b) return count(b, "black", nil, on) > 0 end)
  row(q[kind] { side = "black", max = 1 }, function(b) return count(b, "black") <= 1 end)
end

row(q.shield { side = "white", max = 0 }, function(b) return shield(b, "white") == 0 end)
row(q.shield { side = "black", min = 3 }, function(b) return shield(b, "black") >= 3 end)
row(q.king_files "white", function(b) return king_files(b, "white") >= 1 end)
row(q.king_files { side = "black", min = 2 }, function(b) return king_files(b, "black") >= 2 end)
row(q.king_files { kind = "open" }, on_either(function(b, color) return king_files(b, color, true) end))
row(q.king_attackers "white", function(b) return king_attackers(b, "white") >= 1 end)
row(q.king_attackers { side = "black", min = 3 }, function(b) return king_attackers(b, "black") >= 3 end)
row(q.king_attackers { piece = "QN" }, function(b) return king_attackers(b, "black", "QN") >= 1 end)
row(q.king_wing "long", on_either(function(b, color) return b.king[color] & 7 <= 2 and 1 or 0 end))
row(q.king_wing { "center", side = "black" }, function(b) return b.king.black & 7 == 3 or b.king.black & 7 == 4 end)
row(q.king_wing { "short", side = "white" }, function(b) return b.king.white & 7 >= 5 end)
row(q.can_castle, function(b) return b.castling ~= "-" end)
row(q.can_castle { side = "white", kind = "short" }, function(b) return b.castling:find("K") ~= nil end)
row(q.can_castle { side = "black", kind = "long" }, function(b) return b.castling:find("q") ~= nil end)
row(q.chain, function(b) return has_chain(b, "white", 3, 8) or has_chain(b, "black", 3, 8) end)
row(q.chain(2), function(b) return has_chain(b, "white", 2, 8) or has_chain(b, "black", 2, 8) end)
row(q.chain { side = "white", min = 2, max = 2 }, function(b) return has_chain(b, "white", 2, 2) end)
row(q.chain { side = "black", min = 2, on = CENTER }, function(b)
  return has_chain(b, "black", 2, 8, squares(CENTER))
end)
row(q.fianchetto { side = "black", wing = "short" }, function(b) return b[54] == "b" and b[46] == "p" end)
row(q.fianchetto, function(b)
  return b[49] == "b" and b[41] == "p" or b[54] == "b" and b[46] == "p" or b[9] == "B" and b[17] == "P"
    or b[14] == "B" and b[22] == "P"
end)
row(q.controls("white", CENTER, { min = 5 }), function(b)
  local n = 0
  for at in pairs(squares(CENTER)) do
    n = n + (is_attacked(b, at, "white") and 1 or 0)
  end
  return n >= 5
end)
row(q.controls("black", "f2"), function(b) return is_attacked(b, 13, "black") end)
row(q.attacks("Nb", "?", { to = "d5 e4" }), function(b)
  for at in pairs(squares "d5 e4") do
    for _, from in ipairs(b.attackers[at]) do
      if b[from] == "N" or b[from] == "b" then
        return true
      end
    end
  end
  return false
end)
-- Return the number of pieces of `by` that attack at least `least` pieces of the first class and one of the second.
local function forking(b, by, class, least, also)
  local hits, others = {}, {}
  for _, at in ipairs(b.occupied) do
    for _, from in ipairs(b.attackers[at]) do
      if b[from]:find(by) then
        hits[from] = (hits[from] or 0) + (b[at]:find(class) and 1 or 0)
        others[from] = others[from] or b[at]:find(also) ~= nil
      end
    end
  end
  local n = 0
  for from, count in pairs(hits) do
    n = n + (count >= least and others[from] and 1 or 0)
  end
  return n
end
row(q.attacks("QRBNP", "k r"), function(b) return forking(b, "[QRBNP]", "k", 1, "r") >= 1 end)
row(q.attacks("nbp", "Q RB"), function(b) return forking(b, "[nbp]", "Q", 1, "[RB]") >= 1 end)
row(q.attacks("A", "nb", { targets = 2 }), function(b) return forking(b, "%u", "[nb]", 2, "") >= 1 end)
row(q.attacks("A", "a", { targets = 3, min = 2 }), function(b) return forking(b, "%u", "%l", 3, "") >= 2 end)
row(q.attacks("A", "k"), function(b)
  local n = 0
  for _, from in ipairs(b.attackers[b.king.black]) do
    n = n + (color_of(b[from]) == "white" and 1 or 0)
  end
  return n >= 1
end)
row(q.battery, on_either(count_batteries))
row(q.battery { side = "black", min = 2 }, function(b) return count_batteries(b, "black") >= 2 end)
row(q.battery { line = "rank" }, on_either(function(b, color) return batteries(b, color, RANK, any_pair) end))
row(q.battery { pieces = "QB", at = "h7 g7 f7 h2 g2 f2" }, on_either(function(b, color)
  return batteries(b, color, DIAGONAL, QB_AT(b))
end))
row(q.battery { side = "white", pieces = "RQ", line = "file" }, function(b)
  return batteries(b, "white", FILE, RQ(b)) > 0
end)
row(q.battery { on = "1 8", line = "rank", side = "white" }, function(b)
  local function is_on_edge(rear) return (rear >> 3) % 7 == 0 end
  return batteries(b, "white", RANK, is_on_edge) > 0
end)
for _, it in ipairs(PATTERNS) do
  local text, opts = it[1], it[2]
  local cells, list = cells_of(text), {}
  for variant = 0, 3 do
    local is_mirrored, is_swapped = variant & 1 == 1, variant & 2 == 2
    if (opts.mirror or not is_mirrored) and (opts.colors or not is_swapped) then
      list[#list + 1] = changed(cells, is_mirrored, is_swapped)
    end
  end
  row(q.pattern(text:gsub("%.", "1"), { shift = true, mirror = opts.mirror, colors = opts.colors }), function(b)
    for _, variant in ipairs(list) do
      if fits_anywhere(b, variant) then
        return true
      end
    end
    return false
  end)
end

-- ---- positions -----------------------------------------------------------------------------------

local STARTS = { chess.START_FEN, "r4rk1/1bq1bppp/p2p1n2/1pnPp3/4P3/1BN1BP2/PPPQ2PP/2KR3R w - - 0 1",
  "r2q1rk1/pp2ppbp/2n3p1/3pP3/3P4/2P1BN2/P3QPPP/R4RK1 b - - 0 1",
  "3rr1k1/1ppq1pp1/p1nb1n1p/3p4/3P4/P1NBBN1P/1PPQ1PP1/R2R2K1 w - - 0 1",
  "4k2r/2q2ppp/Bp2pn2/2p1N3/3P4/4P3/1P1Q1PPP/R3K3 w Qk - 0 1",
  "r3k3/2q2ppp/1p2pn2/2pb4/3P4/1BN1P3/1P1Q1PPP/R3K2R b Kq - 0 1",
  "r4rk1/pp3ppp/8/2p1p3/3n1n2/2N5/PP1B1P1P/R3R1K1 w - - 0 1" }

-- The next position of a random game, or the start of a new game.
local function next_position(position, plies)
  local moves = position and plies < 60 and position:moves() or {}
  if #moves == 0 then
    return chess.position(STARTS[random(#STARTS)]), 0
  end
  return position:play(moves[random(#moves)]), plies + 1
end

describe("predicates agree with a computation from the squares,", function()
  it(("seed %d"):format(SEED), function()
    local position, plies
    for _ = 1, POSITIONS do
      position, plies = next_position(position, plies)
      local fen = position:fen()
      local board, game = read_board(fen), chess.game(('[FEN "%s"]\n[SetUp "1"]\n\n*'):format(fen))
      board.attackers = attackers_on(board)
      for _ = 1, ASKED do
        local it = ROWS[random(#ROWS)]
        local holds = it[2](board) and true or false
        if holds ~= it[1](game) then
          error(("%s is %s in %s"):format(tostring(it[1]), tostring(holds), fen))
        end
        it.yes, it.no = it.yes + (holds and 1 or 0), it.no + (holds and 0 or 1)
      end
    end
  end)

  it("and most are sometimes true and sometimes false", function()
    local seldom = {}
    for _, it in ipairs(ROWS) do
      seldom[#seldom + 1] = (it.yes == 0 or it.no == 0) and tostring(it[1]) or nil
    end
    assert.is_true(#seldom <= 5, table.concat(seldom, "; "))
  end)
end)
