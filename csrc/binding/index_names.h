/*
** index_names - names with numbers, from 1, in the order in which they came: those of players or of events.
*/
#ifndef LCB_INDEX_NAMES_H
#define LCB_INDEX_NAMES_H

#include "keys_memory.h"

/* Forget all names, and keep the memory. */
void lcb_names_clear(lcb_KeySet *names);
/* Return the number of a name. *is_new: it came for the first time. The owner is at stack index `index`. */
uint32_t lcb_names_number(lua_State *L, lcb_KeySet *names, int index, const char *text, size_t size, bool *is_new);

#endif
