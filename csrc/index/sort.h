/*
** sort - sorts the entries of an index in runs that fit into memory, and merges the runs.
**
** The order is that of all bits of an entry, and no two entries are equal. So the result does not depend on the size of
** the runs. The caller provides all memory, and reads and writes the runs.
** Cost: about 10 ns per entry if the entries fit into the processor's cache, else 26. A merge needs about 9 ns per
** entry and doubling of the number of runs.
*/
#ifndef LC_INDEX_SORT_H
#define LC_INDEX_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lc_IndexEntry {
  uint64_t key, check, where;
} lc_IndexEntry;

/* Return whether `a` comes before `b`. */
static inline bool lc_entry_before(const lc_IndexEntry *a, const lc_IndexEntry *b) {
  if (a->key != b->key) return a->key < b->key;
  return a->check != b->check ? a->check < b->check : a->where < b->where;
}

/* Sort `count` entries. `spare` has room for as many. */
void lc_index_sort(lc_IndexEntry *entries, lc_IndexEntry *spare, size_t count);
/* The same for entries whose keys are in base..base + 2^bits - 1. It is faster if `bits` is as small as possible. */
void lc_index_sort_range(lc_IndexEntry *entries, lc_IndexEntry *spare, size_t count, uint64_t base, unsigned bits);

/* A sorted run of which the entries at..end are in memory. If has_more, the caller reads further ones when these have
** been merged. */
typedef struct lc_IndexRun {
  const lc_IndexEntry *at, *end;
  bool has_more;
} lc_IndexRun;

/* The next entry of a run: its key, and the number of the run. */
typedef struct lc_MergeNode {
  uint64_t key, run;
} lc_MergeNode;

typedef struct lc_IndexMerge {
  lc_IndexRun *runs;
  lc_MergeNode *nodes; /* see sort.c */
  uint32_t count;
  uint32_t empty; /* the run that the caller must read */
  bool is_taken;  /* the entry of the first run was returned */
} lc_IndexMerge;

typedef enum lc_MergeStep {
  LC_MERGE_ENTRY,
  LC_MERGE_READ, /* read more of run `empty` into memory, then call again */
  LC_MERGE_END
} lc_MergeStep;

/* Begin to merge. All runs have their first entries in memory. `nodes` has room for `count` nodes, at least one. */
void lc_merge_begin(lc_IndexMerge *merge, lc_IndexRun *runs, lc_MergeNode *nodes, uint32_t count);
/* Return the next entry in order. */
lc_MergeStep lc_merge_next(lc_IndexMerge *merge, lc_IndexEntry *out);

#endif
