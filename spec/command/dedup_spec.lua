-- lucena dedup: which games count as equal, which of equal games is kept, and where the others are written.

local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

local SAMPLE = "spec/data/engine/engine.pgn"

-- A game with these tags and moves.
local function game(white, black, moves, more)
  return ('[White "%s"]\n[Black "%s"]\n%s\n%s\n\n'):format(white, black, more and more .. "\n" or "", moves)
end

-- Runs dedup on games that are numbered in their Site tag. Returns the numbers of the games that it keeps.
local function left(request)
  local folder <close> = new_folder()
  local parts = {}
  for i, text in ipairs(request.games) do
    parts[i] = ('[Site "%d"]\n%s\n\n'):format(i, text:match("^(.-)%s*$"))
  end
  local path, words = folder:write("games.pgn", table.concat(parts)), { "dedup", "-q" }
  table.move(request, 1, #request, #words + 1, words)
  words[#words + 1] = path
  local r = run(words)
  words[#words] = nil
  words.stdin = table.concat(parts)
  local piped = run(words)
  assert.same({ r.code, r.out }, { piped.code, piped.out })
  local list = {}
  for number in r.out:gmatch('%[Site "(%d+)"%]') do
    list[#list + 1] = number
  end
  return table.concat(list, " "), r
end

describe("lucena dedup", function()
  it("keeps games of other players and with other results, unless moves alone are compared", function()
    local games = { game("A", "B", "1. e4 e5 1/2-1/2"), game("C", "D", "1. e4 e5 1/2-1/2"),
      game("A", "B", "1. e4 e5 1-0", '[Result "1-0"]'), game("A", "B", "1. e4 e5 1/2-1/2", '[Round "2"]'),
      game("A", "B", "1. e4 e5 1/2-1/2") }
    assert.equal("1 2 3 4", (left { games = games }))
    assert.equal("1", (left { "--by", "moves", games = games }))
  end)

  it("keeps the first of several equal games", function()
    local text = "1. e4 e5 *\n\n1. d4 *\n\n1. e4 {x} e5 (1... c5) 1-0\n"
    assert.same({ code = 0, out = "1. e4 e5 *\n\n1. d4 *\n", err = "lucena: 3 games, 2 kept, 1 duplicate removed\n" },
      run { "dedup", stdin = text })
  end)

  it("distinguishes start positions by their keys", function()
    local function from(fen, more)
      return ('[FEN "%s"]\n[SetUp "1"]\n%s\n1. e4 *'):format(fen, more or "")
    end
    local whole = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
    assert.equal("1 3 5", (left { games = {
      "1. e4 *",
      from(whole .. "0 1"),
      from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"),
      from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 5 9"),
      from("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
      from(whole .. "7 7"),
    } }))
    -- An en passant square makes positions different only if the capture is legal.
    assert.equal("1 3", (left { games = {
      '[FEN "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"]\n\n1... Ke7 *', '[FEN "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"]\n\n1... Ke7 *',
      '[FEN "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"]\n\n1... Ke7 *',
    } }))
  end)

  it("compares the position after some plies with --by position:N", function()
    local games = { "1. e4 e5 2. Nf3 Nc6 *", "1. Nf3 Nc6 2. e4 e5 3. d4 *", "1. e4 *", "1. e4 *",
      "1. e4 e5 2. Nf3 d6 *", "1. Nf3 e5 2. e4 *" }
    assert.equal("1 3 4 5 6", (left { "--by", "position:4", games = games }))
    assert.equal("1 2 3 4", (left { "--by", "position:3", games = games }))
  end)

  it("compares the first plies with --by plies:N", function()
    local games = { "1. e4 e5 2. Nf3 *", "1. e4 e5 2. Nc3 *", "1. e4 e5 *", "1. e4 *", "1. e4 *", "1. e4 e5 2. Nf6 *" }
    assert.equal("1 4 6", (left { "--by", "plies:2", games = games }))
    assert.equal("1 2 3 4 6", (left { "--by", "plies:3", games = games }))
  end)

  it("compares players, date, round, result and moves with --by players", function()
    local first = game("Jørgensen, Bent", "B", "1. e4 *", '[Date "2000.01.01"]\n[Round "1"]\n[Result "*"]')
    local function other(what, by)
      return (first:gsub(what, by))
    end
    assert.equal("1 3 4 5 6 7", (left { "--by", "players", games = {
      first, other("Jørgensen", "JOERGENSEN"), other("Bent", "B."), other("2000", "2001"), other('d "1', 'd "2'),
      other('Result "%*', 'Result "1-0'), other("e4", "e4 e5"), other("Jørgensen", "J\xF8rgensen"),
    } }))
  end)

  it("compares all bytes with --by exact, also of unreadable games", function()
    local function twice(text, other)
      local folder <close> = new_folder()
      local path = folder:write("a.pgn", text .. "\n\n" .. (other or text) .. "\n")
      local r = run { "dedup", "-q", "--by", "exact", path }
      local piped = run { "dedup", "-q", "--by", "exact", stdin = text .. "\n\n" .. (other or text) .. "\n" }
      assert.equal(r.out, piped.out)
      return r.out
    end
    assert.equal("1. e4 *\n", twice("1. e4 *"))
    assert.equal("1. e4 {a} *\n\n1. e4 {b} *\n", twice("1. e4 {a} *", "1. e4 {b} *"))
    assert.equal("1. e4 Ke3 *\n", twice("1. e4 Ke3 *"))
    assert.equal("1. e4 Ke3 *\n\n1. e4 Kd3 *\n", twice("1. e4 Ke3 *", "1. e4 Kd3 *"))
  end)

  it("keeps every game with unreadable moves", function()
    local text = "1. e4 Ke3 *\n\n1. e4 *\n\n1. e4 Ke3 *\n\n[FEN \"x\"]\n\n*\n\n[FEN \"x\"]\n\n*\n"
    assert.equal(text, run({ "merge", "-q", stdin = text }).out)
    for _, by in ipairs { "moves", "players", "plies:1" } do
      local r = run { "dedup", "-q", "--by", by, "--contained", stdin = text }
      assert.same({ 1, text }, { r.code, r.out })
    end
  end)

  it("compares games without moves by their start or players, not as moves", function()
    local games = { game("A", "B", "*"), game("A", "C", "*"), game("A", "B", "*"),
      '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n*', '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n*' }
    assert.equal("1 2 3 4", (left { "--by", "moves", games = games }))
    assert.equal("1 2 4", (left { games = games }))
  end)

  it("omits a game that is the beginning of a longer game of the same players, with --contained", function()
    local games = {
      game("A", "B", "1. e4 *"), game("A", "B", "1. e4 e5 2. Nf3 *"), game("A", "B", "1. e4 e5 *"),
      game("A", "C", "1. e4 *"), game("A", "B", "*"), game("A", "B", "1. e4 c5 *"),
      game("A", "B", "1. e4 *", '[Date "1999.??.??"]'), game("A", "B", "1. e4 e5 2. Nc3 *"),
    }
    local numbers, r = left { "--contained", "--by", "players", games = games }
    assert.equal("2 4 5 6 7 8", numbers)
    assert.equal(0, r.code)
    -- With these values of --by, the first two games are different. The moves of each are the beginning of the third
    -- game.
    assert.equal("3", (left { "--contained", "--by", "players", games = { game("A", "B", "1. e4 *"),
      game("A", "B", "1. e4 *", '[Result "1-0"]'), game("A", "B", "1. e4 e5 *") } }))
    -- If several games contain each other, the list names the longest. A game that equals a contained game is omitted,
    -- too.
    r = run { "dedup", "-q", "--by", "moves", "--contained", "--list", stdin = game("A", "B", "1. e4 *")
      .. game("A", "B", "1. e4 e5 *") .. game("A", "C", "1. e4 *") .. game("A", "B", "1. e4 e5 2. Nf3 *")
      .. game("A", "B", "1. d4 *") }
    assert.same({ 0, "-:1: begins -:16\n-:6: begins -:16\n-:11: same as -:1\n" }, { r.code, r.out })
  end)

  it("compares moves alone with --contained-moves", function()
    local games = { game("A", "B", "1. e4 *"), game("C", "D", "1. e4 e5 *", '[Date "1999.??.??"]'),
      game("E", "F", "1. d4 *") }
    assert.equal("1 2 3", (left { "--contained", games = games }))
    assert.equal("2 3", (left { "--contained-moves", games = games }))
    assert.equal("2 3", (left { "--contained-moves", "--jobs", "2", games = games }))
    assert.equal(2, run { "dedup", "--contained-moves", "--partial", "-o", "x", stdin = "*" }.code)
  end)

  it("keeps the game chosen by --keep, at the place of that game", function()
    local games = {
      "1. e4 e5 *", "1. d4 *", "1. e4 $1 {good} e5 (1... c5 2. Nf3 {x}) *",
      "1. e4 {a very long comment that says nothing at all and is only one} e5 *", "1. e4 e5 2. Nf3 *",
    }
    assert.equal("1 2 5", (left { "--keep", "first", games = games }))
    assert.equal("2 4 5", (left { "--keep", "longest", games = games }))
    assert.equal("2 3 5", (left { "--keep", "annotated", games = games }))
    assert.equal("2 5", (left { "--keep", "longest", "--by", "plies:2", games = games }))
    local folder <close> = new_folder()
    local script = folder:write("last.lua", "return function(a, b) assert(a.plies == b.plies) return b end")
    assert.equal("2 4 5", (left { "--keep", script, games = games }))
  end)

  it("reports errors in a script with their places", function()
    local folder <close> = new_folder()
    local text = "1. e4 *\n\n1. e4 *\n"
    local nothing = folder:write("nothing.lua", "return function() end")
    local r = run { "dedup", "--keep", nothing, stdin = text }
    assert.same({ 2, ("lucena: %s: must return one of its two games\nthis was game 2, -:3\n"):format(nothing) },
      { r.code, r.err })
    local none = folder:write("none.lua", "return 1")
    r = run { "dedup", "--keep", none, stdin = text }
    assert.same({ 2, ("lucena: %s: a script for --keep returns a function of two games\n"):format(none) },
      { r.code, r.err })
    assert.equal(3, run({ "dedup", "--keep", folder:path "no.lua", stdin = text }).code)
  end)

  it("omits the games that --check files contain, and outputs no game of those files", function()
    local folder <close> = new_folder()
    local had = folder:write("had.pgn", "1. e4 *\n\n1. d4 d5 *\n")
    local text = "1. e4 {better} *\n\n1. c4 *\n\n1. c4 *\n\n1. d4 *\n"
    assert.equal("1. c4 *\n\n1. d4 *\n", run({ "dedup", "-q", "--check", had, stdin = text }).out)
    assert.equal("1. c4 *\n\n1. d4 *\n",
      run({ "dedup", "-q", "--check", had, "--keep", "annotated", stdin = text }).out)
    assert.equal("1. c4 *\n", run({ "dedup", "-q", "--check", had, "--contained", stdin = text }).out)
    local r = run { "dedup", "-q", "--check", had, "--list", stdin = text }
    assert.equal(("-:1: same as %s:1\n-:5: same as -:3\n"):format(had), r.out)
    local out = folder:write("out.pgn", "old")
    r = run { "dedup", "-q", "--check", folder:path "no.pgn", "-o", out, stdin = text }
    assert.same({ 3, "old" }, { r.code, folder:read "out.pgn" })
  end)

  it("writes the omitted games to --duplicates", function()
    local folder <close> = new_folder()
    local text = "1. e4 *\n\n1. d4 *\n\n1. e4 {2} *\n\n1. e4 {3} *\n"
    for keep, wanted in pairs {
      first = { "1. e4 *\n\n1. d4 *\n", "1. e4 {2} *\n\n1. e4 {3} *\n" },
      longest = { "1. d4 *\n\n1. e4 {2} *\n", "1. e4 *\n\n1. e4 {3} *\n" },
    } do
      local r = run { "dedup", "-q", "--keep", keep, "--duplicates", folder:path "twice.pgn", stdin = text }
      assert.same(wanted, { r.out, folder:read "twice.pgn" })
    end
  end)

  it("can write to a file that it reads, and reads it again", function()
    local folder <close> = new_folder()
    local CRLF = '[White "A"]\r\n\r\n1. e4 *\r\n\r\n[White "A"]\r\n\r\n1. d4 *\r\n'
    local a, b = folder:write("a.pgn", CRLF), folder:write("b.pgn", "1. e4 {open")
    assert.equal(0, run({ "dedup", "-q", "--keep", "longest", a, a, "-o", a }).code)
    assert.equal(CRLF, folder:read "a.pgn")
    for _, keep in ipairs { "first", "annotated" } do
      local r = run { "dedup", "-q", "--by", "exact", "--keep", keep, b, a }
      assert.equal("1. e4 {open}\n\n" .. CRLF, r.out)
    end
    assert.equal(3, run({ "dedup", "-q", "--keep", "longest", b, folder:path "no.pgn", "-o", a }).code)
    assert.equal(CRLF, folder:read "a.pgn")
  end)

  it("gives the same output for a compressed file and for a named pipe", function()
    local folder <close> = new_folder()
    local wanted = run({ "dedup", "-q", "--by", "plies:8", "--keep", "annotated", SAMPLE }).out
    assert.is_true(#wanted > 1000)
    assert.is_true(folder:run(("gzip -c '%s' > a.pgn.gz"):format(io.popen("pwd"):read("l") .. "/" .. SAMPLE)))
    assert.equal(wanted,
      run({ "dedup", "-q", "--by", "plies:8", "--keep", "annotated", folder:path "a.pgn.gz" }).out)
    assert.equal(wanted, shell(("lucena dedup -q --by plies:8 --keep annotated <(cat %s)"):format(SAMPLE)))
  end)

  it("finds the same duplicates as pgn-extract -D", function()
    local extract = need.program "pgn-extract"
    local folder <close> = new_folder()
    local text = assert(io.open(SAMPLE)):read("a")
    local doubled = folder:write("doubled.pgn", text .. "\n" .. text)
    local theirs, ours = folder:path "theirs.pgn", folder:path "ours.pgn"
    assert.is_true(os.execute(("%s -s -D -o %s %s 2>/dev/null"):format(extract, theirs, doubled)))
    local r = run { "dedup", doubled, "-o", ours }
    assert.same({ 0, "lucena: 630 games, 315 kept, 315 duplicates removed\n" }, { r.code, r.err })
    assert.equal(run({ "convert", "-q", "-t", "uci", theirs }).out, run({ "convert", "-q", "-t", "uci", ours }).out)
    assert.equal(text, folder:read "ours.pgn")
  end)

  it("refuses wrong use", function()
    for _, words in ipairs {
      { "--by", "plies:0" }, { "--by", "position:0" }, { "--by", "eco" }, { "--keep", "best" }, { "--list", "-o", "-" },
      { "--duplicates", "-" }, { "--duplicates", "-", "--list" }, { "-o", "x", "--duplicates", "x" },
    } do
      local request = { "dedup", stdin = "" }
      table.move(words, 1, #words, 2, request)
      assert.equal(2, run(request).code, table.concat(words, " "))
    end
  end)

  it("reports that its output cannot be written", function()
    assert.equal("lucena: standard output: cannot write: No space left on device\n3\n",
      shell(("lucena dedup -q %s 2>&1 >/dev/full; echo $?"):format(SAMPLE)))
  end)

  it("compares with the whole --check files, for any range of the input", function()
    local whole = { "dedup", "-q", "--check", SAMPLE, SAMPLE }
    assert.equal("", run(whole).out)
    local r = run { "dedup", "-q", "--games", "3-", "--check", SAMPLE, SAMPLE }
    assert.same({ 0, "", "" }, { r.code, r.err, r.out })
    r = run { "dedup", "-q", "--jobs", "2", "--check", SAMPLE, SAMPLE }
    assert.same({ 0, "", "" }, { r.code, r.err, r.out })
  end)
end)
