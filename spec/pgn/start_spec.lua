-- Start positions of games: FENs that are repaired, unknown FENs, and FENs that give no position.

local chess = require "lucena"
local run = require "spec.support.run"
local sessions = require "lucena.repl.session"

local AFTER_E4_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"

local function codes(game)
  local list = {}
  for i, note in ipairs(game.diagnostics) do
    list[i] = note.code
  end
  return table.concat(list, " ")
end

local function with_fen(fen, moves, tags)
  return ('%s[FEN "%s"]\n\n%s *\n'):format(tags or "", fen, moves)
end

describe("a FEN tag is repaired, with a warning:", function()
  -- {FEN, codes, the FEN of the start}
  local ROWS = {
    { AFTER_E4_E5 .. " w KQkq e5 0 2", "ep_dropped", AFTER_E4_E5 .. " w KQkq - 0 2" },
    { AFTER_E4_E5 .. " w KQkq a8 0 2", "ep_dropped", AFTER_E4_E5 .. " w KQkq - 0 2" },
    { AFTER_E4_E5 .. " w KQkq - 0 2;", "fen_semicolon", AFTER_E4_E5 .. " w KQkq - 0 2" },
    { AFTER_E4_E5 .. " w KQkq - -1 2", "fen_counter", AFTER_E4_E5 .. " w KQkq - 0 2" },
    { AFTER_E4_E5 .. " w KQkq - x 2", "fen_counter", AFTER_E4_E5 .. " w KQkq - 0 2" },
    { AFTER_E4_E5 .. " w KQkq - 0 x", "fen_counter", AFTER_E4_E5 .. " w KQkq - 0 1" },
    { AFTER_E4_E5 .. " w KQkq - 99999 -", "fen_counter", AFTER_E4_E5 .. " w KQkq - 0 1" },
    { AFTER_E4_E5 .. " w KQkq e5 ? ?;", "fen_semicolon ep_dropped fen_counter", AFTER_E4_E5 .. " w KQkq - 0 1" },
    { AFTER_E4_E5 .. " w KQkq e6 0 2", "", AFTER_E4_E5 .. " w KQkq - 0 2" },
    { AFTER_E4_E5 .. " w KQkq -", "", AFTER_E4_E5 .. " w KQkq - 0 1" },
    { AFTER_E4_E5, "fen_fields", AFTER_E4_E5 .. " w - - 0 1" },
    { AFTER_E4_E5 .. " w", "fen_fields", AFTER_E4_E5 .. " w - - 0 1" },
  }
  for _, row in ipairs(ROWS) do
    it(row[1], function()
      local game = chess.game(with_fen(row[1], "Nf3 Nc6"))
      assert.same({ row[2], row[3], 2 }, { codes(game), game.start:fen(), game.plies })
    end)
  end

  it("the line on a short FEN names the values of its missing fields", function()
    local note = chess.game(with_fen(AFTER_E4_E5, "Nf3")).diagnostics[1]
    assert.is_truthy(note.message:find("it is read as w - - 0 1, without castling rights", 1, true), note.message)
    assert.equal("repair", note.severity)
  end)

  it("the prompt names the values of missing fields", function()
    local written = {}
    local session = sessions.new { out = function(text) written[#written + 1] = text end }
    session.settings.board = false
    local function typed(line)
      written = {}
      session:line(line)
      return (table.concat(written):gsub("\n$", ""))
    end
    assert.equal("the FEN has no side to move: it is read as w - - 0 1", typed(AFTER_E4_E5))
    assert.equal("the FEN has no castling field: it is read as b - - 0 1", typed(AFTER_E4_E5 .. " b"))
    assert.equal("impossible en passant square", typed(AFTER_E4_E5 .. " w KQkq e5 0 2"))
    assert.equal("wrong counter in FEN, read as 0 or 1", typed(AFTER_E4_E5 .. " w KQkq - -1 2"))
    assert.equal("", typed(AFTER_E4_E5 .. " w KQkq -"))
  end)

  it("castling that a short FEN does not allow says so", function()
    local notes = chess.game(with_fen("r3k2r/8/8/8/8/8/8/R3K2R", "O-O O-O")).diagnostics
    assert.same({ "fen_fields", "illegal_move" }, { notes[1].code, notes[2].code })
    assert.is_truthy(notes[2].message:find(": the FEN has no castling field, so it gives no right to castle$"))
    notes = chess.game(with_fen("r3k2r/8/8/8/8/8/8/R3K2R", "Ra9")).diagnostics
    assert.is_nil(notes[2].message:find("castling", 1, true))
    notes = chess.game(with_fen("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O")).diagnostics
    assert.is_nil(notes[1].message:find("castling", 1, true))
  end)
end)

describe("an unknown FEN is no FEN:", function()
  for _, value in ipairs { "", "?", " ", " ? ", "-" } do
    it(("%q"):format(value), function()
      local game = chess.game(with_fen(value, "1. e4 e5"))
      assert.same({ "", 2, chess.START_FEN }, { codes(game), game.plies, game.start:fen() })
      game = chess.game(with_fen(value, "1. e4 e5", '[Variant "?"]\n[SetUp "0"]\n'))
      assert.same({ "", 2 }, { codes(game), game.plies })
      game = chess.game(('[FEN "%s"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n'):format(value))
      assert.equal("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", game.start:fen())
    end)
  end
end)

describe("a game without a usable start has no position:", function()
  -- {tags, the code of the error}
  local ROWS = {
    { '[FEN "P6k/8/8/8/8/8/8/K7 w - - 0 1"]', "invalid_position" },
    { '[FEN "garbage"]', "bad_board" },
    { ('[FEN "%s x - - 0 1"]'):format(AFTER_E4_E5), "bad_turn" },
    { ('[FEN "%s w KQkq e9 0 1"]'):format(AFTER_E4_E5), "bad_ep" },
    { '[Variant "Atomic"]', "unsupported_variant" },
    { ('[Variant "Atomic"]\n[FEN "%s w KQkq - 0 2"]'):format(AFTER_E4_E5), "unsupported_variant" },
  }
  local q = chess.query

  for _, row in ipairs(ROWS) do
    local text = row[1] .. "\n\n1. e4 e5 *\n"

    it(row[1]:gsub("%c", " ") .. " in Lua", function()
      local game = chess.game(text)
      assert.same({ row[2], 0 }, { codes(game), game.plies })
      assert.is_nil(game.start)
      assert.is_nil(game.final)
      assert.is_nil(game.root.position)
      assert.is_nil(game.root:outcome { intended = true })
      for _, query in ipairs { q.piece("P", "e2"), ~q.piece("P", "e2"), q.at_end(q.piece("K", "e1")),
        q.position(chess.position()) } do
        assert.is_false(query(game))
      end
      for _ in game:boards() do
        error("there is a position")
      end
      for _, method in ipairs { "add", "add_line" } do
        assert.same({ nil, "invalid_position" }, { (game.root[method](game.root, "e4")),
          (select(3, game.root[method](game.root, "e4"))) })
      end
      for _, format in ipairs { "fen", "epd" } do
        assert.is_nil((game:export(format)))
      end
      for _, format in ipairs { "pgn", "json", "csv" } do
        assert.is_string(game:export(format))
      end
    end)

    it(row[1]:gsub("%c", " ") .. " in show and board", function()
      local shown = run { stdin = text, "show", "-" }
      assert.is_nil(shown.out:find("a b c d", 1, true), shown.out)
      assert.is_truthy(shown.out:find("1. e4 e5", 1, true), shown.out)
      local path = os.tmpname() .. ".pgn"
      local file = assert(io.open(path, "w"))
      file:write(text)
      file:close()
      local drawn = run { "board", path }
      os.remove(path)
      assert.same({ 1, "" }, { drawn.code, drawn.out })
      assert.is_truthy(drawn.err:find(path, 1, true), drawn.err)
    end)
  end

  it("shows no board at the prompt, and plays nothing", function()
    local written = {}
    local session = sessions.new { out = function(text) written[#written + 1] = text end }
    session:line(ROWS[1][1] .. "\n\n1. h6+ Kh8 *")
    for _, line in ipairs { "board", "moves", "fen", "Nf3", "1. Nf3", "O-O", "perft 2", "attackers e4", "hint",
      "=game.root.ply", "=board", "=moves()" } do
      session:line(line)
    end
    local out = table.concat(written)
    assert.is_nil(out:find("attempt to", 1, true), out)
    assert.is_nil(out:find("a  b  c", 1, true), out)
    assert.is_nil(out:find("rnbqkbnr", 1, true), out)
    assert.equal(0, session.game.plies)
  end)

  it("is on no page: sheets, filters of positions, reports", function()
    local path = os.tmpname() .. ".pgn"
    local file = assert(io.open(path, "w"))
    file:write('[Result "1-0"]\n[FEN "garbage"]\n\n{[%eval #0] hi} 1. e4 e5 1-0\n')
    file:close()
    for _, args in ipairs { { "filter", "--positions", "fen", "--after", "0", path }, { "report", "openings", path },
      { "report", "endings", path }, { "report", "sheet", path }, { "show", path } } do
      local done = run(args)
      assert.is_nil((done.out .. done.err):find("attempt to", 1, true), done.err)
      assert.is_nil((done.out .. done.err):find("rnbqkbnr", 1, true), done.out)
    end
    os.remove(path)
    assert.is_nil(chess.game('[FEN "x"]\n\n{[%eval #0]} 1. e4 *').root.score)
  end)

  it("is an error of every command, without moves, too", function()
    local text = '[FEN "Q7/8/8/8/8/8/8/K7 w - - 0 1"]\n\n{a position} *\n'
    for _, args in ipairs { { "check", "-q" }, { "convert", "-q" }, { "filter", "-q", "-e", "plies{max = 9}" },
      { "show" } } do
      args[#args + 1] = "-"
      args.stdin = text
      assert.equal(1, run(args).code, args[1])
    end
  end)

  it("cannot be merged", function()
    local game = chess.game(ROWS[1][1] .. "\n\n1. e4 *\n")
    assert.same({ nil, "invalid_position" }, { (chess.merge { game }), (select(3, chess.merge { game })) })
  end)
end)

-- Positions that no game can reach: a study of lichess, and lines of a perft suite of Chess960.
describe("a position with too many pieces or pawns", function()
  local BISHOPS = "B1B1B3/1B1B1Bk1/B1B1B3/1B1B1BKP/B1B1B3/1B1B1B2/8/8 w - - 0 1"
  local PAWNS = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"

  it("is played, and reported", function()
    local game = chess.game(with_fen(BISHOPS, "h6+ Kh8 2. h7"))
    assert.same({ 3, "unreachable_position" }, { game.plies, codes(game) })
    local note = game.diagnostics[1]
    assert.equal("warning", note.severity)
    assert.is_truthy(note.message:find("White has more than 16 pieces; a side has more promoted pieces", 1, true))
    assert.equal(BISHOPS, chess.game(game:pgn()).start:fen())
  end)

  for _, args in ipairs { { "check" }, { "convert", "-q" }, { "convert", "-q", "-t", "jsonl" },
    { "filter", "-q", "-e", "plies{min = 1}" }, { "show" } } do
    it("is accepted by " .. table.concat(args, " "), function()
      args[#args + 1] = "-"
      args.stdin = with_fen(PAWNS, "a4 Kd7")
      local done = run(args)
      assert.equal(0, done.code, done.out .. done.err)
      assert.is_truthy(args[1] == "check" or done.out:find("Kd7", 1, true), done.out)
    end)
  end

  it("is a warning of fen, perft and epd", function()
    local warning = "fen:1: warning: no game can reach this position: White has more than 8 pawns\n"
    assert.same({ code = 0, out = PAWNS .. "\n", err = warning }, run { "fen", PAWNS })
    assert.same({ code = 0, out = "17\n", err = warning }, run { "perft", "1", "--fen", PAWNS })
    assert.same({ code = 0, out = "",
      err = "-:1:1: no game can reach this position: White has more than 8 pawns (warning)\n"
        .. "lucena: 1 record, 1 count right\n" }, run { "epd", "perft", stdin = PAWNS:sub(1, -5) .. " D1 17;\n" })
    assert.equal(1, run({ "fen", "--strict", PAWNS }).code)
  end)
end)

describe("illegal positions that are allowed", function()
  local ROWS = {
    { "P6k/8/8/8/8/8/8/K7 w - - 0 1", "Ka2", { "pawn_on_last_rank" } },
    { "k6R/8/8/8/8/8/8/K7 w - - 0 1", "Ka2", { "opposite_check" } },
    { "8/8/8/3kK3/8/8/8/8 w - - 0 1", "Kf4", { "opposite_check", "touching_kings" } },
  }
  for _, row in ipairs(ROWS) do
    it(row[1], function()
      local text = with_fen(row[1], row[2])
      assert.same({ "invalid_position", 0 }, { codes(chess.game(text)), chess.game(text).plies })
      local game = chess.game(text, { allow = row[3] })
      assert.same({ "unreachable_position", 1 }, { codes(game), game.plies })
      for read in chess.games_in(text, { allow = row[3] }) do
        assert.equal(1, read.plies)
      end
      for read in chess.games({ text = text }, { allow = row[3] }) do
        assert.equal(1, read.plies)
      end
      local done = run { "convert", "-q", "--allow", "positions", "-", stdin = text }
      assert.same({ 0, true }, { done.code, done.out:find("1. " .. row[2], 1, true) ~= nil })
      assert.equal(1, run({ "convert", "-q", "-", stdin = text }).code)
    end)
  end

  it("have names that are checked", function()
    local good, message = pcall(chess.game, "1. e4 *", { allow = { "bad_ep" } })
    assert.is_false(good)
    assert.is_truthy(message:find("bad_ep cannot be allowed", 1, true), message)
    good, message = pcall(chess.open, { text = "1. e4 *" }, { allow = { "pawns" } })
    assert.is_false(good)
    assert.is_truthy(message:find("there is no problem 'pawns'", 1, true), message)
  end)
end)
