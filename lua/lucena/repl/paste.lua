--- Reads pasted text: games, FENs, EPD records. Several games or positions become a list. `next` and `open N` work on
-- this list as on a loaded file.
-- @module lucena.repl.paste

local chess = require("lucena")
local core = require("lucena.core")
local digest = require("lucena.repl.digest")
local numbers = require("lucena.number")
local operations = require("lucena.repl.operations")
local pretty = require("lucena.repl.pretty")
local shelves = require("lucena.repl.shelf")

local M = {}

-- Show the first of several games, and replace the loaded file by a list of them. A single game does not replace the
-- file.
local function take(session, games, noun)
  local first = games[1]
  if #games > 1 then
    if session.shelf then
      session.shelf:close()
    end
    session.shelf = shelves.of("the pasted text", games)
    first = session.shelf:get(1)
    session:say(("%d %ss; next shows the next one"):format(#games, noun))
  end
  session:set_game(first, nil, #games > 1 and 1 or nil)
end

-- Return the last node of the mainline.
local function end_of(game)
  return game:node_at(game.plies)
end

--- Read the games of a pasted text. If there is one game, show its last position; if there are several, show the first.
---@param session table
---@param text string
function M.pgn(session, text)
  local games, stray = {}, nil
  for game, before, behind in chess.games_in(text, { dialect = session:games_dialect() }) do
    games[#games + 1] = game
    stray = stray or before or behind
  end
  if #games == 0 then
    session:fail("There is no game in that.")
  end
  take(session, games, "game")
  local game = games[1]
  session:say(("%s: %s"):format(pretty.title(session, game), digest.parts(game)))
  for _, diagnostic in ipairs(game.diagnostics) do
    session:say(("line %d: %s"):format(diagnostic.line, diagnostic.message))
  end
  if stray then
    session:say("Not part of any game: " .. stray:match("^%s*(.-)%s*$"))
  end
  if #games == 1 then
    session:go(end_of(game))
  end
end

local MOST_SHOWN = 10 -- diagnostics

-- Return the message on the first move whose spelling is refused in games, if it has the right spelling.
local function refused(text, dialect)
  for game in chess.games_in(text, { dialect = dialect }) do
    for _, record in ipairs(game.diagnostics) do
      local position = record.token and record.fen and chess.position(record.fen)
      if position and core.respelled(position, record.token) then
        return ("line %d: %s"):format(record.line, record.message)
      end
    end
  end
end

-- Print the moves of a text that could not be read, and the number of moves that the text names without playing them.
-- If a move is spelled in a refused way, print the right spelling.
local function tell_unread(session, report, text, dialect)
  local errors = 0
  for _, diagnostic in ipairs(report.diagnostics) do
    if diagnostic.severity == "error" then
      errors = errors + 1
      if errors <= MOST_SHOWN then
        session:say(("line %d: %s"):format(diagnostic.line, diagnostic.message))
      end
    end
  end
  if errors > MOST_SHOWN then
    session:say(("%d more moves were not read"):format(errors - MOST_SHOWN))
  end
  local named = report.counts.comment + report.counts.no_position
  local advice = errors + named > 0 and refused(text, dialect)
  if advice then
    session:say(advice)
  end
  if named > 0 then
    session:say(("%d %s only named in the text"):format(named, named == 1 and "move is" or "moves are"))
  end
end

-- Print the number of comments that words of the text became.
local function tell_comments(session, games)
  local count = 0
  for _, game in ipairs(games) do
    for node in game:nodes() do
      count = count + #node.comments
    end
    count = count + #game.root.comments
  end
  if count > 0 then
    session:say(("%d %s from the text; game:strip \"comments\" removes them"):format(count,
      count == 1 and "comment" or "comments"))
  end
end

-- Return the description of a game in a list: its moves, or the FEN of a position.
local function contents(game)
  return game.plies == 0 and game.start and game.start:fen() or digest.parts(game)
end

local function has_error(game)
  for _, diagnostic in ipairs(game.diagnostics) do
    if diagnostic.severity == "error" then
      return true
    end
  end
  return game.plies == 0
end

-- Return whether a text has only games that can be read without an error. Their odd signs are kept, as in a file.
local function has_good_games(text, dialect)
  if not text:find("^%s*%d+%s*%.") then
    return false
  end
  local count = 0
  for game, before in chess.games_in(text, { dialect = dialect }) do
    count = count + 1
    if before and count == 1 or has_error(game) then
      return false
    end
  end
  return count > 0
end

--- Read the games and positions in a pasted text with prose. If there are several, show the first.
---@param session table
---@param text string
---@return boolean done false if there are none
function M.text(session, text)
  local dialect = session:games_dialect()
  if has_good_games(text, dialect) then
    M.pgn(session, text)
    return true
  end
  local games, report = chess.read_text(text, { dialect = dialect })
  if not games or #games == 0 then
    return false
  end
  take(session, games, "game")
  for i, game in ipairs(games) do
    local line = numbers.whole(game.tags.SourceLine, 1, numbers.MOST)
    if i <= MOST_SHOWN then
      session:say(("line %s: %s: %s"):format(line or "?", pretty.title(session, game), contents(game)))
    end
  end
  tell_unread(session, report, text, dialect)
  tell_comments(session, games)
  if #games == 1 then
    session:go(end_of(games[1]))
  end
  return true
end

-- Return the number of moves of a list, without its variations, that are legal from a position on.
local function count_legal(session, list, position)
  local depth, count = 0, 0
  for _, token in ipairs(list) do
    depth = depth + (token.kind == "open" and 1 or token.kind == "close" and -1 or 0)
    if token.kind == "move" and depth == 0 then
      local move = session.language:read(position, token.text)
      if not move then
        break
      end
      position, count = position:play(move), count + 1
    end
  end
  return count
end

-- Return whether a list that begins with move 1 cannot belong to the current game: that game has moves; or it starts
-- from a position with another move number, and as many moves of the list are legal from the initial position on.
local function is_of_new_game(session, list)
  local start = session.game.start
  if not start or start == chess.position() then
    return not start or session.game.root[1] ~= nil
  end
  local count = start.fullmove_number > 1 and count_legal(session, list, chess.position()) or 0
  return count > 0 and count >= count_legal(session, list, start)
end

--- Return whether typed moves are a new game and not moves of the current game. A new game begins with move 1 and has a
-- second move number or a result.
---@param session table
---@param list table[] tokens of rule.chess()
---@return boolean
function M.is_game(session, list)
  if list[1].text ~= "1." or not is_of_new_game(session, list) then
    return false
  end
  local depth, is_long = 0, list[#list].kind == "result"
  for _, token in ipairs(list) do
    depth = depth + (token.kind == "open" and 1 or token.kind == "close" and -1 or 0)
    is_long = is_long or depth == 0 and token.kind == "number" and token.text:find("^2%f[%D]") ~= nil
  end
  return is_long
end

--- Read moves that begin with move 1 as a new game. Moves with a result are read like a file: unreadable text is
-- reported and kept. Moves without a result are played only if all of them can be read.
---@param session table
---@param list table[] tokens of rule.chess()
---@param text string
function M.moves(session, list, text)
  if list[#list].kind == "result" then
    return M.pgn(session, text)
  end
  require("lucena.repl.moves").play(session, list, chess.game().root)
  session:say(("a new game: %s; undo returns to the game before"):format(digest.parts(session.game)))
end

-- Read a line with a FEN or an EPD record. Returns the position, and a description of the record's operations.
local function read_line(line)
  local position, err = chess.position(line)
  if position then
    return position
  end
  local record, why = chess.epd(line)
  if record and record.position then
    return record.position, nil, record
  end
  -- A FEN without clocks is read as a record. If both formats have errors, show the error of the likelier format.
  return nil, line:find(";") and why or err
end

-- Return the wrong count of a FEN: its number of ranks, or the number of squares of a rank; "" if both are right.
local function wrong_count(line)
  local ranks = 0
  for rank in line:match("^%s*(%S*)"):gmatch("[^/]+") do
    local squares = #rank:gsub("~", ""):gsub("%d", function(digit) return ("."):rep(tonumber(digit)) end)
    if squares ~= 8 then
      return (" (rank %d has %d squares)"):format(8 - ranks, squares)
    end
    ranks = ranks + 1
  end
  return ranks ~= 8 and (" (%d ranks)"):format(ranks) or ""
end

-- Return the position, and the record, of a line. An error of a FEN is shown below its place.
local function read_position(session, line)
  local position, err, record = read_line(line)
  if not position then
    local at = err:match("^fen:(%d+): ")
    session:fail(at and err .. (err:find("placement") and wrong_count(line) or "")
      .. require("lucena.repl.caret").under(line, tonumber(at), session.settings.width) or err)
  end
  return position, record
end

-- The notes on a FEN of one and of two fields.
local SHORT = {
  "the FEN has no side to move: it is read as %s", "the FEN has no castling field: it is read as %s",
}

-- Report the values of missing fields of a FEN, and its repaired faults.
local function tell_repairs(session, line)
  local setup, fields = chess.setup(line), select(2, line:gsub("%S+", ""))
  if SHORT[fields] then
    session:note(SHORT[fields]:format(setup:fen():match("^%S+ (.*)$")))
  end
  for _, note in ipairs(setup.diagnostics) do
    if note.severity == "warning" then
      session:note(note.message)
    end
  end
end

--- Read FENs and EPD records of a pasted text, one per line.
---@param session table
---@param text string
function M.fen(session, text)
  local games = {}
  for line in text:gmatch("[^\r\n]+") do
    if line:find("%S") then
      local position, record = read_position(session, line:match("^%s*(.-)%s*$"))
      local game, why = chess.game(position)
      if not game then
        session:fail(why)
      end
      if not record then
        tell_repairs(session, line)
      end
      games[#games + 1] = operations.keep(game, record)
    end
  end
  take(session, games, "position")
  operations.show(session, games[1])
end

--- Set up a position, and play moves from it.
---@param session table
---@param start string a FEN, or "startpos"
---@param text string moves, perhaps none
function M.set_up(session, start, text)
  local list = require("lucena.repl.rule").chess(session, text)
  if start ~= "startpos" and text == "" then
    return M.fen(session, start)
  elseif text ~= "" and not list then
    session:fail(("'%s' is not a line of moves"):format(text))
  end
  local game = chess.game(start ~= "startpos" and (read_position(session, start)) or nil)
  if list then
    return require("lucena.repl.moves").play(session, list, game.root)
  end
  session:set_game(game)
end

return M
