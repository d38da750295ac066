/*
** repair - the option `repair` of readers: a stage written in Lua (lucena.pasted) between the source and the window.
**
** The stage gets the decoded input block by block, and returns the repaired text. It is called in protected mode, so
** that an error in it, such as a lack of memory, leaves a reader that cannot read on: no text is lost silently.
** Cost: one call per block. Memory: one block, and the changes that were not reported yet.
*/
#ifndef LCB_REPAIR_H
#define LCB_REPAIR_H

#include "game.h"
#include "supply.h"

/* User value of the reader: the stage. Its field `piece` keeps the current text alive. */
enum { LCB_REPAIR_STAGE = LCB_SUPPLY_PIECE + 1 };

typedef struct lcb_Repair {
  lc_Source *source; /* NULL if the input is not repaired */
  lcb_Piece piece;   /* repaired text */
  uint64_t taken; /* number of bytes of the input that were repaired */
  bool has_ended;
} lcb_Repair;

/* Repair the bytes of an open source from which nothing was read, for the reader at stack index 1. */
void lcb_repair_open(lua_State *L, lcb_Repair *repair, lc_Source *source);
/* Read up to `size` repaired bytes, as lc_source_read() does. */
size_t lcb_repair_read(lua_State *L, lcb_Repair *repair, char *buffer, size_t size);
/* Get the next change that begins before `offset` of the repaired stream, and was not reported yet. Pushes five values,
** and sets `remark`, which refers to them. Returns false, with five values, if there is none. */
bool lcb_repair_change(lua_State *L, uint64_t offset, lcb_Remark *remark);
/* Release the stage. */
void lcb_repair_close(lua_State *L, lcb_Repair *repair);

#endif
