/*
** shifted - tests a pattern at all places of the board at once.
**
** For each square of the pattern, the set of board squares that fit it is shifted back by the square's offset. The
** intersection of these sets is the set of possible places of the pattern's first square. Shifting moves bits around
** the edge of the board, but these never count: the allowed squares for the first square exclude places where another
** square would be off the board.
** Cost: at most the number of restricted squares of the pattern; in most positions few of them.
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
