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
  return type(games) == "table" and games or nil, "not an archive: the field 'games' is missing"
end

function M.read(file)
  local games, problem = archive(file:read("a") or "")
  local number = 0
  return function()
    number = number + 1
    if not games and number == 1 then
      return false, problem, 1
    elseif not games then
      return nil
    elseif not games[number] then
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
