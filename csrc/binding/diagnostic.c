/*
** diagnostic - see diagnostic.h.
*/
#include "diagnostic.h"

#include <string.h>

#include "../notation/codes.h"
#include "../pgn/encoding.h"
#include "../pgn/scan.h"
#include "../pgn/text.h"

/* ---- places ---- */

static uint64_t units_of(const lcb_Origin *place, const char *text, size_t size) {
  return place->is_utf16 ? lc_utf16_units(text, size) : size;
}

void lcb_advance(lcb_Origin *place, const char *text, size_t from, size_t to) {
  bool before_cr = from > 0 && text[from - 1] == '\r';
  uint64_t lines = lc_count_lines(lcb_cpu(), text + from, to - from, &before_cr);
  size_t begin = lines ? to : from;
  while (lines && !lc_is_line_end(text[begin - 1])) begin--;
  place->column = units_of(place, text + begin, to - begin) + (lines ? 1 : place->column);
  place->line += lines;
  place->offset += units_of(place, text + from, to - from) * (place->is_utf16 ? 2 : 1);
}

/* ---- records ---- */

void lcb_set_message(lua_State *L, const char *name, uint64_t line, uint64_t column) {
  lua_pushfstring(L, "%s:%I:%I: %s", name ? name : "game", (LUAI_UACINT)line, (LUAI_UACINT)column, lua_tostring(L, -1));
  lua_setfield(L, -3, "text");
  lua_setfield(L, -2, "message");
}

/* Implements tostring(record): the whole line to print, or only the message if the record has no place. */
static int record_tostring(lua_State *L) {
  lua_settop(L, 1);
  if (lua_getfield(L, 1, "text") == LUA_TNIL) lua_getfield(L, 1, "message");
  return 1;
}

void lcb_make_diagnostic(lua_State *L) {
  if (luaL_newmetatable(L, LCB_DIAGNOSTIC)) {
    lua_pushliteral(L, LCB_DIAGNOSTIC);
    lua_setfield(L, -2, "__metatable");
    lua_pushcfunction(L, record_tostring);
    lua_setfield(L, -2, "__tostring");
  }
  lua_setmetatable(L, -2);
}

void lcb_begin_record(lua_State *L, lc_Code code, bool is_strict) {
  lua_createtable(L, 0, 13);
  lcb_make_diagnostic(L);
  const char *severity = is_strict ? "error" : lc_severity_name(lc_code_severity(code));
  lcb_set_string(L, "code", lc_code_name(code), strlen(lc_code_name(code)));
  lcb_set_string(L, "severity", severity, strlen(severity));
}

void lcb_add_detail(lua_State *L, const char *detail) {
  if (!detail) return;
  lua_pushfstring(L, "%s: %s", lua_tostring(L, -1), detail);
  lua_remove(L, -2);
}

void lcb_push_remark(lua_State *L, const lcb_Remark *remark, const char *name) {
  const lcb_Origin *place = &remark->place;
  lcb_begin_record(L, remark->code, false);
  if (name) lcb_set_string(L, "file", name, strlen(name));
  lcb_set_integer(L, "line", place->line);
  lcb_set_integer(L, "column", place->column);
  lcb_set_integer(L, "offset", place->offset);
  lua_pushstring(L, lc_code_text(remark->code));
  if (remark->token_size) {
    size_t size = remark->token_size < LCB_TOKEN_SHOWN ? remark->token_size : LCB_TOKEN_SHOWN;
    lua_pushlstring(L, remark->token, size);
    lua_setfield(L, -3, "token");
    lua_pushinteger(L, (lua_Integer)(remark->size ? remark->size : remark->token_size));
    lua_setfield(L, -3, "size");
    lcb_push_token(L, remark->token, remark->token_size);
    lua_pushfstring(L, "%s %s", lua_tostring(L, -2), lua_tostring(L, -1));
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
  lcb_add_detail(L, remark->detail);
  lcb_set_message(L, name, place->line, place->column);
}
