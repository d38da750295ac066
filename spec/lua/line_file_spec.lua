-- lucena.line_file: lines of plain and compressed files.

local line_file = require "lucena.line_file"
local new_folder = require "spec.support.folder"
local packed = require "spec.support.packed"

local function open(folder, text)
  return assert(line_file.open(folder:write("f", text)))
end

local function lines_of(file, what)
  local list = {}
  for line in file:lines(what) do
    list[#list + 1] = line
  end
  return list, file.problem
end

describe("a file of lines", function()
  it("has the lines without or with their ends", function()
    local folder <close> = new_folder()
    local text = "one\r\ntwo\n\nlast"
    assert.same({ "one", "two", "", "last" }, (lines_of(open(folder, text))))
    assert.same({ "one\r\n", "two\n", "\n", "last" }, (lines_of(open(folder, text), "L")))
    assert.same({ "one", "two" }, (lines_of(open(folder, "one\ntwo\n"))))
    assert.same({}, (lines_of(open(folder, ""))))
  end)

  it("counts the lines that were read", function()
    local folder <close> = new_folder()
    local file = open(folder, "a\nb\nc\nd")
    assert.equal(0, file.line)
    file:read()
    file:read "L"
    assert.equal(2, file.line)
    assert.equal("c\nd", file:read "a")
    assert.equal(3, file.line)
    assert.is_nil((file:read()))
    assert.equal("", file:read "a")
  end)

  it("joins lines that are longer than a block", function()
    local folder <close> = new_folder()
    local long = ("x"):rep(700000)
    assert.same({ long, "y", long }, (lines_of(open(folder, long .. "\ny\n" .. long))))
  end)

  it("is decompressed, converted from UTF-16, and read without a byte order mark", function()
    local folder <close> = new_folder()
    for _, text in ipairs { packed.gz "a\nb\n", packed.zst "a\nb\n", "\u{FEFF}a\nb\n", "\xFF\xFEa\0\n\0b\0\n\0" } do
      assert.same({ "a", "b" }, (lines_of(open(folder, text))))
    end
  end)

  it("ends with a message if compressed data is cut off", function()
    local folder <close> = new_folder()
    local whole = packed.gz(("a line\n"):rep(1000))
    local cut = open(folder, whole:sub(1, -5))
    local list, problem = lines_of(cut)
    assert.equal(1000, #list)
    assert.matches("f: compressed input is cut off", problem, 1, true)
    local text, err, code = open(folder, whole:sub(1, -5)):read "a"
    assert.is_nil(text)
    assert.equal(problem, err)
    assert.equal("truncated_input", code)
  end)

  it("cannot be a folder or a missing file, and cannot be read after it was closed", function()
    local folder <close> = new_folder()
    for _, path in ipairs { folder.root, folder:path "none" } do
      local file, message, code = line_file.open(path)
      assert.is_nil(file)
      assert.matches(path, message, 1, true)
      assert.equal("cannot_open", code)
    end
    local file = open(folder, ("x\n"):rep(200000))
    file:close()
    assert.has_error(function() lines_of(file) end, "input is closed")
  end)
end)
