--- Run by busted before the first spec.

-- Loaded here, it is shared by all spec files, which otherwise load their modules afresh.
require "spec.support.need"

-- With LUCENA_GC_STRESS=1 each test begins and ends with a
-- full collection in generational mode, so a userdata freed too early is missed at once.
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
