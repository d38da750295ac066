--- lucena filter: the games of PGN files that pass tests, copied as they stand.
-- @module lucena.command.filter

local arguments = require("lucena.run.arguments")
local conversion = require("lucena.run.conversion")
local exit = require("lucena.run.exit")
local jobs = require("lucena.run.filter.job")
local named = require("lucena.run.filter.named")
local output = require("lucena.run.output")
local phrase = require("lucena.run.phrase")
local reading = require("lucena.run.reading")
local report = require("lucena.run.filter.report")
local sinks = require("lucena.run.filter.sink")
local stdio = require("lucena.run.stdio")
local switches = require("lucena.run.switches")
local texts = require("lucena.run.filter.text")

local M = {
  summary = "copy the games of PGN files that pass a query, a Lua function or tag tests",
  order = 10,
}

-- The lines of the help that say what words mean.
local function definitions()
  local lines = {}
  for i, word in ipairs(require("lucena.query.definitions").WORDS) do
    lines[i] = ("  %-20s  %s\n"):format(word[1] .. "=" .. word[2], word[4])
  end
  return table.concat(lines)
end

local EXAMPLES = [[
EXPR is a query: names of chess.query, combined with & (and), | (or), ~ (not)
and Lua functions of a game. docs/filters.md lists the names.
  player "Carlsen" & result "1-0"
  checkmate & plies{max = 50} | threefold
  held(isolated{side = "white", on = "d"}, 8) & elo{min = 2400}

A script is a Lua file that returns a query, or a function of a game; the
function returns true to copy the game, false or nil to pass it over. Or it
returns a table, in which only one of where and each has to be:

  -- attacks.lua: how often each opening ends in a miniature
  return {
    where = function(game) return game.plies <= 50 end, -- or a query
    each = function(game, state)     -- a game that passed; false drops it
      local eco = game.tags.ECO or "?"
      state[eco] = (state[eco] or 0) + 1
    end,
    finish = function(state)         -- text or rows, printed, not the games
      local rows = {}
      for eco, n in pairs(state) do rows[#rows + 1] = { eco, n } end
      table.sort(rows, function(a, b) return a[1] < b[1] end)
      return rows
    end,
  }

The first argument is the script when its name ends in .lua; -s takes one of
any name, - for standard input. Games are copied byte for byte, with a blank
line between them; games that stood side by side keep what stood between them,
so that a whole copy is the same file. A game that the script changes, as by
`game.tags.Annotator = "me"`, or that is marked at a move or by a tag, is
written anew in export format. Lucena reads of a game what the tests ask for,
and reports the errors it meets there; --check reads every game. With any of
the switches from --width on, each game that is copied is written anew, in
export format, and in PGN's own notation but for --to-dialect.

Tag tests need no script and are the fastest. TEST is NAME, an operator and a
value, quoted for the shell where it has to be:
  White=Fischer    is exactly
  White~fischer    contains, in any case
  ECO^B9           begins with, in any case
  WhiteElo>=2700   as a number; also < <= >

Several tests have to pass all, and the query or script, too.

Some filters have names, and options of their own: `lucena filter
--list-filters` prints them, `lucena filter isolani --help` is the page of one.

What is sorted or drawn is held in memory; of whole databases `lucena sort` and
`lucena sample` hold less.

Words of queries that --define defines anew, and what they mean by default:
]] .. definitions() .. [[
Win percentage and accuracy are lichess's; docs/filters.md has the formulas. A
query may say its own: blunder{drop = 20}, time_class{"blitz", by = "lichess"}.

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

Exit status: 0, also when nothing passed; 1 errors in the games that were
examined, or a changed game cannot be written; 2 usage, or an error in the
script; 3 a file could not be read (the others are) or written. Like grep, it
ends quietly when its output is closed (`| head`), with status 141.]]

local function input_options(parser)
  parser:option("-e --expression", "Only games that pass the query."):argname("EXPR")
  parser:option("-s --script", "The script."):argname("FILE")
  parser:flag("--list-filters", "Print the names of filters; `lucena filter NAME --help` shows one.")
  parser:option("-t --tag", "Only games whose tag passes; repeat for more."):argname("TEST"):count("*")
  parser:flag("--variations", "Ask the query along every line of a game, not along its main line alone.")
  parser:option("--define", "What a word of queries means, such as blunder=20; repeat for more."):argname("NAME=VALUE")
    :count("*")
  parser:flag("-v --invert", "Take the games that do not pass instead.")
  parser:flag("--check", "Replay the moves of every game and report errors.")
  parser:mutex(
    parser:flag("--progress", "Show how far it is, wherever that goes. Default: on a terminal that no data goes to."),
    parser:flag("--no-progress", "Do not."))
  arguments.end_group(parser, "Options")
end

local function output_options(parser)
  parser:option("-o --output", "Write to FILE, whole or not at all: it is replaced at the end, and stays as it is"
    .. " when an input cannot be read, or the script or the writing fails."):argname("FILE")
  parser:option("--rest", "Write the games that do not pass to FILE, byte for byte."):argname("FILE")
    :target("rest_file")
  parser:flag("-c --count", "Print how many games pass, and copy none.")
  parser:flag("--list", "Print a line a game in place of it: number, players, result, date, event, plies, and the move"
    .. " where the query matched.")
  parser:option("--to", "Write them in this format. Default: as the output file is called, or pgn.")
    :choices(conversion.FORMATS):argname("FORMAT")
  parser:option("--columns", "Columns of csv and tsv, such as White,Black,plies."):argname("LIST")
  parser:option("--skip", "Not the first N games that pass."):argname("N")
  parser:option("--limit", "Stop reading when N games have passed, not counting those skipped. With --sort,"
    .. " all are read, and both count in that order."):argname("N")
  parser:option("--sample", "Of the games that pass draw N, or P% of them, at random."):argname("N|P%")
  parser:option("--seed", "An integer that --sample depends on."):argname("S")
  parser:option("--sort", "Put them in order: tags, plies, movetext; --sort=-plies turns it around."):argname("KEYS")
  parser:option("--mark", "Put TEXT as a comment behind the move where the query matched, or that the script's function"
    .. " returned; in front of all moves where there is none."):argname("TEXT")
  parser:option("--mark-tag", "Set the tag NAME to VALUE, or to the move where it matched."):argname("NAME[=VALUE]")
  arguments.end_group(parser, "Output")
end

-- With the name of a filter: its own options first.
local function new_parser(name)
  local parser = arguments.parser("lucena filter", "Copy the games of PGN files that pass all tests.",
    "[OPTION]... [-e EXPR] [SCRIPT.lua|NAME] [FILE]...", EXAMPLES)
  parser:argument("FILE", "The script or the name of a filter, and files of games; - is standard input, and the"
    .. " default when something is piped in."):target("names"):args("*")
  if name then
    named.adopt(parser, name)
  end
  input_options(parser)
  output_options(parser)
  reading.options(parser, true)
  switches.options(parser)
  return parser
end

--- The parser; with a command line whose first word is the name of a filter, that filter's.
function M.parser(argv)
  local parser = new_parser()
  local word = argv and named.first_word(argv, parser)
  return word and named.find(word) and new_parser(word) or parser
end

-- ---- what is done with each game -----------------------------------------------------------------

local function write(job, reader, game, node)
  if job.needs_place then
    node = texts.place(job, game, node)
    texts.mark(job, reader, game, node)
  end
  job.sink:add(reader, game, node)
end

-- A game that passed.
local function take(job, reader, game, node)
  job.matched = job.matched + 1
  job.is_done = job.matched - job.skip == job.most
  if job.matched <= job.skip or job.share and math.random() >= job.share then
    return
  end
  job.taken = job.taken + 1
  if job.sink then
    write(job, reader, game, node)
  end
end

-- What is done with each game, or nil when they are counted only.
local function make_visit(job)
  local accepts, rest = job.accepts, job.rest
  if job.count and not accepts and not job.selection and not job.most then
    return nil
  end
  return function(game, reader)
    local answer, node = true, nil
    if accepts then
      answer, node = accepts(game)
    end
    if answer then
      take(job, reader, game, node)
    elseif rest then
      rest:add(reader, game)
    end
  end
end

local function each_output(job, method, ...)
  for _, it in ipairs { job.sink or false, job.rest or false } do
    if it and it[method] then
      it[method](it, ...)
    end
  end
end

-- A part's answer of a worker.
local function absorb(job, answer)
  job.matched, job.taken = job.matched + answer.matched, job.taken + answer.taken
  job.is_done = job.most ~= nil and job.matched - job.skip == job.most
  for _, name in ipairs { "sink", "rest" } do
    if job[name] then
      job[name]:splice(answer[name])
    end
  end
  if job.merge and answer.state then
    job.state = job.has_state and job.merge(job.state, answer.state) or answer.state
    job.has_state = true
  end
end

local function prepare(job)
  local accepts = job.accepts
  job.visit, job.absorb = make_visit(job), absorb
  job.has_data = job.sink and job.sink.is_stream
  job.keeps_much = job.plan ~= nil
  function job.finish(reader, is_cut)
    each_output(job, "finish_file", reader, is_cut)
  end
  function job.be_part(is_first, is_last)
    each_output(job, "be_part", is_first, is_last)
  end
  -- A function that keeps a state is not called for a game of another part: a blank line goes before it.
  function job.join(reader, game)
    local answer, node = true, nil
    if job.each then
      return
    elseif accepts then
      answer, node = accepts(game)
    end
    local writer = not answer and job.rest or answer and job.sink
    if writer and writer.join then
      writer:join(reader, game, node)
    end
  end
  function job.abandon()
    each_output(job, "abandon")
  end
  function job.progress()
    return phrase.group(job.matched) .. " matched"
  end
end

-- ---- the command ---------------------------------------------------------------------------------

-- What is said behind the numbers.
local function remarks(job)
  local list = {}
  if job.sink and job.sink.unread > 0 and not job.check then
    list[1] = phrase.group(job.sink.unread) .. " copied without checking their moves"
  end
  list[#list + 1] = job.seed and "seed " .. job.seed
  return list
end

--- What a worker does with the parts it is given.
---@param args table parsed arguments, those of run()
---@param parser table
---@return table job with `restart(task)`, called before a part is read, and `answer()`, called behind it
function M.work(args, parser)
  args.output = not args.partial and args.output or nil
  local job, paths = jobs.make(args, parser)
  function job.restart(task)
    job.matched, job.taken, job.most, job.is_done, job.state = 0, 0, task.most, false, {}
    if not job.count then
      job.sink = (args.output or not job.report) and sinks.piece(job, task.width) or nil
      job.rest = args.rest_file and output.piece()
    end
    prepare(job)
  end
  function job.answer()
    return { matched = job.matched, taken = job.taken, sink = job.sink and job.sink:piece(),
      rest = job.rest and job.rest:piece(), state = job.merge and job.state }
  end
  return job, paths
end

-- What is printed behind the games.
local function conclude(job)
  each_output(job, "finish", job.status)
  if job.passed then -- counted without a look at each
    job.matched = job.matched + job.passed
    job.taken = math.max(0, job.matched - job.skip)
  end
  if job.count then
    stdio.write(("%d\n"):format(job.taken))
    stdio.flush()
  elseif job.report then
    report.print(job)
  end
  reading.summary(job, phrase.group(job.matched) .. " matched", table.unpack(remarks(job)))
  return job.status
end

--- The job that run() does.
---@param args table parsed arguments
---@param parser table
---@return table job with `conclude()`, which writes what is behind the games and returns the exit status
---@return string[] paths
function M.open(args, parser)
  local job, paths = jobs.make(args, parser)
  job.width = sinks.width(args.output or "-")
  job.hindrance = job.workers and jobs.hindrance(job, args)
  if not job.count then
    -- A report takes the place of the games on standard output.
    job.sink = (args.output or not job.report) and sinks.open(job, args.output or "-") or nil
    job.rest = args.rest_file and output.copier(args.rest_file)
  end
  prepare(job)
  function job.conclude()
    return conclude(job)
  end
  return job, paths
end

M.parts = {}

--- Why what is written of a range cannot stand behind that of another, or nil.
---@param job table
---@return string?
function M.parts.range_hindrance(job)
  return job.plan and "--sort is of all games" or job.draw and "--sample is of all games"
    or job.report and "what a script reports is of all games" or job.to == "json" and "JSON is one list" or nil
end

--- Why games cannot be copied in parts, or nil.
---@param job table
---@param args table
---@return string?
function M.parts.hindrance(job, args)
  if job.most then
    return "--limit counts all games"
  elseif args.rest_file then
    return "a part has one output, so there is none for --rest"
  elseif args.sample and not args.seed then
    return "--sample needs a --seed, so that the same games are drawn each time"
  end
  return jobs.hindrance(job, args)
end

--- What a part records besides its options: in which format games are, and the code that gathers, if any.
---@param job table
---@return table
function M.parts.facts(job)
  local copies = not (job.list or job.count or job.report)
  return { to = copies and job.to or nil, source = job.source, gatherer = job.merge and job.source or nil }
end

--- The arguments that open() gets where parts are put together: all that is asked of games has been.
---@param args table those of the parts
---@param script string? the code that may be run
---@param facts table
---@return table? args
---@return string? problem
function M.parts.for_merging(args, script, facts)
  if facts.gatherer and facts.gatherer ~= script then
    return nil, ("a script of somebody's puts together what was gathered: if it may be run, say -s %s")
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
  end
  return reading.carry_out(M, args, parser)
end

return M
