/*
** rewrite - writes the movetext of a game that has only moves, without building a tree.
**
** Most games of a database have only moves. Reading, playing and writing them in one loop costs a fifth of reading
** them into a tree and walking it. The output is byte for byte that of writer.h; the fuzzer compares them. Input
** and output may both be in a dialect.
*/
#ifndef LC_REWRITE_H
#define LC_REWRITE_H

#include "page.h"
#include "replay.h"
#include "writer.h"

/* A mainline being written. */
typedef struct lc_Rewrite {
  lc_Page page;
  const lc_Dialect *dialect; /* dialect of the output, NULL for PGN */
  bool no_numbers, no_checks;
  bool is_stuck;             /* the dialect cannot write a move */
} lc_Rewrite;

/* Return an upper bound of the output for movetext of `size` bytes. The worst case is "a4" and a separator. Each
** such group becomes a move and two separators, and every second one also gets a number of up to eleven digits and
** a period. In a dialect, a move may need LC_DIALECT_TEXT bytes. */
static inline size_t lc_rewrite_room(size_t size, const lc_Dialect *dialect) {
  return (dialect ? 28 : 8) * size + 512;
}

/* Write the movetext of `replay`, after lc_replay_begin(), into `writing`, which has lc_rewrite_room() bytes.
** `result` is the game's lc_Result, or 0 to use the one that the replay finds. Returns false if
**   - the game has more than moves, or cannot be played to its end;
**   - the dialect cannot write a move;
**   - the options need a tree.
** Then the output is undefined, and the replay has stopped at some move. */
bool lc_rewrite(lc_Replay *replay, const lc_WriteOptions *options, unsigned result, lc_Writing *writing);

/* Play and write up to the end, or to the first token that is not a bare move. lc_rewrite_run_foreign() is for
** dialects in the input or the output. */
LC_VARIANTS(void, lc_rewrite_run, (lc_Rewrite *rewrite, lc_Replay *replay));
LC_VARIANTS(void, lc_rewrite_run_foreign, (lc_Rewrite *rewrite, lc_Replay *replay));

#endif
