/*
** games - sorted lists of the numbers of games, each number once.
**
** Cost: 1 ns per number of a union; of an intersection, about log2(long / short) steps for each number of the shorter
** list.
*/
#ifndef LC_INDEX_GAMES_H
#define LC_INDEX_GAMES_H

#include <stddef.h>
#include <stdint.h>

/* Return the index of the first number that is at least `least`; `count` if there is none. */
size_t lc_games_find(const uint32_t *list, size_t count, uint32_t least);
/* Write the numbers of either list. `out` has room for both. Returns their count. */
size_t lc_games_union(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count, uint32_t *out);
/* Write the numbers of both lists. `out` has room for the shorter one. Returns their count. */
size_t lc_games_common(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count, uint32_t *out);
/* Sort a list that consists of sorted pieces, and drop duplicates. Each step merges neighbouring pieces, so the cost is
** that of log2(pieces) unions. `spare` has room for `count` numbers. Returns the new count. */
size_t lc_games_sort(uint32_t *list, uint32_t *spare, size_t count);

#endif
