/*
** movegen - legal moves, check, and the end of the game on the board.
**
** The generator computes check and pin masks first and then only legal destinations, so no move is made and taken back.
** A list is ordered by piece type from king to pawn, then by origin, then by destination. The order is the same on
** every machine.
*/
#ifndef LC_MOVEGEN_H
#define LC_MOVEGEN_H

#include "checks.h"

typedef struct lc_MoveList {
  unsigned count;
  lc_Move moves[LC_MAX_MOVES];
} lc_MoveList;

/* List all legal moves; castling is written as by lc_move_castle(). The null move is not listed. */
void lc_legal_moves(const lc_Position *p, lc_MoveList *out);
bool lc_is_legal(const lc_Position *p, lc_Move move);
bool lc_has_legal_move(const lc_Position *p);
/* Report whether `move` gives check: the + of SAN. */
bool lc_gives_check(const lc_Position *p, lc_Move move);

/* Whether the game is over on the board, and why. Draws that a player must claim are not included, because they
** depend on the whole game. */
typedef enum lc_Outcome {
  LC_OUTCOME_NONE,
  LC_OUTCOME_CHECKMATE,             /* the side to move is checkmated */
  LC_OUTCOME_STALEMATE,
  LC_OUTCOME_INSUFFICIENT_MATERIAL, /* neither side can mate: see lc_is_insufficient() */
  LC_OUTCOME_SEVENTYFIVE_MOVES      /* FIDE 9.6.2; checkmate on the last move takes precedence */
} lc_Outcome;
lc_Outcome lc_position_outcome(const lc_Position *p);
/* Report whether `color` can no longer mate by any sequence of legal moves, judged by material alone. This holds for
** a bare king. It also holds for K+N, and for K+bishops on squares of one colour, when no enemy piece can be made to
** block its own king. */
bool lc_is_insufficient(const lc_Position *p, unsigned color);

#endif
