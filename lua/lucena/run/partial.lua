--- --partial: what a command makes of its games is written as a part, which `lucena merge-parts` puts together.
-- A part holds the answers that workers of --jobs would give for these games, and what they are of: the command with
-- its options, the files with their sizes, and for each file the bytes that were covered.
-- @module lucena.run.partial

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local output = require("lucena.run.output")
local phrase = require("lucena.run.phrase")

local M = {}

-- Arguments that say how and where, not what is counted; `names` and `files` are the inputs.
local OF_THE_RUN = {
  "output", "range", "cuts", "chunk", "jobs", "partial", "quiet", "progress", "no_progress", "files", "names", "rest",
}

-- ---- what a part is about ------------------------------------------------------------------------

--- The arguments that all parts have to have.
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

-- Options of the command line that are left out where it is said again, and whether a value follows.
local LEFT_OUT = {
  ["--range"] = true, ["-o"] = true, ["--output"] = true, ["--jobs"] = true, ["--chunk"] = true,
  ["--partial"] = false, ["-q"] = false, ["--quiet"] = false,
}

-- A word as it stands on a command line.
local function quoted(word)
  return word:find("^[%w_./:=,+@%%-]+$") and word or "'" .. word:gsub("'", "'\\''") .. "'"
end

-- The command line without them.
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

-- nil of what has no size: standard input, a pipe; and of what is not there, which is told when it is read.
local function size_of(path)
  return path ~= "-" and require("lucena.core").file_size(path) or nil
end

local function describe(args, paths, options)
  local files = {}
  for i, path in ipairs(paths) do
    files[i] = { name = path, size = size_of(path) }
  end
  return { version = require("lucena").version, words = words_of(arguments.argv), options = options_of(args),
    range = options.range, chunk = options.chunk and options.chunk.number, files = files, spans = {} }
end

-- ---- the work ------------------------------------------------------------------------------------

-- A client that passes on games, and keeps the answers for each file, and which bytes they are about.
local Collector = {}
Collector.__index = Collector

local function new_collector(input, client, about, gathers)
  local self = { input = input, client = client, about = about, gathers = gathers, results = {},
    has_script = client.has_script, keeps_much = client.keeps_much, judges = client.judges,
    part_size = client.part_size }
  for _, name in ipairs { "visit", "progress", "task" } do
    self[name] = client[name] and function(_, ...)
      return client[name](client, ...)
    end
  end
  return setmetatable(self, Collector)
end

-- Ready for a file.
function Collector:restart()
  self.client:restart(self.task and self:task())
end

function Collector:begin_file(reader)
  self.span = { file = self.input.place, from = reader.cut.offset }
  self.answers = {}
end

function Collector:absorb(answer)
  if self.gathers then
    self.client:absorb(answer)
  else
    self.answers[#self.answers + 1] = answer
  end
end

function Collector:finish_file(reader, is_cut)
  local span, spans = self.span, self.about.spans
  if self.gathers or not self.input.pool then
    self.answers[#self.answers + 1] = self.client:answer()
  end
  span.to, span.ends, span.games, span.tail = reader.cut.offset, not is_cut, reader.games, not is_cut and reader:gap()
  spans[#spans + 1], self.results[#spans + 1] = span, self.answers
  self:restart()
end

-- Lines for people.
local function lines_of(about)
  local range = about.range
  return { "version " .. about.version, phrase.safe("lucena " .. table.concat(about.words, " ")),
    range and ("part %d of %d"):format(range[1], range[2]) or about.chunk and ("chunk %d"):format(about.chunk)
      or "whole files" }
end

--- Do what the command line says, and write it as a part to the file of -o.
---@param command table
---@param args table parsed arguments
---@param parser table
---@return integer status
function M.make(command, args, parser)
  local path = args.output
  if not path or path == "-" then
    parser:error("--partial writes a part to a file: -o FILE")
  end
  local input, client, paths = command.work(args, parser)
  local options = input.options
  local hindrance = command.parts.hindrance(client, args)
    or options.range and options.games and options.games:last()
    and "the parts are to reach the file's end: --games may have no last number with --range (5-, not 1-5)"
  if hindrance then
    parser:error("--partial: " .. hindrance)
  end
  local about = describe(args, paths, options)
  local collector = new_collector(input, client, about, command.parts.gathers)
  collector:restart()
  input:read(paths, collector)
  if input.tally.status == exit.IO then
    messages.note(path .. ": not written, because not all input could be read")
    return input.tally.status
  end
  about.tally = input.tally:plain()
  about.facts = command.parts.facts and command.parts.facts(client) or {}
  local writer = output.open(path)
  output.check(require("lucena.run.part_file").write(writer, lines_of(about), about, collector.results))
  output.finish(writer, path, exit.OK)
  input:summary()
  return input.tally.status
end

return M
