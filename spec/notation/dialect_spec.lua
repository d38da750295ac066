-- The reader and writer of dialects, with tables defined here: exact spellings, tolerated spellings and their order,
-- and rejected texts with their codes. spec/dialect/ and spec/contract/ test the built-in dialects.

local chess = require "lucena"
local core = require "lucena.core"

local START = chess.START_FEN
local EP = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
local PROMOTING = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
local CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
local KNIGHTS = "4k3/8/8/1N6/8/5N2/8/1N2K3 w - - 0 1"
local TAKING = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1"

-- Converts "R D T F C P" into a table of letters by piece; pawns are written without a letter.
local function letters(text)
  local list = {}
  for word in text:gmatch("%S+") do
    list[#list + 1] = word
  end
  local names, pieces = { "K", "Q", "R", "B", "N" }, {}
  for i, name in ipairs(names) do
    pieces[name] = { list[i] }
  end
  pieces.P = { "", list[6] }
  return pieces
end

local function make(alphabet, fields)
  local spec = { name = "test", pieces = { white = letters(alphabet), black = letters(alphabet) }, null = { "--" } }
  for name, value in pairs(fields or {}) do
    spec[name] = value
  end
  return core.dialect(spec)
end

local FRENCH_LETTERS, ENGLISH_LETTERS, RUSSIAN_LETTERS = "R D T F C P", "K Q R B N P", "Кр Ф Л С К п"
local FRENCH = make(FRENCH_LETTERS)
local FIDE = { short = { "0-0", "O-O" }, long = { "0-0-0", "O-O-O" }, promotion = { signs = { "", "=" } },
  ep = { " e.p.", " ep", "ep" }, optional = { check = true, capture = true, ep = true } }
local LONG = { origin = "always", pawn_origin = "always", quiet = { "-" } }
local BARE = { origin = "always", pawn_origin = "always", letters = false, capture_place = "none", castle = "king",
  short = {}, long = {}, check = {}, mate = {} }

local function with(base, more)
  local out = {}
  for k, v in pairs(base) do out[k] = v end
  for k, v in pairs(more) do out[k] = v end
  return out
end

-- The move in UCI and its repairs, such as "e5d6 ep_mark superfluous_origin", or the code of the error.
local function read(dialect, fen, text)
  local move, repairs, code = dialect:read(assert(chess.position(fen)), text)
  if not move then
    return code
  end
  return table.concat({ tostring(move), table.unpack(repairs) }, " ")
end

local function describe_rows(what, dialect, rows)
  describe(what, function()
    for _, row in ipairs(rows) do
      it(("reads %q: %s"):format(row[2], row[3]), function()
        assert.equal(row[3], read(dialect, row[1], row[2]))
      end)
    end
  end)
end

describe_rows("French, the examples of a French course", FRENCH, {
  { KNIGHTS, "C1c3", "b1c3" }, { KNIGHTS, "Cbd2", "b1d2" },
  { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=D+", "a7a8q" },
  { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=D", "a7a8q check_sign" },
  { PROMOTING, "axb8=C", "a7b8n" },
  { EP, "e5xd6ep", "e5d6 ep_mark superfluous_origin" }, { EP, "exd6ep", "e5d6 ep_mark" }, { EP, "exd6", "e5d6" },
})

describe_rows("French, as people write it", FRENCH, {
  { START, "Cf3!?", "g1f3" }, { START, " Cf3 ", "g1f3" },
  { START, "C f3", "g1f3 unicode_sign" }, { START, "Cf3⁉", "g1f3 unicode_sign" },
  { START, "♘f3", "g1f3 piece_glyph" }, { START, "♞f3", "g1f3 piece_glyph" },
  { START, "♘︎f3", "g1f3 unicode_sign piece_glyph" },
  { START, "Cf3+!?", "g1f3 check_sign" }, { START, "Cf3ch", "g1f3 check_sign" },
  { START, "Cf3‡", "g1f3 check_sign" },
  { START, "Cf3mate", "g1f3 check_sign" },
  { START, "Cxf3", "g1f3 capture_sign" }, { TAKING, "Cd5", "c3d5 capture_sign" },
  { TAKING, "C:d5", "c3d5 capture_sign" },
  { TAKING, "Cd5:", "c3d5 capture_sign" }, { TAKING, "Cхd5", "c3d5 unicode_sign" },
  { TAKING, "C×d5", "c3d5 unicode_sign" }, { TAKING, "ed5", "e4d5 capture_sign" },
  { TAKING, "ed5:", "e4d5 capture_sign" },
  { START, "cf3", "g1f3 letter_case" }, { START, "CF3", "g1f3 letter_case" }, { START, "E4", "e2e4 letter_case" },
  { START, "Cgf3", "g1f3 superfluous_origin" }, { START, "C1f3", "g1f3 superfluous_origin" },
  { START, "Cg1f3", "g1f3 superfluous_origin" }, { START, "Cg1-f3", "g1f3 separator superfluous_origin" },
  { START, "Cg1–f3", "g1f3 unicode_sign separator superfluous_origin" },
  { START, "C-f3", "g1f3 separator" }, { START, "e2-e4", "e2e4 separator superfluous_origin" },
  { KNIGHTS, "C1d2", "b1d2 superfluous_origin" },
  { START, "Pe4", "e2e4 pawn_letter" }, { START, "♙e4", "e2e4 piece_glyph pawn_letter" },
  { START, "g1f3", "g1f3 coordinates" }, { START, "e2e4", "e2e4 coordinates" },
  { START, "E2E4", "e2e4 letter_case coordinates" },
  { TAKING, "exd", "e4d5 short_capture" }, { TAKING, "ed", "e4d5 capture_sign short_capture" },
  { TAKING, "xd5", "e4d5 short_capture" }, -- a pawn's capture; a knight's move would have a letter
  { "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "xd5", "ambiguous_move" },
  { EP, "exd6 e.p.", "e5d6 unicode_sign ep_mark" }, { EP, "exd6e.p.", "e5d6 ep_mark" },
  { EP, "exd6(ep)", "e5d6 ep_mark" },
  { EP, "exd6+ep", "e5d6 ep_mark check_sign" },
  { PROMOTING, "axb8D+", "a7b8q promotion_sign" }, { PROMOTING, "axb8(D)+", "a7b8q promotion_sign" },
  { PROMOTING, "axb8/D+", "a7b8q promotion_sign" }, { PROMOTING, "axb8=d+", "a7b8q letter_case" },
  { PROMOTING, "axb8 D+", "a7b8q unicode_sign promotion_sign" }, { PROMOTING, "axb8=♕+", "a7b8q piece_glyph" },
  { PROMOTING, "axb8+=D", "a7b8q promotion_sign" },
  { CASTLING, "O-O", "e1g1" }, { CASTLING, "O-O-O", "e1c1" }, { CASTLING, "O-O!!", "e1g1" },
  { CASTLING, "0-0", "e1g1 castling_sign" }, { CASTLING, "0-0-0", "e1c1 castling_sign" },
  { CASTLING, "o-o", "e1g1 castling_sign" }, { CASTLING, "О-О", "e1g1 castling_sign" }, -- Cyrillic
  { CASTLING, "O–O", "e1g1 unicode_sign" }, { CASTLING, "0–0–0", "e1c1 unicode_sign castling_sign" },
  { CASTLING, "Re1g1", "e1g1 castling_sign" }, { CASTLING, "e1g1", "e1g1 coordinates" },
  { CASTLING, "e1h1", "e1g1 coordinates" },
})

describe_rows("French, refused", FRENCH, {
  { START, "Nf3", "bad_move" }, { START, "Sf3", "bad_move" }, { START, "Kf3", "bad_move" },
  { START, "", "bad_move" },
  { START, "x", "bad_move" }, { START, "C", "bad_move" }, { START, "e", "bad_move" }, { START, "e9", "bad_move" },
  { START, "Cf3x", "bad_move" }, { START, "e4e5e6", "bad_move" }, { START, "1-0", "bad_move" },
  { START, "12", "bad_move" },
  { START, "Cf3" .. (" "):rep(255) .. "!", "bad_move" }, { START, ("C"):rep(64), "bad_move" },
  { START, "\0", "bad_move" },
  { START, "C\0f3", "bad_move" }, { START, "C\255f3", "bad_move" },
  { START, "Ce4", "illegal_move" }, { START, "O-O", "illegal_move" }, { START, "exd5", "illegal_move" },
  { TAKING, "d5", "illegal_move" }, -- not read as exd5
  { CASTLING, "Rg1", "illegal_move" }, -- not read as castling
  { KNIGHTS, "Cbc3", "ambiguous_move" }, { KNIGHTS, "Cd2", "ambiguous_move" }, { KNIGHTS, "cd2", "ambiguous_move" },
  { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "missing_promotion" },
  { START, "e4=D", "illegal_move" }, { START, "Cf3=D", "bad_move" },
  { "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Rh7", "game_over" },
  { "4k3/8/8/8/7b/8/8/4K3 w - - 0 1", "--", "illegal_move" },
  { "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "--", "game_over" },
  { START, "--", "0000" },
})

describe("a small letter b", function()
  local english = make(ENGLISH_LETTERS)
  local both = "4k3/8/8/8/8/p1n5/1P6/B3K2B w - - 0 1"
  local rows = {
    { both, "bxc3", "b2c3" }, -- exact spelling of the pawn's capture
    { both, "bxa3", "b2a3" },
    { both, "bc3", "b2c3 capture_sign" }, -- a missing capture sign is a slighter repair than a wrong letter case
    { "4k3/8/8/8/8/2n5/3B4/4K3 w - - 0 1", "bxc3", "d2c3 letter_case" }, -- no pawn can capture
    { "4k3/8/8/8/8/2n5/3B4/4K3 w - - 0 1", "be3", "d2e3 letter_case" },
    -- A capital letter is never read as a file. No bishop can capture on c3, although the b-pawn could.
    { "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1", "Bxc3", "illegal_move" },
    { "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1", "Bc3", "illegal_move" },
    { "4k3/8/8/8/8/2n5/1P6/4K3 w - - 0 1", "B3", "bad_move" },
    { "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1", "b2b4", "b2b4 coordinates" },
    { "4k3/8/8/8/8/8/1P6/4K3 w - - 0 1", "B2B4", "b2b4 letter_case coordinates" },
  }
  for _, row in ipairs(rows) do
    it(row[2] .. " is " .. row[3], function()
      assert.equal(row[3], read(english, row[1], row[2]))
    end)
  end

  it("is ambiguous if two moves need the same deviation", function()
    local fen = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1"
    assert.equal("ambiguous_move", read(english, fen, "bXc3"))
    assert.equal("b2c3", read(english, fen, "bxc3"))
    assert.equal("d2c3", read(english, fen, "Bxc3"))
  end)

  it("in another language is not a pawn capture", function()
    -- Cb4 is a French knight's move. Read as German, it must not become a capture by the pawn on c3.
    local fen = "4k3/8/8/8/1p6/2P5/8/4K3 w - - 0 1"
    assert.equal("bad_move", read(make "K D T L S B", fen, "Cb4"))
    assert.equal("c3b4 capture_sign", read(make "K D T L S B", fen, "cb4"))
  end)
end)

describe_rows("FIDE style", make(FRENCH_LETTERS, FIDE), {
  { EP, "exd6 e.p.", "e5d6" }, { EP, "exd6ep", "e5d6" }, { EP, "exd6", "e5d6" }, { EP, "ed6", "e5d6" },
  { EP, "exd6 (ep)", "e5d6 unicode_sign ep_mark" },
  { PROMOTING, "axb8D", "a7b8q" }, { PROMOTING, "ab8=D+", "a7b8q" }, { PROMOTING, "axb8D#", "a7b8q check_sign" },
  { CASTLING, "0-0", "e1g1" }, { CASTLING, "O-O", "e1g1" }, { CASTLING, "o-o", "e1g1 castling_sign" },
  { START, "exd6", "illegal_move" }, { START, "e4 e.p.", "e2e4 ep_mark" },
})

describe_rows("a long style", make(FRENCH_LETTERS, LONG), {
  { START, "Cg1-f3", "g1f3" }, { START, "Cg1f3", "g1f3 separator" }, { START, "e2-e4", "e2e4" },
  { START, "e2e4", "e2e4 separator" }, { TAKING, "Cc3xd5", "c3d5" }, { TAKING, "Cc3-d5", "c3d5 capture_sign" },
  { TAKING, "Cc3–d5", "c3d5 unicode_sign capture_sign" },
  { TAKING, "e4xd5", "e4d5" }, { START, "Cf3", "bad_move" }, { START, "g1-f3", "g1f3 coordinates" },
  { PROMOTING, "a7xb8=D+", "a7b8q" },
})

describe_rows("a long style that forgives origins", make(FRENCH_LETTERS, with(LONG,
  { tolerances = { "wrong_origin", "separator" } })), {
  { START, "Cf3", "g1f3 wrong_origin" }, { START, "Cb1-f3", "g1f3 wrong_origin" },
  { START, "cg1-f3", "bad_move" },
})

describe_rows("the sign behind the square", make("K D T L S B", { capture = { ":" }, capture_place = "after" }), {
  { TAKING, "Sd5:", "c3d5" }, { TAKING, "ed5:", "e4d5" }, { TAKING, "S:d5", "c3d5 capture_sign" },
  { TAKING, "Sd5", "c3d5 capture_sign" }, { "3k4/8/8/3p4/8/2N5/8/3R1K2 w - - 0 1", "Td5:+", "d1d5" },
})

describe_rows("squares in digits", make(ENGLISH_LETTERS, with(BARE, {
  files = { "1", "2", "3", "4", "5", "6", "7", "8" }, digit_moves = true, null = { "0000" },
  promotion = { signs = { "" }, letters = { Q = "1", R = "2", B = "3", N = "4" } } })), {
  { START, "5254", "e2e4" }, { START, "7163", "g1f3" }, { CASTLING, "5171", "e1g1" }, { CASTLING, "5131", "e1c1" },
  { "6n1/5P2/8/8/8/8/8/4K2k w - - 0 1", "67682", "f7f8r" }, { START, "0000", "0000" },
  { "6n1/5P2/8/8/8/8/8/4K2k w - - 0 1", "6768", "missing_promotion" },
  { CASTLING, "O-O", "e1g1 castling_sign" }, { START, "52", "bad_move" }, { START, "525", "bad_move" },
  { START, "5255", "illegal_move" }, { START, "Nf3", "bad_move" },
})

describe_rows("what is taken, and how one castles, by a letter", make(ENGLISH_LETTERS, with(BARE, {
  victim = "after", victims = { P = "p", N = "n", B = "b", R = "r", Q = "q" }, ep_victim = "E",
  castle_marks = { short = "c", long = "C" }, promotion = { signs = { "" } }, null = {} })), {
  { TAKING, "e4d5p", "e4d5" }, { TAKING, "e4d5", "e4d5 capture_sign" }, { TAKING, "e4d5n", "illegal_move" },
  { EP, "e5d6E", "e5d6" }, { EP, "e5d6p", "e5d6 capture_sign" }, { CASTLING, "e1g1c", "e1g1" },
  { CASTLING, "e1c1C", "e1c1" }, { CASTLING, "e1c1c", "e1c1 letter_case" },
  { CASTLING, "e1g1", "e1g1 castling_sign" },
  { "6n1/5P2/8/8/8/8/8/4K2k w - - 0 1", "f7g8nQ", "f7g8q" }, { START, "e2e4c", "illegal_move" },
})

describe("castling as the king's move to the rook", function()
  local dialect = make(ENGLISH_LETTERS, BARE)
  local chess960 = "4k3/8/8/8/8/8/8/RK5R w AH - 0 1"

  it("is written in Chess960", function()
    assert.equal("b1h1", read(dialect, chess960, "b1h1"))
    assert.equal("b1a1", read(dialect, chess960, "b1a1"))
    assert.equal("b1c1", read(dialect, chess960, "b1c1")) -- Kc1, although castling long ends there, too
    assert.equal("illegal_move", read(dialect, chess960, "b1g1"))
    assert.equal("e1g1 castling_sign", read(dialect, CASTLING, "e1h1"))
  end)

  it("is written only in Chess960, or always", function()
    local p = chess.position(CASTLING)
    local move = p:parse "O-O"
    assert.equal("e1g1", dialect:write(p, move))
    assert.equal("e1h1", make(ENGLISH_LETTERS, with(BARE, { castle = "rook" })):write(p, move))
    p = chess.position(chess960)
    assert.equal("b1h1", dialect:write(p, p:parse "O-O"))
  end)
end)

describe("letters of other alphabets", function()
  local russian = make(RUSSIAN_LETTERS)
  local rows = {
    { russian, START, "Кf3", "g1f3" }, { russian, START, "кf3", "g1f3 letter_case" },
    { russian, START, "пe4", "e2e4 pawn_letter" },
    { russian, START, "Kf3", "bad_move" }, -- a Latin K
    { russian, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Крe2", "e1e2" },
    { russian, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Крd2", "e1d2" },
    { russian, START, "Кс3", "b1c3 unicode_sign" }, -- a Cyrillic letter looks like c
    { russian, START, "е4", "e2e4 unicode_sign" }, { russian, TAKING, "Кхd5", "c3d5 unicode_sign" },
    { russian, "4k3/8/8/8/8/8/3B4/4K3 w - - 0 1", "сe3", "d2e3 letter_case" }, -- a bishop's move
    { make "Ş V K F A P", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "S\u{327}e2", "e1e2 unicode_sign" },
    { make "Ş V K F A P", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "şe2", "e1e2 letter_case" },
    { make "מ מה צ ר פ רגלי", START, "\u{200f}פf3", "g1f3 unicode_sign" },
    { make "מ מה צ ר פ רגלי", START, "פf3", "g1f3" },
    { make "Ρ Β Π Α Ι Σ", START, "ιf3", "g1f3 letter_case" },
    { make "♔ ♕ ♖ ♗ ♘ ♙", START, "♘f3", "g1f3" }, { make "♔ ♕ ♖ ♗ ♘ ♙", START, "♘︎f3", "g1f3 unicode_sign" },
    { make "♔ ♕ ♖ ♗ ♘ ♙", START, "Ｎf3", "bad_move" }, { make(ENGLISH_LETTERS), START, "Ｎｆ３", "g1f3 unicode_sign" },
  }
  for _, row in ipairs(rows) do
    it(("are read: %s is %s"):format(row[3], row[4]), function()
      assert.equal(row[4], read(row[1], row[2], row[3]))
    end)
  end

  it("can differ by color", function()
    local by_colour = core.dialect { name = "test",
      pieces = { white = letters "♔ ♕ ♖ ♗ ♘ ♙", black = letters "♚ ♛ ♜ ♝ ♞ ♟" } }
    local p = chess.position()
    assert.equal("♘f3", by_colour:write(p, p:parse "Nf3"))
    p = p:play "Nf3"
    assert.equal("♞f6", by_colour:write(p, p:parse "Nf6"))
    assert.equal("g8f6", read(by_colour, tostring(p), "♞f6"))
    assert.equal("g8f6 piece_glyph", read(by_colour, tostring(p), "♘f6"))
    p = chess.position "4k3/8/8/8/8/8/p7/4K3 b - - 0 1"
    assert.equal("a1=♛+", by_colour:write(p, p:parse "a1=Q"))
    assert.is_false(by_colour.is_plain)
  end)
end)

describe("two pieces with one letter", function()
  local same = make "K K R B N P"
  local prefix = make "R M N G Gh B" -- Bengali: "Gh" is the knight, or G (the bishop) from the h file

  it("are written with the whole origin, and read by legality", function()
    local p = chess.position "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"
    assert.equal("Kd1d2", same:write(p, p:parse "Qd2"))
    assert.equal("Ke1d2", same:write(p, p:parse "Kd2"))
    assert.equal("Kf2", same:write(p, p:parse "Kf2"))
    assert.equal("ambiguous_move", read(same, tostring(p), "Kd2"))
    assert.equal("d1d2", read(same, tostring(p), "Kd1d2"))
    assert.is_false(same.is_plain)
  end)

  it("or with a letter that is the beginning of another letter", function()
    local p = chess.position "4k3/8/8/8/8/7B/8/K3NB2 w - - 0 1"
    assert.equal("Gh3g2", prefix:write(p, p:parse "Bhg2"))
    assert.equal("Gfg2", prefix:write(p, p:parse "Bfg2"))
    assert.equal("Ghe1g2", prefix:write(p, p:parse "Ng2"))
    assert.equal("Ghd3", prefix:write(p, p:parse "Nd3"))
    assert.equal("ambiguous_move", read(prefix, tostring(p), "Ghg2"))
    for _, move in ipairs(p:moves()) do
      assert.equal(move, (prefix:read(p, prefix:write(p, move))))
    end
  end)
end)

describe("a Dialect", function()
  it("has a name and its fields", function()
    local info = { title = "mine" }
    local d = make(FRENCH_LETTERS, { name = "mine", style = "s", alphabet = "a", info = info })
    assert.equal("mine", tostring(d))
    assert.same({ "mine", "s", "a", true, false }, { d.name, d.style, d.alphabet, d.is_plain, d.has_hooks })
    assert.equal(info, d.info)
    assert.equal("lucena.Dialect", getmetatable(d))
    assert.has_error(function() return d.letters end, "lucena.Dialect has no field 'letters'")
    assert.has_error(function() d.name = "x" end, "lucena.Dialect field 'name' cannot be set")
  end)

  it("is plain if only letters differ from PGN", function()
    assert.is_true(make(ENGLISH_LETTERS).is_plain)
    assert.is_true(make(RUSSIAN_LETTERS).is_plain)
    assert.is_true(make(FRENCH_LETTERS, { check = { "+", "†", "ch" }, null = { "--", "Z0" } }).is_plain)
    for _, fields in ipairs { FIDE, LONG, BARE, { capture = ":" }, { mate = "++" },
    { tolerances = { "check_sign" } },
      { capture = { "x", "c" } }, { ep = { "", "e1" } }, { files = { "A", "B", "C", "D", "E", "F", "G", "H" } } } do
      assert.is_false(make(FRENCH_LETTERS, fields).is_plain)
    end
    assert.is_false(make("K Q R b N P").is_plain)
    assert.is_false(make("K Q R O N P").is_plain)
  end)

  it("describes the form of a move without a position", function()
    for _, text in ipairs { "Cf3", "e4", "exd5", "a8=D", "O-O", "0-0", "Cb1d2+!", "dxe8=T#", "g1f3", "--" } do
      assert.is_true(FRENCH:is_shaped(text), text)
    end
    for _, text in ipairs { "", "Nf3", "hello", "1-0", "12", "C", "a8=R", ("e4"):rep(40) } do
      assert.is_false(FRENCH:is_shaped(text), text)
    end
  end)

  it("replays moves up to the first text that is not a legal move, and counts repairs", function()
    local french, start = chess.dialect("french"), chess.position()
    local words = { "e4", "e5", "cf3", "Cc6", "fb5", "a6", "Nxc6", "dxc6" }
    local board, counted = chess.board(), {}
    for i = 1, 6 do -- the expected result: read each move separately
      local move, repairs = french:read(board, words[i])
      board:play(move)
      for _, name in ipairs(repairs) do
        counted[name] = (counted[name] or 0) + 1
      end
    end
    assert.equal(2, counted.letter_case)
    assert.same({ 6, counted }, { french:replay(start, words) })
    assert.equal(chess.position(), start)
    assert.same({ 0, {} }, { french:replay(board, { "Nf6" }) })
    assert.same({ 0, {} }, { french:replay(start, {}) })
    assert.same({ 2, {} }, { chess.dialect("pgn"):replay(start, { "Nf3", "Nf6", "Cc3" }) })
    assert.has_error(function() chess.dialect("descriptive"):replay(start, { "P-K4" }) end,
      "calling 'replay' on bad self (dialect with hooks)")
  end)

  it("lists the possible moves of a text", function()
    local p = chess.position(KNIGHTS)
    local moves, repairs = FRENCH:candidates(p, "cd2")
    assert.same({ p:parse "Nbd2", p:parse "Nfd2" }, moves)
    assert.same({ "letter_case" }, repairs)
    assert.same({ nil, "ambiguous move Cd2: Cbd2 or Cfd2 (move 1, White)", "ambiguous_move" },
      { FRENCH:read(p, "Cd2") })
    assert.same({}, (FRENCH:candidates(p, "Ce8")))
  end)

  it("writes only legal moves", function()
    local p = chess.position()
    assert.same({ nil, "illegal move g1f3 (move 1, Black)", "illegal_move" },
      { FRENCH:write(p:pass(), p:parse "Nf3") })
    assert.equal("--", FRENCH:write(p, chess.move(0)))
    assert.same({ nil, "test has no text for the move --", "unsayable_move" },
      { make(FRENCH_LETTERS, { null = {} }):write(p, chess.move(0)) })
    assert.equal("Cf3", FRENCH:write(chess.board(), p:parse "Nf3"))
  end)

  it("requires a position, a move and a text", function()
    local p = chess.position()
    assert.has_error(function() FRENCH:read("e4") end,
      "bad argument #1 to 'read' (lucena.Position expected, got string)")
    assert.has_error(function() FRENCH:read(p, 5) end, "bad argument #2 to 'read' (string expected, got number)")
    assert.has_error(function() FRENCH:write(p, "e4") end,
      "bad argument #2 to 'write' (lucena.Move expected, got string)")
  end)
end)

describe("a table that is not a dialect", function()
  local function refuses(fields, message)
    local ok, err = pcall(make, FRENCH_LETTERS, fields)
    assert.is_false(ok)
    assert.equal("dialect test: " .. message, (err:gsub("^[^ ]+:%d+: ", "")))
  end

  it("is refused with its field", function()
    refuses({ quite = { "" } }, "quite: there is no such field")
    refuses({ origin = "short" }, "origin: minimal, always, never or wing expected")
    refuses({ files = { "a", "b" } }, "files: eight are expected")
    refuses({ squares = { a1 = "x" } }, "squares: a square has no name")
    refuses({ capture = { 5 } }, "capture: a string or an array of strings expected")
    refuses({ capture = { ("x"):rep(65) } }, "capture: a word is longer than 64 bytes")
    refuses({ letters = 1 }, "letters: true or false expected")
    refuses({ tolerances = { "typos" } }, "tolerances: names of repairs expected")
    refuses({ pieces = { white = {} } }, "pieces: white and black are wanted")
    refuses({ style = 5 }, "style: string expected")
    local many, long = {}, {}
    for i = 1, 1100 do
      many[i] = tostring(i)
      long[i] = ("x"):rep(60) .. i
    end
    refuses({ check = many }, "check: there are too many words")
    refuses({ check = table.move(long, 1, 400, 1, {}) }, "check: there are too many words")
  end)

  it("is refused if it could not write any move", function()
    local white = letters "R D T F C P"
    white.N = nil
    refuses({ pieces = { white = white, black = white } }, "a piece has no letter")
    white.N = { "" }
    refuses({ pieces = { white = white, black = white } }, "only pawns can go without a letter")
    refuses({ quiet = {} }, "no sign between the squares is given, not even an empty one")
    refuses({ promotion = { signs = {} } }, "no promotion sign is given, not even an empty one")
    refuses({ short = {} }, "castling has no word")
    refuses({ files = { "", "b", "c", "d", "e", "f", "g", "h" } }, "a file, rank or square cannot be nothing")
    refuses({ short = ("O"):rep(64), check = ("+"):rep(64), mate = "", capture = ("x"):rep(64), files = { "a", "b", "c",
      "d", "e", "f", "g", ("h"):rep(64) } }, "a move made of the longest words would be longer than 255 bytes")
  end)

  it("can make moves ambiguous, but reading is neither slow nor wrong", function()
    local word = {}
    for i = 1, 12 do
      word[i] = ("a"):rep(i)
    end
    local nasty = { K = word, Q = word, R = word, B = word, N = word, P = { "", table.unpack(word) } }
    local d = make(FRENCH_LETTERS, { pieces = { white = nasty, black = nasty } })
    local started = os.clock()
    for i = 1, 62 do
      d:read(chess.position(), ("a"):rep(i) .. "3")
    end
    assert.is_true(os.clock() - started < 5)
    assert.equal("bad_move", read(d, START, ("a"):rep(60) .. "3"))
  end)
end)

describe("every legal move", function()
  local FENS = {
    START, CASTLING, KNIGHTS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/8/3k4/8/2pPp3/8/8/3K4 b - d3 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
  }
  local ALPHABETS = { ENGLISH_LETTERS, FRENCH_LETTERS, RUSSIAN_LETTERS, "R M N G Gh B", "M Msh Ku O Ka U",
    "k q r b n p" }
  local STYLES = { plain = {}, fide = FIDE, long = LONG, bare = BARE,
    behind = { capture = { ":" }, capture_place = "after" }, minimal = { capture_place = "none", check = {},
      mate = {} },
    victim = with(LONG, { victim = "before", victims = { P = "P", N = "N", B = "B", R = "R", Q = "Q" },
      double = "++" }) }
  for style, fields in pairs(STYLES) do
    it("is written and read back exactly: " .. style, function()
      for _, alphabet in ipairs(ALPHABETS) do
        local d = make(alphabet, fields)
        for _, fen in ipairs(FENS) do
          local p = chess.position(fen)
          for _, move in ipairs(p:moves()) do
            local text = assert(d:write(p, move))
            local found, repairs = d:read(p, text)
            assert.equal(move, found, text)
            assert.same({}, repairs)
          end
        end
      end
    end)
  end

  it("in English is the same as p:san", function()
    local english = make(ENGLISH_LETTERS)
    for _, fen in ipairs(FENS) do
      local p = chess.position(fen)
      for _, move in ipairs(p:moves()) do
        assert.equal(p:san(move), english:write(p, move))
      end
    end
  end)
end)
