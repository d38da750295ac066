/*
** index_build - lucena.IndexBuilder: writes an index of a file of games from parts (index_part.h), for
** lua/lucena/index/writing.lua.
**
** absorb() takes the parts in the order of the games. The numbers of games and names are changed to those of the whole
** file. The positions of a part are a sorted run in a temporary file (index_runs.h). finish() merges the runs and writes
** the tables. So the memory does not grow with the number of games, except for the names: a table finds the number of a
** name that came before. The index does not depend on where one part ends and the next begins.
** The output is a sink: it appears complete or not at all.
*/
#include <errno.h>
#include <string.h>

#include "../index/group.h"
#include "../io/dir.h"
#include "../io/leftover.h"
#include "../io/scratch.h"
#include "../io/sink.h"
#include "../match/fold.h"
#include "../notation/codes.h"
#include "index_names.h"
#include "index_part.h"
#include "index_runs.h"
#include "interrupt.h"

/* User values: the memory of the small sorters, those of the two tables of names, a buffer, the output's path, the
** numbers of a part's names, and the counts of keys. */
enum { MEMORY = 1, NAME_BLOCKS, EVENT_BLOCKS, TEXT, PATH, NUMBERS, BINS, VALUES = BINS };

/* Entries that are sorted in memory, and then become a run. */
typedef struct Sorter {
  lc_IndexEntry *entries, *spare;
  size_t room, count;
  lcb_Runs runs;
} Sorter;

/* Names, and the temporary files with their texts and the ends of these. */
typedef struct Listed {
  lcb_Names names;
  uint64_t size;
  lc_Scratch *text, *ends;
} Listed;

enum { PLACES, PLAYED, WORDS, KINDS };
/* Temporary files. COUNTS has an lc_IndexCount for each game. */
enum { NAME_TEXT, NAME_ENDS, EVENT_TEXT, EVENT_ENDS, COUNTS, PLAYED_ENDS, PLACE_FENCES, MOVES, MOVE_FENCES, UNREAD, FILES };

typedef struct Builder {
  Sorter sorters[KINDS]; /* that of PLACES has no memory: the parts are sorted */
  Listed names, events;
  lc_Scratch files[FILES];
  lc_Sink sink;
  lc_IndexPages pages;
  lc_IndexHead head;
  char *text;             /* for folded names */
  size_t text_room;
  uint32_t *numbers;      /* for each name of the part, its number in the index */
  size_t numbers_room;
  uint64_t before;        /* games of earlier segments */
  bool is_finished;
} Builder;

#define LCB_INDEX_BUILDER "lucena.IndexBuilder"

static Builder *self(lua_State *L) { return luaL_checkudata(L, 1, LCB_INDEX_BUILDER); }

static void close_all(Builder *it) {
  for (unsigned i = 0; i < FILES; i++) lc_scratch_close(&it->files[i]);
  for (unsigned i = 0; i < KINDS; i++) lcb_runs_close(&it->sorters[i].runs);
  lc_sink_discard(&it->sink);
}

/* Close the builder at `index`, and return nil, message, code. */
static int fail(lua_State *L, Builder *it, int index, int error) {
  close_all(it);
  lua_getiuservalue(L, index, PATH);
  const char *name = lcb_push_path(L, lua_tostring(L, -1));
  return lcb_fail(L, LC_D_CANNOT_WRITE, "%s: %s: %s", name, lc_code_text(LC_D_CANNOT_WRITE), strerror(error ? error : EIO));
}

/* Return the errno of the first failure of any file, or 0. */
static int error_of(const Builder *it) {
  for (unsigned i = 0; i < FILES; i++) {
    if (it->files[i].error) return it->files[i].error;
  }
  for (unsigned i = 0; i < KINDS; i++) {
    if (it->sorters[i].runs.error) return it->sorters[i].runs.error;
  }
  return it->sink.error;
}

/* ---- creating ---- */

static bool write_page(void *state, const unsigned char page[LC_INDEX_PAGE]) {
  return lc_sink_write(state, (const char *)page, LC_INDEX_PAGE);
}

static void begin_sorter(Sorter *sorter, lc_IndexEntry *memory, size_t bytes) {
  sorter->room = bytes / sizeof *memory / 2;
  sorter->entries = memory;
  sorter->spare = memory + sorter->room;
}

static void init(Builder *it) {
  memset(it, 0, sizeof *it);
  for (unsigned i = 0; i < FILES; i++) lc_scratch_init(&it->files[i]);
  for (unsigned i = 0; i < KINDS; i++) lcb_runs_init(&it->sorters[i].runs, NULL, 0, NULL);
  lc_sink_init(&it->sink);
}

static void begin_names(lua_State *L, Builder *it) {
  it->names.text = &it->files[NAME_TEXT];
  it->names.ends = &it->files[NAME_ENDS];
  it->events.text = &it->files[EVENT_TEXT];
  it->events.ends = &it->files[EVENT_ENDS];
  lcb_names_init(L, &it->names.names, 7, NAME_BLOCKS);
  lcb_names_init(L, &it->events.names, 7, EVENT_BLOCKS);
}

/* Copy the pages of the old index at `path`, so that a segment can follow them. */
static bool copy_pages(Builder *it, const char *path) {
  char block[4 * LC_INDEX_PAGE];
  int fd = lc_file_open(path), error = fd < 0 ? errno : 0;
  for (uint64_t at = 0, end = it->head.before * LC_INDEX_PAGE; at < end && !error;) {
    size_t size = end - at < sizeof block ? (size_t)(end - at) : sizeof block;
    error = lc_file_read(fd, at, block, size);
    if (!error && !lc_sink_write(&it->sink, block, size)) error = it->sink.error;
    at += size;
  }
  lc_file_close(fd);
  if (error && !it->sink.error) it->sink.error = error;
  return error == 0;
}

static bool open_all(Builder *it, const char *path) {
  unsigned char mark[LC_INDEX_MARK];
  if (!lc_sink_open(&it->sink, path, true)) return false;
  lc_leftover_sweep(path);
  for (unsigned i = 0; i < FILES; i++) {
    if (!lc_scratch_open(&it->files[i], path)) return false;
  }
  it->pages.write = write_page;
  it->pages.state = &it->sink;
  if (it->head.before > 0 && !copy_pages(it, path)) return false;
  it->pages.number = it->head.before;
  lc_index_put_mark(mark);
  return lc_index_put(&it->pages, mark, sizeof mark);
}

/* Bytes of a small sorter. */
enum { MOST_SMALL = 1 << 22 };

/***
Start to write an index.
@function core.index_builder
@param path string the index
@param source string the identity of the file of games, from core.index_source()
@param memory integer bytes for sorting, at least 1 MiB
@param max_ply integer index no positions after this ply; at most 65535
@param is_full boolean store the whole identity of each position, because games cannot be read at their offsets
@param is_shared boolean index only positions that at least two games reach
@param before? integer append a segment: the number of pages of the old index at `path`, which are copied
@param games? integer the number of games in the old index
@return IndexBuilder? builder
@return string? err
@return string? code
@usage local core = require("lucena.core")
  return select(3, core.index_builder("csrc/none/x", core.index_source("README.md"), 1 << 20, 100, false, false))  --> cannot_write
*/
static int builder_new(lua_State *L) {
  enum { SHARE = 16 };
  size_t path_size, source_size;
  const char *path = lcb_check_text(L, 1, &path_size), *source = lcb_check_text(L, 2, &source_size);
  luaL_argcheck(L, strlen(path) == path_size, 1, "path holds a NUL");
  luaL_argcheck(L, source_size == sizeof(lc_IndexSource), 2, "no identity");
  lua_Integer memory = luaL_checkinteger(L, 3), max_ply = luaL_checkinteger(L, 4);
  luaL_argcheck(L, memory >= LCB_INDEX_LEAST_MEMORY && memory <= INT64_MAX / 2, 3, "less than 1 MiB");
  luaL_argcheck(L, max_ply >= 0 && max_ply <= LC_INDEX_MAX_PLY, 4, "a ply from 0 to 65535");
  lua_Integer before = luaL_optinteger(L, 7, 0), games = luaL_optinteger(L, 8, 0);
  luaL_argcheck(L, before >= 0 && before <= INT64_MAX / LC_INDEX_PAGE / 2, 7, "a number of pages");
  luaL_argcheck(L, games >= 0 && games <= LC_INDEX_MAX_GAMES, 8, "a number of games");
  lua_settop(L, 6);
  Builder *it = lua_newuserdatauv(L, sizeof *it, VALUES);
  init(it);
  luaL_setmetatable(L, LCB_INDEX_BUILDER);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 7, PATH);
  begin_names(L, it);
  size_t small = (size_t)memory / SHARE / sizeof(lc_IndexEntry) * sizeof(lc_IndexEntry);
  if (small > MOST_SMALL) small = MOST_SMALL;
  char *block = lua_newuserdatauv(L, 2 * small, 0);
  lua_setiuservalue(L, 7, MEMORY);
  begin_sorter(&it->sorters[PLAYED], (lc_IndexEntry *)(void *)block, small);
  begin_sorter(&it->sorters[WORDS], (lc_IndexEntry *)(void *)(block + small), small);
  uint64_t *bins = lua_newuserdatauv(L, LCB_RUN_BINS_SIZE, 0);
  lua_setiuservalue(L, 7, BINS);
  for (unsigned i = 0; i < KINDS; i++) lcb_runs_init(&it->sorters[i].runs, path, (size_t)memory, i == PLACES ? bins : NULL);
  memcpy(&it->head.source, source, source_size);
  it->head.max_ply = (uint32_t)max_ply;
  it->head.before = (uint64_t)before;
  it->before = (uint64_t)games;
  it->head.flags = (lua_toboolean(L, 5) ? LC_INDEX_IS_FULL : 0u) | (lua_toboolean(L, 6) ? LC_INDEX_IS_SHARED : 0u);
  return open_all(it, path) ? 1 : fail(L, it, 7, error_of(it));
}

/* ---- entries ---- */

static bool spill(lua_State *L, Sorter *sorter) {
  size_t count = sorter->count;
  lc_index_sort(sorter->entries, sorter->spare, count);
  sorter->count = 0;
  return count == 0 || (lcb_runs_append(&sorter->runs, sorter->entries, count) && lcb_runs_end(L, &sorter->runs));
}

static inline bool add_entry(lua_State *L, Sorter *sorter, uint64_t key, uint64_t check, uint64_t where) {
  if (sorter->count == sorter->room && !spill(L, sorter)) return false;
  sorter->entries[sorter->count++] = (lc_IndexEntry){key, check, where};
  return true;
}

/* ---- names ---- */

static void reserve_text(lua_State *L, Builder *it, size_t size) {
  if (size <= it->text_room) return;
  it->text = lua_newuserdatauv(L, 2 * size, 0);
  it->text_room = 2 * size;
  lua_setiuservalue(L, 1, TEXT);
}

/* Return the number of a name. *is_new: it came for the first time. */
static uint32_t number_of(lua_State *L, Listed *list, const char *text, size_t size, bool *is_new) {
  uint32_t number = lcb_names_number(L, &list->names, 1, text, size, is_new);
  if (!*is_new) return number;
  list->size += size;
  lc_scratch_append(list->text, text, size);
  lc_scratch_append(list->ends, &list->size, sizeof list->size);
  return number;
}

/* Add the words of a new name. */
static void add_words(lua_State *L, Builder *it, uint32_t number, const char *text, size_t size) {
  lc_Name name;
  reserve_text(L, it, 2 * size + 1);
  lc_name_split(it->text, lc_fold(text, size, it->text), &name);
  for (unsigned i = 0; i < name.count; i++) {
    add_entry(L, &it->sorters[WORDS], lc_index_word(name.word[i], name.size[i]), 0, number);
  }
}

/* Find the numbers of a part's names in the index, and store them in `out`. Returns false if the part is damaged. */
static bool add_names(lua_State *L, Builder *it, Listed *list, lcb_PartBytes texts, lcb_PartBytes ends, uint32_t *out) {
  uint64_t from = 0;
  for (size_t i = 0; i < ends.size / 8; i++) {
    uint64_t end = lc_get64(ends.bytes + 8 * i);
    if (end < from || end > texts.size) return false;
    const char *text = (const char *)texts.bytes + from;
    bool is_new;
    out[i] = number_of(L, list, text, (size_t)(end - from), &is_new);
    if (is_new && list == &it->names) add_words(L, it, out[i], text, (size_t)(end - from));
    from = end;
  }
  return from == texts.size;
}

/* ---- a part ---- */

static uint32_t *reserve_numbers(lua_State *L, Builder *it, size_t count) {
  if (count > it->numbers_room) {
    it->numbers = lua_newuserdatauv(L, 2 * count * sizeof *it->numbers, 0);
    it->numbers_room = 2 * count;
    lua_setiuservalue(L, 1, NUMBERS);
  }
  return it->numbers;
}

/* Replace the number of a name in a part by that in the index. Returns false if the part has no such name. */
static bool renumber(uint32_t *number, const uint32_t *numbers, size_t count) {
  if (*number > count) return false;
  if (*number > 0) *number = numbers[*number - 1];
  return true;
}

static bool add_games(lua_State *L, Builder *it, lcb_PartBytes games, const uint32_t *names, size_t name_count,
                      const uint32_t *events, size_t event_count) {
  unsigned char bytes[LC_INDEX_GAME];
  for (size_t at = 0; at < games.size; at += LC_INDEX_GAME, it->head.games++) {
    lc_IndexGame game;
    lc_index_read_game(games.bytes + at, &game);
    bool is_sound = renumber(&game.white, names, name_count) && renumber(&game.black, names, name_count);
    if (!is_sound || !renumber(&game.event, events, event_count)) return false;
    uint64_t number = it->head.games * 2;
    if (game.white) add_entry(L, &it->sorters[PLAYED], (uint64_t)(game.white - 1) << 32, 0, number);
    if (game.black) add_entry(L, &it->sorters[PLAYED], (uint64_t)(game.black - 1) << 32, 0, number + 1);
    lc_IndexCount count = lc_index_count_of(&game);
    lc_scratch_append(&it->files[COUNTS], &count, sizeof count);
    lc_index_put_game(&game, bytes);
    lc_index_put(&it->pages, bytes, sizeof bytes);
  }
  return true;
}

static bool add_unread(Builder *it, lcb_PartBytes unread, uint64_t before, uint64_t games) {
  unsigned char bytes[4];
  uint32_t last = 0;
  for (size_t at = 0; at < unread.size; at += sizeof bytes) {
    uint32_t number = lc_get32(unread.bytes + at);
    if (number <= last || number > games) return false;
    last = number;
    lc_put32(bytes, (uint32_t)before + number);
    lc_scratch_append(&it->files[UNREAD], bytes, sizeof bytes);
  }
  return true;
}

/* Add the sorted entries of a part as a run. */
static bool add_places(lua_State *L, Builder *it, lcb_PartBytes entries, uint64_t before, uint64_t games) {
  enum { SOME = 512 };
  lcb_Runs *runs = &it->sorters[PLACES].runs;
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
    if (!lcb_runs_append(runs, block, part)) return true; /* runs->error */
  }
  it->head.places += count;
  lcb_runs_end(L, runs);
  return true;
}

static bool has_sizes(const lcb_PartView *part) {
  static const size_t unit[LCB_PART_SECTIONS] = {LC_INDEX_GAME, 1, 8, 1, 8, 4, sizeof(lc_IndexEntry)};
  for (unsigned i = 0; i < LCB_PART_SECTIONS; i++) {
    if (part->section[i].size % unit[i] != 0) return false;
  }
  return true;
}

static bool add_part(lua_State *L, Builder *it, const lcb_PartView *part) {
  const lcb_PartBytes *of = part->section;
  uint64_t before = it->head.games, games = of[LCB_PART_GAMES].size / LC_INDEX_GAME;
  if (!has_sizes(part) || part->before < it->before + before) return false;
  if (it->before + before + games > LC_INDEX_MAX_GAMES) luaL_error(L, "an index has at most %d games", LC_INDEX_MAX_GAMES);
  size_t names = of[LCB_PART_NAME_ENDS].size / 8, events = of[LCB_PART_EVENT_ENDS].size / 8;
  uint32_t *numbers = reserve_numbers(L, it, names + events + 1);
  if (!add_names(L, it, &it->names, of[LCB_PART_NAMES], of[LCB_PART_NAME_ENDS], numbers)) return false;
  if (!add_names(L, it, &it->events, of[LCB_PART_EVENTS], of[LCB_PART_EVENT_ENDS], numbers + names)) return false;
  if (!add_games(L, it, of[LCB_PART_GAMES], numbers, names, numbers + names, events)) return false;
  it->head.flags |= part->flags & (LC_INDEX_IS_CUT | LC_INDEX_HAS_STRAY);
  if (part->before != it->before + before) it->head.flags |= LC_INDEX_HAS_STRAY; /* a game was skipped */
  return add_unread(it, of[LCB_PART_UNREAD], before, games) && add_places(L, it, of[LCB_PART_ENTRIES], before, games);
}

/***
Add the next part.
@function IndexBuilder:absorb
@param part IndexPart|string an IndexPart, or its bytes
@return boolean? true
@return string? err
@return string? code cannot_write; bad_part: the bytes are damaged, or of another version, or of games before the last part
@usage -- lua/lucena/index/writing.lua calls this function
*/
static int builder_absorb(lua_State *L) {
  Builder *it = self(L);
  lcb_PartView part;
  luaL_argcheck(L, !it->is_finished && lc_sink_is_open(&it->sink), 1, "the index is closed");
  lua_settop(L, 2);
  bool is_sound = lcb_part_view(L, 2, &part) && add_part(L, it, &part);
  if (error_of(it)) return fail(L, it, 1, error_of(it));
  if (!is_sound) {
    close_all(it);
    lua_pushnil(L);
    lua_pushliteral(L, "the part of an index is damaged");
    lua_pushliteral(L, "bad_part");
    return 3;
  }
  lua_pushboolean(L, 1);
  return 1;
}

/***
Record that something outside the games was reported.
@function IndexBuilder:mark_stray
@usage -- lua/lucena/index/writing.lua calls this function
*/
static int builder_mark_stray(lua_State *L) {
  self(L)->head.flags |= LC_INDEX_HAS_STRAY;
  return 0;
}

/* ---- writing ---- */

/* Begin to return the entries of a sorter in order. Pushes a userdata, which must stay on the stack meanwhile. */
static bool begin_sorted(lua_State *L, Sorter *sorter, lcb_Merging *out) {
  return spill(L, sorter) && lcb_merging_begin(L, &sorter->runs, out);
}

static void begin_part(Builder *it, lc_IndexPart part) { it->head.part[part].begin = lc_index_offset(&it->pages); }
static void end_part(Builder *it, lc_IndexPart part) { it->head.part[part].end = lc_index_offset(&it->pages); }

/* Write a part that is complete in a temporary file. */
static void copy_part(Builder *it, lc_IndexPart part, lc_Scratch *from) {
  char block[1 << 14];
  begin_part(it, part);
  for (uint64_t at = 0; at < from->size;) {
    size_t size = from->size - at < sizeof block ? (size_t)(from->size - at) : sizeof block;
    if (!lc_scratch_read(from, at, block, size) || !lc_index_put(&it->pages, block, size)) return;
    at += size;
  }
  end_part(it, part);
}

static void write_words(lua_State *L, Builder *it) {
  lcb_Merging sorted;
  lc_IndexEntry last = {.where = UINT64_MAX};
  unsigned char bytes[LC_INDEX_WORD];
  begin_part(it, LC_INDEX_WORDS);
  if (!begin_sorted(L, &it->sorters[WORDS], &sorted)) return;
  for (size_t count; (count = lcb_merging_next(L, &sorted)) > 0;) {
    for (size_t i = 0; i < count; i++) {
      lc_IndexEntry entry = sorted.entries[i];
      if (entry.key == last.key && entry.where == last.where) continue; /* the name has the word twice */
      lc_put64(bytes, entry.key);
      lc_put32(bytes + 8, (uint32_t)entry.where);
      lc_index_put(&it->pages, bytes, sizeof bytes);
      last = entry;
    }
  }
  end_part(it, LC_INDEX_WORDS);
}

static void write_played(lua_State *L, Builder *it) {
  lcb_Merging sorted;
  uint64_t name = 0, size = 0;
  unsigned char bytes[4];
  begin_part(it, LC_INDEX_PLAYED);
  if (!begin_sorted(L, &it->sorters[PLAYED], &sorted)) return;
  for (size_t count; (count = lcb_merging_next(L, &sorted)) > 0;) {
    for (size_t i = 0; i < count; i++, size += sizeof bytes) {
      lc_IndexEntry entry = sorted.entries[i];
      for (; name < entry.key >> 32; name++) lc_scratch_append(&it->files[PLAYED_ENDS], &size, sizeof size);
      lc_put32(bytes, (uint32_t)entry.where);
      lc_index_put(&it->pages, bytes, sizeof bytes);
    }
  }
  for (; name < it->head.names; name++) lc_scratch_append(&it->files[PLAYED_ENDS], &size, sizeof size);
  end_part(it, LC_INDEX_PLAYED);
  copy_part(it, LC_INDEX_PLAYED_ENDS, &it->files[PLAYED_ENDS]);
}

static void write_items(Builder *it, const lc_IndexGroup *group) {
  if (group->places_size > 0) {
    lc_index_put(&it->pages, group->places_bytes, group->places_size);
    if (group->has_place_fence) lc_scratch_append(&it->files[PLACE_FENCES], group->place_fence, LC_INDEX_FENCE);
  }
  if (group->moves_size > 0) {
    lc_scratch_append(&it->files[MOVES], group->moves_bytes, group->moves_size);
    if (group->has_move_fence) lc_scratch_append(&it->files[MOVE_FENCES], group->move_fence, LC_INDEX_FENCE);
  }
}

static void write_places(lua_State *L, Builder *it) {
  lcb_Merging sorted;
  lc_IndexGroup *group = lua_newuserdatauv(L, sizeof *group, 0);
  const lc_IndexCount *counts = lc_scratch_map(&it->files[COUNTS]);
  begin_part(it, LC_INDEX_PLACES);
  if (it->files[COUNTS].error || !begin_sorted(L, &it->sorters[PLACES], &sorted)) return;
  lc_group_begin(group, counts, it->head.flags);
  for (size_t count; (count = lcb_merging_next(L, &sorted)) > 0;) {
    for (size_t i = 0; i < count; i++) {
      lc_group_add(group, &sorted.entries[i]);
      write_items(it, group);
    }
  }
  lc_group_end(group);
  write_items(it, group);
  it->head.positions = group->positions;
  end_part(it, LC_INDEX_PLACES);
}

static void write_head(Builder *it) {
  unsigned char page[LC_INDEX_PAGE];
  lc_index_end_page(&it->pages);
  lc_index_put_head(&it->head, page);
  lc_index_seal(page, it->pages.number);
  write_page(&it->sink, page);
}

/***
Write the index. Its file appears only if there was no failure.
@function IndexBuilder:finish
@param source string the identity of the file of games now, from core.index_source()
@param games integer the number of games that the reader found; if there are more than in the index, some were skipped
@param marks string the members of a compressed file, from core.indexing.marks() or core.index_marks()
@return integer? games nil if the file has changed since the builder was created
@return string? err if writing failed
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int builder_finish(lua_State *L) {
  Builder *it = self(L);
  size_t size, marks_size;
  const char *source = lcb_check_text(L, 2, &size), *marks = lcb_check_text(L, 4, &marks_size);
  lua_Integer games = luaL_checkinteger(L, 3);
  luaL_argcheck(L, marks_size % LC_INDEX_MARK_BYTES == 0, 4, "not the members of a file");
  luaL_argcheck(L, !it->is_finished && lc_sink_is_open(&it->sink), 1, "the index is closed");
  it->is_finished = true;
  if (size != sizeof it->head.source || memcmp(source, &it->head.source, size) != 0) {
    close_all(it);
    return lua_pushnil(L), 1;
  }
  it->head.names = it->names.names.keys.count;
  it->head.events = it->events.names.keys.count;
  if ((uint64_t)games != it->before + it->head.games) it->head.flags |= LC_INDEX_HAS_STRAY;
  it->head.part[LC_INDEX_GAMES].begin = it->head.before * LC_INDEX_PAYLOAD + LC_INDEX_MARK;
  end_part(it, LC_INDEX_GAMES);
  copy_part(it, LC_INDEX_NAMES, it->names.text);
  copy_part(it, LC_INDEX_NAME_ENDS, it->names.ends);
  copy_part(it, LC_INDEX_EVENTS, it->events.text);
  copy_part(it, LC_INDEX_EVENT_ENDS, it->events.ends);
  write_words(L, it);
  write_played(L, it);
  write_places(L, it);
  copy_part(it, LC_INDEX_PLACE_FENCES, &it->files[PLACE_FENCES]);
  copy_part(it, LC_INDEX_MOVES, &it->files[MOVES]);
  copy_part(it, LC_INDEX_MOVE_FENCES, &it->files[MOVE_FENCES]);
  copy_part(it, LC_INDEX_UNREAD, &it->files[UNREAD]);
  begin_part(it, LC_INDEX_MARKS);
  lc_index_put(&it->pages, marks, marks_size);
  end_part(it, LC_INDEX_MARKS);
  write_head(it);
  int error = error_of(it);
  if (error || !lc_sink_publish(&it->sink)) return fail(L, it, 1, error ? error : it->sink.error);
  close_all(it);
  lua_pushinteger(L, (lua_Integer)it->head.games);
  return 1;
}

static int builder_close(lua_State *L) {
  close_all(self(L));
  return 0;
}

static int get_places(lua_State *L) { return lcb_return_count(L, self(L)->head.places); }

static const luaL_Reg builder_methods[] = {{"absorb", builder_absorb}, {"close", builder_close}, {"finish", builder_finish},
                                          {"mark_stray", builder_mark_stray}, {NULL, NULL}};
static const luaL_Reg builder_getters[] = {{"places", get_places}, {NULL, NULL}};
static const luaL_Reg builder_metamethods[] = {{"__close", builder_close}, {"__gc", builder_close}, {NULL, NULL}};

void lcb_open_index_build(lua_State *L) {
  static const lcb_Class class = {.name = LCB_INDEX_BUILDER,
                                  .methods = {builder_methods},
                                  .getters = {builder_getters},
                                  .metamethods = builder_metamethods};
  static const luaL_Reg functions[] = {{"index_builder", builder_new}, {NULL, NULL}};
  lcb_class(L, &class);
  lua_setfield(L, -2, "IndexBuilder");
  lcb_functions(L, functions);
  lcb_open_index_part(L);
}
