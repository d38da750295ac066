/*
** reader - lucena.Reader: reads the games of a file or pipe in sequence.
**
** Bytes are read into a window that holds whole games. Tests of tags and the replay run on the bytes of the window,
** and only selected games are copied into a Game. Lua functions are called only by search(), to read from a source
** that is written in Lua (supply.h), and to detect the dialect of a game.
*/
#include <limits.h>
#include <string.h>

#include "reader.h"

#include "../notation/codes.h"

static lcb_Reader *self(lua_State *L) { return lcb_self(L); }

/* Report whether the record on top of the stack is about an unsupported variant. Only the first such game of a file
** is reported. */
static bool is_about_variant(lua_State *L) {
  lua_getfield(L, -1, "code");
  bool answer = strcmp(lua_tostring(L, -1), lc_code_name(LC_D_UNSUPPORTED_VARIANT)) == 0;
  lua_pop(L, 1);
  return answer;
}

/* Push the diagnostics of a game. Returns the number of errors. `usual` is the replay of a game whose only diagnostics
** are about skipped text, which are warnings; NULL for other games. */
static unsigned push_diagnostics(lua_State *L, const lcb_Reader *reader, lcb_Game *game, int index,
                                 const lc_Replay *usual) {
  if (!usual) return lcb_push_diagnostics(L, game, index, reader->is_strict);
  lcb_push_skipped(L, game, index, usual);
  return 0;
}

/* Add the diagnostics of a game to the reader's list. Returns the number of errors. See push_diagnostics() for
** `usual`. */
static unsigned take_game(lua_State *L, lcb_Reader *reader, lcb_Game *game, int index, const lc_Replay *usual) {
  int top = lua_gettop(L), all = top + 1, kept = top + 2;
  unsigned errors = push_diagnostics(L, reader, game, index, usual);
  lua_getiuservalue(L, 1, LCB_WINDOW_DIAGNOSTICS);
  lua_Integer count = (lua_Integer)lua_rawlen(L, all);
  for (lua_Integer i = 1; i <= count; i++) {
    if (reader->window.noted == LCB_MAX_DIAGNOSTICS) {
      reader->window.lost += (uint64_t)(count - i) + 1;
      break;
    }
    lua_rawgeti(L, all, i);
    if (is_about_variant(L) && reader->odd_variants++ > 0) {
      lua_pop(L, 1);
    } else {
      lua_rawseti(L, kept, reader->window.noted + 1);
      reader->window.noted++;
    }
  }
  lua_settop(L, top);
  return errors;
}

/* Report the repairs of a game's text, or of the text after the last game. */
static void report_changes(lua_State *L, lcb_Reader *reader, bool has_game) {
  const lc_Scan *scan = &reader->scan;
  size_t used = reader->window.used, begin = has_game ? scan->begin : used, end = has_game ? scan->at : used + 1;
  bool is_changed = lcb_window_report_changes(L, &reader->window, begin, end, reader->is_strict);
  reader->errors += is_changed && reader->is_strict;
}

/* Find the next game. Returns false if there is none. */
static bool find(lua_State *L, lcb_Reader *reader) {
  lcb_reader_find(L, reader);
  const lc_Scan *scan = &reader->scan;
  bool has_game = reader->state == LCB_HAS_GAME;
  if (reader->window.repair.source) report_changes(L, reader, has_game);
  if (!has_game) return false;
  if (reader->window.is_utf16) reader->errors += lcb_window_mend(L, &reader->window, scan->begin, scan->at, true);
  return true;
}

void lcb_reader_report_errors(lua_State *L, lcb_Reader *reader) {
  lcb_Game *game = lcb_reader_push_game(L, reader);
  if (take_game(L, reader, game, lua_gettop(L), NULL) > 0) reader->errors++;
}

/* Examine a game for diagnostics. Returns true if a Game was created for this; the Game is then on top of the stack. */
static bool examine(lua_State *L, lcb_Reader *reader, lc_Replay *replay) {
  bool is_usual = lcb_reader_is_usual(reader, replay);
  bool is_pushed = !is_usual || replay->skipped_count > 0;
  if (is_pushed) {
    lcb_Game *game = lcb_reader_push_game(L, reader);
    if (take_game(L, reader, game, lua_gettop(L), is_usual ? replay : NULL) > 0) reader->errors++;
    if (!replay->is_over || game->is_detected) { /* not replayed, or only as PGN */
      lcb_game_replay(L, game, lua_gettop(L), NULL);
      replay->plies = game->plies;
    }
  }
  reader->examined++;
  reader->plies += replay->plies;
  return is_pushed;
}

/* Store the results of the replay in the Game, so that it need not be replayed again. */
static void remember(lcb_Game *game, const lc_Replay *replay) {
  if (game->is_replayed) return;
  game->plies = replay->plies;
  game->code = replay->code;
  game->is_replayed = replay->code == LC_D_NONE;
  if (game->is_replayed) game->is_undecided = false;
  if (game->result == LC_RESULT_NONE) game->result = (uint8_t)replay->result;
}

/* A method that tests games. If a function of the query yields, `after` is the continuation of the method. It calls the
** method again, with `is_resumed` and the function's value on top of the stack. */
typedef struct Caller {
  lua_KFunction after;
  lua_KContext context;
  bool is_resumed;
} Caller;

/* Find the next game, and test it. Returns false at the end of input. */
static bool test_next(lua_State *L, lcb_Reader *reader, int top, Caller *caller, bool *is_wanted) {
  if (caller->is_resumed) {
    caller->is_resumed = false;
    *is_wanted = lcb_reader_goes_on(L, reader, caller->after, caller->context);
    return true;
  }
  lua_settop(L, top);
  if (!find(L, reader)) return false;
  *is_wanted = !reader->selects || lcb_reader_passes(L, reader, caller->after, caller->context);
  return true;
}

/* Read up to the next game that passes the tag tests and the query, and push it as a Game at stack index `top` + 1.
** Returns false at the end of input. */
static bool push_next(lua_State *L, lcb_Reader *reader, int top, Caller *caller) {
  lc_Replay replay;
  bool is_wanted;
  while (test_next(L, reader, top, caller, &is_wanted)) {
    bool is_pushed = reader->wants_check && examine(L, reader, &replay);
    if (is_wanted) {
      lcb_Game *game = is_pushed ? lua_touserdata(L, -1) : lcb_reader_push_game(L, reader);
      if (reader->wants_check) {
        remember(game, &replay);
      } else if (reader->selects && lcb_reader_met_errors(reader)) {
        /* find the errors of the Game now, so that the caller can report them */
        lcb_game_replay(L, game, lua_gettop(L), NULL);
      }
      reader->gap = reader->kept;
      reader->gap_size = reader->scan.begin - reader->kept;
      reader->passed++;
      reader->state = LCB_NEEDS_SPAN;
      return true;
    }
    if (!reader->wants_check && lcb_reader_met_errors(reader)) lcb_reader_report_errors(L, reader);
    reader->state = LCB_NEEDS_SPAN;
  }
  reader->gap = reader->kept;
  reader->gap_size = reader->window.used - reader->kept;
  return false;
}

/* The end of input: return nil, and a message and code if reading has failed now. */
static int return_end(lua_State *L, const lcb_Reader *reader, bool had_ended) {
  if (reader->window.source.error && !had_ended) return lcb_fail_input(L);
  lua_pushnil(L);
  return 1;
}

static int read_next(lua_State *L, bool is_resumed);

static int after_tags_in_read(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  return read_next(L, true);
}

static int read_next(lua_State *L, bool is_resumed) {
  Caller caller = {.after = after_tags_in_read, .is_resumed = is_resumed};
  lcb_Reader *reader = lcb_begin_reading(L);
  bool had_ended = reader->state == LCB_AT_END;
  int results = push_next(L, reader, 1, &caller) ? 1 : return_end(L, reader, had_ended);
  return lcb_end_use(&reader->window.is_used, results);
}

/***
Read the next game that passes the tag tests and the query.
@function Reader:read
@return Game? game nil at the end of input
@return string? err if reading failed (after all earlier games were returned)
@return string? code cannot_read unsupported_compression
@usage local r = chess.open("spec/data/sample/sample.pgn"); local g = r:read()
*/
static int reader_read(lua_State *L) { return read_next(L, false); }

/* ---- a Lua function of each game ---- */

/* Report whether the diagnostics of another game can be stored. */
static bool has_room(const lcb_Reader *reader) {
  return reader->window.noted + LCB_MAX_GAME_DIAGNOSTICS <= LCB_MAX_DIAGNOSTICS;
}

/* Report whether a function has read the moves of a game, and the caller must report diagnostics. With `check`, the
** reader has them. */
static bool is_to_report(const lcb_Reader *reader, const lcb_Game *game) {
  bool is_read = !reader->wants_check && (game->is_replayed || game->tree);
  return is_read && (game->is_strict || lcb_game_has_errors(game));
}

/* Stack indexes used by search(). */
enum { AT_READER = 1, AT_FUNCTION, AT_MOST, AT_GAME, AT_ANSWER };

static int search(lua_State *L, lua_KContext left, bool is_resumed);

/* Called when the function has returned. Returns the number of results, or 0 to continue with the next game. */
static int take_answer(lua_State *L) {
  bool is_wanted = lua_toboolean(L, AT_ANSWER);
  return is_wanted || is_to_report(lua_touserdata(L, AT_READER), lua_touserdata(L, AT_GAME)) ? 2 : 0;
}

static int after_function(lua_State *L, int status, lua_KContext left) {
  (void)status;
  int results = take_answer(L);
  return results ? results : search(L, left - 1, false);
}

static int after_tags_in_search(lua_State *L, int status, lua_KContext left) {
  (void)status;
  return search(L, left, true);
}

/* Call the function with up to `left` games. */
static int search(lua_State *L, lua_KContext left, bool is_resumed) {
  for (; left > 0; left--) {
    Caller caller = {.after = after_tags_in_search, .context = left, .is_resumed = is_resumed};
    lcb_Reader *reader = lcb_begin_reading(L);
    bool had_ended = reader->state == LCB_AT_END, is_full = !is_resumed && !has_room(reader);
    int ended = is_full || push_next(L, reader, AT_MOST, &caller) ? 0 : return_end(L, reader, had_ended);
    lcb_end_use(&reader->window.is_used, 0);
    if (is_full) break;
    if (ended) return ended;
    is_resumed = false;
    lua_pushvalue(L, AT_FUNCTION);
    lua_pushvalue(L, AT_GAME);
    lua_callk(L, 1, 1, left, after_function);
    int results = take_answer(L);
    if (results) return results;
  }
  lua_pushboolean(L, false);
  return 1;
}

/* core.parts.search(reader, f, most): reads games and calls f(game), until f returns neither false nor nil, or has met
** errors in the game. Returns this game and the value of f. Returns false after `most` games, or earlier if the list of
** diagnostics is nearly full; nil at the end of input, as reader:read() does. Each Game is a new one, which f may
** keep. */
static int reader_search(lua_State *L) {
  self(L);
  luaL_checktype(L, AT_FUNCTION, LUA_TFUNCTION);
  lua_Integer most = luaL_checkinteger(L, AT_MOST);
  lua_settop(L, AT_MOST);
  return search(L, most < INT_MAX ? (lua_KContext)most : INT_MAX, false); /* a lua_KContext may have only 32 bits */
}

/* Stack indexes used by count(). AT_PASSED and AT_GAMES have the reader's counters before the call. */
enum { AT_COUNTED = 2, AT_PASSED, AT_GAMES };

static int count(lua_State *L, bool is_resumed);

static int after_tags_in_count(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  return count(L, true);
}

static int count(lua_State *L, bool is_resumed) {
  Caller caller = {.after = after_tags_in_count, .is_resumed = is_resumed};
  lcb_Reader *reader = lcb_begin_reading(L);
  bool may_pause = !lua_isnil(L, AT_COUNTED), is_wanted;
  uint64_t most = (uint64_t)lua_tointeger(L, AT_COUNTED), begin = (uint64_t)lua_tointeger(L, AT_GAMES);
  lc_Replay replay;
  bool had_ended = reader->state == LCB_AT_END, is_paused = false;
  while (!is_paused && test_next(L, reader, AT_GAMES, &caller, &is_wanted)) {
    if (reader->wants_check) {
      examine(L, reader, &replay);
    } else if (lcb_reader_met_errors(reader)) {
      lcb_reader_report_errors(L, reader);
    }
    reader->passed += is_wanted;
    reader->state = LCB_NEEDS_SPAN;
    is_paused = may_pause && (reader->games - begin >= most || !has_room(reader));
  }
  lcb_end_use(&reader->window.is_used, 0);
  if (!is_paused && reader->window.source.error && !had_ended) return lcb_fail_input(L);
  lua_pushinteger(L, (lua_Integer)reader->passed - lua_tointeger(L, AT_PASSED));
  if (!may_pause) return 1;
  lua_pushboolean(L, !is_paused);
  return 2;
}

/***
Read without creating Games: to the end of input, or `most` games.
@function Reader:count
@param most? integer read at most this number of games. If the list of diagnostics is nearly full, fewer are read: call
  take_diagnostics(), and count() again
@return integer? games that passed the tag tests and the query
@return boolean|string|nil at_end with `most`, whether the input has ended; or an error message if reading failed
@return string? code cannot_read unsupported_compression
@usage chess.open("spec/data/sample/sample.pgn", {tags = {{"WhiteElo", ">=", "2700"}}}):count()
*/
static int reader_count(lua_State *L) {
  const lcb_Reader *reader = lcb_check_open(L);
  bool may_pause = !lua_isnoneornil(L, AT_COUNTED);
  if (may_pause && luaL_checkinteger(L, AT_COUNTED) < 1) lcb_bad_number(L, AT_COUNTED, "number of games, 1 or more,");
  lua_settop(L, AT_COUNTED);
  lua_pushinteger(L, (lua_Integer)reader->passed);
  lua_pushinteger(L, (lua_Integer)reader->games);
  return count(L, false);
}

/* core.parts.passes(reader, game): reports whether a game passes the reader's tag tests with its current tags. */
static int reader_passes(lua_State *L) {
  const lcb_Reader *reader = self(L);
  const lcb_Game *game = lcb_check_game(L, 2);
  bool good = true;
  for (unsigned i = 0; i < reader->tests && good; i++) {
    const lc_TagTest *test = &reader->test[i];
    size_t size;
    lcb_push_game_tag(L, game, 2, test->name, test->name_size);
    const char *value = lua_tolstring(L, -1, &size);
    good = value && lc_tag_passes(test, value, size);
    lua_pop(L, 1);
  }
  lua_pushboolean(L, good);
  return 1;
}

/* core.parts.gap(reader): returns the bytes between the game just read and the game before it in the file; at the end
** of input, the bytes after the last game. Available until the next read. */
static int reader_gap(lua_State *L) {
  const lcb_Reader *reader = self(L);
  lua_pushlstring(L, reader->window.bytes + reader->gap, reader->gap_size);
  return 1;
}

/***
Return the diagnostics found since the last call: about text outside games and games that are too large; with `check`,
the diagnostics of all games are included. At most 1000 are stored between two calls.
@function Reader:take_diagnostics
@return Diagnostic[] diagnostics
@return integer lost number of further diagnostics that were not stored
@usage for _, d in ipairs(chess.open("spec/data/sample/sample.pgn"):take_diagnostics()) do print(d.text) end
*/
static int reader_take_diagnostics(lua_State *L) {
  lcb_Reader *reader = self(L);
  lcb_refuse_finalizer(L, reader->window.is_used);
  lua_pushinteger(L, lcb_window_take(L, &reader->window));
  return 2;
}

static int reader_gc(lua_State *L) {
  lcb_Reader *reader = self(L);
  lcb_window_close(L, &reader->window);
  reader->state = LCB_AT_END;
  return 0;
}

/***
Close the file. Closing again does nothing.
@function Reader:close
@usage chess.open("spec/data/sample/sample.pgn"):close()
*/
static int reader_close(lua_State *L) {
  lcb_refuse_finalizer(L, self(L)->window.is_used);
  return reader_gc(L);
}

/* ---- counters ---- */

/***
Number of games read so far.
@field Reader.read_count integer
@usage local r = chess.open("spec/data/sample/sample.pgn"); r:read(); return r.read_count  --> 1
*/
/***
Older name of `read_count`.
@field Reader.games integer
@usage chess.open("spec/data/sample/sample.pgn").games  --> 0
*/
static int get_read_count(lua_State *L) { return lcb_return_count(L, self(L)->games); }

/***
Number of games that have passed the tag tests and the query so far.
@field Reader.passed integer
@usage chess.open("spec/data/sample/sample.pgn").passed  --> 0
*/
static int get_passed(lua_State *L) { return lcb_return_count(L, self(L)->passed); }

/***
Number of games that `check` has replayed so far.
@field Reader.examined integer
@usage chess.open("spec/data/sample/sample.pgn").examined  --> 0
*/
static int get_examined(lua_State *L) { return lcb_return_count(L, self(L)->examined); }

/***
Number of plies of the mainlines that `check` has replayed so far.
@field Reader.plies integer
@usage chess.open("spec/data/sample/sample.pgn").plies  --> 0
*/
static int get_plies(lua_State *L) { return lcb_return_count(L, self(L)->plies); }

/***
Number of games and other texts with errors so far.
@field Reader.errors integer
@usage chess.open("spec/data/sample/sample.pgn").errors  --> 0
*/
static int get_errors(lua_State *L) { return lcb_return_count(L, self(L)->errors); }

/* core.parts.take_detected(reader): returns the number of games whose notation was detected since the last call, for
** each name of a dialect; nil if there is none. */
static int reader_take_detected(lua_State *L) {
  self(L);
  lua_getiuservalue(L, 1, LCB_READER_OPTIONS);
  lua_getiuservalue(L, -1, LCB_OPTIONS_COUNTS);
  lua_pushnil(L);
  lua_setiuservalue(L, -3, LCB_OPTIONS_COUNTS);
  return 1;
}

/* core.parts.has_room(reader, games): reports whether the diagnostics of this number of games can be stored. If not,
** the caller must take the diagnostics before it reads these games. */
static int reader_has_room(lua_State *L) {
  const lcb_Reader *reader = self(L);
  lua_Integer games = luaL_checkinteger(L, 2);
  return lcb_return_boolean(L, games <= (LCB_MAX_DIAGNOSTICS - reader->window.noted) / LCB_MAX_GAME_DIAGNOSTICS);
}

/* core.parts.is_plain_file(reader): reports whether the input is a regular file that is not compressed, converted or
** repaired. Then the text of each game is at its offset in the file. */
static int reader_is_plain_file(lua_State *L) {
  const lcb_Window *window = lcb_self(L);
  const lc_Source *source = &window->source;
  return lcb_return_boolean(L, source->is_file && !source->packed && !source->utf16 && !window->repair.source);
}

/***
The line on which the last game read begins; at the end of input, the line on which it ends.
@field Reader.line integer
@usage chess.open("spec/data/sample/sample.pgn").line  --> 1
*/
static int get_line(lua_State *L) {
  lcb_Reader *reader = self(L);
  return lcb_return_count(L, lcb_window_line(&reader->window, reader->scan.begin));
}

static const luaL_Reg reader_methods[] = {
    {"close", reader_close}, {"count", reader_count}, {"read", reader_read},
    {"take_diagnostics", reader_take_diagnostics}, {NULL, NULL},
};

static const luaL_Reg reader_getters[] = {
    {"errors", get_errors}, {"examined", get_examined}, {"games", get_read_count}, {"line", get_line},
    {"passed", get_passed}, {"plies", get_plies},       {"read_count", get_read_count}, {NULL, NULL},
};

/* Functions for Lucena's commands: they read parts of an input and copy the bytes between games. */
static const luaL_Reg own_parts[] = {
    {"gap", reader_gap}, {"has_room", reader_has_room}, {"is_plain_file", reader_is_plain_file},
    {"passes", reader_passes}, {"search", reader_search}, {"take_detected", reader_take_detected}, {NULL, NULL},
};

static const luaL_Reg reader_metamethods[] = {
    {"__call", lcb_window_call},
    {"__close", reader_close},
    {"__gc", reader_gc},
    {"__tostring", lcb_window_tostring},
    {NULL, NULL},
};

static const luaL_Reg reader_functions[] = {{"open", lcb_reader_open}, {NULL, NULL}};

void lcb_open_reader(lua_State *L) {
  static const lcb_Class class = {.name = LCB_READER,
                                  .methods = {reader_methods},
                                  .getters = {reader_getters, lcb_window_getters},
                                  .metamethods = reader_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Reader");
  static const luaL_Reg *const parts[] = {own_parts, lcb_part_functions, NULL};
  lcb_internals(L, LCB_READER, "parts", parts);
  lcb_functions(L, reader_functions);
}
