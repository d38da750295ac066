/*
** deviates - tests whether the last move left the given lines of moves. The lines are a sorted array of lc_LineMove.
** Cost: the key of one position, and a binary search.
*/
#include "../chess/identity.h"
#include "query.h"

/* Return the index of the first move whose key is not less than `key`. */
static uint32_t first_of(const lc_LineMove *moves, uint32_t count, uint64_t key) {
  uint32_t low = 0;
  while (count > 0) {
    uint32_t half = count / 2;
    bool is_before = moves[low + half].key < key;
    low = is_before ? low + half + 1 : low;
    count = is_before ? count - half - 1 : half;
  }
  return low;
}

bool lc_query_deviates(const lc_QueryRun *run, const lc_QueryStep *step) {
  const lc_LineMove *moves = (const lc_LineMove *)(const void *)(lc_query_pool(run->query) + step->data);
  if (run->replay.plies == 0 || run->before.turn != step->color) return false;
  uint64_t key = lc_position_key(&run->before);
  uint32_t first = first_of(moves, step->count, key), i = first;
  while (i < step->count && moves[i].key == key && moves[i].move != run->move) i++;
  return i > first && (i == step->count || moves[i].key != key);
}
