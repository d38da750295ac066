/*
** embedded - all modules of lua/ in one program, and the command that runs with them.
**
** The modules are linked as one block of bytes, which scripts/dev/bundle.lua writes: a line "NAME FILE SIZE" for each
** module, an empty line, and then the texts in the same order. Each module gets a loader in package.preload, which
** compiles the text when the module is required. So the start costs one small closure per module, and a command loads
** the same modules as in a source tree. The chunks have the names of their files, so that messages are the same, too.
**
** `lucena.embedded` is a function that returns the text of a module, or nil, for help that is read from comments.
*/
#include "embedded.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

int luaopen_lucena_core(lua_State *L);
#ifdef LC_HAS_READLINE
int luaopen_lucena_readline(lua_State *L);
#endif

/* The name that `ld -r -b binary` gives to the first byte of modules.bin. */
extern const char _binary_modules_bin_start[];

/* ---- the modules in Lua ---- */

/* The loader of a module. Upvalues: text, size, chunk name. The first argument is the module's name. */
static int load_module(lua_State *L) {
  const char *text = lua_touserdata(L, lua_upvalueindex(1));
  size_t size = (size_t)lua_tointeger(L, lua_upvalueindex(2));
  if (luaL_loadbufferx(L, text, size, lua_tostring(L, lua_upvalueindex(3)), "t") != LUA_OK) return lua_error(L);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

/* lucena.embedded(name): the text of a module, or nil. Upvalue: a table of the loaders. */
static int embedded_text(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  if (lua_gettable(L, lua_upvalueindex(1)) != LUA_TFUNCTION) return 0;
  lua_getupvalue(L, -1, 1);
  lua_getupvalue(L, -2, 2);
  lua_pushlstring(L, lua_touserdata(L, -2), (size_t)lua_tointeger(L, -1));
  return 1;
}

static int open_embedded(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushcclosure(L, embedded_text, 1);
  return 1;
}

/* Push the word at *at, and move *at past the blank or line end after it. */
static const char *push_word(lua_State *L, const char **at) {
  size_t size = strcspn(*at, " \n");
  const char *word = lua_pushlstring(L, *at, size);
  *at += size + 1;
  return word;
}

/* Add the loaders of all modules to two tables: package.preload at the index -2, and the loaders at the index -1. */
static void add_modules(lua_State *L) {
  const char *line = _binary_modules_bin_start;
  const char *text = strstr(line, "\n\n") + 2;
  while (*line != '\n') {
    push_word(L, &line); /* the name, the key in both tables */
    lua_pushlightuserdata(L, (void *)text);
    push_word(L, &line);
    lua_pushfstring(L, "@%s", lua_tostring(L, -1));
    lua_remove(L, -2);
    size_t size = strtoul(push_word(L, &line), NULL, 10);
    lua_pop(L, 1);
    lua_pushinteger(L, (lua_Integer)size);
    lua_insert(L, -2);
    lua_pushcclosure(L, load_module, 3);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_settable(L, -6);
    lua_settable(L, -3);
    text += size;
  }
}

static void add_c_module(lua_State *L, const char *name, lua_CFunction open) {
  lua_pushcfunction(L, open);
  lua_setfield(L, -2, name);
}

/* ---- the program ---- */

void lc_open_embedded(lua_State *L) {
  luaL_openlibs(L);
  lua_gc(L, LUA_GCGEN, 0, 0); /* as in the lua5.4 interpreter */
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_newtable(L);
  add_modules(L);
  lua_pushcclosure(L, open_embedded, 1);
  lua_setfield(L, -2, "lucena.embedded");
  add_c_module(L, "lucena.core", luaopen_lucena_core);
#ifdef LC_HAS_READLINE
  add_c_module(L, "lucena.readline", luaopen_lucena_readline);
#endif
  lua_pop(L, 1);
}

static const char START[] = "require('lucena.start')"; /* scripts/lucena, which ends the process */

int lc_run_command(lua_State *L) {
  int count = (int)lua_tointeger(L, 1);
  char **arguments = lua_touserdata(L, 2);
  lc_open_embedded(L);
  lua_createtable(L, count - 1, 1);
  for (int i = 0; i < count; i++) {
    lua_pushstring(L, arguments[i]);
    lua_rawseti(L, -2, i);
  }
  lua_setglobal(L, "arg");
  if (luaL_loadbufferx(L, START, sizeof START - 1, "=lucena", "t") != LUA_OK) return lua_error(L);
  lua_call(L, 0, 0);
  return 0;
}
