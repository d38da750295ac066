-- chess.game of a text in UTF-16 with a byte order mark.

local chess = require "lucena"

-- Encode a text in UTF-16.
local function encoded(text, format)
  local out = { string.pack(format, 0xFEFF) }
  for _, char in utf8.codes(text) do
    if char >= 0x10000 then
      char = char - 0x10000
      out[#out + 1] = string.pack(format, 0xD800 | char >> 10) .. string.pack(format, 0xDC00 | char & 0x3FF)
    else
      out[#out + 1] = string.pack(format, char)
    end
  end
  return table.concat(out)
end

describe("chess.game of UTF-16", function()
  local TEXT = '[White "Jørgensen, 王 😀"]\n\n1. e4 {é} e5 *\n'
  for name, format in pairs { ["little-endian"] = "<I2", ["big-endian"] = ">I2" } do
    it("reads " .. name, function()
      local game = assert(chess.game(encoded(TEXT, format)))
      assert.equal("Jørgensen, 王 😀", game.tags.White)
      assert.equal("é", game.root[1].comment)
      assert.equal(2, game.plies)
    end)
  end

  it("reads a FEN", function()
    assert.equal(chess.START_FEN, chess.game(encoded(chess.START_FEN, "<I2")).start:fen())
  end)

  -- bytes after the text, message, code
  local BAD = {
    { "a", "text is not UTF-16", "bad_utf16" },
    { "\x00\xD8", "text is not UTF-16", "bad_utf16" },
    { "\x00\xDC", "text is not UTF-16", "bad_utf16" },
    { "\x00\xD8 \0", "text is not UTF-16", "bad_utf16" },
  }
  for _, row in ipairs(BAD) do
    local shown = row[1]:gsub(".", function(c) return ("%02x "):format(c:byte()) end)
    it("rejects a text that ends with " .. shown, function()
      local game, err, code = chess.game(encoded(TEXT, "<I2") .. row[1])
      assert.is_nil(game)
      assert.equal(row[2], err)
      assert.equal(row[3], code)
    end)
  end

  it("rejects UTF-32", function()
    local game, err, code = chess.game("\xFF\xFE\0\0[\0\0\0")
    assert.is_nil(game)
    assert.equal("file is UTF-32, convert it first (iconv -f UTF-32 -t UTF-8)", err)
    assert.equal("utf32", code)
  end)
end)
