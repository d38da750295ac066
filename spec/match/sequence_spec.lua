-- Sequences against a search in Lua that tries every way to take the positions, from every position: whether there is
-- one, and where. Then small games, one rule each.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local q = chess.query

local SAMPLE = "spec/data/sample/sample.pgn"

-- ---- a search by trying --------------------------------------------------------------------------

-- Facts of positions, as queries and as functions of a node (the root for the start).
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
    if game.number % 15 == 1 then
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

-- Ends of ways to take parts[at...] from `ply`: a set of the plies behind the last position taken.
local function ends_from(entry, parts, at, ply, ends)
  local part = parts[at]
  if not part then
    ends[ply] = true
    return
  end
  local taken = 0
  while true do
    if taken >= part.lo then
      ends_from(entry, parts, at + 1, ply + taken, ends)
    end
    local here = ply + taken
    if taken == part.hi or here > entry.last or part.fact and not entry.truths[part.fact][here] then
      return
    end
    taken = taken + 1
  end
end

-- Where it begins, by the definition: the sequence that ends first, and of these the shortest.
local function place_of(entry, parts, within)
  local best_end, best_start
  for start = 0, entry.last do
    local ends = {}
    ends_from(entry, parts, 1, start, ends)
    for behind in pairs(ends) do
      local last = behind - 1
      if last >= start and last - start <= (within or math.huge) and (not best_end or last <= best_end) then
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

-- A part as `seq` takes it, and for the search.
local function random_part()
  local kind, fact = random(7), random(#FACTS)
  local query = FACTS[fact][1]
  if kind <= 3 then
    return query, { fact = fact, lo = 1, hi = 1 }
  elseif kind == 4 then
    local n = random(3)
    return n, { lo = n, hi = n }
  elseif kind == 5 then
    local lo, more = random(3) - 1, random(6)
    local hi = more < 6 and lo + more or nil
    return q.gap(lo, hi), { lo = lo, hi = hi }
  end
  local lo, more = random(3), random(4)
  local hi = more < 3 and lo + more or nil
  return q.streak(query, lo, hi), { fact = fact, lo = lo, hi = hi }
end

-- The query begins and ends with a fact, so that the shortest is one.
local function random_sequence()
  local arguments, parts = {}, {}
  for i = 1, random(4) do
    local argument, part
    repeat
      argument, part = random_part()
    until i > 1 or part.fact
    arguments[i], parts[i] = argument, part
  end
  local fact = random(#FACTS)
  arguments[#arguments + 1], parts[#parts + 1] = FACTS[fact][1], { fact = fact, lo = 1, hi = 1 }
  local within = random(3) == 1 and random(8) or nil
  arguments[#arguments + 1] = within and { within = within } or nil
  return q.seq(table.unpack(arguments)), parts, within
end

describe("sequences", function()
  it("are where trying all ways finds them", function()
    local found, total, later = 0, 0, 0
    for _ = 1, 250 do
      local query, parts, within = random_sequence()
      for _ = 1, 4 do
        local entry = GAMES[random(#GAMES)]
        local expected, node = place_of(entry, parts, within), query:find(entry.game)
        assert.equal(expected, node and node.ply, ("game %d: %s"):format(entry.game.number, tostring(query)))
        total, found = total + 1, found + (expected and 1 or 0)
        later = later + (expected and expected > 0 and 1 or 0)
      end
    end
    assert.is_true(found > total / 4 and found < total and later > total / 8, found .. " " .. later)
  end)

  it("are found by the reader too, and beside other queries", function()
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
  it("takes the next position and no other", function()
    assert.equal("exd5", at(q.seq(q.capture, q.capture), TRADES))
    assert.equal("Qxg2", at(q.seq(q.capture, q.capture, { within = 1 }) & q.seq(q.played "Qxg2", q.capture), TRADES))
    assert.is_nil(at(q.seq(q.capture, q.capture, q.capture), TRADES))
    assert.equal("start", at(q.seq(q.ply(0), q.played "e4", q.played "d5"), TRADES))
  end)

  it("may be a number of positions, or a gap", function()
    assert.equal("Qxd5", at(q.seq(q.capture "black", 1, q.capture "black"), TRADES))
    assert.is_nil(at(q.seq(q.capture "black", 2, q.capture "black"), TRADES))
    assert.equal("e4", at(q.seq(q.played "e4", q.gap(0), q.played "Bxg2"), TRADES))
    assert.equal("e4", at(q.seq(q.played "e4", q.gap(5, 5), q.played "Bxg2"), TRADES))
    assert.is_nil(at(q.seq(q.played "e4", q.gap(0, 4), q.played "Bxg2"), TRADES))
    assert.is_nil(at(q.seq(q.played "e4", q.gap(6), q.played "Bxg2"), TRADES))
  end)

  it("may be a sequence", function()
    local pair = q.seq(q.capture, q.capture)
    assert.equal("exd5", at(q.seq(pair, 1, pair), TRADES))
    assert.is_nil(at(q.seq(pair, pair), TRADES))
    assert.equal("d5", at(q.seq(~q.capture, q.streak(q.capture, 2, 2), ~q.capture), TRADES))
  end)

  it("is over few plies when that is asked, and the shortest is taken", function()
    local text = "1. e4 e5 2. d4 exd4 3. Nf3 Nc6 4. Nxd4 Nxd4 *"
    assert.equal("exd4", at(q.seq(q.capture, q.gap(0), q.capture "white"), text))
    assert.equal("exd4", at(q.seq(q.capture, q.gap(0), q.capture, { within = 3 }), text))
    assert.equal("Nxd4", at(q.seq(q.capture, q.gap(0), q.capture, { within = 2 }), text))
    assert.is_nil(at(q.seq(q.capture "white", q.gap(0), q.capture "white", { within = 4 }), text))
  end)

  it("may ask Lua, several times at a position", function()
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

  it("begins anew with each game", function()
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
    local query = q.seq(q.capture, 2, q.streak(q.check, 1, 2), q.gap(0), q.eval(1), { within = 9 })
    assert.equal("seq(capture, 2, streak(check, 1, 2), gap(0), eval(1), {within = 9})", tostring(query))
    assert.is_truthy(query:describe():find('2. text: commented "[%eval"', 1, true))
    assert.is_truthy(query:describe():find("(with Lua)", 1, true))
    assert.equal("no  seq(capture, check)\n  yes capture  (2.exd5)\n  no  check",
      q.seq(q.capture, q.check):explain(chess.game(TRADES)))
  end)

  it("say what is wrong with their arguments", function()
    local rows = {
      { function() q.seq() end, "bad argument #1 to 'seq' (a query of positions expected)" },
      { function() q.seq(3) end, "bad argument #1 to 'seq' (a query of positions expected)" },
      { function() q.seq(q.check, q.checkmate) end,
        "bad argument #2 to 'seq' (a query of positions expected; checkmate is about the game)" },
      { function() q.seq(q.check, { within = 1.5 }) end,
        "bad argument #2 to 'seq' (option 'within': a number of plies expected)" },
      { function() q.seq(q.seq(q.check, { within = 1 }), q.check) end,
        "bad argument #1 to 'seq' (a sequence with 'within' is no part of another)" },
      { function() q.streak(q.check, 0) end, "bad argument #2 to 'streak' (1 or more positions expected)" },
      { function() q.streak(q.check, 3, 2) end,
        "bad argument #3 to 'streak' (a number of positions, not below the first, expected)" },
      { function() q.streak(q.check, 65) end, "bad argument #1 to 'streak' (a sequence has at most 64 states)" },
      { function() q.gap(-1) end, "bad argument #1 to 'gap' (a number of positions expected)" },
    }
    for _, row in ipairs(rows) do
      local ok, message = pcall(row[1])
      assert.is_false(ok)
      assert.equal("sequence_spec.lua: " .. row[2], (message:gsub("^.*(sequence_spec%.lua):%d+", "%1")))
    end
  end)

  it("take 64 states", function()
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
