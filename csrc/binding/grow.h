/*
** grow - the arrays of userdata that grow.
**
** An allocation may run finalizers of other objects, and these may use the object whose array grows: they may add items
** to the array, or enlarge it. So LCB_GROW() examines the array again after each allocation. When it ends, there is
** room, and nothing can have changed since the last test; code that uses the room before the next allocation is safe.
*/
#ifndef LCB_GROW_H
#define LCB_GROW_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

/* Return the room of an array that needs more: half as much again. Raises an error if it is too large. */
static inline uint32_t lcb_wider_room(lua_State *L, size_t needed, size_t room, size_t size) {
  size_t wider = needed + room / 2;
  if (wider > UINT32_MAX || wider > PTRDIFF_MAX / size) luaL_error(L, "too many items (%I)", (LUAI_UACINT)needed);
  return (uint32_t)wider;
}

/* Report whether a new block is still larger than the array, which a finalizer may have enlarged. */
static inline bool lcb_is_wider(size_t wider, size_t count, size_t room) { return wider >= count && wider > room; }

/* Pop a block of memory into user value `value` of the userdata at stack index `at`; with `value` 0, into the stack
** index itself. */
static inline void lcb_hold(lua_State *L, int at, int value) {
  if (value) {
    lua_setiuservalue(L, at, value);
  } else {
    lua_replace(L, at);
  }
}

/* Make room for `more` items after the first `count` items of an array with room for `room`. lcb_hold() stores its
** memory. `items`, `count` and `room` are read again after each allocation; `at` is not relative to the top. */
#define LCB_GROW(L, at, value, items, count, room, more)                                              \
  while ((size_t)(count) + (more) > (room)) {                                                         \
    uint32_t lcb_wider = lcb_wider_room(L, (size_t)(count) + (more), (room), sizeof *(items));        \
    void *lcb_block = lua_newuserdatauv(L, lcb_wider * sizeof *(items), 0);                           \
    if (!lcb_is_wider(lcb_wider, (count), (room))) {                                                  \
      lua_pop(L, 1);                                                                                  \
      continue;                                                                                       \
    }                                                                                                 \
    if (count) memcpy(lcb_block, (items), (count) * sizeof *(items));                                 \
    (items) = lcb_block;                                                                              \
    (room) = lcb_wider;                                                                               \
    lcb_hold(L, at, value);                                                                           \
  }

#endif
