-- Start positions of games: FENs that are repaired, unknown FENs, and FENs that give no position.

local chess = require "lucena"
local run = require "spec.support.run"

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

  it("the line on a short FEN says what is assumed", function()
    local note = chess.game(with_fen(AFTER_E4_E5, "Nf3")).diagnostics[1]
    assert.is_truthy(note.message:find("it is read as w - - 0 1, without castling rights", 1, true), note.message)
    assert.equal("repair", note.severity)
  end)
end)

describe("an unknown FEN is no FEN:", function()
  for _, value in ipairs { "", "?", " ", " ? " } do
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
