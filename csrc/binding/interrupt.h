/*
** interrupt - Ctrl-C for running Lua code and for loops in C.
*/
#ifndef LCB_INTERRUPT_H
#define LCB_INTERRUPT_H

#include <lua.h>
#include <stdbool.h>

/* Report whether Ctrl-C was pressed while guard() of lucena.core runs a function. For loops that cannot raise
** errors. */
bool lcb_is_interrupted(void);
/* Raise "interrupted" if lcb_is_interrupted(). Calling this every few milliseconds is enough. */
void lcb_stop_if_interrupted(lua_State *L);

/* Also ask `ask` whether to stop, in loops in C at any time, and in Lua code while guard() runs it. For hosts without
** signals. Applies to the process. */
void lcb_ask_for_interrupts(bool (*ask)(void));

#endif
