/*
** window - the part of a stream that is in memory, with its offset in the stream. The structure also has all other
** fields that Reader and EpdReader share. Both begin with a window.
**
** Bytes are appended at the end and dropped at the beginning, and each line is counted once. The bytes are in a
** userdata that the owner refers to, so Lua frees them with the owner. The window grows by doubling up to a limit.
*/
#ifndef LCB_WINDOW_H
#define LCB_WINDOW_H

#include "../chess/cpu.h"
#include "../io/source.h"
#include "game.h"
#include "repair.h"
#include "supply.h"

enum { LCB_WINDOW_SIZE = 1 << 18 };
enum { LCB_PADDING = 64 }; /* readable bytes after the window, so that the replay can read its last game in place */

typedef struct lcb_Window {
  lc_Source source;
  lcb_Supply supply; /* unused if the source is a path */
  lcb_Repair repair; /* unused unless pasted text is repaired */
  char *bytes; /* has room + LCB_PADDING bytes */
  size_t room, used;
  size_t limit;       /* largest value of `room` */
  size_t counted;     /* lines before this offset have been counted */
  uint64_t line;      /* line of bytes[counted], from 1 */
  uint64_t base;      /* stream offset of bytes[0] */
  bool is_utf16;      /* the stream is in UTF-16, and the bytes were converted: see lcb_window_offset() */
  size_t measured;    /* the last argument of lcb_window_offset(), and its result */
  uint64_t measured_offset;
  lcb_Origin placed;  /* the last result of lcb_window_place() */
  lc_Cpu cpu;
  bool before_cr, at_end;
  bool is_used;       /* a method is running: see lcb_begin_use() */
  lua_Integer noted;  /* number of records in the list */
  uint64_t lost;      /* number of records for which the list had no room */
} lcb_Window;

/* The first user values of a userdata that begins with a window. */
enum {
  LCB_WINDOW_SOURCE = LCB_SUPPLY_SOURCE,
  LCB_WINDOW_PIECE = LCB_SUPPLY_PIECE,
  LCB_WINDOW_REPAIR = LCB_REPAIR_STAGE,
  LCB_WINDOW_BYTES,
  LCB_WINDOW_NAME,
  LCB_WINDOW_DIAGNOSTICS,
  LCB_WINDOW_VALUES = LCB_WINDOW_DIAGNOSTICS
};
/* Number of records stored between two calls of take_diagnostics(). */
enum { LCB_MAX_DIAGNOSTICS = 1000 };

/* Push a userdata of a class, for the path or source at argument 1; there are two arguments. The userdata is zeroed,
** and its window is empty and closed. If argument 1 is a source, it is replaced by a name for messages. */
void *lcb_new_reader(lua_State *L, const char *class, size_t size, int values, size_t limit);
/* Open the path or source of the reader at stack index 1. Returns 0; on failure pushes nil, message, code and
** returns 3. */
int lcb_window_open(lua_State *L, lcb_Window *window);
/* Close the source of the reader at stack index 1. Raises an error if the call comes from the source itself. */
void lcb_window_close(lua_State *L, lcb_Window *window);
/* Return self, a Reader or an EpdReader. Raises an error if it is closed, or if its source or a finalizer calls it
** during another method. */
void *lcb_check_open(lua_State *L);
/* The same, for a method that allocates memory while it uses the window. The method must end with lcb_end_use(). */
void *lcb_begin_reading(lua_State *L);
/* Return nil, message, code for a failure to read the input of the reader at stack index 1. */
int lcb_fail_input(lua_State *L);
/* Add a diagnostic about bytes to the list of the reader at stack index 1. If the list is full, the diagnostic is only
** counted. With `is_error`, its severity is error for any code. */
void lcb_window_note(lua_State *L, lcb_Window *window, const lcb_Remark *remark, bool is_error);
/* Push the list of the reader at stack index 1 and replace it by an empty one. Returns the number of further records
** that were only counted. */
lua_Integer lcb_window_take(lua_State *L, lcb_Window *window);
extern const luaL_Reg lcb_window_getters[]; /* bytes, name */
int lcb_window_tostring(lua_State *L);
/* Implements reader(), for loops: `for game in reader do`. Returns what reader:read() returns first; raises a
** lucena.Error if it failed. */
int lcb_window_call(lua_State *L);

/* Enlarge the window of the reader at stack index 1. */
void lcb_window_grow(lua_State *L, lcb_Window *window, size_t room);
/* Drop the first `count` bytes. */
void lcb_window_drop(lcb_Window *window, size_t count);
/* Read bytes into the free room of the window. Sets at_end, and source.error on failure. The window must not be
** full. */
void lcb_window_fill(lcb_Window *window);
/* Detect UTF-16 without a byte order mark, and UTF-32, at the beginning of the input. Such input cannot be read:
** returns the code of the diagnostic. Returns LC_D_NONE for other input. */
lc_Code lcb_window_sniff(lcb_Window *window);
/* Return the reason why compressed input ended early, or LC_D_NONE. */
lc_Code lcb_source_defect(const lc_Source *source);
/* Return nil, message, code for a source that could not be opened (`code` LC_D_CANNOT_OPEN) or read
** (LC_D_CANNOT_READ). */
int lcb_fail_source(lua_State *L, const lc_Source *source, const char *name, lc_Code code);
/* Return the stream offset of a window offset. */
uint64_t lcb_window_offset(lcb_Window *window, size_t at);
/* Report each unpaired surrogate of UTF-16 input in bytes from..end of the window. With `replaces`, replace it by
** U+FFFD, which has the same number of bytes. Returns whether there was an unpaired surrogate. */
bool lcb_window_mend(lua_State *L, lcb_Window *window, size_t from, size_t end, bool replaces);
/* Report the unreported changes of a repaired input before window offset `end`; if `end` is larger than `used`, also
** those at the end of the input. Afterwards, lcb_window_place() may be called for offsets from `begin` on. Returns
** whether there were such changes. */
bool lcb_window_report_changes(lua_State *L, lcb_Window *window, size_t begin, size_t end, bool is_strict);
/* Return the line of a window offset; if a later line was already counted, that line. */
uint64_t lcb_window_line(lcb_Window *window, size_t at);
/* Return offset, line and column of a window offset. Offsets must not decrease from call to call. */
lcb_Origin lcb_window_place(lcb_Window *window, size_t at);

#endif
