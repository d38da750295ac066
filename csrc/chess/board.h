/*
** board - a position that is changed in place, with undo.
**
** A Board is for programs that visit millions of positions, because it needs no new object for each position. Before
** each move, the position is copied (88 bytes), and undo restores the copy. The copies are in an array that the caller
** owns and enlarges after LC_EROOM. The Board stores only the number of moves and no pointer, so the caller may move
** the Board and the array in memory.
*/
#ifndef LC_BOARD_H
#define LC_BOARD_H

#include "position.h"

typedef struct lc_Board {
  lc_Position now; /* must be the first field, so that a pointer to a Board is also a pointer to its position */
  unsigned ply; /* moves played since lc_board_start() */
} lc_Board;

/* Start at a position, with no moves to undo. */
static inline void lc_board_start(lc_Board *board, const lc_Position *p) {
  board->now = *p;
  board->ply = 0;
}
/* Play a legal move and store the position before it: stack[i] is the position after i plies. Returns LC_EROOM when
** all `room` entries of the stack are used. */
int lc_board_play(lc_Board *board, lc_Position *stack, unsigned room, lc_Move move);
/* Take back the last move. Returns false if there is none. */
bool lc_board_undo(lc_Board *board, const lc_Position *stack);

#endif
