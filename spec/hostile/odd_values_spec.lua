-- Tags and commands in comments with values that are no numbers of chess (spec/support/odd_values.lua). No command
-- fails because of one, or loses another game, and values that docs/data.md declares as integers are integers, or
-- empty. The reports, in all formats, are tested in spec/contract/report_spec.lua.

local chess = require "lucena"
local decode = require("dkjson").decode
local new_folder = require "spec.support.folder"
local odd = require "spec.support.odd_values"
local run = require "spec.support.run"

local GAMES = odd.games()

local function texts()
  local list = {}
  for i, row in ipairs(GAMES) do
    list[i] = row[2]
  end
  return table.concat(list)
end

local GOOD = '[White "Zeta"]\n[Black "Beta"]\n[WhiteElo "2000"]\n[TimeControl "60+1"]\n\n1. e4 {[%clk 0:00:58]} 1-0\n'

-- The queries of tags and comments. Each is false for most games, or true.
local QUERIES = { "elo{min = 2000}", "elo{max = 100}", "elo_diff{max = 50}", "mean_elo{min = 2000}", "higher_won",
  "result '1-0'", "eco 'B00'", "year{min = 1990}", "date{from = '1990.02'}", "time_class 'blitz'",
  "number('Round', {max = 9})", "time_left{max = 58}", "time_spent{min = 1}", "time_trouble", "eval{min = 0}",
  "eval{mate = 3}", "eval_swing{min = 1}", "blunder", "won 'Alpha'" }

-- The command lines, and a part of the output that comes from the good game, whose file comes last.
local LINES = {
  { "convert", "-t", "json", has = "Zeta" }, { "convert", "-t", "csv", "--per", "ply", has = "e2e4" },
  { "convert", "--reduced", has = "Zeta" }, { "dedup", has = "Zeta" }, { "merge", "--unique", has = "Zeta" },
  { "convert", "-t", "csv", "--columns", table.concat(odd.TAGS, ","), has = "Zeta" },
  { "sort", "--by", "Date,Round,Board,WhiteElo,BlackElo,PlyCount,ECO", has = "Zeta" },
  { "sort", "--by=-UTCDate,-UTCTime,TimeControl", has = "Zeta" }, { "filter", "--list", has = "Zeta" },
  { "check", "--tags", has = "missing_tags" }, { "tag", "--eco", "--plycount", has = "Zeta" },
  { "report", "player", "--name", "Alpha", has = "Alpha" }, { "report", "crosstable", "-t", "json", has = "Zeta" },
  { "report", "sheet", "-t", "html", "--limit", "2000", has = "Zeta" },
  { "report", "table", "--rows", "WhiteElo/100", "--value", "sum:BlackElo", has = "2000" },
  { "report", "table", "--rows", "Round/1", "--columns", "Board/2", "--value", "max:PlyCount", has = "%d" },
}

describe("odd values of tags and commands in comments", function()
  local folder = new_folder()
  local path, good = folder:write("odd.pgn", texts()), folder:write("good.pgn", GOOD)

  -- Runs a command on the odd games and the good one, and requires that it works.
  local function works(line)
    local words = table.move(line, 1, #line, 1, {})
    words[#words + 1], words[#words + 2] = path, good
    local r = run(words)
    assert.is_truthy(r.code == 0 or r.code == 1, r.err)
    assert.is_falsy(r.err:find("internal error", 1, true), r.err)
    return r.out
  end

  for _, line in ipairs(LINES) do
    it(table.concat(line, " ") .. " works, and keeps the other game", function()
      local out = works(line)
      assert.is_truthy(out:find(line.has), out:sub(-500))
    end)
  end

  it("are selected or not, by each query and each operator", function()
    local matched = {}
    for _, query in ipairs(QUERIES) do
      matched[#matched + 1] = ("(%s | ~(%s))"):format(query, query)
    end
    assert.equal(#GAMES + 1 .. "\n", works { "filter", "-c", "-e", table.concat(matched, " & ") })
    for _, name in ipairs(odd.TAGS) do
      for _, operator in ipairs { "<", "<=", ">", ">=", "=", "~", "^" } do
        local reader = assert(chess.open(path, { tags = { { name, operator, "100" } } }))
        assert.is_true(reader:count() < #GAMES)
        reader:close()
      end
    end
  end)

  it("are typed columns, or empty", function()
    local columns = "white_elo,black_elo,base,increment,plies,date,year,id"
    local out = works { "convert", "-q", "-t", "csv", "--columns", columns }
    local count = -1
    for line in out:gmatch("[^\n]+\n") do
      local white, black, base, more, plies, date, year = line:match("^(.-),(.-),(.-),(.-),(.-),(.-),(.-),%x+\n$")
      count = count + 1
      if white ~= nil then
        assert.is_truthy((white .. black):find("^%d*$") and #white <= 5 and #black <= 5, line)
        assert.is_truthy(base:find("^%d*%.?%d*$") and #base <= 12 and more:find("^%d*%.?%d*$") and #more <= 12, line)
        assert.is_truthy(plies:find("^%d$") and (date == "" or chess.date(date)) and year:find("^%d*$"), line)
      end
    end
    assert.equal(#GAMES + 1, count)
  end)

  it("are typed fields of JSON, or missing", function()
    local integers = { "white_elo", "black_elo", "plies" }
    for line in works({ "convert", "-q", "-t", "jsonl", "--compact" }):gmatch("[^\n]+") do
      local record = assert(decode(line), line)
      for _, name in ipairs(integers) do
        assert.is_true(record[name] == nil or math.type(record[name]) == "integer", line)
      end
      for _, mate in ipairs(record.mates or {}) do
        assert.is_true(math.type(mate) == "integer" or mate == require("dkjson").null, line)
      end
      assert.is_true((record.base or 0) < 1e9 and (record.increment or 0) < 1e9, line)
    end
  end)

  it("are read by the library, which gives a number within limits, or an error", function()
    for _, value in ipairs(odd.VALUES) do
      local control, _, code = chess.time_control(value)
      assert.is_true(control ~= nil or code == "bad_time_control", value)
      for _, period in ipairs(control or {}) do
        for _, number in ipairs { period.seconds or 0, period.increment or 0, period.moves or 0 } do
          assert.is_true(number < 1e9, value)
        end
      end
      local game = chess.game('[TimeControl "' .. value .. '"]\n\n*')
      for _, class in ipairs(control and {} or { "blitz", "rapid", "standard" }) do
        assert.is_false(chess.query.time_class(class)(game), value)
      end
      for _, text in ipairs { value, "#" .. value } do
        local score = chess.score(text)
        assert.is_truthy(not score or tostring(score):find("^#?%-?%d+%.?%d*$"), text)
      end
      assert.is_true(chess.date(value) ~= nil or select(3, chess.date(value)) == "bad_date")
    end
  end)
end)
