--- Commands for files and games: load, open, list, find, save.
-- @module lucena.repl.commands.files

local chess = require("lucena")
local rule = require("lucena.repl.rule")

local function need_shelf(session)
  return session.shelf or session:fail("No file is loaded. To load one: load FILE, or type its name.")
end

local function checked(session, game, err)
  if err then
    session:fail(err)
  end
  return game
end

-- The rows of a board, the lines around it, and the next prompt; and the least number of rows for a game.
local BOARD_ROWS, LEAST_ROWS = 15, 5

-- Return the text of a game without its last lines, if the players would not remain on the screen with the board.
local function beginning(session, text)
  local rows = session.rows and math.max(LEAST_ROWS, session.rows - BOARD_ROWS)
  local cut = rows and text:match("^" .. ("[^\n]*\n"):rep(rows - 1) .. "()[^\n]*\n")
  return cut and text:sub(1, cut - 1) .. "... `= game` shows all moves" or text
end

-- The maximum number of diagnostics shown with a game; `problems` shows all.
local MOST_DIAGNOSTICS = 5

local function say_diagnostics(session, list)
  local most = #list > MOST_DIAGNOSTICS and MOST_DIAGNOSTICS - 1 or #list
  for i = 1, most do
    session:say(("line %d: %s"):format(list[i].line, list[i].message))
  end
  if most < #list then
    session:say(("... and %d more; `problems` lists all"):format(#list - most))
  end
end

local function show_game(session, game, node)
  require("lucena.repl.shelf").say_skipped(session, session.shelf)
  session:set_game(game, node, session.shelf.at, require("lucena.repl.saving").place(session.shelf, game))
  session.shelf.fresh = nil
  if session.shelf.is_records then
    session:say(("%d. %s"):format(session.shelf.at, game.tags.Event or ""))
  else
    session:say(("Game %d"):format(session.shelf.at))
    session:print(beginning(session, require("lucena.repl.pretty").game(session, game)))
  end
  require("lucena.repl.operations").show(session, game)
  say_diagnostics(session, game.diagnostics)
end

-- The maximum size of a file with prose: the text is read as a whole, as if it were pasted.
local MOST_PROSE = 1 << 20

-- Read the games in a file of prose, such as a saved post. Returns false if it has none.
local function load_prose(session, path)
  local size = require("lucena.core").file_size(path)
  local text = size and size <= MOST_PROSE and require("lucena.file").read(path)
  return text and require("lucena.repl.paste").text(session, text) or false
end

-- Return the path in the argument of `load`. There must be a file.
local function path_of(session, rest)
  local path = rest ~= "" and rule.path(rest) or session:fail("usage: load FILE")
  if not require("lucena.file").exists(path) then
    session:fail(select(2, require("lucena.repl.shelf").open(path)))
  end
  return path
end

local function load_file(session, rest)
  local path = path_of(session, rest)
  local shelf, err = require("lucena.repl.shelf").open(path, session:games_dialect())
  local game
  if shelf then
    game, err = shelf:next()
  end
  if not game and shelf and not err and load_prose(session, path) then
    shelf:close()
    return
  elseif not game then
    session:fail(err or shelf.skipped[1] and ("%s: %s"):format(path, shelf.skipped[1]) or path .. " holds no game")
  end
  if session.shelf then
    session.shelf:close()
  end
  session.shelf = shelf
  session:say(("%s is loaded: `games` lists its games, `next` and `open N` open them"):format(
    session.exact(path)))
  show_game(session, game)
  shelf.fresh = game
end

-- Return the loaded file and the number of a game in it; nil if the argument of `open` is the name of a file.
local function numbered_game(session, rest)
  local number = rest:find("^%d+$") and math.tointeger(tonumber(rest))
  if number and number > 0 then
    return need_shelf(session), number
  end
  local path = rule.path(rest)
  if rest == "" or not (rule.suffix(path) or require("lucena.position_file").has(path)) then
    session:fail("usage: open N, the number of a game in the loaded file")
  end
  path_of(session, rest)
end

local function open(session, rest)
  local shelf, number = numbered_game(session, rest)
  if not shelf then
    return load_file(session, rest)
  end
  local game = checked(session, shelf:get(number))
  if not game then
    require("lucena.repl.shelf").say_skipped(session, shelf)
    session:fail(("%s has %d games"):format(shelf.path, shelf.count))
  end
  show_game(session, game)
end

local function next_game(session)
  local shelf = need_shelf(session)
  -- After `undo`, the current game may be another one than the last one that was read.
  local number = session.number and session.number ~= shelf.at and shelf:neighbour(session.number)
  local game, err
  if number then
    game, err = shelf:get(number)
  else
    game, err = shelf:next_selected()
  end
  if not checked(session, game, err) then
    require("lucena.repl.shelf").say_skipped(session, shelf)
    session:fail("This is the last one.")
  end
  show_game(session, game)
end

-- Open the game before the current one. `session.number` is nil if the current game is not from the loaded file.
local function previous_game(session)
  local shelf = need_shelf(session)
  local number = shelf:neighbour(session.number or shelf.at + 1, true)
  if not number then
    session:fail("This is the first one.")
  end
  show_game(session, checked(session, shelf:get(number)))
end

local function first_game(session)
  local shelf = need_shelf(session)
  show_game(session, checked(session, shelf:get(shelf:neighbour(0))))
end

local function last_game(session)
  local shelf = need_shelf(session)
  if shelf.hits then
    return show_game(session, checked(session, shelf:get(shelf.hits[#shelf.hits])))
  end
  local _, err = shelf:get(shelf.count or math.maxinteger)
  checked(session, nil, err)
  require("lucena.repl.shelf").say_skipped(session, shelf)
  show_game(session, checked(session, shelf:get(shelf.count)))
end

-- Return the query of `find`. Without an argument, it is the query of the last search.
local function query_of(session, rest)
  if rest == "" then
    return session.query or session:fail("usage: find QUERY, such as: find player \"Morphy\" & checkmate")
  end
  return require("lucena.repl.selection").query(session, rest, "find")
end

local function find(session, rest)
  local query, shelf = query_of(session, rest), need_shelf(session)
  session.query = query
  local at, fresh = shelf.at, shelf.fresh
  -- The game that was shown when the file was loaded may match, too.
  local game = fresh or checked(session, shelf:next_selected())
  while game do
    if query(game) then
      local node = query:find(game)
      show_game(session, game, node or game.root)
      return
    end
    shelf:note_game(game)
    game = checked(session, shelf:next_selected())
  end
  require("lucena.repl.shelf").say_skipped(session, shelf)
  -- No game was found. Go back to the earlier position in the file, so that `next` and `find` continue from it.
  if shelf.at ~= at then
    checked(session, shelf:get(at))
  end
  shelf.fresh, shelf.skipped = fresh, {}
  session:fail(fresh and "No game matches." or "No game after this one matches; open 1 goes back to the first.")
end

-- Return the initial position of Chess960 that has this number.
local function numbered(session, number)
  local most = require("lucena.chess960").MOST
  if number > most then
    session:fail(("the initial positions of Chess960 have the numbers 0 to %d"):format(most))
  end
  return chess.chess960(number)
end

-- Return the position from which `new` starts, or nil for the initial position.
local function start_of(session, rest)
  local start, err
  if rest:find("^%d+$") then
    start, err = numbered(session, math.tointeger(tonumber(rest)) or math.maxinteger)
  elseif rest ~= "" and rest ~= "game" then
    start, err = chess.position(not rest:find("/") and require("lucena.text.piece_lists").fen(rest) or rest)
  end
  return checked(session, start, err)
end

local function new_game(session, rest)
  session:set_game(assert(chess.game(start_of(session, rest))))
end

local function new_960(session, rest)
  local number = rest == "" and tostring(math.random(0, require("lucena.chess960").MOST)) or rest
  if not number:find("^%d+$") then
    session:fail("usage: :960 [NUMBER]")
  end
  new_game(session, number)
  session:say(("initial position %s of Chess960"):format(number))
end

-- List the diagnostics of the loaded file and those of the current game.
local function problems(session)
  if session.shelf and not session.shelf.games then
    checked(session, nil, session.shelf:examine(session.number))
  end
  local count = 0
  local function say(text)
    count = count + 1
    session:say(text)
  end
  for _, text in ipairs(session.shelf and session.shelf.problems or {}) do
    say(text)
  end
  for _, diagnostic in ipairs(session.game.diagnostics) do
    say(("this game, line %d: %s"):format(diagnostic.line, diagnostic.message))
  end
  if count == 0 then
    session:say(session.shelf and "No problem was found." or "This game has no problem.")
  end
end

return {
  title = "Games and files", order = 30,
  { name = "new", leaves = true, usage = "[FEN]",
    summary = "start a new game, from a FEN or the number of a Chess960 position", run = new_game, lua = "new_game",
    try = start_of },
  { name = "960", leaves = true, usage = "[NUMBER]",
    summary = "start a game of Chess960, by default from a random position", run = new_960, is_setting = true },
  { name = "load", leaves = true, usage = "FILE", summary = "load a file: PGN, EPD or FEN, also compressed",
    run = load_file, lua = "load_game", try = path_of },
  { name = "open", leaves = true, usage = "N", summary = "open game N of the file", run = open, lua = true,
    try = numbered_game },
  { name = "next", leaves = true, usage = "", summary = "open the next game of the file",
    run = next_game, lua = "next_game", try = need_shelf },
  { name = "prev", leaves = true, usage = "", summary = "open the game before this one",
    run = previous_game, lua = "prev_game", try = need_shelf, aliases = { "previous" } },
  { name = "first", leaves = true, usage = "", summary = "open the first game of the file",
    run = first_game, lua = "first_game", try = need_shelf },
  { name = "last", leaves = true, usage = "", summary = "open the last game of the file",
    run = last_game, lua = "last_game", try = need_shelf },
  { name = "problems", usage = "", summary = "list what could not be read in the file and the game",
    run = problems, more = "It reads the moves of all games of the file." },
  { name = "find", leaves = true, usage = "[QUERY]", summary = "open the next matching game, at the match position",
    run = find, try = query_of, lua = true, call = function(session, query) find(session, query or "") end,
    more = "A query combines names of chess.query (:help query lists them) with & (and), | (or) and ~ (not): "
      .. "find player \"Morphy\" & checkmate. find alone continues the last search." },
}
