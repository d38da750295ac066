-- undo and redo. All changes by one input are one step. The input may be a command, moves or Lua.

local chess = require "lucena"
local sessions = require "lucena.repl.session"

local function new()
  local written = {}
  local session = sessions.new { out = function(text) written[#written + 1] = text end, guard = pcall }
  session.settings.board = false
  return session, function(line)
    written = {}
    session:line(line)
    return table.concat(written):gsub("\n$", "")
  end
end

describe("undo", function()
  it("undoes changes that Lua code made: tags, moves, comments, removal of the current move", function()
    local session, type_line = new()
    type_line "e4 e5"
    for _, code in ipairs {
      "game.tags.White = 'Tal'", "node:add 'Nf3':add 'Nc6'", "node.comment = 'open'", "node:remove()",
      "game.root[1]:remove()", "game = chess.game '1. d4 *'", "board = '4k3/8/8/8/8/8/8/4K2R w K - 0 1'",
      "game.result = '1-0'", "for _, move in ipairs { 'd4', 'c4' } do jump 'start'; play(move) end",
    } do
      local before, path = session.game:pgn(), session.node:path()
      type_line(code)
      local after, place = session.game:pgn(), session.node:path()
      assert.are_not.equal(before, after, code)
      assert.equal("", (type_line "undo"), code)
      assert.same({ before, path }, { session.game:pgn(), session.node:path() }, code)
      type_line "redo"
      assert.same({ after, place }, { session.game:pgn(), session.node:path() }, code)
      type_line "undo"
    end
    assert.equal("", (type_line "undo"))
    assert.equal("There is nothing to undo.", (type_line "undo"))
  end)

  it("works after Lua removed the current move, as other commands do", function()
    for _, command in ipairs {
      "remove()", "comment 'x'", "nag '!'", "promote()", "vary 'd4'", "play 'd5'", "back()", "show()", "moves()",
    } do
      local session, type_line = new()
      type_line "e4 e5 Nf3"
      local said = type_line("game.root[1][1]:remove() " .. command)
      assert.is_nil(said:find("removed", 1, true), command .. ": " .. said)
      assert.is_false(session.node.is_removed)
    end
  end)

  it("returns to the state before the line, even if Lua failed in the middle of it", function()
    local session, type_line = new()
    assert.equal("oops", (type_line "node:add 'e4'; error('oops', 0)"))
    assert.equal(2, session.game.node_count)
    type_line "undo"
    assert.equal(1, session.game.node_count)
  end)

  it("can be called as a function, and undoes the changes that its own input made before it", function()
    local session, type_line = new()
    type_line "e4"
    type_line "play 'e5'; undo(); comment 'best by test'"
    assert.equal("1. e4 {best by test} *\n", session.game:movetext())
    type_line "undo"
    assert.equal("1. e4 *\n", session.game:movetext())
    type_line "undo(); redo()"
    assert.equal("1. e4 *\n", session.game:movetext())
  end)

  it("undoes moves that were typed again, but not the commands back and forward", function()
    local session, type_line = new()
    type_line "e4 e5"
    type_line "goto start"
    type_line "e4"
    type_line "undo"
    assert.same({ 0, "1. e4 e5 *\n" }, { session.node.ply, session.game:movetext() })
    type_line "forward"
    type_line "undo"
    assert.equal("*\n", session.game:movetext())
  end)

  it("keeps a limited number of steps and bytes", function()
    local session = new()
    -- Undoes all steps, and returns their number.
    local function undo_all()
      local count = 0
      while session:line "undo" do
        count = count + 1
      end
      return count
    end
    for i = 1, 1010 do
      session:line(("game.tags.Round = '%d'"):format(i))
    end
    assert.equal(1000, undo_all())
    session:set_game(chess.game(("1. e4 {%s} *"):format(("word "):rep(1 << 18))))
    for i = 1, 20 do
      session:line(("game.tags.Round = '%d'"):format(i))
    end
    session:line "undo"
    assert.equal("19", session.game.tags.Round)
    local count = undo_all()
    assert.is_true(count > 4 and count < 19)
  end)
end)
