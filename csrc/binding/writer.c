/*
** writer - lucena.Writer: a file that appears complete or not at all, or a stream.
**
** Only close(), or leaving a <close> block without an error, gives the file its name. After an error, the end of the
** program or garbage collection, the old file is as it was. A stream (standard output, a pipe, a device) has no old
** state: all text written to it is sent, however it ends.
*/
#include <errno.h>
#include <string.h>

#include "../io/leftover.h"
#include "../io/sink.h"
#include "../notation/codes.h"
#include "game_export.h"

/* User values: 1 the path as given, 2 the buffer for exporting games. */
static lc_Sink *self(lua_State *L) { return lcb_self(L); }

static lc_Sink *check_open(lua_State *L) {
  lc_Sink *sink = self(L);
  if (sink->fd < 0 && sink->error == 0) luaL_error(L, "writer is closed");
  return sink;
}

static int fail(lua_State *L, int error) {
  lua_getiuservalue(L, 1, 1);
  const char *name = lcb_push_path(L, lua_tostring(L, -1));
  lcb_fail(L, LC_D_CANNOT_WRITE, "%s: %s: %s", name, lc_code_text(LC_D_CANNOT_WRITE), strerror(error));
  if (error == EPIPE) {
    lua_pop(L, 1);
    lua_pushliteral(L, "closed_pipe");
  }
  return 3;
}

/* Remove the temporary files that killed processes left in the folder of a file, once per folder; the registry
** stores which folders were done. */
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
Open a file for writing; "-" is standard output. Its buffer is separate from that of io.stdout.
@function chess.writer
@param path string
@param options? table follow = false: if `path` is a symbolic link, replace the link and not its target
(for names that come from data)
@return Writer? writer
@return string? err
@return string? code cannot_write
@usage local w <close> = assert(chess.writer("-")); w:write("1. e4 *\n")
*/
static int writer_new(lua_State *L) {
  size_t size;
  const char *path = lcb_check_text(L, 1, &size);
  if (strlen(path) != size) return luaL_argerror(L, 1, "path holds a NUL");
  static const char *const names[] = {"follow", NULL};
  lcb_check_options(L, 2, names);
  bool follow = lcb_option_boolean(L, 2, "follow", true);
  lc_Sink *sink = lua_newuserdatauv(L, sizeof *sink, 2);
  lc_sink_init(sink);
  luaL_setmetatable(L, LCB_WRITER);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  if (lc_sink_open(sink, path, follow)) {
    if (!sink->is_stream) sweep(L, sink->name);
    return 1;
  }
  const char *name = lcb_push_path(L, path);
  return lcb_fail(L, LC_D_CANNOT_WRITE, "%s: %s: %s", name, lc_code_text(LC_D_CANNOT_WRITE), strerror(sink->error));
}

/***
Write strings, or the text of Games, unchanged.
@function Writer:write
@param ... string|Game
@return boolean? true
@return string? err
@return string? code cannot_write, closed_pipe (the reader has gone)
@usage local w = chess.writer("-"); w:write("e4", "\n"); w:close()
*/
static int writer_write(lua_State *L) {
  lc_Sink *sink = check_open(L);
  for (int i = 2; i <= lua_gettop(L); i++) {
    const lcb_Game *game = lcb_test(L, i, LCB_UP_GAME);
    size_t size;
    const char *bytes;
    if (game) {
      bytes = game->text;
      size = game->size;
    } else {
      if (!lua_isstring(L, i)) return lcb_expected(L, i, "string or " LCB_GAME);
      bytes = lua_tolstring(L, i, &size);
    }
    if (!lc_sink_write(sink, bytes, size)) return fail(L, sink->error);
  }
  lua_pushboolean(L, 1);
  return 1;
}

/***
Write a Game in one of the formats of Game:export, without creating a string. A game in PGN is followed by an empty
line.
@function Writer:export
@param game Game
@param format string "pgn", "fen", "epd", "uci"
@param options? table as of Game:export
@return boolean? true
@return string? err
@return string? code unwritable_comment, unsayable_move, unencodable (nothing was written), cannot_write, closed_pipe
@usage local w = chess.writer("-"); w:export(chess.game("1. e4 *"), "uci"); w:close()
*/
static int writer_export(lua_State *L) {
  lc_Sink *sink = check_open(L);
  lcb_Game *game = lcb_check_game(L, 2);
  lcb_ExportOptions options;
  lua_settop(L, 4);
  lcb_export_options(L, 4, lcb_check_format(L, 3), &options);
  lua_getiuservalue(L, 1, 2); /* index 6: the buffer of the game before; 5 is the Dialect */
  lcb_Room room = {.index = 6, .bytes = lua_touserdata(L, 6), .size = lua_rawlen(L, 6)};
  const char *kept = room.bytes;
  lc_Code code = lcb_export(L, game, 2, &options, &room);
  if (room.bytes != kept) {
    lua_pushvalue(L, 6);
    lua_setiuservalue(L, 1, 2);
  }
  if (code != LC_D_NONE) return lcb_fail_export(L, code, &room, 5);
  bool done = lc_sink_write(sink, room.bytes, room.used);
  if (done && options.format == LCB_PGN) done = lc_sink_write(sink, "\n", 1);
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

/***
Finish: the file gets its name, or the stream is flushed. Closing again does nothing.
@function Writer:close
@return boolean? true
@return string? err
@return string? code cannot_write, closed_pipe
@usage assert(chess.writer "-"):close()  --> true
*/
static int writer_close(lua_State *L) {
  lc_Sink *sink = self(L);
  if (!lc_sink_publish(sink)) return fail(L, sink->error);
  lua_pushboolean(L, 1);
  return 1;
}

/***
Give up: an old file is kept, the new one is removed; for a stream, the text still in the buffer is dropped.
@function Writer:discard
@usage assert(chess.writer "-"):discard()
*/
static int writer_discard(lua_State *L) {
  lc_sink_discard(self(L));
  return 0;
}

/* Publish the file; a failure raises an error. */
static int finish(lua_State *L, lc_Sink *sink) {
  if (sink->fd >= 0 && !lc_sink_publish(sink)) {
    fail(L, sink->error);
    lua_settop(L, -2);
    return lua_error(L);
  }
  return 0;
}

/* Leave a block. The file is published unless there is an error or the program is ending in the middle of the block;
** in the latter case this function has no caller. After an error, a failure of the stream is not reported as well. */
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

/* The collector closes a writer that nobody closed. An error here becomes a warning of Lua. */
static int writer_gc(lua_State *L) {
  lc_Sink *sink = self(L);
  return sink->is_stream ? finish(L, sink) : writer_discard(L);
}

/***
Whether it is a stream (standard output, a pipe, a device, an open descriptor such as /dev/fd/N) and not a file that
gets its name at the end.
@field Writer.is_stream boolean
@usage assert(chess.writer "-").is_stream  --> true
*/
static int get_is_stream(lua_State *L) { return lcb_return_boolean(L, self(L)->is_stream); }

static int writer_tostring(lua_State *L) {
  const lc_Sink *sink = self(L);
  lua_getiuservalue(L, 1, 1);
  lua_pushfstring(L, LCB_WRITER ": %s%s", lua_tostring(L, -1), sink->fd < 0 ? " (closed)" : "");
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

static const luaL_Reg writer_functions[] = {{"writer", writer_new}, {NULL, NULL}};

void lcb_open_writer(lua_State *L) {
  static const lcb_Class class = {.name = LCB_WRITER,
                                  .methods = {writer_methods},
                                  .getters = {writer_getters},
                                  .metamethods = writer_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Writer");
  lcb_functions(L, writer_functions);
}
