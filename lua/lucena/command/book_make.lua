--- lucena book make: an opening library from games.
-- @module lucena.command.book_make

local files = require("lucena.command.book_files")
local reading = require("lucena.command.reading")
local support = require("lucena.command.support")

local make = {}

function make.parser(parser)
  reading.argument(parser)
  parser:option("--depth", "How many half-moves of each game. Default: 20."):argname("N"):default("20")
  parser:option("--min", "Leave out moves of fewer games. Default: 3."):argname("N"):default("3")
  parser:option("--position", "Where the library begins: a FEN or moves. Default: the initial position.")
    :argname("TEXT")
  parser:option("-o --output", "Write to FILE, whole or not at all: .bin is a Polyglot book, .epd a library in EPD;"
    .. " - is EPD on standard output."):argname("FILE"):default("-")
  reading.options(parser)
end

local function integer(text, option, parser)
  return text:find("^%d+$") and math.tointeger(tonumber(text))
    or parser:error(("--%s takes a number, not '%s'"):format(option, text))
end

function make.run(args, parser)
  local format = files.format_of(args.output, parser)
  local builder, message = require("lucena.book.make").new(integer(args.depth, "depth", parser),
    integer(args.min, "min", parser), args.position)
  if not builder then
    parser:error(message)
  end
  local job, elsewhere = reading.new(args, parser), 0
  local paths = support.inputs(args.files, parser)
  job.keeps_much = true
  function job.visit(game)
    if not builder:add(game) then
      elsewhere = elsewhere + 1
    end
  end
  reading.files(job, paths)
  local done = files.write(require("lucena.book").each(builder:places()), args, format, nil, job.status)
  reading.summary(job, elsewhere > 0 and support.group(elsewhere) .. " not through the position" or
    support.counted(done.positions, "position"), support.counted(done.moves, "move"))
  return job.status
end

return { make = make }
