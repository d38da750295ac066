/*
** reading_options - see reading_options.h.
*/
#include "reading_options.h"

#include <string.h>

#include "../pgn/reader.h"

const lcb_Limits lcb_usual_limits = {.comment = 1 << 20, .nesting = LC_MAX_DEPTH, .tag = 1 << 16, .tags = 1000};

void lcb_push_named_dialect(lua_State *L, int index, int arg) {
  index = lua_absindex(L, index);
  lcb_push_function(L, "lucena.dialect", "dialect");
  lua_pushvalue(L, index);
  lua_call(L, 1, 2);
  if (lua_isnil(L, -2)) luaL_argerror(L, arg, lua_pushfstring(L, "option 'dialect': %s", lua_tostring(L, -1)));
  lua_pop(L, 1);
}

const lc_Dialect *lcb_push_dialect_table(lua_State *L, int index, int arg) {
  if (lua_type(L, index) == LUA_TSTRING || lua_type(L, index) == LUA_TTABLE) {
    lcb_push_named_dialect(L, index, arg);
  } else {
    lua_pushvalue(L, index);
  }
  const lcb_Dialect *dialect = luaL_testudata(L, -1, LCB_DIALECT);
  if (!dialect) {
    lcb_bad_option(L, arg, "dialect", "a dialect's name or a " LCB_DIALECT);
    return NULL;
  }
  if (dialect->has_hooks) {
    lua_getfield(L, -1, "name");
    luaL_argerror(L, arg, lua_pushfstring(L, "option 'dialect': '%s' is spelled by functions, which only "
                                          "chess.translate (lucena translate) reads and writes", lua_tostring(L, -1)));
  }
  return dialect->is_pgn ? NULL : &dialect->table;
}

lcb_ReadingOptions *lcb_push_reading_options(lua_State *L, int name, int dialect, int arg) {
  dialect = lua_absindex(L, dialect);
  if (name) name = lua_absindex(L, name);
  lcb_ReadingOptions *options = lua_newuserdatauv(L, sizeof *options, LCB_OPTIONS_VALUES);
  memset(options, 0, sizeof *options);
  options->limits = lcb_usual_limits;
  options->tolerance = LC_SKIPS | LC_REPAIRS;
  luaL_newmetatable(L, LCB_READING_OPTIONS);
  lua_setmetatable(L, -2);
  if (name) {
    lua_pushvalue(L, name);
    lua_setiuservalue(L, -2, LCB_OPTIONS_FILE);
  }
  lua_pushliteral(L, "auto");
  options->is_auto = lua_isnil(L, dialect) || lua_rawequal(L, -1, dialect);
  lua_pop(L, 1);
  if (options->is_auto) return options;
  const lc_Dialect *table = lcb_push_dialect_table(L, dialect, arg);
  lua_setiuservalue(L, -2, LCB_OPTIONS_DIALECT);
  options->dialect = table;
  return options;
}

void lcb_forbid_repairs(lcb_ReadingOptions *options, bool has_dialect) {
  options->tolerance = 0;
  options->is_auto = options->is_auto && has_dialect;
}

/* Return the limit that the key below the top of the stack names, or NULL. */
static uint32_t *limit_named(lua_State *L, lcb_Limits *limits) {
  static const char *const names[] = {"comment", "nesting", "tag", "tags"};
  uint32_t *const places[] = {&limits->comment, &limits->nesting, &limits->tag, &limits->tags};
  for (unsigned i = 0; i < 4; i++) {
    if (lua_type(L, -2) == LUA_TSTRING && strcmp(lua_tostring(L, -2), names[i]) == 0) return places[i];
  }
  return NULL;
}

void lcb_read_limits(lua_State *L, int index, int arg, lcb_Limits *out) {
  if (lua_isnil(L, index)) return;
  if (!lua_istable(L, index)) {
    lua_pushvalue(L, index);
    lcb_bad_option(L, arg, "limits", "a table {comment =, nesting =, tag =, tags =}");
  }
  index = lua_absindex(L, index);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    uint32_t *limit = limit_named(L, out);
    if (!limit) {
      lua_pop(L, 1);
      lcb_bad_option(L, arg, "limits", "comment, nesting, tag or tags");
      return;
    }
    int is_integer;
    lua_Integer value = lua_tointegerx(L, -1, &is_integer);
    if (lua_type(L, -1) != LUA_TNUMBER || !is_integer || value < 0 || value > LCB_MAX_TREE) {
      const char *name = lua_pushfstring(L, "limits.%s", lua_tostring(L, -2));
      lua_pushvalue(L, -2);
      lcb_bad_number_option(L, arg, name, "integer from 0 to 1073741824");
    }
    *limit = (uint32_t)value;
  }
}
