--- Rows of Move, Position, Board and Setup.

local chess = require "lucena"
local common = require "spec.support.hot.rows.common"
local core = require "lucena.core"

local MIDDLE, E4, KNIGHT, ND7, method = common.MIDDLE, common.E4, common.KNIGHT, common.ND7, common.method

local rows = {}

local function fen_options(p) return p:fen { ep = "always", castling = "shredder" } end

local READ = { -- methods of Position and Board that change nothing
  attackers = { method("attackers", "f3", "white") },
  attacks = { method("attacks", "white"), method("attacks", "g1") },
  bits = { method("bits", "P"), method("bits", "black") },
  captured = { method("captured", E4), method("captured", ND7) },
  checks_given = { method("checks_given", "white") },
  count = { method("count", "p") },
  fen = { method "fen", fen_options },
  flip = { method("flip", "horizontal"), method("flip", "diagonal") },
  gives_check = { method("gives_check", E4), method("gives_check", ND7) },
  has = { method("has", "N", "f3") },
  in_check = { method "in_check" },
  is_capture = { method("is_capture", E4), method("is_capture", ND7) },
  is_insufficient = { method("is_insufficient", "white") },
  is_legal = { method("is_legal", E4) },
  king = { method("king", "white") },
  material = { method("material", "white") },
  mirror = { method "mirror" },
  moves = { method "moves", method("moves", { captures = true }), method("moves", { piece = "N" }) },
  outcome = { method "outcome" },
  parse = { method("parse", "Nc6"), method("parse", "N5"), method("parse", "Cc6", "french"), method("parse", "Nbd2") },
  parse_uci = { method("parse_uci", "e2e4"), method("parse_uci", "a1a9") },
  perft = { method("perft", 2) },
  piece = { method("piece", "e1") },
  pinned = { method("pinned", "black") },
  polyglot_key = { method "polyglot_key" },
  rotate = { method("rotate", 90), method("rotate", 180) },
  san = { method("san", E4), method("san", ND7) },
  setup = { method "setup" },
  squares = { method("squares", "P") },
  text = { method("text", E4, "french"), method("text", ND7, "french") },
  uci = { method("uci", E4), method("uci", ND7) },
  write = { method("write", E4, "german"), method("write", ND7, "german") },
}

local function with(more, of)
  local out = {}
  for name, value in pairs(of) do
    out[name] = value
  end
  for name, value in pairs(more) do
    out[name] = value
  end
  return out
end

rows.Move = {
  make = function() return chess.position():parse "e4" end,
  use = function(move) return chess.position():moves(), tostring(move), core.move(move.code) end,
  calls = { __tostring = { tostring } },
}

rows.Position = {
  make = function() return chess.position(MIDDLE) end,
  use = function(p) return p:moves(), p:play(p:moves()[1]), p:fen(), p.key, core.board(p), core.position():moves() end,
  calls = with({
    __eq = { function(p) return p == chess.position(MIDDLE) end },
    __tostring = { tostring },
    pass = { method "pass" },
    play = { method("play", "O-O Bg5"), method("play", "Ke2"), method("play", { "O-O", "a3" }),
             method("play", "0-0 a3", "german"),
             method("play", E4) },
  }, READ),
}

rows.Board = {
  make = function() return chess.board() end,
  use = common.shuffle,
  toggle = common.toggle_board,
  state = function(board) return board.ply, board:fen(), board:undo(), board:fen() end,
  calls = with({
    __tostring = { tostring },
    pass = { method "pass" },
    play = { method("play", "Nf3"), method("play", "Nf3 Nf6 Ng1 Ng8"), method("play", "Nf3 Nf6 Ke2"),
             method("play", ""),
             method("play", KNIGHT), method("play", { "e4", "e5" }), method("play", { KNIGHT, "e9" }),
             method("play", "Cf3 Cf6", "french"), method("play", "Cf3 Rf6", "french") },
    position = { method "position" },
    reset = { method "reset", method("reset", common.AFTER_E4) },
    undo = { method "undo" },
  }, READ),
}

-- A Board on which the finalizer plays other moves. Afterwards, all of them can be taken back.
rows["Board, played"] = {
  class = "Board",
  make = function() return chess.board(), { plies = 0 } end,
  use = function(board, added)
    if common.play(board) then
      added.plies = added.plies + common.PLIES
    end
  end,
  check = function(board, added, results)
    local plies = board.ply - added.plies
    while board:undo() do end
    return plies, board:fen(), results[2] ~= nil -- the message has the move number
  end,
  calls = {
    pass = { method "pass" },
    play = { method("play", "Nf3 Nf6"), method("play", KNIGHT), method("play", "Nf3 Nf6 Ke2") },
    undo = { method "undo" },
  },
}

-- A Board at which the finalizer sets another position, where the move is not legal.
rows["Board, set"] = {
  class = "Board",
  make = function() return chess.board() end,
  use = common.toggle_board,
  check = function(board, results)
    local now, move = board:fen(), results[1] and results[2]
    assert(results[1] or results[2]:find "the Board was changed while moves were read", results[2])
    return not move or board:undo() and board:position():play(move):fen() == now
  end,
  calls = { play = { method("play", chess.position():parse "d4"), method("play", "d4"), method("play", { "d4" }) } },
}

-- A Board with checkmate or stalemate.
local MATES = { chess.position "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", chess.position "8/8/8/8/8/1q6/8/K7 w - - 0 1" }
rows["Board, mate"] = {
  class = "Board",
  make = function() return chess.board(MATES[1]) end,
  use = function(board)
    board:reset()
    board:reset(MATES[1])
  end,
  toggle = function(board) board:reset(MATES[board.turn == "black" and 2 or 1]) end,
  calls = { outcome = { method "outcome" }, material = { method("material", "white") }, moves = { method "moves" } },
}

rows.Setup = {
  make = function() return assert(chess.setup "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") end,
  use = function(setup)
    setup:put("e1")
    setup.turn, setup.castling = "black", "-"
    setup:put("e1", "K")
    setup.turn, setup.castling = "white", "KQkq"
    return setup:fen(), setup:problems()
  end,
  toggle = function(setup)
    local is_first = setup:piece "e1" ~= nil
    setup:put("e1", not is_first and "K" or nil)
    setup:put("a8", not is_first and "r" or nil)
    setup.turn = is_first and "black" or "white"
  end,
  state = function(setup) return setup:fen(), setup.turn, setup.variant, setup.chess960 end,
  calls = {
    __tostring = { tostring },
    fen = { method "fen" },
    piece = { method("piece", "a8") },
    position = { method "position", method("position", { strict = true, allow = { "opposite_check" } }) },
    problems = { method "problems" },
    put = { method("put", "d4", "Q") },
    repair = { method "repair" },
  },
  set = {
    castling = { "Kq" }, chess960 = { true }, ep = { "e3", false }, fullmove_number = { 9, 0 }, halfmove_clock = { 7 },
    turn = { "black" }, variant = { "Three-check", "x" },
  },
}

return rows
