/*
** facts - properties of one position: pawn structure, files, castling rights, outposts.
**
** A kind is a piece type of one colour. A set of kinds has the bits LC_PAWN..LC_KING for White's pieces, and the same
** bits plus 6 for Black's pieces. The functions have no state.
*/
#ifndef LC_MATCH_FACTS_H
#define LC_MATCH_FACTS_H

#include "../chess/checks.h"

enum { LC_KINDS = 12, LC_ALL_KINDS = (1 << LC_KINDS) - 1 };

/* Return the squares of all pieces of some kinds. */
static inline lc_Bits lc_kinds_on(const lc_Position *p, unsigned kinds) {
  lc_Bits found = 0;
  for (; kinds; kinds &= kinds - 1) {
    unsigned kind = (unsigned)__builtin_ctz(kinds);
    found |= kind < 6 ? lc_position_of(p, LC_WHITE, kind) : lc_position_of(p, LC_BLACK, kind - 6);
  }
  return found;
}

/* Return the material of `color` minus that of the other side: pawn 1, knight and bishop 3, rook 5, queen 9. */
int32_t lc_balance_of(const lc_Position *p, unsigned color);

/* These functions return sets of pawns of a side:
**   passed    no enemy pawn ahead of it on its file or an adjacent file
**   isolated  no own pawn on an adjacent file
**   doubled   another own pawn is on its file
**   backward  own pawns are on adjacent files, but all of them are ahead; an enemy pawn attacks the square in
**             front of the backward pawn
**   shield    one or two ranks ahead of the own king, on its file or an adjacent one */
lc_Bits lc_passed_pawns(const lc_Position *p, unsigned color);
lc_Bits lc_isolated_pawns(const lc_Position *p, unsigned color);
lc_Bits lc_doubled_pawns(const lc_Position *p, unsigned color);
lc_Bits lc_backward_pawns(const lc_Position *p, unsigned color);
lc_Bits lc_pawn_shield(const lc_Position *p, unsigned color);

/* lc_open_files() returns the squares of files without any pawn. lc_half_open_files() returns the squares of files on
** which only the enemy of `color` has pawns. */
lc_Bits lc_open_files(const lc_Position *p);
lc_Bits lc_half_open_files(const lc_Position *p, unsigned color);

/* Report whether a side has bishops on squares of both colours. */
bool lc_has_bishop_pair(const lc_Position *p, unsigned color);
/* Report whether each side has exactly one bishop, on squares of different colours. */
bool lc_has_opposite_bishops(const lc_Position *p);

/* Of the king's file and the adjacent files, return the squares of the files without an own pawn. With `is_open`,
** return the squares of the files without any pawn. */
lc_Bits lc_king_files(const lc_Position *p, unsigned color, bool is_open);

/* Return the rooks with which a side has the right to castle, on the wings in `wings`. */
enum { LC_WING_SHORT = 1, LC_WING_LONG = 2 };
lc_Bits lc_castling_rooks(const lc_Position *p, unsigned color, unsigned wings);

/* Return the knights and bishops on outposts. An outpost is on the fifth to seventh rank and guarded by an own pawn. No
** enemy pawn is ahead on an adjacent file, so no pawn can ever attack the outpost. */
lc_Bits lc_outposts(const lc_Position *p, unsigned color);

/* Report whether the side has a pawn chain of least..most pawns whose foremost pawn is on a square of `on`. In a
** chain, each pawn guards the next one, always in the same diagonal direction. */
bool lc_has_chain(const lc_Position *p, unsigned color, lc_Bits on, int64_t least, int64_t most);

#endif
