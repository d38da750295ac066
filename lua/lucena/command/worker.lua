--- lucena worker: a process that reads parts of files for another one, started by --jobs.
-- Tasks come in frames on standard input, answers go out on standard output, until the input ends. What a script prints
-- goes to standard error, so that it is seen and no answer is spoiled.
-- @module lucena.command.worker

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local frame = require("lucena.run.frame")
local messages = require("lucena.run.messages")
local reading = require("lucena.run.reading")

local M = {
  summary = "read parts of files for `--jobs`, which starts it",
  is_hidden = true,
}

local SHOWN = 1000 -- diagnostics that one part answers with; more are counted

function M.parser()
  return arguments.parser("lucena worker", "Read parts of files for --jobs, which starts it.", "COMMAND ARGUMENT...")
end

function M.split(argv)
  return {}, argv
end

-- Nothing but frames goes to standard output.
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

-- What is said about the part goes into the answer, in order.
local function listen(job)
  local said, hidden = {}, 0
  function job.say(record, is_of_reader)
    if #said == SHOWN then
      hidden = hidden + 1
      return
    end
    said[#said + 1] = { text = record.text, severity = record.severity,
      is_odd = is_of_reader and record.code == "unsupported_variant" or nil }
  end
  function messages.say(line) -- luacheck: ignore
    said[#said + 1] = { line = line }
  end
  return said, function() return hidden end
end

-- The answer to a task.
local function work(job, task)
  job.games, job.plies, job.errors, job.passed, job.status, job.reported = 0, 0, 0, nil, exit.OK, 0
  local said, hidden = listen(job)
  job.restart(task)
  local done, problem, is_cut, odd = xpcall(reading.part, function(value)
    return reading.describe(job, value)
  end, job, task.path, task.part)
  if not done and not exit.is_failure(problem) then
    error(problem, 0)
  end
  return {
    said = said, hidden = hidden() + math.max(0, job.reported - #said - hidden()), odd = done and odd or 0,
    games = job.games, plies = job.plies, errors = job.errors, passed = job.passed, status = job.status,
    problem = done and problem or nil, is_cut = done and is_cut or nil, result = job.answer(),
    failure = not done and { status = problem.status, message = problem.message } or nil,
  }
end

-- The next task, or nil at the end of input.
local function receive()
  local header = io.stdin:read(frame.HEADER)
  local number, size = nil, nil
  if header and #header == frame.HEADER then
    number, size = frame.read_header(header)
  end
  local bytes = size and io.stdin:read(size)
  local mark = bytes and io.stdin:read(frame.MARK)
  if mark and frame.is_mark(mark, number, size) then
    return number, frame.decode(bytes)
  end
end

function M.run(args)
  local out = divert_output()
  local name = args.rest[1]
  local command = name and require("lucena.command").find(name)
  if not command or not command.work then
    exit.fail(exit.USAGE, "a worker is started by --jobs of the commands that have it")
  end
  local argv = table.move(args.rest, 2, #args.rest, 1, {})
  local parser = command.parser(argv)
  local job = command.work(parser:parse(argv), parser)
  collectgarbage("incremental", 150, 400)
  for number, task in receive do
    out:write(frame.wrap(number, frame.encode(work(job, task))))
    out:flush()
  end
end

return M
