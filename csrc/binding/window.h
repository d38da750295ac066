/*
** window - the part of a stream that is in memory, with its offset in the stream; and everything else shared by Reader
** and EpdReader, which both begin with a window.
**
** Bytes are added at the end and dropped at the front; lines are counted once. The bytes are a userdata stored in the
** owner, so that Lua frees them. The window grows by doubling up to a limit.
*/
#ifndef LCB_WINDOW_H
#define LCB_WINDOW_H

#include "../chess/cpu.h"
#include "../io/source.h"
#include "game.h"
#include "supply.h"

enum { LCB_WINDOW_SIZE = 1 << 18 };
enum { LCB_PADDING = 64 }; /* readable bytes after the window, so that its last game is replayed without a copy */

typedef struct lcb_Window {
  lc_Source source;
  lcb_Supply supply; /* unused if the source is a path */
  char *bytes; /* room + LCB_PADDING */
  size_t room, used;
  size_t limit;       /* limit of `room` */
  size_t counted;     /* lines before this offset have been counted */
  uint64_t line;      /* line of bytes[counted], from 1 */
  uint64_t base;      /* stream offset of bytes[0] */
  lcb_Origin placed;  /* the last result of lcb_window_place() */
  lc_Cpu cpu;
  bool before_cr, at_end;
  lua_Integer noted;  /* number of records in the list */
  uint64_t lost;      /* number of records for which the list had no room */
} lcb_Window;

/* The first user values of a userdata that begins with a window. */
enum {
  LCB_WINDOW_SOURCE = LCB_SUPPLY_SOURCE,
  LCB_WINDOW_PIECE = LCB_SUPPLY_PIECE,
  LCB_WINDOW_BYTES,
  LCB_WINDOW_NAME,
  LCB_WINDOW_DIAGNOSTICS,
  LCB_WINDOW_VALUES = LCB_WINDOW_DIAGNOSTICS
};
/* Number of records stored between two calls of take_diagnostics(). */
enum { LCB_MAX_DIAGNOSTICS = 1000 };

/* Push a userdata of a class for the path or source at argument 1 of 2. It is zeroed except for its window, which is
** empty and closed. The name of a source replaces it at argument 1. */
void *lcb_new_reader(lua_State *L, const char *class, size_t size, int values, size_t limit);
/* Open the path or source of the reader at stack index 1. Returns 0, or nil, message, code and their number. */
int lcb_window_open(lua_State *L, lcb_Window *window);
/* Close the source of the reader at stack index 1. Raises if the source itself asked for that. */
void lcb_window_close(lua_State *L, lcb_Window *window);
/* Return self, a Reader or an EpdReader. Raises if it is closed, or if its source calls it. */
void *lcb_check_open(lua_State *L);
/* Return nil, message, code: why the input of the reader at stack index 1 could not be read. */
int lcb_fail_input(lua_State *L);
/* Add a record about bytes to the list of the reader at stack index 1, or only count it if the list is full.
** `is_error`: treat it as an error whatever its code. */
void lcb_window_note(lua_State *L, lcb_Window *window, const lcb_Remark *remark, bool is_error);
/* Push the list of the reader at stack index 1 and replace it by an empty one. Returns the number of further records
** that were only counted. */
lua_Integer lcb_window_take(lua_State *L, lcb_Window *window);
extern const luaL_Reg lcb_window_getters[]; /* bytes, name */
int lcb_window_tostring(lua_State *L);

/* Enlarge the window of the reader at stack index 1. */
void lcb_window_grow(lua_State *L, lcb_Window *window, size_t room);
/* Drop the first `count` bytes. */
void lcb_window_drop(lcb_Window *window, size_t count);
/* Read as many bytes as there is room for. Sets at_end, and source.error on failure. The window must not be full. */
void lcb_window_fill(lcb_Window *window);
/* At the beginning of the input: return the code of an encoding that is not based on bytes (UTF-16, UTF-32),
** detected by its byte order mark or its NULs; else LC_D_NONE. */
lc_Code lcb_window_sniff(lcb_Window *window);
/* Return why compressed input ended early, or LC_D_NONE. */
lc_Code lcb_window_defect(const lcb_Window *window);
/* Return nil, message, code: why the source could not be opened (`code` LC_D_CANNOT_OPEN) or read
** (LC_D_CANNOT_READ). */
int lcb_fail_source(lua_State *L, const lc_Source *source, const char *name, lc_Code code);
/* Return offset, line and column of a window offset. Offsets must not decrease from call to call. */
lcb_Origin lcb_window_place(lcb_Window *window, size_t at);

#endif
