-- The rule that decides which inputs are chess, commands or Lua.

local chess = require "lucena"
local rule = require "lucena.repl.rule"
local sessions = require "lucena.repl.session"

local function new()
  return sessions.new { out = function() end }
end

local function meaning(text, session)
  return (rule.meaning(session or new(), text))
end

describe("an input line that is both valid Lua and chess", function()
  for _, text in ipairs { "e4", "Nf3", "O-O", "O-O-O", "0-0", "0-0-0", "--", "e8=Q", "5254", "e4, e5", "1-0", "1/2-1/2",
    "N-KB3", "Cf3", "a1" } do
    it(text .. " is read as chess", function()
      local code = "return " .. text
      assert.is_truthy(load(code) or load(text), text .. " does not compile: no example")
      assert.equal("chess", meaning(text))
    end)
  end
end)

describe("an input line", function()
  it("of moves, numbers, results, signs, comments and variations is read as chess", function()
    for _, text in ipairs { "e4 e5 Cf3", "1. d4 Nf6 2. c4", "1...e5", "12... Nf6!?", "1 e4 e5 2 Nf3", "e4 {best}",
      "e4 (d4 d5) e5", "exd6 e.p.", "Кf3 Кc6", "e4 $1 e5", "e4 e5 *", "e2e4 e7e5", "Bb5+", "♘f3", "Ng1-f3" } do
      assert.equal("chess", meaning(text), text)
    end
  end)

  it("is read as Lua in all other cases", function()
    for _, text in ipairs { "x = 5", "print(e4)", "42", "2 + 2", "{1, 2}", '"e4"', "'e4'", "board:fen()", "1234567",
      "-- a comment", "for i = 1, 3 do", "e9", "f(1)", "2024", "e4()", "e4.x", "local e4 = 1", "not e4" } do
      assert.equal("lua", meaning(text), text)
    end
  end)

  it("is Lua after =, and a command after a colon", function()
    local session = new()
    assert.same({ "lua", "return e4" }, { rule.meaning(session, "=e4") })
    assert.same({ "command", "play", "e4 e5" }, { rule.meaning(session, ":play e4 e5") })
    assert.same({ "command", "", "" }, { rule.meaning(session, ":") })
  end)

  it("is Lua if it contains a variable, and a hint explains how to play the move", function()
    local session = new()
    session.environment.e4 = 3
    assert.same({ "lua", "e4", "e4" }, { rule.meaning(session, "e4") })
    assert.equal("chess", meaning("e5", session))
    -- An input that does not compile cannot be Lua.
    assert.equal("chess", meaning("e4 e5 Nf3", session))
  end)

  it("is chess only if its words have the form of moves in the fixed dialect", function()
    local session = new()
    session:line ":dialect french"
    assert.equal("chess", meaning("Cf3", session))
    assert.equal("lua", meaning("Nf3", session))
    session:line ":dialect iccf"
    assert.equal("chess", meaning("5254", session))
    assert.equal("lua", meaning("e4", session))
  end)

  it("is not chess if a word begins with five lower-case letters, except for captures by pawns", function()
    local LETTERS, ENDS = "abcdefghnkqrpoxbxeioz", { "", "3", "e4", "8=q", "(1)", "(q)", "ep", "+", "-o", "xd5" }
    local english = chess.dialect "english"
    local seed = 7
    math.randomseed(seed)
    for _ = 1, 20000 do
      local word = ""
      for _ = 1, math.random(5, 6) do
        local at = math.random(#LETTERS)
        word = word .. LETTERS:sub(at, at)
      end
      word = word .. ENDS[math.random(#ENDS)]
      assert.is_true(not english:is_shaped(word) or word:find("^p?[a-h]x?[a-h]") ~= nil,
        ("seed %d: %s"):format(seed, word))
    end
    for _, line in ipairs { "exdep", "1. e4 d5 exdxc", "print(1)", "e4 print", "print e4", "e4 e5 (print)", "return 1",
      "chess.game", "assert(e4)", "pexd e5", "local e4 = 1", "ooooo", "nbxde4" } do
      local loaded = new()
      assert.equal("english", loaded.language.name)
      assert.equal(meaning(line, loaded), meaning(line, new()), line)
    end
  end)

  it("undo of Lua code before the first move keeps English", function()
    local session = new()
    session:line "print(1)"
    session:line "game = chess.game('1. e4 *')"
    session:line ":undo"
    assert.equal("english", session.language.name)
    assert.equal("chess", meaning("Nf3", session))
  end)

  it("with a FEN, an EPD record or a tag is read as pasted data", function()
    assert.equal("fen", meaning("8/8/8/4k3/8/8/8/4K2R w K - 0 1"))
    assert.equal("fen", meaning("8/8/8/4k3/8/8/8/4K2R w K - bm O-O;"))
    assert.equal("pgn", meaning('[Event "x"]\n\n1. e4 *'))
    assert.equal("lua", meaning("8/8/8/8"))
    -- Text that looks like a FEN is read as a FEN, so that its errors are reported.
    assert.equal("fen", meaning("8/8/8/4k3/8/8/8/4X2R w K - 0 1"))
    assert.equal("fen", meaning("8/8/4k3/8/8/4K2R b"))
    assert.equal("lua", meaning("a/b/c/d/e/f/g/h"))
    assert.equal("lua", meaning("a/b/c/d/e/f/g/h wide"))
  end)

  it("with a file name loads the file", function()
    local session = new()
    assert.equal("file", meaning("spec/data/engine/engine.pgn", session))
    assert.equal("file", meaning("missing.pgn", session))
    assert.equal("file", meaning("scripts/examples/tour.lua", session))
    assert.equal("lua", meaning("settings.lua", session))
    session.environment.missing = { pgn = 1 }
    assert.equal("lua", meaning("missing.pgn", session))
    assert.equal("lua", meaning("board.pgn", session))
  end)

  it("with the name of a command is a command, alone or with its arguments", function()
    local session = new()
    for _, text in ipairs { "back", "moves", "fen", "pgn", "goto 12b", "perft 4", "attackers e4", "nag +-", "nag =",
      "comment a move", "find player \"Morphy\"", "load games.pgn", "next", "open ../x.pgn" } do
      assert.equal("command", meaning(text, session), text)
    end
    for _, text in ipairs { "back(2)", "moves = 5", "perft.x", "next(t)",
      'board = "8/8/8/4k3/8/8/8/4K2R w K - 0 1"', "game = nil",
      "moves + 1", "load 'return 1'", "moves == nil" } do
      assert.equal("lua", meaning(text, session), text)
    end
    session.environment.moves = {}
    assert.equal("lua", meaning("moves", session))
  end)

  it("may be blank", function()
    assert.equal("nothing", meaning("  "))
  end)
end)

describe("UCI's command go", function()
  it("is eval with the same limit", function()
    for input, arguments in pairs { ["go depth 5"] = "depth 5", ["go nodes 900"] = "nodes 900",
      ["go movetime 1500"] = "1.5" } do
      assert.same({ "command", "eval", arguments }, { rule.meaning(new(), input) })
    end
    assert.equal("goto", select(2, rule.meaning(new(), "go 12")))
  end)
end)

describe("incomplete input", function()
  it("is unfinished Lua code, or an unfinished game", function()
    local session = new()
    for _, text in ipairs { "for i = 1, 3 do\n", "x = {\n", "=f(\n", "e4 {best\n", '[Event "x"]\n', '[Event "x"]\n\n',
      '[Event "x"]\n\n1. e4 e5\n', '[Event "x"]\n\n1. e4 {a\n\n' } do
      assert.is_true(session:wants_more(text), text)
    end
    for _, text in ipairs { "e4 e5\n", "x = 5\n", "x = = 5\n", '[Event "x"]\n\n1. e4 e5 1-0\n',
      '[Event "x"]\n\n1. e4 *\n', '[Event "x"]\n\n1. e4 e5\n\n', "back\n", "", '[Event "x"]\n\n1. e4 1-0 {end}\n' } do
      assert.is_false(session:wants_more(text), text)
    end
  end)

  -- If the whole text were read again for each of its lines or blanks, this would take minutes.
  it("is classified in time that does not grow with the game or with blanks in a line", function()
    local session = new()
    local before = os.clock()
    local text = '[Event "x"]\n\n' .. ("1. Nf3 Nf6 2. Ng1 Ng8\n"):rep(4000)
    for _ = 1, 1000 do
      assert.is_true(session:wants_more(text))
    end
    local blanks = (" "):rep(200000)
    assert.equal("lua", meaning("x" .. blanks .. "x", session))
    assert.equal("command", meaning(":goto 1" .. blanks .. "x", session))
    assert.equal("command", meaning("goto 1" .. blanks .. "x", session))
    assert.is_true(os.clock() - before < 6)
  end)
end)

describe("the environment of the prompt", function()
  it("does not change Lua's globals", function()
    local session = new()
    for name, value in pairs(_G) do
      assert.equal(value, session.environment[name], name)
    end
  end)

  it("defines no names of one or two letters", function()
    local made = new()
    require("lucena.repl.environment").fill(made)
    for name in pairs(made.live) do
      assert.is_true(#name > 2, name)
    end
  end)

  it("has other names for commands that are named like Lua functions", function()
    local made = new()
    require("lucena.repl.environment").fill(made)
    local environment = made.environment
    for _, name in ipairs { "jump", "next_game", "load_game", "back", "moves", "find", "undo" } do
      assert.equal("function", type(environment[name]), name)
    end
    assert.equal(next, environment.next)
    assert.equal(load, environment.load)
  end)
end)

describe("a dialect whose moves have many words", function()
  it("is read as chess", function()
    local session = new()
    session.is_auto, session.language = false, require("lucena").dialect {
      name = "wordy", extend = "lan", separator = " ", quiet = "goes all the long way from there to",
      pieces = { K = "K", Q = "Q", R = "R", B = "B", N = "the knight that stands on" },
    }
    assert.equal("chess", meaning("the knight that stands on g1 goes all the long way from there to f3", session))
  end)
end)
