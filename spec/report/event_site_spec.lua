-- The report "event": one tournament as a web page with everything in one file.

local chess = require "lucena"

local SAMPLE = "spec/data/sample/sample.pgn"

local function report_of(options, path)
  local report = assert(chess.report("event", options))
  for game in chess.games(path or SAMPLE) do
    report:add(game)
  end
  return report
end

local function titles_of(sections)
  local list = {}
  for i, section in ipairs(sections) do
    list[i] = section.title
  end
  return table.concat(list, "; ")
end

-- Returns the value of a number with a fraction: "2½", "¼".
local function plain(text)
  local whole, sign = text:match "^(%d*)(.*)$"
  return (tonumber(whole) or 0) + ({ [""] = 0, ["¼"] = 0.25, ["½"] = 0.5, ["¾"] = 0.75 })[sign]
end

describe("the page of an event of teams", function()
  local function game(round, white, black, result, white_team, black_team)
    return ('[Event "League"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n[WhiteTeam "%s"]\n'
      .. '[BlackTeam "%s"]\n\n1. e4 %s\n\n'):format(round, white, black, result, white_team, black_team, result)
  end

  it("has the matches, and the games by match and board", function()
    local report = assert(chess.report("event", {}))
    for it in chess.games_in(game("1.10", "D2", "C2", "1-0", "D", "C") .. game("1.9", "C1", "D1", "1/2-1/2", "C", "D")
      .. game("1.2", "B2", "A2", "0-1", "B", "A") .. game("1.1", "A1", "B1", "1-0", "A", "B")) do
      report:add(it)
    end
    local found, list = {}, {}
    for _, section in ipairs(report:sections()) do
      found[section.title] = section
    end
    for i, row in ipairs(found.Matches.rows) do
      list[i] = ("%d %s %s %s"):format(row.round, row.name, row.score, row.opponent)
    end
    assert.same({ "1 A 2–0 B", "1 C ½–1½ D" }, list)
    assert.same({ name = "#p1", opponent = "#p4" }, found.Matches.rows[1].links)
    local players = report:sections()[2]
    assert.same({ "A1", "#m1" }, { players.rows[1].name, players.rows[1].links.name })
    local card = found["A1 (A)"]
    assert.same({ "m1", "B1", "#" .. found["B1 (B)"].id, "1" }, { card.id, card.rows[1].opponent,
      card.rows[1].links.opponent, card.rows[1].result })
    assert.equal("2–0", found["1. A"].rows[1].result)
    for i, row in ipairs(found.Games.rows) do
      list[i] = ("%s, %d: %s-%s"):format(row.match, row.board, row.white, row.black)
    end
    assert.same({ "A – B 2–0, 1: A1-B1", "A – B 2–0, 2: B2-A2", "C – D ½–1½, 1: C1-D1", "C – D ½–1½, 2: D2-C2" }, list)
  end)
end)

describe("the page of an event", function()
  local report = report_of { event = "Norway Chess" }

  it("has the table, the standings after each round, the games, the openings and a card for each player", function()
    assert.equal("Norway Chess, Stavanger NOR, 2020.10.05 – 2020.10.16; Standings after each round; Games; Openings; "
      .. "1. Aronian, Levon; 2. Carlsen, Magnus; 3. Firouzja, Alireza; 4. Caruana, Fabiano; 5. Duda, Jan-Krzysztof; "
      .. "6. Tari, Aryan", titles_of(report:sections()))
  end)

  it("has the points of the table after the last round", function()
    local sections = report:sections()
    for i, row in ipairs(sections[2].rows) do
      assert.equal(sections[1].rows[i].points, row.r10)
      for round = 2, 10 do
        assert.is_true(row["r" .. round] >= row["r" .. round - 1])
      end
    end
  end)

  it("has the addends of each tie-break, whose sum is the tie-break", function()
    for _, section in ipairs(report:sections()) do
      for _, note in ipairs(section.is_card and section.notes or {}) do
        local value, addends = note[2]:match "^SB (%S+)", note[3]
        if value then
          local sum = 0
          for number in addends:gmatch "[^ +()]+" do
            sum = sum + plain(number)
          end
          assert.equal(plain(value), sum)
        end
      end
    end
  end)

  it("has addends that show which results a tie-break omits", function()
    local swiss = report_of { event = "Norway Chess", kind = "swiss", tiebreaks = "BH-C1,BH" }
    for _, row in ipairs(swiss:sections()[1].rows) do
      local omitted, addends = row.hints["BH-C1"]:match "%((.-)%)", row.hints["BH-C1"]:gsub("[()]", "")
      assert.equal(row.hints.BH, addends)
      local function halves(text)
        local sum = 0
        for whole, half in text:gmatch("(%d*)(½?)") do
          sum = sum + 2 * (tonumber(whole) or 0) + (half ~= "" and 1 or 0)
        end
        return sum
      end
      assert.equal(row.BH, halves(addends))
      assert.equal(row["BH-C1"], halves(addends) - halves(omitted))
    end
  end)

  it("has the addends in the order of the rounds", function()
    local swiss = report_of { event = "Norway Chess", kind = "swiss", tiebreaks = "BH-M1" }
    local points, sections = {}, swiss:sections()
    for _, row in ipairs(sections[1].rows) do
      points[row.name] = require("lucena.tournament.cells").halves(row.points)
    end
    for i, row in ipairs(sections[1].rows) do
      local list = {}
      for _, line in ipairs(assert(sections[4 + i]).rows) do
        list[#list + 1] = points[line.opponent]
      end
      local hint, count = row.hints["BH-M1"]:gsub("[()]", "")
      assert.equal(table.concat(list, " + "), hint)
      assert.equal(4, count) -- the lowest and the highest
    end
  end)

  it("links results to games and names to cards, all in the same page", function()
    local html, count = report:format "html", 0
    for target in html:gmatch 'href="#([spg]%d+)"' do
      assert.is_truthy(html:find('id="' .. target .. '"', 1, true), target)
      count = count + 1
    end
    assert.is_true(count > 200)
    assert.equal(30, select(2, html:gsub('<article class="sheet" id="g%d+">', "")))
    assert.is_nil(report_of({ event = "Norway Chess", boards = false }):format("html"):find("<article", 1, true))
  end)

  it("has the board and its buttons once for all games, so that a game of two moves takes 2 kB", function()
    local html = report:format "html"
    assert.equal(1, select(2, html:gsub('data%-go="next"', "")))
    assert.equal(1, select(2, html:gsub('class="board"', "")))
    local small = chess.report "event"
    for game in chess.games_in(('[Event "E"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n'):rep(2)) do
      small:add(game)
    end
    assert.is_true(#small:format("html"):match('<details class="game">.-</details>') < 2000)
  end)

  it("has the letters of the language for the colours", function()
    local swiss = report_of { event = "Norway Chess", kind = "swiss", tiebreaks = "BH" }
    assert.truthy(swiss:format("html", { lang = "en" }):find(">2w½</a>", 1, true))
    local french = swiss:format("html", { lang = "fr" })
    assert.truthy(french:find(">2b½</a>", 1, true) and french:find(">1n½</a>", 1, true))
    assert.is_nil(french:find("%dw[10½]"))
    assert.truthy(swiss:format("text", { lang = "fr" }):find(" 2b½ ", 1, true))
    assert.truthy(swiss:format("csv", { lang = "fr" }):find(",2w½,", 1, true))
  end)

  it("has the bracket of a knockout", function()
    local lines = {}
    for _, line in ipairs { "1 A B 1-0", "1 C D 0-1", "2 A D 1/2-1/2", "2 D A 0-1" } do
      lines[#lines + 1] = ('[Event "Cup"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n*\n')
        :format(line:match("(%S+) (%S+) (%S+) (%S+)"))
    end
    local knockout = assert(chess.report "event")
    for game in chess.games_in(table.concat(lines, "\n")) do
      knockout:add(game)
    end
    local list = {}
    for i, row in ipairs(knockout:sections()[2].rows) do
      list[i] = ("%d %s %s %s"):format(row.round, row.name, row.score, row.opponent)
    end
    assert.equal("1 A 1–0 B; 1 D 1–0 C; 2 A 1½–½ D", table.concat(list, "; "))
  end)

  it("has one event, and names the events if several match", function()
    local sections, message, code = report_of({ event = "Zurich" }):sections()
    assert.is_nil(sections)
    assert.equal("several_events", code)
    assert.equal("there are 2 events; choose one with option 'event', such as 'NAME 2013' or 'NAME 2013.03.15', or "
      .. "option 'year':\n  Zurich Chess Challenge, Zurich SUI, 2013.02.23 – 2013.03.01 (games: 12)"
      .. "\n  Zurich Chess Challenge, Zurich SUI, 2014.01.30 – 2014.02.03 (games: 15)", message)
    for _, name in ipairs { "zurich 2014", "Zurich 2014.01", "Zurich Chess 2014.01.30" } do
      assert.equal(6, #report_of({ event = name }):rows())
    end
    assert.equal("unknown_event", select(3, report_of({ event = "Zurich 2014.03" }):sections()))
    assert.equal(6, #report_of({ event = "Zurich", year = 2014 }):rows())
  end)
end)

describe("the page of an event in a browser", function()
  local browser, folder, path

  -- Opens the page. The first call starts the browser. Tests are skipped if there is no browser.
  local function open_page(fragment)
    browser = browser or require "spec.support.chromium" ()
    if not folder then
      folder = require "spec.support.folder" ()
      path = folder:write("event.html", (report_of({ event = "Norway Chess" }):format "html"))
    end
    browser:open(path .. (fragment or ""))
  end
  teardown(function()
    if browser then
      browser:__close()
      folder:__close()
    end
  end)

  it("opens a game by a click on its result, and steps through it by keys", function()
    open_page()
    browser:resize(1280, 900)
    assert.is_false(browser:eval 'document.querySelector("#g1").closest("details").open')
    browser:click '#t1 a[href="#g1"]'
    assert.is_true(browser:eval [[new Promise((done) => setTimeout(
      () => done(document.querySelector("#g1").closest("details").open), 200))]])
    assert.is_nil(browser:eval 'document.querySelector("#g2 .board")') -- closed games have no board
    browser:click '#g1 [data-go=next]'
    browser:key "ArrowRight"
    assert.is_truthy(browser:eval('document.querySelector("#g1 .status b").textContent'):find("^1%.%.%."))
    assert.same({}, browser.said)
    assert.same({ "file://" .. path }, browser.requests)
  end)

  it("opens the player's card by a click on the name", function()
    open_page()
    browser:click '#t1 a[href="#p2"]'
    assert.is_true(browser:eval 'Math.abs(document.querySelector("#p2").getBoundingClientRect().top) < 900')
    assert.equal("2. Carlsen, Magnus", browser:eval 'document.querySelector("#p2 h2").textContent')
  end)

  it("opens the game that the fragment of the address names", function()
    open_page("#g3m4")
    -- Only the fragment of the address changes. So the browser sends an event to the page and does not load it again.
    assert.is_true(browser:eval [[new Promise((done) => setTimeout(
      () => done(document.querySelector("#g3").closest("details").open), 200))]])
  end)

  it("has whole cards and rounds on each page of paper, and no closed games", function()
    open_page()
    local tool = require "spec.support.need".program "pdftotext"
    browser:media("light", "print")
    assert.equal("inline", browser:eval 'getComputedStyle(document.querySelector("#s4 svg.bar")).display')
    browser:pdf(folder:path "event.pdf")
    browser:media("light", "screen")
    assert(folder:run(("LD_PRELOAD= '%s' -layout event.pdf event.txt"):format(tool)))
    local text, cards, rounds = folder:read "event.txt", {}, 0
    for sheet in text:gmatch "[^\f]+" do
      local _, titles = sheet:gsub("%f[^\0%s]%d%. %u%a+, %u", "")
      local _, sums = sheet:gsub("SB [^ ]+ =", "")
      local _, rows = sheet:gsub("%d+ +%u%a+ +%u%a+, [%a%-]+ +2%d%d%d ", "")
      cards[#cards + 1] = titles > 0 and titles or nil
      assert.same({ titles, 10 * titles }, { sums, rows })
      for round, game in sheet:gmatch "%f[^\0\n](%d+)%.(%d) +2020%.10" do
        rounds = rounds + (game == "1" and 1 or 0)
        assert.is_true(sheet:find(("\n%s%%.3 +2020"):format(round)) ~= nil, round)
      end
    end
    assert.same({ { 4, 2 }, 10 }, { cards, rounds })
    assert.is_nil(browser:eval "document.querySelector('style').textContent":find("A4 landscape", 1, true))
    assert.is_nil(text:find("(2757) – Firouzja", 1, true))
    assert.equal(0, browser:eval 'document.querySelectorAll(".card label.filter").length')
  end)

  it("fits the screens of computers and phones, light and dark", function()
    for _, scheme in ipairs { "light", "dark" } do
      open_page()
      browser:media(scheme, "screen")
      for _, width in ipairs { 1280, 360 } do
        browser:resize(width, 740)
        assert.equal(0, browser:eval [[[...document.querySelectorAll("section td, section th, summary")].filter((e) => {
          const box = e.getBoundingClientRect();
          return e.textContent && box.width && (box.left < 0 || box.right > innerWidth + 0.5); }).length]], width)
      end
      assert.same({}, browser.said)
    end
  end)
end)
