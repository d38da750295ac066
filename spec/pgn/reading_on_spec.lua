-- Reading on after errors. Text that cannot change a game is skipped. Spellings with only one meaning are repaired. Any
-- other text ends the mainline or variation. The rows are damaged texts from files, web pages and mails. With strict
-- reading, or skip = false, the text that is skipped or repaired also ends it.

local chess = require "lucena"
local file = require "spec.support.file"
local folder = require "spec.support.folder"
local run = require "spec.support.run"

-- Text; plies; diagnostics as "column code"; plies with strict reading.
local SKIPPED = {
  { "1. e4 e5 2. Nf3, Nc6 *", 4, "16 skipped_text", 3 },
  { "1,e4 e5 *", 2, "2 skipped_text", 0 },
  { "1. e4 e5 2. Nf3 } Nc6 *", 4, "17 skipped_text", 3 },
  { "1. e4 {a {b} } e5 *", 2, "14 skipped_text", 1 },
  { "1. e4 e5 ] 2. Nf3 *", 3, "10 skipped_text", 2 },
  { "1. e4 e5 \\$14 2. Nf3 *", 3, "10 skipped_text", 2 },
  { "1. e4 \\ e5 *", 2, "7 skipped_text", 1 },
  { "1. e4 e5 2. Nf3 & Nc6 *", 4, "17 skipped_text", 3 },
  { "1. e4 e5 2. Nf3 | Nc6 *", 4, "17 skipped_text", 3 },
  { "1. e4 &quot; e5 &#39; 2. Nf3 &amp; Nc6 *", 4, "7 skipped_text 17 skipped_text 30 skipped_text", 1 },
  { "1. e4 ,}] e5 *", 2, "7 skipped_text 8 skipped_text 9 skipped_text", 1 },
  { "1. e4 e5 2. Nf3 [%clk 0:10] Nc6 *", 4, "17 skipped_text", 3 },
  { "1. e4 2026.01.31 e5 2. Nf3 *", 3, "7 skipped_text", 3 },
  { "1. e4 0.31 e5 0.25 2. Nf3 *", 3, "7 skipped_text 15 skipped_text", 3 },
  { "1. e4 1.25 e5 *", 2, "7 skipped_text", 2 },
  { "1. e4 e5 2. Nf3 2.1 Nc6 *", 4, "17 skipped_text", 4 }, -- the value begins like the next move number
  { "1. e4 +0.31/12 e5 -1.5 *", 2, "7 skipped_text 19 skipped_text", 1 },
  { "1. e4 0.31/12 e5 1.31/12 *", 2, "7 skipped_text 18 skipped_text", 1 },
  { "1. e4 [+0.31] e5 *", 2, "7 skipped_text", 1 },
  { "1. e4 0:01 e5 1:02:03 *", 2, "7 skipped_text 15 skipped_text", 1 },
  { "1. e4 +12 e5 #5 2. Nf3 -M3 *", 3, "7 skipped_text 14 skipped_text 24 skipped_text", 1 },
  { "1. e4 e5 2. Bc4 Nc6 3. Bxf7 + Kxf7 *", 6, "29 skipped_text", 5 },
  { "1. e4 e5 2. Nf3 # Nc6 *", 4, "17 skipped_text", 3 },
  { "1. e4 e5 2. Nf3 ++ Nc6 *", 4, "17 skipped_text", 3 },
  { "1. e4 e5 2. Bc4 a6 3. Bxf7 ch Kxf7 *", 6, "28 skipped_text", 5 },
  { "1. e4 e5 2. Bc4 a6 3. Bxf7 ch. Kxf7 *", 6, "28 skipped_text", 5 },
  { "1. f3 e5 2. g4 Qh4 mate *", 4, "20 skipped_text", 4 },
  { "1. e4 a6 2. e5 d5 3. exd6 e.p. *", 5, "27 san_style", 5 },
  { "1.- e4 e5 *", 2, "3 skipped_text", 0 },
  { "1.\u{2013} e4 e5 *", 2, "3 skipped_text", 0 },
  { "1.\u{2013}e4 e5 *", 2, "3 unicode_sign", 0 },
  { "1. e4 - e5 *", 2, "7 skipped_text", 1 },
  { "1. e4 \u{2013} e5 *", 2, "7 skipped_text", 1 },
  { "1. e4 e5 (1... c5, 2. Nf3 , 2... d6) 2. Nf3 *", 3, "18 skipped_text 27 skipped_text", 3 },
  -- a run of three marks is two NAGs
  { "1. e4??? e5!!! 2. Nf3 *", 3, "6 mark_run 12 mark_run", 3 },
  -- a comment that begins with the next move
  { "1. e4; e5 2. Nf3\n*", 1, "6 comment_hides_moves", 1 },
  { "1. e4 e5 ; 2. Nf3 Nc6\n2. d4 *", 3, "10 comment_hides_moves", 3 },
  { "1. e4 e5;2.Nf3,Nc6\n*", 2, "9 comment_hides_moves", 2 },
  { "1. e4 ; e5\n*", 1, "7 comment_hides_moves", 1 },
  { "1. e4 ; e5 is good\ne5 *", 2, "", 2 },
  { "1. e4 ; 3... e5\ne5 *", 2, "", 2 },
  { "; e4 e5\n1. e4 *", 1, "", 1 },
}

local NBSP, NARROW, ZERO = "\u{A0}", "\u{202F}", "\u{200B}"
local REPAIRED = {
  { "1. \u{2658}f3 \u{265E}f6 2. \u{2659}c4 *", 3, "4 piece_glyph 10 piece_glyph 19 piece_glyph", 0 },
  { "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O\u{2013}O 0\u{2013}0 *", 8, "35 castling_sign 41 castling_sign", 6 },
  { "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-0 o-O *", 8, "35 castling_sign 39 castling_sign", 6 },
  { "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. \u{41E}-\u{41E} \u{43E}-O *", 8, "35 castling_sign 41 castling_sign", 6 },
  { "1. d4 d5 2. Nc3 a6 3. Bf4 a5 4. Qd3 a4 5. O\u{2014}O\u{2014}O *", 9, "43 castling_sign", 8 },
  { "1." .. NARROW .. "e4" .. NARROW .. "e5 *", 2, "3 unicode_sign 8 unicode_sign", 0 },
  { "1." .. ZERO .. "e4 e5 *", 2, "3 unicode_sign", 0 },
  { "1." .. NBSP .. "e4 e5 *", 2, "", 2 },
  { "1. \u{200E}e4 e5\u{200F} 2. N\u{AD}f3 *", 3, "4 unicode_sign 10 unicode_sign 19 unicode_sign", 0 },
  { "1. \u{435}4 e5 2. N\u{441}3 \u{430}6 *", 4, "4 unicode_sign 14 unicode_sign 19 unicode_sign", 0 },
  { "1. e4 d5 2. e\u{D7}d5 Q\u{D7}d5 *", 4, "13 unicode_sign 19 unicode_sign", 2 },
  { "1. e2\u{2013}e4 e7\u{2014}e5 *", 2, "4 unicode_sign 12 unicode_sign", 0 },
  { "1\\. e4 e5 2\\. Nf3 *", 3, "2 escaped_period 12 escaped_period", 0 },
}
for _, word in ipairs { "d8q", "d8=q", "d7d8q", "d8/q", "d8(q)", "d8=q+" } do
  REPAIRED[#REPAIRED + 1] = { '[FEN "7k/3P4/8/8/8/8/8/K7 w - - 0 1"]\n\n1. ' .. word .. " *", 1, "4 letter_case", 0 }
end
for _, word in ipairs { "d8Q", "d8/Q", "d8(Q)", "d7d8Q" } do -- spellings that need no repair
  REPAIRED[#REPAIRED + 1] = { '[FEN "7k/3P4/8/8/8/8/8/K7 w - - 0 1"]\n\n1. ' .. word .. " *", 1, "", 1 }
end

-- Text; plies; result; diagnostics; plies of strict reading. A result is read only if only comments follow it.
local RESULTS = {
  { "1. e4 e5 1:0", 2, "1-0", "10 result_style", 2 },
  { "1. e4 e5 1 - 0", 2, "1-0", "10 result_style", 2 },
  { "1. e4 e5 0 - 1 {x} ;y\n", 2, "0-1", "10 result_style", 2 },
  { "1. e4 e5 1\u{2013}0", 2, "1-0", "10 result_style", 2 },
  { "1. e4 e5 0\u{2014}1", 2, "0-1", "10 result_style", 2 },
  { "1. e4 e5 \u{BD}\u{2013}\u{BD}", 2, "1/2-1/2", "10 result_style", 2 },
  { "1. e4 e5 \u{BD} - \u{BD}", 2, "1/2-1/2", "10 result_style", 2 },
  { "1. e4 e5 0.5-0.5", 2, "1/2-1/2", "10 result_style", 2 },
  { "1. e4 e5 0,5-0,5", 2, "1/2-1/2", "10 result_style", 2 },
  { "1. e4 e5 1/2 - 1/2", 2, "1/2-1/2", "10 result_style", 2 },
  { "1.e4 e52.Nf3 Nc63.Bb5 *", 5, "*", "6 glued_number 14 glued_number", 1 },
  { "1. e41... e52. Nf3 (2. d42... d5) *", 3, "*", "4 glued_number 11 glued_number 24 glued_number", 0 },
  { "1. e4 e53. Nf3 *", 1, "*", "7 bad_move", 1 }, -- the wrong number,
  { "1. e4 e51-0", 2, "1-0", "7 glued_result", 1 },
  { "1. e4 e5 2. Nf30-1 {c}", 3, "0-1", "13 glued_result", 2 },
  { "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#1/2-1/2", 7, "1/2-1/2", "35 glued_result 40 impossible_result", 6 },
  { "1. e4 1:0 e5 *", 1, "*", "7 bad_move", 1 },
  { "1. e4 (1. d4 1:0) e5 *", 2, "*", "14 bad_move", 2 },
  { "1. e4 e51-0 2. Nf3", 1, nil, "7 bad_move no_result", 1 },
  { "1. e4 e91-0", 1, nil, "7 bad_move no_result", 1 },
  { "1. e4 e5 1:1", 2, nil, "10 bad_move no_result", 2 },
  { "1. e4 1 - 0 e5 *", 2, "*", "9 skipped_text 11 move_number", 1 },
}

-- If a line end divides a move, the parts are joined, except if one part alone is a move.
local BROKEN = {
  { "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-\nO *", 7, "35 split_move", 6 },
  { "1. e4 e5 2. Nf3 Nc6 3. B \r\n b5 *", 5, "24 split_move", 4 },
  { "1. e4 (1. d4 d\nxc5) 1... e5 *", 2, "14 bad_move", 2 },
  { "1. N\nf3 *", 0, "4 bad_move", 0 }, -- f3 is a move
  { "1. e4 e5 2. Nf3 Nc6 3. B b5 *", 4, "24 bad_move", 4 }, -- without a line end
  { "1. e4 e5 2. Nf3 Nc6 3. B {x}\nb5 *", 4, "24 bad_move", 4 },
}

-- Text that ends the line: letters and squares that are not legal moves, and all text that skip.def does not list.
local ENDED = {
  { "1. e4 e5 2. Nf3 X Nc6 *", 3, "17 bad_move" },
  { "1. e4 e5 2. Ke3, Nf6 *", 2, "13 illegal_move" },
  { "1. e4e5 *", 0, "4 illegal_move" },
  { "1. nf3 *", 0, "4 bad_move" },
  { "1. e4 \u{415}5 *", 1, "7 bad_move" },
  { "1. \u{41A}f3 *", 0, "4 bad_move" },
  { "1. \u{421}c4 *", 0, "4 bad_move" },
  { "1. e4 5.0-0 *", 1, "7 move_number 9 illegal_move" },
  { "1. e4 e5 30.1-0", 2, "10 move_number" }, -- a number and the result
  { '1. e4 "e5 *', 1, "7 bad_token" },
  { "1. e4 &quot e5 *", 1, "7 skipped_text 8 bad_move" },
  { "1. e4 [White] e5 *", 1, "7 bad_token" },
  { "1. e4 +0.31x e5 *", 1, "7 bad_move" },
  { "1. e4 1.5254 e5 *", 1, "9 bad_move" },
  { "1. e4 e5???? *", 2, "9 bad_nag" },
  { '[FEN "7k/3P4/8/8/8/8/8/K7 w - - 0 1"]\n\n1. d8k *', 0, "4 bad_move" },
}

local function said(game)
  local list = {}
  for _, d in ipairs(game.diagnostics) do
    if d.code ~= "other_dialect" then
      list[#list + 1] = d.column .. " " .. d.code
    end
  end
  return table.concat(list, " ")
end

local function strict_plies(path)
  local reader <close> = assert(chess.open(path, { strict = true }))
  return reader:read().plies
end

describe("reading continues", function()
  local place
  setup(function() place = folder() end)
  teardown(function() place:__close() end)

  for kind, rows in pairs { ["skips signs"] = SKIPPED, ["repairs moves"] = REPAIRED } do
    for _, row in ipairs(rows) do
      local text, plies, codes, strict = table.unpack(row)
      it(("%s in %q"):format(kind, text):gsub("\n", " "), function()
        local game = assert(chess.game(text))
        assert.same({ plies, codes }, { game.plies, said(game) })
        local without = assert(chess.game(text, { skip = false }))
        assert.equal(strict, without.plies)
        assert.truthy(strict == plies or without.rest)
        local path = place:write("a.pgn", text)
        assert.equal(strict, strict_plies(path))
        assert.equal(0, run({ "check", path }).code)
        local is_told = codes ~= "" or strict < plies or without:check() == false
        if is_told then
          assert.equal(1, run({ "check", "--strict", path }).code)
        end
        -- If a game is written and read again, the moves must be the same, and no text may be lost.
        local again = assert(chess.game(assert(game:pgn())))
        assert.same({ plies, tostring(game.final) }, { again.plies, tostring(again.final) })
      end)
    end
  end

  for _, row in ipairs(ENDED) do
    local text, plies, codes = table.unpack(row)
    it(("ends the line of %q"):format(text):gsub("\n", " "), function()
      local game = assert(chess.game(text))
      assert.same({ plies, codes }, { game.plies, said(game) })
      local path = place:write("a.pgn", text)
      local has_error = codes:find "bad_move" or codes:find "bad_token" or codes:find "illegal_move"
      assert.equal(has_error and 1 or 0, run({ "check", "--dialect", "pgn", path }).code)
    end)
  end

  for _, row in ipairs(RESULTS) do
    local text, plies, result, codes, strict = table.unpack(row, 1, 5)
    it(("and gives the result of %q"):format(text):gsub("\n", " "), function()
      local game = assert(chess.game(text))
      local found = said(game):gsub("^%d+ no_result$", "no_result"):gsub(" %d+ no_result$", " no_result")
      assert.same({ plies, result, codes }, { game.plies, game.result, found })
      assert.equal(result, chess.game(text).result)
      local path = place:write("a.pgn", text)
      assert.equal(strict, strict_plies(path))
      assert.equal(codes:find "bad_move" and 1 or 0, run({ "check", path }).code)
      local again = assert(chess.game(assert(game:pgn())))
      assert.same({ plies, result or "*" }, { again.plies, again.result })
    end)
  end

  for _, row in ipairs(BROKEN) do
    local text, plies, codes, strict = table.unpack(row)
    it(("and joins words as in %q"):format(text):gsub("%c", " "), function()
      local game = assert(chess.game(text))
      assert.same({ plies, codes }, { game.plies, said(game) })
      assert.equal(strict, strict_plies(place:write("a.pgn", text)))
      local again = assert(chess.game(assert(game:pgn())))
      assert.equal(plies, again.plies)
    end)
  end

  it("and never ends a game at a result in another spelling", function()
    local count = 0
    for game in chess.games_in("1. e4 e5 1:0\n\nd4 d5 *") do
      count = count + 1
      assert.same({ "*", 2 }, { game.result, game.plies })
    end
    assert.equal(1, count)
  end)

  it("and stores a sequence of marks as NAGs", function()
    local root = chess.game("1. e4??? e5!!! *").root
    assert.same({ 4, 2 }, { table.unpack(root[1].nags) })
    assert.same({ 3, 1 }, { table.unpack(root[1][1].nags) })
  end)

  it("and keeps values with the move before them, but does not write signs", function()
    local game = chess.game("1. e4 +0.31/12 e5, [%clk 0:10] 2. Nf3 0.25 *")
    assert.equal("1. e4 +0.31/12 e5 [%clk 0:10] 2. Nf3 0.25 *\n", game:movetext { width = 0 })
    assert.same({ "+0.31/12" }, { table.unpack(game.root[1].notes) })
  end)

  it("as an option of every command that reads games", function()
    local path = place:write("a.pgn", "1. e4, e5 2. Nf3 *\n")
    local out = "1. e4 e5 2. Nf3 *\n\n"
    assert.same({ code = 0, out = out, err = "" }, run { "convert", "-q", "--tags", "none", path })
    local cut = run { "convert", "-q", "--no-skip", "--tags", "none", path }
    assert.equal(1, cut.code)
    assert.truthy(cut.out:find("^1%. e4\n, e5 2%. Nf3\n"))
    assert.equal("1\n", run({ "filter", "-qc", "-e", "plies { min = 3 }", path }).out)
    assert.equal("0\n", run({ "filter", "-qc", "--no-skip", "-e", "plies { min = 3 }", path }).out)
    assert.has_error(function() chess.open(path, { skip = 1 }) end)
  end)

  it("before the notation is detected", function()
    local figurine = chess.game("1. e4 e5 2. \u{2658}f3 \u{2658}c6 3. \u{2657}b5 a6 *")
    assert.same({ "pgn", 6 }, { figurine.dialect, figurine.plies })
    local russian = chess.game("1. e4 e5 2. \u{41A}f3 \u{41A}c6 3. \u{421}b5 a6 *")
    assert.same({ "russian", 6 }, { russian.dialect, russian.plies })
    local mixed = chess.game("1. e4 e5 2. Nf3 N\u{441}6 3. \u{2657}b5, a6 *")
    assert.same({ "pgn", 6 }, { mixed.dialect, mixed.plies })
  end)

  it("in the same way in the tree, the replay and the queries", function()
    for _, rows in ipairs { SKIPPED, REPAIRED, ENDED, RESULTS, BROKEN } do
      for _, row in ipairs(rows) do
        local game, count = chess.game(row[1]), 0
        for _ in game:mainline() do
          count = count + 1
        end
        assert.equal(row[2], count, row[1])
        assert.is_true(chess.query.plies { min = row[2], max = row[2] }(chess.game(row[1])), row[1])
      end
    end
  end)

  it("with the same diagnostics from the reader and from the game", function()
    local function place_of(record)
      return ("%s %d+%d %s"):format(record.code, record.offset, record.size or -1, record.token)
    end
    for _, rows in ipairs { SKIPPED, REPAIRED, ENDED, BROKEN } do
      for _, row in ipairs(rows) do
        local reader <close> = chess.open({ text = row[1] }, { check = true })
        local game = assert(reader:read())
        local of_reader, of_game = {}, {}
        for i, record in ipairs(reader:take_diagnostics()) do
          of_reader[i] = place_of(record)
        end
        for i, record in ipairs(game.diagnostics) do
          of_game[i] = place_of(record)
        end
        assert.same(of_game, of_reader, row[1])
      end
    end
  end)

  it("and reports each sign once, however many there are", function()
    local TAGS = '[Event "?"]\n[Result "*"]\n\n'
    local MOVES = { "1. e4", " e5", " 2. Nf3", " Nc6", " 3. Bb5", " a6", " 4. Ba4", " Nf6" }
    for signs = 1, #MOVES do
      local text = TAGS .. table.concat(MOVES, ",", 1, signs) .. "," .. table.concat(MOVES, "", signs + 1) .. " *\n"
      local reader = chess.open({ text = text }, { check = true })
      local game, of_reader, of_game = reader:read(), {}, {}
      for _, record in ipairs(reader:take_diagnostics()) do
        of_reader[#of_reader + 1] = record.text
      end
      for _, record in ipairs(game.diagnostics) do
        of_game[#of_game + 1] = record.text
      end
      assert.equal(signs, #of_game)
      assert.same(of_game, of_reader)
    end
  end)

  it("after any number of signs, each of which is reported with its column", function()
    local SIGNS = { ",", "|", "&", "\\", "]", "+", "0.31", "&quot;", "[%clk 0:10]", "#" }
    local words, expected, column = {}, {}, 1
    for i = 1, 40 do
      local move = (i + 1) // 2 .. (i % 2 == 1 and ". " or "... ") .. ({ "Nc3", "Nc6", "Nb1", "Nb8" })[(i - 1) % 4 + 1]
      local sign = SIGNS[i % #SIGNS + 1]
      words[i] = move .. " " .. sign
      expected[i] = ("%d %s"):format(column + #move + 1, sign)
      column = column + #words[i] + 1
    end
    local path = place:write("many.pgn", table.concat(words, " ") .. " *\n")
    local checked, found = run { "check", path }, {}
    local MESSAGE = ":1:(%d+): warning: text that changes no move is skipped (.-) %[skipped_text%]"
    for at, text in checked.out:gmatch(MESSAGE) do
      found[#found + 1] = at .. " " .. text:gsub('^"(.*)"$', "%1"):gsub("\\\\", "\\")
    end
    assert.same(expected, found)
    assert.same({ 0, 40 }, { checked.code, tonumber(checked.err:match("1 game, (%d+) plies")) })
    assert.equal(1, run({ "check", "--strict", path }).code)
  end)

  it("as docs/pgn.md explains, with each sign of its table", function()
    local page = file.read "docs/pgn.md"
    for text in file.read("csrc/pgn/skip.def"):gmatch 'LC_SKIP%(%l[%l_]*, "([^"]+)", SIGN' do
      text = text:gsub("\\\\", "\\"):gsub("\\x(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end)
      assert.truthy(page:find(("`%s`"):format((text:gsub("|", "\\|"))), 1, true), text)
    end
  end)
end)
