/*
** position - a legal position: eight bitboards and what the rules remember.
**
** Eight 64-bit sets (one cache line) plus 24 bytes, copied by assignment: making a move on a copy costs
** less than undoing one. There is no mailbox (a byte board doubles the copy and forces a branch on
** captures) and no incremental hash (most users never ask for one). Castling rights ARE rook squares, so
** Chess960 is nothing special. `ep` is stored as read, or set by every double step; whether it matters is
** asked of lc_position_legal_ep().
*/
#ifndef LC_POSITION_H
#define LC_POSITION_H

#include "attacks.h"
#include "move.h"
#include "setup.h"

typedef struct lc_Position {
  lc_Bits sets[8];  /* LC_PAWN..LC_KING of both colours, then [6] all of White, [7] all of Black */
  lc_Bits castling; /* squares of the rooks that may still castle */
  uint8_t turn;
  uint8_t ep;       /* square jumped over by the last double step (or as read), or LC_NO_SQUARE */
  uint8_t chess960; /* a printing matter only: the rules are the same */
  uint8_t spare;    /* 0, so that bytes can be compared */
  uint32_t halfmove_clock;  /* plies since the last capture or pawn move; wide enough for any file */
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
/* Only for setups whose problems are all waivable: the caller has asked lc_setup_problems(). */
void lc_position_from_setup(const lc_Setup *setup, lc_Position *out);
void lc_position_to_setup(const lc_Position *p, lc_Setup *out);

/* The piece on a square: its type (LC_PAWN..LC_KING) or LC_NO_PIECE (the colour then says nothing). */
unsigned lc_position_piece_at(const lc_Position *p, unsigned square, unsigned *color);
/* Play a legal move, castling and null moves included. Nothing is checked. */
void lc_position_play(lc_Position *p, lc_Move move);
/* Whether a legal move takes something (en passant included; castling takes nothing). */
bool lc_position_is_capture(const lc_Position *p, lc_Move move);
#endif
