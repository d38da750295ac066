--- lucena cut: finds the offsets at which files can be divided into ranges, for --cuts.
-- @module lucena.command.cut

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local inputs = require("lucena.run.input")
local options = require("lucena.run.options")
local output = require("lucena.run.output")
local phrase = require("lucena.run.phrase")
local parts = require("lucena.core").parts

local M = {
  summary = "find where files can be cut into ranges, for many machines",
  group = "Programs and many machines", order = 61,
}

local EXAMPLES = [[
Without --cuts, a command that reads a range (--range K/N) must first find it:
it scans the files from the start, and decompresses compressed files to their
end. This command finds all ranges once and writes them to a file for --cuts.

With --cuts, reading starts at the range. In bgzip, bzip2 and multi-frame .zst
files (pzstd), decompression also starts there. A .zst file of a single frame
is decompressed from its start.

Give the files to the other commands in the same order and with the same names.

Examples:
  lucena cut --ranges 2 -o games.cuts games.pgn
  lucena filter --range 2/2 --cuts games.cuts --check games.pgn

Exit status:
  0  success
  1  a file is damaged or truncated
  2  wrong usage
  3  a file could not be read or written]]

function M.parser()
  local parser = arguments.parser("lucena cut", "Find the places where files can be cut into ranges.",
    "-n N [OPTION]... FILE...",
    EXAMPLES)
  parser:argument("FILE", "PGN files."):target("files"):args("+")
  parser:option("-n --ranges", "Number of ranges."):argname("N")
  parser:option("-o --output", "Write to FILE, completely or not at all. Default: standard output."):argname("FILE")
  parser:option("--max-game", "Size of the largest game in MiB; use the value of the command that reads the ranges.")
    :argname("N")
  parser:flag("-q --quiet", "Print no summary and no progress on standard error.")
  return parser
end

-- Report the errors because of which a file cannot be read to its end. Warnings are reported later, by the command that
-- reads the games.
local function report_errors(input, reader)
  local errors = {}
  parts.finish(reader, 0)
  for _, record in ipairs(reader:take_diagnostics()) do
    errors[#errors + 1] = record.severity == "error" and record or nil
  end
  input:report(errors)
end

function M.run(args, parser)
  local n = args.ranges and args.ranges:find("^%d+$") and math.tointeger(tonumber(args.ranges))
  if not n or n < 1 or n > 1 << 20 then
    parser:error("--ranges takes a number of ranges, at least 1")
  end
  local input = inputs.new(options.read(args, parser))
  for _, path in ipairs(args.files) do
    if path == "-" then
      parser:error("standard input cannot be cut: give files")
    elseif path:find("[\r\n]") then
      parser:error("a file of cuts cannot have file names with line ends")
    end
  end
  local cuts, problem = require("lucena.run.cuts").find(args.files, n, input.options:for_reader(), function(reader)
    input:show_progress(reader)
  end, function(reader)
    report_errors(input, reader)
  end)
  if not cuts then
    exit.fail(exit.IO, problem)
  end
  local path = args.output or "-"
  local writer = output.open(path)
  output.check(writer:write(require("lucena.run.cuts").encode(cuts)))
  output.finish(writer, path, exit.OK)
  input.tally:add(cuts.games, 0, 0)
  input:summary(phrase.counted(n, "range"))
  return input.tally.status
end

return M
