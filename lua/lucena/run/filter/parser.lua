--- The parser of `lucena filter`, with its help. It is loaded only for command lines that need it: see `plain` in
-- lucena.command.filter.
-- @module lucena.run.filter.parser

local parsers = require("lucena.run.parsers")
local format = require("lucena.format")
local named = require("lucena.run.filter.named")
local declare = require("lucena.run.declare")

local M = {}

-- ---- the first word ------------------------------------------------------------------------------

-- Return the option of a parser with an alias such as "--limit", or nil.
local function find_option(parser, alias)
  for _, option in ipairs(parser._options) do
    for _, known in ipairs(option._aliases) do
      if known == alias then
        return option
      end
    end
  end
end

-- Return whether the next word is the value of an option.
local function takes_next(parser, word)
  if word:sub(1, 2) == "--" then
    local option = find_option(parser, word)
    return option ~= nil and option._maxargs > 0
  end
  for i = 2, #word do
    local option = find_option(parser, "-" .. word:sub(i, i))
    if not option or option._maxargs > 0 then
      return option ~= nil and i == #word
    end
  end
  return false
end

-- Return the first word of a command line that is neither an option nor a value. It is needed before parsing, because
-- it may name a filter with its own options. The parser has the common options.
local function first_word(argv, parser)
  local i = 1
  while argv[i] do
    local word = argv[i]
    if word == "--" then
      return argv[i + 1]
    elseif word:sub(1, 1) ~= "-" or word == "-" then
      return word
    end
    i = i + (takes_next(parser, word) and 2 or 1)
  end
end

-- ---- the parser ----------------------------------------------------------------------------------

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
`lucena help queries` lists the tests. A Lua function of a game is a test, too.
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

Handlers by kind of element change the copied games. They take an element, and
return false to delete it, another value to replace it, or nothing to keep it:

  return {
    Tag = { White = string.upper },                 -- f(value, game)
    Comment = function(text, node) ... end,
    NAG = function(number, node) ... end,
    Variation = function(v) return v.plies <= 4 end, -- v.node, v.depth
    Move = function(node) return node.ply <= 20 end, -- false ends the line
  }

A table with `make`, a function of the values of `options`, is a script with
options of its own:

  local q = require("lucena").query
  return {
    options = { { name = "most", kind = "integer", default = 40,
                  help = "The most plies." } },
    make = function(values) return q.plies{max = values.most} end,
  }

The first argument is the script if its name ends in .lua; -s takes a script
of any name, - for standard input. With several -s, a game passes the scripts
in order, and each script gets the game as those before have changed it. The
options of a script can be given if it is the first argument.

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
Win percentage and accuracy are those of Lichess. A query can give its own
values: blunder{drop = 20}, time_class{"blitz", by = "lichess"}.

Examples:
  lucena filter -e 'player "Carlsen" & result "1-0"' games.pgn > won.pgn
  lucena filter -e 'material "R v BN" & ~threefold' --count games.pgn.zst
  lucena filter --variations -e 'played "Bxh7+"' games.pgn > gifts.pgn
  lucena filter miniature.lua games.pgn > short.pgn
  lucena filter miniature --moves 20 --list games.pgn
  lucena filter greek-gift --mark "Greek gift" games.pgn -o gifts.pgn
  lucena filter -e underpromotion --to csv --columns White,plies games.pgn
  lucena filter -e underpromotion --positions epd games.pgn > exercises.epd
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
  parser:option("-s --script", "Run the script FILE; repeat for more scripts, which run in order.")
    :argname("FILE"):count("*")
  parser:flag("--list-filters", "List the named filters; `lucena filter NAME --help` describes one.")
  parser:option("-t --tag", "Copy the games that pass a test of a tag or field; repeat for more tests.")
    :argname("TEST"):count("*")
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
  parsers.end_group(parser, "Options")
end

local function output_options(parser)
  parser:option("-o --output", "Write to FILE, completely or not at all. On any error the old file is kept.")
    :argname("FILE")
  parser:option("--rest", "Write all other games to FILE, byte for byte: those that do not match, and those that"
    .. " --skip, --limit and --sample P% omit."):argname("FILE")
    :target("rest_file")
  parser:flag("-c --count", "Print only the number of matching games.")
  parser:flag("--list", "Print one line per match: number, players, result, date, event, plies, and the"
    .. " matching move.")
  parser:option("--show", "As --list, with these values at the end of each line: tags, fields, and numbers of queries"
    .. " in parentheses, such as WhiteElo,(longest(check))."):argname("LIST")
  parser:option("--to", "Format of the output. Default: from the name of the output file, or pgn.")
    :choices(format.NAMES):argname("FORMAT")
  parser:option("--positions", "Write the position at the matching move in place of the game: fen, epd (with players"
    .. " and next move), or svg, a picture for each game (-o NAME-%d.svg)."):choices({ "fen", "epd", "svg" })
    :argname("FORMAT")
  parser:option("--after", "With --positions, write the position after N plies."):argname("N")
  parser:option("--columns", "Columns of csv and tsv, such as White,Black,plies."):argname("LIST")
  parser:option("--skip", "Skip the first N matches."):argname("N")
  parser:option("--limit", "Stop after N matches, not counting those skipped. (--games 1-N reads only the first N"
    .. " games.) With --sort, all games are read, and --skip and --limit apply to the sorted games."):argname("N")
  parser:option("--sample", "Select N of the matches, or P% of them, at random."):argname("N|P%")
  parser:option("--seed", "Seed for --sample, an integer."):argname("S")
  parser:option("--sort", "Sort the matches, as `lucena sort --by` does. --sort=-plies sorts in descending order.")
    :argname("KEYS")
  parser:option("--mark", "Add TEXT as a comment after the matching move. If only tags or the result are tested, add it"
    .. " before the first move. The function of a script must return the matching move."):argname("TEXT")
  parser:flag("--mark-all", "With --mark, mark every position of the mainline at which the query of -e holds.")
  parser:option("--mark-tag", "Set the tag NAME to VALUE, or to the matching move."):argname("NAME[=VALUE]")
  parsers.end_group(parser, "Output")
end

-- Return the filter that a word names and that may have options of its own; nil for other words.
local function with_options(word, parser)
  local is_script = word:find("%.lua$") and require("lucena.file").exists(word)
  local path = is_script and word or not named.find(word) and word:find("^%l[%w_-]*$") and named.own(word)
  if not path then
    return named.find(word)
  end
  local scripts = require("lucena.run.filter.scripts")
  return scripts.declared(path, scripts.run(path, parser))
end

-- Return a parser whose first options are those of a filter.
local function new_parser(name, filter)
  local parser = parsers.new("lucena filter", "Copy the matching games of PGN files.",
    "[OPTION]... [-e EXPR] [SCRIPT.lua|NAME] [FILE]...", EXAMPLES)
  parser:argument("FILE", "A script or the name of a filter, then PGN files; - is standard input, the default if it"
    .. " is a pipe."):target("names"):args("*")
  if name then
    require("lucena.run.filter.named_options").adopt(parser, name, filter)
  end
  input_options(parser)
  output_options(parser)
  declare.reading(parser, "If games are copied, concatenate the N outputs in order. For counts and results of a"
    .. " script, add --partial; `lucena merge-parts` merges the N parts.")
  declare.layout(parser)
  parsers.common(parser, "-e", "-t", "-v", "-o", "--count", "--list", "--limit", "--games")
  return parser
end

--- Return the parser. If the first word of the command line is a script or the name of a filter, the parser has its
-- options.
---@param argv string[]?
---@return table
function M.new(argv)
  local parser = new_parser()
  local word = argv and first_word(argv, parser)
  local filter = word and with_options(word, parser)
  if filter and not named.find(word) then
    require("lucena.run.own_options").refuse_taken(word, filter.options or {}, parser)
  end
  if filter then
    local own = new_parser(word, filter)
    own.ran_script = parser.ran_script
    return own
  end
  return parser
end

return M
