/*
** control - see control.h.
*/
#include "control.h"

/* Return the squares that a piece of this kind (facts.h) attacks from a square. */
static lc_Bits attacks_of(unsigned kind, unsigned square, lc_Bits occupied) {
  unsigned color = kind >= 6, piece = kind - 6 * color;
  return piece == LC_PAWN ? lc_pawn_attacks[color][square] : lc_piece_attacks(piece, square, occupied);
}

lc_Bits lc_attacks_from(const lc_Position *p, unsigned square) {
  unsigned color, piece = lc_position_piece_at(p, square, &color);
  return piece == LC_NO_PIECE ? 0 : attacks_of(piece + 6 * color, square, lc_position_occupied(p));
}

/* Return the squares that a side attacks with its pieces of the types in `pieces`, a set of bits. */
static lc_Bits attacked_by(const lc_Position *p, unsigned color, unsigned pieces) {
  lc_Bits occupied = lc_position_occupied(p), found = 0;
  for (; pieces; pieces &= pieces - 1) {
    unsigned piece = (unsigned)__builtin_ctz(pieces);
    lc_Bits from = lc_position_of(p, color, piece);
    for (; from; from &= from - 1) found |= attacks_of(piece + 6 * color, lc_first(from), occupied);
  }
  return found;
}

lc_Bits lc_controlled(const lc_Position *p, unsigned color) { return attacked_by(p, color, 0x3f); }

/* Return whether a set has at least `least` squares. Mostly `least` is 1, which needs no count. */
static bool has_many(lc_Bits set, unsigned least) { return least == 1 ? set != 0 : lc_count(set) >= least; }

/* Return the pieces on `from` that attack at least `least` of `targets`. Computes the attacks of each piece. */
static lc_Bits seen_from_pieces(const lc_Position *p, unsigned by, lc_Bits from, lc_Bits targets, unsigned least) {
  lc_Bits found = 0, occupied = lc_position_occupied(p);
  for (; by; by &= by - 1) {
    unsigned kind = (unsigned)__builtin_ctz(by);
    for (lc_Bits pieces = lc_kinds_on(p, 1u << kind) & from; pieces; pieces &= pieces - 1) {
      if (has_many(attacks_of(kind, lc_first(pieces), occupied) & targets, least)) found |= pieces & -pieces;
    }
  }
  return found;
}

/* Return the pieces that attack the square `target`. Computes attacks backwards from the target, which is faster for
** one target and many pieces. */
static lc_Bits seen_from_target(const lc_Position *p, unsigned by, unsigned target, lc_Bits occupied) {
  lc_Bits found = 0;
  if (by & 0x3f) found |= lc_position_attackers(p, target, LC_WHITE, occupied);
  if (by & 0xfc0) found |= lc_position_attackers(p, target, LC_BLACK, occupied);
  return found;
}

lc_Bits lc_pieces_that_attack(const lc_Position *p, unsigned by, lc_Bits from, unsigned target, lc_Bits to,
                              unsigned least) {
  lc_Bits occupied = lc_position_occupied(p), targets = lc_kinds_on(p, target & ~(unsigned)LC_EMPTY_SQUARES);
  if (target & LC_EMPTY_SQUARES) targets |= ~occupied;
  targets &= to;
  lc_Bits pieces = targets ? lc_kinds_on(p, by) & from : 0, others = pieces & (pieces - 1);
  if (!pieces) return 0;
  if (!has_many(targets, least)) return 0;
  if (!lc_is_single(targets) || !lc_is_many(others)) return seen_from_pieces(p, by, from, targets, least);
  return seen_from_target(p, by, lc_first(targets), occupied) & pieces;
}

static lc_Bits sliders(const lc_Position *p) { return p->sets[LC_BISHOP] | p->sets[LC_ROOK] | p->sets[LC_QUEEN]; }

lc_Bits lc_attacked_with_xray(const lc_Position *p, lc_Bits targets, unsigned color) {
  lc_Bits occupied = lc_position_occupied(p), found = 0;
  for (; targets; targets &= targets - 1) {
    unsigned square = lc_first(targets);
    lc_Bits own = lc_position_attackers(p, square, color, occupied);
    lc_Bits near = (own | lc_position_attackers(p, square, color ^ 1, occupied)) & sliders(p);
    if (own || lc_position_attackers(p, square, color, occupied & ~near)) found |= lc_bit(square);
  }
  return found;
}

/* Return the pieces of `color` whose squares the side `by` attacks. */
static lc_Bits attacked_of(const lc_Position *p, unsigned color, unsigned by, bool has_xray) {
  lc_Bits pieces = p->sets[LC_BY_COLOR + color];
  return has_xray ? lc_attacked_with_xray(p, pieces, by) : pieces & lc_controlled(p, by);
}

lc_Bits lc_attacked_pieces(const lc_Position *p, unsigned color, bool has_xray) {
  return attacked_of(p, color, color ^ 1, has_xray);
}

lc_Bits lc_guarded_pieces(const lc_Position *p, unsigned color, bool has_xray) {
  return attacked_of(p, color, color, has_xray);
}

lc_Bits lc_loose_pieces(const lc_Position *p, unsigned color, bool has_xray) {
  return p->sets[LC_BY_COLOR + color] & ~p->sets[LC_KING] & ~lc_guarded_pieces(p, color, has_xray);
}

/* The attackers are those that can capture now: they are counted without x-rays. */
lc_Bits lc_hanging_pieces(const lc_Position *p, unsigned color, bool has_xray) {
  return lc_loose_pieces(p, color, has_xray) & lc_controlled(p, color ^ 1);
}

/* Return the pieces of `color` that an enemy piece of lower value attacks. */
static lc_Bits attacked_from_below(const lc_Position *p, unsigned color) {
  enum { PAWN = 1 << LC_PAWN, MINORS = 1 << LC_KNIGHT | 1 << LC_BISHOP, ROOK = 1 << LC_ROOK };
  lc_Bits queens = lc_position_of(p, color, LC_QUEEN), rooks = lc_position_of(p, color, LC_ROOK);
  lc_Bits minors = p->sets[LC_BY_COLOR + color] & (p->sets[LC_KNIGHT] | p->sets[LC_BISHOP]);
  return (attacked_by(p, color ^ 1, PAWN) & (queens | rooks | minors)) |
         (attacked_by(p, color ^ 1, MINORS) & (queens | rooks)) | (attacked_by(p, color ^ 1, ROOK) & queens);
}

lc_Bits lc_pieces_en_prise(const lc_Position *p, unsigned color) {
  return lc_hanging_pieces(p, color, false) | attacked_from_below(p, color);
}

lc_Bits lc_king_attackers(const lc_Position *p, unsigned color) {
  unsigned king = lc_position_king(p, color ^ 1), pieces = 0x1f;
  return lc_pieces_that_attack(p, pieces << (6 * color), ~UINT64_C(0), LC_EMPTY_SQUARES | 0xfff,
                            lc_king_attacks[king] | lc_bit(king), 1);
}

/* ---- batteries ---- */

static lc_Bits line_of(unsigned line, unsigned square) {
  switch (line) {
    case 0: return lc_file_of(square);
    case 1: return lc_rank_of(square);
    case 2: return lc_lines[square].diagonal;
    default: return lc_lines[square].antidiagonal;
  }
}

/* Return the squares on one line that a rook, bishop or queen attacks. */
static lc_Bits attacks_on(unsigned line, unsigned square, lc_Bits occupied) {
  lc_Bits all = line < 2 ? lc_rook_attacks(square, occupied) : lc_bishop_attacks(square, occupied);
  return all & line_of(line, square);
}

static bool is_pair(lc_Bits a, lc_Bits b, lc_Bits first, lc_Bits second) {
  return ((a & first) && (b & second)) || ((b & first) && (a & second));
}

static unsigned batteries_on(const lc_Position *p, const lc_Battery *wanted, unsigned line) {
  lc_Bits occupied = lc_position_occupied(p), movers = p->sets[LC_QUEEN] | p->sets[line < 2 ? LC_ROOK : LC_BISHOP];
  lc_Bits first = lc_kinds_on(p, wanted->first) & movers & wanted->on;
  lc_Bits second = lc_kinds_on(p, wanted->second) & movers & wanted->on;
  unsigned count = 0;
  for (lc_Bits pieces = first | second; pieces; pieces &= pieces - 1) {
    unsigned square = lc_first(pieces);
    lc_Bits rear = lc_bit(square), reach = attacks_on(line, square, occupied);
    lc_Bits front = reach & pieces; /* so that each pair is counted once, for its rear piece */
    if (!front || !is_pair(rear, front, first, second)) continue;
    reach |= attacks_on(line, lc_first(front), occupied);
    reach &= ~(rear | front | lc_between[square][lc_first(front)]);
    count += !wanted->at || (reach & wanted->at);
  }
  return count;
}

unsigned lc_batteries(const lc_Position *p, const lc_Battery *wanted) {
  unsigned count = 0;
  if (wanted->lines & LC_ON_FILE) count += batteries_on(p, wanted, 0);
  if (wanted->lines & LC_ON_RANK) count += batteries_on(p, wanted, 1);
  if (wanted->lines & LC_ON_DIAGONAL) count += batteries_on(p, wanted, 2) + batteries_on(p, wanted, 3);
  return count;
}

/* ---- lines ---- */

/* Return the squares that a bishop, rook or queen on a square attacks; none for other pieces. */
static lc_Bits slider_attacks(const lc_Position *p, unsigned square, lc_Bits occupied) {
  lc_Bits found = 0;
  if (lc_has(p->sets[LC_BISHOP] | p->sets[LC_QUEEN], square)) found |= lc_bishop_attacks(square, occupied);
  if (lc_has(p->sets[LC_ROOK] | p->sets[LC_QUEEN], square)) found |= lc_rook_attacks(square, occupied);
  return found;
}

lc_Bits lc_uncovered(const lc_Position *p, lc_Bits from, lc_Bits targets, lc_Bits emptied) {
  lc_Bits occupied = lc_position_occupied(p), found = 0;
  for (from &= sliders(p); from; from &= from - 1) {
    unsigned square = lc_first(from);
    for (lc_Bits seen = slider_attacks(p, square, occupied) & targets; seen; seen &= seen - 1) {
      if (!(lc_between[square][lc_first(seen)] & emptied)) continue;
      found |= lc_bit(square);
      break;
    }
  }
  return found;
}

/* Return the squares of the lines through a square along which its piece moves; all lines for a king, knight or
** pawn. */
static lc_Bits lines_of(const lc_Position *p, unsigned square) {
  lc_Bits straight = lc_file_of(square) | lc_rank_of(square);
  lc_Bits diagonal = lc_lines[square].diagonal | lc_lines[square].antidiagonal;
  if (lc_has(p->sets[LC_ROOK], square)) return straight;
  return lc_has(p->sets[LC_BISHOP], square) ? diagonal : straight | diagonal;
}

bool lc_has_between(const lc_Position *p, const lc_Between *wanted) {
  for (lc_Bits first = wanted->first; first; first &= first - 1) {
    unsigned square = lc_first(first);
    for (lc_Bits second = lines_of(p, square) & wanted->second & ~lc_bit(square); second; second &= second - 1) {
      int64_t count = lc_count(lc_between[square][lc_first(second)] & wanted->counted);
      if (count >= wanted->least && count <= wanted->most) return true;
    }
  }
  return false;
}

/* ---- squares beside a piece ---- */

static lc_Bits attacked_squares(const lc_Position *p, lc_Bits squares, unsigned by, lc_Bits occupied) {
  lc_Bits found = 0;
  for (; squares; squares &= squares - 1) {
    if (lc_position_attackers(p, lc_first(squares), by, occupied)) found |= squares & -squares;
  }
  return found;
}

static bool has_counts(const lc_Position *p, unsigned square, uint64_t bounds) {
  enum { FIELD = (1 << LC_RING_BITS) - 1 };
  unsigned color = lc_has(p->sets[LC_BY_COLOR], square) ? LC_WHITE : LC_BLACK;
  lc_Bits ring = lc_king_attacks[square], occupied = lc_position_occupied(p);
  lc_Bits own = ring & p->sets[LC_BY_COLOR + color];
  lc_Bits attacked = attacked_squares(p, ring, color ^ 1, occupied & ~lc_bit(square));
  const lc_Bits sets[LC_RING_COUNTS] = {ring, own, ring & occupied & ~own, ring & ~occupied, attacked,
                                        ring & ~own & ~attacked};
  for (unsigned i = 0; i < LC_RING_COUNTS; i++, bounds >>= 2 * LC_RING_BITS) {
    unsigned count = lc_count(sets[i]);
    if (count < (bounds & FIELD) || count > (bounds >> LC_RING_BITS & FIELD)) return false;
  }
  return true;
}

bool lc_has_ring(const lc_Position *p, lc_Bits pieces, uint64_t bounds) {
  for (; pieces; pieces &= pieces - 1) {
    if (has_counts(p, lc_first(pieces), bounds)) return true;
  }
  return false;
}
