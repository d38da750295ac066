-- chess.engine: analysis with an engine of a few lines of Lua, which works or fails in different ways; and with a real
-- engine if one is installed.

local chess = require "lucena"
local fake = require "spec.support.fake_engine"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"

local START = chess.position()

local function engine_of(changes, more)
  local spec = fake(changes)
  for key, value in pairs(more or {}) do
    spec[key] = value
  end
  return chess.engine(spec)
end

-- The failure of a call: its message without the program's name, and its code.
local function failure(value, err, code)
  assert.is_nil(value)
  return { (err:gsub("^[^:]*: ", "", 1)), code }
end

local function words(moves)
  local list = {}
  for i, move in ipairs(moves) do
    list[i] = tostring(move)
  end
  return table.concat(list, " ")
end

describe("an engine", function()
  it("reports its name and its options", function()
    local engine <close> = assert(engine_of())
    assert.same({ "Fake 1", "Nobody", "lucena.Engine: Fake 1" }, { engine.name, engine.author, tostring(engine) })
    assert.same({ name = "Hash", kind = "spin", default = 16, min = 1, max = 64 }, engine.options.Hash)
    assert.same({ name = "Style of Play", kind = "combo", default = "Quite Solid",
      choices = { "Quite Solid", "Risky" } }, engine.options["Style of Play"])
    assert.same({ name = "Book", kind = "string", default = "" }, engine.options.Book)
    assert.is_true(engine:ready())
  end)

  it("returns a move, a score and a line", function()
    local engine <close> = assert(engine_of())
    local found = assert(engine:analyse(START, { depth = 1 }))
    assert.same({ "e2e4", "e7e5", "0.20", "e2e4 e7e5", 7, 1, 2, 1 }, { tostring(found.move), tostring(found.ponder),
      tostring(found.score), words(found.pv), found.nodes, found.depth, found.seldepth, #found.lines })
    assert.same({ white = 300, draw = 600, black = 100 }, found.wdl)
    assert.is_true(found.time >= 0 and found.time < 5)
  end)

  it("returns scores from White's view, and mates with the side that mates", function()
    local changes = [[ function on.go(line)
      say("info depth 1 score " .. (line:match "depth 1$" and "cp 150" or line:match "depth 2$" and "mate 2"
        or "mate -3") .. " wdl 900 90 10 pv e7e5")
      say "bestmove e7e5"
    end ]]
    local engine <close> = assert(engine_of(changes))
    local black = START:play "e4"
    local found = assert(engine:analyse(black, { depth = 1 }))
    assert.same({ "-1.50", -1.5, 1.5, 10 },
      { tostring(found.score), found.score.pawns, found.score:of "black", found.wdl.white })
    local mating = assert(engine:analyse(black, { depth = 2 })).score
    assert.same({ "#-2", "black", 2, math.huge }, { tostring(mating), mating.mate, mating.moves, mating:of "black" })
    local mated = assert(engine:analyse(black, { depth = 3 })).score
    assert.same({ "#3", "white", 3 }, { tostring(mated), mated.mate, mated.moves })
  end)

  it("receives each command in one line", function()
    local folder <close> = new_folder()
    local changes = ([[
      local log = io.open(%q, "w")
      log:setvbuf "no"
      local function note(line) log:write(line, "\n") end
      on.setoption, on.ucinewgame, on.position = note, note, note
      function on.go(line) note(line) say "bestmove (none)" end
    ]]):format(folder:path "log")
    do
      local engine <close> = assert(engine_of(changes, { options = { hash = 32, ["Clear Hash"] = true } }))
      assert(engine:set("Style of Play", "risky"))
      assert(engine:new_game())
      local game = chess.game "1. d4 (1. e4 e5) d5 *"
      engine:analyse(game.root[2][1], { nodes = 5, time = 0.25, multipv = 2, searchmoves = { "Nf3", "b1c3" } })
      engine:play(START, { white_time = 60, moves_to_go = 40 })
      local shuffled = chess.position("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        { chess960 = true })
      engine:analyse(shuffled, { depth = 1 })
    end
    assert.equal([[
setoption name Clear Hash
setoption name Hash value 32
setoption name Style of Play value Risky
ucinewgame
setoption name MultiPV value 2
position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5
go nodes 5 movetime 250 searchmoves g1f3 b1c3
setoption name MultiPV value 1
position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
go wtime 60000 movestogo 40
setoption name UCI_Chess960 value true
position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9
go depth 1
]], folder:read "log")
  end)

  it("receives only options that it declares", function()
    local engine <close> = assert(engine_of())
    local refused = {
      { "Hsh", 3, "it has no option 'Hsh'; did you mean 'Hash'?" },
      { "Hash", 65, "option 'Hash' is an integer from 1 to 64, not 65" },
      { "Hash", "9", "option 'Hash' is an integer from 1 to 64, not 9" },
      { "Book", "a\nquit", "option 'Book' is text without control characters, not a\\x0aquit" },
      { "Book", "a\0b", "option 'Book' is text without control characters, not a\\x00b" },
      { "Style of Play", "Wild", "option 'Style of Play' is one of Quite Solid, Risky, not Wild" },
      { "Clear Hash", 1, "option 'Clear Hash' is a button: true presses it, not 1" },
      { "Hash\nquit", 3, "it has no option 'Hash\\x0aquit'" },
    }
    for _, case in ipairs(refused) do
      assert.same({ case[3], "bad_option" }, failure(engine:set(case[1], case[2])))
    end
    assert.same({ "option 'MultiPV' is an integer from 1 to 3, not 4", "bad_option" },
      failure(engine:analyse(START, { depth = 1, multipv = 4 })))
    assert.is_true(engine:ready())
  end)

  it("returns several lines", function()
    local engine <close> = assert(engine_of [[ function on.go()
      say "info depth 1 multipv 1 score cp 30 pv e2e4"
      say "info depth 1 multipv 2 score cp 20 pv d2d4"
      say "info depth 1 multipv 9 score cp 10 pv a2a4"
      say "bestmove e2e4"
    end ]])
    local found = assert(engine:analyse(START, { depth = 1, multipv = 3 }))
    assert.equal("d2d4", tostring(found.lines[2].pv[1]))
    assert.equal(2, #found.lines)
  end)

  it("prefers exact scores to bounds, unless the move changed", function()
    local changes = [[ function on.go(line)
      say "info depth 1 score cp 30 pv e2e4"
      say "info depth 2 score cp 90 lowerbound pv d2d4"
      say(line:match "1$" and "bestmove e2e4" or "bestmove d2d4")
    end ]]
    local engine <close> = assert(engine_of(changes))
    assert.equal("0.30", tostring(assert(engine:analyse(START, { depth = 1 })).score))
    local score = assert(engine:analyse(START, { depth = 2 })).score
    assert.same({ "0.90", "lower" }, { tostring(score), score.bound })
  end)

  it("receives no request if the game is over", function()
    local engine <close> = assert(engine_of [[ function on.go() os.exit(1) end ]])
    local mate = assert(engine:analyse(START:play("f3 e5 g4 Qh4#"), { depth = 1 }))
    assert.same({ "#-0", "checkmate" }, { tostring(mate.score), mate.outcome.reason })
    assert.same({ "stalemate", "game_over" },
      failure(engine:play(chess.position "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", { depth = 1 })))
  end)

  it("is stopped on request, and if `each` raises", function()
    local engine <close> = assert(engine_of [[
      function on.go() say "info depth 1 score cp 1 pv e2e4" end
      function on.stop() say "bestmove e2e4" end
    ]])
    local seen = 0
    local found = assert(engine:analyse(START, { depth = 9, each = function(line)
      seen = seen + line.depth
      return true
    end }))
    assert.same({ 1, "e2e4" }, { seen, tostring(found.move) })
    local function raise() error("oops", 0) end
    assert.has_error(function() engine:analyse(START, { depth = 9, each = raise }) end, "oops")
    assert.is_true(engine:ready())
    assert.equal("cancelled", select(3, engine:analyse(START, { depth = 9, each = function() engine:cancel() end })))
    assert.is_true(engine:ready())
  end)

  it("raises for wrong arguments at the caller's line", function()
    local engine <close> = assert(engine_of())
    local function message(...)
      local args = table.pack(...)
      local _, err = pcall(function() local r = engine:analyse(table.unpack(args, 1, args.n)) return r end)
      return err:match("engine_spec%.lua:%d+: bad argument #(.*)$")
    end
    assert.equal("1 to 'analyse' (lucena.Position or lucena.Node expected, got string)", message("x", { depth = 1 }))
    assert.equal("2 to 'analyse' (give depth, nodes or time)", message(START, {}))
    assert.equal("2 to 'analyse' (option 'depth': an integer from 1)", message(START, { depth = 0 }))
    assert.equal("2 to 'analyse' (unknown option 'dept'; did you mean 'depth'?)", message(START, { dept = 1 }))
    assert.equal("illegal_move", select(3, engine:analyse(START, { depth = 1, searchmoves = { "e5" } })))
    for _, spec in ipairs { {}, { "x", optons = {} }, { "x", timeout = "1" }, { "a\0b" } } do
      assert.has_error(function() chess.engine(spec) end)
    end
  end)
end)

describe("a failing engine", function()
  local QUICK = { timeout = 0.15 }

  -- Starts an engine, requests an analysis and returns the failure. After that, every other call must fail the same
  -- way.
  local function search(changes, opts, more)
    local engine <close> = assert(engine_of(changes, more or QUICK))
    local before = os.time()
    local got = failure(engine:analyse(START, opts or { depth = 5 }))
    assert.is_true(os.time() - before < 5)
    if got[2] ~= "engine_confused" then
      assert.same(got, failure(engine:ready()))
    end
    return got
  end

  it("that does not exist", function()
    assert.same({ nil, "no-such-engine: cannot be started: No such file or directory", "engine_missing" },
      { chess.engine "no-such-engine" })
  end)

  it("that never answers, or writes without end before it answers", function()
    for _, changes in ipairs {
      "function on.uci() end",
      "function on.uci() while true do say 'info string hello' end end",
      "function on.isready() sleep() end",
    } do
      local got = failure(engine_of(changes, QUICK))
      assert.equal("engine_timeout", got[2])
      assert.is_truthy(got[1]:find("^no answer to '%w+' in 0.15 seconds$"), got[1])
    end
  end)

  it("that exits immediately, or later", function()
    assert.same({ "ended with status 3 when it was asked 'uci'", "engine_died" },
      failure(engine_of "function on.uci() os.exit(3) end"))
    assert.same({ "ended with status 4 when it was asked 'go depth 5'", "engine_died" },
      search "function on.go() say 'info depth 1 score cp 1 pv e2e4' os.exit(4) end")
  end)

  it("that hangs during a search", function()
    assert.same({ "no answer to 'isready' in 0.15 seconds", "engine_timeout" }, search "function on.go() sleep() end")
  end)

  it("that answers late but still reacts", function()
    local engine <close> = assert(engine_of([[
      local asked = 0
      function on.go() asked = 1 end
      function on.isready()
        say "readyok"
        asked = asked > 0 and asked + 1 or 0
        if asked == 4 then say "bestmove e2e4" end
      end ]], { timeout = 0.05 }))
    assert.equal("e2e4", tostring(assert(engine:analyse(START, { depth = 5 })).move))
  end)

  it("that writes without end", function()
    assert.same({ "no answer to 'stop' in 0.15 seconds", "engine_timeout" },
      search("function on.go() while true do say 'info depth 1 score cp 1 pv e2e4' end end", { depth = 9 },
        { timeout = 0.15, longest = 0.1 }))
  end)

  it("that exceeds its time, and then stops", function()
    local engine <close> = assert(engine_of([[
      function on.go() say "info depth 3 score cp 5 pv d2d4" end
      function on.stop() say "bestmove d2d4" end ]], { longest = 0.05 }))
    assert.equal("d2d4", tostring(assert(engine:analyse(START, { depth = 50 })).move))
  end)

  it("that writes nonsense", function()
    local engine <close> = assert(engine_of [[ function on.go()
      say("\0\1\255 info\0depth")
      say ""
      say "info depth x score cp y multipv 0 pv e9e9"
      say "info score cp 99999999999999999999999 nodes -5"
      say "info depth 2 multipv 1 score cp 12 nodes 3 pv e2e4 e2e4 e7e5"
      say "info string score cp 7 pv a2a3"
      say "info score mate"
      say "bestmove e2e4 ponder zzzz"
    end ]])
    local found = assert(engine:analyse(START, { depth = 2 }))
    assert.same({ "0.12", "e2e4", 3 }, { tostring(found.score), words(found.pv), found.nodes })
    assert.is_nil(found.ponder)
  end)

  it("that returns an illegal move", function()
    for _, word in ipairs { "e2e5", "\27[2J", "(none)", "", "0000" } do
      local shown = word:gsub("\27", "\\x1b")
      local got = search(("function on.go() say(%q) end"):format("bestmove " .. word))
      assert.equal("engine_confused", got[2])
      assert.is_truthy(got[1]:find(("its best move '%s' is not legal"):format(shown), 1, true), got[1])
    end
  end)

  it("that writes an endless line", function()
    assert.same({ "wrote a line without end when it was asked 'go depth 5'", "engine_died" },
      search("function on.go() for i = 1, 3000 do io.write(('x'):rep(1000)) end io.flush() sleep() end", nil,
        { timeout = 5 }))
  end)

  it("is not started if the timeout is too long", function()
    for _, time in ipairs { 0 / 0, -1, math.huge, "1" } do
      assert.has_error(function() chess.engine { "none", timeout = time } end,
        ("bad argument #1 to 'engine' (option 'timeout': seconds from 0 to 1000000 expected, got %s)")
          :format(time == "1" and "string" or time))
    end
  end)

  it("that declares too many options", function()
    assert.same({ "sent more than 4 MiB after 'uci'", "engine_died" }, failure(engine_of(
      "function on.uci() while true do say('option name ' .. ('x'):rep(1 << 16) .. ' type button') end end",
      { timeout = 5 })))
  end)

  it("that writes many blanks between words", function()
    local wide = [[ function on.uci()
      local wide = (" "):rep(400000)
      say("id name A" .. wide .. "B" .. wide)
      say("option name A" .. wide .. "B" .. wide .. "type check default true")
      say("option name A" .. wide .. "B")
      say "uciok"
    end ]]
    local engine <close> = assert(engine_of(wide, { timeout = 5 }))
    assert.equal("A B", engine.name)
    assert.is_true(engine.options["A B"].default)
  end)

  it("that writes to the terminal", function()
    local engine <close> = assert(engine_of [[ function on.uci()
      say "id name \27[2JEvil\u{202e}"
      say "option name \u{202e}Hash type spin default 1 min 1 max 5"
      say "uciok"
    end ]])
    assert.equal("\\x1b[2JEvil\\xe2\\x80\\xae", engine.name)
    assert.same({ "it has no option '\\xe2\\x80\\xaeHush'; did you mean '\\xe2\\x80\\xaeHash'?", "bad_option" },
      failure(engine:set("\u{202e}Hush", 1)))
  end)

  it("that does not quit is killed", function()
    local pid
    do
      local engine <close> = assert(engine_of("function on.quit() while true do end end", { timeout = 0.1 }))
      pid = engine.wire.process.pid
    end
    assert.is_nil((io.open(("/proc/%d/stat"):format(pid))))
  end)
end)

describe("Stockfish", function()
  it("finds a mate, several lines, and a move in Chess960", function()
    local engine <close> = assert(chess.engine { need.program "stockfish", options = { Hash = 1 } })
    assert.is_truthy(engine.name:find "Stockfish")
    local found = assert(engine:analyse(chess.position "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", { depth = 4 }))
    assert.same({ "a1a8", "#1", "white" }, { tostring(found.move), tostring(found.score), found.score.mate })
    found = assert(engine:analyse(START, { nodes = 2000, multipv = 3 }))
    assert.equal(3, #found.lines)
    assert.is_true(found.wdl.white + found.wdl.draw + found.wdl.black == 1000)
    local castles = chess.position("4k3/8/8/8/8/8/7P/4K1R1 w G - 0 1", { chess960 = true })
    assert.equal("e1g1", tostring(assert(engine:analyse(castles, { depth = 1, searchmoves = { "O-O" } })).move))
  end)
end)
