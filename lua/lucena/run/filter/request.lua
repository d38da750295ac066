--- The arguments of `lucena filter`, checked and stored in a frozen record.
-- @module lucena.run.filter.request

local arguments = require("lucena.run.arguments")
local frozen = require("lucena.run.frozen")
local named = require("lucena.run.filter.named")
local option_values = require("lucena.run.option_values")
local options = require("lucena.run.options")
local switches = require("lucena.run.switches")
local tests = require("lucena.run.filter.test")

local M = {}

-- The two ways to use the command, for messages.
local FORMS = "`lucena filter -e 'EXPR' FILE...` and `lucena filter SCRIPT.lua|NAME FILE...` are the two forms"

-- ---- which filter --------------------------------------------------------------------------------

local function exists(path)
  return require("lucena.file").exists(path)
end

-- Return whether a word looks like a query without -e: it is not the name of a file.
local function looks_like_query(word)
  local name, following = word:match("^[~(%s]*([%a_][%w_]*)(.?)")
  return name ~= nil and not following:find("[%w./-]") and not exists(word)
    and require("lucena.query").find(name) ~= nil
end

-- Return whether a word has blanks or operators of a query: it is not the name of a file.
local function has_words(word)
  return word:find("[%s=<>&|!(~]") and not word:find("%.%w+$") and not exists(word)
end

-- If the first word is a script or a filter name, remove it from the words. Returns it and its kind; nil if all words
-- are files.
local function take_source(args, parser)
  local first = args.names[1]
  if args.script[1] then
    return table.concat(args.script, ", "), "scripts"
  elseif not first then
    return nil
  elseif first:find("%.lua$") or named.find(first) then
    return table.remove(args.names, 1), first:find("%.lua$") and "script" or "name"
  elseif first:find("^%l[%w_-]*$") and not exists(first) and named.own(first) then
    return named.own(table.remove(args.names, 1)), "script"
  elseif not args.expression and (looks_like_query(first) or has_words(first)) then
    parser:error(named.as_expression(first))
  elseif first:find("^[%w_][%w_-]*$") and not exists(first) then
    parser:error(named.unknown(first) .. "; " .. FORMS)
  end
end

-- Return a query that also searches variations. A script's function must search variations itself.
local function along_lines(where, args, parser)
  if args.script[2] then
    parser:error("--variations takes one script, not several")
  elseif getmetatable(where) ~= "lucena.Query" then
    parser:error("--variations needs a query: -e, or a script that returns one")
  end
  return require("lucena.query").query.any_line(where)
end

-- Return the filter of a source, of an expression, or of both combined.
local function load_filter(source, kind, args, parser)
  local sources = require("lucena.run.filter.source")
  local filter = kind == "scripts" and require("lucena.run.filter.scripts").scripts(args.script, args, parser)
    or kind == "script" and require("lucena.run.filter.scripts").script(source, args, parser)
    or kind == "name" and sources.named(source, args, parser)
  local expression = args.expression and sources.expression(args.expression)
  if filter and expression then
    return sources.both(filter, expression)
  end
  return filter or expression
end

-- Return the filter of the arguments, and its name; {} if there are only tests of tags.
local function find_filter(args, parser)
  local source, kind = take_source(args, parser)
  local filter = (source or args.expression) and load_filter(source, kind, args, parser) or {}
  if args.variations then
    filter.where = along_lines(filter.where, args, parser)
  end
  return filter, source or args.expression and "-e"
end

-- ---- usage ---------------------------------------------------------------------------------------

-- Options that are enough by themselves: with one of them, no query, tag test or script is required.
local WORK = {
  "after", "check", "count", "games", "limit", "list", "show", "mark", "mark_tag", "positions", "salvage", "sample",
  "skip", "sort", "to",
}

-- Options about written games. They are rejected if no games are written.
local WRITING = { "output", "rest_file", "mark", "mark_tag", "sort", "sample", "list", "show", "to", "positions" }

local function option_of(name)
  return name == "output" and "-o" or "--" .. name:gsub("_file$", ""):gsub("_", "-")
end

local function check_count(args, has_switches, parser)
  for _, name in ipairs(WRITING) do
    if args[name] then
      parser:error(("--count writes no games, so it excludes %s"):format(option_of(name)))
    end
  end
  if has_switches then
    parser:error("--count writes no games, so it excludes the layout options")
  end
end

local function check_positions(args, has_source, has_switches, parser)
  for _, name in ipairs { "list", "to", "mark", "mark_tag", "columns", "partial" } do
    if args[name] then
      parser:error(("--positions writes no games, so it excludes %s"):format(option_of(name)))
    end
  end
  if has_switches then
    parser:error("--positions writes no games, so it excludes the layout options")
  elseif not args.after and (not has_source or args.invert) then
    parser:error("--positions needs a query without -v, or --after N")
  elseif args.positions == "svg" then
    local pictures = require("lucena.run.pictures")
    pictures.check(args.output, parser)
    if not pictures.is_numbered(args.output or "") then
      parser:error("--positions svg writes a picture for each game: -o NAME-%d.svg")
    end
  end
end

local function check_usage(args, has_source, has_switches, parser)
  local has_work = has_source or has_switches or #args.tag > 0
  for _, name in ipairs(WORK) do
    has_work = has_work or args[name]
  end
  if not has_work then
    parser:error("give a query (-e), a SCRIPT.lua or NAME, a test (-t), --games, --check, --count or --list; "
      .. FORMS)
  elseif args.count then
    check_count(args, has_switches, parser)
  elseif args.positions then
    check_positions(args, has_source, has_switches, parser)
  elseif args.after then
    parser:error("--after needs --positions FORMAT")
  elseif (args.list or args.show) and (args.to or args.mark or args.mark_tag or has_switches) then
    parser:error("--list writes no games, so it excludes --to, --mark, --mark-tag and the layout options")
  elseif args.mark and args.mark:find("[{}]") then
    parser:error("--mark writes a comment, so its text cannot contain braces")
  elseif arguments.is_same_output(args.output, args.rest_file) then
    parser:error("-o and --rest name the same file")
  elseif args.seed and not args.sample then
    parser:error("--seed needs --sample")
  elseif args.mark_all and not args.mark then
    parser:error("--mark-all needs --mark TEXT")
  end
end

-- Check that each game is written to one of two outputs. Games that are chosen after the last one was read, are not
-- written to the rest.
local function check_rest(args, form, sample, parser)
  if not args.rest_file then
    return
  elseif sample.draw then
    parser:error("--rest needs a share of the matches: --sample P%, not --sample N")
  elseif form.order and (args.limit or args.skip) then
    parser:error("--rest with --limit or --skip excludes --sort; sort the output with lucena sort")
  end
end

-- Return the query whose positions --mark-all marks. A query of games has one match position at most.
local function read_mark_all(args, where, parser)
  if not args.mark_all then
    return false
  elseif getmetatable(where) ~= "lucena.Query" or where.level ~= "position" or args.invert or args.variations then
    parser:error("--mark-all needs a query of positions (repeated(3) and quiet_plies(100), not threefold and fifty), "
      .. "without -v and --variations")
  end
  return true
end

-- ---- numbers and names ---------------------------------------------------------------------------

-- Parse "NAME" or "NAME=VALUE".
local function parse_tag(text, parser)
  if not text then
    return nil
  end
  local name, value = text:match("^([^=]*)=?(.*)$")
  local tag, err = require("lucena.tag_names").to_write(name)
  if not tag then
    parser:error("--mark-tag: " .. err)
  end
  return { name = tag, value = #text > #name and value or nil }
end

local PERCENTAGE = { kind = "number", least = 0, most = 100, noun = "a percentage" }

-- Parse --sample. Returns the number or the share of games to draw, and the seed if it was generated.
local function read_sample(args, parser)
  if not args.sample then
    return {}
  end
  local sample, percent = {}, args.sample:match("^(.*)%%$")
  if percent then
    sample.share = option_values.number(percent, "--sample", PERCENTAGE, parser) / 100
  else
    sample.draw = option_values.integer(args.sample, "--sample", 1, nil, parser)
  end
  local seed = require("lucena.run.sampling").seed(args.seed, parser)
  sample.seed = not args.seed and seed or nil
  return sample
end

-- Return the format of the written games.
local function read_form(args, layout, parser)
  local to = args.to or args.output and not args.list and not args.positions
    and require("lucena.format").of_path(args.output) or "pgn"
  local form = { to = to, order = args.sort and require("lucena.run.ordering").parse(args.sort, "--sort", parser),
    mark_tag = parse_tag(args.mark_tag, parser) }
  if to ~= "pgn" or args.columns then
    local conversion = require("lucena.run.conversion")
    local of_table = { columns = args.columns } -- the script of a filter does not define columns
    conversion.check_options(of_table, to, layout, parser)
    form.rows = conversion.rows(of_table, to, parser)
    form.around = require("lucena.export").around(to, form.rows, of_table)
  end
  return form
end

-- Handle --define. The values must be set before queries are made.
local function define(args, parser)
  for _, text in ipairs(args.define) do
    local name, value = text:match("^([%w_]+)=(.*)$")
    if not name then
      parser:error(("--define takes NAME=VALUE, not '%s'"):format(text))
    end
    local done, problem = require("lucena.definitions").set(name, value)
    if not done then
      parser:error("--define: " .. problem)
    end
  end
end

-- ---- the request ---------------------------------------------------------------------------------

local new = frozen.kind("filter request", [[
  source where each report merge is_pure has_own_code query asks invert
  count check most skip share draw seed order first last
  list show positions after to rows around layout to_utf8 dialect mark mark_tag mark_all needs_place]])

--- Return the reason why only one process can read the games, or nil.
---@param request table
---@param args table parsed arguments
---@return string?
function M.obstacle(request, args)
  local where, is_pure, merge = request.where, request.is_pure, request.merge
  local is_query = where == nil
    or getmetatable(where) == "lucena.Query" and not select(3, require("lucena.query").compiled(where))
  if (" " .. table.concat(args.script, " ") .. " "):find(" - ", 1, true) then
    return "a script is on standard input"
  elseif not is_query and not is_pure then
    return "only queries without Lua functions, and scripts that return pure = true, can run in several"
  elseif request.each and not merge and (request.report or not is_pure) then
    return "the script needs `merge` to combine the results of `each`"
  elseif request.skip > 0 or request.share then
    return "games are counted from the first one" -- because of --skip or --sample P%
  elseif request.most and args.rest_file then
    return "games are counted up to the last one"
  end
end

-- Return the functions of a Game that --show names. Each returns a text.
local function read_show(list, parser)
  local values, fields = {}, list and require("lucena.run.fields")
  for i, word in ipairs(list and require("lucena.game_value").words(list) or {}) do
    local field = fields.computed(word, "--show", parser)
    local tag = not field and fields.tag(word, "--show", parser)
    values[i] = function(game)
      local value
      if field then
        value = field.of(game)
        value = value ~= nil and fields.text(field, value) or nil
      else
        value = game.tags[tag]
      end
      return value or "-"
    end
  end
  return values
end

-- Return the numbers of --limit and --skip. If games are sorted, all games must be read. Then the numbers become a
-- range of the sorted games.
local function read_numbers(args, has_order, parser)
  local most = option_values.integer(args.limit, "--limit", 1, nil, parser)
  local skip = option_values.integer(args.skip, "--skip", 1, nil, parser) or 0
  if has_order then
    return { skip = 0, first = skip + 1, last = skip + (most or math.huge) }
  end
  return { skip = skip, most = most }
end

-- Return what a game must match: a filter's test, and the queries of -t.
local function with_queries(where, queries)
  for _, query in ipairs(queries) do
    where = where == nil and query or where & query
  end
  return where
end

-- Return whether code of the user runs for each game. Errors are then the user's, else they are Lucena's.
local function has_own_code(filter, order, args)
  local where, values = filter.where, (args.show or "") .. (args.columns or "")
  if filter.each or order and order.has_script or values:find("(", 1, true) then
    return true
  elseif where == nil then
    return false
  end
  return getmetatable(where) ~= "lucena.Query" or (select(3, require("lucena.query").compiled(where))) or false
end

--- Read the arguments. Returns the request and the reading options. A usage error ends the command.
---@param args table parsed arguments
---@param parser table
---@return table request a frozen record. `source`: the name of the script, filter or -e, or nil; `where`, `each`,
-- `report`, `merge`, `is_pure`: see `lucena.run.filter.source`. `has_own_code`: the user's code runs for each game.
-- `query`: the query that finds the match position.
-- `asks`: the command also needs the games that do not match. `order`: see `lucena.run.ordering`. `first`, `last`: the
-- range of sorted games to write. Other fields are as on the command line
---@return table options made by `lucena.run.options`
---@return string[] paths
function M.read(args, parser)
  local layout, as_utf8 = switches.read(args, parser)
  define(args, parser)
  local filter, source = find_filter(args, parser)
  check_usage(args, source ~= nil, layout ~= nil, parser)
  args.list = args.list or args.show ~= nil or nil
  local asks = args.invert or args.rest_file ~= nil
  local tags, queries = tests.tags(args.tag, parser)
  local where, program = tests.split(with_queries(filter.where, queries), asks)
  local opts = options.read(args, parser, { check = args.check, query = program, tags = tags, select = not asks })
  local sample, form = read_sample(args, parser), read_form(args, layout, parser)
  check_rest(args, form, sample, parser)
  local numbers = read_numbers(args, form.order ~= nil, parser)
  if filter.finish and not args.output and (args.list or args.to) then
    parser:error(("%s prints a report instead of the games; name a file for the games: -o FILE"):format(source))
  end
  return new {
    source = source, where = where, each = filter.each, report = filter.finish, merge = filter.merge,
    is_pure = filter.pure or filter.merge ~= nil, has_own_code = has_own_code(filter, form.order, args),
    asks = asks, invert = args.invert or false,
    query = not args.invert and getmetatable(filter.where) == "lucena.Query" and filter.where or nil,
    count = args.count, check = args.check, most = numbers.most, skip = numbers.skip, first = numbers.first,
    last = numbers.last, share = sample.share, draw = sample.draw, seed = sample.seed, order = form.order,
    list = args.list, show = read_show(args.show, parser), positions = args.positions,
    after = option_values.integer(args.after, "--after", 0, nil, parser), to = form.to, rows = form.rows,
    around = form.around, layout = layout,
    to_utf8 = as_utf8,
    dialect = opts.dialect, mark = args.mark, mark_tag = form.mark_tag,
    mark_all = read_mark_all(args, filter.where, parser),
    needs_place = args.list or args.positions ~= nil and not args.after or args.mark ~= nil or form.mark_tag ~= nil,
  }, opts, arguments.inputs(args.names, parser)
end

return M
