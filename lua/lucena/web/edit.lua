--- Changes of the current game. Each message is one undo step.
-- @module lucena.web.edit

local changes = require("lucena.web.changes")
local lexicon = require("lucena.lexicon")
local games = require("lucena.web.game")
local keeping = require("lucena.repl.keeping")
local nags = require("lucena.nag")
local repl_moves = require("lucena.repl.rule")

local M = { handlers = {} }

-- Make a handler of a function that changes the game at a node. It may return the node to go to. `of_notes`: it changes
-- only the comment, the signs or the drawings of the node.
local function change(f, of_notes)
  return function(web, request)
    local node, failure = games.node(web, request), nil
    local is_shown = of_notes and request.at and games.is_shown(web)
    keeping.as_step(web.repl, function()
      local done, result = pcall(f, web, node, request)
      if done then
        web.repl:go(result or node)
      else
        failure = result
      end
      return done
    end)
    web.repl.is_changed = false
    if failure then
      error(failure, 0)
    end
    local noted = is_shown and games.noted(web, request.at) or nil
    return { noted = noted, game = not noted and games.view(web) or nil }
  end
end

-- Play moves. `uci` is one move from the board, `moves` are moves as they are typed, in any notation. A move that the
-- game has already is not added again.
M.handlers.play = change(function(web, node, request)
  if request.uci then
    local position = web:must(node.position, "the game has no start position")
    local move = web:must(position:parse_uci(request.uci))
    for _, child in ipairs(node) do
      if child.move == move then
        return child
      end
    end
    return web:must(node:add(move))
  end
  web.repl:go(node)
  local list = repl_moves.chess(web.repl, request.moves or "")
  if not list then
    web:fail(("'%s' is not a line of moves"):format(request.moves or ""))
  end
  require("lucena.repl.moves").play(web.repl, list)
  return web.repl.node
end)

-- Remove a move and all moves after it.
M.handlers.remove = change(function(web, node)
  local parent = web:must(node.parent, "There is no move to remove.")
  node:remove()
  return parent
end)

-- Set the comment after a move; "" removes it. Commands such as [%clk] stay.
M.handlers.comment = change(function(_, node, request)
  local text = (request.text or ""):gsub("[{}]", { ["{"] = "(", ["}"] = ")" })
  node.remark = text ~= "" and text or nil
end, true)

-- Draw an arrow (`from`, `to`) or mark a square (`from`), or remove it if it is there in this colour.
M.handlers.draw = change(function(_, node, request)
  local field, out, is_there = request.to and "arrows" or "marks", {}, false
  for _, item in ipairs(node[field]) do
    if (item.from or item.square) ~= request.from or item.to ~= request.to then
      out[#out + 1] = item
    else
      is_there = item.color == request.color
    end
  end
  if not is_there then
    local color, from, to = request.color, request.from, request.to
    out[#out + 1] = to and { from = from, to = to, color = color } or { square = from, color = color }
  end
  node[field] = out
end, true)

-- Add a sign such as "!?" to a move, in place of another one of its group, or remove it if it is there; without `sign`,
-- remove all signs.
M.handlers.sign = change(function(web, node, request)
  web:must(node.parent, "A sign needs a move before it, and no move was played yet.")
  if not request.sign or request.sign == "" then
    node.nags = {}
    return
  end
  local nag, err = require("lucena").nag(request.sign)
  web:must(nag, err)
  for _, number in ipairs(node.nags) do
    if number == nag.number then
      node:remove_nag(number)
      return
    end
  end
  nags.put(node, nag.number)
end, true)

-- Make the line of a move the mainline.
M.handlers.promote = change(function(_, node)
  node:make_main()
end)

-- Let the variation of a move and the line before it change places.
M.handlers.raise = change(function(web, node)
  while node.parent and node.index == 1 do
    node = node.parent
  end
  web:must(node.parent, "The mainline has no line before it.")
  node:promote()
end)

-- Set a tag; "" removes it.
M.handlers.tag = change(function(web, _, request)
  local name = require("lucena.tag_names").usual(request.name or "") or web:fail "this is not the name of a tag"
  local value = request.value ~= "" and request.value or nil
  if name == "Result" and value then
    web:must(lexicon.read_result(value), "a result is 1-0, 0-1, 1/2-1/2 or *")
    web.repl.game.result = value
  else
    web.repl.game.tags[name] = value
  end
end)

local function undo(is_redo)
  return function(web)
    local done
    keeping.as_step(web.repl, function()
      done = web.repl:undo(is_redo)
      return done
    end)
    if not done then
      web:fail(is_redo and "There is nothing to redo." or "There is nothing to undo.")
    end
    web.repl.is_changed = false
    return { game = games.view(web) }
  end
end

M.handlers.undo, M.handlers.redo = undo(false), undo(true)

-- Start a new game, from a FEN if there is one.
M.handlers.new = function(web, request)
  local game, err = require("lucena").new_game { start = request.fen }
  web:must(game, err)
  web.repl:set_game(game)
  web.repl.is_changed = false
  return { game = games.view(web) }
end

-- Restore the games of a session that was ended: the entries of its journal, oldest first, and the changed games of the
-- loaded file.
M.handlers.resume = function(web, request)
  for _, entry in ipairs(request.changed or {}) do
    web:must(web.rows and web.rows[entry.number], "no file is loaded")
    web.changed[entry.number] = entry
    web.rows[entry.number] = web.row_of(changes.game(web, entry.number))
  end
  web.repl:resume(request.entries or {})
  return { game = games.view(web) }
end

return M
