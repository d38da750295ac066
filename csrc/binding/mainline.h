/*
** mainline - the moves of a Game's mainline, from its text or, once it was changed, from its tree.
*/
#ifndef LCB_MAINLINE_H
#define LCB_MAINLINE_H

#include "game_box.h"

typedef struct lcb_Mainline {
  lc_Replay replay;
  const lc_Game *tree; /* NULL: from the text */
  uint32_t node;
} lcb_Mainline;

/* The Game is at stack index `index`; it is found out where it starts, and which dialect it is in. */
void lcb_mainline_begin(lua_State *L, lcb_Game *game, int index, lcb_Mainline *out, lc_Start *start);
/* Up to `room` (64 or more) moves more; none at the end. */
size_t lcb_mainline_next(lcb_Mainline *line, lc_Move *moves, size_t room);
/* All were had: what the replay found out is not found out again. */
void lcb_mainline_end(lua_State *L, lcb_Game *game, int index, const lcb_Mainline *line);
/* The same for a replay of the text that went to its end; why it stopped early is for lcb_game_replay() to say. */
void lcb_game_keep_replay(lua_State *L, lcb_Game *game, int index, const lc_Replay *replay);

#endif
