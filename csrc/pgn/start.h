/*
** start - the position that a game starts from, as its tags FEN, SetUp and Variant say.
**
** Knows chess and Chess960 under the names that servers and programs write. A FEN is repaired where a right or an e.p.
** square is left over, and refused where it is no position: then the moves of the game have no meaning.
** Follows: PGN 9.7.
*/
#ifndef LC_START_H
#define LC_START_H

#include "../notation/fen.h"

/* How a game starts, from its FEN and Variant tags. */
typedef struct lc_Start {
  lc_Position position;
  lc_Code code;     /* LC_D_NONE, or why the movetext cannot be played: BAD_FEN, ... UNSUPPORTED_VARIANT */
  lc_Code repaired; /* CASTLING_DROPPED or EP_DROPPED when the FEN needed it, else LC_D_NONE */
  unsigned problems; /* lc_Problem bits when code is LC_D_INVALID_POSITION */
  unsigned column;   /* of the FEN's error, in bytes from 1 */
  size_t at, end;    /* the tag with the error */
  size_t setup_at, setup_end; /* a SetUp tag that says 0 beside a FEN, or 1 without one; or both 0 */
} lc_Start;

/* Look through the tags of a game. Cost: its tag section. */
void lc_start_find(const char *text, size_t size, lc_Start *out);

#endif
