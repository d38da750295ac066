/*
** game_place - the last position of a game that is one of many, for lua/lucena/eco.lua.
**
** The mainline is replayed and each position's key is looked up in a table of Lua's; what has the same key is for the
** caller to compare. Nothing is made but the position that is found.
** Cost: some 300 ns a ply, most of it the key; with a Board that Lua plays the moves on it is 2 microseconds.
*/
#include "../chess/identity.h"
#include "mainline.h"

enum { FEW_MOVES = 256 };

typedef struct Place {
  lc_Position position;
  lua_Integer ply; /* -1: there is none */
} Place;

/* Whether the table at stack index 2 has something at the position's key. */
static bool is_in(lua_State *L, const lc_Position *p) {
  bool is_there = lua_rawgeti(L, 2, (lua_Integer)lc_position_key(p)) != LUA_TNIL;
  lua_pop(L, 1);
  return is_there;
}

static void look(lua_State *L, const lc_Position *p, lua_Integer ply, lua_Integer before, Place *out) {
  if (ply >= before || !is_in(L, p)) return;
  out->position = *p;
  out->ply = ply;
}

/***
The last position of the mainline whose key is in a table.
@function core.last_place
@param game Game
@param by_key table [Position.key] = anything
@param before? integer only positions of lower plies
@return integer? ply 0 is the start of the game; nil: there is none
@return Position? position
@usage local e4 = chess.position():play "e4"
  return (require("lucena.core").last_place(chess.game "1. e4 e5 *", {[e4.key] = true}))  --> 1
*/
static int last_place(lua_State *L) {
  lcb_Game *game = lcb_check_game(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer before = luaL_optinteger(L, 3, LUA_MAXINTEGER);
  lua_settop(L, 2);
  lc_Start start;
  lcb_Mainline line;
  lc_Move moves[FEW_MOVES];
  Place found = {.ply = -1};
  lua_Integer ply = 0;
  lcb_mainline_begin(L, game, 1, &line, &start);
  lc_Position p = start.position;
  look(L, &p, ply, before, &found);
  for (size_t count; (count = lcb_mainline_next(&line, moves, FEW_MOVES)) > 0;) {
    for (size_t i = 0; i < count; i++) {
      lc_position_play(&p, moves[i]);
      look(L, &p, ++ply, before, &found);
    }
  }
  lcb_mainline_end(L, game, 1, &line);
  if (found.ply < 0) return lua_pushnil(L), 1;
  lua_pushinteger(L, found.ply);
  *lcb_new_position(L) = found.position;
  return 2;
}

static const luaL_Reg functions[] = {{"last_place", last_place}, {NULL, NULL}};

void lcb_open_place(lua_State *L) { lcb_functions(L, functions); }
