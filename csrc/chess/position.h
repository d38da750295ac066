/*
** position - a legal position: eight bitboards, castling rights, en passant square and counters.
**
** A position has eight 64-bit sets (one cache line) and 24 more bytes, and is copied by assignment. To take back a
** move, a caller plays it on a copy, which is faster than undoing it. There is no mailbox (a board with one byte per
** square): it would nearly double the size and need a branch for captures. There is no hash that is updated with each
** move, because most programs do not need one. Castling rights are stored as the squares of the rooks, so Chess960
** needs no special case. `ep` is the square read from text, or the square crossed by the last double step.
** lc_position_legal_ep() decides whether a capture there is legal.
*/
#ifndef LC_POSITION_H
#define LC_POSITION_H

#include "attacks.h"
#include "move.h"
#include "setup.h"

typedef struct lc_Position {
  lc_Bits sets[8];  /* [LC_PAWN] to [LC_KING]: pieces of both colours; [6] all of White, [7] all of Black */
  lc_Bits castling; /* squares of the rooks that may still castle */
  uint8_t turn;
  uint8_t ep;       /* square crossed by the last double step (or as read from text), or LC_NO_SQUARE */
  uint8_t chess960; /* affects only how castling is written; the rules are the same */
  uint8_t rules;    /* variant and checks given: rules.h; 0 in chess and Chess960 */
  uint32_t halfmove_clock;  /* plies since the last capture or pawn move; may be any value from a file */
  uint32_t fullmove_number;
} lc_Position;

enum { LC_BY_COLOR = 6 }; /* sets[LC_BY_COLOR + color]: all pieces of a colour */

static inline lc_Bits lc_position_occupied(const lc_Position *p) { return p->sets[6] | p->sets[7]; }
static inline lc_Bits lc_position_of(const lc_Position *p, unsigned color, unsigned piece) {
  return p->sets[LC_BY_COLOR + color] & p->sets[piece];
}
static inline unsigned lc_position_king(const lc_Position *p, unsigned color) {
  return lc_first(lc_position_of(p, color, LC_KING));
}

/* The initial position of standard chess. */
void lc_position_start(lc_Position *out);
/* Convert a setup into a position. The setup must not have hard problems: call lc_setup_problems() first. */
void lc_position_from_setup(const lc_Setup *setup, lc_Position *out);
void lc_position_to_setup(const lc_Position *p, lc_Setup *out);

/* Return the type of the piece on a square (LC_PAWN..LC_KING). Returns LC_NO_PIECE for an empty square; `*color` is
** then undefined. */
unsigned lc_position_piece_at(const lc_Position *p, unsigned square, unsigned *color);
/* Play a legal move or the null move. The function does not check that the move is legal. */
void lc_position_play(lc_Position *p, lc_Move move);
/* Report whether a legal move captures a piece. En passant is a capture; castling is not. */
bool lc_position_is_capture(const lc_Position *p, lc_Move move);
#endif
