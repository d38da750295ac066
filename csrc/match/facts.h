/*
** facts - what can be said of one position besides where its men stand.
**
** All are asked of an lc_Position and answered from bit sets; nothing is kept between two positions. A kind is a bit:
** bit LC_PAWN..LC_KING for White's men, the same six bits higher for Black's.
*/
#ifndef LC_MATCH_FACTS_H
#define LC_MATCH_FACTS_H

#include "../chess/checks.h"

enum { LC_KINDS = 12 };

/* Squares of all men of some kinds. */
static inline lc_Bits lc_kinds_on(const lc_Position *p, unsigned kinds) {
  lc_Bits found = 0;
  for (; kinds; kinds &= kinds - 1) {
    unsigned kind = (unsigned)__builtin_ctz(kinds);
    found |= kind < 6 ? lc_position_of(p, LC_WHITE, kind) : lc_position_of(p, LC_BLACK, kind - 6);
  }
  return found;
}

/* Structures of pawns. */
typedef enum lc_PawnFact {
  LC_PAWN_PASSED,   /* no enemy pawn ahead on its file or beside it */
  LC_PAWN_ISOLATED, /* no own pawn on a file beside its own */
  LC_PAWN_DOUBLED,  /* another own pawn on its file: each of them */
  LC_PAWN_BACKWARD  /* no own pawn beside or behind it on the files beside, one ahead of it, and the square before it
                    ** is attacked by an enemy pawn */
} lc_PawnFact;
lc_Bits lc_pawns_that(const lc_Position *p, lc_PawnFact fact, unsigned color);

/* Squares of the files without any pawn; of those with enemy pawns only, `color` having none. */
lc_Bits lc_open_files(const lc_Position *p);
lc_Bits lc_half_open_files(const lc_Position *p, unsigned color);

/* Bishops on squares of both colours. */
bool lc_has_bishop_pair(const lc_Position *p, unsigned color);
/* Each side has one bishop, on squares of different colours. */
bool lc_has_opposite_bishops(const lc_Position *p);

/* The men of `by` on `from` that attack a man of `target` on `to`. */
lc_Bits lc_men_that_attack(const lc_Position *p, unsigned by, lc_Bits from, unsigned target, lc_Bits to);

#endif
