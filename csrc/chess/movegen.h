/*
** movegen - legal moves, check, and the end of play.
**
** Legal moves are generated directly: check and pin masks first, then destinations, so no move is made
** and taken back. Order of a list: by piece type king to pawn, then by origin, then by destination; it
** is the same on every machine.
*/
#ifndef LC_MOVEGEN_H
#define LC_MOVEGEN_H

#include "checks.h"

typedef struct lc_MoveList {
  unsigned count;
  lc_Move moves[LC_MAX_MOVES];
} lc_MoveList;

/* All legal moves, castling as lc_move_castle(). No null move. */
void lc_legal_moves(const lc_Position *p, lc_MoveList *out);
bool lc_is_legal(const lc_Position *p, lc_Move move);
bool lc_has_legal_move(const lc_Position *p);
/* Whether the side to move is attacked after `move`: the + of SAN. */
bool lc_gives_check(const lc_Position *p, lc_Move move);

/* Why play is over on the board, or that it is not. Draws that must be claimed belong to a game. */
typedef enum lc_Outcome {
  LC_OUTCOME_NONE,
  LC_OUTCOME_CHECKMATE,             /* the side to move has lost */
  LC_OUTCOME_STALEMATE,
  LC_OUTCOME_INSUFFICIENT_MATERIAL, /* neither side can ever mate: see lc_is_insufficient() */
  LC_OUTCOME_SEVENTYFIVE_MOVES      /* FIDE 9.6.2; checkmate on the last move takes precedence */
} lc_Outcome;
lc_Outcome lc_position_outcome(const lc_Position *p);
/* Whether `color` can no longer mate by any sequence of legal moves, judged by material alone: K;
** K+N or K+bishops of one square colour when the other side's pieces cannot help to block. */
bool lc_is_insufficient(const lc_Position *p, unsigned color);

#endif
