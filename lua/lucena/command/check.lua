--- lucena check: what is wrong with PGN files.
-- @module lucena.command.check

local reading = require("lucena.command.reading")
local support = require("lucena.command.support")

local M = {
  summary = "tell what is wrong with PGN files, and where",
  order = 12,
}

local EXAMPLES = [[
Every game is read to its end: tags, moves, variations, comments. Each thing
that is not as it should be is a line on standard output, in the form that
editors understand, as file:line:column; columns count bytes from 1:

  games.pgn:812:14: error: illegal move Nxe5 (move 23, White) [illegal_move]

and a table of the kinds of trouble follows. The severities: error, something
could not be understood (it is kept); warning, it probably means something
else; repair, an unusual spelling whose meaning is clear. The word in brackets
is the code: docs/diagnostics.md explains each.

Examples:
  lucena check games.pgn
  lucena check --summary *.pgn
  lucena check --strict --quiet games.pgn && echo good
  lucena check --format tsv games.pgn | cut -f 5 | sort | uniq -c

Exit status: 0 no errors, 1 errors (with --strict: anything at all), 2 usage,
3 a file could not be read (the others are) or the output not written.]]

local DEFAULT_MAX = 1000

function M.parser()
  local parser = support.parser("lucena check", "Tell what is wrong with PGN files, and where.",
    "[OPTION]... [FILE]...", EXAMPLES)
  reading.argument(parser)
  parser:flag("-s --summary", "Only the table of the kinds of trouble.")
  parser:flag("--style", "Tell of moves, too, that are not spelled as PGN wants (slower).")
  parser:option("--format", "text (the default), json (an object a line) or tsv."):choices({ "text", "json", "tsv" })
    :argname("NAME"):default("text"):show_default(false)
  parser:option("--max", ("Lines for one file at most; the table counts all. Default: %d; 0: no limit."):format(
    DEFAULT_MAX)):argname("N")
  reading.options(parser)
  return parser
end

-- ---- lines ---------------------------------------------------------------------------------------

local FIELDS = { "file", "line", "column", "severity", "code", "game", "ply", "offset", "token", "fen", "message" }

local function json_line(fields)
  local json = require("lucena.json")
  local parts = {}
  for _, field in ipairs(fields) do
    local name, value = field[1], field[2]
    if value ~= nil then
      local text = type(value) == "number" and ("%d"):format(value) or json.quote(value)
      parts[#parts + 1] = ('"%s":%s'):format(name, text)
    end
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function tsv_line(fields)
  local csv = require("lucena.csv")
  local cells = {}
  for i, field in ipairs(fields) do
    cells[i] = csv.cell(field[2], true, true)
  end
  return table.concat(cells, "\t")
end

local function fields_of(record, names)
  local fields = {}
  for i, name in ipairs(names) do
    fields[i] = { name, record[name] }
  end
  return fields
end

-- ---- output --------------------------------------------------------------------------------------

-- The name of standard input is told as filter tells it.
local function text_line(record)
  return ("%s:%d:%d: %s: %s [%s]"):format(record.file or "-", record.line, record.column, record.severity,
    record.message, record.code)
end

local LINE = {
  text = function(record) return support.safe(text_line(record)) end,
  json = function(record) return json_line(fields_of(record, FIELDS)) end,
  tsv = function(record) return tsv_line(fields_of(record, FIELDS)) end,
}

-- Count a record under its code.
local function count(kinds, record)
  local kind = kinds[record.code]
  if not kind then
    kind = {
      code = record.code, severity = record.severity, count = 0, file = record.file or "-",
      line = record.line, column = record.column,
    }
    kinds[record.code] = kind
    kinds[#kinds + 1] = kind
  end
  kind.count = kind.count + 1
end

local RANK = { error = 1, warning = 2, repair = 3 }

local function sort_kinds(kinds)
  table.sort(kinds, function(a, b)
    local x, y = RANK[a.severity] or 4, RANK[b.severity] or 4
    if x ~= y then
      return x < y
    elseif a.count ~= b.count then
      return a.count > b.count
    end
    return a.code < b.code
  end)
end

local function print_table(kinds)
  local width = #"code"
  for _, kind in ipairs(kinds) do
    width = math.max(width, #kind.code)
  end
  local row = "%9s  %-8s  %-" .. width .. "s  %s\n"
  support.write(row:format("count", "severity", "code", "first at"))
  for _, kind in ipairs(kinds) do
    local place = ("%s:%d:%d"):format(kind.file, kind.line, kind.column)
    support.write(row:format(support.group(kind.count), kind.severity, kind.code, support.safe(place)))
  end
end

local KIND_FIELDS = { "code", "severity", "count", "file", "line", "column" }

local function print_kinds(kinds, name)
  sort_kinds(kinds)
  if name == "text" then
    print_table(kinds)
    return
  end
  if name == "tsv" then
    support.write(table.concat(KIND_FIELDS, "\t"), "\n")
  end
  for _, kind in ipairs(kinds) do
    local fields = fields_of(kind, KIND_FIELDS)
    support.write(name == "tsv" and tsv_line(fields) or json_line(fields), "\n")
  end
end

-- ---- the command ---------------------------------------------------------------------------------

local function parse_max(text, parser)
  local max = text and (text:find("^%d+$") and math.tointeger(tonumber(text)) or parser:error(
    ("--max takes a number, not '%s'"):format(text))) or DEFAULT_MAX
  return max > 0 and max or math.maxinteger
end

-- Prints and counts what is reported. The table is what the lines cannot say when they are cut short.
local function make_say(job, args, max)
  local line = LINE[args.format]
  function job.say(record)
    if args.strict then
      record.severity = "error"
    end
    count(job.kinds, record)
    if not args.summary and job.reported <= max then
      support.write(line(record), "\n")
    end
  end
  function job.finish(reader)
    reading.report(job, reader:take_diagnostics())
    if not args.summary and job.reported > max then
      support.flush()
      support.say(("%s: %s not shown"):format(reader.name, support.counted(job.reported - max, "more line")))
    end
  end
end

-- Unusual spellings are looked for in each game by itself.
local function examine_style(job)
  job.examines, job.options.check, job.judges = false, false, true
  function job.visit(game)
    local good, records = game:check()
    reading.report(job, records)
    job.errors = job.errors + (good and 0 or 1)
    job.plies = job.plies + game.plies
  end
end

function M.run(args, parser)
  args.check = true
  local max = parse_max(args.max, parser)
  local job = reading.new(args, parser)
  local paths = support.inputs(args.files, parser)
  job.kinds = {}
  job.has_data = true
  make_say(job, args, max)
  if args.style then
    examine_style(job)
  end
  if args.format == "tsv" and not args.summary then
    support.write(table.concat(FIELDS, "\t"), "\n")
  end
  reading.files(job, paths)
  if #job.kinds > 0 and (args.summary or args.format == "text" and not args.quiet) then
    support.write(args.summary and "" or "\n")
    print_kinds(job.kinds, args.format)
  end
  support.flush()
  reading.summary(job, support.group(job.plies) .. (job.plies == 1 and " ply" or " plies"),
    #job.kinds == 0 and not job.unread_files and "nothing to report" or nil)
  return job.status
end

return M
