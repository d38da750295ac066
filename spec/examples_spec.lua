-- Runs every script of scripts/examples as its "Usage:" line shows, on the sample database. It must report no error.

local run = require "spec.support.run"

local SAMPLE = "spec/data/engine/engine.pgn"

local function usage_of(path)
  local file = assert(io.open(path, "rb"))
  local usage = file:read("a"):match("\n%-%- Usage: ([^\n]+)")
  file:close()
  return assert(usage, path .. " has a usage line")
end

-- The arguments in a usage line, with `games` in place of games.pgn and an event of the sample in place of EVENT.
-- "[...]" and "> FILE" are omitted.
local function words_of(usage, games)
  local words = {}
  for word in usage:gsub("%b[]", ""):gsub(">.*", ""):gmatch("%S+") do
    words[#words + 1] = word == "games.pgn" and games or word == "EVENT" and "Lucena Open" or word
  end
  return words
end

local function run_example(name, text)
  local path = "scripts/examples/" .. name .. ".lua"
  local words = words_of(usage_of(path), text and "-" or SAMPLE)
  words.stdin = text
  assert.equal("lucena", table.remove(words, 1))
  assert.equal(path, words[2])
  words.env = { LC_ALL = "C.UTF-8", NO_COLOR = "1" }
  local r = run(words)
  assert.equal(0, r.code, r.err)
  return r
end

-- Counts the games of the sample for which wanted(plies, result) is true, with the values recorded in expected.tsv.
local function expected(wanted)
  local count = 0
  for line in io.lines("spec/data/engine/expected.tsv") do
    local number, plies, result = line:match("^(%d+)\t(%d+)\t(%S+)")
    if number and wanted(tonumber(plies), result) then
      count = count + 1
    end
  end
  return count
end

local function copied(r)
  return select(2, r.out:gsub("%[Event ", ""))
end

describe("the example", function()
  local tried = {}
  local function example(name, test, text)
    tried[name] = true
    it(name, function()
      test(run_example(name, text))
    end)
  end

  -- Runs an example on the sample or on a text, and compares its whole output.
  local function prints(name, expected_out, text)
    example(name, function(r)
      assert.equal(expected_out, r.out)
    end, text)
  end

  example("miniature", function(r)
    local count = expected(function(plies, result) return plies <= 50 and result ~= "1/2-1/2" end)
    assert.is_true(count > 0)
    assert.equal(count, copied(r))
  end)

  example("long_games", function(r)
    local count = expected(function(plies) return plies > 300 end)
    assert.is_true(count > 0)
    assert.equal(count, copied(r))
  end)

  example("elo", function(r)
    assert.is_true(copied(r) > 0)
    for elo in r.out:gmatch('Elo "(%d+)"') do
      assert.is_true(tonumber(elo) >= 2500)
    end
  end)

  example("underpromotion", function(r)
    -- The sample has no variations, and its comments contain only numbers, so a search for text finds the moves.
    local file = assert(io.open(SAMPLE, "rb"))
    local wanted = {}
    for text in (file:read("a") .. "\n[Event "):gmatch("(%[Event .-\n)\n%f[%[]") do
      wanted[#wanted + 1] = text:find("=[NBR]") and text
    end
    file:close()
    assert.is_true(#wanted > 10)
    assert.equal(table.concat(wanted, "\n"), r.out)
  end)

  example("isolani", function(r)
    local chess = require "lucena"
    local found = 0
    for game in chess.games_in(r.out) do
      local side = game.result == "1-0" and "White" or "Black"
      local pawn, held, longest = side == "White" and "P" or "p", 0, 0
      for node in game:mainline() do
        local files = table.concat(node.position:squares(pawn))
        held = files:find("d") and not files:find("[ce]") and held + 1 or 0
        longest = math.max(longest, held)
      end
      assert.is_true(longest >= 8 and game.plies < 80 and tonumber(game.tags[side .. "Elo"]) >= 2400)
      found = found + 1
    end
    assert.equal(9, found)
  end)

  local CLOCKS = "1. e4 {[%%eval 0.3] [%%clk 0:05:00]} e5 {[%%eval 3.5] [%%clk 0:04:00]} "
    .. "2. Nf3 {[%%eval 3.2] [%%clk 0:0%d:20]} Nc6 {[%%eval 3.2] [%%clk 0:03:00]} "
    .. "3. Bc4 {[%%eval -0.5] [%%clk 0:0%d:05]} Nf6 {[%%eval -0.5] [%%clk 0:02:00]} %s\n\n"
  example("thrown_away", function(r)
    assert.equal(1, select(2, r.out:gsub("0%-1\n", "")))
    assert.is_truthy(r.out:gsub("\n", " "):find("[%clk 0:03:00]} {won} 3. Bc4", 1, true), r.out)
  end, CLOCKS:format(0, 0, "0-1") .. CLOCKS:format(3, 2, "0-1") .. CLOCKS:format(0, 0, "1-0"))

  prints("left_book", "3\t1.d4\tnot e4\n2\t1...c6\tnot e5 or c5\n1\t3...d6\tnot a6 or Nf6\n",
    "1. d4 *\n1. d4 *\n1. d4 d5 *\n1. e4 c6 *\n1. e4 c6 *\n"
    .. "1. e4 e5 2. Nf3 Nc6 3. Bb5 d6 *\n1. e4 c5 2. Nf3 Nc6 3. d4 e5 *")

  local GIFT = "1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. e5 Nfd7 5. Nf3 Be7 6. Bd3 O-O 7. h4 b6 8. Bxh7+ Kxh7 9. %s\n\n"
  prints("greek_gift", "reply\tgames\twon\nKg8\t2\t1\nBxg5\t1\t0\n", GIFT:format "Ng5+ Kg8 10. Qh5 1-0"
    .. GIFT:format "Ng5+ Bxg5 0-1" .. GIFT:format "Ng5+ Kg8 1/2-1/2" .. GIFT:format "Rg1 1-0")

  -- Smothered mates by each colour, and of a king that has not moved; a mate by a rook on the back rank is not one.
  local SMOTHERED = '[FEN "%s"]\n\n%s\n\n'
  local UNMOVED = "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2 Ngf6 6. Nd6# 1-0\n\n"
  prints("smothered", UNMOVED .. SMOTHERED:format("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", "1. Nf7# 1-0")
    .. SMOTHERED:format("k7/8/8/8/1n6/8/PP6/KR6 b - - 0 1", "1... Nc2# 0-1"):sub(1, -2),
    UNMOVED .. SMOTHERED:format("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", "1. Nf7# 1-0")
      .. SMOTHERED:format("k7/8/8/8/1n6/8/PP6/KR6 b - - 0 1", "1... Nc2# 0-1")
      .. SMOTHERED:format("7k/6pp/8/8/8/8/8/K3R3 w - - 0 1", "1. Re8# 1-0"))

  example("queen_for_mate", function(r)
    local games = {}
    for number in r.out:gmatch("%f[^\0\n] *(%d+) [^\n]*#\n") do
      games[#games + 1] = tonumber(number)
    end
    -- The sample contains the Immortal Game, the Evergreen Game and Morphy's Opera Game.
    assert.same({ 1, 2, 4, 134, 146 }, games)
  end)

  local DRAW = '[White "%s"]\n[Black "%s"]\n\n%s 1/2-1/2\n\n'
  prints("short_draws", "2\tTal\n1\tFischer\n1\tKeres\n", DRAW:format("Tal", "Keres", "1. e4 e5")
    .. DRAW:format("Fischer", "Tal", "1. e4 c5")
    .. DRAW:format("Tal", "Stein", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"))

  example("wrong_result", function(r)
    assert.same({ "2", "4" }, { r.out:match("^ *(%d) [^\n]*\n *(%d) [^\n]*\n$") })
  end, "1. f3 e5 2. g4 Qh4# 0-1\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n1. e4 1-0\n\n"
    .. '[FEN "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"]\n\n1. Qg6 1-0\n')

  example("elo_curve", function(r)
    assert.is_truthy(r.out:find("^difference\tgames\tscore %%\texpected %%\n0%-99\t34\t58.8\t58.2\n"), r.out)
    local games = 0
    for count in r.out:gmatch("%-%d+\t(%d+)\t") do
      games = games + tonumber(count)
    end
    assert.equal(300, games)
  end)

  prints("rook_endings", "won\t12\ndrawn\t13\nlost\t0\n")

  prints("castling", "castled\tgames\tdecided %\tmoves\nsame\t162\t81.5\t67.2\nopposite\t30\t86.7\t62.8\n")

  example("openings", function(r)
    assert.is_truthy(r.out:find("^ECO   games  White scores\nD00      16   46.9 %%\n"), r.out)
    assert.equal(16, select(2, r.out:gsub("\n", "")))
  end)

  example("crosstable", function(r)
    local games = 0
    for line in r.out:gmatch("[^\n]+") do
      games = games + (tonumber(line:match(" ([%d.]+)$")) or 0)
    end
    assert.equal(210, games)
  end)

  example("tour", function(r)
    assert.is_truthy(r.out:find("314 games, 25,827 plies", 1, true))
    assert.is_truthy(r.out:find("r1b2rk1/1pq1nppQ/p7/2pp4/5P2/1P1B4/PNPP2PP/R4R1K b - - 0 16", 1, true))
    assert.is_falsy(r.out:find("\27", 1, true))
    for line in r.out:gmatch("[^\n]+") do
      assert.is_true(utf8.len(line) < 80, line)
    end
  end)

  it("tour works without Unicode", function()
    local r = run { "run", "scripts/examples/tour.lua", SAMPLE, env = { LC_ALL = "C" } }
    assert.equal(0, r.code)
    assert.is_falsy(r.out:find("[\128-\255]"))
  end)

  -- Positions and moves with one theme each.
  local THEMES = {
    interference = { "4r2k/8/8/8/8/6B1/R3n3/7K w - - 0 1", "1. Be5+ Kg8 2. Rxe2 *" },
    self_interference = { "4r2k/8/5b2/8/8/8/R3n3/7K w - - 0 1", "1. Kg2 Be5 2. Rxe2 *" },
    capturing_defender = { "7k/8/8/3b4/8/5n2/6B1/3R3K w - - 0 1", "1. Rxd5 Kg8 2. Bxf3 *" },
    clearance = { "7k/8/5p2/8/4N3/8/8/4R1K1 w - - 0 1", "1. Nxf6 Kg7 2. Re8 *" },
    deflection = { "3q2k1/8/4P3/8/3r4/4B3/8/6K1 w - - 0 1", "1. e7 Qxe7 2. Bxd4 *" },
    attraction = { "6k1/7q/8/8/8/8/4B3/K6R w - - 0 1", "1. Rxh7 Kxh7 2. Bd3+ *" },
    intermezzo = { "3r2k1/8/8/8/3N4/4P3/8/R5K1 b - - 0 1", "1... Rxd4 2. Ra8+ Kg7 3. exd4 *" },
  }

  local function theme_game(name)
    return ('[Event "%s"]\n[FEN "%s"]\n[SetUp "1"]\n\n%s\n'):format(name, table.unpack(THEMES[name]))
  end

  local all_themes = {}
  for name in pairs(THEMES) do
    all_themes[#all_themes + 1] = theme_game(name)
  end
  example("themes", function(r)
    assert.equal(theme_game("interference"), r.out)
  end, table.concat(all_themes, "\n"))

  for name in pairs(THEMES) do
    it("themes finds " .. name .. " and no other game", function()
      local r = run { "filter", "-q", "scripts/examples/themes.lua", "--theme", name, "-",
        stdin = table.concat(all_themes, "\n") }
      assert.equal(theme_game(name), r.out)
    end)
  end

  it("themes refuses another name", function()
    local r = run { "filter", "scripts/examples/themes.lua", "--theme", "nosuch", SAMPLE }
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find("theme", 1, true), r.err)
  end)

  tried.server = true -- see spec/socket_spec.lua

  it("has a test, for each example", function()
    local pipe = assert(io.popen("ls -d scripts/examples/*.lua", "r"))
    for name in pipe:lines() do
      assert.is_true(tried[name:match("([^/]*)%.lua$")], name)
    end
    pipe:close()
  end)
end)

-- This test needs neither GNU parallel nor Slurm; `make test-distributed` tests with them.
describe("scripts/examples/cluster", function()
  it("reads one range at a time, resumes missing ones, and merges all", function()
    local folder <close> = require "spec.support.folder" ()
    local lua = os.getenv("LUCENA_LUA") or "lua5.4"
    local function step(name, ...)
      local line = [[cd "$OLDPWD" && LUCENA='%s scripts/lucena' scripts/examples/cluster/%s '%s' %s 2>/dev/null]]
      return folder:run(line:format(lua, name, folder:path "work", table.concat({ ... }, " ")))
    end
    assert.is_true(step("begin", 3, "'filter -e checkmate'", SAMPLE))
    assert.is_true(step("task", 1))
    assert.is_true(step("task", 3))
    assert.is_false(step("end", folder:path "out.pgn"))
    assert.is_nil(folder:read "out.pgn")
    assert.is_true(step("missing", ">", folder:path "missing"))
    assert.equal("2\n", folder:read "missing")
    assert.is_true(step("task", 2))
    assert.is_true(step("end", folder:path "out.pgn"))
    assert.equal(run { "filter", "-q", "-e", "checkmate", SAMPLE }.out, folder:read "out.pgn")
    assert.is_false(step("begin", 4, "'filter -e checkmate'", SAMPLE))
  end)
end)
