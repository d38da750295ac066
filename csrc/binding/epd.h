/*
** epd - lucena.EpdRecord from the inside, for the files that make one.
**
** One userdata holds the record as it was read, its operations and a copy of its line. When it is edited, the new line
** is a record of its own, which the old one holds (LCB_EPD_EDITED) and takes its contents from.
*/
#ifndef LCB_EPD_H
#define LCB_EPD_H

#include "../notation/epd.h"
#include "game.h"

enum { LCB_EPD_NOTES = 100 }; /* diagnostics of one record; more are counted */

/* User values of an EpdRecord. */
enum { LCB_EPD_NAME = 1, LCB_EPD_EDITED, LCB_EPD_DIALECT, LCB_EPD_VALUES = LCB_EPD_DIALECT };

typedef struct lcb_Epd {
  lc_Epd epd;
  lcb_Origin origin;
  bool is_strict; /* warnings and repairs count as errors */
  lc_EpdOp ops[]; /* then the text */
} lcb_Epd;

/* Push the record that a line is. `name` is the stack index of the file's name, or 0; `dialect` that of the Dialect its
** moves are in, or of nil for PGN, or 0. */
lcb_Epd *lcb_push_epd(lua_State *L, const char *text, size_t size, const lcb_Origin *origin, int name, int dialect);
/* The value of an operation. */
void lcb_push_epd_value(lua_State *L, const lc_Epd *epd, const lc_EpdOp *op);
/* Append the diagnostics of a record, LCB_EPD_NOTES at most, to the array at `list`, which has `count`; 0: there is
** none, and they are only counted. `name` may be NULL. Returns how many have severity error; *total is how many there are. */
unsigned lcb_add_epd_notes(lua_State *L, const lc_Epd *epd, const lcb_Origin *origin, bool is_strict, bool style,
                           const char *name, int list, lua_Integer count, uint32_t *total);

/* The option `dialect` of the table at `arg`, pushed: a Dialect, or nil for PGN; its table or NULL. */
const lc_Dialect *lcb_push_epd_dialect(lua_State *L, int arg);
/* Options {castling, dialect, ep} of writing at `arg`; pushes the Dialect or nil, which is to be kept as long as `out`. */
void lcb_push_epd_form(lua_State *L, int arg, lc_EpdForm *out);

extern const luaL_Reg lcb_epd_edit_methods[];

#endif
