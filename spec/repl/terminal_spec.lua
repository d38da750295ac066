-- The prompt as its user meets it: each test types lines on a terminal and reads the screen. The other specs of this
-- folder test the details of the commands without a terminal.

local new_folder = require "spec.support.folder"
local pty = require "spec.support.pty"

local GAMES = [[
[White "Anna"]
[Black "Bert"]
[WhiteElo "2400"]
[BlackElo "2300"]
[Date "2020.01.01"]
[Result "1-0"]

1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 1-0

[White "Carla"]
[Black "Dora"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

text that belongs to no game

[White "Emil"]
[Black "Fritz"]
[Result "*"]

1. e4 e5 2. Ke5 *
]]

-- Types lines, each a text or a list of the line and the texts that must come after it, in order. The file of games is
-- loaded first. `screen`: {columns, rows}. At the end, `quit` is typed twice, because the game may have changed.
-- Returns all output.
local function at_prompt(lines, files, screen)
  screen = screen or { columns = 140, rows = 50 }
  local folder <close> = new_folder()
  folder:write("games.pgn", GAMES)
  for name, text in pairs(files or {}) do
    folder:write(name, text)
  end
  local steps = { { expect = "White> " } }
  for _, line in ipairs(lines) do
    local texts = type(line) == "table" and line or { line }
    local text = texts[1]:gsub("@", folder.root .. "/")
    steps[#steps + 1] = { send = text .. (text == "\4" and "" or "\r") }
    for i = 2, #texts do
      steps[#steps + 1] = { expect = texts[i] }
    end
    steps[#steps + 1] = { expect = "> " }
  end
  steps[#steps + 1] = { send = "\21quit\rquit\r" }
  local env = { INPUTRC = "/dev/null", TERM = "xterm", LC_ALL = "C.UTF-8", HOME = folder.root,
    XDG_STATE_HOME = folder:path "state", XDG_CONFIG_HOME = folder:path "config" }
  local code, seen = pty({ "scripts/dev/with-build", os.getenv "LUCENA_LUA" or "lua5.4", "scripts/lucena", "--color",
    "never", folder:path "games.pgn" }, steps, { columns = screen.columns, rows = screen.rows, env = env })
  assert.equal(0, code, seen)
  return seen
end

describe("at a terminal", function()
  it("a changed game is not left without a warning, and undo brings it back", function()
    at_prompt { { "goto end", "2. Nf3" }, { "comment My precious analysis", "My precious analysis" },
      { "next", "not saved: `save` writes it to" }, { "\4", "not saved" }, { "next", "not saved" },
      { "next", "Game 2" }, { "undo", "My precious analysis" }, { "save", "saved in" },
      { "next", "Game 2" } }
  end)

  it("the moves of a pasted game are a new game", function()
    at_prompt { { "goto end", "2. Nf3" },
      { "\27[200~1.e4 e5 2.Cf3 Cc6 3.Fb5 a6 (3...Cf6 4.O-O) 4.Fa4\27[201~", "read as french", "a new game: " },
      { "fen", "r1bqkbnr/1ppp1ppp/p1n5/4p3/B3P3" }, { "undo", "2. Nf3" } }
  end)

  it("unreadable text is reported when the file is searched, and listed again by problems", function()
    at_prompt { { "find played \"Qxf7#\"", "illegal move Ke5 (move 2, White)", "No game" },
      { "problems", "text outside any game" }, { "problems", "game 3, line 22: illegal move Ke5" } }
  end)

  it("Lua code that is wrong is not taken for unfinished code, and a table may be typed over lines", function()
    at_prompt { { "end", "<eof> expected near 'end'", "White" }, { "return 1 2", "<eof> expected near '2'" },
      { "{1,2\r}", "{ 1, 2 }" }, { "fen", "rnbqkbnr/pppppppp" } }
  end)

  it("save writes into no file that has no games", function()
    at_prompt({ { "save @mine.lua", "nothing was written" }, { "!cat @mine.lua", "return 1" } },
      { ["mine.lua"] = "return 1\n" })
  end)

  it("strict globals and a removed function of Lua do not end the prompt", function()
    at_prompt { { 'do setmetatable(_G, {__index=function(_,k) error("undefined variable "..k,2) end}) end', "White" },
      { "e4", "1. e4" }, { "string.find = nil", "Black" }, { "table.insert, pairs, pcall = nil", "Black" },
      { "e5", "1... e5" }, { "fen", "rnbqkbnr/pppp1ppp" } }
  end)

  it("moves are read in the language that was announced, until another one is", function()
    at_prompt { { "new", "Start" }, { "e4 e5 Sf3 Sc6 Lb5 a6", "read as german", "Dialect: german" },
      { "Ba4", "4. a4", "Dialect: german" }, { "undo", "3... a6" },
      { "Bxc6", "Bxc6: White cannot play that", "read as german" } }
  end)

  it("the library is shown with all its names, and functions with their parameters", function()
    at_prompt { { "chess", "names: ", "engine", "tablebase" }, { "chess.query", "checkmate" },
      { "function f(a, b) end", "White" }, { "f", "function(a, b)" } }
  end)

  it("initial positions of Chess960 are set up by number or at random", function()
    at_prompt { { "new 518", "Start" }, { ":960", "of Chess960" }, { "new 960", "0 to 959" } }
  end)

  it("a move after the end of the game is refused with the reason", function()
    at_prompt { { "open 2", "Game 2" }, { "goto end", "Checkmate" }, { "Pa4", "the game is over: checkmate" },
      { "a3", "the game is over: checkmate" } }
  end)

  it("the time of a line is printed although the line fails", function()
    at_prompt { { ':time find white "Zzz"', " s of processor time)", "No game" } }
  end)

  it("a file that is no game file is refused in a few lines", function()
    local seen = at_prompt({ { "@noise.pgn", "this is not a PGN file" } },
      { ["noise.pgn"] = ("\1\2\200\255\0 noise"):rep(500) })
    assert.is_true(select(2, seen:gsub("\n", "")) < 40, seen)
  end)

  it("tree prints each variation under the move that it replaces", function()
    at_prompt { { "tree", "1. e4 e5\r\n      1... c5 2. Nf3\r\n              2. c3 d5\r\n      2... d6\r\n2. Nf3" } }
  end)

  it("filter selects games, takes functions and explains its query", function()
    at_prompt { { "filter result \"1-0\"", "1 of 3 games match" }, { "games", "Anna" }, { "filter", "off" },
      { "filter(function(g) return g.plies == 4 end)", "1 of 3 games match" }, { "games", "Carla" },
      { "filter checkmate & move_number{max=1}", "within(QUERY, FIRST, LAST)" } }
  end)

  it("explore lists the moves of the file and plays one", function()
    at_prompt { { "explore", "Games", "1  1. e4", "2  1. f3" }, { "explore 2", "1. f3" } }
  end)

  it("Tab completes queries, squares and places", function()
    at_prompt { { "find stalem\t", "No game" }, { "goto en\t", "2. Nf3" } }
  end)

  it("Tab asks before it lists a hundred names, and stops after each screen", function()
    local folder <close> = new_folder()
    local code, seen = pty({ "scripts/dev/with-build", os.getenv "LUCENA_LUA" or "lua5.4", "scripts/lucena" }, {
      { expect = "1. White> " }, { send = "find \t\t" }, { expect = "names? (y or n) " }, { send = "n" },
      { expect = "1. White> find " }, { send = "\t" }, { expect = "names? (y or n) " }, { send = "y" },
      { expect = "--More--" }, { send = "q" }, { expect = "1. White> find " }, { send = "stalem\t\r" },
      { expect = "No file is loaded" }, { expect = "> " }, { send = "\4" },
    }, { columns = 80, rows = 24, env = { INPUTRC = "/dev/null", TERM = "xterm", HOME = folder.root } })
    assert.equal(0, code, seen)
  end)

  it("a pasted text with more lines than the screen has rows is shown as its first line", function()
    local rows = { "x = 0" }
    for i = 2, 40 do
      rows[i] = "x = x + " .. i
    end
    local paste = "\27[200~" .. table.concat(rows, "\n") .. "\n\27[201~"
    local screen = { columns = 80, rows = 24 }
    local seen = at_prompt({ "new", { paste, "x = 0 ... (40 lines)" }, { "=x", "819" } }, {}, screen)
    assert.is_nil(seen:find("x + 30", 1, true))
    seen = at_prompt({ "new", { "\27[200~x = 0\nx = 5\27[201~", "x = 5" } }, {}, screen)
    assert.is_nil(seen:find(" lines)", 1, true))
  end)

  it("the last error of Lua has a traceback, and lost local variables are explained", function()
    at_prompt { { "function g() error('no more') end", "White" }, { "g()", "no more" },
      { ":tb", "stack traceback" }, { "local x = 5", "White" },
      { "x", "a local variable ends with its input" } }
  end)

  it("words of other prompts are understood", function()
    at_prompt({ { "@mine.lua", "from the file" }, { "?find", "find [QUERY]" }, { "find?", "find [QUERY]" },
      { "!echo from the shell", "from the shell" }, { "next", "Game 2" }, { "prev", "Game 1" },
      { "report summary", "Games" }, { ":help bad_tag", "malformed tag" }, { ":help french", "R D T F C" },
      { ":help C65", "Berlin" }, { ":help $14", "slight advantage" } }, { ["mine.lua"] = "print 'from the file'\n" })
  end)

  it("a typed tag is one of the current game, and pasted tags begin a game without marks of a paste", function()
    at_prompt { { "new", "Start" }, { "e4", "1. e4" }, { '[White "Me"]', "White: Me", "1... Black" },
      { '[White "You"]\r[Black "Me"]\r\r1. d4 d5 *\r', "You – Me", "1... d5" },
      { "pgn", '[White "You"]', "1. d4 d5" } }
  end)

  it("eco finds parts of names", function()
    at_prompt { { "eco Najdorf", "B90 Sicilian Defence: Najdorf Variation: 1. e4 c5" } }
  end)

  it("a pawn move that is not legal is explained for the pawn that was meant", function()
    at_prompt { { "new", "Start" }, { "e4 d5 d4 e6 e5 c5", "3... c5" }, { "d5", "The pawn on d4 is blocked" } }
  end)

  it("a game with many diagnostics shows the first", function()
    local lines = { { "@many.pgn", "line 3: wrong move number 2. (move 1", "... and 6 more; `problems` lists all" },
      { "problems", "(move 19" } }
    at_prompt(lines, { ["many.pgn"] = "[Round \"1\"]\n\n" .. ("2. Nf3 Nf6 3. Ng1 Ng8 "):rep(10) .. "*\n" })
  end)

  it("a long game is cut, so that its players remain on a small screen", function()
    local tags = '[White "Anna"]\n[Black "Berta"]\n[Result "*"]\n\n'
    local files = { ["long.pgn"] = tags .. "1. Nf3 Nf6 2. Ng1 Ng8 *\n\n" .. tags
      .. ("Nf3 Nf6 Ng1 Ng8 "):rep(20) .. "*\n" }
    local short = { "@long.pgn", "Game 1", "2. Ng1 Ng8\r\n8 " }
    at_prompt({ short, { "open 2", "Anna", "... `= game` shows all moves\r\n8 " } }, files, { columns = 60, rows = 20 })
    at_prompt({ { "@long.pgn", "Anna" }, { "open 2", "40. Ng1 Ng8\r\n8 " } }, files, { columns = 60, rows = 50 })
  end)
end)
