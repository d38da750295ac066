#include "position.h"

#include "play_impl.h"
#include "rules_impl.h"

#include <string.h>

void lc_position_start(lc_Position *out) {
  static const lc_Position start = {
      .sets = {0x00ff00000000ff00u, 0x4200000000000042u, 0x2400000000000024u, 0x8100000000000081u,
               0x0800000000000008u, 0x1000000000000010u, 0x000000000000ffffu, 0xffff000000000000u},
      .castling = 0x8100000000000081u,
      .ep = LC_NO_SQUARE,
      .fullmove_number = 1};
  *out = start;
}

void lc_position_from_setup(const lc_Setup *setup, lc_Position *out) {
  memset(out, 0, sizeof *out);
  for (unsigned square = 0; square < 64; square++) {
    unsigned code = setup->board[square];
    if (code == 0) continue;
    out->sets[(code - 1) & 7] |= lc_bit(square);
    out->sets[LC_BY_COLOR + (code >= 9)] |= lc_bit(square);
  }
  out->castling = setup->castling;
  out->turn = setup->turn;
  out->ep = setup->ep;
  out->chess960 = setup->chess960;
  out->rules = setup->rules;
  out->halfmove_clock = setup->halfmove_clock;
  out->fullmove_number = setup->fullmove_number;
}

void lc_position_to_setup(const lc_Position *p, lc_Setup *out) {
  lc_setup_clear(out);
  for (unsigned square = 0; square < 64; square++) {
    unsigned color, piece = lc_position_piece_at(p, square, &color);
    if (piece != LC_NO_PIECE) out->board[square] = lc_setup_code(color, piece);
  }
  out->castling = p->castling;
  out->turn = p->turn;
  out->ep = p->ep;
  out->chess960 = p->chess960;
  out->rules = p->rules;
  out->halfmove_clock = p->halfmove_clock;
  out->fullmove_number = p->fullmove_number;
}

unsigned lc_position_piece_at(const lc_Position *p, unsigned square, unsigned *color) {
  *color = lc_has(p->sets[LC_BY_COLOR + LC_BLACK], square) ? LC_BLACK : LC_WHITE;
  return lc_has(lc_position_occupied(p), square) ? lc_play_type(p, square) : LC_NO_PIECE;
}

void lc_position_play(lc_Position *p, lc_Move move) {
  if (move != LC_NULL_MOVE) {
    lc_play(p, move);
    if (p->rules != LC_RULES_CHESS) lc_rules_after_move(p);
    return;
  }
  p->ep = LC_NO_SQUARE;
  lc_play_clocks(p, false);
}

bool lc_position_is_capture(const lc_Position *p, lc_Move move) {
  unsigned from = lc_move_from(move), to = lc_move_to(move);
  if (lc_move_is_castle(move)) return false;
  if (lc_has(p->sets[LC_BY_COLOR + (p->turn ^ 1)], to)) return true;
  return lc_has(p->sets[LC_PAWN], from) && lc_file(from) != lc_file(to);
}
