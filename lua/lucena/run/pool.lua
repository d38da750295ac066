--- A pool of workers: processes that take tasks and answer in frames.
-- Each worker has at most two tasks and answers them in order. Because of the second task, it need not wait for this
-- process between two tasks. A worker that dies or sends invalid data is replaced. Its current task is given to another
-- worker. If this worker dies, too, the task fails. All pipes are polled together, so the pool never waits for a single
-- worker.
-- @module lucena.run.pool

local core = require("lucena.core")
local frame = require("lucena.run.frame")

local M = {}

local AT_ONCE = 2 -- tasks per worker
local TRIES = 2
local BLOCK = 1 << 18 -- bytes of one read

-- ---- a worker ------------------------------------------------------------------------------------

local Worker = {}
Worker.__index = Worker

local function new_worker(argv, args)
  local process, message = core.process(argv)
  if not process then
    return nil, message
  end
  return setmetatable({ process = process, tasks = {}, sending = frame.wrap(0, args), sent = 0, got = {},
    size = 0 }, Worker)
end

function Worker:give(task)
  self.tasks[#self.tasks + 1] = task
  self.sending = self.sending:sub(self.sent + 1) .. frame.wrap(task.number, task.bytes)
  self.sent = 0
end

-- Send the input that is waiting. Returns false if the worker accepts no more input.
function Worker:send()
  local count = self.process:write(self.sending, 0, self.sent + 1)
  if not count then
    return false
  end
  self.sent = self.sent + count
  if self.sent == #self.sending then
    self.sending, self.sent = "", 0
  end
  return true
end

-- Process the bytes of a header. Returns false if this is not the frame of the current task.
function Worker:take_header(bytes)
  local number, size = frame.read_header(bytes)
  if not self.tasks[1] or number ~= self.tasks[1].number then
    return false
  end
  self.wanted = size + frame.MARK
  return true
end

-- Process the bytes of an answer with the end mark. Returns false if the end mark is wrong.
function Worker:take_answer(bytes)
  local task = self.tasks[1]
  if not frame.is_mark(bytes:sub(-frame.MARK), task.number, #bytes - frame.MARK) then
    return false
  end
  self.wanted = nil
  table.remove(self.tasks, 1)
  task.bytes = nil
  task.answer = frame.decode(bytes)
  return true
end

-- Read the output of a worker: a header, then an answer. No call reads beyond them, so no bytes have to be moved.
-- Returns false if the worker is no longer usable.
function Worker:receive()
  local needed = self.wanted or frame.HEADER
  local bytes, _, code = self.process:read(0, math.min(needed - self.size, BLOCK))
  if not bytes then
    return code == "timeout"
  end
  self.got[#self.got + 1], self.size = bytes, self.size + #bytes
  if self.size < needed then
    return true
  end
  bytes = table.concat(self.got)
  self.got, self.size = {}, 0
  if self.wanted then
    return self:take_answer(bytes)
  end
  return self:take_header(bytes) and self:receive() -- the answer usually follows at once
end

-- Describe how the worker ended, for messages.
function Worker:ending()
  local how, code = self.process:wait(0.1)
  if how == "signal" then
    return ("was ended by signal %d"):format(code)
  end
  return how == "exit" and ("ended with status %d"):format(code) or "gave no answer that could be read"
end

-- ---- the pool ------------------------------------------------------------------------------------

local Pool = {}
Pool.__index = Pool

--- Create a pool. Workers after the first are started when there are tasks for them.
---@param argv string[] the command line of a worker
---@param args string the parsed arguments of the command, encoded by `lucena.run.frame`
---@param size integer the maximum number of workers
---@return table pool
function M.new(argv, args, size)
  return setmetatable({ argv = argv, args = args, size = size, workers = {}, waiting = {}, number = 0 }, Pool)
end

-- Start a worker. Returns nil and a message if that fails.
function Pool:start()
  local worker, message = new_worker(self.argv, self.args)
  self.workers[#self.workers + 1] = worker
  return worker, message
end

--- Start the first worker. Returns a message if no worker can be started.
---@return string? problem
function Pool:begin()
  return select(2, self:start())
end

--- Add a task. wait() later sets its field `answer`, or `failure`, a description of how its workers ended.
---@param value any plain data
---@param is_next boolean? before the tasks that no worker has
---@return table task
function Pool:submit(value, is_next)
  self.number = self.number + 1 & 0xFFFFFFFF
  local task = { number = self.number, bytes = frame.encode(value), tries = 0 }
  table.insert(self.waiting, is_next and 1 or #self.waiting + 1, task)
  return task
end

-- Give the tasks of a dead worker to other workers. A current task that has ended several workers fails.
function Pool:bury(worker)
  local ending = worker:ending()
  worker.process:close()
  for i, other in ipairs(self.workers) do
    if other == worker then
      table.remove(self.workers, i)
      break
    end
  end
  local first = worker.tasks[1]
  if first then
    first.tries = first.tries + 1
    if first.tries == TRIES then
      first.failure = ending
      table.remove(worker.tasks, 1)
    end
  end
  table.move(self.waiting, 1, #self.waiting, #worker.tasks + 1)
  table.move(worker.tasks, 1, #worker.tasks, 1, self.waiting)
end

-- Return the worker with the fewest tasks, or a new one if the maximum is not reached. If no more workers can be
-- started (`ulimit -n`, `ulimit -u`), their present number is the maximum.
function Pool:idlest()
  local best
  for _, worker in ipairs(self.workers) do
    if not best or #worker.tasks < #best.tasks then
      best = worker
    end
  end
  if #self.workers < self.size and not (best and #best.tasks == 0) then
    local worker, message = self:start()
    if worker or not best then
      return worker, message
    end
    self.size = #self.workers
  end
  return #best.tasks < AT_ONCE and best or nil
end

-- Assign tasks to workers. Returns a message if no worker can be started.
function Pool:assign()
  while #self.waiting > 0 do
    local worker, message = self:idlest()
    if not worker then
      return message
    end
    local task = table.remove(self.waiting, 1)
    worker:give(task)
  end
end

--- Wait until a worker has accepted input or sent an answer.
---@param seconds? number the maximum time to wait
---@return string? problem no worker can be started
function Pool:wait(seconds)
  local problem = self:assign()
  if problem then
    return problem
  end
  local readers, writers, of = {}, {}, {}
  for _, worker in ipairs(self.workers) do
    local process = worker.process
    of[process], readers[#readers + 1] = worker, process
    if worker.sending ~= "" then
      writers[#writers + 1] = process
    end
  end
  local readable, writable = core.ready(readers, writers, seconds)
  for process, worker in pairs(of) do
    local is_well = not writable[process] or worker:send()
    -- Use the answers that the worker wrote before it ended.
    if (readable[process] or not is_well) and not (worker:receive() and is_well) then
      self:bury(worker)
    end
  end
end

--- Cancel the unfinished tasks. Answers can still be used.
function Pool:clear()
  self.waiting = {}
  for i = #self.workers, 1, -1 do
    local worker = self.workers[i]
    if #worker.tasks > 0 then
      worker.process:close()
      table.remove(self.workers, i)
    end
  end
end

--- End all workers.
function Pool:close()
  for _, worker in ipairs(self.workers) do
    worker.process:kill() -- all of them end at the same time
  end
  for _, worker in ipairs(self.workers) do
    worker.process:close()
  end
  self.workers, self.waiting = {}, {}
end

Pool.__close = Pool.close
Pool.__gc = Pool.close

return M
