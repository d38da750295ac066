/*
** folding - maps characters that look alike to one character, so that different input gives the same move.
**
** Folding treats only characters that do not depend on the language: composed and decomposed letters (U+0053 U+0327 is
** U+015E), blanks, invisible marks (of direction, width or variant), dashes, multiplication signs, full-width ASCII.
** Letters of different alphabets stay different, however alike they look: Cyrillic U+0421 is a bishop in Russian and
** not a Latin C. Only the reader of a dialect, which knows where files and capture signs can be, treats those as equal.
** Lower case is Unicode's simple mapping for the alphabets that chess is written in, independent of the locale. Turkish
** dotted and dotless i are not changed, since neither is the other's case in every language. Bytes that are not UTF-8
** are copied unchanged.
** Cost: linear, no allocation.
** Sources: the Unicode Standard's code charts (General Punctuation, Mathematical Operators, Halfwidth and Fullwidth
** Forms) and UnicodeData's canonical compositions of the letters that alphabets use.
*/
#ifndef LC_FOLDING_H
#define LC_FOLDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return the code point at the beginning of `text` (size > 0) and its length in bytes. A byte that begins no
** well-formed UTF-8 is returned as itself, 1 byte long, plus LC_FOLDING_BAD, so that it equals no character. */
enum { LC_FOLDING_BAD = 0x200000 };
uint32_t lc_folding_next(const char *text, size_t size, size_t *length);

/* Fold into `out`, which has room for `size` bytes: the result is never longer. Returns the length. */
size_t lc_folding_signs(const char *text, size_t size, char *out);
/* Convert to lower case into `out`; the result is never longer. Returns the length. */
size_t lc_folding_lower(const char *text, size_t size, char *out);

#endif
