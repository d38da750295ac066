-- Pages of reports in a real browser. A page must log nothing and make no requests. Its board must step through a game
-- with its variations, and text from games must appear as text. Screenshots are saved in build/pictures.

local chess = require "lucena"
local json = require "dkjson"

local GAME = [=[
[Event "Cup"]
[White "Anna"]
[Black "Boris"]
[Result "1-0"]

{Intro} 1. e4 {[%clk 0:10:00][%eval 0.3] best [%cal Ge2e4,Rd7d5][%csl Ye5]} e5 {[%clk 0:09:50][%eval 0.2]}
(1... c5 $14 {[%eval 0.4]} 2. Nf3 (2. c3 d5 {so}) 2... d6) (1... e6) 2. Nf3 $220 {[%clk 0:09:00][%eval 0.3]}
Nc6 {[%clk 0:09:00][%eval 0.3]} 3. Bc4 {[%clk 0:08:00][%eval 0.1]} Nf6 4. Ng5 {[%eval 0.0]} d5 5. exd5 b5
6. Bxb5 Qxd5 7. Nc3 Qxg2 8. Qf3 Qxf3 9. Nxf3 Bd7 10. O-O a6 11. Ba4 h6 12. d3 1-0
]=]

local MEN = [=[(() => { const men = {};
  for (const [side, name] of [["white", (k) => k], ["black", (k) => k.toLowerCase()]])
    for (const use of document.querySelectorAll("article .board ." + side + " use"))
      men[use.getAttribute("x") / 100 + "," + use.getAttribute("y") / 100] = name(use.getAttribute("href").slice(4));
  return men; })()]=]

local COUNTS = [[(() => { const counts = {};
  for (const e of document.querySelectorAll("body *")) for (const a of ["", ...e.getAttributeNames()])
    counts[e.localName + "." + a] = (counts[e.localName + "." + a] || 0) + 1;
  return counts; })()]]

local browser, folder, path
local pages = 0

-- Opens a report in the browser. The first call starts the browser. Tests are skipped if there is no browser.
local function open_report(name, games, options, fragment)
  browser = browser or require "spec.support.chromium" ()
  folder = folder or require "spec.support.folder" ()
  local report = assert(chess.report(name, options))
  for _, game in ipairs(games) do
    report:add(game)
  end
  -- Each page is a new file, because changing only the fragment of a URL would not load the page again.
  pages = pages + 1
  path = folder:write(("page%d.html"):format(pages), (report:format "html"))
  browser:open(path .. (fragment or ""))
end

local function open(games, options, fragment)
  open_report("sheet", games, options or {}, fragment)
end

-- Compares the pieces on the page's board with those of a position.
local function shows(position, flip)
  local wanted = {}
  for column = 0, 7 do
    for row = 0, 7 do
      local file, rank = flip and 7 - column or column, flip and row + 1 or 8 - row
      wanted[column .. "," .. row] = position:piece(string.char(97 + file) .. rank)
    end
  end
  assert.same(wanted, browser:eval(MEN))
end

local function status()
  return browser:eval 'document.querySelector(".status b").textContent'
end

local function count(selector)
  return browser:eval(('document.querySelectorAll(%s).length'):format(json.encode(selector)))
end

local function is_silent()
  assert.same({}, browser.said)
  assert.same({ "file://" .. path }, browser.requests)
end

teardown(function()
  if browser then
    browser:__close()
    folder:__close()
  end
end)

describe("a game sheet in a browser", function()
  it("goes through the mainline by keys, forward and back", function()
    local game = chess.game(GAME)
    open { game }
    shows(game.root.position)
    for node in game:mainline() do
      browser:key "ArrowRight"
      shows(node.position)
    end
    browser:key "ArrowRight" -- at the end of the game this changes nothing
    shows(game.final)
    browser:key "ArrowLeft"
    assert.equal("11... h6", status())
    browser:key "Home"
    shows(game.root.position)
    browser:key "End"
    shows(game.final)
    is_silent()
  end)

  it("has no board on paper, where diagrams take its place", function()
    local SHOWN = "document.querySelector('.stage svg.board').getBoundingClientRect().height > 0"
    local function on_paper()
      browser:media("light", "print")
      local shown = browser:eval(SHOWN)
      browser:media("light", "screen")
      return shown
    end
    open { chess.game(GAME) }
    assert.is_true(browser:eval(SHOWN))
    assert.is_false(on_paper())
    browser:key "ArrowRight"
    assert.is_false(on_paper())
    open { chess.game '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *' }
    assert.is_false(on_paper())
  end)

  it("enters variations by buttons, clicks and keys", function()
    local game = chess.game(GAME)
    open { game }
    browser:click '[data-go="next"]'
    assert.equal("1. e4", status())
    assert.equal(3, count ".choices button")
    browser:click ".choices button:nth-child(2)"
    shows(game.root[1][2].position)
    assert.equal("1... c5 +=", status())
    browser:key "ArrowRight"
    shows(game.root[1][2][1].position)
    browser:key "ArrowDown" -- the next variation
    shows(game.root[1][2][2].position)
    browser:click "a[data-n='8']"
    shows(game.root[1][3].position)
    assert.equal(1, count "a[aria-current]")
    assert.equal("e6", browser:eval 'document.querySelector("a[aria-current]").textContent')
    is_silent()
  end)

  it("shows arrows, colored squares and the last move, also from Black's side", function()
    local game = chess.game(GAME)
    open({ game }, {}, "#g1m1")
    assert.equal(2, count ".board .arrows path")
    assert.equal(3, count ".board .fields path")
    browser:key "f"
    shows(game.root[1].position, true)
    assert.equal("rotate(180 400 400)", browser:eval 'document.querySelector(".arrows").getAttribute("transform")')
    browser:key "ArrowRight"
    assert.equal(0, count ".board .arrows path")
    assert.equal(2, count ".board .fields path")
    is_silent()
  end)

  it("plays automatically until the end or until a key is pressed", function()
    open { chess.game(GAME) }
    browser:eval "window.setInterval = ((old) => (f) => old(f, 5))(window.setInterval)"
    browser:click ".controls [data-go=play]"
    assert.equal("12. d3", browser:eval [[new Promise((done) => { const wait = () => {
      if (document.querySelector("[data-go=play]").getAttribute("aria-pressed") === "true") setTimeout(wait, 5);
      else done(document.querySelector(".status b").textContent); }; wait(); })]])
    is_silent()
  end)

  it("copies the position and the game, and offers the game as a file", function()
    open { chess.game(GAME) }
    browser:eval [[document.addEventListener("copy", () => { window.copied = document.activeElement.value; })]]
    browser:key "ArrowRight"
    browser:click "[data-copy=fen]"
    assert.equal("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", browser:eval "window.copied")
    assert.equal("Copied", browser:eval 'document.querySelector(".status span").textContent')
    browser:click "[data-copy=pgn]"
    assert.is_truthy(browser:eval("window.copied"):find('[White "Anna"]', 1, true))
    browser:click "[data-copy=link]"
    assert.equal("file://" .. path .. "#g1m1", browser:eval "window.copied")
    local game = chess.game(browser:eval 'decodeURIComponent(document.querySelector("[data-save]").href.split(",")[1])')
    assert.equal(23, game.plies)
    is_silent()
  end)

  it("has graphs that follow the moves and can be clicked", function()
    open { chess.game(GAME) }
    assert.equal("", browser:eval 'document.querySelector(".cursor").getAttribute("transform") || ""')
    browser:click "svg.evals" -- the middle of the chart is ply 12 of 23
    assert.equal("6... Qxd5", status())
    local x = browser:eval 'parseFloat(document.querySelector(".cursor").getAttribute("transform").slice(10))'
    assert.is_true(math.abs(x - 11.5 * 600 / 23) < 0.01, tostring(x))
    is_silent()
  end)

  local function clocks()
    return browser:eval '[...document.querySelectorAll(".player")].map(p => p.textContent)'
  end

  it("has the players and their clocks above and below the board", function()
    open { chess.game('[TimeControl "605+2"]\n' .. GAME) }
    assert.same({ "Boris0:10:05", "Anna0:10:05" }, clocks())
    browser:key "ArrowRight"
    assert.same({ "Boris0:10:05", "Anna0:10:00" }, clocks())
    browser:key "ArrowRight"
    assert.same({ "Boris0:09:50", "Anna0:10:00" }, clocks())
    assert.equal("Anna0:10:00", browser:eval 'document.querySelector(".running").parentElement.textContent')
    browser:key "f"
    assert.same({ "Anna0:10:00", "Boris0:09:50" }, clocks())
    open { chess.game "1. e4 {no clock} e5 *" }
    assert.same({ "?", "?" }, clocks())
    is_silent()
  end)

  it("has an evaluation bar, and the player below has the lower part", function()
    local BAR = 'document.querySelector(".bar .white").getAttribute("d")'
    open { chess.game "1. e4 {[%eval 0.0]} e5 {[%eval #3]} 2. Nf3 *" }
    browser:key "ArrowRight"
    assert.equal("M0 50h10v50h-10z", browser:eval(BAR))
    browser:key "ArrowRight"
    assert.equal("M0 0h10v100h-10z", browser:eval(BAR))
    browser:key "ArrowRight"
    assert.is_true(browser:eval 'document.querySelector(".bar").classList.contains("unknown")')
    open { chess.game "1. e4 {[%eval 3.0]} e5 {[%eval 3.0]} *" }
    browser:key "End"
    assert.equal("M0 25h10v75h-10z", browser:eval(BAR))
    browser:key "f"
    assert.equal("M0 0h10v75h-10z", browser:eval(BAR))
    open { chess.game "1. e4 e5 *" }
    assert.is_nil(browser:eval 'document.querySelector(".bar") || undefined')
    is_silent()
  end)

  it("marks blunders in the graph, and a click on one goes to the move", function()
    open { chess.game "1. f3 {[%eval -0.5]} e5 {[%eval -0.5]} 2. g4 {[%eval #-1]} Qh4# *" }
    assert.equal("2. g4 (blunder)", browser:eval 'document.querySelector(".judged[data-n=\'3\'] title").textContent')
    browser:click ".judged[data-n='3']"
    assert.equal("2. g4", status())
    is_silent()
  end)

  it("of several games has a list that can be filtered", function()
    open { chess.game '[White "Tal"]\n1. e4 *', chess.game '[White "Karpov"]\n1. d4 *' }
    browser:eval [[(() => { const input = document.querySelector(".contents input"); input.value = "kar";
      input.dispatchEvent(new Event("input")); })()]]
    assert.same({ true, false }, browser:eval '[...document.querySelectorAll(".contents li")].map(e => e.hidden)')
    assert.same({ true, false }, browser:eval '[...document.querySelectorAll("article")].map(e => e.hidden)')
    is_silent()
  end)

  it("with several games reacts to keys only in the game used last", function()
    local games = { chess.game "1. e4 e5 *", chess.game "1. d4 d5 *" }
    open(games)
    browser:click "article:nth-of-type(2) [data-go='next']"
    browser:key "ArrowRight"
    assert.same({ "Start", "1... d5" },
      browser:eval '[...document.querySelectorAll(".status b")].map(b => b.textContent)')
    assert.equal("#g2m2", browser:eval "new Promise(done => setTimeout(() => done(location.hash), 400))")
    is_silent()
  end)

  it("fits small and large screens, light and dark", function()
    os.execute("mkdir -p build/pictures")
    open({ chess.game(GAME) }, {}, "#g1m1")
    for name, size in pairs { phone = { 360, 740 }, desktop = { 1280, 860 } } do
      browser:resize(table.unpack(size))
      for _, scheme in ipairs { "dark", "light" } do
        browser:media(scheme)
        browser:screenshot(("build/pictures/sheet-%s-%s.png"):format(name, scheme))
      end
      assert.is_true(browser:eval "document.documentElement.scrollWidth <= innerWidth", name)
      local board = browser:eval [[(() => { const r = document.querySelector(".board").getBoundingClientRect();
        return {left: r.left, right: innerWidth - r.right, width: r.width}; })()]]
      assert.is_true(board.left >= 0 and board.right >= 0 and board.width >= 280, name .. " " .. board.width)
    end
    is_silent()
  end)

  it("runs only its own script", function()
    open { chess.game(GAME) }
    browser:eval [[document.body.insertAdjacentHTML("beforeend", "<img src='data:,' onerror='window.hit = 1'>")]]
    browser:eval [[document.body.appendChild(document.createElement("script")).textContent = "window.hit = 2"]]
    browser:eval [[document.body.appendChild(new Image()).src = "http://192.0.2.1/x.png"]]
    assert.is_nil(browser:eval "window.hit")
    assert.is_true(#browser.said >= 2) -- the browser logs the requests that it refused
  end)

  it("has the same elements and attributes for any text of the games", function()
    local function games(texts)
      local out = {}
      for i, text in ipairs(texts) do
        local game = chess.game "1. e4 {c} (1. d4 $220 {c}) 1... e5 {c} Ke3 Ke4 *"
        for _, name in ipairs { "Event", "White", "Black", "ECO", "Annotator" } do
          game.tags[name] = text
        end
        game.root[1].comment, game.root[2].comment, game.root.comment = text, text, text
        out[i] = game
      end
      return out
    end
    local evil, plain = {}, {}
    for _, stem in ipairs { "<script>window.hit=1</script>", "<img src=x onerror=window.hit=1>", "</script><b>", "<!--",
      "]]><svg onload=window.hit=1>", "</p></article><h1>", "<style>*{display:none}</style>", "\\u003cb>", "&lt;b&gt;",
      "<iframe srcdoc='x'>" } do
      for _, frame in ipairs { "a%s", "a\"%s", "a'>%s", "a\" onload=\"%s" } do
        evil[#evil + 1], plain[#plain + 1] = frame:format(stem), "a b"
      end
    end
    open(games(plain), { limit = 40 })
    local wanted = browser:eval(COUNTS)
    open(games(evil), { limit = 40 })
    assert.same(wanted, browser:eval(COUNTS))
    assert.is_nil(browser:eval "window.hit")
    is_silent()
  end)
end)

describe("a page in a browser", function()
  local games = {}
  for game in chess.games "spec/data/engine/engine.pgn" do
    games[#games + 1] = game.number % 8 == 0 and game or nil
  end

  for _, name in ipairs(chess.reports()) do
    it("of the report " .. name .. " has no errors, and fits small and large screens", function()
      -- The report "event" requires a single event, but these games have several. "player" requires a player who has
      -- games.
      local some = name == "event" and { games[1] } or games
      open_report(name, some, name == "player" and { name = games[1].tags.White }
        or require("lucena.report").find(name).examples[1].options)
      for _, width in ipairs { 1280, 360 } do
        browser:resize(width, 740)
        assert.is_true(browser:eval "document.documentElement.scrollWidth <= innerWidth", width .. " wide")
      end
      assert.is_true(browser:eval "document.body.innerText.length > 20")
      is_silent()
    end)
  end
end)
