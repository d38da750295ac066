/*
** supply - input from a source that is written in Lua: a function or a method read(n) that returns the next string, or
** a whole text.
**
** The functions are called in the Lua state that called the Reader, in protected mode, so that an error never jumps out
** of a decompressor. The error's message becomes the field `problem` of the lc_Source. A user value of the reader keeps
** the current string alive, so the reader must be at stack index 1 whenever bytes are read. Strings are copied to the
** reader's window and then released.
** Cost: one protected call per string. Sources that are paths do not use this file.
*/
#ifndef LCB_SUPPLY_H
#define LCB_SUPPLY_H

#include "../io/source.h"
#include "binding.h"

/* Text that is copied part by part: the bytes not copied yet, and their number. */
typedef struct lcb_Piece {
  const char *at;
  size_t left;
} lcb_Piece;

/* Copy up to `size` bytes of a piece. Returns their number. */
size_t lcb_piece_take(lcb_Piece *piece, void *buffer, size_t size);

/* User values of the reader: the source (function, object or text; after a failure, its error), and the current string
** or the error's message. */
enum { LCB_SUPPLY_SOURCE = 1, LCB_SUPPLY_PIECE };

typedef struct lcb_Supply {
  lua_State *L;
  lcb_Piece piece;
  bool has_ended, has_failed, is_running;
} lcb_Supply;

/* Check the path or source at `arg`. Returns NULL for a path, else the name of the source in messages. Raises an error
** for other values. */
const char *lcb_supply_check(lua_State *L, int arg);
/* Prepare to read from the source on top of the stack, for the reader at stack index 1. */
lc_Supply lcb_supply_open(lua_State *L, lcb_Supply *supply);
/* Store the Lua state in which the source will run. Raises an error if the source is already running. */
void lcb_supply_enter(lua_State *L, lcb_Supply *supply);
/* Push the value that the source raised, and return true, if it is not a string. */
bool lcb_supply_push_error(lua_State *L, const lcb_Supply *supply);
/* Release the source and its current string. */
void lcb_supply_close(lua_State *L, lcb_Supply *supply);

#endif
