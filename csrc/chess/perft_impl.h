/*
** perft_impl - counts leaf positions; compiled once per instruction set. LC_ISA names the variant.
**
** The moves of the last ply are counted, not played. Earlier plies are played on copies of the position. White and
** Black have separate functions, so the colour is a compile-time constant in the generator.
*/
#include "movegen_impl.h"
#include "perft.h"
#include "play_impl.h"

static uint64_t perft_black(const lc_Position *p, unsigned depth);

LC_INLINE uint64_t perft_of(const lc_Position *p, unsigned depth, unsigned us,
                            uint64_t (*deeper)(const lc_Position *, unsigned)) {
  if (depth == 1) return lc_generate(p, us, NULL);
  lc_Move moves[LC_MAX_MOVES];
  unsigned count = lc_generate(p, us, moves);
  uint64_t total = 0;
  for (unsigned i = 0; i < count; i++) {
    lc_Position next = *p;
    lc_play_of(&next, us, moves[i]);
    total += deeper(&next, depth - 1);
  }
  return total;
}

static uint64_t perft_white(const lc_Position *p, unsigned depth) { return perft_of(p, depth, LC_WHITE, perft_black); }
static uint64_t perft_black(const lc_Position *p, unsigned depth) { return perft_of(p, depth, LC_BLACK, perft_white); }

uint64_t LC_ISA(lc_perft)(const lc_Position *p, unsigned depth) {
  if (depth == 0) return 1;
  return p->turn == LC_WHITE ? perft_white(p, depth) : perft_black(p, depth);
}
