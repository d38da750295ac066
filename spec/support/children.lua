--- Returns the child processes of a process, from /proc, because a minimal system has no `ps`.
--
--     local children = require "spec.support.children"
--     for _, child in ipairs(children(pid)) do ... child.pid, child.state ... end

local core = require "lucena.core"

-- Reads /proc/NAME/stat: process id, name in parentheses (which can contain any character), state, parent.
local function stat_of(name)
  local file = io.open("/proc/" .. name .. "/stat", "rb")
  local line = file and file:read("a") -- nil if the process has just ended
  if file then
    file:close()
  end
  local pid, state, parent = (line or ""):match("^(%d+) %(.*%) (%a) (%d+)")
  return math.tointeger(pid), state, math.tointeger(parent)
end

---@param pid? integer default: this process
---@return table[] list {pid, state}; state "Z": the process has ended, but its parent has not waited for it
return function(pid)
  pid = pid or stat_of("self")
  local list = {}
  for _, name in ipairs(assert(core.list_folder("/proc"))) do
    if name:find("^%d+$") then
      local child, state, parent = stat_of(name)
      if parent == pid then
        list[#list + 1] = { pid = child, state = state }
      end
    end
  end
  return list
end
