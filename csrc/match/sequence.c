/*
** sequence - positions one after the other, each of which fits its state: an automaton that is in all its states at
** once.
**
** Of each state is kept where the latest sequence began whose last position it took: so the shortest of those that end
** with a position is known, and none over few plies is missed. What a position is asked is asked once, however many
** states ask it, and only when one of them could take the position. Cost: the states, and the tests, a position.
*/
#include "query.h"

#include <string.h>

/* A run's words of a sequence: states that may take the position now; of each state, one more than the ply where the
** sequence began, or 0. */
enum { ENABLED, BEGUN };

/* What each state would begin from, if it took the position now. */
static void advance(const lc_Sequence *it, uint64_t *words, uint64_t now) {
  uint64_t coming = now, enabled = 0;
  for (uint32_t i = 0; i < it->states; i++) {
    uint64_t before = words[BEGUN + i], begun = coming;
    if (it->loops >> i & 1 && before > begun) begun = before;
    if (!(it->optional >> i & 1)) coming = 0;
    if (before > coming) coming = before;
    words[BEGUN + i] = begun;
    if (begun) enabled |= UINT64_C(1) << i;
  }
  words[ENABLED] = enabled;
}

static void leave(uint64_t *words, uint64_t states) {
  words[ENABLED] &= ~states;
  for (uint32_t i = 0; states; i++, states >>= 1) {
    if (states & 1) words[BEGUN + i] = 0;
  }
}

/* Where the latest of the complete sequences began, plus one; 0: there is none. */
static uint64_t completed(const lc_Sequence *it, const uint64_t *words) {
  uint64_t latest = 0;
  for (uint32_t i = it->states; i-- > 0;) {
    if (words[BEGUN + i] > latest) latest = words[BEGUN + i];
    if (!(it->optional >> i & 1)) break;
  }
  return latest;
}

lc_QueryStop lc_query_sequence(lc_QueryRun *run, uint32_t i, lc_Truth *out) {
  const lc_QueryLeaf *leaf = &lc_query_leaves(run->query)[i];
  const lc_Sequence *it = (const lc_Sequence *)(const void *)(lc_query_pool(run->query) + leaf->entry);
  const lc_SequenceTest *tests = (const lc_SequenceTest *)(const void *)(it + 1);
  uint64_t *words = run->masks + leaf->room;
  uint32_t plies = run->replay.plies;
  uint32_t asked = run->held[i]; /* one more than the test whose question was answered, or 0 */
  if (plies == 0 && !asked) memset(words, 0, (LC_SEQUENCE_ROOM + it->states) * sizeof *words);
  if (!asked) advance(it, words, (uint64_t)plies + 1);
  for (uint32_t test = asked ? asked - 1 : 0; test < it->tests; test++) {
    bool holds = true;
    if (!(words[ENABLED] & tests[test].states)) continue;
    if (lc_query_test(run, tests[test].entry, &holds) == LC_STOP_ASKS) {
      run->held[i] = test + 1;
      return LC_STOP_ASKS;
    }
    if (!holds) leave(words, tests[test].states & words[ENABLED]);
  }
  run->held[i] = 0;
  uint64_t begun = completed(it, words);
  *out = begun && (int64_t)(plies + 1 - begun) <= leaf->hi ? LC_TRUE : LC_UNKNOWN;
  if (*out == LC_TRUE) run->places[i] = (uint32_t)begun - 1;
  return LC_STOP_NONE;
}
