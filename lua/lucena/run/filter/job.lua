--- What the arguments of `lucena filter` say, checked, as the job that reading.files() does.
-- @module lucena.run.filter.job

local argument = require("lucena.argument")
local arguments = require("lucena.run.arguments")
local conversion = require("lucena.run.conversion")
local drawing = require("lucena.run.sampling")
local file = require("lucena.file")
local format = require("lucena.format")
local named = require("lucena.run.filter.named")
local reading = require("lucena.run.reading")
local sources = require("lucena.run.filter.source")
local switches = require("lucena.run.switches")
local tests = require("lucena.run.filter.test")

local M = {}

-- ---- which filter --------------------------------------------------------------------------------

-- Whether a word that is no file begins as a query does: it was meant to stand behind -e.
local function looks_like_query(word)
  local name, behind = word:match("^[~(%s]*([%a_][%w_]*)(.?)")
  return name ~= nil and not behind:find("[%w./-]") and not file.exists(word)
    and require("lucena.query").find(name) ~= nil
end

-- The script or the name that begins the words of the command line, which goes out of them, and what it is; nil when
-- they are all files.
local function take_source(args, parser)
  local first = args.names[1]
  if args.script then
    return args.script, "script"
  elseif not first then
    return nil
  elseif first:find("%.lua$") or named.find(first) then
    return table.remove(args.names, 1), first:find("%.lua$") and "script" or "name"
  elseif not args.expression and looks_like_query(first) then
    parser:error(("'%s' is no file; a query stands behind -e; %s"):format(first, sources.FORMS))
  elseif first:find("^[%w_][%w_-]*$") and not file.exists(first) then
    parser:error(named.unknown(first) .. "; " .. sources.FORMS)
  end
end

-- The query along every line; a function reads variations itself.
local function along_lines(where, parser)
  if getmetatable(where) ~= "lucena.Query" then
    parser:error("--variations wants a query, from -e or a script that returns one")
  end
  return require("lucena.query").query.any_line(where)
end

-- The filter that the arguments say, {} where there are only tests on tags, and what it is called.
local function find_filter(args, parser)
  local source, kind = take_source(args, parser)
  local filter = kind == "script" and sources.script(source) or kind == "name" and sources.named(source, args, parser)
  local expression = args.expression and sources.expression(args.expression)
  if filter and expression then
    filter = sources.both(filter, expression)
  end
  filter = filter or expression or {}
  if args.variations then
    filter.where = along_lines(filter.where, parser)
  end
  return filter, source or args.expression and "-e"
end

-- ---- usage ---------------------------------------------------------------------------------------

-- Options that are work enough, without a test.
local WORK = {
  "check", "count", "games", "limit", "list", "mark", "mark_tag", "salvage", "sample", "skip", "sort", "to",
}

-- Options that say how games are written, so that there is nothing for them where none are.
local WRITING = { "output", "rest_file", "mark", "mark_tag", "sort", "sample", "list", "to" }

local function option_of(name)
  return name == "output" and "-o" or "--" .. name:gsub("_file$", ""):gsub("_", "-")
end

local function check_count(args, has_switches, parser)
  for _, name in ipairs(WRITING) do
    if args[name] then
      parser:error(("--count copies no games, so there is nothing for %s"):format(option_of(name)))
    end
  end
  if has_switches then
    parser:error("--count copies no games, so there is nothing for the switches of layout")
  end
end

local function check_usage(args, has_source, has_switches, parser)
  local has_work = has_source or has_switches or #args.tag > 0
  for _, name in ipairs(WORK) do
    has_work = has_work or args[name]
  end
  if not has_work then
    parser:error("give a query (-e), a SCRIPT.lua or NAME, a test (-t), --games, --check, --count or --list; "
      .. sources.FORMS)
  elseif args.count then
    check_count(args, has_switches, parser)
  elseif args.list and (args.to or args.mark or args.mark_tag or has_switches) then
    parser:error("--list writes no games, so there is nothing for --to, --mark, --mark-tag and the switches of layout")
  elseif args.mark and args.mark:find("[{}]") then
    parser:error("--mark is put into a comment, so it can hold no braces")
  elseif arguments.is_same_output(args.output, args.rest_file) then
    parser:error("-o and --rest name the same file")
  elseif args.seed and not args.sample then
    parser:error("--seed is for --sample")
  end
end

-- ---- numbers and names ---------------------------------------------------------------------------

local function parse_number(text, option, parser)
  local number = text and text:find("^%d+$") and math.tointeger(tonumber(text))
  if text and (not number or number == 0) then
    parser:error(("%s takes a number from 1, not '%s'"):format(option, text))
  end
  return number
end

-- "NAME" or "NAME=VALUE".
local function parse_tag(text, parser)
  if not text then
    return nil
  end
  local name, value = text:match("^([^=]*)=?(.*)$")
  if not argument.is_tag_name(name) then
    parser:error(("--mark-tag takes NAME or NAME=VALUE, not '%s'"):format(text))
  end
  return { name = name, value = #text > #name and value or nil }
end

-- --sample: a reservoir, or the share of the games that is drawn; and the seed when it was made up.
local function read_sample(job, args, parser)
  if not args.sample then
    return
  end
  local percent = tonumber(args.sample:match("^([%d.]+)%%$"))
  if percent and percent <= 100 then
    job.share = percent / 100
  elseif percent or args.sample:find("%%$") then
    parser:error(("--sample takes a number, or a percentage to 100%%, not '%s'"):format(args.sample))
  else
    job.draw = drawing.reservoir(parse_number(args.sample, "--sample", parser))
  end
  local seed = drawing.seed(args.seed, parser)
  job.seed = not args.seed and seed or nil
end

-- In which form games are written.
local function read_form(job, args, opts, to_utf8, parser)
  job.list = args.list
  job.to = args.to or args.output and not args.list and format.of_path(args.output) or "pgn"
  -- The script of a filter is none of columns.
  local of_table = { columns = args.columns }
  conversion.check_options(of_table, job.to, opts, parser)
  job.switches, job.to_utf8, job.rows = opts, to_utf8, conversion.rows(of_table, job.to, parser)
  job.around = conversion.around(job.to, job.rows, of_table)
  job.plan = args.sort and require("lucena.run.ordering").parse(args.sort, "--sort", parser)
  job.mark, job.mark_tag = args.mark, parse_tag(args.mark_tag, parser)
  job.needs_place = args.list or job.mark ~= nil or job.mark_tag ~= nil
end

-- --define: before any query is made.
local function define(args, parser)
  for _, text in ipairs(args.define) do
    local name, value = text:match("^([%w_]+)=(.*)$")
    if not name then
      parser:error(("--define takes NAME=VALUE, not '%s'"):format(text))
    end
    local done, problem = require("lucena.query.definitions").set(name, value)
    if not done then
      parser:error("--define: " .. problem)
    end
  end
end

-- ---- the job -------------------------------------------------------------------------------------

local function read_filter(job, filter, source)
  job.has_script, job.source, job.state = source ~= nil, source, {}
  job.where, job.each, job.report, job.merge = filter.where, filter.each, filter.finish, filter.merge
  job.is_pure = filter.pure or filter.merge ~= nil
  job.query = not job.invert and getmetatable(filter.where) == "lucena.Query" and filter.where or nil
end

--- Why the games have to be read in one process, or nil.
---@param job table
---@param args table parsed arguments
---@return string?
function M.hindrance(job, args)
  local where = job.where
  local is_query = where == nil or getmetatable(where) == "lucena.Query" and not select(3, where:compiled())
  if args.script == "-" then
    return "the script is on standard input"
  elseif not is_query and not job.is_pure then
    return "only queries without Lua functions of your own, and scripts that return pure = true, may run in several"
  elseif job.each and not job.merge and (job.report or not job.is_pure) then
    return "what `each` gathers is put together only by a script that has merge"
  elseif job.skip > 0 or job.share then
    return "games are counted from the first one" -- --skip, --sample P%
  end
end

--- The job, with a field for all that is asked, and the files to read; a usage error ends the command.
---@param args table parsed arguments
---@param parser table
---@return table job
---@return string[] paths
function M.make(args, parser)
  local opts, to_utf8 = switches.read(args, parser)
  define(args, parser)
  local filter, source = find_filter(args, parser)
  check_usage(args, source ~= nil, opts ~= nil, parser)
  local job = reading.new(args, parser)
  job.progress_when = args.progress and "always" or args.no_progress and "never" or nil
  job.invert, job.count, job.check = args.invert or false, args.count, args.check
  job.matched, job.taken = 0, 0
  job.most, job.skip = parse_number(args.limit, "--limit", parser), parse_number(args.skip, "--skip", parser) or 0
  read_sample(job, args, parser)
  read_form(job, args, opts, to_utf8, parser)
  if job.plan then -- of those in order: all are read
    job.first, job.last, job.skip, job.most = job.skip + 1, job.skip + (job.most or math.huge), 0, nil
  end
  read_filter(job, filter, source)
  if job.report and not args.output and (args.list or args.to) then
    parser:error(("%s prints a report in place of the games; -o FILE says where they go"):format(source))
  end
  -- The games that fail are delivered too when they are wanted.
  job.asks = job.invert or args.rest_file ~= nil
  job.options.tags, job.options.select = tests.tags(args.tag, parser), not job.asks
  local paths = arguments.inputs(args.names, parser)
  job.accepts = tests.make(job)
  return job, paths
end

return M
