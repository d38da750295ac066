-- Checks the text of tracked files. They must not have absolute paths of one machine, unfinished notes such as "to do",
-- trailing blanks, or tabs (except in makefiles). Lines of C must not have more than 120 columns. Files must end with a
-- newline. The library and the command must not run a shell; lucena/repl/shell.lua may, because the user types the
-- command.
-- Usage: lua5.4 scripts/dev/hygiene.lua      (from the top of the tree)

local tree = require "scripts.dev.tree"

-- Data files are not checked: they are copies of real files.
local DATA = {
  "^spec/data/", "^ctest/corpus/",
  "%.pgn$", "%.epd$", "%.fen$", "%.svg$", "%.png$", "%.bin$", "%.zst$", "%.gz$", "%.bz2$",
}

-- The words are written in pieces, so that this file passes its own check.
local FORBIDDEN = {
  ["%f[%w/]/wo" .. "rk/"] = "a folder of one machine",
  ["%f[%w/]/ro" .. "ot/"] = "a folder of one machine",
  ["%f[%w/]/ho" .. "me/%l"] = "a folder of one machine",
  ["%f[%w]TO" .. "DO%f[%W]"] = "a note to self",
  ["%f[%w]FIX" .. "ME%f[%W]"] = "a note to self",
  ["%f[%w]XX" .. "X%f[%W]"] = "a note to self",
}

-- Functions that run a shell, which no Lua file of the library and the command may use.
local SHELL = { "io%s*%.%s*popen", "os%s*%.%s*execute" }

local function tracked()
  -- An unpacked release has no git, so all files are checked except those in build/.
  local command = "git ls-files --cached --others --exclude-standard 2>/dev/null"
    .. " || find . -type f -not -path './build/*' -not -path './.git/*'"
  local pipe = assert(io.popen("{ " .. command .. "; } | LC_ALL=C sort -u", "r"))
  local list = {}
  for path in pipe:lines() do
    list[#list + 1] = (path:gsub("^%./", ""))
  end
  pipe:close()
  return list
end

local MOST_COLUMNS = 120 -- of C; luacheck counts those of Lua

local faults = 0
local function fault(path, line, text)
  io.stderr:write(("%s:%d: %s\n"):format(path, line, text))
  faults = faults + 1
end

local function check(path, text)
  local n = 0
  local is_c = path:find("^csrc/") ~= nil or path:find("^ctest/.*%.[ch]$") ~= nil
  local is_make = path:find("Makefile") ~= nil or path:find("%.mk$") ~= nil or path:find("debian/rules$") ~= nil
  for line in text:gmatch("([^\n]*)\n?") do
    n = n + 1
    for pattern, what in pairs(FORBIDDEN) do
      if line:find(pattern) then
        fault(path, n, what)
      end
    end
    for _, pattern in ipairs(path:find("^lua/") and path ~= "lua/lucena/repl/shell.lua" and SHELL or {}) do
      if line:find(pattern) then
        fault(path, n, "a shell; core.process runs programs without one")
      end
    end
    if line:find("[ \t\r]$") then
      fault(path, n, "blank at the end of the line")
    end
    if is_c and (utf8.len(line) or #line) > MOST_COLUMNS then
      fault(path, n, ("a line of more than %d columns"):format(MOST_COLUMNS))
    end
    if not is_make and line:find("\t", 1, true) then
      fault(path, n, "tab")
    end
  end
  if text ~= "" and text:sub(-1) ~= "\n" then
    fault(path, n, "no newline at the end")
  end
end

local checked = 0
for _, path in ipairs(tracked()) do
  local file = not tree.has_any(path, DATA) and io.open(path, "rb")
  if file then
    check(path, file:read("a"))
    file:close()
    checked = checked + 1
  end
end
if faults > 0 then
  os.exit(1)
end
print(("hygiene: %d files, no fault"):format(checked))
