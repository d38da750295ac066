--- lucena book merge, prune and diff.
-- @module lucena.run.book.edit

local edit = require("lucena.book.edit")
local exit = require("lucena.run.exit")
local files = require("lucena.run.book.files")
local messages = require("lucena.run.messages")
local option_values = require("lucena.run.option_values")
local phrase = require("lucena.run.phrase")
local polyglot = require("lucena.book.polyglot")
local stdio = require("lucena.run.stdio")

local M = { merge = {}, prune = {}, diff = {} }

-- Return the positions that the lines of the books reach, by key.
local function positions_of(books, args, parser, depth)
  local positions = {}
  local from = files.position({ args.position }, parser)
  for _, place in ipairs(require("lucena.book").reached(books, from, depth, true)) do
    positions[place.position:polyglot_key()] = place.position
  end
  return positions
end

-- Return whether the positions must be found in other files: the output is an EPD book, but an input book has only keys
-- (hashes) of positions.
local function needs_positions(books, format)
  for _, book in ipairs(books) do
    if format == "epd" and book.format ~= "epd" then
      return true
    end
  end
  return false
end

local function open_all(paths)
  local books = {}
  for i, path in ipairs(paths) do
    books[i] = files.open(path)
  end
  return books, files.tell_problems(books)
end

-- ---- merge ---------------------------------------------------------------------------------------

function M.merge.parser(parser)
  parser:argument("BOOK", "The books to merge: Polyglot (.bin) or EPD files."):target("books"):args("+")
  files.position_option(parser)
  files.options(parser)
end

function M.merge.run(args, parser)
  local format = files.format_of(args.output, parser)
  local books, status = open_all(args.books)
  local iterators = {}
  for i, book in ipairs(books) do
    iterators[i] = book:places()
  end
  local done = files.write(edit.merged(iterators), args, format,
    needs_positions(books, format) and positions_of(books, args, parser) or nil, status)
  files.summary(done, args)
  return done.illegal + done.unknown > 0 and exit.DATA or status
end

-- ---- prune ---------------------------------------------------------------------------------------

-- Each row also has the fields of a rule of `lucena.number.read`.
local LIMITS = {
  { "weight", "--min-weight", "N", "Keep moves of at least this weight.", kind = "integer",
    least = 0 },
  { "games", "--min", "N", "Keep moves of at least N games, if the book has game counts.", kind = "integer",
    least = 0 },
  { "share", "--min-share", "PERCENT", "Keep moves with at least this share of their position's weights.",
    kind = "number", least = 0, most = 100, noun = "a percentage" },
  { "top", "--top", "N", "Keep the N moves of a position with the greatest weights.", kind = "integer",
    least = 0 },
  { "depth", "--depth", "N", "Keep positions that are fewer than N plies after the first position.", kind = "integer",
    least = 0 },
}

function M.prune.parser(parser)
  parser:argument("BOOK", "A book, .bin or .epd."):target("book")
  for _, row in ipairs(LIMITS) do
    parser:option(row[2], row[4]):argname(row[3]):target(row[1])
  end
  files.position_option(parser)
  files.options(parser)
end

local function limits_of(args, parser)
  local limits, count = {}, 0
  for _, row in ipairs(LIMITS) do
    limits[row[1]] = option_values.number(args[row[1]], row[2], row, parser)
    count = count + (limits[row[1]] and 1 or 0)
  end
  if count == 0 then
    parser:error("give a limit: --min-weight, --min, --min-share, --top or --depth")
  end
  limits.share = limits.share and limits.share / 100
  return limits
end

-- Filter an iterator over a book: keep only the given positions.
local function among(iterator, positions)
  return function()
    for place in iterator do
      if positions[place.key] then
        return place
      end
    end
  end
end

function M.prune.run(args, parser)
  local format, limits = files.format_of(args.output, parser), limits_of(args, parser)
  local books, status = open_all { args.book }
  local places = edit.merged { books[1]:places() }
  local positions = (limits.depth or needs_positions(books, format))
    and positions_of(books, args, parser, limits.depth and limits.depth - 1) or nil
  if limits.depth then
    places = among(places, positions)
  end
  local done = files.write(edit.pruned(places, limits), args, format, positions, status)
  files.summary(done, args, ("of %s"):format(phrase.counted(#books[1], "move")))
  return done.illegal + done.unknown > 0 and exit.DATA or status
end

-- ---- diff ----------------------------------------------------------------------------------------

function M.diff.parser(parser)
  parser:argument("BOOK", "The two books, .bin or .epd."):target("books"):args(2)
  parser:flag("--moves", "Compare only the moves, not their weights.")
  files.position_option(parser)
  parser:flag("-q --quiet", "Print no summary on standard error.")
end

local function line_of(position, move)
  local found = position and polyglot.move(position, move.raw)
  local text = found and position:san(found) or polyglot.text(move.raw) -- results: it is legal
  if not move.before then
    return ("  + %-7s %d\n"):format(text, move.after)
  elseif not move.after then
    return ("  - %-7s %d\n"):format(text, move.before)
  end
  return ("  ~ %-7s %d -> %d\n"):format(text, move.before, move.after)
end

local function show_place(place, positions, args, counts)
  local position = place.position or positions[place.key]
  local lines = {}
  for _, move in ipairs(place.moves) do
    local kind = not move.before and "added" or not move.after and "gone" or "changed"
    counts[kind] = counts[kind] + 1
    lines[#lines + 1] = not (args.moves and kind == "changed") and line_of(position, move) or nil
  end
  if #lines > 0 then
    stdio.write(position and position:fen():match("^%S+ %S+ %S+ %S+") or ("key %016x"):format(place.key), "\n",
      table.concat(lines))
  end
end

function M.diff.run(args, parser)
  local books, status = open_all(args.books)
  local positions = needs_positions(books, "epd") and positions_of(books, args, parser) or {}
  local counts = { added = 0, gone = 0, changed = 0 }
  local places = edit.differences(edit.merged { books[1]:places() }, edit.merged { books[2]:places() })
  local place = places()
  while place do
    show_place(place, positions, args, counts)
    place = places()
  end
  stdio.flush()
  if not args.quiet then
    messages.note(("%s added, %s removed, %s with another weight"):format(phrase.counted(counts.added, "move"),
      phrase.group(counts.gone), phrase.group(counts.changed)))
  end
  return status
end

return M
