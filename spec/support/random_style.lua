--- Random styles, whose fields have values from books and other values. The caller sets the seed of math.random.
--
--     local random_style = require "spec.support.random_style"
--     local dialect, err = chess.dialect(random_style.make())

local M = {}

function M.one_of(list)
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
    local text = M.one_of(ALPHABETS)
    if math.random(4) == 1 then
      return { white = letters_of(text, 6), black = letters_of(text:lower(), 5) }
    end
    return letters_of(text, 5 + math.random(0, 1))
  end,
  files = function() return eight(M.one_of { "abcdefgh", "12345678", "ABCDEFGH", "stuvwxyz" }) end,
  ranks = function() return eight(M.one_of { "12345678", "87654321", "abcdefgh", "nopqrstu" }) end,
  squares = squares,
  origin = function() return M.one_of { "minimal", "always", "never", "wing" } end,
  wings = function()
    return { king = M.one_of { "K", "k", "r" }, queen = M.one_of { "Q", "q", "l" }, always = M.one_of { true, false } }
  end,
  order = function()
    local list = { "piece", "origin", "sign", "square" }
    for i = 4, 2, -1 do
      local j = math.random(i)
      list[i], list[j] = list[j], list[i]
    end
    return list
  end,
  separator = function() return M.one_of { "", " ", "-", "." } end,
  pawn_capture = function() return M.one_of { "square", "files" } end,
  pawn_origin = function() return M.one_of { "capture", "always", "never" } end,
  origin_open = function() return M.one_of { "(", "[", "" } end,
  origin_close = function() return M.one_of { ")", "]", "" } end,
  quiet = function() return M.one_of { "-", "", { "", "-" }, " - ", { "to ", "-" } } end,
  capture = function() return M.one_of { "x", ":", "", { "x", ":", "X" }, " takes ", { "", "x" } } end,
  capture_place = function() return M.one_of { "before", "after", "none" } end,
  victim = function() return M.one_of { "none", "before", "after" } end,
  victims = function() return letters_of(M.one_of { "KQRBNP", "KDTLSB" }, 6) end,
  promotion = function()
    return { signs = M.one_of { "=", "", "(", { "=", "/", "(" } }, close = M.one_of { "", ")", { "", ")" } },
      letters = math.random(3) == 1 and letters_of("KQRBN", 5) or nil }
  end,
  ep = function() return M.one_of { "", "e.p.", " e.p.", { " ep", "e.p." } } end,
  ep_victim = function() return M.one_of { "E", "ep" } end,
  castle = function() return M.one_of { "words", "king", "rook" } end,
  short = function() return M.one_of { "O-O", { "0-0", "O-O" }, "castles" } end,
  long = function() return M.one_of { "O-O-O", { "0-0-0", "O-O-O" }, "castles Q" } end,
  castle_marks = function() return { short = "c", long = "C" } end,
  check = function() return M.one_of { "+", "", "†", " ch", { "", "+" } } end,
  mate = function() return M.one_of { "#", "", "++", " mate", { "", "#" } } end,
  double = function() return M.one_of { "++", "", {} } end,
  optional = function()
    return { check = math.random(2) == 1, capture = math.random(2) == 1, capture_pawn = math.random(2) == 1,
      ep = math.random(2) == 1 }
  end,
  null = function() return M.one_of { "--", "pass", {} } end,
  digit_moves = function() return math.random(2) == 1 end,
  tolerances = function()
    return M.one_of { "all", {}, some_of { "wrong_origin", "unicode_sign", "castling_sign", "promotion_sign", "ep_mark",
      "check_sign", "capture_sign", "letter_case", "superfluous_origin", "separator", "pawn_letter", "coordinates",
      "short_capture", "piece_glyph", "queen_assumed" } }
  end,
}

local NAMES = {}
for name in pairs(CHOICES) do
  NAMES[#NAMES + 1] = name
end
table.sort(NAMES)

--- Return a table of fields for chess.dialect. chess.dialect may reject it.
function M.make()
  local style = { extend = M.one_of { "pgn", "lan", "fide", "iccf", "smith", "uci", "xolalg", "halg" } }
  local most = M.one_of { 2, 4, 8, 16 }
  for _ = 1, most do
    local name = M.one_of(NAMES)
    style[name] = CHOICES[name]()
  end
  return style
end

-- Changes after which many styles cannot write all moves.
local HARMS = {
  function(style) style.origin = "never" end,
  function(style) style.pieces = { K = "k", Q = "q", R = "r", B = "b", N = "h" } end,
  function(style) style.pieces = { K = "K", Q = "K", R = "R", B = "B", N = "N" } end,
  function(style) style.pieces = { K = "K", Q = "D", R = "T", B = "L", N = "S", P = "a" } end,
  function(style) style.files = { "a", "b", "c", "d", "e", "f", "g", "a" } end,
  function(style) style.ranks = { "a", "b", "c", "d", "e", "f", "g", "h" } end,
  function(style) style.long = style.short or "O-O" end,
  function(style) style.promotion = { signs = "", letters = { Q = "D", R = "D", B = "L", N = "S" } } end,
  function(style) style.check, style.mate = { "", "+" }, { "x", "+" } end,
  function(style) style.order = { "square", "piece", "sign", "origin" } end,
}

--- Return fields that are likely to be rejected or to fail `dialect test`.
function M.harmed()
  local style = M.make()
  M.one_of(HARMS)(style)
  return style
end

--- Return a value as Lua source, for messages.
function M.shown(value)
  if type(value) ~= "table" then
    return type(value) == "string" and ("%q"):format(value) or tostring(value)
  end
  local parts = {}
  for key, inner in pairs(value) do
    parts[#parts + 1] = ("[%q] = %s"):format(key, M.shown(inner))
  end
  table.sort(parts)
  return "{" .. table.concat(parts, ", ") .. "}"
end

return M
