/*
** move - one move in 16 bits.
**
**   bits 0-5    origin
**   bits 6-11   destination
**   bits 12-14  promotion: 0 for none, else LC_KNIGHT..LC_QUEEN
**   bit 15      castling
**
** Castling is "king takes own rook": the origin is the king's square and the destination is the ROOK's square. So
** castling is unambiguous in standard chess and in Chess960. LC_NULL_MOVE (a1a1) passes the turn. En passant needs no
** flag: a pawn that moves diagonally to the en passant square captures there. A move has a meaning only together with a
** position. It fits into a table key and into a 2-byte field of a database.
*/
#ifndef LC_MOVE_H
#define LC_MOVE_H

#include "bits.h"

typedef uint16_t lc_Move;

enum { LC_NULL_MOVE = 0, LC_CASTLE_FLAG = 0x8000 };

/* The maximum number of moves in any position with any number of pieces. The bound adds up as follows.
**   - A piece can reach a square from eight directions, and only the nearest piece in each direction can reach it. This
**     gives 8 * 64 moves. A piece of the side to move on a square removes the eight moves to that square. If it is a
**     knight, it adds at most eight jumps, so the bound stays the same. The king removes eight moves and adds no jumps,
**     so the bound is 8 * 63 moves.
**   - Each of the eight squares of the last rank can be reached by pawns from three squares. Each such promotion adds
**     three moves.
**   - Castling adds two moves.
** The known maximum in legal positions is 218. */
enum { LC_MAX_MOVES = 8 * 63 + 3 * 3 * 8 + 2 };

static inline lc_Move lc_move(unsigned from, unsigned to) { return (lc_Move)(from | to << 6); }
static inline lc_Move lc_move_promote(unsigned from, unsigned to, unsigned piece) {
  return (lc_Move)(from | to << 6 | piece << 12);
}
static inline lc_Move lc_move_castle(unsigned king, unsigned rook) {
  return (lc_Move)(king | rook << 6 | LC_CASTLE_FLAG);
}

static inline unsigned lc_move_from(lc_Move move) { return move & 63u; }
/* Return the destination field. For castling, it is the rook's square; lc_move_king_to() returns the king's new
** square. */
static inline unsigned lc_move_to(lc_Move move) { return (move >> 6) & 63u; }
static inline unsigned lc_move_promotion(lc_Move move) { return (move >> 12) & 7u; }
static inline bool lc_move_is_castle(lc_Move move) { return (move & LC_CASTLE_FLAG) != 0; }

/* Return the new square of the moved piece. For castling, this is the king's new square on the g or c file. */
static inline unsigned lc_move_king_to(lc_Move move) {
  unsigned from = lc_move_from(move), to = lc_move_to(move);
  if (!lc_move_is_castle(move)) return to;
  return (from & 56u) | (to > from ? 6u : 2u);
}
/* Return the new square of the castling rook, on the f or d file. */
static inline unsigned lc_move_rook_to(lc_Move move) {
  return (lc_move_from(move) & 56u) | (lc_move_to(move) > lc_move_from(move) ? 5u : 3u);
}

#endif
