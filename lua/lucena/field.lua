--- The fields by which reports group games: tags, and values computed from tags and moves.
-- A field is {title, of, label, words, tags}. `of(game)` returns a key: a string, an integer, or nil if unknown.
-- `label(key)` returns the text to show for a key, or {en =, fr =}. `words` means that labels are words to translate.
-- `of` needs only the field `tags` of the game if the field has `tags`: the names of the tags that it reads.
-- The rows of a table are sorted by key. So the key of a month is a number, and the key of a band, such as the ratings
-- 2400 to 2499, is its lowest number.
-- @module lucena.field

local MONTHS = require("lucena.dates").MONTHS
local game_value = require("lucena.game_value")
local numbers = require("lucena.number")
local result_of = require("lucena.result").of
local tag_names = require("lucena.tag_names")

local M = {}

-- Return year, month and day of the Date tag; each is nil if unknown.
local function date_of(game)
  local text = game.tags.Date
  return text and require("lucena").date(text) or {}
end

local function rating(game, tag)
  return numbers.rating(game.tags[tag])
end

local function both_ratings(game)
  local white, black = rating(game, "WhiteElo"), rating(game, "BlackElo")
  if white and black then
    return white, black
  end
end

local DAYS = { "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday" }

-- Return the weekday; 1 is Monday (Zeller's congruence for the Gregorian calendar).
local function weekday(game)
  local date = date_of(game)
  local year, month, day = date.year, date.month, date.day
  if not day or not month or not year then
    return nil
  end
  if month < 3 then
    year, month = year - 1, month + 12
  end
  return (day + 13 * (month + 1) // 5 + year + year // 4 - year // 100 + year // 400 + 5) % 7 + 1
end

local function mean_elo(game)
  local white, black = both_ratings(game)
  return white and (white + black) // 2
end

-- Return the English and the French name of a game's opening, with a NUL between them.
local function opening_by(openings)
  return function(game)
    local it = openings.classify(game)
    return it and it.name .. "\0" .. (it.name_fr or it.name)
  end
end

local function opening(game)
  return opening_by(require("lucena").eco)(game)
end

local function opening_label(key)
  local en, fr = key:match("^(.-)%z(.*)$")
  return { en = en, fr = fr }
end

-- Return the round of a Round such as "3" or "3.2".
local function round_of(game)
  return numbers.whole((game.tags.Round or ""):match("^%s*(%d+)"), 0, numbers.MOST)
end

-- Return the board of the tag Board, or of a Round such as "3.2" or "3.1.2".
local function board_of(game)
  local round = game.tags.Round or ""
  return numbers.whole(game.tags.Board, 1, numbers.MOST)
    or numbers.whole(round:match("^%s*%d+%.(%d+)%s*$") or round:match("^%s*%d+%.%d+%.(%d+)%s*$"), 1, numbers.MOST)
end

local function ending(game)
  local outcome = game.final and game.final:outcome()
  return outcome and (outcome.reason:gsub("_", " "))
end

local motifs -- the queries of the motifs, by number, once they are needed

local function all_motifs()
  local list = {}
  for i, row in ipairs(require("lucena.motif_names").ROWS) do
    list[i] = require("lucena").query.motif(row[1])
  end
  return list
end

-- Return the number of the first motif in a game; of motifs at the same move, the first of the list.
local function first_motif(game)
  local best, first
  motifs = motifs or all_motifs()
  for i, motif in ipairs(motifs) do
    local node = motif:find(game)
    if node and (not first or node.ply < first) then
      best, first = i, node.ply
    end
  end
  return best
end

local function motif_label(key)
  local row = require("lucena.motif_names").ROWS[key]
  return { en = row[1], fr = row[2] }
end

local function range(width)
  return function(key) return ("%d-%d"):format(key, key + width - 1) end
end

local function banded(of, width)
  return function(game)
    local value = of(game)
    return math.type(value) == "integer" and value // width * width or nil
  end
end

-- The year is used even if the month or day is impossible, as in "2011.19.11".
local function year_of(game)
  return math.tointeger(tonumber((game.tags.Date or ""):match("^%d%d%d%d")))
end

local DATE, RATINGS = { "Date" }, { "WhiteElo", "BlackElo" }

--- The computed fields.
M.COMPUTED = {
  Year = { of = year_of, tags = DATE },
  Decade = { of = banded(year_of, 10), label = range(10), tags = DATE },
  Month = { of = function(game) return date_of(game).month end, words = true, tags = DATE,
    label = function(key) return MONTHS[key] end },
  Weekday = { of = weekday, label = function(key) return DAYS[key] end, words = true,
    tags = DATE },
  RoundNumber = { of = round_of, tags = { "Round" } }, Board = { of = board_of, tags = { "Round", "Board" } },
  Volume = { of = function(game) return (game.tags.ECO or ""):match("^[A-E]") end, tags = { "ECO" } },
  Opening = { of = opening, label = opening_label },
  Plies = { of = function(game) return game.plies end },
  Moves = { of = function(game) return (game.plies + 1) // 2 end },
  MeanElo = { of = mean_elo, tags = RATINGS },
  EloBand = { of = banded(mean_elo, 200), label = range(200), tags = RATINGS },
  EloDiff = { of = function(game)
    local white, black = both_ratings(game)
    return white and white - black
  end, tags = RATINGS },
  Ending = { of = ending, words = true }, Motif = { of = first_motif, label = motif_label },
}

-- The tags with names of players or teams, which may have several spellings.
local PEOPLE = { White = true, Black = true, WhiteTeam = true, BlackTeam = true }
local NUMBERS = { WhiteElo = true, BlackElo = true, PlyCount = true, Round = true }

-- The results, ordered by White's points. Other texts sort after these.
local RESULTS = { "1-0", "1/2-1/2", "0-1", "*" }
local RANKS = { ["1-0"] = 1, ["1/2-1/2"] = 2, ["0-1"] = 3, ["*"] = 4 }

local RESULT = {
  title = "Result", tag = "Result", tags = { "Result" }, label = function(key) return RESULTS[key] or key end,
  of = function(game)
    local result = result_of(game)
    return RANKS[result] or result
  end,
}

-- Return the value of a tag, or nil if it is unknown.
local function text_of(name)
  return function(game)
    local value = game.tags[name]
    return value ~= "" and value ~= "?" and value or nil
  end
end

-- Values that are numbers, such as ratings, become numbers, so that they can be sorted and added.
local function tag_field(name)
  if name == "Result" then
    return RESULT
  end
  return { title = name, label = tostring, is_name = PEOPLE[name], tag = name, tags = { name }, of = function(game)
    local value = tag_names.known(game.tags[name])
    return value and NUMBERS[name] and numbers.whole(value, 0, numbers.MOST) or value -- results: other text is a key
  end }
end

-- Return a function that returns the first characters of the text of a field, which for a tag is its value. In text
-- that is not UTF-8, bytes are counted.
local function first(field, count)
  local of = field.tag and text_of(field.tag) or field.of
  return function(game)
    local value = of(game)
    if value == nil then
      return nil
    end
    local text = field.tag and value or field.label(value)
    text = type(text) == "table" and text.en or tostring(text)
    local stop = utf8.len(text) and utf8.offset(text, count + 1)
    return stop and text:sub(1, stop - 1) or text:sub(1, count)
  end
end

--- Return whether a name is that of a computed field, of bands or of first characters, and not of a tag. Board is a
-- field, because a Round such as 3.2 has a board, too. Opening is the tag of this name.
---@param name string
---@return boolean
-- @usage require("lucena.field").is_computed "Date:7" --> true
function M.is_computed(name)
  local expression = name:find("^%(") and game_value.expression_at(name)
  if expression then
    return name:find("^[/:]?%d*$", #expression + 1) ~= nil
  end
  local is_part = name:find("^[^:]+[:/]%d+$") ~= nil or name:find("^tag:[%w_]+[:/]%d+$") ~= nil
  return is_part or name == "Board" or M.COMPUTED[name] ~= nil and not tag_names.is_known(name)
end

--- Return whether a name of a field is the text of a Lua function.
---@param name string
---@return boolean
-- @usage require("lucena.field").is_function "function(g) return g.plies end" --> true
function M.is_function(name)
  return name:find("^%s*function%s*%(") ~= nil
end

-- Return the field of a function's text. It can use `chess` and Lua's globals.
local function function_field(text)
  local names = setmetatable({ chess = require("lucena") }, { __index = _G })
  local chunk, problem = load("return " .. text, "=function", "t", names)
  local of = chunk and chunk()
  if type(of) ~= "function" then
    return nil, problem or "expected one Lua function"
  end
  return { title = "Value", of = of, label = tostring }
end

-- Return the field of an expression in parentheses. Whether a query holds becomes a text.
local function expression_field(name)
  local of, problem = game_value.find(name:sub(2, -2), "field")
  return of and { title = name:sub(2, -2), label = tostring, of = function(game)
    local value = of(game)
    return type(value) == "boolean" and tostring(value) or value -- results: false is a text, too
  end }, problem
end

--- Return a field by its name. A name is one of COMPUTED, a tag of lucena.tag_names, or `tag:NAME`;
-- `tag:Opening` is a tag with the name of a computed field. `/WIDTH` after a name groups numbers into bands
-- (`WhiteElo/100`), and `:N` takes the first N characters (`Date:7`, `ECO:2`). A Lua function of a Game, or its
-- text, is also a field, and so is an expression in parentheses (`(longest(check))`, lucena.game_value).
---@param name string|function
---@param openings? lucena.EcoTable the table for Opening; default: Lucena's own
---@return table? field title, of, label, words, tags, is_name (a person or a team)
---@return string? err
-- @usage require("lucena.field").find("Plies/20").of(chess.game "1. e4 *") --> 0
function M.find(name, openings)
  if type(name) == "function" then
    return { title = "Value", of = name, label = tostring }
  elseif name:find("^%(") and game_value.is_expression(name) then
    return expression_field(name)
  elseif M.is_function(name) then
    return function_field(name)
  end
  local text, count = name:match("^(.+):(%d+)$")
  count = math.tointeger(tonumber(count))
  if count then
    local field, err = M.find(text, openings)
    if not field or count == 0 then
      return nil, err or "the number of characters is at least 1"
    end
    return { title = field.title, of = first(field, count), label = tostring, tags = field.tags }
  end
  local bare, width = name:match("^(.-)/(%d+)$")
  width = math.tointeger(tonumber(width))
  if width then
    local field, err = M.find(bare, openings)
    if not field or width == 0 then
      return nil, err or "the width of a band is at least 1"
    end
    -- The number in a tag is text, so it is converted.
    local of = function(game)
      local value = field.of(game)
      if type(value) == "string" then
        return numbers.whole(value, 0, numbers.MOST)
      end
      return value
    end
    return { title = field.title, of = banded(of, width), label = range(width), tags = field.tags }
  end
  local computed = M.COMPUTED[name]
  if computed then
    local of = openings and computed.of == opening and opening_by(openings) or computed.of
    return { title = name, of = of, label = computed.label or tostring, words = computed.words, tags = computed.tags }
  end
  local tag, err = tag_names.find(name, M.COMPUTED)
  return tag and tag_field(tag), err
end

return M
