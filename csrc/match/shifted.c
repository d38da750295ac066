/*
** shifted - a pattern anywhere on the board: all translations of it at once.
**
** Of each square of the pattern, the squares of the board that fit it are moved back by its offset; what all have in
** common is where the pattern's first square may stand. A bit that was moved round an edge never counts: the squares
** where the first may stand leave out all translations with a square off the board. Cost: the squares of the pattern
** that say something, at most, and few of them on most positions.
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
