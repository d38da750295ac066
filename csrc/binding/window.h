/*
** window - the part of a stream that is in memory, and its place in the stream; and everything else shared by Reader and
** EpdReader: both begin with a window.
**
** Bytes are added at the end and dropped at the front; lines are counted once. The bytes are a userdata held by the owner,
** so that Lua frees them; the window grows by doubling up to a limit.
*/
#ifndef LCB_WINDOW_H
#define LCB_WINDOW_H

#include "../chess/cpu.h"
#include "../io/source.h"
#include "game.h"

enum { LCB_WINDOW_SIZE = 1 << 18 };
enum { LCB_PADDING = 64 }; /* readable bytes after the window, so that its last game is replayed without a copy */

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
  lua_Integer noted;  /* records in the list */
  uint64_t lost;      /* records for which there was no room in the list */
} lcb_Window;

/* The first user values of a userdata that begins with a window. */
enum { LCB_WINDOW_BYTES = 1, LCB_WINDOW_NAME, LCB_WINDOW_DIAGNOSTICS, LCB_WINDOW_VALUES = LCB_WINDOW_DIAGNOSTICS };
/* Records kept between two calls of take_diagnostics(). */
enum { LCB_MAX_DIAGNOSTICS = 1000 };

/* Push a userdata of a class for the path at argument 1 of 2, zeroed after its window, which is empty and closed. */
void *lcb_new_reader(lua_State *L, const char *class, size_t size, int values, size_t limit);
/* self, a Reader or an EpdReader; raises when it is closed. */
void *lcb_check_open(lua_State *L);
/* nil, message, code: why the input of the reader at stack index 1 could not be read. */
int lcb_fail_input(lua_State *L);
/* Put a record about bytes into the list of the reader at stack index 1, or count it; `is_error`: whatever its code is. */
void lcb_window_note(lua_State *L, lcb_Window *window, const lcb_Remark *remark, bool is_error);
/* Push the list of the reader at stack index 1 and give it an empty one; how many more records there were. */
lua_Integer lcb_window_take(lua_State *L, lcb_Window *window);
extern const luaL_Reg lcb_window_getters[]; /* bytes, name */
int lcb_window_tostring(lua_State *L);

/* More room for the window of the reader at stack index 1. */
void lcb_window_grow(lua_State *L, lcb_Window *window, size_t room);
/* Forget the first `count` bytes. */
void lcb_window_drop(lcb_Window *window, size_t count);
/* Read what there is room for; sets at_end, and source.error on failure. The window must not be full. */
void lcb_window_fill(lcb_Window *window);
/* At the beginning: what encoding, not made of bytes, the input has by its marks or by its NULs; LC_D_NONE for none. */
lc_Code lcb_window_sniff(lcb_Window *window);
/* Why compressed input ended where it did, LC_D_NONE when it is sound. */
lc_Code lcb_window_defect(const lcb_Window *window);
/* nil, message, code: why the source could not be opened (`code` LC_D_CANNOT_OPEN) or read (LC_D_CANNOT_READ). */
int lcb_fail_source(lua_State *L, const lc_Source *source, const char *name, lc_Code code);
/* Offset, line and column of a window offset; offsets asked for must not go back. */
lcb_Origin lcb_window_place(lcb_Window *window, size_t at);

#endif
