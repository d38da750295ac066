-- lucena show: the text of a game, the choice of games and boards, colours and errors.

local new_folder = require "spec.support.folder"
local pgn_files = require "spec.support.pgn_files"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/sample/sample.pgn"

local GAME = [[
[Event "Cup"]
[Site "?"]
[Date "1999.??.??"]
[Round "3"]
[White "Anna"]
[Black "Boris"]
[Result "1-0"]
[WhiteElo "2000"]
[Annotator "me"]

{Intro} 1. e4 $1 {[%foo x] best} e5 (1... c5 $5 2. Nf3 (2. c3 d5 {so}) 2... d6) (1... e6) 2. Nf3 $220 1-0

1. d4 *
]]

local PAGE = [[
Anna (2000) - Boris   1-0
Cup, round 3, 1999
Annotator: me

{Intro}
1. e4! {best} 1... e5
    (1... c5!? 2. Nf3
        (2. c3 d5 {so})
    2... d6)
    (1... e6)
2. Nf3 1-0
]]

local BOARD = [[

8 r n b q k b n r
7 p p p p . p p p
6 . . . . . . . .
5 . . . . p . . .
4 . . . . P . . .
3 . . . . . N . .
2 P P P P . P P P
1 R N B Q K B . R
  a b c d e f g h

]]

local FEN = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n"

local function show(options, env)
  local folder <close> = new_folder()
  local path = folder:write("a.pgn", GAME)
  env = env or { LC_ALL = "C" }
  return run { "show", path, env = env, table.unpack(options) }
end

describe("lucena show", function()
  it("shows the players, the moves and the last board", function()
    assert.same({ code = 0, out = PAGE .. BOARD .. "Black to move.\n" .. FEN, err = "" }, show {})
    assert.same(show {}, show { "1" })
  end)

  it("shows the requested games", function()
    local r = show { "2" }
    assert.equal("? - ?   *\n\n1. d4 *\n", r.out:match("^.-%*\n\n.-%*\n"))
    r = show { "1-2", "--no-board" }
    assert.equal(PAGE .. "\n? - ?   *\n\n1. d4 *\n", r.out)
    assert.equal(r.out, show({ "2", "1", "--no-board" }).out)
  end)

  it("reports a missing game", function()
    local r = show { "3" }
    assert.same({ 1, "" }, { r.code, r.out })
    assert.is_truthy(r.err:find("a.pgn: there is no game 3, only 2 games\n$"), r.err)
    assert.same({ code = 1, out = "", err = "-: there is no game 1, and no other\n" }, run { "show", "-", stdin = "" })
  end)

  it("shows the board of a ply", function()
    for ply, said in pairs { ["2"] = "After 1... e5: White to move.", ["1b"] = "After 1... e5: White to move.",
      ["1"] = "After 1. e4: Black to move.", ["2w"] = "After 2. Nf3: Black to move.",
      ["0"] = "Start. White to move." } do
      assert.is_truthy(show({ "--ply", ply }).out:find("\n" .. said .. "\n", 1, true), ply)
    end
    local r = show { "--ply", "9" }
    assert.equal(1, r.code)
    assert.is_truthy(r.err:find("game 1 has no ply 9, only 3 plies\n$"), r.err)
  end)

  it("shows boards during the game", function()
    local r = show { "--board", "2", "--no-board" }
    assert.is_truthy(r.out:find("8 r n b q k b n r\n7 p p p p . p p p\n", 1, true))
    local _, boards = r.out:gsub("a b c d e f g h", "")
    assert.equal(1, boards)
    assert.is_truthy(show({ "--diagram", "--no-board" }).out:find("2. Nf3\n" .. BOARD .. "1-0\n", 1, true))
    assert.is_truthy(show({ "--flip" }).out:find("h g f e d c b a", 1, true))
  end)

  it("omits comments and variations", function()
    assert.is_truthy(show({ "--no-comments", "--no-variations" }).out:find("\n\n1. e4! e5 2. Nf3 1-0\n", 1, true))
  end)

  it("fits the width", function()
    for line in show({ "--width", "30", "--no-board" }).out:gmatch("[^\n]+") do
      assert.is_true(#line <= 30, line)
    end
  end)

  it("has colors on request, and figurines if they can be displayed", function()
    assert.is_falsy(show({}).out:find("\27", 1, true))
    local r = show({ "--color", "always" }, { LC_ALL = "C.UTF-8" })
    assert.is_truthy(r.out:find("\27[1m1. e4!\27[0m \27[32mbest\27[0m", 1, true))
    assert.is_truthy(r.out:find("♞", 1, true))
    assert.is_truthy(r.out:find("^\27%[1mAnna %(2000%) – Boris"))
  end)

  it("shows clocks and evaluations", function()
    local r = run { "show", "-", "--no-board", stdin = "1. e4 {[%clk 1:02:03] [%eval 0.3]} e5 {[%eval #-2] x} *" }
    assert.equal("1. e4 +0.30 [1:02:03] 1... e5 #-2 {x} *\n", r.out:match("\n\n(.*)$"))
  end)

  it("shows unreadable text, and reports it", function()
    local r = run { "show", "-", "--no-board", stdin = "1. e4 e5 2. Ke3 Nf6 1-0" }
    assert.same({ 1, "-:1:13: illegal move Ke3 (move 2, White)\n" }, { r.code, r.err })
    assert.is_truthy(r.out:find("\n\n1. e4 e5 2. Ke3 Nf6 1-0\n", 1, true), r.out)
  end)

  it("shows no control characters", function()
    local r = run { "show", "spec/data/nasty/pgn/p62_terminal_esc.pgn" }
    assert.equal(0, r.code)
    assert.is_falsy(r.out:find("[\27\7\b\r]"))
    assert.is_truthy(r.out:find("\\x1B[2J", 1, true))
  end)

  it("shows every game of the test data", function()
    for _, path in ipairs(pgn_files()) do
      local r = run { "show", path, "1-" }
      assert.is_true(r.code <= 1, path .. r.err)
      assert.is_falsy(r.err:find("internal error", 1, true), path)
    end
  end)

  it("takes linear time for many variations of a move, and for a long comment", function()
    local folder <close> = new_folder()
    local function seconds(notes)
      local path = folder:write("many.pgn", "1. e4 " .. notes .. "*\n")
      local text = shell(("TIMEFORMAT=%%U; { time lucena show %s >/dev/null; } 2>&1"):format(path))
      return tonumber((text:match("^%d+[.,]%d+"):gsub(",", ".")))
    end
    local function is_linear(few, many)
      return seconds(many) < 20 * math.max(seconds(few), 0.03)
    end
    local function times(count)
      return ("(1. d4 d5) "):rep(count), "{a" .. (" "):rep(count) .. "b}", "{" .. ("[%a"):rep(count) .. "}"
    end
    local few, many = { times(4000) }, { times(32000) }
    for i, notes in ipairs(few) do
      assert.is_true(is_linear(notes, many[i]), notes:sub(1, 5))
    end
  end)

  it("refuses wrong use", function()
    for _, options in ipairs { { "x" }, { "0" }, { "--ply", "x" }, { "--ply", "0w" }, { "--board", "0" },
      { "--width", "x" }, { "--color", "red" } } do
      local r = show(options)
      assert.equal(2, r.code, table.concat(options, " "))
      assert.equal("", r.out)
    end
    assert.equal(2, run { "show" }.code)
    assert.equal(3, run { "show", "no.pgn" }.code)
  end)

  it("reports that its output cannot be written, and ends silently at a closed pipe", function()
    assert.equal("lucena: cannot write standard output: No space left on device\n3\n",
      shell("lucena show " .. SAMPLE .. " 2>&1 >/dev/full; echo $?"))
    assert.equal("141\n", shell("lucena show " .. SAMPLE .. " 1- 2>&1 | head -n 0; echo ${PIPESTATUS[0]}"))
  end)
end)

describe("a game of a variant that is not played", function()
  local function shown(tags, ...)
    local text = tags .. "\n1. e4 {so} e5 2. Bxf7 1-0\n"
    return run { stdin = text, "show", "--color", "never", "--width", "79", "-", ... }
  end

  it("is named, and shown as text without a board", function()
    local r = shown '[White "A"]\n[Black "B"]\n[Variant "Foo"]\n[Result "1-0"]\n'
    assert.equal([[
A - B   1-0
Variant: Foo

1. e4 {so} e5 2. Bxf7 1-0

This is a game of Foo. Lucena plays chess, Chess960, King of the Hill and
Three-check. It does not know the rules of this game, so it keeps the moves as
text: they are shown unchanged, and were not checked.
]], (r.out:gsub("\u{2013}", "-")))
    assert.equal('-:3:1: variant is not supported "[Variant "Foo"]"\n', r.err)
    assert.equal(1, r.code)
  end)

  it("gets a suggestion if its name is misspelled", function()
    local r = shown '[Variant "Three-chek"]\n'
    assert.is_truthy(r.out:find("\nThis is a game of Three-chek (did you mean 'Three-check'?). ", 1, true))
  end)

  it("is shown without a board", function()
    local r = shown '[Variant "Atomic"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n'
    assert.is_truthy(r.out:find("not checked.\n$"))
    r = shown '[Variant "Crazyhouse"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3[Qp] w - - 0 1"]\n'
    assert.is_truthy(r.out:find("This is a game of Crazyhouse. ", 1, true))
    assert.is_truthy(r.out:find("not checked.\n$"))
    r = shown '[FEN "4k3/8/8/8/8/8/4P3/4K3[Qp] w - - 0 1"]\n'
    assert.is_truthy(r.out:find("\nThe FEN is that of another variant of chess. ", 1, true))
  end)

  it("has no ply to show", function()
    local r = shown('[Variant "Foo"]\n', "--ply", "2")
    assert.is_truthy(r.err:find("game 1 has no ply 2, because its moves were not played\n", 1, true))
  end)
end)
