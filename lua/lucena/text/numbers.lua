--- Finds the side of numbers that is clear only from the whole score. First, the numbers of Black in scores that print
-- the number before both moves of a pair:
--
--     1. e4     1. e5
--     2. Nf3    2. Nc6
--
-- Old books print scores in this way, in two columns or as text. The numbers must show it: a chain of consecutive
-- numbers is printed twice, and at least SHORTEST of these pairs have at most one move after each number. The other
-- pairs of the chain may have notes with moves, and notes with numbers may follow the first SHORTEST pairs. Rows, each
-- with both numbers on one line, may have such notes anywhere.
-- Cost: linear in the events.
-- @module lucena.text.numbers

local M = {}

local SHORTEST = 3 -- pairs of equal numbers, or rows
local MARGIN = 80 -- bytes of blanks before a number

-- Return the numbers, each with the count of the moves after it. `skipped`: a set of numbers that are not returned.
local function numbers_of(events, skipped)
  local list, latest = {}, nil
  for _, event in ipairs(events) do
    if event.kind == "number" then
      latest = { event = event, moves = 0 }
      list[#list + 1] = not skipped[event] and latest or nil
    elseif latest and event.kind == "move" then
      latest.moves = latest.moves + 1
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

local MOST_QUOTED = 8 -- numbers of a note

-- Return the index of the next pair of a chain with a value, after the numbers of a note: "Better is 3... exd4 4. g3".
-- Of three equal numbers, the first is the last one of the note.
local function after_note(list, from, value)
  for at = from + 1, from + MOST_QUOTED do
    local is_pair = pair_at(list, at)
    if is_pair and list[at].event.value == value then
      return (pair_at(list, at + 1)) and at + 1 or at
    end
  end
end

-- Return the indexes of the pairs of the chain that begins at an index, and how many of them have no further moves, as
-- in notes.
local function chain_at(list, first)
  local chain, plain, at = {}, 0, first
  while at do
    local value = list[first].event.value + #chain
    local is_pair, is_plain = pair_at(list, at)
    if is_pair and list[at].event.value == value then
      chain[#chain + 1], plain, at = at, plain + (is_plain and 1 or 0), at + 2
    else
      at = plain >= SHORTEST and after_note(list, at, value) or nil
    end
  end
  return chain, plain
end

local function begins_line(text, event)
  local before = text:sub(math.max(1, event.first - MARGIN), event.first - 1)
  return before:find("\n[ \t]*$") ~= nil or before:find("^[ \t]*$") ~= nil
end

-- Return the number of moves after a number at the beginning of a line, up to the next event or line; 0 inside a line.
local function moves_of_row(events, i, text)
  local number, count = events[i], 0
  if not begins_line(text, number) then
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

local MOST_MISSING = 1 -- rows between two rows

-- Return the second number of a row: the same number as the one at the beginning of the line, after its move; or nil.
local function second_of(events, i, text)
  local one, move, other = events[i], events[i + 1], events[i + 2]
  local is_pair = one.kind == "number" and not one.is_black and move and move.kind == "move"
    and other and other.kind == "number" and not other.is_black and other.value == one.value
  return is_pair and begins_line(text, one) and not text:sub(one.first, other.first):find("\n") and other or nil
end

-- Mark the second numbers of at least SHORTEST rows in sequence. Notes between the rows may have any numbers. Returns
-- the set of the numbers of these rows.
local function mark_rows(events, text)
  local done, rows = {}, {}
  local function finish()
    for _, row in ipairs(#rows >= SHORTEST and rows or {}) do
      row[2].is_black, done[row[1]], done[row[2]] = true, true, true
    end
    rows = {}
  end
  for i, event in ipairs(events) do
    local other = event.kind == "number" and second_of(events, i, text)
    if other then
      local step = rows[1] and event.value - rows[#rows][1].value
      if step and (step < 1 or step > MOST_MISSING + 1) then
        finish()
      end
      rows[#rows + 1] = { event, other }
    end
  end
  finish()
  return done
end

--- Mark the second number of each pair of a chain as a number of Black.
---@param events table[] of lucena.text.events; changed
---@param text string
function M.mark_black(events, text)
  local list, at = numbers_of(events, mark_rows(events, text)), 1
  while at <= #list do
    local chain, plain = chain_at(list, at)
    for _, pair in ipairs(plain >= SHORTEST and chain or {}) do
      list[pair + 1].event.is_black = true
    end
    at = chain[1] and chain[#chain] + 2 or at + 1
  end
end

return M
