-- The tour: lessons that wait for the right input.

local new_prompt = require "spec.support.prompt"

local INPUTS = { "e4 e5 Nf3", "Cc6 Fb5", "Rd5", "vary Bc4", "tree", "back", "comment a good move", "show d1",
  "=#board:moves()", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "undo" }

local function new()
  local session, type_line = new_prompt()
  return session, function(line)
    return (type_line(line))
  end
end

describe(":tour", function()
  it("teaches a lesson after each right input, and brings the game back at the end", function()
    local session, type_line = new()
    type_line "d4"
    local text = type_line ":tour"
    assert.equal(0, session.node.ply)
    for i, input in ipairs(INPUTS) do
      assert.matches(("Lesson %d of %d%%. "):format(i, #INPUTS), text)
      assert.equal(input, text:match "\n  Try: ([^\n]+)$", "the lesson suggests the input")
      text = type_line(input)
      assert.matches("\nWell done.\n", "\n" .. text)
    end
    assert.matches("This was the tour. Your game is back.", text)
    assert.equal("d4", session.node.san)
    assert.equal("e4", type_line "vary e4" and session.node.san)
  end)

  it("repeats the task after another input, which works as usual", function()
    local session, type_line = new()
    type_line ":tour"
    assert.equal("(Lesson 1 waits for something like: e4 e5 Nf3)", type_line "e4")
    assert.equal("e4", session.node.san)
    assert.equal("42\n(Lesson 1 waits for something like: e4 e5 Nf3)", type_line "=6 * 7")
    assert.is_nil(type_line(":help"):find "Lesson 1 waits")
  end)

  it("skips a lesson, ends, and begins again", function()
    local session, type_line = new()
    type_line "d4"
    assert.equal("usage: :tour; in the tour: :tour next, :tour end", type_line ":tour next")
    type_line ":tour"
    assert.matches("^Lesson 2 of", type_line ":tour next")
    type_line ":tour"
    assert.matches("^The tour has ended. Your game is back.", type_line ":tour end")
    assert.equal("d4", session.node.san)
    assert.equal("", type_line "d5")
  end)

  it("warns before it leaves a changed game, but not before it leaves its own", function()
    local session, type_line = new()
    session.asks = true
    type_line "d4"
    assert.matches("^The game has changes that are not saved", type_line ":tour")
    assert.matches("Lesson 1 of", type_line ":tour")
    type_line "e4"
    assert.matches("Lesson 1 of", type_line ":tour")
    type_line "e4"
    assert.matches("^The tour has ended. Your game is back.", type_line ":tour end")
    assert.equal("d4", session.node.san)
    assert.matches("^The game has changes that are not saved", type_line "quit")
  end)
end)
