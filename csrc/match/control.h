/*
** control - attacked squares, guarded and hanging pieces, batteries, lines between pieces, squares beside a piece.
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

/* Return the squares that the piece on a square attacks. */
lc_Bits lc_attacks_from(const lc_Position *p, unsigned square);

/* Return the pieces on `targets` that `color` attacks, also through the line pieces that attack them. */
lc_Bits lc_attacked_with_xray(const lc_Position *p, lc_Bits targets, unsigned color);

/* These functions return sets of pieces and pawns of a side. With `has_xray`, a line piece also attacks the square
** through another line piece that attacks it; lichess's tagger of puzzles counts protection in this way.
**   attacked        an enemy attacks the piece
**   guarded         another piece of the side attacks its square
**   loose           not guarded; never the king
**   hanging         attacked and loose
**   en prise        hanging, or attacked by a piece worth less (pawn < knight = bishop < rook < queen)
**   king attackers  attack the enemy king's square or one beside it; never the king */
lc_Bits lc_attacked_pieces(const lc_Position *p, unsigned color, bool has_xray);
lc_Bits lc_guarded_pieces(const lc_Position *p, unsigned color, bool has_xray);
lc_Bits lc_loose_pieces(const lc_Position *p, unsigned color, bool has_xray);
lc_Bits lc_hanging_pieces(const lc_Position *p, unsigned color, bool has_xray);
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

/* ---- lines ---- */

/* Return the pieces on `from` that attack one of `targets` on a line on which a square of `emptied` is between them:
** the last move left this square, so it uncovered the attack. */
lc_Bits lc_uncovered(const lc_Position *p, lc_Bits from, lc_Bits targets, lc_Bits emptied);

/* Two pieces on one line, and the pieces between them. The first piece must move along the line, unless it is a king,
** knight or pawn. */
typedef struct lc_Between {
  lc_Bits first, second;  /* squares of the two pieces */
  lc_Bits counted;        /* squares of the pieces that are counted */
  int64_t least, most;    /* of counted pieces between the two */
} lc_Between;
bool lc_has_between(const lc_Position *p, const lc_Between *wanted);

/* ---- squares beside a piece ---- */

/* The squares beside a piece (one king's step away) are counted by their state:
**   RING_ALL       all squares on the board
**   RING_OWN       a piece of the same side is there
**   RING_ENEMY     a piece of the other side is there
**   RING_EMPTY     no piece is there
**   RING_ATTACKED  the other side attacks the square; the piece itself is regarded as gone, so that it hides no square
**   RING_FREE      neither a piece of the same side is there, nor is the square attacked */
enum { LC_RING_ALL, LC_RING_OWN, LC_RING_ENEMY, LC_RING_EMPTY, LC_RING_ATTACKED, LC_RING_FREE, LC_RING_COUNTS };
/* Bits of each minimum and maximum in a packed lc_Ring, and the highest count. */
enum { LC_RING_BITS = 4, LC_RING_MOST = 8 };
/* Report whether a piece on `pieces` has counts that fit: for each count, its minimum and its maximum, packed from the
** lowest bits on. */
bool lc_has_ring(const lc_Position *p, lc_Bits pieces, uint64_t bounds);

#endif
