/*
** runs - sorted runs of entries in temporary files, and their merge.
**
** A run is appended to the first level. When a level has `fan` runs, they are merged into one run of the next level. So
** the number of runs to merge at the end is small, and the memory for reading them has a limit, however many entries
** there are. The order of the entries depends on their bits alone (sort.h): the result is the same for all sizes of
** runs.
**
** The keys of positions are evenly distributed. So runs are merged in blocks: the entries of some bins, which are
** together in each run, are copied and sorted anew, in memory that fits into the processor's cache. A bin that is too
** large, with the places of a frequent position, is merged with a tree (sort.h).
** Cost: about 20 ns per entry for a merge in blocks.
*/
#ifndef LC_INDEX_RUNS_H
#define LC_INDEX_RUNS_H

#include "sort.h"
#include "store.h"

enum { LC_RUN_LEVELS = 7, LC_MOST_RUNS = 1024 };

/* Entries are counted by the upper bits of their keys, in bins. */
enum { LC_RUN_BIN_BITS = 16, LC_RUN_BINS = 1 << LC_RUN_BIN_BITS };

typedef struct lc_RunLevel {
  uint64_t *bins; /* number of entries of each bin */
  uint64_t count; /* number of entries */
  uint32_t runs;
  uint64_t ends[LC_MOST_RUNS]; /* in entries */
} lc_RunLevel;

typedef struct lc_Runs {
  lc_IndexStore *store;
  unsigned file;    /* the file of the first level; the others follow */
  lc_RunLevel level[LC_RUN_LEVELS];
  size_t memory;    /* bytes for merging */
  uint32_t fan;
} lc_Runs;

/* Bytes for the bins of all levels. */
enum { LC_RUN_BINS_SIZE = LC_RUN_LEVELS * LC_RUN_BINS * (int)sizeof(uint64_t) };
/* Begin with the files from number `file` on. `bins` is NULL if the keys are not evenly distributed. */
void lc_runs_init(lc_Runs *runs, lc_IndexStore *store, unsigned file, size_t memory, uint64_t *bins);
/* Append entries to the run in progress, in order. Returns false on failure. */
bool lc_runs_append(lc_Runs *runs, const lc_IndexEntry *entries, size_t count);
/* End the run in progress. May merge runs. Does nothing if the run is empty. */
bool lc_runs_end(lc_Runs *runs);

/* The entries of all runs in order, in blocks. */
typedef struct lc_Merging {
  lc_Runs *of;
  lc_IndexMerge merge;
  struct lc_RunPlace *places;
  lc_IndexEntry *windows;         /* of each run: `window` entries */
  lc_IndexEntry *entries, *spare; /* the block, and as much memory for sorting; both have `room` entries */
  size_t window, room, size;      /* size: bytes of all memory */
  unsigned first, last;           /* the levels that are merged */
  uint32_t bin;                   /* the next one */
  uint64_t left;                  /* entries of a large bin that have not been returned yet */
} lc_Merging;

/* Begin to merge all runs. Returns false on failure. In both cases, the caller calls lc_merging_end(). */
LC_MUST_USE bool lc_merging_begin(lc_Runs *runs, lc_Merging *out);
/* Replace it->entries by the next entries. Returns their number, or 0 at the end and on failure. */
size_t lc_merging_next(lc_Merging *it);
void lc_merging_end(lc_Merging *it);

/* Entries that are sorted in memory, and then become a run. */
typedef struct lc_Sorter {
  lc_IndexEntry *entries, *spare;
  size_t room, count;
  lc_Runs runs;
} lc_Sorter;

/* Set the memory of a sorter, after lc_runs_init(). */
void lc_sorter_init(lc_Sorter *sorter, lc_IndexEntry *memory, size_t bytes);
/* Make a run of the entries in memory. */
bool lc_sorter_spill(lc_Sorter *sorter);
static inline bool lc_sorter_add(lc_Sorter *sorter, uint64_t key, uint64_t check, uint64_t where) {
  if (sorter->count == sorter->room && !lc_sorter_spill(sorter)) return false;
  sorter->entries[sorter->count++] = (lc_IndexEntry){key, check, where};
  return true;
}
/* Begin to return all entries in order. The caller calls lc_merging_end(). */
LC_MUST_USE bool lc_sorter_end(lc_Sorter *sorter, lc_Merging *out);

#endif
