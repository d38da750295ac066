/*
** node_finding - diagnostics of a game that are found in Lua: core.finding() gives them a place in the text. The checks
** of lua/lucena/proof.lua use it. They read the tags and the moves of a game that is already in memory, so the cost of
** a Lua function does not matter.
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

void lcb_open_finding(lua_State *L) {
  static const luaL_Reg functions[] = {{"finding", finding}, {NULL, NULL}};
  lcb_functions(L, functions);
}
