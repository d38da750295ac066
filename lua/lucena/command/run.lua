--- lucena run: runs a Lua program that uses Lucena.
-- @module lucena.command.run

-- luacheck: globals os.exit

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local script = require("lucena.run.script")

local M = {
  summary = "run a Lua program that uses Lucena",
  group = "Programs and many machines", order = 60,
}

local EXAMPLES = [[
The script is an ordinary Lua 5.4 program; it starts with
  local chess = require "lucena"
The words after its name are its arguments, in `arg` and `...`.

Examples:
  lucena run openings.lua games.pgn
  zcat games.pgn.gz | lucena run openings.lua -

Exit status:
  0  success, unless the script passes another value to os.exit
  2  an error in the script
  3  the script could not be read, or its output not written]]

--- Split the command line: all words after the name of the script belong to the script.
function M.split(argv)
  for i, word in ipairs(argv) do
    if word == "--" then
      return table.move(argv, 1, i + 1, 1, {}), table.move(argv, i + 2, #argv, 1, {})
    elseif word == "-" or word:sub(1, 1) ~= "-" then
      return table.move(argv, 1, i, 1, {}), table.move(argv, i + 1, #argv, 1, {})
    end
  end
  return argv, {}
end

function M.parser()
  local parser = parsers.new("lucena run", "Run a Lua program that uses Lucena.",
    "SCRIPT.lua [ARGUMENT]...", EXAMPLES)
  parser:argument("SCRIPT.lua", "The program; - reads it from standard input."):target("script")
  return parser
end

-- Replace os.exit, so that the output of the script is written first. The new function always closes the Lua state. So
-- open Writers write the buffered text to their streams, and leave no unfinished files.
local function check_exit()
  local end_process = os.exit
  function os.exit(status)
    local done, message, number = io.stdout:flush()
    if not done then
      if number ~= 32 then
        messages.note("cannot write standard output: " .. message)
      end
      end_process(number == 32 and exit.PIPE or exit.IO, true)
    end
    end_process(status, true)
  end
end

function M.run(args)
  local chunk = script.load(args.script)
  _G.arg = table.move(args.rest, 1, #args.rest, 1, { [0] = args.script })
  check_exit()
  local done, failure = xpcall(chunk, script.traceback, table.unpack(args.rest))
  if not done then
    error(failure, 0)
  end
end

return M
