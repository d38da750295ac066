--- The data of one game that reports on tournaments need. A record is a table of strings and numbers. It is packed into
-- a string of about 150 bytes, so that the games of a whole database fit in memory, and processes can exchange them.
--
-- `moves` is a 64-bit hash of the start position and the moves. It is used to find duplicates, and is compared only
-- between games of the same players.
-- A game is a forfeit if its result is a forfeit (`lucena.result`), or if its Termination begins with forfeit,
-- unplayed, walkover or default. A game with "time forfeit" counts as played. A result without moves counts as played,
-- too. A game with the Termination "unrated" counts for the score, but not for ratings. Games of less than one move in
-- tournament report files have it. A game without moves and with the tag Bye is a bye of White
-- (`lucena.tournament.bye`).
-- @module lucena.tournament.record

local bye = require("lucena.tournament.bye")
local format = require("lucena.format")
local known = require("lucena.tag_names").known
local names = require("lucena.tournament.names")
local numbers = require("lucena.number")
local result = require("lucena.result")

local M = {}

local FORFEITS = { forfeit = true, forfeited = true, unplayed = true, walkover = true, default = true }

local function name_of(value)
  return value and value ~= "" and format.to_utf8(value) or "?"
end

local function team_of(value)
  return value and value ~= "" and value ~= "?" and format.to_utf8(value) or ""
end

local function rating_of(value)
  return numbers.rating(value) or 0
end

local function bye_of(game)
  local kind = game.plies == 0 and game.tags.Bye or ""
  return (bye.KINDS[kind] or kind == bye.NONE) and kind or ""
end

-- Return whether White (1) and Black (2) have a number of FIDE or of the tournament, as one integer.
local function identified(tags)
  local has_white, has_black = tags.WhiteFideId or tags.WhiteStartNumber, tags.BlackFideId or tags.BlackStartNumber
  return (has_white and 1 or 0) + (has_black and 2 or 0)
end

local function board_of(value)
  return numbers.whole(value, 1, 9999) or 0
end

-- ---- the moves -----------------------------------------------------------------------------------

local PRIME = 0x9E3779B97F4A7C15
local WORDS, STEP = "<i8i8i8i8", 32

local function mixed(hash, text)
  local padded = text .. ("\0"):rep(STEP - #text % STEP)
  for at = 1, #padded, STEP do
    local a, b, c, d = string.unpack(WORDS, padded, at)
    hash = (hash ~ a) * PRIME
    hash = (hash ~ (hash >> 29) ~ b) * PRIME
    hash = (hash ~ (hash >> 31) ~ c) * PRIME
    hash = (hash ~ (hash >> 30) ~ d) * PRIME
  end
  return hash ~ (hash >> 32)
end

local function moves_of(game)
  local hash, fen = mixed(game.plies, game:codes()), game.tags.FEN
  return fen and mixed(hash, fen) or hash
end

--- The plies that duplicates have at least if neither their dates nor their rounds can be compared.
M.LEAST_PLIES = 10

--- Return a hash that duplicates share: players, Date, Round, Result and moves are the same.
---@param game lucena.Game
---@return integer? hash nil for a game without moves, and for a short game whose Date and Round are unknown
-- @usage local r = require("lucena.tournament.record"); return r.identity(chess.game "*") --> nil
function M.identity(game)
  local tags = game.tags
  local date, round = known(tags.Date) or "", known(tags.Round) or ""
  local is_dated = (date .. round):find("%d") ~= nil
  if game.plies < (is_dated and 1 or M.LEAST_PLIES) then
    return nil
  end
  return mixed(moves_of(game), string.pack("s4s4s4s4s4", names.key(known(tags.White) or "?"),
    names.key(known(tags.Black) or "?"), date, round, result.of(game) or "*"))
end

-- ---- records -------------------------------------------------------------------------------------

local FORMAT = "<s4s4s4s4s4s4s4s4s4s4s4s4s1s1s1s1s1Bi4i4I2Bi4jj"

-- Points and kind are packed into one integer: White's half points + 3 * Black's half points + 9 for a forfeit, or + 18
-- for an unrated game. NONE means no result.
local NONE = 255

--- Pack the record of a game.
---@param game lucena.Game
---@return string
-- @usage local r = require("lucena.tournament.record"); return r.unpack(r.pack(chess.game "1. e4 1-0")).plies --> 1
function M.pack(game)
  local tags = game.tags
  local white, black, is_forfeit = result.halves(game)
  local termination = (tags.Termination or ""):lower():match("^%a+")
  local more = (is_forfeit or FORFEITS[termination]) and 9 or termination == "unrated" and 18 or 0
  return string.pack(FORMAT, name_of(tags.Event), name_of(tags.Site), tags.EventDate or "", tags.EndDate or "",
    tags.Date or "", tags.Round or "", name_of(tags.White), name_of(tags.Black), team_of(tags.WhiteTeam),
    team_of(tags.BlackTeam), game.file or "", name_of(tags.EventType), (tags.Scoring or ""):sub(1, 32),
    (tags.EventRounds or ""):sub(1, 8), (tags.MatchScoring or ""):sub(1, 32), bye_of(game),
    (tags.ByePoints or ""):sub(1, 32), identified(tags),
    rating_of(tags.WhiteElo), rating_of(tags.BlackElo), board_of(tags.Board),
    white and white + 3 * black + more or NONE, game.plies, moves_of(game), game.offset)
end

--- Unpack a record.
---@param packed string made by pack()
---@return table record event, site, event_date, end_date, date, round, white, black, white_team, black_team (nil if
-- unknown),
-- white_elo, black_elo (nil if unknown), white_halves, black_halves (nil without a result), is_forfeit, is_unrated,
-- board (nil if unknown), plies, moves, file, event_type, scoring (the points of a win, a draw and a loss: "3-1-0"; ""
-- if usual), event_rounds, match_scoring (as scoring, of matches), bye_points (of a team: match points and game points,
-- "2-2.5"), identified (1: White has a number of FIDE or of the tournament, 2: Black, 3: both), bye (a
-- kind of `lucena.tournament.bye`, or "none"; "" for a game), offset
function M.unpack(packed)
  local event, site, event_date, end_date, date, round, white, black, white_team, black_team, file, event_type, scoring,
    event_rounds, match_scoring, bye_kind, bye_points, has_numbers, white_elo, black_elo, board, halves, plies, moves,
    offset = string.unpack(FORMAT, packed)
  local has_result = halves ~= NONE
  -- One constructor makes the table with room for all fields, so that it need not grow.
  return {
    event = event, site = site, event_date = event_date, end_date = end_date, date = date, round = round,
    white = white, black = black, white_team = white_team ~= "" and white_team or nil,
    black_team = black_team ~= "" and black_team or nil, file = file, event_type = event_type, scoring = scoring,
    event_rounds = event_rounds, match_scoring = match_scoring, bye = bye_kind, bye_points = bye_points,
    identified = has_numbers, white_elo = white_elo > 0 and white_elo or nil,
    black_elo = black_elo > 0 and black_elo or nil, board = board > 0 and board or nil, plies = plies, moves = moves,
    offset = offset, is_forfeit = has_result and halves // 9 == 1, is_unrated = has_result and halves // 9 == 2,
    white_halves = has_result and halves % 9 % 3 or nil, black_halves = has_result and halves % 9 // 3 or nil,
  }
end

return M
