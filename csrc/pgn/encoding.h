/*
** encoding - detects the encoding of a game, and converts encodings.
**
** PGN prescribes ISO 8859-1 (PGN 4), but most files today are UTF-8, and Windows programs write code page 1252. A file
** does not name its encoding, and merged files have several. So the encoding of each game is found from its bytes. Text
** that is valid UTF-8 counts as UTF-8, since text in the other encodings is seldom valid UTF-8. In other text, bytes 80
** to 9F decide: they are controls in ISO 8859-1, and letters or punctuation in code page 1252. Moves and tags are read
** without a conversion, because PGN's own syntax is ASCII.
** Cost: 64 bytes per step of characters of one or two bytes; longer characters, and the bytes of text that is not
** UTF-8, are read one by one.
*/
#ifndef LC_ENCODING_H
#define LC_ENCODING_H

#include "../chess/bits.h"
#include "../chess/cpu.h"

typedef enum lc_Encoding { LC_ASCII, LC_UTF8, LC_LATIN1, LC_CP1252 } lc_Encoding;

/* Return "ascii", "utf-8", "latin-1" or "cp1252". */
const char *lc_encoding_name(lc_Encoding encoding);
/* Return the encoding with this name, or -1. Case does not matter, and the hyphen may be omitted. iso-8859-1 and
** windows-1252 are accepted too. */
int lc_encoding_find(const char *name, size_t size);

typedef struct lc_Encoded {
  lc_Encoding encoding;
  bool is_mixed;  /* no single encoding fits the whole text */
  size_t at, end; /* if is_mixed, the first bytes that contradict the encoding */
} lc_Encoded;

void lc_encoding_of(lc_Cpu cpu, const char *text, size_t size, lc_Encoded *out);
/* Report whether all bytes are below 128. */
bool lc_is_ascii(const char *text, size_t size);
/* Return the length of the UTF-8 character at text[at], or 0 if it is not UTF-8. */
size_t lc_utf8_length(const char *text, size_t size, size_t at);
/* Return the offset at which the valid UTF-8 from `at` on ends. `at` is the beginning of a character. */
size_t lc_utf8_end(lc_Cpu cpu, const char *bytes, size_t size, size_t at);

/* Return the number of UTF-16 code units of a text that was converted from UTF-16 to UTF-8. */
size_t lc_utf16_units(const char *text, size_t size);
/* Return the offset of the first surrogate (bytes ED A0 80 to ED BF BF) from `at` on, or `size`. */
size_t lc_surrogate_find(const char *text, size_t size, size_t at);

/* Convert to UTF-8. `out` has room for 3 * size bytes. Returns the length. Every byte becomes a character. Bytes that
** code page 1252 does not define become control characters with the same code. */
size_t lc_to_utf8(const char *text, size_t size, lc_Encoding from, char *out);
/* Convert valid UTF-8 to another encoding. `out` has room for `size` bytes. Returns the length. If `to` lacks a
** character, sets `at` to the character's offset and returns SIZE_MAX. */
size_t lc_from_utf8(const char *text, size_t size, lc_Encoding to, char *out, size_t *at);

LC_VARIANTS(size_t, lc_utf8_end, (const char *bytes, size_t size, size_t at));

#endif
