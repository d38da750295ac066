--- lucena merge-parts: merges the parts written by --partial. It checks all parts before it writes anything. Their
-- version, command, options and files must be the same. Each part must begin at the byte where the previous part ends.
-- Then it adds the results in the order of the games, with one part in memory at a time.
-- @module lucena.command.merge_parts

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local part_file = require("lucena.run.part_file")
local part_list = require("lucena.run.part_list")
local phrase = require("lucena.run.phrase")

local M = {
  summary = "merge the parts written by --partial",
  group = "Programs and many machines", order = 62,
}

local EXAMPLES = [[
With --partial, the commands filter, report, `book make`, dedup and index write
a part: the results for one range of the files (--range K/N), or for complete
files. This command merges the parts. The output is byte for byte that of the
command for all games at once.

The ranges of a file may be given in any order, and there may be any number of
ranges. If the parts were made from different files, the output has the files
in the order in which their first parts are given.

Parts must have the same version, command and options. The ranges must cover
each file completely, without gaps or overlaps. If a part is missing, the error
message shows the command that makes it. Parts contain only data, no code. If
they were made by a report or filter of your own, give its script with -s.

Examples:
  lucena report openings --range 1/2 --partial -o p.1 games.pgn
  lucena report openings --range 2/2 --partial -o p.2 games.pgn
  lucena merge-parts p.1 p.2 -o openings.html
  lucena merge-parts -q p.* > openings.txt

Exit status:
  0  success
  1  errors in the games of the parts, or a part is missing or does not match
  2  wrong usage
  3  a file could not be read or written]]

function M.parser()
  local parser = parsers.new("lucena merge-parts", "Merge the parts written by --partial.",
    "[OPTION]... PART...", EXAMPLES)
  parser:argument("PART", "Files written by --partial."):target("parts"):args("+")
  parser:option("-o --output", "Write to FILE, completely or not at all. Default: standard output."):argname("FILE")
  parser:option("-s --script", "The Lua script with which the parts were made."):argname("FILE")
  parser:flag("-q --quiet", "Print no summary on standard error.")
  return parser
end

-- ---- merging -------------------------------------------------------------------------------------

-- Finish a file, for a client that needs its reader.
local function end_file(client, span)
  if client.finish_file and (span.is_last or span.ends and span.is_last == nil) then
    client:finish_file({ read_count = span.games, tail = span.tail or "" }, false)
  end
end

-- End the command if a part cannot be read.
local function check(value, message, code)
  if message then
    exit.fail(code == "cannot_read" and exit.IO or exit.DATA, message)
  end
  return value
end

local function take(input, client, part)
  local results <close> = check(part_file.results(part.path))
  for _, span in ipairs(part.about.spans) do
    for _ = 1, span.answers do
      client:absorb(check(results:next()))
    end
    end_file(client, span)
  end
  input.tally:merge(part.about.tally)
end

-- Open the input and the client that merges the parts.
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
    exit.fail(exit.USAGE, "the report of a script is printed: use > FILE, not -o FILE")
  end
  local parser = command.parser({ word })
  asked.output, asked.quiet, asked.files = args.output, args.quiet, { "-" }
  local input, client = command.open(asked, parser)
  input:serve(client)
  return input, client
end

-- Describe an error. An error of the command or of the user's script and a lack of memory are described as usual. Any
-- other error means that the contents of a part are wrong.
local function describe(input, value, path)
  if exit.is_end(value) then
    return value
  elseif input and input.client.has_script then
    return input:describe(value)
  end
  return exit.failure(exit.DATA, ("%s: the results do not fit the description of the part: %s"):format(path or "a part",
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
