/*
** move - one move in 16 bits.
**
** Bits 0-5 origin, 6-11 destination, 12-14 promotion (0 none, LC_KNIGHT..LC_QUEEN), bit 15 castling.
** Castling is "king takes own rook": origin is the king's square, destination the ROOK's square, which
** is unambiguous in standard chess and in Chess960. LC_NULL_MOVE (a1a1) passes the turn. En passant
** needs no mark: a pawn that moves to the e.p. square captures there. A code has no meaning of its own
** without a position. Fits a table key and a 2-byte database field.
*/
#ifndef LC_MOVE_H
#define LC_MOVE_H

#include "bits.h"

typedef uint16_t lc_Move;

enum { LC_NULL_MOVE = 0, LC_CASTLE_FLAG = 0x8000 };

/* No position has more, whatever the number of its pieces. A square is reached along eight lines, by the nearest piece
** on each: 8 * 64, less eight for each square that a piece of the same colour is on. A knight's eight moves make up for
** its square, the king's, along lines, do not: 8 * 63. A pawn has three moves more on each of three lines to the eight
** squares of the last rank; and there are two castlings. (The most that a legal position is known to have is 218.) */
enum { LC_MAX_MOVES = 8 * 63 + 3 * 3 * 8 + 2 };

static inline lc_Move lc_move(unsigned from, unsigned to) { return (lc_Move)(from | to << 6); }
static inline lc_Move lc_move_promote(unsigned from, unsigned to, unsigned piece) {
  return (lc_Move)(from | to << 6 | piece << 12);
}
static inline lc_Move lc_move_castle(unsigned king, unsigned rook) {
  return (lc_Move)(king | rook << 6 | LC_CASTLE_FLAG);
}

static inline unsigned lc_move_from(lc_Move move) { return move & 63u; }
/* The destination field: for castling the rook's square; lc_move_king_to() gives the king's. */
static inline unsigned lc_move_to(lc_Move move) { return (move >> 6) & 63u; }
static inline unsigned lc_move_promotion(lc_Move move) { return (move >> 12) & 7u; }
static inline bool lc_move_is_castle(lc_Move move) { return (move & LC_CASTLE_FLAG) != 0; }

/* The final square of the moved piece: for castling, the king's g or c file. */
static inline unsigned lc_move_king_to(lc_Move move) {
  unsigned from = lc_move_from(move), to = lc_move_to(move);
  if (!lc_move_is_castle(move)) return to;
  return (from & 56u) | (to > from ? 6u : 2u);
}
/* The final square of the castling rook: f or d file. */
static inline unsigned lc_move_rook_to(lc_Move move) {
  return (lc_move_from(move) & 56u) | (lc_move_to(move) > lc_move_from(move) ? 5u : 3u);
}

#endif
