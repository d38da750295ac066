/*
** input - lucena.Input: the bytes of a file or of standard input, for readers that are written in Lua (JSON, CSV).
**
** Compressed data is decompressed, and UTF-16 converted to UTF-8, as for games: see io/source.h. Lua's own files do
** neither. The class is internal; lua/lucena/line_file.lua divides the bytes into lines.
*/
#include "../io/source.h"
#include "../notation/codes.h"
#include "binding.h"
#include "interrupt.h"
#include "window.h"

enum { NAME = 1, VALUES = NAME };
enum { MOST = 1 << 24 }; /* bytes of one read */

typedef struct Input {
  lc_Source source;
  bool is_used; /* see lcb_begin_use() */
} Input;

static Input *check_open(lua_State *L) {
  Input *input = lcb_self(L);
  if (!lc_source_is_open(&input->source)) luaL_error(L, "input is closed");
  return input;
}

/* Return nil at the end of the bytes, with message and code if reading failed or the data is defective. The defect is
** returned once. */
static int end(lua_State *L, lc_Source *source) {
  lua_getiuservalue(L, 1, NAME);
  const char *name = lua_tostring(L, -1);
  if (source->error) return lcb_fail_source(L, source, name, LC_D_CANNOT_READ);
  lc_Code code = lcb_source_defect(source);
  source->defect = LC_SOURCE_SOUND;
  if (code != LC_D_NONE) return lcb_fail(L, code, "%s: %s", lcb_push_path(L, name), lc_code_text(code));
  lua_pushnil(L);
  return 1;
}

/***
Read up to `most` bytes, decompressed.
@function Input:read
@param most integer 1 to 16,777,216
@return string? bytes nil at the end
@return string? err if reading failed, or if compressed data is truncated or damaged
@return string? code
@usage require("lucena.core").open_input("README.md"):read(8)  --> # Lucena
*/
static int input_read(lua_State *L) {
  Input *input = check_open(L);
  lua_Integer most = luaL_checkinteger(L, 2);
  luaL_argcheck(L, most > 0 && most <= MOST, 2, "a number of bytes, 1 to 16777216");
  lcb_begin_use(L, &input->is_used);
  luaL_Buffer buffer;
  char *bytes = luaL_buffinitsize(L, &buffer, (size_t)most);
  size_t size = lc_source_read(&input->source, bytes, (size_t)most);
  luaL_pushresultsize(&buffer, size);
  return lcb_end_use(&input->is_used, size > 0 ? 1 : end(L, &input->source));
}

static int input_gc(lua_State *L) {
  Input *input = lcb_self(L);
  lc_source_close(&input->source);
  return 0;
}

/***
Close the input. Closing again does nothing.
@function Input:close
@usage require("lucena.core").open_input("README.md"):close()
*/
static int input_close(lua_State *L) {
  Input *input = lcb_self(L);
  lcb_refuse_finalizer(L, input->is_used);
  return input_gc(L);
}

/***
Open a file for reading its bytes; "-" is standard input. Compressed data (gzip, zstd, bzip2) is decompressed.
@function core.open_input
@param path string
@return Input? input
@return string? err
@return string? code cannot_open unsupported_compression
@usage require("lucena.core").open_input("README.md"):read(8)  --> # Lucena
*/
static int open_input(lua_State *L) {
  const char *path = lcb_check_path(L, 1);
  lua_settop(L, 1);
  Input *input = lua_newuserdatauv(L, sizeof *input, VALUES);
  input->is_used = false;
  lc_source_init(&input->source);
  input->source.is_stopped = lcb_is_interrupted;
  luaL_setmetatable(L, LCB_INPUT);
  lua_insert(L, 1);
  lua_setiuservalue(L, 1, NAME);
  if (!lc_source_open(&input->source, path)) return lcb_fail_source(L, &input->source, path, LC_D_CANNOT_OPEN);
  return 1;
}

static const luaL_Reg methods[] = {{"close", input_close}, {"read", input_read}, {NULL, NULL}};
static const luaL_Reg metamethods[] = {{"__close", input_close}, {"__gc", input_gc}, {NULL, NULL}};
static const luaL_Reg functions[] = {{"open_input", open_input}, {NULL, NULL}};

void lcb_open_input(lua_State *L) {
  static const lcb_Class class = {.name = LCB_INPUT, .methods = {methods}, .metamethods = metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Input");
  lcb_functions(L, functions);
}
