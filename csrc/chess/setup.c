/*
** setup - see setup.h. Each call converts the board into sets of squares once, and tests for all problems with these
** sets.
*/
#include "setup.h"

#include <assert.h>
#include <string.h>

#include "attacks.h"

typedef struct Sets {
  lc_Bits of[2][6];
  lc_Bits all[2];
  lc_Bits occupied;
} Sets;

static void gather(const lc_Setup *setup, Sets *out) {
  memset(out, 0, sizeof *out);
  for (unsigned square = 0; square < 64; square++) {
    unsigned code = setup->board[square];
    if (code == 0) continue;
    unsigned color = code >> 3, piece = (code & 7) - 1;
    assert(color < 2 && piece < 6);
    out->of[color][piece] |= lc_bit(square);
    out->all[color] |= lc_bit(square);
  }
  out->occupied = out->all[LC_WHITE] | out->all[LC_BLACK];
}

static lc_Bits attackers(const Sets *sets, unsigned square, unsigned color) {
  const lc_Bits *of = sets->of[color];
  return (lc_pawn_attacks[color ^ 1][square] & of[LC_PAWN]) |
         (lc_knight_attacks[square] & of[LC_KNIGHT]) | (lc_king_attacks[square] & of[LC_KING]) |
         (lc_rook_attacks(square, sets->occupied) & (of[LC_ROOK] | of[LC_QUEEN])) |
         (lc_bishop_attacks(square, sets->occupied) & (of[LC_BISHOP] | of[LC_QUEEN]));
}

/* ---- counting ---- */

static unsigned above(unsigned count, unsigned normal) {
  return count > normal ? count - normal : 0;
}

/* Return the number of pieces that must be promoted pawns, such as a second bishop on squares of the same colour. */
static unsigned promoted(const lc_Bits of[6]) {
  const lc_Bits light = UINT64_C(0x55aa55aa55aa55aa);
  return above(lc_count(of[LC_QUEEN]), 1) + above(lc_count(of[LC_ROOK]), 2) +
         above(lc_count(of[LC_KNIGHT]), 2) + above(lc_count(of[LC_BISHOP] & light), 1) +
         above(lc_count(of[LC_BISHOP] & ~light), 1);
}

static unsigned count_problems(const Sets *sets) {
  static const unsigned no_king[2] = {LC_PROBLEM_NO_WHITE_KING, LC_PROBLEM_NO_BLACK_KING};
  static const unsigned pieces[2] = {LC_PROBLEM_TOO_MANY_WHITE_PIECES,
                                     LC_PROBLEM_TOO_MANY_BLACK_PIECES};
  static const unsigned pawns[2] = {LC_PROBLEM_TOO_MANY_WHITE_PAWNS,
                                    LC_PROBLEM_TOO_MANY_BLACK_PAWNS};
  unsigned found = sets->occupied ? 0 : LC_PROBLEM_EMPTY_BOARD;
  for (unsigned color = 0; color < 2; color++) {
    const lc_Bits *of = sets->of[color];
    unsigned pawn_count = lc_count(of[LC_PAWN]);
    if (!of[LC_KING]) found |= no_king[color];
    if (lc_is_many(of[LC_KING])) found |= LC_PROBLEM_TOO_MANY_KINGS;
    if (lc_count(sets->all[color]) > 16) found |= pieces[color];
    if (pawn_count > 8) found |= pawns[color];
    if (promoted(of) > above(8, pawn_count)) found |= LC_PROBLEM_TOO_MUCH_MATERIAL;
    if (of[LC_PAWN] & LC_BACK_RANKS) found |= LC_PROBLEM_PAWN_ON_LAST_RANK;
  }
  return found;
}

/* ---- castling ---- */

static bool king_may_castle(unsigned king, unsigned color, bool chess960) {
  if (king == LC_NO_SQUARE || !lc_has(lc_back_rank(color), king)) return false;
  return chess960 || lc_file(king) == 4;
}

/* Return the castling rights that are possible. If several rooks on one side of the king have a right, only the
** outermost rook keeps it. */
static lc_Bits sound_castling(const lc_Setup *setup, const Sets *sets) {
  lc_Bits sound = 0;
  for (unsigned color = 0; color < 2; color++) {
    lc_Bits kings = sets->of[color][LC_KING];
    unsigned king = lc_is_single(kings) ? lc_first(kings) : LC_NO_SQUARE;
    if (!king_may_castle(king, color, setup->chess960)) continue;
    lc_Bits rights = setup->castling & lc_back_rank(color) & sets->of[color][LC_ROOK];
    if (!setup->chess960) rights &= LC_FILE_A | LC_FILE_H;
    lc_Bits left = rights & (lc_bit(king) - 1), right = rights & ~(lc_bit(king) - 1);
    if (left) sound |= lc_bit(lc_first(left));
    if (right) sound |= lc_bit(lc_last(right));
  }
  return sound;
}

/* ---- en passant and checks ---- */

static lc_Bits checkers(const lc_Setup *setup, const Sets *sets) {
  lc_Bits king = sets->of[setup->turn][LC_KING];
  return lc_is_single(king) ? attackers(sets, lc_first(king), setup->turn ^ 1u) : 0;
}

/* The pawn that made the double step is now on pushed_to(ep), one rank beyond the en passant square. It came from
** pushed_from(ep), one rank before that square. */
static unsigned pushed_to(unsigned ep) { return ep ^ 8; }
static unsigned pushed_from(unsigned ep) { return ep ^ 24; }

static lc_Bits leapers(const Sets *sets, unsigned color) {
  return sets->of[color][LC_PAWN] | sets->of[color][LC_KNIGHT] | sets->of[color][LC_KING];
}

/* See "En passant" in setup.h. */
static bool is_ep_sound(const lc_Setup *setup, const Sets *sets) {
  unsigned ep = setup->ep, them = setup->turn ^ 1u;
  if (ep >= 64 || lc_rank(ep) != (setup->turn == LC_WHITE ? 5 : 2)) return false;
  if (!lc_has(sets->of[them][LC_PAWN], pushed_to(ep))) return false;
  if (lc_has(sets->occupied, ep) || lc_has(sets->occupied, pushed_from(ep))) return false;
  return (checkers(setup, sets) & leapers(sets, them) & ~lc_bit(pushed_to(ep))) == 0;
}

/* Report whether no last move can have led to the checks on the board. `ep` is a valid en passant square or
** LC_NO_SQUARE. */
static bool is_impossible_check(const lc_Setup *setup, const Sets *sets, unsigned ep) {
  lc_Bits givers = checkers(setup, sets);
  if (!givers) return false;
  unsigned king = lc_first(sets->of[setup->turn][LC_KING]);
  unsigned one = lc_first(givers), two = lc_last(givers);
  if (ep != LC_NO_SQUARE) {
    if (lc_is_many(givers)) return true;
    return one != pushed_to(ep) && !lc_has(lc_between[king][one], pushed_from(ep));
  }
  if (one == two) return false;
  if (lc_count(givers) > 2) return true;
  /* a discovered check cannot come from a pawn, knight or king */
  if ((givers & ~leapers(sets, setup->turn ^ 1u)) == 0) return true;
  return lc_has(lc_between[one][two], king); /* two pieces that give check from opposite sides on one line */
}

static bool is_opposite_check(const lc_Setup *setup, const Sets *sets) {
  lc_Bits kings = sets->of[setup->turn ^ 1][LC_KING];
  for (; kings; kings &= kings - 1)
    if (attackers(sets, lc_first(kings), setup->turn)) return true;
  return false;
}

static bool are_kings_touching(const Sets *sets) {
  lc_Bits white = sets->of[LC_WHITE][LC_KING], black = sets->of[LC_BLACK][LC_KING];
  return lc_is_single(white) && (lc_king_attacks[lc_first(white)] & black) != 0;
}

/* ---- public functions ---- */

void lc_setup_clear(lc_Setup *setup) {
  memset(setup, 0, sizeof *setup);
  setup->ep = LC_NO_SQUARE;
  setup->fullmove_number = 1;
}

void lc_setup_start(lc_Setup *setup) {
  static const uint8_t rank[8] = {LC_ROOK, LC_KNIGHT, LC_BISHOP, LC_QUEEN,
                                  LC_KING, LC_BISHOP, LC_KNIGHT, LC_ROOK};
  lc_setup_clear(setup);
  for (unsigned file = 0; file < 8; file++) {
    setup->board[file] = lc_setup_code(LC_WHITE, rank[file]);
    setup->board[8 + file] = lc_setup_code(LC_WHITE, LC_PAWN);
    setup->board[48 + file] = lc_setup_code(LC_BLACK, LC_PAWN);
    setup->board[56 + file] = lc_setup_code(LC_BLACK, rank[file]);
  }
  setup->castling = LC_BACK_RANKS & (LC_FILE_A | LC_FILE_H);
}

unsigned lc_setup_problems(const lc_Setup *setup) {
  Sets sets;
  gather(setup, &sets);
  unsigned found = count_problems(&sets), ep = setup->ep;
  if (is_opposite_check(setup, &sets)) found |= LC_PROBLEM_OPPOSITE_CHECK;
  if (are_kings_touching(&sets)) found |= LC_PROBLEM_TOUCHING_KINGS;
  if (sound_castling(setup, &sets) != setup->castling) found |= LC_PROBLEM_BAD_CASTLING;
  if (ep != LC_NO_SQUARE && !is_ep_sound(setup, &sets)) {
    found |= LC_PROBLEM_BAD_EP;
    ep = LC_NO_SQUARE;
  }
  if (is_impossible_check(setup, &sets, ep)) found |= LC_PROBLEM_IMPOSSIBLE_CHECK;
  return found;
}

unsigned lc_setup_repair(lc_Setup *setup) {
  unsigned cured = lc_setup_problems(setup) & (LC_PROBLEM_BAD_CASTLING | LC_PROBLEM_BAD_EP);
  if (cured & LC_PROBLEM_BAD_CASTLING) {
    Sets sets;
    gather(setup, &sets);
    setup->castling = sound_castling(setup, &sets);
  }
  if (cured & LC_PROBLEM_BAD_EP) setup->ep = LC_NO_SQUARE;
  return cured;
}

unsigned lc_setup_outer_rook(const lc_Setup *setup, unsigned color, bool king_side) {
  unsigned king = lc_setup_king(setup, color), rook = lc_setup_code(color, LC_ROOK);
  if (king == LC_NO_SQUARE || !lc_has(lc_back_rank(color), king)) return LC_NO_SQUARE;
  unsigned square = (king & 56) | (king_side ? 7 : 0);
  for (; square != king; square += king_side ? -1u : 1u)
    if (setup->board[square] == rook) return square;
  return LC_NO_SQUARE;
}

unsigned lc_setup_king(const lc_Setup *setup, unsigned color) {
  unsigned code = lc_setup_code(color, LC_KING), found = LC_NO_SQUARE;
  for (unsigned square = 0; square < 64; square++) {
    if (setup->board[square] != code) continue;
    if (found != LC_NO_SQUARE) return LC_NO_SQUARE;
    found = square;
  }
  return found;
}
