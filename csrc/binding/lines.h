/*
** lines - lucena.Lines: what its files share. lines.c adds games and merges lines; opening_tree.c makes trees of them.
*/
#ifndef LCB_LINES_H
#define LCB_LINES_H

#include "../opening/lines.h"
#include "game.h"
#include "memory.h"

/* User value of a Lines: a table of the files, name -> index. The names in `all` are its keys. */
enum { LCB_LINES_NAMES = 1, LCB_LINES_VALUES = LCB_LINES_NAMES };

typedef struct lcb_Lines {
  lc_LineSet all;
  bool is_closed;    /* the garbage collector has freed the lines */
  bool only_results; /* ratings, years and notable games are not stored */
} lcb_Lines;

/* Return the Lines at stack index 1. Raises an error if it is closed: finalizers of other objects may use a Lines that
** the garbage collector has closed. */
static inline lcb_Lines *lcb_check_lines(lua_State *L) {
  lcb_Lines *lines = lcb_self(L);
  if (lines->is_closed) luaL_error(L, "the lines are closed");
  return lines;
}
/* Push an array of the lines, at stack index 2. */
lc_Line **lcb_push_lines(lua_State *L, const lcb_Lines *lines, size_t *count);
/* Lines:tree */
int lcb_lines_tree(lua_State *L);
/* Create the class of trees. */
void lcb_open_opening_tree(lua_State *L);

#endif
