--- Flat records of games and plies, for databases and data frames: typed values, and the mainline as arrays.
--
-- The compact JSON of a game is one object:
--
--     {"id": "9c1f...", "date": "2022-05-24", "white_elo": 3475, "black_elo": 3600, "base": 1800, "increment": 3,
--      "plies": 157, "result": "1/2-1/2", "tags": {"Event": ...},
--      "start": "8/8/...",                          the FEN of a set-up position
--      "moves": "e4 b6 Nc3",                        the mainline in SAN
--      "clocks": [1800.0, null, 1765.0],            [%clk] in seconds, by ply
--      "elapsed": [3.5, 2.0, null],                 [%emt] in seconds
--      "evals": [0.25, null, 0.6],                  [%eval] in pawns from White's view
--      "mates": [null, -3, null],                   moves to mate, negative if Black mates
--      "rest": "2. Ke3 Nf6 0-1"}                    the unreadable end of the mainline
--
-- Fields without a value are omitted. So is an array if none of its commands is in the mainline. Other comments, NAGs
-- and variations are not written.
--
-- `id` is 64-bit FNV-1a, in hexadecimal, of these texts, each followed by a zero byte: the seven tags of the roster in
-- UTF-8 (empty if missing), the FEN of a set-up position (else empty), and the moves in SAN, separated by blanks. So
-- the same game has the same id in every file, however it is laid out and annotated.
-- @module lucena.flat

local core = require("lucena.core")
local format = require("lucena.format")
local numbers = require("lucena.number")
local time = require("lucena.time")

local M = {}

-- ---- values --------------------------------------------------------------------------------------

-- Return a function that remembers the results of another function of a text. Tags repeat from game to game.
local MOST = 4096
local function remembered(f)
  local known, count = {}, 0
  return function(text)
    local value = known[text]
    if value == nil then
      if count == MOST then
        known, count = {}, 0
      end
      value = f(text) or false
      known[text], count = value, count + 1
    end
    return value or nil
  end
end

local iso_date = remembered(function(text)
  local date = time.date(text)
  return date and date.year and date.month and date.day and (date.text:gsub("%.", "-"))
end)

-- Return {base, increment} in seconds; nil unless the whole game has one period.
local control_of = remembered(function(text)
  local control = time.time_control(text)
  local period = control and #control == 1 and control.kind == "clock" and not control[1].moves and control[1]
  return period and { period.seconds, period.increment or 0 }
end)

local rating_of = remembered(numbers.rating)

local NO_CONTROL = {}

local function control(tags)
  local text = tags.TimeControl
  return text and control_of(text) or NO_CONTROL
end

local function date(tags)
  local text = tags.Date
  return text and iso_date(text) or nil
end

local function rating(tags, name)
  local text = tags[name]
  return text and rating_of(text) or nil
end

--- Return the date as YYYY-MM-DD; nil unless year, month and day are known.
---@param game lucena.Game
---@return string?
-- @usage require("lucena.flat").date(chess.game '[Date "2022.05.24"] *') --> 2022-05-24
function M.date(game)
  return date(game.tags)
end

--- Return White's rating; nil if the tag has no number from 1 to 99999.
---@param game lucena.Game
---@return integer?
-- @usage require("lucena.flat").white_elo(chess.game '[WhiteElo "2400"] *') --> 2400
function M.white_elo(game)
  return rating(game.tags, "WhiteElo")
end

--- Return Black's rating.
---@param game lucena.Game
---@return integer?
-- @usage require("lucena.flat").black_elo(chess.game '[BlackElo "?"] *') == nil --> true
function M.black_elo(game)
  return rating(game.tags, "BlackElo")
end

--- Return the seconds of the time control; nil if it has several periods, or none.
---@param game lucena.Game
---@return number?
-- @usage require("lucena.flat").base(chess.game '[TimeControl "180+2"] *') --> 180
function M.base(game)
  return control(game.tags)[1]
end

--- Return the seconds added after each move.
---@param game lucena.Game
---@return number?
-- @usage require("lucena.flat").increment(chess.game '[TimeControl "180+2"] *') --> 2
function M.increment(game)
  return control(game.tags)[2]
end

local ROSTER = { "Event", "Site", "Date", "Round", "White", "Black", "Result" }

-- Characters that need an escape in JSON, or may not be UTF-8.
local SPECIAL = '[%c"\\\127-\xFF]'

-- Return the tags in UTF-8 as a table. It is faster than `game.tags` if several tags are needed. Its field 0 is an
-- array of the names in the order of the text, its field 1 the set of the names whose values have special characters.
local function tags_of(game)
  local tags, names, n, special = {}, {}, 0, {}
  for name, value in pairs(game.tags) do
    n = n + 1
    if value:find(SPECIAL) then
      value, special[name] = format.to_utf8(value), true
    end
    tags[name], names[n] = value, name
  end
  tags[0], tags[1] = names, special
  return tags
end

-- Return the FEN of a set-up position; nil for the initial position. Without a FEN, the position can only be the
-- initial one.
local function start_of(game, tags)
  local start = tags.FEN and game.start and tostring(game.start)
  return start and start ~= require("lucena").START_FEN and start or nil
end

local function id_of(tags, start, moves)
  local parts = {}
  for i = 1, #ROSTER do
    parts[i] = tags[ROSTER[i]] or ""
  end
  parts[8], parts[9], parts[10] = start or "", moves, ""
  return ("%016x"):format(core.fnv(table.concat(parts, "\0")))
end

--- Return a hash of the roster and the mainline: see above.
---@param game lucena.Game
---@return string of 16 digits
-- @usage require("lucena.flat").id(chess.game "1. e4 *") == require("lucena.flat").id(chess.game "e4 {x} *") --> true
function M.id(game)
  local tags = tags_of(game)
  return id_of(tags, start_of(game, tags), format.san_moves(game))
end

-- ---- the mainline --------------------------------------------------------------------------------

-- The beginnings of the arrays, in the order of core.line_values().
local ARRAYS = { ',"clocks":[', ',"elapsed":[', ',"evals":[', ',"mates":[' }

-- Return the four arrays of the commands in the comments of the mainline. `missing` is the element for no value. An
-- array without values is nil.
local function read_values(game, missing)
  if game.is_edited or game.text:find("[%", 1, true) then
    return core.line_values(game, missing)
  end
end

-- ---- compact JSON --------------------------------------------------------------------------------

local json = require("lucena.json")
local quote = json.quote

local quoted_name = remembered(function(name)
  return quote(name) .. ":"
end)

-- Write the tags at the end of `out`, which has `n` elements. Returns the new number of elements. Texts are not joined
-- before they are written, because each joined text is a string of its own.
local function put_tags(out, n, tags)
  local names, special, before = tags[0], tags[1], ',"tags":{'
  for i = 1, #names do
    local name = names[i]
    local value = tags[name]
    out[n + 1], out[n + 2] = before, quoted_name(name)
    if special[name] then
      out[n + 3], n = quote(value), n + 3
    else
      out[n + 3], out[n + 4], out[n + 5], n = '"', value, '"', n + 5
    end
    before = ","
  end
  out[n + 1] = #names > 0 and "}" or ',"tags":{}'
  return n + 1
end

-- Write a field, if it has a value. Returns the new number of elements.
local function put(out, n, start, value, finish)
  if value then
    out[n + 1], out[n + 2], out[n + 3], n = start, value, finish, n + 3
  end
  return n
end

--- Return a game as compact JSON, on one line without a line end.
---@param game lucena.Game
---@return string
-- @usage require("lucena.flat").compact(chess.game "1. e4 *"):match('"moves":"e4"') --> "moves":"e4"
function M.compact(game)
  local tags, moves = tags_of(game), format.san_moves(game)
  local start, rest, clock = start_of(game, tags), game.rest, control(tags)
  local out, n = { '{"id":"', id_of(tags, start, moves), '"' }, 3
  n = put(out, n, ',"date":"', date(tags), '"')
  n = put(out, n, ',"white_elo":', rating(tags, "WhiteElo"), "")
  n = put(out, n, ',"black_elo":', rating(tags, "BlackElo"), "")
  n = put(out, n, ',"base":', clock[1], "")
  n = put(out, n, ',"increment":', clock[2], "")
  n = put(out, n, ',"plies":', game.plies, "")
  n = put(out, n, ',"result":"', json.result(game), '"')
  n = put_tags(out, n, tags)
  n = put(out, n, ',"start":"', start, '"')
  n = put(out, n, ',"moves":"', moves, '"')
  local values = table.pack(read_values(game, "null"))
  for i = 1, values.n do
    n = put(out, n, ARRAYS[i], values[i] and table.concat(values[i], ","), "]")
  end
  n = put(out, n, ',"rest":', rest and quote(rest), "")
  out[n + 1] = "}"
  return table.concat(out)
end

return M
