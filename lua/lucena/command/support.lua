--- What the commands share: parsing of arguments, messages, checked output, the progress line.
-- Data goes to standard output, everything else to standard error.
-- @module lucena.command.support

-- luacheck: globals io.write

local M = {}

--- Exit statuses, the same for every command.
M.OK, M.DATA, M.USAGE, M.IO = 0, 1, 2, 3
M.INTERRUPTED, M.PIPE = 130, 141

--- The command line, as main() was given it.
---@type string[]
M.argv = nil

-- ---- failing -------------------------------------------------------------------------------------

local Failure = {}

--- An error value that ends the command: main() prints the message, if any, and exits with the status.
---@param status integer
---@param message? string without "lucena: "
function M.failure(status, message)
  return setmetatable({ status = status, message = message }, Failure)
end

--- End the command.
---@param status integer
---@param message? string
function M.fail(status, message)
  error(M.failure(status, message))
end

--- Whether an error value was made by fail().
---@return boolean
function M.is_failure(value)
  return getmetatable(value) == Failure
end

--- Whether an error is Ctrl-C, as the lua5.4 interpreter reports it.
---@return boolean
function M.is_interrupt(value)
  return type(value) == "string" and value:find("interrupted!", 1, true) ~= nil
end

--- Whether an error says that there is no memory, in Lua's words or the system's, also where others stand around them.
---@return boolean
function M.is_no_memory(value)
  return type(value) == "string"
    and (value:find("not enough memory", 1, true) or value:find("Cannot allocate memory", 1, true)) ~= nil
end

-- Frames from the first of ours on are of no interest to a script's author, nor is that of error() itself, nor those of
-- the prompt's functions that it called.
local function trim(trace)
  trace = trace:gsub("^\n%s*%[C%]: in function 'error'", ""):gsub("^\n%s*%[C%]: in function 'assert'", "")
  while trace:find("^\n[^\n]*/lucena/repl/") or trace:find("^\n%s*%(%.%.%.tail calls%.%.%.%)") do
    trace = trace:gsub("^\n[^\n]*", "")
  end
  local at = trace:find("\n[^\n]*/lucena/command/") or #trace + 1
  trace = trace:sub(1, at - 1):gsub("\n%s*%[C%]: in function 'xpcall'$", "")
  return trace
end

--- A message handler for xpcall around a script: its error and where it happened, as a failure.
---@param value any
---@return any
function M.traceback(value)
  if M.is_failure(value) or M.is_interrupt(value) or M.is_no_memory(value) then
    return value
  end
  local message = type(value) == "string" and value
    or getmetatable(value) and getmetatable(value).__tostring and tostring(value)
    or ("the error is a %s"):format(type(value))
  local frames = trim(debug.traceback("", 2):gsub("^\n?stack traceback:", ""))
  -- A single frame says no more than a message that has its place.
  local _, count = frames:gsub("\n", "")
  local is_told = count > (type(value) == "string" and 1 or 0)
  return M.failure(M.USAGE, is_told and message .. "\ncalled from:" .. frames or message)
end

--- Load a script, as text only; ends the command when that fails.
---@param path string "-" is standard input
---@param environment? table of its globals
---@return function chunk
function M.load(path, environment)
  local file = require("lucena.file")
  local text, message
  if path == "-" then
    text, message = file.rest(io.stdin)
    message = message and "standard input: " .. message
  else
    text, message = file.read(path)
  end
  if not text then
    M.fail(M.IO, "cannot read " .. message)
  end
  -- As loadfile() does: a mark of UTF-8 is passed over, and a first line that names the interpreter.
  text = text:gsub("^\u{FEFF}", ""):gsub("^#[^\n]*", "")
  local chunk
  chunk, message = load(text, path == "-" and "=stdin" or "@" .. path, "t", environment or _G)
  return chunk or M.fail(M.USAGE, message)
end

-- ---- text that is safe to show -------------------------------------------------------------------

--- Text for a terminal: `lucena.render.escape.terminal`.
-- @function support.safe
---@param text string
---@return string
-- @usage support.safe("a\27[2J") --> "a\\x1B[2J"
M.safe = require("lucena.render.escape").terminal

--- An integer with its thousands apart.
---@param n integer
---@return string
-- @usage support.group(148318) --> "148,318"
function M.group(n)
  local text = ("%d"):format(n):reverse():gsub("(%d%d%d)", "%1,"):reverse()
  return (text:gsub("^,", ""))
end

--- A number and its noun: "1 game", "2,000 games".
---@param n integer
---@param noun string
---@return string
function M.counted(n, noun)
  return M.group(n) .. " " .. noun .. (n == 1 and "" or "s")
end

-- ---- standard error ------------------------------------------------------------------------------

-- Lua cannot ask the system, the core can. Where it is not built, the one thing to do is to say so.
local function ask(question, fd)
  local found, core = pcall(require, "lucena.core")
  return found and core[question](fd)
end

--- Whether a file descriptor of this process is a terminal.
---@param fd integer 0 to 2
---@return boolean
function M.is_terminal(fd)
  return ask("is_terminal", fd)
end

--- Whether standard output is to have colours: as `--color` says, and by itself on a terminal unless NO_COLOR is set.
---@param when? string "auto" (the default), "always" or "never"
---@return boolean
function M.has_color(when)
  if when and when ~= "auto" then
    return when == "always"
  end
  local no_color = os.getenv("NO_COLOR")
  return (not no_color or no_color == "") and os.getenv("TERM") ~= "dumb" and M.is_terminal(1)
end

--- Columns that text for standard output may fill: of the terminal but one, at most 100; 79 elsewhere.
---@param most? integer in place of 100, for tables
---@return integer
function M.text_width(most)
  if not M.is_terminal(1) then
    return 79
  end
  local columns = math.tointeger(tonumber(os.getenv("COLUMNS")))
  columns = columns or ask("terminal_columns", 1)
  return columns and columns >= 20 and math.min(columns - 1, most or 100) or 79
end


--- Whether the locale says that terminals show UTF-8.
---@return boolean
function M.is_utf8()
  for _, name in ipairs { "LC_ALL", "LC_CTYPE", "LANG" } do
    local value = os.getenv(name)
    if value and value ~= "" then
      return value:lower():find("utf%-?8") ~= nil
    end
  end
  return false
end

-- The progress line: whether it is there, and the second in which it was last due.
local has_progress, progress_at = false, nil

--- Take the progress line away. Whatever else is written does so first.
function M.wipe()
  if has_progress then
    io.stderr:write("\r\27[K")
    has_progress = false
  end
end

--- Whether it is time for a (new) progress line: never before a second has passed since the first call, then once a
-- second; only where standard error is a terminal, and not when data may run into it: on a terminal, or through a
-- pipe to a program such as `less`.
---@param has_data boolean? whether data goes to standard output meanwhile
---@param is_forced boolean? once a second wherever it goes
---@return boolean
function M.is_progress_due(has_data, is_forced)
  local now = os.time()
  progress_at = progress_at or now + 1 -- the clock has whole seconds: the next one may be near
  if now <= progress_at then
    return false
  end
  progress_at = now
  return is_forced or M.is_terminal(2) and not (has_data and not ask("is_regular", 1))
end

--- Show a text as the progress line.
---@param text string
function M.progress(text)
  io.stderr:write("\r", M.safe(text), "\27[K")
  has_progress = true
end

--- Print a line about the data.
---@param line string
function M.say(line)
  M.wipe()
  io.stderr:write(M.safe(line), "\n")
end

--- Print a message of one or more lines, "lucena: " before it.
---@param message string
function M.note(message)
  local prefix = "lucena: "
  for line in message:gmatch("[^\n]+") do
    M.say(prefix .. line:gsub("^\t", "  "))
    prefix = ""
  end
end

-- ---- standard output -----------------------------------------------------------------------------

local function check_output(done, message, number)
  if not done then
    -- Nobody reads on: end as quietly as a program that the signal ends.
    M.fail(number == 32 and M.PIPE or M.IO, number ~= 32 and "cannot write standard output: " .. message or nil)
  end
end

--- Write to standard output; a failure ends the command.
---@param ... string|number
function M.write(...)
  M.wipe()
  check_output(io.stdout:write(...))
end

--- Write out what is still in the buffer; a failure ends the command.
function M.flush()
  check_output(io.stdout:flush())
end

--- Let scripts' `print` and `io.write` end the command when they fail; those of Lua's own forget failures.
function M.check_prints()
  local write = io.write
  function _G.print(...)
    local n = select("#", ...)
    for i = 1, n do
      M.write(i > 1 and "\t" or "", tostring((select(i, ...))))
    end
    M.write("\n")
  end
  function io.write(...)
    if io.output() == io.stdout then
      M.write(...)
      return io.stdout
    end
    return write(...)
  end
end

-- ---- standard input ------------------------------------------------------------------------------

--- The lines of standard input; a failure to read it ends the command.
---@return fun(): string?
function M.lines()
  return function()
    local line, message = io.read("l")
    if message then
      M.fail(M.IO, "cannot read standard input: " .. message)
    end
    return line
  end
end

--- Whether two outputs are one, however they are called, so that the second would replace the first.
---@param path string? "-" is standard output
---@param other string?
---@return boolean
function M.is_same_output(path, other)
  return path ~= nil and other ~= nil
    and (path == other or path ~= "-" and other ~= "-" and require("lucena.core").is_same_file(path, other))
end

-- ---- arguments -----------------------------------------------------------------------------------

-- The paragraph of a command's page that has its verbs, a line each.
local function list_of_verbs(epilog)
  for paragraph in ((epilog or "") .. "\n\n"):gmatch("(.-)\n\n") do
    if paragraph:find("^ *%l+  ") then
      return paragraph .. "\n"
    end
  end
  return ""
end

--- An argparse parser for a command. Its usage errors go to standard error with exit status 2.
---@param name string "lucena perft"
---@param summary string one sentence
---@param usage string what stands behind the name
---@param epilog? string
---@return table parser
function M.parser(name, summary, usage, epilog)
  local is_there, argparse = pcall(require, "argparse")
  if not is_there then
    M.fail(M.IO, "Lua's module argparse is not found: install it (luarocks install argparse); LUA_PATH may hide it")
  end
  local parser = argparse(name, summary, epilog)
    :usage("Usage: " .. name .. " " .. usage)
    :help_description_margin(28)
    :help_max_width(79)
  function parser:error(message)
    message = message:gsub("\nDid you mean", "; did you mean")
    io.stderr:write(self:get_usage(), "\n", "lucena: ", M.safe(message), "\n")
    if message == "missing argument 'VERB'" then
      io.stderr:write(list_of_verbs(epilog))
    end
    os.exit(M.USAGE, true)
  end
  -- "-o, --output FILE" in one line; of its own accord argparse makes two, set to the right.
  local new_option = parser.option
  function parser:option(...)
    local new = new_option(self, ...)
    function new._get_label_lines(option)
      return { table.concat(option._aliases, ", ") .. " " .. table.concat(option:_get_argument_list(), " ") }
    end
    return new
  end
  return parser
end

--- In the help, the options declared since the last group stand under this title.
---@param parser table of parser()
---@param title string
function M.end_group(parser, title)
  local first = (parser.grouped or 0) + 1
  parser:group(title, table.unpack(parser._options, first))
  parser.grouped = #parser._options
end

-- What is written to a file that is read at the same time is read again, without an end: `lucena merge a.pgn >> a.pgn`.
local function refuse_output(path)
  local core = require("lucena.core")
  local name, place = path, path
  if path == "-" then
    name, place = "standard input", "/dev/stdin"
  end
  if core.is_regular(1) and core.is_same_file(place, "/dev/stdout") then
    M.fail(M.USAGE, ("%s is standard output, too, and would be read again; write to another file"):format(name))
  end
end

--- The files to read: those given, or standard input where something is piped into it. None of them is standard output.
---@param files string[]
---@param parser table
---@param noun? string default "FILE"
---@return string[]
function M.inputs(files, parser, noun)
  if #files == 0 and M.is_terminal(0) then
    parser:error(("give a %s, or - for standard input"):format(noun or "FILE"))
  end
  files = #files > 0 and files or { "-" }
  for _, path in ipairs(files) do
    refuse_output(path)
  end
  return files
end

return M
