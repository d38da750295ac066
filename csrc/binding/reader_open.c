/*
** reader_open - chess.open: the options of a Reader.
*/
#include <string.h>

#include "reader_box.h"

static const size_t DEFAULT_MAX_GAME = (size_t)16 << 20;

static void read_test(lua_State *L, lcb_Reader *reader, int list, lua_Integer n) {
  lc_TagTest *test = &reader->test[reader->tests];
  if (lua_rawgeti(L, list, n) != LUA_TTABLE) luaL_error(L, "tags[%d] is not a table {name, operator, value}", (int)n);
  for (int i = 1; i <= 3; i++) {
    if (lua_rawgeti(L, -i, i) == LUA_TNUMBER && i == 3) lua_tostring(L, -1);
    if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "tags[%d][%d] is not a string", (int)n, i);
  }
  size_t op_size;
  const char *op = lua_tolstring(L, -2, &op_size);
  int found = lc_tag_op(op, op_size);
  if (found < 0) luaL_error(L, "tags[%d][2]: unknown operator '%s' (= ~ ^ < <= > >=)", (int)n, op);
  test->op = (lc_TagOp)found;
  test->name = lua_tolstring(L, -3, &test->name_size);
  test->value = lua_tolstring(L, -1, &test->value_size);
  bool is_number = test->value_size > 0 && lc_tag_number(test->value, test->value_size, &test->number);
  if (test->op >= LC_TAG_LESS && !is_number) luaL_error(L, "tags[%d][3]: '%s' is not a number", (int)n, test->value);
  /* The strings stay where they are as long as something holds them. */
  lua_getiuservalue(L, -5, LCB_READER_TESTS);
  lua_pushvalue(L, -4);
  lua_rawseti(L, -2, 2 * n - 1);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, 2 * n);
  lua_pop(L, 5);
  reader->tests++;
}

/* The Reader is on top of the stack. */
static void make_book(lua_State *L, lcb_Reader *reader) {
  if (!lcb_option(L, 2, "dialect")) lua_pushnil(L);
  lcb_Book *book = lcb_push_book(L, 1, -1, 2);
  if (!lcb_option(L, 2, "limits")) lua_pushnil(L);
  lcb_read_limits(L, -1, 2, &book->limits);
  lua_pop(L, 1);
  reader->dialect = book->dialect;
  reader->limits = &book->limits;
  lua_setiuservalue(L, -3, LCB_READER_BOOK);
  lua_pop(L, 1);
}

/* The option's value on top of the stack becomes its Program; one that calls Lua functions cannot be asked here. */
static void to_program(lua_State *L) {
  if (luaL_testudata(L, -1, LCB_PROGRAM)) return;
  bool is_query = false;
  if (luaL_getmetafield(L, -1, "__name")) {
    is_query = lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), "lucena.Query") == 0;
    lua_pop(L, 1);
  }
  if (!is_query) lcb_bad_option(L, 2, "query", "lucena.Query");
  lua_getfield(L, -1, "compiled");
  lua_pushvalue(L, -2);
  lua_call(L, 1, 2);
  if (lua_toboolean(L, -1)) luaL_argerror(L, 2, "option 'query': this one calls Lua functions, use chess.games");
  lua_pop(L, 1);
}

static void read_query(lua_State *L, lcb_Reader *reader) {
  int at = lua_gettop(L);
  if (!lcb_option(L, 2, "query")) return;
  to_program(L);
  reader->query = lcb_push_run(L, -1);
  lua_setiuservalue(L, at, LCB_READER_QUERY);
  lua_settop(L, at);
}

static void read_options(lua_State *L, lcb_Reader *reader) {
  int at = lua_gettop(L);
  reader->wants_check = lcb_option_boolean(L, 2, "check", false);
  reader->is_strict = lcb_option_boolean(L, 2, "strict", false);
  reader->selects = lcb_option_boolean(L, 2, "select", true);
  reader->salvages = lcb_option_boolean(L, 2, "salvage", false);
  if (lcb_option(L, 2, "max_game")) {
    int is_integer;
    lua_Integer size = lua_tointegerx(L, -1, &is_integer);
    if (lua_type(L, -1) != LUA_TNUMBER || !is_integer || size < LCB_WINDOW_SIZE || size > LCB_MAX_TREE) {
      luaL_tolstring(L, -1, NULL);
      lcb_bad_option(L, 2, "max_game", "integer from 262144 to 1073741824");
    }
    reader->window.limit = (size_t)size;
    lua_settop(L, at);
  }
  if (lcb_option(L, 2, "tags")) {
    if (!lua_istable(L, -1)) lcb_bad_option(L, 2, "tags", "an array of {name, operator, value}");
    lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
    if (count > LCB_MAX_TESTS) luaL_error(L, "more than %d tag tests", LCB_MAX_TESTS);
    lua_insert(L, -2); /* list, Reader */
    for (lua_Integer n = 1; n <= count; n++) read_test(L, reader, -2, n);
    lua_remove(L, -2);
  }
  read_query(L, reader);
}

/***
Open a file of games; "-" is standard input. One compressed by gzip, zstd or bzip2 is decompressed on the way,
whatever its name is.
@function chess.open
@param path string
@param options? table dialect = the notation of the moves, a name, a Dialect, or "auto": each game that does not read as
  PGN is read in the one that it is found to be in; check = true: replay every game and note what is wrong;
  strict = true: warnings and repairs are errors; max_game = bytes of the largest game to hold (default 16 MiB);
  limits = {comment =, nesting =, tag =, tags =}: how many bytes of a comment (1 MiB) and of a tag's value (64 KiB), and
  how many tags (1000), a game may have without a warning, and how deep the variations are nested that are read (1000);
  salvage = true: where a comment is
  never closed, the games behind it are read all the same (a comment longer than max_game counts as never closed, once a
  tag section stands in it); tags = array of tests {name, operator, value}
  with operators = ~ (contains) ^ (begins with) < <= > >=, all of which a game must pass; query = a query of chess.query,
  without Lua functions, which it must pass, too; select = false: deliver every game all the same, and leave asking to
  passes() and the query; part = {offset=, line=, column=, games=}: begin at this byte of a file, which stands behind so
  many games (Reader.cut has such a place); of a compressed one, mark_packed= and mark_offset= of Reader:mark say where
  decoding begins, and of what has no places it is where to count from; with last = the number of the last game to read,
  and with text = the bytes, which are read in place of the file
@return Reader? reader
@return string? err
@return string? code cannot_open unsupported_compression
@usage local r = assert(chess.open("spec/data/sample/sample.pgn", {tags = {{"White", "^", "Kasparov"}}}))
*/
int lcb_reader_open(lua_State *L) {
  static const char *const names[] = {"check", "dialect", "limits", "max_game", "part", "query", "salvage", "select",
                                     "strict", "tags", NULL};
  size_t size;
  const char *path = lcb_check_text(L, 1, &size);
  if (strlen(path) != size) return luaL_argerror(L, 1, "path holds a NUL");
  lcb_check_options(L, 2, names);
  lua_settop(L, 2);
  lcb_Reader *reader = lua_newuserdatauv(L, sizeof *reader, LCB_READER_VALUES); /* 3 */
  memset(reader, 0, sizeof *reader);
  lcb_window_init(&reader->window, DEFAULT_MAX_GAME);
  luaL_setmetatable(L, LCB_READER);
  lua_newtable(L);
  lua_setiuservalue(L, 3, LCB_READER_TESTS);
  lua_newtable(L);
  lua_setiuservalue(L, 3, LCB_READER_DIAGNOSTICS);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 3, LCB_READER_NAME);
  make_book(L, reader);
  read_options(L, reader);
  lua_replace(L, 1);
  lcb_window_grow(L, &reader->window, 1, LCB_READER_WINDOW, LCB_WINDOW_SIZE);
  lua_getiuservalue(L, 1, LCB_READER_NAME);
  path = lua_tostring(L, -1);
  lua_settop(L, 2);
  if (lcb_option(L, 2, "part")) {
    if (!lua_istable(L, -1)) lcb_bad_option(L, 2, "part", "a table");
    return lcb_reader_open_part(L, reader, path);
  }
  lua_settop(L, 1);
  if (lc_source_open(&reader->window.source, path)) return 1;
  return lcb_fail_source(L, &reader->window.source, path, LC_D_CANNOT_OPEN);
}
