--- lucena dedup: of games that are the same, one.
-- Keeping the first one is done while reading; what must see all games first keeps them on a shelf.
-- @module lucena.command.dedup

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local phrase = require("lucena.run.phrase")
local pile = require("lucena.run.game_file")
local reading = require("lucena.run.reading")
local script = require("lucena.run.script")
local shelves = require("lucena.run.game_store")
local stdio = require("lucena.run.stdio")

local M = {
  summary = "leave out games that are there twice",
  order = 15.2,
}

local EXAMPLES = [[
Of games that are the same one is kept, byte for byte, in the place where it
stood, a blank line between games. --by says what is the same:
  moves     the moves of the mainline from the same start (the default)
  plies:N   the first N plies; a shorter game is the same as one with its moves
  players   White, Black, Date, Round, Result and the moves
  exact     every byte of tags and movetext
Names are compared as queries do it: Jørgensen is Joergensen; initials are no
names. A game with a move that cannot be read is only left out by `exact`, one
that has no moves and no start of its own only by `players` and `exact`.

--contained also leaves out a game whose moves begin those of a longer one with
the same White, Black and Date; never one without moves.

--keep says which one stays: `first`; `longest`, more plies, then more bytes;
`annotated`, more comments, NAGs and variations; or FILE.lua, which returns a
function of two games, the first read before, that returns the better one:

  return function(a, b) return b.tags.Annotator and b or a end

The games of --check FILE are had already: they are not written, and games that
are the same as one of them are left out. --duplicates FILE gets what is left
out. --list prints a line for each game left out, and no games unless -o says
where to:
  b.pgn:12: same as a.pgn:3
  b.pgn:30: begins a.pgn:47

With --keep first, games are written as they are read, and some 300 bytes of
memory are taken for each game that stays (500 with --list, 600 with --by
players or exact). Otherwise, and with --contained, they are written at the
end: 800 bytes a game, or 1,800 with --by players --contained. Then, and with
`exact`, files are read twice, and all texts that come from pipes and
compressed files are kept in memory.

Examples:
  lucena dedup a.pgn b.pgn -o all.pgn
  lucena dedup --by players --keep annotated games.pgn -o clean.pgn
  lucena dedup --check a.pgn b.pgn > new.pgn
  lucena dedup --list --contained games.pgn

Exit status: 0, 1 errors in the games, 2 usage or an error in the script, 3 a
file could not be read or written.]]

function M.parser()
  local parser = arguments.parser("lucena dedup", "Of games that are the same, keep one.", "[OPTION]... [FILE]...",
    EXAMPLES)
  reading.argument(parser)
  parser:option("-b --by", "What is the same: moves (the default), plies:N, players or exact."):argname("WHAT")
    :default("moves"):show_default(false)
  parser:flag("--contained", "Leave out games that begin a longer one.")
  parser:option("--keep", "Which one stays: first (the default), longest, annotated or FILE.lua."):argname("WHICH")
    :default("first"):show_default(false)
  parser:option("--check", "Leave out the games of FILE, too; may be given more than once."):argname("FILE")
    :count("*")
  parser:option("-o --output", "Write to FILE, whole or not at all; it may be one of the files read.")
    :argname("FILE")
  parser:option("--duplicates", "Write the games that are left out to FILE."):argname("FILE")
  parser:flag("--list", "Print what was left out, and which game stayed.")
  reading.options(parser, true)
  return parser
end

-- ---- what is asked for ---------------------------------------------------------------------------

local function parse_by(text, parser)
  local count = text:match("^plies:(%d+)$")
  local plies = math.tointeger(tonumber(count))
  if plies and plies > 0 then
    return "plies", plies
  elseif text == "moves" or text == "players" or text == "exact" then
    return text
  end
  parser:error(("--by takes moves, plies:N, players or exact, not '%s'"):format(text))
end

-- The function of two games that gives the better one; nil: the first. And whether it is the user's.
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
    parser:error("--list prints to standard output: -o says where the games go")
  elseif arguments.is_same_output(args.duplicates, games) or args.duplicates == "-" and args.list then
    parser:error("--duplicates needs a place of its own")
  end
  return games
end

-- ---- the work ------------------------------------------------------------------------------------

-- `doubles` compares the games of `shelf`; `games` and `duplicates` are piles or nil.
local Work = {}
Work.__index = Work

function Work:list(id, how, other)
  if self.lists then
    stdio.write(phrase.safe(("%s: %s %s"):format(self.shelf:place(id), how, self.shelf:place(other))), "\n")
  end
end

-- The pile of a path, if there is one.
function Work:open(path)
  local out = path and pile.open(path) or nil
  self.piles[#self.piles + 1] = out
  return out
end

-- A game that stays or goes while it is read.
function Work:write_now(id, game, same)
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

-- All games, once it is known which stay.
function Work:write_all()
  local doubles, shelf = self.doubles, self.shelf
  doubles:finish()
  for id = self.known + 1, shelf.count do
    local kept, longer = doubles:kept(id), doubles:longer(id)
    local out = self.games
    if kept ~= id or longer then
      self.dropped = self.dropped + 1
      out = self.duplicates
      self:list(id, kept ~= id and "same as" or "begins", kept ~= id and kept or longer)
    else
      self.copied = self.copied + 1
    end
    if out then
      shelf:write(id, out)
    end
  end
end

function Work:finish(status)
  if self.is_late then
    self:write_all()
  end
  self.shelf:close()
  for _, out in ipairs(self.piles) do
    out:finish(status)
  end
  stdio.flush()
end

-- The games of --check: without one of these files nobody knows what is new.
function Work:read_known(args, parser, paths)
  local job, shelf = reading.new(args, parser), self.shelf
  -- What chooses among the games that are looked into does not choose among those that are there already.
  job.selection, job.chunk, job.workers = nil, nil, nil
  job.keeps_much, job.has_script = true, self.has_script
  function job.visit(game, reader)
    local id = self.has_places and shelf:put(reader, game, self.has_texts) or shelf:pass(1)
    self.doubles:add(id, game)
  end
  reading.files(job, paths)
  if job.status == exit.IO then
    exit.fail(exit.IO, "nothing written, because not all files of --check could be read")
  end
  self.known = shelf.count
  self.doubles:set_known(self.known)
  return job.status
end

local function prepare(job, work)
  local shelf = work.shelf
  function job.visit(game, reader)
    local id = work.has_places and shelf:put(reader, game, work.has_texts) or shelf:pass(1)
    local same = work.doubles:add(id, game)
    if not work.is_late then
      work:write_now(id, game, same)
    end
  end
  function job.abandon()
    for _, out in ipairs(work.piles) do
      out:abandon()
    end
  end
end

-- How games are compared: those before are read again from the shelf.
local function make_doubles(args, parser, work, dialect)
  local by, plies = parse_by(args.by, parser)
  local choose
  choose, work.has_script = parse_keep(args.keep, parser)
  work.is_late = choose ~= nil or args.contained
  work.has_texts = work.is_late or by == "exact"
  work.has_places = work.has_texts or args.list
  local shelf = work.shelf
  return require("lucena.dedup").new {
    by = by, plies = plies, contained = args.contained,
    same_text = function(id, game)
      return shelf:text(id) == game.text
    end,
    is_better = choose and function(id, game)
      local before = require("lucena").games_in(shelf:text(id), { dialect = dialect })()
      return rawequal(choose(before, game), game)
    end,
  }
end

local function new_work(args, parser, dialect)
  local work = setmetatable({ shelf = shelves.new(), lists = args.list, copied = 0, dropped = 0, known = 0,
    piles = {} }, Work)
  work.doubles = make_doubles(args, parser, work, dialect)
  return work
end

-- ---- parts ---------------------------------------------------------------------------------------

--- What is done with parts of the games: of those there that are the same, one is kept. Of these, put together, one is
-- kept again, which is the one that would have been kept of all.
---@param args table parsed arguments
---@param parser table
---@return table job with `restart()`, called before a part is read, and `answer()`, called behind it
---@return string[] paths
function M.work(args, parser)
  args.check = nil
  local job, work = reading.new(args, parser), nil
  -- Games are written by C, and to files alone: to one beside the part, where nobody else can put another in its place.
  local name = os.tmpname()
  os.remove(name)
  local path = ("%s-%s"):format(args.output, name:match("[^/]*$"))
  job.keeps_much = true
  function job.restart()
    work = new_work(args, parser, job.options.dialect)
    work.games, job.has_script = pile.open(path), work.has_script
    prepare(job, work)
  end
  function job.answer()
    if work.is_late then
      work:write_all()
    end
    work.shelf:close()
    work.games:finish(exit.OK)
    local text = require("lucena.file").read(path, math.huge)
    os.remove(path)
    return { text = text, dropped = work.dropped }
  end
  job.restart()
  return job, arguments.inputs(args.files, parser)
end

-- Games that a part has kept.
local function absorb(job, work, answer)
  local reader <close> = require("lucena").open("-", { dialect = job.options.dialect, part = { text = answer.text } })
  local read = job.read or reader.read
  for game in read, reader do
    job.visit(game, reader)
  end
  work.dropped = work.dropped + answer.dropped
end

M.parts = {}

--- Why games cannot be left out in parts, or nil.
---@param job table
---@param args table
---@return string?
function M.parts.hindrance(job, args)
  if args.list or args.duplicates then
    return "a part keeps the games that stay, so there is nothing for --list and --duplicates"
  elseif args.contained then
    return "--contained has to see all games"
  elseif job.has_script then
    return "a part is data, and --keep names a script"
  elseif #(args.known or {}) > 0 then
    return "--check has to see all games"
  end
end

--- The arguments that open() gets where parts are put together.
---@param args table those of the parts
---@return table? args
---@return string? problem
function M.parts.for_merging(args)
  if args.keep:find("%.lua$") then
    return nil, "a part is data, and --keep names a script"
  end
  args.check, args.list, args.contained, args.duplicates = nil, nil, nil, nil
  return args
end

-- ---- the command ---------------------------------------------------------------------------------

--- The job that run() does.
---@param args table parsed arguments
---@param parser table
---@return table job with `conclude()`, which writes what is behind the games and returns the exit status
---@return string[] paths
function M.open(args, parser)
  local files_of_check = args.check or {}
  args.check = nil -- which is for examining games to whoever reads the options
  local job, to = reading.new(args, parser), check_outputs(args, parser)
  local work = new_work(args, parser, job.options.dialect)
  local paths = arguments.inputs(args.files, parser)
  local status = work:read_known(args, parser, files_of_check)
  work.games, work.duplicates = work:open(to), work:open(args.duplicates)
  job.keeps_much, job.has_script = true, work.has_script
  job.has_data = to == "-" or args.duplicates == "-" or args.list
  job.hindrance = "a game may be the same as any before it"
  prepare(job, work)
  function job.absorb(_, answer)
    absorb(job, work, answer)
  end
  function job.conclude()
    work:finish(job.status)
    reading.summary(job, phrase.group(work.copied) .. " kept",
      phrase.counted(work.dropped, "double") .. " left out")
    return math.max(job.status, status)
  end
  return job, paths
end

function M.run(args, parser)
  args.known = args.partial and args.check or nil
  return reading.carry_out(M, args, parser)
end

return M
