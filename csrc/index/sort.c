/*
** sort - see sort.h. A run is sorted by the upper bits of the key, with three passes of counting sort. Entries with equal
** upper bits keep their order, in which they are nearly always sorted already: they are places of one position in the
** order of the games. The others are sorted by insertion, or by a heap, whose cost has a bound.
*/
#include "sort.h"

#include <string.h>

enum { DIGIT = 11, DIGITS = 3, VALUES = 1 << DIGIT, LOW = 64 - DIGIT * DIGITS };

static void pass(const lc_IndexEntry *from, lc_IndexEntry *to, size_t count, const size_t sizes[VALUES], unsigned shift) {
  size_t at[VALUES], sum = 0;
  for (unsigned i = 0; i < VALUES; i++) {
    at[i] = sum;
    sum += sizes[i];
  }
  for (size_t i = 0; i < count; i++) to[at[from[i].key >> shift & (VALUES - 1)]++] = from[i];
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

lc_IndexEntry *lc_index_sort(lc_IndexEntry *entries, lc_IndexEntry *spare, size_t count) {
  size_t sizes[DIGITS][VALUES];
  memset(sizes, 0, sizeof sizes);
  for (size_t i = 0; i < count; i++) {
    for (unsigned d = 0; d < DIGITS; d++) sizes[d][entries[i].key >> (LOW + DIGIT * d) & (VALUES - 1)]++;
  }
  for (unsigned d = 0; d < DIGITS; d++) {
    pass(entries, spare, count, sizes[d], LOW + DIGIT * d);
    lc_IndexEntry *sorted = spare;
    spare = entries;
    entries = sorted;
  }
  for (size_t begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && entries[end].key >> LOW == entries[begin].key >> LOW;) end++;
    finish(entries + begin, end - begin);
  }
  return entries;
}

/* ---- merging ---- */

static bool is_before(const lc_IndexMerge *merge, uint32_t a, uint32_t b) {
  return lc_entry_before(merge->runs[a].at, merge->runs[b].at);
}

/* Move the run at heap[at] down to its place. */
static void settle(lc_IndexMerge *merge, uint32_t at) {
  uint32_t run = merge->heap[at];
  for (uint32_t child; (child = 2 * at + 1) < merge->heap_count; at = child) {
    if (child + 1 < merge->heap_count && is_before(merge, merge->heap[child + 1], merge->heap[child])) child++;
    if (!is_before(merge, merge->heap[child], run)) break;
    merge->heap[at] = merge->heap[child];
  }
  merge->heap[at] = run;
}

void lc_merge_begin(lc_IndexMerge *merge, lc_IndexRun *runs, uint32_t *heap, uint32_t count) {
  *merge = (lc_IndexMerge){.runs = runs, .heap = heap, .count = count, .empty = count};
  for (uint32_t i = 0; i < count; i++) {
    if (runs[i].at < runs[i].end) heap[merge->heap_count++] = i;
  }
  for (uint32_t i = merge->heap_count / 2; i-- > 0;) settle(merge, i);
}

/* Remove the first run, which has no more entries. */
static void drop_first(lc_IndexMerge *merge) {
  merge->heap[0] = merge->heap[--merge->heap_count];
  if (merge->heap_count > 0) settle(merge, 0);
}

lc_MergeStep lc_merge_next(lc_IndexMerge *merge, lc_IndexEntry *out) {
  if (merge->empty < merge->count) { /* the first run has just been read on */
    lc_IndexRun *run = &merge->runs[merge->empty];
    merge->empty = merge->count;
    if (run->at == run->end) {
      drop_first(merge);
    } else {
      settle(merge, 0);
    }
  }
  if (merge->heap_count == 0) return LC_MERGE_END;
  lc_IndexRun *run = &merge->runs[merge->heap[0]];
  if (run->at == run->end) { /* the last call returned its last entry */
    if (run->has_more) {
      merge->empty = merge->heap[0];
      return LC_MERGE_READ;
    }
    drop_first(merge);
    if (merge->heap_count == 0) return LC_MERGE_END;
    run = &merge->runs[merge->heap[0]];
  }
  *out = *run->at++;
  if (run->at < run->end) settle(merge, 0);
  return LC_MERGE_ENTRY;
}

