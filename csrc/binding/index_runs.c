/*
** index_runs - see index_runs.h.
*/
#include "index_runs.h"

#include <errno.h>
#include <string.h>

#include "interrupt.h"

/* Entries of a run that are read at once: more would only touch memory that was not used before. */
enum { READ_MOST = 1 << 12, READ_LEAST = 1 << 6, FEWEST_RUNS = 8 };
/* Entries of a block: with the memory for sorting them, they fit into the processor's cache. */
enum { BLOCK_MOST = 1 << 16, BLOCK_LEAST = 1 << 10 };

/* The entries of a run that have not been read. */
typedef struct lcb_RunPlace {
  lc_Scratch *file;
  uint64_t at, end;
} lcb_RunPlace;

void lcb_runs_init(lcb_Runs *runs, const char *path, size_t memory, uint64_t *bins) {
  size_t fan = memory / (READ_MOST * sizeof(lc_IndexEntry));
  memset(runs, 0, sizeof *runs);
  for (unsigned i = 0; i < LCB_RUN_LEVELS; i++) {
    lc_scratch_init(&runs->level[i].file);
    if (bins) runs->level[i].bins = bins + i * LCB_RUN_BINS;
  }
  runs->path = path;
  runs->memory = memory;
  runs->fan = (uint32_t)(fan < FEWEST_RUNS ? FEWEST_RUNS : fan > LCB_MOST_RUNS ? LCB_MOST_RUNS : fan);
}

static bool fail(lcb_Runs *runs, int error) {
  if (runs->error == 0) runs->error = error ? error : EIO;
  return false;
}

static uint64_t end_of(const lcb_RunLevel *level) { return level->runs > 0 ? level->ends[level->runs - 1] : 0; }

static uint32_t bin_of(const lc_IndexEntry *entry) { return (uint32_t)(entry->key >> (64 - LCB_RUN_BIN_BITS)); }

static bool append(lcb_Runs *runs, lcb_RunLevel *level, const lc_IndexEntry *entries, size_t count) {
  if (level->file.fd < 0 && !level->file.error) {
    lc_scratch_open(&level->file, runs->path);
    if (level->bins) memset(level->bins, 0, LCB_RUN_BINS * sizeof *level->bins);
  }
  for (size_t i = 0; level->bins && i < count; i++) level->bins[bin_of(&entries[i])]++;
  return lc_scratch_append(&level->file, entries, count * sizeof *entries) || fail(runs, level->file.error);
}

bool lcb_runs_append(lcb_Runs *runs, const lc_IndexEntry *entries, size_t count) {
  return append(runs, &runs->level[0], entries, count);
}

void lcb_runs_close(lcb_Runs *runs) {
  for (unsigned i = 0; i < LCB_RUN_LEVELS; i++) lc_scratch_close(&runs->level[i].file);
}

/* ---- merging ---- */

/* Read more entries of a run into its window. */
static bool read_run(lcb_Merging *it, uint32_t i) {
  lcb_RunPlace *place = &it->places[i];
  lc_IndexEntry *to = it->windows + i * it->window;
  uint64_t left = place->end - place->at;
  size_t count = left < it->window ? (size_t)left : it->window;
  if (!lc_scratch_read(place->file, place->at * sizeof *to, to, count * sizeof *to))
    return fail(it->of, place->file->error);
  place->at += count;
  it->merge.runs[i] = (lc_IndexRun){to, to + count, place->at < place->end};
  return true;
}

/* Get the memory for merging `count` runs. */
static void allocate(lua_State *L, size_t memory, size_t count, lcb_Merging *out) {
  size_t room = memory / 4 / sizeof(lc_IndexEntry), window = memory / 2 / count / sizeof(lc_IndexEntry);
  out->room = room > BLOCK_MOST ? BLOCK_MOST : room < BLOCK_LEAST ? BLOCK_LEAST : room;
  out->window = window > READ_MOST ? READ_MOST : window < READ_LEAST ? READ_LEAST : window;
  size_t entries = (count * out->window + 2 * out->room) * sizeof(lc_IndexEntry);
  char *block =
      lua_newuserdatauv(L, entries + count * (sizeof(lc_IndexRun) + sizeof(lc_MergeNode) + sizeof *out->places), 0);
  out->entries = (lc_IndexEntry *)(void *)block;
  out->spare = out->entries + out->room;
  out->windows = out->spare + out->room;
  out->merge.runs = (lc_IndexRun *)(void *)(block + entries);
  out->merge.nodes = (lc_MergeNode *)(void *)(out->merge.runs + count);
  out->places = (lcb_RunPlace *)(void *)(out->merge.nodes + count);
}

/* Begin to merge the runs of levels first..last. */
static bool begin(lua_State *L, lcb_Runs *runs, unsigned first, unsigned last, lcb_Merging *out) {
  uint32_t count = 0;
  *out = (lcb_Merging){.of = runs, .first = first, .last = last};
  for (unsigned n = first; n <= last; n++) count += runs->level[n].runs;
  allocate(L, runs->memory, count > 0 ? count : 1, out);
  for (unsigned n = first; n <= last; n++) {
    lcb_RunLevel *level = &runs->level[n];
    for (uint32_t k = 0; k < level->runs; k++) {
      uint32_t i = out->merge.count++;
      out->places[i] = (lcb_RunPlace){&level->file, k > 0 ? level->ends[k - 1] : 0, level->ends[k]};
      if (!read_run(out, i)) return false;
      if (!level->bins) out->left += out->places[i].end - (k > 0 ? level->ends[k - 1] : 0);
    }
  }
  if (out->left > 0) {
    out->bin = LCB_RUN_BINS;
    lc_merge_begin(&out->merge, out->merge.runs, out->merge.nodes, count);
  }
  return true;
}

bool lcb_merging_begin(lua_State *L, lcb_Runs *runs, lcb_Merging *out) {
  return begin(L, runs, 0, LCB_RUN_LEVELS - 1, out);
}

/* Return the next entries of a large bin. */
static size_t merge_some(lcb_Merging *it) {
  size_t count = 0;
  while (count < it->room && it->left > 0) {
    switch (lc_merge_next(&it->merge, &it->entries[count])) {
      case LC_MERGE_ENTRY:
        count++;
        it->left--;
        break;
      case LC_MERGE_END: return 0;
      case LC_MERGE_READ:
        if (!read_run(it, it->merge.empty)) return 0;
    }
  }
  return count;
}

/* Copy the entries of a run whose keys are at most `last` to `out`. Returns their number. */
static size_t take_run(lcb_Merging *it, uint32_t i, uint64_t last, lc_IndexEntry *out) {
  lc_IndexRun *run = &it->merge.runs[i];
  size_t count = 0;
  for (;;) {
    for (; run->at < run->end && run->at->key <= last; run->at++) out[count++] = *run->at;
    if (run->at < run->end || !run->has_more || !read_run(it, i)) return count;
  }
}

static uint64_t bin_size(const lcb_Merging *it, uint32_t bin) {
  uint64_t size = 0;
  for (unsigned n = it->first; n <= it->last; n++) {
    const lcb_RunLevel *level = &it->of->level[n];
    if (level->runs > 0) size += level->bins[bin];
  }
  return size;
}

static unsigned bits_of(uint32_t count) {
  unsigned bits = 0;
  while (UINT64_C(1) << bits < count) bits++;
  return bits;
}

/* Return the entries of the next bins, from `first` up to it->bin. */
static size_t sort_bins(lcb_Merging *it, uint32_t first) {
  enum { LOW = 64 - LCB_RUN_BIN_BITS };
  uint64_t base = (uint64_t)first << LOW, last = ((uint64_t)(it->bin - 1) << LOW) | ((UINT64_C(1) << LOW) - 1);
  size_t count = 0;
  for (uint32_t i = 0; i < it->merge.count; i++) count += take_run(it, i, last, it->entries + count);
  lc_index_sort_range(it->entries, it->spare, count, base, LOW + bits_of(it->bin - first));
  return it->of->error ? 0 : count;
}

size_t lcb_merging_next(lua_State *L, lcb_Merging *it) {
  lcb_stop_if_interrupted(L);
  if (it->left > 0) return merge_some(it);
  uint32_t first = it->bin;
  uint64_t count = 0, size = 0;
  for (; it->bin < LCB_RUN_BINS && count + (size = bin_size(it, it->bin)) <= it->room; it->bin++) count += size;
  if (count > 0) return sort_bins(it, first);
  if (it->bin == LCB_RUN_BINS) return 0;
  it->left = size;
  it->bin++;
  for (uint32_t i = 0; i < it->merge.count; i++) {
    const lc_IndexRun *run = &it->merge.runs[i];
    if (run->at == run->end && run->has_more && !read_run(it, i)) return 0;
  }
  lc_merge_begin(&it->merge, it->merge.runs, it->merge.nodes, it->merge.count);
  return merge_some(it);
}

/* ---- levels ---- */

/* Merge the runs of a level into one run of the next level. */
static bool merge_level(lua_State *L, lcb_Runs *runs, unsigned number) {
  lcb_RunLevel *from = &runs->level[number], *to = from + 1;
  lcb_Merging merging;
  if (!begin(L, runs, number, number, &merging)) return false;
  for (size_t count; (count = lcb_merging_next(L, &merging)) > 0;) {
    if (!append(runs, to, merging.entries, count)) return false;
  }
  lua_pop(L, 1);
  if (runs->error) return false;
  to->ends[to->runs] = to->file.size / sizeof(lc_IndexEntry);
  to->runs++;
  lc_scratch_close(&from->file);
  from->runs = 0;
  return true;
}

bool lcb_runs_end(lua_State *L, lcb_Runs *runs) {
  lcb_RunLevel *first = &runs->level[0];
  uint64_t end = first->file.size / sizeof(lc_IndexEntry);
  if (runs->error || end == end_of(first)) return runs->error == 0;
  first->ends[first->runs++] = end;
  for (unsigned i = 0; i < LCB_RUN_LEVELS && runs->level[i].runs == runs->fan; i++) {
    if (i + 1 == LCB_RUN_LEVELS) return fail(runs, ENOMEM);
    if (!merge_level(L, runs, i)) return false;
  }
  return true;
}

/* ---- sorting in memory ---- */

void lcb_sorter_init(lcb_Sorter *sorter, lc_IndexEntry *memory, size_t bytes) {
  sorter->room = bytes / sizeof *memory / 2;
  sorter->entries = memory;
  sorter->spare = memory + sorter->room;
}

bool lcb_sorter_spill(lua_State *L, lcb_Sorter *sorter) {
  size_t count = sorter->count;
  lc_index_sort(sorter->entries, sorter->spare, count);
  sorter->count = 0;
  return count == 0 || (lcb_runs_append(&sorter->runs, sorter->entries, count) && lcb_runs_end(L, &sorter->runs));
}

bool lcb_sorter_end(lua_State *L, lcb_Sorter *sorter, lcb_Merging *out) {
  return lcb_sorter_spill(L, sorter) && lcb_merging_begin(L, &sorter->runs, out);
}
