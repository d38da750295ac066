/*
** fuzz_sort - makes entries of an index from the input, most of them with equal keys and checks, also with the largest
** key, which marks the end of a run. These properties must hold:
**   - lc_index_sort() and lc_index_sort_range() give the same order as qsort();
**   - merging sorted runs of any sizes, of which few entries at a time are in memory, gives this order, too;
**   - no run is read that has no more entries;
**   - so does a sorter (runs.h) with temporary files and little memory, with and without bins;
**   - if a call of its store fails, it returns an error, and frees its memory.
*/
#include "fuzz_bytes.h"
#include "fuzz_store.h"

enum { MANY = 8, MOST = 600 * MANY, RUNS = 9, PIECE = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int compare(const void *a, const void *b) {
  const lc_IndexEntry *left = a, *right = b;
  return lc_entry_before(left, right) ? -1 : lc_entry_before(right, left);
}

/* Few values, at both ends of the range and in both halves of the bits. */
static uint64_t value(unsigned byte) {
  static const uint64_t values[] = {0, 1, UINT64_MAX, UINT64_MAX - 1, UINT64_C(1) << 42, UINT64_C(1) << 63};
  return byte < 200 ? values[byte % 6] : byte * UINT64_C(0x9e3779b97f4a7c15);
}

static void require_same(const lc_IndexEntry *a, const lc_IndexEntry *b) {
  require(a->key == b->key && a->check == b->check && a->where == b->where);
}

/* Give the merge the next entries of a run: at most PIECE. */
static void read_piece(lc_IndexRun *run, const lc_IndexEntry **rest, size_t *left) {
  size_t count = *left < PIECE ? *left : PIECE;
  run->at = *rest;
  run->end = run->at + count;
  *rest += count;
  *left -= count;
  run->has_more = *left > 0;
}

static void check_merge(lc_IndexEntry *entries, size_t count, const lc_IndexEntry *sorted, Bytes *in) {
  lc_IndexRun runs[RUNS];
  lc_MergeNode nodes[RUNS];
  const lc_IndexEntry *rest[RUNS];
  size_t left[RUNS], begin = 0;
  uint32_t run_count = 1 + take(in) % RUNS;
  for (uint32_t i = 0; i < run_count; i++) {
    size_t room = count - begin;
    left[i] = i + 1 == run_count ? room : room * take(in) / 256;
    rest[i] = entries + begin;
    qsort(entries + begin, left[i], sizeof *entries, compare);
    begin += left[i];
    read_piece(&runs[i], &rest[i], &left[i]);
  }
  lc_IndexMerge merge;
  lc_merge_begin(&merge, runs, nodes, run_count);
  for (size_t i = 0; i <= count;) {
    lc_IndexEntry out;
    lc_MergeStep step = lc_merge_next(&merge, &out);
    if (step == LC_MERGE_READ) {
      require(merge.empty < run_count && left[merge.empty] > 0);
      read_piece(&runs[merge.empty], &rest[merge.empty], &left[merge.empty]);
    } else {
      require((step == LC_MERGE_END) == (i == count));
      if (i < count) require_same(&out, &sorted[i]);
      i++;
    }
  }
}

/* Add all entries to a sorter with memory for `room` entries, and compare them as they are returned. */
static void run_sorter(lc_Sorter *sorter, Store *store, const lc_IndexEntry *entries, size_t count,
                       const lc_IndexEntry *sorted) {
  lc_Merging merging;
  size_t at = 0;
  for (size_t i = 0; i < count; i++) lc_sorter_add(sorter, entries[i].key, entries[i].check, entries[i].where);
  if (lc_sorter_end(sorter, &merging)) {
    for (size_t found; (found = lc_merging_next(&merging)) > 0;) {
      require(found <= count - at);
      for (size_t i = 0; i < found; i++, at++) require_same(&merging.entries[i], &sorted[at]);
    }
  }
  lc_merging_end(&merging);
  require(at == count || store->core.fault != LC_INDEX_NO_FAULT);
  require(store->failing > 0 || store->core.fault == LC_INDEX_NO_FAULT);
}

static void check_sorter(const lc_IndexEntry *entries, size_t count, const lc_IndexEntry *sorted, Bytes *in) {
  static lc_Sorter sorter;
  static uint64_t bins[LC_RUN_BINS_SIZE / sizeof(uint64_t)];
  lc_IndexEntry memory[2 * (RUNS * RUNS + 4)];
  Store store;
  bool has_bins = take(in) % 4 == 1;
  size_t room = 4 + take(in) % (RUNS * RUNS);
  store_begin(&store, take(in) * (1 + take(in)));
  lc_runs_init(&sorter.runs, &store.core, LC_FILE_RUNS, 1, has_bins ? bins : NULL);
  lc_sorter_init(&sorter, memory, 2 * room * sizeof *memory);
  sorter.count = 0;
  run_sorter(&sorter, &store, entries, count, sorted);
  store_end(&store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static lc_IndexEntry entries[MOST], copy[MOST], spare[MOST], sorted[MOST];
  Bytes in = {data, size};
  size_t count = take(&in) + take(&in);
  if (size % (4 * MANY) == 0) count *= MANY;
  for (size_t i = 0; i < count; i++) {
    entries[i].key = value(take(&in));
    entries[i].check = value(take(&in));
    entries[i].where = (uint64_t)take(&in) << 32 | i; /* no two entries are equal */
  }
  memcpy(sorted, entries, sizeof sorted);
  qsort(sorted, count, sizeof *sorted, compare);
  memcpy(copy, entries, sizeof copy);
  lc_index_sort(copy, spare, count);
  for (size_t i = 0; i < count; i++) require_same(&copy[i], &sorted[i]);
  if (count > 0) {
    uint64_t base = sorted[0].key, bits = 0;
    while (bits < 64 && (sorted[count - 1].key - base) >> bits > 0) bits++;
    memcpy(copy, entries, sizeof copy);
    lc_index_sort_range(copy, spare, count, base, (unsigned)bits);
    for (size_t i = 0; i < count; i++) require_same(&copy[i], &sorted[i]);
  }
  check_merge(entries, count, sorted, &in);
  check_sorter(entries, count, sorted, &in);
  return 0;
}
