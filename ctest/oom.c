/*
** oom - a program that runs Lua scripts and can make any memory allocation fail.
**
** The module, Lua and the compression libraries are linked into this program. The linker (--wrap) redirects all their
** calls of malloc(), calloc() and realloc() to this program. Lua has an allocator that counts in the same way.
** Allocations inside the C library, for example in fopen(), are not counted: if they fail, the caller sees a failed
** system call.
** The program runs the script that is its first argument. The script has the global table `host`:
**
**   host.start(fn, folder)
**   host.try(k, many) --> table; nil if the process has ended
**   host.stop() --> number of blocks not freed, nil; or nil, how the process ended
**   host.warm(fn, folder)
**
** host.start() creates a child process with a copy of this process's memory, so its tries do not affect other child
** processes. In the child, each host.try() calls fn once, with standard output and standard error written to the files
** `out` and `err` of the folder. Of the allocations of the call, `many` fail, from number `k` on. Results: `count`
** (number of allocations), `has_failed` (whether one failed), `is_done` (whether fn returned), and `one` and `two`: its
** results or its error, if they are strings or integers. Several tries in one process show what happens in a program
** that continues after an error. They are also faster than one process per try. host.stop() closes the Lua state, with
** allocations failing as in the last try, and returns the number of blocks that were not freed. If fn is text, each try
** creates a new Lua state, opens the libraries, runs the text and closes the state. host.warm() calls fn in this
** process, with its output written to the same files. All modules are then loaded in the processes that follow.
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

static bool is_armed, has_failed;
static long count, failing, failures; /* allocations `failing` to `failing + failures - 1` fail */
static long held; /* number of blocks that are allocated */

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
  bool is_now = count >= failing && count - failing < failures;
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

/* realpath() is counted, too, because it is the only function of the C library whose result Lucena frees. */
char *__wrap_realpath(const char *path, char *out) {
  char *resolved = fails() ? NULL : __real_realpath(path, out);
  held += resolved && !out;
  return resolved;
}

void __wrap_free(void *block) {
  held -= block != NULL;
  __real_free(block);
}

/* Lua's allocator. Like the allocator of luaL_newstate(), it always succeeds in shrinking a block. */
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
  long k, many;
} Order;

typedef struct Outcome {
  long count, left;
  bool has_failed, is_done;
  char one[ROOM], two[ROOM]; /* "" for values that are neither strings nor integers */
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

/* Call itself `depth` times. This enlarges Lua's call stack, which garbage collection has shrunk. Otherwise,
** allocations for the call of fn would be counted. */
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
  failures = order.many;
  count = 0;
  has_failed = false;
  is_armed = true;
}

/* Call the function below its arguments, and pop its results or its error. */
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

/* Run a text in a new Lua state. */
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

/* Call the function at index 1. */
static void call_function(lua_State *L, Order order, Outcome *out) {
  make_room(L);
  lua_pushvalue(L, 1);
  arm(order);
  call(L, 0, out);
}

static void tell(int pipe, const Outcome *out) {
  if (write(pipe, out, sizeof *out) != (ssize_t)sizeof *out) _exit(98);
}

/* Run the child process: make tries as ordered until the pipe is closed. The function or text is at index 1, the folder
** at index 2. At the end, the Lua state is closed, with allocations failing as in the last try. */
static _Noreturn void obey(lua_State *L, int orders, int answers) {
  static Outcome out;
  const char *folder = lua_tostring(L, 2);
  const char *text = lua_isfunction(L, 1) ? NULL : lua_tostring(L, 1);
  long before = text ? held : 0;
  Order order;
  while (read(orders, &order, sizeof order) == (ssize_t)sizeof order) {
    memset(&out, 0, sizeof out);
    is_armed = false;
    if (!text) lua_gc(L, LUA_GCCOLLECT); /* close files left open by the last try, before new ones are written */
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

/* ---- the parent ---- */

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
  Order order = {.k = (long)luaL_checkinteger(L, 1), .many = (long)luaL_checkinteger(L, 2)};
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

/* Stop the child process by closing the pipe for orders. */
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
  signal(SIGPIPE, SIG_IGN); /* raised by writing to a child that has ended */
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
