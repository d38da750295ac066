/*
** index_runs - sorted runs of entries in temporary files, and their merge.
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
#ifndef LCB_INDEX_RUNS_H
#define LCB_INDEX_RUNS_H

#include "../index/sort.h"
#include "../io/scratch.h"
#include "binding.h"

enum { LCB_RUN_LEVELS = 7, LCB_MOST_RUNS = 1024 };

/* Entries are counted by the upper bits of their keys, in bins. */
enum { LCB_RUN_BIN_BITS = 16, LCB_RUN_BINS = 1 << LCB_RUN_BIN_BITS };

typedef struct lcb_RunLevel {
  lc_Scratch file;
  uint64_t *bins; /* number of entries of each bin */
  uint32_t runs;
  uint64_t ends[LCB_MOST_RUNS]; /* in entries */
} lcb_RunLevel;

typedef struct lcb_Runs {
  lcb_RunLevel level[LCB_RUN_LEVELS];
  const char *path; /* the temporary files are in the folder of this file */
  size_t memory;    /* bytes for merging */
  uint32_t fan;
  int error;        /* errno of the first failure, or 0 */
} lcb_Runs;

/* Bytes for the bins of all levels. */
enum { LCB_RUN_BINS_SIZE = LCB_RUN_LEVELS * LCB_RUN_BINS * (int)sizeof(uint64_t) };
/* `path` and `bins` must stay valid. `bins` is NULL if the keys are not evenly distributed. */
void lcb_runs_init(lcb_Runs *runs, const char *path, size_t memory, uint64_t *bins);
/* Append entries to the run in progress, in order. Returns false on failure: see `error`. */
bool lcb_runs_append(lcb_Runs *runs, const lc_IndexEntry *entries, size_t count);
/* End the run in progress. May merge runs. Does nothing if the run is empty. */
bool lcb_runs_end(lua_State *L, lcb_Runs *runs);
void lcb_runs_close(lcb_Runs *runs);

/* The entries of all runs in order, in blocks. */
typedef struct lcb_Merging {
  lcb_Runs *of;
  lc_IndexMerge merge;
  struct lcb_RunPlace *places;
  lc_IndexEntry *windows;         /* of each run: `window` entries */
  lc_IndexEntry *entries, *spare; /* the block, and as much memory for sorting; both have `room` entries */
  size_t window, room;
  unsigned first, last;           /* the levels that are merged */
  uint32_t bin;                   /* the next one */
  uint64_t left;                  /* entries of a large bin that have not been returned yet */
} lcb_Merging;

/* Begin to merge all runs. Pushes a userdata, which must stay on the stack meanwhile. Returns false on failure. */
LC_MUST_USE bool lcb_merging_begin(lua_State *L, lcb_Runs *runs, lcb_Merging *out);
/* Replace it->entries by the next entries. Returns their number, or 0 at the end and on failure. */
size_t lcb_merging_next(lua_State *L, lcb_Merging *it);

/* Entries that are sorted in memory, and then become a run. */
typedef struct lcb_Sorter {
  lc_IndexEntry *entries, *spare;
  size_t room, count;
  lcb_Runs runs;
} lcb_Sorter;

/* Set the memory, after lcb_runs_init(). */
void lcb_sorter_init(lcb_Sorter *sorter, lc_IndexEntry *memory, size_t bytes);
/* Make a run of the entries in memory. */
bool lcb_sorter_spill(lua_State *L, lcb_Sorter *sorter);
static inline bool lcb_sorter_add(lua_State *L, lcb_Sorter *sorter, uint64_t key, uint64_t check, uint64_t where) {
  if (sorter->count == sorter->room && !lcb_sorter_spill(L, sorter)) return false;
  sorter->entries[sorter->count++] = (lc_IndexEntry){key, check, where};
  return true;
}
/* Begin to return all entries in order. Pushes a userdata, which must stay on the stack meanwhile. */
LC_MUST_USE bool lcb_sorter_end(lua_State *L, lcb_Sorter *sorter, lcb_Merging *out);

#endif
