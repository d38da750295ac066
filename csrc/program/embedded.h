/*
** embedded - all modules of lua/ in one program, and the command that runs with them.
*/
#ifndef LC_EMBEDDED_H
#define LC_EMBEDDED_H

#include <lua.h>

/* Open Lua's libraries, and make the core and all modules of lua/ loadable by `require`. May raise. */
void lc_open_embedded(lua_State *L);

/* A Lua function: lc_open_embedded(), then run the command, and exit. Arguments: argc, and argv as light userdata. */
int lc_run_command(lua_State *L);

#endif
