--- The values of the options of every command that reads games, as a frozen record. A command adds its own tests of
-- games (a query, tests of tags) when it reads the options. `lucena.run.declare` declares them.
-- @module lucena.run.options

local arguments = require("lucena.run.arguments")
local frozen = require("lucena.run.frozen")
local values = require("lucena.run.option_values")

local M = {}

-- The problems that --allow positions accepts.
local POSITIONS = { "pawn_on_last_rank", "opposite_check", "touching_kings" }

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
