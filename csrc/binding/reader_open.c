/*
** reader_open - chess.open with its options. Also finds the boundaries of parts of an input, and reads one part with
** the same results as when the whole input is read.
**
** A part begins at the beginning of the input or after a game, and ends after a game. A boundary does not depend on
** the bytes before it, so a Reader that starts there finds the same games. The caller passes the line, column and game
** number at which the Reader starts to count. skip() finds boundaries at the speed of the scanner. The reader of a part
** tests and examines its games and reports their diagnostics.
*/
#include <stdarg.h>
#include <string.h>

#include "reader.h"

#include "../notation/codes.h"
#include "../pgn/start.h"

static const size_t DEFAULT_MAX_GAME = (size_t)16 << 20;

/* Raise an error about the option `tags`. The format of the message is that of lua_pushfstring(). */
static void bad_tests(lua_State *L, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *problem = lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  luaL_argerror(L, 2, lua_pushfstring(L, "option 'tags': %s", problem));
}

static void read_test(lua_State *L, lcb_Reader *reader, int list, lua_Integer n) {
  lc_TagTest *test = &reader->test[reader->tests];
  if (lua_rawgeti(L, list, n) != LUA_TTABLE) bad_tests(L, "item %d is no table {name, operator, value}", (int)n);
  for (int i = 1; i <= 3; i++) {
    if (lua_rawgeti(L, -i, i) == LUA_TNUMBER && i == 3) lua_tostring(L, -1);
    if (lua_type(L, -1) != LUA_TSTRING) bad_tests(L, "item %d: field %d is no string", (int)n, i);
  }
  size_t op_size;
  const char *op = lua_tolstring(L, -2, &op_size);
  int found = lc_tag_op(op, op_size);
  if (found < 0) bad_tests(L, "item %d: unknown operator '%s' (= ~ ^ < <= > >=)", (int)n, op);
  test->op = (lc_TagOp)found;
  test->name = lua_tolstring(L, -3, &test->name_size);
  bool is_name = lc_tag_may_be_name(test->name, test->name_size);
  if (!is_name) bad_tests(L, "item %d: no tag has the name '%s'", (int)n, test->name);
  test->value = lua_tolstring(L, -1, &test->value_size);
  bool is_number = test->value_size > 0 && lc_tag_number(test->value, test->value_size, &test->number);
  if (test->op >= LC_TAG_LESS && !is_number) bad_tests(L, "item %d: '%s' is no number", (int)n, test->value);
  /* This pointer stays valid: Lua does not move a string while something refers to it. */
  lua_getiuservalue(L, -5, LCB_READER_TESTS);
  lua_pushvalue(L, -4);
  lua_rawseti(L, -2, 2 * n - 1);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, 2 * n);
  lua_pop(L, 5);
  reader->tests++;
}

/* Read the reading options. The Reader is on top of the stack. */
static void read_reading_options(lua_State *L, lcb_Reader *reader) {
  bool has_dialect = lcb_option(L, 2, "dialect");
  if (!has_dialect) lua_pushnil(L);
  lcb_ReadingOptions *options = lcb_push_reading_options(L, 1, -1, 2);
  if (options->dialect) {
    lua_getiuservalue(L, -1, LCB_OPTIONS_DIALECT);
    lcb_give_memo(L, -1);
    lua_pop(L, 1);
  }
  if (!lcb_option(L, 2, "limits")) lua_pushnil(L);
  lcb_read_limits(L, -1, 2, &options->limits);
  lua_pop(L, 1);
  reader->is_strict = lcb_option_boolean(L, 2, "strict", false);
  if (reader->is_strict || !lcb_option_boolean(L, 2, "skip", true)) lcb_forbid_repairs(options, has_dialect);
  if (lcb_option_boolean(L, 2, "illegal_moves", false)) options->tolerance |= LC_ILLEGAL;
  if (!lcb_option(L, 2, "allow")) lua_pushnil(L);
  options->tolerance |= (uint8_t)lc_start_tolerance(lcb_allowed_problems(L, 2));
  lua_pop(L, 1);
  reader->dialect = options->dialect;
  reader->limits = &options->limits;
  reader->tolerance = reader->is_strict ? options->tolerance & LC_ALLOWS : options->tolerance;
  lua_setiuservalue(L, -3, LCB_READER_OPTIONS);
  lua_pop(L, 1);
}

/* Replace the option's value on top of the stack by its Program. Queries are rejected if they call Lua functions that
** take a Game or a position. */
static void to_program(lua_State *L) {
  if (luaL_testudata(L, -1, LCB_PROGRAM)) return;
  bool is_query = false;
  if (luaL_getmetafield(L, -1, "__name")) {
    is_query = lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), "lucena.Query") == 0;
    lua_pop(L, 1);
  }
  if (!is_query) lcb_bad_option(L, 2, "query", "lucena.Query");
  lcb_push_function(L, "lucena.query", "compiled");
  lua_pushvalue(L, -2);
  lua_call(L, 1, 2);
  if (lua_toboolean(L, -1)) luaL_argerror(L, 2, "option 'query': this one calls Lua functions, use chess.games");
  lua_pop(L, 1);
}

static void read_query(lua_State *L, lcb_Reader *reader) {
  int at = lua_gettop(L);
  if (!lcb_option(L, 2, "query")) return;
  to_program(L);
  reader->query = lcb_push_run(L, -1);
  int run = lua_gettop(L);
  lua_getiuservalue(L, run, LCB_RUN_FUNCTIONS);
  if (reader->query->sole) lua_rawgeti(L, -1, (lua_Integer)reader->query->sole->lo + 1);
  lua_setiuservalue(L, at, LCB_READER_FUNCTIONS);
  lua_settop(L, run);
  lua_setiuservalue(L, at, LCB_READER_QUERY);
  lua_settop(L, at);
}

static void read_options(lua_State *L, lcb_Reader *reader) {
  int at = lua_gettop(L);
  reader->wants_check = lcb_option_boolean(L, 2, "check", false);
  reader->salvages = lcb_option_boolean(L, 2, "salvage", false);
  if (lcb_option(L, 2, "max_game")) {
    int is_integer;
    lua_Integer size = lua_tointegerx(L, -1, &is_integer);
    if (lua_type(L, -1) != LUA_TNUMBER || !is_integer || size < LCB_WINDOW_SIZE || size > LCB_MAX_TREE) {
      lcb_bad_number_option(L, 2, "max_game", "integer from 262144 to 1073741824");
    }
    reader->window.limit = (size_t)size;
    lua_settop(L, at);
  }
  if (lcb_option(L, 2, "tags")) {
    if (!lua_istable(L, -1)) lcb_bad_option(L, 2, "tags", "an array of {name, operator, value}");
    lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
    if (count > LCB_MAX_TESTS) bad_tests(L, "more than %d tests", LCB_MAX_TESTS);
    lua_pushnil(L);
    if (count == 0 && lua_next(L, -2)) bad_tests(L, "array of {name, operator, value} expected, got a table with keys");
    lua_settop(L, at + 1);
    lua_insert(L, -2); /* list, Reader */
    for (lua_Integer n = 1; n <= count; n++) read_test(L, reader, -2, n);
    lua_remove(L, -2);
  }
  read_query(L, reader);
}

/* ---- reading a part ---- */

/* Return a field of the part on top of the stack. */
static uint64_t part_field(lua_State *L, const char *name, lua_Integer otherwise) {
  lua_getfield(L, -1, name);
  lua_Integer value = luaL_optinteger(L, -1, otherwise);
  if (value < otherwise)
    luaL_error(L, "part.%s is %I, the least is %I", name, (LUAI_UACINT)value, (LUAI_UACINT)otherwise);
  lua_pop(L, 1);
  return (uint64_t)value;
}

/* Make the text on top of the stack the whole input. */
static void hold_text(lua_State *L, lcb_Reader *reader) {
  lcb_Window *window = &reader->window;
  size_t size;
  const char *text = lcb_check_text(L, lua_gettop(L), &size);
  lcb_window_grow(L, window, size < LCB_WINDOW_SIZE ? LCB_WINDOW_SIZE : size + 1);
  memcpy(window->bytes, text, size);
  window->used = size;
  lua_pushliteral(L, "");
  lua_setiuservalue(L, 1, LCB_WINDOW_SOURCE);
}

/* Move the source to the byte at which the part on top of the stack begins. */
static bool seek_part(lua_State *L, lc_Source *source, uint64_t offset) {
  if (!source->packed) return lc_source_seek(source, offset);
  lc_SourceMark mark = {part_field(L, "mark_packed", 0), part_field(L, "mark_offset", 0)};
  return lc_source_seek_packed(source, mark, offset);
}

/* Set the place from which to read and count to that of the part on top of the stack. */
static void set_place(lua_State *L, lcb_Reader *reader) {
  lcb_Window *window = &reader->window;
  reader->cut = (lcb_Origin){.offset = part_field(L, "offset", 0), .line = part_field(L, "line", 1),
                             .column = part_field(L, "column", 1), .number = part_field(L, "games", 0)};
  reader->games = reader->cut.number;
  reader->is_sniffed = true; /* the reader of the earlier games has checked the encoding */
  window->base = reader->cut.offset;
  window->line = reader->cut.line;
  window->placed = reader->cut;
}

/* Make the Reader at index 1 read the part on top of the stack. Returns the results of chess.open. */
static int open_part(lua_State *L, lcb_Reader *reader) {
  lcb_Window *window = &reader->window;
  const lcb_Origin *cut = &reader->cut;
  set_place(L, reader);
  reader->last = part_field(L, "last", 0);
  lua_getfield(L, -1, "is_utf16");
  window->is_utf16 = lua_toboolean(L, -1);
  lua_getfield(L, -2, "restarts");
  reader->restarts_at_end = lua_toboolean(L, -1);
  lua_pop(L, 2);
  bool has_text = lua_getfield(L, -1, "text") != LUA_TNIL;
  if (has_text) hold_text(L, reader);
  lua_pop(L, 1);
  int failed = lcb_window_open(L, window);
  if (failed) return failed;
  bool has_places = !has_text && window->source.is_file; /* other inputs start at their first byte */
  if (has_places && cut->offset > 0 && !seek_part(L, &window->source, cut->offset)) {
    lua_getiuservalue(L, 1, LCB_WINDOW_NAME);
    int results = lcb_fail_source(L, &window->source, lua_tostring(L, -1), LC_D_CANNOT_READ);
    lc_source_close(&window->source);
    return results;
  }
  lua_settop(L, 1);
  return 1;
}

/* ---- opening ---- */

/***
Open a file of games; "-" is standard input. Compressed data (gzip, zstd, bzip2) is decompressed, whatever the file's
name. Instead of a path, a source may be given: a function that returns the next string, and nil or "" at the end (like
the argument of `load`); an object whose method read(n) does the same (an io file, a pipe, a socket adapter); or
{text = string}. An error that the source raises, or returns as nil and a message, is a reading error (cannot_read). A
source must not yield, and must not call its Reader. Closing the Reader does not close such a source.
@function chess.open
@param path string|function|table|userdata
@param options? {dialect?: string|Dialect, check?: boolean, illegal_moves?: boolean, allow?: string[], strict?: boolean,
  skip?: boolean, max_game?: integer, limits?: {comment?: integer, nesting?: integer, tag?: integer, tags?: integer},
  repair?: boolean, salvage?: boolean, tags?: string[][], query?: Query} `dialect`: the notation of the moves, a name, a
  Dialect, or "auto": detect the notation of each game that cannot be read as PGN (default "auto", and "pgn" with
  strict = true or skip = false); `check`: replay every game and report errors; `illegal_moves`: play a move that leaves
  its own king in check, or castles out of or through check, if the text fits no other move; such a move is an error in
  the diagnostics, and ends the line without this option; `allow`: problems of start positions to accept, as in
  chess.position; `strict`: warnings and repairs are errors, and nothing is skipped or repaired; `skip` = false: nothing
  is skipped or repaired; `max_game`: bytes of the largest game to hold (default 16 MiB); `limits`: a game gets a
  warning if a comment has more than "comment" bytes (default 1 MiB), a tag's value more than "tag" bytes (64 KiB), or
  the game more than "tags" tags (1000); variations nested deeper than "nesting" (1000) are not read; `repair`: repair
  text pasted from mails, web pages and word processors (columns and offsets are those of the repaired text);
  `salvage`: read the games after a comment that is never closed (a comment longer than max_game with a tag section in
  it counts as never closed); `tags`: tests {name, operator, value} with the operators = ~ (contains) ^ (begins with)
  < <= > >=, all of which must hold; `query`: a query of chess.query without Lua functions, except of values of tags,
  which the game must match too
@return Reader? reader
@return string? err
@return string? code cannot_open unsupported_compression
@usage local r = assert(chess.open("spec/data/sample/sample.pgn", {tags = {{"White", "^", "Kasparov"}}}))
@usage chess.open{text = "1. e4 * 1. d4 *"}:count()  --> 2
@usage chess.open(io.lines("spec/data/sample/sample.pgn", 65536)):count()  --> 314
@usage chess.open({text = "1. e4 *"}, {query = chess.query.tags("White", function(w) return not w end)}):count()  --> 1
*/
static const char *const part_options[] = {"part",     "select", "check",   "allow",  "dialect", "illegal_moves",
                                           "limits",   "max_game", "query",   "repair", "salvage", "skip",
                                           "strict",   "tags",     NULL};
enum { PUBLIC_OPTIONS = 2 }; /* index of the first option of chess.open */

static int open_reader(lua_State *L, const char *const names[]) {
  lcb_Reader *reader = lcb_new_reader(L, LCB_READER, sizeof *reader, LCB_READER_VALUES, DEFAULT_MAX_GAME); /* index 3 */
  lcb_check_options(L, 2, names);
  lua_newtable(L);
  lua_setiuservalue(L, 3, LCB_READER_TESTS);
  read_reading_options(L, reader);
  read_options(L, reader);
  bool is_part = names == part_options;
  bool repairs = lcb_option_boolean(L, 2, "repair", false);
  reader->selects = !is_part || lcb_option_boolean(L, 2, "select", true);
  lua_replace(L, 1);
  lcb_window_grow(L, &reader->window, LCB_WINDOW_SIZE);
  lua_settop(L, 2);
  if (is_part && lcb_option(L, 2, "part")) {
    if (!lua_istable(L, -1)) lcb_bad_option(L, 2, "part", "a table");
    return open_part(L, reader);
  }
  lua_settop(L, 1);
  int failed = lcb_window_open(L, &reader->window);
  if (!failed && repairs) lcb_repair_open(L, &reader->window.repair, &reader->window.source);
  return failed ? failed : 1;
}

int lcb_reader_open(lua_State *L) {
  return open_reader(L, part_options + PUBLIC_OPTIONS);
}

/* core.parts.open(path, options): like chess.open, with two more options. With select = false, every game is returned,
** and core.parts.passes() runs the tests. part = {offset=, line=, column=, games=}, as returned by core.parts.cut(),
** starts at that byte of a file and counts from that number of games. In a compressed file, decoding starts at the
** fields mark_packed and mark_offset, from core.parts.mark(). Inputs that are not files start at their first byte and
** only count from `offset`. Further fields of `part` are `last` (the number of the last game to read),
** `text` (bytes to read instead of the file), `is_utf16` (whether these bytes were converted from UTF-16) and
** `restarts` (whether movetext with move number 1 followed these bytes). */
static int part_open(lua_State *L) {
  return open_reader(L, part_options);
}

/* ---- finding parts ---- */

static void forget_records(lua_State *L, lcb_Reader *reader) {
  reader->errors = reader->window.lost = 0;
  if (reader->window.noted == 0) return;
  lcb_window_take(L, &reader->window);
  lua_pop(L, 1);
}

/* Record that the skipped games end where the game in the window ends. */
static void pass_over(lua_State *L, lcb_Reader *reader) {
  reader->cut = lcb_window_place(&reader->window, reader->scan.at);
  reader->cut.number = reader->games;
  reader->state = LCB_NEEDS_SPAN;
  forget_records(L, reader);
}

/* Called if the game before the game in the window is too large to be returned as text. The skipped text must then end
** before this large game. Returns true if the skipped text must be returned now. In the next call, the text starts at
** the game in the window, and the function returns false. */
static bool stops_at_large_game(lcb_Reader *reader) {
  lcb_Origin begin = lcb_window_place(&reader->window, reader->scan.begin);
  begin.number = reader->games - 1;
  bool is_new = reader->cut.number != begin.number;
  reader->cut = begin;
  return is_new;
}

/* core.parts.skip(reader, till, wants_text): skips the games that begin before byte `till` of the (decompressed)
** stream, without tests, to find where a part of the input may end. The next game, if there is one, is found but
** not skipped. Diagnostics of the skipped games and of the text before them are dropped; text after the last game
** is reported. Returns whether a game follows. With `wants_text`, also returns the skipped bytes, the number of
** the last game in them, and whether this game ends because movetext begins again with move 1 (the field `restarts` of
** the part). This text ends before a game that is too large for the window. In this case, the current diagnostics are
** about the large game, and cut() returns the beginning of the game after the large game. Returns nil, message, code if
** reading failed. */
static int skip(lua_State *L, lcb_Reader *reader) {
  lua_Integer till = luaL_checkinteger(L, 2);
  bool wants_text = lua_toboolean(L, 3), had_ended = reader->state == LCB_AT_END, restarts = false;
  lua_settop(L, 1);
  reader->last = 0;
  reader->waits_for_parts = true;
  uint64_t before = reader->cut.number, last = before;
  luaL_Buffer b;
  if (wants_text) luaL_buffinit(L, &b);
  for (; lcb_reader_find(L, reader), reader->state == LCB_HAS_GAME; pass_over(L, reader)) {
    const lc_Scan *scan = &reader->scan;
    if (wants_text && reader->has_hole && stops_at_large_game(reader)) break;
    if (lcb_window_offset(&reader->window, scan->begin) >= (uint64_t)till) break;
    size_t from = reader->has_hole ? scan->begin : reader->kept;
    if (wants_text) luaL_addlstring(&b, reader->window.bytes + from, scan->at - from);
    reader->has_hole = false;
    last = reader->games;
    restarts = scan->restarts;
  }
  if (wants_text) luaL_pushresult(&b);
  if (reader->state == LCB_AT_END) { /* set the gap, as read() does at the end */
    reader->gap = reader->kept;
    reader->gap_size = reader->window.used - reader->kept;
  }
  /* The text skipped before a failure is returned first; the next call reports the failure. */
  bool is_owed = wants_text && last > before;
  bool has_failed = reader->window.source.error && (!had_ended || reader->owes_failure);
  reader->owes_failure = has_failed && is_owed;
  if (has_failed && !is_owed) return lcb_fail_input(L);
  lua_pushboolean(L, reader->state == LCB_HAS_GAME || reader->owes_failure);
  if (!wants_text) return 1;
  lua_insert(L, -2);
  lua_pushinteger(L, (lua_Integer)last);
  lua_pushboolean(L, restarts);
  return 4;
}

static int reader_skip(lua_State *L) {
  lcb_Reader *reader = lcb_begin_reading(L);
  return lcb_end_use(&reader->window.is_used, skip(L, reader));
}

/* core.parts.cut(reader): returns the end of the last skipped game, where a part may begin. The result is a table
** {offset=, line=, column=, games=, is_utf16=}, which core.parts.open accepts as its option `part`. */
static int reader_cut(lua_State *L) {
  const lcb_Reader *reader = lcb_self(L);
  const lcb_Origin *cut = &reader->cut;
  lua_createtable(L, 0, 5);
  lua_pushinteger(L, (lua_Integer)cut->offset);
  lua_setfield(L, -2, "offset");
  lua_pushinteger(L, cut->line ? (lua_Integer)cut->line : 1);
  lua_setfield(L, -2, "line");
  lua_pushinteger(L, cut->column ? (lua_Integer)cut->column : 1);
  lua_setfield(L, -2, "column");
  lua_pushinteger(L, (lua_Integer)cut->number);
  lua_setfield(L, -2, "games");
  lua_pushboolean(L, reader->window.is_utf16);
  lua_setfield(L, -2, "is_utf16");
  return 1;
}

/* core.parts.mark(reader, offset): returns the place from which compressed input must be decoded to reach `offset` of
** the decompressed stream. It is the beginning of a member (a part that can be decompressed alone) that this Reader has
** read. The result has two offsets: in the file (0 if the input is not compressed) and in the decompressed stream. A
** file with one member has only one such place, its beginning. */
static int reader_mark(lua_State *L) {
  const lcb_Reader *reader = lcb_self(L);
  lua_Integer offset = luaL_checkinteger(L, 2);
  luaL_argcheck(L, offset >= 0, 2, "an offset");
  lc_SourceMark mark = lc_source_mark(&reader->window.source, (uint64_t)offset);
  lua_pushinteger(L, (lua_Integer)mark.packed);
  lua_pushinteger(L, (lua_Integer)mark.offset);
  return 2;
}

/* core.parts.stop_after(reader, number): stops reading after the game with this number, as if the input ended there. */
static int reader_stop_after(lua_State *L) {
  lcb_Reader *reader = lcb_self(L);
  lua_Integer number = luaL_checkinteger(L, 2);
  luaL_argcheck(L, number > 0, 2, "a game's number");
  reader->last = (uint64_t)number;
  return 0;
}

/* core.parts.odd_variants(reader): returns the number of examined games of unsupported variants. Only the first of them
** has a diagnostic; after the last game, their number is reported. */
static int reader_odd_variants(lua_State *L) { return lcb_return_count(L, ((lcb_Reader *)lcb_self(L))->odd_variants); }

/* core.parts.finish(reader, count): reports the diagnostics at the end of the input, after other readers have read
** its parts. `count` is the sum of their odd_variants(). */
static int reader_finish(lua_State *L) {
  lcb_Reader *reader = lcb_self(L);
  lua_Integer count = luaL_checkinteger(L, 2);
  luaL_argcheck(L, count >= 0, 2, "a number of games");
  lua_settop(L, 1);
  reader->odd_variants = (uint64_t)count;
  lcb_begin_use(L, &reader->window.is_used);
  if (reader->state == LCB_AT_END) lcb_reader_report_end(L, reader);
  return lcb_end_use(&reader->window.is_used, 0);
}

const luaL_Reg lcb_part_functions[] = {
    {"cut", reader_cut},
    {"finish", reader_finish},
    {"mark", reader_mark},
    {"odd_variants", reader_odd_variants},
    {"open", part_open},
    {"skip", reader_skip},
    {"stop_after", reader_stop_after},
    {NULL, NULL},
};
