/*
** dialect_impl - reads and writes plain dialects as fast as English; inline, for loops over millions of moves.
**
** If d->is_plain, a move is PGN's SAN except for the words that name pieces. Reading replaces the piece's spelling at
** the beginning of the token and calls lc_san_quick(). Writing replaces the piece letters of the SAN word.
** The quick reader must give the same move as lc_dialect_read(). It accepts only these tokens: a piece, at most one
** file, rank or x, and a destination; a pawn's destination; a pawn's file, x and a destination; O-O. The conditions
** of lc_dialect_finish() ensure that lc_dialect_read() has this reading too. It needs at most the repairs
** capture_sign, check_sign and superfluous_origin (rung 4), and a plain dialect tolerates all three. No other
** reading of such a token has as low a rung:
**   - no two pieces share a spelling, in any case or folding;
**   - no spelling is another one followed by a file, rank or x;
**   - no spelling begins like a file, a rank, a sign or castling;
**   - an upper-case piece letter is not read as a file;
**   - no other word of the dialect can occur among these bytes.
** Readings that take a capital letter for a file, accept a pawn letter, or consist of two bare squares are all on
** higher rungs. The fuzzer compares both readers.
*/
#ifndef LC_DIALECT_IMPL_H
#define LC_DIALECT_IMPL_H

#include <string.h>

#include "dialect.h"
#include "san_write_impl.h"

/* Meanings of a token's first byte. A one-byte piece letter has its English letter instead. */
enum {
  LC_START_SELF = 0,  /* no piece of the dialect begins with it: the token is already English */
  LC_START_WORD = 1,  /* compare with the spellings */
  LC_START_OTHER = 2  /* an English piece letter that this dialect does not use */
};

/* Translate a token's piece into English. On entry *word holds the token's last eight bytes, the last one in the top
** byte, as for lc_san_quick(). On return it holds those of the English token ("Cf3" -> "Nf3"), and *length is that
** token's length. `token` points to the first byte; `size` is the length, at least 1; no byte outside the token is
** read. Returns false if lc_dialect_read() must read the token. Only when d->is_plain. */
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
  unsigned rest = size - length_of; /* bytes after the piece; they stay where they are, and the letter is put before
                                    ** them */
  if (size <= length_of || rest > 7) return false;
  unsigned shift = 56 - 8 * rest;
  *word = (*word & ~(UINT64_MAX >> (8 * rest))) | (uint64_t)start << shift;
  *length = rest + 1;
  return true;
}

/* Write a canonical SAN word in the dialect. `out` has room for LC_DIALECT_TEXT bytes. Returns the length. Only when
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
  uint64_t rest = sign == 4 ? san.bytes >> 48 : san.bytes >> 32; /* length of a sign of check */
  memcpy(out + sign + 1, d->print[piece], 8);
  memcpy(out + sign + 1 + d->print_size[piece], &rest, 8);
  return sign + 1 + d->print_size[piece] + size - sign - 2;
}

#endif
