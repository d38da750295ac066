-- Commands such as [%clk 1:00:00] in comments. Setting a field of a node changes only the field's command in the
-- comment; the rest of the comment is unchanged.

local chess = require "lucena"

local function node(comment)
  return assert(chess.game("1. e4 " .. (comment and "{" .. comment .. "} " or "") .. "*")).root[1]
end

-- Returns the comments of a node after its fields were set, as in set("words", "clock", 1, "eval", 2).
local function set(comment, ...)
  local n = node(comment)
  for i = 1, select("#", ...), 2 do
    local field, value = select(i, ...)
    n[field] = value
  end
  return table.concat(n.comments, "|")
end

describe("setting a command", function()
  it("places it after the other commands, or before the text", function()
    assert.equal("[%clk 0:01:52]", set(nil, "clock", 112))
    assert.equal("[%clk 0:01:52] words", set("words", "clock", 112))
    assert.equal("[%clk 0:01:52] words ", set(" words ", "clock", 112))
    assert.equal("[%eval 0.25] [%clk 0:01:52] words", set("[%eval 0.25] words", "clock", 112))
    assert.equal(" [%eval 0.60] [%clk 0:01:52] ", set(" [%eval 0.60] ", "clock", 112))
    assert.equal("a [%foo x] [%clk 0:01:52] b", set("a [%foo x] b", "clock", 112))
  end)

  it("changes only that command", function()
    assert.equal(" [%eval 0.60] [%clk 0:01:52] x", set(" [%eval 0.60] [%clk 0:29:25] x", "clock", 112))
    assert.equal("a [%clk 0:01:52] b", set("a [%clk\n0:29:25] b", "clock", 112))
    assert.equal("[%clk 0:01:52]!", set("[%clk wrong]!", "clock", 112))
  end)

  it("leaves only one command of that name", function()
    assert.equal("[%clk 0:01:52] a b", set("[%clk 0:00:01] a [%clk 0:00:02] b", "clock", 112))
    local n = assert(chess.game "1. e4 {[%clk 0:00:01]} {[%clk 0:00:02]} {x [%clk 0:00:03]} *").root[1]
    n.clock = 112
    assert.same({ "[%clk 0:01:52]", "x" }, { table.unpack(n.comments) })
  end)

  it("to nil removes the command, and the comment if it becomes empty", function()
    assert.equal(" [%clk 0:29:25] ", set(" [%eval 0.60] [%clk 0:29:25] ", "eval", nil))
    assert.equal(" [%eval 0.60]", set(" [%eval 0.60] [%clk 0:29:25]", "clock", nil))
    assert.equal("good move", set("good [%clk 0:00:01] move", "clock", nil))
    assert.equal("good move", set("good[%clk 0:00:01] move", "clock", nil))
    assert.equal("good", set("good [%clk 0:00:01]", "clock", nil))
    assert.equal("good", set("[%clk 0:00:01] good", "clock", nil))
    assert.equal("", set(" [%clk 0:00:01] ", "clock", nil))
    assert.equal(" untouched ", set(" untouched ", "clock", nil))
    assert.equal(0, #node(nil).comments)
    local n = node "[%clk 0:00:01] [%clk 0:00:02]"
    n.clock = nil
    assert.same({}, { table.unpack(n.comments) })
  end)

  it("marks the game as edited only if something changed", function()
    local n = node "[%clk 0:00:01]"
    assert.is_false(n.game.is_edited)
    n.eval = nil
    assert.is_false(n.game.is_edited)
    n.clock = nil
    assert.is_true(n.game.is_edited)
  end)

  it("survives writing and reading the game", function()
    local n = node "words"
    n.clock, n.mate = 5, -2
    n.marks = { { square = "e4", color = "red" } }
    local again = assert(chess.game(assert(n.game:pgn()))).root[1]
    assert.same({ 5.0, -2, "words" }, { again.clock, again.mate, again.remark })
    assert.same({ { square = "e4", color = "red" } }, { table.unpack(again.marks) })
  end)
end)

describe("the written value", function()
  it("of a clock is hours, minutes, seconds, and milliseconds if needed", function()
    local CLOCKS = {
      [0] = "0:00:00", [5] = "0:00:05", [112] = "0:01:52", [3723.5] = "1:02:03.5", [36000.125] = "10:00:00.125",
      [0.0004] = "0:00:00", [59.9996] = "0:01:00", [1.1] = "0:00:01.1", [1772.6] = "0:29:32.6", [360000] = "100:00:00",
    }
    for seconds, text in pairs(CLOCKS) do
      assert.equal("[%clk " .. text .. "]", set(nil, "clock", seconds))
    end
    assert.equal("[%emt 0:00:12]", set(nil, "elapsed", 12))
    assert.equal("[%egt 0:10:00]", set(nil, "elapsed_game", 600))
    assert.equal("[%mct 1:00:00]", set(nil, "mechanical_clock", 3600))
  end)

  it("of an evaluation is pawns with two decimals, three if needed, or moves to mate", function()
    local EVALS = {
      [0.25] = "0.25", [-1.3] = "-1.30", [0] = "0.00", [25] = "25.00", [0.125] = "0.125", [-0.0001] = "0.00",
      [0.29] = "0.29", [-12.345] = "-12.345", [1e6] = "1000000.00",
    }
    for pawns, text in pairs(EVALS) do
      assert.equal("[%eval " .. text .. "]", set(nil, "eval", pawns))
    end
    assert.equal("[%eval #3]", set(nil, "mate", 3))
    assert.equal("[%eval #-3]", set("[%eval 0.25,20]", "mate", -3))
    assert.equal("[%eval 0.25]", set("[%eval #-3]", "eval", 0.25))
    assert.equal("", set("[%eval #-3]", "mate", nil))
  end)

  it("of marks and arrows is a list", function()
    assert.equal("[%csl Ge4,Rd5,Pa1]",
      set(nil, "marks", { { square = "e4" }, { square = "d5", color = "red" }, { square = "a1", color = "purple" } }))
    assert.equal("[%cal Be2e4]", set(nil, "arrows", { { from = "e2", to = "e4", color = "blue" } }))
    assert.equal("", set("[%csl Ge4]", "marks", {}))
    assert.equal("", set("[%cal Ge2e4]", "arrows", nil))
    local many = {}
    for i = 1, 1000 do
      many[i] = { square = "e4", color = "yellow" }
    end
    local n = node()
    n.marks = many
    assert.equal(1000, #n.marks)
  end)

  it("is rejected if it has no meaning", function()
    local n = node "[%clk 0:00:01]"
    for _, value in ipairs { -1, 0 / 0, math.huge, "5", true, {} } do
      assert.has_error(function() n.clock = value end)
    end
    for _, value in ipairs { 0 / 0, math.huge, -math.huge, "5", true } do
      assert.has_error(function() n.eval = value end)
    end
    for _, value in ipairs { 1.5, "3", 1e9 } do
      assert.has_error(function() n.mate = value end)
    end
    assert.has_error(function() n.marks = "e4" end,
      "lucena.Node field 'marks': array of tables or nil expected, got string")
    assert.has_error(function() n.marks = { { square = "e4" }, "x" } end,
      "lucena.Node field 'marks[2]': table expected, got string")
    assert.has_error(function() n.marks = { { square = "e9" } } end, "lucena.Node field 'marks': 'square' is no square")
    assert.has_error(function() n.marks = { { square = "e4", color = "pink" } } end,
      "lucena.Node field 'marks': 'color' is no known colour")
    assert.has_error(function() n.arrows = { { from = "e2" } } end, "lucena.Node field 'arrows': 'to' is no square")
    for _, field in ipairs { "text", "commands", "eval_depth", "profile" } do
      assert.has_error(function() n[field] = nil end, ("lucena.Node field '%s' cannot be set"):format(field))
    end
    assert.same({ "[%clk 0:00:01]" }, { table.unpack(n.comments) })
    assert.is_false(n.game.is_edited)
  end)
end)

describe("set_command", function()
  it("sets any command", function()
    local n = node "words [%foo a]"
    n:set_command("foo", "b,c")
    assert.equal("words [%foo b,c]", n.comment)
    n:set_command("bar_2", "")
    assert.equal("words [%foo b,c] [%bar_2]", n.comment)
    n:set_command("quoted", '"a]b"')
    assert.equal('"a]b"', n:command "quoted")
    n:set_command("eval", "0.25,20")
    assert.equal(20, n.eval_depth)
    n:set_command("foo")
    n:set_command("bar_2", nil)
    n:set_command("quoted")
    n:set_command("eval")
    assert.equal("words", n.comment)
  end)

  it("rejects text that could not be read back", function()
    local n = node "words"
    for _, name in ipairs { "", "a b", "a]", "-", "é", "a\0" } do
      assert.has_error(function() n:set_command(name, "x") end)
    end
    for _, operand in ipairs { "a]b", " a", "a ", "[%b 1", "\0", "a\0b" } do
      assert.has_error(function() n:set_command("foo", operand) end)
    end
    assert.has_error(function() n:set_command() end)
    assert.has_error(function() n:set_command("foo", 1) end)
    assert.equal("words", n.comment)
  end)
end)

describe("the remark of a node", function()
  local function node_of(comments)
    return chess.game("1. e4 " .. comments .. " e5 *").root.next
  end

  it("can be set, and keeps the commands of all comments", function()
    local n = node_of "{good [%clk 0:01:00] move} {more [%foo a,b]}"
    n.remark = "best"
    assert.same({ "[%clk 0:01:00] [%foo a,b] best" }, { table.unpack(n.comments) })
    assert.same({ "best", 60.0, "a,b" }, { n.remark, n.clock, n:command "foo" })
    n.remark = nil
    assert.equal("[%clk 0:01:00] [%foo a,b]", n.comment)
    assert.is_nil(n.remark)
    n.remark = ""
    assert.equal("[%clk 0:01:00] [%foo a,b]", n.comment)
    assert.is_true(n.game.is_edited)
  end)

  it("can be set without commands, and replaces malformed ones", function()
    local n = node_of "{[%clk nonsense] slow}"
    assert.equal("[%clk nonsense] slow", n.remark)
    n.remark = "fast"
    assert.equal("fast", n.comment)
    n.remark = nil
    assert.is_nil(n.comment)
    assert.equal(0, #n.comments)
    assert.equal("1. e4 e5 *\n", n.game:movetext())
    n.game.root.remark = "a start"
    assert.equal("{a start} 1. e4 e5 *\n", n.game:movetext())
  end)

  it("must be a string or nil", function()
    local n = node_of "{[%clk 0:01:00]}"
    assert.has_error(function() n.remark = 5 end, "lucena.Node field 'remark': string or nil expected, got number")
    assert.equal("[%clk 0:01:00]", n.comment)
  end)
end)
