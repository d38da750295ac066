-- Pasted text: mails, web pages, Markdown and word processors add bytes to PGN. With the option `repair`, the reader
-- replaces these bytes before it looks for games. It reports each change and each other diagnostic at its line, and at
-- its column in the repaired line.

local chess = require "lucena"
local folder = require "spec.support.folder"
local run = require "spec.support.run"

-- A source that supplies n bytes per call.
local function pieces(text, n)
  local at = 1
  return function()
    local piece = text:sub(at, at + n - 1)
    at = at + n
    return piece
  end
end

-- Reads all games of a source. Returns their texts, and the diagnostics as "line:column code token".
local function read(source, options)
  local reader <close> = assert(chess.open(source, options or { repair = true, check = true }))
  local texts, found = {}, {}
  for game in function() return reader:read() end do
    texts[#texts + 1] = game.text
  end
  for _, d in ipairs((reader:take_diagnostics())) do
    found[#found + 1] = ("%d:%d %s %s"):format(d.line, d.column, d.code, d.token or "")
  end
  return texts, found
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "[^\n]*" do
    lines[#lines + 1] = line
  end
  return lines
end

-- original text; repaired text; the changes as "line:column original", with the column in the repaired text
local ROWS = {
  { "> 1. e4 e5\n> 2. Nf3 *", "1. e4 e5\n2. Nf3 *", "1:1 > |2:1 > " },
  { ">> > 1. e4 e5\r\n>\r\n> > 2. Nf3 *", "1. e4 e5\r\n\r\n2. Nf3 *", "1:1 >> > |2:1 >|3:1 > > " },
  { "**1. e4** e5 ***2. Nf3*** *", "1. e4 e5 2. Nf3 *", "1:1 **|1:6 **|1:10 ***|1:16 ***" },
  { "**1. e4 *", "1. e4 *", "1:1 **" },
  { "`1. e4 e5` *", "1. e4 e5 *", "1:1 `|1:9 `" },
  { "```pgn\n1. e4 e5 *\n```", "1. e4 e5 *", "1:1 ```pgn|3:1 ```" },
  { "1. e4 e5 \\*", "1. e4 e5 *", "1:10 \\*" },
  { "[White “Smith”]\n\n1. e4 *", '[White "Smith"]\n\n1. e4 *', "1:8 “|1:14 ”" },
  { "[White „Müller“]\n\n1. e4 *", '[White "Müller"]\n\n1. e4 *', "1:8 „|1:16 “" },
  { "[White «Petit»]\n\n1. e4 *", '[White "Petit"]\n\n1. e4 *', "1:8 «|1:14 »" },
  { "[White &quot;A &amp; B&quot;]\n\n1. e4 *", '[White "A & B"]\n\n1. e4 *', "1:8 &quot;|1:11 &amp;|1:14 &quot;" },
  { '[White "A “B” – C"]\n\n1. e4 – e5 *', '[White "A “B” – C"]\n\n1. e4 - e5 *', "3:7 –" },
  { '[White "a &quot;b&quot;"]\n\n1. e4 *', '[White "a \\"b\\""]\n\n1. e4 *', "1:11 &quot;|1:14 &quot;" },
  { '[White "a \\" “b”"]\n\n1. e4 *', '[White "a \\" “b”"]\n\n1. e4 *', "" },
  { '[White "Andr&eacute; O&#8217;Kelly"]\n\n1. e4 *', '[White "André O’Kelly"]\n\n1. e4 *',
    "1:13 &eacute;|1:17 &#8217;" },
  { "1. e4 {“nice” – **so** > `x`} e5 *", "1. e4 {“nice” – **so** > `x`} e5 *", "" },
  { "1. e4 {a <b>fine</b> move &gt; all} e5 *", "1. e4 {a fine move > all} e5 *", "1:10 <b>|1:14 </b>|1:20 &gt;" },
  { "<p>1. e4<br>e5 <span class=\"x\">2. Nf3</span> *</p>", "1. e4 e5 2. Nf3 *",
    "1:1 <p>|1:7 <br>|1:11 <span class=\"x\">|1:17 </span>|1:19 </p>" },
  { "1. e4 <x> e5 <b\n2. Nf3 *", "1. e4 <x> e5 <b\n2. Nf3 *", "" },
  { "1.&nbsp;e4\u{A0}e5\u{2009}*", "1. e4 e5 *", "1:3 &nbsp;|1:6 \u{A0}|1:9 \u{2009}" },
  { "1. e4\u{200B} e\u{AD}5 *", "1. e4 e5 *", "1:6 \u{200B}|1:8 \u{AD}" },
  { "1. e4 e5 1–0", "1. e4 e5 1-0", "1:11 –" },
  { "1. e4 e5 1&ndash;0", "1. e4 e5 1-0", "1:11 &ndash;" },
  { "[White \x93Smith\x94]\n\n1. e4 e5 1\x960", '[White "Smith"]\n\n1. e4 e5 1-0', "1:8 \x93|1:14 \x94|3:11 \x96" },
  { "1. e4 e5 2. Nf3 ✓ Nc6 *", "1. e4 e5 2. Nf3 ✓ Nc6 *", "" },
  { "\u{FEFF}> 1. e4 *", "1. e4 *", "1:4 > " },
  { "1. e4 &nosuch; &#0; &#xD800; &#x110000; & e5 *", "1. e4 &nosuch; &#0; &#xD800; &#x110000; & e5 *", "" },
  { "1. e4 e5 2. Nf3 Nc6 1/2-1/2", "1. e4 e5 2. Nf3 Nc6 1/2-1/2", "" },
}

describe("pasted text", function()
  for _, row in ipairs(ROWS) do
    it(("is repaired in %q"):format(row[1]):gsub("[%c\x80-\xff]", "?"), function()
      local changes = {}
      local texts, found = read { text = row[1] }
      for _, line in ipairs(found) do
        local place, token = line:match "^(%S+) repaired_text (.*)$"
        changes[#changes + 1] = place and place .. " " .. token
      end
      assert.same({ row[2] }, { table.concat(texts, "\n"):gsub("^\u{FEFF}", ""), nil })
      assert.equal(row[3], table.concat(changes, "|"))
    end)
  end

  it("has diagnostics at the original lines, with columns and offsets of the repaired text", function()
    local text = "Hello,\n\n> [Event “A”]\n> [Rank x]\n>\n> **1. e4** e5 2. Nf3 Nxx, 1–0\n\n<p>1. e4 <b>e9</b>\n"
      .. "> (1. d4) <i>2. x</i> *\n"
    local repaired = 'Hello,\n\n[Event "A"]\n[Rank x]\n\n1. e4 e5 2. Nf3 Nxx, 1-0\n\n 1. e4 e9\n(1. d4) 2. x *\n'
    local lines, originals = lines_of(repaired), lines_of(text)
    local reader <close> = assert(chess.open({ text = text }, { repair = true, check = true }))
    reader:count()
    local count, list = 0, reader:take_diagnostics()
    for _, d in ipairs(list) do
      if d.token and d.code ~= "stray_text" then
        local token = d.token
        if d.code == "repaired_text" then
          assert.is_truthy(originals[d.line]:find(d.token, 1, true), d.text)
          token = (d.message:match "read as (.*)$" or ""):gsub('^"(.+)"$', "%1")
        end
        assert.equal(token, lines[d.line]:sub(d.column, d.column + #token - 1), d.text)
        assert.equal(token, repaired:sub(d.offset + 1, d.offset + #token), d.text)
        count = count + 1
      end
    end
    assert.truthy(count >= 15)
  end)

  it("has the same places in a copy of the game, which outlives the game", function()
    local reader = assert(chess.open({ text = "[Event “A”]\n\n> 1. e4 <b>e5</b> 2. Ke9 *\n" }, { repair = true }))
    local game = assert(reader:read())
    local expected, copy = game.diagnostics[1].text, game:copy()
    local texts = setmetatable({ reader, game }, { __mode = "v" })
    game, reader = nil, nil -- luacheck: ignore 311
    collectgarbage()
    assert.is_nil(next(texts))
    for i = 1, 1000 do
      texts[i] = ("x"):rep(i) -- uses the memory that was freed
    end
    assert.equal(expected, copy.diagnostics[1].text)
  end)

  it("is repaired in the same way in pieces of any size, from a file and in UTF-16", function()
    local place <close> = folder()
    for _, row in ipairs(ROWS) do
      local texts, found = read { text = row[1] }
      for _, size in ipairs { 1, 2, 3, 7 } do
        local again, same = read(pieces(row[1], size))
        assert.same({ texts, found }, { again, same }, row[1])
      end
      assert.same({ texts, found }, { read(place:write("a.pgn", row[1])) }, row[1])
      if utf8.len(row[1]) and not row[1]:find "\u{FEFF}" then
        local wide = { "\xff\xfe" }
        for _, c in utf8.codes(row[1]) do
          wide[#wide + 1] = string.pack("<I2", c)
        end
        local converted, list = read(place:write("b.pgn", table.concat(wide)))
        assert.same(texts, { converted[1] and converted[1]:gsub("^\u{FEFF}", "") or nil, converted[2] }, row[1])
        assert.equal(#found, #list)
      end
    end
  end)

  it("has the lines of the original text, and its number of bytes; offsets are those of the repaired text", function()
    local text = ("> **1. e4** e5 “x”\n*\n\n"):rep(20000)
    local reader <close> = assert(chess.open({ text = text }, { repair = true }))
    local count = 0
    for game in function() return reader:read() end do
      assert.equal(count * #'1. e4 e5 "x"\n*\n\n', game.offset)
      assert.equal(3 * count + 1, game.line)
      count = count + 1
      reader:take_diagnostics()
    end
    assert.equal(20000, count)
    assert.equal(#text, reader.bytes)
  end)

  it("keeps its lines, and is repaired in the same way in blocks of any size", function()
    local stage = require("lucena.pasted").stage
    -- Returns the repaired text, and the changes as "line:column offset old by".
    local function repair(text, size)
      local it, out, changes = stage(), {}, {}
      for at = 1, #text, size do
        out[#out + 1] = it:repair(text:sub(at, at + size - 1), false)
      end
      out = table.concat(out) .. it:repair(nil, false)
      for line, column, offset, old, by in function() return it:change(math.maxinteger) end do
        local before = out:sub(1, offset):gsub("\r\n?", "\n")
        assert.equal(line, 1 + select(2, before:gsub("\n", "")), text)
        assert.equal(column, #before:match "[^\n]*$" + 1, text)
        assert.equal(by, out:sub(offset + 1, offset + #by), text)
        changes[#changes + 1] = ("%d:%d %d %s %s"):format(line, column, offset, old, by)
      end
      return out, table.concat(changes, "\n")
    end
    local fragments = { ">", "> ", ">>", "\n", "\n\n", "\r\n", "\r", " ", "*", "**", "***", "`", "```pgn", "\\", "\\*",
      "[", "]", '"', '[White "', '"]\n', "[Event ", "{", "}", "<b>", "</b>", "<br>", "<p class='x'>", "<span ", "<x>",
      "</", "&quot;", "&amp;", "&nbsp;", "&#8217;", "&#x2013;", "&#123;", "&#0;", "&nosuch;", "&", "&shy;", "&#92;",
      "“", "–", "\u{A0}", "\u{200B}", "é", "♘", "𝄞", "\u{FEFF}", "\x93", "\xAB", "\xE2", "\x80", "1. e4", " e5 " }
    for seed = 1, 500 do
      math.randomseed(seed)
      local text = {}
      for i = 1, math.random(1, 40) do
        text[i] = fragments[math.random(#fragments)]
      end
      text = table.concat(text)
      local out, changes = repair(text, #text)
      local function line_ends(of)
        return of:gsub("[^\r\n]", "")
      end
      assert.equal(line_ends(text), line_ends(out), "seed " .. seed)
      for _, size in ipairs { 1, 2, 3, 7 } do
        assert.same({ out, changes }, { repair(text, size) }, ("seed %d, blocks of %d: %q"):format(seed, size, text))
      end
    end
  end)

  it("is not changed without the option", function()
    local texts, found = read({ text = "1. e4 `e5` – *" }, { check = true })
    assert.equal("1. e4 `e5` – *", table.concat(texts))
    assert.is_nil(table.concat(found):find "repaired_text")
    assert.has_error(function() chess.open("x.pgn", { repair = 1 }) end,
      "bad argument #2 to 'open' (option 'repair': boolean expected, got number)")
  end)

  it("is repaired in strings by chess.game and chess.games_in", function()
    local game, repairs = chess.game("> **1. e4** e5 2. Nf3 Ke4 *", { repair = true })
    assert.equal(3, game.plies)
    assert.equal(17, game.diagnostics[1].column)
    assert.same({ 3, 1, 6 }, { #repairs, repairs[2].column, repairs[3].column })
    assert.equal("no_game", select(3, chess.game "> **1. e4** e5 *"))
    assert.equal("no_game", select(3, chess.game("> hello", { repair = true })))
    assert.equal("more_games", select(3, chess.game("> **1. e4** * 1. d4 *", { repair = true })))
    assert.equal("stray_text", select(3, chess.game('> words\n> [White "A"]\n>\n> 1. e4 *', { repair = true })))
    local text = '> words\n> [White "A"]\n>\n> **1. e4** *\n> [White "B"]\n> 1. d4–d5 *\n> end\n'
    local found = {}
    for it, before, after, changes in chess.games_in(text, { repair = true }) do
      found[#found + 1] = { it.tags.White, it.line, before, after, #changes }
    end
    assert.same({ { "A", 2, "words", nil, 6 }, { "B", 5, nil, "end", 4 } }, found)
    assert.has_error(function() chess.game("1. e4 *", { repair = 1 }) end,
      "bad argument #2 to 'game' (option 'repair': boolean expected, got number)")
  end)

  it("is repaired by the commands with --repair, with any number of workers", function()
    local place <close> = folder()
    local path = place:write("a.pgn", "> **1. e4** e5 1–0\n")
    for _, jobs in ipairs { "1", "2" } do
      local result = run { "filter", "--repair", "--jobs", jobs, "-q", "-e", "plies { min = 1 }", path }
      assert.same({ 0, "1. e4 e5 1-0\n" }, { result.code, result.out })
      assert.equal(4, select(2, result.err:gsub("pasted text", "")))
    end
    assert.equal("1. e4 e5 1-0\n\n", run({ "convert", "-q", "--repair", "--tags", "none", path }).out)
    assert.equal(0, run({ "check", "-q", "--repair", path }).code)
    assert.equal(1, run({ "check", "-q", "--repair", "--strict", path }).code)
    assert.equal(2, run({ "filter", "--repair", "--range", "1/2", path }).code)
    assert.equal("1\n", run({ "filter", "-qc", "--repair", "-e", "plies { min = 2 }", path }).out)
  end)
end)
