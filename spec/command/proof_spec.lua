-- lucena check --tags and lucena tag --fix: a page with 40 planted mistakes.

local run = require "spec.support.run"

-- The lines of the page. A line with a mistake is { text, codes }; a code may begin with its column.
local PAGE = {
  '[Event "Club match"]', '[Site "Paris"]', { '[Date "2023.02.30"]', "8 invalid_date" },
  { '[Round "three"]', "9 invalid_round" }, '[White "Karpov, Anatoly"]',
  { '[Black "Karpov, Anatoly"]', "9 same_players" }, '[Result "1-0"]',
  { '[WhiteElo "24OO"]', "12 invalid_elo" }, { '[BlackElo "99"]', "12 invalid_elo" },
  { '[WhiteTitle "Grandmaster"]', "14 invalid_title" }, { '[BlackTitle "gm"]', "14 invalid_title" },
  { '[ECO "Z99"]', "7 invalid_eco" }, { '[PlyCount "7"]', "12 ply_count_mismatch" },
  { '[TimeControl "soon"]', "15 invalid_time_control" }, { '[EventDate "1978"]', "13 date_style" }, "",
  { "1. f3 e5 2. g4 Qh4# 1-0", "21 impossible_result" }, "",

  { '[Event "Open"]', "1 missing_tags" }, { '[Date "12/03/1978"]', "8 unclear_date" },
  { '[White ""]', "9 missing_name" }, '[Black "Spassky, Boris"]', '[Result "0-1"]',
  { '[UTCDate "2023.13.01"]', "11 invalid_date" }, { '[ECO "B9"]', "7 invalid_eco" }, "",
  { "1. e4 e5 1-0", "10 result_mismatch" }, "",

  '[Event "Open"]', '[Site "Nice"]', { '[Date "25.12.1978"]', "8 date_style" }, { '[Round "1..2"]', "9 invalid_round" },
  '[White "Spassky,  Boris"]', { '[Black " "]', "9 missing_name" }, '[Result "*"]',
  { '[EventDate "9201.05.04"]', "13 future_date" }, { '[BlackElo "2500?"]', "12 invalid_elo" },
  { '[PlyCount "three"]', "12 ply_count_mismatch" }, { '[TimeControl "5 min"]', "15 invalid_time_control" },
  { '[ECO "B90"]', "7 eco_mismatch" }, "",
  { "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 1/2-1/2", "37 result_mismatch" }, "",

  '[Event "Open"]', '[Site "Nice"]', { '[Date "yesterday"]', "8 invalid_date" }, '[Round "2"]',
  '[White "Tal, Mihail"]', '[Black "Spassky, Boris"]', '[Result "1/2-1/2"]', '[TimeControl "60+1"]',
  { '[whiteelo "2600"]', "12 tag_case" }, '[MyOwn "x"]', "",
  { "1. e4 {[%clk 0:00:50]} e5 {[%clk 0:00:55]} 2. Nf3 {[%clk 0:01:50]} 1/2-1/2", "47 clock_gain" }, "",

  '[Event "Open"]', '[Site "Nice"]', '[Date "1978.05.05"]', '[Round "9"]', '[White "Euwe, Max"]',
  '[Black "Fine, Reuben"]', '[Result "1/2-1/2"]', "",
  { "1. c4 {[%eval 0.3]} e5 {[%clk 0:00:55][%eval -0,5]} 2. Nf3 {[%clk 1:5]} 1/2-1/2", "21 unread_command" }, "",

  { '[Event "Open"]', "1 duplicate_game" }, '[Site "Nice"]', { '[Date "yesterday"]', "8 invalid_date" }, '[Round "2"]',
  '[White "Tal, Mihail"]', '[Black "Spassky, Boris"]', '[Result "1/2-1/2"]', "", "1. e4 e5 2. Nf3 1/2-1/2", "",

  '[Event "Open"]', '[Site "Nice"]', { '[Date "1978/5/4"]', "8 date_style" }, '[Round "3"]',
  { '[White "Tal, Mikhail"]', "9 similar_names" }, '[Black "Korchnoi, Viktor"]', '[Result "1-0"]',
  { '[ECO "C42"]', "7 eco_mismatch" }, { '[WhiteElo "4100"]', "12 invalid_elo" },
  { '[EventDate "30.02.1978"]', "13 invalid_date" }, "", "1. d4 d5 2. c4 e6 1-0", "",

  '[FEN "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]', '[Event "Study"]', '[Site "?"]', { '[Date "1978-03-12"]', "8 date_style" },
  '[Round "-"]', '[White "?"]', '[Black "?"]', '[Result "1-0"]', "", { "1-0", "1 impossible_result" }, "",

  { '[Event ""]', "1 missing_tags" }, '[Site ""]', '[Date "????.??.??"]', '[Round "?"]', '[White "?"]', '[Black "?"]',
  '[Result "1-0"]', { '[UTCDate "4/5/2001"]', "11 unclear_date" }, "", "1. e4 1-0",
}

local function text_and_mistakes()
  local lines, mistakes = {}, {}
  for i, line in ipairs(PAGE) do
    lines[i] = type(line) == "table" and line[1] or line
    if type(line) == "table" then
      mistakes[#mistakes + 1] = i .. ":" .. line[2]
    end
  end
  return table.concat(lines, "\n") .. "\n", mistakes
end

local function found_in(text, ...)
  local found = {}
  local out = run { "check", "-q", "--max", "0", ..., stdin = text }.out
  for line, column, code in out:gmatch("%-:(%d+):(%d+): [^\n]*%[([%l_]+)%]\n") do
    found[#found + 1] = ("%s:%s %s"):format(line, column, code)
  end
  return found
end

local function sorted(list)
  table.sort(list)
  return list
end

describe("lucena check --tags", function()
  it("finds each of 40 planted mistakes, and nothing else", function()
    local text, mistakes = text_and_mistakes()
    assert.is_true(#mistakes >= 40, #mistakes)
    assert.same(sorted(mistakes), sorted(found_in(text, "--tags")))
  end)

  it("is not the default", function()
    local text = text_and_mistakes()
    for _, mistake in ipairs(found_in(text)) do
      assert.is_truthy(mistake:find "impossible_result" or mistake:find "result_mismatch", mistake)
    end
  end)

  it("suggests readings and titles", function()
    local out = run { "check", "-q", "--tags", stdin = (text_and_mistakes()) }.out
    for _, message in ipairs {
      "-:3:8: warning: tag is not a date 2023.02.30: there is no such day [invalid_date]",
      "-:11:14: warning: tag is not a title gm: did you mean GM? [invalid_title]",
      "-:20:8: warning: date has several readings 12/03/1978: it may mean 1978.03.12 or 1978.12.03 [unclear_date]",
      "-:31:8: repair: date is not in the form YYYY.MM.DD 25.12.1978: it means 1978.12.25 [date_style]",
      "-:19:1: repair: tags of the roster are missing or empty: Site, Round [missing_tags]",
      "-:52:12: warning: tag name in other letter case 2600: the tag is written WhiteElo [tag_case]",
      "-:55:47: warning: clock gains more than the increment Nf3 (move 2, White): from 0:00:50 to 0:01:50, "
        .. "moves of this kind: 1 [clock_gain]",
      "-:67:1: warning: game occurs twice in the file: the same as game 4, line 44 [duplicate_game]",
      '-:81:9: warning: two names may be the same player "Tal, Mikhail": elsewhere "Tal, Mihail" [similar_names]',
    } do
      assert.is_truthy(out:find(message .. "\n", 1, true), message)
    end
  end)

  it("prints messages in the form of compilers, and SARIF", function()
    local text = '[Event "?"]\n[Site "?"]\n[Date "25.12.1978"]\n[Round "-"]\n[White "?"]\n[Black "?"]\n'
      .. '[Result "*"]\n\n1. e4 *\n'
    assert.same({ code = 0, err = "", out = "-:3:8: note: date is not in the form YYYY.MM.DD 25.12.1978: "
      .. "it means 1978.12.25 [date_style]\n" }, run { "check", "-q", "--tags", "--format", "gcc", stdin = text })
    local log = require("dkjson").decode(run { "check", "-q", "--tags", "--format", "sarif", stdin = text }.out)
    assert.equal("2.1.0", log.version)
    local result = log.runs[1].results[1]
    assert.same({ 1, "date_style", "note", 3, 8 }, { #log.runs[1].results, result.ruleId, result.level,
      result.locations[1].physicalLocation.region.startLine,
      result.locations[1].physicalLocation.region.startColumn })
    assert.equal(0, #require("dkjson").decode(run { "check", "-q", "--format", "sarif", stdin = "1. e4 *\n" }.out)
      .runs[1].results)
    local r = run { "check", "-s", "--format", "sarif", stdin = text }
    assert.same({ 2, "lucena: --summary prints no sarif\n" }, { r.code, r.err:match("[^\n]*\n$") })
  end)
end)

describe("the names in several files", function()
  local folder_of = require "spec.support.folder"
  local read = require("spec.support.file").read

  -- Return the text of games between the players of each pair.
  local function games_of(pairs_of)
    local texts = {}
    for i, pair in ipairs(pairs_of) do
      texts[i] = ('[Event "E"]\n[Site "S"]\n[Date "2023.01.%02d"]\n[Round "%d"]\n[White "%s"]\n[Black "%s"]\n'
        .. '[Result "*"]\n\n*\n\n'):format(i, i, pair[1], pair[2])
    end
    return table.concat(texts)
  end

  it("are compared, and corrected with tag --names", function()
    local folder <close> = folder_of()
    local a = folder:write("a.pgn", games_of { { "Müller, Karl", "Fischer, Robert James" },
      { "Weiß, Jürgen", "Müller, Karl" } })
    local b = folder:write("b.pgn", games_of { { "K. Müller", "Fischer,RJ" } }
      .. games_of { { "Wei\xdf, J\xfcrgen", "Tal, Mihail" }, { "Wei\xdf, J\xfcrgen", "#1" } })
    local list = folder:path "names.txt"
    local r = run { "check", "-q", "--tags", "--corrections", list, a, b }
    local found = {}
    for name, line, message in r.out:gmatch "([ab]%.pgn):(%d+):%d+: warning: [^\n]-player ([^\n]*) %[similar" do
      found[#found + 1] = ("%s:%s %s"):format(name, line, (message:gsub(" in [^\"]*/", " in ")))
    end
    assert.same({ 'b.pgn:5 "K. Müller": elsewhere "Müller, Karl" in a.pgn',
      'b.pgn:6 Fischer,RJ: elsewhere "Fischer, Robert James" in a.pgn' }, found)
    assert.equal(("# %s:5, 1 of 3 games\nK. Müller = Müller, Karl\n# %s:6, 1 of 2 games\n"
      .. "Fischer,RJ = Fischer, Robert James\n"):format(b, b), (read(list):gsub("^#[^\n]*\n#[^\n]*\n", "")))
    local text = run { "tag", "-q", "--names", list, "-o", "-", a, b }.out
    assert.equal(2, select(2, text:gsub("Fischer, Robert James", "")))
    assert.equal("", (run { "check", "-q", "--tags", stdin = text }.out:gsub("[^\n]*duplicate[^\n]*\n", "")))
  end)

  it("are corrected to the last spelling of a chain, whatever signs they have", function()
    local folder <close> = folder_of()
    local path = folder:write("a.pgn", games_of { { "Karpov, Anatoly", "#A=B" }, { "Karpov, Anatoly", "x" },
      { "Karpov, Anatoly", "#A= B" }, { "Karpov,  Anatoly", "#A= B" }, { "Karpov,  Anatoly", "y" },
      { "KARPOV, A", "z" } })
    local list = folder:path "names.txt"
    run { "check", "-q", "--tags", "--corrections", list, path }
    local text = run { "tag", "-q", "--names", list, "-o", "-", path }.out
    assert.same({ 6, 3 }, { select(2, text:gsub('"Karpov, Anatoly"', "")), select(2, text:gsub('"#A= B"', "")) })
  end)

  it("need --tags", function()
    assert.same({ 2, "lucena: --corrections needs --tags\n" }, (function(r)
      return { r.code, r.err:match "[^\n]*\n$" }
    end)(run { "check", "--corrections", "x", stdin = "*" }))
  end)
end)

describe("eco_mismatch", function()
  -- Moves, ECO tag, and whether the code fits. The first five games were played; tables disagree about them.
  local ROWS = {
    -- the Panov Attack of the Caro-Kann from the English, after 6...d5
    { "1. c4 c5 2. Nf3 Nf6 3. Nc3 Nc6 4. e3 e6 5. d4 cxd4 6. exd4 d5 7. c5 Be7", "B14", true },
    -- the Neo-Grunfeld, with cxd4 in place of cxd5, after 8. O-O
    { "1. Nf3 g6 2. g3 Bg7 3. Bg2 c5 4. c3 Nf6 5. d4 cxd4 6. cxd4 O-O 7. Nc3 d5 8. O-O Ne4", "D79", true },
    { "1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. e5 Nfd7 5. f4 c5 6. Nf3 Nc6 7. Be3 Qb6 8. Be2 cxd4 9. Nxd4 Bc5", "B25", false },
    { "1. e4 e5 2. Nf3 Nf6 3. Nxe5 d6 4. Nf3 Nxe4 5. Nc3 Nf6 6. d4 d5 7. Bg5 c6 8. Bd3 h6", "C01", false },
    { "1. e4 c5 2. Nc3 e6 3. Nf3 a6 4. Be2 b5 5. O-O Bb7 6. d3 Nc6", "B80", false },
    -- a line of the table, in another order of moves
    { "1. Nf3 g6 2. g3 Bg7 3. Bg2 c5 4. c3 Nf6 5. d4 cxd4 6. cxd4 d5 7. O-O O-O 8. Nc3", "D79", true },
    { "1. c4 c5 2. Nf3 Nf6 3. Nc3 Nc6 4. e3 e6 5. d4 cxd4 6. exd4 a6", "B14", false },
  }
  for _, row in ipairs(ROWS) do
    it(("%s %s: %s"):format(row[3] and "accepts" or "rejects", row[2], row[1]), function()
      local found = found_in(('[ECO "%s"]\n\n%s *\n'):format(row[2], row[1]), "--tags")
      local has_mismatch = false
      for _, mistake in ipairs(found) do
        has_mismatch = has_mismatch or mistake:find("eco_mismatch", 1, true) ~= nil
      end
      assert.equal(not row[3], has_mismatch)
    end)
  end
end)

describe("lucena tag --fix", function()
  it("corrects what has one correction", function()
    local text = text_and_mistakes()
    local fixed = run { "tag", "-q", "--fix", "results,dates,plycount,eco,roster", "-o", "-", stdin = text }.out
    local kept = {}
    for _, mistake in ipairs(found_in(fixed, "--tags")) do
      local code = mistake:match("%S+$")
      kept[code] = (kept[code] or 0) + 1
    end
    assert.same({ invalid_date = 5, invalid_round = 2, same_players = 1, invalid_elo = 4, invalid_title = 2,
      invalid_time_control = 2, unclear_date = 2, missing_name = 2, future_date = 1, clock_gain = 1, unread_command = 1,
      duplicate_game = 1, similar_names = 1, tag_case = 1 }, kept)
  end)

  it("shows the corrections as a diff without -o", function()
    local text = '[Date "1978-12-25"]\n[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n'
    assert.same({ code = 0, err = "lucena: 1 game, 1 would change; -o FILE writes them\n",
      out = '@@ -:1: game 1: ? - ?\n-[Date "1978-12-25"]\n+[Date "1978.12.25"]\n-[Result "1-0"]\n+[Result "0-1"]\n'
        .. "-1-0\n+0-1\n" }, run { "tag", "--fix", "results,dates", stdin = text })
    assert.equal('[Date "1978.12.25"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n',
      run { "tag", "-q", "--fix", "results,dates", "-o", "-", stdin = text }.out)
  end)

  it("keeps a game with text after its result", function()
    local text = "1. f3 e5 2. g4 Qh4# 1-0 ; time\n"
    local r = run { "tag", "-q", "--fix", "results", "-o", "-", stdin = text }
    assert.same({ 1, text, "-:1: game 1 is kept unchanged: text follows its result\n" }, { r.code, r.out, r.err })
  end)

  it("keeps the Result of a game that ends with *, and ambiguous dates", function()
    local text = '[Date "04.05.1978"]\n[Result "1-0"]\n\n1. e4 *\n'
    assert.equal(text, run { "tag", "-q", "--fix", "results,dates", "-o", "-", stdin = text }.out)
  end)

  it("rejects unknown kinds", function()
    local r = run { "tag", "--fix", "date", stdin = "" }
    assert.same({ 2, "lucena: --fix: there is no 'date'; did you mean 'dates'? (known: results, dates, plycount, eco, "
      .. "roster)\n" }, { r.code, r.err:match("[^\n]*\n$") })
  end)
end)
