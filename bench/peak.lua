-- Runs the lucena command, and writes its peak resident memory in KiB and its exit status to a file.
-- Usage: scripts/dev/with-build lua5.4 bench/peak.lua FILE ARGUMENT...      (Linux)

local path = table.remove(arg, 1)
local status = require("lucena.command").main(arg)

for line in io.lines("/proc/self/status") do
  local peak = line:match("^VmHWM:%s*(%d+) kB")
  if peak then
    local file <close> = assert(io.open(path, "w"))
    file:write(peak, "\t", status, "\n")
  end
end
