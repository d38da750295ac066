/*
** game_json - diagnostics of a game that was read from JSON: unknown fields and duplicate fields.
**
** Lua decodes the JSON (lucena.json_reader) and writes the game as PGN, so these fields are not in the game's text.
** Their diagnostics are created once and stored in a slot of the game.
*/
#include "../notation/codes.h"
#include "game.h"

static uint64_t integer_of(lua_State *L, const char *key) {
  lua_pushstring(L, key);
  lua_rawget(L, -2);
  lua_Integer value = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return value > 0 ? (uint64_t)value : 0;
}

static bool boolean_of(lua_State *L, const char *key) {
  lua_pushstring(L, key);
  lua_rawget(L, -2);
  bool value = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return value;
}

/* Push a string field of the table on top of the stack. Returns NULL if the table has no such field. */
static const char *push_text(lua_State *L, const char *key, size_t *size) {
  *size = 0;
  lua_pushstring(L, key);
  lua_rawget(L, -2);
  return lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, size) : NULL;
}

/***
Store the unread fields of a game's JSON: unknown and duplicate fields. `game.diagnostics` reports them.
`list.total` is the number of all unread fields, if the list has only the first ones.
@function core.set_unread_fields
@param game Game
@param list table[] {name, is_duplicate, detail, line, column, offset}
@usage core.set_unread_fields(chess.game("1. e4 *"), {{name = "nag", line = 1, column = 2, offset = 1}})
*/
static int set_unread_fields(lua_State *L) {
  lcb_check_game(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  uint64_t total = integer_of(L, "total");
  lua_createtable(L, (int)lua_rawlen(L, 2), 1);
  for (lua_Integer i = 1; lua_rawgeti(L, 2, i) == LUA_TTABLE; i++) {
    lcb_Remark remark = {.code = boolean_of(L, "is_duplicate") ? LC_D_DUPLICATE_FIELD : LC_D_UNKNOWN_FIELD,
                         .place = {.offset = integer_of(L, "offset"), .line = integer_of(L, "line"),
                                   .column = integer_of(L, "column")}};
    size_t detail_size;
    lua_pushvalue(L, -1);
    remark.token = push_text(L, "name", &remark.token_size);
    lua_insert(L, -2);
    remark.detail = push_text(L, "detail", &detail_size);
    lcb_push_remark(L, &remark, NULL);
    lua_rawseti(L, 3, i);
    lua_settop(L, 3);
  }
  lua_settop(L, 3);
  uint64_t count = lua_rawlen(L, 3);
  lua_pushinteger(L, (lua_Integer)(total > count ? total : count));
  lua_setfield(L, 3, "total");
  lcb_set_game_slot(L, 1, LCB_GAME_FIELDS);
  return 0;
}

static const luaL_Reg json_functions[] = {{"set_unread_fields", set_unread_fields}, {NULL, NULL}};

void lcb_open_json(lua_State *L) { lcb_functions(L, json_functions); }
