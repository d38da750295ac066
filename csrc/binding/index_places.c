/*
** index_places - the games of a position in an index, and the moves that they played there (csrc/index/reached.h).
*/
#include "../index/reached.h"
#include "index_file.h"

#define LCB_INDEX_PLACES "lucena.IndexPlaces"

typedef struct Places {
  lc_Reached core;
  const lcb_Index *index;
  bool is_used; /* a method is running: see lcb_begin_use() */
} Places;

/* Report whether a game of the index at stack index 1 reaches a position. */
static bool is_at(void *state, const lc_Position *position, lc_IndexPlace place) {
  return lcb_index_is_at(state, lua_touserdata(state, 1), 1, position, place);
}

static lc_PlaceTest test_of(lua_State *L) { return (lc_PlaceTest){is_at, L}; }

static const lc_Position *check_position(lua_State *L, int arg) { return luaL_checkudata(L, arg, LCB_POSITION); }

/***
Begin to iterate over the games in which a position occurs.
@function IndexFile:places
@param position Position
@return IndexPlaces?
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_places(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  Places *places = lua_newuserdatauv(L, sizeof *places, 1);
  places->index = it;
  places->is_used = false;
  if (!lc_reached_begin(&it->file, position, LC_INDEX_PLACES, &places->core)) return lcb_index_fail(L, 1, it);
  luaL_setmetatable(L, LCB_INDEX_PLACES);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  return 1;
}

/***
Return the next game in which a position occurs, in the order of the file.
@function IndexFile:next_place
@param places IndexPlaces made by the same index
@return integer? number nil at the end, and on failure
@return integer|string|nil ply of the first occurrence; or the error's message
@return Move|string|nil move the next move, or nil if the game ends there; or the error's code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_next_place(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  Places *places = luaL_checkudata(L, 2, LCB_INDEX_PLACES);
  luaL_argcheck(L, places->index == it, 2, "of another index");
  lcb_begin_use(L, &places->is_used);
  bool is_there = lc_reached_next(&places->core, test_of(L), 0);
  lcb_end_use(&places->is_used, 0);
  if (!is_there) return lcb_index_has_failed(it) ? lcb_index_fail(L, 1, it) : 0;
  lc_IndexPlace place = places->core.cursor.place;
  lua_pushinteger(L, (lua_Integer)place.game + 1);
  lua_pushinteger(L, place.ply);
  if (place.move == LC_INDEX_NO_MOVE) return 2;
  lcb_push_move(L, place.move);
  return 3;
}

/* ---- moves ---- */

static void push_row(lua_State *L, const lc_IndexMove *row) {
  lua_createtable(L, 0, 8);
  if (row->move != LC_INDEX_NO_MOVE) {
    lcb_push_move(L, row->move);
    lua_setfield(L, -2, "move");
  }
  lcb_set_integer(L, "games", row->games);
  lcb_set_integer(L, "white", row->outcome[0]);
  lcb_set_integer(L, "draw", row->outcome[1]);
  lcb_set_integer(L, "black", row->outcome[2]);
  lcb_set_integer(L, "sum", row->ratings);
  lcb_set_integer(L, "rated", row->rated);
  if (row->year) lcb_set_integer(L, "year", row->year);
}

static uint32_t filter_field(lua_State *L, const char *name) {
  lua_getfield(L, 3, name);
  lua_Integer value = luaL_optinteger(L, -1, 0);
  lua_pop(L, 1);
  return value < 0 ? 0 : value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

/***
Count the moves that games played in a position.
@function IndexFile:moves
@param position Position
@param filter? table from, to: dates as year * 10000 + month * 100 + day; elo: the least Elo of a player
@param games? IndexGames count only these games
@return table[]? rows {move, games, white, draw, black, sum and number `rated` of ratings, year}; without `move`: the
  games that end in the position
@return string? err
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_moves(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  lc_MoveFilter filter = {0};
  lua_settop(L, 4);
  if (!lua_isnil(L, 3)) {
    filter.from = filter_field(L, "from");
    filter.to = filter_field(L, "to");
    filter.elo = filter_field(L, "elo");
  }
  if (!lua_isnil(L, 4)) {
    const lcb_Games *games = lcb_games_check(L, 4);
    filter.has_games = true;
    filter.games = games->number;
    filter.game_count = games->count;
  }
  lc_Reached *reached = lua_newuserdatauv(L, sizeof *reached, 0);
  lc_MoveRows *rows = lua_newuserdatauv(L, sizeof *rows, 0);
  if (!lc_reached_moves(&it->file, position, &filter, test_of(L), reached, rows)) return lcb_index_fail(L, 1, it);
  lua_createtable(L, (int)rows->count, 0);
  for (uint32_t i = 0; i < rows->count; i++) {
    push_row(L, &rows->row[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* ---- all games of a position ---- */

/***
Find the games in which a position occurs.
@function IndexFile:reached
@param position Position
@param most integer the maximum number of games to find
@return IndexGames|boolean|nil games false if there are more than `most` games
@return string? err
@return string? code
@usage -- lua/lucena/index/search.lua calls this function
*/
static int index_reached(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  uint64_t most = (uint64_t)luaL_checkinteger(L, 3);
  lua_settop(L, 3);
  lc_Reached *reached = lua_newuserdatauv(L, sizeof *reached, 0);
  lc_MoveRows *rows = lua_newuserdatauv(L, sizeof *rows, 0);
  uint64_t written = lc_reached_written(&it->file, position, reached, rows);
  if (written > most) return lcb_return_boolean(L, false);
  lcb_Games *games = lcb_games_new(L);
  int at = lua_gettop(L);
  lcb_games_reserve(L, at, (size_t)written);
  if (!lc_reached_begin(&it->file, position, LC_INDEX_PLACES, reached)) return lcb_index_fail(L, 1, it);
  while (lc_reached_next(reached, test_of(L), 0)) {
    if (games->count == most) return lcb_return_boolean(L, false);
    lcb_games_add(L, games, at, reached->last + 1);
  }
  return lcb_index_has_failed(it) ? lcb_index_fail(L, 1, it) : 1;
}

/***
Find the games in which a position occurs, and the plies of the first occurrences.
@function IndexFile:find
@param position Position
@return integer[]? numbers sorted
@return integer[]|string plies; or the error's message
@return string? code
@usage -- lua/lucena/index.lua calls this function
*/
static int index_find(lua_State *L) {
  lcb_Index *it = lcb_index_check(L);
  const lc_Position *position = check_position(L, 2);
  lua_settop(L, 2);
  lc_Reached *reached = lua_newuserdatauv(L, sizeof *reached, 0);
  lc_MoveRows *rows = lua_newuserdatauv(L, sizeof *rows, 0);
  int room = (int)lc_reached_written(&it->file, position, reached, rows);
  lua_createtable(L, room, 0);
  lua_createtable(L, room, 0);
  if (!lc_reached_begin(&it->file, position, LC_INDEX_PLACES, reached)) return lcb_index_fail(L, 1, it);
  for (lua_Integer i = 1; lc_reached_next(reached, test_of(L), 0); i++) {
    lua_pushinteger(L, (lua_Integer)reached->last + 1);
    lua_rawseti(L, -3, i);
    lua_pushinteger(L, reached->cursor.place.ply);
    lua_rawseti(L, -2, i);
  }
  return lcb_index_has_failed(it) ? lcb_index_fail(L, 1, it) : 2;
}

const luaL_Reg lcb_index_places[] = {{"find", index_find}, {"moves", index_moves}, {"next_place", index_next_place},
                                     {"places", index_places}, {"reached", index_reached}, {NULL, NULL}};

void lcb_open_index_places(lua_State *L) {
  luaL_newmetatable(L, LCB_INDEX_PLACES);
  lua_pop(L, 1);
}
