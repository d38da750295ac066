/*
** sandbox - functions of a dialect, which run in a Lua state of their own; see sandbox.c.
*/
#ifndef LCB_SANDBOX_H
#define LCB_SANDBOX_H

#include <time.h>

#include "binding.h"

#define LCB_SANDBOX "lucena.Sandbox"

enum { LCB_SANDBOX_TEXT = 255, LCB_SANDBOX_PROBLEM = 320, LCB_SANDBOX_ARGUMENTS = 2 };

typedef struct lcb_Sandbox {
  lua_State *state; /* NULL if it is closed */
  size_t used;      /* bytes of memory */
  long instructions; /* number of instructions of the current call */
  int line;         /* current line, for errors that do not name their line */
  clock_t start;    /* start of the current call; 0 until its first instructions have run */
  clock_t begin;    /* start of the current sequence of calls */
  int64_t instructions_left, clocks_left; /* budget of all calls together, up to `begin` */
  char name[48];    /* name of the file */
  char problem[LCB_SANDBOX_PROBLEM]; /* the first error, or empty */
} lcb_Sandbox;

/* Called before each call of a function. This callback stores up to LCB_SANDBOX_ARGUMENTS texts and a NULL in
** `arguments`, or returns false to end the calls. It must not call Lua. */
typedef bool lcb_SandboxAsk(void *data, const char *arguments[]);
/* Called for each text that a function returns. This callback must not call Lua. */
typedef void lcb_SandboxTake(void *data, const char *text, size_t size);

/* Report whether the file has a function of this name: "print" or "read". */
bool lcb_sandbox_has(const lcb_Sandbox *box, const char *name);
/* Call a function until `ask` returns false. Its last argument is always `fen`. The texts that the function returns
** before the first nil are passed to `take`. Returns false if a call, now or earlier, failed. Never raises. */
bool lcb_sandbox_call(lcb_Sandbox *box, const char *name, const char *fen, lcb_SandboxAsk *ask, lcb_SandboxTake *take,
                      void *data);
/* Return the first error of a function, or NULL. */
const char *lcb_sandbox_problem(const lcb_Sandbox *box);

#endif
