/*
** interrupt - Ctrl-C for Lua code. guard() runs a function in such a way that Ctrl-C ends only this function.
** heed_interrupts() makes Ctrl-C an error for the whole program, as in the lua5.4 interpreter, and also ends a wait
** for input.
**
** The handler of SIGINT sets a flag. It also sets a hook, the only Lua call that a signal handler may make. The hook
** raises the error. Long loops in C test the flag. Outside of guard() no handler is installed.
**
** If code catches the error, the hook raises the error again, at every instruction until the error reaches guard(). So
** even `while true do pcall(f) end` ends.
**
** Coroutines. A signal handler cannot find out which coroutine is running. So coroutines created under guard() have a
** hook from the start, which tests the flag every LOOK_EVERY instructions. Such a hook makes Lua 1.3 to 2.5 times
** slower. The main thread, which does nearly all the work, runs without one. To reach new coroutines, guard() replaces
** coroutine.create and coroutine.wrap while it runs. With lcb_ask_for_interrupts() there is no signal, and the main
** thread has the hook, too.
**
** These run without hooks and cannot be interrupted: finalizers, message handlers of xpcall, and loops inside Lua's own
** library (a bad pattern in string.find). At the third Ctrl-C, the handler reports this and restores the system's
** default action, so the next Ctrl-C ends the process.
**
** The flag and the signal belong to the process, so two Lua states cannot be guarded at the same time.
*/
#include "interrupt.h"

#include <errno.h>
#include <lauxlib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "binding.h"

enum { LOOK_EVERY = 10000, PATIENCE = 3 };

static volatile sig_atomic_t presses; /* number of times Ctrl-C was pressed since guard() began */
static lua_State *volatile guarded;   /* the thread in which guard() runs, or NULL */

static bool (*asked)(void);           /* a host's replacement for the signal, or NULL */

bool lcb_is_interrupted(void) { return presses > 0 || (asked && asked()); }

void lcb_stop_if_interrupted(lua_State *L) {
  if (lcb_is_interrupted()) luaL_error(L, "interrupted");
}

void lcb_ask_for_interrupts(bool (*ask)(void)) { asked = ask; }

/* ---- hooks ---- */

static void stop_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  if (presses > 0) luaL_error(L, "interrupted");
  lua_sethook(L, NULL, 0, 0);
}

static void asking_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  bool is_stopped = lcb_is_interrupted();
  lua_sethook(L, asking_hook, LUA_MASKCOUNT, is_stopped ? 1 : LOOK_EVERY);
  if (is_stopped) luaL_error(L, "interrupted");
}

static void on_signal(int number) {
  static const char warning[] = "\nstill busy, in code that cannot be interrupted: Ctrl-C again ends the program\n";
  int error = errno;
  lua_State *L = guarded;
  if (++presses == PATIENCE) {
    signal(number, SIG_DFL);
    if (write(STDERR_FILENO, warning, sizeof warning - 1) < 0) errno = error; /* a failed warning cannot be reported */
  }
  if (L) lua_sethook(L, stop_hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
  errno = error;
}

/* ---- coroutines ---- */

static int create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *thread = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, thread, 1);
  lua_sethook(thread, asking_hook, LUA_MASKCOUNT, LOOK_EVERY);
  return 1;
}

/* Replaces coroutine.wrap. Upvalue 1 is Lua's own function; the functions that it returns have the thread as
** upvalue 1. */
static int wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  if (lua_getupvalue(L, -1, 1)) {
    lua_State *thread = lua_tothread(L, -1);
    if (thread) lua_sethook(thread, asking_hook, LUA_MASKCOUNT, LOOK_EVERY);
    lua_pop(L, 1);
  }
  return 1;
}

/* Push the table `coroutine`, or nil if that library is not loaded. */
static void push_library(lua_State *L) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, "coroutine");
  lua_remove(L, -2);
}

/* Push the two original functions for restore(), and install the replacements. */
static void replace(lua_State *L) {
  push_library(L);
  if (!lua_istable(L, -1)) {
    lua_pushnil(L);
    return;
  }
  lua_getfield(L, -1, "create");
  lua_getfield(L, -2, "wrap");
  lua_pushcfunction(L, create);
  lua_setfield(L, -4, "create");
  lua_pushvalue(L, -1);
  lua_pushcclosure(L, wrap, 1);
  lua_setfield(L, -4, "wrap");
  lua_remove(L, -3);
}

/* Restore the original function at `index`, except if the program has replaced the replacement. The table `coroutine`
** is on top of the stack. */
static void put_back(lua_State *L, const char *name, lua_CFunction ours, int index) {
  lua_getfield(L, -1, name);
  bool is_ours = lua_tocfunction(L, -1) == ours;
  lua_pop(L, 1);
  if (!is_ours) return;
  lua_pushvalue(L, index);
  lua_setfield(L, -2, name);
}

static void restore(lua_State *L, int first) {
  push_library(L);
  if (lua_istable(L, -1)) {
    put_back(L, "create", create, first);
    put_back(L, "wrap", wrap, first + 1);
  }
  lua_pop(L, 1);
}

/* ---- guard ---- */

static void catch_signal(void (*handler)(int), struct sigaction *before) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler; /* without SA_RESTART, so that a function that waits for input returns at a signal */
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, before);
}

static int inner_guard(lua_State *L) {
  int status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  lcb_stop_if_interrupted(L);
  lua_pushboolean(L, status == LUA_OK);
  lua_insert(L, 1);
  return lua_gettop(L);
}

/***
Run a function so that Ctrl-C (SIGINT) ends it. Ctrl-C ends Lua code (also in coroutines and under pcall), perft, and
readers that search for a game or wait for a pipe. The function cannot clean up after Ctrl-C, because every call that
it makes is interrupted until it has returned. Inside another guard() this is a pcall, and Ctrl-C ends the outer
guard().
@function guard
@param f function
@param ... its arguments
@return boolean done false if f raised or was interrupted
@return any the results of f; or the error; or "interrupted"
@usage require "lucena.core".guard(math.max, 3, 7)  --> true
*/
static int core_guard(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  if (guarded) return inner_guard(L);
  struct sigaction before;
  replace(L);
  lua_rotate(L, 1, 2); /* moves the two values of replace() below the function */
  presses = 0;
  guarded = L;
  catch_signal(on_signal, &before);
  if (asked) lua_sethook(L, asking_hook, LUA_MASKCOUNT, LOOK_EVERY);
  int status = lua_pcall(L, lua_gettop(L) - 3, LUA_MULTRET, 0);
  sigaction(SIGINT, &before, NULL);
  guarded = NULL;
  if (lua_gethook(L) == stop_hook || lua_gethook(L) == asking_hook) lua_sethook(L, NULL, 0, 0);
  bool was_interrupted = lcb_is_interrupted();
  presses = 0;
  restore(L, 1);
  if (was_interrupted) {
    lua_settop(L, 2);
    lua_pushliteral(L, "interrupted");
  }
  lua_pushboolean(L, status == LUA_OK && !was_interrupted);
  lua_replace(L, 2);
  return lua_gettop(L) - 1;
}

/***
Ignore Ctrl-C outside of guard() from now on. After Ctrl-C three times, the program still ends; calling shield() again
restarts the count. A prompt needs this, because Ctrl-C may come just before or after a guarded call.
@function shield
*/
static int core_shield(lua_State *L) {
  (void)L;
  presses = 0;
  catch_signal(on_signal, NULL);
  return 0;
}

/* ---- programs ---- */

static lua_State *volatile main_thread;

/* Raise the error only once, so that code which catches it can clean up and go on. */
static void heed_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  presses = 0;
  lua_sethook(L, NULL, 0, 0);
  luaL_error(L, "interrupted!");
}

static void on_heeded(int number) {
  signal(number, SIG_DFL); /* the hook may never run (a loop inside C), so the next Ctrl-C ends the program */
  presses = 1;
  lua_sethook(main_thread, heed_hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

/***
Make Ctrl-C raise "interrupted!" in the main thread from now on, as in the lua5.4 interpreter. A reader that waits for
a pipe also stops at once. The second Ctrl-C ends the program. While guard() runs, guard() handles Ctrl-C.
@function heed_interrupts
*/
static int core_heed_interrupts(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  main_thread = lua_tothread(L, -1);
  catch_signal(on_heeded, NULL);
  return 0;
}

void lcb_open_interrupt(lua_State *L) {
  lua_pushcfunction(L, core_heed_interrupts);
  lua_setfield(L, -2, "heed_interrupts");
  lua_pushcfunction(L, core_guard);
  lua_setfield(L, -2, "guard");
  lua_pushcfunction(L, core_shield);
  lua_setfield(L, -2, "shield");
}
