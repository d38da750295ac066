/*
** interrupt - Ctrl-C for running Lua and for the loops of C below it.
*/
#ifndef LCB_INTERRUPT_H
#define LCB_INTERRUPT_H

#include <lua.h>
#include <stdbool.h>

/* Whether Ctrl-C was pressed while lucena.core's guard() runs a function: for loops that cannot raise. */
bool lcb_is_interrupted(void);
/* Raise "interrupted" when it was. Once a few milliseconds is often enough. */
void lcb_stop_if_interrupted(lua_State *L);

#endif
