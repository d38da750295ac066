--- Divides a text into events: move numbers, moves, brackets, results and tags. Text between events is prose. Page
-- numbers ("{162}") and the marks of pictures ("[Illustration]") are skipped.
--
-- Event: {kind, first, last, line, ...}; `first` and `last` are the offsets of its bytes. Kinds: `number` {value,
-- is_black}, `move`, `open` and `close` (brackets), `result` {value}, `tag` {name, value}, `position` {position, ply}.
-- A move is a *mention*, a move as the text prints it: {shape or token, marks}.
-- Cost: linear in the text. The reader of moves is called only at offsets at which a move can begin.
-- @module lucena.text.events

local boards = require("lucena.text.boards")
local core = require("lucena.core")
local endings = require("lucena.text.endings")
local numbers = require("lucena.text.numbers")
local signs = require("lucena.text.signs")
local tree = require("lucena.text.tree")
local words = require("lucena.text.words")

local M = {}

local byte, find, sub = string.byte, string.find, string.sub

-- ---- numbers -------------------------------------------------------------------------------------

local GLUED_FIRST = "^%l%l1%.%s?%f[%w]"

-- Read a move number at a digit: "12.", "12...", "12. ...", "(12)", "(12) ...,", "12.-", "12". Returns the event, or
-- nil. A number without full stops has `is_bare` set; it counts only directly before a move.
local function number_at(text, at)
  local _, stop, digits = find(text, "^(%d+)", at)
  local before = at > 1 and sub(text, at - 1, at - 1) or ""
  -- "'''1. e4'''" is markup.
  local is_glued = find(before, "[%w$/]") or before == "'" and sub(text, at - 2, at - 2) ~= "'"
  if #digits > 3 or is_glued and not find(text, GLUED_FIRST, at - 2) then
    return nil, stop
  end
  local _, decimal = find(text, "^%.%d+%f[^%w.%-]", stop + 1)
  if decimal then
    return nil, decimal -- seconds, an evaluation
  end
  local first = at
  local _, shut = find(text, "^%s?%)", stop + 1)
  local has_bracket = shut ~= nil
  if has_bracket then
    stop = shut
    first = before == "(" and at - 1 or at
  end
  local wrapped = has_bracket and find(text, "^%s*%.%.", stop + 1)
  local _, points, dots = find(text, wrapped and "^%s*([.][. \t\1%-]*)" or "^[ \t\1]*([.][. \t\1%-]*)", stop + 1)
  if not points then
    _, points, dots = find(text, "^[ \t]*(%-%-[%- ]*)", stop + 1)
    dots = dots and ".." -- "7 ----" is also a number of a move by Black
  end
  if dots then
    -- Blanks after the full stops do not belong to the number.
    local _, exact = find(text, "^%s*[%.%-][. \t\1%-]*[%.%-]", stop + 1)
    if not exact then
      _, exact = find(text, "^[ \t\1]*%.", stop + 1)
    end
    stop = exact or points
  end
  local count = dots and select(2, dots:gsub("%.", "")) or 0
  local is_black = has_bracket and count >= 2 or count >= 2
  if not dots and not has_bracket and find(text, "^[%w'%%/:,]", stop + 1)
    and not find(text, "^:[ \t]", stop + 1) then
    if not find(text, "^[%a]", stop + 1) or find(text, "^%l%l", stop + 1) then
      return nil, stop
    end
  end
  if not dots and not has_bracket then
    local _, colon = find(text, "^:%f[%s]", stop + 1)
    stop = colon or stop
  end
  if is_black then
    local _, comma = find(text, "^,", stop + 1)
    stop = comma or stop
  end
  return {
    kind = "number", first = first, last = stop, value = tonumber(digits), is_black = is_black, points = count,
    is_bare = not dots and not has_bracket, has_bracket = has_bracket,
  }, stop
end

-- ---- results -------------------------------------------------------------------------------------

-- LaTeX writes them with two hyphens.
local RESULT_FORMS = { "^1%s?[-:][-\1]*%s?0%f[^%w]", "^0%s?[-:][-\1]*%s?1%f[^%w]", "^1/2\1*%s?%-[-\1]*%s?1/2",
  "^½\1*%s?[-:][-\1]*%s?½" }

local function result_at(text, at)
  for _, form in ipairs(RESULT_FORMS) do
    local _, stop = find(text, form, at)
    if stop then
      return core.read_result((sub(text, at, stop):gsub("[%s\1]", ""):gsub("%-+", "-"))), stop
    end
  end
end


-- ---- the stream ----------------------------------------------------------------------------------

local FAR, FAR_WITH_BOARD = 120, 4000 -- bytes between a number and its move

-- Return whether only blanks, marks, signs and boards are between two offsets.
local function is_adjacent(text, from, to)
  if to - from >= FAR_WITH_BOARD then
    return false
  end
  local gap = sub(text, from, to)
  return (to - from < FAR or find(gap, boards.EDGE, 1, true) ~= nil) and not find(boards.without(gap), "[%w()]")
end

-- Return the offset of the closing bracket of a page number or a picture, which are skipped; nil for other brackets.
local function skipped(text, at)
  local _, stop = find(text, "^{%s*[%divxlc]+%s*}", at)
  if stop then
    return stop
  end
  _, stop = find(text, "^%[[Ii]llustration[^%[%]]*%]", at)
  return stop
end

local LONGEST_FEN = 250 -- bytes; a piece on each square, each promoted, needs 200

local FENS = {
  "^%S+ [wb] [%-KQkqA-Ha-h]+ [%-a-h3-8]+ %d+ %d+", "^%S+ [wb] [%-KQkqA-Ha-h]+ [%-a-h3-8]+", "^%S+ [wb]%f[%s]",
}

-- Return the first length at which one of several patterns ends in a text; nil if there is none.
local function size_of(text, patterns)
  for _, pattern in ipairs(patterns) do
    local _, size = find(text, pattern)
    if size then
      return size
    end
  end
end

-- Read a FEN: eight rows with slashes, and the fields after them. Only LONGEST_FEN bytes are searched, so that a long
-- word with slashes is not read again at each of them.
local function fen_at(text, at)
  local part = sub(text, at, at + LONGEST_FEN)
  if not find(part, "^[%w~]+/[%w~]+/[%w~]+/[%w~]+/[%w~]+/[%w~]+/[%w~]+/[%w~]+") then
    return nil
  end
  local size = size_of(part, FENS)
  local position = size and core.position(sub(part, 1, size))
  return position and { kind = "position", first = at, last = at + size - 1, position = position, is_fen = true,
    ply = tree.ply_before(position) } or nil
end

-- Read a tag at the beginning of a line.
local function tag_at(text, at)
  local _, stop, name, value = find(text, '^%[%s*(%a[%w_]*)%s*"([^"\n]*)"%s*%]', at)
  if stop then
    return { kind = "tag", first = at, last = stop, name = name, value = value }
  end
end

-- The text between a number or a move and a square that may be the rest of a move which was not read: a name or letter
-- of a piece, perhaps with a word or a sign of a capture, or a sign of an unknown font that touches the square.
-- A long move whose first square was not read: "Sgl-f3".
local CUT = "^%s*[%a\x80-\xFF][^%s-]*[-x]\1*$"
local AFTER_NUMBER = {
  "^%s*[\\%a\x80-\xFF][^%s.,;:!?()]*%s+$", "^%s*[\\%a\x80-\xFF][^%s.,;:!?()]*%s+[^%s.,;:!?()]+%s+$",
  "^%?$", "%s%?$", CUT,
}
local AFTER_MOVE = { "^%s+[\\%u\x80-\xFF][^%s.,;:!?()]*%s+$", "^%s+%u%s+[x:]%s*$", "%s%?$", CUT }

local LONGEST_REST = 40 -- bytes

-- Return whether a move is a square after text that was not read, so that it may be the rest of another move.
local function is_rest(self, mention, at)
  local latest = self.latest
  local size = latest and at - 1 - latest.last or 0
  if size == 1 and find(self.text, "^%s", at - 1) then
    return false -- the usual case
  end
  local token = mention.token and mention.token.text
  if not token or not find(token, "^x?[a-h][1-8]") or find(token, "^..%-?[a-h]") or size < 1 or size > LONGEST_REST then
    return false
  end
  local patterns = latest.kind == "number" and AFTER_NUMBER or latest.kind == "move" and AFTER_MOVE or {}
  local from = latest.kind == "move" and signs.after(self.text, latest.last + 1) or latest.last + 1
  local gap = sub(self.text, from, at - 1)
  for _, pattern in ipairs(patterns) do
    if find(gap, pattern) then
      return not words.is_or[gap:match("^%s*(.-)%s*$")]
    end
  end
  return false
end

local Stream = {}
Stream.__index = Stream

local function push(self, event)
  event.index = #self.list + 1
  self.list[event.index] = event
  self.latest = event
end

-- Add a move. The bytes that pad its last sign belong to it. Returns the next offset.
local function push_move(self, mention, first, last)
  local _, stop = find(self.text, "^\1*", last + 1)
  mention.kind, mention.first, mention.last = "move", first, stop
  push(self, mention)
  return stop + 1
end

-- Read a word: a move, a result or prose. Returns the next offset.
local function word(self, at)
  local text = self.text
  -- Scanned text has "l." and "I." for "1.".
  local _, one = find(text, "^[lI]%.", at)
  if one then
    push(self, { kind = "number", first = at, last = one, value = 1, is_black = false })
    return one + 1
  end
  local latest = self.latest
  local fen = find(text, "^[%w]+/", at) and fen_at(text, at)
  if fen then
    push(self, fen)
    return fen.last + 1
  end
  local is_after = latest and (latest.kind == "number" or latest.kind == "move" or latest.kind == "open")
    and is_adjacent(text, latest.last + 1, at - 1)
  local mention, last = self.reader:read(text, at, is_after and latest.kind ~= "open",
    is_after and latest.kind == "number")
  if mention and is_rest(self, mention, at) then
    return last + 1
  elseif mention then
    return push_move(self, mention, at, last)
  end
  local _, stop = find(text, "^[%w\x80-\xFF'\1]+", at)
  stop = stop or at
  if find(text, GLUED_FIRST, stop - 2) then
    return stop -- the first number of a game after a word: "Diagram1. e4"
  end
  -- A long move with an unknown piece letter: the second square of "Vd8-f6" is not a move of a pawn.
  local _, long = find(text, "^[a-h][1-8]\1*[-x:]\1*%a?[a-h][1-8]", stop - 1)
  if long and stop > at + 1 then
    return long + 1
  end
  local kind = endings.word(sub(text, at, stop))
  if kind then
    local before = sub(text, math.max(at - 60, 1), at - 1)
    local is_alone = find(text, "^%.?[ \t]*\r?\n", stop + 1)
      and (find(before, "\n[ \t][ \t][ \t][ \t]+$") or find(before, "\n[ \t]*\r?\n[ \t]*$"))
    local is_cell = latest and (latest.kind == "number" or latest.kind == "move") and is_after
      and not find(sub(text, latest.last + 1, at - 1), "[,\x80-\xFF]")
    if is_alone or is_cell then
      push(self, { kind = "result", first = at, last = stop, value = kind, is_word = true })
    end
  end
  return stop + 1
end

-- Read a result in figures. Returns the next offset, or nil.
local function result(self, at)
  local value, stop = result_at(self.text, at)
  if value then
    push(self, { kind = "result", first = at, last = stop, value = value })
    return stop + 1
  end
end

-- Return whether only blanks and signs are between a word and the number or move before it.
local function follows_move(self, at)
  local latest = self.latest
  return latest and (latest.kind == "number" or latest.kind == "move")
    and is_adjacent(self.text, latest.last + 1, at - 1)
end

local function digit(self, at)
  local text = self.text
  local fen = find(text, "^%d/", at) and fen_at(text, at)
  if fen then
    push(self, fen)
    return fen.last + 1
  end
  local after_result = result(self, at)
  if after_result then
    return after_result
  end
  local mention, last = self.reader:digits(text, at, byte(text, at) == 48 and follows_move(self, at))
  if mention then
    return push_move(self, mention, at, last)
  end
  local number, after = number_at(text, at)
  if number then
    if number.first < at and self.latest and self.latest.kind == "open" and self.latest.first == number.first then
      self.list[#self.list] = nil -- the bracket belongs to the number
      self.latest = self.list[#self.list]
    end
    push(self, number)
    self.has_leaders = self.has_leaders or number.points == 2
  end
  return after + 1
end

-- Return the events for which `keeps` is true, and set their indexes.
local function select_events(list, keeps)
  local kept = {}
  for i, event in ipairs(list) do
    if keeps(event, list[i + 1]) then
      kept[#kept + 1] = event
      event.index = #kept
    end
  end
  return kept
end

-- Return whether a number and the move after it are cells of a table with semicolons: "12;Nf3;Nc6".
local function is_cell(text, number, move)
  return sub(text, number.last + 1, move.first - 1) == ";" and find(sub(text, number.first - 1, number.first - 1), "\n")
end

-- Remove numbers without a full stop that are not followed by a move: years, scores, page numbers.
local function without_bare(text, list)
  return select_events(list, function(event, following)
    return event.kind ~= "number"
      or following and (following.kind == "move" or following.kind == "result")
      and is_adjacent(text, event.last + 1, following.first - 1)
      and (not event.is_bare or not find(sub(text, event.last + 1, following.first - 1), "[\n,;:]")
        or is_cell(text, event, following))
  end)
end

local LONGEST_COMMENT = 20000 -- bytes of text in braces or square brackets
local DEEPEST = 100 -- open brackets

-- Remove brackets without a partner. Parentheses must close within their paragraph. Also return the offset of the
-- outermost open bracket, if it may be closed in the next part.
local function without_stray(text, list, last)
  local stack, matched = {}, {}
  local function is_far(opening, to)
    return to - opening.first > LONGEST_COMMENT or not opening.is_comment and not opening.is_square
      and find(sub(text, opening.first, to), "\n[ \t]*\r?\n") ~= nil
  end
  for _, event in ipairs(list) do
    if event.kind == "open" then
      stack[#stack + 1] = event
      if #stack == DEEPEST then
        table.remove(stack, 1)
      end
    elseif event.kind == "close" then
      for i = #stack, 1, -1 do
        local opening = stack[i]
        if opening.is_comment == event.is_comment and opening.is_square == event.is_square then
          if not is_far(opening, event.first) then
            matched[opening], matched[event] = true, true
          end
          for k = #stack, i, -1 do
            stack[k] = nil
          end
          break
        end
      end
    end
  end
  local open
  for _, opening in ipairs(stack) do
    open = open or not is_far(opening, last) and opening.first or nil
  end
  return select_events(list, function(event)
    return event.kind ~= "open" and event.kind ~= "close" or matched[event]
  end), open
end

-- Read a move number in square brackets, "[12]", after a blank. Without a blank it marks a footnote.
local function boxed_number(text, at)
  local _, stop, digits = find(text, "^%[(%d%d?%d?)%]%f[%s]", at)
  if stop and (at == 1 or find(sub(text, at - 1, at - 1), "%s")) then
    return { kind = "number", first = at, last = stop, value = tonumber(digits), is_black = false, is_bare = true }
  end
end

-- Return the last byte of the letter of a note after a move or a result in words, "(a)"; nil for other brackets.
local function note_letter(self, at)
  local _, stop = find(self.text, "^%(%l%)", at)
  if not stop then
    _, stop = find(self.text, "^%([\xD0\xD1][\x80-\xBF]%)", at) -- a Cyrillic letter
  end
  local latest = self.latest
  local is_noted = latest and (latest.kind == "move" or latest.is_word) -- "Resigns (f)"
  local is_after = stop and is_noted and at - latest.last <= LONGEST_REST
    and not find(sub(self.text, latest.last + 1, at - 1), "[^ \t.,;!?]")
  return is_after and stop or nil
end

-- Read a bracket, or the tag, page number or picture in it. Returns the next offset.
local function bracket(self, at, code)
  local letter = code == 40 and note_letter(self, at)
  if letter then
    return letter + 1
  elseif code == 40 or code == 41 then
    push(self, { kind = code == 40 and "open" or "close", first = at, last = at })
    return at + 1
  end
  local text = self.text
  local number = code == 91 and boxed_number(text, at)
  if number then
    push(self, number)
    return number.last + 1
  end
  local stop = skipped(text, at)
  local tag = not stop and code == 91 and tag_at(text, at)
  if tag then
    push(self, tag)
    stop = tag.last
  elseif not stop then
    push(self, { kind = (code == 91 or code == 123) and "open" or "close", first = at, last = at,
      is_comment = code == 123 or code == 125, is_square = code == 91 or code == 93 })
  end
  return (stop or at) + 1
end

--- Return the events that begin in a part of a text.
---@param text string folded by lucena.text.fold
---@param reader table with read(text, at, is_expected) and digits(text, at), which return a mention and its last byte
---@param part {first: integer, last: integer, is_last: boolean, cursor: table} `cursor`: of lucena.text.cursor
---@return table[] events
---@return integer last the last byte that was read: before `part.last` if a bracket may be closed in the next part
function M.list(text, reader, part)
  local self = setmetatable({ text = text, reader = reader, list = {} }, Stream)
  local at, last = part.first, part.last
  while true do
    at = find(text, "[%w\x80-\xFF(){}%[%]½]", at)
    if not at or at > last then
      break
    end
    local code = byte(text, at)
    if code >= 48 and code <= 57 then
      at = digit(self, at)
    elseif code == 40 or code == 41 or code == 91 or code == 93 or code == 123 or code == 125 then
      at = bracket(self, at, code)
    else
      at = code == 0xC2 and result(self, at) or word(self, at) -- "½-½"
    end
  end
  last = math.max(last, self.latest and self.latest.last or 0)
  local list, open = without_stray(text, without_bare(text, self.list), last)
  if open and not part.is_last and open > part.first + (last - part.first) // 2 then
    local before = sub(text, open - 1000, open - 1)
    last = open - #before - 1 + (find(before, "\n[^\n]*$") or #before)
    list = select_events(list, function(event) return event.first <= last end)
  end
  if self.has_leaders then
    numbers.mark_white(list, text)
  end
  numbers.mark_black(list, text)
  for _, event in ipairs(list) do
    local line, start = part.cursor:seek(event.first)
    event.line, event.column = line, event.first - start + 1
  end
  return list, last
end

return M
