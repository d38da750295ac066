-- Filters that once needed a Lua function, compared with that function: each query must match the same games. The
-- functions replay the moves and use no query.

local chess = require "lucena"

local q = chess.query

local SAMPLE = "spec/data/sample/sample.pgn"
local LINES = chess.game "1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6)) (1... e6 2. d4) 2. Nf3 Nc6 3. Bb5 (3. Bc4) a6 *"

-- Return the moves of the lines by position.
local function book_of(lines)
  local book = {}
  lines:walk(function(node)
    if node.move then
      local key = node.parent.position.key
      book[key] = book[key] or {}
      book[key][node.move.code] = true
    end
  end)
  return book
end

local BOOK = book_of(LINES)

-- A king makes 25 moves, castling included.
local function walks(game)
  local moves = { white = 0, black = 0 }
  for node in game:mainline() do
    if node.san:find "^[KO]" then
      local side = node.parent.position.turn
      moves[side] = moves[side] + 1
      if moves[side] == 25 then
        return true
      end
    end
  end
  return false
end

-- One knight visits four squares, in any order.
local function visits(game)
  local squares = { d4 = 1, e5 = 2, c6 = 4, f3 = 8 }
  local at, seen = { b1 = "b1", g1 = "g1", b8 = "b8", g8 = "g8" }, { b1 = 0, g1 = 0, b8 = 0, g8 = 0 }
  for node in game:mainline() do
    local uci = node.parent.position:uci(node.move)
    local from, to = uci:sub(1, 2), uci:sub(3, 4)
    local knight = at[from]
    at[from], at[to] = nil, knight
    if knight then
      seen[knight] = seen[knight] | (squares[to] or 0)
      if seen[knight] == 15 then
        return true
      end
    end
  end
  return false
end

-- A move is not in the lines, although they have its position.
local function leaves(game)
  for node in game:mainline() do
    local known = BOOK[node.parent.position.key]
    if known and not known[node.move.code] then
      return true
    end
  end
  return false
end

-- The sides castle on opposite wings.
local function castles_apart(game)
  local sign = {}
  for node in game:mainline() do
    sign[node.parent.position.turn] = node.san:match "^O[%-O]+" or sign[node.parent.position.turn]
  end
  return sign.white ~= nil and sign.black ~= nil and sign.white ~= sign.black
end

-- The queens are gone by move 15, and no side has castled.
local function is_queenless(game)
  for node in game:mainline() do
    if node.san:find "^O" or node.ply > 30 then
      return false
    elseif not node.position:fen():match("^%S+"):find "[Qq]" then
      return true
    end
  end
  return false
end

-- Another legal move would give checkmate.
local function misses_mate(game)
  for node in game:mainline() do
    local before = node.parent.position
    for _, move in ipairs(before:moves()) do
      if move ~= node.move and before:san(move):find "#$" then
        return true
      end
    end
  end
  return false
end

local opposite = q.castled { side = "white", kind = "long" } & q.castled { side = "black", kind = "short" }

local FORMS = {
  { "moves made by one piece", q.moves_made { piece = "Kk", min = 25 }, walks },
  { "squares visited in any order", q.follow { piece = "Nn", "d4", "e5", "c6", "f3", any_order = true }, visits },
  { "the first deviation from lines", q.deviates(LINES), leaves },
  { "a query of games with exchanged colours", opposite | q.flipped(opposite), castles_apart },
  { "castling up to a position", ~q.has_castled & q.pieces { white = { q = 0 }, black = { q = 0 } }
    & q.move_number { max = 15 }, is_queenless },
  { "a move that was not played", q.instead(q.checkmate), misses_mate },
}

describe("a query matches the same games as a Lua function:", function()
  for _, form in ipairs(FORMS) do
    it(form[1], function()
      local matches = 0
      for game in chess.games(SAMPLE) do
        local is_match = form[2](game)
        assert.equal(form[3](game), is_match, ("game %d"):format(game.number))
        matches = matches + (is_match and 1 or 0)
      end
      assert.is_true(matches > 0)
    end)
  end
end)
