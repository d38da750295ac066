-- Tablebases: results computed from the values of a few positions, which replace the tables; and values of real tables,
-- if they are installed.

local chess = require "lucena"
local need = require "spec.support.need"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local tablebase = require "lucena.tablebase"

local KPK = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"

-- Positions of king and pawn against king, by placement and turn, with their values for the side to move.
local KNOWN = {
  ["4k3/8/4K3/4P3/8/8/8/8 w"] = 2, ["4k3/8/8/3KP3/8/8/8/8 b"] = 0, ["8/3k4/8/3KP3/8/8/8/8 w"] = 0,
  ["4k3/8/3K4/4P3/8/8/8/8 b"] = -2, ["5k2/8/3K4/4P3/8/8/8/8 w"] = 2, ["4k3/8/4K3/4P3/8/8/8/8 b"] = -2,
  ["5k2/8/4K3/4P3/8/8/8/8 w"] = 2,
}
-- Invented values, for wins and losses that the 50-move rule turns into draws.
local CURSED = { ["4k3/8/4K3/4N3/8/8/8/8 w"] = 1, ["4k3/8/3K4/4N3/8/8/8/8 b"] = -1, ["4k3/8/8/3KN3/8/8/8/8 b"] = 0 }

-- A replacement of lucena.syzygy that does not use libfathom, with tables of up to `most` pieces.
local function stand_in(most)
  local fake = {}
  function fake.use(path) return path == "fake" and most or 0 end
  function fake.value(position)
    local text = position:fen():match("^%S+ %S")
    return KNOWN[text] or CURSED[text]
  end
  function fake.probe(position)
    local value, list = fake.value(position), {}
    for i, move in ipairs(position:moves()) do
      local after = fake.value(chess.position(position:fen()):play(move))
      list[i] = { uci = tostring(move), value = after and -after or 0, dtz = after and after ~= 0 and 3 or 0 }
    end
    if value then
      return value, value ~= 0 and 3 or 0, list
    end
  end
  return fake
end

-- Calls f() with another module in place of lucena.syzygy, or without any.
local function with(module, f)
  local loaded, preload = package.loaded["lucena.syzygy"], package.preload["lucena.syzygy"]
  package.loaded["lucena.syzygy"] = module
  package.preload["lucena.syzygy"] = not module and function() error("not built") end or nil
  local results = table.pack(pcall(f))
  package.loaded["lucena.syzygy"], package.preload["lucena.syzygy"] = loaded, preload
  assert(table.unpack(results))
end

local function game_of(moves, result)
  return assert(chess.game(('[SetUp "1"]\n[FEN "%s"]\n[Result "%s"]\n\n%s %s\n'):format(KPK, result, moves, result)))
end

describe("missing tablebases", function()
  it("are reported with a hint on installing them", function()
    with(nil, function()
      assert.same({ nil, "tablebases need libfathom: install it (Debian: libfathom-dev) and build Lucena again",
        "no_tablebase" }, { chess.tablebase "fake" })
      assert.equal("no_tablebase", select(3, chess.position(KPK):tablebase()))
    end)
    with(stand_in(4), function()
      assert.same({ nil, "no\\x0asuch: no Syzygy tables (.rtbw) in this folder", "no_tablebase" },
        { chess.tablebase "no\nsuch" })
      assert.equal("no_tablebase", select(3, chess.tablebase "fake\0"))
      assert(chess.tablebase "fake")
      assert.same({ nil, "the tablebases of fake are in use and cannot be replaced; give all folders in one path, with "
        .. "':' between them", "no_tablebase" },
        { chess.tablebase "other" })
    end)
  end)

  it("are an error if the argument is wrong", function()
    assert.has_error(function() chess.tablebase(5) end,
      "bad argument #1 to 'tablebase' (string expected, got number)")
    assert.has_error(function() chess.position().tablebase(chess.setup(KPK)) end,
      "calling 'tablebase' on bad self (lucena.Position expected, got lucena.Setup)")
  end)

  it("write nothing to standard output, even if files are truncated", function()
    need.module "lucena.syzygy"
    local folder <close> = new_folder()
    folder:write("KQvK.rtbw", "cut")
    local r = run { "-e", "io.write 'one ' print((chess.tablebase()))", env = { LUCENA_TABLEBASES = folder.root } }
    assert.same({ 0, "one nil\n" }, { r.code, r.out })
    assert.is_truthy(r.err:find("KQvK", 1, true), r.err)
  end)

  it("make the queries that use them fail", function()
    with(nil, function()
      for _, query in ipairs { chess.query.tablebase "win", chess.query.tablebase_mistake, chess.query.wrong_result } do
        assert.error_matches(function() query(game_of("1. Kd5 Kd7", "1-0")) end, "^tablebases need libfathom")
        assert.is_false(query(chess.game "1. e4 e5 1-0"))
      end
    end)
  end)
end)

describe("a position", function()
  it("has a value, and a list of its moves, best first", function()
    with(stand_in(4), function()
      assert.same({ path = "fake", men = 4 }, chess.tablebase "fake")
      assert.same({ path = "fake", men = 4 }, chess.tablebase())
      local found = assert(chess.position(KPK):tablebase())
      assert.same({ "win", 3, "white", 4 }, { found.wdl, found.dtz, found.winner, #found.moves })
      local best = found.moves[1]
      assert.same({ "Kd6", "win", 3, "e6d6", "draw" }, { best.san, best.wdl, best.dtz, tostring(best.move),
        found.moves[2].wdl })
      found = assert(chess.board(chess.position "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"):tablebase())
      assert.same({ "loss", "white", 2 }, { found.wdl, found.winner, #found.moves })
    end)
  end)

  it("that the tables do not cover is refused", function()
    local refused = {
      ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"] = "tablebases have no positions in which castling is possible",
      ["4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1"] = "the board has 5 pieces, these tablebases have at most 4",
      ["4k3/8/8/8/8/p7/8/RN2K3 w - - 0 1"] = "the board has 5 pieces, these tablebases have at most 4",
      ["4k3/8/8/8/8/p7/8/R3K3 w - - 0 1"] = "fake: tables for KRvKP, or for an ending that it can become, are missing",
    }
    with(stand_in(4), function()
      assert(chess.tablebase "fake")
      for fen, message in pairs(refused) do
        assert.same({ nil, message, "not_in_tablebase" }, { chess.position(fen):tablebase() })
      end
    end)
  end)

  it("without legal moves needs no table", function()
    with(stand_in(4), function()
      assert(chess.tablebase "fake")
      assert.same({ wdl = "loss", dtz = 0, winner = "white", moves = {} },
        chess.position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"):tablebase())
      assert.same({ wdl = "draw", dtz = 0, moves = {} }, chess.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):tablebase())
    end)
  end)
end)

describe("the ending of a game", function()
  local q = chess.query

  -- The move at which a query matches first, "start", or false.
  local function found(query, game)
    local node = query:find(game)
    return node and (node.san or "start") or false
  end

  it("shows which side made the decisive mistake", function()
    with(stand_in(4), function()
      assert(chess.tablebase "fake")
      local game = game_of("1. Kd5 Kd7", "1/2-1/2")
      assert.same({ "Kd5", "Kd5", false }, { found(q.tablebase_mistake, game),
        found(q.tablebase_mistake "white", game), found(q.tablebase_mistake { side = "black" }, game) })
      assert.same({ "start", false, "start", "Kd5" }, { found(q.tablebase "win", game),
        found(q.tablebase { "win", side = "black" }, game), found(q.tablebase { "loss", side = "black" }, game),
        found(q.tablebase "draw", game) })
      local good = game_of("1. Kd6 Kf8", "1-0")
      assert.same({ false, false }, { found(q.tablebase_mistake, good), found(q.wrong_result, good) })
    end)
  end)

  it("shows results that contradict the tables", function()
    with(stand_in(4), function()
      assert(chess.tablebase "fake")
      local wrong = {}
      for _, case in ipairs { { "1. Kd5 Kd7", "1-0" }, { "1. Kd5 Kd7", "1/2-1/2" }, { "1. Kd5 Kd7", "*" },
        { "", "1-0" }, { "", "1/2-1/2" }, { "", "0-1" } } do
        wrong[#wrong + 1] = q.wrong_result(game_of(case[1], case[2]))
      end
      assert.same({ true, false, false, false, true, true }, wrong)
    end)
  end)

  it("accept a draw and a win as the result of a win that takes more than 50 moves", function()
    with(stand_in(4), function()
      assert(chess.tablebase "fake")
      local function of_knight(move, result)
        return assert(chess.game(('[SetUp "1"]\n[FEN "4k3/8/4K3/4N3/8/8/8/8 w - - 0 1"]\n\n1. %s %s\n')
          :format(move, result)))
      end
      assert.is_false(q.tablebase_mistake(of_knight("Kd5", "1/2-1/2")))
      assert.is_true(q.tablebase { "cursed_win", side = "white" }(of_knight("Kd6", "1/2-1/2")))
      assert.same({ false, false, true }, { q.wrong_result(of_knight("Kd6", "1-0")),
        q.wrong_result(of_knight("Kd6", "1/2-1/2")), q.wrong_result(of_knight("Kd6", "0-1")) })
    end)
  end)

  it("accepts only known words", function()
    assert.has_error(function() q.tablebase "won" end,
      "bad argument #1 to 'tablebase' ('won' is none of blessed_loss, cursed_win, draw, loss, win)")
    assert.has_error(function() q.tablebase { "win", side = "mover" } end,
      "bad argument #1 to 'tablebase' (option 'side': 'mover' is none of black, either, white)")
    assert.has_error(function() return q.check & q.tablebase end, 'tablebase needs a word such as "win"')
  end)
end)

describe("lucena", function()
  it("exits if the tables cannot be read", function()
    local result = run { "check", "--tablebases", "no/such/folder", "spec/data/engine/engine.pgn" }
    assert.same({ 3, "" }, { result.code, result.out })
    assert.is_truthy(result.err:find("^lucena: %-%-tablebases: "), result.err)
  end)
end)

-- ---- real tables ---------------------------------------------------------------------------------

describe("real tables", function()
  local function use()
    need.module "lucena.syzygy"
    local folder = need.data("tablebases/3-4-men/KQvK.rtbw"):gsub("/[^/]*$", "")
    assert.equal(4, assert(chess.tablebase(folder)).men)
    return folder
  end

  it("agree with textbook endings", function()
    use()
    for text, value in pairs(KNOWN) do
      local wdl = tablebase.wdl(chess.position(text .. " - - 0 1"))
      assert.equal(value == 2 and "win" or value == 0 and "draw" or "loss", wdl, text)
    end
    local facts = {
      ["8/8/8/8/8/4k3/8/K6R w - - 0 1"] = "win", -- king and rook win
      ["8/8/8/8/8/4k3/8/K6R w - - 90 1"] = "cursed_win", -- no win: a draw by the 50-move rule
      ["8/8/8/8/8/4k3/8/KN5N w - - 0 1"] = "draw", -- two knights cannot force mate
      ["8/8/8/4k3/8/8/8/K1B4B w - - 0 1"] = "win", -- two bishops can force mate
      ["8/8/8/4k3/8/8/8/K1B3B1 w - - 0 1"] = "draw", -- bishops on squares of one colour cannot
      ["8/8/8/4k3/8/8/8/K1B4N w - - 0 1"] = "win", -- bishop and knight can force mate
      ["8/8/8/8/8/1k6/p7/7K w - - 0 1"] = "loss",
      ["6Q1/8/8/8/8/8/pk6/7K w - - 0 1"] = "draw", -- White's king is too far from the rook's pawn
      ["6Q1/8/8/8/8/8/3pk3/7K w - - 0 1"] = "win", -- with a central pawn this does not matter
      ["k7/P7/1K6/8/8/8/8/8 b - - 0 1"] = "draw", -- stalemate
      ["8/k7/8/8/P7/8/8/1K6 w - - 0 1"] = "draw", -- a rook's pawn with the defending king in the corner
    }
    for fen, wdl in pairs(facts) do
      assert.equal(wdl, assert(chess.position(fen):tablebase()).wdl, fen)
    end
    -- The Lucena position has five pieces.
    assert.equal("not_in_tablebase", select(3, chess.position("1K1k4/1P6/8/8/8/8/2r5/5R2 w - - 0 1"):tablebase()))
    -- The first winning move in the list. In the first position, only exd6 (en passant) wins. In the second, the mate
    -- Ra8 is listed before Kxh5, which also wins.
    assert.same({ "exd6", "Ra8#" }, { chess.position("8/8/7k/3pP3/8/8/8/K7 w - d6 0 1"):tablebase().moves[1].san,
      chess.position("7k/8/6K1/7n/8/8/8/R7 w - - 0 1"):tablebase().moves[1].san })
  end)

  -- A position with random pieces on random squares, or nil if it is illegal.
  local function random_position(random)
    local setup = chess.setup("8/8/8/8/8/8/8/8 w - - 0 1")
    local men = { "K", "k" }
    for i = 3, random(3, 4) do
      local kinds = "QRBNPqrbnp"
      men[i] = kinds:sub(random(10)):sub(1, 1)
    end
    for _, man in ipairs(men) do
      setup:put(("abcdefgh"):sub(random(8)):sub(1, 1) .. (man:lower() == "p" and random(2, 7) or random(8)), man)
    end
    setup.turn = random(2) == 1 and "white" or "black"
    return setup:position()
  end

  local MIRROR = { win = "loss", draw = "draw", loss = "win" }
  local RANK = { loss = 1, draw = 2, win = 3 }

  it("give a position the value that follows from the positions after its moves", function()
    use()
    local seed, count = 20261, 0
    local state = seed
    local function random(low, high)
      if not high then
        low, high = 1, low
      end
      state = (state * 6364136223846793005 + 1442695040888963407)
      return low + (state >> 33) % (high - low + 1)
    end
    while count < 120 do
      local position = random_position(random)
      if position and #position:moves() > 0 then
        count = count + 1
        local found = assert(position:tablebase())
        local best = "loss"
        assert.equal(#position:moves(), #found.moves)
        for _, item in ipairs(found.moves) do
          local after = chess.position((position:play(item.move):fen():gsub("%d+ %d+$", "0 1")))
          local wdl = MIRROR[tablebase.wdl(after)]
          assert.equal(wdl, item.wdl, position:fen() .. " " .. item.san)
          best = RANK[wdl] > RANK[best] and wdl or best
        end
        local first = found.moves[1]
        assert.same({ best, best, best }, { found.wdl, first.wdl, tablebase.wdl(position) }, position:fen())
        assert.is_true(math.abs(found.dtz - first.dtz) <= 1, position:fen()) -- the distance may be rounded by one
      end
    end
  end)
end)
