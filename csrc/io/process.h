/*
** process - a child process and the two pipes to it: its standard input and its standard output.
**
** The child is started by posix_spawn with an argument list, never through a shell; it shares the parent's standard
** error. The child is the leader of a process group, so Ctrl-C on the terminal reaches only the parent, which then
** ends its children. The parent's ends of the pipes are close-on-exec, so that no child keeps another child's pipes
** open. These ends are non-blocking: use lc_process_poll() to wait. Writing to a child that has ended gives
** LC_FLOW_CLOSED, never a SIGPIPE. Releasing a process kills and reaps a running child and its process group, so no
** zombie, descriptor or grandchild is left.
*/
#ifndef LC_PROCESS_H
#define LC_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "../base/must_use.h"

typedef enum lc_ProcessEnd { LC_PROCESS_RUNS, LC_PROCESS_EXITED, LC_PROCESS_KILLED } lc_ProcessEnd;

typedef struct lc_Process {
  pid_t pid;   /* 0 if never started */
  int in, out; /* the parent's ends of the child's standard input and output; -1 if closed */
  int error;   /* errno of the last failure, or 0 */
  lc_ProcessEnd end;
  int code;   /* exit status, or the signal that killed the child */
  char *held; /* bytes read from the child and not yet returned */
  size_t held_at, held_used, held_room;
} lc_Process;

/* Result of reading or writing. */
typedef enum lc_Flow {
  LC_FLOW_DONE,
  LC_FLOW_WAITS,  /* nothing can be read or written now: the time is over, or a signal came */
  LC_FLOW_CLOSED, /* the other end is closed */
  LC_FLOW_FAILED  /* see error */
} lc_Flow;

enum { LC_PROCESS_LINE = 1 << 20 };         /* the longest line that can be read, in bytes */
enum { LC_FOREVER = -1 };                   /* as a number of milliseconds: wait without a limit */

/* Set a process to the valid state "never started". */
void lc_process_init(lc_Process *process);
/* Start a program. argv[0] is searched in PATH; the list ends with NULL. Returns false on failure: see `error`; then
** nothing was started. */
LC_MUST_USE bool lc_process_start(lc_Process *process, char *const argv[]);
/* Read up to `size` bytes of the child's output, waiting up to `milliseconds` for the first byte. `count` is set if
** the result is LC_FLOW_DONE. */
lc_Flow lc_process_read(lc_Process *process, char *buffer, size_t size, int milliseconds, size_t *count);
/* Read the next line of the child's output without its line end (LF or CRLF). The line stays valid until the next
** call. When the output is closed, text after the last line end counts as a line. A line longer than LC_PROCESS_LINE
** fails with error EMSGSIZE. */
lc_Flow lc_process_read_line(lc_Process *process, int milliseconds, const char **line, size_t *size);
/* Write all bytes, waiting up to `milliseconds`. `count` is set to the number of bytes written, whatever the result. */
lc_Flow lc_process_write(lc_Process *process, const char *bytes, size_t size, int milliseconds, size_t *count);
/* Close the child's standard input, so that the child reads the end of its input. */
void lc_process_close_input(lc_Process *process);
/* Send a signal, unless the process has ended. */
void lc_process_kill(lc_Process *process, int signal_number);
/* Report whether the process has ended, waiting up to `milliseconds`. `end` and `code` show how it ended. */
bool lc_process_wait(lc_Process *process, int milliseconds);
/* Close the pipes. If the process still runs, kill it and its group, and reap it. May be called twice. */
void lc_process_release(lc_Process *process);

/* Return the number of processors that this process may use, at least 1. */
unsigned lc_processors(void);
/* Return the milliseconds since a fixed moment in the past. Changes of the system's date have no effect. */
long long lc_milliseconds(void);

typedef struct lc_PollItem {
  const lc_Process *process;
  bool reads, writes; /* set by the caller: operations to wait for; afterwards: operations that are possible at once */
} lc_PollItem;

/* Wait until one of the processes is ready. Returns false when the time is over, a signal came, or memory is short. */
bool lc_process_poll(lc_PollItem *items, size_t count, int milliseconds);

#endif
