-- Sessions: the effects of inputs and their output.

local chess = require "lucena"
local new_folder = require "spec.support.folder"
local sessions = require "lucena.repl.session"
local write = require("spec.support.file").write

local SAMPLE = "spec/data/engine/engine.pgn"

-- Returns a session, and a function that types an input and returns its output without the board.
local function new(options)
  local written = {}
  options = options or {}
  options.out = function(text) written[#written + 1] = text end
  local session = sessions.new(options)
  session.settings.board = options.board or false
  return session, function(line)
    written = {}
    local done, why = session:line(line)
    return table.concat(written):gsub("\n$", ""), done, why
  end
end

local function san_of(session)
  return session.node:path()
end

describe("a list of pieces", function()
  it("sets the position, typed alone or after `new`", function()
    for _, line in ipairs { "White: Kd8, Pd7. Black: Kg7, Rc2. Black to move",
      "Blancs : Rd8, d7. Noirs : Rg7, Tc2. Trait aux noirs",
      "new Weiß: Kd8, Bd7. Schwarz: Kg7, Tc2. Schwarz am Zug" } do
      local session, type_line = new()
      type_line(line)
      assert.equal("3K4/3P2k1/8/8/8/8/2r5/8 b - - 0 1", session.node.position:fen(), line)
    end
  end)
end)

describe("moves", function()
  it("are played in any language", function()
    local session, type_line = new()
    assert.equal("", (type_line "e4 e5"))
    assert.equal("read as french (or spanish, portuguese, interlingua, ...)", (type_line "Cf3 Cc6"))
    assert.equal("", (type_line "Fb5"):gsub("read as.*", ""))
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5", san_of(session))
    assert.equal("french", session.dialect)
    assert.equal("3... Black> ", session:prompt())
  end)

  it("are shown in the language of the session", function()
    local session, type_line = new { lang = "fr", board = true }
    assert.equal("1. Blancs> ", session:prompt())
    assert.is_truthy(type_line("board"):find("   Début\n.-   Trait aux Blancs, 20 coups légaux\n"))
    local shown = type_line "f3 e5 g4 Dh4#"
    assert.is_truthy(shown:find("   Mat\n", 1, true), shown)
    session, type_line = new { lang = "fr", board = true }
    shown = type_line "e4 d5 exd5 Dxd5 Fb5"
    assert.is_truthy(shown:find("Trait aux Noirs, 8 coups légaux, en échec\n", 1, true), shown)
    assert.is_truthy(shown:find(" : P / p\n", 1, true), shown)
    assert.equal("3... Noirs> ", session:prompt())
  end)

  it("are played in numeric notation", function()
    local session, type_line = new()
    assert.equal("read as iccf", (type_line "5254 5755"))
    assert.equal("1. e4 e5", san_of(session))
  end)

  it("are either all played or none", function()
    local session, type_line = new()
    local text, done, why = type_line "e4 e5 Ke3"
    assert.equal("Ke3: White cannot play that.\n  The king on e1 does not reach e3.\nNothing of the line was played.",
      text)
    assert.same({ false, "error" }, { done, why })
    assert.equal(0, session.node.ply)
  end)

  it("that cannot be played are explained", function()
    local _, type_line = new()
    type_line "rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3"
    assert.is_truthy(type_line("Nb5"):find("The knight on c3 is pinned by the bishop on b4.", 1, true))
    type_line "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
    assert.equal("Nd2: two knights reach d2: Nbd2 or Nfd2", (type_line "Nd2"))
    type_line "new"
    type_line "e4 a6 d4 c5 d5"
    assert.equal("c6: Black cannot play that.\n  The pawn on c5 cannot go to c6.\n  There is nothing to take on c6.",
      (type_line "c6"))
    type_line "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
    assert.is_truthy(type_line("5254"):find("^5254: White cannot play that.\n"))
  end)

  it("spelled in one language are not taken for moves of another", function()
    local session, type_line = new()
    type_line "e4 e5"
    -- R is the king in French and Spanish, but the session's language is English.
    assert.is_truthy(type_line("Re2"):find("White cannot play that", 1, true))
    assert.equal(2, session.node.ply)
    -- Read as descriptive notation, the same text would be a move to c3.
    type_line "Nf3 Nc6"
    assert.is_truthy(type_line("Nb3"):find("White cannot play that", 1, true))
    assert.equal("english", session.dialect)
  end)

  it("with a move number are played at that move of the game", function()
    local session, type_line = new()
    type_line "1. e4 e5 2. Nf3 Nc6"
    assert.equal("a variation: the game has 1... e5 here", (type_line "1... c5"))
    assert.equal("1. e4 c5", san_of(session))
    type_line "goto start"
    type_line "e4 e5"
    assert.equal("the game has no move 12. here; it is 2. White", (type_line "12. d4"))
    assert.equal(5, session.game.node_count - 1)
  end)

  it("may have comments, signs, variations and results", function()
    local session, type_line = new()
    type_line "1. e4 e5 (1... c5! 2. Nf3 {sharp}) 2. Nf3 $14 {quiet} 1-0"
    assert.equal("1. e4 e5 (1... c5 $1 2. Nf3 {sharp}) 2. Nf3 $14 {quiet} 1-0\n", session.game:movetext())
    -- A bracket before the first move is ignored, because there is no move to replace.
    for line, movetext in pairs {
      ["e4 ( ( d4 ) c5 ) e5"] = "1. e4 (1. d4 c5) 1... e5 *\n", ["( e4 ) e5"] = "1. e4 e5 *\n",
      ["e4 (("] = "1. e4 *\n", ["e4 ( 1. ( 1. d4 )) e5"] = "1. e4 (1. d4) 1... e5 *\n",
    } do
      session, type_line = new()
      type_line(line)
      assert.equal(movetext, session.game:movetext(), line)
    end
  end)

  it("get a hint if a variable has the same name", function()
    local session, type_line = new()
    type_line "e4 = 3"
    assert.equal("(e4 is a variable, so this is Lua; to play it: :play e4)\n3", (type_line "e4"))
    type_line ":play e4"
    assert.equal("1. e4", san_of(session))
  end)

  it("are found in an input with words that are not moves", function()
    local _, type_line = new()
    assert.equal("'Nf9' is not a move in any notation that Lucena knows, so nothing was played.",
      (type_line "e4 e5 Nf9"))
  end)
end)

describe("the command moves", function()
  it("says why a square has no moves", function()
    local _, type_line = new()
    assert.equal("There is no piece on e4.", (type_line "moves e4"))
    assert.equal("The piece on a1 has no legal move.", (type_line "moves a1"))
    assert.equal("The piece on e7 is Black's, and White is to move.", (type_line "moves e7"))
    type_line "f3 e5 g4"
    assert.equal("The piece on e2 is White's, and Black is to move.", (type_line "moves e2"))
    type_line "Qh4"
    assert.equal("White has no legal move.", (type_line "moves"))
  end)
end)

describe("the dialect", function()
  it("can be fixed", function()
    local session, type_line = new()
    assert.equal("moves are read and shown in french", (type_line ":dialect french"))
    type_line "Cf3"
    assert.equal("1. Nf3", san_of(session))
    type_line "goto start"
    assert.is_truthy(type_line("moves"):find("Cc3", 1, true))
    assert.equal("unknown dialect 'frenc'; did you mean 'french'?", (type_line ":dialect frenc"))
  end)
end)

describe("words", function()
  local session, type_line = new()
  type_line "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"

  it("go to other moves", function()
    type_line "back 2"
    assert.equal("1. e4 e5 2. Nf3 Nc6", san_of(session))
    type_line "forward"
    assert.equal(5, session.node.ply)
    type_line "goto 1b"
    assert.equal("1. e4 e5", san_of(session))
    type_line "goto end"
    assert.equal(6, session.node.ply)
    assert.equal("This is the end of the line.", (type_line "forward"))
    assert.equal("the line has no move 9", (type_line "goto 9"))
  end)

  it("add variations and promote them", function()
    type_line "vary Bc5"
    type_line "vary Nf6"
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n" .. (" "):rep(27) .. "3... Bc5\n" .. (" "):rep(27)
      .. "3... Nf6 <--", (type_line "tree"))
    assert.equal("3... Nf6 is the mainline now", (type_line "promote"))
    assert.equal("Nf6", session.game.root[1][1][1][1][1][1].san)
    assert.equal("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *\n(* marks the current position)", (type_line "line"))
  end)

  it("add comments, and undo", function()
    type_line "comment the Berlin {wall}"
    type_line "nag !?"
    assert.equal("the Berlin (wall)", session.node.comment)
    assert.same({ 5 }, { table.unpack(session.node.nags) })
    type_line "undo"
    assert.same({}, { table.unpack(session.node.nags) })
    type_line "undo"
    assert.is_nil(session.node.comment)
    type_line "redo"
    assert.equal("the Berlin (wall)", session.node.comment)
    type_line "undo"
    type_line "nag !"
    assert.equal("There is nothing to redo.", (type_line "redo"))
    for _ = 1, 4 do
      type_line "undo"
    end
    assert.equal("a6", session.game.root[1][1][1][1][1][1].san)
    type_line "undo"
    assert.equal(0, session.node.ply)
    assert.equal("There is nothing to undo.", (type_line "undo"))
  end)

  it("replace a sign that excludes the new one", function()
    local other, type_move = new()
    type_move "1. e4 e5? *"
    type_move "goto 1b"
    assert.equal("! replaces ?.", (type_move "nag !"))
    assert.same({ 1 }, { table.unpack(other.node.nags) })
    assert.equal("", (type_move "nag N"))
    assert.equal("", (type_move "nag +-"))
    assert.equal("= replaces +-.", (type_move "nag ="))
    assert.same({ 1, 146, 10 }, { table.unpack(other.node.nags) })
  end)

  it("correct a move, and keep the moves and notes after it", function()
    local other, type_move = new()
    type_move "1. e4 e5 2. Nf3 {good} Nc6 (2... d6 3. d4) 3. Bb5 *"
    type_move "goto 2"
    assert.matches("^usage: replace MOVE", (type_move "replace"))
    type_move "replace Nc3"
    assert.equal("Nc3", other.node.san)
    assert.equal("1. e4 e5 2. Nc3 {good} 2... Nc6 (2... d6 3. d4) 3. Bb5 *\n", other.game:movetext())
    type_move "goto 1"
    assert.equal("the moves after it do not fit: illegal move f1b5 (move 3, White); nothing was changed "
      .. "(vary d4 adds a variation)", (type_move "replace d4"))
    assert.equal("1. e4 is in the game already", (type_move "replace e4"))
    assert.equal("1. e4 e5 2. Nc3 {good} 2... Nc6 (2... d6 3. d4) 3. Bb5 *\n", other.game:movetext())
    type_move "undo"
    assert.equal("Nf3", other.game.root[1][1][1].san)
  end)

  it("write a picture of the board", function()
    local folder <close> = new_folder()
    local _, type_picture = new()
    local path = folder:path "board.svg"
    type_picture "e4"
    assert.equal("written: " .. path, (type_picture("diagram " .. path)))
    assert.matches("^<svg .*</svg>\n$", folder:read "board.svg")
    assert.equal("usage: diagram FILE.svg", (type_picture("diagram " .. folder:path "board.lua")))
    assert.matches("^cannot write ", (type_picture "diagram /missing/board.svg"))
  end)

  it("set, show and remove tags", function()
    local other, type_tag = new()
    assert.equal("White: Müller, Änne", (type_tag "tag White Müller, Änne"))
    assert.equal("WhiteElo: 2000", (type_tag "tag whiteelo 2000"))
    assert.equal("Result: 1/2-1/2", (type_tag "tag Result 1/2"))
    assert.equal("Result: 1/2-1/2\nWhite: Müller, Änne\nWhiteElo: 2000", (type_tag "tag"))
    assert.equal("1/2-1/2", other.game.result)
    assert.equal("WhiteElo: removed", (type_tag "tag WhiteElo -"))
    assert.equal("The game has no tag WhiteElo. To set one: tag White Morphy, Paul", (type_tag "tag WhiteElo"))
    assert.equal("usage: tag Result 1-0, 0-1, 1/2-1/2 or *", (type_tag "tag Result 2-0"))
    type_tag "undo"
    assert.equal("2000", other.game.tags.WhiteElo)
  end)

  it("give information about the position", function()
    type_line "e4 c5"
    assert.is_truthy(type_line("eco"):find("Sicilian", 1, true))
    local najdorf = type_line "eco b90"
    assert.is_truthy(najdorf:find("^B90 Sicilian Defence: Najdorf Variation: 1. e4 c5 "))
    assert.equal(najdorf, (type_line "eco Sicilian Defence: Najdorf Variation"))
    assert.equal("no opening has the code 'Z99'", (type_line "eco Z99"))
    assert.equal("no opening has the name or code 'Sicilean'; Tab completes names, codes are A00 to E99",
      (type_line "eco Sicilean"))
    assert.equal("White: none\nBlack: Qd8", (type_line "attackers a5"))
    assert.is_truthy(type_line("perft 2"):find("^%d+ positions after 2 plies, in "))
    assert.equal(tostring(session.position:perft(2)), (type_line "=perft(2)"))
    assert.equal("usage: perft N, with N from 1 to 8", (type_line "perft"))
    assert.equal('{ "b1", "b2" }\n{}', (type_line "=attackers 'a3'"))
    assert.equal('{ "Ne2", "Nf3", "Nh3" }', (type_line "=moves 'g1'"))
  end)

  it("that are misspelled get a suggestion", function()
    assert.is_truthy(type_line("gotoo"):find("Did you mean the command 'goto'?", 1, true))
    assert.equal("there is no command ':hlep'; did you mean :help?", (type_line ":hlep"))
    assert.equal("There is no 'tour'.\nDid you mean the command ':tour'?", (type_line "tour"))
    assert.equal("There is no 'view'.\nDid you mean the command 'board'?", (type_line "view"))
    assert.equal("There is no 'stockfish'.\nDid you mean the command 'eval'?", (type_line "stockfish"))
    assert.is_truthy(type_line("openings Morphy"):find("\nTo make this report: report openings", 1, true))
    assert.is_truthy(type_line("how do I save"):find("\nThis is not a move, a command or Lua", 1, true))
    assert.is_falsy(type_line("f(x) y z"):find("This is not a move", 1, true))
    assert.is_truthy(type_line("Σf3"):find("\nThis is not a move, a command or Lua", 1, true))
  end)

  it("have aliases, and ? prints help", function()
    for _, line in ipairs { "exit", ":exit", ":q", "bye" } do
      local other = new()
      assert.same({ false, "quit" }, { other:line(line) }, line)
    end
    assert.equal(type_line "help", (type_line "?"))
    assert.equal(type_line "help back", (type_line "? back"))
  end)

  it("explain how to write queries and method calls", function()
    assert.equal("'<' is not an operator of queries; write moves{max = 29}\nTo search the loaded file: find QUERY",
      (type_line "moves < 30"))
    assert.is_truthy(type_line("player Karpov"):find('; write player "Karpov"\nTo search', 1, true))
    assert.is_truthy(type_line("game:pgn"):find("\nA method is called with parentheses: game:pgn()", 1, true))
  end)
end)

describe("Lua", function()
  local session, type_line = new()

  it("prints values and keeps them", function()
    assert.equal("5", (type_line "2 + 3"))
    assert.equal("7", (type_line "_ + 2"))
    assert.equal("5", (type_line "_1"))
    assert.equal("", (type_line "x = 5"))
    assert.equal("nil: oops (code)", (type_line "=nil, 'oops', 'code'"))
  end)

  it("explains that local variables end with their input", function()
    type_line "local x, y = 5, 6"
    assert.equal("There is no 'y': a local variable ends with its input. To keep it, omit `local`.", (type_line "y"))
    assert.matches("^There is no 'z'%.", (type_line "z"))
  end)

  it("runs a file whose name is typed", function()
    local folder <close> = new_folder()
    local path = folder:write("mine.lua", "from_file = 6 * 7\n")
    assert.equal("run: " .. path, (type_line(path)))
    assert.equal("42", (type_line "from_file"))
  end)

  it("prints tables up to a limit, and text without quotes", function()
    assert.equal('{ 1, "é", { 2, { 3, { ... } } }, name = "x\\n" }',
      (type_line "{1, 'é', {2, {3, {4}}}, name = 'x\\n'}"))
    assert.equal("é\\x1B[2J\\xFF", (type_line "'é\\27[2J\\xFF'"))
    assert.is_truthy(type_line("(function() local t = {} for i = 1, 99 do t[i] = i end return t end)()")
      :find("39, 40,\n  (59 more)\n", 1, true))
    assert.equal("{ self = { (again) } }", (type_line "(function() local t = {} t.self = t return t end)()"))
  end)

  it("prints functions with their parameters and places", function()
    assert.equal("function (built in)", (type_line "print"))
    assert.equal("function(a, b, ...)", (type_line "=function(a, b, ...) return a, b, ... end"))
    assert.matches("^{ fit = function%(text, width, align%) at .*render/width%.lua:%d+ }$",
      (type_line "={ fit = require('lucena.render.width').fit }"))
  end)

  it("prints positions as boards, games as sheets, and nodes and queries", function()
    assert.is_truthy(type_line("=board"):find("1  R  N  B  Q  K  B  N  R\n   a  b", 1, true))
    type_line "d4 d5 $1"
    assert.equal("? - ?\n\n1. d4 d5!", (type_line "=game"))
    assert.equal("1. d4 d5", (type_line "=node"))
    assert.equal(chess.query.checkmate:describe(), (type_line "chess.query.checkmate"))
    type_line "game.tags.White = 'Réti'"
    assert.is_truthy(type_line("game.tags"):find('\nWhite = "Réti"', 1, true))
  end)

  it("sets the variables board, game and node", function()
    type_line 'board = "8/8/8/4k3/8/8/8/4K2R w K - 0 1"'
    assert.equal("8/8/8/4k3/8/8/8/4K2R w K - 0 1", tostring(session.position))
    type_line "game = chess.game '1. e4 e5 *'; node = game.root[1]"
    assert.equal("1. e4", san_of(session))
    assert.equal("board takes a Position or a FEN", (type_line "board = 5"))
  end)

  it("may raise errors that are not strings, or not valid text", function()
    for _, code in ipairs { "error()", "error(setmetatable({}, { __tostring = error }))",
      "=setmetatable({}, { __tostring = error })", "error(print)" } do
      local text, done = type_line(code)
      assert.is_false(done, code)
      assert.is_truthy(text:find("^an error that is no message, but a value: %l+$") or code == "error(print)", text)
    end
    assert.equal("an error with the value { code = 5 }", (type_line "error({code = 5})"))
    assert.equal("an error with the value 5", (type_line "error(5)"))
  end)

  it("may set a comment that PGN cannot represent", function()
    type_line "d4"
    type_line "node.comment = 'a } b'"
    assert.is_truthy(type_line("pgn"):find("}", 1, true))
    assert.is_falsy(type_line("pgn"):find("attempt", 1, true))
    type_line "undo"
    assert.is_nil(session.node.comment)
  end)

  it("lists the names of its functions", function()
    assert.equal("usage: attackers(square, color)", (type_line "attackers 'e9'"))
    assert.equal("usage: perft(N), with N from 0 to 8", (type_line "perft()"))
    assert.equal("usage: perft(N), with N from 0 to 8", (type_line "=perft(99)"))
    assert.equal("usage: book(FILE), with its name as a string", (type_line "book {x}"))
    assert.equal("usage: moves(square)", (type_line "moves(5)"))
    assert.equal("usage: find(query), with a query or its text", (type_line "find {}"))
  end)

  it("reports errors without line numbers of Lucena's own files", function()
    assert.equal("attempt to index a nil value", (type_line "=(nil).x"))
    assert.equal("There is no 'foo'.", (type_line("foo"):match("[^\n]+")))
  end)
end)

describe("pasted text", function()
  it("may be a game with comments", function()
    local session, type_line = new()
    local text = type_line '[White "A"]\n[Black "B"]\n\n1. e4 e5 (1... c5) 2. Cf3 {vif} Cc6 1-0\n'
    assert.equal("A - B, 1-0: 2 tags, 2 moves, 1 variation, 1 comment", (text:gsub("\nline.*", "")))
    assert.equal("1. e4 e5 2. Nf3 Nc6", san_of(session))
  end)

  it("is a separate game, not a variation, if it goes from move 1 to a result", function()
    local session, type_line = new()
    type_line "1. e4 e5 *"
    type_line "1. d4 d5 1-0"
    assert.equal("1. d4 d5 1-0\n", session.game:movetext())
    type_line "1. c4"
    assert.equal("1. d4 (1. c4) 1... d5 1-0\n", session.game:movetext())
  end)

  it("is read as PGN even if moves are typed in a descriptive notation, and shown in that notation", function()
    local session, type_line = new()
    type_line ":dialect descriptive"
    local text = type_line '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 1-0\n'
    assert.equal("A - B, 1-0: 2 tags, 2 moves", text)
    assert.equal("A - B   1-0\n\n1. P-K4 P-K4 2. N-KB3\n1-0", (type_line "game"))
    assert.equal("1. e4 e5 2. Nf3", san_of(session))
  end)

  it("may be several games or positions", function()
    local session, type_line = new()
    assert.is_truthy(type_line('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n'):find("^2 games; next"))
    type_line "next"
    assert.equal("B", session.game.tags.White)
    type_line "4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\n4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    type_line "next"
    assert.equal("black", session.position.turn)
  end)

  it("is rejected with the reason", function()
    local session, type_line = new()
    assert.is_truthy(type_line("8/8/8/8/8/8/8/4K3 w - - 0 1"):find("king", 1, true))
    assert.equal(0, session.node.ply)
  end)
end)

describe("a file", function()
  local session, type_line = new()
  type_line(SAMPLE)

  it("is listed, and can be stepped through", function()
    assert.is_truthy(type_line("games 4"):find("   4  Morphy, Paul - Duke Karl", 1, true))
    type_line "open 4"
    assert.equal("Morphy, Paul", session.game.tags.White)
    type_line "next"
    assert.equal(5, session.number)
    assert.equal(SAMPLE .. " has 315 games", (type_line "open 999"))
  end)

  it("stays open if one position or game is pasted, and is closed if several are", function()
    type_line "open 4"
    type_line "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    type_line '[White "A"]\n\n1. e4 *\n'
    assert.equal("A", session.game.tags.White)
    type_line "next"
    assert.equal(5, session.number)
    type_line(SAMPLE)
    type_line "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    type_line 'find player "Anderssen"' -- the first game was loaded but not yet searched
    assert.equal(1, session.number)
    type_line "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    type_line "next"
    assert.equal("black", session.position.turn)
    assert.equal("the pasted text has 2 games", (type_line "open 999"))
  end)

  it("is searched from the current game on, which itself can match if it was only loaded", function()
    type_line(SAMPLE)
    type_line 'find player "Anderssen"'
    assert.equal(1, session.number)
    type_line "find"
    assert.equal(2, session.number)
    type_line "open 1"
    type_line "find player \"Morphy\" & checkmate"
    assert.equal(4, session.number)
    assert.equal("Rd8#", session.node.san)
    assert.is_truthy(type_line("find checkmatee"):find("there is no 'checkmatee'", 1, true))
    -- An unsuccessful search does not change the current game.
    assert.equal("No game after this one matches; open 1 goes back to the first.", (type_line 'find player "Nobody"'))
    type_line "next"
    assert.equal(5, session.number)
    type_line "spec/data/engine/engine.pgn"
    assert.equal("No game matches.", (type_line 'find player "Nobody"'))
    type_line 'find player "Anderssen"'
    assert.equal(1, session.number)
    type_line "open 4"
  end)

  it("can be written to", function()
    local path = os.tmpname()
    os.remove(path)
    assert.equal("saved in " .. path .. "\nThe name has no .pgn at its end: only load opens this file, "
      .. "and the next game is not appended to it.", (type_line("save " .. path)))
    assert.equal("no change to save", (type_line("save " .. path)))
    local count = 0
    for game in chess.games(path) do
      count = count + (game.tags.White == "Morphy, Paul" and 1 or 0)
    end
    os.remove(path)
    assert.equal(1, count)
  end)

  it("that was removed is reported by every command that reads it again", function()
    local path = os.tmpname()
    for _, command in ipairs { "next", "open 1" } do
      write(path, "1. e4 *\n\n1. d4 *\n\n1. c4 *\n")
      type_line("load " .. path)
      type_line("next")
      type_line("next")
      type_line("undo") -- the next game is read again, from the beginning of the file
      os.remove(path)
      assert.is_truthy(type_line(command):find("cannot open: No such file", 1, true), command)
    end
  end)

  it("of positions is read, and its invalid lines are reported", function()
    local stem = os.tmpname()
    local path = stem .. ".epd"
    local good, bad = "8/8/8/4k3/8/8/8/4K2R w K - id \"one\";\n", "8/8/8/8/8/8/8/8 w - - id \"none\";\n"
    write(path, good .. bad .. good .. bad)
    type_line("load " .. path)
    local why = " is skipped: not a legal position: the board is empty; White has no king; Black has no king\n"
    assert.equal("line 2" .. why .. "2. one\n", type_line("next") .. "\n")
    assert.equal("line 4" .. why .. "This is the last one.\n", type_line("next") .. "\n")
    type_line "games" -- each line is reported once
    local _, count = type_line("problems"):gsub("is skipped", "")
    assert.equal(2, count)
    write(path, bad:rep(30))
    local text = type_line("load " .. path)
    assert.is_truthy(text:find(": line 1 is skipped: ", 1, true), text)
    write(path, bad:rep(30) .. good)
    _, count = type_line("load " .. path):gsub("\nline ", "")
    assert.equal(20, count)
    os.remove(path)
    os.remove(stem)
  end)

  it("that does not exist is reported by name", function()
    assert.equal("missing.pgn: cannot open: No such file or directory", (type_line "missing.pgn"))
    assert.equal("cannot write no/such/x.pgn: No such file or directory", (type_line "save no/such/x.pgn"))
  end)
end)

describe("the board", function()
  it("shows the last move, the side to move, the opening and the captured pieces", function()
    local _, type_line = new { board = true, width = 79 }
    assert.equal([[
8  r  n  b  q  k  b  n  r    2. exd5
7  p  p  p  .  p  p  p  p    Black to move, 28 legal moves
6  .  .  .  .  .  .  .  .    B01 Scandinavian Defence
5  .  .  . [P] .  .  .  .    Captured: p (White +1)
4  .  .  .  . [.] .  .  .
3  .  .  .  .  .  .  .  .
2  P  P  P  P  .  P  P  P
1  R  N  B  Q  K  B  N  R
   a  b  c  d  e  f  g  h]], (type_line "e4 d5 exd5"))
    local flipped = type_line "flip"
    assert.equal("1  R  N  B  K  Q  B  N  R", flipped:match("^[^\n]-R  N[^\n]-R"))
  end)

  it("has a comment of several lines beside it", function()
    local _, type_line = new { board = true, width = 79 }
    type_line("[White \"A\"]\n\n1. e4 {a comment that\n  was wrapped} *\n")
    assert.is_truthy(type_line("board"):find("   a comment that was wrapped\n", 1, true))
  end)

  it("has figurines and colors on request", function()
    local _, type_line = new { board = true, unicode = true, colour = true }
    local text = type_line "e4"
    assert.is_truthy(text:find("♙", 1, true))
    assert.is_truthy(text:find("\27[48;5;", 1, true))
  end)

  it("reports check and mate", function()
    local _, type_line = new { board = true }
    assert.is_truthy(type_line("e4 f5 Qh5+"):find("Black to move, 1 legal move, in check", 1, true))
    type_line "new"
    assert.is_truthy(type_line("f3 e5 g4 Qh4#"):find("Checkmate", 1, true))
  end)
end)

describe("the session", function()
  it("saves a transcript", function()
    local path = os.tmpname()
    local _, type_line = new()
    type_line "=2 + 2"
    type_line(":save transcript " .. path)
    local text = require("spec.support.file").read(path)
    os.remove(path)
    assert.equal("1. White> =2 + 2\n4\n", text:match("^.-\n4\n"))
  end)

  it("has settings", function()
    local session, type_line = new()
    type_line ":set depth 1"
    assert.equal("{ { ... } }", (type_line "{{1}}"))
    type_line ":set flip"
    assert.is_true(session.settings.flip)
    type_line "settings.flip = false; dialect 'french'"
    assert.same({ false, "french" }, { session.settings.flip, session.dialect })
    assert.equal("there is no setting 'flop'", (type_line "settings.flop = true"))
    assert.equal("settings.width is from 20 to 1000", (type_line "settings.width = 'wide'"))
    assert.equal("settings.flip is true or false", (type_line "settings.flip = 1"))
    assert.is_truthy(type_line("settings"):find("^board = false\ncolor = false\n"))
    assert.equal("usage: :set width N, from 20 to 1000", (type_line ":set width wide"))
    assert.equal("there is no setting 'colr'; did you mean color?", (type_line ":set colr"))
    assert.equal("there is no setting 'size'; :set lists them", (type_line ":set size"))
  end)

  it("can read all lines as Lua, and print the time that a line takes", function()
    local session, type_line = new()
    assert.equal("There is no 'e4'.", (type_line(":lua e4"):match("^[^\n]+")))
    assert.equal("all lines are now Lua, except commands; :lua ends this", (type_line ":lua"))
    assert.equal("There is no 'e4'.", (type_line("e4"):match("^[^\n]+")))
    type_line ":lua"
    assert.is_truthy(type_line(":time e4"):find("^%d+%.%d%d%d s %(%d+%.%d%d%d s of processor time%)$"))
    assert.equal(1, session.node.ply)
  end)

  it("ends after :quit", function()
    local _, type_line = new()
    assert.same({ "", false, "quit" }, { type_line "quit" })
    assert.same({ "", false, "quit" }, { type_line "quit()" })
  end)

  it("continues after an interrupt", function()
    local _, type_line = new { guard = function() return false, "interrupted" end }
    assert.same({ "interrupted", false, "error" }, { type_line "e4" })
  end)
end)
