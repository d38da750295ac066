-- An index whose numbers were changed and whose checksums are correct: each such number is reported as damage, and is
-- never passed on.

local chess = require "lucena"
local folder_of = require "spec.support.folder"
local index_bytes = require "spec.support.index_bytes"

local changed, place_of = index_bytes.changed, index_bytes.place_of
local GAMES, UNREAD = index_bytes.GAMES, index_bytes.UNREAD

local TEXT = '[White "A"]\n\n1. e4 e5 *\n\n1. e4 Ke3 *\n\n1. d4 Ke3 *\n'

-- Change the index. `change(bytes)` returns the offset of the bytes to replace, and the new bytes.
local function damaged(folder, change)
  local path = folder:path "games.pgn"
  local bytes = folder:read "games.pgn.lci"
  folder:write("games.pgn.lci", changed(bytes, change(bytes)))
  return path
end

local function indexed()
  local folder = folder_of()
  assert(chess.write_index(folder:write("games.pgn", TEXT)))
  return folder
end

describe("an index with correct checksums", function()
  it("is whole if nothing was changed", function()
    local folder <close> = indexed()
    local path = damaged(folder, function(bytes) return place_of(bytes, GAMES, 0), ("\0"):rep(8) end)
    local index <close> = assert(chess.index(path))
    assert.is_true(index:verify { games = true })
  end)

  it("is damaged if a game is outside the file", function()
    local folder <close> = indexed()
    for _, offset in ipairs { #TEXT, math.maxinteger, math.mininteger, -1 } do
      local path = damaged(folder, function(bytes) return place_of(bytes, GAMES, 0), string.pack("<i8", offset) end)
      local index <close> = assert(chess.index(path))
      for _, ask in ipairs { index.entry, index.game } do
        assert.equal("damaged_index", select(3, ask(index, 1)), offset)
      end
      assert.equal(1, chess.explore(path, nil, { query = chess.query.player "A" }).games)
    end
  end)

  it("is damaged if the numbers of unread games are not ascending", function()
    local folder <close> = indexed()
    for _, number in ipairs { 3, 4, 0, 0x7FFFFFFF } do
      local path = damaged(folder, function(bytes) return place_of(bytes, UNREAD, 0), string.pack("<I4", number) end)
      local index <close> = assert(chess.index(path))
      assert.equal("damaged_index", select(3, index.own:unread()), number)
      assert.equal(1, chess.explore(path, nil, { query = chess.query.player "A" }).games)
    end
  end)
end)
