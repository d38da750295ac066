--- The options of every command that reads games. The module declares them, and returns their values as a frozen
-- record. A command adds its own tests of games (a query, tests of tags) when it reads the options.
-- @module lucena.run.options

local arguments = require("lucena.run.arguments")
local frozen = require("lucena.run.frozen")
local values = require("lucena.run.option_values")

local M = {}

-- The problems that --allow positions accepts.
local POSITIONS = { "pawn_on_last_rank", "opposite_check", "touching_kings" }

-- ---- declaring -----------------------------------------------------------------------------------

--- Declare the argument for the input files.
---@param parser table
function M.argument(parser)
  parser:argument("FILE", "PGN files; - is standard input, the default if it is a pipe.")
    :target("files"):args("*")
end

--- Declare --dialect.
---@param parser table
function M.dialect_option(parser)
  parser:option("--dialect", "The notation of the moves: french, fide:german, iccf ... (`lucena dialects` lists them),"
    .. " a FILE.lua of your own, pgn, or auto: detect the notation of each game that cannot be read as PGN. Default:"
    .. " auto, and pgn with --strict or --no-skip."):argname("NAME")
end

--- Declare --jobs.
---@param parser table
---@param help string? replaces the help text
function M.jobs_option(parser, help)
  parser:option("--jobs", help or "Number of worker processes; 0 or auto: one per processor. Default: no workers."
    .. " Workers do not change the output. If one process has to read the input, a message says so."):argname("N")
end

--- Declare the options of a part of the input.
---@param parser table
---@param help string how to use the output of a range
function M.range_options(parser, help)
  parser:option("--range", "Read only range K of N. All files together are divided into N ranges of equal size. A"
    .. " game belongs to the range in which it begins. " .. help):argname("K/N")
  parser:flag("--partial", "Write a part, that is, results for `lucena merge-parts`, to the FILE of -o.")
end

--- Return the dialect named by an option, as `chess.open` and `Game:pgn` take it.
---@param name string? "auto" is returned unchanged
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
    parser:error(("%s: '%s' needs Lua functions, which only `lucena translate` supports")
      :format(option, name))
  end
  return dialect
end

--- Declare the options shared by all commands that read games. Options declared earlier belong to the command.
---@param parser table
---@param in_parts string? the help of --range: how to use the output of a range. nil: parts of the input cannot be
-- read separately
---@param jobs string|boolean? true: the command has --jobs, as with `in_parts`; a string: replaces its help
function M.declare(parser, in_parts, jobs)
  arguments.end_group(parser, "Options")
  parser:option("--games", "Read only these games of each file, by number: 3,7,10-12 or 5-."):argname("LIST")
  if jobs or in_parts then
    M.jobs_option(parser, type(jobs) == "string" and jobs or nil)
  end
  if in_parts then
    M.range_options(parser, in_parts)
  end
  M.dialect_option(parser)
  parser:flag("--strict", "Count warnings and repairs as errors. Implies --no-skip.")
  parser:flag("--no-skip", "End the mainline or variation at a stray sign, such as a comma, and at a spelling with"
    .. " characters that PGN does not use, such as a figurine. Default: skip such signs and repair such spellings.")
  parser:flag("--repair", "Repair text pasted from mails, web pages and word processors, and report each change."
    .. " Columns are those of the repaired line."
    .. (in_parts and " Not with --range; --jobs has no effect." or jobs and " --jobs has no effect." or ""))
  parser:flag("--salvage", "End an unclosed comment at the next tag section.")
  parser:option("--max-game", "Skip games of more than N MiB (1 to 1024). Default: 16."):argname("N")
  parser:option("--allow", "Change a limit, or accept an error; repeat for more. Games above these limits get a"
    .. " warning: comment=BYTES (default 1048576), tag=BYTES (65536), tags=COUNT (1000). Variations nested deeper than"
    .. " nesting=DEPTH (1000) are not read. --allow illegal-moves: play a move that leaves its own king in check, or"
    .. " castles out of or through check, if the text can mean no other move. Such a move is reported as an error. By"
    .. " default, it ends the mainline or variation. --allow positions: play games from illegal positions that have"
    .. " one king of each side.")
    :argname("NAME[=N]"):count("*")
  parser:flag("-q --quiet", "Print no summary and no progress on standard error.")
  arguments.end_group(parser, "Reading")
end

-- ---- values --------------------------------------------------------------------------------------

local Options = {}

--- Return the table that `core.parts.open` takes.
---@param part? table the part of the file to read
---@return table
function Options:for_reader(part)
  return { check = self.check and not self.games, strict = self.strict, salvage = self.salvage,
    repair = self.repair, skip = self.skip, max_game = self.max_game, limits = self.limits,
    illegal_moves = self.illegal_moves, allow = self.allow,
    dialect = self.dialect, query = self.query, tags = self.tags, select = self.select, part = part }
end

local new = frozen.kind("option", [[games range workers quiet progress
  check strict repair salvage skip max_game limits illegal_moves allow dialect query tags select]], Options)

--- Return a copy without ranges, selected games and workers. With it, this process reads the complete files.
function Options:for_whole_files()
  return new { quiet = self.quiet, progress = self.progress, check = self.check, strict = self.strict,
    repair = self.repair, salvage = self.salvage, skip = self.skip, max_game = self.max_game, limits = self.limits,
    illegal_moves = self.illegal_moves, allow = self.allow, dialect = self.dialect }
end

--- End the command if the output would replace an input file while --games selects only some of its games.
---@param output string? the path of -o
---@param paths string[]
---@param parser table
function Options:check_replaced(output, paths, parser)
  for _, path in ipairs(self.games and output and paths or {}) do
    if path ~= "-" and arguments.is_same_output(output, path) then
      parser:error(("-o %s would delete the games that --games does not select: write to another file"):format(path))
    end
  end
end

--- Read the options. Some fields differ from the command line: `games` is a selection, `range` is {k, n}, and
-- `workers` is the number of workers (nil: none). `check` means that every game is
-- examined. `query`, `tags` and `select` are tests for the reader.
---@param args table parsed arguments
---@param parser table
---@param more? table `check`, `query`, `tags`, `select`
---@return table options frozen
function M.read(args, parser, more)
  more = more or {}
  local games = values.games(args.games, parser)
  if args.repair and args.range then
    parser:error("--repair reads whole files; it cannot be combined with --range")
  end
  local limits, allowed = values.limits(args.allow, parser)
  return new {
    games = games, range = values.range(args.range, parser),
    workers = not args.repair and values.workers(args.jobs, parser) or nil,
    quiet = args.quiet or false, progress = args.progress and "always" or args.no_progress and "never" or nil,
    strict = args.strict or false, repair = args.repair, salvage = args.salvage, skip = not args.no_skip,
    max_game = values.max_game(args.max_game, parser),
    limits = limits, illegal_moves = allowed["illegal-moves"] or false,
    allow = allowed["positions"] and POSITIONS or nil,
    dialect = M.parse_dialect(args.dialect, "--dialect", parser),
    check = more.check or false, query = more.query, tags = more.tags, select = more.select,
  }
end

return M
