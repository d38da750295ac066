--- lucena merge: joins PGN files into one, or all games into one tree.
-- @module lucena.command.merge

local arguments = require("lucena.run.arguments")
local declare = require("lucena.run.declare")
local exit = require("lucena.run.exit")
local inputs = require("lucena.run.input")
local option_values = require("lucena.run.option_values")
local options = require("lucena.run.options")
local output = require("lucena.run.output")
local parsers = require("lucena.run.parsers")
local parts = require("lucena.run.parts")
local phrase = require("lucena.run.phrase")
local joining = require("lucena.run.joining")
local messages = require("lucena.run.messages")
local rows = require("lucena.run.rows")
local switches = require("lucena.run.switches")

local M = {
  summary = "join PGN files, or many games into one tree",
  group = "Write games", order = 32, is_common = true,
}

local EXAMPLES = [[
The games of all files are written in sequence, byte for byte, with one blank
line between games. Text outside games is omitted and reported.

--unique omits duplicates. Games are equal if White, Black, Date, the start
position and the mainline are equal. The first one is kept; to keep the one
with the most notes, use `lucena dedup --by players --keep annotated`. Each
game takes some 400 bytes of memory.

--tree writes one game that has all moves of all games. A comment after each
move gives the number of games with this move and White's results, such as
{3 games: +1 =2 -0}, if any game has a result; --no-counts omits these
comments. The move of most games comes first. --depth N keeps the first N
plies, --min N the moves that at least N games played in their mainline.

Examples:
  lucena merge a.pgn b.pgn -o all.pgn
  lucena merge --unique *.pgn -o club.pgn
  lucena merge --tree --games 1-50 games.pgn > tree.pgn
  lucena merge --tree --depth 20 --min 5 games.pgn -o openings.pgn

Exit status:
  0  success
  1  errors in the games that were examined
  2  wrong usage
  3  a file could not be read or written]]

function M.parser()
  local parser = parsers.new("lucena merge", "Join PGN files, or many games into one tree.",
    "[OPTION]... [FILE]...", EXAMPLES)
  declare.argument(parser)
  parser:option("-o --output", "Write to FILE, completely or not at all; it may be an input file.")
    :argname("FILE")
  parser:flag("-u --unique", "Omit duplicate games.")
  parser:flag("--tree", "Write one game with the tree of all games.")
  parser:flag("--no-counts", "With --tree, write no comments with the number of games and their results.")
  parser:option("--depth", "With --tree, write only the first N plies of the games."):argname("N")
  parser:option("--min", "With --tree, omit moves of fewer than N games."):argname("N")
  parser:flag("--check", "Replay the moves of every game and report errors.")
  declare.reading(parser, nil, true)
  declare.layout(parser)
  parsers.common(parser, "-o", "--unique", "--tree", "--games", "--dialect", "--tags")
  return parser
end

-- ---- games in sequence ---------------------------------------------------------------------------

-- Copies games in sequence. `copied` and `duplicates` are their numbers. `comparison`, with --unique, finds duplicates;
-- `sizes` has the bytes of the games by number, `richer` the number of removed games that have notes and are longer
-- than the kept copy, `place` the place of the first of them.
local Copying = { verb = " copied" }
Copying.__index = Copying

-- Count a duplicate. `same` is the number of the equal game that was read before.
local function drop(self, same, game, place)
  self.duplicates = self.duplicates + 1
  if self.sizes[self.read] > self.sizes[same] and require("lucena.dedup").notes_in(game) > 0 then
    self.richer, self.place = self.richer + 1, self.place or place
  end
end

local function place_of(reader, game)
  return ("%s:%d"):format(reader.name, game.line)
end

-- Return the text to write for a game; or report a problem and return nil.
function Copying:text_of(reader, game)
  if not self.switches then
    return game
  end
  local format = require("lucena.format")
  local text, message = game:pgn(self.switches)
  if not text then
    self.input:complain(reader, game, "cannot be written: " .. message)
    return nil
  end
  return (self.to_utf8 and format.game_to_utf8(text) or text):gsub("\n$", "")
end

-- Write a game: its text, or the Game itself. `line_end` is the one of the input.
function Copying:put(text, line_end)
  if self.ending then
    self.between = joining.closing(self.ending, type(text) == "string" and text or text.text) .. self.between
  end
  output.check(self.writer:write(self.between, text))
  self.between, self.ending = line_end .. line_end, joining.ending(text)
  self.copied = self.copied + 1
end

function Copying:visit(game, reader)
  self.read = self.read + 1
  local same
  if self.comparison then
    same, self.sizes[self.read] = self.comparison:add(self.read, game), #game.text
  end
  if same then
    return drop(self, same, game, place_of(reader, game))
  end
  local text = self:text_of(reader, game)
  if text then
    self:put(text, game.line_end)
  end
end

function Copying:abandon()
  output.abandon(self.writer)
end

function Copying:absorb(answer)
  for key, text, line_end, place in rows.each(answer, 4) do
    self.read = self.read + 1
    local same
    if self.comparison then
      same, self.sizes[self.read] = self.comparison:add_described(self.read, key, "", ""), #text
    end
    if same then
      drop(self, same, require("lucena").game(text), place)
    elseif text ~= "" then
      self:put(text, line_end)
    end
  end
end

function Copying:finish()
  if self.copied > 0 then
    output.check(self.writer:write((self.between:gsub("^(\r?\n).*$", "%1"))))
  end
end

-- Collects games for Copying:absorb() in another process: key, text ("" if the game cannot be written), line end, and
-- place if there is a key.
local Collecting = { text_of = Copying.text_of }
Collecting.__index = Collecting

function Collecting:restart()
  self.rows = {}
end

function Collecting:visit(game, reader)
  local key = self.comparison and self.comparison:describe(game)
  local text = self:text_of(reader, game)
  self.rows[#self.rows + 1] = rows.pack(key or "", text == game and game.text or text or "", game.line_end,
    key and place_of(reader, game) or "")
end

function Collecting:answer()
  return table.concat(self.rows)
end

-- ---- one tree ------------------------------------------------------------------------------------

-- Merges games into one tree. `copied` is their number.
local Growing = { abandon = Copying.abandon, verb = " merged" }
Growing.__index = Growing

-- Report a game with another start position, because it cannot be added to the tree.
function Growing:visit(game, reader)
  if not game.start then
    self.input:complain(reader, game, "is omitted: it has no start position")
    return
  end
  self.start = self.start or game.start
  if game.start ~= self.start then
    self.input:complain(reader, game, "is omitted: it starts from another position than the first")
    return
  end
  self.copied = self.copied + 1
  coroutine.yield(game)
end

-- Return the iterator that chess.merge calls. No game is kept in memory.
function Growing:each_game(paths)
  return coroutine.wrap(function()
    self.input:read(paths, self)
    return nil
  end)
end

function Growing:finish()
  local format = require("lucena.format")
  local game, message = self.game, self.message
  local text
  if not game and self.code == "no_game" then
    return
  elseif game then
    text, message = game:pgn(self.switches)
  end
  if not text then
    exit.fail(exit.DATA, "the games cannot be merged: " .. message)
  end
  output.check(self.writer:write(self.to_utf8 and format.game_to_utf8(text) or text))
end

-- ---- the command ---------------------------------------------------------------------------------

-- Return the number of an option of --tree, or nil.
local function count_of(args, name, parser)
  local text = args[name]
  if text and not args.tree then
    parser:error(("--%s needs --tree"):format(name))
  end
  return option_values.integer(text, "--" .. name, 1, nil, parser)
end

-- Return the input, a client of this class, and the paths.
local function new_client(args, parser, class)
  local input = inputs.new(options.read(args, parser, { check = args.check }))
  local layout, as_utf8 = switches.read(args, parser)
  if args.tree and args.unique then
    parser:error("--tree writes every move once, so it excludes --unique")
  elseif args.no_counts and not args.tree then
    parser:error("--no-counts needs --tree")
  end
  local self = setmetatable({ input = input, switches = layout, to_utf8 = as_utf8, copied = 0, duplicates = 0,
    sizes = {}, richer = 0,
    between = "", read = 0, comparison = args.unique and require("lucena.dedup").new { by = "roster" } or nil,
    keeps_much = args.tree or args.unique,
    tree = { counts = not args.no_counts, order = "games",
      depth = count_of(args, "depth", parser), min = count_of(args, "min", parser) },
    alone = args.tree and "--tree adds the games to one tree"
      or args.unique and layout and "with --unique, only games that are not duplicates are rewritten" or nil }, class)
  return input, self, arguments.inputs(args.files, parser)
end

--- Return a client without output: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.work(args, parser)
  local input, self, paths = new_client(args, parser, Collecting)
  self:restart()
  return input, self, paths
end

--- Return the client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.open(args, parser)
  local input, self, paths = new_client(args, parser, args.tree and Growing or Copying)
  self.path = args.output or "-"
  self.writer = output.open(self.path)
  self.has_data = self.writer.is_stream
  return input, self, paths
end

local RICHER = "%s with notes that the kept copy may lack, first %s; to keep it: lucena dedup --by players --keep "
  .. "annotated"

local function conclude(self)
  local input = self.input
  output.finish(self.writer, self.path, input.tally.status, function()
    self:finish()
  end)
  input:summary(phrase.group(self.copied) .. self.verb,
    self.comparison and phrase.counted(self.duplicates, "duplicate") .. " removed" or nil)
  if self.richer > 0 and not input.options.quiet then
    messages.say(RICHER:format(phrase.counted(self.richer, "removed duplicate"), self.place))
  end
  return input.tally.status
end

Copying.conclude, Growing.conclude = conclude, conclude

function M.run(args, parser)
  if not args.tree then
    return parts.run(M, args, parser)
  end
  local _, client, paths = M.open(args, parser)
  client.game, client.message, client.code = require("lucena").merge(client:each_game(paths), client.tree)
  return client:conclude()
end

return M
