-- Moves that are pseudo-legal only: they leave the own king in check. The position refuses the move, and `explain` says
-- why. With the option `illegal_moves`, a game plays it, except castling to a square beside the other king.

local chess = require "lucena"

local ROWS = {
  -- A pinned piece, while a pawn may be taken en passant, and a capture en passant that opens a rank.
  { "4r1k1/8/8/2pP4/8/8/4N3/4K3 w - c6 0 1", "Nc3", "The knight on e2 is pinned by the rook on e8." },
  { "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "exd6", "The king would be in check." },
  { "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", "The king would be in check." },
  -- Castling to a square beside the other king, and through attacked squares.
  { "8/8/8/8/8/8/6k1/4K2R w K - 0 1", "O-O", "The king would come to g1, which is attacked by the king on g2." },
  { "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "The king would come to f1, which is attacked by the rook on f8." },
  { "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "The king would come to d1, which is attacked by the rook on d8." },
}

describe("a move that leaves the king in check", function()
  for _, row in ipairs(ROWS) do
    local fen, move, reason = table.unpack(row)
    it(("is refused: %s in %s"):format(move, fen), function()
      local position = assert(chess.position(fen))
      assert.equal("illegal_move", select(3, position:parse(move)))
      local text = tostring(position:explain(move))
      assert.is_truthy(text:find(reason, 1, true), text)
      local game = chess.game(('[FEN "%s"]\n\n1. %s *'):format(fen, move), { illegal_moves = true })
      assert.equal(reason:find "by the king" and 0 or 1, game.plies)
    end)
  end
end)
