/*
** identity - equality of positions, and their keys.
*/
#ifndef LC_IDENTITY_H
#define LC_IDENTITY_H

#include "position.h"

/* Report whether two positions have the same placement, side to move, castling rooks, legal en passant square, and
** rules (rules.h) with the checks given. Repetition (FIDE 9.2), merging and deduplication use this definition. The
** half-move clock and the move number are ignored. */
bool lc_position_equal(const lc_Position *a, const lc_Position *b);
/* The fields that lc_position_equal() compares, as an array. Two such arrays are equal exactly if the positions are
** equal. */
enum { LC_IDENTITY_WORDS = 10 };
void lc_position_identity(const lc_Position *p, uint64_t out[LC_IDENTITY_WORDS]);
/* Return a 64-bit hash of exactly the fields that lc_position_equal() compares. Different positions may have the same
** key, so equal keys do not prove that positions are equal. */
uint64_t lc_position_key(const lc_Position *p);
/* Store two 64-bit hashes of these fields: lc_position_key(), and an independent one. Both are written to files of
** positions, so they must never change. Two different positions have both in common as often as two random numbers of
** 128 bits are equal. */
void lc_position_hashes(const lc_Position *p, uint64_t out[2]);
/* Return the key of Polyglot opening books. The en passant square is part of the key if a pawn attacks it, even if the
** capture is illegal. */
uint64_t lc_position_polyglot_key(const lc_Position *p);

#endif
