/*
** facts - see facts.h.
*/
#include "facts.h"

int32_t lc_balance_of(const lc_Position *p, unsigned color) {
  static const int32_t values[LC_KING] = {1, 3, 3, 5, 9};
  int32_t sum = 0;
  for (unsigned piece = LC_PAWN; piece < LC_KING; piece++) {
    int32_t own = (int32_t)lc_count(lc_position_of(p, color, piece));
    sum += values[piece] * (own - (int32_t)lc_count(lc_position_of(p, color ^ 1, piece)));
  }
  return sum;
}

static const lc_Bits DARK = UINT64_C(0xaa55aa55aa55aa55);

static lc_Bits pawns_of(const lc_Position *p, unsigned color) { return lc_position_of(p, color, LC_PAWN); }

/* Return the squares of the set and all squares in front of them, seen from the side of `color`. */
static lc_Bits fill_forward(lc_Bits set, unsigned color) {
  for (unsigned step = 8; step <= 32; step *= 2) set |= color ? set >> step : set << step;
  return set;
}

static lc_Bits fill_files(lc_Bits set) { return fill_forward(set, LC_WHITE) | fill_forward(set, LC_BLACK); }

/* Return the squares next to those of the set, on the left and on the right. */
static lc_Bits beside(lc_Bits set) { return (set & ~LC_FILE_A) >> 1 | (set & ~LC_FILE_H) << 1; }

lc_Bits lc_passed_pawns(const lc_Position *p, unsigned color) {
  lc_Bits enemy = pawns_of(p, color ^ 1), guarded = fill_forward(lc_forward(enemy, color ^ 1), color ^ 1);
  return pawns_of(p, color) & ~(guarded | beside(guarded));
}

lc_Bits lc_isolated_pawns(const lc_Position *p, unsigned color) {
  lc_Bits own = pawns_of(p, color);
  return own & ~beside(fill_files(own));
}

lc_Bits lc_doubled_pawns(const lc_Position *p, unsigned color) {
  lc_Bits own = pawns_of(p, color);
  lc_Bits ahead = fill_forward(lc_forward(own, color), color);
  lc_Bits before = fill_forward(lc_forward(own, color ^ 1), color ^ 1);
  return own & (ahead | before);
}

lc_Bits lc_backward_pawns(const lc_Position *p, unsigned color) {
  lc_Bits own = pawns_of(p, color), enemy = pawns_of(p, color ^ 1);
  /* an own pawn supports a pawn if it is on an adjacent file, on the same rank or further back */
  lc_Bits supported = fill_forward(beside(own), color);
  lc_Bits attacked = beside(lc_forward(enemy, color ^ 1));
  return own & ~supported & ~lc_isolated_pawns(p, color) & lc_forward(attacked, color ^ 1);
}

lc_Bits lc_pawn_shield(const lc_Position *p, unsigned color) {
  lc_Bits king = lc_position_of(p, color, LC_KING), before = lc_forward(king | beside(king), color);
  return pawns_of(p, color) & (before | lc_forward(before, color));
}

lc_Bits lc_open_files(const lc_Position *p) { return ~fill_files(p->sets[LC_PAWN]); }

lc_Bits lc_half_open_files(const lc_Position *p, unsigned color) {
  return fill_files(pawns_of(p, color ^ 1)) & ~fill_files(pawns_of(p, color));
}

bool lc_has_bishop_pair(const lc_Position *p, unsigned color) {
  lc_Bits bishops = lc_position_of(p, color, LC_BISHOP);
  return (bishops & DARK) && (bishops & ~DARK);
}

bool lc_has_opposite_bishops(const lc_Position *p) {
  lc_Bits white = lc_position_of(p, LC_WHITE, LC_BISHOP), black = lc_position_of(p, LC_BLACK, LC_BISHOP);
  return lc_is_single(white) && lc_is_single(black) && ((white & DARK) != 0) != ((black & DARK) != 0);
}

lc_Bits lc_king_files(const lc_Position *p, unsigned color, bool is_open) {
  lc_Bits king = lc_position_of(p, color, LC_KING);
  return fill_files(king | beside(king)) & ~fill_files(is_open ? p->sets[LC_PAWN] : pawns_of(p, color));
}

lc_Bits lc_castling_rooks(const lc_Position *p, unsigned color, unsigned wings) {
  lc_Bits king = lc_position_of(p, color, LC_KING), rooks = p->castling & lc_back_rank(color), found = 0;
  if (wings & LC_WING_SHORT) found |= rooks & ~(king | (king - 1));
  if (wings & LC_WING_LONG) found |= rooks & (king - 1);
  return found;
}

lc_Bits lc_outposts(const lc_Position *p, unsigned color) {
  lc_Bits enemy = pawns_of(p, color ^ 1), home = lc_back_rank(color), ranks = 0;
  lc_Bits minors = p->sets[LC_BY_COLOR + color] & (p->sets[LC_KNIGHT] | p->sets[LC_BISHOP]);
  for (unsigned rank = 1; rank <= 6; rank++) {
    home = lc_forward(home, color);
    if (rank >= 4) ranks |= home;
  }
  lc_Bits guarded = beside(lc_forward(pawns_of(p, color), color));
  lc_Bits driven = beside(fill_forward(lc_forward(enemy, color ^ 1), color ^ 1));
  return minors & ranks & guarded & ~driven;
}

/* Return the squares diagonally in front of those of the set, to the left or to the right. */
static lc_Bits step_diagonally(lc_Bits set, unsigned color, bool is_right) {
  lc_Bits ahead = lc_forward(set, color);
  return is_right ? (ahead & ~LC_FILE_H) << 1 : (ahead & ~LC_FILE_A) >> 1;
}

bool lc_has_chain(const lc_Position *p, unsigned color, lc_Bits on, int64_t least, int64_t most) {
  lc_Bits own = pawns_of(p, color);
  for (unsigned right = 0; right < 2; right++) {
    /* `run` has the pawns that no own pawn guards in this direction. Each round moves on to the next pawn of each
    ** chain. */
    lc_Bits run = own & ~step_diagonally(own, color, right);
    for (int64_t length = 1; run; length++) {
      lc_Bits next = own & step_diagonally(run, color, right);
      /* A pawn that guards no pawn of `next` is the foremost pawn of its chain. */
      lc_Bits heads = run & ~step_diagonally(next, color ^ 1, !right);
      if (length >= least && length <= most && (heads & on)) return true;
      run = next;
    }
  }
  return false;
}
