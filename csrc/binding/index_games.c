/*
** index_games - sets of games that an index finds, for lua/lucena/index/search.lua. They are lists of numbers in C:
** with tables of Lua, a set of 5,000 games would take a millisecond.
*/
#include "index_file.h"

#include <string.h>

#include "../index/games.h"
#include "grow.h"

#define LCB_INDEX_GAMES "lucena.IndexGames"

lcb_Games *lcb_games_new(lua_State *L) {
  lcb_Games *games = lua_newuserdatauv(L, sizeof *games, 1);
  static uint32_t none; /* an empty list has an address, too */
  *games = (lcb_Games){.number = &none};
  luaL_setmetatable(L, LCB_INDEX_GAMES);
  return games;
}

lcb_Games *lcb_games_check(lua_State *L, int arg) { return luaL_checkudata(L, arg, LCB_INDEX_GAMES); }

void lcb_games_reserve(lua_State *L, int index, size_t more) {
  enum { LEAST = 16 };
  lcb_Games *games = lua_touserdata(L, index);
  if (more <= games->room - games->count) return;
  if (more < LEAST) more = LEAST;
  index = lua_absindex(L, index);
  LCB_GROW(L, index, 1, games->number, games->count, games->room, more)
}

void lcb_games_check_last(lua_State *L, const lcb_Games *games, int arg, const lcb_Index *it) {
  luaL_argcheck(L, games->count == 0 || games->number[games->count - 1] <= it->file.head.games, arg,
                "the number of a game");
}

/***
Create a set of games.
@function core.index_games
@param numbers? integer[] sorted, each once
@return IndexGames
@usage return #require("lucena.core").index_games {1, 5}  --> 2
*/
static int index_games(lua_State *L) {
  if (!lua_isnoneornil(L, 1)) luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lcb_Games *games = lcb_games_new(L);
  lua_Integer count = lua_isnil(L, 1) ? 0 : (lua_Integer)lua_rawlen(L, 1), last = 0;
  lcb_games_reserve(L, 2, (size_t)count);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, 1, i);
    lua_Integer number = lua_tointeger(L, -1);
    luaL_argcheck(L, number > last && number <= LC_INDEX_MAX_GAMES, 1, "sorted numbers of games expected");
    games->number[games->count++] = (uint32_t)(last = number);
    lua_pop(L, 1);
  }
  return 1;
}

static int games_len(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lcb_games_check(L, 1)->count);
  return 1;
}

/* A finalizer may append games to the operands while memory is allocated. So the room is compared with their sizes
** after it. */

/***
Return the games of either set.
@function IndexGames:union
@param other IndexGames
@return IndexGames
@usage local core = require "lucena.core"
  return #core.index_games({1, 5}):union(core.index_games {2, 5})  --> 3
*/
static int games_union(lua_State *L) {
  const lcb_Games *a = lcb_games_check(L, 1), *b = lcb_games_check(L, 2);
  lcb_Games *out = lcb_games_new(L);
  while (out->room < a->count + b->count) lcb_games_reserve(L, -1, a->count + b->count);
  out->count = lc_games_union(a->number, a->count, b->number, b->count, out->number);
  return 1;
}

static size_t least_count(const lcb_Games *a, const lcb_Games *b) { return a->count < b->count ? a->count : b->count; }

/***
Return the games of both sets.
@function IndexGames:common
@param other IndexGames
@return IndexGames
@usage local core = require "lucena.core"
  return #core.index_games({1, 5}):common(core.index_games {2, 5})  --> 1
*/
static int games_common(lua_State *L) {
  const lcb_Games *a = lcb_games_check(L, 1), *b = lcb_games_check(L, 2);
  lcb_Games *out = lcb_games_new(L);
  while (out->room < least_count(a, b)) lcb_games_reserve(L, -1, least_count(a, b));
  out->count = lc_games_common(a->number, a->count, b->number, b->count, out->number);
  return 1;
}

/***
Return the numbers of the games.
@function IndexGames:list
@return integer[] numbers sorted
@usage return require("lucena.core").index_games({1, 5}):list()[2]  --> 5
*/
static int games_list(lua_State *L) {
  const lcb_Games *games = lcb_games_check(L, 1);
  lua_createtable(L, games->count < INT32_MAX ? (int)games->count : 0, 0);
  for (size_t i = 0; i < games->count; i++) {
    lua_pushinteger(L, games->number[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

void lcb_open_index_games(lua_State *L) {
  static const luaL_Reg methods[] = {{"common", games_common}, {"list", games_list},
                                     {"union", games_union}, {NULL, NULL}};
  static const luaL_Reg metamethods[] = {{"__len", games_len}, {NULL, NULL}};
  static const luaL_Reg functions[] = {{"index_games", index_games}, {NULL, NULL}};
  static const lcb_Class class = {.name = LCB_INDEX_GAMES, .methods = {methods}, .metamethods = metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "IndexGames");
  lcb_functions(L, functions);
}
