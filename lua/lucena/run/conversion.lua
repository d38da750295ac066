--- The options of output formats, for the commands that write games. `lucena.export` writes the games.
-- @module lucena.run.conversion

local exit = require("lucena.run.exit")
local game_value = require("lucena.game_value")

local M = {}

-- ---- options -------------------------------------------------------------------------------------

local IS_TABLE = { csv = true, tsv = true }

-- Options that also apply to jsonl with --per ply.
local HAS_COLUMNS = { columns = true, script = true }

-- The layout options that also apply to JSON.
local OF_JSON = { comments = true, nags = true, variations = true, results = true, tags = true }

-- Field names that differ from the names of their options.
local NAMED = {
  wrap_comments = "no_wrap_comments", dialect = "to_dialect", comments = "no_comments", nags = "no_nags",
  variations = "no_variations", numbers = "no_numbers", results = "no_results", checks = "no_checks",
}

-- The formats of --per ply and --compact.
local OF_PLIES, OF_COMPACT = { csv = true, tsv = true, jsonl = true }, { json = true, jsonl = true }

local function check_form(args, to, opts, parser)
  local per_ply = args.per == "ply"
  if per_ply and not OF_PLIES[to] then
    parser:error(("--per ply is for csv, tsv and jsonl, not for %s"):format(to))
  elseif args.compact and not OF_COMPACT[to] then
    parser:error(("--compact is for json and jsonl, not for %s"):format(to))
  elseif args.compact and per_ply then
    parser:error("--compact writes games, so it excludes --per ply")
  elseif (per_ply or args.compact) and next(opts or {}) then
    parser:error(("%s has no layout options"):format(per_ply and "--per ply" or "--compact"))
  end
end

--- End with a usage error if an option does not apply to the output format.
---@param args table
---@param to string format
---@param opts table? of switches.read()
---@param parser table
function M.check_options(args, to, opts, parser)
  check_form(args, to, opts, parser)
  for name in pairs(opts or {}) do
    local option = "--" .. (NAMED[name] or name):gsub("_", "-")
    if to ~= "pgn" and not (to:find("^json") and OF_JSON[name]) then
      parser:error(("%s does not apply to %s"):format(option, to))
    end
  end
  for _, name in ipairs { "columns", "script", "raw", "bom", "no_header" } do
    local has_place = IS_TABLE[to] or args.per == "ply" and HAS_COLUMNS[name]
    if args[name] and not has_place then
      parser:error(("--%s is for csv and tsv%s, not for %s"):format(name:gsub("_", "-"),
        HAS_COLUMNS[name] and ", and for jsonl with --per ply" or "", to))
    end
  end
end

-- Return the columns of a script, and whether they do not depend on other games.
local function load_columns(path)
  local functions = require("lucena.run.script").run(path)
  local is_pure = type(functions) == "table" and functions.pure == true
  if is_pure then
    functions.pure = nil
  end
  for name, column in pairs(type(functions) == "table" and functions or { false }) do
    if type(name) ~= "string" or type(column) ~= "function" then
      exit.fail(exit.USAGE, path .. ": a script of columns must return a table of functions by name")
    end
  end
  return functions, is_pure
end

-- Return the name of a column that --columns asks for. A tag with the name of another column, such as tag:plies, keeps
-- its prefix, and gets the function `tag_column(NAME)`.
local function column_name(word, functions, parser, known, tag_column, is_of_plies)
  if known[word] then
    return word
  elseif game_value.is_expression(word) then
    if is_of_plies then
      parser:error(("--columns: %s is a value of a game; --per ply has positions"):format(word))
    end
    local of, problem = game_value.find(word:sub(2, -2), "--columns")
    functions[word] = of or parser:error(problem:find("^%-%-columns") and problem or "--columns: " .. problem)
    return word
  end
  local tag = require("lucena.run.fields").tag(word, "--columns", parser, known)
  if not known[tag] then
    return tag
  end
  functions[word] = tag_column(tag)
  return word
end

-- Return the requested columns. By default, these are `default`, followed by those of a script. `computed` has the
-- names of the other columns that are no tags.
local function column_names(args, functions, parser, default, computed, tag_column, is_of_plies)
  if args.columns then
    local names, known = {}, setmetatable({}, { __index = functions })
    for name, value in pairs(computed) do
      known[name] = value
    end
    for _, word in ipairs(game_value.words(args.columns)) do
      names[#names + 1] = column_name(word, functions, parser, known, tag_column, is_of_plies)
    end
    return names
  end
  local own = {}
  for name in pairs(functions) do
    own[#own + 1] = name
  end
  table.sort(own)
  local names = table.move(default, 1, #default, 1, {})
  return table.move(own, 1, #own, #names + 1, names)
end

-- Return the columns of the script, or none, and whether they do not depend on other games.
local function script_columns(args)
  if args.script then
    return load_columns(args.script)
  end
  return {}, true
end

--- Return the object that formats the rows of a table; nil if the format is not a table.
---@param args table `columns`, `script`, `raw`
---@param to string format
---@param parser table
---@return table? rows of chess.csv
---@return boolean is_pure whether the columns do not depend on other games
function M.rows(args, to, parser)
  if not IS_TABLE[to] then
    return nil, true
  end
  local csv, functions, is_pure = require("lucena.csv"), script_columns(args)
  local names = column_names(args, functions, parser, csv.DEFAULT, csv.COMPUTED, csv.tag_column)
  local done, made = require("lucena.argument").attempt(require("lucena").csv,
    { columns = names, functions = functions, tsv = to == "tsv", raw = args.raw })
  return done and made or parser:error("--columns: " .. made:match("%((.*)%)$")), is_pure
end

-- The members of an object have different names.
local function check_distinct(names, parser)
  local seen = {}
  for _, name in ipairs(names) do
    if seen[name] then
      parser:error(("--columns: '%s' is there twice"):format(name))
    end
    seen[name] = true
  end
end

-- Return the form of --per ply.
local function plies_form(args, to, parser)
  local plies, functions, is_pure = require("lucena.ply_table"), script_columns(args)
  local names = column_names(args, functions, parser, plies.DEFAULT, plies.known(), plies.tag_column, true)
  if to == "jsonl" then
    check_distinct(names, parser)
  end
  local made = plies.new(to, { columns = names, functions = functions, raw = args.raw })
  return { rows = made, around = require("lucena.export").around(to, made, args) }, is_pure
end

--- Return how `lucena.export` writes the games.
---@param args table `columns`, `script`, `raw`, `compact`, `per`, `bom`, `no_header`
---@param to string format
---@param to_utf8 boolean
---@param parser table
---@return table form of export.exporter
---@return boolean is_pure whether the text of a game does not depend on other games
function M.form(args, to, to_utf8, parser)
  local around = require("lucena.export").around
  if args.per == "ply" then
    return plies_form(args, to, parser)
  elseif args.compact then
    local compact, line_end = require("lucena.flat").compact, to == "jsonl" and "\n" or ""
    return { around = around(to, nil, args), text_of = function(game) return compact(game) .. line_end end }, true
  end
  local rows, is_pure = M.rows(args, to, parser)
  return { rows = rows, to_utf8 = to_utf8, around = around(to, rows, args) }, is_pure
end

return M
