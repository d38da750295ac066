/*
** index_build - lucena.IndexBuilder: writes an index of a file of games from parts (index_part.h), for
** lua/lucena/index/writing.lua.
**
** absorb() takes the parts in the order of the games. The numbers of games and names are changed to those of the whole
** file. The positions of a part are a sorted run in a temporary file (index_runs.h). finish() merges the runs and
** writes the tables (index_write.c). So the memory does not grow with the number of games, except for the names: a
** table finds the number of a name that came before. The index does not depend on where one part ends and the next
** begins. The output is a sink: it appears complete or not at all.
*/
#include <errno.h>
#include <string.h>

#include "../io/dir.h"
#include "../io/leftover.h"
#include "../match/fold.h"
#include "../notation/codes.h"
#include "grow.h"
#include "index_builder.h"
#include "index_part.h"

/* User values: the memory of the small sorters, those of the two tables of names, a buffer, the output's path, the
** numbers of a part's names, and the counts of keys. */
enum { MEMORY = 1, NAME_BLOCKS, EVENT_BLOCKS, TEXT, PATH, NUMBERS, BINS, VALUES = BINS };

#define LCB_INDEX_BUILDER "lucena.IndexBuilder"

static lcb_IndexBuilder *self(lua_State *L) { return luaL_checkudata(L, 1, LCB_INDEX_BUILDER); }

static void close_all(lcb_IndexBuilder *it) {
  for (unsigned i = 0; i < LCB_FILES; i++) lc_scratch_close(&it->files[i]);
  for (unsigned i = 0; i < LCB_SORTERS; i++) lcb_runs_close(&it->sorters[i].runs);
  lc_sink_discard(&it->sink);
}

/* Close the builder at `index`, and return nil, message, code. */
static int fail(lua_State *L, lcb_IndexBuilder *it, int index, int error) {
  close_all(it);
  lua_getiuservalue(L, index, PATH);
  const char *name = lcb_push_path(L, lua_tostring(L, -1));
  return lcb_fail(L, LC_D_CANNOT_WRITE, "%s: %s: %s", name, lc_code_text(LC_D_CANNOT_WRITE),
                  strerror(error ? error : EIO));
}

/* Return the errno of the first failure of any file, or 0. */
static int error_of(const lcb_IndexBuilder *it) {
  for (unsigned i = 0; i < LCB_FILES; i++) {
    if (it->files[i].error) return it->files[i].error;
  }
  for (unsigned i = 0; i < LCB_SORTERS; i++) {
    if (it->sorters[i].runs.error) return it->sorters[i].runs.error;
  }
  return it->sink.error;
}

/* ---- creating ---- */

static bool write_page(void *state, const unsigned char page[LC_INDEX_PAGE]) {
  return lc_sink_write(state, (const char *)page, LC_INDEX_PAGE);
}

static void init(lcb_IndexBuilder *it) {
  memset(it, 0, sizeof *it);
  for (unsigned i = 0; i < LCB_FILES; i++) lc_scratch_init(&it->files[i]);
  for (unsigned i = 0; i < LCB_SORTERS; i++) lcb_runs_init(&it->sorters[i].runs, NULL, 0, NULL);
  lc_sink_init(&it->sink);
}

static void begin_names(lua_State *L, lcb_IndexBuilder *it) {
  it->names.text = &it->files[LCB_FILE_NAME_TEXT];
  it->names.ends = &it->files[LCB_FILE_NAME_ENDS];
  it->events.text = &it->files[LCB_FILE_EVENT_TEXT];
  it->events.ends = &it->files[LCB_FILE_EVENT_ENDS];
  lcb_keys_init(L, &it->names.names, 7, NAME_BLOCKS);
  lcb_keys_init(L, &it->events.names, 7, EVENT_BLOCKS);
}

static bool open_all(lcb_IndexBuilder *it, const char *path) {
  unsigned char mark[LC_INDEX_MARK];
  if (!lc_sink_open(&it->sink, path, true)) return false;
  lc_leftover_sweep(path);
  for (unsigned i = 0; i < LCB_FILES; i++) {
    if (!lc_scratch_open(&it->files[i], path)) return false;
  }
  it->pages.write = write_page;
  it->pages.state = &it->sink;
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
@return IndexBuilder? builder
@return string? err
@return string? code
@usage local core = require("lucena.core")
  local source = core.index_source("README.md")
  return select(3, core.index_builder("csrc/none/x", source, 1 << 20, 100, false, false))  --> cannot_write
*/
static int builder_new(lua_State *L) {
  enum { SHARE = 16 };
  size_t source_size;
  const char *path = lcb_check_path(L, 1), *source = lcb_check_text(L, 2, &source_size);
  luaL_argcheck(L, source_size == sizeof(lc_IndexSource), 2, "no identity");
  lua_Integer memory = luaL_checkinteger(L, 3), max_ply = luaL_checkinteger(L, 4);
  luaL_argcheck(L, memory >= LCB_INDEX_LEAST_MEMORY && memory <= INT64_MAX / 2, 3, "less than 1 MiB");
  luaL_argcheck(L, max_ply >= 0 && max_ply <= LC_INDEX_MAX_PLY, 4, "a ply from 0 to 65535");
  lua_settop(L, 6);
  lcb_IndexBuilder *it = lua_newuserdatauv(L, sizeof *it, VALUES);
  init(it);
  luaL_setmetatable(L, LCB_INDEX_BUILDER);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 7, PATH);
  begin_names(L, it);
  size_t small = (size_t)memory / SHARE / sizeof(lc_IndexEntry) * sizeof(lc_IndexEntry);
  if (small > MOST_SMALL) small = MOST_SMALL;
  char *block = lua_newuserdatauv(L, 2 * small, 0);
  lua_setiuservalue(L, 7, MEMORY);
  lcb_sorter_init(&it->sorters[LCB_SORTER_PLAYED], (lc_IndexEntry *)(void *)block, small);
  lcb_sorter_init(&it->sorters[LCB_SORTER_WORDS], (lc_IndexEntry *)(void *)(block + small), small);
  uint64_t *bins = lua_newuserdatauv(L, LCB_RUN_BINS_SIZE, 0);
  lua_setiuservalue(L, 7, BINS);
  for (unsigned i = 0; i < LCB_SORTERS; i++)
    lcb_runs_init(&it->sorters[i].runs, path, (size_t)memory, i == LCB_SORTER_PLACES ? bins : NULL);
  memcpy(&it->head.source, source, source_size);
  it->head.max_ply = (uint32_t)max_ply;
  it->head.flags = (lua_toboolean(L, 5) ? LC_INDEX_IS_FULL : 0u) | (lua_toboolean(L, 6) ? LC_INDEX_IS_SHARED : 0u);
  return open_all(it, path) ? 1 : fail(L, it, 7, error_of(it));
}

/* ---- names ---- */

static void reserve_text(lua_State *L, lcb_IndexBuilder *it, size_t size) {
  LCB_GROW(L, 1, TEXT, it->text, 0, it->text_room, size)
}

/* Return the number of a name. *is_new: it came for the first time. */
static uint32_t number_of(lua_State *L, lcb_Listed *list, const char *text, size_t size, bool *is_new) {
  uint32_t number = lcb_names_number(L, &list->names, 1, text, size, is_new);
  if (!*is_new) return number;
  list->size += size;
  lc_scratch_append(list->text, text, size);
  lc_scratch_append(list->ends, &list->size, sizeof list->size);
  return number;
}

/* Add the words of a new name. */
static void add_words(lua_State *L, lcb_IndexBuilder *it, uint32_t number, const char *text, size_t size) {
  lc_Name name;
  reserve_text(L, it, 2 * size + 1);
  lc_name_split(it->text, lc_fold_name(text, size, it->text), &name);
  for (unsigned i = 0; i < name.count; i++) {
    lcb_sorter_add(L, &it->sorters[LCB_SORTER_WORDS], lc_index_word(name.word[i], name.size[i]), 0, number);
  }
}

/* Find the numbers of a part's names in the index, and store them in `out`. Returns false if the part is damaged. */
static bool add_names(lua_State *L, lcb_IndexBuilder *it, lcb_Listed *list, lcb_PartBytes texts, lcb_PartBytes ends,
                      uint32_t *out) {
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

static uint32_t *reserve_numbers(lua_State *L, lcb_IndexBuilder *it, size_t count) {
  LCB_GROW(L, 1, NUMBERS, it->numbers, 0, it->numbers_room, count)
  return it->numbers;
}

/* Replace the number of a name in a part by that in the index. Returns false if the part has no such name. */
static bool renumber(uint32_t *number, const uint32_t *numbers, size_t count) {
  if (*number > count) return false;
  if (*number > 0) *number = numbers[*number - 1];
  return true;
}

static bool add_games(lua_State *L, lcb_IndexBuilder *it, lcb_PartBytes games, const uint32_t *names, size_t name_count,
                      const uint32_t *events, size_t event_count) {
  unsigned char bytes[LC_INDEX_GAME];
  for (size_t at = 0; at < games.size; at += LC_INDEX_GAME, it->head.games++) {
    lc_IndexGame game;
    lc_index_read_game(games.bytes + at, &game);
    bool is_sound = renumber(&game.white, names, name_count) && renumber(&game.black, names, name_count);
    if (!is_sound || !renumber(&game.event, events, event_count)) return false;
    uint64_t number = it->head.games * 2;
    if (game.white) lcb_sorter_add(L, &it->sorters[LCB_SORTER_PLAYED], (uint64_t)(game.white - 1) << 32, 0, number);
    if (game.black) lcb_sorter_add(L, &it->sorters[LCB_SORTER_PLAYED], (uint64_t)(game.black - 1) << 32, 0, number + 1);
    lc_IndexCount count = lc_index_count_of(&game);
    lc_scratch_append(&it->files[LCB_FILE_COUNTS], &count, sizeof count);
    lc_index_put_game(&game, bytes);
    lc_index_put(&it->pages, bytes, sizeof bytes);
  }
  return true;
}

static bool add_unread(lcb_IndexBuilder *it, lcb_PartBytes unread, uint64_t before, uint64_t games) {
  unsigned char bytes[sizeof(uint32_t)];
  uint32_t last = 0;
  for (size_t at = 0; at < unread.size; at += sizeof bytes) {
    uint32_t number = lc_get32(unread.bytes + at);
    if (number <= last || number > games) return false;
    last = number;
    lc_put32(bytes, (uint32_t)before + number);
    lc_scratch_append(&it->files[LCB_FILE_UNREAD], bytes, sizeof bytes);
  }
  return true;
}

/* Add the sorted entries of a part as a run. */
static bool add_places(lua_State *L, lcb_IndexBuilder *it, lcb_PartBytes entries, uint64_t before, uint64_t games) {
  enum { SOME = 512 };
  lcb_Runs *runs = &it->sorters[LCB_SORTER_PLACES].runs;
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

static bool add_part(lua_State *L, lcb_IndexBuilder *it, const lcb_PartView *part) {
  const lcb_PartBytes *of = part->section;
  uint64_t before = it->head.games, games = of[LCB_PART_GAMES].size / LC_INDEX_GAME;
  if (!has_sizes(part) || part->before < before) return false;
  if (before + games > LC_INDEX_MAX_GAMES) luaL_error(L, "an index has at most %d games", LC_INDEX_MAX_GAMES);
  size_t names = of[LCB_PART_NAME_ENDS].size / 8, events = of[LCB_PART_EVENT_ENDS].size / 8;
  uint32_t *numbers = reserve_numbers(L, it, names + events + 1);
  if (!add_names(L, it, &it->names, of[LCB_PART_NAMES], of[LCB_PART_NAME_ENDS], numbers)) return false;
  if (!add_names(L, it, &it->events, of[LCB_PART_EVENTS], of[LCB_PART_EVENT_ENDS], numbers + names)) return false;
  if (!add_games(L, it, of[LCB_PART_GAMES], numbers, names, numbers + names, events)) return false;
  it->head.flags |= part->flags & (LC_INDEX_IS_CUT | LC_INDEX_HAS_STRAY);
  if (part->before != before) it->head.flags |= LC_INDEX_HAS_STRAY; /* a game was skipped */
  return add_unread(it, of[LCB_PART_UNREAD], before, games) && add_places(L, it, of[LCB_PART_ENTRIES], before, games);
}

/***
Add the next part.
@function IndexBuilder:absorb
@param part IndexPart|string an IndexPart, or its bytes
@return boolean? true
@return string? err
@return string? code cannot_write; bad_part: the bytes are damaged, or of another version, or of games before the last
  part
@usage -- lua/lucena/index/writing.lua calls this function
*/
static int builder_absorb(lua_State *L) {
  lcb_IndexBuilder *it = self(L);
  lcb_PartView part;
  lcb_begin_use(L, &it->is_used);
  luaL_argcheck(L, !it->is_finished && lc_sink_is_open(&it->sink), 1, "the index is closed");
  lua_settop(L, 2);
  bool is_sound = lcb_part_view(L, 2, &part) && add_part(L, it, &part);
  lcb_part_release(L, 2);
  lcb_end_use(&it->is_used, 0);
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

/* ---- the end ---- */

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
  lcb_IndexBuilder *it = self(L);
  size_t size, marks_size;
  const char *source = lcb_check_text(L, 2, &size), *marks = lcb_check_text(L, 4, &marks_size);
  lua_Integer games = luaL_checkinteger(L, 3);
  luaL_argcheck(L, marks_size % LC_INDEX_MARK_BYTES == 0, 4, "not the members of a file");
  luaL_argcheck(L, !it->is_finished && lc_sink_is_open(&it->sink), 1, "the index is closed");
  lcb_begin_use(L, &it->is_used);
  it->is_finished = true;
  if (size != sizeof it->head.source || memcmp(source, &it->head.source, size) != 0) {
    close_all(it);
    lua_pushnil(L);
    return lcb_end_use(&it->is_used, 1);
  }
  it->head.names = it->names.names.keys.count;
  it->head.events = it->events.names.keys.count;
  if ((uint64_t)games != it->head.games) it->head.flags |= LC_INDEX_HAS_STRAY;
  lcb_index_write(L, it, marks, marks_size);
  lcb_end_use(&it->is_used, 0);
  int error = error_of(it);
  if (error || !lc_sink_publish(&it->sink)) return fail(L, it, 1, error ? error : it->sink.error);
  close_all(it);
  lua_pushinteger(L, (lua_Integer)it->head.games);
  return 1;
}

static int builder_close(lua_State *L) {
  lcb_IndexBuilder *it = self(L);
  lcb_refuse_finalizer(L, it->is_used);
  close_all(it);
  return 0;
}

static int builder_gc(lua_State *L) {
  close_all(self(L));
  return 0;
}

static int get_places(lua_State *L) { return lcb_return_count(L, self(L)->head.places); }

static const luaL_Reg builder_methods[] = {{"absorb", builder_absorb}, {"close", builder_close},
                                           {"finish", builder_finish}, {"mark_stray", builder_mark_stray},
                                           {NULL, NULL}};
static const luaL_Reg builder_getters[] = {{"places", get_places}, {NULL, NULL}};
static const luaL_Reg builder_metamethods[] = {{"__close", builder_close}, {"__gc", builder_gc}, {NULL, NULL}};

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
