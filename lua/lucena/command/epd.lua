--- lucena epd: checks, rewrites, sorts, selects and counts EPD records, and tests engines on them.
-- @module lucena.command.epd

local arguments = require("lucena.run.arguments")
local options = require("lucena.run.options")
local output = require("lucena.run.output")
local parsers = require("lucena.run.parsers")
local phrase = require("lucena.run.phrase")
local records = require("lucena.run.records")
local stdio = require("lucena.run.stdio")
local diagnostics = require("lucena.run.diagnostics")

local M = {
  summary = "check, rewrite, sort and select positions with operations (EPD)",
  group = "Positions and openings", order = 41,
}

local EXAMPLES = [[
An EPD file has one position per line, followed by operations. Examples: bm is
the best move, id a name, ce a score in centipawns, pv the expected moves.

  fmt     write each record in canonical form: operations in ASCII order,
          moves as SAN, strings in quotation marks. Unreadable text and
          comment lines (#) are kept unchanged
  check   report errors with line and column, like `lucena check`
  sort    sort the lines by their positions or, with --by, by an operation;
          numbers sort before text; records without the operation come last
  select  copy the lines that pass all tests
  stats   count records, sides to move, pieces and operations
  perft   check the counts D1 to Dn of the records; skip depths above --depth
          and counts above --nodes (default 10000000)
  test    let an engine choose a move. A record with bm (best moves) is solved
          by one of them, and a record with am (moves to avoid) by any other
          move. If a record has both, both conditions must hold. A record with
          dm (mate in N) and without bm and am is solved by a mate in at most
          N moves. The comment c0 "f5=100, Bf2=46" gives points for moves

TEST is an opcode that must be present, or an opcode, an operator and a value:
  bm=Nf3      equals; list several moves in the record's order
  id~wac      contains, ignoring case
  eco^B9      starts with, ignoring case
  ce>=100     compares numbers; also < <= >
CODE is a Lua expression or a function body. `r` is the record:
  r.position.turn == "black" and #r.bm > 1

Examples:
  lucena epd fmt suite.epd -o clean.epd
  lucena epd fmt --to-dialect uci suite.epd
  lucena epd check --style suite.epd
  lucena epd sort --by id suite.epd
  lucena epd select -t id~one -e '#r.bm == 1' suite.epd
  lucena epd stats suite.epd
  lucena epd perft perft.epd --depth 4
  lucena epd test suite.epd --engine stockfish --time 0.1

Exit status:
  0  success
  1  errors in the records
  2  wrong usage, or an error in CODE
  3  a file could not be read or written (the other files are
     read), or the engine failed]]

-- Maps each option to the verbs that accept it. The other options are accepted by all verbs.
local BELONGS = {
  output = { "fmt", "sort", "select" }, ep = { "fmt" }, to_dialect = { "fmt" },
  shredder = { "fmt" }, style = { "check" },
  summary = { "check" }, format = { "check" }, max = { "check" }, by = { "sort" }, reverse = { "sort" },
  test = { "select" }, eval = { "select" }, invert = { "select" }, count = { "select" },
}

function M.parser()
  local parser = parsers.new("lucena epd", "Check, rewrite, sort and select EPD records.",
    "VERB [OPTION]... [FILE]...", EXAMPLES)
  parser:argument("VERB", "The action; see below."):target("verb")
    :choices({ "fmt", "check", "sort", "select", "stats", "perft", "test" })
  parser:argument("FILE", "EPD files; - is standard input, the default if it is a pipe.")
    :target("files"):args("*")
  parser:option("-o --output", "Write to FILE, completely or not at all."):argname("FILE")
  parser:option("--dialect", "The notation of the moves: french, uci ... (`lucena dialects` lists them), or a FILE.lua"
    .. " of your own. Default: PGN."):argname("NAME")
  parser:flag("--strict", "Count warnings and repairs as errors.")
  parser:flag("-q --quiet", "Print no summary and no progress on standard error.")
  parsers.end_group(parser, "Options")
  parser:option("--ep", "Write the en passant square: legal (if a capture is legal, the default), xfen (if a pawn could"
    .. " capture, even when pinned), or always."):choices({ "legal", "xfen", "always" }):argname("MODE")
  parser:flag("--shredder", "Write castling rights as the files of the rooks (Shredder-FEN): HAha.")
  parser:option("--to-dialect", "The notation of the written moves. Default: PGN."):argname("NAME")
  parsers.end_group(parser, "Options of fmt")
  parser:flag("-s --summary", "Print only the table of counts.")
  parser:flag("--style", "Also report repairs: unusual spellings with a clear meaning.")
  diagnostics.options(parser)
  parsers.end_group(parser, "Options of check")
  parser:option("--by", "The opcode to sort by, or position (the default)."):argname("OPCODE")
  parser:flag("-r --reverse", "Reverse the order.")
  parsers.end_group(parser, "Options of sort")
  parser:option("-t --test", "Select the records that pass TEST; repeat for more tests."):argname("TEST"):count("*")
  parser:option("-e --eval", "Select records for which CODE is true; repeat for more."):argname("CODE"):count("*")
  parser:flag("-v --invert", "Select the records that do not pass the tests.")
  parser:flag("-c --count", "Print only the number of selected records.")
  parsers.end_group(parser, "Options of select")
  require("lucena.run.engine_option").options(parser, "Without --time, --depth and --nodes, --time 1 applies.")
  parsers.end_group(parser, "Options of test (--depth and --nodes also apply to perft)")
  parsers.common(parser, "-o", "--to-dialect", "--strict")
  return parser
end

for _, name in ipairs(require("lucena.run.engine_option").NAMES) do
  BELONGS[name] = { "test" }
end
BELONGS.depth, BELONGS.nodes = { "perft", "test" }, { "perft", "test" }

local DEFAULTS = { format = "text" }

local function check_usage(args, parser)
  for name, verbs in pairs(BELONGS) do
    local value, fits = args[name], false
    for _, verb in ipairs(verbs) do
      fits = fits or verb == args.verb
    end
    local is_given = value and value ~= DEFAULTS[name] and not (type(value) == "table" and #value == 0)
    if is_given and not fits then
      parser:error(("--%s is an option of `lucena epd %s`"):format((name:gsub("_", "-")), table.concat(verbs, "`, `")))
    end
  end
end

-- ---- verbs: each returns a client for the records, and a function to call after the last file -----

-- This function returns a remark for the summary, or nil, and a records.search whose hints follow the summary, or nil.

local VERBS = {}

-- Return a client that writes records, and a function to call after the last file.
local function writing_client(input, args)
  local path = args.output or "-"
  local writer = output.open(path)
  return { has_data = writer.is_stream, writer = writer, abandon = function() output.abandon(writer) end }, function()
    output.finish(writer, path, input.tally.status)
  end
end

function VERBS.fmt(input, args, parser)
  local format = { ep = args.ep, castling = args.shredder and "shredder" or nil,
    dialect = options.parse_dialect(args.to_dialect, "--to-dialect", parser) }
  local client, finish = writing_client(input, args)
  client.format = format
  function client:take(text)
    output.check(self.writer:write(text))
  end
  return client, finish
end

function VERBS.check(input, args)
  return { has_data = true }, function()
    input.log:finish(args)
    return #input.log.kinds == 0 and input.tally.unread_files == 0 and "nothing to report" or nil
  end
end

-- Compare two values for sorting: numbers come first, then texts, then missing values. Equal values keep their order.
local function comes_before(a, b, reverse)
  local x, y = a.key, b.key
  if x == nil or y == nil then
    return x ~= nil or y == nil and a.number < b.number
  elseif type(x) ~= type(y) then
    return type(x) == "number"
  elseif x == y then
    return a.number < b.number
  end
  if reverse then
    x, y = y, x
  end
  return x < y
end

function VERBS.sort(input, args)
  local client, finish = writing_client(input, args)
  local by, lines = args.by or "position", {}
  local search = records.search { by ~= "position" and by or nil }
  function client.visit(_, record)
    local key
    search:visit(record)
    if by == "position" then
      key = record.position and record.position:fen():match("^%S+ %S+ %S+ %S+")
    else
      key = records.value(record, by)
    end
    lines[#lines + 1] = { key = key, number = #lines, text = record.text }
  end
  return client, function()
    table.sort(lines, function(a, b) return comes_before(a, b, args.reverse) end)
    for _, line in ipairs(lines) do
      output.check(client.writer:write(line.text, "\n"))
    end
    finish()
    return nil, not args.quiet and #lines > 0 and search or nil
  end
end

function VERBS.select(input, args, parser)
  local passes, opcodes = require("lucena.run.epd.select").make(args, parser)
  local search, matched = records.search(opcodes), 0
  local client, finish = {}, nil
  if not args.count then
    client, finish = writing_client(input, args)
  end
  function client:visit(record, reader)
    search:visit(record)
    if passes(record, reader) then
      matched = matched + 1
      if self.writer then
        output.check(self.writer:write(record.text, "\n"))
      end
    end
  end
  return client, function()
    if finish then
      finish()
    else
      stdio.write(("%d\n"):format(matched))
      stdio.flush()
    end
    return phrase.group(matched) .. " matched", not args.quiet and matched == 0 and search or nil
  end
end

function VERBS.stats(input)
  local stats = require("lucena.run.epd.stats")
  local counts = stats.new()
  return { visit = function(_, record) stats.add(counts, record) end }, function()
    stats.print(counts, input.tally.count)
    stdio.flush()
  end
end

function VERBS.perft(input, args, parser)
  return require("lucena.run.epd.perft").client(input, args, parser)
end

function VERBS.test(input, args, parser)
  return require("lucena.run.epd.test").client(input, args, parser)
end

function M.run(args, parser)
  check_usage(args, parser)
  if args.dialect == "auto" then
    parser:error("--dialect auto is for games: the moves of a record are too few")
  end
  local dialect = options.parse_dialect(args.dialect, "--dialect", parser)
  if args.verb == "select" and args.count and args.output then
    parser:error("--count writes no records, so it excludes -o")
  end
  local paths = arguments.inputs(args.files, parser)
  local input = records.new(args, dialect, args.verb == "check" and diagnostics.new(args, parser, "record") or nil)
  local client, finish = VERBS[args.verb](input, args, parser)
  input:read(paths, client)
  local remark, search = finish()
  input:summary(remark)
  if search and input.tally.count > 0 then
    search:report()
  end
  return input.tally.status
end

return M
