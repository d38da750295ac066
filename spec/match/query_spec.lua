-- Every query of positions and moves, compared with a computation in Lua from the Position, on games of the sample: is
-- there a match, and at which ply first? Then random combinations of these queries are compared.

local chess = require "lucena"
local q = chess.query

local SAMPLE = "spec/data/engine/engine.pgn"

-- Every Nth game, with its nodes and positions.
local function load_games(step)
  local list = {}
  for game in chess.games(SAMPLE) do
    if game.number % step == 1 then
      local places = { { position = game.start, ply = 0 } }
      for node in game:mainline() do
        local before = places[#places].position
        places[#places + 1] = { position = node.position, ply = node.ply, node = node, before = before }
      end
      list[#list + 1] = { game = game, places = places }
    end
  end
  return list
end

local GAMES = load_games(12)

-- The first ply at which predicate(position, place) is true, or nil. A place is a position of a game with its ply.
local function first_place(entry, predicate)
  for _, place in ipairs(entry.places) do
    if predicate(place.position, place) then
      return place.ply
    end
  end
end

-- ---- the same facts, computed in Lua -------------------------------------------------------------

local FILES = "abcdefgh"

local function square(file, rank)
  return file >= 1 and file <= 8 and rank >= 1 and rank <= 8 and FILES:sub(file, file) .. rank or nil
end

local function place_of(name)
  return name:byte(1) - 96, tonumber(name:sub(2))
end

local function pawn_of(color)
  return color == "white" and "P" or "p"
end

local function other(color)
  return color == "white" and "black" or "white"
end

-- Whether a pawn of the colour is on a file, on a rank for which test(rank) is true.
local function has_pawn(p, color, file, test)
  for rank = 1, 8 do
    local name = square(file, rank)
    if name and p:piece(name) == pawn_of(color) and test(rank) then
      return true
    end
  end
  return false
end

local PAWNS = {}

function PAWNS.passed(p, color, file, rank)
  local up = color == "white" and 1 or -1
  for next_to = file - 1, file + 1 do
    if has_pawn(p, other(color), next_to, function(r) return (r - rank) * up > 0 end) then
      return false
    end
  end
  return true
end

function PAWNS.isolated(p, color, file)
  local function any() return true end
  return not has_pawn(p, color, file - 1, any) and not has_pawn(p, color, file + 1, any)
end

function PAWNS.doubled(p, color, file, rank)
  return has_pawn(p, color, file, function(r) return r ~= rank end)
end

function PAWNS.backward(p, color, file, rank)
  local up = color == "white" and 1 or -1
  local function is_behind(r) return (r - rank) * up <= 0 end
  if PAWNS.isolated(p, color, file) or has_pawn(p, color, file - 1, is_behind)
    or has_pawn(p, color, file + 1, is_behind) then
    return false
  end
  for _, next_to in ipairs { file - 1, file + 1 } do
    local name = square(next_to, rank + 2 * up)
    if name and p:piece(name) == pawn_of(other(color)) then
      return true
    end
  end
  return false
end

-- The number of pawns of a kind (a key of PAWNS) of a colour. If `on` is given, it is a pattern for their squares.
local function count_pawns(p, kind, color, on)
  local n = 0
  for _, name in ipairs(p:squares(pawn_of(color))) do
    local file, rank = place_of(name)
    if (not on or name:find(on)) and PAWNS[kind](p, color, file, rank) then
      n = n + 1
    end
  end
  return n
end

local function count(p, letters, on)
  local n = 0
  for letter in letters:gmatch(".") do
    for _, name in ipairs(p:squares(letter)) do
      n = n + ((not on or name:find(on)) and 1 or 0)
    end
  end
  return n
end

local function is_dark(name)
  local file, rank = place_of(name)
  return (file + rank) % 2 == 0
end

local function bishop_pair(p, letter)
  local dark, light = false, false
  for _, name in ipairs(p:squares(letter)) do
    dark, light = dark or is_dark(name), light or not is_dark(name)
  end
  return dark and light
end

local function attacks(p, by, target, to)
  for letter in target:gmatch(".") do
    for _, name in ipairs(p:squares(letter)) do
      for _, color in ipairs { "white", "black" } do
        for _, from in ipairs(p:attackers(name, color)) do
          if by:find(p:piece(from), 1, true) and (not to or name:find(to)) then
            return true
          end
        end
      end
    end
  end
  return false
end

local function open_files(p, color)
  local n = 0
  for file = 1, 8 do
    local function any() return true end
    local white, black = has_pawn(p, "white", file, any), has_pawn(p, "black", file, any)
    local own, enemy = white, black
    if color == "black" then
      own, enemy = black, white
    end
    n = n + ((color and enemy and not own or not color and not white and not black) and 1 or 0)
  end
  return n
end

-- Patterns of squares, matched by recursive search in each rank.
local function fits_square(item, piece)
  if item == "?" then
    return true
  elseif item == "!" then
    return piece ~= "."
  elseif item == "A" or item == "a" then
    return piece:find(item == "A" and "%u" or "%l") ~= nil
  elseif item:sub(1, 2) == "[^" then
    return not item:find(piece, 1, true)
  end
  return item:find(piece, 1, true) ~= nil
end

local function fits_rank(items, at, squares, from)
  local item = items[at]
  if not item then
    return from == 9
  elseif item == "*" then
    for next_from = from, 9 do
      if fits_rank(items, at + 1, squares, next_from) then
        return true
      end
    end
    return false
  end
  return from <= 8 and fits_square(item, squares:sub(from, from)) and fits_rank(items, at + 1, squares, from + 1)
end

local function fits(p, pattern)
  local rank = 8
  for part in (pattern .. "/"):gmatch("(.-)/") do
    part = part:gsub("%d", function(digit) return ("."):rep(tonumber(digit)) end)
    local items, squares, at = {}, "", 1
    while at <= #part do
      local item = part:match("^%b[]", at) or part:sub(at, at)
      items[#items + 1], at = item, at + #item
    end
    for file = 1, 8 do
      squares = squares .. (p:piece(square(file, rank)) or ".")
    end
    if not fits_rank(items, 1, squares, 1) then
      return false
    end
    rank = rank - 1
  end
  return true
end

local function key_of(p)
  return p:fen():match("^(%S+)")
end

-- The move before a place: the piece that moved, the captured piece, the promotion piece.
local function moved(place)
  local node, before = place.node, place.before
  if not node then
    return {}
  end
  local m = node.move
  local taken = before:is_capture(m) and (before:piece(m.to) or "ep") or nil
  return { man = before:piece(m.from), from = m.from, to = m.to, taken = taken, promotion = m.promotion }
end

local NIMZO = GAMES[3].places[15].position
local VALUES = { P = 1, N = 3, B = 3, R = 5, Q = 9, K = 0 }

local function imbalance(p)
  local sum = 0
  for letter, value in pairs(VALUES) do
    sum = sum + value * (#p:squares(letter) - #p:squares(letter:lower()))
  end
  return sum
end

-- Whether the pieces except the kings are exactly these.
local function has_exactly(p, white, black)
  local found = { "", "" }
  for letter in ("BNPQR"):gmatch(".") do
    found[1] = found[1] .. letter:rep(#p:squares(letter))
    found[2] = found[2] .. letter:rep(#p:squares(letter:lower()))
  end
  return found[1] == white and found[2] == black
end

local PATTERNS = {
  "rnbqkbnr/*/*/*/*/*/*/RNBQKBNR", "?????rk?/?????aaa/*/*/*/8/P[BP]P*/??KR????", "?????rk?/?????aaa/*/*/*/*/*/*",
  "*/*p*p*/*/*/*/*/*/*", "*/*/*/*/*P*[^Pp]*/*/*/*", "*/*/*p!*/*/8/*/*/*", "8/*/*/*/*/*/*/*", "*/*/*/*/*/*/PPP5/*",
  "*/*/*/*/?A?a????/*/*/*", "*/*/*/*/*/2N2N2/*/*",
}

-- {query of positions, predicate}
local ROWS = {
  { q.check, function(p) return p:in_check() end },
  { q.check "white", function(p) return p:in_check() and p.turn == "white" end },
  { q.to_move "black", function(p) return p.turn == "black" end },
  { q.ply { min = 31, max = 33 }, function(_, at) return at.ply >= 31 and at.ply <= 33 end },
  { q.move_number(20), function(_, at) return at.node and at.before.fullmove_number == 20 end },
  { q.quiet_plies(9), function(p) return p.halfmove_clock >= 9 end },
  { q.quiet_plies { min = 5, max = 6 }, function(p) return p.halfmove_clock >= 5 and p.halfmove_clock <= 6 end },
  { q.repeated(2), function(_, at) return at.node and at.node:repetitions() >= 2 end },
  { q.repeated(3), function(_, at) return at.node and at.node:repetitions() >= 3 end },
  { q.position(NIMZO), function(p) return p == NIMZO end },
  { q.key(NIMZO.key), function(p) return p == NIMZO end },
  { q.polyglot_key(("%016x"):format(NIMZO:polyglot_key())), function(p)
    return p:polyglot_key() == NIMZO:polyglot_key()
  end },
  { q.placement(NIMZO), function(p) return key_of(p) == key_of(NIMZO) end },
  { q.same_pawns(NIMZO), function(p)
    return table.concat(p:squares "P") == table.concat(NIMZO:squares "P")
      and table.concat(p:squares "p") == table.concat(NIMZO:squares "p")
  end },
  { q.piece("N", "f5"), function(p) return p:piece "f5" == "N" end },
  { q.piece("Rr", "7"), function(p) return count(p, "Rr", "7") >= 1 end },
  { q.piece("P", "e c", { min = 2 }), function(p) return count(p, "P", "[ec]") >= 2 end },
  { q.piece("a", nil, 5), function(p) return count(p, "pnbrqk") == 5 end },
  { q.piece("A", "1 2", { max = 6 }), function(p) return count(p, "PNBRQK", "[12]") <= 6 end },
  { q.imbalance { min = 3 }, function(p) return imbalance(p) >= 3 end },
  { q.imbalance { min = 2, max = 4, side = "black" }, function(p)
    return -imbalance(p) >= 2 and -imbalance(p) <= 4
  end },
  { q.imbalance "BPvN", function(p)
    local function more(letter) return #p:squares(letter) - #p:squares(letter:lower()) end
    return more "P" == 1 and more "N" == -1 and more "B" == 1 and more "R" == 0 and more "Q" == 0
  end },
  { q.imbalance "PPv", function(p)
    return #p:squares "P" - #p:squares "p" == 2 and imbalance(p) == 2 and #p:squares "R" == #p:squares "r"
      and #p:squares "N" == #p:squares "n" and #p:squares "Q" == #p:squares "q"
  end },
  { q.pieces { white = { q = 0, r = { min = 1 } }, black = { q = 0 } }, function(p)
    return count(p, "Qq") == 0 and count(p, "R") >= 1
  end },
  { q.material "RP v R", function(p) return has_exactly(p, "PR", "R") or has_exactly(p, "R", "PR") end },
  { q.material "R v", function(p) return has_exactly(p, "R", "") or has_exactly(p, "", "R") end },
  -- a letter again adds to the count: "PP+" is two pawns or more
  { q.material("RPP+ v RP*", { first = "white" }), function(p)
    return count(p, "R") == 1 and count(p, "r") == 1 and count(p, "P") >= 2 and count(p, "NBQnbq") == 0
  end },
  { q.material("v P", { first = "white" }), function(p) return has_exactly(p, "", "P") end },
  { q.material("KRPKR", { first = "black" }), function(p) return has_exactly(p, "R", "PR") end },
  { q.material("rp v r", { first = "black" }), function(p) return has_exactly(p, "R", "PR") end },
  { q.material("r1p+l* v r1p#l="), function(p)
    local function side(own, enemy)
      return count(p, own[1]) == 1 and count(p, enemy[1]) == 1 and count(p, own[2]) >= 1 and count(p, "Qq") == 0
        and count(p, own[2]) ~= count(p, enemy[2]) and count(p, own[3]) == count(p, enemy[3])
    end
    local white, black = { "R", "P", "NB" }, { "r", "p", "nb" }
    return side(white, black) or side(black, white)
  end },
  { q.material("q*r2-l*p* v q=r*l*p2>", { first = "white" }), function(p)
    return count(p, "Q") == count(p, "q") and count(p, "R") <= 2 and count(p, "p") - count(p, "P") >= 2
  end },
  { q.material("q*r*l*p3+ v q*r*l*p1<=", { first = "white" }), function(p)
    return count(p, "P") >= 3 and count(p, "p") - count(p, "P") == -1
  end },
  { q.bishop_pair "white", function(p) return bishop_pair(p, "B") end },
  { ~q.bishop_pair, function(p) return not bishop_pair(p, "B") and not bishop_pair(p, "b") end },
  { q.opposite_bishops, function(p)
    local white, black = p:squares "B", p:squares "b"
    return #white == 1 and #black == 1 and is_dark(white[1]) ~= is_dark(black[1])
  end },
  { q.open_file, function(p) return open_files(p) >= 1 end },
  { q.open_file { min = 3 }, function(p) return open_files(p) >= 3 end },
  { q.open_file { on = "e", max = 0 } & q.ply { min = 60 }, function(p, at)
    return at.ply >= 60 and (count(p, "Pp", "e") > 0)
  end },
  { q.half_open_file "white", function(p) return open_files(p, "white") >= 1 end },
  { q.half_open_file { side = "black", min = 2 }, function(p) return open_files(p, "black") >= 2 end },
  { q.pinned, function(p) return #p:pinned "white" + #p:pinned "black" > 0 end },
  { q.pinned { side = "white", piece = "N" }, function(p)
    for _, name in ipairs(p:pinned "white") do
      if p:piece(name) == "N" then
        return true
      end
    end
  end },
  { q.attacks("N", "q"), function(p) return attacks(p, "N", "q") end },
  { q.attacks("bB", "Rr"), function(p) return attacks(p, "bB", "Rr") end },
  { q.attacks("a", "A", { to = "e d4" }), function(p)
    return attacks(p, "pnbrqk", "PNBRQK", "e") or attacks(p, "pnbrqk", "PNBRQK", "d4")
  end },
  { q.played "Nf3", function(_, at) return at.node and at.node.san:find("^N[a-h1-8]?x?f3") end },
  { q.played "Nxd4+ Qxd4", function(_, at)
    return at.node and (at.node.san:find("^N[a-h1-8]?xd4[+#]") or at.node.san:find("^Q[a-h1-8]?xd4"))
  end },
  { q.played "Rad1", function(_, at)
    local m = moved(at)
    return m.man and m.man:upper() == "R" and m.from:sub(1, 1) == "a" and m.to == "d1"
  end },
  { q.played "O-O-O", function(_, at) return at.node and at.node.san:find("^O%-O%-O") end },
  { q.played "O-O", function(_, at) return at.node and at.node.san:find("^O%-O%f[^%-O]") end },
  { q.played "e8=Q", function(_, at) return at.node and at.node.san:find("^[a-h]?x?e8=Q") end },
  { q.played "exd5", function(_, at) return at.node and at.node.san:find("^exd5") end },
  { q.capture, function(_, at) return moved(at).taken end },
  { q.capture "black", function(_, at) return moved(at).taken and moved(at).man:find("%l") end },
  { q.capture { piece = "B", takes = "nr" }, function(_, at)
    local m = moved(at)
    return m.man == "B" and (m.taken == "n" or m.taken == "r")
  end },
  { q.capture { to = "e", side = "white" }, function(_, at)
    local m = moved(at)
    return m.taken and m.man:find("%u") and m.to:sub(1, 1) == "e"
  end },
  { q.promotion, function(_, at) return moved(at).promotion end },
  { q.promotion { becomes = "NBR" }, function(_, at)
    local becomes = moved(at).promotion
    return becomes and becomes:upper() ~= "Q"
  end },
  { q.en_passant, function(_, at) return moved(at).taken == "ep" end },
  { q.move { piece = "K", from = "1 2", to = "3", quiet = true }, function(_, at)
    local m = moved(at)
    return m.man == "K" and m.from:find("[12]$") and m.to:find("3$") and not m.taken
  end },
}

for _, kind in ipairs { "passed", "isolated", "doubled", "backward" } do
  ROWS[#ROWS + 1] = { q[kind], function(p)
    return count_pawns(p, kind, "white") + count_pawns(p, kind, "black") > 0
  end }
  ROWS[#ROWS + 1] = { q[kind] { side = "white", on = "d e5" }, function(p)
    return count_pawns(p, kind, "white", "^d") + count_pawns(p, kind, "white", "e5") > 0
  end }
  ROWS[#ROWS + 1] = { q[kind] { side = "black", min = 3 }, function(p) return count_pawns(p, kind, "black") >= 3 end }
end

for _, pattern in ipairs(PATTERNS) do
  ROWS[#ROWS + 1] = { q.pattern(pattern), function(p) return fits(p, pattern) end }
end

-- ---- tests ---------------------------------------------------------------------------------------

-- The first ply at which a query matches, or nil.
local function asked(query, game)
  local node = query:find(game)
  assert.equal(node ~= nil, query(game))
  return node and node.ply
end

describe("a query of positions matches at the same place as in Lua:", function()
  for _, row in ipairs(ROWS) do
    local query, predicate = row[1], row[2]
    it(tostring(query), function()
      for _, entry in ipairs(GAMES) do
        assert.equal(first_place(entry, predicate), asked(query, entry.game), "game " .. entry.game.number)
      end
    end)
  end

  it("most are sometimes true and sometimes false in these games", function()
    local seldom = {}
    for _, row in ipairs(ROWS) do
      local found = 0
      for _, entry in ipairs(GAMES) do
        found = found + (first_place(entry, row[2]) and 1 or 0)
      end
      if found == 0 then
        seldom[#seldom + 1] = tostring(row[1])
      end
    end
    assert.is_true(#seldom <= 14, table.concat(seldom, "; "))
  end)
end)

-- The value of a predicate at each place; used for queries of whole games.
local function truths(entry, predicate)
  local list = {}
  for i, place in ipairs(entry.places) do
    list[i] = predicate(place.position, place) and true or false
  end
  return list
end

local function longest(list)
  local best, now = 0, 0
  for _, value in ipairs(list) do
    now = value and now + 1 or 0
    best = math.max(best, now)
  end
  return best
end

local function any(list)
  return longest(list) > 0
end

describe("combinations of queries", function()
  local seed = 20260101

  local function random(n)
    seed = (seed * 6364136223846793005 + 1442695040888963407)
    return (seed >> 33) % n + 1
  end

  -- A random query of positions, with its predicate.
  local function of_positions(depth)
    local kind = depth == 0 and 4 or random(5)
    if kind > 3 then
      local row = ROWS[random(#ROWS)]
      return row[1], row[2]
    end
    local a, x = of_positions(depth - 1)
    if kind == 3 then
      return ~a, function(p, at) return not x(p, at) end
    end
    local b, y = of_positions(depth - 1)
    if kind == 1 then
      return a & b, function(p, at) return x(p, at) and y(p, at) end
    end
    return a | b, function(p, at) return x(p, at) or y(p, at) end
  end

  -- A random query of games, with a function of an entry of GAMES.
  local function of_games(depth)
    local kind = depth == 0 and 3 + random(5) or random(8)
    if kind <= 3 then
      local a, x = of_games(depth - 1)
      local b, y = of_games(depth - 1)
      if kind == 1 then
        return a & b, function(entry) return x(entry) and y(entry) end
      elseif kind == 2 then
        return a | b, function(entry) return x(entry) or y(entry) end
      end
      return ~a & b, function(entry) return not x(entry) and y(entry) end
    elseif kind == 4 then
      local n = random(150)
      return q.plies { min = n }, function(entry) return entry.game.plies >= n end
    end
    local query, predicate = of_positions(2)
    if kind == 5 then
      return q.ever(query), function(entry) return any(truths(entry, predicate)) end
    elseif kind == 6 then
      return q.always(query), function(entry) return longest(truths(entry, predicate)) == #entry.places end
    elseif kind == 7 then
      local n = random(12)
      return q.held(query, n), function(entry) return longest(truths(entry, predicate)) >= n end
    end
    return q.at_end(query), function(entry)
      local list = truths(entry, predicate)
      return list[#list]
    end
  end

  it("match a game if Lua matches it", function()
    local yes = 0
    for _ = 1, 150 do
      local query, expected = of_games(2)
      local entry = GAMES[random(#GAMES)]
      local wanted = expected(entry) and true or false
      assert.equal(wanted, query(entry.game), ("game %d: %s"):format(entry.game.number, tostring(query)))
      yes = yes + (wanted and 1 or 0)
    end
    assert.is_true(yes > 20 and yes < 130, yes)
  end)

  it("of positions match at the same places as in Lua", function()
    for _ = 1, 100 do
      local query, predicate = of_positions(3)
      local entry = GAMES[random(#GAMES)]
      assert.equal(first_place(entry, predicate), asked(query, entry.game), tostring(query))
    end
  end)
end)
