-- The commands for training at the prompt (quiz, show, threat), and `problems`.

local new_folder = require "spec.support.folder"
local new_prompt = require "spec.support.prompt"

-- Returns a session, and a function that types inputs in sequence and returns the output of the last one.
local function new()
  local session, type_line = new_prompt()
  return session, function(...)
    local text, done
    for _, line in ipairs { ... } do
      text, done = type_line(line)
    end
    return text, done
  end
end

local RUY = "1. e4 e5 2. Nf3 (2. f4) 2... Nc6 3. Bb5 d6 *"
local ASKED = "Which move does White play? (quiz hint, quiz skip, quiz end)"

describe("quiz", function()
  it("asks for the moves of one side, in any notation, and counts first attempts", function()
    local session, type_lines = new()
    assert.equal(ASKED, (type_lines(RUY, "goto start", "quiz")))
    assert.equal("1. d4 is legal, but not the move; try again, or quiz hint", (type_lines "d4"))
    assert.equal("1. e4 is right (0 of 1 right)\nThe answer: 1... e5", (type_lines "e2e4"))
    assert.equal("2. f4 is a variation of the game, not its move", (type_lines "f4"))
    assert.equal("A move of the knight on g1", (type_lines "quiz hint"))
    assert.matches("2. Cf3 is right %(0 of 2 right%)\nThe answer: 2... Cc6$", (type_lines "Cf3"))
    assert.equal("3. Bb5 is right (1 of 3 right)\nThe answer: 3... d6\nThis is the end of the line: 1 of 3 right",
      (type_lines(":dialect english", "Bb5"):gsub("^read[^\n]*\n", "")))
    assert.equal(6, session.node.ply)
    assert.equal(8, session.game.node_count, "the answers do not change the game")
  end)

  it("explains illegal moves, shows the move and ends", function()
    local _, type_lines = new()
    assert.matches("^Ke3: White cannot play that", (type_lines(RUY, "goto start", "quiz", "Ke3")))
    assert.equal("The move is 1. e4\nThe answer: 1... e5", (type_lines "quiz skip"))
    assert.equal("The quiz has ended: 0 of 1 right", (type_lines "quiz end"))
    assert.equal("No quiz has begun here; quiz begins one.", (type_lines "quiz end"))
    assert.matches("^No move of the game follows", (type_lines("goto end", "quiz")))
    assert.equal("usage: quiz, quiz hint, quiz skip, quiz end", (type_lines "quiz x"))
  end)

  it("hides the next move, and ends when the user goes elsewhere", function()
    local session, type_lines = new()
    type_lines(RUY, "goto start")
    assert.matches("Next: 1. e4", (type_lines "board"))
    assert.is_nil((type_lines("quiz", "board"):find "Next:"))
    type_lines("forward", "forward", "Bc4")
    assert.equal("Bc4", session.node.san)
  end)

  it("accepts another mate, and asks the records of an EPD file", function()
    local folder <close> = new_folder()
    folder:write("two.epd", '6k1/5ppp/8/8/8/8/5PPP/R2Q2K1 w - - bm Ra8#; id "one";\n'
      .. '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id "none";\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "three";\n')
    local _, type_lines = new()
    assert.equal(ASKED, (type_lines(folder:path "two.epd", "quiz")))
    assert.matches("^1. Qd8# is right %(1 of 1 right%)\n2. none\n.*3. three", (type_lines "Qd8"))
    assert.matches("1. Ra8# is right %(2 of 2 right%)\nThis was the last position: 2 of 2 right$", (type_lines "Ra8"))
  end)
end)

describe("show", function()
  it("marks the moves of a piece, or its attacks if its side is not to move", function()
    local session, type_lines = new()
    type_lines(RUY, "goto end")
    assert.equal("White's bishop on b5: Bf1, Be2, Bd3, Ba4, Bc4, Ba6, Bxc6+", (type_lines "show B b5"))
    assert.equal("Black's knight on c6 attacks b4, d4, a5, e5, a7, e7, b8, d8", (type_lines "show c6"))
    assert.equal("there is no knight on b5", (type_lines "show N b5"))
    session.settings.board = true
    assert.matches("\n6  %.  %. %[n%] p  %.  %.  %.  %.\n5 %[%.%] B", (type_lines "show a5"))
    assert.is_nil((type_lines "board"):find("[n]", 1, true), "the marks are shown once")
  end)

  it("names the attackers of an empty square, pinned and hanging pieces", function()
    local _, type_lines = new()
    type_lines(RUY, "goto end")
    assert.equal("d4 is attacked by White: Nf3; Black: e5, Nc6", (type_lines "show d4"))
    assert.equal("Black's Nc6 is pinned", (type_lines "show pins"))
    assert.equal("No piece hangs: all attacked pieces are guarded.", (type_lines "show hanging"))
    assert.equal("White's Bg5 (attacked by h6)", (type_lines("new", "d4 h6 Bg5", "show hanging")))
    assert.equal("No piece is pinned to its king.", (type_lines "show pins"))
    assert.equal("usage: show e4, show N g1, show pins or show hanging; open 2 opens a game, "
      .. "board shows the board", (type_lines "show i9"))
  end)
end)

describe("threat", function()
  it("analyses the position with the other side to move", function()
    local _, type_lines = new()
    type_lines(":engine lua5.4 spec/support/fake_engine.lua", "e4 e5 Qh5")
    assert.matches("^If it were White's move:\n", (type_lines "threat depth 3"))
    assert.equal("There is no threat to show: the side to move is in check, or the game is over.",
      (type_lines("new", "e4 f6 d4 g5 Qh5", "threat")))
  end)
end)

describe("problems", function()
  it("lists the diagnostics of all games of the file, and of the game", function()
    local folder <close> = new_folder()
    folder:write("bad.pgn", '[White "A"]\n\n1. e4 e5 2. Ke5 *\n\nstray text\n\n[White "B"]\n\n1. d4 Nf3 *\n')
    local _, type_lines = new()
    assert.equal("This game has no problem.", (type_lines "problems"))
    type_lines(folder:path "bad.pgn")
    local outside = 'line 5: text outside any game "stray text"\n'
    assert.matches("^" .. outside .. "game 2, line 9: .*Nf3.*\nthis game, line 3: .*Ke5[^\n]*$",
      (type_lines "problems"))
    type_lines "next"
    assert.matches("^" .. outside .. "game 2, .*\ngame 1, line 3: .*Ke5.*\nthis game, line 9: ",
      (type_lines "problems"))
    assert.equal((type_lines "problems"), (type_lines "problems"))
  end)

  it("lists once what other commands report", function()
    local folder <close> = new_folder()
    folder:write("stray.pgn", "1. e4 e5 *\n\nstray text\n\n1. d4 d5 *\n")
    for _, line in ipairs { "games", "filter moves{max = 5}", "filter played \"d4\"" } do
      local _, type_lines = new()
      type_lines(folder:path "stray.pgn")
      type_lines(line)
      assert.equal('line 3: text outside any game "stray text"', (type_lines "problems"), line)
      type_lines("open 2")
      assert.equal('line 3: text outside any game "stray text"', (type_lines "problems"), line)
    end
  end)
end)
