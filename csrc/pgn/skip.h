/*
** skip - recognises text that cannot change a game: stray punctuation, check signs apart from their move,
** evaluations and times outside comments. skip.def lists all of it.
**
** It is called only at a token that is not a move, so correct games do not need it. If such a text begins with a
** byte that cannot begin a word, the lexer reads it as one token. If it begins like a word, the reader looks it up
** after the token proved not to be a move.
** Also recognises !!! and ???, each of which is read as two marks of PGN.
*/
#ifndef LC_SKIP_H
#define LC_SKIP_H

#include <stdbool.h>
#include <stddef.h>

/* Return the length of the text to skip at text[at], where a token begins, or 0. `is_value` is set if the text must
** be kept in the tree, as <...> is. With `has_digit_moves`, moves can look like numbers, so numbers are not
** skipped. */
size_t lc_skip_at(const char *text, size_t size, size_t at, bool has_digit_moves, bool *is_value);

/* Report whether exactly ??? or !!! is at text[at]. The first two characters are a mark of PGN, and so is the
** third. */
bool lc_skip_marks(const char *text, size_t size, size_t at);

#endif
