-- Random styles, whose fields have values from books and other values. Each legal move of a position must have a text
-- that no other move has, and the text must be read as this move. A misspelled text must be rejected or read as a legal
-- move, even with all tolerances. Each run prints its seed; set LUCENA_SEED to it to repeat the run. With LUCENA_LONG=1
-- there are a hundred times as many styles.

local chess = require "lucena"
local positions = require "lucena.notation.positions"

local SEED = math.tointeger(tonumber(os.getenv("LUCENA_SEED"))) or 7
local ROUNDS = os.getenv("LUCENA_LONG") == "1" and 12000 or 120

local function one_of(list)
  return list[math.random(#list)]
end

local function some_of(list)
  local out = {}
  for _, value in ipairs(list) do
    if math.random(2) == 1 then
      out[#out + 1] = value
    end
  end
  return out
end

local ALPHABETS = { "KQRBNP", "RDTFCP", "KDTLSB", "kqrbnp", "ABCDEF", "XYZWVU" }

local function letters_of(text, count)
  local out = {}
  for i, piece in ipairs { "K", "Q", "R", "B", "N", "P" } do
    if i <= count then
      out[piece] = math.random(8) == 1 and { text:sub(i, i), text:sub(i, i) .. "'" } or text:sub(i, i)
    end
  end
  return out
end

local function eight(text)
  local out = {}
  for i = 1, 8 do
    out[i] = math.random(10) == 1 and { text:sub(i, i), text:sub(i, i) .. "." } or text:sub(i, i)
  end
  return out
end

local function squares()
  local out, count = {}, 0
  for file in ("abcdefgh"):gmatch "." do
    for rank = 1, 8 do
      out[file .. rank] = ("%s%d"):format(string.char(97 + count // 10 % 26), count % 10)
      count = count + 1
    end
  end
  return out
end

local CHOICES = {
  letters = function() return math.random(4) > 1 end,
  pieces = function()
    local text = one_of(ALPHABETS)
    if math.random(4) == 1 then
      return { white = letters_of(text, 6), black = letters_of(text:lower(), 5) }
    end
    return letters_of(text, 5 + math.random(0, 1))
  end,
  files = function() return eight(one_of { "abcdefgh", "12345678", "ABCDEFGH", "stuvwxyz" }) end,
  ranks = function() return eight(one_of { "12345678", "87654321", "abcdefgh", "nopqrstu" }) end,
  squares = squares,
  origin = function() return one_of { "minimal", "always", "never", "wing" } end,
  wings = function()
    return { king = one_of { "K", "k", "r" }, queen = one_of { "Q", "q", "l" }, always = one_of { true, false } }
  end,
  order = function()
    local list = { "piece", "origin", "sign", "square" }
    for i = 4, 2, -1 do
      local j = math.random(i)
      list[i], list[j] = list[j], list[i]
    end
    return list
  end,
  separator = function() return one_of { "", " ", "-", "." } end,
  pawn_capture = function() return one_of { "square", "files" } end,
  pawn_origin = function() return one_of { "capture", "always", "never" } end,
  origin_open = function() return one_of { "(", "[", "" } end,
  origin_close = function() return one_of { ")", "]", "" } end,
  quiet = function() return one_of { "-", "", { "", "-" }, " - ", { "to ", "-" } } end,
  capture = function() return one_of { "x", ":", "", { "x", ":", "X" }, " takes ", { "", "x" } } end,
  capture_place = function() return one_of { "before", "after", "none" } end,
  victim = function() return one_of { "none", "before", "after" } end,
  victims = function() return letters_of(one_of { "KQRBNP", "KDTLSB" }, 6) end,
  promotion = function()
    return { signs = one_of { "=", "", "(", { "=", "/", "(" } }, close = one_of { "", ")", { "", ")" } },
      letters = math.random(3) == 1 and letters_of("KQRBN", 5) or nil }
  end,
  ep = function() return one_of { "", "e.p.", " e.p.", { " ep", "e.p." } } end,
  ep_victim = function() return one_of { "E", "ep" } end,
  castle = function() return one_of { "words", "king", "rook" } end,
  short = function() return one_of { "O-O", { "0-0", "O-O" }, "castles" } end,
  long = function() return one_of { "O-O-O", { "0-0-0", "O-O-O" }, "castles Q" } end,
  castle_marks = function() return { short = "c", long = "C" } end,
  check = function() return one_of { "+", "", "†", " ch", { "", "+" } } end,
  mate = function() return one_of { "#", "", "++", " mate", { "", "#" } } end,
  double = function() return one_of { "++", "", {} } end,
  optional = function()
    return { check = math.random(2) == 1, capture = math.random(2) == 1, capture_pawn = math.random(2) == 1,
      ep = math.random(2) == 1 }
  end,
  null = function() return one_of { "--", "pass", {} } end,
  digit_moves = function() return math.random(2) == 1 end,
  tolerances = function()
    return one_of { "all", {}, some_of { "wrong_origin", "unicode_sign", "castling_sign", "promotion_sign", "ep_mark",
      "check_sign", "capture_sign", "letter_case", "superfluous_origin", "separator", "pawn_letter", "coordinates",
      "short_capture", "piece_glyph", "queen_assumed" } }
  end,
}

local NAMES = {}
for name in pairs(CHOICES) do
  NAMES[#NAMES + 1] = name
end
table.sort(NAMES)

local function random_style()
  local style = { extend = one_of { "pgn", "lan", "fide", "iccf", "smith", "uci", "xolalg", "halg" } }
  local most = one_of { 2, 4, 8, 16 }
  for _ = 1, most do
    local name = one_of(NAMES)
    style[name] = CHOICES[name]()
  end
  return style
end

local function shown(value)
  if type(value) ~= "table" then
    return type(value) == "string" and ("%q"):format(value) or tostring(value)
  end
  local parts = {}
  for key, inner in pairs(value) do
    parts[#parts + 1] = ("[%q] = %s"):format(key, shown(inner))
  end
  table.sort(parts)
  return "{" .. table.concat(parts, ", ") .. "}"
end

-- Makes a typing error: a letter is omitted, doubled or changed in case, or a sign of another notation is added.
local function misspell(text)
  local at = math.random(#text)
  local before, byte, behind = text:sub(1, at - 1), text:sub(at, at), text:sub(at + 1)
  return one_of { before .. behind, before .. byte .. byte .. behind, before .. byte:upper() .. behind,
    before .. byte:lower() .. behind, text .. one_of { "+", "#", "!", "?!", "e.p.", "=Q", "Q", "(Q)", "++", "†" },
    before .. one_of { "x", "-", ":", "P", "a", "1", "=", " " } .. byte .. behind }
end

-- Describes the first move of a position that has the same text as another move, or that is not read back. Ambiguous
-- moves are not written.
local function wrong_in(position, dialect)
  local seen = {}
  for _, move in ipairs(position:moves()) do
    local text, err, code = dialect:write(position, move)
    local read = text and dialect:read(position, text)
    if text and (seen[text] or read ~= move) then
      return ("%s is %s, read as %s"):format(text, move, seen[text] or read)
    elseif not text and code ~= "unsayable_move" then
      return err
    end
    seen[text or ""] = move
  end
end

describe("a style with random fields, seed " .. SEED, function()
  math.randomseed(SEED)
  local list = positions.list(60, SEED)
  local made, refused, read = 0, 0, 0

  local function try_misspelled(dialect, style)
    for _ = 1, 12 do
      local position = one_of(list)
      local moves = position:moves()
      local text = #moves > 0 and dialect:write(position, one_of(moves))
      for _ = 1, text and 6 or 0 do
        text = misspell(text)
        local move, notes = dialect:read(position, text)
        if move then
          assert.is_true(position:is_legal(move) or tostring(move) == "0000", text .. " " .. shown(style))
          assert.equal("table", type(notes))
          read = read + 1
        end
        if text == "" then
          break
        end
      end
    end
  end

  it("writes a unique text for each move, which is read as the same move", function()
    for _ = 1, ROUNDS do
      local style = random_style()
      local dialect, err, code = chess.dialect(style)
      if dialect then
        for i = 1, #list, 3 do
          assert.is_nil(wrong_in(list[i], dialect), shown(style))
        end
        try_misspelled(dialect, style)
        made = made + 1
      else
        assert.equal("string string", type(err) .. " " .. type(code), shown(style))
        refused = refused + 1
      end
    end
    assert.is_true(made > ROUNDS // 4 and refused > 0 and read > made, ("%d %d %d"):format(made, refused, read))
  end)
end)
