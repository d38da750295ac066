/*
** suffix - separate marks after a move, as in printed games: "exd6 e.p.", "Qh5 mate", "Te8 ++".
**
** In PGN's own notation only the mark of en passant is read (old programs write it). In a dialect, the marks of check
** and mate used by books in many languages, and the dialect's own, are read too. A suffix adds no information to the
** move. It is skipped, and reported if the dialect would not write it so.
*/
#ifndef LC_SUFFIX_H
#define LC_SUFFIX_H

#include "../notation/dialect.h"

typedef enum lc_Suffix { LC_SUFFIX_NONE, LC_SUFFIX_EP, LC_SUFFIX_CHECK } lc_Suffix;

/* Return the suffix that the word at text[at] is, and its length; LC_SUFFIX_NONE if it is another word or there is
** none. `is_own`: the dialect has this word, with a blank before it (FIDE's " e.p."). */
lc_Suffix lc_suffix_at(const lc_Dialect *dialect, const char *text, size_t size, size_t at, size_t *length,
                       bool *is_own);

#endif
