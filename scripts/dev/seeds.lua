-- Checks that random tests can be repeated. A file of spec/ that calls math.random sets the seed by
-- `math.randomseed(seed)`: inside a test or a function that the test calls, because other files and tests draw numbers
-- before it. The name of the variable has the word "seed", and the variable is part of the name of a test, or of a text
-- such as the message of an assertion, so that a failure shows it. A module of spec/support may leave this to the specs
-- that require it.
-- Usage: lua5.4 scripts/dev/seeds.lua [FILE]...      (from the top of the tree; only these files are reported)

local syntax = require "scripts.dev.syntax"
local tree = require "scripts.dev.tree"

local faults = 0
local function fault(file, line, text)
  io.stderr:write(("%s:%d: %s\n"):format(file.path, line, text))
  faults = faults + 1
end

local GROUPS = { describe = true, context = true, insulate = true, expose = true }

-- Add the names of the variables in an expression to a set.
local function add_names(it, names)
  for _, part in ipairs { it.left or false, it.right or false, it.inner or false, table.unpack(it.arguments or {}) } do
    if part then
      add_names(part, names)
    end
  end
  if it.kind == "name" and not it.owner then
    names[it.name] = true
  end
  if it.owner then
    add_names(it.owner, names)
  end
end

-- Return the name of the variable in a call of randomseed() that has the word "seed", or nil.
local function seed_in(call)
  local names = {}
  add_names(call.arguments[1] or {}, names)
  for name in pairs(names) do
    if name:lower():find("seed") then
      return name
    end
  end
end

-- Add the names of the variables whose values the arguments of a call show as text.
local function add_shown(call, names)
  local is_shown = call.name == "format" or call.name == "it" or GROUPS[call.name]
  for _, it in ipairs(call.arguments) do
    if is_shown or it.operator == ".." then
      add_names(it, names)
    end
  end
end

-- Read a file: the line of its first use of math.random, its seeds {line, name, in_group}, the names of variables in
-- texts, and the modules of spec/support that it requires.
local function read(path)
  local file = { path = path, seeds = {}, shown = {}, needs = {} }
  syntax.read(tree.read(path), {
    call = function(call, outer)
      local owner = call.owner and call.owner.name
      if owner == "math" and call.name == "random" then
        file.line = file.line or call.line
      elseif owner == "math" and call.name == "randomseed" then
        file.seeds[#file.seeds + 1] = { line = call.line, name = seed_in(call), in_group = GROUPS[outer] }
      elseif call.name == "require" and call.arguments[1] then
        file.needs[#file.needs + 1] = (call.arguments[1].text or ""):match("spec%.support%.([%w_]+)")
      end
      add_shown(call, file.shown)
    end,
  })
  return file
end

-- ---- the check -----------------------------------------------------------------------------------

-- Return whether a module of spec/support draws numbers without a seed of its own.
local function draws(name)
  local path = "spec/support/" .. name .. ".lua"
  local file = tree.read(path) and read(path)
  return file and file.line and #file.seeds == 0
end

local function check_seed(file, seed)
  if not seed.name then
    fault(file, seed.line, "the seed is no variable with the word 'seed' in its name (math.randomseed(seed))")
  elseif seed.in_group then
    fault(file, seed.line, "the seed is set before the tests run (set it in the test)")
  elseif file.path:find("_spec%.lua$") and not file.shown[seed.name] then
    fault(file, seed.line, ("no name of a test and no message has the seed (\"..., seed \" .. %s)"):format(seed.name))
  end
end

local function check(path)
  local file = read(path)
  local drawn, line = file.line ~= nil, file.line or 1
  for _, name in ipairs(file.needs) do
    drawn = drawn or draws(name)
  end
  if drawn and #file.seeds == 0 and not path:find("^spec/support/") then
    fault(file, line, "math.random without a seed (math.randomseed(seed), and the seed in the name of the test)")
  end
  for _, seed in ipairs(file.seeds) do
    check_seed(file, seed)
  end
end

local paths = #arg > 0 and arg or tree.list("find spec -name '*.lua' -not -path 'spec/data/*'")
for _, path in ipairs(paths) do
  check(path)
end
if faults > 0 then
  os.exit(1)
end
print(("seeds: %d files, no fault"):format(#paths))
