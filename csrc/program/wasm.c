/*
** wasm - Lucena as a WebAssembly module, for pages and for node. wasm_library.js and wasm_call.js have the other side.
**
** The host, a script, passes text to a module in Lua and gets text back. Such a module returns a table with
** new(host), which returns an object with a method call(text) that returns text. There is one object for each module,
** made by the first call. `host` has progress(done, total), which the script may show, and stopped(), which returns
** whether the script asks to stop. Lua reaches nothing else of the host.
*/
#include <emscripten.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdbool.h>

#include "../binding/interrupt.h"
#include "embedded.h"

/* In wasm_library.js. */
void lucena_host_progress(double done, double total);
int lucena_host_is_stopped(void);
int lucena_host_can_stop(void);

/* For wasm_call.js. */
int lucena_call(const char *module, const char *text, size_t size);
const char *lucena_result(void);
size_t lucena_result_size(void);

static lua_State *state; /* the results of the last call are on its stack */

static bool is_stopped(void) { return lucena_host_is_stopped() != 0; }

/* ---- the table `host` ---- */

static int host_progress(lua_State *L) {
  lucena_host_progress(luaL_checknumber(L, 1), luaL_optnumber(L, 2, -1));
  return 0;
}

static int host_stopped(lua_State *L) {
  lua_pushboolean(L, is_stopped());
  return 1;
}

/* Replaces os.exit, which would end the module and lose what the page shows. */
static int no_exit(lua_State *L) { return luaL_error(L, "os.exit: not available here"); }

static const luaL_Reg host_functions[] = {{"progress", host_progress}, {"stopped", host_stopped}, {NULL, NULL}};

/* ---- calls ---- */

static int open(lua_State *L) {
  lc_open_embedded(L);
  lua_getglobal(L, "os");
  lua_pushcfunction(L, no_exit);
  lua_setfield(L, -2, "exit");
  if (lucena_host_can_stop()) lcb_ask_for_interrupts(is_stopped);
  return 0;
}

/* Push the object of a module. */
static void push_session(lua_State *L, const char *module) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, "lucena.sessions");
  if (lua_getfield(L, -1, module) != LUA_TNIL) return;
  lua_pop(L, 1);
  lua_getglobal(L, "require");
  lua_pushstring(L, module);
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "new");
  luaL_newlib(L, host_functions);
  lua_call(L, 1, 1);
  lua_pushvalue(L, -1);
  lua_setfield(L, -4, module);
  lua_remove(L, -2);
}

/* Arguments: the name of the module, the text. */
static int call(lua_State *L) {
  push_session(L, lua_tostring(L, 1));
  lua_getfield(L, -1, "call");
  lua_insert(L, -2);
  lua_pushvalue(L, 2);
  lua_call(L, 2, 1);
  luaL_tolstring(L, -1, NULL);
  return 1;
}

/* Return 0 if the call succeeded: the result is the text. Otherwise the result is the error message. */
EMSCRIPTEN_KEEPALIVE int lucena_call(const char *module, const char *text, size_t size) {
  int status = LUA_OK;
  if (!state) {
    state = luaL_newstate();
    if (!state) return 1;
    lua_pushcfunction(state, open);
    status = lua_pcall(state, 0, 0, 0);
  }
  if (status == LUA_OK) {
    lua_settop(state, 0);
    lua_pushcfunction(state, call);
    lua_pushstring(state, module);
    lua_pushlstring(state, text, size);
    status = lua_pcall(state, 2, 1, 0);
  }
  if (status != LUA_OK) luaL_tolstring(state, -1, NULL);
  return status != LUA_OK;
}

static const char no_memory[] = "not enough memory";

/* The result of the last call, valid until the next one. */
EMSCRIPTEN_KEEPALIVE const char *lucena_result(void) { return state ? lua_tostring(state, -1) : no_memory; }
EMSCRIPTEN_KEEPALIVE size_t lucena_result_size(void) {
  return state ? (size_t)lua_rawlen(state, -1) : sizeof no_memory - 1;
}
