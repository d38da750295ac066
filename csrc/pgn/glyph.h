/*
** glyph - signs that mean NAGs: the signs of the Chess Informant in Unicode and in ASCII, and runs of ! and ?.
**
** A sign that is a separate word is read as a NAG. Some signs are also read directly after a move ("Nf3+-"), if they
** can have no other meaning. These are never read as NAGs:
**   - -- (a null move);
**   - oo o.o o/o (castling, as some people type it);
**   - the multiplication sign (also a capture sign);
**   - a sign alone in parentheses. "(=)" offers a draw: lc_offer_at().
** The signs N, D and RR may also be piece letters before a blank and a square ("N f3"), so they are read as signs only
** if no square can follow. Some signs, such as those for an attack or zugzwang, do not name a side. They become the
** NAGs 155 to 184 of Scidb, which do not name a side either.
** csrc/notation/signs.def is the table of all signs; Lua has it as core.signs().
** Follows: PGN 8.2.3.8 and 10; the lists of Scid, Scidb and ChessPad.
*/
#ifndef LC_GLYPH_H
#define LC_GLYPH_H

#include "../chess/bits.h"

/* Where movetext may have a sign: signs.def has the meanings. */
typedef enum lc_SignUse {
  LC_SIGN_MARK,
  LC_SIGN_WORD,
  LC_SIGN_GLUED,
  LC_SIGN_LETTER,
  LC_SIGN_NAME,
  LC_SIGN_SYMBOL,
  LC_SIGN_OFFER
} lc_SignUse;

typedef struct lc_Sign {
  const char *text;
  uint8_t size, nag;
  uint8_t use; /* lc_SignUse */
  bool is_figure;
} lc_Sign;

/* Return entry `i` of the table, or NULL after the last one. */
const lc_Sign *lc_sign(size_t i);
/* Report whether a sign may begin with these two bytes. `next` is 0 at the text's end. The test rejects most tokens
** quickly. */
bool lc_glyph_may_begin(char c, char next);
/* Return the length of the longest sign that is a separate word at text[at], or 0. `nag` is set to its NAG. */
size_t lc_glyph_at(const char *text, size_t size, size_t at, unsigned *nag);
/* Return the offset at which the signs at the end of the word text[at..end) begin, or `end` if the word does not end
** with a sign. With `any_letters`, letters of any alphabet may name pieces. */
size_t lc_glyph_glued(const char *text, size_t at, size_t end, bool any_letters);
/* Return the length of the offer of a draw, "(=)", at text[at], or 0. */
size_t lc_offer_at(const char *text, size_t size, size_t at);
/* Return the NAG of ! ? !! ?? !? or ?!, or 0 for any other text. */
unsigned lc_glyph_mark(const char *text, size_t size);

#endif
