/*
** uci - see uci.h.
*/
#include "uci.h"
#include "codes.h"

#include <string.h>

/* Return the square that two characters name, or LC_NO_SQUARE. */
static unsigned read_square(const char *s) {
  if (s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8') return LC_NO_SQUARE;
  return (unsigned)(s[0] - 'a') + 8 * (unsigned)(s[1] - '1');
}

/* Return the promotion piece of a letter, or LC_NO_PIECE. */
static unsigned read_promotion(char letter) {
  switch (letter | 0x20) { /* lower case */
    case 'n': return LC_KNIGHT;
    case 'b': return LC_BISHOP;
    case 'r': return LC_ROOK;
    case 'q': return LC_QUEEN;
    default: return LC_NO_PIECE;
  }
}

/* Return castling if a king's move means castling, else 0. The king moves onto a rook with which it may castle, or two
** or more files to the g or c file. A move of one file is an ordinary king move. */
static lc_Move castling(const lc_Position *p, unsigned from, unsigned to) {
  lc_Bits rights = p->castling & lc_back_rank(p->turn);
  if (from != lc_position_king(p, p->turn) || lc_rank(from) != lc_rank(to)) return 0;
  if (lc_has(rights, to)) return lc_move_castle(from, to);
  if (lc_has(lc_king_attacks[from], to) || (lc_file(to) != 6 && lc_file(to) != 2)) return 0;
  lc_Bits below = lc_bit(from) - 1, side = rights & (to > from ? ~below : below);
  return side ? lc_move_castle(from, lc_first(side)) : 0;
}

lc_Code lc_uci_read(const lc_Position *p, const char *text, size_t length, lc_Move *out) {
  if (length == 4 && memcmp(text, "0000", 4) == 0) {
    if (lc_position_checkers(p) || lc_rules_are_over(p)) return LC_D_ILLEGAL_MOVE;
    *out = LC_NULL_MOVE;
    return LC_D_NONE;
  }
  if (length != 4 && length != 5) return LC_D_BAD_MOVE;
  unsigned from = read_square(text), to = read_square(text + 2);
  unsigned promotion = length == 5 ? read_promotion(text[4]) : 0;
  if (from == LC_NO_SQUARE || to == LC_NO_SQUARE || promotion == LC_NO_PIECE) return LC_D_BAD_MOVE;
  lc_Move move = promotion ? lc_move_promote(from, to, promotion) : castling(p, from, to);
  if (!move) move = lc_move(from, to);
  /* a1a1 would be LC_NULL_MOVE, but UCI writes the null move as 0000. */
  if (move == LC_NULL_MOVE || !lc_is_legal(p, move)) return LC_D_ILLEGAL_MOVE;
  *out = move;
  return LC_D_NONE;
}

static size_t write_squares(unsigned from, unsigned to, unsigned promotion, char out[LC_UCI_MAX]) {
  size_t n = 4;
  out[0] = (char)('a' + lc_file(from));
  out[1] = (char)('1' + lc_rank(from));
  out[2] = (char)('a' + lc_file(to));
  out[3] = (char)('1' + lc_rank(to));
  if (promotion) out[n++] = " nbrq"[promotion];
  out[n] = '\0';
  return n;
}

static size_t write_move(lc_Move move, bool king_takes_rook, char out[LC_UCI_MAX]) {
  if (move == LC_NULL_MOVE) {
    memcpy(out, "0000", 5);
    return 4;
  }
  unsigned to = king_takes_rook ? lc_move_to(move) : lc_move_king_to(move);
  return write_squares(lc_move_from(move), to,
                       lc_move_is_castle(move) ? 0 : lc_move_promotion(move), out);
}

size_t lc_uci_write(const lc_Position *p, lc_Move move, char out[LC_UCI_MAX]) {
  return write_move(move, p->chess960, out);
}

size_t lc_uci_write_code(lc_Move move, char out[LC_UCI_MAX]) {
  unsigned from = lc_move_from(move), to = lc_move_to(move);
  bool standard = lc_file(from) == 4 && (lc_file(to) == 0 || lc_file(to) == 7);
  return write_move(move, !standard, out);
}
