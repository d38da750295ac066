-- Information about the position from books, tablebases, EPD records, and an engine (here a few lines of Lua).

local chess = require "lucena"
local fake = require "spec.support.fake_engine"
local new_folder = require "spec.support.folder"
local pty = require "spec.support.pty"
local sessions = require "lucena.repl.session"

-- Returns a function that types a line and returns its output, and the session.
local function new()
  local written = {}
  local session = sessions.new { out = function(text) written[#written + 1] = text end }
  session.settings.board = false
  return function(line)
    written = {}
    local done = session:line(line)
    return table.concat(written):gsub("\n$", ""), done
  end, session
end

describe("book", function()
  it("lists the book's moves for the position, in the dialect of the session", function()
    local type_line = new()
    assert.equal("usage: book FILE, a Polyglot book (.bin) or an EPD book (.epd)", (type_line "book"))
    assert.equal("e4   66.7%  scored 75.0% in 3 games\nc4   33.3%  scored 100.0% in 1 game",
      (type_line "book spec/data/books/small.epd"))
    assert.equal("e4   66.7%\nc4   33.3%", (type_line ":book 'spec/data/books/small.bin'"))
    type_line ":dialect iccf"
    assert.equal("5254   66.7%\n3234   33.3%", (type_line "book"))
    assert.equal("4", (type_line "=book()[1].weight"))
    type_line "5755"
  end)

  it("reports positions outside the book, and files that are not books", function()
    local type_line = new()
    type_line "book spec/data/books/small.bin"
    type_line "a3 a6"
    assert.equal("spec/data/books/small.bin has no move here.", (type_line "book"))
    assert.same({ "no/such.bin: cannot open: No such file or directory", false }, { type_line "book no/such.bin" })
    assert.equal("README.md: the name of an opening book ends in .bin (Polyglot) or .epd", (type_line "book README.md"))
    -- After an error, the earlier book is still open.
    type_line "goto start"
    assert.equal("e4   66.7%\nc4   33.3%", (type_line "book"))
  end)

  it("lists moves that are illegal in the position", function()
    local folder <close> = new_folder()
    local polyglot = require "lucena.book.polyglot"
    local path = folder:write("odd.bin",
      polyglot.pack(chess.position():polyglot_key(), { raw = 7 << 6 | 31, weight = 1, learn = 0 }))
    assert.equal(path .. " has no move here.\nMoves of the book that are not legal here: h1h4",
      (new()("book " .. path)))
  end)
end)

describe("the engine", function()
  it("can be chosen by name", function()
    local type_line, session = new()
    for _, line in ipairs { "engine 'a\0b'", "engine {}", "engine(42)", "engine {'a', 1}" } do
      local said = type_line(line)
      assert.is_truthy(said:find("usage: engine", 1, true), line .. ": " .. said)
      assert.is_nil(session.engine_spec)
    end
    assert.equal("The line contains a NUL byte.", (type_line ":engine a\0b"))
  end)

  local function with_engine(changes)
    local type_line, session = new()
    session.engine_spec = fake(changes)
    return type_line, session
  end

  it("prints its evaluation from White's view, with the line in the dialect of the session", function()
    local type_line, session = with_engine()
    assert.equal("+0.20, depth 1 (Fake 1)\n1. e4 e5", (type_line "eval"))
    assert.equal("Fake 1 would play 1. e4", (type_line "hint 0.1"))
    type_line ":dialect lan:german"
    assert.equal("Fake 1 would play 1. e2-e4", (type_line "hint nodes 50"))
    assert.equal("0.2", (type_line "=eval { depth = 1 }.score.pawns"))
    assert.equal("e2e4", (type_line "=hint(1)"))
    session.engine:quit()
  end)

  it("receives the game's moves, and the given limit", function()
    local folder <close> = new_folder()
    local type_line, session = with_engine(([[
      local log = io.open(%q, "w")
      log:setvbuf "no"
      function on.position(line) log:write(line, "\n") end
      function on.go(line) log:write(line, "\n") say "info depth 3 score mate -2" say "bestmove e7e5" end
    ]]):format(folder:path "log"))
    type_line "e4"
    assert.equal("White mates in 2, depth 3 (Fake 1)\n1... e5", (type_line "eval depth 7"))
    type_line "hint 2.5"
    type_line "eval nodes=1000"
    type_line "eval 500ms"
    type_line "eval"
    local place = "position fen " .. chess.START_FEN .. " moves e2e4\n"
    assert.equal(place .. "go depth 7\n" .. place .. "go movetime 2500\n" .. place .. "go nodes 1000\n" .. place
      .. "go movetime 500\n" .. place .. "go movetime 1000\n", folder:read "log")
    session.engine:quit()
  end)

  it("rejects an invalid limit", function()
    local type_line = with_engine()
    for _, limit in ipairs { "0", "-1", "depth", "depth 0", "depth 1.5", "soon", "1 2", "nodes x", "1e9", "90000" } do
      assert.same({ "usage: eval, eval SECONDS, eval depth N or eval nodes N; eval lines N shows N lines", false },
        { type_line(":eval " .. limit) })
    end
    assert.equal("usage: hint, hint SECONDS, hint depth N or hint nodes N", (type_line "hint depth"))
    assert.equal("eval: unknown option 'x'", (type_line "eval { x = 1 }"))
    assert.equal("hint: option 'depth': number expected, got string", (type_line "hint { depth = '' }"))
  end)

  it("receives no request when the game is over", function()
    local type_line = with_engine()
    type_line "f3 e5 g4 Qh4#"
    assert.equal("The game is over: checkmate.", (type_line "eval"))
    assert.equal("The game is over: checkmate.", (type_line "hint"))
  end)

  it("is reported if it exits, prints nonsense or is missing, and starts again at the next command", function()
    local type_line, session = with_engine "function on.go() os.exit(3) end"
    local text, done = type_line "eval"
    assert.is_truthy(text:find("ended with status 3 when it was asked 'go movetime 1000'", 1, true), text)
    assert.is_false(done)
    session.engine_spec = fake 'function on.go() say "info score cp 1 pv e2e4\\27[31m" say "bestmove e2e5" end'
    assert.is_truthy((type_line "hint"):find("its best move 'e2e5' is not legal in", 1, true))
    assert.is_truthy((type_line "hint"):find("its best move 'e2e5' is not legal in", 1, true))
    local chosen = session.engine_spec
    assert.equal("no-such-engine: cannot be started: No such file or directory\n:engine PROGRAM chooses another engine",
      (type_line ":engine no-such-engine -x"))
    assert.equal(chosen, session.engine_spec)
    require("lucena.repl.environment").fill(session)
    session.environment.engine(fake())
    assert.equal("Fake 1 would play 1. e4", (type_line "hint"))
    session.engine:quit()
    rawset(chess, "engine", function(spec)
      return nil, spec .. ": cannot be started: No such file", "engine_missing"
    end)
    type_line, session = new()
    text = type_line "eval"
    rawset(chess, "engine", nil)
    assert.is_nil(session.engine_spec)
    assert.equal("stockfish: cannot be started: No such file\nStockfish is not installed (Debian: apt-get install "
      .. "stockfish)\n:engine PROGRAM chooses another engine", text)
  end)

  it("is stopped by Ctrl-C, whatever its limit", function()
    local folder <close> = new_folder()
    local argv = fake 'function on.go() io.stderr:write("think", "ing\\n") sleep() end'
    local slow = folder:write("slow.sh", ("echo $$ > '%s'\nexec %s '%s'\n"):format(folder:path "pid", argv[1],
      folder:write("slow.lua", argv[3])))
    local is_there = ('=select(3, os.execute "kill -0 $(cat %s) 2>/dev/null") == 0 and "thinks" or ("ENDED"):lower()\r')
      :format(folder:path "pid")
    local quick = folder:write("quick.lua", fake()[3])
    local code = pty({ "scripts/dev/with-build", argv[1], "scripts/lucena", "--no-init" }, {
      { expect = "1. White> " }, { send = (":engine sh %s\r"):format(slow) },
      { expect = "eval and hint use" }, { expect = "1. White> " }, { send = "eval 3600\r" },
      { expect = "thinking" }, { send = "\3" }, { expect = "interrupted" }, { expect = "1. White> " },
      { send = is_there }, { expect = "ended" }, { expect = "1. White> " },
      { send = (":engine %s %s\r"):format(argv[1], quick) }, { expect = "1. White> " }, { send = "hint\r" },
      { expect = "Fake 1 would play 1. e4" }, { expect = "1. White> " }, { send = "\4" },
    }, { env = { INPUTRC = "/dev/null", TERM = "xterm", LC_ALL = "C.UTF-8", HOME = folder.root,
      XDG_STATE_HOME = folder.root } })
    assert.equal(0, code)
  end)

  it("is Stockfish by default", function()
    assert.equal("eval and hint use stockfish", (new()(":engine")))
  end)
end)

describe("tablebase", function()
  it("reports missing tables", function()
    local type_line = new()
    local text, done = type_line "tablebase no/such/folder"
    assert.is_false(done)
    assert.is_truthy(text:find("no Syzygy tables", 1, true) or text:find("libfathom", 1, true), text)
    text, done = type_line "tablebase"
    assert.is_false(done)
    assert.is_truthy(text:find("at the prompt: tablebase PATH", 1, true) or text:find("libfathom", 1, true)
      or os.getenv("LUCENA_TABLEBASES"), text)
  end)

  it("prints the result, and the best moves", function()
    local type_line = new()
    local before = package.loaded["lucena.syzygy"]
    package.loaded["lucena.syzygy"] = {
      use = function() return 3 end,
      probe = function()
        return 2, 3, { { uci = "e6d5", value = 0, dtz = 0 }, { uci = "e6f6", value = 2, dtz = 3 },
          { uci = "e6d6", value = 2, dtz = 3 } }
      end,
    }
    assert.equal("fake: endings of up to 3 pieces", (type_line "tablebase fake"))
    type_line ":dialect german"
    type_line "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"
    local text, value = (type_line "tablebase"), (type_line "=tablebase().moves[1].san")
    package.loaded["lucena.syzygy"] = before
    assert.equal("White to move wins\nwin: Kd6 (3), Kf6 (3)\ndraw: Kd5", text)
    assert.equal('Kd6', value)
  end)
end)

describe("an EPD record", function()
  local RECORD = "r1b1k2r/ppppnppp/2n2q2/2b5/3NP3/2P1B3/PP3PPP/RN1QKB1R w KQkq - bm Nb5; pv Nb5 O-O Bxc5; ce -30; "
    .. 'c0 "one; two"; dm 3; hmvc 4; fmvn 7; id "a \27[31mname"; Mine 4 x; resign;'

  it("is summarized when it is pasted", function()
    local type_line = new()
    assert.equal("best move: Nb5\nexpected line: 7. Nb5 O-O 8. Bxc5\nevaluation for the side to move: -0.30\n"
      .. "comment: one; two\nmate in: 3\nname: a \\x1B[31mname\nMine: 4 x\nresigned", (type_line(RECORD)))
    type_line ":dialect french"
    assert.equal("best move: Cb5\nexpected line: 7. Cb5 O-O 8. Fxc5", (type_line((RECORD:gsub("; ce.*", "; fmvn 7;")))))
  end)

  it("is shown with a report of its wrong moves", function()
    assert.equal("moves to avoid: Ke3\nillegal move Ke3: in am", (new()((RECORD:gsub("bm.*", "am Ke3;")))))
  end)

  it("in a list or a file is summarized when it becomes the current record", function()
    local type_line = new()
    local second = (RECORD:gsub("bm.*", "am Na3; id x;"))
    assert.equal("2 positions; next shows the next one\nbest move: Nb5", (type_line((RECORD:gsub(" pv.*", "")) .. "\n"
      .. second)))
    assert.is_truthy((type_line "next"):find("\nmoves to avoid: Na3\nname: x$"))
    assert.is_truthy((type_line "load spec/data/epd/suite.epd"):find("\n1%. [^\n]+\nbest move: "))
  end)
end)
