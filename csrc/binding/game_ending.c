/*
** game_ending - whether a game's text ends by itself, for those who write one game behind the other.
**
** A game without a result ends in its file because of what stands behind it there: the next tag section, or the end of
** the file. Behind other bytes it would take in the next game, and nobody would be told. Cost: a flag is looked at where a
** result ends the game; else its text is scanned once more (scan.h).
*/
#include "game_box.h"

/***
How the text of a game ends.
@function core.ending
@param game string|Game a text that is one game, or a game as it was read
@return integer? depth variations that are open at its end; nil: its result ends it, whatever follows
@return boolean? in_comment whether a comment in braces is open
@return boolean? has_movetext whether a line that begins a tag would end it; before movetext a header of its own would
@usage require("lucena.core").ending("1. e4 (1. d4 {here")  --> 1
*/
static int ending(lua_State *L) {
  const lcb_Game *game = luaL_testudata(L, 1, LCB_GAME);
  size_t size = game ? game->size : 0;
  const char *text = game ? game->text : lcb_check_text(L, 1, &size);
  if (game && game->ends_itself) return lua_pushnil(L), 1;
  lc_Scan scan;
  lc_scan_begin(&scan, 0);
  lc_scan_next(&scan, lc_cpu(), text, size, true);
  if (scan.result != LC_RESULT_NONE) return lua_pushnil(L), 1;
  bool is_inside = scan.phase == LC_SCAN_COMMENT || scan.phase == LC_SCAN_LINE_COMMENT;
  lua_pushinteger(L, scan.depth);
  lua_pushboolean(L, scan.has_open_comment);
  lua_pushboolean(L, (is_inside ? scan.back : scan.phase) == LC_SCAN_MOVETEXT);
  return 3;
}

static const luaL_Reg functions[] = {{"ending", ending}, {NULL, NULL}};

void lcb_open_ending(lua_State *L) { lcb_functions(L, functions); }
