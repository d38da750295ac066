-- The session of the browser page, by its messages.

local json = require "dkjson"
local new_folder = require "spec.support.folder"
local read = require("spec.support.file").read
local web_session = require "spec.support.web_session"
local write = require("spec.support.file").write

local SAMPLE = "spec/data/sample/sample.pgn"

local good, moves_in, new = web_session.good, web_session.moves_in, web_session.new

describe("messages", function()
  it("are answered with errors if they are wrong", function()
    local call, web = new()
    assert.same({ ok = false, error = "there is no message 'dance'" }, call "dance")
    assert.equal(false, json.decode(web:call "{").ok)
    assert.equal(false, json.decode(web:call "3").ok)
    assert.same({ ok = false, error = "no file is loaded" }, call "list")
    assert.same({ ok = false, error = "there is no report" }, call("save", { what = "report" }))
  end)

  it("begin with the lists of the menus", function()
    local reply = good(new()("hello", { lang = "fr" }))
    assert.is_truthy(reply.version:find "^lucena ")
    local names = {}
    for _, dialect in ipairs(reply.dialects) do
      names[dialect.name] = true
    end
    assert.is_true(names.french)
    local reports = {}
    for _, report in ipairs(reply.reports) do
      reports[report.name] = report
    end
    assert.equal("name", reports.player.options[1].name)
    assert.is_nil(reports.opening.options.file)
    assert.equal(20, #reply.game.legal)
    assert.equal(0, reply.game.at)
  end)

  it("convert text that is not UTF-8", function()
    local folder <close> = new_folder()
    write(folder:path "latin.pgn", '[White "J\xf6rg"]\n\n1. e4 {f\xfcr} *\n')
    local call = new()
    assert.equal("Jörg", good(call("open", { path = folder:path "latin.pgn" })).list.rows[1][2])
    assert.is_truthy(good(call("game", { number = 1 })).game.html:find("für", 1, true))
  end)
end)

describe("a file", function()
  it("is listed in pages", function()
    local call = new()
    local reply = good(call("open", { path = SAMPLE, name = "sample", count = 3 }))
    assert.equal("games", reply.kind)
    assert.equal(314, reply.list.total)
    assert.equal(3, #reply.list.rows)
    assert.same({ 1, "Anderssen, Adolf", "Kieseritzky, Lionel", "1-0", "1851.06.21", "London", "C33", "", "" },
      reply.list.rows[1])
    local rows = good(call("list", { first = 313, count = 10 })).list.rows
    assert.same({ 313, 314 }, { rows[1][1], rows[2][1] })
  end)

  it("is searched by queries and by words", function()
    local call = new()
    call("open", { path = SAMPLE })
    local list = good(call("list", { query = 'checkmate & player "Morphy"', count = 1 })).list
    assert.is_nil(list.is_words)
    assert.equal(1, #list.rows)
    local mates = list.matches
    assert.is_true(mates > 0 and mates < 21)
    assert.equal(mates, good(call("list", { first = 2 })).list.matches)
    list = good(call("list", { query = "anderssen london" })).list
    assert.is_true(list.is_words)
    for _, row in ipairs(list.rows) do
      assert.is_truthy((row[2] .. row[3]):find "Anderssen")
    end
    assert.equal(0, good(call("list", { query = "nobody here" })).list.matches)
    assert.equal(314, good(call("list", { query = "" })).list.matches)
  end)

  it("orders the list by a column, and steps in this order", function()
    local call = new()
    good(call("open", { path = SAMPLE, name = "sample.pgn" }))
    good(call("list", { query = 'player "Morphy"' }))
    local reply = good(call("list", { sort = { column = 2 }, first = 1, count = 500 }))
    local rows, seen = reply.list.rows, {}
    assert.same({ column = 2, down = false }, reply.list.sort)
    for i, row in ipairs(rows) do
      seen[i] = row[3]
      assert.is_true(i == 1 or seen[i - 1] < row[3] or seen[i - 1] == row[3] and rows[i - 1][1] < row[1], row[3])
    end
    assert.equal(reply.list.matches, #rows)
    assert.is_true(#rows > 3)
    local around = good(call("game", { number = rows[2][1] })).around
    assert.same({ number = rows[2][1], previous = rows[1][1], next = rows[3][1] }, around)
    local down = good(call("list", { sort = { column = 2, down = true }, count = 500 })).list.rows
    assert.equal(seen[#seen], down[1][3])
    assert.equal(seen[1], down[#down][3])
    local numbers = good(call("list", { sort = { column = 0, down = true }, count = 500 })).list.rows
    assert.is_true(numbers[1][1] > numbers[2][1])
    -- The order stays with another selection, and ends with another file.
    local all = good(call("list", { query = "", count = 500 })).list
    assert.same({ column = 0, down = true }, all.sort)
    assert.equal(314, all.rows[1][1])
    assert.is_nil(good(call("open", { path = SAMPLE, name = "sample.pgn" })).list.sort)
    for _, wrong in ipairs { { column = 99 }, { column = -1 }, { column = "x" }, { down = true } } do
      assert.equal("no column", call("list", { sort = wrong }).error)
    end
  end)

  it("puts games without a value last in both directions", function()
    local call = new()
    good(call("paste", { text = '[White "b"]\n\n*\n\n[White ""]\n\n*\n\n[White "Á"]\n\n*\n\n[White "C"]\n\n*\n' }))
    local function names(down)
      local list = {}
      for i, row in ipairs(good(call("list", { sort = { column = 1, down = down } })).list.rows) do
        list[i] = row[2]
      end
      return table.concat(list, " ")
    end
    assert.equal("Á b C ", names(false))
    assert.equal("C b Á ", names(true))
  end)

  it("keeps its list if a query is wrong", function()
    local call = new()
    call("open", { path = SAMPLE })
    call("list", { query = "checkmate" })
    assert.equal("query:1: unexpected symbol near <eof>", call("list", { query = "player(" }).error)
    assert.equal(21, good(call("list", { query = "checkmate" })).list.matches)
  end)

  it("may be compressed", function()
    for _, ending in ipairs { "gz", "zst", "bz2" } do
      local reply = good(new()("open", { path = "spec/data/compressed/three.pgn." .. ending }))
      assert.same({ "games", 3 }, { reply.kind, reply.list.total })
    end
  end)

  it("may have positions or be a text", function()
    local folder <close> = new_folder()
    local call = new()
    local reply = good(call("open", { path = "spec/data/epd/suite.epd" }))
    assert.same({ "positions", 10, "one: back rank" }, { reply.kind, reply.list.total, reply.list.rows[1][3] })
    assert.equal("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", good(call("game", { number = 1 })).game.fen)
    write(folder:path "book.txt", "The game began 1. e4 e5 2. Nf3.\n")
    assert.equal("text", good(call("open", { path = folder:path "book.txt" })).kind)
    assert.equal("cannot_open", call("open", { path = folder:path "none.pgn" }).code or "cannot_open")
    write(folder:path "empty.pgn", "")
    assert.equal("empty holds no game", call("open", { path = folder:path "empty.pgn", name = "empty" }).error)
    assert.equal(10, good(call "list").list.total)
  end)

  it("can be pasted", function()
    local call = new()
    local reply = good(call("paste", { text = "1. e4 e5 *\n\n1. d4 *\n" }))
    assert.equal(2, reply.list.total)
    assert.equal("d4", moves_in(good(call("game", { number = 2 })).game))
    assert.equal("the text holds no game", call("paste", { text = "" }).error)
  end)

  it("ends when the user stops the work", function()
    local seen, is_stopped = 0, false
    local call = new { progress = function() seen = seen + 1; is_stopped = seen > 50 end,
      stopped = function() return is_stopped end }
    local reply = call("open", { path = SAMPLE })
    assert.same({ "stopped", 51 }, { reply.code, seen })
    is_stopped, seen = false, -1000
    good(call("open", { path = SAMPLE }))
  end)
end)

describe("a game", function()
  it("is shown with variations and comments", function()
    local call = new()
    call("paste", { text = '[White "A"]\n[Black "B"]\n\n1. e4 {best} e5 (1... c5! 2. Nf3) 2. Nc3 1-0\n' })
    local view = good(call("game", { number = 1 })).game
    assert.equal("e4 e5 c5! Nf3 Nc3", moves_in(view))
    assert.is_truthy(view.html:find('<span class="comment" dir="auto">best</span>', 1, true))
    assert.equal("A – B   1-0", view.title)
    local place = good(call("go", { at = 4 })).place
    assert.equal("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", place.fen)
    assert.is_truthy(place.opening:find("^B27"))
    assert.equal("the game has no such move", call("go", { at = 9 }).error)
  end)

  it("shows hostile text as text", function()
    local call = new()
    call("paste", { text = '[White "<img src=x onerror=alert(1)>"]\n[Event "</script><script>alert(2)</script>"]\n\n'
      .. "1. e4 {<svg onload=alert(3)>} *\n" })
    local html = good(call("game", { number = 1 })).game.html
    assert.is_nil(html:find("<img", 1, true))
    assert.is_nil(html:find("<svg onload", 1, true))
    assert.equal(1, select(2, html:gsub("<script", "")))
    assert.equal(1, select(2, html:gsub("</script", "")))
  end)

  it("is edited, with undo and redo", function()
    local call = new()
    assert.equal("e4 e5 Nf3", moves_in(good(call("play", { moves = "e4 e5 Cf3" })).game))
    local view = good(call("play", { uci = "b8c6" })).game
    assert.equal(4, view.at)
    assert.is_true(view.is_edited)
    assert.equal(3, good(call("play", { at = 2, uci = "g1f3" })).game.at) -- the game has this move
    assert.equal("e4 e5 c5 Nf3 Nc6", moves_in(good(call("play", { at = 1, uci = "c7c5" })).game))
    good(call "promote")
    good(call("comment", { text = "the {Sicilian}" }))
    view = good(call("sign", { sign = "!" })).game
    assert.same({ "the (Sicilian)", { "!" } }, { view.comment, view.nags })
    assert.equal("e4 c5! e5 Nf3 Nc6", moves_in(view))
    assert.same({}, good(call("sign", { sign = "!" })).game.nags)
    good(call "undo")
    assert.equal("e4 e5 Nf3 Nc6", moves_in(good(call("remove", { at = 2 })).game))
    assert.equal("e4 c5! e5 Nf3 Nc6", moves_in(good(call "undo").game))
    assert.equal("e4 e5 Nf3 Nc6", moves_in(good(call "redo").game))
    for _ = 1, 20 do
      call "undo"
    end
    assert.equal("There is nothing to undo.", call "undo".error)
    assert.equal("", moves_in(good(call "view").game))
  end)

  it("moves a variation up by one place", function()
    local call = new()
    good(call("play", { moves = "e4 e5" }))
    good(call("play", { at = 1, moves = "c5 Nf3" }))
    good(call("play", { at = 1, moves = "e6" }))
    assert.equal("e4 e5 c5 Nf3 e6", moves_in(good(call "view").game))
    local view = good(call "raise").game
    assert.same({ "e4 e5 e6 c5 Nf3", 3 }, { moves_in(view), view.at })
    view = good(call("raise", { at = 5 })).game -- Nf3, in the variation c5
    assert.same({ "e4 e5 c5 Nf3 e6", 4 }, { moves_in(view), view.at })
    assert.equal("The mainline has no line before it.", call("raise", { at = 1 }).error)
  end)

  it("has one sign of the move and one of the position at most", function()
    local call = new()
    call("play", { moves = "e4" })
    for _, step in ipairs { { "!", "!" }, { "??", "??" }, { "±", "?? ±" }, { "+−", "?? +−" }, { "N", "?? +− N" },
      { "??", "+− N" } } do
      assert.equal(step[2], table.concat(good(call("sign", { sign = step[1] })).game.nags, " "))
    end
  end)

  it("sends only the paragraph and the data of a node whose notes changed", function()
    local call = new()
    call("paste", { text = "{before} 1. e4 $1 {first} (1. d4 d5 (1... f5 2. c4)) 1... e5 {[%eval 0.5] good} "
      .. "2. Nf3 {[#] [%eval 0.5]} Nc6 {[%eval 3.0] a blunder} 3. Bb5 *" })
    call("game", { number = 1 })
    local NODES, BLUNDER, has_diagram = 9, 8, { [7] = true }
    for _, change in ipairs {
      { "sign", { sign = "?" } }, { "sign", { sign = "±" } }, { "sign", { sign = "±" } },
      { "comment", { text = "<b>" } }, { "draw", { from = "e2", to = "e4", color = "red" } },
      { "comment", { text = "[#]" } }, { "comment", { text = "" } }, { "draw", { from = "e2", color = "red" } },
    } do
      for at = 0, NODES do
        change[2].at = at
        local reply = call(table.unpack(change))
        local noted, view = reply.noted, good(call "view").game
        if noted then
          assert.is_truthy(view.html:find((">%s</p>"):format(noted.paragraph), 1, true))
          assert.is_truthy(view.html:find(noted.data, 1, true))
          for name, value in pairs(noted) do
            assert.same(name == "pgn" and value or view[name] or value, value, name)
          end
          assert.same(json.decode(view.html:match '<script type="application/json">(.-)</script>').pgn, noted.pgn)
        end
        -- The graph and the diagrams show these nodes, too.
        local is_shared = at == 0 or at == BLUNDER or has_diagram[at] or change[2].text == "[#]"
        if change[2].text then
          has_diagram[at] = change[2].text == "[#]"
        end
        assert.equal(reply.ok and not is_shared, noted ~= nil, change[1] .. at)
      end
    end
  end)

  it("keeps the name of the opening, and says whether there is something to undo", function()
    local call = new()
    local view = good(call("play", { moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 h5 h4 Rh6 Rh3" })).game
    assert.is_truthy(view.opening:find "^C7", view.opening)
    assert.same({ true, false }, { view.has_undo, view.has_redo })
    view = good(call "undo").game
    assert.same({ false, true }, { view.has_undo, view.has_redo })
  end)

  it("refuses wrong changes, and keeps the game", function()
    local call = new()
    call("play", { moves = "e4 e5" })
    assert.equal(false, call("play", { uci = "e1e3" }).ok)
    assert.equal("'xyzzy now' is not a line of moves", call("play", { moves = "xyzzy now" }).error)
    assert.equal("There is no move to remove.", call("remove", { at = 0 }).error)
    assert.equal(false, call("sign", { sign = "$999" }).ok)
    assert.equal("a result is 1-0, 0-1, 1/2-1/2 or *", call("tag", { name = "Result", value = "won" }).error)
    assert.equal("e4 e5", moves_in(good(call "view").game))
  end)

  it("explains the first wrong move, in the notation that reads the moves before it", function()
    local call = new()
    for moves, words in pairs {
      ["e4 e5 Cf3 Cc6 Fb5 Dd5"] = "^Dd5: Black cannot play that%.\n  The queen on d8 is blocked by the pawn on d7%.\n"
        .. "  %(read as french,", ["e4 e5 Sf3 Sc6 Lb5 Df4"] = "^Df4: .*%(read as german,",
      ["e4 e5 Nf3 Nc6 Bb5 Qd1"] = "^Qd1: .*blocked", ["Cf3 d5 Ce4"] = "^Ce4: ",
    } do
      assert.is_truthy(call("play", { moves = moves }).error:find(words), moves)
    end
    call("hello", { lang = "fr" })
    assert.is_truthy(call("play", { moves = "e4 e5 Cf3 Cc6 Fb5 Dd5" }).error
      :find("La dame d8 : chemin barré par le pion d7.\n", 1, true))
  end)

  it("gets tags, and starts from a position", function()
    local call = new()
    local view = good(call("tag", { name = "White", value = "Morphy, Paul" })).game
    assert.same({ "White", "Morphy, Paul" }, view.tags[#view.tags])
    assert.equal(#view.tags - 1, #good(call("tag", { name = "White", value = "" })).game.tags)
    view = good(call("new", { fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" })).game
    assert.equal("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", view.fen)
    assert.equal(false, call("new", { fen = "8/8/8/8/8/8/8/8 w - - 0 1" }).ok)
  end)

  it("is restored from the journal", function()
    local call = new()
    call("open", { path = SAMPLE })
    call("game", { number = 2 })
    local entry = good(call("play", { at = 2, uci = "b1c3" })).journal
    local shown = good(call "view").game
    assert.equal(2, entry.number)
    local other = new()
    other("open", { path = SAMPLE })
    local view = good(other("resume", { entries = { entry } })).game
    assert.same({ shown.html, shown.at, 2 }, { view.html, view.at, view.number })
    assert.is_nil(moves_in(good(other "undo").game):find "Nc3 e5")
  end)

  it("has an explorer of the loaded file", function()
    local call = new()
    assert.equal("no file of games is loaded", call "explore".error)
    call("open", { path = SAMPLE })
    call("play", { moves = "e4 c5" })
    local found = good(call "explore")
    assert.same({ "g1f3", "Nf3" }, { found.moves[1].uci, found.moves[1].san })
    assert.is_true(found.games > found.moves[1].games)
  end)
end)

describe("texts", function()
  it("are checked, with the lines of the problems", function()
    local call = new()
    local found = good(call("check", { text = '[White "A"]\n\n1. e4 e5\n2. Ke3 *\n' }))
    assert.same({ 1, 2 }, { found.games, found.plies })
    assert.equal(1, found.counts.error)
    local problem = found.problems[1]
    assert.same({ 4, 4, "illegal_move", "error" }, { problem.line, problem.column, problem.code, problem.severity })
    local folder <close> = new_folder()
    write(folder:path "bad.pgn", "1. e4 e5 2. Ke3 *\n")
    assert.equal("1. e4 e5 2. Ke3 *\n", good(call("check", { path = folder:path "bad.pgn" })).text)
    assert.is_nil(good(call("check", { path = "spec/data/compressed/three.pgn.gz" })).text)
    call("hello", { lang = "fr" })
    assert.is_truthy(good(call("check", { text = "1. e4 e5 2. Ke3 *" })).problems[1].message:find "^coup illégal Ke3")
  end)

  it("are translated", function()
    local call = new()
    local reply = good(call("translate", { text = "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6", to = "german" }))
    assert.same({ "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6", 6, { "french" } }, { reply.text, reply.moves, reply.dialects })
    reply = good(call("translate", { text = "1. e4 e5 2. Ke3", to = "french" }))
    assert.same({ 1, "Ke3" }, { reply.total_left, reply.left[1].token })
    assert.equal("bad_dialect", call("translate", { text = "1. e4", to = "klingon" }).code)
  end)

  it("are read, and their games become the list", function()
    local call = new()
    local reply = good(call("read", { text = "After 1. e4 e5 2. Nf3 White attacks the pawn e5." }))
    assert.same({ 3, 1 }, { reply.counts.mainline, reply.list.total })
    assert.same({ { "After 1. ", "", 0 }, { "e4", "mainline", 1 }, { " ", "", 0 }, { "e5", "mainline", 1 } },
      table.move(reply.parts, 1, 4, 1, {}))
    local text = {}
    for i, part in ipairs(reply.parts) do
      text[i] = part[1]
    end
    assert.equal("After 1. e4 e5 2. Nf3 White attacks the pawn e5.", table.concat(text))
    assert.equal("e4 e5 Nf3", moves_in(good(call("game", { number = 1 })).game))
    assert.equal("no move was found", call("read", { text = "No chess here." }).error)
  end)
end)

describe("reports", function()
  it("count the selected games", function()
    local call = new()
    call("open", { path = SAMPLE })
    call("list", { query = 'player "Morphy"' })
    local html = good(call("report", { name = "summary" })).html
    assert.is_truthy(html:find "^<style>")
    assert.is_nil(html:find("<script", 1, true))
    assert.is_truthy(html:find("Morphy", 1, true))
    assert.is_truthy(good(call("save", { what = "report", format = "csv" })).text:find "^Overview\nname,value")
    assert.is_truthy(good(call("save", { what = "report", format = "html" })).text:find "^<!DOCTYPE html>")
    assert.equal("bad_option", call("report", { name = "player" }).code)
    assert.equal("top takes an integer from 1", call("report", { name = "summary", options = { top = "x" } }).error)
    html = good(call("report", { name = "player", options = { name = "Morphy", top = "3" } })).html
    assert.is_truthy(html:find("Anderssen", 1, true))
  end)

  it("make the game sheet of the current game", function()
    local call = new()
    call("play", { moves = "e4 e5" })
    assert.is_truthy(good(call("report", { name = "sheet", of = "game" })).html:find('data-n="2"', 1, true))
  end)
end)

describe("the board editor", function()
  it("says whether a position is legal", function()
    local call = new()
    local reply = good(call("setup", { fen = "4k3/8/8/8/8/8/8/4K3 w K - 0 1" }))
    assert.same({ true, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "insufficient material" },
      { reply.is_legal, reply.fen, reply.outcome })
    assert.equal(1, #reply.notes)
    reply = good(call("setup", { fen = "4k3/8/8/8/8/8/8/8 w - - 0 1" }))
    assert.same({ false, "White has no king" }, { reply.is_legal, reply.problem })
    assert.equal("bad_board", call("setup", { fen = "x" }).code)
    assert.is_true(good(call("setup", { fen = "tcfdrfct/pppppppp/8/8/8/8/PPPPPPPP/TCFDRFCT w KQkq - 0 1" })).is_legal)
  end)
end)

describe("the prompt", function()
  it("plays moves of the same game", function()
    local call = new()
    local reply = good(call("prompt", { line = "e4 e5" }))
    assert.same({ "e4 e5", "2. White> " }, { moves_in(reply.game), reply.prompt })
    assert.equal("e4 e5 Nf3", moves_in(good(call("play", { uci = "g1f3" })).game))
    assert.equal("e4 e5", moves_in(good(call("prompt", { line = "undo" })).game))
    assert.equal("4\n", good(call("prompt", { line = "2 + 2" })).output)
    reply = good(call("prompt", { line = "Ke3" }))
    assert.is_false(reply.done)
    assert.is_truthy(reply.output:find "Ke3")
    assert.is_nil(reply.game)
  end)

  it("asks for more lines, and completes names", function()
    local call = new()
    assert.is_true(good(call("prompt", { line = "x = {" })).more)
    good(call("prompt", { line = "x = {\n1 }" }))
    assert.equal("1\n", good(call("prompt", { line = "#x" })).output)
    assert.same({ 1, { "chess" } }, { (function(r) return r.start, r.words end)(call("complete", { line = "ches" })) })
  end)
end)

describe("downloads", function()
  it("have the game in the formats of convert", function()
    local call = new()
    call("play", { moves = "e4 e5" })
    local reply = good(call("save", { what = "game" }))
    assert.same({ "game.pgn", "application/x-chess-pgn" }, { reply.name, reply.type })
    assert.is_truthy(reply.text:find("1. e4 e5 *", 1, true))
    assert.equal("e2e4 e7e5\n", good(call("save", { what = "game", format = "uci" })).text)
    assert.is_truthy(good(call("save", { what = "game", format = "html" })).text:find "^<!DOCTYPE html>")
  end)

  it("have the selected games", function()
    local folder <close> = new_folder()
    local call = new()
    call("open", { path = SAMPLE })
    call("list", { query = "checkmate" })
    local reply = good(call("save", { what = "games", path = folder:path "out.pgn" }))
    assert.equal(21, reply.games)
    assert.equal(21, good(call("open", { path = folder:path "out.pgn" })).list.total)
    reply = good(call("save", { what = "games", format = "csv", path = folder:path "out.csv" }))
    assert.equal("games.csv", reply.name)
    assert.is_truthy(read(folder:path "out.csv"):find "^[%a,]+\n")
  end)
end)

describe("a selection of games", function()
  it("has a next and a previous game", function()
    local call = new()
    good(call("open", { path = SAMPLE }))
    assert.same({}, good(call("list", { query = "carlsen" })).around)
    local rows = good(call "list").list.rows
    assert.same({ number = rows[2][1], previous = rows[1][1], next = rows[3][1] },
      good(call("game", { number = rows[2][1] })).around)
    assert.same({ number = rows[1][1], next = rows[2][1] }, good(call("game", { number = rows[1][1] })).around)
    assert.same({ number = 314, previous = rows[#rows][1] }, good(call("game", { number = 314 })).around)
    assert.same({ number = 314, previous = 313 }, good(call("list", { query = "" })).around)
  end)
end)

describe("a node of another game", function()
  it("is refused", function()
    local call = new()
    good(call("paste", { text = "1. e4 e5 *\n\n1. d4 d5 *\n" }))
    local id = good(call("game", { number = 1 })).game.id
    good(call("go", { at = 2, id = id }))
    local view = good(call("game", { number = 2 })).game
    assert.equal("another game is on the board", call("go", { at = 2, id = id }).error)
    assert.equal("another game is on the board", call("play", { at = 1, uci = "b7b6", id = id }).error)
    assert.same({ view.html, 0 }, { good(call "view").game.html, good(call "view").game.at })
    good(call("go", { at = 2, id = view.id }))
  end)
end)

describe("arrows and coloured squares", function()
  it("are drawn, removed and kept beside the words of the comment", function()
    local call = new()
    good(call("play", { moves = "e4" }))
    good(call("draw", { at = 1, from = "e2", to = "e4", color = "green" }))
    good(call("draw", { at = 1, from = "d5", color = "red" }))
    good(call("comment", { at = 1, text = "best by test" }))
    local view = good(call("draw", { at = 1, from = "d7", to = "d5", color = "blue" })).noted
    assert.equal("best by test", view.comment)
    local text = good(call("save", { what = "game" })).text
    assert.is_truthy(text:find("[%cal Ge2e4,Bd7d5]", 1, true), text)
    assert.is_truthy(text:find("[%csl Rd5]", 1, true), text)
    good(call("draw", { at = 1, from = "e2", to = "e4", color = "green" }))
    good(call("draw", { at = 1, from = "d7", to = "d5", color = "blue" }))
    good(call("draw", { at = 1, from = "d5", color = "yellow" }))
    text = good(call("save", { what = "game" })).text
    assert.is_truthy(text:find("[%csl Yd5]", 1, true) and not text:find("%cal", 1, true), text)
    assert.equal("best by test", good(call("comment", { at = 1, text = "best by test" })).noted.comment)
  end)
end)

describe("castling", function()
  it("is also a move of the king onto the rook", function()
    local call = new()
    local view = good(call("new", { fen = "r3k2r/8/8/8/8/8/8/R3K2R b Qkq - 0 1" })).game
    table.sort(view.castling, function(a, b) return a[1] < b[1] end)
    assert.same({ { "e8a8", "e8c8" }, { "e8h8", "e8g8" } }, view.castling)
    assert.same({}, good(call("new", {})).game.castling)
  end)
end)
