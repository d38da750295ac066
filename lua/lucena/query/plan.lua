--- Compiles a Query to the program that C runs. Fast tests run first, in any order of the operands.
-- @module lucena.query.plan

local core = require("lucena.core")
local expression = require("lucena.query.expression")
local instruction = require("lucena.query.instruction")

local M = {}

local STEPS, LEAVES = instruction.steps, instruction.leaves
local YES, NO = instruction.codes.YES, instruction.codes.NO

-- ---- order of tests ------------------------------------------------------------------------------

local function cost_of(query)
  if rawget(query, "is_last") then
    return math.huge
  elseif query.kind == "leaf" then
    return 10 ^ (2 * LEAVES[query.leaf.op])
  elseif query.kind == "step" then
    return STEPS[query.step.op]
  elseif query.kind == "ask" then
    return query.level == "position" and STEPS.ask or rawget(query, "tags") and 10 ^ 3 or 10 ^ 9
  end
  local sum = query.kind == "lift" and 10 ^ 6 or query.kind == "instead" and STEPS.instead or 0
  for _, child in ipairs(query) do
    sum = sum + cost_of(child)
  end
  return sum
end

--- Return whether a query tests only tags.
---@param query lucena.Query
---@return boolean
function M.is_of_tags(query)
  if query.kind == "leaf" then
    return LEAVES[query.leaf.op] == 1
  end
  local is_all = query.kind == "and" or query.kind == "or" or query.kind == "not"
  for _, child in ipairs(query) do
    is_all = is_all and M.is_of_tags(child)
  end
  return is_all
end

local function sorted(list)
  local order, costs = {}, {}
  for i, query in ipairs(list) do
    order[i], costs[i] = i, cost_of(query)
  end
  table.sort(order, function(a, b)
    return costs[a] < costs[b] or costs[a] == costs[b] and a < b
  end)
  for i, at in ipairs(order) do
    order[i] = list[at]
  end
  return order
end

-- ---- steps ---------------------------------------------------------------------------------------

-- Steps are appended in reverse order, so that each one refers to existing steps; `finish` reverses the list.
local function add_step(build, fields, yes, no, needed)
  local step = {}
  for key, value in pairs(fields) do
    step[key] = value
  end
  step.yes, step.no, step.needed = yes, no, needed and 1 or 0
  if step.op == "material" then
    step.others = math.min(build.materials, 64)
    build.materials = build.materials + 1
  end
  build.steps[#build.steps + 1] = step
  return #build.steps - 1
end

local function add_question(build, query)
  build.questions[#build.questions + 1] = query
  return #build.questions - 1
end

local emit

-- Return the number of the first step, or nil if the list of steps is empty.
local function emit_entry(build, query, is_needed)
  local entry = emit(build, query, YES, NO, is_needed)
  if entry < YES - 1 then
    return entry
  end
  return add_step(build, { op = "always" }, entry, entry)
end

-- Append the steps of a query. If it holds, the test continues at step `yes`, else at step `no`. Returns the first
-- step. `needed` means that the whole query fails if one of these steps fails.
function emit(build, query, yes, no, needed)
  if query.kind == "step" then
    return add_step(build, query.step, yes, no, needed)
  elseif query.kind == "ask" then
    local fields = { op = "ask", lo = add_question(build, query), count = rawget(query, "form") }
    return add_step(build, fields, yes, no)
  elseif query.kind == "not" then
    return emit(build, query[1], no, yes, false)
  elseif query.kind == "instead" then
    local first = emit_entry(build, query[1], false)
    return add_step(build, { op = "instead", entry = first, count = query.same }, yes, no)
  elseif query.kind == "flip" then
    local function back(target)
      return add_step(build, { op = "flip" }, target, target)
    end
    local entry = emit(build, query[1], back(yes), back(no), false)
    return add_step(build, { op = "flip" }, entry, entry)
  end
  local order = sorted(query)
  local entry = query.kind == "and" and yes or no
  for i = #order, 1, -1 do
    if query.kind == "and" then
      entry = emit(build, order[i], entry, no, needed)
    else
      entry = emit(build, order[i], yes, entry, false)
    end
  end
  return entry
end

-- ---- leaves --------------------------------------------------------------------------------------

local function name_number(build, name)
  if name and not build.numbers[name] then
    build.names[#build.names + 1] = name
    build.numbers[name] = #build.names - 1
  end
  return name and build.numbers[name]
end

local function sequence(build, query)
  local it = query.automaton
  local leaf = { op = "sequence", hi = rawget(query, "plies"), states = #it.follow, follow = it.follow,
    first_states = it.first, last_states = it.last, anchors = it.anchors, tests = {} }
  for i, test in ipairs(query) do
    leaf.tests[i] = { entry = emit_entry(build, test, false), states = it.states[i] }
  end
  return leaf
end

local function lifted(build, query)
  if query.how == "sequence" then
    return sequence(build, query)
  end
  return { op = query.how, lo = rawget(query, "plies"), entry = emit_entry(build, query[1], true) }
end

local function copied(build, query)
  local leaf = {}
  for key, value in pairs(query.leaf) do
    leaf[key] = value
  end
  leaf.name, leaf.other = name_number(build, leaf.name), name_number(build, leaf.other)
  if leaf.entries then
    local entries = {}
    for i, move in ipairs(leaf.entries) do
      entries[i] = emit_entry(build, move, true)
    end
    leaf.entries = entries
  end
  if leaf.parts then
    local parts = {}
    for i, part in ipairs(leaf.parts) do
      parts[i] = { squares = part.squares, start = part.start, entry = emit_entry(build, part.query, false) }
    end
    leaf.parts = parts
  end
  return leaf
end

local function question(build, query)
  local leaf = { op = "ask", lo = add_question(build, query) }
  local names = rawget(query, "tags")
  if names then
    leaf.op, leaf.tags = "ask_tags", {}
    for i, name in ipairs(names) do
      leaf.tags[i] = name_number(build, name)
    end
  end
  return leaf
end

local function add_leaf(build, query)
  local leaf
  if query.kind == "lift" then
    leaf = lifted(build, query)
  elseif query.kind == "ask" then
    leaf = question(build, query)
  else
    leaf = copied(build, query)
  end
  build.leaves[#build.leaves + 1] = leaf
  return #build.leaves - 1
end

-- Collect the values that the comments of a game must have, if a query of positions holds anywhere in it.
local function values_of(query, list)
  if rawget(query, "value") then
    list[#list + 1] = query.value
  elseif query.kind == "and" then
    for _, child in ipairs(query) do
      values_of(child, list)
    end
  end
  return list
end

-- Add a test that the game contains these values. It runs first, because it rejects most games.
local function guarded(lift)
  local list = { kind = "and", level = "game" }
  for _, query in ipairs(rawget(lift, "required") or lift) do
    values_of(query, list)
  end
  if #list == 0 then
    return lift
  end
  local copy = expression.named(lift, tostring(lift))
  rawset(copy, "is_guarded", true)
  list[#list + 1] = copy
  return list
end

-- Split "ever (a or b)" into "ever a, or ever b", so that each part can end as soon as it matches.
local function split(query)
  if query.kind ~= "lift" or rawget(query, "is_guarded") then
    return query
  elseif query.how ~= "ever" or query[1].kind ~= "or" then
    return guarded(query)
  end
  local parts = { kind = "or", level = "game" }
  for i, part in ipairs(query[1]) do
    parts[i] = split(expression.lift("ever", part, nil, tostring(part)))
  end
  return parts
end

-- ---- nodes ---------------------------------------------------------------------------------------

-- Append the nodes of the tree. The children of a node come after it and are adjacent.
local function add_nodes(build, root)
  local nodes, waiting, at = build.nodes, { split(root) }, 0
  while at < #waiting do
    at = at + 1
    local query = waiting[at]
    if query.kind == "and" or query.kind == "or" or query.kind == "not" then
      nodes[at] = { kind = query.kind, first = #waiting, count = #query }
      local children = {}
      for i, child in ipairs(query) do
        children[i] = split(child)
      end
      table.move(query.kind == "not" and children or sorted(children), 1, #children, #waiting + 1, waiting)
    else
      nodes[at] = { kind = "leaf", first = add_leaf(build, query) }
    end
  end
end

-- Convert step numbers from the order of appending to the order of the program.
local function finish(build)
  local count, steps = #build.steps, {}
  local function number(target)
    return target < YES - 1 and count - 1 - target or target
  end
  for i, step in ipairs(build.steps) do
    step.yes, step.no = number(step.yes), number(step.no)
    step.entry = step.entry and number(step.entry)
    steps[count + 1 - i] = step
  end
  for _, leaf in ipairs(build.leaves) do
    leaf.entry = leaf.entry and number(leaf.entry)
    for i, entry in ipairs(leaf.entries or {}) do
      leaf.entries[i] = number(entry)
    end
    for _, test in ipairs(leaf.tests or leaf.parts or {}) do
      test.entry = number(test.entry)
    end
  end
  build.steps = steps
end

local DEEPEST = 1000 -- limits the recursion of the functions here; programs have a lower limit

local function check_depth(query, depth)
  if depth > DEEPEST then
    error("query is nested too deeply", 0)
  end
  for _, child in ipairs(query) do
    check_depth(child, depth + 1)
  end
end

-- Return the functions that C can call directly: those that take a position or values of tags. C passes the table to
-- lucena.query if a function returns a wrong value, for the message.
local function functions_of(questions)
  local functions, count = { questions = questions }, 0
  for i, query in ipairs(questions) do
    local is_plain = rawget(query, "tags") or query.level == "position" and not rawget(query, "gather")
    functions[i] = is_plain and query.ask
    count = count + (is_plain and 1 or 0)
  end
  return count > 0 and functions or nil
end

-- Return whether the result of a query depends on functions that a reader cannot call, because they take a game or a
-- position.
local function needs_game(questions)
  for _, query in ipairs(questions) do
    if not rawget(query, "tags") then
      return true
    end
  end
  return false
end

--- Compile the program of a query.
---@param query lucena.Query
---@return table plan `program`; `questions`: the operands that are Lua functions, numbered from 1; `needs_game`:
-- whether a reader cannot call all of them
function M.compile(query)
  check_depth(query, 1)
  local build = { nodes = {}, leaves = {}, steps = {}, names = {}, numbers = {}, questions = {}, materials = 0 }
  add_nodes(build, expression.to_game(query))
  finish(build)
  local questions = build.questions
  return { program = core.program(build, functions_of(questions)), questions = questions,
    needs_game = needs_game(questions) }
end

-- ---- the plan as text ----------------------------------------------------------------------------

local TITLES = { "tags", "text", "moves", "Lua" }

local function stage_of(query)
  if query.kind == "ask" then
    return rawget(query, "tags") and 1 or 4
  end
  return query.kind == "lift" and 3 or LEAVES[query.leaf.op]
end

-- Return whether the query calls Lua functions.
local function calls_lua(query)
  local calls = query.kind == "ask"
  for _, child in ipairs(query) do
    calls = calls or calls_lua(child)
  end
  for _, part in ipairs(query.kind == "leaf" and query.leaf.parts or {}) do
    calls = calls or calls_lua(part.query)
  end
  return calls
end

-- Add a text to a list, unless another operand has added it already.
local function add_once(list, text)
  for _, known in ipairs(list) do
    if known == text then
      return
    end
  end
  list[#list + 1] = text
end

local function gather(query, stages)
  if query.kind == "and" or query.kind == "or" or query.kind == "not" then
    for _, child in ipairs(query) do
      gather(child, stages)
    end
    return
  end
  local stage, note = stages[stage_of(query)], ""
  if (query.kind ~= "ask" or rawget(query, "tags")) and calls_lua(query) then
    note = " (with Lua)"
  end
  if query.kind == "lift" then
    for _, child in ipairs(rawget(query, "required") or query) do
      for _, value in ipairs(values_of(child, {})) do
        add_once(stages[2], tostring(value))
      end
    end
  end
  add_once(stage, tostring(query) .. note)
end

--- Describe which operands are tested at which stage.
---@param query lucena.Query
---@return string lines, without a final line end
function M.describe(query)
  local stages, lines = { {}, {}, {}, {} }, { tostring(query) }
  gather(expression.to_game(query), stages)
  for i, list in ipairs(stages) do
    if #list > 0 then
      lines[#lines + 1] = ("  %d. %s: %s"):format(i, TITLES[i], table.concat(list, "; "))
    end
  end
  return table.concat(lines, "\n")
end

return M
