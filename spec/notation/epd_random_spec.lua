-- Random EPD records. If a record is written and read again, it must be equal, and the fast parser must give the same
-- result as the full parser. Each run prints its seed; set LUCENA_SEED to it to repeat the run. With LUCENA_LONG=1 a
-- million records are tested.

local chess = require "lucena"

local seed = tonumber(os.getenv("LUCENA_SEED")) or os.time()
local ROUNDS = os.getenv("LUCENA_LONG") == "1" and 1000000 or 4000
local random = math.random

local function pick(list)
  return list[random(#list)]
end

local HOSTILE = { '"', "\\", ";", " ", "\t", "\0", "\255", "#", "%", "\\n", "é", "bm e4;", "\127", "-", "0 1", "\\\"" }

local function random_text()
  local parts = {}
  for i = 1, random(0, 6) do
    parts[i] = random(3) == 1 and pick(HOSTILE) or string.char(random(32, 126))
  end
  return table.concat(parts)
end

-- A string in quotation marks, with the escapes of EPD.
local function quoted(text)
  return '"' .. text:gsub('[\\"]', "\\%0") .. '"'
end

local function some_moves(position, is_line)
  local words = {}
  for i = 1, random(0, 5) do
    local moves = position:moves()
    if #moves == 0 then
      break
    end
    local move = pick(moves)
    words[i] = random(4) == 1 and position:uci(move) or position:san(move)
    position = is_line and position:play(move) or position
  end
  return table.concat(words, pick { " ", "  " })
end

local MAKE = {
  moves = function(position) return some_moves(position, false) end,
  line = function(position) return some_moves(position, true) end,
  move = function(position) return position:san(pick(position:moves())) end,
  number = function() return ("%d"):format(random(3) == 1 and random(0) or random(-40000, 40000)) end,
  string = function() return random(4) == 1 and "word" .. random(99) or quoted(random_text()) end,
  strings = function() return quoted(random_text()) .. " " .. quoted(random_text()) end,
  pairs = function() return "Event " .. quoted(random_text()) end,
  word = function() return pick { "conclude", "fault", "stop" } end,
  flag = function() return "" end,
  clocks = function() return "00" .. random(9) .. ":12:59:00 1:00:0" .. random(9) end,
  time = function() return ("2024.%02d.%02d 12:00:00"):format(random(13), random(32)) end,
  any = function() return quoted(random_text()) .. " x " .. random(100) end,
}

local OPCODES = { "acd", "acn", "am", "bm", "c0", "c5", "cc", "ce", "dm", "draw_claim", "eco", "fmvn", "hmvc", "id",
  "noop", "pm", "ptp", "pv", "rc", "refcom", "resign", "sm", "sv", "tcri", "ts", "v1", "Private", "Q", "unknown" }

local function random_line(position)
  local parts = { position:fen { ep = pick { "legal", "always" } }:match("^%S+ %S+ %S+ %S+") }
  if random(8) == 1 then
    parts[1] = parts[1] .. " " .. position.halfmove_clock .. " " .. position.fullmove_number
  end
  for _ = 1, random(0, 6) do
    -- An opcode that is a number would be read as a move counter of a FEN; epd_spec tests this.
    local opcode = random(30) == 1 and random_text():gsub("[%s;\"]", ""):gsub("^%d+$", "n%0") or pick(OPCODES)
    local make = MAKE[chess.epd_kind(opcode) or "any"]
    parts[#parts + 1] = (" %s%s%s%s"):format(opcode, pick { " ", "  ", "\t" }, make(position), pick { ";", ";", " ;" })
  end
  local line = table.concat(parts)
  return random(20) == 1 and line:sub(1, random(#parts[1], #line)) or line
end

-- A word that is no legal move is written unchanged. It can be a move in another notation, for example hxg in a
-- truncated text line.
local function has_bad_move(record)
  for _, diagnostic in ipairs(record.diagnostics) do
    if diagnostic.code:find("_move$") then
      return true
    end
  end
  return false
end

-- Check that `heard`, the same record after writing and reading it in another notation, has all moves of `record`.
local function check_moves(record, heard, where)
  for _, op in ipairs(record.ops) do
    local moves, others = record:get(op.opcode), {}
    if chess.epd_kind(op.opcode) == "moves" and type(moves) == "table" then
      for _, move in ipairs(heard:get(op.opcode)) do
        others[move] = true
      end
      for _, move in ipairs(moves) do
        assert(others[move], where)
      end
    end
  end
end

describe("random records", function()
  it(("are equal after writing and reading (%d records, seed %d)"):format(ROUNDS, seed), function()
    math.randomseed(seed)
    local position, operations = chess.position(), 0
    for round = 1, ROUNDS do
      local moves = position:moves()
      position = #moves > 0 and position.halfmove_clock < 100 and position:play(pick(moves)) or chess.position()
      if #position:moves() > 0 then
        local line = random_line(position)
        local where = ("record %d of seed %d: %q"):format(round, seed, line)
        local record = assert(chess.epd(line), where)
        local written = tostring(record)
        local again = assert(chess.epd(written), where)
        assert(record.text == line, where)
        assert(record.position == position and again.position == position, where)
        assert(again.position.halfmove_clock == record.position.halfmove_clock, where)
        assert(tostring(again) == written and again == record, where)
        if round % 8 == 0 then
          local dialect = pick { "french", "russian", "uci", "iccf", "fide:german" }
          local spoken = record:epd { dialect = dialect }
          local heard = assert(chess.epd(spoken, { dialect = dialect }), where)
          check_moves(record, heard, where)
          assert(has_bad_move(record) or heard:epd { dialect = dialect } == spoken, where)
        end
        operations = operations + #again.ops
        for _, op in ipairs(record.ops) do
          local a, b = record:get(op.opcode), again:get(op.opcode)
          if type(a) ~= "table" then
            assert(a == b, where)
          elseif chess.epd_kind(op.opcode) ~= "moves" then
            assert.same(a, b)
          end
        end
      end
    end
    assert.is_true(operations > ROUNDS, operations)
  end)

  -- With two blanks between fields, the record is read by the full parser.
  local function check_both_ways(fields)
    local quick, long, position = chess.epd(fields), chess.epd((fields:gsub(" ", "  ", 1))), chess.position(fields)
    local function all_of(p)
      return p and { p:fen(), p:fen { castling = "shredder", ep = "always" }, p.chess960 } or nil
    end
    assert.same(all_of(position), all_of(quick and quick.position), fields)
    assert.same(all_of(position), all_of(long and long.position), fields)
  end

  it("with doubtful fields give the same position as the reference reader", function()
    for _, fields in ipairs {
      "4k3/8/8/8/8/8/8/4R1K1 w - -", "4k3/8/8/8/8/8/8/4R1K1 b - -", "4k3/8/8/8/8/8/8/5K1R w K -",
      "4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K1R1 w K -", "4k3/8/8/8/8/8/8/R3K2R w QK -",
      "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb -", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGgb -",
      "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w gbGB -", "r3k2r/8/8/8/8/8/8/R3K2R w HAha -", "r3k2r/8/8/8/8/8/8/R3K2R w Hq -",
      "4k1r1/8/8/8/8/8/4K3/6R1 w G -", "4k3/8/8/8/8/8/8/1RR1K3 w CB -", "4k3/8/8/8/8/8/8/1RR1K3 w B -",
      "4k3/44/8/8/8/8/8/4K3 w - -", "4k3/9/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/4K3 w - -",
      "4k3/8/8/8/8/8/8/8/4K3 w - -", "4k3p/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K2P w - -",
      "4k3/8/8/8/8/8/8/3KK3 w - -", "4k3/8/8/8/8/8/8/8 w - -", "qqqqk3/pppppppp/8/8/8/8/8/4K3 w - -",
      "4k3/8/8/8/8/8/8/BB1QK2Q w - -", "4k3/8/8/8/PPPPPPPP/8/PPPPPPPP/4K3 w - -",
      "rrrrk3/pppppppp/8/8/8/8/8/4K3 w - -", "nnn1k3/pppppppp/8/8/8/8/8/4K3 w - -",
      "b1b1k3/pppppppp/8/8/8/8/8/4K3 w - -",
    } do
      check_both_ways(fields)
    end
  end)

  it("give the same position as the reference reader of their FEN", function()
    math.randomseed(seed)
    local position, pieces = chess.position(), { "p", "n", "q", "K", "R", "B", "8", "1", "/", "x", "a", "H", "-", "w" }
    local starts = { chess.position(), chess.position "bnrqknrb/pppppppp/8/8/8/8/PPPPPPPP/BNRQKNRB w GCgc - 0 1",
      chess.position "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" }
    for _ = 1, 4000 do
      local moves = position:moves()
      position = random(12) > 1 and #moves > 0 and position:play(pick(moves)) or pick(starts)
      local fen = position:fen { castling = pick { "xfen", "shredder" } }
      local fields = fen:match("^%S+ %S+ %S+ %S+")
      if random(2) == 1 then
        local at = random(#fields)
        fields = fields:sub(1, at - 1) .. pick(pieces) .. fields:sub(at + 1)
      end
      check_both_ways(fields)
    end
  end)
end)
