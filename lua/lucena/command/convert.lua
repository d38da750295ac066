--- lucena convert: converts games from one format to another.
-- @module lucena.command.convert

local arguments = require("lucena.run.arguments")
local conversion = require("lucena.run.conversion")
local format = require("lucena.format")
local inputs = require("lucena.run.input")
local messages = require("lucena.run.messages")
local options = require("lucena.run.options")
local output = require("lucena.run.output")
local position_files = require("lucena.run.position_files")
local switches = require("lucena.run.switches")

local M = {
  summary = "write games as PGN, JSON, CSV, FEN, EPD, UCI or SAN",
  group = "Write games", order = 30, is_common = true,
}

local EXAMPLES = [[
Formats:
  pgn     export format; the layout options above change it
  json    an array of games, with comments, NAGs, variations, clocks and
          evaluations; can also be the input
  jsonl   the same games, one per line; can also be the input
  csv     one line per game, with the columns of --columns; tsv: with tabs
  fen     each position of the mainline, one per line
  epd     the same positions, with only the first four fields of the FEN
  uci     the moves of the mainline, one game per line. A game from a set-up
          position begins with "fen FEN moves"
  san     the moves of the mainline in SAN, one game per line

Columns are tags (such as White) or computed values: plies, moves (in SAN),
uci, result, ending (checkmate, stalemate ...), start_fen, final_fen, year,
errors (how many), file, number (of the game in its file), line (where the game
begins). A script given with -s returns a table of additional columns. Each is
a function of a game:

  return {
    decade = function(game) return (game.tags.Date or ""):match("^%d%d%d") end,
  }

The default columns are Event Site Date Round White Black Result WhiteElo
BlackElo ECO plies, and those of the script. If a spreadsheet would take a cell
for a formula, a ' is written before the cell, except with --raw. Unreadable
text of a game is reported.

Examples:
  lucena convert --no-comments --no-variations games.pgn > plain.pgn
  lucena convert --games 3,7,10-12 --no-comments --width 120 games.pgn
  lucena convert games.pgn -o games.jsonl
  lucena convert games.jsonl -o again.pgn
  lucena convert -t csv --columns White,Black,Result,ECO,plies games.pgn
  lucena convert --bom games.pgn -o excel.csv
  lucena convert --to-dialect french games.pgn -o french.txt
  lucena convert --dialect auto mixed.pgn > english.pgn
  lucena convert -t epd games.pgn | sort | uniq -c | sort -rn | head

Exit status:
  0  success
  1  errors in the games, a game cannot be written (the others are), or text
     of a game was omitted, except with --allow loss
  2  wrong usage, or an error in the script
  3  a file could not be read or written]]

function M.parser()
  local parser = arguments.parser("lucena convert", "Write games in another format.", "[OPTION]... [FILE]...", EXAMPLES)
  options.argument(parser)
  parser:option("-f --from", "Format of the input: pgn, json or jsonl. Default: from the first FILE's name, or pgn.")
    :choices({ "pgn", "json", "jsonl" }):argname("FORMAT")
  parser:option("-t --to", "Format of the output. Default: from the name of the output file, or pgn.")
    :choices(format.choices()):argname("FORMAT")
  parser:option("-o --output", "Write to FILE, completely or not at all."):argname("FILE")
  parser:option("--columns", "Columns of csv and tsv, such as White,Black,plies."):argname("LIST")
  parser:option("-s --script", "A Lua file that returns a table of columns."):argname("FILE")
  parser:flag("--raw", "Do not write ' before cells that spreadsheets take for formulas.")
  parser:flag("--split-variations", "Write each variation as a game of its own, after the mainline.")
  parser:flag("--bom", "Start with a byte order mark, so that Excel reads UTF-8.")
  parser:flag("--no-header", "Omit the line with the names of the columns.")
  options.declare(parser)
  switches.options(parser)
  arguments.common(parser, "-t", "-o", "--columns", "--games", "--dialect", "--to-dialect", "--tags", "--no-comments")
  return parser
end

-- ---- arguments -----------------------------------------------------------------------------------

-- Formats that can contain all parts of a game, including variations and comments.
local HOLDS_TREE = { pgn = true, json = true, jsonl = true }

local READABLE = { pgn = true, json = true, jsonl = true }
local function find_formats(args)
  local from = args.from or args.files[1] and format.of_path(args.files[1])
  return READABLE[from] and from or "pgn", args.to or args.output and format.of_path(args.output) or "pgn"
end

-- ---- writing -------------------------------------------------------------------------------------

-- Whether a message is about the output, and not about the game.
local IS_OUTPUT = { cannot_write = true, closed_pipe = true }

-- Return two functions: one writes a game and returns true, or nil and a message; the other writes the end of the
-- output.
local function make_writer(writer, to, opts, form)
  local write_game, rest = require("lucena.export").exporter(writer, to, opts, form)
  local function write_one(game)
    local done, message, code = write_game(game)
    if not done and IS_OUTPUT[code] then
      output.check(done, message, code)
    end
    return done, message
  end
  local function write_lines(game)
    for _, line in ipairs(game:explode()) do
      local done, message = write_one(line)
      if not done then
        return nil, message
      end
    end
    return true
  end
  local function finish()
    output.check(writer:write(rest()))
  end
  return form.splits and write_lines or write_one, finish
end

-- ---- JSON input ----------------------------------------------------------------------------------

local IS_UNREAD = { unknown_field = true, duplicate_field = true }

-- Report the fields of a game that were not read. `first` is the number of the file's line on which the game begins.
local function report_fields(input, path, first, game)
  local records = {}
  for _, record in ipairs(game.diagnostics) do
    if IS_UNREAD[record.code] then
      local text = ("%s:%d:%d: %s"):format(path, record.line + first - 1, record.column, record.message)
      records[#records + 1] = { severity = record.severity, text = text }
    end
  end
  if #records > 0 then
    input:report(records)
    input.tally:add_errors(1)
    input.log:hide(game.diagnostics.total - #game.diagnostics)
  end
end

-- Write a game, or report its problem.
local function take(input, path, line, write, game, message)
  local done
  if game then
    done, message = write(game)
  end
  if not done then
    messages.say(("%s:%d: %s"):format(path, line, message))
    input.tally:add(0, 0, 1)
  end
end

-- Call a function for each game of a file, with the number of its line, and of the line on which its text began. Return
-- a message if reading failed.
local function read_lines(file, visit, opts)
  local number = 0
  while true do
    local line, message = file:read("L")
    if not line then
      return message
    end
    number = number + 1
    if line:find("%S") then
      visit(number, number, require("lucena").from_json(line, opts))
    end
  end
end

local function read_array(file, visit, opts)
  local text, message = file:read("a")
  if not text then
    return message
  end
  local line, counted = 1, 1
  for at, game, problem, code in require("lucena.json").each(text, opts) do
    local _, more = text:sub(counted, at - 1):gsub("\n", "")
    line, counted = line + more, at
    visit(line, 1, game, problem, code)
  end
end

-- Read one file of JSON. Return a message if reading failed.
local function read_json(input, path, from, write)
  local file, problem = io.stdin, nil
  if path ~= "-" then
    file, problem = io.open(path, "rb")
  end
  if file then
    input.log:begin_file()
    local number, selection = 0, input.options.games and input.options.games:cursor()
    problem = (from == "json" and read_array or read_lines)(file, function(line, first, game, message)
      number = number + 1
      if not selection or selection:next(number) == number then
        if game then
          report_fields(input, path, first, game)
        end
        take(input, path, line, write, game, message)
      end
    end, { illegal_moves = input.options.illegal_moves })
    input.tally:add(number, 0, 0)
    if not problem then
      input:report_missing(path, number)
    end
    input.log:finish_file(path)
  end
  if file and path ~= "-" then
    file:close()
  end
  return problem and "cannot read " .. require("lucena.file").describe(path, problem)
end

-- ---- the command ---------------------------------------------------------------------------------

-- Write each game of the files. `holds_tree`: the output format can contain variations and comments.
local function read_games(input, paths, from, write, client, holds_tree)
  if from == "pgn" then
    function client.visit(_, game, reader)
      local done, message = write(game)
      if not done then
        input:complain(reader, game, "cannot be written: " .. message)
      elseif holds_tree then
        input:mark_rewritten(game)
      end
    end
    input:read(paths, client)
    return
  end
  for _, path in ipairs(paths) do
    local problem = read_json(input, path, from, write)
    if problem then
      messages.note(problem)
      input.tally:unread()
    end
  end
end

function M.run(args, parser)
  local from, to = find_formats(args)
  local opts, to_utf8 = switches.read(args, parser)
  conversion.check_options(args, to, opts, parser)
  local input = inputs.new(options.read(args, parser))
  input.takes_positions = true
  for _, name in ipairs { "salvage", "dialect" } do
    if from ~= "pgn" and args[name] then
      parser:error(("--%s is for PGN"):format(name))
    end
  end
  local paths = arguments.inputs(args.files, parser)
  if to == "epd" and #select(2, position_files.divide(paths)) > 0 then
    parser:error("-t epd would omit the operations of the records: use lucena epd fmt")
  end
  local rows = conversion.rows(args, to, parser)
  local form = { rows = rows, splits = args.split_variations, to_utf8 = to_utf8,
    around = require("lucena.export").around(to, rows, args) }
  local path = args.output or "-"
  local writer = output.open(path)
  local write, finish = make_writer(writer, to, opts, form)
  read_games(input, paths, from, write, { has_data = writer.is_stream, has_script = args.script ~= nil,
    abandon = function() output.abandon(writer) end }, HOLDS_TREE[to])
  output.finish(writer, path, input.tally.status, finish)
  input:summary()
  return input.tally.status
end

return M
