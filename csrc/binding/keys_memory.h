/*
** keys_memory - the memory of an lc_Keys (match/keys.h), which a userdata owns.
*/
#ifndef LCB_KEYS_MEMORY_H
#define LCB_KEYS_MEMORY_H

#include "../match/keys.h"
#include "binding.h"

typedef struct lcb_KeySet {
  lc_Keys keys;
  uint32_t list_room; /* number of block pointers for which there is memory */
  int memory;         /* the owner's user value with a table of the memory: see keys_memory.c */
} lcb_KeySet;

/* Begin an empty set. `memory` is a user value of the owner, which is at stack index `index`. */
void lcb_keys_init(lua_State *L, lcb_KeySet *set, int index, int memory);
/* Return memory for the next string, of up to `size` bytes, and make room for it in the table. Until memory is
** allocated again, the string can be added. The owner is at stack index `index`. */
char *lcb_keys_draft(lua_State *L, lcb_KeySet *set, int index, size_t size);

#endif
