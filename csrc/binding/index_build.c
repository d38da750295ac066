/*
** index_build - lucena.IndexBuilder: writes an index from parts (csrc/index/build.h), for lua/lucena/index/writing.lua.
** The temporary files are in the folder of the output. The output is a sink: it appears complete or not at all.
*/
#include <errno.h>
#include <string.h>
#include <time.h>

#include "../index/build.h"
#include "../io/dir.h"
#include "../io/leftover.h"
#include "../io/scratch.h"
#include "../io/sink.h"
#include "../notation/codes.h"
#include "index_part.h"
#include "interrupt.h"
#include "memory.h"

/* User values: the output's path. */
enum { PATH = 1, VALUES = PATH };

#define LCB_INDEX_BUILDER "lucena.IndexBuilder"

typedef struct Builder {
  lc_IndexBuilder core;
  lc_IndexStore store;
  lc_Scratch files[LC_INDEX_FILES];
  const char *path; /* of the output, in the user value */
  lc_Sink sink;
  bool is_finished;
  bool is_used;     /* a method is running: see lcb_begin_use() */
} Builder;

static Builder *self(lua_State *L) {
  Builder *it = luaL_checkudata(L, 1, LCB_INDEX_BUILDER);
  it->store.memory = lcb_memory(L);
  return it;
}

/* ---- the store ---- */

static bool append(void *state, unsigned file, const void *bytes, size_t size) {
  Builder *it = state;
  lc_Scratch *scratch = &it->files[file];
  if (scratch->fd < 0 && !scratch->error && !lc_scratch_open(scratch, it->path)) return false;
  return lc_scratch_append(scratch, bytes, size);
}

static bool read(void *state, unsigned file, uint64_t offset, void *out, size_t size) {
  Builder *it = state;
  return lc_scratch_read(&it->files[file], offset, out, size);
}

static const void *map(void *state, unsigned file) {
  Builder *it = state;
  return lc_scratch_map(&it->files[file]);
}

static void clear(void *state, unsigned file) {
  Builder *it = state;
  lc_scratch_close(&it->files[file]);
}

static bool write_page(void *state, const unsigned char page[LC_INDEX_PAGE]) {
  Builder *it = state;
  return lc_sink_write(&it->sink, (const char *)page, LC_INDEX_PAGE);
}

static bool is_stopped(void *state) {
  (void)state;
  return lcb_is_interrupted();
}

static void init(Builder *it) {
  memset(it, 0, sizeof *it);
  it->store.append = append;
  it->store.read = read;
  it->store.map = map;
  it->store.clear = clear;
  it->store.write = write_page;
  it->store.is_stopped = is_stopped;
  it->store.state = it;
  for (unsigned i = 0; i < LC_INDEX_FILES; i++) lc_scratch_init(&it->files[i]);
  lc_sink_init(&it->sink);
}

static void close_all(Builder *it) {
  lc_build_free(&it->core);
  for (unsigned i = 0; i < LC_INDEX_FILES; i++) lc_scratch_close(&it->files[i]);
  lc_sink_discard(&it->sink);
}

/* ---- failures ---- */

/* Return the errno of the first failure of any file, or 0. */
static int error_of(const Builder *it) {
  for (unsigned i = 0; i < LC_INDEX_FILES; i++) {
    if (it->files[i].error) return it->files[i].error;
  }
  return it->sink.error;
}

/* Close the builder at `index` after a failure of a file, and return nil, message, code. */
static int fail_write(lua_State *L, Builder *it, int index) {
  int error = error_of(it);
  close_all(it);
  lua_getiuservalue(L, index, PATH);
  const char *name = lcb_push_path(L, lua_tostring(L, -1));
  return lcb_fail(L, LC_D_CANNOT_WRITE, "%s: %s: %s", name, lc_code_text(LC_D_CANNOT_WRITE),
                  strerror(error ? error : EIO));
}

/* Close the builder at `index` after the store's fault. Return nil, message, code, or raise an error. */
static int fail(lua_State *L, Builder *it, int index) {
  if (it->store.fault == LC_INDEX_FILE_FAILED) return fail_write(L, it, index);
  close_all(it);
  switch (it->store.fault) {
    case LC_INDEX_NO_MEMORY: return lcb_no_memory(L);
    case LC_INDEX_IS_STOPPED: return luaL_error(L, "interrupted");
    case LC_INDEX_TOO_MANY_GAMES: return luaL_error(L, "an index has at most %d games", LC_INDEX_MAX_GAMES);
    case LC_INDEX_NO_FAULT:
    case LC_INDEX_FILE_FAILED:
    case LC_INDEX_BAD_PART: break;
  }
  lua_pushnil(L);
  lua_pushliteral(L, "the part of an index is damaged");
  lua_pushliteral(L, "bad_part");
  return 3;
}

/* ---- creating ---- */

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
  size_t source_size;
  lc_IndexSource source;
  const char *path = lcb_check_path(L, 1), *identity = lcb_check_text(L, 2, &source_size);
  luaL_argcheck(L, source_size == sizeof source, 2, "no identity");
  memcpy(&source, identity, source_size);
  lua_Integer memory = luaL_checkinteger(L, 3), max_ply = luaL_checkinteger(L, 4);
  luaL_argcheck(L, memory >= LC_INDEX_LEAST_MEMORY && memory <= INT64_MAX / 2, 3, "less than 1 MiB");
  luaL_argcheck(L, max_ply >= 0 && max_ply <= LC_INDEX_MAX_PLY, 4, "a ply from 0 to 65535");
  uint32_t flags = (lua_toboolean(L, 5) ? LC_INDEX_IS_FULL : 0u) | (lua_toboolean(L, 6) ? LC_INDEX_IS_SHARED : 0u);
  lua_settop(L, 6);
  Builder *it = lua_newuserdatauv(L, sizeof *it, VALUES);
  init(it);
  luaL_setmetatable(L, LCB_INDEX_BUILDER);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 7, PATH);
  it->path = path;
  it->store.memory = lcb_memory(L);
  if (!lc_sink_open(&it->sink, path, true)) return fail_write(L, it, 7);
  lc_leftover_sweep(path);
  if (!lc_scratch_open(&it->files[0], path)) return fail_write(L, it, 7); /* report a bad folder now */
  uint64_t seed = (uint64_t)(uintptr_t)it * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)time(NULL);
  bool is_begun = lc_build_begin(&it->core, &it->store, &source, (size_t)memory, (uint32_t)max_ply, flags, seed);
  return is_begun ? 1 : fail(L, it, 7);
}

/* ---- methods ---- */

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
  Builder *it = self(L);
  lc_PartView part;
  lcb_begin_use(L, &it->is_used);
  luaL_argcheck(L, !it->is_finished && lc_sink_is_open(&it->sink), 1, "the index is closed");
  lua_settop(L, 2);
  bool is_added = lcb_part_view(L, 2, &part) ? lc_build_add(&it->core, &part)
                                             : lc_store_fail(&it->store, LC_INDEX_BAD_PART);
  lcb_part_release(L, 2);
  lcb_end_use(&it->is_used, 0);
  if (!is_added) return fail(L, it, 1);
  lua_pushboolean(L, 1);
  return 1;
}

/***
Record that something outside the games was reported.
@function IndexBuilder:mark_stray
@usage -- lua/lucena/index/writing.lua calls this function
*/
static int builder_mark_stray(lua_State *L) {
  self(L)->core.head.flags |= LC_INDEX_HAS_STRAY;
  return 0;
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
  lc_IndexHead *head = &it->core.head;
  size_t size, marks_size;
  const char *source = lcb_check_text(L, 2, &size), *marks = lcb_check_text(L, 4, &marks_size);
  lua_Integer games = luaL_checkinteger(L, 3);
  luaL_argcheck(L, marks_size % LC_INDEX_MARK_BYTES == 0, 4, "not the members of a file");
  luaL_argcheck(L, !it->is_finished && lc_sink_is_open(&it->sink), 1, "the index is closed");
  lcb_begin_use(L, &it->is_used);
  it->is_finished = true;
  if (size != sizeof head->source || memcmp(source, &head->source, size) != 0) {
    close_all(it);
    lua_pushnil(L);
    return lcb_end_use(&it->is_used, 1);
  }
  if ((uint64_t)games != head->games) head->flags |= LC_INDEX_HAS_STRAY;
  bool is_written = lc_build_finish(&it->core, marks, marks_size);
  lcb_end_use(&it->is_used, 0);
  if (!is_written) return fail(L, it, 1);
  if (!lc_sink_publish(&it->sink)) return fail_write(L, it, 1);
  uint64_t count = head->games;
  close_all(it);
  return lcb_return_count(L, count);
}

static int builder_close(lua_State *L) {
  Builder *it = self(L);
  lcb_refuse_finalizer(L, it->is_used);
  close_all(it);
  return 0;
}

static int builder_gc(lua_State *L) {
  close_all(self(L));
  return 0;
}

static int get_places(lua_State *L) { return lcb_return_count(L, self(L)->core.head.places); }

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
