-- Shared memory: a child writes texts, this process reads them and passes them to a Writer.

local core = require "lucena.core"

local LUA = os.getenv "LUCENA_LUA" or "lua5.4"
local SLOT = 1 << 24 -- bytes of a slot

-- Runs Lua code in a child, with the Area `area`, its number of slots `slots`, and `write(slot, text, ...)`. It writes
-- texts, and prints the size of the Text, or "string" and the size.
local CODE = [[
local core = require "lucena.core"
local area = assert(core.area(%d, %d))
local function write(slot, ...)
  local writer = core.memory_writer(area, slot)
  for _, text in ipairs { ... } do
    assert(writer:write(text))
  end
  local text = core.take_text(writer)
  print(type(text) == "string" and "string " .. #text or text.slot .. " " .. text.size)
  return text, writer
end
%s]]

local function run(area, slots, code)
  local words = { LUA, "-e", CODE:format(slots, area.descriptor, code) }
  local child <close> = assert(core.process(words, area))
  local lines = {}
  for line in function() return child:read_line(30) end do
    lines[#lines + 1] = line
  end
  assert.same({ "exit", 0 }, { child:wait(30) })
  return lines
end

describe("an area", function()
  it("has the texts that children have written", function()
    local area <close> = assert(core.area(3))
    assert.same({ "1 11" }, run(area, 3, "write(1, '1. e4 ', 'e5 *\\n')"))
    assert.same({ "0 3", "2 " .. SLOT }, run(area, 3, ("write(0, 'abc') write(2, ('x'):rep(%d))"):format(SLOT)))
    assert.equal("1. e4 e5 *\n", area:text(1, 11).text)
    assert.equal("abc", area:text(0, 3).text)
    assert.is_true(("x"):rep(SLOT) == area:text(2, SLOT).text)
  end)

  it("is not open in the children of children", function()
    local area <close> = assert(core.area(1))
    local code = "assert(not io.open('/proc/self/fd/%d')) write(0, 'x')"
    assert.same({ "0 1" }, run(area, 1, code:format(area.descriptor)))
  end)

  it("does not keep texts that are longer than a slot, nor empty ones", function()
    local area <close> = assert(core.area(2))
    local code = [[
      local text, writer = write(0, ("x"):rep(%d), "yz")
      assert(text == ("x"):rep(%d) .. "yz")
      assert(writer:write "1. d4 *" and core.take_text(writer) == "1. d4 *")
      write(1)]]
    assert.same({ "string " .. SLOT + 1, "string 0" }, run(area, 2, code:format(SLOT - 1, SLOT - 1)))
    assert.equal("\0", area:text(1, 1).text)
  end)

  it("gives texts to a Writer as it gives strings", function()
    local area <close> = assert(core.area(2))
    run(area, 2, "write(0, '1. e4 *') write(1, '\\n')")
    local pieces = {}
    local writer = require("lucena").writer(function(text) pieces[#pieces + 1] = text end)
    assert.is_true(writer:write("{", area:text(0, 7), area:text(1, 1)))
    assert.same({ "{", "1. e4 *", "\n" }, pieces)
  end)

  it("does not give a text after its slot was released or the area was closed", function()
    local area = assert(core.area(2))
    local old, other = area:text(0, 3), area:text(1, 3)
    area:release(0)
    assert.has_error(function() return old.text end, "the text was released")
    assert.equal("\0\0\0", area:text(0, 3).text)
    assert.equal("\0\0\0", other.text)
    area:close()
    area:close()
    assert.has_error(function() require("lucena").writer(print):write(other) end, "the text was released")
    assert.has_error(function() area:text(0, 1) end, "the area is closed")
  end)

  it("is not written to after it was closed", function()
    local area <close> = assert(core.area(1))
    local code = [[
      local writer = core.memory_writer(area, 0)
      assert(writer:write "1. e4")
      area:close()
      local game = require("lucena").game "1. e4 *"
      for _, call in ipairs {
        function() writer:write " *" end, function() writer:write(game) end, function() writer:export(game, "uci") end,
        function() return core.take_text(writer).text end,
      } do
        print((select(2, pcall(call)):gsub("^.-: ", "")))
      end]]
    assert.same({ "the area is closed", "the area is closed", "the area is closed", "the text was released" },
      run(area, 1, code))
  end)

  it("rejects slots that do not exist", function()
    local area <close> = assert(core.area(2))
    assert.has_error(function() area:text(2, 0) end)
    assert.has_error(function() area:text(-1, 0) end)
    assert.has_error(function() area:text(0, SLOT + 1) end)
    assert.has_error(function() area:release(2) end)
    assert.has_error(function() core.area(0) end)
    assert.has_error(function() core.memory_writer(area, 0) end) -- only children write
  end)

  it("is not opened with more slots than it has, nor from other files", function()
    local area <close> = assert(core.area(2))
    local child <close> = assert(core.process({ LUA, "-e", ([[
      local core = require "lucena.core"
      print(core.area(3, %d))
      print(core.area(1, 0))
      print(core.area(1, 1000))]]):format(area.descriptor) }, area))
    for _, expected in ipairs { "nil\tInvalid argument", "nil\tInvalid argument", "nil\tBad file descriptor" } do
      assert.equal(expected, child:read_line(30))
    end
  end)

  it("does not take the number of a descriptor that the child inherits otherwise", function()
    local child <close> = assert(core.process { "sh", "-c", [[exec 3<README.md; exec "$0" -e '
      local core = require "lucena.core"
      local area = assert(core.area(1))
      local cat <close> = assert(core.process({ "sh", "-c", "head -c 8 <&3" }, area))
      print(area.descriptor > 3, cat:read(30))']], LUA })
    assert.equal("true\t# Lucena", child:read_line(30))
  end)

  it("leaves no descriptors", function()
    collectgarbage()
    local before = #core.list_folder "/proc/self/fd"
    for _ = 1, 3 do
      core.area(2):close()
      local _ = core.area(2)
    end
    collectgarbage()
    assert.equal(before, #core.list_folder "/proc/self/fd")
  end)

  it("is not created if it would be larger than files may be", function()
    local child <close> = assert(core.process { "sh", "-c", [[ulimit -f 100; exec "$0" -e '
      local core = require "lucena.core"
      core.hold_standard()
      print(core.area(1))']], LUA })
    assert.equal("nil\tFile too large", child:read_line(30))
  end)

  if not os.getenv "PRELOAD" then -- a sanitizer needs more addresses
    it("takes at most a quarter of the addresses that the process may use", function()
      local child <close> = assert(core.process { "sh", "-c", [[ulimit -v 262144; exec "$0" -e '
        local core = require "lucena.core"
        print(core.area(5))
        print(core.area(4).descriptor > 2)']], LUA })
      assert.same({ "nil\tCannot allocate memory", "true" }, { child:read_line(30), child:read_line(30) })
    end)
  end
end)
