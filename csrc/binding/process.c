/*
** process - lucena.Process: a child process with pipes to it. Internal: Lucena uses it for workers and engines.
**
** Times are in seconds; nil waits without a limit. A signal ends a wait early (nil, err, "timeout"), so that the
** interpreter can handle Ctrl-C; call the function again to continue waiting. Closing a Process, leaving a <close>
** block and garbage collection all kill and reap a running process.
*/
#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <string.h>

#include "../io/process.h"
#include "binding.h"

static lc_Process *self(lua_State *L) { return lcb_self(L); }

/* ---- arguments ---- */

static int check_seconds(lua_State *L, int arg) {
  if (lua_isnoneornil(L, arg)) return LC_FOREVER;
  lua_Number seconds = luaL_checknumber(L, arg);
  luaL_argcheck(L, seconds >= 0 && seconds <= 1e6, arg, "seconds from 0 to a million");
  return (int)(seconds * 1000);
}

static int fail(lua_State *L, const char *message, const char *code) {
  lua_pushnil(L);
  lua_pushstring(L, message);
  lua_pushstring(L, code);
  return 3;
}

static int fail_flow(lua_State *L, const lc_Process *process, lc_Flow flow) {
  if (flow == LC_FLOW_WAITS) return fail(L, "nothing in this time", "timeout");
  if (flow == LC_FLOW_CLOSED) return fail(L, "the process has closed its end", "closed");
  return fail(L, strerror(process->error), "failed");
}

/* ---- starting and ending ---- */

/* Push a userdata with the list at index 1 as an argv: an array of pointers to the strings of the list. They are valid
** until memory is allocated, because a finalizer may change the list. */
static char **check_argv(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer count = (lua_Integer)lua_rawlen(L, 1);
  luaL_argcheck(L, count > 0 && count < 100000, 1, "a list of the program and its arguments");
  const char **argv = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *argv, 0);
  for (lua_Integer i = 1; i <= count; i++) {
    size_t size;
    luaL_argcheck(L, lua_rawgeti(L, 1, i) == LUA_TSTRING, 1, "the program and its arguments are strings");
    argv[i - 1] = lua_tolstring(L, -1, &size);
    luaL_argcheck(L, strlen(argv[i - 1]) == size, 1, "an argument holds a NUL");
    lua_pop(L, 1);
  }
  argv[count] = NULL;
  return (char **)argv;
}

/***
Start a program, found in PATH, with its arguments unchanged and without a shell. The standard input and output of the
program are pipes to this process. Both processes share standard error.
@function core.process
@param argv string[] the program and its arguments
@return Process? process
@return string? err
@return string? code failed
@usage require("lucena.core").process({"echo", "e4"}):read_line()  --> e4
*/
static int process_new(lua_State *L) {
  lua_settop(L, 1);
  lc_Process *process = lua_newuserdatauv(L, sizeof *process, 0); /* at 2 */
  lc_process_init(process);
  luaL_setmetatable(L, LCB_PROCESS);
  char **argv = check_argv(L); /* nothing is allocated between it and the start */
  lua_insert(L, 2);
  if (lc_process_start(process, argv)) return 1;
  const char *name = lcb_push_path(L, argv[0]);
  return fail(L, lua_pushfstring(L, "%s: cannot be started: %s", name, strerror(process->error)), "failed");
}

/***
Close the pipes. If the process still runs, kill it and the processes that it has started, and reap it. Closing again
does nothing.
@function Process:close
@usage require("lucena.core").process({"cat"}):close()
*/
static int process_close(lua_State *L) {
  lc_process_release(self(L));
  return 0;
}

/***
Close the standard input of the process, so that the process reads the end of its input.
@function Process:close_input
@usage local p = require("lucena.core").process({"cat"}); p:close_input(); return (p:wait())  --> exit
*/
static int process_close_input(lua_State *L) {
  lc_process_close_input(self(L));
  return 0;
}

/***
Send a signal to the process, unless it has ended.
@function Process:kill
@param signal? integer default: 9 (SIGKILL), which a process cannot ignore
@usage local p = require("lucena.core").process({"cat"}); p:kill(); return (p:wait())  --> signal
*/
static int process_kill(lua_State *L) {
  lua_Integer number = luaL_optinteger(L, 2, SIGKILL);
  luaL_argcheck(L, number > 0 && number < 65, 2, "a signal's number");
  lc_process_kill(self(L), (int)number);
  return 0;
}

/***
Wait until the process has ended.
@function Process:wait
@param seconds? number
@return string? how "exit" or "signal"
@return integer|string code the exit status or the signal's number; or err
@return string? code timeout
@usage select(2, require("lucena.core").process({"false"}):wait())  --> 1
*/
static int process_wait(lua_State *L) {
  lc_Process *process = self(L);
  if (!lc_process_wait(process, check_seconds(L, 2))) return fail(L, "it still runs", "timeout");
  lua_pushstring(L, process->end == LC_PROCESS_KILLED ? "signal" : "exit");
  lua_pushinteger(L, process->code);
  return 2;
}

/* ---- reading and writing ---- */

/***
Read the available bytes of the process's output, up to `most`.
@function Process:read
@param seconds? number time to wait for the first byte
@param most? integer default 65536
@return string? bytes
@return string? err
@return string? code timeout, closed (its output is at its end), failed
@usage require("lucena.core").process({"echo", "e4"}):read(9, 2)  --> e4
*/
static int process_read(lua_State *L) {
  lc_Process *process = self(L);
  int milliseconds = check_seconds(L, 2);
  lua_Integer most = luaL_optinteger(L, 3, 1 << 16);
  luaL_argcheck(L, most > 0 && most <= 1 << 30, 3, "bytes from 1 to 2^30");
  size_t count;
  luaL_Buffer b;
  char *room = luaL_buffinitsize(L, &b, (size_t)most);
  lc_Flow flow = lc_process_read(process, room, (size_t)most, milliseconds, &count);
  luaL_pushresultsize(&b, flow == LC_FLOW_DONE ? count : 0);
  return flow == LC_FLOW_DONE ? 1 : fail_flow(L, process, flow);
}

/***
Read the next line of the process's output, without its line end. At the end, a last line without line end counts too.
@function Process:read_line
@param seconds? number time to wait for the whole line
@return string? line
@return string? err
@return string? code timeout (the bytes read so far are kept), closed, failed (also a line of more than 1 MiB)
@usage require("lucena.core").process({"echo", "e4"}):read_line()  --> e4
*/
static int process_read_line(lua_State *L) {
  lc_Process *process = self(L);
  const char *line;
  size_t size;
  lc_Flow flow = lc_process_read_line(process, check_seconds(L, 2), &line, &size);
  if (flow != LC_FLOW_DONE) return fail_flow(L, process, flow);
  lua_pushlstring(L, line, size);
  return 1;
}

/***
Write to the standard input of the process.
@function Process:write
@param text string
@param seconds? number time to wait until everything is written; 0 writes only what can be written at once
@param first? integer the first byte of the text to write, from 1
@return integer? count number of bytes written, fewer than requested if the time is over
@return string? err
@return string? code closed (the process no longer reads), failed
@usage require("lucena.core").process({"cat"}):write("e4\n")  --> 3
*/
static int process_write(lua_State *L) {
  lc_Process *process = self(L);
  size_t size, count;
  const char *text = lcb_check_text(L, 2, &size);
  int milliseconds = check_seconds(L, 3);
  lua_Integer first = luaL_optinteger(L, 4, 1);
  luaL_argcheck(L, first >= 1 && (size_t)first <= size + 1, 4, "a byte of the text");
  size_t from = (size_t)first - 1;
  lc_Flow flow = lc_process_write(process, text + from, size - from, milliseconds, &count);
  if (flow == LC_FLOW_CLOSED || flow == LC_FLOW_FAILED) return fail_flow(L, process, flow);
  lua_pushinteger(L, (lua_Integer)count);
  return 1;
}

/* Convert the first `count` Processes of the list at `arg` to items. */
static void add_items(lua_State *L, int arg, bool writes, lc_PollItem *items, size_t count) {
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, arg, (lua_Integer)i + 1);
    items[i] = (lc_PollItem){.process = luaL_checkudata(L, -1, LCB_PROCESS), .reads = !writes, .writes = writes};
    lua_pop(L, 1);
  }
}

/***
Wait until one of several processes has output, or accepts input.
@function core.ready
@param readers Process[] wait for the output of these; its end counts too
@param writers Process[] wait for the input of these
@param seconds? number
@return table ready the Processes of `readers` that can be read: Process -> true
@return table ready those of `writers` that can be written
@usage local p = require("lucena.core").process({"echo"}); return require("lucena.core").ready({p}, {})[p]  --> true
*/
static int core_ready(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  int milliseconds = check_seconds(L, 3);
  lua_settop(L, 2);
  size_t readers = (size_t)lua_rawlen(L, 1), count = readers + (size_t)lua_rawlen(L, 2);
  lc_PollItem *items = lua_newuserdatauv(L, (count + 1) * sizeof *items, 0);
  lua_newtable(L); /* index 4 */
  lua_newtable(L); /* index 5 */
  add_items(L, 1, false, items, readers); /* nothing is allocated from here on, so the lists stay as they are */
  add_items(L, 2, true, items + readers, count - readers);
  lc_process_poll(items, count, milliseconds);
  for (size_t i = 0; i < count; i++) {
    if (!items[i].reads && !items[i].writes) continue;
    lua_rawgeti(L, i < readers ? 1 : 2, (lua_Integer)(i < readers ? i + 1 : i - readers + 1));
    lua_pushboolean(L, 1);
    lua_rawset(L, i < readers ? 4 : 5);
  }
  return 2;
}

/***
Return the number of processors.
@function core.processors
@return integer
@usage require("lucena.core").processors() >= 1  --> true
*/
static int core_processors(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lc_processors());
  return 1;
}

/***
Return the seconds since a fixed moment in the past, for measuring times and for deadlines.
@function core.monotonic
@return number seconds with milliseconds
@usage require("lucena.core").monotonic() <= require("lucena.core").monotonic()  --> true
*/
static int core_monotonic(lua_State *L) {
  lua_pushnumber(L, (lua_Number)lc_milliseconds() / 1000);
  return 1;
}

/***
Let the allocator keep up to 64 MiB of freed memory, also of large blocks, in place of returning it to the system. The
blocks of a worker's parts are allocated again for each part, and the system would clear each page again. Only has an
effect with glibc.
@function core.keep_freed_memory
@usage require("lucena.core").keep_freed_memory()
*/
static int core_keep_freed_memory(lua_State *L) {
  (void)L;
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
  return 0;
}

/* ---- the class ---- */

/***
The process id; 0 if the process could not be started.
@field Process.pid integer
@usage require("lucena.core").process({"cat"}).pid > 0  --> true
*/
static int get_pid(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)self(L)->pid);
  return 1;
}

static int process_tostring(lua_State *L) {
  lua_pushfstring(L, LCB_PROCESS ": %d", (int)self(L)->pid);
  return 1;
}

static const luaL_Reg process_methods[] = {
    {"close", process_close}, {"close_input", process_close_input}, {"kill", process_kill}, {"read", process_read},
    {"read_line", process_read_line}, {"wait", process_wait}, {"write", process_write}, {NULL, NULL},
};

static const luaL_Reg process_getters[] = {{"pid", get_pid}, {NULL, NULL}};

static const luaL_Reg process_metamethods[] = {
    {"__close", process_close}, {"__gc", process_close}, {"__tostring", process_tostring}, {NULL, NULL},
};

static const luaL_Reg process_functions[] = {
    {"keep_freed_memory", core_keep_freed_memory},
    {"monotonic", core_monotonic},
    {"process", process_new},
    {"processors", core_processors},
    {"ready", core_ready},
    {NULL, NULL},
};

void lcb_open_process(lua_State *L) {
  static const lcb_Class class = {.name = LCB_PROCESS,
                                  .methods = {process_methods},
                                  .getters = {process_getters},
                                  .metamethods = process_metamethods};
  lcb_class(L, &class);
  lua_setfield(L, -2, "Process");
  lcb_functions(L, process_functions);
}
