/*
** fuzz_lua - a fuzz target whose properties are written in Lua. SCRIPT is a file that returns a function of the input.
** The function raises an error if a property does not hold. The target must be run from the top of the tree, where the
** Lua files are. The build needs a C file for each target. This C file defines SCRIPT and includes fuzz_lua.h. If it
** defines FUNCTIONS, an array of luaL_Reg, the script gets a table of these functions as its second argument.
**
** libFuzzer sees the coverage of C only. Pairs of executed lines as extra counters were tried, for text with prose and
** tournament report files: they halved the number of inputs, and found no more lines in the same time.
*/
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int luaopen_lucena_core(lua_State *L);
const char *__asan_default_options(void);

/* Scripts create large objects for each input. If all freed memory were kept apart for long, most of the time would go
** into new pages. */
const char *__asan_default_options(void) { return "quarantine_size_mb=8"; }

static void die(lua_State *L) {
  fprintf(stderr, SCRIPT ": %s\n", lua_tostring(L, -1));
  abort();
}

static void push_functions(lua_State *L) {
  lua_newtable(L);
#ifdef FUNCTIONS
  luaL_setfuncs(L, FUNCTIONS, 0);
#endif
}

/* Create a Lua state with the script's function on its stack. */
static lua_State *open_state(void) {
  lua_State *L = luaL_newstate();
  if (!L) abort();
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_lucena_core);
  lua_setfield(L, -2, "lucena.core");
  lua_settop(L, 0);
  lua_getglobal(L, "package");
  lua_pushliteral(L, "lua/?.lua;lua/?/init.lua;"); /* first, so that no installed Lucena is loaded */
  lua_getfield(L, -2, "path");
  lua_concat(L, 2);
  lua_setfield(L, -2, "path");
  lua_settop(L, 0);
  if (luaL_loadfilex(L, SCRIPT, "t") != LUA_OK) die(L);
  lua_pushliteral(L, SCRIPT);
  push_functions(L);
  if (lua_pcall(L, 2, 1, 0) != LUA_OK) die(L);
  return L;
}

static lua_State *state;

/* Close the state at the normal end, so that the script's temporary files are removed. */
static void close_state(void) { lua_close(state); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!state) {
    state = open_state();
    atexit(close_state);
  }
  lua_State *L = state;
  lua_pushvalue(L, 1);
  lua_pushlstring(L, (const char *)data, size);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) die(L);
  return 0;
}
