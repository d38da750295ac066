/*
** node_finding - diagnostics of a game that Lua code finds: at a tag or a move, as for lua/lucena/proof.lua, or in the
** JSON from which the game was read.
**
** Lua decodes the JSON (lucena.json_reader) and writes the game as PGN, so unknown and duplicate fields are not in the
** game's text. Their diagnostics are created once and stored in a slot of the game.
*/
#include "../notation/codes.h"
#include "node.h"

/* Set the place of a finding to the value of a tag. If the game's text has no such tag, the place is the first byte. */
static void place_tag(const lcb_Game *game, const char *name, size_t size, lcb_Finding *out) {
  lc_Tag tag;
  if (!lcb_find_tag(game, name, size, &tag)) return;
  out->at = tag.value;
  out->end = tag.value + tag.value_size;
}

/* Set the place of a finding to the move of a Node. `before` is set to the position before the move. */
static void place_node(const lcb_Node *node, lcb_Finding *out, lc_Position *before) {
  const lc_GameNode *move = lcb_node_data(node);
  out->at = move->at;
  out->end = (size_t)move->at + move->size;
  out->ply = move->ply - 1;
  out->before = before;
  lcb_game_position(node->game, move->parent, before);
}

/***
Return a diagnostic of a game.
@function core.finding
@param game Game
@param code string
@param where? string|Node the name of a tag, or a move of the game; default: the beginning of the game
@param detail? string text to append to the sentence of the code
@return Diagnostic
@usage require("lucena.core").finding(chess.game('[White ""]\n\n*'), "missing_name", "White").column  --> 9
*/
static int finding(lua_State *L) {
  lcb_Game *game = lcb_check_game(L, 1);
  unsigned code = lcb_find_code(luaL_checkstring(L, 2));
  luaL_argcheck(L, code < LC_D_COUNT, 2, "no such code");
  lc_Position before;
  lcb_Finding found = {.code = (lc_Code)code, .detail = luaL_optstring(L, 4, NULL)};
  if (lua_type(L, 3) == LUA_TSTRING) {
    size_t size;
    const char *name = lua_tolstring(L, 3, &size);
    place_tag(game, name, size, &found);
  } else if (!lua_isnoneornil(L, 3)) {
    const lcb_Node *node = lcb_check_node(L, 3);
    luaL_argcheck(L, node->game == game && node->index > 0, 3, "not a move of the game");
    place_node(node, &found, &before);
  }
  lcb_push_finding(L, game, 1, &found);
  return 1;
}

/* ---- games read from JSON ---- */

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

void lcb_open_finding(lua_State *L) {
  static const luaL_Reg functions[] = {{"finding", finding}, {"set_unread_fields", set_unread_fields}, {NULL, NULL}};
  lcb_functions(L, functions);
}
