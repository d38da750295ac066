--- The current game for the page: the article of a game sheet, with the board and the moves, and the facts about the
-- current position.
--
-- Nodes have the numbers of the sheet, which are their order in the text, from 1; 0 is the start. A view is
--
--     {"html": article, "at": current node, "fen", "turn", "legal": [UCI...], "castling": [[squares, UCI]...],
--      "opening", "outcome", "comment": of the current node, "nags": [signs], "prompt",
--      "result", "title", "id": of this game in the session, "number": in the loaded file, "tags": [[name, value]...],
--      "problems": [text...], "is_edited", "has_undo", "has_redo", "dialect"}
--
-- After a change of one node's comment, signs or drawings, `noted` has only the changed parts, because the article of a
-- long game takes a tenth of a second:
--
--     {fields of `place`, "id", "is_edited", "has_undo", "has_redo", "pgn", "data": of the node, for the script of the
--      sheet, "paragraph": the inside of the paragraph with its move}
--
-- `place` has the fields that depend on the current node, from "at" to "prompt". The squares of "castling" are those of
-- the king and of the rook.
-- @module lucena.web.game

local heading = require("lucena.sheet.heading")
local html = require("lucena.sheet.html")
local keeping = require("lucena.repl.keeping")
local message = require("lucena.web.message")
local model = require("lucena.sheet.model")

local M = { handlers = {} }

local OPTIONS = { layout = "text", theme = "brown", comments = true, variations = true, diagrams = {} }

-- Return the nodes of the current game by number, and the numbers by id.
local function numbered(web)
  local nodes, numbers = { [0] = web.repl.game.root }, { [web.repl.game.root.id] = 0 }
  for node in web.repl.game:nodes() do
    nodes[#nodes + 1] = node
    numbers[node.id] = #nodes
  end
  return nodes, numbers
end

-- Return the number of the current game in the session. A request can name the game to which its node belongs.
local function id_of(web)
  if web.shown ~= web.repl.game then
    web.shown, web.id = web.repl.game, (web.id or 0) + 1
  end
  return web.id
end

--- Return the node of a request: the number `at` in the game `id`.
---@param web table
---@param request {at?: integer, id?: integer} default: the current node, of the current game
---@return lucena.Node
function M.node(web, request)
  if request.id and request.id ~= id_of(web) then
    web:fail "another game is on the board"
  end
  return request.at == nil and web.repl.node or web:must(numbered(web)[request.at], "the game has no such move")
end

local NO_PIECES = "8/8/8/8/8/8/8/8 w - - 0 1" -- the board of a game without a start position

local function legal_moves(position)
  local out = message.list {}
  for i, move in ipairs(position and position:moves() or {}) do -- results: a position has a list
    out[i] = position:uci(move)
  end
  return out
end

-- Return the castling moves that can also be made by moving the king onto the rook: {king and rook, UCI}.
local function castling_of(position)
  local out = message.list {}
  for _, move in ipairs(position and position:moves() or {}) do -- results: a position has a list
    local uci = move.is_castling and position:uci(move)
    if uci and uci:find("^e%d[cg]") then
      out[#out + 1] = message.list { uci:sub(1, 2) .. (uci:sub(3, 3) == "g" and "h" or "a") .. uci:sub(4), uci }
    end
  end
  return out
end

-- Return the last opening of the line: its name stays after the moves have left the opening book.
local function opening_of(web, node)
  while node do
    local found = node.position and node.position:opening()
    if found then
      return found.eco .. " " .. (web.lang == "fr" and found.name_fr or found.name)
    end
    node = node.parent
  end
end

local function signs_of(node)
  local out = message.list {}
  for i, number in ipairs(node.nags) do
    local nag = require("lucena").nag(number)
    out[i] = nag and nag.symbol or "$" .. number
  end
  return out
end

--- Return the reason why a game has ended, in words; nil if it has not.
---@param web table
---@param outcome? table of Node:outcome or Position:outcome
---@return string?
function M.reason(web, outcome)
  return outcome and web:text((outcome.reason:gsub("_", " "))) or nil
end

--- Return the facts about the current position.
---@param web table
---@param at? integer number of the current node, if it is known
---@return table
function M.place(web, at)
  local node = web.repl.node
  local position = node.position
  return {
    at = at or select(2, numbered(web))[node.id],
    fen = position and position:fen() or NO_PIECES, turn = position and position.turn or "white",
    legal = legal_moves(position),
    opening = opening_of(web, node), outcome = M.reason(web, node:outcome()), comment = node.remark,
    castling = castling_of(position),
    nags = signs_of(node), prompt = web.repl:prompt(),
  }
end

local function tags_of(game)
  local out = message.list {}
  for name, value in pairs(game.tags) do
    out[#out + 1] = { name, value }
  end
  return out
end

local function problems_of(web, game)
  local out = message.list {}
  for i, record in ipairs(game.diagnostics) do
    out[i] = { line = record.line, code = record.code,
      message = require("lucena.language").diagnostic(web.lang, record) }
  end
  return out
end

-- Add the facts about changes to a view.
local function put_changes(web, view)
  view.id, view.is_edited = id_of(web), keeping.is_unsaved(web.repl)
  view.has_undo, view.has_redo = keeping.has_steps(web.repl)
end

--- Return whether the newest view has shown the current game as it is now.
---@param web table
---@return boolean
function M.is_shown(web)
  local sheet = web.sheet
  return sheet ~= nil and web.shown == web.repl.game and sheet.pgn == keeping.text_of(web.repl.game)
end

--- Return the view of the current node after a change of its notes. The newest view has shown the game before.
---@param web table
---@param at integer number of the node
---@return table? view nil if more than the node and its paragraph has changed
function M.noted(web, at)
  local sheet = web.sheet
  if at == 0 or not model.read_notes(sheet.nodes[at], web.repl.node) then
    return nil
  end
  local view = M.place(web, at)
  sheet.pgn = keeping.text_of(web.repl.game)
  view.pgn = sheet.pgn
  view.paragraph, view.data = html.notes(sheet, at, 0, web.page, OPTIONS)
  put_changes(web, view)
  return view
end

--- Return the view of the current game.
---@param web table
---@return table
function M.view(web)
  local game, view = web.repl.game, M.place(web)
  local sheet = model.of(game)
  sheet.pgn = keeping.text_of(game)
  web.sheet = sheet
  view.html = html.article(sheet, 0, web.page, OPTIONS)
  view.title, view.result = heading.title(sheet), game.result
  view.number = require("lucena.web.changes").number(web)
  view.tags, view.problems = tags_of(game), problems_of(web, game)
  view.dialect = web.repl.dialect
  put_changes(web, view)
  return view
end

-- Return the current game.
function M.handlers.view(web)
  return { game = M.view(web) }
end

-- Go to the node `at`.
function M.handlers.go(web, request)
  web.repl:go(M.node(web, request))
  web.repl.is_changed = false
  return { place = M.place(web) }
end

-- The moves that the games of the loaded file played in the current position.
function M.handlers.explore(web)
  local repl = web.repl
  if not repl.shelf or repl.shelf.is_records then
    web:fail "no file of games is loaded"
  end
  local found = require("lucena.repl.explorer").find(repl, repl.position)
  local moves = message.list {}
  for i, row in ipairs(found.moves) do
    moves[i] = { uci = repl.position:uci(row.move), san = repl.language:write(repl.position, row.move) or row.san,
      games = row.games, white = row.white, draw = row.draw, black = row.black, score = row.score,
      rating = row.rating, year = row.year }
  end
  return { games = found.games, moves = moves }
end

return M
