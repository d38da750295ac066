/*
** rewrite - writes the movetext of a game that has only moves, without building a tree.
**
** Most games of a database have only moves. One loop that reads, plays and writes the moves takes a fifth of the time
** that a tree would take. The output has the same bytes as that of writer.h; the fuzzer compares the two. Input and
** output may each be in a dialect.
*/
#ifndef LC_REWRITE_H
#define LC_REWRITE_H

#include "page.h"
#include "replay.h"
#include "writer.h"

/* A mainline being written. */
typedef struct lc_Rewrite {
  lc_Page page;
  const lc_Dialect *dialect; /* dialect of the output, or NULL for PGN */
  bool no_numbers, no_checks;
  bool is_stuck;             /* the dialect cannot write a move */
} lc_Rewrite;

/* Room beyond the moves and their numbers: for the result with two separators, for two more periods of the first
** number, and for the bytes that the writer of a move may use after it, at most LC_DIALECT_TEXT. */
enum { LC_REWRITE_EDGE = LC_RESULT_MAX + 2 + 2 + LC_DIALECT_TEXT };

/* Return the maximum size of the output for movetext of `size` bytes. A move of the input takes at least two bytes: one
** byte and a separator, or two bytes that end without one, as in "e!e!". Of the output, each move has its text and a
** separator, and every second move has a number with a separator, ten digits and a period. */
static inline size_t lc_rewrite_room(size_t size, const lc_Dialect *dialect) {
  enum { SAN = sizeof(uint64_t), NUMBER = 1 + LC_DIGITS_32 + 1 }; /* SAN: an lc_SanWord */
  size_t moves = size / 2 + 1, text = dialect ? dialect->longest : SAN;
  return moves * (1 + text) + (moves / 2 + 1) * NUMBER + LC_REWRITE_EDGE;
}

/* Write the movetext of `replay`, after lc_replay_begin(), into `writing`, which has lc_rewrite_room() bytes.
** `result` is the game's lc_Result, or 0 for the result that the replay finds. Returns false if
**   - the game has more than moves, or may have more because it ends in a small letter, as in "1-0 on time";
**   - the game cannot be played to its end;
**   - the dialect cannot write a move;
**   - the options need a tree.
** After false, the output is undefined, and the replay may have stopped anywhere. */
LC_MUST_USE bool lc_rewrite(lc_Replay *replay, const lc_WriteOptions *options, unsigned result, lc_Writing *writing);

/* Play and write moves up to the end of the game, or to the first token that is neither a move nor a move number.
** lc_rewrite_run_foreign() is for dialects in the input or the output. */
LC_VARIANTS(void, lc_rewrite_run, (lc_Rewrite *rewrite, lc_Replay *replay));
LC_VARIANTS(void, lc_rewrite_run_foreign, (lc_Rewrite *rewrite, lc_Replay *replay));

#endif
