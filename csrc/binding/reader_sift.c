/*
** reader_sift - games written as they are read, but for those that were there before: no Game is made of one.
**
** Only what is plain is done here: a game that starts from the initial position, can be read to its end and has a result
** there. Any other is left to Reader:read(). Cost: the replay, 0.3 us a game and the writing.
*/
#include <string.h>

#include "../io/sink.h"
#include "keys_box.h"
#include "reader_box.h"

typedef struct Sifting {
  lcb_Keys *keys;
  lc_Sink *sink;
  const char *between; /* what is to be written before the next game */
  uint32_t number;     /* of the next game */
  lua_Integer written;
} Sifting;

/* So many records wait: the caller should see to them before there are more. */
enum { MANY_RECORDS = 500 };

static bool write_game(Sifting *it, const char *text, size_t size) {
  const char *end = memchr(text, '\n', size);
  bool done = lc_sink_write(it->sink, it->between, strlen(it->between)) && lc_sink_write(it->sink, text, size);
  it->between = end && end > text && end[-1] == '\r' ? "\r\n\r\n" : "\n\n";
  it->written++;
  return done;
}

/* The game in the window. False: it is not plain, or it cannot be written. */
static bool sift(lua_State *L, lcb_Reader *reader, Sifting *it) {
  const lc_Scan *scan = &reader->scan;
  const char *text = reader->window.bytes + scan->begin;
  size_t size = scan->at - scan->begin, slack = reader->window.room + LCB_SLACK - scan->at;
  size_t room = size + LCB_SPARE_MOVES;
  lcb_KeyTail tail = {.more = NULL};
  lc_Start start;
  lc_Replay replay;
  if (scan->has_setup || scan->result == LC_RESULT_NONE) return false;
  lc_Move *moves = lcb_keys_draft(L, it->keys, 2, room, &tail);
  lc_start_find(text, 0, &start);
  lc_replay_begin(&replay, text, size, slack, lcb_tags_size(scan), reader->dialect, &start);
  lc_replay_run(&replay, reader->window.cpu, moves, room);
  if (replay.code != LC_D_NONE) return false;
  uint32_t number = it->number++;
  if (replay.plies > 0 && lcb_keys_add(it->keys, moves, replay.plies, &tail, number) != number) return true;
  return write_game(it, text, size);
}

/***
Write the games that come next, but for those whose moves a Keys knows: up to one that is not plain (it has a start of its
own, a move that cannot be read, or no result), which read() gives next.
@function Reader:sift
@param keys Keys
@param number integer of the next game, as of Keys:add
@param writer Writer
@param between string what is to be written before the next game: "", a blank line or CRLF
@param most integer look at so many games at most
@return integer games looked at, fewer also when many diagnostics wait; the reader must have no tests and not check
@return integer written
@return string between a blank line, when a game was written; a failure to write is told by the next write
@usage local keys = require("lucena.core").keys(false); local w = chess.writer("/dev/null")
  return (chess.open("spec/data/sample/sample.pgn"):sift(keys, 1, w, "", 10))  --> 10
*/
int lcb_reader_sift(lua_State *L) {
  lcb_Reader *reader = lcb_self(L);
  Sifting it = {.keys = luaL_checkudata(L, 2, LCB_KEYS), .sink = luaL_checkudata(L, 4, LCB_WRITER)};
  lua_Integer number = luaL_checkinteger(L, 3), most = luaL_checkinteger(L, 6), count = 0;
  luaL_argcheck(L, number > 0 && most >= 0 && number + most <= UINT32_MAX, 3, "numbers from 1 to 4294967295");
  bool has_tests = reader->tests > 0 || reader->query || reader->wants_check || reader->is_strict;
  luaL_argcheck(L, !has_tests && reader->window.source.fd >= 0, 1, "it is closed, or has tests or checks");
  it.between = luaL_checkstring(L, 5);
  it.number = (uint32_t)number;
  while (it.sink->fd >= 0 && count < most && (lcb_reader_find(L, reader), reader->state == LCB_HAS_GAME)) {
    if (reader->noted > MANY_RECORDS || !sift(L, reader, &it)) break;
    count++;
    reader->passed++;
    reader->state = LCB_NEEDS_SPAN;
  }
  lua_pushinteger(L, count);
  lua_pushinteger(L, it.written);
  lua_pushstring(L, it.between);
  return 3;
}
