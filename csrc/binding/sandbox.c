/*
** sandbox - core.sandbox(): runs a data file from an untrusted source so that it can do no harm, and calls the
** functions in the table that the file returns.
**
** The text runs in a Lua state of its own, which has:
**   - 16 MiB of memory, 10 million instructions, and one second of processor time;
**   - these functions: assert error ipairs next pairs select tonumber tostring type; string.byte char format len
**     lower rep reverse sub upper; table.concat unpack; math.abs ceil floor max min tointeger; utf8.char len.
** The state has no files, no access to other code, no metatables, and no way to catch an error. Functions that search
** with patterns are missing, because a pattern may run for ever inside one instruction. Functions that move parts of
** tables are missing for the same reason. string.rep is defined here, because Lua's own function could repeat an empty
** string for ever inside one instruction.
** The table that the text returns is copied. It may contain tables, strings, numbers and booleans; at most 8 levels,
** 10000 values, and 4096 bytes per string. Anything else is rejected. Every error is one line, "mine.lua:3: ...".
** The functions `print` and `read` of that table stay in the state, which is closed when the dialect is released. Their
** arguments and results are texts. Each call has the same limits of instructions and time as the file. The memory limit
** applies to all calls together. After the first error, no function is called again: lcb_sandbox_problem() returns that
** error.
** All calls together have a budget, because a game of 80 plies may need 3,000 calls, and a run millions. The budget
** begins with SPARE_INSTRUCTIONS and SPARE_SECONDS, half a second of instructions or 2 seconds of anything else. Each
** call adds CALL_INSTRUCTIONS and CALL_MICROSECONDS, never beyond that beginning. So the time of a game and of a run
** grows with the number of calls, and slow calls end after half a second. A run has no other limit: N calls may take
** SPARE_SECONDS and N times CALL_MICROSECONDS. Each dialect of a process has its own budget. A usual function takes 20
** instructions (docs/dialects.md), one that sets up the board from the FEN 1,300, and one that takes a text of 255
** bytes apart 2,000; a microsecond is 100 to 200 instructions, 10 on the slowest machines.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lualib.h>

#include "sandbox.h"

#include "../notation/codes.h"
#include "../notation/folding.h"

enum {
  MAX_MEMORY = 16 << 20,
  MAX_INSTRUCTIONS = 10000000,
  STEP = 100, /* instructions between two tests of the time; each instruction may copy megabytes */
  MAX_SECONDS = 1,
  SPARE_INSTRUCTIONS = 50000000,
  SPARE_SECONDS = 2,
  CALL_INSTRUCTIONS = 5000,
  CALL_MICROSECONDS = 200,
  MAX_DEPTH = 8,
  MAX_VALUES = 10000,
  MAX_STRING = 4096,
  MAX_MESSAGE = 200,
  MAX_RESULTS = 16 /* maximal number of texts that a function may return */
};

typedef lcb_Sandbox Sandbox;

/* ---- the state ---- */

/* Store the line that is being run. Allocates nothing. */
static void find_line(Sandbox *box) {
  lua_Debug at;
  for (int level = 0; box->state && lua_getstack(box->state, level, &at); level++) {
    if (lua_getinfo(box->state, "l", &at) && at.currentline > 0) {
      box->line = at.currentline;
      return;
    }
  }
}

static void *allocate(void *data, void *block, size_t old, size_t size) {
  Sandbox *box = data;
  if (!block) old = 0;
  if (size == 0) {
    free(block);
    box->used -= old;
    return NULL;
  }
  if (size > old && size - old > MAX_MEMORY - box->used) {
    find_line(box);
    return NULL;
  }
  void *out = realloc(block, size);
  if (out) box->used = box->used - old + size;
  return out;
}

/* Return the sandbox of a state, which is the data of its allocator. */
static Sandbox *box_of(lua_State *S) {
  void *data;
  lua_getallocf(S, &data);
  return data;
}

static void stop(lua_State *S, const char *message) {
  luaL_where(S, 0);
  lua_pushstring(S, message);
  lua_concat(S, 2);
  lua_error(S);
}

/* ---- limits ---- */

/* Convert microseconds to the unit of clock(). */
static int64_t clocks_of(int64_t microseconds) { return microseconds * CLOCKS_PER_SEC / 1000000; }

static int64_t limited(int64_t value, int64_t most) { return value < most ? value : most; }

/* Add the share of one call to the budget. */
static void add_budget(Sandbox *box) {
  box->instructions_left = limited(box->instructions_left + CALL_INSTRUCTIONS, SPARE_INSTRUCTIONS);
  box->clocks_left = limited(box->clocks_left + clocks_of(CALL_MICROSECONDS), clocks_of(SPARE_SECONDS * 1000000));
}

/* Raise an error if all calls together have taken too long. */
static void check_budget(lua_State *S, clock_t now) {
  const Sandbox *box = box_of(S);
  if (box->instructions_left < 0)
    stop(S, "the calls take more than 5000 instructions on average (shorten the function)");
  if (now - box->begin > box->clocks_left) stop(S, "the calls take more than 0.2 ms on average (shorten the function)");
}

/* The hook. It counts the instructions; a hook for lines would make each call slower. */
static void watch(lua_State *S, lua_Debug *at) {
  Sandbox *box = box_of(S);
  clock_t now = clock();
  (void)at;
  box->instructions += STEP;
  box->instructions_left -= STEP;
  if (box->start == 0) box->start = now;
  if (box->instructions > MAX_INSTRUCTIONS) stop(S, "this takes more than 10 million instructions");
  if (now - box->start > MAX_SECONDS * CLOCKS_PER_SEC) stop(S, "this takes more than a second");
  check_budget(S, now);
}

static bool is_among(const char *name, const char *const names[]) {
  for (size_t i = 0; names[i]; i++) {
    if (strcmp(name, names[i]) == 0) return true;
  }
  return false;
}

/* Remove from the table on top of the stack all fields that are not in `kept`, and pop the table. */
static void keep_only(lua_State *S, const char *const kept[]) {
  lua_pushnil(S);
  while (lua_next(S, -2)) {
    lua_pop(S, 1);
    if (is_among(lua_tostring(S, -1), kept)) continue;
    lua_pushvalue(S, -1);
    lua_pushnil(S);
    lua_rawset(S, -4); /* Lua allows a traversal to remove existing fields */
  }
  lua_pop(S, 1);
}

static void keep_only_of(lua_State *S, const char *library, const char *const kept[]) {
  lua_getglobal(S, library);
  keep_only(S, kept);
}

/* Implements string.rep(text, n, between). */
static int repeat(lua_State *S) {
  size_t size, between;
  const char *text = luaL_checklstring(S, 1, &size);
  lua_Integer n = luaL_checkinteger(S, 2);
  const char *sign = luaL_optlstring(S, 3, "", &between);
  size_t step = size + between;
  luaL_Buffer b;
  if (n <= 0 || step == 0) {
    lua_pushliteral(S, "");
    return 1;
  }
  if ((lua_Unsigned)n > PTRDIFF_MAX / step) return luaL_error(S, "the text is too large");
  char *out = luaL_buffinitsize(S, &b, step * (size_t)n);
  for (lua_Integer i = 0; i < n; i++) {
    memcpy(out + step * (size_t)i, text, size);
    if (i + 1 < n) memcpy(out + step * (size_t)i + size, sign, between);
  }
  luaL_pushresultsize(&b, step * (size_t)n - between);
  return 1;
}

static void open_libraries(lua_State *S) {
  static const luaL_Reg libraries[] = {
      {LUA_GNAME, luaopen_base},        {LUA_STRLIBNAME, luaopen_string}, {LUA_TABLIBNAME, luaopen_table},
      {LUA_MATHLIBNAME, luaopen_math}, {LUA_UTF8LIBNAME, luaopen_utf8},  {NULL, NULL}};
  static const char *const globals[] = {"assert",   "error",    "ipairs", "next",   "pairs", "select", "tonumber",
                                        "tostring", "type",     "string", "table",  "math",  "utf8",   NULL};
  static const char *const strings[] = {"byte", "char", "format", "len", "lower", "rep", "reverse", "sub",
                                        "upper", NULL};
  static const char *const tables[] = {"concat", "unpack", NULL};
  static const char *const maths[] = {"abs", "ceil", "floor", "max", "min", "tointeger", NULL};
  static const char *const utf8s[] = {"char", "len", NULL};
  for (const luaL_Reg *library = libraries; library->name; library++) {
    luaL_requiref(S, library->name, library->func, 1);
    lua_pop(S, 1);
  }
  keep_only_of(S, "string", strings);
  lua_getglobal(S, "string");
  lua_pushcfunction(S, repeat);
  lua_setfield(S, -2, "rep");
  lua_pop(S, 1);
  keep_only_of(S, "table", tables);
  keep_only_of(S, "math", maths);
  keep_only_of(S, "utf8", utf8s);
  lua_pushglobaltable(S);
  keep_only(S, globals);
}

/* ---- running ---- */

typedef struct Text {
  const char *bytes, *name;
  size_t size;
  bool is_own; /* written by lucena.notation.closure: it gets the functions that copy a program's functions */
} Text;

/* load(dump): makes a function from the result of string.dump. */
static int load_dump(lua_State *S) {
  size_t size;
  const char *bytes = luaL_checklstring(S, 1, &size);
  if (luaL_loadbufferx(S, bytes, size, "=dialect", "b") != LUA_OK) return lua_error(S);
  return 1;
}

/* set(function, index, value) and join(function, index, function, index), as in Lua's debug library. */
static int set_variable(lua_State *S) {
  luaL_checktype(S, 1, LUA_TFUNCTION);
  lua_settop(S, 3);
  lua_setupvalue(S, 1, (int)luaL_checkinteger(S, 2));
  return 0;
}

static int join_variables(lua_State *S) {
  int to = (int)luaL_checkinteger(S, 2), from = (int)luaL_checkinteger(S, 4);
  bool are_there = lua_isfunction(S, 1) && !lua_iscfunction(S, 1) && lua_isfunction(S, 3) && !lua_iscfunction(S, 3) &&
                   lua_upvalueid(S, 1, to) && lua_upvalueid(S, 3, from);
  if (!are_there) return luaL_error(S, "there is no such variable");
  lua_upvaluejoin(S, 1, to, 3, from);
  return 0;
}

/* Run the chunk in the sandbox, in protected mode. Returns the value that the chunk returns. */
static int run(lua_State *S) {
  const Text *text = lua_touserdata(S, 1);
  open_libraries(S);
  if (luaL_loadbufferx(S, text->bytes, text->size, text->name, "t") != LUA_OK) return lua_error(S);
  lua_sethook(S, watch, LUA_MASKCOUNT, STEP);
  if (text->is_own) {
    lua_pushcfunction(S, load_dump);
    lua_pushcfunction(S, set_variable);
    lua_pushcfunction(S, join_variables);
  }
  lua_call(S, text->is_own ? 3 : 0, 1);
  lua_sethook(S, NULL, 0, 0);
  return 1;
}

/* The message handler: store the line of an error, and return the error. */
static int keep_line(lua_State *S) {
  find_line(box_of(S));
  return 1;
}

/* Call a C function in protected mode with one pointer as its argument. */
static int call_protected(Sandbox *box, lua_CFunction function, void *data, int results) {
  lua_pushcfunction(box->state, keep_line);
  lua_pushcfunction(box->state, function);
  lua_pushlightuserdata(box->state, data);
  int status = lua_pcall(box->state, 1, results, -3);
  lua_remove(box->state, 1);
  return status;
}

/* Append a text without control characters. */
static void append(char out[LCB_SANDBOX_PROBLEM], const char *text, size_t size) {
  size_t n = strlen(out);
  for (size_t i = 0; i < size && n + 1 < LCB_SANDBOX_PROBLEM; i++)
    out[n++] = (unsigned char)text[i] < ' ' ? ' ' : text[i];
  out[n] = '\0';
}

/* Store the error of a call as one line that begins with the file name and, if known, the line number. */
static void store_problem(Sandbox *box, int status) {
  lua_State *S = box->state;
  char place[sizeof box->name + LC_DIGITS_64 + sizeof ":: "]; /* the file, a line and signs */
  size_t size = 0, prefix = strlen(box->name);
  const char *text = lua_type(S, -1) == LUA_TSTRING ? lua_tolstring(S, -1, &size) : NULL;
  int length = snprintf(place, sizeof place, "%s:%d: ", box->name, box->line);
  bool has_place = text && size >= prefix && memcmp(text, box->name, prefix) == 0;
  box->problem[0] = '\0';
  if (status == LUA_ERRMEM || !text) {
    append(box->problem, place, (size_t)length);
  } else if (!has_place) {
    append(box->problem, box->name, prefix);
    append(box->problem, ": ", 2);
  }
  if (status == LUA_ERRMEM) {
    append(box->problem, "this takes more than 16 MiB of memory", 37);
  } else if (text) {
    append(box->problem, text, size < MAX_MESSAGE ? size : MAX_MESSAGE);
  } else {
    append(box->problem, "the error is a ", 15);
    append(box->problem, luaL_typename(S, -1), strlen(luaL_typename(S, -1)));
  }
}

/* ---- copying the table ---- */

typedef struct Copy {
  lua_State *from, *to;
  const void *path[MAX_DEPTH]; /* the tables being copied, to detect cycles */
  char field[MAX_DEPTH * 24];  /* the field's name, as shown in messages */
  unsigned values;
  bool has_functions;
} Copy;

static bool refuse(Copy *copy, const char *what) {
  lua_pushfstring(copy->to, "%s%s%s", copy->field, *copy->field ? ": " : "", what);
  return false;
}

static bool copy_value(Copy *copy, unsigned depth);

/* Append the key below the value on top of the stack to the field's name. Returns the name's old length. */
static size_t enter_field(Copy *copy) {
  size_t length = strlen(copy->field);
  char *end = copy->field + length;
  size_t room = sizeof copy->field - length;
  if (lua_type(copy->from, -2) == LUA_TSTRING) {
    lua_pushfstring(copy->to, "%s%s", length ? "." : "", lua_tostring(copy->from, -2));
  } else {
    lua_pushfstring(copy->to, "[%I]", (LUAI_UACINT)lua_tointeger(copy->from, -2));
  }
  const char *text = lua_tostring(copy->to, -1);
  size_t size = strlen(text);
  size = size < 23 ? size : 23;
  if (size < room) {
    for (size_t i = 0; i < size; i++) end[i] = (unsigned char)text[i] < ' ' ? '?' : text[i];
    end[size] = '\0';
  }
  lua_pop(copy->to, 1);
  return length;
}

static bool copy_field(Copy *copy, unsigned depth) {
  lua_State *S = copy->from, *L = copy->to;
  int key = lua_type(S, -2);
  if (depth == 1 && lua_isfunction(S, -1) && key == LUA_TSTRING &&
      (strcmp(lua_tostring(S, -2), "print") == 0 || strcmp(lua_tostring(S, -2), "read") == 0)) {
    copy->has_functions = true;
    lua_pushvalue(L, -1);
    lua_pushboolean(L, true);
    lua_setfield(L, -2, lua_tostring(S, -2));
    lua_pop(L, 1);
    return true;
  }
  if (key != LUA_TSTRING && !lua_isinteger(S, -2)) return refuse(copy, "a key is neither text nor an integer");
  size_t length = enter_field(copy);
  if (key == LUA_TSTRING) {
    size_t size;
    const char *text = lua_tolstring(S, -2, &size);
    if (size > MAX_STRING) return refuse(copy, "a key is too long");
    lua_pushlstring(L, text, size);
  } else {
    lua_pushinteger(L, lua_tointeger(S, -2));
  }
  if (!copy_value(copy, depth)) return false;
  lua_rawset(L, -3);
  copy->field[length] = '\0';
  return true;
}

static bool copy_table(Copy *copy, unsigned depth) {
  lua_State *S = copy->from;
  const void *self = lua_topointer(S, -1);
  for (unsigned i = 0; i < depth; i++) {
    if (copy->path[i] == self) return refuse(copy, "the table holds itself");
  }
  if (depth == MAX_DEPTH) return refuse(copy, "tables are nested more than 8 deep");
  copy->path[depth] = self;
  lua_newtable(copy->to);
  lua_pushnil(S);
  while (lua_next(S, -2)) {
    if (!copy_field(copy, depth + 1)) return false;
    lua_pop(S, 1);
  }
  return true;
}

/* Push a copy of the value on top of the sandbox's stack and return true; or push an error message and return false. */
static bool copy_value(Copy *copy, unsigned depth) {
  lua_State *S = copy->from, *L = copy->to;
  size_t size;
  const char *text;
  if (++copy->values > MAX_VALUES) return refuse(copy, "more than 10000 values");
  luaL_checkstack(L, 8, NULL);
  if (!lua_checkstack(S, 4)) return refuse(copy, "out of memory");
  switch (lua_type(S, -1)) {
  case LUA_TBOOLEAN:
    lua_pushboolean(L, lua_toboolean(S, -1));
    return true;
  case LUA_TNUMBER:
    if (lua_isinteger(S, -1)) {
      lua_pushinteger(L, lua_tointeger(S, -1));
    } else {
      lua_pushnumber(L, lua_tonumber(S, -1));
    }
    return true;
  case LUA_TSTRING:
    text = lua_tolstring(S, -1, &size);
    if (size > MAX_STRING) return refuse(copy, "the text is longer than 4096 bytes");
    lua_pushlstring(L, text, size);
    return true;
  case LUA_TTABLE:
    return copy_table(copy, depth);
  default:
    lua_pushfstring(L, "a %s is no data; tables, texts, numbers and booleans are", luaL_typename(S, -1));
    return refuse(copy, lua_tostring(L, -1));
  }
}

/* ---- calling functions ---- */

typedef struct Call {
  const char *name, *fen;
  lcb_SandboxAsk *ask;
  lcb_SandboxTake *take;
  void *data;
} Call;

static bool is_utf8(const char *text, size_t size) {
  for (size_t at = 0, length; at < size; at += length) {
    if (lc_folding_next(text + at, size - at, &length) & LC_FOLDING_BAD) return false;
  }
  return true;
}

/* Return a result without the blanks around it. Raises an error if the result is not a valid text. */
static const char *check_result(lua_State *S, const char *name, int index, size_t *size) {
  if (lua_type(S, index) != LUA_TSTRING)
    luaL_error(S, "%s returned a %s, it must return texts or nil", name, luaL_typename(S, index));
  const char *text = lua_tolstring(S, index, size);
  for (; *size > 0 && text[*size - 1] == ' '; --*size) continue;
  for (; *size > 0 && *text == ' '; ++text) --*size;
  if (*size == 0) luaL_error(S, "%s returned an empty text", name);
  if (*size > LCB_SANDBOX_TEXT) luaL_error(S, "%s returned a text of more than %d bytes", name, LCB_SANDBOX_TEXT);
  for (size_t i = 0; i < *size; i++) {
    if ((unsigned char)text[i] < ' ' || text[i] == 127) luaL_error(S, "%s returned a control character", name);
  }
  if (!is_utf8(text, *size)) luaL_error(S, "%s returned text that is not UTF-8", name);
  return text;
}

/* Call the function at stack index 1 once. Its arguments are texts, and the FEN at stack index 2. */
static void call_once(lua_State *S, const Call *it, const char *const arguments[]) {
  Sandbox *box = box_of(S);
  int count = 0;
  lua_settop(S, 2);
  lua_pushvalue(S, 1);
  for (; arguments[count]; count++) lua_pushstring(S, arguments[count]);
  lua_pushvalue(S, 2);
  box->instructions = 0;
  box->start = 0;
  add_budget(box);
  check_budget(S, box->begin);
  lua_call(S, count + 1, LUA_MULTRET);
  int results = lua_gettop(S) - 2;
  if (results > MAX_RESULTS) luaL_error(S, "%s returned more than %d texts", it->name, MAX_RESULTS);
  for (int i = 3; i <= results + 2 && !lua_isnil(S, i); i++) {
    size_t size;
    const char *text = check_result(S, it->name, i, &size);
    it->take(it->data, text, size);
  }
}

/* Make all calls, in protected mode. */
static int call(lua_State *S) {
  const Call *it = lua_touserdata(S, 1);
  const char *arguments[LCB_SANDBOX_ARGUMENTS + 1];
  lua_settop(S, 0);
  luaL_checkstack(S, 2 * MAX_RESULTS, NULL);
  lua_getfield(S, LUA_REGISTRYINDEX, it->name);
  lua_pushstring(S, it->fen);
  lua_sethook(S, watch, LUA_MASKCOUNT, STEP);
  while (it->ask(it->data, arguments)) call_once(S, it, arguments);
  lua_sethook(S, NULL, 0, 0);
  return 0;
}

bool lcb_sandbox_has(const lcb_Sandbox *box, const char *name) {
  bool has = box->state && lua_getfield(box->state, LUA_REGISTRYINDEX, name) == LUA_TFUNCTION;
  if (box->state) lua_settop(box->state, 0);
  return has;
}

bool lcb_sandbox_call(lcb_Sandbox *box, const char *name, const char *fen, lcb_SandboxAsk *ask, lcb_SandboxTake *take,
                      void *data) {
  Call it = {name, fen, ask, take, data};
  if (box->problem[0] || !box->state) return false;
  box->begin = clock();
  int status = call_protected(box, call, &it, 0);
  box->clocks_left -= clock() - box->begin;
  if (status != LUA_OK) store_problem(box, status);
  lua_settop(box->state, 0);
  return status == LUA_OK;
}

const char *lcb_sandbox_problem(const lcb_Sandbox *box) { return box->problem[0] ? box->problem : NULL; }

/* Keep the functions of the table on top of the stack, in protected mode. */
static int keep_functions(lua_State *S) {
  static const char *const names[] = {"print", "read"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (lua_getfield(S, 1, names[i]) == LUA_TFUNCTION)
      lua_setfield(S, LUA_REGISTRYINDEX, names[i]);
    else
      lua_pop(S, 1);
  }
  return 0;
}

/* ---- core.sandbox ---- */

static int close_sandbox(lua_State *L) {
  Sandbox *box = lua_touserdata(L, 1);
  if (box->state) lua_close(box->state);
  box->state = NULL;
  return 0;
}

/* Push a new sandbox. Its metatable closes the state, so that an error in L leaks no memory. */
static Sandbox *new_sandbox(lua_State *L, const char *name) {
  Sandbox *box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = (Sandbox){.line = 1, .start = clock(), .begin = clock(), .instructions_left = SPARE_INSTRUCTIONS,
                   .clocks_left = clocks_of(SPARE_SECONDS * 1000000)};
  snprintf(box->name, sizeof box->name, "%s", name);
  if (luaL_newmetatable(L, LCB_SANDBOX)) {
    lua_pushcfunction(L, close_sandbox);
    lua_setfield(L, -2, "__gc");
    lua_pushliteral(L, LCB_SANDBOX);
    lua_setfield(L, -2, "__metatable");
  }
  lua_setmetatable(L, -2);
  box->state = lua_newstate(allocate, box);
  if (!box->state) luaL_error(L, "not enough memory");
  return box;
}

/* Run the text. Returns true with its table on top of the sandbox's stack, or false with a message pushed to L. */
static bool evaluate(lua_State *L, Sandbox *box, Text *text) {
  lua_State *S = box->state;
  const char *name = text->name + 1;
  if (text->size > 0 && text->bytes[0] == LUA_SIGNATURE[0]) {
    lua_pushfstring(L, "%s:1: compiled Lua is not read", name);
    return false;
  }
  int status = call_protected(box, run, text, 1);
  if (status != LUA_OK) {
    store_problem(box, status);
    lua_pushstring(L, box->problem);
    return false;
  }
  if (lua_istable(S, -1)) return true;
  lua_pushfstring(L, "%s: the file returns %s, it must return a table", name,
                  lua_isnil(S, -1) ? "nothing" : luaL_typename(S, -1));
  return false;
}

static void close_state(Sandbox *box) {
  lua_close(box->state);
  box->state = NULL;
}

/*
** core.sandbox(text, name, is_own) --> table, functions | nil, err, "bad_dialect". `name` begins every message; it has
** at most 40 bytes. `is_own`: the text is that of lucena.notation.closure, which has bytecode of the program.
** `functions` is nil, or a sandbox with the functions `print` and `read` of the file. In `table`, these fields are
** `true`.
*/
static int sandbox(lua_State *L) {
  Text text;
  size_t size;
  text.bytes = lcb_check_text(L, 1, &text.size);
  const char *name = lcb_check_text(L, 2, &size);
  text.is_own = lua_toboolean(L, 3);
  lua_settop(L, 2);
  lcb_push_printable(L, name, size);
  text.name = lua_pushfstring(L, "=%s", lua_tostring(L, -1));
  Sandbox *box = new_sandbox(L, text.name + 1);
  int top = lua_gettop(L);
  Copy copy = {.from = box->state, .to = L};
  bool done = evaluate(L, box, &text);
  if (done && !copy_value(&copy, 0)) {
    lua_pushfstring(L, "%s: %s", text.name + 1, lua_tostring(L, -1));
    done = false;
  }
  if (done && copy.has_functions) {
    lua_pushcfunction(box->state, keep_functions);
    lua_insert(box->state, 1);
    lua_settop(box->state, 2);
    done = lua_pcall(box->state, 1, 0, 0) == LUA_OK;
    if (!done) lua_pushfstring(L, "%s: not enough memory", text.name + 1);
    lua_settop(box->state, 0);
  }
  if (!done || !copy.has_functions) close_state(box);
  if (!done) return lcb_fail(L, LC_D_BAD_DIALECT, "%s", lua_tostring(L, -1));
  lua_settop(L, top + 1);
  if (!copy.has_functions) return 1;
  lua_pushvalue(L, top);
  return 2;
}

static const luaL_Reg functions[] = {{"sandbox", sandbox}, {NULL, NULL}};

void lcb_open_sandbox(lua_State *L) { lcb_functions(L, functions); }
