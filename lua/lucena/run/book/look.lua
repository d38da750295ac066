--- lucena book show, walk and check.
-- @module lucena.run.book.look

local exit = require("lucena.run.exit")
local files = require("lucena.run.book.files")
local messages = require("lucena.run.messages")
local option_values = require("lucena.run.option_values")
local phrase = require("lucena.run.phrase")
local polyglot = require("lucena.book.polyglot")
local stdio = require("lucena.run.stdio")
local trim = require("lucena.format").trim

local M = { show = {}, walk = {}, check = {} }

local function arguments(parser)
  parser:argument("BOOK", "A book, .bin or .epd."):target("book")
  parser:argument("POSITION", "A FEN, or moves: e4 c5. Default: the initial position."):target("position"):args("*")
end

local function opening_of(position)
  local found = require("lucena.eco").eco.lookup(position)
  return found and found.eco .. " " .. found.name or ""
end

local function percent(share)
  return ("%.1f%%"):format(100 * share)
end

local function say_illegal(book, position, illegal)
  if #illegal > 0 then
    messages.say(("%s: %s is not legal in %s"):format(book.path, table.concat(illegal, ", "), position:fen()))
    return exit.DATA
  end
  return exit.OK
end

-- ---- show ----------------------------------------------------------------------------------------

-- Write a table. The columns are as wide as their contents. The first and the last column are aligned left.
local function write_table(rows)
  local widths = {}
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row) do
      widths[i] = math.max(widths[i] or 0, #cell)
    end
  end
  for _, row in ipairs(rows) do
    local cells = {}
    for i, cell in ipairs(row) do
      local space = (" "):rep(widths[i] - #cell)
      cells[i] = (i == 1 or i == #row) and cell .. space or space .. cell
    end
    stdio.write(trim(table.concat(cells, "  "), " "), "\n")
  end
end

function M.show.parser(parser)
  arguments(parser)
end

local function row_of(position, item, has_games, has_learned)
  local row = { item.san, ("%d"):format(item.weight), percent(item.share) }
  if has_games then
    row[#row + 1], row[#row + 2] = ("%d"):format(item.games), item.score and percent(item.score) or ""
  end
  if has_learned then
    row[#row + 1] = ("%d"):format(item.learn)
  end
  row[#row + 1] = opening_of(position:play(item.move))
  return row
end

local function rows_of(position, moves)
  local has_games, has_learned = moves[1].games ~= nil, false
  for _, item in ipairs(moves) do
    has_learned = has_learned or item.learn > 0
  end
  local head = { "Move", "Weight", "Share" }
  if has_games then
    head[4], head[5] = "Games", "Score"
  end
  if has_learned then
    head[#head + 1] = "Learned"
  end
  head[#head + 1] = "Leads to"
  local rows = { head }
  for i, item in ipairs(moves) do
    rows[i + 1] = row_of(position, item, has_games, has_learned)
  end
  return rows
end

function M.show.run(args, parser)
  local position = files.position(args.position, parser)
  local book <close> = files.open(args.book)
  local status = files.tell_problems { book }
  local moves, illegal = book:moves(position)
  if #moves > 0 then
    write_table(rows_of(position, moves))
  elseif #illegal == 0 then
    messages.note("the position is not in the book")
  end
  stdio.flush()
  return math.max(status, say_illegal(book, position, illegal))
end

-- ---- walk ----------------------------------------------------------------------------------------

function M.walk.parser(parser)
  arguments(parser)
  parser:option("--depth", "Number of plies."):argname("N"):default("4")
end

local function numbered(position, san)
  return ("%d%s %s"):format(position.fullmove_number, position.turn == "white" and "." or "...", san)
end

-- Return a line of the printed tree. A move that is not in the book, such as the opponent's in a repertoire, has no
-- share.
local function line_of(position, item, after)
  local parts = { numbered(position, position:san(item.move)), item.share and percent(item.share), opening_of(after) }
  if not item.share then
    parts[2] = "-"
  end
  return trim(table.concat(parts, "  "), " ")
end

-- Print the tree, with a stack of positions to show. If several lines of moves reach a position, its moves are shown
-- only after the shortest of these lines. An arrow after the others refers to the shortest line.
local function write_tree(root, reached)
  local stack = { { position = root, ply = 0 } }
  while #stack > 0 do
    local here = table.remove(stack)
    local known = reached[reached.by_key[here.position:polyglot_key()]]
    local is_here = known.ply == here.ply and not known.is_shown
    if here.text then
      stdio.write(("  "):rep(here.ply - 1), here.text, is_here and "" or " ↑", "\n")
    end
    local moves = is_here and known.moves or {}
    known.is_shown = known.is_shown or is_here
    for i = #moves, 1, -1 do
      local after = here.position:play(moves[i].move)
      stack[#stack + 1] = { position = after, ply = here.ply + 1, text = line_of(here.position, moves[i], after) }
    end
  end
end

function M.walk.run(args, parser)
  local depth = option_values.integer(args.depth, "--depth", 1, nil, parser)
  local position = files.position(args.position, parser)
  local book <close> = files.open(args.book)
  local status = files.tell_problems { book }
  write_tree(position, book:reached(position, depth))
  stdio.flush()
  return status
end

-- ---- check ---------------------------------------------------------------------------------------

function M.check.parser(parser)
  parser:argument("BOOK", "A book, .bin or .epd."):target("book")
  files.position_option(parser)
  parser:flag("-q --quiet", "Print no summary on standard error.")
end

local Check = {}
Check.__index = Check

function Check:tell(...)
  messages.say(self.book.path .. ": " .. (...):format(select(2, ...)))
  self.errors = self.errors + 1
end

-- Check one position: find duplicate moves, and illegal moves if the position is known.
function Check:place(place, position)
  local seen = {}
  for _, entry in ipairs(place.moves) do
    local text = polyglot.text(entry.raw)
    local where = position and position:fen() or ("key %016x"):format(place.key)
    if seen[entry.raw] then
      self:tell("%s appears twice in %s", text, where)
    end
    seen[entry.raw] = true
    local move, is_loose = nil, false
    if position then
      move, is_loose = polyglot.move(position, entry.raw)
    end
    if position and not move then
      self:tell("%s is not legal in %s", text, where)
    elseif entry.raw >> 12 > 4 or entry.raw & 63 == entry.raw >> 6 & 63 then
      self:tell("%04x is not a move, in %s", entry.raw, where)
    end
    self.loose = self.loose + (is_loose and 1 or 0)
    self.zero = self.zero + (entry.weight == 0 and 1 or 0)
  end
  self.positions = self.positions + 1
  self.unknown = self.unknown + (position and 0 or 1)
end

-- Print the summary of the check: notes, then one line.
function Check:finish()
  local function note(count, noun, text)
    if count > 0 then
      messages.say(("%s: %s %s"):format(self.book.path, phrase.counted(count, noun), text))
    end
  end
  note(self.unknown, "position", "not reached by a line of the book, so their moves were not checked (note)")
  note(self.loose, "move", "with castling written as e1g1 instead of e1h1 (note)")
  note(self.zero, "move", "of weight 0, not to be played (note)")
  stdio.flush()
end

function M.check.run(args, parser)
  local from = files.position({ args.position }, parser)
  local book <close> = files.open(args.book)
  local status = files.tell_problems { book }
  local check = setmetatable({ book = book, errors = 0, positions = 0, unknown = 0, loose = 0, zero = 0 }, Check)
  -- Check first whether the file is sorted, because positions are found by binary search.
  local next_place = book:places()
  while next_place() do end
  local reached = require("lucena.book").reached({ book }, from, nil, true)
  for place in book:places() do
    local known = reached.by_key[place.key]
    check:place(place, place.position or known and reached[known].position)
  end
  check:finish()
  local errors = check.errors + #book.problems
  if not args.quiet then
    messages.note(("%s, %s, %s"):format(phrase.counted(check.positions, "position"),
      phrase.counted(#book, "move"), errors == 0 and "no errors" or phrase.counted(errors, "error")))
  end
  return errors > 0 and exit.DATA or status
end

return M
