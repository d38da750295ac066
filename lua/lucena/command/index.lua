--- lucena index: writes indexes of files of games, and checks them.
-- @module lucena.command.index

local declare = require("lucena.run.declare")
local parsers = require("lucena.run.parsers")
local clients = require("lucena.run.index_clients")
local core = require("lucena.core")
local exit = require("lucena.run.exit")
local has_other_start = require("lucena.file").has_other_start
local inputs = require("lucena.run.input")
local messages = require("lucena.run.messages")
local option_values = require("lucena.run.option_values")
local options = require("lucena.run.options")
local part_file = require("lucena.run.part_file")
local parts = require("lucena.run.parts")
local phrase = require("lucena.run.phrase")
local stdio = require("lucena.run.stdio")
local tallies = require("lucena.run.tally")

local M = {
  summary = "write an index, so that explore answers at once",
  group = "Search and check", order = 24,
}

local EXAMPLES = [[
The index of games.pgn is the file games.pgn.lci. With it, `lucena explore`
finds the games of a position or a player without reading the others. The index
is about 1.4 times as large as the text of the games, that of a compressed file
2.1 times. --shared-only makes an index of a third of this size: for a position
that one game reaches, or none, the games are read. --max-ply makes it smaller,
too, but only queries of names and other tags and chess.index use it then: for
positions and for `lucena explore`, the games are read.

The index has the mainlines, in the notation in which they are read. After the
games have changed, write it again: an old index is never used. An index that
is up to date is not written.

Several machines can share the work on one file. Each reads a range, and writes
a part: --range K/N --partial -o PART. `lucena merge-parts PART... -o FILE.lci`
writes the index. It has the same bytes as that of one process.

Examples:
  lucena index games.pgn
  lucena index --jobs auto games.pgn
  lucena index --shared-only games.pgn.zst -o small.lci
  lucena index --info games.pgn
  lucena index --verify games.pgn

Exit status:
  0  success
  1  errors in the games that were indexed now; with --check or --verify: the
     index is damaged, or is not that of the games
  2  wrong usage
  3  a file could not be read or written]]

function M.parser()
  local parser = parsers.new("lucena index", "Write the index of each file of games.",
    "[OPTION]... FILE...", EXAMPLES)
  parser:argument("FILE", "PGN files, plain or compressed."):target("files"):args("+")
  parser:option("-o --output", "Write to FILE, completely or not at all. Default: FILE.lci, beside the games.")
    :argname("FILE")
  parser:option("--max-ply", "Index no positions after ply N (0 to 65535). Default: all."):argname("N")
  parser:flag("--shared-only", "Index only positions that at least two games reach.")
  parser:option("--memory", "Memory for sorting in MiB, at least 1, for each process. It does not change the index."
    .. " Default: 256.")
    :argname("MIB")
  declare.jobs_option(parser)
  declare.range_options(parser, "Needs --partial; `lucena merge-parts` then writes the index.")
  parser:mutex(
    parser:flag("--info", "Print what the index has; write nothing."),
    parser:flag("--check", "Compare the checksums of the index, and whether the games have changed; write nothing."),
    parser:flag("--verify", "The same, and compare the text of every game; write nothing."))
  parser:flag("-q --quiet", "Print no summary and no progress on standard error.")
  return parser
end

local function fail(tally, message, code)
  messages.note(message)
  tally:fail(clients.status_of(code))
end

local LABELS = {
  { "games", "games" }, { "places", "positions of all games" }, { "positions", "different positions" },
  { "players", "names of players" }, { "events", "events" },
}

local function print_info(index)
  local info = index.info
  local size = info.pages * 4096
  stdio.write(index.file, "\n")
  for _, label in ipairs(LABELS) do
    stdio.write(("  %15s  %s\n"):format(phrase.group(info[label[1]]), label[2]))
  end
  stdio.write(("  %15s  bytes"):format(phrase.group(size)),
    info.places > 0 and (", %.1f per position\n"):format(size / info.places) or "\n")
  if index.is_shared then
    stdio.write("  only positions of at least two games\n")
  end
  if index.is_cut then
    stdio.write(("  positions up to ply %d\n"):format(index.max_ply))
  end
end

local function look_at(tally, path, args)
  local index <close>, message, code = require("lucena").index(path, { file = args.output })
  if not index then
    return fail(tally, message, code)
  elseif args.info then
    return print_info(index)
  end
  local is_good, problem, why = index:verify { games = args.verify, progress = function()
    if not args.quiet and messages.is_progress_due() then
      messages.progress(index.file .. ": reading")
    end
  end }
  if not is_good then
    return fail(tally, problem, why)
  end
  if not args.quiet then
    messages.note(("%s: the index fits"):format(index.file))
  end
end

-- ---- writing -------------------------------------------------------------------------------------

-- Return the options of lucena.index.writing.
local function limits_of(args, parser)
  return { max_ply = option_values.integer(args.max_ply, "--max-ply", 0, 65535, parser),
    memory = option_values.integer(args.memory, "--memory", 1, 1 << 20, parser), shared_only = args.shared_only }
end

-- Return whether a path is a pipe or a device, whose games can be read only once.
local function is_stream(path)
  local size, problem = core.file_size(path)
  return not size and not problem and not core.is_folder(path)
end

local function check_files(args, parser)
  if args.partial and #args.files > 1 then
    parser:error("--partial: an index is of one file")
  elseif args.output and #args.files > 1 then
    parser:error("-o is for one FILE; without it, each index is written beside its file")
  end
  for _, path in ipairs(args.files) do
    if path == "-" or is_stream(path) then
      parser:error(("an index needs a file, not %s"):format(path == "-" and "standard input" or "a pipe: " .. path))
    end
  end
end

--- Return a client for a part of the games: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.work(args, parser)
  check_files(args, parser)
  if args.partial and args.output and has_other_start(args.output, part_file.NAME) then
    exit.fail(exit.USAGE, require("lucena.argument").printable(args.output)
      .. ": the file exists and is no part of an index; it is not replaced")
  end
  local input = inputs.new(options.read(args, parser))
  return input, clients.making(input, args.files[1], limits_of(args, parser)), args.files
end

--- Return the client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.open(args, parser)
  if args.facts and not args.output then
    exit.fail(exit.USAGE, "an index is written to a file: give -o FILE")
  end
  local input = inputs.new(options.read(args, parser))
  local client = clients.writing(input, args.output, limits_of(args, parser))
  if args.facts then
    client:merge(args.facts)
  else
    check_files(args, parser)
  end
  return input, client, args.files
end

M.parts = { streams = true }

--- Return the reason why the command cannot write a part: there is none.
function M.parts.obstacle() end

function M.parts.facts(client)
  return client:facts()
end

--- Return the arguments of open() for merging parts.
---@param args table those of the parts
---@param _ string? script
---@param facts table
---@return table? args
---@return string? problem
function M.parts.for_merging(args, _, facts)
  args.facts = facts
  return args
end

-- ---- the command ---------------------------------------------------------------------------------

local OF_WRITING = { "jobs", "range", "partial" }

local function look(args, parser)
  check_files(args, parser)
  for _, name in ipairs(OF_WRITING) do
    if args[name] then
      parser:error(("--%s is for writing an index"):format(name))
    end
  end
  local tally = tallies.new()
  for _, path in ipairs(args.files) do
    look_at(tally, path, args)
  end
  stdio.flush()
  return tally.status
end

function M.run(args, parser)
  if args.info or args.check or args.verify then
    return look(args, parser)
  end
  return parts.run(M, args, parser)
end

return M
