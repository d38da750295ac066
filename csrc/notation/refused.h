/*
** refused - the right spelling of moves in spellings that are refused: refused.def.
**
** Nothing is read: the result is only for messages. Cost: one reading of SAN for each kind of spelling.
*/
#ifndef LC_REFUSED_H
#define LC_REFUSED_H

#include "san.h"

/* Return entry `i` of the table, as its text and the way it is written; false after the last entry. */
bool lc_refused_entry(size_t i, const char **text, const char **written);

/* Write the move that a refused token is meant as, in SAN. Returns its length; 0 if the token has none of the
** spellings, or is no legal move in any of them. The token ends at `size`, the text at `limit`. */
size_t lc_refused_move(const lc_Position *p, const char *text, size_t size, size_t limit, char out[LC_SAN_MAX]);

/* Return how a refused word is written, or NULL. */
const char *lc_refused_word(const char *text, size_t size);

#endif
