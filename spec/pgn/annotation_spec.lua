-- Reading commands in comments, such as [%clk 1:00:00]: which texts are commands, and the values of the known ones.

local chess = require "lucena"
local need = require "spec.support.need"

-- The node of 1. e4 with these comments.
local function node(...)
  local parts = { "1. e4" }
  for _, comment in ipairs { ... } do
    parts[#parts + 1] = "{" .. comment .. "}"
  end
  return assert(chess.game(table.concat(parts, " ") .. " *")).root[1]
end

local function pairs_of(n)
  local list = {}
  for i, command in ipairs(n.commands) do
    list[i] = command.name .. "=" .. command.operand
  end
  return list
end

describe("a command", function()
  local COMMANDS = {
    ["[%clk 0:01:52]"] = { "clk=0:01:52" },
    [" [%eval 0.60] [%clk 0:29:25] "] = { "eval=0.60", "clk=0:29:25" },
    ["[%csl Gd4][%cal Ge2e4] words"] = { "csl=Gd4", "cal=Ge2e4" },
    ["[%clk\n0:29:32.6]"] = { "clk=0:29:32.6" },
    ["[%clk \r\n\t 0:29:32.6 \n]"] = { "clk=0:29:32.6" },
    ["[%foo]"] = { "foo=" },
    ["[%foo ]"] = { "foo=" },
    ["[%c_arrow e2e4;color;orange]"] = { "c_arrow=e2e4;color;orange" },
    ["[%pgn4web add live comment]"] = { "pgn4web=add live comment" },
    ['[%quiz "what now [hint]?",5]'] = { 'quiz="what now [hint]?",5' },
    ['[%a "]",x] [%b 1]'] = { 'a="]",x', "b=1" },
    ['[%a say "] and more]'] = { 'a=say "' }, -- a quotation mark that is never closed
    ["[%fen 8/8 w - - 0 1]"] = { "fen=8/8 w - - 0 1" },
    ["[[%clk 0:00:01]]"] = { "clk=0:00:01" },
    ["[% clk 0:01:52]"] = {},
    ["[%clk0:02:28]"] = {},
    ["[%clk 0:01:52"] = {},
    ["[%clk 0:01 [%eval 1]"] = { "eval=1" },
    ["[clk 0:01:52]"] = {},
    ["[%]"] = {},
    ["[%"] = {},
    ["["] = {},
    ["[%clk"] = {},
    ["[%-x 1]"] = {},
  }

  it("is distinguished from text", function()
    for text, wanted in pairs(COMMANDS) do
      assert.same({ text, wanted }, { text, pairs_of(node(text)) })
    end
  end)

  it("can be in any comment after the move, and in no other", function()
    local n = node("[%clk 0:00:01]", "x [%emt 0:00:02]")
    assert.same({ "clk=0:00:01", "emt=0:00:02" }, pairs_of(n))
    assert.equal(2.0, n.elapsed)
    local g = assert(chess.game "{[%clk 0:00:05]} 1. {[%clk 0:00:06]} e4 *")
    assert.equal(5.0, g.root.clock)
    assert.is_nil(g.root[1].clock)
  end)

  it("is found by name", function()
    local n = node "[%clk 0:01:52] [%foo a] [%foo b]"
    assert.equal("a", n:command "foo")
    assert.equal("0:01:52", n:command "clk")
    assert.is_nil(n:command "fo")
    assert.is_nil(n:command "fooo")
    assert.has_error(function() n:command(1) end)
  end)

  it("is found in linear time", function()
    -- Texts for which a search needs quadratic time if it restarts at each bracket.
    for _, shape in ipairs { "[%a ", "[%a \"", "[%a \"x ", "[", "[%", "[%a,\"" } do
      local n = node(shape:rep(200000))
      local time = os.clock()
      assert.same({}, { table.unpack(n.commands) })
      assert.is_nil(n.clock)
      assert.is_true(os.clock() - time < 2, shape)
    end
  end)
end)

describe("the text of a comment", function()
  local TEXTS = {
    ["[%clk 0:01:52]"] = false,
    [" [%clk 0:01:52] "] = false,
    ["  "] = false,
    [""] = false,
    [" A classic. "] = "A classic.",
    ["[%clk 0:01:52] A classic."] = "A classic.",
    ["A classic. [%clk 0:01:52]"] = "A classic.",
    ["A [%clk 0:01:52] classic."] = "A classic.",
    ["A[%clk 0:01:52] classic."] = "A classic.",
    ["[%csl Ge4][%cal Ge2e4]A classic."] = "A classic.",
    ["[%foo bar]A [%baz]\nclassic."] = "A classic.",
    -- invalid commands stay part of the text
    ["[%clk 1:30] fast"] = "[%clk 1:30] fast",
    ["[%eval abc]"] = "[%eval abc]",
    ["so [%csl Ge4,Xd5]!"] = "so [%csl Ge4,Xd5]!",
    ["[%clk0:02:28]"] = "[%clk0:02:28]",
  }

  it("is the rest without commands", function()
    for comment, wanted in pairs(TEXTS) do
      assert.same({ comment, wanted or nil }, { comment, node(comment).text })
    end
    assert.equal("a b", node("a [%clk 0:00:01]", "[%foo]", " b").text)
    assert.is_nil(node().text)
  end)
end)

describe("clocks", function()
  local CLOCKS = {
    ["0:01:52"] = 112.0, ["1:02:03"] = 3723.0, ["0:29:32.6"] = 1772.6, ["00:00:00"] = 0.0, ["10:00:00.125"] = 36000.125,
    ["0:0:5"] = 5.0, ["100:00:00"] = 360000.0, ["0:00:01.0000000000000000000001"] = 1.0,
  }
  local NONE = {
    "", "1", "1:30", "0:60:00", "0:00:60", "0:001:00", "-0:00:01", "0:00:01.", "0:00:", "::", "0:00:01x", "1.5:00:00",
    "0:00:00:00", "99999999999999999999:00:00", "0:00:1,5",
  }

  it("are hours, minutes, seconds and optional fractions", function()
    for text, wanted in pairs(CLOCKS) do
      assert.equal(wanted, node("[%clk " .. text .. "]").clock, text)
      assert.equal(wanted, node("[%emt " .. text .. "]").elapsed, text)
      assert.equal(wanted, node("[%egt " .. text .. "]").elapsed_game, text)
      assert.equal(wanted, node("[%mct " .. text .. "]").mechanical_clock, text)
    end
  end)

  it("are nil in other cases", function()
    for _, text in ipairs(NONE) do
      assert.is_nil(node("[%clk " .. text .. "]").clock, text)
    end
    assert.is_nil(node("0:01:52").clock)
    assert.is_nil(node().clock)
  end)

  it("can be plain seconds for time spent", function()
    assert.equal(1.45, node("[%emt 1.45]").elapsed)
    assert.equal(12.0, node("[%emt 12]").elapsed)
    assert.equal(12.5, node("[%egt 12.5]").elapsed_game)
    assert.is_nil(node("[%clk 12]").clock)
    assert.is_nil(node("[%emt .5]").elapsed)
  end)

  it("are the first readable ones", function()
    assert.equal(1.0, node("[%clk x] [%clk 0:00:01] [%clk 0:00:02]").clock)
    assert.equal(1.0, node("[%clk x]", "[%clk 0:00:01]").clock)
  end)
end)

describe("evaluations", function()
  -- text -> evaluation in pawns, mate, depth
  local EVALS = {
    ["0.25"] = { 0.25 }, ["-1.3"] = { -1.3 }, ["+0.7"] = { 0.7 }, ["0"] = { 0.0 }, ["-0.00"] = { 0.0 },
    [".5"] = { 0.5 }, ["25"] = { 25.0 }, ["0.25,20"] = { 0.25, nil, 20 }, ["0.25,\n20"] = { 0.25, nil, 20 },
    ["14,24"] = { 14.0, nil, 24 }, ["#3"] = { nil, 3 }, ["#-3"] = { nil, -3 }, ["#+3"] = { nil, 3 },
    ["#-12,30"] = { nil, -12, 30 }, ["#0"] = { nil, 0 }, ["1.61"] = { 1.61 }, ["-20.38"] = { -20.38 },
    ["0.123456789012345678"] = { 0.123456789012345 }, ["999999999.12345678"] = { 999999999.123456 },
  }
  local NONE = {
    "", "-", "-0,5", "#", "#-", "abc", "0.25,", "0.25,x", "0.25 20", "1.", "0.25,-1", "#1.5", "M3", "--1",
    "99999999999",
  }

  it("are pawns or moves to mate, with an optional depth", function()
    for text, wanted in pairs(EVALS) do
      local n = node("[%eval " .. text .. "]")
      assert.same({ text, table.unpack(wanted, 1, 3) }, { text, n.eval, n.mate, n.eval_depth })
      assert.same({ text, table.unpack(wanted, 1, 3) }, { text, n:evaluation() })
    end
    assert.equal("0.0", tostring(node("[%eval -0.00]").eval))
  end)

  it("are nil in other cases", function()
    for _, text in ipairs(NONE) do
      local n = node("[%eval " .. text .. "]")
      assert.same({ text }, { text, n.eval, n.mate, n.eval_depth })
      assert.same({ n = 3 }, table.pack(n:evaluation()))
    end
  end)

  it("can be ChessBase's centipawns on request", function()
    local function centipawns(text)
      return { node("[%eval " .. text .. "]"):evaluation { centipawns = true } }
    end
    assert.same({ 0.14, nil, 24 }, centipawns "14,24")
    assert.same({ -1.5 }, centipawns "-150")
    assert.same({ 0.25 }, centipawns "0.25")
    assert.same({ nil, -3 }, centipawns "#-3")
    assert.has_error(function() node():evaluation { centipawn = true } end)
  end)
end)

describe("marks", function()
  it("can be colored squares", function()
    local n = node("[%csl Ge4,Rd5,\nYa1, Bh8]", "[%csl Oa2,Ca3] [%csl Ma4,Pa5]")
    local found = {}
    for i, mark in ipairs(n.marks) do
      found[i] = mark.color .. " " .. mark.square
    end
    assert.same({
      "green e4", "red d5", "yellow a1", "blue h8", "orange a2", "cyan a3", "magenta a4", "purple a5",
    }, found)
    assert.same({}, { table.unpack(n.arrows) })
    assert.same({}, { table.unpack(node("[%csl ]").marks) })
  end)

  it("can be arrows", function()
    assert.same({ { color = "green", from = "e2", to = "e4" }, { color = "red", from = "a1", to = "h8" } },
      { table.unpack(node("[%cal Ge2e4,Ra1h8]").arrows) })
  end)

  it("are read completely or not at all", function()
    for _, text in ipairs { "Ge4,", ",Ge4", "Ge4,,Rd5", "Ge9", "Gi1", "Ge", "G", "ge4", "Xe4", "Ge4;Rd5", "Ge4e5" } do
      assert.same({ text, 0 }, { text, #node("[%csl " .. text .. "]").marks })
    end
    for _, text in ipairs { "Ge2", "Ge2e", "Ge2e4,", "Ge2e9", "Ge2-e4" } do
      assert.same({ text, 0 }, { text, #node("[%cal " .. text .. "]").arrows })
    end
  end)
end)

describe("a profile", function()
  it("is ChessBase's array of centipawns", function()
    local g = assert(chess.game "{[%evp 0,3,19,38,-30,\n10]} 1. e4 e5 2. Nf3 *")
    assert.same({ first = 0, 19, 38, -30, 10 }, g.root.profile)
  end)

  it("is nil if its numbers do not agree", function()
    for _, text in ipairs { "", "0", "0,3", "0,1,5", "0,1,5,6,7", "0,1,5,x", "1,0,5", "-1,0,5,6", "0,1,5,6," } do
      assert.is_nil(node("[%evp " .. text .. "]").profile, text)
    end
  end)
end)

describe("clocks and evaluations of a whole file", function()
  -- The number of commands that a Lua pattern finds in the text must equal the number of fields of the nodes.
  local function compare(path, most)
    local games, clocks, evals = 0, 0, 0
    for g in chess.games(path) do
      local wanted, found = 0, 0
      for _ in g.text:gmatch("%[%%clk %d+:%d%d:%d%d%]") do
        wanted = wanted + 1
      end
      for n in g:mainline() do
        found = found + (n.clock and 1 or 0)
        clocks = clocks + (n.clock and 1 or 0)
        evals = evals + ((n.eval or n.mate) and 1 or 0)
        assert.is_nil(n.text)
      end
      assert.equal(wanted, found)
      games = games + 1
      if games == most then
        break
      end
    end
    return games, clocks, evals
  end

  it("are all found", function()
    local games, clocks, evals = compare(need.data "throughput/evals_clocks.pgn.zst", 200)
    assert.equal(200, games)
    assert.is_true(clocks > 10000)
    assert.is_true(evals > 10000)
  end)
end)
