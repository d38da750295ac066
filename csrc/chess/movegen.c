#include "movegen.h"

#include "movegen_impl.h"
#include "play_impl.h"

/* Return the number of king steps, which are the first moves that lc_generate() lists. */
static unsigned count_king_steps(const lc_Position *p, const lc_MoveList *list) {
  unsigned king = lc_position_king(p, p->turn), n = 0;
  while (n < list->count && lc_move_from(list->moves[n]) == king && !lc_move_is_castle(list->moves[n])) n++;
  return n;
}

void lc_legal_moves(const lc_Position *p, lc_MoveList *out) {
  out->count = lc_rules_are_over(p) ? 0 : lc_generate(p, p->turn, out->moves);
  if (lc_kings_touch(p)) out->count = count_king_steps(p, out);
}

void lc_pseudo_legal_moves(const lc_Position *p, lc_MoveList *out) {
  static const lc_Limits open = {.check_mask = ~UINT64_C(0)};
  unsigned us = p->turn, king = lc_position_king(p, us);
  lc_Bits beside = lc_king_attacks[lc_position_king(p, us ^ 1)];
  lc_Bits steps = lc_king_attacks[king] & ~(p->sets[LC_BY_COLOR + us] | p->sets[LC_KING] | beside);
  unsigned count = lc_add(out->moves, 0, king, steps);
  for (lc_Bits rooks = p->castling & lc_back_rank(us); rooks; rooks &= rooks - 1) {
    lc_Move move = lc_move_castle(king, lc_first(rooks));
    bool is_free = lc_castling_is_free(p, move) && !lc_has(beside, lc_move_king_to(move));
    if (is_free) out->moves[count++] = move;
  }
  count = lc_generate_pieces(p, us, &open, out->moves, count);
  count = lc_generate_pawns(p, us, king, &open, out->moves, count);
  for (lc_Bits takers = lc_ep_takers(p, us); takers; takers &= takers - 1) {
    unsigned from = lc_first(takers);
    if (!lc_ep_is_legal(p, us, king, from)) count = lc_add(out->moves, count, from, lc_bit(p->ep));
  }
  out->count = count;
}

/* Report whether the king has a legal step. In most positions the king has one, so lc_has_legal_move() tests this
** first. */
static bool has_king_step(const lc_Position *p, unsigned us) {
  unsigned king = lc_position_king(p, us);
  lc_Bits occupied = lc_position_occupied(p) ^ lc_bit(king);
  for (lc_Bits steps = lc_king_attacks[king] & ~(p->sets[LC_BY_COLOR + us] | p->sets[LC_KING]); steps;
       steps &= steps - 1) {
    unsigned to = lc_first(steps);
    if (!lc_attacked(p, to, us ^ 1, occupied & ~lc_bit(to))) return true;
  }
  return false;
}

bool lc_has_legal_move(const lc_Position *p) {
  return has_king_step(p, p->turn) || (!lc_kings_touch(p) && lc_generate(p, p->turn, NULL) != 0);
}

bool lc_may_move(const lc_Position *p) { return !lc_rules_are_over(p) && lc_has_legal_move(p); }

bool lc_is_legal(const lc_Position *p, lc_Move move) {
  lc_MoveList list;
  lc_legal_moves(p, &list);
  for (unsigned i = 0; i < list.count; i++) {
    if (list.moves[i] == move) return true;
  }
  return false;
}

bool lc_is_playable(const lc_Position *p, lc_Move move) {
  return move == LC_NULL_MOVE ? !lc_position_checkers(p) && !lc_rules_are_over(p) : lc_is_legal(p, move);
}

bool lc_gives_check(const lc_Position *p, lc_Move move) {
  lc_Position next = *p;
  lc_position_play(&next, move);
  return lc_position_checkers(&next) != 0;
}

/* FIDE 5.2.2 asks whether any series of legal moves can lead to mate. This function decides only from the material, as
** lichess and python-chess do. A lone knight can mate if an enemy piece can block a flight square of the enemy king.
** Bishops on squares of one colour cannot mate a side that has only bishops on squares of that colour. */
bool lc_is_insufficient(const lc_Position *p, unsigned color) {
  const lc_Bits dark = UINT64_C(0xaa55aa55aa55aa55);
  lc_Bits own = p->sets[LC_BY_COLOR + color], enemy = p->sets[LC_BY_COLOR + (color ^ 1)];
  if (lc_rules_kind(p->rules) == LC_RULES_KING_OF_THE_HILL) return false;
  if (lc_rules_kind(p->rules) == LC_RULES_THREE_CHECK) return !(own & ~p->sets[LC_KING]);
  if (own & (p->sets[LC_PAWN] | p->sets[LC_ROOK] | p->sets[LC_QUEEN])) return false;
  if (own & p->sets[LC_KNIGHT]) {
    return lc_count(own) <= 2 && !(enemy & ~p->sets[LC_KING] & ~p->sets[LC_QUEEN]);
  }
  if (own & p->sets[LC_BISHOP]) {
    bool one_colour = !(p->sets[LC_BISHOP] & dark) || !(p->sets[LC_BISHOP] & ~dark);
    return one_colour && !p->sets[LC_PAWN] && !p->sets[LC_KNIGHT];
  }
  return true;
}

/* Return the outcome of a game that has ended by the rules of its variant. If the last move also gives mate, the
** outcome is checkmate. */
static lc_Outcome outcome_by_rules(const lc_Position *p) {
  if (lc_position_checkers(p) && lc_rules_winner(p) != p->turn && !lc_has_legal_move(p)) return LC_OUTCOME_CHECKMATE;
  return lc_rules_kind(p->rules) == LC_RULES_THREE_CHECK ? LC_OUTCOME_THREE_CHECKS : LC_OUTCOME_KING_IN_CENTER;
}

lc_Outcome lc_position_outcome(const lc_Position *p) {
  if (lc_rules_are_over(p)) return outcome_by_rules(p);
  if (!lc_has_legal_move(p)) {
    return lc_position_checkers(p) ? LC_OUTCOME_CHECKMATE : LC_OUTCOME_STALEMATE;
  }
  if (lc_is_insufficient(p, LC_WHITE) && lc_is_insufficient(p, LC_BLACK)) {
    return LC_OUTCOME_INSUFFICIENT_MATERIAL;
  }
  return p->halfmove_clock >= 150 ? LC_OUTCOME_SEVENTYFIVE_MOVES : LC_OUTCOME_NONE;
}

unsigned lc_outcome_winner(const lc_Position *p, lc_Outcome outcome) {
  if (outcome == LC_OUTCOME_CHECKMATE) return p->turn ^ 1u;
  return outcome == LC_OUTCOME_KING_IN_CENTER || outcome == LC_OUTCOME_THREE_CHECKS ? lc_rules_winner(p) : LC_NO_COLOR;
}
