-- An index with correct checksums whose parts make a lookup read the same bytes, or replay the same game, again and
-- again. Each is reported as damage after an amount of work that a sound index may need.

local chess = require "lucena"
local core = require "lucena.core"
local folder_of = require "spec.support.folder"
local index_bytes = require "spec.support.index_bytes"

local KEY_BITS = (os.getenv("LUCENA_INDEX_BITS") or "64 64"):match("%d+")

-- Index games, change the index, and open it.
local function opened(folder, text, change)
  local path = folder:write("games.pgn", text)
  assert(chess.write_index(path))
  folder:write("games.pgn.lci", change(folder:read "games.pgn.lci"))
  return chess.index(path)
end

local function code_of(...)
  return (select(3, ...))
end

describe("an index whose names", function()
  local COUNT = 100

  -- Games of different players with the same word.
  local function games()
    local out = {}
    for i = 1, COUNT, 2 do
      out[#out + 1] = ('[White "Smith, A%d"]\n[Black "Smith, A%d"]\n\n1. e4 *\n'):format(i, i + 1)
    end
    return table.concat(out, "\n")
  end

  -- The words of the index, each with the number that `name` returns for its number.
  local function words(bytes, name)
    local out, first, last = {}, index_bytes.range_of(bytes, index_bytes.WORDS)
    assert(last // index_bytes.PAYLOAD == first // index_bytes.PAYLOAD, "the words are in one page")
    for i = 0, (last - first) // 12 - 1 do
      local at = index_bytes.place_of(bytes, index_bytes.WORDS, 12 * i)
      local start, number = string.unpack("<I8I4", bytes, at + 1)
      out[#out + 1] = string.pack("<I8I4", start, name(number))
    end
    return table.concat(out)
  end

  it("are sound gives all games of a word", function()
    local folder <close> = folder_of()
    local index <close> = assert(opened(folder, games(), function(bytes)
      return index_bytes.with_part(bytes, index_bytes.WORDS, words(bytes, function(number) return number end))
    end))
    assert.equal(COUNT // 2, #index.own:played "Smith")
    assert.equal(COUNT, #index:players("smith"))
    assert.equal(COUNT + COUNT, #index.own:names("s", true) + #index.own:names("a", true))
  end)

  it("have many words is sound", function()
    local folder <close> = folder_of()
    local words_of = table.concat({ "A", "Ab", "Ac", "Ad", "As", "Af", "Ag", "Ah", "Ai", "Aj", "Ak", "Al", "Am", "An",
      "Ao", "Ap", "Aq", "Ar" }, " ")
    local index <close> = assert(opened(folder, ('[White "%s"]\n\n1. e4 *\n'):format(words_of), function(bytes)
      return bytes
    end))
    assert.equal(16, #index.own:names("a", true)) -- once for each word that an index has
    assert.same({ { name = words_of, games = 1 } }, index:players("a", { prefix = true }))
  end)

  it("have overlapping games is damaged", function()
    local folder <close> = folder_of()
    local index <close> = assert(opened(folder, games(), function(bytes)
      -- Each second name has all games. The others are damaged, and no word has them.
      bytes = index_bytes.with_part(bytes, index_bytes.WORDS,
        words(bytes, function(number) return number - (number + 1) % 2 end))
      return index_bytes.with_part(bytes, index_bytes.PLAYED_ENDS, string.pack("<I8I8", 4 * COUNT, 0):rep(COUNT // 2))
    end))
    assert.equal("damaged_index", code_of(index.own:played "Smith"))
  end)

  it("come again and again is damaged", function()
    for _, color in ipairs { "White", "Black", "" } do
      local folder <close> = folder_of()
      local index <close> = assert(opened(folder, games(), function(bytes)
        bytes = index_bytes.with_part(bytes, index_bytes.WORDS, words(bytes, function() return 1 end))
        return index_bytes.with_part(bytes, index_bytes.PLAYED_ENDS, string.pack("<I8", 4 * COUNT):rep(COUNT))
      end))
      assert.equal("damaged_index", code_of(index.own:played("Smith", color)))
    end
  end)

  it("have overlapping texts is damaged", function()
    local folder <close> = folder_of()
    local index <close> = assert(opened(folder, games(), function(bytes)
      local first, last = index_bytes.range_of(bytes, index_bytes.NAMES)
      bytes = index_bytes.with_part(bytes, index_bytes.WORDS, words(bytes, function() return 1 end))
      return index_bytes.with_part(bytes, index_bytes.NAME_ENDS, string.pack("<I8", last - first):rep(COUNT))
    end))
    assert.equal("damaged_index", code_of(index.own:names("s", true)))
    assert.equal("damaged_index", code_of(index.own:played "Smith"))
  end)
end)

describe("an index whose positions", function()
  -- A game that has the initial position, and no other, after each four plies.
  local TEXT = '[White "A"]\n\n' .. ("Nf3 Nf6 Ng1 Ng8 "):rep(600) .. "*\n"
  local REPLAYS = 64

  local FURTHER = "\1\0\0\0\0\0" -- an item of another position

  -- Items of the initial position. Each has `places` places in the first game, at these plies; without places, one
  -- place, and no hashes.
  local function items(count, places, ply)
    local key, check = table.unpack { core.index_hashes(chess.position()) }
    local out = {}
    for i = 1, count do
      out[i] = "\0" .. string.char(places)
      if places > 0 then
        out[i] = out[i] .. string.pack("<I2i8", key & 0xFFFF, check)
      end
      for _ = 1, math.max(places, 1) do
        out[i] = out[i] .. "\0" .. string.char(ply) .. "\0\0"
      end
    end
    return table.concat(out)
  end

  -- Index the game, with `text` as the items of positions after one fence.
  local function with_items(folder, text)
    return assert(opened(folder, TEXT, function(bytes)
      local prefix = core.index_hashes(chess.position()) >> 16
      local first, last = index_bytes.range_of(bytes, index_bytes.PLACE_FENCES)
      local fences = string.pack("<I8I8", prefix, 0) .. string.pack("<I8I8", -1 >> 16, 0):rep((last - first) // 16 - 1)
      bytes = index_bytes.with_part(bytes, index_bytes.PLACE_FENCES, fences)
      return index_bytes.with_part(bytes, index_bytes.PLACES, text .. FURTHER)
    end))
  end

  if KEY_BITS == "64" then
    it("have many small items is damaged", function()
      for _, case in ipairs { { 0, 4 }, { 0, 1 }, { 2, 4 }, { 16, 4 } } do
        local folder <close> = folder_of()
        local few <close> = with_items(folder, items(2, case[1], case[2]))
        assert.same({ case[2] == 4 and 1 or 0 }, { #few:find(chess.position()) })
        local index <close> = with_items(folder, items(REPLAYS + 1, case[1], case[2]))
        local position, what = chess.position(), ("%d places at ply %d"):format(case[1], case[2])
        assert.equal("damaged_index", code_of(index:find(position)), what)
        assert.equal("damaged_index", code_of(index.own:reached(position, 1000)), what)
      end
    end)
  end
end)
