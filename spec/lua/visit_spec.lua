-- Game:visit: the order in which it calls a visitor's functions, and the parts of a game that the visitor can skip.

local chess = require "lucena"

local TEXT = '[White "A"]\n[Black "B"]\n\n'
  .. '{first} 1. e4! {good} (1. d4 {other} d5 (1... Nf6)) ({c} 1. c4) 1... e5 2. Nf3 1-0'

-- A visitor that records all calls. `skip`: recorded texts of the calls that return false.
local function recorder(skip)
  local out = {}
  local function note(format, ...)
    local text = format:format(...)
    out[#out + 1] = text
    return not (skip and skip[text])
  end
  return {
    out = out,
    begin_game = function(_, game) return note("game %d", game.plies) end,
    tag = function(_, name, value) return note("%s=%s", name, value) end,
    end_tags = function() return note "end_tags" end,
    comment = function(_, text, node) return note("{%s}%d", text, node.ply) end,
    move = function(_, node) return note("%s", node.san) end,
    nag = function(_, number, node) return note("$%d%s", number, node.san) end,
    begin_variation = function(_, node) return note("(%s", node.san) end,
    end_variation = function(_, node) return note("%s)", node.san) end,
    result = function(_, text) return note("%s", text) end,
    end_game = function() return note "end" end,
  }
end

local function visited(text, skip)
  return table.concat(chess.game(text):visit(recorder(skip)).out, " ")
end

describe("a visitor", function()
  it("is called for everything in the order of writing", function()
    assert.equal("game 3 White=A Black=B end_tags {first}0 e4 $1e4 {good}1 (d4 d4 {other}1 d5 (Nf6 Nf6 Nf6) d4)"
      .. " (c4 {c}1 c4 c4) e5 Nf3 1-0 end", visited(TEXT))
    assert.equal("game 0 end_tags * end", visited "*")
  end)

  it("can skip games, variations and the rest of lines", function()
    assert.equal("game 3", visited(TEXT, { ["game 3"] = true }))
    assert.equal("game 3 White=A Black=B end_tags {first}0 e4 $1e4 {good}1 (d4 (c4 {c}1 c4 c4) e5 Nf3 1-0 end",
      visited(TEXT, { ["(d4"] = true }))
    assert.equal("game 3 White=A Black=B end_tags {first}0 e4 $1e4 {good}1 (d4 d4 {other}1 d4) (c4 {c}1 c4 c4)"
      .. " e5 Nf3 1-0 end", visited(TEXT, { d4 = true }))
    assert.equal("game 3 White=A Black=B end_tags {first}0 e4 $1e4 {good}1 (d4 d4 {other}1 d5 (Nf6 Nf6 Nf6) d4)"
      .. " (c4 {c}1 c4 c4) 1-0 end", visited(TEXT, { e4 = true }))
  end)

  it("can omit functions, and inherit them", function()
    local visitor = setmetatable({ count = 0 }, { __index = { move = function(self) self.count = self.count + 1 end } })
    assert.equal(visitor, chess.game(TEXT):visit(visitor))
    assert.equal(7, visitor.count)
  end)

  it("follows variations at any depth", function()
    local text = "1. e4 " .. ("(1. d4 "):rep(900) .. (")"):rep(900) .. " *"
    assert.equal(901, select(2, visited(text):gsub("[ed]4%f[ ]", "")) - select(2, visited(text):gsub("%(d4", "")))
  end)

  it("must be a table with functions", function()
    local game = chess.game "*"
    assert.has_error(function() game:visit(print) end, "bad argument #1 to 'visit' (table expected, got function)")
    assert.has_error(function() game:visit { move = 1 } end,
      "bad argument #1 to 'visit' (field 'move': function expected, got number)")
    assert.has_error(function() game:visit { mvoe = print } end,
      "bad argument #1 to 'visit' (a visitor has no function 'mvoe'; did you mean 'move'?)")
    assert.has_error(function() game:visit { finish = print } end,
      "bad argument #1 to 'visit' (a visitor has no function 'finish')")
  end)
end)
