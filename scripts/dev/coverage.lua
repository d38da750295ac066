-- Prints how many branches of csrc and lines of lua the specs reach. Usage: scripts/dev/coverage.lua BUILD HITS [FILE].
-- `make coverage` runs this script after the specs. The folder BUILD has a build by gcc --coverage. The folder HITS has
-- the lines of Lua that ran (ctest/linehook.c). Prints percentages for each folder, and the files with the most
-- branches and lines that were not reached. With FILE, prints these lines of the file.
--
-- Branches are counted as in gcov: each outcome of a condition is a branch, which is reached if it was taken at least
-- once. Code that is compiled several times (*_impl.h) counts once, and is reached if one copy was reached. So does
-- code that a macro makes of each row of a table (*.def). The build has no assertions. A line of Lua counts if it has
-- an instruction, except the return at the end of each function.

local build, hits, only = arg[1], arg[2], arg[3]

local function lines_of(command)
  local pipe = assert(io.popen(command))
  return pipe:lines()
end

-- ---- C ------------------------------------------------------------------------------------------

-- path -> line -> list of the counts of its branches
local branches = {}

local function merge(path, key, list)
  local file = branches[path] or {}
  branches[path] = file
  local known = file[key]
  if not known or #known < #list then known, list, file[key] = list, known or {}, list end
  for i, count in ipairs(list) do
    known[i] = math.max(known[i], count)
  end
end

local function read_gcov(object)
  local path, order, key, list
  local function finish()
    -- Rows of a table differ in their numbers of branches by what their macro leaves to the compiler.
    if path and list and #list > 0 then merge(path, path:find "%.def$" and #list or key, list) end
    list = nil
  end
  for line in lines_of(("gcov -b -c --stdout '%s' 2>/dev/null"):format(object)) do
    local number, text = line:match "^%s*[%d#=%%%*-]+:%s*(%d+):(.*)$"
    local count = line:match "^branch%s+%d+ taken (%d+)" or line:find "^branch%s+%d+ never" and 0
    if number == "0" and text:find "^Source:" then
      finish()
      path, order = text:match "(csrc/.*)$", {}
    elseif number and number ~= "0" then
      finish()
      order[number] = (order[number] or 0) + 1
      key, list = tonumber(number) * 100 + order[number], {}
    elseif count and list then
      list[#list + 1] = tonumber(count)
    end
  end
  finish()
end

-- ---- Lua ----------------------------------------------------------------------------------------

-- The lines of a file that have instructions: line -> true.
local function active_lines(path)
  local active, pending = {}, nil
  for line in lines_of(("luac5.4 -l -p '%s'"):format(path)) do
    local number, op = line:match "^%s+%d+%s+%[(%d+)%]%s+(%u[%u%d]*)"
    if number then
      if pending then active[pending] = true end
      -- The last instruction of a function is its final return, which must not count. So each instruction is added only
      -- when the next one is read.
      pending = tonumber(number)
      if op == "VARARGPREP" then pending = nil end
    else
      pending = nil
    end
  end
  return active
end

local function read_hits()
  local seen = {}
  for name in lines_of(("ls '%s'"):format(hits)) do
    for line in io.lines(hits .. "/" .. name) do
      local path, number = line:match "^(%S+) (%d+)$"
      if path then
        seen[path] = seen[path] or {}
        seen[path][tonumber(number)] = true
      end
    end
  end
  return seen
end

-- ---- numbers ------------------------------------------------------------------------------------

local folders, files = {}, {}

local function add(path, folder, hit, all, missing)
  folders[folder] = folders[folder] or { 0, 0 }
  folders[folder][1], folders[folder][2] = folders[folder][1] + hit, folders[folder][2] + all
  files[#files + 1] = { path = path, hit = hit, all = all, missing = missing }
end

for object in lines_of(("find '%s' -name '*.gcda'"):format(build)) do
  read_gcov(object)
end
for path, lines in pairs(branches) do
  local hit, all, missing = 0, 0, {}
  for key, list in pairs(lines) do
    for _, count in ipairs(list) do
      all, hit = all + 1, hit + (count > 0 and 1 or 0)
      if count == 0 then missing[key // 100] = true end
    end
  end
  add(path, path:match "^(csrc/%w+)", hit, all, missing)
end

local seen = read_hits()
for path in lines_of "find lua/lucena -name '*.lua'" do
  local hit, all, missing, known = 0, 0, {}, seen[path:match "lua/(.*)$"] or {}
  for line in pairs(active_lines(path)) do
    all, hit = all + 1, hit + (known[line] and 1 or 0)
    if not known[line] then missing[line] = true end
  end
  add(path, path:match "^lua/lucena/[%l_]+/" and path:match "^(lua/lucena/[%l_]+)/" or "lua/lucena", hit, all, missing)
  folders["lua, all"] = folders["lua, all"] or { 0, 0 }
  folders["lua, all"][1], folders["lua, all"][2] = folders["lua, all"][1] + hit, folders["lua, all"][2] + all
end

local names = {}
for name in pairs(folders) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  local f = folders[name]
  print(("%-28s %6d of %6d %s  %5.1f %%"):format(name, f[1], f[2], name:find "^csrc" and "branches" or "lines   ",
    100 * f[1] / math.max(f[2], 1)))
end

table.sort(files, function(a, b)
  return a.all - a.hit > b.all - b.hit or a.all - a.hit == b.all - b.hit and a.path < b.path
end)
print "most left:"
for i = 1, math.min(25, #files) do
  local f = files[i]
  print(("  %-40s %4d of %5d left, %5.1f %%"):format(f.path, f.all - f.hit, f.all, 100 * f.hit / f.all))
end
for _, f in ipairs(files) do
  if only and f.path:find(only, 1, true) then
    local list = {}
    for line in pairs(f.missing) do list[#list + 1] = line end
    table.sort(list)
    print(f.path .. ": " .. table.concat(list, " "))
  end
end
