-- Answers to lines that are neither chess, commands nor Lua, and carets below the places of errors.

local advice = require "lucena.repl.advice"
local prompt = require "spec.support.prompt"

local FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

describe("a line that fails as Lua", function()
  local WEB = "Lucena does not read web pages. Save the game in a file, and type the name of the file."
  local ROWS = {
    -- commands of other programs
    { "\\q", "Commands have no '\\' before them. Did you mean the command 'quit'?" },
    { ".quit", "Commands have no '.' before them. Did you mean the command 'quit'?" },
    { "/help me", "Commands have no '/' before them. Did you mean the command 'help'?" },
    { "%history", "Commands have no '%' before them. Did you mean the command ':history'?" },
    { "\\dt", "Commands have no '\\' before them. See :help." },
    { ":wq", "there is no command ':wq'; did you mean quit?" },
    -- addresses and paths
    { "https://lichess.org/abcd1234", WEB }, { "www.chess.com", WEB },
    { "lichess.org/study/abcd1234/efgh5678", WEB },
    { "/none/here.txt", "/none/here.txt: there is no file of this name." },
    { "C:\\games\\a.txt", "C:\\games\\a.txt: there is no file of this name." },
    { "./Makefile", "To open this file: load ./Makefile" },
    -- moves
    { "e4,e5,Nf3", "Moves are typed like this: e4 e5 Nf3" }, { "e4/e5", "Moves are typed like this: e4 e5" },
    { "e4 - e5", "Moves are typed like this: e4 e5" }, { "1: e4 e5", "Moves are typed like this: 1. e4 e5" },
    { "I. e4", "Moves are typed like this: e4" }, { "White: e4 Black: e5", "Moves are typed like this: e4 e5" },
    { "e4 -- my move", "A comment is in braces: e4 {my move}" },
    { "O-O-O-O", "O-O-O-O is not a move; O-O castles short, O-O-O long." },
    { "castles", "There is no 'castles'.\n'castles' is not read: castling is written O-O or O-O-O." },
    { "castle", "castle is a query: find castled\nThe move is typed O-O or O-O-O." },
    { "Qxh9", "There is no 'Qxh9'.\nThere is no square h9; the squares are a1 to h8." },
    { "Ki1", "There is no 'Ki1'.\nThere is no square i1; the squares are a1 to h8." },
    { "{a good move", "A comment is in braces: {a good move}" },
    { "Se5:", "Se5: White cannot play that.\n  The knight on b1 does not reach e5.\n"
      .. "  The knight on g1 does not reach e5." },
    { "disc ch", "'disc' is not read: discovered check is written +." },
    { "1e4", "1e4: The move is written e4." },
    { "e4 e5 Nf3 Nc6 Bb5 a6 4. 1-O Nf6", "'1-O' is not read: the move is written O-O." },
    { "e4 d6 e5 f5 exf6/ep", "'exf6/ep' is not read: the move is written exf6." },
    { "Springer f3", "Moves are typed with the letter of the piece: Nf3" },
    { "Dame h5", "Moves are typed with the letter of the piece: Qh5" },
    { "конь c6", "Moves are typed with the letter of the piece: Nc6" },
    { "knight takes e5", "Moves are typed with the letter of the piece: Nxe5" },
    { "e2 e4", "The squares of a move are typed without a blank: e2e4" },
    { "Q h5", "Moves are typed like this: Qh5" }, { "bestmove e2e4", "Moves are typed like this: e2e4" },
    -- several words
    { "set board on", "Lua: syntax error near 'board'\nDid you mean the command ':set'?" },
    { "legal moves", "Lua: syntax error near 'moves'\nDid you mean the command 'moves'?" },
    { "go back", "Did you mean the command 'back'?" },
    -- shells
    { "cd /", "The prompt stays in its folder. Files elsewhere are named by their path." },
    { "cd ..", "The prompt stays in its folder. Files elsewhere are named by their path." },
    { "cat Makefile", "Lua: syntax error near 'Makefile'\nDid you mean the command '!cat'?" },
    { "load .", ".: cannot open: Is a directory" },
    { "!3", "To run line 3 of :history again: :history 3" },
    { "resume", "There is no 'resume'.\nDid you mean the command 'lucena --resume'?" },
    -- words
    { "kö", "There is no 'kö'.\nThis is not a move, a command or Lua; see :help." },
    { "x = kö", "Lua: unexpected symbol near 'kö'\n  x = kö\n      ^" },
    { "hilfe", "There is no 'hilfe'.\nDid you mean the command ':help'?" },
    { "take back", "Lua: syntax error near 'back'\nDid you mean the command 'back'?" },
    { "START", "There is no 'START'.\nDid you mean the command 'goto start'?" },
    { "resign", "There is no 'resign'.\nDid you mean the command 'tag Result 0-1'?" },
    { "exti", "There is no 'exti'.\nDid you mean the command 'quit'?" },
    { "openn x.pgn", "Lua: syntax error near 'x'\nDid you mean the command 'open'?" },
    { "fen | none_here", "There is no program 'none_here' in the folders of PATH." },
    { "fork", 'fork is a query: find motif "fork"' }, { "pin", 'pin is a query: find motif "pin"' },
    { "double check", "double check is a query: find double_check" },
    { "year", "year is a query, for example: find year(1972)" },
    -- Lua
    { "{1,2\n3}", "Lua, line 2: '}' expected (to close '{' at line 1) near '3'" },
    { "f(1", "Lua: ')' expected near <eof>\n  f(1\n     ^" },
    { "print('a' .. )", "Lua: unexpected symbol near ')'\n  print('a' .. )\n               ^" },
    { "foo.bar", "attempt to index a nil value (global 'foo')" },
    { "chess.nosuch", "chess has no field 'nosuch'" },
    { "print = nil", "print cannot be removed; print = VALUE hides it until print = nil" },
    { "setmetatable(_ENV, nil)", "cannot change a protected metatable" },
    { 'require "nosuch.mod"', "there is no module 'nosuch.mod' in package.path" },
    { "do local function f() end end f()", "attempt to call a nil value (global 'f')" },
    { "for m in board:moves() do end", "attempt to call a table value (for iterator 'for iterator'): an array needs "
      .. "ipairs, as in for _, value in ipairs(list) do" },
    { "board:turn()", "attempt to call a string value (method 'turn'): 'turn' is no method; it is read without "
      .. "parentheses, as .turn" },
    { 'flip "x"', "'flip' is a command, and no function of Lua. Usage: flip" },
  }
  for _, row in ipairs(ROWS) do
    it(row[1] .. " is answered", function()
      local _, type_line = prompt()
      local text, done = type_line(row[1])
      assert.is_false(done)
      assert.equal(row[2], text)
    end)
  end

  it("has an example of each kind, with an answer", function()
    local session = prompt()
    for _, kind in ipairs(advice.KINDS) do
      assert.is_string(kind.answer(session, kind.example), kind.example)
    end
  end)

  it("is Lua if its first name is a variable", function()
    local _, type_line = prompt()
    type_line "e4, d4 = 8, 2"
    assert.equal("4.0", (type_line "=e4/d4"))
    assert.is_truthy(type_line("e4 - d4"):find "6$")
  end)
end)

describe("the literals of Lua", function()
  it("are values, not misspelled commands", function()
    local _, type_line = prompt()
    assert.equal("true", (type_line "true"))
    assert.equal("false", (type_line "false"))
    assert.equal("nil", (type_line "nil"))
  end)
end)

describe("a position of another program", function()
  for _, text in ipairs {
    "position fen " .. FEN, "position startpos moves e2e4",
    "https://lichess.org/analysis/" .. FEN:gsub(" ", "_"), "lichess.org/analysis/" .. FEN:gsub(" ", "_"),
    "https://lichess.org/editor/" .. FEN:gsub(" ", "_") .. "?color=black",
    "https://lichess.org/analysis/standard/" .. FEN:gsub(" ", "%%20"),
    "https://www.chess.com/analysis?fen=" .. FEN:gsub(" ", "+"):gsub("/", "%%2F") .. "&flip=true",
  } do
    it("is read: " .. text, function()
      local session, type_line = prompt()
      type_line(text)
      assert.equal(FEN, session.position:fen())
    end)
  end

  it("may have moves after it, all of which must be legal", function()
    local session, type_line = prompt()
    type_line "d4"
    type_line("position fen " .. FEN .. " moves e7e5 g1f3")
    assert.equal("1... e5 2. Nf3 *", (session.game:movetext():gsub("%s+$", "")))
    assert.equal("'e7e9' is not a line of moves", (type_line "position startpos moves e7e9"))
    assert.equal("1... e5 2. Nf3 *", (session.game:movetext():gsub("%s+$", "")))
  end)

  it("may be a record of EPD", function()
    local session, type_line = prompt()
    type_line "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; moves e2e4"
    assert.equal("1. e4 *", (session.game:movetext():gsub("%s+$", "")))
  end)

  it("gets a note on the values of missing fields", function()
    local _, type_line = prompt()
    local placement = "8/8/8/4k3/8/8/4P3/4K3"
    assert.equal("the FEN has no side to move: it is read as w - - 0 1", (type_line(placement)))
    assert.equal("the FEN has no castling field: it is read as b - - 0 1", (type_line(placement .. " b")))
    assert.equal("", (type_line(placement .. " w -")))
  end)

  it("gets a note if a move after the FEN is read as an operation", function()
    local _, type_line = prompt()
    assert.equal("Nf6\nNf6 is an operation of the record; to play it, type it on its own line",
      (type_line(FEN .. " Nf6")))
    assert.equal("Nc3\nNc3 is an operation of the record; to play it, type it on its own line",
      (type_line(FEN .. " Nc3")))
  end)
end)

describe("a caret", function()
  local caret = require "lucena.repl.caret"

  it("is below the place of an error in a FEN", function()
    local _, type_line = prompt()
    assert.equal("fen:5: bad piece placement (rank 6 has 9 squares)\n  8/8/9/8/8/8/8/K1k5 w - - 0 1\n      ^",
      (type_line "8/8/9/8/8/8/8/K1k5 w - - 0 1"))
  end)

  it("is below the token that a query's error names", function()
    local _, type_line = prompt()
    type_line "load spec/data/sample/sample.pgn"
    assert.equal("query: unexpected symbol near ')'\n  check & ) mate\n          ^", (type_line "find check & ) mate"))
  end)

  it("counts columns, not bytes, and shows a part of a line that is wider than the screen", function()
    assert.equal("\n  öö x\n     ^", caret.under("öö x", 6, 20))
    local shown = caret.under(("ö"):rep(100) .. "x", 201, 40)
    for line in shown:gmatch "[^\n]+" do
      assert.is_true(utf8.len(line) <= 40, line)
    end
    assert.equal(utf8.len(shown:match "\n(.*x)\n"), #shown:match "\n( *^)$")
  end)

  it("is omitted if the token occurs several times", function()
    assert.equal("", caret.near("x = = 3", "Lua: unexpected symbol near '='", 79))
  end)
end)
