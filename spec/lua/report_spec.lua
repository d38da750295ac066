-- chess.report: wrong options, merging reports that do not belong together, a report in a user's file, and totals of
-- the built-in reports that were calculated by hand.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local section_of = require "spec.support.section_of"

local function report_of(name, options, pgn)
  local report = assert(chess.report(name, options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  return report
end

local function game(tags, moves)
  local lines = {}
  for name, value in pairs(tags) do
    lines[#lines + 1] = ('[%s "%s"]'):format(name, value)
  end
  table.sort(lines)
  return table.concat(lines, "\n") .. "\n\n" .. (moves or "") .. " " .. (tags.Result or "*") .. "\n\n"
end

describe("chess.report", function()
  it("reports an unknown report", function()
    local report, err, code = chess.report "sumary"
    assert.same({ nil, "there is no report 'sumary'; did you mean 'summary'?", "unknown_report" },
      { report, err, code })
    assert.equal("unknown_report", select(3, chess.report "../report"))
    assert.equal("bad_report", select(3, chess.report "none.lua"))
  end)

  it("raises for wrong arguments", function()
    assert.has_error(function() chess.report() end,
      "bad argument #1 to 'report' (name, path or table of a report expected, got nil)")
    assert.has_error(function() chess.report("summary", { depth = 1 }) end,
      "bad argument #2 to 'report' (unknown option 'depth')")
    assert.has_error(function() chess.report("summary", { top = "1" }) end,
      "bad argument #2 to 'report' (option 'top': integer expected, got string)")
    assert.has_error(function() chess.report("table", { order = "size" }) end,
      "bad argument #2 to 'report' (option 'order': key or value expected, got 'size')")
    assert.has_error(function() chess.report("player", { namez = "Morphy" }) end,
      "bad argument #2 to 'report' (unknown option 'namez'; did you mean 'name'?)")
    assert.has_error(function() chess.report("player", { name = {} }) end,
      "bad argument #2 to 'report' (option 'name': string expected, got table)")
    assert.has_error(function() chess.report("table", { rows = {} }) end,
      "bad argument #2 to 'report' (option 'rows': string or function expected, got table)")
    local report = chess.report "summary"
    assert.has_error(function() report:add "1. e4 *" end, "bad argument #1 to 'add' (lucena.Game expected, got string)")
    assert.has_error(function() report:format "pdf" end, "bad argument #1 to 'format' (there is no format 'pdf';"
      .. " the formats are text, markdown, csv, json, html, latex)")
    assert.matches("there is no format 'markdwn'; did you mean 'markdown'? The formats are text,",
      select(2, pcall(report.format, report, "markdwn")), 1, true)
    assert.has_error(function() report:format("text", { lang = "de" }) end,
      "bad argument #2 to 'format' (option 'lang': en or fr expected, got 'de')")
  end)

  it("reports options that exclude each other", function()
    assert.same({ nil, "whose results? option 'name' takes a player's name", "bad_option" }, { chess.report "player" })
    for _, options in ipairs { { value = "mode:Plies" }, { value = "sum" }, { value = "count:Plies" },
      { rows = "a b" }, { value = "sum:a b" }, { rows = "Plies/0" } } do
      local report, err, code = chess.report("table", options)
      assert.is_nil(report)
      assert.is_string(err)
      assert.equal("bad_option", code)
    end
  end)

  it("does not merge results of different options", function()
    local report = chess.report "summary"
    assert.has_error(function() report:merge(chess.report "tournaments") end,
      "a report 'summary' cannot take a report 'tournaments'")
    assert.has_error(function() report:merge(chess.report("summary", { top = 3 })) end,
      "the reports differ in their option 'top'")
  end)

  it("returns one section, by number or title", function()
    local report = chess.report "summary"
    assert.equal(report:format("csv", { section = "2" }), report:format("csv", { section = "results" }))
    local text, err, code = report:format("csv", { section = "9" })
    assert.same({ nil, "there is no section '9'; there are 2: Overview, Results", "unknown_section" },
      { text, err, code })
    assert.equal("there is no section 'Games', because there is nothing to show",
      select(2, chess.report("event"):format("text", { section = "Games" })))
  end)

  it("accepts the user's own file", function()
    local folder <close> = new_folder()
    local path = folder:write("plies.lua", [[
      return {
        new = function() return {
          plies = 0, add = function(self, game) self.plies = self.plies + game.plies end,
          merge = function(self, other) self.plies = self.plies + other.plies end,
          sections = function(self)
            return { { columns = { { key = "n", title = "Plies", kind = "integer" } }, rows = { { n = self.plies } } } }
          end,
        } end,
      }]])
    assert.equal("Plies\n═════\n\nPlies\n─────\n    2\n", report_of(path, nil, "1. e4 e5 *"):format "text")
    local report, other = report_of(path, nil, "1. e4 e5 *"), report_of(path, nil, "1. d4 *")
    report:merge(other)
    assert.equal(3, report:rows()[1].n)
    local bad = folder:write("bad.lua", "return 1")
    assert.equal(bad .. ": a report must be a table, not a number", select(2, chess.report(bad)))
    assert.is_truthy(select(2, chess.report(folder:write("syntax.lua", "return {"))):find("syntax.lua:1", 1, true))
  end)

  it("writes moves in a notation", function()
    local folder <close> = new_folder()
    local path = folder:write("line.lua", [[
      local section = { columns = { { key = "line", kind = "moves" } }, rows = { { line = "1. e4 e5 2. Nf3" } } }
      return { new = function()
        return { add = print, sections = function() return { section } end }
      end }]])
    local report = chess.report(path)
    assert.equal("line\n1. e4 e5 2. Nf3\n", report:format "csv")
    assert.is_truthy(report:format("text", { dialect = "french" }):find("1. e4 e5 2. Cf3", 1, true))
  end)
end)

describe("the report", function()
  it("summary counts errors, annotations, extremes and blunders", function()
    local report = report_of("summary", nil, game({ White = "A", Black = "B", Result = "1-0" },
      "1. e4 {[%eval 0.2] [%clk 0:00:09]} g5 {[%eval 5.0] [%clk 0:02:00]} 2. d4 {[%eval 5.0]} (2. a3)")
      .. game({ White = "C", Black = "A", Result = "1/2-1/2" }, "1. e4 e5 2. Ke3")
      .. game({ White = "A", Black = "D", Result = "0-1", Date = "1900.??.??" }, "1. f3 e5 2. g4 Qh4#"))
    assert.same({ { name = "illegal_move", games = 1 } }, section_of(report, "Errors").rows)
    assert.same({ "Shortest decided game: %s (moves: %s).", "A - B", 2 }, section_of(report, "Overview").notes[2])
    assert.same({ name = "A", games = 3, won = 1, drawn = 1, lost = 1, score = 0.5 },
      section_of(report, "Players with most games").rows[1])
    assert.same({ { band = "1-10", moves = 3, inaccuracy = 0, mistake = 0, blunder = 1, share = 100 / 3 } },
      section_of(report, "Blunders by move number").rows)
    assert.same({ { band = "under 10 s", moves = 1, inaccuracy = 0, mistake = 0, blunder = 0, share = 0.0 },
      { band = "1 to 3 min", moves = 1, inaccuracy = 0, mistake = 0, blunder = 1, share = 100.0 } },
      { table.unpack(section_of(report, "Blunders by time left").rows, 1, 2) })
    assert.same({ { name = "none that ends the game", games = 2, share = 2 / 3 },
      { name = "checkmate", games = 1, share = 1 / 3 } }, section_of(report, "The last position").rows)
  end)

  it("player divides the moves by the phase of the game", function()
    local phase, name = chess.query.phase, "Carlsen"
    local expected = { opening = 0, middlegame = 0, endgame = 0 }
    local pgn = {}
    for one in chess.games("spec/data/sample/sample.pgn", { query = chess.query.player(name) }) do
      local at = {}
      for part in pairs(expected) do
        for node in phase(part):places(one) do
          at[node.ply] = part
        end
      end
      for ply = 1, one.plies do
        local node = one:node_at(ply)
        node.comments = { ("[%%eval %.2f]"):format(ply % 7 / 10) }
        local color = ply % 2 == 1 and "White" or "Black"
        if one.tags[color]:find(name, 1, true) then
          expected[at[ply]] = expected[at[ply]] + 1
        end
      end
      pgn[#pgn + 1] = one:pgn()
    end
    local report = report_of("player", { name = name }, table.concat(pgn, "\n"))
    local found = {}
    for _, row in ipairs(section_of(report, "Accuracy by phase").rows) do
      found[row.band] = row.moves
      assert.is_true(row.accuracy > 80 and row.accuracy < 100 and row.loss > 0 and row.loss < 0.3, row.band)
    end
    assert.same(expected, found)
  end)

  it("table accepts Lua functions, and numbers for a player's tag", function()
    local pgn = game { White = "Ann", WhiteElo = "2000" } .. game { White = "Bob", WhiteElo = "2100" }
      .. game { White = "Bo", WhiteElo = "?" }
    local report = report_of("table", { rows = function(g) return #g.tags.White end, value = "max:WhiteElo" }, pgn)
    assert.same({ "3", 2100 }, { report:rows()[1].group, report:rows()[1].total })
    assert.has_error(function() report_of("table", { rows = function() return 1.5 end }, pgn) end,
      "a field of a table gives a string, an integer or nil, not a float")
    -- 29 February 2000 was a Tuesday, 1 March 1900 a Thursday.
    local days = report_of("table", { rows = "Weekday" }, game { Date = "2000.02.29" } .. game { Date = "1900.03.01" })
    assert.same({ "Tuesday", "Thursday" }, { days:rows()[1].group, days:rows()[2].group })
  end)

  it("player has accuracy and time if comments contain them", function()
    local report = report_of("player", { name = "ann" }, game({ White = "Ann", Black = "Bob", Result = "1-0",
      TimeControl = "60+0" }, "1. e4 {[%eval 0.2] [%clk 0:00:58]} g5 {[%eval 5.0] [%clk 0:00:50]} 2. d4 {[%eval 5.0]"
      .. " [%clk 0:00:55]}"))
    assert.same({ { band = "1-10", moves = 2, spent = 2.5, left = 56.5 } },
      section_of(report, "Time by move number").rows)
    assert.equal("Accuracy: %s%% on average. Games with evaluations: %s.", section_of(report, "Score").notes[2][1])
    assert.equal(100.0, section_of(report, "Score").notes[2][2])
    assert.truthy(report:format("text"):find("Accuracy: 100.0% on average", 1, true))
    assert.truthy(report:format("text", { lang = "fr" }):find("Précision : 100,0 % en moyenne", 1, true))
    assert.same({ { band = "1-10", moves = 2, inaccuracy = 0, mistake = 0, blunder = 0, share = 0.0 } },
      section_of(report, "Blunders by move number").rows)
  end)

  it("player omits duplicates and reports their number, also if parts of the games are merged", function()
    local tags = { White = "Ann", Black = "Bob", Date = "2020.01.02", Round = "1", Result = "1-0" }
    local one, again = game(tags, "1. e4 e5 1-0"), game(tags, "1. e4 {x} e5 1-0")
    local others = game(tags, "1. e4 c5 1-0")
    for name, value in pairs { White = "Anna", Date = "2020.01.03", Round = "2", Result = "0-1" } do
      local changed = setmetatable({ [name] = value }, { __index = tags })
      others = others .. game({ White = changed.White, Black = "Bob", Date = changed.Date, Round = changed.Round,
        Result = changed.Result }, "1. e4 e5 " .. changed.Result)
    end
    local parts = report_of("player", { name = "bob" }, one .. others)
    assert.same({ { "Names that were taken for the player: %s.", "Bob (6)" } }, section_of(parts, "Score").notes)
    parts:merge(report_of("player", { name = "bob" }, again .. one))
    assert.same({ "Duplicates omitted: %s", 2 }, section_of(parts, "Score").notes[2])
    assert.equal(6, section_of(parts, "Score").rows[3].games)
    assert.same(section_of(report_of("player", { name = "bob" }, one .. others .. again .. one), "Score"),
      section_of(parts, "Score"))
    assert.truthy(parts:format("text", { lang = "fr" }):find("Doublons omis : 2", 1, true))
    local all = report_of("player", { name = "bob", keep_duplicates = true }, one .. others .. again .. one)
    assert.equal(8, section_of(all, "Score").rows[3].games)
    local short = game({ White = "Ann", Black = "Bob", Result = "1-0" }, "1. e4 e5 1-0")
    assert.equal(2, section_of(report_of("player", { name = "bob" }, short .. short), "Score").rows[3].games)
  end)

  it("player reports a name without games, mixed ratings and unknown openings", function()
    local report = report_of("player", { name = "Anne" }, game { White = "Bob" })
    assert.same({ "there is no game of a player 'Anne'", "unknown_player" }, { select(2, report:sections()) })
    local function games(second)
      return game({ White = "Ann", WhiteElo = "2000", Date = "2020.01.02", TimeControl = "300", Result = "1-0" },
        "1. a4 1-0") .. game({ White = "Ann", WhiteElo = "2100", Date = "2020.01.03", TimeControl = second,
        Result = "1-0" }, "1. e4 e6 2. d4 d5 1-0")
    end
    local mixed = report_of("player", { name = "ann" }, games "900")
    assert.same({ { "Mean of the ratings in the games, for all time controls together." } },
      section_of(mixed, "Rating").notes)
    assert.is_nil(section_of(report_of("player", { name = "ann" }, games "180"), "Rating").notes)
    assert.truthy(section_of(mixed, "Time controls").notes[1][1]:find("^FIDE's classes"))
    local start = '[White "Ann"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'
    assert.equal("No known opening", section_of(report_of("player", { name = "ann" }, start),
      "Openings as White").rows[1].name.en)
  end)

  it("endings counts material that lasts long enough, once per game", function()
    local pgn = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/5n2/8/R3K3 w - - 0 1"]\n[Result "1/2-1/2"]\n\n'
      .. "1. Kf2 Ke7 2. Kxf3 Kd7 3. Ra2 Kd6 1/2-1/2\n"
    local function names(lasting)
      local out = {}
      for i, row in ipairs(report_of("endings", { lasting = lasting }, pgn):rows()) do
        out[i] = row.ending.en
      end
      return out
    end
    -- Bishops on c1 and c8 are on squares of opposite colours, bishops on c1 and f8 on the same colour.
    local function bishops(fen)
      local report = report_of("endings", { lasting = 0 }, ('[SetUp "1"]\n[FEN "%s w - - 0 1"]\n\n*\n'):format(fen))
      local row = report:sections()[3].rows[1]
      return row and row.ending.en .. " " .. row.bishops
    end
    assert.equal("KB v KB opposite colours", bishops "2b1k3/8/8/8/8/8/8/2B1K3")
    assert.equal("KB v KB same colour", bishops "4kb2/8/8/8/8/8/8/2B1K3")
    assert.is_nil(bishops "4kb2/8/8/8/8/8/8/1BB1K3")
    assert.same({ "KR v K", "KR v KN" }, names(2))
    assert.same({ "KR v K" }, names(3))
    assert.same({}, names(4))
  end)
end)

describe("a report of the user", function()
  local function own(column, chart)
    return chess.report {
      new = function()
        return { add = function() end, sections = function()
          return { { title = "T", columns = { column, { key = "b", kind = "integer" } }, rows = { { a = 1, b = 2 } },
            chart = chart } }
        end }
      end,
    }
  end

  it("is rejected if it has an unknown kind of column or chart", function()
    local function message(report, format)
      local text, err, code = report:format(format)
      assert.is_nil(text)
      assert.equal("bad_report", code)
      return err:match "^spec/lua/report_spec.lua:%d+: report 'own': (.*)$"
    end
    assert.equal("column 'a' of section 'T' has the unknown kind 'percentage'; the kinds are date, decimal, graph, "
      .. "integer, moves, points, share, text, year", message(own { key = "a", kind = "percentage" }, "text"))
    local pie = { kind = "pie", x = "a", y = { "b" } }
    assert.equal("the chart of section 'T' has the unknown kind 'pie'; the kinds are bars, line, stacked",
      message(own({ key = "a" }, pie), "csv"))
  end)

  local FORMATS = { "text", "markdown", "csv", "json", "html", "latex" }

  -- Return a report with one column of a kind and these values.
  local function with_cells(kind, ...)
    local rows = {}
    for i, value in ipairs { ... } do
      rows[i] = { a = value, name = "row" }
    end
    return chess.report {
      new = function()
        return { add = function() end, sections = function()
          return { { title = "T", columns = { { key = "name" }, { key = "a", kind = kind } }, rows = rows,
            chart = { kind = "bars", x = "name", y = { "a" } } } }
        end }
      end,
    }
  end

  it("has an empty cell, in JSON null, for a number that is not finite", function()
    for _, kind in ipairs { "integer", "year", "decimal", "share", "points", "text" } do
      local report = with_cells(kind, 0 / 0, 1 / 0, -1 / 0, 3)
      assert.equal("name,a\nrow,\nrow,\nrow,\n", report:format("csv"):match("^.*row,\n"))
      assert.is_truthy(report:format("json"):find('{"name":"row","a":null},?\n*{"name":"row","a":null}'),
        report:format("json"))
      for _, format in ipairs(FORMATS) do
        local text = assert(report:format(format)):gsub("<style.-</style>", ""):gsub("<script.-</script>", "")
        assert.is_nil(text:find("%f[%a]nan%f[%A]"), format)
        assert.is_nil(text:find("%f[%a]inf%f[%A]"), format)
      end
    end
  end)

  it("is rejected in every format if a value does not fit the kind of its column", function()
    local wanted = {
      { "integer", 2.5, "integer expected, got 2.5" }, { "integer", "x", "integer expected, got 'x'" },
      { "integer", {}, "integer expected, got table" }, { "year", 2.5, "integer expected, got 2.5" },
      { "points", 0.5, "integer (half points) expected, got 0.5" }, { "share", "50%", "number expected, got '50%'" },
      { "decimal", true, "number expected, got boolean" }, { "text", {}, "text expected, got table" },
      { "date", 2019, "string expected, got 2019" }, { "moves", {}, "string or {san =, fen =} expected, got table" },
      { "graph", 3, "array of integers expected, got 3" },
      { "graph", { 1.5 }, "array of integers expected, got table" },
    }
    for _, it in ipairs(wanted) do
      local good = ({ text = "x", date = "2019", moves = "1. e4", graph = { 1, 2 } })[it[1]] or 1
      local report = with_cells(it[1], good, it[2])
      for _, format in ipairs(FORMATS) do
        local text, message, code = report:format(format)
        assert.is_nil(text)
        assert.equal("bad_report", code)
        assert.equal("report 'own': section 'T', column 'a', row 2: " .. it[3],
          message:match "^spec/lua/report_spec.lua:%d+: (.*)$")
      end
    end
    assert.is_truthy(with_cells("integer", 2.0):format "text")
  end)
end)
