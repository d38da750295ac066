-- A pool of workers: tasks, answers, and workers that end.

local chess = require "lucena"
local core = require "lucena.core"
local frame = require "lucena.run.frame"
local pools = require "lucena.run.pool"

local LUA = os.getenv "LUCENA_LUA" or "lua5.4"
local SAMPLE = "spec/data/engine/engine.pgn"

-- Returns a task that converts the first games of the sample.
local function task_of(count)
  return { path = SAMPLE, part = { offset = 0, line = 1, column = 1, games = 0, last = count } }
end

-- Returns the text that the task must have.
local function expected(count)
  local writer = core.memory_writer()
  for game in chess.games(SAMPLE) do
    if game.number > count then
      break
    end
    writer:export(game, "uci")
  end
  return core.take_text(writer)
end

local function wait(pool, ...)
  for _, task in ipairs { ... } do
    while not task.answer do
      assert.is_nil(task.failure)
      assert.is_nil(pool:wait(60))
    end
  end
end

describe("a pool", function()
  local pool
  before_each(function()
    local args = frame.encode { to = "uci", files = { SAMPLE } }
    pool = pools.new({ LUA, "scripts/lucena", "worker", "convert" }, args, 1)
  end)
  after_each(function()
    pool:close()
  end)

  it("gives each task its own answer", function()
    local tasks = {}
    for i = 1, 6 do
      tasks[i] = pool:submit(task_of(i))
    end
    wait(pool, table.unpack(tasks))
    for i, task in ipairs(tasks) do
      assert.equal(expected(i), task.answer.result)
    end
  end)

  it("gives the tasks of a worker that dies to another one", function()
    local first, second = pool:submit(task_of(20)), pool:submit(task_of(30))
    pool:wait(60)
    pool.workers[1].process:kill()
    local third = pool:submit(task_of(10))
    wait(pool, first, second, third)
    for task, count in pairs { [first] = 20, [second] = 30, [third] = 10 } do
      assert.equal(expected(count), task.answer.result)
    end
  end)

  it("keeps answers when unfinished tasks are cancelled", function()
    local first = pool:submit(task_of(5))
    wait(pool, first)
    for _ = 1, 3 do
      local tasks = { pool:submit(task_of(2)), pool:submit(task_of(3)), pool:submit(task_of(4)) }
      wait(pool, tasks[1])
      pool:clear()
      assert.equal(expected(2), tasks[1].answer.result)
    end
    assert.equal(expected(5), first.answer.result)
  end)
end)
