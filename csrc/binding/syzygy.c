/*
** syzygy - lucena.syzygy: probes Syzygy tablebases with libfathom.
**
** This module is optional. Only lua/lucena/tablebase.lua requires it. If the module is missing, that file reports it.
** It also converts numbers to words, and checks castling rights and the number of pieces. The functions of this module
** return nothing for a position without a table.
** libfathom stores its tables in global variables and maps files on first use, so a process has only one set of
** tables. libfathom does not verify the files: a forged file in the folder may crash the program.
** The module uses the class Position of the core. Both modules come from one build, so it can rely on a Position's
** userdata beginning with an lc_Position.
**
** Source: the comments of tbprobe.h; Syzygy's values and their rounding as in github.com/syzygy1/tb, "DTZ".
*/
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>
#include <tbprobe.h>

#include "../chess/position.h"
#include "binding.h"

#if defined(__GNUC__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

EXPORT int luaopen_lucena_syzygy(lua_State *L);

static const lc_Position *check_position(lua_State *L) {
  const lc_Position *p = luaL_testudata(L, 1, LCB_POSITION);
  if (!p) p = luaL_testudata(L, 1, LCB_BOARD);
  if (!p) luaL_typeerror(L, 1, LCB_POSITION);
  return p;
}

static unsigned ep_of(const lc_Position *p) { return p->ep == LC_NO_SQUARE ? 0u : p->ep; }

/* Return the value for the side to move: 2 win, 1 win that the 50-move rule turns into a draw, 0 draw, -1 and
** -2 the corresponding losses. */
static int value_of(unsigned result) { return (int)TB_GET_WDL(result) - (int)TB_DRAW; }

/* Load the tables without messages. libfathom reports truncated files on standard error and, for chess programs,
** also on standard output, where games are written. So standard output is /dev/null during the call. */
static bool look_quietly(const char *path) {
  fflush(stdout);
  int out = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  bool is_quiet = out >= 0 && nowhere >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0;
  bool done = tb_init(path);
  fflush(stdout);
  if (is_quiet) (void)dup2(out, STDOUT_FILENO);
  if (nowhere >= 0) close(nowhere);
  if (out >= 0) close(out);
  return done;
}

/* use(path): returns the largest number of pieces of a table in these folders, 0 without tables; nil when out of
** memory. */
static int use(lua_State *L) {
  if (!look_quietly(luaL_checkstring(L, 1))) return 0;
  lua_pushinteger(L, (lua_Integer)TB_LARGEST);
  return 1;
}

/* value(position): returns -2 to 2 as listed above, as if the half-move clock were 0; nothing if a table is missing. */
static int value(lua_State *L) {
  const lc_Position *p = check_position(L);
  const lc_Bits *s = p->sets;
  unsigned result =
      tb_probe_wdl(s[LC_BY_COLOR + LC_WHITE], s[LC_BY_COLOR + LC_BLACK], s[LC_KING], s[LC_QUEEN], s[LC_ROOK],
                   s[LC_BISHOP], s[LC_KNIGHT], s[LC_PAWN], 0, p->castling != 0, ep_of(p), p->turn == LC_WHITE);
  if (result == TB_RESULT_FAILED) return 0;
  lua_pushinteger(L, (int)result - (int)TB_DRAW);
  return 1;
}

static void push_move(lua_State *L, unsigned result) {
  static const char letters[] = " qrbn"; /* TB_PROMOTES_QUEEN is 1 */
  unsigned from = TB_GET_FROM(result), to = TB_GET_TO(result), promotion = TB_GET_PROMOTES(result);
  char text[] = {(char)('a' + (from & 7)), (char)('1' + (from >> 3)), (char)('a' + (to & 7)),
                 (char)('1' + (to >> 3)), letters[promotion]};
  lua_createtable(L, 0, 3);
  lua_pushlstring(L, text, promotion ? sizeof text : sizeof text - 1);
  lua_setfield(L, -2, "uci");
  lua_pushinteger(L, value_of(result));
  lua_setfield(L, -2, "value");
  lua_pushinteger(L, (lua_Integer)TB_GET_DTZ(result));
  lua_setfield(L, -2, "dtz");
}

/* probe(position): returns the value with the half-move clock, the plies to the next capture or pawn move, and an
** array of {uci, value, dtz}, all from the side to move's point of view; nothing if a table is missing. The position
** must have a legal move, because libfathom reports a checkmated side as the winner. */
static int probe(lua_State *L) {
  enum { DRAWN = 100 }; /* plies; higher values make no difference, and libfathom has few bits for them */
  const lc_Position *p = check_position(L);
  unsigned results[TB_MAX_MOVES];
  unsigned clock = p->halfmove_clock < DRAWN ? p->halfmove_clock : DRAWN;
  const lc_Bits *s = p->sets;
  unsigned result = tb_probe_root(s[LC_BY_COLOR + LC_WHITE], s[LC_BY_COLOR + LC_BLACK], s[LC_KING], s[LC_QUEEN],
                                  s[LC_ROOK], s[LC_BISHOP], s[LC_KNIGHT], s[LC_PAWN], clock, p->castling != 0, ep_of(p),
                                  p->turn == LC_WHITE, results);
  if (result == TB_RESULT_FAILED) return 0;
  lua_pushinteger(L, value_of(result));
  lua_pushinteger(L, (lua_Integer)TB_GET_DTZ(result));
  lua_newtable(L);
  for (lua_Integer i = 0; i < TB_MAX_MOVES && results[i] != TB_RESULT_FAILED; i++) {
    push_move(L, results[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 3;
}

static const luaL_Reg functions[] = {{"use", use}, {"value", value}, {"probe", probe}, {NULL, NULL}};

int luaopen_lucena_syzygy(lua_State *L) {
  luaL_newlib(L, functions);
  return 1;
}
