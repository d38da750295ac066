-- lucena.Game from Lua: making games, fields and methods, and calls with wrong arguments. The specs in spec/pgn test
-- the reading of PGN.

local chess = require "lucena"

local TEXT = '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 {why} e5 (1... d5) 2. g4 $4 Qh4# 0-1'

local function game()
  return assert(chess.game(TEXT))
end

describe("chess.game", function()
  it("accepts exactly one game", function()
    assert.equal(4, game().plies)
    local g, message, code = chess.game " \n"
    assert.is_nil(g)
    assert.equal("no game in the text", message)
    assert.equal("no game in the text (chess.games reads files)", select(2, chess.game "games/my.pgn"))
    assert.equal("no_game", code)
    for _, text in ipairs { "5. Nf3 Nc6", "{from a book}\n\n12... Qd7 13. O-O", "2. Nf3 1-0\n\nmore" } do
      g, message, code = chess.game(text)
      assert.is_nil(g)
      assert.equal("the text is a fragment: its moves do not start at move 1 (add a FEN tag with the position before "
        .. "them)", message)
      assert.equal("fragment", code)
    end
    g, message, code = chess.game "1. e4 * 1. d4 *"
    assert.is_nil(g)
    assert.equal("more than one game in the text, use chess.games_in", message)
    assert.equal("more_games", code)
    g, message, code = chess.game("junk first\n[White \"x\"]\n1. e4 *\n\n")
    assert.is_nil(g)
    assert.equal("there is text before the game that does not belong to it, use chess.games_in", message)
    assert.equal("stray_text", code)
  end)

  it("raises for values that are not text", function()
    local expected = "bad argument #1 to 'game' (string, lucena.Position or nil expected, got "
    assert.has_error(function() chess.game(1) end, expected .. "number)")
    assert.has_error(function() chess.game(false) end, expected .. "boolean)")
  end)

  it("copies the text", function()
    local parts = { "1. e4 e5 ", "2. Nf3 *" }
    local g = chess.game(table.concat(parts))
    parts = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    assert.equal("1. e4 e5 2. Nf3 *", g.text)
    assert.equal("Nf3", g.root[1][1][1].san)
  end)
end)

describe("chess.games_in", function()
  it("returns each game with its number and place", function()
    local found = {}
    for g in chess.games_in "1. e4 *\n\n1. d4 1-0 1. c4\r\n[White \"x\"]\r\n\r\n*" do
      found[#found + 1] = { g.number, g.line, g.text }
    end
    assert.same({ { 1, 1, "1. e4 *" }, { 2, 3, "1. d4 1-0" }, { 3, 3, "1. c4" },
                  { 4, 4, "[White \"x\"]\r\n\r\n*" } }, found)
  end)

  it("returns nothing for empty text, repeatedly", function()
    local next_game = chess.games_in ""
    assert.is_nil(next_game())
    assert.is_nil(next_game())
  end)
end)

describe("a Game", function()
  it("has fields", function()
    local g = game()
    assert.equal(4, g.plies)
    assert.equal("0-1", g.result)
    assert.equal(TEXT, g.text)
    assert.equal(1, g.number)
    assert.equal(1, g.line)
    assert.is_nil(g.file)
    assert.is_nil(g.rest)
    assert.is_false(g.is_edited)
    assert.is_true(g.start == chess.position())
    assert.equal("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", tostring(g.final))
    assert.equal("lucena.Game: A - B 0-1", tostring(g))
    assert.equal("lucena.Game: ? - ? ", tostring(chess.game "1. e4"))
    assert.equal("lucena.Game", getmetatable(g))
  end)

  it("has no other fields, and all are read-only", function()
    local g = game()
    assert.has_error(function() return g.white end, "lucena.Game has no field 'white'; use tags.White")
    assert.has_error(function() return g[1] end, "lucena.Game has no field '1'")
    assert.has_error(function() g.white = 1 end, "lucena.Game has no field 'white'; use tags.White")
    for _, name in ipairs { "plies", "text", "root", "start", "final", "tags", "rest", "number" } do
      assert.has_error(function() g[name] = 1 end, ("lucena.Game field '%s' cannot be set"):format(name))
    end
    assert.has_error(function() g.check(io.stdout) end)
    assert.has_error(function() g.mainline(chess.position()) end)
  end)

  it("iterates its mainline, repeatedly", function()
    local g = game()
    for _ = 1, 2 do
      local sans = {}
      for node in g:mainline() do
        sans[#sans + 1] = node.ply .. node.san
      end
      assert.same({ "1f3", "2e5", "3g4", "4Qh4#" }, sans)
    end
    for _ in chess.game("*"):mainline() do
      error "no moves there"
    end
  end)

  it("is walked in the order of writing, until the function stops it", function()
    local g = chess.game "1. e4 (1. d4 d5 (1... Nf6)) (1. c4) 1... e5 2. Nf3 *"
    local function walked(stop)
      local sans = {}
      g:walk(function(node)
        sans[#sans + 1] = node.san
        return node.san ~= stop
      end)
      return table.concat(sans, " ")
    end
    assert.equal("e4 d4 d5 Nf6 c4 e5 Nf3", walked())
    assert.equal("e4 d4 c4 e5 Nf3", walked "d4")
    assert.equal("e4 d4 d5 Nf6 c4", walked "e4")
  end)

  it("is walked at any depth", function()
    local depth = 950
    local g = chess.game("1. e4 " .. ("(1. d4 (1. c4 "):rep(depth // 2) .. ("))"):rep(depth // 2) .. " *")
    local count = 0
    g:walk(function() count = count + 1 end)
    assert.equal(1 + depth, count)
    local long = chess.game(("Nf3 Nf6 Ng1 Ng8 "):rep(2000) .. "*")
    count = 0
    long:walk(function() count = count + 1 end)
    assert.equal(8000, count)
  end)

  it("is replayed on one Board", function()
    local g, seen = game(), {}
    local first
    for board, ply in g:boards() do
      local node = g:node_at(ply)
      first = first or board
      assert.is_true(rawequal(first, board))
      assert.equal(tostring(node.position), board:fen())
      seen[#seen + 1] = node.san
    end
    assert.same({ "f3", "e5", "g4", "Qh4#" }, seen)
  end)

  it("returns the same values in any order of access", function()
    local ASK = {
      plies = function(g) return g.plies end,
      final = function(g) return tostring(g.final) end,
      rest = function(g) return g.rest or "" end,
      result = function(g) return g.result end,
      moves = function(g) return #g.root end,
      trouble = function(g) return #g.diagnostics end,
      pgn = function(g) return g:pgn() end,
    }
    local names = {}
    for name in pairs(ASK) do
      names[#names + 1] = name
    end
    table.sort(names)
    for _, text in ipairs { TEXT, "1. e4 e5 2. Ke3 (2. d4) 1-0", '[FEN "x"]\n\n1. e4 *', "*", "1. e4 (1. d4 0-1" } do
      local wanted = {}
      for _, name in ipairs(names) do
        wanted[name] = ASK[name](chess.game(text))
      end
      for first = 1, #names do
        local g, found = chess.game(text), {}
        for i = 0, #names - 1 do
          local name = names[(first + i - 1) % #names + 1]
          found[name] = ASK[name](g)
        end
        assert.same(wanted, found)
      end
    end
  end)

  it("stays valid as long as objects made from it", function()
    local node, position, diagnostics
    do
      local g = chess.game "1. e4 e5 2. Ke3 *"
      node, position, diagnostics = g.root[1], g.final, g.diagnostics
    end
    collectgarbage()
    collectgarbage()
    assert.equal("e4", node.san)
    assert.equal("e5", node[1].san)
    assert.equal(2, position.fullmove_number)
    assert.equal("Ke3", diagnostics[1].token)
    assert.equal(2, node.game.plies)
  end)
end)

-- The scanner reads tags in blocks of 64 bytes, and finds a name line by line if all lines of the blocks are regular.
-- So the lines have all lengths.
describe("Game.tags of a line with a text after the name", function()
  local function check(after, value, length)
    local name = "Round" .. after .. ("a"):rep(length)
    local tags = chess.game(('[Event "?"]\n[%s "%s"]\n\n*'):format(name, value)).tags
    local listed = {}
    for key in pairs(tags) do
      listed[key] = true
    end
    assert.is_nil(tags[name], ("%q"):format(name))
    assert.same({ Event = true, Round = true }, listed)
    assert.is_string(tags.Round)
  end

  for _, after in ipairs { "\0", " ", ".", "\xff", "\u{E9}", "{", "]" } do
    it(("has only the name before %q"):format(after), function()
      for length = 0, 140 do
        check(after, "", length)
        check(after, "xxxx", length)
      end
    end)
  end
end)

describe("chess.new_game", function()
  it("begins at the given position, with tags", function()
    local made = chess.new_game { start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", tags = { White = "A", Round = 3 } }
    assert.same({ "A", "3", "*" }, { made.tags.White, made.tags.Round, made.result })
    assert.equal("e4", made.root:add("e4").san)
    assert.equal(chess.position(), chess.new_game().start)
    assert.equal(chess.position(), chess.new_game { start = chess.position() }.start)
    assert.equal("Nf3", chess.new_game { dialect = "french" }.root:add("Cf3").san)
  end)

  it("returns the error of a FEN and raises for wrong options", function()
    local made, err, code = chess.new_game { start = "x" }
    assert.is_nil(made)
    assert.equal("bad_board", code)
    assert.matches("^fen:1: ", err)
    assert.error_matches(function() chess.new_game { start = 5 } end,
      "option 'start': string or lucena.Position expected, got number", nil, true)
    assert.error_matches(function() chess.new_game { fen = "x" } end, "unknown option 'fen'", nil, true)
    assert.error_matches(function() chess.new_game { dialect = "frnech" } end, "unknown dialect 'frnech'", nil, true)
  end)
end)

describe("an older name of a method", function()
  it("does the same as the newer name", function()
    local p = chess.position()
    local node = chess.game("1. e4 {best} (1. d4) e5 *"):node(1)
    local move = p:parse "Nf3"
    assert.equal(p:draw { flip = true }, p:board { flip = true })
    assert.equal(p:write(move, "french"), p:text(move, "french"))
    assert.equal(chess.board():draw(), chess.board():board())
    assert.equal(p:setup():draw(), p:setup():board())
    assert.equal(chess.read_diagram(p:draw()), chess.diagram(p:draw()))
    assert.equal(node.remark, node.text)
    assert.same(node:history(), node:line())
    assert.equal(p.is_chess960, p.chess960)
    assert.equal(p:in_check(), p.is_check)
  end)
end)
