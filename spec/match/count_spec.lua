-- Numbers of games made from queries: count, longest, number. They are compared with a computation from the positions
-- of the sample games. Then their uses: sort keys, columns, fields of tables, --show.

local chess = require "lucena"
local run = require "spec.support.run"
local q = chess.query

local SAMPLE = "spec/data/sample/sample.pgn"

-- Call `visit` for each position of the mainline, with a test of the position alone.
local function each_position(game, visit)
  local node = game.root
  while node do
    visit(node)
    node = node.next
  end
end

local function model_of(game, holds, count)
  local all, best, current, most = 0, 0, 0, 0
  each_position(game, function(node)
    local is_true = holds(node.position)
    all = all + (is_true and 1 or 0)
    current = is_true and current + 1 or 0
    best = math.max(best, current)
    most = math.max(most, count(node.position))
  end)
  return all, best, most
end

describe("numbers of queries", function()
  it("agree with the positions of the games", function()
    local check, longest, pinned = q.count(q.check), q.longest(q.bishop_pair "white"), q.number(q.piece "Nn")
    local number = 0
    for game in chess.games(SAMPLE) do
      number = number + 1
      if number % 6 == 0 then
        local checks = model_of(game, function(p) return p.is_check end, function() return 0 end)
        local _, pairs_of_bishops, knights = model_of(game, function(p)
          local light, dark = false, false
          for _, square in ipairs(p:squares "B") do
            local is_dark = (square:byte(1) + square:byte(2)) % 2 == 0
            light, dark = light or not is_dark, dark or is_dark
          end
          return light and dark
        end, function(p) return #p:squares "N" + #p:squares "n" end)
        assert.equal(checks, check(game))
        assert.equal(pairs_of_bishops, longest(game))
        assert.equal(knights, pinned(game))
        assert.equal(checks >= 3, q.count(q.check, { min = 3 })(game))
        assert.equal(pairs_of_bishops <= 20, q.longest(q.bishop_pair "white", { max = 20 })(game))
        assert.equal(knights == 4, q.number(q.piece "Nn", 4)(game))
      end
    end
    assert.is_true(number > 100)
  end)

  it("count in queries of both sides, of several tests and with colors exchanged", function()
    local game = assert(chess.game("1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 4. d4 Bd7 5. Nc3 Qg5 6. Bxg5 a6 *"))
    assert.equal(1, q.number(q.pinned)(game))
    assert.equal(1, q.number(q.pinned "black")(game))
    assert.equal(0, q.number(q.pinned "white")(game))
    assert.equal(4, q.number(q.piece "Nn" & q.ply { max = 4 })(game))
    assert.equal(8, q.number(q.flipped(q.piece "P"))(game))
    assert.equal(2, q.number(q.piece("P", nil, { max = 2 }) | q.piece "N")(game))
  end)

  it("refuse what they cannot count", function()
    assert.has_error(function() q.number(q.check) end,
      "bad argument #1 to 'number' (a tag, or a query that counts (pinned, piece \"Q\"), expected; "
        .. "check does not count)")
    assert.has_error(function() q.count(q.checkmate) end,
      "bad argument #1 to 'count' (a query of positions expected; checkmate is about the game)")
    assert.has_error(function() q.number(q.piece "Q" | q.check) end,
      "bad argument #1 to 'number' (a tag, or a query that counts (pinned, piece \"Q\"), expected; "
        .. "piece \"Q\" | check does not count)")
    assert.has_error(function() q.longest(q.check)(1) end, "'longest(check)' takes a Game, got number")
    local less = run { "filter", "-e", "count(check) <= 3", SAMPLE }
    assert.is_truthy(less.err:find("write count(check, {max = 3})", 1, true), less.err)
    local bare = run { "filter", "-e", "count(check)", SAMPLE }
    assert.is_truthy(bare.err:find("count(check) is a number; write count(check, {min = 1})", 1, true), bare.err)
    local done = run { "filter", "-e", "count(check) >= 3", SAMPLE }
    assert.is_truthy(done.err:find("write count(check, {min = 3})", 1, true), done.err)
  end)
end)

describe("values in parentheses", function()
  local function lines(...)
    local done = run { ... }
    assert.equal(0, done.code, done.err)
    local list = {}
    for line in done.out:gmatch("[^\n]+") do
      list[#list + 1] = line
    end
    return list, done
  end

  it("are columns of csv", function()
    local list = lines("filter", "-q", "--sort=-(longest(check))", "--limit", "1", "--to", "csv", "--columns",
      "Black,(longest(check)),(count(check)),(number(piece('Q', 'a b'))),(checkmate)", SAMPLE)
    assert.equal("Black,(longest(check)),(count(check)),\"(number(piece('Q', 'a b')))\",(checkmate)", list[1])
    assert.is_truthy(list[2]:find(",%d+,%d+,%d,%l+$"), list[2])
  end)

  it("are rows, columns and values of a table", function()
    local _, done = lines("report", "table", "--rows", "(number(pinned))", "--value",
      "mean:(count(check))", SAMPLE)
    assert.is_truthy(done.out:find("^Mean of count%(check%) by number%(pinned%)\n"), done.out)
    assert.is_truthy(done.out:find("\n0 +%d"), done.out)
  end)

  it("are printed at the end of the lines of --show", function()
    local list = lines("filter", "-q", "--games", "1-2", "--show", "ECO,(count(check)),(checkmate)", SAMPLE)
    assert.equal(2, #list)
    assert.is_truthy(list[1]:find("  [A-E]%d%d  %d+  %l+$"), list[1])
  end)

  it("know nothing of a game with a refused FEN, and no table as a value", function()
    local text = '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n'
    local done = run { "filter", "-q", "--show", "(count(check)),(number(piece 'P'))", "-", stdin = text }
    assert.is_truthy(done.out:find("  %-  %-\n$"), done.out)
    for _, words in ipairs {
      { "filter", "--show", "(function(g) return {} end)", SAMPLE },
      { "convert", "-t", "csv", "--columns", "(function(g) error 'own' end)", SAMPLE },
      { "report", "table", "--value", "mean:(function(g) return 1.5 end)", SAMPLE },
      { "convert", "-t", "csv", "--per", "ply", "--columns", "(check)", SAMPLE },
    } do
      local wrong = run(words)
      assert.equal(2, wrong.code, wrong.err)
      assert.is_falsy(wrong.err:find("internal error", 1, true), wrong.err)
    end
  end)

  it("may have parentheses and commas in strings", function()
    local list = lines("filter", "-q", "--games", "1", "--to", "csv", "--columns",
      [[(player "a)b"),(player 'x,(y\'z'),(piece("Q", "a b")),White]], SAMPLE)
    assert.is_truthy(list[2]:find("^false,false,%d+,"), list[2])
  end)

  it("are refused if they are no values", function()
    local done = run { "filter", "--show", "(player)", SAMPLE }
    assert.equal(2, done.code)
    assert.is_truthy(done.err:find("--show: ", 1, true), done.err)
    assert.equal(2, run({ "filter", "--to", "csv", "--columns", "(nosuch)", SAMPLE }).code)
    assert.equal(2, run({ "report", "table", "--rows", "(1)", SAMPLE }).code)
  end)
end)
