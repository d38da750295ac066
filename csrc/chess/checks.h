/*
** checks - the attackers of squares, checks, pins, and the legality of en passant captures.
**
** Functions of inner loops are inline. The compiler optimises them together with the move generator or SAN reader that
** calls them, once per instruction set. The other functions are ordinary functions and return whole sets.
*/
#ifndef LC_CHECKS_H
#define LC_CHECKS_H

#include "position.h"

/* Return the pieces of `color` that attack `square`. `occupied` is the set of occupied squares; pieces on other squares
** are ignored. */
lc_Bits lc_position_attackers(const lc_Position *p, unsigned square, unsigned color, lc_Bits occupied);
/* Return the pieces that give check to the side to move. */
lc_Bits lc_position_checkers(const lc_Position *p);
/* Report whether the side to move attacks the king of the other side. Only an illegal move leads to such a position.
** Its legal moves are those that do not capture the king. */
bool lc_position_is_irregular(const lc_Position *p);
/* Report whether the kings are on neighbouring squares. Then the only legal moves are steps of the king away from the
** other king. After such a move, the kings never touch again. So lc_limits() need not count a king as a checker. */
static inline bool lc_kings_touch(const lc_Position *p) {
  return (lc_king_attacks[lc_position_king(p, LC_WHITE)] & lc_position_of(p, LC_BLACK, LC_KING)) != 0;
}
/* Return the pieces of `color` that are pinned to their own king. */
lc_Bits lc_position_pinned(const lc_Position *p, unsigned color);

/* Return the en passant square if at least one en passant capture is legal, else LC_NO_SQUARE. */
unsigned lc_position_legal_ep(const lc_Position *p);
/* Return the en passant square if a pawn of the side to move attacks it, even a pinned pawn (X-FEN). Else return
** LC_NO_SQUARE. */
unsigned lc_position_xfen_ep(const lc_Position *p);

/* Report whether `by` attacks `square` if only the squares of `occupied` are occupied. Few sliders are on the same
** rank, file or diagonal as the square. For each of them, the squares between are tested. This is faster than following
** the lines from the square. */
LC_INLINE bool lc_attacked(const lc_Position *p, unsigned square, unsigned by, lc_Bits occupied) {
  lc_Bits pieces = p->sets[LC_BY_COLOR + by] & occupied, queens = p->sets[LC_QUEEN];
  lc_Bits leapers = (lc_pawn_attacks[by ^ 1][square] & p->sets[LC_PAWN]) |
                    (lc_knight_attacks[square] & p->sets[LC_KNIGHT]) |
                    (lc_king_attacks[square] & p->sets[LC_KING]);
  lc_Bits sliders = (lc_reach[LC_ROOK][square] & (p->sets[LC_ROOK] | queens)) |
                    (lc_reach[LC_BISHOP][square] & (p->sets[LC_BISHOP] | queens));
  if (leapers & pieces) return true;
  for (sliders &= pieces; sliders; sliders &= sliders - 1) {
    if (!(lc_between[square][lc_first(sliders)] & occupied)) return true;
  }
  return false;
}

typedef struct lc_Limits {
  lc_Bits checkers;
  lc_Bits check_mask;     /* destinations that end a check; all squares when there is no check */
  lc_Bits pin_orthogonal; /* squares between the king and a pinning rook or queen, and the square of that piece */
  lc_Bits pin_diagonal;   /* the same for bishops and queens */
} lc_Limits;

/* Find checks and pins by sliders that are on a line with the king. A slider without a piece between it and the king
** gives check and is added to `checkers`. If the only piece between is one of `own`, the slider pins that piece.
** Returns the pin masks: the squares from the king up to each pinning slider. */
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
  lc_Bits own = p->sets[LC_BY_COLOR + us], enemy = p->sets[LC_BY_COLOR + them], occupied = own | enemy;
  lc_Bits orthogonal = (p->sets[LC_ROOK] | p->sets[LC_QUEEN]) & enemy;
  lc_Bits diagonal = (p->sets[LC_BISHOP] | p->sets[LC_QUEEN]) & enemy;
  lc_Bits leapers = (lc_pawn_attacks[us][king] & p->sets[LC_PAWN]) | (lc_knight_attacks[king] & p->sets[LC_KNIGHT]);
  limits.checkers = leapers & enemy;
  limits.pin_orthogonal = lc_sort_sliders(lc_reach[LC_ROOK][king] & orthogonal, king, own, occupied, &limits.checkers);
  limits.pin_diagonal = lc_sort_sliders(lc_reach[LC_BISHOP][king] & diagonal, king, own, occupied, &limits.checkers);
  limits.check_mask = ~UINT64_C(0);
  if (limits.checkers) {
    limits.check_mask = limits.checkers | lc_between[king][lc_first(limits.checkers)];
  }
  return limits;
}

/* Report whether an en passant capture from `from` is legal. The capture removes two pawns from a rank, so pin masks
** are not enough. The function tests whether the king is attacked after the capture. */
LC_INLINE bool lc_ep_is_legal(const lc_Position *p, unsigned us, unsigned king, unsigned from) {
  lc_Bits occupied = lc_position_occupied(p) ^ lc_bit(from) ^ lc_bit(p->ep ^ 8u);
  return !lc_attacked(p, king, us ^ 1, occupied | lc_bit(p->ep));
}

LC_INLINE lc_Bits lc_ep_takers(const lc_Position *p, unsigned us) {
  if (p->ep >= LC_NO_SQUARE) return 0;
  return lc_pawn_attacks[us ^ 1][p->ep] & p->sets[LC_PAWN] & p->sets[LC_BY_COLOR + us];
}

#endif
