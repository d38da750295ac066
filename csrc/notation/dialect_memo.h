/*
** dialect_memo - the cache of a dialect that is not plain: tokens that were read without repairs, and texts that were
** written. Only the files dialect*.c use this header; dialect_impl.h has the functions for loops.
*/
#ifndef LC_DIALECT_MEMO_H
#define LC_DIALECT_MEMO_H

#include "dialect_impl.h"
#include "dialect_syntax.h"

/* Store the result of reading a token, if the memo can determine it in other positions. `list` has all readings with at
** most the repairs of `reading`. */
void lc_memo_learn(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size, const lc_SyntaxList *list,
                   const lc_Reading *reading);
/* Read a token from the memo. Returns false if the parser must read it. */
LC_MUST_USE bool lc_memo_read(const lc_Dialect *d, const lc_Position *p, const char *text, size_t size,
                              lc_Reading *out);
/* Report whether the memo has this text, and the text means this move. `san` is the SAN of the move, with + and #. */
bool lc_memo_has(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san, const char *text,
                 size_t size);

#endif
