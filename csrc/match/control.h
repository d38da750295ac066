/*
** control - attacked squares, guarded and hanging pieces, batteries.
**
** A piece attacks a square if it could capture an enemy piece there. Pins are ignored. A piece also attacks the squares
** of other pieces of its side, which it guards.
** Cost: one attack set per piece.
*/
#ifndef LC_MATCH_CONTROL_H
#define LC_MATCH_CONTROL_H

#include "facts.h"

/* Return the squares that the pieces of a side attack. */
lc_Bits lc_controlled(const lc_Position *p, unsigned color);

/* A further bit in sets of kinds, for empty squares. */
enum { LC_EMPTY_SQUARES = 1 << LC_KINDS };
/* Return the pieces on `from` that attack a piece on `to`. The attacking pieces must be of a kind in `by`, the attacked
** pieces of a kind in `target`. If `target` includes LC_EMPTY_SQUARES, attacked empty squares of `to` count, too. Each
** of the returned pieces attacks at least `least` (>= 1) of them. */
lc_Bits lc_pieces_that_attack(const lc_Position *p, unsigned by, lc_Bits from, unsigned target, lc_Bits to,
                              unsigned least);

/* These functions return sets of pieces and pawns of a side:
**   attacked        an enemy attacks the piece
**   guarded         another piece of the side attacks its square
**   loose           not guarded; never the king
**   hanging         attacked and loose
**   en prise        hanging, or attacked by a piece worth less (pawn < knight = bishop < rook < queen)
**   king attackers  attack the enemy king's square or one beside it; never the king */
lc_Bits lc_attacked_pieces(const lc_Position *p, unsigned color);
lc_Bits lc_guarded_pieces(const lc_Position *p, unsigned color);
lc_Bits lc_loose_pieces(const lc_Position *p, unsigned color);
lc_Bits lc_hanging_pieces(const lc_Position *p, unsigned color);
lc_Bits lc_pieces_en_prise(const lc_Position *p, unsigned color);
lc_Bits lc_king_attackers(const lc_Position *p, unsigned color);

/* Lines of a battery. */
enum { LC_ON_FILE = 1, LC_ON_RANK = 2, LC_ON_DIAGONAL = 4, LC_ON_LINES = 7 };
/* The batteries to count. A battery is a pair of pieces of one side that move along the same line (queen and rook,
** queen and bishop), with no piece between them. Both pieces are on squares of `on`. The kind of one piece is in
** `first`, and the kind of the other piece is in `second`. If `at` is not 0, the battery must attack a square of `at`
** along that line, in front of the pair. */
typedef struct lc_Battery {
  unsigned lines, first, second; /* lines: LC_ON_ bits; first, second: kinds of one side */
  lc_Bits on, at;
} lc_Battery;
unsigned lc_batteries(const lc_Position *p, const lc_Battery *wanted);

#endif
