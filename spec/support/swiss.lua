--- Random Swiss tournaments, as tournament report files, and an independent program that computes their tie-breaks from
-- the cells of a file. It uses nothing of lua/lucena/tournament. All points are in halves; SB is in quarters.
--
-- An event: {planned: the number of rounds, ratings: list, cells: by player, by round {opponent (or 0), color, sign}}.
-- Byes of the coming round are in `asked`: by player, a sign.

local M = {}

local HALVES = { ["1"] = 2, ["+"] = 2, W = 2, U = 2, F = 2, ["="] = 1, D = 1, H = 1 }

local function pick(list)
  return list[math.random(#list)]
end

-- ---- random events -------------------------------------------------------------------------------

local RESULTS = { { "1", "0" }, { "=", "=" }, { "0", "1" }, { "1", "0" }, { "0", "1" } }
local RARE = { { "+", "-" }, { "-", "+" }, { "-", "-" }, { "W", "L" }, { "D", "D" }, { "L", "W" } }
local BYES = { "H", "Z", "F", "-", "+", " " }

local function shuffled(count)
  local order = {}
  for i = 1, count do
    table.insert(order, math.random(#order + 1), i)
  end
  return order
end

-- Pair the players of a round in random order. Some have byes, and some have gone home.
local function pair(event, round, gone)
  local active = {}
  for _, i in ipairs(shuffled(#event.cells)) do
    gone[i] = gone[i] or round > 1 and math.random(25) == 1
    if gone[i] or math.random(10) == 1 then
      event.cells[i][round] = { opponent = 0, color = "-", sign = gone[i] and pick { "Z", " ", "-" } or pick(BYES) }
    else
      active[#active + 1] = i
    end
  end
  for at = 1, #active - 1, 2 do
    local a, b, result = active[at], active[at + 1], math.random(8) == 1 and pick(RARE) or pick(RESULTS)
    event.cells[a][round] = { opponent = b, color = "w", sign = result[1] }
    event.cells[b][round] = { opponent = a, color = "b", sign = result[2] }
  end
  if #active % 2 == 1 then
    event.cells[active[#active]][round] = { opponent = 0, color = "-", sign = "U" }
  end
  return #active > 1
end

--- Make a random event of 5 to 14 players and 3 to 7 rounds, of which at least one is left to play or none.
---@return table event
function M.random()
  local event, gone = { ratings = {}, cells = {}, asked = {}, planned = math.random(3, 7) }, {}
  for i = 1, math.random(5, 14) do
    event.ratings[i], event.cells[i] = math.random(1200, 2700), {}
  end
  for round = 1, event.planned do
    if not pair(event, round, gone) then
      for _, cells in ipairs(event.cells) do
        cells[round] = nil
      end
      break
    end
  end
  return event
end

--- Return the event after a round. Some players have asked for byes in the next one.
---@param event table
---@param round integer
---@return table
function M.cut(event, round)
  local out = { ratings = event.ratings, planned = event.planned, cells = {}, asked = {} }
  for i, cells in ipairs(event.cells) do
    out.cells[i] = table.move(cells, 1, round, 1, {})
    out.asked[i] = round < event.planned and math.random(6) == 1 and pick { "H", "Z", "F" } or nil
  end
  return out
end

--- Return the name of a player.
---@param i integer
---@return string
function M.name(i)
  return ("Player%c,X"):format(64 + i)
end

-- The name of a participant who stands for byes.
local DUMMY = "spielfrei"

-- Write a cell. In a file with a dummy participant, he is the opponent of byes that are won or lost.
local function cell_text(cell, dummy)
  if cell.sign == " " then
    return (" "):rep(8)
  end
  local opponent = cell.opponent > 0 and cell.opponent or cell.sign:find "[+-]" and dummy or "0000"
  return ("%4s %s %s"):format(opponent, cell.color, cell.sign)
end

local function player_line(i, name, rating, points, texts)
  return ("001 %4d      %-33s %4s%27s %4.1f    1  %s"):format(i, name, rating, "", points, table.concat(texts, "  "))
end

local function dummy_line(event, dummy)
  local texts = {}
  for round = 1, #event.cells[1] do
    texts[round] = "0000 - -"
  end
  return player_line(dummy, DUMMY, "", 0, texts)
end

--- The shapes of a file, see text().
M.SHAPES = { "plain", "codes", "dummy" }

--- Write an event as a tournament report file.
---@param event table
---@param shape? string "codes": rounds and points in the lines of pairing programs; "dummy": byes that are won or lost
-- are games against a dummy participant
---@return string
function M.text(event, shape)
  local dummy = shape == "dummy" and #event.cells + 1 or nil
  local out = { "012 Random", "092 Individual: Swiss System" }
  if shape == "codes" then
    table.move({ ("XXR %d"):format(event.planned), "XXC white1", "BBW  1.0", "BBD  0.5", "BBL  0.0" }, 1, 5, 3, out)
  else
    out[3] = ("142 %d"):format(event.planned)
  end
  for i, cells in ipairs(event.cells) do
    local texts, points = {}, 0
    for round, cell in ipairs(cells) do
      texts[round] = cell_text(cell, dummy)
      points = points + (HALVES[cell.sign] or 0)
    end
    texts[#texts + 1] = event.asked[i] and "0000 - " .. event.asked[i] or nil
    out[#out + 1] = player_line(i, M.name(i), event.ratings[i], points / 2, texts)
  end
  out[#out + 1] = dummy and dummy_line(event, dummy) or nil
  return table.concat(out, "\n") .. "\n"
end

-- ---- tie-breaks ----------------------------------------------------------------------------------

-- C.07, 16.1: half-point and zero-point byes are requested. Absences and forfeits without an opponent count like them.
local function is_requested(cell)
  return cell.opponent == 0 and (HALVES[cell.sign] or 0) < 2
end

local function is_voluntary(cell)
  return is_requested(cell) or cell.sign == "-"
end

local function is_game(cell)
  return cell.opponent > 0 and cell.sign:find "[10=WDL]" ~= nil
end

local function points_of(cells)
  local sum = 0
  for _, cell in ipairs(cells) do
    sum = sum + (HALVES[cell.sign] or 0)
  end
  return sum
end

-- 16.3: the points of a player as opponents count them.
local function adjusted(cells)
  local sum, is_end = 0, true
  for round = #cells, 1, -1 do
    local cell = cells[round]
    is_end = is_end and is_voluntary(cell)
    sum = sum + (is_end and is_requested(cell) and 1 or HALVES[cell.sign] or 0)
  end
  return sum
end

-- Return the contributions of the rounds: {the points of the opponent, the own points, whether it is voluntary}.
local function contributions(all, i, planned, rules)
  local list, own = {}, points_of(all[i])
  for round, cell in ipairs(all[i]) do
    local value
    if is_game(cell) then
      value = adjusted(all[cell.opponent])
    elseif rules == "2024" then
      value = own
    else
      value = math.min(own, cell.opponent > 0 and adjusted(all[cell.opponent]) or planned)
    end
    list[round] = { value, HALVES[cell.sign] or 0, is_voluntary(cell) and not is_game(cell) }
  end
  return list
end

-- Remove the addend that a cut omits (14.1, 16.5). Entries: {points of the opponent, addend, is voluntary}.
local function cut_one(list)
  local least, chosen
  for at, entry in ipairs(list) do
    local first = least and list[least]
    if not first or entry[1] < first[1] or entry[1] == first[1] and entry[2] < first[2] then
      least = at
    end
    first = chosen and list[chosen]
    if entry[3] and (not first or entry[2] < first[2] or entry[2] == first[2] and entry[1] < first[1]) then
      chosen = at
    end
  end
  if chosen and list[chosen][2] >= list[least][2] then
    least = chosen
  end
  table.remove(list, least)
end

local function total(list)
  local sum = 0
  for _, entry in ipairs(list) do
    sum = sum + entry[2]
  end
  return sum
end

local function without(list, cuts)
  local out = { table.unpack(list) }
  for _ = 1, math.min(cuts, #out) do
    cut_one(out)
  end
  return out
end

local function without_highest(list)
  table.sort(list, function(a, b) return a[2] > b[2] end)
  return { table.unpack(list, 2) }
end

-- Return the cells as if the games of the last planned round had been drawn (8.3).
local function drawn(event)
  local all = {}
  for i, cells in ipairs(event.cells) do
    all[i] = { table.unpack(cells) }
    local last = cells[event.planned]
    if last and last.opponent > 0 then
      all[i][event.planned] = { opponent = last.opponent, color = last.color, sign = "=" }
    end
  end
  return all
end

local function buchholz(all, i, planned, rules)
  local list = {}
  for round, it in ipairs(contributions(all, i, planned, rules)) do
    list[round] = { it[1], it[1], it[3] }
  end
  return list
end

local function average(list, from)
  local sum, count = 0, #list - from + 1
  for at = from, #list do
    sum = sum + list[at]
  end
  return count > 0 and (2 * sum + count) // (2 * count) or nil
end

--- Compute the points and tie-breaks of a player, by name.
---@param event table
---@param i integer the player
---@param rules? string "2024"
---@return table values
function M.values(event, i, rules)
  local all, planned, cells, it = event.cells, event.planned, event.cells[i], {}
  local bh, fb, sb = buchholz(all, i, planned, rules), buchholz(drawn(event), i, planned, rules), {}
  for round, entry in ipairs(contributions(all, i, planned, rules)) do
    sb[round] = { entry[1], entry[1] * entry[2], entry[3] }
  end
  it.points = points_of(cells)
  for name, list in pairs { BH = bh, FB = fb } do
    it[name], it[name .. "-C1"], it[name .. "-C2"] = total(list), total(without(list, 1)), total(without(list, 2))
    it[name .. "-M1"] = total(without_highest(without(list, 1)))
  end
  it.SB, it["SB-C1"], it["SB-C2"] = total(sb) / 4, total(without(sb, 1)) / 4, total(without(sb, 2)) / 4
  it.WIN, it.WON, it.BPG, it.BWG, it.REP, it.PS, it["PS-C1"], it.KS, it["KS-L+1"] = 0, 0, 0, 0, 0, 0, 0, 0, 0
  local so_far, means, ratings = 0, {}, {}
  for round, cell in ipairs(cells) do
    local halves, game = HALVES[cell.sign] or 0, is_game(cell)
    so_far = so_far + halves
    it.PS, it["PS-C1"] = it.PS + so_far, it["PS-C1"] + (round > 1 and so_far or 0)
    it.WIN, it.WON = it.WIN + (halves == 2 and 1 or 0), it.WON + (halves == 2 and game and 1 or 0)
    it.BPG = it.BPG + (game and cell.color == "b" and 1 or 0)
    it.BWG = it.BWG + (game and cell.color == "b" and halves == 2 and 1 or 0)
    it.REP = it.REP + (is_voluntary(cell) and 0 or 1)
    if cell.opponent > 0 then
      local theirs = points_of(all[cell.opponent])
      it.KS = it.KS + (theirs >= #cells and halves or 0)
      it["KS-L+1"] = it["KS-L+1"] + (theirs - 1 >= #cells and halves or 0)
    end
    if game then
      ratings[#ratings + 1] = event.ratings[cell.opponent]
      means[#means + 1] = total(buchholz(all, cell.opponent, planned, rules)) / 2
    end
  end
  table.sort(ratings)
  table.sort(means)
  it.ARO, it["ARO-C1"] = average(ratings, 1), average(ratings, 2)
  local sum = 0
  for _, mean in ipairs(means) do
    sum = sum + mean
  end
  it.AOB = #means > 0 and sum / #means or nil
  it["AOB-C1"] = #means > 1 and (sum - means[1]) / (#means - 1) or nil
  it.RTNG, it["RTNG-R"], it.STD = event.ratings[i], event.ratings[i], it.points
  return it
end

--- Rank the players by points, then by tie-breaks. Players who are still tied share their places: "3-4".
---@param event table
---@param names string[] tie-breaks of which more is better
---@return table ranks by name
function M.ranks(event, names)
  local list = {}
  for i in ipairs(event.cells) do
    local values, keys = M.values(event, i), {}
    for at, name in ipairs { "points", table.unpack(names) } do
      keys[at] = ("%09.4f"):format(values[name])
    end
    list[i] = { M.name(i), table.concat(keys, " ") }
  end
  local ranks = {}
  for _, it in ipairs(list) do
    local better, equal = 0, 0
    for _, other in ipairs(list) do
      better, equal = better + (other[2] > it[2] and 1 or 0), equal + (other[2] == it[2] and 1 or 0)
    end
    ranks[it[1]] = equal > 1 and ("%d-%d"):format(better + 1, better + equal) or tostring(better + 1)
  end
  return ranks
end

--- The names of the tie-breaks that values() computes.
M.NAMES = "BH,BH-C1,BH-C2,BH-M1,FB,FB-C1,FB-C2,FB-M1,SB,SB-C1,SB-C2,WIN,WON,BPG,BWG,REP,PS,PS-C1,KS,KS-L+1,ARO,ARO-C1,"
  .. "AOB,AOB-C1,RTNG,RTNG-R,STD"

return M
