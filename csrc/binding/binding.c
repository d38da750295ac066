/*
** binding - see binding.h.
*/
#include "binding.h"

#include <stdarg.h>
#include <string.h>

#include "../notation/codes.h"

/* ---- classes ---- */

/* Further upvalues of __index and __newindex, after the upvalues that all functions have. */
enum {
  UP_FIELDS = LCB_UPVALUES + 1, /* table: name -> method, or index of a getter */
  UP_GETTERS,                   /* userdata: the class's `item` and `other`, then the getters from GETTER_FIRST on */
  UP_SETTERS
};

enum { GETTER_ITEM, GETTER_OTHER, GETTER_FIRST };

#define LCB_METHODS "lucena.games" /* adds the methods written in Lua to the classes */

void *lcb_push_single(lua_State *L, const void *key, size_t size, int values) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TUSERDATA) return lua_touserdata(L, -1);
  lua_pop(L, 1);
  void *single = memset(lua_newuserdatauv(L, size, values), 0, size);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TUSERDATA) { /* a finalizer has made it meanwhile */
    lua_remove(L, -2);
    return lua_touserdata(L, -1);
  }
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  return single;
}

lcb_Known *lcb_push_known(lua_State *L) {
  static const char key; /* its address is the key in the registry */
  return lcb_push_single(L, &key, sizeof(lcb_Known), 1);
}

static void push_upvalues(lua_State *L, const char *self) {
  luaL_newmetatable(L, self ? self : LCB_POSITION);
  luaL_newmetatable(L, LCB_MOVE);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LCB_MOVES);
  luaL_newmetatable(L, LCB_POSITION);
  luaL_newmetatable(L, LCB_GAME);
  luaL_newmetatable(L, LCB_NODE);
  luaL_newmetatable(L, LCB_TAGS);
  if (self && strcmp(self, LCB_BOARD) == 0) {
    lcb_push_known(L);
  } else {
    lua_pushnil(L);
  }
}

/* Raise "lucena.Position field 'x' cannot be set" if the field is known, else "lucena.Position has no field 'x'" with a
** suggestion. */
static int field_error(lua_State *L, bool is_known) {
  lua_settop(L, 2);
  lua_getfield(L, lua_upvalueindex(LCB_UP_SELF), "__name");
  size_t length;
  const char *key = luaL_tolstring(L, 2, &length);
  lcb_push_printable(L, key, length);
  lua_replace(L, 4); /* 3: the class, 4: the field */
  if (is_known) return luaL_error(L, "%s field '%s' cannot be set", lua_tostring(L, 3), lua_tostring(L, 4));
  luaL_where(L, 1);
  lcb_push_function(L, "lucena.suggestion", "unknown");
  lua_pushvalue(L, 3);
  lua_pushvalue(L, 4);
  lua_pushvalue(L, lua_upvalueindex(UP_FIELDS));
  lua_call(L, 3, 1);
  lua_concat(L, 2);
  return lua_error(L);
}

/* Load the methods that are written in Lua, if they are not loaded. Functions such as chess.game load them, but the
** objects that commands pass to scripts are created without them. Returns whether they were loaded now. */
static bool load_methods(lua_State *L) {
  lua_settop(L, 2);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  bool is_first = lua_getfield(L, -1, LCB_METHODS) == LUA_TNIL;
  if (is_first) {
    lua_getglobal(L, "require");
    lua_pushliteral(L, LCB_METHODS);
    lua_call(L, 1, 0);
  }
  lua_settop(L, 2);
  return is_first;
}

/* Return the value of a property that is written in Lua. Its table is on top of the stack. */
static int get_in_lua(lua_State *L) {
  lua_getfield(L, -1, "get");
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

/* Set a property that is written in Lua, whose table is on top of the stack. Returns false if it is read-only. */
static bool set_in_lua(lua_State *L) {
  if (lua_getfield(L, -1, "set") == LUA_TNIL) return false;
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 3);
  lua_call(L, 2, 0);
  return true;
}

/* Called for every field that a script reads, so one lookup finds both methods and properties. The object is not
** checked here: getters and methods check it, and scripts cannot call this function. */
static int index_field(lua_State *L) {
  lua_pushvalue(L, 2);
  int type = lua_rawget(L, lua_upvalueindex(UP_FIELDS));
  if (type == LUA_TFUNCTION) return 1;
  const lua_CFunction *getters = lua_touserdata(L, lua_upvalueindex(UP_GETTERS));
  if (type == LUA_TTABLE) return get_in_lua(L);
  if (type != LUA_TNUMBER) {
    int is_whole = 0; /* 1.0 means 1, as in table keys */
    if (lua_type(L, 2) == LUA_TNUMBER) lua_tointegerx(L, 2, &is_whole);
    if (getters[GETTER_ITEM] && is_whole) return getters[GETTER_ITEM](L);
    lua_settop(L, 2);
    if (getters[GETTER_OTHER] && lua_type(L, 2) == LUA_TSTRING && getters[GETTER_OTHER](L)) return 1;
    return load_methods(L) ? index_field(L) : field_error(L, false);
  }
  lua_CFunction getter = getters[lua_tointeger(L, -1)];
  lua_settop(L, 1);
  return getter(L);
}

static int set_field(lua_State *L) {
  lcb_self(L);
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(UP_SETTERS));
  lua_CFunction setter = lua_tocfunction(L, 4);
  lua_settop(L, 3);
  if (setter) return setter(L);
  lua_pushvalue(L, 2);
  const lua_CFunction *getters = lua_touserdata(L, lua_upvalueindex(UP_GETTERS));
  bool is_item = getters[GETTER_ITEM] && lua_isinteger(L, 2);
  int type = lua_rawget(L, lua_upvalueindex(UP_FIELDS));
  if (type == LUA_TTABLE && set_in_lua(L)) return 0;
  return field_error(L, type != LUA_TNIL || is_item);
}

static void add_plain(lua_State *L, const luaL_Reg *list) {
  for (; list && list->name; list++) {
    lua_pushcfunction(L, list->func);
    lua_setfield(L, -2, list->name);
  }
}

static void add_with_upvalues(lua_State *L, const char *self, const luaL_Reg *list) {
  if (!list) return;
  push_upvalues(L, self);
  luaL_setfuncs(L, list, LCB_UPVALUES);
}

static size_t count_list(const luaL_Reg *list) {
  size_t n = 0;
  while (list && list[n].name) n++;
  return n;
}

/* Push the getters as one userdata, and put their indexes into the table at stack index `fields`. */
static void add_getters(lua_State *L, const lcb_Class *class, int fields) {
  size_t count = 0, n = GETTER_FIRST;
  for (int i = 0; i < LCB_LISTS; i++) count += count_list(class->getters[i]);
  lua_CFunction *getters = lua_newuserdatauv(L, (count + GETTER_FIRST) * sizeof *getters, 0);
  getters[GETTER_ITEM] = class->item;
  getters[GETTER_OTHER] = class->other;
  for (int i = 0; i < LCB_LISTS; i++) {
    for (const luaL_Reg *g = class->getters[i]; g && g->name; g++) {
      lua_pushinteger(L, (lua_Integer)n);
      lua_setfield(L, fields, g->name);
      getters[n++] = g->func;
    }
  }
}

void lcb_class(lua_State *L, const lcb_Class *class) {
  luaL_checkstack(L, 30, NULL);
  int fields = lua_gettop(L) + 1, getters = fields + 1, meta = fields + 2;
  lua_newtable(L);
  for (int i = 0; i < LCB_LISTS; i++) add_with_upvalues(L, class->name, class->methods[i]);
  add_getters(L, class, fields);
  luaL_newmetatable(L, class->name);
  add_with_upvalues(L, class->name, class->metamethods);

  push_upvalues(L, class->name);
  lua_pushvalue(L, fields);
  lua_pushvalue(L, getters);
  lua_pushcclosure(L, index_field, UP_GETTERS);
  lua_setfield(L, meta, "__index");

  push_upvalues(L, class->name);
  lua_pushvalue(L, fields);
  lua_pushvalue(L, getters);
  lua_newtable(L);
  for (int i = 0; i < LCB_LISTS; i++) add_plain(L, class->setters[i]);
  lua_pushcclosure(L, class->newitem ? class->newitem : set_field, UP_SETTERS);
  lua_setfield(L, meta, "__newindex");

  /* getmetatable(p) returns the class's name, so scripts can see an object's type but cannot change its class. */
  lua_pushstring(L, class->name);
  lua_setfield(L, meta, "__metatable");
  lua_settop(L, fields);
}

void lcb_functions(lua_State *L, const luaL_Reg *functions) {
  add_with_upvalues(L, NULL, functions);
}

void lcb_internals(lua_State *L, const char *class, const char *name, const luaL_Reg *const lists[]) {
  lua_newtable(L);
  for (; *lists; lists++) add_with_upvalues(L, class, *lists);
  lua_setfield(L, -2, name);
}

void lcb_push_function(lua_State *L, const char *module, const char *name) {
  lua_getglobal(L, "require");
  lua_pushstring(L, module);
  lua_call(L, 1, 1);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

void *lcb_test(lua_State *L, int arg, int up) {
  void *data = lua_touserdata(L, arg);
  if (!data || !lua_getmetatable(L, arg)) return NULL;
  bool same = lua_rawequal(L, -1, lua_upvalueindex(up));
  lua_pop(L, 1);
  return same ? data : NULL;
}

void *lcb_check(lua_State *L, int arg, int up) {
  void *data = lcb_test(L, arg, up);
  if (data) return data;
  lua_getfield(L, lua_upvalueindex(up), "__name");
  const char *name = lua_tostring(L, -1); /* the metatable keeps the string alive */
  lua_pop(L, 1);                          /* otherwise, luaL_typeerror() may report a missing argument */
  luaL_typeerror(L, arg, name);
  return NULL;
}

/* While a finalizer runs, Lua has stopped its collector. Lua 5.4.4 and later distinguish this from a collector that the
** program has stopped. */
static bool in_finalizer(lua_State *L) {
  int is_running = lua_gc(L, LUA_GCISRUNNING, 0);
  return LUA_VERSION_RELEASE_NUM >= 50404 ? is_running < 0 : is_running == 0;
}

void lcb_refuse_finalizer(lua_State *L, bool is_used) {
  if (is_used && in_finalizer(L)) luaL_error(L, "a finalizer (__gc) cannot use an object during one of its methods");
}

/* ---- values ---- */

lc_Position *lcb_new_position(lua_State *L) {
  lc_Position *p = lua_newuserdatauv(L, sizeof *p, 0);
  lua_pushvalue(L, lua_upvalueindex(LCB_UP_POSITION));
  lua_setmetatable(L, -2);
  return p;
}

void lcb_push_square(lua_State *L, unsigned square) {
  char name[] = {(char)('a' + lc_file(square)), (char)('1' + lc_rank(square))};
  lua_pushlstring(L, name, sizeof name);
}

void lcb_push_squares(lua_State *L, lc_Bits squares) {
  lua_createtable(L, (int)lc_count(squares), 0);
  for (lua_Integer i = 1; squares; squares &= squares - 1, i++) {
    lcb_push_square(L, lc_first(squares));
    lua_rawseti(L, -2, i);
  }
}

void lcb_push_color(lua_State *L, unsigned color) { lua_pushstring(L, color ? "black" : "white"); }

static const char piece_letters[] = " PNBRQK  pnbrqk"; /* indexed by setup code */

void lcb_push_piece(lua_State *L, unsigned code) {
  if (code)
    lua_pushlstring(L, &piece_letters[code], 1);
  else
    lua_pushnil(L);
}

/* Return the length of the UTF-8 character at `s`; 1 if it is not UTF-8. */
static size_t character_size(const unsigned char *s, size_t left) {
  size_t size = *s < 0xc2 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 1;
  if (size > left) return 1;
  for (size_t i = 1; i < size; i++) {
    if ((s[i] & 0xc0) != 0x80) return 1;
  }
  return size;
}

/* Report whether a character has an effect on a terminal or text viewer: control characters (C0, DEL, C1, also as
** single bytes), ends of lines and paragraphs, and characters that change the direction of writing (UAX #9). */
static bool is_hazard(const unsigned char *s, size_t size) {
  if (size == 1) return *s < ' ' || (*s >= 0x7f && *s < 0xa0);
  if (size == 2) return (s[0] == 0xc2 && s[1] < 0xa0) || (s[0] == 0xd8 && s[1] == 0x9c);
  if (size != 3 || s[0] != 0xe2) return false;
  return (s[1] == 0x80 && (s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xa8 && s[2] <= 0xae))) ||
         (s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9);
}

void lcb_push_printable(lua_State *L, const char *text, size_t length) {
  enum { LONGEST = 40 };
  const unsigned char *bytes = (const unsigned char *)text;
  luaL_Buffer b;
  size_t shown = length > LONGEST ? LONGEST : length, size;
  luaL_buffinit(L, &b);
  for (size_t i = 0; i < shown; i += size) {
    size = character_size(bytes + i, shown - i);
    if (!is_hazard(bytes + i, size)) {
      luaL_addlstring(&b, text + i, size);
      continue;
    }
    for (size_t k = i; k < i + size; k++) {
      const char escape[] = {'\\', 'x', "0123456789abcdef"[bytes[k] >> 4], "0123456789abcdef"[bytes[k] & 15]};
      luaL_addlstring(&b, escape, sizeof escape);
    }
  }
  if (shown < length) luaL_addstring(&b, "...");
  luaL_pushresult(&b);
}

const char *lcb_push_path(lua_State *L, const char *path) {
  lcb_push_printable(L, path, strlen(path));
  return lua_tostring(L, -1);
}

void lcb_push_token(lua_State *L, const char *text, size_t length) {
  bool plain = length > 0;
  for (size_t i = 0; i < length; i++) plain = plain && (unsigned char)text[i] > ' ';
  lcb_push_printable(L, text, length);
  if (plain) return;
  lua_pushfstring(L, "\"%s\"", lua_tostring(L, -1));
  lua_remove(L, -2);
}

static const char *to_text(lua_State *L, int index, size_t *length) {
  return lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, length) : NULL;
}

bool lcb_to_square(lua_State *L, int index, unsigned *out) {
  size_t length;
  const char *s = to_text(L, index, &length);
  if (!s || length != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8') return false;
  *out = (unsigned)(s[0] - 'a') + 8 * (unsigned)(s[1] - '1');
  return true;
}

bool lcb_to_color(lua_State *L, int index, unsigned *out) {
  size_t length;
  const char *s = to_text(L, index, &length);
  if (!s || length != 5) return false;
  *out = memcmp(s, "black", 5) == 0;
  return *out || memcmp(s, "white", 5) == 0;
}

const uint8_t lcb_piece_codes[128] = {['P'] = 1, ['N'] = 2, ['B'] = 3, ['R'] = 4, ['Q'] = 5, ['K'] = 6,
                                      ['p'] = 9, ['n'] = 10, ['b'] = 11, ['r'] = 12, ['q'] = 13, ['k'] = 14};

unsigned lcb_check_square(lua_State *L, int arg) {
  unsigned square = 0;
  if (!lcb_to_square(L, arg, &square)) lcb_expected(L, arg, "square");
  return square;
}

unsigned lcb_check_color(lua_State *L, int arg) {
  unsigned color = 0;
  if (!lcb_to_color(L, arg, &color)) lcb_expected(L, arg, "\"white\" or \"black\"");
  return color;
}

unsigned lcb_check_piece(lua_State *L, int arg) {
  unsigned code = lcb_to_piece(L, arg);
  if (!code) lcb_expected(L, arg, "piece letter");
  return code;
}

const char *lcb_check_text(lua_State *L, int arg, size_t *length) {
  luaL_checktype(L, arg, LUA_TSTRING);
  return lua_tolstring(L, arg, length);
}

const char *lcb_check_path(lua_State *L, int arg) {
  size_t size;
  const char *path = lcb_check_text(L, arg, &size);
  luaL_argcheck(L, strlen(path) == size, arg, "path holds a NUL");
  return path;
}

bool lcb_is_callable(lua_State *L, int index) {
  if (lua_isfunction(L, index)) return true;
  if (luaL_getmetafield(L, index, "__call") == LUA_TNIL) return false;
  lua_pop(L, 1);
  return true;
}

static int get_method(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

bool lcb_has_method(lua_State *L, int arg, const char *name) {
  lua_pushcfunction(L, get_method);
  lua_pushvalue(L, arg);
  lua_pushstring(L, name);
  if (lua_pcall(L, 2, 1, 0) != LUA_OK || lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  if (!lcb_is_callable(L, -1)) {
    luaL_argerror(L, arg, lua_pushfstring(L, "field '%s': function expected, got %s", name, lcb_kind(L, -1)));
  }
  lua_pop(L, 1);
  return true;
}

/* ---- option tables ---- */

/* Push a suggestion for the unknown option, which is on top of the stack; "" if no option is similar. */
static void push_hint(lua_State *L, const char *const names[]) {
  lcb_push_function(L, "lucena.suggestion", "hint");
  lua_pushvalue(L, -2);
  lua_newtable(L);
  for (int i = 0; names[i]; i++) {
    lua_pushstring(L, names[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_call(L, 2, 1);
}

uint32_t lcb_check_options(lua_State *L, int arg, const char *const names[]) {
  uint32_t found = 0;
  if (lua_isnoneornil(L, arg)) return found;
  luaL_checktype(L, arg, LUA_TTABLE);
  if (luaL_getmetafield(L, arg, "__name") != LUA_TNIL) { /* such as a Query */
    luaL_argerror(L, arg, lua_pushfstring(L, "table of options expected, got %s", lua_tostring(L, -1)));
  }
  lua_pushnil(L);
  while (lua_next(L, arg)) {
    lua_pop(L, 1);
    size_t length;
    const char *key = to_text(L, -1, &length);
    uint32_t bit = 0;
    for (unsigned i = 0; key && names[i] && !bit; i++) {
      if (strlen(names[i]) == length && memcmp(names[i], key, length) == 0) bit = 1u << i;
    }
    found |= bit;
    if (bit) continue;
    key = luaL_tolstring(L, -1, &length);
    lcb_push_printable(L, key, length);
    push_hint(L, names);
    luaL_argerror(L, arg, lua_pushfstring(L, "unknown option '%s'%s", lua_tostring(L, -2), lua_tostring(L, -1)));
  }
  return found;
}

bool lcb_option(lua_State *L, int arg, const char *name) {
  if (!lua_istable(L, arg)) return false;
  lua_pushstring(L, name);
  if (lua_rawget(L, arg) != LUA_TNIL) return true;
  lua_pop(L, 1);
  return false;
}

const char *lcb_kind(lua_State *L, int index) {
  if (luaL_getmetafield(L, index, "__name") == LUA_TNIL) return luaL_typename(L, index);
  const char *name = lua_tostring(L, -1);
  lua_pop(L, 1); /* the metatable keeps the string alive */
  return name ? name : luaL_typename(L, index);
}

/* Push a wrong value for a message: a string in quotation marks, or the class of another value. */
static void push_given(lua_State *L, int index) {
  size_t length;
  const char *text = to_text(L, index, &length);
  if (text) {
    lcb_push_printable(L, text, length);
    lua_pushfstring(L, "'%s'", lua_tostring(L, -1));
    lua_remove(L, -2);
  } else {
    lua_pushstring(L, lcb_kind(L, index));
  }
}

void lcb_push_number(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER)
    luaL_tolstring(L, index, NULL);
  else
    push_given(L, index);
}

/* Raise an error about an option. The text of the wrong value is on top of the stack. */
static int fail_option(lua_State *L, int arg, const char *name, const char *expected) {
  return luaL_argerror(L, arg, lua_pushfstring(L, "option '%s': %s expected, got %s", name, expected,
                                               lua_tostring(L, -1)));
}

int lcb_bad_option(lua_State *L, int arg, const char *name, const char *expected) {
  push_given(L, -1);
  return fail_option(L, arg, name, expected);
}

int lcb_bad_number_option(lua_State *L, int arg, const char *name, const char *expected) {
  lcb_push_number(L, -1);
  return fail_option(L, arg, name, expected);
}

bool lcb_option_boolean(lua_State *L, int arg, const char *name, bool otherwise) {
  if (!lcb_option(L, arg, name)) return otherwise;
  if (!lua_isboolean(L, -1)) lcb_bad_option(L, arg, name, "boolean");
  bool value = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return value;
}

int lcb_option_choice(lua_State *L, int arg, const char *name, const char *const values[],
                      int otherwise) {
  if (!lcb_option(L, arg, name)) return otherwise;
  size_t length;
  const char *value = to_text(L, -1, &length);
  for (int i = 0; value && values[i]; i++) {
    if (strlen(values[i]) != length || memcmp(values[i], value, length) != 0) continue;
    lua_pop(L, 1);
    return i;
  }
  luaL_Buffer b;
  int given = lua_gettop(L);
  luaL_buffinit(L, &b);
  for (int i = 0; values[i]; i++) {
    if (i > 0) luaL_addstring(&b, values[i + 1] ? ", " : " or ");
    luaL_addstring(&b, values[i]);
  }
  luaL_pushresult(&b);
  lua_pushvalue(L, given);
  return lcb_bad_option(L, arg, name, lua_tostring(L, -2));
}

/* ---- failing ---- */

int lcb_fail(lua_State *L, lc_Code code, const char *format, ...) {
  va_list list;
  luaL_pushfail(L);
  va_start(list, format);
  lua_pushvfstring(L, format, list);
  va_end(list);
  lua_pushstring(L, lc_code_name(code));
  return 3;
}

void lcb_push_problems(lua_State *L, unsigned problems) {
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (unsigned bit = 0; bit < LC_PROBLEM_COUNT; bit++) {
    if (!(problems >> bit & 1)) continue;
    if (luaL_bufflen(&b) > 0) luaL_addstring(&b, "; ");
    luaL_addstring(&b, lc_problem_text(bit));
  }
  luaL_pushresult(&b);
}

int lcb_fail_problems(lua_State *L, const char *where, unsigned problems) {
  lcb_push_problems(L, problems);
  return lcb_fail(L, LC_D_INVALID_POSITION, "%s%s: %s", where, lc_code_text(LC_D_INVALID_POSITION),
                  lua_tostring(L, -1));
}

int lcb_expected(lua_State *L, int arg, const char *expected) {
  if (lua_type(L, arg) != LUA_TSTRING) return luaL_typeerror(L, arg, expected);
  push_given(L, arg);
  return luaL_argerror(L, arg, lua_pushfstring(L, "%s expected, got %s", expected, lua_tostring(L, -1)));
}

int lcb_bad_number(lua_State *L, int arg, const char *expected) {
  lcb_push_number(L, arg);
  return luaL_argerror(L, arg, lua_pushfstring(L, "%s expected, got %s", expected, lua_tostring(L, -1)));
}

void lcb_set_string(lua_State *L, const char *key, const char *text, size_t size) {
  lua_pushlstring(L, text, size);
  lua_setfield(L, -2, key);
}

void lcb_set_integer(lua_State *L, const char *key, uint64_t value) {
  lua_pushinteger(L, (lua_Integer)value);
  lua_setfield(L, -2, key);
}
