/*
** game_format - export formats by name. Four formats are written in C. lucena.export writes the others, with the
** code that `lucena convert` uses.
*/
#include <string.h>

#include "game_export.h"

lcb_Format lcb_check_format(lua_State *L, int arg) {
  enum { IN_C = 4 };
  static const char *const names[] = {"pgn", "fen", "epd", "uci", "json", "jsonl", "csv", "tsv", "san", NULL};
  const char *name = lua_type(L, arg) == LUA_TSTRING ? lua_tostring(L, arg) : "";
  for (int i = 0; names[i]; i++) {
    if (strcmp(name, names[i]) == 0) return i < IN_C ? (lcb_Format)i : LCB_IN_LUA;
  }
  if (lua_type(L, arg) != LUA_TFUNCTION) luaL_checkstring(L, arg);
  lcb_push_function(L, "lucena.format", "find");
  lua_pushvalue(L, arg);
  lua_call(L, 1, 1);
  if (lua_isnil(L, -1)) {
    lcb_push_function(L, "lucena.format", "unknown");
    lua_pushvalue(L, arg);
    lua_call(L, 1, 1);
    luaL_argerror(L, arg, lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  return LCB_IN_LUA;
}

/***
Return the game in a format of `lucena convert`, with a line end: "pgn"; "fen" or "epd", one line for the start position
and for the position after each move of the mainline; "uci" or "san", the moves of the mainline on one line ("fen FEN
moves ..." in UCI if the game starts from a set-up position); "json" or "jsonl", one line; "csv" or "tsv", one line
without a header.
@function Game:export
@param format string|function one of these, a registered name, or a function(game, options) that returns text
@param options? table for "pgn" those of Game:pgn; for "fen" and "epd" ep ("legal", "xfen", "always"); for "json" and
"jsonl" those of Game:json; for "csv" and "tsv" columns, functions and raw: see chess.csv
@return string? text
@return string? err
@return string? code unwritable_comment
@usage chess.game("1. e4 e5 *"):export("uci"):sub(1, -2)  --> e2e4 e7e5
@usage chess.game("1. e4 e5 *"):export("san"):sub(1, -2)  --> e4 e5
*/
int lcb_game_export(lua_State *L) {
  lcb_check_game(L, 1);
  lcb_Format format = lcb_check_format(L, 2);
  if (format != LCB_IN_LUA) return lcb_export_string(L, format, 3);
  lua_settop(L, 3);
  lcb_push_function(L, "lucena.export", "export");
  lua_insert(L, 1);
  lua_call(L, 3, LUA_MULTRET);
  return lua_gettop(L);
}
