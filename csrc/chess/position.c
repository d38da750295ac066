#include "position.h"

#include "movegen_impl.h"
#include "play_impl.h"
#include "polyglot_random.h"

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
    out->sets[LC_MEN + (code >= 9)] |= lc_bit(square);
  }
  out->castling = setup->castling;
  out->turn = setup->turn;
  out->ep = setup->ep;
  out->chess960 = setup->chess960;
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
  out->halfmove_clock = p->halfmove_clock;
  out->fullmove_number = p->fullmove_number;
}

unsigned lc_position_piece_at(const lc_Position *p, unsigned square, unsigned *color) {
  *color = lc_has(p->sets[LC_MEN + LC_BLACK], square) ? LC_BLACK : LC_WHITE;
  return lc_has(lc_position_occupied(p), square) ? lc_play_type(p, square) : LC_NO_PIECE;
}

lc_Bits lc_position_attackers(const lc_Position *p, unsigned square, unsigned color, lc_Bits occupied) {
  lc_Bits queens = p->sets[LC_QUEEN];
  lc_Bits all = (lc_pawn_attacks[color ^ 1][square] & p->sets[LC_PAWN]) |
                (lc_knight_attacks[square] & p->sets[LC_KNIGHT]) |
                (lc_king_attacks[square] & p->sets[LC_KING]) |
                (lc_rook_attacks(square, occupied) & (p->sets[LC_ROOK] | queens)) |
                (lc_bishop_attacks(square, occupied) & (p->sets[LC_BISHOP] | queens));
  return all & p->sets[LC_MEN + color] & occupied;
}

lc_Bits lc_position_checkers(const lc_Position *p) {
  return lc_position_attackers(p, lc_position_king(p, p->turn), p->turn ^ 1u, lc_position_occupied(p));
}

lc_Bits lc_position_pinned(const lc_Position *p, unsigned color) {
  lc_Limits limits = lc_limits(p, color, lc_position_king(p, color));
  return (limits.straight_pin | limits.slant_pin) & p->sets[LC_MEN + color];
}

void lc_position_play(lc_Position *p, lc_Move move) {
  if (move != LC_NULL_MOVE) {
    lc_play(p, move);
    return;
  }
  p->ep = LC_NO_SQUARE;
  lc_play_clocks(p, false);
}

bool lc_position_is_capture(const lc_Position *p, lc_Move move) {
  unsigned from = lc_move_from(move), to = lc_move_to(move);
  if (lc_move_is_castle(move)) return false;
  if (lc_has(p->sets[LC_MEN + (p->turn ^ 1)], to)) return true;
  return lc_has(p->sets[LC_PAWN], from) && lc_file(from) != lc_file(to);
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

bool lc_position_equal(const lc_Position *a, const lc_Position *b) {
  return memcmp(a->sets, b->sets, sizeof a->sets) == 0 && a->castling == b->castling && a->turn == b->turn &&
         lc_position_legal_ep(a) == lc_position_legal_ep(b);
}

/* One round of a multiply-and-fold hash: cheap, and good enough that equal keys of different positions
** stay at the birthday bound. */
static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

uint64_t lc_position_key(const lc_Position *p) {
  uint64_t hash = mix(p->turn, lc_position_legal_ep(p));
  for (unsigned i = 0; i < 8; i++) hash = mix(hash, p->sets[i]);
  hash = mix(hash, p->castling);
  return mix(hash, hash >> 32);
}

/* Polyglot's numbers for castling are K Q k q; a Chess960 rook counts as the side of its king it stands on. */
static uint64_t polyglot_castling(const lc_Position *p) {
  const unsigned base = 768;
  uint64_t key = 0;
  for (lc_Bits rooks = p->castling; rooks; rooks &= rooks - 1) {
    unsigned rook = lc_first(rooks), color = lc_rank(rook) == 7;
    bool king_side = rook > lc_position_king(p, color);
    key ^= lc_polyglot_random[base + 2 * color + !king_side];
  }
  return key;
}

uint64_t lc_position_polyglot_key(const lc_Position *p) {
  const unsigned ep_base = 772, turn_base = 780;
  uint64_t key = polyglot_castling(p);
  for (lc_Bits men = lc_position_occupied(p); men; men &= men - 1) {
    unsigned square = lc_first(men), color;
    unsigned piece = lc_position_piece_at(p, square, &color);
    key ^= lc_polyglot_random[64 * (2 * piece + (color == LC_WHITE)) + square];
  }
  if (lc_position_xfen_ep(p) != LC_NO_SQUARE) key ^= lc_polyglot_random[ep_base + lc_file(p->ep)];
  if (p->turn == LC_WHITE) key ^= lc_polyglot_random[turn_base];
  return key;
}
