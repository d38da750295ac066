-- lucena split: the file for each game, the names of the files, and cases in which no file is written.

local filenames = require "lucena.run.filenames"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SAMPLE = "spec/data/engine/engine.pgn"

local FIVE = [[
[White "Anna"]
[Date "1999.01.01"]

1. e4  {as it stands} *


[White "Boris"]
[Date "1999.12.31"]

1. d4 *

1. c4 *

[White "anna"]
[Date "2000.??.??"]

1. b4 *

[White "Anna"]

1. a4 *
]]

local A1 = '[White "Anna"]\n[Date "1999.01.01"]\n\n1. e4  {as it stands} *\n'
local B2 = '[White "Boris"]\n[Date "1999.12.31"]\n\n1. d4 *\n'
local C3 = "1. c4 *\n"
local A4 = '[White "anna"]\n[Date "2000.??.??"]\n\n1. b4 *\n'
local A5 = '[White "Anna"]\n\n1. a4 *\n'

local function split(folder, options, text)
  return run { "split", "-q", "--into", folder:path "out", stdin = text, table.unpack(options) }
end

local function files(folder)
  local list = {}
  for _, name in ipairs(folder:names()) do
    if name == "out" then
      local pipe = assert(io.popen("ls -A '" .. folder:path "out" .. "'"))
      for file in pipe:lines() do
        list[file] = folder:read("out/" .. file)
      end
      pipe:close()
    end
  end
  return list
end

describe("lucena split", function()
  it("begins a new file every N games", function()
    local folder <close> = new_folder()
    local r = run { "split", "--every", "2", "--into", folder:path "out", stdin = FIVE }
    assert.same({ code = 0, out = "", err = "lucena: 5 games, 5 copied, 3 files written\n" }, r)
    assert.same({ ["0001.pgn"] = A1 .. "\n" .. B2, ["0002.pgn"] = C3 .. "\n" .. A4, ["0003.pgn"] = A5 }, files(folder))
  end)

  it("makes a file for each value of a tag, case-sensitive", function()
    local folder <close> = new_folder()
    assert.same({ code = 0, out = "", err = "" }, split(folder, { "--by", "White" }, FIVE))
    assert.same({ ["Anna.pgn"] = A1 .. "\n" .. A5, ["Boris.pgn"] = B2, ["anna~2.pgn"] = A4, ["no_White.pgn"] = C3 },
      files(folder))
  end)

  it("can use only the first characters of a value", function()
    local folder <close> = new_folder()
    split(folder, { "--by", "Date:4" }, FIVE)
    assert.same({ ["1999.pgn"] = A1 .. "\n" .. B2, ["2000.pgn"] = A4, ["no_Date.pgn"] = C3 .. "\n" .. A5 },
      files(folder))
  end)

  it("can use several tags: a game is written to the file of each", function()
    local folder <close> = new_folder()
    local first, second = '[White "A"]\n[Black "B"]\n\n1. e4 *\n', '[White "B"]\n[Black "B"]\n\n1. d4 *\n'
    local third = '[White "C"]\n\n1. c4 *\n'
    local r = run { "split", "--by", "White,Black:3", "--into", folder:path "out",
      stdin = first .. "\n" .. second .. "\n" .. third }
    assert.same({ code = 0, out = "", err = "lucena: 3 games, 3 copied, 4 files written\n" }, r)
    assert.same({ ["A.pgn"] = first, ["B.pgn"] = first .. "\n" .. second, ["C.pgn"] = third, ["no_Black.pgn"] = third },
      files(folder))
  end)

  it("treats a name in Latin-1 and UTF-8 as the same", function()
    local folder <close> = new_folder()
    local utf8_one, latin = '[White "J\u{F6}rg"]\n\n1. e4 *\n', '[White "J\xF6rg"]\n\n1. d4 *\n'
    split(folder, { "--by", "White" }, utf8_one .. "\n" .. latin)
    assert.same({ ["J\u{F6}rg.pgn"] = utf8_one .. "\n" .. latin }, files(folder))
  end)

  it("can use a script", function()
    local folder <close> = new_folder()
    local script = folder:write("s.lua", "return function(g) return g.number ~= 3 and g.number % 2 or nil end")
    split(folder, { "--script", script }, FIVE)
    assert.same({ ["0.pgn"] = B2 .. "\n" .. A4, ["1.pgn"] = A1 .. "\n" .. A5 }, files(folder))
    local both <close> = new_folder()
    script = both:write("s.lua", "return function(g) if g.number < 3 then return 'a', 'b', g.number end end")
    split(both, { "--script", script }, FIVE)
    assert.same({ ["1.pgn"] = A1, ["2.pgn"] = B2, ["a.pgn"] = A1 .. "\n" .. B2, ["b.pgn"] = A1 .. "\n" .. B2 },
      files(both))
    for _, row in ipairs { { "return function(g) return {} end", "must return a name or nil, not a table" },
      { "return function(g) return '' end", "not an empty one" }, { "return 3", "return a function of a game" },
      { "return function(g) return g.nonesuch end", "has no field 'nonesuch'\nthis was game 1, %-:1" } } do
      local bad <close> = new_folder()
      local r = split(bad, { "--script", bad:write("s.lua", row[1]) }, FIVE)
      assert.equal(2, r.code)
      assert.is_truthy(r.err:find(row[2]), r.err)
      assert.same({}, files(bad))
    end
  end)

  it("selects the games of --games, and keeps line ends", function()
    local folder <close> = new_folder()
    split(folder, { "--by", "White", "--games", "1,5" }, (FIVE:gsub("\n", "\r\n")))
    assert.same({ ["Anna.pgn"] = ((A1 .. "\n" .. A5):gsub("\n", "\r\n")) }, files(folder))
  end)

  it("loses no game of the sample", function()
    local folder <close> = new_folder()
    assert.equal(0, run { "split", "-q", "--by", "White", "--into", folder:path "out", SAMPLE }.code)
    local seen, count = {}, 0
    for _, text in pairs(files(folder)) do
      for g in require("lucena").games_in(text) do
        seen[g.text] = (seen[g.text] or 0) + 1
      end
    end
    for g in require("lucena").games(SAMPLE) do
      assert.is_truthy(seen[g.text])
      count = count + 1
      seen[g.text] = seen[g.text] > 1 and seen[g.text] - 1 or nil
    end
    assert.equal(315, count)
    assert.is_nil(next(seen))
  end)

  it("writes only into its folder, for any tags", function()
    local folder <close> = new_folder()
    local text = ""
    for _, value in ipairs { "../../../../tmp/pwn", "/etc/passwd", "..", ".", "-rf", ".hidden", "a\0b", "a\27[2Jb" } do
      text = text .. ('[White "%s"]\n\n*\n\n'):format(value)
    end
    assert.equal(0, split(folder, { "--by", "White" }, text).code)
    local names = {}
    for name in pairs(files(folder)) do
      names[#names + 1] = name
    end
    table.sort(names)
    assert.same({ "%2Drf.pgn", "%2E%2E.pgn", "%2E%2E_.._.._.._tmp_pwn.pgn", "%2E.pgn", "%2Ehidden.pgn",
      "_etc_passwd.pgn", "a%00b.pgn", "a%1B[2Jb.pgn" }, names)
    assert.same({ "out" }, folder:names())
  end)

  it("replaces existing files only with --force, and otherwise writes none", function()
    local folder <close> = new_folder()
    folder:run("mkdir out")
    folder:write("out/anna~2.pgn", "old")
    local r = split(folder, { "--by", "White" }, FIVE)
    assert.same({ 3, "lucena: " .. folder:path "out/anna~2.pgn" .. ": exists already; --force replaces it\n" },
      { r.code, r.err })
    assert.same({ ["anna~2.pgn"] = "old" }, files(folder))
    assert.equal(0, split(folder, { "--by", "White", "--force" }, FIVE).code)
    assert.equal(A4, files(folder)["anna~2.pgn"])
  end)

  it("writes nothing if an input is missing", function()
    local folder <close> = new_folder()
    local r = split(folder, { "--by", "White", folder:path "no.pgn", SAMPLE }, "")
    assert.equal(3, r.code)
    assert.is_truthy(r.err:find("nothing written, because not all input could be read", 1, true))
    assert.same({}, files(folder))
  end)

  it("closes a comment that would include the next game", function()
    local folder <close> = new_folder()
    local open, good = folder:write("1.pgn", '[White "A"]\n\n1. e4 {open'), folder:write("2.pgn", '[White "A"]\n\n*\n')
    split(folder, { "--by", "White", open, good }, "")
    assert.same({ ["A.pgn"] = '[White "A"]\n\n1. e4 {open\n}\n\n[White "A"]\n\n*\n' }, files(folder))
  end)

  it("refuses wrong use", function()
    local folder <close> = new_folder()
    for _, options in ipairs { {}, { "--every", "0" }, { "--every", "x" }, { "--by", "White:" }, { "--by", "a b" },
      { "--by", "Date:0" }, { "--by", "White", "--every", "3" } } do
      assert.equal(2, split(folder, options, "").code, table.concat(options, " "))
    end
    assert.equal(2, run { "split", "--every", "3" }.code)
    assert.equal(3, run { "split", "--every", "3", "--into", SAMPLE .. "/x", stdin = "" }.code)
    assert.same({}, folder:names())
  end)
end)

describe("a safe file name", function()
  it("is short, and different for long texts", function()
    local a, b = filenames.safe(("\u{E9}"):rep(100)), filenames.safe(("\u{E9}"):rep(101))
    assert.is_true(#a <= 120 and #b <= 120)
    assert.is_truthy(utf8.len(a))
    assert.are_not.equal(a, b)
    assert.equal(120, #filenames.safe(("a"):rep(120)))
    for n = 1, 200 do
      assert.is_true(#filenames.safe(("x"):rep(n) .. ("?"):rep(50)) <= 120)
    end
  end)

  it("is UTF-8 without misleading characters", function()
    assert.equal("Andr\u{E9}", filenames.safe("Andr\xE9"))
    assert.equal("a%E2%80%AEb", filenames.safe("a\u{202E}b"))
    assert.equal("x%2E", filenames.safe("x."))
    assert.equal("a_b%3Ac%2A%3F", filenames.safe("a\\b:c*?"))
    assert.equal("100%25", filenames.safe("100%"))
  end)

  it("is used only once", function()
    local give = filenames.giver(".pgn")
    assert.same({ "a_b.pgn", "a_b~2.pgn", "A_B~3.pgn", "a_b.pgn" }, { give "a/b", give "a_b", give "A_B", give "a/b" })
    assert.same({ "x.pgn", "x~2.pgn" }, { give("x", false), give "x" })
    for small, capital in pairs { ["é"] = "É", ["ÿ"] = "Ÿ", ["ő"] = "Ő", ["ľ"] = "Ľ", ["ж"] = "Ж", ["ё"] = "Ё",
      ["σ"] = "Σ", ["ά"] = "Ά", ["ạ"] = "Ạ", ["պ"] = "Պ" } do
      assert.same({ small .. ".pgn", capital .. "~2.pgn" }, { give(small), give(capital) })
    end
    assert.same({ "a b.pgn", "ab.pgn" }, { give "a b", give "ab" })
    assert.same({ "Müller.pgn", "Muller.pgn" }, { give "Müller", give "Muller" })
  end)

  it("is found in linear time for many texts that differ only by case", function()
    local give, last = filenames.giver(".pgn"), nil
    for i = 1, 1 << 14 do
      local text = ("abcdefghijklmn"):gsub("()(%l)", function(at, letter)
        return i >> (at - 1) & 1 == 1 and letter:upper() or letter
      end)
      last = give(text)
    end
    assert.is_truthy(last:find("^abcdefghijklmn~16384%.pgn$"), last)
  end)

  it("receives a game once, even if the game gives its name twice", function()
    local folder <close> = new_folder()
    local path = folder:write("x.pgn", '[Event "E"]\n[White "NN"]\n[Black "NN"]\n\n1. e4 *\n')
    run { "split", "-q", "--by", "White,Event,Black", "--into", folder:path "out", path }
    assert.equal('[Event "E"]\n[White "NN"]\n[Black "NN"]\n\n1. e4 *\n', folder:read "out/NN.pgn")
  end)

  it("is not an existing pipe, which would wait forever", function()
    local folder <close> = new_folder()
    local path = folder:write("x.pgn", "1. e4 *\n")
    assert.is_true(folder:run("mkdir out && mkfifo out/0001.pgn"))
    for _, force in ipairs { "--force", "-q" } do
      local r = run { "split", "-q", force, "--every", "1", "--into", folder:path "out", path }
      assert.equal(3, r.code)
      assert.is_truthy(r.err:find("0001.pgn: not a file that can be replaced", 1, true), r.err)
    end
  end)
end)
