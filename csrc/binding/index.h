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
/* A text in a tag or in a buffer. */
typedef struct lcb_IndexValue {
  const char *text;
  size_t size;
} lcb_IndexValue;
/* Find a tag's value, with escapes resolved into `scratch`, which is as large as the tag section. */
LC_MUST_USE bool lcb_index_find_tag(const lc_TagSection *section, const char *name, char *scratch, lcb_IndexValue *out);
/* Set the fields of an entry that the tags of the game found have, except for the names. The Reader is at stack index
** 1. `scratch` is as large as the tag section. */
void lcb_index_read_tags(lua_State *L, lcb_Reader *reader, char *scratch, lc_IndexGame *out);

/* Add the functions that write an index to the module table on top of the stack. */
void lcb_open_index_build(lua_State *L);

#endif
