-- Inputs at the prompt: moves that begin a new game, abbreviations, unfinished Lua. A session must continue to work
-- after the user changes Lua's library.

local chess = require "lucena"
local new = require "spec.support.prompt"

local GAME = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n'

describe("a game without tags", function()
  it("does not become part of the current game, and undo returns to that game", function()
    local session, type_line = new()
    type_line(GAME)
    assert.equal("read as french (or occitan)\na new game: 5 moves, 1 variation; undo returns to the game before",
      (type_line "1.e4 e5 2.Cf3 Cc6 3.Fb5 a6 (3...Cf6 4.O-O) 4.Fa4 Cf6 5.O-O Fe7"))
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O) 4. Ba4 Nf6 5. O-O Be7 *\n", session.game:movetext())
    type_line "undo"
    assert.equal("A", session.game.tags.White)
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n", session.game:movetext())
  end)

  it("keeps the current game if one of the moves is not legal", function()
    local session, type_line = new()
    type_line(GAME)
    type_line "goto 2"
    local text, done = type_line "1. d4 d5 2. Ke4"
    assert.is_false(done)
    assert.is_truthy(text:find("Nothing of the line was played.", 1, true))
    assert.equal("A", session.game.tags.White)
    assert.equal(3, session.node.ply)
    type_line "undo"
    assert.is_nil(session.game.tags.White)
  end)

  it("needs a second move number: a single first move is a variation", function()
    local session, type_line = new()
    type_line(GAME)
    assert.equal("a variation: the game has 1. e4 here", (type_line "1. d4 d5"))
    assert.equal("A", session.game.tags.White)
  end)
end)

describe("a language", function()
  it("is named when it is first detected, together with other possible languages", function()
    local session, type_line = new()
    assert.equal("read as german (or bosnian, croatian, danish, ...)", (type_line "e4 e5 Sf3 Sc6 Lb5 a6"))
    assert.equal("", (type_line "Ba4"))
    assert.equal("4. a4", session:move_text(session.node)) -- B means the pawn (Bauer) in German
    assert.equal("read as english (or chinese, japanese, korean)", (type_line "4... Nf6"))
    type_line ":dialect german"
    assert.equal("'Nc3' is not a move in german, so nothing was played.", (type_line "d4 Nc3"))
  end)
end)

describe("a command", function()
  it("can be abbreviated to two or more letters if no other command begins with them", function()
    local session, type_line = new()
    type_line "e4 e5 Nf3"
    type_line "bac 2"
    assert.equal(1, session.node.ply)
    type_line "fo"
    assert.equal(2, session.node.ply)
    assert.equal("moves are read and shown in french", (type_line ":dial french"))
    assert.equal("There is no 're'.\nThese commands begin with it: redo, reload, remove, "
      .. "replace, report", (type_line "re"))
    assert.equal("there is no command ':fi'; these commands begin with it: filter, find, first", (type_line ":fi"))
  end)

  it("is not abbreviated to words that Lua or the user defines", function()
    local _, type_line = new()
    assert.equal("1", (type_line "for i = 1, 1 do print(i) end") == "" and "1")
    type_line "fo = 5"
    assert.equal("5", (type_line "fo"))
  end)

  it("goes to the previous, the first and the last game of a file", function()
    local session, type_line = new()
    type_line "spec/data/engine/engine.pgn"
    assert.equal("This is the first one.", (type_line "prev"))
    type_line "last"
    assert.equal(315, session.number)
    type_line "prev"
    assert.equal(314, session.number)
    type_line "first"
    assert.equal(1, session.number)
    assert.equal("No file is loaded. To load one: load FILE, or type its name.", (select(2, new())) "last")
  end)

  it("prints the time of a line that fails, too", function()
    local _, type_line = new()
    local text, done = type_line ":time find checkmate"
    assert.is_false(done)
    assert.is_truthy(text:find("^%d+%.%d%d%d s %(.-\nNo file is loaded"), text)
  end)

  it("sets up a position of Chess960 by its number, or a random one", function()
    local session, type_line = new()
    local rows = { [0] = "BBQNNRKR", [518] = "RNBQKBNR", [959] = "RKRNNQBB", [3] = "BQNNRKRB", [4] = "QBBNNRKR" }
    for number, row in pairs(rows) do
      type_line("new " .. number)
      assert.equal(row, session.position:fen():match("/(%u+) "), number)
      assert.equal(number ~= 518, session.position.is_chess960)
    end
    local seen = {}
    for number = 0, 959 do
      seen[chess.chess960(number):fen()] = true
    end
    local count = 0
    for _ in pairs(seen) do
      count = count + 1
    end
    assert.equal(960, count)
    assert.equal("the initial positions of Chess960 have the numbers 0 to 959", (type_line "new 960"))
    assert.is_truthy(type_line(":960"):find("^initial position %d+ of Chess960$"))
  end)
end)

describe("a move after the end of the game", function()
  it("is rejected with the reason in every notation", function()
    local _, type_line = new()
    type_line "f3 e5 g4 Qh4"
    for _, move in ipairs { "a3", "Pa4", "Nc3", "O-O" } do
      assert.equal(move .. ": the game is over: checkmate.", (type_line(move)))
    end
  end)
end)

describe("Lua code", function()
  it("is unfinished only if the compiler reports an error at its end", function()
    local session = new()
    for code, expected in pairs {
      ["for i = 1, 2 do"] = true, ["{1,2"] = true, ["{"] = true, ["x = {"] = true, ["f("] = true, ["=1 +"] = true,
      ["end"] = false, ["return 1 2"] = false, ["until x"] = false, ["x = 1 end"] = false, ["{1,2}"] = false,
      ["{1 2"] = false, ["1 +"] = false, ["board:fen"] = false, ["=chess."] = false, ["x = [[a."] = true,
      ["f(board:fen"] = true,
    } do
      assert.equal(expected, session:wants_more(code .. "\n"), code)
    end
  end)

  it("may be a table over several lines", function()
    local _, type_line = new()
    assert.equal("{ 1, 2 }", (type_line "{1,\n2}"))
  end)

  it("may check for undefined variables of its own", function()
    local session, type_line = new()
    type_line "do setmetatable(_G, {__index = function(_, k) error('undefined variable ' .. k, 2) end}) end"
    finally(function() setmetatable(_G, nil) end)
    assert.equal("2", (type_line "1 + 1"))
    assert.equal("2", (type_line "_"))
    assert.equal("undefined variable nosuch", (type_line "print(nosuch)"))
    type_line "e4 e5"
    assert.equal(2, session.node.ply)
  end)

  it("may remove functions of Lua's library that the prompt uses", function()
    local session, type_line = new()
    local find, insert = string.find, table.insert
    type_line "string.find = nil; table.insert = nil; _G.pairs = nil; _G.pcall = nil; debug.setmetatable('', nil)"
    assert.equal(find, string.find)
    assert.equal(insert, table.insert)
    type_line "e4 e5"
    assert.equal(2, session.node.ply)
    assert.equal("nil", (type_line "string.find"))
    assert.equal("", (type_line "back(); string.find = 5"))
    assert.equal(1, session.node.ply)
    assert.equal("5", (type_line "string.find"))
    type_line "string.trim = function(s) return s:match '^%s*(.-)%s*$' end"
    assert.equal("a", (type_line "(' a '):trim()"))
    rawset(string, "trim", nil)
    -- Restore the library, because later specs share it.
    type_line "string.find, table.insert, _G.pairs, _G.pcall = nil"
    require("lucena.repl.library").forget()
  end)
end)

describe("an error in Lua", function()
  it("has a traceback, without the functions of the prompt", function()
    local _, type_line = new()
    assert.equal("No line of Lua has had an error yet.", (type_line ":tb"))
    type_line "function inner() error('broken') end"
    assert.equal("broken", (type_line "outer = function() inner() end outer()"):match("broken$"))
    local text = type_line ":tb"
    assert.is_truthy(text:find("broken\nstack traceback:\n.*in %a+ 'inner'\n"), text)
    assert.is_nil(text:find("lucena/", 1, true))
  end)
end)

describe("help", function()
  it("explains dialects, ECO codes, signs and diagnostics, also for a name with a question mark", function()
    local session, type_line = new()
    for word, expected in pairs {
      french = "^french, a notation: PGN, standard algebraic notation; the pieces are R D T F C\n",
      C65 = "^C65, an ECO code: Ruy Lopez: Berlin Defence\n", c65 = "^C65, an ECO code",
      ["$14"] = "^%$14, a NAG: %$14 White: slight advantage\n", bad_tag = "^bad_tag, a diagnostic: malformed tag",
    } do
      assert.is_truthy(type_line(":help " .. word):find(expected), word)
    end
    assert.equal((type_line ":help find"), (type_line "find?"))
    assert.is_truthy(type_line(":help nosuch"):find("^no help on 'nosuch'"))
    type_line "e4?" -- a move with the sign ?
    assert.equal("1. e4 $2 *\n", session.game:movetext())
  end)
end)

describe("the library", function()
  it("is shown with all its names, also those of modules that are not loaded", function()
    local session, type_line = new()
    session.settings.width = 1000
    for _, name in ipairs { "book", "tablebase", "report", "games", "START_FEN" } do
      assert.is_truthy(type_line("chess"):find("[ ,]" .. name .. "%f[,\n]"), name)
    end
    assert.is_truthy(type_line("chess.query"):find(" checkmate, ", 1, true))
  end)
end)
