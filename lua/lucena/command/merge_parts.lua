--- lucena merge-parts: what --partial made of parts of the games, put together as one process would have made it.
-- First every part is looked at, so that nothing is written unless all are there: the same version, command and
-- options, the same files, and in each file the bytes of one part begin where those of the part before end. Then the
-- answers are taken over in the order of the games, one part in memory at a time.
-- @module lucena.command.merge_parts

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local part_file = require("lucena.run.part_file")
local part_list = require("lucena.run.part_list")
local phrase = require("lucena.run.phrase")

local M = {
  summary = "put together what --partial made of parts of the games",
  order = 17.5,
}

local EXAMPLES = [[
filter, report, `book make` and dedup write parts with --partial, of a range
of the files with --range K/N, or of whole files. This command puts them
together: what comes out is byte for byte what the command gives for all
games at once. It does not matter in which order parts are given, nor into
how many ranges files were cut. Whole files are taken in the order in which
their first part is given.

Parts have to be of one version, command and options; of a file that was cut
into ranges all are needed, and their bytes have to follow each other: what
is missing, and how to make it, is said. A part is data, nothing in it is
run; where a report or a filter that gathers is a file of Lua, -s says that
it may be run.

Examples:
  lucena report openings --range 1/2 --partial -o p.1 games.pgn
  lucena report openings --range 2/2 --partial -o p.2 games.pgn
  lucena merge-parts p.1 p.2 -o openings.html
  lucena merge-parts -q p.* > openings.txt

Exit status: 0, 1 errors in the games of the parts, or a part that is missing
or does not fit, 2 usage, 3 a file could not be read or written.]]

function M.parser()
  local parser = arguments.parser("lucena merge-parts", "Put together what --partial made of parts of the games.",
    "[OPTION]... PART...", EXAMPLES)
  parser:argument("PART", "Files that --partial has written."):target("parts"):args("+")
  parser:option("-o --output", "Write to FILE, whole or not at all. Default: standard output."):argname("FILE")
  parser:option("-s --script", "The report or script of the parts, which is Lua and may be run."):argname("FILE")
  parser:flag("-q --quiet", "No summary on standard error.")
  return parser
end

-- ---- putting together ----------------------------------------------------------------------------

-- After the last game of a file, for a client that asks its reader.
local function end_file(client, span)
  if client.finish_file and (span.is_last or span.ends and span.is_last == nil) then
    client:finish_file({ games = span.games, gap = function() return span.tail or "" end }, false)
  end
end

local function take(input, client, part)
  local results, message, code = part_file.results(part.path)
  if not results then
    exit.fail(code == "cannot_read" and exit.IO or exit.DATA, message)
  end
  for i, span in ipairs(part.about.spans) do
    for _, answer in ipairs(results[i]) do
      client:absorb(answer)
    end
    end_file(client, span)
  end
  input.tally:merge(part.about.tally)
end

-- The input and the client that the parts are answers to.
local function open(args, parts)
  local about = parts[1].about
  local command = require("lucena.command").find(about.words[1])
  if not command or not command.parts then
    part_list.refuse("%s: it is damaged; make this part again", parts[1].path)
  end
  local asked, problem, word = command.parts.for_merging(about.options, args.script, about.facts)
  if not asked then
    exit.fail(exit.USAGE, problem)
  elseif about.facts.gatherer and args.output then
    exit.fail(exit.USAGE, "what a script has gathered is printed: > FILE, not -o FILE")
  end
  local parser = command.parser({ word })
  asked.output, asked.quiet, asked.files = args.output, args.quiet, { "-" }
  local input, client = command.open(asked, parser)
  input:serve(client)
  return input, client
end

-- An error: one of ours or of the user's script, passed on; else a part is not what it says, whoever made it.
local function describe(input, value, path)
  if exit.is_failure(value) or exit.is_interrupt(value) then
    return value
  elseif input and input.client.has_script then
    return input:describe(value)
  end
  return exit.failure(exit.DATA, ("%s: this is no part of what it says: %s"):format(path or "one of them",
    phrase.safe(tostring(value))))
end

function M.run(args)
  local input, client, now
  local done, problem = xpcall(function()
    local parts = part_list.in_order(args.parts)
    input, client = open(args, parts)
    for _, part in ipairs(parts) do
      now = part.path
      take(input, client, part)
    end
  end, function(value)
    return describe(input, value, now)
  end)
  if not done then
    if client and client.abandon then
      client:abandon()
    end
    error(problem, 0)
  end
  return client:conclude()
end

return M
