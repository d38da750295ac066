--- lucena sort: sorts games by tags, length, text or computed values. lucena.run.ordering makes one string per game,
-- its sort key. The games stay in a store. Memory: about 130 bytes per game and the key, and up to twice that until
-- garbage is collected. The default order is that of PGN, section 12.
-- @module lucena.command.sort

local arguments = require("lucena.run.arguments")
local declare = require("lucena.run.declare")
local inputs = require("lucena.run.input")
local options = require("lucena.run.options")
local ordering = require("lucena.run.ordering")
local parsers = require("lucena.run.parsers")
local parts = require("lucena.run.parts")
local phrase = require("lucena.run.phrase")
local game_file = require("lucena.run.game_file")
local game_store = require("lucena.run.game_store")
local rows = require("lucena.run.rows")

local M = {
  summary = "sort games by tags, length, text or the value of a query",
  group = "Write games", order = 34,
}

local EXAMPLES = [[
Games are written byte for byte, with a blank line between games. --by lists
the sort keys; a - before a key means descending order. Dates, times, rounds,
boards, ratings and PlyCount are compared as numbers, part by part. A ? in a
date counts as 0. The rounds ? and - come before numbers, in this order. Other
tags are compared as text, byte by byte in UTF-8. Games without the tag come
first. Games with equal keys keep their order.

Fields that are computed are keys, too: RoundNumber and Board (of a Round such
as 3.2), Month, Date:7 for the first seven characters, WhiteElo/100 for bands.
`lucena help fields` lists them.

A query in parentheses is a key, too. The value of a query of positions is the
number of its positions: (check) is the number of checks. Other queries are
true or false. The key can also be a Lua function of a game that returns a
number or a text; nil comes first. The Lua code is run: do not use one from
people whom you do not trust.

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
  lucena sort --by='-(check),Date' games.pgn

Exit status:
  0  success
  1  errors in the games that were examined
  2  wrong usage
  3  a file could not be read or written]]

local STANDARD = "Date,Event,Site,Round,White,Black,Result,movetext"

function M.parser()
  local parser = parsers.new("lucena sort", "Sort games.", "[OPTION]... [FILE]...", EXAMPLES)
  declare.argument(parser)
  parser:option("-b --by", "Sort keys: tags, fields (Board, Date:7), plies, movetext, (QUERY); - before a key:"
    .. " descending.")
    :argname("KEY,KEY"):default(STANDARD):show_default(false)
  parser:option("-o --output", "Write to FILE, completely or not at all; it may be an input file.")
    :argname("FILE")
  declare.reading(parser, nil, true)
  parsers.common(parser, "--by", "-o", "--games")
  return parser
end

-- ---- the command ---------------------------------------------------------------------------------

-- The client. `keys` are the sort keys of the games in `store`; `out` is the output file.
local Sort = { keeps_much = true }
Sort.__index = Sort

function Sort:visit(game, reader)
  self.keys[self.store:put(reader, game, true)] = ordering.key(game, self.plan)
end

function Sort:abandon()
  self.out:abandon()
end

function Sort:restart()
  self.store, self.keys = game_store.new(), {}
end

function Sort:answer()
  local list = {}
  for i, key in ipairs(self.keys) do
    list[i] = rows.pack(key)
  end
  return { store = self.store:answer(), keys = table.concat(list) }
end

function Sort:absorb(answer)
  local id = self.store:absorb(answer.store)
  for key in rows.each(answer.keys, 1) do
    self.keys[id], id = key, id + 1
  end
end

function Sort:conclude()
  local input, store, out = self.input, self.store, self.out
  for _, id in ipairs(ordering.sorted(self.keys, store, self.plan.by_text)) do
    store:write(id, out)
  end
  store:close()
  out:finish(input.tally.status)
  input:summary(phrase.group(out.count) .. " sorted")
  return input.tally.status
end

--- Return a client without output: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.work(args, parser)
  local input = inputs.new(options.read(args, parser))
  local plan = ordering.parse(args.by, "--by", parser)
  local self = setmetatable({ input = input, plan = plan, has_script = plan.has_script }, Sort)
  self:restart()
  return input, self, arguments.inputs(args.files, parser)
end

--- Return the client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.open(args, parser)
  local input, self, paths = M.work(args, parser)
  self.out = game_file.open(args.output or "-")
  return input, self, paths
end

function M.run(args, parser)
  return parts.run(M, args, parser)
end

return M
