/*
** index - what the files that write and read indexes share.
*/
#ifndef LCB_INDEX_H
#define LCB_INDEX_H

#include "../index/format.h"
#include "reader.h"

/* Find the identity of a regular file. Returns 0 or an errno. */
int lcb_index_source(const char *path, lc_IndexSource *out);
/* Push the members of a compressed file that were found so far, as the part MARKS of an index has them. */
void lcb_index_push_marks(lua_State *L, const lc_Source *source);

/* Add the functions that write an index to the module table on top of the stack. */
void lcb_open_index_build(lua_State *L);

#endif
