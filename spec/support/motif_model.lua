--- A slow, second definition of the motifs of lichess's tagger (github.com/ornicar/lichess-puzzler, tagger/cook.py), to
-- compare with lucena.query.motif. It walks over the squares of a FEN and uses only legal moves of C. A line is a
-- table: `boards[0]` is the first position, `boards[n]` that after n moves, `moves[n]` is {from =, to =}. Squares are 0
-- for a1 to 63 for h8.
--
--     local line = model.line(game)
--     model.holds("fork", line)   --> whether the side that replies to the first move has the motif

local chess = require "lucena"

local M = {}

local VALUE = { p = 1, n = 3, b = 3, r = 5, q = 9, k = 99 }
local DIAGONAL = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }
local ORTHOGONAL = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }
local JUMPS = { { 1, 2 }, { 2, 1 }, { -1, 2 }, { -2, 1 }, { 1, -2 }, { 2, -1 }, { -1, -2 }, { -2, -1 } }
local ALL = { table.unpack(DIAGONAL) }
table.move(ORTHOGONAL, 1, 4, 5, ALL)
local WAYS = { b = DIAGONAL, r = ORTHOGONAL, q = ALL }
local STEPS = { n = JUMPS, k = ALL, P = { { 1, 1 }, { -1, 1 } }, p = { { 1, -1 }, { -1, -1 } } }

local function number(square)
  return square:byte(1) - 97 + 8 * (square:byte(2) - 49)
end

local function board_of(position)
  local board, at = { turn = position.turn, ep = position.ep and number(position.ep) }, 56
  for sign in position:fen():match("^%S+"):gmatch "." do
    if sign == "/" then
      at = at - 16
    elseif sign:find "%d" then
      at = at + tonumber(sign)
    else
      board[at], at = sign, at + 1
    end
  end
  return board
end

local function is_white(piece)
  return piece:upper() == piece
end

local function is_of(piece, side)
  return piece ~= nil and is_white(piece) == (side == "white")
end

local function other(side)
  return side == "white" and "black" or "white"
end

-- The squares that the piece on a square attacks.
local function attacks(board, from)
  local piece, list = board[from], {}
  local kind = piece:lower()
  local ways = WAYS[kind]
  for _, way in ipairs(ways or STEPS[kind == "p" and piece or kind]) do
    local file, rank = from % 8 + way[1], from // 8 + way[2]
    while file >= 0 and file < 8 and rank >= 0 and rank < 8 do
      list[#list + 1] = file + 8 * rank
      if not ways or board[file + 8 * rank] then
        break
      end
      file, rank = file + way[1], rank + way[2]
    end
  end
  return list
end

local function contains(list, wanted)
  for _, value in ipairs(list) do
    if value == wanted then
      return true
    end
  end
  return false
end

-- The squares of the pieces of a side that attack a square.
local function attackers(board, side, square)
  local list = {}
  for from = 0, 63 do
    if is_of(board[from], side) and contains(attacks(board, from), square) then
      list[#list + 1] = from
    end
  end
  return list
end

local function is_defended(board, square)
  local side = is_white(board[square]) and "white" or "black"
  if #attackers(board, side, square) > 0 then
    return true
  end
  for _, from in ipairs(attackers(board, other(side), square)) do
    local piece = board[from]
    if WAYS[piece:lower()] then
      board[from] = nil
      local found = #attackers(board, side, square) > 0
      board[from] = piece
      if found then
        return true
      end
    end
  end
  return false
end

local function is_in_bad_spot(board, square)
  local piece = board[square]
  local enemies = attackers(board, is_white(piece) and "black" or "white", square)
  if #enemies == 0 then
    return false
  end
  for _, from in ipairs(enemies) do
    if VALUE[board[from]:lower()] < VALUE[piece:lower()] then
      return true
    end
  end
  return not is_defended(board, square)
end

local function king(board, side)
  for square = 0, 63 do
    if board[square] == (side == "white" and "K" or "k") then
      return square
    end
  end
end

local function checkers(board)
  return attackers(board, other(board.turn), king(board, board.turn))
end

-- The squares strictly between two squares of a line, and whether they are on a line.
local function between(a, b)
  local files, ranks, list = b % 8 - a % 8, b // 8 - a // 8, {}
  local length = math.max(math.abs(files), math.abs(ranks))
  if length == 0 or files ~= 0 and ranks ~= 0 and math.abs(files) ~= math.abs(ranks) then
    return list, false
  end
  for i = 1, length - 1 do
    list[i] = a + i * (files // length) + 8 * i * (ranks // length)
  end
  return list, true
end

local function is_on_line(a, b, square)
  local dx, dy = b % 8 - a % 8, b // 8 - a // 8
  return dx * (square // 8 - a // 8) == dy * (square % 8 - a % 8)
end

-- Whether removing the piece on a square exposes its king to one more piece.
local function is_pinned(board, side, square)
  local at, piece = king(board, side), board[square]
  if at == square then
    return false
  end
  local before = #attackers(board, other(side), at)
  board[square] = nil
  local after = #attackers(board, other(side), at)
  board[square] = piece
  return after > before
end

local function balance(board, side)
  local sum = 0
  for square = 0, 63 do
    local piece = board[square]
    if piece and piece:lower() ~= "k" then
      sum = sum + VALUE[piece:lower()] * (is_of(piece, side) and 1 or -1)
    end
  end
  return sum
end

--- Returns the line of a game.
function M.line(game)
  local line = { boards = { [0] = board_of(game.start) }, positions = { [0] = game.start }, moves = {} }
  for node in game:mainline() do
    local move = node.move
    line.positions[node.ply], line.boards[node.ply] = node.position, board_of(node.position)
    line.moves[node.ply] = { from = number(move.from), to = number(move.to), is_castling = move.is_castling,
      promotion = move.promotion, takes = node.parent.position:captured(move) }
  end
  line.side = other(game.start.turn)
  return line
end

-- The motifs: functions of the line, and of an even ply where they are about a move.
local of_move, of_line = {}, {}

function of_move.fork(line, ply)
  local board, to, count = line.boards[ply], line.moves[ply].to, 0
  local own = board[to]:lower()
  if ply == #line.moves or own == "k" or is_in_bad_spot(board, to) then
    return false
  end
  for _, square in ipairs(attacks(board, to)) do
    local piece = board[square]
    if is_of(piece, other(line.side)) and piece:lower() ~= "p" then
      local is_loose = not is_defended(board, square) and not contains(attacks(board, square), to)
      count = count + ((VALUE[piece:lower()] > VALUE[own] or is_loose) and 1 or 0)
    end
  end
  return count > 1
end

-- The squares to which a piece could go without regard to checks: those of a pawn are its captures and one step.
local function reach(board, square)
  local piece, list = board[square], {}
  local is_pawn = piece:lower() == "p"
  for _, to in ipairs(attacks(board, square)) do
    local is_enemy = board[to] and is_white(board[to]) ~= is_white(piece)
    if is_enemy or not is_pawn and not board[to] or is_pawn and to == board.ep then
      list[#list + 1] = to
    end
  end
  local ahead = square + (is_white(piece) and 8 or -8)
  if is_pawn and not board[ahead] then
    list[#list + 1] = ahead
  end
  return list
end

local function is_held(board, side, at, square)
  local piece, value = board[square], VALUE[board[square]:lower()]
  for _, target in ipairs(attacks(board, square)) do
    if is_of(board[target], side) and not is_on_line(at, square, target) then
      local worth = board[target]:lower() == "k" and 0 or VALUE[board[target]:lower()]
      if worth > value or not is_defended(board, target) then
        return true
      end
    end
  end
  for _, from in ipairs(attackers(board, side, square)) do
    if is_on_line(at, square, from) then
      local leaves = false
      for _, to in ipairs(reach(board, square)) do
        leaves = leaves or not is_on_line(at, square, to)
      end
      local is_king = board[from]:lower() == "k"
      if value > (is_king and 0 or VALUE[board[from]:lower()])
        or not is_defended(board, square) and not contains(attacks(board, square), from) and leaves then
        return true
      end
    end
  end
  return piece == nil
end

function of_move.pin(line, ply)
  local board, enemy = line.boards[ply], other(line.side)
  for square = 0, 63 do
    if is_of(board[square], enemy) and is_pinned(board, enemy, square)
      and is_held(board, line.side, king(board, enemy), square) then
      return true
    end
  end
  return false
end

function of_move.skewer(line, ply)
  local move, reply, before = line.moves[ply], line.moves[ply - 1], line.boards[ply - 1]
  local captured, after = before[move.to], line.boards[ply]
  return ply > 2 and captured ~= nil and WAYS[after[move.to]:lower()] ~= nil and #line.positions[ply]:moves() > 0
    and reply.to ~= move.to and contains(between(move.from, move.to), reply.from)
    and VALUE[before[reply.to]:lower()] > VALUE[captured:lower()] and is_in_bad_spot(before, move.to)
end

of_line["discovered attack"] = function(line)
  for ply = 2, #line.moves, 2 do
    local all = checkers(line.boards[ply])
    if #all > 0 and not contains(all, line.moves[ply].to) then
      return true
    end
  end
  for ply = 4, #line.moves, 2 do
    local move, opened = line.moves[ply], line.moves[ply - 2]
    if move.takes and line.moves[ply - 1].to == move.to then
      return false
    elseif move.takes and contains(between(move.from, move.to), opened.from) and move.to ~= opened.to
      and move.from ~= opened.to and not opened.is_castling then
      return true
    end
  end
  return false
end

of_move["double check"] = function(line, ply)
  return #checkers(line.boards[ply]) > 1
end

of_line["hanging piece"] = function(line)
  local first, move = line.moves[1], line.moves[2]
  local captured = line.boards[1][move.to]
  if not captured or captured:lower() == "p" or is_defended(line.boards[1], move.to) then
    return false
  end
  local taken = line.boards[0][first.to]
  if taken and first.to == move.to and VALUE[taken:lower()] >= VALUE[captured:lower()] then
    return false
  end
  return #line.moves < 4 or balance(line.boards[4], line.side) >= balance(line.boards[2], line.side)
end

local function is_trapped(line, ply, square)
  local board, position = line.boards[ply], line.positions[ply]
  local piece = board[square]
  local value = VALUE[piece:lower()]
  if value == 1 or value == 99 or #checkers(board) > 0 or is_pinned(board, board.turn, square)
    or not is_in_bad_spot(board, square) then
    return false
  end
  for _, move in ipairs(position:moves()) do
    if number(move.from) == square then
      local captured = board[number(move.to)]
      local is_worth = captured and VALUE[captured:lower()] >= value
      if is_worth or not is_in_bad_spot(board_of(position:play(move)), number(move.to)) then
        return false
      end
    end
  end
  return true
end

of_move["trapped piece"] = function(line, ply)
  local move, reply = line.moves[ply], line.moves[ply - 1]
  local captured = line.boards[ply - 1][move.to]
  if ply < 4 or not captured or captured:lower() == "p" then
    return false
  end
  return is_trapped(line, ply - 2, reply.to == move.to and reply.from or move.to)
end

function of_line.sacrifice(line)
  local first, is_less = balance(line.boards[1], line.side), false
  for ply = 4, #line.moves, 2 do
    is_less = is_less or balance(line.boards[ply], line.side) - first <= -2
  end
  for ply = 3, #line.moves, 2 do
    is_less = is_less and not line.moves[ply].promotion
  end
  return is_less
end

-- The last position, its king, and whether it is mate by the side.
local function ending(line)
  local board = line.boards[#line.moves]
  local is_mate = #checkers(board) > 0 and #line.positions[#line.moves]:moves() == 0 and board.turn ~= line.side
  return board, king(board, board.turn), is_mate
end

of_line["back-rank mate"] = function(line)
  local board, at, is_mate = ending(line)
  local rank, step = line.side == "white" and 7 or 0, line.side == "white" and -8 or 8
  if not is_mate or at // 8 ~= rank then
    return false
  end
  for file = math.max(0, at % 8 - 1), math.min(7, at % 8 + 1) do
    local square = 8 * rank + step + file
    if not is_of(board[square], other(line.side)) or #attackers(board, line.side, square) > 0 then
      return false
    end
  end
  for _, square in ipairs(checkers(board)) do
    if square // 8 == rank then
      return true
    end
  end
  return false
end

of_line["smothered mate"] = function(line)
  local board, at, is_mate = ending(line)
  local is_by_knight = false
  for _, square in ipairs(is_mate and checkers(board) or {}) do
    is_by_knight = is_by_knight or board[square]:lower() == "n"
  end
  for square = 0, 63 do
    local files, ranks = math.abs(square % 8 - at % 8), math.abs(square // 8 - at // 8)
    is_by_knight = is_by_knight and (math.max(files, ranks) ~= 1 or is_of(board[square], other(line.side)))
  end
  return is_by_knight
end

--- Returns whether the side that replies to the first move of a line has a motif.
function M.holds(name, line)
  if of_line[name] then
    return of_line[name](line)
  end
  for ply = 2, #line.moves, 2 do
    if of_move[name](line, ply) then
      return true
    end
  end
  return false
end

--- Returns a random line from a position: `count` moves, mostly captures and checks, and a mate where there is one.
function M.random(position, count)
  local game = chess.game(position)
  local node = game.root
  for _ = 1, count do
    local moves, sharp = node.position:moves(), {}
    if #moves == 0 then
      break
    end
    local choice
    for _, move in ipairs(moves) do
      local is_check = node.position:gives_check(move)
      sharp[#sharp + 1] = (is_check or node.position:captured(move)) and move or nil
      choice = choice or is_check and #node.position:play(move):moves() == 0 and move or nil
    end
    local list = #sharp > 0 and math.random() < 0.7 and sharp or moves
    node = node:add(choice or list[math.random(#list)])
  end
  return game
end

return M
