/*
** cpu - the instruction set for the core's hot loops: the machine's best, or a lower one for tests.
**
** LUCENA_CPU=base, v3 or v4 is read when the module is loaded. If the machine does not support that level, the
** machine's best level is used. All Lua states share the level, because it depends only on the machine and the
** environment. The variable is atomic, because a program may create states in several threads.
*/
#include <stdlib.h>
#include <string.h>

#include "binding.h"

static _Atomic lc_Cpu level = LC_CPU_BASE;

lc_Cpu lcb_cpu(void) { return level; }

static lc_Cpu choose(lua_State *L) {
  const char *wanted = getenv("LUCENA_CPU");
  lc_Cpu best = lc_cpu(), limit = LC_CPU_V4;
  if (!wanted || *wanted == '\0') return best;
  if (strcmp(wanted, "base") == 0) {
    limit = LC_CPU_BASE;
  } else if (strcmp(wanted, "v3") == 0) {
    limit = LC_CPU_V3;
  } else if (strcmp(wanted, "v4") != 0) {
    luaL_error(L, "LUCENA_CPU is '%s' (base, v3 or v4)", wanted);
  }
  return best < limit ? best : limit;
}

/***
The instruction set in use: "base", "v3" or "v4". The environment variable LUCENA_CPU selects a lower one, so that
tests can compare the instruction sets.
@field core.cpu string
@usage #require("lucena.core").cpu >= 2  --> true
*/
void lcb_open_cpu(lua_State *L) {
  level = choose(L);
  lua_pushstring(L, level == LC_CPU_V4 ? "v4" : level == LC_CPU_V3 ? "v3" : "base");
  lua_setfield(L, -2, "cpu");
}
