-- Tables of report pages in a real browser: no column is cut off on screen or paper, a click on a title sorts, and a
-- text field filters.

local chess = require "lucena"
local need = require "spec.support.need"

local browser, folder
local pages = 0

-- A Swiss tournament whose results follow from the numbers of the players. Its cells are like "12w1".
local function swiss(players, rounds)
  local out = {}
  for round = 1, rounds do
    for i = 1, players // 2 do
      local white, black = i, players // 2 + (i + round) % (players // 2) + 1
      out[#out + 1] = ('[Event "Big Open"]\n[Date "2020.01.%02d"]\n[Round "%d"]\n[White "Player, Number %d"]\n'
        .. '[Black "Player, Number %d"]\n[WhiteElo "%d"]\n[Result "%s"]\n\n*\n'):format(round, round, white, black,
          2000 + white, (i + round) % 3 == 0 and "1/2-1/2" or "1-0")
    end
  end
  return table.concat(out, "\n")
end

local function open(pgn, options, lang)
  browser = browser or require "spec.support.chromium" ()
  folder = folder or require "spec.support.folder" ()
  local report = assert(chess.report("crosstable", options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  pages = pages + 1
  browser:open(folder:write(("table%d.html"):format(pages), (report:format("html", { lang = lang }))))
  browser:media("light", "screen")
end

teardown(function()
  if browser then
    browser:__close()
    folder:__close()
  end
end)

-- The number of cells with text that are partly outside the window.
local OUTSIDE = [[[...document.querySelectorAll("td, th")].filter((cell) => {
  const box = cell.getBoundingClientRect();
  return cell.textContent && box.width && (box.left < 0 || box.right > innerWidth + 0.5); }).length]]
local TEXTS = [[[...document.querySelectorAll("tbody tr:not([hidden]) th")].map((e) => e.textContent).join("; ")]]

describe("a table of a report", function()
  it("has all its columns inside the window at any width", function()
    for _, size in ipairs { { 8, 7 }, { 20, 9 }, { 120, 15 }, { 40, 30 } } do
      open(swiss(size[1], size[2]), { kind = "swiss" })
      for _, width in ipairs { 1280, 700, 360 } do
        browser:resize(width, 740)
        assert.equal(0, browser:eval(OUTSIDE), ("%d rounds, %d pixels"):format(size[2], width))
      end
      assert.same({}, browser.said)
    end
  end)

  it("is a table of places, names and points on a phone, whose rows open", function()
    open(swiss(120, 9), { kind = "swiss", tiebreaks = "BH,SB" })
    browser:resize(360, 740)
    local LINE = [[[...document.querySelectorAll("tbody tr")[%d].children].filter((e) =>
      e.getBoundingClientRect().height).map((e) => e.textContent).join(" ")]]
    assert.is_truthy((browser:eval(LINE:format(0))):find("^1 Player, Number %d+ 7½ %d+½?$"))
    assert.equal("# Player Points BH", (browser:eval((LINE:format(0):gsub("tbody", "thead")))))
    -- Some lines of text for each player; a card with nine rounds has six.
    assert.is_true(browser:eval 'document.querySelector("tbody").getBoundingClientRect().height' < 120 * 85)
    assert.equal(1, browser:eval [[new Set([...document.querySelectorAll("tbody tr")].slice(0, 50).map((row) =>
      Math.round(row.querySelectorAll("td")[2].getBoundingClientRect().right))).size]])
    browser:click "tbody tr button.fold"
    assert.is_truthy(browser:eval(LINE:format(0)):find("%d+w1"))
    assert.equal("true", browser:eval 'document.querySelector("button.fold").getAttribute("aria-expanded")')
    assert.equal(0, browser:eval(OUTSIDE))
    browser:resize(1280, 740)
    assert.equal(0, browser:eval '[...document.querySelectorAll("button.fold")].filter((e) => e.offsetHeight).length')
    assert.same({}, browser.said)
  end)

  it("has a place, a name, points and a tie-break on one line on a phone", function()
    local ROWS = [[[...document.querySelectorAll("tr")].filter((row) => new Set([...row.children].filter((e) =>
      e.getBoundingClientRect().height).map((e) => e.getBoundingClientRect().top)).size > 1).length]]
    local SCROLLED = '[...document.querySelectorAll("div.wide")].filter((e) => e.scrollWidth > e.clientWidth).length'
    for _, size in ipairs { { 8, 7 }, { 20, 9 }, { 120, 15 } } do
      for _, tiebreaks in ipairs { "DE", "BH", "SB", "TPR" } do
        open(swiss(size[1], size[2]), { kind = "swiss", tiebreaks = tiebreaks })
        browser:resize(360, 740)
        assert.equal(0, browser:eval(ROWS), tiebreaks)
        assert.equal(0, browser:eval(SCROLLED), tiebreaks)
      end
    end
  end)

  it("has colours for won and lost games", function()
    local function classes(pgn, options)
      local report = assert(chess.report("crosstable", options))
      for game in chess.games_in(pgn) do
        report:add(game)
      end
      local list = {}
      for class, text in report:format("html"):gmatch '<td class="(%l+)"[^>]*>([^<]*)<' do
        list[#list + 1] = class .. " " .. text
      end
      table.sort(list)
      return table.concat(list, ", ")
    end
    local function game(round, white, black, result)
      return ('[Event "E"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n%s\n\n'):format(round, white,
        black, result, result)
    end
    local games = game(1, "A", "B", "1-0") .. game(2, "B", "A", "1/2-1/2") .. game(3, "A", "C", "0-1")
      .. game(4, "C", "A", "0-1") .. game(5, "B", "C", "1/2-1/2") .. game(6, "C", "B", "1/2-1/2")
    assert.equal("lost 0½, won 1½", classes(games, { kind = "robin" }))
    assert.equal("lost 2b0, won 3w1", classes(game(1, "A", "C", "1-0") .. game(1, "B", "Bye", "1-0")
      .. game(2, "A", "B", "1/2-1/2"), { kind = "swiss", min_games = 1 }))
    -- the points of a match do not show who won it: 1 of 2 boards is a draw
    local match = game("1.1", "a", "b", "1-0") .. game("1.2", "c", "d", "1-0")
    match = match:gsub('%[White "a"%]', '%0\n[WhiteTeam "X"]\n[BlackTeam "Y"]')
      :gsub('%[White "c"%]', '%0\n[WhiteTeam "Y"]\n[BlackTeam "X"]')
    assert.equal("", classes(match, { kind = "teams", min_games = 1 }))
  end)

  it("wraps long texts before its rows fold, and never a move of a tree", function()
    open(swiss(4, 1), {}) -- starts the browser
    local report = assert(chess.report("openings", { min = 2, depth = 10 }))
    for game in chess.games "spec/data/sample/sample.pgn" do
      report:add(game)
    end
    browser:open(folder:write("openings.html", (report:format "html")))
    local LINES = [[Math.max(...[...document.querySelectorAll("tbody th")].map(
      (e) => (e.getBoundingClientRect().height - 14) / parseFloat(getComputedStyle(e).fontSize)))]]
    for _, width in ipairs { 1280, 360 } do
      browser:resize(width, 740)
      assert.equal(width == 1280 and "table-row" or "flex",
        browser:eval 'getComputedStyle(document.querySelector("tbody tr")).display')
      assert.equal(0, browser:eval(OUTSIDE), width)
    end
    assert.is_true(browser:eval(LINES) < 2)
  end)

  it("of a few numbers stays a table on a phone, without bars of counts that it has as numbers", function()
    open(swiss(4, 1), {}) -- starts the browser
    local list = { player = { name = "Carlsen" }, summary = {} }
    for name, options in pairs(list) do
      local report = assert(chess.report(name, options))
      for game in chess.games "spec/data/sample/sample.pgn" do
        report:add(game)
      end
      browser:open(folder:write(name .. ".html", (report:format "html")))
      for _, width in ipairs { 390, 360 } do
        browser:resize(width, 740)
        local cards = browser:eval [=[[...document.querySelectorAll("section:has(table)")].filter((it) =>
          getComputedStyle(it.querySelector("tbody tr")).display === "flex")
          .map((it) => it.querySelector("h2").textContent).join(", ")]=]
        assert.equal(name == "summary" and "Openings, Accuracy by phase, Blunders by time left"
          or "Openings as White, Openings as Black, Head to head, Actual and expected score, Events", cards)
        assert.equal(0, browser:eval(OUTSIDE), name)
        assert.equal(0, browser:eval [=[[...document.querySelectorAll("div.wide")].filter((it) =>
          it.scrollWidth > it.clientWidth).length]=], name)
        assert.equal(0, browser:eval [=[[...document.querySelectorAll("th")].filter((it) =>
          it.textContent === "Results" && it.getBoundingClientRect().width).length]=], name)
      end
    end
  end)

  it("of openings is a tree of short rows on a phone, which open, and bars have half their width", function()
    open(swiss(4, 1), {}) -- starts the browser
    for _, name in ipairs { "openings", "opening" } do
      local report = assert(chess.report(name, name == "opening" and { position = "e4 e5" } or {}))
      for game in chess.games "spec/data/sample/sample.pgn" do
        report:add(game)
      end
      browser:open(folder:write(name .. ".html", report:format "html"))
      browser:media("light", "screen")
      for _, width in ipairs { 390, 360 } do
        browser:resize(width, 800)
        assert.equal(0, browser:eval(OUTSIDE), name)
        assert.is_true(browser:eval "document.documentElement.scrollWidth <= innerWidth", name)
      end
      if name == "openings" then
        assert.is_true(browser:eval "[...document.querySelectorAll('tbody tr')].every((it) => it.offsetHeight < 45)")
        browser:click "tbody tr:nth-child(8) button.fold"
        assert.is_true(browser:eval "document.querySelector('tbody tr:nth-child(8)').offsetHeight > 80")
        assert.is_true(browser:eval [=[document.querySelector("tbody tr:nth-child(8) th").offsetWidth
          < document.querySelector("tbody tr:nth-child(8)").offsetWidth - 100]=])
      else
        assert.is_true(browser:eval "document.querySelector('svg.bar').getBoundingClientRect().width === 48")
        assert.equal("table", browser:eval "getComputedStyle(document.querySelector('#s2 table')).display")
      end
    end
  end)

  it("of tournaments has the event, the year and the winner on a phone, and the whole date in an open row", function()
    open(swiss(4, 1), {}) -- starts the browser
    local report = assert(chess.report("tournaments", {}))
    for game in chess.games "spec/data/sample/sample.pgn" do
      report:add(game)
    end
    browser:open(folder:write("tournaments.html", report:format "html"))
    local LINE = [[[...document.querySelectorAll("tbody tr")[8].children].filter((e) =>
      e.getBoundingClientRect().height).map((e) => e.innerText).join("|")]]
    browser:resize(390, 740)
    assert.equal("Zurich Chess Challenge|2013|Caruana, Fabiano", (browser:eval(LINE):gsub("^%s+", "")))
    browser:click "tbody tr:nth-child(9) button.fold"
    assert.is_truthy(browser:eval(LINE):find("|2013.03.01|", 1, true), browser:eval(LINE))
    browser:resize(1280, 740)
    assert.is_truthy(browser:eval(LINE):find("|2013.02.23|", 1, true), browser:eval(LINE))
  end)

  it("has all its columns on paper", function()
    for _, size in ipairs { { 8, 7 }, { 120, 15 }, { 40, 30 } } do
      open(swiss(size[1], size[2]), { kind = "swiss" })
      browser:media("light", "print")
      browser:resize(1047, 740) -- A4 landscape without its margins
      assert.equal(0, browser:eval(OUTSIDE), size[2] .. " rounds")
      assert.equal("table-row", browser:eval 'getComputedStyle(document.querySelector("tbody tr")).display')
    end
  end)

  it("fits portrait paper, with wrapped texts, if its letters stay readable", function()
    open(swiss(4, 1), {}) -- starts the browser
    for _, name in ipairs { "summary", "player" } do
      local report = assert(chess.report(name, name == "player" and { name = "Carlsen" } or {}))
      for game in chess.games "spec/data/sample/sample.pgn" do
        report:add(game)
      end
      local html = report:format "html"
      assert.is_nil(html:find("landscape", 1, true), name)
      browser:open(folder:write(name .. ".html", html))
      browser:media("light", "print")
      browser:resize(717, 1000) -- A4 without its margins
      assert.equal(0, browser:eval(OUTSIDE), name)
      assert.is_true(browser:eval [=[[...document.querySelectorAll("table")].every(
        (it) => parseFloat(getComputedStyle(it).fontSize) >= 10.5)]=], name)
    end
    -- A tree has no spare columns on portrait paper.
    local report = assert(chess.report("openings", {}))
    for game in chess.games "spec/data/sample/sample.pgn" do
      report:add(game)
    end
    local html = report:format "html"
    assert.is_nil(html:find("landscape", 1, true))
    browser:open(folder:write("openings.html", html))
    browser:media("light", "print")
    assert.equal(0, browser:eval(OUTSIDE))
    assert.equal("Move Games Share White / draw / Black Score Perf. ECO Opening", browser:eval [=[
      [...document.querySelectorAll("thead th")].filter((it) => it.offsetWidth)
        .map((it) => it.textContent).join(" ")]=])
    -- The counts of the bars have columns of their own.
    browser:open(folder:path "summary.html")
    assert.equal(0, browser:eval "[...document.querySelectorAll('span.parts')].filter((it) => it.offsetWidth).length")
  end)

  it("of few columns and many rows is in columns on paper", function()
    open(swiss(4, 1), {}) -- starts the browser
    local report = assert(chess.report("table", { rows = "ECO" }))
    for game in chess.games "spec/data/sample/sample.pgn" do
      report:add(game)
    end
    browser:open(folder:write("table.html", report:format "html"))
    assert.equal("auto", browser:eval "getComputedStyle(document.querySelector('div.wide')).columnCount")
    browser:media("light", "print")
    assert.equal("5", browser:eval "getComputedStyle(document.querySelector('div.wide')).columnCount")
  end)

  it("has the titles of its columns on each page of paper", function()
    local tool = need.program "pdftotext"
    open(swiss(120, 3), { kind = "swiss" })
    browser:media("light", "print")
    browser:pdf(folder:path "table.pdf")
    assert(folder:run(("LD_PRELOAD= '%s' table.pdf table.txt"):format(tool)))
    local text = folder:read "table.txt"
    local _, pages_of_paper = text:gsub("\f", "")
    assert.is_true(pages_of_paper > 1)
    assert.equal(pages_of_paper, select(2, text:gsub("Points", "")))
  end)

  it("has the points next to the name", function()
    open(swiss(8, 5), { kind = "swiss" })
    assert.equal("Points", browser:eval [[
      [...document.querySelectorAll("thead th")].find((e) => e.textContent === "Player").nextSibling.textContent]])
  end)

  it("is sorted by a click or a key on a title, and numbers are sorted by value", function()
    open(swiss(24, 3), { kind = "swiss" })
    browser:resize(1280, 900)
    local function first()
      return browser:eval 'document.querySelector("tbody td").textContent'
    end
    assert.equal("1", first())
    browser:click "thead th:first-child button"
    assert.equal("24", first())
    assert.equal("descending", browser:eval 'document.querySelector("thead th").getAttribute("aria-sort")')
    browser:click "thead th:first-child button"
    assert.equal("1", first())
    browser:eval 'document.querySelectorAll("thead button")[2].focus()'
    browser:key "Enter"
    assert.equal("Player, Number 1", browser:eval(TEXTS):match("^[^;]+"))
    assert.same({}, browser.said)
  end)

  it("is filtered by a text, ignoring letter case and accents", function()
    open(swiss(24, 3):gsub("Player, Number 7\"", "Müller, Jörg\""), { kind = "swiss" })
    browser:eval [[(() => { const input = document.querySelector("label.filter input"); input.value = "mULLER, jorg";
      input.dispatchEvent(new Event("input")); })()]]
    assert.equal("Müller, Jörg", browser:eval(TEXTS))
  end)

  it("is complete without a script", function()
    local report = assert(chess.report("crosstable", { kind = "swiss" }))
    for game in chess.games_in(swiss(8, 5)) do
      report:add(game)
    end
    local html = report:format "html"
    assert.equal(8, select(2, html:gsub('<th scope="row">', "")))
    assert.is_nil(html:find("<button", 1, true))
    assert.is_truthy(html:find("<title>Big Open, 1–5 January 2020 – Crosstable</title>", 1, true))
  end)

  it("of many rows omits what HTML does not need, and the browser reads the same rows", function()
    local rows = {}
    for i = 1, 2001 do
      rows[i] = { place = i, name = "Player " .. i, points = 3 }
    end
    local columns = { { key = "place", title = "#", kind = "integer" }, { key = "name", title = "Player" },
      { key = "points", title = "Points", kind = "points" } }
    local page = { lang = "en", words = function(text) return text end, title = "T" }
    local html = require("lucena.render.html").html({ { columns = columns, rows = rows } }, page)
    assert.is_truthy(html:find("<tr><td>1<th>Player 1<td>1½\n", 1, true))
    browser = browser or require "spec.support.chromium" ()
    folder = folder or require "spec.support.folder" ()
    browser:open(folder:write("long.html", html))
    assert.equal(2001, browser:eval 'document.querySelectorAll("tbody tr").length')
    assert.equal("2,001|Player 2001|1½", browser:eval [[
      [...document.querySelector("tbody tr:last-child").cells].map((e) => e.textContent.trim()).join("|")]])
    assert.equal("sticky", browser:eval 'getComputedStyle(document.querySelector("tbody th")).position')
  end)
end)
