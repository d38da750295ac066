/*
** encoding - detects the encoding of a game, and converts encodings.
**
** PGN names ISO 8859-1 (PGN 4), today's files are UTF-8, and Windows programs write its code page 1252. A file does
** not name its encoding, and merged files have several: so each game is judged alone, by its bytes.
** Valid UTF-8 is UTF-8, since text in the others is so only by a rare accident; else bytes 80 to 9F, which are
** controls in ISO 8859-1 and letters or quotation marks in code page 1252, tell the two apart. Reading needs none of
** this: all that PGN means is ASCII. Cost: 64 bytes of ASCII a step, other bytes one by one.
*/
#ifndef LC_ENCODING_H
#define LC_ENCODING_H

#include "../chess/bits.h"

typedef enum lc_Encoding { LC_ASCII, LC_UTF8, LC_LATIN1, LC_CP1252 } lc_Encoding;

/* "ascii", "utf-8", "latin-1", "cp1252". */
const char *lc_encoding_name(lc_Encoding encoding);
/* The encoding of that name in any case, with or without its hyphen (iso-8859-1 and windows-1252 too), or -1. */
int lc_encoding_find(const char *name, size_t size);

typedef struct lc_Encoded {
  lc_Encoding encoding;
  bool is_mixed;  /* no single encoding makes sense of all of it */
  size_t at, end; /* then: the first byte that shows it */
} lc_Encoded;

void lc_encoding_of(const char *text, size_t size, lc_Encoded *out);
/* Whether all bytes are below 128. */
bool lc_is_ascii(const char *text, size_t size);
/* Bytes of the UTF-8 character at text[at], 0 if it is not UTF-8. */
size_t lc_utf8_length(const char *text, size_t size, size_t at);

/* Into UTF-8, `out` having room for 3 * size bytes; the length. Every byte has a character: those that code page 1252
** leaves free become the controls of the same number. */
size_t lc_to_utf8(const char *text, size_t size, lc_Encoding from, char *out);
/* From UTF-8 (valid) into `out` of `size` bytes; the length. SIZE_MAX when a character is not in `to`: `at` is its
** offset. */
size_t lc_from_utf8(const char *text, size_t size, lc_Encoding to, char *out, size_t *at);

#endif
