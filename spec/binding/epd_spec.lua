-- lucena.EpdRecord and lucena.EpdReader: values, editing, streams.

local chess = require "lucena"
local items = require "spec.support.items"
local new_folder = require "spec.support.folder"
local packed = require "spec.support.packed"

local START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
local KINGS = "4k3/8/8/8/8/8/8/4K3 w - -"

describe("a record", function()
  it("has standard and private opcodes as fields", function()
    local r = chess.epd(START .. ' bm e4; id "x"; Mine 5; odd 6;')
    assert.equal(r.position:parse "e4", r.bm[1])
    assert.same({ "x", 5, 6 }, { r.id, r.Mine, r:get "odd" })
    assert.is_nil(r.am)
    assert.is_nil(r.Other)
    assert.is_nil(r:get "other")
    for _, name in ipairs { "odd", "bestmove", "c10", "", "Not one", "A2345678901234567" } do
      assert.has_error(function() return r[name] end, ("lucena.EpdRecord has no field '%s'"):format(name))
    end
    assert.has_error(function() r.text = "x" end, "lucena.EpdRecord field 'text' cannot be set")
    assert.equal("lucena.EpdRecord", getmetatable(r))
  end)

  it("lists its operations in their order", function()
    local r = chess.epd(START .. ' bm  e4 d4;id "a \\"b\\"" ;resign;')
    assert.same({
      { opcode = "bm", text = "e4 d4", operands = { "e4", "d4" } },
      { opcode = "id", text = '"a \\"b\\""', operands = { 'a "b"' } },
      { opcode = "resign", text = "", operands = {} },
    }, items(r.ops))
  end)

  it("can be made from a position", function()
    local p = chess.position():play "e4"
    local r = chess.epd(p)
    assert.equal("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", r.text)
    assert.is_true(r.position == p)
    assert.has_error(function() chess.epd(5) end, "bad argument #1 to 'epd' (string expected, got number)")
    assert.has_error(function() chess.epd(START, { lax = true }) end, "bad argument #2 to 'epd' (unknown option 'lax')")
  end)

  it("equals a record with the same text", function()
    local a, b = chess.epd(START .. " bm e4 d4;id x;"), chess.epd(START .. '  id "x"; bm d2d4 e4;')
    assert.is_true(a == b)
    assert.is_false(a == chess.epd(START .. " bm e4;"))
    assert.is_false(a == tostring(a))
  end)

  it("reports errors with their places", function()
    local r = chess.epd("\u{FEFF}" .. START .. " pv e4 e5 Qh6;\n")
    assert.same({ {
      code = "illegal_move", severity = "error", line = 1, column = 66, offset = 65, record = 1, token = "Qh6",
      size = 3,
      fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
      message = "illegal move Qh6: in pv", text = "epd:1:66: illegal move Qh6: in pv",
    }, total = 1 }, items(r.diagnostics))
    r = chess.epd("4k3/8/8/8/8/4K3/8/R6R w - - bm Rd1;")
    assert.equal("ambiguous move Rd1: in bm, it may be Rad1 or Rhd1", r.diagnostics[1].message)
    r = chess.epd(KINGS .. (" 9 1;"):rep(300))
    assert.same({ 100, 299 + 299 + 1 }, { #r.diagnostics, r.diagnostics.total })
  end)
end)

describe("setting an operation", function()
  local function edited(line, opcode, value)
    local r = assert(chess.epd(line))
    local got = { r:set(opcode, value) }
    return r.text, table.unpack(got)
  end

  it("changes only its bytes", function()
    local line = START .. '  id  "old" ;bm e4 ; Zz 1; ;'
    assert.equal(START .. '  id "new" ;bm e4 ; Zz 1; ;', (edited(line, "id", "new")))
    assert.equal(START .. '  id  "old" ;bm Nf3 d4 ; Zz 1; ;', (edited(line, "bm", { "g1f3", "d4" })))
    assert.equal(START .. '  id  "old" ;bm e4 ; Zz 1; ; ce -3;', (edited(line, "ce", -3)))
    assert.equal(START .. '  id  "old" ;bm e4 ; ;', (edited(line, "Zz", nil)))
    assert.equal(START .. " bm e4; ce 1;", (edited(START .. " bm e4", "ce", 1)))
    assert.equal(START .. " ce 1;", (edited(START, "ce", 1)))
    assert.equal(START .. ' id "c"; bm e4;', (edited(START .. ' id "a"; bm e4; id "b";', "id", "c")))
  end)

  it("accepts the values that get returns", function()
    for opcode, value in pairs {
      acd = 3, id = 'a "b" \\;', eco = "", resign = true, refcom = "reset", cc = { white = 5, black = 90061 },
      ts = { year = 2024, month = 2, day = 29, hour = 1, min = 2, sec = 3 }, ptp = { Event = "x", Site = 'y "z"' },
      tcri = { "a", "b" }, noop = { "x", "y z" }, Mine = "text", Mine2 = -4, Mine3 = { 1, "a b" }, Mine4 = true,
      tcgs = math.maxinteger,
    } do
      local r = chess.epd(START)
      assert.same(value, (assert(r:set(opcode, value))), opcode)
      assert.same(value, r:get(opcode))
      assert.same(0, #r.diagnostics)
      assert.is_true(chess.epd(tostring(r)) == r)
      assert.is_true(r:set(opcode, false))
      assert.equal(START, r.text)
    end
    local r, p = chess.epd(START), chess.position()
    assert.equal(p:parse "e4", r:set("pm", p:parse "e4"))
    assert.same({ p:parse "e4", p:parse "d4" }, (r:set("am", { p:parse "e4", "d2d4" })))
    assert.equal("e7e5", tostring(r:set("pv", { p:parse "e4", "e5" })[2]))
    assert.equal(START .. " pm e4; am e4 d4; pv e4 e5;", r.text)
  end)

  it("changes the move counters of the position", function()
    local r = chess.epd(KINGS .. " 3 9")
    r:set("hmvc", 7)
    assert.same({ 7, 9 }, { r.position.halfmove_clock, r.position.fullmove_number })
    assert.equal(KINGS .. " fmvn 9; hmvc 7;", r.text)
    assert.is_true(r:remove "hmvc")
    assert.equal(0, r.position.halfmove_clock)
    assert.is_false(r:remove "hmvc")
  end)

  it("rejects values that cannot be written, and changes nothing", function()
    local line = START .. ' bm e4; id "x";'
    for _, case in ipairs {
      { "bm", { "e5" }, "illegal_move" }, { "bm", "Qh9", "bad_move" }, { "pv", { "e4", "e4" }, "illegal_move" },
      { "ce", 40000, "operand_range" }, { "dm", 0, "operand_range" }, { "id", "a\nb", "unwritable_operand" },
      { "c0", "a\0", "unwritable_operand" }, { "refcom", "stop", "bad_operand" },
      { "refcom", "reset; resign", "unwritable_operand" },
      { "ts", { year = 2023, month = 2, day = 29, hour = 0, min = 0, sec = 0 }, "bad_operand" },
    } do
      local text, value, message, code = edited(line, case[1], case[2])
      assert.same({ line, nil, case[3] }, { text, value, code })
      assert.equal("string", type(message))
    end
    local r = chess.epd(line)
    assert.same({ nil, 'operand cannot be written in EPD "e4; am d4"', "unwritable_operand" },
      { r:set_text("bm", "e4; am d4") })
    assert.equal("unterminated_string", select(3, r:set_text("c0", '"open')))
    assert.equal(line, r.text)
  end)

  it("raises for values of the wrong type", function()
    local r = chess.epd(START)
    for _, case in ipairs {
      { "bm", 5, "bm takes Moves or strings, got number" }, { "ce", "5", "ce takes an integer, got string" },
      { "ce", 1.5, "ce takes an integer, got a float" }, { "id", 5, "id takes a string, got number" },
      { "resign", 1, "resign takes true or false, got number" },
      { "cc", 5, "cc takes {white = seconds, black = seconds}, got number" },
      { "cc", { white = -1, black = 0 }, "cc takes {white = seconds, black = seconds}, got number" },
      { "ts", {}, "ts takes {year, month, day, hour, min, sec}, got table" },
      { "ptp", { 5 }, "ptp takes a table from tag to value, got number" },
      { "pm", {}, "pm takes one Move or string, got table" },
      { "Mine", print, "Mine takes strings, integers or true, got function" },
    } do
      assert.has_error(function() r:set(case[1], case[2]) end, ("bad argument #2 to 'set' (%s)"):format(case[3]))
    end
    assert.has_error(function() r:set("9x", 1) end)
    assert.equal(START, r.text)
  end)

  it("can be repeated", function()
    local r = chess.epd(START)
    for i = 1, 2000 do
      assert(r:set("ce", i))
      assert(r:set("c" .. i % 10, ("x"):rep(i % 50)))
    end
    collectgarbage()
    assert.equal(2000, r.ce)
    assert.equal(11, #r.ops)
  end)
end)

-- ---- streams -------------------------------------------------------------------------------------

local function ids(path, opts)
  local list = {}
  for r in chess.epd_records(path, opts) do
    list[#list + 1] = ("%d:%d:%d:%s"):format(r.number, r.line, r.offset, tostring(r.id))
  end
  return table.concat(list, " ")
end

describe("a file of records", function()
  it("can have any line ends, blank lines, comments and a byte order mark", function()
    local folder <close> = new_folder()
    local line = KINGS .. " id "
    local text = "\u{FEFF}" .. line .. "a;\r\n\n  \n# none\n" .. line .. "b;\r" .. line .. "c;\n\r" .. line .. "d;"
    local path = folder:write("a.epd", text)
    assert.equal(("1:1:3:a 2:5:47:b 3:6:%d:c 4:8:%d:d"):format(47 + #line + 3, 47 + 2 * #line + 7), ids(path))
    assert.equal("", ids(folder:write("b.epd", "")))
    assert.equal("", ids(folder:write("c.epd", "\n\n#\n")))
    local reader <close> = chess.open_epd(path, { style = true })
    assert.equal(4, (reader:count(10)))
    local said = {}
    for _, d in ipairs(reader:take_diagnostics()) do
      said[#said + 1] = d.line .. d.code
    end
    assert.equal("1unquoted_string 4epd_comment 5unquoted_string 6unquoted_string 8unquoted_string",
      (function() table.sort(said) return table.concat(said, " ") end)())
  end)

  it("can be compressed", function()
    local folder <close> = new_folder()
    local text = KINGS .. ' id "a";\n' .. KINGS .. ' id "b";\n'
    local plain = ids(folder:write("a.epd", text))
    assert.equal(plain, ids(folder:write("a.gz", packed.gz(text))))
    assert.equal(plain, ids(folder:write("a.zst", packed.zst(text))))
    local whole = packed.gz(text)
    local reader <close> = chess.open_epd(folder:write("b.gz", whole:sub(1, #whole - 8)))
    assert.equal("a", reader:read().id)
    assert.equal("b", reader:read().id)
    assert.is_nil(reader:read())
    assert.equal("truncated_input", reader:take_diagnostics()[1].code)
    assert.equal(1, reader.errors)
  end)

  it("cannot be UTF-16 without a byte order mark, or UTF-32", function()
    local folder <close> = new_folder()
    local text = KINGS .. " id a;\n"
    for code, bytes in pairs { utf16 = text:gsub(".", "%0\0"), utf32 = text:gsub(".", "\0\0\0%0") } do
      local reader <close> = chess.open_epd(folder:write("a.epd", bytes))
      assert.is_nil(reader:read())
      assert.is_nil(reader:read())
      assert.same({ code, 1 }, { reader:take_diagnostics()[1].code, reader.errors })
    end
  end)

  it("is read in parts of any size", function()
    local folder <close> = new_folder()
    local parts = {}
    for i = 1, 3000 do
      parts[i] = KINGS .. (' id "%d %s";'):format(i, ("x"):rep(i * 7 % 700)) .. (i % 3 == 0 and "\r\n" or "\n")
    end
    local path = folder:write("a.epd", table.concat(parts))
    local n = 0
    for r in chess.epd_records(path) do
      n = n + 1
      assert.equal(parts[n]:gsub("[\r\n]+$", ""), r.text)
      assert.equal(n, r.line)
    end
    assert.equal(3000, n)
    local reader <close> = chess.open_epd(path)
    local text = {}
    repeat
      local piece, at_end = reader:format(7)
      text[#text + 1] = piece
    until at_end
    assert.equal(table.concat(parts):gsub("\r", ""), table.concat(text))
  end)

  it("is read as far as possible if a line is too long", function()
    local folder <close> = new_folder()
    local long = KINGS .. ' id "' .. ("x"):rep(3000000) .. '";\n'
    local nearly = KINGS .. ' id "' .. ("x"):rep(1000000) .. '";\n'
    local a, b, c = KINGS .. " id a;\n", KINGS .. " id b;\n", KINGS .. " id c;"
    local path = folder:write("a.epd", a .. long .. b .. nearly .. c)
    local reader <close> = chess.open_epd(path)
    assert.equal("a", reader:read().id)
    assert.equal("b", reader:read().id)
    assert.equal(1000000, #reader:read().id)
    local last = reader:read()
    assert.same({ "c", 5 }, { last.id, last.line })
    assert.is_nil(reader:read())
    local d = reader:take_diagnostics()[1]
    assert.same({ "record_too_large", 2, 1 }, { d.code, d.line, d.column })
  end)

  it("uses constant memory", function()
    local folder <close> = new_folder()
    local block = (KINGS .. ' bm Kd2; id "some name";\n'):rep(20000)
    local path = folder:write("a.epd", block:rep(10))
    collectgarbage()
    local before, most, n = collectgarbage("count"), 0, 0
    for r in chess.epd_records(path) do
      n = n + (r.id == "some name" and 1 or 0)
      if n % 20000 == 0 then
        collectgarbage()
        most = math.max(most, collectgarbage("count") - before)
      end
    end
    assert.equal(200000, n)
    assert.is_true(most < 1024, most .. " KiB")
  end)

  it("has a limited number of diagnostics", function()
    local folder <close> = new_folder()
    local path = folder:write("a.epd", (KINGS .. " bm Kd4 Kd5 Kd6;\n"):rep(2000))
    local reader <close> = chess.open_epd(path, { check = true })
    while reader:read() do end
    assert.same({ 2000, 2000, true }, { reader.records, reader.errors, #reader:take_diagnostics() <= 1000 })
    local all = 0
    local again <close> = chess.open_epd(path)
    repeat
      local _, at_end = again:count(100000)
      all = all + #again:take_diagnostics()
    until at_end
    assert.equal(6000, all)
  end)
end)

describe("moves in another notation", function()
  local EP = "4k3/8/8/2PpP3/8/8/8/4K2R w K d6"

  it("are read only in that notation", function()
    local r = chess.epd(START .. " bm Cf3 Cc3; pv e4 e5 Cf3;", { dialect = "french" })
    assert.same({}, { table.unpack(r.diagnostics) })
    assert.same({ "g1f3", "b1c3", "e2e4" }, { tostring(r.bm[1]), tostring(r.bm[2]), tostring(r.pv[1]) })
    assert.equal("french", r.dialect)
    assert.equal(START .. " bm Nc3 Nf3; pv e4 e5 Nf3;", tostring(r))
    assert.same({ "bad_move", "pgn" }, { chess.epd(r.text).diagnostics[1].code, chess.epd(r.text).dialect })
    local d = chess.epd("4k3/8/8/8/8/8/8/2R1K2R w K - am Tf1;", { dialect = chess.dialect "french" })
    assert.equal("4k3/8/8/8/8/8/8/2R1K2R w K - am Rf1;", tostring(d))
    d = chess.epd("4k3/8/8/8/8/8/4K3/2R4R w - - am Te1;", { dialect = "french" }).diagnostics[1]
    assert.same({ "ambiguous_move", "in am, it may be Tce1 or The1" }, { d.code, d.message:match("in .*$") })
  end)

  it("can have two words", function()
    local function bm(operands)
      local r = chess.epd(EP .. " bm " .. operands .. ";", { dialect = "fide:french" })
      local list = {}
      for i, move in ipairs(r.bm) do
        list[i] = tostring(move)
      end
      return table.concat(list, " "), r:epd { dialect = "fide:french" }:sub(#EP + 5)
    end
    assert.same({ "c5d6 e5d6 h1h5", 'Th5 "cxd6 e.p." "exd6 e.p.";' }, { bm "cxd6 e.p. exd6 ep Th5" })
    assert.same({ "c5d6 e1g1", '0-0 "cxd6 e.p.";' }, { bm '"cxd6 e.p." 0-0' })
  end)

  it("are written in it, and read back", function()
    for _, name in ipairs { "french", "russian", "uci", "iccf", "lan:german", "fide:spanish", "figurine" } do
      for record in chess.epd_records "spec/data/epd/suite.epd" do
        local text = record:epd { dialect = name }
        local again = assert(chess.epd(text, { dialect = name }))
        assert.equal(tostring(record), tostring(again))
        assert.equal(text, again:epd { dialect = name })
      end
    end
    assert.equal(START .. " bm d2d4 e2e4;", chess.epd(START .. " bm e4 d4;"):epd { dialect = "uci" })
    -- A list is not translated if it has more moves than any position has legal moves.
    local many = (" e4 d4 Sf3"):rep(300)
    assert.equal(START .. " bm" .. many .. ";", chess.epd(START .. " bm" .. many .. ";", { dialect = "german" })
      :epd { dialect = "german" })
  end)

  it("are translated, while other operands keep their text", function()
    local rook = "4k3/8/8/8/8/8/8/R3K3 w - -"
    local function translated(operations, from, to)
      return chess.epd(rook .. " " .. operations, { dialect = from }):epd { dialect = to }:sub(#rook + 2)
    end
    assert.equal('bm Td1 Qz9 "x y" Rd1;', translated('bm Rd1 Qz9 "x y"  Kd1;', nil, "french"))
    assert.equal('bm Rd1 Qz9 "x y" Kd1;', translated('bm Td1 Qz9 "x y" Rd1;', "french", nil))
    assert.equal("pv Td1 Ke7 Zf3 Rd2;", translated("pv Rd1 Ke7 Zf3 Rd2;", nil, "german"))
    assert.equal("sm Td1 Rd2;", translated("sm Rd1 Kd2;", nil, "french"))
    assert.equal("bm Rd1 Qz9 Kd1;", translated("bm Rd1 Qz9 Kd1;", nil, nil))
  end)

  it("are set in the notation of the record", function()
    local r = chess.epd(START, { dialect = "german" })
    assert.equal("g1f3", tostring(r:set("bm", "Sf3")[1]))
    r:set("pv", { "e4", chess.position():play("e4"):parse "Nf6" })
    assert.equal(START .. " bm Sf3; pv e4 Sf6;", r.text)
    assert.equal("illegal_move", select(3, r:set("bm", "Tf3")))
  end)

  it("belong to all records of a file", function()
    local folder <close> = new_folder()
    local path = folder:write("a.epd", START .. " bm Cf3;\n" .. KINGS .. " bm Rd2;\n")
    local list = {}
    for r in chess.epd_records(path, { dialect = "french" }) do
      list[#list + 1] = tostring(r.bm[1])
    end
    assert.same({ "g1f3", "e1d2" }, list)
    local reader = chess.open_epd(path, { dialect = "french" })
    assert.equal(START .. " bm Sf3;\n" .. KINGS .. " bm Kd2;\n", reader:format(9, { dialect = "german" }))
    assert.same({}, reader:take_diagnostics())
  end)

  it("raise an error if the notation does not exist", function()
    assert.has_error(function() chess.epd(START, { dialect = "klingon" }) end)
    assert.has_error(function() chess.open_epd("x", { dialect = 5 }) end)
    local done, message = pcall(chess.epd, START, { dialect = "descriptive" })
    assert.is_false(done)
    assert.is_truthy(message:find("'descriptive' is spelled by functions", 1, true), message)
  end)
end)

describe("a perft collection with several lines per position", function()
  -- The line number, offset and text of each record in these bytes, as "line offset text".
  local function read(bytes)
    local folder <close> = new_folder()
    local list = {}
    for r in chess.epd_records(folder:write("a.perft", bytes)) do
      list[#list + 1] = ("%d %d %s"):format(r.line, r.offset, r.text)
    end
    return list
  end

  it("has one record per block", function()
    local rook, kings = "4k3/8/8/8/8/8/8/4K2R w K -", KINGS
    local bytes = "# one\n\nid a \"b\" \nepd " .. rook .. " \nperft 1 15\nperft  2\t66\r\nepd " .. kings
      .. "\n" .. kings .. " id \"line\";\nid last\nepd  " .. kings .. "\nperft 1 5"
    assert.same({
      "4 21 " .. rook .. ' D1 15; D2 66; id "a \\"b\\"";',
      "7 " .. bytes:find(kings, 1, true) - 1 .. " " .. kings,
      ("8 %d %s id \"line\";"):format(bytes:find(kings .. " id", 1, true) - 1, kings),
      ("10 %d %s D1 5; id \"last\";"):format(bytes:find("epd  ", 1, true) + 4, kings),
    }, read(bytes))
  end)

  it("keeps lines outside of blocks", function()
    local junk = { "id alone", "perft 1 5", "epd" }
    assert.same({ "1 0 id alone", "3 10 perft 1 5", "4 20 epd" }, read(junk[1] .. "\n\n" .. junk[2] .. "\n" .. junk[3]))
    assert.same({ "1 4 " .. KINGS, "2 " .. 5 + #KINGS .. " perft 1 x" }, read("epd " .. KINGS .. "\nperft 1 x\n"))
    local long = "epd " .. KINGS .. "\n" .. ("perft 1 5\n"):rep(1000)
    local list = read(long)
    assert.is_true(#list[1] < 4200 and #list > 100)
    assert.equal(1000, select(2, table.concat(list, "\n"):gsub("D1 5;", "")) + #list - 1)
    assert.same({ "2 " .. 300 + 1 .. " x" }, { read("id " .. ("y"):rep(297) .. "\nx")[2] })
  end)

  it("ends before a line that is too long", function()
    local block, count = "id a\nepd " .. KINGS .. "\n", "perft 1 5"
    local at = #"id a\nepd "
    for _, first in ipairs { "x", "# ", "perft 2 ", "id ", "epd " } do
      for _, line_end in ipairs { "\n", "\r", "\r\n" } do
        local long = first .. ("1"):rep((1 << 20) + 1) .. line_end
        local size = #block + #long
        local name = KINGS .. ' id "a";'
        assert.same({ ("2 %d %s"):format(at, name), ("4 %d %s"):format(size, count) }, read(block .. long .. count))
        assert.same({ ("2 %d %s"):format(at, name) }, read(block .. long))
        assert.same({ ("1 0 %s"):format(KINGS), ("3 %d %s"):format(size + #KINGS + 1 - #block, count) },
          read(KINGS .. "\n" .. long .. count))
      end
    end
    assert.same({ ("2 %d %s"):format(at, KINGS .. ' id "a";') }, read(block .. ("x"):rep((1 << 20) + 1)))
  end)

  it("is read across the ends of the buffer", function()
    local parts, count = {}, 3000
    for i = 1, count do
      parts[i] = ("id %d\nepd %s\nperft 1 %d\n\n"):format(i, KINGS, i)
    end
    local list = read(table.concat(parts))
    assert.equal(count, #list)
    for i, text in ipairs(list) do
      assert.equal(('%d %s D1 %d; id "%d";'):format(4 * i - 2, KINGS, i, i), (text:gsub("^(%d+) %d+", "%1")))
    end
  end)

  it("is written as records with comments, and reported as a repair", function()
    local folder <close> = new_folder()
    local path = folder:write("a.perft", "# x\nid a\nepd " .. KINGS .. "\nperft 1 5\n\n# y\n")
    local reader = chess.open_epd(path, { style = true })
    assert.equal("# x\n" .. KINGS .. ' D1 5; id "a";\n# y\n', reader:format(10))
    local codes = {}
    for i, d in ipairs(reader:take_diagnostics()) do
      codes[i] = d.line .. " " .. d.code
    end
    assert.same({ "1 epd_comment", "2 perft_block", "6 epd_comment" }, codes)
  end)
end)

describe("a reader of records", function()
  it("raises in a loop if the input fails, and returns the error otherwise", function()
    local folder <close> = new_folder()
    local none = folder:path "none.epd"
    assert.same({ nil, none .. ": cannot open: No such file or directory", "cannot_open" }, { chess.open_epd(none) })
    assert.has_error(function() chess.epd_records(none) end, none .. ": cannot open: No such file or directory")
    local probe = io.open("/proc/self/mem", "rb")
    if not probe then
      return pending "no file that can be opened and not be read"
    end
    probe:close()
    local message = "/proc/self/mem: cannot read: Input/output error"
    for _, method in ipairs { "read", "count", "format" } do
      local reader <close> = assert(chess.open_epd "/proc/self/mem")
      assert.same({ nil, message, "cannot_read" }, { reader[method](reader, 5) })
    end
    assert.has_error(function()
      for _ in chess.epd_records "/proc/self/mem" do
        error "no record there"
      end
    end, message)
  end)

  it("is closed when the loop is left", function()
    local next_record, _, _, reader = chess.epd_records "spec/data/epd/suite.epd"
    assert.equal("one: back rank", next_record().id)
    assert.equal("lucena.EpdReader: spec/data/epd/suite.epd", tostring(reader))
    assert.same({ "spec/data/epd/suite.epd", 1, 0 }, { reader.name, reader.records, reader.errors })
    reader:close()
    reader:close()
    assert.equal("lucena.EpdReader: spec/data/epd/suite.epd (closed)", tostring(reader))
    assert.has_error(function() reader:read() end, "reader is closed")
    assert.has_error(function() reader:count(1) end, "reader is closed")
    assert.has_error(function() reader:format(1) end, "reader is closed")
    local kept
    pcall(function()
      local iterate, state, control, closing = chess.epd_records "spec/data/epd/suite.epd"
      kept = closing
      for _ in iterate, state, control, closing do
        error "enough"
      end
    end)
    assert.equal("lucena.EpdReader: spec/data/epd/suite.epd (closed)", tostring(kept))
  end)

  it("is strict on request", function()
    local r = chess.epd_records("spec/data/nasty/epd/e05_bm_uci.epd", { strict = true })()
    assert.equal("error", r.diagnostics[1].severity)
    assert.has_error(function() chess.epd_records("x", { strikt = true }) end,
      "bad argument #2 to 'epd_records' (unknown option 'strikt'; did you mean 'strict'?)")
    assert.has_error(function() chess.epd_records() end,
      "bad argument #1 to 'epd_records' (path, function, {text = string} or object with read expected, got nil)")
  end)
end)
