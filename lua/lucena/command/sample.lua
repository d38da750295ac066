--- lucena sample: copies a random sample of games. With --count, any input is read once and the selected games are kept
-- in memory (reservoir sampling). With --share, each game is selected independently, and no games are kept in memory.
-- @module lucena.command.sample

local arguments = require("lucena.run.arguments")
local declare = require("lucena.run.declare")
local parsers = require("lucena.run.parsers")
local sampling = require("lucena.run.sampling")
local inputs = require("lucena.run.input")
local option_values = require("lucena.run.option_values")
local options = require("lucena.run.options")
local phrase = require("lucena.run.phrase")
local game_file = require("lucena.run.game_file")

local M = {
  summary = "copy a random sample of games",
  group = "Search and check", order = 23,
}

local EXAMPLES = [[
Selected games are written byte for byte in the order of reading, with a blank
line between games. --count selects exactly N games, or all if there are fewer;
every set of N games is equally likely. --share selects each game with that
probability, so the number of games varies.

The same --seed selects the same games of the same input. Without --seed, a
new seed is printed on standard error.

Examples:
  lucena sample --count 10 games.pgn
  lucena sample --share 0.01 --seed 7 *.pgn -o few.pgn

Exit status:
  0  success
  1  errors in the games
  2  wrong usage
  3  a file could not be read or written]]

function M.parser()
  local parser = parsers.new("lucena sample", "Copy a random sample of games.",
    "[OPTION]... --count N|--share P [FILE]...", EXAMPLES)
  declare.argument(parser)
  parser:option("-n --count", "Number of games to select."):argname("N")
  parser:option("--share", "The share of the games to select, from 0 to 1."):argname("P")
  parser:option("--seed", "Seed of the random numbers, an integer."):argname("S")
  parser:option("-o --output", "Write to FILE, completely or not at all; it may be an input file.")
    :argname("FILE")
  parser:option("-e --expression -t --tag"):hidden(true):action(function()
    parser:error("sample reads no queries: write lucena filter --sample N -e QUERY FILE, or -t TEST")
  end)
  parser:option("--rest"):hidden(true):action(function()
    parser:error("sample writes no rest: write lucena filter --sample P% --rest FILE")
  end)
  declare.reading(parser)
  parsers.common(parser, "--count", "--share", "--seed", "-o")
  return parser
end

local GAMES = { kind = "integer", least = 1, noun = "a number of games" }
local SHARE = { kind = "number", least = 0, most = 1 }

-- Each of these functions returns two functions. The first is called for each game; the second writes the stored games
-- at the end.

-- Reservoir sampling. `texts` has the texts of the selected games, `numbers` their numbers.
local function draw_count(out, count)
  local texts, numbers, seen = {}, {}, 0
  local next_place = sampling.reservoir(count)
  return function(_, game)
    seen = seen + 1
    local place = next_place()
    if place then
      texts[place], numbers[place] = game.text, seen
    end
  end, function()
    local order = {}
    for i = 1, #texts do
      order[i] = i
    end
    table.sort(order, function(a, b) return numbers[a] < numbers[b] end)
    for _, i in ipairs(order) do
      out:add(texts[i])
    end
  end
end

local function draw_share(out, share)
  return function(_, game)
    if math.random() < share then
      out:add(game)
    end
  end, function() end
end

function M.run(args, parser)
  if (args.count == nil) == (args.share == nil) then
    parser:error("give --count or --share, the number of games to select")
  end
  local input = inputs.new(options.read(args, parser))
  local count = option_values.number(args.count, "--count", GAMES, parser)
  local share = option_values.number(args.share, "--share", SHARE, parser)
  local seed = sampling.seed(args.seed, parser)
  local paths = arguments.inputs(args.files, parser)
  local out = game_file.open(args.output or "-")
  local visit, finish
  if count then
    visit, finish = draw_count(out, count)
  else
    visit, finish = draw_share(out, share)
  end
  input:read(paths, { visit = visit, has_data = out.is_stream, abandon = function() out:abandon() end })
  finish()
  out:finish(input.tally.status)
  input:summary(phrase.group(out.count) .. " drawn", not args.seed and "seed " .. seed or nil)
  return input.tally.status
end

return M
