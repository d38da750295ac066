/*
** process - a child process and the two pipes to it: its standard input and its standard output.
**
** Started by posix_spawn with an argument list, never through a shell; its standard error is ours. It leads a process
** group of its own: Ctrl-C on the terminal reaches the parent alone, which ends its children in its own order. Our
** ends of the pipes are close-on-exec, so that no child keeps another's open, and do not block: use
** lc_process_poll() to wait. A child that has ended gives LC_FLOW_CLOSED, never a SIGPIPE.
** Releasing kills a running child with its process group, and reaps it: no zombie, no descriptor, no grandchild is left.
*/
#ifndef LC_PROCESS_H
#define LC_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef enum lc_ProcessEnd { LC_PROCESS_RUNS, LC_PROCESS_EXITED, LC_PROCESS_KILLED } lc_ProcessEnd;

typedef struct lc_Process {
  pid_t pid;   /* 0: never started */
  int in, out; /* our ends of its standard input and output; -1: closed */
  int error;   /* errno of the last failure, or 0 */
  lc_ProcessEnd end;
  int code;   /* its exit status, or the signal that killed it */
  char *held; /* bytes read and not yet returned */
  size_t held_at, held_used, held_room;
} lc_Process;

/* How reading and writing went. */
typedef enum lc_Flow {
  LC_FLOW_DONE,
  LC_FLOW_WAITS,  /* nothing can be moved now; the time is over, or a signal came */
  LC_FLOW_CLOSED, /* the other end is */
  LC_FLOW_FAILED  /* see error */
} lc_Flow;

enum { LC_PROCESS_LINE = 1 << 20 };         /* the longest line that is read */
enum { LC_FOREVER = -1 };                   /* for the milliseconds of a wait */

/* A process that is valid and was never started. */
void lc_process_init(lc_Process *process);
/* argv[0] is searched in PATH; the list ends with NULL. false: see `error`; nothing was started. */
bool lc_process_start(lc_Process *process, char *const argv[]);
/* Up to `size` bytes of its output, waiting so long for the first; `count` is set when done. */
lc_Flow lc_process_read(lc_Process *process, char *buffer, size_t size, int milliseconds, size_t *count);
/* The next line of its output without its line end (LF or CRLF), which stays valid until the next call. Text
** after the last line end is a line when the output is closed. error EMSGSIZE: longer than LC_PROCESS_LINE. */
lc_Flow lc_process_read_line(lc_Process *process, int milliseconds, const char **line, size_t *size);
/* Write all, waiting so long; `count` is set to the bytes written, however it went. */
lc_Flow lc_process_write(lc_Process *process, const char *bytes, size_t size, int milliseconds, size_t *count);
/* It reads the end of its input. */
void lc_process_close_input(lc_Process *process);
/* Send a signal, unless it has ended. */
void lc_process_kill(lc_Process *process, int signal_number);
/* Whether it has ended, waiting so long; `end` and `code` say how. */
bool lc_process_wait(lc_Process *process, int milliseconds);
/* Close the pipes; when it still runs kill it and its group, and reap it. May be called twice. */
void lc_process_release(lc_Process *process);

/* Processors that are there for us to use, at least 1. */
unsigned lc_processors(void);
/* Milliseconds since a moment in the past that stays the same while we run; no change of the date touches it. */
long long lc_milliseconds(void);

typedef struct lc_PollItem {
  const lc_Process *process;
  bool reads, writes; /* asked for; left set where it would not wait */
} lc_PollItem;

/* Wait until one of them can go on; false: the time is over, a signal came, or no memory. */
bool lc_process_poll(lc_PollItem *items, size_t count, int milliseconds);

#endif
