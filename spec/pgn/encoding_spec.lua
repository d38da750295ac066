-- Encodings: detection per game, conversion to and from UTF-8, and files that are not text.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local function game(name)
  return assert(chess.game(('[White "%s"]\n[Result "*"]\n\n1. e4 *'):format(name)))
end

local function codes(g)
  local list = {}
  for i, d in ipairs(g.diagnostics) do
    list[i] = d.severity .. " " .. d.code
  end
  return table.concat(list, ", ")
end

describe("game.encoding", function()
  -- bytes, encoding, text in UTF-8, whether no encoding fits all bytes
  local ROWS = {
    { "Joerg", "ascii", "Joerg" },
    { "J\u{f6}rg", "utf-8", "J\u{f6}rg" },
    { "J\xf6rg", "latin-1", "J\u{f6}rg" },
    { "\xa0\xff", "latin-1", "\u{a0}\u{ff}" },
    { "O\x92Neill", "cp1252", "O\u{2019}Neill" },
    { "\x80\x8a\x9f", "cp1252", "\u{20ac}\u{160}\u{178}" },
    { "\u{141}\u{f3}d\u{17a} \u{265e} \u{1f600}", "utf-8", "\u{141}\u{f3}d\u{17a} \u{265e} \u{1f600}" },
    { "\u{7ff}\u{800}\u{ffff}\u{10ffff}", "utf-8", "\u{7ff}\u{800}\u{ffff}\u{10ffff}" },
    -- not UTF-8: truncated, overlong, surrogates, above U+10FFFF
    { "\xc3", "latin-1", "\u{c3}" },
    { "\xe2\x82", "cp1252", "\u{e2}\u{201a}" },
    { "\xc0\xaf", "latin-1", "\u{c0}\u{af}" },
    { "\xe0\xa0", "latin-1", "\u{e0}\u{a0}" },
    { "\xed\xa0\xa0", "latin-1", "\u{ed}\u{a0}\u{a0}" },
    { "\xf4\xa0\xa0\xa0", "latin-1", "\u{f4}\u{a0}\u{a0}\u{a0}" },
    -- one part of a game in UTF-8 and another part in another encoding
    { "J\u{f6}rg J\xf6rg", "latin-1", "J\u{c3}\u{b6}rg J\u{f6}rg", true },
    { "\u{2019} J\xf6rg", "cp1252", "\u{e2}\u{20ac}\u{2122} J\u{f6}rg", true },
    -- a byte that is no character in cp1252
    { "J\xf6rg \x81", "cp1252", "J\u{f6}rg \u{81}", true },
    -- capital letters before a closing quotation mark are not read as UTF-8
    { "\xabCAF\xc9\xbb \xe9", "latin-1", "\u{ab}CAF\u{c9}\u{bb} \u{e9}" },
  }
  for _, row in ipairs(ROWS) do
    it(("of %q is %s"):format(row[1], row[2]):gsub("[\x80-\xff]", "?"), function()
      local g = game(row[1])
      assert.equal(row[2], g.encoding)
      assert.equal(row[1], g.tags.White) -- the bytes are unchanged
      assert.equal(row[4] and "warning mixed_encoding" or "", codes(g))
      assert.equal(row[3], chess.to_utf8(row[1]))
      assert.equal(row[3], chess.to_utf8(g.tags.White, g.encoding))
      assert.equal(row[1], chess.from_utf8(row[3], row[2]))
      -- The texts are put at many offsets, because the reader examines blocks of 64 bytes: some texts are in two
      -- blocks.
      for front = 40, 70 do
        assert.equal(row[2], game(("x"):rep(front) .. row[1] .. ("x"):rep(80)).encoding)
      end
    end)
  end

  it("is UTF-8 only if all characters are, wherever a bad byte is", function()
    local CYRILLIC, OTHERS = ("Кр Ф Л "):rep(20), ("\u{43a}\u{20ac}x\u{1f600}\u{ff}"):rep(14)
    for _, text in ipairs { CYRILLIC, "x" .. CYRILLIC, OTHERS, "x" .. OTHERS, "xx" .. OTHERS } do
      assert.equal("utf-8", game(text).encoding)
      for at = 1, #text do
        for _, byte in ipairs { "x", "\x80", "\xbf", "\xc0", "\xc1", "\xc2", "\xd0", "\xdf", "\xe0", "\xf5", "\xff" } do
          local changed = text:sub(1, at - 1) .. byte .. text:sub(at + 1)
          assert.equal(utf8.len(changed) ~= nil, game(changed).encoding == "utf-8", ("%q"):format(changed))
        end
      end
    end
  end)

  it("is determined for each game separately", function()
    local found = {}
    for g in chess.games_in('{\xf6} 1. e4 *\n\n{\u{f6}} 1. e4 *\n\n{\x93} 1. e4 *\n\n1. e4 *') do
      found[#found + 1] = g.encoding
    end
    assert.same({ "latin-1", "utf-8", "cp1252", "ascii" }, found)
  end)

  it("is \"mixed\" if texts differ, and a diagnostic has the place", function()
    local d = game("J\u{f6}rg J\xf6rg").diagnostics[1]
    assert.same({ "\u{f6}", 1, 10 }, { d.token, d.line, d.column })
    d = game("J\xf6rg \x9d").diagnostics[1]
    assert.same({ "\x9d", 1, 14 }, { d.token, d.line, d.column })
  end)

  it("is reported by check if it is mixed, even without other problems", function()
    local folder <close> = new_folder()
    local text = game("J\u{f6}rg J\xf6rg").text .. "\n\n" .. game("J\xf6rg").text .. "\n\n" .. game("J\u{f6}rg").text
    local reader <close> = assert(chess.open(folder:write("a.pgn", text), { check = true }))
    assert.equal(3, reader:count())
    local found = reader:take_diagnostics()
    assert.same({ 1, "mixed_encoding", 1 }, { #found, found[1].code, found[1].game })
    assert.equal(0, reader.errors)
  end)
end)

describe("a game whose texts have several encodings", function()
  local TEXT = '[White "M\u{fc}ller"]\n[Black "\u{3a3}\u{3af}\u{3bc}\u{3c9}\u{3bd}"]\n'
    .. '[Event "Z\xfcrich"]\n[Result "1-0"]\n\n'
    .. "1. e4 {one stray byte \xe9} e5 {\u{2026} \u{3a3}} (1... c5 ; O\x92Neill\n) 1-0\n"

  -- Runs a command on TEXT and returns its output.
  local function output(...)
    local r = run { stdin = TEXT, ... }
    assert.same({ 0, "" }, { r.code, r.err })
    return r.out
  end

  local function has(text, ...)
    for _, word in ipairs { ... } do
      assert(text:find(word, 1, true), ("no %s in %s"):format(word, text))
    end
    assert(utf8.len(text))
  end

  local NAMES = { "M\u{fc}ller", "\u{3a3}\u{3af}\u{3bc}\u{3c9}\u{3bd}", "Z\u{fc}rich" }
  local COMMENTS = { "one stray byte \u{e9}", "\u{2026} \u{3a3}", "O\u{2019}Neill" }

  for _, command in ipairs { "convert", "filter", "merge", "merge --tree" } do
    it(("is written as UTF-8 by %s --encoding utf-8"):format(command), function()
      local name, option = command:match("^(%S+) ?(%S*)$")
      local text = output(name, option ~= "" and option or "-q", "-q", "--encoding", "utf-8", "-")
      has(text, table.unpack(COMMENTS))
      if option == "" then
        has(text, table.unpack(NAMES))
      end
    end)
  end

  it("is the same in JSON and in fields", function()
    local json = output("convert", "-q", "-t", "json", "-")
    has(json, table.unpack(NAMES))
    has(json, table.unpack(COMMENTS))
    has(output("convert", "-q", "-t", "csv", "-"), table.unpack(NAMES))
    has(output("report", "opening", "-q", "--position", "e4", "-"), NAMES[1], NAMES[2])
    local g = chess.game(TEXT)
    local found = { chess.to_utf8(g.tags.White), chess.to_utf8(g.tags.Black), chess.to_utf8(g.tags.Event) }
    assert.same(NAMES, found)
    assert.equal(COMMENTS[1], chess.to_utf8(g.root.next.comments[1]))
  end)

  it("can be written in a notation whose letters are not ASCII", function()
    local text = output("convert", "-q", "--to-dialect", "figurine", "-")
    has(text, NAMES[1], NAMES[2], NAMES[3], COMMENTS[1], COMMENTS[2])
  end)

  it("is reported, and copied byte for byte", function()
    assert.equal("warning mixed_encoding", codes(chess.game(TEXT)))
    assert.equal(TEXT, output("filter", "-q", "-e", "plies{min = 1}", "-"))
  end)
end)

describe("chess.to_utf8 and from_utf8", function()
  it("accept common spellings of names", function()
    for _, name in ipairs { "latin-1", "Latin1", "ISO-8859-1", "iso_8859_1" } do
      assert.equal("\u{80}\u{f6}", chess.to_utf8("\x80\xf6", name))
    end
    for _, name in ipairs { "cp1252", "CP-1252", "windows-1252" } do
      assert.equal("\u{20ac}\u{f6}", chess.to_utf8("\x80\xf6", name))
    end
    assert.equal("\u{f6}", chess.to_utf8("\u{f6}", "UTF8"))
    assert.has_error(function() chess.to_utf8("x", "koi8-r") end,
      "bad argument #2 to 'to_utf8' ('koi8-r' is none of ascii, utf-8, latin-1, cp1252)")
    assert.has_error(function() chess.from_utf8("x") end)
    assert.has_error(function() chess.to_utf8(1) end)
  end)

  it("report text that cannot be converted", function()
    local ROWS = {
      { "to_utf8", "a\xf6", "utf-8", "byte 2: text is not UTF-8", "bad_utf8" },
      { "to_utf8", "ab\u{f6}", "ascii", "byte 3: character is not in the encoding ascii", "unencodable" },
      { "from_utf8", "a\xf6", "latin-1", "byte 2: text is not UTF-8", "bad_utf8" },
      { "from_utf8", "a\u{141}", "latin-1", "byte 2: character is not in the encoding latin-1", "unencodable" },
      { "from_utf8", "\u{20ac}", "latin-1", "byte 1: character is not in the encoding latin-1", "unencodable" },
      { "from_utf8", "\u{141}", "cp1252", "byte 1: character is not in the encoding cp1252", "unencodable" },
      { "from_utf8", "\u{80}", "cp1252", "byte 1: character is not in the encoding cp1252", "unencodable" },
      { "from_utf8", "\u{1f600}", "cp1252", "byte 1: character is not in the encoding cp1252", "unencodable" },
      { "from_utf8", "\u{f6}", "ascii", "byte 1: character is not in the encoding ascii", "unencodable" },
    }
    for _, row in ipairs(ROWS) do
      assert.same({ nil, row[4], row[5], n = 3 }, table.pack(chess[row[1]](row[2], row[3])))
    end
  end)

  it("preserve every byte", function()
    local all = {}
    for byte = 0, 255 do
      all[#all + 1] = string.char(byte)
    end
    local text = table.concat(all)
    for _, name in ipairs { "latin-1", "cp1252" } do
      assert.equal(text, chess.from_utf8(chess.to_utf8(text, name), name))
    end
    assert.equal("", chess.to_utf8(""))
    assert.equal("", chess.from_utf8("", "cp1252"))
  end)
end)

describe("files with two or four bytes per character", function()
  local function widen(text, format)
    return (text:gsub(".", function(c) return string.pack(format, c:byte()) end))
  end

  local function read(text)
    local folder <close> = new_folder()
    local reader <close> = assert(chess.open(folder:write("a.pgn", text)))
    local games = reader:count()
    local d = reader:take_diagnostics()
    return games, d[1] and d[1].code, reader.errors
  end

  for _, text in ipairs { '[Event "x"]\n\n1. e4 *\n', "1. e4 *" } do
    for _, row in ipairs { { "<I2", "utf16" }, { ">I2", "utf16" }, { "<I4", "utf32" }, { ">I4", "utf32" } } do
      it(("are refused, except UTF-16 with a byte order mark: %s, %d characters"):format(row[1], #text), function()
        assert.same({ 0, row[2], 1 }, { read(widen(text, row[1])) })
        local marked = { read(string.pack(row[1], 0xfeff) .. widen(text, row[1])) }
        assert.same(row[2] == "utf16" and { 1, nil, 0 } or { 0, row[2], 1 }, marked)
      end)
    end
  end

  it("are not detected because of single NUL bytes", function()
    assert.same({ 1, nil, 0 }, { read("1. e4 {\0a\0b\0c\0d} *") })
    assert.same({ 1, nil, 0 }, { read('[A "\0"]\n\n*') })
    assert.same({ 0, nil, 0 }, { read("") })
  end)
end)
