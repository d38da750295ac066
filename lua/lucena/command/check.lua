--- lucena check: reports the errors in PGN files.
-- @module lucena.command.check

local arguments = require("lucena.run.arguments")
local declare = require("lucena.run.declare")
local formats = require("lucena.format")
local inputs = require("lucena.run.input")
local messages = require("lucena.run.messages")
local options = require("lucena.run.options")
local output = require("lucena.run.output")
local parsers = require("lucena.run.parsers")
local phrase = require("lucena.run.phrase")
local position_files = require("lucena.run.position_files")
local diagnostics = require("lucena.run.diagnostics")

local M = {
  summary = "report the errors in PGN files, with file, line and column",
  group = "Search and check", order = 21, is_common = true,
}

local EXAMPLES = [[
Every game is read to its end: tags, moves, variations, comments. Each problem
is printed on standard output, as a line that begins with file:line:column, so
that editors can jump to it. Columns count bytes from 1:

  games.pgn:812:14: error: illegal move Nxe5 (move 23, White) [illegal_move]

The word in brackets is the code; `lucena explain CODE` explains it. At the
end, a table of counts per code is printed. There are three severities:
  error    text that cannot be read
  warning  text that may be a mistake
  repair   an unusual spelling with a clear meaning

Games in JSON (FILE.json or .jsonl) are checked as convert reads them, without
the options about PGN; an object that is no game has the code bad_record.

Examples:
  lucena check games.pgn
  lucena check --summary *.pgn
  lucena check --strict --quiet games.pgn && echo good
  lucena check --tags games.pgn
  lucena check --tags --corrections names.txt a.pgn b.pgn
  lucena check --tablebases ~/syzygy games.pgn
  lucena check --format tsv games.pgn | cut -f 5 | sort | uniq -c

Exit status:
  0  no errors
  1  errors; with --strict also warnings and repairs
  2  wrong usage
  3  a file could not be read or written (the other files are
     read)]]

function M.parser()
  local parser = parsers.new("lucena check", "Report the errors in PGN files, with file, line and column.",
    "[OPTION]... [FILE]...", EXAMPLES)
  declare.argument(parser)
  parser:flag("-s --summary", "Print only the table of counts.")
  parser:flag("--style", "Also report moves with unusual spelling (slower).")
  parser:flag("--tags", "Also check what the tags say, and the clocks (slower): dates, ratings, titles, rounds, time"
    .. " controls, ECO codes and PlyCount; missing tags and names; duplicate games; and in all files players with two"
    .. " spellings.")
  parser:option("--corrections", "With --tags, write the corrections of players with two spellings to FILE, a list for"
    .. " `lucena tag --names`."):argname("FILE")
  parser:option("--tablebases", "Look up endings in the Syzygy tables of these folders, separated by colons. Warn of"
    .. " moves that turn a win into a draw or loss, or a draw into a loss, and of Result tags that contradict the last"
    .. " position.")
    :argname("PATH")
  diagnostics.options(parser)
  declare.reading(parser)
  parsers.language(parser)
  parsers.common(parser, "--summary", "--style", "--tags", "--corrections", "--tablebases", "--max", "--games",
    "--dialect", "--strict", "-q")
  return parser
end

-- ---- the command ---------------------------------------------------------------------------------

-- Print the tables and the summary. Returns the exit status.
local function finish(args, input, log)
  log:finish(args)
  local tally = input.tally
  input:summary(phrase.group(tally.plies) .. (tally.plies == 1 and " ply" or " plies"),
    #log.kinds == 0 and tally.unread_files == 0 and "nothing to report" or nil)
  return tally.status
end

-- Return the additional checks: functions that take the Input, a game and its reader.
local function questions(args)
  local list = {}
  if args.style then -- unusual spellings are searched in each game
    list[1] = function(input, game)
      local good, records = game:check()
      input:report(records)
      input.tally:add_plies(game.plies)
      input.tally:add_errors(good and 0 or 1)
    end
  end
  if args.tags then
    list[#list + 1] = function(input, game, reader)
      input:report_reader(reader)
      input:report(input.proof:check(game))
    end
  end
  if args.tablebases then
    local examine = require("lucena.run.endings").examiner(args.tablebases)
    list[#list + 1] = function(input, game, reader)
      local records = examine(game, reader)
      if #records > 0 then
        input:report_reader(reader) -- diagnostics of the text before the game come first
        input:report(records)
      end
    end
  end
  return list
end

-- Check the records of EPD and FEN files, as `lucena epd check` does. Returns the exit status.
local function check_positions(args, paths, log)
  local input = require("lucena.run.records").new(args, nil, log)
  input:read(paths, {})
  log:finish(args)
  input:summary(#log.kinds == 0 and input.tally.unread_files == 0 and "nothing to report" or nil)
  return input.tally.status
end

-- Options that concern only PGN files.
local OF_PGN = { "style", "tags", "tablebases", "salvage", "dialect", "strict", "no_skip", "repair" }

-- Check the games of JSON files, as `lucena convert` reads them. Returns the exit status.
local function check_json(args, parser, paths, from, log)
  for _, name in ipairs(OF_PGN) do
    if args[name] then
      parser:error(("--%s is for PGN, %s is JSON"):format((name:gsub("_", "-")), paths[1]))
    end
  end
  local input = inputs.new(options.read(args, parser), log)
  require("lucena.run.other_formats").read(input, paths, require("lucena.reader").find(from), function()
    return true
  end)
  return finish(args, input, log)
end

-- Report players with two spellings, and write the corrections to a file.
local function report_names(input, log, path)
  for _, file in ipairs(input.proof:finish()) do
    log:begin_file()
    input:report(file)
    log:finish_file(file.name)
  end
  if path then
    local writer <close> = output.open(path)
    output.check(writer:write(input.proof:names()))
    output.check(writer:close())
  end
end

function M.run(args, parser)
  if args.corrections and not args.tags then
    parser:error("--corrections needs --tags")
  end
  local opts = options.read(args, parser, { check = not args.style })
  local paths = arguments.inputs(args.files, parser)
  local log = diagnostics.new(args, parser, "game")
  messages.speak(log.lang)
  for _, path in ipairs(paths) do
    if path:lower():find("%.trf$") then
      parser:error(("%s is a tournament report file: lucena report crosstable checks it"):format(path))
    end
  end
  local from = formats.of_input(paths[1])
  if from ~= "pgn" then
    return check_json(args, parser, paths, from, log)
  end
  local records
  paths, records = position_files.divide(paths)
  if #paths == 0 then
    return check_positions(args, records, log)
  elseif #records > 0 then
    parser:error(("check files of positions (%s) and files of games separately"):format(records[1]))
  end
  local input, asked = inputs.new(opts, log), questions(args)
  input.proof = args.tags and require("lucena.run.proof").new() or nil
  input:read(paths, {
    has_data = true, judges = args.style, keeps_much = args.tags,
    begin_file = input.proof and function(_, reader)
      input.proof:begin_file(reader.name)
    end or nil,
    visit = #asked > 0 and function(_, game, reader)
      for _, ask in ipairs(asked) do
        ask(input, game, reader)
      end
    end,
  })
  if input.proof then
    report_names(input, log, args.corrections)
  end
  return finish(args, input, log)
end

return M
