/*
** play_impl - plays a move on a position; inline, for files whose inner loops play moves.
**
** The position is changed in place. A caller that needs the old position must copy it first.
*/
#ifndef LC_PLAY_IMPL_H
#define LC_PLAY_IMPL_H

#include "position.h"

static inline void lc_play_clocks(lc_Position *p, bool zeroing) {
  p->halfmove_clock = zeroing ? 0 : p->halfmove_clock + 1;
  p->fullmove_number += p->turn;
  p->turn ^= 1;
}

/* Remove any piece of the other side from the squares of `target`. */
static inline void lc_play_remove(lc_Position *p, unsigned color, lc_Bits target) {
  p->sets[LC_BY_COLOR + color] &= ~target;
  for (unsigned piece = LC_PAWN; piece <= LC_QUEEN; piece++) p->sets[piece] &= ~target;
}

/* Move a knight, bishop, rook, queen or king, except for castling. `us` is the side to move, passed as an argument so
** that it can be a compile-time constant. */
static inline void lc_play_piece_of(lc_Position *p, unsigned us, unsigned piece, unsigned from, unsigned to) {
  lc_Bits both = lc_bit(from) | lc_bit(to);
  bool capture = lc_has(p->sets[LC_BY_COLOR + (us ^ 1)], to);
  if (capture) lc_play_remove(p, us ^ 1, lc_bit(to));
  p->sets[piece] ^= both;
  p->sets[LC_BY_COLOR + us] ^= both;
  p->castling &= ~(both | (piece == LC_KING ? lc_back_rank(us) : 0));
  p->ep = LC_NO_SQUARE;
  lc_play_clocks(p, capture);
}

/* Move a pawn. `becomes` is the promotion piece, or LC_PAWN if there is no promotion. */
static inline void lc_play_pawn_of(lc_Position *p, unsigned us, unsigned from, unsigned to, unsigned becomes) {
  lc_Bits origin = lc_bit(from), target = lc_bit(to);
  if (lc_has(p->sets[LC_BY_COLOR + (us ^ 1)], to)) {
    lc_play_remove(p, us ^ 1, target);
  } else if (to == p->ep && ((from ^ to) & 7) != 0) {
    lc_play_remove(p, us ^ 1, lc_bit(to ^ 8u));
  }
  p->sets[LC_PAWN] ^= origin;
  p->sets[becomes] ^= target;
  p->sets[LC_BY_COLOR + us] ^= origin | target;
  p->castling &= ~target;
  p->ep = (uint8_t)((from ^ to) == 16 ? (from + to) / 2 : LC_NO_SQUARE);
  lc_play_clocks(p, true);
}

static inline void lc_play_castle_of(lc_Position *p, unsigned us, lc_Move move) {
  lc_Bits king = lc_bit(lc_move_from(move)) ^ lc_bit(lc_move_king_to(move));
  lc_Bits rook = lc_bit(lc_move_to(move)) ^ lc_bit(lc_move_rook_to(move));
  p->sets[LC_KING] ^= king;
  p->sets[LC_ROOK] ^= rook;
  /* In Chess960, king and rook may swap squares. The sets of king and rook are updated separately, so the result is
  ** correct in this case, too. */
  p->sets[LC_BY_COLOR + us] ^= king ^ rook;
  p->castling &= ~lc_back_rank(us);
  p->ep = LC_NO_SQUARE;
  lc_play_clocks(p, false);
}

/* Return the type of the piece on an occupied square. */
static inline unsigned lc_play_type(const lc_Position *p, unsigned square) {
  unsigned type = 0;
  for (unsigned piece = LC_KNIGHT; piece <= LC_KING; piece++) {
    type += piece * (unsigned)((p->sets[piece] >> square) & 1);
  }
  return type;
}

static inline void lc_play_of(lc_Position *p, unsigned us, lc_Move move) {
  unsigned from = lc_move_from(move), to = lc_move_to(move);
  if (lc_move_is_castle(move)) {
    lc_play_castle_of(p, us, move);
  } else if (lc_has(p->sets[LC_PAWN], from)) {
    lc_play_pawn_of(p, us, from, to, lc_move_promotion(move));
  } else {
    lc_play_piece_of(p, us, lc_play_type(p, from), from, to);
  }
}

static inline void lc_play(lc_Position *p, lc_Move move) { lc_play_of(p, p->turn, move); }

#endif
