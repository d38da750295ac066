-- chess.annotate and lucena annotate: comments and NAGs that are added, kept or skipped; and engines that fail.

local chess = require "lucena"
local fake = require "spec.support.fake_engine"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

-- A function in place of an engine. It returns scores in pawns from White's view, by ply, and lines of moves.
local function oracle(scores, lines)
  local asked = {}
  return function(node)
    asked[#asked + 1] = node.ply
    local score = scores[node.ply]
    local pv = {}
    local position = node.position
    for word in ((lines or {})[node.ply] or ""):gmatch("%S+") do
      pv[#pv + 1] = assert(position:parse(word))
      position = position:play(pv[#pv])
    end
    return score and { score = type(score) == "number" and { pawns = score } or score, pv = pv } or nil,
      "no answer at " .. node.ply
  end, asked
end

describe("chess.annotate", function()
  it("adds evaluations, judgements and better lines", function()
    local game = chess.game "1. f3 e5 2. g4 Qh4# *"
    local question, asked = oracle({ [0] = 0.3, -0.4, -0.3, { mate = "black", moves = 1 } },
      { [0] = "e4 e5 Nf3", [2] = "e4 Nc6 Nc3 Nf6" })
    assert.equal(4, (chess.annotate(game, question, { line = 2 })))
    assert.equal("1. f3 $6 {[%eval -0.4]} (1. e4 e5) 1... e5 {[%eval -0.3]} 2. g4 $4 {[%eval #-1]} (2. e4 Nc6)"
      .. " 2... Qh4# *\n", (game:movetext({ width = 0 }):gsub("(%.%d)0%]", "%1]")))
    assert.same({ 1, 0, 2, 3 }, asked)
    assert.is_true(chess.is_annotated(game))
  end)

  it("keeps existing annotations, and continues", function()
    local text = "1. e4 {[%eval 0.3] good} e5 {[%eval 0.3]} (1... c5 $1) 2. Ke2 $5 {hm} Nc6 *"
    local game = chess.game(text)
    assert.is_false(chess.is_annotated(game))
    local question, asked = oracle({ [2] = 0.3, [3] = -0.9, [4] = 0.8 }, { [2] = "Nf3 Nc6", [3] = "Nf6" })
    chess.annotate(game, question)
    assert.same({ 3, 2, 4 }, asked)
    assert.equal("1. e4 {[%eval 0.3] good} 1... e5 {[%eval 0.3]} (1... c5 $1) 2. Ke2 $5"
      .. " {[%eval -0.9] hm} (2. Nf3 Nc6) 2... Nc6 $4 {[%eval 0.8]} (2... Nf6) *",
      (game:movetext { width = 0 }:gsub("(%.%d)0%]", "%1]"):gsub("\n$", "")))
    local before, count = game:movetext(), #asked
    assert.equal(0, (chess.annotate(game, question)))
    assert.same({ before, count }, { game:movetext(), #asked })
  end)

  it("adds no variation twice, and no variation that begins with the played move", function()
    local game = chess.game "1. f3 (1. e4 e5) e5 2. g4 Nc6 *"
    chess.annotate(game, (oracle({ [0] = 0.3, -0.5, -0.4, -8.0, -7.9 }, { [0] = "e4 c5", [2] = "g4" })))
    local _, variations = game:movetext():gsub("%(", "")
    assert.equal(1, variations)
    assert.same({ 6 }, { table.unpack(game.root[1].nags) })
    assert.same({ 4 }, { table.unpack(game.root[1][1][1].nags) })
  end)

  it("continues after a missing answer, and does not judge the moves before and after it", function()
    local game = chess.game "1. f3 e5 2. g4 Nc6 *"
    local count, problem = chess.annotate(game, (oracle { [0] = 0.3, [1] = -0.3, [3] = -8.0, [4] = -7.9 }))
    assert.same({ 4, "no answer at 2" }, { count, problem })
    assert.is_nil(game.root[1][1].eval)
    assert.same({}, { table.unpack(game.root[1][1][1].nags) })
    assert.is_false(chess.is_annotated(game))
  end)
end)

-- Runs the command with an engine that gives White +1.00 in every position. `go` replaces the engine's answer.
local function annotate(text, go, ...)
  local argv = fake((([[
    local at
    function on.position(line) at = select(2, line:gsub(" %l%d%l%d", "")) end
    function on.go()
      GO
      local is_white = at % 2 == 0
      say("info depth 1 score cp " .. (is_white and 100 or -100))
      say("bestmove " .. (is_white and "h2h3" or "h7h6"))
    end ]]):gsub("GO", function() return go or "" end)))
  local words = { "annotate", "--engine", argv[1], "--timeout=3", "--line=0" }
  for i = 2, #argv do
    words[#words + 1] = "--engine-arg=" .. argv[i]
  end
  table.move({ ... }, 1, select("#", ...), #words + 1, words)
  words.stdin = text
  return run(words)
end

local GAMES = '[White "A"]\n\n1. e4 e5 *\n\n\n'
  .. '[White "B"]\n\n1.d4 {[%eval 0.2]} d5 {[%eval 0.1]} *\n\n[White "C"]\n\n1. c4 *\n'

describe("lucena annotate", function()
  it("annotates games without evaluations, and copies the others byte for byte", function()
    local r = annotate(GAMES)
    assert.same({ 0, "lucena: 3 games, 2 annotated\n" }, { r.code, r.err })
    assert.is_truthy(r.out:find('\n\n1. e4 {[%eval 1.00]} 1... e5 {[%eval 1.00]} *\n\n\n[White "B"]\n\n'
      .. '1.d4 {[%eval 0.2]} d5 {[%eval 0.1]} *\n\n[', 1, true), r.out)
    local again = annotate(r.out)
    assert.same({ r.out, "lucena: 3 games, 0 annotated\n" }, { again.out, again.err })
  end)

  it("keeps finished games if the engine fails, and continues after them", function()
    local folder <close> = new_folder()
    local path = folder:path "out.pgn"
    local r = annotate(GAMES, 'if at == 2 then os.exit(3) end', "-o", path)
    assert.equal(3, r.code)
    assert.is_truthy(r.err:find("game 1: .-ended with status 3 when it was asked 'go depth 12'\n"), r.err)
    assert.is_truthy(folder:read("out.pgn"):find("1. e4 {[%eval 1.00]} 1... e5 *", 1, true), folder:read "out.pgn")
    local lost = annotate(GAMES, "os.exit(3)")
    assert.same({ GAMES, 3 }, { lost.out, lost.code })
    assert.is_truthy(lost.err:find("3 times in a row, so the command ends\n", 1, true), lost.err)
    r = annotate("", nil, "-o", path, path)
    assert.same({ 0, "lucena: 3 games, 1 annotated\n" }, { r.code, r.err })
    assert.is_truthy(folder:read("out.pgn"):find("1. e4 {[%eval 1.00]} 1... e5 {[%eval 1.00]} *", 1, true))
  end)

  it("keeps games with unreadable moves", function()
    local text = '[White "A"]\n\n1. e4 e5 2. Qxh8 Nf6 *\n'
    local r = annotate(text)
    assert.same({ text, 1 }, { r.out, r.code })
    assert.is_truthy(r.err:find("game 1 is kept unchanged: its moves cannot be read to the end", 1, true), r.err)
  end)

  it("refuses wrong options", function()
    local function message(...)
      local r = run { "annotate", table.unpack { ... } }
      return r.code .. " " .. r.err:match("([^\n]*)\n$")
    end
    assert.equal("2 lucena: give an engine: --engine stockfish", message())
    assert.equal("2 lucena: --line takes a number of plies from 0 to 1000, not 'x'", message("--line=x", "--engine=x"))
    assert.equal("2 lucena: --time takes a number of seconds from 0.001 to 1000000, not '-1'",
      message("--time=-1", "--engine=x"))
  end)

  it("finds an allowed mate with Stockfish", function()
    local r = run { "annotate", "-q", "--engine", need.program "stockfish", "--depth=3", "--engine-option=Hash=1",
      stdin = "1. f3 e5 2. g4 Qh4# *" }
    assert.is_truthy(r.out:find("2%. g4 $4 {%[%%eval #%-1%]}%s%(2%. "), r.out)
  end)
end)
