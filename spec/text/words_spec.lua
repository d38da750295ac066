-- Each word of a text is in a tag, in a comment, in a printed move, or in the reported rest.

local chess = require "lucena"
local file = require "spec.support.file"
local need = require "spec.support.need"
local words = require "spec.support.words"

local MOST = 0.02 -- part of the words that may be missing: marks of pictures, headers of pages

local function part_missing(text)
  local games, report = chess.read_text(text)
  local missing, total = words.missing(text, games, report)
  return #missing / total, missing
end

local function check(path)
  local part, missing = part_missing(file.read(path))
  assert.is_true(part <= MOST, ("%s: %.1f %%: %s"):format(path, 100 * part, table.concat(missing, " "):sub(1, 500)))
end

local function each_text(folder, visit)
  local pipe = assert(io.popen(("ls %s/*.txt"):format(folder)))
  for path in pipe:lines() do
    visit(path)
  end
  pipe:close()
end

-- Return the comments of a text's games as text.
local function movetexts(text)
  local games, report = chess.read_text(text)
  local list = {}
  for i, game in ipairs(games) do
    list[i] = game:movetext { width = 0 }:match("^(.-)%s*$")
  end
  return list, report.rest
end

describe("chess.read_text keeps the words of", function()
  it("pages in several languages", function()
    each_text("spec/data/pages", check)
  end)

  it("pages in other manners", function()
    each_text(need.data "book-texts/pages", check)
  end)

  it("Chess and Checkers", function()
    check(need.data "book-texts/checkers.txt")
  end)

  it("Chess Fundamentals", function()
    check(need.data "book-texts/fundamentals.txt")
  end)
end)

-- A text for each row of the table "What each format holds" of docs/pgn.md, with the word that must be in the output.
local ROWS = {
  ["tags"] = '[White "Marker"]\n\n1. e4 e5 *\n', ["duplicate tags"] = '[White "A"]\n[White "Marker"]\n\n1. e4 e5 *\n',
  ["comments"] = "1. e4 {Marker} e5 *\n", ["commands"] = "1. e4 {[%clk Marker]} e5 *\n", ["NAGs"] = "1. e4 $14 e5 *\n",
  ["variations"] = "1. e4 e5 (1... c5 2. a3 Marker) 2. Nf3 *\n", ["notes"] = "1. e4 <Marker> e5 *\n",
  ["unreadable moves"] = "1. e4 e5 2. Marker 3. Nf3 *\n", ["unreadable variations"] = "1. e4 e5 (Marker) 2. Nf3 *\n",
  ["text outside games"] = "Marker\n\n1. e4 e5 *\n",
}

-- Return the cells of the column `read` by the names of the rows.
local function cells()
  local found = {}
  for line in file.read("docs/pgn.md"):match("| text | pgn | json[^\n]*read |\n[^\n]*\n(.-)\n\n"):gmatch("[^\n]+") do
    found[line:match("^| (.-) |")] = line:match("| ([^|]-) |$")
  end
  return found
end

describe("the column read of docs/pgn.md", function()
  it("has the texts that are in the output", function()
    local found, count = cells(), 0
    for name, text in pairs(ROWS) do
      assert.equal("held", found[name], name)
      local game = chess.read_text(text)[1]
      assert.is_truthy(game:pgn():find(text:match("Marker") or "$14", 1, true), name)
      count, found[name] = count + 1, nil
    end
    assert.same({ nil, 10 }, { next(found), count })
  end)
end)

describe("chess.read_text", function()
  local FIRST = "1. e4 e5 2. Nf3 Nc6 3. Bb5"
  local SECOND = "1. d4 d5 2. c4 e6 3. Nc3"

  it("puts the text between two games before the next one, from its heading on", function()
    assert.same({ "{An introduction.} " .. FIRST .. " {A note.} *", "{Berlin in May} " .. SECOND .. " *" },
      (movetexts("An introduction.\n\nAnna - Berta\n\n" .. FIRST .. "\n\nA note.\n\nCarl - Dora\nBerlin in May\n\n"
        .. SECOND .. "\n")))
  end)

  it("puts text after a title before the next game", function()
    assert.same({ FIRST .. " {A note.} *", "{CHAPTER TWO Pawns are slow.} " .. SECOND .. " *" },
      (movetexts(FIRST .. "\n\nA note.\n\nCHAPTER TWO\n\nPawns are slow.\n\n" .. SECOND .. "\n")))
  end)

  it("keeps a result in words, in any script", function()
    assert.same({ "1. e4 e5 2. Qh5 {Black resigns.} 1-0" }, (movetexts "1. e4 e5 2. Qh5\n\nBlack resigns.\n"))
    assert.same({ "1. e4 e5 2. Qh5 {Черные сдались.} 1-0" }, (movetexts "1. e4 e5 2. Фh5\n\nЧерные сдались.\n"))
  end)

  it("keeps the captions of pictures and diagrams", function()
    assert.same({ FIRST .. " {The Cafe} 3... a6 *" }, (movetexts(FIRST .. " [Illustration: The Cafe] 3... a6\n")))
  end)

  it("reports the words after a title that no game follows", function()
    local _, rest = movetexts(FIRST .. "\n\nTHE END\n\nGood bye, all.\n")
    assert.same({ { line = 3, column = 1, offset = 29 - 1, length = 24, words = 5 } }, rest)
    assert.same({}, select(2, chess.read_text(FIRST .. "\n\nTHE END\n", { prose = "none" })).rest)
  end)

  it("reports all words of a text without games", function()
    assert.equal(4, select(2, movetexts "No chess here, sorry.\n")[1].words)
  end)
end)
