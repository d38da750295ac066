--- Reading games for a command: the files one after the other, the games that --games names, what is said about
-- them, progress and the exit status. What is done with a game is the command's.
-- @module lucena.run.reading

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local phrase = require("lucena.run.phrase")
local script = require("lucena.run.script")
local values = require("lucena.run.option_values")

local M = {}

local SHOWN = 1000 -- diagnostics printed for one file; more are counted
local OFTEN = 256  -- games between two looks at the clock and the reader's diagnostics
local COUNTED_BYTES = 16 << 20 -- and so many, where games are only counted
local OFTEN_CHECKED = 8 -- where the reader fills its list: it holds 1000, and a game may give 100

-- ---- the job -------------------------------------------------------------------------------------

--- Declare the argument that says which files are read.
---@param parser table
function M.argument(parser)
  parser:argument("FILE", "Files of games; - is standard input, and the default when something is piped in.")
    :target("files"):args("*")
end

--- Declare --dialect.
---@param parser table
function M.dialect_option(parser)
  parser:option("--dialect", "The notation of the moves: french, fide:german, iccf ... (`lucena dialects` lists them),"
    .. " a FILE.lua of your own, or auto: each game that does not read as PGN is read in the one that it is found to"
    .. " be in. Default: PGN."):argname("NAME")
end

--- The dialect that an option names: what `chess.open` and `Game:pgn` take.
---@param name string? "auto" stands for itself
---@param option string "--dialect", for messages
---@param parser table
---@return lucena.Dialect|string|nil
function M.parse_dialect(name, option, parser)
  if not name or name == "auto" and option == "--dialect" then
    return name
  end
  local dialect, message = require("lucena").dialect(name)
  if not dialect then
    parser:error(("%s: %s"):format(option, message))
  elseif dialect.has_hooks then
    parser:error(("%s: '%s' is spelled by functions, which only `lucena translate` reads and writes")
      :format(option, name))
  end
  return dialect
end

--- Declare the options that every command which reads games has; those declared before are the command's own.
---@param parser table
---@param in_parts boolean? parts of the input may be read alone
function M.options(parser, in_parts)
  arguments.end_group(parser, "Options")
  parser:option("--games", "Only these games of each file, by number: 3,7,10-12 or 5-."):argname("LIST")
  if in_parts then
    parser:option("--jobs", "So many processes read; 0 or auto: one for each processor. The output is the same."
      .. " Default: this one alone."):argname("N")
    parser:option("--range", "Only part K of N: the files taken as one are cut at bytes, a game belongs where it"
      .. " begins. Games of all parts, one behind the other, are those of the whole; other output takes"
      .. " --partial."):argname("K/N")
    parser:option("--cuts", "Where ranges begin, as `lucena cut` has found it: then nothing before them is read.")
      :argname("FILE")
    parser:option("--chunk", "Standard input is the K-th chunk of a stream that was cut where games begin.")
      :argname("K")
    parser:flag("--partial", "Write what was made of the games to the FILE of -o, as a part for `lucena merge-parts`.")
  end
  M.dialect_option(parser)
  parser:flag("--strict", "Count warnings and repairs as errors.")
  parser:flag("--salvage", "Where a comment is never closed, go on at the next tag section inside it.")
  parser:option("--max-game", "The largest game to take whole, in MiB, 1 to 1024. Default: 16."):argname("N")
  parser:option("--allow", "What a game may have without a warning: comment=BYTES (1048576), tag=BYTES (65536),"
    .. " tags=COUNT (1000); how deep the variations that are read may be nested: nesting=DEPTH (1000). Repeatable.")
    :argname("NAME=N"):count("*")
  parser:flag("-q --quiet", "No summary and no progress on standard error.")
  arguments.end_group(parser, "Reading")
end

--- What is known of the reading: `games`, `errors` (places), `status`; `options` are the reader's.
---@param args table parsed arguments: those of options(), and `check`: examine every game
---@param parser table
---@return table job
function M.new(args, parser)
  local selection = args.games and require("lucena.run.selection").parse(args.games)
  if args.games and not selection then
    parser:error(("'%s' names no games; --games takes numbers from 1 and ranges: 3,7,10-12 or 5-"):format(args.games))
  end
  if args.cuts and not args.range then
    parser:error("--cuts is for --range K/N")
  end
  return {
    selection = selection, cuts = args.cuts, chunk = values.chunk(args.chunk, parser), wants_progress = not args.quiet,
    games = 0, errors = 0, plies = 0, reported = 0, status = exit.OK,
    -- Only some games are to be examined: then each is asked by itself, and the reader examines none.
    examines = args.check and selection ~= nil,
    range = args.range and require("lucena.run.parts").parse_range(args.range, parser),
    workers = values.workers(args.jobs, parser),
    options = { check = args.check and not selection, strict = args.strict or false, salvage = args.salvage,
      max_game = values.max_game(args.max_game, parser), limits = values.limits(args.allow, parser),
      dialect = M.parse_dialect(args.dialect, "--dialect", parser) },
  }
end

--- End the command where what it writes would take the place of its input, and --games leaves out games of that.
---@param job table
---@param args table parsed arguments: `output`
---@param paths string[]
---@param parser table
function M.check_replaced(job, args, paths, parser)
  for _, path in ipairs(job.selection and args.output and paths or {}) do
    if path ~= "-" and arguments.is_same_output(args.output, path) then
      parser:error(("-o %s would replace the games that --games leaves out: write another file"):format(path))
    end
  end
end

-- ---- what is said --------------------------------------------------------------------------------

local function print_record(record)
  messages.say(record.severity == "error" and record.text or record.text .. " (" .. record.severity .. ")")
end

local function report(job, record, is_of_reader)
  job.reported = job.reported + 1
  if job.say then
    job.say(record, is_of_reader)
  elseif job.reported <= SHOWN then
    print_record(record)
  end
  if record.severity == "error" then
    job.status = math.max(job.status, exit.DATA)
  end
end

--- Report diagnostics.
---@param job table
---@param records table[]
function M.report(job, records)
  for _, record in ipairs(records) do
    report(job, record)
  end
end

-- What the reader has noticed since the last time.
local function report_reader(job, reader)
  local records, lost = reader:take_diagnostics()
  for _, record in ipairs(records) do
    report(job, record, true)
  end
  job.reported = job.reported + lost
end

-- A game that was looked into: what cannot be understood of it is said, with --strict all that is unusual.
local function report_game(job, game, has_errors)
  if has_errors or job.options.strict then
    local records = game.diagnostics
    report_reader(job, job.reader) -- what stands before the game comes first
    M.report(job, records)
    job.errors = job.errors + (#records > 0 and 1 or 0)
  end
end

-- A game that --games names is examined like the reader would do it.
local function examine(job, game)
  report_reader(job, job.reader)
  local before, records = job.status, game.diagnostics
  job.status = exit.OK
  M.report(job, records)
  job.errors = job.errors + (job.status == exit.DATA and 1 or 0)
  job.plies = job.plies + game.plies
  job.status = math.max(before, job.status)
end

--- Something about a game that is the command's to say: the game is named, and the exit status is 1.
---@param job table
---@param reader lucena.Reader
---@param game lucena.Game
---@param message string
function M.complain(job, reader, game, message)
  messages.say(("%s:%d: game %d %s"):format(reader.name, game.line, game.number, message))
  job.status = math.max(job.status, exit.DATA)
end

--- Show the progress line when it is due.
---@param job table
---@param reader lucena.Reader
function M.show_progress(job, reader)
  if job.wants_progress and job.progress_when ~= "never"
    and messages.is_progress_due(job.has_data, job.progress_when == "always") then
    local more = job.progress and job.progress()
    local said = phrase.counted(reader.games, "game") .. (more and ", " .. more or "")
    messages.progress(reader.name .. ": " .. said)
  end
end

-- Games are short-lived garbage beside little that stays: collecting less often is a tenth faster, for some megabytes.
-- Beside much, as games of 16 MiB, it would be three times that: then Lua's own pace is right.
local LITTLE_KIB = 16 << 10
local function tune_collector(job)
  local pause = (job.keeps_much or collectgarbage("count") > LITTLE_KIB) and 200 or 400
  if pause ~= job.pause then
    job.pause = pause
    collectgarbage("incremental", pause, 400)
  end
end

local function look_up(job, reader)
  report_reader(job, reader)
  tune_collector(job)
  M.show_progress(job, reader)
end

-- ---- reading -------------------------------------------------------------------------------------

--- A file has been read to its end: tell of the first game that --games asks for and that is not there. The end of a
-- range need not be there.
---@param job table
---@param name string of the file
---@param games integer how many it has
function M.tell_missing(job, name, games)
  for _, range in ipairs(job.selection and job.selection.ranges or {}) do
    if range.first > games then
      messages.say(("%s: there is no game %d, %s"):format(name, range.first,
        games == 0 and "and no other" or "only " .. phrase.counted(games, "game")))
      job.is_missing = true
      return
    end
  end
end

-- The hot loop: what holds for every game is looked up once, and nothing is made for a game but the game. Returns what
-- went wrong, and whether it stopped before the end.
local function scan(job, reader)
  local read, visit, selection = job.read or reader.read, job.visit, job.selection
  local examines, is_judged = job.examines, job.options.check or job.judges
  local was_examined = require("lucena.core").Game.was_examined
  local often = job.options.check and OFTEN_CHECKED or OFTEN
  local countdown = often
  if selection then
    selection:begin()
    local last = selection:last()
    if last and last < (job.options.part and job.options.part.last or math.maxinteger) then
      reader:stop_behind(last)
    end
  end
  while true do
    if selection then
      local goes_on, problem = selection:skip(reader)
      if not goes_on then
        return problem, true
      end
    end
    local game, message = read(reader)
    if not game then
      return message, not message and selection and not selection:next(reader.games + 1)
    end
    -- With tag tests, the reader may have passed over the game that was wanted.
    if not selection or selection:next(game.number) == game.number then
      if visit then
        visit(game, reader)
      end
      if examines then
        examine(job, game)
      elseif not is_judged then
        local examined, has_errors = was_examined(game)
        if examined then
          report_game(job, game, has_errors)
        end
      end
      if job.is_done then
        return nil, true
      end
    end
    countdown = countdown - 1
    if countdown == 0 then
      countdown = often
      look_up(job, reader)
    end
  end
end

-- Nothing is done with the games but counting and, with `check`, examining them: no Game is made of one in which all
-- is well.
local function count(job, reader)
  local most, bytes = 1, reader.bytes
  while true do
    local passed, at_end = reader:count(most)
    if not passed then
      return at_end
    end
    job.passed = (job.passed or 0) + passed
    if at_end then
      return nil
    end
    look_up(job, reader)
    -- Of large games few at a time.
    most = reader.bytes - bytes < COUNTED_BYTES and math.min(2 * most, OFTEN * 64) or math.max(most // 2, 1)
    bytes = reader.bytes
  end
end

-- Reads what the reader has; what went wrong, and whether it stopped before the end.
local function read_games(job, reader)
  if job.visit or job.selection then
    return scan(job, reader)
  end
  return count(job, reader), false
end

-- Behind the games of a reader, which begin behind `before` others.
local function add_up(job, reader, before)
  report_reader(job, reader)
  job.games = job.games + reader.games - before
  job.plies = job.plies + reader.plies
  if reader.errors > 0 then
    job.errors = job.errors + reader.errors
    job.status = math.max(job.status, exit.DATA)
  end
end

--- Say how many diagnostics of a file were not printed.
---@param job table
---@param name string of the file
function M.tell_hidden(job, name)
  if not job.say and job.reported > SHOWN then
    messages.say(("%s: %s not shown"):format(name, phrase.counted(job.reported - SHOWN, "more diagnostic")))
  end
end

--- Read a part of a file: visit() is called for its games, and what they give rise to is reported and added up.
---@param job table
---@param path string
---@param part table as `chess.open` takes it, with `last`
---@return string? problem
---@return boolean? is_cut whether it stopped before the part's end
---@return integer? odd games of variants that are not read
function M.part(job, path, part)
  job.options.part = part
  local reader <close>, problem = require("lucena").open(path, job.options)
  if not reader then
    return problem, false, 0
  end
  local before = job.reader
  job.reader = reader
  local trouble, is_cut = read_games(job, reader)
  add_up(job, reader, part.games)
  job.reader, job.options.part = before, nil
  if not trouble and not is_cut and part.last and reader.games < part.last then
    trouble = ("%s: it has been changed while it was read: behind game %d there is no other"):format(path, reader.games)
  end
  return trouble, is_cut, reader.odd_variants
end

--- Behind the last part of a file: what stands behind its last game belongs to no part.
---@param job table
---@param reader lucena.Reader that has passed over all games
function M.tail(job, reader)
  M.tell_missing(job, reader.name, reader.games)
  add_up(job, reader, reader.cut.games)
  M.tell_hidden(job, reader.name)
end

-- Reads one file; what went wrong with reading it, or nil.
local function read_file(job, path)
  job.options.part = job.chunk
  local reader <close>, problem = require("lucena").open(path, job.options)
  if not reader then
    return problem
  end
  job.reader, job.reported = reader, 0
  if job.begin then
    job.begin(reader)
  end
  local trouble, is_cut = read_games(job, reader)
  if job.finish then
    job.finish(reader, is_cut)
  end
  if not trouble and not is_cut then
    M.tell_missing(job, reader.name, reader.games)
  end
  add_up(job, reader, 0)
  M.tell_hidden(job, reader.name)
  return trouble
end

--- A message handler: an error while games were read. The script's, and which game it was about; or one of ours, passed
-- on.
---@param job table
---@param value any
---@return any
function M.describe(job, value)
  local reader = job.reader
  if reader and not exit.is_interrupt(value) then
    report_reader(job, reader) -- what stands before the game comes first
  end
  if exit.is_failure(value) or exit.is_interrupt(value) then
    return value
  elseif not job.has_script then
    return exit.failure(exit.USAGE, debug.traceback("internal error: " .. tostring(value), 2))
  elseif not reader then
    return value
  end
  local failure = script.traceback(value)
  failure.message = ("%s\nthis was game %d, %s:%d"):format(failure.message, reader.games, reader.name, reader.line)
  return failure
end

--- Read files. The job's fields say what is done with them, all optional:
-- `visit(game, reader)` for each game (without it, games are counted: `passed`); `begin(reader)` and
-- `finish(reader, is_cut)` around each file, `is_cut` when reading stopped before its end; `abandon()` before an error
-- ends the command; `read(reader)` in place of Reader:read; `say(record)` in place of printing diagnostics;
-- `progress()`, more text for the progress line; `progress_when`, "always" or "never" in place of where it fits;
-- `is_done`, set by visit() when no more games are wanted; `has_data`, data goes to a stream meanwhile; `keeps_much`,
-- memory grows with the games; `has_script`, errors are those of the user's script; `judges`, visit() reports what is
-- wrong with the game itself.
-- `range`, {k, n}: only that part of the files, for a job with `be_part(is_first, is_last)`, called before them, and
-- `join(reader, game)`, called with the game behind the part. `workers`: how many processes are to do it, for a
-- job with `absorb(job, result)`, which takes over what one made of a part, and `hindrance`, why it is done alone;
-- `part_size`: the most bytes of such a part, where it is not a MiB.
---@param job table made by new()
---@param paths string[]
function M.files(job, paths)
  if job.chunk and (job.range or #paths > 1 or paths[1] ~= "-") then
    exit.fail(exit.USAGE, "--chunk is for standard input alone, of which there are no ranges")
  end
  tune_collector(job)
  local function handler(value)
    return M.describe(job, value)
  end
  local pool <close> = job.workers and require("lucena.run.parallel").open(job) or nil
  job.pool = pool
  local read = (job.range or pool) and require("lucena.run.parts").reading(job, paths) or read_file
  for i, path in ipairs(paths) do
    job.reader, job.place = nil, i
    local done, problem = xpcall(read, handler, job, path, i)
    if not done then
      if job.abandon then
        job.abandon()
      end
      error(problem, 0)
    elseif problem then
      messages.note(problem)
      job.status = exit.IO
      job.unread_files = (job.unread_files or 0) + 1
    end
    if job.is_done then
      return
    end
  end
end

local function refuse_range(parser, hindrance)
  parser:error(("--range: %s; let parts be put together: --partial -o FILE, then lucena merge-parts"):format(hindrance))
end

--- What a command that has parts does (see `lucena.run.partial`): the whole, or with --partial a part of it.
---@param command table `parts.range_hindrance(job)` says why a range's output cannot stand behind another's; without
-- it none can
---@param args table parsed arguments
---@param parser table
---@return integer status
function M.carry_out(command, args, parser)
  if args.partial then
    return require("lucena.run.partial").make(command, args, parser)
  end
  local range_hindrance = command.parts.range_hindrance
  if args.range and not range_hindrance then
    refuse_range(parser, "what it says is of all games")
  end
  local job, paths = command.open(args, parser)
  local hindrance = args.range and range_hindrance(job)
  if hindrance then
    refuse_range(parser, hindrance)
  end
  M.files(job, paths)
  return job.conclude()
end

--- The line behind all, unless --quiet.
---@param job table
---@param ... string parts, "315 games" is the first
function M.summary(job, ...)
  if not job.wants_progress then
    return
  end
  local parts = { phrase.counted(job.games, "game"), ... }
  if job.errors > 0 then
    parts[#parts + 1] = "errors in " .. phrase.counted(job.errors, "place")
  end
  if job.unread_files then
    parts[#parts + 1] = phrase.counted(job.unread_files, "file") .. " not read"
  end
  messages.note(table.concat(parts, ", "))
end

return M
