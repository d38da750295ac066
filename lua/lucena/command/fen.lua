--- lucena fen: checks positions, and prints them as FEN in one form.
-- @module lucena.command.fen

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local parsers = require("lucena.run.parsers")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "check positions and print them as FEN in one form",
  group = "Positions and openings", order = 40,
}

local EXAMPLES = [[
A FEN may be one argument, or one argument per field. A list of pieces, in the
letters of any language, is a position too. Each legal position is printed as
one line. Illegal positions and repairs are reported on standard error.

Examples:
  lucena fen "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
  lucena fen --board 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1
  lucena fen "White: Kg1, Rd1, a2. Black: Kg8, pawns f7, g7. Black to move"
  lucena fen --ep always - < positions.txt > normal.txt

Exit status:
  0  success
  1  a FEN is wrong
  2  wrong usage
  3  input or output failed]]

function M.parser()
  local parser = parsers.new("lucena fen", "Check positions and print them in canonical FEN.",
    "[OPTION]... [FEN|-]...", EXAMPLES)
  parser:argument("FEN", "Positions; - reads them from standard input, one per line."):target("fens"):args("*")
  parser:flag("--strict", "Refuse positions that need repairs.")
  parser:option("--ep", "When to write the en passant square: legal (if a capture is legal, the default), xfen (if a"
    .. " pawn could capture, even when pinned), or always."):choices({ "legal", "xfen", "always" }):argname("MODE")
  parser:flag("--shredder", "Write castling rights as the files of the rooks (Shredder-FEN): HAha.")
  parser:flag("--board", "Draw each board.")
  parser:flag("--problems", "Print every reason why a position is illegal.")
  return parser
end

-- Return whether a word of the command line starts a FEN. Any other word is the next field of the FEN before it.
local function begins(word, previous)
  if not previous or previous == "-" or word:find("[/%s]") then
    return true
  end
  local _, fields = previous:gsub("%S+", "")
  return word == "-" and fields ~= 2 and fields ~= 3
end

local function gather(words)
  local fens = {}
  for _, word in ipairs(words) do
    local previous = fens[#fens]
    if begins(word, previous) then
      fens[#fens + 1] = word
    else
      fens[#fens] = previous .. " " .. word
    end
  end
  return fens
end

-- Replace "fen:COLUMN: " at the start of an error message by the file, line and column.
local function relocate(message, where)
  return (message:gsub("^fen:", function() return where .. ":" end))
end

local function show_problems(setup, where)
  for _, problem in ipairs(setup:problems()) do
    messages.say(("%s: %s"):format(where, problem))
  end
end

-- Print one position, a FEN or a list of pieces; returns false if it is illegal.
local function show(fen, where, args)
  local chess = require("lucena")
  fen = not fen:find("/") and require("lucena.text.piece_lists").fen(fen) or fen
  local setup, message = chess.setup(fen)
  local position
  if setup then
    position, message = chess.position(fen, { strict = args.strict })
  end
  if not position then
    messages.say(relocate(message, where))
    if setup and args.problems then
      show_problems(setup, where)
    end
    return false
  end

  for _, note in ipairs(setup.diagnostics) do
    messages.say(("%s:%d: %s: %s"):format(where, note.column, note.severity, note.message))
  end
  stdio.write(position:fen { ep = args.ep, castling = args.shredder and "shredder" or nil }, "\n")
  if args.board then
    stdio.write(position:draw { unicode = terminal.is_utf8() }, "\n\n")
  end
  return true
end

-- Print the positions of all lines. Return whether all of them are legal.
local function show_lines(args)
  local good, number = true, 0
  for line in stdio.lines() do
    number = number + 1
    line = line:gsub("\r$", "")
    if line:find("%S") then
      good = show(line, "stdin:" .. number, args) and good
    end
  end
  return good
end

function M.run(args, parser)
  local fens = gather(args.fens)
  local good = true
  for number, fen in ipairs(arguments.inputs(fens, parser, "FEN")) do
    local was_good
    if fen == "-" then
      was_good = show_lines(args)
    else
      was_good = show(fen, #fens == 1 and "fen" or "fen " .. number, args)
    end
    good = good and was_good
  end
  return good and exit.OK or exit.DATA
end

return M
