--- lucena dedup: copies games without duplicates. By default the first of several equal games is kept, and is written
-- while the files are read. Other values of --keep need all games, so the games are stored until the end.
-- @module lucena.command.dedup

local arguments = require("lucena.run.arguments")
local declare = require("lucena.run.declare")
local exit = require("lucena.run.exit")
local inputs = require("lucena.run.input")
local numbers = require("lucena.number")
local options = require("lucena.run.options")
local parsers = require("lucena.run.parsers")
local parts = require("lucena.run.parts")
local phrase = require("lucena.run.phrase")
local game_file = require("lucena.run.game_file")
local script = require("lucena.run.script")
local game_store = require("lucena.run.game_store")
local rows = require("lucena.run.rows")
local stdio = require("lucena.run.stdio")

local M = {
  summary = "remove duplicate games",
  group = "Write games", order = 33, is_common = true,
}

local EXAMPLES = [[
One of several equal games is kept. It is not changed or moved. A blank line
separates games. --by selects the data that must be equal:
  players   White, Black, Date, Round, Result, the start position and the moves
            of the mainline (the default)
  moves     the start position and the moves: short games of other players and
            with other results are duplicates, too
  plies:N   the start position and the first N plies
  position:N  the position after N plies, however the moves were ordered;
            shorter games are not compared
  exact     every byte of tags and movetext
Names are compared as in queries: Jørgensen is Joergensen. Initials are not
expanded. Games with unreadable moves are removed only with --by exact. Games
that start from the initial position and have no moves are not compared by
their moves or positions alone.

--contained also removes a game whose moves are the beginning of a longer game
with the same White, Black and Date. With --contained-moves, these tags may
differ. Games without moves are not removed.

--keep chooses the game to keep:
  first      the first game (the default)
  longest    the game with more plies, then more bytes
  annotated  the game with more comments, NAGs and variations
  FILE.lua   the file returns a function. It takes two games, in the order of
             reading, and returns the better game:

  return function(a, b) return b.tags.Annotator and b or a end

Games equal to a game of --check FILE are removed. The games of FILE are not
written. --duplicates FILE gets the removed games. --list prints, for each
removed game, the file and line where it and the kept game begin. Games are
then written only if -o is given. Example:
  b.pgn:12: same as a.pgn:3
  b.pgn:30: begins a.pgn:47

With --keep first, games are written while reading, and each kept game takes
some 600 bytes of memory (with --by moves 300, and 500 with --list). With
another --keep, and with --contained, games are written at the end, and each
kept game takes 800 bytes (1,800 with --contained). In these cases, and with
--by exact, files are read twice, and the texts of games from pipes and
compressed files are kept in memory.

Examples:
  lucena dedup a.pgn b.pgn -o all.pgn
  lucena dedup --keep annotated games.pgn -o clean.pgn
  lucena dedup --check a.pgn b.pgn > new.pgn
  lucena dedup --list --contained games.pgn

Exit status:
  0  success
  1  errors in the games
  2  wrong usage, or an error in the script
  3  a file could not be read or written]]

function M.parser()
  local parser = parsers.new("lucena dedup", "Remove duplicate games.", "[OPTION]... [FILE]...",
    EXAMPLES)
  declare.argument(parser)
  parser:option("-b --by", "The data by which games are compared: players (names, date, round, result and"
    .. " moves; the default), moves, plies:N, position:N or exact (every byte).")
    :argname("WHAT")
    :default("players"):show_default(false)
  parser:flag("--contained", "Also remove games that are the beginning of a longer one.")
  parser:flag("--contained-moves", "As --contained, but compare only moves: players and dates may differ.")
  parser:option("--keep", "Which game to keep: first (the default), longest, annotated or FILE.lua."):argname("WHICH")
    :default("first"):show_default(false)
  parser:option("--check", "Remove games that are in FILE; repeat for more files."):argname("FILE")
    :count("*")
  parser:option("-o --output", "Write to FILE, completely or not at all; it may be an input file.")
    :argname("FILE")
  parser:option("--duplicates", "Write the removed games to FILE."):argname("FILE")
  parser:flag("--list", "Print each removed game, and the game kept instead.")
  declare.reading(parser, "Needs --partial; `lucena merge-parts` then compares the games of all N parts.", true)
  parsers.common(parser, "--by", "--keep", "--list", "-o", "--duplicates", "--games")
  return parser
end

-- ---- options -------------------------------------------------------------------------------------

local function parse_by(text, parser)
  local by, count = text:match("^(%l+):(%d+)$")
  local plies = numbers.whole(count, 1, numbers.MOST)
  if (by == "plies" or by == "position") and plies then
    return by, plies
  elseif text == "moves" or text == "players" or text == "exact" then
    return text
  end
  parser:error(("--by takes players, moves, plies:N, position:N or exact, not '%s'"):format(text))
end

-- Return the function that chooses the better of two games (nil: keep the first), and whether the user wrote it.
local function parse_keep(text, parser)
  local choose = require("lucena.dedup").choosers[text]
  if choose or text == "first" then
    return choose, false
  elseif not text:find("%.lua$") then
    parser:error(("--keep takes first, longest, annotated or a FILE.lua, not '%s'"):format(text))
  end
  local choice = script.run(text)
  if type(choice) ~= "function" then
    exit.fail(exit.USAGE, text .. ": a script for --keep returns a function of two games")
  end
  return function(a, b)
    local better = choice(a, b)
    if not rawequal(better, a) and not rawequal(better, b) then
      error(text .. ": must return one of its two games", 0)
    end
    return better
  end, true
end

local function check_outputs(args, parser)
  local games = args.output or not args.list and "-" or nil
  if games == "-" and args.list then
    parser:error("--list prints to standard output; give -o FILE for the games")
  elseif arguments.is_same_output(args.duplicates, games) or args.duplicates == "-" and args.list then
    parser:error("--duplicates needs a file of its own")
  end
  return games
end

-- ---- the work ------------------------------------------------------------------------------------

-- The client. `comparison` compares the games in `store`. `games` and `duplicates` are the output files, or nil.
-- `is_late`: games are written after all games have been read. `known` is the set of games in the files of --check.
local Dedup = { keeps_much = true }
Dedup.__index = Dedup

function Dedup:list(id, how, other)
  if self.lists then
    stdio.write(phrase.safe(("%s: %s %s"):format(self.store:place(id), how, self.store:place(other))), "\n")
  end
end

-- Keep or remove a game at once.
local function write_now(self, id, game, same)
  local out = self.games
  if same then
    out = self.duplicates
    self.dropped = self.dropped + 1
    self:list(id, "same as", same)
  else
    self.copied = self.copied + 1
  end
  if out then
    out:add(game)
  end
end

local function add(self, game, reader)
  local id = self.has_places and self.store:put(reader, game, self.has_texts) or self.store:pass(1)
  return id, self.comparison:add(id, game)
end

function Dedup:visit(game, reader)
  local id, same = add(self, game, reader)
  if not self.is_late then
    write_now(self, id, game, same)
  end
end

-- Return the output files.
local function outputs(self)
  local list = { self.games }
  list[#list + 1] = self.duplicates
  return list
end

function Dedup:abandon()
  for _, out in ipairs(outputs(self)) do
    out:abandon()
  end
end

-- Write all games, after it has been decided which of them are kept.
local function write_all(self)
  local comparison, store = self.comparison, self.store
  comparison:finish()
  for id = self.known + 1, store.count do
    local kept, longer = comparison:kept(id), comparison:longer(id)
    local out = self.games
    if kept ~= id or longer then
      self.dropped = self.dropped + 1
      out = self.duplicates
      self:list(id, kept ~= id and "same as" or "begins", kept ~= id and kept or longer)
    else
      self.copied = self.copied + 1
    end
    if out then
      store:write(id, out)
    end
  end
end

local function finish(self, status)
  if self.is_late then
    write_all(self)
  end
  self.store:close()
  for _, out in ipairs(outputs(self)) do
    out:finish(status)
  end
end

-- Read the games of --check. If one of these files cannot be read, the command ends: it could not find out which games
-- are new. Options that select games do not apply to these files.
local function read_known(self, paths)
  local input = inputs.new(self.input.options:for_whole_files())
  input:read(paths, { keeps_much = true, has_script = self.has_script, visit = function(_, game, reader)
    add(self, game, reader)
  end })
  local status = input.tally.status
  if status == exit.IO or status == exit.INTERNAL then
    exit.fail(status, "nothing written, because not all games of --check could be read")
  end
  self.known = self.store.count
  self.comparison:set_known(self.known)
  return input.tally.status
end

-- Return a game of the store.
local function copy_of(store, id, dialect)
  return require("lucena").games_in(store:text(id), { dialect = dialect })()
end

-- Return the function that compares games. It reads earlier games again from the store.
local function make_comparison(self, args, parser)
  local by, plies = parse_by(args.by, parser)
  local choose
  choose, self.has_script = parse_keep(args.keep, parser)
  local contained = args.contained_moves and "moves" or args.contained and "players" or nil
  self.is_late = choose ~= nil or contained ~= nil
  self.has_texts = self.is_late or by == "exact"
  self.has_places = self.has_texts or args.list
  local store, dialect = self.store, self.input.options.dialect
  return require("lucena.dedup").new {
    by = by, plies = plies, contained = contained,
    text_of = function(id)
      return store:text(id)
    end,
    -- A script gets the game as it was read. The other choices must not depend on --jobs, so they compare copies.
    is_better = choose and function(before, id, game)
      game = self.has_script and game or copy_of(store, id, dialect)
      return rawequal(choose(copy_of(store, before, dialect), game), game)
    end,
  }
end

-- Reset the client before the first game of a part.
local function reset(self, args, parser)
  self.store, self.copied, self.dropped, self.known = game_store.new(), 0, 0, 0
  self.comparison = make_comparison(self, args, parser)
  self.alone = self.has_script and "a script for --keep needs the games" or args.partial and "--partial removes"
    .. " duplicates while reading" or nil
end

-- ---- workers -------------------------------------------------------------------------------------

-- A client that describes games for the comparison in another process. The columns of `rows` are the results of
-- Doubles:describe(), and the text of the game if it is written at once; "" if there is none.
local Describing = {}
Describing.__index = Describing

function Describing:restart()
  self.store, self.rows = game_store.new(), {}
end

function Describing:visit(game, reader)
  local of = self.of
  if of.has_places then
    self.store:put(reader, game, of.has_texts)
  end
  local key, group, codes = of.comparison:describe(game)
  self.rows[#self.rows + 1] = rows.pack(key or "", group or "", codes or "", of.is_late and "" or game.text)
end

function Describing:answer()
  return { rows = table.concat(self.rows), count = #self.rows,
    store = self.of.has_places and self.store:answer() or nil }
end

-- Add the games that a worker has described.
local function add_described(self, answer)
  local store, count = self.store, answer.count
  local id = answer.store and store:absorb(answer.store) -- results: the number of its first game
    or store:pass(count) - count + 1
  for key, group, codes, text in rows.each(answer.rows, 4) do
    local same = self.comparison:add_described(id, key, group, codes)
    if not self.is_late then
      write_now(self, id, text, same)
    end
    id = id + 1
  end
end

-- ---- parts ---------------------------------------------------------------------------------------

-- Return the client for --partial. Each part keeps one of several equal games; merging the parts keeps the same game as
-- one process would.
local function part_client(self, args, parser)
  -- C writes the games, but only to files, so a temporary file is needed. It is in the folder of the part, where other
  -- users cannot replace it.
  local path = ("%s-%d"):format(args.output, require("lucena.core").process_id())
  function self.restart()
    reset(self, args, parser)
    self.games = game_file.open(path)
  end
  function self.answer()
    finish(self, exit.OK)
    local text = require("lucena.file").read(path, math.huge)
    os.remove(path)
    return { text = text, dropped = self.dropped }
  end
  self.restart()
  return self
end

--- Return a client for a part of the games: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.work(args, parser)
  local self = setmetatable({ input = inputs.new(options.read(args, parser)), lists = args.list }, Dedup)
  local client
  if args.partial then
    client = part_client(self, args, parser)
  else
    reset(self, args, parser)
    client = setmetatable({ of = self, keeps_much = true }, Describing)
    client:restart()
  end
  return self.input, client, arguments.inputs(args.files, parser)
end

-- Add the games that a part has kept.
local function add_part(self, answer)
  require("lucena.games") -- adds methods to Game
  local reader <close> = require("lucena.core").parts.open("-", { dialect = self.input.options.dialect,
    part = { text = answer.text } })
  for game in reader.read, reader do
    self:visit(game, reader)
  end
  self.dropped = self.dropped + answer.dropped
end

--- Add the results of a worker, or of a part that --partial has written.
---@param answer table
function Dedup:absorb(answer)
  return (answer.rows and add_described or add_part)(self, answer)
end

M.parts = {}

--- Return the reason why duplicates cannot be removed in parts, or nil.
---@param client table
---@param args table
---@return string?
function M.parts.obstacle(client, args)
  if args.list or args.duplicates then
    return "a part has no removed games, which --list and --duplicates need"
  elseif args.contained or args.contained_moves then
    return "--contained needs all games"
  elseif client.has_script then
    return "a part contains no code, but --keep needs a script"
  elseif #(args.check or {}) > 0 then
    return "--check needs all games"
  end
end

--- Return the arguments of open() for merging parts.
---@param args table those of the parts
---@return table? args
---@return string? problem
function M.parts.for_merging(args)
  if args.keep:find("%.lua$") then
    return nil, "a part contains no code, but --keep needs a script"
  end
  args.check, args.list, args.duplicates, args.contained, args.contained_moves = nil, nil, nil, nil, nil
  return args
end

-- ---- the command ---------------------------------------------------------------------------------

function Dedup:conclude()
  local input = self.input
  finish(self, input.tally.status)
  stdio.flush()
  input:summary(phrase.group(self.copied) .. " kept", phrase.counted(self.dropped, "duplicate") .. " removed")
  return exit.worst(input.tally.status, self.known_status)
end

--- Return the client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.open(args, parser)
  local input, to = inputs.new(options.read(args, parser)), check_outputs(args, parser)
  local self = setmetatable({ input = input, lists = args.list }, Dedup)
  reset(self, args, parser)
  local paths = arguments.inputs(args.files, parser)
  self.known_status = read_known(self, args.check or {})
  self.has_data = to == "-" or args.duplicates == "-" or args.list
  self.games, self.duplicates = to and game_file.open(to), args.duplicates and game_file.open(args.duplicates)
  return input, self, paths
end

function M.run(args, parser)
  return parts.run(M, args, parser)
end

return M
