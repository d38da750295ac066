/*
** fen_write_impl - writes FEN; inline, for loops that write millions of positions.
**
** The eight letters of a rank are computed together from the bitboards. A table indexed by the occupied squares of the
** rank gives the order of letters and digits, so there is no branch per square. On machines with SSSE3, one instruction
** combines the letters and digits of a rank.
** Follows: PGN 16.1.3; X-FEN and Shredder-FEN for castling.
*/
#ifndef LC_FEN_WRITE_IMPL_H
#define LC_FEN_WRITE_IMPL_H

#include <string.h>

#include "../chess/checks.h"
#include "../chess/rules.h"
#include "fen.h"

#if defined(__SSSE3__)
#include <immintrin.h>
#endif

typedef struct lc_FenRank {
  uint8_t pick[8]; /* 0 to 7: the piece on that file; 8 to 15: the digits 1 to 8 */
  uint8_t length;
} lc_FenRank;

extern const lc_FenRank lc_fen_ranks[256];

/* Return eight bytes, of which byte i is bit i of a rank: 0 or 1. */
LC_INLINE uint64_t lc_fen_spread(unsigned occupied) {
  const uint64_t bits = UINT64_C(0x8040201008040201), ones = UINT64_C(0x0101010101010101);
  return ((((occupied * ones) & bits) + (ones * 0x7f)) >> 7) & ones;
}

/* Return the letters of a rank: byte i is the piece on file i, or 0. */
LC_INLINE uint64_t lc_fen_letters(const lc_Position *p, unsigned shift) {
  static const char names[] = "PNBRQK";
  uint64_t letters = 0;
  for (unsigned piece = LC_PAWN; piece <= LC_KING; piece++) {
    letters |= lc_fen_spread((unsigned)(p->sets[piece] >> shift) & 255) * (unsigned char)names[piece];
  }
  return letters | lc_fen_spread((unsigned)(p->sets[LC_BY_COLOR + LC_BLACK] >> shift) & 255) * ('a' - 'A');
}

/* Write one rank. A rank has up to eight characters, but eight bytes are always stored. */
LC_INLINE char *lc_fen_put_rank(char *at, uint64_t letters, unsigned occupied) {
  const lc_FenRank *rank = &lc_fen_ranks[occupied];
#if defined(__SSSE3__)
  const __m128i digits = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, '1', '2', '3', '4', '5', '6', '7', '8');
  __m128i all = _mm_or_si128(_mm_cvtsi64_si128((long long)letters), digits);
  __m128i pick = _mm_loadl_epi64((const __m128i *)(const void *)rank->pick);
  _mm_storel_epi64((__m128i *)(void *)at, _mm_shuffle_epi8(all, pick));
#else
  char all[16]; /* the letters of a rank, then the digits 1 to 8 */
  memcpy(all + 8, "12345678", 8);
  for (unsigned i = 0; i < 8; i++) all[i] = (char)(letters >> (8 * i));
  for (unsigned i = 0; i < 8; i++) at[i] = all[rank->pick[i]];
#endif
  return at + rank->length;
}

/* Write the first field. Up to eight bytes after the field are overwritten. */
LC_INLINE char *lc_fen_put_board(char *at, const lc_Position *p) {
  lc_Bits occupied = lc_position_occupied(p);
#if defined(__AVX512BW__)
  static const char names[] = "PNBRQK";
  uint64_t ranks[8];
  __m512i all = _mm512_setzero_si512();
  for (unsigned piece = LC_PAWN; piece <= LC_KING; piece++) {
    all = _mm512_mask_mov_epi8(all, p->sets[piece], _mm512_set1_epi8(names[piece]));
  }
  all = _mm512_mask_add_epi8(all, p->sets[LC_BY_COLOR + LC_BLACK], all, _mm512_set1_epi8('a' - 'A'));
  _mm512_storeu_si512(ranks, all);
#endif
  for (unsigned shift = 64; shift > 0; *at++ = '/') {
    shift -= 8;
    unsigned on_rank = (unsigned)(occupied >> shift) & 255;
#if defined(__AVX512BW__)
    at = lc_fen_put_rank(at, ranks[shift / 8], on_rank);
#else
    at = lc_fen_put_rank(at, on_rank ? lc_fen_letters(p, shift) : 0, on_rank);
#endif
  }
  return at - 1;
}

/* Find the outermost rooks on the king's back rank: [0] towards the h file, [1] towards the a file. A set is empty if
** there is no such rook. */
LC_INLINE void lc_fen_outer_rooks(const lc_Position *p, unsigned color, lc_Bits out[2]) {
  lc_Bits before = lc_bit(lc_position_king(p, color)) - 1,
          rooks = lc_position_of(p, color, LC_ROOK) & lc_back_rank(color);
  lc_Bits left = rooks & before, right = rooks & ~before;
  out[0] = right ? lc_bit(lc_last(right)) : 0;
  out[1] = left & (0 - left);
}

/* The letters of all combinations of rights of outermost rooks: bit 0 is K, bit 3 is q. */
typedef struct lc_FenRights {
  char letters[4]; /* at most KQkq */
  uint8_t length;
} lc_FenRights;

extern const lc_FenRights lc_fen_rights[16];

/* Write castling rights. Rights of outermost rooks are written as KQkq. Other rights have file letters, which a slower
** function writes. Four bytes are always stored. */
LC_INLINE char *lc_fen_put_castling(char *at, const lc_Position *p, lc_CastlingMode mode) {
  /* corner rooks are always outermost */
  lc_Bits rights = p->castling, rooks[4] = {lc_bit(7), lc_bit(0), lc_bit(63), lc_bit(56)};
  if (rights & ~(rooks[0] | rooks[1] | rooks[2] | rooks[3])) {
    lc_fen_outer_rooks(p, LC_WHITE, rooks);
    lc_fen_outer_rooks(p, LC_BLACK, rooks + 2);
  }
  if (mode != LC_CASTLING_XFEN || rights & ~(rooks[0] | rooks[1] | rooks[2] | rooks[3])) {
    return at + lc_fen_write_castling(p, mode, at);
  }
  unsigned held = 0;
  for (unsigned i = 0; i < 4; i++) held |= (unsigned)((rights & rooks[i]) != 0) << i;
  memcpy(at, lc_fen_rights[held].letters, 4);
  return at + lc_fen_rights[held].length;
}

LC_INLINE char *lc_fen_put_ep(char *at, unsigned square) {
  at[0] = '-';
  if (square >= LC_NO_SQUARE) return at + 1;
  at[0] = (char)('a' + lc_file(square));
  at[1] = (char)('1' + lc_rank(square));
  return at + 2;
}

/* Return the en passant square to write in a FEN or EPD, or LC_NO_SQUARE. */
LC_INLINE unsigned lc_fen_ep(const lc_Position *p, lc_EpMode mode) {
  if (mode == LC_EP_ALWAYS || p->ep >= LC_NO_SQUARE) return p->ep;
  return mode == LC_EP_XFEN ? lc_position_xfen_ep(p) : lc_position_legal_ep(p);
}

/* Write the first four fields, which are the same in FEN and EPD. No NUL is added. */
LC_INLINE char *lc_fen_put_core(char *at, const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling) {
  at = lc_fen_put_board(at, p);
  at[0] = ' ';
  at[1] = p->turn ? 'b' : 'w';
  at[2] = ' ';
  at = lc_fen_put_castling(at + 3, p, castling);
  *at++ = ' ';
  return lc_fen_put_ep(at, lc_fen_ep(p, ep));
}

LC_INLINE char *lc_fen_put_number(char *at, uint32_t value) {
  char digits[LC_DIGITS_32];
  unsigned n = 0, has_tens = value >= 10;
  if (value < 100) {
    at[0] = (char)('0' + value / 10);
    at[has_tens] = (char)('0' + value % 10);
    return at + 1 + has_tens;
  }
  do {
    digits[n++] = (char)('0' + value % 10);
    value /= 10;
  } while (value);
  while (n) *at++ = digits[--n];
  return at;
}

LC_INLINE char *lc_fen_put_clocks(char *at, uint32_t halfmove_clock, uint32_t fullmove_number) {
  *at++ = ' ';
  at = lc_fen_put_number(at, halfmove_clock);
  *at++ = ' ';
  return lc_fen_put_number(at, fullmove_number);
}

/* Write the checks that White and Black have given, as lichess does: " +0+2". Only Three-check has this field. */
LC_INLINE char *lc_fen_put_checks(char *at, unsigned rules) {
  if (lc_rules_kind(rules) != LC_RULES_THREE_CHECK) return at;
  *at++ = ' ';
  for (unsigned color = LC_WHITE; color <= LC_BLACK; color++) {
    *at++ = '+';
    *at++ = (char)('0' + lc_rules_checks(rules, color));
  }
  return at;
}

#endif
