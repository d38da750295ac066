-- lucena merge: files in sequence, removed duplicates, and one tree of many games.

local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/engine/engine.pgn"

describe("lucena merge", function()
  it("writes games in sequence, with a blank line between", function()
    local folder <close> = new_folder()
    local a = folder:write("a.pgn", '\n\n[White "A"]\n\n1. e4   {x} *\n\n\n\n[White "B"]\n*')
    local b = folder:write("b.pgn", "\u{FEFF}1. d4 *\r\n\r\n")
    assert.same({ code = 0, out = '[White "A"]\n\n1. e4   {x} *\n\n[White "B"]\n*\n\n1. d4 *\n',
      err = "lucena: 3 games, 3 copied\n" }, run { "merge", a, b })
    assert.equal("1. d4 *\n\n1. d4 *\n", run { "merge", "-q", b, b }.out)
    assert.equal("", run { "merge", "-q", stdin = "" }.out)
  end)

  it("can write to a file that it reads", function()
    local folder <close> = new_folder()
    local a, b = folder:write("a.pgn", "1. e4 *\n"), folder:write("b.pgn", "1. d4 *\n")
    assert.equal(0, run { "merge", "-q", a, b, "-o", a }.code)
    assert.equal("1. e4 *\n\n1. d4 *\n", folder:read "a.pgn")
    assert.equal(3, run { "merge", "-q", a, folder:path "no.pgn", "-o", a }.code)
    assert.equal("1. e4 *\n\n1. d4 *\n", folder:read "a.pgn")
  end)

  it("closes a comment that would include the next file", function()
    local folder <close> = new_folder()
    local a, b = folder:write("a.pgn", '[White "A"]\n\n1. e4 {open'), folder:write("b.pgn", '[White "B"]\n\n*\n')
    assert.equal('[White "A"]\n\n1. e4 {open}\n\n[White "B"]\n\n*\n', run { "merge", "-q", a, b }.out)
  end)

  it("recognizes a duplicate in another encoding", function()
    local text = '[White "J\u{F6}rg"]\n\n1. e4 *\n\n[White "J\xF6rg"]\n\n1. e4 *\n\n[White "J\xF6rg"]\n\n1. d4 *\n'
    assert.equal(text:gsub("\n\n%[White[^\n]*\n\n1%. e4 %*\n\n", "\n\n", 1),
      (run { "merge", "-qu", stdin = text }.out))
  end)

  it("compares the counters of start positions with --unique, and keeps games with unreadable moves", function()
    local fen = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - %d 1"]\n\n1. e4 *\n\n'
    local text = fen:format(0) .. fen:format(2) .. "1. e4 Zz *\n\n1. e4 Zz *\n"
    for _, jobs in ipairs { "1", "2" } do
      assert.equal(text, run { "merge", "-qu", "--jobs", jobs, stdin = text .. "\n" .. fen:format(2) }.out)
    end
  end)

  it("omits duplicates with --unique, and nothing else", function()
    local text = [[
[White "A"]
[Black "B"]
[Date "2000.01.01"]

1. e4 e5 *

[Event "other tags and comments"]
[White "A"]
[Black "B"]
[Date "2000.01.01"]

1. e4 {x} e5 (1... c5) 1-0

[White "A"]
[Black "B"]
[Date "2000.01.02"]

1. e4 e5 *

[White "A"]
[Black "B"]
[Date "2000.01.01"]

1. e4 *

[White "A"]
[Black "B"]
[Date "2000.01.01"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"]

1. e4 e5 *

[White "AB"]
[Black ""]
[Date "2000.01.01"]

1. e4 e5 *
]]
    local r = run { "merge", "--unique", stdin = text }
    assert.same({ 0, "lucena: 6 games, 5 copied, 1 duplicate removed\n1 removed duplicate with notes that the "
      .. "kept copy may lack, first -:7; to keep it: lucena dedup --by players --keep annotated\n" }, { r.code, r.err })
    assert.is_falsy(r.out:find("other tags", 1, true))
    assert.equal(r.err, run({ "merge", "--unique", "--jobs", "2", stdin = text }).err)
    r = run { "merge", "--unique", stdin = text .. text }
    assert.is_truthy(r.err:find("\n2 removed duplicates with notes", 1, true), r.err)
    r = run { "merge", "-qu", SAMPLE, SAMPLE }
    assert.equal(run { "merge", "-q", SAMPLE }.out, r.out)
  end)

  it("keeps every game with unreadable moves", function()
    local r = run { "merge", "-qu", stdin = "1. e4 Ke3 *\n\n1. e4 Ke2 *\n\n1. e4 Ke3 *\n" }
    assert.equal(1, r.code)
    assert.equal("1. e4 Ke3 *\n\n1. e4 Ke2 *\n\n1. e4 Ke3 *\n", r.out)
  end)

  it("rewrites games with the layout options", function()
    local r = run { "merge", "-q", "--no-comments", stdin = "1. e4 {x} *\n1. d4 *\n" }
    assert.is_truthy(r.out:find("%[Result \"%*\"%]\n\n1. e4 %*\n\n%[Event \"%?\"%]\n.*\n\n1. d4 %*\n$"), r.out)
  end)

  it("merges into one tree with --tree", function()
    local text = '[White "A"]\n[Black "x"]\n\n1. e4 e5 1-0\n\n[White "A"]\n[Black "y"]\n\n1. e4 c5 1/2-1/2\n'
    local r = run { "merge", "--tree", "--width", "0", stdin = text }
    assert.same({ 0, "lucena: 2 games, 2 merged\n" }, { r.code, r.err })
    assert.is_truthy(r.out:find('[White "A"]\n', 1, true))
    assert.is_truthy(r.out:find("\n\n1. e4 {2 games: +1 =1 -0} 1... e5 {1 game: +1 =0 -0} "
      .. "(1... c5 {1 game: +0 =1 -0}) *\n", 1, true), r.out)
    assert.equal("", run { "merge", "-q", "--tree", stdin = "" }.out)
  end)

  it("merges several files into one tree", function()
    local folder <close> = require "spec.support.folder"()
    local a, b = folder:write("a.pgn", "1. e4 e5 1-0\n"), folder:write("b.pgn", "1. e4 c5 *\n")
    local one = run { "merge", "-q", "--tree", stdin = "1. e4 e5 1-0\n\n1. e4 c5 *\n" }
    assert.same({ code = 0, err = "", out = one.out }, run { "merge", "-q", "--tree", a, b })
  end)

  it("limits the tree with --depth and --min", function()
    local text = "1. e4 e5 2. Nf3 {good} (2. f4 exf4) 2... Nc6 1-0\n\n1. e4 e5 2. Nc3 1-0\n\n1. d4 d5 0-1\n"
    local function movetext(...)
      local r = run { "merge", "-q", "--tree", "--width", "0", "--no-comments", stdin = text, ... }
      assert.equal(0, r.code)
      return r.out:match("\n\n(.-)\n$")
    end
    assert.equal("1. e4 (1. d4 d5) 1... e5 2. Nf3 (2. Nc3) (2. f4) *", movetext("--depth", "3"))
    assert.equal("1. e4 e5 *", movetext("--min", "2"))
    assert.equal("1. e4 (1. d4 d5) 1... e5 2. Nf3 (2. Nc3) 2... Nc6 *", movetext("--min", "1"))
    assert.equal("1. e4 *", movetext("--min", "2", "--depth", "1"))
    assert.equal("*", movetext("--min", "9"))
    for problem, words in pairs {
      ["--depth needs --tree"] = { "--depth", "3" }, ["--min needs --tree"] = { "--min", "3" },
      ["--depth takes an integer from 1, not '0'"] = { "--tree", "--depth", "0" },
      ["--min takes an integer from 1, not 'x'"] = { "--tree", "--min", "x" },
    } do
      local r = run { "merge", table.unpack(words) }
      assert.same({ 2, "lucena: " .. problem }, { r.code, r.err:match("([^\n]*)\n$") })
    end
  end)

  it("orders the moves of a tree by the number of games", function()
    local text = "1. d4 d5 1-0\n\n1. e4 e5 (1... c5 {x}) *\n\n1. e4 c5 *\n\n1. c4 *\n\n1. e4 c5 *\n"
    assert.equal("1. e4 {3 games: +0 =0 -0} (1. d4 {1 game: +1 =0 -0} 1... d5 {1 game: +1 =0 -0}) "
      .. "(1. c4 {1 game: +0 =0 -0}) 1... c5 {x} {2 games: +0 =0 -0} (1... e5 {1 game: +0 =0 -0}) *\n",
      run { "merge", "-q", "--tree", "--width", "0", stdin = text }.out:match("\n\n(.*)"))
    local plain = "1. e4 (1. d4 d5) (1. c4) 1... c5 {x} (1... e5) *\n"
    assert.equal(plain, run { "merge", "-q", "--tree", "--no-counts", "--width", "0", stdin = text }.out
      :match("\n\n(.*)"))
    assert.equal(plain, run { "merge", "-q", "--tree", "--width", "0", stdin = text:gsub("1%-0", "*") }.out
      :match("\n\n(.*)"))
    assert.equal(2, run { "merge", "--no-counts", stdin = text }.code)
  end)

  it("omits games with another start position from the tree", function()
    local text = '1. e4 *\n\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'
    local r = run { "merge", "--tree", stdin = text }
    assert.same({ 1, "-:3: game 2 is omitted: it starts from another position than the first\n"
      .. "lucena: 2 games, 1 merged\n" }, { r.code, r.err })
  end)

  it("refuses wrong use", function()
    assert.equal(2, run { "merge", "--tree", "--unique", stdin = "" }.code)
    assert.equal(2, run { "merge", "--games", "x", stdin = "" }.code)
  end)

  it("reports that its output cannot be written, and ends silently at a closed pipe", function()
    for _, option in ipairs { "", "--tree" } do
      assert.equal("lucena: standard output: cannot write: No space left on device\n3\n",
        shell(("lucena merge -q %s %s 2>&1 >/dev/full; echo $?"):format(option, SAMPLE)))
    end
    assert.equal('[Event "London"]\n141\n',
      shell(("lucena merge -q %s %s 2>&1 | head -n 1; echo ${PIPESTATUS[0]}"):format(SAMPLE, SAMPLE)))
  end)
end)
