-- Makes small changes in Lua and C that specs must notice: mutate.lua [N [SEED [PATH]]], run by `make mutate`.
--
-- N mutants (scripts/dev/mutants.lua) of files whose path contains PATH are applied one at a time, in two copies of the
-- tree in build/mutate. For each mutant, specs run until a spec fails or takes more than SECONDS. Specs with the file's
-- name or folder run first. The next specs are those that mention the file or a file that requires it. Specs of the
-- whole program run last. A spec that also fails in an unchanged copy is ignored. Mutants that do not compile are
-- replaced by other mutants. The exit status is 1 if less than SHARE of the mutants are noticed. Cost: half a minute
-- for a noticed mutant, several minutes for any other mutant.

local mutants = require "scripts.dev.mutants"
local tree = require "scripts.dev.tree"

local SHARE, SECONDS, MOST_SPECS = 0.9, 150, 40
local FOLDER = "build/mutate"

-- Specs that test the whole program.
local BROAD = { "spec/binding/usage_spec.lua", "spec/guides_spec.lua", "spec/examples_spec.lua", "spec/readme_spec.lua",
  "spec/pgn/nasty_spec.lua", "spec/pgn/roundtrip_spec.lua", "spec/hostile/misuse_spec.lua",
  "spec/command/command_spec.lua", "spec/command/filter_spec.lua", "spec/command/jobs_spec.lua" }

local function shell(command, ...)
  return os.execute(command:format(...)) == true
end

-- ---- which specs ---------------------------------------------------------------------------------

-- Return the common name of a file and its specs, such as "report" for lua/lucena/report/init.lua. Also returns the
-- folder.
local function stem_of(path)
  local folder, stem = path:match "([^/]+)/([^/]+)%.%a+$"
  stem = stem:gsub("_impl$", ""):gsub("_v[34]$", "")
  return stem == "init" and folder or stem, folder
end

-- The names of the files that require a module.
local function users_of(module)
  local names = {}
  for _, path in ipairs(tree.list "find lua -name '*.lua'") do
    if tree.read(path):find('"' .. module .. '"', 1, true) then
      names[stem_of(path)] = true
    end
  end
  return names
end

-- Return how closely a spec is related to a file, judged by its name, its folder, and the names that it mentions.
local function score(spec, path, module, users)
  local stem, folder = stem_of(path)
  local base = spec:match "([^/]+)_spec%.lua$"
  local points = base == stem and 8 or users[base] and 5 or 0
  if points == 0 and (stem:match "^%l+" == base:match "^%l+" or base == folder) then
    points = 5
  end
  local text = tree.read(spec)
  points = points + (text:find(module, 1, true) and 6 or 0)
  local above = path:match "([^/]+)/[^/]+/[^/]+$" or folder
  if spec:find("/" .. folder .. "/", 1, true) or spec:find("/" .. above .. "/", 1, true) then
    points = points + 3
  end
  return points + (text:find("%f[%w]" .. stem .. "%f[%W]") and 2 or 0)
end

local function specs_of(path)
  local list, broad = {}, {}
  local module = path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
  local users = users_of(module)
  for i, spec in ipairs(BROAD) do
    broad[spec] = 1 - i / 100
  end
  for _, spec in ipairs(tree.list "find spec -name '*_spec.lua'") do
    local points = math.max(score(spec, path, module, users), broad[spec] or 0)
    if points > 0 then
      list[#list + 1] = { path = spec, points = points, size = #tree.read(spec) }
    end
  end
  table.sort(list, function(a, b)
    return a.points > b.points or a.points == b.points and a.size < b.size
  end)
  return table.move(list, 1, MOST_SPECS, 1, {})
end

-- ---- one copy of the tree ------------------------------------------------------------------------

local function make_copy(name)
  local copy = FOLDER .. "/" .. name
  assert(shell("rm -rf '%s' && mkdir -p '%s/build' && git ls-files -z --cached --others --exclude-standard |"
    .. " xargs -0 tar -c | tar -x -C '%s' && cd build && cp -a obj has flags sources lucena '../%s/build'",
    copy, copy, copy, copy))
  return copy
end

-- Run a spec in a copy. Returns nil, or how it fails.
local function failure(copy, spec)
  local results = copy .. "/build/results"
  shell("rm -rf '%s' && mkdir -p '%s'", results, results)
  local ended = shell("cd '%s' && BUILD=build timeout %d scripts/dev/spec-file build/results %s >build/log 2>&1",
    copy, SECONDS, spec)
  local counts = tree.read(("%s/%s"):format(results, spec:gsub("/", ".")))
  if not ended or not counts then
    return "no end after " .. SECONDS .. " s"
  end
  return not counts:find ", 0 failed," and counts:match "%d+ failed" or nil
end

local function compiles(copy, mutant)
  if mutant.path:find "%.lua$" then
    return load(mutants.apply(mutant)) ~= nil
  end
  return shell("cd '%s' && make -s all >build/log 2>&1", copy)
end

-- Return the spec that notices a mutant, and how the spec fails; nil if no spec notices it. `sound` stores which specs
-- pass in an unchanged copy.
local function noticed(copy, mutant, sound)
  for _, spec in ipairs(specs_of(mutant.path)) do
    local how = sound[spec.path] ~= "fails" and failure(copy, spec.path)
    if how then
      local clean = FOLDER .. "/clean" .. copy:match "%d+$"
      sound[spec.path] = sound[spec.path] or failure(clean, spec.path) and "fails" or "passes"
    end
    if how and sound[spec.path] == "passes" then
      return spec.path, how
    end
  end
end

local function try(copy, mutant, sound)
  local original = tree.read(mutant.path)
  tree.write(copy .. "/" .. mutant.path, mutants.apply(mutant))
  local line
  if compiles(copy, mutant) then
    local spec, how = noticed(copy, mutant, sound)
    local by = spec and ("\n  by %s (%s)"):format(spec, how) or ""
    line = ("%s %s:%d\n  - %s\n  + %s%s\n"):format(spec and "noticed" or "SURVIVED", mutant.path, mutant.number,
      mutant.before:match "^%s*(.*)$", mutant.after:match "^%s*(.*)$", by)
  end
  tree.write(copy .. "/" .. mutant.path, original)
  return line
end

-- ---- all mutations -------------------------------------------------------------------------------

-- The work of one of the two processes. It tries every second mutant of the list until it has tried its share.
local function work(number, list, count)
  local copy, sound, done = make_copy("tree" .. number), {}, 0
  make_copy("clean" .. number)
  local out <close> = assert(io.open(("%s/%d.log"):format(FOLDER, number), "wb"))
  for i = number, #list, 2 do
    local line = done < count and try(copy, list[i], sound)
    if line then
      done = done + 1
      out:write(line)
      out:flush()
      io.stderr:write(line)
    end
  end
end

local function summary(seed)
  local survivors, all = {}, 0
  for number = 1, 2 do
    local log = tree.read(("%s/%d.log"):format(FOLDER, number)) or ""
    for line in log:gmatch "(%a+ [^\n]*\n  %- [^\n]*\n  %+ [^\n]*\n)" do
      all = all + 1
      survivors[#survivors + 1] = line:find "^SURVIVED" and line or nil
    end
  end
  print("survivors:\n" .. table.concat(survivors))
  print(("mutate: %d of %d noticed (seed %d)"):format(all - #survivors, all, seed))
  return all > 0 and all - #survivors >= SHARE * all
end

local count, seed, only, number = tonumber(arg[1]) or 60, tonumber(arg[2]), arg[3], tonumber(arg[4])
seed = seed and seed > 0 and seed or os.time() % 100000
math.randomseed(seed)
local list = mutants.draw(2 * count, only ~= "" and only or nil)
if number then
  work(number, list, count // 2 + (number == 1 and count % 2 or 0))
  os.exit(true)
end
print(("mutate: %d mutants, SEED=%d"):format(count, seed))
local worker = ("%s scripts/dev/mutate.lua %d %d '%s'"):format(os.getenv "LUA" or "lua5.4", count, seed, only or "")
shell("mkdir -p %s && rm -f %s/*.log; (%s 1 & %s 2; wait)", FOLDER, FOLDER, worker, worker)
os.exit(summary(seed))
