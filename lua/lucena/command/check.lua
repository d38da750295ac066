--- lucena check: what is wrong with PGN files.
-- @module lucena.command.check

local arguments = require("lucena.run.arguments")
local endings = require("lucena.run.endings")
local phrase = require("lucena.run.phrase")
local reading = require("lucena.run.reading")
local trouble = require("lucena.run.diagnostics")

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
  reading.argument(parser)
  parser:flag("-s --summary", "Only the table of the kinds of trouble.")
  parser:flag("--style", "Tell of moves, too, that are not spelled as PGN, or the dialect, wants (slower).")
  endings.option(parser)
  trouble.options(parser)
  reading.options(parser)
  return parser
end

-- ---- the command ---------------------------------------------------------------------------------

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
  local job = reading.new(args, parser)
  local paths = arguments.inputs(args.files, parser)
  job.has_data = true
  trouble.prepare(job, args, parser, "game")
  function job.finish(reader)
    reading.report(job, reader:take_diagnostics())
    job.cut(reader.name)
  end
  if args.style then
    examine_style(job)
  end
  if args.tablebases then
    endings.prepare(job, args.tablebases)
  end
  reading.files(job, paths)
  trouble.finish(job, args)
  reading.summary(job, phrase.group(job.plies) .. (job.plies == 1 and " ply" or " plies"),
    #job.kinds == 0 and not job.unread_files and "nothing to report" or nil)
  return job.status
end

return M
