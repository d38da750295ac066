-- The game sheet: its content in each format, and its positions. Text must never become markup.

local chess = require "lucena"
local json = require "dkjson"
local run = require "spec.support.run"

local GAME = [=[
[Event "Cup"]
[Date "1999.05.??"]
[White "Anna"]
[Black "Boris"]
[Result "1/2-1/2"]
[WhiteElo "2000"]
[Annotator "me"]

{Intro} 1. e4 $1 {[%clk 0:10:00][%eval 0.3] best [%cal Ge2e4,Rd8d8]} e5 (1... c5 $14 2. Nf3 (2. c3 d5 {so}) 2... d6)
(1... e6) 2. Nf3 $220 {[%eval 0.2]} Nc6 $24 {[%csl Ye5]} 3. Bb5 {[%dia]} 1/2-1/2
]=]

local TEXT = [[
Anna (2000) – Boris   ½-½
Cup, May 1999
Annotator: me

Intro
1. e4! {best} 1... e5
    (1... c5 ⩲ 2. Nf3 (2. c3 d5 {so}) 2... d6)
    (1... e6)
2. Nf3

    8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
    7 ♟ ♟ ♟ ♟ . ♟ ♟ ♟
    6 . . . . . . . .
    5 . . . . ♟ . . .
    4 . . . . ♙ . . .
    3 . . . . . ♘ . .
    2 ♙ ♙ ♙ ♙ . ♙ ♙ ♙
    1 ♖ ♘ ♗ ♕ ♔ ♗ . ♖
      a b c d e f g h
      2. Nf3

2... Nc6 [White: slight space advantage] 3. Bb5

    8 ♜ . ♝ ♛ ♚ ♝ ♞ ♜
    7 ♟ ♟ ♟ ♟ . ♟ ♟ ♟
    6 . . ♞ . . . . .
    5 . ♗ . . ♟ . . .
    4 . . . . ♙ . . .
    3 . . . . . ♘ . .
    2 ♙ ♙ ♙ ♙ . ♙ ♙ ♙
    1 ♖ ♘ ♗ ♕ ♔ . . ♖
      a b c d e f g h
      3. Bb5

½-½

Evaluation: ▄▄
]]

local COLUMNS = [[
Intro
   1.  e4!
best
   1.  ...           e5
    (1... c5 ⩲ 2. Cf3 (2. c3 d5 {so}) 2... d6)
    (1... e6)
   2.  Cf3
]]

local function sheet(text, options, format, page)
  local report = assert(chess.report("sheet", options))
  for game in chess.games_in(text) do
    report:add(game)
  end
  return report:format(format, page)
end

-- Counts each element and attribute in the HTML. If text from a game became an element, a count would change.
local function elements(html)
  local counts = {}
  local function bump(name)
    counts[name] = (counts[name] or 0) + 1
  end
  for tag in html:gmatch("<[^>]*>") do
    local name = tag:match("^</?([%w!]+)")
    bump(name or tag)
    for attribute in tag:gmatch(' ([%w:-]+)="[^"]*"') do
      bump(name .. "." .. attribute)
    end
  end
  return counts
end

-- 200 texts that could end the context in which they are written.
local function hostile()
  local out = {}
  local stems = { "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</script><script>alert(1)//",
    "]]><svg onload=alert(1)>", "<!--", "-->", "</title></head>", "<a href='javascript:alert(1)'>x</a>",
    "</p></div></article>", "<style>*{display:none}</style>", "&lt;b&gt;&amp;#60;", "${alert(1)}", "\\u003cscript>",
    "<iframe srcdoc='x'>", "</svg><base href=//e.org>", "<!DOCTYPE html>", "<?xml version='1.0'?>", "</textarea>",
    "<form action=//e.org>", "<meta http-equiv=refresh content=0>" }
  local frames = { "a%s", "a\"%s", "a'%s", "a\">%s", "a' onclick='x' %s", "a\\\"%s", "a\u{202E}%s", "a\u{2028}%s",
    "a`%s", "a&quot; onload=&quot;%s" }
  for _, stem in ipairs(stems) do
    for _, frame in ipairs(frames) do
      out[#out + 1] = (frame:gsub("%%s", function() return stem end))
    end
  end
  return out
end

local function with_text(text)
  local game = chess.game "1. e4 {c} (1. d4 $220 {c}) 1... e5 {c} Ke3 Ke4 *"
  for _, name in ipairs { "Event", "Site", "White", "Black", "WhiteElo", "ECO", "Annotator" } do
    game.tags[name] = text
  end
  game.root[1].comment, game.root[2].comment, game.root.comment = text, text, text
  return game
end

describe("the game sheet", function()
  it("is a page of text", function()
    assert.equal(TEXT, (sheet(GAME, {}, "text")))
  end)

  it("begins with a diagram if the game begins in another position than usual", function()
    local ending = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 Kd7 *'
    local row = "8 . . . . ♚ . . ."
    for format, sign in pairs { text = row, markdown = row, latex = "4k3/8/8/8/8/8/4P3/4K3" } do
      assert.equal(1, select(2, sheet(ending, {}, format):gsub(sign, "")), format)
      assert.is_nil(sheet("1. e4 *", {}, format):find("8 ♜", 1, true), format)
    end
    assert.is_nil(sheet(ending, {}, "html"):find("<figcaption>Start", 1, true))
  end)

  it("has columns, and letters of the reader's language", function()
    local text = sheet(GAME, { layout = "columns" }, "text", { lang = "fr" })
    assert.equal(COLUMNS, text:match("\n(Intro\n.-)\n    8"):gsub("\n$", "") .. "\n")
    assert.is_truthy(text:find("léger avantage d'espace]", 1, true))
    local graph = "1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.1]} *"
    assert.is_truthy(sheet(graph, {}, "text", { lang = "fr" }):find("Évaluation : ", 1, true))
    assert.is_truthy(sheet(graph, {}, "text"):find("Evaluation: ", 1, true))
    assert.is_truthy(sheet(GAME, {}, "text", { dialect = "figurine" }):find("2. ♘f3", 1, true))
  end)

  it("has the direction of moves in right-to-left scripts", function()
    local own = sheet("1. e4 e5 2. Nf3 *", {}, "html", { dialect = "spec/data/dialects/my-hebrew.lua" })
    assert.is_truthy(own:find(' dir="rtl">פו3</a>', 1, true))
    local mixed = sheet("1. e4 e5 2. Nf3 *", {}, "html", { dialect = "hebrew" })
    assert.is_truthy(mixed:find(' dir="ltr">פf3</a>', 1, true))
    assert.is_nil(sheet("1. e4 e5 2. Nf3 *", {}, "html", { dialect = "russian" }):find(' dir="[lr]t[rl]">'))
  end)

  it("draws diagrams every N plies, and from Black's side", function()
    local text = sheet("1. e4 e5 2. d4 d5 *", { every = 2, flip = true }, "text")
    local _, count = text:gsub("\n      h g f e d c b a\n", "")
    assert.equal(2, count)
  end)

  it("draws coloured squares and arrows of the game in its diagrams", function()
    local text = "1. e4 {[%csl Re4] [%csl Gd4]} e5 2. Nf3 {[%csl Bf3]} *"
    for _, format in ipairs { "html", "latex", "markdown", "text" } do
      assert.is_truthy(sheet(text, { every = 1 }, format))
      assert.is_truthy(sheet(text, { diagrams = "1w" }, format))
    end
    local html = sheet(text, { diagrams = "1w" }, "html")
    local picture = html:match '<figure class="diagram">(.-)</figure>'
    assert.equal(2, select(2, picture:gsub('fill%-opacity="0.6"', ""))) -- the two squares
  end)

  it("draws diagrams after the moves that --diagrams names", function()
    local game = chess.game "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 *"
    local function diagrams(list)
      local report = assert(chess.report("sheet", { diagrams = list }))
      report:add(game)
      local _, count = report:format("markdown"):gsub("```text", "")
      return count
    end
    assert.same({ 0, 2, 1, 0 }, { diagrams "", diagrams "1b, 2b", diagrams "02w", diagrams "9w" })
    local text = sheet("1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3) Nc6 *", { diagrams = "2w,3w,300b" }, "text")
    assert.is_truthy(text:find("No game has a move of --diagrams: 3w, 300b.", 1, true), text)
    assert.same({ nil, "diagrams: 12x is not a move such as 12w or 12b", "bad_option" },
      { chess.report("sheet", { diagrams = "12x" }) })
  end)

  it("omits comments and variations", function()
    local text = sheet(GAME, { comments = false, variations = false }, "text")
    assert.is_nil(text:find("best", 1, true))
    assert.is_nil(text:find("c5", 1, true))
    assert.is_truthy(text:find("1. e4! e5 2. Nf3", 1, true))
  end)

  it("omits them from the PGN that one can copy, too", function()
    local html = sheet("1. e4 {best} e5 (1... c5) *", { comments = false }, "html")
    assert.is_nil(html:find("best", 1, true))
    assert.is_truthy(html:find("(1... c5)", 1, true))
    html = sheet("1. e4 {best} e5 (1... c5) *", { variations = false }, "html")
    assert.is_nil(html:find("(1... c5)", 1, true))
    assert.is_truthy(html:find("{best}", 1, true))
  end)

  it("is Markdown in which move numbers do not begin lists", function()
    local text = sheet(GAME, {}, "markdown")
    assert.is_truthy(text:find("\n> 1\\... c5 ⩲ 2.\u{A0}Nf3", 1, true) or text:find("\n> 1\\...\u{A0}c5", 1, true))
    assert.is_truthy(text:find("**2.\u{A0}Nf3**", 1, true))
  end)

  it("is LaTeX that loads the packages it uses", function()
    local text = sheet(GAME, {}, "latex")
    assert.is_truthy(text:find("\\usepackage{chessboard}", 1, true))
    assert.is_truthy(text:find("\\chessboard[setfen={r1bqkbnr/pppp1ppp/2n5/1B2p3/", 1, true))
    assert.is_truthy(text:find("c5 +/=", 1, true))
    assert.is_nil(sheet("1. e4 *", {}, "latex"):find("chessboard", 1, true))
  end)

  it("has the position of each node in HTML", function()
    local html = sheet(GAME, {}, "html")
    local data = assert(json.decode(html:match('<script type="application/json">(.-)</script>')))
    local game, count = chess.game(GAME), 0
    local function compare(node, number)
      local got = data.n[number + 1]
      assert.equal(tostring(node.position), got.f)
      assert.equal(#node, #got.k)
      count = count + 1
      for i, child in ipairs(got.k) do
        assert.equal(number, data.n[child + 1].p)
        assert.equal(tostring(node[i].move), table.concat(data.n[child + 1].m))
        compare(node[i], child)
      end
    end
    compare(game.root, 0)
    assert.equal(#data.n, count)
    assert.same({ { require("lucena.render.board").arrow("e2", "e4"), "#2e8b3d" } }, data.n[2].a) -- d8d8 is invalid
    assert.same({ { "e5", "#d9a900" } }, data.n[11].q)
  end)

  it("has only the first of many games, and a note", function()
    local text = sheet("1. e4 *\n\n1. d4 *\n\n1. c4 *\n", { limit = 2 }, "text")
    assert.is_truthy(text:find("1. e4", 1, true) and text:find("1. d4", 1, true))
    assert.is_nil(text:find("1. c4", 1, true))
    assert.is_truthy(text:find("2 of 3 games; --limit N", 1, true))
    text = sheet("1. e4 *\n\n1. d4 *\n\n1. c4 *\n", { limit = 2 }, "html")
    assert.is_truthy(text:find('<p class="note">2 of 3 games</p>', 1, true))
  end)

  it("isolates each name in the contents, where names may be written from right to left", function()
    local games = GAME:gsub("Anna", "דנה") .. "\n" .. GAME
    assert.is_truthy(sheet(games, {}, "html"):find('<li><a href="#g1"><bdi>דנה (2000)</bdi> – <bdi>Boris</bdi> '
      .. '<span class="result">½-½</span></a> <span dir="auto">', 1, true))
  end)

  it("can also be a page without games", function()
    for _, format in ipairs { "text", "markdown", "html", "latex", "json", "csv" } do
      assert.is_string(sheet("", {}, format))
    end
  end)

  it("shows the result of the tag in each spelling, also if the moves end with *", function()
    local rows = { ["1:0"] = "   1-0", ["0.5-0.5"] = "   ½-½", ["+/-"] = "   1-0", ["*"] = "", ["?"] = "" }
    for written, shown in pairs(rows) do
      local text = sheet(('[White "A"]\n[Black "B"]\n[Result "%s"]\n\n1. e4 *\n'):format(written), {}, "text")
      assert.equal("A – B" .. shown, text:match("[^\n]+"), written)
    end
  end)

  it("has the same elements and attributes for any text", function()
    local texts = hostile()
    assert.equal(200, #texts)
    local plain, report = chess.report("sheet", {}), chess.report("sheet", { limit = 200 })
    plain:add(with_text "a b")
    plain:add(with_text "a b") -- the heading of a game alone is that of the page
    for _, text in ipairs(texts) do
      report:add(with_text(text))
    end
    local next_page = report:format("html"):gmatch("<article.-</article>")
    local wanted = elements(plain:format("html"):match("<article.-</article>"))
    for _, text in ipairs(texts) do
      assert.same(wanted, elements(next_page()), text)
    end
  end)

  it("passes pages in pieces, of at most one game, which are the text of the page", function()
    local report = assert(chess.report("sheet", { limit = 50 }))
    for game in chess.games_in(GAME:rep(50, "\n")) do
      report:add(game)
    end
    for _, format in ipairs { "text", "markdown", "html", "latex", "csv" } do
      local pieces, longest = {}, 0
      assert.equal("", report:format(format, { write = function(text)
        pieces[#pieces + 1], longest = text, math.max(longest, select(2, text:gsub("so}", "")))
      end }))
      assert.equal(report:format(format), table.concat(pieces), format)
      assert.is_true(format == "latex" or format == "csv" or longest <= 1 and #pieces >= 50, format)
    end
  end)

  it("keeps a game of the page in less than 4 KB, also after the page was written", function()
    local report = assert(chess.report("sheet", { limit = 200 }))
    local function used()
      collectgarbage()
      collectgarbage()
      return collectgarbage("count")
    end
    report:format("html", { write = function() end }) -- loads the modules
    local before = used()
    for game in chess.games_in(GAME:rep(200, "\n")) do
      report:add(game)
    end
    report:format("html", { write = function() end })
    local each = (used() - before) / 200
    assert.is_true(each < 4, each .. " KB")
  end)

  it("reports errors in variations of the games that it shows", function()
    local result = run { "report", "sheet", "-", stdin = "1. e4 (1. d4 e5 1-0\n" }
    assert.equal("-:1:7: variation is never closed (\nlucena: 1 game, errors in 1 place\n", result.err)
  end)

  it("raises for wrong options", function()
    local report, message = chess.report("sheet", { limit = 0 })
    assert.is_nil(report)
    assert.equal("option 'limit' takes an integer from 1, not 0", message)
  end)
end)
