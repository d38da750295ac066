/*
** memory - see memory.h.
*/
#include "memory.h"

#include <lauxlib.h>

static void *resize(void *state, void *block, size_t old, size_t size) {
  void *data;
  lua_Alloc allocate = lua_getallocf(state, &data);
  void *result = allocate(data, block, old, size);
  if (result || size == 0) return result;
  lua_gc(state, LUA_GCCOLLECT, 0);
  return allocate(data, block, old, size);
}

lc_Memory lcb_memory(lua_State *L) { return (lc_Memory){resize, L}; }

int lcb_no_memory(lua_State *L) { return luaL_error(L, "not enough memory"); }
