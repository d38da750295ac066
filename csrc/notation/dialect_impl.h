/*
** dialect_impl - plain dialects at the speed of English, inline, for loops that go through millions of moves.
**
** Where d->is_plain, a move is PGN's SAN but for the words that name pieces. Reading replaces the piece's spelling at
** the beginning of the token and hands it to lc_san_quick(); writing replaces the letters of the SAN word.
** Why the quick reading may be trusted. It takes only a piece, at most one sign of origin and a destination; a pawn's
** destination, or its file, x and a destination; or O-O. What lc_dialect_finish() demands of a plain dialect makes that
** one of lc_dialect_read()'s readings, needing at most capture_sign, check_sign and superfluous_origin forgiven (rung
** 4), all of which a plain dialect tolerates. No other reading of such a token is as low: no two pieces share a
** spelling in any case or folding, none continues another's with a file, rank or x, none begins like a file, a rank, a
** sign or castling, an upper-case piece letter is not read as a file, and no other word of the dialect fits between
** these bytes. Capital letters of files, pawn letters and two bare squares are all on the rungs above. The fuzzer holds
** both readings together.
*/
#ifndef LC_DIALECT_IMPL_H
#define LC_DIALECT_IMPL_H

#include <string.h>

#include "dialect.h"
#include "san_write_impl.h"

/* The meaning of the first byte of a token, if it is not a one-byte piece letter. */
enum {
  LC_START_SELF = 0,  /* no piece begins so: English unchanged */
  LC_START_WORD = 1,  /* look at the spellings */
  LC_START_OTHER = 2  /* an English piece letter that is not one here */
};

/* Make a token English. On entry *word holds the token's last eight bytes, the last one in the top byte, as for
** lc_san_quick(); on return it does so for the English token ("Cf3" -> "Nf3"), whose length is *length. `token` is
** its first byte, `size` its length, 1 or more; no byte outside is read. false: leave it to lc_dialect_read(). Only
** when d->is_plain. */
LC_INLINE bool lc_dialect_word(const lc_Dialect *d, const char *token, unsigned size, uint64_t *word,
                               unsigned *length) {
  unsigned start = d->starts[(unsigned char)token[0]];
  *length = size;
  if (start == LC_START_SELF) return true;
  if (start == LC_START_OTHER || size > 15) return false;
  unsigned length_of = 1;
  if (start == LC_START_WORD) {
    uint64_t begin;
    if (size >= 8) {
      memcpy(&begin, token, 8);
    } else {
      begin = *word >> (64 - 8 * size);
    }
    const lc_DialectStart *at = d->spellings, *end = at + d->start_count;
    while (at < end && (begin & at->mask) != at->bytes) at++;
    if (at == end) return false;
    length_of = at->size;
    start = at->letter;
  }
  unsigned rest = size - length_of; /* bytes after the piece: they stay in place, the letter goes before them */
  if (size <= length_of || rest > 7) return false;
  unsigned shift = 56 - 8 * rest;
  *word = (*word & ~(UINT64_MAX >> (8 * rest))) | (uint64_t)start << shift;
  *length = rest + 1;
  return true;
}

/* A canonical SAN word as the dialect writes it, to `out` with room for LC_DIALECT_TEXT bytes; its length. Only when
** d->is_plain. */
LC_INLINE size_t lc_dialect_put(const lc_Dialect *d, lc_SanWord san, char *out) {
  static const uint8_t piece_of[256] = {['N'] = LC_KNIGHT, ['B'] = LC_BISHOP, ['R'] = LC_ROOK, ['Q'] = LC_QUEEN,
                                        ['K'] = LC_KING};
  unsigned size = san.bits / 8, piece = piece_of[san.bytes & 255];
  if (piece) {
    memcpy(out, d->print[piece], 8);
    unsigned n = d->print_size[piece];
    uint64_t rest = san.bytes >> 8;
    memcpy(out + n, &rest, 8);
    return n + size - 1;
  }
  memcpy(out, &san.bytes, 8);
  unsigned sign = (san.bytes >> 16 & 255) == '=' ? 2 : (san.bytes >> 32 & 255) == '=' ? 4 : 0;
  if (!sign) return size;
  piece = piece_of[san.bytes >> (8 * sign + 8) & 255];
  uint64_t rest = sign == 4 ? san.bytes >> 48 : san.bytes >> 32; /* a sign of check */
  memcpy(out + sign + 1, d->print[piece], 8);
  memcpy(out + sign + 1 + d->print_size[piece], &rest, 8);
  return sign + 1 + d->print_size[piece] + size - sign - 2;
}

#endif
