/*
** sort - see sort.h. Entries are sorted by the upper bits of the key, with two passes of counting sort. Entries with
** equal upper bits keep their order, in which they are nearly always sorted already: they are places of one position in
** the order of the games. The others are sorted by insertion, or by a heap, whose cost has a bound.
*/
#include "sort.h"

#include <string.h>

enum { DIGIT = 11, DIGITS = 2, VALUES = 1 << DIGIT };

static void pass(const lc_IndexEntry *from, lc_IndexEntry *to, size_t count, const size_t sizes[VALUES], uint64_t base,
                 unsigned shift) {
  size_t at[VALUES], sum = 0;
  for (unsigned i = 0; i < VALUES; i++) {
    at[i] = sum;
    sum += sizes[i];
  }
  for (size_t i = 0; i < count; i++) to[at[(from[i].key - base) >> shift & (VALUES - 1)]++] = from[i];
}

static void insert(lc_IndexEntry *entries, size_t count) {
  for (size_t i = 1; i < count; i++) {
    lc_IndexEntry entry = entries[i];
    size_t at = i;
    for (; at > 0 && lc_entry_before(&entry, &entries[at - 1]); at--) entries[at] = entries[at - 1];
    entries[at] = entry;
  }
}

static void sink(lc_IndexEntry *entries, size_t at, size_t count) {
  lc_IndexEntry entry = entries[at];
  for (size_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && lc_entry_before(&entries[child], &entries[child + 1])) child++;
    if (!lc_entry_before(&entry, &entries[child])) break;
    entries[at] = entries[child];
  }
  entries[at] = entry;
}

static void sort_by_heap(lc_IndexEntry *entries, size_t count) {
  for (size_t i = count / 2; i-- > 0;) sink(entries, i, count);
  for (size_t i = count; i-- > 1;) {
    lc_IndexEntry last = entries[i];
    entries[i] = entries[0];
    entries[0] = last;
    sink(entries, 0, i);
  }
}

/* Sort entries whose upper bits are equal. */
static void finish(lc_IndexEntry *entries, size_t count) {
  enum { FEW = 24 };
  size_t at = 1;
  while (at < count && lc_entry_before(&entries[at - 1], &entries[at])) at++;
  if (at >= count) return;
  if (count <= FEW) {
    insert(entries, count);
  } else {
    sort_by_heap(entries, count);
  }
}

void lc_index_sort_range(lc_IndexEntry *entries, lc_IndexEntry *spare, size_t count, uint64_t base, unsigned bits) {
  size_t sizes[DIGITS][VALUES];
  unsigned low = bits > DIGIT * DIGITS ? bits - DIGIT * DIGITS : 0;
  memset(sizes, 0, sizeof sizes);
  for (size_t i = 0; i < count; i++) {
    for (unsigned d = 0; d < DIGITS; d++) sizes[d][(entries[i].key - base) >> (low + DIGIT * d) & (VALUES - 1)]++;
  }
  pass(entries, spare, count, sizes[0], base, low);
  pass(spare, entries, count, sizes[1], base, low + DIGIT);
  for (size_t begin = 0, end; begin < count; begin = end) {
    uint64_t upper = (entries[begin].key - base) >> low;
    for (end = begin + 1; end < count && (entries[end].key - base) >> low == upper;) end++;
    finish(entries + begin, end - begin);
  }
}

void lc_index_sort(lc_IndexEntry *entries, lc_IndexEntry *spare, size_t count) {
  lc_index_sort_range(entries, spare, count, 0, 64);
}

/* ---- merging ----
** A tree of losers: nodes[1..] have, for each match between two parts of the tree, the run that lost it; nodes[0] has
** the winner of all. When the winner's run has another entry, only the matches on its way up are played again: one
** comparison per level, mostly of the keys in the nodes. */

/* Report whether the entry of node `a` comes before that of `b`. A run at its end comes last. */
static bool is_before(const lc_IndexMerge *merge, lc_MergeNode a, lc_MergeNode b) {
  if (a.key != b.key) return a.key < b.key;
  const lc_IndexRun *left = &merge->runs[a.run], *right = &merge->runs[b.run];
  if (left->at == left->end || right->at == right->end) return left->at < left->end;
  return lc_entry_before(left->at, right->at);
}

static lc_MergeNode node_of(const lc_IndexMerge *merge, uint64_t run) {
  const lc_IndexRun *it = &merge->runs[run];
  return (lc_MergeNode){it->at < it->end ? it->at->key : UINT64_MAX, run};
}

/* Play the matches of the subtree at `at`, and return its winner. Nodes from `count` are the runs. */
static lc_MergeNode play(lc_IndexMerge *merge, uint64_t at) {
  if (at >= merge->count) return node_of(merge, at - merge->count);
  lc_MergeNode left = play(merge, 2 * at), right = play(merge, 2 * at + 1);
  bool is_left = is_before(merge, left, right);
  merge->nodes[at] = is_left ? right : left;
  return is_left ? left : right;
}

/* Play the matches of the last winner again, whose run has another entry now. Which node wins cannot be predicted, so
** the two are exchanged without a branch. */
static void replay(lc_IndexMerge *merge) {
  lc_MergeNode winner = node_of(merge, merge->nodes[0].run);
  for (uint64_t at = (winner.run + merge->count) / 2; at > 0; at /= 2) {
    lc_MergeNode *other = &merge->nodes[at];
    bool has_lost = other->key < winner.key;
    if (other->key == winner.key) has_lost = is_before(merge, *other, winner);
    uint64_t mask = UINT64_C(0) - has_lost, key = (other->key ^ winner.key) & mask,
             run = (other->run ^ winner.run) & mask;
    other->key ^= key;
    other->run ^= run;
    winner.key ^= key;
    winner.run ^= run;
  }
  merge->nodes[0] = winner;
}

void lc_merge_begin(lc_IndexMerge *merge, lc_IndexRun *runs, lc_MergeNode *nodes, uint32_t count) {
  *merge = (lc_IndexMerge){.runs = runs, .nodes = nodes, .count = count};
  nodes[0] = play(merge, 1);
}

lc_MergeStep lc_merge_next(lc_IndexMerge *merge, lc_IndexEntry *out) {
  if (merge->is_taken) {
    const lc_IndexRun *last = &merge->runs[merge->nodes[0].run];
    if (last->at == last->end && last->has_more) {
      merge->empty = (uint32_t)merge->nodes[0].run;
      return LC_MERGE_READ;
    }
    merge->is_taken = false;
    replay(merge);
  }
  lc_IndexRun *run = &merge->runs[merge->nodes[0].run];
  if (run->at == run->end) return LC_MERGE_END;
  *out = *run->at++;
  merge->is_taken = true;
  return LC_MERGE_ENTRY;
}
