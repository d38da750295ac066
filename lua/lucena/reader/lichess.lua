--- Reads games of Lichess's API in NDJSON (https://lichess.org/api#tag/Games, Accept: application/x-ndjson): one object
-- per line. Tags have the names and values of Lichess's own PGN. Clocks and evaluations become commands in comments;
-- the fields `clocks` and `analysis` have an entry for each ply. If the field `pgn` exists (pgnInJson=true), it is read
-- instead.
-- @module lucena.reader.lichess

local M = { summary = "games of Lichess in NDJSON" }

-- Return a field if it has a type, else nil: no field of a foreign file has a certain type. An integer is a number.
local function field(object, name, wanted)
  local value = object[name]
  return (type(value) == wanted or math.type(value) == wanted) and value or nil
end

local function table_of(object, name)
  return field(object, name, "table") or {}
end

local function player_name(player)
  local user, level = table_of(player, "user"), field(player, "aiLevel", "integer")
  return field(user, "name", "string") or field(user, "id", "string")
    or level and ("lichess AI level %d"):format(level) or "?"
end

local function title_of(player)
  return field(table_of(player, "user"), "title", "string")
end

local function rating_of(player)
  return field(player, "rating", "integer"), field(player, "ratingDiff", "integer")
end

-- The names of variants in Lichess's PGN. The standard rules have none.
local VARIANTS = { standard = false, chess960 = "Chess960", fromPosition = "From Position",
  kingOfTheHill = "King of the Hill", threeCheck = "Three-check", crazyhouse = "Crazyhouse", antichess = "Antichess",
  atomic = "Atomic", horde = "Horde", racingKings = "Racing Kings" }

-- Return the value for Variant, or nil.
local function variant_of(record)
  local name = field(record, "variant", "string")
  local variant = VARIANTS[name]
  return variant == nil and name or variant or nil
end

local NORMAL = { mate = true, resign = true, stalemate = true, draw = true, variantEnd = true }
local ENDINGS = { outoftime = "Time forfeit", timeout = "Time forfeit", aborted = "Abandoned", noStart = "Abandoned",
  cheat = "Rules infraction", created = "Unterminated", started = "Unterminated", unknownFinish = "Unknown",
  insufficientMaterialClaim = "Insufficient material" }

local RATED = { [true] = "Rated", [false] = "Casual" }
local RESULTS = { white = "1-0", black = "0-1" }
-- The endings of games without a winner that are draws.
local IS_DRAW = { draw = true, stalemate = true, outoftime = true, timeout = true, insufficientMaterialClaim = true,
  variantEnd = true }

local function result_of(record)
  return RESULTS[record.winner] or record.winner == nil and IS_DRAW[record.status] and "1/2-1/2" or "*"
end

local function time_control(clock)
  local initial, increment = field(clock, "initial", "integer"), field(clock, "increment", "integer")
  return initial and ("%d+%d"):format(initial, increment or 0) or "-"
end

-- Return the date and the time at which a game was created.
local function moment_of(record)
  local milliseconds = field(record, "createdAt", "integer")
  local is_possible = milliseconds and milliseconds >= 0 and milliseconds < 1 << 47 -- before the year 6429
  if is_possible then
    return os.date("!%Y.%m.%d", milliseconds // 1000), os.date("!%H:%M:%S", milliseconds // 1000)
  end
end

-- Return "Rated blitz game"; "?" if a part is unknown.
local function event_of(record)
  local kind, speed = RATED[record.rated], field(record, "speed", "string")
  return kind and speed and ("%s %s game"):format(kind, speed) or "?"
end

-- Return the tags as {name, value}.
local function tags_of(record)
  local players, opening = table_of(record, "players"), table_of(record, "opening")
  local white, black = table_of(players, "white"), table_of(players, "black")
  local white_elo, white_change = rating_of(white)
  local black_elo, black_change = rating_of(black)
  local date, time = moment_of(record)
  local id = field(record, "id", "string")
  return {
    { "Event", event_of(record) }, { "Site", id and "https://lichess.org/" .. id or "?" },
    { "Date", date or "????.??.??" }, { "Round", "-" },
    { "White", player_name(white) }, { "Black", player_name(black) },
    { "Result", result_of(record) }, { "UTCDate", date }, { "UTCTime", time },
    { "WhiteTitle", title_of(white) }, { "BlackTitle", title_of(black) },
    { "WhiteElo", white_elo }, { "BlackElo", black_elo }, { "WhiteRatingDiff", white_change },
    { "BlackRatingDiff", black_change }, { "Variant", variant_of(record) },
    { "TimeControl", time_control(table_of(record, "clock")) }, { "ECO", field(opening, "eco", "string") },
    { "Opening", field(opening, "name", "string") },
    { "Termination", NORMAL[record.status] and "Normal" or ENDINGS[record.status] },
  }
end

local function clock_text(hundredths)
  local seconds = hundredths // 100
  return ("[%%clk %d:%02d:%02d]"):format(seconds // 3600, seconds // 60 % 60, seconds % 60)
end

local function evaluation_text(entry)
  local mate, centipawns = field(entry, "mate", "integer"), field(entry, "eval", "number")
  return mate and ("[%%eval #%d]"):format(mate) or centipawns and ("[%%eval %.2f]"):format(centipawns / 100) or nil
end

-- Add the clocks and evaluations to the moves.
local function annotate(game, record)
  local clocks, analysis, ply = table_of(record, "clocks"), table_of(record, "analysis"), 0
  for node in game:mainline() do
    ply = ply + 1
    local words, clock = { evaluation_text(table_of(analysis, ply)) }, field(clocks, ply, "integer")
    words[#words + 1] = clock and clock_text(clock)
    if #words > 0 then
      table.insert(node.comments, table.concat(words, " "))
    end
  end
  return game
end

local function game_of(record, options, text)
  if text:find("\\u0000", 1, true) or text:find("\0", 1, true) then
    return false, "a text has a NUL"
  elseif type(record.pgn) == "string" then
    return record.pgn
  end
  local moves = record.moves
  if type(moves) ~= "string" then
    return false, "the field 'moves' is missing"
  end
  local fen = field(record, "initialFen", "string")
  local head = fen and ('[SetUp "1"]\n[FEN "%s"]\n'):format(fen) or ""
  local variant = variant_of(record)
  head = variant and ('[Variant "%s"]\n%s'):format(variant, head) or head
  local game, message = require("lucena").game(head .. "\n" .. moves .. " " .. result_of(record), options)
  if not game then
    return false, message
  end
  for _, tag in ipairs(tags_of(record)) do
    game.tags[tag[1]] = tag[2] and tostring(tag[2]) or nil
  end
  return annotate(game, record)
end

function M.read(file, options)
  return function()
    local line
    repeat
      line = file:read()
    until not line or line:find("%S")
    if not line then
      return nil
    end
    local record, message = require("lucena").json.decode(line)
    if type(record) ~= "table" then
      return false, message or "not an object"
    end
    return game_of(record, options, line)
  end
end

return M
