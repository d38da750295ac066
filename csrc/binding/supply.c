/*
** supply - see supply.h.
*/
#include "supply.h"

#include <string.h>

enum { READ_SIZE = 1 << 16 }; /* number of bytes requested from an object */

/* ---- accepting a source ---- */

/* Report whether the table at `arg` is {text = ...}. Raises an error if it has other fields, or if the text is not a
** string. */
static bool is_text(lua_State *L, int arg) {
  static const char *const names[] = {"text", NULL};
  lua_pushliteral(L, "text");
  int type = lua_rawget(L, arg);
  lua_pop(L, 1);
  if (type == LUA_TNIL) return false;
  lcb_check_options(L, arg, names);
  luaL_argcheck(L, type == LUA_TSTRING, arg, "the field 'text' of a source is a string");
  return true;
}

const char *lcb_supply_check(lua_State *L, int arg) {
  int type = lua_type(L, arg);
  if (type == LUA_TSTRING) {
    lcb_check_path(L, arg);
    return NULL;
  }
  if (type == LUA_TFUNCTION) return "(function)";
  if (type == LUA_TTABLE && is_text(L, arg)) return "(text)";
  if ((type == LUA_TTABLE || type == LUA_TUSERDATA) && lcb_has_method(L, arg, "read")) return "(stream)";
  lcb_expected(L, arg, "path, function, {text = string} or object with read");
  return NULL;
}

/* ---- reading ---- */

/* Call the source at index 1. Returns the next string, or nothing at the end. Raises the error of the source. */
static int next_piece(lua_State *L) {
  if (lua_isfunction(L, 1)) {
    lua_pushvalue(L, 1);
    lua_call(L, 0, 2);
  } else {
    lua_getfield(L, 1, "read");
    lua_pushvalue(L, 1);
    lua_pushinteger(L, READ_SIZE);
    lua_call(L, 2, 2);
  }
  if (!lua_toboolean(L, -2)) return lua_isnil(L, -1) ? 0 : lua_error(L);
  if (lua_type(L, -2) != LUA_TSTRING) luaL_error(L, "the source returned a %s, not a string", luaL_typename(L, -2));
  bool is_end = lua_rawlen(L, -2) == 0;
  if (is_end && lua_type(L, -1) == LUA_TSTRING) return lua_error(L);
  lua_pop(L, 1);
  return 1;
}

/* Return the message of an error. */
static int to_message(lua_State *L) {
  const char *text = luaL_tolstring(L, 1, NULL);
  if (!strstr(text, "attempt to yield")) return 1;
  lua_pushliteral(L, "the source yields, but it is called from C (resume the coroutine inside the source)");
  return 1;
}

/* Replace the error on top of the stack by its message. The source is no longer needed, so an error that is not a
** string is kept in its place, for lcb_supply_push_error(). */
static void keep_error(lua_State *L) {
  bool is_text = lua_type(L, -1) == LUA_TSTRING;
  if (is_text)
    lua_pushnil(L);
  else
    lua_pushvalue(L, -1);
  lua_setiuservalue(L, 1, LCB_SUPPLY_SOURCE);
  lua_pushcfunction(L, to_message);
  lua_insert(L, -2);
  lua_pcall(L, 1, 1, 0);
}

/* Get the next string. Returns the error's message, or NULL. Must not raise an error, because a decompressor may be
** running. */
static const char *refill(lcb_Supply *supply) {
  lua_State *L = supply->L;
  int top = lua_gettop(L);
  if (!lua_checkstack(L, 8)) return "stack overflow";
  lua_pushcfunction(L, next_piece);
  lua_getiuservalue(L, 1, LCB_SUPPLY_SOURCE);
  supply->is_running = true;
  bool has_failed = lua_pcall(L, 1, 1, 0) != LUA_OK;
  if (has_failed) keep_error(L);
  supply->is_running = false;
  size_t size = 0;
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &size) : NULL;
  lua_setiuservalue(L, 1, LCB_SUPPLY_PIECE);
  lua_settop(L, top);
  supply->has_ended = has_failed || size == 0;
  supply->has_failed = has_failed;
  if (has_failed) return text ? text : "error in the source";
  supply->piece = (lcb_Piece){text, size};
  return NULL;
}

size_t lcb_piece_take(lcb_Piece *piece, void *buffer, size_t size) {
  size_t count = piece->left < size ? piece->left : size;
  if (count == 0) return 0; /* at the end, there is no piece */
  memcpy(buffer, piece->at, count);
  piece->at += count;
  piece->left -= count;
  return count;
}

static size_t read_supply(void *state, void *buffer, size_t size, const char **problem) {
  lcb_Supply *supply = state;
  if (supply->piece.left == 0 && !supply->has_ended) *problem = refill(supply);
  return lcb_piece_take(&supply->piece, buffer, size);
}

/* ---- opening and closing ---- */

lc_Supply lcb_supply_open(lua_State *L, lcb_Supply *supply) {
  *supply = (lcb_Supply){.L = L};
  int type = lua_type(L, -1);
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "text");
    type = lua_rawget(L, -2);
  } else {
    lua_pushvalue(L, -1);
  }
  if (type == LUA_TSTRING) {
    supply->piece.at = lua_tolstring(L, -1, &supply->piece.left);
    supply->has_ended = true;
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, LCB_SUPPLY_PIECE);
  }
  lua_pop(L, 1);
  return (lc_Supply){.read = read_supply, .state = supply};
}

bool lcb_supply_push_error(lua_State *L, const lcb_Supply *supply) {
  if (!supply->has_failed) return false;
  if (lua_getiuservalue(L, 1, LCB_SUPPLY_SOURCE) != LUA_TNIL) return true;
  lua_pop(L, 1);
  return false;
}

void lcb_supply_enter(lua_State *L, lcb_Supply *supply) {
  if (supply->is_running) luaL_error(L, "a source must not use the reader that reads from it");
  supply->L = L;
}

void lcb_supply_close(lua_State *L, lcb_Supply *supply) {
  *supply = (lcb_Supply){.has_ended = true};
  lua_pushnil(L);
  lua_setiuservalue(L, 1, LCB_SUPPLY_SOURCE);
  lua_pushnil(L);
  lua_setiuservalue(L, 1, LCB_SUPPLY_PIECE);
}
