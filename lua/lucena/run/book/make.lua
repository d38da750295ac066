--- lucena book make: an opening library from games.
-- @module lucena.run.book.make

local arguments = require("lucena.run.arguments")
local files = require("lucena.run.book.files")
local phrase = require("lucena.run.phrase")
local reading = require("lucena.run.reading")

local make = {}

function make.parser(parser)
  reading.argument(parser)
  parser:option("--depth", "How many half-moves of each game. Default: 20."):argname("N"):default("20")
  parser:option("--min", "Leave out moves of fewer games. Default: 3."):argname("N"):default("3")
  parser:option("--position", "Where the library begins: a FEN or moves. Default: the initial position.")
    :argname("TEXT")
  parser:option("-o --output", "Write to FILE, whole or not at all: .bin is a Polyglot book, .epd a library in EPD;"
    .. " - is EPD on standard output."):argname("FILE"):default("-")
  reading.options(parser, true)
end

local function integer(text, option, parser)
  return text:find("^%d+$") and math.tointeger(tonumber(text))
    or parser:error(("--%s takes a number, not '%s'"):format(option, text))
end

local PART = 8 << 20 -- bytes that a worker makes one answer of: each has the lines of its own

local function new_builder(args, parser)
  local builder, message = require("lucena.book.make").new(integer(args.depth, "depth", parser),
    integer(args.min, "min", parser), args.position)
  return builder or parser:error(message)
end

--- What is done with parts of the games, here or by a worker.
---@param args table parsed arguments
---@param parser table
---@return table job with `restart(task)`, called before a part is read, and `answer()`, called behind it
---@return string[] paths
function make.work(args, parser)
  local job = reading.new(args, parser)
  job.keeps_much, job.part_size = true, PART
  function job.restart()
    job.builder, job.elsewhere = new_builder(args, parser), 0
  end
  job.restart()
  function job.visit(game)
    if not job.builder:add(game) then
      job.elsewhere = job.elsewhere + 1
    end
  end
  function job.answer()
    return { elsewhere = job.elsewhere, state = job.builder:state() }
  end
  function job.absorb(_, answer)
    job.builder:take(answer.state)
    job.elsewhere = job.elsewhere + answer.elsewhere
  end
  return job, arguments.inputs(args.files, parser)
end

--- The job that run() does.
---@param args table parsed arguments
---@param parser table
---@return table job with `conclude()`, which writes the library and returns the exit status
---@return string[] paths
function make.open(args, parser)
  local format = files.format_of(args.output, parser)
  local job, paths = make.work(args, parser)
  function job.conclude()
    local done = files.write(require("lucena.book").each(job.builder:places()), args, format, nil, job.status)
    reading.summary(job, job.elsewhere > 0 and phrase.group(job.elsewhere) .. " not through the position" or
      phrase.counted(done.positions, "position"), phrase.counted(done.moves, "move"))
    return job.status
  end
  return job, paths
end

make.parts = { gathers = true }

--- Nothing hinders: a library is made of sums.
function make.parts.hindrance()
  return nil
end

--- The arguments that open() gets where parts are put together.
---@param args table those of the parts
---@return table args
---@return nil
---@return string word that the parser has to see
function make.parts.for_merging(args)
  return args, nil, "make"
end

function make.run(args, parser)
  return reading.carry_out(make, args, parser)
end

return { make = make }
