-- All kinds of pages in a real browser, on large and small screens, light and dark, and on paper: no element is outside
-- the window, nothing is logged, no other file is read, and axe-core finds no serious fault.

local chess = require "lucena"
local file = require "spec.support.file"
local need = require "spec.support.need"

local SAMPLE = "spec/data/sample/sample.pgn"

local browser, folder

-- Starts the browser with the first test, which is skipped if there is none.
local function start()
  browser = browser or require "spec.support.chromium" ()
  folder = folder or require "spec.support.folder" ()
end

teardown(function()
  if browser then
    browser:__close()
    folder:__close()
  end
end)

local function report_of(name, options, path)
  local report = assert(chess.report(name, options))
  for game in chess.games(path or SAMPLE, { query = report:query() }) do
    report:add(game)
  end
  return report
end

-- Report files of tournaments as games.
local function report_of_trf(name, path)
  local games = require("lucena.tournament.trf_reader").read(file.read(path), path)
  local report = assert(chess.report(name))
  for game in chess.games_in(games) do
    report:add(game)
  end
  return report
end

-- Positions as exercises.
local function worksheet()
  local report = assert(chess.report("sheet", { exercises = true, limit = 6 }))
  for record in io.lines "spec/data/epd/suite.epd" do
    local fen = record:match "^%S+ [wb] %S+ %S+"
    if fen then
      report:add(assert(chess.game(('[SetUp "1"]\n[FEN "%s 0 1"]\n\n*\n'):format(fen))))
    end
  end
  return report
end

-- A knockout of four players.
local function knockout()
  local report = assert(chess.report "event")
  for _, it in ipairs { { "1", "A", "B", "1-0" }, { "1", "C", "D", "0-1" }, { "2", "A", "D", "1/2-1/2" },
    { "2", "D", "A", "0-1" } } do
    report:add(chess.game(('[Event "Cup"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n1. e4 *\n')
      :format(table.unpack(it))))
  end
  return report
end

-- The pages: name and a function that makes the report.
local PAGES = {
  { "summary", function() return report_of "summary" end },
  { "table", function() return report_of("table", { rows = "Decade", columns = "Result" }) end },
  { "player", function() return report_of("player", { name = "GABUZYAN_CHESSMOOD" }) end },
  { "endings", function() return report_of "endings" end },
  { "tournaments", function() return report_of "tournaments" end },
  { "crosstable", function() return report_of("crosstable", { event = "Norway Chess" }) end },
  { "crosstable of teams", function() return report_of_trf("crosstable", "spec/data/trf/league.trf") end },
  { "event", function() return report_of("event", { event = "Norway Chess" }) end },
  { "event from a report file", function() return report_of_trf("event", "spec/data/trf/club.trf") end },
  { "event of a knockout", knockout },
  { "openings", function() return report_of("openings", { depth = 6 }) end },
  { "opening", function() return report_of("opening", { position = "e4 e5" }) end },
  { "repertoire", function()
    return report_of("repertoire", require("lucena.report.repertoire").examples[1].options)
  end },
  { "games", function() return report_of("sheet", { limit = 5 }) end },
  { "worksheet", worksheet },
  { "score sheet", function() return report_of("sheet", { blank = 60, limit = 2 }) end },
  { "sheet of empty boards", function() return report_of("sheet", { boards = 6 }) end },
}

-- The elements with text that are partly outside the window. An element in a part that scrolls may be wider.
local OUTSIDE = [[(() => { const scrolls = (e) => { for (; e && e !== document.body; e = e.parentElement)
    if (/auto|scroll/.test(getComputedStyle(e).overflowX)) return true; return false; };
  return [...document.querySelectorAll("body *")].filter((e) => { const b = e.getBoundingClientRect();
    return b.width && b.height && (b.left < -0.5 || b.right > innerWidth + 0.5) && !scrolls(e)
      && getComputedStyle(e).visibility === "visible" && !e.closest(".hidden, [hidden], svg *"); })
    .slice(0, 5).map((e) => e.localName + "." + (e.getAttribute("class") || "") + " " + e.textContent.slice(0, 30));
})()]]

-- Checks the page that is open, in the four states. axe-core is slow, so it checks each size and each scheme once.
local function check(name)
  for _, width in ipairs { 1280, 360 } do
    browser:resize(width, 740)
    for _, scheme in ipairs { "light", "dark" } do
      local state = ("%s, %d pixels, %s"):format(name, width, scheme)
      browser:media(scheme)
      assert.is_true(browser:eval "document.documentElement.scrollWidth <= innerWidth", state)
      assert.same({}, browser:eval(OUTSIDE), state)
      assert.same({}, (width == 1280) == (scheme == "light") and browser:faults { preload = false } or {}, state)
      browser:screenshot(("build/pictures/page-%s-%d-%s.png"):format(name:gsub(" ", "-"), width, scheme))
    end
  end
  assert.same({}, browser.said, name)
end

-- Returns the words of table cells that the page has and the paper lacks.
local function missing_on_paper(name)
  local path = folder:path "page.pdf"
  browser:media("light", "print")
  browser:pdf(path)
  local tool = need.program "pdftotext"
  assert(folder:run(("LD_PRELOAD= '%s' -layout page.pdf page.txt"):format(tool)))
  local text = folder:read("page.txt"):gsub("%s+", "")
  local list = {}
  for _, word in ipairs(browser:eval [[[...new Set([...document.querySelectorAll("thead th")]
    .filter((e) => e.offsetParent).map((e) => e.innerText.replace(/[\s↕▲▼]+/g, "")))].filter((t) => t)]]) do
    list[#list + 1] = not text:find(word, 1, true) and not text:lower():find(word:lower(), 1, true) and word or nil
  end
  assert.same({}, list, name)
end

setup(function()
  os.execute "mkdir -p build/pictures"
end)

describe("the page", function()
  for _, it_is in ipairs(PAGES) do
    it("of the report " .. it_is[1] .. " fits all screens and paper, and has no serious fault", function()
      start()
      browser:open(folder:write(it_is[1]:gsub(" ", "-") .. ".html", (assert(it_is[2]():format "html"))))
      check(it_is[1])
      missing_on_paper(it_is[1])
    end)
  end

  it("of a crosstable is a table on a phone, too", function()
    start()
    local report = report_of("crosstable", { event = "Norway Chess" })
    browser:open(folder:write("phone.html", (assert(report:format "html"))))
    browser:resize(360, 740)
    local tops = browser:eval [=[[...document.querySelector("tbody tr").cells].filter((it) => it.offsetParent)
      .map((it) => Math.round(it.getBoundingClientRect().top))]=]
    assert.is_true(#tops >= 3)
    for _, top in ipairs(tops) do
      assert.equal(tops[1], top)
    end
    assert.is_true(browser:eval "document.querySelector('tbody tr').getBoundingClientRect().height < 60")
  end)

  it("of the documentation fits all screens, and has no serious fault", function()
    need.program "cmark-gfm"
    start()
    local lua = os.getenv("LUCENA_LUA") or "lua5.4"
    assert(os.execute(("LD_PRELOAD= %s scripts/dev/gen_site.lua %s/site"):format(lua, folder:path "")))
    for _, name in ipairs { "index", "docs/README", "docs/reports", "api/Position" } do
      browser:open(folder:path("site/" .. name .. ".html"))
      check(name:gsub("/", "-"))
    end
  end)
end)
