--- Finds the side of numbers that is clear only from the whole score. First, the numbers of Black in scores that print
-- the number before both moves of a pair:
--
--     1. e4     1. e5
--     2. Nf3    2. Nc6
--
-- Old books print scores in this way, in two columns or as text. The numbers must show it: a chain of consecutive
-- numbers is printed twice, and at least SHORTEST of these pairs have at most one move after each number. The other
-- pairs of the chain may have notes with moves.
-- Cost: linear in the events.
-- @module lucena.text.numbers

local M = {}

local SHORTEST = 3 -- pairs of equal numbers, or rows
local MARGIN = 80 -- bytes of blanks before a number

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

-- Return whether two numbers at an index are the same, and whether at most one move is after each.
local function pair_at(list, i)
  local one, other = list[i], list[i + 1]
  local is_pair = one ~= nil and other ~= nil and one.event.value == other.event.value
    and not one.event.is_black and not other.event.is_black
  return is_pair, is_pair and one.moves <= 1 and other.moves <= 1
end

-- Return the number of pairs of the chain that begins at an index, and how many of them have no further moves, as in
-- notes.
local function length_at(list, first)
  local count, plain, at = 0, 0, first
  local is_pair, is_plain = pair_at(list, at)
  while is_pair and list[at].event.value == list[first].event.value + count do
    count, plain, at = count + 1, plain + (is_plain and 1 or 0), at + 2
    is_pair, is_plain = pair_at(list, at)
  end
  return count, plain
end

-- Return the number of moves after a number at the beginning of a line, up to the next event or line; 0 inside a line.
local function moves_of_row(events, i, text)
  local number, count = events[i], 0
  local before = text:sub(math.max(1, number.first - MARGIN), number.first - 1)
  if not before:find("\n[ \t]*$") and not before:find("^[ \t]*$") then
    return 0
  end
  local move = events[i + 1]
  while move and move.kind == "move" and not text:sub(number.last, move.first):find("\n") do
    count, move = count + 1, events[i + count + 2]
  end
  return count
end

--- Mark the numbers of rows with two points before the move of White, "1..P-K4   P-K4", as numbers of White. Newspapers
-- and typed score sheets print such leaders. In notes and variations, two points are before a move of Black.
---@param events table[] of lucena.text.events; changed
---@param text string
function M.mark_white(events, text)
  local rows = {}
  for i, event in ipairs(events) do
    local count = event.points == 2 and event.is_black and moves_of_row(events, i, text) or 0
    local before = rows[#rows]
    if count == 2 or count == 1 and before and event.value == before.value + 1 then -- the last row has one move
      rows[#rows + 1] = event
    end
  end
  for _, event in ipairs(#rows >= SHORTEST and rows or {}) do
    event.is_black = false
  end
end

--- Mark the second number of each pair of a chain as a number of Black.
---@param events table[] of lucena.text.events; changed
function M.mark_black(events)
  local list, at = numbers_of(events), 1
  while at <= #list do
    local count, plain = length_at(list, at)
    if plain >= SHORTEST then
      for pair = 1, count do
        list[at + 2 * pair - 1].event.is_black = true
      end
    end
    at = at + math.max(1, 2 * count)
  end
end

return M
