--- lucena filter: the games of PGN files that pass tests, copied as they stand.
-- @module lucena.command.filter

local copy = require("lucena.command.filter_copy")
local output = require("lucena.command.output")
local reading = require("lucena.command.reading")
local sources = require("lucena.command.filter_source")
local support = require("lucena.command.support")
local switches = require("lucena.command.switches")
local tests = require("lucena.command.filter_test")

local M = {
  summary = "copy the games of PGN files that pass a query, a Lua function or tag tests",
  order = 10,
}

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
`game.tags.Annotator = "me"`, is written anew in export format. Lucena reads of
a game what the tests ask for, and reports the errors it meets there; --check
reads every game. With any of the switches from --width on, each game that is
copied is written anew, in export format, and in PGN's own notation but for
--to-dialect.

Tag tests need no script and are the fastest. TEST is NAME, an operator and a
value, quoted for the shell where it has to be:
  White=Fischer    is exactly
  White~fischer    contains, in any case
  ECO^B9           begins with, in any case
  WhiteElo>=2700   as a number; also < <= >

Several tests have to pass all, and the query, too.

In a query time trouble is less than 60 seconds (time_trouble{under = 30}); an
inaccuracy, mistake or blunder loses 5, 10 or 15 points of win percentage, all
as lichess has it (blunder{drop = 20}), and so is accuracy; docs/filters.md
defines them. Classes of time controls are FIDE's
(time_class{"blitz", by = "lichess"}).

Examples:
  lucena filter -e 'player "Carlsen" & result "1-0"' games.pgn > won.pgn
  lucena filter -e 'material "R v BN" & ~threefold' --count games.pgn.zst
  lucena filter miniature.lua games.pgn > short.pgn
  lucena filter -t 'WhiteElo>=2700' -t ECO^B9 games.pgn > najdorf.pgn
  lucena filter --check --count games.pgn.zst
  lucena filter -t White~carlsen --limit 100 games.pgn > some.pgn
  lucena filter miniature.lua --rest long.pgn games.pgn > short.pgn
  lucena filter -t Event=Linares --no-comments --width 0 games.pgn
  lucena filter --games 3,7,10-12 games.pgn > few.pgn
  lucena filter --dialect french --check --count parties.pgn

Exit status: 0, also when nothing passed; 1 errors in the games that were
examined, or a changed game cannot be written; 2 usage, or an error in the
script; 3 a file could not be read (the others are) or written. Like grep, it
ends quietly when its output is closed (`| head`), with status 141.]]

function M.parser()
  local parser = support.parser("lucena filter", "Copy the games of PGN files that pass all tests.",
    "[OPTION]... [-e EXPR | SCRIPT.lua] [FILE]...", EXAMPLES)
  parser:argument("FILE", "The script, and files of games; - is standard input, and the default"
    .. " when something is piped in."):target("names"):args("*")
  parser:option("-e --expression", "Only games that pass the query."):argname("EXPR")
  parser:option("-s --script", "The script."):argname("FILE")
  parser:option("-t --tag", "Only games whose tag passes; repeat for more."):argname("TEST"):count("*")
  parser:flag("-v --invert", "Copy the games that do not pass instead.")
  parser:flag("-c --count", "Print how many games pass, and copy none.")
  parser:flag("--check", "Replay the moves of every game and report errors.")
  parser:option("-o --output", "Write to FILE, whole or not at all: it is replaced at the end, and stays as it is"
    .. " when an input cannot be read, or the script or the writing fails."):argname("FILE")
  parser:option("--rest", "Write the games that do not pass to FILE, byte for byte."):argname("FILE")
    :target("rest_file")
  parser:option("--limit", "Stop reading when N games have passed."):argname("N")
  parser:option("--mark", "Put a comment with TEXT in front of the moves of each game that is copied."):argname("TEXT")
  reading.options(parser)
  switches.options(parser)
  return parser
end

-- ---- what is done with each game -----------------------------------------------------------------

local function take(job, reader, game)
  job.matched = job.matched + 1
  job.is_done = job.matched == job.most
  if job.copier then
    job.copier:add(reader, game, copy.text(job, reader, game))
    if not job.check and not game:was_examined() then
      job.unread = job.unread + 1
    end
  end
end

-- What is done with each game, or nil when they are counted only.
local function make_visit(job)
  local accepts, rest = job.accepts, job.rest
  if job.count and not accepts and not job.selection and not job.most then
    return nil
  end
  return function(game, reader)
    if not accepts or accepts(game) then
      take(job, reader, game)
    elseif rest then
      rest:add(reader, game)
    end
  end
end

local function each_copier(job, method, ...)
  for _, copier in ipairs { job.copier or false, job.rest or false } do
    if copier then
      copier[method](copier, ...)
    end
  end
end

local function prepare(job)
  job.visit = make_visit(job)
  job.has_data = job.copier and job.copier.writer.is_stream
  function job.finish(reader, is_cut)
    each_copier(job, "finish_file", reader, is_cut)
  end
  function job.abandon()
    each_copier(job, "abandon")
  end
  function job.progress()
    return support.group(job.matched) .. " matched"
  end
end

-- ---- the command ---------------------------------------------------------------------------------

local function check_usage(args, has_source, has_switches, parser)
  local has_work = has_source or has_switches or #args.tag > 0
  for _, name in ipairs { "check", "count", "games", "limit", "mark", "salvage" } do
    has_work = has_work or args[name]
  end
  if not has_work then
    parser:error("give a query (-e), a SCRIPT.lua, a test (-t), --games, --check or --count; " .. sources.FORMS)
  elseif args.count and (args.output or args.rest_file or args.mark or has_switches) then
    parser:error("--count copies no games, so there is nothing for -o, --rest, --mark and the writer switches")
  elseif args.mark and args.mark:find("[{}]") then
    parser:error("--mark is put into a comment, so it can hold no braces")
  elseif args.rest_file and args.output == args.rest_file then
    parser:error("-o and --rest name the same file")
  end
end

local function parse_number(text, option, parser)
  local number = text and text:find("^%d+$") and math.tointeger(tonumber(text))
  if text and (not number or number == 0) then
    parser:error(("%s takes a number from 1, not '%s'"):format(option, text))
  end
  return number
end

-- The filter that the arguments name, {} where there are only tests on tags; takes its name out of `names`.
local function find_filter(args, names)
  local script = args.script
  if not script and names[1] and names[1]:find("%.lua$") then
    script = table.remove(names, 1)
  end
  local filter = script and sources.script(script)
  local expression = args.expression and sources.expression(args.expression)
  if filter and expression then
    filter = sources.both(filter, expression)
  end
  return filter or expression or {}, script or args.expression and "-e"
end

local function make_job(args, parser)
  local names = args.names
  local opts, to_utf8 = switches.read(args, parser)
  local filter, source = find_filter(args, names)
  check_usage(args, source ~= nil, opts ~= nil, parser)
  local job = reading.new(args, parser)
  job.invert, job.count, job.check = args.invert or false, args.count, args.check
  job.matched, job.unread, job.most = 0, 0, parse_number(args.limit, "--limit", parser)
  job.switches, job.to_utf8, job.mark = opts, to_utf8, args.mark
  job.has_script, job.source, job.state = source ~= nil, source, {}
  job.where, job.each, job.report = filter.where, filter.each, filter.finish
  -- The games that fail are delivered too when they are wanted.
  job.asks = job.invert or args.rest_file ~= nil
  job.options.tags, job.options.select = tests.tags(args.tag, parser), not job.asks
  local paths = support.inputs(names, parser)
  job.accepts = tests.make(job)
  return job, paths
end

-- What `finish` returned: a text, or rows, each a text or a list of cells, which get tabs between.
local function print_report(job)
  local value = job.report(job.state)
  if type(value) == "string" or type(value) == "number" then
    support.write(value, tostring(value):find("\n$") and "" or "\n")
  elseif type(value) == "table" and getmetatable(value) == nil then
    for _, row in ipairs(value) do
      local cells = type(row) == "table" and row or { row }
      for i, cell in ipairs(cells) do
        cells[i] = tostring(cell)
      end
      support.write(table.concat(cells, "\t"), "\n")
    end
  elseif value ~= nil then
    error(support.failure(support.USAGE, ("%s: finish returns a text, rows or nothing, not a %s"):format(
      job.source, getmetatable(value) or type(value))))
  end
  support.flush()
end

local function run_report(job)
  local done, failure = xpcall(print_report, support.traceback, job)
  if not done then
    error(failure, 0)
  end
end

function M.run(args, parser)
  local job, paths = make_job(args, parser)
  if not job.count then
    -- A report takes the place of the games on standard output.
    job.copier = (args.output or not job.report) and output.copier(args.output or "-") or nil
    job.rest = args.rest_file and output.copier(args.rest_file)
  end
  prepare(job)
  reading.files(job, paths)
  each_copier(job, "finish", job.status)
  job.matched = job.visit and job.matched or job.passed or 0
  if job.count then
    support.write(("%d\n"):format(job.matched))
    support.flush()
  elseif job.report then
    run_report(job)
  end
  reading.summary(job, support.group(job.matched) .. " matched",
    job.unread > 0 and support.group(job.unread) .. " copied without reading their moves" or nil)
  return job.status
end

return M
