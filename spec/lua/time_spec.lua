-- Time controls, dates, and the time that players used.

local chess = require "lucena"

local function game(text)
  return assert(chess.game(text))
end

describe("a time control", function()
  -- The forms of PGN 9.6.1, and other forms that files contain today.
  local GOOD = {
    ["?"] = { kind = "unknown", { kind = "unknown" } },
    ["-"] = { kind = "none", { kind = "none" } },
    ["*180"] = { kind = "sandclock", { kind = "sandclock", seconds = 180 } },
    ["300"] = { kind = "clock", { kind = "clock", seconds = 300 } },
    ["40/9000"] = { kind = "clock", { kind = "clock", moves = 40, seconds = 9000 } },
    ["4500+60"] = { kind = "clock", { kind = "clock", seconds = 4500, increment = 60 } },
    ["5+3"] = { kind = "clock", { kind = "clock", seconds = 5, increment = 3 } },
    ["60+0"] = { kind = "clock", { kind = "clock", seconds = 60, increment = 0 } },
    ["1800+5.232"] = { kind = "clock", { kind = "clock", seconds = 1800, increment = 5.232 } },
    ["10.931+0.109"] = { kind = "clock", { kind = "clock", seconds = 10.931, increment = 0.109 } },
    ["1/259200"] = { kind = "clock", { kind = "clock", moves = 1, seconds = 259200 } },
    ["40/7200:3600"] = {
      kind = "clock", { kind = "clock", moves = 40, seconds = 7200 }, { kind = "clock", seconds = 3600 },
    },
    ["40/7200:20/3600:900+30"] = {
      kind = "clock", { kind = "clock", moves = 40, seconds = 7200 }, { kind = "clock", moves = 20, seconds = 3600 },
      { kind = "clock", seconds = 900, increment = 30 },
    },
    ["40/5400+30:1800+30"] = {
      kind = "clock", { kind = "clock", moves = 40, seconds = 5400, increment = 30 },
      { kind = "clock", seconds = 1800, increment = 30 },
    },
    ["40/7200:?"] = { kind = "clock", { kind = "clock", moves = 40, seconds = 7200 }, { kind = "unknown" } },
  }
  local BAD = {
    "", " ", ":", ": 90 minutes", "90 min", "40/", "/300", "0/300", "300:", ":300", "300::600", "-:300", "300:-", "5+",
    "+3", "5+3+2", "1.5/300", "*", "*x", "-300", "G/60;d5", "90m+30s", "5 + 3", "1e3", "0x10", ".5", "300.", "??",
  }

  it("is parsed into periods, and converts back to the same text", function()
    for text, wanted in pairs(GOOD) do
      local control = assert(chess.time_control(text))
      assert.equal(text, tostring(control))
      assert.same(wanted, debug.setmetatable(control, nil))
    end
    assert.equal("300+3", tostring(chess.time_control " 300+3\t"))
  end)

  it("is rejected if a number has more than nine digits", function()
    for _, form in ipairs { "%s", "*%s", "%s/60", "40/%s", "60+%s", "%s.5", "60:%s" } do
      assert.is_truthy(chess.time_control((form:format(("1"):rep(9)))), form)
      for _, digits in ipairs { "1" .. ("0"):rep(9), ("9"):rep(30), ("9"):rep(400) } do
        assert.equal("bad_time_control", (select(3, chess.time_control((form:format(digits))))), form)
      end
    end
    assert.equal(7, chess.time_control(("0"):rep(60) .. "7")[1].seconds)
  end)

  it("is rejected if it is ambiguous", function()
    for _, text in ipairs(BAD) do
      local control, err, code = chess.time_control(text)
      assert.is_nil(control, text)
      assert.equal("bad_time_control", code)
      assert.equal(1, err:find("not a time control", 1, true))
    end
    assert.equal('not a time control: "90?min"', select(2, chess.time_control "90\nmin"))
    assert.has_error(function() chess.time_control(300) end,
      "bad argument #1 to 'time_control' (string expected, got number)")
  end)
end)

describe("a date", function()
  -- text -> year, month, day, text as written
  local GOOD = {
    ["2019.05.04"] = { 2019, 5, 4 }, ["????.??.??"] = {}, ["2019.??.??"] = { 2019 }, ["2019.05.??"] = { 2019, 5 },
    ["2019.??.31"] = { 2019, nil, 31 }, ["????.05.04"] = { nil, 5, 4 }, ["199?.??.??"] = {},
    ["2020.02.29"] = { 2020, 2, 29 }, ["2000.02.29"] = { 2000, 2, 29 }, ["????.02.29"] = { nil, 2, 29 },
    ["2019.1?.3?"] = { 2019 }, ["1475.06.1?"] = { 1475, 6 },
  }
  local REPAIRED = {
    ["2019-05-04"] = "2019.05.04", ["2019/5/4"] = "2019.05.04", ["2019.5.4"] = "2019.05.04", ["2019"] = "2019.??.??",
    ["2019-05"] = "2019.05.??", ["?"] = "????.??.??", ["2019.?.?"] = "2019.??.??", [" 2019.05.04"] = "2019.05.04",
    ["????-??-??"] = "????.??.??", ["2019/12"] = "2019.12.??",
  }
  local BAD = {
    "", "2019.02.30", "2019.02.29", "1900.02.29", "2019.13.01", "2019.00.01", "2019.01.00", "2019.01.32", "2019.04.31",
    "2019.2?.01", "2019.01.4?", "2019.02.3?", "0000.01.01", "04.05.2019", "20190504", "2019.05-04", "2019.", "2019.05.",
    "2019.005.04", "19.05.04", "2019.05.04.",
    "May 4, 2019", "2019..04", "2019.05.04 12:00", "-2019.05.04", "????.13.??",
  }

  it("has parts, nil if unknown, and is written as in PGN", function()
    for text, wanted in pairs(GOOD) do
      local date = assert(chess.date(text))
      assert.same({ text, table.unpack(wanted, 1, 3) }, { tostring(date), date.year, date.month, date.day })
      assert.is_false(date.is_repaired)
    end
  end)

  it("is repaired if there is only one meaning", function()
    for text, wanted in pairs(REPAIRED) do
      local date = assert(chess.date(text))
      assert.equal(wanted, tostring(date))
      assert.is_true(date.is_repaired)
    end
  end)

  it("is rejected if it is invalid", function()
    for _, text in ipairs(BAD) do
      local date, _, code = chess.date(text)
      assert.is_nil(date, text)
      assert.equal("bad_date", code)
    end
    assert.equal('no such day: "2019.02.30"', select(2, chess.date "2019.02.30"))
    assert.equal('not a date: "04.05.2019"', select(2, chess.date "04.05.2019"))
    assert.has_error(function() chess.date(2019) end)
  end)

  it("can be compared, with unknown digits as 0", function()
    local ORDER = {
      "????.??.??", "????.05.04", "199?.??.??", "1990.01.01", "1999.??.??", "1999.12.31", "2000.??.04", "2000.01.01",
    }
    local dates = {}
    for i, text in ipairs(ORDER) do
      dates[i] = chess.date(text)
    end
    for i = 1, #dates do
      for j = 1, #dates do
        assert.equal(i < j, dates[i] < dates[j])
        assert.equal(i <= j, dates[i] <= dates[j])
        assert.equal(i == j, dates[i] == dates[j])
        assert.equal(i < j and -1 or i > j and 1 or 0, dates[i]:compare(dates[j]))
      end
    end
    assert.is_true(chess.date "2019-05-04" == chess.date "2019.05.04")
    assert.is_false(chess.date "2019.05.04" == { text = "2019.05.04" })
    -- Unknown parts count as 0, for == as well as for <=.
    for _, pair in ipairs { { "19??.??.??", "1900.??.??" }, { "2019.05.??", "2019.05.0?" } } do
      local a, b = chess.date(pair[1]), chess.date(pair[2])
      assert.is_true(a == b and a <= b and b <= a and a:compare(b) == 0)
    end
    assert.error_matches(function() return chess.date "2019" < 2020 end, "attempt to compare lucena.Date with number")
    assert.error_matches(function() return chess.date "2019" < nil end, "attempt to compare lucena.Date with nil")
    assert.error_matches(function() return nil >= chess.date "2019" end, "attempt to compare lucena.Date with nil")
    assert.error_matches(function() return chess.date("2019").compare("2019") end, "calling 'compare' on bad self")
  end)
end)

describe("the time spent", function()
  -- A game "Nf3 Nf6 Ng1 Ng8 ..." with a comment after each move; "" for none.
  local MOVES = { "Nf3", "Nf6", "Ng1", "Ng8" }
  local function clocks(control, comments, opts)
    local parts = { control and ('[TimeControl "%s"]\n\n'):format(control) or "" }
    for i, comment in ipairs(comments) do
      parts[#parts + 1] = MOVES[(i - 1) % 4 + 1] .. " {" .. comment .. "}"
    end
    return game(table.concat(parts, " ") .. " *"):clocks(opts)
  end
  -- The times used for the moves, "-" for nil.
  local function spent(...)
    local list = {}
    for i, entry in ipairs(clocks(...)) do
      list[i] = entry.spent and ("%g"):format(entry.spent) or "-"
    end
    return table.concat(list, " ")
  end
  local function clk(...)
    local list = {}
    for i, seconds in ipairs { ... } do
      list[i] = seconds and ("[%%clk 0:%02d:%02d]"):format(seconds // 60, seconds % 60) or ""
    end
    return list
  end

  it("is the clock before minus the clock after plus the increment", function()
    assert.equal("10 20 3 6", spent("300+2", clk(292, 282, 291, 278)))
    assert.equal("8 18 1 4", spent("300", clk(292, 282, 291, 278)))
    local list = clocks("300+2", clk(292, 282))
    assert.same({ { ply = 1, color = "white", clock = 292.0, spent = 10.0 },
                  { ply = 2, color = "black", clock = 282.0, spent = 20.0 } }, list)
    assert.same({}, clocks("300+2", {}))
  end)

  it("is the value of [%emt] if there is one", function()
    assert.equal("7 20 1", spent("300+2", { "[%emt 0:00:07]", "[%clk 0:04:42]", "[%clk 0:04:56]" }))
    assert.equal("7 -", spent(nil, { "[%emt 0:00:07]", "[%clk 0:04:42]" }))
  end)

  it("is unknown without a clock, and for the next move", function()
    assert.equal("10 - 3 - 5 4", spent("300+2", clk(292, false, 291, 278, 288, 276)))
  end)

  it("is unknown without a time control, or with an ambiguous one", function()
    for _, control in ipairs { false, "?", "-", "*180", "90 minutes" } do
      assert.equal("- - - -", spent(control or nil, clk(292, 282, 291, 278)))
    end
    assert.equal("10 20 3 6", spent(nil, clk(292, 282, 291, 278), { time_control = "300+2" }))
    assert.has_error(function() clocks(nil, {}, { control = "300+2" }) end)
  end)

  it("includes the time of a period that begins at the move", function()
    -- 2 moves in 100 seconds, then 50 seconds for the rest with an increment of 5. The 50 seconds are added to
    -- White's clock at the second move, to Black's at the third.
    assert.equal("10 0 20 10 10 15 8 10",
      spent("2/100:50+5", clk(90, 100, 120, 90, 115, 130, 112, 125)))
    -- The last period repeats: 10 seconds for each move.
    assert.equal("4 1 3 2 5 3", spent("1/10", clk(16, 19, 23, 27, 28, 34)))
  end)

  it("is never negative", function()
    -- Clocks are truncated to seconds, so a clock can seem to gain a second. After an arbiter's correction, no time is
    -- known.
    assert.equal("0 5 -", spent("300", clk(300, 295, 340)))
    assert.equal("3 5 0", spent("300+2", clk(299, 297, 302)))
    -- Some clocks include the increment of the first move from the beginning of the game.
    assert.equal("3", spent("300+30", clk(357)))
  end)

  it("depends on the side that moves first", function()
    local g = game('[TimeControl "60"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20"]\n\n' ..
      "20... Kd7 {[%clk 0:00:50]} 21. e4 {[%clk 0:00:55]} Kd6 {[%clk 0:00:45]} *")
    local list = g:clocks()
    assert.same({ "black", 10.0 }, { list[1].color, list[1].spent })
    assert.same({ "white", 5.0 }, { list[2].color, list[2].spent })
    assert.same({ "black", 5.0 }, { list[3].color, list[3].spent })
  end)
end)
