--- lucena help: prints the overview of the commands, or the page of one command.
-- @module lucena.command.help

local arguments = require("lucena.run.arguments")
local stdio = require("lucena.run.stdio")

local M = {
  summary = "show this overview, or the page of a command",
  order = 90,
}

local TOP = [[
Usage: lucena [OPTION]... [SCRIPT.lua]
       lucena COMMAND [ARGUMENT]...
       lucena --version

Lucena reads, checks, filters and rewrites chess games and positions, and runs
Lua scripts. Without arguments it opens a prompt for chess and Lua (`lucena
help repl`). Data goes to standard output, messages to standard error.
]]

local BOTTOM = [[
Examples:
  lucena show games.pgn 17
  lucena check games.pgn
  lucena filter --games 3,7,10-12 games.pgn > few.pgn
  lucena filter -t White~fischer -t Result=1-0 games.pgn > wins.pgn
  lucena convert -t csv --columns White,Black,Result,ECO,plies games.pgn
  lucena split --every 1000 --into parts games.pgn
  lucena merge --unique *.pgn -o all.pgn
  lucena translate --to french games.pgn
  lucena explain exd6ep

`lucena help COMMAND` shows the options of a command. A FILE named - is
standard input. Files may be compressed (gzip, zstd, bzip2) under any name.

Exit status: 0 success (also without matches), 1 errors in the data, 2 an error
in the command line or a script, 3 a file could not be read or written.
]]

function M.parser()
  local parser = arguments.parser("lucena help", "Show the overview of the commands, or the page of one.", "[COMMAND]")
  parser:argument("COMMAND", "A command."):target("name"):args("?")
  return parser
end

function M.run(args)
  local commands = require("lucena.command")
  if args.name then
    stdio.write(commands.need(args.name).parser():get_help(), "\n")
    return
  end
  stdio.write(TOP, "\nCommands:\n")
  local names, widest = commands.names(), 0
  for _, name in ipairs(names) do
    widest = math.max(widest, #name)
  end
  for _, name in ipairs(names) do
    stdio.write(("  %s%s  %s\n"):format(name, (" "):rep(widest - #name), commands.find(name).summary))
  end
  stdio.write("\n", BOTTOM)
end

return M
