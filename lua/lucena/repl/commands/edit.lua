--- Commands that change the game (variations, comments, annotation signs), and `undo`.
-- @module lucena.repl.commands.edit

local chess = require("lucena")
local rule = require("lucena.repl.rule")

local function tokens_of(session, text)
  local list = text ~= "" and rule.chess(session, text)
  return list or session:fail(text == "" and "Moves are missing, such as e4 e5."
    or ("'%s' is not a line of moves"):format(text))
end

local function play(session, rest)
  if rest == "best" then
    return require("lucena.repl.analysis").play(session, session.node)
  end
  require("lucena.repl.moves").play(session, tokens_of(session, rest))
end

local function vary(session, rest)
  local node = session.node
  if not node.parent then
    session:fail("There is no move yet that a variation could replace.")
  elseif rest == "" then
    session:fail("usage: vary MOVES, which replace the last move")
  elseif rest == "best" then
    return require("lucena.repl.analysis").play(session, node.parent)
  end
  require("lucena.repl.moves").play(session, tokens_of(session, rest), node.parent)
end

-- Copy the moves after a node to another node, with all notes. Returns the reason why this is not possible.
local function copy_children(node, target)
  for i = 1, #node do
    local copy, err = target:graft(node[i])
    if not copy then
      return err
    end
  end
  target.comments = node.comments
  for _, number in ipairs(node.nags) do
    target:add_nag(number)
  end
end

-- Correct the last move: replace it, and keep the moves after it.
local function replace(session, rest)
  local node = session.node
  local parent = node.parent
  if not parent then
    session:fail("There is no move yet to replace.")
  elseif rest == "" then
    session:fail("usage: replace MOVE, which corrects the last move and keeps the moves after it")
  end
  local move = require("lucena.repl.moves").first(session, tokens_of(session, rest), parent)
  for _, sibling in ipairs(parent) do
    if sibling.move == move then
      session:fail(("%s is in the game already"):format(session:move_text(sibling)))
    end
  end
  local new = parent:add(move)
  local problem = copy_children(node, new)
  if problem then
    new:remove()
    session:fail(("the moves after it do not fit: %s; nothing was changed (vary %s adds a variation)"):format(problem,
      rest))
  end
  new:move_to(node.index)
  node:remove()
  session:go(new)
end

-- Promote the current variation: its first move becomes the first continuation of the preceding move.
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
    session:say(node.comment or "No comment here. To add one: comment TEXT; to remove it: comment -")
    return
  end
  rest = rest:match("^{%s*([^{}]-)%s*}$") or rest -- as in a PGN
  if rest == "" then
    session:fail("usage: comment TEXT; comment - removes the comment")
  end
  local text = rest ~= "-" and rest:gsub("[{}]", { ["{"] = "(", ["}"] = ")" }) or nil
  node.comment = text
  if text and text ~= rest then
    session:note("Braces in a comment are written as parentheses.")
  end
  session.is_changed = true
end

-- Return the sign of a NAG as people type it.
local function sign_of(number)
  local nag = chess.nag(number)
  return nag.ascii or "$" .. number
end

local function nag(session, rest)
  local node = session.node
  if rest == "" then
    session:fail("usage: nag !?, nag $14, nag +-; nag - removes all signs")
  elseif not node.parent then
    session:fail("A sign needs a move before it, and no move was played yet.")
  end
  if rest == "-" then
    node.nags = {}
  else
    local found, err = chess.nag(rest)
    if not found then
      session:fail(err)
    end
    local replaced = require("lucena.nag").put(node, found.number)
    if replaced then
      session:say(("%s replaces %s."):format(rest, sign_of(replaced)))
    end
  end
  session.is_changed = true
end

local function tag(session, rest)
  require("lucena.repl.tag_input").command(session, rest)
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

-- The Lua function play(): its argument is a Move or a text, as in play(move) and play "e4 e5".
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
  { name = "play", usage = "MOVES", summary = "play moves (the same as typing them alone)", run = play, lua = true,
    call = call_play },
  { name = "vary", usage = "MOVES", summary = "replace the last move by MOVES, as a variation", run = vary,
    lua = true },
  { name = "replace", usage = "MOVE", summary = "correct the last move, and keep the moves after it", run = replace,
    lua = true },
  { name = "promote", usage = "", summary = "make the current variation the mainline", run = promote, lua = true },
  { name = "remove", usage = "", summary = "remove the last move and all moves after it", run = remove, lua = true },
  { name = "comment", usage = "[TEXT]", summary = "comment the last move; - removes the comment",
    run = comment, lua = true, takes_text = true },
  { name = "nag", usage = "SIGN", summary = "add a sign to the last move: !? +- $14; - removes all", run = nag,
    lua = true },
  { name = "tag", usage = "[NAME [VALUE]]", summary = "show or set a tag: White, Black, Event, Date, Result ...",
    run = tag, lua = true, takes_text = true,
    more = "tag White Morphy, Paul sets the name of White; tag White - removes it; tag alone lists the tags. "
      .. "Unusual names and values are reported." },
  { name = "undo", usage = "", summary = "undo the last change to the game", run = undo, lua = true },
  { name = "redo", usage = "", summary = "repeat a change that was undone", run = redo, lua = true },
}
