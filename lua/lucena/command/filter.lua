--- lucena filter: copies the games of PGN files that match, byte for byte.
-- @module lucena.command.filter

local exit = require("lucena.run.exit")
local filter_sinks = require("lucena.run.filter.sink")
local inputs = require("lucena.run.input")
local named = require("lucena.run.filter.named")
local parts = require("lucena.run.parts")
local phrase = require("lucena.run.phrase")
local requests = require("lucena.run.filter.request")
local stdio = require("lucena.run.stdio")
local tests = require("lucena.run.filter.test")

local M = {
  summary = "copy the games that match a query, a Lua function or tag tests",
  group = "Search and check", order = 20, is_common = true,
}

--- Return the parser of a command line.
---@param argv string[]?
---@return table
function M.parser(argv)
  return require("lucena.run.filter.parser").new(argv)
end

-- The options that plain() reads, with the names of their fields.
local PLAIN_FLAGS = { ["-q"] = "quiet", ["-c"] = "count", ["--count"] = "count", ["--check"] = "check",
  ["-v"] = "invert", ["--list"] = "list" }

--- Return the arguments of a command line with common options only, as the parser does; nil for any other command line.
-- The parser takes a third of the time of a command that reads a small file.
---@param argv string[]
---@return table? args
function M.plain(argv)
  local args, i = { allow = {}, define = {}, names = {}, script = {}, tag = {} }, 1
  while argv[i] do
    local word, value = argv[i], argv[i + 1]
    local flag, has_value = PLAIN_FLAGS[word], value and value ~= "" and value:sub(1, 1) ~= "-"
    if flag and not args[flag] then
      args[flag] = true
    elseif word == "-t" and has_value then
      args.tag[#args.tag + 1], i = value, i + 1
    elseif word == "-e" and has_value and not args.expression then
      args.expression, i = value, i + 1
    elseif word == "" or word:sub(1, 1) == "-" or #args.names == 0 and named.find(word) then
      return nil -- the options of a named filter need the parser, too
    else
      args.names[#args.names + 1] = word
    end
    i = i + 1
  end
  return args
end

-- ---- the client ----------------------------------------------------------------------------------

local COUNTED = 4 << 20 -- bytes of a worker's part if games are only counted: the answer is short

-- The client. `sink` gets the selected games, `rest` the other games. `matched` is the number of matching games;
-- `taken` is the number of matching games that are written. `state` is the table that the filter's function `each`
-- fills.
local Filter = {}
Filter.__index = Filter

-- Return whether a match is written: --skip and --limit select a range of the matches, --sample P% a share of them.
local function is_selected(self, matched)
  if matched <= self.skip or self.most and matched > self.skip + self.most then
    return false
  end
  return not self.share or math.random() < self.share
end

-- Write a match, to `rest` if it is not selected. Returns true if no more games are needed.
local function take(self, reader, game, node)
  local matched = self.matched + 1
  self.matched = matched
  local is_done = not self.rest and matched - self.skip == self.most
  if not is_selected(self, matched) then
    if self.rest then
      self.rest:add(reader, game)
    end
    return is_done
  end
  self.taken = self.taken + 1
  if self.sink then
    if self.mark then
      node = self.mark(reader, game, node)
    end
    self.sink:add(reader, game, node)
  end
  return is_done
end

-- Use the answer of `game_test`, which the reader has called.
function Filter:take_answer(game, reader, answer)
  local is_match, node = tests.interpret(self.request.source, answer)
  return is_match and take(self, reader, game, node)
end

function Filter:visit(game, reader)
  local answer, node = true, nil
  if self.accepts then
    answer, node = self.accepts(game, reader, self.state)
  end
  if answer then
    return take(self, reader, game, node)
  elseif self.rest then
    self.rest:add(reader, game)
  end
end

local function each_output(self, method, ...)
  for _, it in ipairs { self.sink, self.rest } do
    if it and it[method] then
      it[method](it, ...)
    end
  end
end

function Filter:finish_file(reader, is_cut)
  each_output(self, "finish_file", reader, is_cut)
end

function Filter:be_part(is_first, is_last)
  each_output(self, "be_part", is_first, is_last)
end

-- Begin a part that another process has read. `each` changes a state, so only the process that reads the games calls
-- it. A blank line separates the parts.
function Filter:join(reader, game)
  local answer, node = true, nil
  if self.request.each then
    return
  elseif self.accepts then
    answer, node = self.accepts(game, reader)
  end
  local sink = not answer and self.rest or answer and self.sink
  if sink and sink.join then
    sink:join(reader, game, node)
  end
end

function Filter:abandon()
  each_output(self, "abandon")
end

function Filter:progress()
  return phrase.group(self.matched) .. " matched"
end

-- ---- parts ---------------------------------------------------------------------------------------

function Filter:task()
  return { width = self.width, most = self.most and self.most - self.matched or nil }
end

-- If the answer of a part has more games than are needed, return a task that reads the part again, up to the last game
-- needed.
function Filter:renew(task, answer)
  local left = self.most and self.most - self.matched
  return left and answer.matched >= left and task.most ~= left and self:task() or nil
end

function Filter:restart(task)
  local request = self.request
  self.matched, self.taken, self.most, self.state = 0, 0, task.most or false, {}
  if not request.count then
    self.sink = self.writes and filter_sinks.piece(request, self.input, task.width)
    self.rest = self.has_rest and require("lucena.run.sink").piece()
  end
end

function Filter:answer()
  return { matched = self.matched, taken = self.taken, sink = self.sink and self.sink:piece(),
    rest = self.rest and self.rest:piece(), state = self.request.merge and self.state }
end

function Filter:absorb(answer)
  self.matched, self.taken = self.matched + answer.matched, self.taken + answer.taken
  for _, name in ipairs { "sink", "rest" } do
    if self[name] then
      self[name]:splice(answer[name])
    end
  end
  local merge = self.request.merge
  if merge and answer.state then
    self.state = self.has_state and merge(self.state, answer.state) or answer.state
    self.has_state = true
  end
end

-- ---- the command ---------------------------------------------------------------------------------

-- Return the texts to append to the summary.
local function remarks(self)
  local list, request = {}, self.request
  if self.sink and self.sink.unread > 0 and not request.check then
    list[1] = phrase.group(self.sink.unread) .. " copied without checking their moves"
  end
  if self.sink and request.after and self.sink.missing > 0 then
    list[#list + 1] = ("%s shorter than %d plies"):format(phrase.group(self.sink.missing), request.after)
  end
  list[#list + 1] = request.seed and "seed " .. request.seed
  return list
end

function Filter:conclude()
  local input, request = self.input, self.request
  each_output(self, "finish", input.tally.status)
  if input.tally.passed > 0 then -- counted without visit()
    self.matched = self.matched + input.tally.passed
    self.taken = math.max(0, self.matched - self.skip)
  end
  if request.count then
    stdio.write(("%d\n"):format(self.taken))
    stdio.flush()
  elseif request.report then
    require("lucena.run.filter.report").print(request.report, self.state, request.source)
  end
  input:summary(phrase.group(self.matched) .. " matched", table.unpack(remarks(self)))
  if self.matched == 0 and not input.options.quiet and (self.expression or #self.tests > 0) then
    local hint = require("lucena.run.hint")
    hint.print(self.expression or nil, self.paths)
    hint.print_tests(self.tests, self.paths)
  end
  return input.tally.status
end

-- Return a client without outputs. If there is a report, it replaces the games on standard output.
local function new_client(args, parser)
  local request, opts, paths = requests.read(args, parser)
  local self = setmetatable({ request = request, input = inputs.new(opts), matched = 0, taken = 0, state = {},
    -- Use false and not nil: if the field were nil, Lua would search the class for it in each game.
    accepts = tests.make(request) or false, game_test = tests.only(request) or false, skip = request.skip,
    mark = request.needs_place and require("lucena.run.filter.text").marker(request) or false,
    most = request.most or false, share = request.share or false, sink = false, rest = false,
    keeps_much = request.order ~= nil, has_script = request.has_own_code, width = 79,
    writes = not request.count and (args.output ~= nil or not request.report),
    has_rest = args.rest_file ~= nil, expression = args.expression or false, tests = args.tag, paths = paths }, Filter)
  self.input.takes_positions = true
  if request.count and not self.accepts and not opts.games and not request.most then
    self.visit = false -- games are only counted
  end
  return self, paths
end

--- Open a client for a part of the games: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.work(args, parser)
  args.output = not args.partial and args.output or nil
  local self, paths = new_client(args, parser)
  return self.input, self, paths
end

--- Open a client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.open(args, parser)
  local self, paths = new_client(args, parser)
  local path = args.output or "-"
  self.width = filter_sinks.width(path)
  self.input.find_parts = require("lucena.run.indexing").finder(self.request.query or self.request.where,
    self.input.options.tags, args, parser)
  self.alone = self.input.options.workers and requests.obstacle(self.request, args)
  self.part_size = self.request.count and not (self.accepts or self.most or self.request.report) and COUNTED or nil
  self.sink = self.writes and filter_sinks.open(self.request, self.input, path, paths)
  self.rest = not self.request.count and self.has_rest and require("lucena.run.sink").copier(args.rest_file)
  self.has_data = self.sink and self.sink.is_stream or false
  return self.input, self, paths
end

M.parts = {}

--- Return the reason why outputs of ranges cannot be concatenated, or nil.
---@param client table
---@return string?
function M.parts.range_obstacle(client)
  local request = client.request
  return request.order and "--sort needs all games"
    or request.positions == "svg" and "the pictures are numbered in order"
    or request.draw and "--sample needs all games"
    or request.report and "the report of a script needs all games"
    or request.to == "json" and "JSON is one array" or nil
end

--- Return the reason why --partial is not possible, or nil.
---@param client table
---@param args table
---@return string?
function M.parts.obstacle(client, args)
  if client.request.most then
    return "--limit needs all games"
  elseif args.rest_file then
    return "a part has one output, so it excludes --rest"
  elseif args.sample and not args.seed then
    return "--sample needs a --seed, so that all parts draw the same games"
  end
  return requests.obstacle(client.request, args)
end

--- Return the values that a part has besides its options: the format of the games and, if there is one, the script with
-- `merge`.
---@param client table
---@return table
function M.parts.facts(client)
  local request = client.request
  local copies = not (request.list or request.count or request.report)
  return { to = copies and request.to or nil, source = request.source,
    gatherer = request.merge and request.source or nil }
end

--- Return the arguments of open() for merging parts. The games have already been tested.
---@param args table those of the parts
---@param script string? the code that may be run
---@param facts table
---@return table? args
---@return string? problem
function M.parts.for_merging(args, script, facts)
  if facts.gatherer and facts.gatherer ~= script then
    return nil, ("merging needs a script of the part; to run it, give -s %s")
      :format(facts.gatherer)
  end
  args.names, args.script, args.expression, args.variations = { "-" }, { facts.gatherer }, nil, nil
  args.tag, args.define, args.games, args.check, args.to, args.rest_file = {}, {}, nil, true, facts.to, nil
  return args
end

function M.run(args, parser)
  if args.list_filters then
    stdio.write(named.overview())
    return exit.OK
  elseif args.describe then
    local request, opts, paths = requests.read(args, parser)
    stdio.write(require("lucena.run.indexing").describe(request.query or request.where, opts.tags, args, paths))
    stdio.flush()
    return exit.OK
  end
  return parts.run(M, args, parser)
end

return M
