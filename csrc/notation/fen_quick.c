/*
** fen_quick - the first four fields of an ordinary line, straight into bitboards.
**
** Files of a million positions are made of such lines. Everything that would need a second look is left to fen.c, which
** stays the one place where a FEN is judged: here nothing is said but "ordinary".
*/
#include <string.h>

#include "../chess/checks_impl.h"
#include "fen.h"

/* What a letter puts on the board: 1 + piece + 8 * colour; 0x40 + n for a digit; 0 for what is neither. */
#define MAN(white, black, piece) [white] = 1 + (piece), [black] = 9 + (piece)
static const uint8_t meaning[256] = {
    MAN('P', 'p', LC_PAWN), MAN('N', 'n', LC_KNIGHT), MAN('B', 'b', LC_BISHOP), MAN('R', 'r', LC_ROOK),
    MAN('Q', 'q', LC_QUEEN), MAN('K', 'k', LC_KING), ['1'] = 0x41, ['2'] = 0x42, ['3'] = 0x43, ['4'] = 0x44,
    ['5'] = 0x45, ['6'] = 0x46, ['7'] = 0x47, ['8'] = 0x48,
};
#undef MAN

/* Bytes of the first field, or 0. */
static size_t read_board(const char *text, size_t length, lc_Position *out) {
  size_t at = 0;
  for (unsigned rank = 8; rank-- > 0;) {
    unsigned square = rank * 8, end = square + 8;
    bool after_digit = false;
    while (square < end) {
      if (at == length) return 0;
      unsigned code = meaning[(unsigned char)text[at++]];
      bool is_digit = code >= 0x40;
      if (code == 0 || (is_digit && after_digit)) return 0;
      after_digit = is_digit;
      if (is_digit) {
        square += code - 0x40;
        continue;
      }
      out->sets[(code - 1) & 7] |= lc_bit(square);
      out->sets[LC_MEN + (code >> 3)] |= lc_bit(square);
      square++;
    }
    char wanted = rank > 0 ? '/' : ' ';
    if (square > end || at == length || text[at++] != wanted) return 0;
  }
  return at - 1;
}

/* A right of letters A to H: the rook's file. King's side first, White first, or it is no ordinary field. */
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

/* Bytes of the third field, or 0. KQkq are rights of kings and rooks that never moved. */
static size_t read_castling(const char *text, size_t length, lc_Position *out) {
  static const struct { char letter; uint8_t king, rook; } rights[4] = {
      {'K', 4, 7}, {'Q', 4, 0}, {'k', 60, 63}, {'q', 60, 56}};
  size_t at = 0;
  if (length > 0 && text[0] == '-') return 1;
  for (unsigned i = 0; i < 4; i++) {
    if (at == length || text[at] != rights[i].letter) continue;
    unsigned color = i / 2;
    bool is_sound = lc_has(lc_position_of(out, color, LC_KING), rights[i].king) &&
                    lc_has(lc_position_of(out, color, LC_ROOK), rights[i].rook);
    if (!is_sound) return 0;
    out->castling |= lc_bit(rights[i].rook);
    at++;
  }
  return at ? at : read_rook_files(text, length, out);
}

/* No more of anything than a game begins with. */
static bool has_ordinary_men(const lc_Position *p, unsigned color) {
  const lc_Bits light = UINT64_C(0x55aa55aa55aa55aa);
  lc_Bits men = p->sets[LC_MEN + color], bishops = men & p->sets[LC_BISHOP], queens = men & p->sets[LC_QUEEN];
  lc_Bits knights = men & p->sets[LC_KNIGHT], rooks = men & p->sets[LC_ROOK];
  knights &= knights - 1;
  rooks &= rooks - 1;
  return !lc_is_many(queens) && !lc_is_many(knights) && !lc_is_many(rooks) && !lc_is_many(bishops & light) &&
         !lc_is_many(bishops & ~light) && lc_count(men & p->sets[LC_PAWN]) <= 8 &&
         lc_is_single(men & p->sets[LC_KING]);
}

static bool is_quiet(const lc_Position *p) {
  lc_Bits occupied = lc_position_occupied(p);
  for (unsigned color = 0; color < 2; color++)
    if (lc_attacked(p, lc_position_king(p, color), color ^ 1, occupied)) return false;
  return true;
}

size_t lc_fen_quick(const char *text, size_t length, lc_Position *out) {
  memset(out, 0, sizeof *out);
  size_t at = read_board(text, length, out);
  if (at == 0 || length - at < 6 || text[at + 2] != ' ') return 0; /* " w - -" at least */
  char turn = text[at + 1];
  if (turn != 'w' && turn != 'b') return 0;
  out->turn = turn == 'b';
  at += 3;
  size_t rights = read_castling(text + at, length - at, out);
  at += rights;
  if (rights == 0 || length - at < 2 || text[at] != ' ' || text[at + 1] != '-') return 0;
  at += 2;
  if (at < length && text[at] != ' ' && text[at] != ';') return 0;
  if (out->sets[LC_PAWN] & LC_BACK_RANKS) return 0;
  if (!has_ordinary_men(out, LC_WHITE) || !has_ordinary_men(out, LC_BLACK) || !is_quiet(out)) return 0;
  out->ep = LC_NO_SQUARE;
  out->fullmove_number = 1;
  return at;
}
