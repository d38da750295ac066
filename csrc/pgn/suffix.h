/*
** suffix - separate words after a move, as in printed games: "exd6 e.p.", "Qh5 mate", "Te8 ++".
**
** In PGN, only words for en passant are read, because old programs write them. In a dialect, these are read, too: words
** for check and mate in many languages, and the dialect's own words. A suffix adds no information to the move, so it is
** skipped. A suffix that the dialect would write in another way is reported.
*/
#ifndef LC_SUFFIX_H
#define LC_SUFFIX_H

#include "../notation/dialect.h"

typedef enum lc_Suffix { LC_SUFFIX_NONE, LC_SUFFIX_EP, LC_SUFFIX_CHECK } lc_Suffix;

/* If the word at text[at] is a suffix, return its kind and set `length`. Otherwise return LC_SUFFIX_NONE. `is_own` is
** set if the dialect writes this word with a blank before it, as FIDE's notation writes " e.p.". */
lc_Suffix lc_suffix_at(const lc_Dialect *dialect, const char *text, size_t size, size_t at, size_t *length,
                       bool *is_own);

#endif
