--- Opens and writes books for the verbs of `lucena book`.
-- @module lucena.run.book.files

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local output = require("lucena.run.output")
local phrase = require("lucena.run.phrase")

local M = {}

--- Open a book. Ends the command if that fails.
---@param path string
---@return lucena.Book
function M.open(path)
  local book, message, code = require("lucena").book(path)
  if not book then
    exit.fail(code == "cannot_open" and exit.IO or exit.DATA, message)
  end
  return book
end

--- Return the position that the words after a book give: a FEN, as one word or six words, or moves.
---@param words string[]
---@param parser table
---@return lucena.Position
function M.position(words, parser)
  local position, message = require("lucena.opening.root").parse(table.concat(words, " "))
  return position or parser:error(message)
end

--- Report the unreadable lines of books. Returns the exit status.
---@param books lucena.Book[]
---@return integer status
function M.tell_problems(books)
  local status = exit.OK
  for _, book in ipairs(books) do
    for _, problem in ipairs(book.problems) do
      messages.say(problem)
      status = exit.DATA
    end
  end
  return status
end

--- The format of an output, from its name.
---@param path string
---@param parser table
---@return string
function M.format_of(path, parser)
  local format, message = require("lucena.book").format_of(path)
  if not format or path:lower():find("%.epd%.%w+$") then
    parser:error(message or path .. ": output is not compressed; name it .epd")
  end
  return format
end

--- Declare --position: where the lines of a book begin.
---@param parser table
function M.position_option(parser)
  parser:option("--position", "The first position of the book's lines: a FEN or moves. Default: the initial position.")
    :argname("TEXT")
end

--- Declare -o and -q.
---@param parser table
function M.options(parser)
  parser:option("-o --output", "Write to FILE, completely or not at all: .bin is a Polyglot book, .epd an EPD book;"
    .. " - is EPD on standard output."):argname("FILE"):default("-")
  parser:flag("-q --quiet", "Print no summary on standard error.")
end

--- Write a book to args.output.
---@param places function iterator
---@param args table
---@param format string
---@param positions? table Polyglot key -> Position
---@param status integer of the reading
---@return table done counts, as returned by `lucena.book.write`
function M.write(places, args, format, positions, status)
  local writer = output.open(args.output)
  local write = require("lucena.book.write").write
  local done, message, code
  local good, problem = pcall(function()
    done, message, code = write(places, writer, format, positions)
  end)
  if not good then
    output.abandon(writer)
    error(problem, 0)
  end
  output.check(done, message, code)
  output.finish(writer, args.output, status)
  if done.unknown > 0 then
    messages.say(("%s not written: a Polyglot book has only hashes of positions, and no line of the book reaches"
      .. " these (if the lines begin in another position, give it with --position)")
      :format(phrase.counted(done.unknown, "position")))
  end
  if done.illegal > 0 then
    messages.say(("%s not written, because they are not legal (`lucena book check` lists them)")
      :format(phrase.counted(done.illegal, "move")))
  end
  return done
end

--- Print the summary.
---@param done table
---@param args table
---@param ... string parts of the summary to print first
function M.summary(done, args, ...)
  if not args.quiet then
    local parts = { ... }
    parts[#parts + 1] = phrase.counted(done.positions, "position")
    parts[#parts + 1] = phrase.counted(done.moves, "move")
    messages.note(table.concat(parts, ", "))
  end
end

return M
