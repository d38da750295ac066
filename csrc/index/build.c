/*
** build - see build.h.
*/
#include "build.h"

#include <string.h>

#include "../match/fold.h"
#include "group.h"

static bool has_failed(const lc_IndexBuilder *it) { return it->store->fault != LC_INDEX_NO_FAULT; }

static bool write_page(void *state, const unsigned char page[LC_INDEX_PAGE]) {
  lc_IndexStore *store = state;
  if (store->fault != LC_INDEX_NO_FAULT) return false;
  return store->write(store->state, page) || lc_store_fail(store, LC_INDEX_FILE_FAILED);
}

/* Append bytes to a temporary file. */
static void append(lc_IndexBuilder *it, unsigned file, const void *bytes, size_t size) {
  it->sizes[file] += size;
  lc_store_append(it->store, file, bytes, size);
}

/* Return an array with room for `count` items; its items are lost if it is replaced. NULL after a failure. */
static void *roomy(lc_IndexBuilder *it, void *array, size_t *room, size_t count, size_t size) {
  if (count <= *room) return array;
  size_t wider = count + *room / 2;
  lc_free(&it->store->memory, array, *room * size);
  array = lc_store_allocate(it->store, wider * size);
  *room = array ? wider : 0;
  return array;
}

/* ---- beginning and end ---- */

/* Bytes of a small sorter. */
enum { SHARE = 16, MOST_SMALL = 1 << 22 };

bool lc_build_begin(lc_IndexBuilder *it, lc_IndexStore *store, const lc_IndexSource *source, size_t memory,
                    uint32_t max_ply, uint32_t flags, uint64_t seed) {
  unsigned char mark[LC_INDEX_MARK];
  size_t small = memory / SHARE / sizeof(lc_IndexEntry) * sizeof(lc_IndexEntry);
  if (small > MOST_SMALL) small = MOST_SMALL;
  memset(it, 0, sizeof *it);
  it->store = store;
  it->names = it->events = lc_key_set(seed);
  it->head.source = *source;
  it->head.max_ply = max_ply;
  it->head.flags = flags;
  it->pages.write = write_page;
  it->pages.state = store;
  char *block = it->block = lc_store_allocate(store, 2 * small + LC_RUN_BINS_SIZE);
  if (!block) return false;
  it->block_size = 2 * small + LC_RUN_BINS_SIZE;
  uint64_t *bins = (uint64_t *)(void *)(block + 2 * small);
  for (unsigned i = 0; i < LC_SORTERS; i++) {
    lc_runs_init(&it->sorters[i].runs, store, LC_FILE_RUNS + i * LC_RUN_LEVELS, memory,
                 i == LC_SORTER_PLACES ? bins : NULL);
  }
  lc_sorter_init(&it->sorters[LC_SORTER_PLAYED], (lc_IndexEntry *)(void *)block, small);
  lc_sorter_init(&it->sorters[LC_SORTER_WORDS], (lc_IndexEntry *)(void *)(block + small), small);
  lc_index_put_mark(mark);
  return lc_index_put(&it->pages, mark, sizeof mark);
}

void lc_build_free(lc_IndexBuilder *it) {
  if (!it->store) return;
  const lc_Memory *memory = &it->store->memory;
  lc_key_set_free(memory, &it->names);
  lc_key_set_free(memory, &it->events);
  lc_free(memory, it->block, it->block_size);
  lc_free(memory, it->text, it->text_room);
  lc_free(memory, it->numbers, it->numbers_room * sizeof *it->numbers);
  it->block = it->text = NULL;
  it->numbers = NULL;
  it->block_size = it->text_room = it->numbers_room = 0;
}

/* ---- names ---- */

/* Add the words of a new name. */
static void add_words(lc_IndexBuilder *it, uint32_t number, const char *text, size_t size) {
  lc_Name name;
  it->text = roomy(it, it->text, &it->text_room, 2 * size + 1, 1);
  if (!it->text) return;
  lc_name_split(it->text, lc_fold_name(text, size, it->text), &name);
  for (unsigned i = 0; i < name.count; i++) {
    lc_sorter_add(&it->sorters[LC_SORTER_WORDS], lc_index_word(name.word[i], name.size[i]), 0, number);
  }
}

/* Return the number of a name of players (file LC_FILE_NAME_TEXT) or events (LC_FILE_EVENT_TEXT); 0 after a failure.
** The next file has the ends. */
static uint32_t number_of(lc_IndexBuilder *it, unsigned file, const char *text, size_t size) {
  lc_KeySet *names = file == LC_FILE_NAME_TEXT ? &it->names : &it->events;
  uint32_t number;
  bool is_new;
  if (!lc_key_set_number(&it->store->memory, names, text, size, &number, &is_new)) {
    lc_store_fail(it->store, LC_INDEX_NO_MEMORY);
    return 0;
  }
  if (!is_new) return number;
  append(it, file, text, size);
  append(it, file + 1, &it->sizes[file], sizeof it->sizes[file]);
  if (file == LC_FILE_NAME_TEXT) add_words(it, number, text, size);
  return number;
}

/* Find the numbers of a part's names in the index, and store them in `out`. Returns false if the part is damaged. */
static bool add_names(lc_IndexBuilder *it, unsigned file, lc_PartBytes texts, lc_PartBytes ends, uint32_t *out) {
  uint64_t from = 0;
  for (size_t i = 0; i < ends.size / 8; i++) {
    uint64_t end = lc_get64(ends.bytes + 8 * i);
    if (end < from || end > texts.size) return false;
    out[i] = number_of(it, file, (const char *)texts.bytes + from, (size_t)(end - from));
    from = end;
  }
  return from == texts.size;
}

/* ---- a part ---- */

/* Replace the number of a name in a part by that in the index. Returns false if the part has no such name. */
static bool renumber(uint32_t *number, const uint32_t *numbers, size_t count) {
  if (*number > count) return false;
  if (*number > 0) *number = numbers[*number - 1];
  return true;
}

/* Add the game of a name; `which` is its number times two, plus one for Black. */
static void add_played(lc_IndexBuilder *it, uint32_t name, uint64_t which) {
  if (name) lc_sorter_add(&it->sorters[LC_SORTER_PLAYED], (uint64_t)(name - 1) << 32, 0, which);
}

static bool add_games(lc_IndexBuilder *it, lc_PartBytes games, const uint32_t *names, size_t name_count,
                      const uint32_t *events, size_t event_count) {
  unsigned char bytes[LC_INDEX_GAME];
  for (size_t at = 0; at < games.size; at += LC_INDEX_GAME, it->head.games++) {
    lc_IndexGame game;
    lc_index_read_game(games.bytes + at, &game);
    bool is_sound = renumber(&game.white, names, name_count) && renumber(&game.black, names, name_count);
    if (!is_sound || !renumber(&game.event, events, event_count)) return false;
    add_played(it, game.white, it->head.games * 2);
    add_played(it, game.black, it->head.games * 2 + 1);
    lc_IndexCount count = lc_index_count_of(&game);
    append(it, LC_FILE_COUNTS, &count, sizeof count);
    lc_index_put_game(&game, bytes);
    lc_index_put(&it->pages, bytes, sizeof bytes);
  }
  return true;
}

static bool add_unread(lc_IndexBuilder *it, lc_PartBytes unread, uint64_t before, uint64_t games) {
  unsigned char bytes[sizeof(uint32_t)];
  uint32_t last = 0;
  for (size_t at = 0; at < unread.size; at += sizeof bytes) {
    uint32_t number = lc_get32(unread.bytes + at);
    if (number <= last || number > games) return false;
    last = number;
    lc_put32(bytes, (uint32_t)before + number);
    append(it, LC_FILE_UNREAD, bytes, sizeof bytes);
  }
  return true;
}

/* Add the sorted entries of a part as a run. */
static bool add_places(lc_IndexBuilder *it, lc_PartBytes entries, uint64_t before, uint64_t games) {
  enum { SOME = 512 };
  lc_Runs *runs = &it->sorters[LC_SORTER_PLACES].runs;
  lc_IndexEntry block[SOME], last = {0};
  size_t count = entries.size / sizeof *block;
  for (size_t at = 0, part; at < count; at += part) {
    part = count - at < SOME ? count - at : SOME;
    memcpy(block, entries.bytes + at * sizeof *block, part * sizeof *block);
    bool is_sound = true;
    for (size_t i = 0; i < part; i++) {
      is_sound = is_sound && block[i].where >> 32 < games && !lc_entry_before(&block[i], &last);
      last = block[i];
      block[i].where += before << 32;
    }
    if (!is_sound) return false;
    if (!lc_runs_append(runs, block, part)) return true; /* it is the store's fault */
  }
  it->head.places += count;
  lc_runs_end(runs);
  return true;
}

static bool has_sizes(const lc_PartView *part) {
  static const size_t unit[LC_PART_SECTIONS] = {LC_INDEX_GAME, 1, 8, 1, 8, 4, sizeof(lc_IndexEntry)};
  for (unsigned i = 0; i < LC_PART_SECTIONS; i++) {
    if (part->section[i].size % unit[i] != 0) return false;
  }
  return true;
}

/* Add the names and games of a part. Returns false if it is damaged. */
static bool add_entries(lc_IndexBuilder *it, const lc_PartBytes *of) {
  size_t names = of[LC_PART_NAME_ENDS].size / 8, events = of[LC_PART_EVENT_ENDS].size / 8;
  uint32_t *numbers = it->numbers =
      roomy(it, it->numbers, &it->numbers_room, names + events + 1, sizeof *it->numbers);
  if (!numbers) return false;
  return add_names(it, LC_FILE_NAME_TEXT, of[LC_PART_NAMES], of[LC_PART_NAME_ENDS], numbers) &&
         add_names(it, LC_FILE_EVENT_TEXT, of[LC_PART_EVENTS], of[LC_PART_EVENT_ENDS], numbers + names) &&
         add_games(it, of[LC_PART_GAMES], numbers, names, numbers + names, events);
}

bool lc_build_add(lc_IndexBuilder *it, const lc_PartView *part) {
  const lc_PartBytes *of = part->section;
  uint64_t before = it->head.games, games = of[LC_PART_GAMES].size / LC_INDEX_GAME;
  if (has_failed(it)) return false;
  if (!has_sizes(part) || part->before < before) return lc_store_fail(it->store, LC_INDEX_BAD_PART);
  if (before + games > LC_INDEX_MAX_GAMES) return lc_store_fail(it->store, LC_INDEX_TOO_MANY_GAMES);
  if (!add_entries(it, of)) return lc_store_fail(it->store, LC_INDEX_BAD_PART);
  it->head.flags |= part->flags & (LC_INDEX_IS_CUT | LC_INDEX_HAS_STRAY);
  if (part->before != before) it->head.flags |= LC_INDEX_HAS_STRAY; /* a game was skipped */
  if (!add_unread(it, of[LC_PART_UNREAD], before, games) || !add_places(it, of[LC_PART_ENTRIES], before, games))
    return lc_store_fail(it->store, LC_INDEX_BAD_PART);
  return !has_failed(it);
}

/* ---- the tables ---- */

static void begin_part(lc_IndexBuilder *it, lc_IndexPart part) {
  it->head.part[part].begin = lc_index_offset(&it->pages);
}
static void end_part(lc_IndexBuilder *it, lc_IndexPart part) {
  it->head.part[part].end = lc_index_offset(&it->pages);
}

/* Write a part that is complete in a temporary file. */
static void copy_part(lc_IndexBuilder *it, lc_IndexPart part, unsigned file) {
  enum { BLOCK = 1 << 14 };
  char block[BLOCK];
  uint64_t end = it->sizes[file];
  begin_part(it, part);
  for (uint64_t at = 0; at < end;) {
    size_t size = end - at < sizeof block ? (size_t)(end - at) : sizeof block;
    if (!lc_store_read(it->store, file, at, block, size) || !lc_index_put(&it->pages, block, size)) return;
    at += size;
  }
  end_part(it, part);
}

/* Write the sorted words. */
static void put_words(lc_IndexBuilder *it, lc_Merging *sorted) {
  lc_IndexEntry last = {.where = UINT64_MAX};
  unsigned char bytes[LC_INDEX_WORD];
  for (size_t count; (count = lc_merging_next(sorted)) > 0;) {
    for (size_t i = 0; i < count; i++) {
      lc_IndexEntry entry = sorted->entries[i];
      if (entry.key == last.key && entry.where == last.where) continue; /* the name has the word twice */
      lc_put64(bytes, entry.key);
      lc_put32(bytes + 8, (uint32_t)entry.where);
      lc_index_put(&it->pages, bytes, sizeof bytes);
      last = entry;
    }
  }
}

static void write_words(lc_IndexBuilder *it) {
  lc_Merging sorted;
  begin_part(it, LC_INDEX_WORDS);
  if (lc_sorter_end(&it->sorters[LC_SORTER_WORDS], &sorted)) put_words(it, &sorted);
  lc_merging_end(&sorted);
  end_part(it, LC_INDEX_WORDS);
}

/* Write the sorted games of all names. */
static void put_played(lc_IndexBuilder *it, lc_Merging *sorted) {
  uint64_t name = 0, size = 0;
  unsigned char bytes[sizeof(uint32_t)];
  for (size_t count; (count = lc_merging_next(sorted)) > 0;) {
    for (size_t i = 0; i < count; i++, size += sizeof bytes) {
      lc_IndexEntry entry = sorted->entries[i];
      for (; name < entry.key >> 32; name++) append(it, LC_FILE_PLAYED_ENDS, &size, sizeof size);
      lc_put32(bytes, (uint32_t)entry.where);
      lc_index_put(&it->pages, bytes, sizeof bytes);
    }
  }
  for (; name < it->head.names; name++) append(it, LC_FILE_PLAYED_ENDS, &size, sizeof size);
}

static void write_played(lc_IndexBuilder *it) {
  lc_Merging sorted;
  begin_part(it, LC_INDEX_PLAYED);
  if (lc_sorter_end(&it->sorters[LC_SORTER_PLAYED], &sorted)) put_played(it, &sorted);
  lc_merging_end(&sorted);
  end_part(it, LC_INDEX_PLAYED);
  copy_part(it, LC_INDEX_PLAYED_ENDS, LC_FILE_PLAYED_ENDS);
}

static void put_items(lc_IndexBuilder *it, const lc_IndexGroup *group) {
  if (group->places_size > 0) {
    lc_index_put(&it->pages, group->places_bytes, group->places_size);
    if (group->has_place_fence) append(it, LC_FILE_PLACE_FENCES, group->place_fence, LC_INDEX_FENCE);
  }
  if (group->moves_size > 0) {
    append(it, LC_FILE_MOVES, group->moves_bytes, group->moves_size);
    if (group->has_move_fence) append(it, LC_FILE_MOVE_FENCES, group->move_fence, LC_INDEX_FENCE);
  }
}

/* Write the items of the sorted entries. */
static void put_places(lc_IndexBuilder *it, lc_Merging *sorted, lc_IndexGroup *group) {
  const lc_IndexCount *counts = NULL;
  if (it->head.games > 0) {
    counts = it->store->map(it->store->state, LC_FILE_COUNTS);
    if (!counts) lc_store_fail(it->store, LC_INDEX_FILE_FAILED);
  }
  lc_group_begin(group, counts, it->head.flags);
  for (size_t count; (count = lc_merging_next(sorted)) > 0;) {
    for (size_t i = 0; i < count; i++) {
      lc_group_add(group, &sorted->entries[i]);
      put_items(it, group);
    }
  }
  if (has_failed(it)) return;
  lc_group_end(group);
  put_items(it, group);
  it->head.positions = group->positions;
}

static void write_places(lc_IndexBuilder *it) {
  lc_Merging sorted;
  lc_IndexGroup *group = lc_store_allocate(it->store, sizeof *group);
  begin_part(it, LC_INDEX_PLACES);
  if (lc_sorter_end(&it->sorters[LC_SORTER_PLACES], &sorted) && group) put_places(it, &sorted, group);
  lc_merging_end(&sorted);
  lc_free(&it->store->memory, group, sizeof *group);
  end_part(it, LC_INDEX_PLACES);
}

static void write_head(lc_IndexBuilder *it) {
  unsigned char page[LC_INDEX_PAGE];
  lc_index_end_page(&it->pages);
  lc_index_put_head(&it->head, page);
  lc_index_seal(page, it->pages.number);
  write_page(it->store, page);
}

bool lc_build_finish(lc_IndexBuilder *it, const char *marks, size_t marks_size) {
  if (has_failed(it)) return false;
  it->head.names = it->names.keys.count;
  it->head.events = it->events.keys.count;
  it->head.part[LC_INDEX_GAMES].begin = LC_INDEX_MARK;
  end_part(it, LC_INDEX_GAMES);
  copy_part(it, LC_INDEX_NAMES, LC_FILE_NAME_TEXT);
  copy_part(it, LC_INDEX_NAME_ENDS, LC_FILE_NAME_ENDS);
  copy_part(it, LC_INDEX_EVENTS, LC_FILE_EVENT_TEXT);
  copy_part(it, LC_INDEX_EVENT_ENDS, LC_FILE_EVENT_ENDS);
  write_words(it);
  write_played(it);
  write_places(it);
  copy_part(it, LC_INDEX_PLACE_FENCES, LC_FILE_PLACE_FENCES);
  copy_part(it, LC_INDEX_MOVES, LC_FILE_MOVES);
  copy_part(it, LC_INDEX_MOVE_FENCES, LC_FILE_MOVE_FENCES);
  copy_part(it, LC_INDEX_UNREAD, LC_FILE_UNREAD);
  begin_part(it, LC_INDEX_MARKS);
  lc_index_put(&it->pages, marks, marks_size);
  end_part(it, LC_INDEX_MARKS);
  write_head(it);
  return !has_failed(it);
}
