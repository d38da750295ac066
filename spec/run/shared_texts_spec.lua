-- The shared memory for the texts of workers: which task has which slots, and when they are used again.

local shared_texts = require "lucena.run.shared_texts"
local pools = require "lucena.run.pool"

local LUA = os.getenv "LUCENA_LUA" or "lua5.4"
local SAMPLE = "spec/data/engine/engine.pgn"

describe("the slots of shared memory", function()
  it("are given to one task at a time", function()
    local given <close> = shared_texts.new(2)
    local a, b, c = {}, {}, {}
    assert.same({ 0, 2, nil }, { given:give(a, 1).first, given:give(b, 2).first, given:give(c, 3) })
    given:release(c)
    assert.is_nil(given:give(c, 3))
    given:release(a)
    given:release(a)
    assert.same({ 0, nil }, { given:give(c, 2).first, given:give(a, 1) })
    given:release(b)
    given:release(c)
    assert.same({ 2, 0, nil }, { given:give(a, 2).first, given:give(b, 1).first, given:give(c, 2) })
  end)

  it("are those that the worker has used before, if they are free", function()
    local given <close> = shared_texts.new(3)
    local a, b, c = {}, {}, {}
    assert.same({ 0, 2, 4 }, { given:give(a, 1).first, given:give(b, 2).first, given:give(c, 2).first })
    given:release(a)
    given:release(c)
    assert.same({ 4, 0 }, { given:give(a, 2).first, given:give(b, 2).first })
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
    local args = require("lucena.run.frame").encode { to = "uci", files = { SAMPLE } }
    pool = pools.new({ LUA, "scripts/lucena", "worker", "convert" }, args, 1)
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

  it("keeps answers, and only the slots of answers, when unfinished tasks are cancelled", function()
    local first = pool:submit(task_of(5))
    wait(pool, first)
    for _ = 1, 3 do
      local tasks = { pool:submit(task_of(2)), pool:submit(task_of(3)), pool:submit(task_of(4)) }
      wait(pool, tasks[1])
      assert.equal("userdata", type(tasks[1].answer.result))
      pool:clear()
      assert.equal(expected(2), text_of(tasks[1]))
      pool:release(tasks[1])
    end
    assert.equal(expected(5), text_of(first))
  end)
end)
