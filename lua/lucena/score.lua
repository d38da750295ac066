--- Scores: evaluations of positions by engines or in comments ([%eval]). A score is a number of pawns from White's
-- point of view, or a side and the number of moves in which it mates.
-- @module lucena.score

local argument = require("lucena.argument")
local judgement = require("lucena.judgement")
local numbers = require("lucena.number")

---@class lucena.Score
---@field pawns number? the evaluation in pawns from White's view; nil for a mate
---@field mate string? the side that mates: "white" or "black"
---@field moves integer? number of moves until the mate; 0 if it is on the board
---@field bound string? "lower" or "upper" if the engine reported only that the score is at least or at most this for
-- the side to move
local Score = {}
Score.__index = Score
Score.__name = "lucena.Score"
Score.__metatable = Score.__name

local M = {}

local OTHER = { white = "black", black = "white" }

local function pawns_score(pawns)
  return setmetatable({ pawns = pawns + 0.0 }, Score)
end

local function mate_score(color, moves)
  return setmetatable({ mate = color, moves = moves }, Score)
end

-- The limits of [%eval], which Node.mate and Node.eval have, too.
local MOST_MOVES, MOST_PAWNS = 100000, 1e9

-- Parse a score in the form of [%eval]: "0.25", "-1.50", "#3", "#-3".
local function from_text(text)
  local sign, moves = text:match("^#([-+]?)(%d+)$")
  if moves then
    moves = numbers.whole(moves, 0, MOST_MOVES)
    return moves and mate_score(sign == "-" and "black" or "white", moves)
  end
  local pawns = text:find("^[-+]?%d+%.?%d*$") and tonumber((text:gsub("^%+", "")))
  return pawns and math.abs(pawns) < MOST_PAWNS and pawns_score(pawns)
end

local function from_table(given)
  local mate, moves = given.mate, given.moves
  if OTHER[mate] and math.type(moves) == "integer" and moves >= 0 then
    return mate_score(mate, moves)
  end
  return not mate and type(given.pawns) == "number" and pawns_score(given.pawns)
end

-- Return the score that chess.score() makes of a value; nil or false if the value is not a score.
local function make(value)
  local kind = type(value)
  if kind == "number" then
    return value == value and pawns_score(value)
  end
  return kind == "string" and from_text(value) or kind == "table" and from_table(value)
end

--- Make a score.
---@param value number|string|table pawns from White's point of view; or a text as in [%eval]: "0.25", "#3" (White
-- mates in 3 moves), "#-3"; or {pawns = number}; or {mate = "white" or "black", moves = integer}
---@return lucena.Score? score
---@return string? err for a text that is not a score
---@return string? code bad_score
-- @usage chess.score("#-3").mate --> black
-- @usage chess.score(0.5) > chess.score(-2) --> true
function M.score(value)
  local score = make(value)
  if score then
    return score
  elseif type(value) == "string" then
    return nil, ("not a score: '%s'"):format(argument.shown(value)), "bad_score"
  end
  argument.bad(2, 1, "score", "number, text or {mate = color, moves = integer} expected, got %s", argument.shown(value))
end

--- Make a score from the values that a UCI engine sends, which are from the point of view of the side to move.
---@param kind string "cp" or "mate"
---@param value integer hundredths of a pawn; or moves, where 0 or less means that the side to move is mated
---@param turn string
---@param bound? string
---@return lucena.Score score
function M.from_uci(kind, value, turn, bound)
  local score
  if kind == "mate" then
    score = mate_score(value > 0 and turn or OTHER[turn], math.abs(value))
  else
    score = pawns_score((turn == "white" and value or -value) / 100)
  end
  score.bound = bound
  return score
end

--- Return the score of a node; nil if it has none. Called by the binding for `node.score`.
---@param node lucena.Node
---@return lucena.Score?
function M.of_node(node)
  local pawns = node.eval
  if pawns then
    return pawns_score(pawns)
  end
  local mate = node.mate
  if mate == 0 then
    return node.position and mate_score(OTHER[node.position.turn], 0) or nil
  end
  return mate and mate_score(mate > 0 and "white" or "black", math.abs(mate)) or nil
end

--- Set or remove the score of a node. Called by the binding for `node.score = value`.
---@param node lucena.Node
---@param value? lucena.Score|number|string|table an argument of chess.score(); nil removes the score
---@return boolean false for other values, and for a bound, which [%eval] cannot express
function M.set_node(node, value)
  if value == nil then
    node.eval = nil
    return true
  end
  local score = make(value)
  if not score or type(value) == "table" and value.bound then
    return false
  elseif score.mate then
    node.mate = score.mate == "white" and score.moves or -score.moves
  else
    node.eval = score.pawns
  end
  return true
end

--- Return the score in pawns from a side's point of view; a mate is infinite.
---@param color string "white" or "black"
---@return number
-- @usage chess.score(0.5):of("black")  --> -0.5
function Score:of(color)
  argument.self(self, "of", "lucena.Score")
  if not OTHER[color] then
    argument.bad(2, 1, "of", "white or black expected, got %s", argument.shown(color))
  end
  return judgement.pawns(self, color)
end

--- Format the score like [%eval], from White's view: `0.25`, `-1.50`, `#3`, `#-3`.
---@return string
-- @usage tostring(chess.score { mate = "black", moves = 3 })  --> #-3
function Score:__tostring()
  if self.mate then
    return ("#%s%d"):format(self.mate == "black" and "-" or "", self.moves)
  end
  return ("%.2f"):format(self.pawns + 0.0)
end

-- Return two numbers that order scores from White's point of view. A mate by White is greater than any number of pawns.
-- A quicker mate is greater than a slower one.
local function rank(score)
  if not score.mate then
    return 0, score.pawns
  end
  local sign = score.mate == "white" and 1 or -1
  return sign, -sign * score.moves
end

function Score.__eq(a, b)
  return a.mate == b.mate and a.moves == b.moves and a.pawns == b.pawns and a.bound == b.bound
end

-- Return -1, 0 or 1. Raises an error at the line of the comparison unless both values are Scores.
local function compare(a, b)
  for number, value in ipairs { a, b } do
    if getmetatable(value) ~= "lucena.Score" then
      argument.bad(3, number, "<", "lucena.Score expected, got %s", argument.kind(value))
    end
  end
  local kind, value = rank(a)
  local other_kind, other = rank(b)
  if kind == other_kind then
    return value < other and -1 or value > other and 1 or 0
  end
  return kind < other_kind and -1 or 1
end

function Score.__lt(a, b)
  return compare(a, b) < 0
end

function Score.__le(a, b)
  return compare(a, b) <= 0
end

return M
