-- Where games begin and end. Only the bytes of the text decide. So the same games are found in a file, in a stream of
-- single bytes, with other line ends, and in parts of a file.

local chess = require "lucena"
local nasty = require "spec.support.nasty"
local new_folder = require "spec.support.folder"
local run = require "spec.support.run"
local parts = require("lucena.core").parts

local A, B = '[Event "A"]\n[White "W"]\n\n', '[Event "B"]\n[White "V"]\n\n'

-- A text; its games as plies and result ("-": none), "+" after unreadable text; the codes of the games'
-- diagnostics; those about text outside games.
local ROWS = {
  -- after the result
  { A .. "1. e4 1-0 {Black resigns}\n\n" .. B .. "1. d4 d5 0-1 ; on time\n", "1 1-0, 2 0-1" },
  { A .. "1. e4 1-0 ff\n\n" .. B .. "1. d4 *", "1 1-0, 1 *", "text_after_result" },
  { A .. "1. e4 1-0\n{next line}\n\n" .. B .. "1. d4 *", "1 1-0, 1 *" },
  { "1. e4 1-0 1. d4 0-1", "1 1-0, 1 0-1" },
  { "1. e4 1-0 1-0", "1 1-0", "text_after_result" },
  { "1. e4 1-0\n\n{bye}\n", "1 1-0", "", "stray_text" },
  { "1. e4 1-0\n\n% bye\n", "1 1-0", "", "stray_text" },
  { "1. e4 1-0\n\nbye\n", "1 1-0", "", "stray_text" },
  -- moves without tags after stray text; before the first game, they may be in prose
  { "1. e4 *\nround two\n1. d4 *\n", "1 *, 1 *", "", "stray_text" },
  { "1. e4 1-0\n\nround two\n\n  1.d4 d5 2. c4! *\nround three\n1. Nf3 {x} *", "1 1-0, 3 *, 1 *", "",
    "stray_text stray_text" },
  { "1. e4 *\nbetter was\n1. d4 and wins\n", "1 *", "", "stray_moves" },
  { "1. e4 *\nround two\n2. d4 *\n", "1 *", "", "stray_moves" },
  { "round one\n1. d4 *\n" .. A .. "1. e4 *", "1 *", "", "stray_moves" },
  -- moves after a malformed tag
  { '[White "A"]\n\n[%a] 1. e4 e5 *', "2 *", "bad_tag" },
  { "[Event Rome] 1. e4 1-0 [Event Bonn] 1. d4 d5 0-1", "1 1-0, 2 0-1", "bad_tag bad_tag" },
  { '[word] e5 "?"]\n1. e4 *', "1 *", "bad_tag" },
  { "[Event Rome [ITA] 2]\n1. e4 1-0", "1 1-0", "bad_tag" },
  { "[[a] e4 e5 *", "2 *", "bad_tag" },
  -- the semicolon of an HTML character reference begins no comment
  { "1. e4 &quot; e5 1-0\n1. d4 *", "2 1-0, 1 *", "skipped_text" },
  { "1. e4 &#39; (1. d4 &amp; d5) e5 1-0 x&amp;y {c}\n1. d4 *", "2 1-0, 1 *",
    "skipped_text skipped_text text_after_result" },
  { "1. e4 a&b; 1-0\n1. d4 *", "1 1-0 +, 1 *", "bad_move" },
  { "1. e4 ;&b; 1-0\n1. d4 *", "1 * +", "illegal_move" },
  { "1. e4 &; 1-0\ne5 *", "2 *", "skipped_text" },
  { "1. e4 &abcdefghijk; 1-0\ne5 *", "1 * +", "skipped_text bad_move" },
  -- a tag at the start of a line
  { "1. e4 e5\n" .. B .. "1. d4 *", "2 -, 1 *", "no_result" },
  { "1. e4 (1. d4\n" .. B .. "1. d4 *", "1 -, 1 *", "unclosed_variation no_result" },
  { '1. e4 e5\n  [White "x"]\n1. d4 *', "2 -, 1 *", "no_result" },
  { '1. e4 e5\n\f[Event "x"]\n1. d4 *', "2 -, 1 *", "no_result" }, -- a form feed begins a page
  -- a tag inside a line
  { '1. e4 [White "x"] e5 *', "2 *", "inner_tag" },
  { '1. e4 (1. d4 [Site "x"] d5) e5 *', "2 *", "inner_tag" },
  { '1. e4 [White "a (b"] e5 *', "1 * +", "bad_token" },
  { '1. e4 [White "1-0"] e5 *', "2 *", "inner_tag" },
  { '1. e4 [White "1-0 x"] *', "1 *", "inner_tag" },
  { "1. e4 [%clk x 1-0 y] *", "1 1-0 +", "bad_token text_after_result" },
  { '1. e4 [White "x 1-0 y"] *', "1 1-0 +", "bad_token text_after_result" },
  -- two sections with a blank line between
  { '[White "a"]\n\n[Black "b"]\n\n1. e4 *', "1 *" },
  { '[White "a"]\n\n[Event "b"]\n\n1. e4 *', "0 -, 1 *", "no_result" },
  { '[White "a"]\n[Black "b"]\n\n[Black "c"]\n\n1. e4 *', "0 -, 1 *", "no_result" },
  { ('[Round "1"]\n\n'):rep(45), (("0 -, "):rep(44) .. "0 -"), (("no_result "):rep(44) .. "no_result") },
  -- without a blank line
  { '[Event "a"]\n[Site "b"]\n[Event "c"]\n[Site "d"]\n\n1. e4 *', "0 -, 1 *", "no_result" },
  { '[White "a"]\n[Black "b"]\n[White "c"]\n[Black "d"]\n\n1. e4 *', "0 -, 1 *", "no_result" },
  { '[White "a"]\n[Event "b"]\n[Black "c"]\n[Event "d"]\n\n1. e4 *', "0 -, 1 *", "no_result" },
  { '[Event "a"]\n[Event "b"]\n[Site "c"]\n\n1. e4 *', "1 *", "duplicate_tag" },
  { '[Event "a"]\n[Site "b"]\n[Site "c"]\n[Date "?"]\n[Site "d"]\n\n1. e4 *', "1 *", "duplicate_tag" },
  { '[Site "a"]\n[Date "?"]\n[Event "c"]\n\n1. e4 *', "1 *" },
  { '[Event "a"]\n[EventDate "?"]\n[EventType "c"]\n\n1. e4 *', "1 *" },
  { '[Tournament "a"]\n[Site "b"]\n[TournamentX "c"]\n\n1. e4 *', "1 *" },
  { '[Tournament "a"]\n[Site "b"]\n[Tournament "c"]\n\n1. e4 *', "0 -, 1 *", "no_result" },
  { '[Round~ "a"]\n[Site "b"]\n[Round "' .. ("c"):rep(70) .. '"]\n\n1. e4 {' .. ("x"):rep(70) .. "} *", "0 -, 1 *",
    "bad_tag no_result" },
  { '[Event "a"] [Site "b"] [Event "c"]\n\n1. e4 *', "1 *", "duplicate_tag" },
  -- the star terminates itself (PGN 7); in books, a star directly after a move is an ornament
  { "1. e4 *2. d4 d5 *", "1 *", "", "fragment" },
  { "*1. e4 e5 1-0 1. e4 *", "0 *, 2 1-0, 1 *" },
  { "1. e4 e5*1. d4 d5*", "2 *, 2 *" },
  { "1. e4*2. d4 d5 *", "1 * +", "bad_token" },
  -- movetext that starts again
  { "1. e4 e5\n\n1. d4 d5\n\n1. c4 c5\n", "2 -, 2 -, 2 -", "restarted_movetext restarted_movetext no_result" },
  { "1. e4 e5\n \t\n  1. d4 *", "2 -, 1 *", "restarted_movetext" },
  { A .. "1. e4 e5\n\n1. d4 d5 *", "2 -, 2 *", "restarted_movetext" },
  { "1. e4 e5\n\n1... d5 *", "2 * +", "move_number illegal_move" },
  { "1. e4 e5\n1. d4 d5 *", "4 *", "move_number" },
  { "1. e4 e5 (1... c5\n\n1. d4) 2. Nf3 *", "3 *", "move_number" },
  { "1. e4 e5\n\n2. Nf3 *", "3 *" },
  { "1. e4 e5\n\n10. Nf3 *", "3 *", "move_number" },
  { "1. e4 {a\n\n1. d4} e5 *", "2 *" },
  { '[Event "a\nb"]\n\n1. e4 *', "0 * +", "bad_tag bad_move" },
  { "e4 e5\n\nd4 d5 *", "4 *", "possible_new_game" },
  { "e4 e5\n\ne4 d5 *", "2 * +", "possible_new_game illegal_move" },
  { "1. e4 e5\n\nNf3 Nc6 *", "4 *" },
  { "e4 e5 {a}\n\nd4 d5 *", "4 *" },
  -- NAGs before the first move
  { "$1 1. e4 *", "1 *" },
  { "$1 $32 1. e4 e5 *", "2 *" },
  { "$5 for a board", "", "", "not_pgn" },
  -- fragments
  { "1. e4 e5 1-0 2. Nf3 0-1", "2 1-0", "", "fragment" },
  { "12. Nf3 Nc6 *\n\n" .. A .. "1. e4 *", "1 *", "", "fragment" },
  { "2... e5 *", "", "", "fragment" },
  { A .. "12. e4 *", "1 *", "move_number" },
  { "01. e4 *", "1 *" },
  { "e4 e5 2. Nf3 *", "3 *" },
  -- lines that begin with a number
  { "4th Open\n\n" .. A .. "1. e4 *", "1 *", "", "stray_text" },
  { "1994 Linares\n\n" .. A .. "1. e4 *", "1 *", "", "stray_text" },
  { "2e ronde\n\n" .. A .. "1. e4 *", "1 *", "", "stray_text" },
  { "2023-05-06\n\n" .. A .. "1. e4 *", "1 *", "", "stray_text" },
  { "12 / 5\n\n" .. A .. "1. e4 *", "1 *", "", "stray_text" },
  { "1 e4 e5 2 Nf3 *", "3 *" },
  { "1) e4 e5 *", "2 *", "stray_close" },
  { "1e4 e5 *", "0 * +", "bad_move" },
  { "1\u{2026} e5 *", "0 * +", "illegal_move" },
  { "1-0", "0 1-0" },
  { "5254 5755 *", "0 * +", "bad_move" },
  -- brackets of forums
  { "[pgn]\n1. e4 *\n[/pgn]\n", "1 *", "", "stray_text stray_text" },
  { "Look:\n[pgn]\n1. e4 *\n[/pgn]\n", "1 *", "", "stray_text stray_text stray_text" },
}

-- Reads all games. Returns the descriptions of the games, the codes of the diagnostics in games, the codes of the other
-- diagnostics, and all bytes in order.
local function read(source)
  local reader <close> = assert(chess.open(source))
  local games, said, outside, copy = {}, {}, {}, {}
  for game in function() return (reader:read()) end do
    games[#games + 1] = nasty.describe(game)
    copy[#copy + 1] = parts.gap(reader) .. game.text
    for _, d in ipairs(game.diagnostics) do
      said[#said + 1] = d.code
    end
  end
  copy[#copy + 1] = parts.gap(reader)
  for i, d in ipairs(reader:take_diagnostics()) do
    outside[i] = d.code
  end
  return { table.concat(games, ", "), table.concat(said, " "), table.concat(outside, " ") }, table.concat(copy)
end

-- A source of one byte per call.
local function single_bytes(text)
  local at = 0
  return function()
    at = at + 1
    return at <= #text and text:sub(at, at) or nil
  end
end

describe("the bytes decide where games begin and end:", function()
  for _, row in ipairs(ROWS) do
    local text, expected = row[1], { row[2], row[3] or "", row[4] or "" }

    it(("%q"):format(text:sub(1, 80)):gsub("%c", "|"), function()
      local found, copy = read { text = text }
      assert.same(expected, found)
      assert.equal(text, copy)
      assert.same(expected, (read(single_bytes(text))))
      for _, line_end in ipairs { "\r\n", "\r" } do
        local changed = text:gsub("\n", line_end)
        found, copy = read { text = changed }
        assert.same(expected, found)
        assert.equal(changed, copy)
        assert.same(expected, (read(single_bytes(changed))))
      end
      -- A game must be the same when the games before and after it are removed.
      for game in chess.games { text = text } do
        assert.same({ nasty.describe(game) }, { (read { text = game.text }[1]) })
      end
    end)
  end

  it("also in parts of a file", function()
    local folder <close> = new_folder()
    local texts = {}
    for i, row in ipairs(ROWS) do
      texts[i] = row[1] .. "\n\n" .. A .. ("{%d} "):format(i) .. "1. a3 *\n\n"
    end
    folder:write("all.pgn", table.concat(texts))
    local function read_parts(...)
      return run({ "filter", "-q", "-e", "plies{min = 0}", "all.pgn", cwd = folder.root, ... }).out
    end
    local whole = read_parts()
    assert.is_true(#whole > 5000)
    for _, parts_count in ipairs { 2, 3, 7 } do
      local found = {}
      for i = 1, parts_count do
        found[i] = read_parts("--range", ("%d/%d"):format(i, parts_count))
      end
      assert.equal(whole, table.concat(found))
    end
    assert.equal(whole, read_parts("--jobs", "3"))
  end)
end)

describe("a long word after a result", function()
  it("begins no game, wherever the buffer ends", function()
    local folder <close> = new_folder()
    -- From its second part on, the word looks like the move number of another game.
    local word = ("a"):rep(700) .. "1." .. ("a"):rep(100)
    local tail = "} * " .. word .. "\n\n"
    for offset = 1, #word, 7 do
      local text = "1. e4 {" .. ("x"):rep(262144 - 7 - offset) .. tail .. B .. "1. d4 *\n"
      local games = 0
      for game in chess.games(folder:write("a.pgn", text)) do
        games = games + 1
        assert.equal(games == 1 and "?" or "V", game.tags.White or "?", offset)
      end
      assert.equal(2, games, offset)
    end
  end)
end)

describe("a game of one long line after other text", function()
  local MOVES = "1. e4 e5"
  for i = 1, 40 do
    MOVES = ("%s %d. %s %s"):format(MOVES, i + 1, i % 2 == 1 and "Nf3 Nc6" or "Ng1 Nb8", "")
  end

  it("is found with any blanks before it", function()
    for blanks = 0, 64 do
      local text = ("1. d4 *\nround two\n%s%s*\n"):format((" "):rep(blanks), MOVES)
      local plies = {}
      for game in chess.games_in(text) do
        plies[#plies + 1] = game.plies
      end
      assert.same({ 1, 82 }, plies, blanks)
    end
  end)
end)

describe("a result directly after e.p", function()
  it("ends no game, and is not written as another result", function()
    local game = chess.game "1. e4 a e.p0-1\n"
    assert.same({ nil, "a e.p0-1" }, { game.result, game.rest })
    assert.equal("0-1", chess.game("1. e4 e5 e.p. 0-1\n").result)
    local text = run { "convert", "-q", stdin = "1. e4 a e.p0-1\n" }.out
    assert.equal(text, run { "convert", "-q", stdin = text }.out)
  end)
end)

describe("a comment that is never closed", function()
  it("is reported with the games in it, also after an unreadable move", function()
    local text = '[White "A"]\n\n1. e4 Ke7 {open\n\n[White "B"]\n\n1. d4 {x} d5 0-1\n\n[White "C"]\n\n1. c4 c5 1-0\n'
    local game = chess.games({ text = text })()
    local d = game.diagnostics[2]
    assert.same({ "unclosed_comment", 3, 11 }, { d.code, d.line, d.column })
    assert.matches("28 bytes with a tag section", d.message)
    assert.matches("%-%-salvage", d.message)
    local opened = '[White "A"]\n\n1. e4 Ke7 {open\n\n[White "B"]\n\n1. d4 d5 0-1\n'
    d = chess.games({ text = opened })().diagnostics[2]
    assert.same({ "unclosed_comment", 3, 11 }, { d.code, d.line, d.column })
    assert.matches("1 tag section among them", d.message)
  end)

  it("is reported inside an unreadable variation", function()
    local game = chess.games({ text = '1. e4 (1. Ke2 {open\n\n[White "B"]\n\n1. d4 *' })()
    local codes = {}
    for i, d in ipairs(game.diagnostics) do
      codes[i] = d.code
    end
    assert.same({ "illegal_move", "unclosed_comment" }, { codes[1], codes[2] })
  end)
end)

describe("a tag inside a line", function()
  it("is a comment, and does not begin a game when it is written", function()
    local game = chess.game('1. e4 [Annotator "Tal"] e5 2. Nf3 *')
    assert.same({ '[Annotator "Tal"]' }, { table.unpack(game.root[1].notes) })
    for width = 1, 40 do
      local text = game:pgn { width = width }
      local next_game = chess.games { text = text }
      local again = next_game()
      assert.is_nil(next_game())
      assert.same({ '[Annotator "Tal"]' }, { table.unpack(again.root[1].notes) })
      assert.equal(text, again:pgn { width = width })
    end
  end)
end)

describe("a fragment", function()
  it("makes each command that reads it exit with 1", function()
    local folder <close> = new_folder()
    folder:write("a.pgn", "1. e4 e5 1-0 2. Nf3 0-1\n")
    for _, line in ipairs {
      "check a.pgn", "convert a.pgn", "convert -t json a.pgn", "filter -e checkmate a.pgn",
      "filter --jobs 2 --check a.pgn", "sort --by Date a.pgn", "merge a.pgn -o b.pgn", "dedup a.pgn -o b.pgn",
      "report openings a.pgn", "show a.pgn 1,2", "tag --set A=b a.pgn",
      "split --every 1 --into c a.pgn", "sample --count 1 a.pgn",
    } do
      local request = { cwd = folder.root }
      for word in line:gmatch "%S+" do
        request[#request + 1] = word
      end
      local done = run(request)
      assert.same({ line, 1 }, { line, done.code })
      assert.matches("a.pgn:1:14: .*move 1", done.err .. done.out)
    end
  end)
end)
