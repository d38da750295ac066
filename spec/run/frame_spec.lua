-- Frames: values as bytes, for pipes between processes.

local frame = require "lucena.run.frame"
local new_folder = require "spec.support.folder"

describe("a frame", function()
  it("that is written to a file has the same bytes as one that is made in memory", function()
    local folder <close> = new_folder()
    local path, long = folder:path "frame", ("x\0"):rep(1 << 20)
    for number, value in ipairs { "", "short", long, { long, a = { b = long, c = -1, d = 0.5 }, e = true } } do
      local file <close> = assert(io.open(path, "wb"))
      frame.put(file, number, value)
      local bytes = folder:read "frame"
      assert.is_true(bytes:sub(1, frame.HEADER) == frame.wrap(number, frame.encode(value)):sub(1, frame.HEADER))
      local got, size = frame.read_header(bytes)
      assert.same({ number, #bytes - frame.HEADER - frame.MARK }, { got, size })
      assert.is_true(frame.is_mark(bytes:sub(-frame.MARK), number, size))
      assert.same(value, (frame.decode(bytes:sub(frame.HEADER + 1))))
    end
  end)

  it("rejects values that are no plain data", function()
    local folder <close> = new_folder()
    local file <close> = assert(io.open(folder:path "frame", "wb"))
    assert.has_error(function() frame.put(file, 1, { print }) end, "a function is no plain data")
    assert.has_error(function() frame.encode(io.stdout) end, "a userdata is no plain data")
    assert.equal("", folder:read "frame")
  end)
end)
