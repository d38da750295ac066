--- lucena explore: lists the moves that games played in a position.
-- @module lucena.command.explore

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local option_values = require("lucena.run.option_values")
local stdio = require("lucena.run.stdio")

local M = {
  summary = "list the moves that games played in a position",
  group = "Positions and openings", order = 41,
}

local EXAMPLES = [[
A game counts once, whatever the order of moves that led to the position. Only
mainlines count. If FILE has an index (`lucena index FILE`), the answer comes
from the index, at once; otherwise the file is read. The answer is the same.

With -t json, the fields are those of the opening explorer of lichess.org.

Examples:
  lucena explore games.pgn
  lucena explore games.pgn e4 c5 Nf3 --top 5
  lucena explore games.pgn --player "Carlsen, M" --side black --since 2019 d4
  lucena explore games.pgn -e 'elo{min = 2600, side = "both"}' e4 c5
  cat games.pgn | lucena explore - e4
  lucena explore games.pgn -t json "8/8/8/8/8/k7/p7/K7 w - - 0 1"

Exit status:
  0  success
  1  the index does not fit the games, with --require-index
  2  wrong usage
  3  a file could not be read; with --require-index: there is no index]]

local FORMATS = { "text", "csv", "json" }

function M.parser()
  local parser = parsers.new("lucena explore", "List the moves that games played in a position.",
    "[OPTION]... FILE [POSITION]", EXAMPLES)
  parser:argument("FILE", "A file of games; - is standard input."):target("file")
  parser:argument("POSITION", "A FEN, or moves: e4 c5. Default: the initial position."):target("position"):args("*")
  parser:option("--player", "Count only games of this player, as the query player \"NAME\"."):argname("NAME")
  parser:option("--side", "With --player, count only games in which the player has this colour: white or black.")
    :argname("SIDE"):choices { "white", "black" }
  parser:option("-e --query", "Count only games that match the query, as in `lucena filter -e`."):argname("EXPR")
  parser:option("--since", "Count only games of this date or later: 2019, 2019.07 or 2019.07.21."):argname("DATE")
  parser:option("--elo", "Count only games with a player of at least this Elo."):argname("N")
  parser:option("--top", "Print only the N most frequent moves."):argname("N")
  parser:option("-t --format", "Format of the output: text, csv or json."):argname("FORMAT"):choices(FORMATS)
    :default("text")
  parsers.language(parser)
  parser:option("--index", "The index. Default: FILE.lci."):argname("FILE")
  parser:flag("--require-index", "Fail if there is no index that fits. Default: read the file.")
  parser:flag("-q --quiet", "Print no messages on standard error.")
  return parser
end

-- ---- finding the moves ---------------------------------------------------------------------------

-- Return the query of the same games as the filter of an index.
local function query_of(filter)
  local q, query = require("lucena").query, nil
  local function both(more)
    query = query and query & more or more
  end
  if filter.side then
    both(q[filter.side](filter.player))
  elseif filter.player then
    both(q.player(filter.player))
  end
  if filter.since then
    both(q.date { from = filter.since })
  end
  if filter.elo then
    both(q.elo(filter.elo))
  end
  if filter.query then
    both(filter.query)
  end
  return query
end

-- Return the query of -e, or nil.
local function read_query(text, parser)
  if not text then
    return nil
  end
  local value, problem = require("lucena.query.source").evaluate(text)
  if getmetatable(value) == "lucena.Query" then
    return value
  elseif type(value) == "function" then
    return require("lucena").query.where(value)
  end
  parser:error("--query: " .. (problem or "expected a query"))
end

-- Return the result of the index, or nil if there is none that can be used.
local function ask_index(args, position, filter)
  if args.file == "-" and not args.index and not args.require_index then
    return nil
  end
  local index <close>, message, code = require("lucena").index(args.file, { file = args.index })
  local found
  if index and index.is_cut then
    message, code = ("%s: the index has no positions after ply %d"):format(index.file, index.max_ply), "cut_index"
  elseif index and index:is_complete(position) == false then
    message, code = index.file .. ": the index has only positions that several games reach", "cut_index"
  elseif index and (filter.side or filter.query) then
    return nil -- the index finds the games, and their moves are read
  elseif index then
    found, message, code = index:moves(position, filter)
  end
  if not found and args.require_index then
    exit.fail(code:find("^cannot_") and exit.IO or exit.DATA, message)
  elseif not found and not args.quiet and (code ~= "cannot_open" or args.index) then
    messages.note(message .. "; the games are read instead")
  end
  return found
end

local function read_games(path, position, filter)
  local done, found = pcall(require("lucena").explore, path, position, { query = query_of(filter) })
  if done then
    return found
  end
  local code = type(found) ~= "string" and found.code
  if code then
    exit.fail(exit.IO, tostring(found))
  end
  error(found, 0)
end

-- ---- output --------------------------------------------------------------------------------------

-- The columns: key, title, kind of value.
local COLUMNS = {
  { "san", "Move", "text" }, { "games", "Games", "integer" }, { "share", "Share", "share" },
  { "white", "White wins", "integer" }, { "draw", "Draws", "integer" }, { "black", "Black wins", "integer" },
  { "score", "Score", "share" }, { "rating", "Rating", "year" }, { "year", "Last", "year" },
}

local WRITE = {}

-- Return the lines of a table. Texts are aligned left, numbers right.
local function table_of(found, lang)
  local value, widths = require("lucena.render.value"), require("lucena.render.width")
  local look_up, lines = require("lucena.render.words").of(lang), { "" }
  for n, column in ipairs(COLUMNS) do
    local key, title, kind = table.unpack(column)
    local cells = { look_up(title) }
    for i, item in ipairs(found.moves) do
      local number = key == "share" and item.games / found.games or item[key]
      cells[i + 1] = kind == "text" and number or value.show(number, { kind = kind }, { lang = lang })
    end
    local width = 0
    for _, cell in ipairs(cells) do
      width = math.max(width, widths.of(cell))
    end
    for i, cell in ipairs(cells) do
      local space = (" "):rep(width - widths.of(cell))
      lines[i] = (lines[i] or "") .. (n > 1 and "  " or "") .. (kind == "text" and cell .. space or space .. cell)
    end
  end
  for i, line in ipairs(lines) do
    lines[i] = line:gsub(" +$", "") .. "\n"
  end
  return table.concat(lines)
end

local function opening_of(position)
  return require("lucena.eco").eco.lookup(position)
end

function WRITE.text(found, position, lang)
  local look_up = require("lucena.render.words").of(lang)
  local opening = opening_of(position)
  local name = opening and (lang == "fr" and opening.name_fr or opening.name)
  local head = name and ("%s %s\n"):format(opening.eco, name) or ""
  if #found.moves == 0 then
    return head .. look_up(found.games > 0 and "All games that reached this position end here."
      or "No game reached this position.") .. "\n"
  end
  return head .. table_of(found, lang)
end

function WRITE.csv(found, position)
  local columns, rows = { { key = "uci", kind = "text" } }, {}
  for i, column in ipairs(COLUMNS) do
    columns[i + 1] = { key = column[1], kind = column[3] }
  end
  for i, item in ipairs(found.moves) do
    rows[i] = setmetatable({ share = item.games / found.games, uci = position:uci(item.move) }, { __index = item })
  end
  return require("lucena.render.csv").csv { { columns = columns, rows = rows } }
end

-- Return a JSON object of numbers and texts; nil is null. `fields` has names and values in turn.
local function object(...)
  local quote, fields, parts = require("lucena.json").quote, { ... }, {}
  for i = 1, select("#", ...), 2 do
    local value = fields[i + 1]
    local text = type(value) == "string" and quote(value) or value and ("%.0f"):format(value) or "null"
    parts[#parts + 1] = ("%s:%s"):format(quote(fields[i]), text)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

-- The names of the fields are those of https://explorer.lichess.ovh.
function WRITE.json(found, position)
  local moves, opening = {}, opening_of(position)
  for i, item in ipairs(found.moves) do
    moves[i] = object("uci", position:uci(item.move), "san", item.san, "averageRating", item.rating,
      "white", item.white, "draws", item.draw, "black", item.black)
  end
  return ('{"white":%d,"draws":%d,"black":%d,"moves":[%s],"opening":%s}\n'):format(found.white, found.draw, found.black,
    table.concat(moves, ","), opening and object("eco", opening.eco, "name", opening.name) or "null")
end

-- Report a file that is not the first argument: `lucena explore e4 games.pgn`.
local function check_order(args, parser)
  local last = args.position[#args.position]
  local is_there = require("lucena.file").exists
  if last and last:find("%.%a+$") and is_there(last) and not is_there(args.file) then
    local moves = { args.file, table.unpack(args.position, 1, #args.position - 1) }
    parser:error(("the FILE comes first: lucena explore %s %s"):format(last, table.concat(moves, " ")))
  end
end

function M.run(args, parser)
  check_order(args, parser)
  local position, message = require("lucena.opening.root").parse(table.concat(args.position, " "))
  if not position then
    parser:error(message)
  end
  local most_elo = require("lucena.index").MOST_ELO
  if args.side and not args.player then
    parser:error("--side needs --player")
  end
  local filter = { player = args.player, side = args.side, query = read_query(args.query, parser),
    since = args.since, elo = option_values.integer(args.elo, "--elo", 1, most_elo, parser) }
  local top = option_values.integer(args.top, "--top", 1, nil, parser)
  local done, problem = require("lucena.argument").attempt(query_of, filter)
  if not done then
    parser:error((tostring(problem):gsub("^.-%((.*)%)$", "%1")))
  end
  local found = ask_index(args, position, filter) or read_games(args.file, position, filter)
  for i = top and #found.moves or 0, (top or 0) + 1, -1 do
    found.moves[i] = nil
  end
  stdio.write(WRITE[args.format](found, position, require("lucena.language").choose(args.lang)))
  stdio.flush()
  if found.games == 0 and args.player and not args.quiet then
    require("lucena.run.hint").print(('player "%s"'):format(args.player), { args.file })
  end
end

return M
