--- Implements --jobs: workers read the parts of a file, and this process merges their answers in order.
-- This process only finds the beginnings of games. For a plain file, a worker gets the offsets of its part; for other
-- files it gets the bytes. Its answer has the diagnostics, the counts and the text to write. Answers are merged in the
-- order of the parts, so that the output is the same as that of one process. Each worker has at most two parts at a
-- time, which limits the memory.
-- A part has 1 MiB, unless the client asks for less. The first parts are smaller, so that all workers start soon. If
-- workers are no longer wanted (after Ctrl-C, with some clients), this process reads the unfinished parts itself.
-- @module lucena.run.workers

local arguments = require("lucena.run.arguments")
local exit = require("lucena.run.exit")
local faults = require("lucena.run.faults")
local messages = require("lucena.run.messages")
local plugin = require("lucena.plugin")
local pools = require("lucena.run.pool")
local parts = require("lucena.core").parts

local M = {}

local SMALLEST, LARGEST = 1 << 16, 1 << 20 -- size of a part in bytes

-- Return the command line of a worker: that of this process, with "worker" before the command.
local function worker_line()
  local argv, words, first = arguments.argv, {}, 0
  while argv[first - 1] do
    first = first - 1
  end
  for i = first, #argv do
    if i == 1 then
      words[#words + 1] = "worker"
    end
    words[#words + 1] = argv[i]
  end
  return words
end

-- Return why no workers can be started, or nil.
local function obstacle()
  return not arguments.argv[-1] and not plugin.are_embedded() and "there is no command line to start a worker with"
    or nil
end

-- Return a pool with its first worker, or nil and why that cannot be started.
local function new_pool(size)
  local pool = pools.new(worker_line(), arguments.parsed, size)
  local problem = pool:begin()
  if problem then
    pool:close()
  end
  return not problem and pool or nil, problem
end

-- Return a pool of workers; if there is an obstacle, report it and return nil. If this process only passes answers on,
-- little memory is in use, and less frequent collection makes it 15 % faster.
local function start(size, problem, keeps_much)
  local pool
  if not problem then
    pool, problem = new_pool(size)
  end
  if problem then
    messages.note("--jobs: reading in one process: " .. problem)
    return nil
  end
  collectgarbage("incremental", keeps_much and 150 or 400, 400)
  require("lucena.core").keep_freed_memory()
  return pool
end

--- Start workers of this command, whose module has the function `task`. If that is not possible, report the reason and
--- return nil.
---@param size integer
---@return table? pool
function M.start(size)
  return start(size, obstacle())
end

--- Start the workers of an input. If one process must read the input, report the reason and return nil.
---@param input table
---@return table? pool
function M.open(input)
  return start(input.options.workers, input.options.salvage and "--salvage may have to read far ahead"
    or input.client.alone or obstacle(), input.client.keeps_much)
end

-- ---- distribution of parts -----------------------------------------------------------------------

-- A file that is being read. The workers have the parts from `first` to `count` in `parts`. `size` is the size of the
-- next part.
local Deal = {}
Deal.__index = Deal

function Deal:add(part)
  self.count = self.count + 1
  self.parts[self.count] = part
end

function Deal:submit(cut, last, text, restarts)
  local input, client = self.input, self.input.client
  cut.last, cut.text, cut.restarts = last, text or nil, restarts
  local value = { path = self.path, part = cut, task = client.task and client:task() }
  -- The task is stored if the part may have to be read again, or in this process.
  self:add { task = input.pool:submit(value), value = (client.renew or client.outlasts) and value or nil,
    from = cut.offset, to = parts.cut(self.reader).offset }
end

-- Add an entry for a game that is too large to be sent. Its diagnostic is created in this process.
function Deal:add_hole(games)
  local reader = self.reader
  local records, lost = reader:take_diagnostics()
  self:add { records = records, lost = lost, games = games, errors = reader.errors }
end

-- Find the next part and give it to a worker. Sets `follows` if a game comes after the part, and `is_dealt` if this was
-- the last part.
function Deal:scan()
  local reader, sends = self.reader, not parts.is_plain_file(self.reader)
  local cut, size = parts.cut(reader), self.size
  local text, last, restarts
  repeat
    local till = math.min(cut.offset + size, self.to)
    self.follows, text, last, restarts = parts.skip(reader, till, sends)
    last = sends and last or parts.cut(reader).games
    size = 2 * size
    self.is_dealt = not self.follows or till == self.to and last == parts.cut(reader).games
  until last ~= cut.games or parts.cut(reader).games ~= cut.games or self.is_dealt
  if self.follows == nil then
    self.problem, last = text, parts.cut(reader).games
  end
  if last > cut.games then
    self:submit(cut, last, sends and text, restarts)
  end
  if sends and self.follows and last < parts.cut(reader).games then
    self:add_hole(parts.cut(reader).games - last)
  end
end

-- Give the next part to a worker.
function Deal:next()
  self:scan()
  self.size = math.min(2 * self.size, self.input.client.part_size or LARGEST)
end

-- ---- merging results -----------------------------------------------------------------------------

function Deal:report(log)
  for _, item in ipairs(log) do
    if item.line then
      messages.say(item.line)
    elseif item.detected then
      self.input.log:count_detected(item.detected)
    elseif item.fault then
      faults.show(item.fault, item.trace)
    elseif not (item.is_odd and self.odd > 0) then -- only the first unsupported variant of a file is reported
      self.input:report { item }
    end
  end
end

function Deal:take_hole(part)
  self.input:report(part.records)
  self.input.log:hide(part.lost)
  self.input.tally:add(part.games, 0, part.errors)
end

-- Merge an answer. Returns a message if reading failed, and whether reading stopped there.
function Deal:take_answer(answer)
  local input = self.input
  self:report(answer.log)
  input.log:hide(answer.hidden)
  self.odd = self.odd + answer.odd
  input.tally:merge(answer.tally)
  local stops = input.client:absorb(answer.result)
  local failure = answer.failure
  if failure and failure.status == exit.INTERNAL then
    return exit.fault(failure.status, failure.message), true
  elseif failure then
    exit.fail(failure.status, failure.message)
  elseif answer.is_done then
    input:stop()
  end
  return answer.problem, answer.is_cut or stops
end

-- Wait for the workers. A client may outlast an error such as Ctrl-C.
function Deal:wait()
  local pool, client = self.input.pool, self.input.client
  if not client.outlasts then
    return pool:wait()
  end
  local done, problem = pcall(pool.wait, pool)
  if not done and not client:outlasts(problem) then
    error(problem, 0)
  end
  return done and problem or nil
end

-- Read a part in this process.
function Deal:read_here(part)
  local problem, is_cut, odd = self.input:read_part(self.path, part.value.part)
  self.odd = self.odd + (odd or 0)
  return problem, is_cut
end

-- If the answer has more games than are needed, read the part again as a new task, up to the last game needed.
function Deal:renew(part, answer)
  local input = self.input
  local client = input.client
  local task = part.value and client.renew and client:renew(part.value.task, answer.result)
  if not task then
    return false
  end
  input.pool:clear()
  part.value.task = task
  part.task = input.pool:submit(part.value)
  return true
end

-- Cancel the tasks of all parts that are not merged. Their answers can no longer be used.
function Deal:drop()
  self.input.pool:clear()
end

-- Process the answer of the first unfinished part. Returns a message if reading failed, and whether reading stopped
-- there.
function Deal:settle()
  local part = self.parts[self.first]
  local task, problem, is_cut = part.task, nil, nil
  if task and not task.answer and self.input.client.has_ended then
    self.input.pool:clear()
    problem, is_cut = self:read_here(part)
  elseif task and not task.answer and not task.failure then
    return self:wait()
  elseif task and task.failure then
    return ("%s: the games in bytes %d to %d were not read: their worker %s, and another one ended, too"):format(
      self.path, part.from, part.to, task.failure)
  elseif not task then
    self:take_hole(part)
  elseif self:renew(part, task.answer) then
    return nil
  else
    problem, is_cut = self:take_answer(task.answer)
  end
  self.parts[self.first] = nil
  self.first = self.first + 1
  self.input:show_progress(self.reader)
  return problem, is_cut
end

--- Read the games of a span.
---@param input table with `pool`
---@param reader lucena.Reader after the games before the span
---@param path string
---@param span table
---@return boolean? follows whether a game comes after them
---@return string? problem
---@return boolean? is_cut
---@return integer odd number of games of unsupported variants
function M.read(input, reader, path, span)
  local deal = setmetatable({ input = input, reader = reader, path = path, to = span.to, parts = {}, first = 1,
    count = 0, size = math.min(SMALLEST, input.client.part_size or SMALLEST), odd = 0 }, Deal)
  local room = 2 * input.pool.size + 2
  local problem, is_cut
  input.reader = nil -- an error now belongs to a worker's reader, not to this one
  while not problem and not is_cut do
    while not deal.is_dealt and deal.count - deal.first + 1 < room do
      deal:next()
    end
    if deal.first <= deal.count then
      problem, is_cut = deal:settle()
    else
      break
    end
  end
  input.reader = reader
  if problem or is_cut then
    deal:drop()
  end
  return deal.follows, problem or deal.problem, is_cut, deal.odd
end

return M
