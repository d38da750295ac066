--- Parsers of command lines, and the files that a command line names.
-- @module lucena.run.arguments

local exit = require("lucena.run.exit")
local phrase = require("lucena.run.phrase")
local terminal = require("lucena.run.terminal")

local M = {}

--- The command line, as main() was given it.
---@type string[]
M.argv = nil

-- The paragraph of a command's page that has its verbs, a line each.
local function list_of_verbs(epilog)
  for paragraph in ((epilog or "") .. "\n\n"):gmatch("(.-)\n\n") do
    if paragraph:find("^ *%l+  ") then
      return paragraph .. "\n"
    end
  end
  return ""
end

--- An argparse parser for a command. Its usage errors go to standard error with exit status 2.
---@param name string "lucena perft"
---@param summary string one sentence
---@param usage string the text after the name
---@param epilog? string
---@return table parser
function M.parser(name, summary, usage, epilog)
  local is_there, argparse = pcall(require, "argparse")
  if not is_there then
    exit.fail(exit.IO, "Lua's module argparse is not found: install it (luarocks install argparse);"
      .. " LUA_PATH may hide it")
  end
  local parser = argparse(name, summary, epilog)
    :usage("Usage: " .. name .. " " .. usage)
    :help_description_margin(28)
    :help_max_width(79)
  function parser:error(message)
    message = message:gsub("\nDid you mean", "; did you mean")
    io.stderr:write(self:get_usage(), "\n", "lucena: ", phrase.safe(message), "\n")
    if message == "missing argument 'VERB'" then
      io.stderr:write(list_of_verbs(epilog))
    end
    os.exit(exit.USAGE, true)
  end
  -- Print "-o, --output FILE" in one line; by default, argparse prints two, aligned right.
  local new_option = parser.option
  function parser:option(...)
    local new = new_option(self, ...)
    function new._get_label_lines(option)
      return { table.concat(option._aliases, ", ") .. " " .. table.concat(option:_get_argument_list(), " ") }
    end
    return new
  end
  return parser
end

--- List the options declared since the last group under this title in the help.
---@param parser table of parser()
---@param title string
function M.end_group(parser, title)
  local first = (parser.grouped or 0) + 1
  parser:group(title, table.unpack(parser._options, first))
  parser.grouped = #parser._options
end

-- A file that is read and written at the same time never ends: `lucena merge a.pgn >> a.pgn`.
local function refuse_output(path)
  local core = require("lucena.core")
  local name, place = path, path
  if path == "-" then
    name, place = "standard input", "/dev/stdin"
  end
  if core.is_regular(1) and core.is_same_file(place, "/dev/stdout") then
    exit.fail(exit.USAGE, ("%s is also standard output and would be read again; write to another file"):format(name))
  end
end

--- The files to read: the ones given, or standard input if it is a pipe. None may be standard output.
---@param files string[]
---@param parser table
---@param noun? string default "FILE"
---@return string[]
function M.inputs(files, parser, noun)
  if #files == 0 and terminal.is_terminal(0) then
    parser:error(("give a %s, or - for standard input"):format(noun or "FILE"))
  end
  files = #files > 0 and files or { "-" }
  for _, path in ipairs(files) do
    refuse_output(path)
  end
  return files
end

--- Whether two output paths name the same file, so that the second output would replace the first.
---@param path string? "-" is standard output
---@param other string?
---@return boolean
function M.is_same_output(path, other)
  return path ~= nil and other ~= nil
    and (path == other or path ~= "-" and other ~= "-" and require("lucena.core").is_same_file(path, other))
end

return M
