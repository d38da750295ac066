--- Advice for a line that is neither chess, a command nor valid Lua. Most such lines were meant for another program, or
-- use words or separators that the prompt does not read. KINDS lists these kinds; the first that fits answers the line.
-- Otherwise the prompt shows Lua's message, with a caret under the place and a hint.
--
-- The functions never run the line. They are called only after it was refused, so they may be slow.
-- @module lucena.repl.advice

local caret = require("lucena.repl.caret")
local rule = require("lucena.repl.rule")
local suggestion = require("lucena.suggestion")

local M = {}

local NOTHING = "This is not a move, a command or Lua; see :help."

-- Words of other programs and of beginners, with the line of the same meaning here.
local SYNONYMS = {
  analyse = "eval", analyze = "eval", stockfish = "eval", takeback = "back", list = "games", search = "find",
  reset = "new", ucinewgame = "new", view = "board", print = "pgn", start = "goto start", draw = "tag Result 1/2-1/2",
  version = "=chess.version", zug = "moves", h = ":help", hist = ":history", wq = "quit", x = "quit",
  clear = "!clear", ls = "!ls", restart = "new", begin = "new", uci = ":engine", isready = ":engine", go = "eval",
  d = "board", cat = "!cat", resume = "lucena --resume", bestmove = "eval",
  best = "eval", score = "eval", computer = "play best", rotate = "flip", turn = "flip", color = ":set color",
  colors = ":set color", delete = "remove", header = "tag", headers = "tag", title = "tag Event", export = "save",
  unfilter = "filter", sort = "games by date",
  hilfe = ":help", aide = ":help", ayuda = ":help", aiuto = ":help", man = ":help", info = ":help",
}

--- Return the line to type for a word: the name of a command, or a synonym. Some commands need a colon.
---@param session table
---@param word string
---@return string? line
function M.line_for(session, word)
  local command = session.words[word]
  if command then
    return (command.is_setting and ":" or "") .. command.name
  elseif word == "resign" then
    return "tag Result " .. (session.node.position and session.node.position.turn == "black" and "1-0" or "0-1")
  end
  return SYNONYMS[word]
end

local function suggest(line)
  return ("Did you mean the command '%s'?"):format(line)
end

-- Return the text without white space at its ends.
local function trimmed(text)
  return text:match("^%s*(.-)%s*$")
end

-- ---- kinds of lines ------------------------------------------------------------------------------

-- A command of psql, sqlite3, vim or IPython: \q, .quit, /quit, %history.
local function foreign_command(session, text)
  local sign, word = text:match("^([\\./%%])(%a+)%f[%s\0]")
  if not sign then
    return nil
  end
  local line = M.line_for(session, word:lower())
  return ("Commands have no '%s' before them. %s"):format(sign, line and suggest(line) or "See :help.")
end

-- The address of a page. Those with a FEN are read before this.
local function address(_, text)
  if text:find("^%a[%a%d]+://") or text:find("^www%.%S+$") or require("lucena.repl.elsewhere").is_address(text) then
    return "Lucena does not read web pages. Save the game in a file, and type the name of the file."
  end
end

-- The path of a file that the prompt does not open by its name.
local function path(_, text)
  if not (text:find("^~?/[^%s]*%.?%w") or text:find("^%.%.?/%S") or text:find("^%a:[\\/]%S")) or text:find("\n") then
    return nil
  end
  local name = rule.path(text)
  if require("lucena.file").exists(name) then
    return ("To open this file: load %s"):format(text)
  end
  return ("%s: there is no file of this name."):format(text)
end

-- Castling with a sign too many.
local function castling(_, text)
  if text:find("^[Oo0][%sOo0%-–]+$") and select(2, text:gsub("[Oo0]", "")) > 3 then
    return ("%s is not a move; O-O castles short, O-O-O long."):format(text)
  end
end

-- Return a line of moves without labels ("White:"), Roman numbers and separators.
local function plain_moves(text)
  local plain = text:gsub("^bestmove%s+", ""):gsub("%f[%w]([KQRBN])%s+(x?%s*[a-h][1-8])", "%1%2")
    :gsub("%f[%w](%d+)[:)]", "%1."):gsub("%f[%a]%a+:%s", ""):gsub("%f[%a][IVX]+%.%s*", "")
    :gsub("%s[-/|>=–—]+%s", " "):gsub("([%w+#])[,;/|]+", "%1 ")
  return trimmed(plain:gsub("%s+", " "))
end

-- Moves with other separators than blanks: e4,e5,Nf3; e4/e5; e4 - e5; White: e4 Black: e5; I. e4.
local function separated(session, text)
  local plain = plain_moves(text)
  if plain ~= text and rule.chess(session, plain) then
    return ("Moves are typed like this: %s"):format(plain)
  end
end

-- A move to a square that no board has: Qxh9, Ke0.
local function no_square(_, text)
  local square = text:match("^[%uА-Я]?[a-h]?[1-8]?[x:-]?([a-h][09])[+#]?$")
    or text:match("^%u[a-h]?[1-8]?[x:-]?([i-z][1-9])[+#]?$")
  return square and ("There is no square %s; the squares are a1 to h8."):format(square)
end

-- A command of a shell that changes the folder.
local function folder(_, text)
  return text:find("^cd%s+[~/.]") and "The prompt stays in its folder. Files elsewhere are named by their path."
end

-- A comment without its end: {a good move.
local function open_comment(_, text)
  local comment = text:match("^{%s*(%a[^{}=,;()\"']*%s[^{}=,;()\"']*)$")
  return comment and ("A comment is in braces: {%s}"):format(trimmed(comment))
end

-- Moves with a comment of Lua: e4 -- my move.
local function lua_comment(session, text)
  local moves, comment = text:match("^(.-)%s+%-%-%s*(.+)$")
  if moves and rule.chess(session, moves) then
    return ("A comment is in braces: %s {%s}"):format(moves, comment)
  end
end

-- A move that names its piece: Springer f3, knight takes e5.
local function named_piece(session, text)
  local fold = require("lucena.notation.letters").lower(text)
  local piece, rest, last = require("lucena.text.piece_names").read(fold, 1)
  if not piece or last ~= #fold then
    return nil
  end
  local position = session.node.position
  local san = (piece == "P" and "" or piece) .. rest
  local move = position and position:parse(san)
  return ("Moves are typed with the letter of the piece: %s"):format(
    move and require("lucena.repl.wording").move(session, position, move) or san)
end

-- A pipe to a program that is not installed: fen | nosuchprog.
local function missing_program(session, text)
  local line, name = text:match("^(.-%S)%s+|%s*(%a[%w_.-]*)%f[%s\0]")
  if name and not session:is_defined(name) and rule.meaning(session, line) ~= "lua" then
    return ("There is no program '%s' in the folders of PATH."):format(name)
  end
end

-- Return the first word with letters that Lua's names cannot have.
local function foreign_word(text)
  return utf8.len(text) and text:gsub("%b\"\"", ""):gsub("%b''", ""):match("[%w_]*[\x80-\xFF][%w_\x80-\xFF]*")
end

-- Return a hint for several words without the signs of Lua code: a question, or a line of prose. A terminal that cannot
-- mark pasted text passes each of its lines alone.
local function prose_hint(code)
  if code:find("[=(){}%[%]\"]") or not code:find("%S%s+%S") then
    return nil
  end
  return NOTHING .. (os.getenv("TERM") == "dumb" and rule.is_prose(code)
    and "\nTo read a pasted text with moves: save it in a file, and run load FILE." or "")
end

-- A word that is no name of Lua: Überlegen, kö.
local function foreign_letters(_, text)
  local word = not text:find("[=(){}%[%]]") and foreign_word(text)
  return word and ("There is no '%s'.\n%s"):format(word, prose_hint(text) or NOTHING)
end

--- Return the right spelling of a word of a move whose spelling is refused. The moves before it are played.
---@param session table
---@param text string
---@return string? answer nil if there is no such word
function M.respelled(session, text)
  local position, core = session.position, require("lucena.core")
  for word in text:gsub("%d+%.+", " "):gmatch("%S+") do
    local right = position and core.respelled(position, word)
    if right then
      return ("'%s' is not read: %s."):format(word, right)
    end
    local move = position and position:parse(word)
    if move then
      position = position:play(move)
    end
  end
end

--- Return the answer to a word or phrase of a query, such as `fork` or `double check`.
---@param session table
---@param text string
---@return string? answer nil if it is no query, or also a command, a report or a wrong spelling of a move
function M.query(session, text)
  if not text:find("^%a[%w_%s-]+$") or M.line_for(session, text:lower()) or require("lucena.report").is_there(text)
    or M.respelled(session, text) then
    return nil
  end
  local query, is_example = require("lucena.query.catalogue").say(text)
  return query and ("%s is a query%s: find %s%s"):format(text, is_example and ", for example" or "", query,
    query:find("^castled") and "\nThe move is typed O-O or O-O-O." or "")
end

-- The kinds in the order in which they are tried, each with a line of it, for the specs.
M.KINDS = {
  { answer = foreign_command, example = "\\q" }, { answer = address, example = "https://lichess.org/abcd1234" },
  { answer = path, example = "/tmp/none/here.txt" }, { answer = castling, example = "O-O-O-O" },
  { answer = M.respelled, example = "castles" }, { answer = no_square, example = "Qxh9" },
  { answer = folder, example = "cd /" }, { answer = open_comment, example = "{a good move" },
  { answer = lua_comment, example = "e4 -- my move" },
  { answer = named_piece, example = "Springer f3" }, { answer = separated, example = "e4/e5/Nf3" },
  { answer = M.query, example = "double check" },
  { answer = missing_program, example = "fen | none_here" }, { answer = foreign_letters, example = "kö" },
}

-- Return whether a line may be Lua code that its author meant so: it has signs of Lua, or begins with a variable.
local function is_code(session, text)
  local name = text:match("^([%a_][%w_]*)")
  return text:find("[({\"'=]") ~= nil or name ~= nil and session:is_defined(name)
end

--- Answer a line of one of the kinds.
---@param session table
---@param code string
---@param is_valid boolean whether the line is valid Lua. Such a line is answered only if no part of it looks like Lua
---@return string? answer
function M.answer(session, code, is_valid)
  local text = trimmed(code)
  if text:find("\n") or not utf8.len(text) or is_valid and (text:find("^[%w_]+$") or is_code(session, text)) then
    return nil
  end
  for _, kind in ipairs(M.KINDS) do
    local answer = kind.answer(session, text)
    if answer then
      return answer
    end
  end
end

-- Return the name of a file of games that is typed without its suffix.
local function file_of(word)
  for _, suffix in ipairs { ".pgn", ".epd", ".fen" } do
    if require("lucena.file").exists(word .. suffix) then
      return word .. suffix
    end
  end
end

-- ---- hints ---------------------------------------------------------------------------------------

-- Return the name of a command, or another name of it, that differs from a word by one typing error.
local function near_command(session, word)
  local names = {}
  for name in pairs(session.words) do
    names[#names + 1] = name
  end
  table.sort(names)
  return suggestion.find(word, names)
end

--- Return a hint for an input such as `goto e4`, which is not Lua.
---@param session table
---@param code string
---@return string? hint
function M.hint(session, code)
  local object, method = code:match("^%s*([%a_][%w_.]*):([%a_][%w_]*)%s*$")
  if object then
    return ("A method is called with parentheses: %s:%s()"):format(object, method)
  end
  local text = trimmed(code)
  local right = M.respelled(session, text) or no_square(session, text)
  if right then
    return right
  end
  local first, second = text:match("^(%a+)%s+.-(%w+)$")
  local word = text:match("^:?(%a[%w_]*)$") or text:match("^:?(%a+)%s+[%w_./~-]+$")
  local line = M.line_for(session, text:lower()) or M.line_for(session, (text:lower():gsub("%s+", "")))
  if line then
    return suggest(line)
  elseif not word then
    line = first and not text:find("[^%w%s]") and M.line_for(session, first)
    return not text:find("[%w%s]") and NOTHING or line and suggest(line) or prose_hint(text)
  end
  line = M.line_for(session, word:lower()) or text == word .. " " .. tostring(second) and session.words[second]
    and M.line_for(session, second)
  if line then
    return suggest(line)
  elseif require("lucena.report").is_there(word) then
    return ("To make this report: report %s"):format(word)
  elseif file_of(text) then
    return ("To open this file: load %s"):format(file_of(text))
  end
  local _, several = session.abbreviation(word)
  if several and #word > 1 then
    return ("These commands begin with it: %s"):format(table.concat(several, ", "))
  end
  local near = #word > 2 and near_command(session, word)
  return near and suggest(M.line_for(session, near)) or NOTHING
end

--- Return the message for a line that is not Lua: that of the compiler, with a caret under the place or a hint.
---@param session table
---@param code string
---@param problem string the compiler's message
---@return string
function M.refusal(session, code, problem)
  local word = problem:find("near '<\\%d+>'$") and foreign_word(code)
  problem = word and problem:gsub("near '<\\%d+>'$", function() return ("near '%s'"):format(word) end) or problem
  local message = require("lucena.repl.failure").without_chunk(problem, "Lua")
  local hint = M.hint(session, code)
  return message .. (hint and "\n" .. hint or caret.near(code, message, session.settings.width))
end

return M
