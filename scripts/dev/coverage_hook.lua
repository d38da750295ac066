-- Collects which lines of lua/lucena a Lua process runs; for `make coverage`, which names it in LUA_INIT_5_4.
-- At the end of the process they are written to a file of its own in $LUCENA_COVERAGE: "FILE LINE" a line. What ends
-- without closing its state, as when it is killed, leaves none.

local folder = os.getenv "LUCENA_COVERAGE"
if not folder then
  return
end

local seen = {} -- source -> line -> true
local files = setmetatable({}, { __mode = "k" }) -- function -> its lines in `seen`, or false
local getinfo = debug.getinfo

local function lines_of(func)
  local source = getinfo(func, "S").source:match "lua/(lucena/[%w_/]+%.lua)$"
  local lines = source and (seen[source] or {}) or false
  if source then seen[source] = lines end
  files[func] = lines
  return lines
end

local function hook(_, line)
  local func = getinfo(2, "f").func
  local lines = files[func]
  if lines == nil then lines = lines_of(func) end
  if lines then lines[line] = true end
end

debug.sethook(hook, "l")

-- A coroutine has a hook of its own.
local create = coroutine.create
function coroutine.create(func) -- luacheck: ignore
  local thread = create(func)
  debug.sethook(thread, hook, "l")
  return thread
end
function coroutine.wrap(func) -- luacheck: ignore
  local thread = coroutine.create(func)
  return function(...)
    local results = table.pack(coroutine.resume(thread, ...))
    if results[1] then return table.unpack(results, 2, results.n) end
    error(results[2], 0)
  end
end

-- Kept by the registry, so that it is collected last of all, when the state is closed.
local name = ("%s/%s-%s"):format(folder, tostring(seen):match "0x(%x+)", tostring(os.time()))
debug.getregistry()[seen] = setmetatable({}, { __gc = function()
  debug.sethook()
  local file = io.open(name .. "-" .. tostring(os.clock()), "w")
  for source, lines in pairs(file and seen or {}) do
    for line in pairs(lines) do file:write(source, " ", line, "\n") end
  end
  if file then file:close() end
end })
