--- The processes that a process has started, as Linux lists them: a bare system has no `ps`.
--
--     local children = require "spec.support.children"
--     for _, child in ipairs(children(pid)) do ... child.pid, child.state ... end

local core = require "lucena.core"

-- The line of a process: its number, its name in parentheses, which may hold anything, its state, its parent.
local function stat_of(name)
  local file = io.open("/proc/" .. name .. "/stat", "rb")
  local line = file and file:read("a") -- nil when it has just ended
  if file then
    file:close()
  end
  local pid, state, parent = (line or ""):match("^(%d+) %(.*%) (%a) (%d+)")
  return math.tointeger(pid), state, math.tointeger(parent)
end

---@param pid? integer default this process
---@return table[] list {pid, state}; state "Z": it has ended, and nobody has asked how
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
