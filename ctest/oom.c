/*
** oom - a host program for Lua scripts, whose memory can be made to run out at any allocation.
**
** The module is linked in, and so are Lua and the compression libraries: every malloc(), calloc() and realloc() of
** theirs comes through here (the linker's --wrap), Lua's own through an allocator of the same count. What the C library
** allocates inside fopen() and the like does not: to its callers that is a failing system call.
** Runs the script of its first argument with the global `host`:
**
**   host.start(fn, folder)
**   host.try(k, stays) --> table, or nil when the process has ended
**   host.stop() --> blocks left, nil; or nil, how it ended
**   host.warm(fn, folder)
**
** host.start() makes a child process, which begins with a copy of this one's memory: it does not affect the
** others. There each host.try() calls fn once, standard output and standard error going to files `out` and `err` of the
** folder, while allocation number `k` from here on fails, and with `stays` every later one too. Results: `count`
** allocations asked for, `has_failed` (one did), `is_done` (fn returned), `one` and `two` (its results or its error,
** when they are strings; an integer is made one). Several tries in a process are what a host does that goes on after an
** error, and cost a tenth of as many processes.
** host.stop() closes the state, memory being as the last try left it, and tells how many blocks were not given back.
** Where fn is text, each try runs it in a state of its own, which is made, given its libraries and closed inside.
** host.warm() calls fn in this process, its output going to the same files, so that what is loaded once is loaded.
*/
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

enum { SECONDS = 60, ROOM = 2000 };

int luaopen_lucena_core(lua_State *L);

/* ---- allocations ---- */

static bool is_armed, stays, has_failed;
static long count, failing;
static long held; /* blocks */

void *__real_malloc(size_t size);
void *__real_calloc(size_t members, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t members, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
char *__real_realpath(const char *path, char *out);
char *__wrap_realpath(const char *path, char *out);

static bool fails(void) {
  if (!is_armed) return false;
  count++;
  bool is_now = stays ? count >= failing : count == failing;
  has_failed |= is_now;
  if (is_now) errno = ENOMEM;
  return is_now;
}

void *__wrap_malloc(size_t size) {
  void *block = fails() ? NULL : __real_malloc(size);
  held += block != NULL;
  return block;
}

void *__wrap_calloc(size_t members, size_t size) {
  void *block = fails() ? NULL : __real_calloc(members, size);
  held += block != NULL;
  return block;
}

void *__wrap_realloc(void *block, size_t size) {
  if (fails()) return NULL;
  void *moved = __real_realloc(block, size);
  held += !block && moved;
  return moved;
}

/* The one function of the C library that gives memory away which our code gives back. */
char *__wrap_realpath(const char *path, char *out) {
  char *resolved = fails() ? NULL : __real_realpath(path, out);
  held += resolved && !out;
  return resolved;
}

void __wrap_free(void *block) {
  held -= block != NULL;
  __real_free(block);
}

/* As luaL_newstate()'s: a smaller block is never refused. */
static void *allocate(void *data, void *block, size_t old, size_t size) {
  (void)data;
  if (size == 0) {
    __wrap_free(block);
    return NULL;
  }
  return block && size <= old ? __real_realloc(block, size) : __wrap_realloc(block, size);
}

/* ---- states ---- */

static int open_all(lua_State *L) {
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_lucena_core);
  lua_setfield(L, -2, "lucena.core");
  lua_pop(L, 1);
  return 0;
}

/* ---- the child ---- */

typedef struct Order {
  long k;
  bool stays;
} Order;

typedef struct Outcome {
  long count, left;
  bool has_failed, is_done;
  char one[ROOM], two[ROOM]; /* "" for what is no string */
} Outcome;

static void keep(lua_State *L, int index, char *out) {
  if (lua_isinteger(L, index)) {
    snprintf(out, ROOM, "%lld", (long long)lua_tointeger(L, index));
  } else if (lua_type(L, index) == LUA_TSTRING) {
    snprintf(out, ROOM, "%s", lua_tostring(L, index));
  }
}

static void redirect(const char *folder, const char *name, int fd) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || dup2(file, fd) < 0) _exit(99);
  close(file);
}

/* Calls itself. Lua takes its stack back when it collects; the way to the function under trial is the host's. */
static int descend(lua_State *L) {
  lua_Integer depth = lua_tointeger(L, 1);
  if (depth == 0) return 0;
  lua_pushcfunction(L, descend);
  lua_pushinteger(L, depth - 1);
  lua_call(L, 1, 0);
  return 0;
}

static void make_room(lua_State *L) {
  enum { CALLS = 20 };
  lua_pushcfunction(L, descend);
  lua_pushinteger(L, CALLS);
  lua_call(L, 1, 0);
}

static void arm(Order order) {
  failing = order.k;
  stays = order.stays;
  count = 0;
  has_failed = false;
  is_armed = true;
}

/* Calls the function that lies below its arguments, and takes its results or its error off. */
static void call(lua_State *L, int arguments, Outcome *out) {
  out->is_done = lua_pcall(L, arguments, 2, 0) == LUA_OK;
  keep(L, out->is_done ? -2 : -1, out->one);
  if (out->is_done) keep(L, -1, out->two);
  lua_pop(L, out->is_done ? 2 : 1);
  fflush(NULL);
  out->count = count;
  out->has_failed = has_failed;
}

static int run_text(lua_State *L) {
  open_all(L);
  const char *text = lua_touserdata(L, 1);
  if (luaL_loadstring(L, text) != LUA_OK) return lua_error(L);
  lua_call(L, 0, 2);
  return 2;
}

/* In a state of its own. */
static void call_text(const char *text, Order order, Outcome *out) {
  char copy[ROOM];
  snprintf(copy, sizeof copy, "%s", text);
  arm(order);
  lua_State *L = lua_newstate(allocate, NULL);
  if (!L) {
    snprintf(out->one, ROOM, "not enough memory");
    out->has_failed = true;
    return;
  }
  lua_pushcfunction(L, run_text);
  lua_pushlightuserdata(L, copy);
  call(L, 1, out);
  lua_close(L);
}

/* That of index 1. */
static void call_function(lua_State *L, Order order, Outcome *out) {
  make_room(L);
  lua_pushvalue(L, 1);
  arm(order);
  call(L, 0, out);
}

static void tell(int pipe, const Outcome *out) {
  if (write(pipe, out, sizeof *out) != (ssize_t)sizeof *out) _exit(98);
}

/* The function or the text is at 1, the folder at 2. When the state is closed memory is as the last try left it. */
static _Noreturn void obey(lua_State *L, int orders, int answers) {
  static Outcome out;
  const char *folder = lua_tostring(L, 2);
  const char *text = lua_isfunction(L, 1) ? NULL : lua_tostring(L, 1);
  long before = text ? held : 0;
  Order order;
  while (read(orders, &order, sizeof order) == (ssize_t)sizeof order) {
    memset(&out, 0, sizeof out);
    is_armed = false;
    if (!text) lua_gc(L, LUA_GCCOLLECT); /* what was left open is closed before there are new files to write to */
    alarm(SECONDS);
    redirect(folder, "out", STDOUT_FILENO);
    redirect(folder, "err", STDERR_FILENO);
    if (text) {
      call_text(text, order, &out);
    } else {
      call_function(L, order, &out);
    }
    tell(answers, &out);
  }
  if (!text) lua_close(L);
  fflush(NULL);
  out.left = held - before;
  tell(answers, &out);
  _exit(0);
}

/* ---- its parent ---- */

static struct {
  pid_t pid;
  int orders, answers; /* ends of pipes */
} child;

static int host_start(lua_State *L) {
  int orders[2], answers[2];
  if (!lua_isfunction(L, 1)) luaL_checkstring(L, 1);
  luaL_checkstring(L, 2);
  lua_settop(L, 2);
  fflush(NULL);
  if (pipe(orders) != 0 || pipe(answers) != 0) return luaL_error(L, "no pipe");
  child.pid = fork();
  if (child.pid == 0) {
    signal(SIGPIPE, SIG_DFL);
    close(orders[1]);
    close(answers[0]);
    obey(L, orders[0], answers[1]);
  }
  close(orders[0]);
  close(answers[1]);
  child.orders = orders[1];
  child.answers = answers[0];
  return child.pid < 0 ? luaL_error(L, "no child process") : 0;
}

static bool hear(Outcome *out) { return read(child.answers, out, sizeof *out) == (ssize_t)sizeof *out; }

static void set_text(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

static int host_try(lua_State *L) {
  static Outcome out;
  Order order = {.k = (long)luaL_checkinteger(L, 1), .stays = lua_toboolean(L, 2)};
  if (write(child.orders, &order, sizeof order) != (ssize_t)sizeof order || !hear(&out)) return 0;
  lua_newtable(L);
  lua_pushinteger(L, out.count);
  lua_setfield(L, -2, "count");
  lua_pushboolean(L, out.has_failed);
  lua_setfield(L, -2, "has_failed");
  lua_pushboolean(L, out.is_done);
  lua_setfield(L, -2, "is_done");
  set_text(L, "one", out.one);
  set_text(L, "two", out.two);
  return 1;
}

/* The end of the orders is the order to stop. */
static int host_stop(lua_State *L) {
  static Outcome out;
  int status = 0;
  close(child.orders);
  bool has_told = hear(&out);
  close(child.answers);
  if (waitpid(child.pid, &status, 0) != child.pid) return luaL_error(L, "no child process");
  if (has_told && status == 0) {
    lua_pushinteger(L, out.left);
    return 1;
  }
  lua_pushnil(L);
  lua_pushfstring(L, WIFSIGNALED(status) ? "signal %d" : "exit status %d",
                  WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  return 2;
}

static int host_warm(lua_State *L) {
  const char *folder = luaL_checkstring(L, 2);
  int saved[] = {dup(STDOUT_FILENO), dup(STDERR_FILENO)};
  redirect(folder, "out", STDOUT_FILENO);
  redirect(folder, "err", STDERR_FILENO);
  lua_pushvalue(L, 1);
  int status = lua_pcall(L, 0, 0, 0);
  fflush(NULL);
  for (int i = 0; i < 2; i++) {
    dup2(saved[i], STDOUT_FILENO + i);
    close(saved[i]);
  }
  return status == LUA_OK ? 0 : lua_error(L);
}

static int run_script(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"start", host_start}, {"try", host_try}, {"stop", host_stop}, {"warm", host_warm}, {NULL, NULL}};
  char **argv = lua_touserdata(L, 1);
  open_all(L);
  luaL_newlib(L, functions);
  lua_setglobal(L, "host");
  if (luaL_loadfilex(L, argv[1], "t") != LUA_OK) return lua_error(L);
  int top = lua_gettop(L);
  for (char **arg = argv + 2; *arg; arg++) lua_pushstring(L, *arg);
  lua_call(L, lua_gettop(L) - top, 1);
  return 1;
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  signal(SIGPIPE, SIG_IGN); /* of a child that has ended */
  lua_State *L = lua_newstate(allocate, NULL);
  if (!L) return 3;
  lua_pushcfunction(L, run_script);
  lua_pushlightuserdata(L, argv);
  if (lua_pcall(L, 1, 1, 0) != LUA_OK) {
    fprintf(stderr, "oom: %s\n", lua_tostring(L, -1));
    return 2;
  }
  int status = (int)lua_tointeger(L, -1);
  lua_close(L);
  return status;
}
