/*
** game_object - see game.h: creates and checks a Game, and stores the values that belong to it: its slots, and its
** reading options with the file's name and the dialect.
*/
#include <string.h>

#include "game.h"

lcb_Game *lcb_push_game(lua_State *L, const lc_Scan *scan, const char *bytes, const lcb_Origin *origin, int options) {
  size_t size = scan->at - scan->begin;
  if (options) options = lua_absindex(L, options);
  lcb_Game *game = lua_newuserdatauv(L, sizeof *game + size, LCB_GAME_VALUES);
  memset(game, 0, sizeof *game);
  game->origin = *origin;
  game->size = size;
  game->tags_end = scan->tags_end > scan->begin ? scan->tags_end - scan->begin : 0;
  game->result = scan->result;
  game->has_setup = scan->has_setup;
  game->has_regular_tags = scan->has_regular_tags;
  game->has_open_comment = scan->has_open_comment;
  game->ends_itself = scan->result != LC_RESULT_NONE && !scan->has_open_comment;
  game->result_end = scan->result != LC_RESULT_NONE ? scan->result_end - scan->begin : size;
  game->has_variation = scan->has_variation;
  game->is_restarted = scan->restarts;
  game->rest = SIZE_MAX;
  game->lines = scan->lines;
  game->limits = &lcb_usual_limits;
  game->tolerance = LC_SKIPS | LC_REPAIRS;
  game->is_undecided = true;
  memcpy(game->text, bytes + scan->begin, size);
  lua_pushvalue(L, lua_upvalueindex(LCB_UP_GAME));
  lua_setmetatable(L, -2);
  if (options) {
    const lcb_ReadingOptions *from = lua_touserdata(L, options);
    lua_pushvalue(L, options);
    lua_setiuservalue(L, -2, LCB_GAME_SLOTS);
    game->dialect = from->dialect;
    game->limits = &from->limits;
    game->tolerance = from->tolerance;
    game->is_undecided = from->is_auto;
  }
  return game;
}

lcb_Game *lcb_check_game(lua_State *L, int arg) { return lcb_check(L, arg, LCB_UP_GAME); }

void lcb_game_start(const lcb_Game *game, lc_Start *out) {
  lc_start_find(game->text, game->has_setup ? game->tags_end : 0, game->tolerance, out);
}

void lcb_game_begin_replay(const lcb_Game *game, const lc_Start *start, lc_Replay *out) {
  lc_replay_begin(out, game->text, game->size, 0, game->tags_end, game->dialect, game->tolerance, start);
}

/* ---- slots ---- */

int lcb_game_slot(lua_State *L, int index, int slot) {
  int type = lua_getiuservalue(L, index, LCB_GAME_SLOTS);
  if (type != LUA_TTABLE) {
    if (slot == LCB_GAME_OPTIONS) return type;
    lua_pop(L, 1);
    lua_pushnil(L);
    return LUA_TNIL;
  }
  type = lua_rawgeti(L, -1, slot);
  lua_remove(L, -2);
  return type;
}

/* Push the table of the Game's slots. Create it, unless a finalizer has just created it. */
static void push_slots(lua_State *L, int index) {
  if (lua_getiuservalue(L, index, LCB_GAME_SLOTS) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, LCB_GAME_OPTIONS, 0);
  if (lua_getiuservalue(L, index, LCB_GAME_SLOTS) == LUA_TTABLE) {
    lua_remove(L, -2);
    return;
  }
  lua_rawseti(L, -2, LCB_GAME_OPTIONS);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, LCB_GAME_SLOTS);
}

void lcb_set_game_slot(lua_State *L, int index, int slot) {
  push_slots(L, lua_absindex(L, index));
  lua_insert(L, -2);
  lua_rawseti(L, -2, slot);
  lua_pop(L, 1);
}

void lcb_fill_game_slot(lua_State *L, int index, int slot) {
  push_slots(L, lua_absindex(L, index));
  if (lua_rawgeti(L, -1, slot) == LUA_TNIL) {
    lua_pushvalue(L, -3);
    lua_rawseti(L, -3, slot);
    lua_pop(L, 2);
  } else {
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
}

/* Push a user value of the Game's reading options, or nil. Returns its type. */
static int push_option(lua_State *L, int index, int value) {
  int type = LUA_TNIL;
  if (lcb_game_slot(L, index, LCB_GAME_OPTIONS) == LUA_TUSERDATA) {
    type = lua_getiuservalue(L, -1, value);
    lua_remove(L, -2);
  }
  return type;
}

int lcb_game_name(lua_State *L, int index) { return push_option(L, index, LCB_OPTIONS_FILE); }

int lcb_game_dialect(lua_State *L, const lcb_Game *game, int index) {
  index = lua_absindex(L, index);
  if (!game->dialect) {
    lua_pushnil(L);
    return LUA_TNIL;
  }
  int type = lcb_game_slot(L, index, LCB_GAME_DIALECT);
  if (type != LUA_TNIL) return type;
  lua_pop(L, 1);
  return push_option(L, index, LCB_OPTIONS_DIALECT);
}
