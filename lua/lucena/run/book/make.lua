--- lucena book make: makes an opening book from games.
-- @module lucena.run.book.make

local arguments = require("lucena.run.arguments")
local declare = require("lucena.run.declare")
local files = require("lucena.run.book.files")
local inputs = require("lucena.run.input")
local option_values = require("lucena.run.option_values")
local options = require("lucena.run.options")
local parts = require("lucena.run.parts")
local phrase = require("lucena.run.phrase")
local root_of = require("lucena.opening.root")

local make = {}

function make.parser(parser)
  declare.argument(parser)
  parser:option("--depth", "Number of plies of each game."):argname("N"):default("20")
  parser:option("--min", "Omit moves of fewer than N games."):argname("N"):default("3")
  parser:option("--side", "Write only moves of White or of Black: white or black."):argname("SIDE")
    :choices { "white", "black" }
  parser:option("--min-score", "Omit moves that scored less than N percent for the side that played them."):argname("N")
  parser:option("--position", "The first position of the book: a FEN or moves. Default: the initial position.")
    :argname("TEXT")
  parser:option("-o --output", "Write to FILE, completely or not at all: .bin is a Polyglot book, .epd an EPD book;"
    .. " - is EPD on standard output."):argname("FILE"):default("-")
  declare.reading(parser, "Needs --partial; `lucena merge-parts` merges the N parts.")
end

local PERCENTAGE = { kind = "number", least = 0, most = 100, noun = "a percentage" }

local PART = 8 << 20 -- bytes of games per answer; large, because each answer repeats the common openings

local function new_builder(args, parser)
  local score = option_values.number(args.min_score, "--min-score", PERCENTAGE, parser)
  local builder, message = require("lucena.book.make").new(option_values.integer(args.depth, "--depth", 0, nil, parser),
    option_values.integer(args.min, "--min", 0, nil, parser), args.position,
    { side = args.side, score = score and score / 100 })
  return builder or parser:error(message)
end

-- The client: adds games to a book builder. `elsewhere` is the number of games without the first position of the book.
local Making = { keeps_much = true, part_size = PART }
Making.__index = Making

function Making:restart()
  self.builder, self.elsewhere = new_builder(self.args, self.parser), 0
  self.game_test = self.builder:adder() -- for most games, in place of visit()
end

function Making:visit(game)
  if not self.builder:add(game) then
    self.elsewhere = self.elsewhere + 1
  end
end

function Making:take_answer(game, _, is_elsewhere)
  if is_elsewhere then
    self:visit(game)
  end
end

function Making:answer()
  return { elsewhere = self.elsewhere, state = self.builder:state() }
end

function Making:absorb(answer)
  self.builder:take(answer.state)
  self.elsewhere = self.elsewhere + answer.elsewhere
end

function Making:conclude()
  local input = self.input
  local done = files.write(self.builder:written(self.format), self.args, self.format, nil,
    input.tally.status)
  input:summary(self.elsewhere > 0 and phrase.group(self.elsewhere) .. " without the position" or
    phrase.counted(done.positions, "position"), phrase.counted(done.moves, "move"))
  return input.tally.status
end

--- Return a client for a part of the games: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function make.work(args, parser)
  local input = inputs.new(options.read(args, parser))
  local client = setmetatable({ args = args, parser = parser, input = input }, Making)
  client:restart()
  return input, client, arguments.inputs(args.files, parser)
end

-- Return the function that finds the games with the first position of the book in the index of a file; nil without such
-- a position. The other games are only counted.
local function finder(client)
  local args, parser = client.args, client.parser
  local query = args.position and require("lucena").query.position(assert(root_of.parse(args.position))) or nil
  local find = require("lucena.run.indexing").finder(query, {}, args, parser)
  return find and function(path)
    local found = find(path)
    client.elsewhere = client.elsewhere + (found and found.games - found.read or 0)
    return found
  end
end

--- Return the client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function make.open(args, parser)
  local format = files.format_of(args.output, parser)
  local input, client, paths = make.work(args, parser)
  client.format = format
  input.find_parts = finder(client)
  return input, client, paths
end

make.parts = { gathers = true }

--- Return nil: --partial is always possible, because a book is a table of sums.
function make.parts.obstacle()
  return nil
end

--- Return the arguments of open() for merging parts.
---@param args table those of the parts
---@return table args
---@return nil
---@return string word for the parser: the verb
function make.parts.for_merging(args)
  return args, nil, "make"
end

function make.run(args, parser)
  return parts.run(make, args, parser)
end

return { make = make }
