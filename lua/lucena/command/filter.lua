--- lucena filter: copies the games of PGN files that match, byte for byte.
-- @module lucena.command.filter

local arguments = require("lucena.run.arguments")
local format = require("lucena.format")
local exit = require("lucena.run.exit")
local filter_sinks = require("lucena.run.filter.sink")
local inputs = require("lucena.run.input")
local named = require("lucena.run.filter.named")
local options = require("lucena.run.options")
local parts = require("lucena.run.parts")
local phrase = require("lucena.run.phrase")
local requests = require("lucena.run.filter.request")
local stdio = require("lucena.run.stdio")
local switches = require("lucena.run.switches")
local tests = require("lucena.run.filter.test")

local M = {
  summary = "copy the games that match a query, a Lua function or tag tests",
  group = "Search and check", order = 20, is_common = true,
}

-- Return the lines of the help for --define.
local function definitions()
  local lines = {}
  for i, word in ipairs(require("lucena.definitions").WORDS) do
    lines[i] = ("  %-20s  %s\n"):format(word[1] .. "=" .. word[2], word[4])
  end
  return table.concat(lines)
end

local EXAMPLES = [[
EXPR is a query. It combines built-in tests with & (and), | (or) and ~ (not).
docs/filters.md lists the tests. A Lua function of a game is a test, too.
  player "Carlsen" & result "1-0"
  checkmate & plies{max = 50} | threefold
  held(isolated{side = "white", on = "d"}, 8) & elo{min = 2400}

A script is a Lua file that returns a query, a function or a table. The
function takes a game; it returns true to copy the game. The table has a field
`where`, a field `each`, or both; the field `finish` is optional:

  -- miniatures.lua: how often each opening ends in a miniature
  return {
    where = function(game) return game.plies <= 50 end, -- or a query
    each = function(game, state)     -- for each match; false: do not copy it
      local eco = game.tags.ECO or "?"
      state[eco] = (state[eco] or 0) + 1
    end,
    finish = function(state)         -- returns text or rows to print
      local rows = {}
      for eco, n in pairs(state) do rows[#rows + 1] = { eco, n } end
      table.sort(rows, function(a, b) return a[1] < b[1] end)
      return rows
    end,
  }

The first argument is the script if its name ends in .lua; -s takes a script
of any name, - for standard input.

Games are copied byte for byte. If two copied games are adjacent in the input,
the text between them is copied, too. Otherwise one blank line separates the
games. Some games are rewritten in export format instead:
  - games changed by the script, such as `game.tags.Annotator = "me"`
  - games changed by --mark or --mark-tag
  - all games with any option of the section Layout; moves are in PGN's
    notation unless --to-dialect is given

Lucena stops reading a game as soon as the result of the tests is known. So it
may miss later errors. --check reads every game to the end.

Tests of tags are the fastest. TEST is NAME, an operator and a value, quoted
for the shell where needed:
  White=Fischer    is exactly
  White~fischer    contains, ignoring case
  ECO^B9           starts with, ignoring case
  WhiteElo>=2700   compares numbers; also < <= >

A game must pass all tests, and match the query or script.

If `lucena index` has indexed a file, queries of positions, players, openings,
ECO codes, Elo, dates and results, also combined with other tests by &, read
only the games that the index finds. The output is the same. --describe shows
whether the index is used.

Named filters have options of their own: `lucena filter --list-filters` lists
the filters, `lucena filter isolani --help` describes one.

--sort and --sample keep the games in memory. For whole databases, `lucena
sort` and `lucena sample` need less memory.

Constants of queries that --define can set, with their defaults:
]] .. definitions() .. [[
Win percentage and accuracy are those of Lichess; docs/filters.md has the
formulas. A query can give its own values: blunder{drop = 20},
time_class{"blitz", by = "lichess"}.

Examples:
  lucena filter -e 'player "Carlsen" & result "1-0"' games.pgn > won.pgn
  lucena filter -e 'material "R v BN" & ~threefold' --count games.pgn.zst
  lucena filter --variations -e 'played "Bxh7+"' games.pgn > gifts.pgn
  lucena filter miniature.lua games.pgn > short.pgn
  lucena filter miniature --moves 20 --list games.pgn
  lucena filter greek-gift --mark "Greek gift" games.pgn -o gifts.pgn
  lucena filter -e underpromotion --to csv --columns White,plies games.pgn
  lucena filter -t 'WhiteElo>=2700' -t ECO^B9 games.pgn > najdorf.pgn
  lucena filter --check --count games.pgn.zst
  lucena filter -t White~carlsen --limit 100 games.pgn > some.pgn
  lucena filter miniature --rest long.pgn games.pgn > short.pgn
  lucena filter -t Event=Linares --no-comments --width 0 games.pgn
  lucena filter --games 3,7,10-12 games.pgn > few.pgn
  lucena filter --dialect french --check --count parties.pgn

Exit status:
  0    success, also without matches
  1    errors in the games that were examined, or a changed game cannot be
       written
  2    wrong usage, or an error in the script
  3    a file could not be read or written (the other files are
       read)
  141  the output was closed (`| head`), as for grep]]

local function input_options(parser)
  parser:option("-e --expression", "Copy the games that match the query."):argname("EXPR")
  parser:option("-s --script", "Run the script FILE."):argname("FILE")
  parser:flag("--list-filters", "List the named filters; `lucena filter NAME --help` describes one.")
  parser:option("-t --tag", "Copy the games that pass a tag test; repeat for more tests."):argname("TEST"):count("*")
  parser:flag("--variations", "Test the query in variations, too, not only in the mainline.")
  parser:option("--define", "Set a constant of queries, such as blunder=20; repeat for more."):argname("NAME=VALUE")
    :count("*")
  parser:flag("-v --invert", "Select the games that do not match.")
  parser:flag("--check", "Replay the moves of every game and report errors.")
  parser:flag("--require-index", "Fail if a file has no index that this query can use. Default: read the file.")
  parser:flag("--describe", "Print the order of the tests and the number of games to read, without reading them.")
  parser:mutex(
    parser:flag("--progress", "Always show progress. Default: show it if standard error is a terminal, and no games "
      .. "are written to a terminal."),
    parser:flag("--no-progress", "Never show progress."))
  arguments.end_group(parser, "Options")
end

local function output_options(parser)
  parser:option("-o --output", "Write to FILE, completely or not at all. On any error the old file is kept.")
    :argname("FILE")
  parser:option("--rest", "Write the games that do not match to FILE, byte for byte."):argname("FILE")
    :target("rest_file")
  parser:flag("-c --count", "Print only the number of matching games.")
  parser:flag("--list", "Print one line per match: number, players, result, date, event, plies, and the"
    .. " matching move.")
  parser:option("--to", "Format of the output. Default: from the name of the output file, or pgn.")
    :choices(format.NAMES):argname("FORMAT")
  parser:option("--columns", "Columns of csv and tsv, such as White,Black,plies."):argname("LIST")
  parser:option("--skip", "Skip the first N matches."):argname("N")
  parser:option("--limit", "Stop after N matches, not counting those skipped. (--games 1-N reads only the first N"
    .. " games.) With --sort, all games are read, and --skip and --limit apply to the sorted games."):argname("N")
  parser:option("--sample", "Select N of the matches, or P% of them, at random."):argname("N|P%")
  parser:option("--seed", "Seed for --sample, an integer."):argname("S")
  parser:option("--sort", "Sort the matches by tags, plies or movetext. --sort=-plies sorts in descending order.")
    :argname("KEYS")
  parser:option("--mark", "Add TEXT as a comment after the matching move. If only tags or the result are tested, add it"
    .. " before the first move. The function of a script must return the matching move."):argname("TEXT")
  parser:flag("--mark-all", "With --mark, mark every position of the mainline at which the query of -e holds.")
  parser:option("--mark-tag", "Set the tag NAME to VALUE, or to the matching move."):argname("NAME[=VALUE]")
  arguments.end_group(parser, "Output")
end

-- Return a parser whose first options are those of a named filter.
local function new_parser(name)
  local parser = arguments.parser("lucena filter", "Copy the matching games of PGN files.",
    "[OPTION]... [-e EXPR] [SCRIPT.lua|NAME] [FILE]...", EXAMPLES)
  parser:argument("FILE", "A script or the name of a filter, then PGN files; - is standard input, the default if it"
    .. " is a pipe."):target("names"):args("*")
  if name then
    require("lucena.run.filter.named_options").adopt(parser, name)
  end
  input_options(parser)
  output_options(parser)
  options.declare(parser, "If games are copied, concatenate the N outputs in order. For counts and results of a"
    .. " script, add --partial; `lucena merge-parts` merges the N parts.")
  switches.options(parser)
  arguments.common(parser, "-e", "-t", "-v", "-o", "--count", "--list", "--limit", "--games")
  return parser
end

--- Return the parser. If the first word of the command line is the name of a filter, the parser has its options.
function M.parser(argv)
  local parser = new_parser()
  local word = argv and named.first_word(argv, parser)
  return word and named.find(word) and new_parser(word) or parser
end

-- ---- the client ----------------------------------------------------------------------------------

-- The client. `sink` gets the matching games, `rest` the other games. `matched` is the number of matching games;
-- `taken` is the number of matching games that are written. `state` is the table that the filter's function `each`
-- fills.
local Filter = {}
Filter.__index = Filter

-- Write a match. Returns true if no more matches are needed.
local function take(self, reader, game, node)
  local matched = self.matched + 1
  self.matched = matched
  local is_done = matched - self.skip == self.most
  if matched <= self.skip or self.share and math.random() >= self.share then
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
  if self.matched == 0 and not input.options.quiet and self.expression then
    require("lucena.run.hint").print(self.expression, self.paths)
  end
  return input.tally.status
end

-- Return a client without outputs. If there is a report, it replaces the games on standard output.
local function new_client(args, parser)
  local request, opts, paths = requests.read(args, parser)
  local self = setmetatable({ request = request, input = inputs.new(opts), matched = 0, taken = 0, state = {},
    -- Use false and not nil: if the field were nil, Lua would search the class for it in each game.
    accepts = tests.make(request) or false, skip = request.skip,
    mark = request.needs_place and require("lucena.run.filter.text").marker(request) or false,
    most = request.most or false, share = request.share or false, sink = false, rest = false,
    keeps_much = request.order ~= nil, has_script = request.source ~= nil, width = 79,
    writes = not request.count and (args.output ~= nil or not request.report),
    has_rest = args.rest_file ~= nil, expression = args.expression or false, paths = paths }, Filter)
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
  return request.order and "--sort needs all games" or request.draw and "--sample needs all games"
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
  args.names, args.script, args.expression, args.variations = { "-" }, facts.gatherer, nil, nil
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
