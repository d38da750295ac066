-- Output that cannot be written, closed descriptors, killed writers, and links in place of output files. `make iofail`
-- makes every system call of every command fail. This file tests errors that were once found and fixed.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local BAD = '[Event "x"]\n\n1. e4 e5 2. Ke3 *\n'

describe("a closed standard descriptor", function()
  it("is not reused for a file, so that messages are not written into it", function()
    local folder <close> = new_folder()
    local input = folder:write("bad.pgn", BAD)
    folder:write("print.lua", "print 'said'\nreturn function() return true end")
    shell(("lucena convert -t uci %s -o %s 2>&-"):format(input, folder:path "out.txt"))
    assert.equal("e2e4 e7e5\n", folder:read("out.txt"):match("[^\n]*\n$"))
    assert.is_nil(folder:read("out.txt"):find("illegal", 1, true))
    local code = shell(("lucena filter -q %s %s -o %s >&- 2>/dev/null; echo $?"):format(folder:path "print.lua",
      input, folder:path "all.pgn"))
    assert.equal("3\n", code)
    assert.equal(BAD, folder:read "all.pgn")
    assert.equal("3\n", shell "lucena fen - <&- 2>/dev/null; echo $?")
  end)
end)

describe("a file larger than `ulimit -f` allows", function()
  it("is reported as too large, and removed", function()
    local folder <close> = new_folder()
    local sample = "spec/data/engine/engine.pgn"
    local said = shell(("ulimit -f 8; lucena sort -q --by Date %s -o %s 2>&1; echo $?"):format(sample, folder:path "o"))
    assert.equal("lucena: " .. folder:path "o" .. ": cannot write: File too large\n3\n", said)
    assert.is_true(folder:run("test -z \"$(ls -A)\""))
    said = shell(("ulimit -f 8; lucena show %s 1-99 2>&1 >%s; echo $?"):format(sample, folder:path "o"))
    assert.equal("lucena: cannot write standard output: File too large\n3\n", said)
  end)
end)

describe("the output of a script", function()
  it("is never lost without a message, in any command that runs the script", function()
    local folder <close> = new_folder()
    local script = folder:write("print.lua", "print 'said'\nio.write 'more'\nreturn function() return true end")
    local input = folder:write("a.pgn", BAD)
    for _, command in ipairs { "run " .. script, "filter -q " .. script .. " " .. input .. " -o " .. folder:path "o",
      "-e 'print(1)'", "-e 1+1", "filter --help" } do
      assert.equal("3\nlucena: cannot write standard output: No space left on device\n",
        shell(("lucena %s 2>&1 >/dev/full; echo $?"):format(command)):gsub("^(.*\n)(%d\n)$", "%2%1"), command)
    end
  end)
end)

describe("standard input", function()
  it("that cannot be read is not reported as an internal error", function()
    for _, command in ipairs { "fen -", "repl --no-init", "run -" } do
      local said = shell(("lucena %s 2>&1 </tmp; echo $?"):format(command))
      assert.equal("3\n", said:match("%d\n$"), command)
      assert.is_truthy(said:find("lucena: standard input: cannot read: Is a directory", 1, true), said)
    end
  end)
end)

describe("a temporary file of a killed writer", function()
  it("is removed by the next writer in the folder, and no other file is", function()
    local folder <close> = new_folder()
    local dead = shell("sh -c 'echo $$'"):match("%d+")
    local alive = shell("sleep 3 >/dev/null & echo $!"):match("%d+")
    folder:write(".lucena-" .. dead .. "-0", "half a gam")
    folder:write(".lucena-" .. dead .. "-17", "")
    folder:write(".lucena-" .. alive .. "-900", "being written")
    for _, name in ipairs { ".lucena-x-0", ".lucena-1-", ".lucena-99999999999-0", ".lucena-0-0", ".lucena-" .. dead } do
      folder:write(name, "mine")
    end
    local writer <close> = assert(chess.writer(folder:path "new.pgn"))
    assert(writer:write "1. e4 *\n")
    assert(writer:close())
    local names = { ".lucena-" .. dead, ".lucena-" .. alive .. "-900", ".lucena-0-0", ".lucena-1-",
      ".lucena-99999999999-0", ".lucena-x-0", "new.pgn" }
    table.sort(names)
    assert.same(names, folder:names())
  end)
end)

describe("symbolic links", function()
  it("are followed by a writer, except in commands that must not follow links", function()
    local folder <close> = new_folder()
    local target = folder:write("target", "old")
    assert.is_true(folder:run("ln -s target followed && ln -s target replaced && ln -s nowhere dangling"))
    for name, options in pairs { followed = { follow = true }, replaced = { follow = false },
      dangling = { follow = false } } do
      local writer = assert(chess.writer(folder:path(name), options))
      assert(writer:write(name))
      assert(writer:close())
    end
    assert.equal("followed", folder:read "target")
    assert.equal("replaced", folder:read "replaced")
    assert.is_true(folder:run("test -L followed && ! test -L replaced && ! test -L dangling && ! test -e nowhere"))
    assert.has_error(function() chess.writer(target, { folow = true }) end,
      "bad argument #2 to 'writer' (unknown option 'folow'; did you mean 'follow'?)")
  end)

  it("to a missing file are followed by a writer, except in a cycle", function()
    local folder <close> = new_folder()
    local input = folder:write("a.pgn", BAD)
    assert.is_true(folder:run("mkdir sub && ln -s ../new sub/inner && ln -s sub/inner outer && ln -s round round"
      .. " && ln -s none/new lost"))
    for name, code in pairs { outer = 0, round = 3, lost = 3 } do
      assert.equal(code, run({ "sort", "-q", "-o", folder:path(name), input }).code, name)
    end
    assert.equal(BAD, folder:read "new")
    assert.is_true(folder:run("test -L outer && test -L sub/inner && test -L round && test -L lost"))
  end)

  it("are not followed by split, with and without --force", function()
    local folder <close> = new_folder()
    folder:write("outside.pgn", "safe")
    folder:write("a.pgn", '[White "Evil"]\n\n1. e4 *\n')
    assert.is_true(folder:run("mkdir out && ln -s ../outside.pgn out/Evil.pgn && ln -s ../none.pgn out/no_Black.pgn"))
    local r = run { "split", "-q", "--by", "White", "--into", folder:path "out", folder:path "a.pgn" }
    assert.equal(3, r.code)
    r = run { "split", "-q", "--force", "--by", "White,Black", "--into", folder:path "out", folder:path "a.pgn" }
    assert.same({ 0, "" }, { r.code, r.err })
    assert.equal("safe", folder:read "outside.pgn")
    assert.is_nil(folder:read "none.pgn")
    assert.equal('[White "Evil"]\n\n1. e4 *\n', folder:read "out/Evil.pgn")
    assert.is_true(folder:run("! test -L out/Evil.pgn && ! test -L out/no_Black.pgn"))
  end)
end)

describe("split", function()
  it("treats a file that it cannot access as an existing one", function()
    local folder <close> = new_folder()
    folder:write("a.pgn", '[White "Loop"]\n\n1. e4 *\n')
    assert.is_true(folder:run("mkdir out && ln -s Loop.pgn out/Loop.pgn"))
    local r = run { "split", "-q", "--by", "White", "--into", folder:path "out", folder:path "a.pgn" }
    assert.equal(3, r.code)
    assert.is_truthy(r.err:find("out/Loop.pgn: Too many levels of symbolic links", 1, true), r.err)
  end)
end)

describe("two outputs with different names", function()
  it("for the same file are rejected, and nothing is written", function()
    local folder <close> = new_folder()
    folder:write("a.pgn", '[White "a"]\n\n1. e4 *\n\n[White "b"]\n\n1. e4 *\n')
    assert.is_true(folder:run("mkdir sub && echo old > old && ln -s old link"))
    local function outputs(one, other)
      local at, input = folder:path(one), folder:path "a.pgn"
      return run({ "filter", "-q", "-t", "White=a", "-o", at, "--rest", folder:path(other), input }).code,
        run({ "dedup", "-q", "-o", at, "--duplicates", folder:path(other), input }).code
    end
    for one, other in pairs { new = "./new", ["sub/../new"] = "new", old = "sub/../old", link = "old" } do
      assert.same({ 2, 2 }, { outputs(one, other) }, one)
    end
    assert.equal("old\n", folder:read "old")
    assert.is_nil(folder:read "new")
    assert.same({ 0, 0 }, { outputs("new", "sub/new") })
    assert.is_truthy(folder:read("new") and folder:read("sub/new"))
  end)
end)

describe("an input that is the standard output", function()
  it("is rejected before it is read, because it would never end", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", '[White "a"]\n\n1. e4 *\n')
    local line = "(ulimit -f 100; lucena %s >>%s 2>%s; echo $?)"
    for _, command in ipairs { "merge " .. path, "filter -t White=a - <" .. path, "epd fmt - <" .. path } do
      assert.equal("2\n", shell(line:format(command, path, folder:path "said")))
      assert.is_truthy(folder:read("said"):find("is also standard output and would be read again", 1, true))
    end
    assert.equal('[White "a"]\n\n1. e4 *\n', folder:read "a.pgn")
    assert.equal("0\n", shell(line:format("merge " .. path, folder:path "b.pgn", folder:path "said")))
  end)
end)
