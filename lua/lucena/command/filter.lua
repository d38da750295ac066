--- lucena filter: the games of PGN files that pass tests, copied as they stand.
-- @module lucena.command.filter

local support = require("lucena.command.support")

local M = {
  summary = "copy the games of PGN files that pass a Lua function or tag tests",
  order = 10,
}

local EXAMPLES = [[
A script is a Lua file that returns a function of a game; the function returns
true to copy the game, false or nil to pass it over:

  -- miniature.lua: decisive games of at most 25 moves
  return function(game)
    return game.plies <= 50 and game.result ~= "1/2-1/2"
  end

The first argument is the script when its name ends in .lua; -s takes one of
any name, - for standard input. Games are copied byte for byte, with a blank
line between them; games that stood side by side keep what stood between them,
so that a whole copy is the same file. A game that the script changes, as by
`game.tags.Annotator = "me"`, is written anew in export format. Lucena reads of
a game what the tests ask for, and reports the errors it meets there; --check
reads every game.

Tag tests need no script and are the fastest. TEST is NAME, an operator and a
value, quoted for the shell where it has to be:
  White=Fischer    is exactly
  White~fischer    contains, in any case
  ECO^B9           begins with, in any case
  WhiteElo>=2700   as a number; also < <= >

Examples:
  lucena filter miniature.lua games.pgn > short.pgn
  lucena filter -t 'WhiteElo>=2700' -t ECO^B9 games.pgn > najdorf.pgn
  lucena filter --check --count games.pgn
  zcat games.pgn.gz | lucena filter miniature.lua - | less

Exit status: 0, also when nothing passed; 1 errors in the games that were
examined, or a changed game cannot be written; 2 usage, or an error in the
script; 3 a file could not be read (the others are) or written. Like grep, it
ends quietly when its output is closed (`| head`), with status 141.]]

function M.parser()
  local parser = support.parser("lucena filter", "Copy the games of PGN files that pass all tests.",
    "[OPTION]... [SCRIPT.lua] [FILE]...", EXAMPLES)
  parser:argument("names", "The script, and files of games; - is standard input, and the default"
    .. " when something is piped in."):argname("FILE"):args("*")
  parser:option("-s --script", "The script."):argname("FILE")
  parser:option("-t --tag", "Only games whose tag passes; repeat for more."):argname("TEST"):count("*")
  parser:flag("-v --invert", "Copy the games that do not pass instead.")
  parser:flag("-c --count", "Print how many games pass, and copy none.")
  parser:flag("--check", "Replay the moves of every game and report errors.")
  parser:flag("--strict", "Count warnings and repairs as errors.")
  parser:option("-o --output", "Write to FILE, whole or not at all: it is replaced at the end, and stays as it is"
    .. " when an input cannot be read, or the script or the writing fails."):argname("FILE")
  parser:flag("-q --quiet", "No summary and no progress on standard error.")
  return parser
end

-- ---- tests ---------------------------------------------------------------------------------------

local MAX_TESTS = 16 -- of the reader

local function parse_tests(texts, parser)
  local tests = {}
  for i, text in ipairs(texts) do
    local name, operator, value = text:match("^([%w_]+)([<>]=?)(.*)$")
    if not name then
      name, operator, value = text:match("^([%w_]+)([=~^])(.*)$")
    end
    if not name then
      parser:error(("'%s' is no tag test; NAME=VALUE, and ~ ^ < <= > >= in place of ="):format(text))
    elseif operator:find("[<>]") and not value:find("^%-?%d+$") then
      parser:error(("'%s': %s compares with a number"):format(text, operator))
    end
    tests[i] = { name, operator, value }
  end
  if #tests > MAX_TESTS then
    parser:error(("at most %d tests are possible"):format(MAX_TESTS))
  end
  return tests
end

local function load_script(path)
  local done, accepts = xpcall(support.load(path), support.traceback)
  if not done then
    error(accepts, 0)
  elseif type(accepts) ~= "function" then
    support.fail(support.USAGE, ("%s: a filter script returns a function of a game, this one returned %s"):format(
      path, accepts == nil and "nothing" or "a " .. type(accepts)))
  end
  return accepts
end

-- The function that a game must pass, or nil when the reader's own tests are all. To find the games that fail, the
-- reader delivers every game, and is asked about each.
local function make_test(job)
  local script = job.script
  if not job.invert then
    return script
  end
  return function(game)
    local answer = job.reader:passes(game)
    if answer and script then
      answer = script(game)
    end
    -- What is no answer is passed on, to be refused.
    if answer == nil or type(answer) == "boolean" then
      return not answer
    end
    return answer
  end
end

-- ---- copying -------------------------------------------------------------------------------------

-- Writes games with what belongs between them: `number` is that of the last game of this file that was written, or
-- nil; `owed`, how many line ends make a blank line before another game; `is_whole`, whether every byte so far was
-- copied.
local Copier = {}
Copier.__index = Copier

local function new_copier(path)
  local writer, message = require("lucena").writer(path)
  if not writer then
    support.fail(support.IO, message)
  end
  return setmetatable({ writer = writer, path = path, line_end = "\n", owed = 0, is_empty = true, is_whole = true },
    Copier)
end

local function check_writer(done, message, code)
  if code == "closed_pipe" then
    support.fail(support.PIPE)
  elseif not done then
    support.fail(support.IO, (message:gsub("^%-:", "standard output:")))
  end
end

local function line_end_of(text)
  return text:find("\r\n", 1, true) and "\r\n" or "\n"
end

-- A game that the script changed. Its last line end is the next gap's.
function Copier:write_edited(reader, game, gap, is_next)
  local text, message = game:pgn()
  if not text then
    support.fail(support.DATA, ("%s:%d: game %d was changed by the script and cannot be written: %s"):format(
      reader.name, game.line, game.number, message))
  end
  local line_end = line_end_of(game.text)
  -- It begins with a tag, which begins a line; what was read need not have.
  local may_begin = not is_next or gap:find("[\r\n]$") or self.is_empty and (gap == "" or gap == "\u{FEFF}")
  check_writer(self.writer:write(gap, may_begin and "" or line_end:rep(2), (text:gsub("\n$", ""):gsub("\n", line_end))))
end

function Copier:add(reader, game)
  local number, gap = game.number, reader:gap()
  local is_next = number == (self.number or 0) + 1 and (self.number or self.is_empty)
  if not is_next then
    self.is_whole = false
    gap = line_end_of(gap):rep(self.owed)
  end
  if game.is_edited then
    self:write_edited(reader, game, gap, is_next)
  else
    check_writer(self.writer:write(gap, game))
  end
  self.number, self.owed, self.is_empty = number, 2, false
end

-- The file has been read to its end. What stands behind its last game is copied with it.
function Copier:finish_file(reader)
  if self.number and self.number == reader.games then
    local gap = reader:gap()
    check_writer(self.writer:write(gap))
    self.owed = gap:find("\n\r?\n$") and 0 or gap:find("[\r\n]$") and 1 or 2
  elseif reader.games > 0 then
    self.is_whole = false
    self.line_end = line_end_of(reader:gap())
  end
  self.number = nil
end

function Copier:close()
  if self.owed == 2 and not self.is_whole then
    check_writer(self.writer:write(self.line_end))
  end
  check_writer(self.writer:close())
end

-- After an error: a file stays as it was, what was found for a stream is delivered, its last line too.
function Copier:abandon()
  if self.writer.is_stream then
    self.writer:write(self.owed == 2 and self.line_end or "")
    self.writer:close()
  else
    self.writer:discard()
  end
end

-- All was read that could be. A file with less in it than was asked for does not take the place of an old one.
local function finish_output(copier, status)
  if status ~= support.IO or copier.writer.is_stream then
    copier:close()
  else
    copier:abandon()
    support.note(copier.path .. ": not written, because not all input could be read")
  end
end

-- ---- reading -------------------------------------------------------------------------------------

local SHOWN = 1000 -- diagnostics printed for one file; more are counted
local OFTEN = 256  -- games between two looks at the clock and the reader's diagnostics

local function report(job, record)
  job.reported = job.reported + 1
  if job.reported <= SHOWN then
    support.say(record.severity == "error" and record.text or record.text .. " (" .. record.severity .. ")")
  end
  if record.severity == "error" then
    job.status = math.max(job.status, support.DATA)
  end
end

local function report_all(job, records)
  for _, record in ipairs(records) do
    report(job, record)
  end
end

-- A game that the script looked into: what cannot be understood of it is said, with --strict all that is unusual.
local function report_game(job, game, has_errors)
  if has_errors or job.options.strict then
    local records = game.diagnostics
    report_all(job, records)
    job.errors = job.errors + (#records > 0 and 1 or 0)
  end
end

local function look_up(job, reader)
  report_all(job, reader:take_diagnostics())
  if job.wants_progress and support.is_progress_due(job.copier and job.copier.writer.is_stream) then
    support.progress(("%s: %s, %s matched"):format(reader.name, support.counted(reader.games, "game"),
      support.group(job.matched)))
  end
end

local function match(job, reader, game)
  job.matched = job.matched + 1
  if job.copier then
    job.copier:add(reader, game)
    if not job.options.check and not game:was_examined() then
      job.unread = job.unread + 1
    end
  end
end

local function refuse_answer(job, answer)
  error(job.script_name .. ": filter must return true or false, not a " .. type(answer), 0)
end

-- The hot loop: what holds for every game is looked up once, and nothing is made for a game but the game.
local function scan(job, reader)
  local read, accepts, is_checked = reader.read, job.accepts, job.options.check
  local was_examined = require("lucena.core").Game.was_examined
  local countdown = OFTEN
  while true do
    local game, message = read(reader)
    if not game then
      return message
    end
    local answer = not accepts or accepts(game)
    if answer == true then
      match(job, reader, game)
    elseif answer then
      refuse_answer(job, answer)
    end
    -- Behind match(), which reads a game that the script changed.
    if not is_checked then
      local examined, has_errors = was_examined(game)
      if examined then
        report_game(job, game, has_errors)
      end
    end
    countdown = countdown - 1
    if countdown == 0 then
      countdown = OFTEN
      look_up(job, reader)
    end
  end
end

local function count(job, reader)
  local passed, message = reader:count()
  job.matched = job.matched + (passed or 0)
  return message
end

-- Reads one file; what went wrong with reading it, or nil.
local function read_file(job, path)
  local reader <close>, problem = require("lucena").open(path, job.options)
  if not reader then
    return problem
  end
  job.reader, job.reported = reader, 0
  if job.count and not job.accepts then
    problem = count(job, reader)
  else
    problem = scan(job, reader)
  end
  if job.copier then
    job.copier:finish_file(reader)
  end
  report_all(job, reader:take_diagnostics())
  job.games = job.games + reader.games
  if reader.errors > 0 then
    job.errors = job.errors + reader.errors
    job.status = math.max(job.status, support.DATA)
  end
  if job.reported > SHOWN then
    support.say(("%s: %s not shown"):format(reader.name, support.counted(job.reported - SHOWN, "more diagnostic")))
  end
  return problem
end

-- An error while games were read: the script's, and which game it was about; or one of ours, passed on.
local function describe(job, value)
  local reader = job.reader
  if support.is_failure(value) or support.is_interrupt(value) or not reader then
    return value
  end
  local failure = support.traceback(value)
  failure.message = ("%s\nthis was game %d, %s:%d"):format(failure.message, reader.games, reader.name, reader.line)
  return failure
end

-- Games are short-lived garbage beside little that stays: collecting less often is a tenth faster, for a megabyte.
local function tune_collector()
  collectgarbage("incremental", 400, 400)
end

local function read_files(job, paths)
  tune_collector()
  local function handler(value)
    return describe(job, value)
  end
  for _, path in ipairs(paths) do
    job.reader = nil
    local done, problem = xpcall(read_file, handler, job, path)
    if not done then
      if job.copier then
        job.copier:abandon()
      end
      error(problem, 0)
    elseif problem then
      support.note(problem)
      job.status = support.IO
    end
  end
end

local function summary(job)
  local parts = { support.counted(job.games, "game"), support.group(job.matched) .. " matched" }
  if job.unread > 0 then
    parts[#parts + 1] = support.group(job.unread) .. " copied without reading their moves"
  end
  if job.errors > 0 then
    parts[#parts + 1] = "errors in " .. support.counted(job.errors, "place")
  end
  return table.concat(parts, ", ")
end

-- ---- the command ---------------------------------------------------------------------------------

local function make_job(args, parser)
  local names = args.names
  local script = args.script
  if not script and names[1] and names[1]:find("%.lua$") then
    script = table.remove(names, 1)
  end
  if not script and #args.tag == 0 and not args.check and not args.count then
    parser:error("give a SCRIPT.lua, a test (-t), --check or --count; `lucena help filter` has examples")
  elseif args.count and args.output then
    parser:error("--count copies no games, so there is nothing for -o")
  end
  local job = {
    tests = parse_tests(args.tag, parser),
    invert = args.invert, count = args.count, wants_progress = not args.quiet,
    matched = 0, games = 0, errors = 0, unread = 0, status = support.OK,
  }
  local paths = support.inputs(names, parser)
  job.script, job.script_name = script and load_script(script), script
  job.accepts = make_test(job)
  job.options = { check = args.check, strict = args.strict, tags = job.tests, select = not args.invert }
  return job, paths
end

function M.run(args, parser)
  local job, paths = make_job(args, parser)
  if not job.count then
    job.copier = new_copier(args.output or "-")
  end
  read_files(job, paths)
  if job.copier then
    finish_output(job.copier, job.status)
  else
    support.write(("%d\n"):format(job.matched))
    support.flush()
  end
  if not args.quiet then
    support.note(summary(job))
  end
  return job.status
end

return M
