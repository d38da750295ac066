--- lucena annotate: adds an engine's evaluations, judgements and better lines to games. The work may be interrupted.
-- After Ctrl-C, or if no engine can be restarted, the games annotated so far are written and the other games are copied
-- unchanged. The next run continues with these games. If the command was killed, the next run finds the finished games
-- in the journal (`lucena.run.finished`).
-- With --jobs, each worker has an engine of its own and takes a few games at a time.
-- @module lucena.command.annotate

local arguments = require("lucena.run.arguments")
local declare = require("lucena.run.declare")
local engine_option = require("lucena.run.engine_option")
local exit = require("lucena.run.exit")
local inputs = require("lucena.run.input")
local messages = require("lucena.run.messages")
local option_values = require("lucena.run.option_values")
local options = require("lucena.run.options")
local parsers = require("lucena.run.parsers")
local phrase = require("lucena.run.phrase")
local finished = require("lucena.run.finished")
local joining = require("lucena.run.joining")
local sinks = require("lucena.run.sink")

local M = {
  summary = "add an engine's evaluations, judgements and better lines to games",
  group = "Write games", order = 37,
}

local EXAMPLES = [[
Each move of the mainline gets a comment with its evaluation: [%eval 0.25] in
pawns from White's view, or [%eval #-3] if Black mates in 3 moves. An
inaccuracy, a mistake or a blunder (as defined by Lichess) also gets $6, $2 or
$4, and the better line as a variation.

Existing evaluations are kept, and missing ones are added. A game without
missing evaluations is copied byte for byte. You can stop the work with Ctrl-C:
the games annotated so far are written, and the others are copied. Run the same
command on the output to continue. A game that cannot be read to its end is
kept unchanged.

With -o FILE, each finished game is at once added to FILE.unfinished. If the
power fails or the process is killed, repeat the command: it takes the finished
games from there. The file is removed when FILE is complete.

Examples:
  lucena annotate games.pgn --engine stockfish --depth 14 -o annotated.pgn
  lucena annotate annotated.pgn --engine stockfish -o annotated.pgn
  lucena annotate --games 7 --engine stockfish --time 0.5 games.pgn
  lucena filter -e blunder annotated.pgn

Exit status:
  0    success
  1    errors in the games
  2    wrong usage
  3    a file could not be read or written, or the engine failed
  130  interrupted]]

function M.parser()
  local parser = parsers.new("lucena annotate", "Add an engine's evaluations to games.", "[OPTION]... [FILE]...",
    EXAMPLES)
  declare.argument(parser)
  engine_option.options(parser, "Without --time, --depth and --nodes, --depth 12 applies.")
  parsers.end_group(parser, "The engine")
  parser:option("--line", "Write at most N plies of the better line after a bad move; 0: omit it. Default: 8.")
    :argname("N")
  parser:option("-o --output", "Write to FILE, completely or not at all; it may be an input file."):argname("FILE")
  declare.reading(parser, nil, "Number of engines, each in a process of its own; 0 or auto: one per processor. Default:"
    .. " one engine. The order of the games does not change.")
  parsers.common(parser, "--engine", "--time", "--depth", "--line", "-o", "--games", "--jobs")
  return parser
end

local PLIES = { kind = "integer", least = 0, most = 1000, noun = "a number of plies" } -- of --line

-- ---- a game --------------------------------------------------------------------------------------

local BAR = 20 -- columns
local PART = 256 -- bytes of a worker's part, so that it has one game, or a few short ones

local function bar(done, whole)
  local filled = whole > 0 and math.min(BAR, BAR * done // whole) or BAR
  return ("[%s%s] %d/%d"):format(("#"):rep(filled), ("-"):rep(BAR - filled), done, whole)
end

-- Ask the engine about each position, and show the progress.
local function annotate(input, reader, game, work)
  work.asker:new_game()
  return require("lucena").annotate(game, function(node)
    work.bar = bar(node.ply, game.plies)
    input:show_progress(reader)
    return work.asker:analyse(node)
  end, { line = work.line })
end

-- Return the annotated text of a game, or nil if the game is copied unchanged. An error that ends the work is stored in
-- `work`.
local function text_of(input, reader, game, work)
  local chess = require("lucena")
  if work.has_ended or chess.is_annotated(game) then
    return nil
  elseif game.rest then
    input:complain(reader, game, "is kept unchanged: its moves cannot be read to the end")
    return nil
  end
  local finished_text = work.finished:find(game)
  if finished_text then
    work.annotated = work.annotated + 1
    return finished_text
  end
  local done, count, problem = pcall(annotate, input, reader, game, work)
  if not done and not exit.is_interrupt(count) and not exit.is_failure(count) then
    error(count, 0)
  elseif not done then
    work.ending, work.has_ended = count, true
  elseif problem then
    work.has_holes = true
    messages.say(("%s:%d: game %d: %s"):format(reader.name, game.line, game.number, problem))
  end
  if not game.is_edited then
    return nil
  end
  local text, message = game:pgn()
  if not text then
    input:complain(reader, game, "is kept unchanged: " .. message)
    return nil
  end
  work.annotated = work.annotated + 1
  text = joining.fit(text, game)
  if done and not problem then
    work.finished:add(game.text, text)
  end
  return text
end

-- ---- the client ----------------------------------------------------------------------------------

-- The client, also called `work` above. `has_ended`: no engine is asked any more, because of the error `ending`.
-- `has_holes`: an evaluation is missing.
local Annotating = {}
Annotating.__index = Annotating

function Annotating:progress()
  return ("%s annotated %s"):format(phrase.group(self.annotated), self.bar)
end

function Annotating:visit(game, reader)
  self.copier:add(reader, game, text_of(self.input, reader, game, self))
end

function Annotating:finish_file(reader, is_cut)
  self.copier:finish_file(reader, is_cut)
end

function Annotating:abandon()
  self.asker:close()
  self.copier:abandon()
end

function Annotating:restart()
  self.copier, self.annotated, self.ending, self.has_ended, self.has_holes = sinks.piece(), 0, nil, false, false
end

-- An error of the engine ends the work of this worker and then that of the others.
function Annotating:answer()
  return { piece = self.copier:piece(), annotated = self.annotated, has_holes = self.has_holes,
    message = self.ending and self.ending.message, finished = self.finished:take() }
end

function Annotating:absorb(answer)
  for _, pair in ipairs(answer.finished) do
    self.finished:add(pair[1], pair[2])
  end
  self.copier:splice(answer.piece)
  self.annotated, self.has_holes = self.annotated + answer.annotated, self.has_holes or answer.has_holes
  if answer.message and not self.has_ended then
    self.ending, self.has_ended = exit.failure(exit.IO, answer.message), true
  end
end

function Annotating:outlasts(problem)
  if exit.is_interrupt(problem) then
    self.ending, self.has_ended = problem, true
  end
  return self.has_ended
end

-- Report the error that ended the work, if any. Returns the exit status.
local function status_of(self)
  if exit.is_interrupt(self.ending) then
    messages.note("interrupted; run the same command on the output to continue")
    return exit.INTERRUPTED
  elseif self.ending then
    messages.note(self.ending.message)
    return exit.IO
  end
  return self.has_holes and exit.IO or self.input.tally.status
end

function Annotating:conclude()
  local status = self.input.tally.status
  self.asker:close()
  self.copier:finish(status)
  if status ~= exit.IO then -- else there is no output
    self.finished:remove()
  end
  self.input:summary(phrase.group(self.annotated) .. " annotated")
  return status_of(self)
end

-- ---- the command ---------------------------------------------------------------------------------

-- Return a client without output and journal, and the settings that determine the text of a finished game.
local function new_client(args, parser)
  local input = inputs.new(options.read(args, parser))
  local line = option_values.number(args.line, "--line", PLIES, parser)
  local paths = arguments.inputs(args.files, parser)
  input.options:check_replaced(args.output, paths, parser)
  local self = setmetatable({ input = input, line = line, annotated = 0, bar = "", has_ended = false,
    has_holes = false, part_size = PART, asker = engine_option.open(args, parser, { depth = 12 }) }, Annotating)
  local settings = { line = line or false, engine = args.engine, engine_arg = args.engine_arg,
    engine_option = args.engine_option, time = args.time or false, depth = args.depth or false,
    nodes = args.nodes or false, dialect = args.dialect or false }
  return self, paths, settings
end

--- Return a client without output: see `lucena.run.parts`.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.work(args, parser)
  local self, paths, settings = new_client(args, parser)
  self.finished = finished.read(args.output, settings)
  return self.input, self, paths
end

--- Open a client for all games.
---@param args table parsed arguments
---@param parser table
---@return table input
---@return table client
---@return string[] paths
function M.open(args, parser)
  local self, paths, settings = new_client(args, parser)
  if self.input.options.workers then
    self.asker:close() -- the engine can be started; each worker starts one of its own
  end
  self.copier = sinks.copier(args.output or "-")
  self.has_data = self.copier.is_stream or false
  self.finished = finished.open(not self.has_data and args.output or nil, settings)
  return self.input, self, paths
end

function M.run(args, parser)
  return require("lucena.run.parts").run(M, args, parser)
end

return M
