--- The loop of commands that read texts with prose and write one output: `read` and `translate`.
-- With workers, each worker reads whole files. The notation and the headings of a text are found in all of it, so a
-- text is never cut. This process merges the answers in the order of the files; it reads standard input itself.
-- @module lucena.run.texts

local arguments = require("lucena.run.arguments")
local document = require("lucena.run.document")
local exit = require("lucena.run.exit")
local faults = require("lucena.run.faults")
local messages = require("lucena.run.messages")
local output = require("lucena.run.output")
local tallies = require("lucena.run.tally")

local M = {}

-- Read an input and write its output. Returns the exit status, and the second result of `work`.
local function read_text(path, writer, work)
  local text, more, found = document.read(path)
  if not text then
    messages.note(more)
    return exit.IO
  end
  local status, result = work(path, text, more, writer)
  return exit.worst(found, status), result
end

-- Do the same, and report an internal error.
local function read(path, writer, work)
  local tally = tallies.new()
  local done, status, result = faults.attempt(tally, path, read_text, path, writer, work)
  if done then
    return status, result
  end
  return tally.status
end

--- Return the function of a worker that reads an input. Its answer is plain data: the output, the messages, the exit
-- status and the second result of `work`.
---@param work function as for each()
---@return fun(path: string): table
function M.task(work)
  return function(path)
    local lines, writer = {}, require("lucena.core").memory_writer()
    messages.divert(function(line) lines[#lines + 1] = { line = line } end)
    faults.divert(function(message, trace) lines[#lines + 1] = { fault = message, trace = trace } end)
    local status, result = read(path, writer, work)
    return { lines = lines, text = require("lucena.core").take_text(writer), status = status, result = result }
  end
end

-- Wait for the answer of a task, and write its output and messages.
local function take_answer(pool, path, task, writer)
  while not (task.answer or task.failure) do
    local problem = pool:wait()
    if problem then
      exit.fail(exit.IO, problem)
    end
  end
  if task.failure then
    messages.note(("%s was not read: its worker %s, and another one ended, too"):format(path, task.failure))
    return exit.IO
  end
  local answer = task.answer
  for _, item in ipairs(answer.lines) do
    if item.fault then
      faults.show(item.fault, item.trace)
    else
      messages.say(item.line)
    end
  end
  output.check(writer:write(answer.text))
  return answer.status, answer.result
end

-- Return a function that reads the i-th input. It keeps a few tasks ahead of the input that is merged.
local function sharer(pool, paths, writer, work)
  local tasks, given = {}, 0
  return function(i)
    while given < math.min(#paths, i + 2 * pool.size + 1) do
      given = given + 1
      tasks[given] = paths[given] ~= "-" and pool:submit(paths[given]) or nil
    end
    local task = tasks[i]
    tasks[i] = nil
    if task then
      return take_answer(pool, paths[i], task, writer)
    end
    return read(paths[i], writer, work)
  end
end

--- Call a function for each input of a command, and finish the output.
---@param args {files: string[], output: string?}
---@param parser table
---@param work function(path, text, is_utf16, writer): returns the exit status for this text, and plain data
---@param absorb? function gets this data, in the order of the inputs
---@param jobs? integer the number of workers, whose command has `task`
---@return integer status the highest of all inputs
function M.each(args, parser, work, absorb, jobs)
  local status = exit.OK
  local path = args.output or "-"
  local paths = arguments.inputs(args.files, parser)
  local writer = output.open(path)
  local pool <close> = jobs and #paths > 1 and require("lucena.run.workers").start(jobs) or nil
  local share = pool and sharer(pool, paths, writer, work)
  for i, name in ipairs(paths) do
    local found, result
    if share then
      found, result = share(i)
    else
      found, result = read(name, writer, work)
    end
    status = exit.worst(status, found)
    if result and absorb then
      absorb(result)
    end
  end
  output.finish(writer, path, status)
  return status
end

return M
