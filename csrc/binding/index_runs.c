/*
** index_runs - see index_runs.h.
*/
#include "index_runs.h"

#include <errno.h>
#include <string.h>

#include "interrupt.h"

/* Entries of a run that are read at once: more would only touch memory that was not used before. */
enum { READ_MOST = 1 << 12, READ_LEAST = 1 << 6, FEWEST_RUNS = 8 };

/* The entries of a run that have not been read. */
typedef struct lcb_RunPlace {
  lc_Scratch *file;
  uint64_t at, end;
} lcb_RunPlace;

void lcb_runs_init(lcb_Runs *runs, const char *path, size_t memory) {
  size_t fan = memory / (READ_MOST * sizeof(lc_IndexEntry));
  memset(runs, 0, sizeof *runs);
  for (unsigned i = 0; i < LCB_RUN_LEVELS; i++) lc_scratch_init(&runs->level[i].file);
  runs->path = path;
  runs->memory = memory;
  runs->fan = (uint32_t)(fan < FEWEST_RUNS ? FEWEST_RUNS : fan > LCB_MOST_RUNS ? LCB_MOST_RUNS : fan);
}

static bool fail(lcb_Runs *runs, int error) {
  if (runs->error == 0) runs->error = error ? error : EIO;
  return false;
}

static uint64_t end_of(const lcb_RunLevel *level) { return level->runs > 0 ? level->ends[level->runs - 1] : 0; }

static bool append(lcb_Runs *runs, lcb_RunLevel *level, const lc_IndexEntry *entries, size_t count) {
  if (level->file.fd < 0 && !level->file.error) lc_scratch_open(&level->file, runs->path);
  return lc_scratch_append(&level->file, entries, count * sizeof *entries) || fail(runs, level->file.error);
}

bool lcb_runs_append(lcb_Runs *runs, const lc_IndexEntry *entries, size_t count) {
  return append(runs, &runs->level[0], entries, count);
}

void lcb_runs_close(lcb_Runs *runs) {
  for (unsigned i = 0; i < LCB_RUN_LEVELS; i++) lc_scratch_close(&runs->level[i].file);
}

/* ---- merging ---- */

/* Read more entries of a run into its part of the memory. */
static bool read_run(lcb_Merging *it, uint32_t i) {
  lcb_RunPlace *place = &it->places[i];
  lc_IndexEntry *to = it->entries + i * it->room;
  uint64_t left = place->end - place->at;
  size_t count = left < it->room ? (size_t)left : it->room;
  if (!lc_scratch_read(place->file, place->at * sizeof *to, to, count * sizeof *to)) return fail(it->of, place->file->error);
  place->at += count;
  it->merge.runs[i] = (lc_IndexRun){to, to + count, place->at < place->end};
  return true;
}

/* Begin to merge the runs of levels first..last. */
static bool begin(lua_State *L, lcb_Runs *runs, unsigned first, unsigned last, lcb_Merging *out) {
  uint32_t count = 0, i = 0;
  for (unsigned n = first; n <= last; n++) count += runs->level[n].runs;
  size_t parts = count > 0 ? count : 1, room = runs->memory / parts / sizeof(lc_IndexEntry);
  *out = (lcb_Merging){.of = runs, .room = room > READ_MOST ? READ_MOST : room < READ_LEAST ? READ_LEAST : room};
  size_t entries = parts * out->room * sizeof *out->entries;
  char *block = lua_newuserdatauv(L, entries + parts * (sizeof(lc_IndexRun) + sizeof(lc_MergeNode) + sizeof *out->places), 0);
  out->entries = (lc_IndexEntry *)(void *)block;
  lc_IndexRun *list = (lc_IndexRun *)(void *)(block + entries);
  lc_MergeNode *nodes = (lc_MergeNode *)(void *)(list + parts);
  out->places = (lcb_RunPlace *)(void *)(nodes + parts);
  out->merge.runs = list;
  if (count == 0) list[0] = (lc_IndexRun){out->entries, out->entries, false};
  for (unsigned n = first; n <= last; n++) {
    lcb_RunLevel *level = &runs->level[n];
    for (uint32_t k = 0; k < level->runs; k++, i++) {
      out->places[i] = (lcb_RunPlace){&level->file, k > 0 ? level->ends[k - 1] : 0, level->ends[k]};
      if (!read_run(out, i)) return false;
    }
  }
  lc_merge_begin(&out->merge, list, nodes, (uint32_t)parts);
  return true;
}

bool lcb_merging_begin(lua_State *L, lcb_Runs *runs, lcb_Merging *out) { return begin(L, runs, 0, LCB_RUN_LEVELS - 1, out); }

bool lcb_merging_next(lcb_Merging *it, lc_IndexEntry *out) {
  for (;;) {
    switch (lc_merge_next(&it->merge, out)) {
      case LC_MERGE_ENTRY: return true;
      case LC_MERGE_END: return false;
      case LC_MERGE_READ:
        if (!read_run(it, it->merge.empty)) return false;
    }
  }
}

/* ---- levels ---- */

/* Merge the runs of a level into one run of the next level. */
static bool merge_level(lua_State *L, lcb_Runs *runs, unsigned number) {
  enum { SOME = 512 };
  lcb_RunLevel *from = &runs->level[number], *to = from + 1;
  lcb_Merging merging;
  lc_IndexEntry entries[SOME];
  size_t count = 0;
  if (!begin(L, runs, number, number, &merging)) return false;
  for (uint64_t n = 1; lcb_merging_next(&merging, &entries[count]); n++) {
    if (++count == SOME) {
      if (!append(runs, to, entries, count)) return false;
      count = 0;
    }
    if (n % (1 << 16) == 0) lcb_stop_if_interrupted(L);
  }
  lua_pop(L, 1);
  if (runs->error || (count > 0 && !append(runs, to, entries, count))) return false;
  to->ends[to->runs] = to->file.size / sizeof *entries;
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
