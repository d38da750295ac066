/*
** rewrite - movetext of a game that has moves and nothing else, rewritten without a tree.
**
** Most games of a database are such: read, played and written in one loop they cost a fifth of what reading them
** into a tree and walking it does. What comes out is byte for byte what
** writer.h would write (fuzzed against it). Both what is read and what is written may be in a dialect.
*/
#ifndef LC_REWRITE_H
#define LC_REWRITE_H

#include "page.h"
#include "replay.h"
#include "writer.h"

/* A mainline on its way to the page. */
typedef struct lc_Rewrite {
  lc_Page page;
  const lc_Dialect *dialect; /* to write in, NULL for PGN */
  bool no_numbers, no_checks;
  bool is_stuck;             /* the dialect cannot say a move */
} lc_Rewrite;

/* Room that movetext of `size` bytes never needs more than: "a4" and its separator become a number of up to eleven
** digits and a period in every other case, a move and two separators. In a dialect a move may take LC_DIALECT_TEXT
** bytes. */
static inline size_t lc_rewrite_room(size_t size, const lc_Dialect *dialect) {
  return (dialect ? 28 : 8) * size + 512;
}

/* Write the movetext of `replay`, after lc_replay_begin(), into `writing`, which has lc_rewrite_room(). `result` (lc_Result)
** is the result of the game, 0: use the one that the replay finds. False: the game has more than moves, cannot be played
** to its end or written in the dialect, or the options need more; then the output is undefined, and the replay has
** stopped somewhere. */
bool lc_rewrite(lc_Replay *replay, const lc_WriteOptions *options, unsigned result, lc_Writing *writing);

/* Play and write up to the end, or to what is no bare move. The second kind is for dialects, read or written. */
LC_VARIANTS(void, lc_rewrite_run, (lc_Rewrite *rewrite, lc_Replay *replay));
LC_VARIANTS(void, lc_rewrite_run_foreign, (lc_Rewrite *rewrite, lc_Replay *replay));

#endif
