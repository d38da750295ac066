/*
** glyph - signs that mean NAGs: the Informant's in Unicode and in ASCII, and the marks ! and ?.
**
** A sign is read if it is a word of its own. Some signs are also read directly after a move ("Nf3+-"), if no other
** meaning is possible. Never read as a NAG:
**   - -- (a null move);
**   - oo o.o o/o (castling, as some people type it);
**   - the multiplication sign (also a capture sign);
**   - a sign alone in parentheses ("(=)" offers a draw).
** The letters N, D and RR may be a piece separated from its square ("N f3" is a badly typed knight move), so they
** are read only where no square can follow. Some signs do not name the side that has the attack or is in zugzwang,
** and neither do their NAGs (155 to 184, defined by Scidb).
** Follows: PGN 8.2.3.8 and 10; the lists of Scid, Scidb and ChessPad. lua/lucena/nag.lua has the same signs for Lua.
*/
#ifndef LC_GLYPH_H
#define LC_GLYPH_H

#include "../chess/bits.h"

/* Report whether a sign may begin with this byte and the next one (0 at the text's end). This rejects most tokens
** quickly. */
bool lc_glyph_may_begin(char c, char next);
/* Return the length of the longest sign at text[at] that is a word of its own, and its NAG. Returns 0 if there is
** none. */
size_t lc_glyph_at(const char *text, size_t size, size_t at, unsigned *nag);
/* Return the offset at which the signs at the end of the word text[at..end) begin; `end` if the word ends in no
** sign. The word consists of symbol bytes. With `any_letters`, letters of any alphabet may name pieces. */
size_t lc_glyph_glued(const char *text, size_t at, size_t end, bool any_letters);
/* Return the NAG of a run of ! and ?, or 0 if it is not one of the six. */
unsigned lc_glyph_mark(const char *text, size_t size);

#endif
