--- Calls functions while the garbage collector runs a finalizer at every allocation, so that the finalizer runs in the
-- middle of a method, wherever that is possible.

local M = {}

local use, runs, failures -- use: the function that the finalizer calls; nil: none

-- The finalizer makes a new object, which the next cycle collects.
local meta = {}
local function arm() setmetatable({}, meta) end
function meta.__gc()
  arm()
  if not use then return end
  runs = runs + 1
  local done, message = pcall(use)
  if not done then
    failures[#failures + 1] = tostring(message)
  end
end

-- With these parameters, each step of the collector is a full cycle, and each allocation makes a step.
local function heat() collectgarbage("incremental", 1, 1000, 63) end
local function cool() collectgarbage("incremental", 200, 100, 13) end

local function stop(_, ...)
  use = nil
  return ...
end

--- Call f(...) while `disturb` runs in a finalizer at every allocation. `primer` is an empty table: adding a field
-- allocates memory without a step of the collector, so that the first function of Lua that looks makes one.
---@return table results those of pcall
---@return integer runs how often `disturb` ran before f returned
---@return string[] failures errors of `disturb`
function M.call(disturb, f, ...)
  local primer = {}
  runs, failures = 0, {}
  heat()
  collectgarbage()
  use = disturb
  primer[1] = true
  local results = table.pack(stop(primer, pcall(f, ...)))
  cool()
  return results, runs, failures
end

arm()

return M
