-- Dates and periods in words, and the titles of sections with them.

local chess = require "lucena"
local dates = require "lucena.dates"
local words = require "lucena.render.words"

local CASES = {
  { "2020.05.29", "2020.05.30", "29–30 May 2020", "29–30 mai 2020" },
  { "2013.03.15", "2013.04.01", "15 March – 1 April 2013", "15 mars – 1er avril 2013" },
  { "2013.04.01", "2013.04.03", "1–3 April 2013", "1er–3 avril 2013" },
  { "2019.12.28", "2020.01.05", "28 December 2019 – 5 January 2020", "28 décembre 2019 – 5 janvier 2020" },
  { "1938.11.??", "1938.11.??", "November 1938", "novembre 1938" },
  { "1938.11.06", "1938.11.??", "November 1938", "novembre 1938" },
  { "1938.10.??", "1938.11.27", "October – November 1938", "octobre – novembre 1938" },
  { "1938.12.??", "1939.01.02", "December 1938 – January 1939", "décembre 1938 – janvier 1939" },
  { "1938.??.??", "1938.11.06", "1938", "1938" }, { "1938", "1939.01.02", "1938–1939", "1938–1939" },
  { "1938.13.06", "1938.13.06", "1938", "1938" }, -- an impossible month is unknown
  { "2020.05.01", "2020.05.01", "1 May 2020", "1er mai 2020" },
}

local GAMES = ('[Event "Tiny open"]\n[Date "2020.05.%d"]\n[Round "%d"]\n[White "%s"]\n[Black "%s"]\n[Result "1-0"]\n\n'
  .. "1. e4 1-0\n\n")

local function report_of(name)
  local report = assert(chess.report(name))
  for game in chess.games_in(GAMES:format(29, 1, "A", "B") .. GAMES:format(30, 2, "B", "C")
    .. GAMES:format(30, 3, "C", "A")) do
    report:add(game)
  end
  return report
end

describe("a period in words", function()
  for _, case in ipairs(CASES) do
    it(("from %s to %s is %s"):format(case[1], case[2], case[3]), function()
      assert.equal(case[3], dates.period(case[1], case[2], { lang = "en", words = words.of "en" }))
      assert.equal(case[4], dates.period(case[1], case[2], { lang = "fr", words = words.of "fr" }))
    end)
  end

  it("needs a year", function()
    assert.is_nil(dates.period("????.??.??", "2020.05.30", { lang = "en", words = words.of "en" }))
  end)
end)

describe("the title of a tournament", function()
  it("has the dates in words for readers, and as in PGN for programs", function()
    local report = report_of "crosstable"
    for format, dash in pairs { text = "–", markdown = "–", html = "–", latex = "--" } do
      for lang, month in pairs { en = "May", fr = "mai" } do
        local title = ("Tiny open, 29%s30 %s 2020"):format(dash, month)
        assert.is_truthy(report:format(format, { lang = lang }):find(title, 1, true), format)
      end
    end
    assert.is_truthy(report:format("json"):find('"title":"Tiny open, 2020.05.29 – 2020.05.30"', 1, true))
    assert.equal("Tiny open, 2020.05.29 – 2020.05.30", report:sections()[1].title)
  end)

  it("is that of its page, and selects its section in both forms", function()
    local report = report_of "event"
    assert.is_truthy(report:format("html", { lang = "fr" }):find("<h1>Tiny open, 29–30 mai 2020</h1>", 1, true))
    for _, title in ipairs { "Tiny open, 29–30 may 2020", "Tiny open, 2020.05.29 – 2020.05.30" } do
      assert.is_truthy(report:format("text", { section = title }):find("\nTiny open, 29–30 May 2020\n", 1, true))
    end
  end)
end)

describe("the date of a game sheet", function()
  local function shown(date)
    local report = assert(require("lucena").report "sheet")
    report:add(require("lucena").game(('[White "A"]\n[Date "%s"]\n\n1. e4 *'):format(date)))
    return report:format("text", { lang = "en" })
  end

  it("is in words if it is a date of PGN", function()
    assert.is_truthy(shown("2020.05.29"):find("29 May 2020", 1, true))
    assert.is_truthy(shown("2020.05.??"):find("May 2020", 1, true))
  end)

  it("is the text of the tag otherwise", function()
    for _, text in ipairs { "2020-05-29", "2020.13.45", "1983-1984", "2020.05.29 evening", "2020.02.31" } do
      assert.is_truthy(shown(text):find(text, 1, true), text)
    end
  end)
end)
