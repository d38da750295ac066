--- lucena sort: games in order, by their tags, their length or their text.
-- What is compared is one string a game, as lucena.run.ordering makes it; the games themselves stay in a store.
-- Cost: that string, and some 130 bytes a game; the collector lets memory grow to twice that.
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
  summary = "put games in order, by tags, length or text",
  order = 15.4,
}

local EXAMPLES = [[
Games are written byte for byte, a blank line between them. --by names what is
compared first, second and so on; a - before it turns its order around: tags,
`plies` (the length of the mainline) and, as the last one, `movetext`. Dates,
times, rounds, boards, ratings and PlyCount are compared as numbers, part by
part, with ? in a date as 0, and a round ? before - before numbers; all other
tags as text, byte by byte in UTF-8. A missing tag comes before all others.
Games that are the same in all that is compared stay in the order they had.

The default is the order of the PGN standard: Date, Event, Site, Round, White,
Black, Result, movetext.

Of games in plain files only the keys and places are kept in memory, some 500
bytes a game, and the files are read twice: they may be larger than memory.
Of pipes, standard input and compressed files all is kept in memory; so are,
while they are compared, games that differ in nothing but their movetext.

Examples:
  lucena sort games.pgn -o sorted.pgn
  lucena sort --by ECO,-WhiteElo games.pgn
  lucena sort --by=-plies a.pgn b.pgn | lucena filter --limit 10 -

Exit status: 0, 1 errors in the games that were looked into, 2 usage, 3 a file
could not be read or written.]]

local STANDARD = "Date,Event,Site,Round,White,Black,Result,movetext"

function M.parser()
  local parser = arguments.parser("lucena sort", "Put games in order.", "[OPTION]... [FILE]...", EXAMPLES)
  options.argument(parser)
  parser:option("-b --by", "What is compared: tags, plies, movetext; - before one turns it around.")
    :argname("KEY,KEY"):default(STANDARD):show_default(false)
  parser:option("-o --output", "Write to FILE, whole or not at all; it may be one of the files read.")
    :argname("FILE")
  options.declare(parser)
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
