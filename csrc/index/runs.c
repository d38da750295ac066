/*
** runs - see runs.h.
*/
#include "runs.h"

#include <string.h>

/* Entries of a run that are read at once: more would only touch memory that was not used before. */
enum { READ_MOST = 1 << 12, READ_LEAST = 1 << 6, FEWEST_RUNS = 8 };
/* Entries of a block: with the memory for sorting them, they fit into the processor's cache. */
enum { BLOCK_MOST = 1 << 16, BLOCK_LEAST = 1 << 10 };

/* The entries of a run that have not been read. */
typedef struct lc_RunPlace {
  unsigned file;
  uint64_t at, end;
} lc_RunPlace;

void lc_runs_init(lc_Runs *runs, lc_IndexStore *store, unsigned file, size_t memory, uint64_t *bins) {
  size_t fan = memory / (READ_MOST * sizeof(lc_IndexEntry));
  memset(runs, 0, sizeof *runs);
  runs->store = store;
  runs->file = file;
  for (unsigned i = 0; bins && i < LC_RUN_LEVELS; i++) runs->level[i].bins = bins + i * LC_RUN_BINS;
  runs->memory = memory;
  runs->fan = (uint32_t)(fan < FEWEST_RUNS ? FEWEST_RUNS : fan > LC_MOST_RUNS ? LC_MOST_RUNS : fan);
}

static uint64_t end_of(const lc_RunLevel *level) { return level->runs > 0 ? level->ends[level->runs - 1] : 0; }

static uint32_t bin_of(const lc_IndexEntry *entry) { return (uint32_t)(entry->key >> (64 - LC_RUN_BIN_BITS)); }

static bool append(lc_Runs *runs, unsigned number, const lc_IndexEntry *entries, size_t count) {
  lc_RunLevel *level = &runs->level[number];
  if (level->bins && level->count == 0) memset(level->bins, 0, LC_RUN_BINS * sizeof *level->bins);
  for (size_t i = 0; level->bins && i < count; i++) level->bins[bin_of(&entries[i])]++;
  level->count += count;
  return lc_store_append(runs->store, runs->file + number, entries, count * sizeof *entries);
}

bool lc_runs_append(lc_Runs *runs, const lc_IndexEntry *entries, size_t count) {
  return append(runs, 0, entries, count);
}

/* ---- merging ---- */

/* Read more entries of a run into its window. */
static bool read_run(lc_Merging *it, uint32_t i) {
  lc_RunPlace *place = &it->places[i];
  lc_IndexEntry *to = it->windows + i * it->window;
  uint64_t left = place->end - place->at;
  size_t count = left < it->window ? (size_t)left : it->window;
  if (!lc_store_read(it->of->store, place->file, place->at * sizeof *to, to, count * sizeof *to)) return false;
  place->at += count;
  it->merge.runs[i] = (lc_IndexRun){to, to + count, place->at < place->end};
  return true;
}

/* Get the memory for merging `count` runs. */
LC_MUST_USE static bool allocate(lc_Merging *out, size_t memory, size_t count) {
  size_t room = memory / 4 / sizeof(lc_IndexEntry), window = memory / 2 / count / sizeof(lc_IndexEntry);
  out->room = room > BLOCK_MOST ? BLOCK_MOST : room < BLOCK_LEAST ? BLOCK_LEAST : room;
  out->window = window > READ_MOST ? READ_MOST : window < READ_LEAST ? READ_LEAST : window;
  size_t entries = (count * out->window + 2 * out->room) * sizeof(lc_IndexEntry);
  out->size = entries + count * (sizeof(lc_IndexRun) + sizeof(lc_MergeNode) + sizeof *out->places);
  char *block = lc_store_allocate(out->of->store, out->size);
  if (!block) return false;
  out->entries = (lc_IndexEntry *)(void *)block;
  out->spare = out->entries + out->room;
  out->windows = out->spare + out->room;
  out->merge.runs = (lc_IndexRun *)(void *)(block + entries);
  out->merge.nodes = (lc_MergeNode *)(void *)(out->merge.runs + count);
  out->places = (lc_RunPlace *)(void *)(out->merge.nodes + count);
  return true;
}

void lc_merging_end(lc_Merging *it) {
  lc_free(&it->of->store->memory, it->entries, it->size);
  it->entries = NULL;
}

/* Begin to merge the runs of levels first..last. */
static bool begin(lc_Runs *runs, unsigned first, unsigned last, lc_Merging *out) {
  uint32_t count = 0;
  *out = (lc_Merging){.of = runs, .first = first, .last = last};
  for (unsigned n = first; n <= last; n++) count += runs->level[n].runs;
  if (!allocate(out, runs->memory, count > 0 ? count : 1)) return false;
  for (unsigned n = first; n <= last; n++) {
    lc_RunLevel *level = &runs->level[n];
    for (uint32_t k = 0; k < level->runs; k++) {
      uint32_t i = out->merge.count++;
      out->places[i] = (lc_RunPlace){runs->file + n, k > 0 ? level->ends[k - 1] : 0, level->ends[k]};
      if (!read_run(out, i)) return false;
      if (!level->bins) out->left += out->places[i].end - (k > 0 ? level->ends[k - 1] : 0);
    }
  }
  if (out->left > 0) {
    out->bin = LC_RUN_BINS;
    lc_merge_begin(&out->merge, out->merge.runs, out->merge.nodes, count);
  }
  return true;
}

bool lc_merging_begin(lc_Runs *runs, lc_Merging *out) {
  return begin(runs, 0, LC_RUN_LEVELS - 1, out);
}

/* Return the next entries of a large bin. */
static size_t merge_some(lc_Merging *it) {
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
static size_t take_run(lc_Merging *it, uint32_t i, uint64_t last, lc_IndexEntry *out) {
  lc_IndexRun *run = &it->merge.runs[i];
  size_t count = 0;
  for (;;) {
    for (; run->at < run->end && run->at->key <= last; run->at++) out[count++] = *run->at;
    if (run->at < run->end || !run->has_more || !read_run(it, i)) return count;
  }
}

static uint64_t bin_size(const lc_Merging *it, uint32_t bin) {
  uint64_t size = 0;
  for (unsigned n = it->first; n <= it->last; n++) {
    const lc_RunLevel *level = &it->of->level[n];
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
static size_t sort_bins(lc_Merging *it, uint32_t first) {
  enum { LOW = 64 - LC_RUN_BIN_BITS };
  uint64_t base = (uint64_t)first << LOW, last = ((uint64_t)(it->bin - 1) << LOW) | ((UINT64_C(1) << LOW) - 1);
  size_t count = 0;
  for (uint32_t i = 0; i < it->merge.count; i++) count += take_run(it, i, last, it->entries + count);
  lc_index_sort_range(it->entries, it->spare, count, base, LOW + bits_of(it->bin - first));
  return it->of->store->fault != LC_INDEX_NO_FAULT ? 0 : count;
}

size_t lc_merging_next(lc_Merging *it) {
  lc_IndexStore *store = it->of->store;
  if (store->is_stopped(store->state)) lc_store_fail(store, LC_INDEX_IS_STOPPED);
  if (store->fault != LC_INDEX_NO_FAULT) return 0;
  if (it->left > 0) return merge_some(it);
  uint32_t first = it->bin;
  uint64_t count = 0, size = 0;
  for (; it->bin < LC_RUN_BINS && count + (size = bin_size(it, it->bin)) <= it->room; it->bin++) count += size;
  if (count > 0) return sort_bins(it, first);
  if (it->bin == LC_RUN_BINS) return 0;
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

/* Append the entries of level `number` to the run in progress of the next level. */
static bool merge_into(lc_Runs *runs, unsigned number, lc_Merging *merging) {
  if (!begin(runs, number, number, merging)) return false;
  for (size_t count; (count = lc_merging_next(merging)) > 0;) {
    if (!append(runs, number + 1, merging->entries, count)) return false;
  }
  return runs->store->fault == LC_INDEX_NO_FAULT;
}

/* Merge the runs of a level into one run of the next level. */
static bool merge_level(lc_Runs *runs, unsigned number) {
  lc_RunLevel *from = &runs->level[number], *to = from + 1;
  lc_Merging merging;
  bool is_merged = merge_into(runs, number, &merging);
  lc_merging_end(&merging);
  if (!is_merged) return false;
  to->ends[to->runs++] = to->count;
  runs->store->clear(runs->store->state, runs->file + number);
  from->count = from->runs = 0;
  return true;
}

bool lc_runs_end(lc_Runs *runs) {
  lc_RunLevel *first = &runs->level[0];
  if (runs->store->fault != LC_INDEX_NO_FAULT) return false;
  if (first->count == end_of(first)) return true;
  first->ends[first->runs++] = first->count;
  for (unsigned i = 0; i < LC_RUN_LEVELS && runs->level[i].runs == runs->fan; i++) {
    if (i + 1 == LC_RUN_LEVELS) return lc_store_fail(runs->store, LC_INDEX_NO_MEMORY);
    if (!merge_level(runs, i)) return false;
  }
  return true;
}

/* ---- sorting in memory ---- */

void lc_sorter_init(lc_Sorter *sorter, lc_IndexEntry *memory, size_t bytes) {
  sorter->room = bytes / sizeof *memory / 2;
  sorter->entries = memory;
  sorter->spare = memory + sorter->room;
}

bool lc_sorter_spill(lc_Sorter *sorter) {
  size_t count = sorter->count;
  lc_index_sort(sorter->entries, sorter->spare, count);
  sorter->count = 0;
  return count == 0 || (lc_runs_append(&sorter->runs, sorter->entries, count) && lc_runs_end(&sorter->runs));
}

bool lc_sorter_end(lc_Sorter *sorter, lc_Merging *out) {
  *out = (lc_Merging){.of = &sorter->runs};
  return lc_sorter_spill(sorter) && lc_merging_begin(&sorter->runs, out);
}
