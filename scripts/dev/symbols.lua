-- Checks what the compiled core asks of the system and what it keeps: no libc but memory and string
-- functions, and no object that can change.
-- Usage: lua5.4 scripts/dev/symbols.lua OBJECT...

-- What the core may call: the memory and string functions that freestanding C has anyway, a failed
-- assertion, and what compilers call on their own account.
local ALLOWED = {
  "^lc_", "^mem[a-z]+$", "^bcmp$", "^strlen$", "^strn?cmp$", "^strchr$",
  "^__assert_fail$", "^__assert_rtn$", "^__stack_chk_fail", "^__mem[a-z]+_chk$", "^_GLOBAL_OFFSET_TABLE_$",
  "^__cpu_model$", "^__cpu_indicator_init$", "^__cpu_features2$",
  "^__popcount", "^__clz", "^__ctz", "^__bswap",
}

-- Sections that can be written while the program runs. .data.rel.ro is made read-only by the loader.
local MUTABLE = {
  "^%.data$", "^%.data%.rel$", "^%.data%.rel%.local$", "^%.data%.[^r]", "^%.bss", "^%.tdata", "^%.tbss", "^%*COM%*$",
}

local function any(patterns, text)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then
      return true
    end
  end
  return false
end

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
    if not any(ALLOWED, name) then
      fault(object, "calls " .. name)
    end
  elseif any(MUTABLE, section) then
    fault(object, ("%s can change (section %s)"):format(name, section))
  end
end

for _, object in ipairs(arg) do
  for _, line in ipairs(lines_of("nm -f sysv '" .. object .. "'")) do
    check(object, line)
  end
end

if faults > 0 then
  os.exit(1)
end
assert(#arg > 0, "usage: symbols.lua OBJECT...")
print(("symbols: %d core objects, no system call and nothing that changes"):format(#arg))
