-- Game sheets and worksheets on paper, in a real browser.

local chess = require "lucena"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"

local COMMENTED = '[White "A"]\n[Black "B"]\n\n1. e4 {the best} e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 {[#]} Nc6 *'

describe("on paper", function()
  local browser, folder

  teardown(function()
    if browser then
      browser:__close()
      folder:__close()
    end
  end)

  -- Opens a game sheet as it is printed. `options`: of the report.
  local function open(games, options)
    browser = browser or require "spec.support.chromium" ()
    folder = folder or new_folder()
    local report = assert(chess.report("sheet", options))
    for game in chess.games { text = games } do
      report:add(game)
    end
    browser:open(folder:write("page.html", assert(report:format "html")))
    browser:media("light", "print")
    browser:eval "dispatchEvent(new Event('beforeprint')); 0"
  end

  local function size_of(selector)
    return browser:eval(("parseFloat(getComputedStyle(document.querySelector('%s')).fontSize)"):format(selector))
  end

  it("variations are smaller than the game, and comments are in italics", function()
    open(COMMENTED)
    assert.is_true(size_of ".var" < size_of ".main")
    for _, part in ipairs { ".main", ".var" } do
      assert.equal("italic", browser:eval(("getComputedStyle(document.querySelector('%s .comment')).fontStyle")
        :format(part)))
      assert.equal("normal", browser:eval(("getComputedStyle(document.querySelector('%s a')).fontStyle"):format(part)))
    end
    for _, format in ipairs { "html", "text", "markdown", "latex" } do
      local report = chess.report "sheet"
      report:add(assert(chess.game(COMMENTED)))
      local text = report:format(format)
      assert.is_nil(text:gsub('<script.-</script>', ""):find("[#]", 1, true), format)
    end
  end)

  it("a game has the diagrams that it asks for, or one every 12 moves", function()
    open(COMMENTED)
    assert.equal(1, browser:eval "document.querySelectorAll('.diagram').length")
    local moves = {}
    for i = 1, 30 do
      moves[i] = ("%d. %s"):format(i, i % 2 == 1 and "Nf3 Nf6" or "Ng1 Ng8")
    end
    open(table.concat(moves, " ") .. " *")
    assert.equal("12... Ng8 24... Ng8",
      browser:eval "[...document.querySelectorAll('.diagram figcaption')].map((it) => it.textContent).join(' ')")
    assert.equal("none", browser:eval "getComputedStyle(document.querySelector('.stage')).display")
    browser:eval "dispatchEvent(new Event('afterprint')); 0"
    assert.equal(0, browser:eval "document.querySelectorAll('.diagram').length")
    open '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *'
    assert.equal(3, browser:eval "document.querySelectorAll('.diagram svg use').length")
  end)

  local function pages()
    browser:pdf(folder:path "page.pdf")
    local tool = need.program "pdftotext"
    assert(folder:run(("LD_PRELOAD= '%s' page.pdf page.txt"):format(tool)))
    return select(2, folder:read("page.txt"):gsub("\f", ""))
  end

  it("games are in two columns, several on a page, with the graph of evaluations and each tag on a line", function()
    open(('[White "A"]\n[Black "B"]\n[Termination "Normal"]\n\n'
      .. "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.4]} *\n\n"):rep(3))
    assert.equal(1, pages())
    browser:resize(717, 1000) -- A4 without its margins
    assert.equal("2", browser:eval "getComputedStyle(document.querySelector('.moves')).columnCount")
    assert.is_true(browser:eval "document.querySelector('svg.graph').getBoundingClientRect().height > 50")
    assert.equal(0, browser:eval [=[[...document.querySelectorAll(".stage svg.board, .controls, .status")].filter(
      (it) => it.getBoundingClientRect().height).length]=])
    assert.is_true(browser:eval [=[(() => {
      const [name, value] = ["dt", "dd"].map((it) => document.querySelector(".tags " + it).getBoundingClientRect());
      return name.top === value.top && value.left >= name.right; })()]=])
  end)

  it("each score sheet of 60 moves is a page", function()
    local pairings = '[White "A"]\n[Black "B"]\n\n*\n\n[White "C"]\n[Black "D"]\n\n*\n'
    for moves, count in pairs { [60] = 2, [61] = 4 } do
      open(pairings, { blank = moves })
      assert.equal(count, pages(), moves)
      assert.equal(count, select(2, folder:read "page.txt":gsub("Signature %(White%)", "")))
    end
    assert.equal("none", browser:eval "getComputedStyle(document.querySelector('h1')).display")
  end)

  it("six empty boards are on a page", function()
    for boards, count in pairs { [6] = 1, [7] = 2 } do
      open("", { boards = boards })
      assert.equal(count, pages(), boards)
      assert.equal(0, browser:eval "document.querySelectorAll('.mover').length")
    end
    open("", { boards = 6, theme = "print" })
    assert.is_true(browser:eval [=[[...document.querySelectorAll("svg.board g[aria-hidden] path")].every((name) =>
      name.getBoundingClientRect().height > 3.5)]=]) -- the names of the squares, in pixels
  end)

  it("six exercises are on a page, with the side to move, and the solutions on the next", function()
    local games = {}
    for i = 1, 6 do
      games[i] = ('[Event "%d"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 %s - - 0 1"]\n\n*\n'):format(i,
        i == 2 and "b" or "w")
    end
    open(table.concat(games, "\n"), { exercises = true })
    assert.equal(5, browser:eval "document.querySelectorAll('.mover.white.below').length")
    assert.equal(1, browser:eval "document.querySelectorAll('.mover.black:not(.below)').length")
    assert.equal(2, pages())
    assert.equal("rgb(208, 208, 208)", browser:eval "getComputedStyle(document.querySelector('.exercise .dark')).fill")
  end)

  it("a game of 200 moves with comments and variations has all its words inside the margins", function()
    local moves, REMARK = {}, "Preventing the break; a novelty (Karpov - Kasparov, Moscow 1985)"
    for i = 1, 200 do
      local white, black = i % 2 == 1 and "Nf3" or "Ng1", i % 2 == 1 and "Nf6" or "Ng8"
      local other = i % 2 == 1 and "e4 e5 Nf3 Nc6 {the old move} Bb5 a6 O-O Nf6" or "e4 e6 d4 d5 Nc3 {known} Bb4 e5 c5"
      moves[i] = ("%d. %s {%s} (%d. %s) %s"):format(i, white, REMARK, i, other, black)
    end
    open(('[White "%s"]\n[Black "%s"]\n\n'):format(("Featherstonehaugh-"):rep(3), ("Oosthuizen-"):rep(5))
      .. table.concat(moves, " ") .. " *")
    assert.is_true(pages() > 5)
    assert(folder:run(("LD_PRELOAD= '%s' -bbox page.pdf page.xml"):format(need.program "pdftotext")))
    local count, width, height = 0, 0, 0
    for tag, fields in folder:read("page.xml"):gmatch "<(%l+) (%l[^>]+)>" do
      if tag == "page" then
        width, height = tonumber(fields:match 'width="([%d.]+)"'), tonumber(fields:match 'height="([%d.]+)"')
      elseif tag == "word" then
        local x, y, to_x, to_y = fields:match 'xMin="([%d.]+)" yMin="([%d.]+)" xMax="([%d.]+)" yMax="([%d.]+)"'
        assert.is_true(tonumber(x) > 20 and tonumber(y) > 20, fields)
        assert.is_true(tonumber(to_x) < width - 20 and tonumber(to_y) < height - 20, fields)
        count = count + 1
      end
    end
    assert.is_true(count > 200 * 20, count)
  end)

  it("pages have one heading of the first level", function()
    for _, games in ipairs { "1. e4 *", "1. e4 *\n\n1. d4 *\n" } do
      open(games)
      assert.equal(1, browser:eval "document.querySelectorAll('h1').length")
    end
  end)
end)

describe("a mate in more than five moves", function()
  it("is not a task", function()
    for mate, task in pairs { [5] = "White mates in 5", [6] = "White to move" } do
      local text = ("6k1/8/8/8/8/8/8/R5K1 w - - bm Ra7; dm %d;"):format(mate)
      local folder <close> = new_folder()
      local pipe <close> = io.popen(("scripts/lucena report sheet -q --exercises '%s'"):format(
        folder:write("one.epd", text .. "\n")))
      assert.is_truthy(pipe:read("a"):find("1. " .. task, 1, true))
    end
  end)
end)
