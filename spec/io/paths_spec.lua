-- Names of files as the system gives them: links that lead nowhere, descriptors, sockets, pipes, files in the way. Each
-- must have the system's own error, and must leave all other files as they were.

local chess = require "lucena"
local core = require "lucena.core"
local lfs = require "lfs"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"

-- Write a text with a writer. Returns true, or nil and the message.
local function write(path, text)
  local writer, message = chess.writer(path)
  if not writer then
    return nil, message
  end
  local done, why = writer:write(text)
  local closed, also = writer:close()
  return done and closed or nil, why or also
end

local function fails(path, reason)
  local done, message = write(path, "1. e4 *\n")
  assert.is_nil(done, path)
  assert.is_truthy(message:find(reason, 1, true), message)
end

describe("a writer", function()
  local folder
  before_each(function() folder = new_folder() end)
  after_each(function() folder:__close() end)

  it("follows links to missing files, relative and absolute, also through other links", function()
    assert.is_true(folder:run('mkdir sub && ln -s ../one sub/relative && ln -s "$PWD/two" sub/absolute'
      .. ' && ln -s sub/absolute chain'))
    assert.is_true(write(folder:path "sub/relative", "1"))
    assert.is_true(write(folder:path "chain", "2"))
    assert.same({ "1", "2" }, { folder:read "one", folder:read "two" })
    assert.is_true(folder:run("test -L chain && test -L sub/absolute && test -L sub/relative"))
  end)

  it("reports links that have no end, or lead through a file", function()
    folder:write("file", "")
    assert.is_true(folder:run("ln -s b a && ln -s a b && ln -s file/inner through && ln -s through/x beyond"))
    fails(folder:path "a", "Too many levels of symbolic links")
    fails(folder:path "through", "Not a directory")
    fails(folder:path "beyond", "Not a directory")
    fails(folder:path(("n"):rep(300)), "File name too long")
    assert.same({ "a", "b", "beyond", "file", "through" }, folder:names())
  end)

  it("takes a name for a descriptor only if the name is a number", function()
    fails("/dev/fd/987", "Bad file descriptor")
    for _, name in ipairs { "/dev/fd/1x", "/dev/fd/12345678901", "/proc/self/fd/" } do
      local done, message = chess.writer(name)
      assert.is_nil(done, name)
      assert.is_nil(message:find("Bad file descriptor", 1, true), message)
    end
  end)

  it("reports a socket, to which no file can be written", function()
    need.program "perl"
    assert.is_true(folder:run("LD_PRELOAD= perl -MIO::Socket::UNIX "
      .. [[-e 'IO::Socket::UNIX->new(Local => "socket", Listen => 1) or die']]))
    fails(folder:path "socket", "No such device or address")
    assert.same({ "socket" }, folder:names())
  end)

  it("writes beside temporary files that have its own process number", function()
    local pid = core.process_id()
    for n = 0, 2 do
      folder:write((".lucena-%d-%d"):format(pid, n), "of another machine")
    end
    assert.is_true(write(folder:path "new.pgn", "1. e4 *\n"))
    assert.equal("1. e4 *\n", folder:read "new.pgn")
    assert.equal("of another machine", folder:read((".lucena-%d-1"):format(pid)))
    assert.equal(4, #folder:names())
  end)

  it("writes into the current folder", function()
    local before = lfs.currentdir()
    finally(function() lfs.chdir(before) end)
    assert(lfs.chdir(folder.root))
    assert.is_true(write("here.pgn", "1. d4 *\n"))
    assert.same({ "here.pgn" }, folder:names())
  end)

  it("keeps files that are not temporary files of a killed writer, and locked files", function()
    need.program "flock"
    local dead = io.popen("sh -c 'echo $$'"):read("n")
    local names = { ".lucena-%d-", ".lucena-%d-1x", ".lucena-%d-1234567890", ".lucena-%dx1", ".lucena-%d-3",
      ".lucena-%d-4", "target" }
    for i, name in ipairs(names) do
      names[i] = name:format(dead)
    end
    for i, name in ipairs(names) do
      if i ~= 6 then
        folder:write(name, "mine")
      end
    end
    assert.is_true(folder:run(("ln -s target .lucena-%d-4"):format(dead)))
    assert.is_true(folder:run(("{ flock .lucena-%d-3 sh -c 'touch locked; sleep 5' & }; "
      .. "while ! test -e locked; do sleep 0.05; done"):format(dead)))
    assert.is_true(write(folder:path "new.pgn", "1. e4 *\n"))
    table.move({ "locked", "new.pgn" }, 1, 2, #names + 1, names)
    table.sort(names)
    assert.same(names, folder:names())
  end)
end)

describe("a folder", function()
  it("is not made where a file, a missing link or a link without end is in the way", function()
    local folder <close> = new_folder()
    folder:write("file", "")
    assert.is_true(folder:run("ln -s none lost && ln -s round round"))
    for path, reason in pairs { file = "Not a directory", ["file/inner"] = "Not a directory", lost = "File exists",
      ["round/x"] = "File exists", [""] = "No such file or directory" } do
      local done, message = core.make_folder(path == "" and "" or folder:path(path))
      assert.is_nil(done, path)
      assert.is_truthy(message:find(reason, 1, true), message)
    end
    assert.same({ "file", "lost", "round" }, folder:names())
  end)
end)

describe("two names", function()
  it("are of the same file through links and folders, but not for pipes, and not if they are too long", function()
    local folder <close> = new_folder()
    folder:write("file", "")
    assert.is_true(folder:run("mkdir sub && ln file hard && ln -s file soft && mkfifo pipe && ln -s . again"))
    local long = folder:path(("s/"):rep(3000) .. "new")
    for _, row in ipairs { { "file", "hard", true }, { "file", "soft", true }, { "file", "again/file", true },
      { "new", "again/new", true }, { "new", "sub/new", false }, { "new", "old", false }, { "file", "new", false },
      { "pipe", "again/pipe", false }, { "none/new", "new", false } } do
      assert.equal(row[3], core.is_same_file(folder:path(row[1]), folder:path(row[2])), row[1] .. " " .. row[2])
    end
    assert.is_false(core.is_same_file(long, folder:path "new"))
    assert.is_false(core.is_same_file(folder:path "new", long))
  end)
end)

describe("a private file", function()
  it("is made once, for this user alone, and never in place of a pipe or a folder", function()
    local folder <close> = new_folder()
    assert.is_true(core.make_private_file(folder:path "own"))
    folder:write("own", "kept")
    assert.is_true(core.make_private_file(folder:path "own"))
    assert.equal("kept", folder:read "own")
    assert.equal("rw-------", lfs.attributes(folder:path "own", "permissions"))
    assert.is_true(folder:run("mkfifo pipe && mkfifo read && { sleep 5 <>read & }"))
    for name, reason in pairs { pipe = "No such device or address", read = "No such device or address",
      [""] = "Is a directory", ["none/x"] = "No such file or directory" } do
      local done, message = core.make_private_file(folder:path(name))
      assert.is_nil(done, name)
      assert.is_truthy(message:find(reason, 1, true), message)
    end
  end)
end)

describe("a file that can be written", function()
  it("has a permission to write, also for the superuser", function()
    local folder <close> = new_folder()
    for mode, expected in pairs { ["0644"] = true, ["0444"] = false, ["0000"] = false } do
      folder:write(mode, "")
      assert.is_true(folder:run(("chmod %s %s"):format(mode, mode)))
      assert.equal(expected, core.is_writable(folder:path(mode)), mode)
    end
    assert.is_false(core.is_writable(folder:path "none"))
  end)
end)
