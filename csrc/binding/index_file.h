/*
** index_file - lucena.IndexFile: what its files share. index.c opens, closes and verifies an index; index_text.c reads
** games, index_places.c has the positions and moves, index_entries.c the games and players, index_select.c
** tests of tags.
*/
#ifndef LCB_INDEX_FILE_H
#define LCB_INDEX_FILE_H

#include "../index/file.h"
#include "index.h"

#define LCB_INDEX_FILE "lucena.IndexFile"

/* User values: the paths of the index and of the games, and the memory of `text`. */
enum { LCB_INDEX_PATH = 1, LCB_INDEX_SOURCE, LCB_INDEX_TEXT, LCB_INDEX_VALUES = LCB_INDEX_TEXT };

typedef struct lcb_Index {
  lc_IndexFile file;
  int fd, source;   /* descriptors; source is -1 if the games are not read */
  char *text;       /* for the text of a game */
  size_t room;
  bool is_stale;    /* the text of a game was not the one that was indexed */
  bool has_collision;
} lcb_Index;

/* Return the index at stack index 1. Raises an error if it is closed. */
lcb_Index *lcb_index_check(lua_State *L);
/* Return nil, message, code. `index` is the stack index of the index. */
int lcb_index_fail_with(lua_State *L, int index, lc_Code code);
/* Return nil, message, code for the problem of the index at `index`. */
int lcb_index_fail(lua_State *L, int index, const lcb_Index *it);
bool lcb_index_has_failed(const lcb_Index *it);
/* Set a field of the table on top of the stack. */
void lcb_index_set(lua_State *L, const char *name, uint64_t value);

/* Read the text of a game, and compare its checksum. Returns false on failure. */
bool lcb_index_read_text(lua_State *L, lcb_Index *it, int index, const lc_IndexGame *game);
/* Report whether the position is at a place. Returns false on failure, too. */
bool lcb_index_is_at(lua_State *L, lcb_Index *it, int index, const lc_Position *position, lc_IndexPlace place);
/* Find the first place of a position in a game, from 0, by replay. Returns false if there is none, and on failure. */
bool lcb_index_find_place(lua_State *L, lcb_Index *it, int index, const lc_Position *position, uint32_t game, lc_IndexPlace *out);

/* The methods of each file. */
extern const luaL_Reg lcb_index_places[], lcb_index_entries[], lcb_index_selects[];
/* Make the class of the places of a position. */
void lcb_open_index_places(lua_State *L);

#endif
