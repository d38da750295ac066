-- Tables in each format: the width of wide and combining characters, kinds of values in two languages, bars, trees,
-- totals, and numbers for other programs.

local report = require "lucena.report"
local value = require "lucena.render.value"
local width = require "lucena.render.width"
local words = require "lucena.render.words"

local function page_of(lang, columns)
  return { lang = lang, words = words.of(lang), title = "T", width = columns,
    note = function(note)
      return type(note) == "table" and note[1]:format(table.unpack(note, 2)) or note
    end }
end

local function render(format, sections, lang, columns)
  return require("lucena.render." .. format)[format](sections, page_of(lang or "en", columns))
end

local SECTION = {
  title = "Games",
  columns = {
    { key = "name", title = "Player" }, { key = "games", title = "Games", kind = "integer" },
    { key = "share", title = "Share", kind = "share" }, { key = "points", title = "Points", kind = "points" },
    { key = "graph", title = "", kind = "graph" },
  },
  rows = {
    { name = "王", games = 1234567, share = 0.5, points = 3, graph = { 1, 1, 2 } },
    { name = "é", games = 5, points = 1 },
    { name = "Total", games = 7, is_total = true },
  },
}

describe("the width of text", function()
  it("counts two columns for wide letters and none for combining marks", function()
    assert.same({ 2, 2, 1, 1, 0, 2, 5 }, { width.of "ab", width.of "王", width.of "e\u{301}", width.of "ø", width.of "",
      width.of "😀", width.of "ab 王" })
  end)

  it("is respected by fit(), which never cuts a letter", function()
    for columns = 1, 9 do
      for _, text in ipairs { "王王王", "e\u{301}e\u{301}e", "Capablanca", "" } do
        local fitted = width.fit(text, columns)
        assert.equal(columns, width.of(fitted), fitted)
        assert.is_truthy(utf8.len(fitted))
      end
    end
    assert.same({ "  ab", "ab  ", "王… " }, { width.fit("ab", 4, "right"), width.fit("ab", 4), width.fit("王王王", 4) })
  end)

  it("breaks a word that is too long after a sign, and keeps it whole if it has none", function()
    assert.equal("a|  f(x)(|  王,y)|  abcdefghi", (width.fold("a f(x)(王,y) abcdefghi", 7, "  "):gsub("\n", "|")))
    assert.equal("/abc/|/abc", (width.fold("/abc//abc", 5):gsub("\n", "|")))
    assert.equal(100, select(2, width.fold((","):rep(202), 2):gsub("\n", "")))
  end)
end)

describe("a value", function()
  local function shown(cell, kind, lang)
    return value.show(cell, { kind = kind }, page_of(lang or "en"))
  end

  it("is formatted for readers", function()
    assert.same({ "1,234", "-1,234", "999", "1999", "12.5", "45.3%", "6½", "½", "0", "7" },
      { shown(1234, "integer"), shown(-1234, "integer"), shown(999, "integer"), shown(1999, "year"),
        shown(12.46, "decimal"), shown(0.453, "share"), shown(13, "points"), shown(1, "points"), shown(0, "points"),
        shown(14, "points") })
    assert.same({ "1\u{202F}234", "12,5", "45,3\u{202F}%" },
      { shown(1234, "integer", "fr"), shown(12.46, "decimal", "fr"), shown(0.453, "share", "fr") })
    assert.same({ "1999", "1999.05", "1999.05.04", "", "x" }, { shown("1999.??.??", "date"),
      shown("1999.05.??", "date"), shown("1999.05.04", "date"), shown(nil, "integer"), shown("x", "integer") })
  end)

  it("is not formatted for programs", function()
    assert.same({ "1234", "6.5", "0.333333", "1/2/3", "x" }, {
      value.plain(1234, { kind = "integer" }), value.plain(13, { kind = "points" }),
      value.plain(1 / 3, { kind = "share" }), value.plain({ 1, 2, 3 }, { kind = "graph" }),
      value.plain({ en = "x", fr = "y" }, {}) })
  end)
end)

describe("a table", function()
  it("is aligned in text", function()
    assert.equal([[
T
═

Games
─────

Player      Games  Share  Points
──────  ─────────  ─────  ──────
王      1,234,567  50.0%      1½  █████▒▒▒▒▒░░░░░░░░░░
é               5              ½
──────  ─────────  ─────  ──────
Total           7
]], (render("text", { SECTION }):gsub("  ─+\n", "\n"):gsub(" +\n", "\n")))
  end)

  it("is cut to the width, but numbers are not", function()
    local section = { columns = { { key = "a", title = "A" }, { key = "n", title = "N", kind = "integer" } },
      rows = { { a = ("x"):rep(100), n = 1234567 } } }
    for line in render("text", { section }, "en", 40):gmatch("[^\n]+") do
      assert.is_true(width.of(line) <= 40, line)
    end
    assert.is_truthy(render("text", { section }, "en", 40):find("…  1,234,567", 1, true))
    assert.is_truthy(render("text", { section }):find(("x"):rep(100), 1, true))
  end)

  it("does not become very wide because of one long name", function()
    local section = { columns = { { key = "name", title = "Name" } }, rows = { { name = ("x"):rep(60000) } } }
    for i = 2, 20 do
      section.rows[i] = { name = "y" }
    end
    local longest = 0
    for line in render("text", { section }):gmatch("[^\n]+") do
      longest = math.max(longest, width.of(line))
    end
    assert.equal(1000, longest)
  end)

  it("omits optional columns before it cuts moves, and adds a note", function()
    local line = "1. e4 e5 2. Nf3 Nc6"
    local section = { rows = { { m = line, a = 1, b = 2, c = "long name", n = 3 } }, columns = {
      { key = "m", title = "Line", kind = "moves" }, { key = "a", title = "First", kind = "integer", spare = true },
      { key = "b", title = "Second", kind = "integer", spare = true }, { key = "c", title = "C" },
      { key = "n", title = "N", kind = "integer" },
    } }
    assert.equal("T\n═\n\nLine                 First  C          N\n" .. ("─"):rep(19)
      .. "  ─────  ─────────  ─\n" .. line .. "      1  long name  3\n\nNo room for: Second\n",
      render("text", { section }, "en", 40))
    -- If the table cannot become narrow enough, columns are cut only to their minimum widths.
    section.columns[4].least = 20
    section.rows[1].n = 10 ^ 15 // 1 | 0 -- 21 columns wide
    section.rows[1].c = ("x"):rep(30)
    assert.is_truthy(render("text", { section }, "en", 30):find(("x"):rep(19) .. "…  1,0", 1, true))
  end)

  it("keeps the moves of a tree whole, and removes columns from the right instead", function()
    local section = { tree = true, rows = {}, columns = { { key = "m", title = "Move", kind = "moves" },
      { key = "n", title = "N", kind = "integer" }, { key = "g", title = "Results", kind = "graph" },
      { key = "o", title = "Opening" } } }
    for level = 0, 9 do
      section.rows[level + 1] = { level = level, m = { san = ("%d... Nf6"):format(level) }, n = 1, g = { 1, 0, 0 },
        o = "Ruy Lopez" }
    end
    local text = render("text", { section }, "en", 30)
    assert.is_truthy(text:find("\n         9... Nf6  1  ", 1, true), text)
    assert.is_truthy(text:find("No room for: Opening", 1, true), text)
    for line in text:gmatch("[^\n]+") do
      assert.is_true(width.of(line) <= 30, line)
    end
  end)

  it("removes the bars of a table that is still too wide", function()
    local section = { rows = { { a = 123456, b = 123456, g = { 1, 0, 0 } } }, columns = {
      { key = "a", title = "A", kind = "integer" }, { key = "b", title = "B", kind = "integer" },
      { key = "g", title = "Results", kind = "graph" } } }
    assert.equal("T\n═\n\n      A        B\n───────  ───────\n123,456  123,456\n\nNo room for: Results\n",
      render("text", { section }, "en", 20))
  end)

  it("shows a bar chart next to its numbers", function()
    local section = { columns = { { key = "a", title = "A" }, { key = "n", title = "N", kind = "integer" } },
      chart = { kind = "bars", x = "a", y = { "n" } },
      rows = { { a = "x", n = 4 }, { a = "y", n = 1 }, { a = "z", n = 0 } } }
    local text = render("text", { section })
    assert.is_truthy(text:find("x  4  " .. ("█"):rep(20) .. "\ny  1  █████\nz  0\n", 1, true), text)
    section.rows[4] = { a = "other", n = 99, is_rest = true }
    assert.is_truthy(render("text", { section }):find("x       4  " .. ("█"):rep(20) .. "\n", 1, true))
    assert.is_truthy(render("latex", { section }):find("x & 4 & \\rule{24.0mm}{2mm} \\\\\n", 1, true))
    section.rows[4] = nil
    section.chart.kind = "line"
    assert.is_truthy(render("text", { section }):find("█▃▁\n", 1, true))
  end)

  it("is a Markdown table, with bold totals", function()
    assert.is_truthy(render("markdown", { SECTION }, "fr"):gsub("\u{202F}", " "):find([[
| Joueur | Parties | Part | Points |  |
| --- | ---: | ---: | ---: | --- |
| 王 | 1 234 567 | 50,0 % | 1½ | 1 / 1 / 2 |
| é | 5 |  | ½ |  |
| **Total** | **7** |  |  |  |
]], 1, true))
  end)

  it("is CSV with keys as headings, and titles if there are several sections", function()
    assert.equal("name,games,share,points,graph\n王,1234567,0.5,1.5,1/1/2\né,5,,0.5,\nTotal,7,,,\n",
      render("csv", { SECTION }))
    assert.is_truthy(render("csv", { SECTION, SECTION }):find("^Games\nname,.*\n\nGames\nname,"))
  end)

  it("is valid JSON", function()
    local dkjson = require "dkjson"
    local sections = assert(dkjson.decode(render("json", { SECTION }))).sections
    assert.same({ name = "王", games = 1234567, share = 0.5, points = 1.5, graph = { 1, 1, 2 } }, sections[1].rows[1])
    assert.same({ key = "points", title = "Points", kind = "points" }, sections[1].columns[4])
  end)

  it("indents a tree", function()
    local section = { tree = true, columns = { { key = "a", title = "A" } },
      rows = { { a = "x" }, { a = "y", level = 2 } } }
    assert.is_truthy(render("text", { section }):find("\nx\n    y\n", 1, true))
    assert.is_truthy(render("html", { section }):find(
      '<th scope="row" style="--level: 2">y', 1, true))
    assert.is_truthy(render("latex", { section }):find("\\quad{}\\quad{}y", 1, true))
  end)

  it("has a note if it is empty", function()
    for _, format in ipairs(report.FORMATS) do
      local text = render(format[1], { { title = "Games", columns = SECTION.columns, rows = {} } }, "fr")
      local is_plain = format[1] == "csv" or format[1] == "json"
      assert.equal(not is_plain, text:find("Rien à montrer", 1, true) ~= nil, format[1])
    end
  end)
end)

describe("HTML", function()
  it("links to its sections if there are many", function()
    local html = render("html", { SECTION, SECTION, SECTION, SECTION }, "fr")
    assert.is_truthy(html:find('<nav class="contents" aria-label="Sommaire"><a href="#s1">Parties</a>', 1, true))
    for number in html:gmatch('href="#s(%d)"') do
      assert.is_truthy(html:find(('<section id="s%s" '):format(number), 1, true))
    end
    assert.is_nil(render("html", { SECTION }):find("<nav", 1, true))
  end)

  it("shows two sections side by side, unless a table is too wide for half of the page", function()
    local function classes(...)
      local sections = {}
      for i, letters in ipairs { ... } do
        sections[i] = { title = "T", columns = { { key = "k", title = "K" } }, rows = { { k = ("x"):rep(letters) } } }
      end
      local list = {}
      for class in render("html", sections):gmatch '<section id="s%d" class="(.-) short">' do
        list[#list + 1] = class
      end
      return table.concat(list, ", ")
    end
    assert.equal("half, half, whole paired", classes(10, 10, 60))
    -- one without a partner has the width of the page
    assert.equal("whole paired, whole paired, half, half, whole paired", classes(10, 60, 10, 10, 10))
    local columns, row = {}, {}
    for i = 1, 12 do
      columns[i], row["k" .. i] = { key = "k" .. i, title = "K" }, ("x"):rep(12)
    end
    local html = render("html", { { title = "T", columns = columns, rows = { row } } })
    assert.is_truthy(html:find('class="whole short">', 1, true))
  end)

  it("does not repeat the name of an event in the headings of its other tables", function()
    local sections = {}
    for i, title in ipairs { "Cup: B, 2020", "Cup: B, 2020: players", "Cup: C", "Cup" } do
      sections[i] = { title = title, columns = SECTION.columns, rows = SECTION.rows }
    end
    local list = {}
    for heading in render("html", sections):gmatch "<h2>(.-)</h2>" do
      list[#list + 1] = heading
    end
    assert.equal("Cup: B, 2020; Players; Cup: C; Cup", table.concat(list, "; "))
  end)

  it("has the number of three pawns or more in material", function()
    local section = { title = "T", columns = { { key = "a", title = "A", is_material = true } },
      rows = { { a = "KRPP v KRPPP" } } }
    assert.is_truthy(render("html", { section }):find(">KRPP v KR+3P<", 1, true))
    assert.is_truthy(render("text", { section }):find("KRPP v KRPPP", 1, true))
  end)

  it("breaks no line inside a result that follows names, or before a move", function()
    local function cell_of(text)
      local section = { title = "T", columns = { { key = "a", title = "A" }, { key = "b", title = "B" } },
        rows = { { a = "x", b = text } } }
      return render("html", { section }):match("<td>(.-)</td>")
    end
    assert.equal('A - B <span class="result">1-0</span>, 2014', cell_of("A - B 1-0, 2014"))
    assert.equal('A - B <span class="result">1/2-1/2</span>', cell_of("A - B 1/2-1/2"))
    assert.equal('Slav Defence, <span class="result">5. a4</span>', cell_of { en = "Slav Defence, 5. a4" })
    for _, text in ipairs { "1851-2024", "A 1-0-1", "A 11-0", "A 1-05", "1-0" } do
      assert.equal(text, cell_of(text))
    end
  end)
end)

describe("LaTeX", function()
  it("is smaller in tables that are wider than the page", function()
    local function begin_of(columns)
      local section = { columns = {}, rows = { {} } }
      for i = 1, columns do
        section.columns[i] = { key = "k" .. i, title = "K" .. i }
        section.rows[1]["k" .. i] = ("x"):rep(10)
      end
      return render("latex", { section }):match("\n([^\n]*)\\begin{longtable}")
    end
    assert.is_nil(begin_of(10):find("tabcolsep", 1, true))
    assert.equal("{\\small\\setlength{\\tabcolsep}{4pt}", begin_of(12))
    assert.equal("{\\scriptsize\\setlength{\\tabcolsep}{3pt}", begin_of(15))
    assert.equal("{\\tiny\\setlength{\\tabcolsep}{2pt}", begin_of(20))
  end)

  it("compiles, and fits the page", function()
    local need = require "spec.support.need"
    local latex = need.program "pdflatex"
    local folder <close> = require "spec.support.folder" ()
    local chess = require "lucena"
    for name, options in pairs { tournaments = {}, player = { name = "Carlsen" }, summary = {},
      crosstable = { event = "Norway Chess", kind = "swiss" } } do
      local it_is = assert(chess.report(name, options))
      for game in chess.games "spec/data/sample/sample.pgn" do
        it_is:add(game)
      end
      folder:write(name .. ".tex", (it_is:format "latex"))
      assert(folder:run(("LD_PRELOAD= '%s' -interaction=nonstopmode -halt-on-error %s.tex >/dev/null 2>&1")
        :format(latex, name)))
      assert.is_nil(folder:read(name .. ".log"):find("Overfull \\hbox", 1, true), name)
    end
  end)

  it("has as many cells in each row as columns, and closes every group", function()
    local text = render("latex", { SECTION }, "fr")
    local layout = text:match("\\begin{longtable}{([lr]+)}")
    assert.equal(#SECTION.columns, #layout)
    local rows = 0
    for row in text:match("\\endhead\n(.*)\\bottomrule"):gmatch("[^\n]* \\\\\n") do
      rows = rows + 1
      assert.equal(#layout - 1, select(2, row:gsub("&", "")), row)
    end
    assert.equal(#SECTION.rows, rows)
    local depth = 0
    for brace in text:gsub("\\[{}]", ""):gmatch("[{}]") do
      depth = depth + (brace == "{" and 1 or -1)
      assert.is_true(depth >= 0)
    end
    assert.equal(0, depth)
    assert.is_truthy(text:find("\\bars{6.0}{6.0}{12.0}", 1, true))
    -- pdflatex can print é, but not 王.
    assert.equal("\\ifpdftex\n\\DeclareUnicodeCharacter{738B}{\\texttt{U+738B}}\n\\fi\n",
      text:match("french%]{babel}\n(.-)\\setlength"))
  end)
end)
