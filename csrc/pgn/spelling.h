/*
** spelling - one token of movetext -> the move it means, in PGN's own SAN or in the dialect that a game is written in.
**
** Everything that reads movetext reads its tokens here, so that all of it agrees: the event reader and the replay token
** by token, both with the quick reading (san_impl.h) for what is ordinary. A NULL dialect is PGN.
*/
#ifndef LC_SPELLING_H
#define LC_SPELLING_H

#include "../notation/dialect.h"

enum { LC_MAX_TOKEN = 255 }; /* PGN 7: the longest symbol */

/* LC_D_NONE, or why it is no move here: LC_D_BAD_TOKEN, LC_D_BAD_MOVE ... LC_D_GAME_OVER. */
lc_Code lc_spelling_read(const lc_Dialect *dialect, const lc_Position *p, const char *text, size_t size,
                         lc_Reading *out);

/* The diagnostic for the spelling of a token: LC_D_NONE if it follows the notation. */
lc_Code lc_spelling_style(const lc_Dialect *dialect, const lc_Position *before, const lc_Reading *reading,
                          const char *text, size_t size);

/* The moves that an ambiguous token may mean. */
void lc_spelling_candidates(const lc_Dialect *dialect, const lc_Position *p, const char *text, size_t size,
                            lc_MoveList *out);

/* A legal move (or the null move) as written in movetext; its length, or 0 if the dialect cannot write it so that it can
** be read back. `marks`: with check signs. */
size_t lc_spelling_write(const lc_Dialect *dialect, const lc_Position *p, lc_Move move, bool marks,
                         char out[LC_DIALECT_TEXT]);

#endif
