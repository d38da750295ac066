-- core.lines and its trees, compared with counts of positions in Lua. report/openings_spec and book/book_spec test the
-- reports and books that use them.

local chess = require "lucena"
local core = require "lucena.core"

local SAMPLE = "spec/data/sample/sample.pgn"

local function lines_of(depth, ...)
  local lines = core.lines(chess.position(), depth)
  for _, pgn in ipairs { ... } do
    for game in chess.games_in(pgn) do
      lines:add(game)
    end
  end
  return lines
end

local function sample_lines(depth, first, step)
  local lines, number = core.lines(chess.position(), depth), 0
  for game in chess.games(SAMPLE) do
    number = number + 1
    if number % (step or 1) == (first or 0) then
      lines:add(game)
    end
  end
  return lines
end

-- Count the games of each position, and those that play each move there when they reach it first.
local function model(depth)
  local games, moves, wins = {}, {}, {}
  for game in chess.games(SAMPLE) do
    local position, seen = chess.position(), {}
    local function reach(move)
      local id = position:fen { ep = "legal" }:match "^%S+ %S+ %S+ %S+"
      if not seen[id] then
        games[id] = (games[id] or 0) + 1
        wins[id] = (wins[id] or 0) + (game.tags.Result == "1-0" and 1 or 0)
        if move then
          moves[id .. tostring(move)] = (moves[id .. tostring(move)] or 0) + 1
        end
      end
      seen[id] = true
    end
    for node in game:mainline() do
      if node.ply > depth then
        break
      end
      reach(node.move)
      position = node.position
    end
    reach()
  end
  return games, moves, wins
end

local function id_of(position)
  return position:fen { ep = "legal" }:match "^%S+ %S+ %S+ %S+"
end

describe("lines", function()
  it("have the games, wins and moves of each position", function()
    local games, moves, wins = model(16)
    for _, min in ipairs { 1, 3 } do
      local tree, edges = sample_lines(16):tree(min), 0
      for number = 1, tree:count() do
        local position, stats = tree:vertex(number)
        local id = id_of(position)
        assert.equal(games[id], stats[1])
        assert.equal(wins[id], stats[2])
        assert.equal(number, tree:find(position))
        for _, item in ipairs(tree:moves(number)) do
          assert.equal(moves[id .. tostring(item.move)], item.stats[1])
          assert.equal(item.place, tree:find(position:play(item.move)))
          edges = edges + 1
        end
      end
      local wanted, wanted_edges = 0, 0
      for _, count in pairs(games) do
        wanted = wanted + (count >= min and 1 or 0)
      end
      for _, count in pairs(moves) do
        wanted_edges = wanted_edges + (count >= min and 1 or 0)
      end
      assert.equal(wanted, tree:count())
      assert.is_true(edges >= wanted_edges)
    end
  end)

  it("merge to the same entries in any order", function()
    local all = sample_lines(20):entries()
    local one, two = sample_lines(20, 0, 3), sample_lines(20, 1, 3)
    two:merge(sample_lines(20, 2, 3):entries())
    local merged = core.lines(chess.position(), 20)
    merged:merge(two:entries())
    merged:merge(one:entries())
    assert.same(all, merged:entries())
    assert.equal(314, merged:games())
    assert.equal(sample_lines(20):tree(2):count(), merged:tree(2):count())
  end)

  it("keep the game with the highest ratings, then the first by file and offset", function()
    local function game(white, elo, date)
      return ('[White "%s"]\n[WhiteElo "%s"]\n[BlackElo "2400"]\n[Date "%s"]\n[Result "1-0"]\n\n1. e4 1-0\n\n')
        :format(white, elo, date)
    end
    local function notable(...)
      return lines_of(4, table.concat { ... }):tree(1):moves(1)[1].stats.notable
    end
    local later = game("C", "2500", "")
    assert.equal("B - ? 1-0, 1999", notable(game("A", "2300", "?"), game("B", "2500", "1999.??.??"), later))
    assert.equal("A - ? 1-0", notable(game("A", "?", "19"), game("B", "x", "1999.??.??")))
    local long = ("Long"):rep(60)
    assert.equal(long .. " - ? 1-0, 2001", notable(game("A", "100", "?"), game(long, "2500", "2001")))
    assert.equal("Jørgensen - ? 1-0", notable(game("J\xf8rgensen", "0x960", "?")))
  end)

  it("read ratings of decimal digits, and results in all spellings", function()
    local pgn = '[WhiteElo "%s"]\n[Result "%s"]\n\n1. e4 *\n'
    local function stats(elo, result)
      local _, sums = lines_of(1, pgn:format(elo, result)):tree(1):vertex(1)
      return table.concat(sums, " ", 1, 7)
    end
    assert.equal("1 1 0 0 1 2400 0", stats("2400", "1-0"))
    assert.equal("1 1 0 0 1 2400 0", stats(" 2400 ", "1 - 0"))
    assert.equal("1 1 0 0 0 0 0", stats("2400.0", "1-0"))
    assert.equal("1 1 0 0 0 0 0", stats(("9"):rep(30), "1-0"))
    assert.equal("1 0 1 0 0 0 0", stats("10000", "½-½"))
    assert.equal("1 0 0 1 0 0 0", stats("0xc", "-/+"))
    assert.equal("1 0 0 0 0 0 0", stats("2400", "*"))
  end)

  it("take no game whose start position is unknown", function()
    local game = chess.game '[FEN "4k3/9/8 w"]\n\n1. e4 *'
    local lines = core.lines(chess.position(), 2)
    assert.is_nil(lines:add(game))
    assert.is_nil(lines:add(game, 0))
    assert.equal(0, lines:add(chess.game "1. e4 *"))
    assert.is_nil(core.last_place(game, { [chess.position().key] = true }))
  end)

  it("take games from another start only with the number of plies", function()
    local root = chess.position():play "e4 e5"
    local lines = core.lines(root, 2)
    local game = chess.game "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"
    assert.is_nil(lines:add(game))
    assert.equal(2, lines:add(game, 2))
    assert.equal(9, lines:add(game, 9))
    assert.equal(2, lines:games())
    assert.equal(1, lines:tree(1):moves(lines:tree(1):find(root))[1].stats[1])
  end)

  it("have the places of a book in the order of their keys", function()
    local before, count = nil, 0
    for place in sample_lines(20):tree(2):book(2) do
      assert.equal(place.key, place.position:polyglot_key())
      assert.is_true(not before or math.ult(before, place.key))
      before, count = place.key, count + 1
      for _, move in ipairs(place.moves) do
        assert.is_true(move.games >= 2 and move.weight == move.games + move.won - move.lost)
      end
    end
    assert.is_true(count > 100)
  end)

  -- Returns the texts of a Polyglot book as one string, made from the places, and as the tree returns them.
  local function polyglot_texts(tree, min)
    local made, returned = {}, {}
    for place in tree:book(min) do
      for _, move in ipairs(require("lucena.book.edit").fitted(place.moves)) do
        made[#made + 1] = require("lucena.book.polyglot").pack(place.key, move)
      end
    end
    for text, moves in tree:polyglot(min) do
      assert.equal(16 * moves, #text)
      returned[#returned + 1] = text
    end
    return table.concat(made), table.concat(returned)
  end

  it("have the texts of a Polyglot book", function()
    for _, min in ipairs { 1, 2, 5 } do
      local made, returned = polyglot_texts(sample_lines(30):tree(min), min)
      assert.is_true(#made > 160 and made == returned)
    end
    local lines = lines_of(4, "1. e4 e5 1-0 1. e4 c5 1-0 1. d4 d5 0-1 1. c4 * 1. a4 0-1 1. Nf3 1-0")
    local wins = 3
    for moves, entry in pairs(lines:entries()) do -- weights of more than 16 bits
      wins = 10 * wins + #moves
      lines:merge { [moves] = ("<I4"):pack(wins):rep(2) .. ("\0"):rep(4) .. entry:sub(13) }
    end
    local made, returned = polyglot_texts(lines:tree(1), 1)
    assert.is_true(#made >= 16 * 6 and made == returned)
    assert.equal("\xff\xff", returned:match "\xff\xff")
  end)

  it("can be without ratings, years and notable games", function()
    local lines = core.lines(chess.position(), 4, true)
    local add = lines:adder()
    for game in chess.games_in('[WhiteElo "2000"]\n[BlackElo "2000"]\n[Date "1999.01.01"]\n\n1. e4 1-0 1. e4 0-1') do
      assert.is_false(add(game))
    end
    local other = chess.game '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *'
    assert.is_true(add(other))
    local _, stats = lines:tree(1):vertex(1)
    assert.same({ 2, 1, 0, 1, 0, 0, 0, 0, 0, 0, year = 0, notable = "" }, stats)
    assert.error_matches(function() add(1) end, "lucena.Game expected")
  end)

  it("reject entries that are damaged", function()
    local good = sample_lines(4):entries()
    local line, entry = next(good)
    local function merge(entries)
      return function()
        core.lines(chess.position(), 4):merge(entries)
      end
    end
    local message = "not the lines of an opening tree with 4 plies"
    for size = 0, #entry - 1 do
      assert.error_matches(merge { [line] = entry:sub(1, size) }, message)
    end
    assert.error_matches(merge { [line] = entry .. "x" }, message)
    assert.error_matches(merge { [line .. "x"] = entry }, message)
    assert.error_matches(merge { [line .. line] = entry }, message)
    assert.error_matches(merge { [1] = entry }, message)
    assert.error_matches(merge { [line] = 1 }, message)
    local lines = core.lines(chess.position(), 4)
    lines:merge { ["\xff\x0f"] = entry }
    assert.error_matches(function() lines:tree(1) end, "a line has an illegal move")
  end)

  it("reject other arguments", function()
    local lines = lines_of(4, "1. e4 *")
    assert.error_matches(function() core.lines(chess.position(), 0) end,
      "number of plies from 1 to 1000 expected, got 0")
    assert.error_matches(function() core.lines(1, 1) end, "lucena.Position expected")
    assert.error_matches(function() lines:add(1) end, "lucena.Game expected")
    assert.error_matches(function() lines:tree(1):vertex(3) end, "no vertex")
    assert.error_matches(function() lines:tree(1):moves(0) end, "no vertex")
    assert.is_nil(core.lines(chess.position(), 4):tree(1):find(chess.position()))
    assert.is_nil(core.lines(chess.position(), 4):tree(1):book(1)())
    assert.equal(2, lines:tree(-1):count())
    assert.equal(0, lines:tree(math.maxinteger):count())
  end)

  it("can be used in finalizers after they are closed", function()
    local errors = {}
    do
      local holder = setmetatable({}, { __gc = function(self)
        errors[1] = select(2, pcall(self.lines.games, self.lines))
        errors[2] = select(2, pcall(self.tree.count, self.tree))
        errors[3] = self.book()
      end })
      holder.lines = lines_of(4, "1. e4 *")
      holder.tree = holder.lines:tree(1)
      holder.book = holder.tree:book(1)
      holder = nil -- luacheck: ignore
    end
    collectgarbage()
    collectgarbage()
    assert.matches("the lines are closed", errors[1])
    assert.matches("the lines are closed", errors[2])
    assert.is_nil(errors[3])
  end)
end)
