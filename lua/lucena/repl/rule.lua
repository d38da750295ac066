--- Decides what an input means. The first of these rules that applies decides:
--
-- 1. After `=`, the input is Lua code; after `:`, a command; after `!`, a shell command. `?` means `:help`, also after
--    a name that is not a move (`find?`).
-- 2. A FEN, an EPD record or a PGN tag section; UCI's `position ...` and the address of a page that contains a FEN.
-- 3. Moves: every token has the form of a move, number, result or sign in the current dialect. `00` is castling, and
--    a semicolon separates moves if only moves follow. But if a token is a
--    defined variable and the input compiles as Lua, the input is Lua. Moves are played, or the prompt explains why a
--    move is not legal. Moves never run as Lua, although `e4`, `O-O`, `--` and `e8=Q` compile.
-- 4. The name of a file of games or positions, or of a Lua program.
-- 5. A command name or its first letters, alone or with arguments (`back`, `goto 12b`, `fo 3`).
-- 6. Prose with a numbered move or a FEN, such as a pasted post: several words that are not Lua.
-- 7. Lua.
--
-- With the dialect "auto", a token has the form of a move if it has that form in the letters of any language.
-- @module lucena.repl.rule

local lexicon = require("lucena.lexicon")
local tokens = require("lucena.notation.tokens")

local M = {}

-- Most typed moves need neither of these modules, so they are loaded later: commands and the letters of languages.

-- Remove the white space at the end, in linear time.
local function trim(text)
  return text:match("^.*%S") or ""
end

-- ---- chess ---------------------------------------------------------------------------------------

-- Return whether a word has the form of a move in ICCF notation (digits) or descriptive notation (P-K4, NxQP, N/3-Q4).
local function is_digits(word)
  return word:find("^[1-8][1-8][1-8][1-8][1-4]?$") ~= nil
end

local function is_descriptive(word)
  return word:find("^[KQRBNP]+/?[1-8]?[-x][KQRBNP]+/?[1-8]?[%+#]*$") ~= nil
end

local function is_shaped_somewhere(word)
  local shapes = require("lucena.notation.shape")
  for _, class in ipairs(require("lucena.notation.letters").classes()) do
    if shapes.of(word, class.row.white) then
      return true
    end
  end
  return is_digits(word) or is_descriptive(word)
end

-- Return the position in which typed moves are recognized: the initial position if the game has none.
local function place_of(session)
  return rawget(session, "position") or require("lucena").position()
end

-- Return whether a word begins with five lower-case letters, but not like a capture by a pawn (exdep, pexd). No move in
-- English begins so. For a line of Lua such as print(1), the dialect and all alphabets need not be loaded, which would
-- take a third of the time of the start.
local function is_plain_word(session, word)
  return not rawget(session, "language") and word:find("^%l%l%l%l%l") and not word:find("^p?[a-h]x?[a-h]")
end

-- Return whether a word has the form of a move. In a dialect with hooks, moves have no fixed form. There, a word is a
-- move if it can be read in the current position or has the form of descriptive notation.
local function is_shaped(session, word)
  if lexicon.is_null(word) then
    return true
  elseif is_plain_word(session, word) then
    return false
  end
  local dialect = not session.is_auto and session.language
  if not dialect then
    return session.language:is_shaped(word) or is_shaped_somewhere(word)
  end
  local shaped = dialect:is_shaped(word)
  if shaped == nil then
    shaped = is_descriptive(word) or dialect:read(place_of(session), word) ~= nil
  end
  return shaped
end

-- Return whether digits are a move in ICCF notation or in the current dialect.
local function is_digit_move(session, word)
  return is_digits(word) or not session.is_auto and #word > 1 and session.language:is_shaped(word) == true
end

-- Return the tokens of a text, {kind, first, last}. If the dialect's moves contain blanks, all words of a move form one
-- token of the kind "move".
local function tokens_of(session, text)
  local list = {}
  for kind, first, last in tokens.each(text) do
    list[#list + 1] = { kind = kind, first = first, last = last }
  end
  if session.is_auto or session.language.has_hooks or not session.language.info.words then
    return list
  end
  return require("lucena.repl.long_moves").join(session.language, place_of(session), text, list)
end

local ALLOWED = {
  number = true, dots = true, mark = true, comment = true, nag = true, offer = true, open = true, close = true,
}

-- The form with dashes of castling that looks like a move number, 00 and 000.
local CASTLING = { short = "0-0", long = "0-0-0" }

-- Return whether a word is a sign of the annotator. The letters N, D and RR are signs after a move.
local function is_sign(word, has_move)
  return (tokens.is_sign(word) or has_move and tokens.is_letter_sign(word)) and require("lucena.nag").nag(word) ~= nil
end

-- Return the length of the move in a word with a sign at its end, such as "Nf3+-"; nil for other words.
local function move_before_sign(session, word)
  for length = 2, #word - 1 do
    if is_sign(word:sub(length + 1), false) and is_shaped(session, word:sub(1, length)) then
      return length
    end
  end
end

-- Return the kind of a word of a line of chess, and its text, if that differs. Returns nil if it is not chess.
local function classify(session, kind, word, has_move)
  if kind == "nag" and not require("lucena.nag").nag(word) then
    return nil -- $999
  elseif kind == "move" or kind == "result" or ALLOWED[kind] then
    return kind
  elseif kind == "digits" and lexicon.wing(word) then
    return "move", CASTLING[lexicon.wing(word)]
  elseif kind == "digits" and lexicon.is_null(word) then
    return "move"
  elseif kind == "word" and is_shaped(session, word) or kind == "digits" and is_digit_move(session, word) then
    return "move"
  elseif kind == "digits" and #word <= 3 then
    return "number" -- "1 e4 e5 2 Nf3"
  elseif (kind == "word" or kind == "text") and has_move and is_sign(word, has_move) then
    return "nag"
  end
end

-- Return a line with blanks for the commas between numbered moves, "1.e4,e5", before a comment. Other commas may be
-- Lua's.
local function without_commas(text)
  local head = text:match("^%s*%d+%.[^;{\n]*")
  return head and head:gsub("(%w),%f[%w]", "%1 ") .. text:sub(#head + 1) or text
end

-- Add the tokens after a semicolon. In typed input, a semicolon separates moves if moves follow. Returns whether they
-- were added; else, the semicolon begins a comment.
local function add_after_semicolon(session, list, text, first)
  local rest = not text:find("\n") and text:sub(first, first) == ";" and M.chess(session, text:sub(first + 1))
  for _, token in ipairs(rest or {}) do
    token.last = token.last + first
    list[#list + 1] = token
  end
  return rest ~= nil and rest ~= false
end

-- Return the tokens of a word that is a move with a sign, or nil.
local function split_sign(session, word, first)
  local length = not is_plain_word(session, word) and move_before_sign(session, word)
  return length and { { kind = "move", text = word:sub(1, length), last = first + length - 1 },
    { kind = "nag", text = word:sub(length + 1), last = first + #word - 1 } }
end

--- Return the tokens of a line of chess.
---@param session table
---@param text string
---@return table[]? tokens {kind = "move" or a kind of lucena.notation.tokens, text, tail = the signs after it, "!?"};
-- nil if the input is not chess
function M.chess(session, text)
  if text:find("%(%s*%)") or text:find("^%s*cd%s+[~/.]") then
    return nil -- a function call; a shell's command
  end
  local list, has_move = {}, false
  text = without_commas(text)
  for _, token in ipairs(tokens_of(session, text)) do
    local first, last = token.first, token.last
    -- A string means that the input is Lua. But a comment may contain quotation marks.
    local before = text:sub(list[#list] and list[#list].last + 1 or 1, first - 1)
    if before:find("[\"'`]") then
      return nil
    end
    local word = text:sub(first, last)
    local kind, usual = classify(session, token.kind, word, has_move)
    local both = not kind and token.kind == "word" and split_sign(session, word, first)
    has_move = has_move or both or kind == "move" or kind == "result"
    if both then
      table.move(both, 1, 2, #list + 1, list)
    elseif not kind then
      return nil
    elseif kind ~= "comment" or not add_after_semicolon(session, list, text, first) then
      list[#list + 1] = { kind = kind, text = usual or word, last = last, tail = text:match("^[!?]+", last + 1) }
    end
  end
  return has_move and list or nil
end

--- Return the first word that is not a move in a line that begins with a move.
---@param session table
---@param text string
---@return string? word nil if the line does not begin with a move
function M.odd_word(session, text)
  local has_move = false
  for _, token in ipairs(tokens_of(session, text)) do
    local word = text:sub(token.first, token.last)
    if token.kind == "word" and not is_shaped(session, word) then
      return has_move and word or nil
    end
    has_move = has_move or token.kind == "word" or token.kind == "move"
  end
end

-- Return the first defined variable among the moves' identifiers.
local function variable_in(session, list)
  for _, token in ipairs(list) do
    for name in (token.kind == "move" and token.text or ""):gmatch("[%a_][%w_]*") do
      if session:is_defined(name) then
        return name
      end
    end
  end
end

local function compiles(text)
  return (load("return " .. text, "=line", "t") or load(text, "=line", "t")) ~= nil
end

-- Return whether an input with the sign = is Lua: `e4 = 5` is an assignment, `e4 e5 = Nf3` is not.
local function is_equation(list, text)
  for _, token in ipairs(list) do
    if token.kind == "nag" and (token.text == "=" or token.text == "==") then
      return compiles(text)
    end
  end
  return false
end

-- ---- sections ------------------------------------------------------------------------------------

--- Return whether a text begins with a PGN tag.
---@param text string
---@return boolean
function M.is_pgn(text)
  return text:find('^%s*%[%s*[%w_]+%s+"') ~= nil
end

-- Return tag pairs with typographic quotation marks as PGN, or nil.
local function tags_in(text)
  return text:find("^%s*%[%s*%a[%w_]*%s+[\xC2\xE2]") and require("lucena.repl.tag_input").plain(text)
end

-- A FEN has seven slashes. If a side to move follows, four are enough, because such an input cannot be Lua. The errors
-- of the FEN are then reported.
local SLASHES, FEWEST_SLASHES = 7, 4

--- Return whether a text begins with a FEN, an EPD record, or text that is meant as one.
---@param text string
---@return boolean
function M.is_fen(text)
  local placement, rest = text:match("^%s*([%w/~]+)(.*)$")
  local count = placement and select(2, placement:gsub("/", "")) or 0
  if rest and rest:find("^%s+[wb]%f[%s\0]") then
    return count >= FEWEST_SLASHES
  end
  return count == SLASHES and rest:find("^%S") == nil and placement:find("^[1-8kqrbnpKQRBNP/~]+$") ~= nil
end

-- Return the FEN of an input: alone, after "FEN:", in quotation marks, or with underscores, as in an address.
local function fen_in(text)
  if not text:find("/", 1, true) then
    return nil
  end
  local plain = text:match("^%s*[Ff][Ee][Nn]%s*:%s*(.*)$") or text:match('^%s*"([^"]*)"%s*$') or text
  plain = plain:find("%s%S") and plain or plain:gsub("_", " ")
  return M.is_fen(plain) and plain or nil
end

-- Return the FEN of a list of pieces: "White: Kg1, a2. Black: Kg8". Such a text has two words with a colon.
local function listed_fen(text)
  return text:find(":.*:") and require("lucena.text.piece_lists").fen(text) or nil
end

-- ---- files ---------------------------------------------------------------------------------------

local SUFFIXES = { pgn = true, epd = true, fen = true }

--- Return the suffix of a file of games or positions: "pgn", "epd" or "fen"; nil for other files.
---@param path string
---@return string?
function M.suffix(path)
  local suffix = require("lucena.position_file").suffix(path)
  return SUFFIXES[suffix] and suffix or nil
end

--- Return a typed path without quotation marks, with `~/` at its beginning replaced by the home folder.
---@param text string
---@return string
function M.path(text)
  local path = trim(text:match("^%s*(.*)$"))
  path = path:match('^"(.*)"$') or path:match("^'(.*)'$") or path
  local home = os.getenv("HOME")
  return home and path:find("^~/") and home .. path:sub(2) or path
end

-- Return the file name in an input: the name of an existing file with a known suffix, or of a missing file if the input
-- cannot be Lua code such as `games.pgn`. A field of a variable, such as `settings.lua`, is not the name of a program.
local function file_in(session, text)
  local path = M.path(text)
  local word = path:match("^(%l+)%s+%S+$")
  if word and not session.words[word] and not require("lucena.file").exists(path) then
    return nil -- a misspelled command with a file
  end
  local is_program = path:find("^[%w_./~-]+%.lua$") ~= nil
  if path:find("\n") or not (is_program or M.suffix(path)) then
    return nil
  end
  local name = path:match("^([%a_][%w_]*)")
  local is_lua = name and session:is_defined(name)
  local is_file = not is_lua or not is_program and require("lucena.file").exists(path)
  return is_file and not path:find("[=({,]") and path or nil
end

-- ---- commands ------------------------------------------------------------------------------------

-- Return whether the text after a name is Lua: a call, a field, an assignment, or an operator between blanks.
local function is_lua_tail(rest)
  return rest:find("^[%(%.%[{\"',:]") and not rest:find("^%.%.?%f[/%z]") or rest:find("^=%s*[%w_\"'(%[{#-]")
    or rest:find("^[-+*/%%^<>|]%s") or rest:find("^[~<>=]=")
end

-- Return whether the text after a command's name makes the input Lua.
local function is_lua(command, rest, text)
  if command.takes_text then
    return rest:find("^=%s*[%w_\"'(%[{#-]") or rest:find('^"[^"]*"$') or rest:find("^'[^']*'$")
  elseif not command.takes_signs then
    return is_lua_tail(rest)
  end
  return is_lua_tail(rest) and not rest:find("^%[[^%[=]") and compiles(text)
end

-- Return the first word of an input and the rest; nil if the word has characters other than lowercase letters.
local function split(text)
  local name, rest = text:match("^%s*(%l+)%s*$"), ""
  if not name then
    name, rest = text:match("^%s*(%l+)%s+(%S.*)$")
    if not name then
      name, rest = text:match("^%s*(comment):%s+(%S.*)$")
    end
    rest = rest and trim(rest)
  end
  return name, rest
end

-- Return the arguments of a command without the quotation marks around them. They are kept for a function of Lua:
-- `load "return 1"`. But `load "games.pgn"` names a file.
local function unquoted(session, name, rest)
  local inner = rest:match('^"([^"]+)"$') or rest:match("^'([^']+)'$")
  if inner and (not session:is_defined(name) or M.suffix(inner) or require("lucena.file").exists(inner)) then
    return inner
  end
  return rest
end

-- Return the command and the arguments of an input; nil if the command's name is also a variable of the user. `help()`
-- is the command, because it has no function in Lua.
local function command_in(session, text)
  local name, rest = split(text)
  local called = not name and text:match("^%s*(%l+)%s*%(%s*%)%s*$")
  if called and not session:is_defined(called) then
    name, rest = called, ""
  end
  local command = name and session.words[name]
  if not command or command.is_setting or session:is_own(name) or rest ~= "" and command.usage == "" then
    return nil
  end
  local arguments = unquoted(session, name, rest)
  if arguments ~= rest or not is_lua(command, rest, text) then
    return name, arguments
  end
end

-- The minimum length of an abbreviated command. Shorter words are often variables.
local SHORTEST = 2

-- Return the command whose name begins with the first word of an input, and the arguments. Returns nil if several
-- commands begin with the word, or if the word has a meaning in Lua.
local function abbreviation_in(session, text)
  local name, rest = split(text)
  if not name or #name < SHORTEST or session:is_defined(name) or not load(("local %s"):format(name), "=name", "t") then
    return nil
  end
  local full = session.abbreviation(name)
  if full then
    return command_in(session, full .. " " .. rest)
  end
end

--- Return whether an input is several words that are not Lua, not even the beginning of Lua code.
---@param text string
---@return boolean
function M.is_prose(text)
  if not text:find("%S%s+%S+%s+%S") or text:find("^%s*[=:!?]") then
    return false
  end
  local _, code, message = pcall(load, text, "=line", "t")
  return not code and not message:find("<eof>$") and not load("return " .. text, "=line", "t")
end

-- Return whether a text has a numbered move or a FEN.
local function has_chess(text)
  return text:find("%f[%d]%d+%s?[.)][%s.]*[%a\xC3-\xF4]") ~= nil or text:find("%w/%w+/%w+/%w+/%w+/%w+/%w+/%w") ~= nil
end

-- Return whether a text may be from another program: an address, or UCI's commands.
local function is_from_elsewhere(text)
  return text:find("^%s*https?://") ~= nil or text:find("^%s*[%w.-]*%.%a%a%a?/") ~= nil
    or text:find("^%s*position%f[%s]") ~= nil or text:find("^%s*go%s+%l+%s+%d") ~= nil
end

-- Return the meaning of such an input, or nil.
local function set_up_in(text)
  local elsewhere = require("lucena.repl.elsewhere")
  local fen = elsewhere.fen(text)
  if fen then
    return "fen", fen
  end
  local start, moves = elsewhere.uci(text)
  if start then
    return "set_up", start, moves
  end
  local limits = elsewhere.go(text)
  if limits then
    return "command", "eval", limits
  end
end

-- Return the comment if an input is a comment alone, as in a PGN: {best}, ; a good move.
local function comment_in(session, text)
  local comment = text:match("^%s*{%s*(%a[^{}\n]*)}%s*$") or text:match("^%s*;%s*(%a[^\n]*)\n?$")
  if not comment or comment:find("[=()%[%]\"]") then
    return nil
  end
  local word = comment:match("^([%a_][%w_]*)%s*$")
  if word and not session:is_defined(word) or not compiles(text) then
    return trim(comment)
  end
end

--- Return the meaning of an input.
---@param session table
---@param text string
---@return string kind "nothing", "lua", "command", "pgn", "fen", "set_up", "chess", "file", "text"
---@return any what for "lua": the code; "command": its name; "chess": the tokens; "file": the path; "set_up": a FEN or
-- "startpos"; others: the text
---@return string? more for "lua": the variable that made it Lua; "chess": the text; "command": its arguments; "set_up":
-- moves
function M.meaning(session, text)
  local first = text:match("^%s*(%S)")
  if not first or text:find("^%s*=%s*$") then
    return "nothing", text
  elseif first == "=" then
    return "lua", "return " .. text:gsub("^%s*=", "")
  elseif first == "!" and text:find("^%s*!%s*[^!?%s]") then
    return "command", "shell", trim(text:match("^%s*!(.*)$"))
  elseif text:find("^%s*[!?][!?]+%s*$") or text:find("^%s*!%s*$") then
    return "command", "help", trim(text:match("^%s*(.*)$")) -- a sign such as ?? or !?
  elseif first == "?" then
    return "command", "help", trim(text:match("^%s*%?%s*(.*)$"))
  elseif first == ":" then
    local name, rest = text:match("^%s*:(%w*)%s*(.*)$")
    return "command", name, trim(rest)
  elseif M.is_pgn(text) then
    return "pgn", text
  elseif first == "[" and tags_in(text) then
    return "pgn", tags_in(text)
  elseif fen_in(text) then
    return "fen", fen_in(text)
  elseif listed_fen(text) then
    return "fen", listed_fen(text)
  elseif is_from_elsewhere(text) then
    local kind, what, more = set_up_in(text)
    if kind then
      return kind, what, more
    end
  end
  local comment = comment_in(session, text)
  if comment then
    return "command", "comment", comment
  end
  -- A command name before a move: `fen` could also mean that the f-pawn captures on e and promotes to a knight.
  local word = text:find("^%s*%l+%s*$") and command_in(session, text)
  if word then
    return "command", word, ""
  end
  local list = M.chess(session, text)
  local variable = list and variable_in(session, list)
  if list and not variable and not is_equation(list, text) then
    return "chess", list, text
  elseif list and compiles(text) then
    return "lua", text, variable
  elseif list then
    return "chess", list, text
  end
  local path = file_in(session, text)
  if path then
    return "file", path
  end
  local asked, marks = text:match("^%s*:?([%a_][%w_.:]*)(%?+)%s*$")
  if asked then
    return "command", "help", asked .. (#marks > 1 and "??" or "")
  end
  local name, rest = command_in(session, text)
  if not name then
    name, rest = abbreviation_in(session, text)
  end
  if name then
    return "command", name, rest
  elseif M.is_prose(text) and has_chess(text) then
    return "text", text
  end
  return "lua", text
end

return M
