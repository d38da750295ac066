-- Sequences, compared with an exhaustive search in Lua that tries every way to match from every position: is there a
-- match, and where does it begin? Then small games test one rule each.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local q = chess.query

local SAMPLE = "spec/data/engine/engine.pgn"

-- ---- the exhaustive search -----------------------------------------------------------------------

-- Facts of positions, as queries and as functions of a node. The root is the start position.
local FACTS = {
  { q.check, function(node) return node.position:in_check() end },
  { q.to_move "white", function(node) return node.position.turn == "white" end },
  { q.capture, function(node) return node.move ~= nil and node.parent.position:is_capture(node.move) end },
  { q.quiet_plies(2), function(node) return node.position.halfmove_clock >= 2 end },
  { ~q.capture & q.to_move "black", function(node)
    return node.position.turn == "black" and not (node.move and node.parent.position:is_capture(node.move))
  end },
  { q.at(function(board) return #board:moves() < 25 end), function(node) return #node.position:moves() < 25 end },
  { q.ply { max = 20 }, function(node) return node.ply <= 20 end },
  { q.eval(0.5), function(node) return (node.eval or node.mate and node.mate * 99 or -99) >= 0.5 end },
}

local function load_games()
  local list = {}
  for game in chess.games(SAMPLE) do
    if game.number % 7 == 1 and game.plies < 80 then
      local nodes, truths = { [0] = game.root }, {}
      for node in game:mainline() do
        nodes[node.ply] = node
      end
      for i, fact in ipairs(FACTS) do
        truths[i] = {}
        for ply = 0, #nodes do
          truths[i][ply] = fact[2](nodes[ply]) and true or false
        end
      end
      list[#list + 1] = { game = game, truths = truths, last = #nodes }
    end
  end
  return list
end

local GAMES = load_games()

local ends_of

-- The union of the ends of a shape, for all start plies in `plies`.
local function ends_from_all(entry, shape, plies)
  local ends = {}
  for ply in pairs(plies) do
    for behind in pairs(ends_of(entry, shape, ply)) do
      ends[behind] = true
    end
  end
  return ends
end

local function add_all(set, more)
  for ply in pairs(more) do
    set[ply] = true
  end
end

local function ends_of_times(entry, shape, ply)
  local here, ends, new = { [ply] = true }, {}, true
  for _ = 1, shape.lo do
    here = ends_from_all(entry, shape[1], here)
  end
  add_all(ends, here)
  for times = shape.lo + 1, shape.hi or math.huge do
    if not new then
      break
    end
    here, new = ends_from_all(entry, shape[1], here), false
    for behind in pairs(here) do
      new = new or not ends[behind]
      here[behind] = (not ends[behind] or times <= (shape.hi or 0)) or nil
    end
    add_all(ends, here)
  end
  return ends
end

local function ends_of_list(entry, shape, ply)
  local ends = shape.alt and {} or { [ply] = true }
  for _, part in ipairs(shape) do
    if shape.alt then
      add_all(ends, ends_of(entry, part, ply))
    else
      ends = ends_from_all(entry, part, ends)
    end
  end
  return ends
end

-- Returns the ends of all matches of a shape that begin at `ply`, as a set. The end of a match is the ply after its
-- last position. A shape is {fact =}, {any = true}, a list, {alt = true, ...} or {lo =, hi =, shape}. Results are
-- cached in `entry.ends`.
function ends_of(entry, shape, ply)
  local known = entry.ends[shape] or {}
  entry.ends[shape] = known
  if not known[ply] and (shape.fact or shape.any) then
    local holds = ply <= entry.last and (shape.any or entry.truths[shape.fact][ply])
    known[ply] = holds and { [ply + 1] = true } or {}
  end
  known[ply] = known[ply] or (shape.lo and ends_of_times or ends_of_list)(entry, shape, ply)
  return known[ply]
end

-- The first ply of the match by the definition: of the matches that end first, the shortest one counts.
local function place_of(entry, shape, opts)
  local best_end, best_start
  entry.ends = {}
  for start = 0, opts.from_start and 0 or entry.last do
    for behind in pairs(ends_of(entry, shape, start)) do
      local last = behind - 1
      local fits = last >= start and last - start <= (opts.within or math.huge)
        and (not opts.at_end or last == entry.last)
      if fits and (not best_end or last <= best_end) then
        best_end, best_start = last, start
      end
    end
  end
  return best_start
end

-- ---- random sequences ----------------------------------------------------------------------------

local seed = 20260102

local function random(n)
  seed = seed * 6364136223846793005 + 1442695040888963407
  return (seed >> 33) % n + 1
end

local random_sequence

-- A group of one to three parts, as a query with `seq` and as a shape for the search.
local function random_group(depth)
  local arguments, shape = {}, {}
  for i = 1, random(3) do
    arguments[i], shape[i] = random_sequence(depth)
  end
  return q.seq(table.unpack(arguments)), shape
end

-- A part that contains no other parts: a fact or a gap.
local function random_leaf()
  local kind, fact = random(8), random(#FACTS)
  if kind == 1 then
    return q.gap(0, 2), { lo = 0, hi = 2, { any = true } }
  elseif kind == 2 then
    return q.gap(1), { lo = 1, { any = true } }
  end
  return FACTS[fact][1], { fact = fact }
end

function random_sequence(depth)
  local kind = depth == 0 and 1 or random(6)
  if kind <= 2 then
    return random_leaf()
  elseif kind == 3 then
    return random_group(depth - 1)
  elseif kind == 4 then
    local a, x = random_sequence(depth - 1)
    local b, y = random_sequence(depth - 1)
    return q.seq(a) | q.seq(b), { alt = true, x, y }
  end
  local query, shape = random_sequence(depth - 1)
  local lo, more = random(3) - 1, random(4)
  local hi = more < 4 and math.max(lo + more - 1, 1) or nil
  return q.streak(q.seq(query), lo, hi), { lo = lo, hi = hi, shape }
end

-- A random query (sometimes with options), its shape, and the options.
local function random_query()
  local opts = { within = random(4) == 1 and random(8) or nil, from_start = random(5) == 1 or nil,
    at_end = random(5) == 1 or nil }
  local arguments, shape = {}, {}
  for i = 1, 1 + random(3) do
    arguments[i], shape[i] = random_sequence(2)
  end
  arguments[#arguments + 1] = next(opts) and opts or nil
  return q.seq(table.unpack(arguments)), shape, opts
end

describe("sequences", function()
  it("match at the same place as a search of all combinations", function()
    local found, total, later = 0, 0, 0
    for _ = 1, 80 do
      local query, shape, opts = random_query()
      for _ = 1, 2 do
        local entry = GAMES[random(#GAMES)]
        local expected, node = place_of(entry, shape, opts), query:find(entry.game)
        assert.equal(expected, node and node.ply, ("game %d: %s"):format(entry.game.number, tostring(query)))
        total, found = total + 1, found + (expected and 1 or 0)
        later = later + (expected and expected > 0 and 1 or 0)
      end
    end
    assert.is_true(found > total / 4 and found < total and later > total / 8, found .. " " .. later .. " " .. total)
  end)

  it("match in the reader too, and with other queries", function()
    local query = q.seq(q.capture, q.gap(0, 4), q.check, 1, q.capture)
    local alone, beside = 0, 0
    for game in chess.games(SAMPLE) do
      alone = alone + (query(game) and q.checkmate(game) and 1 or 0)
    end
    for _ in chess.games(SAMPLE, { query = q.checkmate & query }) do
      beside = beside + 1
    end
    assert.equal(alone, beside)
    assert.is_true(alone > 10 and alone < 256, alone)
  end)
end)

-- ---- small games ---------------------------------------------------------------------------------

local TRADES = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 *"

local function at(query, text)
  local node = query:find((assert(chess.game(text))))
  return node and (node.san or "start")
end

describe("a part of a sequence", function()
  it("matches only the next position", function()
    assert.equal("exd5", at(q.seq(q.capture, q.capture), TRADES))
    assert.equal("Qxg2", at(q.seq(q.capture, q.capture, { within = 1 }) & q.seq(q.played "Qxg2", q.capture), TRADES))
    assert.is_nil(at(q.seq(q.capture, q.capture, q.capture), TRADES))
    assert.equal("start", at(q.seq(q.ply(0), q.played "e4", q.played "d5"), TRADES))
  end)

  it("can be a number of positions, or a gap", function()
    assert.equal("Qxd5", at(q.seq(q.capture "black", 1, q.capture "black"), TRADES))
    assert.is_nil(at(q.seq(q.capture "black", 2, q.capture "black"), TRADES))
    assert.equal("e4", at(q.seq(q.played "e4", q.gap(0), q.played "Bxg2"), TRADES))
    assert.equal("e4", at(q.seq(q.played "e4", q.gap(5, 5), q.played "Bxg2"), TRADES))
    assert.is_nil(at(q.seq(q.played "e4", q.gap(0, 4), q.played "Bxg2"), TRADES))
    assert.is_nil(at(q.seq(q.played "e4", q.gap(6), q.played "Bxg2"), TRADES))
  end)

  it("can be a sequence", function()
    local pair = q.seq(q.capture, q.capture)
    assert.equal("exd5", at(q.seq(pair, 1, pair), TRADES))
    assert.is_nil(at(q.seq(pair, pair), TRADES))
    assert.equal("d5", at(q.seq(~q.capture, q.streak(q.capture, 2, 2), ~q.capture), TRADES))
  end)

  it("can be limited to few plies, and the shortest is taken", function()
    local text = "1. e4 e5 2. d4 exd4 3. Nf3 Nc6 4. Nxd4 Nxd4 *"
    assert.equal("exd4", at(q.seq(q.capture, q.gap(0), q.capture "white"), text))
    assert.equal("exd4", at(q.seq(q.capture, q.gap(0), q.capture, { within = 3 }), text))
    assert.equal("Nxd4", at(q.seq(q.capture, q.gap(0), q.capture, { within = 2 }), text))
    assert.is_nil(at(q.seq(q.capture "white", q.gap(0), q.capture "white", { within = 4 }), text))
  end)

  it("can call Lua, several times per position", function()
    local asked = {}
    local function few(board)
      asked[#asked + 1] = board.halfmove_clock
      return board.halfmove_clock == 0
    end
    local query = q.seq(q.at(few), q.at(few), q.at(function(board) return board.turn == "black" end), q.capture "black")
    assert.equal("e4", at(query, TRADES))
    assert.is_true(#asked > 4)
    assert.equal("start", at(q.streak(q.at(few), 5), TRADES))
    assert.is_nil(at(q.streak(q.at(few), 6), TRADES))
  end)

  it("can yield and raise in Lua", function()
    local game = chess.game(TRADES)
    local query = q.held(q.at(function(board) return coroutine.yield(board.halfmove_clock) end), 2)
      | q.seq(q.capture, q.at(function(board) return coroutine.yield(board.halfmove_clock) end))
    local ask = coroutine.wrap(function() return "ply " .. query:find(game).ply end)
    local value, yields = ask(), 0
    while math.type(value) do
      yields = yields + 1
      value = ask(value == 0)
    end
    assert.equal("ply 0", value)
    assert.equal(2, yields)
    assert.has_error(function() q.seq(q.check | q.at(function() error("mine", 0) end), q.capture)(game) end, "mine")
    local ok, message = pcall(function() return q.held(q.at(function() return {} end), 2)(game) end)
    assert.is_false(ok)
    assert.is_truthy(message:find("returned a table; a query's function returns true, false, nil, a Node, a", 1, true))
  end)

  it("starts again in each game", function()
    local folder <close> = new_folder()
    local path = folder:write("anew.pgn", "1. e4 d5 *\n\n1. a4 *\n\n1. e4 d5 2. exd5 *\n")
    local n = 0
    for _ in chess.games(path, { query = q.seq(q.played "d5", q.ply(0)) | q.seq(q.played "a4", q.gap(1)) }) do
      n = n + 1
    end
    assert.equal(0, n)
  end)
end)

describe("sequences as queries", function()
  it("have texts, plans and explanations", function()
    local query = q.seq(q.capture, 2, q.streak(q.check, 1, 2), q.gap(0), q.blunder, { within = 9 })
    assert.equal("seq(capture, 2, streak(check, 1, 2), gap(0), blunder, {within = 9})", tostring(query))
    assert.is_truthy(query:describe():find('2. text: has_evaluations', 1, true))
    assert.is_truthy(query:describe():find("(with Lua)", 1, true))
    assert.equal("no  seq(capture, check)\n  yes capture  (2.exd5)\n  no  check",
      q.seq(q.capture, q.check):explain(chess.game(TRADES)))
  end)

  it("may contain checkmate and stalemate", function()
    local mate = chess.game "1. e4 e5 2. Qh5 Ke7 3. Qxe5# *"
    assert.equal("Ke7", (q.move { piece = "k" } * q.checkmate):find(mate).san)
    assert.is_true((q.capture * q.gap(0) * q.checkmate "white" | q.check * q.check)(mate) == false)
    assert.is_true((q.move { piece = "Q" } * 1 * (q.checkmate "white" | q.stalemate))(mate))
    assert.is_false((q.move { piece = "k" } * q.checkmate "black")(mate))
    assert.is_false((q.move { piece = "k" } * q.stalemate)(mate))
    assert.is_false((q.checkmate * q.gap(1))(mate))
    assert.equal("seq(move{piece = \"k\"}, checkmate)", tostring(q.move { piece = "k" } * q.checkmate))
    local stale = chess.game '[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]\n\n1. Qf7 1/2-1/2'
    assert.is_true((q.ply(0) * q.stalemate)(stale))
    assert.is_true(q.flipped(q.move { piece = "K" } * q.checkmate "black")(mate))
  end)

  it("report errors in their arguments", function()
    local rows = {
      { function() q.seq() end, "bad argument #1 to 'seq' (a query of positions expected)" },
      { function() q.seq(3) end, "bad argument #1 to 'seq' (a query of positions expected)" },
      { function() q.seq(q.check, q.castled) end,
        "bad argument #2 to 'seq' (a query of positions expected; castled is about the game)" },
      { function() q.seq(q.check, { within = 1.5 }) end,
        "bad argument #2 to 'seq' (option 'within': a number of plies expected)" },
      { function() q.seq(q.seq(q.check, { within = 1 }), q.check) end,
        "bad argument #1 to 'seq' (a sequence with 'within', 'from_start' or 'at_end' cannot be part of another)" },
      { function() q.streak(q.check, -1) end, "bad argument #2 to 'streak' (a number of positions expected)" },
      { function() q.seq(q.check, q.seq(q.check) | q.castled) end,
        "bad argument #2 to 'seq' (a query of positions expected; seq(check) | castled is about the game)" },
      { function() return q.check * q.castled end,
        "bad argument #2 to 'seq' (a query of positions expected; castled is about the game)" },
      { function() return q.check * nil end, "a query is combined with queries and functions, not with a nil" },
      { function() return q.check ^ 1.5 end,
        "x^n needs a query x and a whole number n" },
      { function() q.streak(q.check, 3, 2) end,
        "bad argument #3 to 'streak' (a number of positions expected, at least 1 and at least the first number)" },
      { function() q.streak(q.check, 65) end, "bad argument #1 to 'streak' (a sequence has at most 64 states)" },
      { function() q.gap(-1) end, "bad argument #1 to 'gap' (a number of positions expected)" },
    }
    for _, row in ipairs(rows) do
      local ok, message = pcall(row[1])
      assert.is_false(ok)
      assert.equal("sequence_spec.lua: " .. row[2], (message:gsub("^.*(sequence_spec%.lua):%d+", "%1")))
    end
  end)

  it("can be written with LPeg's operators", function()
    assert.equal("seq(capture, 1, check)", tostring(q.capture * 1 * q.check))
    assert.equal("seq(1, capture)", tostring(1 * q.capture))
    assert.equal("streak(capture, 2)", tostring(q.capture^2))
    assert.equal("streak(capture, 0, 2)", tostring(q.capture^-2))
    assert.equal("exd5", at(q.capture * q.capture * (~q.capture)^-1, TRADES))
    assert.equal("e4", at(q.played "e4" * (~q.check)^0 * q.played "Bxg2", TRADES))
    assert.is_nil(at(q.played "e4" * (~q.played "Nc3")^0 * q.played "Bxg2", TRADES))
  end)

  it("show their progress", function()
    local query = q.seq(q.capture "black", 1, q.capture "black", q.check^0, q.check, q.capture)
    assert.equal("no  " .. tostring(query) .. "\n  yes capture \"black\"  (2...Qxd5)\n"
      .. "  yes capture \"black\"  (3...Qxg2)\n  no  check", query:explain(chess.game(TRADES)))
  end)

  it("have at most 64 states", function()
    local text = {}
    for i = 1, 35 do
      text[i] = i % 2 == 1 and "Nf3 Nf6" or "Ng1 Ng8"
    end
    text = table.concat(text, " ") .. " *"
    assert.equal("start", at(q.streak(~q.capture, 64), text))
    assert.equal("start", at(q.seq(q.ply(0), 62, q.ply(63)), text))
    assert.is_nil(at(q.seq(q.ply(0), 62, q.ply(64)), text))
  end)
end)
