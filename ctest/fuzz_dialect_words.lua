-- The properties of ctest/fuzz_dialect_words.c. The input makes a dialect, as a table or as a file with functions,
-- layout options, and a game with or without comments and variations. Every writer writes the game in the dialect.
-- These properties must hold:
--   - a writer returns a text, or nil with a message and a code of `CODES`;
--   - the text is the same if the game is written from its text, from its tree, and by a Writer;
--   - the text, read in the dialect, has the same moves, comments and variations, and is written again with the same
--     bytes;
--   - a single move, and the moves of an EPD record, read back, too.

local chess = require("lucena")
local core = require("lucena.core")

local CODES = { unsayable_move = true, unwritable_comment = true, unencodable = true, ambiguous_move = true,
  bad_dialect = true }

local function is_true(holds, words)
  if not holds then
    error(words, 2)
  end
end

-- ---- bytes of the input --------------------------------------------------------------------------

local Input = {}
Input.__index = Input

function Input:take()
  local value = self.text:byte(self.at) or 0
  self.at = self.at + 1
  return value
end

function Input:pick(list)
  return list[self:take() % #list + 1]
end

function Input:is_over()
  return self.at > #self.text
end

-- ---- dialects ------------------------------------------------------------------------------------

local WORDS = { "", "x", "-", "=", "Bauer", "_takes_", " takes ", "é", "+", "#", "e4", "1", "0", "N", "(", "~", "♘",
  "O-O", ".", "K", "Ö", ":", " e.p.", "f" }
local COUNTS = { 1, 1, 1, 2, 3, 5, 8, 12, 16, 30, 64 }
local LONGEST = 64

-- Return a word of at most LONGEST bytes.
local function word(input)
  local base, count = input:pick(WORDS), input:pick(COUNTS)
  return base:rep(math.min(count, LONGEST // math.max(#base, 1)))
end

-- Return a list of `count` words that differ.
local function numbered(input, count)
  local base, out = word(input):sub(1, 60), {}
  for i = 1, count do
    out[i] = base .. (i < 27 and string.char(96 + i) or tostring(i))
  end
  return out
end

-- Return a word, two words, or rarely more words than a dialect can have.
local function words(input)
  local kind = input:take()
  if kind % 32 == 31 then
    return numbered(input, 4 * input:take())
  end
  return kind % 4 == 0 and { word(input), word(input) } or word(input)
end

local PIECES, PLACES = { "K", "Q", "R", "B", "N", "P" }, { "before", "after", "none" }
local ORIGINS = { "minimal", "always", "never", "wing" }
local STYLES = { "pgn", "lan", "fide", "ran", "old-german", "iccf", "smith", "informant", "xlalg", "primer",
  "gringmuth", "uci", "halg", "minimal" }
local ORDERS = { "piece origin sign square", "origin sign square piece", "sign square origin piece",
  "square piece origin sign" }

local function choice(list)
  return function(input)
    return input:pick(list)
  end
end

-- The fields of a dialect, with functions that make a value.
local FIELDS = {
  { "extend", choice(STYLES) }, { "quiet", words }, { "capture", words }, { "capture_place", choice(PLACES) },
  { "victim", choice(PLACES) }, { "ep", words }, { "ep_victim", words }, { "check", words }, { "mate", words },
  { "double", words }, { "short", words }, { "long", words }, { "separator", word }, { "origin_open", word },
  { "origin_close", word }, { "origin", choice(ORIGINS) }, { "pawn_origin", choice { "capture", "always", "never" } },
  { "pawn_capture", choice { "square", "files" } }, { "castle", choice { "words", "king", "rook" } },
  { "order", choice(ORDERS) }, { "letters", choice { true, false } }, { "digit_moves", choice { true, false } },
  { "null", words },
  { "castle_marks", function(input) return { short = word(input), long = word(input) } end },
  { "promotion", function(input) return { signs = words(input), close = word(input) } end },
  { "files", function(input) return numbered(input, 8) end },
  { "ranks", function(input) return numbered(input, 8) end },
  { "optional", function(input)
    local bits = input:take()
    return { check = bits & 1 ~= 0, capture = bits & 2 ~= 0, ep = bits & 4 ~= 0 }
  end },
  { "wings", function(input) return { king = word(input), queen = word(input), always = input:take() % 2 == 0 } end },
}

local function table_of(input)
  local spec = {}
  for _ = 1, input:take() % 12 do
    local at = input:take() % (#FIELDS + #PIECES) + 1
    if at <= #FIELDS then
      spec[FIELDS[at][1]] = FIELDS[at][2](input)
    else
      spec.pieces = spec.pieces or {}
      spec.pieces[PIECES[at - #FIELDS]] = word(input)
    end
  end
  return spec
end

-- The texts of dialect files with functions; %d is a length.
local FILES = {
  'return { print = function(san) return san .. ("x"):rep(%d - #san) end }',
  'return { print = function(san, uci) return ("x"):rep(%d - #uci) .. uci, uci end }',
  [[local length = %d
return {
  print = function(san) return ("z"):rep(length - #san) .. san end,
  read = function(text)
    local at = 1
    while text:sub(at, at) == "z" do at = at + 1 end
    return text:sub(at)
  end,
}]],
  [[return {
  print = function(san, uci, fen) if #fen %% 2 == 0 then return ("y"):rep(%d) .. san end return nil end,
  extend = "fide",
}]],
  'return { print = function(san) return ("é"):rep(%d // 2) .. san end }',
}
local LENGTHS = { 0, 8, 64, 84, 128, 200, 240, 250, 255 }
local kept = {} -- dialects by their file's text, because each has a Lua state of its own

-- The file of a dialect; it is removed at the end.
local path = setmetatable({ name = os.tmpname() }, { __gc = function(self) os.remove(self.name) end })

local function from_file(text)
  if kept[text] == nil then
    local file <close> = assert(io.open(path.name, "wb"))
    assert(file:write(text))
    file:close()
    local dialect, message, code = chess.dialect(path.name)
    is_true(dialect or type(message) == "string" and code == "bad_dialect", message)
    kept[text] = dialect or false
  end
  return kept[text] or nil
end

-- Return the dialect of the input; nil if it is wrong.
local function dialect_of(input)
  local kind = input:take()
  if kind % 4 == 3 then
    return from_file(input:pick(FILES):format(input:pick(LENGTHS)))
  end
  local dialect, message, code = chess.dialect(table_of(input))
  is_true(dialect or type(message) == "string" and code == "bad_dialect", message)
  return dialect
end

-- ---- games ---------------------------------------------------------------------------------------

local STARTS = {
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r3k2r/1PPpp1pP/8/8/8/8/1pppp1Pp/R3K2R w KQkq - 0 1",
  "4k3/8/8/1pPpP3/8/8/8/4K3 w - d6 0 9999",
  "1N1N1N2/k7/1N3N2/8/8/2r1r3/K7/2r1r3 b - - 3 40",
  "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1",
  "q7/3P3k/8/q7/8/2Q5/3p1Q2/2Q2K2 w - - 0 1",
}
local MOST_PLIES = 30

-- The bytes of the input from 0xF0 on that are no moves.
local SIGNS = { [0xF0] = "{a comment}", [0xF1] = "$1", [0xF2] = "!", [0xF3] = "{é}", [0xF4] = "$22",
  [0xF5] = "{[%clk 0:01:00]}" }

-- Return the PGN text of a game, and its moves.
local function game_of(input)
  local fen = input:pick(STARTS)
  local position = assert(chess.position(fen))
  local out = { ('[White "A"]\n[SetUp "1"]\n[FEN "%s"]\n\n'):format(fen) }
  local moves, before = {}, nil
  while not input:is_over() and #moves < MOST_PLIES do
    local byte, list = input:take(), position:moves()
    if SIGNS[byte] and #moves > 0 then
      out[#out + 1] = SIGNS[byte]
    elseif byte == 0xF6 and before then
      out[#out + 1] = "(" .. before:san(before:moves()[1]) .. ")"
    elseif #list == 0 then
      break
    else
      local move = list[byte % #list + 1]
      out[#out + 1] = position:san(move)
      before, position = position, position:play(move)
      moves[#moves + 1] = move
    end
  end
  out[#out + 1] = "1/2-1/2\n"
  return table.concat(out, " "):gsub("\n ", "\n"), moves, before or position
end

-- ---- options -------------------------------------------------------------------------------------

local WIDTHS = { 79, 0, 1, 20, 255, 65535 }
local PARTS = { "comments", "nags", "variations", "numbers", "results", "checks" }
local PLY_COMMENTS = { "none", "none", "none", "none", "none", "fen", "hash", "material" }

local function options_of(input)
  local bits, options = input:take() | input:take() << 8, { width = input:pick(WIDTHS) }
  for i, part in ipairs(PARTS) do
    if bits >> i & 1 == 1 then
      options[part] = false
    end
  end
  if bits & 0x80 ~= 0 then
    options.wrap_comments = false
  end
  options.ply_comments = PLY_COMMENTS[(bits >> 8 & 7) + 1]
  return options
end

local function with(options, dialect)
  local out = { dialect = dialect }
  for key, value in pairs(options) do
    out[key] = value
  end
  return out
end

-- ---- writers -------------------------------------------------------------------------------------

-- A function that has failed is not called again, so the next input needs a new dialect.
local function check_failure(message, code)
  kept = code == "bad_dialect" and {} or kept
  is_true(type(message) == "string" and CODES[code], ("failed with %s, %s"):format(message, code))
end

-- Return the text of a game, written by a Writer.
local function exported(game, options)
  local writer = core.memory_writer()
  local done, message, code = writer:export(game, "pgn", options)
  if not done then
    check_failure(message, code)
    return nil
  end
  return core.take_text(writer)
end

-- Return the text of a game; nil if the dialect cannot write it.
local function written(text, options)
  local game, other = assert(chess.game(text)), assert(chess.game(text))
  local out, message, code = game:pgn(options)
  local from_tree = other.root and other:pgn(options)
  is_true(out == from_tree, "the tree is written otherwise")
  local whole = exported(game, options)
  is_true(whole == (out and out .. "\n"), "a Writer writes otherwise")
  if not out then
    check_failure(message, code)
  end
  return out
end

-- A comment may be wrapped, so line ends and blanks are the same, and there may be one before a bracket.
local function in_one_line(text)
  return (text:gsub("%s+", " "):gsub(" %)", ")"))
end

-- Return a game in PGN without the comments that the options add to each move.
local function contents(game, options)
  local opts = with(options, nil)
  opts.comments = options.ply_comments == "none" and options.comments
  opts.ply_comments = "none"
  return in_one_line(game:pgn(opts))
end

local function check_game(text, dialect, options)
  local opts = with(options, dialect)
  local out = written(text, opts)
  if not out then
    return
  end
  local again = assert(chess.game(out, { dialect = dialect }))
  local same = contents(again, options) == contents(assert(chess.game(text)), options)
  is_true(same, "the text reads back otherwise: " .. out)
  local has_more = options.ply_comments ~= "none"
  is_true(has_more or in_one_line(again:pgn(opts)) == in_one_line(out), "the text is written otherwise")
  local movetext, message, code = chess.game(text):movetext(opts)
  if not movetext then
    check_failure(message, code)
  end
end

local function check_moves(dialect, position)
  local moves = position:moves()
  for i = 1, math.min(#moves, 12) do
    local text, message, code = position:write(moves[i], dialect)
    if text then
      is_true(#text < 256 and position:parse(text, dialect) == moves[i], "a move reads back otherwise: " .. text)
    else
      check_failure(message, code)
    end
  end
end

local function check_record(dialect, position)
  local record = chess.epd(position)
  record:set("bm", position:moves())
  local text = record:epd { dialect = dialect }
  local again = assert(chess.epd(text, { dialect = dialect }))
  is_true(again.position == position, "a record has another position")
end

-- Translate a game, and the result. A translation may have moves with blanks, which are no PGN, so it is only read.
local function check_translation(text, dialect)
  local out, report, code = chess.translate(text, { from = "pgn", to = dialect })
  if not out then
    check_failure(report, code)
  else
    local back, problem, why = chess.translate(out, { from = dialect, to = "pgn" })
    if not back then
      check_failure(problem, why)
    end
  end
end

return function(text)
  local input = setmetatable({ text = text, at = 1 }, Input)
  local dialect = dialect_of(input)
  if not dialect then
    return
  end
  local options = options_of(input)
  local pgn, moves, last = game_of(input)
  check_game(pgn, dialect, options)
  if #moves % 2 == 0 then
    check_moves(dialect, last)
    check_record(dialect, last)
  elseif #moves % 4 == 1 and not pgn:find("[({]") then
    check_translation(pgn, dialect)
  end
end
