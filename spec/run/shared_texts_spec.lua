-- The shared memory for the texts of workers: which task has which slots, and when they are used again.

local shared_texts = require "lucena.run.shared_texts"
local pools = require "lucena.run.pool"

local LUA = os.getenv "LUCENA_LUA" or "lua5.4"
local SAMPLE = "spec/data/engine/engine.pgn"

describe("the slots of shared memory", function()
  it("are given to one task at a time", function()
    local given <close> = shared_texts.new(2)
    local a, b, c = {}, {}, {}
    assert.same({ 0, 2, nil }, { given:give(a).first, given:give(b).first, given:give(c) })
    given:release(c)
    assert.is_nil(given:give(c))
    given:release(a)
    given:release(a)
    assert.same({ 0, nil }, { given:give(c).first, given:give(a) })
    given:clear()
    assert.same({ 0, 2, nil }, { given:give(a).first, given:give(b).first, given:give(c) })
  end)
end)

-- Returns a task that converts the first games of the sample.
local function task_of(count)
  return { path = SAMPLE, part = { offset = 0, line = 1, column = 1, games = 0, last = count } }
end

-- Returns the text that the task must have.
local function expected(count)
  local writer = require("lucena.core").memory_writer()
  for game in require("lucena").games(SAMPLE) do
    if game.number > count then
      break
    end
    writer:export(game, "uci")
  end
  return require("lucena.core").take_text(writer)
end

local function wait(pool, ...)
  for _, task in ipairs { ... } do
    while not task.answer do
      assert.is_nil(task.failure)
      assert.is_nil(pool:wait(60))
    end
  end
end

local function text_of(task)
  local result = task.answer.result
  return type(result) == "string" and result or result.text
end

describe("a pool", function()
  local pool
  before_each(function()
    pool = pools.new({ LUA, "scripts/lucena", "worker", "convert", "-t", "uci", SAMPLE }, 1)
  end)
  after_each(function()
    pool:close()
  end)

  it("gets the texts of as many tasks as have slots, and the other texts as strings", function()
    local tasks = {}
    for i = 1, 6 do
      tasks[i] = pool:submit(task_of(i))
    end
    wait(pool, table.unpack(tasks))
    for i, task in ipairs(tasks) do
      assert.equal(i <= 4 and "userdata" or "string", type(task.answer.result))
      assert.equal(expected(i), text_of(task))
    end
    pool:release(tasks[2])
    local next_one = pool:submit(task_of(7))
    wait(pool, next_one)
    assert.has_error(function() return text_of(tasks[2]) end, "the text was released")
    assert.equal("userdata", type(next_one.answer.result))
    for i, count in pairs { [1] = 1, [3] = 3, [4] = 4 } do
      assert.equal(expected(count), text_of(tasks[i]))
    end
    assert.equal(expected(7), text_of(next_one))
  end)

  it("keeps the slots of a task whose worker dies", function()
    local first, second = pool:submit(task_of(20)), pool:submit(task_of(30))
    pool:wait(60)
    pool.workers[1].process:kill()
    local third = pool:submit(task_of(10))
    wait(pool, first, second, third)
    for task, count in pairs { [first] = 20, [second] = 30, [third] = 10 } do
      assert.equal("userdata", type(task.answer.result))
      assert.equal(expected(count), text_of(task))
    end
  end)

  it("has all slots again after clear()", function()
    for _ = 1, 3 do
      local tasks = {}
      for i = 1, 4 do
        tasks[i] = pool:submit(task_of(i))
      end
      wait(pool, tasks[1])
      assert.equal("userdata", type(tasks[1].answer.result))
      pool:clear()
    end
    local task = pool:submit(task_of(5))
    wait(pool, task)
    assert.equal("userdata", type(task.answer.result))
  end)
end)
