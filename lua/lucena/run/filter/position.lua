--- The text that `lucena filter --positions` writes in place of a game: the match position, or the position after some
-- plies, as FEN, EPD or picture.
-- @module lucena.run.filter.position

local chess = require("lucena")
local exit = require("lucena.run.exit")
local texts = require("lucena.run.filter.text")
local to_utf8 = require("lucena.format").to_utf8

local M = {}

-- Return the players and the move that led to the position: "Tal, Mihail - Larsen, Bent, 10.Nf5".
local function name_of(game, node)
  local players = ("%s - %s"):format(game.tags.White or "?", game.tags.Black or "?")
  return to_utf8(node.parent and ("%s, %s"):format(players, texts.move(node)) or players)
end

local FORMATS = {}

function FORMATS.fen(_, node)
  return node.position:fen()
end

-- The next move of the game is `sm`, the supplied move. A quotation mark cannot be part of a text in EPD.
function FORMATS.epd(game, node)
  local record = chess.epd(node.position)
  assert(record:set("id", (name_of(game, node):gsub('"', "'"):gsub("%c", " "))))
  if node[1] then
    assert(record:set("sm", node[1].san))
  end
  return tostring(record)
end

function FORMATS.svg(game, node)
  return node.position:svg { last_move = node.move, arrows = { table.unpack(node.arrows) },
    marks = { table.unpack(node.marks) }, title = name_of(game, node) }
end

-- Return whether a node is the match position. A query of games that tests no moves finds the start of the game.
local function is_match(node, query)
  return node and (node.parent or query and query.level == "position")
end

--- Return a function that makes the text of a game. It returns nil if the game is shorter than --after or has no
-- position. It ends the command if the test has no match position in the game.
---@param request table of `lucena.run.filter.request`: `positions`, the format, and `after`
---@return fun(reader: lucena.Reader, game: lucena.Game, node: lucena.Node?): string?
function M.maker(request)
  local text_of, after, query = FORMATS[request.positions], request.after, request.query
  return function(reader, game, node)
    if after then
      node = game:node_at(after)
    elseif not is_match(node, query) then
      exit.fail(exit.USAGE, ("--positions: the test has no match position in game %d, %s:%d; test positions, or give "
        .. "--after N"):format(game.number, reader.name, game.line))
    end
    return node and node.position and text_of(game, node) .. "\n"
  end
end

return M
