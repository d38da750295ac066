-- lucena.Writer: a file appears under its name only when it is complete.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local OLD, NEW = "old content\n", "new content\n"

describe("a Writer", function()
  it("creates the file only at close", function()
    local folder <close> = new_folder()
    local w = assert(chess.writer(folder:path "a"))
    assert.equal("lucena.Writer: " .. folder:path "a", tostring(w))
    assert.is_true(w:write(NEW))
    assert.is_true(w:flush())
    assert.is_nil(folder:read "a")
    assert.is_true(w:close())
    assert.equal(NEW, folder:read "a")
    assert.same({ "a" }, folder:names())
    assert.equal("lucena.Writer: " .. folder:path "a" .. " (closed)", tostring(w))
  end)

  it("replaces an existing file only at close", function()
    local folder <close> = new_folder()
    local w = assert(chess.writer(folder:write("a", OLD)))
    w:write(NEW)
    assert.equal(OLD, folder:read "a")
    assert.is_true(w:close())
    assert.equal(NEW, folder:read "a")
    assert.same({ "a" }, folder:names())
  end)

  it("can be closed twice, and then refuses to write", function()
    local folder <close> = new_folder()
    local w = assert(chess.writer(folder:path "a"))
    assert.is_true(w:close())
    assert.is_true(w:close())
    assert.equal("", folder:read "a")
    assert.has_error(function() w:write "x" end, "writer is closed")
    assert.has_error(function() w:flush() end, "writer is closed")
    w:discard()
    assert.equal("", folder:read "a")
  end)

  it("writes strings, numbers and the text of games", function()
    local folder <close> = new_folder()
    local w = assert(chess.writer(folder:path "a"))
    assert.is_true(w:write(chess.game "  1. e4  {x} *", "\n", 12, "\0", ""))
    assert.is_true(w:write())
    w:close()
    assert.equal("1. e4  {x} *\n12\0", folder:read "a")
  end)

  it("writes edited games as pgn() does, and other games unchanged", function()
    local edits = {
      function(g) g.tags.White = "X" end,
      function(g) g.result = "0-1" end,
      function(g) g.root.next.comment = "x" end,
      function(g) g.root.next:add "c5" end,
      function(g) g:strip() end,
    }
    local source = "[White  \"A\"]\n\n1.e4!  (1. d4) e5 *"
    for _, edit in ipairs(edits) do
      local parts = {}
      local w = chess.writer(function(text) parts[#parts + 1] = text end)
      local plain, edited = chess.game(source), chess.game(source)
      edit(edited)
      assert.is_true(w:write(plain, "|", edited, "|", edited:copy(), "|", plain))
      w:close()
      assert.not_equal(source, edited:pgn())
      assert.equal(table.concat({ source, edited:pgn(), edited:pgn(), source }, "|"), table.concat(parts))
    end
  end)

  it("writes nothing of an edited game that PGN cannot store", function()
    local parts = {}
    local w = chess.writer(function(text) parts[#parts + 1] = text end)
    local game = chess.game "1. e4 *"
    game.root.next.comment = "a } b\nc"
    local done, message, code = w:write("before\n", game, "after\n")
    assert.same({ nil, select(2, game:pgn()), "unwritable_comment", n = 3 },
      table.pack(done, message, code))
    assert.same({ "before\n" }, parts)
  end)

  it("writes more than its buffer can hold", function()
    local folder <close> = new_folder()
    local w = assert(chess.writer(folder:path "a"))
    local parts = {}
    for i, size in ipairs { 1, 65535, 1, 65536, 65537, 3, 300000, 7 } do
      parts[i] = string.char(64 + i):rep(size)
      assert.is_true(w:write(parts[i]))
    end
    w:close()
    assert.is_true(folder:read "a" == table.concat(parts))
  end)

  it("keeps the old file if a block is left by an error", function()
    local folder <close> = new_folder()
    local path = folder:write("a", OLD)
    local good, message = pcall(function()
      local w <close> = assert(chess.writer(path))
      w:write(NEW)
      error("stop", 0)
    end)
    assert.is_false(good)
    assert.equal("stop", message)
    assert.equal(OLD, folder:read "a")
    assert.same({ "a" }, folder:names())
  end)

  it("replaces the file if a block ends without an error", function()
    local folder <close> = new_folder()
    do
      local w <close> = assert(chess.writer(folder:write("a", OLD)))
      w:write(NEW)
    end
    assert.equal(NEW, folder:read "a")
    local function leave()
      local w <close> = assert(chess.writer(folder:path "b"))
      w:write(NEW)
      return 1
    end
    assert.equal(1, leave())
    assert.equal(NEW, folder:read "b")
  end)

  it("keeps the old file when it is collected", function()
    local folder <close> = new_folder()
    local path = folder:write("a", OLD)
    do
      local w = assert(chess.writer(path))
      w:write(NEW)
    end
    collectgarbage()
    collectgarbage()
    assert.equal(OLD, folder:read "a")
    assert.same({ "a" }, folder:names())
  end)

  it("keeps the old file when it is discarded", function()
    local folder <close> = new_folder()
    local w = assert(chess.writer(folder:write("a", OLD)))
    w:write(NEW)
    w:discard()
    w:discard()
    assert.has_error(function() w:write "x" end, "writer is closed")
    assert.equal(OLD, folder:read "a")
    assert.same({ "a" }, folder:names())
  end)

  it("writes to the target of a symbolic link, and keeps the link", function()
    local folder <close> = new_folder()
    folder:write("target", OLD)
    assert.is_true(folder:run "ln -s target link")
    local w = assert(chess.writer(folder:path "link"))
    w:write(NEW)
    w:close()
    assert.is_true(folder:run "test -L link")
    assert.equal(NEW, folder:read "target")
    assert.same({ "link", "target" }, folder:names())
  end)

  it("keeps the mode bits of the old file", function()
    local folder <close> = new_folder()
    for _, mode in ipairs { "640", "600", "755" } do
      folder:write("a", OLD)
      assert.is_true(folder:run("chmod " .. mode .. " a"))
      local w = assert(chess.writer(folder:path "a"))
      w:write(NEW)
      w:close()
      assert.equal(NEW, folder:read "a")
      local pipe = assert(io.popen(("find '%s' -perm %s -name a"):format(folder.root, mode)))
      assert.equal(folder:path "a", pipe:read("l"), mode)
      pipe:close()
    end
  end)

  it("can write the same file as another Writer: the last one that is closed replaces the file", function()
    local folder <close> = new_folder()
    local a, b = assert(chess.writer(folder:path "x")), assert(chess.writer(folder:path "x"))
    a:write "a"
    b:write "b"
    assert.is_true(b:close())
    assert.equal("b", folder:read "x")
    assert.is_true(a:close())
    assert.equal("a", folder:read "x")
    assert.same({ "x" }, folder:names())
  end)

  it("accepts file names of the maximum length", function()
    local folder <close> = new_folder()
    local name = ("n"):rep(255)
    local w = assert(chess.writer(folder:path(name)))
    w:write(NEW)
    assert.is_true(w:close())
    assert.same({ name }, folder:names())
  end)

  it("keeps the old file, and leaves no temporary file, if the program ends early", function()
    local folder <close> = new_folder()
    local path = folder:write("a", OLD)
    for _, program in ipairs {
      "local w <close> = chess.writer(path); w:write 'x'; os.exit(0, true)",
      "local w = chess.writer(path); w:write 'x'; os.exit(0, true)",
      "coroutine.wrap(function() local w <close> = chess.writer(path); w:write 'x'; os.exit(0, true) end)()",
      "w = chess.writer(path); w:write 'x'",
    } do
      local prefix = ("local chess, path = require 'lucena', %q "):format(path)
      assert.same({ code = 0, out = "", err = "" }, run { "run", "-", stdin = prefix .. program })
      assert.equal(OLD, folder:read "a")
      assert.same({ "a" }, folder:names())
    end
  end)

  it("returns whether it writes to a stream", function()
    local folder <close> = new_folder()
    local w = assert(chess.writer(folder:path "a"))
    assert.is_false(w.is_stream)
    w:close()
    assert.is_false(w.is_stream)
    for _, path in ipairs { "-", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/proc/self/fd/1", "/dev/null" } do
      local stream = assert(chess.writer(path))
      assert.is_true(stream.is_stream, path)
      stream:close()
      assert.is_true(stream.is_stream, path)
    end
  end)

  it("to a stream loses no data if it is never closed", function()
    for _, program in ipairs {
      "chess.writer('-'):write 'x'",
      "w = chess.writer('-'); w:write 'x'",
      "local w = chess.writer('/dev/stdout'); w:write 'x' w = nil collectgarbage()",
      "local w = chess.writer('/dev/fd/1'); w:write 'x' os.exit(0)",
      "local w <close> = chess.writer('-'); w:write 'x' os.exit(true)",
    } do
      assert.same({ code = 0, out = "x", err = "" },
        run { "run", "-", stdin = "local chess = require 'lucena' " .. program }, program)
    end
  end)

  it("to a stream loses no data after an error", function()
    local r = run { "run", "-", stdin = "local w <close> = require('lucena').writer '-' w:write 'x' error('stop', 0)" }
    assert.same({ code = 2, out = "x", err = "lucena: stop\n" }, r)
  end)

  it("drops its buffer when it is discarded", function()
    local r = run { "run", "-", stdin = [[
      local w = require("lucena").writer "-"
      w:write "x"
      w:flush()
      w:write "y"
      w:discard()]] }
    assert.same({ code = 0, out = "x", err = "" }, r)
  end)

  it("writes at the position of a file descriptor, and keeps the file's name", function()
    local folder <close> = new_folder()
    local lucena = ("'%s' scripts/lucena"):format(os.getenv("LUCENA_LUA") or "lua5.4")
    local program = "local w = require('lucena').writer(...) w:write('new\\n') assert(w:close())"
    for _, path in ipairs { "/dev/stdout", "/dev/fd/1", "/dev/fd/3", "/proc/self/fd/3" } do
      local shell = [[{ echo first; printf '%%s\n' "%s" | %s run - %s; echo last; } >'%s' 3>&1]]
      assert.is_true(os.execute(shell:format(program, lucena, path, folder:path "a")))
      assert.equal("first\nnew\nlast\n", folder:read "a", path)
      assert.same({ "a" }, folder:names())
    end
  end)

  it("reports a descriptor that is not open", function()
    local w, message, code = chess.writer "/dev/fd/987654"
    assert.is_nil(w)
    assert.equal("/dev/fd/987654: cannot write: Bad file descriptor", message)
    assert.equal("cannot_write", code)
  end)

  it("reports why it cannot be opened", function()
    local folder <close> = new_folder()
    local w, message, code = chess.writer(folder.root)
    assert.is_nil(w)
    assert.equal(folder.root .. ": cannot write: Is a directory", message)
    assert.equal("cannot_write", code)
    w, message, code = chess.writer(folder:path "none/a")
    assert.is_nil(w)
    assert.equal(folder:path "none/a" .. ": cannot write: No such file or directory", message)
    assert.equal("cannot_write", code)
    assert.same({}, folder:names())
  end)

  it("reports a full device, also at later calls", function()
    local probe = io.open("/dev/full", "r")
    if not probe then
      return pending "no /dev/full"
    end
    probe:close()
    local wanted = { nil, "/dev/full: cannot write: No space left on device", "cannot_write" }
    local w = assert(chess.writer "/dev/full")
    assert.is_true(w:write "x") -- still in the buffer
    assert.same(wanted, { w:flush() })
    assert.same(wanted, { w:write "y" })
    assert.same(wanted, { w:close() })
    assert.same(wanted, { w:close() })
    w = assert(chess.writer "/dev/full")
    assert.same(wanted, { w:write(("x"):rep(100000)) })
    w = assert(chess.writer "/dev/full")
    w:write "x"
    assert.same(wanted, { w:close() })
    assert.has_error(function()
      local v <close> = assert(chess.writer "/dev/full")
      v:write "x"
    end, wanted[2])
  end)

  it("raises for wrong use", function()
    local folder <close> = new_folder()
    local w <close> = assert(chess.writer(folder:path "a"))
    assert.has_error(function() w:write {} end,
      "bad argument #1 to 'write' (string or lucena.Game expected, got table)")
    assert.has_error(function() w:write("a", true) end,
      "bad argument #2 to 'write' (string or lucena.Game expected, got boolean)")
    assert.has_error(function() w:write(nil) end,
      "bad argument #1 to 'write' (string or lucena.Game expected, got nil)")
    assert.has_error(function() return w.foo end, "lucena.Writer has no field 'foo'")
    assert.has_error(function() w.foo = 1 end, "lucena.Writer has no field 'foo'")
    assert.has_error(function() chess.writer "a\0b" end)
    assert.has_error(function() chess.writer() end)
    assert.has_error(function() w.write(io.stdout, "x") end)
    assert.equal("lucena.Writer", getmetatable(w))
  end)
end)

describe("a writer in memory", function()
  local core = require "lucena.core"

  it("keeps texts of any size until they are taken", function()
    local writer, expected = core.memory_writer(), {}
    assert.is_true(writer:write "")
    assert.equal("", core.take_text(writer))
    for i = 1, 200 do
      expected[i] = ("%d "):format(i):rep(i * 20)
      assert.is_true(writer:write(expected[i]))
    end
    assert.is_true(table.concat(expected) == core.take_text(writer))
    assert.equal("", core.take_text(writer))
    local game = chess.game("1. e4 e5 *")
    assert.is_true(writer:export(game, "uci"))
    assert.is_true(writer:flush())
    assert.is_true(writer:write("x", game))
    assert.equal("e2e4 e7e5\nx1. e4 e5 *", core.take_text(writer))
  end)

  it("cannot be used after it is closed, and no other writer has such a text", function()
    local writer = core.memory_writer()
    writer:write "e4"
    assert.is_true(writer:close())
    assert.has_error(function() writer:write "e5" end, "writer is closed")
    assert.has_error(function() core.take_text(writer) end)
    assert.has_error(function() core.take_text(chess.writer "-") end)
  end)
end)
