/*
** facts - properties of one position: pawn structure, files, castling rights, outposts.
**
** Each function takes an lc_Position and works on bit sets; no state is kept between positions. A kind is a bit:
** bit LC_PAWN..LC_KING for White's pieces, the same six bits higher for Black's.
*/
#ifndef LC_MATCH_FACTS_H
#define LC_MATCH_FACTS_H

#include "../chess/checks.h"

enum { LC_KINDS = 12 };

/* Squares of all pieces of some kinds. */
static inline lc_Bits lc_kinds_on(const lc_Position *p, unsigned kinds) {
  lc_Bits found = 0;
  for (; kinds; kinds &= kinds - 1) {
    unsigned kind = (unsigned)__builtin_ctz(kinds);
    found |= kind < 6 ? lc_position_of(p, LC_WHITE, kind) : lc_position_of(p, LC_BLACK, kind - 6);
  }
  return found;
}

/* Pawns of a side. Passed: no enemy pawn ahead on its file or beside it. Isolated: no own pawn on a file beside its own.
** Doubled: each pawn with another own pawn on its file. Backward: no own pawn beside or after it on the files beside, one
** ahead of it, and an enemy pawn attacks the square before it. The shield: pawns one or two ranks ahead of the own king,
** on its file or beside it. */
lc_Bits lc_passed_pawns(const lc_Position *p, unsigned color);
lc_Bits lc_isolated_pawns(const lc_Position *p, unsigned color);
lc_Bits lc_doubled_pawns(const lc_Position *p, unsigned color);
lc_Bits lc_backward_pawns(const lc_Position *p, unsigned color);
lc_Bits lc_pawn_shield(const lc_Position *p, unsigned color);

/* Squares of the files without any pawn; of those with enemy pawns only, `color` having none. */
lc_Bits lc_open_files(const lc_Position *p);
lc_Bits lc_half_open_files(const lc_Position *p, unsigned color);

/* Bishops on squares of both colours. */
bool lc_has_bishop_pair(const lc_Position *p, unsigned color);
/* Each side has one bishop, on squares of different colours. */
bool lc_has_opposite_bishops(const lc_Position *p);

/* Of the king's file and those beside it, the squares of files without a pawn of its own; `is_open`: without any pawn. */
lc_Bits lc_king_files(const lc_Position *p, unsigned color, bool is_open);

/* Rooks with which a side may still castle. */
enum { LC_WING_SHORT = 1, LC_WING_LONG = 2 };
lc_Bits lc_castling_rooks(const lc_Position *p, unsigned color, unsigned wings);

/* Knights and bishops on the fifth to the seventh rank that an own pawn guards and that no enemy pawn can ever attack,
** none being ahead of it on the files beside. */
lc_Bits lc_outposts(const lc_Position *p, unsigned color);

/* There is a chain of least..most pawns, each guarding the next on one diagonal, and not more; its foremost is on `on`. */
bool lc_has_chain(const lc_Position *p, unsigned color, lc_Bits on, int64_t least, int64_t most);

#endif
