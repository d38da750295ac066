-- Reading and writing FEN. ROWS has an entry for every file of spec/data/nasty/fen.

local chess = require "lucena"
local items = require "spec.support.items"

local FOLDER = "spec/data/nasty/fen/"

local function first_line(name)
  local file = assert(io.open(FOLDER .. name .. ".fen", "rb"))
  local line = file:read("l") or ""
  file:close()
  return line
end

local INVALID = "fen:1: not a legal position: "
local NO_WHITE_KING = "White has no king"
local OPPOSITE = "the side not to move is in check"
local LAST_RANK = "a pawn stands on rank 1 or 8"
local MATERIAL = "a side has more promoted pieces than missing pawns"
local CASTLING = "a castling right has no king or rook in place"
local EP = "no pawn can just have made that double step"
local CHECK = "no last move can have given that check"
local BOARD = "bad piece placement"
local CLOCK = "bad move counter, a number of 0 to 65535 is expected"
local START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

-- For each file: the canonical FEN and the number of legal moves, or the error message and its code; then the repairs
-- as "code:column"; then the message and code of strict reading, if they differ.
local ROWS = {
  f01_ok_start = { START, 20 },
  f02_no_white_king = { nil, INVALID .. NO_WHITE_KING, "invalid_position" },
  f03_no_kings_castling = {
    nil, INVALID .. NO_WHITE_KING .. "; Black has no king", "invalid_position", notes = "castling_dropped:47",
    strict = { INVALID .. NO_WHITE_KING .. "; Black has no king; " .. CASTLING, "invalid_position" },
  },
  f05_adjacent_kings = { nil, INVALID .. OPPOSITE .. "; the kings are on neighbouring squares", "invalid_position" },
  f06_opp_in_check = { nil, INVALID .. OPPOSITE, "invalid_position" },
  f07_pawn_rank1 = { nil, INVALID .. LAST_RANK, "invalid_position" },
  f08_pawn_rank8 = { nil, INVALID .. LAST_RANK, "invalid_position" },
  f09_218_moves = { "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218 },
  f10_63_queens = {
    nil, INVALID .. OPPOSITE, "invalid_position", notes = "unreachable_position:1",
    strict = { INVALID .. "White has more than 16 pieces; " .. MATERIAL .. "; " .. OPPOSITE, "invalid_position" },
  },
  f11_16_queens_open = {
    "Q6Q/1Q4Q1/2Q2Q2/3QQ3/3QQ3/2Q2Q2/1Q4Q1/K2k3Q b - - 0 1", 0, notes = "unreachable_position:1",
    strict = { INVALID .. MATERIAL .. "; " .. CHECK, "invalid_position" },
  },
  f12_9_pawns = {
    "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", 17, notes = "unreachable_position:1",
    strict = { INVALID .. "White has more than 8 pawns", "invalid_position" },
  },
  f14_castling_no_rook = {
    "3qk1nb/1p3p2/p1r1p1p1/3p4/3P4/2N1BP2/PPPQ1P2/R3K3 w Q - 0 15", 26, notes = "castling_dropped:53",
    strict = { INVALID .. CASTLING, "invalid_position" },
  },
  f15_castling_king_moved = {
    "r6r/8/8/8/4k3/8/8/R2K3R w - - 0 1", 24, notes = "castling_dropped:27",
    strict = { INVALID .. CASTLING, "invalid_position" },
  },
  f16_ep_impossible_rank = {
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 6, notes = "ep_dropped:27", strict = { INVALID .. EP, "invalid_position" },
  },
  f17_ep_no_pawn = { START, 20, notes = "ep_dropped:52", strict = { INVALID .. EP, "invalid_position" } },
  f19_ep_pinned_diag = { "8/5bk1/8/2Pp4/8/1K6/8/8 w - - 0 1", 8 },
  f20_ep_check_elsewhere = {
    "k7/8/8/3pP3/8/7n/5K2/8 w - - 0 1", 7, notes = "ep_dropped:28", strict = { INVALID .. EP, "invalid_position" },
  },
  f21_ep_blocks_check_impossible = {
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 6, strict = { INVALID .. CHECK, "invalid_position" },
  },
  f23_aligned_double_check = {
    "r7/3R2kQ/5p2/4p3/8/7P/8/5K2 b - - 2 3", 1, strict = { INVALID .. CHECK, "invalid_position" },
  },
  f24_triple_check = { "4k3/8/8/8/1b5r/3n4/8/4K3 w - - 0 1", 3 },
  f25_7_ranks = { nil, "fen:17: " .. BOARD, "bad_board" },
  f27_rank_sum_9 = { nil, "fen:1: " .. BOARD, "bad_board" },
  f28_rank_sum_7 = { nil, "fen:2: " .. BOARD, "bad_board" },
  f29_adjacent_digits = {
    "8/8/8/8/8/8/8/4K2k w - - 0 1", 5, notes = "fen_digits:2",
    strict = { "fen:2: adjacent digits in FEN", "fen_digits" },
  },
  f30_zero_digit = { nil, "fen:2: " .. BOARD, "bad_board" },
  f31_four_fields = {
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 5, notes = "fen_fields:26",
    strict = { "fen:26: FEN fields are missing", "fen_fields" },
  },
  f32_placement_only = {
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 5, notes = "fen_fields:20",
    strict = { "fen:20: FEN fields are missing", "fen_fields" },
  },
  f33_bad_side = { nil, "fen:21: side to move must be w or b", "bad_turn" },
  f35_neg_clock = {
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 5, notes = "fen_counter:27", strict = { "fen:27: " .. CLOCK, "bad_clock" },
  },
  f36_huge_clock = {
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 5, notes = "fen_counter:27", strict = { "fen:27: " .. CLOCK, "bad_clock" },
  },
  f37_move_zero = {
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 5, notes = "fen_move_number:29",
    strict = { "fen:29: move number 0 read as 1", "fen_move_number" },
  },
  f38_shredder = { "bbrknnrq/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNRQ w KQkq - 0 1", 21, chess960 = true },
  f40_xfen_outer = { "4k3/8/8/8/8/8/8/4K1RR w K - 0 1", 20 },
  f41_extra_fields = { nil, "fen:31: text after the sixth field", "trailing_text" },
  f42_leading_spaces = {
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 5, notes = "fen_spaces:1",
    strict = { "fen:1: superfluous spaces in FEN", "fen_spaces" },
  },
  f43_empty = { nil, "fen:1: not a FEN", "bad_fen" },
  f45_unicode = { nil, "fen:2: " .. BOARD, "bad_board" },
  f46_castling_dup_order = {
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 26, notes = "fen_castling:28",
    strict = { "fen:28: castling letters in unusual order", "fen_castling" },
  },
  f47_clock_plus_hex = { nil, "fen:27: " .. CLOCK, "bad_clock" },
  f49_crazyhouse_pocket = { nil, "fen:44: variant is not supported", "unsupported_variant" },
  f50_promoted_tilde = { nil, "fen:18: variant is not supported", "unsupported_variant" },
}

local function notes_of(fen)
  local list = {}
  for _, d in ipairs((chess.setup(fen) or { diagnostics = {} }).diagnostics) do
    list[#list + 1] = d.code .. ":" .. d.column
  end
  return table.concat(list, " ")
end

describe("nasty FEN", function()
  it("has a row for every file", function()
    local files = 0
    local pipe = assert(io.popen("ls " .. FOLDER .. "*.fen"))
    for path in pipe:lines() do
      files = files + 1
      assert.is_table(ROWS[path:match("([^/]+)%.fen$")], path)
    end
    pipe:close()
    assert.is_true(files >= 41)
  end)

  for name, row in pairs(ROWS) do
    it(name, function()
      local fen = first_line(name)
      local p, message, code = chess.position(fen)
      if row[1] then
        assert.equal(row[1], tostring(p))
        assert.equal(row[2], #p:moves())
        assert.equal(row.chess960 or false, p.chess960)
      else
        assert.is_nil(p)
        assert.equal(row[2], message)
        assert.equal(row[3], code)
      end
      assert.equal(row.notes or "", notes_of(fen))
    end)

    it(name .. ", strict", function()
      local p, message, code = chess.position(first_line(name), { strict = true })
      local refused = row.strict or (not row[1] and { row[2], row[3] })
      if refused then
        assert.is_nil(p)
        assert.equal(refused[1], message)
        assert.equal(refused[2], code)
      else
        assert.equal(row[1], tostring(p))
      end
    end)
  end
end)

describe("reading a FEN", function()
  -- text, message, code
  local ERRORS = {
    { "   ", "fen:1: not a FEN", "bad_fen" },
    { "\0", "fen:1: bad piece placement", "bad_board" },
    { "8/8/8/8/8/8/8/4K2k\0 w - - 0 1", "fen:19: bad piece placement", "bad_board" },
    { "8/8/8/8/8/8/8/4K2k/8 w - - 0 1", "fen:19: bad piece placement", "bad_board" },
    { "8/8/8/8/8/8/8/4K3k w - - 0 1", "fen:18: bad piece placement", "bad_board" },
    { "8//8/8/8/8/8/4K2k w - - 0 1", "fen:3: bad piece placement", "bad_board" },
    { "8/8/8/8/8/8/8/4K2k W - - 0 1", "fen:20: side to move must be w or b", "bad_turn" },
    { "8/8/8/8/8/8/8/4K2k wb - - 0 1", "fen:20: side to move must be w or b", "bad_turn" },
    { "8/8/8/8/8/8/8/4K2k w KX - 0 1", "fen:23: bad castling field", "bad_castling" },
    { "8/8/8/8/8/8/8/4K2k w K- - 0 1", "fen:23: bad castling field", "bad_castling" },
    { "8/8/8/8/8/8/8/4K2k w -- - 0 1", "fen:22: bad castling field", "bad_castling" },
    { "8/8/8/8/8/8/8/4K2k w I - 0 1", "fen:22: bad castling field", "bad_castling" },
    { "8/8/8/8/8/8/8/4K2k w - e9 0 1", "fen:24: bad en passant field", "bad_ep" },
    { "8/8/8/8/8/8/8/4K2k w - i6 0 1", "fen:24: bad en passant field", "bad_ep" },
    { "8/8/8/8/8/8/8/4K2k w - e66 0 1", "fen:24: bad en passant field", "bad_ep" },
    { "8/8/8/8/8/8/8/4K2k w - - xy 1", "fen:26: " .. CLOCK, "bad_clock" },
    { "8/8/8/8/8/8/8/4K2k w - - 0 +1", "fen:28: " .. CLOCK, "bad_clock" },
    { "8/8/8/8/8/8/8/4K2k w - - 0 1; id 1;", "fen:28: " .. CLOCK, "bad_clock" },
    { ";", "fen:1: not a FEN", "bad_fen" },
    { "8/8/8/8/8/8/8/4K2k w - - 0 1 x", "fen:30: text after the sixth field", "trailing_text" },
    { "8/8/8/8/8/8/8/4K2k w - - bm e4;", "fen:26: " .. CLOCK, "bad_clock" },
  }
  for _, row in ipairs(ERRORS) do
    it(("refuses %q"):format(row[1]), function()
      local s, message, code = chess.setup(row[1])
      assert.is_nil(s)
      assert.equal(row[2], message)
      assert.equal(row[3], code)
      local p, same_message = chess.position(row[1])
      assert.is_nil(p)
      assert.equal(row[2], same_message)
    end)
  end

  -- text, canonical FEN, repairs
  local TOLERANCES = {
    { "8/8/8/8/8/8/8/4K2k w - - 65535 65535", "8/8/8/8/8/8/8/4K2k w - - 65535 65535", "" },
    { "8/8/8/8/8/8/8/4K2k b", "8/8/8/8/8/8/8/4K2k b - - 0 1", "fen_fields:21" },
    { "8/8/8/8/8/8/8/4K2k b - - 7", "8/8/8/8/8/8/8/4K2k b - - 7 1", "fen_fields:27" },
    { "8/8/8/8/8/8/8/4K2k\tw - - 0 1", "8/8/8/8/8/8/8/4K2k w - - 0 1", "fen_spaces:19" },
    { "8/8/8/8/8/8/8/4K2k  w  - - 0 1", "8/8/8/8/8/8/8/4K2k w - - 0 1", "fen_spaces:20" },
    { "8/8/8/8/8/8/8/4K2k w - - 0 1\r\n", "8/8/8/8/8/8/8/4K2k w - - 0 1", "fen_spaces:29" },
    { " 11111111/8/44/8/8/8/8/4K2k w ", "8/8/8/8/8/8/8/4K2k w - - 0 1", "fen_spaces:1 fen_digits:3 fen_fields:30" },
    { "r3k2r/8/8/8/8/8/8/R3K2R w KKQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "fen_castling:28" },
    { "r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "fen_castling:28" },
    { "4k3/8/8/8/8/8/8/4K3 w - - 007 01", "4k3/8/8/8/8/8/8/4K3 w - - 7 1", "" },
    { "4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "ep_dropped:27" },
    { "4k3/8/8/8/4P3/8/8/4K3 b - a1 3 9", "4k3/8/8/8/4P3/8/8/4K3 b - - 3 9", "ep_dropped:27" },
    { "4k3/8/8/8/8/8/8/4K3 w - - 65536 7", "4k3/8/8/8/8/8/8/4K3 w - - 0 7", "fen_counter:27" },
    { "4k3/8/8/8/8/8/8/4K3 w - - 5 65536", "4k3/8/8/8/8/8/8/4K3 w - - 5 1", "fen_counter:29" },
    { "4k3/8/8/8/8/8/8/4K3 w - - - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen_counter:27" },
    { "4k3/8/8/8/8/8/8/4K3 w - - ? 0.5", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen_counter:27" },
    { "4k3/8/8/8/8/8/8/4K3 w - - 2 3;", "4k3/8/8/8/8/8/8/4K3 w - - 2 3", "fen_semicolon:30" },
    { "4k3/8/8/8/8/8/8/4K3 w - -;", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "fen_semicolon:26 fen_fields:26" },
  }
  for _, row in ipairs(TOLERANCES) do
    it(("accepts %q"):format(row[1]), function()
      assert.equal(row[2], chess.setup(row[1]):fen())
      assert.equal(row[3], notes_of(row[1]))
    end)
  end

  it("gives diagnostics with code, severity, column and message", function()
    assert.same({
      { code = "fen_castling", severity = "repair", column = 23, message = "castling letters in unusual order" },
      { code = "fen_fields", severity = "repair", column = 27, message = "FEN fields are missing" },
      { code = "castling_dropped", severity = "warning", column = 22,
        message = "castling right without king or rook in place" },
      { code = "ep_dropped", severity = "warning", column = 25, message = "impossible en passant square" },
    }, items(chess.setup("8/8/8/8/8/8/8/4K2k w QK e6").diagnostics))
  end)
end)

describe("Chess960 castling", function()
  -- FEN, whether it is Chess960, as X-FEN, as Shredder-FEN
  local ROWS_960 = {
    { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false, "KQkq", "HAha" },
    { "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", false, "KQkq", "HAha" },
    { "4k3/8/8/8/8/8/8/4K1RR w K - 0 1", false, "K", "H" },
    { "4k3/8/8/8/8/8/8/4K1RR w G - 0 1", true, "G", "G" },
    { "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1", false, "Q", "A" },
    { "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", true, "B", "B" },
    { "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", true, "Q", "B" },
    { "1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1", true, "KQkq", "GBgb" },
    { "2r1k1r1/8/8/8/8/8/8/1R3KR1 w GBgc - 0 1", true, "KQkq", "GBgc" },
  }
  for _, row in ipairs(ROWS_960) do
    it("of " .. row[1], function()
      local p = assert(chess.position(row[1], { strict = true }))
      assert.equal(row[2], p.chess960)
      assert.equal(row[3], p.castling)
      assert.equal(row[3], p:fen():match("^%S+ %S+ (%S+)"))
      assert.equal(row[4], p:fen({ castling = "shredder" }):match("^%S+ %S+ (%S+)"))
      assert.is_true(p == chess.position(p:fen()))
      assert.is_true(p == chess.position(p:fen { castling = "shredder" }))
    end)
  end

  it("is forced on and off by the option", function()
    local fen = "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"
    local off = chess.position(fen, { chess960 = false })
    assert.equal("-", off.castling)
    assert.is_false(off.chess960)
    local on = chess.position(START, { chess960 = true })
    assert.is_true(on.chess960)
    assert.is_true(on == chess.position())
    assert.is_true(chess.position(nil, { chess960 = true }).chess960)
    local p, message = chess.position(fen, { chess960 = false, strict = true })
    assert.is_nil(p)
    assert.equal(INVALID .. CASTLING, message)
  end)
end)

describe("writing a FEN", function()
  -- FEN, its e.p. field in the modes legal, xfen and always
  local EPS = {
    { "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-", "-", "e3" },
    { "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "f6", "f6", "f6" },
    { "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", "-", "d6", "d6" },
    { "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "-", "d3", "d3" },
  }
  for _, row in ipairs(EPS) do
    it("writes the en passant square in three ways for " .. row[1], function()
      local p = chess.position(row[1])
      for i, mode in ipairs { "legal", "xfen", "always" } do
        assert.equal(row[i + 1], p:fen({ ep = mode }):match("^%S+ %S+ %S+ (%S+)"), mode)
      end
      assert.equal(p:fen { ep = "legal" }, p:fen())
      assert.equal(p:fen(), tostring(p))
    end)
  end

  it("keeps the fields of a setup", function()
    for _, fen in ipairs {
      "8/8/8/8/8/8/8/8 w - - 0 1",
      "4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1",
      "3qk1nb/8/8/8/8/8/8/R3K3 b Qk a3 99 15",
      "4k3/8/8/8/8/8/8/4K1RR w KG - 0 1",
      "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk w - - 65535 65535",
    } do
      assert.equal(fen, chess.setup(fen):fen())
    end
  end)

  it("is read back unchanged after any moves", function()
    local seed, plies = 1, 0
    for _ = 1, 20 do
      local p = chess.position()
      for _ = 1, 120 do
        local moves = p:moves()
        if #moves == 0 then
          break
        end
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        p = p:play(moves[(seed >> 8) % #moves + 1])
        for _, mode in ipairs { "legal", "xfen", "always" } do
          local fen = p:fen { ep = mode }
          assert.equal(fen, chess.position(fen, { strict = true, allow = { "impossible_check" } }):fen { ep = mode })
        end
        plies = plies + 1
      end
    end
    assert.is_true(plies > 1500)
  end)
end)

describe("the Polyglot key", function()
  -- The nine positions in the description of the format, http://hgm.nubati.net/book_format.html
  local KEYS = {
    { "", "463b96181691fc9c" },
    { "e4", "823c9b50fd114196" },
    { "e4 d5", "0756b94461c50fb0" },
    { "e4 d5 e5", "662fafb965db29d4" },
    { "e4 d5 e5 f5", "22a48b5a8e47ff78" },
    { "e4 d5 e5 f5 Ke2", "652a607ca3f242c1" },
    { "e4 d5 e5 f5 Ke2 Kf7", "00fdd303c946bdd9" },
    { "a4 b5 h4 b4 c4", "3c8123ea7b067637" },
    { "a4 b5 h4 b4 c4 bxc3 Ra3", "5c3f9b829b279560" },
  }
  for _, row in ipairs(KEYS) do
    it("after '" .. row[1] .. "'", function()
      local p = row[1] == "" and chess.position() or assert(chess.position():play(row[1]))
      assert.equal(row[2], ("%016x"):format(p:polyglot_key()))
      assert.equal(row[2], ("%016x"):format(chess.position(p:fen { ep = "always" }):polyglot_key()))
    end)
  end

  it("counts an en passant square of a pinned pawn; p.key does not", function()
    local with = chess.position("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1")
    local without = chess.position("8/5bk1/8/2Pp4/8/1K6/8/8 w - - 0 1")
    local usable = chess.position("8/6k1/8/2Pp4/8/1K6/8/8 w - d6 0 1")
    local unusable = chess.position("8/6k1/8/2Pp4/8/1K6/8/8 w - - 0 1")
    local d_file = usable:polyglot_key() ~ unusable:polyglot_key()
    assert.is_true(d_file ~= 0)
    assert.equal(d_file, with:polyglot_key() ~ without:polyglot_key())
    assert.equal(without.key, with.key)
    assert.is_true(with == without)
    assert.is_true(usable.key ~= unusable.key)
    assert.is_false(usable == unusable)
  end)
end)

describe("castling rights", function()
  it("are written in all combinations, in the corners and in Chess960", function()
    for _, rank in ipairs { "r3k2r/8/8/8/8/8/8/R3K2R", "1r1k3r/8/8/8/8/8/8/1R1K3R" } do
      for held = 0, 15 do
        local rights = ""
        for bit, letter in ipairs { "K", "Q", "k", "q" } do
          rights = rights .. (held >> (bit - 1) & 1 == 1 and letter or "")
        end
        local fen = ("%s b %s - 7 30"):format(rank, rights == "" and "-" or rights)
        assert.equal(fen, chess.position(fen):fen())
      end
    end
  end)
end)
