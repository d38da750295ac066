-- Reading PGN: games, trees, comments, NAGs, results, the unreadable tail of a game, and the diagnostics of errors.

local chess = require "lucena"
local items = require "spec.support.items"
local tree = require "spec.support.tree"
local parts = require("lucena.core").parts

local FOLDER = "spec/data/pgn/"

local function one(text)
  return assert(chess.game(text))
end

describe("the fixtures", function()
  local count = 0
  for line in io.lines(FOLDER .. "expected.tsv") do
    local file, games, plies, results = line:match("^(%S+%.pgn)\t(%d+)\t(%S+)\t(%S+)$")
    if file then
      count = count + 1
      it(file .. " gives " .. games .. " games: " .. plies .. " plies", function()
        local found_plies, found_results = {}, {}
        for g in chess.games(FOLDER .. file) do
          found_plies[#found_plies + 1] = g.plies
          found_results[#found_results + 1] = g.result
          assert.is_nil(g.rest)
          for _, d in ipairs(g.diagnostics) do
            assert.not_equal("error", d.severity, d.text)
          end
          assert.is_true((g:check()))
        end
        assert.equal(math.tointeger(games), #found_plies)
        assert.equal(plies, table.concat(found_plies, ","))
        assert.equal(results, table.concat(found_results, ","))
      end)
    end
  end
  it("are all listed", function()
    assert.equal(18, count)
  end)

  it("have the expected final positions", function()
    local FINALS = {
      ["plain.pgn"] = { "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4" },
      ["special.pgn"] = { "2kr3r/pp3ppp/2n2n2/8/6b1/b1NP1N2/2P1BPPP/R1Q2RK1 w - - 0 14" },
      ["fen.pgn"] = { "1N6/4k3/8/8/8/5K2/8/8 b - - 2 73", "8/4k3/8/8/8/4K3/8/8 b - - 0 3" },
      ["chess960.pgn"] = {
        "nrb2rk1/pppp1qpp/3bppn1/8/8/3BPPN1/PPPP1QPP/NRB2RK1 w - - 8 7",
        "2r4r/p1p4p/5k2/8/8/8/P1P4P/2KRR3 w - - 4 11", "2krr3/pp4pp/8/8/8/8/PP4PP/2KR2R1 w - - 3 22",
      },
      ["null.pgn"] = { "rnb1kbnr/ppp1pppp/8/3q4/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 4" },
    }
    for file, fens in pairs(FINALS) do
      local n = 0
      for g in chess.games(FOLDER .. file) do
        n = n + 1
        assert.equal(fens[n], tostring(g.final))
      end
      assert.equal(#fens, n)
    end
  end)
end)

describe("the tree", function()
  -- text, tree with notes (spec/support/tree.lua)
  local ROWS = {
    { "*", {} },
    { "1. e4 *", { "e4" } },
    { "1. e4 e5 2. Nf3 Nc6 1-0", { "e4", "e5", "Nf3", "Nc6" } },
    -- variations
    { "1. e4 (1. d4) *", { "e4", { "d4" } } },
    { "1. e4 (1. d4) (1. c4) e5 *", { "e4", { "d4" }, { "c4" }, "e5" } },
    { "1. e4 e5 (1... c5 2. Nf3) 2. d4 *", { "e4", "e5", { "c5", "Nf3" }, "d4" } },
    { "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. d4 *",
      { "e4", "e5", { "c5", "Nf3", { "c3", "d5" }, "d6" }, { "e6" }, "d4" } },
    { "1. d4 (1. h4 (1. a4 a5) 1... h5) 1... d5 *", { "d4", { "h4", "h5" }, { "a4", "a5" }, "d5" } },
    { "1. e4 (1. e4 c5) e5 *", { "e4", { "e4", "c5" }, "e5" } }, -- a variation with the same move
    { "1. e4 e5 (1... c5) 2. d4", { "e4", "e5", { "c5" }, "d4" } },
    { "1. e4 (1. d4 d5 1-0) e5 *", { "e4", { "d4", "d5", "{1-0}" }, "e5" } }, -- a result in a variation
    -- comments
    { "{x} 1. e4 *", { "{x}", "e4" } },
    { "1. {x} e4 *", { "<x>", "e4" } },
    { "{y} 1. {x} e4 *", { "{y}", "<x>", "e4" } },
    { "1. e4 {x} *", { "e4", "{x}" } },
    { "1. e4 {x} {y} ; z\n e5 *", { "e4", "{x}", "{y}", "{ z}", "e5" } },
    { "1. e4 {} e5 *", { "e4", "{}", "e5" } },
    { "1. e4 e5 {late} *", { "e4", "e5", "{late}" } },
    { "1. e4 1... {x} e5 *", { "e4", "<x>", "e5" } },
    { "1. e4 {a} (1. d4 {b}) {c} e5 *", { "e4", "{a}", { "d4", "{b}" }, "<c>", "e5" } },
    { "1. e4 (1. d4) {late} *", { "e4", "{late}", { "d4" } } },
    { "1. e4 ({v} 1. d4 {w}) *", { "e4", { "<v>", "d4", "{w}" } } },
    { "1. e4 (1. {v} d4) *", { "e4", { "<v>", "d4" } } },
    { "1. e4 e5 ({only}) 2. d4 *", { "e4", "e5", "{only}", "d4" } },
    { "{only} *", { "{only}" } },
    { "1. e4 {two\nlines } e5 *", { "e4", "{two\nlines }", "e5" } },
    { "1. e4 {a {b} e5 *", { "e4", "{a {b}", "e5" } }, -- comments do not nest
    { "1. e4 {( 1-0 ; % * [x \"y\"]} e5 *", { "e4", "{( 1-0 ; % * [x \"y\"]}", "e5" } },
    { "1. e4 {a\n% b\n} e5 *", { "e4", "{a\n% b\n}", "e5" } }, -- inside a comment, % has no meaning
    { "1. e4 ; a { b\ne5 } *", { "e4", "{ a { b}", "e5" } },
    { "1. e4\n% 1... c5 {\ne5 *", { "e4", "e5" } },
    { "1. e4{x}e5{y}2.Nf3*", { "e4", "{x}", "e5", "{y}", "Nf3" } },
    { "1. e4 {a\0b} *", { "e4", "{a\0b}" } },
    -- NAGs
    { "1. e4 $1 e5 $255 $0 *", { "e4", "$1", "e5", "$255", "$0" } },
    { "1. e4! e5? 2. d4!! d5?? 3. c4!? c5?! *",
      { "e4", "$1", "e5", "$2", "d4", "$3", "d5", "$4", "c4", "$5", "c5", "$6" } },
    { "1. e4 ! e5 ?! *", { "e4", "$1", "e5", "$6" } },
    { "1. e4! $14 $14 {x} $1 *", { "e4", "$1", "$14", "$14", "$1", "{x}" } },
    { "1. e4 (1. d4 $5) $6 e5 *", { "e4", "$6", { "d4", "$5" }, "e5" } },
    { "1. e4 $256 $ $-1 ??!! !!!! e5 *", { "e4", "e5" } }, -- none of these is a NAG
    -- null moves
    { "1. e4 -- 2. d4 Z0 *", { "e4", "--", "d4", "--" } },
    { "1. -- (1. e4 --) e5 *", { "--", { "e4", "--" }, "e5" } },
    -- move numbers are ignored
    { "e4 e5 Nf3 *", { "e4", "e5", "Nf3" } },
    { "1.e4 1...e5 2 . Nf3 2. ... Nc6 *", { "e4", "e5", "Nf3", "Nc6" } },
    { "1. e4 3... e5 99999999999999999999. Nf3 *", { "e4", "e5", "Nf3" } },
    { "1 e4 e5 2 Nf3 *", { "e4", "e5", "Nf3" } },
    { "1.\xe2\x80\xa6 e4 *", { "e4" } },
    { "1.\t\xc2\xa0e4\v\fe5\r\n*", { "e4", "e5" } },
    -- a line of moves ends at its first move that cannot be played
    { "1. e4 e5 2. Ke3 Nf6 *", { "e4", "e5" } },
    { "1. e4 e5 (1... Nf3 2. d4) 2. d4 *", { "e4", "e5", "d4" } },
    { "1. e4 e5 (1... c5 2. Nf6 Nc6) 2. d4 *", { "e4", "e5", { "c5" }, "d4" } },
    { "1. e4 e5 2. Ke3 (2. d4) 2... d5 *", { "e4", "e5" } },
    { "1. e4 e5 2. Ke3 {said} *", { "e4", "e5" } },
    { "1. e4 \" e5 *", { "e4" } },
    { "1. e4 < e5 *", { "e4" } },
  }
  for _, row in ipairs(ROWS) do
    it("of " .. row[1]:gsub("%c", "?"), function()
      assert.same(row[2], tree.shape(one(row[1]), true))
    end)
  end

  it("of variations.pgn", function()
    for g in chess.games(FOLDER .. "variations.pgn") do
      assert.same({
        "e4", "e5", { "c5", "Nf3", { "Nc3", "Nc6", "g3" }, { "c3", "d5" }, "d6", "d4" }, { "e6", "d4", "d5" },
        "Nf3", "Nc6", { "Nf6", "Nxe5", "d6", { "Nxe4", "Qe2", "Nf6", "Nc6+" } }, "Bb5", "a6",
      }, tree.shape(g, true))
    end
  end)

  it("of comments.pgn", function()
    for g in chess.games(FOLDER .. "comments.pgn") do
      assert.same({
        "{Before the first move: (not a variation) [not a tag] 0-1 is no result here.}",
        "d4", "{After White.}", "{A second one.}", "d5", "{ to the end of the line } 2. Nf3}",
        "c4", "{Unicode: Łódź, né, ♞.}", "dxc4", { "e6", "{in a variation}", "Nc3", "{at its end}" },
        "e3", "{[not %a command]}", "{}",
      }, tree.shape(g, true))
    end
  end)

  it("of nags.pgn", function()
    for g in chess.games(FOLDER .. "nags.pgn") do
      assert.same({
        "g4", "$2", "$6", "d5", "$1", "f3", "$4", "{$4 and a comment}", "e5", "$14", { "h5", "$5" }, "h3", "$2",
        "Qg5", "$5", "Bg2", "$3", "h5", "$6", "Kf2", "$4", "$146", "hxg4", "$1",
      }, tree.shape(g, true))
    end
  end)

  it("of null.pgn", function()
    for g in chess.games(FOLDER .. "null.pgn") do
      assert.same({ "e4", "--", "d4", "d5", { "--", "f3", "{the plan}" }, "exd5", { "--", "dxe4" }, "Qxd5" },
        tree.shape(g, true))
    end
  end)

  it("can be 900 variations deep", function()
    local g = one("1. e4 " .. ("(1. d4 (1. c4 "):rep(450) .. ("))"):rep(450) .. " e5 *")
    assert.equal(2, g.plies)
    assert.equal(0, #g.diagnostics)
    assert.equal(901, #g.root)
  end)

  it("omits text nested deeper than 1000, and reports it once", function()
    local g = one("1. e4 " .. ("(1. d4 "):rep(3000) .. (")"):rep(3000) .. " e5 *")
    assert.equal(2, g.plies)
    assert.same({ "e4", "e5" }, { g.root[1].san, g.root[1][1].san })
    assert.equal(1, #g.diagnostics)
    assert.equal("game:1:7007: variations are nested too deeply (: the limit is 1000; "
      .. "--allow nesting=N sets it (limits = {nesting = N} in Lua)", g.diagnostics[1].text)
    assert.equal("nesting_too_deep", g.diagnostics[1].code)
  end)

  it("reports a result before such text if no variation ends there", function()
    local g = one("1. e4 " .. ("(1. d4 "):rep(1000) .. "1-0 (1. c4 (1. c3) 1... c5")
    assert.same({ "variation_result", 7007 }, { g.diagnostics[3].code, g.diagnostics[3].column })
  end)
end)

describe("the rest", function()
  local ROWS = {
    { "1. e4 e5 *", nil },
    { "1. e4 e5 2. Ke3 Nf6 3. d4 *", "2. Ke3 Nf6 3. d4 *" },
    { "1. e4 e5 2. Ke3", "2. Ke3" },
    { "1. e4 e5 2. Ke3 {x} (2. d4) ; y\n *", "2. Ke3 {x} (2. d4) ; y\n *" },
    { "1. e4 e5 (1... Ke3) 2. d4 *", nil }, -- an unreadable tail of a variation, not of the game
    { "1. e4 < *", "< *" },
    { "1. e4 e9 *", "e9 *" },
    { "1. e4 e5 33 Qxf7+ *", "33 Qxf7+ *" }, -- a number without a period
    { "1. e4 e5 2. ... e5 *", "2. ... e5 *" },
    { "1. e4 e5 2 . . . Ke3 *", "2 . . . Ke3 *" },
    { "1. e4 e5 5254 Ke3 *", "5254 Ke3 *" },
    { "1. \u{2658}f9 *", "1. \u{2658}f9 *" },
    { "1. e4 \0 e5 *", "\0 e5 *" },
    { '[FEN "nonsense"]\n\n1. e4 *', "1. e4 *" },
    { '[FEN "nonsense"]\n\n*', nil },
    { '[FEN "nonsense"]\n\n{said} *', nil },
    { '{c}\n[FEN "nonsense"]\n\n{said} (1. e4) *', "(1. e4) *" },
    { '[Variant "Atomic"]\n\n1. e4 *', "1. e4 *" },
  }
  for _, row in ipairs(ROWS) do
    it(("of %s is %s"):format(row[1], row[2] or "nothing"):gsub("%c", " "), function()
      assert.equal(row[2], one(row[1]).rest)
      -- The result is the same after the tree was built.
      local g = one(row[1])
      assert.equal(0, g.root.ply)
      assert.equal(row[2], g.rest)
    end)
  end
end)

describe("unread text", function()
  it("is written with its number", function()
    for _, text in ipairs { "33 Qxf7+ Kd8", "2. ... e5", "2 . . . Ke3" } do
      local written = one("1. e4 e5 " .. text .. " *"):movetext()
      assert.equal("1. e4 e5\n" .. text .. "\n*\n", written)
      assert.equal(written, chess.game(written):movetext())
    end
    assert.equal("1. e4 e5 (1... c5 12 Qxf7 d6) 2. Nf3 *\n", one("1. e4 e5 (1... c5 12 Qxf7 d6) 2. Nf3 *"):movetext())
  end)

  it("that is a number in brackets is no tag: the message has the right spelling", function()
    local game = one("[1] e4 e5 *")
    assert.equal(2, game.plies)
    assert.equal("malformed tag [1]: a move number is written 1.", game.diagnostics[1].message:match("malformed.*"))
    assert.truthy(game:pgn():find("\n[1]\n\n1. e4 e5 *", 1, true), game:pgn())
  end)
end)

describe("a refused spelling", function()
  local BEFORE_EP = "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
  -- {FEN or "", movetext, the end of the message}
  local ROWS = {
    { "", "1. nf3 *", "the move is written Nf3" },
    { "", "1. e4 1e5 *", "the move is written e5" },
    { "", "1: e4 e5 *", "a move number is written 1." },
    { "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1. 1-O *", "the move is written O-O" },
    { "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "1. l-O-0 *", "the move is written O-O-O" },
    { "8/P6k/8/8/8/8/8/K7 w - - 0 1", "1. a8=(Q) *", "the move is written a8=Q" },
    { BEFORE_EP, "1. exd6/ep *", "the move is written exd6" },
    { BEFORE_EP, "1. exd6/e.p. *", "the move is written exd6" },
    { "7k/P7/8/8/8/8/8/K7 w - - 0 1", "1. a8+=Q *", "the move is written a8=Q+" },
    { "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1. castles *", "castling is written O-O or O-O-O" },
    { "", "1. Nf3 dbl ch *", "double check is written +" },
  }
  for _, row in ipairs(ROWS) do
    it(row[2] .. " is not played; the message has the right one", function()
      local tag = row[1] ~= "" and ('[FEN "%s"]\n\n'):format(row[1]) or ""
      local game = one(tag .. row[2])
      assert.truthy(game.rest)
      assert.equal(row[3], game.diagnostics[1].message:match(": ([^:]*)$"))
    end)
  end

  it("that is no move gets no advice", function()
    for _, text in ipairs { "1. nf9 *", "1. 1-O *", "1. exd6/ep *", "1. bf3 *", "1. n *", "1. 1 1e *" } do
      local message = one(text).diagnostics[1].message
      assert.is_nil(message:find("written", 1, true), message)
    end
  end)
end)

describe("the result", function()
  local ROWS = {
    { "1. e4 1-0", "1-0" }, { "1. e4 0-1", "0-1" }, { "1. e4 1/2-1/2", "1/2-1/2" }, { "1. e4 *", "*" },
    { "1. e4", nil }, { '[Result "1-0"]\n\n1. e4', nil }, { '[Result "1-0"]\n\n1. e4 0-1', "0-1" },
    { "1. e4 1/2 1-0", "1-0" }, { "1. e4 Ke9 1/2 x *", "*" },
    { "1. e4 1/2", "1/2-1/2" }, { "1. e4 \u{bd}-\u{bd}", "1/2-1/2" },
    { "1. e4 e5 2. Ke3 1-0", "1-0" }, { "1. e4 (1. d4 0-1) 1-0", "1-0" }, { "1. e4 (1. d4 0-1", "0-1" },
    { "1. e4 {1-0}", nil }, { "1-0", "1-0" }, { "1. e4 e5+1-0", "1-0" },
  }
  for _, row in ipairs(ROWS) do
    it(("of %s is %s"):format(row[1]:gsub("%c", " "), row[2]), function()
      assert.equal(row[2], one(row[1]).result)
      local g = one(row[1])
      assert.equal(0, g.root.ply)
      assert.equal(row[2], g.result)
    end)
  end
end)

describe("the start", function()
  -- tags, start position as FEN (nil for none), code of the error if the moves cannot be played
  local ROWS = {
    { "", chess.START_FEN },
    { '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]', "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7" },
    { '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]', "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7" },
    { '[SetUp "0"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]', "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7",
      "setup_mismatch" },
    { '[FEN "4k3/8/8/8/8/8/4P3/4K3 w"]', "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "fen_fields" },
    { '[FEN "4k3/8/8/8/8/8/4P3/4K3 w -"]', "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" },
    { '[SetUp "1"]', chess.START_FEN, "setup_mismatch" },
    { '[X "x"]\n[FEN\t"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n[Y "y"]', "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7" },
    { '[X "x"]\n[FEN"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n[Y "y"]', "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7" },
    { '[X "x"]\n[ FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n[Y "y"]', "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7" },
    -- tags in any order
    { '[Variant "Atomic"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]', "nil", "unsupported_variant" },
    { '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n[Variant "Atomic"]', "nil", "unsupported_variant" },
    -- the first of two tags with the same name counts
    { '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]',
      "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7", "duplicate_tag" },
    { '[FEN ""]', chess.START_FEN },
    { '[FEN "4k3/8/8/8/8/8/4P3 w - - 0 1"]', "nil", "bad_board" },
    { '[FEN "4k3/8/8/8/8/8/8/8 w - - 0 1"]', "nil", "invalid_position" },
    { '[FEN "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"]', "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "castling_dropped" },
    { '[FEN "4k3/8/8/8/8/8/8/4K3 w - e6 0 1"]', "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "ep_dropped" },
    { '[Variant "Standard"]', chess.START_FEN },
    { '[Variant "From Position"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]', "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7" },
    { '[Variant "Crazyhouse"]', "nil", "unsupported_variant" },
    { '[Variant "Chess960"]\n[FEN "bbrknnrq/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNRQ w KQkq - 0 1"]',
      "bbrknnrq/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNRQ w KQkq - 0 1" },
  }
  for _, row in ipairs(ROWS) do
    it(("of %s is %s"):format(row[1]:gsub("%c", " "), row[2]), function()
      local g = one(row[1] .. "\n\n{" .. ("long "):rep(30) .. "} *")
      assert.equal(row[2], tostring(g.start))
      assert.equal(row[3], g.diagnostics[1] and g.diagnostics[1].code)
    end)
  end

  it("is Chess960 if a tag or the castling field says so", function()
    for _, name in ipairs { "Chess960", "chess 960", "Fischerandom", "Fischer Random", "freestyle", "960" } do
      assert.is_true(one('[Variant "' .. name .. '"]\n\n*').start.chess960, name)
    end
    assert.is_false(one("*").start.chess960)
    assert.is_true(one('[FEN "bbrknnrq/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNRQ w GCgc - 0 1"]\n\n*').start.chess960)
  end)

  it("can be Black's, with its move number", function()
    local g = one('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"]\n\n7... Kd7 8. e4 *')
    assert.equal("lucena.Node: 7... Kd7", tostring(g.root[1]))
    assert.equal("lucena.Node: 8. e4", tostring(g.root[1][1]))
  end)
end)

describe("the limits of games", function()
  -- a text, the texts of its games
  local ROWS = {
    -- a game ends after a result outside variations if blanks, punctuation or the text's end are on both sides of the
    -- result
    { "1. e4 1-0 1. d4 0-1", { "1. e4 1-0", "1. d4 0-1" } },
    { "1. e4 1/2-1/2 1. d4 *", { "1. e4 1/2-1/2", "1. d4 *" } },
    { "1. e4 * 1. d4 *", { "1. e4 *", "1. d4 *" } },
    { "1. e4 1-0\n\n\n1-0\n", { "1. e4 1-0", "1-0" } },
    { "1. e4 {x}1-0{y}1. d4 *", { "1. e4 {x}1-0{y}", "1. d4 *" } },
    -- two tag sections in sequence
    { '[Round "1"]\n[White "a"]\n\n[Round "2"]\n\n1. e4 *', { '[Round "1"]\n[White "a"]', '[Round "2"]\n\n1. e4 *' } },
    { '[White "a"]\n\n[White "b"]\n', { '[White "a"]', '[White "b"]' } },
    { '[White "a"]\n\n[WhiteElo "1"]\n\n[Black "b"]\n\n1. e4 *', {
      '[White "a"]\n\n[WhiteElo "1"]\n\n[Black "b"]\n\n1. e4 *' } },
    { '[White "a"]\n[White "b"]\n1. e4 *', { '[White "a"]\n[White "b"]\n1. e4 *' } },
    { '[Event "a"]\n\n[Event"b"]\n1. e4 *', { '[Event "a"]', '[Event"b"]\n1. e4 *' } },
    -- brackets of forum posts
    { '[pgn]\n[White "a"]\n\n1. e4 *\n[/pgn]\n\n[PGN width=9]1. d4 *[/PGN]', {
      '[White "a"]\n\n1. e4 *', "1. d4 *" } },
    { '[pgn "x"]\n1. e4 *', { '[pgn "x"]\n1. e4 *' } },
    { '[pgn x\n1. e4 *', { '[pgn x\n1. e4 *' } },
    -- text after a result
    { '1. e4 1-0 {a}\n[White "B"]\n1. d4 *', { "1. e4 1-0 {a}", '[White "B"]\n1. d4 *' } },
    { '1. e4 1-0\n{a}\n; b\n\n{c}\n[White "B"]\n1. d4 *', { "1. e4 1-0\n{a}\n; b", '{c}\n[White "B"]\n1. d4 *' } },
    { "1. e4 1-0 ; on time\r\n1. d4 *", { "1. e4 1-0 ; on time", "1. d4 *" } },
    { "1. e4 1-0 Black resigns {x} ff\n1. d4 *", { "1. e4 1-0 Black resigns {x} ff", "1. d4 *" } },
    { "1. e4 1-0 (\n)*\n\n1. d4 *", { "1. e4 1-0", "(\n)*", "1. d4 *" } },
    { "1. e4 1-0 ff\nno more", { "1. e4 1-0 ff" } },
    { "1. e4 1-0 1-0 *\n1-0", { "1. e4 1-0 1-0 *", "1-0" } },
    { "1. e4 1-0 ff 1. d4 0-1", { "1. e4 1-0 ff", "1. d4 0-1" } },
    { '1. e4 1-0 a[White "B"]\n1. d4 *', { "1. e4 1-0 a", '[White "B"]\n1. d4 *' } },
    { '1. e4 1-0 {open\n[White "B"]\n1. d4 *', { '1. e4 1-0 {open\n[White "B"]\n1. d4 *' } },
    { "1. e4 (1. d4)1-0 1. c4 *", { "1. e4 (1. d4)1-0", "1. c4 *" } },
    { "1. e4 (1. d4)*", { "1. e4 (1. d4)*" } },
    -- a game ends after a result with the first move of the next game directly after it
    { "1. e4 1-01. d4 *", { "1. e4 1-0", "1. d4 *" } },
    { "1. e4 1/2-1/21. d4 *", { "1. e4 1/2-1/2", "1. d4 *" } },
    { "1. e4 e5*1. d4 *", { "1. e4 e5*", "1. d4 *" } },
    { "*1. e4 e5 1-0 1. e4 *", { "*", "1. e4 e5 1-0", "1. e4 *" } },
    { "1. e4 e5 *[White \"B\"]\n\n1. d4 *", { "1. e4 e5 *", "[White \"B\"]\n\n1. d4 *" } },
    -- a game does not end after a result that is part of a longer word
    { "1. e4 1-01... d5 *", { "1. e4 1-01... d5 *" } },
    { "1. e4 1-010. d4 *", { "1. e4 1-010. d4 *" } },
    { "1. e4 e5*1 *", { "1. e4 e5*1 *" } },
    { "1. e4 e5 1-0-0 *", { "1. e4 e5 1-0-0 *" } },
    { "1. e4 0-1-0 *", { "1. e4 0-1-0 *" } },
    { "1. e4 11-0 *", { "1. e4 11-0 *" } },
    { "1. e4 1-0+ *", { "1. e4 1-0+ *" } },
    { "1. e4 1/2-1/21 *", { "1. e4 1/2-1/21 *" } },
    { "1. e4 e5* 1-0", { "1. e4 e5* 1-0" } },
    { "1. e4 1/2 1. d4 *", { "1. e4 1/2 1. d4 *" } }, -- 1/2 is no result of the PGN standard
    { "1. e4 O-O-O 1-0", { "1. e4 O-O-O 1-0" } },
    -- a game does not end after a result in a comment, a % line or a variation
    { "1. e4 {1-0} e5 *", { "1. e4 {1-0} e5 *" } },
    { "1. e4 {\n1-0\n} e5 *", { "1. e4 {\n1-0\n} e5 *" } },
    { "1. e4 ; 1-0\ne5 *", { "1. e4 ; 1-0\ne5 *" } },
    { "1. e4 ; { 1-0\ne5 * 1. d4 *", { "1. e4 ; { 1-0\ne5 *", "1. d4 *" } },
    { "1. e4 ; 1-0\re5 *", { "1. e4 ; 1-0\re5 *" } },
    { "1. e4\n% 1-0 {\ne5 * 1. d4 *", { "1. e4\n% 1-0 {\ne5 *", "1. d4 *" } },
    { "1. e4\r% 1-0\re5 *", { "1. e4\r% 1-0\re5 *" } },
    { "1. e4 % 1-0 1. d4 *", { "1. e4 % 1-0", "1. d4 *" } }, -- not at the beginning of a line
    { "1. e4 (1. d4 1-0) e5 *", { "1. e4 (1. d4 1-0) e5 *" } },
    { "1. e4 (1. d4 (1. c4 *) 1-0) e5 *", { "1. e4 (1. d4 (1. c4 *) 1-0) e5 *" } },
    { "1. e4 (1. d4 {)} 1-0) e5 *", { "1. e4 (1. d4 {)} 1-0) e5 *" } },
    { "1. e4 ) e5 * 1. d4 *", { "1. e4 ) e5 *", "1. d4 *" } }, -- the depth is never negative
    -- a game ends before a text line that begins with a tag, even inside variations
    { '1. e4\n[Event "x"]\n\n1. c4 *', { "1. e4", '[Event "x"]\n\n1. c4 *' } },
    { '1. e4\r[Event "x"]\r\r1. c4 *', { "1. e4", '[Event "x"]\r\r1. c4 *' } },
    { '1. e4\n  [ Event  "x"]\n\n1. c4 *', { "1. e4", '[ Event  "x"]\n\n1. c4 *' } },
    { '1. e4\n\xef\xbb\xbf[Event "x"]\n1. d4 *', { "1. e4", '[Event "x"]\n1. d4 *' } },
    { '1. e4 (1. d4 (1. c4\n[Event "x"]\n\n1. c4 *', { "1. e4 (1. d4 (1. c4", '[Event "x"]\n\n1. c4 *' } },
    { '1. e4 ; c\n[Event "x"]\n\n1. c4 *', { "1. e4 ; c", '[Event "x"]\n\n1. c4 *' } },
    { '1. e4\n% c\n[Event "x"]\n\n1. c4 *', { "1. e4\n% c", '[Event "x"]\n\n1. c4 *' } },
    { '1. e4 Ke9 e5\n[Event "x"]\n\n1. c4 *', { "1. e4 Ke9 e5", '[Event "x"]\n\n1. c4 *' } },
    -- a game does not end before a tag in a comment, a tag within a text line, or other text in brackets
    { '1. e4 {\n[Event "x"]\n} e5 *', { '1. e4 {\n[Event "x"]\n} e5 *' } },
    { '1. e4 [Event "x"] e5 *', { '1. e4 [Event "x"] e5 *' } },
    { "1. e4\n[Event x]\ne5 *", { "1. e4\n[Event x]\ne5 *" } },
    { "1. e4\n[%clk 1]\ne5 *", { "1. e4\n[%clk 1]\ne5 *" } },
    { '1. e4\n["x"]\ne5 *', { '1. e4\n["x"]\ne5 *' } },
    -- two tag sections in sequence, the first without moves
    { '[Event "a"]\n[White "b"]\n\n[Event "c"]\n\n1. e4 *',
      { '[Event "a"]\n[White "b"]', '[Event "c"]\n\n1. e4 *' } },
    { '[Event "a"]\n\n[White "b"]\n\n1. e4 *', { '[Event "a"]\n\n[White "b"]\n\n1. e4 *' } },
    { '[Event "a"]\n[Event "c"]\n\n1. e4 *', { '[Event "a"]\n[Event "c"]\n\n1. e4 *' } },
    { '[Event "a"]\r\n\r\n[Event "c"]\r\n', { '[Event "a"]', '[Event "c"]' } },
    { '[Event "a"]\n{c}\n\n[Event "c"]\n*', { '[Event "a"]\n{c}', '[Event "c"]\n*' } },
    -- comments before tags and moves are part of the game
    { "{comment} 1. e4 *", { "{comment} 1. e4 *" } },
    { '; line\n[Event "a"]\n*', { '; line\n[Event "a"]\n*' } },
    { "% esc\n1. e4 *", { "% esc\n1. e4 *" } },
    { "\xef\xbb\xbf1. e4 *", { "1. e4 *" } },
    { "  \n\t1. e4 *\n\n", { "1. e4 *" } },
    { "1. e4 e5\n\n\n\n2. Nf3 *", { "1. e4 e5\n\n\n\n2. Nf3 *" } }, -- blank lines do not end a game
    { '[Event "a"] 1. e4 * [Event "b"] 1. d4 *', { '[Event "a"] 1. e4 *', '[Event "b"] 1. d4 *' } },
    -- a game ends at the end of the input
    { "1. e4 {x", { "1. e4 {x" } },
    { "1. e4 (1. d4", { "1. e4 (1. d4" } },
    { '[Event "a"]', { '[Event "a"]' } },
    { '[Event "a', { '[Event "a' } },
    { "1. e4 ; x", { "1. e4 ; x" } },
    -- no games
    { "", {} },
    { " \r\n\t", {} },
    { "{comment of nothing}", {} },
    { "; line\n% line\n", {} },
    { "hello world\n", {} },
    { 'hello world\n[Event "a"]\n\n1. e4 *\n', { '[Event "a"]\n\n1. e4 *' } },
    { '1. e4 *\n\nrandom words here\n[Event "z"]\n1. d4 *', { "1. e4 *", '[Event "z"]\n1. d4 *' } },
  }
  for _, row in ipairs(ROWS) do
    it(("of %q"):format(row[1]):gsub("\\\n", "\\n"):gsub("[\xef\xbb\xbf]", ""), function()
      local found = {}
      for g in chess.games_in(row[1]) do
        found[#found + 1] = g.text
      end
      assert.same(row[2], found)
      -- From a file, the games are the same. Together with the text between them, they are the whole file.
      local path = os.tmpname()
      local file = assert(io.open(path, "wb"))
      file:write(row[1])
      file:close()
      local reader <close> = assert(chess.open(path))
      os.remove(path)
      local copy, texts = {}, {}
      for g in function() return (reader:read()) end do
        copy[#copy + 1] = parts.gap(reader) .. g.text
        texts[#texts + 1] = g.text
      end
      copy[#copy + 1] = parts.gap(reader)
      assert.same(row[2], texts)
      assert.equal(row[1], table.concat(copy))
    end)
  end

  it("do not depend on the order of access", function()
    local text = '1. e4 Ke9 (((\n[Event "x"]\n\n1. c4 {1-0} * 1. d4 *'
    local function walk(visit)
      local texts = {}
      for g in chess.games_in(text) do
        visit(g)
        texts[#texts + 1] = g.text
      end
      return texts
    end
    local wanted = { "1. e4 Ke9 (((", '[Event "x"]\n\n1. c4 {1-0} *', "1. d4 *" }
    assert.same(wanted, walk(function() end))
    assert.same(wanted, walk(function(g) return g.plies end))
    assert.same(wanted, walk(function(g) return g.root end))
    assert.same(wanted, walk(function(g) return g:check() end))
  end)
end)

describe("diagnostics", function()
  -- text, then the diagnostic: text, code, severity, token, line, column, offset, ply, fen, size (if it is not that of
  -- the token)
  local E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
  local E4E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
  local ROWS = {
    { "1. e4 e5 1-0", {} },
    { "1. e4 e5 2. Cf3 *", { "game:1:13: not a move Cf3 (move 2, White)", "bad_move", "error", "Cf3", 1, 13, 12, 2,
      E4E5 } },
    { "1. e4 e5 2. Ke3 *", { "game:1:13: illegal move Ke3 (move 2, White)", "illegal_move", "error", "Ke3", 1, 13, 12,
      2, E4E5 } },
    { "1. e4\n  Nf3 *", { "game:2:3: illegal move Nf3 (move 1, Black)", "illegal_move", "error", "Nf3", 2, 3, 8, 1,
      E4 } },
    { "1. e4\r\n\r  Nf3 *", { "game:3:3: illegal move Nf3 (move 1, Black)", "illegal_move", "error", "Nf3", 3, 3, 10,
      1, E4 } },
    { "1. e4 ({\u{e9}\u{e9}} 1. Nf6) e5 *", { "game:1:18: illegal move Nf6 (move 1, White)", "illegal_move", "error",
      "Nf6", 1, 18, 17, 0, chess.START_FEN } },
    { '[FEN "4k3/8/8/3N4/8/3N4/8/4K3 w - - 0 9"]\n\n9. Nf4 *', { "game:3:4: ambiguous move Nf4 (move 9, White): "
      .. "N3f4 or N5f4", "ambiguous_move", "error", "Nf4", 3, 4, 46, 0, "4k3/8/8/3N4/8/3N4/8/4K3 w - - 0 9" } },
    { '[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8 *', { "game:3:4: promotion piece missing a8 (move 1, White)",
      "missing_promotion", "error", "a8", 3, 4, 43, 0, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1" } },
    { "1. f3 e5 2. g4 Qh4# 3. a3 *", { "game:1:24: move after the end of play a3 (move 3, White): it is checkmate",
      "game_over", "error", "a3", 1, 24, 23, 4, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3" } },
    { '[FEN "7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"]\n\n1. Qf7 Kg8 *', { "game:3:8: move after the end of play Kg8 "
      .. "(move 1, Black): it is stalemate", "game_over", "error", "Kg8", 3, 8, 47, 1,
      "7k/5Q2/6K1/8/8/8/8/8 b - - 1 1" } },
    { "1. e4 < e5 *", { "game:1:7: unreadable text < (move 1, Black)", "bad_token", "error", "<", 1, 7, 6, 1, E4, 4 } },
    { "1. e4 zz (1... c5) {a}\n1-0 dd", { "game:1:7: not a move zz (move 1, Black)", "bad_move", "error", "zz", 1, 7, 6,
      1, E4, 16 }, { "game:2:5: text after the result dd", "text_after_result", "warning", "dd", 2, 5, 27 } },
    { "1. e4 (1. d4 zz yy) e5 *", { "game:1:14: not a move zz (move 1, Black)", "bad_move", "error", "zz", 1, 14, 13, 1,
      "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1", 5 } },
    { "1. e4", { "game:1:6: game ends without a result", "no_result", "warning", nil, 1, 6, 5 } },
    { '[Result "1-0"]\n\n1. e4 0-1', { "game:3:7: Result tag and game end disagree: the tag says 1-0, the moves end "
      .. "with 0-1", "result_mismatch", "warning", nil, 3, 7, 22 } },
    { '[Result "1/2"]\n\n1. e4 1/2-1/2',
      { "game:1:10: unusual result sign 1/2", "result_style", "repair", "1/2", 1, 10, 9 } },
    { "1. e4 1/2", { "game:1:7: unusual result sign 1/2", "result_style", "repair", "1/2", 1, 7, 6 } },
    { "1. e4 {x *", { "game:1:7: comment is never closed {: it takes in the last 4 bytes", "unclosed_comment", "error",
      "{", 1, 7, 6 },
      { "game:1:11: game ends without a result", "no_result", "warning", nil, 1, 11, 10 } },
    { "1. e4 (1. d4 *", { "game:1:7: variation is never closed (", "unclosed_variation", "error", "(", 1, 7, 6 } },
    { "1. e4 ) *", { "game:1:7: closing parenthesis without a variation )", "stray_close", "warning", ")", 1, 7, 6 } },
    { "1. e4 () *", { "game:1:8: variation without moves )", "empty_variation", "warning", ")", 1, 8, 7 } },
    { "1. e4 $256 *", { "game:1:7: no such NAG $256", "bad_nag", "warning", "$256", 1, 7, 6 } },
    { "1. e4 $-1 *", { "game:1:7: no such NAG $-1", "bad_nag", "warning", "$-1", 1, 7, 6 } },
    { '[Event x]\n\n1. e4 *', { "game:1:1: malformed tag \"[Event x]\"", "bad_tag", "warning", "[Event x]", 1, 1, 0 } },
    { "1. e4 {\1} *", { "game:1:8: control character \"\\x01\"", "control_character", "warning", "\1", 1, 8, 7 } },
    { '[FEN "4k3/9/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. e4 *', { "game:1:1: bad piece placement "
      .. '"[FEN "4k3/9/8/8/8/8/8/4K3 w - - 0 1"]"', "bad_board", "error",
      '[FEN "4k3/9/8/8/8/8/8/4K3 w - - 0 1"]', 1, 1, 0 } },
    { '[Variant "Atomic"]\n\n1. e4 *', { 'game:1:1: variant is not supported "[Variant "Atomic"]"',
      "unsupported_variant", "error", '[Variant "Atomic"]', 1, 1, 0 } },
    { '[FEN "4k3/8/8/8/8/8/8/8 w - - 0 1"]\n\n*', { "game:1:1: not a legal position "
      .. '"[FEN "4k3/8/8/8/8/8/8/8 w - - 0 1"]": White has no king', "invalid_position", "error",
      '[FEN "4k3/8/8/8/8/8/8/8 w - - 0 1"]', 1, 1, 0 } },
  }
  local FIELDS = { "text", "code", "severity", "token", "line", "column", "offset", "ply", "fen" }
  for _, row in ipairs(ROWS) do
    it("of " .. row[1]:gsub("%c", " "), function()
      local wanted = { total = 0 }
      for i = 2, #row do
        if #row[i] > 0 then
          local record = { game = 1 }
          for j, field in ipairs(FIELDS) do
            record[field] = row[i][j]
          end
          record.size = row[i][#FIELDS + 1] or (record.token and #record.token)
          record.message = record.text:gsub("^game:%d+:%d+: ", "")
          wanted[#wanted + 1] = record
          wanted.total = #wanted
        end
      end
      assert.same(wanted, items(one(row[1]).diagnostics))
    end)
  end

  it("have places in the whole text, for each of its games", function()
    local found = {}
    for g in chess.games_in "1. e4 *\r\n\r\n  1. e5 *\r1. d4 *\n1. Ke9 *" do
      for _, d in ipairs(g.diagnostics) do
        found[#found + 1] = ("%d %d:%d %d"):format(d.game, d.line, d.column, d.offset)
      end
    end
    assert.same({ "2 3:6 16", "4 5:4 32" }, found)
  end)

  it("are limited to 100 records, and only counted after that", function()
    local g = one("1. e4 " .. ("$999 "):rep(250) .. "*")
    assert.equal(100, #g.diagnostics)
    assert.equal(250, g.diagnostics.total)
  end)

  it("show at most 40 bytes of a token, with control characters escaped", function()
    local g = one("1. " .. ("N"):rep(100) .. " *")
    assert.equal(("N"):rep(40), g.diagnostics[1].token)
    assert.equal("not a move " .. ("N"):rep(40) .. "... (move 1, White)", g.diagnostics[1].message)
    g = one("1. e4 \27[2J *")
    assert.is_nil(g.diagnostics[1].text:find("%c"))
  end)

  it("include unusual spellings in check(), as repairs", function()
    local g = one("1. e2-e4 0000 2. Ng1f3+ *")
    assert.same({ total = 0 }, items(g.diagnostics))
    local good, diagnostics = g:check()
    assert.is_true(good)
    local found = {}
    for i, d in ipairs(diagnostics) do
      found[i] = d.severity .. " " .. d.text
    end
    assert.same({
      "repair game:1:4: move is not in standard SAN e2-e4 (move 1, White)",
      "repair game:1:10: move is not in standard SAN 0000 (move 1, Black)",
      "repair game:1:18: move is not in standard SAN Ng1f3+ (move 2, White)",
    }, found)
    assert.is_false((one("1. e5 *"):check()))
  end)
end)
