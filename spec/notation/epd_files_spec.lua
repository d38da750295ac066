-- EPD files of this project and well-known test suites: each record is read, written and read again.

local chess = require "lucena"
local file = require "spec.support.file"
local need = require "spec.support.need"

-- Reads each record of a file, writes it and reads the written record again. Both records must be equal. Returns the
-- number of records and the diagnostics except repairs, as "line:column code token".
local function check_file(path, strict_again)
  local records, codes = 0, {}
  for record in chess.epd_records(path) do
    records = records + 1
    local where = path .. ":" .. record.line
    local written = tostring(record)
    local again = assert(chess.epd(written))
    assert.equal(written, tostring(again), where)
    assert.is_true(again == record and again.position == record.position, where)
    for _, d in ipairs(record.diagnostics) do
      if d.severity ~= "repair" then
        codes[#codes + 1] = ("%d:%d %s %s"):format(d.line, d.column, d.code, d.token)
      end
    end
    if strict_again and #codes == 0 then
      assert(chess.epd(written, { strict = true }))
    end
    for _, opcode in ipairs { "bm", "am" } do
      local moves = record:get(opcode)
      for _, move in ipairs(moves or {}) do
        assert.is_true(record.position:is_legal(move), where)
      end
    end
  end
  return records, codes
end

describe("the file", function()
  it("suite.epd is canonical", function()
    local lines = {}
    for record in chess.epd_records "spec/data/epd/suite.epd" do
      assert.equal(0, #record.diagnostics)
      lines[#lines + 1] = tostring(record)
    end
    assert.equal(file.read "spec/data/epd/suite.epd", table.concat(lines, "\n") .. "\n")
    assert.equal(10, #lines)
  end)

  it("opcodes.epd has every opcode of the standard, and no diagnostics", function()
    local kinds = {}
    for record in chess.epd_records "spec/data/epd/opcodes.epd" do
      assert.equal(0, #record.diagnostics)
      assert.equal(record.text, tostring(record))
      for _, op in ipairs(record.ops) do
        kinds[#kinds + 1] = op.opcode .. "=" .. tostring(chess.epd_kind(op.opcode))
      end
    end
    local expected = table.concat({
      "Zz_9=nil acd=number acn=number acs=number am=moves bm=moves c0=string c9=string cc=clocks",
      "ce=number dm=number draw_accept=flag draw_offer=flag",
      "eco=string fmvn=number hmvc=number id=string nic=string noop=any pm=move ptp=pairs pv=line",
      "rc=number refcom=word refreq=word sm=move sv=line tcgs=number tcri=strings",
      "tcsi=strings ts=time v0=string v9=string draw_claim=flag draw_reject=flag sm=move resign=flag",
    }, " ")
    assert.equal(expected, table.concat(kinds, " "))
    for _, letter in ipairs { "c", "v" } do
      for digit = 0, 9 do
        assert.equal("string", chess.epd_kind(letter .. digit))
      end
    end
  end)

  it("quirks.epd is read as intended", function()
    local count, codes = check_file("spec/data/epd/quirks.epd", false)
    assert.equal(9, count)
    assert.same({ "4:32 empty_operation ;", "8:37 missing_semicolon nil" }, codes)
  end)

  -- The expected diagnostics are typing errors and truncated lines in these files; each was checked by hand.
  for name, expected in pairs {
    ["bratko-kopec"] = { 24, {} }, bt2630 = { 30, {} }, ecmgcp = { 183, {} }, eet = { 100, {} }, iq4 = { 183, {} },
    nolot = { 11, {} }, sts = { 1188, {} },
    kaufman = { 25, { "3:79 ambiguous_move Ne5", "6:71 bad_move Bcx3 +" } },
    wac = { 299, { "58:83 opposed_operations dm 15", "114:358 bad_move R", "183:348 bad_move Be", "207:357 bad_move B",
      "229:86 opposed_operations dm 16" } },
  } do
    it(name .. ".epd of the larger data is read and written", function()
      local count, codes = check_file(need.data("epd/" .. name .. ".epd"), true)
      assert.equal(expected[1], count)
      assert.same(expected[2], codes)
    end)
  end

  for name, expected in pairs { ["perft/standard"] = 128, ["perft/chess960"] = 960 } do
    it(name .. ".epd has its counts as private operations", function()
      local path = need.data(name .. ".epd")
      local count, codes = check_file(path, true)
      assert.same({ expected, {} }, { count, codes })
      for record in chess.epd_records(path) do
        assert.equal(record.D1 or record.position:perft(1), record.position:perft(1))
      end
    end)
  end

  for name, expected in pairs { popular_positions = 60000, dfrc_openings = 30000 } do
    it("openings/" .. name .. ".epd.zst is read and written", function()
      local count, codes = check_file(need.data("openings/" .. name .. ".epd.zst"), true)
      assert.same({ expected, {} }, { count, codes })
    end)
  end
end)
