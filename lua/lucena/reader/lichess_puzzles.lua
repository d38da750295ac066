--- Reads Lichess's database of puzzles (lichess_db_puzzle.csv, https://database.lichess.org/#puzzles). The columns are
-- PuzzleId, FEN, Moves, Rating, RatingDeviation, Popularity, NbPlays, Themes, GameUrl, OpeningTags. FEN is the position
-- before the opponent's move; Moves, in UCI, begins with this move, and the solution follows. A puzzle becomes a game
-- with these moves and tags.
-- @module lucena.reader.lichess_puzzles

local M = { summary = "Lichess's puzzles in CSV" }

-- No value of this file has a comma or a quotation mark.
local function fields_of(line)
  local fields = {}
  for field in (line .. ","):gmatch("([^,]*),") do
    fields[#fields + 1] = field
  end
  return fields
end

local TAGS = { [4] = "PuzzleRating", [6] = "Popularity", [8] = "Themes", [9] = "Source", [10] = "OpeningTags" }

-- Return a game, or false and a message.
local function game_of(line, options)
  if line:find("\0", 1, true) then
    return false, "the line has a NUL"
  end
  local fields = fields_of(line)
  local id, fen, moves = fields[1], fields[2], fields[3]
  if not moves or moves == "" then
    return false, "not a puzzle: PuzzleId,FEN,Moves,... expected"
  end
  local text = ('[Event "Lichess puzzle %s"]\n[Site "https://lichess.org/training/%s"]\n[Result "*"]\n[SetUp "1"]\n'
    .. '[FEN "%s"]\n[PuzzleId "%s"]\n\n%s *\n'):format(id, id, fen, id, moves)
  local game, message = require("lucena").game(text, { dialect = "uci", allow = options.allow,
    illegal_moves = options.illegal_moves })
  if not game then
    return false, message
  end
  for column = 4, 10 do
    local name, value = TAGS[column], fields[column]
    if name and value and value ~= "" then
      game.tags[name] = value
    end
  end
  return game
end

function M.read(file, options)
  local lines = file:lines()
  return function()
    local line = lines()
    if line and line:find("^PuzzleId,") then
      line = lines()
    end
    if line then
      return game_of(line, options)
    end
  end
end

return M
