--- A session of the prompt: the current game and position, and the effects of inputs on them. A session does not use a
-- terminal. The method `line` gives it an input, and it prints with the function given to `new`.
--
--     local s = session.new { out = io.write }
--     s:line "e4 e5 Cf3"
--     s:line "=board:fen()"
--
-- @module lucena.repl.session

local chess = require("lucena")
local environment = require("lucena.repl.environment")
local escape = require("lucena.render.escape")
local keeping = require("lucena.repl.keeping")
local settings = require("lucena.repl.settings")

local M = {}

local Session = {}

-- Fields that are computed when they are first needed: the start of the prompt and the first move need few modules.
-- The default dialect is English.
local LAZY = {
  commands = function() return require("lucena.repl.commands").names() end,
  words = function() return require("lucena.repl.commands").words end,
  abbreviation = function() return require("lucena.repl.commands").abbreviation end,
  language = function(self)
    self:speak(chess.dialect("english"))
    return self.language
  end,
  dialect = function(self) return self.language.name end,
  -- `go` sets the position, unless the game has none. Then the input that needs it fails.
  position = function(self) self:fail(require("lucena.repl.show").NO_POSITION) end,
  lang = function(self)
    self.lang = self.choose_lang and self.choose_lang() or "en"
    return self.lang
  end,
}

function Session.__index(self, name)
  return Session[name] or LAZY[name] and LAZY[name](self)
end

-- ---- output of a line ----------------------------------------------------------------------------

-- The minimum size of the transcript in bytes. When it reaches twice this size, the older half is dropped.
local TRANSCRIPT = 8 << 20

local function record(self, text)
  local list = self.transcript
  list[#list + 1] = text
  list.bytes = list.bytes + #text
  if list.bytes > 2 * TRANSCRIPT then
    local first = #list
    list.bytes = #text
    while first > 1 and list.bytes + #list[first - 1] <= TRANSCRIPT do
      first = first - 1
      list.bytes = list.bytes + #list[first]
    end
    self.transcript = table.move(list, first, #list, 1, { bytes = list.bytes })
  end
end

--- Print text and a line end. The text may contain terminal escapes. To print text from files, use `say`.
---@param text string
function Session:print(text)
  record(self, text)
  self.out(text .. "\n")
end

--- Wrap the lines that are longer than the terminal is wide. Without this, the terminal breaks them inside words.
---@param text string
---@return string
function Session:fold(text)
  return self.folds and require("lucena.render.width").fold_lines(text, self.settings.width) or text
end

--- Print text from any source; terminal control characters in it are escaped.
---@param text string
function Session:say(text)
  self:print(self:fold(escape.terminal_lines(text)))
end

--- Print text that the user may copy, such as a FEN: it is not wrapped.
---@param text string
function Session:say_exactly(text)
  self:print(escape.terminal_lines(text))
end

--- Translate a message of the prompt to the language of the session.
---@param text string
---@return string
function Session:translate(text)
  return self.lang == "en" and text or require("lucena.language").text(self.lang, text)
end

--- Print a message of the prompt in the language of the session.
---@param text string
function Session:note(text)
  self:say(self:translate(text))
end

--- Stop running the input, with an error message.
---@param message string
function Session.fail(_, message)
  require("lucena.repl.failure").raise(message)
end

-- ---- the current game and node -------------------------------------------------------------------

--- Go to a node of the game. The board is shown at the end of the input.
---@param node lucena.Node
function Session:go(node)
  self.node, self.position, self.is_changed = node, node.position, true
  environment.follow(self)
end

local function replace(self, game, node, number, place, spelled)
  self.game, self.spelled, self.number, self.place = game, spelled or {}, number, place
  self.source = number and self.shelf
  keeping.note_loaded(self)
  local is_english = game.dialect == "pgn"
  if self.is_auto and game.dialect and not (is_english and not rawget(self, "language")) then
    self:speak(chess.dialect(is_english and "english" or game.dialect) or self.language)
  end
  self:go(node or game.root)
  return true
end

--- Replace the current game. Outside an input, this is an undo step of its own.
---@param game lucena.Game
---@param node? lucena.Node the new current node; default: the root
---@param number? integer the game's number in the loaded file
---@param place? table the game's place in a file: see lucena.repl.saving
---@param spelled? table<integer, string> the moves as they were typed, by node; default: none
function Session:set_game(game, node, number, place, spelled)
  keeping.in_step(self, replace, self, game, node, number, place, spelled)
end

--- Remember that the current game was saved to a file.
---@param place table its place in the file: see lucena.repl.saving
function Session:has_saved(place)
  self.place = place
  keeping.note_saved(self, place)
end

--- Set the dialect for reading and showing moves.
---@param language Dialect
function Session:speak(language)
  self.language, self.dialect = language, language.name
end

--- Return the name of the dialect for reading whole games. This is the dialect of typed moves if the user has set one,
-- else "auto". It is also "auto" for dialects with hooks, such as descriptive notation, because they cannot read files.
---@return string name
function Session:games_dialect()
  return (self.is_auto or self.language.has_hooks) and "auto" or self.dialect
end

-- ---- changes -------------------------------------------------------------------------------------

Session.snapshot, Session.return_to = keeping.snapshot, keeping.restore
Session.undo, Session.step_back, Session.remember = keeping.undo, keeping.step_back, keeping.remember

-- ---- names ---------------------------------------------------------------------------------------

--- Return whether a name is defined in Lua, by the user or by the session.
---@param name string
---@return boolean
function Session:is_defined(name)
  return environment.is_defined(self, name)
end

--- Return whether the user has set a variable of this name.
---@param name string
---@return boolean
function Session:is_own(name)
  return environment.is_own(self, name)
end

--- Format a move with its number in the session's dialect: "2. Cf3", "2... Cc6".
---@param node lucena.Node not the root
---@return string
function Session:move_text(node)
  local before = node.parent.position
  local san = self.language:write(before, node.move) or node.san
  return ("%d%s %s"):format(before.fullmove_number, before.turn == "white" and "." or "...", san)
end

--- Return the prompt in the language of the session: "2. White> ", "2... Black> ".
---@return string
function Session:prompt()
  local position = self.node.position or chess.position()
  local is_white = position.turn == "white"
  return ("%d%s %s "):format(position.fullmove_number, is_white and "." or "...",
    self:translate(is_white and "White>" or "Black>"))
end

-- ---- inputs --------------------------------------------------------------------------------------

local DOES = {}

function DOES.nothing() end

function DOES.lua(self, code, variable)
  if variable then
    self:say(("(%s is a variable, so this is Lua; to play it: :play %s)"):format(variable, code))
  end
  require("lucena.repl.run").line(self, code)
end

-- The table of loaded modules, kept here because user code may replace `package`.
local loaded = package.loaded

function DOES.chess(self, list, text)
  local quiz = loaded["lucena.repl.quiz"]
  if quiz and quiz.answer(self, list) then
    return
  elseif list[1].text == "1." and require("lucena.repl.paste").is_game(self, list) then
    require("lucena.repl.paste").moves(self, list, text)
  else
    require("lucena.repl.moves").play(self, list)
  end
end

function DOES.command(self, name, rest)
  require("lucena.repl.commands").run(self, name, rest)
end

function DOES.pgn(self, text)
  local tags = require("lucena.repl.tag_input")
  if tags.is_only_tags(text) then
    return tags.take(self, text)
  end
  require("lucena.repl.paste").pgn(self, text)
end

-- If prose contains neither a game nor a position, compile it as Lua, so that the user sees Lua's error message.
function DOES.text(self, text)
  if not require("lucena.repl.paste").text(self, text) then
    DOES.lua(self, text)
  end
end

function DOES.fen(self, text)
  keeping.check(self)
  require("lucena.repl.paste").fen(self, text)
end

function DOES.set_up(self, start, moves)
  keeping.check(self)
  require("lucena.repl.paste").set_up(self, start, moves)
end

function DOES.file(self, path)
  require("lucena.repl.commands").run(self, path:find("%.lua$") and "reload" or "load", path)
end

-- Split an input with redirected output into the line and the destination; see lucena.repl.redirect.
local function parts_of(self, text)
  if text:find("[>|]") then
    return require("lucena.repl.redirect").split(self, text)
  end
end

-- Return what an input means. The module is loaded with the first input, after the prompt has appeared.
local function meaning_of(self, text)
  return require("lucena.repl.rule").meaning(self, text)
end

-- Inputs in which a NUL byte is refused: comments and tags cannot hold it.
local NO_NUL = { chess = true, command = true }

local function call(self, text)
  local line, sign, target = parts_of(self, text)
  if line then
    return require("lucena.repl.redirect").run(self, line, sign, target)
  end
  local kind, what, more = meaning_of(self, text)
  if self.is_lua and (kind == "chess" or kind == "file") then
    kind, what, more = "lua", text, nil
  end
  if NO_NUL[kind] and text:find("\0", 1, true) then
    self:fail("The line contains a NUL byte.")
  end
  DOES[kind](self, what, more)
end

-- Run a function of the session in protected mode. Returns whether it succeeded.
local function attempt(self, f, ...)
  local done, failure = self.guard(f, self, ...)
  local library = loaded["lucena.repl.library"] -- loaded before any user code
  if library then
    library.restore() -- if user code raised the error
  end
  if not done then
    if self.is_final(failure) then
      error(failure, 0)
    end
    self.is_changed = false -- a failed input does not show the board
    require("lucena.repl.failure").report(self, failure)
  end
  return done
end

--- Run a function outside an input, such as a step in step mode. An error is printed. The board is not shown, even if
-- the function changes the game.
---@param f fun(session: table, ...: any)
---@param ... any
---@return boolean done
function Session:attempt(f, ...)
  local done = attempt(self, f, ...)
  self.is_changed = false
  return done
end

local function print_page(self)
  self:print(require("lucena.repl.show").page(self))
end

-- Show the board after a change. The explorer reads the file, so an error or Ctrl-C is possible here.
local function show_change(self)
  if self.is_changed and self.settings.board then
    self.is_changed = false
    self.has_shown = attempt(self, print_page)
  end
  self.is_changed = false
end

-- Run an input as one undo step, and show its result.
local function step(self, text)
  self.is_changed, self.has_shown = false, false
  local done = keeping.as_step(self, attempt, self, call, text)
  show_change(self)
  return done
end

--- Run an input inside another one. An error in it also ends the outer input.
---@param text string
function Session:again(text)
  call(self, text)
end

--- Run the input: one line, or several that belong together, such as a pasted game.
---@param text string
---@return boolean done
---@return string? why "quit"; "error" if the input failed (the error has been reported)
function Session:line(text)
  record(self, self:prompt() .. text)
  keeping.begin(self, text)
  self.inputs = { self.inputs[2], text }
  local done = step(self, text)
  if self.has_quit then
    return false, "quit"
  end
  self:check_tour(text, done)
  return done, not done and "error" or nil
end

--- Let the tour check an input, or a step in step mode.
---@param text string
---@param done boolean
function Session:check_tour(text, done)
  local tour = loaded["lucena.repl.tour"]
  if tour then
    attempt(self, tour.check, text, done)
  end
end

--- Call a function, and return its output.
---@param f function
---@return boolean done
---@return string output or the error
function Session:capture(f)
  local out, written = self.out, {}
  local function keep_text(part)
    written[#written + 1] = part
  end
  local before = self.divert(keep_text)
  self.out = keep_text
  local done, failure = pcall(f)
  self.out = out
  self.divert(before)
  return done, done and table.concat(written) or failure
end

--- Call a function, and return its output: without colours, and without wrapped lines.
---@param f function
---@return boolean done
---@return string output or the error
function Session:capture_plainly(f)
  local color, folds = self.settings.color, self.folds
  self.settings.color, self.folds = false, false
  local done, output = self:capture(function()
    f()
    show_change(self)
  end)
  self.settings.color, self.folds = color, folds
  return done, output
end

--- Return the input before the current one.
---@return string
function Session:previous_input()
  return self.inputs[1] or ""
end

--- Run an input, and return its output instead of printing it.
---@param text string
---@return boolean done
---@return string output
function Session:quietly(text)
  local complain, succeeded = self.complain, nil
  local _, output = self:capture(function()
    self.complain = self.out
    succeeded = self:line(text)
  end)
  self.complain = complain
  return succeeded, output
end

--- Return what an input means, as lucena.repl.rule decides. For redirected output, it is the meaning of the line.
---@param text string
---@return string kind
function Session:meaning(text)
  return (meaning_of(self, parts_of(self, text) or text))
end

--- Return whether the input needs more lines: incomplete Lua code, moves with an open comment, or an incomplete game.
---@param text string
---@return boolean
function Session:wants_more(text)
  local kind, what = meaning_of(self, text)
  if kind == "command" or kind == "chess" and what[#what].kind ~= "comment" then
    return false
  end
  return not parts_of(self, (text:gsub("\n$", ""))) and require("lucena.repl.unfinished").wants_more(kind, what)
end

-- ---- new sessions --------------------------------------------------------------------------------

-- Return the names of players in the loaded file, for completion.
local function players_of(self)
  return function()
    return self.shelf and self.shelf:players() or {} -- results: completion offers none
  end
end

--- Restore the games of a session that ended with unsaved changes.
---@param entries table[] of lucena.repl.journal
function Session:resume(entries)
  for _, entry in ipairs(entries) do
    local game = chess.game(entry.text)
    if game then
      local origin
      self.shelf, origin = keeping.find_game(self.shelf, entry, self:games_dialect())
      keeping.resume(self, game, origin, entry)
    end
  end
  self.is_changed = false
end

--- Start a session at the initial position.
---@param opts {out: fun(text: string), complain?: function, colour?: boolean, width?: integer, unicode?: boolean,
-- guard?: function, is_final?: function} `out` prints; `complain(text)` prints errors, default `out`; `colour`: print
-- ECMA-48 escapes; `width`: columns, default 79; `unicode`: print figurines and other Unicode signs; `guard(f, ...)`:
-- like pcall, but Ctrl-C can interrupt f; `asks`: do not leave a changed game without a warning; `journal`: the folder
-- of the journals; `redraw(text, lines)`: replace the last lines on the terminal; `is_final(err)`: whether an error
-- ends the session, such as an error of `out`; `divert(f)`: pass all text for standard output to f, and return the
-- function that received it before; `pager`: the command that shows long output; `lang`, or `choose_lang()`, which
-- returns it: the language of messages, default English; `folds`: wrap long lines at `width`; `exact(name)`: returns
-- the name of a file in a form that `out` prints without changes
---@return table session with position, game, node; language (the Dialect), dialect (its name) and is_auto (whether it
-- is detected); has_shown (whether the last input showed the board); environment; commands (array of names) and words
-- (commands by name); settings; `shelf`: the loaded file; `source`: the file of the current game, if it has a number in
-- one; `rows`: the rows of the terminal, nil without one
function M.new(opts)
  local self = setmetatable({
    out = opts.out, guard = opts.guard or pcall, is_final = opts.is_final or function() return false end,
    transcript = { bytes = 0 }, inputs = { "", "" }, spelled = {}, is_auto = true,
    lang = opts.lang, choose_lang = opts.choose_lang, folds = opts.folds,
    settings = settings.new {
      board = true, unicode = opts.unicode or false, color = opts.colour or false, flip = false, coordinates = true,
      explorer = false, width = opts.width or 79, depth = 3, items = 40, pager = opts.pager ~= nil,
    },
  }, Session)
  self.asks, self.redraw = opts.asks, opts.redraw
  self.exact = opts.exact or function(name) return name end
  self.journal = opts.journal and require("lucena.repl.journal").new(opts.journal)
  self.complain = opts.complain or function(text) self:print(text) end
  self.divert, self.pager = opts.divert or function() end, opts.pager
  self.players = players_of(self)
  self.environment, self.live = environment.new(self)
  replace(self, chess.game())
  return self
end

return M
