-- Small texts that break the rules of PGN or are at their limits, and the games that these rules give. No move is
-- guessed and no text is lost: unreadable text stays in its game and is reported.

local chess = require "lucena"
local nasty = require "spec.support.nasty"
local new_folder = require "spec.support.folder"
local parts = require("lucena.core").parts

-- Each row: a text; its games as plies and result ("-" for no result), with "+" after an unreadable tail; the codes of
-- their diagnostics; the codes for text outside games.
local ROWS = {
  { '[Event "a {b"]\n\n1. e4 e5 *', "2 *" },
  { '1. e4 [Event "x"] e5 *', "2 *", "inner_tag" },
  { "1.e4{c}e5 *", "2 *" },
  { "1.e4(1.d4)e5 *", "2 *" },
  { '[Event "a\rb"]\n[White "W"]\n\n1. e4 *', "0 - +, 1 *", "bad_tag bad_move no_result" },
  { '1. e4 *\n\u{feff}[Event "x"]\n\n1. d4 *', "1 *, 1 *" },
  { '[Event\t"x"]\n\n1.\te4\te5\t*', "2 *" },
  { "1. e4\fe5\v*", "2 *" },
  { '[Event "a"][Site "b"]\n\n1. e4 *', "1 *" },
  { "1. e41-0", "1 1-0", "glued_result" },
  { "1. e4 {c}1-0{d}", "1 1-0" },
  { "1. e4 {* 1-0} e5 *", "2 *" },
  { "18446744073709551617. e4 e5 *", "", "", "fragment" },
  { "1. e4 e5 18446744073709551617. Nf3 *", "3 *", "move_number" },
  { "1. e4 1-0 e5 2. Nf3 0-1", "1 1-0, 0 0-1 +", "illegal_move" },
  { "1. e4 (1. d4 1-0) e5 *", "2 *", "variation_result" },
  { "1. e4 1/2-1/2*", "1 1/2-1/2", "text_after_result" },
  { '1. e4 e5 *[Event "x"]\n\n1. d4 *', "2 *, 1 *" },
  { '1. e4 *\n\n[Event "x', "1 *, 0 -", "bad_tag no_result" },
  { '[]\n[Event "x"]\n\n1. e4 *', "1 *", "bad_tag" },
  { '[Event]\n[Site "y"]\n\n1. e4 *', "1 *", "bad_tag" },
  { '[Event "x"\n[Site "y"]\n\n1. e4 *', "1 *", "bad_tag" },
  { '[Event x]\n[Site "y"]\n\n1. e4 *', "1 *", "bad_tag" },
  { '[ Event "x" ]\n\n1. e4 *', "1 *" },
  { '[Event"x"]\n\n1. e4 *', "1 *" },
  { '[A "1"]\n[A "2"]\n\n1. e4 *', "1 *", "duplicate_tag" },
  { "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. o-o *", "7 *" },
  { "1. e4 ; {not open\n e5 *", "2 *" },
  { "1. e4\n% 1-0\ne5 *", "2 *" },
  { "1. e4\n % x\ne5 *", "1 * +", "bad_token" },
  { "1. e4 $ e5 *", "2 *", "bad_nag" },
  { "1. e4 $12345678901234567890 e5 *", "2 *", "bad_nag" },
  { "(1. e4) e5 *", "0 * +", "stray_variation illegal_move" },
  { "1. e4 () e5 *", "2 *", "empty_variation" },
  { "1. e4 (1. d4 (1. c4) e5 *", "1 *", "unclosed_variation" },
  { "1. e4 )) e5 *", "2 *", "stray_close stray_close" },
  { "{hello}", "", "", "no_game" },
  { "1-0", "0 1-0" },
  { "* * *", "0 *", "text_after_result" },
  { "1. e4\u{a0}e5 *", "2 *" },
  { "\u{ff11}. e4 *", "", "", "not_pgn" },
  { "1. e4 e5 1\u{2013}0", "2 1-0", "result_style" },
  { "1. e4 e5 1:0", "2 1-0", "result_style" },
  { "1. e4 e5 0.5-0.5", "2 1/2-1/2", "result_style" },
  { "1. e2-e4 e7xe5 *", "2 *" },
  { "1. e4 e5 2. Ke2+ *", "3 *" },
  { "1.e4 e5 2.Nf3Nc6 *", "2 * +", "bad_move" },
  { "1. e4 e5 2. N f3 *", "2 * +", "bad_move" },
  { "1. e4 e5 2.- N 3. Bc4 *", "2 * +", "skipped_text bad_move" },
  { "1. e4 e5 2. \u{2013} N 3. Bc4 *", "2 * +", "skipped_text bad_move" },
  { "1. e4 e5 2. -- N Nc6 *", "4 *" },
  { "1. e4 e5 - N 2. Bc4 *", "3 *", "skipped_text" },
  { "1. P@e4 *", "0 * +", "bad_move" },
  { '[Variant "Crazyhouse"]\n\n1. e4 e5 *', "0 * +", "unsupported_variant" },
  { '[FEN ""]\n\n1. e4 *', "1 *" },
  { '[SetUp "0"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *', "1 *", "setup_mismatch" },
  { "{", "", "", "unclosed_comment" },
  { "(", "0 -", "stray_variation no_result" },
  { "[", "0 -", "bad_tag no_result" },
  { ";", "", "", "no_game" },
  { "%", "", "", "no_game" },
  { '"', "", "", "not_pgn" },
  { "1", "", "", "not_pgn" },
  { "-", "0 -", "skipped_text no_result" },
  { "\0", "", "", "not_pgn" },
  { "1. e4 *\r\n\26", "1 *", "", "stray_text" },
  { "1. e4 *\n\n\0\0\0\0", "1 *", "", "stray_text" },
  { 'From bob@example.com\n\n[Event "x"]\n\n1. e4 *', "1 *", "", "stray_text" },
  { '1. e4 *\n\n> [Event "x"]\n> 1. d4 *\n', "1 *", "", "stray_tag" }, -- a game quoted in an e-mail
  { '1. e4 *\u{85}\u{85}[ Event "x"]\u{85}1. d4 *', "1 *, 0 * +", "text_after_result bad_move" }, -- no line ends in PGN
  { "1. e4 *\n\nsee [14] and [Event x]\n", "1 *", "", "stray_text" },
  { '1. e4 *\n\nSo [quote="Bob"] of [the "Sicilian"]\n', "1 *", "", "stray_text" }, -- these brackets are not tags
  { '[Event "a\nb"]\n\n1. e4 *', "0 * +", "bad_tag bad_move" },
  { "1. e4 \\ e5 *", "2 *", "skipped_text" },
  { "1. e4 e5 2. O-O-O-O *", "2 * +", "bad_move" },
  { "1. -- -- 2. Z0 @@@@ 3. 0000 *", "5 *" },
  { "1. e4 <> 2. d4 e5 3. <> Nf6 *", "6 *" },
  { "1. e4 <> e5 0.31 2. Nf3 1.25 Nc6 1994.05.12 *", "4 *", "reserved_text skipped_text skipped_text skipped_text" },
  { "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *", "5 * +", "illegal_move" },
  { '[Event "x"]{c}1. e4 *', "1 *" },
  { "1. e4 e5 {unclosed [%clk 0:01 } 2. Nf3 *", "3 *" },
  { "1. e4 e5 2. Nf3 (2. Nf3 Nc6) *", "3 *" },
  { "1. e4 ( ( 1. d4 ) ) *", "1 *", "stray_variation" },
  { "1. e4 {} {} {} *", "1 *" },
  { "1. e4 e5 $1$2 $3! *", "2 *" },
  { "1.e4 e5 2.Nf3 Nc6 3.Bb5 1-0 1-0", "5 1-0", "text_after_result" },
  { "1. e4e5 *", "0 * +", "illegal_move" },
  { "1. e4 e5 2. d4 exd4 e.p. *", "4 *", "san_style" },
  { '1. e4 e5\n[White "x"] e5 *\n\n1. d4 *', "2 -, 0 * +, 1 *", "no_result illegal_move" },
  { "1... e5 *", "0 * +", "illegal_move" },
  { "... e5 *", "", "", "not_pgn" },
  { "1. e4 -- Nf3 *", "3 *" },
  { "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 {a}{b};c\n{d} a6 *", "10 *" },
  { "1. e4 *\n;x", "1 *" },
  { "1. e4 e5 {[%eval 0.3] [%clk 1:00:00} 2. Nf3 *", "3 *" },
  { "\n\n\n   1. e4 *", "1 *" },
  { "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n---\n\n1. d4 *", "5 *, 0 - +, 1 *", "bad_token restarted_movetext" },
  { "1. e4 e5 + - 2. Nf3 *", "3 *", "skipped_text skipped_text" },
  { "1. e4 e5 2. Nf3 N *", "3 *" },
  { '[Result "1-0"]\n\n*', "0 *", "result_mismatch" },
  { "1 . e4 1 ... e5 2 . Nf3 *", "3 *" },
  { "1.e4.e5 *", "2 *" },
  { "1,e4 e5 *", "2 *", "skipped_text" },
  { "1) e4 e5 2) Nf3 *", "3 *", "stray_close stray_close" },
  { "1. e4 e5 (2. Nf3 Nc6) 2. d4 *", "3 *", "move_number illegal_move" },
  { "1. e4 e5 2. Nf3 # *", "3 *", "skipped_text" },
  { "1. e4 e5 2. Nf3 ++ *", "3 *", "skipped_text" },
  { "1. e8=Q *", "0 * +", "illegal_move" },
  { "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0 (4. Qxf7) *", "7 1-0, 0 *", "stray_variation" },
  { "1. E4 E5 *", "0 * +", "bad_move" },
  { "1. ne4 *", "0 * +", "bad_move" },
  { "1. 0-0 *", "0 * +", "illegal_move" },
}

local function read_file(path)
  local reader <close> = assert(chess.open(path))
  local games, said, copy, list = {}, {}, {}, {}
  for g in function() return (reader:read()) end do
    list[#list + 1] = g
    games[#games + 1] = nasty.describe(g)
    copy[#copy + 1] = parts.gap(reader) .. g.text
    for _, d in ipairs(g.diagnostics) do
      said[#said + 1] = d.code
    end
  end
  copy[#copy + 1] = parts.gap(reader)
  local outside = {}
  for i, d in ipairs(reader:take_diagnostics()) do
    outside[i] = d.code
  end
  return table.concat(games, ", "), table.concat(said, " "), table.concat(outside, " "), table.concat(copy), list
end

describe("an adversary's text", function()
  local folder

  setup(function()
    folder = new_folder()
  end)

  teardown(function()
    folder:__close()
  end)

  for _, row in ipairs(ROWS) do
    local text, wanted, wanted_said, wanted_outside = row[1], row[2], row[3] or "", row[4] or ""

    it(("is read as specified: %q"):format(text):gsub("%c", "|"), function()
      local games, said, outside, copy = read_file(folder:write("a.pgn", text))
      assert.same({ wanted, wanted_said, wanted_outside }, { games, said, outside })
      assert.equal(text, copy)
      local in_memory = {}
      for g in chess.games_in(text) do
        in_memory[#in_memory + 1] = nasty.describe(g)
        -- If a game is written and read again, its moves and its unreadable tail must be the same.
        local again = assert(chess.game(assert(g:pgn())))
        assert.same({ g.plies, g.rest ~= nil }, { again.plies, again.rest ~= nil })
      end
      assert.equal(wanted, table.concat(in_memory, ", "))
    end)

    if text ~= "{" then
      it(("does not affect other games: %q"):format(text):gsub("%c", "|"), function()
        local before, behind = '[Event "A"]\n\n1. a3 a6 1-0\n\n', '\n\n[Event "B"]\n\n1. h3 h6 0-1\n'
        local games, said, _, copy, list = read_file(folder:write("a.pgn", before .. text .. behind))
        assert.equal("2 1-0, " .. (wanted ~= "" and wanted .. ", " or "") .. "2 0-1", games)
        assert.equal(wanted_said, said)
        assert.equal(before .. text .. behind, copy)
        assert.equal("A", list[1].tags.Event)
        assert.equal("B", list[#list].tags.Event)
      end)
    end
  end

  it("has its tags at the right places", function()
    local function tags(text)
      local g = chess.games_in(text)()
      return { g.tags.Event, g.tags.Site, g.tags.A }
    end
    assert.same({ "a {b" }, tags '[Event "a {b"]\n\n1. e4 e5 *')
    assert.same({ "a", "b" }, tags '[Event "a"][Site "b"]\n\n1. e4 *')
    assert.same({ "", "y" }, tags '[Event]\n[Site "y"]\n\n1. e4 *')
    assert.same({ "x" }, tags '[ Event "x" ]\n\n1. e4 *')
    assert.same({ "x" }, tags '[Event"x"]\n\n1. e4 *')
    assert.same({ nil, nil, "1" }, tags '[A "1"]\n[A "2"]\n\n1. e4 *')
    assert.same({ "x" }, tags '[]\n[Event "x"]\n\n1. e4 *')
  end)
end)
