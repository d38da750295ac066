-- Runs the examples in the doc comments of the binding and of lua/lucena, and checks the results that they show.
-- An example is `@usage EXPRESSION  --> RESULT`, or statements with a return.

local chess = require "lucena"

local found = 0

local function check(path, number, example)
  local code, wanted = example:match("^(.-)%s+%-%->%s*(.-)%s*$")
  if not code then
    return
  end
  found = found + 1
  it(("%s:%d %s"):format(path, number, code), function()
    local env = setmetatable({ chess = chess }, { __index = _G })
    local chunk = load("return " .. code, "=usage", "t", env) or assert(load(code, "=usage", "t", env))
    assert.equal(wanted, tostring((chunk())))
  end)
end

describe("usage", function()
  local modules = "dedup init position tree merge time near argument file eco epd dialect notation/positions"
    .. " notation/trial notation/detect notation/diagram notation/translate query query/* repl/*"
    .. " book book/* report tally field engine/* render/* sheet/* elo tournament/* opening/* tablebase tablebase/*"
  local pipe = assert(io.popen("ls csrc/binding/*.c " .. modules:gsub("%S+", "lua/lucena/%0.lua")))
  for path in pipe:lines() do
    local number = 0
    for line in io.lines(path) do
      number = number + 1
      local example = line:match("@usage%s+(.+)$")
      if example then
        check(path, number, example)
      end
    end
  end
  pipe:close()

  it("is printed for every function", function()
    assert.is_true(found >= 60, "only " .. found)
  end)
end)
