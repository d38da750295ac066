-- Functions of positions: chess.query.at and chess.query.bits. If a query has one function and no other
-- test, a loop over moves that were read ahead calls the function. If it has two functions, they are called position by
-- position. The specs compare both ways.

local chess = require "lucena"
local q = chess.query

local function shuffles(count, last)
  local words = {}
  for _ = 1, count do
    words[#words + 1] = "Nf3 Nf6 Ng1 Ng8"
  end
  return chess.game(table.concat(words, " ") .. " " .. (last or "") .. " *")
end

local GAMES = {
  chess.game "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
  chess.game "*",
  chess.game "1. e4 e5 2. Ke3 Nf6 *",
  chess.game "1. e4 {a} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 3. Bb5 ; b\n a6 *",
  chess.game('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40"]\n\n40... Kd7 41. e4 Ke6 *'),
  chess.game('[SetUp "1"]\n[FEN "8/8/8/8"]\n\n1. e4 *'),
  chess.game("1. Кf3 Кf6 2. Кg1 *", { dialect = "russian" }),
  chess.game("1. e2-e4 e7-e5 2. Ng1-f3 *", { dialect = "long" }),
  shuffles(150), shuffles(17), shuffles(63, "e4 e5"), shuffles(64, "Ke2"),
}
local next_game = chess.games "spec/data/engine/engine.pgn"
for _ = 1, 3 do
  GAMES[#GAMES + 1] = next_game()
end

local function yes()
  return true
end

--- Returns the result of find() as a ply, and the FENs and plies with which the function was called.
local function trace(make, game, answer)
  local calls = {}
  local query = make(function(board, ply)
    calls[#calls + 1] = ply .. " " .. board.ply .. " " .. board:fen()
    return answer(board, ply)
  end)
  local node = query:find(game)
  return { node and node.ply or "no match", calls }
end

local ANSWERS = {
  never = function() end,
  at_once = function() return true end,
  at_ply_3 = function(_, ply) return ply == 3 end,
  at_ply_30 = function(_, ply) return ply == 30 end,
  at_ply_300 = function(_, ply) return ply == 300 end,
  later = function(_, ply) return ply > 4 end,
  after_playing = function(board, ply)
    board:play(board:moves()[1] or {})
    return ply == 40
  end,
}

-- Queries, and the same ones with a second function, which are not read ahead.
local WAYS = {
  at = { q.at, function(f) return q.at(f) & q.at(yes) end },
  never = { function(f) return q.never(q.at(f)) end, function(f) return q.never(q.at(f) & q.at(yes)) end },
  always = { function(f) return q.always(q.at(f)) end, function(f) return ~q.ever(~(q.at(f) & q.at(yes))) end },
  tags = { function(f) return ~q.white "Nobody" & q.at(f) end,
    function(f) return ~q.white "Nobody" & q.ever(q.at(f) & q.at(yes)) end },
  game_function = { function(f) return q.at(f) & yes end, function(f) return q.ever(q.at(f) & q.at(yes)) & yes end },
  either = { function(f) return q.at(f) | function(game) return game.plies == 2 end end,
    function(f) return q.ever(q.at(f) & q.at(yes)) | function(game) return game.plies == 2 end end },
  at_end = { function(f) return q.at(f) & q.at_end(q.to_move "white") end,
    function(f) return q.ever(q.at(f) & q.at(yes)) & q.at_end(q.to_move "white") end },
  count = { function(f) return q.at(f) & q.plies { min = 4 } end,
    function(f) return q.ever(q.at(f) & q.at(yes)) & q.plies { min = 4 } end },
}

describe("a function of positions", function()
  it("is asked the same questions when moves are read ahead", function()
    for name, way in pairs(WAYS) do
      for kind, answer in pairs(ANSWERS) do
        for i, game in ipairs(GAMES) do
          local case = ("%s, %s, game %d"):format(name, kind, i)
          assert.same(trace(way[2], game, answer), trace(way[1], game, answer), case)
        end
      end
    end
  end)

  it("is asked at every ply until it matches, in each game of one query", function()
    local asked, stop = {}, nil
    local query = q.at(function(_, ply)
      asked[#asked + 1] = ply
      return ply == stop
    end)
    local long = shuffles(80)
    for _, last in ipairs { 0, 5, 320, 2, 23, 24, 25, 320, 90, 1, 320, 320, 0 } do
      asked, stop = {}, last
      assert.equal(last, query:find(long).ply)
      assert.equal(last + 1, #asked)
      for i, ply in ipairs(asked) do
        assert.equal(i - 1, ply)
      end
    end
  end)

  it("may yield, raise, or ask the same query about another game", function()
    local long = shuffles(80)
    local query
    local thread = coroutine.wrap(function()
      query = q.at(function(board, ply) return coroutine.yield(ply) or ply == 310 or board.ply ~= ply end)
      return "found " .. query:find(long).ply
    end)
    for ply = 0, 310 do
      assert.equal(ply, thread())
    end
    assert.equal("found 310", thread())

    local failing = true
    query = q.at(function(_, ply)
      if ply == 200 and failing then
        error("at 200", 0)
      end
      return ply == 319
    end)
    assert.same({ false, "at 200" }, { pcall(query, long) })
    failing = false
    assert.equal(319, query:find(long).ply)

    local inside
    query = q.at(function(_, ply)
      if ply == 100 and inside == nil then
        inside = false
        inside = query:find(shuffles(40)) or "no match"
      end
      return ply == 161
    end)
    assert.equal(161, query:find(long).ply)
    assert.equal("no match", inside) -- it has 160 plies
  end)

  it("of another type of value raises an error, also at a later ply", function()
    for _, ply in ipairs { 0, 1, 30, 300 } do
      local query = q.at(function(_, at) return at == ply and {} or nil end)
      local done, message = pcall(query, shuffles(80))
      assert.is_false(done)
      assert.matches("^function %(at_spec.lua:%d+%) returned a table; a query's function returns", message)
    end
  end)
end)

describe("bits", function()
  it("passes the sets of the Board that at passes", function()
    for i, game in ipairs(GAMES) do
      local seen, expected = {}, {}
      q.bits(function(...)
        seen[#seen + 1] = table.concat({ ... }, " ")
      end)(game)
      q.at(function(board, ply)
        local sets = {}
        for letter in ("pnbrqk"):gmatch "." do
          sets[#sets + 1] = board:bits(letter) | board:bits(letter:upper())
        end
        table.move({ board:bits "white", board:bits "black", ply }, 1, 3, 7, sets)
        expected[#expected + 1] = table.concat(sets, " ")
      end)(game)
      assert.same(expected, seen, "game " .. i)
    end
  end)

  it("exchanges the colors in flipped", function()
    local game = chess.game "1. e4 a5 2. Nf3 *"
    local white
    q.flipped(q.bits(function(pawns, _, _, _, _, _, side, _, ply)
      white = ply == 3 and pawns & side or nil
    end))(game)
    assert.equal(0x100fe00, white) -- the black pawns, with a5 on a4
  end)

  it("can be combined with other queries", function()
    local pawn_ending = q.bits(function(_, knights, bishops, rooks, queens)
      return knights | bishops | rooks | queens == 0
    end)
    local game = chess.game('[SetUp "1"]\n[FEN "4k3/8/8/8/8/3r4/4P3/4K3 w - - 0 1"]\n\n1. exd3 Kd7 2. Kd2 *')
    assert.equal("exd3", pawn_ending:find(game).san)
    assert.is_true(q.held(pawn_ending, 3)(game))
    assert.is_false(q.held(pawn_ending, 4)(game))
    assert.equal("Kd7", (pawn_ending & q.to_move "white"):find(game).san)
    assert.is_true(q.at_end(pawn_ending)(game))
  end)

  it("needs a function", function()
    assert.has_error(function() q.bits "x" end, "bad argument #1 to 'bits' (function expected, got string)")
  end)
end)

describe("count, bits and has", function()
  it("agree with squares", function()
    for _, game in ipairs(GAMES) do
      for board in game:boards() do
        for letter in ("PNBRQKpnbrqk"):gmatch "." do
          local squares, set = board:squares(letter), 0
          for _, square in ipairs(squares) do
            set = set | 1 << (square:byte(1) - 97 + 8 * (square:byte(2) - 49))
            assert.is_true(board:has(letter, square))
          end
          assert.equal(#squares, board:count(letter))
          assert.equal(set, board:bits(letter))
          assert.is_false(board:has(letter, "e4") and board:piece "e4" ~= letter)
        end
        assert.equal(board:count "P" + board:count "N" + board:count "B" + board:count "R" + board:count "Q" + 1,
          board:count "white")
        assert.equal(board:bits "white" & board:bits "black", 0)
      end
    end
  end)

  it("take several letters, as queries do", function()
    local position = chess.position()
    assert.equal(4, position:count "Nn")
    assert.equal(16, position:count "A")
    assert.equal("b1 g1 b8 g8", table.concat(position:squares "Nn", " "))
    assert.equal(16, #position:squares "a")
    assert.is_true(position:has("aN", "g1"))
    assert.is_false(position:has("A", "e5"))
    assert.equal(0xFF00 | 0xFF << 48, position:bits "Pp")
  end)

  it("reject other names", function()
    local position = chess.position()
    for _, value in ipairs { "x", "", "Px", "White", " " } do
      local problem = ('(piece letters (PNBRQK, pnbrqk, A, a), "white" or "black" expected, got \'%s\')'):format(value)
      assert.has_error(function() position:count(value) end, "bad argument #1 to 'count' " .. problem)
      assert.has_error(function() position:bits(value) end, "bad argument #1 to 'bits' " .. problem)
    end
    local has = "bad argument #%d to 'has' (%s expected, got '%s')"
    assert.has_error(function() position:has("x", "e4") end,
      has:format(1, 'piece letters (PNBRQK, pnbrqk, A, a), "white" or "black"', "x"))
    assert.has_error(function() position:has("N", "e9") end, has:format(2, "square", "e9"))
  end)
end)
