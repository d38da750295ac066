/*
** skip - text that cannot change a game, as listed in skip.def: stray punctuation, signs apart from their move,
** evaluations and times outside of comments.
**
** Consulted only where a token is no move, so clean games never come here. The lexer makes one token of each such text
** that begins with a byte of no word; for the others, the text of a token that is no move is looked up.
** Also reads the runs ??? and !!!, which are two marks of PGN each.
*/
#ifndef LC_SKIP_H
#define LC_SKIP_H

#include <stdbool.h>
#include <stddef.h>

/* Return the length of the text to skip at text[at], where a token begins, or 0. `is_value`: it is to be kept like <...>. If moves can look
** like numbers (`has_digit_moves`), numbers are not skipped. */
size_t lc_skip_at(const char *text, size_t size, size_t at, bool has_digit_moves, bool *is_value);

/* Report whether three marks are at text[at], ??? or !!!, of which the first two are a mark of PGN and so is the third. */
bool lc_skip_marks(const char *text, size_t size, size_t at);

#endif
