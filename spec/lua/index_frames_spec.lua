-- Indexes of compressed files with several frames or members: only those are decoded that have the games.

local chess = require "lucena"
local core = require "lucena.core"
local folder_of = require "spec.support.folder"
local packed = require "spec.support.packed"
local read = require("spec.support.file").read
local with_index = require "spec.support.with_index"

local SAMPLE = read "spec/data/sample/sample.pgn"
local ODD = '[White "Odd, A"]\n[Black "Tal, M"]\n[ECO "B90"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n'
local FRAME = (1 << 20) + 12345 -- bytes of a frame; a frame may end in a game, and in a word

-- Return 5 MB of games in frames. The games of "Only, X" and "Last, Z" are in one frame each.
local function games()
  local one = '[White "%s"]\n[Black "Beta, B"]\n[Result "1-0"]\n\n1. a3 a6 2. h4 h5 3. %s 1-0\n\n'
  return ODD .. one:format("First, F", "a4") .. (SAMPLE .. "\n"):rep(6) .. one:format("Only, X", "b4")
    .. one:format("Only, X", "b3") .. ODD .. (SAMPLE .. "\n"):rep(10) .. one:format("Last, Z", "c4")
end

local function frames(text, pack)
  local list = {}
  for at = 1, #text, FRAME do
    list[#list + 1] = pack(text:sub(at, at + FRAME - 1))
  end
  return list
end

local TEXT = games()
local FRAMES = frames(TEXT, function(text) return packed.zst(text, { block = 100000 }) end)

-- Write a file and its index. Returns the path.
local function indexed(folder, bytes)
  local path = folder:write("games.pgn", bytes)
  assert(chess.write_index(path))
  return path
end

local QUERIES = {
  'player "Only"', 'player "First"', 'player "Last, Z"', 'player "Only" | player "First" | player "Last"',
  'player "Only" & result "0-1"', 'position "a3 a6 h4 h5 b4"', 'player "Odd"', 'player "Morphy" & eco "C"',
  'white "Carlsen" & position "e4 e5"',
}

describe("an index of a file with several frames", function()
  it("finds the frames", function()
    local folder <close> = folder_of()
    local path = folder:write("games.zst", table.concat(FRAMES))
    local marks, offset = core.index_marks(path), 0
    assert.equal(#FRAMES * 16, #marks)
    for i, frame in ipairs(FRAMES) do
      local at, decoded = ("<I8I8"):unpack(marks, i * 16 - 15)
      assert.same({ offset, (i - 1) * FRAME }, { at, decoded })
      offset = offset + #frame
    end
    assert.equal(16, #core.index_marks(folder:write("one.gz", packed.gz(TEXT))))
    assert.equal("", core.index_marks "README.md")
    assert.equal("cannot_open", select(3, core.index_marks "no/such/file"))
  end)

  for name, bytes in pairs {
    ["zstd"] = table.concat(FRAMES),
    ["zstd with skippable frames"] = packed.skippable("x") .. table.concat(FRAMES, packed.skippable "table of contents")
      .. packed.skippable(("x"):rep(99)),
    ["gzip"] = table.concat(frames(TEXT, packed.gz)),
  } do
    it("gives the same as a scan: " .. name, function()
      local folder <close> = folder_of()
      local path = indexed(folder, bytes)
      for _, query in ipairs(QUERIES) do
        with_index.compare(folder, "filter", { "-e", query, path }, query)
      end
      with_index.compare(folder, "report", { "player", "-t", "csv", "--name", "Only", path }, "report")
      with_index.compare(folder, "report", { "openings", "-t", "csv", "--position", "a3 a6 h4", path }, "report")
      local found = require("lucena.index.search").find(path, chess.query.player "Only")
      assert.is_true(found ~= nil and found.read < 1000, found and found.read)
    end)
  end

  it("reads games at random", function()
    local folder <close> = folder_of()
    local path = indexed(folder, table.concat(FRAMES))
    local index <close> = assert(chess.index(path))
    local texts = {}
    for game in chess.games(path) do
      texts[game.number] = { game.text, game.line, game.offset }
    end
    assert.equal(#texts, index.count)
    for i = 1, 40 do
      local number = i * 7919 % index.count + 1 -- far apart, forwards and backwards
      local game = assert(index:game(number))
      assert.same(texts[number], { game.text, game.line, game.offset })
    end
    local all = {}
    for number = index.count, 1, -197 do
      table.insert(all, 1, number)
    end
    assert.is_true(index.own:has_texts(core.index_games(all)))
    assert.is_true(index.own:has_texts(core.index_games { 1, 2 })) -- back to the first frame
    local numbers = {}
    for game in index:games(chess.position():play "a3 a6 h4 h5") do
      numbers[#numbers + 1] = game.tags.White
    end
    assert.same({ "First, F", "Only, X", "Only, X", "Last, Z" }, numbers)
  end)

  it("reads all games if a frame that it needs is damaged", function()
    local folder <close> = folder_of()
    local sound = table.concat(FRAMES)
    local path = indexed(folder, sound)
    local stamp = folder:path "stamp"
    os.execute(("touch -r '%s' '%s'"):format(path, stamp))
    local count = assert(chess.index(path)).count
    for _, what in ipairs { "a block of another type", "other bytes" } do
      -- Damage the end of the second frame, outside the blocks that the identity of the file has.
      local source = core.index_source(path)
      local at = #FRAMES[1] + #FRAMES[2] - (what == "other bytes" and 30000 or 100003 + 3 - 1)
      local bytes = what == "other bytes" and "~~~" or string.pack("<I3", 3 << 1 | 100000 << 3)
      repeat
        at = at - 100003
        folder:write("games.pgn", sound:sub(1, at - 1) .. bytes .. sound:sub(at + 3))
        os.execute(("touch -r '%s' '%s'"):format(stamp, path))
      until core.index_source(path) == source or at < #FRAMES[1]
      assert.is_true(at > #FRAMES[1], what)
      local index <close> = assert(chess.index(path))
      local lost
      for number = 1, count do
        local entry = index:entry(number)
        if entry.offset // FRAME == 1 and not index.own:has_texts(core.index_games { number }) then
          lost = number
          break
        end
      end
      assert.is_truthy(lost, what)
      index:close()
      local again <close> = assert(chess.index(path))
      assert.equal("stale_index", select(3, again:game(lost)), what)
      assert.equal("First, F", assert(again:game(2)).tags.White) -- the first frame is sound
      local with = with_index.run(folder, "filter", { "-e", 'player "Carlsen" & position "e4 e5"', path })
      os.rename(path .. ".lci", folder:path "away")
      local without = with_index.run(folder, "filter", { "-e", 'player "Carlsen" & position "e4 e5"', path })
      assert.is_true(with.out == without.out and with.status == without.status, what)
      os.rename(folder:path "away", path .. ".lci")
      folder:write("games.pgn", sound)
      os.execute(("touch -r '%s' '%s'"):format(stamp, path))
    end
  end)

  it("is not used if the file was damaged before, or has changed since", function()
    local folder <close> = folder_of()
    local sound = table.concat(FRAMES)
    local at = #FRAMES[1] + #FRAMES[2] + 9
    local path = indexed(folder, sound:sub(1, at - 1) .. "\xff\xff\xff" .. sound:sub(at + 3))
    for _, query in ipairs { 'player "First"', 'player "Only"' } do
      with_index.compare(folder, "filter", { "-e", query, path }, query)
    end
    path = indexed(folder, sound)
    folder:write("games.pgn", sound .. packed.zst(ODD))
    local found = with_index.run(folder, "filter", { "-q", "-e", 'player "Odd"', path })
    assert.equal("stale_index", select(3, chess.index(path)))
    assert.equal(3, select(2, found.out:gsub("Odd, A", "")))
  end)

  it("needs several frames", function()
    local folder <close> = folder_of()
    local path = indexed(folder, packed.zst(TEXT, { block = 100000 }))
    local found, reason = require("lucena.index.search").find(path, chess.query.player "Only")
    assert.same({ nil, "a game of a compressed file cannot be read without the games before it" }, { found, reason })
    local index <close> = assert(chess.index(path))
    assert.equal("Last, Z", assert(index:game(index.count)).tags.White)
  end)
end)
