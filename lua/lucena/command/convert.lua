--- lucena convert: converts games from one format to another.
-- @module lucena.command.convert

local arguments = require("lucena.run.arguments")
local conversion = require("lucena.run.conversion")
local declare = require("lucena.run.declare")
local format = require("lucena.format")
local inputs = require("lucena.run.input")
local options = require("lucena.run.options")
local output = require("lucena.run.output")
local parsers = require("lucena.run.parsers")
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

Formats of the input only, with --from:
  lichess_puzzles  the CSV of Lichess's puzzles
  lichess          games of Lichess's API in NDJSON
  chess_com        a monthly archive of Chess.com
and readers of your own, in the folder lucena/readers of your data folder
(~/.local/share). Compressed files are decompressed.

Columns are tags (such as White) or computed values: plies, moves (in SAN),
uci, result, ending (checkmate, stalemate ...), start_fen, final_fen, year,
errors (how many), file, number (of the game in its file), line (where the game
begins); and typed values: id (a hash of the roster and the moves), date
(YYYY-MM-DD), white_elo, black_elo, base and increment (seconds). A script
given with -s returns a table of additional columns. Each is a function of a
game:

  return {
    decade = function(game) return (game.tags.Date or ""):match("^%d%d%d") end,
    pure = true, -- no column depends on other games, so --jobs has an effect
  }

The default columns are Event Site Date Round White Black Result WhiteElo
BlackElo ECO plies, and those of the script. If a spreadsheet would take a cell
for a formula, a ' is written before the cell, except with --raw. Unreadable
text of a game is reported.

--per ply writes a line for each position of the mainline, with the columns
id, game (its number), ply, key (a hash of the position), san, uci, eval, mate
and clock. Ply 0 is the start position. Other columns are fen, elapsed, nag,
remark (comments without commands), fields of the position (turn, is_check,
castling, ep, halfmove_clock, fullmove_number, variant), and the columns of the
game above. Functions of a script then take a Node.

Examples:
  lucena convert --no-comments --no-variations games.pgn > plain.pgn
  lucena convert --games 3,7,10-12 --no-comments --width 120 games.pgn
  lucena convert games.pgn -o games.jsonl
  lucena convert games.jsonl -o again.pgn
  lucena convert -t csv --columns White,Black,Result,ECO,plies games.pgn
  lucena convert --bom games.pgn -o excel.csv
  lucena convert -t jsonl --compact games.pgn -o games.jsonl
  lucena convert -t csv --per ply games.pgn -o plies.csv
  lucena convert -t csv --per ply --columns White,ply,san,fen,eval games.pgn
  lucena convert --to-dialect french games.pgn -o french.txt
  lucena convert mixed.pgn > english.pgn
  lucena convert -t epd games.pgn | sort | uniq -c | sort -rn | head

Exit status:
  0  success
  1  errors in the games, or a game cannot be written (the others are)
  2  wrong usage, or an error in the script
  3  a file could not be read or written]]

function M.parser()
  local parser = parsers.new("lucena convert", "Write games in another format.", "[OPTION]... [FILE]...", EXAMPLES)
  declare.argument(parser)
  parser:option("-f --from", "Format of the input: pgn, json, jsonl, or the name of a reader such as lichess_puzzles."
    .. " Default: from the first FILE's name, or pgn.")
    :choices(format.input_choices()):argname("FORMAT")
  parser:option("-t --to", "Format of the output. Default: from the name of the output file, or pgn. A Lua file"
    .. " formats/NAME.lua in ~/.local/share/lucena is the format NAME.")
    :choices(format.choices()):argname("FORMAT")
  parser:option("-o --output", "Write to FILE, completely or not at all."):argname("FILE")
  parser:option("--columns", "Columns of csv and tsv, such as White,Black,plies; with --per ply of jsonl, too. Numbers"
    .. " of queries are in parentheses: (longest(check)).")
    :argname("LIST")
  parser:option("-s --script", "A Lua file that returns a table of columns."):argname("FILE")
  parser:flag("--raw", "Do not write ' before cells that spreadsheets take for formulas.")
  parser:flag("--compact", "With json and jsonl: one flat object per game, with typed values, the moves as one string,"
    .. " and clocks and evaluations as arrays. Comments, NAGs and variations are not written.")
  parser:option("--per", "Write one line per game (the default) or per ply, with csv, tsv and jsonl.")
    :choices({ "game", "ply" }):argname("game|ply")
  parser:flag("--split-variations", "Write each variation as a game of its own, after the mainline.")
  parser:flag("--bom", "Start with a byte order mark, so that Excel reads UTF-8.")
  parser:flag("--no-header", "Omit the line with the names of the columns.")
  declare.reading(parser, nil, true)
  declare.layout(parser)
  parsers.common(parser, "-t", "-o", "--columns", "--compact", "--per", "--games", "--dialect",
    "--to-dialect", "--tags", "--no-comments")
  return parser
end

-- ---- arguments -----------------------------------------------------------------------------------

local function find_formats(args)
  return args.from or format.of_input(args.files[1]), args.to or args.output and format.of_path(args.output) or "pgn"
end

-- ---- the client ----------------------------------------------------------------------------------

-- Whether a message is about the output, and not about the game.
local IS_OUTPUT = { cannot_write = true, closed_pipe = true }

-- The client. `write` writes a game; `put` writes text of games that workers have formatted; `rest` returns the end of
-- the output. `form` has the options of `lucena.export`.
local Convert = {}
Convert.__index = Convert

-- Write to this Writer from now on.
local function begin(self, writer, around)
  local form = self.form
  self.writer = writer
  self.write, self.rest, self.put = require("lucena.export").exporter(writer, self.to, self.opts,
    { rows = form.rows, to_utf8 = form.to_utf8, text_of = form.text_of, around = around })
end

-- Write a game. Returns true, or nil and a message.
local function write_one(self, game)
  local done, message, code = self.write(game)
  if not done and IS_OUTPUT[code] then
    output.check(done, message, code)
  end
  return done, message
end

-- Write each variation of a game as a game of its own.
local function write_lines(self, game)
  for _, line in ipairs(game:explode()) do
    local done, message = write_one(self, line)
    if not done then
      return nil, message
    end
  end
  return true
end

function Convert:visit(game, reader)
  local done, message = self.write_game(self, game)
  if not done then
    self.input:complain(reader, game, "cannot be written: " .. message)
  end
end

function Convert:abandon()
  output.abandon(self.writer)
end

function Convert:restart()
  local around = self.form.around
  begin(self, require("lucena.core").memory_writer(), { "", around[2], "" })
end

function Convert:answer()
  return require("lucena.core").take_text(self.writer)
end

function Convert:absorb(text)
  if text ~= "" then
    output.check(self.put(text))
  end
end

function Convert:conclude()
  output.finish(self.writer, self.path, self.input.tally.status, function()
    output.check(self.writer:write(self.rest()))
  end)
  self.input:summary()
  return self.input.tally.status
end

-- ---- the command ---------------------------------------------------------------------------------

local function check_usage(args, from, to, paths, parser)
  for _, name in ipairs { "salvage", "dialect", "strict", "no_skip" } do
    if from ~= "pgn" and args[name] then
      parser:error(("--%s is for PGN"):format((name:gsub("_", "-"))))
    end
  end
  if to == "epd" and #select(2, position_files.divide(paths)) > 0 then
    parser:error("-t epd would omit the operations of the records: use lucena epd fmt")
  end
end

--- Return a client without output: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.work(args, parser)
  local from, to = find_formats(args)
  local opts, to_utf8 = switches.read(args, parser)
  conversion.check_options(args, to, opts, parser)
  local input = inputs.new(options.read(args, parser))
  input.takes_positions = true
  local paths = arguments.inputs(args.files, parser)
  check_usage(args, from, to, paths, parser)
  local form, is_pure = conversion.form(args, to, to_utf8, parser)
  local self = setmetatable({ input = input, from = from, to = to, opts = opts, form = form,
    write_game = args.split_variations and write_lines or write_one,
    has_script = args.script ~= nil or require("lucena.game_value").has_expression(args.columns),
    alone = from ~= "pgn" and "this format is read in sequence"
      or not is_pure and "only scripts with pure = true can run in several" or nil }, Convert)
  return input, self, paths
end

--- Open a client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.open(args, parser)
  local input, self, paths = M.work(args, parser)
  self.path = args.output or "-"
  begin(self, output.open(self.path), self.form.around)
  self.has_data = self.writer.is_stream or false
  return input, self, paths
end

function M.run(args, parser)
  local input, client, paths = M.open(args, parser)
  if client.from == "pgn" then
    input:read(paths, client)
    return client:conclude()
  end
  require("lucena.run.other_formats").read(input, paths, require("lucena.reader").find(client.from), function(game)
    return client:write_game(game)
  end)
  return client:conclude()
end

return M
