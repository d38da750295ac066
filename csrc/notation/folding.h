/*
** folding - replaces different characters for the same sign by one character.
**
** Only characters that mean the same in all languages are replaced: composed and decomposed letters (U+0053 U+0327 is
** U+015E), blanks, invisible characters (of direction, width or variant), dashes, multiplication signs, full-width
** ASCII. Letters of different alphabets stay different, even if they look alike: Cyrillic U+0421 is a bishop in Russian
** and not a Latin C. Only the reader of a dialect replaces such letters, in files and capture signs. Lower case follows
** Unicode's simple mapping for the alphabets of chess notation. It does not depend on the locale. Turkish dotted and
** dotless i are not changed, since their lower case depends on the language. Bytes that are not UTF-8 are copied
** unchanged.
** Cost: linear, without memory allocation.
** Sources: the Unicode Standard's code charts (General Punctuation, Mathematical Operators, Halfwidth and Fullwidth
** Forms) and the canonical compositions of UnicodeData.txt for the piece letters of all alphabets.
*/
#ifndef LC_FOLDING_H
#define LC_FOLDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return the code point at the beginning of `text` (size > 0), and its length in bytes. If the first byte does not
** begin well-formed UTF-8, return the byte plus LC_FOLDING_BAD, with the length 1. Such a value equals no character. */
enum { LC_FOLDING_BAD = 0x200000 };
uint32_t lc_folding_next(const char *text, size_t size, size_t *length);

/* Fold `text` into `out`, which has room for `size` bytes. The result is never longer than `text`. Returns the
** length. */
size_t lc_folding_signs(const char *text, size_t size, char *out);
/* Convert `text` to lower case into `out`. The result is never longer than `text`. Returns the length. */
size_t lc_folding_lower(const char *text, size_t size, char *out);

#endif
