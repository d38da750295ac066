-- lucena book: the output and the exit status of each subcommand.

local new_folder = require "spec.support.folder"
local file = require "spec.support.file"
local run = require "spec.support.run"

local SMALL = "spec/data/books/small"
local COUNTS = "5 games, 6 positions, 8 moves"

local function book(...)
  return run { "book", ... }
end

describe("lucena book", function()
  it("explains the arguments of a subcommand", function()
    local text = run({ "book", "merge", "--help" }).out
    assert.is_truthy(text:find("VERB +The word merge%."))
    assert.is_truthy(text:find("BOOK +The books to merge: Polyglot"))
  end)

  it("makes the same book in both formats", function()
    local folder <close> = new_folder()
    for _, ending in ipairs { ".bin", ".epd" } do
      local path = folder:path("a" .. ending)
      assert.same({ code = 0, out = "", err = "lucena: " .. COUNTS .. "\n" },
        book("make", "--min", "1", "-o", path, SMALL .. ".pgn"))
      assert.equal(file.read(SMALL .. ending), file.read(path))
    end
    assert.equal(file.read(SMALL .. ".epd"), book("make", "-q", "--min", "1", SMALL .. ".pgn").out)
  end)

  it("writes EPD in canonical form", function()
    assert.equal(file.read(SMALL .. ".epd"), run({ "epd", "fmt", "-q", SMALL .. ".epd" }).out)
  end)

  it("writes the moves of one side, and those with a least score", function()
    local games = "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 0-1\n\n1. d4 d5 1/2-1/2\n\n"
      .. "1. d4 Nf6 *\n"
    local function moves(...)
      local list = {}
      local r = run { stdin = games, "book", "make", "-q", "--min", "1", ... }
      assert.equal(0, r.code)
      for text in r.out:gmatch "Moves ([^;]*);" do
        list[#list + 1] = text
      end
      table.sort(list)
      return table.concat(list, "; ")
    end
    -- The scores: e4 50 %, d4 33 % (a game without a result counts as a draw); e5 0 %, c5 75 %, d5 75 %, Nf6 50 %.
    assert.equal("c5; d5 Nf6; e4 d4", moves())
    assert.equal("e4 d4", moves("--side", "white"))
    assert.equal("c5; d5 Nf6", moves("--side", "black"))
    assert.equal("c5; d5 Nf6; e4", moves("--min-score", "50"))
    assert.equal("c5; d5", moves("--min-score", "50.5", "--side", "black"))
    assert.equal("", moves("--min-score", "75.1"))
    local folder <close> = new_folder()
    local path = folder:path "a.bin"
    assert.equal(0, run { stdin = games, "book", "make", "-q", "--min", "1", "--side", "white", "-o", path }.code)
    assert.equal(32, #file.read(path)) -- two moves of 16 bytes
    for _, text in ipairs { "101", "-1", "x" } do
      assert.equal(2, run { "book", "make", "--min-score", text, stdin = games }.code)
    end
  end)

  it("can begin a book at a position", function()
    local r = book("make", "--min", "1", "--position", "c4 Nf6 d4", SMALL .. ".pgn")
    assert.equal(0, r.code)
    assert.equal("lucena: 5 games, 3 without the position, 1 move\n", r.err)
    assert.is_truthy(r.out:find("Moves e6; Weights 2; Won 1;", 1, true))
  end)

  it("shows the moves of a position", function()
    assert.same({ code = 0, err = "", out = [[
Move  Weight  Share  Games   Score  Leads to
Nf3        3  75.0%      2  100.0%  B27 Sicilian Defence: 2. Nf3
c3         1  25.0%      1   50.0%  B22 Sicilian Defence: Alapin Variation
]] }, book("show", SMALL .. ".epd", "e4", "c5"))
    assert.same({ code = 0, out = "", err = "lucena: the position is not in the book\n" },
      book("show", SMALL .. ".bin", "a3"))
  end)

  it("walks a book, and marks transpositions", function()
    local folder <close> = new_folder()
    local path = folder:path "a.bin"
    assert.equal(0, book("make", "--min", "1", "-o", path, folder:write("a.pgn", table.concat {
      '[Result "1-0"]\n\n1. d4 Nf6 2. c4 e6 1-0\n\n[Result "1/2-1/2"]\n\n1. c4 Nf6 2. d4 1/2-1/2\n',
      '\n[Result "1/2-1/2"]\n\n1. c4 Nf6 2. d4 e6 1/2-1/2\n' })).code)
    assert.same({ code = 0, err = "", out = [[
1. c4  50.0%  A10 English Opening
  1... Nf6  100.0%  A15 English Opening: Anglo-Indian Defence
    2. d4  100.0%  A50 Indian Defence: 2. c4
      2... e6  100.0%  E00 Indian Defence: 2. c4 e6
1. d4  50.0%  A40 Queen's Pawn Game
  1... Nf6  -  A45 Indian Defence
    2. c4  100.0%  A50 Indian Defence: 2. c4 ↑
]] }, book("walk", path))
  end)

  it("walks a repertoire that lacks the moves of the other side", function()
    local folder <close> = new_folder()
    local start, after = require("lucena").position(), require("lucena").position():play "e4 c5"
    local function entry(position, raw)
      return { position:polyglot_key(), string.pack(">i8I2I2I4", position:polyglot_key(), raw, 1, 0) }
    end
    local entries = { entry(start, 0x31c), entry(after, 0x195) }
    table.sort(entries, function(a, b) return math.ult(a[1], b[1]) end)
    local path = folder:write("a.bin", entries[1][2] .. entries[2][2])
    assert.equal("  1... c5  -  B20 Sicilian Defence\n    2. Nf3  100.0%  B27 Sicilian Defence: 2. Nf3\n",
      book("walk", path).out:match("\n(.*)"))
  end)

  it("merges, and converts to the other format and back without loss", function()
    local folder <close> = new_folder()
    local both, epd = folder:path "both.bin", folder:path "both.epd"
    assert.same({ code = 0, out = "", err = "lucena: 6 positions, 8 moves\n" },
      book("merge", SMALL .. ".bin", SMALL .. ".epd", "-o", both))
    assert.is_truthy(book("show", both).out:find("\ne4 +8  66.7%%"))
    assert.equal(0, book("merge", "-q", both, "-o", epd).code)
    local r = book("diff", both, epd)
    assert.same({ code = 0, out = "", err = "lucena: 0 moves added, 0 removed, 0 with another weight\n" }, r)
  end)

  it("prunes, and prints the differences", function()
    local folder <close> = new_folder()
    local path = folder:path "few.bin"
    assert.same({ code = 0, out = "", err = "lucena: of 8 moves, 5 positions, 5 moves\n" },
      book("prune", "--top", "1", "--depth", "3", SMALL .. ".bin", "-o", path))
    local r = book("diff", "-q", SMALL .. ".bin", path)
    assert.is_truthy(r.out:find("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n  - c4      2\n", 1, true))
    assert.equal(2, book("prune", SMALL .. ".bin").code)
    assert.equal(2, book("prune", "--top", "x", SMALL .. ".bin").code)
  end)

  it("checks a book", function()
    local r = book("check", SMALL .. ".epd")
    assert.same({ code = 0, out = "", err = "lucena: 6 positions, 8 moves, no errors\n" }, r)
    local folder <close> = new_folder()
    local text = file.read(SMALL .. ".bin")
    -- Entries of the initial position: the same move twice, and an illegal one.
    local start = require("lucena").position():polyglot_key()
    local function entry(raw)
      return string.pack(">i8I2I2I4", start, raw, 1, 0)
    end
    r = book("check", folder:write("a.bin", entry(0x31c) .. entry(0x31c) .. entry(0x324)))
    assert.equal(1, r.code)
    assert.is_truthy(r.err:find("a.bin: e2e4 appears twice in rnbqkbnr/", 1, true), r.err)
    assert.is_truthy(r.err:find("a.bin: e2e5 is not legal in rnbqkbnr/", 1, true))
    r = book("check", folder:write("d.bin", string.pack(">i8I2I2I4", 1, 0xf000, 1, 0)))
    assert.same({ 1, folder:path "d.bin: f000 is not a move, in key 0000000000000001" },
      { r.code, r.err:match("[^\n]*") })
    r = book("check", folder:write("b.bin", text:sub(-16) .. text:sub(1, -17)))
    assert.equal(1, r.code)
    assert.is_truthy(r.err:find("b.bin: entry 2 is out of order", 1, true))
    r = book("check", folder:write("c.epd", "4k3/8/8/8/8/8/8/4K3 w - - bm Ke3;\n"))
    assert.equal(1, r.code)
    assert.is_truthy(r.err:find("lucena: 1 position, 0 moves, 1 error\n", 1, true), r.err)
    r = book("merge", folder:path "b.bin", "-o", folder:path "c.bin")
    assert.equal(1, r.code)
    assert.is_nil(folder:read "c.bin")
  end)

  it("reports positions that are not written as EPD because only their hashes are known", function()
    local folder <close> = new_folder()
    local path = folder:write("a.bin", string.pack(">i8I2I2I4", 5, 0x31c, 1, 0))
    local r = book("merge", path, "-o", folder:path "a.epd")
    assert.equal(1, r.code)
    assert.is_truthy(r.err:find("^1 position not written: a Polyglot book has only hashes of positions"), r.err)
    assert.equal(0, book("merge", path, "-o", folder:path "b.bin").code)
  end)

  it("reports unreadable files, and lists the subcommands", function()
    local folder <close> = new_folder()
    assert.equal(1, book("show", folder:write("cut.bin", ("x"):rep(17))).code)
    assert.equal(3, book("show", folder:path "none.bin").code)
    assert.equal(3, book("make", "-o", folder:path "a.bin", folder:path "none.pgn").code)
    assert.is_nil(folder:read "a.bin")
    assert.equal(2, book("make", "-o", folder:path "a.txt", SMALL .. ".pgn").code)
    assert.equal(2, book("make", "--depth", "0", SMALL .. ".pgn").code)
    assert.equal(2, book("show", SMALL .. ".bin", "e5").code)
    assert.equal("lucena: book: there is no verb 'mkae'; it is make, show, walk, merge, prune, diff or check\n",
      book("mkae").err)
    assert.is_truthy(book().err:find("missing argument 'VERB'\n  make    make a book from games\n", 1, true))
  end)
end)
