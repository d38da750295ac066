/*
** suffix - separate marks after a move, as in printed games: "exd6 e.p.", "Qh5 mate", "Te8 ++".
**
** In PGN, only the mark of en passant is read, because old programs write it. In a dialect, also the marks of check
** and mate that books in many languages use, and the dialect's own marks. A suffix adds no information to the move,
** so it is skipped. It is reported if the dialect would not write it so.
*/
#ifndef LC_SUFFIX_H
#define LC_SUFFIX_H

#include "../notation/dialect.h"

typedef enum lc_Suffix { LC_SUFFIX_NONE, LC_SUFFIX_EP, LC_SUFFIX_CHECK } lc_Suffix;

/* If the word at text[at] is a suffix, return its kind and set `length`; otherwise return LC_SUFFIX_NONE. `is_own`
** is set if the dialect writes this word, with a blank before it (FIDE's " e.p."). */
lc_Suffix lc_suffix_at(const lc_Dialect *dialect, const char *text, size_t size, size_t at, size_t *length,
                       bool *is_own);

#endif
