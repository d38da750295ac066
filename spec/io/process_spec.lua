-- Child processes: their output, input and exit. No process or descriptor may remain.

local children = require "spec.support.children"
local core = require "lucena.core"

-- Open descriptors of this process, and child processes that have ended but were not waited for.
local function descriptors()
  return #assert(core.list_folder("/proc/self/fd"))
end

local function has_zombies()
  for _, child in ipairs(children()) do
    if child.state == "Z" then
      return true
    end
  end
  return false
end

local function last(...)
  return (select(select("#", ...), ...))
end

describe("a child process", function()
  local before
  before_each(function()
    collectgarbage()
    before = descriptors()
  end)

  after_each(function()
    collectgarbage()
    assert.equal(before, descriptors())
    assert.is_false(has_zombies())
  end)

  it("gets its arguments unchanged", function()
    local p <close> = assert(core.process { "printf", "%s|", "a b", "$HOME", "'\"", "", "*" })
    assert.equal("a b|$HOME|'\"||*|", p:read(5))
    assert.same({ "exit", 0 }, { p:wait(5) })
  end)

  it("reads lines and answers them", function()
    local p <close> = assert(core.process { "cat" })
    assert.equal(6, p:write("e4\r\ne5"))
    assert.equal("e4", p:read_line(5))
    assert.equal("timeout", last(p:read_line(0.01)))
    p:write("x\n\n")
    assert.equal("e5x", p:read_line(5))
    assert.equal("", p:read_line(5))
    p:write("end")
    p:close_input()
    assert.equal("end", p:read_line(5))
    assert.equal("closed", last(p:read_line(5)))
    assert.equal("closed", last(p:write("more")))
  end)

  it("can write bytes after a line", function()
    local p <close> = assert(core.process { "printf", "one\\nmore" })
    assert.equal("one", p:read_line(5))
    assert.equal("mo", p:read(5, 2))
    assert.equal("re", p:read(5))
    assert.equal("closed", last(p:read(5)))
  end)

  it("can write and read much at the same time", function()
    local p <close> = assert(core.process { "cat" })
    local text = ("0123456789abcdef"):rep(1 << 16)
    local sent, got, parts = 0, 0, {}
    while got < #text do
      local readable, writable = core.ready({ p }, sent < #text and { p } or {}, 5)
      assert.is_truthy(next(readable) or next(writable))
      if writable[p] then
        sent = sent + p:write(text, 0, sent + 1)
      end
      if readable[p] then
        parts[#parts + 1] = p:read(0)
        got = got + #parts[#parts]
      end
    end
    assert.is_true(table.concat(parts) == text)
  end)

  it("accepts only as much as its pipe can hold", function()
    local p <close> = assert(core.process { "sleep", "9" })
    local text = ("x"):rep(1 << 20)
    local count = p:write(text, 0)
    assert.is_true(count > 0 and count < #text)
    assert.equal(0, p:write("more", 0.01))
    assert.same({ {}, {} }, { core.ready({ p }, { p }, 0.01) })
  end)

  it("returns its exit status", function()
    local p <close> = assert(core.process { "sh", "-c", "exit 7" })
    assert.same({ "exit", 7 }, { p:wait(5) })
    assert.same({ "exit", 7 }, { p:wait(0) })
    local q <close> = assert(core.process { "sleep", "9" })
    assert.equal("timeout", last(q:wait(0.01)))
    q:kill(15)
    assert.same({ "signal", 15 }, { q:wait(5) })
    q:kill() -- q has already ended, so no process may receive the signal
  end)

  it("that has exited does not cause SIGPIPE", function()
    local p <close> = assert(core.process { "true" })
    p:wait(5)
    local _, message, code = p:write(("x"):rep(1 << 20), 1)
    assert.equal("closed", code)
    assert.equal("the process has closed its end", message)
    assert.equal("closed", last(p:read(1)))
  end)

  it("inherits no pipes of another process, nor an open game file", function()
    local function inherited()
      local p <close> = assert(core.process { "sh", "-c", "ls /proc/self/fd | wc -l" })
      return p:read_line(5)
    end
    local alone = inherited()
    local first <close> = assert(core.process { "cat" })
    local reader <close> = assert(core.open "README.md")
    assert.equal(alone, inherited())
    assert.is_truthy(first.pid and reader.name)
  end)

  it("that cannot be started is reported, without open descriptors", function()
    local p, message, code = core.process { "no-such-program-here" }
    assert.is_nil(p)
    assert.equal("no-such-program-here: cannot be started: No such file or directory", message)
    assert.equal("failed", code)
  end)

  it("is killed with its handle, in every way", function()
    local pids = {}
    pcall(function()
      local p <close> = assert(core.process { "sleep", "9" })
      pids[1] = p.pid
      error "on the way"
    end)
    pids[2] = assert(core.process { "sleep", "9" }).pid -- the object is garbage at once
    collectgarbage()
    collectgarbage()
    for _, pid in ipairs(pids) do
      assert.is_nil((io.open(("/proc/%d/stat"):format(pid))))
    end
  end)

  it("is killed with its own children", function()
    local p <close> = assert(core.process { "sh", "-c", "sleep 9 & echo $!; wait" })
    local pid = assert(p:read_line(5))
    p:close()
    local deadline = core.monotonic() + 5
    local state
    repeat -- the killed process ends soon; init or a subreaper waits for it, not this process
      local file <close> = io.open(("/proc/%d/stat"):format(pid))
      state = file and file:read("a"):match("%) (.)")
    until state ~= "S" and state ~= "R" or core.monotonic() > deadline
    assert.is_truthy(not state or state:find("[ZX]"), state)
  end)

  it("can write lines up to a limit", function()
    local p <close> = assert(core.process { "sh", "-c", "yes abcdefg | head -c 3000000 | tr -d '\\n'" })
    local line, message, code = p:read_line(9)
    assert.is_nil(line)
    assert.same({ "Message too long", "failed" }, { message, code })
  end)

  it("requires a list of words", function()
    for _, argv in ipairs { {}, { "echo", 3 }, { "a\0b" } } do
      assert.has_error(function() core.process(argv) end)
    end
    local p <close> = assert(core.process { "cat" })
    assert.has_error(function() p:read(-1) end)
    assert.has_error(function() p:write("x", 0, 3) end)
    assert.has_error(function() core.ready({ io.stdout }, {}, 0) end)
  end)
end)

describe("folders", function()
  local new_folder = require "spec.support.folder"

  it("are listed, sorted, including hidden names", function()
    local folder <close> = new_folder()
    for _, name in ipairs { "b", "a c", ".d", "B" } do
      folder:write(name, "")
    end
    assert.same({ ".d", "B", "a c", "b" }, core.list_folder(folder.root))
    local names, message = core.list_folder(folder:path "b")
    assert.is_nil(names)
    assert.equal(folder:path "b" .. ": Not a directory", message)
  end)

  it("are created with their parents", function()
    local folder <close> = new_folder()
    assert.is_true(core.make_folder(folder:path "x/y//z/"))
    assert.is_true(core.make_folder(folder:path "x/y"))
    folder:write("x/file", "")
    assert.same({ "file", "y" }, core.list_folder(folder:path "x"))
    local _, message = core.make_folder(folder:path "x/file/more")
    assert.equal(folder:path "x/file/more" .. ": Not a directory", message)
    assert.is_nil((core.make_folder("")))
  end)
end)
