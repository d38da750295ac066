/*
** index_names - names with numbers, from 1, in the order in which they came: those of players or of events.
*/
#ifndef LCB_INDEX_NAMES_H
#define LCB_INDEX_NAMES_H

#include "../match/keys.h"
#include "binding.h"

typedef struct lcb_Names {
  lc_Keys keys;
  uint32_t block_room;
  int blocks; /* the owner's user value with the table of the memory */
} lcb_Names;

/* `blocks`: a user value of the owner, at stack index `index`. */
void lcb_names_init(lua_State *L, lcb_Names *names, int index, int blocks);
/* Forget all names, and keep the memory. */
void lcb_names_clear(lcb_Names *names);
/* Return the number of a name. *is_new: it came for the first time. The owner is at stack index `index`. */
uint32_t lcb_names_number(lua_State *L, lcb_Names *names, int index, const char *text, size_t size, bool *is_new);

#endif
