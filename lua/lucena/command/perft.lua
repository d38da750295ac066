--- lucena perft: count the lines of legal moves from a position.
-- @module lucena.command.perft

local support = require("lucena.command.support")

local M = {
  summary = "count the lines of legal moves from a position",
  order = 30,
}

local EXAMPLES = [[
Examples:
  lucena perft 5                             4865609
  lucena perft 3 --divide                    a line for each first move
  lucena perft 4 --fen "8/8/8/8/8/k7/p7/K7 w - - 0 1"

Exit status: 0, 1 when the FEN is no legal position, 2 usage, 3 output failed.]]

function M.parser()
  local parser = support.parser("lucena perft",
    "Count the lines of DEPTH legal moves from a position, the initial one unless told.",
    "DEPTH [--fen FEN] [--divide]", EXAMPLES)
  parser:argument("depth", "Plies, 0 to 30.")
  parser:option("--fen", "Count from this position."):argname("FEN")
  parser:flag("-d --divide", "A line for each first move, then the total.")
  return parser
end

local function divide(position, depth)
  local lines, total = {}, 0
  for i, move in ipairs(position:moves()) do
    local nodes = position:play(move):perft(depth - 1)
    lines[i] = ("%s %d"):format(position:uci(move), nodes)
    total = total + nodes
  end
  table.sort(lines)
  lines[#lines + 1] = ("total %d"):format(total)
  return table.concat(lines, "\n")
end

function M.run(args, parser)
  local depth = math.tointeger(tonumber(args.depth))
  if not depth or depth < 0 or depth > 30 then
    parser:error(("DEPTH is a number of plies from 0 to 30, not '%s'"):format(args.depth))
  elseif args.divide and depth == 0 then
    parser:error("--divide needs a DEPTH of 1 or more")
  end
  local position, message = require("lucena").position(args.fen)
  if not position then
    support.say(message)
    return support.DATA
  end

  local started = os.clock()
  local answer = args.divide and divide(position, depth) or ("%d"):format(position:perft(depth))
  local seconds = os.clock() - started
  support.write(answer, "\n")
  local nodes = tonumber(answer:match("%d+$"))
  if seconds > 0.1 and support.is_terminal(2) then
    support.flush()
    support.note(("%.2f s, %.0f million nodes a second"):format(seconds, nodes / seconds / 1e6))
  end
end

return M
