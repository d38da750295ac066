-- Conditions as programs write them: the answer is a query that runs, or names the part that is not understood.

local parse = require("lucena").query.parse
local plain = require("lucena.query.source").plain

local WRITTEN = {
  -- ratings
  ["min(WhiteElo, BlackElo) > 2600"] = 'elo{min = 2601, side = "both"}',
  ["max(WhiteElo, BlackElo) <= 2400"] = 'elo{max = 2400, side = "both"}',
  ["max(white_elo, black_elo) >= 2600"] = "elo{min = 2600}",
  ["abs(WhiteElo - BlackElo) > 300"] = "elo_diff{min = 301}",
  ["(WhiteElo + BlackElo) / 2 >= 2600"] = "mean_elo{min = 2600}", ["avg_elo > 2500"] = "mean_elo{min = 2500.5}",
  ["WhiteElo - BlackElo < -150 and Result = 1-0"] = 'elo_diff{max = -151, side = "white"} & result "1-0"',
  ["BlackElo - WhiteElo >= 200 && result == '0-1'"] = 'elo_diff{max = -200, side = "white"} & result "0-1"',
  ["WhiteElo > BlackElo + 200"] = 'elo_diff{min = 201, side = "white"}',
  ["max(WhiteElo, BlackElo) - min(WhiteElo, BlackElo) > 200"] = "elo_diff{min = 201}",
  ["2500 <= WhiteElo <= 2600"] = 'number("WhiteElo", {min = 2500, max = 2600})',
  ["int(game.headers['WhiteElo']) > 2500"] = 'number("WhiteElo", {min = 2501})',
  ["WhiteElo + 2 * Round > 100"] =
    'tags("WhiteElo", "Round", function(a, b) return tonumber(a) and tonumber(b) and a + 2 * b > 100 end)',
  -- lengths, counts and pieces
  ["len(moves) > 100 || ply > 200"] = "moves{min = 101} | plies{min = 201}",
  ["game.moves.length < 20 && !draw"] = 'moves{max = 19} & ~result "draw"',
  ["count(checks) >= 10 and not mate"] = "count(check, {min = 10}) & ~checkmate",
  ["pieces(white, bishop) == 2 and pieces(black, knight) == 2"] =
    'piece("B", nil, {min = 2, max = 2}) & piece("n", nil, {min = 2, max = 2})',
  ['count("q") == 0'] = 'piece("q", nil, {min = 0, max = 0})',
  ["white_queens == 2 && move_number > 40"] = 'piece("Q", nil, {min = 2, max = 2}) & move_number{min = 41}',
  ['piece_at(d5) == "N"'] = 'piece("N", "d5")', ["board[e4] == white knight"] = 'piece("N", "e4")',
  -- moves and codes
  ['moves[0] == "e4" && moves[1] == "c6"'] = 'line "e4 c6"', ['moves[-1] == "Qh7#"'] = 'at_end(played "Qh7#")',
  ['moves[1] == "c5" && mate'] = 'ever(played "c5" & ply(2)) & checkmate', ['"Qh5" in moves'] = 'played "Qh5"',
  ['eco >= "C80" and eco <= "C99"'] = 'eco "C80-C99"', ['eco > "B19" && eco < "C00"'] = 'eco "B20-B99"',
  -- names and texts
  ["!castled(white) && !castled(black)"] = '~castled "white" & ~castled "black"',
  ["castled(white, kingside) && mate"] = 'castled{kind = "short", side = "white"} & checkmate',
  ["winner == white and plies < 60"] = 'result "1-0" & plies{max = 59}',
  ["winner == 'Tal' && black == 'Tal'"] = 'won "Tal" & black "Tal"',
  ['result in ["1-0", "0-1"]'] = 'result "1-0" | result "0-1"',
  ['White.startswith("Car") && isCheckmate()'] = 'prefix("White", "Car") & checkmate',
  ["check(white) && !capture"] = 'check "white" & ~capture', ["Karpov & check"] = 'player "Karpov" & check',
  ["event contains 'Olympiad' and year > 2000"] = 'contains("Event", "Olympiad") & year{min = 2001}',
  ["!check && moves < 30"] = "never(check) & moves{max = 29}",
  ["!check"] = "never(check)", ["not check"] = "never(check)",
}

-- The parts that are not understood, and the query for the others.
local PARTS = {
  ["foo(bar) > 3 && mate"] = { "'foo(bar) > 3' is not understood; the other conditions are ", "checkmate" },
  ["frob == 3"] = { "'frob == 3' is not understood" },
  ["WhiteElo > 2500 && frob && zork == 1"] = { "'frob', 'zork == 1' is not understood",
    'number("WhiteElo", {min = 2501})' },
}

describe("a condition of a program", function()
  for text, query in pairs(WRITTEN) do
    it(("is answered with a query that runs: %s"):format(text), function()
      local _, problem = parse(text)
      assert.equal(query, problem:match("; write (.*)$"), problem)
      assert.is_truthy(plain(query), query)
    end)
  end
  for text, answer in pairs(PARTS) do
    it(("names the part that is not understood: %s"):format(text), function()
      local _, problem = parse(text)
      assert.is_truthy(problem:find(answer[1], 1, true), problem)
      assert.equal(answer[2], problem:match("the other conditions are (.*)$"), problem)
    end)
  end
  it("is read at any depth of a text that people type", function()
    for _, sign in ipairs { "(", "!", "[", "-", "a(", "a[" } do
      assert.is_nil(parse(sign:rep(240 // #sign)))
    end
  end)
end)
