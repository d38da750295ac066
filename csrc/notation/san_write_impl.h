/*
** san_write_impl - writes SAN; inline, for loops that write millions of moves.
**
** A move's SAN has at most eight bytes, so it is built in one 64-bit word and stored at once. The move is also played,
** because the check sign depends on the position after the move.
** Follows: PGN 8.2.3. Pinned pieces do not count for disambiguation. The file is preferred to the rank, and the rank to
** both. If the move itself is illegal, pinned pieces count, so that the text matches no other pseudo-legal move.
*/
#ifndef LC_SAN_WRITE_IMPL_H
#define LC_SAN_WRITE_IMPL_H

#include <string.h>

#include "../chess/rules_impl.h"
#include "san_impl.h"

/* A SAN in a 64-bit word. The first character is the lowest byte. */
typedef struct lc_SanWord {
  uint64_t bytes;
  unsigned bits; /* eight per character */
} lc_SanWord;

LC_INLINE void lc_san_append(lc_SanWord *word, unsigned character, bool wanted) {
  word->bytes |= (uint64_t)(wanted ? character : 0) << word->bits;
  word->bits += wanted ? 8 : 0;
}

/* Append the file if it distinguishes the pieces, else the rank if it does, else both. */
LC_INLINE void lc_san_append_origin(lc_SanWord *word, unsigned from, lc_Bits rivals) {
  bool file_tells = !(rivals & (LC_FILE_A << lc_file(from)));
  bool rank_tells = !(rivals & (LC_RANK_1 << (8 * lc_rank(from))));
  lc_san_append(word, 'a' + lc_file(from), file_tells || !rank_tells);
  lc_san_append(word, '1' + lc_rank(from), !file_tells);
}

/* Return the pieces of `rivals` that the SAN of a move from `from` to `to` must exclude. */
LC_INLINE lc_Bits lc_san_rivals(const lc_Position *p, unsigned us, unsigned from, unsigned to, lc_Bits rivals) {
  lc_Bits legal = lc_san_legal_movers(p, us, rivals | lc_bit(from), to), free = 0;
  if (lc_has(legal, from)) return legal ^ lc_bit(from);
  for (; rivals; rivals &= rivals - 1) {
    if (!(lc_between[lc_first(rivals)][to] & lc_position_occupied(p))) free |= rivals & -rivals;
  }
  return free;
}

/* Return the SAN of a legal move without the sign of check. */
LC_INLINE lc_SanWord lc_san_text_of(const lc_Position *p, unsigned us, lc_Move move) {
  static const char letters[] = "PNBRQK";
  lc_SanWord word = {0, 0};
  unsigned from = lc_move_from(move), to = lc_move_to(move);
  if (lc_move_is_castle(move)) {
    bool is_long = to < from;
    word.bytes = is_long ? UINT64_C(0x4f2d4f2d4f) : UINT64_C(0x4f2d4f);
    word.bits = is_long ? 40 : 24;
    return word;
  }
  bool capture = lc_has(p->sets[LC_BY_COLOR + (us ^ 1)], to);
  if (lc_has(p->sets[LC_PAWN], from)) {
    unsigned becomes = lc_move_promotion(move);
    capture = lc_file(from) != lc_file(to);
    lc_san_append(&word, 'a' + lc_file(from), capture);
    lc_san_append(&word, 'x', capture);
    lc_san_append(&word, 'a' + lc_file(to), true);
    lc_san_append(&word, '1' + lc_rank(to), true);
    lc_san_append(&word, '=', becomes != LC_PAWN);
    lc_san_append(&word, (unsigned char)letters[becomes], becomes != LC_PAWN);
    return word;
  }
  unsigned piece = lc_play_type(p, from);
  lc_Bits rivals = p->sets[piece] & p->sets[LC_BY_COLOR + us] & lc_reach[piece][to] & ~lc_bit(from);
  lc_san_append(&word, (unsigned char)letters[piece], true);
  if (rivals) rivals = lc_san_rivals(p, us, from, to, rivals);
  if (rivals) lc_san_append_origin(&word, from, rivals);
  lc_san_append(&word, 'x', capture);
  lc_san_append(&word, 'a' + lc_file(to), true);
  lc_san_append(&word, '1' + lc_rank(to), true);
  return word;
}

/* Play a legal move, and return its SAN without the sign of check. */
LC_INLINE lc_SanWord lc_san_word_of(lc_Position *p, unsigned us, lc_Move move) {
  lc_SanWord word = lc_san_text_of(p, us, move);
  lc_play_of(p, us, move);
  return word;
}

/* Report whether the side `us`, which has just moved, gives check. */
LC_INLINE bool lc_san_checks(const lc_Position *p, unsigned us) {
  unsigned them = us ^ 1;
  return !lc_san_is_safe(p, them, lc_position_king(p, them), lc_position_occupied(p), p->sets[LC_BY_COLOR + us]);
}

/* Add the sign of check to the SAN of a move of `us`. `after` is the position after the move. */
LC_INLINE void lc_san_mark(lc_SanWord *word, const lc_Position *after, unsigned us) {
  if (lc_san_checks(after, us)) lc_san_append(word, lc_has_legal_move(after) ? '+' : '#', true);
}

/* Report whether a token that lc_san_quick() has accepted is canonical SAN. The quick reader also accepts an
** unnecessary file or rank of origin, a capture without x, and x without a capture. `token` has no sign of check. */
LC_INLINE bool lc_san_is_usual(lc_SanWord token, const lc_Position *after) {
  unsigned first = token.bytes & 255, second = (token.bytes >> 8) & 255;
  if (first - 'a' <= 7 || first == 'O') return true; /* the quick reader accepts pawn moves and castling only in
                                                     ** canonical form */
  bool takes = after->halfmove_clock == 0;
  return token.bits == 24 ? !takes : token.bits == 32 && second == 'x' && takes;
}

/* Play a legal move or the null move, and return its SAN. With `marks`, + and # are added. */
LC_INLINE lc_SanWord lc_san_word(lc_Position *p, lc_Move move, bool marks) {
  unsigned us = p->turn;
  lc_SanWord word;
  if (move == LC_NULL_MOVE) {
    word.bytes = UINT64_C(0x2d2d);
    word.bits = 16;
    lc_position_play(p, move);
    return word;
  }
  word = us ? lc_san_word_of(p, LC_BLACK, move) : lc_san_word_of(p, LC_WHITE, move);
  if (marks) lc_san_mark(&word, p, us);
  if (p->rules != LC_RULES_CHESS) lc_rules_after_move(p);
  return word;
}

/* Store eight bytes even if the SAN is shorter. Returns the length of the SAN. */
LC_INLINE size_t lc_san_store(lc_SanWord word, char out[8]) {
  memcpy(out, &word.bytes, sizeof word.bytes);
  return word.bits / 8;
}

#endif
