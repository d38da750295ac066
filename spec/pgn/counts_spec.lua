-- The numbers of games and of plies in mainlines, compared with pgn-extract 19-04 and Scid 4.7. The files are those of
-- this tree and the test files of other readers (LUCENA_DATA). All differences are listed here with their reasons.

local counts = require "spec.support.counts"
local need = require "spec.support.need"

local NO_RESULT = "pgn-extract drops the last game of a file if it has no result"
local ILLEGAL = "pgn-extract drops a game with a move that it cannot play"
local BOM = "Scid takes a byte order mark for a game"
local CHESS960 = "Scid does not read Chess960"
local LINE_COMMENT = "pgn-extract does not read comments from ; to the end of the line, and takes their words for moves"
local QUOTES = "pgn-extract begins another game after a quotation mark inside a tag's value"

-- file; the counts of Lucena, pgn-extract and Scid; the reason for the difference
local DIFFERENT = {}
for _, row in ipairs {
  { "spec/data/pgn/bom.pgn", "1 4", "1 4", "2 4", BOM },
  { "spec/data/pgn/chess960.pgn", "3 19", "3 19", "0 0", CHESS960 },
  { "spec/data/pgn/comments.pgn", "1 5", "3 0", "1 5", LINE_COMMENT },
  { "spec/data/nasty/pgn/p01_bom.pgn", "1 2", "1 2", "2 2", BOM },
  { "spec/data/nasty/pgn/p04_no_eof_newline.pgn", "1 3", "0 0", "1 3", NO_RESULT },
  { "spec/data/nasty/pgn/p07_nul_in_comment.pgn", "2 4", "0 0", "2 4", "a NUL ends the text of pgn-extract's line" },
  { "spec/data/nasty/pgn/p08_nul_in_tag.pgn", "1 1", "2 1", "1 1", "a NUL ends the text of pgn-extract's line" },
  { "spec/data/nasty/pgn/p10_unclosed_brace_last.pgn", "2 3", "1 2", "2 3", NO_RESULT },
  { "spec/data/nasty/pgn/p15_semicolon_comment.pgn", "1 3", "1 0", "1 3", LINE_COMMENT },
  { "spec/data/nasty/pgn/p20_stray_close_paren.pgn", "2 4", "2 4", "2 2", "Scid ends the moves at a stray )" },
  { "spec/data/nasty/pgn/p21_illegal_then_close.pgn", "1 1", "0 0", "1 1", ILLEGAL },
  { "spec/data/nasty/pgn/p22_unclosed_paren.pgn", "2 3", "2 1", "2 3",
    "pgn-extract drops the moves of a game with a variation that is not closed" },
  { "spec/data/nasty/pgn/p34_inner_quotes.pgn", "1 2", "2 2", "1 2", QUOTES },
  { "spec/data/nasty/pgn/p41_headers_only.pgn", "2 1", "1 1", "1 1",
    "both give a game the tags of the one before, which has only tags" },
  { "spec/data/nasty/pgn/p43_result_missing.pgn", "2 4", "2 2", "2 4",
    "pgn-extract drops the moves of a game that has no result" },
  { "spec/data/nasty/pgn/p44_illegal_mid.pgn", "2 3", "1 1", "2 3", ILLEGAL },
  { "spec/data/nasty/pgn/p46_ambiguous.pgn", "1 0", "0 0", "1 0", ILLEGAL },
  { "spec/data/nasty/pgn/p51_promo_missing.pgn", "1 0", "1 1", "1 0",
    "pgn-extract takes a queen where no piece is named" },
  { "spec/data/nasty/pgn/p55_nag_flood.pgn", "1 2", "1 0", "1 1", "both end the moves at the NAG `$-1`" },
  { "spec/data/nasty/pgn/p57_bad_fen_tag.pgn", "2 1", "1 1", "2 3",
    "pgn-extract drops a game whose FEN it cannot read; Scid plays its moves from the initial position" },
  { "spec/data/nasty/pgn/p59_960_castle.pgn", "1 6", "1 6", "0 0", CHESS960 },
  { "spec/data/nasty/pgn/p69_binary_junk.pgn", "0 0", "15 0", "213 0", "both find games without moves in noise" },
  { "spec/data/nasty/pgn/p70_html_not_pgn.pgn", "0 0", "1 0", "2 0", "both find games without moves in HTML" },
  { "spec/data/nasty/pgn/p74_moves_after_mate.pgn", "1 4", "0 0", "1 4", ILLEGAL },
  { "spec/data/nasty/pgn/p77_half_results.pgn", "2 3", "2 2", "2 3", NO_RESULT .. ", or the result ½½" },
  { "spec/data/nasty/pgn/p78_unicode_figurine.pgn", "1 4", "2 0", "1 2", "both end the moves at a figurine" },
  { "spec/data/nasty/pgn/p81_comment_between_tags.pgn", "1 1", "4 1", "1 1", LINE_COMMENT },

  { "pgn/CorentinGS_chess/0008.pgn", "1 4", "0 0", "1 4", NO_RESULT },
  { "pgn/CorentinGS_chess/0009.pgn", "1 6", "0 0", "1 6", NO_RESULT },
  { "pgn/CorentinGS_chess/0010.pgn", "1 6", "0 0", "1 6", NO_RESULT },
  { "pgn/CorentinGS_chess/variations.pgn", "1 7", "0 0", "1 7", NO_RESULT },
  { "pgn/Disservin_chess-library/black2move.pgn", "1 0", "0 0", "1 0", ILLEGAL },
  { "pgn/Disservin_chess-library/castling.pgn", "1 6", "0 0", "1 6", NO_RESULT },
  { "pgn/Disservin_chess-library/corrupted.pgn", "1 124", "0 0", "1 124", NO_RESULT },
  { "pgn/Disservin_chess-library/empty_body.pgn", "2 252", "1 252", "1 252",
    "both give a game the tags of the one before, which has only tags" },
  { "pgn/Disservin_chess-library/newline.pgn", "1 6", "0 0", "1 6", NO_RESULT },
  { "pgn/Disservin_chess-library/no_moves.pgn", "1 0", "0 0", "1 0", NO_RESULT },
  { "pgn/Disservin_chess-library/no_moves_but_comment_followed_by_termination_marker.pgn", "2 0", "0 0", "2 0",
    "pgn-extract drops a game with SetUp and without FEN" },
  { "pgn/Disservin_chess-library/threefold_repetition.pgn", "1 9", "0 0", "1 9", NO_RESULT },
  { "pgn/Disservin_chess-library/unescaped_quote_header.pgn", "1 20", "7 20", "1 20", QUOTES },
  { "pgn/bhlangonijr_chesslib/Morphy_UTF8.pgn", "211 13835", "211 13835", "212 13835", BOM },
  { "pgn/bhlangonijr_chesslib/ep.pgn", "1 164", "1 164", "1 58", "Scid does not read gxf6ep" },
  { "pgn/bhlangonijr_chesslib/err.pgn", "1 91", "0 0", "1 91", ILLEGAL },
  { "pgn/chess.js/0.pgn", "1 0", "43 0", "8 0",
    "<br /> between tags begins a game for both; Lucena reports unreadable text" },
  { "pgn/mliebelt_pgn-parser/sampleGameThrow.pgn", "1 2", "3 0", "1 2", LINE_COMMENT },
  { "pgn/notnil_chess/0008.pgn", "1 4", "0 0", "1 4", NO_RESULT },
  { "pgn/notnil_chess/0009.pgn", "1 6", "0 0", "1 6", NO_RESULT },
  { "pgn/notnil_chess/0010.pgn", "1 6", "0 0", "1 6", NO_RESULT },
  { "pgn/pgn.net/Tarrasch.pgn", "1 47", "1 47", "2 47", BOM },
  { "pgn/pgn.net/chess-informant-sample.pgn", "5 489", "10 70", "5 489",
    "pgn-extract does not read variations that begin with a NAG" },
} do
  DIFFERENT[row[1]] = row
end

-- The files of this tree, and the files of LUCENA_DATA that spec/data/foreign names. `is_data`: of LUCENA_DATA.
local function files()
  local list = {}
  local pipe = assert(io.popen("find spec/data -name '*.pgn' | LC_ALL=C sort"))
  for path in pipe:lines() do
    list[#list + 1] = { name = path, path = path }
  end
  pipe:close()
  for line in io.lines("spec/data/foreign/expected.tsv") do
    local name = line:match("^([^\t#]+)\t")
    if name then
      local path = (os.getenv("LUCENA_DATA") or "") .. "/pgn/" .. name
      list[#list + 1] = { name = "pgn/" .. name, path = path, is_data = true }
    end
  end
  return list
end

local FILES = files()

local by_scid -- the counts of all files, once they are needed
local function scid(path)
  if not by_scid then
    local paths = {}
    for i, file in ipairs(FILES) do
      paths[i] = file.path
    end
    by_scid = counts.scid(paths)
  end
  return by_scid[path] or "fails"
end

describe("games and plies are those", function()
  local seen = {}
  for _, file in ipairs(FILES) do
    local row = DIFFERENT[file.name]
    seen[file.name] = true
    it(("of pgn-extract and Scid: %s%s"):format(file.name, row and ", but: " .. row[5] or ""), function()
      local path = file.is_data and need.data(file.name) or file.path
      local found = counts.lucena(path)
      assert.equal(row and row[2] or found, found)
      assert.equal(row and row[3] or found, counts.pgn_extract(path))
      assert.equal(row and row[4] or found, scid(path))
    end)
  end

  it("of files that exist, where they differ", function()
    for name in pairs(DIFFERENT) do
      assert.is_true(seen[name], name)
    end
  end)
end)
