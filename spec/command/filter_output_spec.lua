-- lucena filter: the selection, order and output format of matching games.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local SAMPLE = "spec/data/engine/engine.pgn"

-- Six games. The Round tag of each is its number in the file, and the dates decrease.
local SIX = {}
for i = 1, 6 do
  SIX[i] = ('[Event "Six"]\n[Date "199%d.01.01"]\n[Round "%d"]\n[White "W%d"]\n\n1. e4 *'):format(9 - i, i, i % 2)
end
SIX = table.concat(SIX, "\n\n") .. "\n"

local function filter(text, ...)
  return run { "filter", "-q", stdin = text, ... }
end

local function rounds(r)
  local list = {}
  for round in r.out:gmatch('%[Round "(%d+)"%]') do
    list[#list + 1] = round
  end
  return table.concat(list)
end

describe("--skip and --limit", function()
  it("select some of the matching games", function()
    assert.equal("456", rounds(filter(SIX, "--skip", 3)))
    assert.equal("34", rounds(filter(SIX, "--skip", 2, "--limit", 2)))
    assert.equal("3", rounds(filter(SIX, "--skip", 1, "--limit", 1, "-t", "White=W1")))
    assert.equal("", rounds(filter(SIX, "--skip", 9)))
    assert.equal("4\n", filter(SIX, "--skip", 2, "--count").out)
    assert.equal("2\n", filter(SIX, "--skip", 2, "--limit", 2, "--count").out)
    assert.equal(2, filter(SIX, "--skip", "x").code)
  end)
end)

describe("--rest", function()
  it("has all games that are not selected, whatever selects them", function()
    local folder <close> = new_folder()
    local rest = folder:path "rest.pgn"
    for _, options in ipairs { "--skip 2", "--limit 2", "--skip 1 --limit 2 -t White=W1", "--limit 1 -t White=W0",
      "--sample 50% --seed 3", "-v --sample 50% -t White=W0", "-t White=W0 --sort=-Date", "--sample 30% --limit 3" } do
      local args = {}
      for word in options:gmatch("%S+") do
        args[#args + 1] = word
      end
      local r = filter(SIX, "--rest", rest, table.unpack(args))
      local numbers = {}
      for round in (rounds(r) .. rounds { out = folder:read "rest.pgn" }):gmatch(".") do
        numbers[#numbers + 1] = round
      end
      table.sort(numbers)
      assert.equal("123456", table.concat(numbers), options)
    end
    assert.equal("34", rounds(filter(SIX, "--rest", rest, "--skip", 2, "--limit", 2)))
    assert.equal("1256", rounds { out = folder:read "rest.pgn" })
  end)

  it("excludes selections that are made after the last game", function()
    local r = filter(SIX, "--rest", "rest.pgn", "--sample", 3)
    assert.same({ 2, "lucena: --rest needs a share of the matches: --sample P%, not --sample N\n" },
      { r.code, r.err:match("[^\n]*\n$") })
    r = filter(SIX, "--rest", "rest.pgn", "--sort", "Date", "--limit", 3)
    assert.same({ 2, "lucena: --rest with --limit or --skip excludes --sort; sort the output with lucena sort\n" },
      { r.code, r.err:match("[^\n]*\n$") })
  end)
end)

describe("--sort", function()
  it("sorts games without changing them", function()
    local r = filter(SIX, "--sort", "Date")
    assert.equal("654321", rounds(r))
    assert.equal(#SIX, #r.out)
    assert.equal("246135", rounds(filter(SIX, "--sort", "White,Round")))
    assert.equal("642", rounds(filter(SIX, "--sort=White,-Round", "-t", "White=W0")))
    assert.equal(r.out, run({ "sort", "-q", "--by", "Date", stdin = SIX }).out)
  end)

  it("applies --skip and --limit after sorting", function()
    assert.equal("65", rounds(filter(SIX, "--sort", "Date", "--limit", 2)))
    assert.equal("43", rounds(filter(SIX, "--sort", "Date", "--limit", 2, "--skip", 2)))
    assert.equal("21", rounds(filter(SIX, "--sort", "Date", "--skip", 4, "--limit", 9)))
    assert.equal("", rounds(filter(SIX, "--sort", "Date", "--skip", 7)))
    assert.equal("12\n", filter(SIX, "--sort=-Date", "--to=csv", "--columns=Round", "--limit=2").out
      :gsub("^Round\n", ""):gsub("\n(.)", "%1"):match(".*\n"))
  end)

  it("continues after a comment that is never closed", function()
    local folder <close> = new_folder()
    local first = folder:write("1.pgn", '[Round "2"]\n\n1. e4 {open')
    local second = folder:write("2.pgn", '[Round "1"]\n\n*\n')
    assert.equal('[Round "2"]\n\n1. e4 {open}\n\n[Round "1"]\n\n*\n',
      run({ "filter", "-q", "--sort=-Round", first, second }).out)
  end)
end)

describe("--sample", function()
  it("draws N games, in their order, and the same games with the same seed", function()
    local seen = {}
    for seed = 1, 4 do
      local drawn = rounds(filter(SIX, "--sample", 3, "--seed", seed))
      assert.is_truthy(drawn:find("^1?2?3?4?5?6?$") and #drawn == 3, drawn)
      assert.equal(drawn, rounds(filter(SIX, "--sample", 3, "--seed", seed)))
      seen[drawn] = true
    end
    assert.is_truthy(next(seen, next(seen)))
    assert.equal("123456", rounds(filter(SIX, "--sample", 9)))
    assert.equal("531", rounds(filter(SIX, "--sample", 9, "--sort", "Date", "-t", "White=W1")))
  end)

  it("draws a percentage", function()
    assert.equal("123456", rounds(filter(SIX, "--sample", "100%")))
    local r = run { "filter", "--sample", "50%", "--seed", 5, SAMPLE }
    local drawn = select(2, r.out:gsub("%[Event ", ""))
    assert.is_true(drawn > 110 and drawn < 205)
    assert.equal(drawn, tonumber(run({ "filter", "-qc", "--check", stdin = r.out }).out))
  end)

  it("ends at --limit", function()
    for seed = 1, 3 do
      local r = run { "filter", "--sample", "50%", "--limit", 2, "--seed", seed, stdin = SIX }
      assert.is_truthy(r.err:find("^lucena: 2 games, 2 matched"), r.err)
    end
  end)

  it("prints the random seed", function()
    local r = run { "filter", "--sample", 1, stdin = SIX }
    local seed = r.err:match("^lucena: 6 games, 6 matched, 1 copied without checking their moves, seed (%d+)\n$")
    assert.equal(r.out, filter(SIX, "--sample", 1, "--seed", seed).out)
  end)

  it("refuses values that are not numbers", function()
    for _, text in ipairs { "0", "101%", "%" } do
      assert.equal(2, filter(SIX, "--sample", text).code, text)
    end
    assert.equal(2, filter(SIX, "--seed", 3).code)
  end)
end)

describe("--list", function()
  it("prints one line per game, with the move where the query matched", function()
    assert.same({ code = 0, err = "",
      out = "     2 Anderssen   Dufresne    1-0     1852       Berlin         47 21.Qxd7+\n" },
      run { "filter", "-q", "--list", "-e", 'played "Qxd7+" & white "Anderssen"', SAMPLE })
  end)

  it("fits its columns for any tags", function()
    local wide = ("\u{416}"):rep(12)
    local r = filter('[White "' .. wide .. '"]\n[Black "\27[2J"]\n[Date "2001.??.??"]\n\n1. e4 e5 1/2-1/2\n', "--list")
    assert.equal("     1 " .. wide:sub(1, 20) .. ". \\x1B[2J     1/2     2001       ?               2 -\n", r.out)
  end)

  it("shortens given names before it cuts a name, and shows the chapter of a study", function()
    local function players(tags)
      return filter(tags .. "\n\n1. e4 *\n", "-q", "--list").out:sub(8):match "^(.-) +%* "
    end
    assert.equal("Morphy, P.  Kasparov", players '[White "Morphy, Paul"]\n[Black "Kasparov, Garry"]')
    assert.equal("Nepomniach. Réti, R.", players '[White "Nepomniachtchi, I"]\n[Black "Réti, Richard"]')
    assert.equal("Main line with 6. Bg5", players '[White "?"]\n[ChapterName "Main line with 6. Bg5"]')
    assert.equal("Tal         ?", players '[White "Tal"]\n[ChapterName "Main line"]')
  end)

  it("can be sorted and drawn", function()
    local r = run { "filter", "-q", "miniature", "--list", "--sort", "plies", "--limit", 5, SAMPLE }
    local plies = {}
    for n in r.out:gmatch(" (%d+) %S+\n") do
      plies[#plies + 1] = tonumber(n)
    end
    assert.same({ 33, 37, 42, 45, 45 }, plies)
  end)

  it("cannot be used with options that change games", function()
    for _, option in ipairs { "--no-comments", "--mark=x", "--mark-tag=x", "--to=csv", "--count" } do
      assert.equal(2, filter(SIX, "--list", option).code, option)
    end
  end)
end)

describe("--to", function()
  it("writes the same as lucena convert", function()
    local copied = filter(SIX, "-t", "White=W1").out
    for _, format in ipairs { "json", "csv", "fen", "san" } do
      local r = filter(SIX, "-t", "White=W1", "--to", format)
      assert.same({ 0, "" }, { r.code, r.err })
      assert.equal(run({ "convert", "-q", "--to", format, stdin = copied }).out, r.out)
    end
    assert.equal("[\n\n]\n", filter(SIX, "-t", "White=x", "--to", "json").out)
    assert.equal("White,plies\nW0,1\n", filter(SIX, "--to", "csv", "--columns", "White,plies", "--skip", 5).out)
  end)

  it("follows the name of the output file by default", function()
    local folder <close> = new_folder()
    assert.equal(0, filter(SIX, "-t", "Round=3", "-o", folder:path "a.jsonl").code)
    assert.equal("W1", chess.from_json(folder:read "a.jsonl").tags.White)
  end)

  it("refuses options that the format cannot represent", function()
    assert.equal(2, filter(SIX, "--to", "uci", "--no-comments").code)
    assert.equal(2, filter(SIX, "--to", "uci", "--columns", "White").code)
  end)
end)

describe("--mark", function()
  local GAME = '[White "A"]\n\n1. e4 {old} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n'

  it("adds a comment at the move where the query matched", function()
    local out = filter(GAME, "-e", "check", "--mark", "here").out
    assert.is_truthy(out:find("\n1. e4 {old} 1... e5 2. Qh5 Ke7 3. Qxe5# {here} 1-0\n", 1, true), out)
    out = filter(GAME, "-e", 'played "e4"', "--mark", "here").out
    assert.is_truthy(out:find("\n1. e4 {old} {here} 1... e5", 1, true), out)
    local script = "return function(g) return g.root[1][1] end"
    local folder <close> = new_folder()
    out = filter(GAME, folder:write("s.lua", script), "--mark", "here", "--width", 0).out
    assert.is_truthy(out:find("1... e5 {here} 2. Qh5", 1, true), out)
  end)

  it("adds it at every match position with --mark-all", function()
    local out = filter(GAME, "-e", 'to_move "black"', "--mark", "x", "--mark-all", "--width", 0).out
    assert.is_truthy(out:find("\n1. e4 {old} {x} 1... e5 2. Qh5 {x} 2... Ke7 3. Qxe5# {x} 1-0\n", 1, true), out)
    out = filter(GAME, "-e", 'to_move "white"', "--mark", "x", "--mark-all", "--width", 0).out
    assert.is_truthy(out:find("{x}\n1. e4 {old} 1... e5 {x} 2. Qh5 Ke7 {x} 3. Qxe5# 1-0\n", 1, true), out)
    for message, words in pairs {
      ["--mark-all needs --mark TEXT"] = { "-e", "check" },
      ["--mark-all needs a query of positions (repeated(3) and quiet_plies(100), not threefold and fifty), without -v "
        .. "and --variations"] = { "-e", "threefold", "--mark", "x" },
    } do
      local r = filter(GAME, "--mark-all", table.unpack(words))
      assert.same({ 2, "lucena: " .. message .. "\n" }, { r.code, r.err:match("[^\n]*\n$") })
    end
  end)

  it("adds it before all moves if no move matched", function()
    local expected = GAME:gsub("1%. e4", "{here}\n%0")
    assert.equal(expected, filter(GAME, "-e", 'white "A"', "--mark", "here").out)
    assert.equal(expected, filter(GAME, "-v", "-e", "castled", "--mark", "here").out)
    assert.is_truthy(filter(GAME, "-t", "White=A", "--mark", "here", "--to", "json").out:find("here", 1, true))
  end)

  it("adds a tag with --mark-tag", function()
    assert.is_truthy(filter(GAME, "-e", "check", "--mark-tag", "Check").out:find('\n[Check "3.Qxe5#"]\n', 1, true))
    assert.is_truthy(filter(GAME, "-e", "check", "--mark-tag", "A=b=c").out:find('\n[A "b=c"]\n', 1, true))
    assert.is_truthy(filter(GAME, "-t", "White=A", "--mark-tag", "A").out:find('\n[A "-"]\n', 1, true))
    for _, wrong in ipairs { "=x", "A]B=x", "A B", ("A"):rep(256) } do
      assert.equal(2, filter(GAME, "--mark-tag", wrong).code, wrong)
    end
  end)
end)

describe("the name of a filter", function()
  it("can follow options, has its own options, and works with -e and -t", function()
    assert.equal("7\n", run({ "filter", "-qc", "miniature", SAMPLE }).out)
    assert.equal("4\n", run({ "filter", "-q", "-c", "-e", "checkmate", "miniature", SAMPLE }).out)
    assert.equal("1\n", run({ "filter", "-q", "-c", "-t", "White~Deep", "miniature", "--moves", 20, SAMPLE }).out)
    assert.equal("1\n", run({ "filter", "-qc", "--tag=White~Morphy", "miniature", "--moves=20", SAMPLE }).out)
    assert.equal("1\n", run({ "filter", "-qc", "-tWhite~Morphy", "miniature", "--moves=20", SAMPLE }).out)
  end)

  it("can be its file name", function()
    assert.equal("9\n", run({ "filter", "-qc", "king_hunt", "--rank=4", SAMPLE }).out)
  end)

  it("is distinguished from a query without -e", function()
    local r = run { "filter", "-c", 'player "Castle"', SAMPLE }
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find("'player \"Castle\"' is not a file; write lucena filter -e 'player \"Castle\"' FILE\n",
      1, true), r.err)
    assert.equal(2, run({ "filter", "-c", "(checkmate | castled)", SAMPLE }).code)
    assert.equal(3, run({ "filter", "-c", "player.pgn" }).code)
    assert.equal(3, run({ "filter", "-c", "-e", "checkmate", "castled &" }).code)
  end)

  it("is reported if it is misspelled, with the correct name", function()
    local r = run { "filter", "minature", SAMPLE }
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find("'minature' is not a file, a script or the name of a filter; did you mean 'miniature'?"
      .. "; `lucena filter -e 'EXPR' FILE...` and `lucena filter SCRIPT.lua|NAME FILE...` are the two", 1, true), r.err)
    assert.is_truthy(run({ "filter", "nothing" }).err:find("`lucena filter --list-filters` lists the names", 1, true))
  end)

  it("has its arguments checked", function()
    for problem, words in pairs {
      ["--moves takes an integer from 0, not 'x'"] = { "miniature", "--moves", "x" },
      ["the filter endgame: there is no endgame 'x'; there are bishop, "] = { "endgame", "--kind", "x" },
      ["the filter endgame needs --kind TEXT"] = { "endgame" },
      ["the filter underpromotion: --piece takes letters of R, B and N"] = { "underpromotion", "--piece", "Q" },
    } do
      local r = run { "filter", words[1], words[2], words[3], SAMPLE }
      assert.equal(2, r.code)
      assert.is_truthy(r.err:find(problem, 1, true), r.err)
    end
    assert.same({ code = 3, out = "", err = "lucena: no.pgn: cannot open: No such file or directory\n" },
      run { "filter", "repertoire", "--lines", "no.pgn", SAMPLE })
  end)
end)

describe("--progress", function()
  it("can be turned on and off", function()
    assert.equal(2, filter(SIX, "--progress", "--no-progress", "-c").code)
    assert.equal("lucena: 6 games, 6 matched\n", run({ "filter", "--no-progress", "-c", stdin = SIX }).err)
  end)
end)

describe("--positions", function()
  local GAMES = '[White "A \\"x\\" B"]\n[Black "C"]\n\n1. e4 e5 {[%cal Gd1h5]} 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n'
    .. '[White "D"]\n\n1. e4 d5 2. Bb5+ c6 *\n\n[White "E"]\n\n1. d4 *\n'

  local function positions(...)
    return filter(GAMES, ...)
  end

  it("writes the match position as FEN or EPD", function()
    local r = positions("-e", "check", "--positions", "fen")
    assert.equal("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4\n"
      .. "rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2\n", r.out)
    r = positions("-e", "check", "--positions", "epd")
    assert.equal("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - id \"A 'x' B - C, 4.Qxf7#\";\n"
      .. "rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - id \"D - ?, 2.Bb5+\"; sm c6;\n", r.out)
    for line in r.out:gmatch "[^\n]+" do
      assert.equal(0, #chess.epd(line).diagnostics)
    end
  end)

  it("writes the position after some plies, and counts shorter games", function()
    local r = run { "filter", "--after", "3", "--positions", "fen", stdin = GAMES }
    assert.equal(2, select(2, r.out:gsub("\n", "")))
    assert.is_truthy(r.err:find("3 games, 3 matched, 1 shorter than 3 plies", 1, true), r.err)
    assert.equal((chess.START_FEN .. "\n"):rep(3), positions("--after", "0", "--positions", "fen").out)
    assert.equal(positions("--after", "1", "--positions", "epd", "--jobs", "2").out,
      positions("--after", "1", "--positions", "epd").out)
  end)

  it("takes sorting, samples and a file for the other games", function()
    assert.is_truthy(positions("-e", "check", "--positions", "epd", "--sort=-White").out:find('^rnbqkbnr.*\nr1bqkb1r'))
  end)

  it("draws a picture of each position", function()
    local folder <close> = new_folder()
    folder:write("games.pgn", GAMES)
    local r = run { "filter", "-q", "--after", "2", "--positions", "svg", "-o", "p-%02d.svg", "games.pgn",
      cwd = folder.root }
    assert.same({ 0, "", "" }, { r.code, r.out, r.err })
    assert.same({ "games.pgn", "p-01.svg", "p-02.svg" }, folder:names())
    local position = chess.game("1. e4 e5").root[1][1].position
    assert.equal(position:svg { last_move = "e7e5", arrows = { { from = "d1", to = "h5", color = "green" } },
      title = 'A "x" B - C, 1...e5' } .. "\n", folder:read "p-01.svg")
  end)

  it("rejects what has no position, and options about games", function()
    local function rejected(...)
      local r = positions(...)
      assert.equal(2, r.code)
      return r.err
    end
    local err = rejected("-e", 'player "D"', "--positions", "fen")
    assert.is_truthy(err:find("has no match position in game 2, -:6;", 1, true), err)
    err = rejected("-t", "White=D", "--positions", "fen")
    assert.is_truthy(err:find("needs a query without -v, or --after N", 1, true), err)
    assert.is_truthy(rejected("-v", "-e", "check", "--positions", "fen"):find("needs a query without -v", 1, true))
    assert.is_truthy(rejected("-e", "check", "--positions", "fen", "--to", "csv"):find("excludes --to", 1, true))
    assert.is_truthy(rejected("-e", "check", "--positions", "fen", "--list"):find("excludes --list", 1, true))
    assert.is_truthy(rejected("-e", "check", "--positions", "fen", "--count"):find("excludes --positions", 1, true))
    assert.is_truthy(rejected("-e", "check", "--positions", "svg", "-o", "p.svg"):find("-o NAME-%d.svg", 1, true))
    assert.is_truthy(rejected("-e", "check", "--after", "2"):find("--after needs --positions", 1, true))
    assert.is_truthy(rejected("--after", "x", "--positions", "fen"):find("--after takes an integer", 1, true))
  end)
end)
