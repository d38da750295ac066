/*
** index_file - lucena.IndexFile: what its files share. index_class.c opens, closes and verifies an index; index.c
** reads games, index_entries.c has the games, index_search.c finds them by position, player and tags. index_games.c has
** the sets of games that they find.
*/
#ifndef LCB_INDEX_FILE_H
#define LCB_INDEX_FILE_H

#include "../index/file.h"
#include "../io/source.h"
#include "index.h"

#define LCB_INDEX_FILE "lucena.IndexFile"

/* User values: the paths of the index and of the games, and the memory of `text`. */
enum { LCB_INDEX_PATH = 1, LCB_INDEX_SOURCE, LCB_INDEX_TEXT, LCB_INDEX_VALUES = LCB_INDEX_TEXT };

typedef struct lcb_Index {
  int fd, source;   /* descriptors; source is -1 if the games are not read */
  char *text;       /* for the text of a game */
  size_t room;
  lc_Source packed;  /* the games, if they are compressed */
  uint64_t packed_at; /* offset of its next byte in the decompressed stream */
  lc_IndexFile file; /* last, because it is large */
} lcb_Index;

/* Return the index at stack index 1. Raises an error if it is closed. */
lcb_Index *lcb_index_check(lua_State *L);
/* Return nil, message, code. `index` is the stack index of the index. */
int lcb_index_fail_with(lua_State *L, int index, lc_Code code);
/* Return nil, message, code for the problem of the index at `index`. */
int lcb_index_fail(lua_State *L, int index, const lcb_Index *it);
bool lcb_index_has_failed(const lcb_Index *it);

/* Make room for a text of `size` bytes in `text`. `index` is the stack index of the index. */
void lcb_index_reserve(lua_State *L, lcb_Index *it, int index, size_t size);
/* Return text `number` of a part, from 1, in `text`, where `size` more bytes are free after it. Returns NULL on
** failure. */
const char *lcb_index_get_text(lua_State *L, lcb_Index *it, int index, lc_IndexPart part, lc_IndexPart ends,
                               uint32_t number, size_t *size);
/* Begin to read the text of a game that is not compressed, without waiting. Returns false if the file of games cannot
** be read: the index is stale. */
LC_MUST_USE bool lcb_index_expect_text(lua_State *L, lcb_Index *it, int index, const lc_IndexGame *game);
/* Read the text of a game, and compare its checksum. Returns false on failure. */
LC_MUST_USE bool lcb_index_read_text(lua_State *L, lcb_Index *it, int index, const lc_IndexGame *game);
/* Report whether the position is at a place. Returns false on failure, too. */
LC_MUST_USE bool lcb_index_is_at(lua_State *L, lcb_Index *it, int index, const lc_Position *position,
                                 lc_IndexPlace place);

/* ---- sets of games ---- */

/* A set of games: their numbers from 1, sorted. The user value has the memory. */
typedef struct lcb_Games {
  size_t count, room;
  uint32_t *number;
} lcb_Games;

/* Push an empty set. */
lcb_Games *lcb_games_new(lua_State *L);
lcb_Games *lcb_games_check(lua_State *L, int arg);
/* Make room for `more` numbers after the others. `index` is the stack index of the set. */
void lcb_games_reserve(lua_State *L, int index, size_t more);
/* Append a number that is larger than the others. */
static inline void lcb_games_add(lua_State *L, lcb_Games *games, int index, uint32_t number) {
  if (games->count == games->room) lcb_games_reserve(L, index, 1);
  games->number[games->count++] = number;
}
/* Raise an error if the set has a game that the index does not have. */
void lcb_games_check_last(lua_State *L, const lcb_Games *games, int arg, const lcb_Index *it);

/* The methods of each file. */
extern const luaL_Reg lcb_index_searches[], lcb_index_entries[];
/* Make the class of the places of a position, and that of sets of games. The latter has functions in the table on
** top. */
void lcb_open_index_search(lua_State *L);
void lcb_open_index_games(lua_State *L);

#endif
