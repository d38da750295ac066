/*
** index_part - lucena.IndexPart: see index_part.c.
*/
#ifndef LCB_INDEX_PART_H
#define LCB_INDEX_PART_H

#include "../index/part.h"
#include "index.h"

#define LCB_INDEX_PART "lucena.IndexPart"

/* Get the part at a stack index: an IndexPart, or its bytes. Returns false if the bytes are no part of this version. An
** IndexPart is in use until lcb_part_release(). */
LC_MUST_USE bool lcb_part_view(lua_State *L, int index, lc_PartView *out);
void lcb_part_release(lua_State *L, int index);

/* Add the functions that read parts to the module table on top of the stack. */
void lcb_open_index_part(lua_State *L);

#endif
