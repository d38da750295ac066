--- Byes: rounds in which a player has no game. Game files do not contain them, so the user writes a file of byes. It
-- has one line per bye: round or rounds, kind, name.
--
--     # these lines apply to all events of the game files
--     3    pairing  Müller, Anna       an odd number of players: a full point
--     5    half     Ødegård, Per       requested, half a point
--     7-9  zero     Smith, John        requested or withdrawn, no points
--     [Club Open]                      the lines below apply to events of this name
--     1    half     Roe, Jane
--
-- Names are written exactly as in the games. If a name has no games, the player is added to the table.
-- @module lucena.tournament.byes

local argument = require("lucena.argument")
local file = require("lucena.file")

local M = {}

local KINDS = { pairing = true, half = true, zero = true }
local MOST_ROUNDS = 999

-- Parse the byes of a line. Returns nil and the error if it is invalid.
local function read_line(line, event, byes)
  local rounds, kind, name = line:match("^(%S+)%s+(%S+)%s+(.+)$")
  local first = rounds and math.tointeger(tonumber(rounds:match("^%d+")))
  local last = first and (rounds:match("^%d+$") and first or math.tointeger(tonumber(rounds:match("^%d+%-(%d+)$"))))
  if not (last and first >= 1 and first <= last and last <= MOST_ROUNDS) then
    return nil, ("'%s' is not a round, kind and name, as in: 3 half Smith, John"):format(argument.shown(line))
  elseif not KINDS[kind] then
    return nil, ("'%s' is not a kind of bye; the kinds are pairing, half and zero"):format(argument.shown(kind))
  end
  for round = first, last do
    byes[#byes + 1] = { event = event, round = round, kind = kind, name = name }
  end
  return true
end

--- Read a file of byes.
---@param path string
---@return table[]? byes {event (nil: all), round, kind, name}
---@return string? err with file and line
---@return string? code `cannot_open`, `bad_file`
-- @usage select(2, require("lucena.tournament.byes").read "none") --> none: No such file or directory
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
      local done, err = read_line(line, event, byes)
      if not done then
        return nil, ("%s:%d: %s"):format(path, number, err), "bad_file"
      end
    end
  end
  return byes
end

--- Return the byes of an event.
---@param byes table[]
---@param name string
---@return table[]
function M.of(byes, name)
  local list = {}
  for _, bye in ipairs(byes) do
    if not bye.event or bye.event == name then
      list[#list + 1] = bye
    end
  end
  return list
end

return M
