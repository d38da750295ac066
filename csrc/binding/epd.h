/*
** epd - the structure of lucena.EpdRecord, for the files that create one.
**
** One userdata has the parsed record, its operations and a copy of its line. After an edit, the new line is parsed as
** a separate record. The edited record stores the new record in user value LCB_EPD_EDITED and returns its contents.
*/
#ifndef LCB_EPD_H
#define LCB_EPD_H

#include "../notation/epd.h"
#include "game.h"

enum { LCB_EPD_NOTES = 100 }; /* diagnostics stored per record; more are only counted */

/* User values of an EpdRecord. */
enum { LCB_EPD_NAME = 1, LCB_EPD_EDITED, LCB_EPD_DIALECT, LCB_EPD_VALUES = LCB_EPD_DIALECT };

typedef struct lcb_Epd {
  lc_Epd epd;
  lcb_Origin origin;
  bool is_strict; /* warnings and repairs count as errors */
  lc_EpdOp ops[]; /* followed by the text */
} lcb_Epd;

/* Push the record of a line. `name` is the stack index of the file's name, or 0. `dialect` is the stack index of a
** Dialect or nil. The moves are read in this dialect, or as PGN if `dialect` is 0 or refers to nil. */
lcb_Epd *lcb_push_epd(lua_State *L, const char *text, size_t size, const lcb_Origin *origin, int name, int dialect);
/* Return the contents of the record at stack index `index`, and push the value that keeps them alive. A finalizer that
** runs while memory is allocated may edit the record. */
lc_Epd lcb_hold_epd(lua_State *L, int index);
/* Push the value of an operation. */
void lcb_push_epd_value(lua_State *L, const lc_Epd *epd, const lc_EpdOp *op);
/* Push an array of all operations, as in EpdRecord.ops. */
void lcb_push_epd_ops(lua_State *L, const lc_Epd *epd);
/* Append the diagnostics of a record, at most LCB_EPD_NOTES, to the array at stack index `list`, which has `count`
** elements. If `list` is 0, they are only counted. `name` may be NULL. Returns the number of diagnostics of severity
** error; *total is set to the number of all diagnostics. */
unsigned lcb_add_epd_notes(lua_State *L, const lc_Epd *epd, const lcb_Origin *origin, bool is_strict, bool style,
                           const char *name, int list, lua_Integer count, uint32_t *total);

/* Push the option `dialect` of the table at `arg`: a Dialect, or nil for PGN. Returns the Dialect's table, or NULL. */
const lc_Dialect *lcb_push_epd_dialect(lua_State *L, int arg);
/* Read the options {castling, dialect, ep} of the table at `arg`. Pushes the Dialect or nil. The Dialect must exist
** while `out` is used. */
void lcb_push_epd_form(lua_State *L, int arg, lc_EpdForm *out);

extern const luaL_Reg lcb_epd_edit_methods[];

#endif
