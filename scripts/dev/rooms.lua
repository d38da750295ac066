-- Checks that the size of each array of characters has a source. If text is copied to an array whose size is a number,
-- the number may be too small for the text, or become so. So the size of an array in csrc is a constant with a name, as
-- in char text[LC_FEN_MAX]; or a comment on the line, or directly above it, tells why the number is enough. Arrays of
-- constants and parameters of functions are not checked.
-- Usage: lua5.4 scripts/dev/rooms.lua      (from the top of the tree)

local tree = require "scripts.dev.tree"

-- Report whether the text ends inside parentheses, as before a parameter.
local function is_inside(text)
  local _, opened = text:gsub("%(", "")
  local _, closed = text:gsub("%)", "")
  return opened > closed
end

-- Return the name and the size of the first array of characters on a line whose size is a number.
local function numbered(line)
  local code = line:gsub("/%*.*", "")
  local declared = code:find("%f[%w_]char%s+[%w_]+%s*%[")
  if not declared or code:find("^%s*static const ") then
    return nil
  end
  for at, name, size in code:gmatch("()%f[%w_]([%w_]+)%[([%dxXa-fA-F<>%s%*%+]+)%]", declared) do
    if not is_inside(code:sub(1, at - 1)) then
      return name, size
    end
  end
end

local faults, arrays = 0, 0

local function check(path)
  local before, n = "", 0
  for line in io.lines(path) do
    n = n + 1
    arrays = arrays + (line:find("%f[%w_]char%s+[%w_]+%s*%[") and 1 or 0)
    local name, size = numbered(line)
    if name and not line:find("/*", 1, true) and not before:find("%*/$") then
      local message = "%s:%d: the size %s of '%s' has no source (a constant with a name, or a comment)\n"
      io.stderr:write(message:format(path, n, size, name))
      faults = faults + 1
    end
    before = line
  end
end

for _, path in ipairs(tree.list "find csrc -name '*.[ch]'") do
  check(path)
end
print(("rooms: %d arrays of characters, %s"):format(arrays, faults == 0 and "no fault" or faults .. " faults"))
os.exit(faults == 0)
