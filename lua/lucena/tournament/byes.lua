--- Byes: rounds in which a player has no game. Game files do not contain them, so the user writes a file of byes. It
-- has one line per bye: round or rounds, kind, name.
--
--     # these lines apply to all events of the game files
--     3    pairing  Müller, Anna       an odd number of players: a full point
--     4    full     Jung, Li           a full point for another reason
--     5    half     Ødegård, Per       requested, half a point
--     7-9  zero     Smith, John        requested or withdrawn, no points
--     [Club Open]                      the lines below apply to events of this name
--     1    half     Roe, Jane
--
-- A line is used for each event in which the player takes part, but has no game in this round. It is an error if a line
-- can be used for no event. The file may have the byes of the whole event when only the first rounds have games. It is
-- an error if the round is later than the planned last one. Letter case, accents and blanks of names do not matter.
-- @module lucena.tournament.byes

local argument = require("lucena.argument")
local file = require("lucena.file")
local names = require("lucena.tournament.names")
local numbers = require("lucena.number")
local suggestion = require("lucena.suggestion")

local M = {}

local KINDS = { pairing = true, full = true, half = true, zero = true }
local MOST_ROUNDS = 999

-- Parse the byes of a line. `place`: file and line. Returns nil and the error if it is invalid.
local function read_line(line, event, byes, place)
  local rounds, kind, name = line:match("^(%S+)%s+(%S+)%s+(.+)$")
  local first = rounds and numbers.whole(rounds:match("^%d+"), 1, MOST_ROUNDS)
  local last = first and numbers.whole(rounds:match("^%d+$") or rounds:match("^%d+%-(%d+)$"), first, MOST_ROUNDS)
  if not last then
    return nil, ("'%s' is not a round, kind and name, as in: 3 half Smith, John"):format(argument.shown(line))
  elseif not KINDS[kind] then
    return nil, ("'%s' is not a kind of bye; the kinds are pairing, full, half and zero"):format(argument.shown(kind))
  end
  for round = first, last do
    byes[#byes + 1] = { event = event, round = round, kind = kind, name = name, place = place }
  end
  return true
end

--- Read a file of byes.
---@param path string
---@return table[]? byes {event (nil: all), round, kind, name, place: file and line}
---@return string? err with file and line
---@return string? code `cannot_open`, `bad_file`
-- @usage select(2, require("lucena.tournament.byes").read "none") --> none: cannot open: No such file or directory
function M.read(path)
  local text, message = file.read(path)
  if not text then
    return nil, message, "cannot_open"
  end
  local byes, event, number = {}, nil, 0
  for line in (text:gsub("\r\n?", "\n") .. "\n"):gmatch("([^\n]*)\n") do
    number = number + 1
    line = line:match("^%s*(.-)%s*$")
    local heading = line:match("^%[(.+)%]$")
    if heading then
      event = heading
    elseif line ~= "" and line:sub(1, 1) ~= "#" then
      local place = ("%s:%d"):format(path, number)
      local done, err = read_line(line, event, byes, place)
      if not done then
        return nil, ("%s: %s"):format(place, err), "bad_file"
      end
    end
  end
  return byes
end

-- ---- use -----------------------------------------------------------------------------------------

-- Return why a bye cannot be used for an event.
local function obstacle(bye, player, planned)
  if player.rounds[bye.round] then
    return ("%s has a %s in round %d"):format(player.name, player.rounds[bye.round], bye.round)
  elseif planned and bye.round > planned then
    return ("the last round is %d, not %d"):format(planned, bye.round)
  end
end

local function unknown(bye, players)
  local list, key, near = {}, names.key(bye.name), nil
  for other, player in pairs(players) do
    list[#list + 1] = player.name
    local is_start = other:sub(1, #key) == key
    near = is_start and not (near and near < player.name) and player.name or near
  end
  local hint = near and ("; did you mean '%s'?"):format(near) or suggestion.hint(bye.name, list)
  return ("there is no player '%s'%s"):format(argument.shown(bye.name), hint)
end

--- Return the byes of an event.
---@param byes table[] made by read()
---@param event string its name
---@param players table<string, table> made by rounds() of `lucena.tournament.players`; the byes are added
---@param planned? integer the planned number of rounds
---@return table[] list {round, kind, name: as in the games}
---@return table<table, string> obstacles for other byes of this event: why they cannot be used
function M.of(byes, event, players, planned)
  local list, obstacles = {}, {}
  for _, bye in ipairs(byes) do
    if not bye.event or bye.event == event then
      local player = players[names.key(bye.name)]
      obstacles[bye] = not player and unknown(bye, players) or player and obstacle(bye, player, planned) or nil
      if not obstacles[bye] then
        list[#list + 1] = { round = bye.round, kind = bye.kind, name = player.name }
        player.rounds[bye.round] = "bye"
      end
    end
  end
  return list, obstacles
end

return M
