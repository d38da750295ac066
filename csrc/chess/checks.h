/*
** checks - who attacks what: checks, pins, and whether an en passant capture is legal.
*/
#ifndef LC_CHECKS_H
#define LC_CHECKS_H

#include "position.h"

/* All men of `color` that attack `square` when `occupied` stands on the board. */
lc_Bits lc_position_attackers(const lc_Position *p, unsigned square, unsigned color, lc_Bits occupied);
/* Men that give check to the side to move. */
lc_Bits lc_position_checkers(const lc_Position *p);
/* Men of `color` that are pinned against their own king. */
lc_Bits lc_position_pinned(const lc_Position *p, unsigned color);

/* The e.p. square when at least one e.p. capture is legal, else LC_NO_SQUARE. */
unsigned lc_position_legal_ep(const lc_Position *p);
/* The e.p. square when an enemy pawn stands ready to take, pinned or not (X-FEN), else LC_NO_SQUARE. */
unsigned lc_position_xfen_ep(const lc_Position *p);

#endif
