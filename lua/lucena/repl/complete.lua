--- Tab completion at the prompt. It completes legal moves, commands and Lua names. Inside quotes and after a command,
-- it completes arguments: files, players, openings, dialects.
--
-- Only these fields of a session are used: `position`, `dialect` (nil: PGN), `environment`, `commands` (array of
-- names) and `players` (array, or a function that returns one). Each may be missing. Completion never runs the user's
-- code. Names of files and players that contain terminal control characters are not offered.
-- @module lucena.repl.complete

local argument = require "lucena.argument"
local names = require "lucena.repl.names"
local reference = require "lucena.repl.reference"
local rule = require "lucena.repl.rule"
local widths = require "lucena.render.width"

local M = {}

local function begins(text, word)
  return text:sub(1, #word) == word
end

-- Return the words that begin with `word`, in order and without duplicates. If there are none, ignore case.
local function matching(list, word)
  local found, seen = {}, {}
  local function take(lower)
    for _, text in ipairs(list) do
      if not seen[text] and begins(lower and text:lower() or text, lower and word:lower() or word) then
        seen[text] = true
        found[#found + 1] = argument.printable(text) == text and text or nil
      end
    end
  end
  take(false)
  if not found[1] then
    take(true)
  end
  return found
end

-- ---- sources -------------------------------------------------------------------------------------

local source = {}

-- Return the position after the moves already typed, or nil if they are not legal.
local function position_behind(session, text)
  local position = rawget(session, "position") -- nil if the game has none
  for word in text:gmatch("%S+") do
    word = word:gsub("^%d+%.+", "")
    if word ~= "" then
      local move = position and position:parse(word, session.dialect)
      if not move then
        return nil
      end
      position = position:play(move)
    end
  end
  return position
end

function source.moves(session, _, before)
  local position = position_behind(session, before)
  local list = {}
  for _, move in ipairs(position and position:moves() or {}) do -- results: a position has a list
    list[#list + 1] = position:write(move, session.dialect or "pgn")
  end
  table.sort(list)
  return list
end

function source.commands(session)
  local list = {}
  for i, name in ipairs(session.commands or {}) do
    list[i] = name
  end
  table.sort(list)
  return list
end

-- Return the entries of the folder of `word`, as paths that begin with the typed folder. Folders end in a slash.
function source.files(_, word)
  local folder = word:match("^.*/") or ""
  local home = os.getenv("HOME")
  local place = folder == "" and "." or folder:gsub("^~/", home and home:gsub("%%", "%%%%") .. "/" or "~/")
  local core = require("lucena.core")
  local list, start = {}, word:sub(#folder + 1)
  if place:find("\0", 1, true) then
    return list -- no folder has such a name
  end
  for _, name in ipairs(core.list_folder(place) or {}) do
    if begins(name, start) and (begins(start, ".") or not begins(name, ".")) then
      list[#list + 1] = folder .. name .. (core.is_folder(place .. "/" .. name) and "/" or "")
    end
  end
  return list
end

-- Return the files of games or positions in a list, and the folders.
local function files_to_load(all)
  local list = {}
  for _, path in ipairs(all) do
    if path:find("/$") or rule.suffix(path) then
      list[#list + 1] = path
    end
  end
  return list
end

-- Return the files to load. If there are none, return all files.
function source.games(session, word)
  local all = source.files(session, word)
  local list = files_to_load(all)
  return list[1] and list or all
end

-- Return the commands, and the names that have doc comments. There are hundreds of them, so a first letter is required.
function source.help(session, word)
  local list = source.commands(session)
  return word == "" and list or table.move(reference.names(), 1, #reference.names(), #list + 1, list)
end

function source.queries()
  return (reference.queries())
end

function source.settings()
  local list = {}
  for i, row in ipairs(require("lucena.repl.settings").MEANING) do
    list[i] = row[1]
  end
  return list
end

function source.players(session)
  local players = session.players
  return type(players) == "function" and players() or players or {}
end

local openings
function source.openings()
  if not openings then
    local list, seen = {}, {}
    for opening in require("lucena").eco.openings() do
      for _, name in ipairs { opening.opening, opening.name } do
        if not seen[name] then
          seen[name] = true
          list[#list + 1] = name
        end
      end
    end
    table.sort(list)
    openings = list
  end
  return openings
end

function source.dialects()
  local list = { "auto" }
  for _, dialect in ipairs(require("lucena").dialects()) do
    list[#list + 1] = dialect.name
  end
  table.sort(list)
  return list
end

function source.tags()
  return require("lucena.tag_names").names()
end

function source.reports()
  return require("lucena").reports()
end

-- Return the squares of the pieces that can move.
function source.squares(session)
  local list, seen = {}, {}
  local position = rawget(session, "position") -- nil if the game has none
  for _, move in ipairs(position and position:moves() or {}) do -- results: a position has a list
    list[#list + 1] = not seen[move.from] and move.from or nil
    seen[move.from] = true
  end
  table.sort(list)
  return list
end

-- Commands with a few words as arguments.
function source.places()
  return { "end", "start" }
end

function source.quiz()
  return { "end", "hint", "skip" }
end

function source.evaluations()
  return { "depth", "lines", "nodes" }
end

local MOST_NAG = 255

-- Return the signs in ASCII, which can be typed.
local signs
function source.signs()
  if not signs then
    signs = {}
    for number = 1, MOST_NAG do
      local nag = require("lucena").nag(number)
      signs[#signs + 1] = nag and nag.ascii or nil
    end
  end
  return signs
end

function source.engines(_, word)
  return require("lucena.repl.candidates").engines(word)
end

-- Return the ways in which `games` sorts.
function source.sorting()
  local list = {}
  for _, key in ipairs { "black", "date", "eco", "elo", "event", "moves", "result", "white" } do
    list[#list + 1] = "by " .. key
  end
  return list
end

function source.marks(session)
  return table.move({ "hanging", "pins" }, 1, 2, 1 + #source.squares(session), source.squares(session))
end

-- ---- completion at the cursor --------------------------------------------------------------------

-- Maps the Lua function or command before a string to the kind of text that the string contains.
local IN_QUOTES = {
  open = "games", games = "games", load = "files", load_game = "games", save = "files", writer = "files",
  dofile = "files", loadfile = "files", lines = "files", open_epd = "files", epd_records = "files",
  player = "players", white = "players", black = "players", opening = "openings", parse = "moves", play = "moves",
  dialect = "dialects", translate = "dialects", from = "dialects", to = "dialects",
}
local BEHIND_COMMAND = {
  load = "games", open = "games", save = "files", games = "sorting", dialect = "dialects", eco = "openings",
  help = "help", diagram = "files", vary = "moves", replace = "moves",
  book = "files", tablebase = "files", transcript = "files", set = "settings",
  tag = "tags", report = "reports", moves = "squares", attackers = "squares", show = "marks", quiz = "quiz",
  ["goto"] = "places", nag = "signs", eval = "evaluations", engine = "engines",
}

-- The text added after the only candidate, so that the user can type the next word.
local FOLLOWED_BY = { moves = " ", commands = " ", settings = " ", tags = " " }

local function answer(start, list, ending)
  if #list == 1 and not list[1]:find("/$") then
    list = { list[1] .. (ending or "") }
  end
  return start, list
end

-- If the line ends inside an open string, return the name before the string, its quotation mark, and its text so far.
local function open_string(line)
  local at = 1
  while true do
    local from = line:find("[\"']", at)
    if not from then
      return nil
    end
    local mark = line:sub(from, from)
    local to = from + 1
    while to <= #line and line:sub(to, to) ~= mark do
      to = to + (line:sub(to, to) == "\\" and 2 or 1)
    end
    if to > #line then
      return line:sub(1, from - 1):match("([%a_][%w_]*)%s*[%(=]?%s*$"), mark, from + 1
    end
    at = to + 1
  end
end

local function complete_string(line, session, name, mark, start)
  local word = line:sub(start)
  local kind = IN_QUOTES[name] or "files"
  if kind == "moves" then
    local before, last = word:match("^(.-)(%S*)$")
    return answer(start + #before, matching(source.moves(session, last, before), last))
  end
  return answer(start, matching(source[kind](session, word), word), mark)
end

-- Complete the argument of a command. Returns nil if the first word is not a command whose arguments can be completed.
local function complete_argument(line, session)
  local before, command, rest = line:match("^(%s*:?([%a_]+)%s+)(.*)$")
  local kind = command and BEHIND_COMMAND[command]
  if not kind or not (line:find("^%s*:") or #matching(session.commands or {}, command) > 0) then
    return nil
  end
  return answer(#before + 1, matching(source[kind](session, rest, ""), rest), FOLLOWED_BY[kind])
end

-- Complete an option of a report. Returns nil if the line does not end in a word after `report NAME`.
local function complete_report(line)
  local before, name, word = line:match("^(%s*:?report%s+(%S+)%s+.-)(%S*)$")
  if not before then
    return nil
  end
  local skip, list, ending = require("lucena.repl.candidates").report(name, word)
  return answer(#before + skip + 1, matching(list, word:sub(skip + 1)), ending)
end

-- Complete an option in a table of options in Lua.
local function complete_option(line)
  if not line:find("{", 1, true) then
    return nil
  end
  local name, word = require("lucena.repl.candidates").option_word(line)
  local list = name and matching(reference.options(name), word) or {}
  if list[1] then
    return answer(#line - #word + 1, list, " = ")
  end
end

-- Complete the program of a shell command, and after it files.
local function complete_shell(line, session)
  local before, word = line:match("^(%s*!%s*)(%S*)$")
  if before then
    return #before + 1, matching(require("lucena.repl.candidates").programs(word), word)
  end
  before, word = line:match("^(%s*!.*%s)(%S*)$")
  if before then
    return #before + 1, matching(source.files(session, word), word)
  end
end

-- Return the lines that list candidates, by candidate: names of queries with what they match.
local function described(list, columns)
  local _, sentences = reference.queries()
  local longest, lines = 0, {}
  for _, name in ipairs(list) do
    longest = math.max(longest, #name)
  end
  for _, name in ipairs(list) do
    lines[name] = widths.fit(("%-" .. longest .. "s  %s"):format(name, sentences[name]), columns):gsub(" +$", "")
  end
  return lines
end

local MOST_DESCRIBED = 15 -- queries, one per line; more names are listed in columns

-- Complete the name of a query after `find` and `filter`.
local function complete_query(line, session)
  local query = line:match("^%s*:?find%s+(.*)$") or line:match("^%s*:?filter%s+(.*)$")
  local word = query and query:match("%f[%w_][%a_][%w_]*$") or query and ""
  if not query or query:find('[%w_"}.)]%s*$') and word == "" then
    return nil
  end
  local list = matching(source.queries(), word)
  if #list > MOST_DESCRIBED then
    return #line - #word + 1, list
  elseif list[1] then
    return #line - #word + 1, list, described(list, (session.settings and session.settings.width or 79) - 1)
  end
end

-- Complete words outside strings. The first word may be a move, command or Lua name; words after moves are only moves.
local function complete_words(line, session)
  local before, word = line:match("^(.-)(%S*)$")
  local number = word:match("^%d+%.+") or ""
  before, word = before .. number, word:sub(#number + 1)
  local moves = source.moves(session, word, before)
  local is_first = not before:find("%S")
  if not is_first or word == "" then
    return #before + 1, matching(moves, word)
  end
  local list = source.commands(session)
  list = matching(table.move(moves, 1, #moves, #list + 1, list), word)
  local _, found = names.find(line, session.environment or {})
  local is_lua = false
  for _, name in ipairs(not word:find("[.:]") and found or {}) do
    is_lua = true
    list[#list + 1] = name
  end
  return #before + 1, matching(list, ""), is_lua
end

-- Complete the name of a file to load, if it is the only word. Returns nil if there is none.
local function complete_file(line, session)
  local path = line:match("^%s*(%S+)$")
  local list = path and matching(files_to_load(source.files(session, path)), path)
  if list and list[1] then
    return #line - #path + 1, list
  end
end

-- In the order of trial.
local BY_CONTEXT = { complete_shell, complete_report, complete_option, complete_query, complete_argument }

--- Return the candidates at the cursor.
---@param line string the text before the cursor
---@param cursor integer #line + 1
---@param session table see above
---@return integer? start in `line` of the word to be replaced; nil: no candidates
---@return string[]? candidates
---@return table<string, string>? lines text that is listed instead of a candidate
-- @usage select(2, require("lucena.repl.complete").complete(":bo", 4, {commands = {"board"}}))[1] == "board " --> true
function M.complete(line, cursor, session)
  line = line:sub(1, cursor - 1)
  local name, mark, start = open_string(line)
  if start then
    return complete_string(line, session, name, mark, start)
  end
  for _, complete in ipairs(BY_CONTEXT) do
    local list, texts
    start, list, texts = complete(line, session)
    if start then
      return start, list, texts
    end
  end
  local command = line:match("^%s*:([%a_]*)$")
  if command then
    return answer(#line - #command + 1, matching(source.commands(session), command), " ")
  end
  if line:find("/", 1, true) then
    start, name = complete_file(line, session)
    if start then
      return start, name
    end
  end
  local is_lua
  start, name, is_lua = complete_words(line, session)
  if name[1] then
    return answer(start, name, not is_lua and " " or nil)
  end
  start, name = names.find(line, session.environment or {})
  if name and name[1] then
    return start, name
  end
  local from, files = complete_file(line, session)
  return from or start, files or name
end

return M
