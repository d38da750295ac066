/*
** game_export - writes a Game as text in one of the core's formats, to a string or a file.
*/
#ifndef LCB_GAME_EXPORT_H
#define LCB_GAME_EXPORT_H

#include "../pgn/records.h"
#include "../pgn/tag_section.h"
#include "game.h"

typedef enum lcb_Format { LCB_PGN, LCB_FEN, LCB_EPD, LCB_UCI, LCB_MOVETEXT, LCB_IN_LUA } lcb_Format;

/* Number of names in `tags`. Further room is reserved for the tags that define a game's start. */
enum { LCB_START_PLACES = 3, LCB_OWN_PLACES = LC_TAG_PLACES - LCB_START_PLACES };

typedef struct lcb_ExportOptions {
  lcb_Format format;
  lc_EpMode ep;
  lc_WriteOptions write;
  bool needs_utf8; /* the dialect uses letters beyond ASCII */
  const lc_TagPlace *places;
  size_t place_count;
  lc_TagPlace own_places[LCB_OWN_PLACES];
} lcb_ExportOptions;

/* The move that the dialect cannot write, if lcb_export() returns LC_D_UNSAYABLE_MOVE. */
typedef struct lcb_Unsayable {
  lc_Position before;
  lc_Move move;
} lcb_Unsayable;

/* An output buffer: a userdata at a stack index, replaced by a larger one when necessary. */
typedef struct lcb_Room {
  int index;
  char *bytes; /* NULL before the first allocation */
  size_t size, used;
  lcb_Unsayable unsayable;
} lcb_Room;

/* Read the options of a format from the table at `arg`, if there is one. Raises an error for invalid options. Pushes
** the Dialect or nil. The Dialect and the options table must exist as long as `out` is used. */
void lcb_export_options(lua_State *L, int arg, lcb_Format format, lcb_ExportOptions *out);
/* Return the format whose name is at `arg`; LCB_IN_LUA if lucena.export writes it. */
lcb_Format lcb_check_format(lua_State *L, int arg);
/* Write the Game at `index` to room->bytes; room->used is the length. Returns LC_D_NONE, or the reason why the game
** cannot be written. */
lc_Code lcb_export(lua_State *L, lcb_Game *game, int index, const lcb_ExportOptions *options, lcb_Room *room);
/* Return nil, message, code for an error of lcb_export(); the Dialect is at stack index `dialect`. */
int lcb_fail_export(lua_State *L, lc_Code code, const lcb_Room *room, int dialect);

/* Methods of Game. */
extern const luaL_Reg lcb_export_methods[];

#endif
