/*
** perft - the baseline variant of the counter, and the choice between variants.
*/
#define LC_ISA(name) name##_base
#include "perft_impl.h"

/* Count in a variant (rules.h), in which a game may end before the last ply, or from a position whose kings touch. To
** count the checks of Three-check, each move is played. */
static uint64_t perft_by_rules(const lc_Position *p, unsigned depth) {
  lc_MoveList list;
  uint64_t total = 0;
  if (depth == 0) return 1;
  lc_legal_moves(p, &list);
  if (depth == 1) return list.count;
  for (unsigned i = 0; i < list.count; i++) {
    lc_Position next = *p;
    lc_position_play(&next, list.moves[i]);
    total += perft_by_rules(&next, depth - 1);
  }
  return total;
}

uint64_t lc_perft(lc_Cpu cpu, const lc_Position *p, unsigned depth) {
  if (p->rules != LC_RULES_CHESS || lc_kings_touch(p)) return perft_by_rules(p, depth);
  return LC_CALL_V3(cpu, lc_perft, (p, depth));
}
