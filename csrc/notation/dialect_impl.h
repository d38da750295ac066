/*
** dialect_impl - reads and writes plain dialects as fast as PGN; inline, for loops over millions of moves.
**
** In a plain dialect (d->is_plain), a move is PGN's SAN except for the words of the pieces. If the
** last byte of a piece's word names the piece, as in most alphabets, lc_san_quick_with() reads the token from this byte
** on. Otherwise, the piece's word at the beginning of the token is replaced by the English letter. Writing replaces the
** piece letters of the SAN. The quick reader must return the same move as lc_dialect_read(). It accepts only these
** tokens: a piece, at most one file, rank or x, and a destination; a pawn's destination; a pawn's file, x and a
** destination; castling. lc_dialect_finish() sets is_plain only if lc_dialect_read() reads each such token in the same
** way. The reading needs at most the repairs capture_sign, check_sign and superfluous_origin (rung 4), and a plain
** dialect tolerates all three. All other readings of such a token have higher rungs, because
**   - no two pieces have the same word, even folded or in another letter case;
**   - no piece's word is another piece's word and a file, rank or x;
**   - no piece's word begins like a file, a rank, a sign or castling;
**   - an upper-case piece letter is not read as a file;
**   - no other word of the dialect can be in such a token.
** Three other readings also have higher rungs: those with a capital letter as a file, with a pawn letter, and of two
** squares without a piece. The fuzzer compares both readers.
*/
#ifndef LC_DIALECT_IMPL_H
#define LC_DIALECT_IMPL_H

#include <string.h>

#include "dialect.h"
#include "san_write_impl.h"

/* Meanings of a token's first byte. For a piece letter of one byte, the table has the English letter instead. */
enum {
  LC_START_SELF = 0,  /* no piece's word begins with this byte: the token is the same as in English */
  LC_START_WORD = 1,  /* compare the token with d->spellings */
  LC_START_OTHER = 2  /* an English piece letter that this dialect does not use */
};

/* Return the length of a token without the bytes of its piece's word before the last one. So the length of a token in
** ASCII is returned unchanged, and three bytes remain of "\xd0\xa4" "f3", Qf3 in Russian. `word` has the token's last
** eight bytes, the last of them in the top byte. Returns 0 if lc_dialect_read() must read the token. The dialect must
** have has_last_bytes. */
LC_INLINE unsigned lc_dialect_last_byte(const lc_Dialect *d, const char *token, unsigned size, uint64_t word) {
  if ((unsigned char)token[0] < 0x80) return size;
  uint64_t high = word & UINT64_C(0x8080808080808080);
  if (size > 8) return 0;
  unsigned rest = 7 - lc_last(high) / 8; /* bytes after the last one above 127 */
  const lc_DialectStart *start = &d->last_bytes[word << (8 * rest) >> 56 & 63];
  uint64_t begin = word >> (64 - 8 * size) & start->mask;
  return begin == start->bytes && size == rest + start->size ? rest + 1 : 0;
}

/* Replace the piece letter of a token by the English letter ("Cf3" -> "Nf3"). On entry, *word has the token's last
** eight bytes, the last of them in the top byte, as for lc_san_quick(). On return, *word and *length are those of the
** English token. `token` points to the first byte; `size` is the length, at least 1. No byte outside the token is read.
** Returns false if lc_dialect_read() must read the token. The dialect must be plain. */
LC_INLINE bool lc_dialect_word(const lc_Dialect *d, const char *token, unsigned size, uint64_t *word,
                               unsigned *length) {
  unsigned start = d->starts[(unsigned char)token[0]];
  *length = size;
  if (start == LC_START_SELF) return true;
  if (start == LC_START_OTHER || size > 15) return false;
  unsigned length_of = 1;
  if (start == LC_START_WORD && d->has_last_bytes) {
    unsigned kept = lc_dialect_last_byte(d, token, size, *word);
    if (kept == 0) return false;
    length_of = size + 1 - kept;
    start = (unsigned char)"PNBRQK"[d->pieces[(unsigned char)token[size - kept]]];
  } else if (start == LC_START_WORD) {
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
  unsigned rest = size - length_of; /* bytes after the piece; they are not moved, and the letter is put before them */
  if (size <= length_of || rest > 7) return false;
  unsigned shift = 56 - 8 * rest;
  *word = (*word & ~(UINT64_MAX >> (8 * rest))) | (uint64_t)start << shift;
  *length = rest + 1;
  return true;
}

/* Read and play a token of a plain dialect as lc_san_quick() does. `word` has the token's last eight bytes, the last of
** them in the top byte. Returns LC_SAN_SLOW if lc_dialect_read() must read the token. */
LC_INLINE unsigned lc_dialect_quick(const lc_Dialect *d, lc_Position *p, const char *token, unsigned size,
                                    uint64_t word) {
  const uint8_t *pieces = d->pieces;
  unsigned length;
  if (d->has_last_bytes) {
    length = lc_dialect_last_byte(d, token, size, word);
  } else {
    if (!lc_dialect_word(d, token, size, &word, &length)) return LC_SAN_SLOW;
    pieces = lc_san_piece;
  }
  return lc_san_quick_with(p, word, length, pieces);
}

/* Write a canonical SAN word in the dialect. `out` has room for LC_DIALECT_TEXT bytes. Returns the length. The dialect
** must be plain. */
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
  uint64_t rest = sign == 4 ? san.bytes >> 48 : san.bytes >> 32; /* the check sign, if there is one */
  memcpy(out + sign + 1, d->print[piece], 8);
  memcpy(out + sign + 1 + d->print_size[piece], &rest, 8);
  return sign + 1 + d->print_size[piece] + size - sign - 2;
}

/* lc_dialect_write() with signs of check, for a move whose SAN with signs of check is `san`. */
size_t lc_dialect_write_san(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san,
                            char out[LC_DIALECT_TEXT]);

/* The cache of a dialect that is not plain (lc_DialectMemo), for the same loops.
**
** lc_dialect_recall() reads a token. It plays the move on `p`, stores the SAN with signs of check in `san`, and returns
** the move. It returns LC_SAN_SLOW, and changes nothing, if the lexer and lc_dialect_read() must read the token. It
** accepts only tokens for which lc_dialect_confirm() was called, after the lexer had found the same token before a
** blank. So the caller need not check where the token ends.
**
** lc_dialect_rewrite() writes a move whose SAN with signs of check is `san`. It returns 0 if lc_spelling_write_san()
** must write the move. lc_dialect_keep() stores the text that lc_spelling_write_san() has written. */
unsigned lc_dialect_recall(const lc_Dialect *d, lc_Position *p, const char *text, size_t size, lc_SanWord *san);
void lc_dialect_confirm(const lc_Dialect *d, unsigned color, const char *text, size_t size);
size_t lc_dialect_rewrite(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san,
                          char out[LC_DIALECT_TEXT]);
void lc_dialect_keep(const lc_Dialect *d, const lc_Position *p, lc_Move move, lc_SanWord san, const char *text,
                     size_t size);

#endif
