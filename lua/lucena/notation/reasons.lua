--- Explains in sentences with sources why a move is legal or not, and why it is written in this way. All facts come
-- from public methods of positions. This module contains no rules of chess.
-- @module lucena.notation.reasons

local M = {}

local NAMES = { K = "king", Q = "queen", R = "rook", B = "bishop", N = "knight", P = "pawn" }

-- ---- squares -------------------------------------------------------------------------------------

-- Return file and rank of a square, both from 1 to 8.
local function at(square)
  return square:byte(1) - 96, square:byte(2) - 48
end

local function square_of(file, rank)
  return file >= 1 and file <= 8 and rank >= 1 and rank <= 8 and string.char(96 + file, 48 + rank) or nil
end

local function sign(n)
  return n > 0 and 1 or n < 0 and -1 or 0
end

local function side_name(is_white)
  return is_white and "White" or "Black"
end

-- Return "the bishop on b4".
local function man_on(p, square)
  return ("the %s on %s"):format(NAMES[p:piece(square):upper()], square)
end

M.man_on = man_on

-- Join words: "a, b and c".
local function list(words)
  if #words < 2 then
    return words[1] or ""
  end
  return table.concat(words, ", ", 1, #words - 1) .. " and " .. words[#words]
end

M.list = list

-- Return the first occupied square on the way from one square to another. The destination is included. Returns nil if
-- all squares are empty.
local function blocker(p, from, to)
  local file, rank = at(from)
  local to_file, to_rank = at(to)
  local step_file, step_rank = sign(to_file - file), sign(to_rank - rank)
  while true do
    file, rank = file + step_file, rank + step_rank
    local square = square_of(file, rank)
    if not square or square == to then
      return nil
    elseif p:piece(square) then
      return square
    end
  end
end

-- Return whether a piece other than a pawn can go from one square to another on an empty board.
local function reaches(kind, from, to)
  local file, rank = at(from)
  local to_file, to_rank = at(to)
  local across, up = math.abs(to_file - file), math.abs(to_rank - rank)
  if across == 0 and up == 0 then
    return false
  elseif kind == "N" then
    return across * up == 2
  elseif kind == "K" then
    return across <= 1 and up <= 1
  end
  local is_straight, is_diagonal = across == 0 or up == 0, across == up
  return kind ~= "B" and is_straight and kind ~= "R" and true or kind == "R" and is_straight
    or kind ~= "R" and is_diagonal
end

-- Return the piece that pins the piece on a square to its king, or nil.
local function pinner(p, square, is_white)
  local king = p:squares(is_white and "K" or "k")[1]
  local file, rank = at(square)
  local king_file, king_rank = at(king)
  local step_file, step_rank = sign(file - king_file), sign(rank - king_rank)
  while true do
    file, rank = file + step_file, rank + step_rank
    local next_square = square_of(file, rank)
    if not next_square then
      return nil
    elseif p:piece(next_square) then
      return next_square
    end
  end
end

local function contains(array, value)
  for _, one in ipairs(array) do
    if one == value then
      return true
    end
  end
  return false
end

-- ---- why a move is not legal ---------------------------------------------------------------------

-- Return why a move of a piece to a square is illegal although the piece can reach it: a pin, or a check.
local function why_exposed(p, from, to, is_white)
  local mine, other = is_white and "white" or "black", is_white and "black" or "white"
  if #p:moves { from = from, to = to } > 0 then -- The move is legal, except that a promotion piece is missing.
    return "a pawn on the last rank becomes another piece, and the text does not say which (FIDE C.11, PGN 8.2.3.3)"
  elseif p:piece(from):upper() == "K" then
    local attackers = p:attackers(to, other)
    local by = attackers[1] and " by " .. man_on(p, attackers[1]) or ""
    return ("the king may not go to %s, which is attacked%s"):format(to, by)
  elseif contains(p:pinned(mine), from) then
    local by = pinner(p, from, is_white)
    return ("%s is pinned by %s"):format(man_on(p, from), man_on(p, by))
  end
  local king = p:squares(is_white and "K" or "k")[1]
  local checkers = p:attackers(king, other)
  if #checkers > 0 then
    return ("%s is in check by %s, and the move does not end the check"):format(side_name(is_white),
      man_on(p, checkers[1]))
  end
  return "the king would be in check"
end

-- Return why a pawn cannot go from one square to another.
local function why_not_pawn(p, from, to, is_white)
  local file, rank = at(from)
  local to_file, to_rank = at(to)
  local forward = (to_rank - rank) * (is_white and 1 or -1)
  local target = p:piece(to)
  if math.abs(to_file - file) == 1 and forward == 1 then
    if target then
      return why_exposed(p, from, to, is_white)
    elseif p.ep == to then
      return why_exposed(p, from, to, is_white)
    elseif to_rank == (is_white and 6 or 3) then
      return ("there is nothing to take on %s, and no pawn has just passed it by a double step"):format(to)
    end
    return ("there is nothing to take on %s"):format(to)
  elseif to_file == file and (forward == 1 or forward == 2 and rank == (is_white and 2 or 7)) then
    local in_way = blocker(p, from, to) or target and to
    if in_way then
      return ("the pawn on %s is blocked by %s"):format(from, man_on(p, in_way))
    end
    return why_exposed(p, from, to, is_white)
  end
  return ("the pawn on %s cannot go to %s"):format(from, to)
end

local function why_not_from(p, kind, from, to, is_white)
  if kind == "P" then
    return why_not_pawn(p, from, to, is_white)
  elseif not reaches(kind, from, to) then
    return ("%s does not reach %s"):format(man_on(p, from), to)
  end
  local in_way = kind ~= "N" and kind ~= "K" and blocker(p, from, to)
  if in_way then
    return ("%s is blocked by %s"):format(man_on(p, from), man_on(p, in_way))
  end
  return why_exposed(p, from, to, is_white)
end

-- Return the rook with which the king may castle, or nil. The outermost rook has the letter K or Q in the FEN, an inner
-- rook of Chess960 the letter of its file (X-FEN).
local function castling_rook(p, king, castling, is_white)
  local case = is_white and string.upper or string.lower
  local is_short, rook = castling == "short", nil
  local file, rank = at(king)
  for next_file = file, is_short and 8 or 1, is_short and 1 or -1 do
    local square = square_of(next_file, rank)
    if p:piece(square) == case "r" then
      if p.castling:find(case(square:sub(1, 1)), 1, true) then
        return square
      end
      rook = square
    end
  end
  return p.castling:find(case(is_short and "k" or "q"), 1, true) and rook or nil
end

-- Return why the squares between king, rook and their destinations prevent castling. In Chess960, king and rook may
-- start on any files.
local function why_not_cross(p, king, rook, castling, other)
  local why, is_short = {}, castling == "short"
  local from, to, rook_from, rook_to = at(king), is_short and 7 or 3, at(rook), is_short and 6 or 4
  local low, high = math.min(from, to, rook_from, rook_to), math.max(from, to, rook_from, rook_to)
  for file = is_short and low or high, is_short and high or low, is_short and 1 or -1 do
    local square = string.char(96 + file) .. king:sub(2)
    local is_crossed = file ~= from and (file > from) == (to > from) and math.abs(file - from) <= math.abs(to - from)
    if p:piece(square) and square ~= king and square ~= rook then
      local is_between = (file - from) * (file - rook_from) < 0
      why[#why + 1] = (is_between and "%s is between king and rook" or "%s is in the way of castling")
        :format(man_on(p, square))
    elseif is_crossed and #p:attackers(square, other) > 0 then
      why[#why + 1] = ("the king would come to %s, which is attacked by %s"):format(square,
        man_on(p, p:attackers(square, other)[1]))
    end
  end
  return why
end

local function why_not_castle(p, castling, is_white)
  local other = is_white and "black" or "white"
  local king = p:squares(is_white and "K" or "k")[1]
  local rook = castling_rook(p, king, castling, is_white)
  if not rook then
    return { ("%s has no right to castle on this side: king or rook has moved"):format(side_name(is_white)) }
  end
  local why = why_not_cross(p, king, rook, castling, other)
  if p:in_check() then
    table.insert(why, 1, ("%s is in check by %s, and may not castle then"):format(side_name(is_white),
      man_on(p, p:attackers(king, other)[1])))
  elseif #why == 0 then -- the rook has protected the king
    why[1] = "the king would be in check"
  end
  return why
end

-- Return whether a square matches the origin in the text.
local function agrees(square, shape)
  return (not shape.from or shape.from == square) and (not shape.file or shape.file == square:sub(1, 1))
    and (not shape.rank or shape.rank == square:sub(2, 2))
end

-- Return whether the explanation mentions a piece. Pawns are mentioned only if they are close to the square.
local function is_near(kind, square, to)
  local file, rank = at(square)
  local to_file, to_rank = at(to)
  return kind ~= "P" or math.abs(file - to_file) <= 1 and math.abs(rank - to_rank) <= 2
end

local function why_not_pieces(p, shape, is_white)
  local letter = is_white and shape.kind or shape.kind:lower()
  local squares, name = p:squares(letter), NAMES[shape.kind]
  if #squares == 0 then
    return { ("%s has no %s"):format(side_name(is_white), name) }
  end
  local why, is_any = {}, false
  for _, square in ipairs(squares) do
    if agrees(square, shape) then
      is_any = true
      if is_near(shape.kind, square, shape.to) then
        why[#why + 1] = why_not_from(p, shape.kind, square, shape.to, is_white)
      end
    end
  end
  if not is_any then
    local where = shape.from and "on " .. shape.from or shape.file and ("on the %s file"):format(shape.file)
      or "on rank " .. shape.rank
    why[1] = ("%s has no %s %s"):format(side_name(is_white), name, where)
  elseif #why == 0 then
    why[1] = ("no pawn of %s reaches %s"):format(side_name(is_white), shape.to)
  end
  return why
end

-- Reasons of Position:outcome after which no move is legal.
local ENDS_PLAY = { checkmate = true, stalemate = true, king_in_center = true, three_checks = true }

--- Return why a move is not legal.
---@param p lucena.Position
---@param shape table made by shape.of()
---@return string[] sentences without full stops
function M.why_not(p, shape)
  local is_white = p.turn == "white"
  local outcome = p:outcome()
  if outcome and ENDS_PLAY[outcome.reason] then
    return { ("the game is over: %s"):format((outcome.reason:gsub("_", " "))) }
  elseif shape.castling then
    return why_not_castle(p, shape.castling, is_white)
  end
  local target = p:piece(shape.to)
  if target and (target:upper() == target) == is_white then
    return { ("%s's own %s stands on %s"):format(side_name(is_white), NAMES[target:upper()], shape.to) }
  end
  return why_not_pieces(p, shape, is_white)
end

-- ---- why a move is written in this way --------------------------------------------------------------------

-- Return the other pieces of the same kind that can reach the square, in two lists: those for which the move is legal,
-- and those for which it is not.
local function rivals_of(p, move, kind)
  local may, may_not = {}, {}
  local is_white = p.turn == "white"
  for _, square in ipairs(p:squares(is_white and kind or kind:lower())) do
    if square ~= move.from and reaches(kind, square, move.to)
      and (kind == "N" or not blocker(p, square, move.to)) then
      local goes = #p:moves { from = square, to = move.to } > 0
      local into = goes and may or may_not
      into[#into + 1] = square
    end
  end
  return may, may_not
end

-- Explain which part of the origin must be written, and why (PGN 8.2.3.4, FIDE C.10).
local function why_origin(p, move, kind, sentences)
  local may, may_not = rivals_of(p, move, kind)
  for _, square in ipairs(may_not) do
    sentences[#sentences + 1] = ("%s would reach %s too, but may not go there, so it does not make the move ambiguous"
      .. " (PGN 8.2.3.4)"):format(man_on(p, square), move.to)
  end
  if #may == 0 then
    return
  end
  local on_file, on_rank = false, false
  for _, square in ipairs(may) do
    on_file = on_file or square:sub(1, 1) == move.from:sub(1, 1)
    on_rank = on_rank or square:sub(2, 2) == move.from:sub(2, 2)
  end
  local all = { move.from, table.unpack(may) }
  table.sort(all)
  local what = not on_file and "the file of departure tells them apart, so it is named"
    or not on_rank and "both are on one file, so the rank of departure is named"
    or "neither file nor rank alone tells them apart, so both are named"
  sentences[#sentences + 1] = ("%s %ss reach %s, from %s: %s (FIDE C.10, PGN 8.2.3.4)"):format(
    #all == 2 and "two" or #all == 3 and "three" or tostring(#all), NAMES[kind], move.to, list(all), what)
end

-- How a move ends the game, by the reason of Position:outcome.
local EFFECTS = { checkmate = ": mate", king_in_center = ": the king in the center wins",
  three_checks = ": the third check wins" }

--- Describe the move: "The pawn on e5 takes the pawn on d5 en passant and goes to d6."
---@param p lucena.Position
---@param move lucena.Move legal
---@return string
function M.sentence(p, move)
  local is_white = p.turn == "white"
  if move.is_null then
    return side_name(is_white) .. " passes."
  elseif move.is_castling then
    local is_short = move.rook:byte(1) > move.from:byte(1)
    return ("%s castles %s: king from %s, rook from %s."):format(side_name(is_white), is_short
      and "on the king's side" or "on the queen's side", move.from, move.rook)
  end
  local text
  local piece = NAMES[p:piece(move.from):upper()]
  if not p:is_capture(move) then
    text = ("The %s on %s goes to %s"):format(piece, move.from, move.to)
  elseif p:piece(move.to) then
    text = ("The %s on %s takes the %s on %s"):format(piece, move.from, NAMES[p:piece(move.to):upper()], move.to)
  else
    text = ("The pawn on %s takes the pawn on %s en passant and goes to %s"):format(move.from,
      move.to:sub(1, 1) .. move.from:sub(2), move.to)
  end
  if move.promotion then
    text = text .. (" and becomes a %s"):format(NAMES[move.promotion:upper()])
  end
  local outcome = p:play(move):outcome()
  local effect = outcome and EFFECTS[outcome.reason] or p:gives_check(move) and ", with check" or ""
  text = text .. effect
  return text .. "."
end

--- Explain why a legal move is written in this way.
---@param p lucena.Position
---@param move lucena.Move legal
---@return string[] sentences without full stops
function M.why_so(p, move)
  local sentences = {}
  if move.is_null then
    return { "passing is not a chess move; ChessBase's -- is the usual sign, but no standard defines one" }
  elseif move.is_castling then
    return { "PGN writes castling with the letter O, because a digit would look like a result (PGN 8.2.3.3)",
      "FIDE writes it with zeros (FIDE C.13)" }
  end
  local kind = p:piece(move.from):upper()
  local is_capture = p:is_capture(move)
  if kind == "P" and is_capture then
    sentences[1] = "a pawn that takes is named by its file of departure (FIDE C.9, PGN 8.2.3.3)"
    if not p:piece(move.to) then
      sentences[2] = "FIDE allows e.p. after it (FIDE C.9); PGN has no sign for en passant (PGN 8.2.3.3)"
    end
  elseif kind == "P" then
    sentences[1] = "a pawn has no letter (FIDE C.8, PGN 8.2.3.3)"
  end
  if kind ~= "P" and kind ~= "K" then
    why_origin(p, move, kind, sentences)
  end
  if is_capture then
    sentences[#sentences + 1] = "a capture is written with x: PGN requires it (PGN 8.2.3.3), FIDE leaves it open"
      .. " (FIDE C.9)"
  end
  if move.promotion then
    sentences[#sentences + 1] = "the new piece follows the square: PGN puts = before it (PGN 8.2.3.3),"
      .. " FIDE nothing (FIDE C.11)"
  end
  if p:gives_check(move) then
    sentences[#sentences + 1] = "PGN demands + for check and # for mate (PGN 8.2.3.5), FIDE leaves them open"
      .. " (FIDE C.13)"
  end
  return sentences
end

return M
