-- The browser page in headless Chromium, from a file: address.

local chess = require "lucena"
local file = require "spec.support.file"
local french = require "spec.support.french_game"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local web_page = require "spec.support.web_page"

local SAMPLE = "spec/data/sample/sample.pgn"

-- Returns the number of games of a file that match a query.
local function count_games(path, query)
  return math.tointeger(run { "filter", "-q", "--count", "-e", query or "true", path }.out)
end

-- The number as the page writes it in English: 30,075.
local function grouped(number)
  local text = ("%d"):format(number):reverse():gsub("(%d%d%d)", "%1,"):reverse()
  return (text:gsub("^,", ""))
end

-- Waits until a downloaded file is complete, and returns its text.
local function downloaded(folder, name)
  for _ = 1, 600 do
    local text = folder:read(name)
    if text then
      return text
    end
    os.execute "sleep 0.1"
  end
  error(("no download %s, but: %s"):format(name, table.concat(folder:names(), " ")))
end

-- A user's way through the page with a file of games: search, read, edit, report, download, stop. The numbers are those
-- of the commands.
local function visit(path, query)
  local downloads <close> = new_folder()
  local page = web_page.open()
  page.browser:save_downloads(downloads.root)
  local total, matches = count_games(path, "plies{min = 0}"), count_games(path, query)

  page:drop(path)
  page:wait "document.querySelectorAll('#list tbody tr').length === 100"
  assert.equal(path:match "[^/]+$", page:text "file-name")
  assert.equal(grouped(total) .. " in all", page:text "count")
  assert.equal(("%s of %s · match the query"):format(grouped(matches), grouped(total)), page:search(query))
  assert.equal(math.min(100, matches), page:count "#list tbody tr")

  page:press "#list tbody button"
  page:wait "!document.getElementById('game').hidden"
  local moves = page:moves()
  page.browser:key "ArrowRight"
  page.browser:key "ArrowRight"
  page:wait "document.querySelector('#sheet .status b').textContent.startsWith('1... ')"
  page:wait "document.getElementById('comment').value === ''"
  page:fill("comment", "both sides have moved")
  page:submit "annotate"
  page:wait "document.getElementById('sheet').textContent.includes('both sides have moved')"
  page:press "[data-edit=undo]"
  page:wait "!document.getElementById('sheet').textContent.includes('both sides have moved')"
  assert.equal(moves, page:moves())
  page:press "[data-edit=redo]"
  page:wait "document.getElementById('sheet').textContent.includes('both sides have moved')"
  page:press "#save-game"
  assert.is_truthy(downloaded(downloads, "game.pgn"):find("{both sides have moved}", 1, true))

  page:view "reports"
  page:fill("report", "summary")
  page:submit "report-form"
  page:wait "document.querySelector('#report-shown table')"
  assert.is_truthy(page:text "report-shown":find(tostring(matches), 1, true))
  assert.is_true(page:eval [[[...document.querySelectorAll("#report-shown th button")].every(
    (button) => button.getBoundingClientRect().height < 30)]]) -- as high as a line of text
  page:view "games"
  page:press "#save-games"
  downloads:write("copy.pgn", downloaded(downloads, "games.pgn"))
  assert.equal(matches, count_games(downloads:path "copy.pgn", query))

  page:eval "document.getElementById('sought').value = 'where(function() while true do end end)'; 0"
  page:submit "query"
  page:wait "!document.getElementById('bar').hidden"
  page:press "#stop"
  page:wait "document.getElementById('error').textContent === 'Stopped.'"
  page:wait "document.querySelectorAll('#list tbody tr').length === 100"
  assert.equal(grouped(total) .. " in all", page:text "count")
  assert.is_truthy(page:text "sheet":find("both sides have moved", 1, true))
  page:finish()
end

describe("the page", function()
  teardown(web_page.close)

  it("has at most 2.1 MB, 1.5 MB compressed", function()
    require "spec.support.wasm" "web"
    local pipe <close> = io.popen("wc -c <build/web/lucena.html; gzip -9c build/web/lucena.html | wc -c")
    local size, compressed = pipe:read("n", "n")
    assert.is_true(size > 1000000 and size <= 2100000, size)
    assert.is_true(compressed > 500000 and compressed <= 1500000, compressed)
  end)

  it("is the same at each build", function()
    require "spec.support.wasm" "web"
    local folder <close> = new_folder()
    for _, name in ipairs { "core.js", "core.wasm" } do
      folder:write(name, file.read("build/web/" .. name))
    end
    assert(os.execute(("TZ=Asia/Tokyo scripts/dev/with-build lua5.4 scripts/dev/gen_web.lua '%s' >/dev/null")
      :format(folder.root)))
    assert.is_true(folder:read "lucena.html" == file.read "build/web/lucena.html")
  end)

  it("searches, shows, edits, reports on and saves the games of a file", function()
    visit(SAMPLE, "plies{max = 90}")
  end)

  it("searches, shows, edits, reports on and saves 20 MB of compressed games", function()
    local path, folder <close> = need.data "throughput/otb.pgn.zst", new_folder()
    need.program "zstd"
    assert(folder:run(("zstd -dqc '%s' | head -c 20000000 >otb.pgn; zstd -q otb.pgn"):format(path)))
    visit(folder:path "otb.pgn.zst", "checkmate")
  end)

  it("opens compressed files", function()
    for _, ending in ipairs { "zst", "gz", "bz2" } do
      local page = web_page.open()
      page:drop("spec/data/compressed/three.pgn." .. ending)
      page:wait "document.querySelectorAll('#list tbody tr').length === 3"
      assert.equal("1 of 3 · with these words", page:search "reti")
      page:finish()
    end
  end)

  it("sorts the list by a click on the title of a column", function()
    local page = web_page.open()
    page:drop(SAMPLE)
    page:wait "document.querySelectorAll('#list tbody tr').length === 100"
    local first = "document.querySelector('#list tbody td.name').textContent"
    page:press "#list th:nth-child(2) button"
    page:wait "document.querySelector('#list th:nth-child(2)').getAttribute('aria-sort') === 'ascending'"
    assert.is_true(page:eval(first) < "B")
    page:press "#list th:nth-child(2) button"
    page:wait "document.querySelector('#list th:nth-child(2)').getAttribute('aria-sort') === 'descending'"
    assert.is_true(page:eval(first) > "T")
    page:finish()
  end)

  it("opens a text that is pasted outside fields, and several files as one", function()
    local page = web_page.open()
    page:eval [[(() => { const data = new DataTransfer(); data.setData("text/plain", "1. d4 d5 2. c4 *");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); })()]]
    page:wait "document.getElementById('sheet').textContent.includes('c4')"
    page:eval [=[(() => { const data = new DataTransfer();
      for (const [name, moves] of [["one.pgn", "1. e4 *"], ["two.pgn", "1. Nf3 1-0\n\n[White \"B\"]\n\n1. b3 *"]])
        data.items.add(new File(["[White \"A\"]\n\n" + moves], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true })); })()]=]
    page:wait "document.querySelectorAll('#list tbody tr').length === 3"
    assert.equal("one.pgn and 1 more", page:text "file-name")
    page:eval [[(() => { const data = new DataTransfer();
      for (const name of ["one.pgn", "two.epd"]) data.items.add(new File(["x"], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true })); })()]]
    page:wait "document.getElementById('error').textContent.includes('only if all are PGN')"
    page:finish()
  end)

  it("plays moves with the mouse, and undoes them", function()
    local page = web_page.open()
    local x, y = page:square "e2"
    page.browser:drag(x, y, page:square "e4")
    page:wait_for_moves "e4"
    x, y = page:square "c7"
    page.browser:drag(x, y, x, y) -- clicks
    x, y = page:square "c5"
    page.browser:drag(x, y, x, y)
    page:wait_for_moves "e4 c5"
    page:fill("moves", "Cf3 d6")
    page:submit "play"
    page:wait_for_moves "e4 c5 Nf3 d6"
    page:fill("comment", "the <b>Sicilian</b>")
    page:submit "annotate"
    page:wait "document.querySelector('#sheet .comment')"
    assert.equal("the <b>Sicilian</b>", page:eval "document.querySelector('#sheet .comment').textContent")
    page:press "[data-edit=undo]"
    page:press "[data-edit=undo]"
    page:wait_for_moves "e4 c5"
    page:finish()
  end)

  it("asks for the piece of a promotion", function()
    local page = web_page.open "#fen=4k3/P7/8/8/8/8/8/4K3%20w%20-%20-%200%201"
    local x, y = page:square "a7"
    page.browser:drag(x, y, page:square "a8")
    page:wait "document.getElementById('promotion').open"
    assert.equal(4, page:count "#choices button")
    page:press "#choices button[value=r]"
    page:wait_for_moves "a8=R+"
    page:finish()
  end)

  it("plays moves with the keyboard", function()
    local page = web_page.open()
    page:eval "document.querySelector('#sheet svg.board').focus()"
    page.browser:key "ArrowDown" -- the cursor appears on e2
    page.browser:key "Enter"
    page.browser:key "ArrowUp"
    page.browser:key "ArrowUp"
    assert.equal("e4", page:text "status")
    page.browser:key "Enter"
    page:wait_for_moves "e4"
    assert.is_true(page:eval "document.activeElement === document.querySelector('#sheet svg.board')")
    page:finish()
  end)

  it("shows the moves that the file's games play in a position", function()
    local page = web_page.open()
    page:drop(SAMPLE)
    page:wait "document.querySelectorAll('#list tbody tr').length === 100"
    page:press "#list tbody button"
    page:wait "!document.getElementById('game').hidden"
    page:eval "document.getElementById('explorer').open = true; 0"
    page:wait "document.querySelector('#explored table')"
    local found = chess.explore(SAMPLE)
    assert.equal(("Games of the file that reach this position: %d"):format(found.games),
      page:eval "document.querySelector('#explored .note').textContent")
    assert.equal(found.moves[1].san, page:eval "document.querySelector('#explored td').textContent")
    page:finish()
  end)

  it("translates while the user types", function()
    local page = web_page.open()
    page:view "translate"
    page:fill("to", "english")
    page:fill("source", french)
    page:wait "document.getElementById('translated').value.includes('43. Re6')"
    assert.is_truthy(page:value "translated":find("24. Bxf7+ Rxf7\n25. Nxf7 Rxe1+", 1, true))
    page:finish()
  end)

  it("checks a broken file, and links the problems to their lines", function()
    local page = web_page.open()
    local path = "spec/data/nasty/pgn/p21_illegal_then_close.pgn"
    page:drop(path)
    page:wait "document.querySelectorAll('#list tbody tr').length > 0"
    page:view "check"
    page:press "#check-file"
    page:wait "document.querySelector('#problems button')"
    local report = run { "check", path }.err .. run { "check", path }.out
    assert.equal(page:eval "document.querySelector('#problems button').textContent.match(/line (\\d+)/)[1]",
      report:match "pgn:(%d+):")
    page:fill("check-source", "1. e4 e5 2. Nf3 *\n\n1. e4 e5 2. Ke3 *\n")
    page:press "#check-text"
    page:wait "document.getElementById('checked').textContent.startsWith('Games: 2 ')"
    page:press "#problems button"
    assert.equal("Ke3", page:eval [[(() => { const it = document.getElementById("check-source");
      return it.value.slice(it.selectionStart, it.selectionEnd); })()]])
    page:finish()
  end)

  for name, path in pairs {
    ["a short text"] = function() return "spec/data/pages/german-long.txt" end,
    ["a chapter of a book"] = function() return need.data "book-texts/fundamentals.txt" end,
  } do
    it("reads the games of " .. name, function()
      local text, page = file.read(path()), web_page.open()
      text = text:sub(1, 40000):gsub("[\128-\255]+$", "")
      local games, report = chess.read_text(text)
      local folder <close> = new_folder()
      page:drop(folder:write("chapter.txt", text))
      page:wait "!document.getElementById('prose').hidden"
      assert.equal(#games .. " in all", page:text "count")
      assert.is_truthy(page:text "read-count":find("moves: " .. grouped(report.counts.mainline), 1, true))
      page:press "#prose button.mainline"
      page:wait "!document.getElementById('game').hidden"
      assert.is_true(page:count "#sheet a[data-n]" > 0)
      page:finish()
    end)
  end

  it("shows an error until the next message or view", function()
    local page = web_page.open()
    page:fill("moves", "Zz9")
    page:submit "play"
    page:wait "!document.getElementById('error').hidden"
    assert.equal("'Zz9' is not a line of moves", page:text "error")
    page:view "translate"
    assert.is_true(page:eval "document.getElementById('error').hidden")
    page:finish()
  end)

  it("runs lines at the prompt, and completes names", function()
    local page = web_page.open()
    page:view "prompt"
    page:fill("line", "e4 e5 Cf3")
    page:submit "line-form"
    page:wait "document.getElementById('prompt-sign').textContent === '2... Black>'"
    page:wait_for_moves "e4 e5 Nf3"
    page:fill("line", "board:fe")
    page:eval "document.getElementById('line').setSelectionRange(8, 8)"
    page.browser:key "Tab"
    page:wait "document.getElementById('line').value.startsWith('board:fen')"
    page:fill("line", "os.exit()")
    page:submit "line-form"
    page:wait "document.getElementById('log').textContent.includes('os.exit')"
    page:finish()
  end)

  it("stops a long search, and restores a game of the file", function()
    local page = web_page.open()
    page:drop "spec/data/compressed/three.pgn.gz"
    page:wait "document.querySelectorAll('#list tbody tr').length === 3"
    page:fill("moves", "e4 e5")
    page:submit "play"
    page:wait_for_moves "e4 e5"
    page:fill("sought", "where(function() while true do end end)")
    page:submit "query"
    page:wait "!document.getElementById('bar').hidden"
    page:press "#stop"
    page:wait "document.getElementById('error').textContent === 'Stopped.'"
    page:wait_for_moves "e4 e5"
    page:fill("moves", "Nf3")
    page:submit "play"
    page:wait_for_moves "e4 e5 Nf3"
    page:wait "document.querySelectorAll('#list tbody tr').length === 3"
    page:finish()
  end)

  it("stops within the same worker if a server isolates the page", function()
    local page, server <close> = web_page.serve()
    assert.is_true(page:eval "crossOriginIsolated")
    page:view "prompt"
    page:fill("line", "kept = 42")
    page:submit "line-form"
    page:wait "document.getElementById('line').value === ''"
    page:fill("line", "while true do end")
    page:submit "line-form"
    page:wait "!document.getElementById('bar').hidden"
    page:press "#stop"
    page:wait "document.getElementById('bar').hidden"
    page:fill("line", "kept + 1")
    page:submit "line-form"
    page:wait "document.getElementById('log').textContent.includes('43')"
    page:finish()
    assert.is_truthy(server)
  end)

  it("opens the game and the position of an address", function()
    local fragment
    do
      local page = web_page.open "#fen=4k3/8/8/8/8/8/4P3/4K3%20w%20-%20-%200%201"
      assert.equal("4k3/8/8/8/8/8/4P3/4K3", page:eval [[(() => {
        document.getElementById("tab-position").click(); document.getElementById("set-game").click();
        return document.getElementById("fen").value.split(" ")[0]; })()]])
      page:fill("moves", "e4 Kd7")
      page:submit "play"
      page:wait_for_moves "e4 Kd7"
      page:press "#share"
      page:wait "location.hash.startsWith('#game=')"
      fragment = page:eval "location.hash"
      page:finish()
    end
    local page = web_page.open(fragment)
    page:wait_for_moves "e4 Kd7"
    page:finish()
  end)

  it("edits a position, and says whether it is legal", function()
    local page = web_page.open()
    page:view "position"
    page:press "#set-empty"
    page:wait "document.getElementById('validity').className === 'bad'"
    assert.is_true(page:eval "document.getElementById('use').disabled")
    page:fill("fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    page:wait "document.getElementById('validity').className === 'good'"
    page:press "#use"
    page:wait "!document.getElementById('game').hidden"
    page:fill("moves", "e4")
    page:submit "play"
    page:wait_for_moves "e4"
    page:finish()
  end)

  it("puts pieces with the mouse, also after a change of the language", function()
    local page = web_page.open()
    page:view "position"
    page:press "#set-empty"
    page:fill("lang", "fr")
    page:wait "document.querySelector('#palette [value=q]').title === 'Noirs dame'"
    page:press "#palette [value=q]"
    for _, board in ipairs { "8/8/8/8/4q3/8/8/8", "8/8/8/8/8/8/8/8" } do
      local x, y = page:square("e4", "#position")
      page.browser:drag(x, y, x, y)
      page:wait(("document.getElementById('fen').value.startsWith('%s ')"):format(board))
    end
    page:finish()
  end)

  it("shows hostile text as text", function()
    local page = web_page.open()
    page:fill("pasted", '[White "<img src=x onerror=alert(1)>"]\n[Event "</script><script>alert(2)</script>"]\n\n'
      .. "1. e4 {<svg onload=alert(3)>} *\n\n1. d4 *\n")
    page:press "#paste"
    page:wait "document.querySelectorAll('#list tbody tr').length === 2"
    page:press "#list tbody button"
    page:wait_for_moves "e4"
    assert.equal(0, page:count "main img, main script:not([type])")
    page:finish()
  end)

  it("stays at the view that the user chose while a game was opened", function()
    local page = web_page.open()
    page:drop(SAMPLE)
    page:wait "document.querySelectorAll('#list tbody tr').length === 100"
    page:eval "document.querySelector('#list tbody button').click(); document.getElementById('tab-check').click(); 0"
    page:wait "document.querySelector('#list tbody tr.current')"
    assert.is_false(page:eval "document.getElementById('check').hidden")
    page:view "games"
    page:press "#list tbody button"
    page:wait "!document.getElementById('game').hidden"
    page:finish()
  end)

  it("omits from a report what its options name", function()
    local page = web_page.open()
    page:fill("pasted", "1. e4 {a remark} *\n\n1. d4 *\n")
    page:press "#paste"
    page:wait "document.querySelectorAll('#list tbody tr').length === 2"
    page:view "reports"
    page:fill("report", "sheet")
    for _, has_remark in ipairs { true, false } do
      page:submit "report-form"
      page:wait(("!document.getElementById('save-report').disabled && %s === %s"):format(
        "document.getElementById('report-shown').textContent.includes('a remark')", has_remark))
      page:eval "document.getElementById('report-more').open = true; 0"
      page:press "#option-sheet-comments" -- omits them
    end
    page:finish()
  end)

  it("lists the reports, folds their options when one is shown, and has buttons for events to choose from", function()
    local page = web_page.open()
    page:drop "spec/data/sample/sample.pgn"
    page:wait "document.querySelectorAll('#list tbody tr').length === 100"
    page:view "reports"
    assert.equal(11, page:eval "document.querySelectorAll('#report-list button').length")
    page:press "#report-list li:nth-child(3) button"
    assert.equal("event", page:eval "document.getElementById('report').value")
    page:eval "document.getElementById('report-more').open = true; 0"
    page:submit "report-form"
    page:wait "document.querySelector('#report-shown button')"
    assert.is_false(page:eval "document.getElementById('report-more').open")
    page:eval [[[...document.querySelectorAll("#report-shown button")].find((it) =>
      it.textContent.startsWith("Norway Chess")).click()]]
    page:wait "document.querySelector('#report-shown h1')"
    assert.equal("Norway Chess, Stavanger NOR, 5–16 October 2020",
      page:eval "document.querySelector('#report-shown h1').textContent")
    assert.equal(0, page:eval "document.getElementById('report-list').offsetHeight")
    page:finish()
  end)

  -- The English texts that the page shows although it has a French translation of them. Single letters name files.
  local UNTRANSLATED = [=[(() => {
    const shown = new Set([...document.querySelectorAll("body *")].filter((it) => !/SCRIPT|STYLE/.test(it.tagName))
      .flatMap((it) => [...["title", "aria-label", "placeholder"].map((name) => it.getAttribute(name)),
        ...[...it.childNodes].filter((child) => child.nodeType === 3).map((child) => child.textContent.trim())]));
    const french = JSON.parse(document.getElementById("french").textContent);
    return Object.entries(french).filter(([from, to]) => from.length > 1 && from !== to && shown.has(from))
      .map(([from]) => from).join("; ");
  })()]=]

  it("is in French after a change of the language, also where it was English", function()
    local page = web_page.open()
    page:drop(SAMPLE)
    page:wait "document.querySelectorAll('#list tbody tr').length === 100"
    page:press "#list tbody button"
    page:wait "!document.getElementById('game').hidden"
    page:view "position"
    page:wait "document.getElementById('validity').textContent === 'This position is legal.'"
    page:fill("lang", "fr")
    page:wait "document.getElementById('validity').textContent === 'Cette position est légale.'"
    assert.equal("", page:eval(UNTRANSLATED))
    page:view "prompt"
    assert.equal("1. Blancs>", page:text "prompt-sign")
    page:view "reports"
    for _, report in ipairs { "crosstable", "sheet", "openings", "table" } do
      page:fill("report", report)
      assert.equal("", page:eval(UNTRANSLATED), report)
    end
    page:finish()
  end)

  it("explains the wrong move of a French line in French", function()
    local page = web_page.open()
    page:fill("lang", "fr")
    page:wait "document.documentElement.lang === 'fr'"
    page:fill("moves", "e4 e5 Cf3 Cc6 Fb5 Dd5")
    page:submit "play"
    page:wait "!document.getElementById('error').hidden"
    local text = page:text "error"
    assert.is_truthy(text:find "^Dd5" and text:find("le pion d7", 1, true), text)
    assert.is_nil(text:find "The " or text:find "english" or text:find "Le pion", text)
    page:finish()
  end)

  it("names the game in the title of its tab, which has an icon", function()
    local page = web_page.open()
    assert.equal("Lucena", page:eval "document.title")
    assert.is_truthy(page:eval "document.querySelector('link[rel=icon]').href":find "^data:image/")
    page:fill("pasted", '[White "A"]\n[Black "B"]\n\n1. e4 *\n')
    page:press "#paste"
    page:wait "document.title === 'A – B · Lucena'"
    page:finish()
  end)

  it("is accessible and fits, in both languages, light and dark", function()
    local page = web_page.open()
    page:drop(SAMPLE)
    page:wait "document.querySelectorAll('#list tbody tr').length === 100"
    page:press "#list tbody button"
    page:wait "!document.getElementById('game').hidden"
    for _, look in ipairs { { 1280, 800, "light", "en" }, { 360, 740, "dark", "fr" } } do
      page.browser:resize(look[1], look[2])
      page.browser:media(look[3])
      page:fill("lang", look[4])
      page:wait(("document.documentElement.lang === '%s'"):format(look[4]))
      for _, view in ipairs { "games", "game", "check", "translate", "read", "reports", "position", "prompt" } do
        page:view(view)
        assert.same({}, page.browser:faults(), view)
        assert.equal(0, page:eval "Math.max(0, document.documentElement.scrollWidth - innerWidth)", view)
      end
    end
    page:finish()
  end)
end)
