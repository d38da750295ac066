-- The list of tests that `make test-web` omits names only tests that exist, each once and with a reason.

local LUA = os.getenv("LUCENA_LUA") or "lua5.4"

-- The names of the tests of a spec file.
local function tests_of(file)
  local names = {}
  local line = "LUCENA_NO_NATIVE_ONLY= scripts/dev/with-build '%s' scripts/dev/busted.lua --ignore-lua --list '%s' 2>&1"
  local pipe = assert(io.popen(line:format(LUA, file)))
  for text in pipe:lines() do
    local name = text:match("^spec/[^:]*:%d+: (.*)$")
    if name then
      names[name] = true
    end
  end
  pipe:close()
  return names
end

describe("the list of native tests", function()
  it("names tests that exist, each once and with a reason", function()
    local files = {}
    for _, row in ipairs(require "spec.support.native_only") do
      local file, name, reason = table.unpack(row)
      files[file] = files[file] or tests_of(file)
      assert.is_true(files[file][name], ("no test %q in %s, or listed twice"):format(name, file))
      assert.truthy(reason and reason:find "%w")
      files[file][name] = nil
    end
  end)
end)
