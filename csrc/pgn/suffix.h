/*
** suffix - separate marks after a move, as in printed games: "exd6 e.p.", "Qh5 mate", "Te8 ++".
**
** In PGN's own notation only the mark of en passant is read so (old programs); in a dialect also the signs and words of
** check and mate that books in many languages have, and the dialect's own. A suffix adds nothing to the move: it is
** skipped, and reported if the dialect would not write it so.
*/
#ifndef LC_SUFFIX_H
#define LC_SUFFIX_H

#include "../notation/dialect.h"

typedef enum lc_Suffix { LC_SUFFIX_NONE, LC_SUFFIX_EP, LC_SUFFIX_CHECK } lc_Suffix;

/* The suffix that is the word at text[at], and its length; LC_SUFFIX_NONE when there is another word or none.
** `is_own`: the dialect has this very word, with a blank before it (FIDE's " e.p."). */
lc_Suffix lc_suffix_at(const lc_Dialect *dialect, const char *text, size_t size, size_t at, size_t *length,
                       bool *is_own);

#endif
