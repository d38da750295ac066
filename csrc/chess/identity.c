#include "identity.h"

#include "checks.h"
#include "polyglot_random.h"

#include <string.h>

bool lc_position_equal(const lc_Position *a, const lc_Position *b) {
  return memcmp(a->sets, b->sets, sizeof a->sets) == 0 && a->castling == b->castling && a->turn == b->turn &&
         a->rules == b->rules && lc_position_legal_ep(a) == lc_position_legal_ep(b);
}

void lc_position_identity(const lc_Position *p, uint64_t out[LC_IDENTITY_WORDS]) {
  memcpy(out, p->sets, sizeof p->sets);
  out[8] = p->castling;
  out[9] = (uint64_t)p->rules << 32 | (uint64_t)lc_position_legal_ep(p) << 1 | p->turn;
}

/* One round of a hash that multiplies and folds. The hash is fast. Two different positions have the same key only as
** often as two random numbers are equal. */
static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

/* The side to move and the rules. In chess, the rules are 0, so the keys of older versions are the same. */
static uint64_t first_word(const lc_Position *p) { return (uint64_t)p->rules << 32 | p->turn; }

uint64_t lc_position_key(const lc_Position *p) {
  uint64_t hash = mix(first_word(p), lc_position_legal_ep(p));
  for (unsigned i = 0; i < 8; i++) hash = mix(hash, p->sets[i]);
  hash = mix(hash, p->castling);
  return mix(hash, hash >> 32);
}

/* One round of the second hash: another multiplier, and another fold. */
static uint64_t mix_check(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0xd6e8feb86659fd93);
  return hash ^ (hash >> 32);
}

void lc_position_hashes(const lc_Position *p, uint64_t out[2]) {
  uint64_t ep = lc_position_legal_ep(p);
  uint64_t key = mix(first_word(p), ep), check = mix_check(~first_word(p), ep);
#pragma GCC unroll 8
  for (unsigned i = 0; i < 8; i++) {
    key = mix(key, p->sets[i]);
    check = mix_check(check, p->sets[i]);
  }
  key = mix(key, p->castling);
  check = mix_check(check, p->castling);
  out[0] = mix(key, key >> 32);
  out[1] = mix_check(check, check >> 29);
}

/* Polyglot has one random number for each of K, Q, k and q. In Chess960, a rook on the king's right counts as king's
** side, and a rook on the left as queen's side, seen from White. */
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
  for (lc_Bits pieces = lc_position_occupied(p); pieces; pieces &= pieces - 1) {
    unsigned square = lc_first(pieces), color;
    unsigned piece = lc_position_piece_at(p, square, &color);
    key ^= lc_polyglot_random[64 * (2 * piece + (color == LC_WHITE)) + square];
  }
  if (lc_position_xfen_ep(p) != LC_NO_SQUARE) key ^= lc_polyglot_random[ep_base + lc_file(p->ep)];
  if (p->turn == LC_WHITE) key ^= lc_polyglot_random[turn_base];
  return key;
}
