-- The history file with the lines that were typed.

local history = require "lucena.repl.history"
local new_folder = require "spec.support.folder"

local function mode(path)
  local pipe = assert(io.popen(('ls -l "%s"'):format(path)))
  local text = pipe:read("a"):sub(1, 10)
  pipe:close()
  return text
end

describe("history", function()
  it("is written line by line, in a folder and a file that only the user can read", function()
    local folder <close> = new_folder()
    local path = folder:path "it's/new/history"
    local kept = history.open(path)
    assert.same({ lines = {}, path = path }, kept)
    assert.equal("-rw-------", mode(path))
    assert.is_true(kept:add "e4")
    assert.equal("e4\n", folder:read "it's/new/history")
    assert.is_true(kept:add "a\\n\nb")
    assert.is_false(kept:add "a\\n\nb  \n")
    assert.is_false(kept:add "")
    assert.is_false(kept:add " hidden")
    assert.is_false(kept:add(("x"):rep(5000)))
    assert.equal("e4\na\\\\n\\nb\n", folder:read "it's/new/history")
    assert.same({ "e4", "a\\n\nb" }, history.open(path).lines)
  end)

  it("has each line once, at its last use", function()
    local folder <close> = new_folder()
    local path = folder:write("h", "a\nb\n\na\nc\nb\n")
    assert.same({ "a", "c", "b" }, history.open(path).lines)
  end)

  it("can be written by several sessions at once", function()
    local folder <close> = new_folder()
    local one, two = history.open(folder:path "h"), history.open(folder:path "h")
    one:add "a"
    two:add "b"
    one:add "c"
    assert.equal("a\nb\nc\n", folder:read "h")
  end)

  it("is shortened when it is too long", function()
    local folder <close> = new_folder()
    local path = folder:write("h", ("a\nb\n"):rep(60) .. "c\n")
    local kept = history.open(path)
    assert.same({ "a", "b", "c" }, kept.lines)
    assert.equal("a\nb\nc\n", folder:read "h")
    assert.same({ "h" }, folder:names())
    assert.equal("-rw-------", mode(path))
    kept:add "d"
    local lines = {}
    for i = 1, 12000 do
      lines[i] = ("line %d\n"):format(i)
    end
    folder:write("h", table.concat(lines))
    kept = history.open(path)
    assert.same({ 5000, "line 7001", "line 12000" }, { #kept.lines, kept.lines[1], kept.lines[5000] })
    assert.equal(table.concat(lines, "", 7001), folder:read "h")
  end)

  it("is not written if it has no file, and an unusable file is reported", function()
    local nowhere = history.open()
    assert.same({ lines = {} }, nowhere)
    assert.is_true(nowhere:add "e4")
    local folder <close> = new_folder()
    local place = folder:write("file", "")
    local kept = history.open(place .. "/history")
    assert.same({ lines = {}, problem = "history is not kept: " .. place .. ": Not a directory" }, kept)
    assert.is_true(kept:add "e4")
    local pipe = folder:path "pipe"
    assert(os.execute(("mkfifo '%s'"):format(pipe)))
    assert.equal("history is not kept: " .. pipe .. ": No such device or address", history.open(pipe).problem)
    -- "r+" opens the pipe for reading and writing, so that opening it for writing does not wait for a reader.
    local reader <close> = assert(io.open(pipe, "r+"))
    assert.equal("history is not kept: " .. pipe .. ": No such device or address", history.open(pipe).problem)
    assert.is_true(io.type(reader) == "file")
  end)

  it("skips lines that are too long", function()
    local folder <close> = new_folder()
    local path = folder:write("h", "e4\n" .. ("x"):rep(100000) .. "\n" .. ("\\n"):rep(4000) .. "\n")
    assert.same({ "e4", ("\n"):rep(4000) }, history.open(path).lines)
  end)

  it("has the lines of this session, and a longer block in place of its first lines", function()
    local kept = history.open()
    kept:add "e4"
    kept:add "f(1,"
    kept:add "f(1,\n2)"
    assert.same({ "e4", "f(1,\n2)" }, kept.lines)
  end)
end)

describe(":history", function()
  local prompt = require "spec.support.prompt"

  it("lists the last lines with their numbers, or those with a text, and runs one again", function()
    local session, type_line = prompt()
    assert.equal("There is no history: it has the lines that are typed on a terminal.", (type_line ":history"))
    session.history = history.open()
    assert.equal("No line was typed yet.", (type_line ":history"))
    for _, line in ipairs { "e4", ":history", "x = {\n1}", "e5" } do
      session.history:add(line)
    end
    assert.equal("    1  e4\n    3  x = {\n       1}\n    4  e5", (type_line ":history"))
    assert.equal("    3  x = {\n       1}", (type_line ":history x ="))
    assert.equal("no line of the history has 'zz'", (type_line ":history zz"))
    assert.equal("e4", (type_line ":history 1"))
    assert.equal("1. e4 *", (session.game:movetext():gsub("%s+$", "")))
    assert.equal("the history has no line 2 to run again", (type_line ":history 2"))
    assert.equal("the history has no line 9 to run again", (type_line ":history 9"))
  end)

  it("shows the last 20 lines", function()
    local session, type_line = prompt()
    session.history = history.open()
    for i = 1, 30 do
      session.history:add("x = " .. i)
    end
    assert.equal("   11  x = 11", (type_line ":history"):match "^[^\n]*")
  end)
end)
