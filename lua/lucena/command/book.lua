--- lucena book: opening libraries made, looked up, put together, thinned out, compared and checked.
-- The verbs stand in book_make, book_look and book_edit; each has `parser(parser)`, which declares its arguments, and
-- `run(args, parser)`.
-- @module lucena.command.book

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")

local M = {
  summary = "opening libraries, Polyglot (.bin) and EPD: make, look up, merge ...",
  order = 43,
}

local EXAMPLES = [[
An opening library has positions, and for each the moves to play with a
weight. It is a Polyglot book, FILE.bin, or an EPD file, FILE.epd, which
people can read and which has counts and names, too.

  make    a library from games
  show    the moves of a position
  walk    the lines that the moves lead to, as a tree
  merge   libraries put together; of one: converted
  prune   without the moves that are too rare
  diff    what differs between two
  check   is a library sound?

`lucena book VERB --help` shows the options of one. A position is a FEN or
moves, as 'e4 c5'; nothing is the initial position.

Examples:
  lucena book make --depth 20 --min 5 -o book.bin games.pgn
  lucena book show book.bin e4 c5
  lucena book walk --depth 4 book.bin
  lucena book merge book.bin -o book.epd
  lucena book prune --top 3 book.bin -o small.bin
  lucena book diff book.bin small.bin

Exit status: 0, 1 errors in the games or libraries, 2 usage, 3 a file could
not be read or written.]]

local VERBS = {
  make = { "make", "Make an opening library from games.", "[OPTION]... [FILE]..." },
  show = { "look", "Show the moves of a position, greatest weight first.", "BOOK [POSITION]" },
  walk = { "look", "Show the lines that the moves of a library lead to.", "[OPTION]... BOOK [POSITION]" },
  check = { "look", "Tell what is wrong with a library.", "BOOK" },
  merge = { "edit", "Put libraries together: weights and counts of a move are added.", "BOOK... -o FILE" },
  prune = { "edit", "Copy a library without the moves that are too rare.", "[OPTION]... BOOK -o FILE" },
  diff = { "edit", "Tell what differs between two libraries.", "[OPTION]... BOOK BOOK" },
}

local function verb_of(name)
  return require("lucena.run.book." .. VERBS[name][1])[name]
end

function M.parser(argv)
  local name = argv and argv[1]
  if not name or name:sub(1, 1) == "-" then
    local parser = arguments.parser("lucena book", "Make and use opening libraries.", "VERB [ARGUMENT]...", EXAMPLES)
    parser:argument("VERB", "What to do: make, show, walk, merge, prune, diff or check."):target("verb")
      :choices({ "make", "show", "walk", "merge", "prune", "diff", "check" })
    return parser
  elseif not VERBS[name] then
    exit.fail(exit.USAGE, ("book: there is no verb '%s'; it is make, show, walk, merge, prune, diff or check")
      :format(name))
  end
  local parser = arguments.parser("lucena book", VERBS[name][2], name .. " " .. VERBS[name][3])
  parser:argument("VERB", "This verb."):target("verb")
  verb_of(name).parser(parser)
  return parser
end

--- The verb whose work can be done in parts.
function M.work(args, parser)
  return require("lucena.run.book.make").make.work(args, parser)
end

--- The job that `book make` does, for `lucena merge-parts`.
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
