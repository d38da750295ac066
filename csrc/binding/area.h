/*
** area - lucena.Area and lucena.Text: see area.c.
*/
#ifndef LCB_AREA_H
#define LCB_AREA_H

#include "../io/area.h"
#include "binding.h"

typedef struct lcb_Area {
  lc_Area shared;
  unsigned uses[]; /* for each slot: how often it was released */
} lcb_Area;

/* Return the Area at argument `arg`, and set `slot` to the slot at the next argument. Raises an error for others. */
lcb_Area *lcb_check_area(lua_State *L, int arg, size_t *slot);
/* Push a Text: the first `size` bytes of a slot of the Area at `index`. */
void lcb_push_text(lua_State *L, int index, size_t slot, size_t size);
/* Return the bytes of the Text at `index`; NULL for other values. Raises an error if its slot was released. */
const char *lcb_test_text(lua_State *L, int index, size_t *size);

#endif
