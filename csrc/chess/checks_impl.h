/*
** checks_impl - attacks on squares, checks and pins, inline, for the generator and every other inner loop.
*/
#ifndef LC_CHECKS_IMPL_H
#define LC_CHECKS_IMPL_H

#include "checks.h"

/* `make coverage` says otherwise: there a branch is to be one, not one for each place that it is copied to. */
#ifndef LC_INLINE
#define LC_INLINE static inline __attribute__((always_inline))
#endif

/* Whether `by` attacks `square` when `occupied` stands; men outside `occupied` are gone. Seldom is more than one
** slider on a line with the square: looking between costs less than looking along four lines. */
LC_INLINE bool lc_attacked(const lc_Position *p, unsigned square, unsigned by, lc_Bits occupied) {
  lc_Bits men = p->sets[LC_MEN + by] & occupied, queens = p->sets[LC_QUEEN];
  lc_Bits near = (lc_pawn_attacks[by ^ 1][square] & p->sets[LC_PAWN]) |
                 (lc_knight_attacks[square] & p->sets[LC_KNIGHT]) |
                 (lc_king_attacks[square] & p->sets[LC_KING]);
  lc_Bits far = (lc_reach[LC_ROOK][square] & (p->sets[LC_ROOK] | queens)) |
                (lc_reach[LC_BISHOP][square] & (p->sets[LC_BISHOP] | queens));
  if (near & men) return true;
  for (far &= men; far; far &= far - 1) {
    if (!(lc_between[square][lc_first(far)] & occupied)) return true;
  }
  return false;
}

typedef struct lc_Limits {
  lc_Bits checkers;
  lc_Bits answers;      /* destinations that answer a check: all squares when there is none */
  lc_Bits straight_pin; /* lines from the king to rooks and queens that pin, the pinner included */
  lc_Bits slant_pin;    /* the same for bishops and queens */
} lc_Limits;

/* Sliders on a line with the king: with nothing between they give check, with one own man between they pin it. */
LC_INLINE lc_Bits lc_sort_sliders(lc_Bits sliders, unsigned king, lc_Bits own, lc_Bits occupied, lc_Bits *checkers) {
  lc_Bits lines = 0;
  for (; sliders; sliders &= sliders - 1) {
    unsigned at = lc_first(sliders);
    lc_Bits line = lc_between[king][at], blockers = line & occupied;
    if (blockers == 0) {
      *checkers |= lc_bit(at);
    } else if (!lc_is_many(blockers) && (blockers & own)) {
      lines |= line | lc_bit(at);
    }
  }
  return lines;
}

LC_INLINE lc_Limits lc_limits(const lc_Position *p, unsigned us, unsigned king) {
  lc_Limits limits;
  unsigned them = us ^ 1;
  lc_Bits own = p->sets[LC_MEN + us], men = p->sets[LC_MEN + them], occupied = own | men;
  lc_Bits straight = (p->sets[LC_ROOK] | p->sets[LC_QUEEN]) & men;
  lc_Bits slant = (p->sets[LC_BISHOP] | p->sets[LC_QUEEN]) & men;
  lc_Bits near = (lc_pawn_attacks[us][king] & p->sets[LC_PAWN]) | (lc_knight_attacks[king] & p->sets[LC_KNIGHT]);
  limits.checkers = near & men;
  limits.straight_pin = lc_sort_sliders(lc_reach[LC_ROOK][king] & straight, king, own, occupied, &limits.checkers);
  limits.slant_pin = lc_sort_sliders(lc_reach[LC_BISHOP][king] & slant, king, own, occupied, &limits.checkers);
  limits.answers = ~UINT64_C(0);
  if (limits.checkers) {
    limits.answers = limits.checkers | lc_between[king][lc_first(limits.checkers)];
  }
  return limits;
}

/* En passant takes two men off one rank at once, so pins do not tell: look at the board afterwards. */
LC_INLINE bool lc_ep_is_legal(const lc_Position *p, unsigned us, unsigned king, unsigned from) {
  lc_Bits occupied = lc_position_occupied(p) ^ lc_bit(from) ^ lc_bit(p->ep ^ 8u);
  return !lc_attacked(p, king, us ^ 1, occupied | lc_bit(p->ep));
}

LC_INLINE lc_Bits lc_ep_takers(const lc_Position *p, unsigned us) {
  if (p->ep >= LC_NO_SQUARE) return 0;
  return lc_pawn_attacks[us ^ 1][p->ep] & p->sets[LC_PAWN] & p->sets[LC_MEN + us];
}

#endif
