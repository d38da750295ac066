-- Runs the examples in the doc comments of the binding and of lua/lucena, and checks the results that they show.
-- An example is `@usage EXPRESSION  --> RESULT`, or statements with a return, on one line or several. Examples without
-- a result are only compiled, because some need files or an engine of the reader.

local chess = require "lucena"
local public = require "spec.support.public"

local found, compiled = 0, 0

-- Return the chunk of an example in a file. An example in an internal module may use the name of its file for the
-- module; `engine` is a running engine.
local function chunk_of(code, path)
  local own, module = path:match("([^/]+)%.lua$"), path:match("^lua/(.*)%.lua$")
  local env = setmetatable({ chess = chess }, { __index = function(_, name)
    return name == "engine" and public.make.Engine() or name == own and require((module:gsub("/", "."))) or _G[name]
  end })
  return load("return " .. code, "=usage", "t", env) or assert(load(code, "=usage", "t", env))
end

local function check(path, number, example)
  local code, wanted = example:match("^(.-)%s+%-%->%s*(.-)%s*$")
  local place = ("%s:%d %s"):format(path, number, code or example)
  if code then
    found = found + 1
    it(place, function()
      assert.equal(wanted, tostring((chunk_of(code, path)())))
    end)
  else
    compiled = compiled + 1
    it(place, function()
      assert.is_function(chunk_of(example, path))
    end)
  end
end

-- Call check() for each example of a file. An example ends before the next tag and with the comment.
local function check_file(path)
  local number, example, first = 0, nil, nil
  local is_c = path:find("%.c$")
  for line in io.lines(path) do
    number = number + 1
    local begun = line:match("@usage%s+(.+)$")
    local ends = begun or line:find("^%s*%-*%s*@") or not is_c and not line:find("^%s*%-%-") or line:find("%*/")
    if example and ends then
      check(path, first, example)
      example = nil
    end
    if begun then
      example, first = begun, number
    elseif example then
      example = example .. "\n" .. line:gsub("^%s*%-%-%s?", "")
    end
  end
end

describe("usage", function()
  local pipe = assert(io.popen("find csrc/binding lua/lucena -name '*.c' -o -name '*.lua' | grep -v core_help | sort"))
  for path in pipe:lines() do
    check_file(path)
  end
  pipe:close()

  it("is printed for every function", function()
    assert.is_true(found >= 590, found .. " examples with results")
    assert.is_true(compiled > 20, compiled .. " examples without results")
  end)
end)
