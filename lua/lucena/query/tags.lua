--- Queries of tags. They are tested on the raw bytes, before any move is read. Values are compared without their
-- quotation marks, with `\"` and `\\` resolved. A game without the tag matches only negated queries, and `tags(f)` if
-- its function returns true for nil. A tag's name is one of `lucena help fields`, or `tag:NAME`; any other name is an
-- error.
-- @module lucena.query.tags

local argument = require("lucena.query.argument")
local class_of = require("lucena.argument").kind
local core = require("lucena.core")
local expression = require("lucena.query.expression")

local M = {}

local leaf, text_of, maker = expression.leaf, expression.call_text, expression.maker
local any_of, all_of, named = expression.any_of, expression.all_of, expression.named

local SIDES = { white = { "White" }, black = { "Black" }, either = { "White", "Black" }, both = { "White", "Black" } }

-- Return one query for each side, combined by `side`.
local function by_side(side, text, make)
  local list = {}
  for i, color in ipairs(SIDES[side]) do
    list[i] = make(color)
  end
  local query = side == "both" and all_of(list) or any_of(list)
  return named(query, text)
end

-- ---- any tag -------------------------------------------------------------------------------------

--- Matches if the game has a tag, or if the tag has exactly this value.
---@param name string
---@param value? string
---@return lucena.Query
-- @usage chess.query.tag("Event", "Linares")(chess.game('[Event "Linares"]\n\n*')) --> true
M.tag = maker("tag", "a name", function(name, value)
  local tag = argument.tag_name(name, "tag")
  argument.optional(value, 2, "tag", "string")
  return leaf(text_of("tag", name, value), { op = value and "is" or "exists", name = tag, text = value })
end)

local function text_test(name, op, what)
  M[name] = maker(name, "a tag's name and " .. what, function(tag, value)
    local known = argument.tag_name(tag, name)
    argument.check(value, 2, name, "string")
    return leaf(text_of(name, tag, value), { op = op, name = known, text = value })
  end)
end

--- Matches if a tag begins with a text, ignoring the case of ASCII letters.
---@function prefix(tag, text)
-- @usage chess.query.prefix("ECO", "B9")(chess.game('[ECO "B92"]\n\n*')) --> true
text_test("prefix", "begins", "a text")

--- Matches if a tag contains a text, ignoring the case of ASCII letters.
---@function contains(tag, text)
-- @usage chess.query.contains("Event", "open")(chess.game('[Event "Lucena Open"]\n\n*')) --> true
text_test("contains", "has", "a text")

--- Matches if the complete value of a tag matches a pattern: `*` is any characters, `?` is one character. The case of
-- ASCII letters is ignored.
---@function glob(tag, pattern)
-- @usage chess.query.glob("Site", "*london*")(chess.game('[Site "Simpson, London ENG"]\n\n*')) --> true
text_test("glob", "fits", "a pattern")

--- Matches if the value of a tag begins with a number in a range. The number of a query is `number(pinned)`: the
--- greatest number of pieces (pawns, squares, moves) that the query counts at one position.
---@param tag string|lucena.Query
---@param range? {min?: integer, max?: integer}|integer the number, or a range; without it, the number of a
-- query is a function of a Game
---@return lucena.Query|lucena.QueryNumber
-- @usage chess.query.number("PlyCount", {min = 2})(chess.game('[PlyCount "7"]\n\n*')) --> true
M.number = maker("number", "a tag's name and a range", function(tag, range)
  if expression.is_query(tag) then
    return require("lucena.query.game_number").greatest(tag, range)
  end
  local known = argument.tag_name(tag, "number")
  local lo, hi = argument.range(range, 2, "number", true)
  return leaf(text_of("number", tag, range), { op = "number", name = known, lo = lo, hi = hi })
end)

--- Matches if any tag contains a text: `*` is any characters, `?` is one character. The case of ASCII letters is
-- ignored.
---@param text string
---@return lucena.Query
-- @usage chess.query.any_tag "blitz"(chess.game('[Event "Rated Blitz game"]\n\n*')) --> true
M.any_tag = maker("any_tag", "a text", function(text)
  argument.check(text, 1, "any_tag", "string")
  return leaf(text_of("any_tag", text), { op = "any_tag", text = "*" .. text .. "*" })
end)

local MOST_TAGS = require("lucena.query.instruction").codes.ASK_TAGS_MOST

--- Make a query from a Lua function of the values of tags. A value is a string, as in `game.tags`; nil without the tag.
-- No Game is made, so this is the fastest form of a function that reads only tags. It is called after the other tests
-- of tags, and before the text and the moves are read.
---@param ... string|fun(...: string?): boolean|nil up to 64 names of tags, and last the function
---@return lucena.Query
-- @usage chess.query.tags("White", "Black", function(w, b) return w == b end)(chess.game "*") --> true
M.tags = maker("tags", "names of tags and a function", function(...)
  local args = table.pack(...)
  local count, accepts = args.n - 1, args[args.n]
  if type(accepts) ~= "function" then
    argument.fail(math.max(args.n, 1), "tags", ("function expected, got %s"):format(args.n == 0 and "no value"
      or class_of(accepts)))
  elseif count == 0 or count > MOST_TAGS then
    argument.fail(1, "tags", ("1 to %d names of tags expected before the function, got %d"):format(MOST_TAGS, count))
  end
  expression.check_arguments(accepts, 2)
  local names, words = {}, {}
  for i = 1, count do
    names[i] = argument.tag_name(args[i], "tags", i)
    words[i] = ('"%s"'):format(names[i])
  end
  local text = ("tags(%s, %s)"):format(table.concat(words, ", "), expression.function_text(accepts))
  return expression.ask(text, "game", accepts, { tags = names })
end)

-- ---- players -------------------------------------------------------------------------------------

-- Make the leaf for a name. For speed, C first searches for the first byte of the surname, and folds only names that
-- contain this byte.
local function name_leaf(text, tag, name)
  local folded, first = core.query_name(name)
  return leaf(text, { op = "name", name = tag, text = folded, lo = first })
end

local function check_name(name, of)
  argument.check(name, 1, of, "string")
  if not core.fold_name(name) then
    argument.fail(1, of, ("a name has letters, got '%s'"):format(name))
  end
end

-- Return the name and the side from a name or {name, side =}.
local function name_and_side(name, of)
  local side
  if type(name) == "table" then
    side = argument.options(name, of, { side = SIDES }).side
    if name[2] ~= nil then
      argument.fail(1, of, ('one name expected; write %s{"%s", side = "black"}'):format(of, tostring(name[1])))
    end
    name = name[1]
  end
  check_name(name, of)
  return name, side or "either"
end

--- Matches a player on either side. Accents, the case of letters, and spellings of ø ö oe, æ ä ae, ü ue, å aa are
-- ignored. The surname is the words before a comma; without a comma, the last word. The complete surname must be equal.
-- The first names are compared in their order, up to the end of the shorter list. Of each pair, one must be the
-- beginning of the other: "Carlsen, M" matches "Carlsen, Magnus", "Magnus Carlsen" and "Carlsen,Mag", and "Fischer,
-- Robert James" matches "Fischer, Robert" and "Fischer,RJ", but not "Fischer". A later first name is found if it is
-- complete.
---@param name string|{[1]: string, side?: "white"|"black"|"either"|"both"} the name, or {name, side = "white"}
---@return lucena.Query
-- @usage chess.query.player "Carlsen, M"(chess.game('[Black "Magnus Carlsen"]\n\n*')) --> true
M.player = maker("player", "a name", function(name)
  local plain, side = name_and_side(name, "player")
  local text = text_of("player", name)
  return by_side(side, text, function(color)
    return name_leaf(text_of(color:lower(), plain), color, plain)
  end)
end)

--- Matches the player of the white pieces.
---@function white(name)
-- @usage chess.query.white "Morphy"(chess.game('[White "Morphy, Paul"]\n\n*')) --> true
M.white = maker("white", "a name", function(name)
  check_name(name, "white")
  return name_leaf(text_of("white", name), "White", name)
end)

--- Matches the player of the black pieces.
---@function black(name)
-- @usage chess.query.black "Morphy"(chess.game('[White "Morphy, Paul"]\n\n*')) --> false
M.black = maker("black", "a name", function(name)
  check_name(name, "black")
  return name_leaf(text_of("black", name), "Black", name)
end)

-- ---- results -------------------------------------------------------------------------------------

-- The numbers of lc_Result.
local RESULTS = { ["1-0"] = 1, ["0-1"] = 2, ["1/2-1/2"] = 3, ["*"] = 4, ["0-0"] = 5, ["1/2-0"] = 6, ["0-1/2"] = 7 }
local RESULT_NAMES = { decisive = { "1-0", "0-1" }, draw = { "1/2-1/2" } }

local function result_leaf(sign)
  return leaf(text_of("result", sign), { op = "result", name = "Result", lo = RESULTS[sign] })
end

--- Matches a result: "1-0", "0-1", "1/2-1/2", "*", "0-0" (a loss for both), "decisive" or "draw". The Result tag is
-- compared, in any spelling: "½-½" is "1/2-1/2", and "+/-" is "1-0". In a game without this tag, the result after the
-- moves is compared.
---@param result string
---@return lucena.Query
-- @usage chess.query.result "decisive"(chess.game("1. e4 1-0")) --> true
M.result = maker("result", "a result", function(result)
  argument.check(result, 1, "result", "string")
  local signs = RESULT_NAMES[result] or core.read_result(result) and { (core.read_result(result)) }
  if not signs then
    error(("bad argument #1 to 'result' ('%s' is none of 1-0 0-1 1/2-1/2 * 0-0 decisive draw)"):format(result), 2)
  end
  local list = {}
  for i, sign in ipairs(signs) do
    list[i] = result_leaf(sign)
  end
  return named(any_of(list), text_of("result", result))
end)

local function with_result(name, for_white, for_black)
  M[name] = maker(name, "a name", function(player)
    local plain, side = name_and_side(player, name)
    return by_side(side, text_of(name, player), function(color)
      local sign = color == "White" and for_white or for_black
      return name_leaf(text_of(color:lower(), plain), color, plain) & result_leaf(sign)
    end)
  end)
end

--- Matches if a player won: a name, or {name, side = "white"|"black"}.
---@function won(name)
-- @usage chess.query.won "Morphy"(chess.game('[White "Morphy"]\n\n1. e4 1-0')) --> true
with_result("won", "1-0", "0-1")

--- Matches if a player lost: a name, or {name, side = "white"|"black"}.
---@function lost(name)
-- @usage chess.query.lost{"Morphy", side = "black"}(chess.game('[Black "Morphy"]\n\n1. e4 1-0')) --> true
with_result("lost", "0-1", "1-0")

-- ---- ratings -------------------------------------------------------------------------------------

--- Matches if an Elo is in a range.
---@param range {min?: integer, max?: integer, side?: "either"|"both"|"white"|"black"}|integer a number is the
-- minimum
---@return lucena.Query
-- @usage chess.query.elo{min = 2700, side = "both"}(chess.game('[WhiteElo "2800"]\n\n*')) --> false
M.elo = maker("elo", "a range", function(range)
  local opts = type(range) == "table" and argument.options(range, "elo", { side = SIDES, min = "number",
    max = "number" }) or {}
  local lo, hi = argument.range(range, 1, "elo")
  return by_side(opts.side or "either", text_of("elo", range), function(color)
    -- a rating of 0 is none
    return leaf(color .. "Elo", { op = "number", name = color .. "Elo", lo = math.max(lo, 1), hi = hi })
  end)
end)

local function difference(text, lo, hi)
  return leaf(text, { op = "difference", name = "WhiteElo", other = "BlackElo", lo = lo, hi = hi })
end

--- Matches if the difference of the players' Elo is in a range. With `side`, the difference is that side's Elo minus
-- the other's.
---@param range {min?: integer, max?: integer, side?: "white"|"black"}|integer a number is the minimum
---@return lucena.Query
-- @usage chess.query.elo_diff(200)(chess.game('[WhiteElo "2500"]\n[BlackElo "2750"]\n\n*')) --> true
M.elo_diff = maker("elo_diff", "a range", function(range)
  local opts = type(range) == "table" and argument.options(range, "elo_diff", { side = { white = true, black = true },
    min = "number", max = "number" }) or {}
  local text = text_of("elo_diff", range)
  local lo, hi = argument.range(range, 1, "elo_diff")
  if opts.side == "white" then
    return difference(text, lo, hi)
  elseif opts.side == "black" then
    return difference(text, -hi, -lo)
  end
  lo = math.max(lo, 0)
  return named(difference(text, lo, hi) | difference(text, -hi, -lo), text)
end)

-- Return the bound of a sum of two ratings for the bound of their mean. Other values are returned unchanged.
local function sum_of_two(bound)
  return math.type(bound) and 2 * (math.type(bound) == "integer" and argument.clamp(bound) or bound) or bound
end

--- Matches if the average of the players' Elo is in a range. It can be a half: {min = 2500.5}.
---@param range {min?: number, max?: number}|number a number is the minimum
---@return lucena.Query
-- @usage chess.query.mean_elo{max = 2650}(chess.game('[WhiteElo "2500"]\n[BlackElo "2750"]\n\n*')) --> true
M.mean_elo = maker("mean_elo", "a range", function(range)
  local sums = type(range) == "table" and {} or sum_of_two(range) -- bounds of the sum of both ratings
  for key, bound in pairs(type(range) == "table" and range or {}) do
    sums[key] = sum_of_two(bound)
  end
  local lo, hi = argument.range(sums, 1, "mean_elo")
  return leaf(text_of("mean_elo", range), { op = "sum", name = "WhiteElo", other = "BlackElo", lo = lo, hi = hi })
end)

local function points_of(margin, name)
  argument.check(margin, 1, name, "number")
  local points = math.tointeger(margin)
  if not points then
    argument.fail(1, name, "whole number expected")
  end
  return argument.clamp(points)
end

local function winner(name, sign)
  local function make(margin)
    local points = points_of(margin, name)
    local ahead = difference("", sign > 0 and points or argument.LEAST, sign > 0 and argument.MOST or -points)
    local behind = difference("", sign > 0 and argument.LEAST or points, sign > 0 and -points or argument.MOST)
    local query = (ahead & result_leaf "1-0") | (behind & result_leaf "0-1")
    return named(query, margin == 1 and name or text_of(name, margin))
  end
  M[name] = expression.applicable(make(1), make)
end

--- Matches if the player with the higher Elo won; `higher_won(100)`: by at least 100 points.
-- @usage chess.query.higher_won(chess.game('[WhiteElo "2500"]\n[BlackElo "2400"]\n\n1. e4 1-0')) --> true
winner("higher_won", 1)

--- Matches if the player with the lower Elo won; `lower_won(100)`: by at least 100 points.
-- @usage chess.query.lower_won(chess.game('[WhiteElo "2500"]\n[BlackElo "2400"]\n\n1. e4 1-0')) --> false
winner("lower_won", -1)

-- ---- openings, dates, time controls --------------------------------------------------------------

--- Matches an ECO code, the beginning of a code, a range, or several of them: "B90", "B9", "B90-B99", "B90 C40-C49".
---@param codes string
---@return lucena.Query
-- @usage chess.query.eco "B90-B99"(chess.game('[ECO "B92"]\n\n*')) --> true
M.eco = maker("eco", "a code", function(codes)
  argument.check(codes, 1, "eco", "string")
  local list = {}
  for word in codes:gmatch("%S+") do
    local first, last = word:match("^(%u%d?%d?)%-?(%u?%d?%d?)$")
    if not first or (word:find("-", 1, true) ~= nil) ~= (last ~= "") then
      error(("bad argument #1 to 'eco' ('%s' is not a code such as B90, B9 or B90-B99; for a name, use opening)")
        :format(word), 2)
    end
    list[#list + 1] = leaf(text_of("eco", word), { op = "code", name = "ECO", text = first,
      last = last ~= "" and last or first })
  end
  if #list == 0 then
    error("bad argument #1 to 'eco' (a code such as B90, B9 or B90-B99)", 2)
  end
  return named(any_of(list), text_of("eco", codes))
end)

--- Matches the year of the Date tag. For other tags use `number("EventDate", 1858)`.
---@param range {min?: integer, max?: integer}|integer the year, or a range
---@return lucena.Query
-- @usage chess.query.year(1858)(chess.game('[Date "1858.??.??"]\n\n*')) --> true
M.year = maker("year", "a year", function(range)
  local lo, hi = argument.range(range, 1, "year", true)
  return leaf(text_of("year", range), { op = "number", name = "Date", lo = lo, hi = hi })
end)

-- Convert "1972.07" to year * 10000 + month * 100 + day.
local function date_number(text)
  local year, month, day = text:match("^(%d%d%d%d)%.?(%d?%d?)%.?(%d?%d?)$")
  if not year or (day ~= "" and month == "") then
    error(("bad argument #1 to 'date' ('%s' is not a date such as 1972, 1972.07 or 1972.07.11)"):format(text), 3)
  end
  return tonumber(year) * 10000 + (tonumber(month) or 0) * 100 + (tonumber(day) or 0)
end

-- Return the last day that the result of date_number can mean.
local function last_of(number)
  if number % 10000 == 0 then
    return number + 1231
  end
  return number % 100 == 0 and number + 31 or number
end

--- Matches if the date in the Date tag can be in a range: "1972.??.??" can be any day of 1972.
---@param range string|{from?: string, to?: string, tag?: string} "1972.07", or a range; `from`: the first date; `to`:
-- the last date; `tag`: the name of another tag than Date
---@return lucena.Query
-- @usage chess.query.date{from = "1972.07.11", to = "1972.08"}(chess.game('[Date "1972.08.31"]\n\n*')) --> true
M.date = maker("date", "a date", function(range)
  local opts = range
  if type(range) == "string" then
    opts = { from = range, to = range }
  else
    argument.options(range, "date", { from = "string", to = "string", tag = "string" })
  end
  local tag = argument.tag_name(opts.tag or "Date", "date")
  local from, to = opts.from and date_number(opts.from) or 0, opts.to and date_number(opts.to) or 0
  if from > 0 and to > 0 and from > last_of(to) then
    argument.fail(1, "date", ("%s is after %s"):format(opts.from, opts.to))
  end
  return leaf(text_of("date", range), { op = "date", name = tag, lo = from, hi = to })
end)

-- Classes of time controls by the time that a player has for N moves. If this time is a day or more, the game is a
-- correspondence game. Sources: FIDE Laws (2023), Guidelines A.1 and B.1, which have no class faster than blitz;
-- lichess.org, "How are Bullet, Blitz and other time controls decided?".
local DAY = 86400
local CLASSES = {
  fide = { moves = 60, blitz = { 0, 600 }, rapid = { 601, 3599 }, standard = { 3600, DAY - 1 },
    correspondence = { DAY, math.maxinteger } },
  lichess = { moves = 40, ultrabullet = { 0, 29 }, bullet = { 30, 179 }, blitz = { 180, 479 }, rapid = { 480, 1499 },
    classical = { 1500, DAY - 1 }, correspondence = { DAY, math.maxinteger } },
}

--- Matches the class of the TimeControl tag. FIDE's classes use the time for 60 moves (blitz, rapid, standard). Those
-- of lichess.org use the time for 40 moves (ultrabullet, bullet, blitz, rapid, classical). If this time is a day or
-- more, the class is correspondence.
---@param class string|{[1]: string, by?: "fide"|"lichess"} the class, or {class, by = "lichess"}
---@return lucena.Query
-- @usage chess.query.time_class "blitz"(chess.game('[TimeControl "180+2"]\n\n*')) --> true
M.time_class = maker("time_class", "a class", function(class)
  local opts = type(class) == "table" and argument.options(class, "time_class", { by = CLASSES }) or {}
  local name = type(class) == "table" and class[1] or class
  local by = opts.by or require("lucena.definitions").value.time_classes
  argument.check(name, 1, "time_class", "string")
  local range = CLASSES[by][name]
  if type(range) ~= "table" then
    error(("bad argument #1 to 'time_class' ('%s' is not a class of %s)"):format(name, by), 2)
  end
  return leaf(text_of("time_class", class), { op = "time", name = "TimeControl", moves = CLASSES[by].moves,
    lo = range[1], hi = range[2] })
end)

return M
