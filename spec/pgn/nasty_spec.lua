-- Files that break other readers: no crash, no hang, no game lost, the same games however the bytes arrive.

local chess = require "lucena"

local FOLDER = "spec/data/nasty/pgn/"

-- File; its games as "PLIES RESULT", "-" for none, "+" when an unreadable tail is kept; the codes of the games'
-- diagnostics in order, behind a bar those of text outside games.
local ROWS = {
  { "p01_bom.pgn", "2 *", "" },
  { "p02_crlf.pgn", "3 *", "" },
  { "p03_cr_only.pgn", "2 *", "" },
  { "p04_no_eof_newline.pgn", "3 -", "no_result" },
  { "p06_utf16le.pgn", "", "|utf16" },
  { "p07_nul_in_comment.pgn", "3 *, 1 *", "control_character" },
  { "p08_nul_in_tag.pgn", "1 *", "control_character" },
  { "p10_unclosed_brace_last.pgn", "2 *, 1 -", "unclosed_comment no_result" },
  { "p11_header_in_comment.pgn", "2 *, 1 *", "" },
  { "p12_result_in_comment.pgn", "3 *", "" },
  { "p13_percent_escape.pgn", "2 *", "" },
  { "p14_percent_in_comment.pgn", "3 *", "" },
  { "p15_semicolon_comment.pgn", "3 *", "" },
  { "p16_semicolon_in_brace.pgn", "3 *", "" },
  { "p18_nested_brace.pgn", "3 *", "" },
  { "p19_paren_in_comment.pgn", "3 *", "" },
  { "p20_stray_close_paren.pgn", "3 *, 1 *", "stray_close" },
  { "p21_illegal_then_close.pgn", "1 * +", "illegal_move" },
  { "p22_unclosed_paren.pgn", "2 *, 1 *", "unclosed_variation" },
  { "p24_nested_reattach.pgn", "2 *", "" },
  { "p26_deep_2000_legal.pgn", "2 *, 1 *", "nesting_too_deep" },
  { "p32_escaped_quote.pgn", "1 *", "" },
  { "p33_backslash_end.pgn", "2 *", "bad_tag" },
  { "p34_inner_quotes.pgn", "2 1-0", "" },
  { "p35_bracket_in_tag.pgn", "2 1-0", "" },
  { "p37_tags_one_line.pgn", "2 1-0", "" },
  { "p38_no_blank_line.pgn", "2 1-0, 2 0-1", "" },
  { "p40_empty_movetext.pgn", "0 0-1, 1 1-0", "" },
  { "p41_headers_only.pgn", "0 -, 1 *", "no_result" },
  { "p42_result_mismatch.pgn", "2 0-1", "result_mismatch" },
  { "p43_result_missing.pgn", "2 -, 2 0-1", "no_result" },
  { "p44_illegal_mid.pgn", "2 * +, 1 *", "illegal_move" },
  { "p46_ambiguous.pgn", "0 * +", "ambiguous_move" },
  { "p47_pinned_overdisamb.pgn", "1 *", "" },
  { "p48_zero_castle.pgn", "8 *", "" },
  { "p49_OO_joined.pgn", "6 * +", "bad_move" },
  { "p51_promo_missing.pgn", "0 * +", "missing_promotion" },
  { "p52_long_algebraic.pgn", "4 *", "" },
  { "p53_ep_suffix.pgn", "5 *", "san_style" },
  { "p55_nag_flood.pgn", "2 *", "bad_nag bad_nag bad_nag bad_nag" },
  { "p56_movenums_wrong.pgn", "4 *", "" },
  { "p57_bad_fen_tag.pgn", "0 * +, 1 *", "bad_board" },
  { "p58_fen_no_setup.pgn", "2 *", "" },
  { "p59_960_castle.pgn", "6 *", "" },
  { "p61_html.pgn", "2 *", "" },
  { "p62_terminal_esc.pgn", "2 *", "control_character" },
  { "p63_csv_formula.pgn", "1 *", "" },
  { "p64_path_traversal.pgn", "1 *, 1 *", "" },
  { "p65_bidi_rtl.pgn", "1 *", "" },
  { "p67_empty_file.pgn", "", "" },
  { "p68_only_spaces.pgn", "", "" },
  { "p69_binary_junk.pgn", "", "|not_pgn" },
  { "p70_html_not_pgn.pgn", "", "|not_pgn" },
  { "p71_clk_wrapped.pgn", "2 *", "" },
  { "p73_mate_mark_wrong.pgn", "7 1-0", "result_mismatch" },
  { "p74_moves_after_mate.pgn", "4 0-1 +", "game_over result_mismatch" },
  { "p77_half_results.pgn", "2 1/2-1/2, 1 1/2-1/2", "result_style result_mismatch result_style result_mismatch" },
  { "p78_unicode_figurine.pgn", "2 * +", "bad_move" },
  { "p81_comment_between_tags.pgn", "1 *", "" },
}

local read = require("spec.support.file").read
local write = require("spec.support.file").write

local function describe_game(g)
  return ("%d %s%s"):format(g.plies, g.result or "-", g.rest and " +" or "")
end

-- What a text's games are, and the codes of what is said about them, when it is read from memory.
local function from_memory(text)
  local games, codes = {}, {}
  for g in chess.games_in(text) do
    games[#games + 1] = describe_game(g)
    for _, d in ipairs(g.diagnostics) do
      codes[#codes + 1] = d.code
    end
  end
  return table.concat(games, ", "), table.concat(codes, " ")
end

-- The same through a Reader, and what a whole copy would be.
local function from_reader(reader)
  local games, codes, copy = {}, {}, {}
  for g in function() return (reader:read()) end do
    copy[#copy + 1] = reader:gap() .. g.text
    games[#games + 1] = describe_game(g)
    for _, d in ipairs(g.diagnostics) do
      codes[#codes + 1] = d.code
    end
  end
  copy[#copy + 1] = reader:gap()
  local outside = reader:take_diagnostics()
  for i, d in ipairs(outside) do
    codes[#codes + 1] = (i == 1 and "|" or "") .. d.code
  end
  return table.concat(games, ", "), (table.concat(codes, " "):gsub(" |", "|")), table.concat(copy)
end

local function from_file(text)
  local path = os.tmpname()
  write(path, text)
  local reader = assert(chess.open(path))
  os.remove(path)
  local games, codes, copy = from_reader(reader)
  reader:close()
  return games, codes, copy
end

describe("nasty files", function()
  it("are all expected here", function()
    local names = {}
    for _, row in ipairs(ROWS) do
      names[row[1]] = true
    end
    local pipe = assert(io.popen("ls " .. FOLDER))
    for name in pipe:lines() do
      assert.is_true(names[name], name)
      names[name] = nil
    end
    pipe:close()
    assert.is_nil(next(names))
  end)
end)

for _, row in ipairs(ROWS) do
  local name, wanted, wanted_codes = row[1], row[2], row[3]
  local text = read(FOLDER .. name)
  local inside = wanted_codes:gsub("|.*", "")
  local is_stray = wanted_codes:find("|", 1, true) ~= nil

  describe(name, function()
    it("is read from memory and from a file, and copied byte for byte", function()
      local games, codes = from_memory(text)
      assert.equal(wanted, games)
      assert.equal(inside, codes)
      local copy
      games, codes, copy = from_file(text)
      assert.equal(wanted, games)
      assert.equal(wanted_codes, codes)
      assert.is_true(copy == text)
    end)

    it("is walked, printed and checked without harm", function()
      for g in chess.games_in(text) do
        local nodes = 0
        g:walk(function(node)
          nodes = nodes + 1
          assert.equal("string", type(node.san))
        end)
        assert.is_true(nodes >= g.plies)
        local again = assert(chess.game(assert(g:pgn())))
        assert.equal(g.plies, again.plies)
        assert.equal(tostring(g.final), tostring(again.final))
        g:check()
      end
    end)

    if not is_stray then
      it("has the same games with other line ends", function()
        local unix = text:gsub("\r\n?", "\n")
        assert.equal(wanted, (from_memory(unix)))
        for _, line_end in ipairs { "\r\n", "\r" } do
          local other = unix:gsub("\n", line_end)
          assert.equal(wanted, (from_memory(other)))
          local games, codes, copy = from_file(other)
          assert.equal(wanted, games)
          assert.equal(wanted_codes, codes)
          assert.is_true(copy == other)
        end
      end)

      it("has the same games without a final line end", function()
        local bare = text:gsub("%s+$", "")
        assert.equal(wanted, (from_memory(bare)))
        assert.equal(wanted, (from_file(bare)))
      end)

      it("has its games twice when it stands twice in a row", function()
        local twice = wanted .. (wanted ~= "" and ", " or "") .. wanted
        if name:find("unclosed_brace") then
          twice = wanted -- the open comment takes in all that follows
        end
        assert.equal(twice, (from_memory(text .. "\n\n" .. text)))
        assert.equal(twice, (from_file(text .. "\n\n" .. text)))
      end)

      it("has the game that follows it, and the one before", function()
        local around = wanted ~= "" and { "3 1-0", wanted, "1 0-1" } or { "3 1-0", "1 0-1" }
        if name:find("unclosed_brace") then
          around[3] = nil
        end
        local both = "1. d4 d5 2. c4 1-0\n\n" .. text .. '\n\n[Event "E"]\n\n1. c4 0-1\n'
        assert.equal(table.concat(around, ", "), (from_memory(both)))
      end)
    end

    if #text < 4096 then
      it("loses nothing when it is cut at any byte", function()
        local whole = {}
        for g in chess.games_in(text) do
          whole[#whole + 1] = g
        end
        local _, ends, has_sign
        if whole[1] then
          _, ends = text:find(whole[1].text, 1, true)
          has_sign = whole[1].text:find("1%-0$") or whole[1].text:find("0%-1$") or whole[1].text:find("%*$")
        end
        for size = 0, #text do
          local piece = text:sub(1, size)
          local number, at = 0, 1
          for g in chess.games_in(piece) do
            number = number + 1
            local from, to = piece:find(g.text, at, true)
            -- Between games there is white space, a byte order mark, a comment of no game, or stray text.
            local between = piece:sub(at, from - 1)
            assert.is_true(is_stray or between:find("^[%s\xef\xbb\xbf]*$") ~= nil, between)
            at = to + 1
            local full = whole[number]
            if full and full.result and g.text == full.text then
              assert.equal(describe_game(full), describe_game(g))
            end
            assert.equal("table", type(g.diagnostics))
          end
          assert.is_true(is_stray or not piece:sub(at):find("^%s*[%w%[]"), piece)
          assert.is_true(number <= #whole + 1)
          -- A game whose result sign lies before the cut is as it was.
          local first = whole[1]
          if first and size >= ends and has_sign then
            assert.equal(describe_game(first), (from_memory(piece):match("^[^,]*")))
          end
        end
      end)

      -- The reader's window is 256 KiB: a game in front pushes the text across its edge.
      it("has the same games when the window ends inside it", function()
        local WINDOW = 262144
        -- At line ends, where boundaries are, and some bytes between.
        local offsets = {}
        for offset = 1, math.max(1, #text), math.max(1, #text // 20) do
          offsets[#offsets + 1] = offset
        end
        for offset in text:gmatch("[\r\n]()") do
          offsets[#offsets + 1] = offset - 1
        end
        for _, offset in ipairs(offsets) do
          local front = "1. e4 {" .. ("x"):rep(WINDOW - offset - 12) .. "} *\n\n"
          assert.equal(WINDOW - offset, #front)
          local games, _, copy = from_file(front .. text)
          assert.equal(wanted == "" and "1 *" or "1 *, " .. wanted, games, "cut at byte " .. offset)
          assert.is_true(copy == front .. text)
        end
      end)
    end
  end)
end

describe("a pipe", function()
  local LUA = os.getenv("LUCENA_LUA") or "lua5.4"
  -- Writes a file to standard output, unbuffered, some bytes at a time.
  local FEED = [[
    local file = assert(io.open(arg[1], "rb"))
    local step = tonumber(arg[2])
    io.stdout:setvbuf("no")
    for piece in function() return file:read(step) end do io.stdout:write(piece) end]]

  local function feed(path, step)
    local fifo, script = os.tmpname(), os.tmpname()
    write(script, FEED)
    assert(os.execute(("rm '%s' && mkfifo '%s'"):format(fifo, fifo)))
    local writer = assert(io.popen(("'%s' '%s' '%s' %d >'%s'"):format(LUA, script, path, step, fifo), "r"))
    local games, number = {}, 0
    for g in chess.games(fifo) do
      number = number + 1
      assert.equal(number, g.number)
      games[#games + 1] = describe_game(g)
    end
    writer:close()
    os.remove(fifo)
    os.remove(script)
    return table.concat(games, ", ")
  end

  for _, step in ipairs { 1, 7 } do
    it(("gives the same games, %d bytes a write"):format(step), function()
      for _, row in ipairs(ROWS) do
        assert.equal(row[2], feed(FOLDER .. row[1], step), row[1])
      end
    end)
  end
end)
