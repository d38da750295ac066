--- lucena perft: counts the lines of legal moves from a position.
-- @module lucena.command.perft

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local perft = require("lucena.run.perft")
local stdio = require("lucena.run.stdio")
local terminal = require("lucena.run.terminal")

local M = {
  summary = "count the lines of legal moves from a position",
  group = "Positions and openings", order = 43,
}

local EXAMPLES = [[
Examples:
  lucena perft 5                             4865609
  lucena perft 3 --divide                    one line per first move
  lucena perft 4 --fen "8/8/8/8/8/k7/p7/K7 w - - 0 1"

Exit status:
  0  success
  1  the position is not legal
  2  wrong usage
  3  the output could not be written]]

function M.parser()
  local parser = parsers.new("lucena perft",
    "Count the lines of DEPTH legal moves from a position (default: the initial position).",
    "DEPTH [--fen FEN] [--divide]", EXAMPLES)
  parser:argument("DEPTH", "Number of plies."):target("depth")
  parser:option("--fen", "Count from this position."):argname("FEN")
  parser:flag("-d --divide", "Print one line per first move, then the total.")
  return parser
end

-- Parse the depth. To check the maximum, count in a position without moves: the core then checks the depth, and
-- counting takes no time.
local function parse_depth(word, parser)
  local depth = require("lucena.number").whole(word, 0, 1000)
  local mated = require("lucena").position("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")
  local good, message = require("lucena.argument").attempt(mated.perft, mated, depth or -1)
  if not good then
    parser:error(("%s expected, not '%s'"):format(message:match("%((.*) expected, got"), word))
  end
  return depth
end

local function divide(position, depth)
  local lines, total = {}, 0
  for i, move in ipairs(position:moves()) do
    local nodes = perft.count(position:play(move), depth - 1)
    lines[i] = ("%s %d"):format(position:uci(move), nodes)
    total = total + nodes
  end
  table.sort(lines)
  lines[#lines + 1] = ("total %d"):format(total)
  return table.concat(lines, "\n")
end

function M.run(args, parser)
  local depth = parse_depth(args.depth, parser)
  if args.divide and depth == 0 then
    parser:error("--divide needs a DEPTH of 1 or more")
  end
  local chess = require("lucena")
  local position, message = chess.position(args.fen)
  if not position then
    messages.say(message)
    return exit.DATA
  end

  for _, note in ipairs(args.fen and chess.setup(args.fen).diagnostics or {}) do
    messages.say(("fen:%d: %s: %s"):format(note.column, note.severity, note.message))
  end

  local started = os.clock()
  local answer = args.divide and divide(position, depth) or ("%d"):format(perft.count(position, depth))
  local seconds = os.clock() - started
  stdio.write(answer, "\n")
  local nodes = tonumber(answer:match("%d+$"))
  if seconds > 0.1 and terminal.is_terminal(2) then
    stdio.flush()
    messages.note(("%.2f s, %.0f million nodes a second"):format(seconds, nodes / seconds / 1e6))
  end
end

return M
