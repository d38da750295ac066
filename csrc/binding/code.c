/*
** code - the sentences of diagnostics, for Lua. lua/lucena/language.lua uses them to split a message into its sentence
** and the token and details after it.
*/
#include <string.h>

#include "../notation/codes.h"
#include "../notation/diag.h"
#include "binding.h"

/* core.code_sentence(code): returns the English sentence, or nil if there is no such code. The search is linear,
** because there are few codes. */
static int code_sentence(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  for (lc_Code code = LC_D_NONE; code < LC_D_COUNT; code++) {
    if (strcmp(lc_code_name(code), name) == 0) return lua_pushstring(L, lc_code_text(code)), 1;
  }
  return lua_pushnil(L), 1;
}

void lcb_open_code(lua_State *L) {
  static const luaL_Reg functions[] = {{"code_sentence", code_sentence}, {NULL, NULL}};
  lcb_functions(L, functions);
}
