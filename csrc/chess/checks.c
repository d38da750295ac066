#include "checks.h"

lc_Bits lc_position_attackers(const lc_Position *p, unsigned square, unsigned color, lc_Bits occupied) {
  lc_Bits queens = p->sets[LC_QUEEN];
  lc_Bits all = (lc_pawn_attacks[color ^ 1][square] & p->sets[LC_PAWN]) |
                (lc_knight_attacks[square] & p->sets[LC_KNIGHT]) |
                (lc_king_attacks[square] & p->sets[LC_KING]) |
                (lc_rook_attacks(square, occupied) & (p->sets[LC_ROOK] | queens)) |
                (lc_bishop_attacks(square, occupied) & (p->sets[LC_BISHOP] | queens));
  return all & p->sets[LC_BY_COLOR + color] & occupied;
}

lc_Bits lc_position_checkers(const lc_Position *p) {
  return lc_position_attackers(p, lc_position_king(p, p->turn), p->turn ^ 1u, lc_position_occupied(p));
}

bool lc_position_is_irregular(const lc_Position *p) {
  return lc_attacked(p, lc_position_king(p, p->turn ^ 1u), p->turn, lc_position_occupied(p));
}

lc_Bits lc_position_pinned(const lc_Position *p, unsigned color) {
  lc_Limits limits = lc_limits(p, color, lc_position_king(p, color));
  return (limits.pin_orthogonal | limits.pin_diagonal) & p->sets[LC_BY_COLOR + color];
}

unsigned lc_position_xfen_ep(const lc_Position *p) {
  return lc_ep_takers(p, p->turn) ? p->ep : LC_NO_SQUARE;
}

unsigned lc_position_legal_ep(const lc_Position *p) {
  unsigned king = lc_position_king(p, p->turn);
  for (lc_Bits takers = lc_ep_takers(p, p->turn); takers; takers &= takers - 1) {
    if (lc_ep_is_legal(p, p->turn, king, lc_first(takers))) return p->ep;
  }
  return LC_NO_SQUARE;
}
