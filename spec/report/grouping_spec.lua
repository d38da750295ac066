-- Kinds of events that fit the pairings, and fields by which games are grouped.

local chess = require "lucena"
local file = require "spec.support.file"

local MOVES = "1. e4 e5 2. Nf3 Nc6"

local function game(round, white, black, result, moves, tags)
  return ('[Event "E"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n%s\n%s %s\n\n'):format(round, white,
    black, result, tags or "", moves or "", moves and result or "*")
end

local function report_of(name, pgn, options)
  local report = assert(chess.report(name, options))
  for it in chess.games_in(pgn) do
    report:add(it)
  end
  return report
end

local function notes_of(pgn, options)
  options = options or {}
  options.min_games = 1
  local list = {}
  for i, note in ipairs(report_of("crosstable", pgn, options):sections()[1].notes) do
    list[i] = type(note) == "string" and note or type(note[2]) ~= "table" and note[1]:format(table.unpack(note, 2))
      or note[1]
  end
  return table.concat(list, "\n")
end

describe("a crosstable", function()
  -- Two rounds of nine players, who never meet twice.
  local function two_rounds()
    local out = {}
    for i = 1, 4 do
      out[#out + 1] = game(1, "P" .. i, "P" .. i + 4, "1-0") .. game(2, "P" .. i, "P" .. i % 4 + 5, "1/2-1/2")
    end
    return table.concat(out) .. game(1, "P9", "Bye", "1-0")
  end

  it("names the kinds that fit if the pairings do not show the kind", function()
    assert.is_truthy(notes_of(two_rounds()):find("Kinds that fit the pairings: --kind swiss, --kind robin", 1, true))
    local report = chess.report "crosstable"
    for one in chess.games { text = two_rounds() } do
      report:add(one)
    end
    for _, lang in ipairs { "en", "fr" } do
      local html = report:format("html", { fragment = true, lang = lang }) -- for a page with a form for options
      assert.is_truthy(html:find(": kind swiss, kind robin</p>", 1, true), html)
      assert.is_nil(html:find("--kind", 1, true), lang)
    end
    local rematch = game(1, "A", "B", "1-0") .. game(1, "C", "D", "1-0") .. game(2, "B", "A", "1-0")
      .. game(2, "C", "D", "0-1") .. game(3, "A", "B", "1-0")
    assert.is_nil(notes_of(rematch):find("--kind swiss", 1, true))
    for _, kind in ipairs { "swiss", "robin" } do
      assert.is_nil(notes_of(two_rounds(), { kind = kind }):find("Kinds that fit", 1, true))
    end
  end)

  it("of games with a list of byes is that of a Swiss", function()
    local path = os.tmpname()
    file.write(path, "2 half P9\n")
    local notes = notes_of(two_rounds(), { byes = path })
    os.remove(path)
    assert.is_truthy(notes:find("^Swiss system, 9 players, 8 games"), notes)
    assert.is_nil(notes:find("Kind", 1, true))
  end)

  it("names results without moves among games with moves", function()
    local words = "Games without moves, which count as played unless their Result is +/- or -/+: "
    local pgn = game(1, "A", "B", "1-0", MOVES) .. game(1, "C", "D", "1-0") .. game(2, "A", "C", "1-0", MOVES)
      .. game(2, "B", "D", "+/-") .. game(3, "A", "D", "1-0", MOVES) .. game(3, "B", "C", "0-1", MOVES)
    assert.is_truthy(notes_of(pgn):find(words .. "1 (C – D 1)", 1, true))
    assert.is_nil(notes_of(game(1, "A", "B", "1-0") .. game(1, "C", "D", "1-0")):find(words, 1, true))
  end)
end)

describe("games are grouped", function()
  local PGN = game("3.2", "A", "B", "1-0", MOVES, '[Date "2023.01.05"]\n[ECO "C45"]\n')
    .. game("3.10", "C", "D", "1-0", MOVES, '[Date "2023.01.19"]\n[ECO "C41"]\n')
    .. game("10.1.2", "A", "C", "1-0", MOVES, '[Date "2024.01.01"]\n[ECO "C50"]\n[Board "7"]\n')
    .. game("?", "É", "B", "1-0", MOVES)

  local function groups(rows)
    local list = {}
    for i, row in ipairs(report_of("table", PGN, { rows = rows }):rows()) do
      list[i] = ("%s %d"):format(row.group, row.total)
    end
    list[#list] = nil -- the total
    return table.concat(list, "; ")
  end

  it("by the round and the board of a Round such as 3.2", function()
    assert.equal("3 2; 10 1; ? 1", groups "RoundNumber")
    assert.equal("2 1; 7 1; 10 1; ? 1", groups "Board")
  end)

  it("by the first characters of any field", function()
    assert.equal("2023.01 2; 2024.01 1; ? 1", groups "Date:7")
    assert.equal("C4 2; C5 1; ? 1", groups "ECO:2")
    assert.equal("C4 2; C5 1; ? 1", groups "tag:ECO:2")
    assert.equal("202 3; ? 1", groups "Year:3")
    assert.equal("A 2; C 1; É 1", groups "White:1")
    for rows, message in pairs { ["Date:0"] = "at least 1", ["Dat:2"] = "Dat" } do
      assert.is_truthy(select(2, chess.report("table", { rows = rows })):find(message, 1, true))
    end
  end)

  it("by a Lua function, whose errors are the user's", function()
    local run = require "spec.support.run"
    assert.equal("3 1; 5 1; 6 1; 8 1", groups "function(g) return #g.tags.Round + 2 end")
    for code, message in pairs {
      ["function(g) return g.foo end"] = "-:1: game 1: function:1: lucena.Game has no field 'foo'",
      ["function(g) return 1.5 end"] = "-:1: game 1: a field of a table gives a string, an integer or nil, not a float",
    } do
      local r = run { "report", "table", "-q", "--rows", code, stdin = "1. e4 *\n" }
      assert.same({ 2, message }, { r.code, r.err:match "^[^\n]*" })
    end
    local r = run { "report", "table", "--columns", "function(g) return (", stdin = "1. e4 *\n" }
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find("function:1: unexpected symbol", 1, true), r.err)
  end)
end)

describe("a table by a field that no game has", function()
  it("says so in a note", function()
    local function notes(rows, columns)
      local report = chess.report("table", { rows = rows, columns = columns })
      report:add(chess.game '[Event "x"]\n\n1. e4 *')
      return report:format("text"):match("\n(No game has .*)\n$")
    end
    assert.equal("No game has a value for Material.", notes "Material")
    assert.equal("No game has a value for ECO.\nNo game has a value for Annotator.", notes("ECO", "Annotator"))
    assert.is_nil(notes "Event")
  end)
end)
