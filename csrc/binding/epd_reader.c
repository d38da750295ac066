/*
** epd_reader - lucena.EpdReader: reads the records of a file or pipe, one per line, in constant memory.
**
** notation/epd_lines.h finds the lines; format() keeps those that begin with #. Lines `id`, `epd` and `perft` of a
** perft collection are joined into one record: see notation/epd_block.h. No function here calls Lua functions, except
** to read from a source that is written in Lua (supply.h).
*/
#include <string.h>

#include "../notation/codes.h"
#include "../notation/epd_block.h"
#include "../notation/epd_lines.h"
#include "epd.h"
#include "grow.h"
#include "reader.h"
#include "window.h"

enum { MAX_LINE = 1 << 20 }; /* the limit that diag.def names */

/* Numbers of the EpdReader's user values. The first LCB_WINDOW_VALUES are those of the window (window.h). */
enum { SLOT_OPS = LCB_WINDOW_VALUES + 1, SLOT_DIALECT, SLOTS = SLOT_DIALECT };

typedef struct EpdReader {
  lcb_Window window;
  lc_EpdLines lines;
  lc_EpdLine line;       /* the line found */
  const char *text;      /* the record found; text_size is its size */
  size_t text_size;
  lc_EpdBlock block;    /* the current block of a perft collection, if any */
  lcb_Origin block_origin;
  uint64_t records, errors;
  const lc_Dialect *dialect; /* dialect of the moves; NULL for PGN */
  lc_EpdOp *ops; /* operations of records that are read without creating an EpdRecord */
  uint32_t room;
  bool is_strict, wants_check, wants_style, has_begun, has_ended;
} EpdReader;

static EpdReader *self(lua_State *L) { return lcb_self(L); }

/* ---- diagnostics ---- */

/* Add a diagnostic about bytes that are not a record. */
static void note(lua_State *L, EpdReader *reader, lc_Code code, size_t at) {
  lcb_Remark remark = {.code = code, .place = lcb_window_place(&reader->window, at)};
  bool is_error = reader->is_strict || lc_code_severity(code) == LC_ERROR;
  if (lc_code_severity(code) == LC_REPAIR && !reader->wants_style && !reader->is_strict) return;
  reader->errors += is_error;
  lcb_window_note(L, &reader->window, &remark, is_error);
}

static lcb_Origin origin_of(EpdReader *reader) {
  bool is_block = reader->text == reader->block.record.bytes;
  lcb_Origin origin = is_block ? reader->block_origin : lcb_window_place(&reader->window, reader->line.begin);
  origin.number = reader->records;
  return origin;
}

/* Report whether the list of diagnostics may lack room for the diagnostics of the next record. */
static bool is_crowded(const EpdReader *reader) {
  return reader->window.noted + LCB_EPD_NOTES > LCB_MAX_DIAGNOSTICS;
}

/* Add the diagnostics of a record to the reader's list; if the list is full, they are only counted. */
static void examine(lua_State *L, EpdReader *reader, const lc_Epd *epd) {
  lc_EpdNote first[1];
  bool style = reader->wants_style || reader->is_strict;
  if (lc_epd_examine(epd, style, first, 1) == 0) return;
  lua_getiuservalue(L, 1, LCB_WINDOW_NAME);
  lua_getiuservalue(L, 1, LCB_WINDOW_DIAGNOSTICS);
  int list = is_crowded(reader) ? 0 : lua_gettop(L);
  lua_Integer n = reader->window.noted;
  uint32_t total;
  lcb_Origin origin = origin_of(reader);
  unsigned errors = lcb_add_epd_notes(L, epd, &origin, reader->is_strict, style, lua_tostring(L, -2), list, n, &total);
  if (list) reader->window.noted += total < LCB_EPD_NOTES ? total : LCB_EPD_NOTES;
  reader->errors += errors > 0;
  lua_pop(L, 2);
}

/* ---- lines ---- */

static void drop(EpdReader *reader) {
  size_t count = reader->lines.at;
  lcb_window_drop(&reader->window, count);
  lc_epd_drop_bytes(&reader->lines, count);
}

/* Read more bytes. If a line is too long for the buffer, it is dropped, and the search for its end continues. */
static void refill(lua_State *L, EpdReader *reader) {
  lcb_Window *window = &reader->window;
  drop(reader);
  if (window->used == window->room) {
    if (window->room < window->limit) {
      lcb_window_grow(L, window, 2 * window->room);
    } else {
      if (!reader->lines.is_lost) note(L, reader, LC_D_RECORD_TOO_LARGE, reader->lines.at);
      lc_epd_skip_bytes(&reader->lines, window->used);
      drop(reader);
    }
  }
  lcb_window_fill(window);
}

/* Find the next line. Returns false at the end of input or after a failure. */
static bool next_line(lua_State *L, EpdReader *reader) {
  lcb_Window *window = &reader->window;
  for (;;) {
    bool is_whole = window->at_end && !window->source.error; /* after a failure, the last line may be incomplete */
    if (lc_epd_next_line(&reader->lines, window->bytes, window->used, is_whole, &reader->line)) break;
    if (window->at_end) return false;
    refill(L, reader);
  }
  reader->errors += lcb_window_mend(L, window, reader->line.begin, reader->line.end, true);
  return true;
}

/* Handle the end of the input: report input that is truncated or damaged. */
static void end(lua_State *L, EpdReader *reader) {
  lcb_Window *window = &reader->window;
  lc_Code code = lcb_source_defect(&window->source);
  if (code != LC_D_NONE) note(L, reader, code, window->used);
  window->source.defect = LC_SOURCE_SOUND;
  reader->has_ended = true;
}

/* Prepare before the first line. Returns false if there is nothing to read. */
static bool begin(lua_State *L, EpdReader *reader) {
  lc_Code code = lcb_window_sniff(&reader->window);
  const char *bytes = reader->window.bytes;
  if (reader->window.used >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) reader->lines.at = 3;
  reader->has_begun = true;
  if (code == LC_D_NONE) return true;
  note(L, reader, code, 0);
  reader->has_ended = true;
  return false;
}

static bool give(EpdReader *reader, const char *text, size_t size) {
  reader->text = text;
  reader->text_size = size;
  reader->records++;
  return true;
}

/* Add a line of a perft collection to the open block. Returns false if the line does not belong to a block, or
** begins another one. */
static bool take_block_line(lua_State *L, EpdReader *reader, const char *text, size_t size) {
  lc_EpdBlock *block = &reader->block;
  lc_EpdPart part = lc_epd_part(text, size);
  bool begins = !block->is_open;
  size_t at = reader->line.begin;
  if (!lc_epd_block_add(block, text, &part)) return false;
  if (begins) note(L, reader, LC_D_PERFT_BLOCK, at);
  if (part.kind == LC_EPD_PART_FIELDS) at += part.at;
  if (part.kind != LC_EPD_PART_COUNT) reader->block_origin = lcb_window_place(&reader->window, at);
  return true;
}

/* Make the open block the current record. */
static bool give_block(EpdReader *reader) {
  size_t size = lc_epd_block_end(&reader->block);
  return give(reader, reader->block.record.bytes, size);
}

/* Find the next record: a line, or a block of lines. Comments before it are appended to `comments`, unless that is
** NULL. */
static bool next_record(lua_State *L, EpdReader *reader, luaL_Buffer *comments) {
  if (!reader->has_begun && !begin(L, reader)) return false;
  while (!reader->has_ended && next_line(L, reader)) {
    const char *text = reader->window.bytes + reader->line.begin;
    size_t size = reader->line.end - reader->line.begin;
    if (take_block_line(L, reader, text, size)) continue;
    if (reader->block.is_open) {
      lc_epd_unread_line(&reader->lines, &reader->line); /* it ends the block */
      return give_block(reader);
    }
    lc_EpdLineKind kind = lc_epd_line_kind(text, size);
    if (kind == LC_EPD_RECORD) return give(reader, text, size);
    if (kind == LC_EPD_BLANK) continue;
    note(L, reader, LC_D_EPD_COMMENT, reader->line.begin);
    if (!comments) continue;
    luaL_addlstring(comments, text, size);
    luaL_addchar(comments, '\n');
  }
  if (reader->block.is_open) return give_block(reader);
  if (!reader->has_ended) end(L, reader);
  return false;
}

/* ---- methods ---- */

/***
Read the next record. Every line is a record, except blank lines and comments (#); record.diagnostics has its errors.
@function EpdReader:read
@return EpdRecord? record nil at the end of input
@return string? err if reading failed (after all earlier records were returned)
@return string? code cannot_read unsupported_compression
@usage chess.open_epd("spec/data/nasty/epd/e01_semicolon_in_string.epd"):read().c0  --> ERET.095; Queen sacrifice
*/
static int read_record(lua_State *L, EpdReader *reader) {
  bool had_ended = reader->has_ended;
  lua_settop(L, 1);
  if (!next_record(L, reader, NULL)) {
    if (reader->window.source.error && !had_ended) return lcb_fail_input(L);
    lua_pushnil(L);
    return 1;
  }
  lcb_Origin origin = origin_of(reader);
  lua_getiuservalue(L, 1, LCB_WINDOW_NAME);
  lua_getiuservalue(L, 1, SLOT_DIALECT);
  lcb_Epd *record = lcb_push_epd(L, reader->text, reader->text_size, &origin, -2, -1);
  record->is_strict = reader->is_strict;
  if (reader->wants_check) examine(L, reader, &record->epd);
  return 1;
}

static int reader_read(lua_State *L) {
  EpdReader *reader = lcb_begin_reading(L);
  return lcb_end_use(&reader->window.is_used, read_record(L, reader));
}

/* Parse the line found, reusing the array of operations. */
static void read_line(lua_State *L, EpdReader *reader, lc_Epd *out) {
  while (lc_epd_read(reader->window.cpu, reader->text, reader->text_size, reader->ops, reader->room, out) == LC_EROOM) {
    uint32_t room = 2 * reader->room;
    LCB_GROW(L, 1, SLOT_OPS, reader->ops, 0, reader->room, room)
  }
  out->dialect = reader->dialect;
}

static void add_canonical(luaL_Buffer *b, const lc_Epd *epd, const lc_EpdForm *form) {
  size_t room = epd->size + LC_FEN_MAX;
  size_t size = lc_epd_write(epd, form, luaL_prepbuffsize(b, room), room);
  if (size > room) size = lc_epd_write(epd, form, luaL_prepbuffsize(b, size), size);
  luaL_addsize(b, size);
  luaL_addchar(b, '\n');
}

/* Implement count() and format(). Reads and examines records; argument 2 is their maximal number. Appends them in
** `form` to the buffer `b` on top of the stack, unless it is NULL. Pushes the number of records and whether the input
** has ended; or an error message. */
static int read_on(lua_State *L, EpdReader *reader, const lc_EpdForm *form, luaL_Buffer *b) {
  lua_Integer most = lua_tointeger(L, 2), count = 0;
  bool had_ended = reader->has_ended, is_there = true;
  lc_Epd epd;
  while (count < most && !is_crowded(reader) && (is_there = next_record(L, reader, b))) {
    read_line(L, reader, &epd);
    examine(L, reader, &epd);
    if (b) add_canonical(b, &epd, form);
    count++;
  }
  if (b) luaL_pushresult(b);
  if (!is_there && reader->window.source.error && !had_ended) return lcb_fail_input(L);
  if (!b) lua_pushinteger(L, count);
  lua_pushboolean(L, !is_there);
  return 2;
}

static void check_most(lua_State *L) {
  if (luaL_checkinteger(L, 2) < 1) lcb_bad_number(L, 2, "number of records, 1 or more,");
}

/***
Read and examine up to `most` records without creating EpdRecords. Stops earlier if the list of diagnostics is nearly
full: take_diagnostics() empties it.
@function EpdReader:count
@param most integer
@return integer? records
@return boolean|string at_end whether the input has ended; or an error message if reading failed
@return string? code cannot_read unsupported_compression
@usage chess.open_epd("spec/data/nasty/epd/e01_semicolon_in_string.epd"):count(10)  --> 1
*/
static int reader_count(lua_State *L) {
  EpdReader *reader = lcb_begin_reading(L);
  check_most(L);
  lua_settop(L, 2);
  return lcb_end_use(&reader->window.is_used, read_on(L, reader, NULL, NULL));
}

/***
Read like count(), and return the records in canonical form, one per line; comment lines between records are kept.
@function EpdReader:format
@param most integer
@param opts? {ep?: string, castling?: string, dialect?: string|Dialect} see EpdRecord:epd
@return string? text
@return boolean|string at_end whether the input has ended; or an error message if reading failed
@return string? code cannot_read unsupported_compression
@usage chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd"):format(1):sub(-8, -2)  --> bm Nc3;
*/
static int reader_format(lua_State *L) {
  EpdReader *reader = lcb_begin_reading(L);
  lc_EpdForm form;
  luaL_Buffer b;
  check_most(L);
  lua_settop(L, 3);
  lcb_push_epd_form(L, 3, &form);
  luaL_buffinit(L, &b);
  return lcb_end_use(&reader->window.is_used, read_on(L, reader, &form, &b));
}

/***
Return the diagnostics found since the last call: lines that are too long, and compressed input that is truncated or
damaged. With `check`, and after count() and format(), the diagnostics of records are included. At most 1000 are stored
between two calls.
@function EpdReader:take_diagnostics
@return Diagnostic[] diagnostics
@usage #chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd"):take_diagnostics()  --> 0
*/
static int reader_take_diagnostics(lua_State *L) {
  EpdReader *reader = self(L);
  lcb_refuse_finalizer(L, reader->window.is_used);
  lcb_window_take(L, &reader->window);
  return 1;
}

static int reader_gc(lua_State *L) {
  EpdReader *reader = self(L);
  lcb_window_close(L, &reader->window);
  reader->has_ended = true;
  return 0;
}

/***
Close the file. Closing again does nothing.
@function EpdReader:close
@usage chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd"):close()
*/
static int reader_close(lua_State *L) {
  lcb_refuse_finalizer(L, self(L)->window.is_used);
  return reader_gc(L);
}

/***
Open a file of EPD records; "-" is standard input. Compressed data (gzip, zstd, bzip2) is decompressed. Instead of a
path, a source may be given as for chess.open.
@function chess.open_epd
@param path string|function|table|userdata
@param opts? {dialect?: string|Dialect, check?: boolean, style?: boolean, strict?: boolean} `dialect`: the notation of
the moves; `check`: report the errors of each record; `style`: report repairs, too; `strict`: warnings and repairs are
errors
@return EpdReader? reader
@return string? err
@return string? code cannot_open unsupported_compression
@usage chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd"):read().text:sub(-8)  --> bm b1c3;
@usage chess.open_epd{text = "8/8/8/8/8/8/k1K5/8 w - - id \"x\";"}:read().id  --> x
*/
static int epd_open(lua_State *L) {
  enum { OPS = 32 };
  static const char *const names[] = {"check", "dialect", "strict", "style", NULL};
  EpdReader *reader = lcb_new_reader(L, LCB_EPD_READER, sizeof *reader, SLOTS, MAX_LINE); /* index 3 */
  lcb_check_options(L, 2, names);
  reader->wants_check = lcb_option_boolean(L, 2, "check", false);
  reader->wants_style = lcb_option_boolean(L, 2, "style", false);
  reader->is_strict = lcb_option_boolean(L, 2, "strict", false);
  LCB_GROW(L, 3, SLOT_OPS, reader->ops, 0, reader->room, OPS)
  reader->dialect = lcb_push_epd_dialect(L, 2);
  lua_setiuservalue(L, 3, SLOT_DIALECT);
  lua_replace(L, 1);
  lua_settop(L, 1);
  lcb_window_grow(L, &reader->window, LCB_WINDOW_SIZE);
  int failed = lcb_window_open(L, &reader->window);
  return failed ? failed : 1;
}

/* ---- counters ---- */

/***
Number of records read so far.
@field EpdReader.records integer
@usage chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd").records  --> 0
*/
static int get_records(lua_State *L) { return lcb_return_count(L, self(L)->records); }

/***
Number of lines with errors so far: examined records, and lines that are not records.
@field EpdReader.errors integer
@usage chess.open_epd("spec/data/nasty/epd/e05_bm_uci.epd").errors  --> 0
*/
static int get_errors(lua_State *L) { return lcb_return_count(L, self(L)->errors); }

static const luaL_Reg reader_methods[] = {
    {"close", reader_close}, {"count", reader_count}, {"format", reader_format},
    {"read", reader_read},   {"take_diagnostics", reader_take_diagnostics},      {NULL, NULL},
};

static const luaL_Reg reader_getters[] = {
    {"errors", get_errors}, {"records", get_records}, {NULL, NULL},
};

static const luaL_Reg reader_metamethods[] = {
    {"__call", lcb_window_call}, {"__close", reader_close}, {"__gc", reader_gc},
    {"__tostring", lcb_window_tostring}, {NULL, NULL},
};

static const luaL_Reg functions[] = {{"open_epd", epd_open}, {NULL, NULL}};

void lcb_open_epd_reader(lua_State *L) {
  static const lcb_Class class = {.name = LCB_EPD_READER,
                                  .methods = {reader_methods},
                                  .getters = {reader_getters, lcb_window_getters},
                                  .metamethods = reader_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "EpdReader");
  lcb_functions(L, functions);
}
