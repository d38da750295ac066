/*
** memory - the memory of objects of the core that a userdata owns.
*/
#ifndef LCB_MEMORY_H
#define LCB_MEMORY_H

#include <lua.h>

#include "../base/memory.h"

/* Return the memory of Lua's allocator. The garbage collector neither frees nor counts it: if it counted such large
** objects, it would let as much garbage pile up. So the userdata frees it in its metamethod __gc. If there is no
** memory, garbage is collected, which may run finalizers, and the allocation is repeated. No error is raised. */
lc_Memory lcb_memory(lua_State *L);
/* Raise Lua's error of an allocation that failed. */
int lcb_no_memory(lua_State *L);

#endif
