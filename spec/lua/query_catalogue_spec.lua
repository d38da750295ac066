-- `lucena help queries`: each query has an example that runs, and each word of chess leads to a query that runs. Habits
-- of other languages in -e and -t are answered with the line to write; for -e, that line is parsed.

local catalogue = require "lucena.query.catalogue"
local chess = require "lucena"
local file = require "spec.support.file"
local habits = require "lucena.query.habits"
local query_help = require "lucena.repl.query_help"
local run = require "spec.support.run"
local sessions = require "lucena.repl.session"

local SAMPLE = "spec/data/sample/sample.pgn"

-- The examples that match no game of the sample, with a game that they match.
local RARE = {
  fivefold = "1. Nf3 Nf6" .. (" 2. Ng1 Ng8 3. Nf3 Nf6"):rep(4) .. " *",
  fifty = '[FEN "4k3/8/8/8/8/8/R7/4K3 w - - 99 80"]\n\n1. Rb2 *',
  seventyfive = '[FEN "4k3/8/8/8/8/8/R7/4K3 w - - 149 80"]\n\n1. Rb2 *',
  setup = '[FEN "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"]\n\n*',
  ['odds "white"'] = '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"]\n\n1. e4 *',
  ['commented "novelty"'] = "1. e4 {a novelty} *",
  has_variations = "1. e4 (1. d4) *",
  ['structure "hedgehog"'] = '[FEN "4k3/8/pp1pp3/8/2P1P3/8/8/4K3 w - - 0 1"]\n\n*',
  ['motif "back-rank mate"'] = '[FEN "6k1/5ppp/8/8/8/8/8/3RK3 b - - 0 1"]\n\n1... Kh8 2. Rd8# *',
  ['motif "smothered mate"'] = "1. e4 Nc6 2. Ne2 Nd4 3. g3 Nf3# 0-1",
  ['glob("Variant", "*960*")'] = '[Variant "Chess960"]\n\n1. e4 *',
  ["instead(checkmate) & ~move{mate = true}"] = "1. f3 e5 2. g4 d6 *",
  ['move{piece = "Qq", to = "f7 f2", mate = true} & moves{max = 6}'] = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *",
  ['move{piece = "q", to = "h4", mate = true} & moves{max = 4}'] = "1. f3 e5 2. g4 Qh4# *",
  ['played "O-O#" | played "O-O-O#"'] = '[FEN "5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1"]\n\n1. O-O# *',
  ['flipped(position "e4 e5 Nf3")'] = "1. e3 e5 2. e4 Nf6 *",
  ["piece_count{max = 2}"] = '[FEN "k7/8/8/8/8/8/1p6/K7 w - - 0 1"]\n\n1. Kxb2 *',
  ['~number("Date", {min = 1})'] = "1. e4 *",
  ['ever(sacrifice{piece = "B", on = "h7", plies = 2}) & ever(sacrifice{piece = "B", on = "g7", plies = 2})'
    .. ' | ever(sacrifice{piece = "b", on = "h2", plies = 2}) & ever(sacrifice{piece = "b", on = "g2", plies = 2})'] =
    "1. f4 d5 2. e3 Nf6 3. b3 e6 4. Bb2 Be7 5. Bd3 b6 6. Nc3 Bb7 7. Nf3 Nbd7 8. O-O O-O 9. Ne2 c5 10. Ng3 Qc7 "
    .. "11. Ne5 Nxe5 12. Bxe5 Qc6 13. Qe2 a6 14. Nh5 Nxh5 15. Bxh7+ Kxh7 16. Qxh5+ Kg8 17. Bxg7 Kxg7 18. Qg4+ Kh7 1-0",
  ['discovered "k" * 1 * check "black" * 1 * (discovered "k" & capture)'
    .. ' | discovered "K" * 1 * check "white" * 1 * (discovered "K" & capture)'] = -- Torre - Lasker, Moscow 1925
    '[FEN "r3rnk1/pb3pp1/3ppB1p/7q/1P1P4/4N1R1/P4PPP/4R1K1 w - - 0 26"]\n\n26. Rxg7+ Kh8 27. Rxf7+ Kg8 28. Rg7+ Kh8 '
    .. "29. Rxb7+ Kg8 30. Rg7+ Kh8 31. Rg5+ *",
  ['contains("Event", "Hastings")'] = '[Event "Hastings 1895"]\n\n1. e4 *',
}

-- Returns whether a query matches a game of the sample.
local function matches_sample(query)
  local games = chess.games(SAMPLE, { query = query })
  return games() ~= nil
end

local function matches(example)
  local query = assert(chess.query.parse(example))
  return RARE[example] and query(chess.game(RARE[example])) or matches_sample(query)
end

-- Queries that need a file or tables, which examples do not have.
local function is_elsewhere(example)
  return example:find "^deviates" ~= nil or example:find "^tablebase" ~= nil or example == "wrong_result"
end

describe("the page of queries", function()
  it("has each name of chess.query, once", function()
    local rows = {}
    for _, group in ipairs(catalogue.GROUPS) do
      for i = 2, #group do
        local name = group[i][1]:match "^[%w_]+"
        assert.is_nil(rows[name], name)
        rows[name] = true
      end
    end
    for name in pairs(chess.query) do
      assert.is_true(name == "parse" or rows[name], name)
      rows[name] = nil
    end
    assert.is_nil(next(rows))
  end)

  it("has examples that match games", function()
    for _, group in ipairs(catalogue.GROUPS) do
      for i = 2, #group do
        assert.is_true(is_elsewhere(group[i][1]) or matches(group[i][1]), group[i][1])
      end
    end
  end)

  it("finds the rows of a phrase, of its singular, or of its words, at the beginning of words", function()
    local page = require("lucena.repl.query_help").page
    assert.is_truthy(page("knight forks"):find 'attacks%("N", "k q"%)')
    assert.is_truthy(page("two queens"):find "deux dames")
    assert.is_falsy(page("fen"):find "undefended")
    assert.is_truthy(page("rooks and draughts"):find "rook")
    assert.is_nil(page "zugzwang")
  end)

  it("fits a terminal of 80 columns", function()
    for line in query_help.page():gmatch "[^\n]+" do
      assert.is_true(#line < 80, line)
    end
  end)
end)

describe("a word of chess", function()
  it("has a query that matches games", function()
    for _, row in ipairs(catalogue.WORDS) do
      assert.is_true(is_elsewhere(row[2]) or matches(row[2]), row[2])
    end
  end)

  it("is no name of a query, and has one row", function()
    local seen = {}
    for _, row in ipairs(catalogue.WORDS) do
      for word in row[1]:gmatch "[^, ][^,]*" do
        assert.is_nil(require("lucena.query").find(word), word)
        assert.is_nil(seen[catalogue.folded(word)], word)
        seen[catalogue.folded(word)] = true
        assert.equal(row[2], catalogue.say(word:upper()))
      end
    end
  end)

  it("is answered with its query in -e, alone and among other queries", function()
    for _, row in ipairs(catalogue.WORDS) do
      for word in row[1]:gmatch "[^, ][^,]*" do
        for _, form in ipairs { "%s", "check & %s", "%s & check", "(%s | check) & capture" } do
          local _, problem = chess.query.parse(form:format(word))
          local line = assert(problem, form:format(word)):match "; write (.+)$" or problem
          assert.is_truthy(chess.query.parse(line), problem)
        end
      end
    end
  end)
end)

-- What is typed, and the line that the message gives.
local TYPED = {
  { "check && capture", "check & capture" },
  { "check||!capture", "check | never(capture)" },
  { "not check", "never(check)" },
  { "year >= 1990", "year{min = 1990}" },
  { "year < 1990 && check", "year{max = 1989} & check" },
  { "result = 1-0", 'result "1-0"' },
  { 'result != "1/2-1/2"', '~result "1/2-1/2"' },
  { "result=1/2-1/2 or result = 0-1", 'result "1/2-1/2" | result "0-1"' },
  { 'player = "Fischer"', 'player "Fischer"' },
  { "player == Fischer and check", 'player "Fischer" & check' },
  { 'White == "Morphy, Paul"', 'tag("White", "Morphy, Paul")' },
  { 'White != "x" & check', '~white "x" & check' },
  { "Event =~ chess", 'contains("Event", "chess")' },
  { 'Site ~ "London"', 'contains("Site", "London")' },
  { "WhiteElo > 2500", 'number("WhiteElo", {min = 2501})' },
  { "Date >= 1990.05", 'date{from = "1990.05"}' },
  { "Date > 1990-05-01", '~date{to = "1990.05.01"}' },
  { "elo = 2600", "elo{min = 2600, max = 2600}" },
  { "eval > 3", "eval{min = 3}" },
  { "moves<=30&&check", "moves{max = 30}&check" },
  { "checkmate = true", "checkmate" },
  { "castled == false", "~castled" },
  { 'won{"Fischer", side = "white"} && check', 'won{"Fischer", side = "white"} & check' },
  { 'commented "a && b" && check', 'commented "a && b" & check' },
  { "check && where(function(g) return g.plies > 3 and true end)",
    "check & where(function(g) return g.plies > 3 and true end)" },
}

describe("a habit of another language in -e", function()
  it("is answered with the line to write, which is a query", function()
    for _, row in ipairs(TYPED) do
      local query, problem = chess.query.parse(row[1])
      assert.is_nil(query)
      assert.equal(row[2], (problem:match "; write (.+)$"), row[1] .. ": " .. problem)
      assert.is_truthy(chess.query.parse(row[2]), row[2])
    end
  end)

  it("is left alone inside text, braces and functions", function()
    for _, text in ipairs { 'commented "a && b"', "where(function(g) return g.plies > 3 and not g.x end)",
      "piece_count{max = 3}", "check --[[ && ]] & capture", "check & ~capture" } do
      assert.is_nil(habits.rewrite(text), text)
      assert.is_nil(habits.refused(text), text)
    end
  end)

  it("never makes a query of a text: random texts have an error or are queries as they are", function()
    local seed = os.time()
    math.randomseed(seed)
    local parts = { "check", "capture", "year", "&&", "&", "=", "==", ">=", "1990", "\"x\"", "(", ")", "!", "and",
      "White", "fork", "rook lift", "{", "}", "not", "'", "function(g) return true end", "~", "é" }
    for _ = 1, 3000 do
      local words = {}
      for i = 1, math.random(6) do
        words[i] = parts[math.random(#parts)]
      end
      local text = table.concat(words, " ")
      local query, problem = chess.query.parse(text)
      assert.is_true(query ~= nil or type(problem) == "string", ("seed %d: %s"):format(seed, text))
      assert.is_true(query == nil or not text:find "&&", ("seed %d: %s"):format(seed, text))
    end
  end)
end)

-- Tests of -t in the forms of other programs, and what to write.
local TESTS = {
  ["White~^Fis"] = "-t 'White^Fis'",
  ["White=~^Fis"] = "-t 'White^Fis'",
  ["White=~Fischer"] = "-t 'White~Fischer'",
  ["White=/Fis/i"] = "-t 'White~Fis'",
  ["White=Fis.+"] = "-e 'glob(\"White\", \"*Fis*\")'",
  ["White~Fis.*"] = "-e 'glob(\"White\", \"*Fis*\")'",
  ["Event~^World.*Ch$"] = "-e 'glob(\"Event\", \"World*Ch\")'",
  ["White=Fis*"] = "-e 'glob(\"White\", \"Fis*\")'",
  ["White~(Fischer|Karpov)"] = "-e 'contains(\"White\", \"Fischer\") | contains(\"White\", \"Karpov\")'",
  ["Date~19[67]2"] =
    "-e 'tags(\"Date\", function(v) return v and v:find \"PATTERN\" ~= nil end)', with a pattern of Lua",
  ["White==Fischer"] = "-t 'White=Fischer'",
  ["White!=Fischer"] = "-e '~tag(\"White\", \"Fischer\")'",
}

describe("a regular expression in -t", function()
  it("is refused with the test to write", function()
    for text, wanted in pairs(TESTS) do
      local result = run { "filter", "-q", "--count", "-t", text, SAMPLE }
      assert.equal(2, result.code)
      assert.equal(wanted, result.err:match "; write (.-)\n", text)
    end
  end)

  it("is not seen in usual values", function()
    for _, text in ipairs { "Result=*", "White~Fischer", "Site~a.b", "Event=[Rapid] Cup", "White^Fis", "Site=?",
      "Event~(rapid)", "WhiteElo>2500", "Event=A | B" } do
      assert.equal(0, run({ "filter", "-q", "--count", "-t", text, SAMPLE }).code, text)
    end
  end)
end)

describe("help on queries", function()
  local function at_prompt(line)
    local written = {}
    local session = sessions.new { out = function(text) written[#written + 1] = text end }
    session:line(line)
    return table.concat(written)
  end

  it("is the same for the command and the prompt", function()
    for _, word in ipairs { "", " mate", " fourchette", " checkmate" } do
      local args = { "help", "queries", word ~= "" and word:sub(2) or nil }
      assert.equal(run(args).out:gsub("\n+$", ""), (at_prompt(":help queries" .. word):gsub("\n+$", "")))
    end
  end)

  it("finds words without case and accents", function()
    assert.equal(query_help.help "pion isolé", query_help.help "PION ISOLE")
  end)

  it("says that there is no such word", function()
    local result = run { "help", "queries", "zzz" }
    assert.equal(2, result.code)
    assert.is_truthy(result.err:find("no query has the word 'zzz'; `lucena help queries` lists all", 1, true))
    assert.is_truthy(at_prompt(":help queries zzz"):find "no query has the word 'zzz'; :help queries lists all")
    assert.equal(2, run({ "help", "check", "zzz" }).code)
  end)
end)

describe("messages and helps", function()
  it("name no page of docs/, which an installed program does not have", function()
    local pipe <close>, seen = assert(io.popen "find lua -name '*.lua'"), 0
    for path in pipe:lines() do
      if not path:find "core_help.lua$" then -- the doc comments of C
        for line in file.read(path):gmatch "[^\n]+" do
          assert.is_falsy(line:find "docs/[%w-]+%.md" and not line:find "%-%-.*docs/", path .. ": " .. line)
          seen = seen + 1
        end
      end
    end
    assert.is_true(seen > 50000)
  end)
end)
