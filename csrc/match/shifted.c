/*
** shifted - a pattern anywhere on the board: all translations of it at once.
**
** For each square of the pattern, the set of board squares that fit it is shifted back by its offset; the intersection
** has the possible squares of the pattern's first square. A bit shifted round an edge never counts: the allowed squares
** of the first one exclude translations with a square off the board. Cost: at most the restricted squares of the
** pattern, and few of them in most positions.
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
