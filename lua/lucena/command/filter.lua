--- lucena filter: the games of PGN files that pass tests, copied as they stand.
-- @module lucena.command.filter

local format = require("lucena.format")
local output = require("lucena.command.output")
local reading = require("lucena.command.reading")
local section = require("lucena.command.section")
local support = require("lucena.command.support")
local switches = require("lucena.command.switches")

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
function returns true to copy the game, false or nil to pass it over:

  -- miniature.lua: decisive games of at most 25 moves
  return function(game)
    return game.plies <= 50 and game.result ~= "1/2-1/2"
  end

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
  lucena filter -t White~carlsen --stop-after 100 games.pgn > some.pgn
  lucena filter miniature.lua --reject long.pgn games.pgn > short.pgn
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
  parser:option("--reject", "Write the games that do not pass to FILE, byte for byte."):argname("FILE")
  parser:option("--stop-after", "Stop reading when N games have passed."):argname("N")
  parser:option("--mark", "Put a comment with TEXT in front of the moves of each game that is copied."):argname("TEXT")
  reading.options(parser)
  switches.options(parser)
  return parser
end

-- ---- tests ---------------------------------------------------------------------------------------

local MAX_TESTS = 16 -- of the reader

local function parse_tests(texts, parser)
  local tests = {}
  for i, text in ipairs(texts) do
    local name, operator, value = text:match("^([%w_]+)([<>]=?)(.*)$")
    if not name then
      name, operator, value = text:match("^([%w_]+)([=~^])(.*)$")
    end
    if not name then
      parser:error(("'%s' is no tag test; NAME=VALUE, and ~ ^ < <= > >= in place of ="):format(text))
    elseif operator:find("[<>]") and not value:find("^%-?%d+$") then
      parser:error(("'%s': %s compares with a number"):format(text, operator))
    end
    tests[i] = { name, operator, value }
  end
  if #tests > MAX_TESTS then
    parser:error(("at most %d tests are possible"):format(MAX_TESTS))
  end
  return tests
end

local FORMS = "`lucena filter -e 'EXPR' FILE...` and `lucena filter SCRIPT.lua FILE...` are the two forms"

-- What a script or an expression gave, as a function of a game, a query, or nil for what is neither.
local function understand(value)
  if type(value) == "table" and getmetatable(value) == nil and value.where ~= nil then
    for name in pairs(value) do
      if name ~= "where" then
        return nil, ("the field '%s' of a filter is not known; 'where' is"):format(tostring(name))
      end
    end
    value = value.where
  end
  local class = getmetatable(value)
  if class == "lucena.QueryMaker" then
    return nil, tostring(value)
  elseif class == "lucena.Query" or type(value) == "function" then
    return value
  end
  return nil, "this one returned " .. (value == nil and "nothing" or "a " .. type(value))
end

local function load_script(path)
  local done, value = xpcall(support.load(path), support.traceback)
  if not done then
    error(value, 0)
  end
  local accepts, problem = understand(value)
  if not accepts then
    support.fail(support.USAGE, ("%s: a filter script returns a function of a game, a query, or {where = either}, %s")
      :format(path, problem))
  end
  return accepts
end

local function load_expression(text)
  local done, value, problem = pcall(require("lucena.query.source").evaluate, text)
  if not done then
    problem = tostring(value)
  elseif value ~= nil then
    value, problem = understand(value)
    problem = problem and "a query is wanted, " .. problem
  else
    problem = problem or "a query is wanted, this is nothing"
  end
  if problem then
    support.fail(support.USAGE, (problem:find("^%-e:") and "" or "-e: ") .. problem)
  end
  return value
end

-- What is asked of games that the reader delivers, and what the reader asks itself: a query, as far as it can.
local function split_test(value, asks)
  if getmetatable(value) ~= "lucena.Query" then
    return value, nil
  elseif asks then
    return value, nil
  end
  local program, has_functions = value:compiled()
  return has_functions and value or nil, program
end

-- The function that a game must pass, or nil when the reader's own tests are all. Where the games that fail are wanted,
-- the reader delivers every game, and is asked about each.
local function make_test(job)
  local script, invert = job.script, job.invert
  if not job.asks then
    return script
  end
  return function(game)
    local answer = job.reader:passes(game)
    if answer and script then
      answer = script(game)
    end
    -- What is no answer is passed on, to be refused.
    if invert and (answer == nil or type(answer) == "boolean") then
      return not answer
    end
    return answer
  end
end

-- ---- copying -------------------------------------------------------------------------------------

-- A game that the script changed stays in the notation it is in.
local function own_dialect(job, game)
  local dialect = job.options.dialect
  return dialect and { dialect = dialect == "auto" and game.dialect or dialect } or nil
end

-- The text to write in place of the game's own, or nil when it is copied as it stands.
local function new_text(job, reader, game)
  local text
  if job.switches or game.is_edited then
    local message
    text, message = format.export(game, "pgn", job.switches or own_dialect(job, game))
    if not text then
      support.fail(support.DATA, ("%s:%d: game %d %scannot be written: %s"):format(
        reader.name, game.line, game.number, game.is_edited and "was changed by the script and " or "", message))
    end
    text = output.fit(job.to_utf8 and format.to_utf8(text) or text, game)
  end
  if job.mark then
    local mark, message = format.fit_encoding(job.mark, game)
    if not mark then
      support.fail(support.DATA, ("%s:%d: game %d: --mark: %s"):format(reader.name, game.line, game.number, message))
    end
    text = section.mark(text or game.text, "{" .. mark .. "}")
  end
  return text
end

local function match(job, reader, game)
  job.matched = job.matched + 1
  job.is_done = job.matched == job.most
  if job.copier then
    job.copier:add(reader, game, new_text(job, reader, game))
    if not job.check and not game:was_examined() then
      job.unread = job.unread + 1
    end
  end
end

-- ---- reading -------------------------------------------------------------------------------------

local function refuse_answer(job, answer)
  error(job.script_name .. ": filter must return true or false, not a " .. type(answer), 0)
end

-- What is done with each game, or nil when they are counted only.
local function make_visit(job)
  local accepts, rejects = job.accepts, job.rejects
  if job.count and not accepts and not job.selection and not job.most then
    return nil
  end
  return function(game, reader)
    local answer = not accepts or accepts(game)
    if answer == true then
      match(job, reader, game)
    elseif answer then
      refuse_answer(job, answer)
    elseif rejects then
      rejects:add(reader, game)
    end
  end
end

local function each_copier(job, method, ...)
  for _, copier in ipairs { job.copier or false, job.rejects or false } do
    if copier then
      copier[method](copier, ...)
    end
  end
end

local function prepare(job)
  job.visit = make_visit(job)
  job.has_script = job.script ~= nil
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

local function summarize(job)
  local unread = job.unread > 0 and support.group(job.unread) .. " copied without reading their moves" or nil
  reading.summary(job, support.group(job.matched) .. " matched", unread)
end

-- ---- the command ---------------------------------------------------------------------------------

local function check_usage(args, has_script, has_switches, parser)
  local has_work = has_script or has_switches or #args.tag > 0
  for _, name in ipairs { "check", "count", "games", "mark", "salvage", "stop_after" } do
    has_work = has_work or args[name]
  end
  if not has_work then
    parser:error("give a query (-e), a SCRIPT.lua, a test (-t), --games, --check or --count; " .. FORMS)
  elseif args.count and (args.output or args.reject or args.mark or has_switches) then
    parser:error("--count copies no games, so there is nothing for -o, --reject, --mark and the writer switches")
  elseif args.mark and args.mark:find("[{}]") then
    parser:error("--mark is put into a comment, so it can hold no braces")
  elseif args.reject and args.output == args.reject then
    parser:error("-o and --reject name the same file")
  end
end

local function parse_most(text, parser)
  local most = text and text:find("^%d+$") and math.tointeger(tonumber(text))
  if text and (not most or most == 0) then
    parser:error(("--stop-after takes a number from 1, not '%s'"):format(text))
  end
  return most
end

local function make_job(args, parser)
  local names = args.names
  local script = args.script
  if not script and names[1] and names[1]:find("%.lua$") then
    script = table.remove(names, 1)
  end
  if script and args.expression then
    parser:error("give -e or a script, not both")
  end
  local opts, to_utf8 = switches.read(args, parser)
  check_usage(args, script ~= nil or args.expression ~= nil, opts ~= nil, parser)
  local job = reading.new(args, parser)
  job.tests, job.invert, job.count, job.check = parse_tests(args.tag, parser), args.invert, args.count, args.check
  job.matched, job.unread, job.most = 0, 0, parse_most(args.stop_after, parser)
  job.switches, job.to_utf8, job.mark = opts, to_utf8, args.mark
  local paths = support.inputs(names, parser)
  -- The games that fail are delivered too when they are wanted.
  job.asks = args.invert or args.reject ~= nil
  local test = script and load_script(script) or args.expression and load_expression(args.expression)
  job.script, job.options.query = split_test(test, job.asks)
  job.script_name = script or "-e"
  job.accepts = make_test(job)
  job.options.tags, job.options.select = job.tests, not job.asks
  return job, paths
end

function M.run(args, parser)
  local job, paths = make_job(args, parser)
  if not job.count then
    job.copier = output.copier(args.output or "-")
    job.rejects = args.reject and output.copier(args.reject)
  end
  prepare(job)
  reading.files(job, paths)
  if job.copier then
    each_copier(job, "finish", job.status)
  else
    support.write(("%d\n"):format(job.visit and job.matched or job.passed or 0))
    support.flush()
  end
  job.matched = job.visit and job.matched or job.passed or 0
  summarize(job)
  return job.status
end

return M
