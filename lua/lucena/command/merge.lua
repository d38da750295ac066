--- lucena merge: joins PGN files into one, or all games into one tree.
-- @module lucena.command.merge

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local inputs = require("lucena.run.input")
local options = require("lucena.run.options")
local output = require("lucena.run.output")
local phrase = require("lucena.run.phrase")
local joining = require("lucena.run.joining")
local switches = require("lucena.run.switches")
local to_utf8 = require("lucena.format").to_utf8

local M = {
  summary = "join PGN files, or many games into one tree",
  group = "Write games", order = 32, is_common = true,
}

local EXAMPLES = [[
The games of all files are written in sequence, byte for byte, with one blank
line between games. Text outside games is omitted and reported.

--unique omits duplicates. Games are equal if White, Black, Date, the start
position and the mainline are equal. The first one is kept. Each game takes
about 100 bytes of memory.

--tree writes one game that has all moves of all games. A comment after each
move gives the number of games with this move and White's results, such as
{3 games: +1 =2 -0}. --depth N keeps the first N plies, --min N the moves that
at least N games played in their mainline.

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
  local parser = arguments.parser("lucena merge", "Join PGN files, or many games into one tree.",
    "[OPTION]... [FILE]...", EXAMPLES)
  options.argument(parser)
  parser:option("-o --output", "Write to FILE, completely or not at all; it may be an input file.")
    :argname("FILE")
  parser:flag("-u --unique", "Omit duplicate games.")
  parser:flag("--tree", "Write one game with the tree of all games.")
  parser:option("--depth", "With --tree, write only the first N plies of the games."):argname("N")
  parser:option("--min", "With --tree, omit moves of fewer than N games."):argname("N")
  parser:flag("--check", "Replay the moves of every game and report errors.")
  options.declare(parser)
  switches.options(parser)
  arguments.common(parser, "-o", "--unique", "--tree", "--games", "--dialect", "--tags")
  return parser
end

-- ---- games in sequence ---------------------------------------------------------------------------

-- Return a string that identifies a game: equal games have equal strings. Each tag is preceded by its length, so that
-- different values never give the same string.
local function identity(game)
  local tags = game.tags
  local white, black = to_utf8(tags.White or ""), to_utf8(tags.Black or "")
  return string.pack("s4s4s4", white, black, tags.Date or "") .. game:export("uci")
end

-- Return a function that reports whether a game is new. A game with unreadable moves is always new.
local function make_is_new()
  local seen = {}
  return function(game)
    local key = identity(game)
    if game.rest then
      return true
    end
    local is_new = not seen[key]
    seen[key] = true
    return is_new
  end
end

-- Copies games in sequence. `copied` and `duplicates` are their numbers.
local Copying = {}
Copying.__index = Copying

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
  self.input:mark_rewritten(game)
  return (self.to_utf8 and format.game_to_utf8(text) or text):gsub("\n$", "")
end

function Copying:visit(game, reader)
  if self.is_new and not self.is_new(game) then
    self.duplicates = self.duplicates + 1
    return
  end
  local text = self:text_of(reader, game)
  if not text then
    return
  end
  if self.ending then
    self.between = joining.closing(self.ending, self.switches and text or game.text) .. self.between
  end
  output.check(self.writer:write(self.between, text))
  self.between, self.ending = joining.line_end_of(game.text):rep(2), joining.ending(text)
  self.copied = self.copied + 1
end

function Copying:abandon()
  output.abandon(self.writer)
end

function Copying:finish()
  if self.copied > 0 then
    output.check(self.writer:write((self.between:gsub("^(\r?\n).*$", "%1"))))
  end
end

-- ---- one tree ------------------------------------------------------------------------------------

-- Merges games into one tree. `copied` is their number.
local Growing = { abandon = Copying.abandon }
Growing.__index = Growing

-- Report a game with another start position, because it cannot be added to the tree.
function Growing:visit(game, reader)
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
  local value = text and text:find("^%d+$") and math.tointeger(tonumber(text))
  if text and not args.tree then
    parser:error(("--%s needs --tree"):format(name))
  elseif text and not (value and value > 0) then
    parser:error(("--%s takes a number from 1, not '%s'"):format(name, text))
  end
  return value
end

function M.run(args, parser)
  local input = inputs.new(options.read(args, parser, { check = args.check }))
  local layout, as_utf8 = switches.read(args, parser)
  if args.tree and args.unique then
    parser:error("--tree writes every move once, so it excludes --unique")
  end
  local tree = { counts = true, depth = count_of(args, "depth", parser), min = count_of(args, "min", parser) }
  local paths = arguments.inputs(args.files, parser)
  local path = args.output or "-"
  local writer = output.open(path)
  local client = setmetatable({ input = input, writer = writer, switches = layout, to_utf8 = as_utf8, copied = 0,
    duplicates = 0, between = "", is_new = args.unique and make_is_new(),
    has_data = writer.is_stream, keeps_much = args.tree or args.unique }, args.tree and Growing or Copying)
  if args.tree then
    client.game, client.message, client.code = require("lucena").merge(client:each_game(paths), tree)
  else
    input:read(paths, client)
  end
  output.finish(writer, path, input.tally.status, function()
    client:finish()
  end)
  input:summary(phrase.group(client.copied) .. (args.tree and " merged" or " copied"),
    args.unique and phrase.counted(client.duplicates, "duplicate") .. " removed" or nil)
  return input.tally.status
end

return M
