--- lucena annotate: adds an engine's evaluations, judgements and better lines to games. The work may be interrupted.
-- After Ctrl-C, or if no engine can be restarted, the games annotated so far are written and the other games are copied
-- unchanged. The next run continues with these games.
-- @module lucena.command.annotate

local arguments = require("lucena.run.arguments")
local engine_option = require("lucena.run.engine_option")
local exit = require("lucena.run.exit")
local inputs = require("lucena.run.input")
local messages = require("lucena.run.messages")
local options = require("lucena.run.options")
local phrase = require("lucena.run.phrase")
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
  local parser = arguments.parser("lucena annotate", "Add an engine's evaluations to games.", "[OPTION]... [FILE]...",
    EXAMPLES)
  options.argument(parser)
  engine_option.options(parser, "Without --time, --depth and --nodes, --depth 12 applies.")
  arguments.end_group(parser, "The engine")
  parser:option("--line", "Write at most N plies of the better line after a bad move; 0: omit it. Default: 8.")
    :argname("N")
  parser:option("-o --output", "Write to FILE, completely or not at all; it may be an input file."):argname("FILE")
  options.declare(parser)
  arguments.common(parser, "--engine", "--time", "--depth", "--line", "-o", "--games")
  return parser
end

local function parse_line(text, parser)
  local plies = text and text:find("^%d+$") and math.tointeger(tonumber(text))
  if text and not (plies and plies <= 1000) then
    parser:error(("--line takes a number of plies up to 1000, not '%s'"):format(text))
  end
  return plies or nil
end

-- ---- a game --------------------------------------------------------------------------------------

local BAR = 20 -- columns

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
  if work.ending or chess.is_annotated(game) then
    return nil
  elseif game.rest then
    input:complain(reader, game, "is kept unchanged: its moves cannot be read to the end")
    return nil
  end
  local done, count, problem = pcall(annotate, input, reader, game, work)
  if not done and not exit.is_interrupt(count) and not exit.is_failure(count) then
    error(count, 0)
  elseif not done then
    work.ending = count
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
  input:mark_rewritten(game)
  work.annotated = work.annotated + 1
  return joining.fit(text, game)
end

-- ---- the command ---------------------------------------------------------------------------------

-- Report the error that ended the work, if any. Returns the exit status.
local function status_of(input, work)
  if exit.is_interrupt(work.ending) then
    messages.note("interrupted; run the same command on the output to continue")
    return exit.INTERRUPTED
  elseif work.ending then
    messages.note(work.ending.message)
    return exit.IO
  end
  return work.has_holes and exit.IO or input.tally.status
end

function M.run(args, parser)
  local input = inputs.new(options.read(args, parser))
  local line = parse_line(args.line, parser)
  local paths = arguments.inputs(args.files, parser)
  input.options:check_replaced(args.output, paths, parser)
  local work = { asker = engine_option.open(args, parser, { depth = 12 }), line = line, annotated = 0 }
  local copier = sinks.copier(args.output or "-")
  input:read(paths, {
    has_data = copier.writer.is_stream,
    progress = function()
      return ("%s annotated %s"):format(phrase.group(work.annotated), work.bar)
    end,
    visit = function(_, game, reader)
      copier:add(reader, game, text_of(input, reader, game, work))
    end,
    finish_file = function(_, reader, is_cut)
      copier:finish_file(reader, is_cut)
    end,
    abandon = function()
      work.asker:close()
      copier:abandon()
    end,
  })
  work.asker:close()
  copier:finish(input.tally.status)
  input:summary(phrase.group(work.annotated) .. " annotated")
  return status_of(input, work)
end

return M
