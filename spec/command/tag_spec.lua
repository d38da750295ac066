-- lucena tag: the edits and the preview. No other byte of a file may change.

local file = require "spec.support.file"
local new_folder = require "spec.support.folder"
local pgn_files = require "spec.support.pgn_files"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/engine/engine.pgn"

local function tag(options, text)
  return run { "tag", "-q", stdin = text, table.unpack(options) }
end

-- The text that the command writes to standard output with -o -.
local function edited(options, text)
  local r = run { "tag", "-q", "-o", "-", stdin = text, table.unpack(options) }
  assert.same({ 0, "" }, { r.code, r.err })
  return r.out
end

local ODD = [[
% an escape
[Event "a"] [White "Fischer,R"]
[Black "x"] {c}
; [Black "in a comment"]
[Black "twice"]
[Opening "King's \"x\" \\"]

1. e4   {[White "no tag"]} e5 *


1. d4 *
]]

describe("lucena tag --set Result", function()
  it("changes the result after the moves, too", function()
    local game = '[White "A"]\n[Result "1-0"]\n\n1. e4 e5 %s\n'
    local plain = game:format "1-0"
    for value, marker in pairs { ["0-1"] = "0-1", ["1/2"] = "1/2-1/2", ["*"] = "*", ["0-0"] = "0-0" } do
      local out = edited({ "--set", "Result=" .. value }, plain)
      assert.equal((game:gsub("1%-0", value):format(marker)), out)
      local fixed = edited({ "--set", "Result=" .. value, "--fix", "results" }, plain)
      assert.equal(out, (fixed:gsub('"1/2%-1/2"', '"1/2"')))
    end
    assert.equal((game:format "0-1 {After} {it}":gsub('"1%-0"', '"0-1"')),
      edited({ "--set", "Result=0-1" }, game:format "1-0 {After} {it}"))
    assert.equal((plain:gsub('"1%-0"', '"?"')), edited({ "--set", "Result=?" }, plain))
    assert.equal('[Result "0-1"]\n\n1. e4\n', edited({ "--set", "Result=0-1" }, "1. e4\n"))
  end)

  it("is not changed back by a later correction of results", function()
    local out = edited({ "--set", "Result=0-1" }, '[Result "1-0"]\n\n1. e4 e5 1-0\n')
    assert.equal(out, edited({ "--fix", "results" }, out))
  end)
end)

describe("lucena tag", function()
  it("shows the changes, and writes nothing", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", '[White "A"]\n[Elo "1"]\n\n1. e4 *\n\n[White "B"]\n\n*\n')
    local r = run { "tag", "--set", 'Event=x"y\\', "--drop", "Elo", "--games", "1", path }
    assert.same({ code = 0, out = ('@@ %s:1: game 1: A - ?\n-[Elo "1"]\n+[Event "x\\"y\\\\"]\n'):format(path),
      err = "lucena: 1 game, 1 would change; -o FILE writes them\n" }, r)
    assert.equal('[White "A"]\n[Elo "1"]\n\n1. e4 *\n\n[White "B"]\n\n*\n', file.read(path))
  end)

  it("changes a value in its place", function()
    assert.equal((ODD:gsub("Fischer,R", "A")),
      (edited({ "--set", "White=A" }, ODD):gsub('%[White "A"%]\n\n1. d4', "1. d4")))
    assert.equal((ODD:gsub('"x"]', '"y"]', 1)),
      (edited({ "--set", "Black=y" }, ODD):gsub('%[Black "y"%]\n\n1. d4', "1. d4")))
  end)

  it("removes a tag with its line, and all tags of the name", function()
    assert.equal((ODD:gsub('%[Opening[^\n]*\n', "")), edited({ "--drop", "Opening" }, ODD))
    assert.equal((ODD:gsub('%[Event "a"%]', "")), edited({ "--drop", "Event" }, ODD))
    assert.equal((ODD:gsub('%[Black "x"%]', ""):gsub('%[Black "twice"%]\n', "")), edited({ "--drop", "Black" }, ODD))
    assert.equal("\n1. e4 *\n", edited({ "--drop", "A" }, '[A "b"]\n\n1. e4 *\n'))
  end)

  it("renames a tag in its place, unless the new name exists", function()
    assert.equal((ODD:gsub("%[White ", "[Black2 ", 1)), edited({ "--rename", "White=Black2" }, ODD))
    assert.equal(ODD, edited({ "--rename", "White=Black" }, ODD))
  end)

  it("adds tags after the last one, or a new tag section", function()
    assert.equal('[A "b"]\n[C "d"]\n\n*\n', edited({ "--set", "C=d" }, '[A "b"]\n\n*\n'))
    assert.equal('[A "b"]\n[C "d"] 1. e4 *\n', edited({ "--set", "C=d" }, '[A "b"] 1. e4 *\n'))
    assert.equal('[C "d"]\n\n1. e4 *\n', edited({ "--set", "C=d" }, "1. e4 *\n"))
    assert.equal('[C "d"]\n\n1. e4 * \n\n[C "d"]\n\n1. d4 *\n', edited({ "--set", "C=d" }, "1. e4 * 1. d4 *\n"))
    assert.equal('[C "d"]\n\n1. e4 *\n', edited({ "--set", "C=d", "--drop", "A" }, '[A "b"]\n\n1. e4 *\n'))
  end)

  it("changes tags after a malformed one, and adds tags after the last one", function()
    assert.equal('[Event "a"]\n[Bad "x]\n[White "C"]\n[Annotator "me"]\n\n1. e4 *\n',
      edited({ "--set", "White=C", "--set", "Annotator=me" }, '[Event "a"]\n[Bad "x]\n[White "B"]\n\n1. e4 *\n'))
  end)

  it("keeps line ends", function()
    assert.equal('[A "b"]\r\n[C "d"]\r\n\r\n*\r\n\r\n[C "d"]\r\n\r\n1. e4 *\r\n',
      edited({ "--set", "C=d" }, '[A "b"]\r\n\r\n*\r\n\r\n1. e4 *\r\n'))
  end)

  it("adds the number of plies of all lines", function()
    local game = '[A "b"]\n\n1. e4 e5 (1... c5 2. c3 (2. d4) d5 3. d4) 2. d4 *\n'
    assert.equal((game:gsub("\n\n", '\n[TotalPlyCount "8"]\n\n', 1)), edited({ "--total-plycount" }, game))
    local r = tag({ "--total-plycount", "-o", "-" }, "1. e4 Ke3 *\n")
    assert.equal(1, r.code)
    local message = "-:1: game 1 gets no TotalPlyCount: its moves cannot be read to the end\n"
    assert.is_truthy(r.err:find(message, 1, true), r.err)
  end)

  it("adds the lines of the game in its file", function()
    assert.equal('[A "b"]\n[Lines "1-4"]\n\n1. e4\ne5 *\n\n[Lines "6-6"]\n\n1. d4 *\n',
      edited({ "--line-numbers", "Lines" }, '[A "b"]\n\n1. e4\ne5 *\n\n1. d4 *\n'))
    local r = tag({ "--line-numbers", "a b" }, "*\n")
    assert.same({ 2, "lucena: --line-numbers: 'a b' is not a tag name (letters, digits and _, at most 255)\n" },
      { r.code, r.err:match("[^\n]*\n$") })
  end)

  it("adds the number of plies", function()
    assert.equal('[A "b"]\n[PlyCount "3"]\n\n1. e4 e5 (1... c5 2. c3 d5 3. d4) 2. d4 *\n',
      edited({ "--plycount" }, '[A "b"]\n\n1. e4 e5 (1... c5 2. c3 d5 3. d4) 2. d4 *\n'))
    local r = tag({ "--plycount", "-o", "-" }, '[PlyCount "9"]\n\n1. e4 Ke3 *\n\n[PlyCount "1"]\n\n1. d4 *\n')
    assert.equal(1, r.code)
    assert.equal('[PlyCount "9"]\n\n1. e4 Ke3 *\n\n[PlyCount "1"]\n\n1. d4 *\n', r.out)
    assert.is_truthy(r.err:find("-:1: game 1 gets no PlyCount: its moves cannot be read to the end\n", 1, true), r.err)
  end)

  it("adds the hash of the last position", function()
    local key = ("%016x"):format(require("lucena").position():play("e4").key)
    assert.equal('[A "b"]\n[HashCode "' .. key .. '"]\n\n1. e4 *\n', edited({ "--hashcode" }, '[A "b"]\n\n1. e4 *\n'))
    local r = tag({ "--hashcode", "-o", "-" }, '[A "b"]\n\n1. e4 Ke3 *\n')
    assert.equal(1, r.code)
    assert.is_truthy(r.err:find("game 1 gets no HashCode", 1, true), r.err)
  end)

  local OPENINGS = '[ECO "A00"]\n[Variation "old"]\n[SubVariation "older"]\n\n1. Nf3 d5 2. d4 Nf6 3. c4 e6 *\n'
    .. '\n[White "A"]\n\n1. e4 c5 2. Nf3 Nc6 3. Bb5 *\n\n[White "B"]\n[ECO "C00"]\n\n*\n'

  it("adds the ECO code, by position", function()
    assert.equal((OPENINGS:gsub("A00", "D30"):gsub('"A"%]', '"A"]\n[ECO "B30"]')), edited({ "--eco" }, OPENINGS))
    -- --eco is applied after all other edits.
    assert.equal('[ECO "B00"]\n\n1. e4 *\n', edited({ "--eco", "--set", "ECO=A99" }, "1. e4 *\n"))
    local r = tag({ "--eco", "-o", "-" }, '[ECO "A00"]\n\n1. e4 Ke3 *\n')
    assert.same({ 1, '[ECO "A00"]\n\n1. e4 Ke3 *\n' }, { r.code, r.out })
    assert.is_truthy(r.err:find("-:1: game 1 gets no ECO: its moves cannot be read to the end\n", 1, true), r.err)
  end)

  it("adds the name of the opening, in English or in French", function()
    assert.equal('[ECO "D30"]\n[Variation "3. Nf3"]\n[Opening "Queen\'s Gambit Declined"]\n\n'
      .. "1. Nf3 d5 2. d4 Nf6 3. c4 e6 *\n",
      edited({ "--eco", "--opening-names", "en", "--games", "1" }, OPENINGS):match("^(.-%*\n)"))
    assert.equal('[White "A"]\n[ECO "B30"]\n[Opening "Défense sicilienne"]\n[Variation "Attaque Rossolimo"]\n\n',
      edited({ "--eco", "--opening-names", "fr" }, OPENINGS):match('%[White "A"%].-\n\n'))
    -- If the new name has fewer parts, the tags for the other parts of the old name are removed.
    assert.equal('[ECO "C60"]\n[Opening "Ruy Lopez"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n',
      edited({ "--eco", "--opening-names", "en" },
        '[ECO "C65"]\n[Opening "x"]\n[Variation "y"]\n[SubVariation "z"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n'))
    assert.equal('[White "J\xF6rg"]\n[ECO "A45"]\n[Opening "D\xE9fense indienne"]\n\n1. d4 Nf6 *\n',
      edited({ "--eco", "--opening-names", "fr" }, '[White "J\xF6rg"]\n\n1. d4 Nf6 *\n'))
  end)

  it("reads openings from a file", function()
    local options = { "--eco", "--eco-file", "spec/data/eco/small.pgn", "--opening-names", "en" }
    assert.equal('[ECO "D02"]\n[Opening "Queen\'s Pawn Game"]\n[Variation "Zukertort Variation"]\n\n'
      .. "1. Nf3 d5 2. d4 *\n", edited(options, "1. Nf3 d5 2. d4 *\n"))
    assert.equal("1. e4 *\n", edited(options, "1. e4 *\n"))
    local folder <close> = new_folder()
    local bad = folder:write("bad", "A00\tx\t1. a3\nB00\tx\t1. e5\n")
    local r = tag({ "--eco", "--eco-file", bad }, "")
    assert.same({ 2, "lucena: " .. bad .. ":2: illegal move e5 (move 1, White)\n" }, { r.code, r.err })
    r = tag({ "--eco", "--eco-file", folder:path "none" }, "")
    assert.same({ 3, "lucena: " .. folder:path "none" .. ": cannot open: No such file or directory\n" },
      { r.code, r.err })
  end)

  it("corrects names", function()
    local folder <close> = new_folder()
    local names = folder:write("names", "\u{FEFF}# players\r\n\nFischer,R = Fischer, Robert James\nx\tX. Yz\tmore\n"
      .. "a=b\nEvent: a = c\nSite: Fischer,R = nobody\n")
    assert.equal((ODD:gsub("Fischer,R", "Fischer, Robert James"):gsub('"x"]', '"X. Yz"]', 1):gsub('"a"', '"c"')),
      edited({ "--names", names }, ODD))
    names = folder:write("bad", "\nno correction\n")
    local r = tag({ "--names", names }, "")
    assert.same({ 2, "lucena: " .. names .. ":2: a correction is `wrong = right`\n" }, { r.code, r.err })
    assert.equal(3, tag({ "--names", folder:path "none" }, "").code)
  end)

  it("writes new values in the encoding of the game", function()
    local latin = '[White "J\xF6rg"]\n\n1. e4 *\n'
    assert.equal('[White "J\xF6rg"]\n[Annotator "M\xFCller \x80"]\n\n1. e4 *\n',
      edited({ "--set", "Annotator=M\u{FC}ller \u{20AC}" }, latin))
    assert.equal('[White "\u{F6}"]\n[Annotator "M\u{FC}ller"]\n\n1. e4 *\n',
      edited({ "--set", "Annotator=M\u{FC}ller" }, '[White "\u{F6}"]\n\n1. e4 *\n'))
    local r = tag({ "--set", "Annotator=\u{141}\u{F3}d\u{17A}", "-o", "-" }, latin .. "\n1. d4 *\n")
    assert.same({ code = 1, out = latin .. '\n[Annotator "\u{141}\u{F3}d\u{17A}"]\n\n1. d4 *\n',
      err = "-:1: game 1 is kept unchanged: '\u{141}\u{F3}d\u{17A}' cannot be written in latin-1, "
        .. "the encoding of this game\n" }, r)
    local folder <close> = new_folder()
    local names = folder:write("names", "J\u{F6}rg = M\u{FC}ller, J\u{F6}rg\n")
    assert.equal('[White "M\xFCller, J\xF6rg"]\n\n1. e4 *\n', edited({ "--names", names }, latin))
    -- Only the name of the tag changes, so its value is not converted.
    assert.equal('[W "J\xF6rg"]\n\n1. e4 *\n', edited({ "--rename", "White=W" }, latin))
  end)

  it("writes UTF-8 if the other tags are ASCII or UTF-8, for any bytes elsewhere", function()
    for _, row in ipairs {
      { '[White "J\u{F6}rg"]\n[Event "Z\xFCrich"]\n', "{stray \xe9}", "M\u{FC}ller" },
      { '[White "J\u{F6}rg"]\n', "{stray \xe9}", "M\u{FC}ller" },
      { '[White "Jim"]\n', "{caf\xe9}", "M\u{FC}ller" },
      { '[White "Jim"]\n', "{caf\u{e9}}", "M\u{FC}ller" },
      { '[White "J\xF6rg"]\n', "{caf\u{e9}}", "M\xFCller" },
    } do
      local before, after = row[1], "\n1. e4 " .. row[2] .. " *\n"
      assert.equal(("%s[Annotator \"%s\"]\n%s"):format(before, row[3], after),
        edited({ "--set", "Annotator=M\u{FC}ller" }, before .. after))
      local marked = run { "filter", "-q", "--mark-tag", "Annotator=M\u{FC}ller", stdin = before .. after }
      assert.truthy(marked.out:find(('[Annotator "%s"]'):format(row[3]), 1, true))
    end
    -- The encoding of the old value does not affect the new value.
    assert.equal('[White "M\u{FC}ller"]\n\n1. e4 *\n',
      edited({ "--set", "White=M\u{FC}ller" }, '[White "J\xF6rg"]\n\n1. e4 *\n'))
  end)

  it("shows a renamed tag under its old name", function()
    assert.equal('@@ -:1: game 1: a - ?\n-[White "a"]\n+[Bb "a"]\n+[Zz "1"]\n',
      (tag({ "--rename", "White=Bb", "--set", "Zz=1" }, '[White "a"]\n\n*\n')).out)
    assert.equal('@@ -:1: game 1: a - ?\n+[Aa "1"]\n-[White "a"]\n+[Zz "a"]\n',
      (tag({ "--rename", "White=Zz", "--set", "Aa=1" }, '[White "a"]\n\n*\n')).out)
  end)

  it("makes the edits in order", function()
    assert.equal('[B "2"]\n\n*\n', edited({ "--set", "B=2", "--rename", "A=B", "--drop", "B" }, '[A "1"]\n\n*\n'))
  end)

  it("does not change any other byte", function()
    local seen = 0
    for _, path in ipairs(pgn_files()) do
      local before = run { "filter", "-q", "--games", "1-", path }
      local first = run { "tag", "-q", "--set", "Zzz=1", path, "-o", "-" }
      if before.out ~= "" and first.code == 0 then
        seen = seen + 1
        -- If the only tag is removed, an empty line remains in place of the tag section, so white space is ignored.
        local back = run { "tag", "-q", "--drop", "Zzz", "-o", "-", stdin = first.out }.out
        assert.equal((before.out:gsub("%s+", "")), (back:gsub("%s+", "")), path)
      end
    end
    assert.is_true(seen > 15, seen)
    local text = file.read(SAMPLE)
    assert.is_true(text == edited({ "--drop", "Zzz" }, edited({ "--set", "Zzz=1" }, text)))
  end)

  it("can replace its input, completely or not at all", function()
    local folder <close> = new_folder()
    local path = folder:write("a.pgn", '[A "b"]\n\n*\n')
    assert.equal(0, run { "tag", "-q", "--set", "A=c", path, "-o", path }.code)
    assert.equal('[A "c"]\n\n*\n', file.read(path))
    assert.equal(3, run { "tag", "-q", "--set", "A=d", path, folder:path "no.pgn", "-o", path }.code)
    assert.equal('[A "c"]\n\n*\n', file.read(path))
    assert.same({ "a.pgn" }, folder:names())
  end)

  it("refuses wrong use", function()
    for _, options in ipairs { {}, { "--set", "A" }, { "--set", "a b=c" }, { "--set", "A=x\ny" }, { "--drop", "a b" },
      { "--rename", "A=b c" }, { "--rename", "A" }, { "--opening-names", "en" }, { "--eco-file", "x", "--plycount" },
      { "--eco", "--opening-names", "de" }, { "--eco", "--opening-names", "fr", "--eco-file", "x" } } do
      local r = tag(options, "")
      assert.equal(2, r.code, table.concat(options, " "))
      assert.equal("", r.out)
    end
  end)

  it("shows no control characters in the preview", function()
    local r = tag({ "--set", "A=\27[2J" }, '[A "\27[3J"]\n\n*\n')
    assert.equal('@@ -:1: game 1: ? - ?\n-[A "\\x1B[3J"]\n+[A "\\x1B[2J"]\n', r.out)
  end)

  it("reports that its output cannot be written, and ends silently at a closed pipe", function()
    assert.equal("lucena: cannot write standard output: No space left on device\n3\n",
      shell("lucena tag -q --set A=b " .. SAMPLE .. " 2>&1 >/dev/full; echo $?"))
    assert.equal("141\n",
      shell("lucena tag -q --set A=b -o - " .. SAMPLE .. " 2>&1 | head -n 0; echo ${PIPESTATUS[0]}"))
  end)

  it("does not replace a file with a part of its games", function()
    local folder <close> = new_folder()
    local path = folder:write("x.pgn", "1. e4 *\n\n1. d4 *\n")
    for _, words in ipairs {
      { "tag", "--games", "1", "--set", "X=y", path, "-o", path },
      { "annotate", "--games", "1", "--engine", "none", path, "-o", folder.root .. "/./x.pgn" },
    } do
      local r = run(words)
      assert.equal(2, r.code)
      assert.is_truthy(r.err:find("would delete the games that --games does not select", 1, true), r.err)
    end
    assert.equal("1. e4 *\n\n1. d4 *\n", folder:read "x.pgn")
    assert.equal(0, run { "tag", "-q", "--games", "1", "--set", "X=y", path, "-o", folder:path "y.pgn" }.code)
    assert.equal('[X "y"]\n\n1. e4 *\n', folder:read "y.pgn")
  end)
end)
