/*
** main - the program of one file that `make static` builds: Lua, the core and all modules of lua/, without any other
** file.
*/
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <stdlib.h>

#include "embedded.h"

int main(int argc, char **argv) {
  lua_State *L = luaL_newstate();
  if (!L) {
    fputs("lucena: not enough memory\n", stderr);
    return EXIT_FAILURE;
  }
  lua_pushcfunction(L, lc_run_command);
  lua_pushinteger(L, argc);
  lua_pushlightuserdata(L, argv);
  if (lua_pcall(L, 2, 0, 0) != LUA_OK) { /* an error before the command could handle errors itself */
    fprintf(stderr, "lucena: %s\n", luaL_tolstring(L, -1, NULL));
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
