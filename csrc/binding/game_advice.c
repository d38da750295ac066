/*
** game_advice - the moves that unreadable tokens of a game may mean, for the messages of diagnostics.
*/
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
  bool is_number = size > 1 && text[size - 1] == ':' && lc_number_value(text, 0, size) > 0;
  const char *advice = lcb_push_respelling(L, p, text, size, game->size - token->at);
  return advice || !is_number ? advice
                              : lua_pushfstring(L, "a move number is written %d.", (int)lc_number_value(text, 0, size));
}
