-- Garbage collection may run a finalizer (__gc) of any object in the middle of a method of the core, and the finalizer
-- may use the same object. A program in spec/support/hot calls every method, property and function in this way: a full
-- cycle of the collector runs at each allocation, so the finalizer runs at each place where it can run. Answers must be
-- those of calls without the finalizer. This needs a small heap, so it runs in a process of its own.

local coverage = require "spec.support.hot.coverage"
local folder = require "spec.support.folder"
local rows = require "spec.support.hot.rows"

local LUA = os.getenv("LUCENA_LUA") or "lua5.4"

-- Return the lines of the program, and how it ended.
local function run(place)
  local pipe = assert(io.popen(("%s spec/support/hot/run.lua '%s' 2>&1"):format(LUA, place.root), "r"))
  local lines = {}
  for line in pipe:lines() do
    lines[#lines + 1] = line
  end
  return lines, select(2, pipe:close())
end

describe("a finalizer that uses the object of a running method", function()
  local lines, how

  setup(function()
    local place <close> = folder()
    lines, how = run(place)
  end)

  it("changes no answer and loses nothing", function()
    assert.equal("exit", how, table.concat(lines, "\n"))
    assert.equal("0 wrong", lines[#lines], table.concat(lines, "\n"))
  end)

  it("runs in the middle of most calls, for each class", function()
    local calls, inside = 0, 0
    for _, line in ipairs(lines) do
      local label, count, within = line:match "^(.-): (%d+) calls, (%d+) with the finalizer inside"
      if label then
        -- The memory of a builder of indexes is the core's, so no call of it starts a collection.
        assert.is_true(tonumber(within) > 0 or label == "IndexBuilder", label)
        calls, inside = calls + tonumber(count), inside + tonumber(within)
      end
    end
    assert.is_true(calls > 1000, calls .. " calls")
    assert.is_true(inside > calls * 0.6, inside .. " of " .. calls)
  end)

  it("is tested with each method, setter and function of the core", function()
    local lacking = table.concat(coverage(rows), " ")
    assert.equal("", lacking, "a name needs a row in spec/support/hot/rows, or, as a function that gets no object, "
      .. "a place in `plain` of rows.lua: " .. lacking)
    local fewer = { rows = {}, plain = rows.plain:gsub("checksum", "") }
    for label, row in pairs(rows.rows) do
      fewer.rows[label] = row.class ~= "Board" and label ~= "Board" and row or nil
    end
    local missing = coverage(fewer)
    assert.equal("Board:__tostring", missing[1])
    assert.equal("functions:checksum", missing[#missing])
  end)
end)
