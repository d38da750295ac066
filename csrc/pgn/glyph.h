/*
** glyph - signs that stand for NAGs: the Informant's in Unicode and in ASCII, and the marks ! and ?.
**
** A sign is read if it is a word of its own; some also right after a move ("Nf3+-"), if nothing else can be meant.
** Never a NAG: -- (a null move), oo o.o o/o (castling is typed so), the multiplication sign (it also takes), and a
** sign alone in parentheses, as "(=)" offers a draw. The letters N, D and RR may be a piece set apart from its square
** ("N f3" is a knight's move badly typed): they count only where no square can follow. Signs that do not name the
** side of the attack or the zugzwang have numbers that do not name it either, Scidb's 155 to 184.
** Follows: PGN 8.2.3.8 and 10; the lists of Scid, Scidb and ChessPad. Lua sees the same signs in lua/lucena/nag.lua.
*/
#ifndef LC_GLYPH_H
#define LC_GLYPH_H

#include "../chess/bits.h"

/* Whether a sign may begin with this byte and the next one (0 at the text's end): a quick no for most tokens. */
bool lc_glyph_may_begin(char c, char next);
/* The length of the longest sign that is a word of its own at text[at], and its NAG; 0: none. */
size_t lc_glyph_at(const char *text, size_t size, size_t at, unsigned *nag);
/* Where the signs begin that a word text[at..end) of symbol bytes ends in; `end` when it does not. With `any_letters`
** pieces are named by letters of any alphabet. */
size_t lc_glyph_glued(const char *text, size_t at, size_t end, bool any_letters);
/* The NAG of a run of ! and ?, 0 if it is not one of the six. */
unsigned lc_glyph_mark(const char *text, size_t size);

#endif
