-- Queries as values: operators, queries of games and of positions, names, text, errors; and queries of tags and texts.

local chess = require "lucena"
local game = require "spec.support.tagged_game"
local q = chess.query

local LONG = chess.game("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 *")

local function message_of(f, ...)
  local done, message = pcall(f, ...)
  assert.is_false(done)
  return (message:gsub("^[^:]*:%d+: ", ""):gsub("(%(query_spec%.lua):%d+", "%1:N"))
end

describe("operators", function()
  local yes, no = q.plies { min = 1 }, q.plies(1)

  it("combine queries as logical operators", function()
    for _, row in ipairs { { yes & yes, true }, { yes & no, false }, { no | yes, true }, { no | no, false },
      { ~yes, false }, { ~no, true }, { ~~yes, true }, { ~(yes & no), true }, { ~(no | yes), false },
      { yes & (no | ~no), true } } do
      assert.equal(row[2], row[1](LONG), tostring(row[1]))
    end
  end)

  it("accept functions as operands", function()
    local function short(g) return g.plies < 5 end
    local function long(g) return g.plies > 5 end
    assert.is_true((yes & long)(LONG))
    assert.is_false((short & yes)(LONG))
    assert.is_true((short | yes)(LONG))
    assert.is_true((~q.where(short))(LONG))
  end)

  it("show in tostring() what was written", function()
    local query = q.player "Morphy" & ~(q.checkmate | q.threefold) & q.played "Nf3"
    assert.equal('player "Morphy" & ~(checkmate | threefold) & played "Nf3"', tostring(query))
    assert.equal('(check | capture{takes = "q"}) & ply{max = 9, min = 3}',
      tostring((q.check | q.capture { takes = "q" }) & q.ply { min = 3, max = 9 }))
    assert.equal('held(~check & piece("N", "f5"), 3)', tostring(q.held(~q.check & q.piece("N", "f5"), 3)))
  end)

  it("do not change their operands", function()
    local a, b = q.check, q.capture
    local both = a & b
    assert.is_true(b(LONG))
    assert.is_false(both(LONG))
    assert.is_true((b & q.played "Bxf3")(LONG))
    assert.is_true(b(LONG))
  end)
end)

describe("levels", function()
  it("apply to positions until a query of games is an operand", function()
    assert.is_true((q.played "Nf3" & q.to_move "black")(LONG))
    assert.is_false((q.played "Nf3" & q.to_move "white")(LONG))
    assert.is_true((q.ever(q.played "Nf3") & q.to_move "white")(LONG))
    assert.is_true((q.played "Nf3" & q.plies(14) & q.to_move "white")(LONG))
    assert.is_false(((q.played "Nf3" & q.to_move "white") & q.plies(14))(LONG))
  end)

  it("negate queries of positions as positions, not as games", function()
    local checked = chess.game("1. e4 f5 2. Qh5+ g6 *")
    assert.is_true((~q.check)(checked))
    assert.is_false(q.never(q.check)(checked))
    assert.is_true(q.never(q.check)(LONG))
    assert.is_false(q.always(q.check)(checked))
    assert.is_true(q.always(~q.check)(LONG))
  end)

  it("become queries of games by conversion functions", function()
    assert.is_true(q.at_end(q.played "Qe7")(LONG))
    assert.is_false(q.at_end(q.played "Qb3")(LONG))
    assert.is_true(q.within(q.capture, 4)(LONG))
    assert.is_false(q.within(q.capture, 6, 40)(LONG))
    assert.is_true(q.held(q.piece("b", "g4"), 2)(LONG))
    assert.is_false(q.held(q.piece("b", "g4"), 3)(LONG))
    assert.is_true(q.held(q.piece("N", "b1"), 15)(LONG))
    assert.is_false(q.held(q.piece("N", "b1"), 16)(LONG))
  end)

  it("cannot be mixed", function()
    assert.equal("'never' is about positions; castled is about the game", message_of(q.never, q.castled))
    assert.equal("'ever' is about positions; held(check, 10) is about the game; omit ever",
      message_of(q.ever, q.held(q.check, 10)))
    assert.is_truthy(message_of(q.plies, { mn = 3 }):find("unknown option 'mn'; did you mean 'min'?", 1, true))
    assert.is_truthy(message_of(q.plies, { xyzzy = 3 }):find("unknown option 'xyzzy'; write plies{min = 1", 1, true))
    assert.is_truthy(message_of(q.follow, { frim = "g1", "e5" }):find("'frim'; did you mean 'from'?", 1, true))
    assert.equal("'held' is about positions; function (query_spec.lua:N) is about the game",
      message_of(q.held, function() end, 3))
    assert.equal("bad argument #2 to 'held' (a number of positions, 1 or more)", message_of(q.held, q.check, 0))
    assert.equal("bad argument #2 to 'within' (two move numbers, the first not above the last)",
      message_of(q.within, q.check, 5, 4))
  end)
end)

describe("find", function()
  it("returns the node where the query has matched completely", function()
    assert.equal("Nf3", q.played("Nf3"):find(LONG).san)
    assert.equal("Bxf3", (q.capture & q.played "Bxf3 Qxf3"):find(LONG).san)
    assert.equal("Qxf3", (q.ever(q.capture "black") & q.played "Qxf3"):find(LONG).san)
    assert.equal("dxe5", (q.played "Qb3" | q.capture):find(LONG).san)
    assert.equal("Qe7", (q.player "x" | q.at_end(q.to_move "white")):find(LONG).san)
    assert.equal(6, q.held(q.piece("b", "g4"), 2):find(LONG).ply)
    assert.equal(0, q.to_move("white"):find(LONG).ply)
    assert.equal(0, (~q.player "x"):find(LONG).ply)
    assert.equal(4, q.line("e4 * Nf3 *"):find(LONG).ply)
    assert.is_nil(q.check:find(LONG))
    assert.equal(3, q.where(function(g) return g.root[1][1][1] end):find(LONG).ply)
  end)

  it("requires a game", function()
    assert.equal("bad argument #1 to 'find' (lucena.Game expected, got number)", message_of(q.check.find, q.check, 1))
  end)
end)

describe("names", function()
  it("raise an error if a required argument is missing", function()
    assert.equal("player needs a name", message_of(function() return q.player & q.check end))
    assert.equal("elo needs a range", message_of(function() return ~q.elo end))
    assert.equal("player has no field 'find'; it needs a name",
      message_of(function() return q.player:find(LONG) end))
    assert.equal("player (needs a name)", tostring(q.player))
    assert.equal("a query is combined with queries and functions, not with a string",
      message_of(function() return q.check & "x" end))
    assert.equal("chess.query has no 'chekmate'; did you mean 'checkmate'?",
      message_of(function() return q.chekmate end))
    assert.equal('write won "Fischer"', (require("lucena.query").advice "wins"))
    assert.equal("chess.query has no 'zzgrb'; `lucena help queries` lists the names",
      message_of(function() return q.zzgrb end))
    assert.equal(
      "lucena.Query has no field 'finds'; did you mean 'find'?", message_of(function() return q.check:finds(LONG) end))
  end)

  it("of positions combine, can be held, and describe themselves", function()
    local count = 0
    for name, value in pairs(q) do
      local is_query = type(value) == "table" and getmetatable(value) == "lucena.Query"
      if getmetatable(value) == "lucena.QueryMaker" then
        assert.is_truthy(message_of(function() return value & q.check end):find("^" .. name .. " needs "), name)
      elseif is_query and value.level == "position" then
        count = count + 1
        local other = ~value & q.to_move "white"
        local sequence = q.seq(value, q.gap(0), other)
        for _, query in ipairs { value | other, q.held(other, 2), sequence, q.never(value & q.ply(0)) } do
          assert.equal("boolean", type(query(LONG)))
          assert.is_truthy(query:describe():find(name, 1, true), name)
          assert.is_truthy(query:explain(LONG):find("^yes") or query:explain(LONG):find("^no"), name)
        end
      end
    end
    assert.is_true(count > 25, count)
  end)

  it("that need no argument can be called without one", function()
    assert.equal(q.checkmate, q.checkmate())
    assert.equal("'threefold' takes a Game, got number", message_of(q.threefold, 3))
    assert.equal("bad argument #2 to 'castled' (castled takes one argument; combine queries with & | ~, write "
      .. "options in braces)", message_of(q.castled, "white", "long"))
  end)

  it("accept numbers that no game reaches", function()
    local huge = 1 << 40
    for _, query in ipairs {
      q.ply(huge), q.ply(-huge), q.move_number(huge), q.held(q.to_move "white", huge),
      q.within(q.to_move "white", huge, 2 * huge), q.piece("N", "g1", huge), q.pieces { white = { q = huge } },
      q.material(huge .. " Q v Q"), q.controls("white", "e4", huge),
    } do
      assert.is_false(query(LONG), tostring(query))
    end
    assert.is_true(q.ply { min = -huge, max = huge }(LONG))
    assert.is_true(q.date { from = "2020", to = "2020.03" }(chess.game '[Date "2020.02.11"]\n\n*'))
  end)

  it("raise for invalid arguments", function()
    for _, row in ipairs {
      { q.player, 3, "bad argument #1 to 'player' (string expected, got number)" },
      { q.player, ("x"):rep((1 << 20) + 1), "bad argument #1 to 'player' (text of at most 1 MiB expected)" },
      { q.any_tag, ("x"):rep((1 << 20) + 1), "bad argument #1 to 'any_tag' (text of at most 1 MiB expected)" },
      { q.player, "., ", "bad argument #1 to 'player' (a name has letters, got '., ')" },
      { q.player, { "x", side = "left" },
        "bad argument #1 to 'player' (option 'side': 'left' is none of black, both, either, white)" },
      { q.date, { from = "2020.04", to = "2020.03" }, "bad argument #1 to 'date' (2020.04 is after 2020.03)" },
      { q.elo, "x", "bad argument #1 to 'elo' (a number or {min =, max =} expected)" },
      { q.elo, { min = 2, max = 1 },
        "bad argument #1 to 'elo' (min and max must be whole numbers, with min <= max)" },
      { q.result, "2-0", "bad argument #1 to 'result' ('2-0' is none of 1-0 0-1 1/2-1/2 * 0-0 decisive draw)" },
      { q.lost, { "Karpov", "black" },
        "bad argument #1 to 'lost' (one name expected; write lost{\"Karpov\", side = \"black\"})" },
      { q.eco, "B9x",
        "bad argument #1 to 'eco' ('B9x' is not a code such as B90, B9 or B90-B99; for a name, use opening)" },
      { q.date, "1972-07", "bad argument #1 to 'date' ('1972-07' is not a date such as 1972, 1972.07 or 1972.07.11)" },
      { q.time_class, "bullet", "bad argument #1 to 'time_class' ('bullet' is not a class of fide)" },
      { q.tag, "a b", "bad argument #1 to 'tag' (a tag's name is letters, digits and _, at most 255)" },
      { q.tag, ("a"):rep(256), "bad argument #1 to 'tag' (a tag's name is letters, digits and _, at most 255)" },
      { q.castled, { kind = "middle" },
        "bad argument #1 to 'castled' (option 'kind': 'middle' is none of long, short)" },
      { q.position, "e5", "bad argument #1 to 'position' (moves:1: illegal move e5 (move 1, White))" },
      { q.pattern, "8/8", "bad argument #1 to 'pattern' (a pattern has eight ranks, this one 2)" },
      { q.pattern, "9/8/8/8/8/8/8/8", "bad argument #1 to 'pattern' ('9' is not valid in a pattern)" },
      { q.pattern, "PPP/8/8/8/8/8/8/8", "bad argument #1 to 'pattern' (the rank 'PPP' does not have eight squares)" },
      { q.piece, "x", "bad argument #1 to 'piece' (letters of pieces expected (PNBRQK, pnbrqk, A, a), got 'x')" },
      { q.material, "QR", "bad argument #1 to 'material' (the material of two sides expected, such as 'QR v QB')" },
      { q.material, "v", "bad argument #1 to 'material' (the material of two sides expected, such as 'QR v QB')" },
      { q.material, "QX R", "bad argument #1 to 'material' ('QX' is no material)" },
      { q.played, "Ni3", "bad argument #1 to 'played' (a move such as Nxf7 expected, got 'Ni3')" },
      { q.line, "e4 Ki9", "bad argument #1 to 'line' ('Ki9' is not a move of a line)" },
      { q.passed, { on = "i9" },
        "bad argument #1 to 'passed' (squares, files or ranks expected (e4, e, 7, light), got 'i9')" },
      { q.battery, { pieces = "QN" },
        "bad argument #1 to 'battery' (option 'pieces': two letters of BRQ expected, got 'QN')" },
      { q.hanging, { piece = "n", side = "white" },
        "bad argument #1 to 'hanging' (options 'piece' and 'side' name different sides)" },
      { q.king_attackers, { piece = "n", side = "black" },
        "bad argument #1 to 'king_attackers' (options 'piece' and 'side' name different sides)" },
      { q.chain, { min = 4, max = 3 },
        "bad argument #1 to 'chain' (min and max must be whole numbers, with min <= max)" },
      { q.king_wing, "kingside",
        "bad argument #1 to 'king_wing' ('short', 'long' or 'center' expected, got 'kingside')" },
      { q.controls, "red", "bad argument #1 to 'controls' ('white' or 'black' expected, got 'red')" },
      { q.sacrifice, { plies = 0.5 },
        "bad argument #1 to 'sacrifice' (option 'plies': a whole number, 1 to 1000, expected)" },
      { q.sacrifice, { points = 0 },
        "bad argument #1 to 'sacrifice' (option 'points': a whole number, 1 to 1000, expected)" },
      { q.imbalance, "BvX",
        "bad argument #1 to 'imbalance' (expected the extra pieces of White and of Black (BvN, PPv), got 'BvX')" },
      { q.check, "red", "bad argument #1 to 'check' ('white' or 'black' expected, got 'red')" },
      { q.check, { side = "white" }, "bad argument #1 to 'check' ('white' or 'black' expected, got table)" },
    } do
      local done, message = pcall(function() return (row[1](row[2])) end)
      assert.is_false(done, row[3])
      assert.equal("query_spec.lua: " .. row[3], (message:gsub("^.*/(query_spec%.lua):%d+", "%1")))
    end
    assert.equal("bad argument #1 to 'pattern' (a pattern with `shift` has at most one * in a rank)",
      message_of(q.pattern, "*K*P*/8/8/8/8/8/8/8", { shift = true }))
  end)
end)

describe("a player's name", function()
  -- The name in the query, then matching names, then "~", then names that do not match.
  local ROWS = {
    { "Carlsen", "Carlsen, Magnus", "Magnus Carlsen", "carlsen,m", "CARLSEN", "Carlsen", "~", "McCarlsen, X",
      "Carlsens, M",
      "Carl, Sen", "" },
    { "Carlsen, M", "Carlsen, Magnus", "Magnus Carlsen", "M. Carlsen", "Carlsen,M", "~", "Carlsen, Henrik", "Carlsen" },
    { "Carlsen, Magnus", "Carlsen,M", "Magnus Carlsen", "Carlsen, Magnus (NOR)", "~", "Carlsen, Henrik" },
    { "Magnus Carlsen", "Carlsen, Magnus", "Carlsen,M", "~", "Carlsen, Henrik", "Magnus, Carl" },
    { "Jorgensen", "Jørgensen, B", "J\xf8rgensen, B", "Joergensen, Bent", "JØRGENSEN", "Jörgensen", "~", "Jargensen" },
    { "Jørgensen, Bent", "Jorgensen,B", "Bent Joergensen" },
    { "Müller", "Mueller, K", "Muller", "MÜLLER, Karsten", "M\xfcller", "~", "Miller" },
    { "Aagaard", "Ågaard, Jacob", "\xc5gaard", "Aagaard,J", "Agard, J", "~", "Agurd" },
    { "Vachier-Lagrave", "Vachier-Lagrave, Maxime", "Maxime Vachier-Lagrave", "Lagrave, V", "~", "Lagrave, M" },
    { "Šošo, Ž", "Soso, Zoran", "\x8ao\x9ao, \x8e", "~", "Soso, Ana" },
    { "Иванов", "Иванов, А", "~", "Петров" },
    { "Fischer, Robert James", "Fischer, Robert James", "Fischer, Robert J.", "Fischer, R.J.", "Robert James Fischer",
      "Fischer, Robert", "Fischer, R", "Fischer,R", "Fischer, RJ", "Fischer RJ", "RJ Fischer", "~", "Fischer",
      "Fischer, Rudolf", "Fischer, R. K.", "Fischer,RK", "Fischer, James", "Fischer, J", "FISCHER, RJ" },
    { "Fischer,RJ", "Fischer, Robert James", "Fischer, R.", "Fischer, Robert J", "~", "Fischer, Rolf K", "Fischer, J" },
    { "Fischer RJ", "Fischer, Robert James", "Fischer,RJ", "~", "Fischer, Rolf K", "Fischer" },
    { "Robert J. Fischer", "Fischer, Robert", "Fischer,RJ", "Robert James Fischer", "~", "Fischer, Rolf" },
    { "Petrosian, Tigran L", "Petrosian,TL", "Petrosian, Tigran", "~", "Petrosian,TV", "Petrosian, Tigran V" },
    { "Carlsen, Magnus", "Carlsen, Sven Magnus", "~", "Carlsen, Sven M." },
    { "Peter Heine Nielsen", "Nielsen,PH", "Nielsen, Peter H", "~", "Nielsen, Peter K", "Nielsen, Heine" },
    { "Le, Bo", "LE, BO", "Le, B", "~", "Le, Ben O" },
    { "USA", "Team USA", "USA Team" },
    { "van der Wiel", "Van der Wiel, John", "Wiel, John van der", "~", "Wiel, John" },
  }

  for _, row in ipairs(ROWS) do
    it(row[1], function()
      local expected = true
      for i = 2, #row do
        if row[i] == "~" then
          expected = false
        else
          assert.equal(expected, q.white(row[1])(game { White = row[i] }), row[i])
          assert.equal(expected, q.player(row[1])(game { White = "x", Black = row[i] }), row[i])
        end
      end
    end)
  end

  it("matches one side only", function()
    local g = game { White = "A", Black = "B" }
    assert.is_true(q.player { "A", side = "white" }(g))
    assert.is_false(q.player { "A", side = "black" }(g))
    assert.is_true(q.black "B"(g))
    assert.is_false(q.white "B"(g))
  end)

  it("is compared without escapes, at any length", function()
    local long = ("x"):rep(9000)
    assert.is_true(q.white "O'Kelly"(game { White = [[Alb\"e\"ric O'Kelly]] }))
    assert.is_true(q.white(long)(game { White = [[\"\\]] .. long }))
    assert.is_true(q.white(("é"):rep(3000))(game { White = ("É"):rep(3000) }))
  end)
end)

describe("a query of tags", function()
  local function yes(query, tags, moves) assert.is_true(query(game(tags, moves)), tostring(query)) end
  local function no(query, tags, moves) assert.is_false(query(game(tags, moves)), tostring(query)) end

  it("compares texts", function()
    local tags = { Event = "Lucena Open", Site = [[Simpson\"s, London]], Round = "" }
    yes(q.tag "Event", tags)
    yes(q.tag("Round", ""), tags)
    no(q.tag "White", tags)
    yes(q.tag("Event", "Lucena Open"), tags)
    no(q.tag("Event", "lucena open"), tags)
    yes(q.prefix("Event", "lucena"), tags)
    yes(q.contains("Event", "NA OP"), tags)
    yes(q.contains("Site", 'n"s'), tags)
    yes(q.glob("Event", "l?cena*"), tags)
    yes(q.glob("Site", '*"*london'), tags)
    no(q.glob("Event", "lucena"), tags)
    no(q.glob("Event", "*x*"), tags)
    yes(~q.contains("White", ""), tags)
  end)

  it("compares the texts of all tags", function()
    local tags = { Event = "Lucena Open", Site = [[Simpson\"s, London]] }
    yes(q.any_tag "LONDON", tags, "1. e4 {Paris} *")
    yes(q.any_tag 'son"s', tags)
    yes(q.any_tag "n?on*" | q.any_tag "s*, l?nd", tags)
    no(q.any_tag "Event" | q.any_tag "Paris" | q.any_tag "Open?", tags, "1. e4 {Paris} *")
    assert.is_true(q.any_tag "London"(chess.game('; odd\n[Event "x"] [Site "London"]\n{c}\n\n1. e4 *')))
    assert.is_false(q.any_tag ""(chess.game("1. e4 *")))
  end)

  it("compares numbers", function()
    local tags = { WhiteElo = "2650", BlackElo = "2800", PlyCount = "7x" }
    yes(q.number("PlyCount", 7), tags)
    yes(q.elo(2800), tags)
    no(q.elo { min = 2700, side = "both" }, tags)
    no(q.elo { min = 2700, side = "white" }, tags)
    yes(q.elo { max = 2700, side = "white" }, tags)
    yes(q.elo_diff(150), tags)
    no(q.elo_diff(151), tags)
    yes(q.elo_diff { max = 150 }, tags)
    no(q.elo_diff { max = 149 }, tags)
    yes(q.elo_diff { min = 100, side = "black" }, tags)
    no(q.elo_diff { min = 0, side = "white" }, tags)
    yes(q.mean_elo { min = 2725, max = 2725 }, tags)
    no(q.mean_elo(2726), tags)
    no(q.elo_diff(0), { WhiteElo = "2650" })
    no(q.mean_elo(0), { BlackElo = "2650", WhiteElo = "?" })
  end)

  it("rejects functions of chess.query in place of functions", function()
    for _, name in ipairs { "seq", "at", "bits" } do
      for _, call in ipairs { "at(%s, '')", "where(%s)", "bits(%s)", "tags('White', %s)" } do
        local query, message = q.parse(call:format(name))
        assert.is_nil(query, call:format(name))
        assert.equal(name .. " needs arguments", message:match("^query:1: (.*)") or message)
      end
    end
  end)

  it("rejects margins that are not whole numbers", function()
    for _, margin in ipairs { 1.5, -0.5, 1e308, 1 / 0, -1 / 0, 0 / 0 } do
      assert.has_error(function() q.higher_won(margin) end, "bad argument #1 to 'higher_won' (whole number expected)")
      assert.has_error(function() q.lower_won(margin) end, "bad argument #1 to 'lower_won' (whole number expected)")
    end
    assert.same({ n = 3, nil, "bad argument #1 to 'lower_won' (whole number expected)", "bad_query" },
      table.pack(q.parse "lower_won(1.5)"))
  end)

  it("tests who won", function()
    local tags = { White = "A", Black = "B", WhiteElo = "2000", BlackElo = "2100", Result = "1-0" }
    yes(q.won "A" & q.lost "B" & q.lower_won & q.lower_won(100) & ~q.lower_won(101) & ~q.higher_won, tags)
    yes(q.lower_won(1.0) & q.lower_won(-math.maxinteger) & ~q.lower_won(math.maxinteger), tags)
    yes(q.result "decisive" & ~q.result "draw" & ~q.won "B", tags)
    yes(q.result "0-1", {}, "1. e4 0-1")
    no(q.result "0-1", { Result = "1-0" }, "1. e4 0-1")
    yes(q.result "*", {}, "1. e4 *")
    yes(q.result "draw", {}, "1. e4 1/2-1/2")
  end)

  it("tests ECO codes", function()
    for code, expected in pairs { B90 = true, B99 = true, B95 = true, B89 = false, C00 = false, B = false,
      [""] = false } do
      assert.equal(expected, q.eco "B90-B99"(game { ECO = code }), code)
    end
    yes(q.eco "B9", { ECO = "B97" })
    yes(q.eco "C40 B90-B92", { ECO = "B92" })
    no(q.eco "C40 B90-B92", { ECO = "B93" })
  end)

  it("tests dates, as far as they are known", function()
    for date, expected in pairs { ["1972.07.11"] = true, ["1972.08.31"] = true, ["1972.09.01"] = false, ["1972"] = true,
      ["1972.??.??"] = true, ["1972.08.??"] = true, ["1972.07.10"] = false, ["1971.??.??"] = false,
        ["????.08.01"] = false,
      ["197?.08.01"] = false, [""] = false } do
      assert.equal(expected, q.date { from = "1972.07.11", to = "1972.08" }(game { Date = date }), date)
    end
    yes(q.date { from = "1972" }, { Date = "2000.01.01" })
    no(q.date { to = "1972" }, { Date = "2000.01.01" })
    yes(q.date { from = "1972", tag = "EventDate" }, { EventDate = "1972.01.01", Date = "1970.01.01" })
    yes(q.year(1972) & q.year { max = 1972 } & q.date "1972.07", { Date = "1972.07.11" })
  end)

  it("tests classes of time controls", function()
    for _, row in ipairs { { "60", "blitz", "bullet" }, { "180+2", "blitz", "blitz" }, { "600", "blitz", "rapid" },
      { "600+1", "rapid", "rapid" }, { "900+10", "rapid", "rapid" }, { "40/7200:3600", "standard", "classical" },
      { "40/5400+30:1800+30", "standard", "classical" }, { "30/1800", "standard", "classical" },
      { "1/86400", "correspondence", "correspondence" }, { "15", "blitz", "ultrabullet" }, { "*300", "blitz",
        "blitz" } } do
      yes(q.time_class(row[2]), { TimeControl = row[1] })
      yes(q.time_class { row[3], by = "lichess" }, { TimeControl = row[1] })
    end
    for _, text in ipairs { "?", "-", "", "x", "5+", "40/", "300:" } do
      for _, class in ipairs { "blitz", "rapid", "standard" } do
        no(q.time_class(class), { TimeControl = text })
      end
    end
  end)
end)

describe("a query of the text", function()
  local function is(expected, query, moves)
    assert.equal(expected, query(assert(chess.game(moves))), moves)
  end

  it("finds the match position of nested queries that the text decides", function()
    local annotated = chess.game "1. e4 {x} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *"
    for depth = 1, 40 do
      local query = q.annotated
      for _ = 1, depth do
        query = q.ever(q.check) | query & q.commented -- the check is never tested
      end
      assert.equal(0, query:find(annotated).ply, depth)
      assert.is_nil(query:find(chess.game "1. e4 *"), depth)
    end
  end)

  it("finds the match position of a comment, also in a variation and before a move", function()
    local annotated = chess.game "{Begin} 1. e4 {KEY move} e5 (1... c5 {Sicilian; key}) 2. Nf3 {why} ({before} 2. f4) *"
    local function san(query)
      local node = query:find(annotated)
      return node and (node.san or "start")
    end
    for text, move in pairs { key = "e4", begin = "start", sicilian = "c5", why = "Nf3", before = "f4" } do
      assert.equal(move, san(q.commented(text)), text)
    end
    assert.equal("start", san(q.commented))
    assert.is_nil(san(q.commented "lock"))
    assert.equal("Nf3", san(q.commented "key" & q.played "Nf3")) -- the later of the two
    assert.equal("Nf3", san(q.commented "why" & q.played "e4"))
    assert.equal("start", san(~q.commented "lock"))
  end)

  it("finds annotations", function()
    for _, row in ipairs { { "1. e4 *", false }, { "1. e4! *", true }, { "1. e4 $1 *", true }, { "1. e4 {x} *", true },
      { "1. e4 ; x\n *", true }, { "1. e4 (1. d4) *", true }, { '[White "?!"]\n\n1. e4 *', false } } do
      is(row[2], q.annotated, row[1])
    end
    is(true, q.commented, "1. e4 {} *")
    is(false, q.commented, "1. e4! (1. d4) *")
    is(true, q.commented "NOVELTY", "1. e4 {a} e5 {the Novelty!} *")
    is(false, q.commented "novelty", "1. e4 {a nov} e5 {elty} *")
    is(true, q.has_variations, "1. e4 (1. d4) *")
    is(false, q.has_variations, "1. e4 {(} *")
  end)

  it("finds diagrams", function()
    is(true, q.setup, '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n\n1. Rh8+ *')
    is(false, q.setup, "1. e4 *")
    is(false, q.setup, '[FEN "?"]\n\n1. e4 *')
    is(false, q.setup, '[FEN ""]\n\n1. e4 *')
  end)
end)

describe("a query of moves", function()
  it("tests the length", function()
    for _, row in ipairs { { q.plies(14), true }, { q.plies { max = 13 }, false }, { q.plies { min = 15 }, false },
      { q.plies { min = 14, max = 14 }, true }, { q.moves(7), true }, { q.moves { max = 6 }, false },
        { q.moves { min = 8 }, false } } do
      assert.equal(row[2], row[1](LONG), tostring(row[1]))
    end
    assert.is_true(q.moves(1)(chess.game("1. e4 *")))
    assert.is_true(q.plies(0)(chess.game("*")))
  end)

  it("tests lines", function()
    local sicilian = chess.game("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 *")
    for line, expected in pairs { ["e4 c5"] = true, ["1. e4 c5 2. Nf3"] = true, ["1.e4 c5"] = true,
      ["* c5 * d6"] = true,
      ["e4 c5 Nf3 d6 d4 cxd4 Nxd4"] = true, ["e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6"] = false, ["d4|e4 c5"] = true,
      ["d4|c4 c5"] = false, ["e4 !e5|e6 Nf3"] = true, ["e4 !c5"] = false, ["e4 e5 | e4 c5"] = true,
        ["d4 | c4"] = false } do
      assert.equal(expected, q.line(line)(sicilian), line)
    end
  end)

  it("tests lines in any order", function()
    local any = { any_order = true }
    local game_ = chess.game("1. Nf3 d5 2. d4 Nf6 3. c4 e6 *")
    for line, expected in pairs { ["d4 Nf6 c4 e6 Nf3 d5"] = true, ["d4 * c4 * Nf3"] = true, ["d4 Nf6 Nf3"] = false,
      ["d4 Nf6 c4 e6 Nc3 d5"] = false, ["* d5 d4|c4 Nf6 d4|Nf3 e6"] = true, ["d4|c4 * d4 * d4|Nf3"] = true,
      ["d4|c4 * d4|c4 * d4|c4"] = false } do
      assert.equal(expected, q.line(line, any)(game_), line)
    end
    assert.equal("bad argument #1 to 'line' ('!d4' is not a move of a line of any order)",
      message_of(q.line, "!d4", any))
  end)

  it("ends at the first unreadable move", function()
    local broken = chess.game("1. e4 e5 2. Ke3 Nf6 *")
    assert.is_true(q.played "e5"(broken))
    assert.is_false(q.played "Nf6"(broken))
    assert.is_true(q.plies(2)(broken))
    assert.is_false(q.at_end(q.piece("P", "e4"))(broken))
    local strange = chess.game('[FEN "nonsense"]\n\n1. e4 *')
    assert.is_false(q.to_move "white"(strange))
    assert.is_true(q.plies(0)(strange))
  end)

  it("counts moves from the FEN", function()
    local g = chess.game('[FEN "4k3/8/8/8/8/8/7R/4K3 b - - 98 70"]\n\n70... Kd7 71. Rh7+ *')
    assert.is_true(q.fifty(g))
    assert.equal("Rh7+", q.fifty:find(g).san)
    assert.is_true((q.move_number(70) & q.played "Kd7")(g))
    assert.is_true((q.move_number(71) & q.check "black")(g))
  end)

  it("finds Chess960 and null moves", function()
    local g = chess.game('[Variant "Chess960"]\n[FEN "4k3/8/8/8/8/8/8/RK5R w HA - 0 1"]\n\n1. O-O-O -- 2. Rd7 *')
    assert.is_true(q.castled { side = "white", kind = "long" }(g))
    assert.is_false(q.castled { kind = "short" }(g))
    assert.is_true(q.played "--"(g))
    assert.is_true(q.move { piece = "K", to = "c1" }(g))
  end)

  it("finds repetition in games of any length", function()
    local shuffle = ("Nf3 Nf6 Ng1 Ng8 "):rep(2)
    assert.is_true(q.threefold(chess.game(shuffle .. "*")))
    assert.is_false(q.threefold(chess.game("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 *")))
    assert.is_true(q.fivefold(chess.game(shuffle:rep(2) .. "*")))
    assert.is_true(q.repeated(201)(chess.game(shuffle:rep(100) .. "*")))
    assert.is_false(q.repeated(202)(chess.game(shuffle:rep(100) .. "*")))
    -- The castling rights are lost after the first position, so it differs from the later positions.
    assert.is_false(q.threefold(chess.game("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Ke2 Ke7 5. Ke1 Ke8 *")))
  end)
end)

describe("an edited game", function()
  it("is tested in its current state", function()
    local g = chess.game('[White "A"]\n\n1. e4 e5 *')
    g.tags.White = "B"
    assert.is_true(q.white "B"(g))
    g.root[1][1]:add "Qh5"
    assert.equal("Qh5", q.played("Qh5"):find(g).san)
    assert.is_true(q.where(function(it) return rawequal(it, g) end)(g))
  end)
end)

describe("explain", function()
  it("names the operands that do not match, and where the others match", function()
    local query = q.player "Nobody" & q.castled & q.check & q.plies(14)
    assert.equal([[
no  player "Nobody" & castled & check & plies(14)
  no  player "Nobody"
    no  white "Nobody"
    no  black "Nobody"
  no  castled
  no  check
  yes plies(14)  (7...Qe7)]], query:explain(LONG))
    assert.equal([[
no  capture & played "Qb3" at one position
  yes capture  (4.dxe5)
  yes played "Qb3"  (7.Qb3)]], (q.capture & q.played "Qb3"):explain(LONG))
  end)

  it("names each operand once, and the parts of named queries", function()
    local quick = chess.game("1. e4 e5 2. Qh5 Ke7 3. Qxe5# *")
    assert.equal("no  at_end(hanging)\n  yes hanging  (2.Qh5)", q.at_end(q.hanging):explain(quick))
    assert.equal('no  check "white"\n  yes check  (3.Qxe5#)', q.check "white":explain(quick))
    assert.equal('no  accuracy(90)\n  no  has_evaluations', q.accuracy(90):explain(quick))
    assert.equal('blunders(1) | accuracy(90)\n  2. text: has_evaluations\n  4. Lua: blunders(1); accuracy(90)',
      (q.blunders(1) | q.accuracy(90)):describe())
    assert.is_truthy(q.opposite_castling:explain(quick):find('no  castled{kind = "long", side = "black"}', 1, true))
  end)

  it("has a plan", function()
    local query = (function() end) & q.check & q.annotated & ~q.elo(2700)
    assert.equal([[
function (query_spec.lua:N) & check & annotated & ~elo(2700)
  1. tags: WhiteElo; BlackElo
  2. text: annotated
  3. moves: check
  4. Lua: function (query_spec.lua:N)]], (query:describe():gsub("lua:%d+", "lua:N")))
  end)
end)

describe("a query of numbers", function()
  it("rejects two numbers, and shows the form of a range", function()
    local done, err = pcall(function() return chess.query.year(1930, 1953) end)
    assert.is_false(done)
    assert.is_truthy(err:find("bad argument #2 to 'year' (year takes one argument; a range is year{min = 1930, max = "
      .. "1953})", 1, true), err)
    assert.is_truthy(chess.query.year { min = 1930, max = 1953 })
    assert.is_truthy(chess.query.player((("Carlsen"):gsub("x", "y"))))
  end)

  it("is suggested if a tag is tested in the syntax of other programs", function()
    local value, problem = require("lucena.query.source").evaluate("Year=2013")
    assert.is_nil(value)
    assert.is_truthy(problem:find("; write year{min = 2013, max = 2013}", 1, true))
  end)
end)
