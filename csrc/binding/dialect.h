/*
** dialect - lucena.Dialect for the other files of the binding: what reads and writes moves in a dialect.
*/
#ifndef LCB_DIALECT_H
#define LCB_DIALECT_H

#include "../notation/dialect.h"
#include "binding.h"

/* User value 1 is a table {name, style, alphabet, info, hooks}. */
typedef struct lcb_Dialect {
  lc_Dialect table; /* of a dialect with hooks: unused */
  bool has_hooks;   /* functions in Lua spell it: lucena.notation.hooks reads and writes */
  bool is_pgn;      /* the default: san.h reads it, with the tolerances named there */
} lcb_Dialect;

/* Push the Dialect at argument `arg`, or the one of that name there; raises for other values and unknown names. The
** pointer is good as long as the userdata is kept. */
lcb_Dialect *lcb_push_dialect(lua_State *L, int arg);

/* Push a new Dialect made of the table at `arg`; raises for errors in it. */
lcb_Dialect *lcb_build_dialect(lua_State *L, int arg);

/* Add a move that a text may mean: in the dialect (NULL: SAN), or as UCI when that has no text for it. */
void lcb_add_meaning(luaL_Buffer *b, const lc_Dialect *dialect, const lc_Position *p, lc_Move move);
/* lcb_fail_move() for a text that was read in a dialect without hooks. */
int lcb_fail_reading(lua_State *L, const lcb_Dialect *dialect, const lc_Position *p, lc_Code code, const char *text,
                     size_t size, size_t column);

/* Results of a method that reads `text` (at stack index `text`) in the Dialect at index `dialect`, for the Position or
** Board at index `position`: Move, array of repairs; or nil, message, code. */
int lcb_dialect_read(lua_State *L, int dialect, int position, int text);
/* Results of writing the Move at index `move`: text; or nil, message, code. */
int lcb_dialect_write(lua_State *L, int dialect, int position, int move);

/* Read the consecutive moves of the text at index `text` from `start`, in the Dialect at index `dialect`. Pushes a userdata
** that holds them, and returns it and their number; NULL: nil, message, code are pushed instead. */
const lc_Move *lcb_read_line(lua_State *L, int dialect, const lc_Position *start, int text, size_t *count);

#endif
