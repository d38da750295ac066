-- Illegal moves that were played: the option `illegal_moves`, and --allow illegal-moves (docs/pgn.md).
local chess = require "lucena"
local fake = require "spec.support.fake_engine"
local folder = require "spec.support.folder"
local run = require "spec.support.run"

local ALLOW = { illegal_moves = true }

local function codes(game)
  local found = {}
  for i, record in ipairs(game.diagnostics) do
    found[i] = ("%s:%d"):format(record.code, record.column)
  end
  return table.concat(found, " ")
end

local function movetext(game)
  return (game:movetext { width = 0 }:sub(1, -2))
end

-- The text, the plies without the option, the diagnostics with the option, and the written movetext.
local CASES = {
  ["a check that is ignored"] = { "1. e4 d6 2. Bb5+ Nf6 3. Nc3 c6 *", 3, "played_illegal_move:18",
    "1. e4 d6 2. Bb5+ Nf6 {[%illegal]} 3. Nc3+ c6 *" },
  ["a check that is not averted"] = { "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nce7 4. Nf3 Kxf7 *", 5, "played_illegal_move:30",
    "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nce7 {[%illegal]} 4. Nf3+ Kxf7 *" },
  ["a move after mate"] = { "1. f3 e5 2. g4 Qh4# 3. a3 Qh5 4. Bg2 *", 4, "played_illegal_move:24",
    "1. f3 e5 2. g4 Qh4# 3. a3 {[%illegal]} 3... Qh5 4. Bg2 *" },
  ["castling into check"] = { "1. e4 e5 2. Nf3 f6 3. Bc4 Bc5 4. O-O Ne7 5. d4 O-O *", 9, "played_illegal_move:48",
    "1. e4 e5 2. Nf3 f6 3. Bc4 Bc5 4. O-O Ne7 5. d4 O-O {[%illegal]} *" },
  ["two illegal moves in sequence"] = { "1. e4 d6 2. Bb5+ a5 3. Nf3 h5 *", 3,
    "played_illegal_move:18 played_illegal_move:28",
    "1. e4 d6 2. Bb5+ a5 {[%illegal]} 3. Nf3+ h5 {[%illegal]} *" },
  ["a variation"] = { "1. e4 d6 2. Bb5+ c6 (2... Nf6 3. Nf3 Bd7) 3. Ba4 *", 5, "played_illegal_move:27",
    "1. e4 d6 2. Bb5+ c6 (2... Nf6 {[%illegal]} 3. Nf3+ Bd7) 3. Ba4 *" },
  ["marks and comments"] = { "1. e4 d6 2. Bb5+ {check} Nf6!? {[%illegal]} $14 {not seen} {[%illegal]} *", 3,
    "played_illegal_move:26", "1. e4 d6 2. Bb5+ {check} 2... Nf6 $5 $14 {[%illegal]} {not seen} {[%illegal]} *" },
}

-- Texts that have no single pseudo-legal meaning, the plies, and the error.
local REJECTED = {
  ["capture of a king"] = { "1. e4 d6 2. Bb5+ a6 3. Bxe8 *", 4, "illegal_move:24" },
  ["step beside the other king"] = { '[FEN "8/8/4k3/8/4K3/8/8/8 w - - 0 1"]\n\n1. Ke5 *', 0, "illegal_move:4" },
  ["move that the piece cannot make"] = { "1. e4 e5 2. Bb4 *", 2, "illegal_move:13" },
  ["move of two pinned pieces"] = { '[FEN "4k3/8/8/8/1b5b/2N3N1/8/4K3 w - - 0 1"]\n\n1. Ne4 *', 0, "illegal_move:4" },
  ["promotion without a piece"] = { '[FEN "4k3/P7/8/8/7b/6P1/8/4K3 w - - 0 1"]\n\n1. a8 *', 0, "missing_promotion:4" },
  ["castling without the right"] = { '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n\n1. O-O *', 0, "illegal_move:4" },
}

describe("illegal moves that were played", function()
  for name, case in pairs(CASES) do
    it("are read and written back: " .. name, function()
      local text, plies, found, written = table.unpack(case)
      local game = chess.game(text, ALLOW)
      assert.equal(found, codes(game):gsub(" ?[a-z_]*_style:%d+", ""), nil)
      assert.equal(written, movetext(game))
      assert.is_nil(game.rest)
      local again = chess.game(written, ALLOW)
      assert.equal(written, movetext(again))
      local repairs = ',"repairs":%[[^]]*%]' -- of the first text
      assert.equal((game:json():gsub(repairs, "")), (again:json():gsub(repairs, "")))
      local same = assert(chess.from_json(game:json(), ALLOW))
      assert.equal(written, movetext(same))
      -- never by default
      local strict = chess.game(text)
      assert.equal(plies, strict.plies)
      assert.equal(plies, chess.game(written).plies)
    end)
  end

  for name, case in pairs(REJECTED) do
    it("are not played: " .. name, function()
      for _, opts in ipairs { ALLOW, { illegal_moves = false } } do
        local game = chess.game(case[1], opts)
        if opts.illegal_moves or case[2] == 0 then
          assert.equal(case[2], game.plies)
        end
        assert.truthy(not opts.illegal_moves or codes(game):find(case[3], 1, true), codes(game))
      end
    end)
  end

  it("are disambiguated among the pieces that could move without regard to the king", function()
    local text = '[FEN "4k3/8/8/8/1b5b/2N3N1/8/4K3 w - - 0 1"]\n\n1. Nge4 *'
    local game = chess.game(text, ALLOW)
    assert.equal("1. Nge4 {[%illegal]} *", movetext(game))
    assert.equal("Nge4", game.root[1].san)
  end)

  it("are played last, after all other meanings of the text", function()
    local split = '[FEN "3rkr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"]\n\n1. O-O\n-O *'
    assert.equal("O-O", chess.game(split, ALLOW).root[1].san)
    local legal = '[FEN "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"]\n\n1. O-O\n-O *'
    assert.equal("O-O-O", chess.game(legal, ALLOW).root[1].san)
    assert.is_false(chess.game(legal, ALLOW).root[1].is_illegal)
  end)

  it("lead to an irregular position, in which no king is captured", function()
    local game = chess.game("1. e4 d6 2. Bb5+ Nf6 *", ALLOW)
    local position = game.root[1][1][1][1].position
    assert.is_true(position.is_irregular)
    assert.is_false(position:play("Nc3"):play("c6").is_irregular)
    assert.is_nil(position:play "Bxe8")
    for _, move in ipairs(position:moves()) do
      assert.not_equal("e8", move.to)
    end
    assert.equal(#position:moves(), position:perft(1))
    assert.is_true(position:perft(3) > 1000)
    local fen = position:fen()
    assert.same({ nil, "fen:1: not a legal position: the side not to move is in check", "invalid_position" },
      { chess.position(fen) })
    assert.equal(position, chess.position(fen, { allow = { "opposite_check" } }))
  end)

  it("lead to positions that a FEN tag may have", function()
    local text = '[FEN "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"]\n\n1. Re7+ Kxe7 *'
    assert.equal(0, chess.game(text).plies)
    local game = chess.game(text, ALLOW)
    assert.equal(2, game.plies)
    local fen = "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"
    assert.equal(('{"tags":{"FEN":"%s"},"start":"%s","result":"*",'):format(fen, fen)
      .. '"moves":[{"san":"Re7+","uci":"e1e7"},{"san":"Kxe7","uci":"e8e7"}]}', game:json())
  end)

  it("are read in other notations", function()
    local game = chess.game("1. e4 d6 2. Fb5+ Cf6 3. Cc3 c6 *", { dialect = "french", illegal_moves = true })
    assert.equal("1. e4 d6 2. Bb5+ Nf6 {[%illegal]} 3. Nc3+ c6 *", movetext(game))
    local fide = game:movetext { dialect = "fide:french", width = 0 }
    assert.equal(fide, chess.game(fide, { dialect = "fide:french", illegal_moves = true })
      :movetext { dialect = "fide:french", width = 0 })
  end)

  it("are part of lines that queries test", function()
    local q = chess.query
    local game = chess.game("1. e4 d6 2. Bb5+ c6 (2... Nf6 3. Nf3 Bd7 4. O-O) 3. Ba4 *", ALLOW)
    assert.is_true(q.any_line(q.castled "white")(game))
    assert.is_true(q.ever(q.piece("B", "a4"))(game))
  end)

  it("are refused by engines and tablebases", function()
    local argv = fake [[
      function on.position(line) say("info string " .. line) end
      function on.go() say("info depth 1 score cp 20"); say("bestmove h2h3") end ]]
    local engine <close> = assert(chess.engine(argv))
    local game = chess.game("1. e4 d6 2. Bb5+ Nf6 3. Nc3 c6 4. Bc4 g6 *", ALLOW)
    local node = game.root[1][1][1][1]
    assert.same({ nil, "an engine cannot analyse an irregular position: the side to move could capture the king,"
      .. " or a pawn is on rank 1 or 8",
      "irregular_position" }, { engine:analyse(node, { depth = 1 }) })
    assert.equal("irregular_position", select(3, engine:analyse(node.position, { depth = 1 })))
    assert.equal("irregular_position", select(3, node.position:tablebase()))
    -- The moves before the last illegal move are not sent.
    local requests = require "lucena.engine.request"
    local last = node[1][1][1][1]
    assert.equal("position fen " .. node[1].position:fen() .. " moves c7c6 b5c4 g7g6",
      select(2, requests.place(last, "analyse")))
    assert.truthy(engine:analyse(last, { depth = 1 }))
  end)
end)

describe("--allow illegal-moves", function()
  it("reads on, reports the move and ends with status 1", function()
    local place <close> = folder()
    local path = place:write("a.pgn", "1. e4 d6 2. Bb5+ Nf6 3. Nc3 c6 *\n")
    local message = path .. ":1:18: error: played illegal move Nf6 (move 2, Black) [played_illegal_move]\n"
    local r = run { "check", "-q", "--allow", "illegal-moves", path }
    assert.equal(1, r.code)
    assert.truthy(r.out:find(message, 1, true), r.out .. r.err)
    r = run { "convert", "-q", "--tags", "none", "--allow", "illegal-moves", path }
    assert.same({ 1, "1. e4 d6 2. Bb5+ Nf6 {[%illegal]} 3. Nc3+ c6 *\n\n" }, { r.code, r.out })
    for _, words in ipairs { {}, { "--jobs", "2" } } do
      local request = { "filter", "-q", "--count", "-e", "plies { min = 6 }", "--allow", "illegal-moves", path }
      table.move(words, 1, #words, #request + 1, request)
      assert.equal("1\n", run(request).out)
      table.remove(request, 7)
      table.remove(request, 6)
      assert.equal("0\n", run(request).out)
    end
  end)

  it("reads the field `illegal` of JSON", function()
    local place <close> = folder()
    local path = place:write("a.pgn", "1. e4 d6 2. Bb5+ Nf6 3. Nc3 c6 *\n")
    local json = run { "convert", "-q", "-t", "jsonl", "--allow", "illegal-moves", path }.out
    assert.truthy(json:find('{"san":"Nf6","uci":"g8f6","illegal":true}', 1, true), json)
    local back = { "convert", "-q", "--tags", "none", "-f", "jsonl", "-", stdin = json }
    assert.equal(1, run(back).code)
    table.move({ "--allow", "illegal-moves" }, 1, 2, #back + 1, back)
    assert.equal("1. e4 d6 2. Bb5+ Nf6 {[%illegal]} 3. Nc3+ c6 *\n\n", run(back).out)
  end)

  it("leaves irregular positions without an evaluation", function()
    local place <close> = folder()
    local path = place:write("a.pgn", "1. e4 d6 2. Bb5+ Nf6 3. Nc3 c6 *\n")
    local argv = fake [[
      local best
      function on.position(line)
        local is_black = (select(2, line:gsub(" %l%d%l%d", "")) + (line:find(" b ", 1, true) and 1 or 0)) % 2 == 1
        local is_check = line:find "f1b5$" or line:find(" b ", 1, true) and not line:find "moves"
        best = is_check and "c7c6" or is_black and "h7h6" or "h2h3"
      end
      function on.go() say("info depth 1 score cp 20"); say("bestmove " .. best) end ]]
    local request = { "annotate", "-q", "--depth=1", "--line=0", "--allow", "illegal-moves", "--engine", argv[1] }
    for i = 2, #argv do
      request[#request + 1] = "--engine-arg=" .. argv[i]
    end
    request[#request + 1] = path
    local r = run(request)
    assert.truthy(r.err:find("an engine cannot analyse an irregular position", 1, true), r.err)
  end)

  it("is one of the words of --allow", function()
    local r = run { "check", "--allow", "illegal", "-" }
    assert.equal(2, r.code)
    assert.truthy(r.err:find("--allow takes illegal-moves, positions, comment=N", 1, true), r.err)
  end)
end)
