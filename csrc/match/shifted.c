/*
** shifted - tests whether a pattern of squares occurs anywhere on the board.
**
** For each square of the pattern, take the set of board squares that fit it, and shift the set back by the square's
** offset. The intersection of all shifted sets has the squares on which the pattern's first square can be. Shifting
** moves some bits across the edge of the board. This does not matter, because step->a has only first squares for which
** the whole pattern is on the board.
** Cost: at most one step per square of the pattern. In most positions, the intersection is empty after a few squares.
*/
#include "query.h"

bool lc_query_shifted(const lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_Position *p = &run->replay.position;
  const lc_Cell *cells = (const lc_Cell *)(const void *)(lc_query_pool(run->query) + step->data);
  lc_Bits firsts = step->a;
  for (uint32_t i = 0; firsts && i < step->count; i++) {
    lc_Bits fitting = lc_kinds_on(p, cells[i].kinds & ~(unsigned)LC_EMPTY_SQUARES);
    if (cells[i].kinds & LC_EMPTY_SQUARES) fitting |= ~lc_position_occupied(p);
    firsts &= cells[i].offset >= 0 ? fitting >> cells[i].offset : fitting << -cells[i].offset;
  }
  return firsts != 0;
}
