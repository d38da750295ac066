-- The time-critical loops are compiled for several processors (csrc/chess/cpu.h). All variants that this machine can
-- run must give the same output.

local new_folder = require "spec.support.folder"
local shell = require "spec.support.shell"
local variants = require "spec.support.variants"

local function run(level, command)
  return shell(("LUCENA_CPU=%s lucena %s 2>&1"):format(level, command))
end

-- The variants that this machine can run, besides the portable one.
local function other_levels()
  local levels = {}
  for _, level in ipairs { "v3", "v4" } do
    local pipe = assert(io.popen(("LUCENA_CPU=%s '%s' -e 'print(require(\"lucena.core\").cpu)'"):format(
      level, os.getenv("LUCENA_LUA") or "lua5.4")))
    if pipe:read("l") == level then
      levels[#levels + 1] = level
    end
    pipe:close()
  end
  return levels
end

describe("variants of the inner loops", function()
  local folder

  setup(function()
    folder = new_folder()
    variants.write_input(folder)
  end)

  teardown(function() folder:__close() end)

  for _, level in ipairs(other_levels()) do
    for _, command in ipairs(variants.commands) do
      it(("give the same output at %s: %s"):format(level, command.name), function()
        local line = command.line:gsub("%%s", folder.root)
        local expected = run("base", line)
        assert.is_true(#expected > 0)
        assert.is_true(expected == run(level, line))
      end)
    end
  end

  it("are chosen by LUCENA_CPU, which must name an existing level", function()
    assert.equal("lucena: LUCENA_CPU is 'v9' (base, v3 or v4)\n", run("v9", "perft 1"))
  end)
end)
