/*
** code - the sentences of diagnostics, and the compressions that this build can read, as Lua functions.
** lua/lucena/language.lua uses the sentences to split a message into its sentence and the token and details after it.
*/
#include <string.h>

#include "../notation/codes.h"
#include "../notation/diag.h"
#include "binding.h"

/* The search is linear, because there are few codes. */
unsigned lcb_find_code(const char *name) {
  unsigned code = LC_D_NONE;
  while (code < LC_D_COUNT && strcmp(lc_code_name((lc_Code)code), name) != 0) code++;
  return code;
}

/* core.code_sentence(code): returns the English sentence, or nil if there is no such code. */
static int code_sentence(lua_State *L) {
  unsigned code = lcb_find_code(luaL_checkstring(L, 1));
  if (code == LC_D_COUNT) return lua_pushnil(L), 1;
  lua_pushstring(L, lc_code_text((lc_Code)code));
  return 1;
}

/* core.formats(): returns a table: name of a compression -> whether this build can read it. */
static int formats(lua_State *L) {
  bool has_gzip = false, has_bzip2 = false, has_zstd = false;
#ifdef LC_HAS_ZLIB
  has_gzip = true;
#endif
#ifdef LC_HAS_BZ2
  has_bzip2 = true;
#endif
#ifdef LC_HAS_ZSTD
  has_zstd = true;
#endif
  lua_createtable(L, 0, 3);
  lua_pushboolean(L, has_gzip);
  lua_setfield(L, -2, "gzip");
  lua_pushboolean(L, has_bzip2);
  lua_setfield(L, -2, "bzip2");
  lua_pushboolean(L, has_zstd);
  lua_setfield(L, -2, "zstd");
  return 1;
}

void lcb_open_code(lua_State *L) {
  static const luaL_Reg functions[] = {{"code_sentence", code_sentence}, {"formats", formats}, {NULL, NULL}};
  lcb_functions(L, functions);
}
