/*
** game_advice - the moves that unreadable tokens of a game may mean, for the messages of diagnostics.
*/
#include "../notation/refused.h"
#include "dialect.h"
#include "game.h"

const char *lcb_push_candidates(lua_State *L, const lcb_Game *game, const lc_Position *p, const lc_Token *token) {
  lc_MoveList found;
  luaL_Buffer b;
  lc_spelling_candidates(game->dialect, p, game->text + token->at, token->end - token->at, &found);
  luaL_buffinit(L, &b);
  for (unsigned i = 0; i < found.count; i++) {
    if (i > 0) luaL_addstring(&b, " or ");
    lcb_add_meaning(&b, game->dialect, p, found.moves[i]);
  }
  luaL_pushresult(&b);
  return lua_tostring(L, -1);
}

const char *lcb_push_spelling(lua_State *L, const lcb_Game *game, const lc_Position *p, const lc_Token *token) {
  const char *text = game->text + token->at;
  size_t size = token->end - token->at;
  char san[LC_SAN_MAX];
  const char *word = lc_refused_word(text, size);
  size_t length = word ? 0 : lc_refused_move(p, text, size, game->size - token->at, san);
  bool is_number = size > 1 && text[size - 1] == ':' && lc_number_value(text, 0, size) > 0;
  if (word) {
    lua_pushstring(L, word);
  } else if (length > 0) {
    lua_pushlstring(L, san, length);
    lua_pushfstring(L, "the move is written %s", lua_tostring(L, -1));
  } else if (is_number) {
    lua_pushfstring(L, "a move number is written %d.", (int)lc_number_value(text, 0, size));
  } else {
    lua_pushnil(L);
  }
  return lua_tostring(L, -1);
}
