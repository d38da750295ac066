-- The tree of openings, compared with the number of games with each FEN; and lines that transpose, repeat positions or
-- begin in other positions.

local chess = require "lucena"

local need = require "spec.support.need"

local SAMPLE = "spec/data/engine/engine.pgn"

local function report_of(pgn, options)
  local report = assert(chess.report("openings", options))
  for game in chess.games_in(pgn) do
    report:add(game)
  end
  return report
end

local function sample_report(options)
  local report = assert(chess.report("openings", options))
  for game in chess.games(SAMPLE) do
    report:add(game)
  end
  return report
end

-- The rows as lines: depth, move, games, games that reached the position.
local function shown(report)
  local list = {}
  for i, row in ipairs(report:rows()) do
    list[i] = ("%d %s %d %s"):format(row.level, row.move.san, row.games, row.reached or "-")
  end
  return table.concat(list, "\n")
end

local function identity(board)
  return board:fen():match("^%S+ %S+ %S+ %S+")
end

describe("openings", function()
  it("have the number of games that have the FEN of the position", function()
    local games, wins, seen = {}, {}, {}
    for game in chess.games(SAMPLE) do
      local here = {}
      for board in game:boards() do
        if board.ply > 8 then
          break
        end
        here[identity(board)] = true
      end
      for fen in pairs(here) do
        games[fen] = (games[fen] or 0) + 1
        wins[fen] = (wins[fen] or 0) + (game.tags.Result == "1-0" and 1 or 0)
      end
    end
    local path, count, start = {}, 0, identity(chess.board())
    for _, row in ipairs(sample_report({ depth = 8, min = 2 }):rows()) do
      local position = row.level == 0 and chess.position() or path[row.level - 1]
      path[row.level] = assert(position:play((row.move.san:gsub(" ↑$", ""):match("%S+$"))))
      local fen = identity(path[row.level])
      assert.equal(games[fen], row.reached)
      assert.is_true(row.white <= wins[fen])
      seen[fen], count = true, count + 1
    end
    assert.is_true(count > 250)
    -- A position may have enough games although each way to it has too few. For positions with twenty games or more,
    -- this does not occur.
    for fen, number in pairs(games) do
      assert.is_true(seen[fen] or number < 20 or fen == start, fen)
    end
  end)

  local function key_of(row)
    return table.concat({ row.move.san:gsub(" ↑$", ""), row.level, row.games, row.white, row.black, row.notable }, " ")
  end

  it("have the same numbers with any minimum of games", function()
    local all = {}
    for _, row in ipairs(sample_report({ depth = 6, min = 1 }):rows()) do
      all[key_of(row)] = true
    end
    local rows = sample_report({ depth = 6, min = 5 }):rows()
    assert.is_true(#rows > 30)
    for _, row in ipairs(rows) do
      assert.is_true(all[key_of(row)])
    end
  end)

  it("count a game once in a repeated position", function()
    local rows = report_of("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 d5 1-0\n\n1. Nf3 d5 0-1", {}):rows()
    assert.same({ 2, 2, 1, 0, 1 }, { rows[1].games, rows[1].reached, rows[1].white, rows[1].draw, rows[1].black })
  end)

  it("merge transpositions, and show where a position is listed already", function()
    local pgn = "1. e4 e6 2. d4 d5 1-0\n\n1. d4 e6 2. e4 d5 0-1\n\n1. d4 e6 2. c4 *"
    local report = report_of(pgn, { min = 1, depth = 4 })
    assert.equal(table.concat({
      "0 1. d4 2 2", "1 1... e6 2 2", "2 2. c4 1 1", "2 2. e4 1 2", "3 2... d5 2 2",
      "0 1. e4 1 1", "1 1... e6 1 1", "2 2. d4 ↑ 1 2" }, "\n"), shown(report))
    assert.is_truthy(report:format("text"):find("↑ the position stands further up already", 1, true))
    assert.is_truthy(report:format("csv"):find("\n1. d4,2,", 1, true))
  end)

  it("are written in the requested language and notation", function()
    local text = report_of("1. e4 c5 2. Nf3 *"):format("markdown", { lang = "fr", dialect = "french" })
    assert.is_truthy(text:find("2. Cf3", 1, true))
    assert.is_truthy(text:find("Défense sicilienne", 1, true))
  end)

  it("number moves as in the line shown", function()
    local pgn = "1. Na3 Na6 2. Nb1 Nb8 3. e4 e5 1-0\n\n1. e4 e5 2. Nf3 *\n\n1. e4 e5 2. Nf3 *"
    assert.equal("0 1. e4 2 3\n1 1... e5 3 3\n2 2. Nf3 2 2", shown(report_of(pgn, { min = 2 })))
  end)

  it("begin at a position, given by moves or FEN, in any order of moves", function()
    local pgn = "1. Nf3 d5 2. d4 Nf6 3. c4 1-0\n\n1. d4 d5 2. Nf3 e6 0-1\n\n1. e4 *"
      .. '\n\n[FEN "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2"]\n\n2... c5 *'
    local by_moves = report_of(pgn, { position = "1. d4 d5 2. Nf3", depth = 2, min = 1 })
    assert.equal("0 2... c5 1 1\n0 2... e6 1 1\n0 2... Nf6 1 1\n1 3. c4 1 1", shown(by_moves))
    local fen = "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2"
    assert.equal(shown(by_moves), shown(report_of(pgn, { position = fen, depth = 2, min = 1 })))
    assert.is_true(by_moves:query()(chess.game("1. Nf3 d5 2. d4 *")))
  end)

  it("report errors in a position or a depth", function()
    local report, err, code = chess.report("openings", { position = "e4 e4" })
    assert.is_nil(report)
    assert.equal("position: moves:4: illegal move e4 (move 1, Black)", err)
    assert.equal("bad_option", code)
    assert.equal("option 'depth' takes an integer from 1 to 200, not 0",
      select(2, chess.report("openings", { depth = 0 })))
  end)

  it("follow a description of the database", function()
    local path = need.data "throughput/lichess.pgn.zst"
    local pipe = assert(io.popen(("%s -dqc '%s'"):format(need.program "zstd", path), "r"))
    local text = pipe:read("a")
    pipe:close()
    local counts, report = {}, assert(chess.report("openings", { depth = 1, min = 1 }))
    for tags, moves in text:gmatch("(%[Event .-)\n\n([^\n]*)") do
      local san = moves:match("^1%. (%w+)")
      if san and not tags:find("[FEN", 1, true) then
        counts[san] = (counts[san] or 0) + 1
      end
    end
    for game in chess.games(path) do
      report:add(game)
    end
    local number = 0
    for _, row in ipairs(report:rows()) do
      local san = row.move.san:match("%S+$")
      assert.equal(counts[san], row.games)
      counts[san], number = nil, number + row.games
    end
    assert.is_nil(next(counts))
    assert.is_true(number > 900)
  end)

  it("have average ratings, computed from games with a result and ratings", function()
    local row = report_of('[WhiteElo "2600"]\n[BlackElo "2400"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'
      .. '[WhiteElo "2700"]\n[BlackElo "2500"]\n[Result "1/2-1/2"]\n\n1. e4 1/2-1/2\n\n'
      .. '[WhiteElo "2800"]\n[BlackElo "2800"]\n[Result "*"]\n\n1. e4 *'):rows()[1]
    assert.same({ 2550, 2450 + 193, 0.75, 3 }, { row.rating, row.performance, row.score, row.games })
  end)

  it("have the whole line and the position after it in formats for programs", function()
    local report = report_of("1. d4 d5 2. Nf3 1-0\n\n1. Nf3 d5 2. d4 0-1\n", { depth = 4, min = 1, position = "d4" })
    local csv = report:format "csv"
    assert.is_truthy(csv:find("^move,[%w,]*,reached,line,fen\n1%.%.%. d5,"))
    local last = csv:match("([^\n]*)\n$")
    local fen = "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2"
    assert.is_truthy(last:find(",1... d5 2. Nf3," .. fen, 1, true), last)
    assert.is_nil(report:format("text"):find("FEN", 1, true))
  end)

  it("show the games that reached a position only if other moves led to it", function()
    local first = { depth = 3, min = 1 }
    assert.is_nil(report_of("1. d4 d5 2. Nf3 1-0", first):format("text"):find("Reached", 1, true))
    local both = report_of("1. d4 d5 2. Nf3 1-0\n\n1. Nf3 d5 2. d4 0-1\n", first)
    assert.is_truthy(both:format("text"):find("Reached", 1, true))
  end)

  it("show a notable game once in a branch to readers, and in each row to programs", function()
    local pgn = ""
    for _, game in ipairs { { "A", 2700, "e5 2. Nf3 Nc6" }, { "B", 2500, "e5 2. Nf3 d6" }, { "C", 2400, "c5" } } do
      pgn = pgn .. ('[White "%s"]\n[Black "X"]\n[WhiteElo "%d"]\n[BlackElo "2000"]\n\n1. e4 %s *\n\n'):format(
        table.unpack(game))
    end
    local report, first, all = report_of(pgn, { depth = 4, min = 1 }), {}, {}
    for line in report:format("text"):gmatch "[^\n]+" do
      first[#first + 1] = line:match "^ *%d.* (%u) %- X" or line:find "^ *%d" and "-" or nil
    end
    for i, row in ipairs(report:rows()) do
      all[i] = row.notable:sub(1, 1)
    end
    assert.equal("A - - - B C", table.concat(first, " ")) -- 1. e4 e5 2. Nf3 Nc6, 2... d6, 1... c5
    assert.equal("A A A A B C", table.concat(all, " "))
  end)

  it("are named by the opening table of another program on request", function()
    local pgn = "1. Nf3 d5 2. d4 1-0\n\n1. d4 d5 2. Nf3 0-1\n\n1. e4 e5 2. f4 *\n"
    local small = "spec/data/eco/small.tsv"
    local named = {}
    for _, row in ipairs(report_of(pgn, { depth = 3, min = 1, eco = small }):rows()) do
      named[#named + 1] = row.eco and ("%s %s"):format(row.eco, row.opening.fr)
    end
    local zukertort = "D02 Queen's Pawn Game: Zukertort Variation"
    assert.same({ zukertort, zukertort, "C30 King's Gambit" }, named)
    local groups = {}
    local whole = assert(chess.report("table", { rows = "Opening", eco = small }))
    local lines = assert(chess.report("opening", { position = "d4", eco = small, min = 1 }))
    for game in chess.games_in(pgn) do
      whole:add(game)
      lines:add(game)
    end
    for _, row in ipairs(whole:rows()) do
      groups[#groups + 1] = (row.group.en or row.group) .. " " .. row.total
    end
    assert.same({ "King's Gambit 1", "Queen's Pawn Game: Zukertort Variation 2", "Total 3" }, groups)
    assert.equal(zukertort, lines:sections()[4].rows[1].opening.fr)
    assert.same({ "none.tsv: cannot open: No such file or directory", "cannot_open" },
      { select(2, chess.report("openings", { eco = "none.tsv" })) })
    assert.equal("bad_file", select(3, chess.report("table", { eco = "README.md" })))
  end)
end)
