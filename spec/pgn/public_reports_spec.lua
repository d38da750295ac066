-- Texts of public bug reports and public files in which readers differ: each gives the games that are expected, or is
-- refused with a diagnostic, and `check` and `convert` agree about it.

local chess = require "lucena"
local run = require "spec.support.run"

-- {text, its games: movetext, the codes of its diagnostics, and whether it has no start position}
local ROWS = {
  { "[FEN \"B1B1B3/1B1B1Bk1/B1B1B3/1B1B1BKP/B1B1B3/1B1B1B2/8/8 w - - 0 1\"]\n\n1. h6+ Kh8 *\n",
    "1. h6+ Kh8 * [unreachable_position]" },
  { "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n", "1. e4\n* [invalid_position] no start" },
  { "[FEN \"?\"]\n\n1. e4 *\n", "1. e4 * []" },
  { "[FEN \"\"]\n\n1. e4 *\n", "1. e4 * []" },
  { "[Variant \"?\"]\n\n1. e4 *\n", "1. e4 * []" },
  { "[FEN \"4k3/8/8/8/4P3/8/8/4K3 b - e5 0 1\"]\n\n1... Kd7 *\n", "1... Kd7 * [ep_dropped]" },
  { "[FEN \"4k3/8/8/8/4P3/8/8/4K3 b - - 0 1;\"]\n\n1... Kd7 *\n", "1... Kd7 * [fen_semicolon]" },
  { "[Result \"1-0\"]\n\n1. e4 e5\n", "1. e4 e5 1-0 [no_result]" },
  { "[Result \"0.5-0.5\"]\n\n1. e4 e5 1/2-1/2\n", "1. e4 e5 1/2-1/2 [result_style]" },
  { "[Result \"1:0\"]\n\n1. e4 e5 1-0\n", "1. e4 e5 1-0 [result_style]" },
  { "[Result \"½\"]\n\n1. e4 e5 1/2-1/2\n", "1. e4 e5 1/2-1/2 [result_style]" },
  { "[FEN \"5rk1/4R2R/5r2/8/8/8/5PPP/6K1 w - - 0 1\"]\n\n1. Rg7+ *\n", "1. Rg7+\n* [ambiguous_move]" },
  { "1. e4 d5 2. xd5 *\n", "1. e4 d5\n2. xd5\n* [illegal_move]" },
  { "1. e4 d5 2. exd *\n", "1. e4 d5\n2. exd\n* [bad_move]" },
  { "1. e4 d5 2. ed *\n", "1. e4 d5\n2. ed\n* [bad_move]" },
  { "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. OO oo *\n",
    "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O * [castling_sign castling_sign]" },
  { "1. e2e4 e7e5 2. g1f3 g8f6 3. f1e2 f8e7 4. e1h1 *\n", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O * []" },
  { "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0–0 0–0 *\n",
    "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O * [castling_sign castling_sign]" },
  { "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 00 00 5. d3 d6 *\n",
    "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O 5. d3 d6 * [castling_sign castling_sign]" },
  { "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 00 o-o 5. d3 *\n",
    "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O 5. d3 * [castling_sign]" },
  { "1. e4 e5*1. d4 d5*\n", "1. e4 e5 * [] ++ 1. d4 d5 * []" },
  { "*1. e4 e5 1-0 1. e4 *\n", "* [] ++ 1. e4 e5 1-0 [] ++ 1. e4 * []" },
  { "1. e4 *2. d4\n", "1. e4 * []" },
  { "1. e4 e5 1-01. d4 d5 0-1\n", "1. e4 e5 1-0 [] ++ 1. d4 d5 0-1 []" },
  { "1. e4 e5 1/2-1/21. d4 d5 0-1\n", "1. e4 e5 1/2-1/2 [] ++ 1. d4 d5 0-1 []" },
  { "1. e4 e5 2. --- Nf6 *\n", "1. e4 e5 2. -- Nf6 * []" },
  { "1. e4 e52. Nf3 Nc63. Bb5 *\n", "1. e4 e5 2. Nf3 Nc6 3. Bb5 * [glued_number glued_number]" },
  { "1. e4 e5 2. Nf3(=) Nc6 (=) 3. Bb5 *\n", "1. e4 e5 2. Nf3 (=) Nc6 (=) 3. Bb5 * [draw_offer draw_offer]" },
  { "[White \"A\"]\n[White Bob \"Somewhere\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n",
    "1. e4 * [bad_tag duplicate_tag] ++ 1. d4 * []" },
  { "[\"Somewhere\"]\n[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n", "1. e4 * [bad_tag] ++ 1. d4 * []" },
  { "1. e4 e5 2. nf3 *\n", "1. e4 e5\n2. nf3\n* [bad_move]" },
  { "1e4 e5 *\n", "1. 1e4 e5\n* [bad_move]" },
  { "1: e4 e5 *\n", "1. 1: e4 e5\n* [bad_move]" },
  { "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 1-O *\n", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7\n4. 1-O\n* [bad_move]" },
  { "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=(Q) *\n", "1. a8=(Q)\n* [missing_promotion]" },
  { "1. e4 d5 2. e5 f5 3. exf6/ep *\n", "1. e4 d5 2. e5 f5\n3. exf6/ep\n* [bad_move]" },
  { "1. e4 e5 (1... c5 2. Nf3 1-0) 2. Nf3 *\n", "1. e4 e5 (1... c5 2. Nf3 {1-0}) 2. Nf3 * [variation_result]" },
  { "12. e4 e5 *\n", "" },
  { "0. e4 e5 *\n", "" },
  { "1. e4 {[%draw arrow,d2,d4,green]} e5 *\n", "1. e4 {[%draw arrow,d2,d4,green]} 1... e5 * []" },
  { "1. e4 e5 1-0 (1... c5)\n", "1. e4 e5 1-0 [] ++ (1... c5) * [stray_variation no_result]" },
  { "$1 1. e4 e5 *\n", "1. $1 1. e4 e5 * []" },
  { "1. e4 e5 2. Ke9 33 Qxf7+ *\n", "1. e4 e5\n2. Ke9 33 Qxf7+\n* [bad_move]" },
  { "1. e4 Zz5 1. ... e5 *\n", "1. e4\nZz5 1. ... e5\n* [bad_move]" },
  { "[1] e4 e5 *\n", "1. e4 e5 * [bad_tag]" },
  { "[white \"A\"]\n\n1. e4 *\n", "1. e4 * []" },
  { "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 19\"]\n\n37. Rh5 *\n", "19. Rh5 * [move_number]" },
  { "1. d4 d5 126. e4 *\n", "1. d4 d5 2. e4 * [move_number]" },
  { "1. e4 {[%eval -0,5]} e5 *\n", "1. e4 {[%eval -0,5]} 1... e5 * []" },
  { "1.e4,e5;2.Nf3,Nc6\n", "1. e4 e5 {2.Nf3,Nc6} * [skipped_text comment_hides_moves no_result]" },
  { "1. e4 ± e5 2. Nf3 *\n", "1. e4 $16 e5 2. Nf3 * []" },
  { "1. e4 e5 2. ⨀ Nf3 *\n", "1. e4 e5 $176 2. Nf3 * []" },
}

-- Texts that are no games, or have moves outside of games: they are reported.
local OUTSIDE = { "1. e4 *2. d4\n", "12. e4 e5 *\n", "0. e4 e5 *\n" }

local function is_outside(text)
  for _, one in ipairs(OUTSIDE) do
    if one == text then
      return true
    end
  end
  return false
end

-- Return the games of a text, and whether they have an error.
local function games_of(text)
  local list, has_error = {}, false
  for game in chess.games_in(text) do
    local codes = {}
    for i, record in ipairs(game.diagnostics) do
      codes[i], has_error = record.code, has_error or record.severity == "error"
    end
    list[#list + 1] = ("%s [%s]%s"):format((game:movetext { width = 0 }:gsub("%s+$", "")), table.concat(codes, " "),
      game.start and "" or " no start")
  end
  return table.concat(list, " ++ "), has_error
end

describe("a text of a public report", function()
  for i, row in ipairs(ROWS) do
    it(("is read as expected by all doors: %d"):format(i), function()
      local text, expected = table.unpack(row)
      local games, has_error = games_of(text)
      assert.equal(expected, games)
      local status = (has_error or is_outside(text)) and 1 or 0
      local checked, written = run { "check", "-q", "-", stdin = text }, run { "convert", "-q", "-", stdin = text }
      assert.same({ status, status }, { checked.code, written.code }, checked.out .. written.err)
      assert.equal(written.out, run({ "convert", "-q", "-", stdin = written.out }).out)
    end)
  end
end)
