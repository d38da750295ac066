/*
** board - the one mutable position, with undo.
**
** For walks over millions of positions that must not make an object each. Undo is a copy taken
** before each move: 88 bytes a ply, and nothing to get wrong. The copies live in an array of the
** caller's, who makes it larger when LC_EROOM says so; the Board itself holds only a count, so both
** may be moved in memory.
*/
#ifndef LC_BOARD_H
#define LC_BOARD_H

#include "position.h"

typedef struct lc_Board {
  lc_Position now; /* first: a pointer to a Board is a pointer to its position */
  unsigned ply; /* moves played since lc_board_start() */
} lc_Board;

/* Begin at a position, with nothing to undo. */
void lc_board_start(lc_Board *board, const lc_Position *p);
/* Play a legal move; stack[i] becomes the position after i plies. LC_EROOM when `room` is full. */
int lc_board_play(lc_Board *board, lc_Position *stack, unsigned room, lc_Move move);
/* Take back the last move; false if there is none. */
bool lc_board_undo(lc_Board *board, const lc_Position *stack);

#endif
