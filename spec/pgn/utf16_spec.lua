-- Files in UTF-16 with a byte order mark. The games must be the same as in UTF-8, from every source and with every
-- command. Lines, columns and offsets are those in the UTF-16 file.

local chess = require "lucena"
local file = require "spec.support.file"
local new_folder = require "spec.support.folder"
local packed = require "spec.support.packed"
local run = require "spec.support.run"

local ORDERS = { le = "<I2", be = ">I2" }
local MARK = "\u{feff}"

-- Encodes a UTF-8 text.
local function encode(text, order)
  local units = {}
  for _, c in utf8.codes(text) do
    if c >= 0x10000 then
      units[#units + 1] = string.pack(order, 0xd800 + (c - 0x10000 >> 10))
      c = 0xdc00 + (c - 0x10000 & 0x3ff)
    end
    units[#units + 1] = string.pack(order, c)
  end
  return table.concat(units)
end

local TEXT = MARK .. '[Event "Zürich ♘"]\n[White "Müller \u{1f600}"]\n\n1. e4 {é\u{1f600}x} e5 2. Ke3 Nc6 1-0\r\n\r\n'
  .. '[White "B"]\n\n1. d4 d5 {é} Kx 0-1\n\nchat ♘\n'

-- Returns the games of a reader with their positions in the file, the diagnostics, and the number of bytes.
local function read(source, options)
  local reader <close> = assert(chess.open(source, options))
  local list = {}
  for game in function() return (reader:read()) end do
    list[#list + 1] = ("game %d %d %d %s %s"):format(game.number, game.line, game.offset, game.encoding, game.text)
    for _, d in ipairs(game.diagnostics) do
      list[#list + 1] = ("%d:%d @%d %s"):format(d.line, d.column, d.offset, d.code)
    end
  end
  for _, d in ipairs(reader:take_diagnostics()) do
    list[#list + 1] = ("%d:%d @%d %s"):format(d.line, d.column, d.offset, d.code)
  end
  return list, reader.bytes
end

-- A source that supplies `size` bytes per call.
local function pieces(bytes, size)
  local at = 1 - size
  return function()
    at = at + size
    return bytes:sub(at, at + size - 1)
  end
end

describe("a file in UTF-16", function()
  for name, order in pairs(ORDERS) do
    local bytes = encode(TEXT, order)

    -- The byte offset of a text, computed without the reader.
    local function place(text)
      local at = assert(bytes:find(encode(text, order), 1, true)) - 1
      return at
    end

    it("has the games and the places of the file, " .. name, function()
      local folder <close> = new_folder()
      local list, size = read(folder:write("a.pgn", bytes))
      assert.same({
        ("game 1 1 2 utf-8 %s"):format(TEXT:match("%[Event.-1%-0")),
        ("4:20 @%d illegal_move"):format(place "Ke3"),
        ("game 2 6 %d utf-8 %s"):format(place '[White "B"', TEXT:match('%[White "B.-0%-1')),
        ("8:14 @%d bad_move"):format(place "Kx"),
        ("10:1 @%d stray_text"):format(place "chat"),
      }, list)
      assert.equal(#bytes, size)
    end)

    it("is the same from functions, texts and compressed files, in pieces of any size, " .. name, function()
      local folder <close> = new_folder()
      local expected = read(folder:write("a.pgn", bytes))
      assert.same(expected, (read { text = bytes }))
      assert.same(expected, (read(folder:write("a.gz", packed.gz(bytes)))))
      assert.same(expected, (read(folder:write("a.zst", packed.zst(bytes)))))
      for size = 1, 13 do
        assert.same(expected, (read(pieces(bytes, size))))
        assert.same(expected, (read(pieces(packed.gz(bytes), size))))
      end
    end)

    it("reports halves of surrogate pairs, " .. name, function()
      local half, rest = string.pack(order, 0xd83d), string.pack(order, 0xde00)
      local function with(first, second, third)
        return encode(MARK .. '[White "x', order) .. first .. encode('y"]\n\n1. e4 {é', order) .. second
          .. encode("} e5 1-0\n\n1. d4 {\u{10ffff}\u{fffd}} *\n\nchat ", order) .. third
      end
      local folder <close> = new_folder()
      local expected = { "[White \"x\u{fffd}y\"]\n\n1. e4 {é\u{fffd}} e5 1-0", "1. d4 {\u{10ffff}\u{fffd}} *" }
      for _, row in ipairs { { half, half, half }, { rest, rest, rest }, { half, rest, half } } do
        local text = with(table.unpack(row))
        for _, source in ipairs { folder:write("a.pgn", text), pieces(text, 1) } do
          local reader <close> = assert(chess.open(source))
          assert.equal(expected[1], reader:read().text)
          assert.equal(expected[2], reader:read().text)
          assert.is_nil(reader:read())
          local found = {}
          for i, d in ipairs(reader:take_diagnostics()) do
            found[i] = ("%d:%d @%d %s"):format(d.line, d.column, d.offset, d.code)
          end
          -- The byte order mark counts as a code unit of the first text line.
          assert.same({ "1:11 @20 bad_utf16", "3:9 @48 bad_utf16", "7:6 @110 bad_utf16", "7:1 @100 stray_text" }, found)
        end
      end
    end)

    it("reports a truncated last character, " .. name, function()
      local text = encode(MARK .. "1. e4 *\n", order)
      assert.same({ "game 1 1 2 ascii 1. e4 *", "2:1 @18 bad_utf16" }, (read { text = text .. "x" }))
      assert.same({ "1:2 @2 bad_utf16" }, (read { text = text:sub(1, 3) }))
      assert.same({}, (read { text = text:sub(1, 2) }))
    end)
  end

  it("can have several byte order marks, as in concatenated files", function()
    local text = encode(MARK .. "1. e4 *\n" .. MARK .. '[White "B"]\n\n1. d4 *\n', "<I2")
    assert.same({ "game 1 1 2 ascii 1. e4 *", 'game 2 2 20 ascii [White "B"]\n\n1. d4 *' }, (read { text = text }))
  end)

  it("needs memory only for the largest game", function()
    local game = encode('[White "♘"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n', "<I2"):rep(1000)
    local left = 400
    collectgarbage()
    collectgarbage()
    local before = collectgarbage("count")
    local reader <close> = chess.open(function()
      left = left - 1
      return left == 399 and encode(MARK, "<I2") or left >= 0 and game or nil
    end)
    assert.equal(399000, reader:count())
    collectgarbage()
    collectgarbage()
    assert.is_true(reader.bytes > 30e6)
    assert.is_true(collectgarbage("count") - before < 1024)
  end)
end)

describe("a file of positions in UTF-16", function()
  it("has the records and the places of the file", function()
    local line = "4k3/8/8/8/8/8/8/4K3 w - -"
    local text = encode(MARK .. line .. ' id "é♘";\n' .. line .. ' c0 "♘\u{1f600}"; bm Ke9;\n', "<I2")
    local folder <close> = new_folder()
    local reader <close> = assert(chess.open_epd(folder:write("a.epd", text)))
    assert.equal("é♘", reader:read().id)
    local record = reader:read()
    local d = record.diagnostics[1]
    local at = text:find(encode("Ke9", "<I2"), 1, true) - 1
    assert.same({ 2, 40, at }, { d.line, d.column, d.offset })
    assert.same({ 2, text:find(encode("\n", "<I2"), 1, true) + 1 }, { record.line, record.offset })
  end)

  it("reports halves of surrogate pairs", function()
    local text = encode(MARK .. '4k3/8/8/8/8/8/8/4K3 w - - id "', "<I2") .. "\0\xd8" .. encode('";\n', "<I2")
    local reader <close> = assert(chess.open_epd { text = text })
    assert.equal("\u{fffd}", reader:read().id)
    local d = reader:take_diagnostics()[1]
    assert.same({ "bad_utf16", 1, 32, 62, 1 }, { d.code, d.line, d.column, d.offset, reader.errors })
  end)
end)

-- ---- the commands --------------------------------------------------------------------------------

-- The sample with non-ASCII letters, so that the numbers of bytes, code units and characters differ.
local function sample()
  local text = file.read("spec/data/sample/sample.pgn"):gsub("Morphy", "Mörphy♘\u{1f600}")
  return MARK .. text:gsub("1%. e4 e5", "%0 {é} ", 40)
end

local COMMANDS = {
  { "check", "--style" }, { "filter", "--check", "--jobs", "2" }, { "filter", "-t", "White~rphy" },
  { "filter", "--check", "-e", "checkmate" }, { "filter", "--jobs", "2", "-e", "checkmate" }, { "convert" },
  { "convert", "-t", "jsonl" }, { "report", "summary" }, { "report", "summary", "--jobs", "2" },
  { "sort", "--by", "White" }, { "dedup", "-o", "-" }, { "tag", "--set", "Annotator=Élan", "-o", "-" }, { "merge" },
  { "sample", "-n", "9", "--seed", "3" }, { "show" }, { "translate", "--from", "pgn", "--to", "german" },
}

describe("commands that read UTF-16", function()
  local folder, plain
  lazy_setup(function()
    folder = new_folder()
    plain = folder:write("8.pgn", sample())
    for name, order in pairs(ORDERS) do
      folder:write(name .. ".pgn", encode(sample(), order))
    end
  end)
  lazy_teardown(function() getmetatable(folder).__close(folder) end)

  -- Returns the output of a command for a file, with the name of the file replaced.
  local function result(words, path)
    words = { table.unpack(words) }
    words[#words + 1] = path
    local r = run(words)
    local name = path:gsub("%p", "%%%0")
    return { code = r.code, out = r.out:gsub(name, "FILE"), err = r.err:gsub(name, "FILE") }
  end

  for _, words in ipairs(COMMANDS) do
    it(("write the same as from UTF-8: %s"):format(table.concat(words, " ")), function()
      local expected = result(words, plain)
      assert.equal(0, expected.code)
      for name in pairs(ORDERS) do
        assert.same(expected, result(words, folder:path(name .. ".pgn")))
      end
    end)
  end

  it("write all games in ranges", function()
    local path, found = folder:path "le.pgn", {}
    for k = 1, 3 do
      found[k] = run({ "filter", "-q", "-t", "Event~a", "--range", k .. "/3", path }).out
      assert.is_true(#found[k] > 10000)
    end
    assert.equal(run({ "filter", "-q", "-t", "Event~a", path }).out, table.concat(found))
  end)

  it("report halves of surrogate pairs with status 1, and the same places with --jobs", function()
    local games = {}
    for i = 1, 3000 do
      games[i] = encode(('[White "%d ♘"]\n\n1. e4 {é'):format(i), "<I2") .. (i % 500 == 7 and "\0\xd8" or "")
        .. encode("} e5 2. Nf3 1-0\n\n", "<I2")
    end
    local path = folder:write("bad.pgn", encode(MARK, "<I2") .. table.concat(games))
    for _, words in ipairs { { "filter", "--check" }, { "filter", "-t", "White~♘" } } do
      local one = result(words, path)
      assert.equal(1, one.code)
      assert.truthy(one.err:find("FILE:27:9: text is not UTF-16: half a surrogate pair, read as U+FFFD\n", 1, true))
      assert.equal(6, select(2, one.err:gsub("text is not UTF%-16", "")))
      words[#words + 1] = "--jobs"
      words[#words + 1] = "2"
      assert.same(one, result(words, path))
    end
  end)
end)
