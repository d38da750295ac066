-- EPD as text: fields, operations and operands, repairs and diagnostics, canonical output. Whole files are tested
-- in epd_files_spec, random records in epd_random_spec.

local chess = require "lucena"
local file = require "spec.support.file"

local START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
local KINGS = "4k3/8/8/8/8/8/8/4K3 w - -"

local function uci(moves)
  local words = {}
  for i, move in ipairs(moves) do
    words[i] = tostring(move)
  end
  return table.concat(words, " ")
end

-- "severity code column" of each diagnostic.
local function said(record)
  local list = {}
  for i, d in ipairs(record.diagnostics) do
    list[i] = ("%s %s %d"):format(d.severity, d.code, d.column)
  end
  return list
end

local function nasty(name)
  local list = {}
  for record in chess.epd_records("spec/data/nasty/epd/" .. name .. ".epd") do
    list[#list + 1] = record
  end
  assert.equal(1, #list)
  return list[1]
end

describe("the nasty record", function()
  -- name -> the diagnostics, the canonical operations, and a function that checks the values
  local EXPECTED = {
    e01_semicolon_in_string = { {}, 'bm Nf3; c0 "ERET.095; Queen sacrifice";',
      function(r) assert.equal("ERET.095; Queen sacrifice", r.c0) end },
    e02_fen_clock = { { "repair fen_in_epd 54" }, "fmvn 13; hmvc 12;", function(r)
      assert.equal(12, r.position.halfmove_clock)
      assert.equal(13, r.position.fullmove_number)
      assert.equal(0, #r.ops)
    end },
    e03_no_final_semicolon = { { "warning missing_semicolon 59" }, "bm e4;" },
    e05_bm_uci = { { "repair san_style 57" }, "bm Nc3;", function(r) assert.equal("b1c3", uci(r.bm)) end },
    e06_dup_opcode = { { "error duplicate_opcode 62" }, 'id "a"; id "b";', function(r)
      assert.equal("a", r.id)
      assert.same({ "a", "b" }, { r.ops[1].operands[1], r.ops[2].operands[1] })
    end },
    e07_unterminated_string = { { "error unterminated_string 57" }, 'c0 "never ends; bm e4;', function(r)
      assert.equal('"never ends; bm e4;', r.c0)
      assert.is_nil(r.bm)
    end },
    e09_huge_number = { { "warning operand_range 58", "warning operand_range 83", "repair epd_spaces 98" },
      "acn 99999999999999999999; ce -2147483649; pv;", function(r)
        assert.same({ "99999999999999999999", "-2147483649", {} }, { r.acn, r.ce, r.pv })
      end },
    e10_nan_inf = { { "warning bad_operand 57", "warning bad_operand 66" }, "acs nan; ce inf; x 1e999;",
      function(r) assert.same({ "inf", "nan", "1e999" }, { r.ce, r.acs, r:get "x" }) end },
    e11_hmvc_fmvn = { {}, "fmvn 9; hmvc 4;", function(r)
      assert.same({ 4, 9 }, { r.position.halfmove_clock, r.position.fullmove_number })
    end },
    e12_empty_ops = { { "warning empty_operation 54" }, "" },
    e13_pv_line = { {}, "pv e4 e5 Nf3;", function(r) assert.equal("e2e4 e7e5 g1f3", uci(r.pv)) end },
    e15_opcode_digit_start = { { "error bad_opcode 54" }, "noop; 9x 1;", function(r) assert.same({}, r.noop) end },
    e16_218_bm = { { "repair san_style 60" }, "acd 5; bm Nc3;", function(r) assert.equal("d1c3", uci(r.bm)) end },
    e17_crlf_bom = { {}, "bm e4;", function(r) assert.equal(START .. " bm e4;", r.text) end },
    e20_tabs = { { "repair fen_spaces 44", "repair epd_spaces 53" }, "bm e4;" },
  }

  for name, expected in pairs(EXPECTED) do
    it(name .. " is read", function()
      local record = nasty(name)
      assert.same(expected[1], said(record))
      local fields = record.position:fen():match("^%S+ %S+ %S+ %S+")
      assert.equal((fields .. " " .. expected[2]):gsub(" $", ""), tostring(record))
      if expected[3] then
        expected[3](record)
      end
    end)
  end

  it("e19_three_fields has no position", function()
    local record = nasty "e19_three_fields"
    assert.same({ "error epd_fields 24" }, said(record))
    assert.is_nil(record.position)
    assert.same({ nil, "epd:1:24: a record begins with four fields", "epd_fields" }, { chess.epd(record.text) })
    assert.equal(record.text, tostring(record))
  end)

  it("is listed above", function()
    local pipe = assert(io.popen("ls spec/data/nasty/epd"))
    for name in pipe:lines() do
      name = name:match("^(.*)%.epd$")
      assert.is_true(EXPECTED[name] ~= nil or name == "e19_three_fields", name)
    end
    pipe:close()
  end)
end)

describe("the fields", function()
  it("must be four, of a legal position", function()
    local function fails(line)
      local record, message, code = chess.epd(line)
      assert.is_nil(record)
      return message, code
    end
    assert.same({ "epd:1:1: a record begins with four fields", "epd_fields" }, { fails "" })
    assert.same({ "epd:1:1: a record begins with four fields", "epd_fields" }, { fails "   \t " })
    assert.same({ 'epd:1:1: not a legal position: White has no king', "invalid_position" },
      { fails "4k3/8/8/8/8/8/8/8 w - - bm e4;" })
    assert.same({ "epd:1:22: side to move must be w or b x", "bad_turn" }, { fails "4k3/8/8/8/8/8/8/4K3  x - -" })
    assert.same({ "epd:1:25: bad en passant field bm", "bad_ep" }, { fails "4k3/8/8/8/8/8/8/4K3 w - bm e4;" })
    assert.same({ "epd:1:27: bad move counter, a number of 0 to 65535 is expected 70000", "bad_clock" },
      { fails(KINGS .. " 70000 1") })
  end)

  it("do not affect the operations if the position is wrong", function()
    local file_of = require "spec.support.folder" ()
    local path = file_of:write("a.epd", '8/8/8/8/8/8/8/8 w - -  id "none";bm e4 ;\n')
    local record = chess.epd_records(path)()
    assert.same({ nil, "none", "e4" }, { record.position, record.id, record.bm })
    assert.equal('8/8/8/8/8/8/8/8 w - - bm e4; id "none";', tostring(record))
    assert.same({ "error invalid_position 1", "repair epd_spaces 22" }, said(record))
    for fields, expected in pairs {
      ["8/8/8/8/8/8/8/8 w - -"] = "error invalid_position 1", ["8/8/8/8/8/8/8/8x w - -"] = "error bad_board 16",
      ["8/8/8/8/8/8/8/8x\tw - -"] = "error bad_board 16", ["8/8/8/8/8/8/8/7 w - -"] = "error bad_board 16",
      ["8/8/8/8/8/8/8 w - -"] = "error bad_board 14", ["8/8/8/8/8/8/8/8 w - z"] = "error bad_ep 21",
    } do
      path = file_of:write("b.epd", fields .. " sm e4 d4; pm e4; pv d4;\n")
      record = chess.epd_records(path)()
      assert.same({ expected }, said(record))
      assert.equal(fields .. " pm e4; pv d4; sm e4 d4;", tostring(record))
      assert.equal("e4 d4", record.sm)
    end
    file_of:__close()
  end)

  it("lose impossible castling rights and en passant squares, with a diagnostic", function()
    local record = assert(chess.epd "4k3/8/8/8/8/8/8/4K3 w K e6 id \"x\";")
    assert.same({ "warning castling_dropped 23", "warning ep_dropped 25" }, said(record))
    assert.equal(KINGS .. ' id "x";', tostring(record))
  end)

  it("can be followed by a FEN's move counters", function()
    local record = assert(chess.epd(KINGS .. " 7 0 ;fmvn 3;"))
    assert.same({ 7, 3 }, { record.position.halfmove_clock, record.position.fullmove_number })
    assert.equal(KINGS .. " fmvn 3; hmvc 7;", tostring(record))
    assert.same({ "repair fen_in_epd 27", "repair fen_move_number 29", "warning empty_operation 31",
      "warning clock_mismatch 32" }, said(record))
    record = assert(chess.epd(KINGS .. " 7;"))
    assert.same({ 7, 1 }, { record.position.halfmove_clock, record.position.fullmove_number })
    assert.same({ "repair fen_in_epd 27", "repair fen_fields 28", "warning empty_operation 28" }, said(record))
    record = assert(chess.epd(KINGS .. " ; 7 x;"))
    assert.equal(KINGS .. " ; 7 x;", tostring(record))
    assert.equal(0, record.position.halfmove_clock)
    record = assert(chess.epd "4k3/8/8/8/8/8/8/4K3 w - -1 12 ;")
    assert.same({ 1, 12 }, { record.position.halfmove_clock, record.position.fullmove_number })
    assert.equal("repair glued_fields 25", said(record)[1])
    for text, expected in pairs {
      ["3 5 hmvc 3;"] = { "fmvn 5; hmvc 3;", "repair fen_in_epd 27" },
      ["3 5 hmvc 4;"] = { "fmvn 5; hmvc 4;", "repair fen_in_epd 27, warning clock_mismatch 31" },
      ["3 5 fmv 1; z 1;"] = { "fmv 1; fmvn 5; hmvc 3; z 1;", "repair fen_in_epd 27" },
    } do
      record = assert(chess.epd(KINGS .. " " .. text))
      assert.same({ KINGS .. " " .. expected[1], expected[2] }, { tostring(record), table.concat(said(record), ", ") })
    end
  end)

  it("are written with en passant and castling as requested", function()
    local record = assert(chess.epd "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 id \"x\";")
    assert.equal('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id "x";', tostring(record))
    assert.equal('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha e3 id "x";',
      record:epd { ep = "always", castling = "shredder" })
  end)
end)

describe("an operand", function()
  local function value(operation, start)
    start = start or KINGS
    local record = assert(chess.epd(start .. " " .. operation .. ";"))
    local name, written = operation:match("^%S+"), tostring(record)
    assert.equal(start .. " ", written:sub(1, #start + 1))
    return record:get(name), record.diagnostics[1] and record.diagnostics[1].code, written:sub(#start + 2, -2)
  end

  it("of a number is an integer in its range", function()
    for text, expected in pairs {
      ["acd 0"] = { 0 }, ["acn 9223372036854775807"] = { math.maxinteger }, ["ce -32768"] = { -32768 },
      ["ce 32767"] = { 32767 }, ["dm 1"] = { 1 }, ["rc 1"] = { 1 }, ["tcgs 3"] = { 3 },
      ["acn 9223372036854775808"] = { "9223372036854775808", "operand_range" },
      ["ce 32768"] = { "32768", "operand_range" }, ["dm 0"] = { "0", "operand_range" },
      ["rc 0"] = { "0", "operand_range" }, ["acs -1"] = { "-1", "operand_range" },
      ["fmvn 0"] = { "0", "operand_range" }, ["hmvc 65536"] = { "65536", "operand_range" },
      ["ce -"] = { "-", "bad_operand" }, ["ce 1e3"] = { "1e3", "bad_operand" }, ["ce 0.5"] = { "0.5", "bad_operand" },
      ['ce "5"'] = { '"5"', "bad_operand" }, ["ce"] = { "", "operand_count" }, ["ce 1 2"] = { "1 2", "operand_count" },
    } do
      local got, code, written = value(text)
      assert.same({ text, expected[1], expected[2] }, { text, got, code })
      assert.equal(text, written)
    end
    assert.same({ 25, "operand_style", "ce 25" }, { value "ce +025" })
    assert.same({ 0, "operand_style", "ce 0" }, { value "ce -0" })
  end)

  it("of a string can contain anything except a line end", function()
    assert.same({ "", nil, 'id ""' }, { value 'id ""' })
    assert.same({ 'a "b" \\ c', nil, 'id "a \\"b\\" \\\\ c"' }, { value 'id "a \\"b\\" \\\\ c"' })
    assert.same({ "C:\\new", nil, 'id "C:\\\\new"' }, { value 'id "C:\\new"' })
    assert.same({ "x\ty  z", nil, 'id "x\ty  z"' }, { value 'id "x\ty  z"' })
    assert.same({ "BK.01", "unquoted_string", 'id "BK.01"' }, { value "id BK.01" })
    assert.same({ 'a  "b; c"', "unquoted_string", 'id "a  \\"b; c\\""' }, { value 'id a  "b; c"' })
    assert.same({ "", nil, "eco" }, { value "eco" })
    assert.same({ "", "operand_count", "id" }, { value "id" })
    assert.same({ '"a" "b"', "operand_count", 'id "a" "b"' }, { value 'id "a" "b"' })
    assert.same({ "\255\195", nil, 'c3 "\255\195"' }, { value 'c3 "\255\195"' })
    assert.same({ "a\0b", "control_character", 'c3 "a\0b"' }, { value 'c3 "a\0b"' })
    assert.same({ "a\127b", "control_character", 'c3 "a\127b"' }, { value 'c3 "a\127b"' })
  end)

  it("of clocks and times is numbers", function()
    assert.same({ { white = 3723, black = 86400 * 999 }, nil, "cc 000:01:02:03 999:00:00:00" },
      { value "cc 000:01:02:03 999:00:00:00" })
    assert.same({ { white = 62, black = 0 }, "operand_style", "cc 000:00:01:02 000:00:00:00" },
      { value "cc 0:01:02 0:00:00" })
    for _, bad in ipairs { "cc 1:02 0:00:00", "cc 0:60:00 0:00:00", "cc 24:00:00 0:00:00", "cc a b",
      "cc 0:00:60 0:00:00", "cc 0:00:00x 0:00:00", "cc 0:00: 0:00:00", "cc 0:00:00:00:00 0:00:00",
      'cc "0:00:00" 0:00:00' } do
      assert.same({ bad:sub(4), "bad_operand", bad }, { value(bad) })
    end
    assert.equal("operand_count", select(2, value "cc 0:00:00"))
    assert.same({ { year = 2024, month = 2, day = 29, hour = 23, min = 59, sec = 0 }, nil, "ts 2024.02.29 23:59:00" },
      { value "ts 2024.02.29 23:59:00" })
    for _, bad in ipairs { "ts 2023.02.29 00:00:00", "ts 1900.02.29 00:00:00", "ts 2024.13.01 00:00:00",
      "ts 2024.01.00 00:00:00", "ts 2024.01.01 24:00:00", "ts 2024.01.01 0:00:00", "ts 24.01.01 00:00:00",
      "ts 2024.00.01 00:00:00", "ts 2024 00:00:00", "ts 2024.01.01. 00:00:00", "ts 20x4.01.01 00:00:00",
      "ts 2024.x1.01 00:00:00", "ts 2024.01.x 00:00:00", "ts 2024.01.01 00:60:00", "ts 2024.01.01 00:00:60",
      "ts 2024.01.01 00:00", 'ts "2024.01.01" 00:00:00' } do
      assert.equal("bad_operand", select(2, value(bad)), bad)
    end
    assert.equal(29, (value "ts 2000.02.29 00:00:00").day)
    assert.equal("operand_count", select(2, value "ts 2024.01.01"))
    assert.equal("operand_count", select(2, value "cc 0:00:00 0:00:00 0:00:00"))
  end)

  it("of other opcodes has the type of the standard", function()
    assert.same({ true, nil, "resign" }, { value "resign" })
    assert.same({ "now", "operand_count", "resign now" }, { value "resign now" })
    assert.same({ { Event = "a b", Site = "" }, nil, 'ptp Event "a b" Site ""' }, { value 'ptp Event "a b" Site ""' })
    assert.equal("operand_count", select(2, value 'ptp Event'))
    assert.equal("bad_operand", select(2, value 'ptp Event x'))
    assert.same({ { "a@b", "A B" }, "unquoted_string", 'tcri "a@b" "A B"' }, { value 'tcri a@b "A B"' })
    assert.same({ { "a@b", "c" }, "unquoted_string", 'tcri "a@b" "c"' }, { value "tcri a@b c" })
    assert.equal("operand_count", select(2, value 'tcri "a@b"'))
    assert.same({ "sign_off", nil, "refcom sign_off" }, { value "refcom sign_off" })
    assert.equal("bad_operand", select(2, value 'refcom "sign_off"'))
    assert.equal("operand_count", select(2, value "refcom"))
    assert.same({ "stop", "bad_operand", "refcom stop" }, { value "refcom stop" })
    assert.same({ { "z", "a" }, nil, "noop z a" }, { value "noop z a" })
  end)

  it("of a private opcode is kept", function()
    assert.same({ true, nil, "Ab" }, { value "Ab" })
    assert.same({ -7, nil, "Ab -7" }, { value "Ab -7" })
    assert.same({ "007", nil, "Ab 007" }, { value "Ab 007" })
    assert.same({ "7", nil, 'Ab "7"' }, { value 'Ab "7"' })
    assert.same({ { "z", 2, "a; b" }, nil, 'unknown z 2 "a; b"' }, { value 'unknown z 2 "a; b"' })
  end)

  it("with a move can have any spelling, and is never guessed", function()
    local castle = "r3k2r/8/8/8/8/8/6P1/R3K2R w KQkq -"
    local got, code, written = value("bm e1g1 0-0-0 g2-g4 a1d1", castle)
    assert.equal("e1g1 e1c1 g2g4 a1d1", uci(got))
    assert.same({ "san_style", "bm O-O O-O-O Rd1 g4" }, { code, written })
    got, code, written = value("bm a7a8q a8(N)", "7k/P7/8/8/8/8/8/K7 w - -")
    assert.equal("a7a8q a7a8n", uci(got))
    assert.same({ "san_style", "bm a8=N a8=Q+" }, { code, written })
    got, code, written = value("bm Kd2 Ke3 Qd1 Kd1")
    assert.equal("e1d2 e1d1", uci(got))
    assert.same({ "illegal_move", "bm Kd2 Ke3 Qd1 Kd1" }, { code, written })
    assert.same({ {}, "ambiguous_move", "am Rd1" },
      { value("am Rd1", "4k3/8/8/8/8/8/4K3/R6R w - -") })
    assert.same({ {}, "missing_promotion", "am a8" }, { value("am a8", "7k/P7/8/8/8/8/8/K7 w - -") })
    assert.same({ {}, "bad_move", "bm Nf3:" }, { value("bm Nf3:", START) })
    assert.same({ {}, "bad_move", 'bm "Nf3"' }, { value('bm "Nf3"', START) })
  end)

  it("with a line of moves ends at an illegal move", function()
    local got, code, written = value("pv e4 e5 Ke3 Nf3", START)
    assert.equal("e2e4 e7e5", uci(got))
    assert.same({ "illegal_move", "pv e4 e5 Ke3 Nf3" }, { code, written })
    assert.equal("e2e4 e7e5", uci((value("pv e4 e5 Ke3 Nf6", START))))
    got, code = value("sv e4 e7e5 g1f3", START)
    assert.equal("e2e4 e7e5 g1f3", uci(got))
    assert.equal("san_style", code)
  end)

  it("with one move has exactly one", function()
    local got, code = value("pm e4", START)
    assert.same({ "e2e4" }, { tostring(got), code })
    assert.same({ "e4 d4", "operand_count", "sm e4 d4" }, { value("sm e4 d4", START) })
    assert.same({ "", "operand_count", "sm" }, { value("sm", START) })
    assert.same({ "e5", "illegal_move", "sm e5" }, { value("sm e5", START) })
  end)

  it("can have a check sign after a blank", function()
    local start = "3r3k/8/8/8/8/8/8/K2Q4 w - -"
    local got, code, written = value("bm Qxd8 + Qd2 !", start)
    assert.equal("d1d8 d1d2", uci(got))
    assert.same({ "loose_sign", "bm Qd2 Qxd8+" }, { code, written })
    assert.same({ {}, "bad_move", "bm + Kb1x +" }, { value("bm + Kb1x +", start) })
  end)

  it("can have commas between them, with a warning", function()
    for _, text in ipairs { "bm d4, e4", "bm d4,e4", "bm d4 , e4", "bm d4,,e4,", "bm ,d4 e4" } do
      local got, code, written = value(text, START)
      assert.same({ "d2d4 e2e4", "skipped_text", "bm d4 e4" }, { uci(got), code, written }, text)
    end
    local got, code, written = value("pv e4, e5, Nf3", START)
    assert.same({ "e2e4 e7e5 g1f3", "skipped_text", "pv e4 e5 Nf3" }, { uci(got), code, written })
    assert.same({ "bad_move", "bm e9, d4" }, { select(2, value("bm e9, d4", START)) })
    assert.same({ {}, "bad_move", "bm ," }, { value("bm ,", START) })
  end)

  it("are not the number of moves to mate: the message names dm", function()
    local record = assert(chess.epd(START .. " bm #5;"))
    assert.equal("not a move #5: in bm (mate in 5 moves is written dm 5)",
      record.diagnostics[1].message:match("not a move.*"))
  end)
end)

describe("rules for pairs of operations", function()
  -- operations on the initial position -> "code column token" of the diagnostic
  for operations, expected in pairs {
    ["am e4; bm d4;"] = "",
    ["am e4 c4; bm d4 e4;"] = "opposed_operations 70 e4",
    ["am Nf3 Nf3; bm e4 d4 e4;"] = "repeated_move 61 Nf3, repeated_move 75 e4",
    ["draw_accept; draw_reject;"] = "opposed_operations 67 draw_reject",
    ["draw_claim; draw_offer; sm e4;"] = "opposed_operations 66 draw_offer",
    ["draw_claim; sm e4;"] = "", ["draw_accept;"] = "", ["resign;"] = "",
    ["draw_claim;"] = "missing_operation 54 draw_claim",
    ["draw_offer;"] = "missing_operation 54 draw_offer",
    ["draw_accept; resign;"] = "opposed_operations 67 resign",
    ["pm e4; pv e2e4 e5;"] = "san_style 64 e2e4", ["pm e4; pv;"] = "",
    ["pm d4; pv e4 e5;"] = "opposed_operations 54 pm d4",
    ["ce 32764; dm 2;"] = "", ["ce 32764; dm 1;"] = "opposed_operations 64 dm 1", ["ce 32766; dm 1;"] = "",
    ["ce 32000; dm 3;"] = "", ["ce -32764; dm 2;"] = "opposed_operations 65 dm 2",
    ["ce 99999; dm 2;"] = "operand_range 57 99999", ["ce 32764; dm x;"] = "bad_operand 67 x",
    ["pm; pv e4 e5;"] = "operand_count 54 pm", ["pm Ke3; pv e4;"] = "illegal_move 57 Ke3",
    ["pm e4; pv Ke3;"] = "illegal_move 64 Ke3",
  } do
    it(("give the right diagnostics for '%s'"):format(operations), function()
      local record, list = assert(chess.epd(START .. " " .. operations)), {}
      for i, d in ipairs(record.diagnostics) do
        list[i] = ("%s %d %s"):format(d.code, d.column, d.token)
      end
      assert.equal(expected, table.concat(list, ", "))
      assert.equal(#record.ops, #assert(chess.epd(tostring(record))).ops)
    end)
  end

  it("name both operations in the diagnostic", function()
    local function message(operations)
      return chess.epd(START .. " " .. operations).diagnostics[1].message
    end
    assert.equal("operations contradict each other e4: in bm and in am", message "am e4; bm e4;")
    assert.equal("operations contradict each other resign: and draw_accept", message "draw_accept; resign;")
    assert.equal("operation needs a move in sm draw_offer", message "draw_offer;")
  end)

  it("can be satisfied by setting one operation, then the other", function()
    local record = chess.epd(START)
    assert.is_true(record:set("draw_offer", true))
    assert.equal("missing_operation", record.diagnostics[1].code)
    assert.equal("e2e4", tostring(record:set("sm", "e4")))
    assert.same({}, said(record))
    record:set("bm", "e4")
    assert.equal("e2e4", tostring(record:set("am", "e4")[1]))
  end)
end)

describe("the layout of a line", function()
  it("is repaired if its meaning is clear", function()
    for text, expected in pairs {
      ["bm e4;id \"x\";"] = { 'bm e4; id "x";', "repair epd_spaces 60" },
      [" ;D1 20 ;D2 400"] = { "D1 20; D2 400;", "repair leading_semicolons 55" },
      ["; bm e4 ; id x "] = { 'bm e4; id "x";', "repair leading_semicolons 54" },
      ["; bm e4;"] = { "bm e4;", "warning empty_operation 54" },
      ["bm e4;;"] = { "bm e4;", "warning empty_operation 60" },
      ["bm e4; \t"] = { "bm e4;", "repair epd_spaces 60" },
      ["bm e4;\0\0"] = { "bm e4;", "repair trailing_nul 60" },
      ["bm e4 \0"] = { "bm e4;", "warning missing_semicolon 59" },
    } do
      local record = assert(chess.epd(START .. " " .. text))
      assert.same({ text, START .. " " .. expected[1], expected[2] },
        { text, tostring(record), ("%s %s %d"):format(record.diagnostics[1].severity, record.diagnostics[1].code,
          record.diagnostics[1].column) })
      assert.equal(START .. " " .. text, record.text)
    end
  end)

  it("is refused completely if strict", function()
    assert.is_truthy(chess.epd(START .. ' bm e4; id "x";', { strict = true }))
    assert.same({ nil, "epd:1:57: move is not in standard SAN e2e4: in bm", "san_style" },
      { chess.epd(START .. " bm e2e4;", { strict = true }) })
    assert.same({ nil, "epd:1:59: missing semicolon after the last operation", "missing_semicolon" },
      { chess.epd(START .. " bm e4", { strict = true }) })
  end)

  it("is one line", function()
    assert.is_truthy(chess.epd(START .. "\r\n"))
    assert.same({ "repair fen_spaces 1" }, said(assert(chess.epd("  " .. START))))
    assert.same({ nil, "epd:1:1: more than one record", "more_records" }, { chess.epd(START .. "\n" .. START) })
    assert.same({ nil, "epd:1:1: more than one record", "more_records" }, { chess.epd(START .. "\rx\n") })
  end)

  it("is read in linear time", function()
    for name, piece in pairs { ops = "a 1;", semicolons = ";", words = "x ", moves = "e4 ", names = "a%d;" } do
      local least = math.huge
      local function seconds(n)
        local text = START .. " bm e4;" .. (name == "moves" and " am " or " ") ..
          (name == "names" and piece:rep(n):gsub("%%d", (function()
            local i = n
            return function() i = i - 1 return tostring(i) end
          end)()) or piece:rep(n))
        local begin = os.clock()
        assert(tostring(assert(chess.epd(text))))
        return os.clock() - begin
      end
      seconds(100)
      for _ = 1, 3 do
        least = math.min(least, seconds(16000) / math.max(seconds(2000), 0.0005))
      end
      assert.is_true(least < 40, name .. ": 8 times the size takes " .. least .. " times as long")
    end
  end)
end)

-- ---- the nasty records in other line ends and encodings -----------------------------------------

-- The canonical lines of a file with these bytes, and the codes of its diagnostics.
local function read_bytes(folder, bytes)
  local path, lines, codes = folder:write("a.epd", bytes), {}, {}
  for record in chess.epd_records(path) do
    lines[#lines + 1] = tostring(record)
    for _, d in ipairs(record.diagnostics) do
      codes[#codes + 1] = d.code
    end
  end
  return table.concat(lines, "\n"), table.concat(codes, " ")
end

describe("the nasty records", function()
  local names = {}
  for name in io.popen("ls spec/data/nasty/epd spec/data/epd/*.epd"):lines() do
    names[#names + 1] = name:find("%.epd$") and (name:find("/") and name or "spec/data/nasty/epd/" .. name) or nil
  end

  it("give the same with every line end, compressed, and between others", function()
    local folder <close> = require "spec.support.folder" ()
    local packed = require "spec.support.packed"
    local good = START .. ' bm e4; id "good";'
    for _, name in ipairs(names) do
      local text = file.read(name):gsub("\r\n", "\n")
      local plain, said_of = read_bytes(folder, text)
      for _, line_end in ipairs { "\r\n", "\r", "\n\n" } do
        assert.same({ plain, said_of }, { read_bytes(folder, (text:gsub("\n", line_end))) }, name)
      end
      assert.same({ plain, said_of }, { read_bytes(folder, packed.gz(text)) }, name)
      assert.same({ plain, said_of }, { read_bytes(folder, (text:gsub("\n$", ""))) }, name)
      local bare = text:gsub("^\u{FEFF}", "")
      local among = (good .. "\n"):rep(500) .. bare .. (good .. "\n"):rep(500)
      assert.equal((good .. "\n"):rep(500) .. plain .. ("\n" .. good):rep(500), (read_bytes(folder, among)), name)
    end
    assert.is_true(#names >= 19)
  end)

  it("can be truncated anywhere", function()
    local cuts = 0
    for _, name in ipairs(names) do
      for line in io.lines(name) do
        line = line:gsub("\r$", "")
        for size = 0, math.min(#line, 400) do
          local record = chess.epd(line:sub(1, size))
          if record then
            local written = tostring(record)
            assert.equal(written, tostring(chess.epd(written)), line:sub(1, size))
            cuts = cuts + 1
          end
        end
      end
    end
    assert.is_true(cuts > 1000, cuts)
  end)
end)
