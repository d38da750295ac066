/*
** oom - a host program for Lua scripts, whose memory can be made to run out at any allocation.
**
** The module is linked in, and so are Lua and the compression libraries: every malloc(), calloc() and realloc() of
** theirs comes through here (the linker's --wrap), Lua's own through an allocator of the same count. What the C library
** allocates inside fopen() and the like does not: to its callers that is a failing system call.
** Runs the script of its first argument with the global `host`:
**
**   host.try(k, stays, fn, folder) --> table
**   host.warm(fn, folder)
**
** In a child process allocation number `k` from here on fails, and with `stays` every one behind it too, while fn runs
** and the state is closed. A child begins with a copy of this one's memory, so each begins alike, and what a run left
** behind troubles no other. Standard output and standard error go to files `out` and `err` of the folder. Given back:
** `count` allocations asked for, `has_failed` (one did), `is_done` (fn returned), `one` and `two` (its results or its
** error, when they are strings; an integer is made one), `left` blocks that were not given back, and `ended`: how the
** process ended when it did so before it could tell.
** host.warm() calls fn in this process, its output going to the same files, so that what is loaded once is loaded.
** host.cold() is the same as try() in a state of its own, which is made, and given its libraries, inside: fn is then a chunk's
** text.
*/
#include <errno.h>
#include <fcntl.h>
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

/* ---- one try ---- */

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

static void arm(long k, bool forever) {
  failing = k;
  stays = forever;
  count = 0;
  has_failed = false;
  is_armed = true;
}

/* Call the function on top of the stack, and close the state. */
static void run_warm(lua_State *L, long k, bool forever, Outcome *out) {
  arm(k, forever);
  out->is_done = lua_pcall(L, 0, 2, 0) == LUA_OK;
  keep(L, out->is_done ? -2 : -1, out->one);
  if (out->is_done) keep(L, -1, out->two);
  fflush(NULL);
  lua_close(L);
}

static int run_text(lua_State *L) {
  open_all(L);
  const char *text = lua_touserdata(L, 1);
  if (luaL_loadstring(L, text) != LUA_OK) return lua_error(L);
  lua_call(L, 0, 2);
  return 2;
}

static void run_cold(char *text, long k, bool forever, Outcome *out) {
  arm(k, forever);
  lua_State *L = lua_newstate(allocate, NULL);
  if (!L) {
    snprintf(out->one, ROOM, "not enough memory");
    return;
  }
  lua_pushcfunction(L, run_text);
  lua_pushlightuserdata(L, text);
  out->is_done = lua_pcall(L, 1, 2, 0) == LUA_OK;
  keep(L, out->is_done ? -2 : -1, out->one);
  if (out->is_done) keep(L, -1, out->two);
  fflush(NULL);
  lua_close(L);
}

static _Noreturn void be_child(lua_State *L, int pipe, const char *text) {
  static Outcome out;
  long k = (long)lua_tointeger(L, 1);
  bool forever = lua_toboolean(L, 2);
  const char *folder = lua_tostring(L, 4);
  alarm(SECONDS);
  redirect(folder, "out", STDOUT_FILENO);
  redirect(folder, "err", STDERR_FILENO);
  if (text) {
    static char copy[ROOM];
    snprintf(copy, sizeof copy, "%s", text);
    long before = held;
    run_cold(copy, k, forever, &out);
    out.left = held - before;
  } else {
    lua_settop(L, 3);
    run_warm(L, k, forever, &out);
    out.left = held;
  }
  is_armed = false;
  out.count = count;
  out.has_failed = has_failed;
  fflush(NULL);
  _exit(write(pipe, &out, sizeof out) == (ssize_t)sizeof out ? 0 : 98);
}

static void set_text(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

static int push_outcome(lua_State *L, const Outcome *out, bool has_told, int status) {
  lua_newtable(L);
  if (!has_told || status != 0) {
    lua_pushfstring(L, WIFSIGNALED(status) ? "signal %d" : "exit status %d",
                    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    lua_setfield(L, -2, "ended");
  }
  if (!has_told) return 1;
  lua_pushinteger(L, out->count);
  lua_setfield(L, -2, "count");
  lua_pushinteger(L, out->left);
  lua_setfield(L, -2, "left");
  lua_pushboolean(L, out->has_failed);
  lua_setfield(L, -2, "has_failed");
  lua_pushboolean(L, out->is_done);
  lua_setfield(L, -2, "is_done");
  set_text(L, "one", out->one);
  set_text(L, "two", out->two);
  return 1;
}

static int try(lua_State *L, const char *text) {
  static Outcome out;
  int ends[2], status = 0;
  luaL_checkinteger(L, 1);
  luaL_checkstring(L, 4);
  fflush(NULL);
  if (pipe(ends) != 0) return luaL_error(L, "no pipe");
  pid_t child = fork();
  if (child == 0) be_child(L, ends[1], text);
  close(ends[1]);
  bool has_told = child > 0 && read(ends[0], &out, sizeof out) == (ssize_t)sizeof out;
  close(ends[0]);
  if (child < 0 || waitpid(child, &status, 0) != child) return luaL_error(L, "no child process");
  return push_outcome(L, &out, has_told, status);
}

static int host_try(lua_State *L) {
  luaL_checktype(L, 3, LUA_TFUNCTION);
  return try(L, NULL);
}

static int host_cold(lua_State *L) { return try(L, luaL_checkstring(L, 3)); }

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
  static const luaL_Reg functions[] = {{"try", host_try}, {"cold", host_cold}, {"warm", host_warm}, {NULL, NULL}};
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
