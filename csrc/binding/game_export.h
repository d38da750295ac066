/*
** game_export - a Game as text in one of the formats of the core, as a string or for a file.
*/
#ifndef LCB_GAME_EXPORT_H
#define LCB_GAME_EXPORT_H

#include "../pgn/records.h"
#include "../pgn/tag_section.h"
#include "game.h"

typedef enum lcb_Format { LCB_PGN, LCB_FEN, LCB_EPD, LCB_UCI, LCB_MOVETEXT } lcb_Format;

/* Names in `tags`: those that say how a game starts come beside them. */
enum { LCB_START_PLACES = 3, LCB_OWN_PLACES = LC_TAG_PLACES - LCB_START_PLACES };

typedef struct lcb_ExportOptions {
  lcb_Format format;
  lc_EpMode ep;
  lc_WriteOptions write;
  bool needs_utf8; /* the dialect has letters beyond ASCII */
  const lc_TagPlace *places;
  size_t place_count;
  lc_TagPlace own_places[LCB_OWN_PLACES];
} lcb_ExportOptions;

/* The move that the dialect cannot say, when lcb_export() gives LC_D_UNSAYABLE_MOVE. */
typedef struct lcb_Unsayable {
  lc_Position before;
  lc_Move move;
} lcb_Unsayable;

/* Where text is made: a userdata at a stack index, replaced by a larger one when it must be. */
typedef struct lcb_Room {
  int index;
  char *bytes; /* NULL at first */
  size_t size, used;
  lcb_Unsayable unsayable;
} lcb_Room;

/* The options of a format, a table or nothing at `arg`; raises when they are wrong. What they point to is kept by
** the table, and by the Dialect that is pushed, or nil. */
void lcb_export_options(lua_State *L, int arg, lcb_Format format, lcb_ExportOptions *out);
/* A format's name at `arg`. */
lcb_Format lcb_check_format(lua_State *L, int arg);
/* The Game at `index` in room->bytes, room->used long. LC_D_NONE, or why it cannot be written. */
lc_Code lcb_export(lua_State *L, lcb_Game *game, int index, const lcb_ExportOptions *options, lcb_Room *room);
/* nil, message, code for what lcb_export() gave; the Dialect is at stack index `dialect`. */
int lcb_fail_export(lua_State *L, lc_Code code, const lcb_Room *room, int dialect);

/* Methods of Game. */
extern const luaL_Reg lcb_export_methods[];

#endif
