-- Typed lines of moves: evaluation signs, castling with two zeros, semicolons, wrong signs and wrong numbers.

local sessions = require "lucena.repl.session"
local tag_input = require "lucena.repl.tag_input"

-- Type lines in a new session. Returns the movetext and the output of the last line.
local function typed(...)
  local written = {}
  local session = sessions.new { out = function(text) written[#written + 1] = text end }
  session.settings.board = false
  for _, line in ipairs { ... } do
    written = {}
    session:line(line)
  end
  return session.game:movetext { width = 0 }:gsub("%s+$", ""), (table.concat(written):gsub("\n$", ""))
end

describe("a typed line", function()
  -- input, movetext, output
  local ROWS = {
    -- signs are NAGs, as in a PGN file
    { "1. e4 e5 2. Nf3 ± Nc6 *", "1. e4 e5 2. Nf3 $16 Nc6 *" },
    { "1. e4 e5 2. Nf3 ± Nc6 3. Bb5 ∞ a6 *", "1. e4 e5 2. Nf3 $16 Nc6 3. Bb5 $13 a6 *" },
    { "e4 e5 ⩲ Nf3", "1. e4 e5 $14 2. Nf3 *" }, { "e4 □ e5", "1. e4 $7 e5 *" },
    { "e4 e5 Nf3 +- Nc6", "1. e4 e5 2. Nf3 $18 Nc6 *" }, { "e4 += e5 -+", "1. e4 $14 e5 $19 *" },
    { "e4 +/- e5", "1. e4 $16 e5 *" }, { "e4 e5 = Nf3", "1. e4 e5 $10 2. Nf3 *" },
    { "e4± e5+-", "1. e4 $16 e5 $18 *" }, { "Nf3! ± d5?!", "1. Nf3 $1 $16 d5 $6 *" },
    { "e4 e5 Nf3 N Nc6 D", "1. e4 e5 2. Nf3 $146 Nc6 $155 *" },
    { "1. e4 e5 2. Nf3 (!) Nc6 3. Bb5", "1. e4 e5 2. Nf3 $1 Nc6 3. Bb5 *" },
    { "1. e4 e5 2. Nf3 (N) Nc6 3. Bb5", "*", "N: a move is expected here, it is 2. White\n"
      .. "Nothing of the line was played." },
    { "1. e4 e5 2. Nf3 ½ Nc6 3. Bb5", "*", "½: a move is expected here, it is 2... Black\n"
      .. "Nothing of the line was played." },
    { "1. e4 e5 2. Nf3 +0.35 Nc6 $999 3. Bb5 *", "1. e4 e5 2. Nf3 +0.35 Nc6 $999 3. Bb5 *" },
    { "1. e4 {ok} *\n\nRound 2\n\n1. d4 d5 *", "1. e4 {ok} *" },
    -- results
    { "1-0", "1-0", "Result: 1-0" }, { "½-½", "1/2-1/2", "Result: 1/2-1/2" },
    { "e4 e5 ½-½", "1. e4 e5 1/2-1/2" }, { "e4 e5 1/2", "1. e4 e5 1/2-1/2" }, { "e4 1-0", "1. e4 1-0" },
    -- castling
    { "e4 e5 Nf3 Nc6 Bc4 Bc5 00", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *" },
    { "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 000 000",
      "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O *" },
    -- a semicolon
    { "1.e4, e5; 2.Nf3, Nc6", "1. e4 e5 2. Nf3 Nc6 *" }, { "1. e4 e5;2.Nf3,Nc6", "1. e4 e5 2. Nf3 Nc6 *" },
    { "1.e4,e5;2.Nf3,Nc6;3.Bb5", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *" }, { "1. e4,e5 {a,b}", "1. e4 e5 {a,b} *" },
    { "1.e4; e5,Nf3 is good", "1. e4 {e5,Nf3 is good} *" },
    { "e4 e5; Nf3 Nc6; Bb5", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *" },
    { "e4 e5 (d5; exd5) Nf3", "1. e4 e5 (1... d5 2. exd5) 2. Nf3 *" },
    { "e4 e5 ; Nf3 is better", "1. e4 e5 {Nf3 is better} *" }, { "e4 ; a good move", "1. e4 {a good move} *" },
    { "e4 e5;", "1. e4 e5 *" },
    -- wrong signs
    { "e4 e5 Nxc3", "1. e4 e5 2. Nc3 *", "Nc3 captures nothing" },
    { "e4 e5 N:c3", "1. e4 e5 2. Nc3 *", "Nc3 captures nothing" },
    { "e4 d5 exd5 Qxd5", "1. e4 d5 2. exd5 Qxd5 *" },
    { "e4 (d4", "1. e4 (1. d4) *", "the variation was closed at the end of the line" },
    { "e4 (d4)", "1. e4 (1. d4) *" },
    { "e4 e5 Nf3+", "1. e4 e5 2. Nf3 *", "Nf3 gives no check" }, { "e4 mate", "1. e4 *", "e4 is not mate" },
    { "e4 e5 Qh5#", "1. e4 e5 2. Qh5 *", "Qh5 is not mate" }, { "e4 d5 exd5ep", "1. e4 d5 2. exd5 *",
      "exd5 is not en passant" }, { "e4 e.p.", "1. e4 *", "e4 is not en passant" },
    { "e4 f6 d4 g5 Qh5#", "1. e4 f6 2. d4 g5 3. Qh5# *", "" }, { "e4 f6 Qh5", "1. e4 f6 2. Qh5+ *", "" },
    { "e4 a6 e5 d5 exd6 e.p.", "1. e4 a6 2. e5 d5 3. exd6 *", "" },
    -- numbers
    { "e4 e5 5. Nf3", "*", "5.: the move number is wrong here, it is 2. White\nNothing of the line was played." },
    { "e4 e5 2... Nf3", "*", "2...: the move number is wrong here, it is 2. White\nNothing of the line was played." },
    { "e4 17 e5", "*", "17: the move number is wrong here, it is 1... Black\nNothing of the line was played." },
    { "1 e4 e5 2 Nf3", "1. e4 e5 2. Nf3 *", "" },
    { "1. e4 c5 (1... e5 2. Nf3) 2. Nf3", "1. e4 c5 (1... e5 2. Nf3) 2. Nf3 *", "" },
  }
  for _, row in ipairs(ROWS) do
    it(row[1], function()
      local movetext, output = typed(row[1])
      assert.equal(row[2], movetext)
      if row[3] then
        assert.equal(row[3], (output:gsub("^lucena: ", "")))
      end
    end)
  end

  it("with = is Lua if it is an assignment or a comparison", function()
    local movetext, output = typed("e4 = 5", "=e4")
    assert.same({ "*", "5" }, { movetext, output })
  end)

  it("reports castling that is not legal", function()
    local movetext, output = typed "e4 e5 00"
    assert.equal("*", movetext)
    assert.is_truthy(output:find("0-0: White cannot play that", 1, true), output)
  end)

  it("keeps a comment after a semicolon in text of several lines", function()
    assert.equal("1. e4 {e5} 1... c5 *", (typed "1. e4 ; e5\n1... c5 *"))
  end)

  it("that begins with move 1 is a new game after a set-up position, or is renumbered", function()
    local fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert.equal("1. d4 d5 2. c4 *", (typed(fen, "1. d4 d5 2. c4")))
    assert.equal("2. Nf3 Nc6 3. Bb5 *", (typed(fen, "1. Nf3 Nc6 2. Bb5"))) -- not legal in the initial position
    local movetext, output = typed(fen, "1. Bb5 a6 2. Ba4")
    assert.same({ "2. Bb5 a6 3. Ba4 *", "move 1 is read as move 2" }, { movetext, output })
    assert.equal("2. Bb5 a6 *", (typed(fen, "2. Bb5 a6")))
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"
    assert.equal("7... Ke7 8. e4 *", (typed(fen, "1... Ke7 2. e4")))
    assert.equal("*", (typed(fen, "2. e4")))
    assert.equal("1. e4 e5 *", (typed("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "new", "1. e4 e5")))
  end)
end)

describe("a typed null move", function()
  it("is read in each spelling and each dialect", function()
    local seen = 0
    for _, dialect in ipairs { "english", "french", "uci", "iccf", "smith", "gringmuth", "lan", "fide", "german" } do
      for _, entry in ipairs(require("lucena.lexicon").null_moves()) do
        local text = entry.text
        local movetext, output = typed(":dialect " .. dialect, text)
        assert.equal("1. -- *", movetext, dialect .. ": " .. text .. ": " .. output)
        seen = seen + 1
      end
    end
    assert.is_true(seen >= 9 * 5)
  end)

  it("is refused in check, with the usual message", function()
    for _, dialect in ipairs { "english", "uci" } do
      local movetext, output = typed("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", ":dialect " .. dialect, "0000")
      assert.is_truthy(output:find("0000: White cannot play that.", 1, true), output)
      assert.equal("*", movetext)
    end
  end)
end)

describe("the tree of a game", function()
  it("shows signs after moves", function()
    local tree = select(2, typed("e4 e5! Nf3 $14 Nc6 $146", "back", "tree"))
    assert.equal("1. e4 e5! 2. Nf3+/= <-- Nc6N", tree)
  end)
end)

describe("a tag pair with typographic quotation marks", function()
  for _, pair in ipairs { "[White “Morphy, Paul”]", "[White „Morphy, Paul“]", "[White «Morphy, Paul»]" } do
    it("sets the tag of the current game: " .. pair, function()
      local session = sessions.new { out = function() end }
      session:line "e4"
      assert.is_true(tag_input.is_only_tags(pair))
      session:line(pair .. "\n[Black “A \"B\" C”]")
      assert.equal("Morphy, Paul", session.game.tags.White)
      assert.equal('A "B" C', session.game.tags.Black)
      assert.equal("1. e4 *", (session.game:movetext():gsub("%s+$", "")))
    end)
  end

  it("is not in a table of Lua", function()
    assert.matches("^Lua: ", select(2, typed "[x “y”] = 5"))
  end)
end)

describe("a NUL byte", function()
  for _, line in ipairs { "; good\0move", "e4 {good\0move}", "comment good\0move", "tag White a\0b" } do
    it(("is refused: %q"):format(line), function()
      local movetext, said = typed("e4", line)
      assert.same({ "1. e4 *", "The line contains a NUL byte." }, { movetext, said })
    end)
  end
end)

it("a comment of one word is complete, even if the word is the name of a function", function()
  local session = sessions.new { out = function() end }
  session:line "e4"
  assert.is_false(session:wants_more "; comment\n")
  session:line "; comment"
  assert.equal("comment", session.node.comment)
end)

describe("a tag that is set", function()
  it("is checked as `lucena check` does", function()
    for input, output in pairs {
      ["tag weiss A"] = "weiss: A\nweiss is not a usual tag; did you mean White? tag weiss - removes it",
      ["tag Whte A"] = "Whte: A\nWhte is not a usual tag; did you mean White? tag Whte - removes it",
      ["tag Date 5"] = "Date: 5\ntag is not a date", ["tag Date 2020.01.01"] = "Date: 2020.01.01",
      ["tag WhiteElo abc"] = "WhiteElo: abc\ntag is not a rating", ["tag MyTag 5"] = "MyTag: 5",
      ["tag BlackTitle gm"] = "BlackTitle: gm\ntag is not a title: did you mean GM?",
    } do
      assert.equal(output, (select(2, typed(input))))
    end
  end)

  it("may be written with quotation marks, = or :, and as in a PGN", function()
    for _, input in ipairs {
      'tag White "Me, too"', "tag White = Me, too", "tag White: Me, too", 'tag "White" "Me, too"',
      '[White "Me, too"]', '[ White  "Me, too" ]',
    } do
      local movetext, output = typed("e4", input)
      assert.same({ "1. e4 *", "White: Me, too" }, { movetext, output }, input)
    end
    assert.equal("Round: 2\nEvent: x", select(2, typed('[Round "2"]\n[Event "x"]')))
    assert.equal("The game has no tag Black. To set one: tag Black Morphy, Paul", select(2, typed("tag Black")))
  end)

  it("begins a new game if it is a FEN", function()
    local fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    assert.equal(fen, select(2, typed("e4", ('[FEN "%s"]'):format(fen), "fen")))
    assert.equal("1. d4 *", (typed("e4", '[White "A"]\n\n1. d4 *')))
  end)
end)

describe("a command", function()
  local FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"

  it("may have its argument in quotation marks, if it is no function of Lua", function()
    assert.equal(FEN, select(2, typed(('new "%s"'):format(FEN), "fen")))
    assert.equal(FEN, select(2, typed(('fen "%s"'):format(FEN), "fen")))
    assert.equal(FEN, select(2, typed("fen " .. FEN, "fen")))
    assert.matches("^none.pgn: cannot open", select(2, typed('load "none.pgn"')))
    assert.equal("5", select(2, typed 'load "return 5"()'))
    assert.matches("^1%. e4 %*", (typed("e4 e5", 'goto "1"', "remove", 'play "e4"')))
  end)

  it("may be called without arguments, if it is no function of Lua", function()
    assert.matches("^Type moves", select(2, typed "help()"))
    assert.matches("attempt to call a nil value", select(2, typed "nosuch()"))
  end)
end)

describe("a FEN", function()
  local FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"

  it("may follow a label, be in quotation marks, and have underscores", function()
    for _, input in ipairs { "FEN: " .. FEN, "fen:" .. FEN, '"' .. FEN .. '"', (FEN:gsub(" ", "_")) } do
      assert.equal(FEN, select(2, typed(input, "fen")), input)
    end
  end)

  it("with a wrong count is refused with the count", function()
    assert.matches("^fen:19: bad piece placement %(7 ranks%)\n", select(2, typed "8/8/4k3/8/3PK3/8/8 w - - 0 1"))
    assert.matches("^fen:14: bad piece placement %(rank 4 has 9 squares%)\n",
      select(2, typed "8/8/4k3/8/3PK4/8/8/8 w - - 0 1"))
    assert.matches("^fen:1: bad piece placement\n", select(2, typed "x7/8/8/8/8/8/8/k1K5 w - - 0 1"))
  end)
end)

describe("a name without its suffix", function()
  it("is answered with the command that opens the file", function()
    local name = "none_here_but_this"
    io.open(name .. ".pgn", "w"):close()
    finally(function() os.remove(name .. ".pgn") end)
    assert.equal(("There is no '%s'.\nTo open this file: load %s.pgn"):format(name, name), select(2, typed(name)))
  end)
end)

describe("a local function of an earlier input", function()
  it("is named when it is called", function()
    assert.equal("attempt to call a nil value (global 'f'): a local variable ends with its input. To keep it, "
      .. "omit `local`.", select(2, typed("local function f() end", "f()")))
  end)
end)

describe("Lua mode", function()
  it("is named when a move is typed in it", function()
    assert.equal("There is no 'e4'.\nAll lines are Lua now; :lua ends this.", select(2, typed(":lua", "e4")))
  end)
end)

describe("a query without a file or with a wrong name", function()
  it("names commands of the prompt", function()
    local path = "spec/data/sample/sample.pgn"
    assert.matches("; `:help queries` lists the names$", select(2, typed(path, "find exd6ep")))
    assert.matches("^All games are selected%. To select some: filter QUERY", select(2, typed(path, "filter")))
    for _, word in ipairs { "off", "none", "all" } do
      assert.equal("the filter is off", select(2, typed(path, "filter checkmate", "filter " .. word)))
    end
    assert.matches("board shows the board$", select(2, typed "show board"))
    assert.equal("moves are read and shown in german", select(2, typed ':dialect "german"'))
  end)
end)

describe("a move of another language", function()
  it("is refused with the command that sets the language", function()
    assert.equal("Ng8: a move in english; in german it is Sg8\n  (read as german, like the moves before; "
      .. ":dialect NAME fixes another)", select(2, typed("e4 e5 Sf3 Sf6 d3", "Ng8")))
  end)
end)

describe("a sign alone", function()
  it("is explained, with the command that adds it to the last move", function()
    for input, page in pairs { ["??"] = "??, a NAG: $4 blunder", ["?!"] = "?!, a NAG: $6 ", ["!?"] = "!?, a NAG: $5 ",
      ["!"] = "!, a NAG: $1 ", ["!!"] = "!!, a NAG: $3 ", [":help ??"] = "??, a NAG: $4 blunder" } do
      local output = select(2, typed("e4", input))
      assert.equal(page, output:sub(1, #page))
      assert.matches("\n  nag [!?]+ adds it to the last move$", output)
    end
  end)
end)

describe("a typed comment", function()
  it("is any text, and no call of Lua with a table", function()
    for input, text in pairs {
      ["comment {best}"] = "best", ["comment (idea e5)"] = "(idea e5)", ["comment == equal"] = "== equal",
      ['comment "quoted" words'] = '"quoted" words', ["comment 'tis good"] = "'tis good",
      ["comment: good"] = "good", ['comment "x"'] = "x",
    } do
      assert.equal("1. e4 {" .. text .. "} *", (typed("e4", input)))
    end
    assert.equal("Braces in a comment are written as parentheses.", select(2, typed("e4", "comment a {und} }")))
    assert.matches("^[^\n]*usage: comment TEXT", select(2, typed("e4", "comment {}")))
    assert.matches("comment takes text, not a table", select(2, typed("e4", "comment{best = 1}")))
    assert.matches("C60 Ruy Lopez", select(2, typed("d4", 'eco "C60"')))
  end)

  it("may be alone in braces or after a semicolon, as in a PGN, if it is not Lua", function()
    for input, text in pairs { ["{best}"] = "best", ["{ fine, says Tal }"] = "fine, says Tal",
      ["; a good move"] = "a good move" } do
      assert.equal("1. e4 {" .. text .. "} *", (typed("e4", input)))
    end
    for _, input in ipairs { "{game}", "{1, 2}", "{f(1 2)}", "{a b = 1}", "; x = 5" } do
      assert.equal("1. e4 *", (typed("e4", input)), input)
    end
  end)
end)
