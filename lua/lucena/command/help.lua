--- lucena help: prints the common commands, all commands, or the page of one command.
-- @module lucena.command.help

local parsers = require("lucena.run.parsers")
local language = require("lucena.language")
local stdio = require("lucena.run.stdio")

local M = {
  summary = "show the commands, or the page of one",
  group = "Programs and many machines", order = 90,
}

local TOP = [[
Usage: lucena COMMAND [ARGUMENT]...
       lucena [FILE.pgn | SCRIPT.lua]     a prompt for chess and Lua
]]

local BOTTOM = [[
`lucena COMMAND -h` shows the most used options of a command, `lucena help
COMMAND` its whole page. `lucena help --all` lists all commands.
]]

local ABOUT = [[

Lucena reads, checks, searches and rewrites chess games and positions, and runs
Lua scripts. Data goes to standard output, messages to standard error. A FILE
named - is standard input. Files may be compressed (gzip, zstd, bzip2) under
any name. `lucena --version` prints the version.
]]

local EXAMPLES = [[
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

Exit status:
  0  success, also without matches
  1  errors in the data
  2  wrong usage, or an error in a script
  3  a file could not be read or written
  4  an internal error; other input was read
]]

function M.parser()
  local parser = parsers.new("lucena help", "Show the common commands, all commands, or the page of one.",
    "[COMMAND | queries [WORD] | fields | --all]")
  parser:argument("COMMAND", "A command; queries: the queries for -e; fields: the names of tags and computed values.")
    :target("name"):args("?")
  parser:argument("WORD", "After queries: only those with this word."):target("word"):args("*")
  parser:flag("--all", "List all commands, with examples.")
  return parser
end

-- Print the commands by group: a title, then a line for each command.
local function write_commands(is_all, lang)
  local commands = require("lucena.command")
  local group
  for _, name in ipairs(commands.names()) do
    local command = commands.find(name)
    if is_all or command.is_common then
      if command.group ~= group then
        group = command.group
        stdio.write("\n", language.text(lang, group or "Other commands"), "\n")
      end
      local text, dots = command.summary:match("^(.-)( ?%.*)$")
      stdio.write(("  %-11s  %s%s\n"):format(name, language.text(lang, text), dots))
    end
  end
  stdio.write("\n")
end

-- Return the page about words that are no command but queries or words of chess: `lucena help fork`.
local function page_of_words(args)
  local phrase = table.concat({ args.name, table.unpack(args.word) }, " ")
  local is_known = require("lucena.command").find(args.name) or require("lucena.report").is_there(args.name)
  local is_word = not is_known and require("lucena.query.phrase").whole(phrase)
  return is_word and require("lucena.repl.query_help").help(phrase) or nil
end

function M.run(args, parser)
  if args.name and args.all then
    parser:error("--all cannot be combined with a COMMAND")
  elseif args.name == "queries" then
    local phrase = args.word[1] and table.concat(args.word, " ")
    local page = require("lucena.repl.query_help").help(phrase)
    local near = phrase and require("lucena.query.beyond").answer(phrase)
    stdio.write(page or parser:error(near or
      ("no query has the word '%s'; `lucena help queries` lists all"):format(phrase)))
    return
  end
  local page = args.name and page_of_words(args)
  if page then
    stdio.write(page)
    return
  elseif args.word[1] then
    parser:error("only queries takes a WORD")
  elseif args.name == "fields" then
    stdio.write(require("lucena.run.field_page").text())
    return
  elseif args.name then
    stdio.write(require("lucena.command").need(args.name).parser():get_help(), "\n")
    return
  end
  -- Only the list of common commands is translated.
  local lang = args.all and "en" or language.choose()
  stdio.write(language.text(lang, TOP), args.all and ABOUT or "")
  write_commands(args.all, lang)
  stdio.write(args.all and EXAMPLES or language.text(lang, BOTTOM))
end

return M
