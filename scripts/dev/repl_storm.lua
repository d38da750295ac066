-- Sends random lines to the prompt, or random keys on a terminal, and reports errors.
-- Usage: scripts/dev/with-build lua5.4 scripts/dev/repl_storm.lua [--seed N] [--lines N] [--keys N]
--   --seed   seed of the random numbers (default: the time); it is printed, so that a run can be repeated
--   --lines  number of lines for a session in this process; default 100000
--   --keys   number of keys on a terminal, for a separate process; default 100000
-- Files are written into a temporary folder. The exit status is 1 if an error was found.

local OPTIONS = { seed = os.time(), lines = 100000, keys = 100000 }

local i = 1
while arg[i] do
  local name, value = arg[i]:match("^%-%-(%l+)$"), math.tointeger(tonumber(arg[i + 1]))
  if not OPTIONS[name] or not value then
    io.stderr:write("usage: repl_storm.lua [--seed N] [--lines N] [--keys N]\n")
    os.exit(2)
  end
  OPTIONS[name], i = value, i + 2
end

local storm = require "spec.support.storm"
local folder <close> = require "spec.support.folder" ()

print("seed " .. OPTIONS.seed)
local is_well = true

-- Print each fault once, with the number of its occurrences.
local function say(faults)
  local counts = {}
  for _, fault in ipairs(faults) do
    is_well = false
    counts[fault.what] = (counts[fault.what] or 0) + 1
    if counts[fault.what] == 1 then
      print(("line %d: %q\n  %s\n%s"):format(fault.count, fault.line, fault.what, fault.traceback or ""))
    end
  end
  for what, count in pairs(counts) do
    print(count .. "x", what)
  end
end

if OPTIONS.lines > 0 then
  local begun = os.clock()
  local report = storm.run { count = OPTIONS.lines, seed = OPTIONS.seed, folder = folder }
  say(report.faults)
  print(("%d lines in %.1f s, %d could not be done, %d bytes shown, %.0f KB more than before"):format(OPTIONS.lines,
    os.clock() - begun, report.failed, report.shown, report.kilobytes))
  is_well = is_well and report.answers
end

if OPTIONS.keys > 0 then
  local report = storm.type { count = OPTIONS.keys, seed = OPTIONS.seed, folder = folder }
  print(("%d keys, exit status %d, %d of %d lines in the history, %.0f KB at the end"):format(OPTIONS.keys, report.code,
    report.kept, report.known, report.kilobytes))
  if report.missing then
    print(("  the first that it has not: %q; instead it has: %q"):format(report.missing, report.instead))
  end
  is_well = is_well and report.code == 0 and report.kept == report.known
end

os.exit(is_well and 0 or 1, true)
