/*
** fen_quick_impl - reads the first four fields of an ordinary FEN into bitboards. LC_ISA names the variant.
**
** Files of a million positions consist of ordinary FENs. fen.c reads all other FENs; only fen.c reports errors.
** The first field is read without a branch per character, since a processor could not predict such branches. A table
** gives the meaning of each character, and each piece is added to the set of its kind. Errors are found after the last
** character: a slash is not after the last square of a rank, or the number of squares is wrong.
*/
#include <string.h>

#include "../chess/checks.h"
#include "fen.h"
#include "fen_write_impl.h"

/* A character's code in `meaning`: the index in `sets` of the set that gets its square, WIDTH times the number of
** squares that it describes, and flags. Two characters with the flag DIGIT, or with SLASH, must not be adjacent. */
enum {
  WHITE_PIECES = 0,
  BLACK_PIECES = 8,
  SLASHES = 14,
  NOTHING = 15,
  WIDTH = 16,
  DIGIT = 0x100,
  SLASH = 0x200,
  KNOWN = 0x400
};
#define PIECE(letter, set) [letter] = KNOWN + WIDTH + (set)
#define PIECES(white, black, piece) PIECE(white, WHITE_PIECES + (piece)), PIECE(black, BLACK_PIECES + (piece))
#define GAP(digit) ['0' + (digit)] = KNOWN + DIGIT + WIDTH * (digit) + NOTHING
static const uint16_t meaning[256] = {
    PIECES('P', 'p', LC_PAWN),
    PIECES('N', 'n', LC_KNIGHT),
    PIECES('B', 'b', LC_BISHOP),
    PIECES('R', 'r', LC_ROOK),
    PIECES('Q', 'q', LC_QUEEN),
    PIECES('K', 'k', LC_KING),
    GAP(1),
    GAP(2),
    GAP(3),
    GAP(4),
    GAP(5),
    GAP(6),
    GAP(7),
    GAP(8),
    ['/'] = KNOWN + SLASH + SLASHES,
};
#undef PIECE
#undef PIECES
#undef GAP

/* Reverse the ranks of a set, because the squares were numbered in reading order from a8. */
LC_INLINE lc_Bits upright(lc_Bits set) { return __builtin_bswap64(set); }

/* Read the first field byte by byte. Returns the field's length, or 0 if the FEN is not ordinary. */
LC_INLINE size_t read_board_by_bytes(const char *text, size_t length, lc_Position *out) {
  enum { LONGEST = 71 };
  const lc_Bits seven = UINT64_C(0x0101010101010100); /* the required squares of the seven slashes */
  lc_Bits sets[16] = {0};
  unsigned square = 0, before = 0, repeats = 0;
  size_t at = 0;
  if (length > LONGEST) length = LONGEST + 1;
  for (; at < length; at++) {
    unsigned code = meaning[(unsigned char)text[at]];
    if (code == 0) break;
    sets[code & 15] |= lc_bit(square & 63);
    square += code >> 4 & 15;
    repeats |= code & before;
    before = code;
  }
  if (square != 64 || sets[SLASHES] != seven || repeats & (DIGIT | SLASH)) return 0;
  lc_Bits white = 0, black = 0;
  for (unsigned piece = LC_PAWN; piece <= LC_KING; piece++) {
    white |= sets[WHITE_PIECES + piece];
    black |= sets[BLACK_PIECES + piece];
    out->sets[piece] = upright(sets[WHITE_PIECES + piece] | sets[BLACK_PIECES + piece]);
  }
  out->sets[LC_BY_COLOR + LC_WHITE] = upright(white);
  out->sets[LC_BY_COLOR + LC_BLACK] = upright(black);
  return at;
}

#if defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__BMI2__)
/* Return for each byte the number of squares before it. `total` is set to the number of all squares. */
LC_INLINE __m512i squares_before(__m512i widths, uint64_t *total) {
  const __m512i zero = _mm512_setzero_si512();
  const __m512i firsts = _mm512_set4_epi32(0x08080808, 0x08080808, 0, 0);
  /* sums within each group of eight bytes */
  __m512i within = _mm512_mullo_epi64(widths, _mm512_set1_epi64(0x0101010101010101));
  __m512i eights = _mm512_srli_epi64(within, 56), upto = eights;
  upto = _mm512_add_epi64(upto, _mm512_alignr_epi64(upto, zero, 7));
  upto = _mm512_add_epi64(upto, _mm512_alignr_epi64(upto, zero, 6));
  upto = _mm512_add_epi64(upto, _mm512_alignr_epi64(upto, zero, 4));
  *total = (uint64_t)_mm_extract_epi64(_mm512_extracti64x2_epi64(upto, 3), 1);
  __m512i before = _mm512_shuffle_epi8(_mm512_sub_epi64(upto, eights), firsts);
  return _mm512_add_epi8(before, _mm512_sub_epi8(within, widths));
}

/* Return the set of the squares whose indexes are in the bytes of `squares`. Bytes of 64 and more are ignored. */
LC_INLINE uint64_t set_of(__m512i squares) {
  const __m512i one = _mm512_set1_epi64(1), low = _mm512_set1_epi64(0xff);
  __m512i set = _mm512_setzero_si512();
#pragma GCC unroll 8
  for (unsigned shift = 0; shift < 64; shift += 8) {
    __m512i square = _mm512_and_si512(_mm512_srli_epi64(squares, shift), low);
    set = _mm512_or_si512(set, _mm512_sllv_epi64(one, square));
  }
  return (uint64_t)_mm512_reduce_or_epi64(set);
}

/* Do the same as read_board_by_bytes(), but for all bytes at once. */
LC_INLINE size_t read_board(const char *text, size_t length, lc_Position *out) {
  static const char names[] = "pnbrqk";
  const __m512i seven = _mm512_set1_epi8(7), none = _mm512_set1_epi8(-1);
  uint64_t all = ~UINT64_C(0), typed[6], letters = 0, total;
  __m512i v = _mm512_maskz_loadu_epi8(length < 64 ? ~(all << length) : all, text);
  uint64_t blanks = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(' ')), field = (blanks - 1) & ~blanks;
  if (!blanks) return read_board_by_bytes(text, length, out);
  __m512i digit = _mm512_sub_epi8(v, _mm512_set1_epi8('1')), letter = _mm512_or_si512(v, _mm512_set1_epi8(0x20));
  uint64_t slashes = _mm512_mask_cmpeq_epi8_mask(field, v, _mm512_set1_epi8('/'));
  uint64_t digits = _mm512_mask_cmple_epu8_mask(field, digit, seven);
#pragma GCC unroll 8
  for (unsigned piece = LC_PAWN; piece <= LC_KING; piece++) {
    typed[piece] = _mm512_mask_cmpeq_epi8_mask(field, letter, _mm512_set1_epi8(names[piece]));
    letters |= typed[piece];
  }
  __m512i widths = _mm512_maskz_sub_epi8(digits | letters, digit, none);
  widths = _mm512_mask_mov_epi8(widths, letters, _mm512_set1_epi8(1));
  __m512i squares = squares_before(widths, &total);
  uint64_t is_bad = (slashes & slashes << 1) | (digits & digits << 1) | (slashes & (1 | (field ^ field >> 1))) |
                    (field ^ (letters | digits | slashes)) | _mm512_mask_test_epi8_mask(slashes, squares, seven);
  if (is_bad || total != 64 || lc_count(slashes) != 7) return 0;
  uint64_t board = set_of(_mm512_mask_mov_epi8(none, letters, squares));
  uint64_t black = _mm512_test_epi8_mask(v, _mm512_set1_epi8(0x20));
#pragma GCC unroll 8
  for (unsigned piece = LC_PAWN; piece <= LC_KING; piece++) {
    out->sets[piece] = upright(_pdep_u64(_pext_u64(typed[piece], letters), board));
  }
  out->sets[LC_BY_COLOR + LC_BLACK] = upright(_pdep_u64(_pext_u64(black, letters), board));
  out->sets[LC_BY_COLOR + LC_WHITE] = upright(board) ^ out->sets[LC_BY_COLOR + LC_BLACK];
  return lc_first(blanks);
}
#else
LC_INLINE size_t read_board(const char *text, size_t length, lc_Position *out) {
  return read_board_by_bytes(text, length, out);
}
#endif

/* Read castling rights with file letters, A to H. In an ordinary FEN, White comes first, and the king's side comes
** before the queen's side. */
static size_t read_rook_files(const char *text, size_t length, lc_Position *out) {
  unsigned last = 0;
  size_t at = 0;
  for (; at < length && text[at] != ' '; at++) {
    unsigned color = text[at] >= 'a', file = (unsigned)(text[at] - (color ? 'a' : 'A'));
    lc_Bits king = lc_position_of(out, color, LC_KING) & lc_back_rank(color);
    if (file > 7 || !king) return 0;
    unsigned rook = file + 56 * color, home = lc_first(king), order = 1 + 2 * color + (rook < home);
    if (order <= last || !lc_has(lc_position_of(out, color, LC_ROOK), rook)) return 0;
    last = order;
    out->castling |= lc_bit(rook);
    if (lc_file(home) != 4 || (file != 0 && file != 7)) out->chess960 = 1;
  }
  return at;
}

/* Read the third field. Seven bytes must be readable. K, Q, k and q are accepted only for kings and rooks on their
** initial squares. Returns the field's length, or 0. */
LC_INLINE size_t read_castling(const char *text, size_t length, lc_Position *out) {
  const lc_Bits white = lc_bit(0) | lc_bit(7), black = lc_bit(56) | lc_bit(63);
  unsigned k = text[0] == 'K', q = text[k] == 'Q';
  size_t at = k + q;
  lc_Bits rights = (lc_Bits)k << 7 | q;
  k = text[at] == 'k';
  q = text[at + k] == 'q';
  at += k + q;
  rights |= (lc_Bits)k << 63 | (lc_Bits)q << 56;
  if (at == 0) return text[0] == '-' ? 1 : read_rook_files(text, length, out);
  lc_Bits kings = (rights & white ? lc_bit(4) : 0) | (rights & black ? lc_bit(60) : 0);
  lc_Bits own = (LC_RANK_1 & out->sets[LC_BY_COLOR + LC_WHITE]) | (LC_RANK_8 & out->sets[LC_BY_COLOR + LC_BLACK]);
  out->castling = rights;
  return (rights & ~(own & out->sets[LC_ROOK])) | (kings & ~(own & out->sets[LC_KING])) ? 0 : at;
}

/* Report whether `color` has of each piece type at most as many pieces as at the start of a game. */
static bool has_ordinary_pieces(const lc_Position *p, unsigned color) {
  const lc_Bits light = UINT64_C(0x55aa55aa55aa55aa);
  lc_Bits own = p->sets[LC_BY_COLOR + color], bishops = own & p->sets[LC_BISHOP], queens = own & p->sets[LC_QUEEN];
  lc_Bits knights = own & p->sets[LC_KNIGHT], rooks = own & p->sets[LC_ROOK];
  knights &= knights - 1;
  rooks &= rooks - 1;
  return !lc_is_many(queens) && !lc_is_many(knights) && !lc_is_many(rooks) && !lc_is_many(bishops & light) &&
         !lc_is_many(bishops & ~light) && lc_count(own & p->sets[LC_PAWN]) <= 8 &&
         lc_is_single(own & p->sets[LC_KING]);
}

static bool is_quiet(const lc_Position *p) {
  lc_Bits occupied = lc_position_occupied(p);
  for (unsigned color = 0; color < 2; color++)
    if (lc_attacked(p, lc_position_king(p, color), color ^ 1, occupied)) return false;
  return true;
}

/* Read the fields after the first one, as in " w KQkq -". Seven bytes after the side to move must be readable. */
LC_INLINE size_t read_rest(const char *text, size_t length, lc_Position *out) {
  bool is_black = text[1] == 'b', is_turn = is_black | (text[1] == 'w');
  if (!is_turn || text[0] != ' ' || text[2] != ' ') return 0;
  out->turn = is_black;
  size_t rights = read_castling(text + 3, length - 3, out), at = 3 + rights;
  if (rights == 0 || length - at < 2 || text[at] != ' ' || text[at + 1] != '-') return 0;
  at += 2;
  return at == length || text[at] == ' ' || text[at] == ';' ? at : 0;
}

size_t LC_ISA(lc_fen_quick)(const char *text, size_t length, lc_Position *out) {
  enum { REST = 10 }; /* bytes of the other fields that are read without checking the length */
  char rest[REST + 1] = {0};
  size_t at = read_board(text, length, out), rest_size;
  if (at == 0) return 0;
  /* also clears the unused bytes, because positions are compared byte by byte */
  memset(&out->castling, 0, sizeof *out - offsetof(lc_Position, castling));
  out->fullmove_number = 1;
  if (length - at < REST) {
    memcpy(rest, text + at, length - at);
    rest_size = read_rest(rest, length - at, out);
  } else {
    rest_size = read_rest(text + at, length - at, out);
  }
  if (rest_size == 0 || out->sets[LC_PAWN] & LC_BACK_RANKS) return 0;
  if (!has_ordinary_pieces(out, LC_WHITE) || !has_ordinary_pieces(out, LC_BLACK) || !is_quiet(out)) return 0;
  out->ep = LC_NO_SQUARE;
  return at + rest_size;
}

size_t LC_ISA(lc_fen_core)(const lc_Position *p, lc_EpMode ep, lc_CastlingMode castling, char out[LC_FEN_MAX]) {
  return (size_t)(lc_fen_put_core(out, p, ep, castling) - out);
}
