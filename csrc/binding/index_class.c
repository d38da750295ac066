/*
** index_class - lucena.IndexFile: opens an index, closes it, and compares its checksums, for lua/lucena/index.lua.
** Creates the class, with the methods of all files of the index.
**
** Pages are read with pread, never mapped: if another program makes the file shorter, reading fails. With a mapped
** file, the process would get a signal. If a page is damaged, or a game's text has another checksum, the functions of
** an index return nil, message, code.
*/
#include "index_file.h"

#include <errno.h>
#include <string.h>

#include "../io/dir.h"
#include "../io/scratch.h"
#include "../notation/codes.h"
#include "interrupt.h"

/* ---- files of games ---- */

/***
Return the identity of a file of games: its size, the time of its last change, and a checksum of 64 blocks.
@function core.index_source
@param path string
@return string? identity
@return string? err
@return string? code
@usage return select(3, require("lucena.core").index_source("csrc"))  --> cannot_read
*/
static int index_source(lua_State *L) {
  const char *path = lcb_check_path(L, 1);
  lc_IndexSource source;
  int error = lcb_index_source(path, &source);
  if (error) {
    lc_Code code = error == ENOENT ? LC_D_CANNOT_OPEN : LC_D_CANNOT_READ;
    const char *name = lcb_push_path(L, path);
    return lcb_fail(L, code, "%s: %s: %s", name, lc_code_text(code), strerror(error));
  }
  lua_pushlstring(L, (const char *)&source, sizeof source);
  return 1;
}

static int close_source(lua_State *L) {
  lc_source_close(lua_touserdata(L, 1));
  return 0;
}

/***
Find the members of a compressed file: decode it, and return at most one member per MiB, as an index has them.
@function core.index_marks
@param path string
@return string? marks empty if the file is not compressed
@return string? err
@return string? code
@usage return require("lucena.core").index_marks("README.md") == ""  --> true
*/
static int index_marks(lua_State *L) {
  enum { SOME = 1 << 16 };
  const char *path = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  char *decoded = lua_newuserdatauv(L, SOME, 0);
  lc_Source *source = lua_newuserdatauv(L, sizeof *source, 0);
  lc_source_init(source);
  if (luaL_newmetatable(L, "lucena.IndexSource")) { /* closes the source if an error is raised */
    lua_pushcfunction(L, close_source);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, 3);
  if (!lc_source_open(source, path)) return lcb_fail_source(L, source, path, LC_D_CANNOT_OPEN);
  while (source->packed && lc_source_read(source, decoded, SOME) > 0) lcb_stop_if_interrupted(L);
  if (source->error) return lcb_fail_source(L, source, path, LC_D_CANNOT_READ);
  lcb_index_push_marks(L, source);
  lc_source_close(source);
  return 1;
}

/***
Return the two hashes that identify a position in an index.
@function core.index_hashes
@param position Position
@return integer key the same as Position.key
@return integer check
@usage local p = chess.position()
  return require("lucena.core").index_hashes(p) == p.key  --> true
*/
static int index_hashes(lua_State *L) {
  uint64_t hashes[2];
  lc_index_hashes(luaL_checkudata(L, 1, LCB_POSITION), hashes);
  lua_pushinteger(L, (lua_Integer)hashes[0]);
  lua_pushinteger(L, (lua_Integer)hashes[1]);
  return 2;
}

/* ---- opening ---- */

static lcb_Index *self(lua_State *L) { return luaL_checkudata(L, 1, LCB_INDEX_FILE); }

static void close_index(lcb_Index *it) {
  lc_file_close(it->fd);
  lc_file_close(it->source);
  it->fd = it->source = -1;
  lc_source_close(&it->packed);
}

static bool read_page(void *state, uint64_t number, unsigned char page[LC_INDEX_PAGE]) {
  const lcb_Index *it = state;
  return lc_file_read(it->fd, number * LC_INDEX_PAGE, page, LC_INDEX_PAGE) == 0;
}

static void expect_pages(void *state, uint64_t first, uint64_t count) {
  const lcb_Index *it = state;
  lc_file_expect(it->fd, first * LC_INDEX_PAGE, count * LC_INDEX_PAGE);
}

/***
Open an index. The file of games is opened only when a game is read.
@function core.open_index
@param path string the index
@param source string the file of games
@return IndexFile? index
@return string? err
@return string? code cannot_open cannot_read not_index other_index damaged_index
@usage return select(3, require("lucena.core").open_index("README.md", "README.md"))  --> not_index
*/
static int open_index(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  luaL_checkstring(L, 2);
  lua_settop(L, 2);
  lcb_Index *it = lua_newuserdatauv(L, sizeof *it, LCB_INDEX_VALUES);
  memset(it, 0, offsetof(lcb_Index, file)); /* not the cache, whose memory the system provides when it is used */
  it->fd = it->source = -1;
  lc_source_init(&it->packed);
  luaL_setmetatable(L, LCB_INDEX_FILE);
  for (int i = 1; i <= 2; i++) {
    lua_pushvalue(L, i);
    lua_setiuservalue(L, 3, i);
  }
  int64_t size = 0;
  it->fd = lc_file_open(path);
  int error = it->fd < 0 ? errno : lc_file_size(path, &size);
  if (error) {
    close_index(it);
    const char *name = lcb_push_path(L, path);
    return lcb_fail(L, LC_D_CANNOT_OPEN, "%s: %s: %s", name, lc_code_text(LC_D_CANNOT_OPEN), strerror(error));
  }
  it->file.read = read_page;
  it->file.expect = expect_pages;
  it->file.state = it;
  if (lc_index_open(&it->file, (uint64_t)size)) return 1;
  int results = lcb_index_fail(L, 3, it);
  close_index(it);
  return results;
}

/***
Close the index.
@function IndexFile:close
@usage -- lua/lucena/index.lua calls this function
*/
static int index_close(lua_State *L) {
  close_index(self(L));
  return 0;
}

/***
Return what the index has.
@function IndexFile:info
@return table info source: the identity of the file of games, source_size: its bytes; games, places, positions, players,
  events, max_ply, is_cut, is_full, is_shared, has_stray, pages; part: sizes of the parts in bytes
@usage -- lua/lucena/index.lua calls this function
*/
static int index_info(lua_State *L) {
  static const char *const parts[LC_INDEX_PARTS] = {
      "games", "names", "name_ends", "events", "event_ends", "words", "played", "played_ends", "places",
      "place_fences", "moves", "move_fences", "unread", "marks"};
  const lcb_Index *it = lcb_index_check(L);
  const lc_IndexHead *head = &it->file.head;
  lua_createtable(L, 0, 14);
  lcb_set_integer(L, "source_size", head->source.size);
  lua_pushlstring(L, (const char *)&head->source, sizeof head->source);
  lua_setfield(L, -2, "source");
  lcb_set_integer(L, "games", head->games);
  lcb_set_integer(L, "places", head->places);
  lcb_set_integer(L, "positions", head->positions);
  lcb_set_integer(L, "players", head->names);
  lcb_set_integer(L, "events", head->events);
  lcb_set_integer(L, "max_ply", head->max_ply);
  lcb_set_integer(L, "pages", it->file.pages);
  lua_pushboolean(L, head->flags & LC_INDEX_IS_CUT);
  lua_setfield(L, -2, "is_cut");
  lua_pushboolean(L, head->flags & LC_INDEX_IS_FULL);
  lua_setfield(L, -2, "is_full");
  lua_pushboolean(L, head->flags & LC_INDEX_IS_SHARED);
  lua_setfield(L, -2, "is_shared");
  lua_pushboolean(L, head->flags & LC_INDEX_HAS_STRAY);
  lua_setfield(L, -2, "has_stray");
  lua_createtable(L, 0, LC_INDEX_PARTS);
  for (unsigned i = 0; i < LC_INDEX_PARTS; i++) lcb_set_integer(L, parts[i], head->part[i].end - head->part[i].begin);
  lua_setfield(L, -2, "part");
  return 1;
}

/***
Compare the checksums of pages.
@function IndexFile:verify
@param first integer the number of the first page, from 0
@param count integer
@return boolean? true
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_verify(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  uint64_t first = (uint64_t)luaL_checkinteger(L, 2), count = (uint64_t)luaL_checkinteger(L, 3);
  unsigned char page[LC_INDEX_PAGE];
  for (uint64_t i = first; i < first + count && i < it->file.pages; i++) {
    if (!lc_index_check_page(&it->file, i, page)) return lcb_index_fail(L, 1, it);
  }
  lua_pushboolean(L, 1);
  return 1;
}

static const luaL_Reg index_methods[] = {{"close", index_close}, {"info", index_info}, {"verify", index_verify},
                                         {NULL, NULL}};
static const luaL_Reg index_metamethods[] = {{"__close", index_close}, {"__gc", index_close}, {NULL, NULL}};

void lcb_open_index(lua_State *L) {
  static const lcb_Class class = {
      .name = LCB_INDEX_FILE,
      .methods = {index_methods, lcb_index_searches, lcb_index_entries},
      .metamethods = index_metamethods};
  static const luaL_Reg functions[] = {
      {"index_hashes", index_hashes}, {"index_marks", index_marks}, {"index_source", index_source},
      {"open_index", open_index}, {NULL, NULL}};
  lcb_class(L, &class);
  lua_setfield(L, -2, "IndexFile");
  lcb_open_index_search(L);
  lcb_open_index_games(L);
  lcb_functions(L, functions);
  lcb_open_index_build(L);
}
