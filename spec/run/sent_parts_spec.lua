-- Parts of files that are compressed or in UTF-16: a worker gets the bytes of its part alone, so it must be told what
-- depends on the bytes after them.

local new_folder = require "spec.support.folder"
local packed = require "spec.support.packed"
local run = require "spec.support.run"
local small_parts = require "spec.support.small_parts"

-- Each game ends where the next one begins with move 1.
local TEXT = ("1. e4 e5 2. Nf3\n\n"):rep(20)

local FILES = {
  ["a.pgn"] = TEXT,
  ["a.pgn.gz"] = packed.gz(TEXT),
  ["a.pgn.zst"] = packed.zst(TEXT),
  ["utf16.pgn"] = "\xFF\xFE" .. TEXT:gsub(".", "%0\0"),
}

describe("parts sent to workers", function()
  it("have the same diagnostics as the whole file", function()
    local folder <close> = new_folder()
    local env = small_parts(folder, 50, 200)
    for name, bytes in pairs(FILES) do
      folder:write(name, bytes)
      local alone = run { "filter", "--check", "--count", name, cwd = folder.root }
      local _, count = alone.err:gsub("the moves start again at 1", "")
      assert.equal(19, count, name)
      assert.same(alone, run { "filter", "--check", "--count", name, "--jobs=2", cwd = folder.root, env = env })
    end
  end)
end)
