--- Scoring systems other than 1, ½ and 0, and Armageddon games, which decide drawn games.
--
-- An Armageddon game is a second game of the same players in the same round, after a draw. It may be in a separate
-- event with "Armageddon" in its name. Its points replace those of the draw, in the standings and in the tie-breaks
-- that add points. If the Armageddon game itself is drawn, Black wins. Counts of games and ratings ignore it.
-- @module lucena.tournament.scoring

local names = require("lucena.tournament.names")
local numbers = require("lucena.number")

local M = {}

--- Usual half points of a loss, a draw and a win.
M.USUAL = { [0] = 0, [1] = 1, [2] = 2 }

local MOST_POINTS = 100 -- for a win

local function halves_of(text)
  local number = numbers.decimal(text, MOST_POINTS)
  return number and math.tointeger(2 * number)
end

--- Parse the points for a win, a draw and a loss.
---@param text string "3-1-0"
---@return table? scale half points of a loss [0], a draw [1] and a win [2]
---@return string? err
-- @usage require("lucena.tournament.scoring").parse("3-1-0")[2] --> 6
function M.parse(text)
  local win, draw, loss = text:match("^%s*([%d.]+)%-([%d.]+)%-([%d.]+)%s*$")
  local scale = { [0] = halves_of(loss), [1] = halves_of(draw), [2] = halves_of(win) }
  if not (scale[0] and scale[1] and scale[2]) then
    return nil, ("'%s': expected the points of a win, a draw and a loss, such as 3-1-0"):format(text)
  end
  return scale
end

--- Parse the points of the winner and the loser of an Armageddon game.
---@param text string "1.5-1"
---@return table? points {won, lost}, half points
---@return string? err
-- @usage require("lucena.tournament.scoring").parse_armageddon("1.5-1")[1] --> 3
function M.parse_armageddon(text)
  local win, loss = text:match("^%s*([%d.]+)%-([%d.]+)%s*$")
  local points = { halves_of(win), halves_of(loss) }
  if not (points[1] and points[2]) then
    return nil, ("'%s': expected the points of the winner and the loser, such as 1.5-1"):format(text)
  end
  return points
end

-- ---- Armageddon games ----------------------------------------------------------------------------

local function is_armageddon(event)
  return names.key(event.name):find("armageddon", 1, true) ~= nil
end

local function share_players(a, b)
  local known, both, all = {}, 0, 0
  for _, record in ipairs(a.records) do
    known[names.key(record.white)], known[names.key(record.black)] = true, true
  end
  for _, record in ipairs(b.records) do
    both = both + (known[names.key(record.white)] and 1 or 0) + (known[names.key(record.black)] and 1 or 0)
    all = all + 2
  end
  return 3 * both >= 2 * all
end

--- Move the games of separate Armageddon events into the events that they decide. An Armageddon event belongs to an
-- event with mostly the same players and overlapping dates.
---@param events table[]
---@return table[] events without the Armageddon events that were moved
function M.attach(events)
  local out = {}
  for _, event in ipairs(events) do
    local home
    for _, other in ipairs(is_armageddon(event) and events or {}) do
      local overlaps = other.from <= event.to and event.from <= other.to
      home = home or not is_armageddon(other) and overlaps and share_players(other, event) and other
    end
    if home then
      for _, record in ipairs(event.records) do
        record.is_armageddon = true
        home.records[#home.records + 1] = record
      end
    else
      out[#out + 1] = event
    end
  end
  return out
end

local function pairing_of(record)
  local a, b = names.key(record.white), names.key(record.black)
  if b < a then
    a, b = b, a
  end
  return ("%d\0%s\0%s"):format(record.round_number or 0, a, b)
end

-- Return who won an Armageddon game: "white" or "black", the colours of the draw that it decides.
local function winner_of(draw, record)
  local name = record.white_halves == 2 and record.white or record.black
  return names.key(name) == names.key(draw.white) and "white" or "black"
end

--- Set `is_armageddon` in the Armageddon games of an event, and `armageddon_winner` in the draws that they decide:
--- "white" or "black". An Armageddon game that decides no draw is removed.
---@param event table
function M.mark(event)
  local draws, kept = {}, {}
  for _, record in ipairs(event.records) do
    local key = pairing_of(record)
    local draw = record.round_number and draws[key]
    if draw and not draw.armageddon_winner and record.white_halves then
      draw.armageddon_winner, record.is_armageddon = winner_of(draw, record), true
    elseif not record.is_armageddon then
      draws[key] = record.white_halves == 1 and record.black_halves == 1 and record or nil
    end
    kept[#kept + 1] = (draw and draw.armageddon_winner or not record.is_armageddon) and record or nil
  end
  event.records = kept
end

return M
