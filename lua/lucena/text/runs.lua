--- Joins moves to runs. A run is a sequence of moves without prose between them. A *row* is a line of the text that
-- holds nothing but moves, as in the score of a game. A run is in a row or in a sentence.
--
-- Item: an event of kind `open`, `close`, `result`, `tag`, `position` or `diagram`, or a run {kind = "run", moves,
-- number, is_row, first, last, depth, ...}. A move with a number has `number`. `separator` is the sign before a move:
-- "," or ";".
-- @module lucena.text.runs

local boards = require("lucena.text.boards")
local columns = require("lucena.text.columns")
local comment = require("lucena.text.comment")
local endings = require("lucena.text.endings")
local heading = require("lucena.text.heading")
local signs = require("lucena.text.signs")
local words = require("lucena.text.words")

local M = {}

local find, sub = string.find, string.sub

-- ---- rows ----------------------------------------------------------------------------------------

-- Return a part of the text with its events, pictures and page numbers replaced by blanks.
local function masked(text, events, part)
  local out, at = {}, part.first
  for _, event in ipairs(events) do
    if event.first >= at then
      out[#out + 1] = sub(text, at, event.first - 1)
      out[#out + 1] = (sub(text, event.first, math.min(event.last, part.last)):gsub("[^\r\n]", " "))
      at = event.last + 1
    end
  end
  out[#out + 1] = sub(text, at, part.last)
  local function blank(found)
    return (" "):rep(#found)
  end
  return (table.concat(out):gsub("%[[Ii]llustration[^%[%]]*%]", blank):gsub("{%s*%d+%s*}", blank))
end

local LONGEST_ROW = 2000 -- bytes

-- Return the lines of a part by line number, each as {first, last, mask, event: its first number or move}. Also return
-- the number of the last line.
local function lines_of(text, events, part)
  local mask = masked(text, events, part)
  local lines, at, number = {}, part.first, part.line
  repeat
    local stop = find(text, "\n", at, true)
    stop = math.min(stop or part.last, part.last)
    lines[number] = { first = at, last = stop }
    at, number = stop + 1, number + 1
  until at > part.last
  for _, event in ipairs(events) do
    local line = (event.kind == "move" or event.kind == "number") and lines[event.line]
    if line and not line.event then
      line.event = event
      line.mask = line.last - line.first < LONGEST_ROW and sub(mask, line.first - part.first + 1,
        line.last - part.first + 1) or nil
    end
  end
  return lines, number - 1
end

-- Marks of the variations in a list, before the first move of a row: "II.", "A.", "b)".
local MARKS = { "^%s*[IVX]+[.)]%s", "^%s*%(?[A-Ha-h][.)]%s" }

-- The letter of a note after a move in a row: "(c)", "c)", with one bracket or with a Cyrillic letter.
local NOTES = { "%(%l%)", "%f[%w]%l%)", "%([\xD0\xD1][\x80-\xBF]%)" }

-- Return a text with blanks in place of the letters of notes.
local function without_notes(text)
  for _, pattern in ipairs(NOTES) do
    text = text:gsub(pattern, function(found) return (" "):rep(#found) end)
  end
  return text
end

-- Return the mask of a row without the mark of its variation and without the words between alternative moves: "or". In
-- an indented row, "etc." may follow the moves.
local function without_words(mask, is_indented)
  for _, mark in ipairs(MARKS) do
    local _, stop = find(mask, mark)
    if stop then
      mask = (" "):rep(stop) .. sub(mask, stop + 1)
      break
    end
  end
  return (without_notes(mask):gsub("%f[%w]%l%l?%l?%l?%f[%W]", function(word)
    return (words.is_or[word] or is_indented and words.is_filler[word]) and (" "):rep(#word) or nil
  end))
end

-- Return the mask of the last row of a score without the words after its moves that give the result: "White resigns".
local function without_ending(mask)
  local head, tail = mask:match("^([^%a\x80-\xFF]+)(.*%S)")
  return tail and endings.of((tail:gsub("%p+$", ""))) and head or mask
end

local FARTHEST_ROW = 8 -- lines before a row that may be blank or mark a page

-- Return whether the last line before a line is a row. Blank lines, page numbers and the header of a page are skipped.
local function follows_row(rows, lines, i, from, text_of)
  local before = {}
  for j = i - 1, math.max(from, i - FARTHEST_ROW), -1 do
    local line = text_of(lines[j]):gsub("\1", "")
    if rows[j] then
      return #before == 0 or comment.of("\n\n" .. table.concat(before) .. "\n\n") == ""
    elseif #line > comment.LONGEST_HEADER then
      return false
    end
    table.insert(before, 1, line)
  end
  return false
end

local LONGEST_REMARK = 40 -- bytes after the blanks before it

-- Return whether a line ends a score with a remark: "   and wins." before an empty line.
local function is_remark(line, following, text_of)
  return not line.event and #text_of(line):match("^%s*(.*)") <= LONGEST_REMARK
    and not (following and find(text_of(following), "%w"))
end

-- A number, and two moves in columns: "6. P-QKt4            PxQP". The line before it may be a note, but no row with an
-- unread move.
local COLUMNS, NUMBERED = "^[ \t]*%d+[.:)]*[ \t]*[^%s\1][^\t\n]-[ \t][ \t][ \t]+%S", "^%s*[%dlI]+[.,:)]"

-- Return the set of the numbers of the lines that are rows.
local function rows_of(text, events, part)
  local lines, to = lines_of(text, events, part)
  local from = part.line
  local function text_of(line)
    return sub(text, line.first, math.min(line.last, line.first + LONGEST_ROW))
  end
  local rows = {}
  local is_cut = part.first > 1 and sub(text, part.first - 1, part.first - 1) ~= "\n"
  for i = from, to do
    local line = lines[i]
    local first, is_indented = line.event, line.mask and find(text_of(line), "^%s%s%s%s") ~= nil
    local mask = line.mask and without_words(line.mask, is_indented)
    mask = mask and rows[i - 1] and without_ending(mask) or mask
    if mask and not (i == from and is_cut) and not find(mask, "[%a\x80-\xFF]")
      and not find(sub(mask, 1, first.first - line.first), "%w") then
      local before = i > from and text_of(lines[i - 1]) or ""
      -- In a paragraph, only the beginning of a game, an indented line or one in columns is a row.
      local is_free = rows[i - 1] or not find(before, "%w") or is_indented
        or find(text_of(line), COLUMNS) and not find(before, NUMBERED)
        or first.kind == "number" and first.value == 1 and not first.is_black
      local is_score = first.kind == "number" or rows[i - 1] or not find(before, "%w")
        and follows_row(rows, lines, i, from, text_of)
      rows[i] = is_free and is_score or nil
    end
  end
  -- Inside a paragraph, a line of moves is not a row if the sentence continues on the next line.
  for i = to - 1, from, -1 do
    if rows[i] and not rows[i + 1] and not (rows[i - 1] and is_remark(lines[i + 1], lines[i + 2], text_of)) then
      local after = text_of(lines[i + 1])
      local goes_on = find(after, "^%s*%l") or lines[i + 1].event and find(text_of(lines[i]), "^%s?%s?%S")
      if find(after, "%w") and goes_on then
        rows[i] = nil
      end
    end
  end
  return rows
end

-- ---- runs ----------------------------------------------------------------------------------------

local FARTHEST, FARTHEST_WITH_BOARD = 300, 4000 -- bytes between the moves of a run

-- Return whether the text between two moves contains no prose, and the sign in it.
local function is_joined(text, from, to, is_row, has_number)
  from = signs.after(text, from)
  if from > to then
    return true, nil
  elseif to - from > FARTHEST_WITH_BOARD then
    return false
  end
  local gap = boards.without(sub(text, from, to))
  if #gap > FARTHEST then
    return false
  end
  gap = gap:gsub("{%s*%d+%s*}", ""):gsub("%[[Ii]llustration[^%[%]]*%]", "")
  if is_row then -- the letter of a note, and the number of an empty cell
    gap = without_notes(gap):gsub("%f[%w]%d%d?%d?%f[%W]", "")
  end
  if find(gap, "[%w\x80-\xFF]") then
    return false
  elseif not is_row and (find(gap, "\n[ \t]*\r?\n") or find(gap, has_number and "%.%s" or "[.:]")) then
    return false
  end
  return true, gap:match("[,;]")
end



-- Return whether a new sentence begins between the previous run and this one.
local function is_new_sentence(text, before, run)
  if not before or not before.last or run.first - before.last > 400 then
    return true
  end
  local gap = sub(text, before.last + 1, run.first - 1)
  if not find(gap, "[.!?][\"')]?%s") then
    return false
  end
  local tail = gap:match("[^.!?]*$"):lower()
  for _, continuation in ipairs(words.continuations) do
    if find(tail, "%f[%w]" .. continuation .. "%f[%W]") then
      return false
    end
  end
  return true
end


-- Return whether the words before a run in its sentence say that the run is a threat or a plan.
local function is_plan(text, before, run)
  local from = math.max(before and before.last and before.last + 1 or 1, run.first - 60)
  local before_it = sub(text, from, run.first - 1):match("[^.!?;:]*$"):lower()
  for _, plan in ipairs(words.plans) do
    if find(before_it, plan, 1, true) then
      return true
    end
  end
  return false
end

-- Return whether the words before a run are a condition: "If 40. Kh1", "Wenn 7. Dc4".
local function is_condition(before)
  local word = before:match("([%a\x80-\xFF]+)[^%w\x80-\xFF]*$")
  return word ~= nil and words.is_if[word:lower()] ~= nil
end

-- Return whether the previous run and this one are two moves that a sentence names with the same number: "30... h5 and
-- 30... g6 only delay".
local function are_named(text, before, run)
  local one, other = before and before.kind == "run" and before.number, run.number
  if not one or not other or #before.moves > 1 or one.value ~= other.value or one.is_black ~= other.is_black then
    return false
  end
  local word = sub(text, before.last + 1, math.min(run.first - 1, before.last + FARTHEST)):match("^%s*(%l+)%s*$")
  return word ~= nil and (words.is_or[word] or words.is_and[word]) == true
end

-- Return the last move of the previous run, if the game ended with words after it; or the move with which the game of
-- the previous run ended: "White resigned, because of 9. Bf3 Rd8, or 9. Kh1 Rd8".
local function ended(text, before, start)
  if not before or before.kind ~= "run" then
    return nil
  end
  return before.after_end or endings.ends(text, before.last + 1, start - 1) and before.moves[#before.moves] or nil
end

-- Return how the words before a run join it to the previous item ("then", "instead", ...), and the side to move if the
-- words name it. Return nil if they do not join it.
local function joint_of(text, before, run)
  if not before or not before.last or run.first - before.last > 80 then
    return nil
  end
  local gap = sub(text, before.last + 1, run.first - 1):gsub("{%s*%d+%s*}", " "):gsub("[%s\1]+", " ")
  gap = gap:gsub("^ ", ""):gsub(" $", ""):lower()
  if before.kind == "close" then
    return not find(gap, "[%w.]") and "resumed" or nil
  elseif before.kind == "open" then
    for _, opening in ipairs(words.openings) do
      if find(gap, "%f[%w]" .. opening .. "$") then
        return "instead"
      end
    end
  elseif before.kind == "run" then
    if words.is_or[gap] then
      return "or"
    end
    for _, row in ipairs(words.joints) do
      if find(gap, row[1]) and not find(gap, "[.!?]") then
        return row[2], row[3]
      end
    end
  end
end

-- Words in capitals that are not titles: they label diagrams.
local CAPTIONS = { DIAGRAM = true, FIG = true, FIGURE = true, BLACK = true, WHITE = true, ILLUSTRATION = true,
  SCHWARZ = true, WEISS = true, NOIRS = true, BLANCS = true, NEGRAS = true, BLANCAS = true }

-- Return whether a title is the header of a page: a page number is on the line, or on the line before it.
local function is_page_header(part, first, last)
  local line = sub(part, last, last + comment.LONGEST_HEADER):match("^[^\r\n]*")
  local before = sub(part, math.max(1, first - comment.LONGEST_HEADER), first):match("([^\r\n]*)%s*$")
  return find(line, "%s%s%s%d%d?%d?%s*$") ~= nil or find(before, "^[%s%-(%[]*%d%d?%d?%d?[%s%-)%]]*$") ~= nil
end

-- Return whether a text contains a title, that is, a paragraph that begins with a word in capitals.
local function has_title(text, from, to)
  -- Only the given range is searched: a search of the whole text would make the cost quadratic.
  local part, at = sub(text, from, to), 1
  while true do
    local first, stop, word = find(part, "\n[ \t]*\r?\n[ \t]*(%u%u%u+)%f[%A]", at)
    if not stop then
      return false
    elseif not CAPTIONS[word] and not is_page_header(part, first, stop) then
      return true
    end
    at = stop
  end
end

-- Add the boards to the items, in the order of the text. A board inside a run is after the run.
local function with_boards(items, list)
  if #list == 0 then
    return items
  end
  local out, at = {}, 1
  for _, item in ipairs(items) do
    while list[at] and item.first and item.first > list[at].first do
      out[#out + 1], at = list[at], at + 1
    end
    out[#out + 1] = item
  end
  return table.move(list, at, #list, #out + 1, out)
end

local LONGEST_RUN = 500 -- moves: more than a game has
local SHORTEST_GAME = 4 -- plies before which a second move number 1 is a misprint or a list of first moves

-- Return whether number 1 begins a second game after the moves of a run: it stands after an empty line or the sign of
-- an unknown result, and the second event after it is a move, `reply`. In columns, one move follows each number.
local function begins_second_game(text, run, number, reply, from)
  if not reply or reply.kind ~= "move" or number.is_black or not run.is_row or #run.moves < SHORTEST_GAME then
    return false
  end
  return find(sub(text, from, number.first - 1), "\n[ \t]*\r?\n[ \t]*$") ~= nil
    or find(sub(text, from, number.first - 1), "^[ \t]*%*[ \t\r]*\n%s*$") ~= nil
end

-- Return whether a result in a row is that of a score in columns, whose left column goes on in the next row:
--
--     6. Kt-B3   P-B4         13. Q-R5   Resigns.
--     7. B-Q3    Kt-B3
local function is_before_row(run, event, number, reply)
  local is_next = number and number.kind == "number" and number.line == event.line + 1
  if not is_next or not reply or reply.kind ~= "move" then
    return false
  end
  local largest = 0
  for _, move in ipairs(run.moves) do
    local value = move.number and move.number.value
    if value == number.value then
      return false
    end
    largest = math.max(largest, value or 0)
  end
  return number.value > 1 and number.value < largest
end

--- Return the items of a part of a text.
---@param text string folded
---@param events table[]
---@param part {first: integer, last: integer, line: integer, boards: table[]} `line`: the number of the line in which
-- the part begins; `boards`: of lucena.text.boards
---@return table[] items
function M.list(text, events, part)
  local rows = rows_of(text, events, part)
  local items, run, number, depth = {}, nil, nil, 0
  local outcome -- a result before the last rows of a run
  local last_end = part.first - 1
  local function close()
    if run then
      run.last = run.moves[#run.moves].last
      if run.is_row then
        columns.sort(run.moves)
        run.number = run.moves[1].number
      end
      run, items[#items + 1], outcome = nil, outcome, nil
    end
  end
  local at = part.first
  for i, event in ipairs(events) do
    if event.first - at > 4 and has_title(text, math.max(1, at - 1), event.first) then
      close()
      items[#items + 1] = { kind = "title" }
    end
    at = event.last + 1
    if event.kind == "number" then
      number = event
      if run and (not is_joined(text, last_end + 1, event.first - 1, rows[event.line] and run.is_row, true)
        or event.value == 1 and begins_second_game(text, run, event, events[i + 2], last_end + 1)) then
        close()
      end
      last_end = run and event.last or last_end
    elseif event.kind == "move" then
      local is_row = rows[event.line] == true and depth == 0
      event.number = number
      local start = number and number.first or event.first
      local joined, separator = false, nil
      if run and run.is_row == is_row and #run.moves < LONGEST_RUN then
        joined, separator = is_joined(text, last_end + 1, event.first - 1, is_row, number ~= nil)
      end
      if not joined then
        close()
        local before = sub(text, math.max(1, start - 60), start - 1)
        run = { kind = "run", moves = {}, number = number, is_row = is_row, first = start, depth = depth,
          line = event.line, begins_line = find(before, "\n[ \t]*$") ~= nil or start == 1 or not find(before, "%S"),
          begins_paragraph = find(before, "\n[ \t]*\r?\n[ \t]*$") ~= nil or not find(before, "%S") }
        run.is_new_sentence = is_new_sentence(text, items[#items], run)
        run.begins_sentence = run.begins_paragraph or find(before, "[.!?:)\"][ \t]*\r?\n?[ \t]*$") ~= nil
          or not find(before, "[%w]")
        if part.has_boards then
          run.diagram, run.is_solution = boards.reference(text, start)
        end
        run.has_heading = number and number.value == 1 and heading.first(text, last_end + 1, start - 1) ~= nil
        run.is_plan = not is_row and not number and is_plan(text, items[#items], run)
        run.is_condition = not is_row and is_condition(before)
        if not is_row and are_named(text, items[#items], run) then
          items[#items].is_named = true
        end
        run.after_end = not is_row and ended(text, items[#items], start) or nil
        run.joint, run.side = joint_of(text, items[#items], run)
        run.joint = (not is_row or run.joint == "or") and run.joint or nil
        items[#items + 1] = run
      end
      event.separator, event.run = separator, run
      run.moves[#run.moves + 1] = event
      last_end, number = event.last, nil
    elseif event.kind == "result" and run and run.is_row and not outcome
      and is_before_row(run, event, events[i + 1], events[i + 2]) then
      outcome, last_end, number = event, event.last, nil
    else
      close()
      if event.kind == "open" then
        depth = depth + 1
      elseif event.kind == "close" then
        depth = math.max(0, depth - 1)
      end
      -- A result after the names of the players is that of the next game.
      local is_heading = event.kind == "result" and not event.is_word and heading.ends_at(text, event.last)
      items[#items + 1] = is_heading and { kind = "title" } or event
      event.number = event.kind == "result" and number or nil
      number = nil
    end
    local following = events[i + 1]
    if number and following and following.kind ~= "move" and following.kind ~= "number" then
      number = following.kind == "result" and number or nil
    end
  end
  close()
  if part.last - at > 4 and has_title(text, math.max(1, at - 1), part.last) then
    items[#items + 1] = { kind = "title" }
  end
  return with_boards(columns.join(items), part.boards)
end

return M
