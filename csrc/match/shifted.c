/*
** shifted - tests a pattern at all places of the board at once.
**
** For each square of the pattern, take the board squares that fit it and shift them back by the square's offset.
** The intersection of these sets is the set of possible places of the pattern's first square. Shifting moves some
** bits around the edge of the board. These never count, because the program allows the first square only where all
** other squares are on the board.
** Cost: at most one step per square of the pattern; in most positions the set is empty after few of them.
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
