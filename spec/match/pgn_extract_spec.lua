-- Queries compared with pgn-extract 19-04, for criteria that both programs can express. The numbers of matching games
-- are compared for spec/data/engine/engine.pgn, and for the first megabytes of a large database if it is installed. The
-- numbers for the first file are also recorded here, so that the queries are tested without pgn-extract.
--
-- pgn-extract counts some things differently, so these are compared in a special way:
-- - Material (`-z` for either side, `-y` for White first): a number before the material is the number of half-moves for
--   which the material lasts, 2 by default. N half-moves have N + 1 positions, so the query requires N + 1 consecutive
--   positions. The last position of a game is never tested.
--   pgn-extract does not update its counts of pieces after a promotion, so games with promotions are omitted.
-- - `--repetition`: pgn-extract assumes a right to capture en passant after every double step of a pawn, and so misses
--   repetitions. Each game that it finds must contain a repetition.
-- Not compared: tags in another letter case, and two conditions on one tag, of which pgn-extract requires only one.
-- spec/command/dedup_spec.lua compares `-D`.

local chess = require "lucena"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"

local q = chess.query
local SAMPLE = "spec/data/engine/engine.pgn"

-- query, number of games of the sample, arguments of pgn-extract, text of the file that they name (if any)
local ROWS = {
  { q.prefix("White", "Castle"), 14, "-TwCastle" },
  { q.prefix("White", "Castle") | q.prefix("Black", "Castle"), 28, "-TpCastle" },
  { q.prefix("ECO", "D0"), 34, "-TeD0" },
  { q.result "1-0", 136, "-Tr1-0" },
  { q.elo { min = 2500, side = "white" }, 152, "-t", 'WhiteElo >= "2500"\n' },
  { q.elo(2500), 232, "-t", 'Elo >= "2500"\n' },
  { q.elo { max = 2350, side = "black" }, 88, "-t", 'BlackElo <= "2350"\n' },
  { q.date { from = "1859" }, 311, "-t", 'Date >= "1859"\n' },
  { q.year { max = 1900 }, 4, "-t", 'Date < "1901"\n' },
  { q.checkmate, 256, "-M" },
  { q.stalemate, 1, "--stalemate" },
  { q.fifty, 14, "--fifty" },
  { q.threefold, 22, "--repetition" },
  { q.underpromotion, 36, "--underpromotion" },
  { q.plies { min = 200 }, 32, "-pl200" },
  { q.plies(90), 2, "-p90" },
  { q.moves { max = 25 }, 7, "-bu25" },
  { q.pattern "rnbqkbnr/*/*/*/*/*/*/RNBQKBNR", 315, "-Tfrnbqkbnr/*/*/*/*/*/*/RNBQKBNR" },
  { q.pattern "?????rk?/?????aaa/*/*/*/*/P[BP]P*/??KR????", 3, "-Tf?????rk?/?????aaa/*/*/*/*/P[BP]P*/??KR????" },
  { q.pattern "*/*/*/*/*P*[^Pp]!*/*/*/*", 299, "-Tf*/*/*/*/*P*[^Pp]!*/*/*/*" },
  { q.pattern("*/*/*/*/*/*/PPP5/??KR????", { colors = true }), 1, "-t", 'FENPatternI "*/*/*/*/*/*/PPP5/??KR????"\n' },
  { q.line "e4 e5 Nf3 Nc6", 14, "-P -v", "e4 e5 Nf3 Nc6\n" },
  { q.line "d4 * c4 * Nc3 *", 22, "-P -v", "d4 * c4 * Nc3 *\n" },
  { q.line "e4 !e5|c5", 80, "-P -v", "e4 !e5|c5\n" },
  { q.line("d4 d5 c4 e6 Nc3 Nf6", { any_order = true }), 4, "-v", "d4 d5 c4 e6 Nc3 Nf6\n" },
  { q.line "e4 e5 d4|Nf3 | d4 d5", 85, "-P -v", "e4 e5 d4|Nf3\nd4 d5\n" },
  { q.position "e4 e5 Nf3 Nc6 Bc4", 9, "-x", "e4 e5 Nf3 Nc6 Bc4\n" },
  { q.position "e4 e5 Nf3 Nc6 Bc4" | q.position "d4 d5 c4 e6 Nc3 Nf6", 13, "-x",
    "e4 e5 Nf3 Nc6 Bc4\nd4 d5 c4 e6 Nc3 Nf6\n" },
  { q.position "d4 d5 c4 e6 Nc3 Nf6", 4, "-x", "d4 d5 c4 e6 Nc3 Nf6\n" },
}

-- Material; numbers of games of the sample without promotions that `-z` and `-y` find.
local MATERIAL = {
  { "rp r", 8, 4 }, { "q*r*b2n0p* q=r=b0n2p=", 2, 1 }, { "10 r2p+ r=p*", 1, 1 }, { "r+p+ r=p#", 14, 14 },
  { "6 l2p* l2p*", 1, 1 }, { "nbp* r", 1, 1 }, { "1 q*r*l*p8 q=r=l=p7", 57, 27 }, { "p1-r* p*r*", 17, 15 },
  { "q*r*n*b*p3> q*r*n*b*p*", 40, 17 }, { "r2+p* r*p2<", 3, 2 }, { "q0r*b*n*p* q0r1>=l2<p*", 2, 1 },
  { "l+p* r+p*", 7, 3 },
}

-- The same condition as in pgn-extract: N half-moves, the number in `text`, are N + 1 positions.
local function material(text, opts)
  local plies, rest = text:match("^(%d+) (.*)$")
  plies = tonumber(plies or 2)
  return q.seq(q.streak(q.material((rest or text):gsub(" ", " v ", 1), opts), plies + 1, plies + 1), 1)
end

local function count(path, query)
  local reader <close> = assert(chess.open(path, { query = query }))
  return (reader:count())
end

local function count_of_peer(path, row, folder)
  local arguments = row[3]
  if row[4] then
    arguments = arguments .. folder:write("criteria.txt", row[4])
  end
  local words = {}
  for word in arguments:gmatch("%S+") do
    words[#words + 1] = "'" .. word .. "'"
  end
  local pipe = assert(io.popen(("%s -s %s '%s' 2>/dev/null"):format(need.program "pgn-extract",
    table.concat(words, " "), path)))
  local games = 0
  for line in pipe:lines() do
    games = games + (line:find("^%[White ") and 1 or 0)
  end
  pipe:close()
  return games
end

describe("a query finds the known number of games of the sample,", function()
  for _, row in ipairs(ROWS) do
    it(tostring(row[1]), function()
      assert.equal(row[2], count(SAMPLE, row[1]))
    end)
  end
end)

-- The first 300 games without promotions, as text.
local function without_promotions(path)
  local list = {}
  for game in chess.games(path, { query = q.never(q.promotion) & q.at_end(q.ply { min = 0 }) }) do
    list[#list + 1] = game.text
    if #list == 300 then
      break
    end
  end
  return table.concat(list, "\n\n") .. "\n"
end

-- The only difference to pgn-extract is the last position of a game, which it never tests.
describe("material in the form of pgn-extract lasts for its number of half-moves,", function()
  for _, row in ipairs(MATERIAL) do
    it(row[1], function()
      for _, opts in ipairs { {}, { first = "white" } } do
        local plies, rest = row[1]:match("^(%d+) (.*)$")
        local spelt = q.material((rest or row[1]):gsub(" ", " v ", 1), opts)
        local expected = count(SAMPLE, q.held(spelt, (tonumber(plies) or 2) + 1))
        assert.equal(expected, count(SAMPLE, q.material(row[1], opts)))
        assert.is_true(expected >= count(SAMPLE, material(row[1], opts)))
      end
    end)
  end
end)

describe("pgn-extract finds the same number,", function()
  local folder, large

  setup(function()
    folder = new_folder()
  end)

  teardown(function()
    folder:__close()
  end)

  -- The first two megabytes of the database, up to the end of a game.
  local function find_large()
    local packed = need.data "throughput/otb.pgn.zst"
    need.program "zstd"
    if not large then
      folder:run(("zstd -dqc '%s' 2>/dev/null | head -c 2000000 >cut.pgn"):format(packed))
      local text = folder:read "cut.pgn"
      large = folder:write("large.pgn", text:match("^(.*\n)%[Event "))
    end
    return large
  end

  for _, row in ipairs(ROWS) do
    it(row[3] .. (row[4] and " " .. row[4]:gsub("\n", "; ") or ""), function()
      assert.equal(row[2], count_of_peer(SAMPLE, row, folder))
      if row[3] ~= "--repetition" then
        local path = find_large()
        assert.equal(count_of_peer(path, row, folder), count(path, row[1]))
      end
    end)
  end

  it("-z and -y, of games without promotions", function()
    local paths = { folder:write("small.pgn", without_promotions(SAMPLE)),
      folder:write("other.pgn", without_promotions(find_large())) }
    for i, path in ipairs(paths) do
      for _, row in ipairs(MATERIAL) do
        local either, white = count(path, material(row[1])), count(path, material(row[1], { first = "white" }))
        assert.equal(either, count_of_peer(path, { nil, nil, "-z", row[1] .. "\n" }, folder), row[1])
        assert.equal(white, count_of_peer(path, { nil, nil, "-y", row[1] .. "\n" }, folder), row[1])
        if i == 1 then
          assert.same(row, { row[1], either, white })
        end
      end
    end
  end)

  it("--repetition finds the same games", function()
    local path = find_large()
    folder:run(("%s -s --repetition '%s' >repeated.pgn 2>/dev/null"):format(need.program "pgn-extract", path))
    local found = count_of_peer(path, { nil, nil, "--repetition" }, folder)
    assert.is_true(found > 0 and found <= count(path, q.threefold))
    assert.equal(found, count(folder:path "repeated.pgn", q.threefold))
  end)
end)
