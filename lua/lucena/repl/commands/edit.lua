--- Commands that change the game: variations, comments, signs; and undo.
-- @module lucena.repl.commands.edit

local chess = require("lucena")
local rule = require("lucena.repl.rule")

local function tokens_of(session, text)
  local list = text ~= "" and rule.chess(session, text)
  return list or session:fail(("'%s' is no line of moves"):format(text))
end

local function play(session, rest)
  require("lucena.repl.moves").play(session, tokens_of(session, rest))
end

local function vary(session, rest)
  local node = session.node
  if not node.parent then
    session:fail("There is no move yet that another could stand for.")
  elseif rest == "" then
    session:fail("usage: vary MOVES, played in place of the last move")
  end
  require("lucena.repl.moves").play(session, tokens_of(session, rest), node.parent)
end

-- Promote the move at which the current line leaves another one.
local function promote(session, rest)
  local node = session.node
  while node.parent and node.parent[1] == node do
    node = node.parent
  end
  if not node.parent then
    session:fail("This is the mainline already.")
  elseif rest ~= "" then
    session:fail("usage: promote, with the variation on the board")
  end
  node:make_main()
  session:say(("%s is the mainline now"):format(session:move_text(node)))
end

local function remove(session, rest)
  local node = session.node
  if not node.parent then
    session:fail("There is no move to remove.")
  elseif rest ~= "" then
    session:fail("usage: remove, which removes the last move and all after it")
  end
  local parent = node.parent
  node:remove()
  session:go(parent)
end

local function comment(session, rest)
  local node = session.node
  if rest == "" then
    session:say(node.comment or "No comment here. To write one: comment TEXT; to take it away: comment -")
    return
  end
  local text = rest ~= "-" and rest:gsub("[{}]", { ["{"] = "(", ["}"] = ")" }) or nil
  node.comment = text
  session.is_changed = true
end

local function nag(session, rest)
  local node = session.node
  if rest == "" then
    session:fail("usage: nag !?, nag $14, nag +-; nag - takes them away")
  elseif not node.parent then
    session:fail("Signs follow moves, and there is none yet.")
  end
  if rest == "-" then
    node.nags = {}
  else
    local found, err = chess.nag(rest)
    if not found then
      session:fail(err)
    end
    node:add_nag(found.number)
  end
  session.is_changed = true
end

local function undo(session)
  if not session:undo() then
    session:fail("There is nothing to undo.")
  end
end

local function redo(session)
  if not session:undo(true) then
    session:fail("There is nothing to redo.")
  end
end

-- Called from Lua: play(move), play "e4 e5".
local function call_play(session, moves)
  if getmetatable(moves) == "lucena.Move" then
    session:remember()
    local node, err = session.node:add(moves)
    session:go(node or session:fail(err))
    return
  end
  play(session, tostring(moves))
end

return {
  title = "Changing the game", order = 20,
  { name = "play", usage = "MOVES", summary = "play moves, as they can be typed alone, too", run = play, lua = true,
    call = call_play },
  { name = "vary", usage = "MOVES", summary = "play in place of the last move, as a variation", run = vary,
    lua = true },
  { name = "promote", usage = "", summary = "make the line on the board the mainline", run = promote, lua = true },
  { name = "remove", usage = "", summary = "remove the last move and all after it", run = remove, lua = true },
  { name = "comment", usage = "[TEXT]", summary = "comment the last move; - takes it away", run = comment, lua = true },
  { name = "nag", usage = "SIGN", summary = "a sign for the last move: !? +- $14; - removes all", run = nag,
    lua = true },
  { name = "undo", usage = "", summary = "take back the last change (back takes none back)", run = undo, lua = true },
  { name = "redo", usage = "", summary = "do it again", run = redo, lua = true },
}
