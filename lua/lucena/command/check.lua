--- lucena check: what is wrong with PGN files.
-- @module lucena.command.check

local arguments = require("lucena.run.arguments")
local inputs = require("lucena.run.input")
local options = require("lucena.run.options")
local phrase = require("lucena.run.phrase")
local diagnostics = require("lucena.run.diagnostics")

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
  lucena check --tablebases ~/syzygy games.pgn
  lucena check --format tsv games.pgn | cut -f 5 | sort | uniq -c

Exit status: 0 no errors, 1 errors (with --strict: anything at all), 2 usage,
3 a file could not be read (the others are) or the output not written.]]

function M.parser()
  local parser = arguments.parser("lucena check", "Tell what is wrong with PGN files, and where.",
    "[OPTION]... [FILE]...", EXAMPLES)
  options.argument(parser)
  parser:flag("-s --summary", "Only the table of the kinds of trouble.")
  parser:flag("--style", "Tell of moves, too, that are not spelled as PGN, or the dialect, wants (slower).")
  parser:option("--tablebases", "Look up endings in the Syzygy tables of these folders. Warn of moves that give away a"
    .. " result, and of results that contradict the last position."):argname("PATH")
  diagnostics.options(parser)
  options.declare(parser)
  return parser
end

-- ---- the command ---------------------------------------------------------------------------------

-- What each game is asked besides: functions of the Input, a game and its reader.
local function questions(args)
  local list = {}
  if args.style then -- unusual spellings are looked for in each game by itself
    list[1] = function(input, game)
      local good, records = game:check()
      input:report(records)
      input.tally:add_plies(game.plies)
      input.tally:add_errors(good and 0 or 1)
    end
  end
  if args.tablebases then
    local examine = require("lucena.run.endings").examiner(args.tablebases)
    list[#list + 1] = function(input, game, reader)
      local records = examine(game, reader)
      if #records > 0 then
        input:report_reader(reader) -- what stands before the game comes first
        input:report(records)
      end
    end
  end
  return list
end

function M.run(args, parser)
  local opts = options.read(args, parser, { check = not args.style })
  local paths = arguments.inputs(args.files, parser)
  local log = diagnostics.new(args, parser, "game")
  local input, asked = inputs.new(opts, log), questions(args)
  input:read(paths, {
    has_data = true, judges = args.style,
    visit = #asked > 0 and function(_, game, reader)
      for _, ask in ipairs(asked) do
        ask(input, game, reader)
      end
    end,
  })
  log:finish(args)
  local tally = input.tally
  input:summary(phrase.group(tally.plies) .. (tally.plies == 1 and " ply" or " plies"),
    #log.kinds == 0 and tally.unread_files == 0 and "nothing to report" or nil)
  return tally.status
end

return M
