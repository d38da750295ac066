--- The tour: a course of short lessons. Each lesson explains a feature and waits until the user has tried it. Other
-- inputs work as usual. At the end, the user's game is back.
-- @module lucena.repl.tour

local widths = require("lucena.render.width")

local M = {}

-- session -> {lesson: the number of the lesson; saved: the user's game; ply: the ply at which the lesson began}
local tours = setmetatable({}, { __mode = "k" })

-- The lessons: an explanation, an input to try, and a function that returns whether the user has done it. It gets the
-- session, the input, whether the input succeeded, and the state.
local LESSONS = {
  { "Type three moves, in one line or in several.", "e4 e5 Nf3", function(session)
    return session.node.ply >= 3
  end },
  { "Moves may be in any language. In French, the knight is C and the bishop F.", "Cc6 Fb5", function(session, _, _, at)
    return session.node.ply > at.ply
  end },
  { "If a move is not legal, the prompt explains why. Nothing is played.", "Rd5", function(_, _, done)
    return not done
  end },
  { "A different move becomes a variation. vary replaces the last move.", "vary Bc4", function(session)
    return session.node.parent ~= nil and session.node.index > 1
  end },
  { "Show all lines of the game.", "tree", function(_, text, done)
    return done and text:find("^:?tree") ~= nil
  end },
  { "Press Left to step back through the game, and Esc at the end. Without a terminal, type back.", "back",
    function(session, _, _, at)
      return session.node.ply < at.ply
    end },
  { "Comment the last move. The comment is part of the game, and save FILE.pgn writes it.", "comment a good move",
    function(session)
      return session.node.comment ~= nil
    end },
  { "Mark the squares to which a piece may move.", "show d1", function(_, text, done)
    return done and text:find("^:?show") ~= nil
  end },
  { "All other lines are Lua. `board` is the current position, `game` the game.", "=#board:moves()",
    function(_, text, done)
      return done and text:find("[=.:(]") ~= nil
    end },
  { "Type a FEN to set up a position, or the name of a PGN file to load it.", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
    function(session)
      return session.game.start ~= require("lucena").position() or session.shelf ~= nil
    end },
  { "undo takes back the last change. It also brings back the game that a FEN replaced.", "undo",
    function(_, text, done)
      return done and text:find("^:?undo") ~= nil
    end },
}

local function say(session, text)
  session:say(widths.fold(text, session.settings.width))
end

local function finish(session, tour, text)
  tours[session] = nil
  session:return_to(tour.saved)
  say(session, text .. " Your game is back. :help lists all commands.")
end

-- Begin the lesson `number`, or end the tour after the last one.
local function teach(session, tour, number)
  local lesson = LESSONS[number]
  if not lesson then
    return finish(session, tour, "This was the tour.")
  end
  tour.lesson, tour.ply = number, session.node.ply
  say(session, ("Lesson %d of %d. %s"):format(number, #LESSONS, lesson[1]))
  session:say("  Try: " .. lesson[2])
end

--- Run the command `:tour`.
---@param session table
---@param rest string "", "next" or "end"
function M.command(session, rest)
  local tour = tours[session]
  if rest == "" then
    if not tour then -- the practice game of a tour is never worth a warning
      require("lucena.repl.keeping").check(session)
    end
    tour = { saved = tour and tour.saved or session:snapshot() }
    session:set_game(require("lucena").game())
    session:say(":tour next skips a lesson, :tour end ends the tour.")
    tours[session], tour.is_new = tour, true
    teach(session, tour, 1)
  elseif not tour or rest ~= "next" and rest ~= "end" then
    session:fail("usage: :tour; in the tour: :tour next, :tour end")
  elseif rest == "end" then
    finish(session, tour, "The tour has ended.")
  else
    tour.is_new = true
    teach(session, tour, tour.lesson + 1)
  end
end

--- Check an input of a session in which the tour is running.
---@param session table
---@param text string
---@param done boolean whether the input succeeded
function M.check(session, text, done)
  local tour = tours[session]
  if not tour then
    return
  elseif tour.is_new then -- the input was `:tour`
    tour.is_new = false
    return
  end
  local lesson = LESSONS[tour.lesson]
  if lesson[3](session, text, done, tour) then
    session:say("Well done.")
    teach(session, tour, tour.lesson + 1)
  elseif not text:find("^%s*:?help") and not text:find("^%s*%?") then
    say(session, ("(Lesson %d waits for something like: %s)"):format(tour.lesson, lesson[2]))
  end
end

return M
