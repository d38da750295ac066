-- Writing an index that is killed, or that finds the disk full, keeps the old index. Afterwards, the index can be
-- written as if nothing had happened.

local chess = require "lucena"
local folder_of = require "spec.support.folder"
local read = require("spec.support.file").read

local LUA = os.getenv "LUCENA_LUA" or "lua5.4"
local TEXT = read("spec/data/sample/sample.pgn"):rep(12, "\n")
local SHORT = read "spec/data/sample/sample.pgn"

-- Run lines of a shell in which $INDEX writes the index of a file. Returns the exit status and what it prints.
local function sh(lines, ...)
  local folder <close> = folder_of()
  local command = ("INDEX=\"'%s' scripts/lucena index\"\n"):format(LUA) .. lines:format(...)
  local _, how, code = os.execute(("sh '%s' >'%s' 2>&1"):format(folder:write("command", command), folder:path "out"))
  return how == "signal" and 128 + code or code, folder:read "out"
end

-- Write an index of a file that had the text `before`.
local function prepare(folder, before)
  local path = folder:write("games.pgn", before)
  assert(chess.write_index(path))
  folder:write("games.pgn", TEXT)
  return path, folder:read "games.pgn.lci"
end

-- The index is the old one, or a whole new one; and a new one can be written.
local function check(folder, path, old, what)
  local index, message, code = chess.index(path)
  if index then
    assert.is_true(index:verify { games = true }, what)
    index:close()
  else
    assert.equal("stale_index", code, message)
    assert.is_true(folder:read "games.pgn.lci" == old, what)
  end
  assert(chess.write_index(path))
  local now <close> = assert(chess.index(path))
  assert.equal(3768, now.count)
  assert.is_true(now:verify { games = true }, what)
end

describe("writing an index", function()
  for _, case in ipairs { { "a new one", SHORT }, { "with workers", SHORT, "--jobs 2" } } do
    local name, before = case[1], case[2]
    local options = case[3] or ""
    it("may be killed at any time: " .. name, function()
      local killed = 0
      for step = 1, 12 do
        local folder <close> = folder_of()
        local path, old = prepare(folder, before)
        -- Each step kills the program later, until it ends before.
        local code = sh("timeout -s KILL 0.%02d sh -c \"exec $INDEX -q %s '%s'\"", step * step, options, path)
        killed = killed + (code == 137 and 1 or 0)
        check(folder, path, old, "step " .. step)
      end
      assert.is_true(killed > 0, "the program was never killed")
    end)

    it("reports a full disk and keeps the old index: " .. name, function()
      local folder <close> = folder_of()
      local path, old = prepare(folder, before)
      for _, blocks in ipairs { 0, 1, 100, 1000 } do -- a limit of the size of files, in units of 512 bytes
        local code, out = sh("trap '' XFSZ\n{ ulimit -f %d; eval \"$INDEX %s '%s'\"; echo \"status $?\"; } 2>&1 | cat",
          blocks, options, path)
        assert.equal(0, code)
        assert.is_truthy(out:find("games.pgn.lci: cannot write: File too large", 1, true), out)
        assert.is_truthy(out:find("status 3", 1, true), out)
        assert.is_true(folder:read "games.pgn.lci" == old)
        assert.same({ "games.pgn", "games.pgn.lci" }, folder:names())
      end
      check(folder, path, old, "full disk")
    end)
  end
end)
