-- docs/dev/maintaining.md says how many of 20,000 games pgn-extract 19-04 and Lucena select for the same condition.
-- This spec runs both programs and compares the games, not only their numbers. Each game has a tag with its lines in
-- the file.

local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local read = require("spec.support.file").read
local run = require "spec.support.run"

local GAMES = 20000

-- The option as docs/dev/maintaining.md spells it, arguments of pgn-extract, arguments of `lucena filter`, the text of
-- the file FILE, and the numbers of games that only pgn-extract and only Lucena select (default 0).
local ROWS = {
  { "-Tw", "-TwKarpov", { "-e", 'prefix("White", "Karpov")' } },
  { "-Tp", "-TpKarpov", { "-e", 'player "Karpov"' } },
  { "-Te", "-TeB9", { "-e", 'eco "B9"' } },
  { "-Td", "-Td1990", { "-e", "year(1990)" } },
  { "-Tr", "-Tr1-0", { "-e", 'result "1-0"' } },
  { "-Tf", "-Tfrnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R",
    { "-e", 'placement "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R"' } },
  { "-t", "-tFILE", { "-e", 'elo{min = 2700, side = "white"}' }, 'WhiteElo >= "2700"\n' },
  { "-t, a date", "-tFILE", { "-e", 'date{from = "2000.06.01"}' }, 'Date >= "2000.06.01"\n', 123 },
  { "--tagsubstr", "--tagsubstr -tFILE", { "-t", "Event~Open" }, 'Event "Open"\n', 0, 6 },
  { "-M", "-M", { "-e", "checkmate" } },
  { "--stalemate", "--stalemate", { "-e", "stalemate" } },
  { "--fifty", "--fifty", { "-e", "fifty" } },
  { "--repetition", "--repetition", { "-e", "threefold" }, nil, 0, 14 },
  { "--underpromotion", "--underpromotion", { "-e", "underpromotion" } },
  { "-b", "-b30", { "-e", "moves{min = 30, max = 30}" } },
  { "-bl", "-bl60", { "-e", "moves{min = 60}" } },
  { "-bu", "-bu20", { "-e", "moves{max = 20}" } },
  { "-p", "-p60", { "-e", "plies{min = 60, max = 60}" } },
  { "-v -P", "-P -vFILE", { "-e", 'line "e4 c5 Nf3"' }, "e4 c5 Nf3\n" },
  { "-v", "-vFILE", { "-e", 'line("d4 d5 c4 e6 Nc3 Nf6", {any_order = true})' }, "d4 d5 c4 e6 Nc3 Nf6\n" },
  { "-x", "-xFILE", { "-e", 'position "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"' },
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6\n" },
  { "-z", "-zFILE", { "-e", 'material "RP R"' }, "RP R\n", 0, 23 },
  { "-z, minor pieces", "-zFILE", { "-e", 'material "B1N0P* B0N1P*"' }, "B1N0P* B0N1P*\n", 1, 21 },
  { "--nobadresults", "--nobadresults",
    { "-e", "where(function(g) return (g.tags.Result or g.result) == g.result end)" } },
  { "--stopafter", "--stopafter 100", { "-e", "plies{min = 0}", "--limit", "100" } },
  { "--selectonly", "--selectonly 5,7,10:20", { "--games", "5,7,10-20" } },
  { "-D", "-D", false },
}

-- The numbers of docs/dev/maintaining.md: option -> {pgn-extract's games, Lucena's games}.
local function documented()
  local found = {}
  for option, theirs, ours in read("docs/dev/maintaining.md"):gmatch "\n| `(%-[^`]*)`([^\n|]*| [%d,]+) | ([%d,]+) |" do
    local rest, number = theirs:match "^([^|]-) ?| ([%d,]+)$"
    found[option .. rest] = { tonumber((number:gsub(",", ""))), tonumber((ours:gsub(",", ""))) }
  end
  return found
end

-- The values of the tag Lines in a text, as a set, and their number.
local function games_in(text, pattern)
  local set, count = {}, 0
  for lines in text:gmatch(pattern) do
    set[lines], count = true, count + 1
  end
  return set, count
end

local function missing_in(set, other)
  local count = 0
  for lines in pairs(set) do
    count = count + (other[lines] and 0 or 1)
  end
  return count
end

describe("of 20,000 games, pgn-extract and Lucena select", function()
  local folder, path, figures, is_written

  setup(function()
    folder, figures = new_folder(), documented()
  end)

  -- Write the games with their lines, once. Called in a test, because only a test can be skipped for want of data.
  local function use_games()
    local data, first = need.data "throughput/otb.pgn.zst", folder:path "first.pgn"
    path = folder:path "games.pgn"
    if not is_written then
      is_written = true
      assert.equal(0, run({ "filter", "-q", "--games", "1-" .. GAMES, data, "-o", first }).code)
      assert.equal(0, run({ "tag", "-q", "--line-numbers", "Lines", first, "-o", path }).code)
    end
  end

  teardown(function()
    folder:__close()
  end)

  local function theirs(row)
    local words = {}
    for word in row[2]:gmatch "%S+" do
      words[#words + 1] = "'" .. word:gsub("FILE", folder:path "criteria.txt") .. "'"
    end
    folder:write("criteria.txt", row[4] or "")
    folder:run(("%s -s %s '%s' 2>/dev/null | grep -a '^.Lines ' >theirs.txt || true"):format(
      need.program "pgn-extract", table.concat(words, " "), path))
    return games_in(folder:read "theirs.txt", '"([%d-]+)"')
  end

  local function ours(row)
    if not row[3] then
      return games_in(run({ "dedup", "-q", "--by", "moves", path }).out, '%[Lines "([%d-]+)"')
    end
    local words = { "filter", "-q", "--to", "csv", "--columns", "tag:Lines", path }
    return games_in(run(table.move(row[3], 1, #row[3], #words + 1, words)).out, "%f[%d](%d+%-%d+)")
  end

  for _, row in ipairs(ROWS) do
    local only_theirs, only_ours = row[5] or 0, row[6] or 0
    local same = only_theirs + only_ours == 0
    it(("%s games with %s"):format(same and "the same" or "the documented", row[1]), function()
      use_games()
      local a, count_a = theirs(row)
      local b, count_b = ours(row)
      assert.same({ only_theirs, only_ours }, { missing_in(a, b), missing_in(b, a) })
      assert.is_true(count_a > 0)
      assert.same(figures[row[1]], { count_a, count_b })
    end)
  end

  it("the same games of those with bad results", function()
    local text = '[Result "1-0"]\n[Lines "1-1"]\n\n1. e4 0-1\n\n'
      .. '[Result "1-0"]\n[Lines "2-2"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n'
      .. '[Lines "3-3"]\n\n1. e4 1-0\n\n[Result "*"]\n[Lines "4-4"]\n\n1. e4 1-0\n\n'
      .. '[Result "1-0"]\n[Lines "6-6"]\n\n1. e4 1-0\n'
    path = folder:write("bad.pgn", text)
    for _, row in ipairs(ROWS) do
      if row[1] == "--nobadresults" then
        local wanted = { ["2-2"] = true, ["3-3"] = true, ["6-6"] = true }
        assert.same({ wanted, wanted }, { (theirs(row)), (ours(row)) })
      end
    end
  end)
end)
