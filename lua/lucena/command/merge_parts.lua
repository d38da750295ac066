--- lucena merge-parts: what --partial made of parts of the games, put together as one process would have made it.
-- First every part is looked at, so that nothing is written unless all are there: the same version, command and
-- options, the same files, and in each file the bytes of one part begin where those of the part before end. Then the
-- answers are taken over in the order of the games, one part in memory at a time.
-- @module lucena.command.merge_parts

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local frame = require("lucena.run.frame")
local parts_of = require("lucena.run.part_file")
local phrase = require("lucena.run.phrase")
local reading = require("lucena.run.reading")

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

local function refuse(...)
  exit.fail(exit.DATA, (...):format(select(2, ...)))
end

-- ---- which parts ---------------------------------------------------------------------------------

local function is_sound(about)
  local kinds = { words = "table", options = "table", files = "table", spans = "table", facts = "table",
    games = "number", plies = "number", errors = "number", status = "number", version = "string" }
  for name, kind in pairs(kinds) do
    if type(about[name]) ~= kind then
      return false
    end
  end
  if about.chunk ~= nil and math.type(about.chunk) ~= "integer" then
    return false
  end
  return about.range == nil or type(about.range) == "table" and math.type(about.range[1]) == "integer"
    and math.type(about.range[2]) == "integer"
end

local function read_parts(paths)
  local parts = {}
  for i, path in ipairs(paths) do
    local about, message, code = parts_of.about(path)
    if not about then
      exit.fail(code == "cannot_read" and exit.IO or exit.DATA, message)
    elseif not is_sound(about) then
      refuse("%s: it is damaged; make this part again", path)
    end
    parts[i] = { path = path, about = about }
  end
  return parts
end

-- The command line of a part with another range, for people.
local function again(about, k)
  return phrase.safe(("lucena %s --range %d/%d --partial -o PART"):format(table.concat(about.words, " "), k,
    about.range[2]))
end

-- An option that is not the same in both.
local function difference(one, other)
  for name, value in pairs(one) do
    if frame.encode(value, true) ~= frame.encode(other[name], true) then
      return name
    end
  end
  for name in pairs(other) do
    if one[name] == nil then
      return name
    end
  end
end

-- All parts have to be answers to one question.
local function check_alike(parts)
  local first = parts[1]
  for _, part in ipairs(parts) do
    local one, other = first.about, part.about
    if other.version ~= require("lucena").version then
      refuse("%s: it was made by version %s, this is %s", part.path, other.version, require("lucena").version)
    end
    local name = difference(one.options, other.options) or difference(one.facts, other.facts)
    if name then
      refuse("%s and %s are of different commands (%s):\n  lucena %s\n  lucena %s", first.path, part.path,
        name:gsub("^own_", ""):gsub("_", "-"), phrase.safe(table.concat(one.words, " ")),
        phrase.safe(table.concat(other.words, " ")))
    end
  end
end

-- Chunks in their order, all of them from the first on; the other parts as they are.
local function sorted_chunks(parts)
  local chunks, out = {}, {}
  for _, part in ipairs(parts) do
    local list = part.about.chunk and chunks or out
    list[#list + 1] = part
  end
  table.sort(chunks, function(a, b) return a.about.chunk < b.about.chunk end)
  for k, part in ipairs(chunks) do
    if part.about.chunk < k then
      refuse("%s and %s are the same chunk; give one", chunks[k - 1].path, part.path)
    elseif part.about.chunk > k then
      refuse("the part of chunk %d is missing", k)
    end
  end
  return table.move(chunks, 1, #chunks, #out + 1, out)
end

-- The parts of the same files, cut into as many ranges; standard input is another one each time.
local function groups_of(parts)
  local groups, by_key = {}, {}
  for _, part in ipairs(sorted_chunks(parts)) do
    local about = part.about
    local key = frame.encode({ about.files, about.range and about.range[2] or 0 }, true)
    if not by_key[key] or about.files[1].name == "-" then
      by_key[key] = {}
      groups[#groups + 1] = by_key[key]
    end
    table.insert(by_key[key], part)
  end
  return groups
end

-- Every range once.
local function check_whole(group)
  local about = group[1].about
  local count = about.range and about.range[2] or 1
  local name = about.files[1].name .. (#about.files > 1 and (" and %d more"):format(#about.files - 1) or "")
  local of = {}
  for _, part in ipairs(group) do
    local k = part.about.range and part.about.range[1] or 1
    if of[k] then
      refuse("%s and %s are the same part of %s; give one", of[k].path, part.path, name)
    end
    of[k] = part
  end
  for k = 1, count do
    if not of[k] then
      refuse("part %d/%d of %s is missing; make it:\n  %s", k, count, name, again(about, k))
    end
  end
  return of
end

-- The bytes of one range begin where those before end.
local function check_chain(group)
  local ends, last = {}, {}
  for k, part in ipairs(group) do
    for _, span in ipairs(part.about.spans) do
      local name = part.about.files[span.file].name
      if (ends[span.file] or 0) ~= span.from then
        refuse("%s: it begins at byte %d of %s, the part before ends at %d; make one of them again:\n  %s\n  %s",
          part.path, span.from, name, ends[span.file] or 0, again(part.about, math.max(k - 1, 1)), again(part.about, k))
      end
      ends[span.file], last[span.file] = span.to, span
    end
  end
  for i, file in ipairs(group[1].about.files) do
    if file.size > 0 and not (last[i] and last[i].ends) then
      refuse("the last part of %s ends at byte %d, and the file does not; make it again:\n  %s", file.name,
        ends[i] or 0, again(group[1].about, #group))
    elseif last[i] then
      last[i].is_last = true
    end
  end
end

-- The parts in the order of the games.
local function in_order(parts)
  check_alike(parts)
  local list = {}
  for _, group in ipairs(groups_of(parts)) do
    group = check_whole(group)
    if group[1].about.range then
      check_chain(group)
    end
    table.move(group, 1, #group, #list + 1, list)
  end
  return list
end

-- ---- putting together ----------------------------------------------------------------------------

-- Behind the last game of a file, for a job that asks its reader.
local function end_file(job, span)
  if job.finish and (span.is_last or span.ends and span.is_last == nil) then
    job.finish({ games = span.games, gap = function() return span.tail or "" end }, false)
  end
end

local function take(job, part)
  local results, message, code = parts_of.results(part.path)
  if not results then
    exit.fail(code == "cannot_read" and exit.IO or exit.DATA, message)
  end
  local about = part.about
  for i, span in ipairs(about.spans) do
    for _, answer in ipairs(results[i]) do
      job.absorb(job, answer)
    end
    end_file(job, span)
  end
  for _, name in ipairs { "games", "plies", "errors" } do
    job[name] = job[name] + about[name]
  end
  job.passed = about.passed and (job.passed or 0) + about.passed or job.passed
  job.status = math.max(job.status, about.status)
end

-- The job that the parts are answers to.
local function open(args, parts)
  local about = parts[1].about
  local command = require("lucena.command").find(about.words[1])
  if not command or not command.parts then
    refuse("%s: it is damaged; make this part again", parts[1].path)
  end
  local asked, problem, word = command.parts.for_merging(about.options, args.script, about.facts)
  if not asked then
    exit.fail(exit.USAGE, problem)
  elseif about.facts.gatherer and args.output then
    exit.fail(exit.USAGE, "what a script has gathered is printed: > FILE, not -o FILE")
  end
  local parser = command.parser({ word })
  asked.output, asked.quiet, asked.files = args.output, args.quiet, { "-" }
  return (command.open(asked, parser))
end

-- An error: one of ours or of the user's script, passed on; else a part is not what it says, whoever made it.
local function describe(job, value, part)
  if exit.is_failure(value) or exit.is_interrupt(value) then
    return value
  elseif job and job.has_script then
    return reading.describe(job, value)
  end
  return exit.failure(exit.DATA, ("%s: this is no part of what it says: %s"):format(part or "one of them",
    phrase.safe(tostring(value))))
end

function M.run(args)
  local job, now
  local done, problem = xpcall(function()
    local parts = in_order(read_parts(args.parts))
    job = open(args, parts)
    for _, part in ipairs(parts) do
      now = part.path
      take(job, part)
    end
  end, function(value)
    return describe(job, value, now)
  end)
  if not done then
    if job and job.abandon then
      job.abandon()
    end
    error(problem, 0)
  end
  return job.conclude()
end

return M
