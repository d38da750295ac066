-- The queries `instead`, `has_castled`, `moves_made`, `deviates` and `follow` in any order, compared with models in Lua
-- that walk the games.

local chess = require "lucena"
local q = chess.query

local SAMPLE = "spec/data/sample/sample.pgn"

-- Return the numbers of the games of a file that a model or a query matches, with the ply of the match.
local function numbers(path, matches)
  local list = {}
  for game in chess.games(path) do
    local node = matches(game)
    list[#list + 1] = node and ("%d/%d"):format(game.number, node.ply) or nil
  end
  return list
end

-- Return the model that finds the first node for which a function is true.
local function first(holds)
  return function(game)
    local state = {}
    for node in game:mainline() do
      if holds(node, state) then
        return node
      end
    end
  end
end

-- Return whether another move than the played one, of those that `tries` accepts, leads to a position that `holds`.
local function has_other(node, tries, holds)
  for _, move in ipairs(node.parent.position:moves()) do
    if move.code ~= node.move.code and tries(move, node.move) and holds(node.parent.position:play(move), move) then
      return true
    end
  end
  return false
end

local function any() return true end
local function is_mate(position) return position:in_check() and #position:moves() == 0 end
local function same_squares(a, b) return a.from == b.from and a.to == b.to end

-- Count the moves of each piece. Returns the count of the piece that moved.
local function count_moves(node, state)
  local move = node.move
  local home = state[move.from] or { moves = 0 }
  state[move.from], state[move.to] = nil, nil
  if move.rook then
    local rook = state[move.rook] or { moves = 0 }
    local rank, is_short = move.from:sub(2), move.rook > move.from
    state[move.rook] = nil
    rook.moves = rook.moves + 1
    state[(is_short and "f" or "d") .. rank] = rook
    state[(is_short and "g" or "c") .. rank] = home
  else
    state[move.to] = home
  end
  home.moves = home.moves + 1
  return home.moves
end

local function has_king_moved(times)
  return first(function(node, state)
    local is_king = node.parent.position:piece(node.move.from):upper() == "K"
    return count_moves(node, state) >= times and is_king
  end)
end

-- Return the model that finds the move with which a knight has visited all squares.
local function knight_tour(squares)
  return first(function(node, state)
    local move, before = node.move, node.parent.position
    local seen = state[move.from] or { is_knight = before:piece(move.from):upper() == "N" }
    if move.rook then
      state[move.from], state[move.rook] = nil, nil
      return false
    end
    state[move.from], state[move.to] = nil, seen
    seen[move.to] = true
    local all = seen.is_knight
    for square in squares:gmatch("%S+") do
      all = all and seen[square]
    end
    return all
  end)
end

local LINES = "1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6)) 2. Nf3 Nc6 3. Bc4 (3. Bb5 a6) *"

local function leaves(side)
  local known = {}
  chess.game(LINES):walk(function(node)
    if node.move then
      local key = node.parent.position.key
      known[key] = known[key] or {}
      known[key][node.san] = true
    end
  end)
  return first(function(node)
    local before = node.parent.position
    local moves = known[before.key]
    return moves and not moves[node.san] and (not side or before.turn == side)
  end)
end

local ROWS = {
  { "a missed mate", q.instead(q.checkmate), first(function(node) return has_other(node, any, is_mate) end) },
  { "a missed mate by the same piece", q.instead(q.checkmate, { same = "piece" }), first(function(node)
    return has_other(node, function(a, b) return a.from == b.from end, is_mate)
  end) },
  { "a missed capture of a queen, with the colors exchanged", q.flipped(q.instead(q.capture { takes = "q" })),
    first(function(node)
      return node.parent.position.turn == "black" and has_other(node, any, function(_, move)
        return node.parent.position:piece(move.to) == "Q"
      end)
    end) },
  { "a move that keeps more material than all others", q.capture & ~q.instead(q.capture), first(function(node)
    local before = node.parent.position
    return before:is_capture(node.move) and not has_other(node, any, function(_, move)
      return before:is_capture(move)
    end)
  end) },
  { "a promotion to a rook instead", q.instead(q.promotion { becomes = "R" }, { same = "squares" }),
    first(function(node)
      return has_other(node, same_squares, function(_, move) return move.promotion:lower() == "r" end)
    end) },
  { "a missed win of material", q.instead(q.imbalance { side = "white", min = 5 } & q.capture), first(function(node)
    local before = node.parent.position
    return has_other(node, any, function(position, move)
      return before:is_capture(move) and q.imbalance { side = "white", min = 5 }:test(position)
    end)
  end), every = 9 },
  { "castling instead", q.instead(q.castled "white"), first(function(node)
    return node.parent.position.turn == "white" and has_other(node, any, function(_, move) return move.rook end)
  end) },
  { "queens exchanged before castling", q.pieces { white = { q = 0 }, black = { q = 0 } } & ~q.has_castled,
    first(function(node, state)
      state.castled = state.castled or node.move.rook
      return not state.castled and not node.position:fen():match("^%S+"):find("[Qq]")
    end) },
  { "castling on opposite sides, with a pawn on h5", q.has_castled { side = "white", kind = "long" }
    & q.has_castled { side = "black", kind = "short" } & q.piece("P", "h5"), first(function(node, state)
    local move, side = node.move, node.parent.position.turn
    if move.rook then
      state[side] = move.rook > move.from and "short" or "long"
    end
    return state.white == "long" and state.black == "short" and node.position:piece "h5" == "P"
  end) },
  { "a king that has made 15 moves", q.moves_made { piece = "Kk", min = 15 }, has_king_moved(15) },
  { "a knight that visits four squares", q.follow { piece = "Nn", "d4", "e5", "f3", "c6", any_order = true },
    knight_tour "d4 e5 f3 c6" },
  { "a move that leaves lines", q.deviates(chess.game(LINES)), leaves() },
  { "White's move that leaves lines", q.deviates({ chess.game(LINES) }, { side = "white" }), leaves "white" },
}

describe("a query with a word of its own", function()
  for _, row in ipairs(ROWS) do
    it("finds the positions of the Lua form: " .. row[1], function()
      local function some(find)
        return function(game)
          return game.number % (row.every or 1) == 0 and find(game)
        end
      end
      local expected = numbers(SAMPLE, some(row[3]))
      assert.same(expected, numbers(SAMPLE, some(function(game) return row[2]:find(game) end)))
      assert.is_true(#expected > 0 and #expected < 314, #expected)
    end)
  end

  it("tests a move that was not played as if it had been played", function()
    local fen = '[SetUp "1"]\n[FEN "8/5P1k/5K2/8/8/8/8/8 w - - 0 1"]\n\n1. '
    local rook, knight = chess.game(fen .. "f8=R *"), chess.game(fen .. "Ke6 *")
    local necessary = q.promotion & q.instead(q.promotion { becomes = "Q" } & q.stalemate, { same = "squares" })
    assert.is_true(necessary(rook))
    assert.is_true(q.flipped(q.flipped(necessary))(rook))
    assert.is_false(necessary(knight))
    assert.is_true(q.instead(q.stalemate)(knight))
    assert.is_false(q.instead(q.stalemate, { same = "piece" })(knight))
    assert.is_false(q.instead(q.piece("K", "f6"))(chess.game "*"))
    local later = q.ever(q.instead(q.pieces { white = { q = 1 } })) & q.ever(q.pieces { white = { r = 1 } } & q.ply(2))
    assert.is_true(later(chess.game(fen .. "f8=R Kh6 *"))) -- the counts of pieces are restored
    assert.is_true(q.instead(q.flipped(q.check "white"))(chess.game "1. e4 e5 2. Qh5 Nc6 3. Bc4 *"))
    assert.is_truthy(q.instead(q.check):program():find("instead.*tests from step 1\nstep 1  check"))
  end)

  it("must be described by valid words", function()
    local function f() return true end
    for _, row in ipairs {
      { function() q.instead(q.repeated(2)) end, "repeated%(2%) cannot be tested after a move that was not played" },
      { function() q.instead(q.check & q.at(f)) end, "function .* cannot be tested after a move" },
      { function() q.instead(q.instead(q.check)) end, "instead%(check%) cannot be tested after a move" },
      { function() q.instead(q.held(q.check, 2)) end, "held%(check, 2%) is about the game; a query of positions" },
      { function() q.instead(q.check, { same = "squre" }) end, "option 'same': 'squre' is none of piece, squares" },
      { function() q.moves_made { piece = "K" } end, "option 'min' or 'max' expected: moves_made{piece = \"K\"" },
      { function() q.deviates "no/file.pgn" end, "no/file.pgn: cannot open" },
      { function() q.deviates {} end, "a path, a Game or an array of these expected, got table" },
      { function() q.deviates(q) end, "a path, a Game or an array of these expected, got table" },
      { function() q.deviates "absent.pgn" end, "absent.pgn" },
    } do
      local ok, message = pcall(row[1])
      assert.is_false(ok)
      assert.is_truthy(message:find(row[2]), message)
    end
  end)

  it("follows a piece in any order until it is captured", function()
    local game = chess.game "1. Nf3 d6 2. Ne5 dxe5 *"
    assert.is_true(q.follow({ from = "g1", "e5", "f3", any_order = true, taken = true })(game))
    assert.is_false(q.follow({ from = "g1", "e5", "f3", taken = true })(game))
    assert.is_false(q.follow({ from = "g1", "e5", "g5", any_order = true })(game))
    assert.is_true(q.flipped(q.follow { "e4", "e5", q.capture, any_order = true })(game) == false)
    assert.is_true(q.flipped(q.follow { "e4", "d3", any_order = true })(game))
  end)
end)
