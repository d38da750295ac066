--- lucena repl, the default command: a prompt for chess and Lua. It also runs scripts and lines from standard input.
-- @module lucena.command.repl

-- luacheck: globals arg

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "open a prompt for chess and Lua (the default)",
  group = "Look at games", order = 10, is_common = true,
}

local EXAMPLES = [[
Type moves, a FEN, a game, the name of a file, or Lua; :help lists the commands
of the prompt, :tour is a course.

If standard input is not a terminal, Lucena runs the lines of the input without
a prompt and stops at the first error. A FILE ending in .pgn, .epd or .fen is
loaded first; it may be compressed. SCRIPT.lua is a Lua program. It has
`chess`, `board`, `game` and the functions of the prompt, and its arguments in
`arg` and `...`.

Before the first prompt, $XDG_CONFIG_HOME/lucena/init.lua is run if it exists
(by default ~/.config/lucena/init.lua).

Examples:
  lucena
  lucena games.pgn
  lucena -e 'e4 e5 Cf3'
  lucena -e '=board:fen()'
  lucena -i openings.lua games.pgn
  echo 'e4 e5 Ke2' | lucena

Exit status:
  0  success
  1  an error in a line or a script
  2  wrong usage
  3  a file could not be read]]

function M.parser()
  local parsers = require("lucena.run.parsers")
  local parser = parsers.new("lucena repl", "Open a prompt for chess and Lua.",
    "[OPTION]... [FILE | SCRIPT.lua [ARGUMENT]...]", EXAMPLES)
  parser:argument("FILE|SCRIPT.lua", "Games or positions to load, or a Lua program to run instead of the prompt.")
    :target("script"):args("?")
  parser:option("-e", "Run this line instead of the prompt; repeat for more lines."):argname("LINE"):target("lines")
    :count("*")
  parser:flag("-i", "Open the prompt after the script or the lines."):target("interactive")
  parser:flag("--resume", "Restore the games of the last session that ended with unsaved changes.")
  parser:flag("--no-init", "Do not run init.lua.")
  parser:flag("--ascii", "Show boards with letters (the default if the locale is not UTF-8).")
  parser:option("--dialect", "The notation of typed moves. Default: auto."):argname("NAME")
  parsers.language(parser)
  parser:option("--color", "auto (the default), always or never."):choices({ "auto", "always", "never" })
    :argname("WHEN"):default("auto"):show_default(false)
  return parser
end

local TAKES_VALUE = { ["-e"] = true, ["--dialect"] = true, ["--color"] = true, ["--lang"] = true }

--- Split the command line: all words after the name of the script belong to the script.
function M.split(argv)
  local i = 1
  while argv[i] do
    local word = argv[i]
    if word == "--" or word:sub(1, 1) ~= "-" then
      local last = word == "--" and i + 1 or i
      return table.move(argv, 1, last, 1, {}), table.move(argv, last + 1, #argv, 1, {})
    end
    i = i + (TAKES_VALUE[word] and 2 or 1)
  end
  return argv, {}
end

--- Return the arguments of a command line without options other than -e, which needs no parser; nil for others. A spec
-- compares them with those of the parser.
---@param argv string[] the command's own arguments
---@return table? args
function M.plain(argv)
  local args, i = { lines = {}, color = "auto" }, 1
  while argv[i] == "-e" and argv[i + 1] and argv[i + 1]:sub(1, 1) ~= "-" do
    args.lines[#args.lines + 1] = argv[i + 1]
    i = i + 2
  end
  local word = argv[i]
  if argv[i + 1] or word and (word == "" or word:sub(1, 1) == "-") then
    return nil
  end
  args.script = word
  return args
end

-- End with an error about the command line.
local function wrong_usage(parser, message)
  return (parser or M.parser()):error(message)
end

-- ---- the session ---------------------------------------------------------------------------------

-- Print an error of a script on standard error, after the script's output.
local function complain(text)
  stdio.flush()
  messages.note(text)
end

-- Without a prompt, a lack of memory ends the command, as for every other command.
local function ends_lines(failure)
  return exit.is_failure(failure) or exit.is_no_memory(failure)
end

-- Return the module of the prompt. Scripts and lines without a prompt do not need it.
local function prompt_module()
  return require("lucena.command.repl.prompt")
end

local function new_session(args, parser, is_prompt)
  local prompt = is_prompt and prompt_module() or nil
  local session = require("lucena.repl.session").new {
    out = stdio.write, complain = not is_prompt and complain or nil,
    guard = is_prompt and require("lucena.repl.edit").guard or nil,
    is_final = is_prompt and exit.is_failure or ends_lines, colour = terminal.has_color(args.color),
    width = terminal.text_width(),
    asks = is_prompt, redraw = prompt and prompt.redraw(), divert = stdio.divert,
    exact = stdio.exact,
    pager = prompt and prompt.redraw() and require("lucena.repl.pager").command() or nil,
    journal = is_prompt and require("lucena.repl.journal").folder() or nil,
    unicode = not args.ascii and terminal.is_utf8(), folds = is_prompt and terminal.is_terminal(1),
    choose_lang = function() return require("lucena.language").choose(args.lang) end,
  }
  if args.dialect and args.dialect ~= "auto" then
    local dialect, err = require("lucena").dialect(args.dialect)
    if not dialect then
      wrong_usage(parser, "--dialect: " .. err)
    end
    session.is_auto = false
    session:speak(dialect)
  end
  return session
end

-- Run a Lua file in the session. `is_optional`: it need not exist.
local function run_file(session, path, rest, is_optional)
  if is_optional then
    local file = io.open(path, "rb")
    if not file then
      return
    end
    file:close()
  end
  local library, script = require("lucena.repl.library"), require("lucena.run.script")
  local done, failure = xpcall(function()
    require("lucena.repl.environment").fill(session)
    local unpack = table.unpack
    library.lent(script.load(path, session.environment))(unpack(rest or {}))
  end, script.traceback)
  library.restore()
  session.is_changed = false
  if not done and is_optional then
    messages.note(exit.is_failure(failure) and failure.message or failure)
  elseif not done then
    error(failure, 0)
  end
end

--- Return whether the prompt loads a file: its name has the suffix of games or positions, or its content is positions.
---@param path string
---@return boolean
function M.is_data(path)
  return require("lucena.repl.rule").suffix(path) ~= nil or require("lucena.position_file").has(path)
end

-- Return the games or positions of the files on the command line, or nil if there are none. A missing file is reported
-- at once.
local function games_of(args, parser)
  local path = args.script
  if not path or not M.is_data(path) then
    return nil
  elseif #args.rest > 0 then
    wrong_usage(parser, args.rest[1]:find("^%-") and "options are written before FILE" or "only one FILE can be loaded")
  end
  local file, err = require("lucena.file").open(path)
  if not file then
    exit.fail(exit.IO, err)
  end
  file:close()
  return path
end

-- Load games or positions, as if the user had typed the file name.
local function load_games(session, path)
  if path and not session:line(":load " .. path) then
    exit.fail(exit.DATA)
  end
end

-- ---- where lines come from -----------------------------------------------------------------------

-- If a line of standard input is prose, return it with all following lines: they may be a page with games.
local function whole_page(line, next_line)
  local lines = { line }
  for following in next_line do
    lines[#lines + 1] = following
  end
  return table.concat(lines, "\n")
end

-- Run lines in sequence, without a prompt. The first error ends this. An incomplete line is joined with the next line.
-- `has_pages`: prose is joined with all lines after it.
local function run_lines(session, next_line, has_pages)
  local text
  for line in next_line do
    text = text and text .. "\n" .. line or line
    if has_pages and text == line and session:meaning(line) == "lua"
      and require("lucena.repl.rule").is_prose(line) then
      text = whole_page(line, next_line)
    end
    if not session:wants_more(text .. "\n") then
      local done, why = session:line(text)
      text = nil
      if not done then
        return why == "quit" and exit.OK or exit.DATA
      end
    end
  end
  return not text and exit.OK or session:line(text) and exit.OK or exit.DATA
end

-- ---- the command ---------------------------------------------------------------------------------

function M.run(args, parser)
  local games = games_of(args, parser)
  local has_work = args.script and not games or #args.lines > 0
  local is_prompt = args.interactive or not has_work and terminal.is_terminal(0)
  local session = new_session(args, parser, is_prompt)
  local is_greeted = is_prompt and (games or args.resume)
  if is_greeted then
    prompt_module().greet(session, args, run_file)
  end
  if games then
    load_games(session, games)
  elseif args.script then
    _G.arg = table.move(args.rest, 1, #args.rest, 1, { [0] = args.script })
    run_file(session, args.script, args.rest)
  end
  if args.resume then
    prompt_module().resume(session, is_prompt)
  end
  local i = 0
  local status = run_lines(session, function()
    i = i + 1
    return args.lines[i]
  end)
  if is_prompt then
    if not is_greeted then
      prompt_module().greet(session, args, run_file)
    end
    return prompt_module().run(session)
  elseif has_work or status ~= exit.OK then
    return status
  end
  return run_lines(session, stdio.lines(), true)
end

return M
