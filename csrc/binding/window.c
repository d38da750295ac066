/*
** window - see window.h.
*/
#include "window.h"

#include <assert.h>
#include <string.h>

#include "../notation/codes.h"
#include "../pgn/encoding.h"
#include "../pgn/text.h"
#include "interrupt.h"

static void init(lcb_Window *window, size_t limit) {
  lc_source_init(&window->source);
  window->source.is_stopped = lcb_is_interrupted;
  window->limit = limit;
  window->line = 1;
  window->placed.line = window->placed.column = 1;
  window->cpu = lcb_cpu();
}

void *lcb_new_reader(lua_State *L, const char *class, size_t size, int values, size_t limit) {
  lua_settop(L, 2);
  const char *name = lcb_supply_check(L, 1);
  void *reader = lua_newuserdatauv(L, size, values);
  memset(reader, 0, size);
  init(reader, limit);
  luaL_setmetatable(L, class);
  lua_newtable(L);
  lua_setiuservalue(L, 3, LCB_WINDOW_DIAGNOSTICS);
  if (name) {
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 3, LCB_WINDOW_SOURCE);
    lua_pushstring(L, name);
    lua_replace(L, 1);
  }
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 3, LCB_WINDOW_NAME);
  return reader;
}

void *lcb_check_open(lua_State *L) {
  lcb_Window *window = lcb_self(L);
  if (!lc_source_is_open(&window->source)) luaL_error(L, "reader is closed");
  lcb_refuse_finalizer(L, window->is_used);
  lcb_supply_enter(L, &window->supply);
  return window;
}

void *lcb_begin_reading(lua_State *L) {
  lcb_Window *window = lcb_check_open(L);
  lcb_begin_use(L, &window->is_used);
  return window;
}

int lcb_window_open(lua_State *L, lcb_Window *window) {
  if (lua_getiuservalue(L, 1, LCB_WINDOW_SOURCE) != LUA_TNIL) {
    lc_source_open_supply(&window->source, lcb_supply_open(L, &window->supply));
    lua_pop(L, 1);
    return 0;
  }
  lua_getiuservalue(L, 1, LCB_WINDOW_NAME);
  const char *path = lua_tostring(L, -1);
  if (!lc_source_open(&window->source, path)) return lcb_fail_source(L, &window->source, path, LC_D_CANNOT_OPEN);
  lua_pop(L, 2);
  return 0;
}

void lcb_window_close(lua_State *L, lcb_Window *window) {
  lcb_supply_enter(L, &window->supply);
  lc_source_close(&window->source);
  lcb_supply_close(L, &window->supply);
  lcb_repair_close(L, &window->repair);
}

/* ---- records ---- */

void lcb_window_note(lua_State *L, lcb_Window *window, const lcb_Remark *remark, bool is_error) {
  if (window->noted >= LCB_MAX_DIAGNOSTICS) {
    window->lost++;
    return;
  }
  lua_getiuservalue(L, 1, LCB_WINDOW_NAME);
  lua_getiuservalue(L, 1, LCB_WINDOW_DIAGNOSTICS);
  lcb_push_remark(L, remark, lua_tostring(L, -2));
  if (is_error) {
    lua_pushstring(L, lc_severity_name(LC_ERROR));
    lua_setfield(L, -2, "severity");
  }
  lua_rawseti(L, -2, ++window->noted);
  lua_pop(L, 2);
}

lua_Integer lcb_window_take(lua_State *L, lcb_Window *window) {
  lua_newtable(L);
  lua_Integer lost = (lua_Integer)window->lost; /* nothing is allocated from here on */
  lua_getiuservalue(L, 1, LCB_WINDOW_DIAGNOSTICS);
  lua_insert(L, -2);
  lua_setiuservalue(L, 1, LCB_WINDOW_DIAGNOSTICS);
  window->lost = 0;
  window->noted = 0;
  return lost;
}

/* ---- bytes ---- */

/* The reader is in use, so no finalizer changes the window meanwhile. */
void lcb_window_grow(lua_State *L, lcb_Window *window, size_t room) {
  char *bytes = lua_newuserdatauv(L, room + LCB_PADDING, 0);
  if (window->used) memcpy(bytes, window->bytes, window->used);
  memset(bytes + room, 0, LCB_PADDING);
  lua_setiuservalue(L, 1, LCB_WINDOW_BYTES);
  window->bytes = bytes;
  window->room = room;
}

static void count_to(lcb_Window *window, size_t at) {
  if (at <= window->counted) return;
  window->line +=
      lc_count_lines(window->cpu, window->bytes + window->counted, at - window->counted, &window->before_cr);
  window->counted = at;
}

uint64_t lcb_window_offset(lcb_Window *window, size_t at) {
  if (!window->is_utf16) return window->base + at;
  bool is_ahead = at >= window->measured && window->measured > 0;
  size_t from = is_ahead ? window->measured : 0;
  uint64_t offset = is_ahead ? window->measured_offset : window->base;
  window->measured = at;
  window->measured_offset = offset + 2 * lc_utf16_units(window->bytes + from, at - from);
  return window->measured_offset;
}

uint64_t lcb_window_line(lcb_Window *window, size_t at) {
  if (at <= window->used) count_to(window, at); /* a window that was closed has no bytes */
  return window->line;
}

lcb_Origin lcb_window_place(lcb_Window *window, size_t at) {
  lcb_Origin *placed = &window->placed;
  count_to(window, at);
  uint64_t offset = lcb_window_offset(window, at);
  if (window->line == placed->line) {
    /* if the last place is on the same line, count from there: a line may have thousands of games */
    placed->column += (offset - placed->offset) / (window->is_utf16 ? 2 : 1);
    /* the bytes before the window may end with the CR of a CRLF; its LF is no column of the next line */
    bool is_after_lf = at > 0 && window->bytes[0] == '\n' && placed->offset == window->base;
    placed->column -= is_after_lf;
  } else {
    size_t begin = at;
    while (begin > 0 && !lc_is_line_end(window->bytes[begin - 1])) begin--;
    placed->column = (window->is_utf16 ? lc_utf16_units(window->bytes + begin, at - begin) : at - begin) + 1;
  }
  placed->offset = offset;
  placed->line = window->line;
  placed->is_utf16 = window->is_utf16;
  return *placed;
}

void lcb_window_drop(lcb_Window *window, size_t count) {
  if (count == 0) return;
  uint64_t base = lcb_window_offset(window, count);
  if (base > window->placed.offset) lcb_window_place(window, count);
  memmove(window->bytes, window->bytes + count, window->used - count);
  window->used -= count;
  window->base = base;
  window->counted -= count;
  window->measured = 0;
}

void lcb_window_fill(lcb_Window *window) {
  assert(window->used < window->room);
  char *bytes = window->bytes + window->used;
  size_t room = window->room - window->used;
  size_t got = window->repair.source ? lcb_repair_read(window->supply.L, &window->repair, bytes, room)
                                    : lc_source_read(&window->source, bytes, room);
  window->used += got;
  if (window->source.utf16) window->is_utf16 = true;
  if (got == 0) window->at_end = true;
}

/* Report whether the text looks like UTF-16 or UTF-32 with `width` bytes per character. In each of the first
** characters, all bytes must be NUL except the byte with index `ascii`: the last (big-endian) or the first. */
static bool is_wide(const char *bytes, size_t size, size_t width, size_t ascii) {
  enum { LOOKED_AT = 32 };
  size_t end = size < LOOKED_AT ? size / width * width : LOOKED_AT;
  if (end < 4 * width && end < size) return false;
  for (size_t i = 0; i < end; i++) {
    if ((bytes[i] == '\0') == (i % width == ascii)) return false;
  }
  return end > width;
}

bool lcb_window_mend(lua_State *L, lcb_Window *window, size_t from, size_t end, bool replaces) {
  size_t at = window->is_utf16 ? lc_surrogate_find(window->bytes, end, from) : end;
  if (at == end) return false;
  lcb_Remark remark = {.code = LC_D_BAD_UTF16, .detail = "half a surrogate pair, read as U+FFFD"};
  remark.place = lcb_window_place(window, from);
  for (; at < end; at = lc_surrogate_find(window->bytes, end, at + 3)) {
    lcb_advance(&remark.place, window->bytes, from, at);
    lcb_window_note(L, window, &remark, false);
    if (replaces) memcpy(window->bytes + at, "\xef\xbf\xbd", 3);
    from = at;
  }
  return true;
}

bool lcb_window_report_changes(lua_State *L, lcb_Window *window, size_t begin, size_t end, bool is_strict) {
  if (!window->repair.source) return false;
  int top = lua_gettop(L);
  bool is_changed = false, is_last = end > window->used;
  lcb_Origin place = lcb_window_place(window, begin);
  lcb_advance(&place, window->bytes, begin, is_last ? window->used : end);
  lcb_Remark remark;
  while (lcb_repair_change(L, place.offset + is_last, &remark)) {
    lcb_window_note(L, window, &remark, is_strict);
    lua_settop(L, top);
    is_changed = true;
  }
  lua_settop(L, top);
  return is_changed;
}

lc_Code lcb_window_sniff(lcb_Window *window) {
  enum { ENOUGH = 64 };
  while (!window->at_end && window->used < ENOUGH) lcb_window_fill(window);
  const char *bytes = window->bytes;
  size_t size = window->used;
  bool is_marked = size >= 4 && (memcmp(bytes, "\xff\xfe\0\0", 4) == 0 || memcmp(bytes, "\0\0\xfe\xff", 4) == 0);
  if (is_marked || is_wide(bytes, size, 4, 0) || is_wide(bytes, size, 4, 3)) return LC_D_UTF32;
  return is_wide(bytes, size, 2, 0) || is_wide(bytes, size, 2, 1) ? LC_D_UTF16 : LC_D_NONE;
}

lc_Code lcb_source_defect(const lc_Source *source) {
  switch (source->defect) {
    case LC_SOURCE_SOUND: break;
    case LC_SOURCE_TRUNCATED: return LC_D_TRUNCATED_INPUT;
    case LC_SOURCE_DAMAGED: return LC_D_DAMAGED_INPUT;
    case LC_SOURCE_SHRUNK: return LC_D_SHRUNKEN_INPUT;
    case LC_SOURCE_JUNK: return LC_D_TRAILING_JUNK;
    case LC_SOURCE_WINDOW: return LC_D_WINDOW_TOO_LARGE;
    case LC_SOURCE_HALF: return LC_D_BAD_UTF16;
  }
  return LC_D_NONE;
}

int lcb_fail_source(lua_State *L, const lc_Source *source, const char *name, lc_Code code) {
  if (source->unsupported) code = LC_D_UNSUPPORTED_COMPRESSION;
  return lcb_fail(L, code, "%s: %s: %s", lcb_push_path(L, name), lc_code_text(code), lc_source_problem(source));
}

int lcb_fail_input(lua_State *L) {
  const lcb_Window *window = lcb_self(L);
  lua_getiuservalue(L, 1, LCB_WINDOW_NAME);
  lcb_fail_source(L, &window->source, lua_tostring(L, -1), LC_D_CANNOT_READ);
  return lcb_supply_push_error(L, &window->supply) ? 4 : 3;
}

/* ---- properties ---- */

/***
Bytes read so far.
@field Reader.bytes integer
@usage chess.open("spec/data/sample/sample.pgn").bytes  --> 0
*/
/***
Bytes read so far.
@field EpdReader.bytes integer
@usage chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd").bytes  --> 0
*/
static int get_bytes(lua_State *L) {
  lcb_Window *window = lcb_self(L);
  return lcb_return_count(L, window->repair.source ? window->repair.taken : lcb_window_offset(window, window->used));
}

/***
The path that the reader was opened with; "(function)", "(stream)" or "(text)" for other sources.
@field Reader.name string
@usage chess.open("spec/data/sample/sample.pgn").name  --> spec/data/sample/sample.pgn
*/
/***
The path that the reader was opened with; "(function)", "(stream)" or "(text)" for other sources.
@field EpdReader.name string
@usage chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd").name  --> spec/data/nasty/epd/e05_bm_uci.epd
*/
static int get_name(lua_State *L) {
  lcb_self(L);
  lua_getiuservalue(L, 1, LCB_WINDOW_NAME);
  return 1;
}

const luaL_Reg lcb_window_getters[] = {{"bytes", get_bytes}, {"name", get_name}, {NULL, NULL}};

/* A loop cannot return an error, so a failure of read() is raised as a lucena.Error. */
static int after_read(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  enum { RESULT = 2, MESSAGE, CODE, CAUSE };
  if (!lua_isnil(L, RESULT) || lua_isnoneornil(L, MESSAGE)) return 1;
  lua_settop(L, CAUSE);
  lcb_push_function(L, "lucena.failure", "raise");
  lua_insert(L, MESSAGE);
  lua_call(L, CAUSE - RESULT, 0);
  return 0;
}

int lcb_window_call(lua_State *L) {
  lua_settop(L, 1);
  lcb_self(L);
  lua_getfield(L, 1, "read");
  lua_pushvalue(L, 1);
  lua_callk(L, 1, LUA_MULTRET, 0, after_read);
  return after_read(L, LUA_OK, 0);
}

int lcb_window_tostring(lua_State *L) {
  const lcb_Window *window = lcb_self(L);
  lua_getfield(L, lua_upvalueindex(LCB_UP_SELF), "__name");
  lua_getiuservalue(L, 1, LCB_WINDOW_NAME);
  lua_pushfstring(L, "%s: %s%s", lua_tostring(L, -2), lua_tostring(L, -1),
                  lc_source_is_open(&window->source) ? "" : " (closed)");
  return 1;
}
