--- lucena sort: sorts games by tags, length or text. lucena.run.ordering makes one string per game, its sort key. The
-- games stay in a store. Memory: about 130 bytes per game and the key, and up to twice that until garbage is collected.
-- The default order is that of PGN, section 12.
-- @module lucena.command.sort

local arguments = require("lucena.run.arguments")
local inputs = require("lucena.run.input")
local options = require("lucena.run.options")
local ordering = require("lucena.run.ordering")
local phrase = require("lucena.run.phrase")
local game_file = require("lucena.run.game_file")
local game_store = require("lucena.run.game_store")

local M = {
  summary = "sort games by tags, length or text",
  group = "Write games", order = 34,
}

local EXAMPLES = [[
Games are written byte for byte, with a blank line between games. --by lists
the sort keys; a - before a key means descending order. Dates, times, rounds,
boards, ratings and PlyCount are compared as numbers, part by part. A ? in a
date counts as 0. The rounds ? and - come before numbers, in this order. Other
tags are compared as text, byte by byte in UTF-8. Games without the tag come
first. Games with equal keys keep their order.

The default is the order of the PGN standard: Date, Event, Site, Round, White,
Black, Result, movetext.

For uncompressed files, only sort keys and offsets are kept in memory, some 500
bytes per game. The files are read twice, and may be larger than the memory.
The games of pipes, standard input and compressed files are kept in memory.
Games that differ only in their movetext are in memory while they are compared.

Examples:
  lucena sort games.pgn -o sorted.pgn
  lucena sort --by ECO,-WhiteElo games.pgn
  lucena sort --by=-plies a.pgn b.pgn | lucena filter --limit 10 -

Exit status:
  0  success
  1  errors in the games that were examined
  2  wrong usage
  3  a file could not be read or written]]

local STANDARD = "Date,Event,Site,Round,White,Black,Result,movetext"

function M.parser()
  local parser = arguments.parser("lucena sort", "Sort games.", "[OPTION]... [FILE]...", EXAMPLES)
  options.argument(parser)
  parser:option("-b --by", "Sort keys: tags, plies, movetext; - before a key: descending.")
    :argname("KEY,KEY"):default(STANDARD):show_default(false)
  parser:option("-o --output", "Write to FILE, completely or not at all; it may be an input file.")
    :argname("FILE")
  options.declare(parser)
  arguments.common(parser, "--by", "-o", "--games")
  return parser
end

-- ---- the command ---------------------------------------------------------------------------------

function M.run(args, parser)
  local input = inputs.new(options.read(args, parser))
  local plan = ordering.parse(args.by, "--by", parser)
  local paths = arguments.inputs(args.files, parser)
  local out, store, keys = game_file.open(args.output or "-"), game_store.new(), {}
  input:read(paths, {
    keeps_much = true,
    visit = function(_, game, reader)
      keys[store:put(reader, game, true)] = ordering.key(game, plan)
    end,
    abandon = function()
      out:abandon()
    end,
  })
  for _, id in ipairs(ordering.sorted(keys, store, plan.by_text)) do
    store:write(id, out)
  end
  store:close()
  out:finish(input.tally.status)
  input:summary(phrase.group(out.count) .. " sorted")
  return input.tally.status
end

return M
