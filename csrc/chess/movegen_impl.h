/*
** movegen_impl - the generator of legal moves, inline. lc_generate() fills a list of moves or only counts them.
**
** The check mask and the pin masks are computed first. With the masks, each set of destinations contains only legal
** moves, so counting moves means counting bits. Only king steps and en passant captures are tested on the board after
** the move. `us` and `out == NULL` are compile-time constants in each caller. So the compiler makes separate generators
** for White, Black, counting and listing from one source.
** No move captures a king, not even in an irregular position (checks.h).
*/
#ifndef LC_MOVEGEN_IMPL_H
#define LC_MOVEGEN_IMPL_H

#include "movegen.h"

LC_INLINE unsigned lc_add(lc_Move *out, unsigned count, unsigned from, lc_Bits targets) {
  if (out == NULL) return count + lc_count(targets);
  for (; targets; targets &= targets - 1) out[count++] = lc_move(from, lc_first(targets));
  return count;
}

/* Append to `out` a pawn move to each square of `targets`. The origin of a move is its destination minus `step`. If
** `out` is NULL, only count the moves. */
LC_INLINE unsigned lc_add_pawns(lc_Move *out, unsigned count, lc_Bits targets, int step) {
  lc_Bits last = targets & LC_BACK_RANKS;
  if (out == NULL) return count + lc_count(targets ^ last) + 4 * lc_count(last);
  for (targets ^= last; targets; targets &= targets - 1) {
    unsigned to = lc_first(targets);
    out[count++] = lc_move((unsigned)((int)to - step), to);
  }
  for (; last; last &= last - 1) {
    unsigned to = lc_first(last), from = (unsigned)((int)to - step);
    for (unsigned piece = LC_QUEEN; piece >= LC_KNIGHT; piece--) {
      out[count++] = lc_move_promote(from, to, piece);
    }
  }
  return count;
}

LC_INLINE unsigned lc_generate_pawns(const lc_Position *p, unsigned us, unsigned king, const lc_Limits *limits,
                                     lc_Move *out, unsigned count) {
  lc_Bits own = p->sets[LC_BY_COLOR + us], enemy = p->sets[LC_BY_COLOR + (us ^ 1)], empty = ~(own | enemy);
  lc_Bits pawns = p->sets[LC_PAWN] & own;
  lc_Bits orthogonal = pawns & limits->pin_orthogonal, diagonal = pawns & limits->pin_diagonal;
  lc_Bits unpinned = pawns & ~(limits->pin_orthogonal | limits->pin_diagonal);
  int up = us ? -8 : 8;

  lc_Bits single = lc_forward(unpinned, us) | (lc_forward(orthogonal, us) & limits->pin_orthogonal);
  single &= empty;
  lc_Bits twice = lc_forward(single & (LC_RANK_1 << (us ? 40 : 16)), us) & empty & limits->check_mask;
  count = lc_add_pawns(out, count, single & limits->check_mask, up);
  count = lc_add_pawns(out, count, twice, 2 * up);

  lc_Bits targets = enemy & ~p->sets[LC_KING] & limits->check_mask;
  lc_Bits west = lc_forward(unpinned & ~LC_FILE_A, us) >> 1;
  lc_Bits east = lc_forward(unpinned & ~LC_FILE_H, us) << 1;
  west |= lc_forward(diagonal & ~LC_FILE_A, us) >> 1 & limits->pin_diagonal;
  east |= lc_forward(diagonal & ~LC_FILE_H, us) << 1 & limits->pin_diagonal;
  count = lc_add_pawns(out, count, west & targets, up - 1);
  count = lc_add_pawns(out, count, east & targets, up + 1);

  for (lc_Bits takers = lc_ep_takers(p, us); takers; takers &= takers - 1) {
    unsigned from = lc_first(takers);
    if (lc_ep_is_legal(p, us, king, from)) count = lc_add(out, count, from, lc_bit(p->ep));
  }
  return count;
}

/* Generate the moves of knights, bishops, rooks and queens. A pinned knight has no move; a pinned slider moves along
** the line of the pin. */
LC_INLINE unsigned lc_generate_pieces(const lc_Position *p, unsigned us, const lc_Limits *limits, lc_Move *out,
                                      unsigned count) {
  lc_Bits own = p->sets[LC_BY_COLOR + us], occupied = lc_position_occupied(p);
  lc_Bits targets = ~(own | p->sets[LC_KING]) & limits->check_mask;
  lc_Bits knights = p->sets[LC_KNIGHT] & own & ~(limits->pin_orthogonal | limits->pin_diagonal);
  for (; knights; knights &= knights - 1) {
    unsigned from = lc_first(knights);
    count = lc_add(out, count, from, lc_knight_attacks[from] & targets);
  }
  lc_Bits diagonal = (p->sets[LC_BISHOP] | p->sets[LC_QUEEN]) & own & ~limits->pin_orthogonal;
  for (; diagonal; diagonal &= diagonal - 1) {
    unsigned from = lc_first(diagonal);
    lc_Bits along = lc_has(limits->pin_diagonal, from) ? limits->pin_diagonal : ~UINT64_C(0);
    count = lc_add(out, count, from, lc_bishop_attacks(from, occupied) & targets & along);
  }
  lc_Bits orthogonal = (p->sets[LC_ROOK] | p->sets[LC_QUEEN]) & own & ~limits->pin_diagonal;
  for (; orthogonal; orthogonal &= orthogonal - 1) {
    unsigned from = lc_first(orthogonal);
    lc_Bits along = lc_has(limits->pin_orthogonal, from) ? limits->pin_orthogonal : ~UINT64_C(0);
    count = lc_add(out, count, from, lc_rook_attacks(from, occupied) & targets & along);
  }
  return count;
}

/* Report whether all squares between king, rook and their destinations are empty, except for king and rook
** themselves. */
LC_INLINE bool lc_castling_is_free(const lc_Position *p, lc_Move move) {
  unsigned king = lc_move_from(move), rook = lc_move_to(move), rook_to = lc_move_rook_to(move);
  unsigned king_to = lc_move_king_to(move);
  lc_Bits others = lc_position_occupied(p) ^ lc_bit(king) ^ lc_bit(rook);
  lc_Bits path = lc_between[king][king_to] | lc_bit(king_to) | lc_between[rook][rook_to] | lc_bit(rook_to);
  return !((path | lc_between[king][rook]) & others);
}

/* Report whether castling with this rook is legal (FIDE 3.8.2, in its form for Chess960). The conditions are:
**   - all squares between king, rook and their destinations are empty, except for king and rook themselves;
**   - the king crosses no attacked square;
**   - the king is not in check after the rook has left its square. In Chess960, a rook on b1 may shield a king on c1.
** The king must not be in check before the move; the caller tests this. */
LC_INLINE bool lc_may_castle(const lc_Position *p, unsigned us, unsigned king, unsigned rook) {
  lc_Move move = lc_move_castle(king, rook);
  unsigned king_to = lc_move_king_to(move), rook_to = lc_move_rook_to(move);
  lc_Bits others = lc_position_occupied(p) ^ lc_bit(king) ^ lc_bit(rook);
  if (!lc_castling_is_free(p, move)) return false;
  for (lc_Bits way = lc_between[king][king_to] | lc_bit(king_to); way; way &= way - 1) {
    if (lc_attacked(p, lc_first(way), us ^ 1, others | lc_bit(rook))) return false;
  }
  return !lc_attacked(p, king_to, us ^ 1, others | lc_bit(rook_to));
}

/* Generate all legal moves of `us`, the side to move. `out` has room for LC_MAX_MOVES moves. If `out` is NULL, the
** moves are only counted. Returns the number of moves. */
LC_INLINE unsigned lc_generate(const lc_Position *p, unsigned us, lc_Move *out) {
  unsigned king = lc_position_king(p, us), count = 0;
  lc_Bits own = p->sets[LC_BY_COLOR + us], occupied = lc_position_occupied(p);
  lc_Limits limits = lc_limits(p, us, king);
  for (lc_Bits steps = lc_king_attacks[king] & ~(own | p->sets[LC_KING]); steps; steps &= steps - 1) {
    unsigned to = lc_first(steps);
    if (!lc_attacked(p, to, us ^ 1, (occupied ^ lc_bit(king)) & ~lc_bit(to))) {
      count = lc_add(out, count, king, lc_bit(to));
    }
  }
  if (lc_is_many(limits.checkers)) return count;
  if (!limits.checkers) {
    for (lc_Bits rooks = p->castling & lc_back_rank(us); rooks; rooks &= rooks - 1) {
      unsigned rook = lc_first(rooks);
      if (!lc_may_castle(p, us, king, rook)) continue;
      if (out != NULL) out[count] = lc_move_castle(king, rook);
      count++;
    }
  }
  count = lc_generate_pieces(p, us, &limits, out, count);
  return lc_generate_pawns(p, us, king, &limits, out, count);
}

#endif
