/*
** epd_box - lucena.EpdRecord from the inside, for the files that make one.
**
** One userdata holds the record as it was read, its operations and a copy of its line. When it is edited, the new line
** is a record of its own, which the old one holds (LCB_EPD_EDITED) and takes its contents from.
*/
#ifndef LCB_EPD_BOX_H
#define LCB_EPD_BOX_H

#include "../notation/epd.h"
#include "game_box.h"

enum { LCB_EPD_NOTES = 100 }; /* diagnostics of one record; more are counted */

/* User values of an EpdRecord. */
enum { LCB_EPD_NAME = 1, LCB_EPD_EDITED, LCB_EPD_VALUES = LCB_EPD_EDITED };

typedef struct lcb_Epd {
  lc_Epd epd;
  lcb_Origin origin;
  bool is_strict; /* warnings and repairs count as errors */
  lc_EpdOp ops[]; /* then the text */
} lcb_Epd;

/* Push the record that a line is. `name` is the stack index of the file's name, or 0. */
lcb_Epd *lcb_push_epd(lua_State *L, const char *text, size_t size, const lcb_Origin *origin, int name);
/* The value of an operation. */
void lcb_push_epd_value(lua_State *L, const lc_Epd *epd, const lc_EpdOp *op);
/* Append the diagnostics of a record, LCB_EPD_NOTES at most, to the array at `list`, which has `count`; 0: there is
** none, and they are only counted. `name` may be NULL. Returns how many have severity error; *total is how many there are. */
unsigned lcb_add_epd_notes(lua_State *L, const lc_Epd *epd, const lcb_Origin *origin, bool is_strict, bool style,
                           const char *name, int list, lua_Integer count, uint32_t *total);

/* Options {ep, castling} of writing at `arg`. */
void lcb_epd_options(lua_State *L, int arg, lc_EpMode *ep, lc_CastlingMode *castling);

extern const luaL_Reg lcb_epd_edit_methods[];

#endif
