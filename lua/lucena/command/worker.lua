--- lucena worker: a process that reads parts of files for another process. --jobs starts it. It reads frames from
-- standard input: first the parsed arguments of the command, because parsing them takes a third of the start; then
-- tasks, until the input ends. It writes the answers to standard output. The output of scripts goes to standard error,
-- so that it does not damage an answer. A command has `work(args, parser)`, whose client reads parts of
-- games (`lucena.run.parts`), or `task(args, parser)`, which returns a function from the data of a task to the answer.
-- @module lucena.command.worker

local parsers = require("lucena.run.parsers")
local exit = require("lucena.run.exit")
local faults = require("lucena.run.faults")
local frame = require("lucena.run.frame")
local messages = require("lucena.run.messages")

local M = {
  summary = "read parts of files for `--jobs`, which starts it",
  is_hidden = true,
}

local SHOWN = 1000 -- diagnostics sent per part; others are only counted

function M.parser()
  return parsers.new("lucena worker", "Read parts of files for --jobs, which starts it.", "COMMAND ARGUMENT...")
end

function M.split(argv)
  return {}, argv
end

function M.plain()
  return {}
end

-- Redirect all other output to standard error, because standard output may contain only frames.
local function divert_output()
  local out = io.stdout
  io.stdout = io.stderr -- luacheck: ignore
  io.output(io.stderr)
  function _G.print(...)
    local words = table.pack(...)
    for i = 1, words.n do
      words[i] = tostring(words[i])
    end
    io.stderr:write(table.concat(words, "\t"), "\n")
  end
  return out
end

-- The log of a part. Its lines are in the answer, in order.
local Recorder = {}
Recorder.__index = Recorder

local function new_recorder()
  return setmetatable({ lines = {}, hidden = 0 }, Recorder)
end

function Recorder:report(record, is_of_reader)
  if #self.lines == SHOWN then
    self.hidden = self.hidden + 1
    return
  end
  self.lines[#self.lines + 1] = { text = record.text, severity = record.severity, at = record.line,
    column = record.column, is_odd = is_of_reader and record.code == "unsupported_variant" or nil }
end

function Recorder:hide(count)
  self.hidden = self.hidden + count
end

function Recorder:count_detected(counts)
  self.lines[#self.lines + 1] = { detected = counts }
end

-- Return the answer to a task.
local function work(input, client, task)
  local log = new_recorder()
  messages.divert(function(line)
    log.lines[#log.lines + 1] = { line = line }
  end)
  faults.divert(function(message, trace)
    log.lines[#log.lines + 1] = { fault = message, trace = trace }
  end)
  input:restart(log)
  client:restart(task.task)
  local done, problem, is_cut, odd = xpcall(input.read_part, function(value)
    return input:describe(value)
  end, input, task.path, task.part)
  if exit.is_fault(problem) then
    done, problem = false, exit.failure(problem.status, problem.message .. problem.trace)
  elseif not done and not exit.is_failure(problem) then
    error(problem, 0)
  end
  return {
    log = log.lines, hidden = log.hidden, odd = done and odd or 0, tally = input.tally:plain(),
    problem = done and problem or nil, is_cut = done and is_cut or nil, is_done = input.is_done,
    result = client:answer(), failure = not done and { status = problem.status, message = problem.message } or nil,
  }
end

-- Return the number and the bytes of the next frame, or nil at the end of input.
local function receive()
  local header = io.stdin:read(frame.HEADER)
  local number, size = nil, nil
  if header and #header == frame.HEADER then
    number, size = frame.read_header(header)
  end
  local bytes = size and io.stdin:read(size)
  local mark = bytes and io.stdin:read(frame.MARK)
  if mark and frame.is_mark(mark, number, size) then
    return number, bytes
  end
end

local function fail()
  exit.fail(exit.USAGE, "this command is only for --jobs of other commands, which starts it")
end

-- Return the function that returns the answer to a task. The first frame has the arguments of the command.
local function doer(command, argv)
  local _, bytes = receive()
  local args = frame.decode(bytes or fail())
  local parser = require("lucena.command").lazy_parser(command, argv)
  if command.task then
    return command.task(args, parser)
  end
  local input, client = command.work(args, parser)
  input:serve(client)
  return function(task)
    return work(input, client, task)
  end
end

function M.run(args)
  local out = divert_output()
  local name = args.rest[1]
  local command = name and require("lucena.command").find(name)
  if not (command and (command.work or command.task)) then
    fail()
  end
  if not io.stdin:read(0) then -- the process that started this one has ended
    return
  end
  local answer_of = doer(command, table.move(args.rest, 2, #args.rest, 1, {}))
  collectgarbage("incremental", 150, 400)
  require("lucena.core").keep_freed_memory()
  for number, bytes in receive do
    frame.put(out, number, answer_of((frame.decode(bytes))))
  end
end

return M
