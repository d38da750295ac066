/*
** window - the stretch of a stream that is in memory, and where in the stream it lies.
**
** Bytes come in behind and are dropped in front; lines are counted as they go by, never twice. The bytes are a
** userdata that the owner holds, so that Lua frees them; the window grows by doubling up to a limit.
*/
#ifndef LCB_WINDOW_H
#define LCB_WINDOW_H

#include "../chess/cpu.h"
#include "../io/source.h"
#include "game.h"

enum { LCB_WINDOW_SIZE = 1 << 18 };
enum { LCB_PADDING = 64 }; /* readable bytes behind the window, so that its last game is replayed without a copy */

typedef struct lcb_Window {
  lc_Source source;
  char *bytes; /* room + LCB_PADDING */
  size_t room, used;
  size_t limit;       /* largest room */
  size_t counted;     /* lines before this offset are counted */
  uint64_t line;      /* of bytes[counted], from 1 */
  uint64_t base;      /* stream offset of bytes[0] */
  lcb_Origin placed;  /* the last place asked for */
  lc_Cpu cpu;
  bool before_cr, at_end;
} lcb_Window;

/* A window that is valid, empty and closed. */
void lcb_window_init(lcb_Window *window, size_t limit);
/* More room for the window whose owner is at `index`; the bytes go into its user value `slot`. */
void lcb_window_grow(lua_State *L, lcb_Window *window, int index, int slot, size_t room);
/* Forget the first `count` bytes. */
void lcb_window_drop(lcb_Window *window, size_t count);
/* Read what there is room for; sets at_end, and source.error on failure. The window must not be full. */
void lcb_window_fill(lcb_Window *window);
/* At the beginning: what encoding, not made of bytes, the input has by its marks or by its NULs; LC_D_NONE for none. */
lc_Code lcb_window_sniff(lcb_Window *window);
/* Why compressed input ended where it did, LC_D_NONE when it is sound. */
lc_Code lcb_window_trouble(const lcb_Window *window);
/* nil, message, code: why the source could not be opened (`code` LC_D_CANNOT_OPEN) or read (LC_D_CANNOT_READ). */
int lcb_fail_source(lua_State *L, const lc_Source *source, const char *name, lc_Code code);
/* Offset, line and column of a window offset; offsets asked for must not go back. */
lcb_Origin lcb_window_place(lcb_Window *window, size_t at);

#endif
