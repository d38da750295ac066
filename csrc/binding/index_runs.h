/*
** index_runs - sorted runs of entries in temporary files, and their merge.
**
** A run is appended to the first level. When a level has `fan` runs, they are merged into one run of the next level. So
** the number of runs to merge at the end is small, and the memory for reading them has a limit, however many entries
** there are. The order of the entries depends on their bits alone (sort.h): the result is the same for all sizes of runs.
*/
#ifndef LCB_INDEX_RUNS_H
#define LCB_INDEX_RUNS_H

#include "../index/sort.h"
#include "../io/scratch.h"
#include "binding.h"

enum { LCB_RUN_LEVELS = 7, LCB_MOST_RUNS = 256 };

typedef struct lcb_RunLevel {
  lc_Scratch file;
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

/* `path` must stay valid. */
void lcb_runs_init(lcb_Runs *runs, const char *path, size_t memory);
/* Append entries to the run in progress, in order. Returns false on failure: see `error`. */
bool lcb_runs_append(lcb_Runs *runs, const lc_IndexEntry *entries, size_t count);
/* End the run in progress. May merge runs. Does nothing if the run is empty. */
bool lcb_runs_end(lua_State *L, lcb_Runs *runs);
void lcb_runs_close(lcb_Runs *runs);

/* The entries of all runs in order. */
typedef struct lcb_Merging {
  lcb_Runs *of;
  lc_IndexMerge merge;
  struct lcb_RunPlace *places;
  lc_IndexEntry *entries;
  size_t room; /* entries of each run in memory */
} lcb_Merging;

/* Begin to merge all runs. Pushes a userdata, which must stay on the stack meanwhile. Returns false on failure. */
bool lcb_merging_begin(lua_State *L, lcb_Runs *runs, lcb_Merging *out);
/* Return the next entry. Returns false at the end and on failure. */
bool lcb_merging_next(lcb_Merging *it, lc_IndexEntry *out);

#endif
