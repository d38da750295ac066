/*
** move_values - the clock, the time and the evaluation that programs write in the comments after a move.
**
** They are commands (csrc/pgn/annotation.h), or a whole comment in one of the forms of programs that play matches of
** engines. Such a comment is a text: nothing is removed from it.
**   +0.32/12 1.5s             cutechess, fastchess; -M3/20 0.5s, White mates: a comma and any text may follow
**   (Bb5) +0.45/20 3          XBoard and Arena: the move that was expected, seconds; 1500ms: c-chess-cli
**   d=28, mt=55195, wv=0.62,  TCEC: the fields of match_comment.def, among others
** The evaluation of the first two forms is from the side of the player who moved; remarks such as "+0.32" have no depth
** and are not read. M5 is mate in 5 plies, counted from the position before the move. A comment with any other text
** gives no values. Cost: the first bytes of most comments decide.
*/
#ifndef LC_MOVE_VALUES_H
#define LC_MOVE_VALUES_H

#include "annotation.h"

typedef struct lc_MoveValues {
  double clock;   /* seconds left; valid if has_clock */
  double elapsed; /* seconds that the move took; valid if has_elapsed */
  lc_Eval eval;   /* valid if has_eval */
  bool has_clock, has_elapsed, has_eval;
} lc_MoveValues;

/* Read the values of one comment after a move. `mover` is LC_WHITE or LC_BLACK. A value that an earlier comment has set
** stays. */
void lc_move_values_read(const char *text, size_t size, unsigned mover, lc_MoveValues *values);

#endif
