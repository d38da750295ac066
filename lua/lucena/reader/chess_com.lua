--- Reads monthly archives of Chess.com: the JSON of https://api.chess.com/pub/player/NAME/games/YYYY/MM. The field
-- `pgn` of each game has its PGN; a game without moves has no such field.
-- @module lucena.reader.chess_com

local M = { summary = "a monthly archive of Chess.com in JSON" }

local function archive(text)
  local value, message = require("lucena").json.decode(text)
  if value == nil then
    return nil, message
  end
  local games = type(value) == "table" and value.games
  if type(games) ~= "table" then
    return nil, "not an archive: the field 'games' is missing"
  end
  return games
end

-- Return the number of items of an array, in which null leaves holes; nil for an object.
local function size_of(list)
  local size = 0
  for key in pairs(list) do
    if math.type(key) ~= "integer" then
      return nil
    end
    size = math.max(size, key)
  end
  return size
end

function M.read(file)
  local text = file:read("a")
  if not text then
    return function() end -- the error of the file is reported
  end
  local games, problem = archive(text)
  local size, number = games and size_of(games), 0
  return function()
    number = number + 1
    if not size and number == 1 then
      return false, problem or "not an archive: the field 'games' is no array", 1
    elseif number > (size or 0) then
      return nil
    end
    local pgn = type(games[number]) == "table" and games[number].pgn
    if type(pgn) == "string" then
      return pgn
    end
    return false, ("game %d has no field 'pgn'"):format(number)
  end
end

return M
