--- lucena report: makes tables about games, in the formats of `lucena.report`. The file of a report declares the
-- report's options. So a new report needs no change here.
-- @module lucena.command.report

local arguments = require("lucena.run.arguments")
local declare = require("lucena.run.declare")
local exit = require("lucena.run.exit")
local hint = require("lucena.run.hint")
local inputs = require("lucena.run.input")
local option_values = require("lucena.run.option_values")
local options = require("lucena.run.options")
local own_options = require("lucena.run.own_options")
local output = require("lucena.run.output")
local parsers = require("lucena.run.parsers")
local parts = require("lucena.run.parts")
local phrase = require("lucena.run.phrase")
local script = require("lucena.run.script")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "tables about games: results, players, openings, endings ...",
  group = "Search and check", order = 22, is_common = true,
}

local EXAMPLES = [[
NAME is a report that `lucena report` lists, or a FILE.lua of your own. `lucena
report NAME --help` shows its options. The format is given by --format, or by
the suffix of the -o file: .txt .md .csv .json .html .tex; the default is text.

Examples:
  lucena report summary games.pgn
  lucena report summary --lang fr -o base.html games.pgn.zst
  lucena report table --rows ECO --columns Result games.pgn
  lucena report player --name Carlsen -t markdown games.pgn

Exit status:
  0  success
  1  errors in the games
  2  wrong usage
  3  a file could not be read or written]]

local ENDINGS = {
  txt = "text", md = "markdown", csv = "csv", json = "json", html = "html", htm = "html", tex = "latex",
  trf = "trf",
}

-- ---- arguments -----------------------------------------------------------------------------------

-- Return the table of a report. Its file may use modules beside it.
local function find(name)
  if name:find("%.lua$") then
    require("lucena.beside").add(name)
  end
  local kind, message = require("lucena.report").find(name)
  return kind or exit.fail(exit.USAGE, message)
end

-- Return the report named on the command line. It is found before parsing, because it has options of its own.
local function named(argv)
  local name = argv and argv[1]
  if not name or name:sub(1, 1) == "-" then
    return nil
  end
  return find(name), name
end

local function list_of_reports()
  local lines = { "Reports:" }
  local report = require("lucena.report")
  for _, name in ipairs(report.reports()) do
    lines[#lines + 1] = ("  %-14s %s"):format(name, report.summary(name) or ""):gsub(" +$", "")
  end
  return table.concat(lines, "\n")
end

-- Return the names of the formats. Some reports have a format of their own.
local function format_names(kind)
  return require("lucena.report").format_names(kind or {})
end

-- Return a list of names: "text, html or trf".
local function listed(names)
  return table.concat(names, ", ", 1, #names - 1) .. " or " .. names[#names]
end

local function common_options(parser, kind)
  local names = format_names(kind)
  parser:option("-t --format", ("Format of the output, %s."):format(listed(names))):argname("FORMAT"):choices(names)
  parser:option("--lang", "Language: en or fr. Default: that of the locale."):argname("NAME"):choices({ "en", "fr" })
  parser:option("--title", "Title of the report."):argname("TEXT")
  parser:option("--section", "Print only the section with this number or title."):argname("NAME")
  parser:option("--width", "Width of text tables in characters. Default: the width of the terminal;"
    .. " without a terminal, as needed.")
    :argname("N")
  parser:option("--to-dialect", "The notation of the written moves, as for --dialect. Default: PGN."):argname("NAME")
  parser:option("-e --query", "Use only games that match the query, as in `lucena filter -e`."):argname("EXPR")
  parser:flag("--require-index", "Fail if a file has no index that the report can use. Default: read the file.")
  parser:option("-o --output", "Write to FILE, completely or not at all. With -t csv, a folder gets one file per"
    .. " section, and datapackage.json with the types of the columns."):argname("FILE")
end

local MOST_COMMON = 4 -- options of a report that -h shows

-- Return the names of the first options of a report, for -h.
local function own_names(kind)
  local names = {}
  for i, option in ipairs(kind and kind.options or {}) do
    names[i] = i <= MOST_COMMON and "--" .. option.name:gsub("_", "-") or nil
  end
  return table.unpack(names)
end

function M.parser(argv)
  local kind, name = named(argv)
  local parser
  if kind then
    parser = parsers.new("lucena report", kind.summary and kind.summary:gsub("^%l", string.upper) .. "."
      or "A report of " .. name .. ".", ("%s [OPTION]... [FILE]..."):format(name))
    parser.page = "lucena report " .. name
    parser:argument("NAME", "The report: " .. name .. "."):target("name")
    declare.argument(parser)
    for _, option in ipairs(kind.options or {}) do
      own_options.declare(parser, option)
    end
    if #(kind.options or {}) > 0 then
      parsers.end_group(parser, "Options of this report")
    end
  else
    parser = parsers.new("lucena report", "Make tables about games; `lucena report` lists the reports.",
      "[NAME [OPTION]... [FILE]...]",
      EXAMPLES)
    parser:argument("NAME", "The name of a report. Default: list all reports."):target("name"):args("?")
    declare.argument(parser)
  end
  common_options(parser, kind)
  declare.reading(parser, "Needs --partial; `lucena merge-parts` merges the N parts.")
  parsers.common(parser, "-t", "-e", "-o", "--lang", own_names(kind))
  own_options.refuse_taken(name, kind and kind.options or {}, parser)
  return parser
end

-- Return the options of the report as the table that chess.report takes.
local function values_of(kind, args, parser)
  local values = {}
  for _, option in ipairs(kind.options or {}) do
    local value = own_options.value(option, args, parser)
    if value == nil and option.from_query then
      value = args.query
    end
    values[option.name] = value
  end
  return values
end

-- Return whether the output is a folder, for one file per section.
local function is_folder(path)
  return path ~= nil and path ~= "-" and (path:find("/$") ~= nil or require("lucena.core").is_folder(path))
end

local function format_of(args, parser)
  local path = args.output
  if is_folder(path) and args.format ~= "csv" then
    parser:error(("'%s' is a folder, which needs --format csv; write other formats to a file"):format(path))
  end
  local ending = path and path ~= "-" and path:match("%.(%w+)$")
  if args.format or not path or path == "-" then
    return args.format or "text"
  end
  local format = ENDINGS[ending]
  if format == "trf" and not (find(args.name).formats or {}).trf then
    parser:error(("'%s': only the report crosstable writes this format"):format(path))
  end
  return format or parser:error(("unknown format of '%s'; use .txt, .md, .csv, .json, .html, .tex or"
    .. " --format"):format(path))
end

local COLUMNS = { kind = "integer", least = 20, noun = "a number of columns" } -- of --width

-- ---- the command ---------------------------------------------------------------------------------

-- Return the query that games must match: the report's own query, combined with that of -e. Return nil if all games are
-- used.
local function find_query(report, text, parser)
  local query = report:query()
  if not text then
    return query
  end
  local value, problem = require("lucena.query.source").evaluate(text)
  problem = problem or getmetatable(value) == "lucena.QueryMaker" and tostring(value)
    or getmetatable(value) ~= "lucena.Query" and type(value) ~= "function" and "expected a query" or nil
  if problem then
    parser:error("--query: " .. problem)
  end
  return query and query & value or type(value) == "function" and require("lucena").query.where(value) or value
end

local PART = 8 << 20 -- bytes of games per answer of a worker

-- Return a message of a report with the options as the command line spells them: "option 'top'" becomes "--top".
local function in_own_words(message, kind)
  local names = {}
  for _, option in ipairs(kind and kind.options or {}) do
    names[option.name] = "--" .. option.name:gsub("_", "-")
  end
  return message and (message:gsub("option '([%l%d_]+)'", names))
end

-- Return the report for the arguments.
local function new_report(args, parser)
  local kind = find(args.name)
  local report, message, code = require("lucena").report(args.name, values_of(kind, args, parser))
  if code == "cannot_open" or code == "bad_file" then
    exit.fail(code == "cannot_open" and exit.IO or exit.DATA, message)
  end
  local word = args.files and args.files[1]
  local is_name = not report and message:find("whose results", 1, true) and word and word ~= "-"
    and not require("lucena.file").exists(word)
  return report or parser:error(in_own_words(message, kind) .. (is_name and (": --name %s"):format(word) or ""))
end

-- Return whether errors in the report are the user's: in a file, or in a Lua function as an option.
local function has_own_code(report, name)
  return name:find("%.lua$") ~= nil or report.object.has_own_code or false
end

-- The client: adds games to a report. `taken` is the number of games in the report. `test` is the part of the query
-- that the reader cannot run.
local Reporting = { keeps_much = true, outlives = true, part_size = PART }
Reporting.__index = Reporting

function Reporting:visit(game)
  if not self.test or self.test(game) then
    self.report:add(game)
    self.taken = self.taken + 1
  end
end

function Reporting:restart()
  self.report, self.taken = new_report(self.args, self.parser), 0
  self.has_script = has_own_code(self.report, self.args.name)
end

function Reporting:answer()
  return { taken = self.taken, state = self.report:state() }
end

function Reporting:absorb(answer)
  self.report:merge(answer.state)
  self.taken = self.taken + answer.taken
end

-- Write the report as one file per section.
local function write_folder(self, folder, status)
  local files, problem, code = self.report:csv_files({ title = self.layout.title })
  for _, it in ipairs(files or {}) do
    local path = folder:gsub("/*$", "/") .. it.name
    local writer = output.open(path)
    output.check(writer:write(it.text))
    output.finish(writer, path, status)
  end
  return files ~= nil, problem, code
end

-- Write the report as one file, which is opened when the report has its first text.
local function write_file(self, path, status)
  local writer
  function self.layout.write(text)
    writer = writer or output.open(path)
    output.check(writer:write(text))
  end
  local text, problem, code = self.report:format(self.format, self.layout)
  if text then
    output.finish(writer, path, status)
  end
  return text ~= nil, problem, code
end

-- Write the report. Returns false, a message and a code if the report cannot be made. An error in the user's report
-- file is reported with the name of that file.
local function write(self, path, status)
  local make = is_folder(path) and write_folder or write_file
  if not self.has_script then
    return make(self, path, status)
  end
  local results = table.pack(xpcall(make, script.traceback, self, path, status))
  if not results[1] then
    error(results[2], 0)
  end
  return table.unpack(results, 2, results.n)
end

-- By the code of an error: the option whose name no game has.
local ASKED = { unknown_event = "event", unknown_player = "name" }

function Reporting:conclude()
  local input, path = self.input, self.args.output or "-"
  local is_written, problem, code = write(self, path, input.tally.status)
  if code == "several_events" or code == "not_writable" or code == "no_game" then
    exit.fail(exit.DATA, in_own_words(problem, self.report.kind))
  elseif ASKED[code] then
    local option = ASKED[code]
    local name = self.report.options[option] or ""
    local question = hint.question(hint.names(self.paths, option == "name" and "player" or option, name))
    exit.fail(exit.DATA, problem .. (question and "; " .. question or ""))
  elseif not is_written then
    self.parser:error(problem)
  end
  local remarks = { self.taken < input.tally.count and phrase.group(self.taken) .. " taken" or nil }
  local object = self.report.object
  remarks[#remarks + 1] = object.remark and object:remark()
  input:summary(table.unpack(remarks))
  if self.taken == 0 and not input.options.quiet then
    hint.print(self.args.query, self.paths)
  end
  return input.tally.status
end

-- Return the reason why only one process can read the games, or nil.
local function obstacle(client)
  if not client.report.kind.state then
    return "the file of the report has no `state`, the list of its fields to merge"
  elseif client.has_function then
    return "only queries without Lua functions can run in several processes"
  end
end

--- Return a client for a part of the games: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.work(args, parser)
  local report = new_report(args, parser)
  local query = find_query(report, args.query, parser)
  local program, has_functions, has_own
  if query then
    program, has_functions, has_own = require("lucena.query").compiled(query)
  end
  local input, paths = inputs.new(options.read(args, parser, { query = program })), arguments.inputs(args.files, parser)
  input.takes_positions = report.kind.takes_positions
  input.takes_tournaments = report.kind.takes_tournaments and { scoring = (report.object.options or {}).scoring }
  return input, setmetatable({ paths = paths, args = args, parser = parser, input = input, report = report, taken = 0,
    query = query,
    test = has_functions and query or nil, has_function = has_own,
    has_script = has_own_code(report, args.name) }, Reporting), paths
end

--- Return the client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.open(args, parser)
  local format = format_of(args, parser)
  local width = option_values.number(args.width, "--width", COLUMNS, parser)
    or not args.output and terminal.is_terminal(1) and terminal.text_width(400) or nil
  options.parse_dialect(args.to_dialect, "--to-dialect", parser)
  local input, client, paths = M.work(args, parser)
  client.alone, client.format = obstacle(client), format
  input.find_parts = require("lucena.run.indexing").finder(client.query, input.options.tags or {}, args, parser)
  client.layout = { lang = require("lucena.language").choose(args.lang), title = args.title, section = args.section,
    width = width, dialect = args.to_dialect }
  return input, client, paths
end

M.parts = { obstacle = obstacle, gathers = true }

--- Return the arguments of open() for merging parts.
---@param args table those of the parts
---@param runnable string? the path of a script that may be run
---@return table? args
---@return string? problem
---@return string? word that the parser has to see: the report's name
function M.parts.for_merging(args, runnable)
  if args.name:find("%.lua$") and args.name ~= runnable then
    return nil, ("the report is a Lua script; to run it, give -s %s"):format(args.name)
  end
  args.query = nil
  return args, nil, args.name
end

function M.run(args, parser)
  if not args.name then
    stdio.write(list_of_reports(), "\n")
    return exit.OK
  end
  return parts.run(M, args, parser)
end

return M
