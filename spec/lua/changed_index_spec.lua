-- Indexes of files whose games have changed: written again, they are as new ones.

local chess = require "lucena"
local folder_of = require "spec.support.folder"
local read = require("spec.support.file").read
local with_index = require "spec.support.with_index"

local SAMPLE = read "spec/data/sample/sample.pgn"
local ODD = '[White "Tal, M"]\n[Black "Karpov"]\n[ECO "B90"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n'

-- Return the beginning of the sample with `count` games.
local function games(count)
  local at = 1
  for _ = 1, count do
    at = SAMPLE:find("\n[Event ", at, true) + 1
  end
  return SAMPLE:sub(1, at - 1)
end

-- Write a file in steps, with an index after each step. Returns its path and the index.
local function grown(folder, texts)
  local all, path = "", nil
  for _, text in ipairs(texts) do
    all = all .. text
    path = folder:write("games.pgn", all)
    assert(chess.write_index(path))
  end
  return path, assert(chess.index(path))
end

local function steps(folder)
  local some, more = games(100), games(230)
  return grown(folder, { some, more:sub(#some + 1) .. ODD, games(290):sub(#more + 1), ODD })
end

local function plain(found)
  local out = { found.games, found.white, found.draw, found.black, found.rating, found.year }
  for _, item in ipairs(found.moves) do
    out[#out + 1] = ("%s %d %s %s"):format(item.san, item.games, item.rating, item.year)
  end
  return out
end

describe("an index of a file that has grown", function()
  it("gives the same as a scan in commands", function()
    local folder <close> = folder_of()
    local path = steps(folder)
    local search = require "lucena.index.search"
    local near = search.NEAR
    search.NEAR = 0
    for _, query in ipairs { 'blunder', 'player "Karpov" & mistake', 'player "Karpov"', 'eco "B90"',
      'elo(2700) & result "0-1"', 'position "d4 f5"', 'opening "najdorf" | player "Tal"' } do
      with_index.compare(folder, "filter", { "-e", query, path }, query)
    end
    search.NEAR = near
  end)

  it("has the same bytes as a new index", function()
    local folder <close> = folder_of()
    local path, index <close> = steps(folder)
    assert(chess.write_index(path, { file = folder:path "whole" }))
    assert.is_true(folder:read "whole" == folder:read "games.pgn.lci")
    assert.is_true(index:verify { games = true })
  end)

  it("has all games, whatever has changed", function()
    local folder <close> = folder_of()
    local text = games(50)
    for name, changed in pairs {
      ["a game is changed"] = "x" .. text .. ODD,
      ["the file is shorter"] = games(20),
      ["the last game goes on"] = text .. "1. e4 *\n",
      ["the text between is an error"] = text .. ") )\n" .. ODD,
    } do
      local path, index = grown(folder, { text })
      index:close()
      folder:write("games.pgn", changed)
      assert(chess.write_index(path))
      local now <close> = assert(chess.index(path))
      local count = 0
      for _ in chess.games(path) do
        count = count + 1
      end
      assert.equal(count, now.count, name)
      assert.is_true(now:verify { games = true }, name)
      os.remove(path .. ".lci")
    end
  end)

  it("has all games with shared_only, too", function()
    local folder <close> = folder_of()
    local path, index = grown(folder, { games(50) })
    index:close()
    for _, text in ipairs { games(60), games(70) } do
      folder:write("games.pgn", text)
      assert(chess.write_index(path, { shared_only = true }))
    end
    local now <close> = assert(chess.index(path))
    assert.same({ true, 70 }, { now.is_shared, now.count })
    folder:write("games.pgn", games(80))
    assert(chess.write_index(path))
    assert.is_false(assert(chess.index(path)).is_shared)
  end)

  it("gives no wrong result with any byte changed", function()
    local folder <close> = folder_of()
    local path, index <close> = grown(folder, { games(2), ODD })
    local bytes, position = folder:read "games.pgn.lci", chess.position():play "e4 e5"
    local wanted = plain(index:moves(position))
    local codes = { not_index = true, other_index = true, damaged_index = true, stale_index = true }
    for at = 1, #bytes, 7 do
      local changed = string.char(bytes:byte(at) ~ (1 << at % 8))
      folder:write("games.pgn.lci", bytes:sub(1, at - 1) .. changed .. bytes:sub(at + 1))
      local other <close>, err, code = chess.index(path)
      assert.is_true(other ~= nil or codes[code], err)
      local found, problem, why
      if other then
        found, problem, why = other:moves(position)
        assert.is_true(found ~= nil or codes[why], problem)
      end
      if found then
        assert.same(wanted, plain(found), at)
      end
    end
    for size = 4096, #bytes - 1, 512 do
      folder:write("games.pgn.lci", bytes:sub(1, size))
      assert.is_nil((chess.index(path)), size)
    end
  end)
end)
