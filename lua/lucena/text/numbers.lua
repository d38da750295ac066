--- Finds the numbers of moves of Black in scores that print the number before both moves of a pair:
--
--     1. e4     1. e5
--     2. Nf3    2. Nc6
--
-- Old books print scores in this way, in two columns or as text. The numbers must show it: at least SHORTEST
-- consecutive numbers are printed twice, with one move after each. In such a chain, one move may be unreadable.
-- Cost: linear in the events.
-- @module lucena.text.numbers

local M = {}

local SHORTEST = 3 -- pairs of equal numbers

-- Return the numbers of White's form, each with the count of the moves after it.
local function numbers_of(events)
  local list = {}
  for _, event in ipairs(events) do
    if event.kind == "number" then
      list[#list + 1] = { event = event, moves = 0 }
    elseif event.kind == "move" and #list > 0 then
      list[#list].moves = list[#list].moves + 1
    end
  end
  return list
end

-- Return whether two numbers at an index are the same, with at most one move after each.
local function is_pair(list, i)
  local one, other = list[i], list[i + 1]
  return one ~= nil and other ~= nil and one.event.value == other.event.value
    and not one.event.is_black and not other.event.is_black and one.moves <= 1 and other.moves <= 1
end

-- Return the number of pairs of the chain that begins at an index.
local function length_at(list, first)
  local count, at = 0, first
  while is_pair(list, at) and list[at].event.value == list[first].event.value + count do
    count, at = count + 1, at + 2
  end
  return count
end

--- Mark the second number of each pair of a chain as a number of Black.
---@param events table[] of lucena.text.events; changed
function M.mark_black(events)
  local list, at = numbers_of(events), 1
  while at <= #list do
    local count = length_at(list, at)
    if count >= SHORTEST then
      for pair = 1, count do
        list[at + 2 * pair - 1].event.is_black = true
      end
    end
    at = at + math.max(1, 2 * count)
  end
end

return M
