-- Games of King of the Hill and Three-check: read, written, queried and checked. Each way of reading must agree.

local chess = require "lucena"
local fake = require "spec.support.fake_engine"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"

local HILL, CHECKS = "King of the Hill", "Three-check"
-- As lichess writes them, with # for a move that wins.
local HILL_GAME = '[Event "h"]\n[Result "1-0"]\n[Variant "King of the Hill"]\n\n'
  .. "1. e4 e5 2. Ke2 Ke7 3. Ke3 Ke6 4. d4 exd4+ 5. Kxd4# 1-0\n"
local CHECKS_GAME = '[Event "c"]\n[Result "1-0"]\n[Variant "Three-check"]\n\n'
  .. "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6# 1-0\n"
local ENDS = {
  [HILL] = "rnbq1bnr/pppp1ppp/4k3/8/3KP3/8/PPP2PPP/RNBQ1BNR b - - 0 5",
  [CHECKS] = "r1bq1bnr/pppp1k1p/2n3Q1/4p3/4P3/8/PPPP1PPP/RNB1K1NR b KQ - 0 5 +3+0",
}

local function one(text, opts)
  return assert(chess.game(text, opts))
end

local function codes(game)
  local list = {}
  for _, d in ipairs(game.diagnostics) do
    list[#list + 1] = d.code
  end
  return table.concat(list, " ")
end

describe("a game", function()
  it("is played, and won by the rule of its variant", function()
    for text, variant in pairs { [HILL_GAME] = HILL, [CHECKS_GAME] = CHECKS } do
      local g = one(text)
      assert.same({ variant, 9, "", ENDS[variant] }, { g.start.variant, g.plies, codes(g), g.final:fen() })
      assert.equal("white", g.final:outcome().winner)
    end
  end)

  it("has the variant that its tag or its FEN names", function()
    -- tags, variant, diagnostics, FEN of the start; nil without a start
    local fen = '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1%s"]\n'
    local rows = {
      { '[Variant "3 Check"]\n', CHECKS, "", chess.START_FEN .. " +0+0" },
      { '[Variant "kingOfTheHill"]\n', HILL, "", chess.START_FEN },
      { fen:format "" .. '[Variant "Three-check"]\n', CHECKS, "", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +0+0" },
      { fen:format " +1+2", CHECKS, "", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+2" },
      { fen:format " +1+2" .. '[Variant "From Position"]\n', CHECKS, "", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+2" },
      { '[Variant "3check"]\n' .. fen:format " +1+2", CHECKS, "", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+2" },
      { '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 2+1 0 1"]\n', CHECKS, "", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+2" },
      { '[Variant "KOTH"]\n' .. fen:format " +1+2", nil, "bad_checks" },
      { fen:format " +1+2" .. '[Variant "KOTH"]\n', nil, "bad_checks" },
      { fen:format " +5+2", nil, "bad_checks" },
      { '[Variant "Atomic"]\n', nil, "unsupported_variant" },
    }
    for _, row in ipairs(rows) do
      local g = one(row[1] .. "\n*")
      local start = g.start
      assert.same({ row[2], row[3], row[4] }, { start and start.variant, codes(g), start and start:fen() }, row[1])
    end
    local d = one('[Variant "KOTH"]\n' .. fen:format " +1+2" .. "\n*").diagnostics[1]
    assert.equal('game:2:1: bad numbers of checks "[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+..."', d.text)
  end)

  it("keeps moves after its end as unread text", function()
    local text = CHECKS_GAME:gsub("1%-0\n$", "Kxg6 6. d4 1-0\n")
    local g = one(text)
    assert.same({ 9, "Kxg6 6. d4 1-0", "game_over", "move after the end of play Kxg6 (move 5, Black):"
      .. " White has given three checks" }, { g.plies, g.rest, codes(g), g.diagnostics[1].message })
    local moves = "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 4. Qh5+ g6 5. Qxg6+\nKxg6 6. d4\n1-0\n"
    assert.equal(moves, one(text):pgn():match "1%. e4.*") -- a game not read before is written while it is read
    assert.equal(9, #one(text):codes() // 2)
    g = one((HILL_GAME:gsub("1%-0\n$", "Kd6 1-0\n")))
    assert.equal("move after the end of play Kd6 (move 5, Black): White's king is in the center",
      g.diagnostics[1].message)
    assert.equal("game_over", codes(one((HILL_GAME:gsub("1%-0\n$", "-- 1-0\n")))))
    assert.equal(10, one((CHECKS_GAME:gsub("1%-0\n$", "Kxg6 1-0\n")), { illegal_moves = true }).plies)
  end)

  it("has variations, and repetitions that count checks", function()
    local g = one('[Variant "3check"]\n\n1. e4 e5 2. Qh5 Nc6 (2... Ke7 3. Qxe5#) 3. Qxf7+ (3. Bb5 Nf6) Kxf7 *')
    assert.equal("checkmate", g.root[1][1][1][2][1]:outcome().reason)
    assert.equal("+1+0", g.root[1][1][1][2][1].position:fen():match "%S+$")
    assert.equal("+1+0", g.final:fen():match "%S+$")
    g:node(4):remove()
    g:node(3):add_line "Nf6 Qxf7 Kxf7"
    assert.equal("+1+0", g.final:fen():match "%S+$")
    assert.equal("game_over", select(3, one(CHECKS_GAME):node(9):add "Kxg6"))
  end)

  it("can begin from a position", function()
    local g = assert(chess.game(chess.position(nil, { variant = HILL })))
    assert.equal('[Variant "King of the Hill"]\n\n*', g.text:match '%[Variant.*')
    g = assert(chess.game(chess.position(nil, { variant = CHECKS })))
    assert.is_nil(g.tags.FEN)
    assert(g.root:add_line "e4 e5 Bc4 Nc6 Bxf7")
    assert.equal(g:pgn(), one(g:pgn()):pgn())
    assert.equal(" +1+0", one(g:pgn()).final:fen():sub(-5))
    local start = chess.position "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +1+2"
    g = assert(chess.new_game { start = start })
    assert.same({ CHECKS, start:fen(), "1" }, { g.tags.Variant, g.tags.FEN, g.tags.SetUp })
    assert.equal(start, one(g:pgn()).start)
  end)

  it("is the same in JSON, and in other notations", function()
    for _, text in ipairs { HILL_GAME, CHECKS_GAME } do
      local g = one(text)
      local again = assert(chess.from_json(g:json()))
      assert.same({ g.start, g.final, g:codes() }, { again.start, again.final, again:codes() })
      -- Only the last of these dialects remembers the moves that it has read.
      local own = assert(chess.dialect { name = "own", extend = "long" })
      for _, dialect in ipairs { "german", "long", "uci", "fide", "figurine", own } do
        local foreign = g:pgn { dialect = dialect }
        local back = one(foreign, { dialect = dialect })
        assert.same({ g.final, g:codes(), g:pgn() }, { back.final, back:codes(), back:pgn() }, tostring(dialect))
        if g.start.variant == HILL then
          -- First read the move in the same game of standard chess.
          local standard = chess.position(g.final:fen())
          local last = standard:write(standard:parse "Kd6", dialect)
          local beyond = foreign:gsub("1%-0%s*$", last .. " 1-0\n")
          for _ = 1, 4 do
            local longer = one((beyond:gsub("%[Variant [^\n]*\n", "")), { dialect = dialect })
            assert.is_truthy(longer:pgn())
            assert.equal(10, longer.plies)
          end
          assert.is_truthy(one(beyond, { dialect = dialect }):pgn():find("\n" .. last .. "\n1-0", 1, true))
          assert.equal(9, one(beyond, { dialect = dialect }).plies, tostring(dialect))
        end
      end
    end
  end)
end)

describe("a file of games", function()
  -- Games of random moves. Each ends at its natural end, or after 60 plies.
  local SEED = 1914
  local function random_games(count)
    local list = {}
    math.randomseed(SEED)
    for i = 1, count do
      local variant = ({ HILL, CHECKS, "Standard" })[i % 3 + 1]
      local g = assert(chess.game(chess.position(nil, { variant = variant })))
      local node = g.root
      for _ = 1, 60 do
        local p = node.position
        local moves = p:moves()
        if #moves == 0 then
          break
        end
        local move = moves[math.random(#moves)]
        for _ = 1, 6 do
          local other = moves[math.random(#moves)]
          move = p:gives_check(other) and other or p:piece(other.from):upper() == "K" and other or move
        end
        node = node:add(move)
      end
      g.tags.Event, g.tags.White = "game " .. i, "W" .. i % 7
      g.result = g.final:outcome() and g.final:outcome().winner == "white" and "1-0" or "*"
      list[i] = g
    end
    return list
  end

  local games, texts = random_games(90), {}
  for i, g in ipairs(games) do
    texts[i] = g:pgn()
  end
  local text = table.concat(texts, "\n")

  it("is read in the same way by the tree, the mainline and the writer, seed " .. SEED, function()
    local folder <close> = new_folder()
    local path = folder:write("games.pgn", text)
    local number, fens, ends = 0, {}, 0
    for g in chess.games(path) do
      number = number + 1
      local made = games[number]
      assert.equal(made.plies, g.plies)
      assert.equal(made.final, g.final)
      assert.equal(made:movetext(), g:movetext()) -- written while it is read
      assert.equal("", codes(g))
      fens[#fens + 1] = g.start:fen()
      for board, ply in g:boards() do
        local node = g:node_at(ply)
        assert.equal(node.position:fen(), board:fen())
        fens[#fens + 1] = node.position:fen()
      end
      local outcome = g.final:outcome()
      ends = ends + (outcome and (outcome.reason == "king_in_center" or outcome.reason == "three_checks") and 1 or 0)
    end
    assert.equal(90, number)
    assert.is_true(ends >= 30)
    local r = run { "convert", "-t", "fen", path }
    assert.equal(table.concat(fens, "\n") .. "\n", r.out)
    r = run { "check", path }
    assert.equal("", r.out)
  end)

  it("is matched in the same way by compiled queries and by a function of each position", function()
    local q = chess.query
    local tests = {
      { q.checkmate, function(p) return (p:outcome() or {}).reason == "checkmate" end },
      { q.stalemate, function(p) return (p:outcome() or {}).reason == "stalemate" end },
    }
    for _, g in ipairs(games) do
      for _, test in ipairs(tests) do
        assert.equal(test[2](g.final), test[1](one(g:pgn())))
      end
    end
    -- A position query without a variant matches only games of standard chess.
    local at_start = q.position(chess.START_FEN)
    for i, g in ipairs(games) do
      assert.equal(i % 3 == 2, at_start(one(g:pgn())))
    end
  end)

  it("has duplicates only in the same variant", function()
    local body = '[White "A"]\n[Black "B"]\n[Date "2020.01.01"]\n[Result "*"]\n%s\n1. e4 e5 2. Nf3 *\n\n'
    local folder <close> = new_folder()
    local path = folder:write("games.pgn", body:format "" .. body:format '[Variant "KOTH"]\n'
      .. body:format '[Variant "3check"]\n' .. body:format '[Variant "King of the Hill"]\n')
    local r = run { "dedup", "-q", path }
    assert.equal(3, select(2, r.out:gsub("1%. e4", "")))
  end)

  it("is checked for results that contradict the last position", function()
    local r = run { "check", stdin = HILL_GAME:gsub("1%-0", "0-1") .. "\n" .. CHECKS_GAME:gsub("1%-0", "1/2-1/2") }
    assert.is_truthy(r.out:find("result contradicts the last position 0-1: White's king is in the center", 1, true))
    assert.is_truthy(r.out:find("result contradicts the last position 1/2-1/2: White has given three checks", 1, true))
    r = run { "tag", "--fix", "results", stdin = HILL_GAME:gsub("1%-0", "0-1") .. "\n" .. CHECKS_GAME }
    assert.is_truthy(r.out:find('-[Result "0-1"]\n+[Result "1-0"]\n-0-1\n+1-0\n', 1, true))
  end)

  it("is not written in EPD, which has no variants", function()
    local r = run { "convert", "-t", "epd", stdin = HILL_GAME .. "\n" .. CHECKS_GAME }
    assert.same({ 1, "" }, { r.code, r.out })
    assert.is_truthy(r.err:find("variant is not supported", 1, true))
  end)
end)

describe("the end of a game", function()
  it("is shown", function()
    local r = run { "show", "--color", "never", "-", stdin = HILL_GAME }
    assert.is_truthy(r.out:find("\nThe king has reached the center.\n", 1, true))
    r = run { "show", "--color", "never", "-", stdin = CHECKS_GAME }
    assert.is_truthy(r.out:find("\nThe third check.\n" .. ENDS[CHECKS] .. "\n", 1, true))
    r = run { "convert", "-t", "csv", "--columns", "ending", stdin = HILL_GAME .. "\n" .. CHECKS_GAME }
    assert.equal("ending\nking_in_center\nthree_checks\n", r.out)
  end)

  it("is reported at the prompt, where a FEN may have the numbers of checks", function()
    local r = run { "-e", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0", "-e", "Rh8", "-e", "Ke7", "-e", "=position:fen()" }
    assert.is_truthy(r.out:find("The third check", 1, true))
    assert.is_truthy((r.out .. r.err):find("the game is over: three checks", 1, true))
    r = run { "board", "--ascii", "4k3/8/8/8/8/8/8/4K2R", "w", "-", "-", "3+3", "0", "1" }
    assert.equal(0, r.code)
    r = run { "board", "--ascii", "4k3/8/8/8/8/8/8/4K2R", "w", "-", "-", "0", "1", "+2+0" }
    assert.equal(0, r.code)
    r = run { "fen", "4k3/8/8/8/8/8/8/4K2R", "w", "-", "-", "1+3", "0", "1" }
    assert.equal("4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0\n", r.out)
  end)
end)

describe("an engine", function()
  local position = chess.position(nil, { variant = HILL })

  it("is asked only if it plays the variant", function()
    local engine <close> = assert(chess.engine(fake()))
    local _, err, code = engine:analyse(position, { depth = 1 })
    assert.is_truthy(err:find("it has no option 'UCI_Variant', which this needs", 1, true))
    assert.equal("bad_option", code)
  end)

  it("receives the variant", function()
    local folder <close> = new_folder()
    local engine <close> = assert(chess.engine(fake(([[
      local log = assert(io.open(%q, "w"))
      log:setvbuf "no"
      local uci = on.uci
      function on.uci()
        say "option name UCI_Variant type combo default chess var chess var kingofthehill var 3check"
        uci()
      end
      local function note(line) log:write(line, "\n") end
      on.setoption, on.position = note, note
    ]]):format(folder:path "log"))))
    assert(engine:analyse(position, { depth = 1 }))
    assert(engine:analyse(chess.position(nil, { variant = CHECKS }), { depth = 1 }))
    assert(engine:analyse(chess.position(), { depth = 1 }))
    assert.equal(("setoption name UCI_Variant value kingofthehill\nposition fen %s\n"
      .. "setoption name UCI_Variant value 3check\nposition fen %s +0+0\n"
      .. "setoption name UCI_Variant value chess\nposition fen %s\n"):gsub("%%s", chess.START_FEN), folder:read "log")
  end)

  it("is not asked after the end of the game", function()
    local engine <close> = assert(chess.engine(fake()))
    local found = assert(engine:analyse(one(HILL_GAME).final, { depth = 1 }))
    assert.same({ nil, "king_in_center", "white" }, { found.move, found.outcome.reason, found.score.mate })
  end)
end)
