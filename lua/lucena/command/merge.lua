--- lucena merge: many files of games into one, or many games into one tree.
-- @module lucena.command.merge

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local output = require("lucena.run.output")
local phrase = require("lucena.run.phrase")
local reading = require("lucena.run.reading")
local switches = require("lucena.run.switches")
local to_utf8 = require("lucena.format").to_utf8

local M = {
  summary = "put PGN files together, or many games into one tree",
  order = 15,
}

local EXAMPLES = [[
The games of all files, one behind the other, byte for byte, with one blank
line between. What stands between games in a file and belongs to none is left
out and reported.

--unique leaves out a game that has been there: the same White, Black, Date
and moves of the mainline from the same start, whatever the comments and other
tags; the first one stays. Some hundred bytes a game are kept in memory.

--tree makes one game of all: its tree holds every move that was played, and
behind it how often and with what results: {3 games: +1 =2 -0}, for White.

Examples:
  lucena merge a.pgn b.pgn -o all.pgn
  lucena merge --unique *.pgn -o club.pgn
  lucena merge --tree --games 1-50 games.pgn > tree.pgn

Exit status: 0, 1 errors in the games that were looked into, 2 usage, 3 a file
could not be read or written.]]

function M.parser()
  local parser = arguments.parser("lucena merge", "Put files of games together.", "[OPTION]... [FILE]...", EXAMPLES)
  reading.argument(parser)
  parser:option("-o --output", "Write to FILE, whole or not at all; it may be one of the files read.")
    :argname("FILE")
  parser:flag("-u --unique", "Leave out games that have been there.")
  parser:flag("--tree", "One game with the tree of all.")
  parser:flag("--check", "Replay the moves of every game and report errors.")
  reading.options(parser)
  switches.options(parser)
  return parser
end

-- ---- one behind the other ------------------------------------------------------------------------

-- What makes a game the same as another, as one string: comparing those is comparing all of it. The lengths of the
-- tags stand before them, so that nothing in them can look like something else.
local function identity(game)
  local tags = game.tags
  local white, black = to_utf8(tags.White or ""), to_utf8(tags.Black or "")
  return string.pack("s4s4s4", white, black, tags.Date or "") .. game:export("uci")
end

-- Moves that could not be read make a game unlike every other.
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

local function put_together(job, paths, args)
  local format = require("lucena.format")
  local writer, is_new = job.writer, args.unique and make_is_new()
  local between, ending = "", nil
  function job.visit(game, reader)
    if is_new and not is_new(game) then
      job.doubles = job.doubles + 1
      return
    end
    local text = game
    if job.switches then
      local message
      text, message = format.export(game, "pgn", job.switches)
      if not text then
        reading.complain(job, reader, game, "cannot be written: " .. message)
        return
      end
      text = (job.to_utf8 and format.to_utf8(text) or text):gsub("\n$", "")
    end
    if ending then
      between = output.closing(ending, job.switches and text or game.text) .. between
    end
    output.check(writer:write(between, text))
    between, ending = output.line_end_of(game.text):rep(2), output.ending(text)
    job.copied = job.copied + 1
  end
  reading.files(job, paths)
  return function()
    if job.copied > 0 then
      output.check(writer:write((between:gsub("^(\r?\n).*$", "%1"))))
    end
  end
end

-- ---- one tree ------------------------------------------------------------------------------------

-- The games, one after the other, as chess.merge asks for them: none is kept. One that starts elsewhere has no place
-- in the tree.
local function each_game(job, paths)
  local start
  function job.visit(game, reader)
    start = start or game.start
    if game.start ~= start then
      reading.complain(job, reader, game, "is left out: it starts from another position than the first")
      return
    end
    job.copied = job.copied + 1
    coroutine.yield(game)
  end
  return coroutine.wrap(function()
    reading.files(job, paths)
    return nil
  end)
end

local function grow_tree(job, paths)
  local format = require("lucena.format")
  local game, message, code = require("lucena").merge(each_game(job, paths), { counts = true })
  return function()
    if not game and code == "no_game" then
      return
    end
    local text
    if game then
      text, message = format.export(game, "pgn", job.switches)
    end
    if not text then
      exit.fail(exit.DATA, "the games cannot be merged: " .. message)
    end
    output.check(job.writer:write(job.to_utf8 and format.to_utf8(text) or text))
  end
end

-- ---- the command ---------------------------------------------------------------------------------

function M.run(args, parser)
  local job = reading.new(args, parser)
  job.switches, job.to_utf8 = switches.read(args, parser)
  if args.tree and args.unique then
    parser:error("--tree holds every move once, so there is nothing for --unique")
  end
  local paths = arguments.inputs(args.files, parser)
  local path = args.output or "-"
  job.writer, job.copied, job.doubles = output.open(path), 0, 0
  job.has_data, job.keeps_much = job.writer.is_stream, args.tree or args.unique
  function job.abandon()
    output.abandon(job.writer)
  end
  local finish
  if args.tree then
    finish = grow_tree(job, paths)
  else
    finish = put_together(job, paths, args)
  end
  output.finish(job.writer, path, job.status, finish)
  reading.summary(job, phrase.group(job.copied) .. (args.tree and " merged" or " copied"),
    args.unique and phrase.counted(job.doubles, "double") .. " left out" or nil)
  return job.status
end

return M
