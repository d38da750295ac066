--- Implements --partial: writes the results of a command as a part, which `lucena merge-parts` merges with other parts.
-- A part has the results for its games, in the form in which workers of --jobs return them, and a description. The
-- description has the command with its options, the files with their sizes, and the bytes of each file that were read.
-- @module lucena.run.partial

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local output = require("lucena.run.output")
local phrase = require("lucena.run.phrase")
local parts = require("lucena.core").parts

local M = {}

-- Arguments that do not affect the results. `names` and `files` are the input files.
local OF_THE_RUN = {
  "output", "range", "jobs", "partial", "quiet", "progress", "no_progress", "files", "names", "rest",
  "memory",
}

-- ---- the description of a part ------------------------------------------------------------------------

--- Return the arguments that must be the same in all parts.
---@param args table parsed arguments
---@return table
local function options_of(args)
  local out = {}
  for name, value in pairs(args) do
    out[name] = value
  end
  for _, name in ipairs(OF_THE_RUN) do
    out[name] = nil
  end
  return out
end

-- Options that are removed when a message repeats the command line. The value is true if the option has an argument.
local LEFT_OUT = {
  ["--range"] = true, ["-o"] = true, ["--output"] = true, ["--jobs"] = true, ["--memory"] = true,
  ["--partial"] = false, ["-q"] = false, ["--quiet"] = false,
}

-- Quote a word for the shell.
local function quoted(word)
  return word:find("^[%w_./:=,+@%%-]+$") and word or "'" .. word:gsub("'", "'\\''") .. "'"
end

-- Return the command line without the options of LEFT_OUT.
local function words_of(argv)
  local words, at = {}, 1
  while argv[at] do
    local word = argv[at]
    local name = word:match("^(%-%-[%w-]+)=") or word:match("^(%-o)=?.+$") or word
    if LEFT_OUT[name] == nil then
      words[#words + 1] = quoted(word)
    elseif LEFT_OUT[name] and name == word then
      at = at + 1
    end
    at = at + 1
  end
  return words
end

-- Return the size of a file; nil for standard input, pipes and missing files. Missing files are reported when they are
-- read.
local function size_of(path)
  return path ~= "-" and require("lucena.core").file_size(path) or nil
end

local function describe(args, paths, options)
  local files = {}
  for i, path in ipairs(paths) do
    files[i] = { name = path, size = size_of(path) }
  end
  return { version = require("lucena").version, words = words_of(arguments.argv), options = options_of(args),
    range = options.range, files = files, spans = {} }
end

-- ---- the work ------------------------------------------------------------------------------------

-- The client for --partial. It passes games to the command's own client. It writes the results of that client, and
-- stores the range of bytes of each file to which they belong.
local Collector = {}
Collector.__index = Collector

local function new_collector(input, client, about, of)
  local self = { input = input, client = client, about = about, of = of,
    has_script = client.has_script, outlives = client.outlives, keeps_much = client.keeps_much, judges = client.judges,
    part_size = client.part_size }
  for _, name in ipairs { "visit", "read_games", "resume_at", "progress", "task" } do
    self[name] = client[name] and function(_, ...)
      return client[name](client, ...)
    end
  end
  if of.streams then
    function client.send(answer)
      self:store(answer)
    end
  end
  return setmetatable(self, Collector)
end

-- Start a file.
function Collector:restart()
  self.client:restart(self.task and self:task())
end

function Collector:begin_file(reader)
  self.span = { file = self.input.place, from = parts.cut(reader).offset, answers = 0 }
end

-- Write a result.
function Collector:store(answer)
  self.span.answers = self.span.answers + 1
  output.check(self.out:add(answer))
end

function Collector:absorb(answer)
  if self.of.gathers then
    self.client:absorb(answer)
  else
    self:store(answer)
  end
end

function Collector:finish_file(reader, is_cut)
  local span, spans = self.span, self.about.spans
  if self.of.gathers or self.of.streams or not self.input.pool then
    self:store(self.client:answer(reader))
  end
  span.to, span.ends, span.games = parts.cut(reader).offset, not is_cut, reader.read_count
  span.tail = not is_cut and parts.gap(reader)
  spans[#spans + 1] = span
  self:restart()
end

function Collector:abandon()
  output.abandon(self.writer)
end

-- Return the lines for human readers.
local function lines_of(about)
  local range = about.range
  return { "version " .. about.version, phrase.safe("lucena " .. table.concat(about.words, " ")),
    range and ("part %d of %d"):format(range[1], range[2]) or "whole files" }
end

--- Run the command and write its results as a part to the file given by -o.
---@param command table
---@param args table parsed arguments
---@param parser table
---@return integer status
function M.make(command, args, parser)
  local path = args.output
  if not path or path == "-" then
    parser:error("--partial needs a file for the part: -o FILE")
  end
  local input, client, paths = command.work(args, parser)
  local options = input.options
  local obstacle = command.parts.obstacle(client, args)
    or options.range and options.games and options.games:last()
    and "the parts must reach the end of the file: with --range, --games may not end at a number (5-, not 1-5)"
  if obstacle then
    parser:error("--partial: " .. obstacle)
  end
  local about = describe(args, paths, options)
  local collector = new_collector(input, client, about, command.parts)
  collector.writer = output.open(path)
  collector.out = require("lucena.run.part_file").begin(collector.writer, lines_of(about))
  collector:restart()
  input:read(paths, collector)
  if input.tally.status == exit.IO then
    collector:abandon()
    messages.note(path .. ": not written, because not all input could be read")
    return input.tally.status
  end
  about.tally = input.tally:plain()
  about.facts = command.parts.facts and command.parts.facts(client) or {}
  output.check(collector.out:finish(about))
  output.finish(collector.writer, path, exit.OK)
  input:summary()
  return input.tally.status
end

return M
