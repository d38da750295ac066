--- lucena book: makes opening books, looks positions up, merges, prunes, compares and checks them. The verbs are in
-- lua/lucena/run/book. Each has `parser(parser)`, which declares its arguments, and `run(args, parser)`.
-- @module lucena.command.book

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")

local M = {
  summary = "opening books, Polyglot (.bin) and EPD: make, look up, merge ...",
  group = "Positions and openings", order = 42,
}

local EXAMPLES = [[
An opening book (a tree or library in Scid and ChessBase) lists positions and
the moves played in them, each with a weight. A book is a Polyglot file
(FILE.bin) or an EPD file (FILE.epd). An EPD file is readable text. It also has
how many games played each move, and the names of openings.

  make    make a book from games
  show    show the moves of a position
  walk    show the lines of a book as a tree
  merge   merge books, or convert one
  prune   remove rare moves
  diff    compare two books
  check   look for errors

`lucena book VERB --help` shows the options of a verb. A position is a FEN or
moves such as 'e4 c5'; the default is the initial position.

Examples:
  lucena book make --depth 10 --min 5 -o book.bin games.pgn
  lucena book show book.bin e4 c5
  lucena book walk --depth 4 book.bin
  lucena book merge book.bin -o book.epd
  lucena book prune --top 3 book.bin -o small.bin
  lucena book diff book.bin small.bin

Exit status:
  0  success
  1  errors in the games or books
  2  wrong usage
  3  a file could not be read or written]]

local VERBS = {
  make = { "make", "Make an opening book from games.", "[OPTION]... [FILE]..." },
  show = { "look", "Show the moves of a position, greatest weight first.", "BOOK [POSITION]" },
  walk = { "look", "Show the lines of a book as a tree.", "[OPTION]... BOOK [POSITION]" },
  check = { "look", "Check a book for errors.", "BOOK" },
  merge = { "edit", "Merge books: weights and counts of equal moves are added.", "BOOK... -o FILE" },
  prune = { "edit", "Copy a book without its rare moves.", "[OPTION]... BOOK -o FILE" },
  diff = { "edit", "Compare two books.", "[OPTION]... BOOK BOOK" },
}

local function verb_of(name)
  return require("lucena.run.book." .. VERBS[name][1])[name]
end

function M.parser(argv)
  local name = argv and argv[1]
  if not name or name:sub(1, 1) == "-" then
    local parser = parsers.new("lucena book", "Make and use opening books.", "VERB [ARGUMENT]...", EXAMPLES)
    parser:argument("VERB", "make, show, walk, merge, prune, diff or check."):target("verb")
      :choices({ "make", "show", "walk", "merge", "prune", "diff", "check" })
    return parser
  elseif not VERBS[name] then
    exit.fail(exit.USAGE, ("book: there is no verb '%s'; it is make, show, walk, merge, prune, diff or check")
      :format(name))
  end
  local parser = parsers.new("lucena book", VERBS[name][2], name .. " " .. VERBS[name][3])
  parser:argument("VERB", ("The word %s."):format(name)):target("verb")
  verb_of(name).parser(parser)
  return parser
end

--- Only `make` can work in parts.
function M.work(args, parser)
  return require("lucena.run.book.make").make.work(args, parser)
end

--- Open `book make`, for `lucena merge-parts`.
function M.open(args, parser)
  args.output = args.output or "-"
  return require("lucena.run.book.make").make.open(args, parser)
end

M.parts = require("lucena.run.book.make").make.parts

function M.run(args, parser)
  local done, status = pcall(verb_of(args.verb).run, args, parser)
  if done then
    return status
  elseif type(status) == "table" and status.code == "bad_book" then
    exit.fail(exit.DATA, status.message)
  elseif type(status) == "table" and status.code == "cannot_read" then
    exit.fail(exit.IO, status.message)
  end
  error(status, 0)
end

return M
