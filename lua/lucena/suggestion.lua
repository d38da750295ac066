--- Finds names that differ by one typing error, for "did you mean".
-- @module lucena.suggestion

local M = {}

--- Report whether two words differ by one added, missing, wrong or transposed letter.
---@param a string
---@param b string
---@return boolean
-- @usage require("lucena.suggestion").is_near("frnech", "french")  --> true
function M.is_near(a, b)
  local first = 1
  while first <= #a and a:byte(first) == b:byte(first) do
    first = first + 1
  end
  local x, y = a:sub(first), b:sub(first)
  return x:sub(2) == y:sub(2) or x:sub(2) == y or x == y:sub(2)
    or x:sub(1, 2) == y:sub(1, 2):reverse() and x:sub(3) == y:sub(3)
end

--- Return the name that differs from a word only by the case of letters; else the first name that differs from it by
-- one typing error; else the first that differs by one typing error and the case of letters, or nil.
---@param word string
---@param names string[]
---@return string?
-- @usage require("lucena.suggestion").find("eco", {"EPD", "ECO"}) --> ECO
-- @usage require("lucena.suggestion").find("reslt", {"Round", "Result"}) --> Result
function M.find(word, names)
  local lower = word:lower()
  for _, name in ipairs(names) do
    if name:lower() == lower then
      return name
    end
  end
  for _, name in ipairs(names) do
    if M.is_near(word, name) then
      return name
    end
  end
  for _, name in ipairs(names) do
    if M.is_near(lower, name:lower()) then
      return name
    end
  end
end

--- Return "; did you mean 'x'?" for a word that is near a known name, else "".
---@param word any
---@param known table names as keys, or an array of names
---@return string
-- @usage require("lucena.suggestion").hint("widht", {width = true}) --> ; did you mean 'width'?
function M.hint(word, known)
  local names, text = {}, tostring(word)
  for key, value in pairs(known) do
    local name = type(key) == "string" and key or tostring(value)
    names[#names + 1] = not name:find("^__") and name or nil
  end
  table.sort(names)
  local near = #text >= 3 and M.find(text, names) or nil -- every word of two letters resembles another
  return near and ("; did you mean '%s'?"):format(near) or ""
end

-- Names in other libraries that newcomers try: class -> name -> the equivalent in Lucena.
local ELSEWHERE = {
  ["lucena"] = {
    BLACK = '"black"', SquareSet = "bits.of(squares)", WHITE = '"white"', fen = "position", load = "games",
    pgn = "game or games", read = "games", read_game = "game or games", read_pgn = "games",
  },
  ["lucena.Position"] = {
    is_attacked_by = "attackers(square, color)", is_checkmate = "outcome(), nil or a table with the reason",
    is_game_over = "outcome()", is_stalemate = "outcome(), nil or a table with the reason", legal_moves = "moves()",
    make_move = "position = position:play(move)", move = "position = position:play(move)",
    piece_at = "piece(square)",
    pieces = 'squares "q" for black queens', push = "position = position:play(move), or a Board",
    push_san = "position = position:play(move), or a Board", side_to_move = "turn", to_fen = "fen()",
  },
  ["lucena.Bits"] = {
    flip_vertical = "mirror", line = "ray", names = "squares", popcount = "count", squareset = "of",
  },
  ["lucena.Board"] = {
    is_attacked_by = "attackers(square, color)", is_checkmate = "outcome(), nil or a table with the reason",
    is_game_over = "outcome()", is_stalemate = "outcome(), nil or a table with the reason", legal_moves = "moves()",
    make_move = "play(move)", move = "play(move)", piece_at = "piece(square)",
    pieces = 'squares "q" for black queens', pop = "undo()",
    push = "play(move)", push_san = "play(move)", side_to_move = "turn",
  },
  ["lucena.Game"] = {
    add = "root:add(move)", black = "tags.Black", board = "start or final", date = "tags.Date", eco = "opening()",
    event = "tags.Event", fen = "final:fen()", headers = "tags", mainline_moves = "moves()", position = "final",
    save = "pgn()", set_tag = "tags.NAME = value", white = "tags.White", write = "pgn()",
  },
  ["lucena.Move"] = { san = "position:san(move)", uci = "tostring(move)" },
  ["lucena.Reader"] = {
    lines = "`for game in reader do`",
  },
  ["lucena.Node"] = {
    board = "position", children = "node[1], node[2] ...", fen = "position:fen()", is_check = "position.is_check",
    is_mainline = "is_main", nag = "nags", starting_comment = "comments_before", turn = "position.turn",
    add_variation = "add_line(moves) of the parent", play = "add(move) or add_line(moves)",
    uci = "move or tostring(move)", variations = "node[2], node[3] ...",
  },
}

--- Return the message for an unknown name in a table or an object.
---@param of string the name of the table, or the class of the object
---@param name any
---@param known table its known names as keys
---@return string
-- @usage require("lucena.suggestion").unknown("lucena", "gmae", {game = 1}):match ";.*" --> ; did you mean 'game'?
function M.unknown(of, name, known)
  local instead = ELSEWHERE[of] and ELSEWHERE[of][name]
  if instead then
    return ("%s has no field '%s'; use %s"):format(of, name, instead)
  end
  return ("%s has no field '%s'%s"):format(of, tostring(name), M.hint(name, known))
end

return M
