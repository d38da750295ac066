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
