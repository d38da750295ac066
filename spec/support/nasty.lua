--- The expected results for the nasty files, one row per file. They were derived from the purpose of each file, not
-- copied from output.
--
--     for _, row in ipairs(require("spec.support.nasty").rows) do
--       local text = nasty.text(row)     -- from spec/data/nasty/pgn; a large file is made here
--       row.games      --> { "2 *", "1 - +" }: plies, result ("-" for none), "+" for an unreadable tail
--       row.said       --> { "illegal_move 9:13" }: "code line:column" of the games' diagnostics, in order
--       row.outside    --> { "not_pgn 1:1" }: diagnostics of text outside games
--       row.style      --> { "san_style 9:4" }: diagnostics that only check() or strict reading adds
--       row.tags, row.facts             tags of each game; a function that checks the list of Games
--       row.is_large                    the text is made here
--       row.swallows                    its open comment would contain any text that follows the file
--       row.max_game                    the reader needs this option to store the game
--
-- Comments give the reason where a result may be unexpected. Columns are counted in bytes.

local assert = require "luassert"
local file = require "spec.support.file"

local M = {}

local HEAD = '[Event "T"]\n[Site "?"]\n[Date "2026.01.01"]\n[Round "1"]\n[White "%s"]\n[Black "B"]\n'
  .. '[Result "*"]\n\n%s *\n'

local function game(white, moves)
  return HEAD:format(white, moves)
end

local function comments(node, ...)
  assert.same({ ... }, { table.unpack(node.comments) })
end

M.rows = {
  { "p01_bom.pgn", games = { "2 *" }, tags = { { White = "1...c5" } } },
  { "p02_crlf.pgn", games = { "3 *" }, facts = function(games)
    comments(games[1].root[1][1], "two\nlines") -- CRLF becomes LF in a comment, but not in the text of the game
    assert.truthy(games[1].text:find("{two\r?\n?lines}"))
  end },
  { "p03_cr_only.pgn", games = { "2 *" }, tags = { { White = "A", Result = "*" } } },
  { "p04_no_eof_newline.pgn", games = { "3 -" }, said = { "no_result 9:16" } },
  { "p07_nul_in_comment.pgn", games = { "3 *", "1 *" }, said = { "control_character 9:9" },
    tags = { {}, { White = "Second" } }, facts = function(games) comments(games[1].root[1], "a\0b") end },
  { "p08_nul_in_tag.pgn", games = { "1 *" }, said = { "control_character 5:10" }, tags = { { White = "A\0Z" } } },
  { "p10_unclosed_brace_last.pgn", games = { "2 *", "1 -" }, said = { "unclosed_comment 19:7", "no_result 19:19" },
    swallows = true, tags = { { White = "G1" }, { White = "G2" } },
    facts = function(games) assert.truthy(games[2].root[1].comment:find("^no end d5 %*")) end },
  { "p11_header_in_comment.pgn", games = { "2 *", "1 *" }, said = { "comment_has_tags 9:7" },
    tags = { { White = "G1", Event = "T" }, { White = "G2" } } },
  { "p12_result_in_comment.pgn", games = { "3 *" },
    facts = function(games) comments(games[1].root[1], "1-0 would be 0-1 *") end },
  { "p13_percent_escape.pgn", games = { "2 *" } },
  { "p14_percent_in_comment.pgn", games = { "3 *" }, facts = function(games)
    comments(games[1].root[1], "first\n%not an escape")
  end },
  { "p15_semicolon_comment.pgn", games = { "3 *" },
    facts = function(games) comments(games[1].root[1], " e5 { not open 2. d4 *") end },
  { "p16_semicolon_in_brace.pgn", games = { "3 *" },
    facts = function(games) comments(games[1].root[1], "a ; b") end },
  { "p18_nested_brace.pgn", games = { "3 *" }, facts = function(games) comments(games[1].root[1], "a {b") end },
  { "p19_paren_in_comment.pgn", games = { "3 *" }, facts = function(games)
    comments(games[1].root[1], "( text")
    comments(games[1].root[1][2], ") (")
  end },
  { "p20_stray_close_paren.pgn", games = { "3 *", "1 *" }, said = { "stray_close 9:7" } },
  { "p21_illegal_then_close.pgn", games = { "1 * +" }, said = { "illegal_move 1:7" },
    facts = function(games) assert.equal("Nf3 ) e5 *", games[1].rest) end },
  { "p22_unclosed_paren.pgn", games = { "2 *", "1 *" }, said = { "unclosed_variation 9:10" }, facts = function(games)
    local e4 = games[1].root[1]
    assert.same({ "e5", "c5", "Nf3" }, { e4[1].san, e4[2].san, e4[2][1].san })
  end },
  -- a4 is in the variation of h4. Both replace d4, so in the tree they are siblings. The text is written as it was
  -- read.
  { "p24_nested_reattach.pgn", games = { "2 *" }, facts = function(games)
    local root = games[1].root
    assert.same({ "d4", "h4", "a4" }, { root[1].san, root[2].san, root[3].san })
    assert.same({ "d5", "h5", "a5" }, { root[1][1].san, root[2][1].san, root[3][1].san })
    comments(root[2], "n")
    assert.equal("1. d4 {c} (1. h4 {n} (1. a4 a5) 1... h5) 1... d5 *\n", games[1]:movetext())
  end },
  { "p25_deep_100k", games = { "2 *", "1 *" }, said = { "nesting_too_deep 9:7007" }, is_large = true, make = function()
    local deep = "1. e4 " .. ("(1. d4 "):rep(100000) .. (")"):rep(100000) .. " e5"
    return game("G1", deep) .. "\n" .. game("G2", "1. d4")
  end },
  { "p26_deep_2000_legal.pgn", games = { "2 *", "1 *" }, said = { "nesting_too_deep 9:7007" } },
  -- The value is not truncated; there is only a warning.
  { "p28_huge_tag_8mb", games = { "1 *", "1 *" }, said = { "tag_too_long 5:1" }, is_large = true, make = function()
    return game(("x"):rep(8 << 20), "1. e4") .. "\n" .. game("G2", "1. d4")
  end, facts = function(games) assert.equal(8 << 20, #games[1].tags.White) end },
  -- The same as the row above. Without the option max_game, the reader's limit is 16 MiB: see nasty_spec.
  { "p29_huge_comment_32mb", games = { "2 *", "1 *" }, said = { "comment_too_long 9:7" }, is_large = true,
    max_game = 64 << 20, make = function()
      return game("G1", "1. e4 {" .. ("x"):rep(32 << 20) .. "} e5") .. "\n" .. game("G2", "1. d4")
    end, facts = function(games) assert.equal(32 << 20, #games[1].root[1].comment) end },
  { "p30_long_line_token", games = { "2 * +", "1 *" }, said = { "bad_token 9:13" }, is_large = true, make = function()
    return game("G1", "1. e4 e5 2. " .. ("N"):rep(4 << 20)) .. "\n" .. game("G2", "1. d4")
  end, facts = function(games)
    local d = games[1].diagnostics[1]
    assert.equal(("N"):rep(40), d.token)
    assert.is_true(#d.message < 120)
  end },
  { "p32_escaped_quote.pgn", games = { "1 *" }, tags = { { White = 'He said "hi" \\ end' } },
    facts = function(games) assert.truthy(games[1]:pgn():find('[White "He said \\"hi\\" \\\\ end"]', 1, true)) end },
  { "p33_backslash_end.pgn", games = { "2 *" }, said = { "bad_tag 1:1" },
    tags = { { Event = "Tournament \\", White = "A", Black = "B" } } },
  { "p34_inner_quotes.pgn", games = { "2 1-0" }, said = { "bad_tag 1:1" },
    tags = { { Event = '5th "Nick" Open', White = "A", Black = "B" } } },
  { "p35_bracket_in_tag.pgn", games = { "2 1-0" }, tags = { { Event = "modern [!] defence ]", White = "H[+]h" } } },
  { "p37_tags_one_line.pgn", games = { "2 1-0" },
    tags = { { Event = "a", White = "W1", Black = "B1", Result = "1-0" } } },
  { "p38_no_blank_line.pgn", games = { "2 1-0", "2 0-1" }, tags = { { Event = "a" }, { Event = "b", White = "W2" } } },
  { "p40_empty_movetext.pgn", games = { "0 0-1", "1 1-0" }, tags = { { White = "W1" }, { White = "W2" } },
    facts = function(games) comments(games[1].root, " forfeited ") end },
  { "p41_headers_only.pgn", games = { "0 -", "1 *" }, said = { "no_result 3:13" },
    tags = { { White = "W1" }, { White = "W2" } } },
  { "p42_result_mismatch.pgn", games = { "2 0-1" }, said = { "result_mismatch 9:10" }, tags = { { Result = "1-0" } } },
  { "p43_result_missing.pgn", games = { "2 -", "2 0-1" }, said = { "no_result 9:9" }, tags = { { Result = "1-0" } } },
  { "p44_illegal_mid.pgn", games = { "2 * +", "1 *" }, said = { "illegal_move 9:13" }, facts = function(games)
    local d = games[1].diagnostics[1]
    assert.same({ "Ke3", 2, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" }, { d.token, d.ply, d.fen })
    assert.equal("2. Ke3 Nc6 3. Nf3 *", games[1].rest)
  end },
  { "p46_ambiguous.pgn", games = { "0 * +" }, said = { "ambiguous_move 11:4" },
    facts = function(games) assert.truthy(games[1].diagnostics[1].message:find("N3f4 or N5f4", 1, true)) end },
  { "p47_pinned_overdisamb.pgn", games = { "1 *" }, style = { "san_style 11:4" },
    facts = function(games) assert.equal("Ne2", games[1].root[1].san) end },
  { "p48_zero_castle.pgn", games = { "8 *" }, style = { "san_style 9:35", "san_style 9:39" },
    facts = function(games) assert.truthy(games[1]:pgn():find("4. O-O O-O *", 1, true)) end },
  { "p49_OO_joined.pgn", games = { "6 * +" }, said = { "bad_move 9:35" } },
  { "p51_promo_missing.pgn", games = { "0 * +" }, said = { "missing_promotion 11:4" } },
  { "p52_long_algebraic.pgn", games = { "4 *" },
    style = { "san_style 9:4", "san_style 9:10", "san_style 9:18", "san_style 9:25" } },
  { "p53_ep_suffix.pgn", games = { "5 *" }, said = { "san_style 9:27" } },
  -- A single dollar sign and four marks in a row are bad NAGs, too. The moves around them can still be read.
  { "p55_nag_flood.pgn", games = { "2 *" },
    said = { "bad_nag 9:608", "bad_nag 9:630", "bad_nag 9:634", "bad_nag 9:639" },
    facts = function(games)
      local nags = games[1].root[1].nags
      assert.same({ 201, 1, 5 }, { #nags, nags[200], nags[201] })
    end },
  { "p56_movenums_wrong.pgn", games = { "4 *" },
    said = { "move_number 9:1", "move_number 9:26", "move_number 9:33", "move_number 9:39", "move_number 9:48" } },
  -- The first field is not a piece placement. The code states which field is wrong.
  { "p57_bad_fen_tag.pgn", games = { "0 * +", "1 *" }, said = { "bad_board 9:1" },
    facts = function(games) assert.equal("1. e4 e5 *", games[1].rest) end },
  { "p58_fen_no_setup.pgn", games = { "2 *" },
    facts = function(games) assert.truthy(games[1]:pgn():find('[SetUp "1"]', 1, true)) end },
  { "p59_960_castle.pgn", games = { "6 *" }, facts = function(games)
    assert.equal("bbr2rkq/pppppppp/3nn3/8/8/3NN3/PPPPPPPP/BBR2RKQ w - - 6 4", tostring(games[1].final))
  end },
  { "p61_html.pgn", games = { "2 *" } },
  { "p62_terminal_esc.pgn", games = { "2 *" }, said = { "control_character 5:9" },
    facts = function(games) assert.is_nil(games[1].diagnostics[1].text:find("%c")) end },
  { "p63_csv_formula.pgn", games = { "1 *" }, tags = { { Black = '@SUM(1+1)|cmd, "q"' } } },
  { "p64_path_traversal.pgn", games = { "1 *", "1 *" }, tags = { {}, { Black = "a\\b:c*?" } } },
  { "p65_bidi_rtl.pgn", games = { "1 *" }, tags = { { White = "abc\u{202e}1-0\u{2066}fdp" } } },
  { "p67_empty_file.pgn", games = {} },
  { "p68_only_spaces.pgn", games = {} },
  { "p69_binary_junk.pgn", games = {}, outside = { "not_pgn 1:1" } },
  { "p70_html_not_pgn.pgn", games = {}, outside = { "not_pgn 1:1" } },
  { "p71_clk_wrapped.pgn", games = { "2 *" }, facts = function(games)
    assert.equal("[%clk\n0:29:32.6][%eval #-3]", games[1].root[1].comments[1])
    assert.equal(2, #games[1].root[1][1].comments)
  end },
  { "p73_mate_mark_wrong.pgn", games = { "7 1-0" }, said = { "result_mismatch 9:43" },
    style = { "san_style 9:4", "san_style 9:8", "san_style 9:37" }, facts = function(games)
      assert.truthy(games[1]:pgn():find("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", 1, true))
    end },
  { "p74_moves_after_mate.pgn", games = { "4 0-1 +" }, said = { "game_over 9:24", "result_mismatch 9:27" } },
  { "p75_long_game_6000", games = { "12000 *", "1 *" }, is_large = true, make = function()
    local moves = {}
    for number = 1, 6000 do
      moves[number] = number .. (number % 2 == 1 and ". Nf3 Nf6" or ". Ng1 Ng8")
    end
    return game("G1", table.concat(moves, " ")) .. "\n" .. game("G2", "1. d4")
  end, facts = function(games)
    local node = games[1].root
    while node[1] do
      node = node[1]
    end
    assert.equal(3001, node:repetitions())
  end },
  { "p77_half_results.pgn", games = { "2 1/2-1/2", "1 1/2-1/2" },
    said = { "result_style 9:14", "result_mismatch 9:14", "result_style 19:7", "result_mismatch 19:7" } },
  { "p78_unicode_figurine.pgn", games = { "4 *" }, said = { "piece_glyph 9:13", "piece_glyph 9:19" } },
  -- There is one diagnostic for each repeated name, and one if there are more than a thousand tags.
  { "p80_quad_same_name", games = { "1 *", "1 *" }, said = { "duplicate_tag 2:1", "too_many_tags 1001:1" },
    is_large = true, make = function()
      return ('[Same "x"]\n'):rep(100000) .. '[Result "*"]\n\n1. e4 *\n\n' .. game("G2", "1. d4")
    end, tags = { { Same = "x", Result = "*" } } },
  { "p81_comment_between_tags.pgn", games = { "1 *" }, tags = { { Event = "a", White = "W", Result = "*" } },
    facts = function(games) comments(games[1].root, "c1", " c2") end },
}

for _, row in ipairs(M.rows) do
  row.name = row[1]
  row.said, row.outside, row.style = row.said or {}, row.outside or {}, row.style or {}
  row.tags = row.tags or {}
end

M.folder = "spec/data/nasty/pgn/"

--- The bytes of the file.
function M.text(row)
  return row.make and row.make() or file.read(M.folder .. row.name)
end

--- Describes a Game in the form of `games`.
function M.describe(g)
  return ("%d %s%s"):format(g.plies, g.result or "-", g.rest and " +" or "")
end

--- Describes a diagnostic in the form of `said`.
function M.place(d)
  return ("%s %d:%d"):format(d.code, d.line, d.column)
end

return M
