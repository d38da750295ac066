--- busted runs this file before the first spec.

-- Modules that are loaded here are shared by all spec files; other modules are loaded again for each file.
require "spec.support.need"

-- With LUCENA_GC_STRESS=1, a full garbage collection in generational mode runs before and after each test. So the use
-- of a userdata that has been collected is detected at once.
if os.getenv("LUCENA_GC_STRESS") == "1" then
  local busted = require "busted"
  local function collect()
    collectgarbage("generational")
    collectgarbage()
    return nil, true
  end
  busted.subscribe({ "test", "start" }, collect)
  busted.subscribe({ "test", "end" }, collect)
end

-- With LUCENA_NO_NATIVE_ONLY=1, the tests of spec/support/native_only.lua are omitted, and not counted.
if os.getenv("LUCENA_NO_NATIVE_ONLY") == "1" then
  local busted = require "busted"
  local is_native_only = {}
  for _, row in ipairs(require "spec.support.native_only") do
    is_native_only[row[1] .. ": " .. row[2]] = true
  end
  local block -- the file or `describe` that registers tests
  for _, kind in ipairs { "file", "describe" } do
    busted.subscribe({ kind, "start" }, function(element)
      block = element
      return nil, true
    end)
  end
  busted.subscribe({ "register", "it" }, function(name)
    local at = block
    while at.descriptor ~= "file" do
      at, name = busted.parent(at), at.name .. " " .. name
    end
    return nil, not is_native_only[at.name .. ": " .. name]
  end, { priority = 1 })
end
