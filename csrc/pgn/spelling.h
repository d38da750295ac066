/*
** spelling - finds the move that a token of movetext means, in PGN's SAN or in the game's dialect.
**
** All readers of movetext read their tokens here, so that they agree: the event reader and the token-by-token replay.
** Both use the quick reader (san_impl.h) for ordinary tokens. A NULL dialect is PGN; with the tolerance LC_REPAIRS, a
** token that is not SAN is repaired (repairs.h) and read again.
** In movetext, blanks separate moves. The blanks inside a dialect's move are written as "_": "knight_takes_d_five".
*/
#ifndef LC_SPELLING_H
#define LC_SPELLING_H

#include "../notation/dialect.h"

enum { LC_MAX_TOKEN = 255 }; /* PGN 7: the longest symbol */

/* Read a token. Returns LC_D_NONE, or the reason why it is not a move here: LC_D_BAD_TOKEN, LC_D_BAD_MOVE ...
** LC_D_GAME_OVER. out->repairs is set for PGN, too. */
lc_Code lc_spelling_read(const lc_Dialect *dialect, unsigned tolerance, const lc_Position *p, const char *text,
                         size_t size, lc_Reading *out);

/* Return the diagnostic for the spelling of a token; LC_D_NONE if it follows the notation. */
lc_Code lc_spelling_style(const lc_Dialect *dialect, const lc_Position *before, const lc_Reading *reading,
                          const char *text, size_t size);

/* List the moves that an ambiguous token may mean. */
void lc_spelling_candidates(const lc_Dialect *dialect, const lc_Position *p, const char *text, size_t size,
                            lc_MoveList *out);

/* Write a legal move (or the null move) as in movetext; `marks` adds check signs. Returns the length, or 0 if the
** dialect cannot write the move in a form that reads back. */
size_t lc_spelling_write(const lc_Dialect *dialect, const lc_Position *p, lc_Move move, bool marks,
                         char out[LC_DIALECT_TEXT]);

#endif
