/*
** sequence - tests for sequences of positions, with an automaton that may be in several states at the same time.
**
** Each state accepts one position. If several sequences reach a state, the run stores only where the latest of them
** began. So at each position, the run finds the shortest sequence that ends there. A test runs at most once per
** position, even if many states have it, and only if one of these states can be reached.
** Cost: the tests, and one step for each successor of the states that accepted the previous position.
** lua/lucena/query/sequence.lua computes the successors with Glushkov's construction. Each state is one test in the
** query, so there are no empty transitions.
*/
#include "query.h"

#include <string.h>

/* The words of a sequence in a run's masks. Word ENABLED is the set of states that may accept the current position. The
** words from BEGUN on have, for each state, the ply at which its sequence began, plus one. */
enum { ENABLED, BEGUN };

typedef struct Parts {
  const lc_Sequence *head;
  const uint64_t *follow;
  const lc_SequenceTest *tests;
} Parts;

static Parts parts_of(const lc_QueryRun *run, const lc_QueryLeaf *leaf) {
  const lc_Sequence *head = (const lc_Sequence *)(const void *)(lc_query_pool(run->query) + leaf->entry);
  const uint64_t *follow = (const uint64_t *)(const void *)(head + 1);
  return (Parts){head, follow, (const lc_SequenceTest *)(const void *)(follow + head->states)};
}

/* Compute the states that may accept the current position, and the plies at which their sequences began. */
static void advance(const Parts *it, uint64_t *words, uint32_t plies) {
  uint64_t coming[LC_SEQUENCE_MOST], enabled = 0;
  for (uint64_t from = words[ENABLED]; from; from &= from - 1) {
    unsigned i = (unsigned)__builtin_ctzll(from);
    for (uint64_t to = it->follow[i]; to; to &= to - 1) {
      unsigned j = (unsigned)__builtin_ctzll(to);
      bool is_later = !(enabled >> j & 1) || words[BEGUN + i] > coming[j];
      if (is_later) coming[j] = words[BEGUN + i];
      enabled |= UINT64_C(1) << j;
    }
  }
  for (uint64_t states = enabled; states; states &= states - 1) {
    unsigned j = (unsigned)__builtin_ctzll(states);
    words[BEGUN + j] = coming[j];
  }
  bool may_begin = !(it->head->anchors & LC_SEQUENCE_FROM_START) || plies == 0;
  for (uint64_t states = may_begin ? it->head->first : 0; states; states &= states - 1) {
    words[BEGUN + (unsigned)__builtin_ctzll(states)] = (uint64_t)plies + 1;
    enabled |= states & -states;
  }
  words[ENABLED] = enabled;
}

/* Return the ply at which the latest complete sequence began, plus one. Returns 0 if there is no such sequence or it
** has too many plies. */
static uint64_t completed(const Parts *it, const uint64_t *words, uint32_t plies, int64_t most) {
  uint64_t latest = 0;
  for (uint64_t states = words[ENABLED] & it->head->last; states; states &= states - 1) {
    uint64_t begun = words[BEGUN + (unsigned)__builtin_ctzll(states)];
    if (begun > latest) latest = begun;
  }
  return latest && (int64_t)(plies + 1 - latest) <= most ? latest : 0;
}

/* Store the match position of the sequence that completed() found. */
static void set_place(lc_QueryRun *run, uint32_t i, const Parts *it, uint64_t begun) {
  run->places[i] = it->head->anchors & LC_SEQUENCE_LAST_PLACE ? run->replay.plies : (uint32_t)begun - 1;
}

/* Run the tests on the current position, from test `at` on. */
static lc_QueryStop ask_tests(lc_QueryRun *run, uint32_t i, const Parts *it, uint64_t *words, uint32_t at) {
  for (; at < it->head->tests; at++) {
    bool holds = true;
    if (!(words[ENABLED] & it->tests[at].states)) continue;
    if (lc_query_test(run, it->tests[at].entry, &holds) == LC_STOP_ASKS) {
      run->held[i] = at + 1; /* the index of the test that waits for an answer, plus one */
      return LC_STOP_ASKS;
    }
    if (!holds) words[ENABLED] &= ~it->tests[at].states;
  }
  run->held[i] = 0;
  return LC_STOP_NONE;
}

lc_QueryStop lc_query_sequence(lc_QueryRun *run, uint32_t i, lc_Truth *out) {
  const lc_QueryLeaf *leaf = &lc_query_leaves(run->query)[i];
  Parts it = parts_of(run, leaf);
  uint64_t *words = run->masks + leaf->room;
  uint32_t plies = run->replay.plies, asked = run->held[i];
  if (plies == 0 && !asked) words[ENABLED] = 0;
  if (!asked) advance(&it, words, plies);
  if (ask_tests(run, i, &it, words, asked ? asked - 1 : 0) == LC_STOP_ASKS) return LC_STOP_ASKS;
  *out = LC_UNKNOWN;
  if (it.head->anchors & LC_SEQUENCE_FROM_START && !words[ENABLED]) *out = LC_FALSE;
  if (it.head->anchors & LC_SEQUENCE_AT_END) return LC_STOP_NONE;
  uint64_t begun = completed(&it, words, plies, leaf->hi);
  if (begun) {
    *out = LC_TRUE;
    set_place(run, i, &it, begun);
  }
  return LC_STOP_NONE;
}

bool lc_query_sequence_ends(lc_QueryRun *run, uint32_t i) {
  const lc_QueryLeaf *leaf = &lc_query_leaves(run->query)[i];
  Parts it = parts_of(run, leaf);
  if (!(it.head->anchors & LC_SEQUENCE_AT_END) || run->replay.code != LC_D_NONE) return false;
  uint64_t begun = completed(&it, run->masks + leaf->room, run->replay.plies, leaf->hi);
  if (begun) set_place(run, i, &it, begun);
  return begun != 0;
}
