--- Game:visit: calls the functions of a visitor for the parts of a game, in the order in which PGN writes them.
-- The visitor is the first argument of each function, so that it can be an object with fields of its own. Functions
-- that it does not have are not called. A function with another name raises an error, because it would never be called.
-- So methods that an object has for its own use must be in its metatable. The walk uses an explicit stack, because
-- variations can be
-- nested deeper than Lua can recurse.
--
--     begin_game(v, game)            tag(v, name, value)         end_tags(v)
--     comment(v, text, node)         move(v, node)               nag(v, number, node)
--     begin_variation(v, node)       end_variation(v, node)      result(v, text)       end_game(v, game)
--
-- The `node` of a comment is the move before the comment, or the move after it for a comment that belongs to the next
-- move. For a comment before the game it is the root. The `node` of a variation is its first move. A function that
-- returns false skips a part of the game: begin_game skips the game, begin_variation the variation, and move the rest
-- of its line. The variations of that move are still visited.
-- @module lucena.visit

local argument = require("lucena.argument")
local core = require("lucena.core")

local Game = core.Game

local NAMES = {
  begin_game = true, tag = true, end_tags = true, comment = true, move = true, nag = true, begin_variation = true,
  end_variation = true, result = true, end_game = true,
}

local function call(visitor, name, ...)
  local method = visitor[name]
  if method then
    return method(visitor, ...)
  end
end

local function tell_comments(visitor, list, node)
  for _, text in ipairs(list) do
    call(visitor, "comment", text, node)
  end
end

-- Visit a move with its notes. Returns false if the visitor skips the rest of the line.
local function tell_move(visitor, node)
  tell_comments(visitor, node.comments_before, node)
  local wanted = call(visitor, "move", node) ~= false
  for _, nag in ipairs(node.nags) do
    call(visitor, "nag", nag, node)
  end
  tell_comments(visitor, node.comments, node)
  return wanted
end

-- Visit all moves. An entry of the stack is the mainline or a variation. `node` is its last move, or nil if its rest is
-- skipped; `variation` is the next variation of this move; `first` is its first move if it is a variation.
local function tell_moves(visitor, root)
  local stack = { { node = root } }
  while #stack > 0 do
    local line = stack[#stack]
    local variation, main = line.variation, line.node and line.node.next
    if variation then
      line.variation = variation.sibling
      if call(visitor, "begin_variation", variation) ~= false then
        stack[#stack + 1] = { node = tell_move(visitor, variation) and variation or nil, first = variation }
      end
    elseif main then
      line.variation = main.sibling
      line.node = tell_move(visitor, main) and main or nil
    else
      stack[#stack] = nil
      if line.first then
        call(visitor, "end_variation", line.first)
      end
    end
  end
end

local function check(visitor)
  if type(visitor) ~= "table" then
    argument.bad(3, 1, "visit", "table expected, got %s", argument.kind(visitor))
  end
  for name, method in pairs(visitor) do
    if NAMES[name] and type(method) ~= "function" then
      argument.bad(3, 1, "visit", "field '%s': function expected, got %s", name, argument.kind(method))
    elseif not NAMES[name] and type(method) == "function" then
      argument.bad(3, 1, "visit", "a visitor has no function '%s'%s", argument.shown(name),
        require("lucena.suggestion").hint(name, NAMES))
    end
  end
end

--- Call the functions of a visitor for all parts of the game, in the order of PGN: tags, comments, moves, NAGs,
-- variations, result.
---@param visitor table functions by name, all optional: begin_game(v, game), tag(v, name, value), end_tags(v),
-- comment(v, text, node), move(v, node), nag(v, number, node), begin_variation(v, node), end_variation(v, node),
-- result(v, text), end_game(v, game); `v` is the visitor. If begin_game, move or begin_variation returns false, the
-- game, the rest of the line or the variation is skipped
---@return table visitor
-- @usage local out = {}
-- chess.game("1. e4 (1. d4) e5 *"):visit{ move = function(_, node) out[#out + 1] = node.san end }
-- return table.concat(out, " ") --> e4 d4 e5
function Game:visit(visitor)
  argument.self(self, "visit", "lucena.Game")
  check(visitor)
  if call(visitor, "begin_game", self) == false then
    return visitor
  end
  for name, value in pairs(self.tags) do
    call(visitor, "tag", name, value)
  end
  call(visitor, "end_tags")
  local root = self.root
  tell_comments(visitor, root.comments, root)
  tell_moves(visitor, root)
  if self.result then
    call(visitor, "result", self.result)
  end
  call(visitor, "end_game", self)
  return visitor
end

return {}
