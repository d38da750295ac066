-- Checks the symbols of compiled code.
-- An object of the core may call only libc functions for memory and strings, and must have no writable data. In a
-- module (*.so), only functions of Lua and of the libraries below may be undefined. Without this check, a missing
-- function is noticed only when the module is loaded. (The linker's -z defs cannot be used, because the interpreter
-- provides Lua's functions.)
-- Usage: lua5.4 scripts/dev/symbols.lua OBJECT... MODULE.so...

local tree = require "scripts.dev.tree"

-- Functions that the core may call: functions for memory and strings, the function for failed assertions, and functions
-- that compilers insert.
local ALLOWED = {
  "^lc_", "^mem[a-z]+$", "^bcmp$", "^strlen$", "^strn?cmp$", "^strchr$",
  "^__assert_fail$", "^__assert_rtn$", "^__stack_chk_fail", "^__mem[a-z]+_chk$", "^_GLOBAL_OFFSET_TABLE_$",
  "^__cpu_model$", "^__cpu_indicator_init$", "^__cpu_features2$",
  "^__popcount", "^__clz", "^__ctz", "^__bswap",
}

-- Sections that can be written while the program runs. The loader makes .data.rel.ro read-only.
local MUTABLE = {
  "^%.data$", "^%.data%.rel$", "^%.data%.rel%.local$", "^%.data%.[^r]", "^%.bss", "^%.tdata", "^%.tbss", "^%*COM%*$",
}

-- The libraries with which a module may be linked. The check needs an ELF system and ldd.
local LIBRARIES = { c = true, m = true, z = true, zstd = true, bz2 = true }

local function lines_of(command)
  local pipe = assert(io.popen(command, "r"))
  local lines = {}
  for line in pipe:lines() do
    lines[#lines + 1] = line
  end
  assert(pipe:close(), "failed: " .. command)
  return lines
end

local faults = 0
local function fault(object, text)
  io.stderr:write(object, ": ", text, "\n")
  faults = faults + 1
end

-- One line of `nm -f sysv`: name | value | class | type | size | line | section
local function check(object, line)
  local name, class, section = line:match("^(%S+)%s*|[^|]*|%s*(%a)%s*|[^|]*|[^|]*|[^|]*|%s*(%S*)")
  if not name then
    return
  end
  if class:upper() == "U" then
    if not tree.has_any(name, ALLOWED) then
      fault(object, "calls " .. name)
    end
  elseif tree.has_any(section, MUTABLE) then
    fault(object, ("%s can change (section %s)"):format(name, section))
  end
end

-- Return the names that a module's libraries define.
local function defined_by_libraries(module)
  local names = {}
  for _, line in ipairs(lines_of("ldd '" .. module .. "'")) do
    local library, path = line:match("^%s*lib(%w+)%.so%S* => (/%S+)")
    for _, symbol in ipairs(LIBRARIES[library] and lines_of("nm -D --defined-only '" .. path .. "'") or {}) do
      names[symbol:match("(%S+)$"):gsub("@.*", "")] = true
    end
  end
  return names
end

local function check_module(module)
  local defined = defined_by_libraries(module)
  for _, line in ipairs(lines_of("nm -D --undefined-only '" .. module .. "'")) do
    local name = line:match(" U ([^@%s]+)") -- weak symbols (`w`) may stay undefined
    if name and not defined[name] and not name:find("^luaL?_") and not name:find("^luaopen_") then
      fault(module, "nothing defines " .. name)
    end
  end
end

local objects, modules = 0, 0
for _, path in ipairs(arg) do
  if path:find("%.so$") then
    modules = modules + 1
    check_module(path)
  else
    objects = objects + 1
    for _, line in ipairs(lines_of("nm -f sysv '" .. path .. "'")) do
      check(path, line)
    end
  end
end

if faults > 0 then
  os.exit(1)
end
assert(#arg > 0, "usage: symbols.lua OBJECT... MODULE.so...")
print(("symbols: %d core objects, no system call and nothing that changes; %d modules, all symbols defined")
  :format(objects, modules))
