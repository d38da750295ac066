-- lucena tag --ratings: IDs, ratings, titles and federations from FIDE's rating lists. The lists here have the columns
-- of FIDE's files, and players made up for the specs.

local folder_of = require "spec.support.folder"
local run = require "spec.support.run"

local HEAD = "ID Number      Name" .. (" "):rep(57) .. "Fed Sex Tit  WTit OTit           FOA "
local MONTH = HEAD .. "%s Gms K  B-day Flag\n"
local COMBINED = HEAD .. "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\n"
local OLD = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag\n"

local function line(id, name, fed, title, ratings)
  return ("%-15s%-61s%-4s%-4s%-5s%-5s%-15s%-4s%s1990      \r\n"):format(id, name, fed, "M", title, "", "", "", ratings)
end

local function month_list(name, rows)
  local lines = { MONTH:format(name) }
  for i, row in ipairs(rows) do
    lines[i + 1] = line(row[1], row[2], row[3], row[4], ("%-6d%-4s%-3s"):format(row[5], "0", "20"))
  end
  return table.concat(lines)
end

local PLAYERS = { { "101", "Berg, Anna Maria", "SWE", "WGM", 2301 }, { "102", "Berg, Bo", "SWE", "", 1902 },
  { "103", "Muller, Karl", "GER", "GM", 2503 }, { "104", "Muller, Karl", "AUT", "", 1504 },
  { "105", "Zed", "FRA", "FM", 0 } }

local function game(tags)
  local lines = {}
  for i, tag in ipairs(tags) do
    lines[i] = ('[%s "%s"]'):format(tag[1], tag[2])
  end
  return table.concat(lines, "\n") .. "\n\n*\n\n"
end

-- Return the added tags of each game, sorted, and the messages.
local function added(lists, text, ...)
  local folder <close> = folder_of()
  local args = { "tag", ..., stdin = text }
  for name, list in pairs(lists) do
    table.move({ "--ratings", folder:write(name, list) }, 1, 2, #args + 1, args)
  end
  local r = run(args)
  local found = {}
  for block in (r.out .. "@@"):gmatch "@@ ([^@]*)" do
    local tags = {}
    for tag, value in block:gmatch '\n%+%[(%w+) "([^"]*)"%]' do
      tags[#tags + 1] = tag .. "=" .. value
    end
    found[#found + 1] = table.concat(tags, " ")
  end
  return found, r.err, r.code
end

describe("lucena tag --ratings", function()
  it("finds players by name and ID, and sets missing tags only", function()
    local found, err = added({ a = month_list("JAN23", PLAYERS) },
      game { { "White", "Anna M. Berg" }, { "Black", "Müller, Karl" }, { "BlackFED", "GER" }, { "Date", "2023.01.05" } }
      .. game { { "White", "Berg,AM" }, { "Black", "x" }, { "BlackFideId", "102" }, { "WhiteElo", "2000" },
        { "WhiteTitle", "-" }, { "BlackElo", "0" }, { "Date", "2023.01.05" } }
      .. game { { "White", "Zed" }, { "Black", "?" }, { "Date", "2023.01.05" } }, "-q")
    assert.same({ "BlackElo=2503 BlackFideId=103 BlackTitle=GM WhiteElo=2301 WhiteFED=SWE WhiteFideId=101 "
      .. "WhiteTitle=WGM", "BlackElo=1902 BlackFED=SWE WhiteFED=SWE WhiteFideId=101 WhiteTitle=WGM",
      "WhiteFED=FRA WhiteFideId=105 WhiteTitle=FM" }, found)
    assert.equal("", err)
  end)

  it("names players that are not in the list, or several times", function()
    local found, err = added({ a = month_list("JAN23", PLAYERS) },
      game { { "White", "Berg" }, { "Black", "Muller, K" }, { "Date", "2023.01.05" } }
      .. game { { "White", "Nobody, N" }, { "Black", "Berg, B" }, { "BlackFideId", "999" }, { "Date", "2023.01.05" } })
    assert.same({}, found)
    assert.equal("lucena: 2 games, 0 would change; -o FILE writes them\n"
      .. "no player of the rating list has the name or ID of: Berg; Nobody, N; Berg, B\n"
      .. "several players of the rating list have the name (add their FideId or FED): Muller, K (2)\n", err)
  end)

  it("uses the list in force at the start of the event", function()
    local function list(name, rating)
      return month_list(name, { { "101", "Berg, Anna Maria", "SWE", "", rating } })
    end
    local lists = { a = list("JAN23", 2301), b = list("DEC99", 1999), c = list("MAR23", 2303) }
    for _, row in ipairs { { "2023.02.28", "?", 2301 }, { "2023.03.01", "?", 2303 }, { "2024.01.01", "?", 2303 },
      { "2000.01.01", "?", 1999 }, { "1999.11.30", "?" }, { "2023.??.??", "?" },
      { "2023.03.02", "2023.02.??", 2301 } } do
      local found, err = added(lists, game { { "White", "Berg, A" }, { "Date", row[1] }, { "EventDate", row[2] } })
      assert.same(row[3] and { ("WhiteElo=%d WhiteFED=SWE WhiteFideId=101"):format(row[3]) } or {}, found, row[1])
      assert.equal(not row[3], err:find("games before all rating lists, or without a month: 1", 1, true) ~= nil)
    end
  end)

  it("takes the rating of the time control from the combined list, which has no month", function()
    local list = COMBINED .. line("101", "Berg, Anna", "SWE", "", "2301  0   10 2302  0   10 2303  0   10 ")
    for control, rating in pairs { ["5400+30"] = 2301, ["900+10"] = 2302, ["180+2"] = 2303, ["?"] = 2301 } do
      assert.same({ ("WhiteElo=%d WhiteFED=SWE WhiteFideId=101"):format(rating) },
        (added({ a = list }, game { { "White", "Berg, A" }, { "TimeControl", control } })), control)
    end
  end)

  it("reads lists of older years", function()
    local list = OLD .. " 5080444  Berg, Anna                        wm  SWE  2247    0  1995  wi\n"
    assert.same({ "WhiteElo=2247 WhiteFED=SWE WhiteFideId=5080444 WhiteTitle=WIM" },
      (added({ a = list }, game { { "White", "Berg, Anna" }, { "Date", "2011.03.09" } })))
  end)

  it("replaces ratings that --drop removes, for the report file of the tournament", function()
    local folder <close> = folder_of()
    local list = folder:write("list.txt", month_list("JAN23", PLAYERS))
    local text = run { "tag", "-q", "--drop", "WhiteElo", "--ratings", list, "-o", "-", stdin = game {
      { "White", "Berg, Anna" }, { "WhiteElo", "1111" }, { "Black", "Berg, Bo" }, { "Date", "2023.01.05" },
      { "Event", "E" }, { "Round", "1" }, { "Result", "1-0" } }:gsub("%*", "1-0") }.out
    local trf = run { "report", "crosstable", "-q", "-t", "trf", "--kind", "swiss", stdin = text }.out
    assert.is_truthy(trf:find("001    1  WGM Berg, Anna                        2301 SWE         101", 1, true), trf)
  end)

  it("rejects other files", function()
    local _, err, code = added({ a = "Name Elo\n" }, "*")
    assert.equal(2, code)
    assert.is_truthy(err:find "not a rating list of FIDE: no columns ID Number, Name and Fed in the first line\n$")
    _, err, code = added({ a = HEAD .. "\n" }, "*")
    assert.equal(2, code)
    assert.is_truthy(err:find "no column of ratings, such as SRtng or SEP26, in the first line\n$")
    assert.equal(3, run { "tag", "--ratings", "no/such", stdin = "*" }.code)
  end)
end)
