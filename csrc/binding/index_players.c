/*
** index_players - the names of players in an index, and their games (csrc/index/players.h).
*/
#include "../index/games.h"
#include "../index/players.h"
#include "../notation/codes.h"
#include "grow.h"
#include "index_file.h"

/* The names with a word. */
typedef struct Names {
  lc_Players core;
  int at;        /* stack index of `scratch` */
  char *scratch; /* for comparing names */
  size_t room;
} Names;

/* Begin to find names. Leaves values on the stack, which `names` needs. Returns false on failure. */
static bool begin_names(lua_State *L, lcb_Index *it, const char *text, size_t size, bool is_prefix, Names *names) {
  char *folded = lua_newuserdatauv(L, 2 * size + 1, 0);
  lua_pushnil(L);
  *names = (Names){.at = lua_gettop(L)};
  return lc_players_begin(&it->file, text, size, is_prefix, folded, &names->core);
}

/* Find the next name, and push its text. Returns its number; 0 at the end and on failure. The index is at stack index
** 1, the scratch memory at names->at. */
static uint32_t push_name(lua_State *L, lcb_Index *it, Names *names) {
  lc_IndexRange range;
  uint32_t number;
  size_t size;
  while ((number = lc_players_next(&names->core, &range)) > 0) {
    LCB_GROW(L, names->at, 0, names->scratch, 0, names->room, 2 * (size_t)(range.end - range.begin) + 1)
    /* The text is valid until memory is allocated, because a finalizer may use the index. */
    const char *text = lcb_index_get_text(L, it, 1, LC_INDEX_NAMES, LC_INDEX_NAME_ENDS, number, &size);
    if (!text) return 0;
    if (!lc_players_agree(&names->core, text, size, names->scratch)) continue;
    lua_pushlstring(L, text, size);
    return number;
  }
  return 0;
}

/***
Find names of players.
@function IndexFile:names
@param text string a name, which agrees with others as in the query `player`; or the beginning of a word
@param is_prefix? boolean `text` is the beginning of a word; at most eight bytes of it are compared
@return table[]? names {number, name, games: number of games}; a name may be there several times
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_names(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  size_t size;
  const char *text = lcb_check_text(L, 2, &size);
  bool is_prefix = lua_toboolean(L, 3);
  lua_settop(L, 3);
  Names names;
  lc_IndexRange range;
  lua_newtable(L);
  if (!begin_names(L, it, text, size, is_prefix, &names)) return lcb_index_fail(L, 1, it);
  for (lua_Integer count = 1;; count++) {
    uint32_t number = push_name(L, it, &names);
    if (number == 0) break;
    if (!lc_index_find_bytes(&it->file, LC_INDEX_PLAYED, LC_INDEX_PLAYED_ENDS, (uint64_t)number - 1, &range)) break;
    lua_createtable(L, 0, 3);
    lua_insert(L, -2);
    lua_setfield(L, -2, "name");
    lcb_set_integer(L, "number", number);
    lcb_set_integer(L, "games", (range.end - range.begin) / 4);
    lua_rawseti(L, 4, count);
  }
  if (lcb_index_has_failed(it)) return lcb_index_fail(L, 1, it);
  lua_settop(L, 4);
  return 1;
}

/* Append the games of a name to the set at stack index `at`. Returns false on failure. */
static bool add_played(lua_State *L, Names *names, uint32_t name, unsigned color, lcb_Games *games, int at) {
  lc_IndexRange range;
  if (!lc_players_games(&names->core, name, &range)) return false;
  lcb_games_reserve(L, at, (size_t)(range.end - range.begin) / LC_PLAYED);
  return lc_players_read(&names->core, range, color, games->number, &games->count);
}

/***
Find the games of a player.
@function IndexFile:played
@param name string a name, which agrees with others as in the query `player`
@param color? string "White" or "Black": only games with this color
@return IndexGames?
@return string? err
@return string? code
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_played(lua_State *L) {
  static const char *const colors[] = {"White", "Black", "", NULL};
  lcb_Index *it = lcb_index_check(L);
  size_t size;
  const char *text = lcb_check_text(L, 2, &size);
  unsigned color = (unsigned)luaL_checkoption(L, 3, "", colors);
  lua_settop(L, 3);
  lcb_Games *games = lcb_games_new(L); /* at 4 */
  Names names;
  if (!begin_names(L, it, text, size, false, &names)) return lcb_index_fail(L, 1, it);
  uint32_t number;
  while ((number = push_name(L, it, &names)) > 0) {
    lua_pop(L, 1);
    if (!add_played(L, &names, number, color, games, 4)) break;
  }
  if (lcb_index_has_failed(it)) return lcb_index_fail(L, 1, it);
  uint32_t *spare = lua_newuserdatauv(L, games->count * sizeof *spare, 0);
  games->count = lc_games_sort(games->number, spare, games->count);
  lua_settop(L, 4);
  return 1;
}

const luaL_Reg lcb_index_players[] = {{"names", index_names}, {"played", index_played}, {NULL, NULL}};
