/*
** identity - equality of positions, and their keys.
*/
#ifndef LC_IDENTITY_H
#define LC_IDENTITY_H

#include "position.h"

/* Same placement, side to move, castling rooks and legal e.p. square: the identity that counts for
** repetition, merging and deduplication (FIDE 9.2). Clocks do not count. */
bool lc_position_equal(const lc_Position *a, const lc_Position *b);
/* What it compares, as numbers: equal ones for equal positions, and different ones for others. */
enum { LC_IDENTITY_WORDS = 10 };
void lc_position_identity(const lc_Position *p, uint64_t out[LC_IDENTITY_WORDS]);
/* 64 bits computed from exactly what lc_position_equal() compares; never used instead of it. */
uint64_t lc_position_key(const lc_Position *p);
/* The key of Polyglot opening books (en passant counts if a pawn could capture, legal or not). */
uint64_t lc_position_polyglot_key(const lc_Position *p);

#endif
