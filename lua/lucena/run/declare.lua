--- Declares the options of every command that reads or rewrites games. A command whose options are read without a
-- parser does not load this module.
-- @module lucena.run.declare

local parsers = require("lucena.run.parsers")

local M = {}

--- Declare the argument for the input files.
---@param parser table
function M.argument(parser)
  parser:argument("FILE", "PGN files; - is standard input, the default if it is a pipe.")
    :target("files"):args("*")
end

--- Declare --dialect.
---@param parser table
function M.dialect_option(parser)
  parser:option("--dialect", "The notation of the moves: french, fide:german, iccf ... (`lucena dialects` lists them),"
    .. " a FILE.lua of your own, pgn, or auto: detect the notation of each game that cannot be read as PGN. Default:"
    .. " auto, and pgn with --strict or --no-skip."):argname("NAME")
end

--- Declare --jobs.
---@param parser table
---@param help string? replaces the help text
function M.jobs_option(parser, help)
  parser:option("--jobs", help or "Number of worker processes; 0 or auto: one per processor. Default: no workers."
    .. " Workers do not change the output. If one process has to read the input, a message says so."):argname("N")
end

--- Declare the options of a part of the input.
---@param parser table
---@param help string how to use the output of a range
function M.range_options(parser, help)
  parser:option("--range", "Read only range K of N. All files together are divided into N ranges of equal size. A"
    .. " game belongs to the range in which it begins. " .. help):argname("K/N")
  parser:flag("--partial", "Write a part, that is, results for `lucena merge-parts`, to the FILE of -o.")
end

--- Declare the options shared by all commands that read games. Options declared earlier belong to the command.
---@param parser table
---@param in_parts string? the help of --range: how to use the output of a range. nil: parts of the input cannot be
-- read separately
---@param jobs string|boolean? true: the command has --jobs, as with `in_parts`; a string: replaces its help
function M.reading(parser, in_parts, jobs)
  parsers.end_group(parser, "Options")
  parser:option("--games", "Read only these games of each file, by number: 3,7,10-12 or 5-."):argname("LIST")
  if jobs or in_parts then
    M.jobs_option(parser, type(jobs) == "string" and jobs or nil)
  end
  if in_parts then
    M.range_options(parser, in_parts)
  end
  M.dialect_option(parser)
  parser:flag("--strict", "Count warnings and repairs as errors. Implies --no-skip.")
  parser:flag("--no-skip", "End the mainline or variation at a stray sign, such as a comma, and at a spelling with"
    .. " characters that PGN does not use, such as a figurine. Default: skip such signs and repair such spellings.")
  parser:flag("--repair", "Repair text pasted from mails, web pages and word processors, and report each change."
    .. " Columns are those of the repaired line."
    .. (in_parts and " Not with --range; --jobs has no effect." or jobs and " --jobs has no effect." or ""))
  parser:flag("--salvage", "End an unclosed comment at the next tag section.")
  parser:option("--max-game", "Skip games of more than N MiB (1 to 1024). Default: 16."):argname("N")
  parser:option("--allow", "Change a limit, or accept an error; repeat for more. Games above these limits get a"
    .. " warning: comment=BYTES (default 1048576), tag=BYTES (65536), tags=COUNT (1000). Variations nested deeper than"
    .. " nesting=DEPTH (1000) are not read. --allow illegal-moves: play a move that leaves its own king in check, or"
    .. " castles out of or through check, if the text can mean no other move. Such a move is reported as an error. By"
    .. " default, it ends the mainline or variation. --allow positions: play games from illegal positions that have"
    .. " one king of each side.")
    :argname("NAME[=N]"):count("*")
  parser:flag("-q --quiet", "Print no summary and no progress on standard error.")
  parsers.end_group(parser, "Reading")
end

--- Declare the layout options of commands that rewrite games.
---@param parser table
function M.layout(parser)
  local switches = require("lucena.run.switches")
  parser:option("--width", "Write at most N characters per line; 0: all moves on one line. Default: 79."):argname("N")
  parser:flag("--no-wrap-comments", "Never break a line inside a comment.")
  for _, flag in ipairs(switches.FLAGS) do
    parser:flag(flag[1], flag[3])
  end
  parser:option("--tags", "The tags to write: all, roster, none, or names in the order of writing (White,Black,*),"
    .. " where * means all others. FEN and SetUp are always written."):argname("LIST")
  parser:flag("--reduced", "PGN's reduced export format: only the seven roster tags and the moves.")
  for _, name in ipairs { "fen", "hash", "material" } do
    local content = switches.PLY_COMMENTS[name]
    parser:flag(("--%s-comments"):format(name), ("Add %s after each move as a comment."):format(content))
  end
  parser:flag("--replace-braces", "Write ) instead of } in comments. Default: report an error if a comment contains"
    .. " both a } and a line end.")
  parser:option("--encoding", "utf-8: convert games in other encodings to UTF-8."):choices({ "utf-8" }):argname("NAME")
  parser:option("--to-dialect", "The notation of the written moves: a NAME or FILE.lua as for --dialect. Default: PGN.")
    :argname("NAME")
  parsers.end_group(parser, "Layout (these options rewrite each game in export format)")
end

return M
