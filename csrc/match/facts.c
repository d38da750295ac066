/*
** facts - see facts.h.
*/
#include "facts.h"

static const lc_Bits DARK = UINT64_C(0xaa55aa55aa55aa55);

static lc_Bits pawns_of(const lc_Position *p, unsigned color) { return lc_position_of(p, color, LC_PAWN); }

/* The squares and all those in front of them, as `color` sees it. */
static lc_Bits fill_forward(lc_Bits set, unsigned color) {
  for (unsigned step = 8; step <= 32; step *= 2) set |= color ? set >> step : set << step;
  return set;
}

static lc_Bits fill_files(lc_Bits set) { return fill_forward(set, LC_WHITE) | fill_forward(set, LC_BLACK); }

/* The squares to the left and to the right. */
static lc_Bits beside(lc_Bits set) { return (set & ~LC_FILE_A) >> 1 | (set & ~LC_FILE_H) << 1; }

static lc_Bits passed(const lc_Position *p, unsigned color) {
  lc_Bits enemy = pawns_of(p, color ^ 1), guarded = fill_forward(lc_forward(enemy, color ^ 1), color ^ 1);
  return pawns_of(p, color) & ~(guarded | beside(guarded));
}

static lc_Bits isolated(const lc_Position *p, unsigned color) {
  lc_Bits own = pawns_of(p, color);
  return own & ~beside(fill_files(own));
}

static lc_Bits doubled(const lc_Position *p, unsigned color) {
  lc_Bits own = pawns_of(p, color);
  lc_Bits ahead = fill_forward(lc_forward(own, color), color);
  lc_Bits behind = fill_forward(lc_forward(own, color ^ 1), color ^ 1);
  return own & (ahead | behind);
}

static lc_Bits backward(const lc_Position *p, unsigned color) {
  lc_Bits own = pawns_of(p, color), enemy = pawns_of(p, color ^ 1);
  lc_Bits supported = fill_forward(beside(own), color); /* a pawn stands beside, or behind on a file beside */
  lc_Bits attacked = beside(lc_forward(enemy, color ^ 1));
  return own & ~supported & ~isolated(p, color) & lc_forward(attacked, color ^ 1);
}

lc_Bits lc_pawns_that(const lc_Position *p, lc_PawnFact fact, unsigned color) {
  switch (fact) {
    case LC_PAWN_PASSED: return passed(p, color);
    case LC_PAWN_ISOLATED: return isolated(p, color);
    case LC_PAWN_DOUBLED: return doubled(p, color);
    default: return backward(p, color);
  }
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

lc_Bits lc_men_that_attack(const lc_Position *p, unsigned by, lc_Bits from, unsigned target, lc_Bits to) {
  lc_Bits occupied = lc_position_occupied(p), found = 0;
  lc_Bits men = lc_kinds_on(p, by) & from;
  for (lc_Bits targets = men ? lc_kinds_on(p, target) & to : 0; targets; targets &= targets - 1) {
    unsigned square = lc_first(targets);
    found |= men & (lc_position_attackers(p, square, LC_WHITE, occupied) |
                    lc_position_attackers(p, square, LC_BLACK, occupied));
  }
  return found;
}
