--- What an engine says of a position, as a value: pawns from White's view, or who mates in how many moves.
-- Scores are what lucena.judgement takes: {pawns = number} or {mate = color, moves = integer}. `bound` is "lower"
-- or "upper" when the engine gave only that it is at least or at most that value for the side to move.
-- @module lucena.engine.score

local argument = require("lucena.argument")
local judgement = require("lucena.judgement")

---@class lucena.Score
---@field pawns number? from White's view; nil of a mate
---@field mate string? "white" or "black": who mates
---@field moves integer? until the mate
---@field bound string? "lower" or "upper"
local Score = {}
Score.__index = Score
Score.__name = "lucena.Score"
Score.__metatable = Score.__name

local M = {}

local OTHER = { white = "black", black = "white" }

--- Make a score from UCI's, which is from the view of the side to move.
---@param kind string "cp" or "mate"
---@param value integer hundredths of a pawn, or moves; mate 0 and less: the side to move is mated
---@param turn string
---@param bound? string
---@return lucena.Score score
function M.new(kind, value, turn, bound)
  if kind == "mate" then
    return setmetatable({ mate = value > 0 and turn or OTHER[turn], moves = math.abs(value), bound = bound }, Score)
  end
  return setmetatable({ pawns = (turn == "white" and value or -value) / 100 + 0.0, bound = bound }, Score)
end

--- Return pawns from a side's view; a mate is infinite.
---@param color string "white" or "black"
---@return number
-- @usage require("lucena.engine.score").new("cp", 50, "black"):of("black")  --> 0.5
function Score:of(color)
  argument.self(self, "of", "lucena.Score")
  if not OTHER[color] then
    argument.bad(2, 1, "of", "white or black expected, got %s", argument.shown(color))
  end
  return judgement.pawns(self, color)
end

--- Format the score like [%eval], from White's view: `0.25`, `-1.50`, `#3`, `#-3`.
---@return string
-- @usage tostring(require("lucena.engine.score").new("mate", 3, "black"))  --> #-3
function Score:__tostring()
  if self.mate then
    return ("#%s%d"):format(self.mate == "black" and "-" or "", self.moves)
  end
  return ("%.2f"):format(self.pawns + 0.0)
end

return M
