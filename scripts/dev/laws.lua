-- Usage: scripts/dev/with-build lua5.4 scripts/dev/laws.lua FIRST LAST [LAW]
-- Tests the laws of spec/support/laws.lua, or those whose names contain LAW, with the messy files of the seeds FIRST to
-- LAST. Prints each seed for which a law does not hold, shortens its file, and writes it to build/laws. Finished seeds
-- are recorded in build/laws/done, so that an interrupted run can continue: delete this file to test them again.

local laws = require "spec.support.laws"
local lfs = require "lfs"
local messy_file = require "spec.support.messy_file"

local FOLDER = "build/laws/"
local TRIES = 2000 -- tests while a file is shortened

-- Return the text without parts of it, as long as the law does not hold.
local function shortened(law, seed, name, text)
  local tries, size = 0, #text // 2
  while size > 0 and tries < TRIES do
    local at, is_shorter = 1, false
    while at <= #text and tries < TRIES do
      local rest = text:sub(1, at - 1) .. text:sub(at + size)
      tries = tries + 1
      if laws.test(law, seed, name, rest) then
        text, is_shorter = rest, true
      else
        at = at + size
      end
    end
    size = is_shorter and math.min(size, #text // 2) or size // 2
  end
  return text
end

local function write(name, text)
  local file <close> = assert(io.open(FOLDER .. name, "wb"))
  assert(file:write(text))
end

local function report(law, seed, broken)
  local name, bytes = messy_file(seed)
  print(("seed %d: %s: %s"):format(seed, law.name, broken[1]))
  local text = name:find("%.pgn$") and not law.starts_processes and shortened(law, seed, name, bytes) or bytes
  broken = laws.test(law, seed, name, text) or broken
  write(name, text)
  write(seed .. ".expected", broken[2])
  write(seed .. ".found", broken[3])
  print(("  %d bytes: %s%s"):format(#text, FOLDER, name))
end

local function each_law(word, seed, counts)
  for _, law in ipairs(laws.list) do
    local broken = law.name:find(word, 1, true) and laws.broken(law, seed)
    if broken then
      counts[law.name] = (counts[law.name] or 0) + 1
      report(law, seed, broken)
    end
  end
end

local first, last, word = math.tointeger(tonumber(arg[1])), math.tointeger(tonumber(arg[2])), arg[3] or ""
if not first or not last then
  io.stderr:write("usage: scripts/dev/with-build lua5.4 scripts/dev/laws.lua FIRST LAST [LAW]\n")
  os.exit(2)
end
lfs.mkdir("build")
lfs.mkdir("build/laws")
local is_done, counts = {}, {}
local done <close> = assert(io.open(FOLDER .. "done", "a+"))
for line in done:lines() do
  is_done[line] = true
end
for seed = first, last do
  local mark = seed .. " " .. word
  if not is_done[mark] then
    each_law(word, seed, counts)
    done:write(mark, "\n")
    done:flush()
  end
end
for _, law in ipairs(laws.list) do
  if law.name:find(word, 1, true) then
    print(("%d broken: %s"):format(counts[law.name] or 0, law.name))
  end
end
