/*
** control - what the pieces attack and guard: squares that a side controls, pieces that hang, batteries.
**
** An attack is where a piece could take if something stood there: pins do not count against it, and one's own pieces are
** attacked, too, which is what guards them. Cost: a look at each piece of the sides that are asked for.
*/
#ifndef LC_MATCH_CONTROL_H
#define LC_MATCH_CONTROL_H

#include "facts.h"

/* The squares that the pieces of a side attack. */
lc_Bits lc_controlled(const lc_Position *p, unsigned color);

/* A kind that no piece is: with it, a set of kinds has the empty squares. */
enum { LC_EMPTY_SQUARES = 1 << LC_KINDS };
/* The pieces of `by` on `from` that attack a square of `to` with a piece of `target`, or an empty one. */
lc_Bits lc_pieces_that_attack(const lc_Position *p, unsigned by, lc_Bits from, unsigned target, lc_Bits to);

/* Pieces and pawns of a side. Attacked: by the enemy. Guarded: another piece of the side attacks its square. Loose: none
** does; not the king. Hanging: attacked and loose. En prise: hanging, or attacked by a piece worth less (pawn < knight =
** bishop < rook < queen). King attackers: they attack the enemy king's square or one beside it; not the king. */
lc_Bits lc_attacked_pieces(const lc_Position *p, unsigned color);
lc_Bits lc_guarded_pieces(const lc_Position *p, unsigned color);
lc_Bits lc_loose_pieces(const lc_Position *p, unsigned color);
lc_Bits lc_hanging_pieces(const lc_Position *p, unsigned color);
lc_Bits lc_pieces_en_prise(const lc_Position *p, unsigned color);
lc_Bits lc_king_attackers(const lc_Position *p, unsigned color);

/* Lines of a battery. */
enum { LC_ON_FILE = 1, LC_ON_RANK = 2, LC_ON_DIAGONAL = 4, LC_ON_LINES = 7 };
/* Batteries of one side: pairs of pieces that move along one line (queen and rook, queen and bishop), both on `on`, with
** nothing between, one of `first` and the other of `second`, and which attack a square of `at`, unless it is 0, along that line and not
** between them. */
typedef struct lc_Battery {
  unsigned lines, first, second; /* LC_ON_FILE and so on; kinds, of one side */
  lc_Bits on, at;
} lc_Battery;
unsigned lc_batteries(const lc_Position *p, const lc_Battery *wanted);

#endif
