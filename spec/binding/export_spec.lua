-- Game:pgn, Game:movetext, Game:export and Writer:export: options, tag sections and listings. The output must be the
-- same whether the tree of the game was built or not.

local chess = require "lucena"
local items = require "spec.support.items"
local folder = require "spec.support.folder"
local read_file = require("spec.support.file").read
local need = require "spec.support.need"

local function one(text)
  return assert(chess.game(text))
end

describe("the tag section", function()
  local GAME = '[Zeta "z"]\n[White "W"]\n[Alpha "a"]\n[ECO "B00"]\n[alpha "b"]\n\n1. e4 *'

  it("has the seven standard tags first, then the others in ASCII order", function()
    assert.equal('[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "W"]\n[Black "?"]\n[Result "*"]\n'
      .. '[Alpha "a"]\n[ECO "B00"]\n[Zeta "z"]\n[alpha "b"]\n\n1. e4 *\n', one(GAME):pgn())
  end)

  it("has the requested tags", function()
    assert.equal("1. e4 *\n", one(GAME):pgn { tags = "none" })
    assert.equal("1. e4 *\n", one(GAME):pgn { tags = {} })
    assert.equal('[ECO "B00"]\n[White "W"]\n\n1. e4 *\n', one(GAME):pgn { tags = { "ECO", "Black", "White" } })
    assert.equal('[ECO "B00"]\n[Alpha "a"]\n[Result "*"]\n[Zeta "z"]\n[alpha "b"]\n[White "W"]\n\n1. e4 *\n',
      one(GAME):pgn { tags = { "ECO", "*", "White" } })
    local roster = one(GAME):pgn { tags = "roster" }
    assert.equal(7, select(2, roster:gsub("%[", "")))
    assert.is_nil(roster:find("Zeta"))
  end)

  it("has the result of the movetext if there is no Result tag", function()
    for _, result in ipairs { "1-0", "0-1", "1/2-1/2", "*" } do
      assert.truthy(one("1. e4 " .. result):pgn():find('[Result "' .. result .. '"]', 1, true))
    end
    assert.truthy(one('[Result "1-0"]\n\n1. e4 0-1'):pgn():find('[Result "1-0"]', 1, true))
    assert.truthy(one("1. e4 (1. d4 0-1"):pgn():find('[Result "0-1"]', 1, true))
  end)

  it("writes all tags of a name in sequence, and keeps malformed lines", function()
    assert.equal('[A "1"]\n[A "3"]\n[B "2"]\n[B "4"]\n[White "x"]\n[White "y"]\n\n*\n',
      one('[B "2"]\n[B "4"]\n[A "1"]\n[White "x"]\n[A "3"]\n[White "y"]\n\n*'):pgn { tags = { "A", "B", "White" } })
    local game = one('[B "2"]\n[A "1"]\n[A "3"]\n[ "x"]\n[ \n\n*')
    local function section()
      return (game:pgn { tags = { "*" } }:gsub('%[Result "%*"%]\n', ""))
    end
    assert.equal('[ "x"]\n[]\n[A "1"]\n[A "3"]\n[B "2"]\n\n*\n', section())
    assert.same({ { "A", "3" }, { "", '[ "x"]' }, { "", "[ " } }, items(game.duplicate_tags))
    game.tags.B = "5"
    assert.equal('[ "x"]\n[]\n[A "1"]\n[A "3"]\n[B "5"]\n\n*\n', section())
    game.tags.A = nil
    assert.equal('[ "x"]\n[]\n[B "5"]\n\n*\n', section())
    assert.same({ { "", '[ "x"]' }, { "", "[ " } }, items(game.duplicate_tags))
  end)

  it("keeps no empty line between tags", function()
    assert.equal('[A "1"]\n[B "2"]\n\n*\n', one('[A "1"]\n\n[B "2"]\n\n*'):pgn { tags = { "A", "B" } })
    assert.equal('[A "1"]\n[B "2"]\n\n*\n', (one('[A "1"]\n\n[B "2"]\n\n*'):pgn { tags = { "*" } }
      :gsub('%[Result "%*"%]\n', "")))
  end)

  it("accepts the value of a tag with missing or other quotation marks", function()
    local game = one("[White Bobby Fischer ]\n[Black 'Boris']\n[Event \u{201C}Match\u{201D}]\n"
      .. "[Site \u{201E}Bled\u{201C}]\n[Round \u{AB}1\u{BB}\n[Date\n[ECO ']\n\n1. e4 *")
    local tags = {}
    for name, value in pairs(game.tags) do
      tags[name] = value
    end
    assert.same({ White = "Bobby Fischer", Black = "Boris", Event = "Match", Site = "Bled", Round = "1", Date = "",
      ECO = "'" }, tags)
    assert.truthy(game:pgn():find('[White "Bobby Fischer"]\n[Black "Boris"]', 1, true))
  end)

  it("adds SetUp if there is a FEN", function()
    local text = one('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *'):pgn()
    assert.truthy(text:find('[SetUp "1"]', 1, true))
    assert.is_nil(one("1. e4 *"):pgn():find("SetUp", 1, true))
  end)

  -- the value between the quotation marks in the file; the value as it is written
  for _, row in ipairs {
    { "a", "a" }, { "", "" }, { [[say \"hi\"]], [[say \"hi\"]] }, { [[a\\b]], [[a\\b]] }, { [[a\b]], [[a\\b]] },
    { [[5th "Nick" Open]], [[5th \"Nick\" Open]] }, { [[x\\\"]], [[x\\\"]] }, { "caf\u{E9} [x]", "caf\u{E9} [x]" },
    { "nul\0", "nul\0" },
  } do
    it(("writes %q as %q"):format(row[1], row[2]), function()
      local game = one('[Event "' .. row[1] .. '"]\n\n*')
      assert.equal('[Event "' .. row[2] .. '"]\n\n*\n', game:pgn { tags = { "Event" } })
      assert.equal(game.tags.Event, one(game:pgn()).tags.Event)
      -- If a tag is set to the value that it already has, the output does not change.
      game.tags.Event = game.tags.Event:gsub("%z", "")
      assert.equal('[Event "' .. row[2]:gsub("%z", "") .. '"]\n\n*\n', game:pgn { tags = { "Event" } })
    end)
  end

  it("has tags that were set, changed and removed", function()
    local game = one(GAME)
    game.tags.New, game.tags.Zeta, game.tags.Alpha = 'q"\\', nil, "2"
    assert.equal('[Alpha "2"]\n[ECO "B00"]\n[New "q\\"\\\\"]\n[alpha "b"]\n\n1. e4 *\n',
      (game:pgn { tags = { "*" } }:gsub('%[[WR]%l+ "[^"]*"%]\n', "")))
  end)

  it("is complete, even if it is much longer than the text that was read", function()
    for size = 1, 4000, 37 do
      local game = chess.game()
      game.tags.White, game.tags.ECO, game.tags.Alpha, game.tags.Zeta = "x", ("e"):rep(size), ("a"):rep(size), "z"
      local others = ('[Alpha "%s"]\n[ECO "%s"]\n[Zeta "z"]\n\n*\n'):format(game.tags.Alpha, game.tags.ECO)
      assert.equal('[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "x"]\n[Black "?"]\n'
        .. '[Result "*"]\n' .. others, game:pgn())
    end
  end)

  it("sorts a hundred thousand tags without comparing each pair", function()
    local lines = {}
    for i = 1, 100000 do
      lines[i] = ('[T%d "%d"]\n'):format((i * 7919) % 100003, i)
    end
    local before = os.clock()
    local text = one(table.concat(lines) .. "\n*"):pgn { tags = { "*" } }
    assert.is_true(os.clock() - before < 5)
    local last, count = "", 0
    for name in text:gmatch("%[(%S+)") do
      assert.is_true(last < name, name)
      last, count = name, count + 1
    end
    assert.equal(100001, count) -- the tags that the loop added, and Result
  end)
end)

describe("options", function()
  local GAME = "{before} 1. e4! {one} (1. d4 d5) 1... e5 $14 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"
  for _, row in ipairs {
    { {}, "{before} 1. e4 $1 {one} (1. d4 d5) 1... e5 $14 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0" },
    { { comments = false }, "1. e4 $1 (1. d4 d5) 1... e5 $14 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0" },
    { { nags = false }, "{before} 1. e4 {one} (1. d4 d5) 1... e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0" },
    { { variations = false }, "{before} 1. e4 $1 {one} 1... e5 $14 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0" },
    { { numbers = false }, "{before} e4 $1 {one} (d4 d5) e5 $14 Qh5 Nc6 Bc4 Nf6 Qxf7# 1-0" },
    { { results = false }, "{before} 1. e4 $1 {one} (1. d4 d5) 1... e5 $14 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#" },
    { { checks = false }, "{before} 1. e4 $1 {one} (1. d4 d5) 1... e5 $14 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 1-0" },
  } do
    local names = next(row[1]) or "none"
    it(names .. " have their effect, with and without a tree", function()
      row[1].width = 0
      assert.equal(row[2] .. "\n", one(GAME):movetext(row[1]))
      -- A game has no tree until its root is first requested.
      local bare = one(one(GAME):movetext { comments = false, nags = false, variations = false })
      local without = bare:movetext(row[1])
      assert.truthy(bare.root)
      assert.equal(without, bare:movetext(row[1]))
    end)
  end

  it("add a comment after every move", function()
    assert.equal("1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} 1... d5 "
      .. "{rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2} *\n",
      one("1. e4 d5 *"):movetext { width = 0, ply_comments = "fen" })
    assert.equal("1. e4 {material 0} 1... d5 {material 0} 2. exd5 {material +1} 2... Qxd5 {material 0} "
      .. "3. Ke2 {material 0} 3... Qe4# {material 0} *\n",
      one("1. e4 d5 2. exd5 Qxd5 3. Ke2 Qe4+ *"):movetext { width = 0, ply_comments = "material" })
    assert.equal("1. e4 d5 2. exd5 {mine} {material +1} *\n", (one("1. e4 d5 2. exd5 {mine} *"):movetext {
      width = 0, ply_comments = "material" }:gsub("{material 0} ", ""):gsub("1%.%.%. ", "")))
    local key = ("%016x"):format(chess.position():play("e4").key)
    assert.equal("1. e4 {" .. key .. "} *\n", one("1. e4 *"):movetext { ply_comments = "hash" })
  end)

  it("choose how to write a brace in a comment", function()
    local game = one("1. e4 ; a } b\n *")
    assert.equal("1. e4 ; a } b\n*\n", game:movetext())
    assert.equal("1. e4 { a ) b} *\n", game:movetext { braces = "replace" })
    assert.equal("1. e4 ; a } b\n*\n", game:movetext { braces = "refuse" })
  end)

  it("normalize the line ends of comments", function()
    local game = one("1. e4 {two\r\nlines\rthree}\r\n*")
    assert.equal("1. e4 {two\nlines\nthree} *\n", game:movetext { wrap_comments = false })
  end)

  it("never begin a line with an escape or a tag, unless the comment is kept unchanged", function()
    local game = one('1. e4 {a\n%b\r\n[Event "x"]\nc\n[%clk 0:01:00]} *')
    assert.equal('1. e4 {a\n %b\n [Event "x"]\nc\n[%clk 0:01:00]} *\n', game:movetext())
    assert.equal('1. e4 {a\n%b\n[Event "x"]\nc\n[%clk 0:01:00]} *\n', game:movetext { wrap_comments = false })
  end)

  for _, row in ipairs {
    { { foo = 1 }, "unknown option 'foo'" },
    { { width = -1 }, "option 'width': 0 to 65535 expected" },
    { { checks = 1 }, "option 'checks': boolean expected" },
    { { tags = "some" }, "option 'tags'" },
    { { tags = { "a b" } }, "option 'tags'" },
    { { tags = { 1 } }, "option 'tags'" },
    { { ply_comments = "eval" }, "option 'ply_comments'" },
    { { braces = true }, "option 'braces'" },
  } do
    it("are rejected: " .. row[2], function()
      local good, message = pcall(one("*").pgn, one("*"), row[1])
      assert.is_false(good)
      assert.truthy(message:find(row[2], 1, true), message)
    end)
  end

  it("of one format are rejected by others", function()
    assert.has_error(function() one("*"):export("epd", { width = 3 }) end)
    assert.has_error(function() one("*"):export("pgn", { ep = "legal" }) end)
    assert.has_error(function() one("*"):export("movetext") end)
    assert.has_error(function() one("*"):movetext { tags = 5 } end)
  end)
end)

it("an unreadable tail keeps its position when its line becomes a variation", function()
  local game = one("1. e4 (1. d4) e5 2. Ke9 *")
  game.root[2]:promote()
  assert.equal("1. d4 (1. e4 e5 {2. Ke9}) *\n", game:movetext())
end)

describe("formats with a line per position", function()
  local GAME = '[FEN "4k3/8/8/8/4p3/8/3P4/4K3 w - - 3 7"]\n\n7. d4 exd3 8. Kd2 *'

  it("have a line for each position", function()
    assert.equal("4k3/8/8/8/4p3/8/3P4/4K3 w - - 3 7\n4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 7\n"
      .. "4k3/8/8/8/8/3p4/8/4K3 w - - 0 8\n4k3/8/8/8/8/3p4/3K4/8 b - - 1 8\n", one(GAME):export("fen"))
    assert.equal("4k3/8/8/8/4p3/8/3P4/4K3 w - -\n4k3/8/8/8/3Pp3/8/8/4K3 b - d3\n4k3/8/8/8/8/3p4/8/4K3 w - -\n"
      .. "4k3/8/8/8/8/3p4/3K4/8 b - -\n", one(GAME):export("epd"))
  end)

  it("write en passant squares as requested", function()
    local fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq %s 0 1"
    assert.truthy(one("1. e4 *"):export("fen", { ep = "always" }):find(fen:format("e3"), 1, true))
    assert.truthy(one("1. e4 *"):export("fen", { ep = "legal" }):find(fen:format("-"), 1, true))
  end)

  it("can be the moves in UCI", function()
    assert.equal("e2e4 e7e5\n", one("1. e4 e5 (1... c5) *"):export("uci"))
    assert.equal("\n", one("*"):export("uci"))
    assert.equal("fen 4k3/8/8/8/4p3/8/3P4/4K3 w - - 3 7 moves d2d4 e4d3 e1d2\n", one(GAME):export("uci"))
  end)

  it("end at the first unreadable move", function()
    local game = one("1. e4 Ke7 *")
    assert.equal("e2e4\n", game:export("uci"))
    assert.equal("Ke7 *", game.rest)
  end)

  it("follow the edited tree", function()
    local game = one("1. e4 (1. d4 d5) e5 *")
    game.root[2]:promote()
    assert.equal("d2d4 d7d5\n", game:export("uci"))
    assert.equal(3, select(2, game:export("epd"):gsub("\n", "")))
  end)

  it("have every position of a game, read in blocks of moves, in any notation", function()
    local moves, board = {}, chess.board()
    local lines = { board:fen() }
    for ply = 1, 400 do
      moves[ply] = ({ "Nf3", "Nf6", "Ng1", "Ng8" })[(ply - 1) % 4 + 1]
      assert(board:play(moves[ply]))
      lines[ply + 1] = board:fen()
    end
    local french = table.concat(moves, " "):gsub("N", "C")
    for _, plies in ipairs { 0, 1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 400 } do
      local expected = table.concat(lines, "\n", 1, plies + 1) .. "\n"
      assert.equal(expected, one(table.concat(moves, " ", 1, plies) .. " *"):export("fen"))
      local words = plies > 0 and french:sub(1, 4 * plies - 1) or ""
      assert.equal(expected, assert(chess.game(words .. " *", { dialect = "french" })):export("fen"))
      local checks = ('[Variant "Three-check"]\n\n%s *'):format(table.concat(moves, " ", 1, plies))
      assert.equal(expected:gsub("\n", " +0+0\n"), one(checks):export("fen"))
    end
  end)

  it("can have any length", function()
    local moves = {}
    for i = 1, 3000 do
      moves[i] = ("%d. Nf3 Nf6 %d. Ng1 Ng8"):format(2 * i - 1, 2 * i)
    end
    local text = one(table.concat(moves, " ") .. " *"):export("fen")
    assert.equal(12001, select(2, text:gsub("\n", "")))
    assert.equal("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 12000 6001\n", text:match("[^\n]*\n$"))
  end)
end)

-- Writes every game of a file with and without a tree and compares the results, and all positions.
local function check_file(path)
  local games, bare = 0, 0
  for game in chess.games(path) do
    games = games + 1
    for _, options in ipairs { {}, { width = 0 }, { width = 23 }, { numbers = false, checks = false, width = 40 },
      { results = false } } do
      local again = one(game.text)
      local without = assert(again:pgn(options))
      assert.truthy(again.root)
      assert.equal(assert(again:pgn(options)), without)
    end
    bare = bare + (game.text:find("[{(;$]") and 0 or 1)
    local lines = { game.start:fen() }
    for node in game:mainline() do
      lines[#lines + 1] = node.position:fen()
    end
    assert.equal(table.concat(lines, "\n") .. "\n", one(game.text):export("fen"))
  end
  return games, bare
end

describe("with a tree and without one", function()
  for _, path in ipairs { "spec/data/engine/engine.pgn", "spec/data/pgn/plain.pgn", "spec/data/pgn/import.pgn",
    "spec/data/pgn/chess960.pgn", "spec/data/pgn/fen.pgn", "spec/data/pgn/special.pgn", "spec/data/pgn/null.pgn",
    "spec/data/pgn/nags.pgn", "spec/data/pgn/comments.pgn", "spec/data/pgn/long.pgn",
    "spec/data/pgn/disambiguation.pgn" } do
    it("the games of " .. path .. " are written the same", function()
      local games = check_file(path)
      assert.is_true(games > 0)
    end)
  end

  it("a real database is written the same, too", function()
    local data = need.data("throughput/otb.pgn.zst")
    need.program("zstd")
    local dir <close> = folder()
    assert(os.execute(("zstd -dqc '%s' 2>/dev/null | head -c 1500000 > '%s'"):format(data, dir:path("otb.pgn"))))
    local games, bare = check_file(dir:path("otb.pgn"))
    assert.is_true(games > 2000 and bare > 2000, games .. " games, " .. bare .. " bare")
  end)
end)

describe("Writer:export", function()
  it("writes the same as Game:export, with an empty line after each PGN game", function()
    local dir <close> = folder()
    local path = dir:path("out")
    local games = { one("1. e4 *"), one("1. d4 {x} d5 1-0"), one('[White "A"]\n\n1. c4 *') }
    for _, format in ipairs { "pgn", "fen", "epd", "uci" } do
      local writer = assert(chess.writer(path))
      local wanted = {}
      for i, game in ipairs(games) do
        assert.is_true(writer:export(game, format))
        wanted[i] = game:export(format) .. (format == "pgn" and "\n" or "")
      end
      assert.is_true(writer:close())
      assert.equal(table.concat(wanted), read_file(path))
    end
  end)

  it("accepts options, and reports errors in them", function()
    local dir <close> = folder()
    local writer = assert(chess.writer(dir:path("out")))
    assert.is_true(writer:export(one("1. e4 {a} *"), "pgn", { comments = false, tags = "none" }))
    assert.has_error(function() writer:export(one("*"), "gif") end)
    assert.has_error(function() writer:export("1. e4 *", "pgn") end)
    assert.has_error(function() writer:export(one("*"), "pgn", { widht = 1 }) end)
    assert.is_true(writer:close())
    assert.equal("1. e4 *\n\n", read_file(dir:path("out")))
    assert.has_error(function() writer:export(one("*"), "pgn") end, "writer is closed")
  end)

  it("reports a full disk", function()
    need.program("sh")
    local writer = assert(chess.writer("/dev/full"))
    local done, message, code
    for _ = 1, 100000 do
      done, message, code = writer:export(one("1. e4 *"), "pgn")
      if not done then
        break
      end
    end
    assert.is_nil(done)
    assert.equal("cannot_write", code)
    assert.truthy(message:find("/dev/full", 1, true))
    writer:discard()
  end)

  it("writes the codes of the moves, the same for the same moves", function()
    local function codes(text)
      return chess.game(text):codes()
    end
    assert.equal("", codes "*")
    assert.equal(codes "1. e4 e5 2. Nf3 *", codes "1. e2e4! {x} e5 (1... c5) 2. Nf3 1-0")
    assert.equal(codes "1. e4 e5 *", codes("1. e4 e5 2. Nf3 *"):sub(1, 4))
    assert.is_true(codes "1. e4 e5 *" ~= codes "1. e4 c5 *")
    assert.equal(codes "1. e4 *", codes "1. e4 Ke3 2. d4 *")
    local long = ("Nf3 Nf6 Ng1 Ng8 "):rep(300) .. "*"
    assert.equal(codes("Nf3 Nf6 Ng1 Ng8 *"):rep(300), codes(long))
    local game = chess.game "1. e4 e5 *"
    game.root[1][1]:add "Nf3"
    assert.equal(codes "1. e4 e5 2. Nf3 *", game:codes())
    local french = chess.game("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. O-O *", { dialect = "auto" })
    assert.same({ codes "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *", "french" }, { french:codes(), french.dialect })
  end)

  it("includes the start position whatever tags are requested", function()
    local FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    local game = chess.game(('[White "W"]\n[FEN "%s"]\n\n1. e4 *'):format(FEN))
    for _, tags in ipairs { "all", "roster", { "White" }, { "White", "*" }, { "FEN", "White" }, { "SetUp" } } do
      local again = chess.game(game:pgn { tags = tags })
      assert.equal(FEN, again.start:fen())
      assert.equal("1", again.tags.SetUp)
    end
    assert.equal('[White "W"]\n[SetUp "1"]\n[FEN "' .. FEN .. '"]\n\n1. e4 *\n', game:pgn { tags = { "White" } })
    assert.equal("1. e4 *\n", game:pgn { tags = "none" })
    assert.equal('[White "W"]\n\n1. e4 *\n', chess.game('[White "W"]\n\n1. e4 *'):pgn { tags = { "White" } })
  end)
end)

describe("older spellings of options", function()
  it("have the same meaning in every writer", function()
    local game = chess.game "1. e4! {a} (1. d4) e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"
    for _, name in ipairs { "comments", "nags", "variations", "numbers", "results", "checks" } do
      local text = game:movetext { [name] = false }
      assert.equal(text, game:movetext { ["no_" .. name] = true })
      assert.are_not.equal(text, game:movetext { [name] = true, ["no_" .. name] = false })
      if name ~= "numbers" and name ~= "checks" then
        local json = game:json { [name] = false }
        assert.equal(json, game:json { ["no_" .. name] = true })
        assert.are_not.equal(json, game:json { [name] = true })
      end
    end
    local sheet = chess.report("sheet", { comments = false })
    local older = chess.report("sheet", { no_comments = true })
    assert.same(sheet.options, older.options)
    assert.has_error(function() chess.report("sheet", { no_comment = true }) end)
  end)

  it("name the same parts as Game:strip", function()
    local function strip(...)
      local game = chess.game "1. e4! {a} (1. d4) e5 *"
      game:strip(...)
      return game:movetext()
    end
    assert.equal(strip { comments = true, nags = true }, strip("comments", "nags"))
    assert.equal("1. e4 (1. d4) 1... e5 *\n", strip("comments", "nags"))
    assert.error_matches(function() strip "comment" end, "unknown option 'comment'")
    assert.error_matches(function() strip("nags", 5) end, "string expected, got number")
  end)
end)
