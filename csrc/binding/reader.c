/*
** reader - lucena.Reader: the games of a file or pipe, one after the other.
**
** Bytes come into a window that holds whole games; boundaries are found by lc_scan_next(), tag tests run on the
** window, and only games that pass are copied into a Game. Lua is never called from here. The window is a
** userdata in user value 1, a quarter of a megabyte until a larger game needs more.
*/
#include <errno.h>
#include <string.h>

#include "../io/source.h"
#include "../match/tags.h"
#include "game_box.h"

/* User values of a Reader. */
enum { WINDOW = 1, NAME, DIAGNOSTICS, TESTS, READER_VALUES = TESTS };

enum { WINDOW_SIZE = 1 << 18, MAX_TESTS = 16, MAX_DIAGNOSTICS = 1000 };
enum { SLACK = 64 }; /* readable bytes behind the window, so that its last game is replayed without a copy */
static const size_t DEFAULT_MAX_GAME = (size_t)16 << 20;

typedef struct Reader {
  lc_Source source;
  char *window; /* room + SLACK bytes */
  size_t room, used;
  size_t kept;    /* window offset of the first byte still wanted: behind the last game */
  size_t gap, gap_size;
  size_t counted; /* lines before this window offset are in `line` */
  size_t max_game;
  uint64_t base;  /* stream offset of window[0] */
  uint64_t column; /* bytes of window[0]'s line that are dropped already */
  uint64_t line;  /* of window[counted], from 1 */
  uint64_t games, passed, examined, errors;
  lcb_Origin oversize; /* of a game too large to hold, while it passes through */
  lc_Scan scan;
  lc_Cpu cpu;
  bool before_cr, at_end, wants_check, is_strict, is_done, is_oversize;
  unsigned tests;
  lc_TagTest test[MAX_TESTS];
} Reader;

static Reader *self(lua_State *L) { return lcb_self(L); }

static Reader *check_open(lua_State *L) {
  Reader *reader = self(L);
  if (reader->source.fd < 0) luaL_error(L, "reader is closed");
  return reader;
}

/* ---- the window ---- */

static void count_to(Reader *reader, size_t at) {
  if (at <= reader->counted) return;
  reader->line += lc_count_lines(reader->cpu, reader->window + reader->counted, at - reader->counted, &reader->before_cr);
  reader->counted = at;
}

/* Forget the first `count` bytes of the window. */
static void drop(Reader *reader, size_t count) {
  if (count == 0) return;
  count_to(reader, count);
  size_t line = count;
  while (line > 0 && reader->window[line - 1] != '\n' && reader->window[line - 1] != '\r') line--;
  reader->column = line > 0 ? count - line : reader->column + count;
  memmove(reader->window, reader->window + count, reader->used - count);
  reader->used -= count;
  reader->base += count;
  reader->counted -= count;
  reader->kept -= reader->kept > count ? count : reader->kept;
  lc_scan_forget(&reader->scan, count);
}

static void grow(lua_State *L, Reader *reader, size_t room) {
  char *window = lua_newuserdatauv(L, room + SLACK, 0);
  if (reader->used) memcpy(window, reader->window, reader->used);
  memset(window + room, 0, SLACK);
  lua_setiuservalue(L, 1, WINDOW);
  reader->window = window;
  reader->room = room;
}

static lcb_Origin origin_of(Reader *reader) {
  size_t begin = reader->scan.begin, line = begin;
  count_to(reader, begin);
  while (line > 0 && reader->window[line - 1] != '\n' && reader->window[line - 1] != '\r') line--;
  lcb_Origin origin = {.number = reader->games, .offset = reader->base + begin, .line = reader->line,
                       .column = begin - line + 1 + (line == 0 ? reader->column : 0)};
  return origin;
}

/* A game that no window may hold passes through without being kept. */
static void let_pass(Reader *reader) {
  if (!reader->is_oversize) reader->oversize = origin_of(reader);
  reader->is_oversize = true;
  drop(reader, reader->scan.at > LC_SCAN_LOOK ? reader->scan.at - LC_SCAN_LOOK : 0);
}

/* Make room and read on. The bytes from `kept` on (the gap before the game, then the game) are wanted. */
static void refill(lua_State *L, Reader *reader) {
  drop(reader, reader->kept < reader->scan.begin ? reader->kept : reader->scan.begin);
  if (reader->used == reader->room) {
    if (reader->scan.begin > reader->max_game / 2 || (reader->scan.begin > 0 && reader->room >= reader->max_game)) {
      /* A gap this long (megabytes of stray text or white space), or one that keeps a game out, is given up. */
      reader->kept = reader->scan.begin;
      drop(reader, reader->kept);
    } else if (reader->room < reader->max_game) {
      grow(L, reader, 2 * reader->room);
    } else {
      let_pass(reader);
    }
  }
  size_t got = lc_source_read(&reader->source, reader->window + reader->used, reader->room - reader->used);
  reader->used += got;
  if (got == 0) reader->at_end = true;
}

/* ---- diagnostics ---- */

/* Note trouble at a place, with the text that is to blame. */
static void add_diagnostic(lua_State *L, lc_Code code, const lcb_Origin *place, const char *token, size_t token_size) {
  lua_getiuservalue(L, 1, NAME);
  lua_getiuservalue(L, 1, DIAGNOSTICS);
  lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
  if (n < MAX_DIAGNOSTICS) {
    lcb_push_diagnostic(L, code, lua_tostring(L, -2), place->line, place->column, place->offset, token, token_size);
    lua_rawseti(L, -2, n + 1);
  }
  lua_pop(L, 2);
}

/* Take over the diagnostics of a game that does not read cleanly; the number of its errors. */
static unsigned take_game(lua_State *L, const lcb_Game *game, int index) {
  int top = lua_gettop(L), all = top + 1, kept = top + 2;
  unsigned errors = lcb_push_diagnostics(L, game, index, false);
  lua_getiuservalue(L, 1, DIAGNOSTICS);
  lua_Integer n = (lua_Integer)lua_rawlen(L, kept), count = (lua_Integer)lua_rawlen(L, all);
  for (lua_Integer i = 1; i <= count && n < MAX_DIAGNOSTICS; i++) {
    lua_rawgeti(L, all, i);
    lua_rawseti(L, kept, ++n);
  }
  lua_settop(L, top);
  return errors;
}

/* ---- games ---- */

static lcb_Game *push_game(lua_State *L, Reader *reader) {
  lcb_Origin origin = origin_of(reader);
  lua_getiuservalue(L, 1, NAME);
  lcb_Game *game = lcb_push_game(L, &reader->scan, reader->window, &origin, -1);
  game->is_strict = reader->is_strict;
  lua_remove(L, -2);
  return game;
}

/* Bytes of the game's tag section; none when its movetext comes first. */
static size_t tags_size(const lc_Scan *scan) {
  return scan->tags_end > scan->begin ? scan->tags_end - scan->begin : 0;
}

static bool passes(const Reader *reader) {
  const lc_Scan *scan = &reader->scan;
  lc_Tag tag;
  for (unsigned i = 0; i < reader->tests; i++) {
    const lc_TagTest *test = &reader->test[i];
    const char *text = reader->window + scan->begin;
    if (!lcb_find_tag(text, tags_size(scan), scan->has_plain_tags, test->name, test->name_size, &tag)) return false;
    if (!lc_tag_passes(test, text + tag.value, tag.value_size)) return false;
  }
  return true;
}

/* Replay the game in the window. Plain games without trouble are done with here; the rest are read in full. */
static bool is_clean(const Reader *reader, lc_Replay *replay) {
  static const char *const results[] = {"", "1-0", "0-1", "1/2-1/2", "*"};
  static const size_t sizes[] = {0, 3, 3, 7, 1};
  const lc_Scan *scan = &reader->scan;
  const char *text = reader->window + scan->begin;
  size_t size = scan->at - scan->begin, tags = tags_size(scan);
  lc_Start start;
  lc_start_find(text, scan->has_setup ? tags : 0, &start);
  lc_replay_begin(replay, text, size, reader->room + SLACK - scan->at, tags, &start);
  lc_replay_run(replay, reader->cpu, NULL, 0);
  if (replay->code != LC_D_NONE || start.repaired != LC_D_NONE || scan->has_open_comment) return false;
  if (replay->is_odd) return false;
  if (scan->has_variation || !scan->has_plain_tags || scan->result == LC_RESULT_NONE) return false;
  lc_Tag tag;
  if (!lcb_find_tag(text, tags, scan->has_plain_tags, "Result", 6, &tag)) return true;
  return tag.is_good && tag.value_size == sizes[scan->result] &&
         memcmp(text + tag.value, results[scan->result], tag.value_size) == 0;
}

/* Returns whether the Game was pushed on the way. */
static bool examine(lua_State *L, Reader *reader, lc_Replay *replay) {
  reader->examined++;
  if (is_clean(reader, replay)) return false;
  lcb_Game *game = push_game(L, reader);
  if (take_game(L, game, lua_gettop(L)) > 0) reader->errors++;
  return true;
}

/* Behind a span: the bytes before it are the gap, unless they were too many to keep. */
static void next_span(Reader *reader) {
  lc_scan_begin(&reader->scan, reader->scan.at);
}

typedef enum Found { FOUND_GAME, FOUND_END, FOUND_ERROR } Found;

static bool is_rest_blank(const Reader *reader) {
  size_t at = reader->scan.at;
  while (at < reader->used && (unsigned char)reader->window[at] <= ' ') at++;
  return reader->at_end && at == reader->used;
}

/* Text that is no game. A comment that belongs to none is no trouble and stays in the gap. */
static void report_text(lua_State *L, Reader *reader) {
  const lc_Scan *scan = &reader->scan;
  const char *text = reader->window + scan->begin;
  size_t size = scan->at - scan->begin, shown = 0;
  lcb_Origin place = reader->is_oversize ? reader->oversize : origin_of(reader);
  lc_Code code = LC_D_NONE;
  while (shown < size && text[shown] != '\n' && text[shown] != '\r') shown++;
  if (scan->has_open_comment) {
    code = LC_D_UNCLOSED_COMMENT;
    shown = 1;
  } else if (place.offset == 0 && size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
    code = LC_D_UTF16;
    shown = 0;
  } else if (scan->phase == LC_SCAN_STRAY) {
    code = reader->games == 0 && is_rest_blank(reader) ? LC_D_NOT_PGN : LC_D_STRAY_TEXT;
  }
  if (code == LC_D_NONE) return;
  add_diagnostic(L, code, &place, text, reader->is_oversize ? 0 : shown);
  reader->errors += reader->is_strict || lc_code_severity(code) == LC_ERROR;
}

/* The next span that is a game and small enough to hold. */
static Found find(lua_State *L, Reader *reader) {
  for (;;) {
    switch (lc_scan_next(&reader->scan, reader->cpu, reader->window, reader->used, reader->at_end)) {
      case LC_SCAN_MORE:
        refill(L, reader);
        if (reader->source.error) return FOUND_ERROR;
        continue;
      case LC_SCAN_EMPTY: return FOUND_END;
      case LC_SCAN_TEXT:
        report_text(L, reader);
        break;
      case LC_SCAN_GAME:
        reader->games++;
        if (!reader->is_oversize) return FOUND_GAME;
        reader->errors++;
        add_diagnostic(L, LC_D_GAME_TOO_LARGE, &reader->oversize, NULL, 0);
        break;
    }
    reader->is_oversize = false;
    next_span(reader);
  }
}

/***
The next game that passes the tag tests.
@function Reader:read
@return Game? game nil at the end of input
@return string? err when input failed (the good games have been given)
@return string? code cannot_read
@usage local r = chess.open("spec/data/sample/sample.pgn"); local g = r:read()
*/
static int reader_read(lua_State *L) {
  Reader *reader = check_open(L);
  lc_Replay replay;
  lua_settop(L, 1);
  while (!reader->is_done) {
    reader->kept = reader->scan.at;
    next_span(reader);
    Found found = find(L, reader);
    reader->gap = reader->kept;
    reader->gap_size = (found == FOUND_GAME ? reader->scan.begin : reader->used) - reader->kept;
    if (found == FOUND_GAME) {
      bool wanted = passes(reader), is_pushed = reader->wants_check && examine(L, reader, &replay);
      if (wanted) {
        reader->passed++;
        lcb_Game *game = is_pushed ? lua_touserdata(L, -1) : push_game(L, reader);
        if (reader->wants_check) {
          game->plies = replay.plies;
          game->code = replay.code;
          game->is_replayed = replay.code == LC_D_NONE;
          if (game->result == LC_RESULT_NONE) game->result = (uint8_t)replay.result;
        }
        return 1;
      }
      lua_settop(L, 1);
      continue;
    }
    reader->is_done = true;
    if (found == FOUND_ERROR) {
      lua_getiuservalue(L, 1, NAME);
      return lcb_fail(L, LC_D_CANNOT_READ, "%s: %s: %s", lua_tostring(L, -1), lc_code_text(LC_D_CANNOT_READ),
                      strerror(reader->source.error));
    }
  }
  lua_pushnil(L);
  return 1;
}

/***
Read on to the end of input without making Games.
@function Reader:count
@return integer? games that passed the tag tests
@return string? err when input failed
@return string? code cannot_read
@usage chess.open("spec/data/sample/sample.pgn", {tags = {{"WhiteElo", ">=", "2700"}}}):count()
*/
static int reader_count(lua_State *L) {
  Reader *reader = check_open(L);
  uint64_t before = reader->passed;
  lc_Replay replay;
  lua_settop(L, 1);
  while (!reader->is_done) {
    reader->kept = reader->scan.at;
    next_span(reader);
    Found found = find(L, reader);
    if (found == FOUND_GAME) {
      if (passes(reader)) reader->passed++;
      if (reader->wants_check && examine(L, reader, &replay)) lua_settop(L, 1);
      continue;
    }
    reader->is_done = true;
    if (found == FOUND_ERROR) {
      lua_getiuservalue(L, 1, NAME);
      return lcb_fail(L, LC_D_CANNOT_READ, "%s: %s: %s", lua_tostring(L, -1), lc_code_text(LC_D_CANNOT_READ),
                      strerror(reader->source.error));
    }
  }
  lua_pushinteger(L, (lua_Integer)(reader->passed - before));
  return 1;
}

/***
The bytes between the game before (delivered or not) and the game just read; at the end of input, the bytes
behind the last game. Valid until the next read.
@function Reader:gap
@return string
@usage chess.open("spec/data/sample/sample.pgn"):gap()
*/
static int reader_gap(lua_State *L) {
  const Reader *reader = self(L);
  lua_pushlstring(L, reader->window + reader->gap, reader->gap_size);
  return 1;
}

/***
What was noticed since the last call: text outside games, games too large to hold and, with check, everything
that the games themselves gave rise to. At most 1000 records are kept between two calls.
@function Reader:take_diagnostics
@return table array of records, see Game.diagnostics
@usage for _, d in ipairs(chess.open("spec/data/sample/sample.pgn"):take_diagnostics()) do print(d.text) end
*/
static int reader_take_diagnostics(lua_State *L) {
  self(L);
  lua_getiuservalue(L, 1, DIAGNOSTICS);
  lua_newtable(L);
  lua_setiuservalue(L, 1, DIAGNOSTICS);
  return 1;
}

/***
Close the file. Closing again does nothing.
@function Reader:close
@usage chess.open("spec/data/sample/sample.pgn"):close()
*/
static int reader_close(lua_State *L) {
  Reader *reader = self(L);
  lc_source_close(&reader->source);
  reader->is_done = true;
  return 0;
}

/* ---- opening ---- */

static void read_test(lua_State *L, Reader *reader, int list, lua_Integer n) {
  lc_TagTest *test = &reader->test[reader->tests];
  if (lua_rawgeti(L, list, n) != LUA_TTABLE) luaL_error(L, "tags[%d] is not a table {name, operator, value}", (int)n);
  for (int i = 1; i <= 3; i++) {
    if (lua_rawgeti(L, -i, i) == LUA_TNUMBER && i == 3) lua_tostring(L, -1);
    if (lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "tags[%d][%d] is not a string", (int)n, i);
  }
  size_t op_size;
  const char *op = lua_tolstring(L, -2, &op_size);
  int found = lc_tag_op(op, op_size);
  if (found < 0) luaL_error(L, "tags[%d][2]: unknown operator '%s' (= ~ ^ < <= > >=)", (int)n, op);
  test->op = (lc_TagOp)found;
  test->name = lua_tolstring(L, -3, &test->name_size);
  test->value = lua_tolstring(L, -1, &test->value_size);
  bool is_number = test->value_size > 0 && lc_tag_number(test->value, test->value_size, &test->number);
  if (test->op >= LC_TAG_LESS && !is_number) luaL_error(L, "tags[%d][3]: '%s' is not a number", (int)n, test->value);
  /* The strings stay where they are as long as something holds them. */
  lua_getiuservalue(L, -5, TESTS);
  lua_pushvalue(L, -4);
  lua_rawseti(L, -2, 2 * n - 1);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, 2 * n);
  lua_pop(L, 5);
  reader->tests++;
}

static void read_options(lua_State *L, Reader *reader) {
  int at = lua_gettop(L);
  reader->wants_check = lcb_option_boolean(L, 2, "check", false);
  reader->is_strict = lcb_option_boolean(L, 2, "strict", false);
  if (lcb_option(L, 2, "max_game")) {
    lua_Integer size = lua_tointeger(L, -1);
    if (!lua_isinteger(L, -1) || size < WINDOW_SIZE) lcb_bad_option(L, 2, "max_game", "a number of bytes, 262144 or more");
    reader->max_game = (size_t)size;
    lua_settop(L, at);
  }
  if (lcb_option(L, 2, "tags")) {
    if (!lua_istable(L, -1)) lcb_bad_option(L, 2, "tags", "an array of {name, operator, value}");
    lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
    if (count > MAX_TESTS) luaL_error(L, "more than %d tag tests", MAX_TESTS);
    lua_insert(L, -2); /* list, Reader */
    for (lua_Integer n = 1; n <= count; n++) read_test(L, reader, -2, n);
    lua_remove(L, -2);
  }
}

/***
Open a file of games; "-" is standard input.
@function chess.open
@param path string
@param options? table check = true: replay every game and note what is wrong; strict = true: warnings and
  repairs are errors; max_game = bytes of the largest game to hold (default 16 MiB); tags = array of tests {name, operator, value}
  with operators = ~ (contains) ^ (begins with) < <= > >=, all of which a game must pass
@return Reader? reader
@return string? err
@return string? code cannot_open
@usage local r = assert(chess.open("spec/data/sample/sample.pgn", {tags = {{"White", "^", "Kasparov"}}}))
*/
static int reader_open(lua_State *L) {
  static const char *const names[] = {"check", "max_game", "strict", "tags", NULL};
  size_t size;
  const char *path = lcb_check_text(L, 1, &size);
  if (strlen(path) != size) return luaL_argerror(L, 1, "path holds a NUL");
  lcb_check_options(L, 2, names);
  lua_settop(L, 2);
  Reader *reader = lua_newuserdatauv(L, sizeof *reader, READER_VALUES); /* 3 */
  memset(reader, 0, sizeof *reader);
  lc_source_init(&reader->source);
  luaL_setmetatable(L, LCB_READER);
  lua_newtable(L);
  lua_setiuservalue(L, 3, TESTS);
  lua_newtable(L);
  lua_setiuservalue(L, 3, DIAGNOSTICS);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, 3, NAME);
  reader->max_game = DEFAULT_MAX_GAME;
  reader->line = 1;
  reader->cpu = lc_cpu();
  read_options(L, reader);
  lua_replace(L, 1);
  lua_settop(L, 1);
  grow(L, reader, WINDOW_SIZE);
  lua_getiuservalue(L, 1, NAME);
  path = lua_tostring(L, -1);
  lua_pop(L, 1);
  if (lc_source_open(&reader->source, path)) return 1;
  return lcb_fail(L, LC_D_CANNOT_OPEN, "%s: %s: %s", path, lc_code_text(LC_D_CANNOT_OPEN), strerror(reader->source.error));
}

/* ---- counters ---- */

static int push_count(lua_State *L, uint64_t n) {
  lua_pushinteger(L, (lua_Integer)n);
  return 1;
}

/***
Games seen so far.
@field Reader.games integer
@usage chess.open("spec/data/sample/sample.pgn").games  --> 0
*/
static int get_games(lua_State *L) { return push_count(L, self(L)->games); }

/***
Games that passed the tag tests so far.
@field Reader.passed integer
@usage chess.open("spec/data/sample/sample.pgn").passed  --> 0
*/
static int get_passed(lua_State *L) { return push_count(L, self(L)->passed); }

/***
Games that `check` has replayed so far.
@field Reader.examined integer
@usage chess.open("spec/data/sample/sample.pgn").examined  --> 0
*/
static int get_examined(lua_State *L) { return push_count(L, self(L)->examined); }

/***
Games, and stretches of text that are no game, with errors so far.
@field Reader.errors integer
@usage chess.open("spec/data/sample/sample.pgn").errors  --> 0
*/
static int get_errors(lua_State *L) { return push_count(L, self(L)->errors); }

/***
Bytes read so far.
@field Reader.bytes integer
@usage chess.open("spec/data/sample/sample.pgn").bytes  --> 0
*/
static int get_bytes(lua_State *L) { return push_count(L, self(L)->base + self(L)->used); }

/***
The line reached so far: that of the last game read, or of the last byte.
@field Reader.line integer
@usage chess.open("spec/data/sample/sample.pgn").line  --> 1
*/
static int get_line(lua_State *L) { return push_count(L, self(L)->line); }

/***
The path it was opened with.
@field Reader.name string
@usage chess.open("spec/data/sample/sample.pgn").name  --> spec/data/sample/sample.pgn
*/
static int get_name(lua_State *L) {
  self(L);
  lua_getiuservalue(L, 1, NAME);
  return 1;
}

static int reader_tostring(lua_State *L) {
  const Reader *reader = self(L);
  lua_getiuservalue(L, 1, NAME);
  lua_pushfstring(L, LCB_READER ": %s%s", lua_tostring(L, -1), reader->source.fd < 0 ? " (closed)" : "");
  return 1;
}

static const luaL_Reg reader_methods[] = {
    {"close", reader_close}, {"count", reader_count}, {"gap", reader_gap},
    {"read", reader_read},   {"take_diagnostics", reader_take_diagnostics}, {NULL, NULL},
};

static const luaL_Reg reader_getters[] = {
    {"bytes", get_bytes}, {"errors", get_errors}, {"examined", get_examined}, {"games", get_games},
    {"line", get_line},   {"name", get_name},     {"passed", get_passed}, {NULL, NULL},
};

static const luaL_Reg reader_metamethods[] = {
    {"__close", reader_close},
    {"__gc", reader_close},
    {"__tostring", reader_tostring},
    {NULL, NULL},
};

static const luaL_Reg reader_functions[] = {{"open", reader_open}, {NULL, NULL}};

void lcb_open_reader(lua_State *L) {
  static const lcb_Class class = {.name = LCB_READER,
                                  .methods = {reader_methods},
                                  .getters = {reader_getters},
                                  .metamethods = reader_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Reader");
  lcb_functions(L, reader_functions);
}
