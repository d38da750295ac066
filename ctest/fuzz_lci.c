/* fuzz_lci - damages index files and asks them everything: see fuzz_lci.lua. */
#include <lauxlib.h>
#include <lua.h>

#include "../csrc/index/pages.h"

/* seal(bytes): the same file with correct checksums. */
static int seal(lua_State *L) {
  size_t size;
  const char *bytes = luaL_checklstring(L, 1, &size);
  luaL_Buffer b;
  char *out = luaL_buffinitsize(L, &b, size);
  memcpy(out, bytes, size);
  for (size_t at = 0; size - at >= LC_INDEX_PAGE; at += LC_INDEX_PAGE) {
    lc_index_seal((unsigned char *)out + at, at / LC_INDEX_PAGE);
  }
  luaL_pushresultsize(&b, size);
  return 1;
}

static const luaL_Reg functions[] = {{"seal", seal}, {NULL, NULL}};

#define FUNCTIONS functions
#define SCRIPT "ctest/fuzz_lci.lua"
#include "fuzz_lua.h"
