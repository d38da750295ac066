/*
** movegen - legal moves, check, and the end of the game on the board.
**
** The generator first computes check and pin masks. With the masks, it generates only legal moves, so it never plays a
** move to test it. Moves are listed by piece type from king to pawn, then by origin, then by destination. The order is
** the same on every machine.
*/
#ifndef LC_MOVEGEN_H
#define LC_MOVEGEN_H

#include "checks.h"
#include "rules.h"

typedef struct lc_MoveList {
  unsigned count;
  lc_Move moves[LC_MAX_MOVES];
} lc_MoveList;

/* List all legal moves. Castling moves have the form of lc_move_castle(). The null move is not listed. If the game has
** ended by the rules of its variant (rules.h), no move is legal. */
void lc_legal_moves(const lc_Position *p, lc_MoveList *out);
/* List all moves that are legal, or illegal only because the king of the side to move is left in check, steps into
** check, or castles out of, through or into check. No move captures a king, and no king steps beside the other king. */
void lc_pseudo_legal_moves(const lc_Position *p, lc_MoveList *out);
bool lc_is_legal(const lc_Position *p, lc_Move move);
/* The same; the null move is legal, too, if the side to move is not in check and the game has not ended. */
bool lc_is_playable(const lc_Position *p, lc_Move move);
/* Report whether the side to move is neither checkmated nor stalemated. The rules that end variants are ignored. */
bool lc_has_legal_move(const lc_Position *p);
/* Report whether any move is legal: there is none after checkmate, stalemate or the end of a variant (rules.h). */
bool lc_may_move(const lc_Position *p);
/* Report whether `move` gives check. */
bool lc_gives_check(const lc_Position *p, lc_Move move);

/* The reason why the game is over in this position. Draws that a player must claim are not included, because they
** depend on the whole game. */
typedef enum lc_Outcome {
  LC_OUTCOME_NONE,
  LC_OUTCOME_CHECKMATE,             /* the side to move is checkmated */
  LC_OUTCOME_STALEMATE,
  LC_OUTCOME_INSUFFICIENT_MATERIAL, /* neither side can mate: see lc_is_insufficient() */
  LC_OUTCOME_SEVENTYFIVE_MOVES,     /* FIDE 9.6.2; checkmate takes precedence */
  LC_OUTCOME_KING_IN_CENTER,        /* King of the Hill: lc_rules_winner() has won */
  LC_OUTCOME_THREE_CHECKS           /* Three-check: lc_rules_winner() has won; checkmate takes precedence */
} lc_Outcome;
lc_Outcome lc_position_outcome(const lc_Position *p);
/* Return the side that wins by an outcome of this position, or LC_NO_COLOR. */
unsigned lc_outcome_winner(const lc_Position *p, lc_Outcome outcome);
/* Report whether the material of `color` is insufficient: no sequence of legal moves can lead to mate. A bare king is
** insufficient. K+N, or K and bishops on squares of one colour, are insufficient if no enemy piece can block the escape
** of the enemy king. In Three-check, the king and any other piece or pawn are
** sufficient; in King of the Hill, a bare king is. */
bool lc_is_insufficient(const lc_Position *p, unsigned color);

#endif
