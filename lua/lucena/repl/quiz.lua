--- A quiz: the user guesses the moves of one side of the game, or the solutions of the records of an EPD file. The
-- moves that follow are hidden. A move is read as at the prompt, in any notation. Only the first attempt at a position
-- counts.
-- @module lucena.repl.quiz

local operations = require("lucena.repl.operations")
local wording = require("lucena.repl.wording")

local M = {}

-- session -> {node: the position of the question; asked, right: the numbers of questions and of correct first attempts;
-- is_first: no attempt was made at this position yet}
local quizzes = setmetatable({}, { __mode = "k" })

local PIECES = { n = "knight", b = "bishop", r = "rook", q = "queen", k = "king", p = "pawn" }

-- Return the solutions at a node: the next move of the game, or the best moves of the EPD record.
local function solutions(node)
  local record = operations.of(node.game)
  if record then
    local best = record:get("bm")
    return type(best) == "table" and best or {}
  end
  local list = {}
  for i = 1, math.min(1, #node) do
    list[i] = node[i].move
  end
  return list
end

local function score_text(quiz)
  return ("%d of %d right"):format(quiz.right, quiz.asked)
end

local function finish(session, quiz, text)
  quizzes[session] = nil
  session:say(("%s: %s"):format(text, score_text(quiz)))
end

-- Ask for the move at the current node.
local function ask(session, quiz)
  quiz.node, quiz.is_first = session.node, true
  quiz.asked = quiz.asked + 1
end

-- Open the next record that has a solution. Returns nil at the end of the file.
local function next_record(session)
  repeat
    local done = pcall(session.again, session, ":next")
    if not done then
      return nil
    end
  until #solutions(session.node) > 0
  return true
end

-- Play the solution, and the answer of the other side. Then ask for the next move, or end the quiz.
local function advance(session, quiz, move)
  local node = quiz.node
  if operations.of(node.game) then
    if not next_record(session) then
      return finish(session, quiz, "This was the last position")
    end
    return ask(session, quiz)
  end
  local played = node:add(move)
  session:go(played[1] or played)
  if played[1] then
    session:say(("The answer: %s"):format(session:move_text(played[1])))
  end
  if not session.node[1] then
    return finish(session, quiz, "This is the end of the line")
  end
  ask(session, quiz)
end

local function begin(session)
  if #solutions(session.node) == 0 then
    local why = operations.of(session.game) and "This record has no best move (bm)."
      or "No move of the game follows; `goto start` or `back` goes to an earlier position."
    session:fail(why)
  end
  local quiz = { right = 0, asked = 0 }
  quizzes[session] = quiz
  ask(session, quiz)
  session:go(session.node)
  session:say(("Which move does %s play? (quiz hint, quiz skip, quiz end)"):format(
    session.position.turn == "white" and "White" or "Black"))
end

-- Return the quiz of a session if the current position is its question.
local function quiz_of(session)
  local quiz = quizzes[session]
  if quiz and quiz.node ~= session.node then
    quizzes[session] = nil
    return nil
  end
  return quiz
end

local ACTIONS = {}

function ACTIONS.hint(session, quiz)
  local move = solutions(quiz.node)[1]
  quiz.is_first = false
  session:say(("A move of the %s on %s"):format(PIECES[session.position:piece(move.from):lower()], move.from))
end

function ACTIONS.skip(session, quiz)
  local move = solutions(quiz.node)[1]
  session:say(("The move is %s"):format(wording.line(session, session.position, { move })))
  advance(session, quiz, move)
end

ACTIONS["end"] = function(session, quiz)
  quiz.asked = quiz.is_first and quiz.asked - 1 or quiz.asked
  finish(session, quiz, "The quiz has ended")
end

--- Run the command `quiz`.
---@param session table
---@param rest string "", "hint", "skip" or "end"
function M.command(session, rest)
  local action, quiz = ACTIONS[rest], quiz_of(session)
  if action and quiz then
    return action(session, quiz)
  elseif action then
    session:fail("No quiz has begun here; quiz begins one.")
  elseif rest ~= "" then
    session:fail("usage: quiz, quiz hint, quiz skip, quiz end")
  end
  begin(session)
end

--- Return whether the moves after the current position are hidden.
---@param session table
---@return boolean
function M.is_hidden(session)
  local quiz = quizzes[session]
  return quiz ~= nil and quiz.node == session.node
end

local function is_among(move, list)
  for _, other in ipairs(list) do
    if other == move then
      return true
    end
  end
  return false
end

--- Take typed moves as the answer to the question.
---@param session table
---@param list table[] tokens of rule.chess()
---@return boolean taken false if there is no question here
function M.answer(session, list)
  local quiz = quiz_of(session)
  if not quiz then
    return false
  end
  local move = require("lucena.repl.moves").first(session, list)
  local right = solutions(quiz.node)
  local after = session.position:play(move)
  local outcome = after:outcome()
  local text = wording.line(session, session.position, { move })
  if is_among(move, right) or outcome and outcome.winner then
    quiz.right = quiz.right + (quiz.is_first and 1 or 0)
    session:say(("%s is right (%s)"):format(text, score_text(quiz)))
    advance(session, quiz, is_among(move, right) and move or right[1])
    return true
  end
  quiz.is_first = false
  for _, node in ipairs(quiz.node) do
    if node.move == move then
      session:say(("%s is a variation of the game, not its move"):format(text))
      return true
    end
  end
  session:say(("%s is legal, but not the move; try again, or quiz hint"):format(text))
  return true
end

return M
