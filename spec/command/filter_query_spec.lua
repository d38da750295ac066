-- lucena filter -e, scripts that return queries, and queries that the reader evaluates in C.

local chess = require "lucena"
local run = require "spec.support.run"
local new_folder = require "spec.support.folder"

local q = chess.query
local SAMPLE = "spec/data/engine/engine.pgn"

local function count(...)
  local words = { "filter", "-q", "-c", ... }
  words[#words + 1] = SAMPLE
  return run(words)
end

-- The numbers of matching games of the sample, computed separately for each game.
local function asked_of_each(query)
  local numbers = {}
  for game in chess.games(SAMPLE) do
    if query(game) then
      numbers[#numbers + 1] = game.number
    end
  end
  return numbers
end

local function numbers_of(path, opts)
  local numbers = {}
  for game in chess.games(path, opts) do
    numbers[#numbers + 1] = game.number
  end
  return numbers
end

local QUERIES = {
  q.player "Castle" & q.result "1-0",
  q.checkmate & q.plies { max = 60 },
  q.threefold | q.stalemate | q.insufficient,
  q.held(q.isolated { side = "white", on = "d" }, 8) & ~q.checkmate "black",
  q.material "RP v R" | q.played "O-O-O" & q.ply { max = 20 },
  q.line "e4 e5 | d4 d5" & q.commented,
  ~q.never(q.pattern "*/*/*/*/*/*/PPP5/*"),
  q.underpromotion & function(game) return game.plies > 100 end,
  q.at(function(board) return #board:moves() == 1 end) & q.check & q.ply { min = 100, max = 120 },
}

describe("a query that the reader tests", function()
  for _, query in ipairs(QUERIES) do
    it("selects the right games: " .. tostring(query), function()
      local expected = asked_of_each(query)
      assert.is_true(#expected > 0 and #expected < 315)
      assert.same(expected, numbers_of(SAMPLE, { query = query }))
      local _, has_functions = require("lucena.query").compiled(query)
      if not has_functions then
        local reader <close> = assert(chess.open(SAMPLE, { query = query }))
        assert.equal(#expected, reader:count())
        assert.equal(#expected, reader.passed)
        assert.equal(315, reader.read_count)
      end
    end)
  end

  it("works with tag tests and where", function()
    local opts = { query = q.checkmate, tags = { { "Event", "=", "Lucena Open" } },
      where = function(game) return game.plies < 80 end }
    local expected = asked_of_each(q.checkmate & q.tag("Event", "Lucena Open") & q.plies { max = 79 })
    assert.is_true(#expected > 10)
    assert.same(expected, numbers_of(SAMPLE, opts))
    opts.query = q.checkmate & q.where(function(game) return game.plies % 2 == 0 end)
    assert.is_true(#numbers_of(SAMPLE, opts) < #expected)
  end)

  it("must be a query, and for chess.open a query without functions", function()
    local function refuse(opts)
      local done, message = pcall(chess.open, SAMPLE, opts)
      return done, (message:gsub("'lucena[%w.]*open'", "'open'"))
    end
    local _, message = refuse { query = 3 }
    assert.equal("bad argument #2 to 'open' (option 'query': lucena.Query expected, got number)", message)
    _, message = refuse { query = {} }
    assert.equal("bad argument #2 to 'open' (option 'query': lucena.Query expected, got table)", message)
    _, message = refuse { query = q.where(function() end) }
    assert.equal("bad argument #2 to 'open' (option 'query': this one calls Lua functions, use chess.games)", message)
  end)
end)

describe("moves that cannot be played", function()
  local BAD = '[White "A"]\n\n1. e4 e5 2. Ke3 *\n\n[White "B"]\n\n1. e4 e5 2. Nf3 *\n'
  local ERROR = ":3:13: illegal move Ke3 (move 2, White)\n"
  local folder, pgn

  setup(function()
    folder = new_folder()
    pgn = folder:write("bad.pgn", BAD)
  end)

  teardown(function()
    folder:__close()
  end)

  it("are reported if a query reaches them", function()
    for _, expression in ipairs { "checkmate", 'checkmate | player "A"', "plies(2)", "check | function() end" } do
      local r = run { "filter", "-q", "-c", "-e", expression, pgn }
      local is_met = expression ~= 'checkmate | player "A"'
      assert.equal(is_met and pgn .. ERROR or "", r.err, expression)
      assert.equal(is_met and 1 or 0, r.code)
      assert.equal(r.err, run({ "filter", "-q", "-e", expression, pgn }).err)
    end
  end)

  it("are reported once, also with --check", function()
    local r = run { "filter", "-q", "-c", "--check", "-e", "plies(2)", pgn }
    assert.same({ code = 1, out = "1\n", err = pgn .. ERROR }, r)
  end)

  it("are not reported if tags alone exclude the game", function()
    assert.same({ code = 0, out = "1\n", err = "" }, run { "filter", "-q", "-c", "-e", 'white "B" & plies(3)', pgn })
  end)

  it("of one game are not reported for the next", function()
    local other <close> = new_folder()
    local two = other:write("two.pgn", (BAD:gsub("Nf3", "Ke3")))
    local r = run { "filter", "-q", "-c", "-t", "White=A", "-e", "plies(2)", two }
    assert.same({ code = 1, out = "1\n", err = two .. ERROR }, r)
  end)

  it("are in the diagnostics of the game that the query returns", function()
    for game in chess.games(pgn, { query = q.plies(2) }) do
      assert.same({ true, true }, { game:was_examined() })
      assert.equal("illegal_move", game.diagnostics[1].code)
    end
  end)

end)

describe("filter -e", function()
  it("counts and copies", function()
    local expected = #asked_of_each(q.checkmate & q.plies { max = 60 })
    assert.same({ code = 0, out = expected .. "\n", err = "" }, count("-e", "checkmate & plies{max = 60}"))
    local r = run { "filter", "-e", "checkmate & plies{max = 60}", SAMPLE }
    assert.equal(expected, select(2, r.out:gsub("%[Event ", "")))
    assert.is_truthy(r.err:find("^lucena: 315 games, " .. expected .. " matched"), r.err)
  end)

  it("sets constants of queries with --define", function()
    assert.equal("40\n", count("-e", "time_trouble").out)
    assert.equal("31\n", count("-e", "time_trouble", "--define", "time_trouble=45").out)
    assert.equal("31\n", count("-e", "time_trouble{under = 45}").out)
    assert.equal("40\n", count("-e", "time_trouble{under = 60}", "--define=time_trouble=45").out)
    assert.equal("7\n", count("-e", "blunder", "--define", "blunder=10", "--define", "mistake=9").out)
    assert.equal("0\n", count("-e", 'time_class "rapid"', "--define", "time_classes=lichess").out)
    assert.equal("90\n", count("-e", 'time_class "blitz"', "--define", "time_classes=lichess").out)
    for text, problem in pairs { blunder = "takes NAME=VALUE, not 'blunder'", ["x=1"] = "there is no constant 'x'",
      ["blunder=big"] = "'big' is not a value of blunder: ", ["time_classes=uscf"] = "'uscf' is not a value of" } do
      local r = count("-e", "check", "--define", text)
      assert.equal(2, r.code)
      assert.is_truthy(r.err:find(problem, 1, true), r.err)
    end
  end)

  it("inverts the selection, and writes the other games to --rest", function()
    local folder <close> = new_folder()
    for _, expression in ipairs { "checkmate", "checkmate & function(g) return g.plies > 0 end" } do
      assert.equal("256\n", count("-e", expression).out)
      assert.equal("59\n", count("-v", "-e", expression).out)
      local rest = folder:path "rest.pgn"
      local r = run { "filter", "-q", "-e", expression, "--rest", rest, SAMPLE }
      assert.equal(256, select(2, r.out:gsub("%[Event ", "")))
      assert.equal("59\n", run({ "filter", "-q", "-c", "-v", "-e", expression, rest }).out)
    end
  end)

  it("works with tag tests", function()
    assert.equal("1\n", count("-t", "White~Morphy", "-e", "checkmate").out)
    assert.equal("0\n", count("-t", "White=nobody", "-e", "checkmate").out)
  end)

  it("can use chess, Lua and functions", function()
    local expression = "where(function(g) return chess.query.checkmate(g) and not (1 > 2 or false) end)"
    assert.equal("256\n", count("-e", expression).out)
    assert.equal("256\n", count("-e", "checkmate -- and so on").out)
    assert.equal("0\n", count("-e", 'commented "and" & tag("White", "or [[not]]")').out)
  end)

  it("can use chess.query as q", function()
    assert.equal("256\n", count("-e", "q.checkmate & q.plies{min = 1}").out)
  end)

  it("reports errors in the expression", function()
    for expression, problem in pairs {
      ['checkmate and player "x"'] = "-e: 'and' is not an operator of queries; write checkmate & player \"x\"",
      ["not checkmate"] = "-e: 'not' is not an operator of queries; write ~checkmate",
      ["player & checkmate"] = "-e:1: player needs a name",
      ["player"] = "-e: expected a query: player needs a name, as in player \"Fischer\"",
      ["3"] = "-e: expected a query: got a number",
      [""] = "-e: expected a query, not an empty expression",
      ["chekmate"] = "-e: there is no 'chekmate' in chess.query; did you mean 'checkmate'?",
      ["lost(Firouzja)"] = "-e: 'lost(Firouzja)' is not a query; write lost \"firouzja\"",
      ["Firouzja"] = "-e: there is no 'Firouzja' in chess.query; write player \"Firouzja\"",
      ['"Firouzja"'] = "-e: text alone is not a query; write player \"Firouzja\"",
      ["Alireza Firouzja "] = "-e: a name alone is not a query; write player \"Alireza Firouzja\"",
      ["gambit"] = "-e: 'gambit' is not a query; write sacrifice",
      ["zzgrb"] = "-e: there is no 'zzgrb' in chess.query; `lucena help queries` lists the names,"
        .. " and a player is player \"zzgrb\"",
      ["checkmate, castled"] = "-e: a comma does not combine queries; use & | ~",
      ["checkmate &"] = "-e:1: unexpected symbol near <eof>",
      ["moves < 30"] = "-e: '<' is not an operator of queries; write moves{max = 29}",
      ["moves <= 30"] = "-e: '<=' is not an operator of queries; write moves{max = 30}",
      ['tag("WhiteElo") > 2500'] =
        "-e: 'tag(\"WhiteElo\") > 2500' is not a query; write number(\"WhiteElo\", {min = 2501})",
      ["elo > 2500"] = "-e: '>' is not an operator of queries; write elo{min = 2501}",
      ["2500 <= elo"] = "-e: '2500 <= elo' is not a query; write elo{min = 2500}",
      ["player < 3"] = "-e:1: player needs a name",
      ["check & player Karpov"] = "-e: 'check & player Karpov' is not a query; write check & player \"Karpov\"",
      ["check checkmate"] = "-e: 'check checkmate' is not a query; write check & checkmate",
      ['won "Karpov", side = "black"'] = "-e:1: <eof> expected near '='; options are in braces:"
        .. ' won{"Karpov", side = "black"}',
      ["at"] = "-e: at needs arguments",
      ["check & bits"] = "-e:1: bits needs arguments",
      ["ever(where)"] = "-e: where needs arguments",
      ['seq "x"'] = "-e: a query is combined with queries and functions, not with a string",
      ['deviates "no/file"'] =
        "-e: bad argument #1 to 'deviates' (no/file: cannot open: No such file or directory)",
      ["frob grub"] = "-e: no query means 'frob grub'; `lucena help queries` lists them all",
      ['elo "x"'] = "-e: bad argument #1 to 'elo' (a number or {min =, max =} expected)",
    } do
      assert.same({ code = 2, out = "", err = "lucena: " .. problem .. "\n" }, count("-e", expression))
    end
  end)

  it("reports errors in its functions", function()
    local r = count("-e", "function(g) return g.pliess end")
    assert.equal(2, r.code)
    assert.equal("lucena: -e:1: lucena.Game has no field 'pliess'; did you mean 'plies'?\n"
      .. "this was game 1, " .. SAMPLE .. ":1\n", r.err)
  end)

  -- Line 156 of the sample is the first of game 11. The functions of tags run before anything else is read of the game.
  it("names the line of the game in which a function of tags fails", function()
    local r = count("-e", 'tags("White", function(white) assert(not white:find "Fischer") return true end)')
    assert.is_truthy(r.err:find("this was game 11, " .. SAMPLE .. ":156\n", 1, true), r.err)
  end)
end)

describe("--variations", function()
  local folder, path

  setup(function()
    folder = new_folder()
    path = folder:write("lines.pgn", "1. e4 (1. d4 d5) *\n\n1. e4 e5 *\n\n1. c4 e5 (1... d5 2. cxd5) *\n")
  end)

  teardown(function()
    folder:__close()
  end)

  it("tests the query along every line", function()
    assert.equal("0\n", run({ "filter", "-qc", "-e", 'played "d5"', path }).out)
    assert.equal("2\n", run({ "filter", "-qc", "--variations", "-e", 'played "d5"', path }).out)
    assert.equal("1\n", run({ "filter", "-qcv", "--variations", "-e", 'played "d5"', path }).out)
    assert.equal("1. c4 e5 (1... d5 2. cxd5) *\n",
      run({ "filter", "-q", "--variations", "-e", "capture & plies{max = 3}", path }).out)
  end)

  it("requires a query", function()
    local script = folder:write("script.lua", "return function() return true end")
    for _, words in ipairs { { "-c" }, { "-c", "-s", script } } do
      local r = run { "filter", "--variations", table.unpack(words), path }
      assert.equal(2, r.code)
      assert.is_truthy(r.err:find("--variations needs a query", 1, true))
    end
  end)
end)
