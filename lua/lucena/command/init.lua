--- The lucena command: finds the command named by the first argument and runs it.
-- Each command is a file in this folder that returns a table:
--
-- - `summary`: a line for the list of commands;
-- - `group`: the title of its group in that list, `order`: its position in the whole list;
-- - `is_common`: true if the command is on the first help screen;
-- - `parser(argv)`: returns an argparse parser; argv is nil if only the help page is needed;
-- - `run(args, parser)`: runs the command and returns the exit status; nil is 0;
-- - `split(argv)`, only in commands that run a script: returns the command's own arguments, and the arguments of the
--   script, which become `args.rest`;
-- - `plain(argv)`, optional: returns `args` of a common command line that needs no parser, or nil. Loading argparse
--   takes a quarter of the time until the prompt appears. `run` then gets no parser.
--
-- @module lucena.command

local exit = require("lucena.run.exit")
local messages = require("lucena.run.messages")
local plugin = require("lucena.plugin")
local spare = require("lucena.spare")
local stdio = require("lucena.run.stdio")

local M = {}

--- Return the table of a command, or nil if there is no command of that name.
---@param name string a hyphen in it is an underscore in the file's name
---@return table?
function M.find(name)
  local module = "lucena.command." .. name:gsub("-", "_")
  local may_be = name ~= "init" and name:find("^%l[%l%d-]*$")
  return may_be and plugin.is_there(module) and plugin.load("command", module) or nil
end

--- Return the names of all commands in the order of the help.
---@return string[]
function M.names()
  local names, order = {}, {}
  for _, module in ipairs(plugin.names("lucena.command")) do
    local name = module:gsub("_", "-")
    local command = M.find(name)
    if command and not command.is_hidden then
      names[#names + 1] = name
      order[name] = command.order or 100
    end
  end
  table.sort(names, function(a, b)
    return order[a] < order[b] or order[a] == order[b] and a < b
  end)
  return names
end

--- End with an error message if the command does not exist.
---@param name string
---@return table command
function M.need(name)
  return M.find(name) or require("lucena.run.unknown_command").fail(name, M.names())
end

-- Load the C core, which every command uses. If this fails, the installation or LUCENA_CPU is wrong.
local function load_core()
  if not plugin.is_there("lucena.core", package.cpath) then
    exit.fail(exit.IO, "the C core is not built: run `make` in the source tree")
  end
  local is_loaded, message = pcall(require, "lucena.core")
  if not is_loaded then
    exit.fail(exit.IO, message)
  end
end

--- Return a parser that is made when one of its methods is called, to report wrong usage.
---@param command table
---@param argv string[]
---@return table parser
function M.lazy_parser(command, argv)
  return setmetatable({}, { __index = function(_, name)
    local parser = command.parser(argv)
    local value = parser[name]
    return type(value) ~= "function" and value or function(_, ...)
      return value(parser, ...)
    end
  end })
end

-- Options whose value may begin with a minus sign, which the parser of options would take for an option.
local ORDERS = { ["--sort"] = true, ["--by"] = true }

-- Return the arguments with `--sort -plies` as `--sort=-plies`.
local function joined(argv)
  local list = {}
  for i, word in ipairs(argv) do
    if ORDERS[argv[i - 1]] and (word:find("^%-%a%a") or word:find("^%-%(")) then
      list[#list] = list[#list] .. "=" .. word
    else
      list[#list + 1] = word
    end
  end
  return list
end

-- A command may allocate this much before the collector starts. A short one ends before that, and saves the time to
-- mark its modules, a twentieth of the whole. (A negative step is a credit.)
local FREE_KIB = 1024

local function run_command(name, argv)
  load_core()
  local command = M.need(name)
  local own, rest = joined(argv), nil
  if command.split then
    own, rest = command.split(own)
  end
  local args, parser = command.plain and command.plain(own), M.lazy_parser(command, own)
  if not args then
    local arguments = require("lucena.run.arguments")
    parser = command.parser(own)
    args = parser:parse(own)
    arguments.argv, arguments.parsed = M.argv, args.jobs and require("lucena.run.frame").encode(args)
  end
  args.rest = rest
  collectgarbage("restart")
  collectgarbage("step", -FREE_KIB)
  return command.run(args, parser)
end

-- Options of the prompt, which may also be given without the command name `repl`.
local OF_REPL = {
  ["-e"] = true, ["-i"] = true, ["--no-init"] = true, ["--ascii"] = true, ["--dialect"] = true, ["--color"] = true,
  ["--lang"] = true, ["--resume"] = true,
}

-- Whether the first argument is a file for the prompt: a script, or games or positions.
local function is_file(name)
  return name:find("%.lua$") ~= nil or not M.find(name) and require("lucena.command.repl").is_data(name)
end

-- Remove the options --dialect-path from the arguments, and add their folders. All commands accept this option.
local function take_folders(argv)
  local out, i = {}, 1
  while i <= #argv do
    local folder = argv[i]:match("^%-%-dialect%-path=(.+)$")
    if argv[i] == "--dialect-path" then
      i, folder = i + 1, argv[i + 1]
      if not folder then
        exit.fail(exit.USAGE, "--dialect-path: a folder is expected")
      end
    end
    if folder then
      load_core()
      require("lucena.notation.own").add_folder(folder)
    elseif argv[i] == "--" then
      return table.move(argv, i, #argv, #out + 1, out)
    else
      out[#out + 1] = argv[i]
    end
    i = i + 1
  end
  return out
end

local function dispatch(argv)
  stdio.check_prints()
  argv = take_folders(argv)
  local first = argv[1]
  if first == "--version" or first == "-V" then
    stdio.write(require("lucena")._VERSION, "\n")
    return exit.OK
  elseif first == "-h" or first == "--help" then
    return run_command("help", first == "--help" and { "--all" } or {})
  elseif first == nil or OF_REPL[first] then
    return run_command("repl", argv)
  elseif first:sub(1, 1) == "-" then
    exit.fail(exit.USAGE, ("unknown option '%s' (`lucena help` lists the commands)"):format(first))
  end
  load_core()
  if is_file(first) then
    return run_command("repl", argv)
  end
  return run_command(first, table.move(argv, 2, #argv, 1, {}))
end

-- Describe an error. Errors of fail() and Ctrl-C are described without a traceback.
local function describe(value)
  if exit.is_failure(value) or exit.is_interrupt(value) or exit.is_no_memory(value) then
    return value
  elseif plugin.is_fault(value) then
    return tostring(value)
  end
  return exit.describe(value)
end

-- Exit statuses if messages could not be written, by the system's error number, which is the same on every system. If
-- standard error is closed (EBADF), the user does not want messages. If the program that reads the pipe has exited
-- (EPIPE), the exit status is the same as after the signal SIGPIPE.
local OF_FAILURE = { [9] = false, [32] = exit.PIPE }

-- Return the exit status of a command that ended normally. It is a failure if messages could not be written.
local function finish(status)
  stdio.flush()
  local failure = messages.failure()
  local of_failure = OF_FAILURE[failure]
  if of_failure == nil and failure then
    of_failure = exit.IO
  end
  return of_failure or status
end

-- Print the error that ended the command, if any. Return the exit status.
local function tell(done, status)
  messages.wipe()
  if done then
    return status or exit.OK
  elseif exit.is_failure(status) then
    if status.message then
      messages.note(status.message)
    end
    return status.status
  elseif exit.is_interrupt(status) then
    messages.note("interrupted")
    return exit.INTERRUPTED
  elseif exit.is_fault(status) then
    messages.note(status.message .. status.trace)
    return status.status
  end
  messages.note(status)
  return exit.USAGE
end

--- Run the command line. If memory runs out, the error is reported without creating any string or function.
---@param argv string[] as the interpreter gives it in `arg`
---@return integer status
function M.main(argv)
  M.argv = argv
  local is_built, core = pcall(require, "lucena.core")
  if is_built then
    core.hold_standard()
    spare.hold()
    core.heed_interrupts()
  end
  collectgarbage("stop") -- the modules and the parser of a command have little garbage; restarted by run_command()
  local done, status = xpcall(dispatch, describe, argv)
  collectgarbage("restart")
  if done then
    done, status = xpcall(finish, describe, status)
  end
  if done or not exit.is_no_memory(status) then
    done, status = pcall(tell, done, status)
    if done then
      return status
    end
  end
  io.stderr:write("lucena: not enough memory\n")
  return exit.IO
end

return M
