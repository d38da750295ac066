/*
** writer - lucena.Writer: a file that appears complete or not at all, or a stream.
**
** Only close(), or leaving a <close> block without an error, replaces the old file. After an error, at the end of the
** program or after garbage collection, the old file is unchanged. A stream (standard output, a pipe, a device) cannot
** be restored: all text written to it is sent, even after an error. A function, or an object with a method write, gets
** each text in a protected call, so that its error never jumps out of the code that writes.
*/
#include <errno.h>
#include <string.h>

#include "../io/leftover.h"
#include "../io/sink.h"
#include "../notation/codes.h"
#include "game_export.h"

/* User values: the path as given or the target's name; the buffer for exporting games; the target (the function or
** object that takes the text); the message of its failure; the text to write before closing. */
enum { NAME = 1, BUFFER, TARGET, PROBLEM, ENDING, VALUES = ENDING };

typedef struct Writer {
  lc_Sink sink;
  lua_State *L; /* the state in which the target is called; valid only during a method */
} Writer;

static lc_Sink *self(lua_State *L) {
  Writer *writer = lcb_self(L);
  writer->L = L;
  return &writer->sink;
}

static lc_Sink *check_open(lua_State *L) {
  lc_Sink *sink = self(L);
  if (!lc_sink_is_open(sink) && sink->error == 0) luaL_error(L, "writer is closed");
  return sink;
}

/* Write to the sink of the Writer at stack index 1. */
static bool put(lua_State *L, lc_Sink *sink, const char *bytes, size_t size) {
  Writer *writer = lua_touserdata(L, 1);
  writer->L = L; /* a finalizer may have used the Writer in another state */
  return lc_sink_write(sink, bytes, size);
}

/* ---- functions and objects that take the text ---- */

/* Check the results of a call. A call reports a problem by returning false, or nil and a message. */
static int check_done(lua_State *L) {
  if (lua_toboolean(L, -2) || (lua_isnil(L, -2) && lua_isnil(L, -1))) return 0;
  if (lua_isnil(L, -1)) luaL_error(L, "the function returned false");
  return lua_error(L);
}

/* Pass the bytes at index 2 to the target at index 1. Their number is at index 3. Raises an error if it fails. */
static int give(lua_State *L) {
  /* at 4; before other code can change the bytes */
  lua_pushlstring(L, lua_touserdata(L, 2), (size_t)lua_tointeger(L, 3));
  if (!lua_isfunction(L, 1)) lua_getfield(L, 1, "write");
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 4);
  lua_call(L, lua_isfunction(L, 1) ? 1 : 2, 2);
  return check_done(L);
}

/* Call the method flush of the target at index 1, if it is an object that has one. Raises an error if it fails. */
static int flush_target(lua_State *L) {
  if (lua_isfunction(L, 1) || lua_getfield(L, 1, "flush") == LUA_TNIL) return 0;
  lua_pushvalue(L, 1);
  lua_call(L, 1, 2);
  return check_done(L);
}

static int to_message(lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

/* Call one of the two functions above for the target of the Writer at stack index 1, in protected mode. */
static bool call_target(Writer *writer, lua_CFunction function, const char *bytes, size_t size) {
  lua_State *L = writer->L;
  int top = lua_gettop(L);
  if (!lua_checkstack(L, 8)) return false;
  lua_pushcfunction(L, to_message);
  lua_pushcfunction(L, function);
  lua_getiuservalue(L, 1, TARGET);
  lua_pushlightuserdata(L, (void *)bytes);
  lua_pushinteger(L, (lua_Integer)size);
  bool done = lua_pcall(L, 3, 0, top + 1) == LUA_OK;
  if (!done) lua_setiuservalue(L, 1, PROBLEM);
  lua_settop(L, top);
  return done;
}

static bool write_target(void *state, const char *bytes, size_t size) { return call_target(state, give, bytes, size); }
static bool finish_target(void *state) { return call_target(state, flush_target, NULL, 0); }

/* Return the name of the target at argument 1; NULL for a path. Raises an error for other values. */
static const char *check_target(lua_State *L) {
  int type = lua_type(L, 1);
  if (type == LUA_TFUNCTION) return "(function)";
  if ((type == LUA_TTABLE || type == LUA_TUSERDATA) && lcb_has_method(L, 1, "write")) return "(stream)";
  if (type != LUA_TSTRING) lcb_expected(L, 1, "path, function or object with write");
  lcb_check_path(L, 1);
  return NULL;
}

static int fail(lua_State *L, int error) {
  bool has_problem = lua_getiuservalue(L, 1, PROBLEM) == LUA_TSTRING;
  const char *problem = has_problem ? lua_tostring(L, -1) : strerror(error);
  lua_getiuservalue(L, 1, NAME);
  const char *name = lcb_push_path(L, lua_tostring(L, -1));
  lcb_fail(L, LC_D_CANNOT_WRITE, "%s: %s: %s", name, lc_code_text(LC_D_CANNOT_WRITE), problem);
  if (error == EPIPE) {
    lua_pop(L, 1);
    lua_pushliteral(L, "closed_pipe");
  }
  return 3;
}

/* Remove the temporary files that killed processes left in the folder of a file. The registry stores the folders that
** were searched, so that each folder is searched only once. */
static void sweep(lua_State *L, const char *path) {
  const char *slash = strrchr(path, '/');
  luaL_getsubtable(L, LUA_REGISTRYINDEX, "lucena.swept");
  lua_pushlstring(L, path, slash ? (size_t)(slash - path) + 1 : 0);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) == LUA_TNIL) {
    lc_leftover_sweep(path);
    lua_pushvalue(L, -2);
    lua_pushboolean(L, 1);
    lua_rawset(L, -5);
  }
  lua_pop(L, 3);
}

/***
Open a file for writing; "-" is standard output. The buffer for standard output is separate from that of io.stdout.
Instead of a path, a function may be given, which is called with each string, or an object with the method write (an io
file, a pipe, a socket adapter). Both get each text at once, without a buffer. If the function or method raises an
error, or returns false, or nil and a message, writing fails with the code cannot_write. flush() and close() call the
object's method flush, if it has one; they do not close the object.
@function chess.writer
@param path string|function|table|userdata
@param options? {follow?: boolean} `follow` = false: if `path` is a symbolic link, replace the link and not its target
(for names that come from data)
@return Writer? writer
@return string? err
@return string? code cannot_write
@usage local w <close> = assert(chess.writer("-")); w:write("1. e4 *\n")
@usage local n = 0; chess.writer(function(s) n = n + #s end):export(chess.game("1. e4 *"), "uci"); return n  --> 5
*/
static int writer_new(lua_State *L) {
  const char *target = check_target(L);
  static const char *const names[] = {"follow", NULL};
  lcb_check_options(L, 2, names);
  bool follow = lcb_option_boolean(L, 2, "follow", true);
  Writer *writer = lua_newuserdatauv(L, sizeof *writer, VALUES);
  lc_Sink *sink = &writer->sink;
  writer->L = L;
  lc_sink_init(sink);
  luaL_setmetatable(L, LCB_WRITER);
  if (target) {
    lua_pushstring(L, target);
    lua_setiuservalue(L, -2, NAME);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, TARGET);
    lc_sink_open_drain(sink, (lc_Drain){write_target, finish_target, writer});
    return 1;
  }
  const char *path = lua_tostring(L, 1);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, NAME);
  if (lc_sink_open(sink, path, follow)) {
    if (!sink->is_stream) sweep(L, sink->name);
    return 1;
  }
  const char *name = lcb_push_path(L, path);
  return lcb_fail(L, LC_D_CANNOT_WRITE, "%s: %s: %s", name, lc_code_text(LC_D_CANNOT_WRITE), strerror(sink->error));
}

/* Push the Writer's buffer, and export the Game at `index` to it. Set `room` to the address and size of the buffer. */
static lc_Code export_game(lua_State *L, lcb_Game *game, int index, const lcb_ExportOptions *options, lcb_Room *room) {
  lua_getiuservalue(L, 1, BUFFER); /* the buffer of the previous export */
  *room = (lcb_Room){.index = lua_gettop(L), .bytes = lua_touserdata(L, -1), .size = (size_t)lua_rawlen(L, -1)};
  lua_pushnil(L);
  lua_setiuservalue(L, 1, BUFFER); /* a finalizer that exports a game must not use the same buffer */
  lc_Code code = lcb_export(L, game, index, options, room);
  lua_pushvalue(L, room->index);
  lua_setiuservalue(L, 1, BUFFER);
  return code;
}

/* Write an edited Game as Game:pgn does. Returns the number of results of a failure, or 0. */
static int write_edited(lua_State *L, lc_Sink *sink, lcb_Game *game, int index) {
  lcb_ExportOptions options;
  lcb_Room room;
  int top = lua_gettop(L);
  lua_pushnil(L); /* no options */
  lcb_export_options(L, top + 1, LCB_PGN, &options);
  lc_Code code = export_game(L, game, index, &options, &room);
  if (code != LC_D_NONE) return lcb_fail_export(L, code, &room, top + 2);
  if (!put(L, sink, room.bytes, room.used)) return fail(L, sink->error);
  lua_settop(L, top);
  return 0;
}

/* Set the address and size of a string. Raises an error for other values. */
static const char *check_bytes(lua_State *L, int arg, size_t *size) {
  if (!lua_isstring(L, arg)) lcb_expected(L, arg, "string or " LCB_GAME);
  return lua_tolstring(L, arg, size);
}

/***
Write strings and Games. A Game is written as its text, byte for byte; if it was edited (tags, moves, comments, result),
it is written as Game:pgn() writes it.
@function Writer:write
@param ... string|Game
@return boolean? true
@return string? err
@return string? code cannot_write, closed_pipe (the reader has gone); for an edited game also unwritable_comment (the
values before the game were written)
@usage local w = chess.writer("-"); w:write("e4", "\n"); w:close()
*/
static int writer_write(lua_State *L) {
  lc_Sink *sink = check_open(L);
  int last = lua_gettop(L);
  for (int i = 2; i <= last; i++) {
    lcb_Game *game = lcb_test(L, i, LCB_UP_GAME);
    size_t size;
    const char *bytes;
    if (game && game->is_edited) {
      int results = write_edited(L, sink, game, i);
      if (results) return results;
      continue;
    }
    if (game) {
      bytes = game->text;
      size = game->size;
    } else {
      bytes = check_bytes(L, i, &size);
    }
    if (!put(L, sink, bytes, size)) return fail(L, sink->error);
  }
  lua_pushboolean(L, 1);
  return 1;
}

/***
Write a Game in one of the formats of `lucena convert`. A game in PGN is followed by an empty line. "csv" and "tsv"
begin with a header; "json" is an array, which close() ends. After one of these three formats, a Writer accepts no
other format. "pgn", "fen", "epd" and "uci" are written without creating a string.
@function Writer:export
@param game Game
@param format string|function "pgn", "json", "jsonl", "csv", "tsv", "fen", "epd", "uci", "san", a registered name, or a
function of a Game that returns the text
@param options? {header?: boolean, bom?: boolean} and the options of `Game:export`; `header` = false: no header of "csv"
and "tsv"; `bom`: begin "csv" and "tsv" with a byte order mark. For both, the options of the first call apply to all
games
@return boolean? true
@return string? err
@return string? code unwritable_comment, unsayable_move, unencodable (nothing was written), cannot_write, closed_pipe
@usage local w = chess.writer("-"); w:export(chess.game("1. e4 *"), "uci"); w:close()
@usage local w = chess.writer("-"); w:export(chess.game("1. e4 *"), "csv", {columns = {"White", "moves"}}); w:close()
*/
static int writer_export(lua_State *L) {
  lc_Sink *sink = check_open(L);
  lcb_Game *game = lcb_check_game(L, 2);
  lcb_ExportOptions options;
  lua_settop(L, 4);
  lcb_Format format = lcb_check_format(L, 3);
  if (format == LCB_IN_LUA) {
    lcb_push_function(L, "lucena.export", "write");
    lua_insert(L, 1);
    lua_call(L, 4, LUA_MULTRET);
    return lua_gettop(L);
  }
  bool has_ending = lua_getiuservalue(L, 1, ENDING) != LUA_TNIL;
  luaL_argcheck(L, !has_ending, 3, "this Writer has games of a table or an array");
  lua_settop(L, 4);
  lcb_export_options(L, 4, format, &options);
  lcb_Room room;
  lc_Code code = export_game(L, game, 2, &options, &room); /* index 5 is the Dialect */
  if (code != LC_D_NONE) return lcb_fail_export(L, code, &room, 5);
  bool done = put(L, sink, room.bytes, room.used);
  if (done && options.format == LCB_PGN) done = put(L, sink, "\n", 1);
  if (!done) return fail(L, sink->error);
  lua_pushboolean(L, 1);
  return 1;
}

/***
Pass everything written so far to the system.
@function Writer:flush
@return boolean? true
@return string? err
@return string? code cannot_write, closed_pipe
@usage assert(chess.writer "-"):flush()  --> true
*/
static int writer_flush(lua_State *L) {
  lc_Sink *sink = check_open(L);
  if (!lc_sink_flush(sink)) return fail(L, sink->error);
  lua_pushboolean(L, 1);
  return 1;
}

/* Write the ending, then replace the old file. If writing the ending fails, the old file is unchanged. */
static bool publish(lua_State *L, lc_Sink *sink) {
  size_t size;
  if (!lc_sink_is_open(sink)) return lc_sink_publish(sink);
  lua_settop(L, 1);
  if (lua_getiuservalue(L, 1, ENDING) == LUA_TSTRING) {
    const char *ending = lua_tolstring(L, -1, &size);
    lua_pushnil(L);
    lua_setiuservalue(L, 1, ENDING); /* the target of the text may close the Writer, too */
    put(L, sink, ending, size);
  }
  return lc_sink_publish(self(L));
}

/***
Finish writing: the file gets its name, or the stream is flushed. Closing again does nothing.
@function Writer:close
@return boolean? true
@return string? err
@return string? code cannot_write, closed_pipe
@usage assert(chess.writer "-"):close()  --> true
*/
static int writer_close(lua_State *L) {
  lc_Sink *sink = self(L);
  if (!publish(L, sink)) return fail(L, sink->error);
  lua_pushboolean(L, 1);
  return 1;
}

/***
Give up writing: the old file is kept and the new one removed. For a stream, the text still in the buffer is dropped.
@function Writer:discard
@usage assert(chess.writer "-"):discard()
*/
static int writer_discard(lua_State *L) {
  lc_sink_discard(self(L));
  return 0;
}

/* Replace the old file by the new one; a failure raises an error. */
static int finish(lua_State *L, lc_Sink *sink) {
  if (lc_sink_is_open(sink) && !publish(L, sink)) {
    fail(L, sink->error);
    lua_settop(L, -2);
    return lua_error(L);
  }
  return 0;
}

/* Implements leaving a <close> block. The old file is not replaced after an error, or if the program ends inside the
** block. (At the end of the program, this function has no caller.) After an error, a failure of the stream is not
** reported. */
static int writer_close_block(lua_State *L) {
  lua_Debug caller;
  lc_Sink *sink = self(L);
  if (!lua_isnoneornil(L, 2)) {
    if (sink->is_stream) lc_sink_flush(sink);
    return writer_discard(L);
  }
  if (!sink->is_stream && !lua_getstack(L, 1, &caller)) return writer_discard(L);
  return finish(L, sink);
}

/* Implements garbage collection of a Writer that was not closed. Lua turns an error here into a warning. If the Writer
** writes to a function or an object, this target has already received all text, and is not called here: it may have
** been collected before the Writer. */
static int writer_gc(lua_State *L) {
  lc_Sink *sink = self(L);
  return sink->is_stream && !sink->drain.write ? finish(L, sink) : writer_discard(L);
}

/***
Whether the Writer writes to a stream (standard output, a pipe, a device, an open descriptor such as /dev/fd/N, a
function, an object) and not a file that gets its name at the end.
@field Writer.is_stream boolean
@usage assert(chess.writer "-").is_stream  --> true
*/
static int get_is_stream(lua_State *L) { return lcb_return_boolean(L, self(L)->is_stream); }

static int writer_tostring(lua_State *L) {
  const lc_Sink *sink = self(L);
  lua_getiuservalue(L, 1, NAME);
  lua_pushfstring(L, LCB_WRITER ": %s%s", lua_tostring(L, -1), lc_sink_is_open(sink) ? "" : " (closed)");
  return 1;
}

static const luaL_Reg writer_methods[] = {
    {"close", writer_close}, {"discard", writer_discard}, {"export", writer_export},
    {"flush", writer_flush}, {"write", writer_write}, {NULL, NULL},
};

static const luaL_Reg writer_getters[] = {{"is_stream", get_is_stream}, {NULL, NULL}};

static const luaL_Reg writer_metamethods[] = {
    {"__close", writer_close_block},
    {"__gc", writer_gc},
    {"__tostring", writer_tostring},
    {NULL, NULL},
};

/***
Set the text that a Writer writes before it is closed without an error. The Writer then accepts only the format to which
this text belongs.
@function core.writer_end
@param writer Writer
@param text string
@usage core.writer_end(chess.writer "-", "]\n")
*/
static int writer_end(lua_State *L) {
  luaL_checkudata(L, 1, LCB_WRITER);
  luaL_checkstring(L, 2);
  lua_settop(L, 2);
  lua_setiuservalue(L, 1, ENDING);
  return 0;
}

/***
Create a Writer that keeps its text in memory, for core.take_text.
@function core.memory_writer
@return Writer
@usage require("lucena.core").memory_writer():write("1. e4 *")  --> true
*/
static int memory_writer(lua_State *L) {
  Writer *writer = lua_newuserdatauv(L, sizeof *writer, VALUES);
  writer->L = L;
  lc_sink_open_memory(&writer->sink);
  luaL_setmetatable(L, LCB_WRITER);
  lua_pushliteral(L, "(memory)");
  lua_setiuservalue(L, -2, NAME);
  return 1;
}

/* Push the text of a memory sink, and forget it before a finalizer can add to it. */
static int push_kept(lua_State *L, lc_Sink *sink) {
  luaL_Buffer b;
  size_t room = 0;
  luaL_buffinit(L, &b);
  while (sink->used > room) {
    room = sink->used;
    luaL_prepbuffsize(&b, room);
  }
  size_t size = sink->used;
  if (size) memcpy(luaL_buffaddr(&b), sink->buffer, size);
  lc_sink_forget(sink);
  luaL_pushresultsize(&b, size);
  return 1;
}

/***
Return the text of a Writer in memory, and remove it from there.
@function core.take_text
@param writer Writer
@return string
@usage local c = require("lucena.core"); local w = c.memory_writer(); assert(w:write("e4"))
  return c.take_text(w) --> e4
*/
static int take_text(lua_State *L) {
  Writer *writer = luaL_checkudata(L, 1, LCB_WRITER);
  luaL_argcheck(L, writer->sink.is_memory, 1, "this Writer does not keep its text");
  return push_kept(L, &writer->sink);
}

static const luaL_Reg writer_functions[] = {
    {"memory_writer", memory_writer}, {"take_text", take_text}, {"writer", writer_new}, {"writer_end", writer_end},
    {NULL, NULL},
};

void lcb_open_writer(lua_State *L) {
  static const lcb_Class class = {.name = LCB_WRITER,
                                  .methods = {writer_methods},
                                  .getters = {writer_getters},
                                  .metamethods = writer_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Writer");
  lcb_functions(L, writer_functions);
}
