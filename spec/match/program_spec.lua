-- core.program: invalid descriptions of a query. C runs a program without checking its numbers again. So core.program
-- must reject indexes outside the arrays.
local chess = require("lucena")
local core = require("lucena.core")

-- A program whose tree has only one leaf; `changes` replaces some of its fields.
local function spec_of(changes)
  local spec = { nodes = { { kind = "leaf", first = 0 } }, leaves = { { op = "ever", entry = 0 } },
    steps = { { op = "check", yes = 0xffff, no = 0xfffe } }, names = { "White" } }
  for key, value in pairs(changes) do
    spec[key] = value
  end
  return spec
end

local function leaf(fields) return { leaves = { fields } } end

-- A program that contains this step.
local function step(fields)
  fields.yes, fields.no = fields.yes or 0xffff, fields.no or 0xfffe
  return { steps = { fields } }
end

-- A tree of N nested "not" nodes with a leaf at the end.
local function nots(count)
  local nodes = {}
  for i = 1, count do
    nodes[i] = { kind = "not", first = i, count = 1 }
  end
  nodes[count + 1] = { kind = "leaf", first = 0 }
  return { nodes = nodes }
end

local function sequence(fields)
  local spec = { op = "sequence", states = 1, anchors = 0, first_states = 1, last_states = 1, follow = { 0 },
    tests = { { entry = 0, states = 1 } } }
  for key, value in pairs(fields) do
    spec[key] = value
  end
  return leaf(spec)
end

local MANY = {}
for i = 1, 65 do
  MANY[i] = 0
end

local REFUSED = {
  { { nodes = false }, "'nodes' is not a table" },
  { { nodes = {} }, "there are no nodes" },
  { { nodes = { { kind = "xor", first = 0 } } }, "'kind': there is no xor" },
  { { nodes = { { first = 0 } } }, "'kind': there is no value" },
  { { nodes = { { kind = "leaf", first = 1 } } }, "'first' is out of range" },
  { { nodes = { { kind = "leaf", first = 0.5 } } }, "'first' is not an integer" },
  { { leaves = {} }, "there are no leaves" },
  { { nodes = { { kind = "and", first = 0, count = 1 } } }, "a node's children come after it" },
  { { nodes = { { kind = "not", first = 1, count = 0 }, { kind = "leaf", first = 0 } } }, "'count' is out of range" },
  { { nodes = { { kind = "or", first = 1, count = 2 }, { kind = "leaf", first = 0 } } },
    "a node's children come after it" },
  { nots(200), "query is nested too deeply" },
  { { names = { "a b" } }, "a tag's name is letters, digits and _" },
  { { names = { 5 } }, "a tag's name is letters, digits and _" },
  { { steps = {} }, "there are no steps" },
  { leaf { op = "never" }, "'op': there is no never" },
  { { leaves = { { op = "is", text = "a" } }, names = {} }, "there are no names" },
  { leaf { op = "is", name = 1, text = "a" }, "'name' is out of range" },
  { leaf { op = "ever", entry = 1 }, "'entry' is out of range" },
  { leaf { op = "ever", entry = 0, moves = -1 }, "'moves' is out of range" },
  { leaf { op = "result", lo = 9 }, "'lo' is out of range" },
  { leaf { op = "ask", lo = -1 }, "'lo' is out of range" },
  { leaf { op = "held", entry = 0, lo = 0 }, "'lo' is out of range" },
  { leaf { op = "any_tag", text = ("x"):rep((1 << 20) + 1) }, "'text' is too long" },
  { leaf { op = "line" }, "'entries' is not a table" },
  { leaf { op = "line", entries = {} }, "a line has a move" },
  { leaf { op = "line", entries = MANY }, "'entries' is too long" },
  { leaf { op = "any_order", entries = { 1 } }, "'entries' is out of range" },
  { sequence { states = 0 }, "'states' is out of range" },
  { sequence { states = 65 }, "'states' is out of range" },
  { sequence { states = 2 }, "'follow' has a set for each state" },
  { sequence { follow = false }, "'follow' is not a table" },
  { sequence { tests = MANY }, "'tests' is too long" },
  { sequence { tests = { { entry = 1, states = 1 } } }, "'entry' is out of range" },
  { leaf { op = "follow", homes = 1, parts = { { entry = 1 } } }, "'entry' is out of range" },
  { leaf { op = "follow", homes = 1, taken = 2, parts = {} }, "'taken' is out of range" },
  { step { op = "never" }, "'op': there is no never" },
  { step { op = "check", yes = 0 }, "'yes': steps lead forward" },
  { step { op = "check", no = 7 }, "'no': steps lead forward" },
  { step { op = "check", color = 2 }, "'color' is out of range" },
  { step { op = "check", kinds = -1 }, "'kinds' is out of range" },
  { step { op = "check", lo = 1 << 31 }, "'lo' is out of range" },
  { step { op = "material" }, "'balances' is not a table" },
  { step { op = "pattern" }, "'groups' is not a table" },
  { step { op = "pattern", groups = { { { 9, 0, 1 } } } }, "'groups' is out of range" },
  { step { op = "exact", position = "e4" }, "lucena.Position expected, got string" },
  { step { op = "time", count = 5 }, "'count' is out of range" },
  { step { op = "shifted" }, "'cells' is not a table" },
  { step { op = "shifted", cells = { 64, 1 } }, "'cells' is out of range" },
  { step { op = "sacrifice", plies = 0 }, "'plies' is out of range" },
  { step { op = "ask", lo = -1 }, "'lo' is out of range" },
  { leaf { op = "is", name = -1, text = "a" }, "'name' is out of range" },
  { leaf { op = "result", lo = -1 }, "'lo' is out of range" },
  { leaf { op = "ask", lo = 1 << 40 }, "'lo' is out of range" },
  { leaf { op = "held", entry = 0, lo = 1 << 40 }, "'lo' is out of range" },
  { leaf { op = "ever", entry = -1 }, "'entry' is out of range" },
  { leaf { op = "line", entries = { -1 } }, "'entries' is out of range" },
  { step { op = "pattern", groups = { { { 1, 8, 1 } } } }, "'groups' is out of range" },
  { step { op = "pattern", groups = { { { -1, 0, 1 } } } }, "'groups' is out of range" },
  { step { op = "shifted", cells = { -64, 1 } }, "'cells' is out of range" },
  { step { op = "shifted", cells = { 0, -1 } }, "'cells' is out of range" },
  { step { op = "shifted", cells = { 0, 1 << 40 } }, "'cells' is out of range" },
  { step { op = "deviates" }, "'moves' is not a string" },
  { step { op = "instead", entry = 0 }, "'entry': steps lead forward" },
  { step { op = "instead", entry = 9 }, "'entry': steps lead forward" },
  { step { op = "ask", count = 1 << 20 }, "'count' is out of range" },
  { step { op = "check", yes = -1 }, "'yes': steps lead forward" },
  { step { op = "check", hi = -(1 << 40) }, "'hi' is out of range" },
  { step { op = "check", needed = 2 }, "'needed' is out of range" },
}

describe("core.program", function()
  it("builds valid programs", function()
    local far = 1 << 40 -- weights and limits of a balance are reduced to the range of their types
    for _, changes in ipairs { {}, nots(199), sequence {}, leaf { op = "variation" }, step { op = "pinned" },
      step { op = "material", balances = { { far, -far, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -far, far } } } } do
      assert.equal("userdata", type(core.program(spec_of(changes))))
    end
  end)

  it("refuses references outside the program", function()
    for i, row in ipairs(REFUSED) do
      local done, message = pcall(core.program, spec_of(row[1]))
      assert.is_false(done, i .. ": " .. row[2])
      assert.is_truthy(tostring(message):find(row[2], 1, true), i .. ": " .. tostring(message))
    end
  end)

  it("refuses a description whose arrays change while it is read", function()
    for _, name in ipairs { "nodes", "leaves", "steps", "names" } do
      local lengths = { [name] = 0 }
      local spec = setmetatable({}, { __index = function(_, key)
        local list = {}
        for i = 1, lengths[key] or #spec_of({})[key] do
          list[i] = spec_of({})[key][1] or "Event"
        end
        lengths[key] = lengths[key] and lengths[key] + 1000
        return list
      end })
      local done, message = pcall(core.program, spec)
      assert.is_false(done, name)
      assert.is_truthy(message:find(("'%s' has changed"):format(name), 1, true), message)
    end
  end)

  it("refuses an answer to a run that asks nothing", function()
    local plan = require("lucena.query.plan").compile(chess.query.where(function() return true end))
    local _, run = plan.program:run(chess.game "1. e4 *")
    assert.is_true(run:answer(true))
    assert.has_error(function() run:answer(true) end, "calling 'answer' on bad self (the run has no question)")
  end)

  it("refuses a query that is nested too deeply, of any kind", function()
    local q = chess.query
    local deep = q.check
    for _ = 1, 300 do
      deep = ~(deep & q.castled)
    end
    local done, message = pcall(deep, chess.game("1. e4 *"))
    assert.is_false(done)
    assert.is_truthy(tostring(message):find("nested too deeply", 1, true), message)
  end)
end)

describe("query:program", function()
  local q = chess.query

  it("prints one line per node, leaf and step", function()
    assert.equal([[
node 0  and of nodes 1 to 2
node 1  leaf 0
node 2  leaf 1
leaf 0  is  Event  "Linares"
leaf 1  ever  from step 0
step 0  moved  yes -> step 1  no -> no  kinds=0x82  hi=4  b=0x200000
step 1  passed  yes -> yes  no -> no  color=1  lo=2  hi=1000000000  a=0xffffffffffffffff]],
      (q.ever(q.played "Nf3" & q.passed { side = "black", min = 2 }) & q.tag("Event", "Linares")):program())
  end)

  it("names every instruction of steps.def", function()
    local list = core.query_instructions()
    local count = 0
    for name, cost in pairs(list.steps) do
      count = count + 1
      assert.is_true(math.type(cost) == "integer" and cost >= 0, name)
    end
    assert.is_true(count > 40)
    assert.equal(1, list.leaves.exists)
    assert.equal(4, list.leaves.ask)
    assert.equal(0xffff, list.codes.YES)
  end)

  it("raises for a code that is not in steps.def", function()
    assert.has_error(function()
      return require("lucena.query.instruction").codes.MOVED_SIDEWAYS
    end, "csrc/match/steps.def has no code 'MOVED_SIDEWAYS'")
  end)
end)
