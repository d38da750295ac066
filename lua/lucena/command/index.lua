--- lucena index: writes indexes of files of games, and checks them.
-- @module lucena.command.index

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local inputs = require("lucena.run.input")
local messages = require("lucena.run.messages")
local options = require("lucena.run.options")
local phrase = require("lucena.run.phrase")
local stdio = require("lucena.run.stdio")

local M = {
  summary = "write an index, so that explore answers at once",
  group = "Search and check", order = 24,
}

local EXAMPLES = [[
The index of games.pgn is the file games.pgn.lci. With it, `lucena explore`
finds the games of a position or a player without reading the others. The index
is about 1.4 times as large as the games; with --max-ply 30, it is half as
large as the games. --shared-only makes an index of a third of this size: for a
position that one game reaches, or none, the games are read.

The index has the mainlines, read as PGN. After the games have changed, write
it again: an old index is never used. If games were only added to the end of
the file, only these are read. --compact reads all games again, and the index
is then a little smaller and faster.

Examples:
  lucena index games.pgn
  lucena index --max-ply 30 games.pgn.zst -o openings.lci
  lucena index --compact games.pgn
  lucena index --info games.pgn
  lucena index --verify games.pgn

Exit status:
  0  success
  1  errors in the games; with --check or --verify: the index is damaged, or
     is not that of the games
  2  wrong usage
  3  a file could not be read or written]]

function M.parser()
  local parser = arguments.parser("lucena index", "Write the index of each file of games.",
    "[OPTION]... FILE...", EXAMPLES)
  parser:argument("FILE", "PGN files, plain or compressed."):target("files"):args("+")
  parser:option("-o --output", "Write to FILE, completely or not at all. Default: FILE.lci, beside the games.")
    :argname("FILE")
  parser:option("--max-ply", "Index no positions after ply N (0 to 65535). Default: all."):argname("N")
  parser:flag("--shared-only", "Index only positions that at least two games reach.")
  parser:flag("--compact", "Read all games, also if games were only added since the last time.")
  parser:option("--memory", "Memory for sorting in MiB, at least 1. It does not change the index. Default: 256.")
    :argname("MIB")
  parser:mutex(
    parser:flag("--info", "Print what the index has; write nothing."),
    parser:flag("--check", "Compare the checksums of the index, and whether the games have changed; write nothing."),
    parser:flag("--verify", "The same, and compare the text of every game; write nothing."))
  parser:flag("-q --quiet", "Print no summary and no progress on standard error.")
  return parser
end

local function integer(text, option, least, most, parser)
  local value = text and text:find("^%d+$") and math.tointeger(tonumber(text))
  if text and not (value and value >= least and value <= most) then
    parser:error(("%s takes a number from %d to %d, not '%s'"):format(option, least, most, text))
  end
  return value
end

-- The exit status of an error: files that cannot be read or written, or data that does not fit.
local function status_of(code)
  return code:find("^cannot_") and exit.IO or exit.DATA
end

local function fail(tally, message, code)
  messages.note(message)
  tally:fail(status_of(code))
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
  if info.segments then
    stdio.write(("  %15d  segments\n"):format(info.segments))
  end
  if index.is_shared then
    stdio.write("  only positions of at least two games\n")
  end
  if index.is_cut then
    stdio.write(("  positions up to ply %d\n"):format(index.max_ply))
  end
end

local function look_at(input, path, args)
  local index <close>, message, code = require("lucena").index(path, { file = args.output })
  if not index then
    return fail(input.tally, message, code)
  elseif args.info then
    return print_info(index)
  end
  local is_good, problem, why = index:verify { games = args.verify, progress = function()
    if not args.quiet and messages.is_progress_due() then
      messages.progress(index.file .. ": reading")
    end
  end }
  if not is_good then
    return fail(input.tally, problem, why)
  end
  if not args.quiet then
    messages.note(("%s: the index fits"):format(index.file))
  end
end

-- Write the index of a file. Diagnostics of the games are reported while they are read.
local function write(input, path, args, limits)
  local reader_of, builder_of
  local games, message, code = require("lucena").write_index(path, {
    file = args.output, max_ply = limits.max_ply, shared_only = args.shared_only, memory = limits.memory,
    fresh = args.compact,
    progress = function(reader, builder)
      reader_of, builder_of = reader, builder
      input:report_reader(reader)
      input:show_progress(reader)
    end,
  })
  if reader_of then
    input.tally:add(reader_of.games, 0, reader_of.errors)
    input.log:finish_file(path)
  end
  if not games then
    return fail(input.tally, message, code)
  end
  return builder_of and builder_of.places or 0, message ~= nil
end

function M.run(args, parser)
  local limits = {
    max_ply = integer(args.max_ply, "--max-ply", 0, 65535, parser),
    memory = integer(args.memory, "--memory", 1, 1 << 20, parser),
  }
  if args.output and #args.files > 1 then
    parser:error("-o is for one FILE; without it, each index is written beside its file")
  end
  local input = inputs.new(options.read(args, parser))
  local places, is_written = 0, not (args.info or args.check or args.verify)
  local has_grown = false
  for _, path in ipairs(args.files) do
    if path == "-" then
      parser:error("an index needs a file, not standard input")
    elseif is_written then
      input.log:begin_file()
      local added, is_segment = write(input, path, args, limits)
      places, has_grown = places + (added or 0), has_grown or is_segment
    else
      look_at(input, path, args)
    end
  end
  if is_written then
    input:summary(phrase.counted(places, has_grown and "new position" or "position"))
  end
  stdio.flush()
  return input.tally.status
end

return M
