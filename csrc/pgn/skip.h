/*
** skip - recognises text that cannot change a game: stray punctuation, check signs after a blank, evaluations and times
** outside comments. skip.def lists all such text.
**
** lc_skip_at() is called only for tokens that are not moves, so it does not slow down correct games. The lexer calls it
** if the token begins with a byte that cannot begin a word. The reader calls it if the token begins like a word but is
** not a legal move.
** lc_skip_marks() recognises !!! and ???. Each of them is read as two NAGs: !!! as ! and !!.
*/
#ifndef LC_SKIP_H
#define LC_SKIP_H

#include <stdbool.h>
#include <stddef.h>

/* Return the length of the text to skip at text[at], or 0. A token must begin there. `is_value` is set if the text must
** be kept in the tree, as <...> is. With `has_digit_moves`, moves can look like numbers, so numbers are not skipped. */
size_t lc_skip_at(const char *text, size_t size, size_t at, bool has_digit_moves, bool *is_value);

/* Report whether ??? or !!!, but no longer run, is at text[at]. Two of its characters are one NAG, and the third is
** another NAG. */
bool lc_skip_marks(const char *text, size_t size, size_t at);

#endif
