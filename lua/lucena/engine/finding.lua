--- Collects the results of a search: the lines of moves of the engine, with their scores, and the final result. The
--- ranks 1, 2, ... are the engine's best line, its second-best line, and so on. For each rank, the last line with an
--- exact score is used. A line with a bound ("at least this score") is used if no line has an exact score, or if the
--- exact line does not begin with the chosen move.
-- @module lucena.engine.finding

local system = require("lucena.system")
local protocol = require("lucena.engine.protocol")
local scores = require("lucena.score")

local M = {}

local Analysis = { __name = "lucena.Analysis", __metatable = "lucena.Analysis" }

function Analysis:__tostring()
  local words = { "lucena.Analysis:", tostring(self.score or "no score"), "depth " .. (self.depth or "?") }
  for _, move in ipairs(self.pv or {}) do
    words[#words + 1] = tostring(move)
  end
  return table.concat(words, " ")
end

-- Return the legal moves at the beginning of a line.
local function line_of(position, words)
  local moves = {}
  for _, word in ipairs(words or {}) do
    local move = position:parse_uci(word)
    if not move or tostring(move) == "0000" then
      break
    end
    moves[#moves + 1] = move
    position = position:play(move)
  end
  return moves
end

local function wdl_of(wdl, turn)
  local win, draw, loss = table.unpack(wdl)
  return { white = turn == "white" and win or loss, draw = draw, black = turn == "white" and loss or win }
end

local function view(info, position)
  local score, turn = info.score, position.turn
  return setmetatable({
    depth = info.depth, seldepth = info.seldepth, nodes = info.nodes, nps = info.nps, tbhits = info.tbhits,
    hashfull = info.hashfull, time = info.time and info.time / 1000, rank = info.multipv or 1,
    score = scores.from_uci(score.kind, score.value, turn, score.bound),
    wdl = info.wdl and wdl_of(info.wdl, turn), pv = line_of(position, info.pv),
  }, Analysis)
end

local Finding = {}
Finding.__index = Finding

--- Create an empty finding, and start its timer.
---@param position lucena.Position
---@param ranks integer the number of lines requested
---@return table finding
function M.new(position, ranks)
  return setmetatable({ position = position, started = system.monotonic(), ranks = ranks, lines = {} }, Finding)
end

--- Add an info line.
---@param text string
---@return table? line as for Engine:analyse, with `rank` among the lines and `elapsed` in seconds; nil if the line has
-- no score
function Finding:take(text)
  local info = protocol.info(text)
  self.nodes = info.nodes or self.nodes
  local rank = info.multipv or 1
  if not info.score or rank < 1 or rank > self.ranks then
    return nil
  end
  local line = view(info, self.position)
  line.elapsed = system.monotonic() - self.started
  if not line.score.bound then
    self.lines[rank] = line
  elseif rank == 1 then
    self.bound = line
  end
  return line
end

local function best_line(self, move)
  local first, bound = self.lines[1], self.bound
  if bound and (not first or first.pv[1] ~= move and bound.pv[1] == move) then
    self.lines[1] = bound
  end
  return self.lines[1] or { pv = {} }
end

--- Return the final result.
---@param move lucena.Move
---@param ponder? lucena.Move
---@return table result as Engine:analyse returns it
function Finding:result(move, ponder)
  local best = best_line(self, move)
  local lines = {}
  for rank = 1, self.ranks do
    lines[#lines + 1] = self.lines[rank]
  end
  return setmetatable({
    move = move, ponder = ponder, score = best.score, wdl = best.wdl, depth = best.depth, seldepth = best.seldepth,
    nodes = self.nodes, time = system.monotonic() - self.started, lines = lines,
    pv = #best.pv > 0 and best.pv or { move },
  }, Analysis)
end

--- Return the result for a position without legal moves, without asking the engine.
---@param position lucena.Position
---@return table result
function M.of_end(position)
  local outcome = position:outcome()
  local is_mate = outcome and outcome.winner and outcome.winner ~= position.turn
  return setmetatable({ score = scores.from_uci(is_mate and "mate" or "cp", 0, position.turn), depth = 0, nodes = 0,
    time = 0.0, pv = {}, lines = {}, outcome = outcome }, Analysis)
end

return M
