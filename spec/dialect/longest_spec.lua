-- Random dialects with long words. A dialect has an upper limit of the length of its moves, from which the room of the
-- writers is taken; dialects whose limit is over 255 bytes are rejected. No written move may be longer, which the core
-- asserts: a longer move ends this process. LUCENA_SEED repeats a run; LUCENA_LONG=1 tests many more dialects.

local chess = require "lucena"
local core = require "lucena.core"
local one_of = require("spec.support.random_style").one_of

local IS_LONG = os.getenv("LUCENA_LONG") == "1"
local SEED = math.tointeger(tonumber(os.getenv("LUCENA_SEED"))) or IS_LONG and os.time() % 1000000 or 1
local ROUNDS = IS_LONG and 6000 or 250

-- Games with en passant, captures, promotions, castling, double check and mate, and moves with whole origins.
local GAMES = {
  { "4k3/3p4/8/4P3/8/8/8/4R1K1 b - - 0 1", "d5 exd6+ Kf7 d7 Kg6 d8=Q Kh5 Qd1+ Kg5 Qg4+ Kf6 Qe6+" },
  { "8/2k5/8/8/pP6/8/8/R3K2R b KQ b3 0 1", "axb3 O-O-O b2+ Kc2 b1=Q+ Rxb1 Kd7 Rhd1+" },
  { "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+ Ke7 Re1+ Kd6 Rd1+" },
  { "k7/2P5/8/5Q2/8/8/2Q2Q2/5K2 w - - 0 1", "Qf2c5 Kb7 c8=N Ka8 Qa4+" },
  { "1n1r2k1/P1P5/8/8/8/8/8/R3K3 w Q - 0 1", "axb8=Q Rxb8 cxb8=R+ Kg7 O-O-O" },
  { "4k3/8/4N3/8/8/8/8/4RK2 w - - 0 1", "Nc7+ Kf7 Re7+ Kxe7" },
}

local SYLLABLES = { "x", "Bauer", " ", "-", "+", "é", "Конь", "__", "#", "q" }
local most -- bytes of a word of the current dialect

local function word()
  return one_of(SYLLABLES):rep(64):sub(1, math.random(0, most)):gsub("[\x80-\xff]+$", "")
end

-- Return a word that is not empty and differs from the others, because it ends with `sign`.
local function named(sign)
  return word():sub(1, 62) .. sign
end

local function names(signs)
  local out = {}
  for sign in signs:gmatch "." do
    out[#out + 1] = named(sign)
  end
  return out
end

local function pieces()
  return { K = named "K", Q = named "Q", R = named "R", B = named "B", N = named "N", P = named "P" }
end

local FIELDS = {
  pieces = pieces, victims = pieces, quiet = word, capture = word, ep = word, ep_victim = word, separator = word,
  check = word, mate = word, double = word, origin_open = word, origin_close = word, null = word,
  files = function() return names "abcdefgh" end,
  ranks = function() return names "12345678" end,
  short = function() return named "o" end,
  long = function() return named "l" end,
  castle_marks = function() return { short = word(), long = word() } end,
  promotion = function() return { signs = word(), close = word(), letters = pieces() } end,
  wings = function() return { king = named "k", queen = named "v", always = math.random(2) == 1 } end,
  origin = function() return one_of { "minimal", "always", "wing" } end,
  pawn_origin = function() return one_of { "capture", "always" } end,
  castle = function() return one_of { "words", "king", "rook" } end,
  capture_place = function() return one_of { "before", "after", "none" } end,
  victim = function() return one_of { "before", "after" } end,
}
local NAMES = {}
for name in pairs(FIELDS) do
  NAMES[#NAMES + 1] = name
end
table.sort(NAMES)

-- Return fields of which two in three are random. Most have short words: long words of other fields would hide that
-- the limit omits one.
local function fields()
  local short, long = one_of { 1, 1, 6 }, one_of { 16, 64 }
  most = short
  local out = { pieces = pieces(), wings = FIELDS.wings(), victim = "after", separator = "" }
  for _, name in ipairs(NAMES) do
    most = math.random(5) == 1 and long or short
    if math.random(3) > 1 and (name ~= "separator" or math.random(2) == 1) then
      out[name] = FIELDS[name]()
    end
  end
  return out
end

-- Return the text of a game, from a Writer, or "" if the dialect cannot write a move.
local function written(text, dialect)
  local writer = core.memory_writer()
  local done = writer:export(assert(chess.game(text)), "pgn", { dialect = dialect, width = 0 })
  return done and core.take_text(writer) or ""
end

-- Return the length of the longest text of all legal moves in a game's positions.
local function longest_in(game, dialect)
  local longest, position = 0, assert(chess.position(game[1]))
  for san in game[2]:gmatch "%S+" do
    for _, move in ipairs(position:moves()) do
      longest = math.max(longest, #(dialect:write(position, move) or ""))
    end
    position = position:play(san)
  end
  return longest
end

describe("a dialect of long words, seed " .. SEED, function()
  it("writes no move that is longer than its limit, and the same games with and without a tree", function()
    math.randomseed(SEED)
    local longest, refused, games = 0, 0, 0
    for _ = 1, ROUNDS do
      local dialect, err = chess.dialect(fields())
      refused = refused + (err and err:find("longer than 255 bytes", 1, true) and 1 or 0)
      for _, game in ipairs(dialect and GAMES or {}) do
        local text = ('[SetUp "1"]\n[FEN "%s"]\n\n%s *\n'):format(table.unpack(game))
        longest = math.max(longest, longest_in(game, dialect))
        local fast, slow = written(text, dialect), written(text:gsub("%*\n", "{x} *\n"), dialect)
        assert.equal((fast:gsub("%s+", " ")), (slow:gsub("{x}", ""):gsub("%s+", " ")))
        games = games + (fast ~= "" and 1 or 0)
      end
    end
    assert.is_true(longest > 160 and longest < 256 and refused > 0 and games > ROUNDS,
      ("%d bytes, %d refused, %d games"):format(longest, refused, games))
  end)
end)
