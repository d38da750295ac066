-- Calls of the API that in earlier versions gave a wrong result or lost something without an error.

local chess = require "lucena"

local function refused(text, func, ...)
  local done, message = pcall(func, ...)
  assert.is_false(done)
  assert.matches(text, tostring(message), 1, true)
end

describe("a loop over boards", function()
  local TEXT = "1. e4 e5 2. Nf3 Nc6 *"
  local CHANGES = {
    ["plays moves"] = function(board) board:play(board:moves()[1]) end,
    ["takes moves back"] = function(board) board:undo() end,
    ["sets another position"] = function(board) board:reset(chess.position "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1") end,
  }
  for what, change in pairs(CHANGES) do
    it("has the right position when its body " .. what, function()
      local count = 0
      local game = chess.game(TEXT)
      for board, ply in game:boards() do
        assert.is_true(board:position() == game:node_at(ply).position)
        change(board)
        count = count + 1
      end
      assert.equal(4, count)
    end)
  end
end)

describe("Game:json", function()
  it("checks its options", function()
    local game = chess.game "1. e4 {x} *"
    refused("unknown option 'no_comment'", game.json, game, { no_comment = true })
    refused("unknown option 'dialect'", game.json, game, { dialect = "french" })
    refused("option 'tags'", game.json, game, { tags = "nonesuch" })
    refused("option 'no_comments': boolean expected, got string", game.json, game, { no_comments = "no" })
  end)
end)

describe("a query", function()
  it("of a missing game raises, and is not true", function()
    local games = {}
    refused("'checkmate' takes a Game, got nil", function() return chess.query.checkmate(games[1]) end)
    refused("'check' takes a Game, got nil", function() return chess.query.check(games[1]) end)
  end)
end)

describe("a move that is added", function()
  it("keeps its marks as NAGs", function()
    local game = chess.new_game()
    assert.equal(1, game.root:add("e4!").nags[1])
    game.root:add_line "d4?! d5!!"
    assert.equal("1. e4 $1 (1. d4 $6 d5 $3) *\n", game:movetext())
  end)

  it("is rejected if it has a comment or a result", function()
    local root = chess.new_game().root
    assert.equal("bad_move", select(3, root:add_line "e4 {best} e5"))
    assert.equal("bad_move", select(3, root:add_line "e4 e5 1-0"))
    assert.equal(0, #root)
  end)
end)

describe("a list", function()
  it("of a Node changes the game; of a Game it raises", function()
    local game = chess.game "1. e4 {a} e5 2. Ke3 *"
    local node = game.root.next
    table.insert(node.comments, "b")
    node.nags[1] = 1
    table.insert(node.marks, { square = "e4" })
    assert.matches("1. e4 $1 {[%csl Ge4] a} {b} 1... e5", game:movetext(), 1, true)
    refused("lucena.Game field 'diagnostics' cannot be changed", table.insert, game.diagnostics, {})
  end)
end)

describe("the name in game.dialect", function()
  it("can be passed as an option, also for a dialect that the program defines", function()
    local dialect = chess.dialect { name = "spec-tilde", extend = "pgn", capture = "~" }
    local game = chess.game("1. e4 d5 2. e~d5 *", { dialect = dialect })
    assert.equal("1. e4 d5 2. e~d5 *\n", game:movetext { dialect = game.dialect })
    assert.equal("spec-tilde", chess.dialect(game.dialect).name)
  end)
end)

describe("an error", function()
  it("names the wrong value", function()
    local position, node = chess.position(), chess.game("1. e4 *").root.next
    refused("bad argument #1 to 'fen' (lucena.Position expected, got no value)",
      function() local text = position.fen() return text end)
    refused("lucena.Position expected, got lucena.Node", chess.eco.lookup, node)
    refused("lucena.Game expected, got lucena.Node", chess.eco.classify, node)
    refused("table expected, got lucena.Position", chess.detect, "1. e4", position)
    refused("lucena.Node field '1' cannot be set", function() node.parent[1] = nil end)
  end)

  it("about a node that the loop removed reports the line of the caller", function()
    local game = chess.game "1. e4 e5 2. Nf3 *"
    local done, message = pcall(function()
      for _, ply in game:boards() do
        game:node_at(ply):remove()
      end
    end)
    assert.is_false(done)
    assert.matches("^spec/lua/traps_spec.lua:%d+: the loop removed its current node$", message)
  end)
end)

describe("a value", function()
  it("has a class with a closed metatable, and numbers in tags have no fraction of zero", function()
    assert.equal("lucena.TimeControl", getmetatable(chess.time_control "40/7200"))
    assert.equal("lucena.Book", getmetatable(chess.book "spec/data/books/small.bin"))
    local game = chess.game "1. e4 *"
    game.tags.Round = 3.0
    assert.equal("3", game.tags.Round)
  end)
end)

describe("a message", function()
  it("says how to write what the program seems to mean", function()
    refused("lucena.Move has no field 'uci'; use tostring(move)", function()
      return chess.position():parse("e4").uci
    end)
    local hint = "; for games in a string, write chess.games{text = ...}"
    for _, text in ipairs { "1. e4 *", "1.e4 e5", '[White "A"]' } do
      refused(hint, chess.games, text)
    end
    local done, message = pcall(chess.games, "games-1.pgn")
    assert.is_false(done)
    assert.is_nil(tostring(message):find(hint, 1, true))
    refused("(name, path or table of a report expected, got number)", chess.report, 3)
    refused("(string, lucena.Position or nil expected, got number)", chess.game, 3)
  end)
end)

describe("Node:add_nag", function()
  it("accepts the signs of chess.nag", function()
    local node = chess.game("1. e4 *").root.next
    for _, sign in ipairs { "!", "$4", "±", "N" } do
      assert.is_true(node:add_nag(sign))
      assert.equal(chess.nag(sign).number, node.nags[#node.nags])
      assert.is_false(node:add_nag(sign))
    end
    assert.is_true(node:remove_nag "!")
    refused("bad argument #1 to 'add_nag' (no NAG good)", function() node:add_nag "good" end)
    refused("no NAG $256", node.add_nag, node, "$256")
    refused("integer from 0 to 255, or a sign expected, got boolean", node.add_nag, node, true)
    refused("0 to 255 expected, got 300", node.add_nag, node, 300)
    refused("0 to 255 expected, got -1", node.remove_nag, node, -1)
  end)
end)

describe("a table with names in place of an array of moves", function()
  it("is refused", function()
    local move = { from = "e2", to = "e4" }
    refused("array of moves expected", function() chess.position():play(move) end)
    refused("array of moves expected", function() chess.board():play(move) end)
    refused("array of moves expected", function() chess.game("*").root:add_line(move) end)
    assert.is_true(chess.position():play {} == chess.position())
  end)
end)
