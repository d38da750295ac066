--- Finds the board of a text from which a run of moves is played: a drawn diagram, before or after the moves.
-- `self` is a placer of lucena.text.place: {game, boards, numbered, items, index, matcher}.
-- Cost: a few boards near the run are tried.
-- @module lucena.text.set_up

local ahead = require("lucena.text.ahead")
local diagrams = require("lucena.text.diagrams")
local tree = require("lucena.text.tree")

local M = {}

local MOST_BOARDS = 2 -- boards before a run from which it may begin
local FAR_BEFORE, FAR_AFTER = 6000, 3000 -- bytes between a run and a board before or after it
local CERTAIN = 4 -- legal moves, with those of the next runs, that make a board certain

-- Record the game of which a board shows a position. Such a board is evidence for a reading of the moves, and does not
-- begin a new game.
local function compare(game, board)
  board.game = game and (diagrams.shown(game.focus, board) or diagrams.shown(game.tip, board)) and game or nil
end

function M.see(self, board)
  compare(self.game, board)
  if board.number then
    self.numbered[board.number] = board
  end
  table.insert(self.boards, 1, board)
  self.boards[MOST_BOARDS + 1] = nil
end

-- Return the boards from which a run may begin: that of a solution; or the one that the text names, the latest ones,
-- and, for a run that begins its numbers or follows no game, the next one.
local function boards_near(self, run, is_first)
  local list = { run.diagram and self.numbered[run.diagram] }
  if list[1] and run.is_solution then
    return list
  end
  for _, board in ipairs(self.boards) do
    list[#list + 1] = run.first - board.last < FAR_BEFORE and board or nil
  end
  for i = self.index + 1, math.min(#self.items, self.index + ahead.LOOKAHEAD) do
    local item = self.items[i]
    if item.kind == "diagram" then
      local is_named = item.number and item.number == run.diagram
      compare(self.game, item)
      if item.first - run.moves[#run.moves].last < FAR_AFTER and (is_named or is_first) then
        table.insert(list, is_named and 1 or #list + 1, item)
      end
      break
    end
  end
  return list
end

-- Return the ply of the first move of a run, from its own number or from the first number in the run.
local function first_ply(run)
  for i, mention in ipairs(run.moves) do
    if mention.number then
      return tree.ply_of(mention.number) - i + 1
    end
  end
end

--- Count the moves of a run, and of the runs that continue it, that are legal after one of some nodes.
function M.weigh(self, list, run)
  local nodes = ahead.best_of(self, list, run.moves, 1)
  local count = nodes and #nodes or 0
  return count, count > 0 and ahead.count_ahead(self, nodes[count], self.index, nodes[1].parent) or 0
end

-- Return whether a game is a score in rows: boards between its rows show its own positions.
local function has_score(game)
  return game and game.has_rows and not game.is_stale and not game.is_setup and game.tip.ply >= tree.SHORTEST
end

--- Find the board that the text shows and from which more moves of a run are legal than in the game. `starts`: the run
-- begins a game; `places`: returns the nodes of the game after which the run may be played. Returns {root, board} or
-- nil.
function M.find(self, run, starts, places)
  local ply, game = first_ply(run), self.game
  if not ply or ply < 1 or run.depth > 0 or ply > 1 and has_score(game) then
    return nil
  end
  local near = boards_near(self, run, ply == 1 or not game or game.is_stale)
  if #near == 0 then
    return nil
  end
  local most, later = M.weigh(self, places(), run)
  if most == #run.moves and ply > 1 then
    return nil
  end
  local best
  for _, board in ipairs(near) do
    local is_shown = game and (board.game == game or board == game.board)
    local root = (not is_shown or ply == 1 and not starts) and diagrams.root(board, ply - 1)
    if root then
      local count, other = M.weigh(self, { root }, run)
      local is_solved = run.is_solution and board.number == run.diagram
      local is_certain = count + other >= CERTAIN or (ply == 1 or is_solved) and count == #run.moves
      if is_certain and (count > most or count == most and other > later) then
        best, most, later = { root = root, board = board }, count, other
      end
    end
  end
  return best
end

return M
