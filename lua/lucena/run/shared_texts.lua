--- The shared memory in which workers write the texts of their answers, so that texts need not go through pipes.
-- The main process gives each task its own slots. A worker writes the text there, and its answer only contains the slot
-- and the size. This process passes the text from there to the output, without a copy, and then releases the slots for
-- another task. A text that is longer than a slot, or for which there is no slot, is sent in the answer.
-- If a worker dies, its slots are released when it has been reaped, so two workers never write to one slot.
-- @module lucena.run.shared_texts

local core = require("lucena.core")

local M = {}

local TEXTS = 2 -- slots of a task; `lucena filter --rest` writes two texts
local MOST = 1 << 10 -- tasks with slots

-- ---- in the main process -------------------------------------------------------------------------

local Slots = {}
Slots.__index = Slots

--- Create the slots of tasks. If the system has no shared memory, no task has slots.
---@param tasks integer
---@return table slots
function M.new(tasks)
  tasks = math.min(tasks, MOST)
  local area = core.area(tasks * TEXTS)
  return setmetatable({ area = area, tasks = area and tasks or 0, holders = {}, users = {} }, Slots)
end

--- Give slots to a task, if possible those that its worker has used before: then their pages are known to this process.
-- Returns plain data for use() in the worker; nil if no slots are free.
---@param task table
---@param worker table
---@return table?
function Slots:give(task, worker)
  local found
  for i = 1, self.tasks do
    if not self.holders[i] and (not found or self.users[i] == worker) then
      found = i
    end
  end
  if found then
    self.holders[found], self.users[found] = task, worker
    return { first = (found - 1) * TEXTS, all = self.tasks * TEXTS, descriptor = self.area.descriptor }
  end
end

--- Take back the slots of a task, if it has any. The texts there can no longer be used.
---@param task table
function Slots:release(task)
  for i = 1, self.tasks do
    if self.holders[i] == task then
      self.holders[i] = nil
      for k = 0, TEXTS - 1 do
        self.area:release((i - 1) * TEXTS + k)
      end
    end
  end
end

--- Close the memory.
function Slots:close()
  if self.area then
    self.area:close()
  end
end

Slots.__close = Slots.close

-- ---- in a worker ---------------------------------------------------------------------------------

local area -- false: it cannot be opened
local slot, free = 0, 0 -- the next slot of the task, and how many there are

--- Use the slots of a task from now on.
---@param given table? from Slots:give()
function M.use(given)
  if given and area == nil then
    area = core.area(given.all, given.descriptor) or false
  end
  slot, free = given and given.first or 0, given and area and TEXTS or 0
end

--- Return a Writer whose text core.take_text() returns for an answer. The text is in a slot, if one is free.
---@return lucena.Writer
function M.writer()
  if free == 0 then
    return core.memory_writer()
  end
  slot, free = slot + 1, free - 1
  return core.memory_writer(area, slot - 1)
end

return M
