-- `lucena` and `lucena repl` without a terminal: lines and scripts on standard input.

local file = require "spec.support.file"
local run = require "spec.support.run"
local shell = require "spec.support.shell"

describe("lucena", function()
  it("runs lines of a script as typed, up to the first error", function()
    local r = run { stdin = "e4 e5\nRd5\nd4\n", "--ascii", "--no-init" }
    assert.equal(1, r.code)
    assert.is_truthy(r.out:find("1... e5", 1, true))
    assert.is_nil(r.out:find("White> ", 1, true))
    assert.is_nil(r.out:find("d4", 1, true))
    assert.equal("lucena: Rd5: White cannot play that.\n  The rook on a1 does not reach d5.\n"
      .. "  The rook on h1 does not reach d5.\n", r.err)
  end)

  it("joins lines of one input", function()
    assert.same({ code = 0, out = "1\n2\n", err = "" }, run { stdin = "for i = 1, 2 do\n  print(i)\nend\n" })
    local r = run { stdin = '[White "A"]\n\n1. e4 e5\n2. Nf3 *\n=node.ply\n' }
    assert.equal("3", r.out:match("(%d+)\n$"))
  end)

  it("runs the lines of -e", function()
    assert.same({ code = 0, out = "5\n6\n", err = "" }, run { "-e", "=2 + 3", "-e", "=_ + 1", stdin = "=7" })
    assert.same({ code = 1, out = "", err = "lucena: x\n" }, run { "-e", "error 'x'", "-e", "=5" })
    assert.equal(1, run({ "-e", "for i = 1, 2 do" }).code)
    assert.same({ code = 0, out = "", err = "" }, run { "-e", "quit", "-e", "=5" })
  end)

  it("loads the games of a file, then runs the lines", function()
    local sample = "spec/data/sample/sample.pgn"
    local r = run { stdin = "=game.tags.White\nnext\n=game.tags.Black\n", "--ascii", sample }
    assert.same({ 0, "" }, { r.code, r.err })
    assert.is_truthy(r.out:find("^" .. sample .. " is loaded"), r.out)
    assert.is_truthy(r.out:find("\nAnderssen, Adolf\nGame 2\n"), r.out)
    assert.is_truthy(r.out:find("\nDufresne, Jean\n$"), r.out)
    assert.is_truthy(run({ "repl", "-e", "=game.tags.White", sample }).out:find("\nAnderssen, Adolf\n$"))
  end)

  it("reports files that it cannot load", function()
    assert.same({ code = 3, out = "", err = "lucena: none.pgn: cannot open: No such file or directory\n" },
      run { "none.pgn" })
    local r = run { "spec/data/sample/sample.pgn", "more.pgn" }
    assert.same({ 2, "lucena: only one FILE can be loaded" }, { r.code, r.err:match("([^\n]*)\n$") })
    r = run { "spec/data/sample/sample.pgn", "--ascii" }
    assert.same({ 2, "lucena: options are written before FILE" }, { r.code, r.err:match("([^\n]*)\n$") })
    local path = os.tmpname()
    file.write(path .. ".pgn", "")
    r = run { path .. ".pgn" }
    assert.same({ 1, ("lucena: %s.pgn holds no game\n"):format(path) }, { r.code, r.err })
    os.remove(path .. ".pgn")
    os.remove(path)
  end)

  it("runs a script, with the arguments after its name", function()
    local path = os.tmpname()
    file.write(path .. ".lua", "print(arg[1], ..., board.turn, chess.version ~= nil)")
    assert.same({ code = 0, out = "a\ta\twhite\ttrue\n", err = "" }, run { path .. ".lua", "a" })
    file.write(path .. ".lua", "error 'x'")
    local r = run { path .. ".lua" }
    assert.equal(2, r.code)
    assert.is_truthy(r.err:find(":1: x", 1, true))
    file.write(path .. ".lua", "print(pcall(dialect, 'frensh'))\ndialect 'frensh'")
    r = run { path .. ".lua" }
    assert.same({ "false\tunknown dialect 'frensh'; did you mean 'french'?\n", 2 }, { r.out, r.code })
    assert.equal(("lucena: unknown dialect 'frensh'; did you mean 'french'?\ncalled from:\n  %s.lua:2: in main chunk\n")
      :format(path), r.err)
    os.remove(path .. ".lua")
    os.remove(path)
    assert.equal(3, run({ "missing.lua" }).code)
  end)

  it("sets the dialect", function()
    local r = run { "--dialect", "french", "-e", ":set board off", "-e", "Cf3", "-e", "=board:fen()" }
    assert.equal("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\n", r.out)
    assert.equal(2, run({ "--dialect", "frenc", "-e", "Cf3" }).code)
  end)

  it("has colors on request", function()
    assert.is_truthy(run({ "--color", "always", "-e", "e4" }).out:find("\27[48;5;", 1, true))
    assert.is_nil(run({ "-e", "e4" }).out:find("\27", 1, true))
  end)

  it("exits if its output cannot be written, also in the middle of it", function()
    local lines = "yes board 2>&1 | head -n 200 | lucena 2>&1 >/dev/full; echo $?"
    assert.equal("lucena: cannot write standard output: No space left on device\n3\n", shell(lines))
    local script = [[lucena -e 'for i = 1, 100 do print(("x"):rep(1000)) end' 2>&1 >/dev/full; echo $?]]
    assert.equal("lucena: cannot write standard output: No space left on device\n3\n", shell(script))
  end)
end)
