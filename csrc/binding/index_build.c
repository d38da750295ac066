/*
** index_build - lucena.IndexBuilder: writes an index of a file of games, for lua/lucena/index.lua.
**
** add() takes the games that a Reader finds, without creating Games. Each game is replayed. Its positions are stored as
** entries of 24 bytes, which are sorted in runs of limited size and spilled to temporary files without a name. finish()
** merges the runs and writes the tables. So the memory does not grow with the number of games, except for the names: a
** table finds the number of a name that came before.
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
#include "../match/keys.h"
#include "../notation/codes.h"
#include "index.h"
#include "interrupt.h"

/* User values: the memory of the three sorters, that of the two tables of names, a buffer, the output's path. */
enum { MEMORY = 1, NAME_BLOCKS, EVENT_BLOCKS, TEXT, PATH, VALUES = PATH };

/* Runs begin small, because sorting is fast while a run fits into the processor's cache, and grow, because merging needs
** memory for each run. */
enum { MAX_RUNS = 4096, FIRST_RUN = 1 << 17, RUNS_OF_A_SIZE = 256 };
/* Entries of a run that are read at once: more would only touch memory that was not used before. */
enum { READ_MOST = 1 << 12 };

/* Entries that are sorted in runs. */
typedef struct Sorter {
  lc_IndexEntry *entries, *spare;
  size_t room, count;
  size_t run_room; /* entries of a run */
  lc_Scratch *file;
  uint32_t runs;
  uint64_t ends[MAX_RUNS]; /* in entries */
} Sorter;

/* Names with numbers, from 1, in the order in which they came. */
typedef struct Names {
  lc_Keys keys;
  uint32_t block_room;
  uint64_t size;
  lc_Scratch *text, *ends;
} Names;

/* The sorters, and the temporary files: those of the sorters come first. COUNTS has an lc_IndexCount for each game. */
enum { PLACES, PLAYED, WORDS, KINDS };
enum { NAME_TEXT = KINDS, NAME_ENDS, EVENT_TEXT, EVENT_ENDS, COUNTS, PLAYED_ENDS, PLACE_FENCES, MOVES, MOVE_FENCES, UNREAD, FILES };

typedef struct Builder {
  Sorter sorters[KINDS];
  Names names, events;
  lc_Scratch files[FILES];
  lc_Sink sink;
  lc_IndexPages pages;
  lc_IndexHead head;
  char *text;             /* for unescaped and folded values */
  size_t text_room;
  uint64_t unread;        /* games whose mainline stops early */
  uint64_t before;        /* games of earlier segments */
  bool is_finished;
} Builder;

#define LCB_INDEX_BUILDER "lucena.IndexBuilder"

static Builder *self(lua_State *L) { return luaL_checkudata(L, 1, LCB_INDEX_BUILDER); }

static void close_all(Builder *it) {
  for (unsigned i = 0; i < FILES; i++) lc_scratch_close(&it->files[i]);
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
  return it->sink.error;
}

/* ---- creating ---- */

static bool write_page(void *state, const unsigned char page[LC_INDEX_PAGE]) {
  return lc_sink_write(state, (const char *)page, LC_INDEX_PAGE);
}

static void begin_sorter(Sorter *sorter, lc_IndexEntry *memory, size_t bytes) {
  sorter->room = bytes / sizeof *memory / 2;
  sorter->run_room = sorter->room < FIRST_RUN ? sorter->room : FIRST_RUN;
  sorter->entries = memory;
  sorter->spare = memory + sorter->run_room;
}

static void init(Builder *it) {
  memset(it, 0, sizeof *it);
  for (unsigned i = 0; i < FILES; i++) lc_scratch_init(&it->files[i]);
  for (unsigned i = 0; i < KINDS; i++) it->sorters[i].file = &it->files[i];
  it->names.text = &it->files[NAME_TEXT];
  it->names.ends = &it->files[NAME_ENDS];
  it->events.text = &it->files[EVENT_TEXT];
  it->events.ends = &it->files[EVENT_ENDS];
  lc_sink_init(&it->sink);
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
  enum { SHARE = 16, LEAST = 1 << 20 };
  size_t path_size, source_size;
  const char *path = lcb_check_text(L, 1, &path_size), *source = lcb_check_text(L, 2, &source_size);
  luaL_argcheck(L, strlen(path) == path_size, 1, "path holds a NUL");
  luaL_argcheck(L, source_size == sizeof(lc_IndexSource), 2, "no identity");
  lua_Integer memory = luaL_checkinteger(L, 3), max_ply = luaL_checkinteger(L, 4);
  luaL_argcheck(L, memory >= LEAST && memory <= INT64_MAX / 2, 3, "less than 1 MiB");
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
  lua_newtable(L);
  lua_setiuservalue(L, 7, NAME_BLOCKS);
  lua_newtable(L);
  lua_setiuservalue(L, 7, EVENT_BLOCKS);
  size_t small = (size_t)memory / SHARE / sizeof(lc_IndexEntry) * sizeof(lc_IndexEntry), large = (size_t)memory - 2 * small;
  char *block = lua_newuserdatauv(L, (size_t)memory, 0);
  lua_setiuservalue(L, 7, MEMORY);
  begin_sorter(&it->sorters[PLAYED], (lc_IndexEntry *)(void *)block, small);
  begin_sorter(&it->sorters[WORDS], (lc_IndexEntry *)(void *)(block + small), small);
  begin_sorter(&it->sorters[PLACES], (lc_IndexEntry *)(void *)(block + 2 * small), large);
  memcpy(&it->head.source, source, source_size);
  it->head.max_ply = (uint32_t)max_ply;
  it->head.before = (uint64_t)before;
  it->before = (uint64_t)games;
  it->head.flags = (lua_toboolean(L, 5) ? LC_INDEX_IS_FULL : 0u) | (lua_toboolean(L, 6) ? LC_INDEX_IS_SHARED : 0u);
  it->names.keys.seed = it->events.keys.seed = (uint64_t)(uintptr_t)it * UINT64_C(0x9e3779b97f4a7c15);
  return open_all(it, path) ? 1 : fail(L, it, 7, error_of(it));
}

/* ---- entries ---- */

static bool spill(Sorter *sorter) {
  const lc_IndexEntry *sorted = lc_index_sort(sorter->entries, sorter->spare, sorter->count);
  if (sorter->runs == MAX_RUNS) {
    sorter->file->error = ENOMEM;
    return false;
  }
  if (!lc_scratch_append(sorter->file, sorted, sorter->count * sizeof *sorted)) return false;
  sorter->ends[sorter->runs] = (sorter->runs ? sorter->ends[sorter->runs - 1] : 0) + sorter->count;
  sorter->runs++;
  sorter->count = 0;
  if (sorter->runs % RUNS_OF_A_SIZE == 0 && sorter->run_room <= sorter->room / 2) sorter->run_room *= 2;
  sorter->spare = sorter->entries + sorter->run_room;
  return true;
}

static inline bool add_entry(Sorter *sorter, uint64_t key, uint64_t check, uint64_t where) {
  if (sorter->count == sorter->run_room && !spill(sorter)) return false;
  sorter->entries[sorter->count++] = (lc_IndexEntry){key, check, where};
  return true;
}

/* ---- names ---- */

static void reserve_text(lua_State *L, Builder *it, int index, size_t size) {
  if (size <= it->text_room) return;
  it->text = lua_newuserdatauv(L, 2 * size, 0);
  it->text_room = 2 * size;
  lua_setiuservalue(L, index, TEXT);
}

/* Make room for one more name of `size` bytes. `blocks` is the user value with the table of blocks, in which the entries
** are at [0]. */
static char *draft(lua_State *L, Names *names, int index, int blocks, size_t size) {
  enum { FIRST_ROOM = 1 << 12 };
  lc_Keys *keys = &names->keys;
  char *out;
  lua_getiuservalue(L, index, blocks);
  while (lc_keys_is_full(keys)) {
    uint32_t room = keys->room ? 2 * keys->room : FIRST_ROOM;
    if (room == 0) luaL_error(L, "too many names");
    lc_keys_move(keys, lua_newuserdatauv(L, room * sizeof *keys->entries, 0), room);
    lua_rawseti(L, -2, 0);
  }
  while (!(out = lc_keys_draft(keys, size))) {
    if (keys->block_count == LC_KEY_BLOCKS) luaL_error(L, "too many names");
    if (keys->block_count == names->block_room) {
      uint32_t room = names->block_room ? 2 * names->block_room : 16;
      uint64_t **list = lua_newuserdatauv(L, room * sizeof *list, 0);
      if (keys->block_count) memcpy(list, keys->blocks, keys->block_count * sizeof *list);
      keys->blocks = list;
      names->block_room = room;
      lua_rawseti(L, -2, -1);
    }
    size_t words = lc_keys_words(size);
    uint64_t *block = lua_newuserdatauv(L, words * sizeof *block, 0);
    lua_rawseti(L, -2, (lua_Integer)keys->block_count + 1);
    lc_keys_add_block(keys, block, words);
  }
  lua_pop(L, 1);
  return out;
}

/* Return the number of a name. *is_new: it came for the first time. */
static uint32_t number_of(lua_State *L, Names *names, int index, int blocks, const char *text, size_t size, bool *is_new) {
  uint32_t next = names->keys.count + 1;
  memcpy(draft(L, names, index, blocks, size), text, size);
  uint32_t number = lc_keys_add(&names->keys, size, next);
  *is_new = number == next;
  if (!*is_new) return number;
  names->size += size;
  lc_scratch_append(names->text, text, size);
  lc_scratch_append(names->ends, &names->size, sizeof names->size);
  return number;
}

/* Add the words of a new name. `scratch` has room for the folded name. */
static bool add_words(Sorter *words, uint32_t number, const char *text, size_t size, char *scratch) {
  lc_Name name;
  lc_name_split(scratch, lc_fold(text, size, scratch), &name);
  for (unsigned i = 0; i < name.count; i++) {
    if (!add_entry(words, lc_index_word(name.word[i], name.size[i]), 0, number)) return false;
  }
  return true;
}

/* ---- a game ---- */

static uint32_t read_name(lua_State *L, Builder *it, const lc_TagSection *section, const char *tag) {
  lcb_IndexValue value;
  bool is_new;
  if (!lcb_index_find_tag(section, tag, it->text, &value)) return 0;
  uint32_t number = number_of(L, &it->names, 2, NAME_BLOCKS, value.text, value.size, &is_new);
  /* a resolved value is in the first third of the buffer */
  if (is_new) add_words(&it->sorters[WORDS], number, value.text, value.size, it->text + section->size);
  return number;
}

static void read_tags(lua_State *L, Builder *it, lcb_Reader *reader, lc_IndexGame *out) {
  lc_TagSection section = lcb_section(reader);
  lcb_IndexValue value;
  bool is_new;
  reserve_text(L, it, 2, 3 * section.size + 1);
  out->white = read_name(L, it, &section, "White");
  out->black = read_name(L, it, &section, "Black");
  if (lcb_index_find_tag(&section, "Event", it->text, &value)) {
    out->event = number_of(L, &it->events, 2, EVENT_BLOCKS, value.text, value.size, &is_new);
  }
  lcb_index_read_tags(L, reader, it->text, out);
}

/* ---- the positions of a game ---- */

static bool add_place(Builder *it, const lc_Position *p, lc_IndexPlace place) {
  uint64_t hashes[2];
  lc_index_hashes(p, hashes);
  it->head.places++;
  return add_entry(&it->sorters[PLACES], hashes[0], hashes[1], lc_index_pack(place));
}

/* Add the positions of the mainline. Returns its number of plies. *is_whole: all moves could be read. */
static uint32_t add_places(Builder *it, lcb_Reader *reader, uint32_t number, bool *is_whole) {
  enum { SOME_MOVES = 512 };
  const lc_Scan *scan = &reader->scan;
  const char *text = reader->window.bytes + scan->begin;
  size_t size = scan->at - scan->begin, tags = lcb_tags_size(scan);
  lc_Start start;
  lc_Replay replay;
  lc_Move moves[SOME_MOVES];
  lc_start_find(text, scan->has_setup ? tags : 0, reader->tolerance, &start);
  lc_replay_begin(&replay, text, size, reader->window.room + LCB_PADDING - scan->at, tags, reader->dialect,
                  reader->tolerance, &start);
  lc_Position p = start.position;
  lc_IndexPlace place = {.game = number};
  bool is_within = start.code == LC_D_NONE;
  uint32_t ply = 0;
  while (!replay.is_over) {
    uint32_t before = replay.plies;
    int status = lc_replay_run(&replay, reader->window.cpu, moves, SOME_MOVES);
    for (uint32_t i = 0; i < replay.plies - before; i++, ply++) {
      place.ply = (uint16_t)ply;
      place.move = moves[i];
      is_within = is_within && ply <= it->head.max_ply && add_place(it, &p, place);
      if (is_within) lc_position_play(&p, moves[i]);
    }
    if (status == LC_OK) break;
  }
  place.ply = (uint16_t)ply;
  place.move = LC_INDEX_NO_MOVE;
  if (is_within && ply <= it->head.max_ply) add_place(it, &p, place);
  if (start.code == LC_D_NONE && ply > it->head.max_ply) it->head.flags |= LC_INDEX_IS_CUT;
  *is_whole = replay.code == LC_D_NONE && start.code == LC_D_NONE;
  return replay.plies;
}

/* Add the game in the window of the Reader at stack index 1 to the builder at index 2. */
static void add_game(lua_State *L, Builder *it, lcb_Reader *reader) {
  const lc_Scan *scan = &reader->scan;
  lcb_Origin origin = lcb_window_place(&reader->window, scan->begin);
  size_t size = scan->at - scan->begin;
  unsigned char bytes[LC_INDEX_GAME];
  bool is_whole;
  lc_IndexGame game = {
      .offset = origin.offset, .size = (uint32_t)size, .line = origin.line > UINT32_MAX ? 0 : (uint32_t)origin.line,
      .column = origin.column > UINT16_MAX ? 0 : (uint16_t)origin.column,
      .sum = (uint32_t)lc_index_hash(reader->window.bytes + scan->begin, size, 0)};
  read_tags(L, it, reader, &game);
  uint32_t plies = add_places(it, reader, (uint32_t)it->head.games, &is_whole);
  game.plies = plies > UINT16_MAX ? UINT16_MAX : (uint16_t)plies;
  uint64_t number = it->head.games * 2;
  if (game.white) add_entry(&it->sorters[PLAYED], (uint64_t)(game.white - 1) << 32, 0, number);
  if (game.black) add_entry(&it->sorters[PLAYED], (uint64_t)(game.black - 1) << 32, 0, number + 1);
  lc_IndexCount count = lc_index_count_of(&game);
  lc_scratch_append(&it->files[COUNTS], &count, sizeof count);
  lc_index_put_game(&game, bytes);
  lc_index_put(&it->pages, bytes, sizeof bytes);
  it->head.games++;
  if (is_whole) return;
  lc_put32(bytes, (uint32_t)it->head.games);
  lc_scratch_append(&it->files[UNREAD], bytes, 4);
  it->unread++;
  lcb_reader_report_errors(L, reader);
}

/* core.indexing.add(reader, builder, most): adds the next games of the reader, at most `most`. Returns the number of games
** added, and whether the input has ended. Returns nil, message, code if reading or writing failed. Returns early if the
** reader's list of diagnostics is nearly full. */
static int indexing_add(lua_State *L) {
  lcb_Reader *reader = lcb_check_open(L);
  Builder *it = luaL_checkudata(L, 2, LCB_INDEX_BUILDER);
  lua_Integer most = luaL_checkinteger(L, 3), count = 0;
  luaL_argcheck(L, !it->is_finished && lc_sink_is_open(&it->sink), 2, "the index is closed");
  for (lua_settop(L, 2); count < most; lua_settop(L, 2), count++) {
    lua_Integer noted = reader->window.noted;
    lcb_reader_find(L, reader);
    if (reader->window.noted != noted || reader->window.lost > 0) it->head.flags |= LC_INDEX_HAS_STRAY;
    if (reader->state != LCB_HAS_GAME) break;
    if (reader->games != it->before + it->head.games + 1) it->head.flags |= LC_INDEX_HAS_STRAY;
    if (it->before + it->head.games == LC_INDEX_MAX_GAMES) return luaL_error(L, "an index has at most %d games", LC_INDEX_MAX_GAMES);
    add_game(L, it, reader);
    reader->state = LCB_NEEDS_SPAN;
    if (error_of(it)) return fail(L, it, 2, error_of(it));
    if (reader->window.noted > LCB_MAX_DIAGNOSTICS - LCB_MAX_GAME_DIAGNOSTICS) most = count + 1;
  }
  if (reader->window.source.error) return lcb_fail_input(L);
  lua_pushinteger(L, count);
  lua_pushboolean(L, reader->state == LCB_AT_END);
  return 2;
}

/* ---- writing ---- */

/* The entries of a sorter in order. */
typedef struct Sorted {
  Sorter *sorter;
  lc_IndexMerge merge;
  lc_IndexRun *runs;
  uint64_t *at; /* for each run, the next entry in the file */
  size_t room;  /* entries of each run in memory */
} Sorted;

/* Read more entries of a run into its part of the memory. */
static bool read_run(Sorted *it, uint32_t i) {
  lc_IndexEntry *to = it->sorter->entries + i * it->room;
  uint64_t left = it->sorter->ends[i] - it->at[i];
  size_t count = left < it->room ? (size_t)left : it->room;
  if (!lc_scratch_read(it->sorter->file, it->at[i] * sizeof *to, to, count * sizeof *to)) return false;
  it->at[i] += count;
  it->runs[i] = (lc_IndexRun){to, to + count, it->at[i] < it->sorter->ends[i]};
  return true;
}

/* Begin to return the entries in order. Pushes a userdata, which must stay on the stack meanwhile. */
static bool begin_sorted(lua_State *L, Sorter *sorter, Sorted *out) {
  uint32_t count = sorter->runs;
  *out = (Sorted){.sorter = sorter};
  if (count > 0 && sorter->count > 0) {
    if (!spill(sorter)) return false;
    count++;
  }
  uint32_t parts = count > 0 ? count : 1;
  char *block = lua_newuserdatauv(L, parts * (sizeof *out->runs + sizeof *out->at + sizeof *out->merge.nodes), 0);
  out->runs = (lc_IndexRun *)(void *)block;
  out->at = (uint64_t *)(void *)(out->runs + parts);
  out->room = 2 * sorter->room / parts;
  if (out->room > READ_MOST) out->room = READ_MOST;
  if (count == 0) {
    const lc_IndexEntry *sorted = lc_index_sort(sorter->entries, sorter->spare, sorter->count);
    out->runs[0] = (lc_IndexRun){sorted, sorted + sorter->count, false};
  }
  for (uint32_t i = 0; i < count; i++) {
    out->at[i] = i > 0 ? sorter->ends[i - 1] : 0;
    if (!read_run(out, i)) return false;
  }
  lc_merge_begin(&out->merge, out->runs, (lc_MergeNode *)(void *)(out->at + parts), parts);
  return true;
}

/* Return the next entry. Returns false at the end and on failure. */
static bool next_sorted(Sorted *it, lc_IndexEntry *out) {
  for (;;) {
    switch (lc_merge_next(&it->merge, out)) {
      case LC_MERGE_ENTRY: return true;
      case LC_MERGE_END: return false;
      case LC_MERGE_READ:
        if (!read_run(it, it->merge.empty)) return false;
    }
  }
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
  Sorted sorted;
  lc_IndexEntry entry, last = {.where = UINT64_MAX};
  unsigned char bytes[LC_INDEX_WORD];
  begin_part(it, LC_INDEX_WORDS);
  if (!begin_sorted(L, &it->sorters[WORDS], &sorted)) return;
  for (; next_sorted(&sorted, &entry); last = entry) {
    if (entry.key == last.key && entry.where == last.where) continue; /* the name has the word twice */
    lc_put64(bytes, entry.key);
    lc_put32(bytes + 8, (uint32_t)entry.where);
    lc_index_put(&it->pages, bytes, sizeof bytes);
  }
  end_part(it, LC_INDEX_WORDS);
}

static void write_played(lua_State *L, Builder *it) {
  Sorted sorted;
  lc_IndexEntry entry;
  uint64_t name = 0, size = 0;
  unsigned char bytes[4];
  begin_part(it, LC_INDEX_PLAYED);
  if (!begin_sorted(L, &it->sorters[PLAYED], &sorted)) return;
  for (; next_sorted(&sorted, &entry); size += sizeof bytes) {
    for (; name < entry.key >> 32; name++) lc_scratch_append(&it->files[PLAYED_ENDS], &size, sizeof size);
    lc_put32(bytes, (uint32_t)entry.where);
    lc_index_put(&it->pages, bytes, sizeof bytes);
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
  Sorted sorted;
  lc_IndexEntry entry;
  lc_IndexGroup *group = lua_newuserdatauv(L, sizeof *group, 0);
  const lc_IndexCount *counts = lc_scratch_map(&it->files[COUNTS]);
  begin_part(it, LC_INDEX_PLACES);
  if (it->files[COUNTS].error || !begin_sorted(L, &it->sorters[PLACES], &sorted)) return;
  lc_group_begin(group, counts, it->head.flags);
  for (uint64_t n = 1; next_sorted(&sorted, &entry); n++) {
    lc_group_add(group, &entry);
    write_items(it, group);
    if (n % (1 << 16) == 0) lcb_stop_if_interrupted(L);
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
@return integer? games nil if the file has changed since the builder was created
@return string? err if writing failed
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int builder_finish(lua_State *L) {
  Builder *it = self(L);
  size_t size;
  const char *source = lcb_check_text(L, 2, &size);
  luaL_argcheck(L, !it->is_finished && lc_sink_is_open(&it->sink), 1, "the index is closed");
  it->is_finished = true;
  if (size != sizeof it->head.source || memcmp(source, &it->head.source, size) != 0) {
    close_all(it);
    return lua_pushnil(L), 1;
  }
  it->head.names = it->names.keys.count;
  it->head.events = it->events.keys.count;
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
static int get_unread(lua_State *L) { return lcb_return_count(L, self(L)->unread); }

static const luaL_Reg builder_methods[] = {{"close", builder_close}, {"finish", builder_finish}, {NULL, NULL}};
static const luaL_Reg builder_getters[] = {{"places", get_places}, {"unread", get_unread}, {NULL, NULL}};
static const luaL_Reg builder_metamethods[] = {{"__close", builder_close}, {"__gc", builder_close}, {NULL, NULL}};
static const luaL_Reg indexing_functions[] = {{"add", indexing_add}, {NULL, NULL}};

void lcb_open_index_build(lua_State *L) {
  static const lcb_Class class = {.name = LCB_INDEX_BUILDER,
                                  .methods = {builder_methods},
                                  .getters = {builder_getters},
                                  .metamethods = builder_metamethods};
  static const luaL_Reg *const lists[] = {indexing_functions, NULL};
  static const luaL_Reg functions[] = {{"index_builder", builder_new}, {NULL, NULL}};
  lcb_class(L, &class);
  lua_setfield(L, -2, "IndexBuilder");
  lcb_internals(L, LCB_READER, "indexing", lists);
  lcb_functions(L, functions);
}
